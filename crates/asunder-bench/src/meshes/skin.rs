//! Rows of `--meshes` about a skin: a figure of five limbs whose joints bend, shot at in many poses.

use super::{Row, compare, peer_of, vector};
use asunder::glam::{Quat, Vec3};
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder::{Affine3, Skin};
use asunder_jury::Rng;
use parry3d::query::{Ray, RayCast as _};
use std::cell::{Cell, RefCell};

/// Joints of a limb, and rings of vertices along it with corners around it: 1,024 triangles.
const JOINTS: usize = 4;
const RINGS: usize = 32;
const CORNERS: usize = 16;

/// Of a sixteenth of a turn.
const COS: f32 = 0.923_879_5;
const SIN: f32 = 0.382_683_43;

/// Poses, and shots at each.
const POSES: usize = 32;
const SHOTS: usize = 8;

/// Where limbs begin, their directions, lengths and radii: a trunk, two arms, two legs.
const LIMBS: [([f32; 3], [f32; 3], f32, f32); 5] = [
    ([0.0, 0.9, 0.0], [0.0, 1.0, 0.0], 0.9, 0.18),
    ([0.2, 1.45, 0.0], [1.0, 0.0, 0.0], 0.7, 0.06),
    ([-0.2, 1.45, 0.0], [-1.0, 0.0, 0.0], 0.7, 0.06),
    ([0.1, 0.9, 0.0], [0.0, -1.0, 0.0], 0.9, 0.09),
    ([-0.1, 0.9, 0.0], [0.0, -1.0, 0.0], 0.9, 0.09),
];

/// A figure as modelled.
#[derive(Default)]
struct Figure {
    vertices: Vec<[f32; 3]>,
    /// Of each vertex two joints, with weights that sum to one.
    influences: Vec<[(u16, f32); 2]>,
    triangles: Vec<[u32; 3]>,
}

impl Figure {
    fn new() -> Self {
        let mut figure = Self::default();
        for (limb, &(start, along, length, radius)) in LIMBS.iter().enumerate() {
            figure.add_tube(limb, start, along, length, radius);
        }
        figure
    }

    fn add_tube(
        &mut self,
        limb: usize,
        start: [f32; 3],
        along: [f32; 3],
        length: f32,
        radius: f32,
    ) {
        let (start, along) = (Vec3::from(start), Vec3::from(along));
        let (side, other) = (Vec3::Z, along.cross(Vec3::Z));
        let first = self.vertices.len() as u32;
        for ring in 0..=RINGS {
            let share = ring as f32 / RINGS as f32;
            // Which joint is near, and how much of the next one it is moved by.
            let place = share * (JOINTS - 1) as f32;
            let joint = (place as usize).min(JOINTS - 2);
            let (number, weight) = ((limb * JOINTS + joint) as u16, place - joint as f32);
            let mut out = [1.0, 0.0];
            for _ in 0..CORNERS {
                let [p, q] = out;
                out = [p * COS - q * SIN, p * SIN + q * COS];
                let out = side * p + other * q;
                self.vertices.push((start + along * (share * length) + out * radius).to_array());
                self.influences.push([(number, 1.0 - weight), (number + 1, weight)]);
            }
        }
        for ring in 0..RINGS as u32 {
            for corner in 0..CORNERS as u32 {
                let next = (corner + 1) % CORNERS as u32;
                let at = |ring: u32, corner: u32| first + ring * CORNERS as u32 + corner;
                let [a, b] = [corner, next].map(|corner| at(ring, corner));
                let [c, d] = [corner, next].map(|corner| at(ring + 1, corner));
                self.triangles.extend([[a, b, c], [b, d, c]]);
            }
        }
    }
}

/// Each joint turned about its own place, after those before it on its limb.
fn pose(rng: &mut Rng) -> Vec<Affine3> {
    let mut matrices = Vec::new();
    for (start, along, length, _) in LIMBS {
        let (start, along) = (Vec3::from(start), Vec3::from(along));
        let mut before = Affine3::identity();
        for joint in 0..JOINTS {
            let at = start + along * (length * joint as f32 / (JOINTS - 1) as f32);
            // Up to some twenty degrees.
            let bend = [Vec3::X, Vec3::Y, Vec3::Z][rng.below(3)] * rng.between(-0.2, 0.2) as f32;
            let turn = Quat::from_xyzw(bend.x, bend.y, bend.z, 1.0).normalize();
            let turn = Pose3::new([0.0; 3], turn);
            let about = Affine3::from(Pose3::from_translation(at))
                .after(&Affine3::from(turn))
                .after(&Affine3::from(Pose3::from_translation(-at)));
            before = before.after(&about);
            matrices.push(before);
        }
    }
    matrices
}

/// A matrix as an engine has it.
fn glam_matrix(matrix: &Affine3) -> [Vec3; 4] {
    [matrix.column(0), matrix.column(1), matrix.column(2), matrix.translation()]
}

/// The number of triangles, and the rows.
pub(super) fn rows(rounds: usize) -> (usize, Vec<Row>) {
    let mut rng = Rng::new(26);
    let figure = Figure::new();
    let Figure { vertices, influences, triangles } = &figure;
    let skin = Skin::try_new(vertices.iter().copied(), influences, triangles.iter().copied());
    let skin = skin.expect("weights that sum to one");
    let poses: Vec<Vec<Affine3>> = (0..POSES).map(|_| pose(&mut rng)).collect();
    let shots: Vec<(usize, Ray3)> = (0..POSES * SHOTS)
        .map(|i| {
            let mut x = |low: f64, high: f64| rng.between(low, high) as f32;
            let from = Vec3::new(x(-6.0, 6.0), x(0.5, 2.0), x(4.0, 9.0));
            let at = Vec3::new(x(-0.8, 0.8), x(0.1, 1.7), 0.0);
            (i / SHOTS, Ray3::new(from, at - from))
        })
        .collect();
    let peer = RefCell::new(peer_of(vertices, triangles));
    let posed_by_peer = |pose: usize| {
        let matrices: Vec<_> = poses[pose].iter().map(glam_matrix).collect();
        peer.borrow_mut().update_vertices(|posed| {
            for ((posed, rest), joints) in posed.iter_mut().zip(vertices).zip(influences) {
                let mut sum = Vec3::ZERO;
                for &(joint, weight) in joints {
                    let [x, y, z, t] = matrices[usize::from(joint)];
                    sum += (x * rest[0] + y * rest[1] + z * rest[2] + t) * weight;
                }
                *posed = vector(sum);
            }
        });
    };
    let peer_hits = |ray: &Ray3| {
        let ray = Ray::new(vector(ray.origin()), vector(ray.direction()));
        peer.borrow().cast_local_ray_and_get_normal(&ray, f32::MAX, false).is_some()
    };
    let known = [Cell::new(usize::MAX), Cell::new(usize::MAX)];
    let posed = |pose: usize| skin.posed(&poses[pose]).expect("finite matrices");
    let last = Cell::new(posed(0));
    let rows = vec![
        compare(
            "shot, in a new pose",
            &shots,
            rounds,
            |(pose, ray)| posed(*pose).ray_cast(ray).is_some(),
            |(pose, ray)| {
                posed_by_peer(*pose);
                peer_hits(ray)
            },
        ),
        compare(
            "shot, eight a pose",
            &shots,
            rounds,
            |(pose, ray)| {
                if known[0].replace(*pose) != *pose {
                    last.set(posed(*pose));
                }
                last.get().ray_cast(ray).is_some()
            },
            |(pose, ray)| {
                if known[1].replace(*pose) != *pose {
                    posed_by_peer(*pose);
                }
                peer_hits(ray)
            },
        ),
    ];
    (triangles.len(), rows)
}
