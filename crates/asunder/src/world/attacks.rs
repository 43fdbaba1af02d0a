//! Attacks: colliders that are swept from step to step, and hit everyone once.

mod sweep;

use super::body::{Body, BodyId, Collider, ColliderId};
use super::events::{AttackHit, Event};
use super::layers::Response;
use super::owners::Party;
use super::{World, WorldError};
use crate::index::Search as _;
use crate::shape::AnyShape as _;
use crate::sort::sort_by;
use crate::sorted_map::SortedMap;
use crate::space::Vector;
use core::fmt;
use core::ops::ControlFlow::Continue;
pub(in crate::world) use sweep::SweepStart;
use sweep::{AttackImpact, SweptCollider};

/// The id of an attack. It is never that of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AttackId(pub(crate) u64);

impl AttackId {
    /// The id as a number, for what crosses a border: another language, a file, a network.
    #[must_use]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The id of [`bits`](Self::bits). A number that no attack has gives an id that no world knows.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}

impl fmt::Display for AttackId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "attack {}", self.0)
    }
}

/// The options of an attack: its owner, and how often it hits.
///
/// ```
/// use asunder::world::AttackOptions;
///
/// let flame = AttackOptions::from(1).rehit_after(30);
/// assert_eq!((flame.owner, flame.rehit_after), (1, Some(30)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AttackOptions {
    /// The attacker: none of the owner's bodies is hit.
    pub owner: u64,
    /// After how many steps it hits the same victim again; `None` for never.
    pub rehit_after: Option<u64>,
}

impl AttackOptions {
    /// The same, hitting a victim again after some steps; after one step means in every step.
    #[must_use]
    pub fn rehit_after(self, steps: u64) -> Self {
        Self { rehit_after: Some(steps), ..self }
    }
}

/// An attack that hits every victim once.
impl From<u64> for AttackOptions {
    fn from(owner: u64) -> Self {
        Self { owner, rehit_after: None }
    }
}

/// The source of a sweep: the colliders of an attack, or a body's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SweptBy {
    Attack(AttackId),
    Body(BodyId),
}

/// Colliders that hit what they pass.
#[derive(Clone, Debug)]
pub(super) struct Attack<V: Vector> {
    pub(super) owner: Option<u64>,
    pub(super) rehit_after: Option<u64>,
    /// The colliders, each with where it was at the last step.
    pub(super) colliders: Vec<(ColliderId, SweepStart<V>)>,
    /// The victims, and the step in which each was hit last.
    pub(super) victims: SortedMap<Party, u64>,
}

impl<V: Vector> World<V> {
    /// Begins an attack with some colliders, of one body or of several. Until it is
    /// [ended](Self::end_attack), every step sweeps them from where they were at the last one to
    /// where they are now, turning included, and reports what they pass as [`Event::Hit`].
    ///
    /// Each victim is hit once: all bodies of an owner are one victim, a body without an owner is one
    /// by itself. Of all the contacts in a step the first counts; of several at once, the one with
    /// the smallest [`region`](Collider::region), then id. An attack hits whatever its colliders
    /// could pair with and touch: layers that [`Ignore`](Response::Ignore) each other pass, the other
    /// responses do not matter here. Victims are where they are placed now, wherever they came from.
    ///
    /// The first sweep begins where the colliders are when the attack begins: begin it before placing
    /// them. Between two poses a collider moves as [`Pose::between`](crate::Pose::between) does,
    /// turning about the pose's origin. The path of one whose shape was set follows from the two
    /// shapes: a box, capsule or segment turns about its centre, others move straight.
    ///
    /// While it is open, an attack remembers every owner that it hit, and every body without an owner
    /// that is still there, also those that it may hit again.
    ///
    /// A straight path is exact: it [first](crate::Cast::cast) meets a victim at the reported
    /// fraction, never late; what rounding takes from a motion belongs to its end, so that no wall
    /// fits between two paths. A turning path is cast as by [`CastRotating`](crate::CastRotating): no
    /// victim is missed, and the contact is within 2⁻¹⁴ of the path's length.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Rot2;
    /// use asunder::world::Event;
    ///
    /// // A blade turns by 120 degrees in one step, past a post of 5 cm.
    /// let mut world = World2::new();
    /// let post = world.insert(Sphere2::new([0.5, 0.8], 0.05), BodyKind::Fixed)?;
    /// let knight = BodyOptions::from(BodyKind::Moving).owner(1);
    /// let blade = world.insert(Segment2::new([0.2, 0.0], [1.4, 0.0]), knight)?;
    /// let swing = world.begin_attack(1, &[blade.collider(0)])?;
    /// world.step();
    /// assert!(world.events().is_empty(), "it does not touch the post where it starts");
    ///
    /// world.set_body_pose(blade, &Pose2::new([0.0, 0.0], Rot2::degrees(120.0)))?;
    /// world.step();
    /// let [Event::Hit(hit)] = world.events() else { panic!("nor where it ends") };
    /// assert_eq!((hit.collider, hit.attack), (post.collider(0), Some(swing)));
    ///
    /// world.set_body_pose(blade, &Pose2::identity())?;
    /// world.step();
    /// assert!(world.events().is_empty(), "once");
    /// world.end_attack(swing)?;
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    ///
    /// A [`Frustum`](crate::Frustum) that is placed by [shapes](Self::set_body_shapes), and not by
    /// poses, hits where it ends, and nothing on its path.
    ///
    /// # Errors
    /// If a collider is not in the world, or has no bounds.
    pub fn begin_attack(
        &mut self,
        options: impl Into<AttackOptions>,
        colliders: &[ColliderId],
    ) -> Result<AttackId, WorldError> {
        V::begin_attack(self, options.into(), colliders)
    }

    /// Ends an attack. It hits nothing in the next step.
    ///
    /// # Errors
    /// If the attack ended before, or is another world's.
    pub fn end_attack(&mut self, attack: AttackId) -> Result<(), WorldError> {
        match self.attacks.remove(&SweptBy::Attack(attack)) {
            Some(_) => Ok(()),
            None => Err(WorldError::NoAttack { attack }),
        }
    }

    /// Marks the placement of a body as a teleport: the next step sweeps none of its colliders along
    /// the path to where it is now, and no [history](crate::History) interpolates across it.
    ///
    /// # Errors
    /// If the body is not in the world.
    pub fn teleported(&mut self, id: BodyId) -> Result<(), WorldError> {
        let next = self.steps + 1;
        self.body_mut(id)?.teleported_at = next;
        Ok(())
    }
}

pub(super) fn begin<V: Vector>(
    world: &mut World<V>,
    options: AttackOptions,
    colliders: &[ColliderId],
) -> Result<AttackId, WorldError> {
    let mut starts = Vec::with_capacity(colliders.len());
    for &id in colliders {
        let part = world.part(id)?;
        if let Some(level) = &part.level {
            return Err(WorldError::NotSwept { collider: id, kind: level.local.kind() });
        }
        if !part.shape.is_bounded() {
            return Err(WorldError::NotSwept { collider: id, kind: part.shape.kind() });
        }
        starts.push((id, SweepStart::of(world.body(id.body)?, id.part, part)));
    }
    sort_by(&mut starts, &|x, y| x.0.cmp(&y.0));
    starts.dedup_by_key(|&mut (id, _)| id);
    let id = AttackId(world.next_attack);
    world.next_attack += 1;
    let attack = Attack {
        owner: Some(options.owner),
        rehit_after: options.rehit_after,
        colliders: starts,
        victims: SortedMap::new(),
    };
    world.attacks.insert(SweptBy::Attack(id), attack);
    Ok(id)
}

/// Begins the sweep of a body that is always swept.
pub(super) fn sweep_always<V: Vector>(world: &mut World<V>, id: BodyId) {
    let Ok(body) = world.body(id) else { return };
    let colliders: Vec<_> = body
        .colliders(id)
        .filter(|(_, part)| part.collider.swept)
        .map(|(collider, part)| (collider, SweepStart::of(body, collider.part, part)))
        .collect();
    if !colliders.is_empty() {
        let owner = body.options.owner;
        let attack = Attack { owner, rehit_after: None, colliders, victims: SortedMap::new() };
        world.attacks.insert(SweptBy::Body(id), attack);
    }
}

/// Sweeps all attacks from the last step to this one and adds their hits to the events.
pub(super) fn run<V: Vector>(world: &mut World<V>) {
    if world.attacks.is_empty() {
        return;
    }
    let mut attacks = core::mem::take(&mut world.attacks);
    for (&source, attack) in attacks.iter_mut() {
        let hits = hits(world, source, attack);
        for (party, hit) in hits {
            attack.victims.insert(party, world.steps);
            world.events.push(Event::Hit(hit));
        }
        attack.colliders.retain(|&(id, _)| world.part(id).is_ok());
        // A removed body is never hit again, and a long attack need not remember all of them.
        attack.victims.retain(|party, _| match *party {
            Party::Owner(_) => true,
            Party::Body(id) => world.body(id).is_ok(),
        });
        for (id, start) in &mut attack.colliders {
            if let (Ok(body), Ok(part)) = (world.body(id.body), world.part(*id)) {
                start.follow(body, id.part, part);
            }
        }
    }
    world.attacks = attacks;
    Event::sort(&mut world.events);
}

/// The victims of an attack in this step, each with its first hit.
fn hits<V: Vector>(
    world: &World<V>,
    source: SweptBy,
    attack: &Attack<V>,
) -> SortedMap<Party, AttackHit<V>> {
    let mut hits: SortedMap<Party, AttackHit<V>> = SortedMap::new();
    for (own_id, from) in &attack.colliders {
        let (Ok(own_body), Ok(own)) = (world.body(own_id.body), world.part(*own_id)) else {
            continue;
        };
        let sweep = SweptCollider::new(from, own_body, own_id.part, own, world.steps);
        world.index.overlapping(&sweep.bounds, &mut |slot| {
            let Some((id, body)) = world.occupant(slot) else { return Continue(()) };
            let party = body.options.owner.map_or(Party::Body(id), Party::Owner);
            if !attack.may_hit(id, body, party, world.steps) || !own_body.can_collide_with(body) {
                return Continue(());
            }
            for (id, part) in body.colliders(id) {
                let passes = world.layers.between(own.layers(), part.layers()) == Response::Ignore
                    || !sweep.bounds.overlaps(&part.bounds);
                if passes {
                    continue;
                }
                let impact = match &part.level {
                    Some(level) => sweep.first_impact_of_level(&level.placed),
                    None => sweep.first_impact(part.shape.as_shape_ref(), &part.bounds),
                };
                if let Some(impact) = impact {
                    let hit = attack_hit(source, *own_id, id, &part.collider, impact);
                    let best = hits.or_insert_with(party, || hit);
                    if hit.key() < best.key() {
                        *best = hit;
                    }
                }
            }
            Continue(())
        });
    }
    hits
}

impl<V: Vector> Attack<V> {
    /// Whether a body may be hit in this step, by anything of the attack.
    fn may_hit(&self, id: BodyId, body: &Body<V>, party: Party, step: u64) -> bool {
        let own = self.owner.is_some() && self.owner == body.options.owner;
        let part_of_it = self.colliders.iter().any(|(own, _)| own.body == id);
        let again = match (self.victims.get(&party), self.rehit_after) {
            (None, _) => true,
            (Some(last), Some(after)) => step.saturating_sub(*last) >= after,
            (Some(_), None) => false,
        };
        !own && !part_of_it && again
    }
}

fn attack_hit<V: Vector>(
    source: SweptBy,
    by: ColliderId,
    collider: ColliderId,
    victim: &Collider<V>,
    impact: AttackImpact<V>,
) -> AttackHit<V> {
    let &Collider { tag, bone, region, .. } = victim;
    let AttackImpact { fraction, point, normal, reached } = impact;
    let attack = match source {
        SweptBy::Attack(id) => Some(id),
        SweptBy::Body(_) => None,
    };
    AttackHit { attack, by, collider, tag, bone, region, point, normal, fraction, reached }
}
