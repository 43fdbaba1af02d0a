//! Planes and half-spaces against everything: heights over a plane.

use super::boxes::{BoxLike, dot, sum};
use super::is_finite;
use crate::exact::{Number, is_zero, widen};
use crate::query::cascade::{Judge, Rule, Text, Value, decide, sign};
use crate::shape::{Aabb, HalfSpace, Obb, Plane, Sphere};
use crate::space::Vector;
use core::cmp::Ordering;

/// How a bounded shape lies over a plane `n·x = d`.
pub(crate) trait Extent<V: Vector> {
    /// The gap between the plane and the shape, were it all on the side the normal points to
    /// (`side` is one) or all on the other (`side` is minus one), and the scale of its error.
    ///
    /// Both are times a positive factor, so that the gap is a polynomial.
    fn gap<N: Number>(&self, plane: &Plane<V>, side: N) -> (N, N);
}

fn normal<V: Vector, N: Number>(plane: &Plane<V>) -> V::Array<N> {
    V::array(|i| N::of(plane.normal[i]))
}

fn magnitudes<V: Vector, N: Number>(x: &V::Array<N>) -> V::Array<N> {
    V::array(|i| x[i].abs())
}

/// `n·p − d`, degree 2.
impl<V: Vector> Extent<V> for V {
    fn gap<N: Number>(&self, plane: &Plane<V>, side: N) -> (N, N) {
        let (n, point) = (normal::<V, N>(plane), self.to_array());
        let (p, d) = (V::array(|i| N::of(point[i])), N::of(plane.offset));
        let height = dot::<V, N>(&n, &p) - d;
        let scale = dot::<V, N>(&magnitudes::<V, N>(&n), &magnitudes::<V, N>(&p)) + d.abs();
        (side * height, scale)
    }
}

/// `h² − r²·|n|²` on the side of the height `h`, degree 4. A radius of zero leaves a point.
impl<V: Vector> Extent<V> for Sphere<V> {
    fn gap<N: Number>(&self, plane: &Plane<V>, side: N) -> (N, N) {
        let (height, scale) = V::from_array(self.center).gap(plane, side);
        if is_zero(self.radius) {
            return (height, scale);
        }
        let n = normal::<V, N>(plane);
        let (square, r) = (dot::<V, N>(&n, &n), N::of(self.radius));
        let above = height.positive_part();
        let reach = r * r * square;
        (above * above - reach, scale * scale + reach)
    }
}

/// `(n·c − d)·|q|² − Σ hᵢ·abs(n·Aᵢ)`, degree 4. All lengths are doubled.
fn box_gap<V: Vector, N: Number>(shape: &impl BoxLike<V>, plane: &Plane<V>, side: N) -> (N, N) {
    let n = normal::<V, N>(plane);
    let (rows, norm) = shape.frame::<N>(0);
    let (center, size) = (shape.twice_center::<N>(), shape.size::<N>());
    let d = N::of(plane.offset).twice();
    let height = dot::<V, N>(&n, &center) - d;
    let reach = V::array(|i| size[i] * dot::<V, N>(&rows[i], &n).abs());
    let n = magnitudes::<V, N>(&n);
    let far = dot::<V, N>(&n, &magnitudes::<V, N>(&center)) + d.abs();
    let scale = far + sum::<V, N>(&n) * sum::<V, N>(&size);
    (side * height * norm - sum::<V, N>(&reach), norm * scale)
}

impl<V: Vector> Extent<V> for Aabb<V> {
    fn gap<N: Number>(&self, plane: &Plane<V>, side: N) -> (N, N) {
        box_gap(self, plane, side)
    }
}

impl<V: Vector> Extent<V> for Obb<V> {
    fn gap<N: Number>(&self, plane: &Plane<V>, side: N) -> (N, N) {
        box_gap(self, plane, side)
    }
}

/// A bounded shape and a plane, seen from one or both of its sides.
pub(crate) struct PlaneText<'a, V: Vector, E: Extent<V>> {
    pub(crate) shape: &'a E,
    pub(crate) plane: Plane<V>,
    /// Whether being all in front of the plane, and all behind it, counts as apart.
    pub(crate) front: bool,
    pub(crate) back: bool,
}

impl<V: Vector, E: Extent<V>> Text<V> for PlaneText<'_, V, E> {
    const ERROR: f64 = 32.0;

    fn separated<N: Number, J: Judge<N>>(&self, judge: &mut J) -> bool {
        let sides = [(self.front, N::ONE), (self.back, N::ZERO - N::ONE)];
        (0..).zip(sides).any(|(index, (counts, side))| {
            let gap = || self.shape.gap(&self.plane, side);
            counts && judge.separates(index, || gap().0, || gap().1)
        })
    }
}

fn meets_plane<V: Vector, E: Extent<V>>(shape: &E, plane: &Plane<V>, rule: Rule) -> bool {
    decide(&PlaneText { shape, plane: *plane, front: true, back: true }, rule)
}

fn meets_half_space<V: Vector, E: Extent<V>>(shape: &E, other: &HalfSpace<V>, rule: Rule) -> bool {
    decide(&PlaneText { shape, plane: other.boundary(), front: true, back: false }, rule)
}

pub(super) fn point_plane<V: Vector>(point: &V, plane: &Plane<V>, rule: Rule) -> bool {
    is_finite(point) && meets_plane(point, plane, rule)
}

pub(super) fn point_half_space<V: Vector>(point: &V, other: &HalfSpace<V>, rule: Rule) -> bool {
    is_finite(point) && meets_half_space(point, other, rule)
}

pub(super) fn sphere_plane<V: Vector>(sphere: &Sphere<V>, plane: &Plane<V>, rule: Rule) -> bool {
    meets_plane(sphere, plane, rule)
}

pub(super) fn sphere_half_space<V: Vector>(
    sphere: &Sphere<V>,
    other: &HalfSpace<V>,
    rule: Rule,
) -> bool {
    meets_half_space(sphere, other, rule)
}

pub(super) fn aabb_plane<V: Vector>(aabb: &Aabb<V>, plane: &Plane<V>, rule: Rule) -> bool {
    meets_plane(aabb, plane, rule)
}

pub(super) fn aabb_half_space<V: Vector>(aabb: &Aabb<V>, other: &HalfSpace<V>, rule: Rule) -> bool {
    meets_half_space(aabb, other, rule)
}

pub(super) fn obb_plane<V: Vector>(obb: &Obb<V>, plane: &Plane<V>, rule: Rule) -> bool {
    meets_plane(obb, plane, rule)
}

pub(super) fn obb_half_space<V: Vector>(obb: &Obb<V>, other: &HalfSpace<V>, rule: Rule) -> bool {
    meets_half_space(obb, other, rule)
}

/// Whether two planes never meet or are one: their normals are exactly proportional.
///
/// Products of two `f32` are exact in `f64`, so this is decided by comparing them.
pub(crate) fn parallel<V: Vector>(a: &Plane<V>, b: &Plane<V>) -> bool {
    (0..V::DIM).all(|i| {
        (0..i).all(|j| {
            widen(a.normal[i]) * widen(b.normal[j]) == widen(a.normal[j]) * widen(b.normal[i])
        })
    })
}

/// For parallel planes, `d_a·n_b·n_a − d_b·n_a·n_a` for a component where neither normal is zero:
/// how far `a` lies in front of `b`, times a positive factor if the normals agree.
struct ParallelHeights {
    offsets: [f32; 2],
    normals: [f32; 2],
}

impl<V: Vector> Value<V> for ParallelHeights {
    fn value<N: Number>(&self) -> N {
        let [a, b] = self.offsets.map(N::of);
        let [na, nb] = self.normals.map(N::of);
        a * nb * na - b * na * na
    }
}

/// For parallel planes: whether their normals point the same way, and whether `a` lies behind, in
/// or in front of `b`.
pub(crate) fn compare_parallel<V: Vector>(a: &Plane<V>, b: &Plane<V>) -> (bool, Ordering) {
    let axis = (0..V::DIM).find(|&i| !is_zero(a.normal[i])).unwrap_or(0);
    let normals = [a.normal[axis], b.normal[axis]];
    let value = ParallelHeights { offsets: [a.offset, b.offset], normals };
    ((normals[0] < 0.0) == (normals[1] < 0.0), sign::<V>(&value))
}

pub(super) fn plane_plane<V: Vector>(a: &Plane<V>, b: &Plane<V>, rule: Rule) -> bool {
    if !parallel(a, b) {
        return true;
    }
    rule == Rule::Closed && compare_parallel(a, b).1 == Ordering::Equal
}

pub(super) fn plane_half_space<V: Vector>(a: &Plane<V>, b: &HalfSpace<V>, rule: Rule) -> bool {
    let boundary = b.boundary();
    if !parallel(a, &boundary) {
        return true;
    }
    match compare_parallel(a, &boundary).1 {
        Ordering::Less => true,
        Ordering::Equal => rule == Rule::Closed,
        Ordering::Greater => false,
    }
}

pub(super) fn half_space_half_space<V: Vector>(
    a: &HalfSpace<V>,
    b: &HalfSpace<V>,
    rule: Rule,
) -> bool {
    let (plane_a, plane_b) = (a.boundary(), b.boundary());
    if !parallel(&plane_a, &plane_b) {
        return true;
    }
    // Facing the same way they meet far behind; facing each other, where their bodies overlap.
    match compare_parallel(&plane_a, &plane_b) {
        (true, _) | (false, Ordering::Less) => true,
        (false, Ordering::Equal) => rule == Rule::Closed,
        (false, Ordering::Greater) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::roundoff::Roundoff;
    use crate::query::cascade::tests::{ErrorBound, assert_covers};
    use glam::Vec3;

    /// The corners of normal, offset and lengths: the texts of boxes and points are linear in each.
    fn planes() -> impl Iterator<Item = Plane<Vec3>> {
        (0..4).map(|corner| {
            let one = |i: usize| if i == corner { 1.0 } else { 0.0 };
            let normal = if corner == 3 { [1e-30; 3] } else { [one(0), one(1), one(2)] };
            Plane::new(normal, one(3))
        })
    }

    fn derived<E: Extent<Vec3>>(shapes: impl Iterator<Item = E>) -> f64 {
        let mut bound = ErrorBound::default();
        for shape in shapes {
            for plane in planes() {
                let text = PlaneText { shape: &shape, plane, front: true, back: true };
                text.separated::<Roundoff, _>(&mut bound);
            }
        }
        bound.worst
    }

    #[test]
    fn the_bound_is_derived() {
        let one = |corner: usize, i: usize| if i == corner { 1.0 } else { 0.0 };
        let boxes = derived((0..6).map(|c| {
            let center = [one(c, 0), one(c, 1), one(c, 2)];
            Obb::<Vec3>::new(center, [one(c, 3), one(c, 4), one(c, 5)], [1.0; 4])
        }));
        let points = derived((0..3).map(|c| Vec3::new(one(c, 0), one(c, 1), one(c, 2))));
        // Squared, a point's relative error doubles, and rounds once more; likewise r²·|n|².
        let spheres =
            derived((0..4).map(|c| {
                Sphere::<Vec3>::new([one(c, 0), one(c, 1), one(c, 2)], 1e-30 + one(c, 3))
            }));
        let worst = boxes.max(points).max(spheres);
        assert_covers(<PlaneText<'_, Vec3, Obb<Vec3>> as Text<Vec3>>::ERROR, worst);
    }
}
