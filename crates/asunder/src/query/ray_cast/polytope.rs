//! The fraction at which a line enters a shape that facets bound.
//!
//! A point is inside if it is beyond no facet, so the line enters where it crosses the last of the facets
//! that it approaches. A fraction `g` is not after that if and only if some facet that the line approaches
//! has not been crossed at `g`; the shape's affine hull counts as facets, twice. (Ericson 2005, §5.3.8.)

use super::facets::{Facet, Faceted, Facets};
use super::line::Line;
use super::{RayHit, Target, impact};
use crate::exact::{Estimate, Exact, widen};
use crate::linalg::Vect;
use crate::query::predicate::{Predicate, evaluate, evaluate_exactly};
use crate::query::separation::{Intersects, Penetrates};
use crate::shape::{Ray, Segment};
use crate::space::Vector;
use core::cmp::Ordering;

/// A facet, and the fraction at which the line crosses it.
type Crossing = (usize, f64);

/// The crossings of a line with the facets that bound a shape.
pub(super) struct Polytope<'a, V: Vector, F: Faceted<V>> {
    shape: &'a F,
    line: &'a Line<V>,
    facets: F::Facets<'a, Estimate>,
    /// The last facet that the line crosses inwards.
    enter: Option<Crossing>,
    /// The first that it crosses outwards, or runs along outside.
    leave: Option<Crossing>,
}

impl<'a, V: Vector, F: Faceted<V>> Polytope<'a, V, F> {
    pub(super) fn new(shape: &'a F, line: &'a Line<V>) -> Self {
        let facets = shape.facets::<f64>(line);
        let (mut enter, mut leave): (Option<Crossing>, Option<Crossing>) = (None, None);
        for i in 0..facets.count() {
            let Facet { height, approach, .. } = facets.facet(i);
            if approach > 0.0 {
                let crossed = height / approach;
                if enter.is_none_or(|(_, last)| crossed > last) {
                    enter = Some((i, crossed));
                }
            } else if approach < 0.0 || height > 0.0 {
                // Parallel to a facet, the line is beyond it everywhere or nowhere.
                let crossed = if approach < 0.0 { height / approach } else { f64::NEG_INFINITY };
                if leave.is_none_or(|(_, first)| crossed < first) {
                    leave = Some((i, crossed));
                }
            }
        }
        Self { shape, line, facets: shape.facets(line), enter, leave }
    }

    /// Whether the line is certainly beyond a facet up to `fraction`.
    fn is_beyond_until(&self, facet: usize, fraction: f32) -> bool {
        let facet = self.facets.facet(facet);
        facet.approach.sign() == Some(Ordering::Greater)
            && facet.height_after(fraction).sign() == Some(Ordering::Greater)
    }

    /// Whether the line is certainly beyond a facet from `fraction` on.
    fn is_beyond_from(&self, facet: usize, fraction: f32) -> bool {
        let facet = self.facets.facet(facet);
        matches!(facet.approach.sign(), Some(Ordering::Less | Ordering::Equal))
            && facet.height_after(fraction).sign() == Some(Ordering::Greater)
    }

    /// Whether a point of the line certainly lies inside.
    fn is_inside_at(&self, fraction: f32) -> bool {
        (0..self.facets.count())
            .all(|i| self.facets.facet(i).height_after(fraction).sign() == Some(Ordering::Less))
    }

    /// A fraction between entering and leaving, if there is one.
    fn witness(&self) -> f32 {
        let end = widen(self.line.end());
        let from = self.enter.map_or(0.0, |(_, enter)| if enter > 0.0 { enter } else { 0.0 });
        let to = self.leave.map_or(end, |(_, leave)| if leave < end { leave } else { end });
        // Where the interval has no end, a point further along.
        let further = from + from + 1.0;
        let to = if to < further { to } else { further };
        let middle = from + (to - from) * 0.5;
        let end = self.line.end();
        if middle > 0.0 && middle < widen(end) {
            middle as f32
        } else if middle > 0.0 {
            end
        } else {
            0.0
        }
    }

    /// Whether the ray or segment meets the shape, if that is certain.
    fn meets(&self) -> Option<bool> {
        let between = self.witness();
        if let Some((facet, leave)) = self.leave {
            let from = if leave < 0.0 { 0.0 } else { between };
            let beyond = || self.enter.is_some_and(|(enter, _)| self.is_beyond_until(enter, from));
            if self.is_beyond_from(facet, from) && (from.to_bits() == 0 || beyond()) {
                return Some(false);
            }
        }
        let beyond = |(facet, _): Crossing| self.is_beyond_until(facet, self.line.end());
        match self.line {
            Line::Segment(_) if self.enter.is_some_and(beyond) => return Some(false),
            Line::Segment(_) | Line::Ray(_) => {}
        }
        (self.shape.is_whole() && self.is_inside_at(between)).then_some(true)
    }
}

impl<V: Vector, F: Faceted<V>> Target<V> for Polytope<'_, V, F> {
    fn estimate(&self) -> f64 {
        self.enter.map_or(0.0, |(_, enter)| enter)
    }

    fn is_not_after_entry(&self, fraction: f32) -> bool {
        let is_before = |i: usize| is_before_facet(&self.facets.facet(i), fraction);
        // Mostly the last facet is not crossed yet, or all are.
        let last = self.enter.and_then(|(i, _)| is_before(i));
        last == Some(true)
            || any((0..self.facets.count()).map(is_before)).unwrap_or_else(|| {
                let (shape, line) = (self.shape, self.line);
                evaluate_exactly(&IsBeforeFacet { shape, line, fraction })
            })
    }

    fn normal(&self, _fraction: f64) -> Option<Vect<V, f64>> {
        self.enter.map(|(i, _)| self.shape.facets::<f64>(self.line).facet(i).outward)
    }

    fn normal_at_start(&self) -> Option<Vect<V, f64>> {
        let facets = self.shape.facets::<f64>(self.line);
        let mut best: Option<(f64, Vect<V, f64>)> = None;
        for i in 0..facets.count() {
            let (shape, line) = (self.shape, self.line);
            if evaluate(&Height { shape, line, facet: i }) == Ordering::Equal {
                let Facet { outward, approach, .. } = facets.facet(i);
                let turned = approach / outward.length();
                if best.is_none_or(|(most, _)| turned > most) {
                    best = Some((turned, outward));
                }
            }
        }
        best.map(|(_, outward)| outward)
    }
}

/// Whether a facet is approached and not crossed yet.
fn is_before_facet<V: Vector, N: Exact>(facet: &Facet<V, N>, fraction: f32) -> Option<bool> {
    let height = facet.height_after(fraction).sign();
    if height == Some(Ordering::Less) {
        return Some(false);
    }
    match facet.approach.sign()? {
        Ordering::Greater => height.map(|_| true),
        Ordering::Less | Ordering::Equal => Some(false),
    }
}

/// Whether any answer is true; `None` where an undecided one leaves that open.
fn any(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut found = Some(false);
    for answer in answers {
        match answer {
            Some(true) => return Some(true),
            Some(false) => {}
            None => found = None,
        }
    }
    found
}

/// The predicate that some facet is approached and not crossed yet at a fraction of the line.
///
/// The longest value is the height over a facet of a flat shape within its plane: three inputs for
/// the normal, and a fraction times a difference.
struct IsBeforeFacet<'a, V: Vector, F> {
    shape: &'a F,
    line: &'a Line<V>,
    fraction: f32,
}

impl<V: Vector, F: Faceted<V>> Predicate<V> for IsBeforeFacet<'_, V, F> {
    type Answer = bool;
    fn answer<N: Exact>(&self) -> Option<bool> {
        let facets = self.shape.facets::<N>(self.line);
        any((0..facets.count()).map(|i| is_before_facet(&facets.facet(i), self.fraction)))
    }
}

/// The predicate on which side of a facet the origin lies: the sign of its height over it.
struct Height<'a, V: Vector, F> {
    shape: &'a F,
    line: &'a Line<V>,
    facet: usize,
}

impl<V: Vector, F: Faceted<V>> Predicate<V> for Height<'_, V, F> {
    type Answer = Ordering;
    fn answer<N: Exact>(&self) -> Option<Ordering> {
        self.shape.facets::<N>(self.line).facet(self.facet).height.sign()
    }
}

/// The first contact of a line with a shape that `facets` bounds.
pub(super) fn polytope<V: Vector, S, F: Faceted<V>>(
    shape: &S,
    facets: &F,
    line: &Line<V>,
) -> Option<RayHit<V>>
where
    S: Intersects<V> + Penetrates<V> + Intersects<Ray<V>> + Intersects<Segment<V>>,
{
    let target = Polytope::new(facets, line);
    let meets = target.meets().unwrap_or_else(|| line.meets(shape));
    meets.then(|| impact(shape, &target, line))
}
