//! The game without its window: keys are held, ticks go by, and the hero is where he must be.

use asunder::prelude::*;
use asunder_macroquad::{Game, HERO, Keys, Meeting};

const RIGHT: Keys = Keys { left: false, right: true, jump: false };
const LEFT: Keys = Keys { left: true, right: false, jump: false };

/// A game, some ticks on.
fn after(ticks: usize, keys: Keys) -> Game {
    let mut game = Game::new();
    hold(&mut game, ticks, keys);
    game
}

fn hold(game: &mut Game, ticks: usize, keys: Keys) {
    for _ in 0..ticks {
        game.tick(&keys).expect("the level is small");
        assert!(game.walls.iter().all(|wall| !game.hero.penetrates(wall)), "inside a wall");
    }
}

#[test]
fn who_waits_stands_with_the_same_bits() {
    let game = after(100, Keys::default());
    assert!(game.stands);
    assert_eq!(game.hero, Game::new().hero);
    assert_eq!(Meeting::of(&game.hero, &game.walls[0]), Meeting::Touching);
}

#[test]
fn the_hero_stops_exactly_at_the_wall() {
    let game = after(60, LEFT);
    assert_eq!(game.hero.min().to_array(), [16.0, 400.0 - HERO[1]]);
    assert_eq!(Meeting::of(&game.hero, &game.walls[1]), Meeting::Touching);
    let nearer = game.hero.moved_by([-2e-6, 0.0]).expect("finite");
    assert_eq!(Meeting::of(&nearer, &game.walls[1]), Meeting::Overlapping);
}

#[test]
fn low_steps_are_climbed_and_a_high_one_stops() {
    let game = after(200, RIGHT);
    assert_eq!(game.hero.max().to_array(), [280.0, 380.0], "up two steps of ten, to the block");
    assert_eq!(Meeting::of(&game.hero, &game.walls[5]), Meeting::Touching);
}

#[test]
fn a_jump_needs_a_floor_and_leads_over_the_block() {
    let mut game = after(200, RIGHT);
    hold(&mut game, 1, Keys { jump: true, ..RIGHT });
    assert!(!game.stands);
    let rising = game.velocity.y;
    hold(&mut game, 1, Keys { jump: true, ..RIGHT });
    assert!(game.velocity.y > rising, "no second jump in the air");
    hold(&mut game, 35, RIGHT);
    assert!(game.stands && game.hero.max().y == 330.0, "on the block");
}

#[test]
fn the_slope_is_run_up() {
    let mut game = Game::new();
    let start = [430.0, 400.0];
    game.hero = Aabb2::new([start[0] - HERO[0], start[1] - HERO[1]], start);
    hold(&mut game, 100, RIGHT);
    assert!(game.stands && game.hero.max().y <= 354.0, "up: {:?}", game.hero);
}

#[test]
fn a_coin_is_picked_up_at_the_touch_and_not_before() {
    let mut game = after(1, Keys::default());
    let [right, middle] = [game.hero.max().x, game.hero.center().y];
    let apart = Sphere2::new([(right + 14.0).next_up(), middle], 14.0);
    let touching = Sphere2::new([right + 14.0, middle], 14.0);
    game.coins = vec![apart];
    hold(&mut game, 1, Keys::default());
    assert_eq!(game.picked, 0);
    game.coins = vec![touching];
    hold(&mut game, 1, Keys::default());
    assert_eq!((game.picked, game.coins.len()), (1, 0));
    assert_eq!(game.to_string(), "coins: 1 of 1");
}

#[test]
fn a_saw_hits_by_its_turned_box_alone() {
    let mut game = Game::new();
    game.saws = vec![game.hero.center() + asunder::glam::vec2(40.0, 0.0)];
    let meeting = |game: &Game| {
        let saw = game.saw_boxes().expect("finite")[0];
        Meeting::of(&game.hero, &saw)
    };
    game.saw_angle = 0.0;
    assert_eq!(meeting(&game), Meeting::Overlapping, "its long side reaches the hero");
    game.saw_angle = 90.0;
    assert_eq!(meeting(&game), Meeting::Apart, "its short side does not");
    // Its half width of eight pixels, to the hero's side.
    game.saws[0].x = game.hero.max().x + 8.0;
    assert_eq!(meeting(&game), Meeting::Touching);
}
