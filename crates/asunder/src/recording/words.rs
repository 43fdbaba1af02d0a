//! Shapes and maps as words: the bits of their numbers, as integers in the order of the floats.

use super::RecordingError;
use super::bytes::check;
use crate::array::array_of;
use crate::shape::{
    Aabb, AnyShape as _, Capsule, ConvexHull, Depth, Frustum, FrustumForm, HalfSpace, Layout, Obb,
    Parallelepiped, Plane, Ray, Segment, Shape, ShapeError, Sphere, Triangle,
};
use crate::space::{Affine, Vector};
use crate::world::Geometry;

/// The bits of a float as an integer that grows as the float does, so that near floats are near integers.
pub(super) fn word(value: f32) -> i32 {
    ordered(value.to_bits() as i32)
}

/// The float of a word.
pub(super) fn float(word: i32) -> f32 {
    f32::from_bits(ordered(word) as u32)
}

/// Its own inverse: of negative numbers, all bits but the sign are flipped.
fn ordered(bits: i32) -> i32 {
    bits ^ ((bits >> 31) as u32 >> 1) as i32
}

/// The kinds of shapes, numbered.
pub(super) const KINDS: u8 = 16;
const FRUSTUM_OF_HALF_SPACES: u8 = 13;
const CONVEX_HULL: u8 = 11;
/// No shape: the hash of a level, and the box around it.
pub(super) const LEVEL: u8 = 15;

/// Appends the words of what a collider is; returns its kind.
pub(super) fn put_geometry<V: Vector>(geometry: Geometry<'_, V>, out: &mut Vec<i32>) -> u8 {
    match geometry {
        Geometry::Shape(shape) => put_shape(shape, out),
        Geometry::Level(level, bounds) => {
            let hash = level.hash();
            out.extend([hash as i32, (hash >> 32) as i32]);
            for corner in [&bounds.min, &bounds.max] {
                (0..V::DIM).for_each(|i| out.push(word(corner[i])));
            }
            LEVEL
        }
    }
}

/// The hash of a level whose words these are.
pub(super) fn level_hash(words: &[i32]) -> Option<u64> {
    let &[low, high, ..] = words else { return None };
    Some(u64::from(low as u32) | u64::from(high as u32) << 32)
}

/// Appends the words of a shape; returns its kind.
pub(super) fn put_shape<V: Vector>(shape: &Shape<V>, out: &mut Vec<i32>) -> u8 {
    let mut put = |vectors: &[&V::Array<f32>], numbers: &[f32]| {
        for vector in vectors {
            (0..V::DIM).for_each(|i| out.push(word(vector[i])));
        }
        out.extend(numbers.iter().copied().map(word));
    };
    match shape {
        Shape::Point(point) => (put(&[&point.to_array()], &[]), 0).1,
        Shape::Segment(segment) => (put(&[&segment.a, &segment.b], &[]), 1).1,
        Shape::Ray(ray) => (put(&[&ray.origin, &ray.direction], &[]), 2).1,
        Shape::Plane(plane) => (put(&[&plane.normal], &[plane.offset]), 3).1,
        Shape::HalfSpace(half) => (put(&[&half.normal], &[half.offset]), 4).1,
        Shape::Sphere(sphere) => (put(&[&sphere.center], &[sphere.radius]), 5).1,
        Shape::Capsule(capsule) => (put(&[&capsule.a, &capsule.b], &[capsule.radius]), 6).1,
        Shape::Aabb(aabb) => (put(&[&aabb.min, &aabb.max], &[]), 7).1,
        Shape::Obb(obb) => put_obb(obb, out),
        Shape::Triangle(triangle) => (put(&[&triangle.a, &triangle.b, &triangle.c], &[]), 9).1,
        Shape::Frustum(frustum) => match frustum.form() {
            FrustumForm::Perspective { origin, slopes, near, far, .. } => {
                let rotation = frustum.rotation_array().unwrap_or(V::IDENTITY);
                put(&[&origin.to_array()], rotation.as_ref());
                put(&[], &slopes);
                put(&[], &[near, far]);
                10
            }
            FrustumForm::HalfSpaces(list) => {
                list.iter().for_each(|half| put(&[&half.normal], &[half.offset]));
                FRUSTUM_OF_HALF_SPACES
            }
            FrustumForm::Projection { rows, depth } => {
                rows.iter().for_each(|row| put(&[], row));
                // The depth is one more number: zero, or minus one.
                put(&[], &[if depth == Depth::MinusOneToOne { -1.0 } else { 0.0 }]);
                14
            }
        },
        Shape::ConvexHull(hull) => {
            hull.points().for_each(|point| put(&[&point.to_array()], &[]));
            CONVEX_HULL
        }
        Shape::Parallelepiped(shape) => {
            put(&[&shape.center], &[]);
            (0..V::DIM).for_each(|i| put(&[&shape.edges[i]], &[]));
            12
        }
    }
}

/// The words of an oriented box, of which games have most, in one piece.
fn put_obb<V: Vector>(obb: &Obb<V>, out: &mut Vec<i32>) -> u8 {
    let (mut words, rotation) = ([0; 10], obb.rotation.as_ref());
    for i in 0..V::DIM {
        words[i] = word(obb.center[i]);
        words[V::DIM + i] = word(obb.half_extents[i]);
    }
    let of_rotation = words[2 * V::DIM..].iter_mut();
    of_rotation.zip(rotation).for_each(|(to, number)| *to = word(*number));
    out.extend_from_slice(&words[..2 * V::DIM + rotation.len()]);
    8
}

/// How many words a shape of a kind has; `None` if that differs from one to the next.
pub(super) fn word_count<V: Vector>(kind: u8) -> Option<usize> {
    let (n, rotation) = (V::DIM, V::IDENTITY.as_ref().len());
    Some(match kind {
        0 => n,
        1 | 2 | 7 => 2 * n,
        3..=5 => n + 1,
        6 => 2 * n + 1,
        8 => 2 * n + rotation,
        9 => 3 * n,
        10 => n + rotation + 6,
        12 => n + n * n,
        14 => 17,
        LEVEL => 2 + 2 * n,
        _ => return None,
    })
}

/// The shape of a kind and its words.
pub(super) fn shape<V: Vector>(kind: u8, words: &[i32]) -> Result<Shape<V>, RecordingError> {
    let (n, count) = (V::DIM, words.len());
    let fits = match (word_count::<V>(kind), kind) {
        (Some(expected), _) => count == expected,
        (None, CONVEX_HULL) => count.is_multiple_of(n),
        (None, _) => count.is_multiple_of(n + 1) && count <= 6 * (n + 1),
    };
    check(fits && kind < LEVEL, "the numbers of a shape")?;
    let number = |i: usize| float(words[i]);
    let vector = |i: usize| V::array(|t| number(i + t));
    let rotation = |i: usize| {
        let mut rotation = V::IDENTITY;
        rotation.as_mut().iter_mut().zip(i..).for_each(|(to, i)| *to = number(i));
        rotation
    };
    let made = match kind {
        0 => {
            let point = Shape::Point(V::from_array(vector(0)));
            check(point.as_shape_ref().is_finite(), "a finite point")?;
            Ok(point)
        }
        1 => made(Segment::try_new(vector(0), vector(n))),
        2 => made(Ray::try_new(vector(0), vector(n))),
        3 => made(Plane::try_new(vector(0), number(n))),
        4 => made(HalfSpace::try_new(vector(0), number(n))),
        5 => made(Sphere::try_new(vector(0), number(n))),
        6 => made(Capsule::try_new(vector(0), vector(n), number(2 * n))),
        7 => made(Aabb::try_new(vector(0), vector(n))),
        8 => made(Obb::try_new(vector(0), vector(n), rotation(2 * n))),
        9 => made(Triangle::try_new(vector(0), vector(n), vector(2 * n))),
        10 => {
            let slopes = count - 6;
            let slope = |i: usize| number(slopes + i);
            let sides = array_of(slope);
            made(Frustum::perspective_facts(vector(0), rotation(n), sides, slope(4), slope(5)))
        }
        CONVEX_HULL => made(ConvexHull::try_new((0..count / n).map(|i| vector(i * n)))),
        12 => made(Parallelepiped::try_new(vector(0), V::array(|i| vector(n + i * n)))),
        FRUSTUM_OF_HALF_SPACES => {
            let half = |i: usize| HalfSpace::try_new(vector(i * (n + 1)), number(i * (n + 1) + n));
            let list: Result<Vec<_>, _> = (0..count / (n + 1)).map(half).collect();
            made(list.and_then(|list| Frustum::try_from_half_spaces(&list)))
        }
        _ => {
            let depth = if number(16) == 0.0 { Depth::ZeroToOne } else { Depth::MinusOneToOne };
            let matrix = array_of(number);
            made(Frustum::projection_facts(&matrix, Layout::Rows, depth))
        }
    };
    made.map_err(|error| RecordingError::Shape { at: 0, error })
}

fn made<V: Vector>(shape: Result<impl Into<Shape<V>>, ShapeError>) -> Result<Shape<V>, ShapeError> {
    shape.map(Into::into)
}

/// How many words a map has.
pub(super) fn map_words<V: Vector>() -> usize {
    V::DIM * (V::DIM + 1)
}

pub(super) fn put_map<V: Vector>(map: &Affine<V>, out: &mut Vec<i32>) {
    for i in 0..V::DIM {
        (0..V::DIM).for_each(|j| out.push(word(map.columns[i][j])));
    }
    (0..V::DIM).for_each(|j| out.push(word(map.translation[j])));
}

/// The map of so many words.
pub(super) fn map<V: Vector>(words: &[i32]) -> Affine<V> {
    let number = |i: usize| words.get(i).copied().map_or(0.0, float);
    let columns = V::array(|i| V::array(|j| number(i * V::DIM + j)));
    Affine { columns, translation: V::array(|j| number(V::DIM * V::DIM + j)) }
}
