//! The owners of a scene's entries.

use super::entries::Content;
use crate::error::{SceneError, Source};
use std::collections::BTreeMap;

/// Entries by name, with their numbers and those of their owners.
#[derive(Debug)]
pub(crate) struct Owners(BTreeMap<String, Ownership>);

#[derive(Debug)]
struct Ownership {
    number: u64,
    owner: Option<u64>,
}

impl Owners {
    /// Reads the owners. An owner owns itself, so that there are no chains.
    pub(super) fn of(content: &Content, source: &Source) -> Result<Self, SceneError> {
        let mut entries: BTreeMap<String, Ownership> = (0..)
            .zip(content.names())
            .map(|(number, name)| {
                // Actors come first, and own themselves by default.
                let owner = (number < content.actors.len() as u64).then_some(number);
                (name.get_ref().clone(), Ownership { number, owner })
            })
            .collect();
        let stated: BTreeMap<&str, &str> = { content.names().zip(content.owners()) }
            .filter_map(|(name, owner)| Some((name.get_ref().as_str(), owner?.get_ref().as_str())))
            .collect();
        for (name, owner) in content.names().zip(content.owners()) {
            let Some(owner) = owner else { continue };
            let wanted = owner.get_ref().as_str();
            let Some(Ownership { number, .. }) = entries.get(wanted) else {
                return Err(source.invalid(owner.span(), unknown(wanted, &entries)));
            };
            if let Some(master) = stated.get(wanted).filter(|master| **master != wanted) {
                let problem = format!("the owner {wanted:?} is {master:?}'s; expected {master:?}");
                return Err(source.invalid(owner.span(), problem));
            }
            let number = *number;
            for name in [name.get_ref().as_str(), wanted] {
                if let Some(entry) = entries.get_mut(name) {
                    entry.owner = Some(number);
                }
            }
        }
        Ok(Self(entries))
    }

    /// The error message that no entry has a name.
    pub(crate) fn unknown(&self, name: &str) -> String {
        unknown(name, &self.0)
    }

    /// The number of the entry's owner, if it has one.
    pub(crate) fn owner(&self, name: &str) -> Option<u64> {
        self.0.get(name).and_then(|entry| entry.owner)
    }

    /// The number of the attacker with the entry: its owner, or else itself.
    pub(crate) fn attacker(&self, name: &str) -> Option<u64> {
        self.0.get(name).map(|entry| entry.owner.unwrap_or(entry.number))
    }
}

fn unknown(name: &str, entries: &BTreeMap<String, Ownership>) -> String {
    let known: Vec<_> = entries.keys().map(String::as_str).collect();
    format!("there is no entry {name:?}; expected one of {}", known.join(", "))
}
