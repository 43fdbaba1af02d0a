//! Segments, triangles and boxes, without a radius; and rays against them.

use super::{Obb, cross, dot, minus};
use std::array::from_fn;

/// `P` points, each stretched both ways by `H` vectors at right angles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Polytope<const P: usize, const H: usize> {
    pub(crate) points: [[f32; 3]; P],
    pub(crate) halves: [[f32; 3]; H],
}

impl<const P: usize, const H: usize> Polytope<P, H> {
    #[inline(always)]
    fn edges(&self) -> usize {
        (if P == 3 { 3 } else { P - 1 }) + H
    }

    #[inline(always)]
    fn edge(&self, i: usize) -> [f32; 3] {
        if i < H { self.halves[i] } else { minus(self.points[(i - H + 1) % P], self.points[i - H]) }
    }

    #[inline(always)]
    fn normals(&self) -> usize {
        usize::from(P == 3) + H
    }

    #[inline(always)]
    fn normal(&self, i: usize) -> [f32; 3] {
        if i < H { self.halves[i] } else { cross(self.edge(H), self.edge(H + 1)) }
    }

    #[inline(always)]
    fn span(&self, axis: [f32; 3]) -> [f32; 2] {
        let reach = self.halves.iter().fold(0.0, |sum, half| sum + dot(axis, *half).abs());
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        for point in self.points {
            let at = dot(axis, point);
            low = if at < low { at } else { low };
            high = if at > high { at } else { high };
        }
        [low - reach, high + reach]
    }
}

/// The separating-axis test: normals first, then cross products of edges.
#[inline(never)]
pub(crate) fn meet<const P: usize, const G: usize, const Q: usize, const H: usize>(
    a: &Polytope<P, G>,
    b: &Polytope<Q, H>,
) -> bool {
    let parts = |axis: [f32; 3]| {
        let (a, b) = (a.span(axis), b.span(axis));
        a[0] > b[1] || b[0] > a[1]
    };
    !((0..a.normals()).any(|i| parts(a.normal(i)))
        || (0..b.normals()).any(|i| parts(b.normal(i)))
        || (0..a.edges()).any(|i| (0..b.edges()).any(|j| parts(cross(a.edge(i), b.edge(j))))))
}

/// All from a point on, in one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    pub(crate) origin: [f32; 3],
    pub(crate) direction: [f32; 3],
}

/// The slab method (Kay and Kajiya 1986; Ericson 2005, §5.3.3) along the box's axes.
#[inline(never)]
pub(crate) fn ray_obb(ray: &Ray, obb: &Obb<3>) -> bool {
    let offset = minus(ray.origin, obb.center);
    let at: [f32; 3] = from_fn(|i| dot(obb.axes[i], offset));
    let way: [f32; 3] = from_fn(|i| dot(obb.axes[i], ray.direction));
    slabs(at, way, obb.half_extents)
}

#[inline(always)]
fn slabs(at: [f32; 3], way: [f32; 3], half: [f32; 3]) -> bool {
    let (mut enter, mut leave) = (0.0, f32::INFINITY);
    for i in 0..3 {
        let inverse = 1.0 / way[i];
        let (first, second) = ((-half[i] - at[i]) * inverse, (half[i] - at[i]) * inverse);
        let (first, second) = if first < second { (first, second) } else { (second, first) };
        enter = if first > enter { first } else { enter };
        leave = if second < leave { second } else { leave };
    }
    enter <= leave
}

#[inline(never)]
pub(crate) fn ray_aabb(ray: &Ray, aabb: &super::Aabb) -> bool {
    let center: [f32; 3] = from_fn(|i| (aabb.min[i] + aabb.max[i]) / 2.0);
    let half = from_fn(|i| (aabb.max[i] - aabb.min[i]) / 2.0);
    slabs(minus(ray.origin, center), ray.direction, half)
}

/// Möller and Trumbore 1997, from both sides.
#[inline(never)]
pub(crate) fn ray_triangle(ray: &Ray, triangle: &Polytope<3, 0>) -> bool {
    let [a, b, c] = triangle.points;
    let (ab, ac) = (minus(b, a), minus(c, a));
    let p = cross(ray.direction, ac);
    let inverse = 1.0 / dot(ab, p);
    let from = minus(ray.origin, a);
    let u = dot(from, p) * inverse;
    let q = cross(from, ab);
    let v = dot(ray.direction, q) * inverse;
    u >= 0.0 && v >= 0.0 && u + v <= 1.0 && dot(ac, q) * inverse >= 0.0
}
