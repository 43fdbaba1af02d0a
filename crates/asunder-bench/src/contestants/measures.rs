//! How far apart spheres and capsules are, where they touch, when they meet, and where a ray hits.
//!
//! Every contestant computes the whole answer; its verdict alone is held against the oracle.

use super::casts::ways;
use super::lines::{self, Held, peer, ray3};
use super::*;
use asunder::{AnyShape, Cast, ContactOf, Distance};
use asunder_jury::{Family, Kind, cast_hits};
use parry3d::math::Vector;
use parry3d::query::{
    self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, Ray,
    ShapeCastOptions, cast_shapes,
};
use parry3d::shape::SharedShape;
use std::hint::black_box;

/// The peer's answer to shapes whose kinds it finds out as it runs.
const PARRY_DISPATCHED: &str = "parry3d 0.31.1, dispatched";

/// A shape as the peer holds it.
type Placed = (Pose3, SharedShape);

fn placed(a: &Shape<3>, b: &Shape<3>) -> (Placed, Placed) {
    (peer(a), peer(b))
}

/// Asunder and the peer, who measure the two shapes of a set; each tells whether they intersect.
fn measured<A: 'static, B: 'static>(
    set: &Set<3>,
    of: Held<A, B>,
    goal: f64,
    own: fn(&A, &B) -> bool,
    theirs: fn(&Placed, &Placed) -> bool,
) -> Contest {
    Contest::judged(set)
        .beside("asunder", None, set, |a, b| (of.0(a), of.1(b)), move |(a, b)| own(a, b))
        .beside(PARRY_DISPATCHED, Some(goal), set, placed, move |(a, b)| theirs(a, b))
}

/// The distance of two shapes of a set.
pub(crate) fn shape_distance<A, B>(set: &Set<3>, of: Held<A, B>, goal: f64) -> Contest
where
    A: Distance<B> + 'static,
    B: AnyShape + 'static,
{
    measured(
        set,
        of,
        goal,
        |a, b| Distance::distance(a, b) == Some(0.0),
        |(at, a), (to, b)| {
            query::distance(at, &**a, to, &**b).is_ok_and(|found| found.distance == 0.0)
        },
    )
}

/// The contact points of two shapes of a set.
pub(crate) fn shape_contact<A, B>(set: &Set<3>, of: Held<A, B>, goal: f64) -> Contest
where
    A: ContactOf<B> + 'static,
    B: AnyShape + 'static,
{
    measured(
        set,
        of,
        goal,
        |a, b| black_box(ContactOf::contact(a, b)).is_some(),
        |(at, a), (to, b)| {
            let mut manifold = ContactManifold::<(), ()>::new();
            let pose = at.inv_mul(to);
            let (a, b) = (&**a, &**b);
            let known = DefaultQueryDispatcher.contact_manifold_convex_convex(
                &pose,
                a,
                b,
                None,
                None,
                0.0,
                &mut manifold,
            );
            known.is_ok() && !black_box(manifold).points.is_empty()
        },
    )
}

/// A shape that moves to another, of two kinds.
pub(crate) fn shape_cast<A, B>(of: Held<A, B>, kinds: [Kind; 2], goal: f64) -> Contest
where
    A: Cast<B> + 'static,
    B: AnyShape<Vector = asunder::glam::Vec3> + 'static,
{
    let pairs = ways(Family::Game, kinds[0], kinds[1]);
    let truth = pairs.iter().map(|(a, way, b)| cast_hits(a, *way, b)).collect();
    Contest::of_truth(truth)
        .of_casts(
            "asunder",
            None,
            &pairs,
            |a, b| (of.0(a), of.1(b)),
            |(a, b), way| Cast::cast(a, *way, b).is_some(),
        )
        .of_casts(PARRY_DISPATCHED, Some(goal), &pairs, placed, |((at, a), (to, b)), way| {
            let options = ShapeCastOptions::with_max_time_of_impact(1.0);
            let (way, still) = (Vector::from(*way), Vector::from([0.0; 3]));
            cast_shapes(at, way, &**a, to, still, &**b, options).is_ok_and(|hit| hit.is_some())
        })
}

/// Where a ray hits a shape: fraction and normal.
pub(crate) fn ray_hit<B: asunder::RayCast<asunder::glam::Vec3> + 'static>(
    set: &Set<3>,
    of: fn(&Shape<3>) -> B,
    goal: f64,
) -> Contest {
    Contest::judged(set)
        .beside(
            "asunder",
            None,
            set,
            |a, b| (ray3(a), of(b)),
            |(ray, shape)| black_box(asunder::RayCast::ray_cast(shape, ray)).is_some(),
        )
        .beside(
            PARRY_DISPATCHED,
            Some(goal),
            set,
            |a, b| {
                let ray = lines::plain_ray(a);
                (Ray::new(ray.origin.into(), ray.direction.into()), peer(b))
            },
            |(ray, (pose, shape))| {
                black_box(shape.cast_ray_and_get_normal(pose, ray, f32::MAX, true)).is_some()
            },
        )
}
