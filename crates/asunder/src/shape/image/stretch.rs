//! The largest factor by which a map stretches a vector.

use crate::exact::{Number, Quotient};
use crate::space::{Vector, WideAffine};

/// How often every pair of axes is turned. Convergence is quadratic: a 3×3 matrix is diagonal to the
/// last bit after six times.
const SWEEPS: usize = 8;

/// What a stretch is off at most, relatively: 200 units of 2⁻⁵³ as a test adds them up, and the next
/// power of two. In units of the largest singular value `σ`, or of `σ²` while it is squared:
///
/// - A product `MᵀM` rounds `j`'s part of each entry by three units of `|mᵢⱼ||mₖⱼ|`; as a matrix that is
///   three times the sum of all squared lengths, nine units.
/// - What turning rounds in two components is at most two units of the length `r` of both, in each: a
///   product, and a sum of products that Cauchy and Schwarz keep below `r`. So `2√2` units of the norm of
///   what is turned, two columns, each no longer than `σ²`: four units; and for two rows as many.
/// - A cosine and its sine are off by fewer than four units of themselves, whatever the angle should
///   have been, so that turning by them may shorten; once for columns, once for rows.
/// - A matrix stretches by no more than its largest diagonal entry and all of its others together, so
///   that nothing rests on convergence but how near the bound is. Six sums.
/// - A root halves all of this, and has a rounding of its own. Two more are for this constant as a
///   factor, three for the radius as one and for what is added to it.
const LOST: f64 = 1.0 / (1u64 << 45) as f64;

/// A number not below the largest singular value of a map, and above it by hardly more than what was
/// lost: by Jacobi's method on `MᵀM` (Golub and Van Loan, §8.5).
pub(super) fn largest_stretch<V: Vector>(map: &WideAffine<V>) -> f64 {
    let mut s = map.columns.map(|a| map.columns.each(|b| a.dot(b)));
    for _ in 0..SWEEPS {
        for p in 0..V::DIM {
            for q in p + 1..V::DIM {
                if s[p][q] == 0.0 {
                    continue;
                }
                let theta = (s[q][q] - s[p][p]) / (2.0 * s[p][q]);
                let root = (theta * theta + 1.0).sqrt();
                let tangent =
                    if theta < 0.0 { -1.0 / (root - theta) } else { 1.0 / (root + theta) };
                let angle = cos_sin(tangent);
                for k in 0..V::DIM {
                    [s[k][p], s[k][q]] = turned(angle, [s[k][p], s[k][q]]);
                }
                for k in 0..V::DIM {
                    [s[p][k], s[q][k]] = turned(angle, [s[p][k], s[q][k]]);
                }
            }
        }
    }
    let mut bound = 0.0_f64;
    for i in 0..V::DIM {
        bound = bound.larger(s[i][i]);
    }
    for i in 0..V::DIM {
        for k in (0..V::DIM).filter(|&k| k != i) {
            bound += s[i][k].abs();
        }
    }
    bound.sqrt() * (1.0 + LOST)
}

/// The cosine and the sine of the angle of a tangent.
fn cos_sin<N: Quotient>(tangent: N) -> [N; 2] {
    let cos = N::ONE.over((tangent * tangent + N::ONE).root(0));
    [cos, tangent * cos]
}

/// Two components after their axes have been turned.
fn turned<N: Number>([cos, sin]: [N; 2], [a, b]: [N; 2]) -> [N; 2] {
    [cos * a - sin * b, sin * a + cos * b]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::{Certain, Dyadic, UNIT, widen};
    use crate::query::predicate::tests::assert_covers;
    use crate::space::Affine;
    use core::cmp::Ordering;
    use core::f64::consts::{FRAC_1_SQRT_2, SQRT_2};
    use glam::Vec3;

    /// The terms that [`LOST`] adds up, from the formulas where there are formulas.
    #[test]
    fn what_a_stretch_loses_is_derived() {
        let dimension = 3.0;
        let square = (0..3).fold(Roundoff::ZERO, |sum, j| {
            let part = if j == 0 { Roundoff::ONE } else { Roundoff::ZERO };
            sum + part * part
        });
        let products = square.error * dimension;
        // A tangent is at most one, where cosines round most.
        let angle = cos_sin(Roundoff::ONE);
        let shortened = angle.map(|x| x.error / x.magnitude).into_iter().fold(0.0, f64::max);
        // Equal components, turned by an eighth: their products' sum is as large as both are long.
        let part = Roundoff { magnitude: FRAC_1_SQRT_2, error: 0.0 };
        let component = turned([part; 2], [part; 2])[0];
        assert!((component.magnitude - 1.0).abs() < 1e-15);
        let (in_two_components, of_two_columns) = (SQRT_2 * component.error, SQRT_2);
        let once = in_two_components * of_two_columns + shortened;
        let turns = (SWEEPS * 3) as f64;
        let squared = products + turns * 2.0 * once + 6.0;
        let root = squared / 2.0 + 1.0;
        assert_covers(LOST / UNIT, (root + 2.0 + 3.0) * SLACK);
    }

    /// Whether a number is certainly above every stretch of a map: whether its square, less the map's
    /// own, has only positive leading minors (Sylvester).
    fn is_beyond(stretch: f64, columns: &[[f32; 3]; 3]) -> bool {
        Dyadic::scoped(|| {
            let (high, low) = (stretch as f32, stretch - widen(stretch as f32));
            let middle = low as f32;
            let parts = [high, middle, (low - widen(middle)) as f32].map(Dyadic::of);
            let stretch = parts[0] + parts[1] + parts[2];
            let entry = |i: usize, k: usize| {
                let square = if i == k { stretch * stretch } else { Dyadic::ZERO };
                let product = |j: usize| Dyadic::of(columns[i][j]) * Dyadic::of(columns[k][j]);
                square - product(0) - product(1) - product(2)
            };
            let two = |i: usize, j: usize| entry(1, i) * entry(2, j) - entry(1, j) * entry(2, i);
            let minors = [
                entry(0, 0),
                entry(0, 0) * entry(1, 1) - entry(0, 1) * entry(1, 0),
                entry(0, 0) * two(1, 2) - entry(0, 1) * two(0, 2) + entry(0, 2) * two(0, 1),
            ];
            minors.into_iter().all(|minor| minor.ordering() == Ordering::Greater)
        })
    }

    /// No stretch of maps of all kinds is below the true one, nor above it by more than twice what may be
    /// lost, judged in exact numbers.
    #[test]
    fn a_stretch_is_near_the_true_one() {
        let mut seed = 7_u32;
        let mut number = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / 8_388_608.0 - 1.0
        };
        for round in 0..600 {
            let flat = [1.0, 1e-3, 1e-7, 0.0][round % 4];
            let mut columns: [[f32; 3]; 3] =
                core::array::from_fn(|_| core::array::from_fn(|_| number()));
            columns[1] = columns[1].map(|x| x * flat);
            if round % 3 == 0 {
                columns[2] = columns[0].map(|x| x * (1.0 + flat));
            }
            let map = Affine::<Vec3> { columns, translation: [0.0; 3] };
            let stretch = largest_stretch(&WideAffine::from(&map));
            assert!(is_beyond(stretch, &columns), "{columns:?}");
            assert!(!is_beyond(stretch * (1.0 - 2.0 * LOST), &columns), "{columns:?}");
        }
    }
}
