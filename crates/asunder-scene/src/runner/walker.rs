//! Bodies that walk.

use super::SceneContext;
use super::clock::Clock;
use super::collider::numbers;
use super::named_world::{NamedWorld, RunError};
use crate::error::SceneError;
use crate::scene;
use asunder::world::{BodyId, WalkFloor, WalkOptions};
use asunder::{SlideOptions, Vector};

/// A body that walks, by the ticks at which it does something else.
#[derive(Clone, Debug)]
pub(super) struct Walker<V: Vector> {
    /// Velocities, with the ticks from which they hold, in order.
    courses: Vec<(u32, V::Array<f32>)>,
    /// The unit vector up; zero where nothing is up.
    up: V::Array<f64>,
    gravity: f64,
    jump_speed: f64,
    /// In order.
    jump_ticks: Vec<u32>,
    options: WalkOptions<V>,
    floor: Option<WalkFloor<V>>,
    /// How fast it rises.
    rise: f64,
}

impl<V: Vector> Walker<V> {
    /// Reads how the entry of a name walks.
    pub(super) fn of(entry: &scene::Walk, context: &SceneContext<'_>) -> Result<Self, SceneError> {
        let mut courses = vec![(0, numbers::<V>("velocity", &entry.velocity, context)?)];
        for course in &entry.then {
            let (last, tick) = (courses.last().map_or(0, |it| it.0), *course.from_tick.get_ref());
            if tick <= last {
                let problem = format!("`from_tick` is {tick}; expected a tick after {last}");
                return Err(context.source.invalid(course.from_tick.span(), problem));
            }
            courses.push((tick, numbers::<V>("velocity", &course.velocity, context)?));
        }
        let mut slide = SlideOptions {
            step_height: entry.step_height.0,
            snap: entry.snap.0,
            ledge: entry.ledge.0,
            keep_speed: entry.keep_speed,
            ..SlideOptions::default()
        };
        if let Some(up) = &entry.up {
            slide.up = V::from_array(numbers::<V>("up", up, context)?);
        }
        if let Some(max_slope) = &entry.max_slope {
            slide.max_slope = max_slope.get_ref().0;
            if !(0.0..=90.0).contains(&slide.max_slope) {
                let problem =
                    format!("`max_slope` is {}; expected 0 to 90 degrees", slide.max_slope);
                return Err(context.source.invalid(max_slope.span(), problem));
            }
        }
        slide.max_slides = entry.max_slides.unwrap_or(slide.max_slides);
        let up = slide.up.to_array();
        let length = (0..V::DIM).fold(0.0, |sum, i| sum + f64::from(up[i]) * f64::from(up[i]));
        let mut jump_ticks = entry.jump_ticks.clone();
        jump_ticks.sort_unstable();
        Ok(Self {
            courses,
            up: V::array(|i| if length > 0.0 { f64::from(up[i]) / length.sqrt() } else { 0.0 }),
            gravity: entry.gravity.0.into(),
            jump_speed: entry.jump_speed.0.into(),
            jump_ticks,
            options: WalkOptions { slide, yields: entry.yields },
            floor: None,
            rise: 0.0,
        })
    }

    /// Walks for a tick; returns where the body is then.
    pub(super) fn advance(
        &mut self,
        body: BodyId,
        clock: Clock,
        world: &mut NamedWorld<V>,
    ) -> Result<V, RunError> {
        let rise = match self.floor {
            Some(floor) if self.jump_ticks.binary_search(&clock.tick()).is_ok() => {
                self.height(floor.velocity) + self.jump_speed
            }
            Some(_) => 0.0 - self.gravity * clock.step(),
            None => self.rise - self.gravity * clock.step(),
        };
        let (_, along) = self.courses[self.course(clock.tick())];
        let velocity = V::array(|i| (f64::from(along[i]) + rise * self.up[i]) as f32);
        let (walk, position) = world.walk(body, velocity, clock, &self.options)?;
        self.floor = walk.floor;
        // What the scene asks for along `up` is not fallen.
        let asked = self.height(V::from_array(along));
        self.rise = self.height(walk.velocity_after) - asked;
        Ok(position)
    }

    /// The index of the course of a tick; the first one begins at tick 0.
    fn course(&self, tick: u32) -> usize {
        self.courses.partition_point(|&(from, _)| from <= tick).saturating_sub(1)
    }

    /// The part of a vector along `up`.
    fn height(&self, v: V) -> f64 {
        let v = v.to_array();
        (0..V::DIM).fold(0.0, |sum, i| sum + f64::from(v[i]) * self.up[i])
    }
}
