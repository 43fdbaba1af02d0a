//! Corridors, ceilings, wedges and bumps.

use super::{ASIDE, Draft, Walker, length};
use crate::levels::site::{Place, Site};
use crate::{Rng, Shape};

/// A floor that ends at a wall, and how far that is; its top lies at `sunk`.
fn tunnel<const D: usize>(
    site: &Site<D>,
    walker: &Walker<D>,
    sunk: f64,
    rng: &mut Rng,
) -> (Draft<D>, f64) {
    let to = length(rng);
    let mut draft = Draft::new([to - walker.front, 0.0, 0.0]);
    draft.tiles(site, [-2.0, to + 1.0], sunk, rng);
    draft.wall(site, to);
    draft.ground.push([to, 0.0]);
    (draft, to)
}

/// Tiles one after another, each between these corners but for its first coordinates.
fn row<const D: usize>(
    draft: &mut Draft<D>,
    site: &Site<D>,
    [from, to]: [f64; 2],
    [[bottom, back], [top, front]]: [[f64; 2]; 2],
    rng: &mut Rng,
) {
    let mut left = from;
    while left < to {
        let right = left + [0.5, 0.75, 1.0][rng.below(3)];
        draft.obstacles.push(site.any_block([left, bottom, back], [right, top, front], rng));
        left = right;
    }
}

/// Where the sides or the roof of a tunnel begin: behind the mover, or where it enters on its way.
fn mouth(half: f64, rng: &mut Rng) -> f64 {
    [-2.0, half + 0.5][rng.below(2)]
}

/// Tiles along both sides of the mover, so far from its middle.
fn sides<const D: usize>(draft: &mut Draft<D>, site: &Site<D>, to: f64, half: f64, rng: &mut Rng) {
    let from = mouth(half, rng);
    for [back, front] in [[-half - 1.0, -half], [half, half + 1.0]] {
        row(draft, site, [from, to], [[-0.5, back], [2.5, front]], rng);
    }
}

pub(super) fn corridor<const D: usize>(
    site: &Site<D>,
    walker: &Walker<D>,
    rng: &mut Rng,
) -> Draft<D> {
    let (mut draft, to) = tunnel(site, walker, 0.0, rng);
    sides(&mut draft, site, to, walker.form.half, rng);
    draft.rules.step_height = [0.0, 0.25][rng.below(2)];
    draft
}

pub(super) fn ceiling<const D: usize>(
    site: &Site<D>,
    walker: &Walker<D>,
    rng: &mut Rng,
) -> Draft<D> {
    let (mut draft, to) = tunnel(site, walker, 0.0, rng);
    let from = mouth(walker.form.half, rng);
    let corners = [[walker.height, -ASIDE], [walker.height + 1.0, ASIDE]];
    row(&mut draft, site, [from, to], corners, rng);
    draft.rules.step_height = [0.0, 0.25][rng.below(2)];
    draft
}

/// The rounding of the tiles of a turned corridor, and more than that.
const SLACK: f64 = 1.0 / 131_072.0;

pub(super) fn turned_corridor<const D: usize>(
    site: &Site<D>,
    walker: &Walker<D>,
    rng: &mut Rng,
) -> Draft<D> {
    // In an inclined tunnel the floor's tiles are flush but for a rounding, too: the mover starts above.
    let sunk = if D == 2 { -SLACK } else { 0.0 };
    let (mut draft, to) = tunnel(site, walker, sunk, rng);
    if D == 3 {
        sides(&mut draft, site, to, walker.form.half + SLACK, rng);
    } else {
        let corners = [[walker.height + SLACK, 0.0], [walker.height + 1.0, 0.0]];
        row(&mut draft, site, [-2.0, to], corners, rng);
    }
    draft.rules.ledge = 1e-4;
    draft.astray = 2.0 * SLACK;
    draft.relief = 2.0 * SLACK;
    draft
}

/// Two planes of which the mover touches both at the end: they meet at `(to, aside)`.
pub(super) fn wedge<const D: usize>(site: &Site<D>, walker: &Walker<D>, rng: &mut Rng) -> Draft<D> {
    let to = 4.0 + 0.25 * rng.below(5) as f64;
    let depth = to - 1.0;
    let wide = [1.0, 1.5, 2.0, 3.0][rng.below(4)];
    if D == 2 {
        // The ceiling descends from above the mover to the floor.
        let top = walker.height + wide;
        let size = (top * top + depth * depth).sqrt();
        let normal = [-top / size, -depth / size, 0.0];
        let way = (normal[0] * to - walker.least(site, normal)) / normal[0];
        let mut draft = Draft::new([way, 0.0, 0.0]);
        draft.tiles(site, [-2.0, to + 1.0], 0.0, rng);
        let polygon = [
            [to, 0.0],
            [to - depth, top],
            [to - depth, top + 2.0],
            [to + 2.0, top + 2.0],
            [to + 2.0, 0.0],
        ];
        draft.obstacles.push(site.prism(&polygon, [0.0; 2]));
        draft.ground.push([to, 0.0]);
        return draft;
    }
    let aside = [0.0, 0.0, 0.25, -0.125][rng.below(4)];
    let size = (wide * wide + depth * depth).sqrt();
    let mut planes = [[0.0; 3]; 2];
    let mut draft = Draft::new([0.0; 3]);
    draft.tiles(site, [-2.0, to + 1.0], 0.0, rng);
    for (plane, side) in planes.iter_mut().zip([-1.0, 1.0]) {
        // The wall on this side; its normal leads to the other.
        let normal = [-wide / size, 0.0, -side * depth / size];
        let offset = normal[0] * to + normal[2] * aside - walker.least(site, normal);
        *plane = [normal[0], normal[2], offset];
        let [near, far] = [aside + side * wide, aside + side * (wide + 2.0)];
        let corners = [
            [to, aside],
            [to - depth, near],
            [to - depth, far],
            [to + 2.0, far],
            [to + 2.0, aside],
        ];
        let ends = [-0.5, 2.5];
        let corners: Vec<Place> =
            ends.iter().flat_map(|&y| corners.map(|[x, z]| [x, y, z])).collect();
        draft.obstacles.push(site.hull(&corners));
    }
    let [[a, b, p], [c, d, q]] = planes;
    let determinant = a * d - b * c;
    draft.end = [(p * d - b * q) / determinant, 0.0, (a * q - p * c) / determinant];
    draft.ground.push([to, 0.0]);
    draft
}

pub(super) fn bumps<const D: usize>(site: &Site<D>, walker: &Walker<D>, rng: &mut Rng) -> Draft<D> {
    let cell = [0.5, 0.75, 1.0][rng.below(3)];
    let count = 4 + rng.below(4);
    let (first, after) = (1.0, 1.0 + cell * count as f64);
    let to = after + 1.5;
    let mut draft = Draft::new([to - walker.front, 0.0, 0.0]);
    draft.tiles(site, [-2.0, first], 0.0, rng);
    draft.tiles(site, [after, to + 1.0], 0.0, rng);
    draft.wall(site, to);
    let most = (cell * 0.35 * 64.0) as usize;
    let height = |column: usize, rng: &mut Rng| {
        if column == 0 || column == count { 0.0 } else { rng.below(most + 1) as f64 / 64.0 }
    };
    let at = |column: usize| first + cell * column as f64;
    if D == 2 {
        let heights: Vec<f64> = (0..=count).map(|column| height(column, rng)).collect();
        let corner = |column: usize| [at(column), heights[column], 0.0];
        for column in 0..count {
            let [a, b] = [corner(column), corner(column + 1)].map(|x| site.rounded(x));
            draft.obstacles.push(Shape::Segment { a, b });
        }
        draft.ground.extend((0..=count).map(|column| [at(column), heights[column]]));
    } else {
        let rows = (2.0 * ASIDE / cell).ceil() as usize;
        let heights: Vec<Vec<f64>> = (0..=rows)
            .map(|_row| (0..=count).map(|column| height(column, rng)).collect())
            .collect();
        let corner = |row: usize, column: usize| {
            site.rounded([at(column), heights[row][column], cell * row as f64 - ASIDE])
        };
        for row in 0..rows {
            for column in 0..count {
                let [a, b, c, d] = [
                    corner(row, column),
                    corner(row, column + 1),
                    corner(row + 1, column + 1),
                    corner(row + 1, column),
                ];
                let [first, second] =
                    if rng.chance(0.5) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
                for [a, b, c] in [first, second] {
                    draft.obstacles.push(Shape::Triangle { a, b, c });
                }
            }
        }
        draft.ground.extend([[first, 0.0], [after, 0.0]]);
        draft.relief = most as f64 / 64.0;
        draft.astray = ASIDE - 1.0;
    }
    draft.ground.push([to, 0.0]);
    draft.rules.keep_speed = rng.chance(0.5);
    draft
}
