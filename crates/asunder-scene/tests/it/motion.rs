//! Positions at ticks.

use crate::{events, lines};
use asunder::{Obb3, Shape2, Shape3};
use asunder_scene::{Runner, Scene};

fn runner(text: &str) -> Runner {
    Runner::new(&Scene::from_toml(text, "test.toml").unwrap()).unwrap()
}

/// The named 3D box after the last tick.
fn last_box(text: &str, name: &str) -> Obb3 {
    let mut runner = runner(text);
    while runner.step().unwrap().is_some() {}
    let world = runner.world3();
    let id = world.colliders().find(|&id| runner.name3(id) == name).unwrap();
    match world.shape(id).unwrap() {
        Shape3::Obb(obb) => *obb,
        other => panic!("{name} is {other:?}"),
    }
}

#[test]
fn tick_zero_is_the_scene_as_written() {
    let text = "
        ticks = 0
        [[collider]]
        name = 'a'
        shape = { point = [1, 2, 3] }
        velocity = [1, 1, 1]
        [[collider]]
        name = 'b'
        shape = { plane = { normal = [1, 0, 0], offset = 1 } }
    ";
    assert_eq!(lines(&events(text).unwrap()), ["tick     0  enter      a -> b"]);
}

#[test]
fn what_drifts_is_computed_from_its_start() {
    // A tenth is not a number of either format: a sum of ten thousand would be off.
    let text = "
        ticks = 10000
        ticks_per_second = 10
        [[collider]]
        name = 'a'
        shape = { obb = { center = [1, 0, 0], half_extents = [1, 1, 1], rotation = [0, 0, 0, 1] } }
        velocity = [1, -2, 0]
    ";
    assert_eq!(last_box(text, "a").center().to_array(), [1001.0, -2000.0, 0.0]);
}

#[test]
fn sprites_turn_about_their_pivot() {
    let text = "
        ticks = 90
        [[sprite]]
        name = 'hand'
        size = [4, 2]
        pivot = [0, 0.5]
        position = [10, 10]
        scale = [2, 1]
        spin_degrees = 60
    ";
    let mut runner = runner(text);
    while runner.step().unwrap().is_some() {}
    let world = runner.world2();
    let id = world.colliders().next().unwrap();
    assert_eq!(runner.name2(id), "hand");
    let Shape2::Obb(obb) = world.shape(id).unwrap() else { panic!() };
    // A quarter turn moves the right of the pivot above it.
    assert_eq!(obb.center().to_array(), [10.0, 14.0]);
    assert_eq!(obb.half_extents().to_array(), [4.0, 1.0]);
}

fn fighter(more: &str) -> String {
    format!("ticks = 60\n[[actor]]\nname = 'f'\nbuiltin = 'fighter'\n{more}\n")
}

#[test]
fn actors_are_placed_turned_and_scaled() {
    let rest = last_box(&fighter(""), "f/head");
    let placed = last_box(&fighter("position = [1, 2, 3]\nscale = 2\nyaw_degrees = 90"), "f/head");
    // Yaw turns z towards x, and x away from z.
    let [x, y, z] = rest.center().to_array();
    let expected = [1.0 + 2.0 * z, 2.0 + 2.0 * y, 3.0 - 2.0 * x];
    for (found, expected) in placed.center().to_array().into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }
    let turned =
        last_box(&fighter("position = [1, 2, 3]\nscale = 2\nrotation = [0, 3, 0, 3]"), "f/head");
    assert!((turned.center() - placed.center()).length() < 1e-5);
    assert!((rest.half_extents() * 2.0 - placed.half_extents()).length() < 1e-6);
}

#[test]
fn clips_play_one_after_another_and_over_again() {
    // The fighter's idle lasts 1.5 s, its punch 0.8 s.
    let idle = |start| fighter(&format!("clip = 'idle'\nstart_seconds = {start}"));
    let both = |start| fighter(&format!("clips = ['idle', 'punch']\nstart_seconds = {start}"));
    let punch = |start| fighter(&format!("clip = 'punch'\nstart_seconds = {start}"));
    let hand = |text: String| last_box(&text, "f/hand.r").center();
    let near = |a: String, b: String| (hand(a.clone()) - hand(b.clone())).length() < 1e-4;
    assert!(near(both(0.25), idle(0.25)), "1.25 s into both is in the idle");
    assert!(near(both(1.0), punch(-0.5)), "2 s into both is 0.5 s into the punch");
    assert!(near(both(1.5), idle(-0.8)), "2.5 s is past the end of both: 0.2 s into the idle");
    assert!(near(idle(0.25), idle(1.75)));
    assert!(!near(idle(0.25), punch(0.25)));
}

#[test]
fn a_scene_without_a_length_lasts_as_long_as_its_clips() {
    let text = "ticks_per_second = 10\n[[actor]]\nname = 'f'\nbuiltin = 'fighter'\n";
    assert_eq!(runner(&format!("{text}clips = ['idle', 'punch']")).ticks(), 23);
    assert_eq!(runner("seconds = 0.26\nticks_per_second = 10").ticks(), 3);
}

#[test]
fn hitboxes_go_along_with_their_mover() {
    let wall = "
        [layers]
        names = ['wall']
        responses = [['default', 'wall', 'block']]
        [[collider]]
        name = 'wall'
        shape = { aabb = { min = [-9, -9, 2], max = [9, 9, 3] } }
        layer = 'wall'
        fixed = true
    ";
    let text = fighter("velocity = [0, 0, 9]\nmover = true") + wall;
    let told = lines(&events(&text).unwrap());
    assert!(told.len() == 1 && told[0].contains("blocked    f -> wall"), "{told:?}");
    let (rest, box_at_rest) = (last_box(&fighter(""), "f/chest"), last_box(&text, "f"));
    let chest = last_box(&text, "f/chest");
    let front = box_at_rest.center().z + box_at_rest.half_extents().z;
    assert!((front - 2.0).abs() < 1e-6, "{front}");
    let gone = chest.center() - rest.center();
    assert!(gone.z > 1.0 && gone.z < 2.0 && gone.x == 0.0 && gone.y == 0.0, "{gone}");
}

#[test]
fn a_mover_that_is_freed_is_unblocked() {
    let text = "
        ticks = 30
        ticks_per_second = 10
        [layers]
        names = ['solid']
        responses = [['default', 'solid', 'block']]
        [[collider]]
        name = 'walker'
        shape = { aabb = { min = [0, 0], max = [1, 1] } }
        velocity = [10, 0]
        mover = true
        [[collider]]
        name = 'lift'
        shape = { aabb = { min = [3.5, 0], max = [4, 5] } }
        layer = 'solid'
        velocity = [0, 5]
    ";
    // The lift rises half a unit a tick, and is above the walker at tick 2: gone before it arrives.
    assert_eq!(lines(&events(text).unwrap()), Vec::<String>::new());
    let slow = text.replace("velocity = [0, 5]", "velocity = [0, 1]");
    // At tick 3 the walker, first to move, goes 0.5 of 1; at tick 10 the lift has risen by 1.
    assert_eq!(
        lines(&events(&slow).unwrap()),
        [
            "tick     3  blocked    walker -> lift  gap 0.0 at [3.5, 0.5], fraction 0.5",
            "tick    11  unblocked  walker -> lift",
        ]
    );
}
