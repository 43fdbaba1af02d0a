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
//! is found, with bounds on their errors (`certificates`).

mod certificates;

use crate::array::Mapped as _;
use crate::linalg::Vect;
use crate::query::proximity::{Core, ROUNDING, common_point};
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

/// From this fraction of the motion on its end is certainly passed, and `certificates::JUST_INSIDE` of the way to there:
/// 1 + 2⁻²⁰.
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
}

/// Where zero is, projected along the motion.
enum ProjectedOrigin<V: Vector> {
    /// Zero is outside of `K`, along an axis from `a` to `b`.
    Outside(Vect<V, f64>),
    /// Zero is inside a portal.
    Inside(Portal<V>),
}
