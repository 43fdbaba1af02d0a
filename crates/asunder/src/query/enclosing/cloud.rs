//! A set of points that is quick to project on an axis.

use crate::array::{Mapped as _, array_of};
use crate::linalg::Vect;
use crate::simd::{Simd, dispatch, f64x4, prelude::*};

/// Three numbers: a point, or an axis.
pub(super) type Vec3 = Vect<glam::Vec3, f64>;

/// Three directions of length one at right angles.
pub(super) type Frame = [Vec3; 3];

/// How many points are asked at once. No sum runs over them, so that an answer does not depend on how
/// many of them a processor takes in one instruction.
const LANES: usize = 4;

/// How many times so many points a chunk holds, in which an extreme point is searched for.
const CHUNK: usize = 64;

/// So many points, component by component.
type Block = [[f64; LANES]; 3];

/// Points, in blocks; the last block is filled up with points it has.
#[derive(Clone, Debug, Default)]
pub(super) struct Cloud {
    blocks: Vec<Block>,
    count: usize,
}

impl Cloud {
    pub(super) fn of(points: impl IntoIterator<Item = Vec3>) -> Self {
        let mut cloud = Self::default();
        points.into_iter().for_each(|point| cloud.push(point));
        cloud
    }

    pub(super) fn push(&mut self, point: Vec3) {
        let lane = self.count % LANES;
        if lane == 0 {
            self.blocks.push(point.0.mapped(|x| [x; LANES]));
        } else if let Some(block) = self.blocks.last_mut() {
            for (numbers, x) in block.iter_mut().zip(point.0) {
                numbers[lane] = x;
            }
        }
        self.count += 1;
    }

    /// How many points there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn point(&self, i: usize) -> Vec3 {
        Vect(self.blocks[i / LANES].mapped(|numbers| numbers[i % LANES]))
    }

    /// How far the points reach along axes, backward and forward.
    pub(super) fn intervals<const K: usize>(&self, axes: &[Vec3; K]) -> [[f64; 2]; K] {
        dispatch!(simd => intervals(simd, &self.blocks, axes))
    }

    /// The first point that reaches farthest back along an axis, and the first farthest forward, for
    /// each of the axes.
    pub(super) fn extremes<const K: usize>(&self, axes: &[Vec3; K]) -> [[usize; 2]; K] {
        let best = dispatch!(simd => extremes(simd, &self.blocks, axes));
        array_of(|k| {
            best[k].mapped(|(value, chunk)| {
                let first = chunk * CHUNK * LANES;
                // A dot product rounds as `intervals` does.
                (first..self.count).find(|&i| self.point(i).dot(axes[k]) == value).unwrap_or(0)
            })
        })
    }

    /// The volume of the points' box along a frame, each edge longer by `rind`.
    pub(super) fn volume(&self, frame: &Frame, rind: f64) -> f64 {
        let intervals = self.intervals(frame);
        intervals.iter().fold(1.0, |volume, [low, high]| volume * (high - low + rind))
    }
}

/// How far points reach along axes. Several axes at a time read the points but once.
#[inline(always)]
fn intervals<const K: usize, S: Simd>(
    simd: S,
    blocks: &[Block],
    axes: &[Vec3; K],
) -> [[f64; 2]; K] {
    let axes = axes.map(
        #[inline(always)]
        |axis| {
            axis.0.mapped(
                #[inline(always)]
                |x| f64x4::splat(simd, x),
            )
        },
    );
    let mut low = [f64x4::splat(simd, f64::INFINITY); K];
    let mut high = [f64x4::splat(simd, f64::NEG_INFINITY); K];
    for [x, y, z] in blocks {
        let x = f64x4::from_slice(simd, x);
        let y = f64x4::from_slice(simd, y);
        let z = f64x4::from_slice(simd, z);
        for k in 0..K {
            let at = (x * axes[k][0] + y * axes[k][1]) + z * axes[k][2];
            // The lanes' own least and greatest differ between processors where zeros do in sign.
            low[k] = at.simd_lt(low[k]).select(at, low[k]);
            high[k] = at.simd_gt(high[k]).select(at, high[k]);
        }
    }
    let mut ends = [[f64::INFINITY, f64::NEG_INFINITY]; K];
    for (k, [least, most]) in ends.iter_mut().enumerate() {
        for (&a, &b) in low[k].as_slice().iter().zip(high[k].as_slice()) {
            *least = if a < *least { a } else { *least };
            *most = if b > *most { b } else { *most };
        }
    }
    ends
}

/// How far points reach back and forward along axes, and the first chunk in which they do.
#[inline(always)]
fn extremes<const K: usize, S: Simd>(
    simd: S,
    blocks: &[Block],
    axes: &[Vec3; K],
) -> [[(f64, usize); 2]; K] {
    let mut best = [[(f64::INFINITY, 0), (f64::NEG_INFINITY, 0)]; K];
    for (chunk, blocks) in blocks.chunks(CHUNK).enumerate() {
        let ends = intervals(simd, blocks, axes);
        for k in 0..K {
            let [low, high] = ends[k];
            if low < best[k][0].0 {
                best[k][0] = (low, chunk);
            }
            if high > best[k][1].0 {
                best[k][1] = (high, chunk);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{SimdLevel, at_level};
    use asunder_jury::Rng;

    #[test]
    fn extremes_reach_as_far_as_the_interval() {
        let mut rng = Rng::new(2);
        for count in [1, 3, 4, 5, 255, 256, 257, 1000] {
            let points: Vec<Vec3> =
                (0..count).map(|_| Vect::from_fn(|_| rng.between(-1.0, 1.0))).collect();
            let cloud = Cloud::of(points.iter().copied());
            assert!((0..count).all(|i| cloud.point(i) == points[i]));
            for _ in 0..20 {
                let axis = Vec3::from_fn(|_| rng.between(-1.0, 1.0));
                let along = |point: &Vec3| point.dot(axis);
                let low = points.iter().map(along).fold(f64::INFINITY, f64::min);
                let high = points.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
                let back = -axis;
                for level in [SimdLevel::Baseline, SimdLevel::Avx2, SimdLevel::Avx512] {
                    let asked = || (cloud.intervals(&[axis, back]), cloud.extremes(&[axis, back]));
                    let Some((ends, [found, opposite])) = at_level(level, asked) else { continue };
                    assert_eq!(ends, [[low, high], [0.0 - high, 0.0 - low]]);
                    assert_eq!(found.map(|i| along(&points[i])), [low, high]);
                    assert_eq!(opposite, [found[1], found[0]]);
                }
            }
        }
    }
}
