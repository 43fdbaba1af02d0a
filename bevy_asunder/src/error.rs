//! Why an entity is not in the world of collisions.

use asunder::world::{LayerError, WorldError};
use asunder::{RigError, ShapeError, TransformError};
use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use core::fmt;
use core::mem::discriminant;

/// An entity was refused. Until its components are mended it is not in the world of collisions; a walker, or a
/// body that was pushed or carried, stays there and only is not moved.
///
/// It is sent once for each reason, and written to the log as an error. It is not sent again while only the
/// numbers of the reason change; [`CollisionWorld::refusal`](crate::CollisionWorld::refusal) has the newest.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Refused {
    /// The entity.
    pub entity: Entity,
    /// Its `Name`, if it has one.
    pub name: Option<String>,
    /// Why it was refused.
    pub reason: Refusal,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "entity {} ({name:?}): {}", self.entity, self.reason),
            None => write!(f, "entity {}: {}", self.entity, self.reason),
        }
    }
}

impl core::error::Error for Refused {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.reason)
    }
}

/// Why an entity was refused. Scales and cosines are those of its global transform.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// A number of the transform is infinite or NaN.
    NotFinite {
        /// The number.
        value: f32,
    },
    /// The transform skews: two of the entity's axes are no longer at right angles, because an ancestor is
    /// scaled unevenly and something between is turned.
    Skewed {
        /// The kind of the shape.
        kind: &'static str,
        /// The cosine of the angle between the axes.
        cosine: f32,
    },
    /// The scale is uneven, and the shape's image would be none of its kind.
    Uneven {
        /// The kind of the shape.
        kind: &'static str,
        /// The scale along the entity's axes.
        scale: Vec<f32>,
    },
    /// The transform turns the plane of x and y, in which a collider of two dimensions lies, out of itself.
    OutOfPlane {
        /// How far the images of the unit vectors along x and y reach out of the plane, at most, relative
        /// to their length.
        slope: f32,
    },
    /// A scaled or placed shape is none.
    Shape {
        /// The number of the shape among the collider's.
        shape: usize,
        /// Why not.
        error: ShapeError,
    },
    /// A [`Collider`](crate::Collider) or rig without shapes.
    Empty,
    /// The entity's layer is unknown.
    Layer(LayerError),
    /// The world refused the body.
    World(WorldError),
    /// The rig cannot be made or placed.
    Rig(RigError),
    /// A hitbox of the rig would be skewed by its joint.
    Hitbox {
        /// The name of the bone.
        bone: String,
        /// The kind of the hitbox.
        kind: &'static str,
        /// What the joint's matrix does.
        cause: String,
    },
    /// No descendant of the entity has the name of a bone.
    NoJoint {
        /// The name of the bone.
        bone: String,
        /// The names of the descendants.
        known: Vec<String>,
    },
    /// Not one joint for each bone was given, or a joint is gone.
    Joints {
        /// The number of bones.
        expected: usize,
        /// How many joints there are.
        found: usize,
    },
    /// A walker, or a body that was pushed or carried, has a parent: its own transform alone is written.
    Parent {
        /// The parent.
        parent: Entity,
    },
    /// A collider of a space whose plugin was not added.
    NoPlugin {
        /// Of how many dimensions the collider is.
        dimensions: usize,
    },
    /// A walker without a collider of its own space.
    NoCollider,
    /// The hitboxes cannot be fitted to the skin.
    Fit(String),
    /// A mesh is no level.
    Level(String),
}

impl Refusal {
    /// Whether another one is the same but for its numbers.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Skewed { kind, .. }, Self::Skewed { kind: other, .. })
            | (Self::Uneven { kind, .. }, Self::Uneven { kind: other, .. }) => kind == other,
            (Self::Shape { shape, error }, Self::Shape { shape: other, error: its }) => {
                shape == other && discriminant(error) == discriminant(its)
            }
            (Self::World(error), Self::World(other)) => discriminant(error) == discriminant(other),
            (Self::Rig(error), Self::Rig(other)) => discriminant(error) == discriminant(other),
            (
                Self::Hitbox { bone, kind, .. },
                Self::Hitbox { bone: its_bone, kind: its_kind, .. },
            ) => bone == its_bone && kind == its_kind,
            (Self::NoJoint { bone, .. }, Self::NoJoint { bone: other, .. }) => bone == other,
            (Self::NotFinite { .. }, Self::NotFinite { .. })
            | (Self::OutOfPlane { .. }, Self::OutOfPlane { .. })
            | (Self::Joints { .. }, Self::Joints { .. }) => true,
            _ => self == other,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { value } => write!(
                f,
                "its transform holds {value}; expected finite numbers: set its translation, rotation and \
                 scale anew"
            ),
            Self::Skewed { kind, cosine } => write!(
                f,
                "its transform skews its {kind}: the cosine between two of its axes is {cosine}, expected \
                 0; scale its ancestors evenly, or move the uneven scale to the entity itself, or give it \
                 a Parallelepiped, a ConvexHull or a Triangle, which take any transform"
            ),
            Self::Uneven { kind, scale } => write!(
                f,
                "its scale is {scale:?}, but a {kind} takes only {}; scale it evenly, or build the scale \
                 into another shape, such as a ConvexHull",
                expected_scale(kind)
            ),
            Self::OutOfPlane { slope } => write!(
                f,
                "its transform turns it out of the plane of x and y, by a slope of {slope}, expected 0; \
                 turn it about z alone, or give it a collider of three dimensions"
            ),
            Self::Shape { shape, error } => write!(f, "shape {shape} of its collider: {error}"),
            Self::Empty => write!(f, "it has no shapes; expected at least one"),
            Self::Layer(error) => {
                write!(f, "{error}; add the layer to the plugin, by AsunderPlugin::layers")
            }
            Self::World(error) => error.fmt(f),
            Self::Rig(error) => error.fmt(f),
            Self::Hitbox { bone, kind, cause } => write!(
                f,
                "its joint skews the {kind} on bone {bone:?}: {cause}; scale the joint evenly, or let the \
                 rig enclose what is skewed, by HitboxRig::enclosing"
            ),
            Self::NoJoint { bone, known } if known.is_empty() => write!(
                f,
                "bone {bone:?} has no joint: the entity has no descendants with a Name; put the rig on \
                 the root of the scene, or give the joints by HitboxRig::with_joints"
            ),
            Self::NoJoint { bone, known } => write!(
                f,
                "bone {bone:?} has no joint: expected a descendant of that Name, found {}; name it so, or \
                 give the joints by HitboxRig::with_joints",
                known.join(", ")
            ),
            Self::Joints { expected, found } => write!(
                f,
                "its rig has {expected} bones, but {found} joints are there; give one joint for each \
                 bone, each an entity with a GlobalTransform"
            ),
            Self::Parent { parent } => write!(
                f,
                "it is to be moved by the world, but has the parent {parent}; expected none: move it to \
                 the root, and the figure below it"
            ),
            Self::NoPlugin { dimensions } => write!(
                f,
                "its collider is of {dimensions} dimensions, and the app has no plugin for these; expected an \
                 AsunderPlugin{dimensions}: add one, or give it shapes of the other number of dimensions"
            ),
            Self::NoCollider => write!(
                f,
                "it is to walk, but has no collider; expected a Collider of as many dimensions as its Walker \
                 has: two or three"
            ),
            Self::Fit(error) => write!(f, "no hitboxes could be fitted to its skin: {error}"),
            Self::Level(error) => write!(f, "it has no level: {error}"),
        }
    }
}

impl core::error::Error for Refusal {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Shape { error, .. } => Some(error),
            Self::Layer(error) => Some(error),
            Self::World(error) => Some(error),
            Self::Rig(error) => Some(error),
            _ => None,
        }
    }
}

/// What a kind of shape takes as scale.
fn expected_scale(kind: &str) -> &'static str {
    match kind {
        "sphere" | "capsule" | "plane" | "half_space" => "the same along every axis",
        "frustum" | "compound" | "chain" | "height_field" | "tiles" => "1 along every axis",
        _ => "one along its own axes",
    }
}

impl From<WorldError> for Refusal {
    fn from(error: WorldError) -> Self {
        Self::World(error)
    }
}

impl From<LayerError> for Refusal {
    fn from(error: LayerError) -> Self {
        Self::Layer(error)
    }
}

impl From<RigError> for Refusal {
    fn from(error: RigError) -> Self {
        match error {
            RigError::Placement { bone, cause: TransformError::Skewed { cosine }, .. } => {
                let cause = format!("the cosine between two of its axes is {cosine}, expected 0");
                Self::Hitbox { bone, kind: "box", cause }
            }
            error => Self::Rig(error),
        }
    }
}
