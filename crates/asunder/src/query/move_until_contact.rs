//! How far a shape can move before it would penetrate an obstacle.
//!
//! `f64` *estimates* (see `approach`), one exact swept predicate *decides* (see `sweep`): a fraction and a
//! position are returned only once proven.

mod approach;
mod depenetrate;
mod one_way;
mod placed;
mod search;
mod stop;
mod sweep;

use super::bounds::Bounds;
use super::move_and_slide::{Slide, SlideKernels as _, SlideLists, SlideOptions, displaced};
use crate::dimension::kernels;
use crate::shape::{AnyShape, ShapeRef};
use crate::space::Vector;
use core::fmt;

pub(super) use approach::{EntryTime, facing};
pub(crate) use one_way::is_in_front;
pub(crate) use placed::{is_movable, placed, position};
use search::ContactSearch;
pub(super) use search::{ContactNormals, contact};
pub(crate) use stop::ulp_of;
pub(super) use stop::{NUDGES, StopSearch, is_path_blocked};
pub(super) use sweep::{BoundedShape, Displacement, penetrates_along};

/// The end of a mover's motion, and the contacts that stopped it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Stop<V: Vector, O = usize> {
    /// The mover's [position](Mover::position) at the end. It penetrates no obstacle there, nor anywhere on
    /// the straight path to it.
    pub position: V,
    /// The fraction of the motion after which it would begin to penetrate, never late: the whole path up
    /// to `fraction · motion` is proven free. One, if nothing is in the way.
    pub fraction: f32,
    /// The [distance](crate::Distance::distance) that remains between the mover and what stopped it,
    /// never more; zero if nothing did.
    pub gap: f32,
    /// The contacts with the obstacles it would have penetrated first: all with the same `fraction`.
    pub hits: Vec<Hit<V, O>>,
    /// Whether it penetrated an obstacle at the start, and so was not moved.
    pub started_penetrating: bool,
    /// Whether no free position was found within a few units in the last place of the point of contact:
    /// the mover is then further back along its motion; at worst where it started.
    pub backed_off: bool,
}

/// The contact of a mover with an obstacle, which is an index into the obstacles, or in a
/// [`World`](crate::World) a [`ColliderId`](crate::world::ColliderId).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Hit<V: Vector, O = usize> {
    /// The obstacle.
    pub obstacle: O,
    /// A contact point on the obstacle.
    pub point: V,
    /// The unit normal of the contact, from the obstacle to the mover and against the motion. It lies in
    /// the normal cone of the features that touch: where one of them is a face, it is the face's. Where
    /// vertices or edges touch, several planes separate the shapes; this is the normal of the one that
    /// stops the motion least, so that the flush edge of the next tile has the normal of the floor.
    pub normal: V,
    /// The fraction of the motion after which they would begin to penetrate, never late.
    pub fraction: f32,
    /// The number of the part that was met first, of an obstacle that is a [level](crate::level): a mesh's
    /// triangle, say. `None` for other obstacles.
    pub part: Option<u32>,
}

impl<V: Vector> Hit<V> {
    /// The hit with another name for its obstacle, and the part of it.
    pub(crate) fn named<O>(self, name: impl FnOnce(usize) -> (O, Option<u32>)) -> Hit<V, O> {
        let Self { obstacle, point, normal, fraction, .. } = self;
        let (obstacle, part) = name(obstacle);
        Hit { obstacle, point, normal, fraction, part }
    }
}

impl<V: Vector> Stop<V> {
    /// The stop with other names for the obstacles, and the parts of them.
    pub(crate) fn named<O>(self, name: impl Fn(usize) -> (O, Option<u32>)) -> Stop<V, O> {
        let Self { position, fraction, gap, hits, started_penetrating, backed_off } = self;
        let hits = hits.into_iter().map(|hit| hit.named(&name)).collect();
        Stop { position, fraction, gap, hits, started_penetrating, backed_off }
    }
}

/// Why a motion was refused.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MoveError {
    /// The [`Shape`](crate::Shape) is of a kind that does not move.
    Kind {
        /// The name of the kind.
        kind: &'static str,
    },
    /// A number of the motion, or of a point that moves, is infinite or NaN.
    NotFinite {
        /// The number.
        value: f32,
    },
    /// A number of [up](SlideOptions::up) is infinite or NaN.
    Up {
        /// The number.
        value: f32,
    },
    /// The [steepest floor](SlideOptions::max_slope) is not between level and upright.
    MaxSlope {
        /// The angle in degrees.
        value: f32,
    },
    /// The [length of a snap](SlideOptions::snap) is infinite or NaN.
    Snap {
        /// The length.
        value: f32,
    },
    /// The [length of a step aside](SlideOptions::ledge) is infinite or NaN.
    Ledge {
        /// The length.
        value: f32,
    },
    /// The [height of a step](SlideOptions::step_height) is infinite or NaN.
    StepHeight {
        /// The height.
        value: f32,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind { kind } => write!(
                f,
                "a {kind} does not move; expected a point, segment, sphere, capsule, aabb, obb, \
                 triangle, convex_hull or parallelepiped"
            ),
            Self::NotFinite { value } => {
                write!(f, "the motion has a component {value}; expected finite numbers")
            }
            Self::Up { value } => {
                write!(f, "up has a component {value}; expected finite numbers")
            }
            Self::MaxSlope { value } => {
                write!(f, "the steepest floor is at {value} degrees; expected 0 to 90")
            }
            Self::Snap { value } => write!(f, "the snap is {value}; expected a finite number"),
            Self::Ledge { value } => {
                write!(f, "the step aside is {value}; expected a finite number")
            }
            Self::StepHeight { value } => {
                write!(f, "the step height is {value}; expected a finite number")
            }
        }
    }
}

impl core::error::Error for MoveError {}

/// An obstacle for movers: a shape that blocks them from all sides, or from one.
///
/// Any shape is an obstacle from all sides: `[&floor, &wall]` where both are of one kind, as the
/// [`Shape`](crate::Shape)s of a level are.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle<'a, V: Vector> {
    pub(crate) shape: ShapeRef<'a, V>,
    /// The direction in which a mover must be to be blocked.
    pub(crate) front: Option<V::Array<f32>>,
}

impl<'a, V: Vector> Obstacle<'a, V> {
    /// A one-way platform: it does not block movers from below, so that they can jump onto it.
    ///
    /// It blocks only a mover that is in front of it at the start, touching included: wholly beyond
    /// the face whose normal is closest to `normal`, or beyond another that is nearly as close (a cosine
    /// at least 0.7 times as large, as of the slopes of a roof); that is decided exactly. Beside edges
    /// and round shapes the direction between the nearest points has to be so close. `normal` may be
    /// that of a slope, or simply up; its length does not matter, and zero blocks nothing.
    ///
    /// So a mover that stands on it stays on it, and one that jumps up through it falls through it until
    /// all of it has been above.
    #[must_use]
    pub fn one_way(shape: &'a impl AnyShape<Vector = V>, normal: impl Into<V::Array<f32>>) -> Self {
        Self { shape: shape.as_shape_ref(), front: Some(normal.into()) }
    }
}

impl<'a, S: AnyShape> From<&'a S> for Obstacle<'a, S::Vector> {
    fn from(shape: &'a S) -> Self {
        Self { shape: shape.as_shape_ref(), front: None }
    }
}

/// An obstacle, its bounds, and which parts of the mover it blocks.
#[derive(Clone, Debug)]
pub struct BoundedObstacle<'a, V: Vector> {
    pub(crate) shape: ShapeRef<'a, V>,
    /// The direction in which a mover must be to be blocked, if not from all sides.
    pub(crate) front: Option<V::Array<f32>>,
    pub(crate) bounds: Bounds<V>,
    /// The parts that it blocks; `None` for all.
    pub(crate) parts: Option<Box<[bool]>>,
}

impl<'a, V: Vector> BoundedObstacle<'a, V> {
    pub(crate) fn new(obstacle: &Obstacle<'a, V>) -> Self {
        let bounds = Bounds::of(&obstacle.shape);
        Self { shape: obstacle.shape, front: obstacle.front, bounds, parts: None }
    }

    pub(crate) fn blocks(&self, part: usize) -> bool {
        self.parts.as_ref().is_none_or(|parts| parts[part])
    }

    pub(super) fn bounded(&self) -> BoundedShape<'_, V> {
        BoundedShape { shape: self.shape, bounds: &self.bounds }
    }

    /// Whether it may block a mover whose motion stays within `swept`: one-way, a mover in front of it alone.
    pub(super) fn may_block(
        &self,
        mover: BoundedShape<'_, V>,
        motion: &V::Array<f32>,
        swept: &Bounds<V>,
    ) -> bool {
        let whole = Displacement::Part(1.0, *motion);
        // Whether it is in front costs more, so it is decided for what is in the way alone.
        let blocks = |front: &V::Array<f32>| {
            !penetrates_along(mover, whole, self.bounded())
                || is_in_front(&mover.shape, &self.shape, front)
        };
        swept.overlaps(&self.bounds)
            && self.shape.is_finite()
            && self.front.as_ref().is_none_or(blocks)
    }
}

/// A shape that can be moved until contact.
///
/// A [`Shape`](crate::Shape) is one, too. Shapes that are unbounded or given by half-spaces (rays, planes,
/// half-spaces, frusta) do not move: their position is the origin, they can be stored at no other, and
/// every motion is refused.
///
/// Its position is the first point it stores: the center of a sphere, an [`Obb`](crate::Obb) or a
/// parallelepiped, `a` of a capsule, segment or triangle, `min` of an [`Aabb`](crate::Aabb), the first
/// of the points of a [`ConvexHull`](crate::ConvexHull).
///
/// Shapes that store one point keep their form when they move. The others have each point rounded, so that
/// in the long run their form may change by some units in the last place.
pub trait Mover: AnyShape + Sized {
    /// The first point that the shape stores.
    fn position(&self) -> Self::Vector {
        Self::Vector::from_array(position(&self.as_shape_ref()))
    }

    /// The shape moved to another position, its other points along with it, each of their numbers
    /// rounded once more to `f64` and once to `f32`. `None`, if it cannot be stored there.
    fn moved_to(&self, position: impl Into<<Self::Vector as Vector>::Array<f32>>) -> Option<Self> {
        Self::from_shape(placed(&self.as_shape_ref(), &position.into())?)
    }

    /// The shape with a displacement added to each point that it stores, each number rounded once: what a
    /// [slide](Self::move_and_slide) has [moved](Slide::moved). `None`, if it cannot be stored there.
    fn moved_by(&self, moved: impl Into<<Self::Vector as Vector>::Array<f32>>) -> Option<Self> {
        Self::from_shape(displaced(&self.as_shape_ref(), &moved.into())?)
    }

    /// Moves the shape along `motion`, without turning, until it would begin to penetrate an
    /// obstacle.
    ///
    /// Touching never stops it: it slides along what it touches, and across the seams between obstacles
    /// whose faces line up. Nothing is tunnelled, however thin the obstacle and however fast the mover.
    /// Pushing on against what it touches moves nothing, bit for bit. Obstacles may be of every kind. (A
    /// mover without an interior never stops on a sheet, where it could not be decided from which side it
    /// came; one that starts there may leave to either.)
    ///
    /// The position is within a few units in the last place of the point of contact (a start that
    /// near is not left); where no free position is found that near, [`Stop::backed_off`] says so. With
    /// nothing in the way it is the end of the motion, rounded to nearest, unless the mover, rounded there,
    /// would penetrate something.
    /// At that position the shape, [as stored](Self::moved_to), penetrates no obstacle; nor does it
    /// anywhere on the exact straight path there. Both are proven.
    ///
    /// # Errors
    /// If the motion is not finite, or if this is a [`Shape`](crate::Shape) of a kind that does not move.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Rot2;
    ///
    /// let walker = Obb2::new([0.0, 0.5], [0.5, 0.5], Rot2::IDENTITY);
    /// let floor = Aabb2::new([-9.0, -1.0], [9.0, 0.0]);
    /// let wall = Aabb2::new([3.0, 0.0], [4.0, 9.0]);
    /// let stop = walker.move_until_contact([10.0, 0.0], [&floor, &wall]).unwrap();
    /// assert_eq!(stop.position.to_array(), [2.5, 0.5], "slid over the floor, up to the wall");
    /// assert_eq!((stop.fraction, stop.gap), (0.25, 0.0));
    /// assert_eq!(stop.hits[0].obstacle, 1);
    /// assert_eq!(stop.hits[0].normal.to_array(), [-1.0, 0.0]);
    /// ```
    fn move_until_contact<'a, O: Into<Obstacle<'a, Self::Vector>>>(
        &self,
        motion: impl Into<<Self::Vector as Vector>::Array<f32>>,
        obstacles: impl IntoIterator<Item = O>,
    ) -> Result<Stop<Self::Vector>, MoveError> {
        let bounded = |obstacle: O| BoundedObstacle::new(&obstacle.into());
        let obstacles: Vec<BoundedObstacle<'a, _>> = obstacles.into_iter().map(bounded).collect();
        Self::Vector::stop(self.as_shape_ref(), &motion.into(), &obstacles)
    }

    /// A position near this one where the shape, [as stored](Self::moved_to), penetrates no obstacle;
    /// that is proven. Its own, if it penetrates none. `None`, if none was found.
    ///
    /// It leaves the obstacle that it penetrates most by the minimum translation, rounded, then the next, up
    /// to 64 times. That need not be the shortest displacement out of all. Between walls that leave no
    /// space there is none. A [one-way](Obstacle::one_way) obstacle is ignored.
    ///
    /// A round costs a [penetration](crate::PenetrationOf::penetration) for each obstacle penetrated.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let floor = Shape2::from(Aabb2::new([-9.0, -1.0], [9.0, 0.0]));
    /// let wall = Shape2::from(Aabb2::new([3.0, -1.0], [4.0, 9.0]));
    /// let stuck = Sphere2::new([2.25, 0.75], 1.0);
    /// let free = stuck.depenetrate([&floor, &wall]).unwrap();
    /// assert_eq!(free.to_array(), [2.0, 1.0], "touches both");
    /// let low = Shape2::from(Aabb2::new([-9.0, 1.5], [9.0, 3.0]));
    /// assert!(stuck.depenetrate([&floor, &low]).is_none(), "no room between them");
    /// ```
    fn depenetrate<'a, O: Into<Obstacle<'a, Self::Vector>>>(
        &self,
        obstacles: impl IntoIterator<Item = O>,
    ) -> Option<Self::Vector> {
        let obstacles: Vec<Obstacle<'a, _>> = obstacles.into_iter().map(Into::into).collect();
        Self::Vector::freed(self.as_shape_ref(), &obstacles)
    }

    /// Moves the shape along `motion`, and slides along the obstacles in its way.
    ///
    /// Each leg is a move until contact, with its guarantees: nothing is penetrated or tunnelled, and
    /// obstacles that are only touched do not stop it. At a stop the rest of the motion is projected onto
    /// the faces met so far, in 3D onto the crease of two, and goes on; if nothing is left of it, the
    /// mover stays where it is, bit for bit. A face counts only if the rest of the motion, projected,
    /// would penetrate its obstacle, by an exact sweep: no direction is refused that is free, and no
    /// seam between flush obstacles stops a mover. From faces that do not lie in a coordinate plane it
    /// moves away by less than a millionth of the motion, without which `f32` could not slide at all.
    ///
    /// A floor, which is no steeper than [`max_slope`](SlideOptions::max_slope), carries the part of the
    /// motion that leads down, so that who is not told to walk stays where he stands, on slopes, too. A
    /// steeper face is slid down, and never run up. Where a wall is in the way and
    /// [`step_height`](SlideOptions::step_height) is above zero, the mover tries to step over it: up,
    /// along, and down onto a floor. Of an edge that it comes to stand on, the face decides that meets it,
    /// and the height of the edge: not how fast it came. Where there is no floor, as in the middle of a
    /// jump over a ditch, it does not step; nor where the step leads no further than sliding along the
    /// wall does. Where [`up`](SlideOptions::up) is zero, as in a game seen from above, all faces are walls.
    ///
    /// A mover that penetrates obstacles at the start is moved out of them first, as by
    /// [`depenetrate`](Self::depenetrate); where there is no place, it is [`stuck`](Slide::stuck).
    ///
    /// # Errors
    /// If the motion or an option is not finite, `max_slope` is beyond 90 degrees, or if this is a
    /// [`Shape`](crate::Shape) of a kind that does not move.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let walker = Capsule2::new([0.0, 0.5], [0.0, 1.5], 0.5);
    /// let floor = Shape2::from(Aabb2::new([-9.0, -1.0], [9.0, 0.0]));
    /// let wall = Shape2::from(Aabb2::new([3.0, -1.0], [4.0, 9.0]));
    /// let options = SlideOptions::default();
    /// let slide = walker.move_and_slide([1.0, -1.0], [&floor, &wall], &options).unwrap();
    /// assert_eq!(slide.moved.to_array(), [1.0, 0.0], "gravity is taken by the floor");
    /// assert_eq!(slide.floor.map(|floor| floor.normal.to_array()), Some([0.0, 1.0]));
    /// let slide = walker.move_and_slide([9.0, -1.0], [&floor, &wall], &options).unwrap();
    /// assert!(2.499 < slide.moved.x && slide.moved.x <= 2.5, "up to the wall");
    /// ```
    fn move_and_slide<'a, O: Into<Obstacle<'a, Self::Vector>>>(
        &self,
        motion: impl Into<<Self::Vector as Vector>::Array<f32>>,
        obstacles: impl IntoIterator<Item = O>,
        options: &SlideOptions<Self::Vector>,
    ) -> Result<Slide<Self::Vector>, MoveError> {
        self.move_and_slide_among(motion, obstacles, options, |_| true)
    }

    /// As [`move_and_slide`](Self::move_and_slide), past the obstacles that `counts` says no to. It is
    /// called for each hit, also of steps that are tried; what it says no to is ignored from there on.
    ///
    /// # Errors
    /// As [`move_and_slide`](Self::move_and_slide).
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let walker = Sphere2::new([0.0, 0.0], 0.5);
    /// let door = Shape2::from(Aabb2::new([1.0, -1.0], [1.25, 1.0]));
    /// let wall = Shape2::from(Aabb2::new([3.0, -1.0], [4.0, 1.0]));
    /// let options = SlideOptions::default();
    /// let opens = |hit: &asunder::Hit<_>| hit.obstacle != 0;
    /// let slide = walker.move_and_slide_among([9.0, 0.0], [&door, &wall], &options, opens).unwrap();
    /// assert_eq!(slide.moved.to_array(), [2.5, 0.0], "through the door, up to the wall");
    /// assert_eq!(slide.hits.len(), 1);
    /// ```
    fn move_and_slide_among<'a, O: Into<Obstacle<'a, Self::Vector>>>(
        &self,
        motion: impl Into<<Self::Vector as Vector>::Array<f32>>,
        obstacles: impl IntoIterator<Item = O>,
        options: &SlideOptions<Self::Vector>,
        mut counts: impl FnMut(&Hit<Self::Vector>) -> bool,
    ) -> Result<Slide<Self::Vector>, MoveError> {
        let bounded = |obstacle: O| BoundedObstacle::new(&obstacle.into());
        let obstacles: Vec<BoundedObstacle<'a, _>> = obstacles.into_iter().map(bounded).collect();
        let parts = [self.as_shape_ref()];
        let lists = SlideLists::default();
        let motion = motion.into();
        let slide = Self::Vector::slide(&parts, &motion, &obstacles, options, &mut counts, &lists);
        slide.map(|(slide, _reach)| slide)
    }
}

kernels! {
    MoverKernels:

    fn stop(
        mover: ShapeRef<'_, Self>,
        motion: &<Self as Vector>::Array<f32>,
        obstacles: &[BoundedObstacle<'_, Self>]
    ) -> Result<Stop<Self>, MoveError> {
        check(&mover, motion)?;
        Ok(ContactSearch::new(mover, *motion, obstacles).stop())
    }

    fn freed(mover: ShapeRef<'_, Self>, obstacles: &[Obstacle<'_, Self>]) -> Option<Self> {
        depenetrate::depenetrated(mover, obstacles)
    }
}

/// Checks that the shape is of a kind that moves, and that its position and motion are finite.
pub(super) fn check<V: Vector>(
    mover: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
) -> Result<(), MoveError> {
    let start = position(mover);
    let mut numbers = (0..V::DIM).flat_map(|i| [motion[i], start[i]]);
    match numbers.find(|x| !x.is_finite()) {
        Some(value) => Err(MoveError::NotFinite { value }),
        None if !is_movable(mover) => Err(MoveError::Kind { kind: mover.kind() }),
        None => Ok(()),
    }
}
