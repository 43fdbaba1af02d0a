//! The search for a mover's stop: estimates, and their proofs.

use super::approach::{EntryTime, approach, facing};
use super::placed::{placed, position, stores_several_points};
use super::stop::{StopSearch, is_path_blocked, ulp_of};
use super::sweep::{BoundedShape, Displacement, penetrates_along};
use super::{BoundedObstacle, Hit, Stop};
use crate::exact::{Number as _, lesser, widen};
use crate::linalg::Vect;
use crate::query::bisection::largest_f32;
use crate::query::bounds::Bounds;
use crate::query::cast::{self, EntryFacets, shared_point};
use crate::query::closest_point::saturated;
use crate::query::proximity::{Detail, proof, proximity, rounded_normal};
use crate::query::short_list::ShortList;
use crate::shape::{AnyShape, Shape, ShapeRef};
use crate::sort::sort_by;
use crate::space::Vector;

/// A mover, its motion, and the obstacles that may stop it.
pub(crate) struct ContactSearch<'a, V: Vector> {
    mover: ShapeRef<'a, V>,
    bounds: Bounds<V>,
    start: V::Array<f32>,
    motion: V::Array<f32>,
    obstacles: &'a [BoundedObstacle<'a, V>],
    /// The indices of those that may block the mover.
    near: Vec<usize>,
}

/// The time of impact of a mover with an obstacle.
struct TimeOfImpact<V: Vector> {
    /// The index of the obstacle.
    obstacle: usize,
    /// The greatest fraction of the motion that is free.
    fraction: f32,
    /// The best estimate of that fraction: less than a unit in the last place later.
    time: f64,
    /// The facets that it may enter by, if they were sought.
    facets: Option<EntryFacets<V>>,
}

impl<'a, V: Vector> ContactSearch<'a, V> {
    /// The search for the stop of a mover.
    pub(crate) fn new(
        mover: ShapeRef<'a, V>,
        motion: V::Array<f32>,
        obstacles: &'a [BoundedObstacle<'a, V>],
    ) -> Self {
        debug_assert!((0..V::DIM).all(|t| motion[t].is_finite()), "a motion has an end");
        let bounds = Bounds::of(&mover);
        let (bounded, swept) =
            (BoundedShape { shape: mover, bounds: &bounds }, bounds.passed(&motion));
        let may_block = |&i: &usize| obstacles[i].may_block(bounded, &motion, &swept);
        let near = (0..obstacles.len()).filter(may_block).collect();
        Self { mover, bounds, start: position(&mover), motion, obstacles, near }
    }

    /// The stop, with the gap that is left there.
    pub(crate) fn stop(&self) -> Stop<V> {
        let mut stop = Stop {
            position: V::from_array(self.start),
            fraction: 1.0,
            gap: 0.0,
            hits: Vec::new(),
            started_penetrating: false,
            backed_off: false,
        };
        // What is penetrated at the start is penetrated along the displacement, which includes the start.
        let whole = Displacement::Part(1.0, self.motion);
        let near = self.near.iter().copied();
        let blocking: Vec<usize> = near.filter(|&i| self.is_blocked(i, whole)).collect();
        let at_start = Displacement::Part(0.0, self.motion);
        let is_inside = |&i: &usize| self.is_blocked(i, at_start);
        if blocking.iter().any(is_inside) {
            return Stop { started_penetrating: true, fraction: 0.0, ..stop };
        }
        let impacts = self.first_impacts(&blocking);
        stop.fraction = impacts.first().map_or(1.0, |impact| impact.fraction);
        let time = impacts.iter().map(|impact| impact.time).reduce(f64::smaller);
        let (position, backed_off) = self.free_place(time);
        (stop.position, stop.backed_off) = (V::from_array(position), backed_off);
        let Some(moved) = placed(&self.mover, &position) else { return stop };
        for TimeOfImpact { obstacle, fraction, facets, .. } in impacts {
            let other = &self.obstacles[obstacle].shape;
            let (point, normals) =
                contact(&self.mover, &self.motion, &moved.as_shape_ref(), other, facets);
            stop.hits.push(Hit { obstacle, point, normal: normals[0], fraction, part: None });
        }
        stop.gap = self.gap(&moved, &stop.hits);
        stop
    }

    fn bounded(&self) -> BoundedShape<'_, V> {
        BoundedShape { shape: self.mover, bounds: &self.bounds }
    }

    /// Whether obstacle `i` is penetrated along a displacement. Exact.
    fn is_blocked(&self, i: usize, displacement: Displacement<V>) -> bool {
        penetrates_along(self.bounded(), displacement, self.obstacles[i].bounded())
    }

    /// The first impacts with the obstacles that block the whole displacement, in the order of these: all
    /// that have the least fraction.
    fn first_impacts(&self, blocking: &[usize]) -> Vec<TimeOfImpact<V>> {
        // Convex shapes that touch at the start, and penetrate later, do so at once.
        let touching: Vec<bool> = blocking.iter().map(|&i| self.touches(i)).collect();
        if touching.contains(&true) {
            let least = Displacement::Part(f32::from_bits(1), self.motion);
            let at_once = blocking.iter().zip(touching);
            let at_once = at_once.filter(|&(&i, touches)| touches || self.is_blocked(i, least));
            let impact =
                |(&obstacle, _)| TimeOfImpact { obstacle, fraction: 0.0, time: 0.0, facets: None };
            return at_once.map(impact).collect();
        }
        let estimate =
            |&i: &usize| (i, EntryTime::of(&self.mover, &self.motion, &self.obstacles[i].shape));
        let mut estimates: Vec<_> = blocking.iter().map(estimate).collect();
        sort_by(&mut estimates, &|x, y| x.1.fraction.total_cmp(&y.1.fraction));
        let (mut earliest, mut first) = (1.0_f32, Vec::new());
        for (obstacle, EntryTime { fraction: estimate, facets }) in estimates {
            let is_free = |fraction: f32| {
                !self.is_blocked(obstacle, Displacement::Part(fraction, self.motion))
            };
            if earliest < 1.0 && is_free(earliest.next_up()) {
                continue;
            }
            let as_early = earliest < 1.0 && is_free(earliest);
            let fraction = if as_early {
                earliest
            } else {
                // Gaps along coordinate axes close no later, and keep their digits beside large shapes.
                let other = &self.obstacles[obstacle].bounds;
                let separated = self.bounds.separated_until(&self.motion, other);
                largest_f32(estimate.larger(separated), earliest, is_free)
            };
            // The next number is not free.
            let (least, most) = (widen(fraction), widen(fraction.next_up()));
            let time = if !(estimate > least) { least } else { estimate.smaller(most) };
            if fraction < earliest {
                first.clear();
            }
            earliest = fraction;
            first.push(TimeOfImpact { obstacle, fraction, time, facets });
        }
        sort_by(&mut first, &|x, y| x.obstacle.cmp(&y.obstacle));
        first
    }

    /// Whether the mover meets obstacle `i` at the start. Exact.
    fn touches(&self, i: usize) -> bool {
        let other = &self.obstacles[i];
        self.bounds.overlaps(&other.bounds) && proof::intersects(self.mover, other.shape)
    }

    /// The least distance that certainly remains to one of the hits.
    fn gap(&self, moved: &Shape<V>, hits: &[Hit<V>]) -> f32 {
        let distance = |hit: &Hit<V>| {
            V::pair_distance(moved.as_shape_ref(), self.obstacles[hit.obstacle].shape)
        };
        hits.iter().filter_map(distance).reduce(lesser).unwrap_or(0.0)
    }
}

impl<V: Vector> StopSearch<V> for ContactSearch<'_, V> {
    fn path(&self) -> [&V::Array<f32>; 2] {
        [&self.start, &self.motion]
    }

    fn unit(&self, time: f64) -> f64 {
        let motion = Vect::<V, f64>::of(&self.motion) * time;
        ulp_of((Vect::of(&self.start).abs() + motion.abs()).largest())
    }

    fn first_step_back(&self, unit: f64) -> f64 {
        // Vertices that are rounded one by one need at least one unit of the largest to be free.
        if stores_several_points(&self.mover) {
            unit.larger(ulp_of(widen(self.bounds.largest())))
        } else {
            unit
        }
    }

    fn rounded(&self, target: Vect<V, f64>, units: Vect<V, f64>) -> V::Array<f32> {
        let step = |x: f32, units: f64| if units > 0.0 { x.next_up() } else { x.next_down() };
        let nudged = |x: f32, units: f64| (0..units.abs() as u32).fold(x, |x, _| step(x, units));
        Vect(target.to_f32()).zip(units, nudged).0
    }

    fn away_from_blocker(
        &self,
        place: &V::Array<f32>,
        _impact: Option<f64>,
    ) -> Option<Vect<V, f64>> {
        let Some(there) = placed(&self.mover, place) else { return Some(Vect::zero()) };
        let there = BoundedShape { shape: there.as_shape_ref(), bounds: &Bounds::of(&there) };
        let mut near = self.near.iter().map(|&i| self.obstacles[i].bounded());
        let other = near.find(|&other| is_path_blocked(self.bounded(), *place, there, other))?;
        Some(facing(&self.mover, &self.motion, &other.shape))
    }
}

/// The unit normals of a contact, at least one: one of most, and of corners a few more.
pub(in crate::query) type ContactNormals<V> = ShortList<V, 3>;

fn contact_normals<V: Vector>(normals: impl IntoIterator<Item = V>) -> ContactNormals<V> {
    let mut few = ShortList::new(&V::default());
    normals.into_iter().for_each(|normal| few.push(normal));
    few
}

/// The contact point on an obstacle of a mover, moved up against it along a motion, and the unit normals there:
/// for polyhedra those of the facets entered last, for others the one between their nearest points. `facets`
/// are those that it may enter by, if they are known.
pub(in crate::query) fn contact<V: Vector>(
    mover: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    moved: &ShapeRef<'_, V>,
    other: &ShapeRef<'_, V>,
    facets: Option<EntryFacets<V>>,
) -> (V, ContactNormals<V>) {
    let normals = match facets {
        Some(facets) => facets.normals(mover, motion, other),
        None => cast::entry_normals(mover, motion, other),
    };
    let approach = || approach(mover, motion, other).normal;
    let expected = normals.first().copied().unwrap_or_else(approach);
    let near = |detail: Detail| proximity(*moved, *other, detail);
    let near_if_apart = if normals.is_empty() { None } else { near(Detail::PointsIfApart) };
    let meet = !normals.is_empty() && near_if_apart.is_none();
    let shared = if meet { shared_point(moved, Vect::zero(), other, expected) } else { None };
    let (point, contact_normal) = match shared {
        Some(point) => (point, expected),
        None => match near_if_apart.or_else(|| near(Detail::Points)) {
            Some(near) => cast::contact_at(&near, moved, Vect::zero(), other, Some(expected)),
            None => (Vect::of(&position(moved)), expected),
        },
    };
    let point = V::from_array(point.map(saturated).0);
    let rounded = |normal: &Vect<V, f64>| V::from_array(rounded_normal::<V>(&normal.0));
    if normals.is_empty() {
        // Far away, rounding may put the position behind a thin obstacle; the expected normal is not
        // affected.
        let is_behind = contact_normal.dot(Vect::of(motion)) > 0.0;
        let normal = if is_behind { expected } else { contact_normal };
        return (point, contact_normals([rounded(&normal)]));
    }
    (point, contact_normals(normals.iter().map(rounded)))
}
