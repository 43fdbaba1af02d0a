//! Contact manifolds: the points and features with which two shapes touch.

mod boxes;
mod clip;
mod face;
mod feature;
mod light;

use super::canonical;
use super::closest_point::saturated;
use super::penetration::{Penetration, minimum_translation, overlap};
use super::proximity::{
    Detail, OrientedBoxes, Proximity, by_centers, proximity, with_deepest_points,
};
use crate::array::{Mapped as _, array_of};
use crate::dimension::kernels;
use crate::linalg::Vect;
use crate::shape::{AnyShape, ShapeRef};
use crate::space::Vector;
use core::cmp::Ordering;

pub use feature::Feature;

/// A contact manifold: the minimum translation of two shapes, and the contact points that a solver uses.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Contact<V: Vector> {
    /// The unit normal, from the second shape to the first: the direction that parts the first.
    pub normal: V,
    /// The distance that the first shape must move along `normal`: bit for bit that of
    /// [`penetration`](crate::PenetrationOf::penetration).
    pub depth: f32,
    /// The feature of the first shape that touches.
    pub feature_a: Feature,
    /// The feature of the second shape that touches.
    pub feature_b: Feature,
    points: [ContactPoint<V>; MOST],
    count: usize,
}

/// A pair of points, one on each surface, that touch or overlap along the normal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactPoint<V: Vector> {
    /// The point on the surface of the first shape; inside the second unless they merely touch.
    pub on_a: V,
    /// The point on the surface of the second shape.
    pub on_b: V,
    /// The overlap here along the contact's normal: at most the contact's depth.
    pub depth: f32,
}

/// The most points of a contact manifold.
const MOST: usize = 4;

impl<V: Vector> Contact<V> {
    /// The contact points: one to four, in 2D at most two.
    #[must_use]
    pub fn points(&self) -> &[ContactPoint<V>] {
        &self.points[..self.count]
    }
}

/// The contact manifold of two shapes.
///
/// Implemented for every pair of shapes of the same dimension, [`Shape`](crate::Shape) included.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Other}` are no shapes of one dimension",
    note = "2D shapes are asked about 2D shapes, 3D shapes about 3D shapes",
    note = "a point is a vector of `asunder::glam`; those of another version of glam turn into it by \
            `Vec3::from(point.to_array())`"
)]
pub trait ContactOf<Other: AnyShape> {
    /// The contact of two shapes that share a point; `None` if they do not, and wherever
    /// [`penetration`](crate::PenetrationOf::penetration) is `None`.
    ///
    /// Normal and depth are those of `penetration`, bit for bit, with all its guarantees. The points
    /// are computed in `f64` and rounded. If the normal is that of a face, the other shape's nearest
    /// face or edge is clipped to it, and up to four points remain (two in 2D) that cover most of its
    /// area (Gregorius 2013; Ericson 2005, §8.3.4, for the clipping). Two edges that cross, or a corner,
    /// have one point. Swapped calls list the same points in the same order.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let floor = Aabb3::new([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]);
    /// let standing = Aabb3::new([0.0, 0.0, 0.0], [1.0, 2.0, 1.0]);
    /// let contact = standing.contact(&floor).unwrap();
    /// assert_eq!((contact.normal.to_array(), contact.depth), ([0.0, 1.0, 0.0], 0.0));
    /// assert_eq!(contact.points().len(), 4);
    /// assert!(contact.points().iter().all(|point| point.on_a.y == 0.0 && point.on_b.y == 0.0));
    /// ```
    fn contact(&self, other: &Other) -> Option<Contact<Other::Vector>>;
}

#[diagnostic::do_not_recommend]
impl<A: AnyShape, B: AnyShape<Vector = A::Vector>> ContactOf<B> for A {
    #[inline]
    fn contact(&self, other: &B) -> Option<Contact<A::Vector>> {
        A::Vector::pair_contact(self.as_shape_ref(), other.as_shape_ref())
    }
}

kernels! {
    ContactKernels:

    fn pair_contact(a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>) -> Option<Contact<Self>> {
        contact(a, b)
    }
}

fn contact<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Option<Contact<V>> {
    if let Some(found) = by_centers(a, b) {
        let features = [Feature::Vertex(0); 2];
        return (found.gap < 0.0)
            .then(|| at_points(&found, minimum_translation(a, b, &None, &found), features));
    }
    if canonical::compare(a, b) == Ordering::Greater {
        return in_order(b, a).map(Contact::flipped);
    }
    in_order(a, b)
}

fn in_order<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Option<Contact<V>> {
    let boxes = OrientedBoxes::of(a, b);
    let (found, known) = overlap(a, b, &boxes)?;
    let manifold = match &boxes {
        Some(boxes) => boxes::manifold(boxes, &found),
        None => light::manifold(a, b, &found).unwrap_or_else(|| face::manifold(a, b, &found)),
    };
    let touches = manifold.points();
    // That of a question for the penetration, bit for bit, whatever finds the points.
    let least = minimum_translation(a, b, &boxes, &found);
    let Some(first) = touches.first() else {
        let found = if known.has_points() {
            found
        } else {
            with_deepest_points(a, b, &found).or_else(|| proximity(a, b, Detail::Points))?
        };
        return Some(at_points(&found, least, manifold.features));
    };
    let Penetration { normal, depth, .. } = least;
    let points = array_of(|i| touches.get(i).unwrap_or(first).within(depth));
    let [feature_a, feature_b] = manifold.features;
    Some(Contact { normal, depth, feature_a, feature_b, points, count: touches.len() })
}

/// The contact of shapes that touch at one point each.
fn at_points<V: Vector>(
    found: &Proximity<V>,
    Penetration { normal, depth, .. }: Penetration<V>,
    [feature_a, feature_b]: [Feature; 2],
) -> Contact<V> {
    let (on_a, on_b) = (Vect(found.on_a), Vect(found.on_b));
    let touch = Touch { on_a, on_b, depth: 0.0 - found.gap };
    let points = [touch.within(depth); MOST];
    Contact { normal, depth, feature_a, feature_b, points, count: 1 }
}

impl<V: Vector> Contact<V> {
    fn flipped(self) -> Self {
        let normal = -Vect::<V, f32>(self.normal.to_array());
        let flip = |p: ContactPoint<V>| ContactPoint { on_a: p.on_b, on_b: p.on_a, ..p };
        Self {
            normal: V::from_array(normal.0),
            feature_a: self.feature_b,
            feature_b: self.feature_a,
            points: self.points.mapped(flip),
            ..self
        }
    }
}

/// A contact point in `f64`.
#[derive(Clone, Copy)]
struct Touch<V: Vector> {
    on_a: Vect<V, f64>,
    on_b: Vect<V, f64>,
    depth: f64,
}

impl<V: Vector> Touch<V> {
    /// Whether both points are those of another, once they are rounded.
    fn is_at(&self, other: &Self) -> bool {
        let points = |touch: &Self| [touch.on_a, touch.on_b].mapped(|x| x.map(saturated));
        points(self) == points(other)
    }

    /// The contact point of a contact of a given depth.
    fn within(&self, most: f32) -> ContactPoint<V> {
        let depth = saturated(self.depth);
        let depth = if depth < most { depth } else { most };
        let depth = if depth > 0.0 { depth } else { 0.0 };
        ContactPoint { on_a: rounded(self.on_a), on_b: rounded(self.on_b), depth }
    }
}

fn rounded<V: Vector>(x: Vect<V, f64>) -> V {
    V::from_array(x.map(saturated).0)
}
