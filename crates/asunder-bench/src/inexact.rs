//! What a game would write itself: the same tests over plain `f32`, stopping at the first axis that
//! separates, wrong where rounding says so.
//!
//! Beside these one sees what exactness costs. Each takes its data as the library's first stage
//! does, offers the same axes in the same order, and is called, not inlined, as the library is.

pub(crate) mod polytopes;
pub(crate) mod round;

use std::array::from_fn;

/// A box with its axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obb<const D: usize> {
    pub(crate) center: [f32; D],
    pub(crate) half_extents: [f32; D],
    pub(crate) axes: [[f32; D]; D],
}

/// A box by its corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aabb {
    pub(crate) min: [f32; 3],
    pub(crate) max: [f32; 3],
}

/// A sphere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sphere {
    pub(crate) center: [f32; 3],
    pub(crate) radius: f32,
}

/// The points `x` with `normal · x = offset`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    pub(crate) normal: [f32; 3],
    pub(crate) offset: f32,
}

#[inline(always)]
fn dot<const D: usize>(a: [f32; D], b: [f32; D]) -> f32 {
    (1..D).fold(a[0] * b[0], |sum, i| sum + a[i] * b[i])
}

#[inline(always)]
fn minus<const D: usize>(a: [f32; D], b: [f32; D]) -> [f32; D] {
    from_fn(|i| a[i] - b[i])
}

#[inline(always)]
fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The separating-axis test: the normals of both boxes, then in 3D the cross products of edges.
#[inline(always)]
fn boxes<const D: usize>(a: &Obb<D>, b: &Obb<D>) -> bool {
    let (h, k) = (a.half_extents, b.half_extents);
    let offset = minus(b.center, a.center);
    let mut relative = [[0.0; D]; D];
    let mut along = [0.0; D];
    for i in 0..D {
        along[i] = dot(a.axes[i], offset);
        relative[i] = from_fn(|j| dot(a.axes[i], b.axes[j]));
        if along[i].abs() > h[i] + dot(relative[i].map(f32::abs), k) {
            return false;
        }
    }
    for j in 0..D {
        let reach: [f32; D] = from_fn(|i| relative[i][j].abs());
        if dot(b.axes[j], offset).abs() > k[j] + dot(reach, h) {
            return false;
        }
    }
    let edges = if D == 3 { 3 } else { 0 };
    for i in 0..edges {
        let (i1, i2) = ((i + 1) % D, (i + 2) % D);
        for j in 0..edges {
            let (j1, j2) = ((j + 1) % D, (j + 2) % D);
            let reach_a = h[i1] * relative[i2][j].abs() + h[i2] * relative[i1][j].abs();
            let reach_b = k[j1] * relative[i][j2].abs() + k[j2] * relative[i][j1].abs();
            let gap = (along[i2] * relative[i1][j] - along[i1] * relative[i2][j]).abs();
            if gap > reach_a + reach_b {
                return false;
            }
        }
    }
    true
}

#[inline(never)]
pub(crate) fn obb_obb(a: &Obb<3>, b: &Obb<3>) -> bool {
    boxes(a, b)
}

#[inline(never)]
pub(crate) fn obb_obb_2d(a: &Obb<2>, b: &Obb<2>) -> bool {
    boxes(a, b)
}

#[inline(never)]
pub(crate) fn aabb_obb(a: &Aabb, b: &Obb<3>) -> bool {
    let center = from_fn(|i| (a.min[i] + a.max[i]) / 2.0);
    let half_extents = from_fn(|i| (a.max[i] - a.min[i]) / 2.0);
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    boxes(&Obb { center, half_extents, axes }, b)
}

#[inline(never)]
pub(crate) fn aabb_aabb(a: &Aabb, b: &Aabb) -> bool {
    (0..3).all(|i| a.min[i] <= b.max[i] && b.min[i] <= a.max[i])
}

/// The distance squared from the middle of the sphere to the box, along each of its axes.
#[inline(never)]
pub(crate) fn sphere_obb(sphere: &Sphere, obb: &Obb<3>) -> bool {
    let offset = minus(sphere.center, obb.center);
    let beyond: [f32; 3] =
        from_fn(|i| (dot(obb.axes[i], offset).abs() - obb.half_extents[i]).max(0.0));
    dot(beyond, beyond) <= sphere.radius * sphere.radius
}

#[inline(never)]
pub(crate) fn sphere_sphere(a: &Sphere, b: &Sphere) -> bool {
    let offset = minus(b.center, a.center);
    let reach = a.radius + b.radius;
    dot(offset, offset) <= reach * reach
}

/// The height of the box's middle over the plane against the box's reach along the normal.
#[inline(never)]
pub(crate) fn plane_obb(plane: &Plane, obb: &Obb<3>) -> bool {
    let height = dot(plane.normal, obb.center) - plane.offset;
    let along = from_fn(|i| dot(obb.axes[i], plane.normal).abs());
    height.abs() <= dot(obb.half_extents, along)
}

#[inline(never)]
pub(crate) fn plane_aabb(plane: &Plane, aabb: &Aabb) -> bool {
    let center = from_fn(|i| (aabb.min[i] + aabb.max[i]) / 2.0);
    let half: [f32; 3] = from_fn(|i| (aabb.max[i] - aabb.min[i]) / 2.0);
    (dot(plane.normal, center) - plane.offset).abs() <= dot(half, plane.normal.map(f32::abs))
}

/// The planes of a camera at the origin that looks along -z turned by a quaternion, their normals
/// outward.
pub(crate) fn camera_planes(
    rotation: [f32; 4],
    slopes: [f32; 4],
    near: f32,
    far: f32,
) -> [Plane; 6] {
    let [left, right, bottom, top] = slopes;
    let [x, y, z, w] = rotation;
    let q = [x, y, z];
    let turned = |normal: [f32; 3]| {
        let (along, across) = (dot(q, normal), cross(q, normal));
        let kept = w * w - dot(q, q);
        from_fn(|i| normal[i] * kept + 2.0 * (q[i] * along + w * across[i]))
            .map(|part| part / dot(rotation, rotation))
    };
    let plane = |normal, offset| Plane { normal: turned(normal), offset };
    [
        plane([1.0, 0.0, right], 0.0),
        plane([-1.0, 0.0, -left], 0.0),
        plane([0.0, 1.0, top], 0.0),
        plane([0.0, -1.0, -bottom], 0.0),
        plane([0.0, 0.0, 1.0], -near),
        plane([0.0, 0.0, -1.0], far),
    ]
}

/// Whether no plane has all of the box outside: also true of some boxes that are outside.
#[inline(never)]
pub(crate) fn planes_aabb(planes: &[Plane; 6], aabb: &Aabb) -> bool {
    planes.iter().all(|plane| {
        let nearest = from_fn(|i| if plane.normal[i] > 0.0 { aabb.min[i] } else { aabb.max[i] });
        dot(plane.normal, nearest) <= plane.offset
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXES: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// Turned about z.
    const DIAGONAL: [[f32; 3]; 3] = [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]];

    fn obb(x: f32, axes: [[f32; 3]; 3]) -> Obb<3> {
        Obb { center: [x, 0.0, 0.0], half_extents: [1.0; 3], axes }
    }

    #[test]
    fn boxes_meet_where_their_reaches_do() {
        // A turned unit box reaches 1.4 along x.
        assert!(obb_obb(&obb(0.0, AXES), &obb(2.39, DIAGONAL)));
        assert!(!obb_obb(&obb(0.0, AXES), &obb(2.41, DIAGONAL)));
        let aabb = Aabb { min: [-1.0; 3], max: [1.0; 3] };
        assert!(aabb_obb(&aabb, &obb(2.39, DIAGONAL)));
        assert!(!aabb_obb(&aabb, &obb(2.41, DIAGONAL)));
        assert!(aabb_aabb(&aabb, &Aabb { min: [1.0; 3], max: [2.0; 3] }));
        assert!(!aabb_aabb(&aabb, &Aabb { min: [1.5; 3], max: [2.0; 3] }));
        let square = |x, axes| Obb { center: [x, 0.0], half_extents: [1.0; 2], axes };
        let upright = square(0.0, [[1.0, 0.0], [0.0, 1.0]]);
        assert!(obb_obb_2d(&upright, &square(2.39, [[0.6, 0.8], [-0.8, 0.6]])));
        assert!(!obb_obb_2d(&upright, &square(2.41, [[0.6, 0.8], [-0.8, 0.6]])));
    }

    #[test]
    fn an_edge_may_be_all_that_separates() {
        // Rods on edge that pass each other crosswise, above one another.
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let along_x = [[1.0, 0.0, 0.0], [0.0, half, half], [0.0, -half, half]];
        let along_z = [[0.0, 0.0, 1.0], [half, half, 0.0], [-half, half, 0.0]];
        let rod = |y, axes| Obb { center: [0.0, y, 0.0], half_extents: [9.0, half, half], axes };
        assert!(obb_obb(&rod(0.0, along_x), &rod(1.99, along_z)));
        assert!(!obb_obb(&rod(0.0, along_x), &rod(2.01, along_z)));
    }

    #[test]
    fn spheres_and_planes_meet_boxes_at_their_reach() {
        let sphere = |x| Sphere { center: [x, 0.0, 0.0], radius: 1.0 };
        assert!(sphere_obb(&sphere(1.99), &obb(0.0, AXES)));
        assert!(!sphere_obb(&sphere(2.01), &obb(0.0, AXES)));
        assert!(sphere_sphere(&sphere(0.0), &sphere(2.0)));
        assert!(!sphere_sphere(&sphere(0.0), &sphere(2.01)));
        let plane = |offset| Plane { normal: [2.0, 0.0, 0.0], offset };
        assert!(plane_obb(&plane(2.79), &obb(0.0, DIAGONAL)));
        assert!(!plane_obb(&plane(2.81), &obb(0.0, DIAGONAL)));
    }
}
