//! The axis along which two boxes lie furthest apart, or overlap least, in closed form.
//!
//! Of the fifteen axes (Gottschalk, Lin and Manocha 1996, §5; Ericson 2005, §4.4.1) the faces' are
//! compared in the boxes' own frames; a cross product of edges is normalised only if it may be the
//! best. The best one is then measured as any other axis, so that its gap is as certain as theirs.

use super::axes::Search;
use super::polytope::dot;
use crate::space::Vector;

/// Axes along edges nearer to parallel than this sine are measured one by one: the closed form
/// divides what rounding left of it by the sine.
const SINE: f64 = 1.0 / 256.0;

/// Offers the best axis of two boxes; false if they are none.
pub(super) fn offer_best<V: Vector>(search: &mut Search<'_, V>) -> bool {
    let (a, b) = search.cores();
    let (Some((x, x_half)), Some((y, y_half))) = (&a.frame, &b.frame) else { return false };
    let (from, to) = (a.middle(), b.middle());
    let way = V::array(|t| to[t] - from[t]);
    let cosines = V::array(|i| V::array(|j| dot::<V>(&x[i], &y[j])));
    let (in_x, in_y) = (V::array(|i| dot::<V>(&x[i], &way)), V::array(|j| dot::<V>(&y[j], &way)));
    let mut best = (f64::NEG_INFINITY, x[0], 0.0);
    for i in 0..V::DIM {
        let reach = (0..V::DIM).fold(x_half[i], |r, j| r + y_half[j] * cosines[i][j].abs());
        let gap = in_x[i].abs() - reach;
        if gap > best.0 {
            best = (gap, x[i], in_x[i]);
        }
    }
    for j in 0..V::DIM {
        let reach = (0..V::DIM).fold(y_half[j], |r, i| r + x_half[i] * cosines[i][j].abs());
        let gap = in_y[j].abs() - reach;
        if gap > best.0 {
            best = (gap, y[j], in_y[j]);
        }
    }
    for i in 0..V::EDGES {
        let (i1, i2) = ((i + 1) % V::DIM, (i + 2) % V::DIM);
        for j in 0..V::EDGES {
            let (j1, j2) = ((j + 1) % V::DIM, (j + 2) % V::DIM);
            let along = in_x[i2] * cosines[i1][j] - in_x[i1] * cosines[i2][j];
            let reach = x_half[i1] * cosines[i2][j].abs()
                + x_half[i2] * cosines[i1][j].abs()
                + y_half[j1] * cosines[i][j2].abs()
                + y_half[j2] * cosines[i][j1].abs();
            let gap = along.abs() - reach;
            // Normalised, an overlap is deeper still.
            if gap < 0.0 && gap <= best.0 {
                continue;
            }
            let square = cosines[i1][j] * cosines[i1][j] + cosines[i2][j] * cosines[i2][j];
            let axis = V::cross(&x[i], &y[j]);
            let sine = square.sqrt();
            if sine < SINE {
                search.offer_across(&axis);
            } else if gap / sine > best.0 {
                best = (gap / sine, axis, along);
            }
        }
    }
    let (_, axis, along) = best;
    search.offer_across(&V::array(|t| if along < 0.0 { 0.0 - axis[t] } else { axis[t] }));
    true
}
