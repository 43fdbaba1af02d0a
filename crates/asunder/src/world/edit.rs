//! Changes of a collider or a body in its place: its layer, owner and tag.

use super::attacks::SweptBy;
use super::body::{Body, BodyId, ColliderId};
use super::layers::{LayerError, LayerId, LayerSet, Response};
use super::place::check_normal;
use super::{World, WorldError, owners};
use crate::space::Vector;

impl<V: Vector> World<V> {
    /// Moves a collider to another layer: a fighter who cannot be hit for a second, a door that no
    /// longer blocks.
    ///
    /// Queries, movers and attacks see it at once. The next step reports the contacts that it ends,
    /// as if they had [parted](super::ExitReason::Parted), and those that it begins, though nothing
    /// moved. What is changed and changed back before the step is not reported.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::world::{Event, ExitReason, LayerId};
    ///
    /// let layers = Layers::new().layer("ghost")?.respond("ghost", "default", Response::Ignore)?;
    /// let ghost = layers.id("ghost")?;
    /// let mut world = World2::with_layers(layers);
    /// let fire = world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Fixed)?.collider(0);
    /// let hero = world.insert(Sphere2::new([2.0, 0.0], 1.0), BodyKind::Moving)?.collider(0);
    /// world.step();
    /// assert_eq!(world.events(), [Event::Enter { a: fire, b: hero }], "touching counts");
    ///
    /// world.set_layer(hero, ghost)?;
    /// world.step();
    /// let parted = ExitReason::Parted;
    /// assert_eq!(world.events(), [Event::Exit { a: fire, b: hero, reason: parted }]);
    /// world.set_layer(hero, LayerId::DEFAULT)?;
    /// world.step();
    /// assert_eq!(world.events(), [Event::Enter { a: fire, b: hero }], "nobody moved");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the collider is not in the world, or the layer is not this world's. Then nothing has changed.
    pub fn set_layer(&mut self, id: ColliderId, layer: LayerId) -> Result<(), WorldError> {
        let known = self.layers.contains(layer);
        let collider = &mut self.part_mut(id)?.collider;
        if !known {
            return Err(WorldError::Layer { part: usize::from(id.part) });
        }
        if core::mem::replace(&mut collider.layer, layer) != layer {
            V::note_moved(self, id.body);
        }
        Ok(())
    }

    /// Sets how two layers respond to each other from now on: a truce, a phase in which shots pass. All
    /// else is as for [`set_layer`](Self::set_layer); it takes as long as placing all bodies that have a
    /// collider on one of the two.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::world::{Event, ExitReason};
    ///
    /// let mut world = World2::new();
    /// let a = world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Fixed)?.collider(0);
    /// let b = world.insert(Sphere2::new([2.0, 0.0], 1.0), BodyKind::Moving)?.collider(0);
    /// world.step();
    /// assert_eq!(world.events(), [Event::Enter { a, b }], "touching counts");
    ///
    /// world.set_response("default", "default", Response::Overlap)?;
    /// world.step();
    /// assert_eq!(world.events(), [Event::Exit { a, b, reason: ExitReason::Parted }]);
    /// # Ok::<(), asunder::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a name is unknown. Then nothing has changed.
    pub fn set_response(&mut self, a: &str, b: &str, response: Response) -> Result<(), LayerError> {
        let [a, b] = [self.layers.id(a)?, self.layers.id(b)?];
        if self.layers.response(a, b) == response {
            return Ok(());
        }
        self.layers.set_response(a, b, response);
        let concerns =
            |body: &Body<V>| body.parts.iter().any(|part| [a, b].contains(&part.collider.layer));
        let concerned: Vec<BodyId> =
            self.occupants().filter(|(_, body)| concerns(body)).map(|(id, _)| id).collect();
        concerned.into_iter().for_each(|id| V::note_moved(self, id));
        Ok(())
    }

    /// Sets the layers that a collider never pairs with, in place of those set before: a platform
    /// that one player may drop through. All else is as for [`set_layer`](Self::set_layer).
    ///
    /// # Errors
    /// If the collider is not in the world.
    pub fn set_ignore(
        &mut self,
        id: ColliderId,
        layers: impl Into<LayerSet>,
    ) -> Result<(), WorldError> {
        let layers = layers.into();
        let ignore = &mut self.part_mut(id)?.collider.ignore;
        if core::mem::replace(ignore, layers) != layers {
            V::note_moved(self, id.body);
        }
        Ok(())
    }

    /// Sets the tag of a collider.
    ///
    /// # Errors
    /// If the collider is not in the world.
    pub fn set_tag(&mut self, id: ColliderId, tag: u64) -> Result<(), WorldError> {
        self.part_mut(id)?.collider.tag = tag;
        Ok(())
    }

    /// Sets the bone that a collider is attached to.
    ///
    /// # Errors
    /// If the collider is not in the world.
    pub fn set_bone(&mut self, id: ColliderId, bone: Option<u16>) -> Result<(), WorldError> {
        self.part_mut(id)?.collider.bone = bone;
        Ok(())
    }

    /// Sets the region that a collider represents.
    ///
    /// # Errors
    /// If the collider is not in the world.
    pub fn set_region(&mut self, id: ColliderId, region: u16) -> Result<(), WorldError> {
        self.part_mut(id)?.collider.region = region;
        Ok(())
    }

    /// Sets the side from which a collider blocks movers, as
    /// [`Collider::one_way`](super::Collider::one_way()) does; `None` is from everywhere.
    ///
    /// # Errors
    /// If the collider is not in the world, or the direction is not finite. Then nothing has changed.
    pub fn set_one_way(&mut self, id: ColliderId, normal: Option<V>) -> Result<(), WorldError> {
        self.part(id)?;
        normal.map_or(Ok(()), |normal| check_normal(usize::from(id.part), normal))?;
        self.part_mut(id)?.collider.one_way = normal;
        Ok(())
    }

    /// Gives a body to an owner, or to nobody: a turret that is captured, a sword that is picked up.
    ///
    /// Contacts with the new owner's other bodies end, those with the former owner's begin, all as
    /// for [`set_layer`](Self::set_layer). A contact that lasts is no event; but it is the new
    /// owner's from then on, which [`owner_events`](Self::owner_events) reports for both.
    ///
    /// Attacks know their victims by owner. For one that is open the body is the new owner's: it is
    /// not hit again if any of the owner's was, and may be hit again if none was, though it was
    /// itself. What is [always swept](super::Collider::swept()) becomes the new owner's attack, and
    /// whom it hit is not hit again: a shot that is struck back may hit who fired it. An attack that
    /// was [begun](Self::begin_attack) stays its attacker's.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::world::{OwnerEvent, Party};
    ///
    /// let mut world = World2::new();
    /// let wire = world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Fixed)?;
    /// let turret = Sphere2::new([2.0, 0.0], 1.0);
    /// let turret = world.insert(turret, BodyOptions::from(BodyKind::Moving).owner(1))?;
    /// world.step();
    /// world.set_body_owner(turret, Some(2))?;
    /// world.step();
    /// assert!(world.events().is_empty(), "they touch as before");
    /// let [former, new] = [Party::Owner(1), Party::Owner(2)];
    /// let [OwnerEvent::Exit { a, .. }, OwnerEvent::Enter { a: b, .. }] = world.owner_events() else {
    ///     panic!("one has a contact less, the other one more")
    /// };
    /// assert_eq!((*a, *b), (former, new));
    /// # let _ = wire;
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in the world.
    pub fn set_body_owner(&mut self, id: BodyId, owner: Option<u64>) -> Result<(), WorldError> {
        if self.body(id)?.options.owner == owner {
            return Ok(());
        }
        owners::note_owner(self, id);
        self.body_mut(id)?.options.owner = owner;
        if let Some(attack) = self.attacks.get_mut(&SweptBy::Body(id)) {
            attack.owner = owner;
        }
        V::note_moved(self, id);
        Ok(())
    }
}
