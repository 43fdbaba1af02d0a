//! Bodies that turn until contact.

use super::frame::{half_sine, place_of, turn_between};
use crate::array::Mapped as _;
use crate::exact::{Number as _, is_zero, widen};
use crate::index::Index as _;
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::query::move_and_slide::displaced;
use crate::query::move_until_contact::BoundedObstacle;
use crate::query::proximity::proof;
use crate::shape::{AnyShape as _, Shape};
use crate::space::{IntoRotation, Pose, Vector};
use crate::world::body::{BodyId, ColliderId, LastPlacement};
use crate::world::place::{self, Placement};
use crate::world::{World, WorldError, movers};

/// The number of poses of a half turn at which what is near is tested.
const HALF_TURN_POSES: f64 = 96.0;

/// The halvings that find when a turn meets something.
const HALVINGS: u32 = 24;

/// How far the points of a body that turns on against what stopped it may go, relative to its largest
/// coordinate: less is no way, and it stays where it is, bit for bit.
const STAYS_WITHIN: f64 = 4.0 * f32::EPSILON as f64;

/// The end of a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TurnStop<V: Vector> {
    /// The turn that was made.
    pub turn: V::Rotation,
    /// The fraction of the turn that was made: one, if nothing was in the way.
    pub fraction: f32,
    /// What stopped it.
    pub obstacle: Option<ColliderId>,
    /// Whether it penetrated a collider at the start. Then it turns only if it is free of all at the end.
    pub started_penetrating: bool,
}

impl<V: Vector> World<V> {
    /// Turns a body in its place by a rotation, the short way, until it would penetrate a collider that
    /// blocks it; [`move_body`](Self::move_body) says which do. One-way colliders are ignored.
    ///
    /// A body that was placed by a [pose](Self::set_body_pose) turns about the translation of that, and so
    /// has a pose again; any other one about the position of its first collider, and each of its points is
    /// rounded. Who walks stands where it stood.
    ///
    /// At the end it penetrates nothing; that is proven. Touching does not stop it, and turning on against what
    /// stopped it moves nothing, bit for bit. What it does not touch at
    /// the start is not passed over, however thin. What it touches is tested at poses of less than two
    /// degrees from each other, and what it leaves and meets again in between may be passed. It takes some
    /// tens of penetration tests for each collider near by.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Rot2;
    ///
    /// let layers = Layers::new().respond("default", "default", Response::Block)?;
    /// let mut world = World2::with_layers(layers);
    /// let wall = world.insert(Aabb2::new([-9.0, 1.0], [9.0, 2.0]), BodyKind::Fixed)?;
    /// let plank = Obb2::new([0.0, 0.0], [2.0, 0.0], Rot2::IDENTITY);
    /// let plank = world.insert(plank, BodyKind::Moving)?;
    ///
    /// let stop = world.turn_body(plank, Rot2::degrees(90.0))?;
    /// assert_eq!(stop.obstacle.map(|it| it.body), Some(wall), "its end meets the wall at 30 degrees");
    /// assert!(stop.turn.sin <= 0.5 && 0.4999 < stop.turn.sin);
    /// let stop = world.turn_body(plank, Rot2::degrees(90.0))?;
    /// assert_eq!(stop.fraction, 0.0, "it stays where it touches");
    /// assert_eq!(world.turn_body(plank, Rot2::degrees(-30.0))?.fraction, 1.0);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in the world or one of its shapes does not move, if the rotation is zero or not
    /// finite, or if a shape would lie too far out. Then nothing has changed.
    pub fn turn_body(
        &mut self,
        id: BodyId,
        turn: impl IntoRotation<V>,
    ) -> Result<TurnStop<V>, WorldError> {
        V::turn_body(self, id, turn.into_rotation())
    }
}

/// The turn of a body: the shapes that are placed, and the poses at its ends.
struct BodyTurn<'a, V: Vector> {
    locals: Vec<Shape<V>>,
    from: Pose<V>,
    to: Pose<V>,
    has_pose: bool,
    now: Vec<Shape<V>>,
    obstacles: Vec<(ColliderId, BoundedObstacle<'a, V>)>,
    samples: u32,
    /// A fraction of the turn by which no point moves further than roundings do.
    least: f64,
}

pub(in crate::world) fn turn_body<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    turn: V::RotationArray,
) -> Result<TurnStop<V>, WorldError> {
    world.body(id)?;
    world.index.settle();
    let mut levels = Vec::new();
    let it = BodyTurn::new(world, id, turn, &mut levels)?;
    let mut stop = TurnStop {
        turn: V::rotation(V::IDENTITY),
        fraction: 0.0,
        obstacle: None,
        started_penetrating: false,
    };
    let inside = it.obstacles.iter().find(|(_, other)| it.penetrates_now(other));
    if let Some(&(obstacle, _)) = inside {
        (stop.obstacle, stop.started_penetrating) = (Some(obstacle), true);
        if it.is_free(1.0) {
            stop.fraction = 1.0;
        }
    } else {
        (stop.fraction, stop.obstacle) = it.free_fraction();
        if stop.obstacle.is_some() && widen(stop.fraction) <= it.least {
            stop.fraction = 0.0;
        }
    }
    if !(stop.fraction > 0.0) {
        return Ok(stop);
    }
    let pose = it.from.between(&it.to, stop.fraction);
    let Some(shapes) = it.shapes(&pose) else { return Ok(TurnStop { fraction: 0.0, ..stop }) };
    stop.turn = V::rotation(if stop.fraction < 1.0 {
        V::from_half_turn(turn_between(&it.from, &pose))
    } else {
        turn
    });
    let placement = if it.has_pose { Placement::Pose(&pose) } else { Placement::Shapes(&[]) };
    place::commit(world, id, shapes, placement);
    if let Some(state) = world.walking.walkers.get_mut(&id) {
        state.anchor = None;
    }
    Ok(stop)
}

impl<'a, V: Vector> BodyTurn<'a, V> {
    fn new(
        world: &'a World<V>,
        id: BodyId,
        turn: V::RotationArray,
        levels: &'a mut movers::LevelParts<V>,
    ) -> Result<Self, WorldError> {
        let body = movers::mover(world, id)?;
        let now: Vec<Shape<V>> = body.parts.iter().map(|part| part.shape.clone()).collect();
        let pose = match body.placed {
            LastPlacement::Pose(pose) => Some(pose),
            LastPlacement::Poses(_) | LastPlacement::Shapes => None,
        };
        let from = pose.unwrap_or_else(|| Pose::from_translation(place_of(body)));
        let back = -Vect::<V, f32>(from.translation);
        let local = |part: &Shape<V>| displaced(&part.as_shape_ref(), &back.0);
        let locals = if pose.is_some() {
            body.parts.iter().map(|part| part.collider.shape.clone()).collect()
        } else {
            let moved: Option<Vec<Shape<V>>> = now.iter().map(local).collect();
            moved.ok_or(WorldError::Mover { body: id, found: "a shape too far out" })?
        };
        // The turn itself is checked as a pose is.
        let alone = Pose { rotation: turn, ..Pose::identity() };
        for (index, shape) in (0..=u16::MAX).zip(&locals) {
            let error = |error| WorldError::Placement { collider: id.collider(index), error };
            shape.try_transformed(&alone).map_err(error)?;
        }
        let to = Pose { rotation: V::rotation_product(turn, from.rotation), ..from };
        for (index, shape) in (0..=u16::MAX).zip(&locals) {
            let error = |error| WorldError::Placement { collider: id.collider(index), error };
            shape.try_transformed(&to).map_err(error)?;
        }
        let sine = half_sine(turn_between(&from, &to));
        let origin = Vect::<V, f64>::of(&from.translation);
        let [low, high] =
            [body.bounds.min, body.bounds.max].mapped(|end| (Vect::of(&end) - origin).abs());
        let reach = low.zip(high, f64::larger).sum();
        let region = body.bounds.passed_within(2.0 * sine * reach);
        let obstacles = movers::obstacles(world, id, body, &region, levels);
        let obstacles = obstacles.into_iter().filter(|(_, other)| other.front.is_none());
        let obstacles = obstacles.map(|((collider, _), other)| (collider, other)).collect();
        let samples = (HALF_TURN_POSES * sine).ceil();
        let samples = if samples > 1.0 { samples as u32 } else { 1 };
        let has_pose = pose.is_some();
        let rounding = STAYS_WITHIN * widen(body.bounds.largest());
        let least = rounding / (2.0 * sine * reach);
        Ok(Self { locals, from, to, has_pose, now, obstacles, samples, least })
    }

    fn shapes(&self, pose: &Pose<V>) -> Option<Vec<Shape<V>>> {
        self.locals.iter().map(|shape| shape.try_transformed(pose).ok()).collect()
    }

    fn penetrates_now(&self, other: &BoundedObstacle<'_, V>) -> bool {
        self.now.iter().enumerate().any(|(part, shape)| penetrates(part, shape, other))
    }

    /// Whether it penetrates an obstacle after a fraction of the turn.
    fn meets(&self, fraction: f32, other: &BoundedObstacle<'_, V>) -> bool {
        let shapes = self.shapes(&self.from.between(&self.to, fraction));
        shapes.is_none_or(|shapes| {
            shapes.iter().enumerate().any(|(part, shape)| penetrates(part, shape, other))
        })
    }

    fn is_free(&self, fraction: f32) -> bool {
        self.obstacles.iter().all(|(_, other)| !self.meets(fraction, other))
    }

    /// The fraction of the turn after which it is free of all, and what stops it there.
    fn free_fraction(&self) -> (f32, Option<ColliderId>) {
        let (mut fraction, mut stopped_by) = (1.0, None);
        for (collider, other) in &self.obstacles {
            let own = self.free_of(other);
            if own < fraction {
                (fraction, stopped_by) = (own, Some(*collider));
            }
        }
        // What it touched at the start may be met in between, too.
        while fraction > 0.0 && !is_zero(fraction) && !self.is_free(fraction) {
            let met = self.obstacles.iter().find(|(_, other)| self.meets(fraction, other));
            stopped_by = met.map(|&(collider, _)| collider);
            let less = fraction * 0.5;
            fraction = if less > f32::EPSILON { less } else { 0.0 };
        }
        (fraction, stopped_by)
    }

    /// The fraction of the turn up to which it does not penetrate an obstacle.
    fn free_of(&self, other: &BoundedObstacle<'_, V>) -> f32 {
        let start = self.clear_of(other);
        let mut free = start;
        for sample in 1..=self.samples {
            let part = sample as f32 / self.samples as f32;
            let here = if sample < self.samples { start + (1.0 - start) * part } else { 1.0 };
            if !self.meets(here, other) {
                free = here;
                continue;
            }
            return last_free(free, here, |fraction| self.meets(fraction, other));
        }
        1.0
    }

    /// The fraction of the turn up to which it does not come near an obstacle.
    fn clear_of(&self, other: &BoundedObstacle<'_, V>) -> f32 {
        let mut clear = 1.0_f32;
        for (part, local) in self.locals.iter().enumerate() {
            if !other.blocks(part) {
                continue;
            }
            let largest = Bounds::of(&self.now[part]).largest();
            let within = f32::EPSILON * largest + f32::MIN_POSITIVE;
            let shape = local.as_shape_ref();
            let hit = V::rotating_cast(shape, &self.from, &self.to, other.shape, within);
            let first = hit.map_or(0.0, |hit| hit.map_or(1.0, |hit| hit.fraction));
            clear = clear.smaller(first);
        }
        clear
    }
}

/// The last fraction of a turn that is free, by halving between one that is and one that meets something.
pub(super) fn last_free(mut free: f32, mut met: f32, meets: impl Fn(f32) -> bool) -> f32 {
    for _ in 0..HALVINGS {
        let between = free + (met - free) * 0.5;
        *(if meets(between) { &mut met } else { &mut free }) = between;
    }
    free
}

fn penetrates<V: Vector>(part: usize, shape: &Shape<V>, other: &BoundedObstacle<'_, V>) -> bool {
    other.blocks(part)
        && Bounds::of(shape).overlaps(&other.bounds)
        && proof::penetrates(shape.as_shape_ref(), other.shape)
}
