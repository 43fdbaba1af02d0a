//! Why do two shapes meet, or why not? Every axis that could tell them apart, and what it tells.
//!
//! The axes are those that decide the pair: of two boxes the fifteen (in 2D four) of the
//! separating-axis test, of a plane its normal, of any other pair those of the general test
//! (`separation/spans.rs`). Which of them leaves a gap is found out in exact numbers, and so are the
//! gaps that are shown: however much a difference cancels, its digits are those of the true value.

mod measure;
mod names;
mod rows;
mod sentence;

use super::canonical;
use super::separation::{Intersects, Penetrates, Shapes};
use crate::query::predicate::Rule;
use crate::shape::{AnyShape, ShapeRef, with_shape};
use crate::space::{Interval, Vector};
use core::cmp::Ordering;
use core::fmt;
use measure::Measured;
use names::Names;

/// Why two shapes meet, or do not.
///
/// Implemented for every pair of shapes of the same dimension, [`Shape`](crate::Shape) included.
pub trait Explain<Other: AnyShape> {
    /// The axes that decide whether the shapes meet, what each of them tells, and a sentence.
    ///
    /// `None` for a point that is not finite. Everything that is true or false in it is exact;
    /// lengths are exact ones rounded to nearest. `b.explain(&a)` is the same with the roles
    /// exchanged and the directions reversed, bit for bit.
    ///
    /// It takes microseconds per axis: this is for finding out, not for every frame.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let crate_ = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    /// let near = Aabb2::new([1.25, 0.0], [2.0, 1.0]);
    /// let explanation = crate_.explain(&near).expect("all numbers are finite");
    /// assert_eq!(
    ///     explanation.text,
    ///     "They are apart: along the normal of face x of a there is a gap of 0.25."
    /// );
    /// let touching = Aabb2::new([1.0, 0.0], [2.0, 1.0]);
    /// let explanation = crate_.explain(&touching).expect("all numbers are finite");
    /// assert!(explanation.intersects && !explanation.penetrates);
    /// assert_eq!(
    ///     explanation.text,
    ///     "They touch: along the normal of face x of a the gap is exactly zero."
    /// );
    /// ```
    fn explain(&self, other: &Other) -> Option<Explanation<Other::Vector>>;
}

impl<A: AnyShape, B: AnyShape<Vector = A::Vector>> Explain<B> for A {
    fn explain(&self, other: &B) -> Option<Explanation<A::Vector>> {
        <A::Vector as ExplainKernels>::explain(self.as_shape_ref(), other.as_shape_ref())
    }
}

/// What [`explain`](Explain::explain) answers.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation<V: Vector> {
    /// Whether the shapes share a point: no axis leaves a gap.
    pub intersects: bool,
    /// Whether they overlap by more than a touch: along every axis they overlap.
    pub penetrates: bool,
    /// The axes, those of normals first. Of a list of more than 24, which many-cornered shapes have,
    /// those along which the gap is widest or the overlap least.
    pub axes: Vec<Axis<V>>,
    /// Which of the axes decides: the one of the widest gap; if there is none, the first that lets
    /// the shapes touch; else the one of the least overlap.
    pub deciding: usize,
    /// How many axes the list leaves out.
    pub omitted: usize,
    /// All that in a sentence.
    pub text: String,
}

impl<V: Vector> Explanation<V> {
    /// The axis that decides, and how the shapes lie along it.
    ///
    /// # Panics
    /// If `axes` and `deciding` have been changed so that they name no such axis.
    #[must_use]
    pub fn decisive(&self) -> (&Axis<V>, &Projected<V>) {
        let axis = &self.axes[self.deciding];
        match &axis.finding {
            Finding::Projected(projected) => (axis, projected),
            Finding::Skipped(why) => panic!("{} decides nothing: {why}", axis.name),
        }
    }
}

/// The sentence.
impl<V: Vector> fmt::Display for Explanation<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// An axis that could tell two shapes apart.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Axis<V: Vector> {
    /// The features it comes from: `face x of a`, whose normal it is; `edge x of a × edge z of b`;
    /// `the center of a to edge y of b`.
    pub name: String,
    /// What it tells.
    pub finding: Finding<V>,
}

/// What an axis tells about two shapes.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding<V: Vector> {
    /// How they lie along it.
    Projected(Projected<V>),
    /// Nothing: the features give no direction, and this is why.
    Skipped(&'static str),
}

/// How two shapes lie along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projected<V: Vector> {
    /// The axis, of length one, pointing from `b` to `a`: the way `a` must go to be clear.
    pub direction: V,
    /// Where `a` lies along it: the values of `direction · x` over its points, in units of length
    /// from the origin of the world. Infinite where the shape has no end.
    pub a: Interval,
    /// Where `b` lies along it.
    pub b: Interval,
    /// How wide the gap is; below zero, how far `a` must go to leave `b`. It is rounded by itself,
    /// and so finer than the intervals, but may round to zero: only `sign` is exact.
    pub gap: f32,
    /// `Greater` if the axis leaves a gap, `Equal` if it lets the shapes touch, `Less` if they
    /// overlap along it.
    pub sign: Ordering,
}

impl<V: Vector> Projected<V> {
    /// The same with the roles exchanged.
    fn flipped(self) -> Self {
        let back = |interval: Interval| Interval {
            min: 0.0 - interval.max, //
            max: 0.0 - interval.min,
        };
        let direction = self.direction.to_array();
        Self {
            direction: V::from_array(V::array(|t| 0.0 - direction[t])),
            a: back(self.b),
            b: back(self.a),
            ..self
        }
    }
}

/// The concrete kernel, one for each dimension.
pub trait ExplainKernels: Sized {
    #[doc(hidden)]
    fn explain(a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>) -> Option<Explanation<Self>>
    where
        Self: Vector;
}

macro_rules! impl_kernels {
    ($($V:ty),*) => {
        $(impl ExplainKernels for $V {
            fn explain(a: ShapeRef<'_, $V>, b: ShapeRef<'_, $V>) -> Option<Explanation<$V>> {
                explain(a, b)
            }
        })*
    };
}
impl_kernels!(glam::Vec2, glam::Vec3);

fn explain<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Option<Explanation<V>> {
    if !a.is_finite() || !b.is_finite() {
        return None;
    }
    let swapped = canonical::compare(a, b) == Ordering::Greater;
    let (first, second) = if swapped { (b, a) } else { (a, b) };
    let (intersects, penetrates) = with_shape!(ShapeRef, first, x => {
        with_shape!(ShapeRef, second, y => (x.intersects(y), x.penetrates(y)))
    });
    let verdict = match (intersects, penetrates) {
        (false, _) => Ordering::Greater,
        (true, false) => Ordering::Equal,
        (true, true) => Ordering::Less,
    };
    let question = Shapes { a: &first, b: &second, rule: Rule::Closed };
    let list = rows::list(&question, verdict);
    let names = Names::new([first, second], swapped);
    let axis = |(row, measured): &(rows::Row, Measured<V>)| Axis {
        name: names.of(*row),
        finding: match *measured {
            Measured::Zero => Finding::Skipped(Names::<V>::why_zero(*row)),
            Measured::Along(along) if swapped => Finding::Projected(along.flipped()),
            Measured::Along(along) => Finding::Projected(along),
        },
    };
    let text = sentence::of(verdict, &names.along(list.found[list.deciding].0), list.gap());
    Some(Explanation {
        intersects,
        penetrates,
        axes: list.found.iter().map(axis).collect(),
        deciding: list.deciding,
        omitted: list.omitted,
        text,
    })
}
