//! Distances and depths by enumeration of corners of the difference and planes through them.

use asunder_jury::{
    Bracket, Contact, Family, Frustum, Kind, Measure, Planes, Points, Rng, Shape, contact, measure,
    pair, penetrates_after, separation, size,
};
use std::array::from_fn;

/// A hull of corners and rays in small integers.
struct Hull<const D: usize> {
    corners: Vec<[i128; D]>,
    rays: Vec<[i128; D]>,
}

fn dot<const D: usize>(a: &[i128; D], b: &[i128; D]) -> i128 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn minus<const D: usize>(a: &[i128; D], b: &[i128; D]) -> [i128; D] {
    from_fn(|i| a[i] - b[i])
}

impl<const D: usize> Hull<D> {
    fn of(shape: &Shape<D>) -> Self {
        let whole = |point: &[f32; D]| point.map(|x| x as i128);
        let corners = match shape {
            Shape::Point(point) => vec![whole(point)],
            Shape::Segment { a, b } => vec![whole(a), whole(b)],
            Shape::Triangle { a, b, c } => vec![whole(a), whole(b), whole(c)],
            Shape::ConvexHull(points) => points.iter().map(whole).collect(),
            Shape::Aabb { min, max } => (0..1 << D)
                .map(|place| from_fn(|i| if place >> i & 1 == 0 { min[i] } else { max[i] } as i128))
                .collect(),
            Shape::Parallelepiped { center, edges } => (0..1 << D)
                .map(|place| {
                    let sign = |i: usize| 1 - 2 * (place >> i & 1);
                    from_fn(|t| {
                        let along: i128 = (0..D).map(|i| sign(i) * edges[i][t] as i128).sum();
                        center[t] as i128 + along
                    })
                })
                .collect(),
            Shape::Ray { origin, direction } => {
                return Hull { corners: vec![whole(origin)], rays: vec![whole(direction)] };
            }
            other => panic!("{other:?} is not enumerated"),
        };
        Hull { corners, rays: Vec::new() }
    }

    fn difference(&self, other: &Self) -> Self {
        let corners = &self.corners;
        let mut corners: Vec<_> =
            corners.iter().flat_map(|p| other.corners.iter().map(|q| minus(p, q))).collect();
        corners.sort_unstable();
        corners.dedup();
        let mirrored = other.rays.iter().map(|ray| ray.map(|x| -x));
        Hull { corners, rays: self.rays.iter().copied().chain(mirrored).collect() }
    }

    /// The square of the distance of 0, which is outside: the least over all points that are nearest in
    /// the line or plane through a few corners and rays, and between them.
    fn distance(&self) -> f64 {
        let mut least = f64::INFINITY;
        for (place, start) in self.corners.iter().enumerate() {
            // Directions to the other corners, of which the shares sum up to no more than 1.
            let others = self.corners[place + 1..].iter().map(|p| (minus(p, start), 1));
            let ways: Vec<_> = others.chain(self.rays.iter().map(|ray| (*ray, 0))).collect();
            let mut offer = |above: i128, below: i128| {
                let square = above as f64 / below as f64;
                least = if square < least { square } else { least };
            };
            let square = dot(start, start);
            offer(square, 1);
            for (i, (u, u_counts)) in ways.iter().enumerate() {
                let (uu, us) = (dot(u, u), -dot(u, start));
                if uu > 0 && us >= 0 && us * u_counts <= uu {
                    offer(square * uu - us * us, uu);
                }
                if D == 2 {
                    continue;
                }
                for (v, v_counts) in &ways[i + 1..] {
                    let (vv, vs, uv) = (dot(v, v), -dot(v, start), dot(u, v));
                    let det = uu * vv - uv * uv;
                    let (s, t) = (us * vv - vs * uv, vs * uu - us * uv);
                    if det > 0 && s >= 0 && t >= 0 && s * u_counts + t * v_counts <= det {
                        offer(square * det - s * us - t * vs, det);
                    }
                }
            }
        }
        least.sqrt()
    }

    /// The depth of 0, which is inside: the least over all planes through corners and along rays
    /// that have everything behind them.
    fn depth(&self) -> f64 {
        let mut least = f64::INFINITY;
        let mut offer = |start: &[i128; D], normal: [i128; D]| {
            for normal in [normal, normal.map(|x| -x)] {
                let height = dot(start, &normal);
                let behind = self.corners.iter().all(|p| dot(p, &normal) <= height)
                    && self.rays.iter().all(|ray| dot(ray, &normal) <= 0);
                if behind && normal.iter().any(|x| *x != 0) {
                    let depth = height as f64 / (dot(&normal, &normal) as f64).sqrt();
                    least = if depth < least { depth } else { least };
                }
            }
        };
        for (place, start) in self.corners.iter().enumerate() {
            let others = self.corners[place + 1..].iter().map(|p| minus(p, start));
            let ways: Vec<_> = others.chain(self.rays.iter().copied()).collect();
            for (i, u) in ways.iter().enumerate() {
                if D == 2 {
                    offer(start, from_fn(|t| if t == 0 { -u[1] } else { u[0] }));
                    continue;
                }
                for v in &ways[i + 1..] {
                    let (next, last) = (|t: usize| (t + 1) % D, |t: usize| (t + 2) % D);
                    offer(start, from_fn(|t| u[next(t)] * v[last(t)] - u[last(t)] * v[next(t)]));
                }
            }
        }
        least
    }
}

/// Within 2^-46 of the number, which was found in `f64`.
#[track_caller]
fn encloses(found: Bracket, expected: f64, what: &str) {
    let slack = expected.abs() / (1u64 << 46) as f64;
    assert!(
        found.low <= found.high
            && found.high - found.low <= found.high * f64::EPSILON
            && found.low <= expected + slack
            && found.high >= expected - slack,
        "{found:?}, but {expected:?} by enumeration: {what}"
    );
}

fn small_point<const D: usize>(rng: &mut Rng, reach: usize) -> [f32; D] {
    from_fn(|_| rng.below(2 * reach + 1) as f32 - reach as f32)
}

fn small_shape<const D: usize>(rng: &mut Rng) -> Shape<D> {
    match rng.below(7) {
        0 => Shape::Point(small_point(rng, 5)),
        1 => Shape::Segment { a: small_point(rng, 5), b: small_point(rng, 5) },
        2 => Shape::Ray {
            origin: small_point(rng, 5),
            direction: from_fn(|i| if i == 0 { 1.0 } else { rng.below(7) as f32 - 3.0 }),
        },
        3 => {
            let min: [f32; D] = small_point(rng, 4);
            Shape::Aabb { min, max: from_fn(|i| min[i] + rng.below(5) as f32) }
        }
        4 => Shape::Triangle {
            a: small_point(rng, 5),
            b: small_point(rng, 5),
            c: small_point(rng, 5),
        },
        5 => Shape::Parallelepiped {
            center: small_point(rng, 4),
            edges: from_fn(|_| small_point(rng, 2)),
        },
        _ => {
            let points: Vec<_> = (0..1 + rng.below(5)).map(|_| small_point(rng, 5)).collect();
            Shape::ConvexHull(Points::new(&points))
        }
    }
}

fn enumerated<const D: usize>(pairs: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut met = [0; 3];
    for _ in 0..pairs {
        let (a, b) = (small_shape::<D>(&mut rng), small_shape::<D>(&mut rng));
        let difference = Hull::of(&a).difference(&Hull::of(&b));
        let what = format!("{a:?} {b:?}");
        match (measure(&a, &b), contact(&a, &b)) {
            (Measure::Apart(found), Contact::Apart) => {
                met[0] += 1;
                encloses(found, difference.distance(), &what);
            }
            (Measure::Touching, Contact::Touching) => met[1] += 1,
            (Measure::Penetrating(Some(found)), Contact::Penetrating) => {
                met[2] += 1;
                encloses(found, difference.depth(), &what);
            }
            (found, expected) => panic!("{found:?}, but {expected:?}: {what}"),
        }
    }
    assert!(met.iter().all(|count| *count > pairs / 100), "{met:?}");
}

#[test]
fn metrics_are_those_of_all_corners_and_planes() {
    enumerated::<2>(2_000 * super::times(), 0x3E);
    enumerated::<3>(400 * super::times(), 0x3F);
}

/// The same set of points as boxes, hulls, sums of edges and half-spaces.
#[test]
fn metrics_do_not_depend_on_how_a_shape_is_written() {
    let mut rng = Rng::new(0x40);
    for _ in 0..60 * super::times() {
        let min: [f32; 3] = small_point(&mut rng, 4);
        let half: [f32; 3] = from_fn(|_| rng.below(3) as f32);
        let center = from_fn(|i| min[i] + half[i]);
        let max = from_fn(|i| center[i] + half[i]);
        let edges = from_fn(|i| from_fn(|j| if i == j { half[i] } else { 0.0 }));
        let corners: [[f32; 3]; 8] =
            from_fn(|place| from_fn(|i| if place >> i & 1 == 0 { min[i] } else { max[i] }));
        let along = |i: usize, sign: f32| from_fn(|j| if i == j { sign } else { 0.0 });
        let planes: Vec<_> = (0..3)
            .flat_map(|i| [(along(i, 3.0), 3.0 * max[i]), (along(i, -0.5), -0.5 * min[i])])
            .collect();
        let written: [Shape<3>; 5] = [
            Shape::Aabb { min, max },
            Shape::Obb { center, half_extents: half, rotation: [0.0, 0.0, 0.0, -7.0] },
            Shape::Parallelepiped { center, edges },
            Shape::ConvexHull(Points::new(&corners)),
            Shape::Frustum(Frustum::HalfSpaces(Planes::new(&planes))),
        ];
        let other = match rng.below(4) {
            0 => Shape::Sphere { center: small_point(&mut rng, 5), radius: rng.below(4) as f32 },
            1 => {
                let (a, b) = (small_point(&mut rng, 5), small_point(&mut rng, 5));
                Shape::Capsule { a, b, radius: 0.5 }
            }
            2 => Shape::HalfSpace { normal: [1.0, 2.0, -2.0], offset: rng.below(9) as f32 - 4.0 },
            _ => small_shape(&mut rng),
        };
        let expected = measure(&written[0], &other);
        for shape in &written {
            assert_eq!(measure(shape, &other), expected, "{shape:?} {other:?}");
            assert_eq!(measure(&other, shape), expected, "{other:?} {shape:?}");
            // Of a half-space the foot of the first corner counts, and corners have many orders.
            if matches!(other, Shape::HalfSpace { .. }) {
                continue;
            }
            let (found, expected) = (size(shape, &other), size(&written[0], &other));
            assert!((found - expected).abs() <= 1e-12 * expected, "{shape:?} {other:?}");
        }
    }
}

/// The estimate in `f64` that `score` uses, which shares nothing with the exact way but the shapes.
fn agrees_with_the_estimate<const D: usize>(family: Family, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let mut compared = 0;
    for _ in 0..super::times() {
        for a in Kind::ALL {
            for b in Kind::ALL {
                let (x, y) = pair::<D>(family, a, b, &mut rng);
                let Some(estimate) = separation(&x, &y) else { continue };
                let what = format!("{family:?} {x:?} {y:?}");
                let slack = 1e-8 * (1.0 + size(&x, &y));
                let near = |found: Bracket, expected: f64| {
                    assert!((found.low - expected).abs() < slack, "{found:?} {expected} {what}");
                };
                match measure(&x, &y) {
                    Measure::Apart(distance) => near(distance, estimate),
                    Measure::Touching => assert!(estimate.abs() < slack, "{estimate} {what}"),
                    Measure::Penetrating(Some(depth)) => near(depth, -estimate),
                    Measure::Penetrating(None) => {
                        assert_eq!(estimate, f64::NEG_INFINITY, "{what}");
                    }
                }
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn metrics_agree_with_the_estimate() {
    let families = [Family::Game, Family::Yaw, Family::Grid, Family::Resting];
    let compared: usize = families
        .into_iter()
        .map(|family| {
            agrees_with_the_estimate::<2>(family, 0x41)
                + agrees_with_the_estimate::<3>(family, 0x42)
        })
        .sum();
    assert!(compared > 900, "{compared}");
}

/// No way out is shorter than the depth, wherever it leads; and no way that is a little shorter than
/// the distance makes two shapes touch.
fn nothing_is_nearer<const D: usize>(seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let mut deep = 0;
    for family in [Family::Grid, Family::Game, Family::Parallel, Family::Resting] {
        for a in Kind::ALL {
            for b in Kind::ALL {
                let (x, y) = pair::<D>(family, a, b, &mut rng);
                let Measure::Penetrating(depth) = measure(&x, &y) else { continue };
                let reach = depth.map_or(1e3, |depth| depth.low);
                deep += 1;
                for _ in 0..4 {
                    let way: [f64; D] = from_fn(|_| rng.between(-1.0, 1.0));
                    let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
                    let normal = way.map(|x| (x / length) as f32);
                    let short = (reach * 0.999_999) as f32;
                    assert!(penetrates_after(&x, normal, short, &y), "{depth:?} {x:?} {y:?}");
                }
            }
        }
    }
    deep
}

#[test]
fn no_way_out_is_shorter_than_the_depth() {
    let deep = nothing_is_nearer::<2>(0x43) + nothing_is_nearer::<3>(0x44);
    assert!(deep > 200, "{deep}");
}
