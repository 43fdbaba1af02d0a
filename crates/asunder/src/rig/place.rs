//! Turns the matrices of a frame into shapes in the world.

use super::{Follow, Rig, RigError};
use crate::dimension::kernels;
use crate::shape::Shape;
use crate::space::{Affine, Vector, WideAffine};

/// The bones' matrices of a frame, one for each bone of the rig, in the model's space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bones<'a, V: Vector = glam::Vec3> {
    /// The transform from each bone's own space: glTF's global joint transforms.
    Global(&'a [Affine<V>]),
    /// The transform from the mesh as modelled, with the inverse bind matrix included: what a
    /// skinning shader reads. Ogre's `_getBoneMatrices`.
    Skinning(&'a [Affine<V>]),
}

impl<'a, V: Vector> Bones<'a, V> {
    fn matrices(self) -> &'a [Affine<V>] {
        match self {
            Self::Global(matrices) | Self::Skinning(matrices) => matrices,
        }
    }
}

impl<V: Vector> Rig<V> {
    /// The hitboxes in the world, in their order: each shape under its bone's matrix, then under
    /// `world`. A box becomes an `Obb`, whatever it was, or by policy a `Parallelepiped`.
    ///
    /// Matrices are multiplied in `f64`, and only the shapes are rounded. Where its image is a box
    /// (up to a cosine of 10⁻⁵ between its axes), a box becomes that image, each number rounded to
    /// nearest; where the matrices skew it, the [scale policy](crate::shape::ScalePolicy) decides.
    /// A sphere becomes the sphere around its image.
    ///
    /// Global matrices and the palette made of them (`global · inverse_bind`, each number rounded
    /// once) give the same shapes up to the palette's rounding: of a box that is not skewed, no
    /// vertex differs by more than 2⁻²¹ M. Here M is the largest sum of magnitudes that forms a
    /// coordinate of a vertex: of `|world| · |palette| · |vertex as modelled|`, with 1 as fourth
    /// coordinate.
    ///
    /// # Errors
    /// If there are more or fewer matrices than bones, a matrix is not finite, or a hitbox has no
    /// image that its policy allows.
    pub fn place(&self, bones: Bones<'_, V>, world: &Affine<V>) -> Result<Vec<Shape<V>>, RigError> {
        let mut placed = Vec::new();
        self.place_into(bones, world, &mut placed)?;
        Ok(placed)
    }

    /// As [`place`](Self::place), written over `placed`, which is reused from frame to frame. After
    /// an error it is empty.
    ///
    /// # Errors
    /// As [`place`](Self::place).
    pub fn place_into(
        &self,
        bones: Bones<'_, V>,
        world: &Affine<V>,
        placed: &mut Vec<Shape<V>>,
    ) -> Result<(), RigError> {
        placed.clear();
        V::place_rig(self, bones, world, placed).inspect_err(|_| placed.clear())
    }

    fn push_placed(
        &self,
        bones: Bones<'_, V>,
        world: &Affine<V>,
        placed: &mut Vec<Shape<V>>,
    ) -> Result<(), RigError> {
        self.check(bones.matrices(), world)?;
        let world = WideAffine::from(world);
        for hitbox in &self.hitboxes {
            let map = world.after(&self.global(bones, usize::from(hitbox.bone)));
            let map = match hitbox.follow {
                Follow::PositionRotation => map,
                Follow::Position => map.without_linear_part(),
                Follow::PositionScale => map.with_scale_alone(),
            };
            match hitbox.shape.image(&map, self.scale_policy) {
                Ok(shape) => placed.push(shape),
                Err(cause) => {
                    let bone = self.bones[usize::from(hitbox.bone)].name.clone();
                    return Err(RigError::Placement { rig: self.name.clone(), bone, cause });
                }
            }
        }
        Ok(())
    }

    /// A bone's global matrix.
    fn global(&self, bones: Bones<'_, V>, bone: usize) -> WideAffine<V> {
        match bones {
            Bones::Global(matrices) => (&matrices[bone]).into(),
            Bones::Skinning(matrices) => WideAffine::from(&matrices[bone]).after(&self.bind[bone]),
        }
    }

    fn check(&self, matrices: &[Affine<V>], world: &Affine<V>) -> Result<(), RigError> {
        let rig = || self.name.clone();
        let (expected, found) = (self.bones.len(), matrices.len());
        if expected != found {
            return Err(RigError::Count { rig: rig(), expected, found });
        }
        if let Some(bad) = matrices.iter().position(|matrix| !matrix.is_finite()) {
            return Err(RigError::BoneNotFinite { rig: rig(), bone: self.bones[bad].name.clone() });
        }
        if world.is_finite() { Ok(()) } else { Err(RigError::WorldNotFinite { rig: rig() }) }
    }
}

kernels! {
    RigKernels:

    fn place_rig(
        rig: &Rig<Self>,
        bones: Bones<'_, Self>,
        world: &Affine<Self>,
        placed: &mut Vec<Shape<Self>>
    ) -> Result<(), RigError> {
        rig.push_placed(bones, world, placed)
    }
}
