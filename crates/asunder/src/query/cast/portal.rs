//! Where a line enters and leaves the Minkowski difference of two polytopes, by portals.
//!
//! Let `K = b - a`, and let `a` move along `v`. At the fraction `t` the shapes meet if `t·v` is in `K`. A *portal*
//! is a triangle of vertices of `K` (in 2D a segment) that the line along `v` pierces. One is found by looking
//! along the line, where zero must be inside the outline of `K`; if it is not, an axis across the motion parts
//! the shapes for good. The portal is then moved outwards to the support point along its normal, to either
//! side, until it is part of the facet through which the line enters or leaves (Snethen, "XenoCollide", Game
//! Programming Gems 7, 2008).
//!
//! All is in `f64`, and nothing is decided. [`Portals::proves_apart`] and [`Portals::proves_inside`] check what
//! is found, with bounds on their errors.

use crate::array::Mapped as _;
use crate::exact::{Number as _, at_or_below, widen};
use crate::linalg::Vect;
use crate::query::proximity::{Core, ROUNDING, common_point};
use crate::query::ray_cast::Started;
use crate::space::Vector;
use core::cell::{Cell, OnceCell};

/// A vertex of `K`, by the indices of the corners of both shapes.
#[derive(Clone, Copy)]
pub(super) struct DifferenceVertex<V: Vector> {
    corners: (usize, usize),
    x: Vect<V, f64>,
}

/// As many vertices as a facet needs: three, or two in 2D.
pub(super) type Portal<V> = [DifferenceVertex<V>; 3];

/// The facet through which the line enters or leaves `K`.
pub(super) struct Passage<V: Vector> {
    portal: Portal<V>,
    /// The unit normal, out of `K`: from `b` to `a` where the line enters.
    pub(super) normal: Vect<V, f64>,
    /// The fraction of the motion, by estimate.
    pub(super) fraction: f64,
    /// The gap at rest against the normal, from `a` to `b`: a pass over all corners finds it, once.
    gap: OnceCell<f64>,
}

/// Two bounded polytopes, one of which moves, and where it enters and leaves the other.
pub(super) struct Portals<'c, V: Vector> {
    a: &'c Core<'c, V>,
    b: &'c Core<'c, V>,
    origin: V::Array<f32>,
    velocity: Vect<V, f64>,
    /// A bound on the error of a gap along a unit axis at rest, and so of a corner (see `proximity`). Proofs ask
    /// for twice as much, which leaves room for the motion.
    error: f64,
    /// A bound on the taxicab length of any vertex of `K`, and of the motion.
    size: f64,
    /// The corners that were found last.
    near: Cell<(usize, usize)>,
}

/// The vertices of `K` with which the search for a portal begins: those furthest against the motion and along it, or,
/// of few corners and in 2D, to either side of it.
pub(super) struct Tips<V: Vector> {
    /// The motion's direction, of length one.
    along: Vect<V, f64>,
    /// Whether they lie to either side of the motion: then one portal serves for both ends.
    pub(super) is_aside: bool,
    first: DifferenceVertex<V>,
    last: DifferenceVertex<V>,
}

/// Where a line passes the surface of `K`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LineEnd {
    Entry,
    Exit,
}

impl LineEnd {
    /// The sign that the normal has along the motion.
    fn sense(self) -> f64 {
        match self {
            Self::Entry => -1.0,
            Self::Exit => 1.0,
        }
    }
}

impl<V: Vector> Tips<V> {
    /// The vertices that are known with a portal.
    pub(super) fn with(&self, [p, q, r]: Portal<V>) -> [DifferenceVertex<V>; 5] {
        [self.first, self.last, p, q, r]
    }
}

impl<V: Vector> Passage<V> {
    /// The vertices of its portal.
    fn vertices(&self) -> &[DifferenceVertex<V>] {
        &self.portal[..V::DIM]
    }

    /// `None` if the normal is zero or across the motion.
    fn of(portal: Portal<V>, normal: Vect<V, f64>, velocity: Vect<V, f64>) -> Option<Self> {
        let normal = normal.normalized()?;
        let fraction = normal.dot(portal[0].x) / normal.dot(velocity);
        fraction.is_finite().then_some(Self { portal, normal, fraction, gap: OnceCell::new() })
    }
}

/// Where the line along the motion passes `K`.
pub(super) enum LinePassage<V: Vector> {
    /// Beside it: an axis that parts the shapes, from `a` to `b`.
    Beside(Vect<V, f64>),
    /// Through it, by a portal.
    Through(Portal<V>),
}

/// The most steps of a search; polytopes of a few hundred corners take ten.
const STEPS: usize = 64;

/// The error of a volume, relative to the product of the taxicab lengths of the edges that span it: 2⁻⁴⁸.
const VOLUME_ERROR: f64 = 1.0 / (1u64 << 48) as f64;

/// How far inside of the passages the proof is made that the line is inside of `K` between them, as a part of their
/// distance: nearer than an `f32` mostly is, further than rounding hides: 2⁻³⁶.
const JUST_INSIDE: f64 = 1.0 / (1u64 << 36) as f64;

/// From this fraction of the motion on its end is certainly passed, and [`JUST_INSIDE`] of the way to there: 1 + 2⁻²⁰.
const AFTER_END: f64 = 1.0 + 1.0 / (1u64 << 20) as f64;

/// How far from the direction in which `K` faces the line vertices around the line are sought before they are sought
/// across it: the taxicab lengths of what is added to a vector of length one.
const TILTS: [f64; 2] = [0.7, 5.0];

/// Of shapes with no more corners than this, all added up, one portal across the motion takes fewer support points than
/// one at either end.
const FEW: usize = 16;

/// The sine beyond which a line through a ball is taken to pass it no further from its middle.
const STEEP: f64 = 0.95;

/// A support point less than this part of the size beyond a portal is on it.
const FLUSH: f64 = 1.0 / (1u64 << 46) as f64;

impl<'c, V: Vector> Portals<'c, V> {
    /// `None` for rounded and unbounded shapes.
    pub(super) fn of(
        a: &'c Core<'c, V>,
        b: &'c Core<'c, V>,
        origin: V::Array<f32>,
        velocity: Vect<V, f64>,
    ) -> Option<Self> {
        let bounded = !(a.is_unbounded() || b.is_unbounded());
        let sharp = a.radius + b.radius == 0.0;
        let size = a.size + b.size + velocity.norm1();
        let error = ROUNDING * size + (a.error + b.error);
        (bounded && sharp && error < f64::INFINITY).then_some(Self {
            a,
            b,
            origin,
            velocity,
            error,
            size,
            near: Cell::new((0, 0)),
        })
    }

    /// The vertex of `K` furthest along a direction; of hulls, by a walk from the last one.
    #[inline(always)]
    fn support(&self, direction: Vect<V, f64>) -> DifferenceVertex<V> {
        self.support_from(direction, self.near.get())
    }

    /// The vertex of `K` furthest along a direction; of hulls, by a walk from corners that may be near.
    #[inline(always)]
    fn support_from(&self, direction: Vect<V, f64>, (i, j): (usize, usize)) -> DifferenceVertex<V> {
        let back = -direction;
        let corners = (self.a.furthest_from(&back.0, i), self.b.furthest_from(&direction.0, j));
        self.near.set(corners);
        let (from, to) = (self.a.corner(corners.0), self.b.corner(corners.1));
        DifferenceVertex { corners, x: Vect(to) - Vect(from) }
    }

    /// The vertices of `K` to begin with; `None` for a motion of zero.
    pub(super) fn tips(&self) -> Option<Tips<V>> {
        let along = self.velocity.normalized()?;
        let is_aside = V::IN_PLANE || self.a.corner_count() + self.b.corner_count() <= FEW;
        let axis = match V::DIM {
            2 => self.velocity.cross(self.velocity),
            _ if is_aside => along.cross(Vect::axis(along.flattest_axis())),
            _ => along,
        };
        let first = self.support(-axis);
        let last = if V::IN_SPACE && is_aside { first } else { self.support(axis) };
        Some(Tips { along, is_aside, first, last })
    }

    /// Where the line passes `K`, by a portal that faces the side where it enters or leaves; `None` where rounding
    /// hides it.
    pub(super) fn line(&self, tips: &Tips<V>, side: LineEnd) -> Option<LinePassage<V>> {
        let found = if V::IN_PLANE { self.segment(tips) } else { self.triangle(tips, side) };
        Some(match found? {
            ProjectedOrigin::Outside(axis) => LinePassage::Beside(axis),
            ProjectedOrigin::Inside(portal) => LinePassage::Through(portal),
        })
    }

    /// A portal in 2D: the support points to either side of the line.
    fn segment(
        &self,
        &Tips { first: right, last: left, .. }: &Tips<V>,
    ) -> Option<ProjectedOrigin<V>> {
        let across = self.velocity.cross(self.velocity);
        if left.x.dot(across) < 0.0 {
            return Some(ProjectedOrigin::Outside(-across));
        }
        if right.x.dot(across) > 0.0 {
            return Some(ProjectedOrigin::Outside(across));
        }
        Some(ProjectedOrigin::Inside([right, left, left]))
    }

    /// The normal where the line would enter or leave a ball with the tips of `K`, of length one or so: a direction
    /// to look for a portal in, and nothing rests on it.
    fn facing(&self, Tips { along, first, last, .. }: &Tips<V>, side: LineEnd) -> Vect<V, f64> {
        let ahead = *along * side.sense();
        let radius = 0.5 * (last.x - first.x).dot(*along);
        let middle = (first.x + last.x) * 0.5;
        let beside = (middle - *along * middle.dot(*along)) * (1.0 / radius);
        let square = beside.square();
        if square < STEEP * STEEP {
            ahead * (1.0 - square).sqrt() - beside
        } else if square < f64::INFINITY {
            ahead * (1.0 - STEEP * STEEP).sqrt() - beside * (STEEP / square.sqrt())
        } else {
            ahead
        }
    }

    /// A portal in 3D: looking along the line, a triangle around zero. Its vertices are sought in directions near
    /// the one that `K` faces the line with, so that they are near the facet where the line passes; further away from
    /// it, where these do not reach around zero.
    fn triangle(&self, tips: &Tips<V>, side: LineEnd) -> Option<ProjectedOrigin<V>> {
        let along = tips.along;
        let facing = if tips.is_aside { Vect::zero() } else { self.facing(tips, side) };
        let first = if side == LineEnd::Entry { tips.first } else { tips.last };
        self.near.set(first.corners);
        let beyond = |direction: Vect<V, f64>, level: f64| {
            let unit = direction * (1.0 / direction.norm1());
            let mut tilts = TILTS[if tips.is_aside { TILTS.len() } else { 0 }..].iter();
            loop {
                let tilt = tilts.next();
                let found = self.support(tilt.map_or(direction, |&tilt| facing + unit * tilt));
                let height = found.x.dot(direction);
                if tilt.is_none() || height > level && height >= 0.0 {
                    return found;
                }
            }
        };
        let mut direction = along * first.x.dot(along) - first.x;
        if !(direction.square() > 0.0) {
            direction = along.cross(Vect::axis(along.flattest_axis()));
        }
        let second = beyond(direction, f64::NEG_INFINITY);
        if second.x.dot(direction) < 0.0 {
            return Some(ProjectedOrigin::Outside(-direction));
        }
        let (mut p, mut q) = (first, second);
        for _ in 0..STEPS {
            // Towards zero from the segment between both: that one turned by a right angle about the motion.
            let normal = along.cross(q.x - p.x);
            let height = normal.dot(p.x);
            direction = if height > 0.0 { -normal } else { normal };
            let level = p.x.dot(direction);
            let third = beyond(direction, level);
            if third.x.dot(direction) < 0.0 {
                return Some(ProjectedOrigin::Outside(-direction));
            }
            if !(third.x.dot(direction) > level) {
                return None;
            }
            // Counterclockwise, seen against the motion.
            let (low, high) = if height > 0.0 { (q, p) } else { (p, q) };
            let side = |x: &DifferenceVertex<V>, y: &DifferenceVertex<V>| x.x.cross(y.x).dot(along);
            if side(&high, &third) < 0.0 {
                (p, q) = (third, high);
            } else if side(&third, &low) < 0.0 {
                (p, q) = (low, third);
            } else {
                return Some(ProjectedOrigin::Inside([low, high, third]));
            }
        }
        None
    }

    /// The normal of a portal whose part along the motion has the sign of `sense`, of any length.
    fn outward(&self, portal: &Portal<V>, sense: f64) -> Vect<V, f64> {
        let [p, q, r] = portal;
        let normal = (q.x - p.x).cross(r.x - p.x);
        if sense * normal.dot(self.velocity) < 0.0 { -normal } else { normal }
    }

    /// The facet through which the line enters or leaves `K`, from any portal; if it leaves after the end of the
    /// motion, any portal that the line passes after it.
    pub(super) fn outermost(&self, mut portal: Portal<V>, side: LineEnd) -> Option<Passage<V>> {
        let flush = FLUSH * self.size;
        for _ in 0..STEPS {
            let normal = self.outward(&portal, side.sense());
            let height = normal.dot(portal[0].x);
            let speed = normal.dot(self.velocity);
            if side == LineEnd::Exit && speed > 0.0 && height > AFTER_END * speed {
                return Passage::of(portal, normal, self.velocity);
            }
            let next = self.support_from(normal, portal[2].corners);
            let is_known = portal.iter().any(|known| known.corners == next.corners);
            let gain = normal.dot(next.x) - height;
            if is_known || !(gain > 0.0 && gain * gain > flush * flush * normal.square()) {
                return Passage::of(portal, normal, self.velocity);
            }
            if V::IN_PLANE {
                let across = self.velocity.cross(self.velocity);
                let is_left = next.x.dot(across) > 0.0;
                portal =
                    if is_left { [portal[0], next, next] } else { [next, portal[1], portal[1]] };
                continue;
            }
            // On which side of the line the vertices are, seen from the new one.
            let turn = next.x.cross(self.velocity);
            let sides = portal.mapped(|known| known.x.dot(turn));
            let pierced = (0..3).find(|&i| sides[i] <= 0.0 && sides[(i + 1) % 3] >= 0.0)?;
            portal = [portal[pierced], portal[(pierced + 1) % 3], next];
        }
        None
    }

    /// Whether the shapes are certainly apart all through a part of the motion, by a gap along a direction from
    /// `a` to `b`.
    pub(super) fn proves_apart(&self, axis: Vect<V, f64>, part: [f64; 2]) -> bool {
        axis.normalized().is_some_and(|axis| self.keeps(axis, self.gap_along(axis), part))
    }

    /// As [`proves_apart`](Self::proves_apart), by the gap against the normal of a passage.
    pub(super) fn proves_apart_at(&self, passage: &Passage<V>, part: [f64; 2]) -> bool {
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
    pub(super) fn proves_inside(
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
    pub(super) fn inner_part(&self, entry: &Passage<V>, exit: &Passage<V>) -> Option<[f64; 2]> {
        let margin = JUST_INSIDE * (exit.fraction - entry.fraction);
        let (from, to) = (entry.fraction + margin, exit.fraction - margin);
        let is_inside = from < to
            && self.proves_inside(from, entry, exit.vertices())
            && self.proves_inside(to, exit, entry.vertices());
        is_inside.then_some([from, to])
    }

    /// A point that the shapes share at the start, within rounding, where GJK finds that they overlap.
    pub(super) fn shared_at_start(&self) -> Option<Vect<V, f64>> {
        Some(Vect::of(&self.origin) + Vect(common_point(self.a, self.b)?))
    }

    /// The point of `b` where the line passes, of those whose differences are the portal.
    pub(super) fn point(&self, passage: &Passage<V>) -> Vect<V, f64> {
        let Passage { portal, fraction, .. } = passage;
        let at = self.velocity * *fraction;
        // The shares of the portal's vertices are as the areas across from them, seen along the motion.
        let from_line = |i: usize| portal[i].x - at;
        let area = |i: usize| {
            if V::IN_PLANE {
                return from_line(1 - i).dot(self.velocity.cross(self.velocity)).abs();
            }
            let (x, y) = (from_line((i + 1) % 3), from_line((i + 2) % 3));
            x.cross(y).dot(self.velocity).abs()
        };
        let all = (0..V::DIM).fold(0.0, |sum, i| sum + area(i));
        let mut point = Vect::of(&self.origin);
        for (i, vertex) in portal.iter().enumerate().take(V::DIM) {
            let share = if all > 0.0 { area(i) / all } else { 1.0 / V::DIM as f64 };
            point = point + Vect(self.b.corner(vertex.corners.1)) * share;
        }
        point
    }

    /// Whether both shapes have a face along a passage: then they touch along an area.
    pub(super) fn are_flush(&self, passage: &Passage<V>) -> bool {
        let (i, j) = passage.portal[0].corners;
        let normal = passage.normal;
        self.b.has_face_at(&normal.0, j) && self.a.has_face_at(&(-normal).0, i)
    }

    /// Whether the shapes certainly penetrate at a fraction, which is in the inner part of the line or in one of the
    /// simplices at its ends.
    pub(super) fn proves_contact(
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
    pub(super) fn proved_entry(
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
    pub(super) fn started(
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

/// Where zero is, projected along the motion.
enum ProjectedOrigin<V: Vector> {
    /// Zero is outside of `K`, along an axis from `a` to `b`.
    Outside(Vect<V, f64>),
    /// Zero is inside a portal.
    Inside(Portal<V>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::{Number, UNIT};
    use crate::shape::{AnyShape as _, Triangle};
    use asunder_jury::Rng;
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
