//! Movers, by their contact with the ground, and their motions.

use super::Ground;
use super::bounds::support_distance;
use super::frame::{Frame, TileShape};
use super::ground::Tiles;
use crate::{Kind, Rng, Shape};
use std::array::from_fn;

/// The placement of a mover on the ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoverPlacement<const D: usize> {
    kind: Kind,
    footing: Footing,
    /// The foremost point on the ground, or the only one, on the lattice.
    at: [f64; D],
    /// Its size along, up and sideways.
    size: [f64; D],
    /// Its initial height above the ground.
    pub(super) gap: f64,
    pub(super) has_wall: bool,
    /// Its initial distance from the wall, as a fraction of a tile.
    before: f64,
    /// Which of three orientations a capsule has.
    pose: usize,
}

/// The feature with which a mover touches the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Footing {
    /// A face, or an edge of a flat shape.
    Flush,
    /// A vertex, or an oblique edge.
    Corner,
    /// A round surface.
    Round,
}

/// The wall in front of a mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    /// The position of its face on the lattice.
    pub(super) at: f64,
    /// The distance of the mover from it.
    pub(super) free: f64,
}

impl<const D: usize> MoverPlacement<D> {
    pub(super) fn draw(
        ground: Ground,
        kind: Kind,
        frame: &Frame<D>,
        tiles: &Tiles,
        rng: &mut Rng,
    ) -> Self {
        let mut at = from_fn(|axis| if axis == 1 { 0.0 } else { tiles.seam(axis) });
        for (axis, place) in at.iter_mut().enumerate() {
            if axis != 1 {
                *place += offset(ground, frame, tiles.width, rng);
            }
        }
        let part = [0.5, 1.0, 1.5, 0.25, 2.0][rng.below(5)];
        let width = tiles.width * part;
        let size = if ground == Ground::Sprites {
            from_fn(|axis| if axis == 1 { 24.0 } else { 16.0 })
        } else {
            from_fn(|axis| if axis == 1 { 1.5 * width } else { width })
        };
        let footing = match kind {
            Kind::Sphere | Kind::Capsule => Footing::Round,
            Kind::Point => Footing::Corner,
            Kind::Aabb => {
                if frame.is_upright {
                    Footing::Flush
                } else {
                    Footing::Corner
                }
            }
            Kind::Obb
            | Kind::Parallelepiped
            | Kind::Segment
            | Kind::Triangle
            | Kind::Plane
            | Kind::HalfSpace
            | Kind::Ray
            | Kind::ConvexHull
            | Kind::Frustum => {
                if rng.chance(0.6) {
                    Footing::Flush
                } else {
                    Footing::Corner
                }
            }
        };
        let gap = if !frame.is_exact || rng.chance(0.1) { 1.0 / 64.0 } else { 0.0 };
        let before = [0.0, 0.0, 0.5, 1.5][rng.below(4)];
        Self {
            kind,
            footing,
            at,
            size,
            gap,
            has_wall: ground == Ground::Walls,
            before,
            pose: rng.below(3),
        }
    }

    /// The greatest sideways deviation at seams, relative to the part of a motion that the ground takes.
    pub(super) fn astray(&self) -> f64 {
        match self.footing {
            Footing::Flush => 0.0,
            Footing::Round => 1e-3,
            Footing::Corner => 1.0,
        }
    }

    /// The mover, at a height above the ground.
    pub(super) fn mover(&self, frame: &Frame<D>, lift: f64) -> Shape<D> {
        let [long, high, wide] = [0, 1, 2].map(|axis| if axis < D { self.size[axis] } else { 0.0 });
        let step = |x: f64, y: f64, z: f64| -> [f64; D] {
            from_fn(|axis| self.at[axis] + [x, lift + y, z][axis])
        };
        let place = |x: f64, y: f64, z: f64| frame.rounded(step(x, y, z));
        let block = |tile_shape| {
            frame.tile_shape(tile_shape, step(-long, 0.0, -wide), step(0.0, high, 0.0))
        };
        let radius = frame.length(long / 2.0) as f32;
        match (self.kind, self.footing) {
            (Kind::Aabb, Footing::Flush) => block(TileShape::Aabb),
            (Kind::Obb, Footing::Flush) => block(TileShape::Obb),
            (Kind::Parallelepiped, Footing::Flush) => block(TileShape::Parallelepiped),
            (Kind::Aabb, Footing::Corner | Footing::Round) => {
                let (center, half) = self.upright(frame, lift);
                let at = |side: f64| from_fn(|j| (center[j] + side * half[j]) as f32);
                Shape::Aabb { min: at(-1.0), max: at(1.0) }
            }
            (Kind::Obb, Footing::Corner | Footing::Round) => {
                let (center, half) = self.upright(frame, lift);
                let rotation = if D == 2 { [1.0, 0.0, 0.0, 0.0] } else { [0.0, 0.0, 0.0, 1.0] };
                let half_extents = half.map(|x| x as f32);
                Shape::Obb { center: center.map(|x| x as f32), half_extents, rotation }
            }
            (Kind::Parallelepiped, Footing::Corner | Footing::Round) => {
                // All edges rise: it stands on a vertex.
                let edges: [[f64; 3]; 3] = [[0.5, 0.5, 0.0], [-0.25, 0.5, 0.125], [0.0, 0.5, 0.5]];
                let edge = |i: usize| -> [f64; D] { from_fn(|axis| edges[i][axis] * long / 2.0) };
                let center: [f64; D] = from_fn(|axis| (0..D).map(|i| edge(i)[axis]).sum());
                let center = step(center[0], center[1], if D == 3 { center[D - 1] } else { 0.0 });
                let edges = from_fn(|i| frame.vector(edge(i)).map(|x| x as f32));
                Shape::Parallelepiped { center: frame.rounded(center), edges }
            }
            (Kind::Sphere, _form) => Shape::Sphere { center: place(0.0, long / 2.0, 0.0), radius },
            (Kind::Capsule, _form) => {
                let (a, b) = (place(0.0, long / 2.0, 0.0), place(0.0, long / 2.0 + high, wide));
                // Upright, oblique, or lying.
                let b = [b, place(long, long / 2.0 + high, 0.0), place(-long, long / 2.0, 0.0)]
                    [self.pose];
                Shape::Capsule { a, b, radius }
            }
            (Kind::Segment, Footing::Flush) => {
                Shape::Segment { a: place(-long, 0.0, -wide / 2.0), b: place(0.0, 0.0, 0.0) }
            }
            (Kind::Segment, Footing::Corner | Footing::Round) => {
                Shape::Segment { a: place(0.0, 0.0, 0.0), b: place(long / 2.0, high, wide / 4.0) }
            }
            (Kind::Triangle, Footing::Flush) => Shape::Triangle {
                a: place(-long, 0.0, 0.0),
                b: place(0.0, 0.0, -wide / 2.0),
                c: place(-long / 2.0, high, 0.0),
            },
            (Kind::Triangle, Footing::Corner | Footing::Round) => Shape::Triangle {
                a: place(0.0, 0.0, 0.0),
                b: place(long / 2.0, high, wide / 2.0),
                c: place(-long / 2.0, high, wide / 4.0),
            },
            (
                Kind::Point
                | Kind::Plane
                | Kind::HalfSpace
                | Kind::Ray
                | Kind::ConvexHull
                | Kind::Frustum,
                _form,
            ) => Shape::Point(place(0.0, 0.0, 0.0)),
        }
    }

    /// The center and half extents of an axis-aligned box that stands on its lowest corner.
    fn upright(&self, frame: &Frame<D>, lift: f64) -> ([f64; D], [f64; D]) {
        let placement = frame.point(from_fn(|axis| if axis == 1 { lift } else { self.at[axis] }));
        let up = frame.axes()[1];
        let half = from_fn(|j| frame.length(self.size[j] / 4.0));
        let half = half.map(|x: f64| if frame.is_exact { x } else { f64::from(x as f32) });
        let side = |j: usize| {
            if up[j] > 0.0 {
                1.0
            } else if up[j] < 0.0 {
                -1.0
            } else {
                0.0
            }
        };
        (from_fn(|j| placement[j] + side(j) * half[j]), half)
    }

    /// The wall in front of the mover, a fraction of a tile away or touching.
    pub(super) fn wall(&self, frame: &Frame<D>, tiles: &Tiles, mover: &Shape<D>) -> Wall {
        let along = frame.axes()[0];
        let front = frame.steps(along.map(|x| x * support_distance(mover, along)))[0];
        // Rounded up to a fine lattice, which keeps points of the lattice.
        let front = (front * 4096.0 - 1e-6).ceil() / 4096.0;
        let at = front + self.before * tiles.width;
        let face = frame.point(from_fn(|axis| if axis == 0 { at } else { 0.0 }));
        let face = (0..D).fold(0.0, |sum, j| sum + along[j] * face[j]);
        Wall { at, free: face - support_distance(mover, along) }
    }

    /// The motions of `ticks` ticks: along the ground, with more or less downward.
    pub(super) fn motions(
        &self,
        frame: &Frame<D>,
        tiles: &Tiles,
        ticks: usize,
        rng: &mut Rng,
    ) -> Vec<[f32; D]> {
        let step = tiles.width / [16.0, 8.0, 4.0, 3.0, 2.5][rng.below(5)];
        let is_thin = D == 3
            && match self.kind {
                Kind::Point | Kind::Segment | Kind::Triangle => true,
                Kind::Sphere
                | Kind::Aabb
                | Kind::Obb
                | Kind::Plane
                | Kind::HalfSpace
                | Kind::Ray
                | Kind::Capsule
                | Kind::Parallelepiped
                | Kind::ConvexHull
                | Kind::Frustum => false,
            };
        // A thin mover falls through a crack that it moves along, touching both sides.
        let aside = if is_thin { [0.75, -0.4375, 0.3125, -0.8125] } else { [0.0, 1.0, -0.5, 0.3] };
        let aside = step * aside[rng.below(4)];
        // A vertex that falls fast from a seam may slide in two directions.
        let falls = match self.footing {
            Footing::Corner => [0.088, 0.0625, 0.03, 0.1],
            Footing::Flush | Footing::Round => [0.088, 0.5, 1.0, 3.0],
        };
        let fall = step * falls[rng.below(4)];
        let is_level = rng.chance(0.5);
        let motion = |tick: usize| {
            let fall = if is_level && tick % 4 == 3 { 0.0 } else { fall };
            let steps = [step, -fall, aside];
            frame.vector(from_fn(|axis| steps[axis])).map(|x| x as f32)
        };
        (0..ticks).map(motion).collect()
    }
}

/// The distance of a mover's contact from a seam.
fn offset<const D: usize>(ground: Ground, frame: &Frame<D>, width: f64, rng: &mut Rng) -> f64 {
    let side = rng.sign();
    match rng.below(8) {
        0..=3 => 0.0,
        4 => -width * rng.between(0.0, 1.0).min(0.984_375),
        _ if ground == Ground::Far => side / 512.0,
        _ if !frame.is_upright => side * rng.power_of_two(-12..-6),
        5 => side * f64::from(f32::EPSILON) / 2.0,
        _ => side * width * rng.power_of_two(-23..-13),
    }
}
