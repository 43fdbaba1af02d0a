//! What has no direction, or the smallest there is: lines of no length, shapes that stand still, rays along subnormal
//! numbers. A ray whose direction is zero there is not.

use super::brute::{Answers, assert_brute_force_among};
use super::rounds;
use asunder::glam::Vec3;
use asunder::level::{Parts, TileKind};
use asunder::prelude::*;
use asunder::{
    Affine3, Capsule, Chain2, Compound2, Compound3, HeightField3, Mesh2, Mesh3, Ray, Segment,
    Shape, ShapeError, Skin, Tiles2, Tiles3, Vector,
};
use asunder_jury::Rng;

/// How often a line of no length, and a ray along subnormal numbers, met something, and did not.
#[derive(Debug, Default)]
struct Met {
    still: [usize; 2],
    subnormal: [usize; 2],
}

/// Asks a level about what stands in and beside its parts.
fn about<V: Vector>(level: &impl Parts<V>, numbers: u32, rng: &mut Rng) {
    let parts: Vec<(u32, Shape<V>)> =
        (0..numbers).filter_map(|number| Some((number, level.part(number)?))).collect();
    assert_eq!(parts.len(), level.part_count());
    let still = V::array(|_| 0.0);
    let mut met = Met::default();
    for round in 0..rounds(60) {
        // On a grid, as the vertices are, or a little off; each other time on a part.
        let coarse = if rng.chance(0.5) { 0.5 } else { 1.0 / 64.0 };
        let mut at = V::array(|_| (rng.between(-1.0, 4.0) / coarse).round() as f32 * coarse as f32);
        if round % 2 == 0 {
            let (_, part) = &parts[rng.below(parts.len())];
            at = part.closest_point(&V::from_array(at)).expect("finite numbers").to_array();
        }
        let segment = Segment::<V>::new(at, at);
        assert_brute_force_among(level, &parts, &segment.into(), still, Answers::All);
        met.still[usize::from(level.segment_cast(&segment).is_some())] += 1;
        assert_eq!(level.segment_cast(&segment).is_some(), level.intersects(&segment));
        for shape in [Capsule::new(at, at, 0.0).into(), Capsule::new(at, at, 0.25).into()] {
            assert_brute_force_among(level, &parts, &shape, still, Answers::All);
        }
        // Along one axis or several, either way: from a part, towards it, past it.
        let least = V::array(|_| (rng.below(3) as f32 - 1.0) * f32::from_bits(1));
        if let Ok(ray) = Ray::<V>::try_new(at, least) {
            assert_brute_force_among(level, &parts, &ray.into(), least, Answers::Exact);
            met.subnormal[usize::from(level.ray_cast(&ray).is_some())] += 1;
        }
        for zero in [0.0, -0.0] {
            let refused = Ray::<V>::try_new(at, V::array(|i| if i == 0 { zero } else { 0.0 }));
            assert_eq!(refused, Err(ShapeError::Zero { field: "direction" }));
        }
    }
    let all = met.still.into_iter().chain(met.subnormal);
    assert!(all.into_iter().all(|count| count > 3), "{met:?}");
}

#[test]
fn nothing_moves_over_a_height_field() {
    let mut rng = Rng::new(0x571);
    let samples: Vec<f32> = (0..7 * 6).map(|i| (i * i % 5) as f32 * 0.5).collect();
    let field = HeightField3::new(7, 6, samples, [-0.5, 0.0, -0.5], [0.75, 0.5]);
    about(&field, 2 * 6 * 5, &mut rng);
    about(&field.with_holes([(1, 1), (2, 3), (5, 4)]).unwrap(), 2 * 6 * 5, &mut rng);
    // One cell, and one that is level.
    about(&HeightField3::new(2, 2, [0.0; 4], [0.0; 3], [2.0; 2]), 2, &mut rng);
}

#[test]
fn nothing_moves_over_tiles() {
    let mut rng = Rng::new(0x572);
    let mut tiles = Tiles3::new([4, 3, 4], [0.0, -0.5, 0.0], [0.75, 1.0, 0.75]);
    let mut flat = Tiles2::new([5, 5], [0.0, -0.5], [0.75, 0.75]);
    for i in 0..16 {
        tiles.set([i % 4, i * 7 % 3, i / 4], TileKind::FULL).unwrap();
        flat.set([i * 3 % 5, i * 7 / 3 % 5], TileKind::FULL).unwrap();
    }
    about(&tiles, 4 * 3 * 4, &mut rng);
    about(&flat, 25, &mut rng);
}

#[test]
fn nothing_moves_over_meshes_chains_and_compounds() {
    let mut rng = Rng::new(0x573);
    let corner = |i: u32| [(i % 4) as f32, (i * 5 % 3) as f32 * 0.5, (i / 4) as f32];
    let triangles =
        (0..11).filter(|i| i % 4 < 3).flat_map(|i| [[i, i + 1, i + 4], [i + 1, i + 4, i + 5]]);
    let triangles: Vec<[u32; 3]> = triangles.collect();
    about(&Mesh3::new((0..16).map(corner), triangles.clone()), 18, &mut rng);
    let corner = |i: u32| [(i % 4) as f32, (i / 4) as f32 * 0.75];
    about(&Mesh2::new((0..16).map(corner), triangles.iter().step_by(3).copied()), 6, &mut rng);
    let path = [[0.0, 0.0], [1.0, 0.5], [2.0, 0.5], [2.0, 2.0], [3.5, 3.0]];
    about(&Chain2::new(path), 4, &mut rng);
    let balls = path.map(|[x, y]| Sphere2::new([x, y], 0.5));
    about(&Compound2::new(balls), 5, &mut rng);
    let boxes = path.map(|[x, y]| Obb3::new([x, y, y], [0.5, 0.25, 0.75], [0.0, 0.0, 0.5, 1.0]));
    about(&Compound3::new(boxes), 5, &mut rng);
}

/// Skins pose the triangles near what stands still, and no others.
#[test]
fn nothing_moves_over_a_skin() {
    let mut rng = Rng::new(0x574);
    let vertices = (0..60)
        .map(|i: u32| [(i % 10) as f32 * 0.375, (i * i % 7) as f32 * 0.25, (i / 10) as f32 * 0.5]);
    let joints = (0..60).map(|i: u32| [((i % 10 / 5) as u16, 0.75), (2, 0.25)]);
    let triangles = (0..49).map(|i| [i, i + 1, i + 10]);
    let skin = Skin::try_new(vertices, joints, triangles).unwrap();
    let matrices =
        [0.25, 0.0, -0.5].map(|y| Affine3::from(Pose3::from_translation([0.0, y, 0.25])));
    about::<Vec3>(&skin.posed(&matrices).unwrap(), 49, &mut rng);
}
