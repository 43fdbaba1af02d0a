//! Events between owners, and the shapes of events and of named colliders.

use asunder::Penetrates;
use asunder_scene::{EventKind, PairOfShapes, Runner, Scene};

const FLEET: &str = "
    ticks = 4
    ticks_per_second = 10
    [[sprite]]
    name = 'ship'
    size = [2, 2]
    velocity = [10, 0]
    [[sprite]]
    name = 'drone'
    size = [2, 2]
    position = [0, 5]
    velocity = [10, 0]
    owner = 'ship'
    [[sprite]]
    name = 'mine'
    size = [2, 2]
    position = [4, 0]
    [[sprite]]
    name = 'buoy'
    size = [2, 2]
    position = [5, 5]
    owner = 'mine'
";

/// The ship meets the mine at tick 2, the drone the buoy at 3: one party meets the other once, before its
/// colliders' events.
#[test]
fn owners_meet_before_their_colliders_enter() {
    let scene = Scene::from_toml(FLEET, "fleet.toml").unwrap();
    let mut runner = Runner::new(&scene).unwrap();
    let mut printed = Vec::new();
    while let Some(events) = runner.step().unwrap() {
        let events = events.to_vec();
        for (i, event) in events.iter().enumerate() {
            printed.push(event.to_string());
            let is_between_owners = matches!(event.kind, EventKind::Meet | EventKind::Part);
            assert_eq!(runner.event_shapes(i).is_none(), is_between_owners, "{event}");
        }
        assert!(runner.event_shapes(events.len()).is_none());
    }
    assert_eq!(
        printed,
        [
            "tick     2  meet       ship -> mine",
            "tick     2  enter      ship -> mine",
            "tick     3  enter      drone -> buoy",
        ]
    );
    assert!(runner.summary().to_string().contains("1 meet, 0 part, of owners"));
}

#[test]
fn a_pair_is_found_by_the_names_of_colliders_or_entries() {
    let mut runner = Runner::new(&Scene::demo()).unwrap();
    while runner.step().unwrap().is_some() && runner.tick() < 56 {}
    let named = |a: &str, b: &str| runner.find_pair(a, b).map(|pair| (pair.a, pair.b));
    let exact = named("attacker/hand.r", "walker/head").unwrap();
    assert_eq!(exact, (String::from("attacker/hand.r"), String::from("walker/head")));
    // Of whole actors, the pair that is deepest in one another.
    let whole = runner.find_pair("attacker", "defender").unwrap();
    assert!(whole.a.starts_with("attacker/") && whole.b.starts_with("defender/"), "{whole:?}");
    let PairOfShapes::In3d { a, b } = &whole.shapes else { panic!("{whole:?}") };
    assert!(a.penetrates(b), "{whole:?}");
    assert_eq!(named("blade", "crate").unwrap(), (String::from("blade"), String::from("crate")));
    let line = serde_json::to_string(&whole.shapes).unwrap();
    assert!(line.starts_with(r#"{"a":{"obb":{"center":["#), "a line of `asunder explain`: {line}");

    for (a, b, complaint) in [
        (
            "attacker/tail",
            "wall",
            "there is no collider \"attacker/tail\"; expected one of attacker/",
        ),
        ("blade", "wall", "\"blade\" and \"wall\" are not two colliders of one space"),
        ("wall", "wall", "\"wall\" and \"wall\" are not two colliders of one space"),
    ] {
        let error = runner.find_pair(a, b).unwrap_err();
        assert!(error.starts_with(complaint), "{error}");
    }
}
