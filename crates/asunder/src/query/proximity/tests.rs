//! Rounding of gaps: the worst case of every formula of this module.
//!
//! To first order, a result's error is a sum with one term for each operation behind it, and is largest if
//! all terms have the same sign. A search looks for the shapes with the largest sum of magnitudes. (Higham
//! 2002, §1.5 and §3.1; higher orders are less than a part in 2⁴⁰.)

use super::measure::{OrientedBoxes, half_edges, reach};
use super::{ROUNDING, flat};
use crate::analysis::adversary::search;
use crate::analysis::low_precision::{LowPrecision, Rounding, rounding, shares};
use crate::exact::{Number, Quotient};
use crate::linalg::{Matrix, Vect};
use crate::query::predicate::tests::assert_covers;
use crate::shape::OrientedBox;
use crate::space::Vector;
use glam::{Vec2, Vec3};

/// Half an ulp of one.
const UNIT: f64 = f64::EPSILON / 2.0;

/// Two boxes, with a radius each, and a direction between them.
struct BoxesWithRadii<V: Vector> {
    middles: [V::Array<f32>; 2],
    halves: [V::Array<f32>; 2],
    rotations: [V::RotationArray; 2],
    radii: [f32; 2],
    direction: V::Array<f32>,
}

/// An origin near zero, chosen so that the difference of a coordinate and it rounds.
const ORIGIN: f32 = 1.0 / (1u64 << 40) as f32;

impl<V: Vector> BoxesWithRadii<V> {
    /// Makes two boxes of numbers between -1 and 1; the direction leads from the first to the second.
    fn of(n: &[f32]) -> Self {
        let (d, r) = (V::DIM, V::RotationArray::default().as_ref().len());
        let ahead: f32 = (0..d).map(|t| n[4 * d + t] * (n[d + t] - n[t])).sum();
        let vector = |from: usize| V::array(|t| n[from + t]);
        let rotation = |from: usize| {
            let mut rotation = V::RotationArray::default();
            rotation.as_mut().copy_from_slice(&n[from..from + r]);
            rotation
        };
        let halves = [vector(2 * d), vector(3 * d)];
        Self {
            middles: [vector(0), vector(d)],
            halves: halves.map(|half| V::array(|t| half[t].abs())),
            direction: V::array(|t| ahead.signum() * n[4 * d + t]),
            rotations: [rotation(5 * d), rotation(5 * d + r)],
            radii: [n[5 * d + 2 * r].abs(), n[5 * d + 2 * r + 1].abs()],
        }
    }

    fn middle<N: Number>(&self, k: usize) -> Vect<V, N> {
        Vect::of(&self.middles[k]) - Vect::splat(N::of(ORIGIN))
    }

    fn half<N: Number>(&self, k: usize) -> Vect<V, N> {
        Vect::of(&self.halves[k])
    }

    fn direction<N: Number>(&self) -> Vect<V, N> {
        Vect::of(&self.direction)
    }

    fn boxes<N: Quotient>(&self) -> OrientedBoxes<V, N> {
        let [a, b] = [0, 1].map(|k| {
            OrientedBox::turned(self.middle::<N>(k), self.rotations[k], self.half::<N>(k))
        });
        OrientedBoxes::between(Vect::<V, f32>::zero().0, a, b)
    }

    /// The gap along a face normal of `a`, and the axis.
    fn along_face_of_a<N: Quotient>(&self) -> (N, Vect<V, N>) {
        let boxes = self.boxes::<N>();
        (boxes.gap_along_a(0, boxes.a.in_frame(boxes.offset)), boxes.a.axes[0])
    }

    fn along_face_of_b<N: Quotient>(&self) -> (N, Vect<V, N>) {
        let boxes = self.boxes::<N>();
        (boxes.gap_along_b(1, boxes.b.in_frame(boxes.offset)), boxes.b.axes[1])
    }

    fn along_edges<N: Quotient>(&self) -> (N, Vect<V, N>) {
        let boxes = self.boxes::<N>();
        let axis = boxes.a.axes[0].cross(boxes.b.axes[1]).by_length();
        (boxes.gap(axis), axis)
    }

    /// The gap along a direction between nearest points, and the axis.
    fn along_direction<N: Quotient>(&self) -> (N, Vect<V, N>) {
        let (boxes, direction) = (self.boxes::<N>(), self.direction::<N>());
        let length = direction.square().root(0);
        let gap = boxes.gap_times(direction, boxes.a.in_frame(boxes.offset));
        (gap.over(length), boxes.against(direction, length))
    }

    /// The gap of the boxes' cores along an axis from `a` to `b`, and the axis.
    fn of_cores<N: Quotient>(&self) -> (N, Vect<V, N>) {
        let axis = self.direction::<N>().by_length();
        let [a, b] = [0, 1].map(|k| {
            let halves = half_edges(&Matrix::unit_axes(self.rotations[k]), self.half(k));
            (axis.dot(self.middle(k)), reach(axis, &halves, V::DIM))
        });
        let gap = (b.0 - b.1) - (a.0 + a.1);
        (gap - (N::of(self.radii[0]) + N::of(self.radii[1])), axis)
    }

    /// The sizes that the errors are relative to: those of [`OrientedBoxes`] and of cores.
    fn sizes(&self) -> [f64; 2] {
        let length = |k: usize| {
            let halves = half_edges::<V, f64>(&Matrix::unit_axes(self.rotations[k]), self.half(k));
            let halves = halves.each(Vect::norm1).sum();
            self.middle::<f64>(k).norm1() + halves + f64::from(self.radii[k])
        };
        [self.boxes::<f64>().size, length(0) + length(1)]
    }

    /// The first-order error of a formula's gap, compared with the true gap along the computed axis, in
    /// units of its arithmetic.
    ///
    /// An error of the axis changes the true gap by its dot product with the vector between the support
    /// points. It also changes the axis's length, by which a certified distance divides.
    fn lost(&self, formula: impl Fn() -> (LowPrecision, Vect<V, LowPrecision>)) -> f64 {
        let ((gap, axis), steps) = rounding(Rounding::Not, formula);
        let boxes = self.boxes::<f64>();
        let unit = axis.map(|x| x.value);
        let side = if unit.dot(boxes.offset) < 0.0 { -1.0 } else { 1.0 };
        let corner = |placed: &OrientedBox<V>| {
            let sides = placed.axes.each(|axis| unit.dot(axis).signum());
            half_edges(&placed.axes, placed.half).times(sides)
        };
        let apart = boxes.offset * side - corner(&boxes.a) - corner(&boxes.b);
        let own = shares(&steps, gap);
        let turning: Vec<Vec<f64>> = (0..V::DIM).map(|t| shares(&steps, axis[t])).collect();
        let sum = |shrinks: f64| -> f64 {
            let by = |t: usize| apart[t] - shrinks * gap.value * unit[t];
            let lost = |k: usize| (0..V::DIM).fold(own[k], |sum, t| sum - by(t) * turning[t][k]);
            (0..steps.len()).map(|k| lost(k).abs()).sum()
        };
        f64::max(sum(0.0), sum(1.0))
    }

    /// The same for formula number `formula`, relative to the size.
    fn lost_by(&self, formula: usize) -> f64 {
        let [boxes, cores] = self.sizes();
        match formula {
            0 => self.lost(|| self.along_face_of_a()) / boxes,
            1 => self.lost(|| self.along_face_of_b()) / boxes,
            2 if V::EDGES == 0 => 0.0,
            2 => self.lost(|| self.along_edges()) / boxes,
            3 => self.lost(|| self.along_direction()) / boxes,
            4.. => self.lost(|| self.of_cores()) / cores,
        }
    }
}

/// `lost`, or zero where the shapes have no size and it is not finite.
fn known(lost: f64) -> f64 {
    if lost.is_finite() { lost } else { 0.0 }
}

/// The further error, in units, of a depth times the slope of the rounded normal along the axis: three
/// products and two sums of magnitude one at most, the product with the slope, and a difference.
const SLOPE: f64 = 5.0;

#[test]
fn the_rounding_of_gaps_is_derived() {
    let worst = [0, 1, 2, 3, 4].map(|formula| {
        let space =
            search(3, 60, |n: &[f32; 25], _| known(BoxesWithRadii::<Vec3>::of(n).lost_by(formula)));
        let plane =
            search(3, 60, |n: &[f32; 16], _| known(BoxesWithRadii::<Vec2>::of(n).lost_by(formula)));
        if space > plane { space } else { plane }
    });
    // `cargo test rounding -- --nocapture` prints this.
    println!("faces of a, of b, edges, ways, cores: {worst:.2?}");
    assert_covers(ROUNDING / UNIT, worst.into_iter().fold(0.0, f64::max) + SLOPE);
}

/// A height, and the unit normal along which it is measured.
type Height<V, N> = (N, Vect<V, N>);

/// The height of a point over a plane whose normal is not a unit vector. (A core's error along the normal is
/// that along any axis.)
fn of_a_point<V: Vector, N: Quotient>(n: &[f32]) -> Height<V, N> {
    let vector = |from: usize| Vect::<V, N>::from_fn(|t| N::of(n[from + t]));
    let (normal, point, offset) = (vector(1), vector(1 + V::DIM), N::of(n[0]));
    let unit = normal.by_length();
    let offset = flat::in_lengths(offset, normal, unit);
    (flat::height(unit, offset, point), unit)
}

/// The height of one plane over another. Their normals are parallel, so equal ones stand for all.
fn of_a_plane<V: Vector, N: Quotient>(n: &[f32]) -> Height<V, N> {
    let normal = Vect::<V, N>::from_fn(|t| N::of(n[1 + t]));
    let [own, other] = [n[0], n[1 + V::DIM]].map(|offset| {
        let unit = normal.by_length();
        (flat::in_lengths(N::of(offset), normal, unit), unit)
    });
    (other.0 - own.0, own.1)
}

/// The error of a height, and of what is left of it after a displacement of that length along the rounded
/// normal.
fn height_lost<V: Vector>(formula: impl Fn() -> Height<V, LowPrecision>) -> [f64; 2] {
    let lost = |formula: &dyn Fn() -> LowPrecision| -> f64 {
        let (found, steps) = rounding(Rounding::Not, formula);
        shares(&steps, found).iter().map(|share| share.abs()).sum()
    };
    let left = || {
        let (height, unit) = formula();
        let depth = LowPrecision::of(height.value as f32);
        let rounded = unit.map(|x| LowPrecision::of(x.value as f32));
        height - depth * rounded.dot(unit)
    };
    [lost(&|| formula().0), lost(&left)]
}

/// Both errors for the height of a point, and of a plane, relative to the magnitudes of its terms.
fn lost_by_heights<V: Vector>(n: &[f32]) -> [[f64; 2]; 2] {
    let square: f64 = n[1..=V::DIM].iter().map(|&x| f64::from(x) * f64::from(x)).sum();
    let offset = |i: usize| f64::from(n[i]).abs() / square.sqrt();
    let far: f64 = n[1 + V::DIM..].iter().map(|&x| f64::from(x).abs()).sum();
    let point = height_lost::<V>(|| of_a_point::<V, LowPrecision>(n));
    let plane = height_lost::<V>(|| of_a_plane::<V, LowPrecision>(n));
    [
        point.map(|lost| known(lost / (offset(0) + far))),
        plane.map(|lost| known(lost / (offset(0) + offset(1 + V::DIM)))),
    ]
}

#[test]
fn the_rounding_of_heights_is_derived() {
    for (stage, used) in [flat::ROUNDING, flat::ROUNDING_OUT].into_iter().enumerate() {
        let worst = [0, 1].map(|of| {
            let space = search(3, 60, |n: &[f32; 7], _| lost_by_heights::<Vec3>(n)[of][stage]);
            let plane = search(3, 60, |n: &[f32; 5], _| lost_by_heights::<Vec2>(n)[of][stage]);
            if space > plane { space } else { plane }
        });
        println!("heights of points, of planes: {worst:.2?}");
        assert_covers(used / UNIT, worst.into_iter().fold(0.0, f64::max));
    }
}
