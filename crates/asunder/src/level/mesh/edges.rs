//! Which triangles share edges, and which edges stand out.

use crate::array::Mapped as _;
use crate::exact::{Certain as _, Dyadic, Number, is_zero, order_key};
use crate::linalg::Vect;
use crate::shape::{Point, Triangle, orientation};
use crate::space::Vector;
use core::cmp::Ordering;

/// The edges of a mesh's triangles: edge `k` of a triangle leads from its vertex `k` to the next one.
#[derive(Debug)]
pub(super) struct EdgeTable {
    /// By place of the triangle, six bits: bit `2 k` says that edge `k` stands out seen from the side where
    /// the triangle turns counterclockwise, bit `2 k + 1` that it does seen from the other.
    sharp: Box<[u8]>,
    /// The place of a triangle and its edge that an odd number of triangles share.
    pub(super) open: Option<(u32, usize)>,
}

/// An edge that more triangles share than that stands out from each: a file may have them all share one.
const CROWD: usize = 64;

/// An edge of a triangle, by the least indices of vertices with the same coordinates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SharedEdge {
    ends: [u32; 2],
    /// Three times the place of the triangle, and the number of the edge.
    slot: u32,
}

/// The point of a vertex; of one in the plane, the third number is zero.
pub(super) fn point_of<V: Vector>(vertex: &V::Array<f32>) -> Point {
    let mut numbers = [0.0; 3];
    (0..V::DIM).for_each(|t| numbers[t] = vertex[t]);
    Point::new(numbers)
}

/// For each vertex the least index of one with the same coordinates; zeros of either sign are the same.
fn welded<V: Vector>(vertices: &[V::Array<f32>]) -> Vec<u32> {
    let key = |index: u32| {
        let number = |x: f32| if is_zero(x) { 0 } else { order_key(x) };
        Vect::<V, f32>(vertices[index as usize]).map(number)
    };
    let compare = |a: &u32, b: &u32| {
        let (p, q) = (key(*a), key(*b));
        let by_numbers = (0..V::DIM).map(|t| p[t].cmp(&q[t]));
        by_numbers.fold(Ordering::Equal, Ordering::then).then(a.cmp(b))
    };
    let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
    order.sort_unstable_by(compare);
    let mut least = vec![0; vertices.len()];
    let mut first = 0;
    for (at, &index) in order.iter().enumerate() {
        let is_new = at == 0 || {
            let (p, q) = (key(order[at - 1]), key(index));
            (0..V::DIM).any(|t| p[t] != q[t])
        };
        first = if is_new { index } else { first };
        least[index as usize] = first;
    }
    least
}

impl EdgeTable {
    pub(super) fn of<V: Vector>(vertices: &[V::Array<f32>], triangles: &[[u32; 3]]) -> Self {
        let least = welded::<V>(vertices);
        let mut edges = Vec::with_capacity(3 * triangles.len());
        for (place, corners) in (0..).zip(triangles) {
            let corners = corners.mapped(|index| least[index as usize]);
            for k in 0..3u32 {
                let (a, b) = (corners[k as usize], corners[(k as usize + 1) % 3]);
                if a != b {
                    let ends = if a < b { [a, b] } else { [b, a] };
                    edges.push(SharedEdge { ends, slot: 3 * place + k });
                }
            }
        }
        edges.sort_unstable();
        let points: Vec<Point> = vertices.iter().map(point_of::<V>).collect();
        let mut sharp = vec![0; triangles.len()];
        let mut open = None;
        for shared in edges.chunk_by(|a, b| a.ends == b.ends) {
            if shared.len() % 2 == 1 && open.is_none() {
                open = Some((shared[0].slot / 3, shared[0].slot as usize % 3));
            }
            let opposite = |slot: u32| {
                let corners = triangles[slot as usize / 3];
                &points[corners[(slot as usize % 3 + 2) % 3] as usize]
            };
            for own in shared {
                let (place, k) = (own.slot as usize / 3, own.slot as usize % 3);
                let [a, b, c] =
                    [0, 1, 2].mapped(|i| &points[triangles[place][(k + i) % 3] as usize]);
                let mut stands_out = 0b11;
                if shared.len() > CROWD {
                    sharp[place] |= stands_out << (2 * k);
                    continue;
                }
                for other in shared.iter().filter(|other| other.slot != own.slot) {
                    stands_out &= !goes_on(a, b, c, opposite(other.slot));
                }
                sharp[place] |= stands_out << (2 * k);
            }
        }
        Self { sharp: sharp.into(), open }
    }

    /// The six bits of a triangle.
    pub(super) fn sharp(&self, place: u32) -> u8 {
        self.sharp.get(place as usize).copied().unwrap_or(0b11_1111)
    }

    pub(super) fn size(&self) -> usize {
        size_of_val(&*self.sharp)
    }
}

/// Seen from which sides of the triangle `a`, `b`, `c` the surface goes on beyond the edge from `a` to `b`
/// flat or upward, in a triangle whose third vertex is `d`: bit 0 for the side where `a`, `b`, `c` turn
/// counterclockwise, bit 1 for the other.
///
/// Where it turns back by more than a right angle the edge stands out to the back of the fold.
fn goes_on(a: &Point, b: &Point, c: &Point, d: &Point) -> u8 {
    match orientation::side(a, b, c, d) {
        Ordering::Greater | Ordering::Less if turns_back(a, b, c, d) => 0,
        Ordering::Greater => 0b01,
        Ordering::Less => 0b10,
        Ordering::Equal => {
            // In one plane: on the other side of the edge, if it is not folded back.
            let sides =
                |axis: usize| (orientation::turn(axis, a, b, c), orientation::turn(axis, a, b, d));
            let is_beyond = |(own, other): (Ordering, Ordering)| {
                own != Ordering::Equal && other == own.reverse()
            };
            if (0..3).map(sides).any(is_beyond) { 0b11 } else { 0 }
        }
    }
}

/// The bits of a triangle whose edges are shared by one other triangle each, if that exists: its third vertex.
pub(in crate::level) fn standing_out<V: Vector>(
    triangle: &Triangle<V>,
    opposite: [Option<V::Array<f32>>; 3],
) -> u8 {
    let corners = [&triangle.a, &triangle.b, &triangle.c].mapped(point_of::<V>);
    (0..3).fold(0, |sharp, k| {
        let [a, b, c] = [0, 1, 2].mapped(|i| &corners[(k + i) % 3]);
        let goes_on = opposite[k].map_or(0, |d| goes_on(a, b, c, &point_of::<V>(&d)));
        sharp | (0b11 & !goes_on) << (2 * k)
    })
}

/// Whether the directions from the edge between `a` and `b` to `c` and to `d`, both at right angles to it, are
/// less than a right angle apart. Exact.
pub(in crate::level) fn turns_back(a: &Point, b: &Point, c: &Point, d: &Point) -> bool {
    /// Sixteen roundings, each of 2⁻⁵³ of a sum of magnitudes, are less than 2⁻⁴⁸ of it; and no product of four
    /// differences of `f32` leaves the range of `f64`.
    const LOST: f64 = 1.0 / (1u64 << 44) as f64;
    let numbers = [a, b, c, d].mapped(|point| point.wide);
    let (value, scale) =
        (fold(&numbers, |x| x, |x, y| x - y), fold(&numbers, f64::abs, |x, y| x + y));
    if value.abs() > LOST * scale {
        return value > 0.0;
    }
    let exact = || fold(&[a, b, c, d].mapped(|p| p.stored.mapped(Dyadic::of)), |x| x, |x, y| x - y);
    Dyadic::scoped(|| exact().ordering() == Ordering::Greater)
}

/// The product of the two directions of [`turns_back`], times the square of the edge. Degree 4. With magnitudes
/// of the vectors and a sum for the difference, the sum of the magnitudes of all products.
fn fold<N: Number>(
    [a, b, c, d]: &[[N; 3]; 4],
    magnitude: impl Fn(N) -> N,
    difference: impl Fn(N, N) -> N,
) -> N {
    let [edge, own, other] = [b, c, d].mapped(|end| [0, 1, 2].mapped(|t| magnitude(end[t] - a[t])));
    let dot = |x: &[N; 3], y: &[N; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    difference(dot(&edge, &edge) * dot(&own, &other), dot(&edge, &own) * dot(&edge, &other))
}

/// The normal of the triangle's face on the side that `toward` points to, where the edges stand not out
/// that `toward` leads across; `None` where they do, or where it is the face's already.
///
/// The normal of a touch with a triangle is a sum of the face's and, with weights that are not negative, of the
/// directions out of it across the edges that touch: one edge, or the two at a vertex.
pub(in crate::level) fn smoothed<V: Vector>(
    triangle: &Triangle<V>,
    toward: Vect<V, f64>,
    sharp: impl FnOnce() -> u8,
) -> Option<Vect<V, f64>> {
    /// Below this part of the whole a component is rounding.
    const ROUNDING: f64 = 1e-6;
    if V::IN_PLANE {
        return None;
    }
    let corners = [triangle.a, triangle.b, triangle.c].mapped(|corner| Vect::<V, f64>::of(&corner));
    let along = [0, 1, 2].mapped(|k| corners[(k + 1) % 3] - corners[k]);
    let face = along[0].cross(along[1]).normalized()?;
    let height = face.dot(toward);
    let flat = toward - face * height;
    let length = flat.dot(flat).sqrt();
    if height.abs() <= ROUNDING || length <= ROUNDING {
        return None;
    }
    let out = along.mapped(|edge| edge.cross(face).normalized());
    let [Some(p), Some(q), Some(r)] = out else { return None };
    let outward = [p, q, r];
    // The two directions between which `flat` lies, and its parts along them.
    let parts = [0, 1, 2].mapped(|k| {
        let (p, q) = (outward[k], outward[(k + 1) % 3]);
        let area = p.cross(q).dot(face);
        [flat.cross(q).dot(face) / area, p.cross(flat).dot(face) / area]
    });
    let k = (0..3).find(|&k| parts[k][0] >= 0.0 && parts[k][1] >= 0.0)?;
    let side = if height > 0.0 { 0 } else { 1 };
    let sharp = sharp();
    let crossed = [(k, parts[k][0]), ((k + 1) % 3, parts[k][1])];
    let stands_out =
        crossed.into_iter().any(|(k, part)| part > ROUNDING && sharp >> (2 * k + side) & 1 == 1);
    let face = if height > 0.0 { face } else { -face };
    (!stands_out).then_some(face)
}
