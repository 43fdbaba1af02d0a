//! The vertices, edges and rays of an intersection of half-spaces, found once, exactly, and kept as indices.
//!
//! A closed convex polyhedron is conv(points) + cone(rays) (Minkowski-Weyl; Ziegler 1995, §1.1).
//! Where it has corners, these are the points, and the extreme rays of its recession cone
//! `{r : n·r <= 0 for every plane}` are the rays. Where it contains whole lines it has no corner: it
//! is then the sum of those lines and of its slice by as many coordinate planes, which has corners.
//!
//! A corner *is* the set of planes it lies on, and so is a ray, so that two are the same if and only
//! if these sets are; no two points are ever compared.

use super::Bound;
use super::planes::{MOST, Planes};
use crate::array::Mapped as _;
use crate::exact::{Certain, Dyadic, Estimate, Exact, Number};
use crate::linalg::{Matrix, Vect};
use crate::space::Vector;
use core::cmp::Ordering;

/// The indices of planes from which every point, ray and edge of a frustum is computed.
///
/// Indices below [`MOST`] are the frustum's planes; those from there on are coordinate planes, which
/// slice a frustum that contains whole lines.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Skeleton<V: Vector> {
    /// The planes that meet in each point, in an order that makes their determinant positive.
    pub(super) points: Vec<V::Array<u8>>,
    pub(super) rays: Vec<CrossRay>,
    pub(super) edges: Vec<Edge>,
}

/// The direction in which two planes meet: the cross product of their normals, or its opposite. In
/// 2D the direction of one plane, given twice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CrossRay {
    planes: [u8; 2],
    reversed: bool,
}

/// The line of an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    /// The index of a point on it.
    pub(super) from: u8,
    /// Two planes that meet in it; in 2D one, given twice.
    planes: [u8; 2],
    pub(super) end: End,
}

/// Where an edge leads from its point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum End {
    /// To the point of this index.
    Point(u8),
    /// Along the ray of this index.
    Ray(u8),
    /// Without end, to both sides.
    Line,
}

/// A set of planes, one bit each.
type Set = u16;

impl<V: Vector> Skeleton<V> {
    /// The skeleton, or `None` if no point lies behind all planes.
    pub(super) fn of(planes: &Planes<V>) -> Option<Self> {
        let skeleton = Arrangement::of(planes).skeleton();
        (!skeleton.points.is_empty()).then_some(skeleton)
    }

    pub(super) fn point<N: Number>(&self, planes: &Planes<V>, i: usize) -> Bound<V, N> {
        corner(planes, self.points[i])
    }

    pub(super) fn ray<N: Number>(&self, planes: &Planes<V>, i: usize) -> V::Array<N> {
        let CrossRay { planes: pair, reversed } = self.rays[i];
        let along = direction(planes, pair);
        if reversed { (-along).0 } else { along.0 }
    }

    pub(super) fn edge<N: Number>(&self, planes: &Planes<V>, i: usize) -> (usize, V::Array<N>) {
        let Edge { from, planes: pair, .. } = self.edges[i];
        (usize::from(from), direction(planes, pair).0)
    }
}

/// A plane of the frustum, or the coordinate plane `x[i - MOST] = 0`.
fn plane<V: Vector, N: Number>(planes: &Planes<V>, i: usize) -> Bound<V, N> {
    if i < MOST { planes.plane(i) } else { (Vect::<V, N>::axis(i - MOST).0, N::ZERO) }
}

fn direction<V: Vector, N: Number>(planes: &Planes<V>, pair: [u8; 2]) -> Vect<V, N> {
    let [(a, _), (b, _)] = pair.mapped(|i| plane(planes, usize::from(i)));
    Vect(a).cross(Vect(b))
}

/// The point that planes share.
fn corner<V: Vector, N: Number>(planes: &Planes<V>, indices: V::Array<u8>) -> Bound<V, N> {
    meet(Vect::<V, u8>(indices).map(|i| plane(planes, usize::from(i))))
}

/// The point that as many planes as there are dimensions share, by Cramer's rule: numerators and the
/// determinant of the normals, which is zero where they share none or many. Degree three (2D: two).
fn meet<V: Vector, N: Number>(planes: Vect<V, Bound<V, N>>) -> Bound<V, N> {
    let normals = Matrix::<V, N>::from_columns(|i| Vect(planes[i].0));
    // The cofactors of each row: signs alternate, and the other rows are taken in order.
    let cofactors = Matrix::from_columns(|i| {
        let first = usize::from(i == 0);
        let second = if i + 1 == V::DIM { V::DIM - 2 } else { V::DIM - 1 };
        let minor = normals[first].cross(normals[second]);
        if i % 2 == 0 { minor } else { -minor }
    });
    let term = |i: usize| cofactors[i] * planes[i].1;
    let point = (1..V::DIM).fold(term(0), |sum, i| sum + term(i));
    (point.0, normals[0].dot(cofactors[0]))
}

/// What lies on planes by being made from them.
enum PlaneMeet<V: Vector> {
    /// The point that planes meet in, their determinant being positive.
    Corner(V::Array<u8>),
    /// The direction that two planes meet in.
    Along([u8; 2]),
}

/// A number whose sign decides something.
enum SignExpression<'a, V: Vector> {
    /// Whether planes meet in one point, and their orientation. Degree three.
    Determinant(&'a V::Array<u8>),
    /// Whether two planes meet in a line: a component of its direction. Degree two.
    Component([u8; 2], usize),
    /// Whether a spot is in front of a plane. Degree four.
    Height(&'a PlaneMeet<V>, usize),
}

impl<V: Vector> SignExpression<'_, V> {
    fn value<N: Number>(&self, planes: &Planes<V>) -> N {
        match *self {
            Self::Determinant(indices) => corner(planes, *indices).1,
            Self::Component(pair, j) => direction(planes, pair)[j],
            Self::Height(spot, i) => {
                let (normal, offset) = plane::<V, N>(planes, i);
                let normal = Vect(normal);
                match *spot {
                    PlaneMeet::Corner(indices) => {
                        let (point, w) = corner(planes, indices);
                        normal.dot(Vect(point)) - offset * w
                    }
                    PlaneMeet::Along(pair) => normal.dot(direction(planes, pair)),
                }
            }
        }
    }
}

/// The frustum's planes among all.
struct Arrangement<'a, V: Vector> {
    planes: &'a Planes<V>,
    own: Set,
}

impl<'a, V: Vector> Arrangement<'a, V> {
    fn of(planes: &'a Planes<V>) -> Self {
        Self { planes, own: (1 << planes.count()) - 1 }
    }

    /// The skeleton, without points if the set is empty.
    fn skeleton(&self) -> Skeleton<V> {
        let (slices, basis) = self.slices();
        let all = self.own | slices;
        let mut found = SkeletonBuilder::<V> { points: Vec::new(), rays: Vec::new() };
        for subset in subsets(all, V::DIM) {
            let mut corner = members::<V>(subset);
            match self.sign(&SignExpression::Determinant(&corner)) {
                Ordering::Equal => continue,
                Ordering::Greater => {}
                Ordering::Less => (corner[0], corner[1]) = (corner[1], corner[0]),
            }
            let place = self.place(&PlaneMeet::Corner(corner), all, subset);
            if place.behind {
                found.add_point(place.touched, corner);
            }
        }
        let pairs: Vec<[u8; 2]> = self.pairs(all);
        for &planes in &pairs {
            let made_from = 1 << planes[0] | 1 << planes[1];
            let place = self.place(&PlaneMeet::Along(planes), all, made_from);
            if place.behind {
                found.add_ray(place.touched, CrossRay { planes, reversed: false });
            }
            if place.before {
                found.add_ray(place.touched, CrossRay { planes, reversed: true });
            }
        }
        // The lines in the set: at right angles to all of the basis but one coordinate axis.
        let lines: Vec<[u8; 2]> = subsets(slices, 1)
            .filter_map(|left_out| pair_within(&pairs, basis & !left_out))
            .collect();
        let edges = found.edges(&pairs, &lines);
        let both_directions =
            |planes| [false, true].mapped(|reversed| CrossRay { planes, reversed });
        let rays = found.rays.into_iter().map(|(_, ray)| ray);
        Skeleton {
            points: found.points.into_iter().map(|(_, corner)| corner).collect(),
            rays: rays.chain(lines.into_iter().flat_map(both_directions)).collect(),
            edges,
        }
    }

    /// The coordinate planes that slice off the lines in the set, as few as will do, and planes with
    /// independent normals among which they are. Of several slices, those most nearly perpendicular to the
    /// planes: others may meet them far out, where the points have few digits.
    fn slices(&self) -> (Set, Set) {
        let axes: Set = ((1 << V::DIM) - 1) << MOST;
        for count in 0..=V::DIM {
            let mut best: Option<(f64, (Set, Set))> = None;
            let pairs = subsets(axes, count).flat_map(|slices| {
                subsets(self.own | slices, V::DIM).map(move |basis| (slices, basis))
            });
            for (slices, basis) in pairs {
                let corner = members::<V>(basis);
                if self.sign(&SignExpression::Determinant(&corner)) == Ordering::Equal {
                    continue;
                }
                if count == 0 {
                    return (slices, basis);
                }
                let volume = self.volume(&corner);
                if best.is_none_or(|best| volume > best.0) {
                    best = Some((volume, (slices, basis)));
                }
            }
            if let Some((_, found)) = best {
                return found;
            }
        }
        unreachable!("the coordinate planes themselves are independent")
    }

    /// The determinant of some planes' normals in proportion to their lengths, roughly.
    fn volume(&self, corner: &V::Array<u8>) -> f64 {
        let lengths = (0..V::DIM).fold(1.0, |product, k| {
            let (normal, _) = plane::<V, f64>(self.planes, usize::from(corner[k]));
            product * Vect::<V, f64>(normal).norm1()
        });
        SignExpression::Determinant(corner).value::<f64>(self.planes).abs() / lengths
    }

    /// The pairs of planes that meet in lines; in 2D every plane has its direction.
    fn pairs(&self, all: Set) -> Vec<[u8; 2]> {
        subsets(all, V::DIM - 1)
            .map(|pair| [pair.trailing_zeros(), pair.ilog2()].mapped(|i| i as u8))
            .filter(|&pair| {
                (0..V::DIM)
                    .any(|j| self.sign(&SignExpression::Component(pair, j)) != Ordering::Equal)
            })
            .collect()
    }

    /// Where a spot lies that is made from some planes. On the slices it must lie exactly.
    fn place(&self, spot: &PlaneMeet<V>, all: Set, made_from: Set) -> PlaneSides {
        let mut place = PlaneSides { touched: made_from, behind: true, before: true };
        for i in bits(all & !made_from) {
            let sign = self.sign(&SignExpression::Height(spot, i));
            let slice = i >= MOST;
            match sign {
                Ordering::Equal => place.touched |= 1 << i,
                Ordering::Less => place.before = false,
                Ordering::Greater => place.behind = false,
            }
            if slice && sign != Ordering::Equal {
                (place.before, place.behind) = (false, false);
            }
            if !place.before && !place.behind {
                break;
            }
        }
        place
    }

    /// The sign of a formula, by its estimate where that is certain.
    fn sign(&self, expression: &SignExpression<'_, V>) -> Ordering {
        expression
            .value::<Estimate>(self.planes)
            .sign()
            .unwrap_or_else(|| self.exact_sign(expression))
    }

    /// The sign of a formula by exact numbers.
    #[cold]
    #[inline(never)]
    fn exact_sign(&self, expression: &SignExpression<'_, V>) -> Ordering {
        Dyadic::scoped(|| expression.value::<Dyadic>(self.planes).ordering())
    }
}

/// Where a spot lies.
struct PlaneSides {
    /// The planes it lies on; as far as was looked, if it is neither behind nor before all.
    touched: Set,
    /// Behind every plane, or on it.
    behind: bool,
    /// Before every plane, or on it: a direction's opposite is behind them.
    before: bool,
}

/// Of `pairs` of planes that meet in a line, one within a set; in 2D a single plane, given twice.
fn pair_within(pairs: &[[u8; 2]], set: Set) -> Option<[u8; 2]> {
    let has = |i: u8| set >> i & 1 == 1;
    pairs.iter().copied().find(|&[i, j]| has(i) && has(j))
}

/// The points and rays found, each once, with the planes it lies on.
struct SkeletonBuilder<V: Vector> {
    points: Vec<(Set, V::Array<u8>)>,
    rays: Vec<(Set, CrossRay)>,
}

impl<V: Vector> SkeletonBuilder<V> {
    fn add_point(&mut self, touched: Set, corner: V::Array<u8>) {
        if self.points.iter().all(|(known, _)| *known != touched) {
            self.points.push((touched, corner));
        }
    }

    fn add_ray(&mut self, touched: Set, ray: CrossRay) {
        if self.rays.iter().all(|(known, _)| *known != touched) {
            self.rays.push((touched, ray));
        }
    }

    /// The edges, each once. Two corners are joined by one if the planes they share meet in a line,
    /// and so are a corner and a ray. A set with one direction of lines has them for edges.
    ///
    /// `pairs` are the planes that meet in lines, `lines` those that meet along lines in the set.
    fn edges(&self, pairs: &[[u8; 2]], lines: &[[u8; 2]]) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (from, (on, _)) in self.points.iter().enumerate() {
            let mut join = |planes: Option<[u8; 2]>, end: End| {
                edges.extend(planes.map(|planes| Edge { from: from as u8, planes, end }));
            };
            match lines {
                [] => {
                    for (to, (other, _)) in self.points.iter().enumerate().skip(from + 1) {
                        join(pair_within(pairs, on & other), End::Point(to as u8));
                    }
                    for (ray, (other, _)) in self.rays.iter().enumerate() {
                        join(pair_within(pairs, on & other), End::Ray(ray as u8));
                    }
                }
                [line] => join(Some(*line), End::Line),
                _ => {}
            }
        }
        edges
    }
}

fn bits(set: Set) -> impl Iterator<Item = usize> {
    (0..Set::BITS as usize).filter(move |i| set >> i & 1 == 1)
}

/// The subsets of a set that have `count` members.
fn subsets(set: Set, count: usize) -> impl Iterator<Item = Set> {
    let fits = move |subset: &Set| subset & !set == 0 && subset.count_ones() as usize == count;
    (0..=set).filter(fits)
}

/// The members of a set of as many as there are dimensions.
fn members<V: Vector>(set: Set) -> V::Array<u8> {
    let mut bits = bits(set);
    V::array(|_| bits.next().unwrap_or(0) as u8)
}
