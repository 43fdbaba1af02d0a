//! Which axes of a pair have the widest gaps, by plain `f64`.
//!
//! Hulls of many corners have tens of thousands of cross products of edges. Nearly all are ruled out a few at a time:
//! no gap along an axis is wider than that between any two points of the hulls.

use super::measure::Asked;
use super::rows::{LISTED, RowIndex};
use crate::array::array_of;
use crate::exact::{Number, UNIT};
use crate::linalg::Vect;
use crate::query::generators::Generators;
use crate::query::proximity::SLACK;
use crate::query::separation::{SatPair, gap_along, lead_together};
use crate::shape::Structure;
use crate::space::Vector;
use core::cmp::Ordering;

/// The axes with the widest gaps, by plain `f64`; of gaps as wide, the first.
pub(super) fn widest_gaps<V: Vector>(
    question: &Asked<'_, V>,
    with_offsets: bool,
    rows: &[RowIndex],
) -> Vec<RowIndex> {
    let pair = SatPair::<V, f64, _, _>::with_axes(question, with_offsets);
    let hulls = pair.a.hull().zip(pair.b.hull());
    let mut widest =
        WidestGaps { known: KnownOffsets::new(hulls), found: Vec::with_capacity(LISTED + 1) };
    let offer = |widest: &mut WidestGaps<'_, V>, i: usize| match rows[i] {
        RowIndex::AcrossBoth => widest.insert(f64::INFINITY, i),
        RowIndex::Candidate(axis) => {
            widest.offer(&pair.a, &pair.b, Vect(pair.axis(axis)), i);
        }
    };
    let crosses = match hulls {
        Some(_) if V::IN_SPACE && !with_offsets => Some(HullCrosses::of(&pair.a, &pair.b)),
        _ => None,
    };
    // They are the last of their axes.
    let first = rows.len() - crosses.as_ref().map_or(0, HullCrosses::count);
    (0..first).for_each(|i| offer(&mut widest, i));
    if let Some(crosses) = crosses {
        crosses.each_open(&mut widest, |widest, k| offer(widest, first + k));
    }
    let mut chosen: Vec<usize> = widest.found.into_iter().map(|(_, i)| i).collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|i| rows[i]).collect()
}

/// The widest gaps so far.
struct WidestGaps<'h, V: Vector> {
    known: KnownOffsets<'h, V>,
    /// With the indices of rows, the widest gap first.
    found: Vec<(f64, usize)>,
}

impl<V: Vector> WidestGaps<'_, V> {
    /// The gap that others must be wider than; `None` as long as there is room.
    fn narrowest(&self) -> Option<f64> {
        self.found.get(LISTED - 1).map(|last| last.0)
    }

    fn offer(
        &mut self,
        a: &impl Generators<V, f64>,
        b: &impl Generators<V, f64>,
        axis: Vect<V, f64>,
        row: usize,
    ) {
        // A cross product of axes that are as long as the squares of rotations may have no square in `f64`.
        let Some(unit) = axis.unit() else { return self.insert(f64::NEG_INFINITY, row) };
        self.known.keep(unit);
        if self.narrowest().is_some_and(|narrowest| self.known.rule_out(unit, narrowest)) {
            return;
        }
        let gap = widest_gap_along(a, b, unit);
        self.insert(if gap.is_nan() { f64::NEG_INFINITY } else { gap }, row);
    }

    fn insert(&mut self, gap: f64, row: usize) {
        // Behind those as wide, which come earlier.
        let place = self.found.partition_point(|other| other.0.total_cmp(&gap) != Ordering::Less);
        if place < LISTED {
            self.found.insert(place, (gap, row));
            self.found.truncate(LISTED);
        }
    }
}

/// More than rounding adds to a gap, relative to the taxicab distances of the hulls' corners from zero.
const MARGIN: f64 = 20.0 * UNIT;

/// The most offsets that are kept: the last ones found.
const KNOWN: usize = 32;

/// Offsets between points of two hulls that were far towards the other along some axis: no gap along an axis is wider
/// than such an offset is long along it.
struct KnownOffsets<'h, V: Vector> {
    hulls: Option<[&'h Structure<V>; 2]>,
    /// From the first hull to the second.
    offsets: Vec<Vect<V, f64>>,
    /// The corners that were found last, ahead and behind.
    near: [[usize; 2]; 2],
    /// [`MARGIN`] of these hulls.
    margin: f64,
}

impl<'h, V: Vector> KnownOffsets<'h, V> {
    fn new(hulls: Option<(&'h Structure<V>, &'h Structure<V>)>) -> Self {
        let hulls = hulls.map(|(a, b)| [a, b]);
        let margin = hulls.map_or(0.0, |[a, b]| MARGIN * (a.size() + b.size()));
        Self { hulls, offsets: Vec::new(), near: [[0; 2]; 2], margin }
    }

    /// Whether the gap along a unit axis, either way, is certainly not computed as more than a number.
    fn rule_out(&self, unit: Vect<V, f64>, wider_than: f64) -> bool {
        let most = wider_than - self.margin;
        let (mut ahead, mut behind) = (f64::INFINITY, f64::INFINITY);
        self.offsets.iter().rev().any(|&offset| {
            let along = unit.dot(offset);
            (ahead, behind) = (ahead.smaller(along), behind.smaller(-along));
            ahead <= most && behind <= most
        })
    }

    /// Keeps an offset between points far towards the other hull along an axis, and one along its opposite, as walks
    /// along edges find them.
    fn keep(&mut self, unit: Vect<V, f64>) {
        let Some([a, b]) = self.hulls else { return };
        for (axis, near) in [unit, -unit].into_iter().zip(&mut self.near) {
            *near = [a.furthest(&axis.0, near[0]), b.furthest(&(-axis).0, near[1])];
            if self.offsets.len() == KNOWN {
                self.offsets.remove(0);
            }
            self.offsets.push(b.columns.corner(near[1]) - a.columns.corner(near[0]));
        }
    }
}

/// So many cross products are looked at side by side.
const LANES: usize = 4;

/// Some vectors in space, side by side: as many of each coordinate.
type Lanes = [[f64; LANES]; 3];

/// The cross products of the edges of two hulls in space.
struct HullCrosses {
    own: Vec<[f64; 3]>,
    /// Of the last ones, the places that are left have zeros.
    others: Vec<Lanes>,
    other_count: usize,
}

impl HullCrosses {
    fn of<V: Vector>(own: &impl Generators<V, f64>, others: &impl Generators<V, f64>) -> Self {
        let numbers = |x: V::Array<f64>| array_of(|t| x[t]);
        let other_count = others.directions();
        let block = |first: usize| {
            let lane = |k: usize| {
                let i = first * LANES + k;
                if i < other_count { numbers(others.direction(i)) } else { [0.0; 3] }
            };
            let lanes: [[f64; 3]; LANES] = array_of(lane);
            array_of(|t| array_of(|k| lanes[k][t]))
        };
        Self {
            own: (0..own.directions()).map(|i| numbers(own.direction(i))).collect(),
            others: (0..other_count.div_ceil(LANES)).map(block).collect(),
            other_count,
        }
    }

    fn count(&self) -> usize {
        self.own.len() * self.other_count
    }

    /// Offers those that may have a gap wider than the narrowest that is kept, by their indices.
    fn each_open<'h, V: Vector>(
        &self,
        widest: &mut WidestGaps<'h, V>,
        mut offer: impl FnMut(&mut WidestGaps<'h, V>, usize),
    ) {
        for (i, own) in self.own.iter().enumerate() {
            for (block, others) in self.others.iter().enumerate() {
                let open = match widest.narrowest() {
                    Some(narrowest) => open(own, others, &widest.known, narrowest),
                    None => [true; LANES],
                };
                for (k, &is_open) in open.iter().enumerate() {
                    let j = block * LANES + k;
                    if is_open && j < self.other_count {
                        offer(widest, i * self.other_count + j);
                    }
                }
            }
        }
    }
}

/// Which cross products of a direction and a few others may have a gap that is computed as wider than a number.
fn open<V: Vector>(
    own: &[f64; 3],
    others: &Lanes,
    known: &KnownOffsets<'_, V>,
    wider_than: f64,
) -> [bool; LANES] {
    let cross: Lanes = array_of(|t| {
        let (u, v) = ((t + 1) % 3, (t + 2) % 3);
        array_of(|k| own[u] * others[v][k] - own[v] * others[u][k])
    });
    let dot =
        |x: &Lanes, k: usize| x[0][k] * cross[0][k] + x[1][k] * cross[1][k] + x[2][k] * cross[2][k];
    let most: [f64; LANES] = array_of(|k| (wider_than - known.margin) * dot(&cross, k).sqrt());
    let (mut ahead, mut behind) = ([f64::INFINITY; LANES], [f64::INFINITY; LANES]);
    let mut open = [true; LANES];
    for offset in known.offsets.iter().rev() {
        let offset: Lanes = array_of(|t| [offset[t]; LANES]);
        for k in 0..LANES {
            let along = dot(&offset, k);
            (ahead[k], behind[k]) = (ahead[k].smaller(along), behind[k].smaller(0.0 - along));
            open[k] = !(ahead[k] <= most[k] && behind[k] <= most[k]);
        }
        if open == [false; LANES] {
            break;
        }
    }
    open
}

/// The approximate gap along a unit axis or its opposite, whichever is wider.
fn widest_gap_along<V: Vector>(
    a: &impl Generators<V, f64>,
    b: &impl Generators<V, f64>,
    unit: Vect<V, f64>,
) -> f64 {
    let (ahead, behind) = match (a.hull(), b.hull()) {
        (Some(a), Some(b)) => {
            let interval =
                |hull: &Structure<V>| hull.columns.interval(unit, Vect::zero(), Vect::zero());
            let ([a_low, a_high], [b_low, b_high]) = (interval(a), interval(b));
            (b_low - a_high, a_low - b_high)
        }
        _ => {
            let over = |axis: Vect<V, f64>| {
                let is_blocked = lead_together(a, b, axis, SLACK);
                if is_blocked { f64::NEG_INFINITY } else { gap_along(a, b, axis) }
            };
            (over(unit), over(unit * -1.0))
        }
    };
    if ahead > behind { ahead } else { behind }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::{Quotient as _, UNIT_F32};
    use crate::query::predicate::Rule;
    use crate::query::predicate::tests::assert_covers;
    use crate::query::separation::Shapes;
    use crate::shape::{ConvexHull, ShapeRef};
    use glam::Vec3;

    /// A gap is computed along a unit axis, from heights of corners; an offset is measured along the cross product.
    #[test]
    fn the_margin_is_derived() {
        let along = |x: Roundoff, axis: Roundoff| x * axis + Roundoff::ZERO + Roundoff::ZERO;
        // The cross product is the same number in both.
        let square = along(Roundoff::ONE, Roundoff::ONE) + Roundoff::ZERO;
        let length = square.root(0);
        let unit = Roundoff::ONE.over(length);
        // Of one hull all of the size, of the other none: errors are linear in both.
        let gap = along(Roundoff::ONE, unit) - Roundoff::ZERO;
        let offset = along(Roundoff::ONE - Roundoff::ZERO, Roundoff::ONE);
        let most = (Roundoff::ONE - Roundoff::ZERO) * length;
        let errors = gap.error + offset.error + most.error;
        assert_covers(MARGIN / UNIT, errors * SLACK);
    }

    /// The axes that are chosen for hulls that touch, nearly do, overlap or are apart, and those with the widest of all
    /// gaps.
    #[test]
    fn no_axis_among_the_widest_is_ruled_out() {
        let mut seed = 3_u32;
        let mut number = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 * UNIT_F32 * 2.0 - 1.0
        };
        let mut hull = |x: f32, is_ball: bool| {
            let point = |i: usize| {
                if !is_ball {
                    // On a grid, so that many axes are as wide.
                    let [p, q, r] = [i % 3, i / 3 % 3, i / 9].map(|n| n as f32 - 1.0);
                    return [p + x, q * (1.5 - 0.5 * r.abs()), r];
                }
                let p = [number(), number(), number()];
                let length = Vect::<Vec3, f32>(p).square().sqrt();
                [p[0] / length + x, p[1] / length, p[2] / length]
            };
            ConvexHull::<Vec3>::new((0..24).map(point).collect::<Vec<_>>())
        };
        for round in 0..48 {
            let apart = [2.0, 1.5, 2.0 + 1e-6, 2.5][round % 4];
            let (a, b) = (hull(0.0, round & 4 == 0), hull(apart, round & 8 == 0));
            let (a, b) = (ShapeRef::ConvexHull(&a), ShapeRef::ConvexHull(&b));
            let question: Asked<'_, Vec3> = Shapes { a: &a, b: &b, rule: Rule::Closed };
            let pair = SatPair::<Vec3, f64, _, _>::with_axes(&question, false);
            let rows: Vec<_> = (0..pair.axes()).map(RowIndex::Candidate).collect();
            assert!(rows.len() > LISTED, "{}", rows.len());
            let mut gaps: Vec<_> = (0..rows.len())
                .map(|i| {
                    let axis = Vect::<Vec3, f64>(pair.axis(i));
                    let length = axis.length();
                    let gap = widest_gap_along(&pair.a, &pair.b, axis / length);
                    (if length > 0.0 { gap } else { f64::NEG_INFINITY }, i)
                })
                .collect();
            gaps.sort_by(|x, y| y.0.total_cmp(&x.0));
            let mut widest: Vec<_> = gaps[..LISTED].iter().map(|&(_, i)| rows[i]).collect();
            widest.sort_unstable_by_key(|row| match row {
                RowIndex::Candidate(i) => *i,
                RowIndex::AcrossBoth => usize::MAX,
            });
            assert_eq!(widest_gaps(&question, false, &rows), widest, "{round}");
        }
    }
}
