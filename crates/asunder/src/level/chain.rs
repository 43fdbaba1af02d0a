//! Chains: lines of segments in the plane.

use super::mesh::edges::turns_back;
use super::parts::{PartSearch, PartVisit, Parts};
use crate::array::Mapped as _;
use crate::checksum::Sum;
use crate::index::{PackedTree, Reach};
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::shape::{
    Point, Segment, Shape, ShapeError, ShapeRef, check, check_pose, orientation, placed,
};
use crate::space::{Pose, Vector};
use core::cmp::Ordering;
use core::fmt;
use glam::Vec2;
use std::sync::{Arc, OnceLock};

/// Every point of the segments between points of the plane, from each to the next: the ground of a side view,
/// an outline. It may cross itself, and points may repeat.
///
/// Part `i` is the segment from vertex `i` to the next; in a closed chain the last leads to the first. Where a
/// shape meets a vertex at which the chain goes on straight or towards the shape, the normal is that of a
/// segment, so that no seam holds back what slides along.
///
/// # One-sided chains
/// [`one_sided`](Self::one_sided) makes each segment block from its left side alone, as seen from one vertex
/// towards the next: the ground is given from the left to the right, a solid outline clockwise, where y points
/// up. What starts behind a segment passes it. Precisely:
///
/// - [`cast`](Parts::cast), rays and segments ignore a segment unless they start in front of it: wholly to the
///   left of its line, which may be touched, exactly; or nearest to one of its ends from about that direction.
///   It is what movers ask of a [one-way obstacle](crate::Obstacle::one_way).
/// - All other questions know no sides: a chain shares points with a shape, or is at a distance from it,
///   wherever that came from.
///
/// A copy shares its data.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::Chain2;
///
/// let ground = Chain2::new([[-9.0, 0.0], [0.0, 0.0], [9.0, 0.0]]);
/// let ball = |y: f32| Sphere2::new([0.0, y], 1.0);
/// assert_eq!(ground.parts_intersecting(&ball(1.0)), [0, 1], "the vertex belongs to both");
/// let hit = ground.cast(&ball(3.0), [0.0, -4.0]).unwrap();
/// assert_eq!((hit.part, hit.fraction, hit.normal.to_array()), (0, 0.5, [0.0, 1.0]));
///
/// let platform = ground.one_sided();
/// assert!(platform.cast(&ball(1.0), [0.0, -1.0]).is_some(), "it stands on it");
/// assert!(platform.cast(&ball(0.9999999), [0.0, -1.0]).is_none(), "not wholly in front");
/// assert!(platform.cast(&ball(-3.0), [0.0, 9.0]).is_none(), "it jumps through");
/// assert!(platform.intersects(&ball(0.0)), "and shares points on the way");
/// ```
#[derive(Clone, Debug)]
pub struct Chain<V: Vector>(Arc<ChainData<V>>);

#[derive(Clone, Debug)]
struct ChainData<V: Vector> {
    vertices: Box<[V::Array<f32>]>,
    ends: ChainEnds,
    sides: ChainSides,
    /// By number; empty, if there are none.
    tags: Box<[u32]>,
    tree: PackedTree<V>,
    /// By place in the tree: the number of the segment.
    numbers: Box<[u32]>,
    hash: OnceLock<u64>,
}

/// Whether a last segment leads back to the first vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ChainEnds {
    Open,
    Joined,
}

/// From where segments block.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ChainSides {
    Both,
    Left,
}

/// Why some vertices are no chain.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ChainError {
    /// A vertex is not finite.
    NotFinite {
        /// Its index.
        vertex: usize,
        /// Its number that is infinite or NaN.
        value: f32,
    },
    /// There are more than 2³⁰ vertices.
    TooMany {
        /// The number of vertices.
        vertices: usize,
    },
    /// There are not as many tags as segments.
    Tags {
        /// The number of tags.
        tags: usize,
        /// The number of segments.
        segments: usize,
    },
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { vertex, value } => {
                write!(f, "vertex {vertex} has a component {value}; expected finite numbers")
            }
            Self::TooMany { vertices } => write!(
                f,
                "there are {vertices} vertices; expected at most 2^30: divide them among chains"
            ),
            Self::Tags { tags, segments } => {
                write!(f, "there are {tags} tags for {segments} segments; expected as many")
            }
        }
    }
}

impl core::error::Error for ChainError {}

/// The most vertices.
const MOST: usize = 1 << 30;

impl Chain<Vec2> {
    /// The chain from the first vertex to the last. One vertex or none has no segments.
    ///
    /// It takes O(n log n) for `n` vertices.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new<P: Into<[f32; 2]>>(vertices: impl IntoIterator<Item = P>) -> Self {
        match Self::try_new(vertices) {
            Ok(chain) => chain,
            Err(error) => panic!("{error}"),
        }
    }

    /// The chain of vertices that may be bad.
    ///
    /// # Errors
    /// If a number is not finite, or there are more than 2³⁰ vertices.
    pub fn try_new<P: Into<[f32; 2]>>(
        vertices: impl IntoIterator<Item = P>,
    ) -> Result<Self, ChainError> {
        Self::of(vertices.into_iter().map(Into::into).collect(), ChainEnds::Open)
    }

    /// The chain around an outline: a last segment leads from the last vertex to the first.
    ///
    /// It is a line all the same: what lies inside shares no point with it.
    ///
    /// # Panics
    /// Where [`try_closed`](Self::try_closed) errs.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Chain2;
    ///
    /// let room = Chain2::closed([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
    /// assert_eq!(room.part_count(), 4);
    /// let ball = |radius| Sphere2::new([2.0, 2.0], radius);
    /// assert!(!room.intersects(&ball(1.9999999)));
    /// assert_eq!(room.parts_intersecting(&ball(2.0)), [0, 1, 2, 3]);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn closed<P: Into<[f32; 2]>>(vertices: impl IntoIterator<Item = P>) -> Self {
        match Self::try_closed(vertices) {
            Ok(chain) => chain,
            Err(error) => panic!("{error}"),
        }
    }

    /// The chain around an outline that may be bad.
    ///
    /// # Errors
    /// If a number is not finite, or there are more than 2³⁰ vertices.
    pub fn try_closed<P: Into<[f32; 2]>>(
        vertices: impl IntoIterator<Item = P>,
    ) -> Result<Self, ChainError> {
        Self::of(vertices.into_iter().map(Into::into).collect(), ChainEnds::Joined)
    }

    #[cfg_attr(not(feature = "2d"), inline)]
    fn of(vertices: Box<[[f32; 2]]>, ends: ChainEnds) -> Result<Self, ChainError> {
        for (vertex, point) in vertices.iter().enumerate() {
            if let Some(&value) = point.iter().find(|value| !value.is_finite()) {
                return Err(ChainError::NotFinite { vertex, value });
            }
        }
        if vertices.len() > MOST {
            return Err(ChainError::TooMany { vertices: vertices.len() });
        }
        Ok(Self::between(vertices, ends, ChainSides::Both, Box::default()))
    }
}

impl<V: Vector> Chain<V> {
    /// The segments between vertices that are finite.
    fn between(
        vertices: Box<[V::Array<f32>]>,
        ends: ChainEnds,
        sides: ChainSides,
        tags: Box<[u32]>,
    ) -> Self {
        let count = segment_count(vertices.len(), ends);
        let bounds: Vec<Bounds<V>> =
            (0..count).map(|number| Bounds::of(&segment_of::<V>(&vertices, number))).collect();
        let (tree, numbers) = PackedTree::new(&bounds);
        let (numbers, hash) = (numbers.into(), OnceLock::new());
        Self(Arc::new(ChainData { vertices, ends, sides, tags, tree, numbers, hash }))
    }

    /// The chain whose segments block from their left side alone (see [`Chain`]).
    #[must_use]
    pub fn one_sided(mut self) -> Self {
        let data = Arc::make_mut(&mut self.0);
        (data.sides, data.hash) = (ChainSides::Left, OnceLock::new());
        self
    }

    /// Whether its segments block from their left side alone.
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        self.0.sides == ChainSides::Left
    }

    /// Whether a last segment leads back to the first vertex.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.ends == ChainEnds::Joined
    }

    /// The chain with a number of the caller's own for each segment: a material, a sound. No answer depends
    /// on it.
    ///
    /// # Errors
    /// If there are not as many as segments.
    pub fn with_tags(mut self, tags: impl Into<Box<[u32]>>) -> Result<Self, ChainError> {
        let (tags, segments) = (tags.into(), self.count());
        if tags.len() != segments {
            return Err(ChainError::Tags { tags: tags.len(), segments });
        }
        let data = Arc::make_mut(&mut self.0);
        (data.tags, data.hash) = (tags, OnceLock::new());
        Ok(self)
    }

    /// The chain placed by a pose: each number of each vertex is rounded once, and those bits are the chain
    /// from there on. It takes O(n log n).
    ///
    /// # Panics
    /// Where [`try_transformed`](Self::try_transformed) errs.
    #[must_use]
    #[track_caller]
    pub fn transformed(&self, pose: &Pose<V>) -> Self {
        check::valid(self.try_transformed(pose))
    }

    /// The chain placed by a pose that may be bad.
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image lies too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        check_pose(pose)?;
        let ChainData { vertices, ends, sides, tags, .. } = &*self.0;
        let vertices: Box<[V::Array<f32>]> =
            vertices.iter().map(|vertex| placed(pose, vertex)).collect();
        for vertex in &vertices {
            if let Some(value) = (0..V::DIM).map(|t| vertex[t]).find(|value| !value.is_finite()) {
                return Err(ShapeError::NotFinite { field: "vertices", value });
            }
        }
        Ok(Self::between(vertices, *ends, *sides, tags.clone()))
    }

    /// The vertices, in order.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = V> + '_ {
        self.0.vertices.iter().map(|vertex| V::from_array(*vertex))
    }

    /// The segment of a number; `None` if there is none.
    #[must_use]
    pub fn segment(&self, number: u32) -> Option<Segment<V>> {
        let number = number as usize;
        (number < self.count()).then(|| segment_of(&self.0.vertices, number))
    }

    /// The tag of a segment: zero, if it has none.
    #[must_use]
    pub fn tag(&self, number: u32) -> u32 {
        self.0.tags.get(number as usize).copied().unwrap_or(0)
    }

    /// The bytes that it takes beside the tags.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        let ChainData { vertices, tree, numbers, .. } = &*self.0;
        size_of_val(&**vertices) + size_of_val(&**numbers) + tree.size()
    }

    /// The checksum of all that it stores.
    pub(crate) fn hash(&self) -> u64 {
        *self.0.hash.get_or_init(|| {
            let mut sum = Sum::new();
            let ChainData { vertices, ends, sides, tags, .. } = &*self.0;
            [V::DIM as u64, *ends as u64, *sides as u64].into_iter().for_each(|x| sum.add(x));
            sum.add_floats(vertices.iter().flat_map(|vertex| Vect::<V, f32>(*vertex).components()));
            sum.add_all(tags.iter().map(|&tag| u64::from(tag)));
            sum.0
        })
    }

    /// The box around all segments.
    pub(crate) fn bounds(&self) -> &Bounds<V> {
        self.0.tree.bounds()
    }

    /// The next vertex from vertex `at`, forwards or backwards, that lies elsewhere than it.
    fn next_apart(&self, at: usize, direction: ChainDirection) -> Option<Point> {
        /// Points that repeat more often than that end a chain.
        const MOST_REPEATED: usize = 64;
        let ChainData { vertices, ends, .. } = &*self.0;
        let (count, from) = (vertices.len(), point_of::<V>(&vertices[at]));
        let mut place = at;
        for _ in 0..MOST_REPEATED {
            let is_last = place == direction.last(count);
            if is_last && *ends == ChainEnds::Open {
                return None;
            }
            place = direction.next(place, count);
            let point = point_of::<V>(&vertices[place]);
            if point.wide != from.wide {
                return Some(point);
            }
        }
        None
    }
}

/// A direction along a chain.
#[derive(Clone, Copy, Debug)]
enum ChainDirection {
    Forwards,
    Backwards,
}

impl ChainDirection {
    /// The last of so many vertices.
    fn last(self, count: usize) -> usize {
        match self {
            Self::Forwards => count - 1,
            Self::Backwards => 0,
        }
    }

    /// The vertex after one, around the end.
    fn next(self, place: usize, count: usize) -> usize {
        match self {
            Self::Forwards => (place + 1) % count,
            Self::Backwards => (place + count - 1) % count,
        }
    }
}

fn segment_count(vertices: usize, ends: ChainEnds) -> usize {
    match ends {
        ChainEnds::Open => vertices.saturating_sub(1),
        ChainEnds::Joined => vertices,
    }
}

fn segment_of<V: Vector>(vertices: &[V::Array<f32>], number: usize) -> Segment<V> {
    Segment { a: vertices[number], b: vertices[(number + 1) % vertices.len()] }
}

fn point_of<V: Vector>(vertex: &V::Array<f32>) -> Point {
    Point::new([vertex[0], vertex[1], 0.0])
}

/// The vector across a segment to its left, of its length.
fn left_of<V: Vector>(Segment { a, b }: &Segment<V>) -> Vect<V, f64> {
    let along = Vect::<V, f64>::of(b) - Vect::of(a);
    let mut across = Vect::zero();
    (across[0], across[1]) = (0.0 - along[1], along[0]);
    across
}

/// Whether a chain from `a` over `b` to `d` goes on at `b` straight or towards a side of `a`, `b`, exactly:
/// `Greater` is its left.
fn goes_on(a: &Point, b: &Point, d: &Point, side: Ordering) -> bool {
    let above = Point::new([b.stored[0], b.stored[1], 1.0]);
    orientation::turn(2, a, b, d) != side.reverse() && !turns_back(b, &above, a, d)
}

/// Whether the same vertices, ends, sides and tags.
impl<V: Vector> PartialEq for Chain<V> {
    fn eq(&self, other: &Self) -> bool {
        let facts = |chain: &Self| (chain.0.ends, chain.0.sides);
        Arc::ptr_eq(&self.0, &other.0)
            || facts(self) == facts(other)
                && self.0.vertices == other.0.vertices
                && self.0.tags == other.0.tags
    }
}

impl<V: Vector> PartSearch<V> for Chain<V> {
    fn count(&self) -> usize {
        segment_count(self.0.vertices.len(), self.0.ends)
    }

    fn get(&self, part: u32) -> Option<Shape<V>> {
        self.segment(part).map(Shape::Segment)
    }

    fn search(&self, reach: &mut Reach<V>, visit: &mut PartVisit<'_, V>) {
        let ChainData { vertices, tree, numbers, .. } = &*self.0;
        reach.search(tree, |reach, place| {
            let number = numbers[place as usize];
            let segment = segment_of::<V>(vertices, number as usize);
            visit(number, ShapeRef::Segment(&segment), reach)
        });
    }

    fn smoothed(&self, part: u32, _point: V, normal: V) -> V {
        /// Below this part of the whole a component is rounding.
        const ROUNDING: f64 = 1e-6;
        let Some(segment) = self.segment(part) else { return normal };
        let Some(left) = left_of(&segment).unit() else { return normal };
        let toward = Vect::<V, f64>::of(&normal.to_array());
        let height = left.dot(toward);
        let mut along = Vect::<V, f64>::zero();
        (along[0], along[1]) = (left[1], 0.0 - left[0]);
        let beyond = along.dot(toward);
        if height.abs() <= ROUNDING || beyond.abs() <= ROUNDING {
            return normal;
        }
        let count = self.0.vertices.len();
        let [first, second] = [part as usize, (part as usize + 1) % count];
        let side = if height > 0.0 { Ordering::Greater } else { Ordering::Less };
        let [a, b] = [&segment.a, &segment.b].mapped(point_of::<V>);
        // Seen backwards, the other side is the left one.
        let goes_on = if beyond > 0.0 {
            let next = self.next_apart(second, ChainDirection::Forwards);
            next.is_some_and(|d| goes_on(&a, &b, &d, side))
        } else {
            let next = self.next_apart(first, ChainDirection::Backwards);
            next.is_some_and(|d| goes_on(&b, &a, &d, side.reverse()))
        };
        if !goes_on {
            return normal;
        }
        let face = if height > 0.0 { left } else { -left };
        V::from_array(face.map(|x| x as f32 + 0.0).0)
    }

    fn front(&self, part: u32) -> Option<V::Array<f32>> {
        let segment = self.segment(part).filter(|_| self.0.sides == ChainSides::Left)?;
        // A segment without length has no sides, and stops nothing; its neighbours do.
        Some(left_of(&segment).unit().unwrap_or(Vect::zero()).to_f32())
    }
}

impl<V: Vector> Parts<V> for Chain<V> {}
