//! The part of a simplex in space that is nearest to zero, by the signs of areas and volumes.
//!
//! A vertex joins a simplex with the nearest point in its inside, and lies beyond it towards zero; so the nearest
//! point of both is on a part that the new vertex belongs to (Gilbert, Johnson and Keerthi 1988, §IV; Ericson 2005,
//! §5.1.5 and §5.1.6). Its shares are quotients of areas or volumes, which are computed side by side, where an
//! orthogonal projection takes one edge after another. They keep fewer digits: of a thin simplex, and where a sign is
//! within rounding of the other one, there is no answer.

use super::MOST;
use crate::linalg::Vect;
use crate::space::Vector;

type Wide<V> = Vect<V, f64>;

/// The squared sine below which two edges are too near to one line: that of a sine of 1/4, above which the normal is
/// tilted by no more than 20 units of 2⁻⁵³. Then the length of the nearest point falls short of that of the mean which
/// the shares stand for by at most 57 units of the vertices' size, less than the 64 that a certificate adds.
const THIN: f64 = 1.0 / 16.0;
/// The same of the volume that three edges of length one span: 2⁻²⁰.
const FLAT: f64 = 1.0 / (1u64 << 20) as f64;

/// A part of a simplex with the nearest point in its inside.
#[derive(Clone, Copy)]
pub(super) struct Part<V: Vector> {
    /// Which vertices, in order, and their shares.
    pub(super) kept: [(usize, f64); MOST],
    pub(super) count: usize,
    pub(super) nearest: Wide<V>,
}

impl<V: Vector> Part<V> {
    fn of<const COUNT: usize>(parts: [(usize, f64); COUNT], nearest: Wide<V>) -> Self {
        let kept = core::array::from_fn(|i| if i < COUNT { parts[i] } else { (0, 0.0) });
        Self { kept, count: COUNT, nearest }
    }

    /// The nearest part of a simplex whose last vertex is the new one; `None` where that is not clear.
    #[inline(never)]
    pub(super) fn nearest(points: &[V::Array<f64>; MOST], count: usize) -> Option<Self> {
        let point = |i: usize| Vect(points[i]);
        match count {
            2 => NewEdge { new: (1, point(1)), edge: point(0) - point(1), other: 0 }.nearest(),
            3 => {
                let edges = [0, 1].map(|i| point(i) - point(2));
                NewTriangle { new: (2, point(2)), edges, others: [0, 1] }.nearest()
            }
            4 => of_tetrahedron(points.map(Vect)),
            _ => None,
        }
    }
}

/// An edge from the new vertex.
struct NewEdge<V: Vector> {
    new: (usize, Wide<V>),
    edge: Wide<V>,
    other: usize,
}

impl<V: Vector> NewEdge<V> {
    #[inline(always)]
    fn nearest(self) -> Option<Part<V>> {
        let along = 0.0 - self.new.1.dot(self.edge);
        if along <= 0.0 { Some(self.end()) } else { self.inside(along) }
    }

    fn end(&self) -> Part<V> {
        let (i, new) = self.new;
        Part::of([(i, 1.0)], new)
    }

    /// The point of the edge that is perpendicular to it, given how far zero is along the edge, times its length.
    #[inline(always)]
    fn inside(&self, along: f64) -> Option<Part<V>> {
        let Self { new: (i, new), edge, other } = *self;
        let inverse = 1.0 / edge.square();
        let share = along * inverse;
        let rough = new + edge * share;
        // Once more, as what is left of a vector that is nearly all taken away keeps few digits.
        let rest = 0.0 - rough.dot(edge) * inverse;
        let (share, nearest) = (share + rest, rough + edge * rest);
        (share > 0.0 && share < 1.0).then(|| Part::of([(other, share), (i, 1.0 - share)], nearest))
    }
}

/// A triangle of the new vertex and two others, in order.
struct NewTriangle<V: Vector> {
    new: (usize, Wide<V>),
    /// The edges to the others.
    edges: [Wide<V>; 2],
    others: [usize; 2],
}

impl<V: Vector> NewTriangle<V> {
    #[inline(always)]
    fn nearest(self) -> Option<Part<V>> {
        let Self { new: (i, new), edges: [x, y], others: [j, k] } = self;
        let normal = x.cross(y);
        let square = normal.square();
        if !(square > THIN * (x.square() * y.square())) {
            return None;
        }
        let (of_x, of_y) = (y.cross(new).dot(normal), new.cross(x).dot(normal));
        if of_x > 0.0 && of_y > 0.0 {
            let inverse = 1.0 / square;
            let nearest = normal * (new.dot(normal) * inverse);
            let (of_x, of_y) = (of_x * inverse, of_y * inverse);
            let rest = 1.0 - of_x - of_y;
            return (rest > 0.0).then(|| Part::of([(j, of_x), (k, of_y), (i, rest)], nearest));
        }
        // Beyond one edge, or beyond both, where zero is along one of them at most.
        let along_x = NewEdge { new: (i, new), edge: x, other: j };
        let along_y = NewEdge { new: (i, new), edge: y, other: k };
        let far = 0.0 - new.dot(y);
        if of_x <= 0.0 && far > 0.0 {
            return along_y.inside(far);
        }
        let far = 0.0 - new.dot(x);
        if of_y <= 0.0 && far > 0.0 {
            return along_x.inside(far);
        }
        (of_x <= 0.0 || of_y <= 0.0).then(|| along_x.end())
    }
}

/// The nearest part of a tetrahedron, the fourth of whose vertices is new: all of it if zero is inside.
#[inline(always)]
fn of_tetrahedron<V: Vector>([p, q, r, new]: [Wide<V>; MOST]) -> Option<Part<V>> {
    let [x, y, z] = [p - new, q - new, r - new];
    let volume = x.dot(y.cross(z));
    if !(volume * volume > FLAT * (x.square() * y.square() * z.square())) {
        return None;
    }
    let inverse = 1.0 / volume;
    // Zero seen from the new vertex, by its shares of the edges.
    let share = |u: Wide<V>, v: Wide<V>| 0.0 - new.dot(u.cross(v)) * inverse;
    let shares = [share(y, z), share(z, x), share(x, y)];
    if shares.into_iter().all(|share| share > 0.0) {
        let rest = 1.0 - shares[0] - shares[1] - shares[2];
        let [p, q, r] = shares;
        return (rest > 0.0).then(|| Part::of([(0, p), (1, q), (2, r), (3, rest)], Vect::zero()));
    }
    let edges = [x, y, z];
    let mut best: Option<(Part<V>, f64)> = None;
    for (i, share) in shares.into_iter().enumerate() {
        if share > 0.0 {
            continue;
        }
        // Zero is beyond the face without this vertex.
        let others = [[1, 2], [0, 2], [0, 1]][i];
        let face = NewTriangle { new: (3, new), edges: others.map(|k| edges[k]), others };
        let part = face.nearest()?;
        let square = part.nearest.square();
        if best.is_none_or(|(_, least)| square < least) {
            best = Some((part, square));
        }
    }
    best.map(|(part, _)| part)
}
