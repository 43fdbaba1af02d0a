//! Events across a rollback: what was told and is no longer so.

use super::Event;
use crate::space::Vector;
use crate::world::World;
use std::collections::BTreeMap;

/// A difference between what was told of the past and what is so now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Correction<V: Vector> {
    /// It happened, and was not told yet.
    Happened {
        /// In which [step](World::steps).
        step: u64,
        /// What.
        event: Event<V>,
    },
    /// It was told, and did not happen after all.
    Withdrawn {
        /// In which [step](World::steps).
        step: u64,
        /// What.
        event: Event<V>,
    },
}

/// Events of a world that goes back and plays steps again.
///
/// A game that predicts plays the sound of a hit at once; when the truth arrives it goes back and
/// plays the same steps again. What then is the same as before must not sound again, and what is not
/// must be made up for. Let the log see every step; it tells the differences.
///
/// It is no part of the world's state: [`World::restore`] does not turn it back. It keeps every
/// step until that is [confirmed](Self::confirm).
///
/// It tells of [`events`](World::events), not of [`owner_events`](World::owner_events). Those of two
/// owners follow from the events of their colliders: the first `Enter` between them, and the `Exit` after
/// which none of those is open. Keep a count for each two owners, add what happened, take away what is
/// withdrawn, and tell where it comes to zero or leaves it.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::world::{Correction, Event, EventLog, Motion};
///
/// let mut world = World2::new();
/// let a = world.insert(Sphere2::new([0.0, 0.0], 1.0), Motion::Moving)?;
/// let b = world.insert(Sphere2::new([2.0, 0.0], 1.0), Motion::Moving)?;
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
    steps: BTreeMap<u64, ReportedStep<V>>,
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
    /// A log that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self { steps: BTreeMap::new(), confirmed: 0 }
    }

    /// Takes note of the world's last step, and that those after it, if there were any, are to be
    /// played again. A step that was confirmed is not looked at.
    pub fn record(&mut self, world: &World<V>) {
        let step = world.steps();
        if step <= self.confirmed {
            return;
        }
        self.steps.range_mut(step..).for_each(|(_, entry)| entry.now = None);
        let entry =
            self.steps.entry(step).or_insert(ReportedStep { reported: Vec::new(), now: None });
        entry.now = Some(world.events().to_vec());
    }

    /// What differs, in every step since the confirmed one that was played, from what this told
    /// before: step by step, what is withdrawn first, in the order of the events.
    pub fn events_since_confirmed(&mut self) -> Vec<Correction<V>> {
        let mut corrections = Vec::new();
        for (&step, entry) in &mut self.steps {
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

    /// Says that the world will not go back behind a step any more. What has not been told of it yet
    /// will be; then it is forgotten.
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

/// Whether sorted events hold one, bit for bit but for the sign of zeros.
fn holds<V: Vector>(events: &[Event<V>], event: &Event<V>) -> bool {
    let from = events.partition_point(|other| other.key() < event.key());
    events[from..].iter().take_while(|other| other.key() == event.key()).any(|other| other == event)
}
