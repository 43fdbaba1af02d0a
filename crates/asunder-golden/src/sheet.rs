//! The sheet: hashes by name.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display, Write};

/// What flushing subnormals to zero may change about an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Class {
    /// Nothing: yes or no, or which.
    Boolean,
    /// Its last digits: it is computed.
    Metric,
    /// It is no answer but what was asked.
    Drawn,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Metric => "metric",
            Self::Drawn => "drawn",
        }
    }
}

/// One hash for each class and name, over all answers noted under them, in the order of noting.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    hashes: BTreeMap<String, u64>,
    /// The name to write out in full instead, and what was noted under it so far.
    traced: Option<(String, String)>,
}

impl Sheet {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A sheet that reports every answer under one name, and nothing else.
    pub(crate) fn tracing(name: &str) -> Self {
        Self { traced: Some((name.to_owned(), String::new())), ..Self::default() }
    }

    /// Notes the answer to one asking of the question called `name`.
    ///
    /// An answer counts as it prints: floats print so that every bit pattern but that of a NaN,
    /// which no answer has, can be read back.
    pub(crate) fn note(
        &mut self,
        class: Class,
        name: &str,
        asked: &dyn Display,
        answer: &dyn Debug,
    ) {
        let answer = format!("{answer:?}");
        if let Some((_, text)) = self.traced.as_mut().filter(|(traced, _)| traced == name) {
            // Writing into a string does not fail.
            let _ = writeln!(text, "{asked} => {answer}");
        }
        let hash = self.hashes.entry(format!("{} {name}", class.name())).or_insert(OFFSET);
        *hash = fnv(fnv(*hash, answer.as_bytes()), b"\n");
    }

    /// The lines `CLASS NAME HASH` in the order of their names, between two lines that mark the
    /// report's ends.
    pub(crate) fn report(self) -> String {
        let body = match self.traced {
            Some((_, text)) => text,
            None => self
                .hashes
                .iter()
                .fold(String::new(), |text, (name, hash)| format!("{text}{name} {hash:016x}\n")),
        };
        format!("golden answers begin\n{body}golden answers end\n")
    }
}

/// The hash of nothing.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a (Fowler, Noll and Vo), 64 bits: of what gave `hash`, followed by `bytes`.
fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// A seed that belongs to a name.
pub(crate) fn seed(name: &str) -> u64 {
    fnv(OFFSET, name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        // From the authors' list of test vectors.
        assert_eq!(seed(""), OFFSET);
        assert_eq!(seed("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(seed("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn every_bit_of_an_answer_counts() {
        let hash = |answer: &dyn Debug| {
            let mut sheet = Sheet::new();
            sheet.note(Class::Metric, "x", &"", answer);
            sheet.report()
        };
        assert_ne!(hash(&1.0f32), hash(&1.0f32.next_up()));
        assert_ne!(hash(&0.0f32), hash(&-0.0f32));
        assert_eq!(hash(&[1.0f32]), hash(&[1.0f32]));
    }
}
