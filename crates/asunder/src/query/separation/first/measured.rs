//! How far apart the cores of two shapes are, by the closed form of their closest points: points, segments, boxes
//! and triangles, one of which is a point or a segment.
//!
//! The points that are found are a bound from above, the gap along the direction between them one from below.

use super::closest::ProposesClosestPoints;
use super::figure::{
    AXIS_SIZE, AxisAligned, CandidateAxis, ERROR, Figure, LEAST, LineOrSegment, PointVertex,
    TriangleVertices,
};
use super::figures::RoundedFigure;
use super::moving::Displaceable;
use crate::array::Mapped as _;
use crate::linalg::Vect;
use crate::shape::{OrientedBox, ShapeRef};
use crate::space::Vector;

/// The closest points of two cores that do not meet, and the gap between these cores.
pub(crate) struct MeasuredFigures<V: Vector> {
    /// The points of both cores, relative to `place`.
    pub(crate) points: [V::Array<f64>; 2],
    /// The unit direction from the first to the second point.
    pub(crate) direction: V::Array<f64>,
    /// The distance between the points.
    pub(crate) distance: f64,
    /// The gap of the cores along the direction.
    pub(crate) gap: f64,
    /// The origin of the points' coordinates.
    pub(crate) place: V::Array<f64>,
    /// What the errors of coordinates are relative to: the reach of both figures, the displacement and both radii.
    pub(crate) reach: f64,
    /// The radii.
    pub(crate) radii: [f64; 2],
}

impl<V: Vector> MeasuredFigures<V> {
    /// A bound on the error of the gap along the direction, less both radii.
    ///
    /// That of the gap is less than [`ERROR`] times the direction's size, at most √3, times the reach. The
    /// direction is as long as one to within 4 of 2⁻⁵³, the radii are added to within one of them, and subtracted
    /// to within another: 48 √3 + 6 is less than 2 · 48.
    pub(crate) fn error(&self) -> f64 {
        AXIS_SIZE * ERROR * self.reach
    }
}

/// Measures two shapes, the first one displaced; `None` for other kinds, and where rounding may hide how they lie.
pub(crate) fn measured<V: Vector>(
    a: ShapeRef<'_, V>,
    displacement: &V::Array<f64>,
    b: ShapeRef<'_, V>,
) -> Option<MeasuredFigures<V>> {
    let displacement = Vect(*displacement);
    match a {
        ShapeRef::Point(a) => beside::<V, V, PointVertex<V>>(a, displacement, b),
        ShapeRef::Sphere(a) => beside(a, displacement, b),
        ShapeRef::Capsule(a) => beside(a, displacement, b),
        ShapeRef::Segment(a) => beside(a, displacement, b),
        _other => None,
    }
}

fn beside<V: Vector, A: RoundedFigure<V, Figure = F>, F>(
    a: &A,
    displacement: Vect<V, f64>,
    b: ShapeRef<'_, V>,
) -> Option<MeasuredFigures<V>>
where
    F: Displaceable<V>
        + ProposesClosestPoints<V, PointVertex<V>>
        + ProposesClosestPoints<V, LineOrSegment<V, false>>
        + ProposesClosestPoints<V, AxisAligned<V>>
        + ProposesClosestPoints<V, OrientedBox<V>>
        + ProposesClosestPoints<V, TriangleVertices<V>>,
{
    let place = a.place();
    let from = a.seen_from(place).displaced(displacement);
    let known = (a.radius(), displacement.norm1());
    match b {
        ShapeRef::Point(b) => figures(&from, b, place, known),
        ShapeRef::Sphere(b) => figures(&from, b, place, known),
        ShapeRef::Segment(b) => figures(&from, b, place, known),
        ShapeRef::Capsule(b) => figures(&from, b, place, known),
        ShapeRef::Aabb(b) => figures(&from, b, place, known),
        ShapeRef::Obb(b) => figures(&from, b, place, known),
        ShapeRef::Triangle(b) => figures(&from, b, place, known),
        _other => None,
    }
}

#[inline(always)]
fn figures<V: Vector, F, B: RoundedFigure<V>>(
    a: &F,
    b: &B,
    place: Vect<V, f64>,
    (radius, displaced): (f64, f64),
) -> Option<MeasuredFigures<V>>
where
    F: ProposesClosestPoints<V, B::Figure>,
{
    let radii = [radius, b.radius()];
    let b = b.seen_from(place);
    let points = a.near(&b);
    let between = points[1] - points[0];
    let square = between.square();
    if !(square > LEAST && square < 1.0 / LEAST) {
        return None;
    }
    let distance = square.sqrt();
    let direction = between.map(|x| x / distance);
    let axis = CandidateAxis { direction, size: AXIS_SIZE, clean: false };
    let ([_, high], [low, _]) = (a.span(&axis), b.span(&axis));
    let reach = a.reach() + b.reach() + displaced + (radii[0] + radii[1]);
    let (points, direction, place) = (points.mapped(|point| point.0), direction.0, place.0);
    Some(MeasuredFigures { points, direction, distance, gap: low - high, place, reach, radii })
}
