//! Names, each written once.

use super::bytes::put_string;
use crate::sorted_map::SortedMap;
use std::sync::Arc;

/// The numbers of strings: zero is the empty one.
#[derive(Clone, Debug, Default)]
pub(super) struct StringTable {
    numbers: SortedMap<Arc<str>, u32>,
    /// Those that are not written yet.
    pending: Vec<Arc<str>>,
}

impl StringTable {
    pub(super) fn number(&mut self, string: &Arc<str>) -> u32 {
        if string.is_empty() {
            return 0;
        }
        if let Some(&number) = self.numbers.get(string) {
            return number;
        }
        let number = self.numbers.len() as u32 + 1;
        self.numbers.insert(Arc::clone(string), number);
        self.pending.push(Arc::clone(string));
        number
    }

    /// The strings that are not written yet, as bytes.
    pub(super) fn take_pending(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.pending.drain(..).for_each(|string| put_string(&mut bytes, &string));
        bytes
    }
}
