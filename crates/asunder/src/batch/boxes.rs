//! Boxes against boxes: the separating-axis test, a pair in every lane.
//!
//! The axes are those of `query::separation`, and so is the order in which they are asked: the faces'
//! normals, the edges' cross products where the faces leave any lane alive, and the lemma of nearly
//! parallel edges where those leave one open.

use super::forms::{AabbLanes, ObbLanes};
use super::lane::{Lane, LaneVerdict, UNIT, bound, difference, dot, length, sum};
use super::stage::LaneKernel;
use crate::query::predicate::Rule;
use crate::query::separation::{OVERLAP_FACTOR, THICK_FACTOR};
use crate::shape::{Aabb, Obb};
use crate::space::Vector;

/// A bound on the error of any gap of two boxes, in units of 2⁻²⁴ of the lengths.
const ERROR: f32 = 44.0;

/// Covers underflow, gradual or to zero, of every product in a gap.
const UNDERFLOW: f32 = 3e-36;

/// Lengths above this could overflow a product.
const LIMIT: f32 = 1e30;

/// Comparisons alone decide: the sign of a difference of two numbers is that of the true one.
impl<V: Vector> LaneKernel<V, Aabb<V>> for Aabb<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &AabbLanes<V, N>, b: &AabbLanes<V, N>, rule: Rule) -> LaneVerdict {
        let mut gap = (a.min[0] - b.max[0]).larger(b.min[0] - a.max[0]);
        for i in 1..V::DIM {
            gap = gap.larger(a.min[i] - b.max[i]).larger(b.min[i] - a.max[i]);
        }
        let zero = gap.splat(0.0);
        let meet = match rule {
            Rule::Closed => N::ALL & !gap.gt_mask(zero),
            Rule::Open => zero.gt_mask(gap),
        };
        LaneVerdict { apart: N::ALL & !meet, meet }
    }
}

impl<V: Vector> LaneKernel<V, Obb<V>> for Obb<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &ObbLanes<V, N>, b: &ObbLanes<V, N>, _rule: Rule) -> LaneVerdict {
        let offset = difference::<V, N>(&b.center, &a.center);
        FaceAxes::of::<false>(&BoxPair { a: *a, b: *b, offset }).verdict()
    }
}

/// In doubled lengths, in which both kinds of box enter without rounding more than once.
impl<V: Vector> LaneKernel<V, Obb<V>> for Aabb<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &AabbLanes<V, N>, b: &ObbLanes<V, N>, _rule: Rule) -> LaneVerdict {
        FaceAxes::of::<true>(&BoxPair::axis_aligned(a, b)).verdict()
    }
}

/// Two boxes, and the offset from the middle of `a` to that of `b`. The axes of an axis-aligned box `a` are not
/// looked at.
#[derive(Clone, Copy, Debug)]
struct BoxPair<V: Vector, N: Lane> {
    a: ObbLanes<V, N>,
    b: ObbLanes<V, N>,
    offset: V::Array<N>,
}

impl<V: Vector, N: Lane> BoxPair<V, N> {
    #[inline(always)]
    fn axis_aligned(a: &AabbLanes<V, N>, b: &ObbLanes<V, N>) -> Self {
        let (mut half, mut doubled, mut offset) = (a.max, b.half, b.center);
        for i in 0..V::DIM {
            half[i] = a.max[i] - a.min[i];
            doubled[i] = b.half[i] + b.half[i];
            offset[i] = (b.center[i] - a.min[i]) + (b.center[i] - a.max[i]);
        }
        let a = ObbLanes { center: a.min, half, axes: b.axes };
        Self { a, b: ObbLanes { half: doubled, ..*b }, offset }
    }
}

/// The verdict of the face normals of two boxes.
#[derive(Clone, Copy, Debug)]
struct FaceAxes<V: Vector, N: Lane> {
    pair: BoxPair<V, N>,
    /// The largest gap.
    worst: N,
    lengths: N,
    /// The offset from `a` to `b` along the axes of `a`.
    along: V::Array<N>,
    /// The rotation between the boxes.
    relative: V::Array<V::Array<N>>,
}

impl<V: Vector, N: Lane> FaceAxes<V, N> {
    #[inline(always)]
    fn of<const AXIS_ALIGNED: bool>(pair: &BoxPair<V, N>) -> Self {
        let BoxPair { a, b, offset } = pair;
        let (mut along, mut relative) = (*offset, b.axes);
        let mut worst = offset[0].splat(f32::MIN);
        for i in 0..V::DIM {
            if !AXIS_ALIGNED {
                along[i] = dot::<V, N>(&a.axes[i], offset);
            }
            let mut gap = along[i].abs() - a.half[i];
            for j in 0..V::DIM {
                let cosine =
                    if AXIS_ALIGNED { b.axes[j][i] } else { dot::<V, N>(&a.axes[i], &b.axes[j]) };
                relative[i][j] = cosine.at_most_one();
                gap = relative[i][j].abs().neg_mul_add(b.half[j], gap);
            }
            worst = worst.larger(gap);
        }
        for j in 0..V::DIM {
            let mut gap = dot::<V, N>(&b.axes[j], offset).abs() - b.half[j];
            for i in 0..V::DIM {
                gap = relative[i][j].abs().neg_mul_add(a.half[i], gap);
            }
            worst = worst.larger(gap);
        }
        let halves = sum::<V, N>(&a.half) + sum::<V, N>(&b.half);
        let lengths = length::<V, N>(offset) + halves;
        Self { pair: *pair, worst, lengths, along, relative }
    }

    /// The largest gap along the cross products of edges.
    #[inline(always)]
    fn edges(&self) -> N {
        let (e, m) = (&self.along, &self.relative);
        let (h, k) = (&self.pair.a.half, &self.pair.b.half);
        let mut worst = self.worst.splat(f32::MIN);
        for i in 0..V::EDGES {
            let (i1, i2) = ((i + 1) % V::DIM, (i + 2) % V::DIM);
            for j in 0..V::EDGES {
                let (j1, j2) = ((j + 1) % V::DIM, (j + 2) % V::DIM);
                let along = e[i1].neg_mul_add(m[i2][j], e[i2] * m[i1][j]);
                let mut gap = m[i2][j].abs().neg_mul_add(h[i1], along.abs());
                gap = m[i1][j].abs().neg_mul_add(h[i2], gap);
                gap = m[i][j2].abs().neg_mul_add(k[j1], gap);
                gap = m[i][j1].abs().neg_mul_add(k[j2], gap);
                worst = worst.larger(gap);
            }
        }
        worst
    }

    #[inline(always)]
    fn verdict(&self) -> LaneVerdict {
        let bound = bound(self.lengths, ERROR, UNDERFLOW, LIMIT);
        let faces = LaneVerdict::of(self.worst, bound);
        // Lanes that touch along a normal stay open, whatever the edges say, unless those part them.
        if V::EDGES == 0 || faces.meet == 0 {
            return faces;
        }
        let edges = LaneVerdict::of(self.edges(), bound);
        let apart = faces.apart | edges.apart;
        let (alive, meet) = (faces.meet & !edges.apart, faces.meet & edges.meet);
        let meet = if alive == meet { meet } else { meet | alive & self.nearly_parallel(bound) };
        LaneVerdict { apart, meet }
    }

    /// A bound on the least sine of an angle between two edges, as `BoxAxes::least_sine`.
    #[inline(always)]
    fn least_sine(&self) -> N {
        let m = |i: usize, j: usize| self.relative[i % V::DIM][j].abs();
        let mut sine = m(1, 0) + m(2, 0);
        for i in 0..V::DIM {
            for j in 0..V::DIM {
                sine = sine.smaller(m(i + 1, j) + m(i + 2, j));
            }
        }
        sine + sine.splat(2.0 * ERROR * UNIT)
    }

    /// The lanes whose boxes overlap because two of their edges are all but parallel: the lemma at
    /// `BoxAxes::nearly_parallel_overlap`, over all pairs of edges.
    #[inline(always)]
    fn nearly_parallel(&self, bound: N) -> u32 {
        let sine = self.least_sine();
        let overlap = sine.splat(0.0) - self.worst - bound;
        let thick = |half: &V::Array<N>| {
            let mut least = half[0];
            for i in 1..V::DIM {
                least = least.smaller(half[i]);
            }
            least.gt_mask(sine.splat(THICK_FACTOR) * sine * sum::<V, N>(half))
        };
        let deep = overlap.gt_mask(sine.splat(OVERLAP_FACTOR) * sine * self.lengths);
        deep & (thick(&self.pair.a.half) | thick(&self.pair.b.half))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::Number;
    use crate::query::predicate::tests::assert_covers;
    use glam::{Vec2, Vec3};

    /// The largest error of a gap and of an entry of the rotation, in units of the lengths: they are
    /// linear in those, so it is found where one length is one and the others are zero.
    fn derived<V: Vector, const AXIS_ALIGNED: bool>(offset_error: f64, half_error: f64) -> f64 {
        let mut worst = 0.0;
        // Axes are rounded once from f64: half a unit, and a little for the f64 behind it.
        let axes = V::array(|_| V::array(|_| Roundoff::unit(0.501)));
        for corner in 0..3 * V::DIM {
            let lengths =
                |first: usize, error: f64| {
                    V::array(|i| {
                        if first + i == corner { Roundoff::unit(error) } else { Roundoff::ZERO }
                    })
                };
            let half = lengths(0, half_error);
            let a = ObbLanes { center: half, half, axes };
            let b = ObbLanes { half: lengths(V::DIM, 0.0), ..a };
            let offset = lengths(2 * V::DIM, offset_error);
            let faces = FaceAxes::<V, Roundoff>::of::<AXIS_ALIGNED>(&BoxPair { a, b, offset });
            let gaps = faces.worst.larger_error(faces.edges());
            let entries = (0..V::DIM)
                .flat_map(|i| (0..V::DIM).map(move |j| (i, j)))
                .map(|(i, j)| faces.relative[i][j].error)
                .fold(0.0, f64::max);
            worst = f64::max(worst, f64::max(gaps, entries) * SLACK);
        }
        worst
    }

    trait Larger {
        fn larger_error(self, other: Self) -> f64;
    }
    impl Larger for Roundoff {
        fn larger_error(self, other: Self) -> f64 {
            f64::max(self.error, other.error)
        }
    }

    #[test]
    fn the_bound_is_derived() {
        // Centres are subtracted once; half extents enter as they are.
        let turned = derived::<Vec3, false>(1.0, 0.0);
        assert_covers(f64::from(ERROR), turned);
        assert!(derived::<Vec2, false>(1.0, 0.0) <= turned);
        // The offset from an axis-aligned box sums two differences, whose errors count against the offset and
        // the size, which is itself one.
        let axis_aligned = derived::<Vec3, true>(2.0, 2.0);
        assert!(
            axis_aligned <= turned && derived::<Vec2, true>(2.0, 2.0) <= turned,
            "{axis_aligned}"
        );
    }

    /// Where all entries come out as zero, two of them may be off to the full, and the sine is that of
    /// both.
    #[test]
    fn a_sine_allows_for_an_error_in_each_of_two_entries() {
        let zero = Roundoff::ZERO;
        let (length, axes) = ([zero; 3], [[zero; 3]; 3]);
        let form = ObbLanes::<Vec3, _> { center: length, half: length, axes };
        let faces = FaceAxes::of::<true>(&BoxPair { a: form, b: form, offset: length });
        let sine = faces.least_sine().magnitude;
        assert_covers(sine, 2.0_f64.sqrt() * f64::from(ERROR * UNIT));
    }
}
