//! The shapes a jury speaks of: plain arrays of `f32`, to be translated into anybody's types.

/// A closed set of points in `D` dimensions, given by exactly these bits.
///
/// `D` is 2 or 3. A shape is valid ([`Shape::is_valid`]) when every number is finite, radii and
/// half extents are not negative, `min <= max`, and rotations and normals have a component that is
/// not zero (a subnormal one will do). The oracle answers for valid shapes only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape<const D: usize> {
    /// A single point.
    Point([f32; D]),
    /// The points no farther than `radius` from `center`.
    Sphere {
        /// The middle.
        center: [f32; D],
        /// At least 0; 0 means a point.
        radius: f32,
    },
    /// The points `x` with `min <= x <= max` in every coordinate.
    Aabb {
        /// The least corner.
        min: [f32; D],
        /// The greatest corner.
        max: [f32; D],
    },
    /// A box turned about its center.
    Obb {
        /// The middle.
        center: [f32; D],
        /// Half the edge lengths, at least 0 each.
        half_extents: [f32; D],
        /// In 3D the quaternion `[x, y, z, w]`; in 2D `[cos, sin, 0, 0]`. Its length means nothing:
        /// the rotation is `q / |q|`.
        rotation: [f32; 4],
    },
    /// The points `x` with `normal · x = offset`.
    Plane {
        /// Across the plane, of any length but 0.
        normal: [f32; D],
        /// In units of the normal's length.
        offset: f32,
    },
    /// The points `x` with `normal · x <= offset`.
    HalfSpace {
        /// Out of the half-space, of any length but 0.
        normal: [f32; D],
        /// In units of the normal's length.
        offset: f32,
    },
}

/// Which variant of [`Shape`]: what a family is asked to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// [`Shape::Point`].
    Point,
    /// [`Shape::Sphere`].
    Sphere,
    /// [`Shape::Aabb`].
    Aabb,
    /// [`Shape::Obb`].
    Obb,
    /// [`Shape::Plane`].
    Plane,
    /// [`Shape::HalfSpace`].
    HalfSpace,
}

impl Kind {
    /// Every kind, in the order of their declaration.
    pub const ALL: [Kind; 6] =
        [Kind::Point, Kind::Sphere, Kind::Aabb, Kind::Obb, Kind::Plane, Kind::HalfSpace];

    /// False for planes and half-spaces.
    pub fn is_bounded(self) -> bool {
        !matches!(self, Kind::Plane | Kind::HalfSpace)
    }
}

impl<const D: usize> Shape<D> {
    /// Which variant this is.
    pub fn kind(&self) -> Kind {
        match self {
            Shape::Point(_) => Kind::Point,
            Shape::Sphere { .. } => Kind::Sphere,
            Shape::Aabb { .. } => Kind::Aabb,
            Shape::Obb { .. } => Kind::Obb,
            Shape::Plane { .. } => Kind::Plane,
            Shape::HalfSpace { .. } => Kind::HalfSpace,
        }
    }

    /// Whether the numbers describe a shape at all.
    pub fn is_valid(&self) -> bool {
        let finite = |values: &[f32]| values.iter().all(|v| v.is_finite());
        let sizes = |values: &[f32]| finite(values) && values.iter().all(|v| *v >= 0.0);
        let direction = |values: &[f32]| finite(values) && values.iter().any(|v| *v != 0.0);
        match self {
            Shape::Point(point) => finite(point),
            Shape::Sphere { center, radius } => finite(center) && sizes(&[*radius]),
            Shape::Aabb { min, max } => {
                finite(min) && finite(max) && min.iter().zip(max).all(|(low, high)| low <= high)
            }
            Shape::Obb { center, half_extents, rotation } => {
                let (used, unused) = rotation.split_at(if D == 2 { 2 } else { 4 });
                finite(center)
                    && sizes(half_extents)
                    && direction(used)
                    && unused.iter().all(|v| *v == 0.0)
            }
            Shape::Plane { normal, offset } | Shape::HalfSpace { normal, offset } => {
                direction(normal) && offset.is_finite()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validity_follows_the_documented_rules() {
        let obb = |half, rotation| Shape::Obb { center: [0.0; 3], half_extents: half, rotation };
        let subnormal = f32::from_bits(1);
        assert!(obb([0.0; 3], [0.0, 0.0, 0.0, subnormal]).is_valid());
        assert!(!obb([0.0; 3], [0.0; 4]).is_valid());
        assert!(!obb([1.0, -1.0, 1.0], [0.0, 0.0, 0.0, 1.0]).is_valid());
        assert!(!Shape::Point([f32::NAN, 0.0]).is_valid());
        assert!(!Shape::Sphere { center: [0.0; 2], radius: -1.0 }.is_valid());
        assert!(!Shape::Aabb { min: [1.0, 0.0], max: [0.0, 0.0] }.is_valid());
        assert!(!Shape::Plane { normal: [0.0; 3], offset: 1.0 }.is_valid());
        assert!(!Shape::HalfSpace { normal: [1.0; 3], offset: f32::INFINITY }.is_valid());
        let turned = |rotation| Shape::Obb { center: [0.0; 2], half_extents: [1.0; 2], rotation };
        assert!(turned([0.6, 0.8, 0.0, 0.0]).is_valid());
        assert!(!turned([0.0, 0.0, 0.0, 1.0]).is_valid());
    }
}
