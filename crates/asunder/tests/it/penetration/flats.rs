//! Planes and half-spaces against one another, and far out.

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::{Frustum, HalfSpace, Plane, Shape, Sphere, Vector};
use asunder_jury::Rng;

/// Normals of few bits, whose small multiples are exactly parallel.
fn normal<const D: usize>(rng: &mut Rng) -> [f32; D] {
    loop {
        let normal: [f32; D] = core::array::from_fn(|_| rng.below(2001) as f32 - 1000.0);
        if normal != [0.0; D] {
            return normal;
        }
    }
}

fn length<const D: usize>(x: &[f32; D]) -> f64 {
    x.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt()
}

fn half<const D: usize, V: Space<D>>(normal: [f32; D], offset: f32) -> Shape<V> {
    HalfSpace::new(V::vector(normal), offset).into()
}

/// What is known of two parallel flat shapes without the library: the depth is what the offsets say,
/// in units of length, to less than `noise`; and the way out leads so far along the normal.
fn has_depth<V: Vector>(a: &Shape<V>, b: &Shape<V>, unit: &[f64], depth: f64, noise: f64) {
    for (a, b) in [(a, b), (b, a)] {
        let out = a.penetration(b).expect("they penetrate");
        let (found, normal) = (f64::from(out.depth), out.normal.to_array());
        let slope = (0..V::DIM).map(|t| f64::from(normal[t]) * unit[t]).sum::<f64>().abs();
        assert!(found * slope > depth - noise, "{found} for {depth}: {a:?} {b:?}");
        assert!(found < depth * (1.0 + 2.4e-7) + noise, "{found} for {depth}: {a:?} {b:?}");
        assert_eq!(a.contact(b).expect("they touch").depth.to_bits(), out.depth.to_bits());
        let parted = a.parted_from(b).expect("there is room");
        assert!(!parted.penetrates(b), "{a:?} {b:?}");
    }
}

fn parallel_flats<const D: usize, V: Space<D>>(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut deep = 0;
    for _ in 0..2_000 {
        let n: [f32; D] = normal(&mut rng);
        let times = [1.0, 0.25, 3.0, 7.0][rng.below(4)];
        let back = n.map(|x| -times * x);
        let scale = rng.power_of_two(-20..20);
        let mut offset = || (rng.between(-1.0, 1.0) * scale) as f32;
        let (x, y) = (offset(), offset());
        // Behind `n x = x`, and behind `-n x = y / times`: between them lies what they share.
        let [high, low] = [f64::from(x) / length(&n), -f64::from(y) / length(&back)];
        let (depth, noise) = (high - low, 1e-15 * (high.abs() + low.abs()));
        let (above, below) = (half::<D, V>(n, x), half::<D, V>(back, y));
        let wall: Shape<V> = Plane::new(V::vector(back), y).into();
        let unit = n.map(|x| f64::from(x) / length(&n));
        if depth > noise {
            has_depth(&above, &below, &unit, depth, noise);
            has_depth(&above, &wall, &unit, depth, noise);
            deep += 1;
        } else if depth < -noise {
            assert!(above.penetration(&below).is_none() && above.penetration(&wall).is_none());
        }
        assert!(above.penetration(&half(n.map(|x| times * x), y)).is_none(), "one way: none out");
    }
    assert!(deep > 500, "only {deep} overlapped");
}

#[test]
fn parallel_flats_are_as_deep_as_their_offsets_say() {
    parallel_flats::<3, Vec3>(0xF1A7);
    parallel_flats::<2, Vec2>(0xF1A8);
    let [up, down] = [([0.0, 1.0, 0.0], 1.0), ([0.0, -1.0, 0.0], 0.0)];
    let (a, b) = (HalfSpace3::new(up.0, up.1), HalfSpace3::new(down.0, down.1));
    let out = a.penetration(&b).expect("they overlap");
    assert_eq!((out.normal.to_array(), out.depth), (down.0, 1.0));
    let touching = HalfSpace3::new(down.0, -1.0);
    assert_eq!(a.penetration(&touching).expect("they touch").depth, 0.0);
    // Out of the range of `f32`.
    let (far, tiny) = (HalfSpace3::new([0.0, 1.0, 0.0], f32::MAX), f32::MIN_POSITIVE);
    let low = HalfSpace3::new([0.0, -tiny, 0.0], 1.0);
    assert_eq!(far.penetration(&low).expect("they overlap").depth, f32::MAX);
}

/// What is moved along its normal has an offset, which rounds far out as a coordinate does.
fn parted_far_out<const D: usize, V: Space<D>>(seed: u64) {
    let mut rng = Rng::new(seed);
    for _ in 0..1_000 {
        let n: [f32; D] = normal(&mut rng);
        let far = rng.power_of_two(0..40);
        // About a point of the plane, a few units in the last place into it.
        let offset = (far * length(&n)) as f32;
        let on_it = n.map(|x| (far * f64::from(x) / length(&n)) as f32);
        let radius = (far * rng.between(0.0, 1e-6)) as f32;
        let ball: Shape<V> = Sphere::new(V::vector(on_it), radius).into();
        let behind = HalfSpace::new(V::vector(n), offset);
        let flats: [Shape<V>; 3] = [
            Plane::new(V::vector(n), offset).into(),
            behind.into(),
            Frustum::from_half_spaces(&[behind]).into(),
        ];
        for flat in flats {
            let parted = flat.parted_from(&ball);
            let parted = parted.unwrap_or_else(|| panic!("{flat:?} {ball:?}"));
            assert!(!parted.penetrates(&ball), "{flat:?} {ball:?}");
            assert!(!ball.parted_from(&flat).expect("there is room").penetrates(&flat));
        }
    }
}

#[test]
fn flats_far_out_are_parted() {
    parted_far_out::<3, Vec3>(0xFA4);
    parted_far_out::<2, Vec2>(0xFA5);
    let floor = HalfSpace3::new([0.0, 1.0, 0.0], 1_000_000.0);
    let ball = Sphere3::new([0.0, 1_000_001.0, 0.0], 1.000_000_1);
    assert!(!floor.parted_from(&ball).expect("a little lower").penetrates(&ball));
}

#[test]
fn a_view_far_out_is_parted() {
    let mut rng = Rng::new(0xFA6);
    for _ in 0..300 {
        let far = rng.power_of_two(0..30) as f32;
        let origin = [far, -far, 0.5 * far];
        let view =
            Frustum3::perspective(origin, [0.0, 0.0, 0.0, 1.0], [-1.0, 1.0, -1.0, 1.0], 0.5, 9.0);
        let into = rng.between(0.0, 1e-7) as f32;
        let ball = Sphere3::new([far, -far, 0.5 * far + 0.5], 1.0 + into);
        let parted = view.parted_from(&ball).expect("there is room");
        assert!(!parted.penetrates(&ball), "{view:?} {ball:?}");
    }
}
