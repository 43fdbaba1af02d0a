//! The blocks of a recording, each with its length and a checksum.

use super::hash;
use super::{MAGIC, RecordingError, VERSION};
use core::ops::Range;

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// Title and ticks per second: the first block.
    About,
    /// Names.
    Strings,
    /// The layers of a world.
    Layers,
    /// A mesh.
    Mesh,
    /// Ticks.
    Ticks,
    /// Where the blocks of ticks are: the last block.
    Index,
    /// A skin, by its hash.
    Skin,
}

const BLOCK_KINDS: [BlockKind; 7] = [
    BlockKind::About,
    BlockKind::Strings,
    BlockKind::Layers,
    BlockKind::Mesh,
    BlockKind::Ticks,
    BlockKind::Index,
    BlockKind::Skin,
];

/// A byte for the kind and four for the length.
const HEAD: usize = 5;
/// The bytes of a checksum.
const SUM: usize = 8;

/// The bytes before the first block.
pub(super) fn preamble() -> Vec<u8> {
    [&MAGIC[..], &VERSION.to_le_bytes()].concat()
}

/// Writes a block. It is shorter than 4 GiB: the writer begins another long before.
pub(super) fn put_block(
    out: &mut Vec<u8>,
    kind: BlockKind,
    put_content: impl FnOnce(&mut Vec<u8>),
) {
    let number = BLOCK_KINDS.iter().position(|known| *known == kind).unwrap_or_default();
    let start = out.len();
    let begin = start + HEAD;
    out.push(number as u8);
    // The length is filled in below.
    out.extend_from_slice(&[0; HEAD - 1]);
    put_content(out);
    let length = (out.len() - begin) as u32;
    out[start + 1..begin].copy_from_slice(&length.to_le_bytes());
    let sum = hash::of_bytes(&out[start..]);
    out.extend_from_slice(&sum.to_le_bytes());
}

/// The blocks of a recording in order, each with where it begins and where its content is. Checks all
/// checksums, and that the last is the index.
pub(super) fn blocks(
    bytes: &[u8],
) -> Result<Vec<(BlockKind, usize, Range<usize>)>, RecordingError> {
    let Some((version, _)) = bytes.strip_prefix(MAGIC).and_then(<[u8]>::split_first_chunk) else {
        let begins_so = MAGIC.starts_with(bytes) || bytes.starts_with(MAGIC);
        return Err(if begins_so {
            RecordingError::Truncated { at: bytes.len() }
        } else {
            RecordingError::NoRecording
        });
    };
    let version = u16::from_le_bytes(*version);
    if version != VERSION {
        return Err(RecordingError::Version { found: version });
    }
    let mut blocks = Vec::new();
    let mut at = preamble().len();
    loop {
        let truncated = RecordingError::Truncated { at: bytes.len() };
        let rest = bytes.get(at..).unwrap_or_default();
        let Some((&[number, a, b, c, d], _)) = rest.split_first_chunk::<HEAD>() else {
            return Err(truncated);
        };
        let end = HEAD + u32::from_le_bytes([a, b, c, d]) as usize;
        let (Some(block), Some((sum, _))) =
            (rest.get(..end), rest.get(end..).and_then(|rest| rest.split_first_chunk::<SUM>()))
        else {
            return Err(truncated);
        };
        if hash::of_bytes(block) != u64::from_le_bytes(*sum) {
            return Err(RecordingError::Changed { at });
        }
        let kind = BLOCK_KINDS.get(usize::from(number)).copied();
        let kind = kind.ok_or(RecordingError::invalid("a kind of block").in_block(at))?;
        blocks.push((kind, at, at + HEAD..at + end));
        at += end + SUM;
        if kind == BlockKind::Index {
            let last = RecordingError::invalid("nothing after the index").in_block(at);
            return if at == bytes.len() { Ok(blocks) } else { Err(last) };
        }
    }
}
