//! A case: two shapes and a motion, as names and numbers that a file can hold.

use asunder::glam::{Vec2, Vec3};
use asunder::{
    Aabb, Capsule, ConvexHull, Depth, Frustum, HalfSpace, Layout, Obb, Parallelepiped, Plane, Ray,
    Segment, Shape, Sphere, Triangle, Vector,
};
use std::fmt;

/// What a pair of shapes is asked about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Case {
    /// 2 or 3.
    pub(crate) dimension: usize,
    /// The name of the family it was drawn from.
    pub(crate) family: String,
    pub(crate) a: Drawn,
    pub(crate) b: Drawn,
    /// Some way that `a` may go.
    pub(crate) motion: Vec<f32>,
}

/// The kind of a shape, as files name it, and its numbers in the order of its fields.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawn {
    pub(crate) kind: String,
    pub(crate) numbers: Vec<f32>,
}

/// A dimension: the frusta it has.
pub(crate) trait Space: Vector {
    /// The frustum of a form that this dimension alone has.
    fn view(drawn: &Drawn) -> Frustum<Self>;
}

impl Space for Vec2 {
    fn view(drawn: &Drawn) -> Frustum<Self> {
        unreachable!("no family draws a `{}` in the plane", drawn.kind)
    }
}

impl Space for Vec3 {
    fn view(drawn: &Drawn) -> Frustum<Self> {
        let n = &drawn.numbers;
        let matrix = || core::array::from_fn(|i| n[i]);
        let projection = |depth| match Frustum::from_projection(&matrix(), Layout::Rows, depth) {
            Ok(frustum) => frustum,
            Err(error) => unreachable!("drawn frusta are frusta: {error}"),
        };
        match drawn.kind.as_str() {
            "frustum-perspective" => {
                let (rotation, slopes) = ([n[3], n[4], n[5], n[6]], [n[7], n[8], n[9], n[10]]);
                Frustum::perspective([n[0], n[1], n[2]], rotation, slopes, n[11], n[12])
            }
            "frustum-zero-to-one" => projection(Depth::ZeroToOne),
            "frustum-minus-one-to-one" => projection(Depth::MinusOneToOne),
            other => unreachable!("no family draws a `{other}`"),
        }
    }
}

impl Drawn {
    /// The shape itself.
    pub(crate) fn shape<V: Space>(&self) -> Shape<V> {
        let n = &self.numbers;
        let vector = |at: usize| V::array(|i| n[at * V::DIM + i]);
        match self.kind.as_str() {
            "point" => Shape::Point(V::from_array(vector(0))),
            "sphere" => Sphere::new(vector(0), n[V::DIM]).into(),
            "aabb" => Aabb::new(vector(0), vector(1)).into(),
            "obb" => Obb::new(vector(0), vector(1), rotation::<V>(&n[2 * V::DIM..])).into(),
            "plane" => Plane::new(vector(0), n[V::DIM]).into(),
            "half_space" => HalfSpace::new(vector(0), n[V::DIM]).into(),
            "segment" => Segment::new(vector(0), vector(1)).into(),
            "ray" => Ray::new(vector(0), vector(1)).into(),
            "capsule" => Capsule::new(vector(0), vector(1), n[2 * V::DIM]).into(),
            "triangle" => Triangle::new(vector(0), vector(1), vector(2)).into(),
            "parallelepiped" => Parallelepiped::new(vector(0), V::array(|i| vector(i + 1))).into(),
            "convex_hull" => ConvexHull::new((0..n.len() / V::DIM).map(vector)).into(),
            "frustum-half-spaces" => {
                let half_space = |n: &[f32]| HalfSpace::new(V::array(|i| n[i]), n[V::DIM]);
                let all: Vec<_> = n.chunks(V::DIM + 1).map(half_space).collect();
                Frustum::from_half_spaces(&all).into()
            }
            _ => V::view(self).into(),
        }
    }
}

/// A rotation from as many numbers as one has.
pub(crate) fn rotation<V: Vector>(numbers: &[f32]) -> V::RotationArray {
    let mut rotation = V::RotationArray::default();
    rotation.as_mut().iter_mut().zip(numbers).for_each(|(to, from)| *to = *from);
    rotation
}

/// One line, floats as their bits: `3 yaw sphere 3f800000,… obb … …`.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dimension, family, a, b, motion } = self;
        let bits = |numbers: &[f32]| -> String {
            let words: Vec<String> =
                numbers.iter().map(|x| format!("{:08x}", x.to_bits())).collect();
            words.join(",")
        };
        write!(
            f,
            "{dimension} {family} {} {} {} {} {}",
            a.kind,
            bits(&a.numbers),
            b.kind,
            bits(&b.numbers),
            bits(motion)
        )
    }
}

impl Case {
    /// Reads a line as [`fmt::Display`] writes it.
    pub(crate) fn parse(line: &str) -> Result<Self, String> {
        let read = || {
            let words: Vec<&str> = line.split(' ').collect();
            let [dimension, family, a, a_numbers, b, b_numbers, motion] = words.try_into().ok()?;
            let drawn = |kind: &str, numbers| {
                Some(Drawn { kind: kind.to_owned(), numbers: numbers_of(numbers)? })
            };
            Some(Self {
                dimension: dimension.parse().ok()?,
                family: family.to_owned(),
                a: drawn(a, a_numbers)?,
                b: drawn(b, b_numbers)?,
                motion: numbers_of(motion)?,
            })
        };
        read().ok_or_else(|| format!("expected a case, found `{line}`"))
    }
}

fn numbers_of(word: &str) -> Option<Vec<f32>> {
    word.split(',').map(|hex| u32::from_str_radix(hex, 16).ok().map(f32::from_bits)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_survives_its_line() {
        let drawn =
            |kind: &str, numbers: &[f32]| Drawn { kind: kind.into(), numbers: numbers.into() };
        let case = Case {
            dimension: 2,
            family: "subnormal".into(),
            a: drawn("point", &[f32::from_bits(1), -0.0]),
            b: drawn("sphere", &[1.0, f32::MAX, 0.5]),
            motion: vec![0.1, -2.0],
        };
        assert_eq!(Case::parse(&case.to_string()), Ok(case));
        assert!(Case::parse("2 game point 0").is_err());
    }
}
