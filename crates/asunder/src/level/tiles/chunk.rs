//! The bytes of cells, in chunks that copies share.

use crate::array::Mapped as _;
use std::sync::Arc;

/// So many cells make a chunk: 64² or 16³.
const CELLS: usize = 4096;

/// The kinds of the cells of a chunk.
#[derive(Clone, Debug)]
struct Chunk {
    kinds: [u8; CELLS],
    /// How many of them are not zero.
    filled: u32,
}

/// Kinds by cell, all zero at first.
#[derive(Clone, Debug)]
pub(super) struct ChunkTable {
    /// How many chunks there are along each axis.
    chunks: [u32; 3],
    /// The bits of an index along an axis that say where in its chunk a cell is: six in the plane, four in
    /// space.
    bits: u32,
    /// Those that never held anything are none.
    table: Arc<Vec<Option<Arc<Chunk>>>>,
    filled: u64,
}

impl ChunkTable {
    pub(super) fn new(cells: [u32; 3], dimensions: usize) -> Self {
        let bits = if dimensions == 2 { 6 } else { 4 };
        let mut chunks = cells.mapped(|count| count.div_ceil(1 << bits));
        if dimensions == 2 {
            chunks[2] = 1;
        }
        let count = chunks.iter().fold(1, |count, &along| count * along as usize);
        Self { chunks, bits, table: Arc::new(vec![None; count]), filled: 0 }
    }

    /// The place of a cell's chunk, and of the cell in it.
    fn place(&self, [x, y, z]: [u32; 3]) -> (usize, usize) {
        let bits = self.bits;
        let [across, along, _] = self.chunks.mapped(|count| count as usize);
        let [p, q, r] = [x, y, z].mapped(|index| (index >> bits) as usize);
        let [u, v, w] = [x, y, z].mapped(|index| (index & ((1 << bits) - 1)) as usize);
        (p + across * (q + along * r), (u | v << bits | w << (2 * bits)) % CELLS)
    }

    /// The kind of a cell that exists.
    pub(super) fn get(&self, cell: [u32; 3]) -> u8 {
        let (chunk, at) = self.place(cell);
        self.table[chunk].as_ref().map_or(0, |chunk| chunk.kinds[at])
    }

    /// Sets the kind of a cell that exists.
    pub(super) fn set(&mut self, cell: [u32; 3], kind: u8) {
        let (chunk, at) = self.place(cell);
        let slot = &mut Arc::make_mut(&mut self.table)[chunk];
        let chunk = match slot {
            Some(chunk) => chunk,
            None if kind == 0 => return,
            None => slot.insert(Arc::new(Chunk { kinds: [0; CELLS], filled: 0 })),
        };
        let was = chunk.kinds[at];
        if was == kind {
            return;
        }
        let chunk = Arc::make_mut(chunk);
        chunk.kinds[at] = kind;
        let (gained, lost) = (u32::from(was == 0), u32::from(kind == 0));
        chunk.filled = chunk.filled + gained - lost;
        self.filled = self.filled + u64::from(gained) - u64::from(lost);
    }

    /// How many cells are not zero.
    pub(super) fn count(&self) -> u64 {
        self.filled
    }

    /// Whether certainly all cells are zero whose indices are those of a cell but for so many bits: unless these
    /// are more than those of a chunk.
    pub(super) fn is_empty(&self, cell: [u32; 3], bits: u32) -> bool {
        let chunk = || self.table[self.place(cell).0].as_ref();
        bits <= self.bits && chunk().is_none_or(|chunk| chunk.filled == 0)
    }

    /// Calls `found` with every cell that is not zero.
    pub(super) fn each(&self, found: &mut dyn FnMut([u32; 3])) {
        let [across, along, _] = self.chunks.mapped(|count| count as usize);
        let mask = (1 << self.bits) - 1;
        for (place, chunk) in self.table.iter().enumerate() {
            let Some(chunk) = chunk else { continue };
            let corner = [place % across, place / across % along, place / across / along];
            for (at, _) in chunk.kinds.iter().enumerate().filter(|(_, kind)| **kind != 0) {
                let within = [at & mask, at >> self.bits & mask, at >> (2 * self.bits)];
                found([0, 1, 2].mapped(|t| (corner[t] << self.bits | within[t]) as u32));
            }
        }
    }

    /// How many bytes it takes.
    pub(super) fn size(&self) -> usize {
        size_of_val(self.table.as_slice())
            + self.table.iter().flatten().count() * size_of::<Chunk>()
    }
}

/// Whether all cells have the same kinds.
impl PartialEq for ChunkTable {
    fn eq(&self, other: &Self) -> bool {
        type Slot = Option<Arc<Chunk>>;
        let is_empty = |slot: &Slot| slot.as_ref().is_none_or(|chunk| chunk.filled == 0);
        let is_same = |(one, two): (&Slot, &Slot)| match (one, two) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two) || one.kinds == two.kinds,
            (one, two) => is_empty(one) && is_empty(two),
        };
        self.chunks == other.chunks
            && self.filled == other.filled
            && (Arc::ptr_eq(&self.table, &other.table)
                || self.table.iter().zip(other.table.iter()).all(is_same))
    }
}
