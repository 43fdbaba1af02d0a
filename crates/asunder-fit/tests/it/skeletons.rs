//! Bodies with the joints of several conventions: their regions, and which of them last.

use crate::fixture::{Fixture, rigid};
use asunder_fit::{Detail, Fit, FitError, Options, Selection, fit};
use asunder_gltf::{Model, bone_index};
use serde_json::json;
use std::collections::BTreeSet;

/// A joint: its name, that of its parent, its place, and the region it is expected to have.
struct Joint {
    name: String,
    parent: Option<String>,
    at: [f64; 3],
    region: String,
}

/// The names of a convention. In those of limbs `{}` stands for the side.
struct Convention {
    sides: [&'static str; 2],
    /// From the hips up to where the arms begin, with regions.
    trunk: &'static [(&'static str, &'static str)],
    /// From the neck up.
    head: &'static [(&'static str, &'static str)],
    arm: &'static [(&'static str, &'static str)],
    leg: &'static [(&'static str, &'static str)],
    /// What the arms hang on, where it is not the end of the trunk.
    arms_on: Option<&'static str>,
    /// Each a chain of three joints on the hand.
    fingers: &'static [&'static str],
}

const MIXAMO: Convention = Convention {
    sides: ["Left", "Right"],
    trunk: &[
        ("mixamorig:Hips", "hips"),
        ("mixamorig:Spine", "stomach"),
        ("mixamorig:Spine1", "chest"),
        ("mixamorig:Spine2", "chest"),
    ],
    head: &[
        ("mixamorig:Neck", "neck"),
        ("mixamorig:Head", "head"),
        ("mixamorig:HeadTop_End", "head"),
    ],
    arm: &[
        ("mixamorig:{}Shoulder", "shoulder"),
        ("mixamorig:{}Arm", "arm"),
        ("mixamorig:{}ForeArm", "forearm"),
        ("mixamorig:{}Hand", "hand"),
    ],
    leg: &[
        ("mixamorig:{}UpLeg", "thigh"),
        ("mixamorig:{}Leg", "shin"),
        ("mixamorig:{}Foot", "foot"),
        ("mixamorig:{}ToeBase", "foot"),
        ("mixamorig:{}Toe_End", "foot"),
    ],
    arms_on: None,
    fingers: &[
        "mixamorig:{}HandThumb",
        "mixamorig:{}HandIndex",
        "mixamorig:{}HandMiddle",
        "mixamorig:{}HandRing",
        "mixamorig:{}HandPinky",
    ],
};

const VRM: Convention = Convention {
    sides: ["L", "R"],
    trunk: &[
        ("J_Bip_C_Hips", "hips"),
        ("J_Bip_C_Spine", "stomach"),
        ("J_Bip_C_Chest", "chest"),
        ("J_Bip_C_UpperChest", "chest"),
    ],
    head: &[("J_Bip_C_Neck", "neck"), ("J_Bip_C_Head", "head"), ("J_Sec_Hair1_01", "head")],
    arm: &[
        ("J_Bip_{}_Shoulder", "shoulder"),
        ("J_Bip_{}_UpperArm", "arm"),
        ("J_Bip_{}_LowerArm", "forearm"),
        ("J_Bip_{}_Hand", "hand"),
    ],
    leg: &[
        ("J_Bip_{}_UpperLeg", "thigh"),
        ("J_Bip_{}_LowerLeg", "shin"),
        ("J_Bip_{}_Foot", "foot"),
        ("J_Bip_{}_ToeBase", "foot"),
    ],
    arms_on: None,
    fingers: &["J_Bip_{}_Index", "J_Bip_{}_Little"],
};

const RIGIFY: Convention = Convention {
    sides: ["L", "R"],
    trunk: &[
        ("DEF-spine", "hips"),
        ("DEF-spine.001", "stomach"),
        ("DEF-spine.002", "chest"),
        ("DEF-spine.003", "chest"),
    ],
    head: &[("DEF-spine.004", "neck"), ("DEF-spine.005", "neck"), ("DEF-spine.006", "head")],
    arm: &[
        ("DEF-shoulder.{}", "shoulder"),
        ("DEF-upper_arm.{}", "arm"),
        ("DEF-upper_arm.{}.001", "arm"),
        ("DEF-forearm.{}", "forearm"),
        ("DEF-forearm.{}.001", "forearm"),
        ("DEF-hand.{}", "hand"),
    ],
    leg: &[
        ("DEF-thigh.{}", "thigh"),
        ("DEF-thigh.{}.001", "thigh"),
        ("DEF-shin.{}", "shin"),
        ("DEF-foot.{}", "foot"),
        ("DEF-toe.{}", "foot"),
    ],
    arms_on: None,
    fingers: &["DEF-f_index.{}.0"],
};

const BIPED: Convention = Convention {
    sides: ["L", "R"],
    trunk: &[("Bip01 Pelvis", "hips"), ("Bip01 Spine", "stomach"), ("Bip01 Spine1", "chest")],
    head: &[("Bip01 Neck", "neck"), ("Bip01 Head", "head")],
    arm: &[
        ("Bip01 {} Clavicle", "shoulder"),
        ("Bip01 {} UpperArm", "arm"),
        ("Bip01 {} Forearm", "forearm"),
        ("Bip01 {} Hand", "hand"),
    ],
    leg: &[
        ("Bip01 {} Thigh", "thigh"),
        ("Bip01 {} Calf", "shin"),
        ("Bip01 {} Foot", "foot"),
        ("Bip01 {} Toe0", "foot"),
    ],
    arms_on: Some("Bip01 Neck"),
    fingers: &["Bip01 {} Finger0"],
};

const SOURCE: Convention = Convention {
    sides: ["L", "R"],
    trunk: &[
        ("ValveBiped.Bip01_Pelvis", "hips"),
        ("ValveBiped.Bip01_Spine", "stomach"),
        ("ValveBiped.Bip01_Spine1", "stomach"),
        ("ValveBiped.Bip01_Spine2", "chest"),
        ("ValveBiped.Bip01_Spine4", "chest"),
    ],
    head: &[("ValveBiped.Bip01_Neck1", "neck"), ("ValveBiped.Bip01_Head1", "head")],
    arm: &[
        ("ValveBiped.Bip01_{}_Clavicle", "shoulder"),
        ("ValveBiped.Bip01_{}_UpperArm", "arm"),
        ("ValveBiped.Bip01_{}_Forearm", "forearm"),
        ("ValveBiped.Bip01_{}_Hand", "hand"),
    ],
    leg: &[
        ("ValveBiped.Bip01_{}_Thigh", "thigh"),
        ("ValveBiped.Bip01_{}_Calf", "shin"),
        ("ValveBiped.Bip01_{}_Foot", "foot"),
        ("ValveBiped.Bip01_{}_Toe0", "foot"),
    ],
    arms_on: None,
    fingers: &["ValveBiped.Bip01_{}_Finger1"],
};

const KAYKIT: Convention = Convention {
    sides: ["l", "r"],
    trunk: &[("hips", "hips"), ("spine", "stomach"), ("chest", "chest")],
    head: &[("head", "head")],
    arm: &[
        ("upperarm.{}", "arm"),
        ("lowerarm.{}", "forearm"),
        ("wrist.{}", "hand"),
        ("hand.{}", "hand"),
    ],
    leg: &[
        ("upperleg.{}", "thigh"),
        ("lowerleg.{}", "shin"),
        ("foot.{}", "foot"),
        ("toes.{}", "foot"),
    ],
    arms_on: None,
    fingers: &[],
};

/// CesiumMan's: the names say torso, neck, arm and leg, and no more.
const NUMBERED: Convention = Convention {
    sides: ["L", "R"],
    trunk: &[
        ("Skeleton_torso_joint_1", "hips"),
        ("Skeleton_torso_joint_2", "stomach"),
        ("torso_joint_3", "chest"),
    ],
    head: &[("Skeleton_neck_joint_1", "neck"), ("Skeleton_neck_joint_2", "head")],
    arm: &[
        ("Skeleton_arm_joint_{}__4_", "arm"),
        ("Skeleton_arm_joint_{}__3_", "forearm"),
        ("Skeleton_arm_joint_{}__2_", "hand"),
    ],
    leg: &[
        ("leg_joint_{}_1", "thigh"),
        ("leg_joint_{}_2", "shin"),
        ("leg_joint_{}_3", "foot"),
        ("leg_joint_{}_5", "foot"),
    ],
    arms_on: None,
    fingers: &[],
};

const CONVENTIONS: [&Convention; 7] = [&MIXAMO, &VRM, &RIGIFY, &BIPED, &SOURCE, &KAYKIT, &NUMBERED];

impl Convention {
    fn joints(&self) -> Vec<Joint> {
        let mut joints: Vec<Joint> = Vec::new();
        let mut chain = |names: Vec<(String, String)>,
                         mut parent: Option<String>,
                         from: [f64; 3],
                         step: [f64; 3]| {
            for (index, (name, region)) in names.into_iter().enumerate() {
                let at = [0, 1, 2].map(|i| from[i] + index as f64 * step[i]);
                joints.push(Joint { name: name.clone(), parent: parent.clone(), at, region });
                parent = Some(name);
            }
        };
        let plain = |names: &[(&str, &str)]| -> Vec<(String, String)> {
            names.iter().map(|(name, region)| (name.to_string(), region.to_string())).collect()
        };
        let (hips, top) = (self.trunk[0].0, self.trunk[self.trunk.len() - 1].0);
        chain(plain(self.trunk), None, [0.0, 1.0, 0.0], [0.0, 0.45 / self.trunk.len() as f64, 0.0]);
        chain(plain(self.head), Some(top.into()), [0.0, 1.5, 0.0], [0.0, 0.12, 0.0]);
        for (side, sign, suffix) in [(self.sides[0], 1.0, ".l"), (self.sides[1], -1.0, ".r")] {
            let sided = |names: &[(&str, &str)]| -> Vec<(String, String)> {
                let of = |(name, region): &(&str, &str)| {
                    (name.replace("{}", side), format!("{region}{suffix}"))
                };
                names.iter().map(of).collect()
            };
            let step = sign * 0.8 / self.arm.len() as f64;
            let on = self.arms_on.unwrap_or(top);
            chain(sided(self.arm), Some(on.into()), [sign * 0.1, 1.45, 0.0], [step, 0.0, 0.0]);
            let (hand, _) = self.arm[self.arm.len() - 1];
            for (finger, name) in self.fingers.iter().enumerate() {
                let names = (1..=3).map(|joint| {
                    (name.replace("{}", side) + &joint.to_string(), format!("hand{suffix}"))
                });
                let at = [sign * 0.9, 1.45, -0.04 + 0.02 * finger as f64];
                chain(names.collect(), Some(hand.replace("{}", side)), at, [sign * 0.04, 0.0, 0.0]);
            }
            let step = [0.0, -0.9 / self.leg.len() as f64, 0.02];
            chain(sided(self.leg), Some(hips.into()), [sign * 0.12, 0.9, 0.0], step);
        }
        joints
    }

    fn model(&self) -> Model {
        body(&self.joints())
    }
}

/// A body with a block of skin around each joint.
fn body(joints: &[Joint]) -> Model {
    let mut fixture = Fixture::default();
    let index = |name: &str| joints.iter().position(|joint| joint.name == name).unwrap();
    let mut numbers = Vec::new();
    for joint in joints {
        let above = joint.parent.as_ref().map_or([0.0; 3], |name| joints[index(name)].at);
        let is_child = |other: &&Joint| other.parent.as_ref() == Some(&joint.name);
        let children: Vec<usize> =
            joints.iter().filter(is_child).map(|it| index(&it.name)).collect();
        let translation = [0, 1, 2].map(|i| joint.at[i] - above[i]);
        let mut node = json!({"name": joint.name, "translation": translation});
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        let bind = rigid([0.0, 0.0, 0.0, 1.0], joint.at.map(|x| -x));
        numbers.push(fixture.joint(node, bind));
    }
    for (joint, number) in joints.iter().zip(numbers) {
        let is_finger = joint.name.contains("Hand") && joint.name.ends_with(['1', '2', '3']);
        let half = if is_finger { [0.02, 0.008, 0.008] } else { [0.08, 0.07, 0.06] };
        let corner = |c: usize| {
            [0, 1, 2]
                .map(|i| (joint.at[i] + if c >> i & 1 == 1 { half[i] } else { -half[i] }) as f32)
        };
        fixture.points(number, &(0..8).map(corner).collect::<Vec<_>>());
    }
    fixture.read()
}

/// The region of the hitbox that a bone's vertices are in.
fn region_of<'a>(fit: &'a Fit, bone: &str) -> &'a str {
    let bone = fit.rig().bones().iter().position(|it| it.name == bone).unwrap();
    fit.rig().label(fit.hitbox(bone_index(bone)).unwrap())
}

fn labels(fit: &Fit) -> BTreeSet<String> {
    let count = fit.rig().hitboxes().len();
    let labels: BTreeSet<String> = (0..count).map(|i| fit.rig().label(i).to_owned()).collect();
    assert_eq!(labels.len(), count, "a region names one hitbox");
    labels
}

#[test]
fn regions_are_alike_by_every_convention() {
    for convention in CONVENTIONS {
        let fit = fit(&convention.model(), &Options::default()).unwrap();
        for joint in convention.joints() {
            assert_eq!(region_of(&fit, &joint.name), joint.region, "{}", joint.name);
        }
        assert!((15..=20).contains(&labels(&fit).len()), "{:?}", labels(&fit));
        assert_eq!(fit.lost_regions(), &[] as &[[String; 2]]);
    }
}

#[test]
fn every_bone_has_a_hitbox_where_that_is_asked_for() {
    let detail = Options { detail: Detail::Bones, merge_below: 0.0, ..Options::default() };
    let fit = fit(&MIXAMO.model(), &detail).unwrap();
    assert_eq!(labels(&fit).len(), MIXAMO.joints().len());
    assert_eq!(region_of(&fit, "mixamorig:LeftHand"), "hand.l");
    assert_eq!(region_of(&fit, "mixamorig:LeftHandIndex1"), "hand_index1.l");
}

#[test]
fn head_hands_and_feet_last() {
    for convention in CONVENTIONS {
        let model = convention.model();
        for detail in [Detail::Regions, Detail::Bones] {
            for max in [1, 2, 5, 6, 8, 9, 10, 12, 15, 20, 24] {
                let options = Options { max: Some(max), detail, ..Options::default() };
                let fit = fit(&model, &options).unwrap();
                let labels = labels(&fit);
                let place = format!("{} {max} {labels:?}", convention.trunk[0].0);
                assert!((1..=max).contains(&labels.len()), "{place}");
                let has = |names: &[&str]| names.iter().all(|name| labels.contains(*name));
                assert!(max < 2 || has(&["head"]), "{place}");
                assert!(max < 8 || has(&["hand.l", "hand.r"]), "{place}");
                assert!(max < 10 || has(&["foot.l", "foot.r"]), "{place}");
                // A lost region is in one that is left.
                let lost = fit.lost_regions();
                assert!(
                    lost.iter().all(|[it, home]| !has(&[it]) && has(&[home])),
                    "{lost:?} {place}"
                );
                let of_body: BTreeSet<String> =
                    convention.joints().into_iter().map(|it| it.region).collect();
                assert_eq!(lost.len() + labels.intersection(&of_body).count(), of_body.len());
                // Never across head and neck, or hand and forearm, while anything else is left.
                for side in [".l", ".r"] {
                    let (hand, forearm) = (format!("hand{side}"), format!("forearm{side}"));
                    let in_it = |[it, home]: &[String; 2]| *it == hand && *home == forearm;
                    assert!(!lost.iter().any(in_it), "{lost:?} {place}");
                }
            }
        }
    }
}

#[test]
fn what_is_worn_is_no_part_of_the_body() {
    let mut joints = KAYKIT.joints();
    let more = [
        ("Cape_1", "chest", "cape_1"),
        ("Cape_2", "Cape_1", "cape_2"),
        ("ponytail", "head", "head"),
        ("sword", "hand.r", "sword"),
        ("tail_1", "hips", "tail"),
        ("tail_2", "tail_1", "tail_2"),
    ];
    for (number, (name, parent, region)) in more.into_iter().enumerate() {
        let (name, parent, region) = (name.into(), Some(parent.into()), region.into());
        joints.push(Joint { name, parent, at: [0.1, 1.2, -0.3 - number as f64 * 0.2], region });
    }
    let model = body(&joints);
    let fit = fit(&model, &Options::default()).unwrap();
    for joint in joints {
        assert_eq!(region_of(&fit, &joint.name), joint.region);
    }
}

#[test]
fn what_one_joint_may_hold_shares_a_hitbox() {
    let holding = |names: &[&str]| {
        let mut fixture = Fixture::default();
        let bind = rigid([0.0, 0.0, 0.0, 1.0], [0.0; 3]);
        let hand = fixture.joint(json!({"name": "hand.r", "children": [1]}), bind);
        let held: Vec<usize> = (2..2 + names.len()).collect();
        fixture.joint(json!({"name": "handslot.r", "children": held}), bind);
        for name in names {
            fixture.node(json!({"name": name, "mesh": 0}));
        }
        fixture.points(hand, &[[0.0, 0.0, 0.1], [0.1, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0; 3]]);
        fixture.read()
    };
    let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
    let of = |model: &Model, detail: Detail| {
        labels(&fit(model, &Options { detail, ..Options::default() }).unwrap())
    };
    let (one, three) = (holding(&["sword"]), holding(&["sword", "axe", "shield"]));
    assert_eq!(of(&one, Detail::Regions), names(&["hand.r", "sword"]));
    assert_eq!(of(&three, Detail::Regions), names(&["hand.r", "handslot.r"]));
    assert_eq!(of(&three, Detail::Bones), names(&["hand.r", "sword", "axe", "shield"]));
    // One that the user names is apart.
    let regions = vec![("axe".to_owned(), "axe".to_owned())];
    let named = fit(&three, &Options { regions, ..Options::default() }).unwrap();
    assert_eq!(labels(&named), names(&["hand.r", "handslot.r", "axe"]));
    assert_eq!(region_of(&named, "shield"), "handslot.r");
}

#[test]
fn chest_and_hips_of_who_stands_on_four_legs_stay_apart() {
    // A long trunk, with the arms and legs below its ends.
    let mut joints = KAYKIT.joints();
    for joint in &mut joints {
        let [x, y, z] = joint.at;
        let is_front = joint.region.starts_with("arm")
            || joint.region.starts_with("forearm")
            || joint.region.starts_with("hand")
            || joint.region == "chest"
            || joint.region == "head";
        let limb = joint.region.ends_with(".l") || joint.region.ends_with(".r");
        let side = x.signum() * 0.15;
        joint.at = match limb {
            true if is_front => [side, 1.15 - x.abs(), 1.6],
            true => [side, y, z],
            false if joint.region == "head" => [0.0, 1.2, 2.0],
            false => [0.0, 1.0, (y - 1.0) * 1.6 / 0.3],
        };
    }
    let model = body(&joints);
    for max in [8, 9, 10, 12] {
        let fit = fit(&model, &Options { max: Some(max), ..Options::default() }).unwrap();
        let labels = labels(&fit);
        assert!(labels.contains("hips") && labels.contains("chest"), "{max}: {labels:?}");
        assert!(labels.contains("head"), "{max}: {labels:?}");
    }
}

#[test]
fn the_user_names_regions() {
    let model = KAYKIT.model();
    let given = |bone: &str, region: &str| (bone.to_owned(), region.to_owned());
    let regions = vec![
        given("spine", "belly"),
        given("hips", "belly"),
        given("upperarm.l", "forearm.l"),
        given("chest", "neck"),
    ];
    let options = Options { regions, ..Options::default() };
    let named = fit(&model, &options).unwrap();
    assert_eq!(region_of(&named, "hips"), "belly");
    assert_eq!(
        named.hitbox(named.rig().bone("hips").unwrap()),
        named.hitbox(named.rig().bone("spine").unwrap())
    );
    assert_eq!(region_of(&named, "lowerarm.l"), "forearm.l");
    assert_eq!(region_of(&named, "upperarm.l"), "forearm.l");
    assert_eq!(region_of(&named, "lowerarm.r"), "forearm.r");
    assert_eq!(region_of(&named, "chest"), "neck");

    let options = Options { regions: vec![given("Hand_L", "hand.l")], ..Options::default() };
    let error = fit(&model, &options).unwrap_err();
    assert!(matches!(&error, FitError::NoBone { bone, .. } if bone == "Hand_L"), "{error}");
    let expected = "fixture: the region \"hand.l\" is given to \"Hand_L\", which is no node; expected the \
                    name of a bone, as `asunder inspect` lists them";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn what_is_left_out_has_no_hitbox() {
    let model = KAYKIT.model();
    let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<String>>();
    let all = labels(&fit(&model, &Options::default()).unwrap());
    let of = |without: &[&str], only: &[&str]| {
        let selection = Selection { without: names(without), only: names(only) };
        let model = selection.of(&model).unwrap();
        labels(&fit(&model, &Options::default()).unwrap())
    };
    assert_eq!(of(&[], &[]), all);
    // With what hangs on it.
    let gone = ["arm.l", "forearm.l", "hand.l"].map(String::from).into();
    assert_eq!(of(&["upperarm.l"], &[]), &all - &gone);
    assert_eq!(of(&[], &["upperarm.l"]), gone);
    assert_eq!(
        of(&["wrist.l"], &["upperarm.l"]),
        BTreeSet::from(["arm.l", "forearm.l"].map(String::from))
    );
    // Bones are the same.
    let selection = Selection { only: names(&["head"]), without: Vec::new() };
    let head = fit(&selection.of(&model).unwrap(), &Options::default()).unwrap();
    assert_eq!(head.nodes(), fit(&model, &Options::default()).unwrap().nodes());
    assert_eq!(head.hitbox(head.rig().bone("hips").unwrap()), None);

    let error = Selection { without: names(&["cape"]), only: Vec::new() }.of(&model).unwrap_err();
    assert!(error.to_string().contains("\"cape\""), "{error}");
}
