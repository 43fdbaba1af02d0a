//! Is a mover in front of a platform that is none from behind?
//!
//! Whoever stands on a slope touches its face, and nothing else of it need lie behind him along any
//! other direction, not even along one that is off by rounding. So the platform's own face decides:
//! the one that looks most along the direction given.

use crate::exact::widen;
use crate::query::clearance::Facing;
use crate::query::generators::{Generators, Spanned};
use crate::query::proximity::{Core, dot, origin, unit};
use crate::query::separation::{Axis, lies_beyond};
use crate::shape::ShapeRef;
use crate::space::Vector;

/// Whether the mover lies wholly in front of the platform. Exact.
pub(super) fn is_in_front<V: Vector>(
    mover: &ShapeRef<'_, V>,
    platform: &ShapeRef<'_, V>,
    front: &V::Array<f32>,
) -> bool {
    lies_beyond(mover, platform, face_along(platform, front).unwrap_or(Axis::Given(*front)))
}

/// The face of a shape that looks most along a direction; the first one of equals. `None`, if none
/// looks that way: a sphere has no faces at all.
///
/// Which one it is only has to be the same everywhere: `f64` will do.
fn face_along<V: Vector>(shape: &ShapeRef<'_, V>, front: &V::Array<f32>) -> Option<Axis<V>> {
    let front = unit::<V>(&V::array(|t| widen(front[t])))?;
    let core = Core::of(shape, origin(*shape, *shape));
    let is_face = |facing: Facing, outward: &V::Array<f64>| match shape {
        ShapeRef::Plane(_) => true,
        ShapeRef::HalfSpace(_) => facing == Facing::Front,
        _other => core.as_ref().is_some_and(|core| core.has_face(outward)),
    };
    let span = shape.span::<f64>(0);
    let mut most = 0.0;
    let mut chosen = None;
    for i in 0..span.normals() {
        let Some(normal) = unit::<V>(&span.normal(i)) else { continue };
        let back = V::array(|t| 0.0 - normal[t]);
        for (facing, outward) in [(Facing::Front, normal), (Facing::Back, back)] {
            let cosine = dot::<V>(&outward, &front);
            if cosine > most && is_face(facing, &outward) {
                (most, chosen) = (cosine, Some(Axis::Normal(i, facing)));
            }
        }
    }
    chosen
}
