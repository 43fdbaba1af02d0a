//! The library's answers, as `query` writes them.

use super::Question;
use crate::explain::Explained;
use asunder::{
    Cast, CastHit, Contact, ContactOf, Containment, Contains, Distance, Explain, Feature,
    Intersects, Mover, Penetrates, PenetrationOf, RayCast, RayHit, Shape, Side, SideOf, Started,
    Stop, Vector,
};
use serde::Serialize;
use std::ops::Not;

/// A line of output.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answer {
    Intersects(bool),
    Penetrates(bool),
    Contains(bool),
    Containment(&'static str),
    Side(&'static str),
    Distance(f32),
    Closest {
        a: Vec<f32>,
        b: Vec<f32>,
    },
    Penetration {
        normal: Vec<f32>,
        depth: f32,
    },
    Contact(Touch),
    Hit {
        fraction: f32,
        point: Vec<f32>,
        normal: Vec<f32>,
        started: &'static str,
    },
    Move {
        position: Vec<f32>,
        fraction: f32,
        gap: f32,
        hits: Vec<Stopped>,
        #[serde(skip_serializing_if = "Not::not")]
        started_penetrating: bool,
        #[serde(skip_serializing_if = "Not::not")]
        backed_off: bool,
    },
    Explain(Explained),
    Error(String),
}

/// How two shapes touch.
#[derive(Debug, Serialize)]
pub(super) struct Touch {
    normal: Vec<f32>,
    depth: f32,
    points: Vec<TouchingPoint>,
    feature: Features,
}

#[derive(Debug, Serialize)]
struct TouchingPoint {
    a: Vec<f32>,
    b: Vec<f32>,
    depth: f32,
}

#[derive(Debug, Serialize)]
struct Features {
    a: Part,
    b: Part,
}

/// A feature and its number.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    Vertex(u32),
    Edge(u32),
    Face(u32),
}

/// What stopped a mover.
#[derive(Debug, Serialize)]
pub(super) struct Stopped {
    obstacle: usize,
    point: Vec<f32>,
    normal: Vec<f32>,
    fraction: f32,
}

/// The answer to a question about two shapes, if there is something to tell.
pub(super) fn pair<V: Vector>(
    question: Question,
    a: &Shape<V>,
    b: &Shape<V>,
) -> Result<Option<Answer>, String> {
    Ok(match question {
        Question::Intersects => Some(Answer::Intersects(a.intersects(b))),
        Question::Penetrates => Some(Answer::Penetrates(a.penetrates(b))),
        Question::Contains => Some(Answer::Contains(a.contains(b))),
        Question::Containment => Some(Answer::Containment(match a.containment(b) {
            Containment::Disjoint => "disjoint",
            Containment::Intersects => "intersects",
            Containment::Contains => "contains",
        })),
        Question::Side => {
            let Shape::Plane(plane) = b else {
                return Err(format!("b is of kind {}; expected a plane", b.kind()));
            };
            Some(Answer::Side(match a.side(plane) {
                Side::Front => "front",
                Side::Back => "back",
                Side::Straddling => "straddling",
            }))
        }
        Question::Distance => a.distance(b).map(Answer::Distance),
        Question::Closest => a
            .closest_points(b)
            .map(|near| Answer::Closest { a: numbers(near.on_a), b: numbers(near.on_b) }),
        Question::Penetration => a
            .penetration(b)
            .map(|into| Answer::Penetration { normal: numbers(into.normal), depth: into.depth }),
        Question::Contact => a.contact(b).map(|contact| Answer::Contact(touch(&contact))),
        Question::Ray => {
            let hit = match a {
                Shape::Ray(ray) => b.ray_cast(ray),
                Shape::Segment(segment) => b.segment_cast(segment),
                other => {
                    let kind = other.kind();
                    return Err(format!("a is of kind {kind}; expected a ray or a segment"));
                }
            };
            hit.map(|RayHit { fraction, point, normal, started, .. }| Answer::Hit {
                fraction,
                point: numbers(point),
                normal: numbers(normal),
                started: start(started),
            })
        }
        Question::Explain => a.explain(b).map(|told| Answer::Explain(Explained::of(&told))),
        Question::Cast | Question::Move => unreachable!("these lines have more fields"),
    })
}

/// Where a moving shape first meets another.
pub(super) fn cast<V: Vector>(a: &Shape<V>, motion: V::Array<f32>, b: &Shape<V>) -> Option<Answer> {
    let CastHit { fraction, point, normal, started, .. } = a.cast(motion, b)?;
    let (point, normal) = (numbers(point), numbers(normal));
    Some(Answer::Hit { fraction, point, normal, started: start(started) })
}

/// Where a mover stops.
pub(super) fn moved<V: Vector>(
    a: &Shape<V>,
    motion: V::Array<f32>,
    obstacles: &[Shape<V>],
) -> Result<Option<Answer>, String> {
    let stop = a.move_until_contact(motion, obstacles).map_err(|error| error.to_string())?;
    let Stop { position, fraction, gap, hits, started_penetrating, backed_off, .. } = stop;
    let hits = hits.iter().map(|hit| Stopped {
        obstacle: hit.obstacle,
        point: numbers(hit.point),
        normal: numbers(hit.normal),
        fraction: hit.fraction,
    });
    Ok(Some(Answer::Move {
        position: numbers(position),
        fraction,
        gap,
        hits: hits.collect(),
        started_penetrating,
        backed_off,
    }))
}

fn numbers<V: Vector>(vector: V) -> Vec<f32> {
    let array = vector.to_array();
    (0..V::DIM).map(|i| array[i]).collect()
}

fn start(started: Started) -> &'static str {
    match started {
        Started::Apart => "apart",
        Started::Touching => "touching",
        Started::Overlapping => "overlapping",
    }
}

fn touch<V: Vector>(contact: &Contact<V>) -> Touch {
    let point = |point: &asunder::ContactPoint<V>| TouchingPoint {
        a: numbers(point.on_a),
        b: numbers(point.on_b),
        depth: point.depth,
    };
    Touch {
        normal: numbers(contact.normal),
        depth: contact.depth,
        points: contact.points().iter().map(point).collect(),
        feature: Features { a: part(contact.feature_a), b: part(contact.feature_b) },
    }
}

fn part(feature: Feature) -> Part {
    match feature {
        Feature::Vertex(i) => Part::Vertex(i),
        Feature::Edge(i) => Part::Edge(i),
        Feature::Face(i) => Part::Face(i),
    }
}
