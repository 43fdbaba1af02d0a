//! Shapes of any kind that sets hold, a line of memory each, asked by pairs of their numbers.
//!
//! A [`Set`](super::Set) holds one kind, and holds it twice. Where shapes of all kinds come and go and
//! only pairs are asked about, as in a world, this is half of the memory, and a shape that moves is
//! written once.

use super::forms::Formed;
use super::kernels::two_kinds;
use super::mask::Mask;
use super::stage::{Against, Batch, QUAD, Records, Source, ask};
use crate::query::cascade::Rule;
use crate::shape::{Aabb, Capsule, Obb, Shape, Sphere};
use crate::simd::{LANES, Lanes};
use crate::space::Vector;

/// A kind of shape that the first stage knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sphere,
    Aabb,
    Obb,
    Capsule,
}

impl Kind {
    /// How many there are.
    pub(crate) const COUNT: usize = 4;

    /// The kind of a shape, if the first stage knows it.
    pub(crate) fn of<V: Vector>(shape: &Shape<V>) -> Option<Self> {
        match shape {
            Shape::Sphere(_) => Some(Self::Sphere),
            Shape::Aabb(_) => Some(Self::Aabb),
            Shape::Obb(_) => Some(Self::Obb),
            Shape::Capsule(_) => Some(Self::Capsule),
            Shape::Point(_)
            | Shape::Segment(_)
            | Shape::Ray(_)
            | Shape::Plane(_)
            | Shape::HalfSpace(_)
            | Shape::Triangle(_)
            | Shape::Frustum(_)
            | Shape::ConvexHull(_)
            | Shape::Parallelepiped(_) => None,
        }
    }
}

/// The numbers of shapes, by the number of each. Whoever asks knows their kinds, and the shapes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    lines: Vec<Lanes>,
}

impl Table {
    /// Puts a shape in place of the one of that number, if any. Its kind, if it is one that can be
    /// asked about; else nothing is put.
    pub(crate) fn put<V: Vector>(&mut self, number: usize, shape: &Shape<V>) -> Option<Kind> {
        let kind = Kind::of(shape)?;
        if self.lines.len() <= number {
            self.lines.resize(number + 1, Lanes::ZERO);
        }
        let line = &mut self.lines[number].0;
        match shape {
            Shape::Sphere(sphere) => write(sphere, line),
            Shape::Aabb(aabb) => write(aabb, line),
            Shape::Obb(obb) => write(obb, line),
            Shape::Capsule(capsule) => write(capsule, line),
            Shape::Point(_)
            | Shape::Segment(_)
            | Shape::Ray(_)
            | Shape::Plane(_)
            | Shape::HalfSpace(_)
            | Shape::Triangle(_)
            | Shape::Frustum(_)
            | Shape::ConvexHull(_)
            | Shape::Parallelepiped(_) => {}
        }
        Some(kind)
    }

    /// Which pairs of a shape of the one kind and a shape of the other are as `rule` asks: answer `n`
    /// of the mask is that of the shapes `pairs[n]`. Where a proof is not found among the numbers,
    /// `shape` is asked for the shapes that were put.
    pub(crate) fn ask<'s, V: Vector>(
        &self,
        kinds: [Kind; 2],
        pairs: &[(u32, u32)],
        rule: Rule,
        mask: &mut Mask,
        shape: &dyn Fn(u32) -> Option<&'s Shape<V>>,
    ) {
        let records = Records { len: self.lines.len(), stride: LANES / QUAD };
        let sources =
            [false, true].map(|second| Source::picked(&self.lines, records, pairs, second));
        let len = pairs.len();
        macro_rules! rows {
            ($($A:ident, $B:ident $(, $how:ident)?;)*) => {
                match kinds {
                    $([Kind::$A, Kind::$B] => rows!(@ask $A, $B $(, $how)?),)*
                }
            };
            (@ask $A:ident, $B:ident) => {{
                let [a, b] = sources;
                Batch { a, b, len, rule }.answer::<V, $A<V>, $B<V>>(mask, &|index| {
                    match (shape(pairs[index].0), shape(pairs[index].1)) {
                        (Some(Shape::$A(a)), Some(Shape::$B(b))) => $A::left_open(a, b, rule),
                        (a, b) => a.zip(b).is_some_and(|(a, b)| ask(a, b, rule)),
                    }
                })
            }};
            (@ask $A:ident, $B:ident, swapped) => {{
                let [b, a] = sources;
                Batch { a, b, len, rule }.answer::<V, $B<V>, $A<V>>(mask, &|index| {
                    match (shape(pairs[index].1), shape(pairs[index].0)) {
                        (Some(Shape::$B(a)), Some(Shape::$A(b))) => $B::left_open(a, b, rule),
                        (a, b) => a.zip(b).is_some_and(|(a, b)| ask(a, b, rule)),
                    }
                })
            }};
        }
        two_kinds!(rows);
    }
}

/// Writes the numbers of a form into a line.
fn write<V: Vector>(shape: &impl Formed<V>, line: &mut [f32; LANES]) {
    shape.fields(
        #[inline(always)]
        |field, x| line[field % LANES] = x,
    );
}
