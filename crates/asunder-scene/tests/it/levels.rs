//! Levels of scenes: out of files, walked on, hit, recorded.

use crate::events;
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::{Level, Mesh3, Recording};
use asunder_scene::{
    ActorForm, ActorMeshes, EventKind, LevelPart, NamedEvent, Runner, Scene, SceneRecorder,
    dungeon, level_of_file,
};
use std::path::PathBuf;
use std::{env, fs, process};

/// A folder with the dungeon in `map.glb`, for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("asunder-level-{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("map.glb"), dungeon::glb()).unwrap();
        Self(folder)
    }

    fn scene(&self, text: &str) -> Scene {
        Scene::from_toml(text, self.0.join("scene.toml")).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const WALK: &str = r#"
seconds = 2
level = { model = "map.glb", name = "map", layer = "wall" }

[layers]
names = ["walker", "wall"]
responses = [["walker", "wall", "block"]]

[[collider]]
name = "hero"
shape = { capsule = { a = [6, 0.5, 2], b = [6, 1.5, 2], radius = 0.3 } }
layer = "walker"
walk = { velocity = [3, 0, 0], gravity = 10, snap = 0.2 }

[[collider]]
name = "ball"
shape = { sphere = { center = [4, 1, 4], radius = 0.25 } }
velocity = [-3, 0, 0]

[[attack]]
by = "ball"
from_tick = 0
"#;

fn played(scene: &Scene) -> (Runner, Vec<NamedEvent>) {
    let mut runner = Runner::new(scene).unwrap();
    let all = crate::all_events(&mut runner).unwrap();
    (runner, all)
}

#[test]
fn events_name_the_triangle_of_a_level_and_its_node() {
    let folder = Folder::new("events");
    let (runner, all) = played(&folder.scene(WALK));
    let node = |event: &NamedEvent| event.part.as_ref().map(|part| part.node.clone());
    let first = |kind: EventKind, node_wanted: &str| {
        let found =
            all.iter().find(|it| it.kind == kind && node(it).as_deref() == Some(node_wanted));
        found.unwrap_or_else(|| panic!("no {kind:?} of {node_wanted}: {all:#?}"))
    };
    let stop = first(EventKind::Blocked, "floor");
    assert_eq!((stop.a.as_str(), stop.b.as_str()), ("hero", "map"));
    let hit = first(EventKind::Hit, "pillar 1");
    assert_eq!((hit.a.as_str(), hit.b.as_str()), ("ball", "map"));
    // The part is a triangle of the level that holds the point, up to rounding.
    let level = runner.world3().colliders().find_map(|id| runner.world3().level(id).ok()?);
    let Some(Level::Mesh(mesh)) = level else { panic!("{level:?}") };
    for event in [stop, hit] {
        let LevelPart { triangle, .. } = event.part.clone().unwrap();
        let point = &event.impact.as_ref().unwrap().point;
        let point = Vec3::new(point[0], point[1], point[2]);
        let gap = mesh.triangle(triangle).unwrap().distance(&point).unwrap();
        assert!(gap < 1e-5, "{event} is {gap} off its triangle");
    }
    assert!(stop.to_string().contains("  triangle "), "{stop}");
    let json = serde_json::to_value(hit).unwrap();
    assert_eq!(json["part"]["node"], "pillar 1");
    let exits = all.iter().filter(|it| it.kind == EventKind::Unblocked);
    assert!(exits.clone().all(|it| it.part.is_none()));

    // The hero has come to the wall between the rooms, stands on the floor, and is in neither.
    let hero = runner.find_pair("hero", "map").unwrap();
    assert_eq!(hero.a, "hero");
    assert!(hero.b.starts_with("map, triangle "), "{}", hero.b);
    let hero = runner.world3().colliders().find(|&id| runner.name3(id) == "hero").unwrap();
    let shape = runner.world3().shape(hero).unwrap();
    let (min, max) = (shape.aabb().min(), shape.aabb().max());
    assert!(max.x > 7.8 && max.x <= 7.85 && min.y >= 0.0 && min.y < 0.01, "{shape:?}");
    assert_eq!(runner.summary().level_triangles, mesh.triangles().count());
}

#[test]
fn a_level_by_its_file_alone() {
    let folder = Folder::new("alone");
    let text = WALK.replace(r#"{ model = "map.glb", name = "map", layer = "wall" }"#, "'map.glb'");
    let (runner, all) = played(&folder.scene(&text));
    assert!(all.iter().any(|event| event.b == "level"), "{all:?}");
    // Its layer is the default, which stops nobody.
    assert!(all.iter().all(|event| event.kind != EventKind::Blocked), "{all:?}");
    let ray = Ray3::new([7.0, 1.0, 2.0], [1.0, 0.0, 0.0]);
    let hits = runner.world3().view().ray(&ray).first();
    let hit = hits.unwrap();
    assert!((hit.fraction - 0.85).abs() < 1e-6 && hit.part.is_some(), "{hit:?}");
}

#[test]
fn hulls_of_a_level_are_colliders_of_their_own() {
    let folder = Folder::new("hulls");
    // Godot's suffix, in a name of the same length: this node alone is solid then, as a hull.
    let mut bytes = dungeon::glb();
    let (name, other) = (b"gallery wall 1", b"ga-convcolonly");
    let mut changed = 0;
    while let Some(at) = bytes.windows(name.len()).position(|it| it == name) {
        bytes[at..at + name.len()].copy_from_slice(other);
        changed += 1;
    }
    assert!(changed > 0);
    fs::write(folder.0.join("map.glb"), bytes).unwrap();
    let (runner, _) = played(&folder.scene("ticks = 0\nlevel = 'map.glb'"));
    let names: Vec<_> = runner.world3().colliders().map(|id| runner.name3(id)).collect();
    assert_eq!(names, ["level/ga-convcolonly"]);
}

#[test]
fn a_recording_draws_the_level_whose_hash_it_holds() {
    let folder = Folder::new("recorded");
    let scene = folder.scene(WALK);
    for (meshes, count) in [(ActorMeshes::LeftOut, 0), (ActorMeshes::Drawn, 1)] {
        let mut runner = Runner::new(&scene).unwrap();
        let mut recorder = SceneRecorder::new(&runner, Vec::new(), ActorForm::Shapes, meshes);
        while runner.step().unwrap().is_some() {
            recorder.record(&runner).unwrap();
        }
        let bytes = recorder.finish().unwrap();
        let recording = Recording::read(&bytes).unwrap();
        let hash = Level::from(level_of_file(folder.0.join("map.glb")).unwrap()).hash();
        let mut ticks = 0;
        for read in &recording {
            let read = read.unwrap();
            let world = read.world::<Vec3>().unwrap();
            let level = world.colliders.iter().find(|it| it.level.is_some()).unwrap();
            assert_eq!((&*level.labels.name, level.level), ("map", Some(hash)));
            assert_eq!(world.skins.len(), count);
            for skin in &world.skins {
                let mesh = Mesh3::new(skin.mesh.positions.clone(), skin.mesh.triangles.clone());
                assert_eq!(Level::from(mesh).hash(), hash, "the same bits");
            }
            ticks += 1;
        }
        assert_eq!(ticks, runner.ticks() + 1);
    }
}

#[track_caller]
fn refused(text: &str, place: &str, problem: &str) {
    let error = events(text).unwrap_err().to_string();
    let expected = format!("test.toml:{place}: {problem}");
    assert!(error.starts_with(&expected), "\nfound    {error}\nexpected {expected}");
}

#[test]
fn levels_that_are_none() {
    refused(
        "ticks = 1\nlevel = 3",
        "2:9",
        "invalid type: integer `3`, expected the name of a glTF file",
    );
    refused("ticks = 1\nlevel = 'no.glb'", "2:9", "no.glb: cannot be read:");
    refused(
        "ticks = 1\n[level]\nlayer = 'default'",
        "2:1",
        "the level has no model, or two; expected one of",
    );
    refused(
        "ticks = 1\n[level]\nmodel = 'a.glb'\nbuiltin = 'dungeon'",
        "2:1",
        "the level has no model, or two",
    );
    refused(
        "ticks = 1\n[level]\nbuiltin = 'cave'",
        "3:11",
        "there is no built-in level \"cave\"; expected \"dungeon\"",
    );
    refused(
        "ticks = 1\n[level]\nbuiltin = 'dungeon'\nfixed = true",
        "4:1",
        "unknown field `fixed`, expected one of `name`, `model`",
    );
    refused(
        "ticks = 1\n[level]\nbuiltin = 'dungeon'\nlayer = 'wall'",
        "4:9",
        "there is no layer `wall`; expected one of default",
    );
    let attacks =
        "ticks = 1\n[level]\nbuiltin = 'dungeon'\n[[attack]]\nby = 'level'\nfrom_tick = 0";
    refused(attacks, "5:6", "\"level\" is the level, which attacks nobody; expected another entry");
    let twice =
        "ticks = 1\nlevel = { builtin = 'dungeon' }\n[[sprite]]\nname = 'level'\nsize = [1, 1]";
    refused(twice, "2:9", "the name \"level\" is taken; expected each entry to have its own");
}
