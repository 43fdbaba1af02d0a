//! Hits of attacks, and misses.

use crate::{events, lines};
use asunder_scene::{EventKind, NamedEvent};

/// The hits in a scene: tick, attacker, victim.
fn hits(text: &str) -> Vec<(u32, String, String)> {
    let hit = |event: NamedEvent| {
        (event.kind == EventKind::Hit).then_some((event.tick, event.a, event.b))
    };
    events(text).unwrap().into_iter().filter_map(hit).collect()
}

/// A ball of radius 1 that flies along x, 10 a tick, through posts at 5, 15, 25 and 35 that are too
/// thin to be there at any tick.
fn flight(posts: &str, rest: &str) -> String {
    let mut text = "ticks = 4\nticks_per_second = 10\n[layers]\nnames = ['ghost']\n\
                    [[collider]]\nname = 'ball'\nvelocity = [100, 0]\n\
                    shape = { sphere = { center = [0, 0], radius = 1 } }\n"
        .to_owned();
    for i in 0..4 {
        let x = 5 + 10 * i;
        text += &format!(
            "[[collider]]\nname = 'post {i}'\n{posts}\n\
             shape = {{ sphere = {{ center = [{x}, 0], radius = 0.5 }} }}\n"
        );
    }
    text + rest
}

fn told(list: &[(u32, &str, &str)]) -> Vec<(u32, String, String)> {
    list.iter().map(|&(tick, a, b)| (tick, a.to_owned(), b.to_owned())).collect()
}

#[test]
fn an_attack_hits_what_it_passes_from_its_first_tick_to_its_last() {
    let attack = "[[attack]]\nby = 'ball'\nfrom_tick = 2\n";
    let all = told(&[(2, "ball", "post 1"), (3, "ball", "post 2"), (4, "ball", "post 3")]);
    assert_eq!(hits(&flight("", attack)), all);
    let until = |tick: u32| hits(&flight("", &format!("{attack}until_tick = {tick}")));
    assert_eq!((until(4), until(3), until(2)), (all.clone(), all[..2].into(), all[..1].into()));
    // At tick 0 it has not moved, and so hits what it touches there.
    let start = "[[attack]]\nby = 'ball'\nfrom_tick = 0\nuntil_tick = 0\n";
    assert_eq!(hits(&flight("", start)), []);
    let nearer = flight("", start).replace("center = [0, 0]", "center = [3.5, 0]");
    assert_eq!(hits(&nearer), told(&[(0, "ball", "post 0")]));
}

#[test]
fn a_hit_is_told_with_its_point() {
    let text = flight("", "[[attack]]\nby = 'ball'\nfrom_tick = 1\nuntil_tick = 1\n");
    let all = events(&text).unwrap();
    // The gap of 5 - 1 - 0.5 on a displacement of 10.
    let line = "tick     1  hit        ball -> post 0  at [4.5, 0.0], fraction 0.35";
    assert_eq!(lines(&all), [line]);
    let meeting = all[0].impact.as_ref().unwrap();
    assert_eq!((meeting.gap, meeting.normal.as_slice()), (None, &[-1.0, 0.0][..]));
}

#[test]
fn an_owner_is_one_victim_and_never_its_own() {
    let attack = "[[attack]]\nby = 'ball'\nfrom_tick = 1\n";
    assert_eq!(hits(&flight("", attack)).len(), 4);
    let of_one = hits(&flight("owner = 'post 2'", attack));
    assert_eq!(of_one, told(&[(1, "ball", "post 0")]), "all of one victim, met first");
    assert_eq!(hits(&flight("owner = 'ball'", attack)), []);
    let again = format!("{attack}rehit_after = 2");
    let of_one = hits(&flight("owner = 'post 2'", &again));
    assert_eq!(of_one, told(&[(1, "ball", "post 0"), (3, "ball", "post 2")]));
}

#[test]
fn what_ignores_a_layer_is_passed_by_it() {
    let attack = "[[attack]]\nby = 'ball'\nfrom_tick = 1\n";
    assert_eq!(hits(&flight("ignore = ['default']", attack)), []);
    assert_eq!(hits(&flight("ignore = ['ghost']", attack)).len(), 4);
    assert_eq!(hits(&flight("layer = 'ghost'\nignore = ['ghost']", attack)).len(), 4);
}

/// Two shapes of each kind, one in the other.
fn two(kind: &str, shape: &str, one: &str, other: &str) -> Vec<String> {
    let entry =
        |name: &str, fields: &str| format!("[[{kind}]]\nname = '{name}'\n{shape}\n{fields}\n");
    let text = format!(
        "ticks = 0\n[layers]\nnames = ['ghost']\n{}{}",
        entry("one", one),
        entry("other", other)
    );
    let mut names: Vec<_> = events(&text).unwrap().into_iter().map(|event| event.a).collect();
    names.dedup();
    names
}

#[test]
fn sprites_colliders_and_actors_have_owners_and_ignore_layers() {
    for (kind, shape) in [
        ("sprite", "size = [1, 1]"),
        ("collider", "shape = { sphere = { center = [0, 0, 0], radius = 1 } }"),
    ] {
        assert_eq!(two(kind, shape, "", ""), ["one"], "{kind}");
        assert_eq!(two(kind, shape, "", "owner = 'one'"), [""; 0], "{kind}");
        assert_eq!(two(kind, shape, "owner = 'one'", "owner = 'other'"), ["one"], "{kind}");
        assert_eq!(two(kind, shape, "ignore = ['default']", ""), [""; 0], "{kind}");
        assert_eq!(two(kind, shape, "ignore = ['default']", "layer = 'ghost'"), ["one"], "{kind}");
        assert_eq!(two(kind, shape, "ignore = ['ghost']", ""), ["one"], "{kind}");
    }
    let fighter = "builtin = 'fighter'";
    assert!(!two("actor", fighter, "", "").is_empty());
    assert_eq!(two("actor", fighter, "", "owner = 'one'"), [""; 0]);
    assert_eq!(two("actor", fighter, "ignore = ['default']", ""), [""; 0]);
    assert!(!two("actor", fighter, "ignore = ['ghost']", "").is_empty());
}

#[test]
fn a_mover_is_not_stopped_by_what_it_ignores() {
    let scene = |ignore: &str| {
        let text = format!(
            "ticks = 20\n[layers]\nnames = ['wall']\nresponses = [['default', 'wall', 'block']]\n\
             [[actor]]\nname = 'walker'\nbuiltin = 'fighter'\nvelocity = [6, 0, 0]\nmover = true\n{ignore}\n\
             [[collider]]\nname = 'wall'\nlayer = 'wall'\nfixed = true\n\
             shape = {{ aabb = {{ min = [1, 0, -1], max = [2, 3, 1] }} }}\n"
        );
        lines(&events(&text).unwrap())
    };
    let [blocked] = &scene("")[..] else { panic!("it is stopped once") };
    assert!(blocked.contains("blocked    walker -> wall"), "{blocked}");
    assert_eq!(scene("ignore = ['wall']"), [""; 0]);
}

#[test]
fn a_blade_of_a_model_hits_by_its_role() {
    let scene = |fields: &str| {
        hits(&format!(
            "ticks = 0\n[layers]\nnames = ['blade']\n\
             [[actor]]\nname = 'one'\nbuiltin = 'fighter'\nattack = ['hand.r', 'hand.l']\n\
             [[actor]]\nname = 'other'\nbuiltin = 'fighter'\nposition = [0.01, 0, 0]\n\
             [[attack]]\nby = 'one'\nfrom_tick = 0\n{fields}\n"
        ))
    };
    // Each hitbox is in some of the other's, but one victim is reported once.
    let [(0, hand, victim)] = &scene("")[..] else { panic!("one hit") };
    assert!(hand == "one/hand.l" || hand == "one/hand.r", "{hand}");
    assert!(victim.starts_with("other/"), "{victim}");
    let [(0, head, _)] = &scene("hitboxes = ['head']")[..] else { panic!("one hit") };
    assert_eq!(head, "one/head");
}
