//! The least and the greatest sample of blocks of cells, of blocks of those, and so on.

use crate::exact::{greater, lesser};

/// A block of the first level has two to the power of so many cells along either axis.
const BITS: u32 = 3;

/// The least and the greatest sample of the blocks of each level, which are twice as wide as those of the level
/// before; row by row.
#[derive(Debug)]
pub(super) struct Pyramid {
    /// How many cells there are along either axis.
    across: usize,
    levels: Vec<Box<[[f32; 2]]>>,
}

/// Of no sample.
const NONE: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

/// The least and the greatest of some samples.
pub(super) fn range(samples: [f32; 4]) -> [f32; 2] {
    samples.iter().fold(NONE, |all, &sample| merged(all, [sample; 2]))
}

fn merged(one: [f32; 2], other: [f32; 2]) -> [f32; 2] {
    [lesser(one[0], other[0]), greater(one[1], other[1])]
}

impl Pyramid {
    /// Of samples row by row, one more along either axis than there are cells.
    pub(super) fn of(
        samples: &[f32],
        across: usize,
        along: usize,
        is_hole: impl Fn(usize) -> bool,
    ) -> Self {
        let mut levels: Vec<Box<[[f32; 2]]>> = Vec::new();
        let wide = |count: usize, bits: u32| count.div_ceil(1 << bits);
        let mut blocks = vec![NONE; wide(across, BITS) * wide(along, BITS)];
        for row in 0..along {
            for column in 0..across {
                if is_hole(row * across + column) {
                    continue;
                }
                let at = row * (across + 1) + column;
                let below = at + across + 1;
                let block = &mut blocks[(row >> BITS) * wide(across, BITS) + (column >> BITS)];
                let corners = [at, at + 1, below, below + 1].map(|at| samples[at]);
                *block = merged(*block, range(corners));
            }
        }
        let mut bits = BITS;
        while blocks.len() > 1 {
            let (width, height) = (wide(across, bits), wide(along, bits));
            let upper_width = wide(across, bits + 1);
            let mut upper = vec![NONE; upper_width * wide(along, bits + 1)];
            for row in 0..height {
                for column in 0..width {
                    let block = &mut upper[(row / 2) * upper_width + column / 2];
                    *block = merged(*block, blocks[row * width + column]);
                }
            }
            levels.push(core::mem::replace(&mut blocks, upper).into());
            bits += 1;
        }
        levels.push(blocks.into());
        Self { across, levels }
    }

    /// The least and the greatest sample around cells whose indices are those of one of them but for so many
    /// bits; `None` if all are holes.
    pub(super) fn range(&self, column: u32, row: u32, bits: u32) -> Option<[f32; 2]> {
        let level = bits.saturating_sub(BITS) as usize;
        let level = if level < self.levels.len() { level } else { self.levels.len() - 1 };
        let bits = BITS + level as u32;
        let width = self.across.div_ceil(1 << bits);
        let range =
            *self.levels[level].get((row as usize >> bits) * width + (column as usize >> bits))?;
        (range[0] <= range[1]).then_some(range)
    }

    /// How many bytes it takes.
    pub(super) fn size(&self) -> usize {
        self.levels.iter().map(|level| size_of_val(&**level)).sum()
    }
}
