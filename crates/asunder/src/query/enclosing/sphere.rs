//! Spheres around points and shapes.

use super::{ball, bounded, collected, least};
use crate::exact::{Quotient, widen};
use crate::linalg::Vect;
use crate::query::generators::{Generators, Homogeneous, Spanned};
use crate::shape::{ShapeError, ShapeRef, Sphere, with_shape};
use crate::space::Vector;

impl<V: Vector> Sphere<V> {
    /// A sphere that contains all the points, exactly: around the center of the smallest sphere that
    /// does, rounded, with the least radius for that.
    ///
    /// It exceeds the smallest by no more than rounding its center moves it. The same points give
    /// the same sphere on every platform; in another order they may give another rounding.
    ///
    /// It takes some ten passes over the points (B. Gärtner, "Fast and robust smallest enclosing
    /// balls", ESA 1999).
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::glam::vec2;
    ///
    /// let points = [vec2(-3.0, 0.0), vec2(5.0, 0.0), vec2(1.0, 4.0), vec2(2.0, 1.0)];
    /// let around = Sphere2::from_points(points)?;
    /// assert_eq!(around, Sphere2::new([1.0, 0.0], 4.0));
    /// assert!(around.contains(&points[2]), "it lies on the circle");
    /// # Ok::<(), asunder::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no point, one is not finite, or the sphere would be too large.
    pub fn from_points<P: Into<V::Array<f32>>>(
        points: impl IntoIterator<Item = P>,
    ) -> Result<Self, ShapeError> {
        V::sphere_of_points(&collected::<V, P>(points)?)
    }
}

/// What computing a distance in `f64` may lose, and the sum of it and a radius, relative to it: a test
/// adds it up.
const LOST: f64 = 1.0 / (1u64 << 50) as f64;

/// How far off a corner may be computed, relative to the largest sum of a corner's magnitudes: so does
/// that.
const CORNER_LOST: f64 = 1.0 / (1u64 << 49) as f64;

pub(super) fn around_points<V: Vector>(points: &[V::Array<f32>]) -> Result<Sphere<V>, ShapeError> {
    let wide: Vec<Vect<V, f64>> = points.iter().map(Vect::of).collect();
    let center = rounded(ball::center(&wide));
    let far: Vec<f64> = wide.iter().map(|&point| distance(point, &center)).collect();
    let farthest = greatest(far.iter().copied());
    // The others are in, whatever is lost.
    let near: Vec<V> = (0..points.len())
        .filter(|&i| far[i] >= farthest * (1.0 - 2.0 * LOST))
        .map(|i| V::from_array(points[i]))
        .collect();
    let holds = |radius| near.iter().all(|point| Sphere { center, radius }.contains(point));
    let radius = least(farthest * (1.0 - LOST), holds).ok_or(ShapeError::NotRepresentable)?;
    Ok(Sphere { center, radius })
}

/// The sphere around a shape: about the center of the smallest ball around its corners, which the
/// shape's own ball only widens.
pub(super) fn around_shape<V: Vector>(shape: &ShapeRef<'_, V>) -> Result<Sphere<V>, ShapeError> {
    bounded(shape)?;
    let span = shape.span::<f64>(0);
    let corners: Vec<Vect<V, f64>> = (0..span.corners()).map(|i| corner(&span, i)).collect();
    let center = rounded(ball::center(&corners));
    let reach = greatest(corners.iter().map(|&corner| distance(corner, &center)));
    // A corner is a sum, and may be off by what the largest corner loses; so is that.
    let lost = CORNER_LOST * greatest(corners.iter().map(|corner| corner.norm1()));
    let reach = (reach + widen(Spanned::<V>::radius(shape))) * (1.0 - LOST) - lost;
    // The corners of a frustum are quotients that may have lost any part of their value.
    let from = if matches!(shape, ShapeRef::Frustum(_)) { 0.0 } else { reach };
    least_around(center, from, &[*shape])
}

/// A corner of what is spanned.
fn corner<V: Vector, N: Quotient>(span: &impl Generators<V, N>, i: usize) -> Vect<V, N> {
    let Homogeneous { x, w } = span.corner(i);
    Vect(x).map(|x: N| x.over(w))
}

/// The smallest sphere around two: it touches both from within, opposite each other.
pub(super) fn around_both<V: Vector>(
    a: &Sphere<V>,
    b: &Sphere<V>,
) -> Result<Sphere<V>, ShapeError> {
    if a.contains(b) {
        return Ok(*a);
    }
    if b.contains(a) {
        return Ok(*b);
    }
    let from = Vect::<V, f64>::of(&a.center);
    let apart = distance(from, &b.center);
    let (r, s) = (widen(a.radius), widen(b.radius));
    let radius = 0.5 * (apart + r + s);
    // Neither contains the other: their centers differ.
    let part = (radius - r) / apart;
    let center = rounded(from + (Vect::of(&b.center) - from) * part);
    let reach = |sphere: &Sphere<V>| {
        distance::<V>(Vect::of(&sphere.center), &center) + widen(sphere.radius)
    };
    let reach = greatest([reach(a), reach(b)].into_iter()) * (1.0 - LOST);
    least_around(center, reach, &[ShapeRef::Sphere(a), ShapeRef::Sphere(b)])
}

/// The sphere around `center` with the least radius, not below `from`, that contains the shapes.
fn least_around<V: Vector>(
    center: V::Array<f32>,
    from: f64,
    shapes: &[ShapeRef<'_, V>],
) -> Result<Sphere<V>, ShapeError> {
    let holds = |radius| {
        let sphere = Sphere { center, radius };
        shapes.iter().all(|shape| with_shape!(ShapeRef, *shape, shape => sphere.contains(shape)))
    };
    let from = if from > 0.0 { from } else { 0.0 };
    let radius = least(from, holds).ok_or(ShapeError::NotRepresentable)?;
    Ok(Sphere { center, radius })
}

/// The point rounded to nearest, within what is finite.
fn rounded<V: Vector>(point: Vect<V, f64>) -> V::Array<f32> {
    let within = |x: f64| {
        let most = widen(f32::MAX);
        (if x > most {
            most
        } else if x > -most {
            x
        } else {
            -most
        }) as f32
    };
    point.map(within).0
}

fn distance<V: Vector>(a: Vect<V, f64>, b: &V::Array<f32>) -> f64 {
    (a - Vect::of(b)).length()
}

/// The greatest of values that are not negative.
fn greatest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |greatest, x| if x > greatest { x } else { greatest })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::adversary::search;
    use crate::analysis::low_precision::{LowPrecision, Rounding, rounding, shares};
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::Number as _;
    use crate::query::predicate::tests::assert_covers;
    use crate::shape::Obb;
    use glam::{Vec2, Vec3};

    const UNIT: f64 = f64::EPSILON / 2.0;

    #[test]
    fn what_a_distance_loses_is_derived() {
        // The difference of two coordinates is rounded once; a radius is none.
        let distance = Vect::<Vec3, _>::splat(Roundoff::unit(1.0)).square().root(0);
        let reach = distance + Roundoff { magnitude: 0.0, error: 0.0 };
        let lowered = reach * Roundoff::ONE;
        assert_covers(LOST / UNIT, lowered.error * SLACK / lowered.magnitude);
    }

    /// How far off the corners of a box may be, to first order, relative to the largest.
    fn lost<V: Vector>(shape: &Obb<V>) -> f64 {
        let span = shape.span::<f64>(0);
        let largest = greatest((0..span.corners()).map(|i| corner::<V, f64>(&span, i).norm1()));
        let (at, steps) = rounding(Rounding::Not, || {
            corner::<V, LowPrecision>(&Spanned::<V>::span::<LowPrecision>(shape, 0), 0)
        });
        let off = |t: usize| shares(&steps, at[t]).iter().map(|share| share.abs()).sum::<f64>();
        (0..V::DIM).map(|t| off(t) * off(t)).sum::<f64>().sqrt() / largest
    }

    #[test]
    fn what_a_corner_loses_is_derived() {
        let numbers = |n: &[f32]| n.iter().map(|x| x.abs()).collect::<Vec<f32>>();
        let space = search(4, 60, |n: &[f32; 10], _| {
            let half = numbers(&n[3..6]);
            let shape = Obb::<Vec3>::try_new(
                [n[0], n[1], n[2]],
                [half[0], half[1], half[2]],
                [n[6], n[7], n[8], n[9]],
            );
            shape.map_or(0.0, |shape| lost(&shape))
        });
        let plane = search(4, 60, |n: &[f32; 6], _| {
            let half = numbers(&n[2..4]);
            let shape = Obb::<Vec2>::try_new([n[0], n[1]], [half[0], half[1]], [n[4], n[5]]);
            shape.map_or(0.0, |shape| lost(&shape))
        });
        assert_covers(CORNER_LOST / UNIT, if space > plane { space } else { plane });
    }
}
