//! A small game under the sync test of `ggrs`, with a [`World`](asunder::World) as its state.
//!
//! `cargo run --release -p asunder-ggrs`
//!
//! In every frame the session goes back eight frames, has them played again, and compares the sums of
//! all states with those of the first time: a game that depends on anything but its state and its
//! inputs is found out. The save cell holds the world's snapshot, the sum its hash. It plays 600
//! frames of random inputs, always the same, and ends; with an error, if anything differed. Then the
//! inputs are played once more without a session, straight on: every state and every event that was
//! told must be the same. At last a game that forgets to take its world back must be found out.

mod game;

use asunder::glam::Vec2;
use asunder::world::{Correction, Event, EventLog};
use game::{Game, PLAYERS, Saved, button};
use ggrs::{Config, GgrsError, GgrsRequest, PredictRepeatLast, SessionBuilder};
use std::collections::BTreeMap;
use std::error::Error;

const FRAMES: usize = 600;
/// How far the session goes back in every frame.
const DISTANCE: usize = 8;
/// How many frames an input takes until it counts.
const DELAY: usize = 2;

struct Session;

impl Config for Session {
    type Input = u8;
    type InputPredictor = PredictRepeatLast;
    type State = Saved;
    type Address = ();
}

/// What a game takes back when it is told to.
#[derive(Clone, Copy, PartialEq)]
enum Memory {
    Whole,
    AllButTheWorld,
}

/// What became of a session: by frame, the last inputs that were played and the sum of the state
/// before them; and what it told of the events.
#[derive(Default)]
struct Played {
    inputs: BTreeMap<u64, Vec<u8>>,
    sums: BTreeMap<u64, u128>,
    told: Vec<(u64, Event<Vec2>)>,
    withdrawn: usize,
    rollbacks: usize,
    ticks: usize,
}

/// Plays a game under the sync test.
fn play(memory: Memory) -> Result<Played, Box<dyn Error>> {
    let mut session = SessionBuilder::<Session>::new()
        .with_num_players(PLAYERS)?
        .with_max_prediction_window(DISTANCE + 1)
        .with_check_distance(DISTANCE)
        .with_input_delay(DELAY)
        .start_synctest_session()?;
    let (mut game, mut players) = (Game::new()?, Players::new());
    let (mut log, mut played) = (EventLog::new(), Played::default());
    for _ in 0..FRAMES {
        for (player, input) in players.next().into_iter().enumerate() {
            session.add_local_input(player, input)?;
        }
        for request in session.advance_frame()? {
            match request {
                GgrsRequest::SaveGameState { cell, frame } => {
                    let sum = game.checksum();
                    cell.save(frame, Some(game.save()), Some(sum));
                    played.sums.insert(game.ticks(), sum);
                }
                GgrsRequest::LoadGameState { cell, .. } => {
                    let saved = cell.load().ok_or("the session loads what it never saved")?;
                    match memory {
                        Memory::Whole => game.load(&saved),
                        Memory::AllButTheWorld => game.load_all_but_the_world(&saved),
                    }
                    played.rollbacks += 1;
                }
                GgrsRequest::AdvanceFrame { inputs } => {
                    let inputs: Vec<u8> = inputs.into_iter().map(|(input, _)| input).collect();
                    game.tick(&inputs)?;
                    log.record(&game.world);
                    played.inputs.insert(game.ticks() - 1, inputs);
                    played.ticks += 1;
                }
            }
        }
        for correction in log.events_since_confirmed() {
            match correction {
                Correction::Happened { step, event } => played.told.push((step, event)),
                Correction::Withdrawn { .. } => played.withdrawn += 1,
            }
        }
        log.confirm(game.ticks().saturating_sub(DISTANCE as u64 + 1));
    }
    Ok(played)
}

/// Plays the inputs of a session straight on and compares; how many events there were.
fn replay(played: &Played) -> Result<Counts, Box<dyn Error>> {
    let (mut game, mut events) = (Game::new()?, Vec::new());
    for (frame, inputs) in &played.inputs {
        if game.ticks() != *frame || played.sums.get(frame) != Some(&game.checksum()) {
            return Err(format!("frame {frame} differs where nothing was played twice").into());
        }
        game.tick(inputs)?;
        events.extend(game.world.events().iter().map(|&event| (game.ticks(), event)));
    }
    if events != played.told || played.withdrawn > 0 {
        return Err("the session told other events than there were".into());
    }
    Ok(Counts::of(&events))
}

/// What happened, so that a game in which nothing does is noticed.
#[derive(Default)]
struct Counts {
    contacts: usize,
    blocked: usize,
    cuts: usize,
    stones: usize,
}

impl Counts {
    fn of(events: &[(u64, Event<Vec2>)]) -> Self {
        let mut counts = Self::default();
        for (_, event) in events {
            match event {
                Event::Enter { .. } => counts.contacts += 1,
                Event::Blocked { .. } => counts.blocked += 1,
                Event::Hit(hit) if hit.attack.is_some() => counts.cuts += 1,
                Event::Hit(_) => counts.stones += 1,
                _ => {}
            }
        }
        counts
    }
}

/// Hands that hold random buttons for a while each, the same in every run.
struct Players {
    random: u64,
    held: [(u8, u64); PLAYERS],
}

impl Players {
    fn new() -> Self {
        Self { random: 6, held: [(0, 0); PLAYERS] }
    }

    /// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
    fn draw(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn next(&mut self) -> [u8; PLAYERS] {
        for player in 0..PLAYERS {
            if self.held[player].1 == 0 {
                let draw = self.draw();
                let way = [button::LEFT, button::RIGHT, 0][(draw % 3) as usize];
                let act = [0, button::JUMP, button::SWING, button::THROW][(draw >> 8 & 3) as usize];
                self.held[player] = (way | act, 4 + (draw >> 16) % 20);
            }
            self.held[player].1 -= 1;
        }
        self.held.map(|(buttons, _)| buttons)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let played = play(Memory::Whole)?;
    let Played { rollbacks, ticks, .. } = played;
    println!(
        "{FRAMES} frames of {PLAYERS} players: {rollbacks} times {DISTANCE} frames back, {ticks} ticks in all"
    );
    println!("every state that was played again is the same");

    let Counts { contacts, blocked, cuts, stones } = replay(&played)?;
    println!("played straight on: every state and event is the same");
    println!(
        "{contacts} contacts, {blocked} movers blocked, {cuts} cuts, {stones} stones that hit"
    );
    if [rollbacks, contacts, blocked, cuts, stones].contains(&0) {
        return Err("nothing happened: there is nothing to compare".into());
    }

    match play(Memory::AllButTheWorld).map_err(|error| error.downcast::<GgrsError>()) {
        Err(Ok(error)) if matches!(*error, GgrsError::MismatchedChecksum { .. }) => {
            println!("a game that forgets to take its world back is found out: {error}");
            Ok(())
        }
        Err(Ok(error)) => Err(error),
        Err(Err(error)) => Err(error),
        Ok(_) => Err("a game that forgets to take its world back was not found out".into()),
    }
}
