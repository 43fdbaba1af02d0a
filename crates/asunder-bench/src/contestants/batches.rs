//! Many at a time: pairs side by side, and one shape against many.

use super::lines::{plain_ray, ray3};
use super::*;
use crate::floor::Reader;
use asunder::batch::{Batched, Mask, Set as Batch};
use asunder_jury::{Kind, Rng};
use parry3d::query::{PointQuery as _, Ray as PeerRay, RayCast as _};
use std::array::from_fn;
use std::hint::black_box;

/// How many shapes one is asked against: in the second cache.
pub(crate) const MANY: usize = 4096;

/// So many that nothing stays in a cache.
pub(crate) const COLD: usize = 1 << 20;

/// At most 1.3 times as long as reading the numbers from memory takes.
const FLOOR: Option<f64> = Some(1.0 / 1.3);

/// What a batch is asked about, and its answers.
struct Held<T> {
    sets: T,
    mask: Mask,
}

fn held<T>(sets: T) -> Held<T> {
    Held { sets, mask: Mask::new() }
}

/// Pairs of boxes side by side in two sets, beside the peer and the single calls.
pub(crate) fn obb_obb_zip(set: &Set<3>, goal: Option<f64>) -> Contest {
    Contest::judged(set)
        .batched(held((batch(set, |a, _| obb3(a)), batch(set, |_, b| obb3(b)))), |(a, b), mask| {
            a.intersects_zip(b, mask)
        })
        .beside(
            PARRY,
            goal,
            set,
            |a, b| (cuboid(a), cuboid(b)),
            |((pose1, cuboid1), (pose2, cuboid2))| {
                intersection_test_cuboid_cuboid(&pose1.inv_mul(pose2), cuboid1, cuboid2)
            },
        )
        .beside(
            "asunder, one by one",
            None,
            set,
            |a, b| (obb3(a), obb3(b)),
            |(a, b)| a.intersects(b),
        )
}

/// The pairs of a set again and again, in memory that no cache holds: how far from what reading the
/// numbers takes.
pub(crate) fn obb_obb_cold(set: &Set<3>, goal: Option<f64>) -> Contest {
    let many = repeated(set, COLD);
    let bytes = 2 * 15 * size_of::<f32>();
    Contest::of_truth(repeated(&Contest::judged(set).truth, COLD))
        .batched(
            held((batch(&many, |a, _| obb3(a)), batch(&many, |_, b| obb3(b)))),
            |(a, b), mask| a.intersects_zip(b, mask),
        )
        .reading("reading 120 bytes each", Reader::new(COLD * bytes))
        .beside(
            PARRY,
            goal,
            &many,
            |a, b| (cuboid(a), cuboid(b)),
            |((pose1, cuboid1), (pose2, cuboid2))| {
                intersection_test_cuboid_cuboid(&pose1.inv_mul(pose2), cuboid1, cuboid2)
            },
        )
}

/// Two spheres, two capsules or other kinds that rest, side by side.
pub(crate) fn zip<A, B>(set: &Set<3>, of_a: fn(&Shape<3>) -> A, of_b: fn(&Shape<3>) -> B) -> Contest
where
    A: Batched<Vector = asunder::glam::Vec3> + Intersects<B> + 'static,
    B: Batched<Vector = asunder::glam::Vec3> + 'static,
{
    let sets = (batch(set, |a, _| of_a(a)), batch(set, |_, b| of_b(b)));
    Contest::judged(set).batched(held(sets), |(a, b), mask| a.intersects_zip(b, mask)).beside(
        "asunder, one by one",
        None,
        set,
        move |a, b| (of_a(a), of_b(b)),
        |(a, b)| a.intersects(b),
    )
}

/// So many of a few, again and again: judging a million would take longer than measuring them.
fn repeated<T: Copy>(few: &[T], count: usize) -> Vec<T> {
    few.iter().cycle().take(count).copied().collect()
}

fn batch<S: Batched>(set: &Set<3>, of: impl Fn(&Shape<3>, &Shape<3>) -> S) -> Batch<S> {
    set.iter().map(|(a, b)| of(a, b)).collect()
}

impl Contest {
    /// Asunder's batch: `ask` is what is timed.
    fn batched<T: 'static>(
        mut self,
        held: Held<T>,
        ask: impl Fn(&T, &mut Mask) -> usize + 'static,
    ) -> Self {
        self.level = asunder::batch::level();
        self.contestants.push(Contestant::new(
            "asunder",
            None,
            held,
            move |held| {
                black_box(ask(&held.sets, &mut held.mask));
            },
            |held| Some((0..held.mask.len()).map(|i| held.mask.get(i)).collect()),
        ));
        self
    }

    /// What reading the numbers of the sets takes.
    fn reading(mut self, name: &'static str, reader: Reader) -> Self {
        self.contestants.push(Contestant::new(name, FLOOR, reader, Reader::read, |_| None));
        self
    }
}

/// Many shapes in a room of twenty meters, and one in the middle that meets some of them.
fn room(query: Kind, kind: Kind, count: usize) -> Set<3> {
    let mut rng = Rng::new(query as u64 * 31 + kind as u64);
    let one = in_room(query, 0.2, 2.0, &mut rng);
    (0..count).map(|_| (one, in_room(kind, 1.0, 1.0, &mut rng))).collect()
}

/// A shape somewhere in a part of the room, so many times as large as one of half a meter or so.
fn in_room(kind: Kind, part: f64, size: f64, rng: &mut Rng) -> Shape<3> {
    let center: [f64; 3] = from_fn(|_| part * rng.between(-10.0, 10.0));
    let half: [f64; 3] = from_fn(|_| size * rng.between(0.2, 0.8));
    let way: [f64; 3] = from_fn(|_| rng.between(-1.0, 1.0));
    let to_f32 = |x: [f64; 3]| x.map(|x| x as f32);
    let (at, radius) = (to_f32(center), half[0] as f32);
    match kind {
        Kind::Sphere => Shape::Sphere { center: at, radius },
        Kind::Aabb => Shape::Aabb {
            min: to_f32(from_fn(|i| center[i] - half[i])),
            max: to_f32(from_fn(|i| center[i] + half[i])),
        },
        Kind::Obb => Shape::Obb {
            center: at,
            half_extents: to_f32(half),
            rotation: from_fn(|_| rng.between(-1.0, 1.0) as f32),
        },
        Kind::Capsule => {
            let end = to_f32(from_fn(|i| center[i] + 2.0 * size * way[i]));
            Shape::Capsule { a: at, b: end, radius }
        }
        Kind::Plane => Shape::Plane { normal: to_f32(way), offset: radius },
        Kind::Ray => Shape::Ray { origin: at, direction: to_f32(way) },
        _ => unreachable!("no work asks about a room of {kind:?}"),
    }
}

/// What the camera of [`frustum_aabbs`] sees: from the origin along -z, twice as wide as high.
const CAMERA: ([f32; 4], f32, f32) = ([-1.0, 1.0, -0.5, 0.5], 0.5, 60.0);

/// One shape against many, beside the peer's or plain single tests.
macro_rules! one_against_many {
    ($(#[$doc:meta])* $name:ident, $query:ident, $kind:ident, $bytes:literal,
     $ask:expr, $many:expr, $peer:expr, $goal:expr, $prepare:expr, $test:expr) => {
        $(#[$doc])*
        pub(crate) fn $name(count: usize) -> Contest {
            let few = room(Kind::$query, Kind::$kind, MANY);
            let truth = repeated(&Contest::judged(&few).truth, count);
            let set = repeated(&few, count);
            let sets = (batch(&set, |_, b| $many(b)), $ask(&set[0].0));
            let contest = Contest::of_truth(truth)
                .batched(held(sets), |(many, one), mask| many.intersecting(one, mask));
            let contest = if count < COLD {
                contest
            } else {
                let name = concat!("reading ", $bytes, " bytes each");
                contest.reading(name, Reader::new(count * $bytes))
            };
            contest.beside($peer, $goal, &set, $prepare, $test)
        }
    };
}

/// Three times as fast as the peer, in the cache.
const THREE: Option<f64> = Some(3.0);

fn peer_aabb(shape: &Shape<3>) -> bounding_volume::Aabb {
    let aabb = plain_aabb(shape);
    bounding_volume::Aabb::new(aabb.min.into(), aabb.max.into())
}

one_against_many!(
    /// A sphere against boxes along the axes.
    sphere_aabbs, Sphere, Aabb, 24, sphere3, aabb3, PARRY, THREE,
    |a, b| (plain_sphere(a), peer_aabb(b)),
    |(sphere, aabb)| {
        let center = sphere.center.into();
        aabb.distance_to_local_point(center, true) <= sphere.radius
    }
);
one_against_many!(
    /// A box along the axes against others.
    aabb_aabbs, Aabb, Aabb, 24, aabb3, aabb3, PARRY, THREE,
    |a, b| (peer_aabb(a), peer_aabb(b)),
    |(a, b)| a.intersects(b)
);
one_against_many!(
    /// A plane against boxes along the axes: the peer has no such test.
    plane_aabbs, Plane, Aabb, 24, plane3, aabb3, INEXACT, None,
    |a, b| (plain_plane(a), plain_aabb(b)),
    |(plane, aabb)| inexact::plane_aabb(plane, aabb)
);
one_against_many!(
    /// A ray against boxes along the axes.
    ray_aabbs, Ray, Aabb, 24, ray3, aabb3, PARRY, THREE,
    |a, b| {
        let ray = plain_ray(a);
        (PeerRay::new(ray.origin.into(), ray.direction.into()), peer_aabb(b))
    },
    |(ray, aabb)| aabb.intersects_local_ray(ray, f32::MAX)
);
one_against_many!(
    /// A sphere against spheres.
    sphere_spheres, Sphere, Sphere, 16, sphere3, sphere3, PARRY, THREE,
    |a, b| {
        [a, b].map(|shape| {
            let sphere = plain_sphere(shape);
            BoundingSphere::new(sphere.center.into(), sphere.radius)
        })
    },
    |[a, b]| a.intersects(b)
);
one_against_many!(
    /// A turned box against turned boxes.
    obb_obbs, Obb, Obb, 60, obb3, obb3, PARRY, THREE,
    |a, b| (cuboid(a), cuboid(b)),
    |((pose1, cuboid1), (pose2, cuboid2))| {
        intersection_test_cuboid_cuboid(&pose1.inv_mul(pose2), cuboid1, cuboid2)
    }
);

/// Which of the boxes around a camera are asked about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sight {
    /// All: it sees one in ten.
    Any,
    /// Those that it does not see.
    Hidden,
    /// Those that it sees.
    Seen,
}

/// A camera's frustum against boxes along the axes: the peer has no such test, and the plain one that
/// games use says yes to boxes that are outside.
pub(crate) fn frustum_aabbs(count: usize, sight: Sight) -> Contest {
    visible(count, [0.0, 0.0, 0.0, 1.0], 2.0, sight)
}

/// The same by a camera that looks aslant, and with boxes as large as houses: many lie across several
/// of its planes, and some beside its edges.
pub(crate) fn frustum_houses(count: usize) -> Contest {
    visible(count, [0.15, 0.35, 0.05, 0.9], 20.0, Sight::Any)
}

fn visible(count: usize, rotation: [f32; 4], size: f64, sight: Sight) -> Contest {
    let (slopes, near, far) = CAMERA;
    let origin = [0.0; 3];
    let camera =
        Shape::Frustum(asunder_jury::Frustum::Perspective { origin, rotation, slopes, near, far });
    let frustum = Frustum3::perspective(origin, rotation, slopes, near, far);
    let mut rng = Rng::new(7);
    let few: Set<3> = std::iter::repeat_with(|| in_room(Kind::Aabb, 5.0, size, &mut rng))
        .filter(|shape| match sight {
            Sight::Any => true,
            Sight::Hidden => !aabb3(shape).intersects(&frustum),
            Sight::Seen => aabb3(shape).intersects(&frustum),
        })
        .map(|shape| (camera, shape))
        .take(MANY)
        .collect();
    let planes = inexact::camera_planes(rotation, slopes, near, far);
    let set = repeated(&few, count);
    let contest = Contest::of_truth(repeated(&Contest::judged(&few).truth, count))
        .batched(held((batch(&set, |_, b| aabb3(b)), frustum)), |(many, one), mask| {
            many.intersecting(one, mask)
        });
    let contest = if count < COLD {
        contest
    } else {
        contest.reading("reading 24 bytes each", Reader::new(count * 24))
    };
    contest.beside(
        "six planes, plain f32, inexact",
        THREE,
        &set,
        |_, b| plain_aabb(b),
        move |aabb| inexact::planes_aabb(&planes, aabb),
    )
}
