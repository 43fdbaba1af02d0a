//! Convex hulls of random corners on a sphere.

use super::*;
use asunder_jury::Rng;
use parry3d::math::Vector;
use parry3d::query::details::{
    contact_manifold_pfm_pfm_shapes, contact_support_map_support_map,
    distance_support_map_support_map, intersection_test_support_map_support_map,
};
use parry3d::query::{ContactManifold, Ray, RayCast, ShapeCastOptions, cast_shapes};
use parry3d::shape::ConvexPolyhedron;
use std::hint::black_box;

/// How many corners all pairs have together: of hulls of few corners there are more.
const CORNERS: usize = 2048;
/// The most pairs.
const PAIRS: usize = 256;

/// Pairs are left out whose hulls overlap by less than this, or are less than this apart, so that the peer
/// decides the others rightly in `f32`.
const CLEAR: f32 = 1e-3;

/// What is asked about two hulls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Asked {
    Overlap,
    Distance,
    Manifold,
    Cast,
    /// Where a ray hits the second one.
    RayHit,
}

/// Two hulls, as both libraries hold them, and a displacement of the first.
struct HullPair {
    own: [ConvexHull3; 2],
    peer: [ConvexPolyhedron; 2],
    motion: [f32; 3],
}

impl HullPair {
    /// Hulls of so many corners on spheres of radius one, a random distance apart; the displacement leads
    /// from the first past the middle of the second.
    fn random(corners: usize, rng: &mut Rng) -> Option<Self> {
        let mut unit = || loop {
            let x = [0, 1, 2].map(|_| rng.between(-1.0, 1.0));
            let square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
            if square > 0.01 && square <= 1.0 {
                return x.map(|x| x / square.sqrt());
            }
        };
        let direction = unit();
        let aside = unit();
        let mut points = |middle: [f64; 3]| -> Vec<[f32; 3]> {
            let point = |_| {
                let x = unit();
                [0, 1, 2].map(|t| (middle[t] + x[t]) as f32)
            };
            (0..corners).map(point).collect()
        };
        let first = points([0.0; 3]);
        let from_zero = points([0.0; 3]);
        let apart = rng.between(0.2, 2.6);
        let moved = |x: [f32; 3]| [0, 1, 2].map(|t| x[t] + (apart * direction[t]) as f32);
        let second: Vec<[f32; 3]> = from_zero.into_iter().map(moved).collect();
        let hull = |points: &[[f32; 3]]| {
            let points: Vec<Vector> = points.iter().map(|&point| point.into()).collect();
            ConvexPolyhedron::from_convex_hull(&points)
        };
        Some(Self {
            peer: [hull(&first)?, hull(&second)?],
            own: [ConvexHull3::new(first), ConvexHull3::new(second)],
            motion: [0, 1, 2].map(|t| (4.0 * direction[t] + 0.5 * aside[t]) as f32),
        })
    }

    /// Whether the peer is sure to be right about this pair, and what it says.
    fn overlap(&self) -> Option<bool> {
        let [a, b] = &self.peer;
        match contact_support_map_support_map(&Pose3::IDENTITY, a, b, 10.0)?.dist {
            apart if apart > CLEAR => Some(true),
            deep if deep < -CLEAR => Some(false),
            _ => None,
        }
        .map(|apart| !apart)
    }
}

/// Pairs of hulls, with the peer's answers as the truth.
pub(crate) fn hulls(corners: usize, asked: Asked) -> Contest {
    let mut rng = Rng::new(corners as u64);
    let (mut pairs, mut truth) = (Vec::new(), Vec::new());
    while pairs.len() < (CORNERS / corners).min(PAIRS) {
        let Some(pair) = HullPair::random(corners, &mut rng) else { continue };
        let Some(overlap) = pair.overlap() else { continue };
        let wanted = match asked {
            Asked::Overlap | Asked::RayHit => true,
            Asked::Distance | Asked::Cast => !overlap,
            Asked::Manifold => overlap,
        };
        if wanted {
            truth.push(match asked {
                Asked::Cast => cast_by_peer(&pair),
                Asked::RayHit => hit_by_peer(&pair),
                Asked::Overlap | Asked::Distance | Asked::Manifold => overlap,
            });
            pairs.push(Rc::new(pair));
        }
    }
    let own: fn(&HullPair) -> bool = match asked {
        Asked::Overlap => |HullPair { own: [a, b], .. }| a.intersects(b),
        Asked::Distance => |HullPair { own: [a, b], .. }| a.distance(b) == 0.0,
        Asked::Manifold => |HullPair { own: [a, b], .. }| black_box(a.contact(b)).is_some(),
        Asked::Cast => |HullPair { own: [a, b], motion, .. }| a.cast(*motion, b).is_some(),
        Asked::RayHit => |HullPair { own: [_, b], motion, .. }| {
            black_box(b.ray_cast(&Ray3::new(behind(motion), *motion))).is_some()
        },
    };
    let peer: fn(&HullPair) -> bool = match asked {
        Asked::Overlap => |HullPair { peer: [a, b], .. }| {
            intersection_test_support_map_support_map(&Pose3::IDENTITY, a, b)
        },
        Asked::Distance => |HullPair { peer: [a, b], .. }| {
            distance_support_map_support_map(&Pose3::IDENTITY, a, b) == 0.0
        },
        Asked::Manifold => |HullPair { peer: [a, b], .. }| {
            let mut manifold = ContactManifold::<(), ()>::new();
            contact_manifold_pfm_pfm_shapes(&Pose3::IDENTITY, a, b, None, None, 0.0, &mut manifold);
            !black_box(manifold).points.is_empty()
        },
        Asked::Cast => cast_by_peer,
        Asked::RayHit => hit_by_peer,
    };
    let goal = match asked {
        Asked::Overlap => 0.8,
        Asked::Distance => 1.1,
        Asked::Manifold => 1.0,
        Asked::Cast => 1.3,
        Asked::RayHit => 2.0,
    };
    Contest::of_truth(truth).of_hulls("asunder", None, &pairs, own).of_hulls(
        PARRY,
        Some(goal),
        &pairs,
        peer,
    )
}

/// Whether the peer's first hull meets the second while it moves.
fn cast_by_peer(HullPair { peer: [a, b], motion, .. }: &HullPair) -> bool {
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let (motion, still, pose) = (Vector::from(*motion), Vector::from([0.0; 3]), Pose3::IDENTITY);
    cast_shapes(&pose, motion, a, &pose, still, b, options).is_ok_and(|hit| hit.is_some())
}

/// Where a ray begins that leads along a displacement past the second hull.
fn behind(motion: &[f32; 3]) -> [f32; 3] {
    motion.map(|x| -0.5 * x)
}

/// Whether a ray hits the peer's second hull.
fn hit_by_peer(HullPair { peer: [_, b], motion, .. }: &HullPair) -> bool {
    let ray = Ray::new(behind(motion).into(), (*motion).into());
    black_box(b.cast_local_ray_and_get_normal(&ray, f32::MAX, true)).is_some()
}

/// Two equal cylinders of so many corners that touch cap to cap or side by side.
pub(crate) fn touching_cylinders(corners: u16) -> Contest {
    // A grid, so that the sums are exact and the cylinders touch.
    let cylinder = |at: [f32; 3]| -> Vec<[f32; 3]> {
        let on_grid = |x: f32| (x * 1024.0).round() / 1024.0;
        let corner = |i: u16| {
            let angle = f32::from(i / 2) * std::f32::consts::TAU / f32::from(corners / 2);
            let asunder::Rot2 { cos, sin } = asunder::Rot2::radians(angle);
            [at[0] + on_grid(cos), at[1] + on_grid(sin), at[2] + f32::from(i % 2)]
        };
        (0..corners).map(corner).collect()
    };
    let places = [[0.0, 0.0, 1.0], [0.25, 0.5, 1.0], [2.0, 0.0, 0.0], [2.0, 0.0, 0.5]];
    let pairs: Vec<_> = places
        .into_iter()
        .map(|at| {
            let [first, second] = [cylinder([0.0; 3]), cylinder(at)];
            let hull = |points: &[[f32; 3]]| {
                let points: Vec<Vector> = points.iter().map(|&point| point.into()).collect();
                ConvexPolyhedron::from_convex_hull(&points).expect("a solid")
            };
            Rc::new(HullPair {
                peer: [hull(&first), hull(&second)],
                own: [ConvexHull3::new(first), ConvexHull3::new(second)],
                motion: [0.0; 3],
            })
        })
        .collect();
    Contest::of_truth(vec![true; pairs.len()])
        .of_hulls("asunder", None, &pairs, |HullPair { own: [a, b], .. }| a.intersects(b))
        .of_hulls(PARRY, None, &pairs, |HullPair { peer: [a, b], .. }| {
            intersection_test_support_map_support_map(&Pose3::IDENTITY, a, b)
        })
}

impl Contest {
    /// One contestant more, who is asked about hulls.
    fn of_hulls(
        mut self,
        name: &'static str,
        goal: Option<f64>,
        pairs: &[Rc<HullPair>],
        ask: fn(&HullPair) -> bool,
    ) -> Self {
        let held = (pairs.to_vec(), vec![false; pairs.len()]);
        self.contestants.push(Contestant::new(
            name,
            goal,
            held,
            move |(pairs, answers)| {
                for (answer, pair) in answers.iter_mut().zip(&*pairs) {
                    *answer = ask(pair);
                }
            },
            |(_, answers)| Some(answers.clone()),
        ));
        self
    }
}
