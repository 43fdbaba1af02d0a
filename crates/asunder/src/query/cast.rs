//! The first contact of a moving shape with another, and the time of their separation.
//!
//! One static separating-axis test against the sweep of the shape (see `sweep`) decides whether there is
//! a hit; the same test of a part of the sweep decides its fraction. So no rounded time decides anything:
//! `f64` estimates a fraction, exact predicates prove it and refuse the next one.

mod boxes;
mod entry;
mod linear;
mod time_of_impact;

use super::canonical;
use super::ray_cast::Started;
use crate::exact::negated;
use crate::shape::{AnyShape, ShapeRef};
use crate::space::Vector;
use core::cmp::Ordering;

pub(crate) use entry::{entry_normals, entry_time};
use linear::LinearCast;
pub(crate) use time_of_impact::{approach, contact_at, opposite_unit, touching_normal};

/// The first contact of a moving shape with another.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CastHit<V: Vector> {
    /// The fraction of the motion at the first contact: the greatest `f32` that is not after it, so
    /// never late. Zero, if the shapes meet at the start.
    pub fraction: f32,
    /// The fraction of the motion after which the shapes share no point: the least `f32` that is not
    /// before it. `None`, if they still meet at the end of the motion.
    pub exit: Option<f32>,
    /// A contact point on the other shape, within rounding: of several, as where faces touch, one near
    /// their middle where that is quickly found. If the shapes overlap slightly at the start, it lies
    /// between their deepest points.
    pub point: V,
    /// The other shape's unit normal at the contact, against the motion: from the other shape towards
    /// the moving one.
    ///
    /// If the shapes touch at the start, it lies in the normal cone of the features that touch. Where that
    /// has several normals, as at vertices and edges, it is the one that stops the motion least.
    ///
    /// If the shapes overlap at the start, it is the direction opposite to the motion; for a motion of
    /// zero, the first axis.
    pub normal: V,
    /// The relative position of the shapes at the start.
    pub started: Started,
}

/// The first contact of a shape with another while it moves without turning.
///
/// Implemented for every pair of shapes of the same dimension, [`Shape`](crate::Shape) included.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Other}` are no shapes of one dimension",
    note = "2D shapes are asked about 2D shapes, 3D shapes about 3D shapes",
    note = "a point is a vector of `asunder::glam`; those of another version of glam turn into it by \
            `Vec3::from(point.to_array())`"
)]
pub trait Cast<Other: AnyShape> {
    /// The first contact of this shape, moved by `motion`, with `other`; `None`, if they do not meet.
    ///
    /// Whether they meet is exact. Touching counts: a shape that grazes the other hits it, and so does one
    /// that touches at the start and moves along the other or into it. One that touches at the start
    /// and moves away does not. A shape with a motion of zero hits what it intersects; one with a motion
    /// that is not finite hits nothing.
    ///
    /// The fractions are exact, too: [`fraction`](CastHit::fraction) is the greatest `f32` that is
    /// not late, and [`exit`](CastHit::exit) the least that is not early. With the roles exchanged
    /// and the motion reversed, both are the same, and the normal is the opposite one.
    ///
    /// For boxes it costs about as much as deciding whether they meet during the motion; for other
    /// pairs, a few times as much.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Started;
    ///
    /// let barrel = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    /// let wall = Aabb2::new([3.0, 0.0], [4.0, 9.0]);
    /// let hit = barrel.cast([4.0, 0.0], &wall).unwrap();
    /// assert_eq!((hit.fraction, hit.exit, hit.started), (0.5, None, Started::Apart));
    /// assert_eq!(hit.normal.to_array(), [-1.0, 0.0]);
    ///
    /// assert!(barrel.cast([2.0, 0.0], &wall).is_some(), "the end counts");
    /// assert!(barrel.cast([1.9999999, 0.0], &wall).is_none());
    /// let floor = Aabb2::new([-9.0, -1.0], [9.0, 0.0]);
    /// assert!(barrel.cast([1.0, 0.0], &floor).is_some(), "along what it touches");
    /// assert!(barrel.cast([1.0, 1e-30], &floor).is_none(), "it leaves");
    /// ```
    fn cast(
        &self,
        motion: impl Into<<Other::Vector as Vector>::Array<f32>>,
        other: &Other,
    ) -> Option<CastHit<Other::Vector>>;
}

#[diagnostic::do_not_recommend]
impl<A: AnyShape, B: AnyShape<Vector = A::Vector>> Cast<B> for A {
    #[inline]
    fn cast(
        &self,
        motion: impl Into<<A::Vector as Vector>::Array<f32>>,
        other: &B,
    ) -> Option<CastHit<A::Vector>> {
        A::Vector::shape_cast(self.as_shape_ref(), &motion.into(), other.as_shape_ref())
    }
}

/// The concrete kernel, one for each dimension.
pub trait CastKernels: Sized {
    #[doc(hidden)]
    fn shape_cast(
        a: ShapeRef<'_, Self>,
        motion: &Self::Array<f32>,
        b: ShapeRef<'_, Self>,
    ) -> Option<CastHit<Self>>
    where
        Self: Vector;
}

macro_rules! impl_kernels {
    ($($V:ty: $D:literal),*) => {
        $(impl CastKernels for $V {
            fn shape_cast(
                a: ShapeRef<'_, $V>,
                motion: &[f32; $D],
                b: ShapeRef<'_, $V>,
            ) -> Option<CastHit<$V>> {
                cast(a, motion, b)
            }
        })*
    };
}
impl_kernels!(glam::Vec2: 2, glam::Vec3: 3);

/// A first contact, its vectors not rounded yet.
#[derive(Clone, Copy, Debug)]
struct Impact<V: Vector> {
    fraction: f32,
    exit: Option<f32>,
    started: Started,
    /// From `b` to `a`.
    normal: V::Array<f64>,
    /// On `b`, which does not move.
    point: V::Array<f64>,
}

fn cast<V: Vector>(
    a: ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    b: ShapeRef<'_, V>,
) -> Option<CastHit<V>> {
    if !a.is_finite() || !b.is_finite() || !(0..V::DIM).all(|i| motion[i].is_finite()) {
        return None;
    }
    if canonical::compare(a, b) != Ordering::Greater {
        return impact(a, *motion, b).map(|impact| impact.rounded());
    }
    let back = V::array(|t| negated(motion[t]));
    impact(b, back, a).map(|impact| impact.flipped(motion).rounded())
}

fn impact<V: Vector>(
    a: ShapeRef<'_, V>,
    motion: V::Array<f32>,
    b: ShapeRef<'_, V>,
) -> Option<Impact<V>> {
    let impact = match boxes::impact(&a, &motion, &b) {
        Some(impact) => impact,
        None => LinearCast::<V> { a, motion, b }.impact(),
    }?;
    Some(match impact.started {
        Started::Touching => impact.stopping_least(&a, &motion, &b),
        Started::Apart | Started::Overlapping => impact,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Aabb, Obb};
    use asunder_jury::{Family, Kind, Rng, Shape, motion, pair};
    use glam::{Vec2, Vec3};

    /// Compares the intervals of boxes with the general predicates.
    fn compare<V: Vector>(
        a: &impl AnyShape<Vector = V>,
        motion: &V::Array<f32>,
        b: &impl AnyShape<Vector = V>,
        certain: &mut u32,
    ) {
        let (a, b) = (a.as_shape_ref(), b.as_shape_ref());
        let Some(own) = boxes::impact(&a, motion, &b) else { return };
        *certain += 1;
        let general = LinearCast::<V> { a, motion: *motion, b }.impact();
        let exact = |m: Option<Impact<V>>| m.map(|m| (m.fraction, m.exit, m.started));
        assert_eq!(exact(own), exact(general), "{a:?} {motion:?} {b:?}");
    }

    fn obb3(shape: Shape<3>) -> Obb<Vec3> {
        let Shape::Obb { center, half_extents, rotation } = shape else { unreachable!() };
        Obb::new(center, half_extents, rotation)
    }

    fn aabb<const D: usize, V: Vector<Array<f32> = [f32; D]>>(shape: Shape<D>) -> Aabb<V> {
        let Shape::Aabb { min, max } = shape else { unreachable!() };
        Aabb::new(min, max)
    }

    #[test]
    fn boxes_agree_with_the_general_cast() {
        let mut rng = Rng::new(17);
        for family in Family::ALL {
            let (mut certain, mut asked) = (0, 0);
            for _ in 0..200 {
                asked += 3;
                let (x, y) = pair::<3>(family, Kind::Obb, Kind::Obb, &mut rng);
                let displacement = motion::<3>(family, &x, &y, &mut rng);
                compare(&obb3(x), &displacement, &obb3(y), &mut certain);
                let (x, y) = pair::<3>(family, Kind::Aabb, Kind::Aabb, &mut rng);
                let displacement = motion::<3>(family, &x, &y, &mut rng);
                compare::<Vec3>(&aabb(x), &displacement, &aabb(y), &mut certain);
                let (x, y) = pair::<2>(family, Kind::Aabb, Kind::Obb, &mut rng);
                let displacement = motion::<2>(family, &x, &y, &mut rng);
                let Shape::Obb { center, half_extents, rotation } = y else { unreachable!() };
                let y = Obb::<Vec2>::new(center, half_extents, [rotation[0], rotation[1]]);
                compare::<Vec2>(&aabb(x), &displacement, &y, &mut certain);
            }
            println!("{family:?}: {certain} of {asked} certain");
            if matches!(family, Family::Game | Family::Grid) {
                assert!(certain * 20 > asked * 19, "{family:?}: {certain} of {asked}");
            }
        }
    }

    /// A box at rest on another needs no general cast, whatever its motion.
    #[test]
    fn boxes_at_rest_on_a_grid_are_decided() {
        let foot = Obb::<Vec3>::new([0.5, 0.5, 0.25], [0.5; 3], [0.0, 0.0, 0.0, 1.0]);
        let floor = Aabb::<Vec3>::new([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]);
        let mut certain = 0;
        for step in 0..27 {
            let displacement = [0, 1, 2].map(|i| [-0.25, 0.0, 0.75][step / 3_usize.pow(i) % 3]);
            compare::<Vec3>(&floor, &displacement, &foot, &mut certain);
        }
        assert_eq!(certain, 27);
    }
}
