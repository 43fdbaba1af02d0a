//! A line and a turned box in 3D, in [integers](super::integers): where a filter leaves a touch open.
//!
//! The axes are those that matter between a line and a box: the box's own, and the products of the line with them.
//! In the box's frame a point is `s/n` for the products `s` with the rows of its rotation, which are `n = |q|²` long,
//! so that only the third power of a coordinate and the second of the quaternion are compared (Ericson 2005, §5.3.3).
//!
//! *Lemma.* Let the components of the quaternion be at most 2³⁰ steps together, and let the square of that, times the
//! distance to the box and the length of the line, in steps of their own, be at most 2¹²⁴. Then all fits into 128 bits.
//!
//! *Proof.* Rows and `n` are at most the square. A gap along a product is the sum of three products of a row's component
//! with two lengths, or of half extents with those: each sum at most 2¹²⁴. Along the box's own axes it is less. ∎

use super::grid::Grid;
use super::integers::{Steps, counted, cross, dot};
use crate::array::Mapped as _;
use crate::exact::widen;
use crate::linalg::Vect;
use crate::query::predicate::Rule;
use crate::shape::{Obb, Ray, Segment};
use crate::space::Vector;

/// How many of their own steps numbers may be long.
struct Digits {
    /// A quaternion.
    turn: f64,
    /// The way from a box to the start of a segment, and that along it.
    segment: f64,
    /// The way from a box to a ray's origin.
    far: f64,
    /// The direction of a ray.
    direction: f64,
}

/// Powers of two: for rotations by small angles, then for coordinates beside much larger ones.
const DIGITS: [Digits; 2] = [
    Digits { turn: power(30), segment: power(32), far: power(34), direction: power(30) },
    Digits { turn: power(26), segment: power(36), far: power(40), direction: power(32) },
];

const fn power(exponent: u32) -> f64 {
    (1_u64 << exponent) as f64
}

/// A line from a point on, seen from the center of a box.
pub(super) struct LineFromBox {
    from: Steps,
    direction: Steps,
    /// Whether it has no end.
    is_ray: bool,
    half: Steps,
    /// The axes of the box, all of one length.
    rows: [Steps; 3],
    length: i64,
}

impl LineFromBox {
    /// Of a ray; `None` if numbers have too many digits.
    pub(super) fn of_ray<V: Vector>(ray: &Ray<V>, obb: &Obb<V>) -> Option<Self> {
        let (from, direction) = (Vect::<V, f64>::of(&ray.origin), Vect::of(&ray.direction));
        DIGITS.iter().find_map(|digits| {
            let grid = grid_of(from, direction * 0.0, obb, digits.far);
            let along = Grid::of_steps(direction.norm1(), digits.direction);
            let stand = grid.holds::<V>(&ray.origin) && along.holds::<V>(&ray.direction);
            let steps = stand.then(|| counted(direction, &along))?;
            Self::of(from, steps, true, obb, &grid, digits.turn)
        })
    }

    /// Of a segment; `None` if numbers have too many digits.
    pub(super) fn of_segment<V: Vector>(segment: &Segment<V>, obb: &Obb<V>) -> Option<Self> {
        let [from, to] = [&segment.a, &segment.b].mapped(Vect::<V, f64>::of);
        let direction = to - from;
        DIGITS.iter().find_map(|digits| {
            let grid = grid_of(from, direction, obb, digits.segment);
            let stand = grid.holds::<V>(&segment.a) && grid.holds::<V>(&segment.b);
            let steps = stand.then(|| counted(direction, &grid))?;
            Self::of(from, steps, false, obb, &grid, digits.turn)
        })
    }

    fn of<V: Vector>(
        from: Vect<V, f64>,
        direction: Steps,
        is_ray: bool,
        obb: &Obb<V>,
        grid: &Grid,
        turn: f64,
    ) -> Option<Self> {
        let rotation = obb.rotation.as_ref();
        let &[x, y, z, w] = rotation else { return None };
        let turn = Grid::of_steps(rotation.iter().map(|&x| widen(x).abs()).sum(), turn);
        let stand = grid.holds::<V>(&obb.center) && grid.holds::<V>(&obb.half_extents);
        // A box that is a segment or a point has axes of its own in a plane.
        let flat = (0..V::DIM).filter(|&i| crate::exact::is_zero(obb.half_extents[i])).count();
        if !stand || !rotation.iter().all(|&x| turn.has(x)) || flat > 1 {
            return None;
        }
        let (rows, length) = rows([x, y, z, w].map(|x| turn.steps(widen(x))));
        let half = counted(Vect::<V, f64>::of(&obb.half_extents), grid);
        let from = counted(from - Vect::of(&obb.center), grid);
        Some(Self { from, direction, is_ray, half, rows, length })
    }

    /// Whether they meet, by `rule`.
    pub(super) fn meet(&self, rule: Rule) -> bool {
        let wide = |x: Steps| x.mapped(i128::from);
        let apart = |gap: i128| gap > 0 || gap == 0 && rule == Rule::Open;
        let speeds = self.rows.mapped(|row| dot(wide(row), self.direction));
        let halves = self.half.mapped(|half| i128::from(half) * i128::from(self.length));
        for ((row, speed), half) in self.rows.into_iter().zip(speeds).zip(halves) {
            let at = dot(wide(row), self.from);
            // Where the line is lowest, and, seen upside down, where it is highest.
            for (at, speed) in [(at, speed), (0 - at, 0 - speed)] {
                let lowest = match (speed < 0, self.is_ray) {
                    (false, _) => at,
                    (true, false) => at + speed,
                    (true, true) => continue,
                };
                if apart(lowest - half) {
                    return false;
                }
            }
        }
        let moment: [i128; 3] = cross(self.direction, self.from);
        (0..3).all(|i| {
            let [j, k] = [(i + 1) % 3, (i + 2) % 3];
            let [speed_j, speed_k] = [speeds[j].abs(), speeds[k].abs()];
            let reach = i128::from(self.half[j]) * speed_k + i128::from(self.half[k]) * speed_j;
            let gap = dot(moment, self.rows[i]).abs() - reach;
            // A line along the box's axis has no product with it.
            speed_j == 0 && speed_k == 0 || !apart(gap)
        })
    }
}

/// A grid that a line, as long as a direction, and a box may stand on.
fn grid_of<V: Vector>(
    from: Vect<V, f64>,
    direction: Vect<V, f64>,
    obb: &Obb<V>,
    steps: f64,
) -> Grid {
    let offset = (from - Vect::of(&obb.center)).norm1();
    let half = Vect::<V, f64>::of(&obb.half_extents).norm1();
    Grid::of_steps(offset + half + direction.norm1(), steps)
}

/// The axes of a box turned by a quaternion, and their length.
fn rows([x, y, z, w]: [i64; 4]) -> ([Steps; 3], i64) {
    let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
    let (xy, xz, yz, wx, wy, wz) = (x * y, x * z, y * z, w * x, w * y, w * z);
    let rows = [
        [ww + xx - yy - zz, 2 * (xy + wz), 2 * (xz - wy)],
        [2 * (xy - wz), ww - xx + yy - zz, 2 * (yz + wx)],
        [2 * (xz + wy), 2 * (yz - wx), ww - xx - yy + zz],
    ];
    (rows, ww + xx + yy + zz)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::separation::{any_any, shape};
    use crate::shape::{AnyShape as _, Shape};
    use asunder_jury::{Family, Kind, Rng, pair};
    use glam::Vec3;

    /// As the lemma says.
    #[test]
    fn integers_hold_the_gaps() {
        for &Digits { turn, segment, far, direction } in std::hint::black_box(&DIGITS) {
            let lengths = f64::max(segment * segment, far * direction);
            assert!(turn * turn * lengths * 4.0 < i128::MAX as f64);
            assert!(2.0 * turn * turn < i64::MAX as f64);
        }
    }

    /// Lines of all families and lines through edges, corners and faces of boxes of few whole numbers: where integers
    /// hold their numbers, the general formula agrees.
    #[test]
    fn integers_agree_with_the_general_formula() {
        let mut rng = Rng::new(0x41);
        let mut touches = 0;
        let mut check = |line: &Shape<Vec3>, obb: &Obb<Vec3>| {
            let known = match line {
                Shape::Ray(ray) => LineFromBox::of_ray(ray, obb),
                Shape::Segment(segment) => LineFromBox::of_segment(segment, obb),
                _ => unreachable!("a line was asked for"),
            };
            let Some(known) = known else { return false };
            let meets = [Rule::Closed, Rule::Open].map(|rule| {
                let meets = known.meet(rule);
                let general = any_any(line.as_shape_ref(), obb.as_shape_ref(), rule);
                assert_eq!(meets, general, "{rule:?} {line:?} {obb:?}");
                meets
            });
            touches += u32::from(meets == [true, false]);
            true
        };
        for family in Family::ALL {
            let mut known = 0;
            for round in 0..300 {
                let line = [Kind::Ray, Kind::Segment][round % 2];
                let (a, b) = pair::<3>(family, line, Kind::Obb, &mut rng);
                let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
                let Shape::Obb(obb) = &b else { unreachable!("a box was asked for") };
                known += usize::from(check(&a, obb));
            }
            if matches!(family, Family::Game | Family::Resting | Family::Grid) {
                assert!(known > 100, "{family:?}: {known} of 300");
            }
        }
        for round in 0..4000 {
            let mut whole = |size: f64| rng.between(-size, size).round() as f32;
            let quaternion = [whole(2.0), whole(2.0), whole(2.0), whole(2.0)];
            if quaternion == [0.0; 4] {
                continue;
            }
            let mut point = |size: f64| [whole(size), whole(size), whole(size)];
            let (center, half) = (point(2.0), point(2.0).map(f32::abs));
            let (from, to) = (point(3.0), point(3.0));
            let obb = Obb::<Vec3>::new(center, half, quaternion);
            let line = match round % 2 {
                0 => Segment::<Vec3>::new(from, to).into(),
                _ if to == [0.0; 3] => continue,
                _ => Ray::<Vec3>::new(from, to).into(),
            };
            check(&line, &obb);
        }
        assert!(touches > 300, "{touches}");
    }
}
