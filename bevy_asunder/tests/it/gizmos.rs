//! Colliders that are drawn.

use crate::{app, ball, spawn};
use bevy::prelude::*;
use bevy_asset::{AssetPlugin, Assets};
use bevy_asunder::prelude::*;
use bevy_color::LinearRgba;
use bevy_gizmos::{GizmoAsset, GizmoPlugin};

/// The colours of all line ends that a frame drew, each with how often it occurs.
fn drawn(app: &App) -> Vec<(LinearRgba, usize)> {
    let mut colors: Vec<(LinearRgba, usize)> = Vec::new();
    for (_, asset) in app.world().resource::<Assets<GizmoAsset>>().iter() {
        for color in asset.buffer().list_colors.iter().copied() {
            match colors.iter_mut().find(|(it, _)| *it == color) {
                Some((_, count)) => *count += 1,
                None => colors.push((color, 1)),
            }
        }
    }
    colors
}

#[test]
fn each_collider_is_drawn_in_the_colour_of_its_state() {
    let mut app = app();
    app.add_plugins((AssetPlugin::default(), GizmoPlugin, ColliderGizmosPlugin));
    spawn(&mut app, Collider::new(Aabb3::new([-1.0; 3], [1.0; 3])));
    spawn(&mut app, (ball(1.0), Transform::from_xyz(2.0, 0.0, 0.0)));
    let box_ = Collider::new(Aabb3::new([-1.0; 3], [1.0; 3]));
    spawn(&mut app, (box_, Transform::from_xyz(9.0, 0.0, 0.0)));
    app.update();
    let colors = ColliderColors::default();
    let of = |state| LinearRgba::from(colors.of(state));
    let drawn = drawn(&app);
    let count =
        |state| drawn.iter().find(|(it, _)| *it == of(state)).map_or(0, |(_, count)| *count);
    // Twelve edges of two ends: of the box that is free, and of the one that the ball touches.
    assert_eq!(count(ColliderState::Free), 24);
    // And three circles of thirty-two.
    assert_eq!(count(ColliderState::Touching), 24 + 3 * 2 * 32);
    assert_eq!(drawn.len(), 2, "{drawn:?}");
}

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
