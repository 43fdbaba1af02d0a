//! A platformer without its window: what is in the level, and what a tick does.
//!
//! Nothing here knows macroquad, so that tests run the game without a display. Lengths are pixels of a
//! level of 800 by 450, and y points down, as macroquad draws.

use asunder::prelude::*;
use asunder::{Affine2, MoveError, Rot2, TransformError, glam::Vec2};
use std::fmt;

/// Seconds in a tick.
pub const TICK: f32 = 1.0 / 60.0;

/// The size of the level, in pixels.
pub const LEVEL: [f32; 2] = [800.0, 450.0];

/// The size of the hero, in pixels.
pub const HERO: [f32; 2] = [30.0, 42.0];

/// The size of a saw's sprite, in pixels.
pub const SAW: [f32; 2] = [96.0, 16.0];

/// The radius of a coin, in pixels.
pub const COIN: f32 = 14.0;

/// The run of the hero, in pixels a second.
const RUN: f32 = 150.0;

/// The acceleration of a fall, in pixels a second squared.
const GRAVITY: f32 = 1200.0;

/// The speed of a jump, in pixels a second.
const JUMP: f32 = 420.0;

/// The keys that are held down.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keys {
    /// To the left.
    pub left: bool,
    /// To the right.
    pub right: bool,
    /// Up, from a floor.
    pub jump: bool,
}

/// How two shapes meet, decided exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// They share no point.
    Apart,
    /// They share points, but no inner ones.
    Touching,
    /// They share inner points.
    Overlapping,
}

impl Meeting {
    /// The meeting of two shapes.
    #[must_use]
    pub fn of(a: &Aabb2, b: &Obb2) -> Self {
        match (a.intersects(b), a.penetrates(b)) {
            (_, true) => Self::Overlapping,
            (true, false) => Self::Touching,
            (false, false) => Self::Apart,
        }
    }
}

/// The level and who is in it.
#[derive(Clone, Debug)]
pub struct Game {
    /// The hero, who does not turn.
    pub hero: Aabb2,
    /// In pixels a second.
    pub velocity: Vec2,
    /// Whether the hero stands on a floor.
    pub stands: bool,
    /// What stops the hero: ground, walls, steps, a slope.
    pub walls: Vec<Obb2>,
    /// The middles of the saws, which turn.
    pub saws: Vec<Vec2>,
    /// The angle of the saws, in degrees from the x axis towards y: clockwise on the screen.
    pub saw_angle: f32,
    /// What the hero may pick up.
    pub coins: Vec<Sphere2>,
    /// The number of coins picked up.
    pub picked: usize,
}

impl Game {
    /// The level at its start.
    #[must_use]
    pub fn new() -> Self {
        let block = |min: [f32; 2], max: [f32; 2]| {
            let half = [0, 1].map(|i| (max[i] - min[i]) / 2.0);
            Obb2::new([min[0] + half[0], min[1] + half[1]], half, Rot2::IDENTITY)
        };
        let slope = Obb2::new([536.0, 400.0], [110.0, 16.0], Rot2::degrees(-25.0));
        Self {
            hero: Aabb2::new([60.0, 358.0], [60.0 + HERO[0], 358.0 + HERO[1]]),
            velocity: Vec2::ZERO,
            stands: false,
            walls: vec![
                block([0.0, 400.0], [800.0, 450.0]),
                block([0.0, 0.0], [16.0, 400.0]),
                block([784.0, 0.0], [800.0, 400.0]),
                block([150.0, 390.0], [330.0, 400.0]),
                block([170.0, 380.0], [330.0, 390.0]),
                block([280.0, 330.0], [330.0, 380.0]),
                slope,
                block([620.0, 354.0], [784.0, 400.0]),
            ],
            saws: vec![Vec2::new(410.0, 320.0), Vec2::new(690.0, 240.0)],
            saw_angle: 0.0,
            coins: vec![
                Sphere2::new([305.0, 290.0], COIN),
                Sphere2::new([440.0, 360.0], COIN),
                Sphere2::new([640.0, 320.0], COIN),
                Sphere2::new([750.0, 320.0], COIN),
            ],
            picked: 0,
        }
    }

    /// The boxes of the saws, from the matrices by which their sprites are drawn.
    ///
    /// # Errors
    /// If the angle is not finite.
    pub fn saw_boxes(&self) -> Result<Vec<Obb2>, TransformError> {
        let boxed = |&middle: &Vec2| {
            let matrix = Affine2::from(Pose2::new(middle, Rot2::degrees(self.saw_angle)));
            Obb2::from_sprite(SAW, [0.5, 0.5], &matrix)
        };
        self.saws.iter().map(boxed).collect()
    }

    /// Goes on by a tick: turns the saws, moves the hero, picks up coins.
    ///
    /// # Errors
    /// If the hero has left the range of numbers.
    pub fn tick(&mut self, keys: &Keys) -> Result<(), MoveError> {
        self.saw_angle = (self.saw_angle + 120.0 * TICK) % 360.0;

        let side = |held: bool| if held { RUN } else { 0.0 };
        self.velocity.x = side(keys.right) - side(keys.left);
        self.velocity.y += GRAVITY * TICK;
        if self.stands && keys.jump {
            self.velocity.y = -JUMP;
        }

        // y points down, so up is -y. A step of 12 pixels is climbed, and stairs are walked down.
        let options = SlideOptions {
            up: Vec2::NEG_Y,
            step_height: 12.0,
            snap: 12.0,
            ..SlideOptions::default()
        };
        let slide = self.hero.move_and_slide(self.velocity * TICK, &self.walls, &options)?;
        self.hero = self.hero.moved_by(slide.moved).unwrap_or(self.hero);
        self.stands = slide.floor.is_some();
        let bumped = slide.hits.iter().any(|hit| hit.normal.y > 0.5);
        if self.stands || bumped && self.velocity.y < 0.0 {
            self.velocity.y = 0.0;
        }

        let coins = self.coins.len();
        self.coins.retain(|coin| !self.hero.intersects(coin));
        self.picked += coins - self.coins.len();
        Ok(())
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

/// What the window tells of the game.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "coins: {} of {}", self.picked, self.picked + self.coins.len())
    }
}

/// The programs of the page about macroquad are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/engines/macroquad.md")]
struct MacroquadPage;
