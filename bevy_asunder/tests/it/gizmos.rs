//! Colours of states.

use bevy_asunder::prelude::*;

#[test]
fn each_state_has_a_colour_of_its_own() {
    let colors = ColliderColors::default();
    let states =
        [ColliderState::Free, ColliderState::Touching, ColliderState::Blocked, ColliderState::Hit];
    for (i, a) in states.iter().enumerate() {
        for b in &states[..i] {
            assert_ne!(colors.of(*a), colors.of(*b), "{a:?}, {b:?}");
        }
    }
}
