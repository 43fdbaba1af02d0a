//! What every call returns, and how it gets there: no panic crosses the border.

use crate::float_mode::FloatMode;
use asunder::history::RewindError;
use asunder::level::{ChainError, CompoundError, GridError, MeshError, OpenEdge, PolygonError};
use asunder::world::{LayerError, SnapshotError, WorldError};
use asunder::{Error, MatrixError, MoveError, RigError, ShapeError, SkinError, TransformError};
use core::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What became of a call. Only after `ASU_OK` are results written.
///
/// `asu_last_error_message` says of the last call on this thread that was not `ASU_OK` what was wrong,
/// with the name of the argument and the number found.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuOk as ASU_OK")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuStatus {
    /// The call did what it says; its results are written.
    AsuOk = 0,
    /// A pointer is null that must not be, or a handle is zero.
    AsuNull = 1,
    /// A handle, body, collider or attack is no longer there, or never was.
    AsuStale = 2,
    /// A number is infinite or NaN.
    AsuNotFinite = 3,
    /// Numbers describe no shape: a negative radius, a rotation of zero, `min` above `max`.
    AsuInvalidShape = 4,
    /// A matrix is transposed or not affine, or skews a box.
    AsuInvalidMatrix = 5,
    /// Another argument is not what was asked for: an unknown kind, a misaligned pointer, an option out
    /// of its range.
    AsuInvalidArgument = 6,
    /// No shape with finite numbers is the answer: a box around something unbounded.
    AsuNotRepresentable = 7,
    /// The library failed, which is a fault of its own: please report the message.
    AsuPanic = 8,
}

/// Why a call fails: one word, so that what succeeds is not slowed down by carrying room for it.
#[derive(Debug)]
pub(crate) struct Failure(Box<(AsuStatus, String)>);

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The message of the last failure on this thread; empty while the thread ends and its variables are gone,
/// as when the destructor of a global object makes a call.
pub(crate) fn with_last_message<R>(read: impl FnOnce(&str) -> R) -> R {
    let message = LAST.try_with(|message| message.borrow().clone());
    read(&message.unwrap_or_default())
}

impl Failure {
    #[cold]
    pub(crate) fn new(status: AsuStatus, message: impl Into<String>) -> Self {
        Self(Box::new((status, message.into())))
    }

    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new(AsuStatus::AsuInvalidArgument, message)
    }

    /// The failure, with the name of the argument before its message.
    #[cold]
    #[inline(never)]
    pub(crate) fn of(self, argument: &str) -> Self {
        let (status, message) = *self.0;
        Self::new(status, format!("{argument}: {message}"))
    }

    /// What a call in which the library failed may have left half done is not used again.
    pub(crate) fn left_by_a_panic(what: &str) -> Self {
        let message = format!("the library failed in a call on this {what} before; destroy it");
        Self::new(AsuStatus::AsuPanic, message)
    }

    #[cold]
    #[inline(never)]
    fn report(self) -> AsuStatus {
        let (status, text) = *self.0;
        // While the thread ends, nothing is left to keep the message in: the status says enough.
        let _ = LAST.try_with(|message| *message.borrow_mut() = text);
        status
    }

    fn panicked(payload: &(dyn Any + Send)) -> Self {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        Self::new(AsuStatus::AsuPanic, text.unwrap_or("the library failed without a message"))
    }
}

impl From<ShapeError> for Failure {
    #[cold]
    #[inline(never)]
    fn from(error: ShapeError) -> Self {
        let status = match error {
            ShapeError::NotFinite { .. } => AsuStatus::AsuNotFinite,
            ShapeError::NotRepresentable => AsuStatus::AsuNotRepresentable,
            _ => AsuStatus::AsuInvalidShape,
        };
        Self::new(status, error.to_string())
    }
}

impl From<TransformError> for Failure {
    fn from(error: TransformError) -> Self {
        match error {
            TransformError::Shape(error) => error.into(),
            error => Self::new(AsuStatus::AsuInvalidMatrix, error.to_string()),
        }
    }
}

impl From<MatrixError> for Failure {
    fn from(error: MatrixError) -> Self {
        match error {
            MatrixError::NotFinite { .. } => Self::new(AsuStatus::AsuNotFinite, error.to_string()),
            // The constructors of Rust are layouts here.
            MatrixError::LooksTransposed { constructor } => {
                let layout = match constructor {
                    "Affine::from_ogre" => "ASU_OGRE",
                    _ => "ASU_DIRECTX, ASU_OPENGL or ASU_GLTF",
                };
                let message = format!(
                    "the matrix looks transposed: its translation sits where the constant 0, 0, 0, 1 is \
                     expected; the layout that fits is {layout}"
                );
                Self::new(AsuStatus::AsuInvalidMatrix, message)
            }
            error => Self::new(AsuStatus::AsuInvalidMatrix, error.to_string()),
        }
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        let status = match error {
            MoveError::NotFinite { .. } => AsuStatus::AsuNotFinite,
            _ => AsuStatus::AsuInvalidArgument,
        };
        Self::new(status, error.to_string())
    }
}

impl From<LayerError> for Failure {
    fn from(error: LayerError) -> Self {
        Self::argument(error.to_string())
    }
}

impl From<SnapshotError> for Failure {
    fn from(error: SnapshotError) -> Self {
        Self::argument(error.to_string())
    }
}

impl From<WorldError> for Failure {
    fn from(error: WorldError) -> Self {
        let message = error.to_string();
        let status = match error {
            WorldError::NoBody { .. }
            | WorldError::NoCollider { .. }
            | WorldError::NoAttack { .. } => AsuStatus::AsuStale,
            WorldError::Shape { error, .. } | WorldError::Placement { error, .. } => {
                Self::from(error).0.0
            }
            WorldError::OneWay { .. } | WorldError::Motion { .. } => AsuStatus::AsuNotFinite,
            WorldError::SlideOptions { error } => Self::from(error).0.0,
            _ => AsuStatus::AsuInvalidArgument,
        };
        Self::new(status, message)
    }
}

impl From<RigError> for Failure {
    fn from(error: RigError) -> Self {
        let message = error.to_string();
        let status = match error {
            RigError::BoneNotFinite { .. }
            | RigError::WorldNotFinite { .. }
            | RigError::InverseBind { finite: false, .. } => AsuStatus::AsuNotFinite,
            RigError::InverseBind { .. } => AsuStatus::AsuInvalidMatrix,
            RigError::Unbounded { .. } => AsuStatus::AsuInvalidShape,
            RigError::Placement { cause, .. } => Self::from(cause).0.0,
            _ => AsuStatus::AsuInvalidArgument,
        };
        Self::new(status, message)
    }
}

impl From<RewindError> for Failure {
    fn from(error: RewindError) -> Self {
        let message = error.to_string();
        let status = match error {
            RewindError::Projectile(error) => Self::from(error).0.0,
            RewindError::NoBody { .. } => AsuStatus::AsuStale,
            RewindError::Skin(error) => Self::from(error).0.0,
            _ => AsuStatus::AsuInvalidArgument,
        };
        Self::new(status, message)
    }
}

impl From<SkinError> for Failure {
    fn from(error: SkinError) -> Self {
        let message = error.to_string();
        let status = match error {
            SkinError::Mesh(error) => Self::from(error).0.0,
            SkinError::MatrixNotFinite { .. } => AsuStatus::AsuNotFinite,
            SkinError::Weight { value, .. } if !value.is_finite() => AsuStatus::AsuNotFinite,
            _ => AsuStatus::AsuInvalidArgument,
        };
        Self::new(status, message)
    }
}

impl From<MeshError> for Failure {
    fn from(error: MeshError) -> Self {
        let status = match error {
            MeshError::NotFinite { .. } => AsuStatus::AsuNotFinite,
            _ => AsuStatus::AsuInvalidArgument,
        };
        Self::new(status, error.to_string())
    }
}

impl From<OpenEdge> for Failure {
    fn from(error: OpenEdge) -> Self {
        Self::argument(error.to_string())
    }
}

impl From<CompoundError> for Failure {
    fn from(error: CompoundError) -> Self {
        let message = error.to_string();
        let status = match error {
            CompoundError::Shape { error, .. } => Self::from(error).0.0,
            CompoundError::Unbounded { .. } => AsuStatus::AsuInvalidShape,
            _ => AsuStatus::AsuInvalidArgument,
        };
        Self::new(status, message)
    }
}

impl From<ChainError> for Failure {
    fn from(error: ChainError) -> Self {
        let status = match error {
            ChainError::NotFinite { .. } => AsuStatus::AsuNotFinite,
            _ => AsuStatus::AsuInvalidArgument,
        };
        Self::new(status, error.to_string())
    }
}

impl From<PolygonError> for Failure {
    fn from(error: PolygonError) -> Self {
        let status = match error {
            PolygonError::NotFinite { .. } => AsuStatus::AsuNotFinite,
            _ => AsuStatus::AsuInvalidShape,
        };
        Self::new(status, error.to_string())
    }
}

impl From<GridError> for Failure {
    fn from(error: GridError) -> Self {
        let status = match error {
            GridError::NotFinite { .. } | GridError::Sample { .. } => AsuStatus::AsuNotFinite,
            _ => AsuStatus::AsuInvalidArgument,
        };
        Self::new(status, error.to_string())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Rig(error) => error.into(),
            Error::World(error) => error.into(),
            Error::Shape(error) => error.into(),
            error => Self::argument(error.to_string()),
        }
    }
}

/// Runs the body of a call in the default floating-point mode, and turns failures and panics into statuses.
#[inline]
pub(crate) fn call(body: impl FnOnce() -> Result<(), Failure>) -> AsuStatus {
    let _mode = FloatMode::default_from_here();
    // What a panic leaves half done is a world, whose lock is poisoned by it: later calls refuse it.
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => AsuStatus::AsuOk,
        Ok(Err(failure)) => failure.report(),
        Err(payload) => Failure::panicked(payload.as_ref()).report(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_status_with_a_message() {
        let status = call(|| panic!("ended {}", "early"));
        assert_eq!(status, AsuStatus::AsuPanic);
        with_last_message(|message| assert_eq!(message, "ended early"));
        let status = call(|| Err(Failure::argument("kind 0 is no shape").of("a")));
        assert_eq!(status, AsuStatus::AsuInvalidArgument);
        with_last_message(|message| assert_eq!(message, "a: kind 0 is no shape"));
        assert_eq!(call(|| Ok(())), AsuStatus::AsuOk);
        with_last_message(|message| assert_eq!(message, "a: kind 0 is no shape", "kept"));
    }
}
