//! The docket: which pairs are judged, in which order. The same every time it is read.

use asunder_jury::{Family, Kind, Rng, Shape, pair};

/// What is drawn, and from where.
#[derive(Clone, Debug)]
pub(super) struct Docket {
    pub(super) families: Vec<Family>,
    /// Taken in turns.
    pub(super) kinds: Vec<(Kind, Kind)>,
    /// Of each family.
    pub(super) pairs: u64,
    pub(super) seed: u64,
}

/// One pair.
#[derive(Clone, Debug)]
pub(super) struct Case<const D: usize> {
    /// The family, at its first pair.
    pub(super) begins: Option<Family>,
    pub(super) a: Shape<D>,
    pub(super) b: Shape<D>,
}

impl Docket {
    /// How many pairs there are.
    pub(super) fn length(&self) -> u64 {
        self.pairs.saturating_mul(self.families.len() as u64)
    }

    /// Draws every pair. A family's pairs do not depend on which others are asked for.
    pub(super) fn cases<const D: usize>(self) -> impl Iterator<Item = Case<D>> {
        let Self { families, kinds, pairs, seed } = self;
        families.into_iter().flat_map(move |family| {
            let mut rng = Rng::new(seed ^ ((family as u64) << 32));
            let kinds = kinds.clone().into_iter().cycle();
            (0..pairs).zip(kinds).map(move |(number, (a, b))| {
                let (a, b) = pair(family, a, b, &mut rng);
                Case { begins: (number == 0).then_some(family), a, b }
            })
        })
    }
}
