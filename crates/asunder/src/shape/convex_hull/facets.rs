//! The faces, edges and vertices of a triangulated hull, coplanar triangles merged.

use super::orientation::side;
use super::structure::{HullParts, Point};
use super::surface::SurfaceTriangle;
use crate::array::Mapped as _;
use crate::sort::sort;
use core::cmp::Ordering;

/// A triangle that has not been given to a facet.
const NONE: usize = usize::MAX;

/// The parts of the polyhedron that triangles bound; the points at `simplex` are not in one plane.
///
/// Neighbors in one plane belong to one facet. A point where three facets meet is a corner; with
/// two it is on an edge, with one within a facet. Two facets share one edge at most, so an edge is
/// the two corners on both of its facets.
pub(super) fn merge(
    points: &[Point],
    triangles: &[SurfaceTriangle],
    simplex: [usize; 4],
) -> HullParts {
    let facets = facets(points, triangles);
    let live = || (0..triangles.len()).filter(|&t| !triangles[t].removed);

    let mut incidences: Vec<(usize, usize)> =
        live().flat_map(|t| triangles[t].corners.mapped(|point| (point, facets[t]))).collect();
    sort_out(&mut incidences);
    let mut corners = Vec::new();
    // The corner that a point is, if any.
    let mut corner_of = vec![None; points.len()];
    // Corners on facets.
    let mut around = Vec::new();
    for around_point in
        incidences.chunk_by(|a, b| a.0 == b.0).filter(|around_point| around_point.len() >= 3)
    {
        let index = corners.len() as u32;
        corner_of[around_point[0].0] = Some(index);
        corners.push(around_point[0].0);
        around.extend(around_point.iter().map(|&(_, facet)| (facet, index)));
    }

    // Corners on pairs of facets.
    let mut between = Vec::new();
    for t in live() {
        let SurfaceTriangle { corners: ends, neighbors, .. } = &triangles[t];
        for k in 0..3 {
            let (here, there) = (facets[t], facets[neighbors[k]]);
            if here < there {
                let ends = [ends[k], ends[(k + 1) % 3]].mapped(|point| corner_of[point]);
                between.extend(ends.into_iter().flatten().map(|corner| ((here, there), corner)));
            }
        }
    }
    sort_out(&mut between);
    let mut edges: Vec<[u32; 2]> =
        between.chunk_by(|a, b| a.0 == b.0).map(|ends| [ends[0].1, ends[1].1]).collect();
    sort(&mut edges);

    sort_out(&mut around);
    let outward = |face: [u32; 3]| {
        let [a, b, c] = face.mapped(|corner| corners[corner as usize]);
        // All points are on one side, and one of the simplex is not in the plane.
        let rest = simplex.iter().filter(|d| ![a, b, c].contains(d));
        let side = |&d: &usize| side(&points[a], &points[b], &points[c], &points[d]);
        let [i, j, k] = face;
        if { rest }.any(|d| side(d) == Ordering::Greater) { [i, k, j] } else { face }
    };
    let mut faces: Vec<[u32; 3]> = around
        .chunk_by(|a, b| a.0 == b.0)
        .map(|corners| outward([corners[0].1, corners[1].1, corners[2].1]))
        .collect();
    sort(&mut faces);
    HullParts { corners, edges, faces }
}

fn sort_out<T: Ord>(list: &mut Vec<T>) {
    sort(list);
    list.dedup();
}

/// The facet that each triangle belongs to.
fn facets(points: &[Point], triangles: &[SurfaceTriangle]) -> Vec<usize> {
    let mut facets = vec![NONE; triangles.len()];
    for first in 0..triangles.len() {
        if triangles[first].removed || facets[first] != NONE {
            continue;
        }
        facets[first] = first;
        let mut found = vec![first];
        while let Some(current) = found.pop() {
            let here = &triangles[current];
            for next in here.neighbors {
                // Of the three corners, two are shared.
                let flat = |p: &usize| {
                    here.corners.contains(p) || here.side(points, *p) == Ordering::Equal
                };
                if facets[next] == NONE && triangles[next].corners.iter().all(flat) {
                    facets[next] = first;
                    found.push(next);
                }
            }
        }
    }
    facets
}
