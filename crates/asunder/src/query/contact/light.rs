//! The contact points in 3D of shapes whose core is a point or a segment, with one another and with boxes.

use super::Touch;
use super::boxes::{BoxSide, Few, within};
use super::face::{ACROSS, Manifold, PLUMP, TOUCHING};
use super::feature::Feature;
use crate::array::Mapped as _;
use crate::exact::widen;
use crate::linalg::Vect;
use crate::query::generators::Spanned as _;
use crate::query::proximity::{Proximity, origin};
use crate::shape::{OrientedBox, ShapeRef};
use crate::space::Vector;

/// The core of a point, segment, sphere or capsule.
struct LightSide<V: Vector> {
    /// The ends, relative to the origin of the pair: one of a point.
    ends: [Vect<V, f64>; 2],
    count: usize,
    radius: f64,
    /// A bound on the taxicab distance of any point from the origin.
    size: f64,
}

impl<V: Vector> LightSide<V> {
    fn of(shape: ShapeRef<'_, V>, origin: &V::Array<f32>) -> Option<Self> {
        let place = |x: &V::Array<f32>| Vect::<V, f64>::of(x) - Vect::of(origin);
        let ([from, to, _], count) = shape.vertices().filter(|(_, count)| *count < 3)?;
        let ends = [place(&from), place(&to)];
        let sizes = ends.mapped(Vect::norm1);
        let radius = widen(shape.radius());
        let size = if sizes[0] > sizes[1] { sizes[0] } else { sizes[1] } + radius;
        Some(Self { ends, count, radius, size })
    }

    /// The end or the edge furthest along a direction, up to `tolerance`.
    fn feature(&self, direction: Vect<V, f64>, tolerance: f64) -> Feature {
        let heights = self.ends.mapped(|end| direction.dot(end));
        if self.count == 2 && (heights[1] - heights[0]).abs() <= tolerance {
            return Feature::Edge(0);
        }
        Feature::Vertex(u32::from(heights[1] > heights[0]))
    }
}

/// The features that touch, and the points if a face of a box does. `None` for other shapes, in 2D, where capsules
/// have sides, and for a face so thin that clipping to it is decided by rounding.
pub(super) fn manifold<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    found: &Proximity<V>,
) -> Option<Manifold<V>> {
    if V::EDGES == 0 {
        return None;
    }
    let origin = origin(a, b);
    let own = LightSide::<V>::of(a, &origin)?;
    let normal = Vect(found.normal);
    if let Some(other) = LightSide::<V>::of(b, &origin) {
        let tolerance = TOUCHING * (own.size + other.size);
        let features = [own.feature(-normal, tolerance), other.feature(normal, tolerance)];
        return Some(Manifold::empty(features));
    }
    let placed = OrientedBox::<V>::of(b, &origin)?;
    let size = own.size + placed.reach_from_origin();
    let side = BoxSide::of(&placed, normal);
    let tolerance = TOUCHING * size;
    let mut manifold = Manifold::empty([own.feature(-normal, tolerance), side.feature(tolerance)]);
    if side.cosine() < 1.0 - ACROSS {
        return Some(manifold);
    }
    if !side.is_plump(PLUMP * size) {
        return None;
    }
    let mut segment = Few::empty();
    for end in &own.ends[..own.count] {
        segment.push(placed.in_frame(*end - placed.center));
    }
    let height = |corner: &Vect<V, f64>| side.facing.dot(*corner);
    let floor = segment
        .corners()
        .iter()
        .map(height)
        .fold(f64::INFINITY, |low, height| if height < low { height } else { low });
    for corner in within(&side, &segment).corners() {
        let depth = 0.0 - found.gap - (height(corner) - floor);
        if depth >= 0.0 - tolerance {
            let point = placed.point(*corner);
            let at = |reach: f64| Vect::of(&origin) + (point + normal * reach);
            let on_b = if side.is_tilted() {
                Vect::of(&origin) + side.on_face(*corner)
            } else {
                at(side.reach_to_face(*corner))
            };
            manifold.push(Touch { on_a: at(0.0 - own.radius), on_b, depth });
        }
    }
    Some(manifold)
}
