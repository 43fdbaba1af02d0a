//! The compared methods: asunder, and common tests.

use super::baseline::{corners, cutoff, epsilon, ogre, sat, sprites};
use super::query_line::json;
use asunder::{Contains, Intersects, Penetrates, Vector};
use asunder_jury::{Contact, Shape};
use clap::ValueEnum;

/// A predicate of two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Predicate {
    /// Do a and b share a point? Touching counts
    Intersects,
    /// Do a and b overlap by more than a touch?
    Penetrates,
    /// Does every point of b belong to a?
    Contains,
}

impl Predicate {
    /// Its name on the command line and in answers.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Intersects => "intersects",
            Self::Penetrates => "penetrates",
            Self::Contains => "contains",
        }
    }

    /// The true answer.
    pub(super) fn truth<const D: usize>(self, a: &Shape<D>, b: &Shape<D>) -> bool {
        match self {
            Self::Intersects => asunder_jury::contact(a, b) != Contact::Apart,
            Self::Penetrates => asunder_jury::contact(a, b) == Contact::Penetrating,
            Self::Contains => asunder_jury::contains(a, b),
        }
    }
}

/// A common intersection test, ported.
pub(super) struct Baseline<const D: usize> {
    pub(super) name: &'static str,
    /// Its description, in a line.
    pub(super) about: &'static str,
    /// Whether two shapes intersect; `None` for kinds of shapes it has no test for.
    pub(super) intersects: fn(&Shape<D>, &Shape<D>) -> Option<bool>,
}

/// The name of the library among the contestants.
pub(super) const ASUNDER: &str = "asunder";

/// The baselines for 3D.
pub(super) const BASELINES_3D: &[Baseline<3>] = &[
    Baseline {
        name: "sat",
        about: "the textbook's 15 axes in f32 (Gottschalk 1996, Ericson 2005), without an epsilon",
        intersects: sat::boxes,
    },
    Baseline {
        name: "sat-epsilon",
        about: "the same, in f32, with the epsilon of 1e-6 that RAPID has",
        intersects: epsilon::boxes,
    },
    Baseline {
        name: "cutoff",
        about: "15 axes in f64, of which 9 are skipped where two edges look parallel (a DirectX course)",
        intersects: cutoff::boxes,
    },
    Baseline {
        name: "corners",
        about: "corners projected on 15 axes, nearest points of spheres, in f32 (a game server course)",
        intersects: corners::shapes,
    },
    Baseline {
        name: "ogre",
        about: "15 axes over full sizes and signed cosines in f32 (a much copied post about Ogre)",
        intersects: ogre::boxes,
    },
];

/// The baselines for 2D.
pub(super) const BASELINES_2D: &[Baseline<2>] = &[
    Baseline { name: "sat", about: "the textbook's 4 axes in f32", intersects: sat::boxes },
    Baseline {
        name: "sprites",
        about: "4 axes in f32, both boxes of the second's size by a slip (a series on sprites)",
        intersects: sprites::boxes,
    },
];

/// The library's answer.
pub(super) fn ask_asunder<const D: usize, V: Vector>(
    question: Predicate,
    a: &Shape<D>,
    b: &Shape<D>,
) -> Result<bool, String> {
    let (a, b): (asunder::Shape<V>, asunder::Shape<V>) = (read(a)?, read(b)?);
    Ok(match question {
        Predicate::Intersects => a.intersects(&b),
        Predicate::Penetrates => a.penetrates(&b),
        Predicate::Contains => a.contains(&b),
    })
}

/// The library's shape, from the text that `asunder query` would read.
fn read<const D: usize, V: Vector>(shape: &Shape<D>) -> Result<asunder::Shape<V>, String> {
    let text = json(shape);
    serde_json::from_str(&text).map_err(|error| format!("asunder cannot read {text}: {error}"))
}
