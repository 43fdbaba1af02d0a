//! The works: what is measured, on which pairs, and what is to be reached.

use crate::characters;
use crate::contestants::batches::{
    COLD, MANY, Sight, aabb_aabbs, frustum_aabbs, frustum_houses, obb_obb_cold, obb_obb_zip,
    obb_obbs, plane_aabbs, ray_aabbs, sphere_aabbs, sphere_spheres, zip,
};
use crate::contestants::casts::obb_cast_obb;
use crate::contestants::hulls::Asked::{Cast, Distance, Manifold, Overlap, RayHit};
use crate::contestants::hulls::{hulls, touching_cylinders};
use crate::contestants::lines::{
    aabb_triangle, capsule_capsule, capsule_obb, capsule_triangle, capsule3, obb_triangle,
    plane_capsule, ray_aabb, ray_obb, ray_triangle, segment_aabb, segment_obb, segment_triangle,
    sphere_capsule, sphere_triangle, triangle_triangle, triangle3,
};
use crate::contestants::measures::{ray_hit, shape_cast, shape_contact, shape_distance};
use crate::contestants::metrics::{contact, distance};
use crate::contestants::{
    Contest, Goals, aabb_aabb, aabb_obb, obb_obb, obb_obb_2d, obb3, plane_obb, sphere_obb,
    sphere_sphere, sphere3,
};
use crate::sets::{Keep, Turn, boxes_apart_by, family};
use crate::shots::{self, Shots};
use crate::worlds::Crowd::{Clusters, MostlyAtRest, Uniform};
use crate::worlds::{self, Trial, pairs_2d, pairs_3d};
use asunder_jury::Family::{Game, Grid, Resting, Yaw};
use asunder_jury::Kind::{Aabb, Capsule, Obb, Plane, Ray, Segment, Sphere, Triangle};

/// What is measured.
pub(crate) struct Work {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// Its contestants bring threads of their own.
    pub(crate) threaded: bool,
}

/// How a work is measured.
pub(crate) enum Kind {
    /// One set of pairs, and who answers it.
    Pairs(fn() -> Contest),
    /// What goes on for a while, and who takes part.
    Steps(fn() -> Box<dyn Trial>, Steps),
}

/// For how many steps or rounds it goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    pub(crate) full: usize,
    /// With `--quick`; none leaves the work out.
    pub(crate) quick: usize,
}

const fn work(name: &'static str, contest: fn() -> Contest) -> Work {
    Work { name, kind: Kind::Pairs(contest), threaded: false }
}

const fn steps(
    name: &'static str,
    trial: fn() -> Box<dyn Trial>,
    full: usize,
    quick: usize,
) -> Work {
    Work { name, kind: Kind::Steps(trial, Steps { full, quick }), threaded: false }
}

const fn threads(
    name: &'static str,
    trial: fn() -> Box<dyn Trial>,
    full: usize,
    quick: usize,
) -> Work {
    Work { threaded: true, ..steps(name, trial, full, quick) }
}

const NO_GOAL: Goals = Goals { parry: None, inexact: None };
/// Six times as fast as the peer.
const SIX: Goals = Goals { parry: Some(6.0), inexact: None };
/// And exactness costs at most a quarter.
const GAME: Goals = Goals { parry: Some(6.0), inexact: Some(1.0 / 1.25) };
/// Where boxes stand upright: at most two fifths.
const UPRIGHT: Goals = Goals { parry: Some(6.0), inexact: Some(1.0 / 1.4) };

/// Thirty times as fast as the peer.
const THIRTY: Option<f64> = Some(30.0);

/// All works, in the order of the table.
#[rustfmt::skip]
pub(crate) const WORKS: &[Work] = &[
    // Boxes apart by a part of the distance at which they would touch.
    work("obb_obb_miss", || obb_obb(&boxes_apart_by(2.5..8.0, Turn::Free, Keep::Any), NO_GOAL)),
    work("obb_obb_edge", || obb_obb(&boxes_apart_by(0.99..1.01, Turn::Free, Keep::EdgeContact), SIX)),
    work("obb_obb_hit", || obb_obb(&boxes_apart_by(0.0..0.6, Turn::Free, Keep::Any), SIX)),
    work("obb_obb_mixed", || obb_obb(&boxes_apart_by(0.5..1.5, Turn::Free, Keep::Any), SIX)),
    work("obb_obb_parallel", || obb_obb(&boxes_apart_by(0.5..1.5, Turn::Parallel, Keep::Any), NO_GOAL)),
    // Neighbours in a game.
    work("obb_obb_game", || obb_obb(&family(Game, Obb, Obb), GAME)),
    work("obb_obb_yaw", || obb_obb(&family(Yaw, Obb, Obb), UPRIGHT)),
    work("obb_obb_resting", || obb_obb(&family(Resting, Obb, Obb), NO_GOAL)),
    work("aabb_obb", || aabb_obb(&family(Game, Aabb, Obb))),
    work("aabb_aabb", || aabb_aabb(&family(Game, Aabb, Aabb))),
    work("sphere_obb", || sphere_obb(&family(Game, Sphere, Obb))),
    work("sphere_sphere", || sphere_sphere(&family(Game, Sphere, Sphere))),
    work("plane_obb", || plane_obb(&family(Game, Plane, Obb))),
    work("obb_obb_2d", || obb_obb_2d(&family(Game, Obb, Obb))),
    // Lines, capsules and triangles.
    work("sphere_capsule", || sphere_capsule(&family(Game, Sphere, Capsule))),
    work("capsule_capsule", || capsule_capsule(&family(Game, Capsule, Capsule))),
    work("capsule_obb", || capsule_obb(&family(Game, Capsule, Obb))),
    work("capsule_triangle", || capsule_triangle(&family(Game, Capsule, Triangle))),
    work("sphere_triangle", || sphere_triangle(&family(Game, Sphere, Triangle))),
    work("plane_capsule", || plane_capsule(&family(Game, Plane, Capsule))),
    work("segment_aabb", || segment_aabb(&family(Game, Segment, Aabb))),
    work("segment_obb", || segment_obb(&family(Game, Segment, Obb))),
    work("segment_triangle", || segment_triangle(&family(Game, Segment, Triangle))),
    work("ray_aabb", || ray_aabb(&family(Game, Ray, Aabb), Some(1.0))),
    work("ray_obb", || ray_obb(&family(Game, Ray, Obb), Some(1.0))),
    work("ray_triangle", || ray_triangle(&family(Game, Ray, Triangle), Some(1.0))),
    work("aabb_triangle", || aabb_triangle(&family(Game, Aabb, Triangle))),
    work("obb_triangle", || obb_triangle(&family(Game, Obb, Triangle))),
    work("triangle_triangle", || triangle_triangle(&family(Game, Triangle, Triangle))),
    // At rest, on numbers that stand on a grid and on others.
    work("sphere_sphere_rest", || sphere_sphere(&family(Resting, Sphere, Sphere))),
    work("sphere_obb_rest", || sphere_obb(&family(Resting, Sphere, Obb))),
    work("plane_obb_rest", || plane_obb(&family(Resting, Plane, Obb))),
    work("plane_capsule_rest", || plane_capsule(&family(Resting, Plane, Capsule))),
    work("capsule_capsule_rest", || capsule_capsule(&family(Resting, Capsule, Capsule))),
    work("capsule_obb_rest", || capsule_obb(&family(Resting, Capsule, Obb))),
    work("ray_aabb_rest", || ray_aabb(&family(Resting, Ray, Aabb), None)),
    work("ray_obb_rest", || ray_obb(&family(Resting, Ray, Obb), None)),
    work("ray_triangle_rest", || ray_triangle(&family(Resting, Ray, Triangle), None)),
    work("segment_triangle_rest", || segment_triangle(&family(Resting, Segment, Triangle))),
    work("sphere_triangle_rest", || sphere_triangle(&family(Resting, Sphere, Triangle))),
    work("capsule_triangle_rest", || capsule_triangle(&family(Resting, Capsule, Triangle))),
    work("aabb_triangle_rest", || aabb_triangle(&family(Resting, Aabb, Triangle))),
    work("obb_triangle_rest", || obb_triangle(&family(Resting, Obb, Triangle))),
    work("triangle_triangle_rest", || triangle_triangle(&family(Resting, Triangle, Triangle))),
    work("obb_obb_2d_rest", || obb_obb_2d(&family(Resting, Obb, Obb))),
    // How far, and where.
    work("obb_obb_distance_game", || distance(&family(Game, Obb, Obb))),
    work("obb_obb_distance_yaw", || distance(&family(Yaw, Obb, Obb))),
    work("obb_obb_distance_grid", || distance(&family(Grid, Obb, Obb))),
    work("obb_obb_contact_game", || contact(&family(Game, Obb, Obb))),
    work("obb_obb_contact_yaw", || contact(&family(Yaw, Obb, Obb))),
    work("obb_obb_contact_grid", || contact(&family(Grid, Obb, Obb))),
    // Boxes that move to others.
    work("obb_cast_obb_game", || obb_cast_obb(Game)),
    work("obb_cast_obb_grid", || obb_cast_obb(Grid)),
    work("obb_cast_obb_rest", || obb_cast_obb(Resting)),
    // Spheres and capsules: how far, where they touch, when they meet; where rays hit.
    work("sphere_distance_sphere", || shape_distance(&family(Game, Sphere, Sphere), (sphere3, sphere3), 0.5)),
    work("capsule_distance_capsule", || shape_distance(&family(Game, Capsule, Capsule), (capsule3, capsule3), 5.0)),
    work("sphere_contact_sphere", || shape_contact(&family(Game, Sphere, Sphere), (sphere3, sphere3), 0.8)),
    work("capsule_contact_capsule", || shape_contact(&family(Game, Capsule, Capsule), (capsule3, capsule3), 1.0)),
    work("capsule_contact_obb", || shape_contact(&family(Game, Capsule, Obb), (capsule3, obb3), 2.0)),
    work("capsule_cast_capsule", || shape_cast((capsule3, capsule3), [Capsule, Capsule], 4.0)),
    work("capsule_cast_obb", || shape_cast((capsule3, obb3), [Capsule, Obb], 2.0)),
    work("sphere_cast_triangle", || shape_cast((sphere3, triangle3), [Sphere, Triangle], 2.0)),
    work("capsule_cast_triangle", || shape_cast((capsule3, triangle3), [Capsule, Triangle], 2.0)),
    work("ray_hit_sphere", || ray_hit(&family(Game, Ray, Sphere), sphere3, 2.0)),
    work("ray_hit_capsule", || ray_hit(&family(Game, Ray, Capsule), capsule3, 2.0)),
    work("ray_hit_obb", || ray_hit(&family(Game, Ray, Obb), obb3, 2.0)),
    work("ray_hit_triangle", || ray_hit(&family(Game, Ray, Triangle), triangle3, 1.0)),
    work("ray_hit_hull_16", || hulls(16, RayHit)),
    // Hulls that touch: at most 20 and 200 microseconds.
    work("hulls_touch_64", || touching_cylinders(64)),
    work("hulls_touch_256", || touching_cylinders(256)),
    // Hulls of random corners.
    work("hulls_overlap_4", || hulls(4, Overlap)),
    work("hulls_overlap_8", || hulls(8, Overlap)),
    work("hulls_overlap_16", || hulls(16, Overlap)),
    work("hulls_overlap_32", || hulls(32, Overlap)),
    work("hulls_overlap_64", || hulls(64, Overlap)),
    work("hulls_overlap_256", || hulls(256, Overlap)),
    work("hulls_distance_4", || hulls(4, Distance)),
    work("hulls_distance_8", || hulls(8, Distance)),
    work("hulls_distance_16", || hulls(16, Distance)),
    work("hulls_distance_32", || hulls(32, Distance)),
    work("hulls_distance_64", || hulls(64, Distance)),
    work("hulls_distance_256", || hulls(256, Distance)),
    work("hulls_manifold_4", || hulls(4, Manifold)),
    work("hulls_manifold_8", || hulls(8, Manifold)),
    work("hulls_manifold_16", || hulls(16, Manifold)),
    work("hulls_manifold_32", || hulls(32, Manifold)),
    work("hulls_manifold_64", || hulls(64, Manifold)),
    work("hulls_manifold_256", || hulls(256, Manifold)),
    work("hulls_cast_4", || hulls(4, Cast)),
    work("hulls_cast_8", || hulls(8, Cast)),
    work("hulls_cast_16", || hulls(16, Cast)),
    work("hulls_cast_32", || hulls(32, Cast)),
    work("hulls_cast_64", || hulls(64, Cast)),
    work("hulls_cast_256", || hulls(256, Cast)),
    // Batches: pairs side by side.
    work("obb_obb_batch_miss", || obb_obb_zip(&boxes_apart_by(2.5..8.0, Turn::Free, Keep::Any), None)),
    work("obb_obb_batch_edge", || obb_obb_zip(&boxes_apart_by(0.99..1.01, Turn::Free, Keep::EdgeContact), THIRTY)),
    work("obb_obb_batch_hit", || obb_obb_zip(&boxes_apart_by(0.0..0.6, Turn::Free, Keep::Any), THIRTY)),
    work("obb_obb_batch_mixed", || obb_obb_zip(&boxes_apart_by(0.5..1.5, Turn::Free, Keep::Any), Some(25.0))),
    work("obb_obb_batch_parallel", || obb_obb_zip(&boxes_apart_by(0.5..1.5, Turn::Parallel, Keep::Any), None)),
    work("obb_obb_batch_game", || obb_obb_zip(&family(Game, Obb, Obb), None)),
    work("obb_obb_batch_cold", || obb_obb_cold(&boxes_apart_by(0.5..1.5, Turn::Free, Keep::Any), None)),
    // At rest, in batches.
    work("obb_obb_batch_rest", || zip(&family(Resting, Obb, Obb), obb3, obb3)),
    work("obb_obb_batch_grid", || zip(&family(Grid, Obb, Obb), obb3, obb3)),
    work("sphere_sphere_batch_rest", || zip(&family(Resting, Sphere, Sphere), sphere3, sphere3)),
    work("sphere_obb_batch_rest", || zip(&family(Resting, Sphere, Obb), sphere3, obb3)),
    work("capsule_capsule_batch_rest", || zip(&family(Resting, Capsule, Capsule), capsule3, capsule3)),
    work("capsule_obb_batch_rest", || zip(&family(Resting, Capsule, Obb), capsule3, obb3)),
    // One against many.
    work("sphere_spheres", || sphere_spheres(MANY)),
    work("sphere_aabbs", || sphere_aabbs(MANY)),
    work("aabb_aabbs", || aabb_aabbs(MANY)),
    work("plane_aabbs", || plane_aabbs(MANY)),
    work("ray_aabbs", || ray_aabbs(MANY)),
    work("frustum_aabbs", || frustum_aabbs(MANY, Sight::Any)),
    work("frustum_aabbs_hidden", || frustum_aabbs(MANY, Sight::Hidden)),
    work("frustum_aabbs_seen", || frustum_aabbs(MANY, Sight::Seen)),
    work("frustum_houses", || frustum_houses(MANY)),
    work("obb_obbs", || obb_obbs(MANY)),
    work("sphere_spheres_cold", || sphere_spheres(COLD)),
    work("sphere_aabbs_cold", || sphere_aabbs(COLD)),
    work("aabb_aabbs_cold", || aabb_aabbs(COLD)),
    work("plane_aabbs_cold", || plane_aabbs(COLD)),
    work("ray_aabbs_cold", || ray_aabbs(COLD)),
    work("frustum_aabbs_cold", || frustum_aabbs(COLD, Sight::Any)),
    work("obb_obbs_cold", || obb_obbs(COLD)),
    // What overlaps, of boxes that move.
    steps("pairs_uniform_1k", || pairs_3d(Uniform, 1_000), 200, 40),
    steps("pairs_uniform_10k", || pairs_3d(Uniform, 10_000), 60, 12),
    steps("pairs_uniform_100k", || pairs_3d(Uniform, 100_000), 20, 4),
    steps("pairs_uniform_1m", || pairs_3d(Uniform, 1_000_000), 6, 0),
    steps("pairs_clusters_10k", || pairs_3d(Clusters, 10_000), 60, 12),
    steps("pairs_clusters_100k", || pairs_3d(Clusters, 100_000), 20, 4),
    steps("pairs_rest_100k", || pairs_3d(MostlyAtRest, 100_000), 40, 8),
    steps("pairs_2d_uniform_10k", || pairs_2d(Uniform, 10_000), 60, 12),
    steps("pairs_2d_uniform_100k", || pairs_2d(Uniform, 100_000), 20, 4),
    steps("pairs_2d_rest_100k", || pairs_2d(MostlyAtRest, 100_000), 40, 8),
    // Whole ticks of a world of turned boxes.
    steps("world_uniform_1k", || worlds::steps(Uniform, 1_000), 200, 40),
    steps("world_uniform_10k", || worlds::steps(Uniform, 10_000), 60, 8),
    steps("world_uniform_100k", || worlds::steps(Uniform, 100_000), 20, 3),
    steps("world_uniform_1m", || worlds::steps(Uniform, 1_000_000), 5, 0),
    steps("world_rest_100k", || worlds::steps(MostlyAtRest, 100_000), 40, 8),
    // Figures of twenty hitboxes that walk, whole ticks.
    steps("characters_64", || characters::trial(64), 400, 40),
    steps("characters_1000", || characters::trial(1000), 60, 8),
    // Shots at 64 figures as they were.
    steps("shot_tick", || shots::trial(Shots::AtTicks), 200, 20),
    steps("shot_between", || shots::trial(Shots::BetweenTicks), 200, 20),
    steps("shot_judged", || shots::trial(Shots::Judged), 200, 20),
    // On two threads beside one.
    threads("pairs_threads_100k", || worlds::tree_threads(100_000), 40, 4),
    threads("world_threads_100k", || worlds::world_threads(100_000), 30, 3),
];
