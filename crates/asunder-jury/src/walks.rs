//! Walks over floors and along walls of tiles, from starts that touch their seams.
//!
//! Where a mover has to come to is known by construction: the tiles of a floor lie in one plane, those
//! of a wall in another across it, so a move that slides ends where the planes alone let it. No answer
//! is taken from what is judged.

mod frame;
mod ground;
mod movers;
mod reach;

use crate::{Contact, Kind, Rng, Shape, contact, touch_normals};
use frame::Frame;
use ground::Tiles;
use movers::Foot;
pub use reach::Bounds;

/// What a mover walks on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ground {
    /// Tiles as wide as a power of two.
    Powers,
    /// Tiles of whole widths.
    Integers,
    /// Seams at thirds, rounded.
    Thirds,
    /// Tiles of 16 pixels, and a sprite of 16 by 24.
    Sprites,
    /// Tiles of many widths and depths, whose corners meet the sides of others.
    Mixed,
    /// The foot of a wall of tiles, on a floor of them.
    Walls,
    /// Tiles turned by angles whose cosines are fractions, in space tilted: flush to the last bit.
    Turned,
    /// Tiles turned by any angle: level, but their seams are rounded.
    Leaning,
    /// Sheets that share corners: segments in the plane, triangles in space.
    Sheets,
    /// Sheets that are turned.
    TurnedSheets,
    /// A million units from the origin.
    Far,
    /// A thousandth of a unit wide.
    Small,
}

impl Ground {
    /// All of them.
    pub const ALL: [Ground; 12] = [
        Ground::Powers,
        Ground::Integers,
        Ground::Thirds,
        Ground::Sprites,
        Ground::Mixed,
        Ground::Walls,
        Ground::Turned,
        Ground::Leaning,
        Ground::Sheets,
        Ground::TurnedSheets,
        Ground::Far,
        Ground::Small,
    ];

    /// Which kinds of shape walk on it: a sheet is passed by what has no inside, through the line that
    /// two of them share, as is a crack by what is as thin as it.
    pub fn movers<const D: usize>(self) -> &'static [Kind] {
        const SOLID: [Kind; 5] =
            [Kind::Aabb, Kind::Obb, Kind::Sphere, Kind::Capsule, Kind::Parallelepiped];
        const ALL: [Kind; 8] = [
            Kind::Aabb,
            Kind::Obb,
            Kind::Sphere,
            Kind::Capsule,
            Kind::Parallelepiped,
            Kind::Triangle,
            Kind::Segment,
            Kind::Point,
        ];
        match self {
            Ground::Sheets | Ground::TurnedSheets | Ground::Walls => &SOLID,
            Ground::Powers
            | Ground::Integers
            | Ground::Thirds
            | Ground::Sprites
            | Ground::Mixed
            | Ground::Turned
            | Ground::Leaning
            | Ground::Far
            | Ground::Small => &ALL,
        }
    }
}

/// A mover, what may be in its way, and its motions.
#[derive(Clone, Debug)]
pub struct Walk<const D: usize> {
    /// Penetrates nothing; mostly it touches.
    pub mover: Shape<D>,
    /// All level with one another where they touch it.
    pub obstacles: Vec<Shape<D>>,
    /// One a tick.
    pub motions: Vec<[f32; D]>,
    /// Unit vectors: along the walk, up, and in space aside.
    pub axes: [[f64; D]; D],
    /// How far along each axis the mover may be from its start, as the planes let it.
    pub room: [[f64; 2]; D],
    /// How far the way may lead aside, as part of what the planes take of a motion. A corner on a seam
    /// has several normals, and the one that stops the motion least may lead anywhere along the
    /// planes. What is round and comes down beside a seam meets the edge beyond it as soon as its own
    /// tile, to within a rounding of the fraction, with a normal that is off by the root of that.
    pub astray: f64,
}

impl<const D: usize> Walk<D> {
    /// The way from the start, seen along the axes, after a motion from a place that far from it.
    pub fn expected(&self, way: [f64; D], motion: [f32; D]) -> [f64; D] {
        let motion = self.seen(motion.map(f64::from));
        std::array::from_fn(|i| {
            let ([low, high], end) = (self.room[i], way[i] + motion[i]);
            if end < low { low } else { if end > high { high } else { end } }
        })
    }

    /// A vector, seen along the axes.
    pub fn seen(&self, vector: [f64; D]) -> [f64; D] {
        self.axes.map(|axis| axis.iter().zip(vector).fold(0.0, |sum, (x, y)| sum + x * y))
    }
}

/// Draws a walk of so many ticks.
///
/// ```
/// use asunder_jury::{Ground, Kind, Rng, penetrates, walk};
///
/// let walk = walk::<2>(Ground::Sprites, Kind::Aabb, 8, &mut Rng::new(1));
/// assert!(walk.obstacles.iter().all(|tile| !penetrates(&walk.mover, tile)));
/// assert_eq!(walk.motions.len(), 8);
/// ```
pub fn walk<const D: usize>(ground: Ground, kind: Kind, ticks: usize, rng: &mut Rng) -> Walk<D> {
    let frame = Frame::<D>::draw(ground, rng);
    let tiles = Tiles::draw(ground, &frame, rng);
    let foot = Foot::draw(ground, kind, &frame, &tiles, rng);
    let motions = foot.motions(&frame, &tiles, ticks, rng);
    // Rounding may have put the mover into the ground: then it starts above it.
    for lift in [foot.gap, 1.0 / 64.0, 0.25] {
        let mover = foot.mover(&frame, lift);
        let (bounds, margin) = (Bounds::of(&mover), frame.length(tiles.width));
        let wall = foot.has_wall.then(|| foot.wall(&frame, &tiles, &mover));
        let way = frame.length(tiles.step_bound) * ticks as f64;
        let obstacles = tiles.laid(&frame, &bounds, way + margin, wall.map(|wall| wall.at), rng);
        let near = bounds.grown(margin);
        let is_free =
            obstacles.iter().filter(|tile| near.overlaps(&Bounds::of(tile))).all(|tile| {
                match contact(&mover, tile) {
                    Contact::Apart => true,
                    Contact::Touching => foot.has_wall || !is_in_crack(&mover, tile, &frame),
                    Contact::Penetrating => false,
                }
            });
        if is_free {
            let mut room = [[f64::NEG_INFINITY, f64::INFINITY]; D];
            room[1][0] = -frame.length(lift);
            if let Some(wall) = wall {
                room[0][1] = wall.free;
            }
            let (axes, astray) = (frame.axes(), foot.astray());
            return Walk { mover, obstacles, motions, axes, room, astray };
        }
    }
    unreachable!("a mover a quarter above the ground is free of it")
}

/// Whether what touches a tile may not leave it upward: rounding has put what is thin between two of them,
/// where each stops it and neither is penetrated.
fn is_in_crack<const D: usize>(mover: &Shape<D>, tile: &Shape<D>, frame: &Frame<D>) -> bool {
    let up = frame.axes()[1];
    let along_up = |x: &[f64; D]| x.iter().zip(up).fold(0.0, |sum, (x, y)| sum + x * y);
    touch_normals(mover, tile).iter().all(|normal| along_up(normal) < 0.5)
}
