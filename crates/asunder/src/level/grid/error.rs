//! What is wrong with a grid.

use core::fmt;

/// Why numbers are no [`HeightField`](crate::HeightField) and no [`Tiles`](crate::Tiles).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum GridError {
    /// A number is infinite or NaN.
    NotFinite {
        /// The field it was meant for.
        field: &'static str,
        /// The number.
        value: f32,
    },
    /// A sample is infinite or NaN.
    Sample {
        /// Its index.
        sample: usize,
        /// The number.
        value: f32,
    },
    /// The length of a cell is zero or below.
    NotPositive {
        /// The field it was meant for.
        field: &'static str,
        /// The number.
        value: f32,
    },
    /// The last cells lie beyond the largest number.
    TooFar {
        /// The axis of space, 0 for x.
        axis: usize,
    },
    /// There are not as many samples as rows times columns.
    Samples {
        /// The number of samples.
        given: usize,
        /// The number that rows and columns make.
        expected: u64,
    },
    /// There are more cells than have numbers.
    TooMany {
        /// The number of cells, or the greatest that can be said.
        cells: u64,
        /// The most there may be.
        most: u64,
    },
    /// There is no such cell.
    NoCell {
        /// The axis of the grid along which it is beyond the last.
        axis: usize,
        /// Its index along that axis.
        index: u32,
        /// The number of cells along that axis.
        count: u32,
    },
    /// There are not as many tags as cells.
    Tags {
        /// The number of tags.
        tags: usize,
        /// The number of cells.
        cells: u64,
    },
    /// A kind of tile has not been added to these tiles.
    NoKind {
        /// Its number.
        kind: u8,
    },
    /// There are no more numbers for kinds of tiles.
    TooManyKinds,
    /// A slope has fewer than three corners, or one outside of the unit square.
    Slope {
        /// The index of the corner, or the number of corners if there are too few.
        corner: usize,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { field, value } => {
                write!(f, "{field} is {value}; expected a finite number")
            }
            Self::Sample { sample, value } => write!(
                f,
                "sample {sample} is {value}; expected a finite number: a hole is a cell, given by `with_holes`"
            ),
            Self::NotPositive { field, value } => {
                write!(f, "{field} is {value}; expected more than zero")
            }
            Self::TooFar { axis } => write!(
                f,
                "the last cells along axis {axis} lie beyond the largest number; expected fewer or smaller \
                 ones"
            ),
            Self::Samples { given, expected } => {
                write!(f, "there are {given} samples; expected {expected}, rows times columns")
            }
            Self::TooMany { cells, most } => write!(
                f,
                "there are {cells} cells; expected at most {most}: divide them among levels"
            ),
            Self::NoCell { axis, index, count } => write!(
                f,
                "there is no cell {index} along axis {axis}; expected an index below {count}"
            ),
            Self::Tags { tags, cells } => {
                write!(f, "there are {tags} tags for {cells} cells; expected as many")
            }
            Self::NoKind { kind } => write!(
                f,
                "there is no kind of tile {kind}; expected one that was returned by these tiles"
            ),
            Self::TooManyKinds => {
                write!(f, "there are 254 kinds of slopes already; expected no more")
            }
            Self::Slope { corner } => write!(
                f,
                "corner {corner} of a slope is missing or outside of the unit square; expected at least \
                 three corners between [0, 0] and [1, 1]"
            ),
        }
    }
}

impl core::error::Error for GridError {}
