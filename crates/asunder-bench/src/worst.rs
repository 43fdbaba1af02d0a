//! `--worst`: the longest that any public question takes over fuzzed extremes, and about which shapes.
//!
//! Pairs of all kinds come from the jury's families, and hulls of 24 and 64 corners that touch, nearly touch or
//! overlap beside them. Times are what the processor spends on the thread. A question that takes long is asked
//! again, and the least counts, so that what others leave in the caches is no part of it.

use crate::processor::processor_time;
use crate::touches::solid_shape;
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::{
    Cast, CastRotating, ContactOf, ConvexHull3, Depth, Distance, Explain, Frustum3, HalfSpace3,
    Layout, PartedFrom, PenetrationOf, Pose3, RayCast, Rot2, Shape, Sweep,
};
use asunder_jury::{self as jury, Family, Kind, MetricFamily, Rng, metric_pair, motion, pair};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Duration;

/// A question that takes longer is asked again.
const LONG: Duration = Duration::from_micros(50);
/// So often.
const AGAIN: usize = 4;
/// What no question should take longer than; five may.
const LIMIT: Duration = Duration::from_millis(1);

/// Two shapes, a motion of the first, and two poses between which it turns.
struct Case {
    family: String,
    a: Shape<Vec3>,
    b: Shape<Vec3>,
    motion: [f32; 3],
    poses: [Pose3; 2],
    tolerance: f32,
}

type Ask = fn(&Case);

/// Lets no compiler leave an answer out.
fn keep<T>(answer: T) {
    let _kept = black_box(answer);
}

/// The questions, by their public names.
const QUESTIONS: [(&str, Ask); 14] = [
    ("intersects", |case| keep(case.a.intersects(&case.b))),
    ("penetrates", |case| keep(case.a.penetrates(&case.b))),
    ("contains", |case| keep(case.a.contains(&case.b))),
    ("distance", |case| keep(Distance::distance(&case.a, &case.b))),
    ("closest_points", |case| keep(Distance::closest_points(&case.a, &case.b))),
    ("penetration", |case| keep(PenetrationOf::penetration(&case.a, &case.b))),
    ("contact", |case| keep(ContactOf::contact(&case.a, &case.b))),
    ("parted_from", |case| keep(PartedFrom::parted_from(&case.a, &case.b))),
    ("explain", |case| keep(Explain::explain(&case.a, &case.b))),
    ("sweep_intersects", |case| {
        keep(Sweep::sweep_intersects(&case.a, case.motion, &case.b));
    }),
    ("cast", |case| keep(Cast::cast(&case.a, case.motion, &case.b))),
    ("cast_exit", |case| keep(Cast::cast_exit(&case.a, case.motion, &case.b))),
    ("ray_cast", |case| {
        if let Shape::Ray(ray) = &case.a {
            keep(RayCast::ray_cast(&case.b, ray));
        }
    }),
    ("cast_rotating", |case| {
        let [from, to] = &case.poses;
        let hit = CastRotating::cast_rotating(&case.a, from, to, &case.b, case.tolerance);
        keep(hit);
    }),
];

/// The longest that a question took.
struct Longest {
    name: &'static str,
    asked: u64,
    above: u64,
    time: Duration,
    case: String,
    /// What it was asked about, with all its digits.
    input: Value,
}

/// Asks every question about so many pairs of any two kinds from any family, and prints the longest times.
pub(crate) fn report(rounds: usize, as_json: bool) {
    let mut longest = QUESTIONS.map(|(name, _)| Longest {
        name,
        asked: 0,
        above: 0,
        time: Duration::ZERO,
        case: String::new(),
        input: Value::Null,
    });
    for case in cases(rounds) {
        for ((_, ask), longest) in QUESTIONS.iter().zip(&mut longest) {
            let mut time = timed(*ask, &case);
            for _ in 0..AGAIN {
                if time > LONG {
                    time = time.min(timed(*ask, &case));
                }
            }
            longest.asked += 1;
            longest.above += u64::from(time > LIMIT);
            if time > longest.time {
                longest.time = time;
                longest.case = case.text();
                longest.input = case.input();
            }
        }
    }
    longest.sort_by_key(|longest| std::cmp::Reverse(longest.time));
    if !as_json {
        println!(
            "The longest time of each question, in microseconds of the processor, and what it was asked about.\n"
        );
        println!("{:18} {:>8} {:>10} {:>10}", "question", "asked", "above 1 ms", "longest");
    }
    for Longest { name, asked, above, time, case, input } in longest {
        let microseconds = time.as_secs_f64() * 1e6;
        if as_json {
            let row = json!({
                "work": "worst", "question": name, "n": asked, "above_1_ms": above,
                "longest_us": microseconds.round(), "case": case, "input": input,
            });
            println!("{row}");
        } else {
            println!("{name:18} {asked:8} {above:10} {microseconds:10.0}  {case}");
        }
    }
}

fn timed(ask: Ask, case: &Case) -> Duration {
    let start = processor_time();
    ask(case);
    processor_time() - start
}

/// The cases, of every family and any two kinds.
fn cases(rounds: usize) -> impl Iterator<Item = Case> {
    let kinds = || Kind::ALL.into_iter().flat_map(|a| Kind::ALL.map(|b| [a, b]));
    let of_families = Family::ALL.into_iter().flat_map(move |family| {
        let mut rng = Rng::new(0x505 + family as u64);
        (0..rounds).flat_map(move |_| kinds()).map(move |[a, b]| {
            let (x, y) = pair::<3>(family, a, b, &mut rng);
            let way = motion::<3>(family, &x, &y, &mut rng);
            Case::new(family.name(), shape(&x), shape(&y), way, &mut rng)
        })
    });
    let of_metrics = MetricFamily::ALL.into_iter().flat_map(move |family| {
        let mut rng = Rng::new(0x605 + family as u64);
        (0..rounds).flat_map(move |_| kinds()).map(move |[a, b]| {
            let (x, y) = metric_pair::<3>(family, a, b, &mut rng);
            let way = motion::<3>(Family::Game, &x, &y, &mut rng);
            Case::new(family.name(), shape(&x), shape(&y), way, &mut rng)
        })
    });
    of_families.chain(of_metrics).chain(hulls(rounds))
}

/// Hulls of many corners: balls, cylinders and prisms on a grid, which touch or nearly do.
fn hulls(rounds: usize) -> impl Iterator<Item = Case> {
    let mut rng = Rng::new(0x705);
    (0..rounds * 24).map(move |_| {
        let corners = if rng.between(0.0, 1.0) < 0.5 { 24 } else { 63 };
        let apart =
            [1.0, 2.0, 2.0 - 1e-6, 2.0 + 1e-6, 1.9][(rng.between(0.0, 5.0) as usize).min(4)];
        let mut own = || {
            let kind = rng.between(0.0, 2.0) as usize;
            (0..corners).map(|i| corner(kind, i, corners, &mut rng)).collect::<Vec<_>>()
        };
        let (first, mut second) = (own(), own());
        for point in &mut second {
            point[0] += apart as f32;
        }
        let way =
            [0, 1, 2].map(|t| (if t == 0 { 2.0 } else { 0.0 } + rng.between(-0.5, 0.5)) as f32);
        let of = |points: Vec<[f32; 3]>| Shape::from(ConvexHull3::new(points));
        Case::new("hulls", of(first), of(second), way, &mut rng)
    })
}

/// A corner of a prism along z, or of a ball.
fn corner(kind: usize, i: usize, corners: usize, rng: &mut Rng) -> [f32; 3] {
    if kind == 0 {
        let angle = std::f64::consts::TAU * (i / 2) as f64 / (corners / 2) as f64;
        let Rot2 { cos, sin } = Rot2::radians(angle as f32);
        return [cos, sin, if i.is_multiple_of(2) { -1.0 } else { 1.0 }];
    }
    loop {
        let x = [0; 3].map(|_: i32| rng.between(-1.0, 1.0));
        let length = (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt();
        if length > 0.1 && length < 1.0 {
            return x.map(|x| (x / length) as f32);
        }
    }
}

impl Case {
    fn new(family: &str, a: Shape<Vec3>, b: Shape<Vec3>, motion: [f32; 3], rng: &mut Rng) -> Self {
        let turn = [0; 4].map(|_: i32| rng.between(-1.0, 1.0) as f32);
        let still = Pose3::new([0.0; 3], [0.0, 0.0, 0.0, 1.0]);
        let turned = Pose3::new(motion, turn);
        // The least tolerance that is spoken of: 2⁻¹⁸ of the first shape's reach, as well as that is known.
        let reach = a.try_bounding_sphere().map_or(1.0, |ball| {
            let center = ball.center().to_array();
            ball.radius() + center.iter().fold(0.0, |sum, x| sum + x.abs())
        });
        let tolerance = (reach / 262_144.0).clamp(f32::MIN_POSITIVE, f32::MAX);
        Self { family: family.to_owned(), a, b, motion, poses: [still, turned], tolerance }
    }

    /// The case as `testdata/work.jsonl` has them.
    fn input(&self) -> Value {
        let Self { a, b, motion, poses: [_, to], tolerance, .. } = self;
        json!({
            "a": a, "b": b, "motion": motion, "rotation": to.rotation().to_array(), "tolerance": tolerance,
        })
    }

    fn text(&self) -> String {
        let Self { family, a, b, motion, poses, tolerance } = self;
        let text = format!("{family}: {a:?} {b:?} {motion:?} {:?} {tolerance:e}", poses[1]);
        text.chars().take(600).collect()
    }
}

/// The library's shape of the jury's numbers.
fn shape(judged: &jury::Shape<3>) -> Shape<Vec3> {
    match *judged {
        jury::Shape::ConvexHull(points) => ConvexHull3::new(points.iter().copied()).into(),
        jury::Shape::Frustum(frustum) => view(&frustum).into(),
        _ => solid_shape(judged),
    }
}

fn view(frustum: &jury::Frustum<3>) -> Frustum3 {
    match *frustum {
        jury::Frustum::Perspective { origin, rotation, slopes, near, far } => {
            Frustum3::perspective(origin, rotation, slopes, near, far)
        }
        jury::Frustum::HalfSpaces(planes) => {
            let half_spaces: Vec<_> =
                planes.iter().map(|&(normal, offset)| HalfSpace3::new(normal, offset)).collect();
            Frustum3::from_half_spaces(&half_spaces)
        }
        jury::Frustum::Projection { rows, depth } => {
            let depth = match depth {
                jury::Depth::ZeroToOne => Depth::ZeroToOne,
                jury::Depth::MinusOneToOne => Depth::MinusOneToOne,
            };
            let matrix: [f32; 16] = std::array::from_fn(|i| rows[i / 4][i % 4]);
            Frustum3::from_projection(&matrix, Layout::Rows, depth)
                .unwrap_or_else(|error| unreachable!("the jury's frusta are valid: {error}"))
        }
    }
}
