//! Why a rig cannot be made or placed.

use super::{Bone, MAX_BONES};
use crate::shape::TransformError;
use crate::sort::sort_by;
use crate::space::Vector;
use core::fmt;

/// Why a rig cannot be made or placed. Every message names the rig.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RigError {
    /// There are more bones than a rig can have.
    TooManyBones {
        /// The rig.
        rig: String,
        /// How many there are.
        bones: usize,
    },
    /// A bone's parent does not exist.
    NoSuchParent {
        /// The rig.
        rig: String,
        /// The bone.
        bone: String,
        /// The index of its parent.
        parent: u16,
        /// How many bones there are.
        bones: usize,
    },
    /// Bones are their own ancestors, in a cycle.
    Cycle {
        /// The rig.
        rig: String,
        /// A bone of the cycle.
        bone: String,
    },
    /// An inverse bind matrix cannot be inverted.
    InverseBind {
        /// The rig.
        rig: String,
        /// The bone it belongs to.
        bone: String,
        /// Whether all its numbers are finite; then it is singular: it flattens space.
        finite: bool,
    },
    /// A hitbox's bone does not exist.
    NoSuchBone {
        /// The rig.
        rig: String,
        /// The index.
        bone: u16,
        /// How many bones there are.
        bones: usize,
    },
    /// No bone has this name.
    UnknownBone {
        /// The rig.
        rig: String,
        /// The name asked for.
        wanted: String,
        /// The names there are, the most similar first.
        known: Vec<String>,
    },
    /// A hitbox's shape is unbounded, or is a frustum, which is given by planes.
    Unbounded {
        /// The rig.
        rig: String,
        /// The bone that was to carry it.
        bone: String,
        /// The kind of the shape.
        kind: &'static str,
    },
    /// There are more or fewer matrices than bones.
    Count {
        /// The rig.
        rig: String,
        /// How many bones there are.
        expected: usize,
        /// How many matrices were given.
        found: usize,
    },
    /// A bone's matrix holds an infinite number or a NaN.
    BoneNotFinite {
        /// The rig.
        rig: String,
        /// The bone.
        bone: String,
    },
    /// The world matrix holds an infinite number or a NaN.
    WorldNotFinite {
        /// The rig.
        rig: String,
    },
    /// A hitbox's shape has no image under its bone's matrix.
    Placement {
        /// The rig.
        rig: String,
        /// The bone that carries it.
        bone: String,
        /// What is wrong with the image.
        cause: TransformError,
    },
}

/// The most names that a message lists.
const LISTED: usize = 8;

impl RigError {
    pub(super) fn unknown_bone<V: Vector>(rig: &str, wanted: &str, bones: &[Bone<V>]) -> Self {
        let mut known: Vec<_> = bones.iter().map(|bone| bone.name.clone()).collect();
        // The sort is stable: equally similar names stay in the order of the bones.
        let distance = |name: &String| edit_distance(name, wanted);
        sort_by(&mut known, &|x, y| distance(x).cmp(&distance(y)));
        Self::UnknownBone { rig: rig.to_owned(), wanted: wanted.to_owned(), known }
    }
}

/// The number of characters that must be inserted, removed or replaced to turn `a` into `b`, ignoring
/// the case of letters (Wagner and Fischer 1974, row by row).
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().map(|c| c.to_ascii_lowercase()).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

impl fmt::Display for RigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyBones { rig, bones } => {
                write!(f, "{rig} has {bones} bones; expected at most {MAX_BONES}")
            }
            Self::NoSuchParent { rig, bone, parent, bones } => write!(
                f,
                "{rig}: bone {bone:?} hangs on bone {parent}; expected an index below {bones}"
            ),
            Self::Cycle { rig, bone } => {
                write!(
                    f,
                    "{rig}: bone {bone:?} hangs on itself, through its parents; expected a tree"
                )
            }
            Self::InverseBind { rig, bone, finite: true } => write!(
                f,
                "{rig}: the inverse bind matrix of bone {bone:?} flattens space; expected one that \
                 can be inverted"
            ),
            Self::InverseBind { rig, bone, finite: false } => write!(
                f,
                "{rig}: the inverse bind matrix of bone {bone:?} is not finite; expected finite numbers"
            ),
            Self::NoSuchBone { rig, bone, bones } => {
                write!(f, "{rig}: there is no bone {bone}; expected an index below {bones}")
            }
            Self::UnknownBone { rig, wanted, known } if known.is_empty() => {
                write!(f, "{rig}: there is no bone {wanted:?}; the rig has no bones")
            }
            Self::UnknownBone { rig, wanted, known } => {
                let nearest = &known[..known.len().min(LISTED)];
                write!(f, "{rig}: there is no bone {wanted:?}; it has {}", nearest.join(", "))?;
                match known.len() - nearest.len() {
                    0 => Ok(()),
                    more => write!(f, " and {more} more"),
                }
            }
            Self::Unbounded { rig, bone, kind } => write!(
                f,
                "{rig}: the hitbox on bone {bone:?} is a {kind}; expected a bounded shape, and no \
                 frustum"
            ),
            Self::Count { rig, expected, found } => write!(
                f,
                "{rig}: there are {found} bone matrices; expected {expected}, one for each bone"
            ),
            Self::BoneNotFinite { rig, bone } => {
                write!(
                    f,
                    "{rig}: the matrix of bone {bone:?} is not finite; expected finite numbers"
                )
            }
            Self::WorldNotFinite { rig } => {
                write!(f, "{rig}: the world matrix is not finite; expected finite numbers")
            }
            Self::Placement { rig, bone, cause } => {
                write!(f, "{rig}: the hitbox on bone {bone:?} cannot be placed: {cause}")
            }
        }
    }
}

impl core::error::Error for RigError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Placement { cause, .. } => Some(cause),
            _ => None,
        }
    }
}
