//! Skins in poses: answers are those about all posed triangles, and the bits of a posed vertex are defined.

#![expect(clippy::unwrap_used, reason = "a test's helpers fail as its body does")]

use asunder::glam::Vec3;
use asunder::level::{MeshError, PartHit};
use asunder::prelude::*;
use asunder::{Affine3, PosedSkin, RayHit, Skin, SkinError, Started};
use asunder_jury::Rng;

fn number(rng: &mut Rng, reach: f64) -> f32 {
    rng.between(-reach, reach) as f32
}

fn point(rng: &mut Rng, reach: f64) -> [f32; 3] {
    [0; 3].map(|_| number(rng, reach))
}

/// A tube along a chain of joints, closed by nothing, as limbs are: each ring is moved by the joints next to it.
fn tube(rng: &mut Rng, joints: usize, most: usize) -> Skin {
    const SIDES: u32 = 7;
    let rings = 4 * joints as u32;
    let (mut vertices, mut influences, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
    for ring in 0..rings {
        for side in 0..SIDES {
            // Points of the unit circle, by half the tangent.
            let t = side as f32 * 0.7 - 2.1;
            let [x, z] = [1.0 - t * t, 2.0 * t].map(|it| it / (1.0 + t * t));
            vertices.push([x, ring as f32 * 0.5, z]);
            let own = ring as usize / 4;
            let around = (0..1 + rng.below(most)).map(|i| (own + 3 * joints - i / 2) % joints);
            // A weight of zero moves nothing.
            let list = around.map(|joint| (joint as u16, rng.between(-0.2, 1.0).max(0.0) as f32));
            influences.push(list.chain([(own as u16, 0.25)]).collect::<Vec<_>>());
            if ring + 1 < rings {
                let [a, b] = [side, (side + 1) % SIDES].map(|it| ring * SIDES + it);
                triangles.extend([[a, b, a + SIDES], [b, b + SIDES, a + SIDES]]);
            }
        }
    }
    Skin::normalized(vertices, influences, triangles).unwrap()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Poses {
    Rigid,
    Sheared,
    Mirrored,
    FarOut,
    Huge,
    Tiny,
    Flat,
}

/// Matrices that turn and move every joint a little further than the one before, and worse.
fn matrices(rng: &mut Rng, joints: usize, poses: Poses) -> Vec<Affine3> {
    let mut chain = Affine3::identity();
    (0..joints)
        .map(|_| {
            let turn = [number(rng, 0.3), number(rng, 0.3), number(rng, 0.3), 1.0];
            let pose = Pose3::new(point(rng, 0.5), turn);
            chain = chain.after(&Affine3::from(pose));
            let mut unit = |x: f32| [x, number(rng, 0.01), number(rng, 0.01)];
            let change = match poses {
                Poses::Rigid => return chain,
                Poses::Sheared => [unit(0.5), unit(0.9), unit(1.5)],
                Poses::Mirrored => [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
                Poses::FarOut | Poses::Tiny | Poses::Huge => {
                    let [scale, far] = match poses {
                        Poses::FarOut => [1.0, 1e5],
                        Poses::Tiny => [1e-38, 0.0],
                        _ => [1e30, 1e31],
                    };
                    let columns = [[scale, 0.0, 0.0], [0.0, scale, 0.0], [0.0, 0.0, scale]];
                    return Affine3::from_columns(columns, [far, -far, far]).after(&chain);
                }
                Poses::Flat => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]],
            };
            chain.after(&Affine3::from_columns(change, [0.0; 3]))
        })
        .collect()
}

const ALL: [Poses; 7] = [
    Poses::Rigid,
    Poses::Sheared,
    Poses::Mirrored,
    Poses::FarOut,
    Poses::Huge,
    Poses::Tiny,
    Poses::Flat,
];

/// Of all triangles that a line hits the first, by fraction, then by number.
fn brute(
    triangles: &[Triangle3],
    cast: impl Fn(&Triangle3) -> Option<RayHit<Vec3>>,
) -> Option<(u32, RayHit<Vec3>)> {
    let hits = (0..).zip(triangles).filter_map(|(number, it)| Some((number, cast(it)?)));
    hits.reduce(|best, hit| if hit.1.fraction < best.1.fraction { hit } else { best })
}

fn told<H>(hit: Option<PartHit<H>>) -> Option<(u32, H)> {
    hit.map(|it| (it.part, it.hit))
}

fn all_triangles(posed: &PosedSkin<'_>) -> Vec<Triangle3> {
    let mesh = posed.mesh();
    let all: Vec<_> = (0..posed.part_count() as u32).map(|it| mesh.triangle(it).unwrap()).collect();
    for (number, triangle) in (0..).zip(&all) {
        assert_eq!(posed.triangle(number).as_ref(), Some(triangle), "{number}");
        assert_eq!(posed.part(number), Some(Shape3::from(*triangle)));
    }
    all
}

#[test]
fn answers_are_those_about_all_posed_triangles() {
    let mut rng = Rng::new(2400);
    let (mut hits, mut grazes, mut misses, mut near) = (0, 0, 0, 0);
    for round in 0..42 {
        let poses = ALL[round % ALL.len()];
        let joints = 1 + rng.below(9);
        let most = if round % 5 == 0 { 1 } else { 6 };
        let skin = tube(&mut rng, joints, most);
        let matrices = matrices(&mut rng, skin.joint_count(), poses);
        let posed = skin.posed(&matrices).unwrap();
        let triangles = all_triangles(&posed);
        for _ in 0..40 {
            // Between two vertices, past both: through a vertex and an edge, and along the body.
            let mut vertex = || {
                let it = &triangles[rng.below(triangles.len())];
                it.corners()[rng.below(3)].to_array()
            };
            let (p, q) = (vertex(), vertex());
            let blur = rng.chance(0.7);
            let mut near_by = |x: f32| if blur { x + x * number(&mut rng, 0.05) } else { x };
            let ends = [0, 1, 2].map(|i| [2.0 * p[i] - q[i], 2.0 * q[i] - p[i]].map(&mut near_by));
            let (a, b) = (ends.map(|it| it[0]), ends.map(|it| it[1]));
            let Ok(segment) = Segment3::try_new(a, b) else { continue };
            let found = posed.segment_cast(&segment);
            let expected = brute(&triangles, |it| it.segment_cast(&segment));
            assert_eq!(told(found), expected, "{poses:?} {segment:?}");
            assert_eq!(posed.intersects(&segment), expected.is_some());
            let direction = [0, 1, 2].map(|i| b[i] - a[i]);
            if let Ok(ray) = Ray3::try_new(a, direction) {
                let expected = brute(&triangles, |it| it.ray_cast(&ray));
                assert_eq!(told(posed.ray_cast(&ray)), expected, "{poses:?} {ray:?}");
                assert_eq!(posed.intersects(&ray), expected.is_some());
                grazes +=
                    usize::from(expected.is_some_and(|hit| hit.1.started == Started::Touching));
            }
            hits += usize::from(expected.is_some());
            misses += usize::from(expected.is_none());
            // Any shape may ask.
            let size = [0, 1, 2].map(|i| (p[i] - q[i]).abs()).into_iter().fold(0.0, f32::max);
            let ball = Sphere3::new(a, size * 0.3);
            let expected = triangles.iter().any(|it| it.intersects(&ball));
            assert_eq!(posed.intersects(&ball), expected, "{poses:?} {ball:?}");
            assert_eq!(posed.distance(&ball), posed.mesh().distance(&ball), "{poses:?} {ball:?}");
            near += usize::from(expected);
        }
    }
    assert!(hits > 500 && misses > 100 && near > 50, "{hits} {misses} {near} {grazes}");
}

/// The sum in the order given, in `f64`, rounded once: written out.
#[test]
fn the_bits_of_a_posed_vertex_are_defined() {
    let position = [0.1_f32, -2.7, 31.4];
    let joints = [(2_u16, 0.1_f32), (0, 0.7), (1, 0.2)];
    let skin = Skin::try_new([position], [joints], [[0, 0, 0]]).unwrap();
    let mut rng = Rng::new(2401);
    for _ in 0..200 {
        let matrices = matrices(&mut rng, 3, Poses::Sheared);
        let expected = [0, 1, 2].map(|row| {
            let mut sum = 0.0_f64;
            for (joint, weight) in joints {
                let it = &matrices[usize::from(joint)];
                let term = |i: usize| f64::from(it.column(i)[row]) * f64::from(position[i]);
                let image = term(0) + term(1) + term(2) + f64::from(it.translation()[row]);
                sum += f64::from(weight) * image;
            }
            sum as f32
        });
        let posed = skin.posed(&matrices).unwrap();
        assert_eq!(posed.triangle(0).unwrap().corners()[0].to_array(), expected);
        assert_eq!(posed.mesh().vertices().next().unwrap().to_array(), expected);
    }
}

#[test]
fn what_is_no_skin_says_what_was_expected() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let rigid = || vec![vec![(0_u16, 1.0_f32)]; 3];
    let with = |list: Vec<(u16, f32)>| {
        let mut all = rigid();
        all[1] = list;
        Skin::try_new(corners, all, [[0, 1, 2]]).unwrap_err()
    };
    let quotes = |error: SkinError, parts: &[&str]| {
        let text = error.to_string();
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    };
    quotes(with(vec![(3, -0.5), (0, 1.5)]), &["joint 3", "vertex 1", "-0.5", "zero or more"]);
    quotes(with(vec![(3, f32::NAN)]), &["NaN", "finite"]);
    quotes(with(vec![]), &["vertex 1", "weight 1"]);
    quotes(with(vec![(0, 0.0)]), &["vertex 1", "above zero"]);
    quotes(with(vec![(0, 0.25); 9]), &["9 joints", "at most 8"]);
    quotes(with(vec![(0, 0.5), (1, 0.25)]), &["vertex 1", "0.75", "Skin::normalized"]);
    let short = Skin::try_new(corners, vec![vec![(0, 1.0)]; 2], [[0, 1, 2]]).unwrap_err();
    assert_eq!(short, SkinError::Influences { given: 2, vertices: 3 });
    let absent = Skin::try_new(corners, rigid(), [[0, 1, 3]]).unwrap_err();
    assert!(matches!(absent, SkinError::Mesh(MeshError::NoVertex { index: 3, .. })), "{absent}");
    let eight = vec![(0, 0.125); 8];
    assert!(Skin::try_new(corners, [eight.clone(), eight.clone(), eight], [[0, 1, 2]]).is_ok());
    let halves = [[(0, 3.0), (1, 1.0)]; 3];
    let skin = Skin::normalized(corners, halves, [[0, 1, 2]]).unwrap();
    assert_eq!(skin.influences(2).collect::<Vec<_>>(), [(0, 0.75), (1, 0.25)]);
    assert_eq!((skin.influences(3).count(), skin.joint_count()), (0, 2));

    let far =
        |x: f32| Affine3::from_columns([[x, 0.0, 0.0], [0.0; 3], [0.0; 3]], [f32::MAX, 0.0, 0.0]);
    let pose = |matrices: &[Affine3]| skin.posed(matrices).map(|_| ()).unwrap_err();
    assert_eq!(pose(&[far(0.0)]), SkinError::Matrices { given: 1, joints: 2 });
    let bad = Affine3::from_columns([[0.0; 3]; 3], [f32::NAN, 0.0, 0.0]);
    assert_eq!(pose(&[Affine3::identity(), bad]), SkinError::MatrixNotFinite { joint: 1 });
    let identity = Affine3::identity();
    assert!(skin.posed(&[identity, identity, bad]).is_ok(), "of a joint that moves nothing");
    assert!(matches!(pose(&[identity, far(1e38)]), SkinError::TooFarOut { joint: 1, .. }));
}

/// A skin without triangles is hit by nothing.
#[test]
fn an_empty_skin_answers_no() {
    let none: [[f32; 3]; 0] = [];
    let skin = Skin::try_new(none, [[(0, 1.0)]; 0], []).unwrap();
    let posed = skin.posed(&[]).unwrap();
    assert_eq!(posed.ray_cast(&Ray3::new([0.0; 3], [1.0, 0.0, 0.0])), None);
    assert_eq!((posed.part_count(), posed.mesh().vertex_count()), (0, 0));
}

/// A posed vertex is rounded to `f32`, here upwards: what touches it there meets the skin.
#[test]
fn what_touches_a_rounded_vertex_meets_the_skin() {
    let tenth = 0.1_f32;
    let vertices = [[3.0_f32, 0.0, 0.0], [0.0; 3], [0.0, 3.0, 0.0]];
    let skin = Skin::try_new(vertices, [[(0, 1.0)]; 3], [[0, 1, 2]]).unwrap();
    let scale = [[tenth, 0.0, 0.0], [0.0, tenth, 0.0], [0.0, 0.0, tenth]];
    let matrices = [Affine3::from_columns(scale, [0.0; 3])];
    let posed = skin.posed(&matrices).unwrap();
    assert!(
        f64::from(posed.triangle(0).unwrap().a().x) > 3.0 * f64::from(tenth),
        "rounded upwards"
    );

    let ray = Ray3::new([0.3, -1.0, 0.0], [0.0, 1.0, 0.0]);
    assert_eq!(posed.ray_cast(&ray).map(|hit| hit.fraction), Some(1.0));
    assert!(posed.intersects(&ray) && posed.parts_intersecting(&ray) == [0]);
    let aside = Aabb3::new([0.3, -2.0, -1.0], [1.0, -1.0, 1.0]);
    assert!(posed.sweep_intersects(&aside, [0.0, 2.0, 0.0]));
    assert_eq!(posed.cast(&aside, [0.0, 2.0, 0.0]).map(|hit| hit.fraction), Some(0.5));
}
