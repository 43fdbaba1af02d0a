//! A step: which colliders are in contact, which of these contacts began or ended, and what attacks hit.

use super::{World, attacks, contacts, movers, owners, walking};
use crate::space::Vector;

/// Brings the contacts up to date and lists the events.
pub(super) fn step<V: Vector>(world: &mut World<V>) {
    world.steps += 1;
    contacts::update(world);
    owners::count(world);
    movers::end_step(world);
    walking::end_step(world);
    attacks::run(world);
    world.moved.clear();
}
