//! Both preludes in one file: no name of one hides the other's. Bevy's is that of the features which the tests
//! build; what rendering and windows add to it is not looked at.

use bevy::prelude::*;
use bevy_asunder::prelude::*;

/// Every name of the prelude, beside some of Bevy's; an ambiguous one would not compile.
#[test]
fn the_preludes_do_not_clash() {
    type Own = (
        (AsunderPlugin, AsunderPlugin2, AsunderPlugin3, AsunderSystems),
        (Blocked, Body, Carrier, Collider, ColliderState, CollisionWorld),
        (CollisionWorld2, CollisionWorld3, Crushed, Entered, Exited, Hit, HitboxRig, Layer),
        (Part, RecorderPlugin, RecorderPlugin2, RecorderPlugin3, Refused, Unblocked, Walked),
        (Walker, Walker2, Walker3, Option<Collisions<'static>>),
        (LevelCollider, LevelCollider2, LevelCollider3),
        (Aabb2, Aabb3, BodyKind, Bone, Capsule2, Capsule3, ConvexHull2, ConvexHull3, Frustum2),
        (Frustum3, HalfSpace2, HalfSpace3, Hitbox, Layers, Obb2, Obb3, Parallelepiped2),
        (Parallelepiped3, Plane2, Plane3, Pose2, Pose3, Ray2, Ray3, Response, Rig, Segment2),
        (Segment3, Shape2, Shape3, SlideOptions<Vec3>, Sphere2, Sphere3, Triangle2, Triangle3),
        WalkOptions<Vec3>,
    );
    #[cfg(feature = "gizmos")]
    type Drawn = (ColliderColors, ColliderGizmos, ColliderGizmosPlugin);
    #[cfg(feature = "gizmos")]
    assert!(size_of::<Drawn>() > 0);
    #[cfg(feature = "mesh")]
    type OfMeshes = (LevelOfMesh, Entity);
    #[cfg(feature = "mesh")]
    assert!(size_of::<OfMeshes>() > 0);
    type Bevys = (App, Entity, World, Transform, GlobalTransform, Vec2, Vec3, Quat, Name, Rot2);
    type More = (Time, Children, ChildOf, Aabb2, Dir3, Ray3d, Capsule3d, Segment2d, Isometry3d);
    assert!(size_of::<Own>() > 0 && size_of::<Bevys>() > 0 && size_of::<More>() > 0);
}
