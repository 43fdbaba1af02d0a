//! The order of boxes along a curve through space: near in the order is near in space.
//!
//! The curve is Morton's (1966), through the boxes' centres on a grid of cubes over all of them. In a
//! world with one box far out, one cell would hold all the others. So a cell that holds too many is
//! ordered again by a grid of its own, a thousand times finer: ordinary worlds take one pass, and none
//! takes more than thirty, for that is as far as the exponents of `f32` reach.

use crate::exact::widen;
use crate::index::Bounds;
use crate::space::Vector;

/// How many boxes of one cell are left in any order.
const CELL: usize = 64;

/// A box to be ordered.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    code: u32,
    pub(super) id: u32,
}

/// Lists for the work, kept so that it need not allocate.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorter {
    pub(super) entries: Vec<Entry>,
    other: Vec<Entry>,
}

impl Sorter {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    pub(super) fn push(&mut self, id: u32) {
        self.entries.push(Entry { code: 0, id });
    }

    /// Orders the entries; the boxes that are not bounded come last. How many those are.
    pub(super) fn sort<'a, V: Vector>(&mut self, bounds: impl Fn(u32) -> &'a Bounds<V>) -> usize {
        let is_bounded = |id| {
            let Bounds { min, max } = bounds(id);
            (0..V::DIM).all(|i| min[i] > f32::NEG_INFINITY && max[i] < f32::INFINITY)
        };
        let mut bounded = 0;
        for place in 0..self.entries.len() {
            if is_bounded(self.entries[place].id) {
                self.entries.swap(bounded, place);
                bounded += 1;
            }
        }
        let unbounded = self.entries.len() - bounded;
        self.other.resize(self.entries.len(), Entry::default());
        sort_cell(&mut self.entries[..bounded], &mut self.other[..bounded], &bounds);
        unbounded
    }
}

/// Cubes over the centres of some boxes.
struct Grid<V: Vector> {
    origin: V::Array<f64>,
    /// Cells for each unit of length.
    scale: f64,
}

/// Twice the centre, which spares an operation.
#[inline(always)]
fn centre<V: Vector>(bounds: &Bounds<V>) -> V::Array<f64> {
    V::array(|i| widen(bounds.min[i]) + widen(bounds.max[i]))
}

impl<V: Vector> Grid<V> {
    /// How many bits a code has of each coordinate.
    const BITS: u32 = 30 / V::DIM as u32;

    /// A grid over the centres; `None` if all are one.
    fn over(centres: impl Iterator<Item = V::Array<f64>>) -> Option<Self> {
        let mut min = V::array(|_| f64::INFINITY);
        let mut max = V::array(|_| f64::NEG_INFINITY);
        for centre in centres {
            for i in 0..V::DIM {
                min[i] = if centre[i] < min[i] { centre[i] } else { min[i] };
                max[i] = if centre[i] > max[i] { centre[i] } else { max[i] };
            }
        }
        let extent = (0..V::DIM).fold(0.0, |extent, i| {
            let this = max[i] - min[i];
            if this > extent { this } else { extent }
        });
        let cells = ((1u32 << Self::BITS) - 1) as f64;
        (extent > 0.0).then_some(Self { origin: min, scale: cells / extent })
    }

    /// The place along the curve: the bits of the coordinates, taken in turn.
    #[inline(always)]
    fn code(&self, centre: &V::Array<f64>) -> u32 {
        (0..V::DIM).fold(0, |code, i| {
            code | spread::<V>(((centre[i] - self.origin[i]) * self.scale) as u32) << i
        })
    }
}

/// Moves the bits of a number apart, so that those of the other coordinates fit in between.
#[inline(always)]
fn spread<V: Vector>(x: u32) -> u32 {
    /// Groups of `group` bits, one for every `apart` groups.
    const fn mask(group: u32, apart: u32) -> u64 {
        let (mut mask, mut at) = (0, 0);
        while at < 64 {
            mask |= ((1 << group) - 1) << at;
            at += group * apart;
        }
        mask
    }
    let mut x = u64::from(x);
    let apart = V::DIM as u32;
    for group in [8, 4, 2, 1] {
        x = (x | x << (group * (apart - 1))) & mask(group, apart);
    }
    x as u32
}

/// Orders the boxes of a cell by a grid of its own, then those of its cells that hold too many.
fn sort_cell<'a, V: Vector>(
    entries: &mut [Entry],
    other: &mut [Entry],
    bounds: &impl Fn(u32) -> &'a Bounds<V>,
) {
    let Some(grid) = Grid::<V>::over(entries.iter().map(|entry| centre(bounds(entry.id)))) else {
        return;
    };
    for entry in &mut *entries {
        entry.code = grid.code(&centre(bounds(entry.id)));
    }
    sort_by_code(entries, other);
    let mut rest = entries;
    while let Some(first) = rest.first() {
        let code = first.code;
        let count = rest.iter().take_while(|entry| entry.code == code).count();
        let (cell, after) = rest.split_at_mut(count);
        if count > CELL {
            sort_cell(cell, &mut other[..count], bounds);
        }
        rest = after;
    }
}

/// Three passes over the digits of the codes, the last digit first.
fn sort_by_code(entries: &mut [Entry], other: &mut [Entry]) {
    const DIGIT: u32 = 10;
    if entries.len() < 512 {
        entries.sort_unstable_by_key(|entry| entry.code);
        return;
    }
    let mut digits = [[0u32; 1 << DIGIT]; 3];
    let digit = |code: u32, pass: usize| (code >> (DIGIT * pass as u32)) as usize % (1 << DIGIT);
    for entry in &*entries {
        for (pass, counts) in digits.iter_mut().enumerate() {
            counts[digit(entry.code, pass)] += 1;
        }
    }
    let (mut from, mut to) = (entries, other);
    for (pass, counts) in digits.iter_mut().enumerate() {
        let mut place = 0;
        for count in &mut *counts {
            (place, *count) = (place + *count, place);
        }
        for entry in &*from {
            let next = &mut counts[digit(entry.code, pass)];
            to[*next as usize] = *entry;
            *next += 1;
        }
        (from, to) = (to, from);
    }
    // After three passes the order is in what was the other list.
    to.copy_from_slice(from);
}
