//! A tree of boxes that never change, in eight bits a number.
//!
//! The boxes lie in the same order and blocks as those of a [`Bvh`](super::Bvh), so that a block's number says
//! which are its parent and its children. A block of the lowest level holds the corners of its sixteen boxes as
//! whole numbers of steps from a corner of its own, rounded outward: seven and a half bytes a box, where
//! floats take twenty-four (Ylitie, Karras and Laine 2017, "Efficient Incoherent Ray Traversal on GPUs Through
//! Compressed Wide BVHs", §3). What the tree answers may be more than what the boxes would, never less.

use super::block::BoundsBlock;
use super::order::{KeyedBounds, sort};
use super::rounded_sweep::RoundedSweep;
use super::visit::Blocks;
use crate::exact::{order_key, widen};
use crate::index::{HalfSpaceBounds, Search, SweptAabb};
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::simd::{LANES, Lanes, Simd, dispatch, f32x16, i32x16, prelude::*, u8x16};
use crate::space::Vector;
use core::ops::ControlFlow;

/// The steps across a block: one less than eight bits count, for a corner that must not be subnormal.
const STEPS: f64 = 254.0;

/// Sixteen boxes: `origin + step · n` for whole numbers `n`, rounded once to `f32`. No number in that is
/// subnormal, so that it is the same where the processor takes those for zero.
#[derive(Clone, Copy, Debug)]
struct PackedBlock<V: Vector> {
    origin: V::Array<f32>,
    /// Powers of two, or zero where all boxes lie on one level.
    step: V::Array<f32>,
    min: V::Array<[u8; LANES]>,
    max: V::Array<[u8; LANES]>,
}

/// A coordinate of a packed box. The product does not round, so that fusing it with the sum changes nothing.
#[inline(always)]
fn unpacked(origin: f32, step: f32, steps: u8) -> f32 {
    origin + step * f32::from(steps)
}

/// The least power of two, no subnormal one, of which [`STEPS`] reach as far as `extent`; zero for zero.
fn step_for(extent: f64) -> f32 {
    if extent <= 0.0 {
        return 0.0;
    }
    let mut step = f64::from(f32::MIN_POSITIVE);
    while step * STEPS < extent {
        step *= 2.0;
    }
    step as f32
}

/// The greatest number at or below `x` that is not subnormal.
fn normal_below(x: f32) -> f32 {
    match order_key(x) {
        _ if !x.is_subnormal() => x,
        key if key < 0 => -f32::MIN_POSITIVE,
        _ => 0.0,
    }
}

impl<V: Vector> PackedBlock<V> {
    fn around(boxes: &[Bounds<V>]) -> Self {
        let all = boxes.iter().fold(Bounds::nothing(), |all, bounds| all.merged(bounds));
        let (mut origin, mut step) = (all.min, all.min);
        for i in 0..V::DIM {
            origin[i] = normal_below(all.min[i]);
            step[i] = step_for(widen(all.max[i]) - widen(origin[i]));
        }
        let none = Vect::<V, _>::splat([0; LANES]).0;
        let mut block = Self { origin, step, min: none, max: none };
        for (lane, bounds) in boxes.iter().enumerate() {
            for i in 0..V::DIM {
                let (origin, step) = (origin[i], step[i]);
                let (min, max) = (widen(bounds.min[i]), widen(bounds.max[i]));
                let steps_to =
                    |x: f64| if step > 0.0 { (x - widen(origin)) / widen(step) } else { 0.0 };
                let (mut low, mut high) = (steps_to(min) as u8, steps_to(max) as u8);
                let at = |steps: u8| unpacked(origin, step, steps);
                while low > 0 && (at(low).is_subnormal() || widen(at(low)) > min) {
                    low -= 1;
                }
                while high < u8::MAX && (at(high).is_subnormal() || widen(at(high)) < max) {
                    high += 1;
                }
                (block.min[i][lane], block.max[i][lane]) = (low, high);
            }
        }
        block
    }

    #[inline(always)]
    fn unpacked<S: Simd>(&self, simd: S) -> BoundsBlock<V> {
        BoundsBlock::from_ends(
            #[inline(always)]
            |i| {
                let splat = |x: f32| f32x16::splat(simd, x);
                let (origin, step) = (splat(self.origin[i]), splat(self.step[i]));
                let mut ends = [Lanes::ZERO; 2];
                (origin + step * floats(simd, &self.min[i])).store_array(&mut ends[0].0);
                (origin + step * floats(simd, &self.max[i])).store_array(&mut ends[1].0);
                ends
            },
        )
    }
}

/// Whole numbers as floats.
#[inline(always)]
fn floats<S: Simd>(simd: S, whole: &[u8; LANES]) -> f32x16<S> {
    let (low, high) = u8x16::from_slice(simd, whole).widen();
    let quarters = [low.widen(), high.widen()];
    let [low, high] = quarters.map(|(low, high)| low.combine(high));
    // Signed ones are what processors convert quickly.
    f32x16::float_from(low.combine(high).bitcast::<i32x16<S>>())
}

/// Which of the boxes is at each place of a [space-filling order](super::order): blocks of sixteen are near one
/// another. And how many, at its end, are not bounded.
pub(crate) fn kd_order<V: Vector>(boxes: &[Bounds<V>]) -> (Vec<u32>, usize) {
    let mut entries: Vec<KeyedBounds<V>> =
        (0..).zip(boxes).map(|(id, bounds)| KeyedBounds::new(id, bounds)).collect();
    let unbounded = sort(&mut entries);
    (entries.iter().map(|entry| entry.id).collect(), unbounded)
}

/// A tree of boxes that never change, numbered in its own order.
#[derive(Clone, Debug)]
pub(crate) struct PackedTree<V: Vector> {
    len: u32,
    bounds: Bounds<V>,
    leaves: Vec<PackedBlock<V>>,
    /// Lane `l` of block `b` of the first bounds leaf `16 b + l`; the last is one block.
    levels: Vec<Vec<BoundsBlock<V>>>,
    /// The boxes that reach to infinity, of which no steps lead to the corners: looked at one by one. Their
    /// places come last.
    unbounded: Vec<Bounds<V>>,
}

impl<V: Vector> PackedTree<V> {
    /// A tree of boxes, and which of them is at each place of its order.
    pub(crate) fn new(boxes: &[Bounds<V>]) -> (Self, Vec<u32>) {
        let (order, unbounded) = kd_order(boxes);
        let bounded = order.len() - unbounded;
        let mut ordered = order.iter().map(|&id| boxes[id as usize]);
        let mut tree = Self::of_ordered(bounded, ordered.by_ref().take(bounded));
        tree.unbounded = ordered.collect();
        tree.bounds = tree.unbounded.iter().fold(tree.bounds, |all, bounds| all.merged(bounds));
        (tree, order)
    }

    /// A tree of boxes that are in its order already, none of which reaches to infinity.
    pub(crate) fn of_ordered(len: usize, boxes: impl Iterator<Item = Bounds<V>>) -> Self {
        let mut leaves = Vec::with_capacity(len.div_ceil(LANES));
        let mut around = Vec::with_capacity(len.div_ceil(LANES));
        let mut boxes = boxes.peekable();
        let mut block = Vec::with_capacity(LANES);
        while boxes.peek().is_some() {
            block.clear();
            block.extend(boxes.by_ref().take(LANES));
            leaves.push(PackedBlock::around(&block));
            around.push(block.iter().fold(Bounds::nothing(), |all, bounds| all.merged(bounds)));
        }
        let bounds = around.iter().fold(Bounds::nothing(), |all, bounds| all.merged(bounds));
        let mut levels: Vec<Vec<BoundsBlock<V>>> = Vec::new();
        while around.len() > 1 {
            let level: Vec<_> = around.chunks(LANES).map(BoundsBlock::of).collect();
            around = level.iter().map(BoundsBlock::bounds).collect();
            levels.push(level);
        }
        Self { len: len as u32, bounds, leaves, levels, unbounded: Vec::new() }
    }

    /// The box around all boxes.
    pub(crate) fn bounds(&self) -> &Bounds<V> {
        &self.bounds
    }

    /// How many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        let upper = self.levels.iter().map(|level| size_of_val(level.as_slice())).sum::<usize>();
        size_of_val(self.leaves.as_slice()) + upper + size_of_val(self.unbounded.as_slice())
    }

    /// The places of the boxes that reach to infinity, with these.
    fn unbounded(&self) -> impl Iterator<Item = (u32, &Bounds<V>)> {
        (self.len..).zip(&self.unbounded)
    }
}

impl<V: Vector> Blocks<V> for PackedTree<V> {
    #[inline(always)]
    fn top(&self) -> Option<usize> {
        (self.len > 0).then_some(self.levels.len())
    }

    #[inline(always)]
    fn ask<S: Simd, R>(
        &self,
        simd: S,
        level: usize,
        block: u32,
        asks: impl FnOnce(&BoundsBlock<V>) -> R,
    ) -> R {
        match level.checked_sub(1) {
            Some(level) => asks(&self.levels[level][block as usize]),
            None => asks(&self.leaves[block as usize].unpacked(simd)),
        }
    }

    #[inline(always)]
    fn id_at(&self, place: u32) -> Option<u32> {
        (place < self.len).then_some(place)
    }
}

impl<V: Vector> Search<V> for PackedTree<V> {
    fn overlapping(&self, bounds: &Bounds<V>, found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let ended: ControlFlow<()> = dispatch!(simd => self.visit(
            simd,
            #[inline(always)]
            |block| block.overlapping(simd, bounds),
            found
        ));
        if ended.is_continue() {
            let mut rest = self.unbounded().filter(|(_, at)| at.overlaps(bounds));
            let _ = rest.try_for_each(|(place, _)| found(place));
        }
    }

    fn along(&self, sweep: &SweptAabb<V>, up_to: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        let rounded = RoundedSweep::new(sweep);
        let mut up_to: f64 = dispatch!(simd => self.visit_least_first(
            simd,
            up_to,
            #[inline(always)]
            |block, up_to| block.met_on(simd, &rounded, up_to),
            found
        ));
        for (place, bounds) in self.unbounded() {
            if let Some(fraction) = bounds.met_on(sweep, up_to) {
                up_to = found(place, fraction);
            }
        }
    }

    fn near(&self, bounds: &Bounds<V>, within: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        let mut within: f64 = dispatch!(simd => self.visit_least_first(
            simd,
            within,
            #[inline(always)]
            |block, within| block.near(bounds, within),
            found
        ));
        for (place, at) in self.unbounded() {
            let distance = at.distance_below(bounds);
            if distance <= within {
                within = found(place, distance);
            }
        }
    }

    fn among(&self, sides: &[HalfSpaceBounds<V>], found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let ended: ControlFlow<()> = dispatch!(simd => self.visit(
            simd,
            #[inline(always)]
            |block| block.among(sides),
            found
        ));
        if ended.is_continue() {
            let outside = |at: &Bounds<V>| sides.iter().any(|side| at.is_outside(side));
            let mut rest = self.unbounded().filter(|(_, at)| !outside(at));
            let _ = rest.try_for_each(|(place, _)| found(place));
        }
    }
}
