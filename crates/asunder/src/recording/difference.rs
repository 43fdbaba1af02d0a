//! What differs between a world and what was recorded of one.

use super::recorded::{RecordedFacts, RecordedWorld};
use super::state_hash;
use crate::space::Vector;
use crate::world::Geometry;
use crate::world::{ColliderId, World};
use core::fmt;
use std::sync::Arc;

/// The first thing in which a world is not as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// A collider that was recorded is not in the world.
    Missing {
        /// The collider.
        id: ColliderId,
        /// Its name; may be empty.
        name: Arc<str>,
    },
    /// A collider of the world was not recorded.
    Unknown {
        /// The collider.
        id: ColliderId,
    },
    /// A collider has another shape.
    Shape {
        /// The collider.
        id: ColliderId,
        /// Its name; may be empty.
        name: Arc<str>,
    },
    /// A collider has another layer, tag, bone or region, or its body another owner or kind.
    Facts {
        /// The collider.
        id: ColliderId,
        /// Its name; may be empty.
        name: Arc<str>,
    },
    /// The events of the step are others.
    Events,
    /// Other pairs are in contact.
    Pairs,
    /// The hash is another, of a body that was recorded as a rig: it is placed otherwise.
    Rig,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |name: &Arc<str>, id: &ColliderId| {
            if name.is_empty() { id.to_string() } else { name.to_string() }
        };
        match self {
            Self::Missing { id, name } => write!(f, "{} is not there", named(name, id)),
            Self::Unknown { id } => write!(f, "{id} was not recorded"),
            Self::Shape { id, name } => write!(f, "the shape of {} is another", named(name, id)),
            Self::Facts { id, name } => {
                write!(f, "{} has another layer, tag, bone, region or owner", named(name, id))
            }
            Self::Events => f.write_str("the events are others"),
            Self::Pairs => f.write_str("other pairs are in contact"),
            Self::Rig => f.write_str("a rig is placed otherwise"),
        }
    }
}

impl<V: Vector> RecordedWorld<V> {
    /// What of a world is not as it was recorded; `None` if their [hashes](super::state_hash) are equal.
    ///
    /// To verify a recording, play the same inputs again, and compare after each step: the first tick with a
    /// difference is where the two went apart.
    ///
    /// ```
    /// use asunder::glam::Vec2;
    /// use asunder::prelude::*;
    /// use asunder::recording::Difference;
    /// use asunder::{Recorder, Recording};
    ///
    /// let mut world = World2::new();
    /// let ball = world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Moving)?;
    /// let mut recorder = Recorder::new(Vec::new(), "", 60);
    /// world.step();
    /// recorder.record(Tick(0), &world)?;
    /// let bytes = recorder.finish()?;
    /// let recorded = Recording::read(&bytes)?.at(Tick(0))?;
    /// let recorded = recorded.world::<Vec2>().unwrap();
    /// assert_eq!(recorded.difference(&world), None);
    ///
    /// world.set_body_pose(ball, &Pose2::from_translation([1e-30, 0.0]))?;
    /// let moved = recorded.difference(&world);
    /// assert!(matches!(moved, Some(Difference::Shape { .. })), "by one bit");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn difference(&self, world: &World<V>) -> Option<Difference> {
        if state_hash(world) == self.hash {
            return None;
        }
        let mut placed = world.placed_colliders();
        for known in &self.colliders {
            let (id, name) = (known.id, Arc::clone(&known.labels.name));
            let Some((found, options, collider, shape)) = placed.next() else {
                return Some(Difference::Missing { id, name });
            };
            if found != id {
                return Some(if found < id {
                    Difference::Unknown { id: found }
                } else {
                    Difference::Missing { id, name }
                });
            }
            // Every float prints so that its bits can be read back.
            let is_as_known = match shape {
                Geometry::Shape(shape) => {
                    let differs = |known| format!("{known:?}") != format!("{shape:?}");
                    known.level.is_none() && !known.shape.as_ref().is_some_and(differs)
                }
                Geometry::Level(level, _) => known.level == Some(level.hash()),
            };
            if !is_as_known {
                return Some(Difference::Shape { id, name });
            }
            if known.facts != RecordedFacts::new(options, collider) {
                return Some(Difference::Facts { id, name });
            }
        }
        if let Some((id, ..)) = placed.next() {
            return Some(Difference::Unknown { id });
        }
        Some(if format!("{:?}", self.events) != format!("{:?}", world.events()) {
            Difference::Events
        } else if self.pairs != world.pairs() {
            Difference::Pairs
        } else {
            Difference::Rig
        })
    }
}
