//! How many pairs the first pass leaves open.

use super::super::Set;
use super::super::forms::MOST_FIELDS;
use super::*;
use crate::shape::{Aabb, Depth, Frustum, HalfSpace, Layout};
use crate::simd::{SimdLevel, at_level};
use asunder_jury::Rng;
use core::cell::Cell;
use glam::Vec3;

/// How many of a thousand boxes around a camera the first pass leaves, and a verdict after it, at the level
/// that leaves most.
fn left(camera: &Frustum<Vec3>, at: [f32; 3], size: [f64; 2], reach: f64) -> [usize; 2] {
    let mut rng = Rng::new(3);
    let set: Set<Aabb<Vec3>> = (0..1000)
        .map(|_| {
            let middle = at.map(|x| x + rng.between(-reach, reach) as f32);
            let half = [(); 3].map(|()| rng.between(size[0], size[1]) as f32);
            Aabb::from_center_half_extents(middle, half)
        })
        .collect();
    let mut query = [Lanes::ZERO; MOST_FIELDS];
    camera.fields(|field, x| query[field] = Lanes([x; LANES]));
    let two_pass = TwoPassBatch { shapes: set.blocks(), query: &query, len: set.len() };
    let mut most = [0; 2];
    for level in [SimdLevel::Baseline, SimdLevel::Avx2, SimdLevel::Avx512] {
        let counts = at_level(level, || {
            let first_pass = (0..set.len()).step_by(BITS).map(|first| {
                let open = dispatch!(simd => {
                    two_pass.first_pass::<Vec3, Aabb<Vec3>, Frustum<Vec3>, _>(simd, first).1
                });
                open.count_ones() as usize
            });
            let (first_pass, asked) = (first_pass.sum(), Cell::new(0));
            two_pass.answer::<Vec3, Aabb<Vec3>, Frustum<Vec3>>(&mut Mask::new(), &|_| {
                asked.set(asked.get() + 1);
                false
            });
            [first_pass, asked.get()]
        });
        for (most, count) in most.iter_mut().zip(counts.unwrap_or_default()) {
            *most = usize::max(*most, count);
        }
    }
    most
}

/// A camera at a place that looks along `-z`, up to a far plane.
fn perspective(at: [f32; 3], far: f32) -> Frustum<Vec3> {
    Frustum::perspective(at, [0.0, 0.0, 0.0, 1.0], [-1.0, 1.0, -0.5, 0.5], 0.5, far)
}

/// The same, of the first so many of its sides and of near and far.
fn half_spaces(at: [f32; 3], count: usize) -> Frustum<Vec3> {
    let spaces = [
        ([1.0, 0.0, 1.0], 0.0),
        ([-1.0, 0.0, 1.0], 0.0),
        ([0.0, 0.0, 1.0], -0.5),
        ([0.0, 2.0, 1.0], 0.0),
        ([0.0, -2.0, 1.0], 0.0),
        ([0.0, 0.0, -1.0], 1e3),
    ]
    .map(|(normal, offset)| {
        let there: f32 = normal.iter().zip(at).map(|(n, x)| n * x).sum();
        HalfSpace::new(normal, offset + there)
    });
    Frustum::from_half_spaces(&spaces[..count])
}

/// From the origin, to what is infinitely far.
fn endless() -> Frustum<Vec3> {
    let rows = [
        1.0, 0.0, 0.0, 0.0, //
        0.0, 2.0, 0.0, 0.0, //
        0.0, 0.0, -1.0, -0.5, //
        0.0, 0.0, -1.0, 0.0,
    ];
    let seen = Frustum::from_projection(&rows, Layout::Rows, Depth::ZeroToOne);
    seen.expect("it sees something")
}

/// However far a frustum reaches, and of however many planes it is. One bound for all planes, as large
/// as that of the one that is farthest, would leave all; so would one for planes that are not there.
#[test]
fn the_first_pass_decides_nearly_all() {
    let (here, small) = ([0.0; 3], [0.2, 0.8]);
    let cameras = [
        ("far at a thousand", perspective(here, 1e3)),
        ("far at a hundred million", perspective(here, 1e8)),
        ("far at the end of numbers", perspective(here, f32::MAX)),
        ("endless", endless()),
        ("four planes", half_spaces(here, 4)),
        ("five planes", half_spaces(here, 5)),
        ("six planes", half_spaces(here, 6)),
    ];
    for (name, camera) in &cameras {
        let [first_pass, asked] = left(camera, here, small, 50.0);
        assert!(first_pass <= 25 && asked <= 8, "{name}: {first_pass} left, {asked} asked");
    }
    // Where a unit in the last place is 0.03, and all is as large as a camera sees there.
    let there = [4e5, -4e5, 4e5];
    for count in 4..=6 {
        let camera = half_spaces(there, count);
        let [first_pass, asked] = left(&camera, there, [5.0, 20.0], 1000.0);
        assert!(first_pass <= 60 && asked <= 8, "{count} planes: {first_pass} left, {asked} asked");
    }
    for far in [1e3, 1e8] {
        let camera = perspective(there, far);
        let [first_pass, asked] = left(&camera, there, [5.0, 20.0], 1000.0);
        assert!(first_pass <= 60 && asked <= 8, "far at {far}: {first_pass} left, {asked} asked");
    }
}

/// Blocks of which most is left stay where they are, and no lane is lost.
#[test]
fn most_of_a_block_is_not_moved() {
    let mut left = Undecided::NOTHING;
    left.note(64, 0xffff_0000_00ff_01ff);
    left.note(128, 1 << 63);
    assert_eq!(left.dense[..left.dense_count], [(64, 0x1ff), (112, 0xffff)]);
    let sparse = (80..88).chain([191]);
    assert!(left.sparse[..left.sparse_count].iter().copied().eq(sparse));
}
