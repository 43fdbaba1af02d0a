//! The site of a level: its frame, and shapes in coordinates along, up and sideways.

use super::LevelKind;
use crate::{Kind, List, Rng, Shape};
use std::array::from_fn;

/// Coordinates along the level, up and sideways.
pub(super) type Place = [f64; 3];

/// A frame of orthogonal unit vectors, with a scale and an origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site<const D: usize> {
    pub(super) axes: [[f64; D]; D],
    pub(super) scale: f64,
    origin: [f64; D],
    rotation: [f32; 4],
    /// Whether coordinates on the lattice are not rounded.
    pub(super) is_exact: bool,
}

/// Half angles of a turn about the upright axis, as tangents; the ones in 2D are those of the incline.
const TURNS: [[f64; 2]; 6] =
    [[1.0, 2.0], [1.0, 3.0], [2.0, 3.0], [1.0, 7.0], [3.0, 4.0], [5.0, 7.0]];

/// Cosines and sines of inclines, times a number.
const INCLINES: [[f64; 2]; 6] =
    [[12.0, 5.0], [15.0, 8.0], [4.0, 3.0], [2.0, 1.0], [7.0, 1.0], [5.0, 3.0]];

impl<const D: usize> Site<D> {
    /// A frame along coordinate axes: to either side, and in 3D along either horizontal axis.
    pub(super) fn upright(rng: &mut Rng) -> Self {
        let side = rng.sign();
        let is_swapped = D == 3 && rng.chance(0.5);
        let axes = from_fn(|i| {
            from_fn(|j| {
                let axis = if is_swapped { [2, 1, 0][i] } else { i };
                if axis == j { if i == 0 { side } else { 1.0 } } else { 0.0 }
            })
        });
        let rotation = if D == 2 { [1.0, 0.0, 0.0, 0.0] } else { [0.0, 0.0, 0.0, 1.0] };
        Self { axes, scale: 1.0, origin: [0.0; D], rotation, is_exact: true }
    }

    /// A frame turned about the upright axis; in 2D, inclined.
    pub(super) fn turned(rng: &mut Rng) -> Self {
        let axis = |x: f64, y: f64, z: f64| -> [f64; D] { from_fn(|i| [x, y, z][i]) };
        let (rotation, axes) = if D == 2 {
            let [x, y] = INCLINES[rng.below(INCLINES.len())];
            let length = (x * x + y * y).sqrt();
            let (cos, sin) = (x / length, y / length);
            let axes: [[f64; D]; 2] = [axis(cos, sin, 0.0), axis(-sin, cos, 0.0)];
            ([x as f32, y as f32, 0.0, 0.0], from_fn(|i| axes[i % 2]))
        } else {
            let [y, w] = TURNS[rng.below(TURNS.len())];
            let y = y * rng.sign();
            let square = y * y + w * w;
            let (cos, sin) = ((w * w - y * y) / square, 2.0 * y * w / square);
            let axes = [axis(cos, 0.0, -sin), axis(0.0, 1.0, 0.0), axis(sin, 0.0, cos)];
            ([0.0, y as f32, 0.0, w as f32], from_fn(|i| axes[i % 3]))
        };
        Self { axes, scale: 1.0, origin: [0.0; D], rotation, is_exact: false }
    }

    /// The frame far out, or small.
    pub(super) fn scaled(mut self, kind: LevelKind, rng: &mut Rng) -> Self {
        let (reach, scale) = match kind {
            // A millionth of a distance is a small part of the size.
            LevelKind::Far => [(16_384.0, 1.0), (131_072.0, 4.0), (999_424.0, 16.0)][rng.below(3)],
            LevelKind::Small => (0.0, 1.0 / 1024.0),
            _ => (8.0, 1.0),
        };
        self.scale = scale;
        self.origin = from_fn(|_| {
            let side = rng.sign();
            side * if kind == LevelKind::Far { reach } else { rng.between(0.0, reach).round() }
        });
        self
    }

    pub(super) fn point(&self, place: Place) -> [f64; D] {
        let vector = self.vector(place);
        from_fn(|j| self.origin[j] + self.scale * vector[j])
    }

    fn vector(&self, place: Place) -> [f64; D] {
        from_fn(|j| (0..D).fold(0.0, |sum, i| sum + place[i] * self.axes[i][j]))
    }

    pub(super) fn rounded(&self, place: Place) -> [f32; D] {
        self.point(place).map(|x| x as f32)
    }

    /// The greatest absolute coordinate of the origin.
    pub(super) fn reach(&self) -> f64 {
        self.origin.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
    }

    /// A block between two corners.
    pub(super) fn block(&self, low: Place, high: Place) -> Shape<D> {
        self.block_of(if self.is_exact { Kind::Aabb } else { Kind::Obb }, low, high)
    }

    /// A block of some kind of shape.
    pub(super) fn any_block(&self, low: Place, high: Place, rng: &mut Rng) -> Shape<D> {
        let kinds = [Kind::Obb, Kind::ConvexHull, Kind::Parallelepiped, Kind::Aabb];
        self.block_of(kinds[rng.below(if self.is_exact { 4 } else { 3 })], low, high)
    }

    /// A block between two corners, as a shape of a kind.
    pub(super) fn block_of(&self, kind: Kind, low: Place, high: Place) -> Shape<D> {
        let middle: Place = from_fn(|i| (low[i] + high[i]) / 2.0);
        let half: Place = from_fn(|i| (high[i] - low[i]) / 2.0);
        match kind {
            Kind::Aabb => {
                let (p, q) = (self.rounded(low), self.rounded(high));
                Shape::Aabb { min: from_fn(|i| p[i].min(q[i])), max: from_fn(|i| p[i].max(q[i])) }
            }
            Kind::Obb => {
                // A frame along coordinate axes has the identity, which may exchange two axes.
                let half_extents: [f32; D] = if self.is_exact {
                    let edges = self.vector(half);
                    from_fn(|j| (self.scale * edges[j].abs()) as f32)
                } else {
                    from_fn(|i| (self.scale * half[i]) as f32)
                };
                let rotation = self.rotation;
                Shape::Obb { center: self.rounded(middle), half_extents, rotation }
            }
            Kind::Parallelepiped => {
                let edges = from_fn(|i| self.axes[i].map(|x| (self.scale * half[i] * x) as f32));
                Shape::Parallelepiped { center: self.rounded(middle), edges }
            }
            _ => {
                let corner = |c: usize| -> Place {
                    from_fn(|i| if c >> i & 1 == 1 { high[i] } else { low[i] })
                };
                let corners: Vec<Place> = (0..1 << D).map(corner).collect();
                self.hull(&corners)
            }
        }
    }

    pub(super) fn hull(&self, corners: &[Place]) -> Shape<D> {
        let corners: Vec<[f32; D]> = corners.iter().map(|x| self.rounded(*x)).collect();
        Shape::ConvexHull(List::new(&corners))
    }

    /// The prism over a polygon in the plane of the first two axes.
    pub(super) fn prism(&self, polygon: &[[f64; 2]], [back, front]: [f64; 2]) -> Shape<D> {
        let sides: &[f64] = if D == 2 { &[0.0] } else { &[back, front] };
        let corners: Vec<Place> =
            sides.iter().flat_map(|&z| polygon.iter().map(move |&[x, y]| [x, y, z])).collect();
        self.hull(&corners)
    }

    /// A mover that stands on the level ground with the middle of its foot at the origin.
    pub(super) fn mover(&self, kind: Kind, form: &Form) -> Shape<D> {
        let Form { half, height, yaw } = *form;
        let radius = (self.scale * half) as f32;
        let (low, high) = ([-half, 0.0, -half], [half, height, half]);
        match kind {
            Kind::Sphere => Shape::Sphere { center: self.rounded([0.0, half, 0.0]), radius },
            Kind::Capsule => Shape::Capsule {
                a: self.rounded([0.0, half, 0.0]),
                b: self.rounded([0.0, height - half, 0.0]),
                radius,
            },
            Kind::Triangle => Shape::Triangle {
                a: self.rounded([-half, 0.0, 1.0 / 64.0]),
                b: self.rounded([half, 0.0, 1.0 / 64.0]),
                c: self.rounded([0.0, height, 3.0 / 64.0]),
            },
            Kind::Obb if yaw != 0.0 && D == 3 => {
                let Shape::Obb { center, half_extents, .. } = self.block_of(kind, low, high) else {
                    unreachable!("asked for a box")
                };
                Shape::Obb { center, half_extents, rotation: [0.0, yaw as f32, 0.0, 1.0] }
            }
            Kind::ConvexHull if yaw != 0.0 => {
                // With its upright edges cut off; in 2D the upper corners.
                let cut = half / 2.0;
                let octagon = [
                    [-half, -cut],
                    [-cut, -half],
                    [cut, -half],
                    [half, -cut],
                    [half, cut],
                    [cut, half],
                    [-cut, half],
                    [-half, cut],
                ];
                let corners: Vec<Place> = if D == 3 {
                    let ends = [0.0, height];
                    ends.iter().flat_map(|&y| octagon.map(|[x, z]| [x, y, z])).collect()
                } else {
                    let flank = height - cut;
                    let [a, b, c] = [[0.0, half], [flank, half], [height, cut]];
                    [a, b, c].iter().flat_map(|&[y, x]| [[-x, y, 0.0], [x, y, 0.0]]).collect()
                };
                self.hull(&corners)
            }
            _ => self.block_of(kind, low, high),
        }
    }
}

/// The form of a mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// Half its width: a radius.
    pub(super) half: f64,
    /// Its height, unless it is a sphere.
    pub(super) height: f64,
    /// The tangent of half the angle by which a box is turned; hulls have cut edges unless it is zero.
    pub(super) yaw: f64,
}

impl Form {
    pub(super) fn draw(rng: &mut Rng) -> Self {
        let half = [0.25, 0.375, 0.5][rng.below(3)];
        let height = [1.0, 1.5, 1.75, 2.0][rng.below(4)];
        let yaw = [0.0, 0.25, 1.0 / 3.0, 0.7][rng.below(4)];
        Self { half, height, yaw }
    }
}
