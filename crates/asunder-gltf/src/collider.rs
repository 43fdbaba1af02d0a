//! Colliders: shapes on nodes, in any of the formats.

use std::fmt;

use asunder::{Follow, Role, Shape3};

/// A shape on a node of a model.
///
/// Colliders of every format are read into this record. `docs/formats.md` in the repository lists what
/// each format defines and what it leaves open.
#[derive(Clone, Debug, PartialEq)]
pub struct Collider {
    /// The node that carries it: an index into [`Model::nodes`](crate::Model::nodes).
    ///
    /// Formats that cannot offset a shape put it on a child node of its own. If the child is no joint
    /// and is not animated, this is the joint above it, and the shape is in the joint's space.
    pub node: usize,
    /// Its name in the file: that of its node, or of the hitbox.
    pub name: String,
    /// The shape in the node's own space.
    pub shape: Shape3,
    /// Whether the shape is exactly what the file describes.
    pub fidelity: Fidelity,
    /// Its purpose, as the file states it.
    pub purpose: Purpose,
    /// Its role as a hitbox; `None` if it is not one. Files state it in `extras.asunder_role`; without
    /// that, it follows from the purpose ([`Purpose::role`]).
    pub role: Option<Role>,
    /// Its body region: `extras.asunder_region`, or the hit group of a `$hbox`.
    pub region: Option<String>,
    /// The parts of its node's pose that it follows: `extras.asunder_follow`.
    pub follow: Follow,
    /// The format it was read from.
    pub format: Format,
    /// Its path in the file, such as `nodes[3].extensions.OMI_physics_body.collider`. Empty if it was not
    /// read from a file.
    pub path: String,
    /// The other `extras` of its node, as JSON text.
    pub extras: Option<String>,
}

impl Collider {
    /// A new collider that can be hit: a shape in a node's space.
    #[must_use]
    pub fn new(node: usize, name: impl Into<String>, shape: impl Into<Shape3>) -> Self {
        Self {
            node,
            name: name.into(),
            shape: shape.into(),
            fidelity: Fidelity::Exact,
            purpose: Purpose::Trigger,
            role: Some(Role::Hurt),
            region: None,
            follow: Follow::default(),
            format: Format::Khr,
            path: String::new(),
            extras: None,
        }
    }
}

/// The relation of a collider's shape to what its file describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fidelity {
    /// The same set of points, each number rounded to nearest.
    Exact,
    /// A shape that contains what the file describes, such as `a cylinder` or `a mesh`.
    Encloses(&'static str),
}

/// The purpose of a collider, as a file states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// A solid body, with which others collide.
    Solid,
    /// A trigger, which reports overlaps and stops nothing.
    Trigger,
    /// A bounding volume of what its node draws: `boundingVolume` of glTF 2.1.
    Bounds,
    /// A collider of spring bones, for hair and cloth: VRM.
    SpringBone,
}

/// A file format of colliders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// `KHR_physics_rigid_bodies` with `KHR_implicit_shapes`.
    Khr,
    /// `shapes` and `boundingVolume` of the draft of glTF 2.1.
    Gltf21,
    /// `OMI_physics_body` with `OMI_physics_shape`.
    Omi,
    /// `VRMC_springBone`.
    Vrm,
    /// `$hbox` in a `.qc` file of Source.
    Source,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Khr => "KHR_physics_rigid_bodies",
            Self::Gltf21 => "glTF 2.1 boundingVolume",
            Self::Omi => "OMI_physics_body",
            Self::Vrm => "VRMC_springBone",
            Self::Source => "Source $hbox",
        })
    }
}

impl Purpose {
    /// The role of a collider for which a file states the purpose only: triggers can be hit, solid ones
    /// push, and the others are no hitboxes.
    #[must_use]
    pub fn role(self) -> Option<Role> {
        match self {
            Self::Trigger => Some(Role::Hurt),
            Self::Solid => Some(Role::Push),
            Self::Bounds | Self::SpringBone => None,
        }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Solid => "solid",
            Self::Trigger => "trigger",
            Self::Bounds => "bounds",
            Self::SpringBone => "spring bone",
        })
    }
}
