//! One line: its two shapes, and the answer about them.

use super::{Answer, Hit, Question, complaint, dimension};
use asunder::prelude::{Shape2, Shape3};
use asunder::{
    Containment, Contains, Intersects, Penetrates, RayCast, RayHit, Shape, Side, SideOf, Started,
    Vector,
};
use serde::Deserialize;
use serde_json::value::RawValue;

/// A line's fields, not yet read: which dimension they are in is still to be seen.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair<'a> {
    #[serde(borrow)]
    a: &'a RawValue,
    #[serde(borrow)]
    b: &'a RawValue,
}

/// The shapes of a line, in either dimension.
#[derive(Debug)]
pub(crate) enum Shapes {
    Plane(Shape2, Shape2),
    Space(Shape3, Shape3),
}

/// The answer about the shapes of a line, if there is something to tell, or what is wrong with the
/// line.
pub(super) fn answer(question: Question, line: &[u8]) -> Result<Option<Answer>, String> {
    match shapes(line)? {
        Shapes::Plane(a, b) => ask(question, &a, &b),
        Shapes::Space(a, b) => ask(question, &a, &b),
    }
}

/// Reads the shapes of a line, or says what is wrong with it.
pub(super) fn shapes(line: &[u8]) -> Result<Shapes, String> {
    let text = str::from_utf8(line).map_err(|error| {
        format!("byte {} is not UTF-8; save the file as UTF-8", error.valid_up_to() + 1)
    })?;
    if !text.starts_with('{') {
        return Err(complaint::no_pair(text));
    }
    let pair: Pair<'_> = serde_json::from_str(text).map_err(|error| complaint::bad_pair(&error))?;
    let (a, b) = (pair.a.get(), pair.b.get());
    let read = if dimension::starts_in_2d(a) {
        both(a, b).map(|(a, b)| Shapes::Plane(a, b))
    } else {
        both(a, b).map(|(a, b)| Shapes::Space(a, b))
    };
    read.map_err(|error| dimension::complaint(&[("a", a), ("b", b)], &error).unwrap_or(error))
}

fn both<V: Vector>(a: &str, b: &str) -> Result<(Shape<V>, Shape<V>), String> {
    Ok((shape("a", a)?, shape("b", b)?))
}

fn ask<V: Vector>(
    question: Question,
    a: &Shape<V>,
    b: &Shape<V>,
) -> Result<Option<Answer>, String> {
    Ok(Some(match question {
        Question::Intersects => Answer::Intersects(a.intersects(b)),
        Question::Penetrates => Answer::Penetrates(a.penetrates(b)),
        Question::Contains => Answer::Contains(a.contains(b)),
        Question::Containment => Answer::Containment(match a.containment(b) {
            Containment::Disjoint => "disjoint",
            Containment::Intersects => "intersects",
            Containment::Contains => "contains",
        }),
        Question::Side => {
            let Shape::Plane(plane) = b else {
                return Err(format!("b is of kind {}; expected a plane", b.kind()));
            };
            Answer::Side(match a.side(plane) {
                Side::Front => "front",
                Side::Back => "back",
                Side::Straddling => "straddling",
            })
        }
        Question::Ray => {
            let hit = match a {
                Shape::Ray(ray) => b.ray_cast(ray),
                Shape::Segment(segment) => b.segment_cast(segment),
                other => {
                    let kind = other.kind();
                    return Err(format!("a is of kind {kind}; expected a ray or a segment"));
                }
            };
            return Ok(hit.map(|hit| Answer::Hit(written(&hit))));
        }
    }))
}

fn written<V: Vector>(hit: &RayHit<V>) -> Hit {
    let numbers = |vector: V| {
        let array = vector.to_array();
        (0..V::DIM).map(|i| array[i]).collect()
    };
    Hit {
        fraction: hit.fraction,
        point: numbers(hit.point),
        normal: numbers(hit.normal),
        started: match hit.started {
            Started::Apart => "apart",
            Started::Touching => "touching",
            Started::Overlapping => "overlapping",
        },
    }
}

/// Reads the shape that is the field `name` of a line.
fn shape<V: Vector>(name: &str, text: &str) -> Result<Shape<V>, String> {
    if !text.starts_with('{') {
        return Err(complaint::no_shape(name, text));
    }
    serde_json::from_str(text).map_err(|error| complaint::bad_shape(name, text, &error))
}
