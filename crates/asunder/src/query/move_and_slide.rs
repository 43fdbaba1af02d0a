//! Moving a shape that slides along obstacles: the walking character.
//!
//! Every leg is a [move until contact](super::move_until_contact), so its guarantees hold here,
//! too: nothing is tunnelled, nothing is penetrated, and no seam catches. Between legs the
//! rest of the motion is projected onto the faces met so far, and onto the crease of two, where one
//! alone would lead into the other. A face counts only where the motion, projected, would penetrate its
//! obstacle, by an exact sweep.

use super::move_until_contact::{
    Blocker, ContactSearch, Displacement, Hit, MoveError, Obstacle, Start, penetrates_along,
    placed, position,
};
use crate::exact::{Number as _, is_zero, widen};
use crate::query::closest_point::saturated;
use crate::query::separation::dot;
use crate::shape::{AnyShape, Shape, ShapeRef};
use crate::space::Vector;

/// The options of a slide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlideOptions<V: Vector> {
    /// The upward direction, of any length but zero. By default the y axis.
    pub up: V,
    /// The height, along `up`, of the ledges that the mover steps over. Zero by default: exact arithmetic
    /// sees every ledge, and ramps whose vertices are rounded have ledges of a millionth.
    pub step_height: f32,
    /// The least cosine of the angle between `up` and the normal of a floor. By default that of 45°.
    pub floor_cosine: f32,
    /// The greatest number of turns in one move, steps over ledges included. Six by default.
    pub max_slides: u32,
}

impl<V: Vector> Default for SlideOptions<V> {
    fn default() -> Self {
        Self {
            up: V::from_array(V::array(|i| if i == 1 { 1.0 } else { 0.0 })),
            step_height: 0.0,
            floor_cosine: core::f32::consts::FRAC_1_SQRT_2,
            max_slides: 6,
        }
    }
}

/// The end of a slide, and the contacts along it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Slide<V: Vector, O = usize> {
    /// The mover's [position](crate::Mover::position) at the end. It penetrates nothing there.
    pub position: V,
    /// The rest of the motion, projected onto the faces met: zero, unless it turned too often.
    pub remaining: V,
    /// The contacts, in order. The fraction of each is that of the leg that ended there.
    pub hits: Vec<Hit<V, O>>,
    /// The normal of the last floor that it met, if any: then the mover is grounded, on that slope.
    pub floor: Option<V>,
    /// Whether it penetrated an obstacle at the start, and so was not moved.
    pub started_penetrating: bool,
}

impl<V: Vector> Slide<V> {
    /// The slide with other names for the obstacles.
    pub(crate) fn named<O>(self, name: impl Fn(usize) -> O) -> Slide<V, O> {
        let Self { position, remaining, hits, floor, started_penetrating } = self;
        let hits = hits.into_iter().map(|hit| hit.named(&name)).collect();
        Slide { position, remaining, hits, floor, started_penetrating }
    }
}

/// The concrete kernel, one for each dimension.
pub trait SlideKernels: Sized {
    /// The slide, and a bound on the distance of all swept paths from the start.
    #[doc(hidden)]
    fn slide(
        mover: ShapeRef<'_, Self>,
        motion: &Self::Array<f32>,
        obstacles: &[Obstacle<'_, Self>],
        options: &SlideOptions<Self>,
    ) -> Result<(Slide<Self>, f64), MoveError>
    where
        Self: Vector;
}

macro_rules! impl_kernels {
    ($($V:ty: $D:literal),*) => {
        $(impl SlideKernels for $V {
            fn slide(
                mover: ShapeRef<'_, $V>,
                motion: &[f32; $D],
                obstacles: &[Obstacle<'_, $V>],
                options: &SlideOptions<$V>,
            ) -> Result<(Slide<$V>, f64), MoveError> {
                super::move_until_contact::check(&mover, motion)?;
                check(options)?;
                Ok(slide(mover, motion, obstacles, options))
            }
        })*
    };
}
impl_kernels!(glam::Vec2: 2, glam::Vec3: 3);

fn check<V: Vector>(options: &SlideOptions<V>) -> Result<(), MoveError> {
    let up = options.up.to_array();
    if let Some(t) = (0..V::DIM).find(|&t| !up[t].is_finite()) {
        return Err(MoveError::Up { value: up[t] });
    }
    if (0..V::DIM).all(|t| is_zero(up[t])) {
        return Err(MoveError::Up { value: 0.0 });
    }
    if options.floor_cosine.is_nan() {
        return Err(MoveError::FloorCosine);
    }
    if !options.step_height.is_finite() {
        return Err(MoveError::StepHeight { value: options.step_height });
    }
    Ok(())
}

/// The most legs of one move, those over ledges included.
const MAX_LEGS: u32 = 256;

fn slide<V: Vector>(
    mover: ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    obstacles: &[Obstacle<'_, V>],
    options: &SlideOptions<V>,
) -> (Slide<V>, f64) {
    let start = position(&mover);
    let mut reach = 0.0_f64;
    let distance_from_start = |from: &V::Array<f32>| {
        let displacement = V::array(|t| widen(from[t]) - widen(start[t]));
        length::<V>(&displacement)
    };
    let mut slide = Slide {
        position: V::from_array(start),
        remaining: V::from_array(*motion),
        hits: Vec::new(),
        floor: None,
        started_penetrating: false,
    };
    let up = options.up.to_array();
    let up = unit::<V>(&V::array(|t| widen(up[t])));
    let mut blockers: Vec<Blocker<V>> = Vec::new();
    for turns in 0..MAX_LEGS {
        let leg_motion = slide.remaining.to_array();
        if (0..V::DIM).all(|t| is_zero(leg_motion[t])) || turns > options.max_slides {
            break;
        }
        let from = slide.position.to_array();
        reach = reach
            .larger(distance_from_start(&from) + length::<V>(&V::array(|t| widen(leg_motion[t]))));
        let Some(here) = placed(&mover, &from) else { break };
        let start = if turns == 0 { Start::Any } else { Start::Stop };
        let (leg, new_blockers) =
            ContactSearch::new(here.as_shape_ref(), mover, leg_motion, obstacles).stop(start);
        if leg.started_penetrating {
            slide.started_penetrating = true;
            break;
        }
        slide.position = leg.position;
        let rest = 1.0 - widen(leg.fraction);
        let rest = V::array(|t| rest * widen(leg_motion[t]));
        let Some(stopped) = placed(&mover, &leg.position.to_array()) else { break };
        let known = blockers.len();
        blockers.extend(new_blockers);
        slide.remaining =
            V::from_array(slide_along::<V>(&rest, &blockers, |displacement, blocker| {
                let other = obstacles[blocker.obstacle].shape;
                penetrates_along(
                    &stopped.as_shape_ref(),
                    Displacement::Part(1.0, *displacement),
                    &other,
                )
            }));
        let is_floor = |hit: &Hit<V>| {
            let normal = widened::<V>(&hit.normal);
            up.is_some_and(|up| dot::<V, f64>(&normal, &up) >= widen(options.floor_cosine))
        };
        let meets_wall = !leg.hits.iter().all(is_floor);
        if let Some(up) = up.filter(|_| meets_wall && options.step_height > 0.0) {
            let step = LedgeStep { mover, obstacles, up, height: widen(options.step_height) };
            reach = reach.larger(
                distance_from_start(&leg.position.to_array())
                    + 2.0 * step.height
                    + length::<V>(&rest),
            );
            let over = step.step_over(&leg.position, &rest, is_floor);
            if let Some((position, remaining, floor_hits)) = over.filter(|(position, ..)| {
                step.leads_further(&leg.position, &rest, position, &slide.remaining)
            }) {
                (slide.position, slide.remaining) = (position, remaining);
                // A mover that goes on rising leaves the floor that it landed on.
                let rises = dot::<V, f64>(&widened::<V>(&remaining), &up) > 0.0;
                slide.floor = floor_hits.last().filter(|_| !rises).map(|hit| hit.normal);
                slide.hits.extend(floor_hits);
                blockers.truncate(known);
                continue;
            }
        }
        if let Some(floor) = leg.hits.iter().rev().find(|hit| is_floor(hit)) {
            slide.floor = Some(floor.normal);
        }
        slide.hits.extend(leg.hits);
    }
    (slide, reach)
}

fn widened<V: Vector>(x: &V) -> V::Array<f64> {
    let x = x.to_array();
    V::array(|t| widen(x[t]))
}

fn length<V: Vector>(x: &V::Array<f64>) -> f64 {
    dot::<V, f64>(x, x).sqrt()
}

/// The unit vector along `x`, unless that is zero or not finite.
fn unit<V: Vector>(x: &V::Array<f64>) -> Option<V::Array<f64>> {
    let length = length::<V>(x);
    (length > 0.0 && length.is_finite()).then(|| V::array(|t| x[t] / length))
}

/// Speeds towards a face below this part of the whole speed are treated as zero: rounded normals leave as
/// much.
const PARALLEL: f64 = 1e-6;

/// The projection of a motion that leads into none of the obstacles that were met: the longest of those
/// onto faces and creases.
///
/// Along a plane that separates the mover from an obstacle it penetrates nothing, and of the planes where
/// vertices or edges meet one is enough. A motion into all of them may miss the obstacle all the same,
/// since it may be behind the mover by now: the exact sweep decides.
fn slide_along<V: Vector>(
    motion: &V::Array<f64>,
    blockers: &[Blocker<V>],
    penetrates: impl Fn(&V::Array<f32>, &Blocker<V>) -> bool,
) -> V::Array<f32> {
    let length = length::<V>(motion);
    let mut normals: Vec<V::Array<f64>> = Vec::new();
    for normal in blockers.iter().flat_map(|blocker| &blocker.normals).map(widened::<V>) {
        if !normals.contains(&normal) {
            normals.push(normal);
        }
    }
    let leads_into = |displacement: &V::Array<f64>, normal: &V::Array<f64>| {
        dot::<V, f64>(displacement, normal) < -PARALLEL * length
    };
    let is_free = |displacement: &V::Array<f64>| {
        let motion = V::array(|t| saturated(displacement[t]));
        blockers.iter().all(|blocker| {
            !blocker.normals.iter().all(|normal| leads_into(displacement, &widened::<V>(normal)))
                || !penetrates(&motion, blocker)
        })
    };
    let onto_face = |normal: &V::Array<f64>| {
        let into = dot::<V, f64>(motion, normal);
        V::array(|t| motion[t] - into * normal[t])
    };
    let onto_crease = |a: &V::Array<f64>, b: &V::Array<f64>| {
        let crease = V::cross(a, b);
        let square = dot::<V, f64>(&crease, &crease);
        let part = dot::<V, f64>(motion, &crease) / square;
        V::array(|t| if square > PARALLEL { part * crease[t] } else { 0.0 })
    };
    let single = normals.iter().map(onto_face);
    let pairs = normals.iter().enumerate().filter(|_| V::EDGES != 0);
    let pairs = pairs.flat_map(|(i, a)| normals[..i].iter().map(move |b| onto_crease(a, b)));
    let candidates = core::iter::once(*motion).chain(single).chain(pairs);
    let mut best: Option<(f64, V::Array<f64>)> = None;
    for displacement in candidates {
        let square = dot::<V, f64>(&displacement, &displacement);
        if best.is_none_or(|(most, _)| square > most) && is_free(&displacement) {
            best = Some((square, displacement));
        }
    }
    match best {
        Some((square, displacement)) if square > PARALLEL * PARALLEL * length * length => {
            V::array(|t| saturated(lifted::<V>(&displacement, &normals)[t]))
        }
        _none => V::array(|_| 0.0),
    }
}

/// A displacement along faces, turned away from those that are not axis-aligned by just so much that
/// rounding it to `f32` does not turn it into them. From axis-aligned ones it is not turned. A face that
/// it leads into is ignored: its obstacle is missed.
fn lifted<V: Vector>(displacement: &V::Array<f64>, normals: &[V::Array<f64>]) -> V::Array<f64> {
    let length = length::<V>(displacement);
    let lift = f64::from(f32::EPSILON) * 2.0 * length;
    let axis_aligned = |normal: &V::Array<f64>| (0..V::DIM).find(|&t| normal[t].abs() == 1.0);
    let is_missed = |along: f64| along < -PARALLEL * length;
    let mut displacement = *displacement;
    for normal in normals.iter().filter(|normal| axis_aligned(normal).is_none()) {
        let along = dot::<V, f64>(&displacement, normal);
        if !is_missed(along) && along <= lift {
            let lift = if along < 0.0 { lift - along } else { lift };
            displacement = V::array(|t| displacement[t] + lift * normal[t]);
        }
    }
    for normal in normals {
        let along = dot::<V, f64>(&displacement, normal);
        if let Some(axis) = axis_aligned(normal).filter(|_| along < 0.0 && !is_missed(along)) {
            displacement[axis] = 0.0;
        }
    }
    displacement
}

/// A bound on the height of a mover above the floor it stands on, relative to its largest coordinate: a
/// stop is within four units in the last place, and so are the three legs of a step.
pub(crate) const FLOOR_WITHIN: f64 = 16.0 * f32::EPSILON as f64;

/// The most legs down of one step. Each leaves less than a part in 2²⁰ of the height: from 2¹²⁸, above the
/// largest number, so many come down to 2⁻³².
const MAX_LANDINGS: u32 = 8;

/// A step over a ledge.
struct LedgeStep<'a, V: Vector> {
    mover: ShapeRef<'a, V>,
    obstacles: &'a [Obstacle<'a, V>],
    up: V::Array<f64>,
    height: f64,
}

impl<V: Vector> LedgeStep<'_, V> {
    /// One leg from a position: its end, its fraction, and its hits.
    fn leg(&self, from: &V, motion: &V::Array<f64>) -> Option<(V, f32, Vec<Hit<V>>)> {
        let here: Shape<V> = placed(&self.mover, &from.to_array())?;
        let motion = V::array(|t| saturated(motion[t]));
        let search = ContactSearch::new(here.as_shape_ref(), self.mover, motion, self.obstacles);
        let (stop, _) = search.stop(Start::Stop);
        Some((stop.position, stop.fraction, stop.hits))
    }

    /// Whether a step from one position to another leads further along the horizontal part of the motion
    /// `rest` than a slide that begins with the motion `slide`.
    fn leads_further(&self, from: &V, rest: &V::Array<f64>, to: &V, slide: &V) -> bool {
        let horizontal = self.horizontal(rest);
        let gain = |to: &V| {
            let (from, to) = (from.to_array(), to.to_array());
            dot::<V, f64>(&horizontal, &V::array(|t| widen(to[t]) - widen(from[t])))
        };
        let slid = self.leg(from, &widened::<V>(slide));
        slid.is_none_or(|(slid, ..)| gain(to) > gain(&slid))
    }

    /// The part of a motion that is perpendicular to `up`.
    fn horizontal(&self, motion: &V::Array<f64>) -> V::Array<f64> {
        let rise = dot::<V, f64>(motion, &self.up);
        V::array(|t| motion[t] - rise * self.up[t])
    }

    /// The step: up, along, and down again as far. Its end, the rest of the motion, and the hits with the
    /// floor. `None`, if it leads no further, or onto no floor.
    fn step_over(
        &self,
        from: &V,
        rest: &V::Array<f64>,
        is_floor: impl Fn(&Hit<V>) -> bool,
    ) -> Option<(V, V, Vec<Hit<V>>)> {
        let rise = dot::<V, f64>(rest, &self.up);
        let horizontal = self.horizontal(rest);
        let (above, _, _) = self.leg(from, &V::array(|t| self.height * self.up[t]))?;
        let (beyond, fraction, _) = self.leg(&above, &horizontal)?;
        if beyond == above {
            return None;
        }
        let (low, high) = (from.to_array(), above.to_array());
        let risen = V::array(|t| widen(high[t]) - widen(low[t]));
        // A floor that it only touches does not stop it, and it may start some roundings above one.
        let ends = beyond.to_array();
        let largest = (0..V::DIM).fold(0.0, |largest: f64, t| {
            largest.larger(widen(high[t]).abs()).larger(widen(ends[t]).abs())
        });
        let down = dot::<V, f64>(&risen, &self.up) + FLOOR_WITHIN * largest;
        let down = V::array(|t| -down * self.up[t]);
        let (mut end, _, mut floor_hits) = self.leg(&beyond, &down)?;
        // From high up numbers are coarse: legs down are repeated until one leads no lower.
        for _ in 0..MAX_LANDINGS {
            let (lower, _, again) = self.leg(&end, &down)?;
            if lower == end || again.is_empty() {
                break;
            }
            (end, floor_hits) = (lower, again);
        }
        if floor_hits.is_empty() || !floor_hits.iter().all(is_floor) {
            return None;
        }
        // The part of the motion that led down ends at the floor; a part that led up remains.
        let (left, rise) = (1.0 - widen(fraction), rise.positive_part());
        let rest = V::array(|t| saturated(left * horizontal[t] + rise * self.up[t]));
        Some((end, V::from_array(rest), floor_hits))
    }
}
