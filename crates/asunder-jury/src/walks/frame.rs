//! Lattice frames: integer steps along the ground, up and sideways, without rounding.

use super::Ground;
use crate::{List, Rng, Shape};
use std::array::from_fn;

/// Orthogonal integer directions of equal length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<const D: usize> {
    origin: [f64; D],
    /// The columns of a rotation, times the norm.
    columns: [[f64; D]; D],
    /// Along, up and aside: which column, and which way along it.
    order: [usize; D],
    sign: [f64; D],
    norm: f64,
    scale: f64,
    rotation: [f32; 4],
    /// Whether the directions are coordinate axes.
    pub(super) is_upright: bool,
    /// Whether the norm is an integer.
    pub(super) is_exact: bool,
}

/// The kind of shape of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TileShape {
    Aabb,
    Obb,
    Parallelepiped,
    Hull,
}

/// Pythagorean triples: `p² + q² = n²`.
const PYTHAGOREAN: [[f64; 3]; 5] =
    [[3.0, 4.0, 5.0], [4.0, 3.0, 5.0], [5.0, 12.0, 13.0], [8.0, 15.0, 17.0], [20.0, 21.0, 29.0]];

/// Directions whose length is not an integer.
const IRRATIONAL: [[f64; 2]; 5] = [[1.0, 2.0], [2.0, 3.0], [7.0, 1.0], [1.0, 1.0], [5.0, 3.0]];

/// Integer quaternions that rotate no axis by a small angle.
const QUATERNIONS: [[f64; 4]; 7] = [
    [0.0, 0.0, 1.0, 2.0],
    [1.0, 0.0, 0.0, 2.0],
    [1.0, 1.0, 0.0, 1.0],
    [1.0, 1.0, 1.0, 2.0],
    [1.0, 2.0, 0.0, 2.0],
    [1.0, 1.0, 2.0, 3.0],
    [2.0, 1.0, -1.0, 1.0],
];

impl<const D: usize> Frame<D> {
    pub(super) fn draw(ground: Ground, rng: &mut Rng) -> Self {
        let is_turned = match ground {
            Ground::Turned | Ground::Leaning | Ground::TurnedSheets => true,
            Ground::Far | Ground::Small => rng.chance(0.4),
            Ground::Powers
            | Ground::Integers
            | Ground::Thirds
            | Ground::Sprites
            | Ground::Mixed
            | Ground::Walls
            | Ground::Sheets => false,
        };
        let scale = match ground {
            Ground::Far => 64.0,
            Ground::Small => 1.0 / 1024.0,
            Ground::Powers
            | Ground::Integers
            | Ground::Thirds
            | Ground::Sprites
            | Ground::Mixed
            | Ground::Walls
            | Ground::Turned
            | Ground::Leaning
            | Ground::Sheets
            | Ground::TurnedSheets => 1.0,
        };
        let mut frame = if !is_turned {
            Self::upright()
        } else if D == 2 {
            Self::flat(ground, rng)
        } else {
            Self::spatial(rng)
        };
        frame.scale = scale;
        // Any of the axes is up, to either side; the origin is on the lattice.
        for i in (1..D).rev() {
            frame.order.swap(i, rng.below(i + 1));
        }
        frame.sign = from_fn(|_| rng.sign());
        let reach = match ground {
            Ground::Far => 16384.0 / (frame.norm.ceil()),
            Ground::Small => 2.0,
            Ground::Sprites | Ground::Mixed | Ground::Walls | Ground::Powers => 0.0,
            Ground::Integers
            | Ground::Thirds
            | Ground::Turned
            | Ground::Leaning
            | Ground::Sheets
            | Ground::TurnedSheets => 8.0,
        };
        let place: [f64; D] = from_fn(|_| (rng.between(-reach, reach)).round());
        frame.origin = frame.vector(place);
        frame
    }

    fn upright() -> Self {
        Self {
            origin: [0.0; D],
            columns: from_fn(|i| from_fn(|j| if i == j { 1.0 } else { 0.0 })),
            order: from_fn(|i| i),
            sign: [1.0; D],
            norm: 1.0,
            scale: 1.0,
            rotation: if D == 2 { [1.0, 0.0, 0.0, 0.0] } else { [0.0, 0.0, 0.0, 1.0] },
            is_upright: true,
            is_exact: true,
        }
    }

    fn flat(ground: Ground, rng: &mut Rng) -> Self {
        let (p, q, norm, is_exact) = if ground == Ground::Leaning {
            let [p, q] = IRRATIONAL[rng.below(IRRATIONAL.len())];
            (p, q, (p * p + q * q).sqrt(), false)
        } else {
            let [p, q, norm] = PYTHAGOREAN[rng.below(PYTHAGOREAN.len())];
            (p, q, norm, true)
        };
        Self {
            columns: from_fn(|i| from_fn(|j| [[p, q], [-q, p]][i % 2][j % 2])),
            norm,
            rotation: [p as f32, q as f32, 0.0, 0.0],
            is_upright: false,
            is_exact,
            ..Self::upright()
        }
    }

    fn spatial(rng: &mut Rng) -> Self {
        let [x, y, z, w] = QUATERNIONS[rng.below(QUATERNIONS.len())];
        let columns = [
            [w * w + x * x - y * y - z * z, 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), w * w - x * x - y * y + z * z],
        ];
        Self {
            columns: from_fn(|i| from_fn(|j| columns[i % 3][j % 3])),
            norm: x * x + y * y + z * z + w * w,
            rotation: [x, y, z, w].map(|x| x as f32),
            is_upright: false,
            ..Self::upright()
        }
    }

    /// A length in steps, in units of space.
    pub(super) fn length(&self, length: f64) -> f64 {
        length * self.norm * self.scale
    }

    /// The vector of steps along, up and sideways.
    pub(super) fn vector(&self, steps: [f64; D]) -> [f64; D] {
        from_fn(|j| {
            let column = |i: usize| self.sign[i] * self.columns[self.order[i]][j];
            (0..D).fold(0.0, |sum, i| sum + self.scale * steps[i] * column(i))
        })
    }

    pub(super) fn point(&self, steps: [f64; D]) -> [f64; D] {
        let vector = self.vector(steps);
        from_fn(|j| self.origin[j] + vector[j])
    }

    pub(super) fn rounded(&self, steps: [f64; D]) -> [f32; D] {
        self.point(steps).map(|x| x as f32)
    }

    /// The lattice coordinates of a point.
    pub(super) fn steps(&self, point: [f64; D]) -> [f64; D] {
        let axes = self.axes();
        from_fn(|i| {
            let along = (0..D).fold(0.0, |sum, j| sum + axes[i][j] * (point[j] - self.origin[j]));
            along / (self.norm * self.scale)
        })
    }

    /// Unit vectors along, up and sideways.
    pub(super) fn axes(&self) -> [[f64; D]; D] {
        from_fn(|i| self.columns[self.order[i]].map(|x| self.sign[i] * x / self.norm))
    }

    /// The index of the column for up.
    pub(super) fn up(&self) -> usize {
        self.order[1]
    }

    /// The box between two lattice points, as a shape of a kind.
    pub(super) fn tile_shape(
        &self,
        tile_shape: TileShape,
        low: [f64; D],
        high: [f64; D],
    ) -> Shape<D> {
        let middle: [f64; D] = from_fn(|i| (low[i] + high[i]) / 2.0);
        let half: [f64; D] = from_fn(|i| (high[i] - low[i]) / 2.0);
        match tile_shape {
            TileShape::Aabb => {
                let (p, q) = (self.rounded(low), self.rounded(high));
                let (min, max) = (from_fn(|i| p[i].min(q[i])), from_fn(|i| p[i].max(q[i])));
                Shape::Aabb { min, max }
            }
            TileShape::Obb => {
                let mut half_extents = [0.0; D];
                for i in 0..D {
                    half_extents[self.order[i]] = self.length(half[i]) as f32;
                }
                Shape::Obb { center: self.rounded(middle), half_extents, rotation: self.rotation }
            }
            TileShape::Parallelepiped => {
                let edge = |i: usize| {
                    self.vector(from_fn(|j| if i == j { half[i] } else { 0.0 })).map(|x| x as f32)
                };
                Shape::Parallelepiped { center: self.rounded(middle), edges: from_fn(edge) }
            }
            TileShape::Hull => {
                let corner = |i: usize| {
                    self.rounded(from_fn(|j| if i >> j & 1 == 1 { high[j] } else { low[j] }))
                };
                let corners: Vec<[f32; D]> = (0..1 << D).map(corner).collect();
                Shape::ConvexHull(List::new(&corners))
            }
        }
    }
}
