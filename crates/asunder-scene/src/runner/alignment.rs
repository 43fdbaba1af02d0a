//! The alignment of hitboxes with their bones.

use asunder::Shape3;
use asunder::glam::Vec3;
use asunder_gltf::{Collider, Model};

/// Whether most of the long hitboxes lie across their bones: then their axes are not those of the
/// model's bones.
pub(super) fn lie_across(colliders: &[Collider], model: &Model) -> bool {
    let lying = colliders
        .iter()
        .filter_map(|it| cosine_to_bone(&it.shape, offset_to_child(model, it.node)?));
    let (across, all) =
        lying.fold((0, 0), |(across, all), cosine| (across + u32::from(cosine < 0.5), all + 1));
    all > 1 && 2 * across > all
}

/// The cosine between a long shape and a direction; `None` if the shape is not long.
fn cosine_to_bone(shape: &Shape3, direction: Vec3) -> Option<f32> {
    /// The least ratio of length to width of a long shape.
    const LEAST_ASPECT: f32 = 1.5;
    let sides = match shape {
        Shape3::Capsule(it) if (it.b() - it.a()).length() > it.radius() => {
            vec![it.b() - it.a()]
        }
        Shape3::Aabb(it) => {
            let half = it.half_extents();
            vec![Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z]
        }
        Shape3::Obb(it) => {
            let (axes, half) = (it.axes(), it.half_extents());
            (0..3).map(|i| axes[i] * half[i]).collect()
        }
        _ => return None,
    };
    let longest =
        sides.iter().copied().reduce(|a, b| if b.length() > a.length() { b } else { a })?;
    let others = sides.iter().filter(|side| **side != longest);
    let is_long = { others }.all(|side| longest.length() >= LEAST_ASPECT * side.length());
    let cosine = longest.dot(direction).abs() / (longest.length() * direction.length());
    (is_long && cosine.is_finite()).then_some(cosine)
}

/// The offset from a node to its farthest child, in its space.
fn offset_to_child(model: &Model, node: usize) -> Option<Vec3> {
    let children = model.nodes.iter().filter(|child| child.parent == Some(node));
    let direction = |m: asunder_gltf::Matrix| Vec3::new(m[12], m[13], m[14]);
    children
        .map(|child| direction(child.rest.matrix()))
        .reduce(|a, b| if b.length() > a.length() { b } else { a })
}
