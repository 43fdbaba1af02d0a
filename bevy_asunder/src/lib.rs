//! Exact collision in Bevy: asunder's shapes as components, its events as messages, its answers by entity.
//!
//! Add an [`AsunderPlugin`] for the plane or for space, give entities a [`Collider`], and read [`Entered`].
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_asunder::prelude::*;
//!
//! let mut app = App::new();
//! app.add_plugins((MinimalPlugins, TransformPlugin, AsunderPlugin3::new()));
//! let coin = app.world_mut().spawn((
//!     Collider::new(Sphere3::new([0.0, 0.0, 0.0], 1.0)),
//!     Body::fixed(),
//!     Transform::from_xyz(3.0, 0.0, 0.0),
//! ));
//! let coin = coin.id();
//! let player = app.world_mut().spawn(Collider::new(Sphere3::new([0.0, 0.0, 0.0], 1.0))).id();
//! app.update();
//!
//! app.world_mut().get_mut::<Transform>(player).unwrap().translation.x = 1.0;
//! app.update();
//! let messages = app.world_mut().resource_mut::<Messages<Entered>>().drain().collect::<Vec<_>>();
//! assert_eq!(messages.len(), 1, "touching counts");
//! assert_eq!(messages[0].of(player).unwrap().1.entity, coin);
//! ```
//!
//! # The order of a frame
//!
//! `Update` moves things. In `PostUpdate`, carriers and walkers move, Bevy propagates transforms, every
//! collider goes where its entity is, the world steps, and messages are sent ([`AsunderSystems`]): systems
//! after [`AsunderSystems::Step`] read in the same frame what happened to it.
//!
//! # Features
//!
//! - `gizmos`: draws colliders, coloured by what happens to them.
//! - `mesh`: levels made of Bevy's meshes.
//! - `fit`: hitboxes fitted to the skin of a scene.
//! - `windows`: what the examples need. The library uses none of it.

mod body;
mod error;
#[cfg(feature = "fit")]
mod fit;
#[cfg(feature = "gizmos")]
mod gizmos;
mod level;
mod messages;
mod plugin;
mod queries;
mod recorder;
mod rig;
mod scale;
mod space;
mod step;
mod sync;
mod walk;
mod world;

pub use asunder;
#[cfg(feature = "fit")]
pub use asunder_fit;
#[cfg(feature = "fit")]
pub use asunder_gltf;

pub use body::{Body, Collider, Layer};
pub use error::{Refusal, Refused};
#[cfg(feature = "gizmos")]
pub use gizmos::{ColliderColors, ColliderGizmos, ColliderGizmosPlugin};
#[cfg(feature = "mesh")]
pub use level::LevelOfMesh;
pub use level::{LevelCollider, LevelCollider2, LevelCollider3};
pub use messages::{Blocked, Crushed, Entered, Exited, Hit, Part, Unblocked};
pub use plugin::{AsunderPlugin, AsunderPlugin2, AsunderPlugin3, AsunderSystems};
pub use queries::{Collisions, Question, Seen};
pub use recorder::{RecorderPlugin, RecorderPlugin2, RecorderPlugin3, WorldRecorder};
pub use rig::HitboxRig;
pub use space::Space;
pub use walk::{Carrier, Standing, WalkHit, Walked, Walker, Walker2, Walker3};
pub use world::{ColliderState, CollisionWorld, CollisionWorld2, CollisionWorld3};

/// What a first game needs: the components, plugins, messages and the system parameter, and asunder's shapes.
/// None of its names is one of `bevy::prelude`, of the parts of Bevy that open no window: a test names them all.
/// Bevy's prelude has an `Enter` of the pointer: hence [`Entered`].
pub mod prelude {
    #[cfg(feature = "mesh")]
    pub use crate::LevelOfMesh;
    pub use crate::{
        AsunderPlugin, AsunderPlugin2, AsunderPlugin3, AsunderSystems, Blocked, Body, Carrier,
        Collider, ColliderState, CollisionWorld, CollisionWorld2, CollisionWorld3, Collisions,
        Crushed, Entered, Exited, Hit, HitboxRig, Layer, LevelCollider, LevelCollider2,
        LevelCollider3, Part, RecorderPlugin, RecorderPlugin2, RecorderPlugin3, Refused, Unblocked,
        Walked, Walker, Walker2, Walker3,
    };
    #[cfg(feature = "gizmos")]
    pub use crate::{ColliderColors, ColliderGizmos, ColliderGizmosPlugin};
    pub use asunder::prelude::{
        Aabb2, Aabb3, BodyKind, Bone, Capsule2, Capsule3, ConvexHull2, ConvexHull3, Frustum2,
        Frustum3, HalfSpace2, HalfSpace3, Hitbox, Layers, Obb2, Obb3, Parallelepiped2,
        Parallelepiped3, Plane2, Plane3, Pose2, Pose3, Ray2, Ray3, Response, Rig, Segment2,
        Segment3, Shape2, Shape3, SlideOptions, Sphere2, Sphere3, Triangle2, Triangle3,
        WalkOptions,
    };
    pub use asunder::{
        Cast as _, CastRotating as _, ClosestPoint as _, ContactOf as _, Contains as _,
        Distance as _, Enclosing as _, Explain as _, Intersects as _, Mover as _, PartedFrom as _,
        Penetrates as _, PenetrationOf as _, RayCast as _, SideOf as _, Sweep as _,
    };
}

/// The code of the README and of the page about Bevy is tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../docs/engines/bevy.md")]
struct Pages;
