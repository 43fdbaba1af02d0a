//! The axes that could separate two sets, and the features each comes from.

use super::{Question, SatPair};
use crate::exact::Number;
use crate::linalg::Vect;
use crate::query::generators::Generators;
use crate::space::Vector;
use core::marker::PhantomData;

/// The features that an axis comes from, by the indices of the [generators](Generators).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AxisSource {
    /// A normal of `a`.
    NormalOfA(usize),
    /// A normal of `b`.
    NormalOfB(usize),
    /// The cross product of an edge direction of `a` and one of `b`.
    Cross(usize, usize),
    /// The vector from a corner of `a` to one of `b`.
    Between(usize, usize),
    /// The perpendicular from a line of `a` to a corner of `b`.
    AcrossA { corner: usize, line: usize },
    /// The perpendicular from a line of `b` to a corner of `a`.
    AcrossB { corner: usize, line: usize },
}

impl<V: Vector, N: Number, A: Generators<V, N>, B: Generators<V, N>> SatPair<V, N, A, B> {
    /// The pair of a question, with or without the offsets between vertices and edges among its axes.
    pub(crate) fn with_axes<'q, Q: Question<V, A<'q, N> = A, B<'q, N> = B>>(
        question: &'q Q,
        with_offsets: bool,
    ) -> Self {
        let (a, b, radius) = question.spans::<N>();
        let (is_round, rule) = (question.is_round(), question.rule());
        Self { a, b, radius, is_round, rule, with_offsets, dimension: PhantomData }
    }

    /// The number of axes.
    pub(crate) fn axes(&self) -> usize {
        let crosses = if V::EDGES == 0 { 0 } else { self.a.directions() * self.b.directions() };
        let (across_a, across_b) = self.offsets_across();
        let between = if self.with_offsets { self.a.corners() * self.b.corners() } else { 0 };
        self.a.normals() + self.b.normals() + crosses + between + across_a + across_b
    }

    /// The number of perpendiculars from edges of `a` to corners of `b`, and from edges of `b` to corners
    /// of `a`. In 2D there are none, because they are normals.
    fn offsets_across(&self) -> (usize, usize) {
        if !self.with_offsets || V::EDGES == 0 {
            return (0, 0);
        }
        (self.b.corners() * self.a.lines(), self.a.corners() * self.b.lines())
    }

    /// The source of axis `i`. The order is: normals, cross products, vectors between corners,
    /// perpendiculars to edges.
    #[inline(always)]
    pub(crate) fn candidate(&self, mut i: usize) -> AxisSource {
        let (a, b) = (&self.a, &self.b);
        let (normals_a, normals_b) = (a.normals(), b.normals());
        if i < normals_a {
            return AxisSource::NormalOfA(i);
        }
        i -= normals_a;
        if i < normals_b {
            return AxisSource::NormalOfB(i);
        }
        i -= normals_b;
        if V::EDGES != 0 {
            let crosses = a.directions() * b.directions();
            if i < crosses {
                return AxisSource::Cross(i / b.directions(), i % b.directions());
            }
            i -= crosses;
        }
        let between = a.corners() * b.corners();
        if i < between {
            return AxisSource::Between(i / b.corners(), i % b.corners());
        }
        i -= between;
        let (across_a, _) = self.offsets_across();
        if i < across_a {
            return AxisSource::AcrossA { corner: i / a.lines(), line: i % a.lines() };
        }
        i -= across_a;
        AxisSource::AcrossB { corner: i / b.lines(), line: i % b.lines() }
    }

    /// Axis number `i`.
    #[inline(always)]
    pub(crate) fn axis(&self, i: usize) -> V::Array<N> {
        let (a, b) = (&self.a, &self.b);
        let (corner, (point, direction)) = match self.candidate(i) {
            AxisSource::NormalOfA(i) => return a.normal(i),
            AxisSource::NormalOfB(i) => return b.normal(i),
            AxisSource::Cross(i, j) => return V::cross(&a.direction(i), &b.direction(j)),
            AxisSource::Between(i, j) => return a.corner(i).vector_to(&b.corner(j)).0,
            AxisSource::AcrossA { corner, line } => (b.corner(corner), a.line(line)),
            AxisSource::AcrossB { corner, line } => (a.corner(corner), b.line(line)),
        };
        let (offset, direction) = (point.vector_to(&corner), Vect(direction));
        let (along, square) = (offset.dot(direction), direction.square());
        (offset * square - direction * along).0
    }
}
