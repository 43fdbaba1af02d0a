//! Recordings that the core reads again.

use crate::{app_with, ball, blocking, spawn, transform};
use bevy::prelude::*;
use bevy_asunder::asunder::Recording;
use bevy_asunder::asunder::history::Tick;
use bevy_asunder::asunder::world::Event;
use bevy_asunder::prelude::*;
use std::path::PathBuf;

/// A file of a test, which is removed at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let file = format!("bevy_asunder-{}-{name}.asndrc", std::process::id());
        Self(std::env::temp_dir().join(file))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn play(app: &mut App) {
    let coin = (ball(1.0), Body::fixed(), Transform::from_xyz(3.0, 0.0, 0.0), Name::new("coin"));
    spawn(app, coin);
    let mut walker = Walker::new(WalkOptions::default());
    walker.velocity = Vec3::new(0.0, 0.0, 1.0);
    spawn(app, (ball(0.5), walker, Transform::from_xyz(0.0, 9.0, 0.0), Name::new("walker")));
    let player = spawn(app, (ball(1.0), Name::new("player")));
    for frame in 0..5 {
        transform(app, player).translation.x = 0.5 * frame as f32;
        app.update();
    }
}

#[test]
fn a_recording_has_every_step_with_names_events_and_walks() {
    let file = Scratch::new("steps");
    let mut app = app_with(blocking());
    app.add_plugins(RecorderPlugin3::new(&file.0).title("coins").ticks_per_second(16));
    play(&mut app);
    app.world_mut().write_message(AppExit::Success);
    app.update();

    let bytes = std::fs::read(&file.0).unwrap();
    let recording = Recording::read(&bytes).unwrap();
    assert_eq!((recording.title(), recording.ticks_per_second()), ("coins", 16));
    let tick = recording.at(Tick(4)).unwrap();
    let world = tick.world::<Vec3>().unwrap();
    let Some(Event::Enter { a, b }) = world.events.first() else { panic!("{:?}", world.events) };
    let name = |id| world.collider(id).unwrap().labels.name.to_string();
    assert_eq!((name(*a), name(*b)), (String::from("coin"), String::from("player")));
    assert_eq!(world.moves.len(), 1);
    assert!((world.moves[0].to.z - world.moves[0].from.z - 0.0625).abs() < 1e-6);
    assert!(recording.at(Tick(6)).is_ok() && recording.at(Tick(7)).is_err());
}

#[test]
fn attacks_are_noted_while_they_are_open() {
    let file = Scratch::new("attacks");
    let mut app = app_with(blocking());
    app.add_plugins(RecorderPlugin3::new(&file.0));
    let knight = spawn(&mut app, ball(1.0));
    app.update();
    let mut world = app.world_mut().resource_mut::<CollisionWorld3>();
    let parts = world.parts(knight);
    let attack = world.begin_attack(knight, &parts, Some(3)).unwrap();
    app.update();
    app.world_mut().resource_mut::<CollisionWorld3>().end_attack(attack).unwrap();
    app.update();
    app.world_mut().resource_mut::<bevy_asunder::WorldRecorder>().finish().unwrap();
    let bytes = std::fs::read(&file.0).unwrap();
    let recording = Recording::read(&bytes).unwrap();
    let open = |tick| {
        let tick = recording.at(Tick(tick)).unwrap();
        tick.world::<Vec3>().unwrap().attacks.iter().map(|it| (it.id, it.owner)).collect::<Vec<_>>()
    };
    assert_eq!([open(1), open(2), open(3)], [vec![], vec![(attack, knight.to_bits())], vec![]]);
}

#[test]
fn a_recording_is_whole_when_the_app_is_dropped() {
    let file = Scratch::new("dropped");
    let mut app = app_with(blocking());
    app.add_plugins(RecorderPlugin3::new(&file.0));
    play(&mut app);
    drop(app);
    let bytes = std::fs::read(&file.0).unwrap();
    assert!(Recording::read(&bytes).unwrap().at(Tick(5)).is_ok());
}

#[test]
fn a_path_that_cannot_be_written_records_nothing() {
    let mut app = app_with(blocking());
    app.add_plugins(RecorderPlugin3::new("/no/such/folder/it.asndrc"));
    play(&mut app);
    assert!(!app.world().contains_resource::<bevy_asunder::WorldRecorder>());
}

#[test]
fn nothing_is_noted_after_a_recording_has_ended() {
    let file = Scratch::new("ended");
    let mut app = app_with(blocking());
    app.add_plugins(RecorderPlugin3::new(&file.0));
    play(&mut app);
    app.world_mut().resource_mut::<bevy_asunder::WorldRecorder>().finish().unwrap();
    app.update();
    let text = format!("{:?}", app.world().resource::<CollisionWorld3>());
    assert!(text.contains("notes: None"), "{text}");
}
