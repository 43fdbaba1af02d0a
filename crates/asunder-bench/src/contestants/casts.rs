//! Boxes that move to others.

use super::*;
use asunder_jury::{Family, Kind, Rng, cast_hits, motion};
use parry3d::math::Vector;
use parry3d::query::{ShapeCastOptions, cast_shapes};

/// How many pairs are cast: each takes longer than a question whether two shapes meet.
const CASTS: usize = 512;

/// Shapes that move to others, of a family of the jury.
pub(super) fn ways(family: Family, a: Kind, b: Kind) -> Vec<Way> {
    let mut rng = Rng::new(family as u64);
    (0..CASTS)
        .map(|_| {
            let (a, b) = asunder_jury::pair::<3>(family, a, b, &mut rng);
            let way = motion::<3>(family, &a, &b, &mut rng);
            (a, way, b)
        })
        .collect()
}

/// A box that moves to another, of a family of the jury.
pub(crate) fn obb_cast_obb(family: Family) -> Contest {
    let pairs = ways(family, Kind::Obb, Kind::Obb);
    let truth = pairs.iter().map(|(a, way, b)| cast_hits(a, *way, b)).collect();
    Contest::of_truth(truth)
        .of_casts(
            "asunder",
            None,
            &pairs,
            |a, b| (obb3(a), obb3(b)),
            |(a, b), way| a.cast(*way, b).is_some(),
        )
        .of_casts(
            PARRY,
            Some(5.0),
            &pairs,
            |a, b| (cuboid(a), cuboid(b)),
            |((pose1, shape1), (pose2, shape2)), way| {
                let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                let (way, still) = (Vector::from(*way), Vector::from([0.0; 3]));
                cast_shapes(pose1, way, shape1, pose2, still, shape2, options)
                    .is_ok_and(|hit| hit.is_some())
            },
        )
}

/// A shape, its motion and what it moves to.
pub(super) type Way = (Shape<3>, [f32; 3], Shape<3>);

impl Contest {
    /// One contestant more, who is asked about motions.
    pub(super) fn of_casts<T: 'static>(
        mut self,
        name: &'static str,
        goal: Option<f64>,
        pairs: &[Way],
        prepare: impl Fn(&Shape<3>, &Shape<3>) -> T,
        ask: impl Fn(&T, &[f32; 3]) -> bool + 'static,
    ) -> Self {
        let held: Vec<_> = pairs.iter().map(|(a, way, b)| (prepare(a, b), *way)).collect();
        let answers = vec![false; held.len()];
        self.contestants.push(Contestant::new(
            name,
            goal,
            (held, answers),
            move |(held, answers)| {
                for (answer, (pair, way)) in answers.iter_mut().zip(&*held) {
                    *answer = ask(pair, way);
                }
            },
            |(_, answers)| Some(answers.clone()),
        ));
        self
    }
}
