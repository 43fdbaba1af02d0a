//! Events across a rollback: what was reported and is no longer so.

use super::Event;
use crate::sorted_map::SortedMap;
use crate::space::Vector;
use crate::world::World;

/// A difference between the events reported of the past and those that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Correction<V: Vector> {
    /// An event that happened, and was not reported yet.
    Happened {
        /// The [step](World::steps) of the event.
        step: u64,
        /// The event.
        event: Event<V>,
    },
    /// An event that was reported, and did not happen after all.
    Withdrawn {
        /// The [step](World::steps) of the event.
        step: u64,
        /// The event.
        event: Event<V>,
    },
}

/// A log of the events of a world that goes back and plays steps again.
///
/// A game that predicts plays the sound of a hit at once; when the true inputs arrive it goes back
/// and plays the same steps again. An event that is then the same as before must not sound again, and
/// any other needs a correction. Let the log record every step; it reports the differences.
///
/// It is not part of the world's state: [`World::restore`] does not change it. It keeps every step
/// until that is [confirmed](Self::confirm).
///
/// It covers [`events`](World::events), not [`owner_events`](World::owner_events). Those of two
/// owners follow from the events of their colliders: the first `Enter` between them, and the `Exit`
/// after which none of those is open. Keep a count for each two owners, add what happened, subtract
/// what is withdrawn, and report where it comes to zero or leaves it.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::world::{Correction, Event, EventLog};
///
/// let mut world = World2::new();
/// let a = world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Moving)?;
/// let b = world.insert(Sphere2::new([2.0, 0.0], 1.0), BodyKind::Moving)?;
/// let mut log = EventLog::new();
/// let (start, event) = (world.snapshot(), Event::Enter { a: a.collider(0), b: b.collider(0) });
/// world.step();
/// log.record(&world);
/// assert_eq!(log.events_since_confirmed(), [Correction::Happened { step: 1, event }]);
///
/// // Back, and the same again: nothing new.
/// world.restore(&start);
/// world.step();
/// log.record(&world);
/// assert_eq!(log.events_since_confirmed(), []);
///
/// // Back, and now it turns out that the other had moved.
/// world.restore(&start);
/// world.set_body_pose(b, &Pose2::from_translation([1.0, 0.0]))?;
/// world.step();
/// log.record(&world);
/// assert_eq!(log.events_since_confirmed(), [Correction::Withdrawn { step: 1, event }]);
/// log.confirm(1);
/// # Ok::<(), asunder::world::WorldError>(())
/// ```
#[derive(Clone, Debug)]
pub struct EventLog<V: Vector> {
    steps: SortedMap<u64, ReportedStep<V>>,
    /// Steps up to this one are final.
    confirmed: u64,
}

#[derive(Clone, Debug)]
struct ReportedStep<V: Vector> {
    reported: Vec<Event<V>>,
    /// What happened, if the step was played since the world last went back behind it.
    now: Option<Vec<Event<V>>>,
}

impl<V: Vector> EventLog<V> {
    /// An empty log.
    #[must_use]
    pub fn new() -> Self {
        Self { steps: SortedMap::new(), confirmed: 0 }
    }

    /// Records the world's last step; those after it, if there were any, are to be played again. A
    /// step that was confirmed is ignored.
    pub fn record(&mut self, world: &World<V>) {
        let step = world.steps();
        if step <= self.confirmed {
            return;
        }
        for (&known, entry) in self.steps.iter_mut() {
            if known >= step {
                entry.now = None;
            }
        }
        let entry =
            self.steps.or_insert_with(step, || ReportedStep { reported: Vec::new(), now: None });
        entry.now = Some(world.events().to_vec());
    }

    /// The differences, in every step since the confirmed one that was played, from what was reported
    /// before: step by step, what is withdrawn first, in the order of the events.
    pub fn events_since_confirmed(&mut self) -> Vec<Correction<V>> {
        let mut corrections = Vec::new();
        for (&step, entry) in self.steps.iter_mut() {
            let Some(now) = &entry.now else { continue };
            let withdrawn = entry.reported.iter().filter(|event| !holds(now, event));
            corrections.extend(withdrawn.map(|&event| Correction::Withdrawn { step, event }));
            let happened = now.iter().filter(|event| !holds(&entry.reported, event));
            corrections.extend(happened.map(|&event| Correction::Happened { step, event }));
            entry.reported.clone_from(now);
        }
        self.forget();
        corrections
    }

    /// Confirms that the world will not go back behind a step any more. What has not been reported of
    /// it yet will be; then it is forgotten.
    pub fn confirm(&mut self, step: u64) {
        self.confirmed = if step > self.confirmed { step } else { self.confirmed };
        self.forget();
    }

    fn forget(&mut self) {
        let confirmed = self.confirmed;
        self.steps.retain(|&step, entry| {
            step > confirmed || entry.now.as_ref().is_some_and(|now| *now != entry.reported)
        });
    }
}

impl<V: Vector> Default for EventLog<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether sorted events contain one, bit for bit but for the sign of zeros.
fn holds<V: Vector>(events: &[Event<V>], event: &Event<V>) -> bool {
    let from = events.partition_point(|other| other.key() < event.key());
    events[from..].iter().take_while(|other| other.key() == event.key()).any(|other| other == event)
}
