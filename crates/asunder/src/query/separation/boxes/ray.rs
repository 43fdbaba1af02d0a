//! A ray and a box, in `f32`, of a turned one by the axes that it caches: the filter before all others.
//!
//! A ray is apart from a box along a face normal if it starts beyond that face and does not come back, or along the
//! product of its direction with an edge (Ericson 2005, §5.3.3, for segments). In the box's frame, for an origin `o`, a
//! direction `v` and half extents `h`, the gaps are
//!
//! | axis | gap |
//! |---|---|
//! | `±Aᵢ`, if `±vᵢ ≥ 0` | `±oᵢ − hᵢ` |
//! | `v×Aₖ` | `abs(oᵢvⱼ − oⱼvᵢ) − (hᵢ·abs(vⱼ) + hⱼ·abs(vᵢ))` |

use crate::exact::{Number, UNIT_F32, is_zero};
use crate::linalg::{Matrix, Vect, max};
use crate::shape::{Aabb, Obb, Ray};
use crate::space::Vector;

/// A bound on the error of a gap, in units of 2⁻²⁴ of the lengths; along a product, of these times the direction's.
const ERROR: f32 = 26.0;

/// Added to lengths: by as much as underflow takes from a coordinate, the error is then more.
const UNDERFLOW: f32 = 1e-30;

/// More than underflow takes from the products of a gap.
const PRODUCTS: f32 = 1e-36;

/// Lengths above this could overflow a product.
const LIMIT: f32 = 1e18;

/// A ray in the frame of a box.
struct RayFromBox<V: Vector, N: Number> {
    origin: Vect<V, N>,
    direction: Vect<V, N>,
    /// How far the box reaches along each axis, in the unit of the origin.
    reach: Vect<V, N>,
    /// Along which axes the direction certainly is zero.
    rests: Vect<V, bool>,
}

impl<V: Vector, N: Number> RayFromBox<V, N> {
    /// A ray from `offset` along `direction`, and a box of these axes about zero.
    #[inline(always)]
    fn of(
        axes: &Matrix<V, N>,
        offset: Vect<V, N>,
        direction: Vect<V, N>,
        half: Vect<V, N>,
    ) -> Self {
        let turned = |x: Vect<V, N>| axes.each(|axis| axis.dot(x));
        let (origin, direction) = (turned(offset), turned(direction));
        Self { origin, direction, reach: half, rests: Vect::splat(false) }
    }

    /// A ray along `direction`, and an upright box whose corners are seen from its origin. All lengths are doubled, those of
    /// the box, too, as the center is half the sum of two corners.
    #[inline(always)]
    fn of_corners(
        low: Vect<V, N>,
        high: Vect<V, N>,
        direction: Vect<V, N>,
        rests: Vect<V, bool>,
    ) -> Self {
        Self { origin: -(low + high), direction, reach: high - low, rests }
    }

    /// The gap along the product of the ray with the edge across these two.
    #[inline(always)]
    fn gap_across(&self, i: usize, j: usize) -> N {
        let Self { origin, direction, reach, .. } = self;
        let along = origin[i] * direction[j] - origin[j] * direction[i];
        along.abs() - (reach[i] * direction[j].abs() + reach[j] * direction[i].abs())
    }
}

impl<V: Vector> RayFromBox<V, f32> {
    /// Whether they certainly penetrate, or certainly share no point. `lengths` are the taxicab lengths of the way to the
    /// ray's origin and of the box's reach together, `fast` that of its direction, before the frame turned them.
    #[inline(always)]
    fn clearly_meets(&self, lengths: f32, fast: f32) -> Option<bool> {
        let (lengths, fast) = (lengths + UNDERFLOW, fast + UNDERFLOW);
        let (near, slow) = (ERROR * UNIT_F32 * lengths, ERROR * UNIT_F32 * fast);
        // No branch, since rays that miss do so along one axis as often as along another.
        let (mut furthest, mut widest) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        let mut surely_beyond = f32::NEG_INFINITY;
        for i in 0..V::DIM {
            let (at, speed) = (self.origin[i], self.direction[i]);
            let is_known = speed.abs() > slow;
            // Ahead of the face that the ray leads away from; of either, if that is uncertain.
            let ahead = if is_known { at * 1.0_f32.copysign(speed) } else { at.abs() };
            let beyond = ahead - self.reach[i];
            furthest = max(beyond, furthest);
            surely_beyond = max(if is_known { beyond } else { f32::NEG_INFINITY }, surely_beyond);
            for j in 0..i {
                // Of a direction along the third axis alone, the product is no axis.
                let is_axis = !(self.rests[i] & self.rests[j]);
                widest =
                    max(if is_axis { self.gap_across(i, j) } else { f32::NEG_INFINITY }, widest);
            }
        }
        let wide = near * fast + PRODUCTS;
        let is_apart = (surely_beyond > near) | (widest > wide);
        let is_met = (furthest < -near) & (widest < -wide);
        ((lengths < LIMIT) & (fast < LIMIT) & (is_apart | is_met)).then_some(is_met)
    }
}

/// Whether a ray and a turned box certainly penetrate, or certainly share no point.
#[inline(always)]
pub(crate) fn ray_clearly_meets_obb<V: Vector>(ray: &Ray<V>, obb: &Obb<V>) -> Option<bool> {
    let (offset, direction) = (Vect::<V, f32>(ray.origin) - Vect(obb.center), Vect(ray.direction));
    let half = Vect(obb.half_extents);
    let seen = RayFromBox::of(&Matrix::from_arrays(&obb.axes), offset, direction, half);
    seen.clearly_meets(offset.norm1() + half.sum(), direction.norm1())
}

/// Whether a ray and an upright box certainly penetrate, or certainly share no point.
#[inline(always)]
pub(crate) fn ray_clearly_meets_aabb<V: Vector>(ray: &Ray<V>, aabb: &Aabb<V>) -> Option<bool> {
    let origin = Vect::<V, f32>(ray.origin);
    let rests = Vect::<V, f32>(ray.direction).map(is_zero);
    let seen = RayFromBox::of_corners(
        Vect(aabb.min) - origin,
        Vect(aabb.max) - origin,
        Vect(ray.direction),
        rests,
    );
    seen.clearly_meets(seen.origin.norm1() + seen.reach.sum(), seen.direction.norm1())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::query::predicate::Rule;
    use crate::query::predicate::tests::assert_covers;
    use crate::query::separation::{shape, span_span};
    use crate::shape::{AnyShape as _, Shape};
    use asunder_jury::{Family, Kind, Rng, pair};
    use glam::{Vec2, Vec3};

    /// The largest error of a gap of rays and boxes of which one length each is one and the others are zero.
    fn derived<V: Vector>() -> f64 {
        // Axes are rounded once from `f64`: half a unit, and a little for the error in `f64`.
        let axis = Vect::<V, _>::splat(Roundoff::unit(0.501));
        let axes = Matrix::from_columns(|_| axis);
        let one = |is_one: bool, one: Roundoff| if is_one { one } else { Roundoff::ZERO };
        let mut worst: f64 = 0.0;
        for length in 0..2 * V::DIM {
            // Origins are subtracted once; directions and half extents enter as they are. Both corners of an upright box
            // are subtracted once, too, and are no further than its lengths together: |low| + |high| is the greater
            // of |low + high| and |high - low|.
            let rounded = |from: usize| {
                Vect::<V, _>::from_fn(|t| one(t + from == length, Roundoff::unit(1.0)))
            };
            let half = Vect::<V, _>::from_fn(|t| one(t + V::DIM == length, Roundoff::ONE));
            for speed in 0..V::DIM {
                let direction = Vect::<V, _>::from_fn(|t| one(t == speed, Roundoff::ONE));
                let turned = RayFromBox::of(&axes, rounded(0), direction, half);
                let upright = RayFromBox::of_corners(
                    rounded(0),
                    rounded(V::DIM),
                    direction,
                    Vect::splat(false),
                );
                for seen in [turned, upright] {
                    for i in 0..V::DIM {
                        let beyond = seen.origin[i] - seen.reach[i];
                        worst = worst.max(beyond.error).max(seen.direction[i].error);
                        for j in 0..i {
                            worst = worst.max(seen.gap_across(i, j).error);
                        }
                    }
                }
            }
        }
        worst
    }

    #[test]
    fn the_error_is_derived() {
        // Lengths are rounded, too, and so are their products with the error.
        let (space, plane) = (derived::<Vec3>(), derived::<Vec2>());
        assert!(plane <= space);
        assert_covers(f64::from(ERROR), space * SLACK);
    }

    /// What a processor that flushes takes: up to 2⁻¹²⁶ of each number, product and sum.
    #[test]
    fn underflow_is_covered() {
        let lost = f64::from(f32::MIN_POSITIVE);
        let [error, underflow, products, limit] =
            std::hint::black_box([ERROR * UNIT_F32, UNDERFLOW, PRODUCTS, LIMIT]).map(f64::from);
        // A coordinate in the box's frame sums three products of differences, which are flushed, too.
        let coordinate = 3.0 * lost + 3.0 * lost + 2.0 * lost;
        // Of an upright box, both coordinates and half extents are sums of two differences of two numbers each: seven
        // times that, which is less than twice a coordinate. Of a gap across, either of two coordinates is off by
        // that, times the other's size.
        assert!(error * underflow > 2.0 * 2.0 * coordinate);
        assert!(products > 10.0 * lost);
        assert!(4.0 * limit * limit < f64::from(f32::MAX));
    }

    /// Straight down on a floor, beside it, and above it and away.
    #[test]
    fn a_ray_along_an_axis_is_known() {
        let floor = Aabb::<Vec3>::new([-10.0, -1.0, -10.0], [10.0, 0.0, 10.0]);
        let known = |origin, direction| {
            ray_clearly_meets_aabb(&Ray::<Vec3>::new(origin, direction), &floor)
        };
        assert_eq!(known([1.0, 5.0, 2.0], [0.0, -1.0, 0.0]), Some(true));
        assert_eq!(known([1.0, 5.0, 11.0], [0.0, -1.0, 0.0]), Some(false));
        assert_eq!(known([1.0, 5.0, 2.0], [0.0, 1.0, 0.0]), Some(false));
        assert_eq!(known([1.0, 5.0, 10.0], [0.0, -1.0, 0.0]), None, "it grazes");
    }

    /// Rays and boxes of all families and of all magnitudes, and what the general formula says.
    #[test]
    fn what_is_certain_is_right() {
        let mut rng = Rng::new(0x6a);
        for (family, kind) in Family::ALL.iter().flat_map(|&it| [(it, Kind::Aabb), (it, Kind::Obb)])
        {
            let mut known = 0;
            for round in 0..600 {
                let (a, b) = pair::<3>(family, Kind::Ray, kind, &mut rng);
                let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
                let Shape::Ray(ray) = &a else { unreachable!("a ray was asked for") };
                let is_game = matches!(family, Family::Game);
                let scale = if is_game { [1.0, 1e-34, 1e-20, 1e12][round % 4] } else { 1.0 };
                let scaled = |x: [f32; 3]| x.map(|x| x * scale);
                let ray = Ray::<Vec3>::new(scaled(ray.origin), scaled(ray.direction));
                let (meets, b): (_, Shape<Vec3>) = match &b {
                    Shape::Aabb(b) => {
                        let b = Aabb::new(scaled(b.min), scaled(b.max));
                        (ray_clearly_meets_aabb(&ray, &b), b.into())
                    }
                    Shape::Obb(b) => {
                        let b = Obb::new(scaled(b.center), scaled(b.half_extents), b.rotation);
                        (ray_clearly_meets_obb(&ray, &b), b.into())
                    }
                    _ => unreachable!("a box was asked for"),
                };
                let Some(meets) = meets else { continue };
                known += 1;
                for rule in [Rule::Closed, Rule::Open] {
                    let general = span_span::<Vec3>(&ray.as_shape_ref(), &b.as_shape_ref(), rule);
                    assert_eq!(meets, general, "{family:?} {rule:?} {ray:?} {b:?}");
                }
            }
            if family == Family::Game {
                assert!(known > 400, "{kind:?}: {known}");
            }
        }
    }
}
