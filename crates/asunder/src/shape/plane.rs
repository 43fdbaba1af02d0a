//! Planes and half-spaces; in 2D lines and half-planes.

use super::{ShapeError, check};
use crate::array::array_of;
use crate::exact::negated;
use crate::linalg::Vect;
use crate::space::Vector;

/// Every point with `normal · x = offset`. In 2D, a line.
///
/// The normal may have any length but zero, and `offset` is measured in units of that length:
/// scaling both changes no answer. Engines that write `n · x + d = 0` (DirectX, Ogre) enter
/// through [`from_equation`](Self::from_equation).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<V: Vector> {
    pub(crate) normal: V::Array<f32>,
    pub(crate) offset: f32,
}

impl<V: Vector> Plane<V> {
    /// The plane with a normal of any length but zero.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new(normal: impl Into<V::Array<f32>>, offset: f32) -> Self {
        check::valid(Self::try_new(normal, offset))
    }

    /// The plane, from numbers that may be bad.
    ///
    /// # Errors
    /// If a number is not finite or the normal is zero. A subnormal is not zero.
    pub fn try_new(normal: impl Into<V::Array<f32>>, offset: f32) -> Result<Self, ShapeError> {
        let normal = normal.into();
        check_plane::<V>(&normal, offset)?;
        Ok(Self { normal, offset })
    }

    /// The normal, with the length it was given.
    #[must_use]
    pub fn normal(&self) -> V {
        V::from_array(self.normal)
    }

    /// The offset along the normal, in units of the normal's length.
    #[must_use]
    pub fn offset(&self) -> f32 {
        self.offset
    }
}

/// Every point with `normal · x <= offset`: all behind a plane, and the plane itself.
///
/// The normal points out of the half-space, and may have any length but zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<V: Vector> {
    pub(crate) normal: V::Array<f32>,
    pub(crate) offset: f32,
}

impl<V: Vector> HalfSpace<V> {
    /// The half-space with a normal of any length but zero.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new(normal: impl Into<V::Array<f32>>, offset: f32) -> Self {
        check::valid(Self::try_new(normal, offset))
    }

    /// The half-space, from numbers that may be bad.
    ///
    /// # Errors
    /// If a number is not finite or the normal is zero. A subnormal is not zero.
    pub fn try_new(normal: impl Into<V::Array<f32>>, offset: f32) -> Result<Self, ShapeError> {
        let normal = normal.into();
        check_plane::<V>(&normal, offset)?;
        Ok(Self { normal, offset })
    }

    /// The normal, with the length it was given.
    #[must_use]
    pub fn normal(&self) -> V {
        V::from_array(self.normal)
    }

    /// The offset along the normal, in units of the normal's length.
    #[must_use]
    pub fn offset(&self) -> f32 {
        self.offset
    }
}

fn check_plane<V: Vector>(normal: &V::Array<f32>, offset: f32) -> Result<(), ShapeError> {
    let numbers: [f32; 3] = array_of(|i| if i < V::DIM { normal[i] } else { 0.0 });
    check::direction("normal", &numbers)?;
    check::finite("offset", offset)
}

impl Plane<glam::Vec3> {
    /// The plane `a·x + b·y + c·z + d = 0`: the form of DirectX's `XMPLANE` and Ogre's `Plane`.
    ///
    /// # Errors
    /// If a number is not finite or `a`, `b`, `c` are all zero.
    pub fn from_equation([a, b, c, d]: [f32; 4]) -> Result<Self, ShapeError> {
        Self::try_new([a, b, c], negated(d))
    }
}

impl Plane<glam::Vec2> {
    /// The line `a·x + b·y + c = 0`.
    ///
    /// # Errors
    /// If a number is not finite or `a` and `b` are both zero.
    pub fn from_equation([a, b, c]: [f32; 3]) -> Result<Self, ShapeError> {
        Self::try_new([a, b], negated(c))
    }
}

impl<V: Vector> Plane<V> {
    /// The half-space behind the plane: the side its normal does not point to.
    #[must_use]
    pub fn back(&self) -> HalfSpace<V> {
        HalfSpace { normal: self.normal, offset: self.offset }
    }

    /// The half-space in front of the plane: the side its normal points to.
    #[must_use]
    pub fn front(&self) -> HalfSpace<V> {
        HalfSpace { normal: Vect::<V, f32>(self.normal).map(|x| -x).0, offset: -self.offset }
    }
}

impl<V: Vector> HalfSpace<V> {
    /// The plane that bounds the half-space.
    #[must_use]
    pub fn boundary(&self) -> Plane<V> {
        Plane { normal: self.normal, offset: self.offset }
    }
}
