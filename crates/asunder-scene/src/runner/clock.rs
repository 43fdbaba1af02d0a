//! The time of a scene.

use crate::error::{SceneError, Source};
use crate::scene::Content;
use std::num::NonZeroU32;

/// A clock of ticks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// The current tick; `None` before the first.
    tick: Option<u32>,
    per_second: NonZeroU32,
}

impl Clock {
    /// A clock before tick 0, at the time of tick 0.
    pub(super) fn new(per_second: NonZeroU32) -> Self {
        Self { tick: None, per_second }
    }

    pub(super) fn tick(self) -> u32 {
        self.tick.unwrap_or(0)
    }

    pub(super) fn per_second(self) -> u32 {
        self.per_second.get()
    }

    /// The next tick.
    pub(super) fn next_tick(self) -> u32 {
        self.tick.map_or(0, |tick| tick.saturating_add(1))
    }

    /// Goes to the next tick. Whether it is later than the one before.
    pub(super) fn advance(&mut self) -> bool {
        let first = self.tick.is_none();
        self.tick = Some(self.next_tick());
        !first
    }

    /// The time since tick 0.
    pub(super) fn seconds(self) -> f64 {
        f64::from(self.tick()) / f64::from(self.per_second())
    }

    /// The duration of a tick.
    pub(super) fn step(self) -> f64 {
        1.0 / f64::from(self.per_second())
    }

    /// The current value that started at `start` and changes by `rate` per second, rounded once.
    pub(super) fn extrapolated<const N: usize>(self, start: [f32; N], rate: [f32; N]) -> [f32; N] {
        std::array::from_fn(|i| (f64::from(start[i]) + f64::from(rate[i]) * self.seconds()) as f32)
    }

    /// The motion in one tick at `rate` per second.
    pub(super) fn motion(self, rate: f32) -> f32 {
        (f64::from(rate) * self.step()) as f32
    }
}

/// The longest scene: 46 hours at 60 ticks per second. A larger number is a typing error.
const MOST_TICKS: u32 = 10_000_000;

/// The last tick of a scene in which clips play for `playing` seconds.
pub(super) fn last_tick(
    content: &Content,
    playing: Option<f64>,
    source: &Source,
) -> Result<u32, SceneError> {
    let rate = f64::from(content.ticks_per_second.get());
    match (&content.seconds, &content.ticks) {
        (Some(_), Some(ticks)) => {
            Err(source.invalid(ticks.span(), "there are both `seconds` and `ticks`; expected one"))
        }
        (None, Some(ticks)) => rounded(f64::from(*ticks.get_ref())).ok_or_else(|| {
            let problem =
                format!("the scene lasts {} ticks; expected at most {MOST_TICKS}", ticks.get_ref());
            source.invalid(ticks.span(), problem)
        }),
        (Some(seconds), None) => rounded(seconds.get_ref() * rate).ok_or_else(|| {
            let problem = format!(
                "the scene lasts {} seconds; expected 0 or more, and at most {MOST_TICKS} ticks",
                seconds.get_ref()
            );
            source.invalid(seconds.span(), problem)
        }),
        (None, None) => {
            let seconds = playing.ok_or_else(|| {
                let problem =
                    "the scene has no length; expected `seconds` or `ticks`, or an actor with clips";
                source.invalid(0..0, problem)
            })?;
            rounded(seconds * rate).ok_or_else(|| {
                let problem = format!(
                    "the clips last {seconds} seconds; expected at most {MOST_TICKS} ticks, or \
                     `seconds`"
                );
                source.invalid(0..0, problem)
            })
        }
    }
}

/// A number of ticks, rounded to nearest.
fn rounded(ticks: f64) -> Option<u32> {
    let ticks = ticks.round();
    (ticks >= 0.0 && ticks <= f64::from(MOST_TICKS)).then_some(ticks as u32)
}
