//! Why two shapes meet, or do not: every axis that could separate them, and the gap along it.
//!
//! The axes are those that decide the pair: for two boxes the fifteen (in 2D four) of the
//! separating-axis test, for a plane its normal, for any other pair those of the general test
//! (`separation/spans.rs`). Exact numbers decide which of them has a gap, and measure the gaps that
//! are shown: however much a difference cancels, its digits are those of the true value.

mod gaps;
mod measure;
mod names;
mod rows;
mod sentence;

use super::canonical;
use super::separation::{Intersects, Penetrates, Shapes};
use crate::dimension::kernels;
use crate::linalg::Vect;
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
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Other}` are no shapes of one dimension",
    note = "2D shapes are asked about 2D shapes, 3D shapes about 3D shapes",
    note = "a point is a vector of `asunder::glam`; those of another version of glam turn into it by \
            `Vec3::from(point.to_array())`"
)]
pub trait Explain<Other: AnyShape> {
    /// The axes that decide whether the shapes meet, the projections on each, and a sentence.
    ///
    /// `None` for a point that is not finite. Every yes or no in it is exact; lengths are exact ones
    /// rounded to nearest. `b.explain(&a)` is the same with the roles exchanged and the directions
    /// reversed, bit for bit.
    ///
    /// It takes microseconds per axis: it is for debugging, not for every frame.
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

#[diagnostic::do_not_recommend]
impl<A: AnyShape, B: AnyShape<Vector = A::Vector>> Explain<B> for A {
    fn explain(&self, other: &B) -> Option<Explanation<A::Vector>> {
        <A::Vector as ExplainKernels>::explain(self.as_shape_ref(), other.as_shape_ref())
    }
}

/// The answer of [`explain`](Explain::explain): axes, the deciding one, and a sentence.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation<V: Vector> {
    /// Whether the shapes share a point: no axis has a gap.
    pub intersects: bool,
    /// Whether the shapes share inner points: they overlap along every axis.
    pub penetrates: bool,
    /// The axes, those of normals first. If there are more than 24, as for shapes with many vertices,
    /// those with the widest gap or the least overlap.
    pub axes: Vec<Axis<V>>,
    /// The index of the axis that decides: the one with the widest gap; if none has a gap, the first
    /// along which the shapes touch; else the one with the least overlap.
    pub deciding: usize,
    /// The number of axes that the list leaves out.
    pub omitted: usize,
    /// The explanation in a sentence.
    pub text: String,
}

impl<V: Vector> Explanation<V> {
    /// The axis that decides, and the projections of the shapes on it.
    ///
    /// # Panics
    /// If `axes` and `deciding` have been changed so that there is no such axis.
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

/// An axis that could separate two shapes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Axis<V: Vector> {
    /// The features it comes from: `face x of a`, whose normal it is; `edge x of a × edge z of b`;
    /// `the center of a to edge y of b`.
    pub name: String,
    /// The projections on it, or why there are none.
    pub finding: Finding<V>,
}

/// The projections of two shapes on an axis, or why there are none.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding<V: Vector> {
    /// The projections on the axis.
    Projected(Projected<V>),
    /// The reason why the features give no direction.
    Skipped(&'static str),
}

/// The projections of two shapes on an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projected<V: Vector> {
    /// The axis, of length one, from `b` to `a`: the direction in which `a` moves away from `b`.
    pub direction: V,
    /// The projection of `a`: the values of `direction · x` over its points, in units of length
    /// from the origin of the world. Infinite where the shape is unbounded.
    pub a: Interval,
    /// The projection of `b`.
    pub b: Interval,
    /// The width of the gap; if negative, minus the length by which `a` must move to leave `b`. It is
    /// rounded by itself, and so finer than the intervals, but may round to zero: only `sign` is exact.
    pub gap: f32,
    /// `Greater` if there is a gap along the axis, `Equal` if the projections touch, `Less` if they
    /// overlap.
    pub sign: Ordering,
}

impl<V: Vector> Projected<V> {
    /// The projections with the roles of the shapes exchanged.
    fn flipped(self) -> Self {
        let reversed = |interval: Interval| Interval {
            min: 0.0 - interval.max, //
            max: 0.0 - interval.min,
        };
        let direction = -Vect::<V, f32>(self.direction.to_array());
        Self {
            direction: V::from_array(direction.0),
            a: reversed(self.b),
            b: reversed(self.a),
            ..self
        }
    }
}

kernels! {
    ExplainKernels:

    fn explain(a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>) -> Option<Explanation<Self>> {
        explain(a, b)
    }
}

fn explain<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Option<Explanation<V>> {
    if !a.is_finite() || !b.is_finite() {
        return None;
    }
    let swapped = canonical::compare(a, b) == Ordering::Greater;
    let (first, second) = if swapped { (b, a) } else { (a, b) };
    let (intersects, penetrates) = with_shape!(ShapeRef, first, x => {
        with_shape!(ShapeRef, second, y => (x.intersects(y), x.penetrates(y)))
    });
    let sign = match (intersects, penetrates) {
        (false, _) => Ordering::Greater,
        (true, false) => Ordering::Equal,
        (true, true) => Ordering::Less,
    };
    let question = Shapes { a: &first, b: &second, rule: Rule::Closed };
    let list = rows::list(&question, sign);
    let names = Names::new([first, second], swapped);
    let axis = |(row, measured): &(rows::Row, Measured<V>)| Axis {
        name: names.of(*row),
        finding: match *measured {
            Measured::Zero => Finding::Skipped(Names::<V>::why_zero(*row)),
            Measured::Along(along) if swapped => Finding::Projected(along.flipped()),
            Measured::Along(along) => Finding::Projected(along),
        },
    };
    let text = sentence::of(sign, &names.along(list.found[list.deciding].0), list.gap());
    Some(Explanation {
        intersects,
        penetrates,
        axes: list.found.iter().map(axis).collect(),
        deciding: list.deciding,
        omitted: list.omitted,
        text,
    })
}
