//! Cones of integer vectors, decided by every plane spanned by some of them.

use std::cmp::Ordering;

pub(crate) fn dot(a: &[i128], b: &[i128]) -> i128 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The vector perpendicular to one vector fewer than there are dimensions; zero if they are
/// dependent.
fn perpendicular(vectors: &[&[i128]], dimensions: usize) -> Vec<i128> {
    let minor = |left_out: usize| {
        let rows: Vec<Vec<i128>> = vectors
            .iter()
            .map(|v| (0..dimensions).filter(|j| *j != left_out).map(|j| v[j]).collect())
            .collect();
        if left_out & 1 == 0 { determinant(&rows) } else { -determinant(&rows) }
    };
    (0..dimensions).map(minor).collect()
}

pub(crate) fn determinant(rows: &[Vec<i128>]) -> i128 {
    let Some((first, rest)) = rows.split_first() else { return 1 };
    let term = |j: usize| {
        let minor: Vec<Vec<i128>> = rest
            .iter()
            .map(|row| (0..row.len()).filter(|i| *i != j).map(|i| row[i]).collect())
            .collect();
        let value = first[j] * determinant(&minor);
        if j & 1 == 0 { value } else { -value }
    };
    (0..first.len()).filter(|j| first[*j] != 0).map(term).sum()
}

/// All ways to choose `count` of the vectors.
pub(crate) fn choices(
    vectors: &[Vec<i128>],
    count: usize,
    found: &mut impl FnMut(&[&[i128]]) -> bool,
) -> bool {
    fn go<'a>(
        rest: &'a [Vec<i128>],
        count: usize,
        chosen: &mut Vec<&'a [i128]>,
        found: &mut impl FnMut(&[&[i128]]) -> bool,
    ) -> bool {
        if count == 0 {
            return found(chosen);
        }
        (0..rest.len()).any(|i| {
            chosen.push(&rest[i]);
            let stop = go(&rest[i + 1..], count - 1, chosen, found);
            chosen.pop();
            stop
        })
    }
    go(vectors, count, &mut Vec::new(), found)
}

/// The vectors, and pairs of opposite ones perpendicular to all of them that make up what they leave
/// of the dimensions; and those latter ones alone.
fn completed(rays: &[Vec<i128>], dimensions: usize) -> (Vec<Vec<i128>>, Vec<Vec<i128>>) {
    // A basis from among the rays, by the rank of Gram's matrix.
    let mut basis: Vec<Vec<i128>> = Vec::new();
    let independent = |basis: &[Vec<i128>], next: &[i128]| {
        let mut all: Vec<&[i128]> = basis.iter().map(Vec::as_slice).collect();
        all.push(next);
        let gram: Vec<Vec<i128>> =
            all.iter().map(|u| all.iter().map(|v| dot(u, v)).collect()).collect();
        determinant(&gram) != 0
    };
    for ray in rays {
        if basis.len() < dimensions && independent(&basis, ray) {
            basis.push(ray.clone());
        }
    }
    let (mut all, mut added) = (rays.to_vec(), Vec::new());
    while basis.len() < dimensions {
        // Perpendicular to the basis and to coordinate axes that fill it up.
        let mut filled = basis.clone();
        for i in 0..dimensions {
            let axis: Vec<i128> = (0..dimensions).map(|j| i128::from(i == j)).collect();
            if filled.len() < dimensions - 1 && independent(&filled, &axis) {
                filled.push(axis);
            }
        }
        let vectors: Vec<&[i128]> = filled.iter().map(Vec::as_slice).collect();
        let normal = perpendicular(&vectors, dimensions);
        all.extend([normal.clone(), normal.iter().map(|x| -x).collect()]);
        added.push(normal.clone());
        basis.push(normal);
    }
    (all, added)
}

/// Whether the vector is a nonnegative combination of the rays: it is unless some plane spanned by rays
/// has all the rays on one side and the vector on the other.
pub(crate) fn in_cone(vector: &[i128], rays: &[Vec<i128>]) -> bool {
    let dimensions = vector.len();
    let mut distinct = rays.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let (all, added) = completed(&distinct, dimensions);
    if added.iter().any(|normal| dot(normal, vector) != 0) {
        return false;
    }
    !choices(&all, dimensions - 1, &mut |chosen| {
        let normal = perpendicular(chosen, dimensions);
        let side = dot(&normal, vector).cmp(&0);
        side != Ordering::Equal
            && all.iter().all(|ray| {
                let other = dot(&normal, ray).cmp(&0);
                other == Ordering::Equal || other != side
            })
    })
}
