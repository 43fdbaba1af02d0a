//! Handles: numbers that C holds for what lives here.
//!
//! A handle is a slot and how many had it before, never a pointer. So one that was destroyed, or never
//! created, is refused, whatever its bits; and two threads that use one at a time wait for each other.

use crate::status::{AsuStatus, Failure};
use std::sync::{Arc, PoisonError, RwLock};

/// What handles of one type stand for.
#[derive(Debug)]
pub(crate) struct Registry<T> {
    /// What one calls a thing of these: `world`.
    name: &'static str,
    slots: RwLock<Slots<T>>,
}

#[derive(Debug)]
struct Slots<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
}

#[derive(Debug)]
struct Slot<T> {
    /// How many had the slot before, and one more: no handle is zero.
    generation: u32,
    value: Option<Arc<T>>,
}

impl<T> Registry<T> {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, slots: RwLock::new(Slots { slots: Vec::new(), free: Vec::new() }) }
    }

    /// Keeps a value, and makes its handle.
    pub(crate) fn insert(&self, value: T) -> u64 {
        let value = Some(Arc::new(value));
        // Nothing here panics halfway, so a poisoned lock guards what is whole.
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        let slots = &mut *slots;
        let slot = slots.free.pop().unwrap_or_else(|| {
            slots.slots.push(Slot { generation: 1, value: None });
            (slots.slots.len() - 1) as u32
        });
        let place = &mut slots.slots[slot as usize];
        place.value = value;
        u64::from(place.generation) << 32 | u64::from(slot)
    }

    /// What a handle stands for.
    pub(crate) fn get(&self, handle: u64) -> Result<Arc<T>, Failure> {
        let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
        let slot = slots.slots.get(handle as u32 as usize);
        let slot = slot.filter(|slot| u64::from(slot.generation) == handle >> 32);
        slot.and_then(|slot| slot.value.clone()).ok_or_else(|| self.missing(handle))
    }

    /// Forgets a handle. What it stood for lives on while another thread uses it.
    pub(crate) fn remove(&self, handle: u64) -> Result<(), Failure> {
        let removed = {
            let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
            let slots = &mut *slots;
            let index = handle as u32;
            let slot = slots.slots.get_mut(index as usize);
            let slot = slot.filter(|slot| u64::from(slot.generation) == handle >> 32);
            let removed = slot.and_then(|slot| {
                let value = slot.value.take()?;
                // A slot out of generations is not used again: no handle is given out twice.
                if let Some(next) = slot.generation.checked_add(1) {
                    slot.generation = next;
                    slots.free.push(index);
                }
                Some(value)
            });
            removed.ok_or_else(|| self.missing(handle))?
        };
        // Out of the lock: dropping a world takes a while.
        drop(removed);
        Ok(())
    }

    fn missing(&self, handle: u64) -> Failure {
        let name = self.name;
        if handle == 0 {
            return Failure::new(
                AsuStatus::AsuNull,
                format!("the {name} is null: its handle is zero"),
            );
        }
        let message = format!("there is no {name} {handle:#x}; was it destroyed?");
        Failure::new(AsuStatus::AsuStale, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_never_that_of_another() {
        let registry = Registry::new("number");
        let first = registry.insert(1);
        assert_eq!(*registry.get(first).unwrap(), 1);
        registry.remove(first).unwrap();
        let second = registry.insert(2);
        assert_ne!(first, second);
        assert_eq!(first as u32, second as u32, "the slot is used again");
        assert!(registry.get(first).is_err() && registry.remove(first).is_err());
        assert!(registry.get(0).is_err() && registry.get(u64::MAX).is_err());
        assert_eq!(*registry.get(second).unwrap(), 2);
    }

    #[test]
    fn a_slot_out_of_generations_is_retired() {
        let registry = Registry::new("number");
        let first = registry.insert(1);
        registry.slots.write().unwrap().slots[0].generation = u32::MAX;
        assert!(registry.get(first).is_err());
        registry.remove(u64::from(u32::MAX) << 32).unwrap();
        assert_ne!(registry.insert(2) as u32, first as u32);
    }
}
