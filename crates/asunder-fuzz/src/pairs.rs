//! Two shapes: every answer against the laws, and against the jury.

use crate::bytes::Bytes;
use crate::shape::{read, shape, text};
use asunder::glam::{Vec2, Vec3};
use asunder::{
    Cast, ClosestPoint, Containment, Contains, Intersects, Mover, Obb, Penetrates, RayCast, Shape,
    Side, SideOf, Sweep, Vector,
};
use asunder_jury::{
    Contact, Shape as Judged, cast_hits, contact, containment, side, sweep_penetrates,
};

/// Draws two shapes from bytes and asks the library everything about them.
///
/// # Panics
///
/// If an answer breaks a law, or the jury knows better.
pub fn pairs(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    if bytes.byte().is_multiple_of(2) {
        ask::<3, Vec3>(&mut bytes);
    } else {
        ask::<2, Vec2>(&mut bytes);
    }
}

fn ask<const D: usize, V: Vector>(bytes: &mut Bytes<'_>)
where
    V::Array<f32>: From<[f32; D]>,
{
    let (a, b) = (shape::<D>(bytes), shape::<D>(bytes));
    let (Some(x), Some(y)) = (read::<D, V>(&a), read::<D, V>(&b)) else { return };
    let both = || format!(r#"{{"a":{},"b":{}}}"#, text(&a), text(&b));

    let verdict = contact(&a, &b);
    let intersects = verdict != Contact::Apart;
    let penetrates = verdict == Contact::Penetrating;
    assert_eq!(x.intersects(&y), intersects, "intersects: {}", both());
    assert_eq!(y.intersects(&x), intersects, "intersects, swapped: {}", both());
    assert_eq!(x.penetrates(&y), penetrates, "penetrates: {}", both());
    assert_eq!(y.penetrates(&x), penetrates, "penetrates, swapped: {}", both());
    assert!(x.intersects(&x) && y.intersects(&y), "a shape intersects itself: {}", both());

    for (outer, inner, x, y) in [(&a, &b, &x, &y), (&b, &a, &y, &x)] {
        let expected = match containment(outer, inner) {
            asunder_jury::Containment::Disjoint => Containment::Disjoint,
            asunder_jury::Containment::Intersects => Containment::Intersects,
            asunder_jury::Containment::Contains => Containment::Contains,
        };
        let all = || format!(r#"{{"a":{},"b":{}}}"#, text(outer), text(inner));
        assert_eq!(x.containment(y), expected, "containment: {}", all());
        assert_eq!(x.contains(y), expected == Containment::Contains, "contains: {}", all());
    }
    assert!(x.contains(&x) && y.contains(&y), "a shape contains itself: {}", both());

    if let Shape::Point(point) = &y {
        assert_eq!(x.contains(point), intersects, "contains, of a point: {}", both());
        let nearest = x.closest_point(point).map(V::to_array);
        let given = point.to_array();
        let unmoved = nearest
            .is_some_and(|nearest| (0..V::DIM).all(|i| nearest[i].to_bits() == given[i].to_bits()));
        assert!(!intersects || unmoved, "closest_point moves a contained point: {}", both());
        let finite = nearest.is_some_and(|nearest| (0..V::DIM).all(|i| nearest[i].is_finite()));
        assert!(finite, "closest_point is not finite: {}", both());
    }
    if let (Shape::Plane(plane), Judged::Plane { normal, offset }) = (&y, &b) {
        let expected = match side(&a, *normal, *offset) {
            asunder_jury::Side::Front => Side::Front,
            asunder_jury::Side::Straddling => Side::Straddling,
            asunder_jury::Side::Back => Side::Back,
        };
        assert_eq!(x.side(plane), expected, "side: {}", both());
        assert_eq!(expected == Side::Straddling, intersects, "straddling: {}", both());
    }
    if let Shape::Ray(ray) = &y {
        assert_eq!(x.ray_cast(ray).is_some(), intersects, "ray_cast: {}", both());
    }
    let motion: [f32; D] = bytes.vector();
    let moved = || format!("{motion:?} {}", both());
    let hits = cast_hits(&a, motion, &b);
    assert_eq!(x.cast(motion, &y).is_some(), hits, "cast: {}", moved());
    let meets = x.sweep_intersects(motion, &y);
    assert_eq!(meets, intersects || hits, "sweep_intersects: {}", moved());
    let expected = sweep_penetrates(&a, motion, &b);
    assert_eq!(x.sweep_penetrates(motion, &y), expected, "sweep_penetrates: {}", moved());
    if let Shape::Obb(mover) = &x {
        move_along(mover, motion.into(), &y, penetrates, moved);
    }
}

/// A mover stops where it penetrates nothing, and does not move at all if it penetrates at the start.
fn move_along<V: Vector>(
    mover: &Obb<V>,
    motion: V::Array<f32>,
    obstacle: &Shape<V>,
    penetrates: bool,
    input: impl Fn() -> String,
) {
    // Of motions an error may speak.
    let Ok(stop) = mover.move_until_contact(motion, [obstacle]) else { return };
    assert_eq!(stop.started_penetrating, penetrates, "started_penetrating: {}", input());
    assert!((0.0..=1.0).contains(&stop.fraction), "fraction {}: {}", stop.fraction, input());
    assert!(stop.gap >= 0.0 && stop.gap.is_finite(), "gap {}: {}", stop.gap, input());
    if penetrates {
        assert_eq!(stop.position, mover.center(), "moved out of an obstacle: {}", input());
        return;
    }
    let there = mover.with_center(stop.position.to_array());
    let free = there.is_ok_and(|there| !Shape::from(there).penetrates(obstacle));
    assert!(free, "stops at {:?}, where it penetrates: {}", stop.position, input());
}
