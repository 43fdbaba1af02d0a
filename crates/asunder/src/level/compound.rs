//! Compounds: convex shapes of any kind.

use super::parts::{PartSearch, PartVisit, Parts};
use super::polygon::outline::Outline;
use crate::checksum::Sum;
use crate::index::{PackedTree, Reach};
use crate::query::bounds::Bounds;
use crate::shape::{AnyShape as _, Shape, ShapeError, placed};
use crate::space::{Pose, Vector};
use core::fmt;
use std::sync::{Arc, OnceLock};

/// Every point of some convex shapes, which may be of any bounded kind, and lie in one another.
///
/// A part is a shape, by its place in the order in which they were given. A copy shares its data.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::{Compound3, Shape3};
///
/// let trunk = Capsule3::new([0.0; 3], [0.0, 4.0, 0.0], 0.5);
/// let crown = Sphere3::new([0.0, 6.0, 0.0], 2.0);
/// let tree = Compound3::new([Shape3::from(trunk), Shape3::from(crown)]);
/// assert_eq!(tree.parts_intersecting(&Sphere3::new([4.0, 6.0, 0.0], 2.0)), [1], "it touches the crown");
/// assert_eq!(tree.distance(&Sphere3::new([2.5, 1.0, 0.0], 1.0)), Some(1.0));
/// ```
#[derive(Clone, Debug)]
pub struct Compound<V: Vector>(Arc<CompoundData<V>>);

#[derive(Debug)]
struct CompoundData<V: Vector> {
    /// By number.
    shapes: Box<[Shape<V>]>,
    /// By number; empty, if there are none.
    tags: Box<[u32]>,
    tree: PackedTree<V>,
    /// By place in the tree: the number of the shape.
    numbers: Box<[u32]>,
    /// Of a polygon that was divided: what is outline.
    outline: Option<Outline<V>>,
    hash: OnceLock<u64>,
}

/// Why some shapes are no compound.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum CompoundError {
    /// A shape is unbounded.
    Unbounded {
        /// Its number.
        shape: usize,
        /// Its kind.
        kind: &'static str,
    },
    /// A shape has no image under its pose, or is a point that is not finite.
    Shape {
        /// Its number.
        shape: usize,
        /// What is wrong with it.
        error: ShapeError,
    },
    /// There are more than 2³⁰ shapes.
    TooMany {
        /// The number of shapes.
        shapes: usize,
    },
    /// There are not as many tags as shapes.
    Tags {
        /// The number of tags.
        tags: usize,
        /// The number of shapes.
        shapes: usize,
    },
}

impl fmt::Display for CompoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unbounded { shape, kind } => write!(
                f,
                "shape {shape} is an unbounded {kind}; expected bounded shapes: make the {kind} a collider \
                 of its own"
            ),
            Self::Shape { shape, error } => write!(f, "shape {shape}: {error}"),
            Self::TooMany { shapes } => write!(
                f,
                "there are {shapes} shapes; expected at most 2^30: divide them among compounds"
            ),
            Self::Tags { tags, shapes } => {
                write!(f, "there are {tags} tags for {shapes} shapes; expected as many")
            }
        }
    }
}

impl core::error::Error for CompoundError {}

/// The most shapes.
const MOST: usize = 1 << 30;

impl<V: Vector> Compound<V> {
    /// The compound of some shapes as they are.
    ///
    /// It takes O(n log n) for `n` shapes.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new<S: Into<Shape<V>>>(shapes: impl IntoIterator<Item = S>) -> Self {
        match Self::try_new(shapes) {
            Ok(compound) => compound,
            Err(error) => panic!("{error}"),
        }
    }

    /// The compound of shapes that may be bad.
    ///
    /// # Errors
    /// If a shape is unbounded, a point is not finite, or there are more than 2³⁰ shapes.
    pub fn try_new<S: Into<Shape<V>>>(
        shapes: impl IntoIterator<Item = S>,
    ) -> Result<Self, CompoundError> {
        Self::of(shapes.into_iter().map(|shape| Ok(shape.into())), Box::default())
    }

    /// The compound of shapes with poses: each number of each shape is rounded once, and those bits are the
    /// compound from there on.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new), and if a shape has no image under its pose.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::{Compound2, Rot2, Shape2};
    ///
    /// let plank = Shape2::from(Aabb2::new([-2.0, 0.0], [2.0, 1.0]));
    /// let fence = [0.0, 5.0].map(|x| (plank.clone(), Pose2::new([x, 0.0], Rot2::degrees(90.0))));
    /// let fence = Compound2::try_placed(fence)?;
    /// let ball = |x: f32| Sphere2::new([x, 1.5], 2.0);
    /// assert!(fence.intersects(&ball(2.0)), "it touches the first");
    /// assert!(!fence.penetrates(&ball(2.0)));
    /// # Ok::<(), asunder::level::CompoundError>(())
    /// ```
    pub fn try_placed<S: Into<Shape<V>>>(
        shapes: impl IntoIterator<Item = (S, Pose<V>)>,
    ) -> Result<Self, CompoundError> {
        let shapes = shapes.into_iter().map(|(shape, pose)| shape.into().try_transformed(&pose));
        Self::of(shapes, Box::default())
    }

    fn of(
        shapes: impl Iterator<Item = Result<Shape<V>, ShapeError>>,
        tags: Box<[u32]>,
    ) -> Result<Self, CompoundError> {
        let mut all = Vec::new();
        for (number, shape) in shapes.enumerate() {
            let shape = shape.map_err(|error| CompoundError::Shape { shape: number, error })?;
            if !shape.is_bounded() {
                return Err(CompoundError::Unbounded { shape: number, kind: shape.kind() });
            }
            if let Shape::Point(point) = &shape {
                let numbers = point.to_array();
                if let Some(value) = (0..V::DIM).map(|t| numbers[t]).find(|x| !x.is_finite()) {
                    let error = ShapeError::NotFinite { field: "point", value };
                    return Err(CompoundError::Shape { shape: number, error });
                }
            }
            all.push(shape);
        }
        if all.len() > MOST {
            return Err(CompoundError::TooMany { shapes: all.len() });
        }
        let bounds: Vec<Bounds<V>> = all.iter().map(Bounds::of).collect();
        let (tree, numbers) = PackedTree::new(&bounds);
        let (shapes, numbers, hash) = (all.into(), numbers.into(), OnceLock::new());
        let outline = None;
        Ok(Self(Arc::new(CompoundData { shapes, tags, tree, numbers, outline, hash })))
    }

    /// The compound of the parts of a polygon: bounded shapes, one for each of the outline.
    pub(super) fn of_parts(shapes: Vec<Shape<V>>, outline: Outline<V>) -> Self {
        let bounds: Vec<Bounds<V>> = shapes.iter().map(Bounds::of).collect();
        let (tree, numbers) = PackedTree::new(&bounds);
        let (shapes, numbers, hash) = (shapes.into(), numbers.into(), OnceLock::new());
        let (tags, outline) = (Box::default(), Some(outline));
        Self(Arc::new(CompoundData { shapes, tags, tree, numbers, outline, hash }))
    }

    fn with_outline(self, outline: Option<Outline<V>>) -> Self {
        let CompoundData { shapes, tags, tree, numbers, .. } = &*self.0;
        let (shapes, tags, numbers) = (shapes.clone(), tags.clone(), numbers.clone());
        let (tree, hash) = (tree.clone(), OnceLock::new());
        Self(Arc::new(CompoundData { shapes, tags, tree, numbers, outline, hash }))
    }

    /// The compound with a number of the caller's own for each shape: a material, a sound. No answer depends
    /// on it.
    ///
    /// # Errors
    /// If there are not as many as shapes.
    pub fn with_tags(self, tags: impl Into<Box<[u32]>>) -> Result<Self, CompoundError> {
        let (tags, CompoundData { shapes, tree, numbers, .. }) = (tags.into(), &*self.0);
        if tags.len() != shapes.len() {
            return Err(CompoundError::Tags { tags: tags.len(), shapes: shapes.len() });
        }
        let (shapes, numbers) = (shapes.clone(), numbers.clone());
        let (tree, hash) = (tree.clone(), OnceLock::new());
        let outline = self.0.outline.clone();
        Ok(Self(Arc::new(CompoundData { shapes, tags, tree, numbers, outline, hash })))
    }

    /// The compound placed by a pose: each number of each shape is rounded once, and those bits are the
    /// compound from there on. It takes O(n log n).
    ///
    /// # Panics
    /// Where [`try_transformed`](Self::try_transformed) errs.
    #[must_use]
    #[track_caller]
    pub fn transformed(&self, pose: &Pose<V>) -> Self {
        crate::shape::check::valid(self.try_transformed(pose))
    }

    /// The compound placed by a pose that may be bad.
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image of a shape lies too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        crate::shape::check_pose(pose)?;
        let shapes = self.0.shapes.iter().map(|shape| shape.try_transformed(pose));
        match Self::of(shapes, self.0.tags.clone()) {
            Ok(compound) => Ok(match &self.0.outline {
                Some(outline) => {
                    let outline = outline.mapped(false, |vertex| placed(pose, vertex));
                    compound.with_outline(Some(outline))
                }
                None => compound,
            }),
            Err(CompoundError::Shape { error, .. }) => Err(error),
            // An image is bounded as its shape is, and there are as many.
            Err(_) => Err(ShapeError::NotRepresentable),
        }
    }

    /// The shapes, in order.
    #[must_use]
    pub fn shapes(&self) -> &[Shape<V>] {
        &self.0.shapes
    }

    /// The tag of a shape: zero, if it has none.
    #[must_use]
    pub fn tag(&self, number: u32) -> u32 {
        self.0.tags.get(number as usize).copied().unwrap_or(0)
    }

    /// The bytes that it takes beside the tags and the points of convex hulls.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        let CompoundData { shapes, tree, numbers, outline, .. } = &*self.0;
        let outline = outline.as_ref().map_or(0, Outline::size);
        size_of_val(&**shapes) + size_of_val(&**numbers) + tree.size() + outline
    }

    /// The checksum of all that it stores.
    pub(crate) fn hash(&self) -> u64 {
        *self.0.hash.get_or_init(|| {
            let mut sum = Sum::new();
            let CompoundData { shapes, tags, outline, .. } = &*self.0;
            // Every float prints so that its bits can be read back.
            sum.add_all(shapes.iter().map(|shape| Sum::of(format!("{shape:?}").as_bytes())));
            sum.add_all(tags.iter().map(|&tag| u64::from(tag)));
            if let Some(outline) = outline {
                outline.add_to(&mut sum);
            }
            sum.0
        })
    }

    /// The box around all shapes.
    pub(crate) fn bounds(&self) -> &Bounds<V> {
        self.0.tree.bounds()
    }
}

/// Whether the same shapes and tags, in the same order, and of polygons the same outline.
impl<V: Vector> PartialEq for Compound<V> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.shapes == other.0.shapes
                && self.0.tags == other.0.tags
                && self.0.outline == other.0.outline
    }
}

impl<V: Vector> PartSearch<V> for Compound<V> {
    fn count(&self) -> usize {
        self.0.shapes.len()
    }

    fn get(&self, part: u32) -> Option<Shape<V>> {
        self.0.shapes.get(part as usize).cloned()
    }

    fn search(&self, reach: &mut Reach<V>, visit: &mut PartVisit<'_, V>) {
        let CompoundData { shapes, tree, numbers, .. } = &*self.0;
        reach.search(tree, |reach, place| {
            let number = numbers[place as usize];
            visit(number, shapes[number as usize].as_shape_ref(), reach)
        });
    }

    fn smoothed(&self, part: u32, _point: V, normal: V) -> V {
        let outline = self.0.outline.as_ref();
        outline.and_then(|outline| outline.smoothed(part, normal)).unwrap_or(normal)
    }
}

impl<V: Vector> Parts<V> for Compound<V> {}
