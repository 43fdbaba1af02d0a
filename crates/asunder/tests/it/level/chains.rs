//! Chains against brute force, on their seams, and from either side.

use super::brute::{Answers, assert_brute_force};
use super::build::{Place, shape_at};
use super::rounds;
use crate::judged::Space;
use asunder::glam::Vec2;
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder::{Chain2, Level2, Shape};
use asunder_jury::{self as jury, Family, Kind, Rng};

/// A chain through the ends of segments of a family, each hard for a shape of its own: those shapes.
fn tangle(family: Family, kind: Kind, rng: &mut Rng) {
    let pairs: Vec<_> =
        (0..20).map(|_| jury::pair::<2>(family, Kind::Segment, kind, rng)).collect();
    let vertices: Vec<[f32; 2]> = pairs
        .iter()
        .flat_map(|(segment, _)| {
            let jury::Shape::Segment { a, b } = *segment else { unreachable!("as asked") };
            [a, b]
        })
        .collect();
    let chain = if rng.chance(0.5) { Chain2::new(vertices) } else { Chain2::closed(vertices) };
    let answers = match family {
        Family::Huge | Family::Tiny | Family::Subnormal | Family::RandomBits | Family::Overflow => {
            Answers::Exact
        }
        _ => Answers::All,
    };
    for _ in 0..rounds(1) {
        let (segment, shape) = pairs[rng.below(pairs.len())];
        let motion = jury::motion(family, &shape, &segment, rng);
        assert_brute_force(&chain, &Vec2::shape(&shape), motion, answers);
    }
}

#[test]
fn every_family_and_kind() {
    let mut rng = Rng::new(0xCA);
    for family in Family::ALL {
        for kind in Kind::ALL {
            tangle(family, kind, &mut rng);
        }
    }
}

#[test]
fn terrain() {
    let mut rng = Rng::new(0xCB);
    let line: Vec<[f32; 2]> =
        (-30..30).map(|x| [x as f32 * 0.5, ((x * x) % 7) as f32 * 0.25]).collect();
    for offset in [[0.0, 0.0], [1e6, -1e6]] {
        let at = |p: &[f32; 2]| [p[0] + offset[0], p[1] + offset[1]];
        let chain = Chain2::new(line.iter().map(at));
        for kind in Kind::ALL {
            for _ in 0..rounds(3) {
                let place =
                    Place { at: at(&line[rng.below(60)]), size: 1.0, whole: rng.chance(0.5) };
                let shape = shape_at::<2, Vec2>(kind, place, &mut rng);
                let motion = [rng.between(-4.0, 4.0) as f32, rng.between(-4.0, 4.0) as f32];
                assert_brute_force(&chain, &shape, motion, Answers::All);
            }
        }
    }
}

#[test]
fn chains_of_no_segment_and_of_repeated_points() {
    assert_eq!(Chain2::new(Vec::<[f32; 2]>::new()).part_count(), 0);
    assert_eq!(Chain2::closed(Vec::<[f32; 2]>::new()).part_count(), 0);
    assert_eq!(Chain2::new([[1.0, 2.0]]).part_count(), 0);
    assert_eq!(Chain2::closed([[1.0, 2.0]]).parts_intersecting(&Vec2::new(1.0, 2.0)), [0]);
    let error = Chain2::try_new([[0.0, 0.0], [f32::NAN, 0.0]]).unwrap_err();
    assert_eq!(error.to_string(), "vertex 1 has a component NaN; expected finite numbers");
    // Many of the same: no seam of its own, and no endless search for the next.
    let line = Chain2::new([[-2.0, 0.0]].into_iter().chain([[0.0, 0.0]; 200]).chain([[2.0, 0.0]]));
    let hit = line.cast(&Sphere2::new([0.0, 3.0], 1.0), [0.0, -3.0]).unwrap();
    assert_eq!((hit.part, hit.normal), (0, Vec2::Y));
    let tagged = line.with_tags((0..201).collect::<Vec<u32>>()).unwrap();
    assert_eq!((tagged.tag(200), tagged.tag(201)), (200, 0));
    let moved = Level2::from(tagged).try_transformed(&Pose2::from_translation([0.0, 1.0])).unwrap();
    assert!(
        moved.intersects(&Vec2::new(1.0, 1.0)) && !moved.intersects(&Vec2::new(1.0, 1.0000001))
    );
}

/// What falls onto a flat line has its normal wherever it meets it, its vertices included, from both sides.
#[test]
fn a_flat_line_has_one_normal() {
    let mut rng = Rng::new(0xCC);
    let line = Chain2::new((-20..20).map(|x| [x as f32 * 0.25, 0.0]));
    for i in 0..rounds(300) {
        let mut quarter = || (rng.between(-1.0, 1.0) * 4.0).round() as f32 / 4.0;
        let (x, along, side) = (quarter(), quarter(), if i % 2 == 0 { 1.0 } else { -1.0 });
        let y = side * 2.0;
        let shape: Shape<Vec2> = match i % 3 {
            0 => Sphere2::new([x, y], 0.5).into(),
            1 => Aabb2::new([x, y - 0.5], [x + 0.75, y + 0.5]).into(),
            _ => Capsule2::new([x, y], [x + 1.0, y], 0.5).into(),
        };
        let hit = line.cast(&shape, [along, -side * 4.0]).unwrap();
        assert!((hit.normal - Vec2::new(0.0, side)).length() < 1e-6, "{hit:?} {shape:?}");
        let resting = Aabb2::new([x, 0.0], [x + 0.5, 1.0]);
        for contact in line.contacts(&resting) {
            assert_eq!(contact.normal, Vec2::Y, "{contact:?}");
        }
    }
}

#[test]
fn bends_have_normals_of_their_own_where_they_stand_out() {
    let is = |normal: Vec2, x: f32, y: f32| (normal - Vec2::new(x, y).normalize()).length() < 1e-6;
    for slope in [1.0, 0.25, 1e-3] {
        let roof = Chain2::new([[-4.0, -4.0 * slope], [0.0, 0.0], [4.0, -4.0 * slope]]);
        let hit = roof.cast(&Sphere2::new([0.0, 3.0], 1.0), [0.0, -4.0]).unwrap();
        assert!(is(hit.normal, 0.0, 1.0), "{hit:?}");
        // From below it is a hollow.
        let hit = roof.cast(&Aabb2::new([-0.5, -9.0], [0.5, -8.0]), [0.0, 9.0]).unwrap();
        assert!(is(hit.normal, slope, -1.0) || is(hit.normal, -slope, -1.0), "{hit:?}");
    }
    // Folded back to itself, straight and sharp: its tip stands out.
    for chain in [
        Chain2::new([[4.0, 0.0], [0.0, 0.0], [3.0, 0.0]]),
        Chain2::new([[4.0, -0.5], [0.0, 0.0], [4.0, 0.5]]),
    ] {
        let hit = chain.cast(&Sphere2::new([-3.0, 0.0625], 1.0), [4.0, 0.0]).unwrap();
        assert!(is(hit.normal, -(1.0f32 - 0.0625 * 0.0625).sqrt(), 0.0625), "{hit:?}");
    }
    // The seam of a closed chain is one like the others.
    let square = Chain2::closed([[0.0, 0.0], [4.0, 0.0], [4.0, -4.0], [-4.0, -4.0], [-4.0, 0.0]]);
    let hit = square.cast(&Aabb2::new([0.0, 1.0], [1.0, 2.0]), [-0.25, -2.0]).unwrap();
    assert_eq!(hit.normal, Vec2::Y);
}

/// One side of a segment alone is an obstacle, for casts and rays as it is for movers; the answers of yes and
/// no know no sides.
#[test]
fn one_sided_segments_are_one_way_obstacles() {
    let mut rng = Rng::new(0xCD);
    let (mut stopped, mut passed) = (0, 0);
    for i in 0..rounds(600) {
        let mut number = || (rng.between(-4.0, 4.0) * 4.0).round() as f32 / 4.0;
        let (a, b) = ([number(), number()], [number(), number()]);
        let (at, motion) = ([number(), number()], [number(), number()]);
        let chain = Chain2::new([a, b]).one_sided();
        assert!(chain.is_one_sided());
        let both = Chain2::new([a, b]);
        let shape: Shape<Vec2> = match i % 3 {
            0 => Sphere2::new(at, 0.75).into(),
            1 => Aabb2::new(at, [at[0] + 1.0, at[1] + 0.5]).into(),
            _ => Shape::Point(Vec2::from_array(at)),
        };
        assert_eq!(chain.intersects(&shape), both.intersects(&shape));
        assert_eq!(chain.contacts(&shape), both.contacts(&shape));
        assert_eq!(chain.sweep_penetrates(&shape, motion), both.sweep_penetrates(&shape, motion));
        let segment = both.segment(0).unwrap();
        let left = [a[1] - b[1], b[0] - a[0]];
        let (hit, any) = (chain.cast(&shape, motion), both.cast(&shape, motion));
        assert!(hit.is_none() || hit == any);
        if left == [0.0; 2] {
            assert_eq!(hit, None, "without length, without sides");
            continue;
        }
        let stop = shape.move_until_contact(motion, [Obstacle::one_way(&segment, left)]).unwrap();
        let free = shape.move_until_contact(motion, [&segment]).unwrap();
        if !stop.hits.is_empty() {
            assert!(hit.is_some(), "a mover is stopped: {shape:?} {motion:?} {segment:?}");
            stopped += 1;
        } else if !free.hits.is_empty() {
            assert!(hit.is_none(), "a mover passes: {shape:?} {motion:?} {segment:?}");
            passed += 1;
        }
        if let Ok(ray) = Ray2::try_new(at, motion) {
            let above = (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]);
            let hit = chain.ray_cast(&ray);
            let expected = both.ray_cast(&ray).filter(|_| above >= 0.0);
            assert_eq!(hit, expected, "{ray:?} {segment:?}");
            assert_eq!(chain.ray_casts(&ray).len(), usize::from(hit.is_some()));
        }
    }
    assert!(stopped > 20 && passed > 20, "{stopped} {passed}");
}

/// Who stands on one-sided ground is held wherever it stands, at every vertex.
#[test]
fn one_sided_ground_holds() {
    let ground: Vec<[f32; 2]> =
        (-20..20).map(|x| [x as f32, ((x * x) % 5) as f32 * 0.25]).collect();
    let chain = Chain2::new(ground.iter().copied()).one_sided();
    for i in 0..400 {
        let x = -15.0 + i as f32 / 16.0;
        let ball = Sphere2::new([x, 9.0], 0.5);
        let hit = chain.cast(&ball, [0.0, -12.0]).expect("it falls onto the ground");
        assert!(hit.normal.y > 0.0);
        assert!(chain.cast(&Sphere2::new([x, -9.0], 0.5), [0.0, 30.0]).is_none(), "from below");
        assert!(chain.ray_cast(&Ray2::new([x, 9.0], [0.0, -1.0])).is_some());
        assert!(chain.ray_cast(&Ray2::new([x, -9.0], [0.0, 1.0])).is_none());
    }
}
