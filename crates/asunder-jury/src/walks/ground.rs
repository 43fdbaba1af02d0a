//! Tiles of floors, and of walls on them.

use super::frame::{Frame, TileShape};
use super::{Bounds, Ground};
use crate::{Rng, Shape};
use std::array::from_fn;

/// A floor of tiles, whose top is at height 0 of the lattice.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    ground: Ground,
    /// The positions of the seams across the walk.
    along: Vec<f64>,
    /// The positions of the seams along the walk.
    aside: Vec<f64>,
    /// The usual width of a tile.
    pub(super) width: f64,
    /// The greatest length of a step of a walk.
    pub(super) step_bound: f64,
}

/// Tiles to either side of the start.
const REACH: i32 = 40;

const TILE_SHAPES: [TileShape; 4] =
    [TileShape::Aabb, TileShape::Obb, TileShape::Parallelepiped, TileShape::Hull];

impl Tiles {
    pub(super) fn draw<const D: usize>(ground: Ground, frame: &Frame<D>, rng: &mut Rng) -> Self {
        let width = match ground {
            Ground::Powers => rng.power_of_two(-3..4),
            Ground::Integers => 1.0 + rng.below(7) as f64,
            Ground::Thirds => [1.0, 2.0, 0.1, 5.0][rng.below(4)] / 3.0,
            Ground::Sprites => 16.0,
            Ground::Mixed => 1.0,
            Ground::Far | Ground::Small | Ground::Walls => [1.0, 2.0, 0.5][rng.below(3)],
            Ground::Turned | Ground::Leaning | Ground::Sheets | Ground::TurnedSheets => {
                if frame.is_upright { [1.0, 2.0, 3.0][rng.below(3)] } else { 1.0 }
            }
        };
        let mut seams = || -> Vec<f64> {
            if ground != Ground::Mixed {
                return (-REACH..=REACH).map(|k| f64::from(k) * width).collect();
            }
            let mut at = -f64::from(REACH);
            let mut seams = vec![at];
            while at < f64::from(REACH) {
                at += [0.125, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0][rng.below(7)];
                seams.push(at);
            }
            seams
        };
        let (along, aside) = (seams(), seams());
        Self { ground, along, aside, width, step_bound: width / 2.0 }
    }

    /// A seam near the middle, across the walk or along it.
    pub(super) fn seam(&self, axis: usize) -> f64 {
        let seams = if axis == 0 { &self.along } else { &self.aside };
        seams[seams.len() / 2]
    }

    /// The tiles near a box, and a wall there.
    pub(super) fn tiles_near<const D: usize>(
        &self,
        frame: &Frame<D>,
        bounds: &Bounds<D>,
        reach: f64,
        wall: Option<f64>,
        rng: &mut Rng,
    ) -> Vec<Shape<D>> {
        let around: Vec<[f64; D]> =
            bounds.grown(reach).corners().map(|corner| frame.steps(corner)).collect();
        let range = |axis: usize| {
            let each = || around.iter().map(|steps| steps[axis]);
            [each().fold(f64::INFINITY, f64::min), each().fold(f64::NEG_INFINITY, f64::max)]
        };
        let is_near = |axis: usize, low: f64, high: f64| {
            axis >= D || (high >= range(axis)[0] && low <= range(axis)[1])
        };
        let whole = [self.aside[0], self.aside[self.aside.len() - 1]];
        let rows: Vec<[f64; 2]> = if D == 2 {
            vec![whole]
        } else {
            self.aside.windows(2).map(|pair| [pair[0], pair[1]]).collect()
        };
        let kind = self.tile_shape(frame, rng);
        let mut tiles_near = Vec::new();
        for [back, front] in rows.iter().copied().filter(|row| is_near(2, row[0], row[1])) {
            // Rows of many widths are staggered like bricks.
            let shift =
                if self.ground == Ground::Mixed { 0.125 * rng.below(16) as f64 } else { 0.0 };
            for pair in self.along.windows(2) {
                let (left, right) = (pair[0] + shift, pair[1] + shift);
                if is_near(0, left, right) {
                    self.tile(frame, kind, [left, right], [back, front], &mut tiles_near, rng);
                }
            }
            let Some(at) = wall else { continue };
            for pair in self.along.windows(2) {
                // A wall's stones are as high as tiles are wide, and begin below the floor.
                let (low, high) = (pair[0] - self.width / 4.0, pair[1] - self.width / 4.0);
                if is_near(1, low, high) && is_near(0, at, at + 1.0) {
                    let corner = |x: f64, y: f64, z: f64| from_fn(|i| [x, y, z][i]);
                    let (low, high) = (corner(at, low, back), corner(at + 1.0, high, front));
                    tiles_near.push(frame.tile_shape(kind, low, high));
                }
            }
        }
        tiles_near
    }

    fn tile_shape<const D: usize>(&self, frame: &Frame<D>, rng: &mut Rng) -> TileShape {
        match self.ground {
            Ground::Leaning => TileShape::Obb,
            // Defined by their corners: centers and half extents would round to cracks between them.
            Ground::Thirds => [TileShape::Aabb, TileShape::Hull][rng.below(2)],
            Ground::Powers
            | Ground::Integers
            | Ground::Sprites
            | Ground::Mixed
            | Ground::Walls
            | Ground::Turned
            | Ground::Sheets
            | Ground::TurnedSheets
            | Ground::Far
            | Ground::Small => {
                let first = usize::from(!frame.is_upright);
                TILE_SHAPES[first + rng.below(TILE_SHAPES.len() - first)]
            }
        }
    }

    /// One tile, or its two sheets.
    fn tile<const D: usize>(
        &self,
        frame: &Frame<D>,
        kind: TileShape,
        [left, right]: [f64; 2],
        [back, front]: [f64; 2],
        tiles_near: &mut Vec<Shape<D>>,
        rng: &mut Rng,
    ) {
        let place = |x: f64, y: f64, z: f64| -> [f64; D] { from_fn(|i| [x, y, z][i]) };
        match self.ground {
            Ground::Sheets | Ground::TurnedSheets => {
                let point = |x: f64, z: f64| frame.rounded(place(x, 0.0, z));
                if D == 2 {
                    tiles_near.push(Shape::Segment { a: point(left, 0.0), b: point(right, 0.0) });
                    return;
                }
                let corners = [
                    point(left, back),
                    point(right, back),
                    point(right, front),
                    point(left, front),
                ];
                let first = rng.below(2);
                let [a, b, c, d] = from_fn(|i| corners[(first + i) % 4]);
                tiles_near.push(Shape::Triangle { a, b, c });
                tiles_near.push(Shape::Triangle { a, b: c, c: d });
            }
            Ground::Leaning => {
                // Level by its depth, which all share; too wide by a rounding, or by more.
                let tile =
                    frame.tile_shape(kind, place(left, -1.0, back), place(right, 0.0, front));
                let wider = 1.0 + [2.0, 8.0, 4096.0][rng.below(3)] * f64::from(f32::EPSILON);
                let Shape::Obb { center, half_extents, rotation } = tile else {
                    unreachable!("leaning tiles are boxes")
                };
                let up = frame.up();
                let half_extents = from_fn(|i| {
                    let half = half_extents[i];
                    if i == up { half } else { (f64::from(half) * wider) as f32 }
                });
                tiles_near.push(Shape::Obb { center, half_extents, rotation });
            }
            Ground::Powers
            | Ground::Integers
            | Ground::Thirds
            | Ground::Sprites
            | Ground::Mixed
            | Ground::Walls
            | Ground::Turned
            | Ground::Far
            | Ground::Small => {
                let deep = [1.0, 0.5, 2.0, 3.0];
                let depth = if self.ground == Ground::Mixed { deep[rng.below(4)] } else { 1.0 };
                tiles_near.push(frame.tile_shape(
                    kind,
                    place(left, -depth, back),
                    place(right, 0.0, front),
                ));
            }
        }
    }
}
