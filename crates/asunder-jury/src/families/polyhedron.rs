//! Vertices of intersections of half-spaces in `f64`, and exact signs of sums.

use super::rotation::normalized;
use std::array::from_fn;
use std::cmp::Ordering;

/// The distance outside of a plane up to which a computed vertex counts, for numbers of size 1.
const SLACK: f64 = 1e-11;

/// The rounding error of a sum of numbers of size 1.
const ROUNDING: f64 = 1e-14;

/// The intersection of half-spaces `normal · x <= offset`: the convex hull of corners plus rays and lines.
#[derive(Clone, Debug)]
pub(super) struct Polyhedron<const D: usize> {
    /// At least one if it is not empty. Without vertices, the points of its minimal faces nearest to a
    /// point of the caller's choice.
    pub(super) corners: Vec<[f64; D]>,
    /// Unit vectors of unbounded edges.
    pub(super) rays: Vec<[f64; D]>,
    /// A basis of the lineality space, in unit vectors.
    pub(super) lines: Vec<[f64; D]>,
}

impl<const D: usize> Polyhedron<D> {
    /// The polyhedron of half-spaces whose normals are not zero, computed about `near`.
    pub(super) fn new(half_spaces: &[([f64; D], f64)], near: [f64; D]) -> Self {
        // Each plane relative to `near`, with the rounding error of its distance.
        let planes: Vec<(([f64; D], f64), f64)> = half_spaces
            .iter()
            .map(|(normal, offset)| {
                let length = dot(*normal, *normal).sqrt();
                let normal = normal.map(|x| x / length);
                let offset = offset / length;
                let size = (0..D).fold(offset.abs(), |sum, i| sum + (normal[i] * near[i]).abs());
                ((normal, offset - dot(normal, near)), size * ROUNDING)
            })
            .collect();
        let lines = common_directions(planes.iter().map(|((normal, _), _)| *normal));
        let corners = subsets(planes.len(), D - lines.len())
            .filter_map(|subset| {
                let through = lines.iter().map(|line| (*line, 0.0));
                let corner =
                    plane_intersection(subset.iter().map(|i| planes[*i].0).chain(through))?;
                let inside = planes.iter().all(|((normal, offset), rounding)| {
                    let size = (0..D).fold(offset.abs(), |s, i| s + (normal[i] * corner[i]).abs());
                    dot(*normal, corner) - offset <= SLACK * size + rounding
                });
                inside.then(|| from_fn(|i| near[i] + corner[i]))
            })
            .collect();
        let rays = subsets(planes.len(), D - 1 - lines.len().min(D - 1))
            .filter_map(|subset| {
                let chosen = subset.iter().map(|i| planes[*i].0.0).chain(lines.iter().copied());
                perpendicular_to_all(chosen)
            })
            .flat_map(|ray| [ray, ray.map(|x| -x)])
            .filter(|ray| planes.iter().all(|((normal, _), _)| dot(*normal, *ray) <= SLACK))
            .collect();
        Self { corners, rays, lines }
    }
}

/// Whether `terms` of finite numbers, whose products are exact in `f64`, add up to more than zero,
/// less, or zero: exactly, as the sum is kept in pieces that do not overlap (Shewchuk 1997, §2.4).
pub(super) fn sign_of_sum(terms: impl IntoIterator<Item = f64>) -> Ordering {
    let mut pieces: Vec<f64> = Vec::new();
    for term in terms {
        let mut carried = term;
        for piece in &mut pieces {
            let sum = carried + *piece;
            let back = sum - carried;
            *piece = (carried - (sum - back)) + (*piece - back);
            carried = sum;
        }
        pieces.push(carried);
    }
    let leading = pieces.into_iter().rev().find(|piece| *piece != 0.0);
    leading.map_or(Ordering::Equal, |piece| piece.total_cmp(&0.0))
}

/// An orthonormal basis of the directions perpendicular to all normals.
fn common_directions<const D: usize>(
    normals: impl ExactSizeIterator<Item = [f64; D]>,
) -> Vec<[f64; D]> {
    let count = normals.len();
    let coordinates = (0..D).map(|k| from_fn(|i| if i == k { 1.0 } else { 0.0 }));
    let mut spanned: Vec<[f64; D]> = Vec::new();
    let mut lines = Vec::new();
    for (index, mut v) in normals.chain(coordinates).enumerate() {
        // Twice, since rounding leaves a remainder the first time.
        for _ in 0..2 {
            for u in &spanned {
                let along = dot(v, *u);
                v = from_fn(|i| v[i] - along * u[i]);
            }
        }
        if spanned.len() == D || dot(v, v) < SLACK * SLACK {
            continue;
        }
        let unit = normalized(v).unwrap_or(v);
        spanned.push(unit);
        if index >= count {
            lines.push(unit);
        }
    }
    lines
}

/// All subsets of `size` of the numbers below `count`.
fn subsets(count: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..1u32 << count)
        .filter(move |bits| bits.count_ones() as usize == size)
        .map(move |bits| (0..count).filter(|i| bits >> i & 1 == 1).collect())
}

/// The intersection point of `D` planes, by elimination; `None` if it is not unique.
fn plane_intersection<const D: usize>(
    planes: impl Iterator<Item = ([f64; D], f64)>,
) -> Option<[f64; D]> {
    let mut rows: Vec<([f64; D], f64)> = planes.collect();
    debug_assert_eq!(rows.len(), D, "as many planes as dimensions");
    for column in 0..D {
        let pivot = (column..D).fold(column, |best, row| {
            if rows[row].0[column].abs() > rows[best].0[column].abs() { row } else { best }
        });
        rows.swap(column, pivot);
        let (pivot, pivot_offset) = rows[column];
        if pivot[column].abs() < 1e-12 {
            return None;
        }
        for (row, (normal, offset)) in rows.iter_mut().enumerate() {
            if row != column {
                let factor = normal[column] / pivot[column];
                *normal = from_fn(|i| normal[i] - factor * pivot[i]);
                *offset -= factor * pivot_offset;
            }
        }
    }
    Some(from_fn(|i| rows[i].1 / rows[i].0[i]))
}

/// The unit vector perpendicular to `D - 1` vectors; `None` if it is not unique.
fn perpendicular_to_all<const D: usize>(
    vectors: impl Iterator<Item = [f64; D]>,
) -> Option<[f64; D]> {
    let vectors: Vec<[f64; D]> = vectors.collect();
    let v = match *vectors.as_slice() {
        [u] => from_fn(|i| if i == 0 { -u[1] } else { u[0] }),
        [u, v] => cross(u, v),
        _ => return None,
    };
    (dot(v, v) > 1e-24).then(|| normalized(v)).flatten()
}

/// The cross product; only three dimensions have one.
pub(super) fn cross<const D: usize>(u: [f64; D], v: [f64; D]) -> [f64; D] {
    from_fn(|i| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        u[j] * v[k] - u[k] * v[j]
    })
}

pub(super) fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (x, y)| sum + x * y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pyramid_has_five_corners() {
        let sides = [[1.0, 0.0, 1.0], [-1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, -1.0, 1.0]];
        let mut planes: Vec<_> = sides.iter().map(|n| (*n, 1.0)).collect();
        planes.push(([0.0, 0.0, -1.0], 0.0));
        let pyramid = Polyhedron::new(&planes, [0.0; 3]);
        let mut distinct: Vec<[i64; 3]> =
            pyramid.corners.iter().map(|c| c.map(|x| (x * 1e6).round() as i64)).collect();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 5, "{pyramid:?}");
        assert!(pyramid.rays.is_empty() && pyramid.lines.is_empty());
    }

    #[test]
    fn what_has_no_end_has_rays_and_lines() {
        let half_space = Polyhedron::new(&[([0.0, 0.0, 2.0], 6.0)], [1.0, 2.0, 0.0]);
        assert_eq!(half_space.corners, [[1.0, 2.0, 3.0]]);
        assert_eq!((half_space.rays.len(), half_space.lines.len()), (1, 2));
        assert!(half_space.rays[0][2] < -0.99);
        let slab = Polyhedron::new(&[([0.0, 1.0], 1.0), ([0.0, -1.0], 0.0)], [4.0, 9.0]);
        assert_eq!(slab.corners, [[4.0, 1.0], [4.0, 0.0]]);
        assert_eq!((slab.rays.len(), slab.lines.len()), (0, 1));
        let quarter = Polyhedron::new(&[([1.0, 0.0], 1.0), ([0.0, 1.0], 2.0)], [0.0; 2]);
        assert_eq!((quarter.corners.len(), quarter.rays.len()), (1, 2));
    }

    #[test]
    fn signs_are_exact() {
        let tiny = f64::from(f32::from_bits(1)) * f64::from(f32::from_bits(1));
        let huge = f64::from(f32::MAX) * f64::from(f32::MAX);
        assert_eq!(sign_of_sum([huge, tiny, -huge]), Ordering::Greater);
        assert_eq!(sign_of_sum([huge, -tiny, 1.0, -huge, -1.0]), Ordering::Less);
        assert_eq!(sign_of_sum([huge, tiny, -huge, -tiny]), Ordering::Equal);
        assert_eq!(sign_of_sum([]), Ordering::Equal);
    }
}
