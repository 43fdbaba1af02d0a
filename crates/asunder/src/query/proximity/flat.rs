//! Distance and depth of planes and half-spaces, along their only axis: the normal.
//!
//! A height is a difference of two terms that may nearly cancel. Where rounding is too much of what is left,
//! exact numbers give it.

use super::certain::{height_for_certain, leads_into, offset_for_certain};
use super::polytope::{Core, reference};
use super::{Proximity, ROUNDED, SLACK};
use crate::exact::{Number, Quotient, widen};
use crate::linalg::Vect;
use crate::shape::{FrustumForm, Plane, ShapeRef};
use crate::space::Vector;

/// A plane, or the half-space behind it.
pub(super) struct PlaneSide<V: Vector> {
    plane: Plane<V>,
    /// Whether this is the half-space rather than the plane.
    is_solid: bool,
    /// The plane's unit normal.
    normal: Vect<V, f64>,
    /// The signed distance of the plane from zero, along `normal`.
    offset: f64,
}

/// Bound on the rounding of a height, relative to the sum of its terms' magnitudes. Derived in
/// `tests::the_rounding_of_heights_is_derived`.
pub(super) const ROUNDING: f64 = 8.0 * f64::EPSILON;
/// The same for what is left of a height after a displacement along the normal rounded to `f32`, derived in
/// the same test.
pub(super) const ROUNDING_OUT: f64 = 9.0 * f64::EPSILON;

/// A height is known well enough if its error is at most this part of it, 2⁻²⁶, or this part of the size of the
/// shape that it belongs to, 2⁻⁴³.
const ENOUGH: f64 = 1.0 / (1u64 << 26) as f64;
const ENOUGH_OF_SIZE: f64 = 1.0 / (1u64 << 43) as f64;

impl<V: Vector> PlaneSide<V> {
    /// The plane or half-space, if `shape` is one.
    pub(super) fn of(shape: ShapeRef<'_, V>) -> Option<Self> {
        let (plane, is_solid) = match shape {
            ShapeRef::Plane(plane) => (*plane, false),
            ShapeRef::HalfSpace(half_space) => (half_space.boundary(), true),
            ShapeRef::Frustum(frustum) => match frustum.form() {
                FrustumForm::HalfSpaces([only]) => (only.boundary(), true),
                _ => return None,
            },
            _ => return None,
        };
        let wide = Vect::of(&plane.normal);
        let normal = wide.unit()?;
        let offset = in_lengths(widen(plane.offset), wide, normal);
        Some(Self { plane, is_solid, normal, offset })
    }

    /// The distance or depth of a displaced shape `a` and this plane or half-space; `None` if no motion
    /// parts them.
    pub(super) fn under(
        &self,
        a: ShapeRef<'_, V>,
        displacement: Vect<V, f64>,
    ) -> Option<Proximity<V>> {
        if let Some(mut flat) = Self::of(a) {
            let magnitude = flat.offset.abs() + displacement.norm1() + self.offset.abs();
            flat.offset += flat.normal.dot(displacement);
            return self.under_flat(&flat, displacement, magnitude);
        }
        let origin = reference(a).unwrap_or(Vect::<V, f32>::zero().0);
        let own = Core::of(&a, origin)?;
        // A camera's vertices may lie far from its origin.
        let own_size = if let ShapeRef::Frustum(_) = a { own.spread() } else { own.size };
        let core = own.moved(displacement);
        let origin = Vect::of(&origin);
        let (height, magnitude) = self.height(origin);
        let [low, high] = core.extent(&self.normal.0);
        let front = (self.normal, height + low);
        let behind = (-self.normal, 0.0 - (height + high));
        let sides = if self.is_solid { &[front][..] } else { &[front, behind][..] };
        let is_free = |normal: Vect<V, f64>| {
            core.rays().iter().enumerate().all(|(k, ray)| {
                let along = normal.dot(*ray);
                let is_behind = normal.dot(self.normal) < 0.0;
                let is_sure = along.abs() > SLACK;
                if is_sure { along > 0.0 } else { !leads_into(&a, k, &self.plane, is_behind) }
            })
        };
        let free = sides.iter().filter(|(normal, _)| is_free(*normal));
        let (normal, gap) = free.copied().reduce(|best, x| if x.1 > best.1 { x } else { best })?;
        let corner = core.support_point(-normal);
        let error = ROUNDING * (magnitude + core.size) + super::ROUNDING * core.size + core.error;
        let along = error + (ROUNDING_OUT - ROUNDING) * (magnitude + core.size);
        let at = |reach: f64| (origin + (corner - normal * reach)).0;
        let unbounded = if core.is_unbounded() { f64::INFINITY } else { 0.0 };
        let found = Proximity {
            normal: normal.0,
            gap: gap - core.radius,
            error,
            along: along + unbounded,
            on_a: at(core.radius),
            on_b: at(gap),
        };
        if error <= ENOUGH * found.gap.abs() || error <= ENOUGH_OF_SIZE * own_size {
            return Some(found);
        }
        let is_behind = normal.dot(self.normal) < 0.0;
        let gap = height_for_certain(&a, displacement, &self.plane, is_behind);
        let error = ROUNDED * (gap.abs() + core.radius);
        Some(Proximity { gap, error, along: error + unbounded, ..found })
    }

    /// The height of a point above the plane, and the sum of the magnitudes of its terms.
    fn height(&self, point: Vect<V, f64>) -> (f64, f64) {
        (height(self.normal, self.offset, point), point.norm1() + self.offset.abs())
    }

    /// The distance or depth of another plane or half-space `a` and this one, given the sum of the
    /// magnitudes behind both offsets; `None` if they are not parallel, because then no motion parts them.
    /// `a` is displaced already.
    fn under_flat(
        &self,
        a: &Self,
        displacement: Vect<V, f64>,
        magnitude: f64,
    ) -> Option<Proximity<V>> {
        let [n, m] = [self, a].map(|flat| Vect::<V, f64>::of(&flat.plane.normal));
        // Products of two `f32` are exact in `f64`.
        let are_parallel = (0..V::DIM).all(|t| (0..t).all(|s| n[t] * m[s] == n[s] * m[t]));
        if !are_parallel {
            return None;
        }
        let same_side = self.normal.dot(a.normal) > 0.0;
        let at = if same_side { a.offset } else { 0.0 - a.offset };
        let above = (self.normal, at - self.offset);
        let below = (-self.normal, self.offset - at);
        // A half-space is unbounded behind its plane, so it can block either side.
        let is_free_above = !a.is_solid || !same_side;
        let is_free_below = !self.is_solid && (!a.is_solid || same_side);
        let (normal, gap) = match (is_free_above, is_free_below) {
            (true, true) if below.1 > above.1 => below,
            (true, _) => above,
            (false, true) => below,
            (false, false) => return None,
        };
        // The planes are exactly parallel, so rounding is the only error.
        let error = ROUNDING * magnitude;
        let found = Proximity {
            normal: normal.0,
            gap,
            error,
            along: ROUNDING_OUT * magnitude,
            on_a: (self.normal * at).0,
            on_b: (self.normal * self.offset).0,
        };
        if error <= ENOUGH * gap.abs() {
            return Some(found);
        }
        let height = offset_for_certain(&a.plane, displacement, &self.plane);
        let gap = if normal.dot(self.normal) < 0.0 { 0.0 - height } else { height };
        let error = ROUNDED * gap.abs();
        Some(Proximity { gap, error, along: error, ..found })
    }
}

/// The signed distance of a plane from zero, given its offset, its normal and the unit normal.
#[inline(always)]
pub(super) fn in_lengths<V: Vector, N: Quotient>(
    offset: N,
    normal: Vect<V, N>,
    unit: Vect<V, N>,
) -> N {
    offset.over(normal.dot(unit))
}

/// The height of a point above a plane.
#[inline(always)]
pub(super) fn height<V: Vector, N: Number>(unit: Vect<V, N>, offset: N, point: Vect<V, N>) -> N {
    unit.dot(point) - offset
}
