//! A line: its fields, read in their dimension.

use super::{Answer, Question, answers, corners, dimension, messages};
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::{Shape2, Shape3, SlideOptions};
use asunder::{Shape, Vector};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::slice;

/// The raw fields of a line about two shapes, whose dimension is not yet known.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair<'a> {
    #[serde(borrow)]
    a: &'a RawValue,
    #[serde(borrow)]
    b: &'a RawValue,
}

/// The raw fields of a line about a shape cast.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Casting<'a> {
    #[serde(borrow)]
    a: &'a RawValue,
    #[serde(borrow)]
    motion: &'a RawValue,
    #[serde(borrow)]
    b: &'a RawValue,
}

/// The raw fields of a line about a mover.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Moving<'a> {
    #[serde(borrow)]
    a: &'a RawValue,
    #[serde(borrow)]
    motion: &'a RawValue,
    #[serde(borrow)]
    obstacles: Vec<&'a RawValue>,
}

/// The raw fields of a line about a walk.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Walking<'a> {
    #[serde(borrow)]
    a: &'a RawValue,
    #[serde(borrow)]
    motion: &'a RawValue,
    #[serde(borrow)]
    obstacles: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    options: Option<RawOptions<'a>>,
}

/// The raw options of a walk.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawOptions<'a> {
    step_height: Option<f32>,
    max_slope: Option<f32>,
    snap: Option<f32>,
    ledge: Option<f32>,
    keep_speed: Option<bool>,
    #[serde(borrow)]
    up: Option<&'a RawValue>,
}

/// The raw fields of a line about a shape and what it may be in.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Inside<'a> {
    #[serde(borrow)]
    a: &'a RawValue,
    #[serde(borrow)]
    obstacles: Vec<&'a RawValue>,
}

/// The shapes of a line, in either dimension.
#[derive(Debug)]
pub(crate) enum Shapes {
    Plane(Shape2, Shape2),
    Space(Shape3, Shape3),
}

/// The answer about a line, if there is one; an error is the message.
pub(super) fn answer(question: Question, line: &[u8]) -> Result<Option<Answer>, String> {
    match question {
        Question::Cast => {
            let Casting { a, motion, b } = fields(line, messages::CASTING)?;
            let named = [("a", a.get()), ("motion", motion.get()), ("b", b.get())];
            let told = if dimension::starts_in_2d(a.get()) {
                cast::<Vec2>(named.map(|(_, text)| text))
            } else {
                cast::<Vec3>(named.map(|(_, text)| text))
            };
            told.map_err(|error| dimension::complaint(&named, &error).unwrap_or(error))
        }
        Question::Move => {
            let Moving { a, motion, obstacles } = fields(line, messages::MOVING)?;
            let names = obstacle_names(obstacles.len());
            let mut named = vec![("a", a.get()), ("motion", motion.get())];
            named.extend(names.iter().map(String::as_str).zip(obstacles.iter().map(|o| o.get())));
            let told = if dimension::starts_in_2d(a.get()) {
                mover::<Vec2>(&named)
            } else {
                mover::<Vec3>(&named)
            };
            told.map_err(|error| dimension::complaint(&named, &error).unwrap_or(error))
        }
        Question::Slide => {
            let Walking { a, motion, obstacles, options } = fields(line, messages::WALKING)?;
            let options = options.unwrap_or_default();
            let names = obstacle_names(obstacles.len());
            let mut named = vec![("a", a.get()), ("motion", motion.get())];
            named.extend(names.iter().map(String::as_str).zip(obstacles.iter().map(|o| o.get())));
            let mut all = named.clone();
            all.extend(options.up.map(|up| ("options.up", up.get())));
            let told = if dimension::starts_in_2d(a.get()) {
                walker::<Vec2>(&named, &options)
            } else {
                walker::<Vec3>(&named, &options)
            };
            told.map_err(|error| dimension::complaint(&all, &error).unwrap_or(error))
        }
        Question::Depenetrate => {
            let Inside { a, obstacles } = fields(line, messages::INSIDE)?;
            let names = obstacle_names(obstacles.len());
            let mut named = vec![("a", a.get())];
            named.extend(names.iter().map(String::as_str).zip(obstacles.iter().map(|o| o.get())));
            let told = if dimension::starts_in_2d(a.get()) {
                inside::<Vec2>(&named)
            } else {
                inside::<Vec3>(&named)
            };
            told.map_err(|error| dimension::complaint(&named, &error).unwrap_or(error))
        }
        _pairs => match shapes(question, line)? {
            Shapes::Plane(a, b) => answers::pair(question, &a, &b),
            Shapes::Space(a, b) => answers::pair(question, &a, &b),
        },
    }
}

/// What messages call so many obstacles.
fn obstacle_names(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("obstacles[{i}]")).collect()
}

/// Reads the shapes of a line; an error is the message.
pub(super) fn shapes(question: Question, line: &[u8]) -> Result<Shapes, String> {
    let Pair { a, b } = fields(line, messages::PAIR)?;
    let (a, b) = (a.get(), b.get());
    let read = if dimension::starts_in_2d(a) {
        both(question, a, b).map(|(a, b)| Shapes::Plane(a, b))
    } else {
        both(question, a, b).map(|(a, b)| Shapes::Space(a, b))
    };
    read.map_err(|error| dimension::complaint(&[("a", a), ("b", b)], &error).unwrap_or(error))
}

/// The fields of a line of the form `form`.
fn fields<'a, T: Deserialize<'a>>(line: &'a [u8], form: &str) -> Result<T, String> {
    let text = str::from_utf8(line).map_err(|error| {
        format!("byte {} is not UTF-8; save the file as UTF-8", error.valid_up_to() + 1)
    })?;
    if !text.starts_with('{') {
        return Err(messages::other_line(text, form));
    }
    serde_json::from_str(text).map_err(|error| messages::bad_line(&error, form))
}

fn both<V: Vector>(question: Question, a: &str, b: &str) -> Result<(Shape<V>, Shape<V>), String> {
    let (a, b) = (shape("a", a)?, shape("b", b)?);
    corners::check(question, &[("a", slice::from_ref(&a)), ("b", slice::from_ref(&b))])?;
    Ok((a, b))
}

fn cast<V: Vector>([a, motion, b]: [&str; 3]) -> Result<Option<Answer>, String> {
    let (a, b) = both::<V>(Question::Cast, a, b)?;
    Ok(answers::cast(&a, vector::<V>("motion", motion)?, &b))
}

/// Reads a mover, its motion and its obstacles, in this order.
fn mover<V: Vector>(named: &[(&str, &str)]) -> Result<Option<Answer>, String> {
    let (a, motion) = (shape::<V>("a", named[0].1)?, vector::<V>("motion", named[1].1)?);
    let obstacles = obstacles(Question::Move, &a, &named[2..])?;
    answers::move_until_contact(&a, motion, &obstacles)
}

/// Reads a walker, its motion and its obstacles, in this order.
fn walker<V: Vector>(
    named: &[(&str, &str)],
    raw: &RawOptions<'_>,
) -> Result<Option<Answer>, String> {
    let (a, motion) = (shape::<V>("a", named[0].1)?, vector::<V>("motion", named[1].1)?);
    let obstacles = obstacles(Question::Slide, &a, &named[2..])?;
    let standard = SlideOptions::default();
    let up = raw.up.map(|up| vector::<V>("options.up", up.get())).transpose()?;
    let options = SlideOptions {
        up: up.map_or(standard.up, V::from_array),
        step_height: raw.step_height.unwrap_or(standard.step_height),
        max_slope: raw.max_slope.unwrap_or(standard.max_slope),
        snap: raw.snap.unwrap_or(standard.snap),
        ledge: raw.ledge.unwrap_or(standard.ledge),
        keep_speed: raw.keep_speed.unwrap_or(standard.keep_speed),
        ..standard
    };
    answers::move_and_slide(&a, motion, &obstacles, &options)
}

/// Reads a shape and its obstacles, in this order.
fn inside<V: Vector>(named: &[(&str, &str)]) -> Result<Option<Answer>, String> {
    let a = shape::<V>("a", named[0].1)?;
    let obstacles = obstacles(Question::Depenetrate, &a, &named[1..])?;
    answers::depenetrate(&a, &obstacles)
}

/// Reads the obstacles of `a`.
fn obstacles<V: Vector>(
    question: Question,
    a: &Shape<V>,
    named: &[(&str, &str)],
) -> Result<Vec<Shape<V>>, String> {
    let obstacles: Result<Vec<Shape<V>>, String> =
        named.iter().map(|(name, text)| shape(name, text)).collect();
    let obstacles = obstacles?;
    corners::check(question, &[("a", slice::from_ref(a)), ("obstacles", &obstacles)])?;
    Ok(obstacles)
}

/// Reads the shape that is the field `name` of a line.
fn shape<V: Vector>(name: &str, text: &str) -> Result<Shape<V>, String> {
    if !text.starts_with('{') {
        return Err(messages::no_shape(name, text));
    }
    serde_json::from_str(text).map_err(|error| messages::bad_shape(name, text, &error))
}

/// Reads the vector that is the field `name` of a line; each number is rounded to the nearest `f32`.
fn vector<V: Vector>(name: &str, text: &str) -> Result<V::Array<f32>, String> {
    let numbers: Vec<f32> =
        serde_json::from_str(text).map_err(|error| messages::bad_vector(name, text, &error))?;
    if numbers.len() == V::DIM {
        return Ok(V::array(|i| numbers[i]));
    }
    let (length, expected) = (numbers.len(), V::DIM);
    Err(format!("{name}: invalid length {length}, expected an array of {expected} numbers"))
}
