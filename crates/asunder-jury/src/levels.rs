//! Levels for a walking character: tiles, stairs, slopes, corridors, wedges, bumps, at many scales.
//!
//! The end of every level is known by construction: a wall, a riser or a slope that is too steep stops the
//! mover at a plane, and its foot stands at the height of the ground. No answer is taken from the judged
//! library. [`LevelRun`] gives a library the motions of a walk and judges where it puts the mover.

mod build;
mod run;
mod site;

use crate::{Kind, Rng, Shape};
pub use run::{Gait, LevelRun, Verdict};

/// The kind of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LevelKind {
    /// A floor of tiles, up to a wall.
    Floor,
    /// Stairs up, no higher than the step height, sometimes exactly as high; a landing and a wall.
    StairsUp,
    /// Stairs down, no higher than the snap, sometimes exactly as high: the ground is never left.
    StairsDown,
    /// Stairs higher than the step height by a sixteenth or more: the first riser is a wall.
    StairsTooHigh,
    /// A ramp up below the slope limit, a plateau, and mostly a ramp down. The mover rests half way up.
    SlopeWalkable,
    /// A ramp steeper than the slope limit: it is not run up.
    SlopeTooSteep,
    /// Walls of tiles to both sides, exactly as far apart as the mover is wide.
    Corridor,
    /// A ceiling of tiles, exactly as high as the mover.
    Ceiling,
    /// A corridor of turned tiles, wider than the mover by a rounding, walked with a tolerance. In 2D an
    /// inclined tunnel.
    TurnedCorridor,
    /// Two walls that meet at an angle; in 2D a ceiling that meets the floor.
    Wedge,
    /// Triangles with vertices of random heights; in 2D segments.
    Bumps,
    /// One of the levels above, up to a million units from the origin, and as much larger as `f32` has
    /// fewer digits there.
    Far,
    /// One of the levels above, a thousandth of the size.
    Small,
}

impl LevelKind {
    /// Every kind, in the order of their declaration.
    pub const ALL: [LevelKind; 13] = [
        LevelKind::Floor,
        LevelKind::StairsUp,
        LevelKind::StairsDown,
        LevelKind::StairsTooHigh,
        LevelKind::SlopeWalkable,
        LevelKind::SlopeTooSteep,
        LevelKind::Corridor,
        LevelKind::Ceiling,
        LevelKind::TurnedCorridor,
        LevelKind::Wedge,
        LevelKind::Bumps,
        LevelKind::Far,
        LevelKind::Small,
    ];

    /// The kinds of shape that walk through it: flat ones pass through sheets, and have no width for a
    /// corridor. An axis-aligned box does not fit into a turned corridor.
    pub fn movers(self) -> &'static [Kind] {
        const ALL: [Kind; 7] = [
            Kind::Sphere,
            Kind::Capsule,
            Kind::Obb,
            Kind::ConvexHull,
            Kind::Parallelepiped,
            Kind::Aabb,
            Kind::Triangle,
        ];
        match self {
            LevelKind::Corridor | LevelKind::Ceiling | LevelKind::Bumps => &ALL[..6],
            LevelKind::TurnedCorridor => &ALL[..5],
            LevelKind::Floor
            | LevelKind::StairsUp
            | LevelKind::StairsDown
            | LevelKind::StairsTooHigh
            | LevelKind::SlopeWalkable
            | LevelKind::SlopeTooSteep
            | LevelKind::Wedge
            | LevelKind::Far
            | LevelKind::Small => &ALL,
        }
    }
}

/// What a character can do, as plain numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkRules {
    /// The height of the ledges that it steps over.
    pub step_height: f32,
    /// The angle, in degrees, between the steepest floor and a level one.
    pub max_slope: f32,
    /// How far down it is led to keep standing on a floor.
    pub snap: f32,
    /// The length of a step aside past a corner that stands out of a flush wall by a rounding.
    pub ledge: f32,
    /// Whether a slope takes nothing from the speed along the ground.
    pub keep_speed: bool,
}

/// A level: a mover at its start, obstacles, and the constructed end.
#[derive(Clone, Debug)]
pub struct Level<const D: usize> {
    /// What it consists of; of a [`Far`](LevelKind::Far) or [`Small`](LevelKind::Small) level, too.
    pub kind: LevelKind,
    /// The mover at its start; it stands on the ground and penetrates nothing.
    pub mover: Shape<D>,
    /// The obstacles, all bounded.
    pub obstacles: Vec<Shape<D>>,
    /// What the mover can do.
    pub rules: WalkRules,
    /// The unit of length: speeds and gravity are multiples of it.
    pub scale: f64,
    /// The horizontal unit vector of the walk.
    pub heading: [f64; D],
    /// Unit vectors: along the level, up from its floor, and in 3D sideways.
    pub axes: [[f64; D]; D],
    /// The length of the way to the end, along the heading.
    pub length: f64,
    /// The interval of the mover's displacement from its start along each axis, at the end.
    pub end: [[f64; 2]; D],
    /// The ideal path of the foot: the corners of the ground, as displacement along the first axis from the
    /// foremost point of the mover at the start, and height above the start. Two corners at one place are a
    /// riser.
    pub ground: Vec<[f64; 2]>,
    /// How much higher than that the ground may be.
    pub relief: f64,
    /// Displacements along the first axis at which the mover rests for a while.
    pub rests: Vec<f64>,
    /// Whether it stands on the ground after every tick.
    pub is_grounded: bool,
    /// The greatest error of a position.
    pub tolerance: f64,
    /// How far above the ground a mover counts as standing on it: 16 units in the last place of the largest
    /// coordinate. Far out gravity may be less than one, so that it does not come down any further.
    pub hover: f64,
}

/// Draws a level of a kind for a kind of mover.
///
/// ```
/// use asunder_jury::{Kind, LevelKind, Rng, level, penetrates};
///
/// let level = level::<3>(LevelKind::StairsUp, Kind::Capsule, &mut Rng::new(1));
/// assert!(level.obstacles.iter().all(|wall| !penetrates(&level.mover, wall)));
/// let [low, high] = level.end[1];
/// assert!(0.0 < low && low < high, "it ends higher than it starts");
/// ```
///
/// # Panics
///
/// If the mover is not one of [`LevelKind::movers`].
pub fn level<const D: usize>(kind: LevelKind, mover: Kind, rng: &mut Rng) -> Level<D> {
    assert!(kind.movers().contains(&mover), "a {mover:?} does not walk through {kind:?}");
    build::level(kind, mover, rng)
}
