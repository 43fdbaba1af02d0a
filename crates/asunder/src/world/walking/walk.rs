//! The walk of a body: with the surface it stands on, then on its own, and past others who walk.

use super::frame::middle_of;
use super::group::{Push, saturated};
use super::state::carrier_displacement;
use super::{Walk, WalkFloor, WalkOptions, Yields};
use crate::exact::{is_zero, widen};
use crate::query::move_and_slide::{Slide, SlideOptions, note_hits};
use crate::query::proximity::{Wide, dot, unit};
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
        let motion = V::array(|t| (widen(velocity[t]) * widen(dt)) as f32);
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

    let mut carried = state.map_or(V::array(|_| 0.0), |state| state.carried);
    let first =
        along.map(|along| slide_body(world, id, &along, &options.slide, counts)).transpose()?;
    let slide = match options.yields {
        Yields::Walker => slide_body(world, id, &motion, &options.slide, counts)?,
        Yields::Met => go_pushing(world, id, &motion, &options.slide, counts)?,
    };
    let mut hits = Vec::new();
    let (mut started_penetrating, mut stepped, mut stuck) = (false, false, None);
    if let Some(first) = first {
        let moved = first.moved.to_array();
        carried = V::array(|t| carried[t] + widen(moved[t]));
        hits = first.hits;
        (started_penetrating, stepped) = (first.started_penetrating, first.stepped);
        stuck = first.stuck;
    }
    note_hits(&mut hits, &slide.hits);
    let floor = slide.floor.map(|floor| {
        let velocity = floor_velocity(world, id, floor.obstacle, dt);
        WalkFloor { collider: floor.obstacle, normal: floor.normal, velocity }
    });
    let (mut turned, mut crushed) = (V::IDENTITY, None);
    if let Some(state) = world.walking.walkers.get_mut(&id) {
        turned = V::from_half_turn(state.turned);
        crushed = state.crushed.take();
        state.carried = V::array(|_| 0.0);
        state.turned = super::frame::NO_TURN;
    }
    Ok(Walk {
        moved: slide.moved,
        carried: V::from_array(V::array(|t| saturated(carried[t]))),
        turned: V::rotation(turned),
        velocity_after: V::from_array(velocity_after::<V>(
            velocity,
            dt,
            &motion,
            &slide.deflected.0,
        )),
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
    let up = options.up.to_array();
    let up = unit::<V>(&V::array(|t| widen(up[t])));
    // What was met counts, though it is pushed out of the way.
    let mut met = slide.hits.clone();
    for _ in 0..PUSHES {
        let moved = slide.moved.to_array();
        let missing = V::array(|t| widen(motion[t]) - widen(moved[t]));
        let mut pushed = false;
        for hit in &slide.hits {
            let other = hit.obstacle.body;
            let normal = hit.normal.to_array();
            let normal = V::array(|t| widen(normal[t]));
            let is_floor = up.as_ref().is_none_or(|up| dot::<V>(&normal, up) >= cosine)
                || slide.floor.is_some_and(|floor| floor.obstacle.body == other);
            let into = 0.0 - dot::<V>(&missing, &normal);
            if !is_floor && into > 0.0 && world.walking.walkers.contains_key(&other) {
                let displacement = V::array(|t| 0.0 - into * normal[t]);
                pushed |=
                    Push::of(id, &mut Vec::new(), pushes_walker).push(world, other, &displacement);
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
    deflected: &Wide<V>,
) -> V::Array<f32> {
    if is_zero(dt) || (0..V::DIM).all(|t| deflected[t] == widen(motion[t])) {
        return *velocity;
    }
    V::array(|t| if deflected[t] == 0.0 { 0.0 } else { saturated(deflected[t] / widen(dt)) })
}

/// The velocity of a floor where the middle of a walker is.
fn floor_velocity<V: Vector>(world: &mut World<V>, id: BodyId, floor: ColliderId, dt: f32) -> V {
    let surface = world.walking.surfaces.get(&floor).copied().unwrap_or_default().to_array();
    let surface = V::array(|t| widen(surface[t]));
    let Ok(body) = world.body(id) else { return V::default() };
    let middle = middle_of(body);
    let moved = carrier_displacement(world, floor.body, &middle);
    let own = moved.filter(|_| dt > 0.0).map(|moved| V::array(|t| moved[t] / widen(dt)));
    let all = own.map_or(surface, |own| V::array(|t| own[t] + surface[t]));
    V::from_array(V::array(|t| saturated(all[t])))
}
