//! Colliders: shapes on nodes, in whichever format a file holds them.

use std::fmt;

use asunder::{Follow, Role, Shape3};

/// A shape that a file puts on a node.
///
/// Every format becomes this record, so that what follows need not know which it was. The page
/// `docs/formats.md` of the repository lists what each format says and what it leaves open.
#[derive(Clone, Debug, PartialEq)]
pub struct Collider {
    /// The node that carries it: an index into [`Model::nodes`](crate::Model::nodes).
    ///
    /// Formats that cannot offset a shape put it on a child node of its own. Where the child does
    /// not move by itself (it is no joint, and no clip moves it), this is the joint above it, and
    /// the shape is in the joint's space.
    pub node: usize,
    /// What the file calls it: the name of the node it stands on, or of the hitbox.
    pub name: String,
    /// Where it is in the node's own space.
    pub shape: Shape3,
    /// Whether that is just what the file describes.
    pub likeness: Likeness,
    /// What the file says it is for.
    pub purpose: Purpose,
    /// What a hit on it means; nothing for what is not there for hits. Files say so in
    /// `extras.asunder_role`; without that its purpose does ([`Purpose::role`]).
    pub role: Option<Role>,
    /// The part of the body it stands for: `extras.asunder_region`, or the hit group of a `$hbox`.
    pub region: Option<String>,
    /// What it takes over from its node: `extras.asunder_follow`.
    pub follow: Follow,
    /// Which format it came from.
    pub format: Format,
    /// Where in the file it stands, such as `nodes[3].extensions.OMI_physics_body.collider`. Empty
    /// for one that was not read.
    pub path: String,
    /// The other `extras` of the node it stands on, as JSON text.
    pub extras: Option<String>,
}

impl Collider {
    /// A shape in a node's space that can be hit, as yet in no file.
    #[must_use]
    pub fn new(node: usize, name: impl Into<String>, shape: impl Into<Shape3>) -> Self {
        Self {
            node,
            name: name.into(),
            shape: shape.into(),
            likeness: Likeness::Exact,
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

/// How a collider's shape lies to what its file describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// It is the same set of points, each number rounded to nearest.
    Exact,
    /// It contains what the file describes, which is this: `a cylinder`, `a mesh`.
    Encloses(&'static str),
}

/// What a file says a collider is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Others collide with it.
    Solid,
    /// It notices what enters it, and stops nothing.
    Trigger,
    /// It bounds what its node draws: `boundingVolume` of glTF 2.1.
    Bounds,
    /// Hair and cloth stay out of it: VRM.
    SpringBone,
}

/// A format that holds colliders.
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
    /// What a hit means where a file says no more than the purpose: triggers can be hit, what is solid
    /// keeps bodies apart, and the others are not there for hits.
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
