//! The filter for a rounded figure that moves: when it first meets another, and when it leaves it.
//!
//! The distance between the figures is a convex function of time. So Newton's iteration from the start never
//! passes the first contact, and that from the end never passes the last. The closest points of these figures
//! have closed forms, or nearly so, and each step costs little.
//!
//! The times found are estimates. Two certificates prove what is said of them. The gap along a fixed axis is
//! linear in time, so that one axis with a gap at both ends of an interval separates the figures all through
//! it. And two points nearer than the radius prove that the shapes penetrate at that time.

use super::closest::ProposesClosestPoints;
use super::figure::{AxisAligned, CandidateAxis, ERROR, Figure, LEAST, LineOrSegment, PointVertex};
use super::figures::RoundedFigure;
use crate::exact::{at_or_above, at_or_below, widen};
use crate::linalg::{Vect, min};
use crate::shape::{OrientedBox, ShapeRef};
use crate::space::Vector;

/// A figure that can be displaced.
pub(super) trait Displaceable<V: Vector>: Figure<V> {
    fn displaced(&self, by: Vect<V, f64>) -> Self;
}

impl<V: Vector> Displaceable<V> for PointVertex<V> {
    #[inline(always)]
    fn displaced(&self, by: Vect<V, f64>) -> Self {
        Self { at: self.at + by }
    }
}

impl<V: Vector> Displaceable<V> for LineOrSegment<V, false> {
    #[inline(always)]
    fn displaced(&self, by: Vect<V, f64>) -> Self {
        Self { at: self.at + by, ..*self }
    }
}

/// Two figures, the first of which moves.
struct MovingFigures<V: Vector, A, B> {
    a: A,
    b: B,
    velocity: Vect<V, f64>,
}

/// Two figures of any kind, the first of which moves.
trait MovingPair<V: Vector> {
    /// A point of each figure at a fraction of the motion, at or near the closest points.
    fn near(&self, fraction: f64) -> [Vect<V, f64>; 2];
    /// The gap along a direction at the start of the motion, times the direction's length.
    fn gap_along(&self, direction: Vect<V, f64>) -> f64;
}

impl<V: Vector, A, B: Figure<V>> MovingPair<V> for MovingFigures<V, A, B>
where
    A: Displaceable<V> + ProposesClosestPoints<V, B>,
{
    fn near(&self, fraction: f64) -> [Vect<V, f64>; 2] {
        self.a.displaced(self.velocity * fraction).near(&self.b)
    }
    fn gap_along(&self, direction: Vect<V, f64>) -> f64 {
        let axis = CandidateAxis { direction, size: direction.norm1(), clean: false };
        let [_, high] = self.a.span(&axis);
        let [low, _] = self.b.span(&axis);
        low - high
    }
}

/// Two rounded shapes, the first of which moves.
pub(crate) struct MovingRound<'f, V: Vector> {
    figures: &'f dyn MovingPair<V>,
    velocity: Vect<V, f64>,
    /// The origin of the figures' coordinates.
    place: Vect<V, f64>,
    /// The sum of the radii, above zero.
    radius: f64,
    /// The radius of the shape that does not move.
    radius_b: f64,
    /// What the errors of coordinates are relative to: the reach of the figures and of the motion.
    reach: f64,
}

/// From which end of the motion a contact is sought.
#[derive(Clone, Copy, Debug, PartialEq)]
enum From {
    Start,
    End,
}

/// What the search for a contact finds.
enum SearchedContact<V: Vector> {
    /// Certainly no contact.
    Never,
    /// A contact, by estimate: at a fraction of the motion, along a direction to the shape at rest.
    At(f64, Vect<V, f64>),
    /// Nothing that could be proved.
    Unclear,
}

/// What a cast finds, by a part of it that may be certain of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CastOutcome<T> {
    /// The shapes do not meet.
    Miss,
    /// They do, and this is known of it.
    Hit(T),
}

impl<T> CastOutcome<T> {
    #[inline(always)]
    pub(crate) fn hit(self) -> Option<T> {
        match self {
            Self::Miss => None,
            Self::Hit(hit) => Some(hit),
        }
    }
}

/// A first contact, proved.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RoundContact<V: Vector> {
    /// The shapes penetrate at the start.
    AtStart,
    /// One enters the other after the start.
    Entry(RoundEntry<V>),
}

/// Where and when a rounded shape enters another: the greatest `f32` that is not after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundEntry<V: Vector> {
    pub(crate) fraction: f32,
    /// The unit normal, from the shape at rest to the moving one.
    pub(crate) normal: V::Array<f64>,
    /// The contact point on the shape at rest.
    pub(crate) point: V::Array<f64>,
}

/// A last contact of shapes that meet, proved.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LastContact {
    /// The least `f32` that is not before it.
    At(f32),
    /// They penetrate at the end of the motion.
    AfterEnd,
}

impl LastContact {
    /// Its fraction of the motion, if it is part of it.
    pub(crate) fn fraction(self) -> Option<f32> {
        match self {
            Self::At(fraction) => Some(fraction),
            Self::AfterEnd => None,
        }
    }
}

/// The most steps of a search. Most take six; those of shapes that graze take more.
const STEPS: usize = 24;

/// Steps below this part of the fraction end a search: the next one would be its square.
const LAST_STEP: f64 = 1.0 / (1u64 << 36) as f64;

/// Calls `ask` with two shapes, the first of which moves, if this filter knows them.
pub(crate) fn with_moving_round<V: Vector, T>(
    a: &ShapeRef<'_, V>,
    velocity: &V::Array<f64>,
    b: &ShapeRef<'_, V>,
    ask: impl FnOnce(&MovingRound<'_, V>) -> Option<T>,
) -> Option<T> {
    let (mut ask, mut answer) = (Some(ask), None);
    with_figures(a, Vect(*velocity), b, &mut |pair| answer = ask.take().and_then(|ask| ask(pair)));
    answer
}

/// The same for any question, so that the pairs of figures are compiled once, not for each that is asked.
#[inline(never)]
fn with_figures<V: Vector>(
    a: &ShapeRef<'_, V>,
    velocity: Vect<V, f64>,
    b: &ShapeRef<'_, V>,
    ask: &mut dyn FnMut(&MovingRound<'_, V>),
) {
    match (*a, *b) {
        (ShapeRef::Point(a), ShapeRef::Sphere(b)) => pair(a, velocity, b, ask),
        (ShapeRef::Point(a), ShapeRef::Capsule(b)) => pair(a, velocity, b, ask),
        (ShapeRef::Sphere(a), ShapeRef::Sphere(b)) => pair(a, velocity, b, ask),
        (ShapeRef::Sphere(a), ShapeRef::Capsule(b)) => pair(a, velocity, b, ask),
        (ShapeRef::Sphere(a), ShapeRef::Segment(b)) => pair(a, velocity, b, ask),
        (ShapeRef::Sphere(a), ShapeRef::Aabb(b)) => pair(a, velocity, b, ask),
        (ShapeRef::Sphere(a), ShapeRef::Obb(b)) => pair(a, velocity, b, ask),
        (ShapeRef::Sphere(a), ShapeRef::Triangle(b)) => pair(a, velocity, b, ask),
        (ShapeRef::Capsule(a), ShapeRef::Sphere(b)) => pair(a, velocity, b, ask),
        (ShapeRef::Capsule(a), ShapeRef::Capsule(b)) => pair(a, velocity, b, ask),
        (ShapeRef::Capsule(a), ShapeRef::Segment(b)) => pair(a, velocity, b, ask),
        (ShapeRef::Capsule(a), ShapeRef::Aabb(b)) => pair(a, velocity, b, ask),
        (ShapeRef::Capsule(a), ShapeRef::Obb(b)) => pair(a, velocity, b, ask),
        (ShapeRef::Capsule(a), ShapeRef::Triangle(b)) => pair(a, velocity, b, ask),
        _other => {}
    }
}

/// As [`with_moving_round`], where either of the shapes may be the rounded one. `ask` also learns whether the
/// roles are exchanged.
pub(crate) fn with_either_moving_round<V: Vector, T>(
    a: &ShapeRef<'_, V>,
    velocity: &V::Array<f64>,
    b: &ShapeRef<'_, V>,
    ask: impl FnOnce(&MovingRound<'_, V>, bool) -> Option<T>,
) -> Option<T> {
    match *a {
        ShapeRef::Point(_) | ShapeRef::Sphere(_) | ShapeRef::Capsule(_) => {
            with_moving_round(a, velocity, b, |pair| ask(pair, false))
        }
        _other => {
            let back = -Vect::<V, f64>(*velocity);
            with_moving_round(b, &back.0, a, |pair| ask(pair, true))
        }
    }
}

fn pair<V: Vector, A: RoundedFigure<V>, B: RoundedFigure<V>>(
    a: &A,
    velocity: Vect<V, f64>,
    b: &B,
    ask: &mut dyn FnMut(&MovingRound<'_, V>),
) where
    A::Figure: Displaceable<V> + ProposesClosestPoints<V, B::Figure>,
{
    let place = a.place();
    let figures = MovingFigures { a: a.seen_from(place), b: b.seen_from(place), velocity };
    let reach = figures.a.reach() + figures.b.reach() + velocity.norm1();
    let (radius, radius_b) = (a.radius() + b.radius(), b.radius());
    if radius > 0.0 {
        ask(&MovingRound { figures: &figures, velocity, place, radius, radius_b, reach });
    }
}

impl<V: Vector> MovingRound<'_, V> {
    /// The direction from the moving figure to the other at a fraction, and a point of the other.
    fn direction(&self, fraction: f64) -> (Vect<V, f64>, Vect<V, f64>) {
        let [x, y] = self.figures.near(fraction);
        (y - x, y)
    }

    /// Whether the shapes are certainly apart all through a part of the motion, by a gap along a direction.
    fn proves_apart(&self, direction: Vect<V, f64>, [from, to]: [f64; 2]) -> bool {
        let square = direction.square();
        let speed = direction.dot(self.velocity);
        let closed = if from * speed > to * speed { from * speed } else { to * speed };
        let gap = self.figures.gap_along(direction) - closed;
        let gap = gap - ERROR * direction.norm1() * self.reach;
        let is_apart = gap > 0.0 && square > LEAST;
        is_apart && gap * gap > self.radius * self.radius * square * (1.0 + ERROR)
    }

    /// Whether the shapes certainly penetrate at a fraction of the motion.
    fn proves_near(&self, fraction: f64) -> bool {
        self.are_near(self.figures.near(fraction))
    }

    /// Whether points of the figures certainly prove that the shapes penetrate.
    fn are_near(&self, [x, y]: [Vect<V, f64>; 2]) -> bool {
        let within = self.radius - ERROR * (x.norm1() + y.norm1() + self.reach);
        let square = (y - x).square();
        within > 0.0 && square * (1.0 + ERROR) < within * within
    }

    /// Searches the contact that is first when seen from one end of the motion, up to a part of it.
    fn search(&self, from: From, limit: f64) -> SearchedContact<V> {
        let all = match from {
            From::Start => [0.0, limit],
            From::End => [1.0 - limit, 1.0],
        };
        // Time is counted from that end. At `low` the shapes come nearer, at `high` no more.
        let (mut now, mut low, mut high) = (0.0, [0.0, 0.0], [1.0, 0.0]);
        for _ in 0..STEPS {
            let (fraction, sense) = match from {
                From::Start => (now, 1.0),
                From::End => (1.0 - now, -1.0),
            };
            let (direction, _) = self.direction(fraction);
            let length = direction.length();
            let gap = length - self.radius;
            let speed = sense * direction.dot(self.velocity) / length;
            if !(gap > 0.0 && length < f64::INFINITY) {
                // Rounding may end a search just inside; but at the start nothing has been found.
                let at = SearchedContact::At(fraction, direction);
                return if now > 0.0 { at } else { SearchedContact::Unclear };
            }
            if !(speed > 0.0) {
                if self.proves_apart(direction, all) {
                    return SearchedContact::Never;
                }
                high = [now, speed];
            } else {
                let step = gap / speed;
                let next = now + step;
                if !(next < limit) {
                    let never = self.proves_apart(direction, all);
                    return if never { SearchedContact::Never } else { SearchedContact::Unclear };
                }
                if step <= LAST_STEP * next {
                    let at = match from {
                        From::Start => next,
                        From::End => 1.0 - next,
                    };
                    return SearchedContact::At(at, direction);
                }
                low = [now, speed];
                if next < high[0] {
                    now = next;
                    continue;
                }
            }
            // The shapes pass each other between `low` and `high`: where the slope is zero, an axis may
            // part them.
            let share = low[1] / (low[1] - high[1]);
            let share = if share > 0.1 { share } else { 0.1 };
            let middle = low[0] + min(share, 0.9) * (high[0] - low[0]);
            if !(middle > low[0] && middle < high[0]) {
                return SearchedContact::Unclear;
            }
            now = middle;
        }
        SearchedContact::Unclear
    }

    /// The estimated fraction of the first contact, and the unit normal there, from the shape at rest to the
    /// moving one. `None` where none is found, where rounding leaves a direction that is none of a contact, and
    /// where the shapes meet at the start.
    pub(crate) fn approach(&self) -> Option<(f64, V::Array<f64>)> {
        match self.search(From::Start, 1.0) {
            SearchedContact::At(fraction, direction) if direction.dot(self.velocity) > 0.0 => {
                Some((fraction, normal(direction).0))
            }
            SearchedContact::At(..) | SearchedContact::Never | SearchedContact::Unclear => None,
        }
    }

    /// Whether the shapes certainly penetrate somewhere during the motion, its ends included, or certainly
    /// stay apart.
    pub(crate) fn penetrates(&self) -> Option<bool> {
        for end in [1.0, 0.0] {
            let near = self.figures.near(end);
            if self.are_near(near) {
                return Some(true);
            }
            if self.proves_apart(near[1] - near[0], [0.0, 1.0]) {
                return Some(false);
            }
        }
        let first = match self.search(From::Start, 1.0) {
            SearchedContact::Never => return Some(false),
            SearchedContact::At(first, _) => first,
            SearchedContact::Unclear => return None,
        };
        match self.search(From::End, 1.0) {
            SearchedContact::At(last, _) if self.proves_near(0.5 * (first + last)) => Some(true),
            SearchedContact::Never | SearchedContact::At(..) | SearchedContact::Unclear => None,
        }
    }

    /// The first contact; `None` where nothing is proved.
    pub(crate) fn first_contact(&self) -> Option<CastOutcome<RoundContact<V>>> {
        if self.proves_near(0.0) {
            return Some(CastOutcome::Hit(RoundContact::AtStart));
        }
        match self.search(From::Start, 1.0) {
            SearchedContact::Never => Some(CastOutcome::Miss),
            SearchedContact::At(estimate, _) => {
                Some(CastOutcome::Hit(RoundContact::Entry(self.entry(estimate)?)))
            }
            SearchedContact::Unclear => None,
        }
    }

    /// The last contact of shapes that meet; `None` where nothing is proved.
    pub(crate) fn last_contact(&self) -> Option<LastContact> {
        if self.proves_near(1.0) {
            return Some(LastContact::AfterEnd);
        }
        match self.search(From::End, 1.0) {
            SearchedContact::At(estimate, _) => Some(LastContact::At(self.exit(estimate)?)),
            SearchedContact::Never | SearchedContact::Unclear => None,
        }
    }

    /// The fraction of the [first contact](Self::first_contact) up to a limit, which is not above one.
    pub(crate) fn fraction(&self, limit: f64) -> Option<CastOutcome<f32>> {
        if self.proves_near(0.0) {
            return Some(CastOutcome::Hit(0.0));
        }
        match self.search(From::Start, limit) {
            SearchedContact::Never => Some(CastOutcome::Miss),
            SearchedContact::At(estimate, _) => {
                Some(CastOutcome::Hit(self.entry(estimate)?.fraction))
            }
            SearchedContact::Unclear => None,
        }
    }

    /// The entry at an estimated fraction, if it is proved: no contact up to it, penetration just after.
    fn entry(&self, estimate: f64) -> Option<RoundEntry<V>> {
        // The normal that rounding leaves must be right to within an `f32`.
        if !(ERROR * self.reach < NORMAL_ERROR * self.radius) {
            return None;
        }
        let fraction = at_or_below(estimate);
        let candidates = [fraction, fraction.next_down(), fraction.next_up()];
        candidates.into_iter().find_map(|fraction| {
            if !(fraction > 0.0 && fraction < 1.0) {
                return None;
            }
            let (direction, on_b) = self.direction(widen(fraction));
            let is_entry = self.proves_apart(direction, [0.0, widen(fraction)])
                && self.proves_near(widen(fraction.next_up()));
            if !is_entry {
                return None;
            }
            let normal = normal(direction);
            let point = self.place + (on_b + normal * self.radius_b);
            Some(RoundEntry { fraction, normal: normal.0, point: point.0 })
        })
    }

    /// The exit at an estimated fraction, if it is proved: penetration just before, no contact from it on.
    fn exit(&self, estimate: f64) -> Option<f32> {
        let fraction = at_or_above(estimate);
        let candidates = [fraction, fraction.next_up(), fraction.next_down()];
        candidates.into_iter().find(|&fraction| {
            fraction > 0.0
                && fraction <= 1.0
                && self.proves_near(widen(fraction.next_down()))
                && self.proves_apart(self.direction(widen(fraction)).0, [widen(fraction), 1.0])
        })
    }
}

/// The unit normal against a direction.
fn normal<V: Vector>(direction: Vect<V, f64>) -> Vect<V, f64> {
    let length = direction.length();
    -direction.map(|x| x / length)
}

/// The error of a point, relative to the distance between the cores, that leaves their direction exact to
/// within an `f32`.
const NORMAL_ERROR: f64 = 1.0 / (1u64 << 26) as f64;

impl<V: Vector> ProposesClosestPoints<V, PointVertex<V>> for PointVertex<V> {
    #[inline(always)]
    fn near(&self, other: &PointVertex<V>) -> [Vect<V, f64>; 2] {
        [self.at, other.at]
    }
}

impl<V: Vector> ProposesClosestPoints<V, LineOrSegment<V, false>> for PointVertex<V> {
    #[inline(always)]
    fn near(&self, other: &LineOrSegment<V, false>) -> [Vect<V, f64>; 2] {
        let [on_other, own] = other.near(self);
        [own, on_other]
    }
}

impl<V: Vector> ProposesClosestPoints<V, AxisAligned<V>> for PointVertex<V> {
    #[inline(always)]
    fn near(&self, other: &AxisAligned<V>) -> [Vect<V, f64>; 2] {
        let inside = (self.at - other.center).clamped(other.half * -1.0, other.half);
        [self.at, other.center + inside]
    }
}

impl<V: Vector> ProposesClosestPoints<V, OrientedBox<V>> for PointVertex<V> {
    #[inline(always)]
    fn near(&self, other: &OrientedBox<V>) -> [Vect<V, f64>; 2] {
        [self.at, other.nearest(self.at)]
    }
}
