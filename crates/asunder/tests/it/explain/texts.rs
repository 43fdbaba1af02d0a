//! What explanations say.

use asunder::glam::Vec2;
use asunder::prelude::*;
use asunder::{Explain, Finding, Rot2, Vector};
use core::cmp::Ordering;

fn text<A: Explain<B>, B: asunder::AnyShape>(a: &A, b: &B) -> String {
    a.explain(b).expect("all numbers are finite").text
}

/// Each pair apart, touching and penetrating, whatever its kinds.
#[test]
fn sentences() {
    let floor = HalfSpace3::new([0.0, 2.0, 0.0], 0.0);
    let ball = |y: f32| Sphere3::new([3.0, y, 0.0], 1.0);
    assert_eq!(
        text(&ball(1.5), &floor),
        "They are apart: along the normal of half-space b there is a gap of 0.5."
    );
    assert_eq!(
        text(&floor, &ball(1.0)),
        "They touch: along the normal of half-space a the gap is exactly zero."
    );
    assert_eq!(
        text(&ball(0.75), &floor),
        "They penetrate: the least overlap is 0.25, along the normal of half-space b."
    );
    assert_eq!(
        text(&ball(0.0), &Sphere3::new([3.0, 4.0, 0.0], 1.0)),
        "They are apart: along the way from the center of a to the center of b there is a gap of 2."
    );
    assert_eq!(
        text(&ball(0.0), &ball(0.0)),
        "They penetrate: the least overlap is 2, along the normal of the plane that both lie along."
    );
    let wall = HalfSpace3::new([1.0, 0.0, 0.0], 0.0);
    assert_eq!(
        text(&floor, &wall),
        "They penetrate: along the normal of half-space a they overlap without end."
    );
    let post = Capsule3::new([0.0, 0.0, 0.0], [0.0, 3.0, 0.0], 0.5);
    let crate_ = Aabb3::new([2.0, 0.0, -1.0], [4.0, 2.0, 1.0]);
    assert_eq!(
        text(&post, &crate_),
        "They are apart: along the normal of face x of b there is a gap of 1.5."
    );
    let flat = Triangle3::new([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
    let pin = Segment3::new([0.25, 0.5, 0.25], [0.25, 1.0, 0.25]);
    assert_eq!(
        text(&flat, &pin),
        "They are apart: along the normal of the face of a there is a gap of 0.5."
    );
}

/// Two plates in one plane overlap, seen from above, and still do not penetrate.
#[test]
fn what_is_flat_can_be_lifted_off() {
    let a = Segment2::new([0.0, 0.0], [2.0, 0.0]);
    let b = Segment2::new([1.0, 0.0], [3.0, 0.0]);
    assert_eq!(text(&a, &b), "They touch: along the normal of segment a the gap is exactly zero.");
    let a = Segment3::new([0.0, 0.0, 0.0], [2.0, 0.0, 0.0]);
    let b = Segment3::new([1.0, 0.0, 0.0], [3.0, 0.0, 0.0]);
    assert_eq!(
        text(&a, &b),
        "They touch: along the normal of the plane that both lie along the gap is exactly zero."
    );
}

/// Corner to corner, one ulp apart: the gap is far below what a float beside the intervals shows.
#[test]
fn the_least_gaps_are_told() {
    let far = 1.0e6_f32;
    let a = Aabb2::new([0.0, 0.0], [far, 1.0]);
    let b = Aabb2::new([far.next_up(), 0.0], [2.0 * far, 1.0]);
    let found = a.explain(&b).expect("finite");
    let (axis, along) = found.decisive();
    assert_eq!(
        (axis.name.as_str(), along.sign, along.gap),
        ("face x of a", Ordering::Greater, 0.0625)
    );
    assert_eq!(along.direction.to_array(), [-1.0, 0.0], "a must go back");

    // A slope of 2⁻¹⁵¹ lifts the segment by as much over the point, which no f32 can say.
    let thin = Segment2::new([0.0, 0.0], [4.0, f32::from_bits(1)]);
    let beyond = Vec2::new(1.0, 0.0);
    let found = thin.explain(&beyond).expect("finite");
    assert!(!found.intersects);
    assert_eq!(
        found.text,
        "They are apart: along the normal of segment a there is a gap of less than 2⁻¹⁴⁹."
    );
    assert_eq!((found.decisive().1.sign, found.decisive().1.gap), (Ordering::Greater, 0.0));
}

/// A box test with a short cut for "parallel" boxes reports a hit of these two girders, which cross
/// at 0.08 degrees, a tenth apart. It skips the one axis that tells.
#[test]
fn a_hit_reported_of_boxes_that_are_apart_is_answered() {
    let half = 0.5_f32.sqrt();
    let (cos, sin) = ((1.0 - 0.0014_f32 * 0.0014).sqrt(), 0.0014_f32);
    let lean = |[x, y, z]: [f32; 3]| [x, y * cos - z * sin, y * sin + z * cos];
    let axes = [[half, half, 0.0], [-half, half, 0.0], [0.0, 0.0, 1.0]];
    let girder = |x: f32, axes| {
        Obb3::from_axes([x, 0.0, 0.0], axes, [0.5, 0.5, 100.0]).expect("at right angles")
    };
    let (a, b) = (girder(0.0, axes), girder(2.0 * half + 0.1, axes.map(lean)));
    let found = a.explain(&b).expect("finite");
    let (axis, along) = found.decisive();
    assert_eq!(axis.name, "edge z of a × edge z of b");
    assert!((along.gap - 0.1).abs() < 1e-4, "{along:?}");
    assert!(
        found
            .text
            .starts_with("They are apart: along edge z of a × edge z of b there is a gap of 0.1")
    );
    let told = found.axes.iter().filter(|axis| match &axis.finding {
        Finding::Projected(along) => along.sign == Ordering::Greater,
        Finding::Skipped(_) => false,
    });
    assert_eq!(told.count(), 1, "no other axis tells");
    let swapped = b.explain(&a).expect("finite");
    assert_eq!(swapped.decisive().0.name, "edge z of a × edge z of b");
    assert_eq!(swapped.decisive().1.direction, -along.direction);
}

#[test]
fn parallel_edges_are_skipped_with_a_reason() {
    let a = Aabb3::new([0.0; 3], [1.0; 3]);
    let b = Obb3::new([3.0, 0.0, 0.0], [1.0; 3], [0.0, 0.0, 1.0, 3.0]);
    let found = a.explain(&b).expect("finite");
    let skipped: Vec<_> = found
        .axes
        .iter()
        .filter_map(|axis| match axis.finding {
            Finding::Skipped(why) => Some((axis.name.as_str(), why)),
            Finding::Projected(_) => None,
        })
        .collect();
    assert_eq!(skipped, [("edge z of a × edge z of b", "they are parallel")]);
}

/// A polygon of a hundred sides has more axes than anyone reads.
#[test]
fn long_lists_are_cut() {
    let polygon = |x: f32| {
        let corner = |i: usize| {
            let turn = Rot2::degrees(3.6 * i as f32);
            [x + turn.cos, turn.sin]
        };
        ConvexHull2::new((0..100).map(corner))
    };
    let found = polygon(0.0).explain(&polygon(2.5)).expect("finite");
    assert_eq!((found.axes.len(), found.omitted), (24, 176));
    let (_, along) = found.decisive();
    assert!(found.axes.iter().all(|axis| match &axis.finding {
        Finding::Projected(other) => other.gap <= along.gap,
        Finding::Skipped(_) => false,
    }));
    assert!((along.gap - 0.5).abs() < 2e-3 && along.direction.x < -0.99, "{along:?}");
}

#[test]
fn an_interval_without_end_is_infinite() {
    let ray = Ray2::new([0.0, 0.0], [1.0, 0.0]);
    let wall = Aabb2::new([-3.0, -1.0], [-2.0, 1.0]);
    let found = ray.explain(&wall).expect("finite");
    let (axis, along) = found.decisive();
    assert_eq!((axis.name.as_str(), along.gap), ("face x of b", 2.0));
    assert_eq!((along.a.min, along.a.max), (0.0, f32::INFINITY));
    assert_eq!((along.b.min, along.b.max), (-3.0, -2.0));
    assert_eq!(along.direction.to_array(), [1.0, 0.0]);
}
