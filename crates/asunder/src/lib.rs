//! Exact collision of bounding volumes: do these shapes touch, where, when, and which bone was hit?
//!
//! For any finite `f32` input, `a.intersects(&b)` is true **if and only if** the two closed shapes
//! described by exactly those bits share a point: no epsilon, no false positive, no false negative,
//! the same answer on every platform, compiler and optimisation level.
//!
//! ```
//! use asunder::prelude::*;
//!
//! let a = Obb3::new([0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0]);
//! let b = Obb3::new([2.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0]);
//! assert!(a.intersects(&b), "touching counts");
//! assert!(!a.penetrates(&b), "but a touch is no penetration");
//! ```
//!
//! # Conventions
//!
//! - Boxes have *half* extents. Angles are in radians; degrees where a name says so. Quaternions
//!   are x, y, z, w.
//! - Right- or left-handed, y up or down, metres or pixels: no answer changes, and there is no
//!   constant to tune.
//! - Sets are closed: touching counts as intersecting, and never as penetrating.
//! - Exactness is about the bits a shape stores. What computes them (your sine, your quaternion
//!   product) rounds before.
//! - `new` panics on numbers that describe no shape, as `Duration::from_secs_f32` does; `try_new`
//!   never panics, and no query of valid shapes does.
//! - Vectors go in as anything that turns into an array, and come out as glam's.
//!
//! # Debug builds
//!
//! Cargo compiles dependencies without optimisation in a debug build of a game. Two lines in the game's
//! `Cargo.toml` make the library as fast there as in a release build:
//!
//! ```toml
//! [profile.dev.package.asunder]
//! opt-level = 3
//! ```
//!
//! # Features
//!
//! - `2d`, `3d` (on by default): all questions of that dimension are compiled with the library. Without one, its
//!   types are still there, and a program compiles what it asks of them: a game in space that leaves out `2d` builds
//!   the library in little more than half of the time. In its debug builds such questions are as slow as its own code.
//! - `serde` (off by default): shapes, maps, rigs, colliders, layers, ids, events and shot claims can be written and read;
//!   the format of shapes is that of `asunder query`.
//! - `rayon` (off by default): steps of a [`World`], [`World::place_all`] and the pairs of a [`Tree`](tree::Tree) use
//!   rayon's threads where there is much to do, to the same bits.

#[cfg(all(target_arch = "x86", not(target_feature = "sse2")))]
compile_error!(
    "this target computes with x87, which rounds twice and would change answers; build for one with \
     SSE2, such as i686-unknown-linux-gnu"
);

#[cfg(test)]
mod analysis;
mod array;
pub mod batch;
mod checksum;
mod dimension;
mod error;
mod exact;
pub mod history;
mod index;
pub mod level;
mod linalg;
mod query;
pub mod recording;
mod rig;
mod rig_in_world;
mod shape;
#[doc(hidden)]
pub mod simd;
pub mod skin;
mod sort;
mod sorted_map;
mod space;
mod threads;
pub mod tree;
pub mod world;

pub use glam;

pub use error::Error;
pub use history::History;
pub use level::{Chain, Compound, HeightField, Level, Mesh, Tiles};
pub use query::cast::{Cast, CastHit};
pub use query::cast_rotating::{CastRotating, Reached, RotatingHit};
pub use query::closest_point::ClosestPoint;
pub use query::contact::{Contact, ContactOf, ContactPoint, Feature};
pub use query::contains::{Containment, Contains};
pub use query::distance::{ClosestPoints, Distance};
pub use query::enclosing::Enclosing;
pub use query::explain::{Axis, Explain, Explanation, Finding, Projected};
pub use query::move_and_slide::{Floor, Slide, SlideOptions};
pub use query::move_until_contact::{Hit, MoveError, Mover, Obstacle, Stop};
pub use query::parted::PartedFrom;
pub use query::penetration::{Penetration, PenetrationOf};
pub use query::ray_cast::{RayCast, RayHit, Started};
pub use query::separation::{Intersects, Penetrates};
pub use query::side::{Side, SideOf};
pub use query::sweep::Sweep;
pub use recording::{Recorder, Recording};
pub use rig::{Bone, Bones, Follow, Hitbox, Rig, RigError, Role};
pub use shape::{
    Aabb, AnyShape, Capsule, ConvexHull, Depth, Frustum, FrustumForm, HalfSpace, Layout, Obb,
    Parallelepiped, Plane, Ray, ScalePolicy, Segment, Shape, ShapeError, ShapeRef, Sphere,
    TransformError, Triangle,
};
pub use skin::{PosedSkin, Skin, SkinError};
pub use space::{
    Affine, Component, Interval, IntoRotation, MatrixError, Pose, Rot2, Vector, axis_angle,
    yaw_pitch_roll,
};
pub use world::World;

dimension::aliases! {
    Sphere2, Sphere3 = Sphere;
    Aabb2, Aabb3 = Aabb;
    Obb2, Obb3 = Obb;
    Plane2, Plane3 = Plane;
    HalfSpace2, HalfSpace3 = HalfSpace;
    Segment2, Segment3 = Segment;
    Ray2, Ray3 = Ray;
    Capsule2, Capsule3 = Capsule;
    Triangle2, Triangle3 = Triangle;
    Parallelepiped2, Parallelepiped3 = Parallelepiped;
    Frustum2, Frustum3 = Frustum;
    ConvexHull2, ConvexHull3 = ConvexHull;
    Shape2, Shape3 = Shape;
    Pose2, Pose3 = Pose;
    Affine2, Affine3 = Affine;
    World2, World3 = World;
    History2, History3 = History;
    Rig2, Rig3 = Rig;
    Bone2, Bone3 = Bone;
    Hitbox2, Hitbox3 = Hitbox;
    Mesh2, Mesh3 = Mesh;
    Level2, Level3 = Level;
    Compound2, Compound3 = Compound;
    Tiles2, Tiles3 = Tiles;
}

/// A 2D [`Chain`]; there is none in 3D.
pub type Chain2 = Chain<glam::Vec2>;

/// A 3D [`HeightField`]; there is none in 2D: a [`Chain2`] is.
pub type HeightField3 = HeightField<glam::Vec3>;

/// A circle with its interior: a [`Sphere`] in the plane.
///
/// It is not in the prelude, because other libraries have a `Circle` too.
pub type Circle = Sphere<glam::Vec2>;

/// A convex polygon: a [`ConvexHull`] in the plane.
///
/// It is not in the prelude, because other libraries have a `Polygon` too.
pub type Polygon = ConvexHull<glam::Vec2>;

/// What a first program needs: the numbered names of shapes, the names of a world, of rigs and of movers,
/// and the traits; safe to glob beside `bevy::prelude` and `glam`.
///
/// `Rot2`, `Affine2`, `Affine3` and `Event` are names those have too, and are imported on their own:
/// `use asunder::{Rot2, world::Event};`.
pub mod prelude {
    pub use crate::history::Tick;
    pub use crate::level::Parts as _;
    pub use crate::world::{
        BodyId, BodyKind, BodyOptions, Collider, ColliderId, Filter, Layers, Response, WalkOptions,
    };
    pub use crate::{
        Aabb2, Aabb3, Bone, Bones, Capsule2, Capsule3, Cast as _, CastRotating as _,
        ClosestPoint as _, ContactOf as _, Contains as _, ConvexHull2, ConvexHull3, Distance as _,
        Enclosing as _, Explain as _, Frustum2, Frustum3, HalfSpace2, HalfSpace3, History2,
        History3, Hitbox, Intersects as _, Mover as _, Obb2, Obb3, Obstacle, Parallelepiped2,
        Parallelepiped3, PartedFrom as _, Penetrates as _, PenetrationOf as _, Plane2, Plane3,
        Pose2, Pose3, Ray2, Ray3, RayCast as _, Rig, Segment2, Segment3, Shape2, Shape3, Side,
        SideOf as _, SlideOptions, Sphere2, Sphere3, Sweep as _, Triangle2, Triangle3, World2,
        World3,
    };
}

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The code of the page about levels is tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/levels.md")]
struct LevelsPage;

/// The code of the page about walking is tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/walking.md")]
struct WalkingPage;
