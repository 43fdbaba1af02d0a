//! Bodies that are moved by a carrier together: first all of them slide, each as if the others were not
//! there; then each leaves the carrier, and those before it.

use super::carry::Crushed;
use crate::exact::{Number as _, widen};
use crate::query::move_and_slide::SlideOptions;
use crate::query::proximity::{Wide, dot, proof};
use crate::shape::AnyShape as _;
use crate::space::Vector;
use crate::world::body::{BodyId, ColliderId, PlacedCollider};
use crate::world::layers::Response;
use crate::world::step::response;
use crate::world::{World, movers};

/// The most slides out of what is penetrated.
const ROUNDS: u32 = 12;

/// A body that is moved.
#[derive(Debug)]
pub(super) struct Member<V: Vector> {
    pub(super) id: BodyId,
    /// How far it is to be moved.
    pub(super) way: Wide<V>,
    /// The one-way colliders that block it.
    fronts: Vec<ColliderId>,
    /// What stopped it on its way.
    stopped_by: Option<ColliderId>,
    pub(super) crushed: Option<Crushed>,
}

impl<V: Vector> Member<V> {
    pub(super) fn new(id: BodyId, way: Wide<V>, fronts: Vec<ColliderId>) -> Self {
        Self { id, way, fronts, stopped_by: None, crushed: None }
    }
}

/// Whether two colliders block one another.
pub(super) fn blocks<V: Vector>(
    world: &World<V>,
    own: &PlacedCollider<V>,
    other: &PlacedCollider<V>,
) -> bool {
    response(&world.layers, own, other) == Response::Block
}

/// The options with which a body is carried and pushed.
pub(super) fn mover_options<V: Vector>(world: &World<V>, id: BodyId) -> SlideOptions<V> {
    let state = world.walking.walkers.get(&id);
    state.map_or_else(SlideOptions::default, |state| state.options())
}

/// Moves bodies that a carrier, which is where it goes already, takes along or pushes.
pub(super) fn move_group<V: Vector>(
    world: &mut World<V>,
    carrier: BodyId,
    members: &mut [Member<V>],
) {
    let mut group: Vec<BodyId> = members.iter().map(|member| member.id).collect();
    group.insert(0, carrier);
    for member in &mut *members {
        member.stopped_by = slide(world, member.id, &member.way, &group);
    }
    for (i, member) in members.iter_mut().enumerate() {
        member.crushed = leave(world, member, &group, i + 1);
    }
}

/// Slides a body along what is not of the group; the collider that stopped it most, if any did.
fn slide<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    way: &Wide<V>,
    group: &[BodyId],
) -> Option<ColliderId> {
    let motion = V::array(|t| saturated(way[t]));
    if (0..V::DIM).all(|t| motion[t] == 0.0) {
        return None;
    }
    let options = mover_options(world, id);
    let ignored = |body: BodyId| group.contains(&body);
    let slide = movers::slid(world, id, &motion, &options, &ignored, &mut |_| true).ok()?;
    let moved = movers::displaced_parts(world, id, &slide.moved.to_array())?;
    movers::commit(world, id, Some(moved), &[]);
    let mut most: Option<(f64, ColliderId)> = None;
    for hit in &slide.hits {
        let normal = hit.normal.to_array();
        let against = 0.0 - dot::<V>(way, &V::array(|t| widen(normal[t])));
        if against > 0.0 && most.is_none_or(|(most, _)| against > most) {
            most = Some((against, hit.obstacle));
        }
    }
    most.map(|(_, obstacle)| obstacle)
}

/// Moves a member out of the first bodies of the group. If it is not free of them at the end, it is crushed.
fn leave<V: Vector>(
    world: &mut World<V>,
    member: &Member<V>,
    group: &[BodyId],
    before: usize,
) -> Option<Crushed> {
    let mut against = member.stopped_by;
    let mut inside: Vec<ColliderId> = Vec::new();
    for round in 0..=ROUNDS {
        let (by, way, depth) = deepest(world, member, &group[..before])?;
        if !inside.contains(&by) {
            inside.push(by);
        }
        let other = inside.iter().copied().find(|&it| it != by);
        let crushed =
            Crushed { body: member.id, by, against: against.or(other).unwrap_or(by) };
        if round == ROUNDS {
            return Some(crushed);
        }
        let Ok(body) = world.body(member.id) else { return Some(crushed) };
        let unit = f64::from(f32::EPSILON) / 2.0 * widen(body.bounds.largest());
        let length = depth + unit * (0.5 + f64::from(round));
        let way = V::array(|t| length * way[t]);
        if let Some(obstacle) = slide(world, member.id, &way, group) {
            against = Some(obstacle);
        }
    }
    None
}

/// The deepest penetration of a member with bodies: the collider, the way out and its length.
fn deepest<V: Vector>(
    world: &World<V>,
    member: &Member<V>,
    pushers: &[BodyId],
) -> Option<(ColliderId, Wide<V>, f64)> {
    let body = world.body(member.id).ok()?;
    let mut deepest: Option<(ColliderId, Wide<V>, f64)> = None;
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
                    let normal = out.normal.to_array();
                    deepest = Some((collider, V::array(|t| widen(normal[t])), depth));
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
