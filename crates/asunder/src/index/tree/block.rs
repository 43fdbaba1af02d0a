//! Sixteen bounds side by side, tested at once.

use crate::exact::widen;
use crate::index::HalfSpaceBounds;
use crate::index::bounds::LOST;
use crate::linalg::{self, Vect};
use crate::query::bounds::Bounds;
use crate::simd::{LANES, Lanes, Simd, prelude::*};
use crate::space::Vector;

/// The numbers of sixteen boxes. A lane without a box holds NaN, which overlaps not even a box that
/// is everything.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundsBlock<V: Vector> {
    /// Along each axis the lesser ends of all boxes, then the greater ones.
    ends: V::Array<[Lanes; 2]>,
}

/// The places of the bits that are set, least first.
#[inline(always)]
pub(super) fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        let some = mask != 0;
        mask &= mask.wrapping_sub(1);
        some.then_some(lane)
    })
}

/// For the boxes of a block that a question may concern a fraction before which they are not met, or a distance
/// that they have at least; those that were not taken yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneKeys {
    /// As bits.
    pub(super) lanes: u16,
    /// Of other lanes these are anything.
    pub(super) keys: [f32; LANES],
}

impl LaneKeys {
    /// The only lane, if it is alone.
    #[inline(always)]
    pub(super) fn single(&self) -> Option<u32> {
        self.lanes.is_power_of_two().then(|| self.lanes.trailing_zeros())
    }

    /// The lane with the least key, and that key; it is taken.
    #[inline(always)]
    pub(super) fn take_least(&mut self) -> Option<(u32, f64)> {
        let keys = &self.keys;
        let lesser = |least, lane| if keys[lane] < keys[least] { lane } else { least };
        let least = bits(self.lanes).reduce(lesser)?;
        self.lanes &= !(1 << least);
        Some((least as u32, f64::from(keys[least])))
    }

    /// Calls `found` for the lanes whose key is not above a limit, least first. What it answers is the limit from
    /// then on. The last limit.
    #[inline(always)]
    pub(super) fn visit(mut self, mut limit: f64, mut found: impl FnMut(u32, f64) -> f64) -> f64 {
        while let Some((lane, key)) = self.take_least()
            && key <= limit
        {
            limit = found(lane, key);
        }
        limit
    }
}

impl<V: Vector> BoundsBlock<V> {
    pub(super) fn empty() -> Self {
        Self { ends: Vect::<V, _>::splat([Lanes([f32::NAN; LANES]); 2]).0 }
    }

    /// At most sixteen boxes, in order.
    pub(super) fn of(boxes: &[Bounds<V>]) -> Self {
        let mut block = Self::empty();
        (0..).zip(boxes).for_each(|(lane, bounds)| block.set(lane, bounds));
        block
    }

    /// Of the lesser and the greater ends of all boxes along each axis.
    #[inline(always)]
    pub(super) fn from_ends(ends: impl Fn(usize) -> [Lanes; 2]) -> Self {
        Self { ends: Vect::<V, _>::from_fn(ends).0 }
    }

    /// The lesser (0) or the greater (1) ends of all boxes along an axis.
    #[inline(always)]
    pub(super) fn ends(&self, axis: usize, end: usize) -> &[f32; LANES] {
        &self.ends[axis][end].0
    }

    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> Bounds<V> {
        let corner = |end: usize| Vect::<V, f32>::from_fn(|i| self.ends[i][end].0[lane % LANES]).0;
        Bounds::from_corners(corner(0), corner(1))
    }

    /// Puts a box into a lane; [`Bounds::nothing`] is none.
    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, bounds: &Bounds<V>) {
        let is_box = bounds.min[0] <= bounds.max[0];
        for i in 0..V::DIM {
            let ends = if is_box { [bounds.min[i], bounds.max[i]] } else { [f32::NAN; 2] };
            for (end, x) in ends.into_iter().enumerate() {
                self.ends[i][end].0[lane % LANES] = x;
            }
        }
    }

    /// The lanes whose boxes overlap `bounds`, as bits.
    #[inline(always)]
    pub(super) fn overlapping<S: Simd>(&self, simd: S, bounds: &Bounds<V>) -> u16 {
        let mut overlapping = 0;
        for first in (0..LANES).step_by(S::f32s::LEN) {
            let along = |i: usize| {
                let [min, max] = [0, 1].map(|end| {
                    S::f32s::from_slice(simd, &self.ends(i, end)[first..first + S::f32s::LEN])
                });
                min.simd_le(S::f32s::splat(simd, bounds.max[i]))
                    & max.simd_ge(S::f32s::splat(simd, bounds.min[i]))
            };
            let mut lanes = along(0);
            for i in 1..V::DIM {
                lanes &= along(i);
            }
            overlapping |= lanes.to_bitmask() << first;
        }
        overlapping as u16
    }

    /// A box around all of them: the smallest, unless an end is zero or subnormal.
    #[inline(always)]
    pub(super) fn bounds(&self) -> Bounds<V> {
        let mut bounds = Bounds::<V>::nothing();
        for i in 0..V::DIM {
            let (mut min, mut max) = (self.ends[i][0].0, self.ends[i][1].0);
            for lane in 0..LANES {
                // In place of what is no number, so that of two numbers one is the lesser.
                min[lane] = if min[lane] < f32::INFINITY { min[lane] } else { f32::INFINITY };
                max[lane] =
                    if max[lane] > f32::NEG_INFINITY { max[lane] } else { f32::NEG_INFINITY };
            }
            let mut half = LANES / 2;
            while half > 0 {
                for lane in 0..half {
                    let (a, b) = (min[lane], min[lane + half]);
                    min[lane] = if b < a { b } else { a };
                    let (a, b) = (max[lane], max[lane + half]);
                    max[lane] = if b > a { b } else { a };
                }
                half /= 2;
            }
            // Where the processor takes subnormals for zero, any of them may have been kept above, or zero.
            let is_zero_or_subnormal = |x: f32| x.to_bits() & f32::INFINITY.to_bits() == 0;
            let (least, most) = (min[0], max[0]);
            bounds.min[i] = if is_zero_or_subnormal(least) { -f32::MIN_POSITIVE } else { least };
            bounds.max[i] = if is_zero_or_subnormal(most) { f32::MIN_POSITIVE } else { most };
        }
        bounds
    }

    /// For the boxes that may be no further than `within` from another a distance that they have at least.
    #[inline(always)]
    pub(super) fn near(&self, other: &Bounds<V>, within: f64) -> LaneKeys {
        let mut squares = [0.0; LANES];
        for i in 0..V::DIM {
            let (from, to) = (widen(other.min[i]), widen(other.max[i]));
            let (min, max) = (&self.ends[i][0].0, &self.ends[i][1].0);
            for lane in 0..LANES {
                let (after, before) = (widen(min[lane]) - to, from - widen(max[lane]));
                let gap = if after > before { after } else { before };
                let gap = if gap > 0.0 { gap } else { 0.0 };
                squares[lane] += gap * gap;
            }
        }
        let (min, max) = (&self.ends[0][0].0, &self.ends[0][1].0);
        let (mut lanes, mut keys) = (0, [0.0; LANES]);
        for lane in 0..LANES {
            let distance = squares[lane].sqrt() * (1.0 - LOST);
            let is_near = (distance <= within) & (min[lane] <= max[lane]);
            lanes |= u16::from(is_near) << lane;
            // Rounded to the nearest number, this is no more; the last one stands for what is beyond.
            let below = distance * (1.0 - widen(f32::EPSILON)) - widen(f32::MIN_POSITIVE);
            let below = if below > 0.0 { below } else { 0.0 };
            keys[lane] = if below < widen(f32::MAX) { below as f32 } else { f32::MAX };
        }
        LaneKeys { lanes, keys }
    }

    /// The lanes that are not certainly outside one of `sides`, as bits.
    #[inline(always)]
    pub(super) fn among(&self, sides: &[HalfSpaceBounds<V>]) -> u16 {
        let mut outside = [0u64; LANES];
        let (min, max) = (&self.ends[0][0].0, &self.ends[0][1].0);
        for lane in 0..LANES {
            outside[lane] = u64::from(!(min[lane] <= max[lane]));
        }
        for side in sides {
            let (mut least, mut size) = ([0.0; LANES], [side.offset.abs(); LANES]);
            for i in 0..V::DIM {
                let normal = side.normal[i];
                let nearest = if normal > 0.0 { &self.ends[i][0].0 } else { &self.ends[i][1].0 };
                if normal != 0.0 {
                    for lane in 0..LANES {
                        let term = normal * widen(nearest[lane]);
                        least[lane] += term;
                        size[lane] += term.abs();
                    }
                }
            }
            let mut lost = size.map(|size| size * LOST);
            if side.slack > 0.0 {
                let mut far = [0.0; LANES];
                for i in 0..V::DIM {
                    let (min, max) = (&self.ends[i][0].0, &self.ends[i][1].0);
                    for lane in 0..LANES {
                        far[lane] += linalg::max(widen(min[lane]).abs(), widen(max[lane]).abs());
                    }
                }
                for lane in 0..LANES {
                    lost[lane] += far[lane] * side.slack;
                }
            }
            for lane in 0..LANES {
                outside[lane] |= u64::from(least[lane] - lost[lane] > side.offset);
            }
        }
        (0..LANES).fold(0, |among, lane| among | (1 - outside[lane] as u16) << lane)
    }
}
