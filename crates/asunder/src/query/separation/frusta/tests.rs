//! Tests of cameras against shapes near their edges.

use super::*;
use crate::analysis::roundoff::Roundoff;
use crate::exact::Number;
use crate::query::predicate::tests::assert_covers;
use crate::shape::{Depth, HalfSpace, Layout};
use asunder_jury::Rng;
use glam::Vec3;

#[test]
fn the_error_of_axes_is_derived() {
    let entry = Roundoff::of_rounded(1.0).error;
    assert_covers(AXIS_ERROR / (f64::from(f32::EPSILON) / 2.0), 3f64.sqrt() * entry);
}

fn number(rng: &mut Rng, reach: f32) -> f32 {
    rng.between(f64::from(-reach), f64::from(reach)) as f32
}

/// A camera at the origin that looks along `-z`, made in each of the three forms.
fn cameras() -> [Frustum<Vec3>; 3] {
    let turned = [0.0, 0.0, 0.0, 1.0];
    let (near, far) = (1.0, 17.0);
    let seen = Frustum::perspective([0.0; 3], turned, [-1.0, 1.0, -1.0, 1.0], near, far);
    let half_space = |normal: [f32; 3], offset| HalfSpace::new(normal, offset);
    let spaces = Frustum::from_half_spaces(&[
        half_space([1.0, 0.0, 1.0], 0.0),
        half_space([-1.0, 0.0, 1.0], 0.0),
        half_space([0.0, 3.0, 3.0], 0.0),
        half_space([0.0, -0.5, 0.5], 0.0),
        half_space([0.0, 0.0, 1.0], -near),
        half_space([0.0, 0.0, -1.0], far),
    ]);
    // -w <= z <= w for z from -1 to -17: a depth of (18·d - 34) / 16.
    let rows = [
        1.0, 0.0, 0.0, 0.0, //
        0.0, 1.0, 0.0, 0.0, //
        0.0, 0.0, -1.125, -2.125, //
        0.0, 0.0, -1.0, 0.0,
    ];
    let depth = Depth::MinusOneToOne;
    let matrix = Frustum::from_projection(&rows, Layout::Rows, depth);
    [seen, spaces, matrix.expect("it sees something")]
}

/// Whether a shape is beyond no plane: the usual test, which has false positives.
fn beyond_no_plane(shape: &impl Culled<Vec3>, frustum: &Frustum<Vec3>) -> bool {
    let planes = frustum.rounded().expect("made with it");
    (0..planes.offsets.len()).all(|i| {
        let normal = normal(planes, i);
        normal.dot(shape.middle()) - planes.offsets[i] <= shape.reach(normal)
    })
}

/// A box right of the far plane's right edge, touching it or one ulp away: it reaches behind both planes, and
/// still is outside.
#[test]
fn what_is_outside_of_an_edge_is_seen_to_be() {
    for frustum in cameras() {
        let right_of = |x: f32| Aabb::<Vec3>::new([x, -40.0, -40.0], [60.0, 40.0, 40.0]);
        let (touching, apart) = (right_of(17.0), right_of(17.0f32.next_up()));
        assert!(touching.intersects(&frustum) && !touching.penetrates(&frustum));
        assert!(right_of(17.0f32.next_down()).penetrates(&frustum));
        assert!(beyond_no_plane(&apart, &frustum) && !apart.intersects(&frustum));
        let turned = Obb::<Vec3>::new([38.0, 0.0, 0.0], [20.5; 3], [0.0, 0.0, 0.0, 3.0]);
        assert!(beyond_no_plane(&turned, &frustum) && !turned.intersects(&frustum));
    }
}

fn turn(rng: &mut Rng) -> [f32; 4] {
    [(); 4].map(|()| number(rng, 1.0))
}

/// Shapes around the corners and faces of a camera: the filter decides most of them, and always as the
/// general test does.
#[test]
fn the_first_look_is_right_and_settles_most() {
    let mut rng = Rng::new(5);
    let (mut asked, mut settled) = (0, 0);
    let mut check = |seen: Option<bool>, general: [bool; 2]| {
        asked += 1;
        settled += u32::from(seen.is_some());
        if let Some(seen) = seen {
            assert_eq!([seen; 2], general);
        }
    };
    for frustum in cameras() {
        let planes = frustum.rounded().expect("made with it");
        for _ in 0..400 {
            let at = [(); 3].map(|()| number(&mut rng, 20.0));
            let size = [(); 3].map(|()| rng.between(0.0, 4.0) as f32);
            let general = |a: ShapeRef<'_, Vec3>| {
                [Rule::Closed, Rule::Open].map(|rule| decide_slow(a, &frustum, rule))
            };
            let sphere = Sphere::<Vec3>::new(at, size[0]);
            check(look(&sphere, planes), general(sphere.as_shape_ref()));
            let end = [(); 3].map(|()| number(&mut rng, 20.0));
            let capsule = Capsule::<Vec3>::new(at, end, size[0]);
            check(look(&capsule, planes), general(capsule.as_shape_ref()));
            let turned = Obb::<Vec3>::new(at, size, turn(&mut rng));
            check(look(&turned, planes), general(turned.as_shape_ref()));
            let axis_aligned = Aabb::from_center_half_extents(at, size);
            check(look(&axis_aligned, planes), general(axis_aligned.as_shape_ref()));
            let point = Vec3::from(at);
            check(look(&point, planes), general(point.as_shape_ref()));
        }
    }
    assert!(settled > asked / 100 * 90, "{settled} of {asked}");
}

/// Boxes about as large as the frustum, for which six planes and a few points are often not enough.
#[test]
fn the_axes_of_edges_tell_what_planes_leave_open() {
    let mut rng = Rng::new(6);
    let slopes = [-1.5, 1.0, -0.5, 1.0];
    let turned = Frustum::perspective([1.0, 2.0, 3.0], [0.3, -0.4, 0.1, 0.8], slopes, 0.5, 20.0);
    let (mut left, mut certain) = (0, [0; 2]);
    for frustum in cameras().into_iter().chain([turned]) {
        let planes = frustum.rounded().expect("made with it");
        let spread = frustum.spread().expect("it is bounded");
        assert!(spread.is_complete);
        for _ in 0..600 {
            let at = [(); 3].map(|()| number(&mut rng, 25.0));
            let size = [(); 3].map(|()| rng.between(0.0, 15.0) as f32);
            let aabb = Aabb::from_center_half_extents(at, size);
            let seen = compare(&aabb, planes, spread);
            if let Some(seen) = seen {
                let general = [Rule::Closed, Rule::Open]
                    .map(|rule| decide_slow(aabb.as_shape_ref(), &frustum, rule));
                assert_eq!([seen; 2], general, "{aabb:?} {frustum:?}");
            }
            if look(&aabb, planes).is_none() {
                left += 1;
                seen.into_iter().for_each(|seen| certain[usize::from(seen)] += 1);
            }
        }
    }
    // All the pairs that the planes leave undecided are decided.
    assert!(left > 20 && certain.iter().all(|&certain| certain > 5), "{certain:?} of {left}");
    assert_eq!(certain[0] + certain[1], left);
}

/// A box that only touches an edge, and a camera without inner points, are left undecided.
#[test]
fn what_touches_is_left_open() {
    let compare = |aabb: &Aabb<Vec3>, frustum: &Frustum<Vec3>| {
        compare(aabb, frustum.rounded()?, frustum.spread()?)
    };
    let right_of = |x: f32| Aabb::<Vec3>::new([x, -40.0, -40.0], [60.0, 40.0, 40.0]);
    for frustum in cameras() {
        assert_eq!(compare(&right_of(17.0), &frustum), None);
        assert_eq!(compare(&right_of(17.001), &frustum), Some(false));
        assert_eq!(compare(&right_of(16.999), &frustum), Some(true));
    }
    let flat =
        Frustum::perspective([0.0; 3], [0.0, 0.0, 0.0, 1.0], [-1.0, 1.0, 0.0, 0.0], 1.0, 9.0);
    assert_eq!(compare(&right_of(8.0), &flat), None);
    assert_eq!(compare(&right_of(9.1), &flat), Some(false));
}
