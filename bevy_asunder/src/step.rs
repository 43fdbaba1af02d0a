//! The step of the world, and its messages.

use crate::error::Refused;
use crate::messages::{Blocked, Crushed, Entered, Exited, Hit, Unblocked};
use crate::space::Space;
use crate::world::CollisionWorld;
use asunder::world::{AttackHit, Event};
use bevy_ecs::change_detection::ResMut;
use bevy_ecs::message::MessageWriter;

/// Steps the world and sends what happened, in the order of the core's events.
pub(crate) fn step<V: Space>(
    mut world: ResMut<'_, CollisionWorld<V>>,
    mut entered: MessageWriter<'_, Entered>,
    mut exited: MessageWriter<'_, Exited>,
    mut blocked: MessageWriter<'_, Blocked<V>>,
    mut unblocked: MessageWriter<'_, Unblocked>,
    mut hits: MessageWriter<'_, Hit<V>>,
    mut crushed: MessageWriter<'_, Crushed>,
    mut refused: MessageWriter<'_, Refused>,
) {
    let world = &mut *world;
    world.world.step();
    world.forget_hits();
    let (steps, mut met, mut hit) = (world.world.steps(), Vec::new(), Vec::new());
    for event in world.world.events() {
        let (a, b) = event.colliders();
        let (Some(a), Some(b)) = (world.part(a), world.part(b)) else { continue };
        match *event {
            Event::Enter { .. } => {
                entered.write(Entered { a, b });
            }
            Event::Exit { reason, .. } => {
                exited.write(Exited { a, b, reason });
            }
            Event::Blocked { point, normal, fraction, .. } => {
                met.push((a.collider, b.collider, true));
                blocked.write(Blocked { mover: a, obstacle: b, point, normal, fraction });
            }
            Event::Unblocked { .. } => {
                met.push((a.collider, b.collider, false));
                unblocked.write(Unblocked { mover: a, obstacle: b });
            }
            Event::Hit(it) => {
                let AttackHit { attack, point, normal, fraction, reached, .. } = it;
                hit.push(b.collider);
                hits.write(Hit { attack, by: a, victim: b, point, normal, fraction, reached });
            }
            Event::Crushed(it) => {
                let Some(against) = world.part(it.against) else { continue };
                crushed.write(Crushed { entity: a.entity, by: b, against });
            }
            _ => log::warn!("an event that this version does not know: {event:?}"),
        }
    }
    for (mover, obstacle, is_blocked) in met {
        if is_blocked {
            world.blocked.insert((mover, obstacle));
        } else {
            world.blocked.remove(&(mover, obstacle));
        }
    }
    world.hit_at.extend(hit.into_iter().map(|id| (id, steps)));
    world.forget_removed();
    refused.write_batch(world.news.drain(..));
}
