//! What part of the body a bone stands for, from its name.

/// The bone's name in one spelling: lower case, without namespace, words joined by `_`, and `.l` or
/// `.r` at the end for a side: `mixamorig:Upper Arm_L` is `upper_arm.l`.
pub(crate) fn of(bone: &str) -> String {
    let name = bone.rsplit(':').next().unwrap_or(bone).to_lowercase();
    let mut words: Vec<&str> =
        name.split([' ', '_', '-', '.']).filter(|word| !word.is_empty()).collect();
    let side = match words.as_slice() {
        [_, .., "l" | "left"] => ".l",
        [_, .., "r" | "right"] => ".r",
        _ => "",
    };
    if !side.is_empty() {
        words.pop();
    }
    words.join("_") + side
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn names_get_one_spelling() {
        for (bone, region) in [
            ("hand.r", "hand.r"),
            ("Hand_R", "hand.r"),
            ("mixamorig:Upper Arm-Left", "upper_arm.l"),
            ("Head", "head"),
            ("lower_arm.l.001", "lower_arm_l_001"),
            ("L", "l"),
            ("b:", ""),
        ] {
            assert_eq!(of(bone), region, "{bone}");
        }
    }
}
