//! The pairs a work is timed on: the families of the jury, and boxes placed at a chosen distance.

use asunder_jury::{Family, Kind, Rng, Shape};
use std::array::from_fn;
use std::ops::Range;

/// How many pairs a set holds: few enough to stay in the second cache. A branch predictor learns
/// some of so small a set, to the good of whoever branches most.
pub(crate) const PAIRS: usize = 2048;

/// Pairs of shapes.
pub(crate) type Set<const D: usize> = Vec<(Shape<D>, Shape<D>)>;

/// A set from a family of the jury.
pub(crate) fn family<const D: usize>(family: Family, a: Kind, b: Kind) -> Set<D> {
    let mut rng = Rng::new(family as u64);
    (0..PAIRS).map(|_| asunder_jury::pair(family, a, b, &mut rng)).collect()
}

/// How the two boxes of a pair are turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Turn {
    /// Each on its own.
    Free,
    /// Alike, or by 90° about an axis of the first.
    Parallel,
}

/// Which pairs a set keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Keep {
    /// All.
    Any,
    /// Those that come to touch edge against edge.
    EdgeContact,
}

/// Boxes whose middles are apart by a part of the distance at which they would touch: one touches,
/// less overlaps. Meters in size, within 100 m of the origin, apart in any direction.
pub(crate) fn boxes_apart_by(distance: Range<f64>, turn: Turn, keep: Keep) -> Set<3> {
    let mut rng = Rng::new(distance.start.to_bits() ^ distance.end.to_bits());
    let mut set = Set::with_capacity(PAIRS);
    while set.len() < PAIRS {
        let first = rotation(&mut rng);
        let second = match turn {
            Turn::Free => rotation(&mut rng),
            Turn::Parallel => quarter_turn(first, &mut rng),
        };
        let half_extents = [(); 2].map(|()| from_fn(|_| rng.between(0.1, 2.0)));
        let direction = direction::<3>(&mut rng);
        let boxes = [(axes(first), half_extents[0]), (axes(second), half_extents[1])];
        let (touching, on_edges) = touching_distance(boxes, direction);
        if keep == Keep::EdgeContact && !on_edges {
            continue;
        }
        let way = touching * rng.between(distance.start, distance.end);
        let place: [f64; 3] = from_fn(|_| rng.between(-100.0, 100.0));
        let obb = |center: [f64; 3], half_extents: [f64; 3], rotation: [f64; 4]| Shape::Obb {
            center: center.map(|x| x as f32),
            half_extents: half_extents.map(|x| x as f32),
            rotation: rotation.map(|x| x as f32),
        };
        let other = from_fn(|i| place[i] + way * direction[i]);
        set.push((obb(place, half_extents[0], first), obb(other, half_extents[1], second)));
    }
    set
}

/// How far apart along `direction` the middles of two boxes are when the boxes touch, and whether
/// an edge of one then meets an edge of the other.
fn touching_distance(boxes: [([[f64; 3]; 3], [f64; 3]); 2], direction: [f64; 3]) -> (f64, bool) {
    let [(a, _), (b, _)] = boxes;
    let reach = |axis: [f64; 3]| {
        boxes.iter().fold(0.0, |sum, (axes, half)| {
            (0..3).fold(sum, |sum, i| sum + half[i] * dot(axes[i], axis).abs())
        })
    };
    let least = |axes: &[[f64; 3]]| {
        let usable = axes.iter().filter(|axis| dot(**axis, **axis) > 1e-9);
        usable.map(|axis| reach(*axis) / dot(*axis, direction).abs()).fold(f64::INFINITY, f64::min)
    };
    let edges: [[f64; 3]; 9] = from_fn(|i| cross(a[i / 3], b[i % 3]));
    let (on_faces, on_edges) = (least(&a).min(least(&b)), least(&edges));
    (on_faces.min(on_edges), on_edges < on_faces)
}

/// A direction of length 1, each as likely as the other.
fn direction<const N: usize>(rng: &mut Rng) -> [f64; N] {
    loop {
        let v: [f64; N] = from_fn(|_| rng.between(-1.0, 1.0));
        let square = v.iter().fold(0.0, |sum, x| sum + x * x);
        if square > 0.01 && square <= 1.0 {
            return v.map(|x| x / square.sqrt());
        }
    }
}

/// Any rotation.
fn rotation(rng: &mut Rng) -> [f64; 4] {
    direction::<4>(rng)
}

/// The rotation itself, or it after 90° about one of its own axes.
fn quarter_turn([x, y, z, w]: [f64; 4], rng: &mut Rng) -> [f64; 4] {
    let turned = match rng.below(4) {
        0 => return [x, y, z, w],
        1 => [x + w, y + z, z - y, w - x],
        2 => [x - z, y + w, z + x, w - y],
        _ => [x + y, y - x, z + w, w - z],
    };
    turned.map(|part| part * std::f64::consts::FRAC_1_SQRT_2)
}

/// The axes of a box under a rotation of length 1.
fn axes([x, y, z, w]: [f64; 4]) -> [[f64; 3]; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use asunder_jury::intersects;

    fn hits(set: &Set<3>) -> usize {
        set.iter().filter(|(a, b)| intersects(a, b)).count()
    }

    #[test]
    fn distances_are_parts_of_the_touching_distance() {
        for turn in [Turn::Free, Turn::Parallel] {
            assert_eq!(hits(&boxes_apart_by(0.9..0.99999, turn, Keep::Any)), PAIRS);
            assert_eq!(hits(&boxes_apart_by(1.00001..1.1, turn, Keep::Any)), 0);
        }
        assert_eq!(hits(&boxes_apart_by(0.99..0.99999, Turn::Free, Keep::EdgeContact)), PAIRS);
    }

    #[test]
    fn boxes_that_would_touch_on_edges_overlap_along_every_face_normal() {
        for (a, b) in boxes_apart_by(1.001..1.01, Turn::Free, Keep::EdgeContact) {
            let [a, b] = [a, b].map(|shape| match shape {
                Shape::Obb { center, half_extents, rotation } => (
                    center.map(f64::from),
                    half_extents.map(f64::from),
                    axes(rotation.map(f64::from)),
                ),
                _ => panic!("only boxes were asked for"),
            });
            let way = from_fn(|i| b.0[i] - a.0[i]);
            for axis in a.2.iter().chain(&b.2) {
                let reach = [&a, &b].iter().fold(0.0, |sum, shape| {
                    (0..3).fold(sum, |sum, i| sum + shape.1[i] * dot(shape.2[i], *axis).abs())
                });
                assert!(dot(*axis, way).abs() < reach * 1.011);
            }
        }
    }
}
