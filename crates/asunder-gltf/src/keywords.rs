//! Keywords of files for hitboxes: in `extras` of glTF, in rigs and in scenes.

use asunder::{Follow, Role};

/// The roles of hitboxes.
pub const ROLES: [(&str, Role); 3] =
    [("attack", Role::Attack), ("hurt", Role::Hurt), ("push", Role::Push)];

/// The parts of a bone's pose that a hitbox follows.
pub const FOLLOWS: [(&str, Follow); 3] = [
    ("position_rotation", Follow::PositionRotation),
    ("position", Follow::Position),
    ("position_scale", Follow::PositionScale),
];

/// The value of a keyword.
///
/// # Errors
/// If it is none of the list: the list's keywords, joined by commas.
pub fn parse<T: Copy>(list: &[(&str, T)], keyword: &str) -> Result<T, String> {
    let found = list.iter().find(|(known, _)| *known == keyword);
    found.map(|(_, parse)| *parse).ok_or_else(|| {
        let known: Vec<_> = list.iter().map(|(known, _)| *known).collect();
        known.join(", ")
    })
}

/// The keyword of a value; empty if the list has none.
pub fn keyword<'a, T: PartialEq>(list: &[(&'a str, T)], parse: &T) -> &'a str {
    list.iter().find(|(_, known)| known == parse).map_or("", |(keyword, _)| keyword)
}
