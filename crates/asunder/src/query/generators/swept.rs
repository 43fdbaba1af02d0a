//! The generators of sweeps and of displaced sets.

use super::{Generators, Homogeneous, Spanned};
use crate::exact::Number;
use crate::linalg::Vect;
use crate::space::Vector;

/// The sweep of a set along a displacement: its Minkowski sum with the segment from zero to `displacement`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swept<V: Vector, N: Number, G> {
    pub(crate) start: G,
    pub(crate) displacement: V::Array<N>,
}

impl<V: Vector, N: Number, G: Generators<V, N>> Swept<V, N, G> {
    /// The number of directions before those of the halves, which stay last.
    fn own_directions(&self) -> usize {
        self.start.directions() - self.start.halves()
    }
}

impl<V: Vector, N: Number, G: Generators<V, N>> Generators<V, N> for Swept<V, N, G> {
    fn points(&self) -> usize {
        2 * self.start.points()
    }
    fn point(&self, i: usize) -> Homogeneous<V, N> {
        let count = self.start.points();
        if i < count {
            return self.start.point(i);
        }
        self.start.point(i - count).displaced(Vect(self.displacement))
    }
    fn share_weight(&self) -> bool {
        self.start.share_weight()
    }
    fn halves(&self) -> usize {
        self.start.halves()
    }
    fn half(&self, i: usize) -> V::Array<N> {
        self.start.half(i)
    }
    fn rays(&self) -> usize {
        self.start.rays()
    }
    fn ray(&self, i: usize) -> V::Array<N> {
        self.start.ray(i)
    }
    /// The edges at the start, those at the end, and one from each point at the start to its end.
    fn edges(&self) -> usize {
        2 * self.start.edges() + self.start.points()
    }
    fn edge(&self, i: usize) -> (usize, usize) {
        let (edges, points) = (self.start.edges(), self.start.points());
        if i < edges {
            self.start.edge(i)
        } else if i < 2 * edges {
            let (point, direction) = self.start.edge(i - edges);
            (point + points, direction)
        } else {
            (i - 2 * edges, self.own_directions())
        }
    }
    fn directions(&self) -> usize {
        self.start.directions() + 1
    }
    fn direction(&self, i: usize) -> V::Array<N> {
        let own = self.own_directions();
        if i < own {
            self.start.direction(i)
        } else if i == own {
            self.displacement
        } else {
            self.start.direction(i - 1)
        }
    }
    /// Besides those of the start: in 3D the cross products of the displacement and every edge direction, in
    /// 2D the normal of the displacement.
    fn normals(&self) -> usize {
        self.start.normals() + if V::IN_PLANE { 1 } else { self.start.directions() }
    }
    fn normal(&self, i: usize) -> V::Array<N> {
        let own = self.start.normals();
        if i < own {
            self.start.normal(i)
        } else if V::IN_PLANE {
            V::cross(&self.displacement, &self.displacement)
        } else {
            V::cross(&self.displacement, &self.start.direction(i - own))
        }
    }
}

/// The set `start`, displaced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Displaced<V: Vector, N: Number, G> {
    pub(crate) start: G,
    pub(crate) displacement: V::Array<N>,
}

/// A displacement changes no direction.
impl<V: Vector, N: Number, G: Generators<V, N>> Generators<V, N> for Displaced<V, N, G> {
    fn point(&self, i: usize) -> Homogeneous<V, N> {
        self.start.point(i).displaced(Vect(self.displacement))
    }
    fn points(&self) -> usize {
        self.start.points()
    }
    fn share_weight(&self) -> bool {
        self.start.share_weight()
    }
    fn halves(&self) -> usize {
        self.start.halves()
    }
    fn half(&self, i: usize) -> V::Array<N> {
        self.start.half(i)
    }
    fn rays(&self) -> usize {
        self.start.rays()
    }
    fn ray(&self, i: usize) -> V::Array<N> {
        self.start.ray(i)
    }
    fn edges(&self) -> usize {
        self.start.edges()
    }
    fn edge(&self, i: usize) -> (usize, usize) {
        self.start.edge(i)
    }
    fn directions(&self) -> usize {
        self.start.directions()
    }
    fn direction(&self, i: usize) -> V::Array<N> {
        self.start.direction(i)
    }
    fn normals(&self) -> usize {
        self.start.normals()
    }
    fn normal(&self, i: usize) -> V::Array<N> {
        self.start.normal(i)
    }
}

/// The sweep of a shape along a motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving<'s, V: Vector, S> {
    pub(crate) shape: &'s S,
    pub(crate) motion: V::Array<f32>,
}

impl<V: Vector, S: Spanned<V>> Spanned<V> for Moving<'_, V, S> {
    type Span<'a, N: Number>
        = Swept<V, N, S::Span<'a, N>>
    where
        Self: 'a;
    fn span<N: Number>(&self, slot: usize) -> Self::Span<'_, N> {
        Swept { start: self.shape.span(slot), displacement: Vect::<V, N>::of(&self.motion).0 }
    }
    fn radius(&self) -> f32 {
        self.shape.radius()
    }
}

/// The sweep of a shape along a part of a motion, from one fraction to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptPart<'s, V: Vector, S> {
    pub(crate) shape: &'s S,
    pub(crate) motion: V::Array<f32>,
    pub(crate) from: f32,
    pub(crate) to: f32,
}

impl<V: Vector, S: Spanned<V>> Spanned<V> for SweptPart<'_, V, S> {
    type Span<'a, N: Number>
        = Swept<V, N, Displaced<V, N, S::Span<'a, N>>>
    where
        Self: 'a;
    fn span<N: Number>(&self, slot: usize) -> Self::Span<'_, N> {
        let along = |part: N| (Vect::<V, N>::of(&self.motion) * part).0;
        let start =
            Displaced { start: self.shape.span(slot), displacement: along(N::of(self.from)) };
        Swept { start, displacement: along(N::of(self.to) - N::of(self.from)) }
    }
    fn radius(&self) -> f32 {
        self.shape.radius()
    }
}
