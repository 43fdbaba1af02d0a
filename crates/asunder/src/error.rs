//! One error over all that this crate returns, so that `?` works across its modules.

use crate::history::{RewindError, SkinSnapshotError};
use crate::query::move_until_contact::MoveError;
use crate::recording::RecordingError;
use crate::rig::RigError;
use crate::shape::{ShapeError, TransformError};
use crate::skin::SkinError;
use crate::space::MatrixError;
use crate::world::{LayerError, SnapshotError, WorldError};
use core::fmt;

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
    /// Bytes that are no snapshot of skins.
    SkinSnapshot(SkinSnapshotError),
    /// Bytes that are no recording, or a tick that is not in one.
    Recording(RecordingError),
    /// A moment that a history does not know.
    Rewind(RewindError),
}

impl Error {
    /// The error inside.
    fn inside(&self) -> &(dyn core::error::Error + 'static) {
        match self {
            Self::Shape(error) => error,
            Self::Transform(error) => error,
            Self::Matrix(error) => error,
            Self::Move(error) => error,
            Self::Rig(error) => error,
            Self::Skin(error) => error,
            Self::World(error) => error,
            Self::Layer(error) => error,
            Self::Snapshot(error) => error,
            Self::SkinSnapshot(error) => error,
            Self::Recording(error) => error,
            Self::Rewind(error) => error,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.inside(), f)
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.inside().source()
    }
}

impl From<ShapeError> for Error {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

impl From<TransformError> for Error {
    fn from(error: TransformError) -> Self {
        Self::Transform(error)
    }
}

impl From<MatrixError> for Error {
    fn from(error: MatrixError) -> Self {
        Self::Matrix(error)
    }
}

impl From<MoveError> for Error {
    fn from(error: MoveError) -> Self {
        Self::Move(error)
    }
}

impl From<RigError> for Error {
    fn from(error: RigError) -> Self {
        Self::Rig(error)
    }
}

impl From<SkinError> for Error {
    fn from(error: SkinError) -> Self {
        Self::Skin(error)
    }
}

impl From<WorldError> for Error {
    fn from(error: WorldError) -> Self {
        Self::World(error)
    }
}

impl From<LayerError> for Error {
    fn from(error: LayerError) -> Self {
        Self::Layer(error)
    }
}

impl From<SnapshotError> for Error {
    fn from(error: SnapshotError) -> Self {
        Self::Snapshot(error)
    }
}

impl From<SkinSnapshotError> for Error {
    fn from(error: SkinSnapshotError) -> Self {
        Self::SkinSnapshot(error)
    }
}

impl From<RecordingError> for Error {
    fn from(error: RecordingError) -> Self {
        Self::Recording(error)
    }
}

impl From<RewindError> for Error {
    fn from(error: RewindError) -> Self {
        Self::Rewind(error)
    }
}
