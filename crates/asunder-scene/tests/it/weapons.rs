//! Hitboxes from files, their roles, and weapons in hands.

use crate::{all_events, lines};
use asunder::prelude::*;
use asunder_gltf::{Collider, Model, Rigging, write_colliders};
use asunder_scene::{Runner, Scene, fighter};
use std::path::PathBuf;
use std::{env, fs, process};

/// A folder with a fighter that has a sphere on its head and a box on its right hand, a stick, and
/// hitboxes in the text of Source.
struct Armoury(PathBuf);

impl Armoury {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("asunder-{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let glb = fighter::glb();
        let model = Model::from_slice(&glb, "fighter").unwrap();
        let on = |bone: &str, shape: Shape3, region: &str| Collider {
            region: Some(region.to_owned()),
            ..Collider::new(model.node(bone).unwrap(), region, shape)
        };
        let mut fist =
            on("hand.r", Obb3::new([0.0; 3], [0.1; 3], [0.0, 0.0, 0.0, 1.0]).into(), "fist");
        fist.role = Some(asunder::Role::Attack);
        let skull = on("head", Sphere3::new([0.0, 0.1, 0.0], 0.15).into(), "skull");
        let written = write_colliders(&glb, "fighter", &[skull, fist]).unwrap();
        fs::write(folder.join("boxed.glb"), written.bytes).unwrap();
        fs::write(folder.join("plain.glb"), glb).unwrap();
        let stick = br#"{"asset":{"version":"2.0"},"nodes":[{"name":"stick"}]}"#;
        let rod = Capsule3::new([0.0; 3], [0.0, 1.0, 0.0], 0.05);
        let stick = write_colliders(stick, "stick", &[Collider::new(0, "stick", rod)]).unwrap();
        fs::write(folder.join("stick.gltf"), stick.bytes).unwrap();
        fs::write(folder.join("boxes.qc"), "$hbox 1 HEAD -10 -10 -10 10 10 10\n").unwrap();
        Self(folder)
    }

    fn run(&self, text: &str) -> Runner {
        let scene = Scene::from_toml(text, self.0.join("scene.toml")).unwrap();
        Runner::new(&scene).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Drop for Armoury {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn shapes(runner: &Runner) -> Vec<(String, Shape3)> {
    let world = runner.world3();
    world
        .colliders()
        .map(|id| (runner.name3(id).to_owned(), world.shape(id).unwrap().clone()))
        .collect()
}

#[test]
fn hitboxes_come_from_the_file_or_from_another() {
    let armoury = Armoury::new("files");
    let of = |fields: &str| {
        let runner = armoury.run(&format!("ticks = 0\n[[actor]]\nname = 'it'\n{fields}"));
        shapes(&runner)
    };
    let own = of("model = 'boxed.glb'\nhitboxes = 'file'");
    let names: Vec<_> = own.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["it/skull", "it/fist"]);
    let Shape3::Sphere(skull) = &own[0].1 else { panic!("{:?}", own[0]) };
    assert!((1.4..1.9).contains(&skull.center().y), "{skull:?} is at the height of a head");
    assert!((0.15..0.150_001).contains(&skull.radius()));
    assert_eq!(of("model = 'plain.glb'\nhitboxes = 'boxed.glb'"), own);

    let inches = of("model = 'plain.glb'\nhitboxes = 'boxes.qc'\nhitbox_scale = 0.0254");
    let [(name, Shape3::Obb(head))] = inches.as_slice() else { panic!("{inches:?}") };
    assert_eq!(name, "it/head");
    assert!((head.half_extents().x - 0.254).abs() < 1e-6);
    assert!(of("model = 'boxed.glb'").len() > 10, "fitted, if nothing else is asked for");
}

#[test]
fn a_rig_of_our_own_is_put_on_the_nodes_of_the_same_names() {
    let armoury = Armoury::new("rig");
    let of = |hitboxes: &str| {
        let fields = format!("model = 'plain.glb'\nclip = 'punch'\nhitboxes = '{hitboxes}'");
        shapes(&armoury.run(&format!("ticks = 0\n[[actor]]\nname = 'it'\n{fields}")))
    };
    let model = Model::from_slice(&fighter::glb(), "fighter").unwrap();
    let fitted = asunder_fit::fit(&model, &asunder_fit::Options::default()).unwrap();
    let rig = asunder_fit::rig_to_toml(fitted.rig());
    fs::write(armoury.0.join("fitted.toml"), &rig).unwrap();
    assert_eq!(of("fitted.toml"), of("fitted"), "through a file and back");

    // Its bones need be neither all of the model's nor in its order; what it says of skew holds.
    let own = "name = 'own'\nscale_policy = 'parallelepiped'\n[[bone]]\nname = 'hand.r'\n\
               [[hitbox]]\nbone = 'hand.r'\nregion = 'fist'\nrole = 'attack'\n\
               shape = { sphere = { center = [0, 0, 0], radius = 0.25 } }\n";
    fs::write(armoury.0.join("own.toml"), own).unwrap();
    let own = of("own.toml");
    assert_eq!(own.len(), 1);
    assert!(own[0].0 == "it/fist" && matches!(own[0].1, Shape3::Sphere(_)), "{own:?}");

    // What is wrong with it is told with the place in both files.
    let refused = |rig: &str| {
        fs::write(armoury.0.join("bad.toml"), rig).unwrap();
        let text = "ticks = 0\n[[actor]]\nname = 'it'\nmodel = 'plain.glb'\nhitboxes = 'bad.toml'";
        let scene = Scene::from_toml(text, armoury.0.join("scene.toml")).unwrap();
        let error = Runner::new(&scene).unwrap_err().to_string();
        assert!(error.contains("scene.toml:5:12: "), "{error}");
        error
    };
    let error = refused("name = 'bad'\n[[bone]]\nname = 'hips'\nparent = 'tail'\n");
    assert!(error.contains("bad.toml:4:10: `parent`: there is no bone \"tail\""), "{error}");
    let error = refused("name = 'bad'\n[[bone]]\nname = 'tail'\n");
    assert!(error.contains("plain: has no node named \"tail\""), "{error}");
}

#[test]
fn a_weapon_needs_a_name_that_no_hitbox_of_its_holder_has() {
    let armoury = Armoury::new("clash");
    let text = "ticks = 0\n[[actor]]\nname = 'it'\nmodel = 'boxed.glb'\nhitboxes = 'file'\n\
                [[actor.weapon]]\nname = 'skull'\nmodel = 'stick.gltf'\nbone = 'hand.r'\n\
                hitboxes = 'file'\n";
    let scene = Scene::from_toml(text, armoury.0.join("scene.toml")).unwrap();
    let error = Runner::new(&scene).unwrap_err().to_string();
    let expected = "scene.toml:7:8: another hitbox of the actor is called \"skull\"; expected";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn hitboxes_of_source_turn_with_the_axes_of_the_bones() {
    let armoury = Armoury::new("axes");
    let of = |rotation: &str| {
        let fields = format!("model = 'plain.glb'\nhitboxes = 'limbs.qc'\n{rotation}");
        armoury.run(&format!("ticks = 0\n[[actor]]\nname = 'it'\n{fields}"))
    };
    // Along x, as bones of Source lie; the fighter's lie along y.
    let arm = |bone: &str| format!("$hbox 4 {bone} 0 -0.05 -0.05 0.3 0.05 0.05\n");
    let text = ["upper_arm.r", "upper_arm.l", "upper_leg.r", "upper_leg.l"].map(arm).concat();
    fs::write(armoury.0.join("limbs.qc"), text).unwrap();
    let across = of("");
    let [warning] = across.warnings() else { panic!("{:?}", across.warnings()) };
    assert!(warning.contains("lie across the bones of plain"), "{warning}");
    assert_eq!(of("hitbox_rotation = [0, 0, 1, 1]").warnings(), [""; 0]);
}

#[test]
fn a_weapon_moves_with_the_hand() {
    let armoury = Armoury::new("weapon");
    let text = "ticks = 40\n[[actor]]\nname = 'it'\nmodel = 'boxed.glb'\nclip = 'punch'\n\
                hitboxes = 'file'\nscale = 2\n\
                [[actor.weapon]]\nname = 'stick'\nmodel = 'stick.gltf'\nbone = 'hand.r'\n\
                hitboxes = 'file'\nposition = [0.5, 0, 0]\nrotation = [0, 0, 1, 1]\nscale = 0.5\n";
    let mut runner = armoury.run(text);
    let mut ends = Vec::new();
    while runner.step().unwrap().is_some() {
        let all = shapes(&runner);
        assert_eq!(all[2].0, "it/stick");
        let (Shape3::Obb(fist), Shape3::Capsule(stick)) = (&all[1].1, &all[2].1) else {
            panic!("{all:?}");
        };
        // In the hand's space from (0.5, 0, 0) half a unit along −x; the actor is twice as large.
        let hand = |x: f32| fist.center() + fist.axes()[0] * x * 2.0;
        assert!((stick.a() - hand(0.5)).length() < 1e-5, "{stick:?} {fist:?}");
        assert!((stick.b() - hand(0.0)).length() < 1e-5, "{stick:?} {fist:?}");
        assert!((stick.radius() - 0.05).abs() < 1e-5);
        ends.push(stick.a());
    }
    let moved = ends.iter().any(|end| (*end - ends[0]).length() > 0.3);
    assert!(moved, "the punch carries it along");
}

#[test]
fn what_hits_stands_on_a_layer_of_its_own() {
    let armoury = Armoury::new("roles");
    let actor = |name: &str, fields: &str| {
        format!(
            "[[actor]]\nname = '{name}'\nmodel = 'boxed.glb'\nhitboxes = 'file'\n\
             layer = 'body'\nattack_layer = 'blade'\n{fields}\n"
        )
    };
    let scene = |one: &str, other: &str| {
        let text = format!(
            "ticks = 0\n[layers]\nnames = ['body', 'blade']\n\
             responses = [['body', 'body', 'ignore'], ['blade', 'blade', 'ignore']]\n{}{}",
            actor("one", one),
            actor("other", other)
        );
        lines(&all_events(&mut armoury.run(&text)).unwrap())
    };
    // One inside the other: all of one meets all of the other, where layers let it. Fists are far
    // from heads, and so nothing hits until the head does.
    assert_eq!(scene("", ""), [""; 0], "heads do not hit heads");
    assert_eq!(
        scene("attack = ['skull']", ""),
        ["tick     0  meet       one -> other", "tick     0  enter      one/skull -> other/skull"]
    );
    assert_eq!(scene("attack = ['skull']", "attack = ['skull']"), [""; 0]);
    let fists =
        ["tick     0  meet       one -> other", "tick     0  enter      one/fist -> other/fist"];
    assert_eq!(scene("", "hurt = ['fist']"), fists, "what the file says can be said otherwise");
}

#[test]
fn a_fitted_rig_goes_through_a_file_unchanged() {
    let mut models = vec![fighter::glb()];
    if let Some(folder) = crate::assets::assets() {
        for (file, _) in crate::assets::CHARACTERS {
            models.push(fs::read(folder.join(file)).unwrap());
        }
    }
    for bytes in models {
        let model = Model::from_slice(&bytes, "model").unwrap();
        let fitted = asunder_fit::fit(&model, &asunder_fit::Options::default()).unwrap();
        let rigging = fitted.into_rigging();
        let written = write_colliders(&bytes, "model", &rigging.colliders()).unwrap();
        assert_eq!(written.warnings, []);
        let again = Model::from_slice(&written.bytes, "model").unwrap();
        assert_eq!(Rigging::of(&again, &again.colliders).unwrap(), rigging);
    }
}

#[test]
fn nodes_get_fitted_hitboxes_or_none_and_regions_by_name() {
    let armoury = Armoury::new("chosen");
    let names = |fields: &str| -> Vec<String> {
        let text = format!("ticks = 0\n[[actor]]\nname = 'it'\nmodel = 'plain.glb'\n{fields}");
        shapes(&armoury.run(&text)).into_iter().map(|(name, _)| name).collect()
    };
    let all = names("");
    let rest = names("without = ['head', 'upper_leg.l']");
    let gone = ["it/head", "it/thigh.l", "it/shin.l", "it/foot.l"];
    let left: Vec<&String> = all.iter().filter(|it| !gone.contains(&it.as_str())).collect();
    assert_eq!((rest.iter().collect::<Vec<_>>(), rest.len() + 4), (left, all.len()));
    assert_eq!(names("only = ['head']\nregions = { head = 'weak' }"), ["it/weak"]);

    let refused = |fields: &str| {
        let text = format!("ticks = 0\n[[actor]]\nname = 'it'\nmodel = 'plain.glb'\n{fields}");
        let scene = Scene::from_toml(&text, armoury.0.join("it.toml")).unwrap();
        Runner::new(&scene).unwrap_err().to_string()
    };
    let error = refused("without = ['cape']");
    assert!(error.contains("it.toml:4:9: ") && error.contains("\"cape\""), "{error}");
    let error = refused("regions = { cape = 'tail' }");
    assert!(error.contains("is given to \"cape\", which is no node"), "{error}");
    let error = refused("hitboxes = 'boxes.qc'\nonly = ['head']");
    let expected =
        "it.toml:5:12: the hitboxes are not fitted; expected `hitboxes = \"fitted\"` beside";
    assert!(error.contains(expected), "{error}");
}
