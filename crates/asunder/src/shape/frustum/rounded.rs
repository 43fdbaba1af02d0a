//! The planes of a frustum as floats, with bounds on their error.

use super::Frustum;
use super::planes::{Bound, MOST};
use crate::exact::Estimate;
use crate::linalg::Vect;
use crate::space::Vector;

/// The planes of a frustum in `f64`, their normals of length one, and a point inside.
///
/// They are side by side, component by component, so that all are asked in one go. Where a frustum
/// has fewer planes, its first stands in for the rest: that bounds nothing more, and whatever is known
/// of a shape and the first is known of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounded<V: Vector> {
    /// The normals, which point out: all their first components, all their second ones, …
    pub(crate) normals: V::Array<[f64; MOST]>,
    pub(crate) offsets: [f64; MOST],
    /// How far off a height over each plane may be, for each unit of the coordinates' magnitudes.
    pub(crate) slack: [f64; MOST],
    /// The same, wherever the point is.
    pub(crate) offset_slack: [f64; MOST],
    /// Somewhere in the middle; nothing is promised of it.
    pub(crate) middle: V::Array<f64>,
}

/// The middle of a range, and how wide it is.
pub(super) fn parts([low, high]: [f64; 2]) -> (f64, f64) {
    (0.5 * (low + high), high - low)
}

/// The middle of each component's range, and how wide it is.
pub(super) fn middles_and_widths<V: Vector>(v: Vect<V, Estimate>) -> (Vect<V, f64>, Vect<V, f64>) {
    (v.map(|x| parts(x.range()).0), v.map(|x| parts(x.range()).1))
}

impl<V: Vector> Rounded<V> {
    pub(super) fn of(frustum: &Frustum<V>) -> Self {
        let mut rounded = Self {
            normals: V::array(|_| [0.0; MOST]),
            offsets: [0.0; MOST],
            slack: [0.0; MOST],
            offset_slack: [0.0; MOST],
            middle: middle(frustum).0,
        };
        let count = frustum.plane_count();
        for i in 0..MOST {
            rounded.set(i, frustum.plane::<Estimate>(if i < count { i } else { 0 }));
        }
        rounded
    }

    fn set(&mut self, i: usize, (normal, offset): Bound<V, Estimate>) {
        let (normal, error) = middles_and_widths::<V>(Vect(normal));
        let (offset, offset_error) = parts(offset.range());
        let square = normal.square();
        // Whichever positive number the plane is multiplied by, it means the same half-space.
        let scale = 1.0 / square.sqrt();
        // Half as much would do for the true numbers. The other half, which is never less than what
        // an estimate allows for its roundings, is for those in `f64`.
        let (slack, offset_slack) = (scale * error.sum(), scale * offset_error);
        if square > RANGE[0] && square < RANGE[1] && slack < 1e-3 && offset_slack < f64::MAX {
            for j in 0..V::DIM {
                self.normals[j][i] = normal[j] * scale;
            }
            self.offsets[i] = offset * scale;
            self.slack[i] = slack;
            self.offset_slack[i] = offset_slack;
        } else {
            self.offset_slack[i] = f64::INFINITY;
        }
    }
}

/// Squares outside of this could have lost a part to underflow, or overflow: of a lost product 2⁻¹⁰²² at
/// most, which is nothing beside what an estimate allows for.
pub(super) const RANGE: [f64; 2] = [1e-250, 1e250];

/// The mean of the points that span it, moved along its rays.
fn middle<V: Vector>(frustum: &Frustum<V>) -> Vect<V, f64> {
    let count = frustum.points();
    let mut sum = Vect::zero();
    for i in 0..count {
        let (x, w) = frustum.point::<f64>(i);
        sum = sum + Vect(x) / w;
    }
    let mut middle = sum / count as f64;
    for i in 0..frustum.rays() {
        let ray = Vect(frustum.ray::<f64>(i));
        middle = middle + ray * (16.0 / ray.length());
    }
    middle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::{Number, Quotient};

    /// What is rounded after the numbers of a plane are known: their middles, the length of the normal,
    /// a height, a reach. It is less than half of the narrowest range.
    #[test]
    fn roundings_take_less_than_half_of_a_range() {
        let middle = Roundoff::unit(2.0);
        let scale = Roundoff::ONE.over(Roundoff { magnitude: 1.0, ..squares([middle; 3]).root(0) });
        let normal = [middle * scale; 3];
        let along = |point: [Roundoff; 3]| {
            normal.into_iter().zip(point).fold(Roundoff::ZERO, |sum, (n, x)| sum + n * x)
        };
        let off = [Roundoff::unit(1.0), Roundoff::ZERO, Roundoff::ZERO];
        let height = along(off) - middle * scale;
        let gap = (height - (along(off) + Roundoff::ONE)) - Roundoff::ZERO;
        let roundings = gap.error * SLACK * (f64::EPSILON / 2.0);
        let [low, high] = Estimate::ONE.range();
        assert!(roundings < 0.5 * (high - low), "{roundings:e} of {:e}", high - low);
    }

    #[test]
    fn squares_in_range_have_lost_nothing() {
        let [low, high] = Estimate::ONE.range();
        assert!(3.0 * f64::MIN_POSITIVE < 1e-3 * (high - low) * RANGE[0]);
        assert!([RANGE[1]; 3].iter().sum::<f64>() < f64::MAX);
    }

    fn squares([x, y, z]: [Roundoff; 3]) -> Roundoff {
        x * x + y * y + z * z
    }
}
