//! A level of any kind, for where the kind is known only at run time.

use super::chain::Chain;
use super::compound::Compound;
use super::height_field::HeightField;
use super::mesh::Mesh;
use super::parts::{LineVisit, PartSearch, PartVisit, Parts};
use super::tiles::Tiles;
use crate::index::Reach;
use crate::query::bounds::Bounds;
use crate::query::ray_cast::line::Line;
use crate::shape::{Shape, ShapeError};
use crate::space::{Pose, Vector};

/// A level of any kind. A copy shares its data.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Level<V: Vector> {
    /// Triangles that share vertices.
    Mesh(Mesh<V>),
    /// Convex shapes of any kind.
    Compound(Compound<V>),
    /// A line of segments in the plane.
    Chain(Chain<V>),
    /// Terrain in space, as rows of samples.
    HeightField(HeightField<V>),
    /// Kinds on a grid.
    Tiles(Tiles<V>),
}

impl<V: Vector> Level<V> {
    /// The name of the kind: `"mesh"`, `"compound"`, `"chain"`, `"height_field"`, `"tiles"`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Mesh(_) => "mesh",
            Self::Compound(_) => "compound",
            Self::Chain(_) => "chain",
            Self::HeightField(_) => "height_field",
            Self::Tiles(_) => "tiles",
        }
    }

    /// The level placed by a pose: each number of what it stores is rounded once, and what comes out *is* the
    /// level from there on.
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image lies too far out; and if it turns a
    /// height field or tiles, which can be made a mesh or a compound first.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        match self {
            Self::Mesh(level) => level.try_transformed(pose).map(Self::from),
            Self::Compound(level) => level.try_transformed(pose).map(Self::from),
            Self::Chain(level) => level.try_transformed(pose).map(Self::from),
            Self::HeightField(level) => level.try_transformed(pose).map(Self::from),
            Self::Tiles(level) => level.try_transformed(pose).map(Self::from),
        }
    }

    /// A number that is the same for the same level, on every platform: bit for bit the same parts in the same
    /// order, with the same tags. It does not protect against levels that are built to agree in it.
    ///
    /// It takes time in the order of the level's size at first, and is kept until tiles change.
    #[must_use]
    pub fn hash(&self) -> u64 {
        match self {
            Self::Mesh(level) => level.hash(),
            Self::Compound(level) => level.hash(),
            Self::Chain(level) => level.hash(),
            Self::HeightField(level) => level.hash(),
            Self::Tiles(level) => level.hash(),
        }
    }

    /// The parts, whatever the kind.
    fn parts(&self) -> &dyn PartSearch<V> {
        match self {
            Self::Mesh(level) => level,
            Self::Compound(level) => level,
            Self::Chain(level) => level,
            Self::HeightField(level) => level,
            Self::Tiles(level) => level,
        }
    }

    /// The box around all parts.
    pub(crate) fn bounds(&self) -> Bounds<V> {
        match self {
            Self::Mesh(level) => *level.bounds(),
            Self::Compound(level) => *level.bounds(),
            Self::Chain(level) => *level.bounds(),
            Self::HeightField(level) => *level.bounds(),
            Self::Tiles(level) => *level.bounds(),
        }
    }
}

impl<V: Vector> PartSearch<V> for Level<V> {
    fn count(&self) -> usize {
        self.parts().count()
    }

    fn get(&self, part: u32) -> Option<Shape<V>> {
        self.parts().get(part)
    }

    fn search(&self, reach: &mut Reach<V>, visit: &mut PartVisit<'_, V>) {
        self.parts().search(reach, visit);
    }

    fn search_line(&self, line: &Line<V>, reach: &mut Reach<V>, visit: &mut LineVisit<'_, V>) {
        self.parts().search_line(line, reach, visit);
    }

    fn smoothed(&self, part: u32, point: V, normal: V) -> V {
        self.parts().smoothed(part, point, normal)
    }

    fn front(&self, part: u32) -> Option<V::Array<f32>> {
        self.parts().front(part)
    }
}

impl<V: Vector> Parts<V> for Level<V> {}

impl<V: Vector> From<Mesh<V>> for Level<V> {
    fn from(level: Mesh<V>) -> Self {
        Self::Mesh(level)
    }
}

impl<V: Vector> From<Compound<V>> for Level<V> {
    fn from(level: Compound<V>) -> Self {
        Self::Compound(level)
    }
}

impl<V: Vector> From<Chain<V>> for Level<V> {
    fn from(level: Chain<V>) -> Self {
        Self::Chain(level)
    }
}

impl<V: Vector> From<HeightField<V>> for Level<V> {
    fn from(level: HeightField<V>) -> Self {
        Self::HeightField(level)
    }
}

impl<V: Vector> From<Tiles<V>> for Level<V> {
    fn from(level: Tiles<V>) -> Self {
        Self::Tiles(level)
    }
}
