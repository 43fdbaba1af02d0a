//! The library's answers, in the format of `query`.

use super::Question;
use crate::explain::Explained;
use asunder::{
    Cast, CastHit, Contact, ContactOf, Containment, Contains, Distance, Explain, Feature, Hit,
    Intersects, Mover, Penetrates, PenetrationOf, RayCast, RayHit, Shape, Side, SideOf,
    SlideOptions, Started, Stop, Vector,
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
    Contact(ContactAnswer),
    Hit {
        fraction: f32,
        point: Vec<f32>,
        normal: Vec<f32>,
        started: &'static str,
    },
    Slide {
        moved: Vec<f32>,
        remaining: Vec<f32>,
        floor: Option<FloorAnswer>,
        stepped: bool,
        snapped: bool,
        hits: Vec<ObstacleHit>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        started_penetrating: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        stuck: Option<usize>,
    },
    Depenetrate {
        moved: Vec<f32>,
    },
    Move {
        position: Vec<f32>,
        fraction: f32,
        gap: f32,
        hits: Vec<ObstacleHit>,
        #[serde(skip_serializing_if = "Not::not")]
        started_penetrating: bool,
        #[serde(skip_serializing_if = "Not::not")]
        backed_off: bool,
    },
    Explain(Explained),
    Error(String),
}

/// The contact of two shapes.
#[derive(Debug, Serialize)]
pub(super) struct ContactAnswer {
    normal: Vec<f32>,
    depth: f32,
    points: Vec<ContactPoint>,
    feature: Features,
}

#[derive(Debug, Serialize)]
struct ContactPoint {
    a: Vec<f32>,
    b: Vec<f32>,
    depth: f32,
}

#[derive(Debug, Serialize)]
struct Features {
    a: FeatureNumber,
    b: FeatureNumber,
}

/// A feature with its index.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum FeatureNumber {
    Vertex(u32),
    Edge(u32),
    Face(u32),
}

/// The floor on which a mover stands.
#[derive(Debug, Serialize)]
pub(super) struct FloorAnswer {
    obstacle: usize,
    normal: Vec<f32>,
}

/// A hit of a mover on an obstacle.
#[derive(Debug, Serialize)]
pub(super) struct ObstacleHit {
    obstacle: usize,
    point: Vec<f32>,
    normal: Vec<f32>,
    fraction: f32,
}

/// The answer to a question about two shapes; `None` is written as `null`.
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
        Question::Contact => a.contact(b).map(|contact| Answer::Contact(contact_answer(&contact))),
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
                started: started_name(started),
            })
        }
        Question::Explain => {
            a.explain(b).map(|explanation| Answer::Explain(Explained::of(&explanation)))
        }
        Question::Cast | Question::Move | Question::Slide | Question::Depenetrate => {
            unreachable!("these lines have more fields")
        }
    })
}

/// The hit of a shape cast.
pub(super) fn cast<V: Vector>(a: &Shape<V>, motion: V::Array<f32>, b: &Shape<V>) -> Option<Answer> {
    let CastHit { fraction, point, normal, started, .. } = a.cast(motion, b)?;
    let (point, normal) = (numbers(point), numbers(normal));
    Some(Answer::Hit { fraction, point, normal, started: started_name(started) })
}

/// The stop of a mover.
pub(super) fn move_until_contact<V: Vector>(
    a: &Shape<V>,
    motion: V::Array<f32>,
    obstacles: &[Shape<V>],
) -> Result<Option<Answer>, String> {
    let stop = a.move_until_contact(motion, obstacles).map_err(|error| error.to_string())?;
    let Stop { position, fraction, gap, hits, started_penetrating, backed_off, .. } = stop;
    let hits = hits.iter().map(obstacle_hit);
    Ok(Some(Answer::Move {
        position: numbers(position),
        fraction,
        gap,
        hits: hits.collect(),
        started_penetrating,
        backed_off,
    }))
}

/// The slide of a mover.
pub(super) fn move_and_slide<V: Vector>(
    a: &Shape<V>,
    motion: V::Array<f32>,
    obstacles: &[Shape<V>],
    options: &SlideOptions<V>,
) -> Result<Option<Answer>, String> {
    let slide = a.move_and_slide(motion, obstacles, options).map_err(|error| error.to_string())?;
    let floor =
        slide.floor.map(|it| FloorAnswer { obstacle: it.obstacle, normal: numbers(it.normal) });
    let hits = slide.hits.iter().map(obstacle_hit).collect();
    Ok(Some(Answer::Slide {
        moved: numbers(slide.moved),
        remaining: numbers(slide.remaining),
        floor,
        stepped: slide.stepped,
        snapped: slide.snapped,
        hits,
        started_penetrating: slide.started_penetrating,
        stuck: slide.stuck,
    }))
}

/// How far a mover is moved out of what it penetrates.
pub(super) fn depenetrate<V: Vector>(
    a: &Shape<V>,
    obstacles: &[Shape<V>],
) -> Result<Option<Answer>, String> {
    // A motion of no length asks whether the shape moves at all.
    let still = V::array(|_| 0.0);
    a.move_until_contact(still, obstacles.iter().take(0)).map_err(|error| error.to_string())?;
    let Some(free) = a.depenetrate(obstacles) else { return Ok(None) };
    let (from, to) = (a.position().to_array(), free.to_array());
    let moved = V::array(|t| (f64::from(to[t]) - f64::from(from[t])) as f32);
    Ok(Some(Answer::Depenetrate { moved: numbers(V::from_array(moved)) }))
}

fn obstacle_hit<V: Vector>(hit: &Hit<V>) -> ObstacleHit {
    ObstacleHit {
        obstacle: hit.obstacle,
        point: numbers(hit.point),
        normal: numbers(hit.normal),
        fraction: hit.fraction,
    }
}

fn numbers<V: Vector>(vector: V) -> Vec<f32> {
    let array = vector.to_array();
    (0..V::DIM).map(|i| array[i]).collect()
}

fn started_name(started: Started) -> &'static str {
    match started {
        Started::Apart => "apart",
        Started::Touching => "touching",
        Started::Overlapping => "overlapping",
    }
}

fn contact_answer<V: Vector>(contact: &Contact<V>) -> ContactAnswer {
    let point = |point: &asunder::ContactPoint<V>| ContactPoint {
        a: numbers(point.on_a),
        b: numbers(point.on_b),
        depth: point.depth,
    };
    ContactAnswer {
        normal: numbers(contact.normal),
        depth: contact.depth,
        points: contact.points().iter().map(point).collect(),
        feature: Features {
            a: feature_number(contact.feature_a),
            b: feature_number(contact.feature_b),
        },
    }
}

fn feature_number(feature: Feature) -> FeatureNumber {
    match feature {
        Feature::Vertex(i) => FeatureNumber::Vertex(i),
        Feature::Edge(i) => FeatureNumber::Edge(i),
        Feature::Face(i) => FeatureNumber::Face(i),
    }
}
