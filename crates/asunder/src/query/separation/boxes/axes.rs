//! The candidate axes of two boxes, and a lemma that decides boxes with nearly parallel edges.

use super::frame::{BoxFrame, BoxLike};
use crate::exact::Number;
use crate::linalg::{Vect, min};
use crate::query::predicate::AxisVisitor;
use crate::shape::Obb;
use crate::space::Vector;
use core::marker::PhantomData;

/// An axis of the separating-axis test of two boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoxAxis {
    /// A face normal of the first.
    FaceOfA(usize),
    /// A face normal of the second.
    FaceOfB(usize),
    /// The cross product of an edge of each.
    Edges(usize, usize),
}

impl BoxAxis {
    /// Its place among the axes: the faces of the first box, those of the second, the edges of the first with each of
    /// the second's.
    #[inline(always)]
    pub(crate) fn index<V: Vector>(self) -> usize {
        match self {
            Self::FaceOfA(i) => i,
            Self::FaceOfB(j) => V::DIM + j,
            Self::Edges(i, j) => 2 * V::DIM + V::DIM * i + j,
        }
    }

    /// The axis at a place.
    pub(crate) fn at<V: Vector>(index: usize) -> Self {
        match index.checked_sub(2 * V::DIM) {
            Some(edges) => Self::Edges(edges / V::DIM, edges % V::DIM),
            None if index < V::DIM => Self::FaceOfA(index),
            None => Self::FaceOfB(index - V::DIM),
        }
    }
}

/// A vector, and its components along the axes of the first of two boxes, times the norm of that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxVector<V: Vector, N: Number> {
    pub(crate) whole: V::Array<N>,
    in_a: V::Array<N>,
}

/// Two boxes, and how far they reach along the axes of the separating-axis test: both boxes' face normals, then in 3D
/// the cross products of their edges.
///
/// With `M = |a||b|·AᵀB` the rotation between the boxes, `x` a vector, `e = |a|·Aᵀx` and `f = |b|·Bᵀx`, the component of
/// `x` and the sum of the boxes' radii are, times the positive factor that clears the denominators,
///
/// | axis | component | radius | degree |
/// |---|---|---|---|
/// | `Aᵢ` | `eᵢ·nb` | `hᵢ·na·nb + Σⱼ abs(Mᵢⱼ)·kⱼ` | 5 |
/// | `Bⱼ` | `fⱼ·na` | `kⱼ·na·nb + Σᵢ abs(Mᵢⱼ)·hᵢ` | 5 |
/// | `Aᵢ×Bⱼ` | `eᵢ₂Mᵢ₁ⱼ − eᵢ₁Mᵢ₂ⱼ` | `na·(hᵢ₁·abs(Mᵢ₂ⱼ) + hᵢ₂·abs(Mᵢ₁ⱼ) + kⱼ₁·abs(Mᵢⱼ₂) + kⱼ₂·abs(Mᵢⱼ₁))` | 7 |
///
/// with `i₁, i₂` the two indices after `i`. The gap along an axis is the magnitude of the offset's component less the
/// radius. Where two edges are parallel their cross product is zero and separates nothing; it is skipped if it is
/// exactly zero, not by a tolerance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxAxes<V: Vector, N: Number, A = Obb<V>> {
    pub(crate) a: BoxFrame<V, N>,
    pub(crate) b: BoxFrame<V, N>,
    /// The offset between the centers; the gaps are the same for either sense.
    pub(crate) offset: BoxVector<V, N>,
    /// `M`.
    pub(crate) relative: V::Array<V::Array<N>>,
    /// The type of `a`: whether it is axis-aligned.
    kind: PhantomData<A>,
}

#[inline(always)]
fn dot<V: Vector, N: Number>(x: &V::Array<N>, y: &V::Array<N>) -> N {
    Vect::<V, N>(*x).dot(Vect(*y))
}

#[inline(always)]
fn sum<V: Vector, N: Number>(x: &V::Array<N>) -> N {
    Vect::<V, N>(*x).sum()
}

impl<V: Vector, N: Number> BoxAxes<V, N> {
    #[inline(always)]
    pub(crate) fn new(a: BoxFrame<V, N>, b: BoxFrame<V, N>, offset: V::Array<N>) -> Self {
        Self::of_kind(a, b, offset)
    }

    /// The bits of the face normals among the visitor's axes.
    pub(crate) const FACES: u32 = (1 << (2 * V::DIM)) - 1;
}

/// The overlap along the faces that the lemma at [`BoxAxes::nearly_parallel_overlap`] requires, in units of
/// sine and lengths: 1 + √3, times ε by sine (1.0081 where the sine is a quarter), and room for roundings.
pub(crate) const OVERLAP_FACTOR: f32 = 4.0;

/// The least half extent that the lemma requires, in units of sine and size: ε by sine, and room for
/// roundings.
pub(crate) const THICK_FACTOR: f32 = 1.5;

impl<V: Vector, N: Number, A: BoxLike<V>> BoxAxes<V, N, A> {
    #[inline(always)]
    pub(super) fn of_kind(a: BoxFrame<V, N>, b: BoxFrame<V, N>, offset: V::Array<N>) -> Self {
        let norms = a.norm * b.norm;
        Self {
            offset: Self::seen_from(&a, offset),
            relative: V::hot_array(|i| {
                V::hot_array(|j| Self::along(&a, i, &b.rows[j]).at_most(norms))
            }),
            a,
            b,
            kind: PhantomData,
        }
    }

    /// The test of two boxes, in doubled lengths.
    #[inline(always)]
    pub(super) fn between(a: &A, b: &impl BoxLike<V>, offset: V::Array<N>) -> Self {
        Self::of_kind(BoxFrame::of(a, 0), BoxFrame::of(b, 1), offset)
    }

    /// A vector's component along axis `i` of `a`, times its norm.
    #[inline(always)]
    fn along(a: &BoxFrame<V, N>, i: usize, x: &V::Array<N>) -> N {
        if A::AXIS_ALIGNED { x[i] } else { dot::<V, N>(&a.rows[i], x) }
    }

    #[inline(always)]
    fn seen_from(a: &BoxFrame<V, N>, whole: V::Array<N>) -> BoxVector<V, N> {
        BoxVector { whole, in_a: V::hot_array(|i| Self::along(a, i, &whole)) }
    }

    /// A vector, for its components.
    #[inline(always)]
    pub(crate) fn seen(&self, whole: V::Array<N>) -> BoxVector<V, N> {
        Self::seen_from(&self.a, whole)
    }

    /// The component of a vector along an axis, times the positive factor.
    #[inline(always)]
    pub(crate) fn component(&self, axis: BoxAxis, x: &BoxVector<V, N>) -> N {
        let (m, e) = (&self.relative, &x.in_a);
        match axis {
            BoxAxis::FaceOfA(i) => e[i] * self.b.norm,
            BoxAxis::FaceOfB(j) => dot::<V, N>(&self.b.rows[j], &x.whole) * self.a.norm,
            BoxAxis::Edges(i, j) => {
                let (i1, i2) = ((i + 1) % V::DIM, (i + 2) % V::DIM);
                e[i2] * m[i1][j] - e[i1] * m[i2][j]
            }
        }
    }

    /// The sum of the boxes' radii along an axis, times the positive factor.
    #[inline(always)]
    pub(crate) fn radius(&self, axis: BoxAxis) -> N {
        let (h, k, m) = (&self.a.half, &self.b.half, &self.relative);
        let norms = self.a.norm * self.b.norm;
        match axis {
            BoxAxis::FaceOfA(i) => {
                h[i] * norms + sum::<V, N>(&V::hot_array(|j| m[i][j].abs() * k[j]))
            }
            BoxAxis::FaceOfB(j) => {
                k[j] * norms + sum::<V, N>(&V::hot_array(|i| m[i][j].abs() * h[i]))
            }
            BoxAxis::Edges(i, j) => {
                let (i1, i2) = ((i + 1) % V::DIM, (i + 2) % V::DIM);
                let (j1, j2) = ((j + 1) % V::DIM, (j + 2) % V::DIM);
                let reach_a = h[i1] * m[i2][j].abs() + h[i2] * m[i1][j].abs();
                let reach_b = k[j1] * m[i][j2].abs() + k[j2] * m[i][j1].abs();
                self.a.norm * (reach_a + reach_b)
            }
        }
    }

    /// What rounding errors along an axis are relative to, besides the lengths.
    #[inline(always)]
    pub(crate) fn scale(&self, axis: BoxAxis) -> N {
        let norms = self.a.norm * self.b.norm;
        match axis {
            BoxAxis::FaceOfA(_) | BoxAxis::FaceOfB(_) => norms,
            BoxAxis::Edges(..) => self.a.norm * norms,
        }
    }

    /// The scale of rounding errors: the sum of the pair's lengths.
    #[inline(always)]
    pub(crate) fn lengths(&self) -> N {
        let offset = V::hot_array(|i| self.offset.whole[i].abs());
        sum::<V, N>(&offset) + (sum::<V, N>(&self.a.half) + sum::<V, N>(&self.b.half))
    }

    /// Offers the axes to a visitor; returns true as soon as one separates.
    ///
    /// With a `displacement`, `b` stands for its sweep from half the displacement before its center to half
    /// of it behind: in doubled lengths, either end of a projection moves by that of the displacement.
    #[inline(always)]
    pub(crate) fn separated<J: AxisVisitor<N>>(
        &self,
        displacement: Option<&BoxVector<V, N>>,
        visitor: &mut J,
    ) -> bool {
        self.faces_separate(displacement, visitor) || self.edges_separate(displacement, visitor)
    }

    /// The gap along an axis, times the positive factor.
    #[inline(always)]
    fn gap(&self, axis: BoxAxis, displacement: Option<&BoxVector<V, N>>) -> N {
        let gap = self.component(axis, &self.offset).abs() - self.radius(axis);
        match displacement {
            None => gap,
            Some(displacement) => gap - self.component(axis, displacement).abs(),
        }
    }

    /// What the error of that gap is relative to.
    #[inline(always)]
    fn gap_scale(&self, axis: BoxAxis, displacement: Option<&BoxVector<V, N>>) -> N {
        let lengths = match displacement {
            None => self.lengths(),
            Some(displacement) => {
                let moved = V::hot_array(|i| displacement.whole[i].abs());
                self.lengths() + sum::<V, N>(&moved)
            }
        };
        self.scale(axis) * lengths
    }

    /// Offers the face normals. (Each loop has closures of its own, which are inlined; one that all share would be
    /// called.)
    #[inline(always)]
    pub(super) fn faces_separate<J: AxisVisitor<N>>(
        &self,
        displacement: Option<&BoxVector<V, N>>,
        visitor: &mut J,
    ) -> bool {
        for i in 0..V::DIM {
            let axis = BoxAxis::FaceOfA(i);
            let gap = || self.gap(axis, displacement);
            let scale = || self.gap_scale(axis, displacement);
            if visitor.separates(axis.index::<V>() as u32, gap, scale) {
                return true;
            }
        }
        for j in 0..V::DIM {
            let axis = BoxAxis::FaceOfB(j);
            let gap = || self.gap(axis, displacement);
            let scale = || self.gap_scale(axis, displacement);
            if visitor.separates(axis.index::<V>() as u32, gap, scale) {
                return true;
            }
        }
        false
    }

    /// Offers the cross products of edges.
    #[inline(always)]
    pub(super) fn edges_separate<J: AxisVisitor<N>>(
        &self,
        displacement: Option<&BoxVector<V, N>>,
        visitor: &mut J,
    ) -> bool {
        for i in 0..V::EDGES {
            for j in 0..V::EDGES {
                let m = |next: usize| self.relative[(i + next) % V::DIM][j];
                if visitor.vanishes(m(1)) && visitor.vanishes(m(2)) {
                    continue;
                }
                let axis = BoxAxis::Edges(i, j);
                let gap = || self.gap(axis, displacement);
                let scale = || self.gap_scale(axis, displacement);
                if visitor.separates(axis.index::<V>() as u32, gap, scale) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether two boxes that overlap along all face normals certainly overlap, because an edge of
    /// one is so nearly parallel to an edge of the other that their cross product decides nothing.
    ///
    /// *Lemma.* Let θ < 41° be the angle between some `Aᵢ` and `±Bⱼ`, and ε = 2 sin(θ/2). If along
    /// all six face normals the boxes overlap by at least `m > 2.74·ε·(|h| + |k| + |D|)`, and
    /// `min k ≥ ε|k|` or `min h ≥ ε|h|`, then they overlap.
    ///
    /// *Proof.* Turn `b` about its middle by the smallest rotation that makes `Bⱼ` parallel to `Aᵢ`:
    /// no point `x` of it moves further than `ε|x|`. Shrunk by `δ = ε|k|` along each axis, the turned
    /// box lies inside `b`. It has an edge parallel to one of `a`, so the six face normals decide;
    /// along them the overlap shrinks by at most `(1 + √3)δ`, or `ε|h| + δ + ε|D|`, which `m` exceeds.
    /// So `a` meets the turned box, and penetrates it, and hence `b`. If it is `h` that is large
    /// enough, turn `a` instead. ∎
    ///
    /// Here `overlap` is the least overlap along the faces, times the norms, minus its error bound; `sine`
    /// bounds sin θ times the norms. As the overlap along a normal of `a` is at most the norms times
    /// the lengths, the first condition forces sin θ < ¼, so that θ < 41° needs no test of its own;
    /// and there ε ≤ 1.0081 sin θ.
    #[inline(always)]
    pub(crate) fn nearly_parallel_overlap(&self, overlap: N, sine: N) -> bool
    where
        N: PartialOrd,
    {
        let norms = self.a.norm * self.b.norm;
        let thick = |half: &V::Array<N>| {
            let least = (1..V::DIM).fold(half[0], |least, i| min(least, half[i]));
            least * norms > N::of(THICK_FACTOR) * sine * sum::<V, N>(half)
        };
        overlap > N::of(OVERLAP_FACTOR) * sine * self.lengths()
            && (thick(&self.a.half) || thick(&self.b.half))
    }

    /// A bound on the least sine, times the norms, of an angle between an edge of `a` and one of `b`:
    /// the sum of the two entries of `M` beside the cosine, each of which may be off by `slack`. With
    /// `same_index`, of edges with the same index only.
    #[inline(always)]
    pub(super) fn least_sine(&self, same_index: bool, slack: N) -> N
    where
        N: PartialOrd,
    {
        let m = |i: usize, j: usize| self.relative[i % V::DIM][j].abs();
        let beside = |i: usize, j: usize| m(i + 1, j) + m(i + 2, j);
        let mut least = beside(0, 0);
        for i in 0..V::DIM {
            for j in 0..V::DIM {
                if i == j || !same_index {
                    least = min(least, beside(i, j));
                }
            }
        }
        least + slack.twice()
    }
}
