//! Conversion between inequalities and generators of a cone: the double description method (Motzkin,
//! Raiffa, Thompson, Thrall, 1953), one inequality after the other.

use super::number::Number;
use dashu_int::ops::Gcd;
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;

/// A convex cone: all sums of multiples of the lines and nonnegative multiples of the rays.
#[derive(Clone, Debug)]
pub(super) struct Cone {
    pub(super) lines: Vec<Vec<Number>>,
    pub(super) rays: Vec<Vec<Number>>,
}

/// An extreme ray, and the inequalities that hold with equality along it.
struct ExtremeRay {
    ray: Vec<Number>,
    tight: u64,
}

/// The cone of all `y` with `row · y >= 0` for each of the rows, at most 64 of them.
///
/// Each step intersects the cone with one more half-space. If a line crosses its plane, all other
/// generators are projected along that line into the plane and half the line stays. If none does, rays
/// outside are removed, and for each two adjacent rays on either side of the plane the combination in the
/// plane is added. Two extreme rays are adjacent if no third lies on every plane they share.
pub(super) fn cone(dimensions: usize, rows: &[Vec<Number>]) -> Cone {
    debug_assert!(rows.len() <= 64);
    let unit = |i| (0..dimensions).map(move |j| if i == j { Number::ONE } else { Number::ZERO });
    let mut lines: Vec<Vec<Number>> = (0..dimensions).map(|i| unit(i).collect()).collect();
    let mut edges: Vec<ExtremeRay> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let bit = 1 << index;
        if let Some(place) = lines.iter().position(|line| !dot(row, line).is_zero()) {
            let mut line = lines.swap_remove(place);
            if dot(row, &line).is_negative() {
                line = line.iter().map(|x| -x).collect();
            }
            lines = lines.iter().map(|other| combination(row, &line, other)).collect();
            for edge in &mut edges {
                edge.ray = combination(row, &line, &edge.ray);
                edge.tight |= bit;
            }
            edges.push(ExtremeRay { ray: line, tight: bit - 1 });
            continue;
        }
        let (mut kept, mut above, mut below) = (Vec::new(), Vec::new(), Vec::new());
        for (place, edge) in edges.iter().enumerate() {
            match dot(row, &edge.ray).sign() {
                Ordering::Greater => above.push(place),
                Ordering::Less => below.push(place),
                Ordering::Equal => kept.push(place),
            }
        }
        let mut cut = Vec::new();
        for &high in &above {
            for &low in &below {
                let shared = edges[high].tight & edges[low].tight;
                let neighbours = (0..edges.len()).all(|third| {
                    third == high || third == low || edges[third].tight & shared != shared
                });
                if neighbours {
                    let ray = combination(row, &edges[high].ray, &edges[low].ray);
                    cut.push(ExtremeRay { ray, tight: shared | bit });
                }
            }
        }
        let mut old: Vec<Option<ExtremeRay>> = edges.into_iter().map(Some).collect();
        edges = above.iter().filter_map(|place| old[*place].take()).collect();
        edges.extend(kept.iter().filter_map(|place| old[*place].take()).map(|edge| {
            let tight = edge.tight | bit;
            ExtremeRay { tight, ..edge }
        }));
        edges.append(&mut cut);
    }
    Cone { lines, rays: edges.into_iter().map(|edge| edge.ray).collect() }
}

/// `other`, moved along `ray`, for which the row is positive, until the row is zero for it.
fn combination(row: &[Number], ray: &[Number], other: &[Number]) -> Vec<Number> {
    let (slope, height) = (dot(row, ray), dot(row, other));
    primitive(other.iter().zip(ray).map(|(x, along)| &(x * &slope) - &(along * &height)).collect())
}

/// The same direction in smaller numbers.
fn primitive(vector: Vec<Number>) -> Vec<Number> {
    let divisor = vector.iter().try_fold(UBig::ZERO, |divisor, number| {
        let value = number.whole()?;
        Some(if *value == IBig::ZERO { divisor } else { divisor.gcd(value) })
    });
    match divisor {
        Some(divisor) if divisor > UBig::ONE => {
            let divisor = Number::Whole(IBig::from(divisor));
            vector.iter().map(|number| number.exactly_over(&divisor)).collect()
        }
        Some(_) | None => vector,
    }
}

fn dot(a: &[Number], b: &[Number]) -> Number {
    a.iter().zip(b).fold(Number::ZERO, |sum, (x, y)| &sum + &(x * y))
}
