//! Shapes that touch along a coordinate axis, as those that stand or lean on a level face.
//!
//! A filter cannot decide a touch, but most touches need no long numbers. The projection of a core (a shape
//! without its radius) on a coordinate axis ends at stored numbers, or at the sum of two. Their differences
//! are compared with the sum `r` of the radii, all in `f64` and only where none of them rounds.
//!
//! *Lemma.* Let `g ≥ 0` be the gap between two cores along a coordinate axis, and let the *faces* be their
//! support sets towards each other along that axis, projected along it.
//!
//! * `g > r`: the shapes are apart.
//! * `g = r`: they do not penetrate, and they touch if and only if the faces have a point in common.
//! * `g < r`: they penetrate if the faces have a point in common.
//!
//! *Proof.* No two points of the cores are nearer than `g`. Two are at distance `g` if and only if both lie
//! in the support sets and the vector between them is along the axis, so that they project on the same
//! point. Shapes penetrate if the distance of their cores is less than `r`, touch if it is `r`, and else are
//! apart. If `r = 0 = g`, the axis keeps them from penetrating. ∎
//!
//! Faces that are points, or axis-aligned boxes, have a point in common if and only if their projections
//! overlap on each axis: comparisons again. Other faces are convex polygons in a plane, see [`faces`]; most
//! of them clearly overlap or are clearly apart, so that a filter can decide.
//!
//! For a plane perpendicular to a coordinate axis, the ends of the projection decide.

mod faces;
#[cfg(test)]
mod tests;

use super::boxes::BoxSource;
use crate::array::Mapped as _;
use crate::exact::{exact_difference, exact_product, is_zero, widen};
use crate::linalg::{max, min};
use crate::query::generators::Spanned as _;
use crate::query::predicate::Rule;
use crate::shape::{Aabb, Obb, Plane, ShapeRef};
use crate::space::Vector;

/// A shape without its radius.
enum Core<'s, V: Vector> {
    /// The convex hull of the first `count` points; the others repeat them.
    Points { at: [V::Array<f32>; 3], count: usize },
    /// An axis-aligned box.
    AxisAligned(&'s Aabb<V>),
    /// A ray.
    Endless { at: V::Array<f32>, direction: V::Array<f32> },
    /// An oriented box, and for each coordinate axis the index of its axis along it.
    Turned(&'s Obb<V>, V::Array<Option<u8>>),
}

/// The support set of a core along a coordinate axis, or along its opposite.
struct SupportFace<'c, 's, V: Vector> {
    core: &'c Core<'s, V>,
    /// The coordinate axis.
    t: usize,
    /// The points in the face, for [`Core::Points`]; the origin alone, for [`Core::Endless`].
    among: [bool; 3],
}

type Ends = Option<[f64; 2]>;

/// Whether two shapes meet, by `rule`, if a coordinate axis decides; else `None`.
pub(super) fn decide<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    rule: Rule,
) -> Option<bool> {
    if let ShapeRef::Plane(plane) = b {
        return meets_plane(a, plane, true, rule);
    }
    if let ShapeRef::HalfSpace(half_space) = b {
        return meets_plane(a, &half_space.boundary(), false, rule);
    }
    let ((core_a, radius_a), (core_b, radius_b)) = (core(a)?, core(b)?);
    let radius = exact_difference(radius_a, -radius_b)?;
    // The axis with the widest gap, and whether `b` lies towards the greater numbers there.
    let mut widest: Option<(f64, usize, bool)> = None;
    for t in 0..V::DIM {
        let (Some([a_min, a_max]), Some([b_min, b_max])) = (core_a.ends(t), core_b.ends(t)) else {
            continue;
        };
        let (Some(above), Some(below)) = (gap_between(a_max, b_min), gap_between(b_max, a_min))
        else {
            continue;
        };
        let (gap, is_above) = if above > below { (above, true) } else { (below, false) };
        if rule.is_beyond(gap, radius) {
            return Some(false);
        }
        if gap >= 0.0 && widest.is_none_or(|(widest, ..)| gap > widest) {
            widest = Some((gap, t, is_above));
        }
    }
    let (gap, t, is_above) = widest?;
    let share =
        SupportFace::of(&core_a, t, is_above).meets(&SupportFace::of(&core_b, t, !is_above))?;
    (share || gap == radius).then_some(share)
}

/// The gap from one end up to another, if `f64` holds it; minus infinity, if the sets are unbounded there.
fn gap_between(from: f64, to: f64) -> Option<f64> {
    if from < f64::INFINITY && to > f64::NEG_INFINITY {
        exact_difference(to, from)
    } else {
        Some(f64::NEG_INFINITY)
    }
}

/// Whether a shape meets a plane, or the half-space behind it, if the plane is perpendicular to a coordinate
/// axis. `back` says whether a shape behind the plane counts as apart.
pub(super) fn meets_plane<V: Vector>(
    shape: &ShapeRef<'_, V>,
    plane: &Plane<V>,
    back: bool,
    rule: Rule,
) -> Option<bool> {
    let (core, radius) = core(shape)?;
    let t = (0..V::DIM).find(|&t| !is_zero(plane.normal[t]))?;
    if (t + 1..V::DIM).any(|other| !is_zero(plane.normal[other])) {
        return None;
    }
    let [low, high] = core.ends(t)?;
    let factor = widen(plane.normal[t]);
    let (low, high) = (exact_difference(low, radius)?, exact_difference(high, -radius)?);
    let (first, last) = (exact_product(factor, low)?, exact_product(factor, high)?);
    let (first, last) = if factor > 0.0 { (first, last) } else { (last, first) };
    let offset = widen(plane.offset);
    let is_in_front = rule.is_beyond(first, offset);
    let is_behind = rule.is_beyond(offset, last);
    Some(!(is_in_front || back && is_behind))
}

/// The core and radius of a shape; `None` for kinds without stored ends, and for points that are not finite.
fn core<'s, V: Vector>(shape: &ShapeRef<'s, V>) -> Option<(Core<'s, V>, f64)> {
    if !shape.is_finite() {
        return None;
    }
    let core = match *shape {
        ShapeRef::Ray(ray) => Core::Endless { at: ray.origin, direction: ray.direction },
        ShapeRef::Aabb(aabb) => Core::AxisAligned(aabb),
        ShapeRef::Obb(obb) => Core::Turned(obb, V::coordinate_axes(obb.rotation)),
        _other => {
            let (at, count) = shape.vertices()?;
            Core::Points { at, count }
        }
    };
    Some((core, widen(shape.radius())))
}

/// The interval of some numbers.
#[inline(always)]
fn range([a, b, c]: [f64; 3]) -> [f64; 2] {
    [min(min(a, b), c), max(max(a, b), c)]
}

impl<V: Vector> Core<'_, V> {
    /// The projection on a coordinate axis, if `f64` holds both ends.
    fn ends(&self, t: usize) -> Ends {
        match self {
            Core::Points { at, .. } => Some(range(at.mapped(|at| widen(at[t])))),
            Core::AxisAligned(aabb) => aabb.ends(t, t),
            Core::Endless { at, direction } => {
                let (at, far) = (widen(at[t]), widen(direction[t]));
                let low = if far < 0.0 { f64::NEG_INFINITY } else { at };
                Some([low, if far > 0.0 { f64::INFINITY } else { at }])
            }
            Core::Turned(obb, axes) => obb.ends(t, axes[t]?.into()),
        }
    }
}

impl<'c, 's, V: Vector> SupportFace<'c, 's, V> {
    /// The support set towards greater numbers, if `top`, or towards lesser ones; the core must be bounded
    /// there.
    fn of(core: &'c Core<'s, V>, t: usize, top: bool) -> Self {
        let mut among = [false; 3];
        match core {
            Core::Points { at, count } => {
                let along = at.mapped(|at| widen(at[t]));
                let [low, high] = range(along);
                let end = if top { high } else { low };
                among = [0, 1, 2].mapped(|i| i < *count && along[i] == end);
            }
            Core::Endless { .. } => among = [true, false, false],
            Core::AxisAligned(_) | Core::Turned(..) => {}
        }
        Self { core, t, among }
    }

    /// The point of the face, if it is a single one.
    fn point(&self) -> Option<&'c V::Array<f32>> {
        match self.core {
            Core::Points { at, .. } => {
                let first = self.among.iter().position(|&among| among)?;
                self.among[first + 1..].iter().all(|&among| !among).then_some(&at[first])
            }
            Core::Endless { at, .. } => Some(at),
            Core::AxisAligned(_) | Core::Turned(..) => None,
        }
    }

    /// The projection on another coordinate axis, if `f64` holds both ends.
    fn ends(&self, other: usize) -> Ends {
        match self.core {
            Core::Points { at, .. } => {
                let first = self.among.iter().position(|&among| among)?;
                let face = [0, 1, 2].mapped(|i| if self.among[i] { i } else { first });
                Some(range(face.mapped(|i| widen(at[i][other]))))
            }
            Core::Endless { at, .. } => Some([widen(at[other]); 2]),
            Core::AxisAligned(_) | Core::Turned(..) => self.core.ends(other),
        }
    }

    /// Whether the face is the box of its projections on the other axes.
    fn is_axis_aligned(&self) -> bool {
        match self.core {
            Core::Points { .. } => {
                let along = |other: usize| {
                    self.ends(other).is_some_and(|[low, high]| low < high) && other != self.t
                };
                let directions = (0..V::DIM).filter(|&other| along(other)).count();
                // Three points may all lie along one axis.
                directions <= 1
            }
            Core::Endless { .. } | Core::AxisAligned(_) => true,
            Core::Turned(_, axes) => (0..V::DIM).all(|t| axes[t].is_some()),
        }
    }

    /// Whether the face is a ray: that of one perpendicular to the axis.
    fn is_ray(&self) -> bool {
        matches!(self.core, Core::Endless { direction, .. } if is_zero(direction[self.t]))
    }

    /// Whether the faces, projected along their axis, have a point in common. Exact. `None` for a ray and a box, or if
    /// numbers have too many bits for that of a ray.
    fn meets(&self, other: &Self) -> Option<bool> {
        if let (Some(a), Some(b)) = (self.hull(), other.hull())
            && let Some(meet) = faces::hulls_meet::<V>(&a, &b)
        {
            return Some(meet);
        }
        (!self.is_ray() && !other.is_ray()).then(|| self.meets_face(other))
    }

    /// As [`meets`](Self::meets), of faces that are bounded.
    fn meets_face(&self, other: &Self) -> bool {
        let mut all_known = true;
        for t in (0..V::DIM).filter(|&t| t != self.t) {
            match (self.ends(t), other.ends(t)) {
                (Some([a_min, a_max]), Some([b_min, b_max])) => {
                    if a_min > b_max || b_min > a_max {
                        return false;
                    }
                }
                _ => all_known = false,
            }
        }
        // The normals of an axis-aligned face are coordinate axes.
        let are_compared = [self, other].mapped(|face| all_known && face.is_axis_aligned());
        if are_compared == [true, true] {
            return true;
        }
        let held = |face: &Self, point: Option<&V::Array<f32>>| match face.core {
            Core::Turned(obb, axes) => {
                point.map(|point| faces::holds(obb, face.own_axis(axes), point))
            }
            Core::Points { .. } | Core::AxisAligned(_) | Core::Endless { .. } => None,
        };
        held(self, other.point())
            .or_else(|| held(other, self.point()))
            .unwrap_or_else(|| faces::meet([self, other], are_compared))
    }
}
