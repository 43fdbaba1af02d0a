//! The built-in scene.

use crate::{all_events, lines};
use asunder::Mover as _;
use asunder::glam::Vec3;
use asunder_scene::{EventKind, NamedEvent, Runner, Scene, Tally};

fn told() -> (Runner, Vec<NamedEvent>) {
    let mut runner = Runner::new(&Scene::demo()).unwrap();
    let events = all_events(&mut runner).unwrap();
    (runner, events)
}

/// The tick at which `a` and `b` first come into contact.
fn first_contact(events: &[NamedEvent], a: &str, b: &str) -> u32 {
    let meets =
        |event: &&NamedEvent| event.kind == EventKind::Enter && event.a == a && event.b == b;
    events.iter().find(meets).unwrap_or_else(|| panic!("{a} and {b} never meet")).tick
}

#[test]
fn a_fist_and_a_foot_meet_the_other_fighter() {
    let (_, events) = told();
    let punch = first_contact(&events, "attacker/hand.r", "defender/head");
    let kick = first_contact(&events, "attacker/foot.r", "defender/chest");
    assert!(punch < kick, "{punch} {kick}");
}

/// Each attack is one hit, where it comes first, whatever else it touches: the defender's guard stops
/// the fist before it is at the head.
#[test]
fn a_punch_and_a_kick_hit_once_each() {
    let (_, events) = told();
    let hits: Vec<_> = events.iter().filter(|event| event.kind == EventKind::Hit).collect();
    let [punch, kick] = hits.as_slice() else { panic!("{hits:?}") };
    assert_eq!((punch.a.as_str(), punch.b.as_str()), ("attacker/hand.r", "defender/forearm.l"));
    assert_eq!((kick.a.as_str(), kick.b.as_str()), ("attacker/foot.r", "defender/thigh.l"));
    for hit in [punch, kick] {
        // Contacts of fighters begin with more than a touch, hits with one.
        let tick = first_contact(&events, &hit.a, &hit.b);
        assert!(hit.tick <= tick && tick <= hit.tick + 1, "{hit} {tick}");
    }
}

/// The meshes confirm the hitboxes: when the fist hits the head, the meshes are within the slack of their
/// boxes; half a second before, they are far apart.
#[test]
fn the_punch_is_no_matter_of_hitboxes_alone() {
    let (_, events) = told();
    let tick = first_contact(&events, "attacker/hand.r", "defender/head");
    let mut runner = Runner::new(&Scene::demo()).unwrap();
    let (mut before, mut then) = (f32::MAX, f32::MAX);
    while runner.step().unwrap().is_some() {
        if runner.tick() + 30 == tick {
            before = gap(&runner);
        }
        if runner.tick() == tick {
            then = gap(&runner);
        }
    }
    assert!(before > 0.1 && then < 0.03, "{before} m before, {then} m then");
}

/// The least distance between vertices of the first actor and of the second.
fn gap(runner: &Runner) -> f32 {
    let mut vertices = [Vec::new(), Vec::new(), Vec::new()];
    runner.triangles(|actor, corners| vertices[actor].extend(corners));
    let [a, b, _] = &vertices;
    let least = |p: &Vec3| b.iter().map(|q| p.distance(*q)).fold(f32::MAX, f32::min);
    // The fist is among the foremost of the attacker, who looks along x.
    let front = a.iter().map(|p| p.x).fold(f32::MIN, f32::max);
    a.iter().filter(|p| p.x > front - 0.2).map(least).fold(f32::MAX, f32::min)
}

/// It stands on one after another, and slides along the wall as long as it walks.
#[test]
fn the_walker_climbs_slides_and_rides() {
    let (_, events) = told();
    let met: Vec<_> = events.iter().filter(|e| e.kind == EventKind::Blocked).collect();
    assert!(met.iter().all(|event| event.a == "walker"), "{met:?}");
    let names: Vec<_> = met.iter().map(|event| event.b.as_str()).collect();
    assert_eq!(names, ["ground", "step", "wall", "lift"]);
    assert_eq!(met[2].impact.as_ref().unwrap().normal, [0.0, 0.0, 1.0]);

    let mut runner = Runner::new(&Scene::demo()).unwrap();
    let mut places: Vec<Vec3> = Vec::new();
    while runner.step().unwrap().is_some() {
        let world = runner.world3();
        let walker = world.colliders().find(|&id| runner.name3(id) == "walker").unwrap();
        places.push(world.shape(walker).unwrap().position());
    }
    let gone = |from: usize, to: usize| places[to] - places[from];
    let near = |found: f32, expected: f32| (found - expected).abs() < 1e-3;
    assert!(near(gone(0, 40).y, 0.15), "up the step: {}", gone(0, 40));
    assert!(near(gone(30, 60).x, 0.56) && gone(30, 60).z == 0.0, "along: {}", gone(30, 60));
    assert!(near(gone(90, 150).y, 0.6) && gone(90, 150).x == 0.0, "lifted: {}", gone(90, 150));
}

#[test]
fn sprites_meet() {
    let (_, events) = told();
    assert!(first_contact(&events, "blade", "crate") < first_contact(&events, "crate", "coin"));
}

#[test]
fn the_summary_counts_what_was_told() {
    let (runner, events) = told();
    let count = |kind| events.iter().filter(|event| event.kind == kind).count() as u64;
    let summary = runner.summary();
    let expected = Tally {
        meet: count(EventKind::Meet),
        part: count(EventKind::Part),
        enter: count(EventKind::Enter),
        exit: count(EventKind::Exit),
        blocked: count(EventKind::Blocked),
        unblocked: count(EventKind::Unblocked),
        hit: count(EventKind::Hit),
        crushed: count(EventKind::Crushed),
    };
    assert_eq!(summary.events, expected);
    assert_eq!(summary.in_contact.len() as u64, expected.enter - expected.exit);
    assert_eq!((summary.ticks, summary.ticks_per_second), (150, 60));
}

#[test]
fn runs_are_equal() {
    let (one, events) = told();
    let (other, again) = told();
    assert_eq!(lines(&events), lines(&again));
    assert_eq!(one.summary(), other.summary());
}
