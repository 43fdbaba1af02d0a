//! Mutations of an input, the same for the same seed.

use asunder_jury::Rng;

/// Bytes at which code likes to go wrong.
const BYTES: &[u8] = b"\x00\x01\x7f\x80\xff\n\"{}[],:.-+0129eE";

/// Texts that formats give a meaning to.
const WORDS: &[&str] =
    &["null", "1e39", "-0.0", "4294967296", "18446744073709551615", "[[[[", "\"\"", "NaN", "1e-46"];

/// An input a few steps away from `input`; `other` is one to take pieces from.
#[must_use]
pub fn mutated(input: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        let end = at + rng.below((bytes.len() - at).min(32) + 1);
        match rng.below(8) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let again = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, again));
            }
            2 if !other.is_empty() => {
                let from = rng.below(other.len());
                let to = from + rng.below((other.len() - from).min(64) + 1);
                drop(bytes.splice(at..end, other[from..to].iter().copied()));
            }
            3 => drop(bytes.splice(at..at, WORDS[rng.below(WORDS.len())].bytes())),
            4 => bytes.truncate(end),
            5 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            6 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
            _ if at < bytes.len() => bytes[at] = BYTES[rng.below(BYTES.len())],
            _ => bytes.push(BYTES[rng.below(BYTES.len())]),
        }
    }
    bytes
}
