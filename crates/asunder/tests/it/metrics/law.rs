//! What metrics promise, held against the jury's exact truth.
//!
//! Tolerances, with S the size of the pair: a distance is at most the true one, a depth at least, and
//! either errs by up to 2^-22 of the truth and 2^-40 S. Points are `f32`: they may lie off by a rounding
//! of their coordinates, too, and off their shapes by 2^-22 of the sizes.

use crate::judged::Space;
use asunder::Shape;
use asunder::prelude::*;
use asunder_jury::{Frustum, Measure, Shape as Judged, measure, penetrates_after, size};
use std::collections::BTreeMap;

/// In what way an answer is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// A distance, its points, a depth or a contact where there is none, or none where there is.
    Gate,
    /// A distance above the true one.
    DistanceHigh,
    /// A distance too far below the true one.
    DistanceLow,
    /// Closest points farther from one another than the shapes are.
    ClosestFar,
    /// A closest point off its shape.
    ClosestOff,
    /// A way out that does not lead out.
    DepthShort,
    /// A way out that is too long.
    DepthLong,
    /// A normal that is not of unit length.
    Normal,
    /// A point of contact off its shape.
    ContactOff,
}

impl Class {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Class::Gate => "gate",
            Class::DistanceHigh => "distance-high",
            Class::DistanceLow => "distance-low",
            Class::ClosestFar => "closest-far",
            Class::ClosestOff => "closest-off",
            Class::DepthShort => "depth-short",
            Class::DepthLong => "depth-long",
            Class::Normal => "normal",
            Class::ContactOff => "contact-off",
        }
    }
}

/// The classes of faults of one pair, each with how many times the tolerance it errs by.
pub(crate) type Faults = BTreeMap<Class, f64>;

/// 2^-22 and 2^-40, the tolerances; 2^-24, half of the last place of an `f32`.
const RELATIVE: f64 = 1.0 / (1u64 << 22) as f64;
const ABSOLUTE: f64 = 1.0 / (1u64 << 40) as f64;
const ROUNDING: f64 = 1.0 / (1u64 << 24) as f64;

/// A pair, its truth and its tolerances.
struct Trial<'a, const D: usize, V: Space<D>> {
    a: &'a Judged<D>,
    b: &'a Judged<D>,
    x: Shape<V>,
    y: Shape<V>,
    size: f64,
    faults: Faults,
}

/// Asks for every metric of a pair, and lists what is wrong with the answers.
pub(crate) fn faults<const D: usize, V: Space<D>>(a: &Judged<D>, b: &Judged<D>) -> Faults {
    let (x, y) = (V::shape(a), V::shape(b));
    let mut trial = Trial::<D, V> { a, b, x, y, size: size(a, b), faults: Faults::new() };
    match measure(a, b) {
        Measure::Apart(truth) => {
            trial.distance(truth.low, truth.high);
            trial.closest(truth.high);
            trial.has_no_overlap();
        }
        Measure::Touching => {
            trial.has_no_gap();
            trial.penetration(Some(0.0));
            trial.contact();
        }
        Measure::Penetrating(truth) => {
            trial.has_no_gap();
            trial.penetration(truth.map(|truth| truth.high));
            trial.contact();
        }
    }
    trial.faults
}

impl<const D: usize, V: Space<D>> Trial<'_, D, V> {
    fn wrong(&mut self, class: Class, times: f64) {
        let worst = self.faults.entry(class).or_insert(times);
        *worst = if times > *worst { times } else { *worst };
    }

    fn wrong_unless(&mut self, class: Class, right: bool) {
        if !right {
            self.wrong(class, f64::INFINITY);
        }
    }

    /// Notes an error above 0 as a multiple of what is allowed.
    fn hold(&mut self, class: Class, error: f64, allowed: f64) {
        if error > allowed {
            self.wrong(class, error / allowed);
        }
    }

    fn has_no_gap(&mut self) {
        let right =
            self.x.distance(&self.y) == Some(0.0) && self.x.closest_points(&self.y).is_none();
        self.wrong_unless(Class::Gate, right);
    }

    fn has_no_overlap(&mut self) {
        let right = self.x.penetration(&self.y).is_none() && self.x.contact(&self.y).is_none();
        self.wrong_unless(Class::Gate, right);
    }

    fn distance(&mut self, low: f64, high: f64) {
        let Some(distance) = self.x.distance(&self.y) else {
            return self.wrong(Class::Gate, f64::INFINITY);
        };
        let found = f64::from(distance);
        self.wrong_unless(Class::Gate, found > 0.0);
        let allowed = found * RELATIVE + ABSOLUTE * self.size;
        // Nothing is nearer than the least number, and nothing farther than the greatest.
        if found > high && distance > f32::from_bits(1) {
            self.wrong(Class::DistanceHigh, (found - high) / allowed);
        }
        if distance < f32::MAX {
            self.hold(Class::DistanceLow, low - found, allowed);
        }
    }

    fn closest(&mut self, truth: f64) {
        let Some(near) = self.x.closest_points(&self.y) else {
            return self.wrong(Class::Gate, f64::INFINITY);
        };
        let (p, q) = (array::<D, V>(near.on_a), array::<D, V>(near.on_b));
        let between = (0..D).map(|i| f64::from(p[i]) - f64::from(q[i])).map(|x| x * x).sum::<f64>();
        let rounding = ROUNDING * (reach(&p) + reach(&q));
        let allowed = truth * RELATIVE + ABSOLUTE * self.size + rounding;
        self.hold(Class::ClosestFar, between.sqrt() - truth, allowed);
        self.is_on(Class::ClosestOff, p, q);
    }

    /// Whether a point lies on each shape.
    fn is_on(&mut self, class: Class, on_a: [f32; D], on_b: [f32; D]) {
        for (shape, point) in [(self.a, on_a), (self.b, on_b)] {
            if let Measure::Apart(off) = measure(shape, &Judged::Point(point)) {
                let allowed = RELATIVE * (self.size + reach(&point)) + ABSOLUTE * self.size;
                self.hold(class, off.low, allowed);
            }
        }
    }

    /// `None` if there is no way out.
    fn penetration(&mut self, truth: Option<f64>) {
        let (Some(out), Some(truth)) = (self.x.penetration(&self.y), truth) else {
            let none = truth.is_none() && self.x.penetration(&self.y).is_none();
            return self.wrong_unless(Class::Gate, none);
        };
        let normal = array::<D, V>(out.normal);
        let square: f64 = normal.iter().map(|x| f64::from(*x) * f64::from(*x)).sum();
        // Two places of an `f32` near 1, and twice that for the square.
        self.hold(Class::Normal, (square.sqrt() - 1.0).abs(), 2.0 * f64::from(f32::EPSILON));
        let depth = f64::from(out.depth);
        self.wrong_unless(Class::Gate, (depth > 0.0) == (truth > 0.0));
        if out.depth < f32::MAX {
            let short = penetrates_after(self.a, normal, out.depth, self.b);
            self.wrong_unless(Class::DepthShort, !short);
            let allowed = truth * RELATIVE + ABSOLUTE * self.size;
            // The least depth that is not 0 is no error.
            if out.depth > f32::from_bits(1) {
                self.hold(Class::DepthLong, depth - truth, allowed);
            }
        }
    }

    fn contact(&mut self) {
        let (out, contact) = (self.x.penetration(&self.y), self.x.contact(&self.y));
        let (Some(out), Some(contact)) = (out, contact) else {
            return self.wrong_unless(Class::Gate, out.is_none() && contact.is_none());
        };
        self.wrong_unless(Class::Gate, out.depth.to_bits() == contact.depth.to_bits());
        for point in contact.points() {
            self.is_on(Class::ContactOff, array::<D, V>(point.on_a), array::<D, V>(point.on_b));
        }
    }
}

fn array<const D: usize, V: Space<D>>(vector: V) -> [f32; D] {
    let array = vector.to_array();
    std::array::from_fn(|i| array[i])
}

fn reach<const D: usize>(point: &[f32; D]) -> f64 {
    point.iter().map(|x| f64::from(x.abs())).sum()
}

/// Whether every number of a shape is 0 or of a magnitude from 2^-40 to 2^40: for these the metrics
/// promise their precision.
pub(crate) fn is_in_domain<const D: usize>(shape: &Judged<D>) -> bool {
    let near_one =
        |x: &f32| *x == 0.0 || (ABSOLUTE..=1.0 / ABSOLUTE).contains(&f64::from(*x).abs());
    let all = |lists: &[&[f32]]| lists.iter().all(|list| list.iter().all(near_one));
    match shape {
        Judged::Point(point) => all(&[point]),
        Judged::Sphere { center, radius } => all(&[center, &[*radius]]),
        Judged::Aabb { min, max } => all(&[min, max]),
        Judged::Obb { center, half_extents, rotation } => all(&[center, half_extents, rotation]),
        Judged::Plane { normal, offset } | Judged::HalfSpace { normal, offset } => {
            all(&[normal, &[*offset]])
        }
        Judged::Segment { a, b } => all(&[a, b]),
        Judged::Ray { origin, direction } => all(&[origin, direction]),
        Judged::Capsule { a, b, radius } => all(&[a, b, &[*radius]]),
        Judged::Triangle { a, b, c } => all(&[a, b, c]),
        Judged::Parallelepiped { center, edges } => {
            all(&[center]) && edges.iter().all(|edge| all(&[edge]))
        }
        Judged::ConvexHull(points) => points.iter().all(|point| all(&[point])),
        Judged::Frustum(Frustum::Perspective { origin, rotation, slopes, near, far }) => {
            all(&[origin, rotation, slopes, &[*near, *far]])
        }
        Judged::Frustum(Frustum::HalfSpaces(planes)) => {
            planes.iter().all(|(normal, offset)| all(&[normal, &[*offset]]))
        }
        Judged::Frustum(Frustum::Projection { rows, .. }) => rows.iter().all(|row| all(&[row])),
    }
}
