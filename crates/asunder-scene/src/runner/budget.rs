//! How much may stand and happen in a scene, so that what a stranger wrote ends in an answer.

use super::space::Trouble;
use asunder::world::{ColliderId, Filter, LayerId, LayerSet, Layers, Response};
use asunder::{Shape, Vector, World};
use std::cell::Cell;

/// The most colliders of each of the two worlds. A scene of as many takes 200 MB.
pub(super) const MOST_COLLIDERS: usize = 100_000;

/// The most contacts at once: 250 MB with the events of all of them, and a second.
const MOST_CONTACTS: usize = 500_000;

/// The most pairs of a hitbox that attacks and a collider, in a tick: each may be a hit, at three
/// microseconds and 300 bytes.
const MOST_STRIKES: usize = 1_000_000;

/// The most corners of a hull, and of all hulls of a world. Whether two hulls of 64 corners intersect
/// takes an eighth of a second where they are equal, and a thousandth where they do not touch.
pub(super) const MOST_CORNERS: usize = 64;
const MOST_CORNERS_IN_ALL: usize = 1024;

/// The most corners of the hulls that attack in a tick: to be cast at another hull, one of 16 takes two
/// thirds of a second where they touch in a plane.
const MOST_ATTACKING_CORNERS: usize = 16;

/// What stands in a world.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Census {
    colliders: usize,
    corners: usize,
}

impl Census {
    /// Counts another collider, if it may be added.
    pub(super) fn add<V: Vector>(&mut self, shape: &Shape<V>) -> Result<(), String> {
        let corners = corners(shape);
        self.colliders += 1;
        self.corners += corners;
        let Self { colliders, corners: in_all } = *self;
        if colliders > MOST_COLLIDERS {
            Err(format!("there are more than {MOST_COLLIDERS} colliders; expected fewer"))
        } else if corners > MOST_CORNERS {
            Err(format!("the convex_hull has {corners} points; expected at most {MOST_CORNERS}"))
        } else if in_all > MOST_CORNERS_IN_ALL {
            Err(format!(
                "with this convex_hull all have {in_all} points; expected at most {MOST_CORNERS_IN_ALL}"
            ))
        } else {
            Ok(())
        }
    }
}

/// How many corners a hull has; other shapes are no matter of counting.
fn corners<V: Vector>(shape: &Shape<V>) -> usize {
    if let Shape::ConvexHull(hull) = shape { hull.points().len() } else { 0 }
}

/// That colliders may attack in a tick.
pub(super) fn check_attacks<V: Vector>(
    world: &World<V>,
    attacking: &[ColliderId],
    census: Census,
) -> Result<(), String> {
    let Census { colliders, corners: in_all } = census;
    let hitboxes = attacking.len();
    if hitboxes.saturating_mul(colliders) > MOST_STRIKES {
        return Err(format!(
            "{hitboxes} hitboxes attack among {colliders} colliders; expected at most {MOST_STRIKES} \
             pairs of them in a tick"
        ));
    }
    // Most worlds have no hulls.
    if in_all == 0 {
        return Ok(());
    }
    let count = attacking.iter().filter_map(|&id| world.shape(id).ok()).map(corners).sum::<usize>();
    if count > MOST_ATTACKING_CORNERS {
        return Err(format!(
            "hulls of {count} points attack; expected at most {MOST_ATTACKING_CORNERS} in a tick"
        ));
    }
    Ok(())
}

/// That no more is in contact than the budget allows, found out before a step lists all of it.
pub(super) fn check_contacts<V: Vector>(
    world: &World<V>,
    layers: &Layers,
    colliders: &[ColliderId],
    name: impl Fn(ColliderId) -> String,
) -> Result<(), Trouble> {
    // So few cannot have as many.
    if colliders.len().saturating_mul(colliders.len()) / 2 <= MOST_CONTACTS {
        return Ok(());
    }
    let (view, count) = (world.view(), Cell::new(0));
    for &id in colliders {
        let (Ok(shape), Ok(facts)) = (world.shape(id), world.collider(id)) else { continue };
        let met = met_by(layers, facts.layer);
        let is_one_too_many = |other: ColliderId| {
            count.set(count.get() + usize::from(other.body > id.body));
            count.get() > MOST_CONTACTS
        };
        let filter = Filter::new().layers(met).only_if(&is_one_too_many);
        if view.any_intersecting(shape, filter) {
            let problem = format!(
                "there are more than {MOST_CONTACTS} contacts at once, with this among them; expected \
                 fewer colliders in one place, or layers that ignore each other"
            );
            return Err(Trouble::new(&name(id), problem));
        }
    }
    Ok(())
}

/// The layers that one does not ignore.
fn met_by(layers: &Layers, layer: LayerId) -> LayerSet {
    let all = layers.names().filter_map(|name| layers.id(name).ok());
    all.filter(|&other| layers.response(layer, other) != Response::Ignore).collect()
}
