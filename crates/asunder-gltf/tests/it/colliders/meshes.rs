//! Meshes as colliders.

use asunder::prelude::*;
use asunder_gltf::{Fidelity, Purpose};
use serde_json::{Value, json};

use super::only;
use crate::fixture::Fixture;

/// A cube with corners at 0 and 1, as four of its corners.
pub(super) fn with_mesh(node: Value) -> Fixture {
    let mut fixture = Fixture::new(node);
    let points =
        [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3], [1.0, 0.0, 0.0]];
    let points = fixture.floats(&points);
    fixture.push("meshes", json!({"primitives": [{"attributes": {"POSITION": points}}]}));
    fixture
}

#[test]
fn meshes_become_hulls_or_boxes() {
    let collider = |geometry: Value| json!({"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": geometry}}}});
    let corners = [[0.0; 3], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let hull = Shape3::from(ConvexHull3::new(corners));
    for geometry in [json!({"mesh": 0, "convexHull": true}), json!({"node": 1, "convexHull": true})]
    {
        let fixture = with_mesh(json!([collider(geometry), {"mesh": 0}]));
        let found = only(&fixture);
        assert_eq!((found.shape, found.fidelity), (hull.clone(), Fidelity::Exact));
    }
    let model = with_mesh(json!([collider(json!({"mesh": 0}))])).read().unwrap();
    let found = &model.colliders[0];
    assert_eq!(found.fidelity, Fidelity::Encloses("a mesh"));
    let Shape3::Obb(around) = &found.shape else { panic!("{:?}", found.shape) };
    assert!(corners.iter().all(|&corner| around.contains(&asunder::glam::Vec3::from(corner))));
    let [warning] = model.warnings.as_slice() else { panic!("{:?}", model.warnings) };
    assert_eq!(warning.message, "a mesh is read as a box around it");

    // The node's children count, relative to it; its own transform does not.
    let fixture = with_mesh(json!([
        collider(json!({"node": 1, "convexHull": true})),
        {"translation": [100, 0, 0], "children": [2]},
        {"mesh": 0, "translation": [0, 0, 5]},
    ]));
    let moved = corners.map(|[x, y, z]| [x, y, z + 5.0]);
    assert_eq!(only(&fixture).shape, ConvexHull3::new(moved).into());

    // A hull was called so in the early drafts.
    for shape in
        [json!({"type": "convex", "convex": {"mesh": 0}}), json!({"type": "hull", "mesh": 0})]
    {
        let mut fixture = with_mesh(json!([{"extensions": {"OMI_physics_body": {
            "trigger": {"shape": 0}
        }}}]));
        fixture.json["extensions"] = json!({"OMI_physics_shape": {"shapes": [shape]}});
        let found = only(&fixture);
        assert_eq!((found.shape, found.purpose), (hull.clone(), Purpose::Trigger));
    }
}
