//! Limits on the size of a scene, so that an untrusted one ends in time.

use super::named_world::RunError;
use asunder::level::Parts as _;
use asunder::world::{BodyId, BodyKind, ColliderId, Filter, LayerId, LayerSet, Layers, Response};
use asunder::{Aabb, Enclosing, Shape, Vector, World};
use std::cell::Cell;

/// The most colliders of each of the two worlds. A scene of as many takes 200 MB.
pub(super) const MOST_COLLIDERS: usize = 100_000;

/// The most contacts at once: 250 MB with the events of all of them, and a second.
const MOST_CONTACTS: usize = 500_000;

/// The most pairs of an attacking hitbox and a collider in a tick, near each other or not.
const MOST_ATTACK_PAIRS: usize = 1_000_000;

/// The most pairs of an attacking hitbox and a collider on its path in a tick: each may be a hit, at ten
/// microseconds and 300 bytes, or several times that where many are in one place.
const MOST_PAIRS_IN_REACH: usize = 100_000;

/// The most points of a hull, and of all hulls of a world. The intersection test of two hulls of 64 points
/// takes an eighth of a second if they are equal, and a thousandth if they do not touch.
pub(super) const MOST_HULL_POINTS: usize = 64;
const MOST_HULL_POINTS_IN_ALL: usize = 1024;

/// The most points of attacking hulls in a tick: the cast of one of 16 points at another hull takes two
/// thirds of a second if they touch in a plane.
const MOST_ATTACKING_HULL_POINTS: usize = 16;

/// The numbers of colliders and hull points in a world.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WorldSize {
    colliders: usize,
    hull_points: usize,
}

impl WorldSize {
    /// Counts another collider, if it may be added.
    pub(super) fn add<V: Vector>(&mut self, shape: &Shape<V>) -> Result<(), String> {
        let hull_points = hull_points(shape);
        self.colliders += 1;
        self.hull_points += hull_points;
        let Self { colliders, hull_points: in_all } = *self;
        if colliders > MOST_COLLIDERS {
            Err(format!("there are more than {MOST_COLLIDERS} colliders; expected fewer"))
        } else if hull_points > MOST_HULL_POINTS {
            Err(format!(
                "the convex_hull has {hull_points} points; expected at most {MOST_HULL_POINTS}"
            ))
        } else if in_all > MOST_HULL_POINTS_IN_ALL {
            Err(format!(
                "with this convex_hull all have {in_all} points; expected at most {MOST_HULL_POINTS_IN_ALL}"
            ))
        } else {
            Ok(())
        }
    }
}

/// The number of points of a hull; 0 for other shapes.
fn hull_points<V: Vector>(shape: &Shape<V>) -> usize {
    if let Shape::ConvexHull(hull) = shape { hull.points().len() } else { 0 }
}

/// Checks that colliders may attack in a tick.
pub(super) fn check_attacks<V: Vector>(
    world: &World<V>,
    attacking: &[ColliderId],
    size: WorldSize,
) -> Result<(), String> {
    let WorldSize { colliders, hull_points: in_all } = size;
    let hitboxes = attacking.len();
    if hitboxes.saturating_mul(colliders) > MOST_ATTACK_PAIRS {
        return Err(format!(
            "{hitboxes} hitboxes attack among {colliders} colliders; expected at most {MOST_ATTACK_PAIRS} \
             pairs of them in a tick"
        ));
    }
    // Most worlds have no hulls.
    if in_all == 0 {
        return Ok(());
    }
    let count =
        attacking.iter().filter_map(|&id| world.shape(id).ok()).map(hull_points).sum::<usize>();
    if count > MOST_ATTACKING_HULL_POINTS {
        return Err(format!(
            "hulls of {count} points attack; expected at most {MOST_ATTACKING_HULL_POINTS} in a tick"
        ));
    }
    Ok(())
}

/// The boxes around colliders that attack, if there are so many that what they reach has to be counted.
pub(super) fn attacking_bounds<V: Vector>(
    world: &World<V>,
    attacking: &[ColliderId],
    size: WorldSize,
) -> Vec<(ColliderId, Aabb<V>)> {
    if attacking.len().saturating_mul(size.colliders) <= MOST_PAIRS_IN_REACH {
        return Vec::new();
    }
    // A shape without bounds is swept by no attack.
    let bounds = |&id: &ColliderId| Some((id, world.shape(id).ok()?.try_aabb().ok()?));
    attacking.iter().filter_map(bounds).collect()
}

/// Checks how many colliders are within the boxes around the paths of attacking ones, from their bounds
/// at the start of the tick to where they are now, before a step looks for hits among them.
pub(super) fn check_reach<V: Vector>(
    world: &World<V>,
    layers: &Layers,
    starts: &[(ColliderId, Aabb<V>)],
    name: impl Fn(ColliderId) -> String,
) -> Result<(), RunError> {
    let (view, count) = (world.view(), Cell::new(0));
    for (id, start) in starts {
        let (Ok(shape), Ok(facts)) = (world.shape(*id), world.collider(*id)) else { continue };
        let path = shape.try_aabb().map(|end| start.merged(&end));
        let Ok(path) = path else { continue };
        let is_one_too_many = |other: ColliderId| {
            count.set(count.get() + usize::from(other.body != id.body));
            count.get() > MOST_PAIRS_IN_REACH
        };
        let met = layers_met_by(layers, facts.layer);
        if view
            .intersecting(&path)
            .filter(Filter::new().layers(met).only_if(&is_one_too_many))
            .any()
        {
            let problem = format!(
                "more than {MOST_PAIRS_IN_REACH} colliders are in reach of attacks in this tick, counted \
                 for each attacking hitbox; expected fewer in one place, or layers that ignore each other"
            );
            return Err(RunError::new(&name(*id), problem));
        }
    }
    Ok(())
}

/// Checks the number of contacts before a step lists all of them.
pub(super) fn check_contacts<V: Vector>(
    world: &World<V>,
    layers: &Layers,
    colliders: &[ColliderId],
    name: impl Fn(ColliderId) -> String,
) -> Result<(), RunError> {
    // So few colliders cannot exceed the limit.
    if colliders.len().saturating_mul(colliders.len()) / 2 <= MOST_CONTACTS {
        return Ok(());
    }
    let (view, count) = (world.view(), Cell::new(0));
    for &id in colliders {
        let (Ok(shape), Ok(facts)) = (world.shape(id), world.collider(id)) else { continue };
        let met = layers_met_by(layers, facts.layer);
        let is_one_too_many = |other: ColliderId| {
            count.set(count.get() + usize::from(other.body > id.body));
            count.get() > MOST_CONTACTS
        };
        let filter = Filter::new().layers(met).only_if(&is_one_too_many);
        if view.intersecting(shape).filter(filter).any() {
            let problem = format!(
                "there are more than {MOST_CONTACTS} contacts at once, with this among them; expected \
                 fewer colliders in one place, or layers that ignore each other"
            );
            return Err(RunError::new(&name(id), problem));
        }
    }
    Ok(())
}

/// The most colliders near bodies that walk in a tick, counted for each of them: a microsecond or more each.
const MOST_NEAR_WALKERS: usize = 20_000;

/// The most pairs of a body that a carrier may push in a tick and a collider near that carrier. Each body is
/// moved among all, once or twice, and in each part of a turn.
const MOST_NEAR_CARRIERS: usize = 200_000;

/// The parts of a carrier's turn.
const PARTS: usize = 16;

/// What walks and carriers of a tick have to look at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Load {
    near_walkers: usize,
    near_carriers: usize,
}

impl Load {
    /// Counts a walk, if it may be made.
    pub(super) fn add_walk<V: Vector>(
        &mut self,
        world: &World<V>,
        body: BodyId,
        motion: &V::Array<f32>,
        lengths: &[f32],
    ) -> Result<(), String> {
        let by = (0..V::DIM).fold(0.0, |sum: f32, i| sum + motion[i].abs());
        let by = lengths.iter().fold(by, |sum, length| sum + length.abs());
        let most = MOST_NEAR_WALKERS.saturating_sub(self.near_walkers);
        self.near_walkers += near(world, body, by, most, |_| true);
        if self.near_walkers > MOST_NEAR_WALKERS {
            return Err(format!(
                "more than {MOST_NEAR_WALKERS} colliders are near what walks in this tick, counted for \
                 each walker; expected fewer in one place"
            ));
        }
        Ok(())
    }

    /// Counts what a carrier has around it, if it may move on.
    pub(super) fn add_carry<V: Vector>(
        &mut self,
        world: &World<V>,
        body: BodyId,
        turns: bool,
    ) -> Result<(), String> {
        let moves = |other: ColliderId| {
            world.body_options(other.body).is_ok_and(|it| it.kind == BodyKind::Moving)
        };
        let all = near(world, body, 0.0, MOST_NEAR_CARRIERS, |_| true);
        let pushed = near(world, body, 0.0, MOST_NEAR_CARRIERS, moves);
        let parts = if turns { PARTS } else { 1 };
        let pairs = all.saturating_mul(pushed).saturating_mul(parts);
        self.near_carriers = self.near_carriers.saturating_add(pairs);
        if self.near_carriers > MOST_NEAR_CARRIERS {
            return Err(format!(
                "it carries and pushes too many: {pushed} bodies among {all} colliders near it; expected \
                 fewer in one place"
            ));
        }
        Ok(())
    }
}

/// The number of colliders of other bodies, and of parts of levels, in the box around a body, which is grown by a length: all of them,
/// if the box cannot be stored. It stops counting after `most`.
fn near<V: Vector>(
    world: &World<V>,
    body: BodyId,
    by: f32,
    most: usize,
    counts: impl Fn(ColliderId) -> bool,
) -> usize {
    let bounds = world.shape(body.collider(0)).ok().and_then(|shape| shape.try_aabb().ok());
    let grown = bounds.and_then(|it| {
        let (min, max) = (it.min().to_array(), it.max().to_array());
        Aabb::<V>::try_new(V::array(|i| min[i] - by), V::array(|i| max[i] + by)).ok()
    });
    let Some(grown) = grown else { return world.colliders().count() };
    let count = Cell::new(0);
    // Of a level, each part counts.
    let size = |other: ColliderId| match world.level(other) {
        Ok(Some(level)) => level.parts_intersecting(&grown).len(),
        _ => 1,
    };
    let is_one_too_many = |other: ColliderId| {
        if other.body != body && counts(other) {
            count.set(count.get() + size(other));
        }
        count.get() > most
    };
    let _ = world.view().intersecting(&grown).filter(Filter::new().only_if(&is_one_too_many)).any();
    count.get()
}

/// The layers that a layer does not ignore.
fn layers_met_by(layers: &Layers, layer: LayerId) -> LayerSet {
    let all = layers.names().filter_map(|name| layers.id(name).ok());
    all.filter(|&other| layers.response(layer, other) != Response::Ignore).collect()
}
