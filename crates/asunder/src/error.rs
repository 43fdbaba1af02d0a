//! One error over all that this crate returns, so that `?` works across its modules.

use crate::history::RewindError;
use crate::query::move_until_contact::MoveError;
use crate::recording::RecordingError;
use crate::rig::RigError;
use crate::shape::{ShapeError, TransformError};
use crate::skin::SkinError;
use crate::space::MatrixError;
use crate::world::{LayerError, SnapshotError, WorldError};
use core::fmt;

macro_rules! errors {
    ($($(#[$doc:meta])* $Variant:ident($Source:ident),)*) => {
        /// Any error of this crate: what a function returns that asks several of its modules.
        ///
        /// Its message is that of the error inside, which [`source`](core::error::Error::source) skips
        /// for that reason.
        ///
        /// ```
        /// use asunder::prelude::*;
        ///
        /// fn spawn(world: &mut World3, radius: f32) -> Result<(), asunder::Error> {
        ///     let ball = Sphere3::try_new([0.0, 0.0, 0.0], radius)?;
        ///     world.insert(ball, BodyKind::Moving)?;
        ///     Ok(())
        /// }
        ///
        /// let error = spawn(&mut World3::new(), -1.0).unwrap_err();
        /// assert!(matches!(error, asunder::Error::Shape(_)));
        /// assert!(error.to_string().contains("radius"), "{error}");
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Error {
            $($(#[$doc])* $Variant($Source),)*
        }

        impl fmt::Display for Error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$Variant(error) => fmt::Display::fmt(error, f),)*
                }
            }
        }

        impl core::error::Error for Error {
            fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                match self {
                    $(Self::$Variant(error) => error.source(),)*
                }
            }
        }

        $(impl From<$Source> for Error {
            fn from(error: $Source) -> Self {
                Self::$Variant(error)
            }
        })*
    };
}
errors! {
    /// Numbers that describe no shape.
    Shape(ShapeError),
    /// A shape without an image of its own kind under a map.
    Transform(TransformError),
    /// Sixteen numbers that are no affine map.
    Matrix(MatrixError),
    /// A motion without an answer.
    Move(MoveError),
    /// A rig that cannot be made or placed.
    Rig(RigError),
    /// Vertices and weights that are no skin, or matrices that are no pose of it.
    Skin(SkinError),
    /// A change that a world refused.
    World(WorldError),
    /// Layers that cannot be as asked.
    Layer(LayerError),
    /// Bytes that are no snapshot.
    Snapshot(SnapshotError),
    /// Bytes that are no recording, or a tick that is not in one.
    Recording(RecordingError),
    /// A moment that a history does not know.
    Rewind(RewindError),
}
