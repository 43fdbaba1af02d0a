//! Two shapes: do they meet, where lies one to the other, where does a line hit?

use crate::case::{Case, Space};
use crate::sheet::{Class, Sheet};
use asunder::glam::{Vec2, Vec3};
use asunder::{
    Cast, ClosestPoint, Contains, Intersects, Penetrates, RayCast, Shape, SideOf, Sweep,
};

pub(super) fn ask(cases: &[Case], sheet: &mut Sheet) {
    for case in cases {
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
    note(Class::Drawn, "drawn", &case.to_string());
    note(Class::Boolean, "intersects", &(a.intersects(&b), b.intersects(&a)));
    note(Class::Boolean, "penetrates", &(a.penetrates(&b), b.penetrates(&a)));
    note(Class::Boolean, "containment", &(a.containment(&b), b.containment(&a)));
    let motion = V::array(|i| case.motion[i]);
    let [to, from] = [(&a, &b), (&b, &a)].map(|(own, other)| {
        (
            own.sweep_intersects(motion, other),
            own.sweep_penetrates(motion, other),
            own.cast(motion, other).map(|hit| hit.started),
        )
    });
    note(Class::Boolean, "sweep", &(to, from));
    for (own, other) in [(&a, &b), (&b, &a)] {
        if let Shape::Point(point) = other {
            note(Class::Metric, "closest-point", &own.closest_point(point));
        }
        let hit = match other {
            Shape::Ray(ray) => Some(own.ray_cast(ray)),
            Shape::Segment(segment) => Some(own.segment_cast(segment)),
            _ => None,
        };
        if let Some(hit) = hit {
            note(Class::Boolean, "line-cast", &hit.map(|hit| hit.started));
            note(Class::Metric, "hit", &hit);
        }
        if let Shape::Plane(plane) = other {
            note(Class::Boolean, "side", &own.side(plane));
        }
    }
}
