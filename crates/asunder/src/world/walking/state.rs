//! What a world knows of bodies that walk, of those that carry them, and of surfaces that move.

use super::carry::Crushed;
use super::frame::{NO_TURN, frame_of, local_point, middle_of, place_of};
use crate::exact::{is_zero, widen};
use crate::linalg::Vect;
use crate::query::move_and_slide::{Slide, SlideOptions};
use crate::sorted_map::SortedMap;
use crate::space::{Pose, Vector};
use crate::world::World;
use crate::world::body::{Body, BodyId, ColliderId};

/// How far a body that is not told to walk may move and keep its place on its carrier: the roundings of its
/// largest coordinate within which it stands on a floor, and as many for the rounding of the place itself.
const STANDS_WITHIN: f64 = 32.0 * f32::EPSILON as f64;

/// The part of a motion across `up`, relative to the motion, that is taken for its rounding.
const ASIDE: f64 = 1.0 / (1u64 << 20) as f64;

/// The state of all that walk and carry. All in the order of ids.
#[derive(Clone, Debug)]
pub(in crate::world) struct Walking<V: Vector> {
    pub(in crate::world) walkers: SortedMap<BodyId, WalkState<V>>,
    pub(in crate::world) carriers: SortedMap<BodyId, CarrierMotion<V>>,
    /// The velocities of surfaces that move though their bodies need not.
    pub(in crate::world) surfaces: SortedMap<ColliderId, V>,
    /// Who was crushed since the last step.
    pub(in crate::world) crushed: Vec<Crushed>,
}

impl<V: Vector> Default for Walking<V> {
    fn default() -> Self {
        Self {
            walkers: SortedMap::new(),
            carriers: SortedMap::new(),
            surfaces: SortedMap::new(),
            crushed: Vec::new(),
        }
    }
}

/// A body whose last motion was a walk or a slide.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::world) struct WalkState<V: Vector> {
    pub(in crate::world) up: V,
    pub(in crate::world) max_slope: f32,
    /// The collider on which it stands.
    pub(in crate::world) on: Option<ColliderId>,
    pub(in crate::world) anchor: Option<Anchor<V>>,
    /// How far carriers moved it since its last walk.
    pub(in crate::world) carried: Vect<V, f64>,
    /// By how much carriers turned about `up` since then.
    pub(in crate::world) turned: [f64; 4],
    /// How it was crushed since then, the first time.
    pub(in crate::world) crushed: Option<Crushed>,
}

/// The place of a body on its carrier, from which it is carried to every pose: so that roundings do not add
/// up.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::world) struct Anchor<V: Vector> {
    pub(in crate::world) carrier: BodyId,
    /// The carrier's pose to which it was carried last.
    pub(in crate::world) frame: Pose<V>,
    /// The middle of the body, in the carrier's coordinates.
    pub(in crate::world) local: Vect<V, f64>,
    /// From the body's position to its middle.
    pub(in crate::world) offset: Vect<V, f64>,
}

impl<V: Vector> Anchor<V> {
    pub(super) fn new(carrier: BodyId, frame: &Pose<V>, body: &Body<V>) -> Self {
        let (middle, place) = (middle_of(body), place_of(body));
        let offset = middle - Vect::of(&place);
        Self { carrier, frame: *frame, local: local_point(frame, middle), offset }
    }
}

/// The last motion of a body that carries.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::world) struct CarrierMotion<V: Vector> {
    pub(in crate::world) from: Pose<V>,
    pub(in crate::world) to: Pose<V>,
    /// The number of steps before it.
    pub(in crate::world) steps: u64,
    /// The number of steps before the first walk that took account of it.
    pub(in crate::world) seen: Option<u64>,
}

impl<V: Vector> WalkState<V> {
    fn new() -> Self {
        Self {
            up: V::default(),
            max_slope: 0.0,
            on: None,
            anchor: None,
            carried: Vect::zero(),
            turned: NO_TURN,
            crushed: None,
        }
    }

    /// The options with which it is carried and pushed: no steps, no snaps.
    pub(super) fn options(&self) -> SlideOptions<V> {
        SlideOptions { up: self.up, max_slope: self.max_slope, ..SlideOptions::default() }
    }
}

impl<V: Vector> Walking<V> {
    /// Whether there is anything to be stored.
    pub(in crate::world) fn is_empty(&self) -> bool {
        self.walkers.is_empty()
            && self.carriers.is_empty()
            && self.surfaces.is_empty()
            && self.crushed.is_empty()
    }

    /// Forgets where a body stood, which has been placed elsewhere.
    pub(in crate::world) fn forget(&mut self, id: BodyId) {
        if !self.walkers.is_empty() {
            self.walkers.remove(&id);
        }
    }

    /// Forgets a body that has been removed.
    pub(in crate::world) fn forget_all(&mut self, id: BodyId) {
        self.forget(id);
        self.carriers.remove(&id);
        if !self.surfaces.is_empty() {
            self.surfaces.retain(|collider, _| collider.body != id);
        }
    }
}

/// A length within which a body of a world stands where it stood.
pub(super) fn stands_within<V: Vector>(world: &World<V>, id: BodyId) -> f64 {
    let largest = world.body(id).map_or(0.0, |body| widen(body.bounds.largest()));
    STANDS_WITHIN * largest
}

/// Notes on which collider a slide ended.
pub(in crate::world) fn note_slide<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    motion: &V::Array<f32>,
    options: &SlideOptions<V>,
    slide: &Slide<V, ColliderId>,
) {
    let moved = slide.moved.to_array();
    let within = stands_within(world, id);
    let on = slide.floor.map(|floor| floor.obstacle);
    let state = world.walking.walkers.or_insert_with(id, WalkState::new);
    let length = Vect::<V, f64>::of(&moved).abs().largest();
    let stays = state.on == on && length <= within && leads_along(motion, &options.up);
    if !stays {
        state.anchor = None;
    }
    (state.up, state.max_slope, state.on) = (options.up, options.max_slope, on);
}

/// Whether a motion leads along `up` alone, one way or the other, but for rounding. Where nothing is up, only
/// one of zero does.
fn leads_along<V: Vector>(motion: &V::Array<f32>, up: &V) -> bool {
    if (0..V::DIM).all(|t| is_zero(motion[t])) {
        return true;
    }
    let (motion, up) = (Vect::<V, f64>::of(motion), Vect::of(&up.to_array()));
    let square = up.square();
    if !(square > 0.0) {
        return false;
    }
    let aside = motion - up * (motion.dot(up) / square);
    aside.square() <= ASIDE * ASIDE * motion.square()
}

/// Notes the motion of a carrier.
pub(super) fn note_carrier<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    from: &Pose<V>,
    to: &Pose<V>,
) {
    let steps = world.steps;
    let fresh = CarrierMotion { from: *from, to: *to, steps, seen: None };
    let motion = world.walking.carriers.or_insert_with(id, || fresh);
    if motion.steps == steps && motion.seen.is_none() && motion.to == *from {
        motion.to = *to;
    } else {
        *motion = fresh_motion(from, to, steps);
    }
}

fn fresh_motion<V: Vector>(from: &Pose<V>, to: &Pose<V>, steps: u64) -> CarrierMotion<V> {
    CarrierMotion { from: *from, to: *to, steps, seen: None }
}

/// How far a point of a body was moved by its last motion as a carrier, if that was since the walk before
/// the one that asks. It counts as seen from now on.
pub(super) fn carrier_displacement<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    point: Vect<V, f64>,
) -> Option<Vect<V, f64>> {
    let frame = frame_of(world.body(id).ok()?);
    let steps = world.steps;
    let motion = world.walking.carriers.get_mut(&id)?;
    let is_new = motion.steps.checked_add(1).is_some_and(|next| next >= steps)
        && motion.seen.is_none_or(|seen| seen == steps);
    if !is_new || motion.to != frame {
        return None;
    }
    motion.seen = Some(steps);
    Some(-super::frame::displacement(&motion.to, &motion.from, point))
}
