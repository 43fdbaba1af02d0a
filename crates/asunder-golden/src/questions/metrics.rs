//! Two shapes: how far, how deep, when; and what holds one.
//!
//! These take longer than a yes or no, and far longer on an emulated processor: a third of the cases
//! will do.

use crate::case::{Case, Space, rotation};
use crate::sheet::{Class, Sheet};
use asunder::glam::{Vec2, Vec3};
use asunder::{
    Cast, CastRotating, ContactOf, Distance, Enclosing, Explain, Mover, PartedFrom, PenetrationOf,
    Pose, Shape, Started,
};

pub(super) fn ask(cases: &[Case], sheet: &mut Sheet) {
    for case in cases.iter().step_by(3) {
        if case.dimension == 2 {
            ask_in::<Vec2>(case, sheet);
        } else {
            ask_in::<Vec3>(case, sheet);
        }
    }
}

fn ask_in<V: Space>(case: &Case, sheet: &mut Sheet) {
    let (a, b) = (case.a.shape::<V>(), case.b.shape::<V>());
    let mut note = |class, question: &str, answer: &dyn core::fmt::Debug| {
        let name = format!("{}d/{}-{}/{question}", V::DIM, a.kind(), b.kind());
        sheet.note(class, &name, case, answer);
    };
    let distance = a.distance(&b);
    let points = a.closest_points(&b).map(|near| (near.on_a, near.on_b));
    let penetration = a.penetration(&b);
    // Bits are compared: a processor that takes subnormals for zero finds them equal to it.
    let is_zero = |x: f32| x.to_bits() == 0;
    let is_deep = |depth: f32| !is_zero(depth);
    let gates = (
        distance.map(is_zero),
        points.is_some(),
        penetration.as_ref().map(|found| is_deep(found.depth)),
    );
    note(Class::Boolean, "gates", &gates);
    note(Class::Metric, "distance", &distance);
    note(Class::Metric, "closest-points", &points);
    note(Class::Metric, "penetration", &penetration);
    note(Class::Metric, "parted-from", &a.parted_from(&b));
    note(Class::Metric, "contact", &a.contact(&b));
    note(Class::Metric, "explain", &a.explain(&b));
    let motion = V::array(|i| case.motion[i]);
    note(
        Class::Metric,
        "cast",
        &a.cast(motion, &b).map(|hit| CastHit {
            fraction: hit.fraction,
            exit: a.cast_exit(motion, &b),
            point: hit.point,
            normal: hit.normal,
            started: hit.started,
        }),
    );
    let to = Pose::new(motion, rotation::<V>(&[0.75, 0.5, 0.125, 0.25]));
    let turning = a.cast_rotating(&Pose::identity(), &to, &b, 0.125);
    note(Class::Metric, "cast-rotating", &turning);
    for (own, other) in [(&a, &b), (&b, &a)] {
        if matches!(own, Shape::Sphere(_) | Shape::Capsule(_) | Shape::Aabb(_) | Shape::Obb(_)) {
            note(Class::Metric, "move-until-contact", &own.move_until_contact(motion, [other]));
        }
        note(Class::Metric, "aabb", &own.try_aabb());
        note(Class::Metric, "bounding-sphere", &own.try_bounding_sphere());
    }
}

/// A hit and when it ends, which the sheet has in one line.
#[derive(Debug)]
#[expect(dead_code, reason = "only printed")]
struct CastHit<V> {
    fraction: f32,
    exit: Option<f32>,
    point: V,
    normal: V,
    started: Started,
}
