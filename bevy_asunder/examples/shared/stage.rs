//! What the examples in space share: camera, light, and boxes with faces.

use bevy::camera::visibility::RenderLayers;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::ecs::system::SystemParam;
use bevy::light::CascadeShadowConfigBuilder;
use bevy::prelude::*;

/// Spawns a camera that looks from a place at another, and light.
pub(crate) fn set_up(
    commands: &mut Commands,
    gizmos: &mut GizmoConfigStore,
    eye: Vec3,
    target: Vec3,
) {
    let ambient = AmbientLight { brightness: 500.0, ..default() };
    commands.spawn((
        Camera3d::default(),
        Tonemapping::None,
        ambient,
        Transform::from_translation(eye).looking_at(target, Vec3::Y),
    ));
    let light = DirectionalLight { illuminance: 5000.0, shadow_maps_enabled: true, ..default() };
    let shadows =
        CascadeShadowConfigBuilder { num_cascades: 1, maximum_distance: 25.0, ..default() };
    let from = Transform::from_xyz(-3.0, 8.0, 5.0).looking_at(Vec3::ZERO, Vec3::Y);
    commands.spawn((light, shadows.build(), from));
    let config = gizmos.config_mut::<DefaultGizmoConfigGroup>().0;
    config.line.width = 2.5;
    // In front of the faces whose edges they are.
    config.depth_bias = -0.002;
    config.render_layers = RenderLayers::layer(0);
    let config = gizmos.config_mut::<InFront>().0;
    config.line.width = 3.0;
    config.depth_bias = -1.0;
}

/// Lines that nothing hides.
#[derive(Default, Reflect, GizmoConfigGroup)]
pub(crate) struct InFront;

/// Makes meshes and materials.
#[derive(SystemParam)]
pub(crate) struct Looks<'w> {
    meshes: ResMut<'w, Assets<Mesh>>,
    materials: ResMut<'w, Assets<StandardMaterial>>,
}

impl Looks<'_> {
    /// A box of a size about the entity's origin.
    pub(crate) fn cuboid(&mut self, size: Vec3, color: Color) -> impl Bundle + use<> {
        let mesh = self.meshes.add(Cuboid::from_size(size));
        let alpha_mode = if color.alpha() < 1.0 { AlphaMode::Blend } else { AlphaMode::Opaque };
        let material = StandardMaterial {
            base_color: color,
            alpha_mode,
            perceptual_roughness: 0.9,
            ..default()
        };
        (Mesh3d(mesh), MeshMaterial3d(self.materials.add(material)))
    }
}
