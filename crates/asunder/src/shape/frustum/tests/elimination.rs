//! Skeletons against Fourier-Motzkin elimination, which knows no corners.

use super::{Frustum, HalfSpace, Vector};
use glam::{Vec2, Vec3};

/// Pseudo-random numbers: the mixing function of SplitMix64 (Steele, Lea and Flood 2014).
pub(super) struct Draw(pub(super) u64);

impl Draw {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ x >> 31) % end as u64) as usize
    }
}

/// `factors · x <= limit`, or `<` where strict.
#[derive(Clone, PartialEq)]
struct Row {
    factors: Vec<i128>,
    limit: i128,
    strict: bool,
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Whether some real point satisfies all rows.
fn feasible(mut rows: Vec<Row>) -> bool {
    while let Some(last) = rows.first().map(|row| row.factors.len()).filter(|&n| n > 0) {
        let (mut kept, mut lower, mut upper): (Vec<Row>, Vec<Row>, Vec<Row>) = Default::default();
        for mut row in rows {
            let factor = row.factors[last - 1];
            row.factors.truncate(last - 1);
            match factor.signum() {
                0 => kept.push(row),
                sign => {
                    row.factors.push(factor.abs());
                    if sign > 0 { upper.push(row) } else { lower.push(row) }
                }
            }
        }
        for a in &upper {
            for b in &lower {
                let (s, t) = (b.factors[last - 1], a.factors[last - 1]);
                let factors: Vec<_> =
                    (0..last - 1).map(|j| s * a.factors[j] + t * b.factors[j]).collect();
                let limit = s * a.limit + t * b.limit;
                let shared = factors.iter().fold(gcd(limit, 0), |g, &x| gcd(g, x));
                let g = if shared == 0 { 1 } else { shared };
                let row = Row {
                    factors: factors.iter().map(|x| x / g).collect(),
                    limit: limit / g,
                    strict: a.strict | b.strict,
                };
                if !kept.contains(&row) {
                    kept.push(row);
                }
            }
        }
        rows = kept;
    }
    rows.iter().all(|row| row.limit > 0 || row.limit == 0 && !row.strict)
}

/// Asserts that the set given by planes is exactly the one that its points and rays span, as far as
/// a grid of directions can show, and that its edges are all there are; gives its points and rays.
fn check<V: Vector>(list: &[HalfSpace<V>]) -> Option<(usize, usize)> {
    let whole = |v: &V::Array<f64>| -> Vec<i128> { (0..V::DIM).map(|j| v[j] as i128).collect() };
    let dot = |a: &[i128], b: &[i128]| a.iter().zip(b).map(|(x, y)| x * y).sum::<i128>();
    let planes: Vec<Row> = list
        .iter()
        .map(|plane| Row {
            factors: (0..V::DIM).map(|j| plane.normal[j] as i128).collect(),
            limit: plane.offset as i128,
            strict: false,
        })
        .collect();
    let Ok(frustum) = Frustum::try_from_half_spaces(list) else {
        assert!(!feasible(planes), "not empty: {list:?}");
        return None;
    };
    assert!(feasible(planes.clone()), "empty: {list:?}");
    super::assert_inside(&frustum);

    let points: Vec<(Vec<i128>, i128)> = (0..frustum.points())
        .map(|i| {
            let (point, w) = frustum.point::<f64>(i);
            (whole(&point), w as i128)
        })
        .collect();
    let rays: Vec<Vec<i128>> = (0..frustum.rays()).map(|i| whole(&frustum.ray(i))).collect();
    for (i, (a, v)) in points.iter().enumerate() {
        for (b, w) in &points[..i] {
            assert!((0..V::DIM).any(|j| a[j] * w != b[j] * v), "one point twice: {list:?}");
        }
    }

    // Along no direction does the set reach further than what spans it.
    for index in 0..5usize.pow(V::DIM as u32) {
        let along: Vec<i128> =
            (0..V::DIM).map(|j| (index / 5usize.pow(j as u32) % 5) as i128 - 2).collect();
        if rays.iter().any(|ray| dot(ray, &along) > 0) {
            continue;
        }
        for (point, w) in &points {
            // The furthest point: w · (along · x) for no point lies beyond it.
            let reach = dot(point, &along);
            if points.iter().all(|(other, v)| dot(other, &along) * w <= reach * v) {
                let factors = along.iter().map(|x| -x * w).collect();
                let beyond = Row { factors, limit: -reach, strict: true };
                let mut rows = planes.clone();
                rows.push(beyond);
                assert!(!feasible(rows), "reaches beyond {reach}/{w} along {along:?}: {list:?}");
                break;
            }
        }
    }

    // An edge is where as many planes meet as leave it one dimension.
    let mut faces: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for i in 0..planes.len() {
        for j in i..planes.len() {
            let (a, b) = (&planes[i].factors, &planes[j].factors);
            let parallel = (0..V::DIM).all(|k| (0..V::DIM).all(|l| a[k] * b[l] == a[l] * b[k]));
            if parallel != (V::IN_PLANE && i == j) {
                continue;
            }
            let on = |row: &Row, x: &[i128], w: i128| dot(&row.factors, x) == row.limit * w;
            let both = |x: &[i128], w: i128| on(&planes[i], x, w) && on(&planes[j], x, w);
            let at: Vec<_> =
                (0..points.len()).filter(|&p| both(&points[p].0, points[p].1)).collect();
            let along: Vec<_> = (0..rays.len()).filter(|&r| both(&rays[r], 0)).collect();
            if !at.is_empty()
                && at.len() + along.len() >= 2
                && !faces.contains(&(at.clone(), along.clone()))
            {
                faces.push((at, along));
            }
        }
    }
    assert_eq!(frustum.edges(), faces.len(), "edges of {list:?}");
    Some((points.len(), rays.len()))
}

/// Half-spaces of small whole numbers, so that parallel, redundant and coinciding planes are common.
fn drawn<V: Vector>(draw: &mut Draw) -> Vec<HalfSpace<V>> {
    let (count, size) = (6 - draw.below(6) * draw.below(2), 1 + draw.below(2));
    let mut list = Vec::new();
    while list.len() < count {
        let mut small = || draw.below(2 * size + 1) as f32 - size as f32;
        let normal = V::array(|_| small());
        let offset = small() + if size == 2 { 1.0 } else { 0.0 };
        list.extend(HalfSpace::try_new(normal, offset));
    }
    list
}

#[test]
fn skeletons_span_their_sets() {
    let mut draw = Draw(1);
    let (mut empty, mut bounded, mut cornered) = (0, 0, 0);
    for _ in 0..1500 {
        match check::<Vec3>(&drawn(&mut draw)) {
            None => empty += 1,
            Some((points, rays)) => {
                bounded += usize::from(rays == 0);
                cornered += usize::from(points > 1);
            }
        }
        check::<Vec2>(&drawn(&mut draw));
    }
    assert!(empty > 100 && bounded > 100 && cornered > 300, "{empty} {bounded} {cornered}");
}
