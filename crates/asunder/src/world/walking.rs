//! Bodies that walk in a world: on floors that move, past others who walk.

mod carry;
mod frame;
mod group;
mod pushed;
mod state;
mod turn;
mod walk;

use super::body::{BodyId, ColliderId};
use super::{Event, World, WorldError};
use crate::query::move_and_slide::SlideOptions;
use crate::query::move_until_contact::Hit;
use crate::space::Vector;

pub use carry::{CarriedBody, Carry, Crushed};
pub use turn::TurnStop;

pub(super) use carry::carry;
pub(super) use state::{Anchor, CarrierMotion, WalkState, Walking, note_slide};
pub(super) use turn::turn_body;
pub(super) use walk::walk_body;

/// The options of a walk.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::world::Yields;
///
/// let slide = SlideOptions { step_height: 0.3, snap: 0.3, ..SlideOptions::default() };
/// let options = WalkOptions { slide, yields: Yields::Met };
/// # let _: WalkOptions<asunder::glam::Vec2> = options;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkOptions<V: Vector> {
    /// How it slides: steps, slopes, snap. With an [`up`](SlideOptions::up) of zero it walks as seen from
    /// above: it stands on nothing, so that carriers and surfaces do not take it along, and is pushed by what
    /// comes its way.
    pub slide: SlideOptions<V>,
    /// Who gives way where it meets another who walks. The walker, by default.
    pub yields: Yields,
}

impl<V: Vector> Default for WalkOptions<V> {
    fn default() -> Self {
        Self { slide: SlideOptions::default(), yields: Yields::Walker }
    }
}

/// Who gives way where a walker meets another body whose last motion was a walk or a slide, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Yields {
    /// The walker: the other stops it as a wall does.
    #[default]
    Walker,
    /// The one that is met: it is pushed along the normal of the contact, as far as it can slide, and the
    /// walker follows. Other walkers that it meets are pushed on, up to eight in a row; what does not walk
    /// stops it as walls do. On whom the walker stands is not pushed. Who stands on one who is pushed goes
    /// along.
    Met,
}

/// The end of a walk, and what happened to the body since the one before.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Walk<V: Vector> {
    /// How far the body moved by walking, including the way out of what it penetrated.
    pub moved: V,
    /// How far it was moved since its last walk by carriers, and by the surface on which it stood at the
    /// start of this one.
    pub carried: V,
    /// By how much carriers turned since its last walk, about its `up`: turn the figure by that. In 2D, as
    /// in 3D, it is a rotation after which the figure's own comes.
    pub turned: V::Rotation,
    /// The velocity that is left, relative to the floor: without what floors and walls stopped. The velocity
    /// itself, bit for bit, if nothing did.
    pub velocity_after: V,
    /// The floor on which it stands at the end, if any.
    pub floor: Option<WalkFloor<V>>,
    /// The first contact with each collider, in order. The fraction of each is that of the leg that ended
    /// there.
    pub hits: Vec<Hit<V, ColliderId>>,
    /// Whether it stepped over a ledge.
    pub stepped: bool,
    /// Whether it was led down to the floor, by up to [`snap`](SlideOptions::snap).
    pub snapped: bool,
    /// Whether it penetrated a collider at the start. It was moved out first, unless it is `stuck`.
    pub started_penetrating: bool,
    /// A collider that it penetrated at the start, if there was no place near by that is free of all.
    pub stuck: Option<ColliderId>,
    /// How it was first crushed since its last walk, if it was.
    pub crushed: Option<Crushed>,
}

/// A floor on which a walker stands.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WalkFloor<V: Vector> {
    /// The collider that carries the walker; `collider.body` is the body.
    pub collider: ColliderId,
    /// The unit normal of its face there; at an edge, that of the most level of the faces that meet there.
    pub normal: V,
    /// The velocity of the floor, where the middle of the walker is: that of its body, if
    /// [carried](World::carry) since the last walk, and that of its
    /// [surface](World::set_surface_velocity). Who jumps adds it to the velocity of the jump.
    pub velocity: V,
    /// The number of the part that carries the walker, of a [level](crate::level): a mesh's triangle, say, whose
    /// tag tells what the ground is made of. `None` for other colliders.
    pub part: Option<u32>,
}

impl<V: Vector> World<V> {
    /// Walks a body for a time: it slides along `velocity · dt` as [`slide_body`](Self::slide_body) does,
    /// on floors that move, and past others who walk.
    ///
    /// `velocity`, in units per unit of `dt`, is relative to the floor: carriers have moved the body before
    /// ([`carry`](Self::carry)), and so does a moving [surface](Self::set_surface_velocity) on which it
    /// stood at the end of its last walk, first of all. Gravity is the caller's: add it to the velocity, and
    /// go on from [`Walk::velocity_after`]. A `dt` of zero moves nothing and says on what the body stands.
    ///
    /// Who stands on a walkable floor and is not told to walk keeps his bits, on a carrier at rest, too.
    /// It takes the time of one slide, or two on a moving surface, and of two more for each body pushed.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let layers = Layers::new().respond("default", "default", Response::Block)?;
    /// let mut world = World2::with_layers(layers);
    /// let floor = world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed)?;
    /// let wall = world.insert(Aabb2::new([1.0, 0.0], [9.0, 9.0]), BodyKind::Fixed)?;
    /// let hero = world.insert(Capsule2::new([0.0, 0.5], [0.0, 1.5], 0.5), BodyKind::Moving)?;
    ///
    /// let walk = world.walk_body(hero, [4.0, -1.0], 0.5, &WalkOptions::default())?;
    /// assert!(0.499 < walk.moved.x && walk.moved.x <= 0.5, "up to the wall");
    /// assert_eq!(walk.floor.map(|floor| floor.collider.body), Some(floor));
    /// assert_eq!(walk.velocity_after.to_array(), [0.0, 0.0]);
    /// assert!(walk.hits.iter().any(|hit| hit.obstacle.body == wall));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in the world or one of its shapes does not move, if the velocity or an option is
    /// not finite, or `dt` is negative or not finite. Then nothing has changed.
    pub fn walk_body(
        &mut self,
        id: BodyId,
        velocity: impl Into<V::Array<f32>>,
        dt: f32,
        options: &WalkOptions<V>,
    ) -> Result<Walk<V>, WorldError> {
        V::walk_body(self, id, (&velocity.into(), dt), options, &mut |_| true)
    }

    /// As [`walk_body`](Self::walk_body), past the colliders that `counts` says no to: doors that open,
    /// things that are picked up. It is called for each hit, also of steps that are tried; what it says no to is
    /// ignored for the rest of a slide, of which a walk may make several.
    ///
    /// # Errors
    /// As [`walk_body`](Self::walk_body).
    pub fn walk_body_among(
        &mut self,
        id: BodyId,
        velocity: impl Into<V::Array<f32>>,
        dt: f32,
        options: &WalkOptions<V>,
        mut counts: impl FnMut(&Hit<V, ColliderId>) -> bool,
    ) -> Result<Walk<V>, WorldError> {
        V::walk_body(self, id, (&velocity.into(), dt), options, &mut counts)
    }

    /// Sets the velocity of the surface of a collider, which moves though the body need not: a conveyor.
    /// Zero, as at first, is a surface that does not.
    ///
    /// [`walk_body`](Self::walk_body) moves who stands on it along. The velocity is in world coordinates,
    /// whatever the pose, and in units per unit of the walk's `dt`.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let layers = Layers::new().respond("default", "default", Response::Block)?;
    /// let mut world = World2::with_layers(layers);
    /// let belt = world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed)?.collider(0);
    /// let box_ = world.insert(Aabb2::new([0.0, 0.0], [1.0, 1.0]), BodyKind::Moving)?;
    /// world.set_surface_velocity(belt, [2.0, 0.0])?;
    ///
    /// let options = WalkOptions::default();
    /// let walk = world.walk_body(box_, [0.0, -1.0], 0.5, &options)?;
    /// assert_eq!(walk.carried.to_array(), [0.0, 0.0], "it did not stand on it before");
    /// assert_eq!(walk.floor.map(|floor| floor.velocity.to_array()), Some([2.0, 0.0]));
    /// let walk = world.walk_body(box_, [0.0, -1.0], 0.5, &options)?;
    /// assert_eq!((walk.carried.to_array(), walk.moved.to_array()), ([1.0, 0.0], [0.0, 0.0]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the collider is not in the world, or the velocity is not finite. Then nothing has changed.
    pub fn set_surface_velocity(
        &mut self,
        id: ColliderId,
        velocity: impl Into<V::Array<f32>>,
    ) -> Result<(), WorldError> {
        self.part(id)?;
        let velocity = velocity.into();
        if let Some(t) = (0..V::DIM).find(|&t| !velocity[t].is_finite()) {
            return Err(WorldError::Motion { body: id.body, value: velocity[t] });
        }
        if (0..V::DIM).all(|t| velocity[t] == 0.0) {
            self.walking.surfaces.remove(&id);
        } else {
            self.walking.surfaces.insert(id, V::from_array(velocity));
        }
        Ok(())
    }

    /// The velocity of the surface of a collider, as it was [set](Self::set_surface_velocity); zero at
    /// first.
    ///
    /// # Errors
    /// If the collider is not in the world.
    pub fn surface_velocity(&self, id: ColliderId) -> Result<V, WorldError> {
        self.part(id)?;
        Ok(self.walking.surfaces.get(&id).copied().unwrap_or_default())
    }
}

/// Adds the events of who was crushed since the last step.
pub(super) fn end_step<V: Vector>(world: &mut World<V>) {
    if world.walking.crushed.is_empty() {
        return;
    }
    let mut crushed = core::mem::take(&mut world.walking.crushed);
    crushed.retain(|it| world.contains(it.body) && world.contains(it.by.body));
    world.events.extend(crushed.into_iter().map(Event::Crushed));
    Event::sort(&mut world.events);
}
