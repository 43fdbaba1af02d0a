//! The shapes of a collider over time, as runs of one kind.

use super::blob::{Blob, Span};
use super::data::components;
use super::playback::Figure;
use super::surface::{self, Surface};
use asunder::glam::{Quat, Vec2, Vec3};
use asunder::{ConvexHull, Level, Rot2, Shape, Vector};
use serde::Serialize;

/// Consecutive shapes of one kind and one number of numbers.
#[derive(Debug, Serialize)]
pub(super) struct Run {
    /// `none`, `obb`, `aabb`, `sphere`, `capsule`, `hull`, `level`, or `lines` for any other.
    kind: &'static str,
    /// The numbers of each shape.
    width: usize,
    /// The ticks from which each shape holds.
    ticks: Span,
    values: Span,
    /// The corners of each edge and of each triangle of a hull or a level.
    #[serde(skip_serializing_if = "Option::is_none")]
    topology: Option<[Span; 2]>,
    /// The shape as `asunder query` reads it, where the numbers do not say it and it does not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
}

/// A dimension whose rotations are written as numbers, as shapes have them in JSON.
pub(super) trait Shown: Vector {
    fn rotation_numbers(rotation: Self::Rotation) -> Vec<f32>;
}

impl Shown for Vec2 {
    fn rotation_numbers(rotation: Rot2) -> Vec<f32> {
        vec![rotation.cos, rotation.sin]
    }
}

impl Shown for Vec3 {
    fn rotation_numbers(rotation: Quat) -> Vec<f32> {
        rotation.to_array().to_vec()
    }
}

/// A shape as numbers.
#[derive(Debug)]
struct Form {
    kind: &'static str,
    values: Vec<f32>,
    topology: Option<[Vec<u32>; 2]>,
}

pub(super) fn runs<V: Shown>(keys: &[(u32, Option<Figure<V>>)], blob: &mut Blob) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut open: Vec<(u32, Form, Option<&Shape<V>>)> = Vec::new();
    for (tick, figure) in keys {
        let (form, shape) = match figure {
            None => (Form::none(), None),
            Some(Figure::Shape(shape)) => (Form::of(shape), Some(shape)),
            Some(Figure::Level(level)) => (Form::of_level(level), None),
        };
        if open.last().is_some_and(|(_, last, _)| !last.is_like(&form)) {
            runs.push(run(&std::mem::take(&mut open), blob));
        }
        open.push((*tick, form, shape));
    }
    if !open.is_empty() {
        runs.push(run(&open, blob));
    }
    runs
}

fn run<V: Shown>(open: &[(u32, Form, Option<&Shape<V>>)], blob: &mut Blob) -> Run {
    let form = &open[0].1;
    let shape = match open {
        [(_, Form { kind: "lines", .. }, Some(shape))] => serde_json::to_string(shape).ok(),
        _ => None,
    };
    Run {
        kind: form.kind,
        width: form.values.len(),
        ticks: blob.words(open.iter().map(|(tick, ..)| *tick)),
        values: blob.floats(open.iter().flat_map(|(_, form, _)| form.values.iter().copied())),
        topology: form.topology.as_ref().map(|[edges, faces]| {
            [blob.words(edges.iter().copied()), blob.words(faces.iter().copied())]
        }),
        shape,
    }
}

impl Form {
    fn none() -> Self {
        Self { kind: "none", values: Vec::new(), topology: None }
    }

    /// Whether both belong to one run.
    fn is_like(&self, other: &Self) -> bool {
        self.kind == other.kind
            && self.values.len() == other.values.len()
            && self.topology == other.topology
    }

    fn of<V: Shown>(shape: &Shape<V>) -> Self {
        let of = |kind, vectors: &[V], more: &[f32]| {
            let values = vectors.iter().flat_map(|&vector| components(vector));
            Self { kind, values: values.chain(more.iter().copied()).collect(), topology: None }
        };
        match shape {
            Shape::Obb(obb) => {
                let rotation = V::rotation_numbers(obb.rotation());
                of("obb", &[obb.center(), obb.half_extents()], &rotation)
            }
            Shape::Aabb(aabb) => of("aabb", &[aabb.min(), aabb.max()], &[]),
            Shape::Sphere(sphere) => of("sphere", &[sphere.center()], &[sphere.radius()]),
            Shape::Capsule(capsule) => {
                of("capsule", &[capsule.a(), capsule.b()], &[capsule.radius()])
            }
            Shape::ConvexHull(hull) => Self::of_hull(hull),
            other => {
                let mut values = Vec::new();
                other.lines(|a, b| {
                    let line: Vec<f32> = components(a).chain(components(b)).collect();
                    if line.iter().all(|x| x.is_finite()) {
                        values.extend(line);
                    }
                });
                Self { kind: "lines", values, topology: None }
            }
        }
    }

    fn of_level<V: Shown>(level: &Level<V>) -> Self {
        let Surface { vertices, edges, triangles } = surface::of(level);
        let values = vertices.iter().flat_map(|&vertex| components(vertex)).collect();
        let (edges, faces) = (edges.into_flattened(), triangles.into_flattened());
        Self { kind: "level", values, topology: Some([edges, faces]) }
    }

    fn of_hull<V: Shown>(hull: &ConvexHull<V>) -> Self {
        let corners: Vec<V> = hull.corners().collect();
        let index = |corner: V| {
            let place = corners.iter().position(|known| *known == corner);
            place.and_then(|place| u32::try_from(place).ok()).unwrap_or(0)
        };
        let (mut edges, mut faces) = (Vec::new(), Vec::new());
        hull.lines(|a, b| edges.extend([index(a), index(b)]));
        hull.faces().for_each(|face| faces.extend(face.map(index)));
        let values = corners.iter().flat_map(|&corner| components(corner)).collect();
        Self { kind: "hull", values, topology: Some([edges, faces]) }
    }
}
