//! Who takes part in a work: asunder, a peer, and plain `f32` code without exactness.

pub(crate) mod batches;
pub(crate) mod casts;
pub(crate) mod hulls;
pub(crate) mod lines;
pub(crate) mod measures;
pub(crate) mod metrics;

use crate::inexact;
use crate::sets::Set;
use asunder::Intersects;
use asunder::prelude::*;
use asunder_jury::Shape;
use parry3d::bounding_volume::{self, BoundingSphere, BoundingVolume};
use parry3d::math::{Pose3, Rot3};
use parry3d::query::details::{
    intersection_test_cuboid_cuboid, intersection_test_point_query_ball,
};
use parry3d::shape::{Ball, Cuboid};
use std::cell::RefCell;
use std::rc::Rc;

/// The peer, with the poses of both shapes, as a game holds them.
const PARRY: &str = "parry3d 0.31.1";
/// The peer, with the pose of the second shape in the space of the first found beforehand.
const PARRY_RELATIVE: &str = "parry3d 0.31.1, relative pose given";
/// The code of [`inexact`].
const INEXACT: &str = "plain f32, inexact";

/// One way of answering a work's pairs.
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    /// How many times as long as asunder it is to take at least.
    pub(crate) goal: Option<f64>,
    pass: Box<dyn Fn()>,
    answers: Box<dyn Fn() -> Option<Vec<bool>>>,
}

impl Contestant {
    /// `pass` answers every pair once, which is timed; `answers` tells what it answered, unless it only
    /// shows what some part of the work takes.
    pub(crate) fn new<T: 'static>(
        name: &'static str,
        goal: Option<f64>,
        held: T,
        pass: impl Fn(&mut T) + 'static,
        answers: impl Fn(&T) -> Option<Vec<bool>> + 'static,
    ) -> Self {
        let held = Rc::new(RefCell::new(held));
        let same = Rc::clone(&held);
        Self {
            name,
            goal,
            pass: Box::new(move || pass(&mut held.borrow_mut())),
            answers: Box::new(move || answers(&same.borrow())),
        }
    }

    /// Answers every pair once.
    pub(crate) fn answer(&self) {
        (self.pass)();
    }

    /// How many of its last answers are not the true ones.
    pub(crate) fn wrong(&self, truth: &[bool]) -> Vec<usize> {
        let answers = (self.answers)();
        let differ = |answers: Vec<bool>| {
            (0..truth.len()).filter(|&pair| answers[pair] != truth[pair]).collect()
        };
        answers.map(differ).unwrap_or_default()
    }
}

/// The contestants of a work, asunder first, and the true answers.
pub(crate) struct Contest {
    pub(crate) truth: Vec<bool>,
    pub(crate) contestants: Vec<Contestant>,
    /// The instructions that asunder uses.
    pub(crate) level: &'static str,
}

/// What a work is to reach beside each contestant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goals {
    pub(crate) parry: Option<f64>,
    pub(crate) inexact: Option<f64>,
}

impl Contest {
    /// Asunder on its own; `prepare` makes its shapes from the jury's.
    fn of_asunder<const D: usize, A: Intersects<B> + 'static, B: 'static>(
        set: &Set<D>,
        prepare: impl Fn(&Shape<D>, &Shape<D>) -> (A, B),
    ) -> Self {
        Self::judged(set).beside("asunder", None, set, prepare, |(a, b)| a.intersects(b))
    }

    /// Nobody yet, and whether the pairs of a set intersect.
    fn judged<const D: usize>(set: &Set<D>) -> Self {
        Self::of_truth(set.iter().map(|(a, b)| asunder_jury::intersects(a, b)).collect())
    }

    /// Nobody yet.
    fn of_truth(truth: Vec<bool>) -> Self {
        Self { truth, contestants: Vec::new(), level: "scalar" }
    }

    /// One contestant more: `prepare` makes what it holds of a pair, `ask` is what is timed.
    fn beside<const D: usize, T: 'static>(
        mut self,
        name: &'static str,
        goal: Option<f64>,
        set: &Set<D>,
        prepare: impl Fn(&Shape<D>, &Shape<D>) -> T,
        ask: impl Fn(&T) -> bool + 'static,
    ) -> Self {
        let pairs: Vec<T> = set.iter().map(|(a, b)| prepare(a, b)).collect();
        let answers = vec![false; pairs.len()];
        self.contestants.push(Contestant::new(
            name,
            goal,
            (pairs, answers),
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

pub(crate) fn obb_obb(set: &Set<3>, goals: Goals) -> Contest {
    Contest::of_asunder(set, |a, b| (obb3(a), obb3(b)))
        .beside(
            INEXACT,
            goals.inexact,
            set,
            |a, b| (plain_obb3(a), plain_obb3(b)),
            |(a, b)| inexact::obb_obb(a, b),
        )
        .beside(
            PARRY,
            goals.parry,
            set,
            |a, b| (cuboid(a), cuboid(b)),
            |((pose1, cuboid1), (pose2, cuboid2))| {
                intersection_test_cuboid_cuboid(&pose1.inv_mul(pose2), cuboid1, cuboid2)
            },
        )
        .beside(
            PARRY_RELATIVE,
            None,
            set,
            |a, b| {
                let ((pose1, cuboid1), (pose2, cuboid2)) = (cuboid(a), cuboid(b));
                (pose1.inv_mul(&pose2), cuboid1, cuboid2)
            },
            |(pose12, cuboid1, cuboid2)| intersection_test_cuboid_cuboid(pose12, cuboid1, cuboid2),
        )
}

pub(crate) fn obb_obb_2d(set: &Set<2>) -> Contest {
    Contest::of_asunder(set, |a, b| (obb2(a), obb2(b))).beside(
        INEXACT,
        None,
        set,
        |a, b| (plain_obb2(a), plain_obb2(b)),
        |(a, b)| inexact::obb_obb_2d(a, b),
    )
}

pub(crate) fn aabb_obb(set: &Set<3>) -> Contest {
    Contest::of_asunder(set, |a, b| (aabb3(a), obb3(b))).beside(
        INEXACT,
        None,
        set,
        |a, b| (plain_aabb(a), plain_obb3(b)),
        |(a, b)| inexact::aabb_obb(a, b),
    )
}

pub(crate) fn aabb_aabb(set: &Set<3>) -> Contest {
    Contest::of_asunder(set, |a, b| (aabb3(a), aabb3(b)))
        .beside(
            INEXACT,
            None,
            set,
            |a, b| (plain_aabb(a), plain_aabb(b)),
            |(a, b)| inexact::aabb_aabb(a, b),
        )
        .beside(
            PARRY,
            None,
            set,
            |a, b| {
                [a, b].map(|shape| {
                    let aabb = plain_aabb(shape);
                    bounding_volume::Aabb::new(aabb.min.into(), aabb.max.into())
                })
            },
            |[a, b]| a.intersects(b),
        )
}

pub(crate) fn sphere_obb(set: &Set<3>) -> Contest {
    Contest::of_asunder(set, |a, b| (sphere3(a), obb3(b)))
        .beside(
            INEXACT,
            None,
            set,
            |a, b| (plain_sphere(a), plain_obb3(b)),
            |(a, b)| inexact::sphere_obb(a, b),
        )
        .beside(
            PARRY,
            None,
            set,
            |a, b| {
                let sphere = plain_sphere(a);
                (Pose3::from_translation(sphere.center.into()), Ball::new(sphere.radius), cuboid(b))
            },
            |(pose1, ball, (pose2, cuboid))| {
                intersection_test_point_query_ball(&pose2.inv_mul(pose1), cuboid, ball).intersecting
            },
        )
}

pub(crate) fn sphere_sphere(set: &Set<3>) -> Contest {
    Contest::of_asunder(set, |a, b| (sphere3(a), sphere3(b)))
        .beside(
            INEXACT,
            None,
            set,
            |a, b| (plain_sphere(a), plain_sphere(b)),
            |(a, b)| inexact::sphere_sphere(a, b),
        )
        .beside(
            PARRY,
            None,
            set,
            |a, b| {
                [a, b].map(|shape| {
                    let sphere = plain_sphere(shape);
                    BoundingSphere::new(sphere.center.into(), sphere.radius)
                })
            },
            |[a, b]| a.intersects(b),
        )
}

pub(crate) fn plane_obb(set: &Set<3>) -> Contest {
    Contest::of_asunder(set, |a, b| (plane3(a), obb3(b))).beside(
        INEXACT,
        None,
        set,
        |a, b| (plain_plane(a), plain_obb3(b)),
        |(a, b)| inexact::plane_obb(a, b),
    )
}

pub(crate) fn obb3(shape: &Shape<3>) -> Obb3 {
    match *shape {
        Shape::Obb { center, half_extents, rotation } => Obb3::new(center, half_extents, rotation),
        _ => unreachable!("a set asked for boxes"),
    }
}

fn obb2(shape: &Shape<2>) -> Obb2 {
    match *shape {
        Shape::Obb { center, half_extents, rotation: [cos, sin, ..] } => {
            Obb2::new(center, half_extents, [cos, sin])
        }
        _ => unreachable!("a set asked for boxes"),
    }
}

fn aabb3(shape: &Shape<3>) -> Aabb3 {
    match *shape {
        Shape::Aabb { min, max } => Aabb3::new(min, max),
        _ => unreachable!("a set asked for axis-aligned boxes"),
    }
}

pub(crate) fn sphere3(shape: &Shape<3>) -> Sphere3 {
    match *shape {
        Shape::Sphere { center, radius } => Sphere3::new(center, radius),
        _ => unreachable!("a set asked for spheres"),
    }
}

fn plane3(shape: &Shape<3>) -> Plane3 {
    match *shape {
        Shape::Plane { normal, offset } => Plane3::new(normal, offset),
        _ => unreachable!("a set asked for planes"),
    }
}

fn plain_obb3(shape: &Shape<3>) -> inexact::Obb<3> {
    let obb = obb3(shape);
    inexact::Obb {
        center: obb.center().to_array(),
        half_extents: obb.half_extents().to_array(),
        axes: obb.axes().map(|axis| axis.to_array()),
    }
}

fn plain_obb2(shape: &Shape<2>) -> inexact::Obb<2> {
    let obb = obb2(shape);
    inexact::Obb {
        center: obb.center().to_array(),
        half_extents: obb.half_extents().to_array(),
        axes: obb.axes().map(|axis| axis.to_array()),
    }
}

fn plain_aabb(shape: &Shape<3>) -> inexact::Aabb {
    let aabb = aabb3(shape);
    inexact::Aabb { min: aabb.min().to_array(), max: aabb.max().to_array() }
}

fn plain_sphere(shape: &Shape<3>) -> inexact::Sphere {
    let sphere = sphere3(shape);
    inexact::Sphere { center: sphere.center().to_array(), radius: sphere.radius() }
}

fn plain_plane(shape: &Shape<3>) -> inexact::Plane {
    let plane = plane3(shape);
    inexact::Plane { normal: plane.normal().to_array(), offset: plane.offset() }
}

fn cuboid(shape: &Shape<3>) -> (Pose3, Cuboid) {
    let obb = obb3(shape);
    let rotation = Rot3::from_array(obb.rotation().to_array()).normalize();
    let pose = Pose3::from_parts(obb.center().to_array().into(), rotation);
    (pose, Cuboid::new(obb.half_extents().to_array().into()))
}
