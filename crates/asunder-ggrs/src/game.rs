//! The game: fighters that run, jump, swing blades and throw stones.
//!
//! A tick depends on the state and the inputs alone. Most of the state is the world; the few numbers
//! beside it, such as velocities, are saved and summed with it.

use asunder::glam::Vec2;
use asunder::prelude::*;
use asunder::world::{
    AttackId, BodyId, BodyKind, BodyOptions, Collider, Event, LayerId, Layers, Response, Snapshot,
    WorldError,
};
use asunder::{Rot2, World2};
use std::error::Error;

pub(crate) const PLAYERS: usize = 4;

/// What a player holds down.
pub(crate) mod button {
    pub(crate) const LEFT: u8 = 1;
    pub(crate) const RIGHT: u8 = 2;
    pub(crate) const JUMP: u8 = 4;
    pub(crate) const SWING: u8 = 8;
    pub(crate) const THROW: u8 = 16;
}

const GRAVITY: f32 = 0.02;
const SPEED: f32 = 0.12;
const JUMP: f32 = 0.4;
const HEALTH: u8 = 5;
/// How many ticks a swing takes, and by how many degrees the blade turns in each.
const SWING: u8 = 5;
const TURN: f32 = 30.0;
/// How many ticks a stone flies, unless it hits something.
const FLIGHT: u8 = 40;
const STONE_SPEED: f32 = 0.6;

/// Where everything is, and what is going on.
pub(crate) struct Game {
    pub(crate) world: World2,
    stones: LayerId,
    own: Own,
}

/// A state to go back to.
#[derive(Clone)]
pub(crate) struct Saved {
    world: Snapshot<Vec2>,
    own: Own,
}

/// What the game itself keeps of its state.
#[derive(Clone)]
struct Own {
    fighters: Vec<Fighter>,
    stones: Vec<Stone>,
}

#[derive(Clone)]
struct Fighter {
    body: BodyId,
    blade: BodyId,
    velocity: Vec2,
    stands: bool,
    /// 1 to the right, -1 to the left.
    faces: f32,
    swing: Option<Swing>,
    health: u8,
    wins: u8,
}

/// A swing that is going on, and how many of its ticks are left.
#[derive(Clone)]
struct Swing {
    attack: AttackId,
    left: u8,
}

#[derive(Clone)]
struct Stone {
    body: BodyId,
    at: Vec2,
    velocity: Vec2,
    left: u8,
}

impl Game {
    pub(crate) fn new() -> Result<Self, Box<dyn Error>> {
        let mut layers = Layers::new();
        for name in ["arena", "fighter", "blade", "stone"] {
            layers = layers.layer(name)?;
        }
        for (a, b, response) in [
            ("fighter", "arena", Response::Block),
            ("fighter", "fighter", Response::Block),
            ("blade", "arena", Response::Ignore),
            ("blade", "blade", Response::Ignore),
            ("stone", "stone", Response::Ignore),
        ] {
            layers = layers.respond(a, b, response)?;
        }
        let mut world = World2::with_layers(layers);
        let arena = world.layers().id("arena")?;
        for (min, max) in [
            ([-10.0, -1.0], [10.0, 0.0]),
            ([-11.0, 0.0], [-10.0, 20.0]),
            ([10.0, 0.0], [11.0, 20.0]),
            ([-6.0, 2.5], [-2.0, 2.75]),
            ([2.0, 2.5], [6.0, 2.75]),
        ] {
            world.insert(Collider::new(Aabb2::new(min, max)).layer(arena), BodyKind::Fixed)?;
        }
        let stones = world.layers().id("stone")?;
        let own = Own { fighters: Vec::new(), stones: Vec::new() };
        let mut game = Self { world, stones, own };
        for owner in 0..PLAYERS {
            game.add_fighter(owner)?;
        }
        Ok(game)
    }

    fn add_fighter(&mut self, owner: usize) -> Result<(), Box<dyn Error>> {
        let world = &mut self.world;
        let at = Vec2::new(3.0 * owner as f32 - 4.5, 1.0);
        let options = BodyOptions::from(BodyKind::Moving).owner(owner as u64);
        let body = Obb2::new(at, [0.4, 0.9], Rot2::IDENTITY);
        let body = Collider::new(body).layer(world.layers().id("fighter")?);
        let body = world.insert(body, options)?;
        let blade = Segment2::new([0.3, 0.0], [1.5, 0.0]);
        let blade = Collider::new(blade).layer(world.layers().id("blade")?);
        let blade = world.insert(blade, options)?;
        world.set_body_pose(blade, &Pose2::from_translation(at))?;
        self.own.fighters.push(Fighter {
            body,
            blade,
            velocity: Vec2::ZERO,
            stands: false,
            faces: 1.0,
            swing: None,
            health: HEALTH,
            wins: 0,
        });
        Ok(())
    }

    /// How many ticks were played.
    pub(crate) fn ticks(&self) -> u64 {
        self.world.steps()
    }

    pub(crate) fn save(&self) -> Saved {
        Saved { world: self.world.snapshot(), own: self.own.clone() }
    }

    pub(crate) fn load(&mut self, saved: &Saved) {
        self.world.restore(&saved.world);
        self.own = saved.own.clone();
    }

    /// Goes back as [`load`](Self::load) does, but for the world: a mistake that has to be noticed.
    pub(crate) fn load_all_but_the_world(&mut self, saved: &Saved) {
        self.own = saved.own.clone();
    }

    /// A number that differs where the state does: of the world, and of what the game keeps beside it.
    /// Which bodies and attacks those are, the world's part tells.
    pub(crate) fn checksum(&self) -> u128 {
        let mut sum = 0_u64;
        let mut add = |value: u32| sum = (sum ^ u64::from(value)).wrapping_mul(0x100_0000_01b3);
        for Fighter { velocity, stands, faces, swing, health, wins, .. } in &self.own.fighters {
            [velocity.x, velocity.y, *faces].into_iter().for_each(|x| add(x.to_bits()));
            add(u32::from(*stands) << 16 | u32::from(*health) << 8 | u32::from(*wins));
            add(swing.as_ref().map_or(u32::MAX, |swing| u32::from(swing.left)));
        }
        for Stone { at, velocity, left, .. } in &self.own.stones {
            [at.x, at.y, velocity.x, velocity.y].into_iter().for_each(|x| add(x.to_bits()));
            add(u32::from(*left));
        }
        u128::from(self.world.hash()) << 64 | u128::from(sum)
    }

    /// Plays a tick: what each player holds down, in the order of the players.
    pub(crate) fn tick(&mut self, inputs: &[u8]) -> Result<(), WorldError> {
        for (player, &input) in inputs.iter().enumerate() {
            self.act(player, input)?;
        }
        for Stone { body, at, velocity, left } in &mut self.own.stones {
            *at += *velocity;
            *left -= 1;
            self.world.set_body_pose(*body, &Pose2::from_translation(*at))?;
        }
        self.world.step();
        self.take_hits();
        self.drop_stones()
    }

    fn act(&mut self, player: usize, input: u8) -> Result<(), WorldError> {
        let Self { world, stones: layer, own: Own { fighters, stones } } = self;
        let fighter = &mut fighters[player];
        let holds = |button: u8| input & button != 0;
        let steer =
            f32::from(u8::from(holds(button::RIGHT))) - f32::from(u8::from(holds(button::LEFT)));
        if steer != 0.0 && fighter.swing.is_none() {
            fighter.faces = steer;
        }
        fighter.velocity.x += 0.25 * (SPEED * steer - fighter.velocity.x);
        fighter.velocity.y -= GRAVITY;
        if holds(button::JUMP) && fighter.stands {
            fighter.velocity.y = JUMP;
        }
        let across = world.move_body(fighter.body, [fighter.velocity.x, 0.0])?;
        if !across.hits.is_empty() {
            fighter.velocity.x = 0.0;
        }
        let stop = world.move_body(fighter.body, [0.0, fighter.velocity.y])?;
        fighter.stands = stop.hits.iter().any(|hit| hit.normal.y > 0.0);
        if !stop.hits.is_empty() {
            fighter.velocity.y = 0.0;
        }

        match &mut fighter.swing {
            // An attack begins where the blade is before it moves.
            None if holds(button::SWING) => {
                let attack = world.begin_attack(player as u64, &[fighter.blade.collider(0)])?;
                fighter.swing = Some(Swing { attack, left: SWING });
            }
            Some(Swing { attack, left: 0 }) => {
                world.end_attack(*attack)?;
                fighter.swing = None;
            }
            Some(swing) => swing.left -= 1,
            None => {}
        }
        let left = fighter.swing.as_ref().map_or(0, |swing| swing.left);
        let raised = TURN * f32::from(left) - 30.0;
        let angle = if fighter.faces > 0.0 { raised } else { 180.0 - raised };
        world.set_body_pose(fighter.blade, &Pose2::new(stop.position, Rot2::degrees(angle)))?;

        if holds(button::THROW) && stones.iter().filter(|stone| stone.left > FLIGHT - 8).count() < 2
        {
            let options = BodyOptions::from(BodyKind::Moving).owner(player as u64);
            let stone = Collider::new(Sphere2::new([0.0, 0.0], 0.125)).layer(*layer).swept();
            let body = world.insert(stone, options)?;
            let at = stop.position + Vec2::new(0.0, 0.5);
            world.set_body_pose(body, &Pose2::from_translation(at))?;
            world.teleported(body)?;
            let velocity = Vec2::new(STONE_SPEED * fighter.faces, 0.0);
            stones.push(Stone { body, at, velocity, left: FLIGHT });
        }
        Ok(())
    }

    /// Who was hit is pushed back and loses health; without any a round is lost.
    fn take_hits(&mut self) {
        for event in self.world.events() {
            let Event::Hit(hit) = event else { continue };
            let Own { fighters, stones } = &mut self.own;
            if let Some(stone) = stones.iter_mut().find(|stone| stone.body == hit.by.body) {
                stone.left = 0;
            }
            let victim = fighters.iter().position(|fighter| fighter.body == hit.collider.body);
            let Some(victim) = victim.map(|place| &mut fighters[place]) else { continue };
            victim.velocity -= 0.25 * hit.normal;
            victim.health -= 1;
            if victim.health == 0 {
                victim.health = HEALTH;
                let options = self.world.body_options(hit.by.body);
                let winner = options.ok().and_then(|options| options.owner);
                if let Some(winner) = winner.and_then(|owner| fighters.get_mut(owner as usize)) {
                    winner.wins += 1;
                }
            }
        }
    }

    /// Takes stones away that hit something or flew long enough.
    fn drop_stones(&mut self) -> Result<(), WorldError> {
        for stone in self.own.stones.extract_if(.., |stone| stone.left == 0) {
            self.world.remove(stone.body)?;
        }
        Ok(())
    }
}
