//! What no constructor makes, and the hashes of levels that differ little.

use super::{Chain, Compound, HeightField, Level, Mesh, Parts, TileKind, Tiles};
use crate::shape::{Ray, Sphere};
use crate::space::Vector;
use glam::{Vec2, Vec3};

/// A ray whose direction is zero is refused by [`Ray::try_new`], and no map nor file makes one. Should there be one all
/// the same, a level is done with it, and finds at most what its start lies in.
fn asked<V: Vector>(level: &impl Parts<V>, starts: &[V::Array<f32>]) {
    let (mut on, mut off) = (0, 0);
    for &origin in starts {
        for zero in [0.0, -0.0] {
            let ray = Ray::<V> { origin, direction: V::array(|_| zero) };
            let start = V::from_array(origin);
            let (first, all) = (level.ray_cast(&ray), level.ray_casts(&ray));
            let touched = level.parts_intersecting(&start);
            for hit in all.iter().chain(&first) {
                assert!(touched.contains(&hit.part), "{origin:?}: {hit:?}");
                assert_eq!(hit.point.to_array(), origin);
            }
            if touched.is_empty() { off += 1 } else { on += 1 }
        }
    }
    assert!(on > 0 && off > 0, "{on} {off}");
}

#[test]
fn a_ray_without_direction_ends() {
    let starts = [0.0, 0.5, 1.0, 1.25, 7.0].map(|x| [[x, 0.5, 0.25], [x, 0.0, 0.5], [0.5, x, 1.0]]);
    let starts: Vec<[f32; 3]> = starts.into_iter().flatten().collect();
    let heights: Vec<f32> = (0..25).map(|i| (i % 3) as f32 * 0.5).collect();
    asked(&HeightField::<Vec3>::new(5, 5, heights, [0.0; 3], [0.5; 2]), &starts);
    let corners = [[0.0; 3], [2.0, 0.0, 0.0], [0.0, 0.0, 2.0], [0.0, 2.0, 0.0]];
    asked(&Mesh::<Vec3>::new(corners, [[0, 1, 2], [0, 2, 3]]), &starts);
    asked(
        &Compound::<Vec3>::new([Sphere::new([0.5; 3], 0.5), Sphere::new([1.5; 3], 0.25)]),
        &starts,
    );
    let mut tiles = Tiles::<Vec3>::new([3; 3], [0.0; 3], [0.5; 3]);
    tiles.set([1, 0, 0], TileKind::FULL).unwrap();
    asked(&tiles, &starts);
    let flat: Vec<[f32; 2]> = starts.iter().map(|&[x, y, _]| [x, y]).collect();
    asked(&Chain::<Vec2>::new([[0.0, 0.5], [1.0, 0.5], [1.0, 3.0]]), &flat);
    let mut tiles = Tiles::<Vec2>::new([3; 2], [0.0; 2], [0.5; 2]);
    tiles.set([1, 0], TileKind::FULL).unwrap();
    asked(&tiles, &flat);
}

/// Levels that are unequal have hashes that differ, though they differ in one number.
fn all_differ<V: Vector>(levels: &[Level<V>]) {
    for (i, level) in levels.iter().enumerate() {
        for other in &levels[..i] {
            assert!(level != other && level.hash() != other.hash(), "{level:?} {other:?}");
        }
    }
}

#[test]
fn hashes_see_every_number() {
    let changed = |at: usize| {
        let mut numbers = [0.0; 9];
        numbers[at] = 1.0;
        let [x, y, z, across, along, a, b, c, d] = numbers;
        HeightField::<Vec3>::new(2, 2, [a, b, c, d], [x, y, z], [1.0 + across, 1.0 + along])
    };
    let plain = HeightField::<Vec3>::new(2, 2, [0.0; 4], [0.0; 3], [1.0; 2]);
    let mut fields: Vec<Level<Vec3>> = (0..9).map(|at| changed(at).into()).collect();
    fields.push(plain.clone().with_tags(vec![7]).unwrap().into());
    fields.push(plain.with_holes([(0, 0)]).unwrap().into());
    all_differ(&fields);

    let changed = |at: usize| {
        let mut numbers = [0.0; 6];
        numbers[at] = 1.0;
        let [x, y, z, a, b, c] = numbers;
        let mut tiles = Tiles::<Vec3>::new([2; 3], [x, y, z], [1.0 + a, 1.0 + b, 1.0 + c]);
        tiles.set([0; 3], TileKind::FULL).unwrap();
        tiles
    };
    let mut tiles: Vec<Level<Vec3>> = (0..6).map(|at| changed(at).into()).collect();
    let mut more = changed(0);
    more.set([1; 3], TileKind::FULL).unwrap();
    tiles.push(more.into());
    all_differ(&tiles);

    let corners = |x: f32| [[x, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 1.0]];
    let chain = |x: f32| Chain::<Vec2>::new(corners(x));
    let tagged = chain(0.0).with_tags(vec![0, 0, 7]).unwrap();
    all_differ(&[
        chain(0.0).into(),
        chain(0.5).into(),
        chain(0.0).one_sided().into(),
        tagged.into(),
        Mesh::<Vec2>::new(corners(0.0), [[0, 1, 2]]).into(),
        Mesh::<Vec2>::new(corners(0.0), [[0, 2, 1]]).into(),
        Mesh::<Vec2>::new(corners(0.5), [[0, 1, 2]]).into(),
    ]);
    let balls = |r: f32| Compound::<Vec2>::new([Sphere::new([0.0; 2], r)]);
    all_differ(&[
        balls(1.0).into(),
        balls(2.0).into(),
        balls(1.0).with_tags(vec![7]).unwrap().into(),
    ]);
}
