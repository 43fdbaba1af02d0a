//! Rigs in worlds: the hitboxes of a model as the colliders of one body.

use crate::error::Error;
use crate::rig::{Bones, Hitbox, Rig};
use crate::space::{Affine, Vector};
use crate::world::{BodyId, BodyOptions, Collider, World};

impl<V: Vector> Rig<V> {
    /// A collider for each hitbox, in their order, around the shapes that [`place`](Self::place)
    /// gives.
    ///
    /// Each collider has the number of its bone, and as its region the place of its
    /// [label](Self::label) among [`labels`](Self::labels). The rest is as [`Collider::new`] leaves it.
    ///
    /// # Errors
    /// As [`place`](Self::place).
    pub fn colliders(
        &self,
        bones: Bones<'_, V>,
        model: &Affine<V>,
    ) -> Result<Vec<Collider<V>>, Error> {
        let labels = self.labels();
        let collider = |(i, shape)| {
            let region = labels.iter().position(|label| *label == self.label(i)).unwrap_or(i);
            let bone = Some(self.hitboxes()[i].bone);
            // More regions than these are more colliders than a body may have.
            let region = u16::try_from(region).unwrap_or(u16::MAX);
            Collider { bone, ..Collider::new(shape) }.region(region)
        };
        Ok(self.place(bones, model)?.into_iter().enumerate().map(collider).collect())
    }

    /// The labels of the hitboxes, each once, in the order of their first hitbox: the names of the
    /// regions of [`colliders`](Self::colliders).
    #[must_use]
    pub fn labels(&self) -> Vec<&str> {
        let mut labels = Vec::new();
        for i in 0..self.hitboxes().len() {
            if !labels.contains(&self.label(i)) {
                labels.push(self.label(i));
            }
        }
        labels
    }
}

impl<V: Vector> World<V> {
    /// Inserts the hitboxes of a rig as one body, where the bones' matrices and the model's world
    /// matrix place them.
    ///
    /// `customize` returns the collider of each hitbox: as it is given, or with a layer, a tag or an
    /// ignored layer of its own.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::{Affine3, Pose3};
    ///
    /// let mut rig = Rig::new("ghost", vec![Bone::new("head", None)])?;
    /// rig.add(Hitbox::new(0, Sphere3::new([0.0, 0.0, 0.0], 0.25)))?;
    /// let at = |x, y| Affine3::from(Pose3::from_translation([x, y, 0.0]));
    /// let bones = [at(0.0, 1.5)];
    ///
    /// let mut world = World3::new();
    /// let (bones, start) = (Bones::Global(&bones), at(0.0, 0.0));
    /// let ghost = world.insert_rig(&rig, bones, &start, BodyKind::Moving, |_, collider| collider)?;
    /// world.set_rig(ghost, &rig, bones, &at(3.0, 0.0))?;
    /// let head = ghost.collider(0);
    /// assert_eq!(*world.shape(head)?, Sphere3::new([3.0, 1.5, 0.0], 0.25).into());
    /// assert_eq!(rig.labels()[usize::from(world.collider(head)?.region)], "head");
    /// # Ok::<(), asunder::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Rig::place`] and [`insert_body`](Self::insert_body).
    pub fn insert_rig(
        &mut self,
        rig: &Rig<V>,
        bones: Bones<'_, V>,
        model: &Affine<V>,
        options: impl Into<BodyOptions>,
        mut customize: impl FnMut(&Hitbox<V>, Collider<V>) -> Collider<V>,
    ) -> Result<BodyId, Error> {
        let colliders = rig.colliders(bones, model)?;
        let pairs = rig.hitboxes().iter().zip(colliders);
        let colliders: Vec<_> = pairs.map(|(hitbox, own)| customize(hitbox, own)).collect();
        Ok(self.insert_body(&colliders, options)?)
    }

    /// Places the colliders of a body of [`insert_rig`](Self::insert_rig) as the bones are in this
    /// frame.
    ///
    /// # Errors
    /// As [`Rig::place`] and [`set_body_shapes`](Self::set_body_shapes).
    pub fn set_rig(
        &mut self,
        id: BodyId,
        rig: &Rig<V>,
        bones: Bones<'_, V>,
        model: &Affine<V>,
    ) -> Result<(), Error> {
        Ok(self.set_body_shapes(id, &rig.place(bones, model)?)?)
    }
}
