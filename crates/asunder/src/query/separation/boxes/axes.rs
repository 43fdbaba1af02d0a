//! The candidate axes of two boxes, and a lemma that decides boxes with nearly parallel edges.

use super::frame::{BoxFrame, BoxLike};
use crate::exact::Number;
use crate::linalg::{Vect, min};
use crate::query::predicate::AxisVisitor;
use crate::shape::Obb;
use crate::space::Vector;
use core::marker::PhantomData;

/// The separating-axis test of two boxes: both boxes' face normals, then in 3D the cross products
/// of their edges.
///
/// With `M = |a||b|·AᵀB` the rotation between the boxes, `D` the offset from `a` to `b`, `e = |a|·AᵀD`
/// and `f = |b|·BᵀD`, the gaps are, times the positive factor that clears the denominators,
///
/// | axis | gap | degree |
/// |---|---|---|
/// | `Aᵢ` | `abs(eᵢ)·nb − (hᵢ·na·nb + Σⱼ abs(Mᵢⱼ)·kⱼ)` | 5 |
/// | `Bⱼ` | `abs(fⱼ)·na − (kⱼ·na·nb + Σᵢ abs(Mᵢⱼ)·hᵢ)` | 5 |
/// | `Aᵢ×Bⱼ` | `abs(eᵢ₂Mᵢ₁ⱼ − eᵢ₁Mᵢ₂ⱼ) − na·(hᵢ₁·abs(Mᵢ₂ⱼ) + hᵢ₂·abs(Mᵢ₁ⱼ) + kⱼ₁·abs(Mᵢⱼ₂) + kⱼ₂·abs(Mᵢⱼ₁))` | 7 |
///
/// with `i₁, i₂` the two indices after `i`. Where two edges are parallel their cross product is
/// zero and separates nothing; it is skipped if it is exactly zero, not by a tolerance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxAxes<V: Vector, N: Number, A = Obb<V>> {
    pub(crate) a: BoxFrame<V, N>,
    pub(crate) b: BoxFrame<V, N>,
    /// The offset from the center of `a` to that of `b`.
    pub(crate) offset: V::Array<N>,
    /// `M`, once the faces have been offered.
    pub(crate) relative: V::Array<V::Array<N>>,
    /// `e`, once the faces have been offered.
    along: V::Array<N>,
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

    /// The visitor's index of the axis `Aᵢ × Bⱼ`; face normals come before.
    #[inline(always)]
    pub(crate) fn edge_index(i: usize, j: usize) -> u32 {
        (2 * V::DIM + V::DIM * i + j) as u32
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
        let along = V::hot_array(|_| N::ZERO);
        Self { a, b, offset, relative: V::hot_array(|_| along), along, kind: PhantomData }
    }

    /// The test of two boxes, in doubled lengths.
    #[inline(always)]
    pub(super) fn between(a: &A, b: &impl BoxLike<V>, offset: V::Array<N>) -> Self {
        Self::of_kind(BoxFrame::of(a, 0), BoxFrame::of(b, 1), offset)
    }

    /// A vector's component along axis `i` of `a`, times its norm.
    #[inline(always)]
    fn along_a(&self, i: usize, x: &V::Array<N>) -> N {
        if A::AXIS_ALIGNED { x[i] } else { dot::<V, N>(&self.a.rows[i], x) }
    }

    /// The scale of rounding errors: the sum of the pair's lengths.
    #[inline(always)]
    pub(crate) fn lengths(&self) -> N {
        let offset = V::hot_array(|i| self.offset[i].abs());
        sum::<V, N>(&offset) + (sum::<V, N>(&self.a.half) + sum::<V, N>(&self.b.half))
    }

    /// Offers the axes to a visitor; returns true as soon as one separates.
    ///
    /// With a `displacement`, `b` stands for its sweep from half the displacement before its center to half
    /// of it behind: in doubled lengths, either end of a projection moves by that of the displacement.
    #[inline(always)]
    pub(crate) fn separated<J: AxisVisitor<N>>(
        &mut self,
        displacement: Option<&V::Array<N>>,
        visitor: &mut J,
    ) -> bool {
        self.faces_separate(displacement, visitor) || self.edges_separate(displacement, visitor)
    }

    /// The scale of rounding errors with a displacement.
    #[inline(always)]
    fn swept_lengths(&self, displacement: Option<&V::Array<N>>) -> N {
        match displacement {
            None => self.lengths(),
            Some(displacement) => {
                self.lengths() + sum::<V, N>(&V::hot_array(|i| displacement[i].abs()))
            }
        }
    }

    /// Offers the face normals.
    #[inline(always)]
    pub(super) fn faces_separate<J: AxisVisitor<N>>(
        &mut self,
        displacement: Option<&V::Array<N>>,
        visitor: &mut J,
    ) -> bool {
        let (a, b) = (self.a, self.b);
        let (h, k) = (a.half, b.half);
        let (norms, lengths) = (a.norm * b.norm, self.swept_lengths(displacement));
        for i in 0..V::DIM {
            let e = self.along_a(i, &self.offset);
            let row = V::hot_array(|j| self.along_a(i, &b.rows[j]).at_most(norms));
            self.along[i] = e;
            self.relative[i] = row;
            let gap = || {
                let reach = V::hot_array(|j| row[j].abs() * k[j]);
                let gap = e.abs() * b.norm - (h[i] * norms + sum::<V, N>(&reach));
                less(gap, displacement, |displacement| {
                    dot::<V, N>(&a.rows[i], displacement) * b.norm
                })
            };
            if visitor.separates(i as u32, gap, || norms * lengths) {
                return true;
            }
        }
        let m = &self.relative;
        for j in 0..V::DIM {
            let gap = || {
                let f = dot::<V, N>(&b.rows[j], &self.offset);
                let reach = V::hot_array(|i| m[i][j].abs() * h[i]);
                let gap = f.abs() * a.norm - (k[j] * norms + sum::<V, N>(&reach));
                less(gap, displacement, |displacement| {
                    dot::<V, N>(&b.rows[j], displacement) * a.norm
                })
            };
            if visitor.separates((V::DIM + j) as u32, gap, || norms * lengths) {
                return true;
            }
        }
        false
    }

    /// Offers the cross products of edges, after the face normals.
    #[inline(always)]
    pub(super) fn edges_separate<J: AxisVisitor<N>>(
        &self,
        displacement: Option<&V::Array<N>>,
        visitor: &mut J,
    ) -> bool {
        let (a, b) = (self.a, self.b);
        let (h, k) = (a.half, b.half);
        let (norms, lengths) = (a.norm * b.norm, self.swept_lengths(displacement));
        let (m, e) = (&self.relative, &self.along);
        for i in 0..V::EDGES {
            for j in 0..V::EDGES {
                let (i1, i2) = ((i + 1) % V::DIM, (i + 2) % V::DIM);
                let (j1, j2) = ((j + 1) % V::DIM, (j + 2) % V::DIM);
                if visitor.vanishes(m[i1][j]) && visitor.vanishes(m[i2][j]) {
                    continue;
                }
                let gap = || {
                    let reach_a = h[i1] * m[i2][j].abs() + h[i2] * m[i1][j].abs();
                    let reach_b = k[j1] * m[i][j2].abs() + k[j2] * m[i][j1].abs();
                    let along = e[i2] * m[i1][j] - e[i1] * m[i2][j];
                    less(along.abs() - a.norm * (reach_a + reach_b), displacement, |displacement| {
                        let along = |i: usize| dot::<V, N>(&a.rows[i], displacement);
                        along(i2) * m[i1][j] - along(i1) * m[i2][j]
                    })
                };
                if visitor.separates(BoxAxes::<V, N>::edge_index(i, j), gap, || {
                    a.norm * (norms * lengths)
                }) {
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

/// A gap minus the projection of a displacement on the axis.
#[inline(always)]
fn less<N: Number, W>(gap: N, displacement: Option<&W>, reach: impl FnOnce(&W) -> N) -> N {
    match displacement {
        None => gap,
        Some(displacement) => gap - reach(displacement).abs(),
    }
}
