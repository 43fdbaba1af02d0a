//! Convex sets by their generators: points, rays and a ball, in any kind of number.
//!
//! Every shape is the convex hull of a few points, stretched along rays, with a ball around:
//! `conv(points) + cone(rays) + radius`. The formulas of the pairs that have
//! none of their own see nothing else of a shape. A box is spanned by its middle and its half edges,
//! which saves most of its eight corners.

mod any;
mod flat;
mod frustum;
mod gathered;
mod hull;
mod stored;
mod swept;
mod turned_box;

use crate::exact::Number;
use crate::space::Vector;

pub(crate) use any::AnySpan;
pub(crate) use gathered::{Gathered, is_along};
pub(crate) use stored::Stored;
pub(crate) use swept::{Displaced, Moving, Swept, SweptPart};

/// A shape that is spanned by points and rays.
pub(crate) trait Spanned<V: Vector> {
    /// What spans it.
    type Span<'a, N: Number>: Generators<V, N>
    where
        Self: 'a;

    /// What spans it, in numbers of one kind. `slot` distinguishes the roots of a question's shapes.
    fn span<N: Number>(&self, slot: usize) -> Self::Span<'_, N>;

    /// The radius of the ball around the span.
    fn radius(&self) -> f32 {
        0.0
    }
}

/// A point `x/w`, with `w > 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Homogeneous<V: Vector, N: Number> {
    pub(crate) x: V::Array<N>,
    pub(crate) w: N,
}

/// A line along which an edge lies: a point on it and its direction.
pub(crate) type Line<V, N> = (Homogeneous<V, N>, <V as Vector>::Array<N>);

/// What spans a convex set: `conv(points ± halves) + cone(rays)`.
///
/// Points given more than once, points inside, directions and normals that are zero: all that costs
/// time and nothing else.
pub(crate) trait Generators<V: Vector, N: Number> {
    /// How many points there are; at least one.
    fn points(&self) -> usize;
    /// A point. Where there are [halves](Self::halves), all points have one weight.
    fn point(&self, i: usize) -> Homogeneous<V, N>;
    /// Whether all points have the same weight, so that they compare without it.
    fn share_weight(&self) -> bool;
    /// How many segments are added to every point.
    fn halves(&self) -> usize {
        0
    }
    /// Half of such a segment, over the points' weight.
    fn half(&self, _i: usize) -> V::Array<N> {
        V::array(|_| N::ZERO)
    }
    /// How many rays there are.
    fn rays(&self) -> usize {
        0
    }
    /// The direction of a ray.
    fn ray(&self, _i: usize) -> V::Array<N> {
        V::array(|_| N::ZERO)
    }
    /// How many edges the points have, those along halves not counted.
    fn edges(&self) -> usize;
    /// An edge: one of the points on it, and the index of its direction.
    fn edge(&self, i: usize) -> (usize, usize);
    /// How many directions edges have, those of the halves included.
    fn directions(&self) -> usize;
    /// The direction of edges; the halves' come last.
    fn direction(&self, i: usize) -> V::Array<N>;
    /// How many normals the facets have, opposite ones counted once.
    fn normals(&self) -> usize;
    /// The normal of a facet, or of two, on either side.
    fn normal(&self, i: usize) -> V::Array<N>;

    /// How many vectors span the directions in which the set extends.
    fn spanning(&self) -> usize {
        self.points() - 1 + self.halves() + self.rays()
    }
    /// One of them: the vector from the first point to another, a half, or a ray.
    fn spanning_vector(&self, i: usize) -> V::Array<N> {
        let (others, halves) = (self.points() - 1, self.halves());
        if i < others {
            let (from, to) = (self.point(0), self.point(i + 1));
            V::array(|t| to.x[t] * from.w - from.x[t] * to.w)
        } else if i < others + halves {
            self.half(i - others)
        } else {
            self.ray(i - others - halves)
        }
    }

    /// How many corners the points and halves make.
    fn corners(&self) -> usize {
        self.points() << self.halves()
    }
    /// A corner.
    fn corner(&self, i: usize) -> Homogeneous<V, N> {
        let halves = self.halves();
        let mut corner = self.point(i >> halves);
        for k in 0..halves {
            let half = self.half(k);
            let behind = i >> k & 1 == 1;
            corner.x =
                V::array(|t| if behind { corner.x[t] - half[t] } else { corner.x[t] + half[t] });
        }
        corner
    }
    /// How many lines edges lie on.
    fn lines(&self) -> usize {
        let halves = self.halves();
        let along_halves = if halves == 0 { 0 } else { (self.points() * halves) << (halves - 1) };
        (self.edges() << halves) + along_halves
    }
    /// A line on which an edge lies.
    fn line(&self, i: usize) -> Line<V, N> {
        let halves = self.halves();
        let own = self.edges() << halves;
        if i < own {
            let (point, direction) = self.edge(i >> halves);
            let signs = i & ((1 << halves) - 1);
            return (self.corner(point << halves | signs), self.direction(direction));
        }
        // An edge along half `k`, from corners that differ in the other halves.
        let i = i - own;
        let (k, rest) = (i % halves, i / halves);
        let (low, high) = (rest & ((1 << k) - 1), rest >> k);
        let direction = self.directions() - halves + k;
        (self.corner(high << (k + 1) | low), self.direction(direction))
    }
}

/// A point spans itself.
impl<V: Vector, N: Number> Generators<V, N> for Homogeneous<V, N> {
    fn points(&self) -> usize {
        1
    }
    fn point(&self, _i: usize) -> Self {
        *self
    }
    fn share_weight(&self) -> bool {
        true
    }
    fn edges(&self) -> usize {
        0
    }
    fn edge(&self, _i: usize) -> (usize, usize) {
        (0, 0)
    }
    fn directions(&self) -> usize {
        0
    }
    fn direction(&self, _i: usize) -> V::Array<N> {
        V::array(|_| N::ZERO)
    }
    fn normals(&self) -> usize {
        0
    }
    fn normal(&self, _i: usize) -> V::Array<N> {
        V::array(|_| N::ZERO)
    }
}
