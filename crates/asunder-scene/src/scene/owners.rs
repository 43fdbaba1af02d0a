//! Whose everything in a scene is.

use super::entries::Content;
use crate::error::{SceneError, Source};
use std::collections::BTreeMap;

/// Entries by name, each with a number of its own and that of its owner.
#[derive(Debug)]
pub(crate) struct Owners(BTreeMap<String, Entry>);

#[derive(Debug)]
struct Entry {
    number: u64,
    owner: Option<u64>,
}

impl Owners {
    /// Reads who owns what. An owner is an entry that belongs to itself, so that there are no chains.
    pub(super) fn of(content: &Content, source: &Source) -> Result<Self, SceneError> {
        let mut entries: BTreeMap<String, Entry> = (0..)
            .zip(content.names())
            .map(|(number, name)| {
                // Actors come first, and are their own if nothing else is said.
                let owner = (number < content.actors.len() as u64).then_some(number);
                (name.get_ref().clone(), Entry { number, owner })
            })
            .collect();
        let said: BTreeMap<&str, &str> = { content.names().zip(content.owners()) }
            .filter_map(|(name, owner)| Some((name.get_ref().as_str(), owner?.get_ref().as_str())))
            .collect();
        for (name, owner) in content.names().zip(content.owners()) {
            let Some(owner) = owner else { continue };
            let wanted = owner.get_ref().as_str();
            let Some(Entry { number, .. }) = entries.get(wanted) else {
                return Err(source.invalid(owner.span(), unknown(wanted, &entries)));
            };
            if let Some(master) = said.get(wanted).filter(|master| **master != wanted) {
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

    /// The complaint that no entry has a name.
    pub(crate) fn unknown(&self, name: &str) -> String {
        unknown(name, &self.0)
    }

    /// The number of the entry's owner, if it has one.
    pub(crate) fn owner(&self, name: &str) -> Option<u64> {
        self.0.get(name).and_then(|entry| entry.owner)
    }

    /// The number of who attacks with the entry: its owner, or else itself.
    pub(crate) fn attacker(&self, name: &str) -> Option<u64> {
        self.0.get(name).map(|entry| entry.owner.unwrap_or(entry.number))
    }
}

fn unknown(name: &str, entries: &BTreeMap<String, Entry>) -> String {
    let known: Vec<_> = entries.keys().map(String::as_str).collect();
    format!("there is no entry {name:?}; expected one of {}", known.join(", "))
}
