//! What the border costs: printed by `cargo test --release -p asunder-capi --test cost -- --nocapture`.

use asunder::prelude::*;
use asunder_capi::*;
use asunder_jury::{Family, Kind, Rng, pair};
use std::hint::black_box;
use std::time::Instant;

const PAIRS: usize = 1024;
const ROUNDS: usize = 60;

/// Nanoseconds a pair: the least of some rounds.
fn measured(mut ask: impl FnMut(usize) -> bool) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for i in 0..PAIRS - 1 {
            black_box(ask(i));
        }
        let took = start.elapsed().as_secs_f64() * 1e9 / (PAIRS - 1) as f64;
        best = if took < best { took } else { best };
    }
    best
}

fn of_c(shape: &Shape3) -> AsuShape3 {
    let (kind, data) = match shape {
        Shape3::Sphere(sphere) => {
            let sphere = AsuSphere3 { center: sphere.center().to_array(), radius: sphere.radius() };
            (AsuShapeKind::AsuSphere, AsuShapeData3 { sphere })
        }
        Shape3::Aabb(aabb) => {
            let aabb = AsuAabb3 { min: aabb.min().to_array(), max: aabb.max().to_array() };
            (AsuShapeKind::AsuAabb, AsuShapeData3 { aabb })
        }
        Shape3::Obb(obb) => {
            let obb = AsuObb3 {
                center: obb.center().to_array(),
                half_extents: obb.half_extents().to_array(),
                rotation: obb.rotation().to_array(),
            };
            (AsuShapeKind::AsuObb, AsuShapeData3 { obb })
        }
        Shape3::Capsule(capsule) => {
            let (a, b) = (capsule.a().to_array(), capsule.b().to_array());
            let capsule = AsuCapsule3 { a, b, radius: capsule.radius() };
            (AsuShapeKind::AsuCapsule, AsuShapeData3 { capsule })
        }
        other => unreachable!("{}", other.kind()),
    };
    AsuShape3 { kind: kind as u32, data }
}

fn drawn(kind: Kind, rng: &mut Rng) -> Vec<Shape3> {
    let mut draw = || match pair::<3>(Family::Game, kind, kind, rng).0 {
        asunder_jury::Shape::Sphere { center, radius } => Sphere3::new(center, radius).into(),
        asunder_jury::Shape::Aabb { min, max } => Aabb3::new(min, max).into(),
        asunder_jury::Shape::Obb { center, half_extents, rotation } => {
            Obb3::new(center, half_extents, rotation).into()
        }
        asunder_jury::Shape::Capsule { a, b, radius } => Capsule3::new(a, b, radius).into(),
        other => unreachable!("{other:?}"),
    };
    (0..PAIRS).map(|_| draw()).collect()
}

#[test]
fn a_call_costs_little() {
    let mut rng = Rng::new(11);
    println!("nanoseconds a pair: Rust's enum, C with prepared shapes, C with plain ones");
    for kind in [Kind::Sphere, Kind::Aabb, Kind::Capsule, Kind::Obb] {
        let shapes = drawn(kind, &mut rng);
        let plain: Vec<_> = shapes.iter().map(of_c).collect();
        let mut prepared = plain.clone();
        for shape in &mut prepared {
            let place = &raw mut *shape;
            // SAFETY: a shape may be prepared in its place.
            assert_eq!(unsafe { asu_prepare3(place, place) }, AsuStatus::AsuOk);
        }
        let ask = |shapes: &[AsuShape3], i: usize| {
            let mut answer = false;
            // SAFETY: the pointers are to values that live through the call.
            let status = unsafe { asu_intersects3(&shapes[i], &shapes[i + 1], &mut answer) };
            assert_eq!(status, AsuStatus::AsuOk);
            answer
        };
        for i in 0..PAIRS - 1 {
            let expected = shapes[i].intersects(&shapes[i + 1]);
            assert_eq!([ask(&prepared, i), ask(&plain, i)], [expected; 2]);
        }
        let rust = measured(|i| black_box(&shapes[i]).intersects(black_box(&shapes[i + 1])));
        let with_prepared = measured(|i| ask(black_box(&prepared), i));
        let with_plain = measured(|i| ask(black_box(&plain), i));
        println!("{kind:?}: {rust:.1}, {with_prepared:.1}, {with_plain:.1}");
    }
}
