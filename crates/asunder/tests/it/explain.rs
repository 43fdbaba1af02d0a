//! `explain`: its signs against the jury, its lengths against plain projections, its sentences.

mod lengths;
mod texts;

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::{Explain, Explanation, Finding, Interval, Projected, Shape, Vector};
use asunder_jury::{Contact, Family, Kind, Rng, Shape as Judged, contact, pair};
use core::cmp::Ordering;

fn pairs_per_family() -> usize {
    if std::env::var_os("ASUNDER_LONG").is_some() { 20_000 } else { 676 }
}

/// What a pair's explanation says, axis by axis; skipped ones say nothing.
fn projected<V: Vector>(explanation: &Explanation<V>) -> impl Iterator<Item = &Projected<V>> {
    explanation.axes.iter().filter_map(|axis| match &axis.finding {
        Finding::Projected(projected) => Some(projected),
        Finding::Skipped(_) => None,
    })
}

/// The jury's verdict is that of the axis that decides, and no other axis goes beyond it.
fn judge<const D: usize, V: Space<D>>(a: &Judged<D>, b: &Judged<D>) {
    let verdict = match contact(a, b) {
        Contact::Apart => Ordering::Greater,
        Contact::Touching => Ordering::Equal,
        Contact::Penetrating => Ordering::Less,
    };
    let (x, y) = (V::shape(a), V::shape(b));
    let found = x.explain(&y).expect("all numbers are finite");
    let told = (found.intersects, found.penetrates, found.decisive().1.sign);
    let expected = (verdict != Ordering::Greater, verdict == Ordering::Less, verdict);
    assert_eq!(told, expected, "{a:?} {b:?}\n{found:#?}");
    for axis in projected(&found) {
        assert!(axis.sign <= verdict, "{a:?} {b:?}\n{axis:?}");
        assert!(axis.gap <= found.decisive().1.gap, "{a:?} {b:?}\n{axis:?}");
        check_one(axis);
    }
    check_flip(&x, &y, &found);
}

/// What holds of every axis, whatever the shapes.
fn check_one<V: Vector>(axis: &Projected<V>) {
    let agrees = match axis.sign {
        Ordering::Greater => axis.gap >= 0.0,
        Ordering::Equal => axis.gap == 0.0,
        Ordering::Less => axis.gap <= 0.0,
    };
    let zero = axis.gap.to_bits() << 1 == 0;
    assert!(agrees && !(zero && axis.gap.is_sign_negative()), "{axis:?}");
    assert!(axis.a.min <= axis.a.max && axis.b.min <= axis.b.max, "{axis:?}");
    let direction = axis.direction.to_array();
    let part = |t: usize| f64::from(direction[t]);
    let square = (0..V::DIM).fold(0.0, |sum, t| sum + part(t) * part(t));
    assert!((square - 1.0).abs() < 4.0 * f64::from(f32::EPSILON), "{axis:?}");
}

fn bits<V: Vector>(axis: &Projected<V>) -> Vec<u32> {
    let Projected { direction, a, b, gap, .. } = axis;
    let direction = direction.to_array();
    let numbers = [a.min, a.max, b.min, b.max, *gap];
    (0..V::DIM).map(|t| direction[t]).chain(numbers).map(f32::to_bits).collect()
}

/// Whether two shapes are the same, of which one order is as good as the other.
fn are_one<V: Vector>(a: &Shape<V>, b: &Shape<V>) -> bool {
    let same_corners = match (a, b) {
        (Shape::ConvexHull(a), Shape::ConvexHull(b)) => a.corners().eq(b.corners()),
        _ => false,
    };
    a == b || same_corners
}

/// The swapped call says the same with the roles exchanged, bit for bit.
fn check_flip<V: Vector>(a: &Shape<V>, b: &Shape<V>, found: &Explanation<V>) {
    let swapped = b.explain(a).expect("all numbers are finite");
    let counts = |e: &Explanation<V>| (e.deciding, e.omitted, e.axes.len());
    assert_eq!(counts(found), counts(&swapped));
    if are_one(a, b) {
        assert_eq!(*found, swapped);
        return;
    }
    let back = |x: Interval| Interval { min: 0.0 - x.max, max: 0.0 - x.min };
    for (one, other) in found.axes.iter().zip(&swapped.axes) {
        match (&one.finding, &other.finding) {
            (Finding::Skipped(x), Finding::Skipped(y)) => assert_eq!(x, y),
            (Finding::Projected(x), Finding::Projected(y)) => {
                let direction = y.direction.to_array();
                let flipped = Projected {
                    direction: V::from_array(V::array(|t| 0.0 - direction[t])),
                    a: back(y.b),
                    b: back(y.a),
                    ..*y
                };
                assert_eq!(bits(x), bits(&flipped), "{a:?} {b:?}\n{x:?} {y:?}");
                assert_eq!(x.sign, y.sign);
            }
            _ => panic!("{one:?} {other:?}"),
        }
    }
}

fn judge_family(family: Family) {
    let mut rng = Rng::new(0xE8 + family as u64);
    let kinds = || Kind::ALL.iter().flat_map(|&a| Kind::ALL.iter().map(move |&b| (a, b)));
    for (a, b) in kinds().cycle().take(pairs_per_family() / 2) {
        let (x, y) = pair::<3>(family, a, b, &mut rng);
        judge::<3, Vec3>(&x, &y);
        let (x, y) = pair::<2>(family, a, b, &mut rng);
        judge::<2, Vec2>(&x, &y);
    }
}

#[test]
fn the_axes_say_what_the_jury_says() {
    // Each on its own thread, two at a time at most: families differ in how long they take.
    std::thread::scope(|scope| {
        for half in Family::ALL.chunks(Family::ALL.len().div_ceil(2)) {
            scope.spawn(|| half.iter().copied().for_each(judge_family));
        }
    });
}

/// Boxes have the fifteen axes of the test, in 2D the four; a plane has its normal.
#[test]
fn boxes_have_the_axes_of_the_separating_axis_test() {
    let mut rng = Rng::new(3);
    let boxes = [Kind::Aabb, Kind::Obb];
    for family in Family::ALL {
        for (a, b) in boxes.iter().flat_map(|a| boxes.iter().map(move |b| (*a, *b))) {
            let (x, y) = pair::<3>(family, a, b, &mut rng);
            let found = Vec3::shape(&x).explain(&Vec3::shape(&y)).expect("finite");
            assert_eq!((found.axes.len(), found.omitted), (15, 0), "{x:?} {y:?}");
            let (x, y) = pair::<2>(family, a, b, &mut rng);
            let found = Vec2::shape(&x).explain(&Vec2::shape(&y)).expect("finite");
            assert_eq!((found.axes.len(), found.omitted), (4, 0), "{x:?} {y:?}");
        }
        let (x, y) = pair::<3>(family, Kind::Obb, Kind::HalfSpace, &mut rng);
        let found = Vec3::shape(&x).explain(&Vec3::shape(&y)).expect("finite");
        assert_eq!((found.axes.len(), found.omitted), (1, 0));
    }
}

#[test]
fn points_that_are_not_finite_have_no_explanation() {
    let ball = asunder::Sphere3::new([0.0; 3], 1.0);
    for bad in [f32::NAN, f32::INFINITY] {
        let point = Vec3::new(0.0, bad, 0.0);
        assert!(point.explain(&ball).is_none() && ball.explain(&point).is_none());
    }
}
