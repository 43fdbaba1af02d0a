//! Who is judged: asunder, and what people use.

use super::judged::json;
use super::port::{corners, cutoff, epsilon, ogre, sat, sprites};
use asunder::{Contains, Intersects, Penetrates, Vector};
use asunder_jury::{Contact, Shape};
use clap::ValueEnum;

/// A question that is answered by yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Question {
    /// Do a and b share a point? Touching counts
    Intersects,
    /// Do a and b overlap by more than a touch?
    Penetrates,
    /// Does every point of b belong to a?
    Contains,
}

impl Question {
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

/// Somebody else's test of whether two shapes intersect.
pub(super) struct Port<const D: usize> {
    pub(super) name: &'static str,
    /// What it is, in a line.
    pub(super) about: &'static str,
    /// `None` for kinds of shapes it has no test for.
    pub(super) intersects: fn(&Shape<D>, &Shape<D>) -> Option<bool>,
}

/// The name of the library among the contestants.
pub(super) const ASUNDER: &str = "asunder";

/// Every port for 3D.
pub(super) const PORTS_3D: &[Port<3>] = &[
    Port {
        name: "sat",
        about: "the textbook's 15 axes in f32 (Gottschalk 1996, Ericson 2005), without an epsilon",
        intersects: sat::boxes,
    },
    Port {
        name: "sat-epsilon",
        about: "the same, in f32, with the epsilon of 1e-6 that RAPID has",
        intersects: epsilon::boxes,
    },
    Port {
        name: "cutoff",
        about: "15 axes in f64, of which 9 are skipped where two edges look parallel (a DirectX course)",
        intersects: cutoff::boxes,
    },
    Port {
        name: "corners",
        about: "corners projected on 15 axes, nearest points of spheres, in f32 (a game server course)",
        intersects: corners::shapes,
    },
    Port {
        name: "ogre",
        about: "15 axes over full sizes and signed cosines in f32 (a much copied post about Ogre)",
        intersects: ogre::boxes,
    },
];

/// Every port for 2D.
pub(super) const PORTS_2D: &[Port<2>] = &[
    Port { name: "sat", about: "the textbook's 4 axes in f32", intersects: sat::boxes },
    Port {
        name: "sprites",
        about: "4 axes in f32, both boxes of the second's size by a slip (a series on sprites)",
        intersects: sprites::boxes,
    },
];

/// What the library says.
pub(super) fn ask_asunder<const D: usize, V: Vector>(
    question: Question,
    a: &Shape<D>,
    b: &Shape<D>,
) -> Result<bool, String> {
    let (a, b): (asunder::Shape<V>, asunder::Shape<V>) = (read(a)?, read(b)?);
    Ok(match question {
        Question::Intersects => a.intersects(&b),
        Question::Penetrates => a.penetrates(&b),
        Question::Contains => a.contains(&b),
    })
}

/// The library's shape, from the text that `asunder query` would read.
fn read<const D: usize, V: Vector>(shape: &Shape<D>) -> Result<asunder::Shape<V>, String> {
    let text = json(shape);
    serde_json::from_str(&text).map_err(|error| format!("asunder cannot read {text}: {error}"))
}
