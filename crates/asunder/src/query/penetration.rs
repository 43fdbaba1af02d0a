//! The minimum translation of two shapes that penetrate.

use super::canonical;
use super::proximity::{
    Detail, HullOverlap, OrientedBoxes, Proximity, by_centers, by_figures, overlap_of_hulls, proof,
    proximity, rounded_normal,
};
use crate::array::Mapped as _;
use crate::dimension::kernels;
use crate::exact::{at_or_above, bisect, by_key, order_key, widen};
use crate::linalg::Vect;
use crate::shape::{AnyShape, ShapeRef};
use crate::space::Vector;
use core::cmp::Ordering;

/// The minimum translation: the shortest displacement that parts two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Penetration<V: Vector> {
    /// The direction that parts the first shape: a unit vector from the second to the first.
    pub normal: V,
    /// The distance that the first shape must move along `normal` so that the two do not penetrate. Zero
    /// if and only if they merely touch.
    pub depth: f32,
}

/// The minimum translation of two shapes.
///
/// Implemented for every pair of shapes of the same dimension, [`Shape`](crate::Shape) included.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Other}` are no shapes of one dimension",
    note = "2D shapes are asked about 2D shapes, 3D shapes about 3D shapes",
    note = "a point is a vector of `asunder::glam`; those of another version of glam turn into it by \
            `Vec3::from(point.to_array())`"
)]
pub trait PenetrationOf<Other: AnyShape> {
    /// The minimum translation: moved by `normal · depth`, this shape does not penetrate `other`.
    /// `None` if they share no point, or if one is a point that is not finite.
    ///
    /// The depth is above zero if and only if they [penetrate](crate::Penetrates); shapes that touch
    /// have depth zero and the normal of the features that touch. That the shape is parted holds in exact
    /// numbers, for the bits returned: adding `normal · depth` to an `f32` position rounds again, which
    /// [`parted_from`](crate::PartedFrom::parted_from) takes care of. The depth is at most 2⁻²² of itself
    /// and 2⁻⁴⁰ of the pair's size too large, and never too small. Above the range of `f32` it is
    /// `f32::MAX`.
    ///
    /// Swapping the shapes negates the normal and keeps the depth, bit for bit; for two shapes with
    /// the same bits, the normal is the same in both orders. Two unbounded shapes that no motion parts
    /// have no answer: `None`.
    ///
    /// The normal is that of a face, or a cross product of edges (Ericson 2005, §5.2.1), or, for rounded
    /// shapes whose cores are apart, the direction between their nearest points.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let crate_ = Aabb2::new([0.0, -0.25], [1.0, 0.75]);
    /// let floor = Aabb2::new([-9.0, -1.0], [9.0, 0.0]);
    /// let into = crate_.penetration(&floor).unwrap();
    /// assert_eq!((into.normal.to_array(), into.depth), ([0.0, 1.0], 0.25));
    /// let standing = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    /// assert_eq!(standing.penetration(&floor).unwrap().depth, 0.0, "touching");
    /// ```
    fn penetration(&self, other: &Other) -> Option<Penetration<Other::Vector>>;
}

#[diagnostic::do_not_recommend]
impl<A: AnyShape, B: AnyShape<Vector = A::Vector>> PenetrationOf<B> for A {
    #[inline]
    fn penetration(&self, other: &B) -> Option<Penetration<A::Vector>> {
        A::Vector::pair_penetration(self.as_shape_ref(), other.as_shape_ref())
    }
}

kernels! {
    PenetrationKernels:

    fn pair_penetration(a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>) -> Option<Penetration<Self>> {
        penetration(a, b)
    }
}

fn penetration<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Option<Penetration<V>> {
    if let Some(found) = by_centers(a, b) {
        return (found.gap < 0.0).then(|| minimum_translation(a, b, &None, &found));
    }
    let flip = canonical::compare(a, b) == Ordering::Greater;
    let (a, b) = if flip { (b, a) } else { (a, b) };
    let boxes = OrientedBoxes::of(a, b);
    let (found, _) = overlap(a, b, &boxes)?;
    let Penetration { normal, depth } = minimum_translation(a, b, &boxes, &found);
    let normal = Vect::<V, f32>(normal.to_array());
    let normal = if flip { -normal } else { normal };
    Some(Penetration { normal: V::from_array(normal.0), depth })
}

/// The axis of least overlap of two shapes in `f64`, if they intersect, and which fields are known. Where
/// floating-point numbers do not prove that they do or do not, exact ones decide it.
pub(super) fn overlap<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    boxes: &Option<OrientedBoxes<V>>,
) -> Option<(Proximity<V>, Detail)> {
    if !a.is_finite() || !b.is_finite() {
        return None;
    }
    if let Some(found) = by_figures(a, Vect::zero(), b)
        && found.gap.abs() > found.error
    {
        return (found.gap < 0.0).then_some((found, Detail::Points));
    }
    match overlap_of_hulls(a, b) {
        Some(HullOverlap::Apart) => return None,
        Some(HullOverlap::By(found)) => return Some((found, Detail::Gap)),
        None => {}
    }
    if !proof::intersects(a, b) {
        return None;
    }
    let found = boxes.as_ref().map(OrientedBoxes::overlap);
    Some((found.or_else(|| proximity(a, b, Detail::Gap))?, Detail::Gap))
}

/// The minimum translation of two shapes that intersect, with a depth that is proved to part them.
pub(super) fn minimum_translation<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    boxes: &Option<OrientedBoxes<V>>,
    found: &Proximity<V>,
) -> Penetration<V> {
    let normal = rounded_normal::<V>(&found.normal);
    let out = |depth| Penetration { normal: V::from_array(normal), depth };
    let penetrates = found.gap < 0.0 - found.error || proof::penetrates(a, b);
    if !penetrates {
        return out(0.0);
    }
    // The component of the rounded normal along the unrounded one.
    let slope = Vect::<V, f64>::of(&normal).dot(Vect(found.normal));
    let overlap = if found.gap < 0.0 { -found.gap } else { 0.0 };
    let mut depth = above(overlap / slope);
    // Rounding up to `f32` mostly adds more than the error of `f64`.
    let is_certain = |depth: f32| widen(depth) * slope - overlap > found.along;
    if let Some(boxes) = boxes {
        if !is_certain(depth) && !boxes.parts(a, b, depth, &normal) {
            depth = above((overlap + found.along) / slope);
            while !is_certain(depth) && depth < f32::MAX {
                depth = depth.next_up();
            }
        }
        return out(depth);
    }
    let is_parted = |depth: f32| is_certain(depth) || proof::parts(a, b, depth, &normal);
    // The corners of an unbounded shape may lie far beyond the sizes that a depth may err by.
    let is_rough = found.along == f64::INFINITY && found.error > FINE * overlap;
    if is_rough {
        depth = above((overlap - found.error) / slope);
    }
    if is_parted(depth) {
        return out(depth);
    }
    let known = if found.error < f64::INFINITY { found.error } else { 0.0 };
    let mut low =
        TriedDepth { depth, step: above(known + 0.5 * f64::from(f32::EPSILON) * overlap) };
    // Along rays, or beyond `f32`, there may be no depth. What the greatest displacement does not part, no lesser
    // one does: nor is anything parted by less than what does not part it, so that not each step is tried.
    let mut steps = if found.error < ROUGH * overlap { 1 } else { DOUBTED };
    loop {
        if steps == DOUBTED && !proof::parts(a, b, f32::MAX, &normal) {
            return out(f32::MAX);
        }
        let next = low.after(steps);
        if next.depth == f32::MAX || is_parted(next.depth) {
            break;
        }
        (low, steps) = (next, 2 * steps);
    }
    while steps > 1 {
        steps /= 2;
        let middle = low.after(steps);
        if middle.depth < f32::MAX && !is_parted(middle.depth) {
            low = middle;
        }
    }
    let ends = [low.depth, low.after(1).depth].mapped(order_key);
    let near = if is_rough { 1 } else { u32::MAX };
    let [_, high] = bisect(ends, near, |key| is_parted(by_key(key)));
    out(by_key(high))
}

/// A depth whose error is less than this part of it, half of what is promised, is known to the last places.
const FINE: f64 = f32::EPSILON as f64;

/// A depth whose error is less than this part of it is known well enough to begin with a single step.
const ROUGH: f64 = 0.25;

/// Before so many steps are taken at once, it is asked whether any depth parts. A depth that is hardly known begins
/// with as many: its first steps are as short as what is known of it.
const DOUBTED: u32 = 8;

/// A depth that was tried, and how much more is tried next.
#[derive(Clone, Copy)]
struct TriedDepth {
    depth: f32,
    step: f32,
}

impl TriedDepth {
    /// The depth after so many more steps, each twice as long as the one before; at most `f32::MAX`.
    fn after(mut self, steps: u32) -> Self {
        for _ in 0..steps {
            let next = above(widen(self.depth) + widen(self.step));
            let is_more = order_key(next) > order_key(self.depth);
            self.depth = if is_more || next == f32::MAX { next } else { self.depth.next_up() };
            self.step = above(2.0 * widen(self.step));
        }
        self
    }
}

/// The least positive finite `f32` that is not below a number; `f32::MAX` if there is none.
fn above(x: f64) -> f32 {
    let above = at_or_above(x);
    if above >= f32::MAX {
        f32::MAX
    } else if order_key(above) > 0 {
        above
    } else {
        f32::from_bits(1)
    }
}
