//! The state of a world in one order: all that its later answers depend on.

use super::code::{
    Code, Reader, Sink, impl_code, read_array, read_rotation, write_array, write_rotation,
};
use super::{SnapshotError, walking};
use crate::index::BodyKind;
use crate::index::Index as _;
use crate::level::Level;
use crate::query::cast_rotating::Reached;
use crate::shape::Shape;
use crate::space::{Pose, Vector};
use crate::world::attacks::{Attack, AttackId, SweepStart, SweptBy};
use crate::world::body::{
    Body, BodyId, BodyOptions, Collider, ColliderId, LastPlacement, PlacedCollider, PlacedLevel,
};
use crate::world::events::ExitReason;
use crate::world::layers::{LayerId, LayerSet, Layers, Response};
use crate::world::owners::{Party, parties_before};
use crate::world::place::box_of;
use crate::world::{BodySlot, Contact, World};

impl_code! { @choice
    Response: Ignore Touch Overlap Block;
    BodyKind: Fixed Moving;
    ExitReason: Parted Removed;
    Reached: Contact WithinTolerance;
}

impl_code! { @record
    BodyId { slot, generation }
    ColliderId { body, part }
    BodyOptions { kind, owner }
    SweepStart<V> { shape, pose }
    Attack<V> { owner, rehit_after, colliders, victims }
}

/// One byte holds both whether it is swept and whether it blocks from one side only, which few do.
impl<V: Vector> Code for Collider<V> {
    fn write(&self, out: &mut impl Sink) {
        let &Self { layer, ignore, tag, bone, region, swept, one_way, .. } = self;
        self.shape.write(out);
        (layer, ignore).write(out);
        (tag, bone).write(out);
        region.write(out);
        (u8::from(swept) | u8::from(one_way.is_some()) << 1).write(out);
        one_way.iter().for_each(|normal| write_array::<V>(&normal.to_array(), out));
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let shape = Code::read(from)?;
        let ((layer, ignore), (tag, bone)) = Code::read(from)?;
        let (region, kind) = (Code::read(from)?, u8::read(from)?);
        from.check(kind < 4, "a kind of collider")?;
        let normal = if kind & 2 == 0 { None } else { Some(read_array::<V>(from)?) };
        let is_finite = |normal: V::Array<f32>| (0..V::DIM).all(|i| normal[i].is_finite());
        from.check(normal.is_none_or(is_finite), "a direction")?;
        let (swept, one_way) = (kind & 1 == 1, normal.map(V::from_array));
        Ok(Self { shape, layer, ignore, tag, bone, region, swept, one_way })
    }
}

impl Code for AttackId {
    fn write(&self, out: &mut impl Sink) {
        self.0.write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        u64::read(from).map(Self)
    }
}

impl Code for LayerId {
    fn write(&self, out: &mut impl Sink) {
        self.bits().write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let layer = Self::from_bits(u8::read(from)?);
        from.check(layer.is_some(), "a layer")?;
        Ok(layer.unwrap_or_default())
    }
}

impl Code for LayerSet {
    fn write(&self, out: &mut impl Sink) {
        self.bits().write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        u64::read(from).map(Self::from_bits)
    }
}

impl Code for SweptBy {
    fn write(&self, out: &mut impl Sink) {
        match self {
            Self::Attack(id) => (0_u8.write(out), id.write(out)),
            Self::Body(id) => (1_u8.write(out), id.write(out)),
        };
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        if bool::read(from)? {
            Code::read(from).map(Self::Body)
        } else {
            Code::read(from).map(Self::Attack)
        }
    }
}

impl Code for Party {
    fn write(&self, out: &mut impl Sink) {
        match self {
            Self::Owner(owner) => (0_u8.write(out), owner.write(out)),
            Self::Body(id) => (1_u8.write(out), id.write(out)),
        };
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        if bool::read(from)? {
            Code::read(from).map(Self::Body)
        } else {
            Code::read(from).map(Self::Owner)
        }
    }
}

impl<V: Vector> Code for Pose<V> {
    fn write(&self, out: &mut impl Sink) {
        write_array::<V>(&self.translation, out);
        write_rotation::<V>(&self.rotation, out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let (translation, rotation) = (read_array::<V>(from)?, read_rotation::<V>(from)?);
        let pose = Self { translation, rotation };
        // Placing something by a bad pose is refused.
        let origin = Shape::Point(V::default());
        from.check(origin.try_transformed(&pose).is_ok(), "a pose")?;
        Ok(pose)
    }
}

impl<V: Vector> Code for LastPlacement<V> {
    fn write(&self, out: &mut impl Sink) {
        match self {
            Self::Pose(pose) => (0_u8.write(out), pose.write(out)),
            Self::Poses(poses) => (1_u8.write(out), poses.write(out)),
            Self::Shapes => (2_u8.write(out), ()),
        };
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let kind = u8::read(from)?;
        from.check(kind < 3, "a kind of placement")?;
        Ok(match kind {
            0 => Self::Pose(Code::read(from)?),
            1 => Self::Poses(Code::read(from)?),
            _ => Self::Shapes,
        })
    }
}

/// The names, and the responses of each to those before it and itself.
impl Code for Layers {
    fn write(&self, out: &mut impl Sink) {
        let names: Vec<String> = self.names().map(String::from).collect();
        names.write(out);
        for (a, b) in layer_pairs(&names) {
            self.response(a, b).write(out);
        }
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let names: Vec<String> = Code::read(from)?;
        let mut layers = Some(Self::new());
        from.check(names.first().is_some_and(|name| name == "default"), "the layer `default`")?;
        for name in &names[1..] {
            layers = layers.and_then(|layers| layers.layer(name).ok());
        }
        from.check(layers.is_some(), "at most 64 layers of different names")?;
        let mut layers = layers.unwrap_or_default();
        for (a, b) in layer_pairs(&names) {
            layers.set_response(a, b, Code::read(from)?);
        }
        Ok(layers)
    }
}

/// Every two layers, the later first.
fn layer_pairs(names: &[String]) -> Vec<(LayerId, LayerId)> {
    let ids = || (0..=u8::MAX).zip(names).filter_map(|(number, _)| LayerId::from_bits(number));
    ids().flat_map(|a| ids().filter(move |&b| b <= a).map(move |b| (a, b))).collect()
}

impl<V: Vector> Code for PlacedCollider<V> {
    fn write(&self, out: &mut impl Sink) {
        self.collider.write(out);
        self.shape.write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let mut part = Self::new(Code::read(from)?);
        part.place(Code::read(from)?);
        Ok(part)
    }
}

impl<V: Vector> Code for Body<V> {
    fn write(&self, out: &mut impl Sink) {
        self.options.write(out);
        (self.parts.len() as u64).write(out);
        self.parts.iter().for_each(|part| part.write(out));
        self.placed.write(out);
        self.teleported_at.write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let options: BodyOptions = Code::read(from)?;
        let parts: Vec<PlacedCollider<V>> = Code::read(from)?;
        let count = (1..=usize::from(u16::MAX) + 1).contains(&parts.len());
        from.check(count, "one to 65,536 colliders")?;
        let may_be_unbounded =
            |part: &PlacedCollider<V>| options.kind == BodyKind::Fixed && !part.collider.swept;
        let bounded = parts.iter().all(|part| may_be_unbounded(part) || part.shape.is_bounded());
        from.check(bounded, "a shape with bounds")?;
        let (placed, teleported_at) = (Code::read(from)?, Code::read(from)?);
        if let LastPlacement::Poses(poses) = &placed {
            from.check(poses.len() == parts.len(), "a pose for each collider")?;
        }
        Ok(Self {
            options,
            bounds: PlacedCollider::merged_bounds(&parts),
            parts: parts.into(),
            placed,
            teleported_at,
        })
    }
}

impl<V: Vector> Code for BodySlot<V> {
    fn write(&self, out: &mut impl Sink) {
        self.generation.write(out);
        self.body.write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        Ok(Self { generation: Code::read(from)?, body: Code::read(from)? })
    }
}

/// What is derived from the rest is left out: the index, marks and counts.
impl<V: Vector> Code for World<V> {
    fn write(&self, out: &mut impl Sink) {
        self.layers.write(out);
        self.slots.write(out);
        self.free.write(out);
        self.moved.slots().write(out);
        self.pairs.write(out);
        self.events.write(out);
        self.met.write(out);
        self.blocked.write(out);
        self.steps.write(out);
        self.attacks.write(out);
        self.next_attack.write(out);
        self.owner_events.write(out);
        self.previous_owners.write(out);
        let levels = self.level_hashes();
        if !levels.is_empty() {
            levels.write(out);
        }
        walking::write(&self.walking, out);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let mut world = Self::with_layers(Code::read(from)?);
        world.slots = Code::read(from)?;
        let known = |part: &PlacedCollider<V>| world.layers.contains(part.collider.layer);
        let bodies = world.slots.iter().filter_map(|slot| slot.body.as_ref());
        let layers_known = bodies.flat_map(|body| body.parts.iter()).all(known);
        from.check(layers_known, "a layer of this world")?;
        world.free = Code::read(from)?;
        let is_vacant = |slot: &BodySlot<V>| slot.body.is_none() && slot.generation < u32::MAX;
        let vacant = |slot: &u32| world.slots.get(*slot as usize).is_some_and(is_vacant);
        let free = world.free.iter().all(vacant) && all_differ(&world.free);
        from.check(free, "slots that a body may come into, each once")?;
        let moved: Vec<u32> = Code::read(from)?;
        let known = moved.last().is_none_or(|&slot| (slot as usize) < world.slots.len());
        let in_order = moved.windows(2).all(|two| two[0] < two[1]);
        from.check(known && in_order, "known slots in order")?;
        moved.into_iter().for_each(|slot| world.moved.mark(slot));
        world.pairs = Code::read(from)?;
        let smaller_first = world.pairs.iter().all(|(a, b)| a.body < b.body);
        let known = contacts_are_known(&world, &world.pairs) && ends_are_noticed(&world);
        from.check(smaller_first && known, "pairs in order")?;
        world.events = Code::read(from)?;
        world.met = Code::read(from)?;
        world.blocked = Code::read(from)?;
        from.check(contacts_are_known(&world, &world.blocked), "what is blocked, in order")?;
        world.steps = Code::read(from)?;
        from.check(world.steps < 1 << 63, "a number of steps")?;
        world.attacks = Code::read(from)?;
        world.next_attack = Code::read(from)?;
        let newest = world.attacks.keys().all(|source| match *source {
            SweptBy::Attack(AttackId(id)) => id < world.next_attack,
            SweptBy::Body(_) => true,
        });
        from.check(newest && world.next_attack < 1 << 63, "a number of attacks")?;
        world.owner_events = Code::read(from)?;
        world.previous_owners = Code::read(from)?;
        if from.levels.is_some() {
            from.levels = Some(Code::read(from)?);
        }
        world.walking = walking::read(&world, from)?;
        derive(&mut world);
        Ok(world)
    }
}

impl<V: Vector> World<V> {
    /// The slots of the bodies that are levels, and the hashes of these before they were placed.
    pub(super) fn level_hashes(&self) -> Vec<(u32, u64)> {
        let levels = self.parts().filter_map(|(id, part)| Some((id, part.level.as_ref()?)));
        levels.map(|(id, level)| (id.body.slot, level.local.hash())).collect()
    }

    /// Puts levels where a state that was read holds their hashes.
    pub(super) fn fill_in(
        &mut self,
        missing: &[(u32, u64)],
        levels: &[Level<V>],
        from: &Reader<'_>,
    ) -> Result<(), SnapshotError> {
        for &(slot, hash) in missing {
            let local = levels.iter().find(|level| level.hash() == hash);
            let local = local.ok_or(SnapshotError::NoLevel { hash })?;
            let entry = self.slots.get_mut(slot as usize);
            let body = entry.and_then(|entry| entry.body.as_mut());
            let pose = body.as_ref().and_then(|body| body.placed.pose_of(0));
            let placed = pose.and_then(|pose| local.try_transformed(&pose).ok());
            let aabb = placed.as_ref().and_then(box_of).map(Shape::from);
            let (Some(body), Some(placed)) = (body, placed) else {
                return from.check(false, "a level that is placed by a pose");
            };
            let is_level = matches!(&*body.parts, [part] if Some(&part.shape) == aabb.as_ref());
            from.check(is_level && body.options.kind == BodyKind::Fixed, "the box of a level")?;
            body.parts[0].level = Some(Box::new(PlacedLevel { local: local.clone(), placed }));
            let generation = self.slots[slot as usize].generation;
            self.proxies.set(slot, generation, self.slots[slot as usize].body.as_ref());
        }
        Ok(())
    }
}

fn all_differ(slots: &[u32]) -> bool {
    let mut sorted = slots.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|two| two[0] != two[1])
}

/// Whether contacts are sorted and of bodies that exist, or existed: not of those that are yet to
/// come into a slot, which would begin with contacts that they do not have.
fn contacts_are_known<V: Vector>(world: &World<V>, contacts: &[Contact]) -> bool {
    let known = |id: ColliderId| {
        let slot = world.slots.get(id.body.slot as usize);
        slot.is_some_and(|slot| {
            let yet_to_come = slot.body.is_none() && slot.generation < u32::MAX;
            let newest =
                if yet_to_come { slot.generation.checked_sub(1) } else { Some(slot.generation) };
            newest.is_some_and(|newest| id.body.generation <= newest)
        })
    };
    contacts.iter().all(|&(a, b)| known(a) && known(b))
        && contacts.windows(2).all(|two| two[0] < two[1])
}

/// Whether the next step looks again at every pair of which a collider was removed: one that it did
/// not look at would stay for ever.
fn ends_are_noticed<V: Vector>(world: &World<V>) -> bool {
    let noticed = |id: ColliderId| world.moved.contains(id.body.slot) || world.part(id).is_ok();
    world.pairs.iter().all(|&(a, b)| noticed(a) && noticed(b))
}

/// Rebuilds what is derived from the rest.
fn derive<V: Vector>(world: &mut World<V>) {
    let World { slots, proxies, index, moved, .. } = world;
    // Everything is at rest but what moved since the last step.
    for (slot, BodySlot { generation, body, .. }) in (0..).zip(&*slots) {
        proxies.set(slot, *generation, body.as_ref());
        if let Some(body) = body {
            index.upsert(slot, &body.bounds, body.options.kind);
        }
    }
    index.rest();
    for slot in moved.slots() {
        if let Some(body) = &slots[slot as usize].body {
            index.upsert(slot, &body.bounds, body.options.kind);
        }
    }
    for pair in world.pairs.clone() {
        world.proxies.begin_contact(pair);
        if let Some(parties) = parties_before(world, pair) {
            *world.owner_contacts.or_insert_with(parties, || 0) += 1;
        }
    }
    for met in world.blocked.clone() {
        world.update(met, |part| part.mover_contacts += 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Sphere;
    use crate::world::Snapshot;
    use glam::Vec2;

    /// A pair of removed bodies whose slots are not marked would stay for ever.
    #[test]
    fn a_pair_that_no_step_would_end_is_refused() {
        let mut world = World::<Vec2>::new();
        let ball = Sphere::new([0.0, 0.0], 1.0);
        let [a, b] = [0, 1].map(|_| world.insert(ball, BodyKind::Moving).unwrap());
        world.step();
        let pairs = world.pairs.clone();
        assert_eq!(pairs, [(a.collider(0), b.collider(0))]);
        let is_read = |world: &World<Vec2>| {
            Snapshot::<Vec2>::try_from_bytes(&world.snapshot().to_bytes()).is_ok()
        };
        world.remove(a).unwrap();
        world.remove(b).unwrap();
        assert!(is_read(&world), "the next step ends it");
        world.step();
        assert!(is_read(&world) && world.pairs.is_empty());
        world.pairs = pairs;
        assert!(!is_read(&world), "no step would");
    }

    /// Contacts may still end in a retired slot. So no body comes into it, which would have to end
    /// contacts that it never had.
    #[test]
    fn no_body_comes_into_a_retired_slot() {
        let mut world = World::<Vec2>::new();
        let ball = Sphere::new([0.0, 0.0], 1.0);
        let stays = world.insert(ball, BodyKind::Moving).unwrap();
        let first = world.insert(ball, BodyKind::Moving).unwrap();
        world.remove(first).unwrap();
        world.slots[first.slot as usize].generation = u32::MAX - 1;
        let last = world.insert(ball, BodyKind::Moving).unwrap();
        assert_eq!(last, BodyId { slot: first.slot, generation: u32::MAX - 1 });
        world.step();
        world.remove(last).unwrap();
        assert!(world.free.is_empty(), "given up");
        let copy =
            |world: &World<Vec2>| Snapshot::<Vec2>::try_from_bytes(&world.snapshot().to_bytes());
        let mut read = World::new();
        read.restore(&copy(&world).unwrap());
        read.step();
        assert!(read.pairs().is_empty());
        assert_ne!(read.insert(ball, BodyKind::Moving).unwrap().slot, last.slot);

        let nobody = BodyId { slot: last.slot, generation: u32::MAX };
        world.blocked = vec![(stays.collider(0), nobody.collider(0))];
        world.free.push(last.slot);
        assert!(copy(&world).is_err(), "a slot that is both given up and free");
    }
}
