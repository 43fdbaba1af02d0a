//! The shapes of a jury: plain arrays of `f32`, to be translated into any library's types.

mod frustum;
mod list;

pub use frustum::{Depth, Frustum};
pub use list::{List, Planes, Points};

/// A closed set of points in `D` dimensions, defined by exactly these bits.
///
/// `D` is 2 or 3. A shape is valid ([`Shape::is_valid`]) when every number is finite, radii and
/// half extents are not negative, `min <= max`, rotations, normals and directions have a nonzero
/// component (a subnormal one is enough), and frusta are not empty. The oracle answers for valid shapes
/// only.
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
    /// A box rotated about its center.
    Obb {
        /// The middle.
        center: [f32; D],
        /// Half the edge lengths, at least 0 each.
        half_extents: [f32; D],
        /// In 3D the quaternion `[x, y, z, w]`; in 2D `[cos, sin, 0, 0]`. Its length is ignored: the
        /// rotation is `q / |q|`.
        rotation: [f32; 4],
    },
    /// The points `x` with `normal · x = offset`.
    Plane {
        /// The normal, of any length but 0.
        normal: [f32; D],
        /// In units of the normal's length.
        offset: f32,
    },
    /// The points `x` with `normal · x <= offset`.
    HalfSpace {
        /// The outward normal, of any length but 0.
        normal: [f32; D],
        /// In units of the normal's length.
        offset: f32,
    },
    /// The points between `a` and `b`, which may be the same.
    Segment {
        /// One end.
        a: [f32; D],
        /// The other end.
        b: [f32; D],
    },
    /// The points `origin + t · direction` with `t >= 0`.
    Ray {
        /// The origin.
        origin: [f32; D],
        /// The direction, of any length but 0.
        direction: [f32; D],
    },
    /// The points no farther than `radius` from the segment between `a` and `b`.
    Capsule {
        /// The center of one end.
        a: [f32; D],
        /// The center of the other end, which may be the same.
        b: [f32; D],
        /// At least 0.
        radius: f32,
    },
    /// The points between three corners, which may lie on a line or in one point.
    Triangle {
        /// The first corner.
        a: [f32; D],
        /// The second corner.
        b: [f32; D],
        /// The third corner.
        c: [f32; D],
    },
    /// The points `center + Σ tᵢ · edges[i]` with `|tᵢ| <= 1`: a box under any affine map.
    Parallelepiped {
        /// The middle.
        center: [f32; D],
        /// Half of each edge; they may be linearly dependent, or zero.
        edges: [[f32; D]; D],
    },
    /// The convex hull of the points.
    ConvexHull(Points<D>),
    /// The intersection of up to six half-spaces.
    Frustum(Frustum<D>),
}

/// The kind of a shape: a variant of [`Shape`].
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
    /// [`Shape::Segment`].
    Segment,
    /// [`Shape::Ray`].
    Ray,
    /// [`Shape::Capsule`].
    Capsule,
    /// [`Shape::Triangle`].
    Triangle,
    /// [`Shape::Parallelepiped`].
    Parallelepiped,
    /// [`Shape::ConvexHull`].
    ConvexHull,
    /// [`Shape::Frustum`].
    Frustum,
}

impl Kind {
    /// The first six kinds, whose pairs a family draws the same in every version.
    pub const FIRST: [Kind; 6] =
        [Kind::Point, Kind::Sphere, Kind::Aabb, Kind::Obb, Kind::Plane, Kind::HalfSpace];

    /// Every kind, in the order of their declaration.
    pub const ALL: [Kind; 13] = [
        Kind::Point,
        Kind::Sphere,
        Kind::Aabb,
        Kind::Obb,
        Kind::Plane,
        Kind::HalfSpace,
        Kind::Segment,
        Kind::Ray,
        Kind::Capsule,
        Kind::Triangle,
        Kind::Parallelepiped,
        Kind::ConvexHull,
        Kind::Frustum,
    ];

    /// Whether all shapes of this kind are bounded: not planes, half-spaces, rays and frusta.
    pub fn is_bounded(self) -> bool {
        !matches!(self, Kind::Plane | Kind::HalfSpace | Kind::Ray | Kind::Frustum)
    }
}

impl<const D: usize> Shape<D> {
    /// The kind of this shape.
    pub fn kind(&self) -> Kind {
        match self {
            Shape::Point(_) => Kind::Point,
            Shape::Sphere { .. } => Kind::Sphere,
            Shape::Aabb { .. } => Kind::Aabb,
            Shape::Obb { .. } => Kind::Obb,
            Shape::Plane { .. } => Kind::Plane,
            Shape::HalfSpace { .. } => Kind::HalfSpace,
            Shape::Segment { .. } => Kind::Segment,
            Shape::Ray { .. } => Kind::Ray,
            Shape::Capsule { .. } => Kind::Capsule,
            Shape::Triangle { .. } => Kind::Triangle,
            Shape::Parallelepiped { .. } => Kind::Parallelepiped,
            Shape::ConvexHull(_) => Kind::ConvexHull,
            Shape::Frustum(_) => Kind::Frustum,
        }
    }

    /// The shape of a bounded kind at another place: every point of it is displaced, and rounded.
    ///
    /// # Panics
    ///
    /// If the shape is unbounded.
    pub fn displaced(&self, by: [f32; D]) -> Self {
        let at = |x: [f32; D]| -> [f32; D] { std::array::from_fn(|i| x[i] + by[i]) };
        match *self {
            Shape::Point(point) => Shape::Point(at(point)),
            Shape::Sphere { center, radius } => Shape::Sphere { center: at(center), radius },
            Shape::Aabb { min, max } => Shape::Aabb { min: at(min), max: at(max) },
            Shape::Obb { center, half_extents, rotation } => {
                Shape::Obb { center: at(center), half_extents, rotation }
            }
            Shape::Segment { a, b } => Shape::Segment { a: at(a), b: at(b) },
            Shape::Capsule { a, b, radius } => Shape::Capsule { a: at(a), b: at(b), radius },
            Shape::Triangle { a, b, c } => Shape::Triangle { a: at(a), b: at(b), c: at(c) },
            Shape::Parallelepiped { center, edges } => {
                Shape::Parallelepiped { center: at(center), edges }
            }
            Shape::ConvexHull(points) => {
                let points: Vec<[f32; D]> = points.iter().map(|point| at(*point)).collect();
                Shape::ConvexHull(List::new(&points))
            }
            Shape::Plane { .. }
            | Shape::HalfSpace { .. }
            | Shape::Ray { .. }
            | Shape::Frustum(_) => {
                panic!("a {:?} has no end", self.kind())
            }
        }
    }

    /// Whether the numbers define a shape.
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
            Shape::Segment { a, b } => finite(a) && finite(b),
            Shape::Ray { origin, direction: along } => finite(origin) && direction(along),
            Shape::Capsule { a, b, radius } => finite(a) && finite(b) && sizes(&[*radius]),
            Shape::Triangle { a, b, c } => finite(a) && finite(b) && finite(c),
            Shape::Parallelepiped { center, edges } => {
                finite(center) && edges.iter().all(|edge| finite(edge))
            }
            Shape::ConvexHull(points) => points.iter().all(|point| finite(point)),
            Shape::Frustum(frustum) => frustum.is_valid(),
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
