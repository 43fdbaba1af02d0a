//! The outlines of sprites.

mod contour;
mod simplify;

use super::compound::Compound;
use super::polygon::{Rings, of_outline};
use crate::array::Mapped as _;
use crate::exact::widen;
use crate::linalg::Vect;
use crate::shape::{ShapeError, check, check_map};
use crate::space::{Affine, WideAffine};
use core::fmt;
use glam::Vec2;

/// Which pixels of a picture are opaque. Columns lie along x, rows along y: the first one has the least y.
///
/// That is how pictures are stored, for a world whose y points down. Where y points up, see
/// [`flipped`](Self::flipped).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpriteMask {
    size: [u32; 2],
    /// Row by row.
    is_opaque: Box<[bool]>,
}

/// Where in some bytes the alpha of each pixel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaLayout {
    /// The place of the first pixel's alpha.
    pub first: usize,
    /// From each pixel of a row to the next.
    pub pixel: usize,
    /// From each row to the next.
    pub row: usize,
}

impl AlphaLayout {
    /// Four bytes a pixel, the last of which is alpha, without gaps.
    #[must_use]
    pub fn rgba8(width: u32) -> Self {
        Self { first: 3, pixel: 4, row: (width as usize).saturating_mul(4) }
    }

    /// One byte a pixel, without gaps.
    #[must_use]
    pub fn alpha8(width: u32) -> Self {
        Self { first: 0, pixel: 1, row: width as usize }
    }
}

/// Why a picture has no outline.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SpriteError {
    /// There are more than 2²⁸ pixels, or more than 2²⁴ along a side.
    TooMany {
        /// The width and height.
        size: [u32; 2],
    },
    /// There are too few bytes.
    TooShort {
        /// The number of bytes.
        given: usize,
        /// How many the last pixel needs; the greatest number, if that is too large to say.
        expected: usize,
    },
    /// The outline has no image: a number is not finite, a size is negative, or the image lies too far out.
    Shape(ShapeError),
}

impl fmt::Display for SpriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { size: [width, height] } => write!(
                f,
                "the picture has {width} times {height} pixels; expected at most 2^28, and 2^24 along \
                 a side: cut it, or make it smaller"
            ),
            Self::TooShort { given, expected } => write!(
                f,
                "there are {given} bytes; expected at least {expected}: check width, height and layout"
            ),
            Self::Shape(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for SpriteError {}

impl From<ShapeError> for SpriteError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

/// The most pixels.
const MOST: u64 = 1 << 28;

/// The longest side: all whole numbers up to it are `f32`.
const LONGEST: u32 = 1 << 24;

impl SpriteMask {
    /// The pixels for which `is_opaque` says so, asked by column and row, row by row.
    ///
    /// # Errors
    /// If there are more than 2²⁸, or more than 2²⁴ along a side.
    pub fn try_from_fn(
        size: [u32; 2],
        mut is_opaque: impl FnMut(u32, u32) -> bool,
    ) -> Result<Self, SpriteError> {
        let [width, height] = size;
        if u64::from(width) * u64::from(height) > MOST || width.max(height) > LONGEST {
            return Err(SpriteError::TooMany { size });
        }
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Ok(Self { size, is_opaque: pixels.map(|(x, y)| is_opaque(x, y)).collect() })
    }

    /// The pixels whose alpha is at least `least`: with 1 all that are not fully transparent, with 0 all.
    ///
    /// # Errors
    /// If there are more than 2²⁸, more than 2²⁴ along a side, or too few bytes.
    ///
    /// ```
    /// use asunder::level::{AlphaLayout, SpriteMask};
    ///
    /// let mask = SpriteMask::try_from_bytes([2, 1], &[127, 128], AlphaLayout::alpha8(2), 128)?;
    /// assert_eq!(mask.outlines(0.0), [[[1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0]]]);
    /// # Ok::<(), asunder::level::SpriteError>(())
    /// ```
    #[cfg_attr(not(feature = "2d"), inline)]
    pub fn try_from_bytes(
        size: [u32; 2],
        bytes: &[u8],
        layout: AlphaLayout,
        least: u8,
    ) -> Result<Self, SpriteError> {
        let place = |x: u32, y: u32| {
            let in_row = layout.pixel.checked_mul(x as usize)?.checked_add(layout.first)?;
            layout.row.checked_mul(y as usize)?.checked_add(in_row)
        };
        if let [Some(x), Some(y)] = size.mapped(|length| length.checked_sub(1)) {
            let expected = place(x, y).and_then(|last| last.checked_add(1));
            let expected = expected.unwrap_or(usize::MAX);
            if bytes.len() < expected {
                return Err(SpriteError::TooShort { given: bytes.len(), expected });
            }
        }
        let alpha = |x, y| place(x, y).and_then(|place| bytes.get(place)).copied().unwrap_or(0);
        Self::try_from_fn(size, |x, y| alpha(x, y) >= least)
    }

    /// The same picture with the last row first, for a world whose y points up.
    #[must_use]
    #[cfg_attr(not(feature = "2d"), inline)]
    pub fn flipped(&self) -> Self {
        let width = self.size[0].max(1) as usize;
        let rows = self.is_opaque.chunks(width).rev();
        Self { size: self.size, is_opaque: rows.flatten().copied().collect() }
    }

    /// The width and height, in pixels.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Whether a pixel is opaque; what is not in the picture is not.
    #[must_use]
    pub fn is_opaque(&self, x: u32, y: u32) -> bool {
        x < self.size[0] && y < self.size[1] && {
            let place = y as usize * self.size[0] as usize + x as usize;
            self.is_opaque[place]
        }
    }

    fn is_opaque_at(&self, [x, y]: [i32; 2]) -> bool {
        u32::try_from(x).is_ok_and(|x| u32::try_from(y).is_ok_and(|y| self.is_opaque(x, y)))
    }

    /// The outlines of the opaque pixels, and of the holes in them, in pixels: pixel `(x, y)` is the square from
    /// there to `(x + 1, y + 1)`. The rings run counterclockwise around opaque pixels where y points up, and are
    /// what [`Compound2::try_from_rings`](Compound::try_from_rings) takes.
    ///
    /// With a `tolerance` of zero, or one that is no number above it, they are the edges of pixels, exactly, with
    /// corners where they turn. Pixels that share a corner alone have rings that touch there. With a larger one
    /// the rings have fewer corners and are around all opaque pixels still: they only grow, and no corner that was
    /// left out is further than `tolerance` pixels from the edge that is there in its place. Corners that stand
    /// out remain, so that all corners are corners of pixels. A tolerance of 1.5 makes few lines of the stairs of any
    /// straight edge, whose inner corners are at most √2 from them. Holes shrink, but none is filled.
    ///
    /// It takes time in the order of the number of pixels. Simplifying takes at most 32 passes over the corners, each
    /// of which looks at the corners beside it and at what was left out there.
    ///
    /// ```
    /// use asunder::level::SpriteMask;
    ///
    /// // Stairs.
    /// let mask = SpriteMask::try_from_fn([8, 8], |x, y| y <= x)?;
    /// assert_eq!(mask.outlines(0.0)[0].len(), 18);
    /// assert_eq!(mask.outlines(1.0), [[[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [7.0, 8.0], [0.0, 1.0]]]);
    /// assert_eq!(mask.outlines(0.7)[0].len(), 18, "corners are half the square root of two away");
    /// # Ok::<(), asunder::level::SpriteError>(())
    /// ```
    #[must_use]
    #[cfg_attr(not(feature = "2d"), inline)]
    pub fn outlines(&self, tolerance: f32) -> Vec<Vec<[f32; 2]>> {
        let rings = contour::rings(self);
        let rings = if tolerance > 0.0 { simplify::simplified(rings, tolerance) } else { rings };
        let wide = |ring: Vec<[i32; 2]>| ring.into_iter().map(|p| p.mapped(|x| x as f32)).collect();
        rings.into_iter().map(wide).collect()
    }
}

impl Compound<Vec2> {
    /// The opaque pixels of a sprite under its world matrix, as convex parts: what
    /// [`outlines`](SpriteMask::outlines) encloses.
    ///
    /// The picture has the given `size`, in pixels or units before scaling, and `pivot`, in fractions of it from the
    /// first column and row, is the point that the matrix places at its translation, as of
    /// [`Obb2::from_sprite`](crate::Obb::from_sprite). A matrix may skew, too.
    ///
    /// The picture is divided before it is placed, and each number of each corner is rounded once. So every opaque
    /// pixel lies in the compound exactly where that rounds nothing, and else but for that rounding; parts share
    /// the bits of their corners either way.
    ///
    /// # Errors
    /// If a number is not finite, a size is negative, or the image lies too far out.
    ///
    /// ```
    /// use asunder::level::SpriteMask;
    /// use asunder::prelude::*;
    /// use asunder::{Affine2, Compound2};
    ///
    /// // A boot, seen from the side: its first row is the uppermost one.
    /// let rows = ["##..", "##..", "####"];
    /// let is_opaque = |x, y| rows[y as usize].as_bytes()[x as usize] == b'#';
    /// let mask = SpriteMask::try_from_fn([4, 3], is_opaque)?.flipped();
    /// let world = Affine2::from(Pose2::from_translation([10.0, 0.0]));
    /// let boot = Compound2::from_sprite(&mask, 0.0, [4.0, 3.0], [0.5, 0.0], &world)?;
    /// assert!(boot.intersects(&Aabb2::new([10.0, 1.0], [12.0, 3.0])), "it touches");
    /// assert!(!boot.intersects(&Aabb2::new([10.000001, 1.0000001], [12.0, 3.0])));
    /// # Ok::<(), asunder::level::SpriteError>(())
    /// ```
    pub fn from_sprite(
        mask: &SpriteMask,
        tolerance: f32,
        size: impl Into<[f32; 2]>,
        pivot: impl Into<[f32; 2]>,
        world: &Affine<Vec2>,
    ) -> Result<Self, SpriteError> {
        let (size, pivot) = (size.into(), pivot.into());
        check::length("size", size[0])?;
        check::length("size", size[1])?;
        check::finite_vector::<Vec2>("pivot", &pivot)?;
        check_map(world)?;
        // Rings along pixels touch at corners alone.
        let Ok(outline) = Rings::of(mask.outlines(tolerance)).and_then(|rings| rings.outline())
        else {
            return Err(ShapeError::NotRepresentable.into());
        };
        let pixels = mask.size().map(f64::from);
        let (size, pivot) = (size.map(widen), pivot.map(widen));
        let world = WideAffine::from(world);
        let columns = world.columns;
        let is_mirrored = columns[0][0] * columns[1][1] < columns[0][1] * columns[1][0];
        let mut is_far = false;
        let placed = outline.mapped(is_mirrored, |corner| {
            let along = |t: usize| widen(corner[t]) * size[t] / pixels[t] - pivot[t] * size[t];
            let image = world.map_point(Vect([0, 1].map(along))).to_f32();
            is_far |= !image.iter().all(|x| x.is_finite());
            image
        });
        if is_far { Err(ShapeError::NotRepresentable.into()) } else { Ok(of_outline(placed)) }
    }
}
