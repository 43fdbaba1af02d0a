//! Recorded ticks: what moved in a world at earlier ticks, for queries about them.

mod between;

use super::body::{Body, BodyId, BodyOptions, ColliderFacts, ColliderId};
use super::view::{Candidate, Visit};
use super::{Filter, World};
use crate::index::{BodyKind, Reach};
use crate::query::bounds::Bounds;
use crate::shape::Shape;
use crate::space::Vector;
use between::{between, envelope, grown};
use core::ops::ControlFlow::{self, Continue};
use core::ops::Range;
use std::collections::VecDeque;

/// A tick of a game, numbered by the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tick(pub u64);

/// The moment that a view shows.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Moment {
    /// The last tick at or before it.
    pub tick: Tick,
    /// The fraction of the time to the next tick, in `0.0..1.0`.
    pub fraction: f32,
    /// Whether another moment was requested, which lies too far back or is yet to come; this is the
    /// nearest to it.
    pub clamped: bool,
}

/// A moment of its own for the bodies of one owner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnTime {
    /// The owner.
    pub owner: u64,
    /// The last tick at or before the moment.
    pub tick: Tick,
    /// The fraction of the time to the next tick, in `0.0..1.0`.
    pub fraction: f32,
}

/// Why a query about the past, or a skin to record, was refused.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum RewindError {
    /// Nothing was recorded.
    Empty,
    /// A tick was not recorded, though ticks before and after it were.
    NotRecorded {
        /// The tick.
        tick: Tick,
    },
    /// The fraction is not in `0.0..1.0`.
    Fraction {
        /// The fraction.
        fraction: f32,
    },
    /// A flight would end before it begins.
    Backwards {
        /// The tick at which it begins.
        from: Tick,
        /// The earlier tick at which it would end.
        to: Tick,
    },
    /// A projectile's shape would come to lie too far out.
    Projectile(crate::shape::ShapeError),
    /// A skin was to be recorded of a body that did not move in the world at the last tick: it is fixed, or
    /// was not there.
    NoBody {
        /// The body.
        body: BodyId,
        /// The tick.
        tick: Tick,
    },
    /// The matrices are no pose of the skin.
    Skin(crate::skin::SkinError),
}

impl core::fmt::Display for RewindError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Empty => write!(f, "the history is empty; record a tick first"),
            Self::NotRecorded { tick: Tick(tick) } => {
                write!(f, "tick {tick} was not recorded; record every tick, in order")
            }
            Self::Fraction { fraction } => {
                write!(f, "the fraction is {fraction}; expected a number from 0, below 1")
            }
            Self::Backwards { from: Tick(from), to: Tick(to) } => {
                write!(
                    f,
                    "the flight is from tick {from} to {to}; expected a later one, or the same"
                )
            }
            Self::Projectile(error) => write!(f, "the projectile leaves all that is: {error}"),
            Self::NoBody { body, tick: Tick(tick) } => write!(
                f,
                "{body} was no moving body of the world at tick {tick}; record its skin after a tick at \
                 which it is one"
            ),
            Self::Skin(error) => write!(f, "the skin has no such pose: {error}"),
        }
    }
}

impl core::error::Error for RewindError {}

/// The moving bodies of a world as they were after the step of a tick.
#[derive(Clone, Debug)]
pub struct Frame<V: Vector> {
    tick: Tick,
    /// How many steps the world had made.
    steps: u64,
    /// In the order of their slots.
    bodies: Vec<RecordedBody<V>>,
    parts: Vec<RecordedCollider<V>>,
}

#[derive(Clone, Debug)]
struct RecordedBody<V: Vector> {
    id: BodyId,
    options: BodyOptions,
    /// The step in which it was teleported there; zero for none.
    teleported_at: u64,
    bounds: Bounds<V>,
    /// Bounds that contain it however its boxes are turned.
    rotation_bounds: Bounds<V>,
    parts: Range<usize>,
}

impl<V: Vector> Frame<V> {
    /// A body, if it was there; `may_be_at` is the index to try first.
    fn body(&self, id: BodyId, may_be_at: usize) -> Option<&RecordedBody<V>> {
        let there = self.bodies.get(may_be_at).filter(|body| body.id == id);
        there.or_else(|| {
            let at = self.bodies.binary_search_by_key(&id.slot, |body| body.id.slot).ok()?;
            Some(&self.bodies[at]).filter(|body| body.id == id)
        })
    }
}

#[derive(Clone, Debug)]
struct RecordedCollider<V: Vector> {
    facts: ColliderFacts,
    shape: Shape<V>,
    rotation_bounds: Bounds<V>,
}

/// Records what moves in a world in a frame.
pub(super) fn fill<V: Vector>(world: &World<V>, frame: &mut Frame<V>) {
    frame.bodies.clear();
    frame.parts.clear();
    frame.steps = world.steps;
    for (slot, _) in (0..).zip(&world.slots) {
        let Some((id, body)) = world.occupant(slot) else { continue };
        if body.options.kind == BodyKind::Fixed {
            continue;
        }
        let from = frame.parts.len();
        let mut all = Bounds::nothing();
        for part in body.parts.iter() {
            let (shape, rotation_bounds) =
                (part.shape.clone(), envelope(&part.shape, &part.bounds));
            all = all.merged(&rotation_bounds);
            frame.parts.push(RecordedCollider {
                facts: ColliderFacts::of(&part.collider, body),
                shape,
                rotation_bounds,
            });
        }
        let &Body { options, teleported_at, bounds, .. } = body;
        let parts = from..frame.parts.len();
        frame.bodies.push(RecordedBody {
            id,
            options,
            teleported_at,
            bounds,
            rotation_bounds: all,
            parts,
        });
    }
}

/// The frames of the last ticks, the oldest first.
#[derive(Clone, Debug)]
pub(crate) struct Frames<V: Vector> {
    list: VecDeque<Frame<V>>,
    max_rewind: u64,
}

/// A frame, and the fraction of the time to the next.
#[derive(Clone, Copy, Debug)]
struct FramePosition {
    frame: usize,
    fraction: f32,
}

impl<V: Vector> Frames<V> {
    pub(crate) fn new(max_rewind: u64) -> Self {
        Self { list: VecDeque::new(), max_rewind }
    }

    pub(crate) fn max_rewind(&self) -> u64 {
        self.max_rewind
    }

    /// The ticks that can be viewed, in order.
    pub(crate) fn ticks(&self) -> impl DoubleEndedIterator<Item = Tick> {
        self.list.range(self.oldest()..).map(|frame| frame.tick)
    }

    /// The first frame that is not further back than allowed.
    fn oldest(&self) -> usize {
        let last = self.list.back().map_or(0, |last| last.tick.0);
        self.list.partition_point(|frame| frame.tick.0 < last.saturating_sub(self.max_rewind))
    }

    pub(crate) fn record(&mut self, tick: Tick, world: &World<V>) {
        while self.list.back().is_some_and(|last| last.tick >= tick) {
            self.list.pop_back();
        }
        let mut old = None;
        // The oldest tick that can be viewed may be recorded again, and is then the last.
        let kept = self.max_rewind.saturating_mul(2);
        let too_old = |frame: &Frame<V>| frame.tick.0 < tick.0.saturating_sub(kept);
        while self.list.front().is_some_and(too_old) {
            old = self.list.pop_front();
        }
        let new = || Frame { tick, steps: 0, bodies: Vec::new(), parts: Vec::new() };
        let mut frame = old.unwrap_or_else(new);
        frame.tick = tick;
        V::fill_frame(world, &mut frame);
        self.list.push_back(frame);
    }

    /// The oldest tick that is kept.
    pub(crate) fn oldest_kept(&self) -> Option<Tick> {
        self.list.front().map(|frame| frame.tick)
    }

    /// The last tick recorded, if the body was there and moving.
    pub(crate) fn last_tick_of(&self, body: BodyId) -> Result<Tick, RewindError> {
        let last = self.list.back().ok_or(RewindError::Empty)?;
        let found = last.body(body, body.slot as usize);
        found.map(|_| last.tick).ok_or(RewindError::NoBody { body, tick: last.tick })
    }

    /// Where a body is at a moment: the tick from which it is on its way, and the fraction of the way to the
    /// next one, zero if it stays; `None` if it is not there.
    pub(crate) fn body_at(
        &self,
        tick: Tick,
        fraction: f32,
        body: BodyId,
    ) -> Result<Option<(Tick, f32)>, RewindError> {
        let (position, moment) = self.locate(tick, fraction)?;
        let found = self.list[position.frame].body(body, body.slot as usize);
        Ok(found.map(|found| {
            let next = BodyAtMoment::of(self, position, found).next;
            (moment.tick, next.map_or(0.0, |(_, _, fraction)| fraction))
        }))
    }

    /// The position of a requested moment, clamped, and the moment that is reported for it.
    fn locate(&self, tick: Tick, fraction: f32) -> Result<(FramePosition, Moment), RewindError> {
        if !(0.0..1.0).contains(&fraction) {
            return Err(RewindError::Fraction { fraction });
        }
        let oldest = self.oldest();
        let (Some(first), Some(last)) = (self.list.get(oldest), self.list.back()) else {
            return Err(RewindError::Empty);
        };
        let at = |frame: usize, clamped: bool| {
            let moment = Moment { tick: self.list[frame].tick, fraction: 0.0, clamped };
            (FramePosition { frame, fraction: 0.0 }, moment)
        };
        if tick > last.tick || tick == last.tick && fraction > 0.0 {
            return Ok(at(self.list.len() - 1, true));
        }
        if tick < first.tick {
            return Ok(at(oldest, true));
        }
        let not_recorded = |tick| RewindError::NotRecorded { tick };
        let found = self.list.binary_search_by_key(&tick, |frame| frame.tick);
        let (mut position, mut moment) = at(found.map_err(|_| not_recorded(tick))?, false);
        if fraction > 0.0 {
            let next = Tick(tick.0 + 1);
            if self.list[position.frame + 1].tick != next {
                return Err(not_recorded(next));
            }
            (position.fraction, moment.fraction) = (fraction, fraction);
        }
        Ok((position, moment))
    }
}

/// A moment of the past, as part of a view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past<'a, V: Vector> {
    frames: &'a Frames<V>,
    position: FramePosition,
    pub(super) moment: Moment,
    owner_times: &'a [OwnTime],
}

impl<'a, V: Vector> Past<'a, V> {
    pub(crate) fn new(
        frames: &'a Frames<V>,
        tick: Tick,
        fraction: f32,
        owner_times: &'a [OwnTime],
    ) -> Result<Self, RewindError> {
        let (position, mut moment) = frames.locate(tick, fraction)?;
        for time in owner_times {
            moment.clamped |= frames.locate(time.tick, time.fraction)?.1.clamped;
        }
        Ok(Self { frames, position, moment, owner_times })
    }

    /// Calls `visit` with every moving collider that may be an answer, until it breaks.
    pub(super) fn candidates(
        &self,
        reach: &mut Reach<V>,
        filter: &Filter<'_>,
        visit: &mut Visit<'_, V>,
    ) -> ControlFlow<()> {
        self.bodies(&mut |position, body| {
            let sample = BodyAtMoment::of(self.frames, position, body);
            if !filter.admits_body(&body.options) || !reach.meets(&sample.bounds()) {
                return Continue(());
            }
            sample.parts(|id, facts, coarse, shape| {
                if !filter.admits(&facts) || !reach.meets(&coarse) {
                    return Continue(());
                }
                let shape = shape();
                let bounds = Bounds::of(&shape);
                if !reach.meets(&bounds) {
                    return Continue(());
                }
                visit(Candidate { id, facts, shape: &shape, level: None, bounds: &bounds }, reach)
            })
        })
    }

    /// Visits every moving body at its time: first those at the common moment, then those of each
    /// owner with a time of its own.
    fn bodies(
        &self,
        visit: &mut dyn FnMut(FramePosition, &'a RecordedBody<V>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let has_own_time = |body: &RecordedBody<V>| {
            self.owner_times.iter().any(|time| body.options.owner == Some(time.owner))
        };
        for body in &self.frames.list[self.position.frame].bodies {
            if !has_own_time(body) {
                visit(self.position, body)?;
            }
        }
        for (index, time) in self.owner_times.iter().enumerate() {
            if self.owner_times[..index].iter().any(|earlier| earlier.owner == time.owner) {
                continue;
            }
            let Some(position) = self.position_of(time) else { continue };
            for (at, body) in self.frames.list[position.frame].bodies.iter().enumerate() {
                if self.owner(body, at) == Some(time.owner) {
                    visit(position, body)?;
                }
            }
        }
        Continue(())
    }

    fn position_of(&self, time: &OwnTime) -> Option<FramePosition> {
        // `new` located all times; ticks are not recorded meanwhile.
        self.frames.locate(time.tick, time.fraction).ok().map(|(position, _)| position)
    }

    /// The owner whose time applies to a body, which is at index `at` of one of the frames: its owner
    /// at the first of the moments at which it was there, so that what changed hands in between is
    /// shown once.
    fn owner(&self, body: &RecordedBody<V>, at: usize) -> Option<u64> {
        let others = self.owner_times.iter().filter_map(|time| self.position_of(time));
        let mut positions = core::iter::once(self.position).chain(others);
        let shown =
            positions.find_map(|position| self.frames.list[position.frame].body(body.id, at));
        shown.unwrap_or(body).options.owner
    }

    /// The shape of a moving collider at its time.
    pub(super) fn shape(&self, id: ColliderId) -> Option<Shape<V>> {
        let mut found = None;
        let _ = self.bodies(&mut |position, body| {
            if body.id != id.body {
                return Continue(());
            }
            BodyAtMoment::of(self.frames, position, body).parts(|part, _, _, shape| {
                if part == id {
                    found = Some(shape());
                }
                Continue(())
            })
        });
        found
    }

    /// Every moving collider of the moment.
    pub(super) fn colliders(&self) -> Vec<ColliderId> {
        let mut all = Vec::new();
        let _ = self.bodies(&mut |_, body| {
            // A body has at most 65,536 parts.
            all.extend((0..body.parts.len()).map(|part| body.id.collider(part as u16)));
            Continue(())
        });
        all
    }
}

/// A body at a moment.
struct BodyAtMoment<'a, V: Vector> {
    frame: &'a Frame<V>,
    body: &'a RecordedBody<V>,
    /// The next frame, the body there, and the fraction of the time to it, if the moment lies between
    /// and the body was not teleported.
    next: Option<(&'a Frame<V>, &'a RecordedBody<V>, f32)>,
}

impl<'a, V: Vector> BodyAtMoment<'a, V> {
    fn of(frames: &'a Frames<V>, position: FramePosition, body: &'a RecordedBody<V>) -> Self {
        let frame = &frames.list[position.frame];
        let next = (position.fraction > 0.0).then(|| &frames.list[position.frame + 1]);
        let next = next.and_then(|next| {
            let next_body = next.body(body.id, body.id.slot as usize)?;
            // It may have been teleported, or the world restored: a restored world has fewer steps
            // behind it, and gives ids anew.
            let continues = next_body.parts.len() == body.parts.len()
                && next_body.teleported_at <= frame.steps
                && frame.steps <= next.steps;
            continues.then_some((next, next_body, position.fraction))
        });
        Self { frame, body, next }
    }

    /// A box that contains the body.
    fn bounds(&self) -> Bounds<V> {
        match self.next {
            Some((_, next_body, _)) => {
                grown(&self.body.rotation_bounds.merged(&next_body.rotation_bounds))
            }
            None => self.body.bounds,
        }
    }

    /// Calls `visit` with its colliders, each with a box that contains it and a function that
    /// computes its shape.
    fn parts(
        &self,
        mut visit: impl FnMut(
            ColliderId,
            ColliderFacts,
            Bounds<V>,
            &dyn Fn() -> Shape<V>,
        ) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let parts = &self.frame.parts[self.body.parts.clone()];
        for (index, part) in parts.iter().enumerate() {
            // A body has at most 65,536 parts.
            let id = self.body.id.collider(index as u16);
            match self.next {
                Some((frame, next_body, fraction)) => {
                    let to = &frame.parts[next_body.parts.start + index];
                    let coarse = grown(&part.rotation_bounds.merged(&to.rotation_bounds));
                    let shape = || between(&part.shape, &to.shape, fraction);
                    visit(id, part.facts, coarse, &shape)?;
                }
                None => visit(id, part.facts, part.rotation_bounds, &|| part.shape.clone())?,
            }
        }
        Continue(())
    }
}
