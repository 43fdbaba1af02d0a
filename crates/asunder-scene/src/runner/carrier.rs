//! Colliders that move with those who stand on them.

use super::SceneContext;
use super::clock::Clock;
use super::collider::numbers;
use super::named_world::{NamedWorld, RunError};
use crate::error::SceneError;
use crate::scene;
use asunder::glam::{Vec2, Vec3};
use asunder::world::BodyId;
use asunder::{Enclosing as _, Pose, Rot2, Shape, Vector};
use toml::Spanned;

/// The most degrees by which a carrier turns in a tick.
const MOST_DEGREES: f64 = 15.0;

/// A body that goes along a path, or turns, with those who stand on it.
#[derive(Clone, Debug)]
pub(super) struct Carrier<V: Vector> {
    body: BodyId,
    /// Displacements from its start, the first of which is none.
    points: Vec<V::Array<f32>>,
    /// For each point but the last the seconds from there to the next one.
    durations: Vec<f64>,
    /// The seconds for which it stays at each point.
    wait: f64,
    once: bool,
    /// Per second.
    spin_degrees: f64,
    /// About what it turns, at its start.
    pivot: V::Array<f32>,
}

impl<V: Vector> Carrier<V> {
    /// Reads how a collider of this shape carries; its body is in the world.
    pub(super) fn of(
        name: &Spanned<String>,
        entry: &scene::Carry,
        shape: &Shape<V>,
        body: BodyId,
        clock: Clock,
        context: &SceneContext<'_>,
    ) -> Result<Self, SceneError> {
        let mut points = vec![V::array(|_| 0.0)];
        for point in &entry.path {
            points.push(numbers::<V>("path", point, context)?);
        }
        let speed = match (&entry.speed, points.len()) {
            (None, 1) => 1.0,
            (None, _) => {
                return Err(context.refuse(name, "its path has no `speed`; expected one"));
            }
            (Some(speed), 1) => {
                let problem = "there is a `speed` and no `path`; expected both or none";
                return Err(context.source.invalid(speed.span(), problem));
            }
            (Some(speed), _) => positive("speed", speed, false, context)?,
        };
        let wait = match &entry.wait_seconds {
            None => 0.0,
            Some(wait) => positive("wait_seconds", wait, true, context)?,
        };
        let spin_degrees = f64::from(entry.spin_degrees.0);
        if (spin_degrees * clock.step()).abs() > MOST_DEGREES {
            let problem = format!(
                "`spin_degrees` is {spin_degrees}; expected at most {MOST_DEGREES} degrees a tick"
            );
            return Err(context.refuse(name, problem));
        }
        let pivot = match &entry.pivot {
            None => middle(shape),
            Some(pivot) => numbers::<V>("pivot", pivot, context)?,
        };
        let durations = points.windows(2).map(|leg| length::<V>(&leg[0], &leg[1]) / speed);
        let durations = durations.collect();
        Ok(Self { body, points, durations, wait, once: entry.once, spin_degrees, pivot })
    }

    /// Whether it ever turns.
    pub(super) fn turns(&self) -> bool {
        self.spin_degrees != 0.0
    }

    /// Moves to where it is at this tick.
    pub(super) fn advance(&self, clock: Clock, world: &mut NamedWorld<V>) -> Result<(), RunError>
    where
        V: Turned,
    {
        let gone = self.displacement(clock.seconds());
        let pose = if self.turns() {
            let degrees = (self.spin_degrees * clock.seconds()) % 360.0;
            V::turned(degrees as f32, self.pivot, gone)
        } else {
            Pose::from_translation(V::array(|i| gone[i] as f32))
        };
        world.carry(self.body, &pose, self.turns())
    }

    /// How far from its start it is after some seconds: along the path with a stay at each point, and, unless
    /// it goes once, back again, over and over.
    fn displacement(&self, seconds: f64) -> V::Array<f64> {
        let legs = self.durations.len();
        let way = self.durations.iter().fold(0.0, |sum, leg| sum + leg + self.wait);
        let mut rest = seconds;
        let mut back = false;
        if !self.once && way > 0.0 {
            rest = seconds % (2.0 * way);
            if rest > way {
                (rest, back) = (rest - way, true);
            }
        }
        for i in 0..legs {
            let leg = if back { legs - 1 - i } else { i };
            let (from, to) = if back { (leg + 1, leg) } else { (leg, leg + 1) };
            rest -= self.wait;
            let duration = self.durations[leg];
            if rest < duration {
                let share = if rest > 0.0 { rest / duration } else { 0.0 };
                let [from, to] = [self.points[from], self.points[to]];
                return V::array(|t| {
                    f64::from(from[t]) + share * (f64::from(to[t]) - f64::from(from[t]))
                });
            }
            rest -= duration;
        }
        let end = self.points[if back { 0 } else { legs }];
        V::array(|t| f64::from(end[t]))
    }
}

/// The middle of the box around a shape; the origin, if there is none.
fn middle<V: Vector>(shape: &Shape<V>) -> V::Array<f32> {
    let Ok(bounds) = shape.try_aabb() else { return V::array(|_| 0.0) };
    let (min, max) = (bounds.min().to_array(), bounds.max().to_array());
    V::array(|i| (0.5 * (f64::from(min[i]) + f64::from(max[i]))) as f32)
}

/// The distance of two points.
fn length<V: Vector>(a: &V::Array<f32>, b: &V::Array<f32>) -> f64 {
    let part = |t: usize| f64::from(b[t]) - f64::from(a[t]);
    (0..V::DIM).fold(0.0, |sum, t| sum + part(t) * part(t)).sqrt()
}

/// A number above zero, or zero too if that is allowed.
fn positive(
    key: &str,
    number: &Spanned<scene::Finite>,
    or_zero: bool,
    context: &SceneContext<'_>,
) -> Result<f64, SceneError> {
    let read = number.get_ref().0;
    if read > 0.0 || (or_zero && read == 0.0) {
        return Ok(read.into());
    }
    let wanted = if or_zero { "zero or more" } else { "more than zero" };
    let problem = format!("`{key}` is {read}; expected {wanted}");
    Err(context.source.invalid(number.span(), problem))
}

/// A vector of a dimension in which bodies turn by an angle.
pub(super) trait Turned: Vector {
    /// The pose of a body that is turned about a pivot, in 3D about y, and then displaced.
    fn turned(degrees: f32, pivot: Self::Array<f32>, displacement: Self::Array<f64>) -> Pose<Self>;
}

impl Turned for Vec2 {
    fn turned(degrees: f32, pivot: [f32; 2], displacement: [f64; 2]) -> Pose<Self> {
        let turn = Rot2::degrees(degrees);
        let (cos, sin) = (f64::from(turn.cos), f64::from(turn.sin));
        let [x, y] = pivot.map(f64::from);
        let [u, v] = displacement;
        let place = [x + u - (cos * x - sin * y), y + v - (sin * x + cos * y)];
        Pose::new(place.map(|t| t as f32), turn)
    }
}

impl Turned for Vec3 {
    fn turned(degrees: f32, pivot: [f32; 3], displacement: [f64; 3]) -> Pose<Self> {
        let half = Rot2::degrees(0.5 * degrees);
        let (w, h) = (f64::from(half.cos), f64::from(half.sin));
        let square = w * w + h * h;
        let (cos, sin) = ((w * w - h * h) / square, 2.0 * w * h / square);
        let [x, _, z] = pivot.map(f64::from);
        let [u, v, n] = displacement;
        let place = [x + u - (cos * x + sin * z), v, z + n - (cos * z - sin * x)];
        Pose::new(place.map(|t| t as f32), [0.0, half.sin, 0.0, half.cos])
    }
}
