//! The components that put an entity into a world of collisions.

use crate::space::Space;
use asunder::Shape;
use asunder::world::BodyKind;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_math::Vec3;
use bevy_transform::components::Transform;

/// Shapes that collide, in the entity's own frame: its `GlobalTransform` places, turns and scales them.
///
/// It is of two dimensions or of three, as its shapes are: `Collider::new(Sphere2::new([0.0, 0.0], 1.0))`
/// is a `Collider<Vec2>`, and lies in the plane of x and y. An entity with several shapes is one body: they
/// move as one and never collide with each other.
///
/// A sphere or capsule takes a uniform scale alone, a box a scale along its own axes. Where the entity's
/// transform is another one, the collider is refused: it leaves the world, and [`Refused`](crate::Refused)
/// says why and how to mend it.
///
/// ```
/// use bevy_asunder::prelude::*;
///
/// let coin = Collider::new(Sphere3::new([0.0, 0.5, 0.0], 0.5));
/// let dumbbell = Collider::new(Sphere3::new([-1.0, 0.0, 0.0], 0.5))
///     .and(Capsule3::new([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.125))
///     .and(Sphere3::new([1.0, 0.0, 0.0], 0.5));
/// assert_eq!((coin.shapes().len(), dumbbell.shapes().len()), (1, 3));
/// ```
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Body, Transform)]
pub struct Collider<V: Space = Vec3> {
    pub(crate) shapes: Vec<Shape<V>>,
    pub(crate) swept: bool,
    pub(crate) one_way: Option<V>,
    pub(crate) tag: u64,
}

impl<V: Space> Collider<V> {
    /// A collider of one shape: any of asunder's, in the entity's own frame.
    #[must_use]
    pub fn new(shape: impl Into<Shape<V>>) -> Self {
        Self { shapes: vec![shape.into()], swept: false, one_way: None, tag: 0 }
    }

    /// The same with one shape more.
    #[must_use]
    pub fn and(mut self, shape: impl Into<Shape<V>>) -> Self {
        self.shapes.push(shape.into());
        self
    }

    /// The same, hitting what it passes from step to step, as bullets do: see
    /// [`Hit`](crate::Hit).
    #[must_use]
    pub fn swept(self) -> Self {
        Self { swept: true, ..self }
    }

    /// The same, blocking only walkers that come from the side that `normal` points to, in world
    /// coordinates: a platform to jump onto from below.
    #[must_use]
    pub fn one_way(self, normal: V) -> Self {
        Self { one_way: Some(normal), ..self }
    }

    /// The same with a number of the game's own, which queries and hits report.
    #[must_use]
    pub fn tag(self, tag: u64) -> Self {
        Self { tag, ..self }
    }

    /// Its shapes, in the entity's own frame.
    #[must_use]
    pub fn shapes(&self) -> &[Shape<V>] {
        &self.shapes
    }
}

/// Whether an entity is meant to move, and whose it is. Every [`Collider`] and
/// [`HitboxRig`](crate::HitboxRig) has one; by default it may move and belongs to itself.
///
/// Two fixed bodies never collide with each other, nor do two of one owner. How two bodies respond to each
/// other, as sensors or as obstacles, is a matter of their [`Layer`]s.
///
/// ```
/// use bevy_asunder::prelude::*;
///
/// let knight = Entity::from_raw_u32(7).unwrap();
/// let sword = Body::moving().of(knight);
/// assert_eq!((sword.kind, sword.owner), (BodyKind::Moving, Some(knight)));
/// # use bevy_ecs::entity::Entity;
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Whether it is meant to move. A fixed one may be placed anew, too.
    pub kind: BodyKind,
    /// The entity that it belongs to; itself, if there is none.
    pub owner: Option<Entity>,
}

impl Body {
    /// A body that stays where it is: walls, floors.
    #[must_use]
    pub fn fixed() -> Self {
        Self { kind: BodyKind::Fixed, owner: None }
    }

    /// A body that moves: its transform is the game's to set, unless it is a
    /// [`Walker`](crate::Walker)'s.
    #[must_use]
    pub fn moving() -> Self {
        Self { kind: BodyKind::Moving, owner: None }
    }

    /// The same, belonging to another entity.
    #[must_use]
    pub fn of(self, owner: Entity) -> Self {
        Self { owner: Some(owner), ..self }
    }

    /// The number of the owner in the core's world.
    pub(crate) fn owner_of(&self, entity: Entity) -> u64 {
        self.owner.unwrap_or(entity).to_bits()
    }
}

/// It moves, and belongs to itself.
impl Default for Body {
    fn default() -> Self {
        Self::moving()
    }
}

/// The layer of a body, by its name among those of the [plugin](crate::AsunderPlugin::layers). Without one it
/// is on the layer `default`.
///
/// ```
/// use bevy_asunder::prelude::*;
///
/// let ghost = Layer::new("monster").ignoring("wall");
/// assert_eq!(ghost.name(), "monster");
/// ```
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    name: String,
    ignored: Vec<String>,
}

impl Layer {
    /// The layer of a name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ignored: Vec::new() }
    }

    /// The same, never colliding with those on another layer, whatever the two layers' response.
    #[must_use]
    pub fn ignoring(mut self, layer: impl Into<String>) -> Self {
        self.ignored.push(layer.into());
        self
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the layers that are ignored.
    #[must_use]
    pub fn ignored(&self) -> &[String] {
        &self.ignored
    }
}
