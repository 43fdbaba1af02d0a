//! Why a world refuses a change.

use super::attacks::AttackId;
use super::body::{BodyId, ColliderId};
use crate::query::move_until_contact::MoveError;
use crate::shape::ShapeError;
use core::fmt;

/// Why a world refused a change, and is as it was before.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WorldError {
    /// The body is not, or no longer, in the world.
    NoBody {
        /// The body.
        body: BodyId,
    },
    /// The body has no collider of that index.
    NoCollider {
        /// The collider.
        collider: ColliderId,
        /// How many the body has.
        count: usize,
    },
    /// A body without colliders.
    Empty,
    /// A body with more colliders than ids can number.
    TooMany {
        /// How many.
        count: usize,
    },
    /// The number of poses or shapes is not that of the body's colliders.
    Count {
        /// The body.
        body: BodyId,
        /// How many colliders it has.
        expected: usize,
        /// How many poses or shapes were given.
        found: usize,
    },
    /// A collider would be on a layer the world does not have.
    Layer {
        /// Its index in the body.
        part: usize,
    },
    /// The normal of a one-way collider is not finite.
    OneWay {
        /// Its index in the body.
        part: usize,
        /// The component that is infinite or NaN.
        value: f32,
    },
    /// A collider of a new body has an invalid shape.
    Shape {
        /// Its index in the body.
        part: usize,
        /// Why not.
        error: ShapeError,
    },
    /// A collider's shape would become invalid.
    Placement {
        /// The collider.
        collider: ColliderId,
        /// Why not.
        error: ShapeError,
    },
    /// A level is to move.
    LevelMoves {
        /// Its kind, as [`Level::kind`](crate::Level::kind) names it.
        kind: &'static str,
    },
    /// A level without parts.
    EmptyLevel {
        /// Its kind, as [`Level::kind`](crate::Level::kind) names it.
        kind: &'static str,
    },
    /// A collider is a level, where one shape is expected.
    Level {
        /// The collider.
        collider: ColliderId,
        /// Its kind, as [`Level::kind`](crate::Level::kind) names it.
        kind: &'static str,
    },
    /// A body that moves, or a collider that is swept, is unbounded.
    Unbounded {
        /// The collider's index in the body.
        part: usize,
        /// Its kind of shape, as [`Shape::kind`](crate::Shape::kind) names it.
        kind: &'static str,
    },
    /// A collider of an attack is unbounded, or a level.
    NotSwept {
        /// The collider.
        collider: ColliderId,
        /// Its kind of shape, as [`Shape::kind`](crate::Shape::kind) names it.
        kind: &'static str,
    },
    /// A body that is to move until contact is not one shape of a kind that can.
    Mover {
        /// The body.
        body: BodyId,
        /// What it is instead.
        found: &'static str,
    },
    /// A number of a motion is infinite or NaN.
    Motion {
        /// The body that was to move.
        body: BodyId,
        /// The number.
        value: f32,
    },
    /// The time of a walk is negative, infinite or NaN.
    TimeStep {
        /// The time.
        value: f32,
    },
    /// The [options](crate::SlideOptions) of a slide are bad.
    SlideOptions {
        /// What is wrong about them.
        error: MoveError,
    },
    /// The attack is not, or no longer, open.
    NoAttack {
        /// The attack.
        attack: AttackId,
    },
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBody { body } => write!(f, "{body} is not in the world; was it removed?"),
            Self::NoCollider { collider, count } => {
                write!(f, "there is no {collider}; expected a part below {count}")
            }
            Self::Empty => write!(f, "a body without colliders; expected at least one"),
            Self::TooMany { count } => write!(
                f,
                "a body of {count} colliders; expected at most {}",
                usize::from(u16::MAX) + 1
            ),
            Self::Count { body, expected, found } => {
                write!(f, "{body} has {expected} colliders, but {found} were placed; give one each")
            }
            Self::Layer { part } => write!(
                f,
                "collider {part} is on a layer of another world; ask this world's layers for its id"
            ),
            Self::OneWay { part, value } => write!(
                f,
                "collider {part} is one-way along a direction with a component {value}; expected finite \
                 numbers"
            ),
            Self::Shape { part, error } => write!(f, "collider {part}: {error}"),
            Self::Placement { collider, error } => write!(f, "{collider}: {error}"),
            Self::LevelMoves { kind } => {
                write!(f, "a {kind} does not move; insert it as fixed, and place it by poses")
            }
            Self::EmptyLevel { kind } => {
                write!(f, "a {kind} without parts; expected at least one")
            }
            Self::Level { collider, kind } => write!(
                f,
                "{collider} is a {kind}, not one shape; place it by a pose, and ask the world for its level"
            ),
            Self::Unbounded { part, kind } => write!(
                f,
                "collider {part} is a {kind}, which has no bounds; insert its body as fixed, and do not \
                 sweep it"
            ),
            Self::NotSwept { collider, kind } => {
                write!(f, "{collider} is a {kind}, which is no bounded shape, and cannot be swept")
            }
            Self::Mover { body, found } => write!(
                f,
                "{body} cannot move until contact: expected bounded shapes, none of them a \
                 frustum, found {found}"
            ),
            Self::Motion { body, value } => {
                write!(f, "the motion of {body} has a component {value}; expected finite numbers")
            }
            Self::TimeStep { value } => {
                write!(f, "the time of a walk is {value}; expected a finite number, zero or more")
            }
            Self::SlideOptions { error } => error.fmt(f),
            Self::NoAttack { attack } => write!(f, "{attack} is not open; was it ended?"),
        }
    }
}

impl core::error::Error for WorldError {}
