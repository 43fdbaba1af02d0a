//! Enclosing boxes and spheres, each proven to contain what it encloses.
//!
//! A center and a rotation are proposed in `f64`, and rounded. Then each size is the least `f32` with
//! which the exact [`Contains`](super::contains::Contains) holds: proposals decide how tight a bound
//! is, never whether it is one.

mod aabb;
mod ball;
mod calipers;
mod cloud;
mod merged;
mod obb;
mod search;
mod simplex;
mod sphere;

pub(crate) use calipers::least_rectangle;
pub(crate) use search::least_box;

use super::contains::Contains;
use crate::dimension::kernels;
use crate::exact::{at_or_above, bisect, by_key, order_key};
use crate::shape::{Aabb, AnyShape, Obb, ShapeError, ShapeRef, Sphere, check};
use crate::space::Vector;

/// The axis-aligned box and the sphere that enclose a shape.
///
/// Implemented for every shape, points and [`Shape`](crate::Shape) included.
pub trait Enclosing: AnyShape {
    /// The smallest [`Aabb`] that contains the shape, of all with `f32` corners: with any face one
    /// `f32` further in, [`contains`](Contains::contains) is false.
    ///
    /// A rotation means exactly `q/|q|` here too; corners of a box or frustum are not rounded before
    /// they are enclosed. It costs a few plane tests for each face.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let tilted = Obb2::new([0.0, 0.0], [3.0, 1.0], [4.0, 3.0]);
    /// let around = tilted.aabb();
    /// // The corner is at 3 · 0.8 + 1 · 0.6 = 3.
    /// assert_eq!(around.max().x, 3.0);
    /// assert!(around.contains(&tilted), "it touches from within");
    /// assert!(HalfSpace2::new([1.0, 0.0], 0.0).try_aabb().is_err());
    /// ```
    ///
    /// # Panics
    /// Where [`try_aabb`](Self::try_aabb) errs.
    #[track_caller]
    fn aabb(&self) -> Aabb<Self::Vector> {
        check::valid(self.try_aabb())
    }

    /// As [`aabb`](Self::aabb), of a shape that may have none.
    ///
    /// # Errors
    /// If the shape is a point that is not finite, or no box of finite numbers contains it: it is
    /// unbounded, or reaches too far out.
    fn try_aabb(&self) -> Result<Aabb<Self::Vector>, ShapeError>;

    /// A [`Sphere`] that contains the shape: around the center of its smallest enclosing sphere,
    /// rounded, with the least radius for that.
    ///
    /// It exceeds the smallest by no more than rounding its center moves it (a frustum's corners are
    /// computed in `f64`, and where its planes are all but parallel they may be far off: it is still
    /// contained). A sphere gives itself.
    ///
    /// It takes a handful of passes over the shape's corners (B. Gärtner, "Fast and robust smallest
    /// enclosing balls", ESA 1999).
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let pill = Capsule3::new([-2.0, 0.0, 0.0], [4.0, 0.0, 0.0], 1.0);
    /// assert_eq!(pill.bounding_sphere(), Sphere3::new([1.0, 0.0, 0.0], 4.0));
    /// ```
    ///
    /// # Panics
    /// Where [`try_bounding_sphere`](Self::try_bounding_sphere) errs.
    #[track_caller]
    fn bounding_sphere(&self) -> Sphere<Self::Vector> {
        check::valid(self.try_bounding_sphere())
    }

    /// As [`bounding_sphere`](Self::bounding_sphere), of a shape that may have none.
    ///
    /// # Errors
    /// As [`try_aabb`](Self::try_aabb).
    fn try_bounding_sphere(&self) -> Result<Sphere<Self::Vector>, ShapeError>;
}

impl<A: AnyShape> Enclosing for A {
    fn try_aabb(&self) -> Result<Aabb<A::Vector>, ShapeError> {
        A::Vector::aabb_of_shape(self.as_shape_ref())
    }
    fn try_bounding_sphere(&self) -> Result<Sphere<A::Vector>, ShapeError> {
        A::Vector::sphere_of_shape(self.as_shape_ref())
    }
}

kernels! {
    EnclosingKernels:

    fn aabb_of_shape(shape: ShapeRef<'_, Self>) -> Result<Aabb<Self>, ShapeError> {
        aabb::around(&shape)
    }

    fn sphere_of_shape(shape: ShapeRef<'_, Self>) -> Result<Sphere<Self>, ShapeError> {
        sphere::around_shape(&shape)
    }

    fn merged_spheres(a: &Sphere<Self>, b: &Sphere<Self>) -> Result<Sphere<Self>, ShapeError> {
        sphere::around_both(a, b)
    }

    fn merged_obbs(a: &Obb<Self>, b: &Obb<Self>) -> Result<Obb<Self>, ShapeError> {
        obb::around_both(a, b)
    }

    fn sphere_of_points(
        points: &[<Self as Vector>::Array<f32>]
    ) -> Result<Sphere<Self>, ShapeError> {
        sphere::around_points(points)
    }

    fn obb_of_points(points: &[<Self as Vector>::Array<f32>]) -> Result<Obb<Self>, ShapeError> {
        obb::around_points(points)
    }
}

/// The points, collected: at least one, and all finite.
fn collected<V: Vector, P: Into<V::Array<f32>>>(
    points: impl IntoIterator<Item = P>,
) -> Result<Vec<V::Array<f32>>, ShapeError> {
    let points: Vec<V::Array<f32>> = points.into_iter().map(Into::into).collect();
    if points.is_empty() {
        return Err(ShapeError::Empty);
    }
    points.iter().try_for_each(|point| finite::<V>("points", point))?;
    Ok(points)
}

fn finite<V: Vector>(field: &'static str, point: &V::Array<f32>) -> Result<(), ShapeError> {
    match (0..V::DIM).map(|t| point[t]).find(|x| !x.is_finite()) {
        Some(value) => Err(ShapeError::NotFinite { field, value }),
        None => Ok(()),
    }
}

/// Whether something can be enclosed at all.
fn bounded<V: Vector>(shape: &ShapeRef<'_, V>) -> Result<(), ShapeError> {
    if let ShapeRef::Point(point) = shape {
        return finite::<V>("point", &point.to_array());
    }
    if shape.is_bounded() { Ok(()) } else { Err(ShapeError::NotRepresentable) }
}

/// The least finite `f32` not below `from` that `holds`, which holds for all from some number on;
/// `None` if it holds for none. From a value nearby it takes but a few trials, from anywhere sixty.
fn least(from: f64, holds: impl Fn(f32) -> bool) -> Option<f32> {
    let last = order_key(f32::MAX);
    let from = order_key(at_or_above(from)).max(-last);
    if from > last {
        return None;
    }
    if holds(by_key(from)) {
        return Some(by_key(from));
    }
    // `low` does not hold. First further and further, then halving.
    let (mut low, mut step) = (from, 1_i32);
    let high = loop {
        if low == last {
            return None;
        }
        let next = low.saturating_add(step).min(last);
        if holds(by_key(next)) {
            break next;
        }
        (low, step) = (next, step.saturating_mul(2));
    };
    let [_, least] = bisect([low, high], 1, |key| holds(by_key(key)));
    Some(by_key(least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::widen;

    #[test]
    fn the_least_is_found_from_anywhere_below() {
        let least_bits = f32::from_bits(1);
        for target in [f32::MIN, -1.5, -least_bits, 0.0, least_bits, 1.0, 3e38, f32::MAX] {
            let holds = |x: f32| order_key(x) >= order_key(target);
            for from in [f64::NEG_INFINITY, -1e300, -2.0, -1e-50, widen(target)] {
                if from <= widen(target) {
                    let found = least(from, holds).map(f32::to_bits);
                    assert_eq!(found, Some(target.to_bits()), "{from} {target}");
                }
            }
        }
        assert_eq!(least(0.0, |_| false), None);
        assert_eq!(least(f64::INFINITY, |x| x.is_infinite()), None);
        assert_eq!(least(-0.0, |_| true).map(f32::to_bits), Some(0), "+0");
    }
}
