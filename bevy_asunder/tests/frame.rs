//! What happens in a frame: no answer is a frame late.

use bevy::prelude::*;
use bevy_asunder::asunder::world::ExitReason;
use bevy_asunder::prelude::*;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, AsunderPlugin3::new()));
    app
}

fn ball(radius: f32) -> Collider {
    Collider::new(Sphere3::new([0.0, 0.0, 0.0], radius))
}

fn drain<M: Message>(app: &mut App) -> Vec<M> {
    app.world_mut().resource_mut::<Messages<M>>().drain().collect()
}

#[test]
fn a_move_in_update_is_answered_in_the_same_frame() {
    let mut app = app();
    let coin = app.world_mut().spawn((ball(1.0), Body::fixed(), Transform::from_xyz(3.0, 0.0, 0.0))).id();
    let player = app.world_mut().spawn(ball(1.0)).id();
    app.add_systems(Update, move |mut all: Query<&mut Transform>, mut frame: Local<u32>| {
        *frame += 1;
        all.get_mut(player).unwrap().translation.x = if *frame == 2 { 1.0 } else { 0.0 };
    });
    app.update();
    assert_eq!(drain::<Entered>(&mut app), []);
    app.update();
    let entered = drain::<Entered>(&mut app);
    assert_eq!(entered.len(), 1, "touching counts");
    let (own, other) = entered[0].of(player).unwrap();
    assert_eq!((own.entity, other.entity), (player, coin));
    app.update();
    let exited = drain::<Exited>(&mut app);
    assert_eq!(exited.len(), 1);
    assert_eq!(exited[0].reason, ExitReason::Parted);
    app.update();
    assert_eq!(drain::<Exited>(&mut app), []);
}
