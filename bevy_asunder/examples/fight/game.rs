//! Two animated fighters with hitboxes on their bones, without their window: keys walk and strike.
//!
//! A strike is an attack of the sword's hitbox: it is swept from tick to tick, so that a fast one passes
//! through nothing, and hits each victim once.

use crate::figure::Figure;
use asunder::Role;
use asunder::world::AttackId;
use bevy::prelude::*;
use bevy_asunder::asunder;
use bevy_asunder::prelude::*;

/// The speed of the walk, in metres a second.
const SPEED: f32 = 1.0;
/// The part of a strike's clip, in seconds, in which the sword hits.
const ACTIVE: [f32; 2] = [0.1, 0.5];

/// Who fights: the entity that walks. Its figure hangs below it.
#[derive(Component)]
pub(crate) struct Fighter {
    keys: FighterKeys,
    /// The clip that plays, and for how long it has, in seconds.
    pub(crate) clip: &'static str,
    pub(crate) time: f32,
    /// The attack of this strike, while the sword hits.
    pub(crate) attack: Option<AttackId>,
    /// How often this one was hit, and where last.
    pub(crate) hits: u32,
    pub(crate) last_hit: Option<Part>,
}

/// The keys of a fighter.
#[derive(Clone, Copy)]
struct FighterKeys {
    left: KeyCode,
    right: KeyCode,
    strike: KeyCode,
}

/// The part of a fighter that is animated, and whose it is.
#[derive(Component)]
pub(crate) struct Animated(pub(crate) Entity);

/// The game: a plugin without window or drawing.
pub(crate) struct Fight;

/// Bodies stop one another, swords meet hitboxes, and nothing else meets.
fn layers() -> Result<Layers, asunder::world::LayerError> {
    let mut layers = Layers::new().layer("body")?.layer("hurt")?.layer("sword")?;
    for (a, b) in [("body", "hurt"), ("body", "sword"), ("hurt", "hurt"), ("sword", "sword")] {
        layers = layers.respond(a, b, Response::Ignore)?;
    }
    layers.respond("body", "body", Response::Block)
}

impl Plugin for Fight {
    fn build(&self, app: &mut App) {
        let figure = Figure::new().expect("the fighter's model has a hand, and can be fitted");
        let layers = layers().expect("the layers are there");
        app.add_plugins(AsunderPlugin3::new().layers(layers).in_fixed_update())
            .insert_resource(figure)
            .add_systems(Startup, spawn)
            .add_systems(FixedUpdate, (steer, strike, animate).chain())
            .add_systems(FixedPostUpdate, hurt.after(AsunderSystems::Step));
    }
}

fn spawn(mut commands: Commands, figure: Res<Figure>) {
    let first = FighterKeys { left: KeyCode::KeyA, right: KeyCode::KeyD, strike: KeyCode::Space };
    let second = FighterKeys {
        left: KeyCode::ArrowLeft,
        right: KeyCode::ArrowRight,
        strike: KeyCode::Enter,
    };
    for (name, keys, x, yaw) in [("red", first, -1.25, 90.0_f32), ("blue", second, 1.25, -90.0)] {
        let fighter =
            Fighter { keys, clip: "idle", time: 0.0, attack: None, hits: 0, last_hit: None };
        let capsule = Capsule3::new([0.0, 0.3, 0.0], [0.0, 1.5, 0.0], 0.3);
        let turned = Quat::from_rotation_y(yaw.to_radians());
        let root = commands
            .spawn((
                Name::new(name),
                fighter,
                (Collider::new(capsule), Layer::new("body"), Walker::<Vec3>::with_steps(0.1)),
                Transform::from_xyz(x, 0.0, 0.0).with_rotation(turned),
            ))
            .id();
        let body = commands.spawn((Animated(root), ChildOf(root))).id();
        let mut joints = Vec::new();
        for (bone, transform) in figure.rig.bones().iter().zip(figure.pose("idle", 0.0)) {
            let joint = (Name::new(bone.name.clone()), transform, ChildOf(body));
            joints.push(commands.spawn(joint).id());
        }
        let rig = HitboxRig::with_joints(figure.rig.clone(), joints)
            .layer_of(Role::Attack, Layer::new("sword"));
        commands.entity(body).insert((rig, Layer::new("hurt"), Body::moving().of(root)));
    }
}

fn steer(keys: Res<ButtonInput<KeyCode>>, mut fighters: Query<(&mut Fighter, &mut Walker<Vec3>)>) {
    for (mut fighter, mut walker) in &mut fighters {
        let held = |key| if keys.pressed(key) { SPEED } else { 0.0 };
        let free = fighter.clip == "idle" || fighter.clip == "walk";
        let run = if free { held(fighter.keys.right) - held(fighter.keys.left) } else { 0.0 };
        walker.velocity = vec3(run, 0.0, 0.0);
        let wanted = if run == 0.0 { "idle" } else { "walk" };
        if free && keys.pressed(fighter.keys.strike) {
            (fighter.clip, fighter.time) = ("punch", 0.0);
        } else if free && fighter.clip != wanted {
            (fighter.clip, fighter.time) = (wanted, 0.0);
        }
    }
}

/// Begins and ends the attack of a strike.
fn strike(
    mut world: ResMut<CollisionWorld3>,
    mut fighters: Query<(Entity, &mut Fighter)>,
    bodies: Query<(Entity, &Animated)>,
) {
    for (root, mut fighter) in &mut fighters {
        let active = fighter.clip == "punch" && (ACTIVE[0]..ACTIVE[1]).contains(&fighter.time);
        match fighter.attack {
            None if active => {
                let Some((body, _)) = bodies.iter().find(|(_, body)| body.0 == root) else {
                    continue;
                };
                let sword = world.parts_with_role(body, Role::Attack);
                // It is in the world: the sword is a hitbox of the rig.
                fighter.attack = world.begin_attack(body, &sword, None).ok();
            }
            Some(attack) if !active => {
                // It was begun here, and is ended once.
                let _ = world.end_attack(attack);
                fighter.attack = None;
            }
            _ => {}
        }
    }
}

/// Goes on in the clips, and places the bones.
fn animate(
    time: Res<Time>,
    figure: Res<Figure>,
    mut fighters: Query<&mut Fighter>,
    bodies: Query<(&Animated, &HitboxRig)>,
    mut joints: Query<&mut Transform>,
) {
    for (body, rig) in &bodies {
        let Ok(mut fighter) = fighters.get_mut(body.0) else { continue };
        fighter.time += time.delta_secs();
        let length = figure.length(fighter.clip);
        if fighter.time >= length {
            let loops = fighter.clip == "idle" || fighter.clip == "walk";
            fighter.time = if loops { fighter.time % length } else { 0.0 };
            fighter.clip = if loops { fighter.clip } else { "idle" };
        }
        for (joint, transform) in rig.joints().iter().zip(figure.pose(fighter.clip, fighter.time)) {
            if let Ok(mut place) = joints.get_mut(*joint) {
                *place = transform;
            }
        }
    }
}

/// Who is hit reels.
fn hurt(
    mut hits: MessageReader<Hit<Vec3>>,
    bodies: Query<&Animated>,
    mut fighters: Query<&mut Fighter>,
) {
    for hit in hits.read() {
        let Ok(body) = bodies.get(hit.victim.entity) else { continue };
        let Ok(mut victim) = fighters.get_mut(body.0) else { continue };
        victim.hits += 1;
        victim.last_hit = Some(hit.victim);
        (victim.clip, victim.time) = ("hit", 0.0);
    }
}
