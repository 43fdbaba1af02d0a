//! Whether a mover penetrates an obstacle anywhere along a displacement. Exact.
//!
//! The general separating-axis test decides that for any mover and any obstacle; boxes, which move most,
//! have predicates of their own.
//!
//! A box `b` moved along `w` covers the zonotope `b + [0, 1]·w`. Its Minkowski difference with an
//! obstacle has the face normals of the boxes, their edges' cross products, and the cross products
//! of those edges with `w` as the only possible normals: 21 axes in 3D, 5 in 2D (in 2D, the normal
//! of `w`). So one static separating-axis test decides for the whole displacement.

use super::placed::position;
use crate::exact::{Estimate, Number, exact_difference, widen};
use crate::linalg::{Matrix, Vect};
use crate::query::bounds::Bounds;
use crate::query::generators::{Spanned, Swept};
use crate::query::predicate::{AxisTest, AxisVisitor, Rule, decide};
use crate::query::proximity::proof;
use crate::query::separation::{
    BoxAxes, BoxAxis, BoxFrame, BoxLike, Shapes, apart_along_open, filter_moving, span_span,
    with_either_moving_round,
};
use crate::shape::{Obb, Plane, ShapeRef};
use crate::space::Vector;

/// The displacement of a mover, exactly.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Displacement<V: Vector> {
    /// A part of a motion: their product, not rounded.
    Part(f32, V::Array<f32>),
    /// The displacement to a position: its difference to the start, not rounded.
    To(V::Array<f32>),
}

impl<V: Vector> Displacement<V> {
    fn vector<N: Number>(&self, start: &V::Array<f32>) -> Vect<V, N> {
        match self {
            Self::Part(fraction, motion) => Vect::of(motion) * N::of(*fraction),
            Self::To(end) => Vect::of(end) - Vect::of(start),
        }
    }

    /// Whether `f64` holds it.
    fn is_exact(&self, start: &V::Array<f32>) -> bool {
        match self {
            Self::Part(..) => true,
            Self::To(end) => {
                (0..V::DIM).all(|i| exact_difference(widen(end[i]), widen(start[i])).is_some())
            }
        }
    }
}

/// A shape, and a box around it.
#[derive(Clone, Copy)]
pub(in super::super) struct BoundedShape<'a, V: Vector> {
    pub(in super::super) shape: ShapeRef<'a, V>,
    pub(in super::super) bounds: &'a Bounds<V>,
}

impl<V: Vector> BoundedShape<'_, V> {
    /// Whether it penetrates another shape. Exact.
    pub(in super::super) fn penetrates(self, other: Self) -> bool {
        let still = Vect::<V, Estimate>::zero().0;
        !self.bounds.passes(&still, other.bounds) && proof::penetrates(self.shape, other.shape)
    }
}

/// Whether `mover` penetrates `obstacle` somewhere along the displacement, its ends included.
pub(in super::super) fn penetrates_along<V: Vector>(
    mover: BoundedShape<'_, V>,
    displacement: Displacement<V>,
    obstacle: BoundedShape<'_, V>,
) -> bool {
    // A mover that slides along a wall touches it, which is the hardest case of the test; but often it is
    // past the wall along a coordinate axis.
    let vector = displacement.vector::<Estimate>(&position(&mover.shape));
    !mover.bounds.passes(&vector.0, obstacle.bounds)
        && penetrates_between(&mover.shape, displacement, &obstacle.shape)
}

/// The same by the shapes themselves.
fn penetrates_between<V: Vector>(
    mover: &ShapeRef<'_, V>,
    displacement: Displacement<V>,
    obstacle: &ShapeRef<'_, V>,
) -> bool {
    if let ShapeRef::Obb(mover) = *mover {
        match *obstacle {
            ShapeRef::Aabb(aabb) => {
                return decide(&SweptBox { mover, displacement, obstacle: aabb }, Rule::Open);
            }
            ShapeRef::Obb(obb) => {
                return decide(&SweptBox { mover, displacement, obstacle: obb }, Rule::Open);
            }
            ShapeRef::Plane(plane) => {
                let test = SweptPlane { mover, displacement, plane: *plane, two_sided: true };
                return decide(&test, Rule::Open);
            }
            ShapeRef::HalfSpace(half_space) => {
                let plane = half_space.boundary();
                return decide(
                    &SweptPlane { mover, displacement, plane, two_sided: false },
                    Rule::Open,
                );
            }
            ShapeRef::Point(_)
            | ShapeRef::Segment(_)
            | ShapeRef::Ray(_)
            | ShapeRef::Sphere(_)
            | ShapeRef::Capsule(_)
            | ShapeRef::Triangle(_)
            | ShapeRef::Frustum(_)
            | ShapeRef::ConvexHull(_)
            | ShapeRef::Parallelepiped(_) => {}
        }
    }
    let start = position(mover);
    let velocity = displacement.vector::<f64>(&start);
    let round =
        with_either_moving_round(mover, &velocity.0, obstacle, |pair, _swapped| pair.penetrates());
    if let Some(penetrates) = round {
        return penetrates;
    }
    let swept = SweptMover { mover, displacement, start };
    match filter_moving(mover, &velocity.0, displacement.is_exact(&start), obstacle) {
        Some(filtered) => {
            let question = Shapes { a: &swept, b: obstacle, rule: Rule::Open };
            !apart_along_open::<V, _>(&question, filtered)
        }
        None => span_span::<V>(&swept, obstacle, Rule::Open),
    }
}

/// The sweep of a mover of any kind along a displacement.
struct SweptMover<'s, 'a, V: Vector> {
    mover: &'s ShapeRef<'a, V>,
    displacement: Displacement<V>,
    start: V::Array<f32>,
}

impl<'a, V: Vector> Spanned<V> for SweptMover<'_, 'a, V> {
    type Span<'q, N: Number>
        = Swept<V, N, <ShapeRef<'a, V> as Spanned<V>>::Span<'q, N>>
    where
        Self: 'q;
    fn span<N: Number>(&self, slot: usize) -> Self::Span<'_, N> {
        let displacement = self.displacement.vector(&self.start).0;
        Swept { start: self.mover.span(slot), displacement }
    }
    fn radius(&self) -> f32 {
        Spanned::<V>::radius(self.mover)
    }
}

/// The axis test of the sweep of a box and a box. All lengths are doubled, as in the static test; so twice
/// the middle of the sweep is the start's offset, doubled, plus the displacement.
///
/// A displacement [to](Displacement::To) a position is of degree one, as an offset is, and the predicate of
/// degree seven, by the cross products of edges. A [part](Displacement::Part) of a motion is of degree two,
/// and the predicate of eight.
pub(super) struct SweptBox<'a, V: Vector, B: BoxLike<V>> {
    pub(super) mover: &'a Obb<V>,
    pub(super) displacement: Displacement<V>,
    pub(super) obstacle: &'a B,
}

impl<V: Vector, B: BoxLike<V>> AxisTest<V> for SweptBox<'_, V, B> {
    const ERROR: f64 = 140.0;
    const DEGREE: u32 = 8;

    fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool {
        let displacement = self.displacement.vector::<N>(&self.mover.center);
        let start = Vect(self.obstacle.twice_offset::<N>(&self.mover.center));
        let a = BoxFrame::of(self.obstacle, 0);
        let b = BoxFrame::of(self.mover, 1);
        let axes = BoxAxes::<V, N>::new(a, b, (start + displacement).0);
        axes.separated(Some(&axes.seen(displacement.0)), visitor)
            || separated_across_displacement(&axes, displacement, visitor)
    }
}

/// Visits the axes that the displacement `w` adds: in 3D its cross products with the edges, in 2D its
/// normal.
///
/// For an edge direction `A` of one box, the offset `X`, and any other direction `B`, the values of
/// the axis `w×A` are `A·(X×w)` and `A·(B×w)`: with the norm of the other box of degree 6, or 8 where
/// the displacement, which counts twice, is a product itself.
fn separated_across_displacement<V: Vector, N: Number, J: AxisVisitor<N>>(
    axes: &BoxAxes<V, N>,
    displacement: Vect<V, N>,
    visitor: &mut J,
) -> bool {
    let (a, b) = (&axes.a, &axes.b);
    let norms = a.norm * b.norm;
    let displacement_length = displacement.norm1();
    let scale = || norms * displacement_length * (axes.lengths() + displacement_length);
    let first = BoxAxis::Edges(V::EDGES, 0).index::<V>() as u32;
    if V::EDGES == 0 {
        if visitor.vanishes(displacement[0]) && visitor.vanishes(displacement[1]) {
            return false;
        }
        let across = |x: Vect<V, N>| (x[0] * displacement[1] - x[1] * displacement[0]).abs();
        let radius = |frame: &BoxFrame<V, N>, other: N| {
            Matrix::from_arrays(&frame.rows).each(across).dot(Vect(frame.half)) * other
        };
        let gap =
            || across(Vect(axes.offset.whole)) * norms - (radius(a, b.norm) + radius(b, a.norm));
        return visitor.separates(first, gap, scale);
    }
    let offset = Vect(axes.offset.whole).cross(displacement);
    [(a, b), (b, a)].into_iter().zip([first, first + 3]).any(|((own, other), first)| {
        let rows = Matrix::from_arrays(&own.rows);
        let along = rows.each(|row| row.dot(displacement));
        (0..V::DIM).any(|i| {
            let (i1, i2) = ((i + 1) % V::DIM, (i + 2) % V::DIM);
            if visitor.vanishes(along[i1]) && visitor.vanishes(along[i2]) {
                return false;
            }
            let gap = || {
                let own_radius = own.half[i1] * along[i2].abs() + own.half[i2] * along[i1].abs();
                let across = |edge: Vect<V, N>| rows[i].dot(edge.cross(displacement)).abs();
                let other_radius =
                    Matrix::from_arrays(&other.rows).each(across).dot(Vect(other.half));
                rows[i].dot(offset).abs() * other.norm - (own_radius * other.norm + other_radius)
            };
            visitor.separates(first + i as u32, gap, scale)
        })
    })
}

/// The axis test of the sweep of a box and a plane, or a half-space, which has one side only.
struct SweptPlane<'a, V: Vector> {
    mover: &'a Obb<V>,
    displacement: Displacement<V>,
    plane: Plane<V>,
    two_sided: bool,
}

impl<V: Vector> AxisTest<V> for SweptPlane<'_, V> {
    const ERROR: f64 = 14.0;
    const DEGREE: u32 = 5;

    fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool {
        let displacement = self.displacement.vector::<N>(&self.mover.center);
        let normal = Vect::<V, N>::of(&self.plane.normal);
        let (rows, norm) = self.mover.frame::<N>(0);
        let center = Vect(self.mover.twice_center::<N>());
        let size = Vect(self.mover.size::<N>());
        let middle = center + displacement;
        let d = N::of(self.plane.offset).twice();
        let gap = |side: N| {
            let height = normal.dot(middle) - d;
            let radius = Matrix::from_arrays(&rows).each(|row| row.dot(normal).abs()).dot(size);
            let drift = normal.dot(displacement).abs();
            (side * height - drift) * norm - radius
        };
        let scale = || {
            let far = center.abs() + displacement.abs().map(N::twice);
            norm * (normal.abs().dot(far) + d.abs() + normal.norm1() * size.sum())
        };
        visitor.separates(0, || gap(N::ONE), scale)
            || self.two_sided && visitor.separates(1, || gap(N::ZERO - N::ONE), scale)
    }
}

#[cfg(test)]
mod tests {
    mod tightness;

    use super::*;
    use crate::analysis::roundoff::{Roundoff, WORST_QUATERNION};
    use crate::query::predicate::tests::{
        ErrorBound, assert_covers, assert_degree, assert_filtered, hold,
    };
    use glam::{Vec2, Vec3};

    /// All choices of one or two of `n` lengths that are set to one.
    fn singles_and_doubles(n: usize) -> impl Iterator<Item = (bool, Vec<f32>)> {
        (0..n).flat_map(move |first| {
            (0..=first).map(move |second| {
                let one = |i: usize| if i == first || i == second { 1.0 } else { 0.0 };
                (first != second, (0..n).map(one).collect())
            })
        })
    }

    /// The largest error of a predicate that is at most quadratic in its lengths.
    ///
    /// Its error is a form with coefficients c ≥ 0, at most the largest c times the square of the
    /// lengths' sum (or the sum, where it is linear). One length alone yields its own c; two of them
    /// at least twice their mixed one, on a scale of four.
    fn derived<V: Vector>(rotation: V::RotationArray) -> f64 {
        let (mut single, mut double) = (ErrorBound::default(), ErrorBound::default());
        for (is_double, lengths) in singles_and_doubles(4 * V::DIM) {
            let group = |first: usize| {
                V::array(|i| Roundoff {
                    magnitude: f64::from(lengths[first * V::DIM + i]),
                    // Offsets and displacements are differences or products, each rounded.
                    error: 3.0 * f64::from(lengths[first * V::DIM + i]),
                })
            };
            let frame = |slot: usize| {
                let (rows, norm) = V::frame(rotation, slot);
                BoxFrame { rows, norm, half: group(slot) }
            };
            let axes = BoxAxes::<V, Roundoff>::new(frame(0), frame(1), group(2));
            let bound = if is_double { &mut double } else { &mut single };
            let displacement = Vect::<V, Roundoff>(group(3));
            assert!(!axes.separated(Some(&axes.seen(displacement.0)), bound));
            if (0..V::DIM).any(|i| displacement[i].magnitude > 0.0) {
                assert!(!separated_across_displacement(&axes, displacement, bound));
            }
        }
        single.worst.max(2.0 * double.worst)
    }

    #[test]
    fn the_box_bound_is_derived() {
        let space = derived::<Vec3>(WORST_QUATERNION);
        let plane = derived::<Vec2>([1.0; 2]);
        assert_covers(<SweptBox<'_, Vec3, Obb<Vec3>> as AxisTest<Vec3>>::ERROR, space);
        assert!(plane <= space);
    }

    #[test]
    fn the_degrees_are_those_of_a_part_of_a_motion() {
        let mover = &Obb::<Vec3>::new([1.0; 3], [1.0; 3], WORST_QUATERNION);
        let displacement = Displacement::Part(1.0, [1.0; 3]);
        assert_degree(&SweptBox { mover, displacement, obstacle: mover });
        let plane = Plane::new([1.0; 3], 1.0);
        assert_degree(&SweptPlane { mover, displacement, plane, two_sided: true });
        // In 2D the degree is limited further, since norms are square roots.
        let mover = &Obb::<Vec2>::new([1.0; 2], [1.0; 2], [1.0; 2]);
        hold(&SweptBox { mover, displacement: Displacement::Part(1.0, [1.0; 2]), obstacle: mover });
    }

    /// Products of eight numbers leave the range of `f64`: those of the largest go to infinity, unless
    /// one of the factors is the fraction, and those of the least to zero.
    #[test]
    fn the_ends_of_the_range_fool_no_filter() {
        let (most, least) = (f32::MAX, f32::from_bits(1));
        let sizes = [most, 1e30, 1.0, 1e-30, least];
        let fractions = [1.0, 0.3, 1e-30, least];
        for (i, &length) in sizes.iter().enumerate() {
            for (j, &turn) in sizes.iter().enumerate() {
                let other = sizes[(i + j + 1) % sizes.len()];
                let mover = &Obb::<Vec3>::new(
                    [length, -length, other],
                    [other, length, length],
                    [turn, other, -turn, turn],
                );
                let obstacle = &Obb::<Vec3>::new(
                    [-length, length, length],
                    [length, 0.0, other],
                    [turn, -turn, turn, 0.0],
                );
                let plane = Plane::new([turn, -turn, other], length);
                for fraction in fractions {
                    let displacement =
                        Displacement::Part(fraction, [length, -length, 0.5 * length]);
                    assert_filtered(&SweptBox { mover, displacement, obstacle });
                    assert_filtered(&SweptPlane { mover, displacement, plane, two_sided: true });
                }
            }
        }
    }

    #[test]
    fn the_plane_bound_is_derived() {
        let mut bound = ErrorBound::default();
        for normal in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
            for (_, l) in singles_and_doubles(10) {
                let mover =
                    Obb::<Vec3>::new([l[0], l[1], l[2]], [l[3], l[4], l[5]], WORST_QUATERNION);
                let plane = Plane::new(normal, l[9]);
                let displacement = Displacement::Part(1.0, [l[6], l[7], l[8]]);
                let test = SweptPlane { mover: &mover, displacement, plane, two_sided: true };
                test.separated::<Roundoff, _>(&mut bound);
            }
        }
        assert_covers(<SweptPlane<'_, Vec3> as AxisTest<Vec3>>::ERROR, bound.worst);
    }
}
