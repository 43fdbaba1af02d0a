//! How far apart boxes are, and where they touch.
//!
//! Every contestant computes the whole answer. What is held against the oracle is its verdict: zero
//! distance, or a contact at all, if and only if the boxes intersect.

use super::*;
use parry3d::query::details::{contact_support_map_support_map, distance_support_map_support_map};
use std::hint::black_box;

/// Three times as fast as the peer.
const THREE: Option<f64> = Some(3.0);

pub(crate) fn distance(set: &Set<3>) -> Contest {
    Contest::judged(set)
        .beside("asunder", None, set, |a, b| (obb3(a), obb3(b)), |(a, b)| a.distance(b) == 0.0)
        .beside(
            PARRY,
            THREE,
            set,
            |a, b| (cuboid(a), cuboid(b)),
            |((pose1, cuboid1), (pose2, cuboid2))| {
                distance_support_map_support_map(&pose1.inv_mul(pose2), cuboid1, cuboid2) == 0.0
            },
        )
}

pub(crate) fn contact(set: &Set<3>) -> Contest {
    Contest::judged(set)
        .beside(
            "asunder",
            None,
            set,
            |a, b| (obb3(a), obb3(b)),
            |(a, b)| black_box(a.contact(b)).is_some(),
        )
        .beside(
            PARRY,
            THREE,
            set,
            |a, b| (cuboid(a), cuboid(b)),
            |((pose1, cuboid1), (pose2, cuboid2))| {
                let pose12 = pose1.inv_mul(pose2);
                black_box(contact_support_map_support_map(&pose12, cuboid1, cuboid2, 0.0)).is_some()
            },
        )
}
