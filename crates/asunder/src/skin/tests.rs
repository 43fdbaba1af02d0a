//! The bounds of clusters hold in every pose.

use super::bounds::{POSED_LOST, RestBox, outward, posed_bounds, reach_of};
use super::*;
use crate::analysis::roundoff::{Roundoff, SLACK};
use crate::exact::{Number as _, UNIT};
use crate::query::bounds::Bounds;
use crate::query::predicate::tests::assert_covers;
use asunder_jury::Rng;

/// What is computed of a posed vertex and of the bounds around it is linear in the numbers that it is made of,
/// so that the worst has one of them alone.
#[test]
fn what_a_pose_rounds_is_derived() {
    let map = |point: [Roundoff; 3], moved: Roundoff| {
        let [x, y, z] = point.map(|it| Roundoff::ONE * it);
        ((x + y) + z) + moved
    };
    let (mut of_vertex, mut of_bounds) = (0.0, 0.0);
    for corner in 0..4 {
        let one = |x: Roundoff| [0, 1, 2].map(|i| if i == corner { x } else { Roundoff::ZERO });
        let moved = if corner == 3 { Roundoff::ONE } else { Roundoff::ZERO };
        // The vertex under each of eight joints, the first of which has all the weight, for it is summed first.
        let term = map(one(Roundoff::ONE), moved) * Roundoff::ONE;
        let vertex = (0..7).fold(term, |sum, _| sum + Roundoff::ZERO);
        of_vertex = f64::max(of_vertex, vertex.error);
        let middle = map(one(Roundoff::ONE), moved);
        // The half extent was a difference. A box lies within its vertices' magnitudes, middle and half together.
        let [x, y, z] = one(Roundoff::unit(1.0)).map(|it| Roundoff::ONE * it);
        let half = (x + y) + z;
        let worst = if half.error > middle.error { half } else { middle };
        let end = worst - Roundoff::ZERO;
        // The margin is taken of a reach that was rounded, and taken away.
        of_bounds = f64::max(of_bounds, (end - Roundoff::ZERO).error);
    }
    assert_covers(POSED_LOST / UNIT, (of_vertex + of_bounds) * SLACK);
}

fn number(rng: &mut Rng, reach: f64) -> f32 {
    rng.between(-reach, reach) as f32
}

fn map(rng: &mut Rng, size: f64, far: f64) -> Affine<Vec3> {
    let mut column = |_| [0; 3].map(|_| number(rng, size));
    let columns = [0, 1, 2].map(&mut column);
    Affine::from_columns(columns, [0; 3].map(|_| number(rng, far)))
}

fn is_inside(bounds: &Bounds<Vec3>, point: &[f32; 3]) -> bool {
    (0..3).all(|i| bounds.min[i] <= point[i] && point[i] <= bounds.max[i])
}

/// Random skins in random poses, of every size, with weights whose sums are off by as much as is allowed: each posed
/// vertex lies in the bounds of its cluster and of its group.
#[test]
fn every_posed_vertex_is_in_its_bounds() {
    let mut rng = Rng::new(240);
    let mut vertices = 0;
    for round in 0..300 {
        let skin = random_skin(&mut rng, round % 3 == 0);
        let sizes = [1.0, 1e-3, 1e20, 1e-38, 0.0];
        let mut pick = || sizes[rng.below(sizes.len())];
        let (size, far) = (pick(), pick());
        let matrices: Vec<_> = (0..skin.joint_count()).map(|_| map(&mut rng, size, far)).collect();
        let posed = skin.posed(&matrices).unwrap();
        let mesh = posed.mesh();
        let posed_vertices: Vec<[f32; 3]> = mesh.vertices().map(|it| it.to_array()).collect();
        let all = &skin.0.clusters;
        for group in &all.groups {
            let around = outward(&posed.bounds(&group.boxes));
            for cluster in clusters::part(&all.clusters, &group.clusters) {
                let bounds = outward(&posed.bounds(&cluster.boxes));
                for &vertex in clusters::part(&all.vertices, &cluster.vertices) {
                    let point = &posed_vertices[vertex as usize];
                    assert!(is_inside(&bounds, point), "{bounds:?} {point:?}");
                    assert!(is_inside(&around, point), "{around:?} {point:?}");
                    vertices += 1;
                }
            }
        }
        let triangles: usize =
            all.clusters.iter().map(|it| clusters::part(&all.triangles, &it.triangles).len()).sum();
        assert_eq!(triangles, skin.0.triangles.len(), "each is in one cluster");
    }
    assert!(vertices > 10_000, "{vertices}");
}

/// A box, a corner of it that a rigid joint moves, and every map by whole numbers: the bounds are the image, but for
/// the margin.
#[test]
fn bounds_touch_what_they_bound() {
    let corners = Bounds::from_corners([-1.0, 2.0, 3.0], [5.0, 4.0, 3.0]);
    let rest = RestBox::new(0, &corners);
    assert_eq!((rest.center, rest.half), ([2.0, 3.0, 3.0], [3.0, 1.0, 0.0]));
    let turned =
        Affine::from_columns([[0.0, 2.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], [9.0, 0.0, 0.0]);
    let bounds = outward(&posed_bounds(&[rest], &[turned], 0.0));
    assert_eq!((bounds.min, bounds.max), ([5.0, -2.0, 3.0], [7.0, 10.0, 3.0]));
    assert_eq!(reach_of(&turned, &[5.0, 4.0, 3.0]), 13.0);
}

/// The numbers at the end of the range, where half of a box's width is as large as a coordinate.
#[test]
fn a_box_as_wide_as_all_numbers_is_a_box() {
    let (least, most) = (f32::MIN, f32::MAX);
    for [low, high] in [[least, most], [least, most.next_down()], [0.0, most], [1e-45, 3e-45]] {
        let rest = RestBox::new(0, &Bounds::from_corners([low; 3], [high; 3]));
        let (center, half) = (widen(rest.center[0]), widen(rest.half[0]));
        assert!(half.is_finite() && center - half <= widen(low) && center + half >= widen(high));
        assert!(!rest.center[0].is_subnormal() && !rest.half[0].is_subnormal());
    }
}

/// A soup of triangles: each vertex moved by up to eight joints, or each by one.
fn random_skin(rng: &mut Rng, is_rigid: bool) -> Skin {
    let (vertices, joints) = (3 + rng.below(120), 1 + rng.below(40));
    let positions: Vec<[f32; 3]> =
        (0..vertices).map(|_| [0; 3].map(|_| number(rng, 10.0))).collect();
    let influences: Vec<Vec<(u16, f32)>> = (0..vertices)
        .map(|_| {
            let count = if is_rigid { 1 } else { 1 + rng.below(8) };
            (0..count).map(|_| (rng.below(joints) as u16, number(rng, 1.0).abs() + 1e-3)).collect()
        })
        .collect();
    let triangles: Vec<[u32; 3]> =
        (0..rng.below(200)).map(|_| [0; 3].map(|_| rng.below(vertices) as u32)).collect();
    let skin = Skin::normalized(positions.clone(), influences, triangles.clone()).unwrap();
    // Sums that are one but for what is allowed.
    let influences: Vec<Vec<(u16, f32)>> = (0..vertices as u32)
        .map(|vertex| {
            let factor = 1.0 + number(rng, 1.4e-5);
            skin.influences(vertex).map(|(joint, weight)| (joint, weight * factor)).collect()
        })
        .collect();
    Skin::try_new(positions, influences, triangles).unwrap()
}
