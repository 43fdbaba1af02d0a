//! The path of a collider from one step to the next, and its first impact on it.

use crate::array::Mapped as _;
use crate::exact::{at_or_above, widen};
use crate::index::Reach;
use crate::level::{Level, PartSearch as _};
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::query::cast::{Cast as _, CastHit};
use crate::query::cast_rotating::{self, ROUNDED, Reached, arm};
use crate::query::contact::ContactOf as _;
use crate::query::penetration::PenetrationOf as _;
use crate::query::separation::Intersects as _;
use crate::shape::{AnyShape as _, Capsule, Obb, Segment, Shape, ShapeRef};
use crate::space::{Pose, Turn, Vector};
use crate::world::body::{Body, PlacedCollider};
use crate::world::linear_path::{LinearPath, hit_at_end};
use core::cell::OnceCell;
use core::ops::ControlFlow::Continue;

/// The tolerance of a turning path, relative to its length: it bounds the number of steps that
/// passing along something takes.
const TOLERANCE: f64 = 1.0 / (1u64 << 14) as f64;

/// The shape and pose of a collider at a step, where its next sweep starts.
#[derive(Clone, Debug)]
pub(in crate::world) struct SweepStart<V: Vector> {
    pub(in crate::world) shape: Shape<V>,
    /// The pose that placed it there; `None` if its shape was set.
    pub(in crate::world) pose: Option<Pose<V>>,
}

impl<V: Vector> SweepStart<V> {
    pub(super) fn of(body: &Body<V>, place: u16, part: &PlacedCollider<V>) -> Self {
        Self { shape: part.shape.clone(), pose: body.placed.pose_of(place) }
    }

    /// Moves to where the collider is now.
    pub(super) fn follow(&mut self, body: &Body<V>, place: u16, part: &PlacedCollider<V>) {
        *self = Self::of(body, place, part);
    }
}

/// The first impact of a path on a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackImpact<V: Vector> {
    pub(super) fraction: f32,
    pub(super) point: V,
    /// From the other shape to the one that moves.
    pub(super) normal: V,
    pub(super) reached: Reached,
}

impl<V: Vector> AttackImpact<V> {
    fn of(hit: &CastHit<V>) -> Self {
        let CastHit { fraction, point, normal, .. } = *hit;
        Self { fraction, point, normal, reached: Reached::Contact }
    }
}

/// A collider that moves along a path.
#[derive(Debug)]
pub(super) struct SweptCollider<'a, V: Vector> {
    from: &'a Shape<V>,
    to: &'a Shape<V>,
    cast: SweptPath<V>,
    /// A box that contains the whole sweep.
    pub(super) bounds: Bounds<V>,
}

/// The path from one end to the other.
#[derive(Debug)]
enum SweptPath<V: Vector> {
    /// No path: it stays where it is.
    Still,
    /// A straight path, and a box around the gap that rounding left at its end.
    Linear(LinearPath<V>, Bounds<V>),
    /// A path of poses that place this shape.
    Turning(Turning<V>),
}

/// A shape that moves between two poses.
#[derive(Debug)]
struct Turning<V: Vector> {
    local: Shape<V>,
    from: Pose<V>,
    to: Pose<V>,
    tolerance: f32,
    /// The part of the cast that is the same for all obstacles, made for the first of them. `None` if
    /// there is no such path.
    cast: OnceCell<Option<cast_rotating::RotatingCast<V>>>,
}

impl<V: Vector> Turning<V> {
    fn first_impact(&self, other: ShapeRef<'_, V>) -> Option<AttackImpact<V>> {
        let local = self.local.as_shape_ref();
        // Both ends are placed already and have bounds, so that no pose is refused.
        let cast = || cast_rotating::RotatingCast::new(local, &self.from, &self.to).ok();
        let cast = self.cast.get_or_init(cast).as_ref()?;
        let hit = cast.first_impact(local, other, self.tolerance).ok()??;
        Some(AttackImpact {
            fraction: hit.fraction,
            point: hit.point,
            normal: hit.normal,
            reached: hit.reached,
        })
    }
}

impl<'a, V: Vector> SweptCollider<'a, V> {
    /// The sweep from its start to where a collider is now.
    pub(super) fn new(
        from: &'a SweepStart<V>,
        body: &Body<V>,
        place: u16,
        part: &'a PlacedCollider<V>,
        step: u64,
    ) -> Self {
        let to = &part.shape;
        let is_teleported = body.teleported_at == step;
        let cast = match (&from.pose, body.placed.pose_of(place)) {
            _ if is_teleported || from.shape == *to => SweptPath::Still,
            (Some(start), Some(end)) => SweptPath::between_poses(from, start, &end, part),
            (None, _) | (_, None) => SweptPath::between_shapes(&from.shape, to),
        };
        let from = if is_teleported { to } else { &from.shape };
        let bounds = Bounds::of(from);
        let bounds = match &cast {
            SweptPath::Still => bounds,
            SweptPath::Linear(path, _) => bounds.swept(&path.motion),
            SweptPath::Turning(Turning { local, from, to, .. }) => {
                // The turned shape may be of another size than the former one, and a frustum turns as
                // its vertices do.
                let start = local.try_transformed(from);
                let bounds = start.map_or(bounds, |start| bounds.merged(&Bounds::of(&start)));
                bounds.grown(at_or_above(path_length_bound(local, from, to)))
            }
        };
        Self { from, to, cast, bounds: bounds.merged(&part.bounds) }
    }

    /// The first impact on a part of a level, and of equal ones that on the part with the smallest number.
    pub(super) fn first_impact_of_level(&self, level: &Level<V>) -> Option<AttackImpact<V>> {
        let mut first: Option<(u32, u32, AttackImpact<V>)> = None;
        level.search(&mut Reach::Within(self.bounds), &mut |number, part, _| {
            if let Some(impact) = self.first_impact(part, &Bounds::of(&part)) {
                // Fractions are never negative: their bits are ordered as they are.
                let key = (impact.fraction.to_bits(), number);
                if first.as_ref().is_none_or(|&(fraction, part, _)| key < (fraction, part)) {
                    first = Some((key.0, key.1, impact));
                }
            }
            Continue(())
        });
        first.map(|(_, _, impact)| impact)
    }

    /// The first impact on a shape that has these bounds.
    pub(super) fn first_impact(
        &self,
        other: ShapeRef<'_, V>,
        bounds: &Bounds<V>,
    ) -> Option<AttackImpact<V>> {
        let from = self.from.as_shape_ref();
        if from.intersects(&other) {
            return Some(overlap_impact(0.0, self.from, other));
        }
        let along_path = match &self.cast {
            SweptPath::Still => None,
            SweptPath::Linear(path, _) => {
                from.cast(path.motion, &other).map(|hit| AttackImpact::of(&hit))
            }
            SweptPath::Turning(turning) => turning.first_impact(other),
        };
        // A motion and a turn are rounded: at the end, the placed shape decides.
        let to = self.to.as_shape_ref();
        along_path
            .or_else(|| to.intersects(&other).then(|| overlap_impact(1.0, self.to, other)))
            .or_else(|| self.impact_in_gap(other, bounds))
    }

    /// The impact between the end of a straight path and where the shape is placed.
    fn impact_in_gap(&self, other: ShapeRef<'_, V>, bounds: &Bounds<V>) -> Option<AttackImpact<V>> {
        let SweptPath::Linear(LinearPath { back: Some(back), .. }, gap) = &self.cast else {
            return None;
        };
        let hit = gap.overlaps(bounds).then(|| self.to.as_shape_ref().cast(*back, &other))??;
        Some(AttackImpact::of(&hit_at_end(&hit)))
    }
}

impl<V: Vector> SweptPath<V> {
    fn linear(path: LinearPath<V>, to: &Shape<V>) -> Self {
        let gap = Bounds::of(to);
        let gap = path.back.map_or(gap, |back| gap.swept(&back));
        Self::Linear(path, gap)
    }

    /// The path of a shape that was placed by poses.
    fn between_poses(
        from: &SweepStart<V>,
        start: &Pose<V>,
        end: &Pose<V>,
        part: &PlacedCollider<V>,
    ) -> Self {
        let same_rotation = start.rotation == end.rotation;
        // An axis-aligned box is an oriented one once it was placed.
        let path = || {
            LinearPath::between(&from.shape, &part.shape)
                .or_else(|| LinearPath::of_points(&start.translation, &end.translation))
        };
        match same_rotation.then(path).flatten() {
            Some(path) => Self::linear(path, &part.shape),
            None => Self::turning(part.collider.shape.clone(), *start, *end),
        }
    }

    fn turning(local: Shape<V>, from: Pose<V>, to: Pose<V>) -> Self {
        let local = cast_rotating::rigid(local.as_shape_ref()).ok().flatten().unwrap_or(local);
        let tolerance = (path_length_bound(&local, &from, &to) * TOLERANCE) as f32;
        let tolerance = if tolerance < f32::MAX { tolerance } else { f32::MAX };
        let tolerance = if tolerance > 0.0 { tolerance } else { f32::MIN_POSITIVE };
        Self::Turning(Turning { local, from, to, tolerance, cast: OnceCell::new() })
    }

    /// The path from one shape to another, as rigid as the two allow.
    fn between_shapes(from: &Shape<V>, to: &Shape<V>) -> Self {
        match (from, to) {
            (Shape::Obb(from), Shape::Obb(to)) if from.rotation != to.rotation => {
                let local = Obb::from_facts(Vect::<V, f32>::zero().0, to.half_extents, V::IDENTITY);
                let pose = |obb: &Obb<V>| Pose { translation: obb.center, rotation: obb.rotation };
                Self::turning(local.into(), pose(from), pose(to))
            }
            (Shape::Segment(from), Shape::Segment(to)) => {
                let local = |a, b| Segment { a, b }.into();
                Self::between_segments([from.a, from.b], [to.a, to.b], &(*to).into(), local)
            }
            (Shape::Capsule(from), Shape::Capsule(to)) => {
                let local = |a, b| Capsule { a, b, radius: to.radius }.into();
                Self::between_segments([from.a, from.b], [to.a, to.b], &(*to).into(), local)
            }
            (from, to) => {
                let [start, end] =
                    [from, to].mapped(|shape| shape.as_shape_ref().reference_point());
                let path = || LinearPath::of_points(&start?, &end?);
                let path = LinearPath::between(from, to).or_else(path);
                path.map_or(Self::Still, |path| Self::linear(path, to))
            }
        }
    }

    /// The path from one segment to another that turns by the smaller angle, about the midpoint.
    fn between_segments(
        from: [V::Array<f32>; 2],
        to: [V::Array<f32>; 2],
        placed: &Shape<V>,
        shape: impl FnOnce(V::Array<f32>, V::Array<f32>) -> Shape<V>,
    ) -> Self {
        let middle =
            |[a, b]: [V::Array<f32>; 2]| ((Vect::<V, f64>::of(&a) + Vect::of(&b)) * 0.5).to_f32();
        // In 3D whatever the dimension: in 2D the third component is zero.
        let axis = |[a, b]: [V::Array<f32>; 2]| -> [f64; 3] {
            let component = |i: usize| if i < V::DIM { widen(b[i]) - widen(a[i]) } else { 0.0 };
            let vector = [component(0), component(1), component(2)];
            let length = vector.iter().fold(0.0, |sum, x| sum + x * x).sqrt();
            if length > 0.0 { vector.mapped(|x| x / length) } else { [1.0, 0.0, 0.0] }
        };
        let (before, after) = (axis(from), axis(to));
        let cross = |i: usize, j: usize| before[i] * after[j] - before[j] * after[i];
        let dot = (0..3).fold(0.0, |sum, i| sum + before[i] * after[i]);
        // Half a turn is as short about any perpendicular axis: then it is left out, and the path is
        // straight.
        let turn = [cross(1, 2), cross(2, 0), cross(0, 1), 1.0 + dot];
        let turn = if 1.0 + dot > TOLERANCE { turn } else { [0.0, 0.0, 0.0, 1.0] };
        let center = middle(from);
        let local = |x: V::Array<f32>| (Vect::<V, f32>(x) - Vect(center)).0;
        let start = Pose { translation: center, rotation: V::IDENTITY };
        let end = Pose { translation: middle(to), rotation: V::from_half_turn(turn) };
        let same_rotation = start.rotation == end.rotation;
        match same_rotation.then(|| LinearPath::of_points(&center, &end.translation)).flatten() {
            Some(path) => Self::linear(path, placed),
            None => Self::turning(shape(local(from[0]), local(from[1])), start, end),
        }
    }
}

/// An upper bound of the distance that any point of a shape moves while its pose goes from one to
/// another.
fn path_length_bound<V: Vector>(local: &Shape<V>, from: &Pose<V>, to: &Pose<V>) -> f64 {
    let bounds = Bounds::of(local);
    let reach = Vect::<V, f64>::of(&bounds.min).abs().max(Vect::of(&bounds.max).abs()).length();
    let (start, end) = (Vect::<V, f64>::of(&from.translation), Vect::of(&to.translation));
    let path = (end - start).length();
    // Both ends are rounded, as the path is that starts at one of them.
    let rounded = arm(local.as_shape_ref(), reach) + (start.length() + end.length());
    let length = path + 2.0 * reach * Turn::of(from, to).speed(0.0) + rounded * ROUNDED;
    // For an unbounded shape that does not turn the product is NaN.
    if length.is_nan() { f64::INFINITY } else { length }
}

/// The impact of two shapes that intersect.
fn overlap_impact<V: Vector>(
    fraction: f32,
    placed: &Shape<V>,
    other: ShapeRef<'_, V>,
) -> AttackImpact<V> {
    let first = V::from_array(Vect::<V, f32>::axis(0).0);
    let normal = placed.penetration(&other).map_or(first, |out| out.normal);
    let contact = placed.contact(&other);
    let shared = contact.and_then(|contact| contact.points().first().map(|pair| pair.on_b));
    let own = || placed.as_shape_ref().reference_point().map(V::from_array);
    let point = shared.or_else(own).unwrap_or_default();
    AttackImpact { fraction, point, normal, reached: Reached::Contact }
}
