//! A scene's run as a playback.

use crate::page::playback::{About, Impact, Kind, Playback, SkinTrack, Stage};
use asunder::world::{BodyKind, ColliderId, Event};
use asunder::{Vector, World};
use asunder_scene::{Runner, Scene, SceneError};

/// Runs a scene to its end.
pub(crate) fn playback(scene: &Scene, title: &str) -> Result<Playback, SceneError> {
    let mut runner = Runner::new(scene)?;
    let mut playback = Playback {
        title: title.to_owned(),
        ticks_per_second: runner.summary().ticks_per_second,
        ticks: [0, runner.ticks()],
        ..Playback::default()
    };
    for skin in runner.skins() {
        let owner = playback.space.owner(&skin.actor);
        playback.space.skins.push(SkinTrack { owner, skin, palettes: Vec::new() });
    }
    while runner.step()?.is_some() {
        let tick = runner.tick();
        let about = |id| about(&runner, id);
        place(&mut playback.space, tick, runner.world3(), about);
        let about = |id| {
            let (world, name) = (runner.world2(), runner.name2(id));
            let named = About { name: name.to_owned(), owner: name.to_owned(), ..About::default() };
            with_world(named, world, id)
        };
        place(&mut playback.plane, tick, runner.world2(), about);
        for (actor, skin) in playback.space.skins.iter_mut().enumerate() {
            runner.bone_matrices(actor, &mut skin.palettes);
        }
    }
    Ok(playback)
}

/// The names of a 3D collider: of a hitbox, whose it is and where.
fn about(runner: &Runner, id: ColliderId) -> About {
    let name = runner.name3(id);
    let mut about = About { name: name.to_owned(), owner: name.to_owned(), ..About::default() };
    if let Some((actor, bone)) = runner.bone(id) {
        (about.owner, about.bone) = (actor.to_owned(), bone.to_owned());
        about.region = name[actor.len()..].trim_start_matches('/').to_owned();
    }
    with_world(about, runner.world3(), id)
}

/// Adds what the world knows of a collider.
fn with_world<V: Vector>(mut about: About, world: &World<V>, id: ColliderId) -> About {
    if let Ok(options) = world.body_options(id.body) {
        about.is_fixed = options.kind == BodyKind::Fixed;
    }
    if let Ok(collider) = world.collider(id) {
        let mut names = world.layers().names();
        let named = names.find(|name| world.layers().id(name) == Ok(collider.layer));
        about.layer = named.unwrap_or_default().to_owned();
    }
    about
}

/// Places what is in a world after a step, and adds the events of the step.
fn place<V: Vector>(
    stage: &mut Stage<V>,
    tick: u32,
    world: &World<V>,
    about: impl Fn(ColliderId) -> About,
) {
    for id in world.colliders() {
        if let Ok(shape) = world.shape(id) {
            stage.place(tick, id, shape, || about(id));
        }
    }
    for event in world.events() {
        let (a, b) = event.colliders();
        let (kind, impact) = match *event {
            Event::Enter { .. } => (Kind::Enter, None),
            Event::Exit { .. } => (Kind::Exit, None),
            Event::Unblocked { .. } => (Kind::Unblocked, None),
            Event::Blocked { point, normal, fraction, .. } => {
                (Kind::Blocked, Some(Impact { point, normal, fraction }))
            }
            Event::Hit(hit) => {
                let (point, normal, fraction) = (hit.point, hit.normal, hit.fraction);
                (Kind::Hit, Some(Impact { point, normal, fraction }))
            }
            _ => continue,
        };
        stage.happen(tick, kind, [a, b], impact);
    }
}
