//! The names that a wrong name may have been meant for.

/// Names that other libraries and people use, and ours.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("box", &["obb", "aabb"]),
    ("cube", &["obb", "aabb"]),
    ("cuboid", &["obb", "aabb"]),
    ("rect", &["obb", "aabb"]),
    ("rectangle", &["obb", "aabb"]),
    ("bounds", &["aabb"]),
    ("ball", &["sphere"]),
    ("circle", &["sphere"]),
    ("disc", &["sphere"]),
    ("disk", &["sphere"]),
    ("pill", &["capsule"]),
    ("line", &["segment", "ray"]),
    ("floor", &["half_space"]),
    ("ground", &["half_space"]),
    ("hull", &["convex_hull"]),
    ("convex", &["convex_hull"]),
    ("polygon", &["convex_hull"]),
    ("polyhedron", &["convex_hull"]),
    ("parallelogram", &["parallelepiped"]),
    ("camera", &["frustum"]),
    ("vertex", &["point"]),
    ("position", &["center", "point"]),
    ("pos", &["center"]),
    ("origin", &["center"]),
    ("translation", &["center"]),
    ("extents", &["half_extents"]),
    ("half_size", &["half_extents"]),
    ("size", &["half_extents"]),
    ("quaternion", &["rotation"]),
    ("orientation", &["rotation"]),
    ("quat", &["rotation"]),
    ("angle", &["rotation"]),
    ("r", &["radius"]),
    ("n", &["normal"]),
    ("d", &["offset"]),
    ("distance", &["offset"]),
    ("start", &["a"]),
    ("end", &["b"]),
    ("from", &["a"]),
    ("to", &["b"]),
];

/// A question about the names that `wrong` may have been meant for, `did you mean obb or aabb? `, or
/// nothing.
pub(super) fn suggestion(wrong: &str, known: &[&str]) -> String {
    let lower = wrong.to_ascii_lowercase();
    let mut near: Vec<&str> = Vec::new();
    let synonyms =
        SYNONYMS.iter().find(|(name, _)| *name == lower).map_or(&[][..], |(_, ours)| ours);
    for name in synonyms.iter().filter(|name| known.contains(name)) {
        near.push(name);
    }
    if near.is_empty() {
        let letters = |name: &str| name.replace(['_', '-'], "").to_ascii_lowercase();
        // One slip in three letters.
        let slips = |name: &str| distance(letters(wrong).as_bytes(), letters(name).as_bytes());
        let close = known.iter().filter(|name| 3 * slips(name) <= name.len());
        let least = close.clone().map(|name| slips(name)).min();
        near.extend(close.filter(|name| Some(slips(name)) == least));
    }
    if near.is_empty() { String::new() } else { format!("did you mean {}? ", near.join(" or ")) }
}

/// The number of letters to insert, remove or replace (Levenshtein 1966).
fn distance(a: &[u8], b: &[u8]) -> usize {
    // Names are short; what is not, is far from all of them.
    if a.len() > 40 {
        return a.len();
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_and_other_names_lead_to_ours() {
        let kinds = ["obb", "aabb", "sphere", "half_space", "convex_hull"];
        for (wrong, expected) in [
            ("box", "did you mean obb or aabb? "),
            ("ball", "did you mean sphere? "),
            ("shpere", "did you mean sphere? "),
            ("halfSpace", "did you mean half_space? "),
            ("abb", "did you mean obb or aabb? "),
            ("torus", ""),
            ("", ""),
        ] {
            assert_eq!(suggestion(wrong, &kinds), expected, "{wrong}");
        }
        assert_eq!(suggestion("box", &["sphere"]), "", "only what may stand there");
        assert_eq!(suggestion("centre", &["center", "radius"]), "did you mean center? ");
        assert_eq!(suggestion(&"x".repeat(100_000), &kinds), "");
    }

    #[test]
    fn distances_count_letters() {
        for (a, b, expected) in
            [("", "abc", 3), ("abc", "abc", 0), ("abc", "axc", 1), ("ab", "b", 1)]
        {
            assert_eq!(distance(a.as_bytes(), b.as_bytes()), expected);
        }
    }
}
