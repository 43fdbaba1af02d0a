//! Convex hulls against each other, in time proportional to their corners.
//!
//! GJK walks along the edges of both. What it ends with is proved by one pass over the corners, if they are apart,
//! or by the orientations of a simplex around zero, if they penetrate; both in `f64`, with bounds on the errors.
//!
//! Hulls that touch leave it open. Then one of them is moved away by a little, in the direction of their
//! middles, and the direction between the nearest points is taken as a guess at the features that touch: the
//! corners of both that are highest along it. Their edges give the axis in exact numbers, and only these
//! corners are compared exactly. A gap of zero along it proves that the hulls do not penetrate. Whether they
//! touch is then a question in the plane: whether the two faces, which lie in one plane, share a point.

use super::any_any;
use crate::array::{Mapped as _, array_of};
use crate::exact::{Exact, Number, UNIT, widen};
use crate::linalg::Vect;
use crate::query::gjk::{Corner, Goal, Outcome, Simplex, SimplexSearch, Support, search};
use crate::query::predicate::{Predicate, Rule, evaluate};
use crate::shape::{AnyShape, ConvexHull, Point, Structure, polygon};
use crate::space::Vector;
use core::cmp::Ordering;

/// The error of a height over a corner, relative to the sum of the magnitudes of the axis and of the corner: a
/// corner is a difference, and a height sums three products.
const HEIGHT_ERROR: f64 = 8.0 * UNIT;

/// The error of the volume of a simplex, relative to the third power of the taxicab length of its vertices
/// and of the corners that they are differences of.
const VOLUME_ERROR: f64 = 128.0 * UNIT;

/// Corners this part of the size below the highest one may belong to its feature: 2⁻³⁶. Others are certainly
/// below, also along the exact axis, which is off by less than half of it.
const LEVEL: f64 = 1.0 / (1u64 << 36) as f64;

/// Edges whose sine is below this span no axis that is certain enough: 2⁻¹⁰.
const THIN: f64 = 1.0 / (1u64 << 10) as f64;

/// How far a hull that may touch is moved away, as a part of the size: 2⁻¹².
const AWAY: f64 = 1.0 / (1u64 << 12) as f64;

type Wide<V> = Vect<V, f64>;

pub(super) fn convex_hull_convex_hull<V: Vector>(
    a: &ConvexHull<V>,
    b: &ConvexHull<V>,
    rule: Rule,
) -> bool {
    let pair = HullPair::<V>::of(a.structure(), b.structure());
    pair.decide(rule).unwrap_or_else(|| any_any(a.as_shape_ref(), b.as_shape_ref(), rule))
}

/// Of up to this many faces it is faster to ask on which side of each a point is than to search.
const FEW_FACES: usize = 32;

/// A point is in a hull if it is behind all faces, or on them.
pub(super) fn point_convex_hull<V: Vector>(point: &V, hull: &ConvexHull<V>, rule: Rule) -> bool {
    let side = if hull.face_count() <= FEW_FACES { hull.locate(point) } else { None };
    match side {
        Some(side) => !rule.separates(side),
        None => any_any(point.as_shape_ref(), hull.as_shape_ref(), rule),
    }
}

/// Directions in which the search starts again where zero lies on an edge or face of its simplex by symmetry:
/// of no symmetry that models have.
const STARTS: [[f64; 3]; 3] = [[0.36, 0.48, 0.8], [-0.64, 0.48, 0.6], [0.28, -0.96, 0.1]];

/// A hull's corners, relative to an origin, and displaced.
struct Corners<'h, V: Vector> {
    hull: &'h Structure<V>,
    origin: Wide<V>,
    by: Wide<V>,
}

impl<V: Vector> Support<V> for Corners<'_, V> {
    #[inline(always)]
    fn furthest(&self, direction: &V::Array<f64>, near: usize) -> usize {
        self.hull.furthest(direction, near)
    }
    #[inline(always)]
    fn vertex(&self, i: usize) -> V::Array<f64> {
        self.corner(i).0
    }
}

impl<V: Vector> Corners<'_, V> {
    fn count(&self) -> usize {
        self.hull.corners.len()
    }

    #[inline(always)]
    fn corner(&self, i: usize) -> Wide<V> {
        self.hull.columns.corner(i) - self.origin + self.by
    }

    /// The corner furthest along a direction.
    fn extreme(&self, direction: Wide<V>) -> Wide<V> {
        self.corner(self.furthest(&direction.0, 0))
    }

    /// The greatest height over zero along an axis.
    fn highest(&self, axis: Wide<V>) -> f64 {
        let [_, high] = self.hull.columns.interval(axis, self.origin, self.by);
        high
    }

    /// The mean of the corners, rounded.
    fn middle(&self) -> Wide<V> {
        self.hull.middle - self.origin + self.by
    }
}

/// Two hulls.
struct HullPair<'h, V: Vector> {
    a: Corners<'h, V>,
    b: Corners<'h, V>,
    /// A bound on the taxicab length of every corner.
    size: f64,
}

impl<'h, V: Vector> HullPair<'h, V> {
    fn of(a: &'h Structure<V>, b: &'h Structure<V>) -> Self {
        let origin = a.columns.corner(0);
        let corners = |hull| Corners { hull, origin, by: Vect::zero() };
        let (a, b) = (corners(a), corners(b));
        let largest = |corners: &Corners<'_, V>| corners.corner(0).norm1() + corners.hull.reach;
        let size = largest(&a).larger(largest(&b));
        Self { a, b, size }
    }

    /// The answer, if it is certain.
    fn decide(&self, rule: Rule) -> Option<bool> {
        let again = || STARTS.iter().find_map(|start| self.penetrates(Vect::from_fn(|t| start[t])));
        self.penetrates(self.b.middle() - self.a.middle())
            .or_else(|| self.decide_touch(rule))
            .or_else(again)
    }

    /// Whether the hulls certainly penetrate, or are certainly apart, by a search that starts along a direction.
    fn penetrates(&self, start: Wide<V>) -> Option<bool> {
        match search::<V>(&self.a, &self.b, &start.0, Goal::Decide { radius: 0.0 }) {
            Outcome::Apart(simplex) => self.is_gap(Vect(simplex.nearest)).then_some(false),
            Outcome::Around(simplex) => self.surrounds(&simplex).then_some(true),
            Outcome::At(simplex) => self.surrounds_from(&simplex).then_some(true),
            Outcome::Near(_) | Outcome::Nearest(_) | Outcome::Unknown => None,
        }
    }

    /// Whether there certainly is a gap along an axis from `a` to `b`.
    fn is_gap(&self, axis: Wide<V>) -> bool {
        let gap = 0.0 - self.b.highest(-axis) - self.a.highest(axis);
        gap > 2.0 * HEIGHT_ERROR * axis.norm1() * self.size
    }

    /// Whether zero is certainly inside a simplex: seen from zero, all facets have the same orientation.
    fn surrounds(&self, simplex: &Simplex<V>) -> bool {
        let points = simplex.points.mapped(Vect);
        if simplex.count != V::DIM + 1
            || simplex.corners.iter().any(|corner| !matches!(corner, Corner::Vertex(..)))
        {
            return false;
        }
        let facets = (0..=V::DIM).map(|left_out| {
            let mut facet =
                [0, 1, 2].mapped(|k| points[if k < left_out { k } else { (k + 1) % 4 }]);
            if left_out % 2 == 1 {
                facet.swap(0, 1);
            }
            facet
        });
        self.are_turned_alike(facets)
    }

    /// Whether zero, on a simplex of `K = b - a` that is flat, is certainly inside of `K`: inside of the double
    /// pyramid of that simplex and the vertices of `K` furthest to all sides of it.
    fn surrounds_from(&self, simplex: &Simplex<V>) -> bool {
        let [p, q, r, _] = simplex.points.mapped(Vect);
        if simplex.corners[..simplex.count].iter().any(|x| !matches!(x, Corner::Vertex(..))) {
            return false;
        }
        let edge = q - p;
        if V::IN_PLANE && simplex.count == 2 {
            let across = edge.cross(edge);
            let [up, down] = [self.vertex_along(across), self.vertex_along(-across)];
            return self.are_turned_alike(
                [[p, up], [up, q], [q, down], [down, p]].mapped(|[x, y]| [x, y, y]).into_iter(),
            );
        }
        let pyramids = |apexes: [Wide<V>; 2], around: &[Wide<V>]| {
            let sides = around.len();
            let facets = (0..2 * sides).map(|i| {
                let (from, to) = (around[i / 2], around[(i / 2 + 1) % sides]);
                if i % 2 == 0 { [apexes[0], from, to] } else { [apexes[1], to, from] }
            });
            self.are_turned_alike(facets)
        };
        match simplex.count {
            2 => {
                let across = edge.cross(Vect::axis(edge.flattest_axis()));
                let other = edge.cross(across);
                let around = [across, other, -across, -other];
                pyramids([p, q], &around.mapped(|direction| self.vertex_along(direction)))
            }
            3 if V::IN_SPACE => {
                let across = edge.cross(r - p);
                let apexes = [across, -across].mapped(|direction| self.vertex_along(direction));
                pyramids(apexes, &[p, q, r])
            }
            _ => false,
        }
    }

    /// The vertex of `K = b - a` furthest along a direction.
    fn vertex_along(&self, direction: Wide<V>) -> Wide<V> {
        self.b.extreme(direction) - self.a.extreme(-direction)
    }

    /// Whether the facets of a closed surface of vertices of `K` certainly have the same orientation, seen from
    /// zero. Then the surface misses zero and winds around it at least once, also if facets overlap; so zero is
    /// inside of the hull of the vertices. In the plane only the first two vertices of a facet count.
    fn are_turned_alike(&self, facets: impl Iterator<Item = [Wide<V>; 3]>) -> bool {
        let (mut all_right, mut all_left) = (true, true);
        for facet in facets {
            let length = facet.mapped(Vect::norm1).into_iter().fold(2.0 * self.size, f64::larger);
            let bound = VOLUME_ERROR * length * length * if V::IN_PLANE { 1.0 } else { length };
            let volume = facet[0].cross(facet[1]).dot(facet[V::DIM - 1]);
            all_right &= volume > bound;
            all_left &= volume < -bound;
        }
        all_right || all_left
    }

    /// The answer by the features that may touch; `None` where these decide nothing.
    fn decide_touch(&self, rule: Rule) -> Option<bool> {
        let between = self.b.middle() - self.a.middle();
        let length = between.length();
        if !(length > AWAY * self.size) {
            return None;
        }
        let away = Corners { by: between * (AWAY * self.size / length), ..self.b };
        let goal =
            Goal::Nearest { size: 2.0 * self.size, least: 0.0, search: SimplexSearch::ByVolumes };
        let Outcome::Nearest(simplex) = search::<V>(&self.a, &away, &between.0, goal) else {
            return None;
        };
        let features = Features::along(self, Vect(simplex.nearest))?;
        let ComparedFeatures::Along(touch) = evaluate::<V, _>(&features) else { return None };
        if rule.separates(touch.gap) {
            return Some(false);
        }
        (touch.gap == Ordering::Equal).then(|| features.share_point(&touch))
    }
}

/// An edge between corners of the first hull (`false`) or the second (`true`).
type Edge = (bool, usize, usize);

/// The features of two hulls that are highest towards each other along a direction, up to rounding.
struct Features<'p, 'h, V: Vector> {
    pair: &'p HullPair<'h, V>,
    of_a: Vec<usize>,
    of_b: Vec<usize>,
    /// The direction, rounded, for features with fewer than two independent edges.
    direction: V::Array<f32>,
    edges: Vec<Edge>,
    /// Whether the axis that the edges give points from `b` to `a`.
    is_turned: bool,
    /// The axis, up to rounding.
    axis: Wide<V>,
}

/// The exact comparison of two features, if there is a direction to compare them along.
enum ComparedFeatures {
    /// The axis is zero.
    NoAxis,
    Along(FeatureContact),
}

/// The features along their axis.
struct FeatureContact {
    /// The sign of the gap along the axis.
    gap: Ordering,
    /// The corners that are exactly highest.
    of_a: Vec<usize>,
    of_b: Vec<usize>,
}

impl<'p, 'h, V: Vector> Features<'p, 'h, V> {
    fn along(pair: &'p HullPair<'h, V>, direction: Wide<V>) -> Option<Self> {
        let unit = direction.normalized()?;
        let level = LEVEL * pair.size;
        let highest = |corners: &Corners<'_, V>, axis: Wide<V>| -> Vec<usize> {
            let top = corners.highest(axis) - level;
            let is_high = |&i: &usize| axis.dot(corners.corner(i)) >= top;
            (0..corners.count()).filter(is_high).collect()
        };
        let (of_a, of_b) = (highest(&pair.a, unit), highest(&pair.b, -unit));
        let mut features = Self {
            pair,
            of_a,
            of_b,
            direction: unit.to_f32(),
            edges: Vec::new(),
            is_turned: false,
            axis: unit,
        };
        features.choose_edges();
        if !features.is_across_its_edge(unit) {
            return None;
        }
        let axis = features.axis::<f64>();
        let length = axis.length();
        if !(length > 0.0) {
            return None;
        }
        features.is_turned = axis.dot(unit) < 0.0;
        let side = if features.is_turned { -1.0 } else { 1.0 };
        features.axis = axis.map(|x| side * x / length);
        // All other corners must be below, along the exact axis too.
        let are_below = |corners: &Corners<'_, V>, axis: Wide<V>, own: &[usize]| {
            let height = |i: usize| axis.dot(corners.corner(i));
            let top = own.iter().map(|&i| height(i)).fold(f64::MIN, f64::larger);
            let mut own = own.iter().peekable();
            (0..corners.count()).all(|i| {
                if own.peek() == Some(&&i) {
                    own.next();
                    return true;
                }
                height(i) < top - 0.5 * level
            })
        };
        let clear = are_below(&pair.a, features.axis, &features.of_a)
            && are_below(&pair.b, -features.axis, &features.of_b);
        clear.then_some(features)
    }

    fn edge<N: Number>(&self, (is_b, from, to): Edge) -> Vect<V, N> {
        let hull = if is_b { self.pair.b.hull } else { self.pair.a.hull };
        Vect::of(&hull.corners[to]) - Vect::of(&hull.corners[from])
    }

    /// Keeps the longest edge of both features, and in 3D the one that spans the largest area with it.
    fn choose_edges(&mut self) {
        let of_a = self.of_a.iter().skip(1).map(|&i| (false, self.of_a[0], i));
        let of_b = self.of_b.iter().skip(1).map(|&i| (true, self.of_b[0], i));
        let all: Vec<Edge> = of_a.chain(of_b).collect();
        let length = |edge: &Edge| self.edge::<f64>(*edge).square();
        let longest =
            |best: Edge, edge: Edge| if length(&edge) > length(&best) { edge } else { best };
        let Some(first) = all.iter().copied().reduce(longest) else { return };
        let own = self.edge::<f64>(first);
        let mut edges = vec![first];
        if V::IN_SPACE {
            let area = |edge: Edge| own.cross(self.edge(edge)).square();
            let larger = |best: Edge, edge: Edge| if area(edge) > area(best) { edge } else { best };
            let second = all
                .iter()
                .copied()
                .reduce(larger)
                .filter(|&second| area(second) > THIN * THIN * own.square() * length(&second));
            edges.extend(second);
        }
        self.edges = edges;
    }

    /// Whether a single edge in 3D is far enough from parallel to the direction: the axis, perpendicular to the
    /// edge and nearest to the direction, is then as certain as one of two edges.
    fn is_across_its_edge(&self, unit: Wide<V>) -> bool {
        let ([edge], 3) = (&*self.edges, V::DIM) else { return true };
        let edge = self.edge::<f64>(*edge);
        unit.cross(edge).square() > THIN * THIN * edge.square()
    }

    /// The axis across the edges, of any length and either sense.
    fn axis<N: Number>(&self) -> Vect<V, N> {
        let direction = Vect::of(&self.direction);
        match *self.edges {
            [] => direction,
            [edge] if V::IN_PLANE => {
                let edge = self.edge(edge);
                edge.cross(edge)
            }
            [edge] => {
                let edge = self.edge(edge);
                edge.cross(direction.cross(edge))
            }
            [first, second, ..] => self.edge(first).cross(self.edge(second)),
        }
    }

    /// Whether the corners that are exactly highest, which lie in one plane, span sets that share a point.
    fn share_point(&self, touch: &FeatureContact) -> bool {
        let (a, b) = (&self.pair.a.hull.corners, &self.pair.b.hull.corners);
        let steepest = self.axis.steepest_axis();
        if V::IN_PLANE {
            let along = 1 - steepest;
            let ends = |corners: &[V::Array<f32>], own: &[usize]| {
                let first = widen(corners[own[0]][along]);
                own.iter().fold([first; 2], |[low, high], &i| {
                    let at = widen(corners[i][along]);
                    [low.smaller(at), high.larger(at)]
                })
            };
            let (own, other) = (ends(a, &touch.of_a), ends(b, &touch.of_b));
            return own[0] <= other[1] && other[0] <= own[1];
        }
        let points = |corners: &[V::Array<f32>], own: &[usize]| -> Vec<Point> {
            own.iter().map(|&i| Point::new(array_of(|t| corners[i][t]))).collect()
        };
        polygon::share_point(&points(a, &touch.of_a), &points(b, &touch.of_b), steepest)
    }
}

impl<V: Vector> Predicate<V> for Features<'_, '_, V> {
    type Answer = ComparedFeatures;
    fn answer<N: Exact>(&self) -> Option<ComparedFeatures> {
        let axis = self.axis::<N>();
        let axis = if self.is_turned { -axis } else { axis };
        let mut vanishes = true;
        for x in axis.components() {
            vanishes &= x.sign()? == Ordering::Equal;
        }
        if vanishes {
            return Some(ComparedFeatures::NoAxis);
        }
        let height = |axis: Vect<V, N>, from: &V::Array<f32>, to: &V::Array<f32>| {
            N::scoped(|| axis.dot(Vect::of(to) - Vect::of(from)).sign())
        };
        let highest = |axis: Vect<V, N>, hull: &Structure<V>, own: &[usize]| {
            let mut best = vec![own[0]];
            for &i in &own[1..] {
                match height(axis, &hull.corners[best[0]], &hull.corners[i])? {
                    Ordering::Greater => best = vec![i],
                    Ordering::Equal => best.push(i),
                    Ordering::Less => {}
                }
            }
            Some(best)
        };
        let (a, b) = (self.pair.a.hull, self.pair.b.hull);
        let (of_a, of_b) = (highest(axis, a, &self.of_a)?, highest(-axis, b, &self.of_b)?);
        let gap = height(axis, &a.corners[of_a[0]], &b.corners[of_b[0]])?;
        Some(ComparedFeatures::Along(FeatureContact { gap, of_a, of_b }))
    }
}

#[cfg(test)]
mod tests;
