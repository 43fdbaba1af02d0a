//! Body regions, guessed from the names of bones.

use std::collections::BTreeSet;

/// Words in the names of bones, and their regions. The first match counts; more words come before
/// fewer. A trailing `*` matches a number and what follows it, or a plural's `s`:
/// `toe*` is `toes` and `toe0nub`, but `arm*` is no `armature`.
///
/// The names are those of Mixamo (`LeftForeArm`), VRM (`leftLowerArm`), Rigify (`forearm.L`,
/// `DEF-upper_arm.L`), 3ds Max (`Bip01 L Forearm`), KayKit (`lowerarm.l`) and Source
/// (`ValveBiped.Bip01_L_Forearm`).
const TABLE: &[(&[&str], &str)] = &[
    (&["upper", "arm"], "arm"),
    (&["lower", "arm"], "forearm"),
    (&["fore", "arm"], "forearm"),
    (&["upper", "leg"], "thigh"),
    (&["up", "leg"], "thigh"),
    (&["lower", "leg"], "shin"),
    (&["upper", "chest"], "chest"),
    // Rigify counts from the hips to the head.
    (&["spine", "003"], "chest"),
    (&["spine", "004"], "neck"),
    (&["spine", "005"], "neck"),
    (&["spine", "006"], "head"),
    (&["toe*"], "foot"),
    (&["toebase*"], "foot"),
    (&["ball"], "foot"),
    (&["foot*"], "foot"),
    (&["feet"], "foot"),
    (&["ankle"], "foot"),
    (&["heel*"], "foot"),
    (&["thumb*"], "hand"),
    (&["index*"], "hand"),
    (&["middle*"], "hand"),
    (&["ring*"], "hand"),
    (&["pinky*"], "hand"),
    (&["little*"], "hand"),
    (&["finger*"], "hand"),
    (&["palm*"], "hand"),
    (&["wrist"], "hand"),
    (&["hand*"], "hand"),
    (&["upperarm*"], "arm"),
    (&["lowerarm*"], "forearm"),
    (&["forearm*"], "forearm"),
    (&["elbow"], "forearm"),
    (&["clavicle"], "shoulder"),
    (&["collar"], "shoulder"),
    (&["shoulder*"], "shoulder"),
    (&["upperleg*"], "thigh"),
    (&["upleg*"], "thigh"),
    (&["thigh*"], "thigh"),
    (&["lowerleg*"], "shin"),
    (&["calf*"], "shin"),
    (&["shin*"], "shin"),
    (&["knee"], "shin"),
    (&["arm*"], "arm"),
    (&["leg*"], "leg"),
    (&["hip"], "hips"),
    (&["jaw"], "head"),
    (&["eye*"], "head"),
    (&["eyeball*"], "head"),
    (&["eyelid*"], "head"),
    (&["eyebrow*"], "head"),
    (&["head*"], "head"),
    (&["neck*"], "neck"),
    (&["upperchest"], "chest"),
    (&["chest*"], "chest"),
    (&["breast*"], "chest"),
    (&["spine2"], "chest"),
    (&["spine3"], "chest"),
    (&["spine4"], "chest"),
    (&["torso"], "chest"),
    (&["spine*"], "stomach"),
    (&["abdomen"], "stomach"),
    (&["stomach"], "stomach"),
    (&["hips"], "hips"),
    (&["pelvis"], "hips"),
    (&["tail*"], "tail"),
];

/// Words that name the tool that made the bone.
const PREFIXES: [&str; 7] = ["mixamorig", "bip01", "bip001", "def", "valvebiped", "bone", "j"];

/// What the name of a bone says about its region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guess {
    /// The region in the table.
    pub(crate) region: &'static str,
    /// Whether the name says only which limb it is, or that it is of the spine: the place in the skeleton
    /// decides which part of it.
    pub(crate) is_generic: bool,
    pub(crate) side: Option<Side>,
}

/// What the name of a bone says; `None` if it is in no table.
pub(crate) fn guess(bone: &str) -> Option<Guess> {
    let words = words(bone);
    let (side, rest) = side(&words);
    let known: Vec<&str> = rest.iter().copied().filter(|word| !PREFIXES.contains(word)).collect();
    let fits = |word: &str, pattern: &str| match pattern.strip_suffix('*') {
        Some(start) => word.strip_prefix(start).is_some_and(|rest| {
            rest.is_empty() || rest == "s" || rest.starts_with(|c: char| c.is_ascii_digit())
        }),
        None => word == pattern,
    };
    let found = TABLE.iter().find(|(pattern, _)| {
        known
            .windows(pattern.len())
            .any(|run| run.iter().zip(*pattern).all(|(word, pattern)| fits(word, pattern)))
    });
    found.map(|&(pattern, region)| {
        let first = pattern[0];
        let is_generic = matches!(first, "arm*" | "leg*" | "torso") || first.starts_with("spine");
        Guess { region, is_generic, side }
    })
}

/// The normalized name: lower case, joined by `_`, with `.l` or `.r` at the end for a side.
pub(crate) fn normalized(bone: &str) -> String {
    let words = words(bone);
    let (side, rest) = side(&words);
    rest.join("_") + suffix(side)
}

pub(crate) fn suffix(side: Option<Side>) -> &'static str {
    side.map_or("", |side| if side == Side::Left { ".l" } else { ".r" })
}

/// Whether a word of the name is one of `wanted`, or begins with it.
pub(crate) fn has_word(bone: &str, wanted: &[&str]) -> bool {
    words(bone).iter().any(|word| wanted.iter().any(|it| word.starts_with(it)))
}

/// The name of a hitbox: the region, or the bone's normalized name if another hitbox is named after the
/// region, or that with a number.
pub(crate) fn label(region: &str, bone: &str, taken: &mut BTreeSet<String>) -> String {
    let own = normalized(bone);
    let numbered = (2..).map(|number| {
        let (stem, side) = match own.rsplit_once('.') {
            Some((stem, side)) => (stem, format!(".{side}")),
            None => (own.as_str(), String::new()),
        };
        format!("{stem}_{number}{side}")
    });
    let mut names = [region.to_owned(), own.clone()].into_iter().chain(numbered);
    let free = names.find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(free.clone());
    free
}

/// The side of the body that a bone's name states, and the rest of the name.
pub(crate) fn side_of(bone: &str) -> Option<(Side, String)> {
    let words = words(bone);
    let (side, rest) = side(&words);
    Some((side?, rest.join("_")))
}

/// A side of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Side {
    Left,
    Right,
}

/// The words of a name: without namespace, in lower case, split where case changes.
fn words(bone: &str) -> Vec<String> {
    let name = bone.rsplit(':').next().unwrap_or(bone);
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && before.is_lowercase()) {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The side that one of several words names, and the others.
fn side(words: &[String]) -> (Option<Side>, Vec<&str>) {
    let side = |word: &str| match word {
        "l" | "left" => Some(Side::Left),
        "r" | "right" => Some(Side::Right),
        _ => None,
    };
    let found = words.iter().position(|word| side(word).is_some()).filter(|_| words.len() > 1);
    let rest = words.iter().enumerate().filter(|(i, _)| Some(*i) != found);
    (found.and_then(|i| side(&words[i])), rest.map(|(_, word)| word.as_str()).collect())
}

#[cfg(test)]
mod tests {
    use super::{Side, guess, label, normalized, side_of, suffix};
    use std::collections::BTreeSet;

    #[test]
    fn names_of_every_convention_are_known() {
        for (bone, region) in [
            ("hand.r", "hand.r"),
            ("Hand_R", "hand.r"),
            ("mixamorig:LeftForeArm", "forearm.l"),
            ("mixamorig:Spine2", "chest"),
            ("mixamorig:LeftToeBase", "foot.l"),
            ("leftLowerArm", "forearm.l"),
            ("J_Bip_R_UpperLeg", "thigh.r"),
            ("DEF-upper_arm.L.001", "arm.l"),
            ("DEF-spine.001", "stomach"),
            ("DEF-spine.003", "chest"),
            ("DEF-spine.006", "head"),
            ("Bip01 L Thigh", "thigh.l"),
            ("Bip001 R Finger01", "hand.r"),
            ("ValveBiped.Bip01_R_Calf", "shin.r"),
            ("lowerarm.l", "forearm.l"),
            ("Head", "head"),
            ("Cape_1", "cape_1"),
            ("Right_Wing", "wing.r"),
            ("Bip01 L Toe0Nub", "foot.l"),
            ("toebase_r", "foot.r"),
            ("fingers.L", "hand.l"),
            ("HeadTop_End", "head"),
            // Words that only begin like a body part do not match.
            ("Armature", "armature"),
            ("armor.R", "armor.r"),
            ("Ringmail", "ringmail"),
            ("legacy_root", "legacy_root"),
            ("handle", "handle"),
            ("headband", "headband"),
            ("L", "l"),
            ("b:", ""),
        ] {
            let known = guess(bone).map(|it| format!("{}{}", it.region, suffix(it.side)));
            assert_eq!(known.unwrap_or_else(|| normalized(bone)), region, "{bone}");
        }
    }

    #[test]
    fn a_label_names_one_hitbox() {
        let mut taken = BTreeSet::new();
        let mut of = |region, bone| label(region, bone, &mut taken);
        assert_eq!(of("foot.l", "foot.l"), "foot.l");
        assert_eq!(of("foot.l", "toes.l"), "toes.l");
        assert_eq!(of("hand.l", "wrist.l"), "hand.l");
        // The name is taken, too.
        assert_eq!(of("hand.l", "hand.l"), "hand_2.l");
        assert_eq!(of("hand.l", "Hand_L"), "hand_3.l");
        assert_eq!(of("cape", "cape"), "cape");
        assert_eq!(of("cape", "Cape"), "cape_2");
    }

    #[test]
    fn sides_are_told_apart() {
        assert_eq!(side_of("Bip01 L Thigh"), Some((Side::Left, "bip01_thigh".into())));
        assert_eq!(side_of("thigh.R"), Some((Side::Right, "thigh".into())));
        assert_eq!(side_of("Pelvis"), None);
    }
}
