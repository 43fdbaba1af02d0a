//! Bodies that carry those who stand on them, and push those who are in their way.

use super::frame::{
    frame_of, half_sine, place_of, placed_point, product, turn_about, turn_between,
};
use super::group::{Member, Places, can_be_pushed, floor_now, move_group, note_before};
use super::pushed::push;
use super::state::{Anchor, note_carrier, stands_within};
use crate::array::Mapped as _;
use crate::exact::Number as _;
use crate::index::{Index as _, Search as _};
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::query::move_until_contact::position;
use crate::shape::{AnyShape as _, Shape};
use crate::sort::{sort, sort_by};
use crate::space::{Pose, Vector};
use crate::world::body::{BodyId, ColliderId, LastPlacement};
use crate::world::{World, WorldError, movers, place};
use core::mem::discriminant;
use core::ops::ControlFlow;

/// The most parts into which a turn is divided.
const MAX_PARTS: u32 = 256;

/// The number of parts of a half turn, at least.
const HALF_TURN_PARTS: f64 = 48.0;

/// A body that was pushed, but not free: it is between two colliders that leave it no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Crushed {
    /// The body.
    pub body: BodyId,
    /// The collider that pushed it, and that it penetrates.
    pub by: ColliderId,
    /// The collider that stopped it.
    pub against: ColliderId,
}

/// Who was moved by a [carrier](World::carry), and who was crushed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Carry<V: Vector> {
    /// Those who were moved: those in the way first, and who stands on them, then those who stand on the
    /// carrier, each in the order of their ids and of who stands on whom.
    pub bodies: Vec<CarriedBody<V>>,
    /// Those who were not free of the carrier at the end.
    pub crushed: Vec<Crushed>,
}

/// A body that was moved by a carrier.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CarriedBody<V: Vector> {
    /// The body.
    pub body: BodyId,
    /// How far it was moved.
    pub moved: V,
    /// Whether it stood on the carrier, or on another who did; else it was in the way, or stood on one who was.
    pub stands: bool,
}

impl<V: Vector> World<V> {
    /// Moves and turns a body to a pose, as [`set_body_pose`](Self::set_body_pose) places it, with all who
    /// stand on it, and pushes who is in its way: lifts, turntables, doors, pistons.
    ///
    /// Who stands on it is known from the last [`walk_body`](Self::walk_body) or
    /// [`slide_body`](Self::slide_body), and so is who stands on those. They all make the same rigid motion:
    /// the middle of each is moved and turned about with the carrier. Their shapes are not turned, so that
    /// who is upright stays so; [`Walk::turned`](super::Walk::turned) says by how much to turn a figure.
    /// A place on the carrier is kept in `f64` until its owner walks, so that no number of turns adds up to
    /// a drift. Call it before the walks of a tick.
    ///
    /// In the way is each moving body that the carrier would come to penetrate and that blocks it, unless it
    /// is a carrier itself. It moves from the contact on as the carrier does, but is not turned. Who is carried or
    /// pushed slides along what blocks it. Who is pushed pushes on others who could be in the way as well, up to
    /// eight in a row. Who stands on one who is pushed goes as far as that one does, and is not turned as that one
    /// is not. Who rides, on the carrier or on one who is pushed, pushes nobody. Who is not free of the carrier at
    /// the end is [`Crushed`], which is returned, and is an [event](super::Event::Crushed) of the next step. The
    /// carrier goes to its pose nonetheless.
    /// Who penetrates the carrier before it moves is not taken along, and let out where there is room.
    ///
    /// A turn is divided into parts, so that it passes over nobody who is in its way and at least as wide as
    /// a part. It takes one or two slides for each body that is moved, and as many again for each part.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let layers = Layers::new().respond("default", "default", Response::Block)?;
    /// let mut world = World2::with_layers(layers);
    /// let lift = world.insert(Aabb2::new([-1.0, -0.25], [1.0, 0.0]), BodyKind::Moving)?;
    /// let rider = world.insert(Capsule2::new([0.0, 0.5], [0.0, 1.5], 0.5), BodyKind::Moving)?;
    /// let options = WalkOptions::default();
    /// world.walk_body(rider, [0.0, -0.25], 0.25, &options)?;
    ///
    /// let carry = world.carry(lift, &Pose2::from_translation([0.0, 1.0]))?;
    /// assert_eq!(carry.bodies[0].moved.to_array(), [0.0, 1.0]);
    /// let walk = world.walk_body(rider, [0.0, -0.25], 0.25, &options)?;
    /// let floor = walk.floor.unwrap();
    /// assert_eq!((floor.collider.body, floor.velocity.y), (lift, 4.0));
    /// assert_eq!((walk.carried.y, walk.moved.y), (1.0, 0.0), "it stands, to the last bit");
    ///
    /// // A ceiling leaves no room for more than half a unit.
    /// let ceiling = world.insert(Aabb2::new([-9.0, 3.5], [9.0, 4.0]), BodyKind::Fixed)?;
    /// assert!(world.carry(lift, &Pose2::from_translation([0.0, 1.5]))?.crushed.is_empty());
    /// let carry = world.carry(lift, &Pose2::from_translation([0.0, 1.75]))?;
    /// assert_eq!(carry.crushed[0].by.body, lift);
    /// assert_eq!(carry.crushed[0].against.body, ceiling);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`set_body_pose`](Self::set_body_pose). Then nothing has changed.
    pub fn carry(&mut self, id: BodyId, pose: &Pose<V>) -> Result<Carry<V>, WorldError> {
        V::carry(self, id, pose)
    }
}

pub(in crate::world) fn carry<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    pose: &Pose<V>,
) -> Result<Carry<V>, WorldError> {
    let body = world.body(id)?;
    let keeps_pose = matches!(body.placed, LastPlacement::Pose(_));
    let end = place::shapes_under(body, id, pose)?;
    let [from, to] = if keeps_pose {
        [frame_of(body), *pose]
    } else {
        places_between(body.parts.first().map(|part| &part.shape), end.first())
    };
    // Where it was, as a pose that its shapes reach as they reach the new one: not turned on the way.
    let noted_from = if keeps_pose {
        from
    } else {
        let moved = Vect::<V, f64>::of(&to.translation) - Vect::of(&from.translation);
        let translation = (Vect::of(&pose.translation) - moved).to_f32();
        // From beyond what can be stored, it counts as not moved.
        let is_stored = Vect::<V, f64>::of(&translation).is_finite();
        if is_stored { Pose { translation, rotation: pose.rotation } } else { *pose }
    };
    let bounds = end.iter().fold(body.bounds, |all, shape| all.merged(&Bounds::of(shape)));
    world.index.settle();
    world.walking.forget(id);
    let sine = half_sine(turn_between(&from, &to));
    let chord = 2.0 * sine * reach(&bounds, &from, &to);
    let riders = riders(world, id);
    let others = if chord > 0.0 {
        in_reach(world, id, &bounds.passed_within(chord), &riders)
    } else {
        in_reach(world, id, &bounds, &riders)
    };
    let moving = Affected { others, riders };
    let mut moves = Moves { before: Vec::new(), crushed: Vec::new() };
    let parts = parts(world, sine, chord, moving.others.iter().chain(&moving.riders));
    let mut now = from;
    for part in 1..=parts {
        let is_last = part == parts;
        let next = if is_last { to } else { from.between(&to, part as f32 / parts as f32) };
        let placed = if is_last { *pose } else { next };
        let Ok(shapes) = world.body(id).and_then(|body| place::shapes_under(body, id, &placed))
        else {
            continue;
        };
        carry_once(world, id, &[now, next, placed], shapes, &moving, &mut moves);
        now = next;
    }
    note_carrier(world, id, &noted_from, pose);
    let mut bodies = Vec::new();
    for (body, before) in moves.before {
        let Ok(it) = world.body(body) else { continue };
        let place = place_of(it);
        let moved = (Vect::<V, f64>::of(&place) - Vect::of(&before)).to_f32();
        if place != before {
            let stands = moving.riders.contains(&body);
            bodies.push(CarriedBody { body, moved: V::from_array(moved), stands });
        }
    }
    sort_by(&mut bodies, &|x, y| x.stands.cmp(&y.stands));
    Ok(Carry { bodies, crushed: moves.crushed })
}

/// Where a shape is before and after, as poses that are not turned. A box along the axes that is placed at a pose becomes
/// one that may be turned, which stores its middle and not a corner.
fn places_between<V: Vector>(from: Option<&Shape<V>>, to: Option<&Shape<V>>) -> [Pose<V>; 2] {
    // What is unbounded has no middle.
    let middle = |shape: &Shape<V>| {
        let bounds = Bounds::of(shape);
        let middle = (Vect::<V, f64>::of(&bounds.min) + Vect::of(&bounds.max)) * 0.5;
        middle.is_finite().then(|| middle.to_f32())
    };
    let is_same_kind = from.map(discriminant) == to.map(discriminant);
    let by_middles = !is_same_kind && [from, to].into_iter().flatten().all(|x| middle(x).is_some());
    [from, to].mapped(|shape| {
        let place = |shape: &Shape<V>| {
            let middle = by_middles.then(|| middle(shape)).flatten();
            middle.unwrap_or_else(|| position(&shape.as_shape_ref()))
        };
        Pose::from_translation(shape.map_or(Vect::<V, f32>::zero().0, place))
    })
}

/// The bodies that a carrier may move: those that may be in its way, and those that stand on it.
struct Affected {
    others: Vec<BodyId>,
    riders: Vec<BodyId>,
}

/// What has been moved so far: from where, and who was crushed.
struct Moves<V: Vector> {
    before: Places<V>,
    crushed: Vec<Crushed>,
}

/// The greatest distance of a point of the bounds from the origin of either pose.
fn reach<V: Vector>(bounds: &Bounds<V>, from: &Pose<V>, to: &Pose<V>) -> f64 {
    [from, to].iter().fold(0.0, |most: f64, pose| {
        let origin = Vect::<V, f64>::of(&pose.translation);
        let [low, high] = [bounds.min, bounds.max].mapped(|end| (Vect::of(&end) - origin).abs());
        most.larger(low.zip(high, f64::larger).length())
    })
}

/// Into how many parts a turn is divided: each of them is small, and less than half as wide as each body that
/// may be in the way.
fn parts<'a, V: Vector>(
    world: &World<V>,
    sine: f64,
    chord: f64,
    bodies: impl Iterator<Item = &'a BodyId>,
) -> u32 {
    if !(sine > 0.0) {
        return 1;
    }
    let mut parts = 1.0;
    for body in bodies.filter_map(|&id| world.body(id).ok()) {
        parts = parts.larger(HALF_TURN_PARTS * sine);
        let size = Vect::<V, f64>::of(&body.bounds.max) - Vect::of(&body.bounds.min);
        let width = size.components().fold(f64::INFINITY, f64::smaller);
        // The arc is longer than its chord by less than 1.6.
        let wide = 3.2 * chord / width;
        parts = if wide.is_finite() { parts.larger(wide) } else { f64::from(MAX_PARTS) };
    }
    let parts = parts.ceil().smaller(f64::from(MAX_PARTS));
    if parts > 1.0 { parts as u32 } else { 1 }
}

/// Who stands on a body, and on those, and so on: each after the one on which it stands. Whoever stood on one
/// that has been placed elsewhere does not stand on it any more.
pub(super) fn riders<V: Vector>(world: &World<V>, id: BodyId) -> Vec<BodyId> {
    let mut riders = vec![id];
    let mut next = 0;
    while next < riders.len() {
        let carrier = riders[next];
        next += 1;
        let Ok(body) = world.body(carrier) else { continue };
        let near = body.bounds.passed_within(stands_within(world, carrier));
        let mut standing = Vec::new();
        world.index.overlapping(&near, &mut |slot| {
            let other = world.occupant(slot).map(|(other, _)| other);
            let state = other.and_then(|other| world.walking.walkers.get(&other));
            if let (Some(other), Some(on)) = (other, state.and_then(|state| state.on))
                && on.body == carrier
                && !riders.contains(&other)
                && movers::mover(world, other).is_ok()
            {
                standing.push(other);
            }
            ControlFlow::Continue(())
        });
        sort(&mut standing);
        riders.append(&mut standing);
    }
    riders.remove(0);
    riders
}

/// The moving bodies in a region that a carrier pushes, in the order of their ids.
fn in_reach<V: Vector>(
    world: &World<V>,
    id: BodyId,
    region: &Bounds<V>,
    riders: &[BodyId],
) -> Vec<BodyId> {
    let Ok(carrier) = world.body(id) else { return Vec::new() };
    let mut found = Vec::new();
    world.index.overlapping(region, &mut |slot| {
        if let Some((other, body)) = world.occupant(slot)
            && other != id
            && body.can_collide_with(carrier)
            && !riders.contains(&other)
            && can_be_pushed(world, other)
        {
            found.push(other);
        }
        ControlFlow::Continue(())
    });
    sort(&mut found);
    found
}

/// A part of a motion, from one pose to the next; the third is the one to be placed at.
fn carry_once<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    [from, to, placed]: &[Pose<V>; 3],
    shapes: Vec<Shape<V>>,
    moving: &Affected,
    moves: &mut Moves<V>,
) {
    let pushed_body = |&other: &BodyId| push(world, id, other, [from, to], &shapes);
    let mut members: Vec<Member<V>> = moving.others.iter().filter_map(pushed_body).collect();
    let pushed = members.len();
    let mut anchors = Vec::new();
    for &rider in &moving.riders {
        let (Ok(body), Some(state)) = (world.body(rider), world.walking.walkers.get(&rider)) else {
            continue;
        };
        let kept = state.anchor.as_ref().filter(|it| it.carrier == id && it.frame == *from);
        let mut anchor = kept.cloned().unwrap_or_else(|| Anchor::new(id, from, body));
        anchor.frame = *to;
        let target = placed_point(to, anchor.local);
        let place = place_of(body);
        let displacement =
            if from == to { Vect::zero() } else { target - anchor.offset - Vect::of(&place) };
        members.push(Member::new(rider, displacement, state.on.into_iter().collect()));
        anchors.push(anchor);
    }
    let before: Vec<V::Array<f32>> = members
        .iter()
        .map(|it| world.body(it.id).map_or(Vect::<V, f32>::zero().0, place_of))
        .collect();
    members.iter().for_each(|member| note_before(world, member.id, &mut moves.before));
    place::commit(world, id, shapes, place::Placement::Pose(placed));
    world.index.settle();
    let crushed = move_group(world, id, &mut members, pushed, &mut moves.before);
    let turn = turn_between(from, to);
    for (i, member) in members.iter().enumerate() {
        let rides = i >= pushed;
        let Ok(body) = world.body(member.id) else { continue };
        let moved = Vect::<V, f64>::of(&place_of(body)) - Vect::of(&before[i]);
        let off = (moved - member.displacement).abs().largest();
        let keeps_place = rides && off <= stands_within(world, member.id);
        let on = if keeps_place { None } else { floor_now(world, member.id) };
        if let Some(state) = world.walking.walkers.get_mut(&member.id) {
            state.carried = state.carried + moved;
            if rides {
                state.turned = product(turn_about::<V>(turn, &state.up.to_array()), state.turned);
            }
            if keeps_place {
                state.anchor = anchors.get(i - pushed).cloned();
            } else {
                (state.anchor, state.on) = (None, on);
            }
        }
    }
    for crush in crushed {
        if let Some(state) = world.walking.walkers.get_mut(&crush.body) {
            state.crushed = state.crushed.or(Some(crush));
        }
        note_crush(&mut moves.crushed, crush);
        note_crush(&mut world.walking.crushed, crush);
    }
}

fn note_crush(crushed: &mut Vec<Crushed>, crush: Crushed) {
    if !crushed.iter().any(|known| (known.body, known.by) == (crush.body, crush.by)) {
        crushed.push(crush);
    }
}
