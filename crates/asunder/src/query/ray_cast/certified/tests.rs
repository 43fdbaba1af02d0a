use super::*;
use crate::analysis::roundoff::{Roundoff, SLACK};
use crate::exact::Number as _;
use crate::query::predicate::tests::assert_covers;
use crate::query::ray_cast::round::rod;
use crate::query::ray_cast::triangle::tests::{is_not_early, whole};
use crate::shape::{Ray, Segment};
use asunder_jury::Rng;
use glam::Vec3;

/// The errors of squares and of dot products, added up with all of a length along one coordinate axis.
#[test]
fn the_errors_are_derived() {
    let along = |x: Roundoff| Vect::<Vec3, _>::along_axis(0, x);
    // Each coordinate of two is off by less than 2⁻¹²⁶, if subnormal numbers are taken for zero.
    let lost = 6.0 / (1u128 << 126) as f64 / FLUSH_MARGIN / UNIT;
    let (difference, zero) = (Roundoff::unit(1.0 + lost), along(Roundoff::ZERO));
    // A point of a line from a point of a core: either length is all there is.
    let part = along(difference * Roundoff::unit(1.0));
    let point_of_line = zero - zero + part;
    let origin = along(difference) - zero + zero;
    let point_of_core = zero - part + zero;
    let core = along(difference);
    let (mut squares, mut dots): (f64, f64) = (0.0, core.square().error);
    for at in [point_of_line, origin, point_of_core] {
        let along = at.dot(core);
        let gap = at.square() - Roundoff::ZERO;
        let side = gap * core.square() - along * along;
        (squares, dots) = (squares.max(gap.error).max(side.error), dots.max(along.error));
    }
    assert_covers(SQUARES / UNIT, squares * SLACK);
    assert_covers(DOT / UNIT, dots * SLACK);
}

#[test]
fn spheres_at_exact_fractions_are_not_hit_early() {
    let mut rng = Rng::new(0x4D);
    for _ in 0..4000 {
        let unit = whole(&mut rng, 18);
        let (fraction, speed) = (whole(&mut rng, 9), whole(&mut rng, 9));
        // A chord of a right triangle of sides three, four and five.
        let center = [4.0 * unit + fraction * speed, 3.0 * unit, 0.0];
        let ball = Sphere::<Vec3>::new(center, 5.0 * unit);
        let line = Line::Ray(Ray::<Vec3>::new([0.0; 3], [speed, 0.0, 0.0]));
        is_not_early(sphere(&ball, &line), fraction, "sphere");
        let segment = Segment::<Vec3>::new([0.0; 3], [fraction * speed, 0.0, 0.0]);
        is_not_early(sphere(&ball, &Line::Segment(segment)), 1.0, "at its end");
        // The same chord through the side of a capsule, and through its end.
        for core in [[0.0, 0.0, 3.0 * unit], [4.0 * unit, 3.0 * unit, 0.0]] {
            let end = |sign: f32| [0, 1, 2].map(|t| center[t] + sign * core[t]);
            let side = Capsule::<Vec3>::new(end(-1.0), end(1.0), 5.0 * unit);
            let to = if core[0] == 0.0 { side } else { Capsule::new(center, end(1.0), 5.0 * unit) };
            is_not_early(capsule(&to, &line), fraction, "capsule");
            is_not_early(capsule(&to, &Line::Segment(segment)), 1.0, "at its end");
        }
    }
}

/// What a line meets of a capsule: its side, either end, and where they join; also along the core, and from inside.
#[test]
fn every_part_of_a_capsule_is_certain() {
    let mut rng = Rng::new(0x4E);
    let mut certain = [0; 5];
    for round in 0..20_000 {
        let mut vector = |size: f64| Vect::<Vec3, f64>::from_fn(|_| rng.between(-size, size));
        let (a, core, away) = (vector(9.0), vector(3.0), vector(20.0));
        let Some(outward) = core.cross(away).unit() else { continue };
        let radius = 0.75;
        let rod_of = Capsule::<Vec3>::new(a.to_f32(), (a + core).to_f32(), radius as f32);
        let kind = round % 5;
        let (origin, to) = match kind {
            0 => (a + away, a + core * 0.5 + outward * 0.3),
            1 => (a - core * 3.0 + away * 0.3, a + outward * 0.2),
            2 => (a + core * 4.0 + away * 0.3, a + core + outward * 0.2),
            3 => (a - core * 3.0 + outward * 0.3, a - core + outward * 0.3),
            _ => (a + core * 0.3 + outward * 0.4, a + away),
        };
        let ray = Ray::<Vec3>::new(origin.to_f32(), (to - origin).to_f32());
        let line = Line::Ray(ray);
        let own = match capsule(&rod_of, &line) {
            Certified::Unknown => continue,
            Certified::Missed => None,
            Certified::Hit(hit) => Some(hit),
        };
        let exact = rod(&rod_of, &line);
        let bits = |hit: RayHit<Vec3>| (hit.fraction.to_bits(), hit.started);
        assert_eq!(own.map(bits), exact.map(bits), "{rod_of:?} {line:?}");
        let (Some(own), Some(exact)) = (own, exact) else { continue };
        assert!((own.normal - exact.normal).abs().max_element() < 1e-6, "{own:?} {exact:?}");
        certain[kind] += 1;
    }
    assert!(certain.iter().all(|&count| count > 3600), "{certain:?}");
}
