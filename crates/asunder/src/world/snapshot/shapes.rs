//! Shapes as bytes: a number for the kind, then the numbers that are stored.

use super::SnapshotError;
use super::code::{Code, Reader, Sink, read_array, read_rotation, write_array, write_rotation};
use crate::shape::{
    Aabb, AnyShape as _, Capsule, ConvexHull, Depth, Frustum, FrustumForm, HalfSpace, Layout, Obb,
    Parallelepiped, Plane, Ray, Segment, Shape, ShapeError, Sphere, Triangle,
};
use crate::space::Vector;

impl<V: Vector> Code for Shape<V> {
    fn write(&self, out: &mut impl Sink) {
        let mut vector = |kind: u8, vectors: &[&V::Array<f32>], numbers: &[f32]| {
            kind.write(out);
            vectors.iter().for_each(|vector| write_array::<V>(vector, out));
            numbers.iter().for_each(|number| number.write(out));
        };
        match self {
            Self::Point(point) => vector(0, &[&point.to_array()], &[]),
            Self::Segment(segment) => vector(1, &[&segment.a, &segment.b], &[]),
            Self::Ray(ray) => vector(2, &[&ray.origin, &ray.direction], &[]),
            Self::Plane(plane) => vector(3, &[&plane.normal], &[plane.offset]),
            Self::HalfSpace(half) => vector(4, &[&half.normal], &[half.offset]),
            Self::Sphere(sphere) => vector(5, &[&sphere.center], &[sphere.radius]),
            Self::Capsule(capsule) => vector(6, &[&capsule.a, &capsule.b], &[capsule.radius]),
            Self::Aabb(aabb) => vector(7, &[&aabb.min, &aabb.max], &[]),
            Self::Obb(obb) => {
                vector(8, &[&obb.center, &obb.half_extents], &[]);
                write_rotation::<V>(&obb.rotation, out);
            }
            Self::Triangle(triangle) => vector(9, &[&triangle.a, &triangle.b, &triangle.c], &[]),
            Self::Frustum(frustum) => {
                10_u8.write(out);
                write_frustum(frustum, out);
            }
            Self::ConvexHull(hull) => {
                11_u8.write(out);
                (hull.points().len() as u64).write(out);
                hull.points().for_each(|point| write_array::<V>(&point.to_array(), out));
            }
            Self::Parallelepiped(shape) => {
                vector(12, &[&shape.center], &[]);
                (0..V::DIM).for_each(|i| write_array::<V>(&shape.edges[i], out));
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let kind = u8::read(from)?;
        from.check(kind < 13, "a kind of shape")?;
        let vector = |from: &mut Reader<'_>| read_array::<V>(from);
        let shape = match kind {
            0 => {
                let point = Self::Point(V::from_array(vector(from)?));
                from.check(point.as_shape_ref().is_finite(), "a finite point")?;
                Ok(point)
            }
            1 => made(Segment::try_new(vector(from)?, vector(from)?)),
            2 => made(Ray::try_new(vector(from)?, vector(from)?)),
            3 => made(Plane::try_new(vector(from)?, f32::read(from)?)),
            4 => made(HalfSpace::try_new(vector(from)?, f32::read(from)?)),
            5 => made(Sphere::try_new(vector(from)?, f32::read(from)?)),
            6 => made(Capsule::try_new(vector(from)?, vector(from)?, f32::read(from)?)),
            7 => made(Aabb::try_new(vector(from)?, vector(from)?)),
            8 => made(Obb::try_new(vector(from)?, vector(from)?, read_rotation::<V>(from)?)),
            9 => made(Triangle::try_new(vector(from)?, vector(from)?, vector(from)?)),
            10 => made(read_frustum(from)?),
            11 => {
                let count = u64::read(from)?;
                let points = (0..count).map(|_| vector(from)).collect::<Result<Vec<_>, _>>()?;
                made(ConvexHull::try_new(points))
            }
            _ => {
                let center = vector(from)?;
                let mut edges = V::array(|_| V::array(|_| 0.0));
                for i in 0..V::DIM {
                    edges[i] = vector(from)?;
                }
                made(Parallelepiped::try_new(center, edges))
            }
        };
        shape.map_err(SnapshotError::Shape)
    }
}

fn made<V: Vector>(shape: Result<impl Into<Shape<V>>, ShapeError>) -> Result<Shape<V>, ShapeError> {
    shape.map(Into::into)
}

fn write_frustum<V: Vector>(frustum: &Frustum<V>, out: &mut impl Sink) {
    match frustum.form() {
        FrustumForm::Perspective { origin, slopes, near, far, .. } => {
            0_u8.write(out);
            write_array::<V>(&origin.to_array(), out);
            write_rotation::<V>(&frustum.rotation_array().unwrap_or(V::IDENTITY), out);
            slopes.iter().chain([&near, &far]).for_each(|number| number.write(out));
        }
        FrustumForm::HalfSpaces(list) => {
            1_u8.write(out);
            (list.len() as u64).write(out);
            for half in list {
                write_array::<V>(&half.normal, out);
                half.offset.write(out);
            }
        }
        FrustumForm::Projection { rows, depth } => {
            2_u8.write(out);
            (depth == Depth::MinusOneToOne).write(out);
            rows.iter().flatten().for_each(|number| number.write(out));
        }
    }
}

fn read_frustum<V: Vector>(
    from: &mut Reader<'_>,
) -> Result<Result<Frustum<V>, ShapeError>, SnapshotError> {
    let form = u8::read(from)?;
    from.check(form < 3, "a form of frustum")?;
    Ok(match form {
        0 => {
            let (origin, rotation) = (read_array::<V>(from)?, read_rotation::<V>(from)?);
            let mut slopes = [0.0; 4];
            for slope in &mut slopes {
                *slope = f32::read(from)?;
            }
            let (near, far) = (f32::read(from)?, f32::read(from)?);
            Frustum::perspective_facts(origin, rotation, slopes, near, far)
        }
        1 => {
            let count = u64::read(from)?;
            from.check(count <= 6, "at most six half-spaces")?;
            let half = |_| {
                let (normal, offset) = (read_array::<V>(from)?, f32::read(from)?);
                HalfSpace::try_new(normal, offset).map_err(SnapshotError::Shape)
            };
            let list = (0..count).map(half).collect::<Result<Vec<_>, _>>()?;
            Frustum::try_from_half_spaces(&list)
        }
        _ => {
            let to_minus_one = bool::read(from)?;
            let depth = if to_minus_one { Depth::MinusOneToOne } else { Depth::ZeroToOne };
            let mut rows = [0.0; 16];
            for number in &mut rows {
                *number = f32::read(from)?;
            }
            Frustum::projection_facts(&rows, Layout::Rows, depth)
        }
    })
}
