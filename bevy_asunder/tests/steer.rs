//! The examples without their windows: keys are pressed, frames go by, and messages and places are as they
//! must be.

#![allow(dead_code, reason = "the windows use more of the games than the tests do")]

#[path = "../examples/boxes/game.rs"]
mod boxes;
#[path = "../examples/fight/game.rs"]
mod fight;
#[path = "../examples/fight/figure.rs"]
mod figure;
#[path = "../examples/sprites/game.rs"]
mod sprites;
#[path = "../examples/walk/game.rs"]
mod walk;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_asunder::prelude::*;

/// A game whose every frame is a tick of a 64th of a second; nobody draws it.
struct Played {
    app: App,
    entered: usize,
    exited: usize,
    blocked: Vec<Blocked<Vec3>>,
    unblocked: Vec<Unblocked>,
    hits: Vec<Hit<Vec3>>,
}

impl Played {
    fn new(game: impl Plugin) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin))
            .init_resource::<ButtonInput<KeyCode>>()
            .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
            .add_plugins(game);
        let (blocked, unblocked, hits) = (Vec::new(), Vec::new(), Vec::new());
        let mut played = Self { app, entered: 0, exited: 0, blocked, unblocked, hits };
        played.frames(1);
        played
    }

    fn frames(&mut self, frames: usize) {
        for _ in 0..frames {
            self.app.update();
            self.entered += self.take::<Entered>().len();
            self.exited += self.take::<Exited>().len();
            let blocked = self.take::<Blocked<Vec3>>();
            self.blocked.extend(blocked);
            let unblocked = self.take::<Unblocked>();
            self.unblocked.extend(unblocked);
            let hits = self.take::<Hit<Vec3>>();
            self.hits.extend(hits);
        }
    }

    /// Some frames with keys held down.
    fn hold(&mut self, keys: &[KeyCode], frames: usize) {
        let press =
            |key: &KeyCode| self.app.world_mut().resource_mut::<ButtonInput<_>>().press(*key);
        keys.iter().for_each(press);
        self.frames(frames);
        self.app.world_mut().resource_mut::<ButtonInput<KeyCode>>().reset_all();
    }

    /// The messages of a frame, if there are such in this game: Bevy keeps them for two frames.
    fn take<M: Message>(&mut self) -> Vec<M> {
        let messages = self.app.world_mut().get_resource_mut::<Messages<M>>();
        messages.map_or_else(Vec::new, |mut it| it.drain().collect())
    }

    fn named(&mut self, name: &str) -> Entity {
        let mut names = self.app.world_mut().query::<(Entity, &Name)>();
        let mut found = names.iter(self.app.world()).filter(|(_, it)| it.as_str() == name);
        found.next().expect("it is there").0
    }

    fn at(&self, entity: Entity) -> Vec3 {
        self.app.world().get::<Transform>(entity).expect("it has one").translation
    }

    fn place(&mut self, entity: Entity, at: [f32; 3]) {
        self.app.world_mut().get_mut::<Transform>(entity).expect("it has one").translation =
            at.into();
    }
}

mod sprites_game {
    use super::*;
    use crate::sprites::{Meeting, Sprites, meeting};

    fn meets(played: &mut Played, name: &str) -> Meeting {
        let entity = played.named(name);
        meeting(played.app.world().resource::<CollisionWorld2>(), entity)
    }

    /// The ship's side starts 176 pixels from the crate's, and goes two in a frame.
    #[test]
    fn the_hit_turns_on_in_the_frame_of_the_exact_touch_and_off_after_the_last() {
        let mut played = Played::new(Sprites);
        played.hold(&[KeyCode::ArrowRight], 87);
        assert_eq!((played.entered, meets(&mut played, "ship")), (0, Meeting::Apart));
        played.hold(&[KeyCode::ArrowRight], 1);
        assert_eq!((played.entered, meets(&mut played, "ship")), (1, Meeting::Touching));
        assert_eq!(meets(&mut played, "crate"), Meeting::Touching);
        played.hold(&[KeyCode::ArrowRight], 1);
        assert_eq!((played.entered, meets(&mut played, "ship")), (1, Meeting::Overlapping));
        played.hold(&[KeyCode::KeyA], 1);
        assert_eq!((played.exited, meets(&mut played, "ship")), (0, Meeting::Touching));
        played.hold(&[KeyCode::KeyA], 1);
        assert_eq!((played.exited, meets(&mut played, "ship")), (1, Meeting::Apart));
    }

    /// In a frame it grows by a 64th of its 48 pixels to either side.
    #[test]
    fn growing_reaches_the_crate_exactly() {
        let mut played = Played::new(Sprites);
        let ship = played.named("ship");
        played.place(ship, [-92.0, 0.0, 0.0]);
        played.hold(&[KeyCode::KeyX], 15);
        assert_eq!(meets(&mut played, "ship"), Meeting::Apart);
        played.hold(&[KeyCode::KeyX], 1);
        assert_eq!(meets(&mut played, "ship"), Meeting::Touching);
        played.hold(&[KeyCode::KeyX], 1);
        assert_eq!(meets(&mut played, "ship"), Meeting::Overlapping);
        played.hold(&[KeyCode::KeyZ], 2);
        assert_eq!(meets(&mut played, "ship"), Meeting::Apart);
    }

    /// Above the crate there is room for the ship's half height of 24 pixels, not for half its length of 48.
    #[test]
    fn a_turned_ship_hits_where_a_level_one_passes() {
        let mut played = Played::new(Sprites);
        let ship = played.named("ship");
        played.place(ship, [0.0, 60.0, 0.0]);
        played.hold(&[], 1);
        assert_eq!(meets(&mut played, "ship"), Meeting::Apart);
        played.hold(&[KeyCode::KeyQ], 64);
        assert_eq!(
            meets(&mut played, "ship"),
            Meeting::Overlapping,
            "a second turns it by 90 degrees"
        );
    }

    /// The gate hangs by its end, so that it sweeps a circle of its whole length.
    #[test]
    fn the_gate_turns_about_its_pivot() {
        let mut played = Played::new(Sprites);
        let [ship, gate] = ["ship", "gate"].map(|name| played.named(name));
        let pivot = played.at(gate);
        played.place(ship, (pivot - vec3(150.0, 0.0, 0.0)).to_array());
        played.hold(&[], 1);
        assert_eq!(meets(&mut played, "gate"), Meeting::Apart, "it hangs up");
        played.hold(&[], 192);
        assert_eq!(
            meets(&mut played, "gate"),
            Meeting::Overlapping,
            "three seconds turn it to the left"
        );
        assert_eq!(played.at(gate), pivot);
    }
}

mod boxes_game {
    use super::*;
    use crate::boxes::{Boxes, Verdict};

    /// Two units apart, and a 32nd nearer in a frame.
    #[test]
    fn the_axis_separates_up_to_the_exact_touch() {
        let mut played = Played::new(Boxes);
        played.hold(&[KeyCode::ArrowRight], 63);
        let verdict = played.app.world().resource::<Verdict>();
        let explanation = verdict.explanation.as_ref().expect("two boxes");
        let (axis, projected) = explanation.decisive();
        assert_eq!(
            (projected.gap, projected.direction),
            (1.0 / 32.0, Vec3::NEG_X),
            "{}",
            axis.name
        );
        assert_eq!(explanation.axes.len(), 15);
        let closest = verdict.closest.as_ref().expect("they are apart");
        assert_eq!((closest.on_a.x, closest.on_b.x), (-1.0 / 32.0, 0.0));
        assert!(verdict.contact.is_none());
        assert_eq!(played.entered, 0);

        played.hold(&[KeyCode::ArrowRight], 1);
        assert_eq!(played.entered, 1);
        let verdict = played.app.world().resource::<Verdict>();
        let explanation = verdict.explanation.as_ref().expect("two boxes");
        assert!(explanation.intersects && !explanation.penetrates);
        let contact = verdict.contact.as_ref().expect("they touch");
        assert_eq!((contact.depth, contact.normal, contact.points().len()), (0.0, Vec3::NEG_X, 4));
        assert!(verdict.closest.is_none());

        played.hold(&[KeyCode::ArrowRight], 1);
        let verdict = played.app.world().resource::<Verdict>();
        assert_eq!(verdict.contact.as_ref().map(|it| it.depth), Some(1.0 / 32.0));
        played.hold(&[KeyCode::KeyA], 2);
        assert_eq!(played.exited, 1);
    }

    /// However the box is turned: the messages, the gap along the axis, and the contact say the same.
    #[test]
    fn a_turned_box_is_apart_exactly_while_an_axis_shows_a_gap() {
        let mut played = Played::new(Boxes);
        played.hold(&[KeyCode::KeyQ, KeyCode::KeyZ, KeyCode::KeyC], 40);
        let (mut apart, mut together) = (0, 0);
        for _ in 0..260 {
            played.hold(&[KeyCode::ArrowRight, KeyCode::KeyX], 1);
            let verdict = played.app.world().resource::<Verdict>();
            let explanation = verdict.explanation.as_ref().expect("two boxes");
            let meets = played.entered > played.exited;
            assert_eq!(explanation.intersects, meets);
            assert_eq!(explanation.decisive().1.gap > 0.0, !meets);
            assert_eq!((verdict.contact.is_some(), verdict.closest.is_none()), (meets, meets));
            if meets { together += 1 } else { apart += 1 }
        }
        assert!(apart > 30 && together > 30, "{apart} and {together}");
        assert_eq!((played.entered, played.exited), (1, 1), "through and out on the other side");
    }
}

mod walk_game {
    use super::*;
    use crate::walk::Walking;

    fn walked(played: &mut Played) -> Walked<Vec3> {
        let hero = played.named("the hero");
        played.app.world().get::<Walked<Vec3>>(hero).expect("it walks").clone()
    }

    fn stands_on(played: &mut Played) -> Option<String> {
        let floor = walked(played).floor?;
        Some(played.app.world().get::<Name>(floor.part.entity)?.to_string())
    }

    #[test]
    fn the_box_stops_exactly_at_the_wall_and_slides_along_it() {
        let mut played = Played::new(Walking);
        let [hero, wall] = ["the hero", "the wall"].map(|name| played.named(name));
        played.hold(&[], 2);
        assert_eq!(stands_on(&mut played).as_deref(), Some("the ground"));
        // Half a unit is its own; 16 ticks a unit, to the wall at 3.
        played.hold(&[KeyCode::ArrowRight], 39);
        assert!(played.at(hero).x < 2.5);
        played.blocked.retain(|it| it.obstacle.entity == wall);
        assert!(played.blocked.is_empty());
        played.hold(&[KeyCode::ArrowRight], 21);
        assert_eq!(played.at(hero), vec3(2.5, 0.0, 0.0), "bit for bit");
        played.blocked.retain(|it| it.obstacle.entity == wall);
        let [blocked] = &played.blocked[..] else { panic!("once: {:?}", played.blocked) };
        assert_eq!((blocked.obstacle.entity, blocked.normal), (wall, Vec3::NEG_X));
        let world = played.app.world().resource::<CollisionWorld3>();
        let [a, b] = [hero, wall].map(|it| world.shape(&world.parts(it)[0]).expect("it is there"));
        assert!(a.intersects(b) && !a.penetrates(b));

        played.hold(&[KeyCode::ArrowRight, KeyCode::ArrowUp], 32);
        assert_eq!(played.at(hero), vec3(2.5, 0.0, -2.0), "along it, and no bit nearer or further");
        played.hold(&[KeyCode::ArrowRight, KeyCode::ArrowUp], 64);
        assert!(played.at(hero).x > 3.0, "past its end at z = -3");
        let ended = played.unblocked.iter().filter(|it| it.obstacle.entity == wall);
        assert_eq!(ended.count(), 1);
    }

    #[test]
    fn steps_are_climbed_and_walked_down() {
        let mut played = Played::new(Walking);
        let hero = played.named("the hero");
        let mut heights = Vec::new();
        for _ in 0..100 {
            played.hold(&[KeyCode::ArrowDown], 1);
            heights.push(played.at(hero).y);
        }
        heights.dedup();
        assert_eq!(heights, [0.0, 0.25, 0.5, 0.75]);
        for _ in 0..100 {
            played.hold(&[KeyCode::ArrowUp], 1);
            heights.push(played.at(hero).y);
            assert!(walked(&mut played).is_grounded(), "led down");
        }
        heights.dedup();
        assert_eq!(heights, [0.0, 0.25, 0.5, 0.75, 0.5, 0.25, 0.0]);
    }

    #[test]
    fn the_lift_carries_the_box_without_lag_up_to_the_platform() {
        let mut played = Played::new(Walking);
        let [hero, lift] = ["the hero", "the lift"].map(|name| played.named(name));
        played.place(hero, [-5.25, 0.25, 2.5]);
        let mut highest = 0.0_f32;
        for tick in 0..260 {
            played.frames(1);
            let top = played.at(lift).y + 0.125;
            assert_eq!(played.at(hero), vec3(-5.25, top, 2.5), "at tick {tick}");
            assert_eq!(stands_on(&mut played).as_deref(), Some("the lift"));
            highest = highest.max(top);
        }
        assert_eq!(highest, 2.25);
        played.hold(&[KeyCode::ArrowLeft], 48);
        assert_eq!(stands_on(&mut played).as_deref(), Some("the platform"));
        assert_eq!(played.at(hero), vec3(-8.25, 2.25, 2.5));
    }

    #[test]
    fn a_jump_needs_a_floor() {
        let mut played = Played::new(Walking);
        let hero = played.named("the hero");
        played.hold(&[], 2);
        played.hold(&[KeyCode::Space], 1);
        let rising = walked(&mut played).velocity_after.y;
        assert!(rising > 5.0 && played.at(hero).y > 0.0);
        played.hold(&[KeyCode::Space], 1);
        assert!(walked(&mut played).velocity_after.y < rising, "no second jump in the air");
        played.hold(&[], 64);
        assert_eq!((played.at(hero), walked(&mut played).is_grounded()), (Vec3::ZERO, true));
    }
}

mod fight_game {
    use super::*;
    use crate::fight::{Animated, Fight, Fighter};

    fn fighter<'a>(played: &'a mut Played, name: &str) -> &'a Fighter {
        let entity = played.named(name);
        played.app.world().get::<Fighter>(entity).expect("it fights")
    }

    /// Both walk to where their bodies touch.
    fn face_to_face() -> Played {
        let mut played = Played::new(Fight);
        played.hold(&[KeyCode::KeyD, KeyCode::ArrowLeft], 160);
        played.frames(2);
        played
    }

    #[test]
    fn bodies_stop_one_another() {
        let mut played = face_to_face();
        let [red, blue] = ["red", "blue"].map(|name| played.named(name));
        let world = played.app.world().resource::<CollisionWorld3>();
        let [a, b] =
            [red, blue].map(|it| world.shape(&world.parts(it)[0]).expect("it is there").clone());
        let gap = a.distance(&b).expect("they are bounded");
        assert!(!a.penetrates(&b) && gap < 1e-5, "{gap}");
    }

    #[test]
    fn a_strike_out_of_reach_hits_nobody() {
        let mut played = Played::new(Fight);
        played.frames(2);
        played.hold(&[KeyCode::Space], 2);
        assert_eq!(fighter(&mut played, "red").clip, "punch");
        let mut open = 0;
        for _ in 0..100 {
            played.frames(1);
            open += usize::from(fighter(&mut played, "red").attack.is_some());
        }
        assert_eq!(fighter(&mut played, "red").clip, "idle");
        assert!((20..30).contains(&open), "the sword hit for {open} ticks");
        assert!(played.hits.is_empty());
        assert_eq!(fighter(&mut played, "blue").hits, 0);
    }

    #[test]
    fn a_strike_hits_the_other_once_and_he_reels() {
        let mut played = face_to_face();
        let mut reeled = 0;
        for round in 1..=2 {
            played.hold(&[KeyCode::Space], 2);
            let before = played.hits.len();
            for _ in 0..100 {
                played.frames(1);
                if fighter(&mut played, "blue").hits == round && reeled < round {
                    let blue = fighter(&mut played, "blue");
                    assert_eq!((blue.clip, blue.time), ("hit", 0.0), "in the same tick");
                    reeled = round;
                }
            }
            let [hit] = played.hits[before..] else { panic!("one, but {:?}", played.hits) };
            let blue = played.named("blue");
            let world = played.app.world();
            let owner = |part: &Part| world.get::<Animated>(part.entity).map(|body| body.0);
            assert_eq!(owner(&hit.victim), Some(blue));
            assert_ne!(owner(&hit.by), Some(blue));
            let world = world.resource::<CollisionWorld3>();
            assert_eq!(world.region(&hit.by), Some("sword"));
            assert!(world.region(&hit.victim).is_some_and(|it| it != "sword"));
            assert_eq!(fighter(&mut played, "blue").hits, round);
            assert_eq!(fighter(&mut played, "red").hits, 0);
        }
    }

    /// What is asked about is where the bones are in this tick, not in the one before.
    #[test]
    fn hitboxes_are_where_the_bones_are() {
        let mut played = face_to_face();
        played.hold(&[KeyCode::Space], 2);
        let red = played.named("red");
        let mut checked = 0;
        for _ in 0..20 {
            played.frames(1);
            let mut bodies = played.app.world_mut().query::<(Entity, &Animated, &HitboxRig)>();
            let world = played.app.world();
            let (body, _, rig) = bodies.iter(world).find(|(_, it, _)| it.0 == red).expect("his");
            let joint = |bone: u16| world.get::<Transform>(rig.joints()[usize::from(bone)]);
            let root = world.get::<Transform>(red).expect("it has one").to_matrix();
            let collisions = world.resource::<CollisionWorld3>();
            let (hitboxes, parts) =
                (rig.rig().expect("it is there").hitboxes(), collisions.parts(body));
            assert_eq!(hitboxes.len(), parts.len());
            for (hitbox, part) in hitboxes.iter().zip(&parts) {
                let Shape3::Obb(own) = &hitbox.shape else { continue };
                let Some(Shape3::Obb(placed)) = collisions.shape(part) else {
                    panic!("a box is one")
                };
                let bone = joint(hitbox.bone).expect("it has one").to_matrix();
                let expected = (root * bone).transform_point3(own.center());
                assert!((placed.center() - expected).length() < 1e-5, "{expected} {placed:?}");
                checked += 1;
            }
        }
        assert!(checked >= 20, "a box at every tick, but {checked} in all");
    }
}
