//! The numbering of a shape's vertices, edges and faces.

use crate::array::Mapped as _;
use crate::linalg::Vect;
use crate::query::proximity::Core;
use crate::shape::ShapeRef;
use crate::space::Vector;

/// A vertex, edge or face of a shape, by its number; for a rounded shape, a feature of its core.
///
/// The numbering depends on the stored shape alone:
///
/// | shape | vertices | edges | faces |
/// |---|---|---|---|
/// | `Aabb`, `Obb`, `Parallelepiped` | bit `k` of `i` is set on the positive side of axis `k` | as pairs of vertices: those along axis 0 first, by their lower vertex, then along axis 1, then 2 | `2k` on the negative, `2k + 1` on the positive side of axis `k` |
/// | `Triangle` | `a`, `b`, `c` | `ab`, `bc`, `ca` | 0, on either side |
/// | `Segment`, `Capsule` | `a`, `b` | 0 | |
/// | `Point`, `Sphere`, `Ray` | 0 | a ray's 0 | |
/// | `Plane`, `HalfSpace` | | | 0 |
/// | `ConvexHull` | its corners, which are sorted (in 2D they go around) | in the order of [`edges`](crate::ConvexHull) | in the order of faces |
/// | `Frustum` | its corners | its edges | its planes, in the order given |
///
/// In 2D sides are edges, and only lines and half-planes have a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// A vertex.
    Vertex(u32),
    /// An edge; in 2D a side.
    Edge(u32),
    /// A face.
    Face(u32),
}

/// Up to so many corners that are furthest are found along edges.
const FEW: usize = 8;

/// The vertex or edge furthest along a direction, up to `tolerance`. Rays are followed for `reach`.
pub(super) fn furthest<V: Vector>(
    shape: ShapeRef<'_, V>,
    core: &Core<'_, V>,
    direction: Vect<V, f64>,
    tolerance: f64,
    reach: f64,
) -> Feature {
    let best = core.furthest_from(&direction.0, 0);
    let height = |i: usize| direction.dot(core.corner_ahead(i, reach));
    let top = height(best) - tolerance;
    let reaches = |i: &usize| height(*i) >= top;
    let mut ends = [best; 2];
    let mut count = 0;
    let mut list = [0; FEW];
    match core.level_corners(direction, top, &mut list) {
        Some(list) => {
            count = list.len();
            ends.iter_mut().zip(list).for_each(|(end, &corner)| *end = corner);
        }
        None => {
            for i in (0..core.corner_count()).filter(reaches) {
                if count < 2 {
                    ends[count] = i;
                }
                count += 1;
            }
        }
    }
    let own = (count > 1).then(|| edge(shape, core, ends, reach)).flatten();
    own.map_or(Feature::Vertex(core.vertex_of(best) as u32), Feature::Edge)
}

/// The number of the edge between two corners.
fn edge<V: Vector>(
    shape: ShapeRef<'_, V>,
    core: &Core<'_, V>,
    [first, second]: [usize; 2],
    reach: f64,
) -> Option<u32> {
    let (from, to) = (core.vertex_of(first), core.vertex_of(second));
    let joins = |x: usize, y: usize| (x, y) == (from, to) || (y, x) == (from, to);
    let found = match shape {
        ShapeRef::Aabb(_) | ShapeRef::Obb(_) | ShapeRef::Parallelepiped(_) => {
            V::BOX_EDGES.iter().position(|&(x, y)| joins(x, y))
        }
        ShapeRef::Triangle(_) => [(0, 1), (1, 2), (2, 0)].iter().position(|&(x, y)| joins(x, y)),
        ShapeRef::Segment(_) | ShapeRef::Capsule(_) | ShapeRef::Ray(_) => Some(0),
        ShapeRef::ConvexHull(hull) => {
            let edges = &hull.structure().edges;
            edges.iter().position(|&[x, y]| joins(x as usize, y as usize))
        }
        ShapeRef::Frustum(frustum) => {
            let [from_end, to_end] = [first, second].mapped(|i| core.corner_ahead(i, reach));
            let along = (to_end - from_end).unit()?;
            // Of the edges at either corner, the one most nearly parallel to the line through both.
            let cosine = |i: usize| {
                let (point, direction) = frustum.edge::<f64>(i);
                let direction = Vect(direction).unit().filter(|_| point == from || point == to);
                direction.map_or(0.0, |direction| direction.dot(along).abs())
            };
            (0..frustum.edges()).reduce(|i, k| if cosine(k) > cosine(i) { k } else { i })
        }
        ShapeRef::Point(_) | ShapeRef::Sphere(_) | ShapeRef::Plane(_) | ShapeRef::HalfSpace(_) => {
            None
        }
    };
    found.map(|i| i as u32)
}

/// The number of the face with normal `i` that faces a direction.
pub(super) fn face<V: Vector>(
    shape: ShapeRef<'_, V>,
    core: &Core<'_, V>,
    i: usize,
    direction: Vect<V, f64>,
) -> u32 {
    // A parallelepiped's normal is the cross product of two edges, and its faces are numbered by the third.
    let (axis, ahead) = match shape {
        ShapeRef::Aabb(_) | ShapeRef::Obb(_) => (i, core.normal(i)),
        ShapeRef::Parallelepiped(_) => {
            let third = (i + 2) % V::DIM;
            (third, core.direction(third))
        }
        _ => return i as u32,
    };
    2 * axis as u32 + u32::from(ahead.dot(direction) > 0.0)
}
