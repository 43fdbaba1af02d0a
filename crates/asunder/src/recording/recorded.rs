//! What a recording holds of a tick.

use super::RecordingError;
use crate::history::{ShotClaim, ShotVerdict, Tick};
use crate::index::BodyKind;
use crate::linalg::Vect;
use crate::query::cast::CastHit;
use crate::query::move_and_slide::Slide;
use crate::query::move_until_contact::{Hit, Stop};
use crate::query::ray_cast::RayHit;
use crate::shape::Shape;
use crate::skin::{PosedSkin, Skin};
use crate::space::{Affine, Vector};
use crate::world::{
    AttackId, BodyId, BodyOptions, Collider, ColliderId, Event, Found, LayerId, LayerSet, Layers,
    Near,
};
use core::ops::Deref;
use glam::{Vec2, Vec3};
use std::sync::Arc;

/// A tick of a recording: the worlds that were recorded at it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordedTick {
    /// The tick.
    pub tick: Tick,
    /// The world in 3D, if one was recorded at this tick.
    pub in_3d: Option<RecordedWorld<Vec3>>,
    /// The world in 2D, if one was recorded at this tick.
    pub in_2d: Option<RecordedWorld<Vec2>>,
}

impl RecordedTick {
    /// The world of a dimension, if one was recorded at this tick.
    #[must_use]
    pub fn world<V: Vector>(&self) -> Option<&RecordedWorld<V>> {
        V::recorded_world(self)
    }
}

/// A world at a tick of a recording: where everything was, and what happened in the tick.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordedWorld<V: Vector> {
    /// Every collider, in the order of the ids.
    pub colliders: Vec<ColliderRecord<V>>,
    /// The layers, which name those of the colliders.
    pub layers: Arc<Layers>,
    /// The events of the step.
    pub events: Vec<Event<V>>,
    /// The pairs in contact after the step, sorted.
    pub pairs: Vec<(ColliderId, ColliderId)>,
    /// The attacks that were open in the step.
    pub attacks: Vec<RecordedAttack>,
    /// The queries that were noted.
    pub queries: Vec<RecordedQuery<V>>,
    /// The motions of movers that were noted.
    pub moves: Vec<RecordedMove<V>>,
    /// The shots that were noted, each as it was claimed and found.
    pub shots: Vec<(ShotClaim<V>, ShotVerdict)>,
    /// What places the bodies that are recorded as rigs.
    pub rigs: Vec<(BodyId, RigPose<V>)>,
    /// The meshes that are drawn over bodies, with the matrices of their bones.
    pub skins: Vec<RecordedSkin<V>>,
    /// The [skins](crate::Skin) of bodies, by their hashes, with the matrices that pose them; none in 2D.
    pub skin_poses: Vec<RecordedSkinPose<V>>,
    /// The [hash](super::state_hash) of the world after the step.
    pub hash: u64,
}

impl<V: Vector> RecordedWorld<V> {
    /// A collider; `None` if it was not in the world.
    #[must_use]
    pub fn collider(&self, id: ColliderId) -> Option<&ColliderRecord<V>> {
        let place = self.colliders.binary_search_by_key(&id, |known| known.id).ok()?;
        self.colliders.get(place)
    }
}

/// A collider at a tick.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ColliderRecord<V: Vector> {
    /// Its id in the world that was recorded.
    pub id: ColliderId,
    /// Its shape as it was placed. `None` if its body is recorded as a [rig](RigPose), which whoever reads
    /// the recording places, or if it is a level.
    pub shape: Option<Shape<V>>,
    /// The [hash](crate::Level::hash) of the level that it is, as it was placed: a recording holds no more of
    /// it.
    pub level: Option<u64>,
    /// The names it was given.
    pub labels: Labels,
    /// What rarely changes about it.
    pub facts: RecordedFacts<V>,
}

impl<V: Vector> Deref for ColliderRecord<V> {
    type Target = RecordedFacts<V>;

    fn deref(&self) -> &RecordedFacts<V> {
        &self.facts
    }
}

/// What a collider and its body are, apart from where they are.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RecordedFacts<V: Vector> {
    /// Whether its body moves.
    pub kind: BodyKind,
    /// The owner of its body.
    pub owner: Option<u64>,
    /// Its layer.
    pub layer: LayerId,
    /// The layers it never pairs with.
    pub ignore: LayerSet,
    /// Its tag.
    pub tag: u64,
    /// The bone it is attached to, if any.
    pub bone: Option<u16>,
    /// The region it represents.
    pub region: u16,
    /// Whether it is swept from step to step.
    pub swept: bool,
    /// The normal of the side from which it blocks movers, if not from everywhere.
    pub one_way: Option<V>,
}

impl<V: Vector> RecordedFacts<V> {
    /// Those of a collider of a body with these options.
    #[must_use]
    pub fn new(options: BodyOptions, collider: &Collider<V>) -> Self {
        let &Collider { layer, ignore, tag, bone, region, swept, one_way, .. } = collider;
        let BodyOptions { kind, owner, .. } = options;
        Self { kind, owner, layer, ignore, tag, bone, region, swept, one_way }
    }
}

/// The names of a collider, for whoever reads a recording; each may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Labels {
    /// The collider's own name: `knight/hand.r`.
    pub name: Arc<str>,
    /// The name of its bone.
    pub bone: Arc<str>,
    /// The name of its region.
    pub region: Arc<str>,
}

impl Labels {
    /// A name alone.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The same with the name of its bone.
    #[must_use]
    pub fn bone(self, bone: impl Into<Arc<str>>) -> Self {
        Self { bone: bone.into(), ..self }
    }

    /// The same with the name of its region.
    #[must_use]
    pub fn region(self, region: impl Into<Arc<str>>) -> Self {
        Self { region: region.into(), ..self }
    }
}

/// An attack that was open in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedAttack {
    /// Its id.
    pub id: AttackId,
    /// The attacker.
    pub owner: u64,
    /// The colliders that hit.
    pub colliders: Vec<ColliderId>,
}

/// A query, and what it found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RecordedQuery<V: Vector> {
    /// The question.
    pub question: RecordedQuestion<V>,
    /// The shape that was asked about: a ray, a segment, what was cast.
    pub shape: Shape<V>,
    /// The owner who asked, if any.
    pub by: Option<u64>,
    /// What it was about; may be empty.
    pub name: Arc<str>,
    /// The moment of the past that was asked about, if it was not the present: a tick, and the fraction of
    /// the time to the next one.
    pub moment: Option<(Tick, f32)>,
    /// What it found, in the order of the answer.
    pub hits: Vec<QueryHit<V>>,
}

/// What a query asked about its shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum RecordedQuestion<V: Vector> {
    /// What intersects it.
    Intersecting,
    /// What the ray or segment hits.
    Line,
    /// What it hits along a motion.
    Cast {
        /// The motion.
        motion: V,
    },
    /// What is near to it.
    Near {
        /// The greatest distance; infinite for any.
        within: f32,
    },
}

/// A collider that a query found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct QueryHit<V: Vector> {
    /// The collider.
    pub collider: ColliderId,
    /// Where along the line or motion they met.
    pub fraction: Option<f32>,
    /// The distance, of a question about what is near.
    pub distance: Option<f32>,
    /// The point where they met, or the collider's nearest.
    pub point: Option<V>,
    /// The unit normal of the collider there.
    pub normal: Option<V>,
}

impl<V: Vector> QueryHit<V> {
    /// A collider that was found, without a point.
    #[must_use]
    pub fn new(collider: ColliderId) -> Self {
        Self { collider, fraction: None, distance: None, point: None, normal: None }
    }
}

impl<V: Vector> From<&Found<()>> for QueryHit<V> {
    fn from(found: &Found<()>) -> Self {
        Self::new(found.collider)
    }
}

impl<V: Vector> From<&Found<RayHit<V>>> for QueryHit<V> {
    fn from(found: &Found<RayHit<V>>) -> Self {
        let RayHit { fraction, point, normal, .. } = found.hit;
        let (fraction, point, normal) = (Some(fraction), Some(point), Some(normal));
        Self { fraction, point, normal, ..Self::new(found.collider) }
    }
}

impl<V: Vector> From<&Found<CastHit<V>>> for QueryHit<V> {
    fn from(found: &Found<CastHit<V>>) -> Self {
        let CastHit { fraction, point, normal, .. } = found.hit;
        let (fraction, point, normal) = (Some(fraction), Some(point), Some(normal));
        Self { fraction, point, normal, ..Self::new(found.collider) }
    }
}

impl<V: Vector> From<&Found<Near<V>>> for QueryHit<V> {
    fn from(found: &Found<Near<V>>) -> Self {
        let Near { distance, points } = found.hit;
        let point = points.map(|points| points.on_b);
        Self { distance: Some(distance), point, ..Self::new(found.collider) }
    }
}

impl<V: Vector> RecordedQuery<V> {
    /// A query about a shape with all that it found: `&found` of a [`Found`], one or many.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::recording::{RecordedQuestion, RecordedQuery};
    ///
    /// let mut world = World2::new();
    /// world.insert(Sphere2::new([3.0, 0.0], 1.0), BodyKind::Fixed)?;
    /// let shot = Ray2::new([0.0, 0.0], [1.0, 0.0]);
    /// let found = world.view().ray(&shot).first();
    /// let query = RecordedQuery::new(RecordedQuestion::Line, shot, &found).by(7);
    /// assert_eq!((query.by, query.hits[0].fraction), (Some(7), Some(2.0)));
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    #[must_use]
    pub fn new<H: Into<QueryHit<V>>>(
        question: RecordedQuestion<V>,
        shape: impl Into<Shape<V>>,
        found: impl IntoIterator<Item = H>,
    ) -> Self {
        let hits = found.into_iter().map(Into::into).collect();
        Self { question, shape: shape.into(), by: None, name: "".into(), moment: None, hits }
    }

    /// The same, asked by an owner.
    #[must_use]
    pub fn by(self, owner: u64) -> Self {
        Self { by: Some(owner), ..self }
    }

    /// The same with a name.
    #[must_use]
    pub fn name(self, name: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The same, asked about a moment of the past.
    #[must_use]
    pub fn moment(self, tick: Tick, fraction: f32) -> Self {
        Self { moment: Some((tick, fraction)), ..self }
    }
}

/// A motion of a mover: what was asked for, and what came of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RecordedMove<V: Vector> {
    /// The body that moved.
    pub body: BodyId,
    /// Its [position](crate::Mover::position) before.
    pub from: V,
    /// The motion that was asked for.
    pub motion: V,
    /// Its position after.
    pub to: V,
    /// The contacts on the way; of levels without their parts.
    pub hits: Vec<Hit<V, ColliderId>>,
    /// The normal of the floor it stands on, if any.
    pub floor: Option<V>,
    /// Whether it penetrated an obstacle at the start, and so was not moved.
    pub started_penetrating: bool,
}

impl<V: Vector> RecordedMove<V> {
    /// A motion until contact, from a position.
    #[must_use]
    pub fn stop(body: BodyId, from: V, motion: V, stop: &Stop<V, ColliderId>) -> Self {
        let (to, started_penetrating) = (stop.position, stop.started_penetrating);
        let hits = without_parts(&stop.hits);
        Self { body, from, motion, to, hits, floor: None, started_penetrating }
    }

    /// A motion along what was in its way, from a position.
    #[must_use]
    pub fn slide(body: BodyId, from: V, motion: V, slide: &Slide<V, ColliderId>) -> Self {
        let (start, moved) = (Vect::<V, f32>(from.to_array()), Vect(slide.moved.to_array()));
        let to = V::from_array((start + moved).0);
        let (hits, floor) = (without_parts(&slide.hits), slide.floor.map(|floor| floor.normal));
        let started_penetrating = slide.started_penetrating;
        Self { body, from, motion, to, hits, floor, started_penetrating }
    }
}

/// What a recording keeps of contacts.
pub(super) fn without_parts<V: Vector>(hits: &[Hit<V, ColliderId>]) -> Vec<Hit<V, ColliderId>> {
    hits.iter().map(|hit| Hit { part: None, ..*hit }).collect()
}

/// What places a body that is recorded as a rig: a model's name, its clip, the time in it, and the map from
/// the model to the world.
///
/// The recording does not say how these become shapes: whoever reads it knows the model, and the hash of the
/// tick shows whether the shapes are the same.
#[derive(Clone, Debug, PartialEq)]
pub struct RigPose<V: Vector> {
    /// The model, such as the name of its file.
    pub model: Arc<str>,
    /// The clip; empty for the rest pose.
    pub clip: Arc<str>,
    /// The time in the clip, in seconds.
    pub time: f32,
    /// The map from the model to the world.
    pub root: Affine<V>,
}

/// A mesh that is drawn over a body, at a tick.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RecordedSkin<V: Vector> {
    /// The body it is drawn over.
    pub body: BodyId,
    /// The mesh.
    pub mesh: Arc<SkinnedMesh<V>>,
    /// For each joint the map from the mesh as modelled to the world.
    pub joints: Vec<Affine<V>>,
}

/// A skin of a body at a tick, by its hash: a recording holds no more of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RecordedSkinPose<V: Vector> {
    /// The body.
    pub body: BodyId,
    /// The [hash](crate::Skin::hash) of the skin.
    pub skin: u64,
    /// The skinning matrices of its joints, which map to the world.
    pub matrices: Vec<Affine<V>>,
}

impl RecordedSkinPose<Vec3> {
    /// The skin in this pose, found by its hash among those given. It takes some nanoseconds a joint, and of a
    /// skin whose hash was never asked for the time of [that](Skin::hash).
    ///
    /// # Errors
    /// If the skin is not among those given, or the matrices, which may come from anyone, are no pose of it.
    pub fn posed<'a>(&'a self, skins: &'a [Skin]) -> Result<PosedSkin<'a>, RecordingError> {
        let skin = skins.iter().find(|skin| skin.hash() == self.skin);
        let skin = skin.ok_or(RecordingError::NoSkin { hash: self.skin })?;
        skin.posed(&self.matrices).map_err(RecordingError::Skin)
    }
}

/// A mesh whose vertices follow joints: a vertex is the weighted sum of its images under its joints' maps.
/// For drawing alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinnedMesh<V: Vector> {
    /// Its vertices, as modelled.
    pub positions: Vec<V>,
    /// Its triangles: indices into the positions.
    pub triangles: Vec<[u32; 3]>,
    /// For each vertex four joints.
    pub joints: Vec<[u16; 4]>,
    /// For each vertex the weights of its joints, which sum up to one.
    pub weights: Vec<[f32; 4]>,
}
