//! One shape in another, touching it from within: no family aims there, so a search does.
//!
//! The second shape is shrunk until the first holds it, and then grown by one number until it does not.
//! Between lie two neighbours among the `f32`, of which the one is held and the other is not, and the
//! library is asked about both.

use super::judge;
use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder_jury::{Family, Kind, Rng, Shape as Judged, contains, pair};

/// How many pairs of each two kinds.
fn rounds() -> usize {
    if std::env::var_os("ASUNDER_LONG").is_some() { 100 } else { 4 }
}

/// What a number of a shape tells.
#[derive(Clone, Copy)]
enum Role {
    /// Where a point is along a coordinate axis.
    Place(usize),
    /// How far the shape goes from there.
    Size,
}

/// The numbers that place and span a bounded shape; the first of them place one point.
fn numbers<const D: usize>(shape: &mut Judged<D>) -> Vec<(Role, &mut f32)> {
    fn placed<const D: usize>(point: &mut [f32; D]) -> impl Iterator<Item = (Role, &mut f32)> {
        point.iter_mut().enumerate().map(|(i, x)| (Role::Place(i), x))
    }
    let size = |x| (Role::Size, x);
    match shape {
        Judged::Point(point) => placed(point).collect(),
        Judged::Sphere { center, radius } => placed(center).chain([size(radius)]).collect(),
        Judged::Aabb { min: a, max: b } | Judged::Segment { a, b } => {
            placed(a).chain(placed(b)).collect()
        }
        Judged::Obb { center, half_extents, .. } => {
            placed(center).chain(half_extents.iter_mut().map(size)).collect()
        }
        Judged::Capsule { a, b, radius } => {
            placed(a).chain(placed(b)).chain([size(radius)]).collect()
        }
        Judged::Triangle { a, b, c } => placed(a).chain(placed(b)).chain(placed(c)).collect(),
        Judged::Parallelepiped { center, edges } => {
            placed(center).chain(edges.iter_mut().flatten().map(size)).collect()
        }
        Judged::ConvexHull(points) => points.as_mut_slice().iter_mut().flat_map(placed).collect(),
        Judged::Plane { .. }
        | Judged::HalfSpace { .. }
        | Judged::Ray { .. }
        | Judged::Frustum(_) => unreachable!("only what is bounded is asked about"),
    }
}

/// The middle of the points that place a shape, and one of them, which it holds for certain.
fn places<const D: usize>(shape: &Judged<D>) -> [[f32; D]; 2] {
    let mut shape = *shape;
    let (mut sum, mut count) = ([0.0; D], 0);
    let mut first = [0.0; D];
    for (role, x) in numbers(&mut shape) {
        let Role::Place(i) = role else { continue };
        if count < D {
            first[i] = *x;
        }
        sum[i] += f64::from(*x);
        count += 1;
    }
    [sum.map(|sum| (sum * D as f64 / f64::from(count as u32)) as f32), first]
}

/// A shape brought to a place, and so much smaller.
fn shrunk<const D: usize>(shape: &Judged<D>, place: &[f32; D], part: f64) -> Judged<D> {
    let [middle, _] = places(shape);
    let mut shape = *shape;
    for (role, x) in numbers(&mut shape) {
        let (from, to) = match role {
            Role::Place(i) => (f64::from(middle[i]), f64::from(place[i])),
            Role::Size => (0.0, 0.0),
        };
        *x = (to + part * (f64::from(*x) - from)) as f32;
    }
    shape
}

/// The second shape within the first, no smaller than it must be.
fn held<const D: usize>(a: &Judged<D>, b: &Judged<D>) -> Option<Judged<D>> {
    let parts = [1.0, 0.5, 0.25, 0.125, 0.03125, 0.0];
    let tried = parts.iter().flat_map(|part| places(a).map(|place| shrunk(b, &place, *part)));
    tried.into_iter().find(|b| b.is_valid() && contains(a, b))
}

/// A finite number's rank among all `f32`. Zero has two.
fn rank(x: f32) -> i64 {
    let magnitude = i64::from(x.abs().to_bits());
    if x.is_sign_negative() { -1 - magnitude } else { magnitude }
}

fn ranked(rank: i64) -> f32 {
    let magnitude = if rank < 0 { -1 - rank } else { rank };
    let magnitude = f32::from_bits(u32::try_from(magnitude).expect("the rank of a number"));
    if rank < 0 { -magnitude } else { magnitude }
}

/// The shape with one number put in place of another.
fn with<const D: usize>(shape: &Judged<D>, which: usize, number: f32) -> Judged<D> {
    let mut shape = *shape;
    *numbers(&mut shape)[which].1 = number;
    shape
}

/// The last shape that is held and the first that is not, as one number of a held shape grows.
fn switch<const D: usize>(a: &Judged<D>, held: &Judged<D>, which: usize) -> Option<[Judged<D>; 2]> {
    let start = *numbers(&mut held.clone())[which].1;
    let (mut within, mut beyond) = (rank(start), rank(f32::MAX));
    let largest = with(held, which, f32::MAX);
    if !largest.is_valid() || contains(a, &largest) {
        return None;
    }
    while beyond - within > 1 {
        let between = within + (beyond - within) / 2;
        if contains(a, &with(held, which, ranked(between))) {
            within = between;
        } else {
            beyond = between;
        }
    }
    Some([within, beyond].map(|rank| with(held, which, ranked(rank))))
}

fn judge_switches<const D: usize, V: Space<D>>() {
    let mut rng = Rng::new(0x177E);
    let bounded = Kind::ALL.into_iter().filter(|kind| kind.is_bounded());
    let kinds = bounded.clone().flat_map(|a| bounded.clone().map(move |b| (a, b)));
    let mut families = Family::ALL.iter().cycle();
    let (mut pairs, mut switches) = (0, 0);
    for (a, b) in kinds {
        for family in families.by_ref().take(rounds()) {
            let (a, b) = pair::<D>(*family, a, b, &mut rng);
            let held = held(&a, &b).unwrap_or_else(|| panic!("{a:?} holds {b:?} nowhere"));
            let count = numbers(&mut held.clone()).len();
            let first = rng.below(count);
            let both = (0..count).find_map(|i| switch(&a, &held, (first + i) % count));
            pairs += 1;
            for b in both.iter().flatten() {
                judge::<D, V>(&a, b);
            }
            switches += usize::from(both.is_some());
        }
    }
    // Each is a verdict of either kind. Some shapes of huge numbers hold whatever a number becomes.
    assert!(20 * switches > 19 * pairs, "{switches} of {pairs}");
}

#[test]
fn what_is_just_held_and_just_not_in_space() {
    judge_switches::<3, Vec3>();
}

#[test]
fn what_is_just_held_and_just_not_in_the_plane() {
    judge_switches::<2, Vec2>();
}
