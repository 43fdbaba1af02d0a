//! Bodies that are moved by a carrier together: first all of them slide, each as if the others were not
//! there; then each leaves the carrier, and those before it.

use super::carry::{Crushed, riders};
use super::frame::place_of;
use crate::exact::{Number as _, is_zero, widen};
use crate::index::BodyKind;
use crate::linalg::Vect;
use crate::query::move_and_slide::{Slide, SlideOptions};
use crate::query::move_until_contact::ulp_of;
use crate::query::proximity::proof;
use crate::shape::AnyShape as _;
use crate::space::Vector;
use crate::world::World;
use crate::world::body::{BodyId, ColliderId};
use crate::world::movers::{self, blocks};

/// The most slides out of what is penetrated.
const ROUNDS: u32 = 12;

/// The longest row of bodies of which each pushes the next.
const MAX_ROW: u32 = 8;

/// A body that is moved.
#[derive(Debug)]
pub(super) struct Member<V: Vector> {
    pub(super) id: BodyId,
    /// How far it is to be moved.
    pub(super) displacement: Vect<V, f64>,
    /// The one-way colliders that block it.
    fronts: Vec<ColliderId>,
    /// What stopped it on its way.
    stopped_by: Option<ColliderId>,
}

impl<V: Vector> Member<V> {
    pub(super) fn new(id: BodyId, displacement: Vect<V, f64>, fronts: Vec<ColliderId>) -> Self {
        Self { id, displacement, fronts, stopped_by: None }
    }
}

/// The options with which a body is carried and pushed.
pub(super) fn mover_options<V: Vector>(world: &World<V>, id: BodyId) -> SlideOptions<V> {
    let state = world.walking.walkers.get(&id);
    state.map_or_else(SlideOptions::default, |state| state.options())
}

/// Whether a body is pushed: one that moves and is no carrier itself.
pub(super) fn can_be_pushed<V: Vector>(world: &World<V>, id: BodyId) -> bool {
    let moves = world.body(id).is_ok_and(|body| body.options.kind == BodyKind::Moving);
    moves && !world.walking.carriers.contains_key(&id) && movers::mover(world, id).is_ok()
}

/// A list of bodies with the places where they were.
pub(super) type Places<V> = Vec<(BodyId, <V as Vector>::Array<f32>)>;

/// Notes where a body is, the first time.
pub(super) fn note_before<V: Vector>(world: &World<V>, id: BodyId, before: &mut Places<V>) {
    if let Ok(body) = world.body(id)
        && !before.iter().any(|&(known, _)| known == id)
    {
        before.push((id, place_of(body)));
    }
}

/// Moves bodies that a carrier, which is where it goes already, pushes or takes along: the first `pushed` of
/// them push on. Returns who is crushed.
pub(super) fn move_group<V: Vector>(
    world: &mut World<V>,
    carrier: BodyId,
    members: &mut [Member<V>],
    pushed: usize,
    before: &mut Places<V>,
) -> Vec<Crushed> {
    let mut group: Vec<BodyId> = members.iter().map(|member| member.id).collect();
    group.insert(0, carrier);
    for (i, member) in members.iter_mut().enumerate() {
        let mut push = Push::of_carrier(&group, before, depth(i < pushed));
        member.stopped_by = push.slide(world, member.id, member.displacement);
    }
    let mut crushed = Vec::new();
    for (i, member) in members.iter().enumerate() {
        let push = Push::of_carrier(&group, before, depth(i < pushed));
        crushed.extend(leave(world, member, push, i + 1));
    }
    // A body that was pushed on was free of those who pushed it, and in the way of the rest where it was then.
    let places = before.iter().map(|&(id, _)| id).filter(|id| !group.contains(id));
    let pushed_on: Vec<BodyId> = places.collect();
    for id in pushed_on {
        let Some(place) = world.body(id).ok().map(place_of) else { continue };
        let member = Member::new(id, Vect::zero(), Vec::new());
        let push = Push::of_carrier(&group, before, MAX_ROW);
        crushed.extend(leave(world, &member, push, group.len()));
        note_pushed(world, id, &place);
    }
    crushed
}

/// Whom a carrier and those it pushes push: all that can be.
fn can_push<V: Vector>(world: &World<V>, _: BodyId, other: BodyId) -> bool {
    can_be_pushed(world, other)
}

/// How many others in a row somebody pushes on.
fn depth(pushes: bool) -> u32 {
    if pushes { MAX_ROW } else { 0 }
}

/// A push, which others pass on.
pub(super) struct Push<'a, V: Vector> {
    /// Whoever pushes first, the bodies that are moved with it, and those that are pushing: none of them is pushed, nor
    /// in the way.
    group: Vec<BodyId>,
    /// Whether the first of the group is in the way nonetheless: of those who are free of it where it is now.
    is_first_blocking: bool,
    before: &'a mut Places<V>,
    /// How many others in a row are pushed on.
    depth: u32,
    /// Whether the first body pushes the second.
    pushes: fn(&World<V>, BodyId, BodyId) -> bool,
}

impl<'a, V: Vector> Push<'a, V> {
    /// The push of a body that is no carrier, and that is free where it is or not, among those whom `pushes` lets it
    /// push.
    pub(super) fn of(
        id: BodyId,
        is_free: bool,
        before: &'a mut Places<V>,
        pushes: fn(&World<V>, BodyId, BodyId) -> bool,
    ) -> Self {
        let group = vec![id];
        Self { group, is_first_blocking: is_free, before, depth: MAX_ROW, pushes }
    }

    /// The push of one of a group of which the first is the carrier.
    fn of_carrier(group: &[BodyId], before: &'a mut Places<V>, depth: u32) -> Self {
        let (group, pushes) = (group.to_vec(), can_push as fn(&World<V>, BodyId, BodyId) -> bool);
        Self { group, is_first_blocking: false, before, depth, pushes }
    }

    /// Who is not in the way.
    fn ignored(&self) -> &[BodyId] {
        &self.group[usize::from(self.is_first_blocking)..]
    }

    /// Slides a body along what is not of the group, and pushes on who is in its way; who stands on it goes
    /// along. The collider that stopped it most, if any did.
    fn slide(
        &mut self,
        world: &mut World<V>,
        id: BodyId,
        displacement: Vect<V, f64>,
    ) -> Option<ColliderId> {
        let riders = self.riders_of(world, id);
        let before = world.body(id).ok().map(place_of)?;
        let stopped_by = self.slide_alone(world, id, displacement);
        if !riders.is_empty()
            && let Ok(body) = world.body(id)
        {
            let place = place_of(body);
            for (rider, start) in riders {
                self.take_along(world, rider, [&before, &place], &start);
            }
        }
        stopped_by
    }

    /// Who stands on a body and is not moved otherwise, with the places where they are.
    fn riders_of(&self, world: &World<V>, id: BodyId) -> Places<V> {
        let riders = riders(world, id).into_iter();
        let others = riders.filter(|rider| !self.group.contains(rider));
        others.filter_map(|rider| Some((rider, place_of(world.body(rider).ok()?)))).collect()
    }

    /// Slides a rider, who was at `start`, as far as his body went, `from` and `to`, without what it pushed
    /// him. Everything stops him: nobody moves him out of what he would come to penetrate.
    fn take_along(
        &mut self,
        world: &mut World<V>,
        rider: BodyId,
        [from, to]: [&V::Array<f32>; 2],
        start: &V::Array<f32>,
    ) {
        let Ok(body) = world.body(rider) else { return };
        let place = place_of(body);
        let displacement = (Vect::of(to) - Vect::of(from)) - (Vect::of(&place) - Vect::of(start));
        note_before(world, rider, self.before);
        if let Some(slide) = slide_among(world, rider, displacement, &[]) {
            movers::leave_displaced(world, rider, &slide.moved.to_array(), &[]);
        }
        note_pushed(world, rider, &place);
    }

    fn slide_alone(
        &mut self,
        world: &mut World<V>,
        id: BodyId,
        displacement: Vect<V, f64>,
    ) -> Option<ColliderId> {
        let mut slide = slide_among(world, id, displacement, self.ignored())?;
        if self.depth > 0 && self.push_on(world, id, displacement, &slide) {
            slide = slide_among(world, id, displacement, self.ignored())?;
        }
        if !movers::leave_displaced(world, id, &slide.moved.to_array(), &[]) {
            return None;
        }
        let mut most: Option<(f64, ColliderId)> = None;
        for hit in &slide.hits {
            let against = 0.0 - displacement.dot(Vect::of(&hit.normal.to_array()));
            if against > 0.0 && most.is_none_or(|(most, _)| against > most) {
                most = Some((against, hit.obstacle));
            }
        }
        most.map(|(_, obstacle)| obstacle)
    }

    /// Pushes those that a slide met along the normals of the contacts, as far as the slide would have led;
    /// whether any of them moved.
    fn push_on(
        &mut self,
        world: &mut World<V>,
        id: BodyId,
        displacement: Vect<V, f64>,
        slide: &Slide<V, ColliderId>,
    ) -> bool {
        let moved = Vect::of(&slide.moved.to_array());
        let mut any = false;
        let was_blocking = core::mem::replace(&mut self.is_first_blocking, true);
        self.group.push(id);
        self.depth -= 1;
        for hit in &slide.hits {
            let (other, normal) = (hit.obstacle.body, Vect::of(&hit.normal.to_array()));
            let into = (moved - displacement).dot(normal);
            if !(into > 0.0) || self.group.contains(&other) || !(self.pushes)(world, id, other) {
                continue;
            }
            // A stop is within four units in the last place.
            let length = into + 8.0 * unit_of(world, other);
            any |= self.push(world, other, -(normal * length));
        }
        self.depth += 1;
        self.group.pop();
        self.is_first_blocking = was_blocking;
        any
    }

    /// Pushes a body, and whoever is in its way; whether it moved.
    pub(super) fn push(
        &mut self,
        world: &mut World<V>,
        id: BodyId,
        displacement: Vect<V, f64>,
    ) -> bool {
        let Some(before) = world.body(id).ok().map(place_of) else { return false };
        note_before(world, id, self.before);
        self.slide(world, id, displacement);
        note_pushed(world, id, &before)
    }
}

/// Notes that a walker may have been moved from where it was; whether it was.
fn note_pushed<V: Vector>(world: &mut World<V>, id: BodyId, before: &V::Array<f32>) -> bool {
    let Some(place) = world.body(id).ok().map(place_of) else { return false };
    if place == *before {
        return false;
    }
    let on = floor_now(world, id);
    if let Some(state) = world.walking.walkers.get_mut(&id) {
        state.carried = state.carried + (Vect::of(&place) - Vect::of(before));
        (state.anchor, state.on) = (None, on);
    }
    true
}

/// A unit in the last place of the largest coordinate of a body, or half of one.
fn unit_of<V: Vector>(world: &World<V>, id: BodyId) -> f64 {
    let largest = world.body(id).map_or(0.0, |body| widen(body.bounds.largest()));
    ulp_of(largest)
}

/// The slide of a body along what is not of a group. `None`, if it is not to move.
pub(super) fn slide_among<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    displacement: Vect<V, f64>,
    group: &[BodyId],
) -> Option<Slide<V, ColliderId>> {
    let motion = displacement.map(saturated).0;
    if (0..V::DIM).all(|t| is_zero(motion[t])) {
        return None;
    }
    let options = mover_options(world, id);
    let ignored = |body: BodyId| group.contains(&body);
    movers::slid(world, id, &motion, &options, &ignored, &mut |_| true).ok()
}

/// Moves a member out of the first bodies of the group. If it is not free of them at the end, it is crushed.
fn leave<V: Vector>(
    world: &mut World<V>,
    member: &Member<V>,
    mut push: Push<'_, V>,
    before: usize,
) -> Option<Crushed> {
    let mut against = member.stopped_by;
    let mut inside: Vec<ColliderId> = Vec::new();
    for round in 0..=ROUNDS {
        let (by, displacement, depth) = deepest(world, member, &push.group[..before])?;
        if !inside.contains(&by) {
            inside.push(by);
        }
        let other = inside.iter().copied().find(|&it| it != by);
        let crushed = Crushed { body: member.id, by, against: against.or(other).unwrap_or(by) };
        if round == ROUNDS {
            return Some(crushed);
        }
        let length = depth + unit_of(world, member.id) * (0.5 + f64::from(round));
        let displacement = displacement * length;
        if let Some(obstacle) = push.slide(world, member.id, displacement) {
            against = Some(obstacle);
        }
    }
    None
}

/// The collider on which a walker stands where it is.
pub(super) fn floor_now<V: Vector>(world: &mut World<V>, id: BodyId) -> Option<ColliderId> {
    let options = mover_options(world, id);
    let still = Vect::<V, f32>::zero().0;
    let slide = movers::slid(world, id, &still, &options, &|_| false, &mut |_| true).ok()?;
    // Who is inside of something would first have to be moved out.
    slide.floor.filter(|_| !slide.started_penetrating).map(|floor| floor.obstacle)
}

/// The deepest penetration of a member with bodies: the collider, the way out and its length.
fn deepest<V: Vector>(
    world: &World<V>,
    member: &Member<V>,
    pushers: &[BodyId],
) -> Option<(ColliderId, Vect<V, f64>, f64)> {
    let body = world.body(member.id).ok()?;
    let mut deepest: Option<(ColliderId, Vect<V, f64>, f64)> = None;
    for &id in pushers {
        let Ok(pusher) = world.body(id) else { continue };
        if !body.can_collide_with(pusher) || !body.bounds.overlaps(&pusher.bounds) {
            continue;
        }
        for (collider, part) in pusher.colliders(id) {
            if part.collider.one_way.is_some() && !member.fronts.contains(&collider) {
                continue;
            }
            for own in &*body.parts {
                let (shape, other) = (own.shape.as_shape_ref(), part.shape.as_shape_ref());
                let penetrates = blocks(world, own, part)
                    && own.bounds.overlaps(&part.bounds)
                    && proof::penetrates(shape, other);
                let Some(out) = penetrates.then(|| V::pair_penetration(shape, other)).flatten()
                else {
                    continue;
                };
                let depth = widen(out.depth);
                if deepest.is_none_or(|(_, _, most)| depth > most) {
                    deepest = Some((collider, Vect::of(&out.normal.to_array()), depth));
                }
            }
        }
    }
    deepest
}

/// The nearest finite `f32`.
pub(super) fn saturated(x: f64) -> f32 {
    let most = f64::from(f32::MAX);
    (x.smaller(most).larger(-most)) as f32
}
