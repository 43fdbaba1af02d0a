//! The jury's shapes as the library's.

use asunder::glam::{Vec2, Vec3};
use asunder::{
    Aabb, Capsule, ConvexHull, Depth, Frustum, HalfSpace, Layout, Obb, Parallelepiped, Plane, Ray,
    Segment, Shape, Sphere, Triangle, Vector,
};
use asunder_jury as jury;

/// A dimension: how the jury's numbers become the library's shape.
pub(crate) trait Space<const D: usize>: Vector {
    fn turned_box(center: [f32; D], half_extents: [f32; D], rotation: [f32; 4]) -> Obb<Self>;
    fn view(frustum: &jury::Frustum<D>) -> Frustum<Self>;
    fn vector(array: [f32; D]) -> Self::Array<f32>;

    fn shape(judged: &jury::Shape<D>) -> Shape<Self> {
        let v = Self::vector;
        match *judged {
            jury::Shape::Point(point) => Shape::Point(Self::from_array(v(point))),
            jury::Shape::Sphere { center, radius } => Sphere::new(v(center), radius).into(),
            jury::Shape::Aabb { min, max } => Aabb::new(v(min), v(max)).into(),
            jury::Shape::Obb { center, half_extents, rotation } => {
                Self::turned_box(center, half_extents, rotation).into()
            }
            jury::Shape::Plane { normal, offset } => Plane::new(v(normal), offset).into(),
            jury::Shape::HalfSpace { normal, offset } => HalfSpace::new(v(normal), offset).into(),
            jury::Shape::Segment { a, b } => Segment::new(v(a), v(b)).into(),
            jury::Shape::Ray { origin, direction } => Ray::new(v(origin), v(direction)).into(),
            jury::Shape::Capsule { a, b, radius } => Capsule::new(v(a), v(b), radius).into(),
            jury::Shape::Triangle { a, b, c } => Triangle::new(v(a), v(b), v(c)).into(),
            jury::Shape::Parallelepiped { center, edges } => {
                Parallelepiped::new(v(center), Self::array(|i| v(edges[i]))).into()
            }
            jury::Shape::ConvexHull(points) => {
                ConvexHull::new(points.iter().map(|point| v(*point))).into()
            }
            jury::Shape::Frustum(frustum) => Self::view(&frustum).into(),
        }
    }
}

fn half_spaces<const D: usize, V: Space<D>>(planes: &jury::Planes<D>) -> Frustum<V> {
    let half_spaces: Vec<_> =
        planes.iter().map(|&(normal, offset)| HalfSpace::new(V::vector(normal), offset)).collect();
    Frustum::from_half_spaces(&half_spaces)
}

impl Space<3> for Vec3 {
    fn turned_box(center: [f32; 3], half_extents: [f32; 3], rotation: [f32; 4]) -> Obb<Self> {
        Obb::new(center, half_extents, rotation)
    }
    fn view(frustum: &jury::Frustum<3>) -> Frustum<Self> {
        match *frustum {
            jury::Frustum::Perspective { origin, rotation, slopes, near, far } => {
                Frustum::perspective(origin, rotation, slopes, near, far)
            }
            jury::Frustum::HalfSpaces(planes) => half_spaces(&planes),
            jury::Frustum::Projection { rows, depth } => {
                let depth = match depth {
                    jury::Depth::ZeroToOne => Depth::ZeroToOne,
                    jury::Depth::MinusOneToOne => Depth::MinusOneToOne,
                };
                let matrix: [f32; 16] = std::array::from_fn(|i| rows[i / 4][i % 4]);
                Frustum::from_projection(&matrix, Layout::Rows, depth).expect("a valid frustum")
            }
        }
    }
    fn vector(array: [f32; 3]) -> [f32; 3] {
        array
    }
}

impl Space<2> for Vec2 {
    fn turned_box(center: [f32; 2], half_extents: [f32; 2], rotation: [f32; 4]) -> Obb<Self> {
        Obb::new(center, half_extents, [rotation[0], rotation[1]])
    }
    fn view(frustum: &jury::Frustum<2>) -> Frustum<Self> {
        match frustum {
            jury::Frustum::HalfSpaces(planes) => half_spaces(planes),
            jury::Frustum::Perspective { .. } | jury::Frustum::Projection { .. } => {
                unreachable!("in the plane a frustum is given by its half-planes")
            }
        }
    }
    fn vector(array: [f32; 2]) -> [f32; 2] {
        array
    }
}
