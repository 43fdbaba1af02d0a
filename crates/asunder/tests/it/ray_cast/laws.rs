//! The jury knows nothing of rays' fractions, but of what a point meets along a motion. Where every
//! component of the direction is a power of two or zero, a fraction of it is again a motion in `f32`.

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::{Ray, RayCast, RayHit, Segment, Started};
use asunder_jury::{self as jury, Family, Kind, Rng, Shape as Judged, pair};

fn pairs_per_kind() -> usize {
    if std::env::var_os("ASUNDER_LONG").is_some() { 10_000 } else { 60 }
}

/// The largest power of two in a number, with its sign.
fn power(x: f32) -> f32 {
    if x.abs() < f32::MIN_POSITIVE {
        return x.signum() * if x == 0.0 { 0.0 } else { f32::MIN_POSITIVE };
    }
    f32::from_bits(x.to_bits() & 0xff80_0000)
}

/// A part of a motion, where it can be written in `f32`.
fn part<const D: usize>(motion: [f32; D], fraction: f32) -> Option<[f32; D]> {
    let part = motion.map(|x| x * fraction);
    let exact = |i: usize| f64::from(part[i]) == f64::from(motion[i]) * f64::from(fraction);
    ((0..D).all(exact) && part.iter().all(|x| x.is_finite())).then_some(part)
}

/// How many hits there were, by how they started.
#[derive(Debug, Default)]
struct Seen {
    apart: usize,
    touching: usize,
    overlapping: usize,
    missed: usize,
    proven: usize,
}

impl Seen {
    fn count<V: asunder::Vector>(&mut self, hit: Option<&RayHit<V>>) {
        *match hit.map(|hit| hit.started) {
            Some(Started::Apart) => &mut self.apart,
            Some(Started::Touching) => &mut self.touching,
            Some(Started::Overlapping) => &mut self.overlapping,
            None => &mut self.missed,
        } += 1;
    }
}

/// What holds of any hit whatever.
fn judge_hit<const D: usize, V: Space<D>>(
    line: &Judged<D>,
    origin: [f32; D],
    shape: &Judged<D>,
    hit: Option<&RayHit<V>>,
) {
    let asked = || format!("{line:?} {shape:?} {hit:?}");
    assert_eq!(hit.is_some(), jury::intersects(line, shape), "{}", asked());
    let Some(hit) = hit else { return };
    let expected = match jury::contact(&Judged::Point(origin), shape) {
        jury::Contact::Apart => Started::Apart,
        jury::Contact::Touching => Started::Touching,
        jury::Contact::Penetrating => Started::Overlapping,
    };
    assert_eq!(hit.started, expected, "{}", asked());
    assert!(hit.fraction >= 0.0 && hit.fraction.is_finite(), "{}", asked());
    let numbers = |v: V| (0..V::DIM).map(move |i| v.to_array()[i]);
    assert!(numbers(hit.point).chain(numbers(hit.normal)).all(f32::is_finite), "{}", asked());
    let mut all = numbers(hit.point).chain(numbers(hit.normal)).chain([hit.fraction]);
    assert!(all.all(|x| x.to_bits() != (-0.0_f32).to_bits()), "{}", asked());
    let square: f64 = numbers(hit.normal).map(|x| f64::from(x) * f64::from(x)).sum();
    assert!((square.sqrt() - 1.0).abs() <= 2.0 * f64::from(f32::EPSILON), "{}", asked());
    if hit.started != Started::Apart {
        assert_eq!(hit.fraction, 0.0, "{}", asked());
    }
}

/// The fraction is the greatest that is not late.
fn judge_fraction<const D: usize>(
    origin: [f32; D],
    motion: [f32; D],
    shape: &Judged<D>,
    fraction: f32,
    end: f32,
) -> bool {
    let start = Judged::Point(origin);
    let mut proven = false;
    let asked = || format!("{fraction:e} from {origin:?} along {motion:?} to {shape:?}");
    if fraction > 0.0 {
        if let Some(before) = part(motion, fraction.next_down()) {
            assert!(!jury::cast_hits(&start, before, shape), "late: {}", asked());
        }
        if let Some(until) = part(motion, fraction) {
            assert!(!jury::sweep_penetrates(&start, until, shape), "within: {}", asked());
        }
    }
    if fraction < end
        && let Some(after) = part(motion, fraction.next_up())
    {
        assert!(jury::cast_hits(&start, after, shape), "early: {}", asked());
        let ray = Judged::Ray { origin, direction: motion };
        if jury::penetrates(&ray, shape) {
            assert!(jury::sweep_penetrates(&start, after, shape), "not greatest: {}", asked());
            proven = true;
        }
    }
    proven
}

/// Where they meet and which way the shape faces there, within what `f32` rounds, for shapes of a few
/// metres within a few hundred: the point lies on the shape, and all of the shape behind the normal.
fn judge_place<const D: usize, V: Space<D>>(line: &Judged<D>, shape: &Judged<D>, hit: &RayHit<V>) {
    let numbers = |v: V| std::array::from_fn::<f32, D, _>(|i| v.to_array()[i]);
    let (point, normal) = (numbers(hit.point), numbers(hit.normal));
    let farthest = point.iter().fold(1000.0_f32, |far, x| far.max(x.abs()));
    let rounding = 4.0 * f32::EPSILON * farthest;
    let near = Judged::Sphere { center: point, radius: rounding };
    assert!(jury::intersects(&near, shape), "{line:?} {shape:?} {hit:?}");
    if shape.kind().is_bounded() {
        let height: f64 = (0..D).map(|i| f64::from(point[i]) * f64::from(normal[i])).sum();
        let before = Judged::HalfSpace {
            normal: normal.map(|x| -x),
            offset: -(height as f32 + 2.0 * rounding),
        };
        assert!(!jury::intersects(&before, shape), "{line:?} {shape:?} {hit:?}");
    }
    if let Judged::Ray { direction, .. } = line {
        let facing: f64 = (0..D).map(|i| f64::from(direction[i]) * f64::from(normal[i])).sum();
        let length: f64 =
            direction.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
        assert!(facing <= 1e-5 * length, "{line:?} {shape:?} {hit:?}");
    }
}

fn judge_pair<const D: usize, V: Space<D>>(
    family: Family,
    kind: Kind,
    rng: &mut Rng,
    seen: &mut Seen,
) {
    let (line, shape) = pair::<D>(family, Kind::Ray, kind, rng);
    let Judged::Ray { origin, direction } = line else { unreachable!("a ray was asked for") };
    let direction = if rng.chance(0.7) { direction.map(power) } else { direction };
    let line = Judged::Ray { origin, direction };
    let judged = V::shape(&shape);
    let ray = Ray::<V>::new(V::vector(origin), V::vector(direction));
    let hit = judged.ray_cast(&ray);
    judge_hit(&line, origin, &shape, hit.as_ref());
    seen.count(hit.as_ref());
    if let Some(hit) = hit.filter(|hit| hit.started == Started::Apart) {
        let proven = judge_fraction(origin, direction, &shape, hit.fraction, f32::MAX);
        seen.proven += usize::from(proven);
        if matches!(family, Family::Game | Family::Yaw | Family::Grid | Family::Resting) {
            judge_place::<D, V>(&line, &shape, &hit);
        }
    }
    // Walked to where the ray is after one unit, if that is a point; or anywhere.
    let end: [f32; D] = std::array::from_fn(|i| origin[i] + direction[i]);
    let exact = |i: usize| {
        let [from, way, to] = [origin[i], direction[i], end[i]].map(f64::from);
        to - from == way && to - way == from
    };
    if (0..D).all(exact) {
        let walked = judged.segment_cast(&Segment::new(V::vector(origin), V::vector(end)));
        judge_hit(&Judged::Segment { a: origin, b: end }, origin, &shape, walked.as_ref());
        match (walked, hit) {
            (Some(walked), Some(hit)) => assert_eq!(walked, hit, "{line:?} {shape:?}"),
            (Some(_), None) => panic!("only the segment hits: {line:?} {shape:?}"),
            (None, Some(hit)) => assert!(hit.fraction >= 1.0, "{line:?} {shape:?}"),
            (None, None) => {}
        }
    }
    let (line, shape) = pair::<D>(family, Kind::Segment, kind, rng);
    let Judged::Segment { a, b } = line else { unreachable!("a segment was asked for") };
    let walked = V::shape(&shape).segment_cast(&Segment::new(V::vector(a), V::vector(b)));
    judge_hit(&line, a, &shape, walked.as_ref());
    seen.count(walked.as_ref());
    assert!(walked.is_none_or(|walked| walked.fraction <= 1.0), "{line:?} {shape:?}");
}

#[test]
fn the_jury_agrees_in_every_family() {
    let mut rng = Rng::new(0x9A5);
    for kind in Kind::ALL {
        let mut seen = Seen::default();
        for family in Family::ALL {
            for _ in 0..pairs_per_kind() {
                judge_pair::<3, Vec3>(family, kind, &mut rng, &mut seen);
                judge_pair::<2, Vec2>(family, kind, &mut rng, &mut seen);
            }
        }
        assert!(seen.apart > 100 && seen.missed > 100, "{kind:?} {seen:?}");
        assert!(seen.touching > 10, "{kind:?} {seen:?}");
    }
}
