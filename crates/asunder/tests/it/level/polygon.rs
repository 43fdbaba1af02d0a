//! Polygons divided into convex parts: against integers, and against all pairs of edges.

use super::brute::{Answers, assert_brute_force};
use super::build::{Place, shape_at};
use super::rounds;
use asunder::glam::Vec2;
use asunder::level::{Parts as _, PolygonError};
use asunder::prelude::*;
use asunder::{Compound2, Level2, Shape};
use asunder_jury::{Kind, Rng};

/// A point in units of 2⁻⁴⁰: exact for what the tests make, whose products fit `i128`.
pub(super) type Exact = [i128; 2];

pub(super) fn exact(point: [f32; 2]) -> Exact {
    point.map(|x| {
        let scaled = f64::from(x) * (1u64 << 40) as f64;
        assert_eq!(scaled.fract(), 0.0, "{x}");
        scaled as i128
    })
}

fn turn(a: Exact, b: Exact, c: Exact) -> i128 {
    let across = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    across.signum()
}

/// Twice the area within a ring, counterclockwise above zero.
fn area(ring: &[[f32; 2]]) -> i128 {
    let ring: Vec<Exact> = ring.iter().copied().map(exact).collect();
    (0..ring.len())
        .map(|i| {
            let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
            a[0] * b[1] - a[1] * b[0]
        })
        .sum()
}

fn edges(ring: &[[f32; 2]]) -> Vec<[Exact; 2]> {
    (0..ring.len()).map(|i| [exact(ring[i]), exact(ring[(i + 1) % ring.len()])]).collect()
}

fn between([a, b]: [Exact; 2], p: Exact) -> bool {
    turn(a, b, p) == 0 && (0..2).all(|t| a[t].min(b[t]) <= p[t] && p[t] <= a[t].max(b[t]))
}

fn meet(e: [Exact; 2], f: [Exact; 2]) -> bool {
    let ends = f.iter().any(|&p| between(e, p)) || e.iter().any(|&p| between(f, p));
    let apart = |[a, b]: [Exact; 2], [c, d]: [Exact; 2]| turn(a, b, c) * turn(a, b, d) < 0;
    ends || apart(e, f) && apart(f, e)
}

/// Whether a point lies on an edge or within an odd number of rings.
pub(super) fn is_inside(edges: &[[Exact; 2]], p: Exact) -> bool {
    let above = |&&[a, b]: &&[Exact; 2]| {
        let (low, high) = if a[0] < b[0] { (a, b) } else { (b, a) };
        low[0] <= p[0] && p[0] < high[0] && turn(low, high, p) < 0
    };
    edges.iter().any(|&edge| between(edge, p)) || edges.iter().filter(above).count() % 2 == 1
}

/// The corners of the parts, which turn counterclockwise, and add up to twice the area within the rings.
fn assert_parts(compound: &Compound2, rings: &[Vec<[f32; 2]>], twice: i128) {
    let mut vertices: Vec<[u32; 2]> =
        rings.iter().flatten().map(|p| p.map(|x| (x + 0.0).to_bits())).collect();
    vertices.sort_unstable();
    let mut sum = 0;
    for number in 0..compound.part_count() as u32 {
        let corners: Vec<[f32; 2]> = match compound.part(number).expect("below the count") {
            Shape::Triangle(x) => [x.a(), x.b(), x.c()].map(|p| p.to_array()).to_vec(),
            Shape::ConvexHull(x) => x.corners().map(|p| p.to_array()).collect(),
            other => panic!("{other:?}"),
        };
        for i in 0..corners.len() {
            let at = |k: usize| exact(corners[(i + k) % corners.len()]);
            assert_eq!(turn(at(0), at(1), at(2)), 1, "{corners:?}");
            let bits = corners[i].map(|x| (x + 0.0).to_bits());
            assert!(vertices.binary_search(&bits).is_ok(), "a point that was not given");
        }
        sum += area(&corners);
    }
    assert_eq!(sum, twice, "{rings:?}");
}

/// Everything about a simple polygon.
fn assert_polygon(mut ring: Vec<[f32; 2]>, rng: &mut Rng) -> Compound2 {
    let all = edges(&ring);
    if rng.chance(0.5) {
        ring.reverse();
    }
    let turn_by = rng.below(ring.len());
    ring.rotate_left(turn_by);
    let compound = Compound2::from_polygon(ring.iter().copied());
    assert_parts(&compound, std::slice::from_ref(&ring), area(&ring).abs());
    // At most four times the least number of convex parts, which is at least half of the inner corners and one.
    let sense = area(&ring).signum();
    let reflex = (0..ring.len())
        .filter(|&i| {
            let at = |k: usize| exact(ring[(i + k) % ring.len()]);
            turn(at(0), at(1), at(2)) == -sense
        })
        .count();
    assert!(compound.part_count() <= 1 + 2 * reflex, "{} {reflex}", compound.part_count());
    for _ in 0..40 {
        let corner = ring[rng.below(ring.len())];
        let other = ring[rng.below(ring.len())];
        let part = [0.0, 0.5, 0.25, 1.0, 2.0, -0.5][rng.below(6)];
        let mix = |t: usize| {
            let x = corner[t] + part * (other[t] - corner[t]);
            (x * 4096.0).round() / 4096.0
        };
        let p = [mix(0), mix(1)];
        assert_eq!(
            compound.intersects(&Vec2::from(p)),
            is_inside(&all, exact(p)),
            "{p:?} {ring:?}"
        );
        let meets = is_inside(&all, exact(p))
            || all.iter().any(|&edge| meet(edge, [exact(p), exact(corner)]));
        assert_eq!(compound.intersects(&Segment2::new(p, corner)), meets);
        let q = ring[rng.below(ring.len())].map(|x| (x * 4.0).round() / 4.0 + 0.25);
        let low = [p[0].min(q[0]), p[1].min(q[1])];
        let high = [p[0].max(q[0]), p[1].max(q[1])];
        let corners = [low, [high[0], low[1]], high, [low[0], high[1]]];
        let sides = edges(&corners);
        let meets = is_inside(&all, exact(low))
            || is_inside(&sides, exact(ring[0]))
            || all.iter().any(|&edge| sides.iter().any(|&side| meet(edge, side)));
        assert_eq!(compound.intersects(&Aabb2::new(low, high)), meets, "{low:?} {high:?} {ring:?}");
    }
    compound
}

/// A polygon all of which the origin sees, or on whose edge that lies.
fn star(count: usize, rng: &mut Rng) -> Vec<[f32; 2]> {
    let mut number = || (rng.between(-9.0, 9.0) * 1024.0).round() as f32 / 1024.0;
    let mut ring: Vec<[f32; 2]> = (0..count).map(|_| [number(), number()]).collect();
    let is_below = |p: Exact| p[1] < 0 || p[1] == 0 && p[0] < 0;
    ring.sort_by(|&p, &q| {
        let (p, q) = (exact(p), exact(q));
        is_below(p).cmp(&is_below(q)).then_with(|| 0.cmp(&turn([0; 2], p, q)))
    });
    ring
}

/// Teeth, their tips at heights from `heights`, whose feet lie on one line.
fn comb(teeth: usize, rng: &mut Rng) -> Vec<[f32; 2]> {
    let mut ring = vec![[0.0, -1.0]];
    ring.extend((0..=teeth).rev().map(|i| [i as f32 * 2.0, -1.0]).filter(|p| p[0] > 0.0));
    ring.reverse();
    ring.insert(0, [0.0, -1.0]);
    ring.pop();
    for i in (0..teeth).rev() {
        let x = i as f32 * 2.0;
        ring.push([x + 2.0, 0.0]);
        ring.push([x + 1.0, (1 + rng.below(5)) as f32]);
    }
    ring.push([0.0, 0.0]);
    ring
}

/// A corridor along a spiral of right angles.
fn spiral(turns: usize) -> Vec<[f32; 2]> {
    let (mut outer, mut inner) = (Vec::new(), Vec::new());
    for i in 0..4 * turns {
        let reach = (i / 4 * 2 + 3) as f32;
        let corner =
            [[-reach, -reach], [reach, -reach], [reach, reach], [-reach - 2.0, reach]][i % 4];
        let inward = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]][i % 4];
        outer.push(corner);
        inner.push([corner[0] + inward[0], corner[1] + inward[1]]);
    }
    outer.extend(inner.into_iter().rev());
    outer
}

#[test]
fn stars_combs_and_spirals() {
    let (mut rng, mut stars) = (Rng::new(0xD0), 0);
    for _ in 0..rounds(60) {
        let count = 3 + rng.below(60);
        let ring = star(count, &mut rng);
        if verdict(&ring) == Ok(()) {
            stars += 1;
            assert_polygon(ring, &mut rng);
        }
        let teeth = 1 + rng.below(12);
        let ring = comb(teeth, &mut rng);
        let turned: Vec<[f32; 2]> = ring.iter().map(|&[x, y]| [-y, x]).collect();
        assert_polygon(ring, &mut rng);
        assert_polygon(turned, &mut rng);
    }
    assert!(stars >= rounds(50), "{stars}");
    for turns in 1..6 {
        assert_polygon(spiral(turns), &mut rng);
    }
}

/// What all pairs of edges say of a ring.
fn verdict(ring: &[[f32; 2]]) -> Result<(), &'static str> {
    let count = ring.len();
    for i in 0..count {
        for k in 0..i {
            if ring[i] == ring[k] {
                return Err("repeated");
            }
        }
    }
    let all = edges(ring);
    for i in 0..count {
        for k in 0..i {
            let (e, f) = (all[k], all[i]);
            let shared = if i == k + 1 {
                Some((e[0], f[1]))
            } else if k == 0 && i == count - 1 {
                Some((e[1], f[0]))
            } else {
                None
            };
            let crosses = match shared {
                // Neighbours share an end, and must share no more.
                Some((a, b)) => between(e, b) || between(f, a),
                None => meet(e, f),
            };
            if crosses {
                return Err("cross");
            }
        }
    }
    Ok(())
}

/// Few vertices on few points: every way to be degenerate there is.
#[test]
fn polygons_on_a_small_grid_are_refused_exactly_where_they_are_not_simple() {
    let mut rng = Rng::new(0xD1);
    let mut simple = 0;
    for i in 0..rounds(20_000) {
        let size = 2 + i % 4;
        let count = 3 + rng.below(7);
        let ring: Vec<[f32; 2]> =
            (0..count).map(|_| [rng.below(size + 1) as f32, rng.below(size + 1) as f32]).collect();
        match (verdict(&ring), Compound2::try_from_polygon(ring.iter().copied())) {
            (Ok(()), Ok(_)) => {
                simple += 1;
                assert_polygon(ring, &mut rng);
            }
            (Err("repeated"), Err(PolygonError::Repeated { vertices: [a, b] })) => {
                assert!(a.vertex != b.vertex && ring[a.vertex] == ring[b.vertex], "{ring:?}");
            }
            (Err("cross"), Err(PolygonError::Cross { edges: [a, b] })) => {
                let all = edges(&ring);
                assert!(a != b && meet(all[a.vertex], all[b.vertex]), "{ring:?}");
            }
            (expected, found) => panic!("{expected:?} {found:?} {ring:?}"),
        }
    }
    assert!(simple > 200, "{simple}");
}

/// Long simple polygons without any order: a tour through points, uncrossed move by move.
#[test]
fn tours() {
    let (mut rng, mut simple) = (Rng::new(0xD2), 0);
    for _ in 0..rounds(12) {
        let mut ring: Vec<[f32; 2]> =
            (0..40).map(|_| [rng.below(64) as f32, rng.below(64) as f32]).collect();
        ring.sort_by(|a, b| a.partial_cmp(b).unwrap());
        ring.dedup();
        for i in (1..ring.len()).rev() {
            ring.swap(i, rng.below(i + 1));
        }
        // Each move makes the tour shorter or is the last: at most so many.
        for _ in 0..2000 {
            let Err(PolygonError::Cross { edges: [a, b] }) =
                Compound2::try_from_polygon(ring.iter().copied())
            else {
                break;
            };
            ring[a.vertex + 1..=b.vertex].reverse();
        }
        if verdict(&ring) == Ok(()) {
            simple += 1;
            assert_polygon(ring, &mut rng);
        } else {
            assert!(Compound2::try_from_polygon(ring.iter().copied()).is_err());
        }
    }
    assert!(simple >= rounds(8), "{simple}");
}

#[test]
fn rings_in_rings() {
    let mut rng = Rng::new(0xD3);
    let square = |x: f32, y: f32, r: f32| {
        vec![[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]]
    };
    // An island in a hole, and a hole that touches the outline and the next hole with its corners.
    let mut diamond = |x: f32, y: f32| {
        let mut ring = vec![[x - 1.0, y], [x, y - 1.0], [x + 1.0, y], [x, y + 1.0]];
        if rng.chance(0.5) {
            ring.reverse();
        }
        ring
    };
    let mut outline = square(0.0, 0.0, 8.0);
    outline.insert(0, [-8.0, 6.0]);
    let rings = vec![
        square(0.0, 0.0, 4.0),
        outline,
        square(1.0, 1.0, 2.0),
        diamond(-7.0, 6.0),
        diamond(-5.0, 6.0),
    ];
    let compound = Compound2::try_from_rings(rings.clone()).unwrap();
    assert_parts(&compound, &rings, (2 * (256 - 64 + 16) - 8) << 80);
    let all: Vec<_> = rings.iter().flat_map(|ring| edges(ring)).collect();
    for x in -20..20 {
        for y in -20..20 {
            let p = [x as f32 / 2.0, y as f32 / 2.0];
            assert_eq!(compound.intersects(&Vec2::from(p)), is_inside(&all, exact(p)), "{p:?}");
        }
    }
    // A ring that touches itself is no polygon, but a ring all the same.
    let hourglass = [[0.0, 0.0], [2.0, 0.0], [1.0, 1.0], [2.0, 2.0], [0.0, 2.0], [1.0, 1.0]];
    let error = Compound2::try_from_polygon(hourglass).unwrap_err();
    assert!(error.to_string().starts_with("vertex 5 of ring 0 lies where vertex 2 of ring 0 does"));
    assert_eq!(Compound2::try_from_rings([hourglass]).unwrap().part_count(), 2);
    assert_eq!(Compound2::try_from_rings(Vec::<Vec<[f32; 2]>>::new()).unwrap().part_count(), 0);
    // The same edge twice, and a corner on another ring's edge.
    for other in [square(0.0, 0.0, 8.0), square(10.0, 0.0, 2.0)] {
        let error = Compound2::try_from_rings([square(0.0, 0.0, 8.0), other]).unwrap_err();
        assert!(
            matches!(error, PolygonError::Cross { edges: [a, b] } if a.ring == 0 && b.ring == 1)
        );
    }
}

#[test]
fn errors_say_where() {
    let error = |ring: &[[f32; 2]]| {
        Compound2::try_from_polygon(ring.iter().copied()).unwrap_err().to_string()
    };
    assert_eq!(
        error(&[[0.0, 0.0], [1.0, 0.0]]),
        "ring 0 has 2 vertices; expected at least 3: a line is a chain"
    );
    assert_eq!(
        error(&[[0.0, 0.0], [1.0, f32::NAN], [0.0, 1.0]]),
        "vertex 1 of ring 0 has a component NaN; expected finite numbers"
    );
    // A spike, all on one line, and zeros of either sign.
    let spike = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [4.0, 2.0], [0.0, 2.0]];
    assert!(error(&spike).starts_with("the edges from vertex 1 of ring 0 and from vertex 3 of"));
    let spike = [[0.0, 0.0], [4.0, 0.0], [6.0, 0.0], [3.0, 0.0], [0.0, 2.0]];
    assert!(error(&spike).contains("cross or touch"));
    assert!(error(&[[0.0, 0.0], [1.0, 0.0], [3.0, 0.0]]).contains("cross or touch"));
    assert!(error(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [-0.0, -0.0]]).contains("lies where"));
    // Just not a spike.
    let thin = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [3.9999998, 2.0], [0.0, 2.0]];
    let thin = Compound2::from_polygon(thin);
    assert!(thin.intersects(&Vec2::new(4.0, 3.9)) && !thin.intersects(&Vec2::new(3.9999998, 2.1)));
}

/// Large coordinates, small ones, subnormal ones: exact all the same.
#[test]
fn numbers_of_any_size() {
    let ring = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [2.0, 1.0], [1.0, 2.0], [0.0, 3.0]];
    for scale in [f32::MAX / 3.0, 1.0, f32::MIN_POSITIVE, f32::from_bits(1)] {
        let at = |p: [f32; 2]| p.map(|x| x * scale);
        let compound = Compound2::from_polygon(ring.map(at));
        assert!((2..=3).contains(&compound.part_count()));
        assert!(compound.intersects(&Vec2::from(at([2.0, 1.0]))));
        assert!(!compound.intersects(&Vec2::from(at([2.0, 2.0]))));
    }
}

/// Many vertices, in the long run a hundred thousand, of a shape whose edges' boxes all overlap take n log n.
#[test]
fn many_vertices() {
    let teeth = rounds(4_000).min(50_000);
    // Long slanted teeth: from the left below to the right above.
    let mut ring = Vec::new();
    for i in 0..teeth {
        let x = i as f32;
        ring.extend([[x, 0.0], [x + teeth as f32, teeth as f32]]);
    }
    ring.extend([[2.0 * teeth as f32, -1.0], [0.0, -1.0]]);
    let start = std::time::Instant::now();
    let compound = Compound2::from_polygon(ring.iter().copied());
    assert!(compound.part_count() >= teeth / 2);
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn levels_of_polygons_are_asked_as_their_parts() {
    let mut rng = Rng::new(0xD4);
    for i in 0..rounds(10) {
        let ring = if i % 2 == 0 { spiral(1 + i % 3) } else { comb(5, &mut rng) };
        let compound = Compound2::from_polygon(ring.iter().copied());
        for kind in Kind::ALL {
            let place =
                Place { at: ring[rng.below(ring.len())], size: 1.0, whole: rng.chance(0.5) };
            let shape = shape_at::<2, Vec2>(kind, place, &mut rng);
            let motion = [rng.between(-4.0, 4.0) as f32, rng.between(-4.0, 4.0) as f32];
            assert_brute_force(&compound, &shape, motion, Answers::All);
        }
    }
}

/// What falls onto a flat line that is cut into parts has its normal wherever it meets it; a corner keeps its own.
#[test]
fn inner_edges_hold_nothing_back() {
    let mut rng = Rng::new(0xD5);
    let ring = comb(9, &mut rng);
    // The ground is the comb's back.
    let back: Vec<[f32; 2]> = ring.iter().map(|&[x, y]| [x, -1.0 - y]).collect();
    let turned = Pose2::new([3.0, 1.0], asunder::Rot2::degrees(180.0));
    let compound = Compound2::from_polygon(back);
    assert!(compound.part_count() >= 9);
    let placed = compound.transformed(&turned).transformed(&turned);
    assert_eq!(placed, compound, "twice a half turn, in whole numbers");
    for _ in 0..rounds(300) {
        let mut quarter = || (rng.between(1.0, 15.0) * 4.0).round() as f32 / 4.0;
        let x = quarter();
        let along = (quarter() - 8.0) / 8.0;
        let shape: Shape<Vec2> = match rng.below(3) {
            0 => Sphere2::new([x, 2.0], 0.5).into(),
            1 => Aabb2::new([x, 1.5], [x + 0.75, 2.5]).into(),
            _ => Capsule2::new([x, 2.0], [x + 1.0, 2.0], 0.5).into(),
        };
        for level in [&compound, &placed] {
            let hit = level.cast(&shape, [along, -4.0]).unwrap();
            assert!((hit.normal - Vec2::Y).length() < 1e-6, "{hit:?} {shape:?}");
            let resting = Aabb2::new([x, 0.0], [x + 0.5, 1.0]);
            for contact in level.contacts(&resting) {
                assert_eq!(contact.normal, Vec2::Y, "{contact:?}");
            }
        }
    }
    // Where the outline stands out the normal is a corner's.
    let roof = Compound2::from_polygon([[-4.0, 0.0], [4.0, 0.0], [0.0, 4.0], [0.0, 1.0]]);
    let hit = roof.cast(&Sphere2::new([0.0, 9.0], 1.0), [0.0, -9.0]).unwrap();
    assert_eq!(hit.normal, Vec2::Y);
}

/// Points on an inner edge belong to both parts, and a line along it hits.
#[test]
fn an_inner_edge_belongs_to_both_parts() {
    // The cut leads from (1, 1) to a corner of the outline, the one where x and y are equal.
    let arrow = Compound2::from_polygon([[0.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0]]);
    assert_eq!(arrow.part_count(), 2);
    assert_eq!(arrow.parts_intersecting(&Vec2::new(0.5, 0.5)), [0, 1]);
    let along = arrow.ray_casts(&Ray2::new([-1.0, -1.0], [1.0, 1.0]));
    assert_eq!(
        along.iter().map(|hit| (hit.part, hit.fraction)).collect::<Vec<_>>(),
        [(0, 1.0), (1, 1.0)]
    );
    assert!(arrow.intersects(&Segment2::new([0.25, 0.25], [0.75, 0.75])));
    assert!(!arrow.intersects(&Segment2::new([1.0000001, 1.0000001], [2.0, 2.0])));
    let back = arrow.ray_cast(&Ray2::new([3.0, 3.0], [-1.0, -1.0])).unwrap();
    assert_eq!((back.part, back.fraction), (0, 2.0));
    // Tags are by part, and stay with images.
    let tagged = arrow.with_tags([7, 8]).unwrap();
    let moved = tagged.transformed(&Pose2::from_translation([1.0, 0.0]));
    assert_eq!((moved.tag(1), moved.parts_intersecting(&Vec2::new(1.5, 0.5)).len()), (8, 2));
}

/// A walker crosses the parts of a flat floor without a stop.
#[test]
fn a_walk_over_parts() {
    let mut rng = Rng::new(0xD6);
    let ground: Vec<[f32; 2]> = comb(20, &mut rng).iter().map(|&[x, y]| [x, -1.0 - y]).collect();
    let ground = Compound2::from_polygon(ground);
    let layers = Layers::new().respond("default", "default", Response::Block).unwrap();
    for angle in [0.0, 13.0] {
        let pose = Pose2::new([0.0, 0.0], asunder::Rot2::degrees(angle));
        let mut world = World2::with_layers(layers.clone());
        let level = Level2::from(ground.clone()).try_transformed(&pose).unwrap();
        world.insert_level(level, BodyKind::Fixed).unwrap();
        let hero = world.insert(Sphere2::new([2.0, 2.0], 0.5), BodyKind::Moving).unwrap();
        let mut last = 2.0;
        for tick in 0..300 {
            let walk = world.walk_body(hero, [6.0, -3.0], 1.0 / 60.0, &WalkOptions::default());
            let walk = walk.unwrap();
            let x = world.shape(hero.collider(0)).unwrap().aabb().min().x;
            if walk.floor.is_some() && x < 35.0 && tick > 60 {
                assert!(x > last + 0.04, "it is held back at {x}, {angle}");
            }
            last = x;
        }
        assert!(last > 20.0, "{last}");
    }
}
