//! Moving a shape, or a body of several, that slides along obstacles: the walking character.
//!
//! A slide is a row of legs, each up to the first contact (`leg`). Between legs the rest of the motion
//! is projected onto the faces met so far, and onto the crease of two, where one alone would lead into
//! the other (`along`); a face counts only where the motion, projected, would penetrate its obstacle, by
//! an exact sweep. What is met is ground, slope or wall by the face at the contact (`ground`), and walls
//! may be stepped over (`detour`); what is stood on is sought at each stop and at the end (`footing`). Who starts inside of an obstacle is moved out first (`recovery`).

mod along;
mod body;
mod detour;
mod footing;
mod ground;
mod leg;
mod lists;
mod recovery;
mod walker;

use super::move_until_contact::{BoundedObstacle, Hit, MoveError};
use crate::dimension::kernels;
use crate::linalg::Vect;
use crate::shape::ShapeRef;
use crate::space::Vector;

pub(crate) use body::displaced;
#[cfg(test)]
pub(crate) use footing::FLOOR_WITHIN;
pub(crate) use lists::SlideLists;
pub(crate) use recovery::freed;

/// The options of a slide.
///
/// ```
/// use asunder::prelude::*;
///
/// // Steps of up to 30 cm are climbed, and walked down without leaving the ground.
/// let options = SlideOptions { step_height: 0.3, snap: 0.3, ..SlideOptions::default() };
/// let low = Shape2::from(Aabb2::new([-9.0, -1.0], [1.0, 0.0]));
/// let high = Shape2::from(Aabb2::new([1.0, -1.0], [9.0, 0.25]));
/// let walker = Capsule2::new([0.0, 0.5], [0.0, 1.5], 0.5);
/// let slide = walker.move_and_slide([3.0, -0.1], [&low, &high], &options).unwrap();
/// assert!(slide.stepped && slide.moved.to_array() == [3.0, 0.25]);
/// let back = walker.moved_by(slide.moved).unwrap();
/// let slide = back.move_and_slide([-3.0, -0.1], [&low, &high], &options).unwrap();
/// assert!(slide.snapped && slide.moved.to_array() == [-3.0, -0.25]);
///
/// // Seen from above nothing is up: what presses against a wall slides along it.
/// let options = SlideOptions { up: [0.0, 0.0].into(), ..SlideOptions::default() };
/// let slide = Sphere2::new([0.0, 0.5], 0.5).move_and_slide([3.0, -1.0], [&low], &options).unwrap();
/// assert_eq!((slide.moved.to_array(), slide.floor), ([3.0, 0.0], None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlideOptions<V: Vector> {
    /// The upward direction, of any length. By default the y axis.
    ///
    /// Zero where nothing is up: in a game seen from above, or for who flies or swims. Then there are no
    /// floors, no slopes and no steps, and every face is a wall that is slid along, whichever way it is
    /// turned: `step_height`, `max_slope`, `snap` and `keep_speed` mean nothing.
    pub up: V,
    /// The height, along `up`, of the ledges that the mover steps over. Zero by default: exact arithmetic
    /// sees every ledge, and ramps whose vertices are rounded have ledges of a millionth.
    pub step_height: f32,
    /// The angle, in degrees, between the steepest floor and a level one; 45 by default. What is
    /// steeper carries no one: it is slid down, and not run up.
    pub max_slope: f32,
    /// How far down a mover that stands on a floor and is not told to rise is led to keep standing on
    /// one: down stairs, and over crests. Zero by default.
    pub snap: f32,
    /// The length of a step aside, or up, past a corner that stands out of a wall that is flush but for
    /// rounding, as among turned tiles. Zero by default. Nothing is penetrated whatever it is.
    pub ledge: f32,
    /// Whether a slope takes nothing from the speed along the ground. By default a motion is projected
    /// onto it, and so is shorter there.
    pub keep_speed: bool,
    /// The greatest number of turns in one move, steps over ledges included. Six by default.
    pub max_slides: u32,
}

impl<V: Vector> Default for SlideOptions<V> {
    fn default() -> Self {
        Self {
            up: V::from_array(Vect::<V, f32>::axis(1).0),
            step_height: 0.0,
            max_slope: 45.0,
            snap: 0.0,
            ledge: 0.0,
            keep_speed: false,
            max_slides: 6,
        }
    }
}

/// The end of a slide, and the contacts along it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Slide<V: Vector, O = usize> {
    /// How far the mover has moved: [`moved_by`](crate::Mover::moved_by) it, the mover penetrates nothing.
    pub moved: V,
    /// The rest of the motion, projected onto the faces met: zero, unless it turned too often.
    pub remaining: V,
    /// The floor on which the mover stands at the end, if any.
    pub floor: Option<Floor<V, O>>,
    /// Whether it stepped over a ledge.
    pub stepped: bool,
    /// Whether it was led down to the floor, by up to [`snap`](SlideOptions::snap).
    pub snapped: bool,
    /// The first contact with each obstacle, in order. The fraction of each is that of the leg that ended
    /// there.
    pub hits: Vec<Hit<V, O>>,
    /// Whether it penetrated an obstacle at the start. It was moved out first, unless it is `stuck`.
    pub started_penetrating: bool,
    /// An obstacle that it penetrated at the start, if there was no place near by that is free of all: then
    /// it moved only if the whole motion leads out.
    pub stuck: Option<O>,
    /// What is left of the motion as a velocity: without the parts that floors and walls stopped.
    pub(crate) deflected: Vect<V, f64>,
}

/// A floor, as a slope on which a mover stands.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Floor<V: Vector, O = usize> {
    /// The obstacle that carries the mover.
    pub obstacle: O,
    /// The unit normal of its face there; at an edge, that of the most level of the faces that meet
    /// there.
    pub normal: V,
    /// The number of the part that carries the mover, of an obstacle that is a [level](crate::level): a mesh's
    /// triangle, say. `None` for other obstacles.
    pub part: Option<u32>,
}

impl<V: Vector> Slide<V> {
    /// The slide with other names for the obstacles, and the parts of them.
    pub(crate) fn named<O>(self, name: impl Fn(usize) -> (O, Option<u32>)) -> Slide<V, O> {
        let Self { moved, remaining, stepped, snapped, started_penetrating, deflected, .. } = self;
        let floor = self.floor.map(|it| {
            let (obstacle, part) = name(it.obstacle);
            Floor { obstacle, normal: it.normal, part }
        });
        let hits = self.hits.into_iter().map(|hit| hit.named(&name)).collect();
        let stuck = self.stuck.map(|obstacle| name(obstacle).0);
        Slide {
            moved,
            remaining,
            floor,
            stepped,
            snapped,
            hits,
            started_penetrating,
            stuck,
            deflected,
        }
    }
}

/// Adds the hits with obstacles that are new.
pub(crate) fn note_hits<V: Vector, O: Copy + PartialEq>(
    hits: &mut Vec<Hit<V, O>>,
    new: &[Hit<V, O>],
) {
    for hit in new {
        if !hits.iter().any(|known| known.obstacle == hit.obstacle) {
            hits.push(*hit);
        }
    }
}

/// Decides about a hit: whether the obstacle counts.
pub(crate) type HitFilter<'a, V> = &'a mut dyn FnMut(&Hit<V>) -> bool;

kernels! {
    SlideKernels:

    /// The slide of a body of several parts, and a bound on the distance of all swept paths from the start.
    fn slide(
        parts: &[ShapeRef<'_, Self>],
        motion: &<Self as Vector>::Array<f32>,
        obstacles: &[BoundedObstacle<'_, Self>],
        options: &SlideOptions<Self>,
        filter: HitFilter<'_, Self>,
        lists: &SlideLists<Self>
    ) -> Result<(Slide<Self>, <Self as Vector>::Array<f64>), MoveError> {
        for part in parts {
            super::move_until_contact::check(part, motion)?;
        }
        check(options)?;
        Ok(walker::slide(parts, motion, obstacles, options, filter, lists))
    }
}

fn check<V: Vector>(options: &SlideOptions<V>) -> Result<(), MoveError> {
    let up = options.up.to_array();
    if let Some(t) = (0..V::DIM).find(|&t| !up[t].is_finite()) {
        return Err(MoveError::Up { value: up[t] });
    }
    if !(0.0..=90.0).contains(&options.max_slope) {
        return Err(MoveError::MaxSlope { value: options.max_slope });
    }
    if !options.step_height.is_finite() {
        return Err(MoveError::StepHeight { value: options.step_height });
    }
    if !options.snap.is_finite() {
        return Err(MoveError::Snap { value: options.snap });
    }
    if !options.ledge.is_finite() {
        return Err(MoveError::Ledge { value: options.ledge });
    }
    Ok(())
}
