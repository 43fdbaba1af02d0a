//! The names of the features of a shape, and of the axes that they give.

use super::rows::Row;
use crate::query::separation::AxisSource;
use crate::shape::{FrustumForm, ShapeRef};
use crate::space::Vector;

/// The shapes of a pair in canonical order, and their names.
pub(super) struct Names<'s, V: Vector> {
    first: Called<'s, V>,
    second: Called<'s, V>,
    swapped: bool,
}

/// A shape and its name.
struct Called<'s, V: Vector> {
    shape: ShapeRef<'s, V>,
    name: &'static str,
}

const COORDINATES: [&str; 3] = ["x", "y", "z"];
const HALVES: [&str; 3] = ["u", "v", "w"];
const SIDES: [&str; 3] = ["ab", "bc", "ca"];
const FRUSTUM: [&str; 6] = ["left", "right", "bottom", "top", "near", "far"];

impl<'s, V: Vector> Names<'s, V> {
    /// The names of a pair; with `swapped`, the first shape is the `b` of the query.
    pub(super) fn new([first, second]: [ShapeRef<'s, V>; 2], swapped: bool) -> Self {
        let [a, b] = if swapped { ["b", "a"] } else { ["a", "b"] };
        Self {
            first: Called { shape: first, name: a },
            second: Called { shape: second, name: b },
            swapped,
        }
    }

    /// The name of an axis: the features that it comes from.
    pub(super) fn of(&self, row: Row) -> String {
        let (a, b) = (&self.first, &self.second);
        let Row::Candidate(_, candidate) = row else {
            return String::from("the plane that both lie along");
        };
        match candidate {
            AxisSource::NormalOfA(i) => a.face(i),
            AxisSource::NormalOfB(i) => b.face(i),
            AxisSource::Cross(i, j) => self.joined(a.edge(i), "×", b.edge(j)),
            AxisSource::Between(i, j) => self.joined(a.vertex(i), "to", b.vertex(j)),
            AxisSource::AcrossA { corner, line } => {
                format!("{} to {}", b.vertex(corner), a.line(line))
            }
            AxisSource::AcrossB { corner, line } => {
                format!("{} to {}", a.vertex(corner), b.line(line))
            }
        }
    }

    /// Two features, that of the query's `a` first.
    fn joined(&self, first: String, by: &str, second: String) -> String {
        let [a, b] = if self.swapped { [second, first] } else { [first, second] };
        format!("{a} {by} {b}")
    }

    /// The axis as a phrase of the sentence.
    pub(super) fn along(&self, row: Row) -> String {
        let name = self.of(row);
        match row {
            Row::AcrossBoth
            | Row::Candidate(_, AxisSource::NormalOfA(_) | AxisSource::NormalOfB(_)) => {
                format!("the normal of {name}")
            }
            Row::Candidate(_, AxisSource::Cross(..)) => name,
            Row::Candidate(..) => format!("the way from {name}"),
        }
    }

    /// The reason why the features give no direction.
    pub(super) fn why_zero(row: Row) -> &'static str {
        match row {
            Row::AcrossBoth => "neither has a direction",
            Row::Candidate(_, AxisSource::NormalOfA(_) | AxisSource::NormalOfB(_)) => {
                "it has no extent, and so no normal"
            }
            Row::Candidate(_, AxisSource::Cross(..)) => "they are parallel",
            Row::Candidate(_, AxisSource::Between(..)) => "they are the same point",
            Row::Candidate(..) => "the point lies on the line of the edge",
        }
    }
}

impl<V: Vector> Called<'_, V> {
    /// The name of the feature whose normal is normal `i` of the generators.
    fn face(&self, i: usize) -> String {
        let name = self.name;
        let kind = if V::IN_PLANE { "side" } else { "face" };
        match self.shape {
            ShapeRef::Aabb(_) | ShapeRef::Obb(_) => format!("face {} of {name}", COORDINATES[i]),
            ShapeRef::Parallelepiped(_) if V::IN_PLANE => format!("side {} of {name}", HALVES[i]),
            ShapeRef::Parallelepiped(_) => {
                format!("face {}{} of {name}", HALVES[i], HALVES[(i + 1) % 3])
            }
            ShapeRef::Triangle(_) if V::IN_PLANE => format!("side {} of {name}", SIDES[i]),
            ShapeRef::Triangle(_) => format!("the face of {name}"),
            ShapeRef::ConvexHull(_) => format!("{kind} {i} of {name}"),
            ShapeRef::Frustum(frustum) => match frustum.form() {
                FrustumForm::Perspective { .. } => format!("the {} plane of {name}", FRUSTUM[i]),
                FrustumForm::HalfSpaces(_) | FrustumForm::Projection { .. } => {
                    format!("plane {i} of {name}")
                }
            },
            ShapeRef::HalfSpace(_) => format!("half-space {name}"),
            ShapeRef::Plane(_)
            | ShapeRef::Segment(_)
            | ShapeRef::Ray(_)
            | ShapeRef::Capsule(_)
            | ShapeRef::Point(_)
            | ShapeRef::Sphere(_) => self.whole(),
        }
    }

    /// The name of the feature along direction `i` of the generators.
    fn edge(&self, i: usize) -> String {
        let name = self.name;
        match self.shape {
            ShapeRef::Aabb(_) | ShapeRef::Obb(_) => format!("edge {} of {name}", COORDINATES[i]),
            ShapeRef::Parallelepiped(_) => format!("edge {} of {name}", HALVES[i]),
            ShapeRef::Triangle(_) => format!("edge {} of {name}", SIDES[i]),
            ShapeRef::ConvexHull(hull) => {
                format!("edge {} of {name}", hull.structure().directions[i])
            }
            ShapeRef::Frustum(_) => format!("edge {i} of {name}"),
            ShapeRef::Point(_)
            | ShapeRef::Sphere(_)
            | ShapeRef::Segment(_)
            | ShapeRef::Ray(_)
            | ShapeRef::Capsule(_)
            | ShapeRef::Plane(_)
            | ShapeRef::HalfSpace(_) => self.whole(),
        }
    }

    /// The name of line `i` of the generators: for boxes, one of those along a half-edge.
    fn line(&self, i: usize) -> String {
        match self.shape {
            ShapeRef::Aabb(_) | ShapeRef::Obb(_) | ShapeRef::Parallelepiped(_) => {
                self.edge(i % V::DIM)
            }
            ShapeRef::ConvexHull(_) => format!("edge {i} of {}", self.name),
            _ => self.edge(i),
        }
    }

    /// The name of vertex `i` of the generators.
    fn vertex(&self, i: usize) -> String {
        let name = self.name;
        let signs = |letters: [&str; 3]| {
            let side = |t: usize| if i >> t & 1 == 1 { "-" } else { "+" };
            let parts: Vec<_> = (0..V::DIM).map(|t| format!("{}{}", side(t), letters[t])).collect();
            format!("corner {} of {name}", parts.join(" "))
        };
        match self.shape {
            ShapeRef::Point(_) => self.whole(),
            ShapeRef::Sphere(_) => format!("the center of {name}"),
            ShapeRef::Ray(_) => format!("the origin of {name}"),
            ShapeRef::Segment(_) | ShapeRef::Capsule(_) => {
                format!("the {} end of {name}", ["first", "second"][i])
            }
            ShapeRef::Triangle(_) => format!("corner {} of {name}", ["a", "b", "c"][i]),
            ShapeRef::Aabb(_) | ShapeRef::Obb(_) => signs(COORDINATES),
            ShapeRef::Parallelepiped(_) => signs(HALVES),
            ShapeRef::ConvexHull(_) | ShapeRef::Frustum(_) => format!("corner {i} of {name}"),
            ShapeRef::Plane(_) | ShapeRef::HalfSpace(_) => self.whole(),
        }
    }

    /// The name of the shape itself.
    fn whole(&self) -> String {
        let name = self.name;
        match self.shape {
            ShapeRef::Point(_) => format!("point {name}"),
            ShapeRef::Segment(_) => format!("segment {name}"),
            ShapeRef::Ray(_) => format!("ray {name}"),
            ShapeRef::Capsule(_) => format!("the axis of {name}"),
            ShapeRef::Plane(_) if V::IN_PLANE => format!("line {name}"),
            ShapeRef::Plane(_) => format!("plane {name}"),
            _ => name.to_owned(),
        }
    }
}
