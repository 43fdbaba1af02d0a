//! The words that files use for what a hitbox means: in `extras` of glTF, in rigs and in scenes.

use asunder::{Follow, Role};

/// What a hit on a hitbox means.
pub const ROLES: [(&str, Role); 3] =
    [("attack", Role::Attack), ("hurt", Role::Hurt), ("push", Role::Push)];

/// What a hitbox takes over from its bone.
pub const FOLLOWS: [(&str, Follow); 2] =
    [("position_rotation", Follow::PositionRotation), ("position", Follow::Position)];

/// What a word of a list means.
///
/// # Errors
/// The words of the list, joined by commas, if it is none of them.
pub fn meaning<T: Copy>(list: &[(&str, T)], word: &str) -> Result<T, String> {
    let found = list.iter().find(|(known, _)| *known == word);
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let known: Vec<_> = list.iter().map(|(known, _)| *known).collect();
        known.join(", ")
    })
}

/// The word for a meaning; empty if the list has none.
pub fn word<'a, T: PartialEq>(list: &[(&'a str, T)], meaning: &T) -> &'a str {
    list.iter().find(|(_, known)| known == meaning).map_or("", |(word, _)| word)
}
