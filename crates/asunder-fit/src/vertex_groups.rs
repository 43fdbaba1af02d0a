//! Groups of vertices with a bounding box in each frame, so that those near a ball are found without a look
//! at each.

use crate::vector::Vector;

/// The most vertices of a group: few enough to lie close together, many enough to skip a lot at once.
const MOST_OF_A_GROUP: usize = 32;

/// A bounding box: the least and the greatest coordinates.
pub(crate) type Bounds = [[f32; 3]; 2];

/// Groups of vertices. Those of a group have one owner, and are near each other in the order given.
#[derive(Debug, Default)]
pub(crate) struct VertexGroups {
    /// Each group's vertices.
    groups: Vec<Vec<u32>>,
}

/// A set of vertices.
#[derive(Debug, Default)]
pub(crate) struct VertexSet {
    words: Vec<u64>,
}

impl VertexGroups {
    /// Groups of vertices of the same owner.
    pub(crate) fn of<K: Ord>(owners: impl Iterator<Item = K>) -> Self {
        let mut sorted: Vec<(K, u32)> = owners.zip(0..).collect();
        sorted.sort_unstable();
        let of_owner = sorted.chunk_by(|a, b| a.0 == b.0);
        let groups = of_owner.flat_map(|run| run.chunks(MOST_OF_A_GROUP));
        let numbers = |group: &[(K, u32)]| group.iter().map(|&(_, number)| number).collect();
        Self { groups: groups.map(numbers).collect() }
    }

    /// The bounding box of each group, whose vertices are at `points`. A group with a point that is not finite
    /// is everywhere.
    pub(crate) fn bounds(&self, points: &[[f32; 3]]) -> Vec<Bounds> {
        self.groups.iter().map(|group| bounds(group, points)).collect()
    }

    /// Makes `near` the set of the vertices in groups near a ball: of all but those that are farther from its
    /// center, even as rounded distances compare.
    pub(crate) fn find_near(
        &self,
        bounds: &[Bounds],
        center: Vector,
        square_of_radius: f64,
        near: &mut VertexSet,
    ) {
        let count: usize = self.groups.iter().map(Vec::len).sum();
        near.words.clear();
        near.words.resize(count.div_ceil(64), 0);
        for (group, bounds) in self.groups.iter().zip(bounds) {
            if square_of_distance(bounds, center) > square_of_radius {
                continue;
            }
            for &number in group {
                near.words[(number >> 6) as usize] |= 1 << (number & 63);
            }
        }
    }
}

impl VertexSet {
    /// Calls `visit` with each vertex, in ascending order.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(usize)) {
        for (index, &word) in self.words.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                visit(64 * index + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }
}

fn bounds(group: &[u32], points: &[[f32; 3]]) -> Bounds {
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for &number in group {
        let point = points[number as usize];
        if !(point[0].is_finite() && point[1].is_finite() && point[2].is_finite()) {
            return [[f32::NEG_INFINITY; 3], [f32::INFINITY; 3]];
        }
        for ((low, high), x) in low.iter_mut().zip(&mut high).zip(point) {
            *low = if x < *low { x } else { *low };
            *high = if x > *high { x } else { *high };
        }
    }
    [low, high]
}

/// The squared distance of a box from a point, rounded: never greater than that of a point in the box, as each
/// operation rounds monotonically.
fn square_of_distance([low, high]: &Bounds, from: Vector) -> f64 {
    let x = beyond(low[0], high[0], from[0]);
    let y = beyond(low[1], high[1], from[1]);
    let z = beyond(low[2], high[2], from[2]);
    x * x + y * y + z * z
}

/// The distance of a coordinate from an interval; zero for NaN.
#[inline(always)]
fn beyond(low: f32, high: f32, x: f64) -> f64 {
    let (low, high) = (f64::from(low), f64::from(high));
    if x < low {
        low - x
    } else if x > high {
        x - high
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::{difference, dot, wide};

    #[test]
    fn no_vertex_near_the_ball_is_left_out() {
        let point = |i: u32| {
            let at = |k: u32| (i.wrapping_mul(2_654_435_761 + k) >> 12) as f32 * 1e-5 - 5.0;
            [at(0), at(17), at(4711)]
        };
        let mut points: Vec<[f32; 3]> = (0..500).map(point).collect();
        points[77][1] = f32::NAN;
        let groups = VertexGroups::of((0..500_u32).map(|i| i % 7));
        let (bounds, mut near) = (groups.bounds(&points), VertexSet::default());
        let center = [1.0, -2.0, 0.5];
        for square_of_radius in [0.0, 1.0, 4.0, 25.0, f64::INFINITY] {
            groups.find_near(&bounds, center, square_of_radius, &mut near);
            let mut found = Vec::new();
            near.for_each(|number| found.push(number));
            assert!(found.is_sorted() && found.contains(&77), "{found:?}");
            for (number, &point) in points.iter().enumerate() {
                let offset = difference(wide(point), center);
                let is_far = dot(offset, offset) > square_of_radius;
                assert!(is_far || found.contains(&number), "{number}");
            }
        }
    }
}
