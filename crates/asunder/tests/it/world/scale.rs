//! Large worlds: no call costs more for each collider because there are many.

use asunder::prelude::*;
use asunder_jury::Rng;
use std::fs;
use std::time::{Duration, Instant};

/// The time for which this thread had a processor, where the system tells it: of a busy machine the
/// clock would tell what others do. Elsewhere the time since `start`.
fn busy(start: Instant) -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// What each part of a life takes, for each collider.
#[derive(Clone, Copy, Debug)]
struct Costs {
    insert: Duration,
    step: Duration,
    ask: Duration,
    remove: Duration,
    drop: Duration,
}

impl Costs {
    fn parts(self) -> [(&'static str, Duration); 5] {
        let Self { insert, step, ask, remove, drop } = self;
        [("insert", insert), ("step", step), ("ask", ask), ("remove", remove), ("drop", drop)]
    }

    fn least(self, other: Self) -> Self {
        Self {
            insert: self.insert.min(other.insert),
            step: self.step.min(other.step),
            ask: self.ask.min(other.ask),
            remove: self.remove.min(other.remove),
            drop: self.drop.min(other.drop),
        }
    }
}

/// A square of balls that touch their neighbours, some of them bullets, some of them owned: inserted,
/// moved, asked about, removed one by one in no order, dropped.
fn life(side: u16) -> Costs {
    let (mut rng, count) = (Rng::new(55), u32::from(side) * u32::from(side));
    let timed = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        let before = busy(start);
        work();
        (busy(start) - before) / count
    };
    let mut world = World2::new();
    let mut bodies: Vec<BodyId> = Vec::new();
    let insert = timed(&mut || {
        for i in 0..count {
            let at = [i % u32::from(side), i / u32::from(side)].map(|x| x as f32);
            let ball = Collider::new(Sphere2::new(at, 0.5));
            let ball = if i % 16 == 0 { ball.swept() } else { ball };
            let options =
                BodyOptions::from(if i % 3 == 0 { BodyKind::Fixed } else { BodyKind::Moving });
            let options = if i % 5 == 0 { options.owner(u64::from(i % 1000)) } else { options };
            bodies.push(world.insert(ball, options).unwrap());
        }
    });
    let mut pairs = 0;
    let step = timed(&mut || {
        world.step();
        pairs = world.pairs().len();
        for i in (0..bodies.len()).filter(|i| i % 20 == 1) {
            let pose = Pose2::from_translation([0.25, 0.0]);
            world.set_body_pose(bodies[i], &pose).unwrap();
        }
        world.step();
    });
    assert!(pairs > bodies.len(), "{pairs} of {count}");
    let ask = timed(&mut || {
        let view = world.view();
        for i in 0..count / 16 {
            let at = [i % u32::from(side), i / u32::from(side)].map(|x| x as f32);
            let found = view.intersecting(&Sphere2::new(at, 0.25)).ids();
            assert!(!found.is_empty(), "{at:?}");
        }
    });
    for i in 1..bodies.len() {
        bodies.swap(i, rng.below(i + 1));
    }
    let half = bodies.len() / 2;
    let remove = timed(&mut || {
        bodies[..half].iter().for_each(|&body| world.remove(body).unwrap());
        world.step();
        bodies[half..].iter().for_each(|&body| world.remove(body).unwrap());
        world.step();
    });
    assert!(world.pairs().is_empty() && world.colliders().next().is_none());
    for body in &mut bodies {
        *body = world.insert(Sphere2::new([0.0, 0.0], 0.5), BodyKind::Fixed).unwrap();
    }
    let mut world = Some(world);
    let drop = timed(&mut || world = None);
    Costs { insert, step, ask, remove, drop }
}

/// What is quadratic in the number of colliders costs ten times as much for each of ten times as many:
/// of a million, with `ASUNDER_LONG` in the environment. Else some live, and nobody looks at the time.
#[test]
fn a_collider_costs_the_same_among_many() {
    let small = life(316);
    if std::env::var_os("ASUNDER_LONG").is_none() {
        return;
    }
    let small = small.least(life(316));
    let large = life(1000).least(life(1000));
    for ((part, small), (_, large)) in small.parts().into_iter().zip(large.parts()) {
        // Less than two cache misses is no cost.
        let allowed = 4 * small.max(Duration::from_nanos(200));
        assert!(large <= allowed, "{part}: {large:?} a collider, {small:?} among fewer");
    }
}
