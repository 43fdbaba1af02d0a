//! Movers by where they touch the ground, and how they move.

use super::Ground;
use super::frame::{Frame, Solid};
use super::ground::Tiles;
use super::reach::reach;
use crate::{Kind, Rng, Shape};
use std::array::from_fn;

/// A mover's foot, and what stands on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot<const D: usize> {
    kind: Kind,
    form: Form,
    /// The foremost point on the ground, or the only one, on the lattice.
    at: [f64; D],
    /// How long it is along, up and aside.
    size: [f64; D],
    /// How high above the ground it starts.
    pub(super) gap: f64,
    pub(super) has_wall: bool,
    /// How far before the wall it starts, as part of a tile.
    before: f64,
    /// Which of three ways a capsule stands.
    pose: usize,
}

/// How a mover touches the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// With a face, or a flat shape with an edge.
    Flush,
    /// With a corner, or with an edge that lies askew.
    Corner,
    /// Round.
    Round,
}

/// The wall before a mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    /// Where its face is, on the lattice.
    pub(super) at: f64,
    /// How far the mover is from it.
    pub(super) free: f64,
}

impl<const D: usize> Foot<D> {
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
        let form = match kind {
            Kind::Sphere | Kind::Capsule => Form::Round,
            Kind::Point => Form::Corner,
            Kind::Aabb => {
                if frame.is_upright {
                    Form::Flush
                } else {
                    Form::Corner
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
                    Form::Flush
                } else {
                    Form::Corner
                }
            }
        };
        let gap = if !frame.is_exact || rng.chance(0.1) { 1.0 / 64.0 } else { 0.0 };
        let before = [0.0, 0.0, 0.5, 1.5][rng.below(4)];
        Self {
            kind,
            form,
            at,
            size,
            gap,
            has_wall: ground == Ground::Walls,
            before,
            pose: rng.below(3),
        }
    }

    /// How far seams may lead it aside, as part of what the ground takes of a motion.
    pub(super) fn astray(&self) -> f64 {
        match self.form {
            Form::Flush => 0.0,
            Form::Round => 1e-3,
            Form::Corner => 1.0,
        }
    }

    /// The mover, at a height above the ground.
    pub(super) fn mover(&self, frame: &Frame<D>, lift: f64) -> Shape<D> {
        let [long, high, wide] = [0, 1, 2].map(|axis| if axis < D { self.size[axis] } else { 0.0 });
        let step = |x: f64, y: f64, z: f64| -> [f64; D] {
            from_fn(|axis| self.at[axis] + [x, lift + y, z][axis])
        };
        let place = |x: f64, y: f64, z: f64| frame.rounded(step(x, y, z));
        let block = |solid| frame.solid(solid, step(-long, 0.0, -wide), step(0.0, high, 0.0));
        let radius = frame.length(long / 2.0) as f32;
        match (self.kind, self.form) {
            (Kind::Aabb, Form::Flush) => block(Solid::Aabb),
            (Kind::Obb, Form::Flush) => block(Solid::Obb),
            (Kind::Parallelepiped, Form::Flush) => block(Solid::Parallelepiped),
            (Kind::Aabb, Form::Corner | Form::Round) => {
                let (center, half) = self.upright(frame, lift);
                let at = |side: f64| from_fn(|j| (center[j] + side * half[j]) as f32);
                Shape::Aabb { min: at(-1.0), max: at(1.0) }
            }
            (Kind::Obb, Form::Corner | Form::Round) => {
                let (center, half) = self.upright(frame, lift);
                let rotation = if D == 2 { [1.0, 0.0, 0.0, 0.0] } else { [0.0, 0.0, 0.0, 1.0] };
                let half_extents = half.map(|x| x as f32);
                Shape::Obb { center: center.map(|x| x as f32), half_extents, rotation }
            }
            (Kind::Parallelepiped, Form::Corner | Form::Round) => {
                // All edges rise: the foot is a corner.
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
                // Upright, askew, or lying.
                let b = [b, place(long, long / 2.0 + high, 0.0), place(-long, long / 2.0, 0.0)]
                    [self.pose];
                Shape::Capsule { a, b, radius }
            }
            (Kind::Segment, Form::Flush) => {
                Shape::Segment { a: place(-long, 0.0, -wide / 2.0), b: place(0.0, 0.0, 0.0) }
            }
            (Kind::Segment, Form::Corner | Form::Round) => {
                Shape::Segment { a: place(0.0, 0.0, 0.0), b: place(long / 2.0, high, wide / 4.0) }
            }
            (Kind::Triangle, Form::Flush) => Shape::Triangle {
                a: place(-long, 0.0, 0.0),
                b: place(0.0, 0.0, -wide / 2.0),
                c: place(-long / 2.0, high, 0.0),
            },
            (Kind::Triangle, Form::Corner | Form::Round) => Shape::Triangle {
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

    /// The center and the half extents of a box that is not turned and stands on its lowest corner.
    fn upright(&self, frame: &Frame<D>, lift: f64) -> ([f64; D], [f64; D]) {
        let foot = frame.point(from_fn(|axis| if axis == 1 { lift } else { self.at[axis] }));
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
        (from_fn(|j| foot[j] + side(j) * half[j]), half)
    }

    /// The wall before the mover, a few parts of a tile away or touching.
    pub(super) fn wall(&self, frame: &Frame<D>, tiles: &Tiles, mover: &Shape<D>) -> Wall {
        let along = frame.axes()[0];
        let front = frame.steps(along.map(|x| x * reach(mover, along)))[0];
        // The next place on a fine lattice, which is where it is, if that is on it.
        let front = (front * 4096.0 - 1e-6).ceil() / 4096.0;
        let at = front + self.before * tiles.width;
        let face = frame.point(from_fn(|axis| if axis == 0 { at } else { 0.0 }));
        let face = (0..D).fold(0.0, |sum, j| sum + along[j] * face[j]);
        Wall { at, free: face - reach(mover, along) }
    }

    /// The motions of so many ticks: along the ground and into it, more or less.
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
        // What is thin falls through a crack that it moves along, touching both sides.
        let aside = if is_thin { [0.75, -0.4375, 0.3125, -0.8125] } else { [0.0, 1.0, -0.5, 0.3] };
        let aside = step * aside[rng.below(4)];
        // A corner that falls fast from a seam has two ways to go.
        let falls = match self.form {
            Form::Corner => [0.088, 0.0625, 0.03, 0.1],
            Form::Flush | Form::Round => [0.088, 0.5, 1.0, 3.0],
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

/// How far beyond a seam a foot stands.
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
