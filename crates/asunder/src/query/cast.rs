//! The first contact of a moving shape with another, and when it leaves it.
//!
//! One static separating-axis test against the sweep of the shape (see `sweep`) decides whether there is
//! a hit; the same test of a part of the sweep decides its fraction. So no rounded time decides anything:
//! `f64` estimates a fraction, exact predicates prove it and refuse the next one.

mod boxes;
mod entry;
mod facet_times;
mod linear;
mod polytopes;
mod portal;
mod round;
mod time_of_impact;

use super::canonical;
use super::ray_cast::Started;
use super::separation::CastOutcome;
use crate::dimension::kernels;
use crate::exact::negated;
use crate::linalg::Vect;
use crate::shape::{AnyShape, ShapeRef};
use crate::space::Vector;
use core::cmp::Ordering;

pub(crate) use entry::{EntryFacets, entry_normals};
use linear::LinearCast;
pub(crate) use time_of_impact::{
    approach, contact_at, opposite_unit, shared_point, touching_normal,
};

/// The first contact of a moving shape with another.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CastHit<V: Vector> {
    /// The fraction of the motion at the first contact: the greatest `f32` that is not after it, so
    /// never late. Zero, if the shapes meet at the start.
    pub fraction: f32,
    /// A contact point on the other shape, within rounding: of several, as where faces touch, one near
    /// their middle where that is quickly found. If the shapes overlap at the start, it is one that both
    /// share, or, if they do so slightly, one between their deepest points.
    pub point: V,
    /// The other shape's unit normal at the contact, against the motion: from the other shape towards
    /// the moving one.
    ///
    /// If the shapes touch at the start, it lies in the normal cone of the features that touch. Where that
    /// has several normals, as at vertices and edges, it is the one that stops the motion least.
    ///
    /// If the shapes overlap at the start, it is the direction opposite to the motion; for a motion of
    /// zero, the first axis.
    pub normal: V,
    /// The relative position of the shapes at the start.
    pub started: Started,
}

/// The first contact of a shape with another while it moves without turning.
///
/// Implemented for every pair of shapes of the same dimension, [`Shape`](crate::Shape) included.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Other}` are no shapes of one dimension",
    note = "2D shapes are asked about 2D shapes, 3D shapes about 3D shapes",
    note = "a point is a vector of `asunder::glam`; those of another version of glam turn into it by \
            `Vec3::from(point.to_array())`"
)]
pub trait Cast<Other: AnyShape> {
    /// The first contact of this shape, moved by `motion`, with `other`; `None`, if they do not meet.
    ///
    /// Whether they meet is exact. Touching counts: a shape that grazes the other hits it, and so does one
    /// that touches at the start and moves along the other or into it. One that touches at the start
    /// and moves away does not. A shape with a motion of zero hits what it intersects; one with a motion
    /// that is not finite hits nothing.
    ///
    /// The fraction is exact, too: [`fraction`](CastHit::fraction) is the greatest `f32` that is
    /// not late. With the roles exchanged and the motion reversed, it is the same, and the normal is the opposite one.
    /// When the shape leaves the other one again, [`cast_exit`](Self::cast_exit) answers.
    ///
    /// For boxes it costs about as much as deciding whether they meet during the motion; for other
    /// pairs, a few times as much. Hulls of more than 32 corners are walked from corner to corner along their edges,
    /// and all corners are looked at once, to prove that nothing is met before the first contact.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Started;
    ///
    /// let barrel = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    /// let wall = Aabb2::new([3.0, 0.0], [4.0, 9.0]);
    /// let hit = barrel.cast([4.0, 0.0], &wall).unwrap();
    /// assert_eq!((hit.fraction, hit.started), (0.5, Started::Apart));
    /// assert_eq!(hit.normal.to_array(), [-1.0, 0.0]);
    ///
    /// assert!(barrel.cast([2.0, 0.0], &wall).is_some(), "the end counts");
    /// assert!(barrel.cast([1.9999999, 0.0], &wall).is_none());
    /// let floor = Aabb2::new([-9.0, -1.0], [9.0, 0.0]);
    /// assert!(barrel.cast([1.0, 0.0], &floor).is_some(), "along what it touches");
    /// assert!(barrel.cast([1.0, 1e-30], &floor).is_none(), "it leaves");
    /// ```
    fn cast(
        &self,
        motion: impl Into<<Other::Vector as Vector>::Array<f32>>,
        other: &Other,
    ) -> Option<CastHit<Other::Vector>>;

    /// When this shape, moved by `motion`, leaves `other` for good: the fraction of the motion after which they
    /// share no point. `None` if [`cast`](Self::cast) hits nothing, or if they still meet at the end of the motion.
    ///
    /// It is exact: the least `f32` that is not early, and the same with the roles exchanged and the motion
    /// reversed. It costs a cast, and up to as much again.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let shell = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    /// let wall = Aabb2::new([3.0, 0.0], [4.0, 9.0]);
    /// assert_eq!(shell.cast_exit([8.0, 0.0], &wall), Some(0.5));
    /// assert_eq!(shell.cast_exit([4.0, 0.0], &wall), None, "it still touches at the end");
    /// assert_eq!(shell.cast_exit([1.0, 0.0], &wall), None, "it does not come there");
    /// ```
    fn cast_exit(
        &self,
        motion: impl Into<<Other::Vector as Vector>::Array<f32>>,
        other: &Other,
    ) -> Option<f32>;
}

#[diagnostic::do_not_recommend]
impl<A: AnyShape, B: AnyShape<Vector = A::Vector>> Cast<B> for A {
    #[inline]
    fn cast(
        &self,
        motion: impl Into<<A::Vector as Vector>::Array<f32>>,
        other: &B,
    ) -> Option<CastHit<A::Vector>> {
        A::Vector::shape_cast(self.as_shape_ref(), &motion.into(), other.as_shape_ref())
    }

    #[inline]
    fn cast_exit(
        &self,
        motion: impl Into<<A::Vector as Vector>::Array<f32>>,
        other: &B,
    ) -> Option<f32> {
        A::Vector::shape_cast_exit(self.as_shape_ref(), &motion.into(), other.as_shape_ref())
    }
}

kernels! {
    CastKernels:

    fn shape_cast(
        a: ShapeRef<'_, Self>,
        motion: &<Self as Vector>::Array<f32>,
        b: ShapeRef<'_, Self>
    ) -> Option<CastHit<Self>> {
        cast(a, motion, b, CastEnds::Entry).map(|impact| impact.rounded())
    }

    fn shape_cast_exit(
        a: ShapeRef<'_, Self>,
        motion: &<Self as Vector>::Array<f32>,
        b: ShapeRef<'_, Self>
    ) -> Option<f32> {
        cast(a, motion, b, CastEnds::Both)?.exit
    }

    /// The fraction at which a shape that moves first meets another up to a limit, which is not above one; `None`
    /// where that is not known sooner than all of the contact.
    fn cast_fraction(
        a: ShapeRef<'_, Self>,
        motion: &<Self as Vector>::Array<f32>,
        b: ShapeRef<'_, Self>,
        limit: f64
    ) -> Option<CastOutcome<f32>> {
        let ends = CastEnds::Entry;
        round::fraction(&LinearCast::<Self> { a, motion: *motion, b, ends }, limit)
    }
}

/// Which ends of the interval of fractions at which shapes meet are asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum CastEnds {
    /// The first contact alone.
    Entry,
    /// The first contact and the last.
    Both,
}

/// A first contact, its vectors not rounded yet.
#[derive(Clone, Copy, Debug)]
struct Impact<V: Vector> {
    fraction: f32,
    /// The least `f32` that is not before the last contact; `None` if they meet at the end, and where it is not
    /// asked for.
    exit: Option<f32>,
    started: Started,
    /// From `b` to `a`.
    normal: Vect<V, f64>,
    /// On `b`, which does not move.
    point: Vect<V, f64>,
}

fn cast<V: Vector>(
    a: ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    b: ShapeRef<'_, V>,
    ends: CastEnds,
) -> Option<Impact<V>> {
    if !a.is_finite() || !b.is_finite() || !(0..V::DIM).all(|i| motion[i].is_finite()) {
        return None;
    }
    if canonical::compare(a, b) != Ordering::Greater {
        return impact(&LinearCast { a, motion: *motion, b, ends });
    }
    let back = Vect::<V, f32>(*motion).map(negated);
    impact(&LinearCast { a: b, motion: back.0, b: a, ends }).map(|impact| impact.flipped(motion))
}

/// The first contact, by the first of these that is certain: the intervals of time in which two boxes overlap along
/// their axes (`boxes`), Newton's iteration between rounded shapes with few edges (`round`), portals between bounded
/// polytopes (`polytopes`), and for all others the exact fraction of the static test (`linear`).
fn impact<V: Vector>(cast: &LinearCast<'_, V>) -> Option<Impact<V>> {
    let impact = match boxes::impact(cast) {
        Some(outcome) => outcome.hit(),
        None => match round::impact(cast).or_else(|| polytopes::impact(cast)) {
            Some(outcome) => outcome.hit(),
            None => cast.impact(),
        },
    }?;
    Some(match impact.started {
        Started::Touching => impact.stopping_least(cast),
        Started::Apart | Started::Overlapping => impact,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::generators::Moving;
    use crate::query::predicate::Rule;
    use crate::query::separation::{shape, span_span, with_either_moving_round};
    use crate::shape::{Aabb, ConvexHull, Obb, Parallelepiped};
    use asunder_jury::{Family, Kind, Rng, Shape, motion, pair};
    use glam::{Vec2, Vec3};

    /// Compares the intervals of boxes with the general predicates.
    fn compare<V: Vector>(
        a: &impl AnyShape<Vector = V>,
        motion: &V::Array<f32>,
        b: &impl AnyShape<Vector = V>,
        certain: &mut u32,
    ) {
        let (a, b) = (a.as_shape_ref(), b.as_shape_ref());
        let cast = LinearCast::<V> { a, motion: *motion, b, ends: CastEnds::Both };
        let entry = boxes::impact(&LinearCast { ends: CastEnds::Entry, ..cast });
        let (entry, own) =
            (entry.map(CastOutcome::hit), boxes::impact(&cast).map(CastOutcome::hit));
        assert!(own.is_none() || entry.is_some(), "{a:?} {motion:?} {b:?}");
        let Some(entry) = entry else { return };
        *certain += u32::from(own.is_some());
        let general = cast.impact();
        let first = |m: Option<Impact<V>>| m.map(|m| (m.fraction, m.started));
        assert_eq!(first(entry), first(general), "{a:?} {motion:?} {b:?}");
        assert!(entry.is_none_or(|entry| entry.exit.is_none()), "nothing asks for it");
        let Some(own) = own else { return };
        let exact = |m: Option<Impact<V>>| m.map(|m| (m.fraction, m.exit, m.started));
        assert_eq!(exact(own), exact(general), "{a:?} {motion:?} {b:?}");
    }

    /// The pairs of rounded shapes that certificates in floating-point numbers decide.
    const ROUND: [(Kind, Kind); 10] = [
        (Kind::Sphere, Kind::Sphere),
        (Kind::Sphere, Kind::Capsule),
        (Kind::Sphere, Kind::Aabb),
        (Kind::Sphere, Kind::Obb),
        (Kind::Sphere, Kind::Triangle),
        (Kind::Capsule, Kind::Capsule),
        (Kind::Capsule, Kind::Segment),
        (Kind::Capsule, Kind::Aabb),
        (Kind::Capsule, Kind::Obb),
        (Kind::Capsule, Kind::Triangle),
    ];

    /// Compares the certificates about a rounded shape that moves with the general predicates: how many casts
    /// and sweeps they decide.
    fn compare_round<V: Vector>(
        a: &crate::Shape<V>,
        motion: V::Array<f32>,
        b: &crate::Shape<V>,
    ) -> u32 {
        let (a, b) = (a.as_shape_ref(), b.as_shape_ref());
        let cast = LinearCast::<V> { a, motion, b, ends: CastEnds::Both };
        let entry = round::impact(&LinearCast::<V> { ends: CastEnds::Entry, ..cast });
        if let Some(entry) = entry.map(CastOutcome::hit) {
            let first = |m: Option<Impact<V>>| m.map(|m| (m.fraction, m.started));
            assert_eq!(first(entry), first(cast.impact()), "{a:?} {motion:?} {b:?}");
        }
        let mut certain = 0;
        if let Some(own) = round::impact(&cast).map(CastOutcome::hit) {
            certain += 1;
            let exact = |m: Option<Impact<V>>| m.map(|m| (m.fraction, m.exit, m.started));
            let general = cast.impact();
            assert_eq!(exact(own), exact(general), "{a:?} {motion:?} {b:?}");
            if let (Some(own), Some(general)) = (own, general) {
                let apart = (own.normal - general.normal).abs().largest();
                assert!(apart < 1e-6, "{own:?} {general:?}");
            }
        }
        let moving = Moving { shape: &a, motion };
        let known =
            with_either_moving_round(&a, &cast.velocity().0, &b, |pair, _| pair.penetrates());
        if let Some(penetrates) = known {
            certain += 1;
            for rule in [Rule::Open, Rule::Closed] {
                assert_eq!(span_span::<V>(&moving, &b, rule), penetrates, "{a:?} {motion:?} {b:?}");
            }
        }
        certain
    }

    #[test]
    fn round_shapes_agree_with_the_general_cast() {
        let mut rng = Rng::new(23);
        for family in Family::ALL {
            let (mut certain, mut asked) = (0, 0);
            for (a, b) in ROUND {
                for i in 0..24 {
                    asked += 2;
                    if i % 3 == 0 {
                        let (x, y) = pair::<2>(family, a, b, &mut rng);
                        let way = motion::<2>(family, &x, &y, &mut rng);
                        let turn = |[cos, sin, ..]: [f32; 4]| [cos, sin];
                        let (x, y) = (shape::<2, Vec2>(&x, turn), shape::<2, Vec2>(&y, turn));
                        certain += compare_round::<Vec2>(&x, way, &y);
                    } else {
                        let (x, y) = pair::<3>(family, a, b, &mut rng);
                        let way = motion::<3>(family, &x, &y, &mut rng);
                        let (x, y) = (shape::<3, Vec3>(&x, |q| q), shape::<3, Vec3>(&y, |q| q));
                        certain += compare_round::<Vec3>(&x, way, &y);
                    }
                }
            }
            println!("{family:?}: {certain} of {asked} certain");
            if family == Family::Game {
                assert!(certain * 10 > asked * 9, "{family:?}: {certain} of {asked}");
            }
        }
    }

    /// The kinds of bounded polytopes.
    const POLYTOPES: [Kind; 6] = [
        Kind::Segment,
        Kind::Triangle,
        Kind::Aabb,
        Kind::Obb,
        Kind::Parallelepiped,
        Kind::ConvexHull,
    ];

    /// Compares the cast by portals with the general predicates: whether it finds one.
    fn compare_polytopes<V: Vector>(
        a: &crate::Shape<V>,
        motion: V::Array<f32>,
        b: &crate::Shape<V>,
    ) -> bool {
        let (a, b) = (a.as_shape_ref(), b.as_shape_ref());
        let cast = LinearCast::<V> { a, motion, b, ends: CastEnds::Both };
        let entry = polytopes::impact(&LinearCast::<V> { ends: CastEnds::Entry, ..cast });
        let entry = entry.map(CastOutcome::hit);
        let Some(own) = polytopes::impact(&cast).map(CastOutcome::hit) else { return false };
        let general = cast.impact();
        let exact = |m: Option<Impact<V>>| m.map(|m| (m.fraction, m.exit, m.started));
        assert_eq!(exact(own), exact(general), "{a:?} {motion:?} {b:?}");
        // The first contact alone is that of both, bit for bit.
        let first = own.map(|own| Impact { exit: None, ..own });
        assert_eq!(format!("{entry:?}"), format!("{:?}", Some(first)), "{a:?} {motion:?} {b:?}");
        if let Some(own) = own {
            // On the other shape, within rounding, and against the motion.
            let (point, normal) = (own.rounded().point, own.rounded().normal);
            let nearest = V::pair_distance(ShapeRef::Point(&point), b);
            let size = (0..V::DIM).fold(1e-30, |size: f32, t| size.max(point.to_array()[t].abs()));
            let reach = cast.velocity();
            let size = (0..V::DIM).fold(size, |size, t| size.max(reach[t].abs() as f32));
            if own.started == Started::Apart {
                let near = nearest.unwrap_or(0.0);
                assert!(near <= 1e-5 * size, "{near} {own:?} {a:?} {motion:?} {b:?}");
                let along = Vect::<V, f64>::of(&normal.to_array()).dot(Vect::of(&motion));
                let length = Vect::<V, f64>::of(&motion).norm1();
                assert!(
                    along <= f64::from(f32::EPSILON) * length,
                    "{own:?} {a:?} {motion:?} {b:?}"
                );
            }
        }
        true
    }

    fn hull<V: Vector>(points: impl Iterator<Item = V::Array<f32>>) -> crate::Shape<V> {
        ConvexHull::<V>::new(points).into()
    }

    /// A fraction alone is that of the cast; what is left out comes after the limit.
    #[test]
    fn fractions_up_to_a_limit() {
        let mut rng = Rng::new(24);
        let (mut known, mut early, mut after) = (0, 0, 0);
        for kinds in ROUND {
            for family in Family::ALL {
                for _ in 0..16 {
                    let (a, b) = pair::<3>(family, kinds.0, kinds.1, &mut rng);
                    let way = motion::<3>(family, &a, &b, &mut rng);
                    let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
                    let (a, b) = (a.as_shape_ref(), b.as_shape_ref());
                    let expected = cast(a, &way, b, CastEnds::Entry).map(|hit| hit.fraction);
                    let up_to = |limit: f64| Vec3::cast_fraction(a, &way, b, limit);
                    // It comes before the number after its fraction.
                    let is_before =
                        |limit: f64| expected.is_some_and(|at| f64::from(at.next_up()) <= limit);
                    for limit in [1.0, 0.5, 0.1] {
                        match up_to(limit) {
                            None => {}
                            Some(CastOutcome::Miss) => {
                                assert!(!is_before(limit), "{a:?} {way:?} {b:?} {limit}");
                                early += u32::from(expected.is_some());
                            }
                            Some(own) => {
                                assert_eq!(own.hit(), expected, "{a:?} {way:?} {b:?} {limit}")
                            }
                        }
                    }
                    // Up to the next number, as a search knows it.
                    if let Some(at) = expected.filter(|&at| at > 0.0 && at < 1.0) {
                        let found = up_to(f64::from(at.next_up()));
                        assert!(
                            found.is_none_or(|own| own.hit() == expected),
                            "{a:?} {way:?} {b:?}"
                        );
                        known += u32::from(found.is_some());
                        after += 1;
                    }
                }
            }
        }
        assert!(known * 4 > after && early > 20, "{known} of {after}, {early}");
    }

    #[test]
    fn polytopes_agree_with_the_general_cast() {
        let mut rng = Rng::new(31);
        for family in Family::ALL {
            let (mut found, mut asked) = (0, 0);
            for (i, a) in POLYTOPES.into_iter().enumerate() {
                for &b in &POLYTOPES[i..] {
                    for i in 0..6 {
                        asked += 1;
                        let is_found = if i % 3 == 0 {
                            let (x, y) = pair::<2>(family, a, b, &mut rng);
                            let way = motion::<2>(family, &x, &y, &mut rng);
                            let turn = |[cos, sin, ..]: [f32; 4]| [cos, sin];
                            let [x, y] = [x, y].map(|x| match x {
                                Shape::Parallelepiped { center, edges } => {
                                    Parallelepiped::<Vec2>::new(center, [edges[0], edges[1]]).into()
                                }
                                Shape::ConvexHull(points) => hull(points.iter().copied()),
                                other => shape::<2, Vec2>(&other, turn),
                            });
                            compare_polytopes::<Vec2>(&x, way, &y)
                        } else {
                            let (x, y) = pair::<3>(family, a, b, &mut rng);
                            let way = motion::<3>(family, &x, &y, &mut rng);
                            let [x, y] = [x, y].map(|x| match x {
                                Shape::Parallelepiped { center, edges } => {
                                    Parallelepiped::<Vec3>::new(center, edges).into()
                                }
                                Shape::ConvexHull(points) => hull(points.iter().copied()),
                                other => shape::<3, Vec3>(&other, |q| q),
                            });
                            compare_polytopes::<Vec3>(&x, way, &y)
                        };
                        found += u32::from(is_found);
                    }
                }
            }
            println!("{family:?}: {found} of {asked} found");
            if family == Family::Game {
                assert!(found * 10 > asked * 8, "{family:?}: {found} of {asked}");
            }
        }
    }

    /// Hulls of so many corners that a portal is sought at either end: at random, on a grid with edges and corners that
    /// meet the line exactly, and flat ones; hits, misses, overlaps at the start and at the end.
    #[test]
    fn hulls_of_many_corners_agree_with_the_general_cast() {
        let mut rng = Rng::new(37);
        let (mut found, mut asked) = (0, 0);
        for round in 0..48_u32 {
            let grid = if round % 3 == 0 { 4.0 } else { 65536.0 };
            let mut corners = |count: u32, middle: [f32; 3]| {
                let point = |_: u32| {
                    [0, 1, 2].map(|t| {
                        let x = (rng.between(-1.0, 1.0) * grid).round() / grid;
                        let x = if t == 2 && round % 8 == 7 { 0.0 } else { x as f32 };
                        x + middle[t]
                    })
                };
                let all: Vec<[f32; 3]> = (0..count).map(point).collect();
                // A corner that leads, for the line to go through.
                let tip = [middle[0] - 2.0, middle[1], middle[2]];
                hull::<Vec3>(all.into_iter().chain((round % 4 == 1).then_some(tip)))
            };
            let (a, b) = (corners(14, [0.0; 3]), corners(14, [4.0, 0.5, 0.0]));
            let near = corners(14, [1.0, 0.25, 0.0]);
            for motion in [[6.0, 0.5, 0.0], [9.0, 1.0, 0.25], [4.0, -0.5, 0.125], [3.0, 3.0, -1.0]]
            {
                for other in [&b, &near] {
                    asked += 2;
                    found += u32::from(compare_polytopes::<Vec3>(&a, motion, other));
                    let back = motion.map(|x: f32| -x);
                    found += u32::from(compare_polytopes::<Vec3>(other, back, &a));
                }
            }
        }
        println!("{found} of {asked}");
        assert!(found * 10 > asked * 9, "{found} of {asked}");
    }

    fn obb3(shape: Shape<3>) -> Obb<Vec3> {
        let Shape::Obb { center, half_extents, rotation } = shape else { unreachable!() };
        Obb::new(center, half_extents, rotation)
    }

    fn aabb<const D: usize, V: Vector<Array<f32> = [f32; D]>>(shape: Shape<D>) -> Aabb<V> {
        let Shape::Aabb { min, max } = shape else { unreachable!() };
        Aabb::new(min, max)
    }

    #[test]
    fn boxes_agree_with_the_general_cast() {
        let mut rng = Rng::new(17);
        for family in Family::ALL {
            let (mut certain, mut asked) = (0, 0);
            for _ in 0..200 {
                asked += 3;
                let (x, y) = pair::<3>(family, Kind::Obb, Kind::Obb, &mut rng);
                let displacement = motion::<3>(family, &x, &y, &mut rng);
                compare(&obb3(x), &displacement, &obb3(y), &mut certain);
                let (x, y) = pair::<3>(family, Kind::Aabb, Kind::Aabb, &mut rng);
                let displacement = motion::<3>(family, &x, &y, &mut rng);
                compare::<Vec3>(&aabb(x), &displacement, &aabb(y), &mut certain);
                let (x, y) = pair::<2>(family, Kind::Aabb, Kind::Obb, &mut rng);
                let displacement = motion::<2>(family, &x, &y, &mut rng);
                let Shape::Obb { center, half_extents, rotation } = y else { unreachable!() };
                let y = Obb::<Vec2>::new(center, half_extents, [rotation[0], rotation[1]]);
                compare::<Vec2>(&aabb(x), &displacement, &y, &mut certain);
            }
            println!("{family:?}: {certain} of {asked} certain");
            if matches!(family, Family::Game | Family::Grid) {
                assert!(certain * 20 > asked * 19, "{family:?}: {certain} of {asked}");
            }
        }
    }

    /// A box at rest on another needs no general cast, whatever its motion.
    #[test]
    fn boxes_at_rest_on_a_grid_are_decided() {
        let foot = Obb::<Vec3>::new([0.5, 0.5, 0.25], [0.5; 3], [0.0, 0.0, 0.0, 1.0]);
        let floor = Aabb::<Vec3>::new([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]);
        let mut certain = 0;
        for step in 0..27 {
            let displacement = [0, 1, 2].map(|i| [-0.25, 0.0, 0.75][step / 3_usize.pow(i) % 3]);
            compare::<Vec3>(&floor, &displacement, &foot, &mut certain);
        }
        assert_eq!(certain, 27);
    }
}
