//! Boxes and points in boxes: the separating-axis test.

use super::is_finite;
use crate::exact::{Number, exact_difference, widen};
use crate::query::cascade::{Filter, Judge, Rule, Text, decide_exactly, decide_rarely, glance};
use crate::shape::{Aabb, Obb};
use crate::space::Vector;
use core::cmp::Ordering;
use core::marker::PhantomData;

/// A box as the texts see it, in *doubled* lengths: so an [`Aabb`], stored by its corners, and an
/// [`Obb`], stored by its middle, enter the same text without rounding.
pub(crate) trait BoxLike<V: Vector> {
    /// Whether the axes are the coordinate axes, so that what lies along one is read, not computed.
    const UPRIGHT: bool = false;
    /// The axes, `norm` long, and `norm`.
    fn frame<N: Number>(&self, slot: usize) -> (V::Array<V::Array<N>>, N);
    /// Twice the half extents.
    fn size<N: Number>(&self) -> V::Array<N>;
    /// Twice the middle.
    fn twice_center<N: Number>(&self) -> V::Array<N>;
    /// Twice the way from the middle to a point, as differences, which keep their precision far
    /// from the origin.
    fn twice_offset<N: Number>(&self, point: &V::Array<f32>) -> V::Array<N>;
}

/// A box by its facts, of which some have axes in common with others.
trait Stored<V: Vector>: BoxLike<V> {
    /// The rotation as stored.
    fn rotation(&self) -> V::RotationArray;
    /// The ends along coordinate axis `t`, if that is an axis of the box and `f64` holds them.
    fn ends(&self, t: usize) -> Option<[f64; 2]>;
}

impl<V: Vector> BoxLike<V> for Aabb<V> {
    const UPRIGHT: bool = true;
    #[inline(always)]
    fn frame<N: Number>(&self, _slot: usize) -> (V::Array<V::Array<N>>, N) {
        (V::array(|i| V::array(|j| if i == j { N::ONE } else { N::ZERO })), N::ONE)
    }
    #[inline(always)]
    fn size<N: Number>(&self) -> V::Array<N> {
        V::array(|i| N::of(self.max[i]) - N::of(self.min[i]))
    }
    #[inline(always)]
    fn twice_center<N: Number>(&self) -> V::Array<N> {
        V::array(|i| N::of(self.min[i]) + N::of(self.max[i]))
    }
    #[inline(always)]
    fn twice_offset<N: Number>(&self, point: &V::Array<f32>) -> V::Array<N> {
        V::array(|i| {
            let p = N::of(point[i]);
            (p - N::of(self.min[i])) + (p - N::of(self.max[i]))
        })
    }
}

impl<V: Vector> Stored<V> for Aabb<V> {
    #[inline(always)]
    fn rotation(&self) -> V::RotationArray {
        V::IDENTITY
    }
    #[inline(always)]
    fn ends(&self, t: usize) -> Option<[f64; 2]> {
        Some([widen(self.min[t]), widen(self.max[t])])
    }
}

impl<V: Vector> BoxLike<V> for Obb<V> {
    #[inline(always)]
    fn frame<N: Number>(&self, slot: usize) -> (V::Array<V::Array<N>>, N) {
        V::frame(self.rotation, slot)
    }
    #[inline(always)]
    fn size<N: Number>(&self) -> V::Array<N> {
        V::array(|i| N::of(self.half_extents[i]).twice())
    }
    #[inline(always)]
    fn twice_center<N: Number>(&self) -> V::Array<N> {
        V::array(|i| N::of(self.center[i]).twice())
    }
    #[inline(always)]
    fn twice_offset<N: Number>(&self, point: &V::Array<f32>) -> V::Array<N> {
        V::array(|i| (N::of(point[i]) - N::of(self.center[i])).twice())
    }
}

impl<V: Vector> Stored<V> for Obb<V> {
    #[inline(always)]
    fn rotation(&self) -> V::RotationArray {
        self.rotation
    }
    #[inline(always)]
    fn ends(&self, t: usize) -> Option<[f64; 2]> {
        let (middle, half) = (widen(self.center[t]), widen(self.half_extents[t]));
        Some([exact_difference(middle, half)?, exact_difference(middle, -half)?])
    }
}

/// A turned box by the axes it caches, which `f32` need not compute from the rotation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cached<'a, V: Vector>(pub(super) &'a Obb<V>);

impl<V: Vector> BoxLike<V> for Cached<'_, V> {
    #[inline(always)]
    fn frame<N: Number>(&self, _slot: usize) -> (V::Array<V::Array<N>>, N) {
        let axes = &self.0.axes;
        (V::array(|i| V::array(|j| N::of_rounded(axes[i][j]))), N::ONE)
    }
    #[inline(always)]
    fn size<N: Number>(&self) -> V::Array<N> {
        self.0.size()
    }
    #[inline(always)]
    fn twice_center<N: Number>(&self) -> V::Array<N> {
        self.0.twice_center()
    }
    #[inline(always)]
    fn twice_offset<N: Number>(&self, point: &V::Array<f32>) -> V::Array<N> {
        self.0.twice_offset(point)
    }
}

/// One box of a pair: its axes `norm` long, and its reach along each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxFrame<V: Vector, N: Number> {
    pub(crate) rows: V::Array<V::Array<N>>,
    pub(crate) norm: N,
    pub(crate) half: V::Array<N>,
}

impl<V: Vector, N: Number> BoxFrame<V, N> {
    #[inline(always)]
    pub(crate) fn of(shape: &impl BoxLike<V>, slot: usize) -> Self {
        let (rows, norm) = shape.frame(slot);
        Self { rows, norm, half: shape.size() }
    }
}

/// The separating-axis test of two boxes: both boxes' face normals, then in 3D the cross products
/// of their edges.
///
/// With `M = |a||b|·AᵀB` the rotation between the boxes, `D` the way from `a` to `b`, `e = |a|·AᵀD`
/// and `f = |b|·BᵀD`, the gaps are, times the positive factor that clears the denominators,
///
/// | axis | gap | degree |
/// |---|---|---|
/// | `Aᵢ` | `abs(eᵢ)·nb − (hᵢ·na·nb + Σⱼ abs(Mᵢⱼ)·kⱼ)` | 5 |
/// | `Bⱼ` | `abs(fⱼ)·na − (kⱼ·na·nb + Σᵢ abs(Mᵢⱼ)·hᵢ)` | 5 |
/// | `Aᵢ×Bⱼ` | `abs(eᵢ₂Mᵢ₁ⱼ − eᵢ₁Mᵢ₂ⱼ) − na·(hᵢ₁·abs(Mᵢ₂ⱼ) + hᵢ₂·abs(Mᵢ₁ⱼ) + kⱼ₁·abs(Mᵢⱼ₂) + kⱼ₂·abs(Mᵢⱼ₁))` | 7 |
///
/// with `i₁, i₂` the two indices after `i`. Where two edges are parallel their cross product is
/// zero and separates nothing; it is skipped by exact arithmetic, not by a tolerance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axes<V: Vector, N: Number, A = Obb<V>> {
    pub(crate) a: BoxFrame<V, N>,
    pub(crate) b: BoxFrame<V, N>,
    /// The way from the middle of `a` to that of `b`.
    pub(crate) offset: V::Array<N>,
    /// `M`, once the faces have been offered.
    pub(crate) relative: V::Array<V::Array<N>>,
    /// `e`, likewise.
    along: V::Array<N>,
    /// What kind of box `a` is.
    kind: PhantomData<A>,
}

#[inline(always)]
pub(crate) fn dot<V: Vector, N: Number>(x: &V::Array<N>, y: &V::Array<N>) -> N {
    (1..V::DIM).fold(x[0] * y[0], |sum, i| sum + x[i] * y[i])
}

#[inline(always)]
pub(crate) fn sum<V: Vector, N: Number>(x: &V::Array<N>) -> N {
    (1..V::DIM).fold(x[0], |sum, i| sum + x[i])
}

impl<V: Vector, N: Number> Axes<V, N> {
    #[inline(always)]
    pub(crate) fn new(a: BoxFrame<V, N>, b: BoxFrame<V, N>, offset: V::Array<N>) -> Self {
        Self::of_kind(a, b, offset)
    }

    /// The judge's index of the axis `Aᵢ × Bⱼ`; face normals come before.
    #[inline(always)]
    pub(crate) fn edge_index(i: usize, j: usize) -> u32 {
        (2 * V::DIM + V::DIM * i + j) as u32
    }

    /// The bits of the face normals among the judge's axes.
    pub(crate) const FACES: u32 = (1 << (2 * V::DIM)) - 1;
}

impl<V: Vector, N: Number, A: BoxLike<V>> Axes<V, N, A> {
    #[inline(always)]
    fn of_kind(a: BoxFrame<V, N>, b: BoxFrame<V, N>, offset: V::Array<N>) -> Self {
        let along = V::array(|_| N::ZERO);
        Self { a, b, offset, relative: V::array(|_| along), along, kind: PhantomData }
    }

    /// The test of two boxes, in doubled lengths.
    #[inline(always)]
    fn between(a: &A, b: &impl BoxLike<V>, offset: V::Array<N>) -> Self {
        Self::of_kind(BoxFrame::of(a, 0), BoxFrame::of(b, 1), offset)
    }

    /// A vector's component along axis `i` of `a`, times its norm.
    #[inline(always)]
    fn along_a(&self, i: usize, x: &V::Array<N>) -> N {
        if A::UPRIGHT { x[i] } else { dot::<V, N>(&self.a.rows[i], x) }
    }

    /// What rounding errors are measured against: the lengths of the pair, summed.
    #[inline(always)]
    pub(crate) fn lengths(&self) -> N {
        let offset = V::array(|i| self.offset[i].abs());
        sum::<V, N>(&offset) + (sum::<V, N>(&self.a.half) + sum::<V, N>(&self.b.half))
    }

    /// Offers the axes; true as soon as one separates.
    ///
    /// With a `way`, box `b` covers all it sweeps while it moves from half a way before its middle
    /// to half a way behind: every reach grows by the way's own.
    #[inline(always)]
    pub(crate) fn separated<J: Judge<N>>(
        &mut self,
        way: Option<&V::Array<N>>,
        judge: &mut J,
    ) -> bool {
        self.faces_separate(way, judge) || self.edges_separate(way, judge)
    }

    /// The lengths, the way's included.
    #[inline(always)]
    fn swept_lengths(&self, way: Option<&V::Array<N>>) -> N {
        match way {
            None => self.lengths(),
            Some(way) => self.lengths() + sum::<V, N>(&V::array(|i| way[i].abs())),
        }
    }

    /// Offers the face normals.
    #[inline(always)]
    fn faces_separate<J: Judge<N>>(&mut self, way: Option<&V::Array<N>>, judge: &mut J) -> bool {
        let (a, b) = (self.a, self.b);
        let (h, k) = (a.half, b.half);
        let (norms, lengths) = (a.norm * b.norm, self.swept_lengths(way));
        for i in 0..V::DIM {
            let e = self.along_a(i, &self.offset);
            let row = V::array(|j| self.along_a(i, &b.rows[j]).at_most(norms));
            self.along[i] = e;
            self.relative[i] = row;
            let gap = || {
                let reach = V::array(|j| row[j].abs() * k[j]);
                let gap = e.abs() * b.norm - (h[i] * norms + sum::<V, N>(&reach));
                less(gap, way, |way| dot::<V, N>(&a.rows[i], way) * b.norm)
            };
            if judge.separates(i as u32, gap, || norms * lengths) {
                return true;
            }
        }
        let m = &self.relative;
        for j in 0..V::DIM {
            let gap = || {
                let f = dot::<V, N>(&b.rows[j], &self.offset);
                let reach = V::array(|i| m[i][j].abs() * h[i]);
                let gap = f.abs() * a.norm - (k[j] * norms + sum::<V, N>(&reach));
                less(gap, way, |way| dot::<V, N>(&b.rows[j], way) * a.norm)
            };
            if judge.separates((V::DIM + j) as u32, gap, || norms * lengths) {
                return true;
            }
        }
        false
    }

    /// Offers the cross products of edges, after the face normals.
    #[inline(always)]
    fn edges_separate<J: Judge<N>>(&self, way: Option<&V::Array<N>>, judge: &mut J) -> bool {
        let (a, b) = (self.a, self.b);
        let (h, k) = (a.half, b.half);
        let (norms, lengths) = (a.norm * b.norm, self.swept_lengths(way));
        let (m, e) = (&self.relative, &self.along);
        for i in 0..V::EDGES {
            for j in 0..V::EDGES {
                let (i1, i2) = ((i + 1) % V::DIM, (i + 2) % V::DIM);
                let (j1, j2) = ((j + 1) % V::DIM, (j + 2) % V::DIM);
                if judge.vanishes(m[i1][j]) && judge.vanishes(m[i2][j]) {
                    continue;
                }
                let gap = || {
                    let reach_a = h[i1] * m[i2][j].abs() + h[i2] * m[i1][j].abs();
                    let reach_b = k[j1] * m[i][j2].abs() + k[j2] * m[i][j1].abs();
                    let along = e[i2] * m[i1][j] - e[i1] * m[i2][j];
                    less(along.abs() - a.norm * (reach_a + reach_b), way, |way| {
                        let along = |i: usize| dot::<V, N>(&a.rows[i], way);
                        along(i2) * m[i1][j] - along(i1) * m[i2][j]
                    })
                };
                if judge
                    .separates(Axes::<V, N>::edge_index(i, j), gap, || a.norm * (norms * lengths))
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether two boxes that overlap along all face normals certainly overlap, because an edge of
    /// one is so nearly parallel to an edge of the other that their cross product tells nothing.
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
    /// Here `overlap` is the least overlap along the faces, times the norms, less its error; `sine`
    /// bounds sin θ times the norms. As the overlap along a normal of `a` is at most the norms times
    /// the lengths, the first condition forces sin θ < ¼, so that θ < 41° needs no test of its own;
    /// and ε ≤ 1.07 sin θ.
    #[inline(always)]
    pub(crate) fn nearly_parallel_overlap(&self, overlap: N, sine: N) -> bool
    where
        N: PartialOrd,
    {
        let norms = self.a.norm * self.b.norm;
        let thick = |half: &V::Array<N>| {
            let least = (1..V::DIM).fold(half[0], |least, i| lesser(least, half[i]));
            least * norms > N::of(1.5) * sine * sum::<V, N>(half)
        };
        overlap > N::of(4.0) * sine * self.lengths() && (thick(&self.a.half) || thick(&self.b.half))
    }

    /// A bound on the least sine, times the norms, of an angle between an edge of `a` and one of `b`:
    /// the sum of the two entries of `M` beside the cosine. `slack` bounds an entry's error. Looks at
    /// edges of the same index only, or at all.
    #[inline(always)]
    fn least_sine(&self, same_index: bool, slack: N) -> N
    where
        N: PartialOrd,
    {
        let m = |i: usize, j: usize| self.relative[i % V::DIM][j].abs();
        let beside = |i: usize, j: usize| m(i + 1, j) + m(i + 2, j);
        let mut least = beside(0, 0);
        for i in 0..V::DIM {
            for j in 0..V::DIM {
                if i == j || !same_index {
                    least = lesser(least, beside(i, j));
                }
            }
        }
        least + slack.twice()
    }
}

#[inline(always)]
fn lesser<N: PartialOrd>(x: N, y: N) -> N {
    if x < y { x } else { y }
}

/// A gap, less what a way reaches along the axis.
#[inline(always)]
fn less<N: Number, W>(gap: N, way: Option<&W>, reach: impl FnOnce(&W) -> N) -> N {
    match way {
        None => gap,
        Some(way) => gap - reach(way).abs(),
    }
}

/// Box against box from the stored numbers.
struct BoxBox<'a, V: Vector, A: BoxLike<V>> {
    a: &'a A,
    b: &'a Obb<V>,
}

impl<V: Vector, A: BoxLike<V>> BoxBox<'_, V, A> {
    #[inline(always)]
    fn axes<N: Number>(&self) -> Axes<V, N, A> {
        Axes::between(self.a, self.b, self.a.twice_offset(&self.b.center))
    }
}

impl<V: Vector, A: BoxLike<V>> Text<V> for BoxBox<'_, V, A> {
    const ERROR: f64 = 168.0;

    fn separated<N: Number, J: Judge<N>>(&self, judge: &mut J) -> bool {
        self.axes::<N>().separated(None, judge)
    }
}

/// How two boxes lie along an axis that is a coordinate axis of both, if `f64` holds the ends of
/// both exactly.
fn along_coordinate_axis(a: Option<[f64; 2]>, b: Option<[f64; 2]>) -> Option<Ordering> {
    let ([a_min, a_max], [b_min, b_max]) = (a?, b?);
    // Positive: a gap; zero: a touch; negative: an overlap.
    let (front, back) = (a_min.partial_cmp(&b_max)?, b_min.partial_cmp(&a_max)?);
    Some(if front > back { front } else { back })
}

/// Stages two and three of box against box: `f64`, then exact numbers.
#[cold]
#[inline(never)]
fn box_box<V: Vector, A: Stored<V>>(a: &A, b: &Obb<V>, rule: Rule) -> bool {
    let faces = Axes::<V, f64>::FACES;
    let mut known = 0;
    let shared = V::shared_axes(a.rotation(), b.rotation);
    for t in (0..V::DIM).filter(|t| shared >> t & 1 == 1) {
        match along_coordinate_axis(a.ends(t), b.ends(t)) {
            Some(Ordering::Greater) => return false,
            Some(Ordering::Equal) if rule == Rule::Open => return false,
            Some(_) => known |= (1 | 1 << V::DIM) << t,
            None => {}
        }
    }
    if known == faces {
        return true;
    }
    let text = BoxBox { a, b };
    let error = <BoxBox<'_, V, A> as Text<V>>::ERROR;
    // Along a shared axis the verdict is in; and as the boxes have parallel edges there, no cross
    // product separates them if no face does.
    let asked = if known == 0 { u32::MAX } else { faces & !known };
    let mut filter = Filter::asking(error, asked).watching(faces);
    let mut axes = text.axes::<f64>();
    if axes.faces_separate(None, &mut filter)
        || known == 0 && axes.edges_separate(None, &mut filter)
    {
        return false;
    }
    let open = filter.open;
    if open == 0 {
        return true;
    }
    if open & faces == 0 {
        let slack = filter.relative * axes.a.norm * axes.b.norm;
        let overlap = -filter.worst - slack * axes.lengths();
        if axes.nearly_parallel_overlap(overlap, axes.least_sine(false, slack)) {
            return true;
        }
    }
    decide_exactly::<V, _>(&text, rule, open)
}

/// Stage one of box against box: the cached axes in `f32`, against one bound for all gaps.
///
/// The largest gap stands for all: no value is NaN, because axes are finite and lengths limited.
struct Hot {
    bound: f32,
    /// The largest gap so far.
    worst: f32,
}

impl Hot {
    #[inline(always)]
    fn new(bound: f32) -> Self {
        Self { bound, worst: f32::NEG_INFINITY }
    }

    /// Whether the boxes certainly overlap along every axis offered.
    #[inline(always)]
    fn all_overlap(&self) -> bool {
        self.worst < -self.bound
    }
}

/// A bound on the error of a gap over `f32` from cached axes, in units of 2⁻²⁴ of the lengths.
const HOT_ERROR: f32 = 38.0;

/// Covers underflow, gradual or to zero, of every product in a gap.
const HOT_UNDERFLOW: f32 = 3e-36;

/// Half an ulp of one in `f32`.
const HOT_UNIT: f32 = f32::EPSILON / 2.0;

/// Lengths above this could overflow a product.
const HOT_LIMIT: f32 = 1e30;

impl Judge<f32> for Hot {
    #[inline(always)]
    fn separates(
        &mut self,
        _index: u32,
        gap: impl FnOnce() -> f32,
        _scale: impl FnOnce() -> f32,
    ) -> bool {
        let gap = gap();
        self.worst = if gap > self.worst { gap } else { self.worst };
        gap > self.bound
    }

    #[inline(always)]
    fn vanishes(&mut self, _x: f32) -> bool {
        false
    }
}

/// Whether two boxes certainly meet, or certainly do not, by their cached axes.
#[inline(always)]
fn hot<V: Vector, A: BoxLike<V>>(mut axes: Axes<V, f32, A>) -> Option<bool> {
    let lengths = axes.lengths();
    if lengths < HOT_LIMIT {
        let bound = HOT_ERROR * HOT_UNIT * lengths + HOT_UNDERFLOW;
        let (mut faces, mut edges) = (Hot::new(bound), Hot::new(bound));
        if axes.faces_separate(None, &mut faces) {
            return Some(false);
        }
        // Boxes that touch along a face normal cannot be told to overlap, so the edges can wait.
        if !faces.all_overlap() {
            return None;
        }
        if axes.edges_separate(None, &mut edges) {
            return Some(false);
        }
        // Boxes that stand upright, or have a rotation in common, share edges of the same index.
        let parallel = || {
            let sine = axes.least_sine(true, HOT_ERROR * HOT_UNIT);
            axes.nearly_parallel_overlap(-faces.worst - bound, sine)
        };
        if edges.all_overlap() || parallel() {
            return Some(true);
        }
    }
    None
}

pub(super) fn obb_obb<V: Vector>(a: &Obb<V>, b: &Obb<V>, rule: Rule) -> bool {
    // Both are stored by their middles, so no length needs doubling.
    let frame = |o: &Obb<V>| BoxFrame { rows: o.axes, norm: 1.0, half: o.half_extents };
    let offset = V::array(|i| b.center[i] - a.center[i]);
    hot(Axes::<V, f32>::new(frame(a), frame(b), offset)).unwrap_or_else(|| box_box(a, b, rule))
}

pub(super) fn aabb_obb<V: Vector>(a: &Aabb<V>, b: &Obb<V>, rule: Rule) -> bool {
    let offset = a.twice_offset(&b.center);
    hot(Axes::between(a, &Cached(b), offset)).unwrap_or_else(|| box_box(a, b, rule))
}

/// Comparisons alone decide, so nothing is rounded.
pub(super) fn aabb_aabb<V: Vector>(a: &Aabb<V>, b: &Aabb<V>, rule: Rule) -> bool {
    (0..V::DIM).all(|i| match rule {
        Rule::Closed => a.min[i] <= b.max[i] && b.min[i] <= a.max[i],
        Rule::Open => a.min[i] < b.max[i] && b.min[i] < a.max[i],
    })
}

pub(super) fn point_aabb<V: Vector>(point: &V, b: &Aabb<V>, rule: Rule) -> bool {
    let p = point.to_array();
    (0..V::DIM).all(|i| match rule {
        Rule::Closed => b.min[i] <= p[i] && p[i] <= b.max[i],
        Rule::Open => b.min[i] < p[i] && p[i] < b.max[i],
    })
}

/// Two points differ or are one; the smallest move parts them, so they never penetrate.
pub(super) fn point_point<V: Vector>(a: &V, b: &V, rule: Rule) -> bool {
    rule == Rule::Closed && a.to_array() == b.to_array()
}

/// A point in a box: `abs(eᵢ) ≤ hᵢ·n` along each axis, degree 3.
pub(super) struct PointBox<'a, V: Vector, B: BoxLike<V>> {
    pub(super) point: V::Array<f32>,
    pub(super) shape: &'a B,
}

impl<V: Vector, B: BoxLike<V>> Text<V> for PointBox<'_, V, B> {
    const ERROR: f64 = 32.0;

    #[inline(always)]
    fn separated<N: Number, J: Judge<N>>(&self, judge: &mut J) -> bool {
        let frame = BoxFrame::<V, N>::of(self.shape, 0);
        let offset = self.shape.twice_offset::<N>(&self.point);
        let lengths = || {
            let offset = V::array(|i| offset[i].abs());
            sum::<V, N>(&offset) + sum::<V, N>(&frame.half)
        };
        (0..V::DIM).any(|i| {
            let gap = || dot::<V, N>(&frame.rows[i], &offset).abs() - frame.half[i] * frame.norm;
            judge.separates(i as u32, gap, || frame.norm * lengths())
        })
    }
}

pub(super) fn point_obb<V: Vector>(point: &V, b: &Obb<V>, rule: Rule) -> bool {
    let point_array = point.to_array();
    is_finite(point)
        && glance(&PointBox { point: point_array, shape: &Cached(b) })
            .unwrap_or_else(|| decide_rarely(PointBox { point: point_array, shape: b }, rule))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::roundoff::{Roundoff, SLACK};
    use crate::query::cascade::tests::{ErrorBound, assert_covers};
    use glam::{Vec2, Vec3};

    type Frame<V> = (<V as Vector>::Array<<V as Vector>::Array<Roundoff>>, Roundoff);

    /// The pairs at the corners of the simplex of lengths: one length is one, the others zero.
    fn corners<V: Vector, A: BoxLike<V>>(
        frames: [Frame<V>; 2],
        length: Roundoff,
    ) -> impl Iterator<Item = Axes<V, Roundoff, A>> {
        (0..3 * V::DIM).map(move |corner| {
            let lengths = |first: usize| {
                V::array(|i| if first + i == corner { length } else { Roundoff::ZERO })
            };
            let [(a_rows, a_norm), (b_rows, b_norm)] = frames;
            Axes::of_kind(
                BoxFrame { rows: a_rows, norm: a_norm, half: lengths(0) },
                BoxFrame { rows: b_rows, norm: b_norm, half: lengths(V::DIM) },
                lengths(2 * V::DIM),
            )
        })
    }

    fn derived<V: Vector, A: BoxLike<V>>(frames: [Frame<V>; 2], length: Roundoff) -> f64 {
        let mut bound = ErrorBound::default();
        for mut axes in corners::<V, A>(frames, length) {
            assert!(!axes.separated(None, &mut bound));
            // The lemma counts on the entries of M being no worse than the gaps.
            for i in 0..V::DIM {
                for j in 0..V::DIM {
                    assert!(axes.relative[i][j].error * SLACK <= bound.worst);
                }
            }
        }
        bound.worst
    }

    fn derived_from_facts<V: Vector>(rotation: V::RotationArray) -> f64 {
        let frames = [V::frame(rotation, 0), V::frame(rotation, 1)];
        // An offset between boxes is a sum of two rounded differences, whose errors count against
        // the offset and the size (twice each); a size is one rounded difference.
        derived::<V, Obb<V>>(frames, Roundoff::unit(2.0))
    }

    #[test]
    fn the_f64_bound_is_derived() {
        let space = derived_from_facts::<Vec3>([1.0; 4]);
        let plane = derived_from_facts::<Vec2>([1.0; 2]);
        assert_covers(<BoxBox<'_, Vec3, Obb<Vec3>> as Text<Vec3>>::ERROR, space);
        assert!(plane <= space);
    }

    #[test]
    fn the_f32_bound_is_derived() {
        // Axes are rounded once from f64: half a unit, and a little for the f64 behind it.
        let entry = Roundoff::unit(0.501);
        let frame3 = (Vec3::array(|_| Vec3::array(|_| entry)), Roundoff::ONE);
        let frame2 = (Vec2::array(|_| Vec2::array(|_| entry)), Roundoff::ONE);
        // Centres are subtracted once; half extents enter as they are.
        let space = derived::<Vec3, Obb<Vec3>>([frame3, frame3], Roundoff::unit(1.0));
        let plane = derived::<Vec2, Obb<Vec2>>([frame2, frame2], Roundoff::unit(1.0));
        assert_covers(f64::from(HOT_ERROR), space);
        assert!(plane <= space);
        // An upright box has exact axes, but its offset and size are as in `derived_from_facts`.
        let upright = derived::<Vec3, Aabb<Vec3>>([frame3, frame3], Roundoff::unit(2.0));
        let upright_plane = derived::<Vec2, Aabb<Vec2>>([frame2, frame2], Roundoff::unit(2.0));
        assert!(upright <= space && upright_plane <= space, "{upright} {upright_plane}");
    }

    #[test]
    fn the_point_bound_is_derived() {
        let (mut bound, mut cached) = (ErrorBound::default(), ErrorBound::default());
        for corner in 0..6 {
            let one = |i: usize| if i == corner { 1.0 } else { 0.0 };
            let shape = Obb::<Vec3>::new([0.0; 3], [one(0), one(1), one(2)], [1.0; 4]);
            let point = [one(3), one(4), one(5)];
            PointBox { point, shape: &shape }.separated::<Roundoff, _>(&mut bound);
            PointBox { point, shape: &Cached(&shape) }.separated::<Roundoff, _>(&mut cached);
        }
        assert_covers(<PointBox<'_, Vec3, Obb<Vec3>> as Text<Vec3>>::ERROR, bound.worst);
        assert!(cached.worst <= bound.worst);
    }
}
