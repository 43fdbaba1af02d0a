//! The sequence of pairs, which is the same every time it is drawn.

use asunder_jury::{self as jury, Family, Kind, Rng, Shape};

/// A sequence of random pairs.
#[derive(Clone, Debug)]
pub(super) struct PairSequence {
    pub(super) families: Vec<Family>,
    /// The kinds, taken in turns.
    pub(super) kinds: Vec<(Kind, Kind)>,
    /// The number of pairs of each family.
    pub(super) pairs: u64,
    pub(super) seed: u64,
}

/// A pair of the sequence.
#[derive(Clone, Debug)]
pub(super) struct TestPair<const D: usize> {
    /// The family, at its first pair.
    pub(super) begins: Option<Family>,
    pub(super) a: Shape<D>,
    pub(super) b: Shape<D>,
}

impl PairSequence {
    /// The number of pairs.
    pub(super) fn length(&self) -> u64 {
        self.pairs.saturating_mul(self.families.len() as u64)
    }

    /// Draws every pair. A family's pairs do not depend on the other families.
    pub(super) fn pairs_of<const D: usize>(self) -> impl Iterator<Item = TestPair<D>> {
        let Self { families, kinds, pairs, seed } = self;
        families.into_iter().flat_map(move |family| {
            let mut rng = Rng::new(seed ^ ((family as u64) << 32));
            let kinds = kinds.clone().into_iter().cycle();
            (0..pairs).zip(kinds).map(move |(number, (a, b))| {
                let (a, b) = jury::pair(family, a, b, &mut rng);
                TestPair { begins: (number == 0).then_some(family), a, b }
            })
        })
    }
}
