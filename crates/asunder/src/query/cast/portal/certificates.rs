//! What the portals' search has found, checked: certificates in `f64` that shapes are apart, or penetrate.

use super::{DifferenceVertex, Passage, Portals};
use crate::exact::{Number as _, at_or_below, widen};
use crate::linalg::Vect;
use crate::query::ray_cast::Started;
use crate::space::Vector;

/// The error of a volume, relative to the product of the taxicab lengths of the edges that span it: 2⁻⁴⁸.
const VOLUME_ERROR: f64 = 1.0 / (1u64 << 48) as f64;

/// How far inside of the passages the proof is made that the line is inside of `K` between them, as a part of their
/// distance: nearer than an `f32` mostly is, further than rounding hides: 2⁻³⁶.
const JUST_INSIDE: f64 = 1.0 / (1u64 << 36) as f64;

impl<V: Vector> Portals<'_, V> {
    /// Whether the shapes are certainly apart all through a part of the motion, by a gap along a direction from
    /// `a` to `b`.
    pub(in crate::query::cast) fn proves_apart(&self, axis: Vect<V, f64>, part: [f64; 2]) -> bool {
        axis.normalized().is_some_and(|axis| self.keeps(axis, self.gap_along(axis), part))
    }

    /// As [`proves_apart`](Self::proves_apart), by the gap against the normal of a passage.
    pub(in crate::query::cast) fn proves_apart_at(
        &self,
        passage: &Passage<V>,
        part: [f64; 2],
    ) -> bool {
        let axis = -passage.normal;
        self.keeps(axis, *passage.gap.get_or_init(|| self.gap_along(axis)), part)
    }

    /// The gap at rest along a unit axis from `a` to `b`.
    fn gap_along(&self, axis: Vect<V, f64>) -> f64 {
        let (high, back) = (self.a.highest(&axis.0), self.b.highest(&(-axis).0));
        (0.0 - back) - high
    }

    /// Whether a gap at rest along a unit axis certainly stays all through a part of the motion.
    fn keeps(&self, axis: Vect<V, f64>, gap: f64, [from, to]: [f64; 2]) -> bool {
        let speed = axis.dot(self.velocity);
        let gap = gap - (from * speed).larger(to * speed);
        // The axis is as long as one up to rounding, and so is its taxicab length.
        gap > 2.0 * self.error
    }

    /// Whether the shapes certainly penetrate at a fraction: `t·v` is inside a simplex of vertices of `K`, by more
    /// than these can be off. The simplex is that of a passage and of the deepest of some vertices behind it.
    ///
    /// Moving the vertices by no more than `e` moves each point of the simplex by no more than `e`, if it keeps
    /// its barycentric coordinates. So the moved simplex covers every point that was further than `e` from
    /// the boundary.
    pub(in crate::query::cast) fn proves_inside(
        &self,
        fraction: f64,
        own: &Passage<V>,
        behind: &[DifferenceVertex<V>],
    ) -> bool {
        let point = self.velocity * fraction;
        let depth = |vertex: &DifferenceVertex<V>| 0.0 - own.normal.dot(vertex.x - own.portal[0].x);
        let deeper = |best, next| if depth(next) > depth(best) { next } else { best };
        let Some(deepest) = behind.iter().reduce(deeper) else { return false };
        let mut simplex = [own.portal[0].x, own.portal[1].x, own.portal[2].x, deepest.x];
        simplex[V::DIM] = deepest.x;
        // The facet of some vertices, and the one across from it.
        let is_behind = |[base, first, second, across]: [usize; 4]| {
            let base = simplex[base];
            let (first, second) = (simplex[first] - base, simplex[second] - base);
            let (inside, beside) = (simplex[across] - base, point - base);
            let normal = first.cross(second);
            let inner = normal.dot(inside);
            let height = normal.dot(beside);
            let height = if inner > 0.0 { height } else { 0.0 - height };
            // The vertices' errors, and those of the products, which have three factors, in 2D two. The taxicab
            // length of the normal is no less than its length.
            let area = first.norm1() * if V::IN_PLANE { 1.0 } else { second.norm1() };
            let moved = 2.0 * self.error * normal.norm1();
            let bound = |arm: Vect<V, f64>| moved + VOLUME_ERROR * area * arm.norm1();
            // The inner side is certain, too: that of a flat simplex is what rounding makes it.
            height > bound(beside) && inner.abs() > bound(inside)
        };
        if V::IN_PLANE {
            return is_behind([1, 2, 2, 0]) && is_behind([0, 2, 2, 1]) && is_behind([0, 1, 1, 2]);
        }
        is_behind([0, 1, 2, 3])
            && is_behind([1, 2, 3, 0])
            && is_behind([0, 2, 3, 1])
            && is_behind([0, 1, 3, 2])
    }

    /// A part of the line that is certainly inside of `K`, nearly from one passage to the other: `K` is convex, so it
    /// takes a proof at either end.
    pub(in crate::query::cast) fn inner_part(
        &self,
        entry: &Passage<V>,
        exit: &Passage<V>,
    ) -> Option<[f64; 2]> {
        let margin = JUST_INSIDE * (exit.fraction - entry.fraction);
        let (from, to) = (entry.fraction + margin, exit.fraction - margin);
        let is_inside = from < to
            && self.proves_inside(from, entry, exit.vertices())
            && self.proves_inside(to, exit, entry.vertices());
        is_inside.then_some([from, to])
    }

    /// Whether the shapes certainly penetrate at a fraction, which is in the inner part of the line or in one of the
    /// simplices at its ends.
    pub(in crate::query::cast) fn proves_contact(
        &self,
        fraction: f64,
        inner: Option<[f64; 2]>,
        [entry, exit]: [&Passage<V>; 2],
    ) -> bool {
        inner.is_some_and(|[from, to]| from <= fraction && fraction <= to)
            || self.proves_inside(fraction, entry, exit.vertices())
            || self.proves_inside(fraction, exit, entry.vertices())
    }

    /// The fraction of an entry after the start, where it is proved without the exit: the shapes are apart up to
    /// it, and penetrate just after. `known` are vertices of `K`.
    pub(in crate::query::cast) fn proved_entry(
        &self,
        entry: &Passage<V>,
        known: &[DifferenceVertex<V>],
    ) -> Option<f32> {
        if !(entry.fraction > 0.0 && entry.fraction < 1.0) {
            return None;
        }
        let fraction = at_or_below(entry.fraction);
        let is_proved = self.proves_apart_at(entry, [0.0, widen(fraction)])
            && self.proves_inside(widen(fraction.next_up()), entry, known);
        is_proved.then_some(fraction)
    }

    /// The relative position at the start that is certain.
    pub(in crate::query::cast) fn started(
        &self,
        inner: Option<[f64; 2]>,
        passages: [&Passage<V>; 2],
    ) -> Option<Started> {
        let apart = |passage: &Passage<V>| self.proves_apart_at(passage, [0.0; 2]);
        if passages.into_iter().any(apart) {
            return Some(Started::Apart);
        }
        self.proves_contact(0.0, inner, passages).then_some(Started::Overlapping)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::{Number, UNIT};
    use crate::query::proximity::{Core, ROUNDING};
    use crate::shape::{AnyShape as _, Triangle};
    use asunder_jury::Rng;
    use core::cell::OnceCell;
    use glam::Vec3;

    /// Four vertices in one plane, of which rounding makes a simplex, prove nothing.
    #[test]
    fn a_flat_simplex_has_no_inside() {
        let mut rng = Rng::new(61);
        let still = Triangle::<Vec3>::new([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        for _ in 0..4000 {
            let [u, v] = [0; 2].map(|_: i32| [0; 3].map(|_: i32| rng.between(-1.0, 1.0)));
            let motion = u.map(|x| (x / 64.0) as f32);
            let shape = still.as_shape_ref();
            let Some(core) = Core::of(&shape, still.a) else { panic!("triangles have corners") };
            let portals = Portals::of(&core, &core, still.a, Vect::of(&motion));
            let Some(portals) = portals else { panic!("triangles are bounded") };
            let vertex = |_: usize| {
                let (x, y) = (rng.between(-1.0, 1.0), rng.between(-1.0, 1.0));
                DifferenceVertex::<Vec3> {
                    corners: (0, 0),
                    x: Vect([0, 1, 2].map(|t| x * u[t] + y * v[t])),
                }
            };
            let all = [0, 1, 2, 3, 4, 5].map(vertex);
            let passage = |from: usize| Passage {
                portal: [all[from], all[from + 1], all[from + 2]],
                normal: Vect::axis(2),
                fraction: 0.0,
                gap: OnceCell::new(),
            };
            for fraction in [0.0, 0.5, 1.0] {
                let [own, other] = [&passage(0), &passage(3)];
                assert!(!portals.proves_inside(fraction, own, other.vertices()), "{u:?} {v:?}");
            }
        }
    }

    /// Edges are differences of vertices, rounded once.
    #[test]
    fn the_error_of_volumes_is_derived() {
        let mut worst = 0.0;
        // The edges with the largest error lead along coordinate axes, which ones ever.
        for place in 0..27_usize {
            let edge = |i: u32| {
                let axis = place / 3_usize.pow(i) % 3;
                Vect::<Vec3, Roundoff>::from_fn(|t| {
                    let length = if t == axis { 1.0 } else { 0.0 };
                    Roundoff { magnitude: length, error: length }
                })
            };
            let volume = edge(0).cross(edge(1)).dot(edge(2));
            worst = volume.error.larger(worst);
        }
        assert!(worst * SLACK <= VOLUME_ERROR / UNIT, "{worst}");
        assert!(worst * 8.0 > VOLUME_ERROR / UNIT, "{worst}");
    }

    /// A gap at rest has 49 of the 64 units of its bound; the motion adds a product of three terms and a difference.
    #[test]
    fn a_motion_adds_less_than_is_left() {
        let axis = Vect::<Vec3, Roundoff>::along_axis(0, Roundoff::unit(2.0));
        let speed = axis.dot(Vect::splat(Roundoff::unit(0.0)));
        let closed = Roundoff::unit(0.0) * speed;
        let gap = closed - Roundoff::unit(49.0);
        assert!(gap.error * SLACK <= 2.0 * ROUNDING / UNIT, "{}", gap.error);
    }
}
