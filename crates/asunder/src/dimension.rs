//! The seam between 2D and 3D: everything that truly differs, and where generic formulas become code.
//!
//! [`Dimension`] is the hidden half of [`Vector`]. Its first part holds the few hooks through which
//! a dimension enters a formula. Its supertraits hold one concrete function per pair and query, so that
//! every loop and cascade is compiled inside this crate, with this crate's optimisation, and not in
//! the crate of a user who builds without (an unoptimised kernel is some eighty times slower).
//!
//! This is the one module that may name every layer; every layer may name it.

mod vec2;
mod vec3;

use crate::batch;
use crate::exact::{Approximate, Certain, Number};
use crate::level;
use crate::query;
use crate::recording;
use crate::rig;
use crate::space::Vector;
use crate::tree;
use crate::world;

/// Declares a trait of functions whose `Self` is a vector, and implements it for both: each function is compiled
/// in this crate, once for each dimension.
macro_rules! kernels {
    (
        $Kernels:ident:
        $($(#[$doc:meta])* fn $kernel:ident($($argument:ident: $Type:ty),*) $(-> $Out:ty)? $body:block)*
    ) => {
        /// Functions of this module, once for each dimension.
        pub trait $Kernels: Sized {
            $(
                $(#[$doc])*
                #[doc(hidden)]
                fn $kernel($($argument: $Type),*) $(-> $Out)?
                where
                    Self: $crate::space::Vector;
            )*
        }
        $crate::dimension::kernels! {
            @implement $Kernels, glam::Vec2, "2d"; $(fn $kernel($($argument: $Type),*) $(-> $Out)? $body)*
        }
        $crate::dimension::kernels! {
            @implement $Kernels, glam::Vec3, "3d"; $(fn $kernel($($argument: $Type),*) $(-> $Out)? $body)*
        }
    };
    (
        @implement $Kernels:ident, $V:ty, $feature:literal;
        $(fn $kernel:ident($($argument:ident: $Type:ty),*) $(-> $Out:ty)? $body:block)*
    ) => {
        impl $Kernels for $V {
            $(#[cfg_attr(not(feature = $feature), inline)] fn $kernel($($argument: $Type),*) $(-> $Out)? $body)*
        }
    };
}
pub(crate) use kernels;

/// Names for the instances of a generic type in the plane and in space.
macro_rules! aliases {
    ($($Two:ident, $Three:ident = $Type:ident;)*) => {
        $(
            #[doc = concat!("A 2D [`", stringify!($Type), "`].")]
            pub type $Two = $Type<glam::Vec2>;
            #[doc = concat!("A 3D [`", stringify!($Type), "`].")]
            pub type $Three = $Type<glam::Vec3>;
        )*
    };
}
pub(crate) use aliases;

/// The hidden half of [`Vector`].
pub trait Dimension:
    Sized
    + query::separation::IntersectsKernels
    + query::contains::ContainsKernels
    + query::side::SideKernels
    + query::sweep::SweepKernels
    + query::cast::CastKernels
    + query::cast_rotating::RotatingCastKernels
    + query::explain::ExplainKernels
    + query::closest_point::ClosestPointKernels
    + query::enclosing::EnclosingKernels
    + query::move_until_contact::MoverKernels
    + query::move_and_slide::SlideKernels
    + query::ray_cast::RayCastKernels
    + query::contact::ContactKernels
    + query::distance::DistanceKernels
    + query::penetration::PenetrationKernels
    + query::parted::SeparationKernels
    + batch::kernels::BatchKernels
    + tree::kernels::TreeKernels
    + level::kernels::LevelKernels
    + rig::place::RigKernels
    + world::kernels::WorldKernels
    + recording::kernels::RecordingKernels
    + recording::kernels::Recordable
{
    /// How many edge directions of each box give a cross-product axis: three in 3D, none in 2D,
    /// where the faces' normals are all the candidates there are.
    const EDGES: usize;

    /// The number that decides what the filters leave open.
    type Exact: Certain;

    /// The number that decides most of that first.
    type Longer: Approximate;

    /// A rotation as `(rows, norm)`: `rows[i]` is `norm` times the box's axis `i`.
    ///
    /// In 3D `norm = |q|²`, a polynomial; in 2D `norm = |z|`, the root of `slot`.
    fn frame<N: Number>(
        rotation: Self::RotationArray,
        slot: usize,
    ) -> (Self::Array<Self::Array<N>>, N)
    where
        Self: Vector;

    /// The coordinate axes (as a bit set) that both rotations leave in place, exactly. Along such
    /// an axis two boxes are two intervals, and in 3D no cross-product axis is needed.
    fn shared_axes(a: Self::RotationArray, b: Self::RotationArray) -> u32
    where
        Self: Vector;

    /// For each coordinate axis the axis of a box so turned that lies along it, one way or the other,
    /// exactly, where that is easily seen: the turn is about a coordinate axis, or by quarters. Indices are bytes, so
    /// that registers hold the answer: boxes at rest ask for it twice a pair.
    fn coordinate_axes(rotation: Self::RotationArray) -> Self::Array<Option<u8>>
    where
        Self: Vector;

    /// The rotation whose axes are nearest to `columns`, which are orthogonal up to rounding and
    /// not zero; handedness and length of the columns do not matter.
    fn rotation_from_columns(columns: &Self::Array<Self::Array<f64>>) -> Self::RotationArray
    where
        Self: Vector;

    /// `outer` after `inner`, each component rounded once.
    fn rotation_product(
        outer: Self::RotationArray,
        inner: Self::RotationArray,
    ) -> Self::RotationArray
    where
        Self: Vector;

    /// A rotation as a quaternion of length one; in 2D about the third axis, turning by half a turn at
    /// most.
    fn half_turn(rotation: Self::RotationArray) -> [f64; 4]
    where
        Self: Vector;

    /// The rotation of a quaternion, which in 2D is about the third axis. Each number rounded once.
    fn from_half_turn(quaternion: [f64; 4]) -> Self::RotationArray
    where
        Self: Vector;

    /// In 3D the cross product; in 2D the first vector turned by a quarter, and the second is not
    /// looked at: either way, the directions across `a` that a separating axis may have.
    fn cross<N: Number>(a: &Self::Array<N>, b: &Self::Array<N>) -> Self::Array<N>
    where
        Self: Vector;

    /// The directions of the axes of a box around the points, which are finite: in 2D of the least, in
    /// 3D of the least that is found.
    fn least_box_axes(points: &[Self::Array<f32>]) -> Self::Array<Self::Array<f64>>
    where
        Self: Vector;

    /// The corners of a box joined by an edge, as indices whose bit `i` is the side on axis `i`.
    const BOX_EDGES: &'static [(usize, usize)];
}
