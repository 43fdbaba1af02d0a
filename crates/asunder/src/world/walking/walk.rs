//! The walk of a body: with the surface it stands on, then on its own, and past others who walk.

use super::frame::middle_of;
use super::group::{Push, saturated};
use super::state::carrier_displacement;
use super::{Walk, WalkFloor, WalkOptions, Yields};
use crate::exact::{is_zero, widen};
use crate::linalg::Vect;
use crate::query::move_and_slide::{Floor, Slide, SlideOptions, note_hits};
use crate::space::{Rot2, Vector};
use crate::world::body::{BodyId, ColliderId};
use crate::world::movers::{ColliderFilter, leave_slid, mover, slid, slide_body};
use crate::world::{World, WorldError};

/// The most slides of a walk after each of which others are pushed.
const PUSHES: u32 = 4;

/// A slide of a body of a world.
type BodySlide<V> = Slide<V, ColliderId>;

pub(in crate::world) fn walk_body<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    (velocity, dt): (&V::Array<f32>, f32),
    options: &WalkOptions<V>,
    counts: ColliderFilter<'_, V>,
) -> Result<Walk<V>, WorldError> {
    mover(world, id)?;
    if !(dt >= 0.0 && dt.is_finite()) {
        return Err(WorldError::TimeStep { value: dt });
    }
    if let Some(t) = (0..V::DIM).find(|&t| !velocity[t].is_finite()) {
        return Err(WorldError::Motion { body: id, value: velocity[t] });
    }
    let over_time = |velocity: &V::Array<f32>| {
        let motion = (Vect::<V, f64>::of(velocity) * widen(dt)).to_f32();
        match (0..V::DIM).find(|&t| !motion[t].is_finite()) {
            Some(t) => Err(WorldError::Motion { body: id, value: motion[t] }),
            None => Ok(motion),
        }
    };
    let motion = over_time(velocity)?;
    let state = world.walking.walkers.get(&id);
    let on = state.and_then(|state| state.on);
    let surface = on.and_then(|on| world.walking.surfaces.get(&on)).copied();
    let along = surface.map(|surface| over_time(&surface.to_array())).transpose()?;
    let along = along.filter(|along| (0..V::DIM).any(|t| !is_zero(along[t])));

    let mut carried = state.map_or(Vect::zero(), |state| state.carried);
    let first =
        along.map(|along| slide_body(world, id, &along, &options.slide, counts)).transpose()?;
    let slide = match options.yields {
        Yields::Walker => slide_body(world, id, &motion, &options.slide, counts)?,
        Yields::Met => go_pushing(world, id, &motion, &options.slide, counts)?,
    };
    let mut hits = slide.hits;
    let (mut started_penetrating, mut stepped, mut stuck) = (false, false, None);
    if let Some(first) = first {
        carried = carried + Vect::of(&first.moved.to_array());
        let own = core::mem::replace(&mut hits, first.hits);
        note_hits(&mut hits, &own);
        (started_penetrating, stepped) = (first.started_penetrating, first.stepped);
        stuck = first.stuck;
    }
    let floor = slide.floor.map(|floor| {
        let velocity = floor_velocity(world, id, floor.obstacle, dt);
        let Floor { obstacle: collider, normal, part } = floor;
        WalkFloor { collider, normal, velocity, part }
    });
    let (mut turned, mut crushed) = (V::IDENTITY, None);
    if let Some(state) = world.walking.walkers.get_mut(&id) {
        turned = V::from_half_turn(state.turned);
        crushed = state.crushed.take();
        state.carried = Vect::zero();
        state.turned = super::frame::NO_TURN;
    }
    Ok(Walk {
        moved: slide.moved,
        carried: V::from_array(carried.map(saturated).0),
        turned: V::rotation(turned),
        velocity_after: V::from_array(velocity_after::<V>(velocity, dt, &motion, slide.deflected)),
        floor,
        hits,
        stepped: slide.stepped || stepped,
        snapped: slide.snapped,
        started_penetrating: slide.started_penetrating || started_penetrating,
        stuck: slide.stuck.or(stuck),
        crushed,
    })
}

/// Slides a body; who walks and is met is pushed, and then it slides anew from where it was.
fn go_pushing<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    motion: &V::Array<f32>,
    options: &SlideOptions<V>,
    counts: ColliderFilter<'_, V>,
) -> Result<BodySlide<V>, WorldError> {
    let mut slide = slid(world, id, motion, options, &|_| false, counts)?;
    let cosine = widen(Rot2::degrees(options.max_slope).cos);
    let up = Vect::<V, f64>::of(&options.up.to_array()).unit();
    // What was met counts, though it is pushed out of the way.
    let mut met = slide.hits.clone();
    for _ in 0..PUSHES {
        let missing = Vect::of(motion) - Vect::of(&slide.moved.to_array());
        let mut pushed = false;
        for hit in &slide.hits {
            let other = hit.obstacle.body;
            let normal = Vect::of(&hit.normal.to_array());
            let is_floor = up.is_some_and(|up| normal.dot(up) >= cosine)
                || slide.floor.is_some_and(|floor| floor.obstacle.body == other);
            let into = 0.0 - missing.dot(normal);
            if !is_floor && into > 0.0 && world.walking.walkers.contains_key(&other) {
                let displacement = -(normal * into);
                let mut places = Vec::new();
                let is_free = !slide.started_penetrating;
                let mut push = Push::of(id, is_free, &mut places, pushes_walker);
                pushed |= push.push(world, other, displacement);
            }
        }
        if !pushed {
            break;
        }
        slide = slid(world, id, motion, options, &|_| false, counts)?;
        note_hits(&mut met, &slide.hits);
    }
    slide.hits = met;
    leave_slid(world, id, motion, options, &slide);
    Ok(slide)
}

/// Whether a walker pushes another: one who walks, too, and on whom it does not stand.
fn pushes_walker<V: Vector>(world: &World<V>, id: BodyId, other: BodyId) -> bool {
    let on = world.walking.walkers.get(&id).and_then(|state| state.on);
    world.walking.walkers.contains_key(&other) && on.is_none_or(|on| on.body != other)
}

/// What is left of a velocity whose motion was deflected.
fn velocity_after<V: Vector>(
    velocity: &V::Array<f32>,
    dt: f32,
    motion: &V::Array<f32>,
    deflected: Vect<V, f64>,
) -> V::Array<f32> {
    if is_zero(dt) || deflected == Vect::of(motion) {
        return *velocity;
    }
    deflected.map(|x| if x == 0.0 { 0.0 } else { saturated(x / widen(dt)) }).0
}

/// The velocity of a floor where the middle of a walker is.
fn floor_velocity<V: Vector>(world: &mut World<V>, id: BodyId, floor: ColliderId, dt: f32) -> V {
    let surface = world.walking.surfaces.get(&floor).copied().unwrap_or_default();
    let surface = Vect::of(&surface.to_array());
    let Ok(body) = world.body(id) else { return V::default() };
    let middle = middle_of(body);
    let moved = carrier_displacement(world, floor.body, middle);
    let own = moved.filter(|_| dt > 0.0).map(|moved| moved / widen(dt));
    let all = own.map_or(surface, |own| own + surface);
    V::from_array(all.map(saturated).0)
}
