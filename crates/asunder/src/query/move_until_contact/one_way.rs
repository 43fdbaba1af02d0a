//! Whether a mover is in front of a one-way platform.
//!
//! A mover that stands on a slope touches its face, and need not be in front of the platform along any
//! other direction, not even along one with a rounding error. So the platform's own faces decide:
//! those whose normal is along the given direction, or nearly so.

use crate::linalg::Vect;
use crate::query::clearance::Facing;
use crate::query::generators::{Generators, Spanned};
use crate::query::predicate::Rule;
use crate::query::proximity::{Core, Detail, origin, proximity};
use crate::query::separation::{FaceNormal, lies_beyond, span_span};
use crate::shape::ShapeRef;
use crate::space::Vector;

/// A face faces a direction if the cosine between its normal and that is at least this part of the best
/// face's: both slopes of a roof do, and all parts of a mound that are no steeper than 45°.
const NEARLY: f64 = 0.7;

/// Whether the mover is in front of the platform: wholly beyond one of the faces that face `front`,
/// exactly; or nearest to an edge, a vertex or a round part from about that direction.
pub(crate) fn is_in_front<V: Vector>(
    mover: &ShapeRef<'_, V>,
    platform: &ShapeRef<'_, V>,
    front: &V::Array<f32>,
) -> bool {
    let Some(front) = Vect::<V, f64>::of(front).unit() else { return false };
    let faces = faces_along(platform, front);
    let larger = |best: f64, &(cosine, _): &(f64, _)| if cosine > best { cosine } else { best };
    let best = if faces.is_empty() { 1.0 } else { faces.iter().fold(0.0, larger) };
    let is_near_front = |cosine: f64| cosine >= NEARLY * best;
    let mut near_front = faces.into_iter().filter(|&(cosine, _)| is_near_front(cosine));
    near_front.any(|(_, axis)| lies_beyond(mover, platform, axis))
        || !span_span::<V>(mover, platform, Rule::Open)
            && proximity(*mover, *platform, Detail::Gap)
                .is_some_and(|near| is_near_front(front.dot(Vect(near.normal))))
}

/// The faces of a shape on the side of a direction, each with the cosine between its normal and that. A
/// sphere has none at all.
///
/// The choice only has to be the same on every platform, so `f64` suffices.
fn faces_along<V: Vector>(shape: &ShapeRef<'_, V>, front: Vect<V, f64>) -> Vec<(f64, FaceNormal)> {
    let mut faces = Vec::new();
    let core = Core::of(shape, origin(*shape, *shape));
    let is_face = |facing: Facing, outward: Vect<V, f64>| match shape {
        ShapeRef::Plane(_) => true,
        ShapeRef::HalfSpace(_) => facing == Facing::Front,
        _other => core.as_ref().is_some_and(|core| core.has_face(&outward.0)),
    };
    let span = shape.span::<f64>(0);
    for i in 0..span.normals() {
        let Some(normal) = Vect(span.normal(i)).unit() else { continue };
        for (facing, outward) in [(Facing::Front, normal), (Facing::Back, -normal)] {
            let cosine = outward.dot(front);
            if cosine > 0.0 && is_face(facing, outward) {
                faces.push((cosine, FaceNormal { normal: i, facing }));
            }
        }
    }
    faces
}
