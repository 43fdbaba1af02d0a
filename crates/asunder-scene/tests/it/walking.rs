//! Walks, carriers, conveyors, and who is crushed.

use crate::{events, lines};
use asunder::Mover as _;
use asunder_scene::{EventKind, Runner, Scene};

/// A scene in 2D of a ground with its top at zero, and more.
fn on_ground(more: &str) -> String {
    format!(
        "ticks = 60
        ticks_per_second = 20
        [layers]
        names = ['walker', 'solid']
        responses = [['walker', 'solid', 'block'], ['walker', 'walker', 'block']]
        [[collider]]
        name = 'ground'
        shape = {{ aabb = {{ min = [-99, -1], max = [99, 0] }} }}
        layer = 'solid'
        fixed = true
        {more}"
    )
}

/// A hero of one unit, with its left foot at zero, and keys of its walk.
fn hero(walk: &str) -> String {
    format!(
        "
        [[collider]]
        name = 'hero'
        shape = {{ aabb = {{ min = [0, 0], max = [1, 1] }} }}
        layer = 'walker'
        [collider.walk]
        gravity = 20
        {walk}
        "
    )
}

fn solid(name: &str, [x, y, u, v]: [f32; 4], keys: &str) -> String {
    format!(
        "
        [[collider]]
        name = '{name}'
        shape = {{ aabb = {{ min = [{x:?}, {y:?}], max = [{u:?}, {v:?}] }} }}
        layer = 'solid'
        {keys}
        "
    )
}

/// Where the middle of a 2D box of one unit is at each tick.
fn path(text: &str, name: &str) -> Vec<[f32; 2]> {
    let mut runner = Runner::new(&Scene::from_toml(text, "test.toml").unwrap()).unwrap();
    let mut path = Vec::new();
    while runner.step().unwrap().is_some() {
        let world = runner.world2();
        let id = world.colliders().find(|&id| runner.name2(id) == name).unwrap();
        path.push(world.shape(id).unwrap().position().to_array().map(|corner| corner + 0.5));
    }
    path
}

fn last(text: &str, name: &str) -> [f32; 2] {
    *path(text, name).last().unwrap()
}

#[track_caller]
fn near(found: [f32; 2], expected: [f32; 2]) {
    let is_near = (0..2).all(|i| (found[i] - expected[i]).abs() < 1e-4);
    assert!(is_near, "found {found:?}, expected {expected:?}");
}

#[test]
fn it_walks_climbs_and_stops_by_its_options() {
    near(last(&on_ground(&hero("velocity = [2, 0]")), "hero"), [6.5, 0.5]);
    let step = solid("step", [3.0, 0.0, 99.0, 0.25], "fixed = true");
    let low = on_ground(&(hero("velocity = [2, 0]") + &step));
    near(last(&low, "hero"), [2.5, 0.5]);
    let high = on_ground(&(hero("velocity = [2, 0]\nstep_height = 0.25") + &step));
    near(last(&high, "hero"), [6.5, 0.75]);
    let then = "velocity = [2, 0]\nthen = [{ from_tick = 31, velocity = [-1, 0] }]";
    near(last(&on_ground(&hero(then)), "hero"), [2.0, 0.5]);
}

#[test]
fn it_jumps_at_its_ticks_from_a_floor_alone() {
    let jump = "velocity = [0, 0]\njump_speed = 5\njump_ticks = [20, 24]";
    let heights: Vec<f32> =
        path(&on_ground(&hero(jump)), "hero").iter().map(|place| place[1]).collect();
    assert_eq!(heights[19], 0.5);
    let top = heights.iter().fold(0.0_f32, |top, &y| if y > top { y } else { top });
    assert!((1.0..1.3).contains(&top), "{heights:?}");
    assert_eq!(heights[60], 0.5);
    assert!(heights[24] > 0.5 && heights[35] == 0.5, "in the air it does not jump again");
}

#[test]
fn a_lift_takes_along_who_stands_on_it() {
    let lift = "[collider.carry]\npath = [[0, 1.5]]\nspeed = 1.5\nwait_seconds = 0.5\nonce = true";
    let text =
        on_ground(&(hero("velocity = [0, 0]") + &solid("lift", [0.0, -0.5, 1.0, 0.0], lift)));
    let text = text.replace("min = [-99, -1]", "min = [50, -1]");
    let path = path(&text, "hero");
    near(path[10], [0.5, 0.5]);
    near(path[20], [0.5, 1.25]);
    near(path[60], [0.5, 2.0]);
    let returns = text.replace("once = true", "");
    // Half a second below, one up, half above, one down.
    near(last(&returns, "hero"), [0.5, 0.5]);
}

#[test]
fn a_turning_carrier_takes_along_and_a_belt_does() {
    let belt = on_ground(&hero("velocity = [0, 0]"))
        .replace("fixed = true", "fixed = true\nsurface_velocity = [-1, 0]");
    // The first walk finds the floor.
    near(last(&belt, "hero"), [0.5 - 59.0 / 20.0, 0.5]);
    let beam =
        solid("beam", [-1.0, -1.0, 1.0, 0.0], "[collider.carry]\nspin_degrees = 5\npivot = [0, 0]");
    let turned = on_ground(&(hero("velocity = [0, 0]") + &beam)).replace("[-99, -1]", "[50, -1]");
    let [x, y] = last(&turned, "hero");
    // A box that stays upright stands on its corner: it is lifted.
    assert!((0.3..0.6).contains(&x) && (0.55..0.9).contains(&y), "{x} {y}");
}

#[test]
fn who_has_no_room_is_crushed_and_told_once() {
    let press = "[collider.carry]\npath = [[0, -3]]\nspeed = 2";
    let text =
        on_ground(&(hero("velocity = [0, 0]") + &solid("press", [-1.0, 2.0, 3.0, 3.0], press)));
    let told = events(&text).unwrap();
    let crushed: Vec<_> = told.iter().filter(|event| event.kind == EventKind::Crushed).collect();
    let [event] = crushed.as_slice() else { panic!("{:?}", lines(&told)) };
    assert_eq!(event.to_string(), "tick    11  crushed    hero -> press  against ground");
    let json = r#"{"tick":11,"event":"crushed","a":"hero","b":"press","against":"ground"}"#;
    assert_eq!(serde_json::to_string(event).unwrap(), json);
    let mut runner = Runner::new(&Scene::from_toml(&text, "test.toml").unwrap()).unwrap();
    while runner.step().unwrap().is_some() {}
    assert_eq!(runner.summary().events.crushed, 1);
    assert!(runner.summary().to_string().contains("\n1 crushed\n"), "{}", runner.summary());
}

#[test]
fn who_is_met_yields() {
    let other = hero("velocity = [0, 0]")
        .replace("hero", "other")
        .replace("[0, 0], max = [1, 1]", "[2, 0], max = [3, 1]");
    let stopped = on_ground(&(hero("velocity = [1, 0]") + &other));
    near(last(&stopped, "hero"), [1.5, 0.5]);
    let pushes = on_ground(&(other + &hero("velocity = [1, 0]\nyields = 'met'")));
    near(last(&pushes, "hero"), [3.5, 0.5]);
    near(last(&pushes, "other"), [4.5, 0.5]);
}

#[test]
fn actors_walk_in_three_dimensions() {
    let text = "
        ticks = 60
        [layers]
        names = ['solid']
        responses = [['default', 'solid', 'block']]
        [[actor]]
        name = 'f'
        builtin = 'fighter'
        [actor.walk]
        velocity = [0, 0, 2]
        gravity = 10
        step_height = 0.3
        [[collider]]
        name = 'ground'
        shape = { half_space = { normal = [0, 1, 0], offset = 0 } }
        layer = 'solid'
        [[collider]]
        name = 'step'
        shape = { aabb = { min = [-2, 0, 1], max = [2, 0.25, 9] } }
        layer = 'solid'
        fixed = true
    ";
    let mut runner = Runner::new(&Scene::from_toml(text, "test.toml").unwrap()).unwrap();
    let mut places = Vec::new();
    while runner.step().unwrap().is_some() {
        let world = runner.world3();
        let id = |name: &str| world.colliders().find(|&id| runner.name3(id) == name).unwrap();
        places.push(["f", "f/head"].map(|name| world.shape(id(name)).unwrap().position()));
    }
    let gone = [0, 1].map(|part| places[60][part] - places[0][part]);
    assert!((gone[0].z - 2.0).abs() < 1e-4 && (gone[0].y - 0.25).abs() < 0.05, "{gone:?}");
    assert!((gone[0] - gone[1]).length() < 1e-5, "its hitboxes go along: {gone:?}");
}

/// A sprite climbs a step, is stopped by a wall, and is taken along by a lift.
#[test]
fn sprites_walk() {
    let sprite = "
        [[sprite]]
        name = 'slime'
        size = [2, 1]
        scale = [0.5, 1]
        pivot = [0.5, 0]
        position = [0.5, 0]
        layer = 'walker'
        [sprite.walk]
        velocity = [2, 0]
        gravity = 20
        step_height = 0.25
        ";
    let middles = |text: &str| -> Vec<[f32; 2]> {
        path(text, "slime").iter().map(|place| place.map(|x| x - 0.5)).collect()
    };
    let step = solid("step", [3.0, 0.0, 99.0, 0.25], "fixed = true");
    let wall = solid("wall", [5.0, 0.0, 6.0, 9.0], "fixed = true");
    let stopped = middles(&on_ground(&(sprite.to_owned() + &step + &wall)));
    near(stopped[0], [0.5, 0.5]);
    near(stopped[10], [1.5, 0.5]);
    near(stopped[60], [4.5, 0.75]);
    let lift = "[collider.carry]\npath = [[0, 1.5]]\nspeed = 1.5\nonce = true";
    let lift = on_ground(
        &(sprite.replace("velocity = [2, 0]", "velocity = [0, 0]")
            + &solid("lift", [0.0, -0.5, 1.0, 0.0], lift)),
    )
    .replace("min = [-99, -1]", "min = [50, -1]");
    near(middles(&lift)[60], [0.5, 2.0]);
    for other in ["velocity = [1, 0]", "spin_degrees = 1"] {
        let both = on_ground(&sprite.replace("layer", &format!("{other}\n        layer")));
        let error = events(&both).unwrap_err().to_string();
        let key = other.split(' ').next().unwrap();
        let problem = format!("the sprite has both `walk` and `{key}`; expected one of them");
        assert!(error.contains(&problem), "{error}");
    }
}

#[test]
fn bad_walks_and_carriers_are_refused_by_place() {
    #[track_caller]
    fn refused(keys: &str, problem: &str) {
        let text = format!(
            "ticks = 1\n[[collider]]\nname = 'it'\nshape = {{ aabb = {{ min = [0, 0], max = [1, 1] }} }}\n{keys}\n"
        );
        let error = events(&text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("test.toml:{problem}")), "\nfound {error}");
    }
    let walk = |more: &str| format!("[collider.walk]\nvelocity = [1, 0]\n{more}");
    refused("[collider.walk]", "5:1: missing field `velocity`");
    refused(
        "[collider.walk]\nvelocity = [1, 0, 0]",
        "6:12: the velocity has 3 numbers; expected 2",
    );
    refused(&walk("speed = 1"), "7:1: unknown field `speed`, expected one of `velocity`, `then`,");
    refused(&walk("max_slope = 91"), "7:13: `max_slope` is 91; expected 0 to 90 degrees");
    refused(&walk("snap = nan"), "7:8: the number is NaN; expected a number within");
    refused(
        &walk("yields = 'nobody'"),
        "7:10: unknown variant `nobody`, expected `walker` or `met`",
    );
    let then =
        "then = [{ from_tick = 5, velocity = [0, 0] }, { from_tick = 5, velocity = [1, 0] }]";
    refused(&walk(then), "7:61: `from_tick` is 5; expected a tick after 5");
    let both = format!("mover = true\n{}", walk(""));
    refused(&both, "3:8: the collider has both `walk` and `mover`; expected one of them");
    refused(&format!("fixed = true\n{}", walk("")), "3:8: the aabb is fixed; expected no velocity");
    let carry = |keys: &str| format!("[collider.carry]\n{keys}");
    refused(&carry("path = [[0, 1]]"), "3:8: its path has no `speed`; expected one");
    refused(&carry("speed = 1"), "6:9: there is a `speed` and no `path`; expected both or none");
    refused(&carry("path = [[0, 1]]\nspeed = 0"), "7:9: `speed` is 0; expected more than zero");
    refused(&carry("wait_seconds = -1"), "6:16: `wait_seconds` is -1; expected zero or more");
    refused(&carry("path = [[0, 1, 2]]\nspeed = 1"), "6:9: the path has 3 numbers; expected 2");
    refused(
        &carry("spin_degrees = 901"),
        "3:8: `spin_degrees` is 901; expected at most 15 degrees",
    );
    refused("surface_velocity = [1]", "5:20: the surface_velocity has 1 numbers; expected 2");
    let plane = "ticks = 1\n[[collider]]\nname = 'it'\nshape = { point = [0, 0] }\n[collider.walk]\nvelocity = [1, 0]";
    let error = events(plane).unwrap_err().to_string();
    let problem = "what walks is a point; expected an aabb, an obb, a sphere or a capsule";
    assert!(error.starts_with(&format!("test.toml:3:8: {problem}")), "{error}");
    let actor = "ticks = 1\n[[actor]]\nname = 'f'\nbuiltin = 'fighter'\nmover = true\n[actor.walk]\nvelocity = [0, 0, 1]";
    let error = events(actor).unwrap_err().to_string();
    assert!(error.contains("3:8: the actor has both `walk` and `mover`; expected one"), "{error}");
}

#[test]
fn crowds_in_one_place_are_refused_by_name() {
    let walkers = (0..160).map(|i| hero("velocity = [0, 0]").replace("hero", &format!("hero {i}")));
    let text = on_ground(&walkers.collect::<String>())
        .replace("['walker', 'walker', 'block']", "['walker', 'walker', 'ignore']");
    let error = events(&text).unwrap_err().to_string();
    assert!(
        error.contains("tick 1: hero 125: more than 20000 colliders are near what walks"),
        "{error}"
    );
    let idle = (0..500).map(|i| solid(&format!("crate {i}"), [0.0, 1.0, 1.0, 2.0], ""));
    let press = solid("press", [0.0, 1.0, 1.0, 2.0], "[collider.carry]\nspin_degrees = 1");
    let error = events(&on_ground(&(idle.collect::<String>() + &press))).unwrap_err().to_string();
    assert!(error.contains("press: it carries and pushes too many: "), "{error}");
}
