//! Walks of movers over floors and along walls of tiles, from starts that touch their seams.
//!
//! The expected position of a mover is known by construction: the tiles of a floor lie in one plane,
//! those of a wall in another across it, so that a slide ends where the planes alone stop it. No answer is
//! taken from the judged library.

mod bounds;
mod frame;
mod ground;
mod movers;

use crate::{Contact, Kind, Rng, Shape, contact, touch_normals};
pub use bounds::Bounds;
pub(crate) use bounds::{points, support_distance};
use frame::Frame;
use ground::Tiles;
use movers::MoverPlacement;

/// The ground of a walk.
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
    /// Tiles rotated by angles with rational cosines, tilted in 3D: exactly flush.
    Turned,
    /// Tiles rotated by any angle: level, but with rounded seams.
    Leaning,
    /// Sheets that share vertices: segments in 2D, triangles in 3D.
    Sheets,
    /// Rotated sheets.
    TurnedSheets,
    /// A million units from the origin.
    Far,
    /// A thousandth of a unit wide.
    Small,
}

impl Ground {
    /// Every ground, in the order of their declaration.
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

    /// The kinds of shape that walk on it: flat ones pass between two sheets through their common edge, and
    /// through cracks as thin as they are.
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

/// A walk: a mover, its obstacles and its motions.
#[derive(Clone, Debug)]
pub struct Walk<const D: usize> {
    /// The mover; it penetrates nothing, and mostly touches.
    pub mover: Shape<D>,
    /// The obstacles, level with one another where they touch the mover.
    pub obstacles: Vec<Shape<D>>,
    /// One motion for each tick.
    pub motions: Vec<[f32; D]>,
    /// Unit vectors: along the walk, up, and in 3D sideways.
    pub axes: [[f64; D]; D],
    /// The interval of the mover's displacement from its start along each axis, as the planes allow it.
    pub room: [[f64; 2]; D],
    /// The greatest sideways deviation, relative to the part of a motion that the planes take. A vertex on
    /// a seam has several normals, and the one that stops the motion least may lead anywhere along the
    /// planes. A round mover that comes down beside a seam meets the edge beyond it as soon as its own
    /// tile, to within a rounding of the fraction, with a normal that is off by the root of that.
    pub astray: f64,
}

impl<const D: usize> Walk<D> {
    /// The expected displacement from the start, in components along the axes, after a motion that starts
    /// at the displacement `way`.
    pub fn expected(&self, way: [f64; D], motion: [f32; D]) -> [f64; D] {
        let motion = self.seen(motion.map(f64::from));
        std::array::from_fn(|i| {
            let ([low, high], end) = (self.room[i], way[i] + motion[i]);
            if end < low { low } else { if end > high { high } else { end } }
        })
    }

    /// The components of a vector along the axes.
    pub fn seen(&self, vector: [f64; D]) -> [f64; D] {
        self.axes.map(|axis| axis.iter().zip(vector).fold(0.0, |sum, (x, y)| sum + x * y))
    }
}

/// Draws a walk of `ticks` ticks.
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
    let placement = MoverPlacement::draw(ground, kind, &frame, &tiles, rng);
    let motions = placement.motions(&frame, &tiles, ticks, rng);
    // Rounding may let the mover penetrate the ground: then it starts higher.
    for lift in [placement.gap, 1.0 / 64.0, 0.25] {
        let mover = placement.mover(&frame, lift);
        let (bounds, margin) = (Bounds::of(&mover), frame.length(tiles.width));
        let wall = placement.has_wall.then(|| placement.wall(&frame, &tiles, &mover));
        let way = frame.length(tiles.step_bound) * ticks as f64;
        let obstacles =
            tiles.tiles_near(&frame, &bounds, way + margin, wall.map(|wall| wall.at), rng);
        let near = bounds.grown(margin);
        let is_free =
            obstacles.iter().filter(|tile| near.overlaps(&Bounds::of(tile))).all(|tile| {
                match contact(&mover, tile) {
                    Contact::Apart => true,
                    Contact::Touching => placement.has_wall || !is_in_crack(&mover, tile, &frame),
                    Contact::Penetrating => false,
                }
            });
        if is_free {
            let mut room = [[f64::NEG_INFINITY, f64::INFINITY]; D];
            room[1][0] = -frame.length(lift);
            if let Some(wall) = wall {
                room[0][1] = wall.free;
            }
            let (axes, astray) = (frame.axes(), placement.astray());
            return Walk { mover, obstacles, motions, axes, room, astray };
        }
    }
    unreachable!("a mover a quarter above the ground is free of it")
}

/// Whether a mover that touches a tile cannot leave it upward: rounding has placed a thin one between two
/// tiles, where both stop it and neither is penetrated.
fn is_in_crack<const D: usize>(mover: &Shape<D>, tile: &Shape<D>, frame: &Frame<D>) -> bool {
    let up = frame.axes()[1];
    let along_up = |x: &[f64; D]| x.iter().zip(up).fold(0.0, |sum, (x, y)| sum + x * y);
    touch_normals(mover, tile).iter().all(|normal| along_up(normal) < 0.5)
}
