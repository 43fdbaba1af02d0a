//! Why numbers describe no shape.

use core::fmt;

/// Why numbers describe no shape: which of them, its value, what was expected.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A number is infinite or NaN.
    NotFinite {
        /// The field it was meant for.
        field: &'static str,
        /// The number.
        value: f32,
    },
    /// A length is below zero.
    Negative {
        /// The field it was meant for.
        field: &'static str,
        /// The number.
        value: f32,
    },
    /// A size that something is divided by is zero or below.
    NotPositive {
        /// The field it was meant for.
        field: &'static str,
        /// The number.
        value: f32,
    },
    /// A rotation, normal or axis is zero, and so has no direction.
    Zero {
        /// The field it was meant for.
        field: &'static str,
    },
    /// A box's minimum lies above its maximum.
    Inverted {
        /// The coordinate axis, 0 for x.
        axis: usize,
        /// The minimum along it.
        min: f32,
        /// The maximum along it.
        max: f32,
    },
    /// Two axes of a box are not at right angles.
    NotOrthogonal {
        /// The axes, 0 for the first.
        axes: (usize, usize),
        /// The cosine of the angle between them.
        cosine: f32,
    },
    /// A list of points is empty.
    Empty,
    /// No shape with finite numbers contains what it must contain.
    NotRepresentable,
    /// A lower limit lies above its upper one.
    Reversed {
        /// The fields, the lower limit first.
        fields: (&'static str, &'static str),
        /// Their numbers.
        values: (f32, f32),
    },
    /// A vertical field of view is no angle that a camera can have.
    FieldOfView {
        /// The angle.
        radians: f32,
    },
    /// A frustum has no half-space, or more than six.
    HalfSpaceCount {
        /// How many there are.
        count: usize,
    },
    /// No point lies in all half-spaces of a frustum.
    EmptyFrustum,
    /// A row of a projection matrix bounds nothing and holds for no point.
    HoldsNowhere {
        /// What the row says, in clip space.
        condition: &'static str,
    },
    /// Numbers that only a frustum in space has are given for one in the plane.
    OnlyInSpace {
        /// The field they were meant for.
        field: &'static str,
    },
    /// A frustum kept as a projection matrix has no image under a pose that keeps its planes.
    ProjectionMoved,
    /// A level whose cells lie along the axes is given a pose that turns.
    GridTurned {
        /// What it is.
        level: &'static str,
        /// The method that makes a level of it that can be turned.
        mended: &'static str,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { field, value } => {
                write!(f, "{field} is {value}; expected a finite number")
            }
            Self::Negative { field, value } => {
                write!(f, "{field} is {value}; expected zero or more")
            }
            Self::NotPositive { field, value } => {
                write!(f, "{field} is {value}; expected more than zero")
            }
            Self::Zero { field } => {
                write!(f, "{field} is zero and has no direction; expected any other length")
            }
            Self::Inverted { axis, min, max } => {
                write!(f, "min is above max along axis {axis}: {min} > {max}; swap them")
            }
            Self::NotOrthogonal { axes: (i, j), cosine } => write!(
                f,
                "axes {i} and {j} are not at right angles (the cosine between them is {cosine}); \
                 enclose the skewed box with `Obb::enclosing`"
            ),
            Self::Empty => write!(f, "there are no points; expected at least one"),
            Self::NotRepresentable => {
                write!(f, "no shape with finite numbers contains the result")
            }
            Self::Reversed { fields: (low, high), values: (a, b) } => {
                write!(f, "{low} is above {high}: {a} > {b}; swap them")
            }
            Self::FieldOfView { radians } => write!(
                f,
                "the field of view is {radians}; expected radians from zero to below half a turn"
            ),
            Self::HalfSpaceCount { count } => {
                write!(f, "there are {count} half-spaces; expected one to six")
            }
            Self::EmptyFrustum => {
                write!(f, "no point lies in all half-spaces; expected normals that point outwards")
            }
            Self::HoldsNowhere { condition } => write!(
                f,
                "no point satisfies {condition} in clip space, whose row has no normal; expected a \
                 view-projection matrix, listed by rows or by columns as stated"
            ),
            Self::OnlyInSpace { field } => {
                write!(f, "{field} belongs to a frustum in space; in the plane give half_spaces")
            }
            Self::ProjectionMoved => write!(
                f,
                "a projection matrix cannot be placed without rounding its planes; multiply it by \
                 the inverse of the pose, and build the frustum from the product"
            ),
            Self::GridTurned { level, mended } => write!(
                f,
                "a {level} cannot be turned, for its cells lie along the axes; expected a translation: place \
                 what its `{mended}` makes instead"
            ),
        }
    }
}

impl core::error::Error for ShapeError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;
    use crate::{Aabb3, Obb3, Plane2, Sphere2, Sphere3};

    #[test]
    fn errors_say_what_was_wrong() {
        let error = |shape: Result<Shape<glam::Vec3>, ShapeError>| shape.unwrap_err().to_string();
        let sphere = |c, r| Sphere3::try_new(c, r).map(Shape::from);
        assert_eq!(error(sphere([0.0; 3], -1.0)), "radius is -1; expected zero or more");
        assert_eq!(
            error(sphere([0.0, f32::NAN, 0.0], 1.0)),
            "center is NaN; expected a finite number"
        );
        let obb = Obb3::try_new([0.0; 3], [1.0; 3], [0.0; 4]).map(Shape::from);
        assert_eq!(error(obb), "rotation is zero and has no direction; expected any other length");
        let aabb = Aabb3::try_new([0.0, 2.0, 0.0], [1.0; 3]).map(Shape::from);
        assert_eq!(error(aabb), "min is above max along axis 1: 2 > 1; swap them");
    }

    #[test]
    fn subnormal_directions_count() {
        let least = f32::from_bits(1);
        assert!(Obb3::try_new([0.0; 3], [1.0; 3], [0.0, 0.0, 0.0, least]).is_ok());
        assert!(Plane2::try_new([least, 0.0], 0.0).is_ok());
        assert!(Plane2::try_new([-0.0, 0.0], 0.0).is_err());
    }

    #[test]
    #[should_panic(expected = "radius is NaN")]
    fn new_panics_where_try_new_errs() {
        let _ = Sphere2::new([0.0, 0.0], f32::NAN);
    }

    #[test]
    fn sizes() {
        assert_eq!(size_of::<Obb3>(), 76, "40 bytes of facts, 36 of axes");
        assert!(size_of::<Shape<glam::Vec3>>() <= 80);
    }
}
