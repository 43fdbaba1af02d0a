//! The orientation predicate: on which side of a plane a point lies, and whether edges are parallel.

use super::structure::Point;
use crate::array::{Mapped as _, array_of};
use crate::exact::{Certain, Dyadic, Number, UNIT};
use core::cmp::Ordering;

/// A determinant expanded along its first row.
///
/// With magnitudes for entries and a sum for the difference, it is the sum of the magnitudes of
/// all products instead, which the rounding error is measured against. Degree 3, or 2 where the
/// first row is a unit vector.
#[inline(always)]
fn expand<N: Number>([a, b, c]: &[[N; 3]; 3], difference: impl Fn(N, N) -> N) -> N {
    let minor = |i: usize, j: usize| difference(b[i] * c[j], b[j] * c[i]);
    (a[0] * minor(1, 2) + a[1] * minor(2, 0)) + a[2] * minor(0, 1)
}

#[inline(always)]
fn determinant<N: Number>(rows: &[[N; 3]; 3]) -> N {
    expand(rows, |x, y| x - y)
}

/// How far a determinant of rounded differences may be off over `f64`, in units of half an ulp of
/// one of its scale.
///
/// Derived by `the_bound_is_derived`. It needs no care for the range: a difference of two `f32` is
/// zero, and then exactly, or between 2⁻¹⁴⁹ and 2¹²⁹, so that three multiplied stay far from both ends.
const ERROR: f64 = 9.0;

/// Rows of a determinant, as numbers of any kind.
trait Rows {
    fn rows<N: Number>(&self, of: impl Fn(&Point) -> [N; 3]) -> [[N; 3]; 3];
}

/// The vectors from a point to three others.
struct Tetrahedron<'a>([&'a Point; 4]);

impl Rows for Tetrahedron<'_> {
    #[inline(always)]
    fn rows<N: Number>(&self, of: impl Fn(&Point) -> [N; 3]) -> [[N; 3]; 3] {
        let [a, b, c, d] = self.0.mapped(of);
        [b, c, d].mapped(|end| difference(&end, &a))
    }
}

/// A coordinate axis, and the vectors along two segments.
struct ProjectedSegments<'a> {
    axis: usize,
    segments: [[&'a Point; 2]; 2],
}

impl Rows for ProjectedSegments<'_> {
    #[inline(always)]
    fn rows<N: Number>(&self, of: impl Fn(&Point) -> [N; 3]) -> [[N; 3]; 3] {
        let unit = array_of(|j| if j == self.axis { N::ONE } else { N::ZERO });
        let [first, second] = self.segments.mapped(|[from, to]| difference(&of(to), &of(from)));
        [unit, first, second]
    }
}

#[inline(always)]
fn difference<N: Number>(a: &[N; 3], b: &[N; 3]) -> [N; 3] {
    array_of(|j| a[j] - b[j])
}

#[cfg(test)]
thread_local! {
    /// How many signs have been asked for.
    pub(super) static ASKED: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

/// The sign of a determinant: by a filter, else by exact numbers.
#[inline(always)]
fn sign(rows: &impl Rows) -> Ordering {
    #[cfg(test)]
    ASKED.set(ASKED.get() + 1);
    let numbers = rows.rows(|point| point.wide);
    let scale = expand(&numbers.mapped(|row| row.mapped(f64::abs)), |x, y| x + y);
    let (value, bound) = (determinant(&numbers), ERROR * UNIT * scale);
    if value > bound {
        Ordering::Greater
    } else if value < -bound {
        Ordering::Less
    } else if scale == 0.0 {
        // Every product has a factor that is exactly zero, as where all lie on one level.
        Ordering::Equal
    } else {
        exact_sign(rows)
    }
}

#[cold]
#[inline(never)]
fn exact_sign(rows: &impl Rows) -> Ordering {
    Dyadic::scoped(|| determinant(&rows.rows(|point| point.stored.mapped(Dyadic::of))).ordering())
}

/// Where `d` lies, seen from the plane through `a`, `b`, `c`: above (`Greater`) is where these turn
/// counterclockwise. `Equal` says that all four lie in one plane.
#[inline(always)]
pub(crate) fn side(a: &Point, b: &Point, c: &Point, d: &Point) -> Ordering {
    sign(&Tetrahedron([a, b, c, d]))
}

/// How `a`, `b`, `c` turn, seen from the positive end of a coordinate axis: `Greater` is
/// counterclockwise, `Equal` says that their shadows lie on one line.
pub(crate) fn turn(axis: usize, a: &Point, b: &Point, c: &Point) -> Ordering {
    sign(&ProjectedSegments { axis, segments: [[a, b], [a, c]] })
}

/// Whether two segments are parallel, exactly; one of no length is parallel to all.
pub(super) fn are_parallel(first: [&Point; 2], second: [&Point; 2]) -> bool {
    let segments = [first, second];
    (0..3).all(|axis| sign(&ProjectedSegments { axis, segments }) == Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::adversary::assert_needed;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::query::predicate::{AxisTest, AxisVisitor};
    use glam::Vec3;

    /// The bound is linear in the determinant's products, so that its largest value is found where
    /// one product is all there is.
    #[test]
    fn the_bound_is_derived() {
        let mut worst = 0.0;
        for [i, j, k] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let mut rows = [[Roundoff::ZERO; 3]; 3];
            // Each entry is a difference, rounded once.
            (rows[0][i], rows[1][j], rows[2][k]) =
                (Roundoff::unit(1.0), Roundoff::unit(1.0), Roundoff::unit(1.0));
            let value = determinant(&rows);
            let error = value.error * SLACK / value.magnitude;
            worst = if error > worst { error } else { worst };
        }
        assert!(worst <= ERROR && ERROR <= 2.0 * worst, "derived {worst}, used {ERROR}");
    }

    impl AxisTest<Vec3> for Tetrahedron<'_> {
        const ERROR: f64 = ERROR;
        const DEGREE: u32 = 3;

        fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool {
            let rows = self.rows(|point| point.stored.mapped(N::of));
            let scale = || expand(&rows.mapped(|row| row.mapped(N::abs)), |x, y| x + y);
            visitor.separates(0, || determinant(&rows), scale)
        }
    }

    #[test]
    fn the_bound_is_needed() {
        assert_needed(ERROR, 2.0, 8, |n: &[f32; 12], adversary| {
            let points = [0, 3, 6, 9].map(|i| Point::new([n[i], n[i + 1], n[i + 2]]));
            let [a, b, c, d] = &points;
            adversary.fools(&Tetrahedron([a, b, c, d]))
        });
    }

    #[test]
    fn sides_are_decided_below_the_last_bit() {
        let least = f32::from_bits(1);
        let point = |x: f32, y: f32, z: f32| Point::new([x, y, z]);
        for size in [1e-45, 1e-20, 1.0, 3e38] {
            let (a, b, c) =
                (point(-size, -size, 1.0), point(size, -size, 1.0), point(0.0, size, 1.0));
            assert_eq!(side(&a, &b, &c, &point(0.0, 0.0, 1.0)), Ordering::Equal, "{size:e}");
            for (z, expected) in
                [(1.0f32.next_up(), Ordering::Greater), (1.0f32.next_down(), Ordering::Less)]
            {
                assert_eq!(side(&a, &b, &c, &point(size, size, z)), expected, "{size:e}");
                assert_eq!(side(&b, &a, &c, &point(size, size, z)), expected.reverse(), "{size:e}");
            }
            // A line through the origin, and a point beside it.
            let (p, q) = (point(-size, -size, 0.0), point(size, size, 0.0));
            assert_eq!(turn(2, &p, &q, &point(0.0, 0.0, 0.0)), Ordering::Equal, "{size:e}");
            assert_eq!(turn(2, &p, &q, &point(0.0, least, 0.0)), Ordering::Greater, "{size:e}");
            assert_eq!(turn(2, &p, &q, &point(0.0, -least, 0.0)), Ordering::Less, "{size:e}");
        }
    }
}
