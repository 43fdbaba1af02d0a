//! A local minimum without derivatives: the downhill simplex method.

use super::cloud::Vec3;
use crate::linalg::Vect;
use crate::sort::sort_by;

/// A point and its value where a function of three numbers is less than at zero and about least
/// nearby: the simplex method of J. Nelder and R. Mead (1965), from a simplex of this size at zero,
/// in so many steps.
pub(super) fn least(size: f64, steps: usize, value: impl Fn(Vec3) -> f64) -> (Vec3, f64) {
    let valued = |x: Vec3| (x, value(x));
    let along = |axis| valued(Vect::along_axis(axis, size));
    let mut simplex = [valued(Vect::zero()), along(0), along(1), along(2)];
    for _ in 0..steps {
        // Stable: of equals the older stays before the newer.
        sort_by(&mut simplex, &|a, b| a.1.total_cmp(&b.1));
        let [best, _, second, worst] = simplex;
        if !(worst.1 - best.1 > 1e-10 * best.1.abs()) {
            break;
        }
        let middle = (simplex[0].0 + simplex[1].0 + simplex[2].0).map(|x| x / 3.0);
        let beyond = |by: f64| valued(middle + (middle - worst.0) * by);
        let reflected = beyond(1.0);
        let tried = if reflected.1 < best.1 {
            let expanded = beyond(2.0);
            if expanded.1 < reflected.1 { expanded } else { reflected }
        } else if reflected.1 < second.1 {
            reflected
        } else {
            beyond(if reflected.1 < worst.1 { 0.5 } else { -0.5 })
        };
        if tried.1 < worst.1 {
            simplex[3] = tried;
        } else {
            for corner in &mut simplex[1..] {
                *corner = valued((corner.0 + best.0) * 0.5);
            }
        }
    }
    simplex.into_iter().reduce(|a, b| if b.1 < a.1 { b } else { a }).unwrap_or(simplex[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_valley_is_found() {
        let bowl = |Vect([x, y, z]): Vec3| {
            (x - 0.3).abs() + 4.0 * (y + 0.1) * (y + 0.1) + (z - 0.2 * x) * (z - 0.2 * x)
        };
        let (at, value) = least(0.1, 200, bowl);
        assert!(value < 1e-6, "{value} at {at:?}");
        let (at, value) = least(0.1, 200, |_| 1.0);
        assert_eq!((at, value), (Vect::zero(), 1.0), "nowhere is better than here");
    }
}
