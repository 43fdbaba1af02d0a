//! Projectiles through recorded ticks.

use super::{History, RewindError, Tick};
use crate::linalg::Vect;
use crate::query::cast::{CastHit, opposite_unit};
use crate::query::ray_cast::Started;
use crate::shape::{AnyShape, Shape, ShapeError};
use crate::space::{Pose, Vector};
use crate::world::linear_path::{LinearPath, hit_at_end};
use crate::world::{Filter, Found, View, World};
use core::ops::Deref;

/// The result of a projectile's flight through recorded ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Flight<V: Vector> {
    /// What it hit first, if anything.
    pub hit: Option<FlightHit<V>>,
    /// Whether it was to start too far back, or to end after the last tick, and its flight was
    /// shortened.
    pub clamped: bool,
}

/// The first hit of a projectile, and its tick.
///
/// It dereferences to what it hit: `hit.collider`, `hit.fraction`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FlightHit<V: Vector> {
    /// The tick from which it flew to the next one when it hit.
    pub tick: Tick,
    /// What it hit; the fraction is that of its displacement in this tick.
    pub found: Found<CastHit<V>>,
}

impl<V: Vector> Deref for FlightHit<V> {
    type Target = Found<CastHit<V>>;

    fn deref(&self) -> &Found<CastHit<V>> {
        &self.found
    }
}

impl<V: Vector> History<V> {
    /// What a shape hits first while it flies from one tick to a later one, by `motion` in each: a
    /// slow rocket, which its player saw start in the past.
    ///
    /// From one tick to the next, others are where they are at the later one: as in a
    /// [step](World::step) for what is [swept](crate::world::Collider::swept()). `projectile` is the
    /// shape at its start. After some ticks it is displaced by the product of `motion` and their
    /// number, and it moves straight from each position to the next: a point, a sphere or a box
    /// leaves no gap in between that something would fit into, however thin. If it is to start
    /// further back than the history goes, it starts at the oldest tick, from the same position; and
    /// it flies no further than to the last one.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::history::History;
    ///
    /// // A door of the past: it opens at tick 3.
    /// let mut world = World2::new();
    /// let door = world.insert(Aabb2::new([5.0, -1.0], [6.0, 1.0]), BodyKind::Moving)?;
    /// let mut history = History::new(10);
    /// for tick in 0..6 {
    ///     let y = if tick < 3 { 0.0 } else { 9.0 };
    ///     world.set_body_pose(door, &Pose2::from_translation([0.0, y]))?;
    ///     world.step();
    ///     history.record(Tick(tick), &world);
    /// }
    /// let rocket = Sphere2::new([0.0, 0.0], 1.0);
    /// let fly = |motion: f32| {
    ///     let flight = history.cast_through(&world, Tick(0), Tick(5), &rocket, [motion, 0.0], Filter::new());
    ///     flight.unwrap().hit.map(|hit| (hit.tick, hit.fraction))
    /// };
    /// assert_eq!(fly(2.0), Some((Tick(1), 1.0)), "at tick 2 it touches the door");
    /// assert_eq!(fly(1.9), None, "by then the door is open");
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// If nothing is recorded, a tick was left out, `to` is before `from`, the motion is not finite,
    /// or the shape comes to lie too far out before it hits anything.
    pub fn cast_through(
        &self,
        world: &World<V>,
        from: Tick,
        to: Tick,
        projectile: &impl AnyShape<Vector = V>,
        motion: impl Into<V::Array<f32>>,
        filter: Filter<'_>,
    ) -> Result<Flight<V>, RewindError> {
        let motion = Vect::<V, f32>(motion.into());
        if from > to {
            return Err(RewindError::Backwards { from, to });
        }
        let (Some(first), Some(last)) = (self.ticks().next(), self.ticks().next_back()) else {
            return Err(RewindError::Empty);
        };
        let clamped = from < first || to > last;
        let from = if from < first { first } else { from };
        let to = if to > last { last } else { to };
        let projectile = projectile.as_shape_ref();
        if let Some(t) = (0..V::DIM).find(|&t| !motion[t].is_finite()) {
            let error = ShapeError::NotFinite { field: "motion", value: motion[t] };
            return Err(RewindError::Projectile(error));
        }
        let placed = |flown: u64| {
            let pose = Pose::from_translation(motion.map(|x| x * flown as f32 + 0.0).0);
            projectile.try_transformed(&pose).map_err(RewindError::Projectile)
        };
        let mut next = placed(0);
        for tick in from.0..to.0 {
            let start = next?;
            let view = self.at(world, Tick(tick + 1), 0.0)?;
            next = placed(tick + 1 - from.0);
            let end = next.as_ref().ok();
            let path = end.and_then(|end| Some((end, LinearPath::between(&start, end)?)));
            let displacement = path.as_ref().map_or(motion.0, |(_, path)| path.motion);
            let found = view.cast(&start, displacement).filter(filter).first();
            let found = found
                .or_else(|| path.and_then(|(end, path)| contact_at_end(&view, end, &path, filter)));
            if let Some(found) = found {
                let hit = Some(FlightHit { tick: Tick(tick), found });
                return Ok(Flight { hit, clamped });
            }
        }
        next.map(|_| Flight { hit: None, clamped })
    }
}

/// What a shape touches where a path ended, or hits in the gap that rounding left before that; of
/// several the smallest id.
fn contact_at_end<V: Vector>(
    view: &View<'_, V>,
    end: &Shape<V>,
    path: &LinearPath<V>,
    filter: Filter<'_>,
) -> Option<Found<CastHit<V>>> {
    let mut all = view.cast(end, Vect::<V, f32>::zero().0).filter(filter).all();
    for found in &mut all {
        if found.hit.started == Started::Overlapping {
            let normal = opposite_unit::<V>(Vect::of(&path.motion));
            found.hit.normal = V::from_array(normal.map(|x| x as f32 + 0.0).0);
        }
    }
    let gap = path.back.map(|back| view.cast(end, back).filter(filter).all()).unwrap_or_default();
    all.extend(gap.into_iter().map(|found| Found { hit: hit_at_end(&found.hit), ..found }));
    // What touches the shape at its end is in both lists: the first entry counts.
    let mut found = all.into_iter().min_by_key(|found| found.collider)?;
    (found.hit.fraction, found.hit.started) = (1.0, Started::Apart);
    Some(found)
}
