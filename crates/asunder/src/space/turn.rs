//! Interpolation between two poses: along a straight line, turning by the shorter arc.

use super::{Pose, Vector};
use crate::array::{Mapped as _, array_of};
use crate::exact::widen;
use crate::linalg::Vect;

/// How a rotation turns into another by the shorter arc: as `q + t(r - q)` does, whose length does not matter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    from: [f64; 4],
    to: [f64; 4],
    /// How much of a half turn lies between them: the area that the two span.
    across: f64,
    /// The fraction at which the length in between is least.
    nearest: f64,
    /// That length, which is not zero: they are at most at right angles.
    least: f64,
}

impl Turn {
    pub(crate) fn of<V: Vector>(from: &Pose<V>, to: &Pose<V>) -> Self {
        let (from, to) = shorter_arc::<V>(from, to);
        let (mut across, mut along, mut square) = (0.0, 0.0, 0.0);
        for i in 0..4 {
            let change = to[i] - from[i];
            along -= from[i] * change;
            square += change * change;
            for j in 0..i {
                let area = from[i] * to[j] - from[j] * to[i];
                across += area * area;
            }
        }
        let nearest = if square > 0.0 { along / square } else { 0.0 };
        let nearest = if nearest > 0.0 { nearest } else { 0.0 };
        let nearest = if nearest < 1.0 { nearest } else { 1.0 };
        let turn = Self { from, to, across: across.sqrt(), nearest, least: 0.0 };
        Self { least: turn.length(nearest), ..turn }
    }

    fn length(&self, part: f64) -> f64 {
        let at = |i: usize| self.from[i] + part * (self.to[i] - self.from[i]);
        (0..4).fold(0.0, |sum, i| sum + at(i) * at(i)).sqrt()
    }

    /// The unit axis about which it turns; zero, if it does not turn.
    pub(crate) fn axis(&self) -> [f64; 3] {
        let ([x, y, z, w], [x1, y1, z1, w1]) = (self.from, self.to);
        let axis = [
            w * x1 - w1 * x - (y1 * z - z1 * y),
            w * y1 - w1 * y - (z1 * x - x1 * z),
            w * z1 - w1 * z - (x1 * y - y1 * x),
        ];
        let length = (axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]).sqrt();
        if length > 0.0 { axis.mapped(|x| x / length) } else { [0.0; 3] }
    }

    /// The sine of half the angle turned from a fraction to a later one, up to `until`, divided by the
    /// difference of the fractions: at least, and at most.
    pub(crate) fn speeds(&self, part: f64, until: f64) -> [f64; 2] {
        let nearest = if self.nearest > part { self.nearest } else { part };
        let nearest = if nearest < until { nearest } else { until };
        let (here, there) = (self.length(part), self.length(until));
        let longest = if here > there { here } else { there };
        [longest, self.length(nearest)].mapped(|length| self.across / (here * length))
    }

    /// The sine of half the angle turned from here on, at most, divided by the fraction: two
    /// points of it span `across` times the part between them.
    pub(crate) fn speed(&self, part: f64) -> f64 {
        self.across / (self.length(part) * self.least)
    }
}

/// Two rotations as quaternions of length one, at most at right angles. Were one much longer than the
/// other, nearly all of the turn would fall into a fraction that no `f32` divides.
fn shorter_arc<V: Vector>(from: &Pose<V>, to: &Pose<V>) -> ([f64; 4], [f64; 4]) {
    let (from, to) = (V::half_turn(from.rotation), V::half_turn(to.rotation));
    let cosine = (0..4).fold(0.0, |sum, i| sum + from[i] * to[i]);
    (from, if cosine < 0.0 { to.mapped(|x| 0.0 - x) } else { to })
}

impl<V: Vector> Pose<V> {
    /// The pose after a fraction of the motion to another, from 0 to 1: this one at zero, bit for bit, and
    /// the other one at one.
    ///
    /// The translation goes straight. The rotation turns by the shorter arc about one axis: quaternions
    /// are interpolated component by component, so that it turns a little faster midway. In 2D it
    /// turns as one in 3D about the third axis would. Half a turn is as short either way; from no
    /// rotation at all it goes counterclockwise.
    ///
    /// Each number is computed in `f64` and rounded to `f32` once. A part that is no number from 0 to
    /// 1 counts as the nearer end.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Rot2;
    ///
    /// let from = Pose2::from_translation([0.0, 0.0]);
    /// let to = Pose2::new([4.0, 2.0], Rot2::degrees(90.0));
    /// let between = from.between(&to, 0.5);
    /// assert_eq!(between.translation().to_array(), [2.0, 1.0]);
    /// let Rot2 { cos, sin } = between.rotation();
    /// assert!(cos == sin, "an eighth of a turn");
    /// assert_eq!((from.between(&to, 0.0), from.between(&to, 1.0)), (from, to));
    /// ```
    #[must_use]
    pub fn between(&self, to: &Self, part: f32) -> Self {
        if !(part > 0.0) {
            return *self;
        }
        if part >= 1.0 {
            return *to;
        }
        let part = widen(part);
        let start = Vect::<V, f64>::of(&self.translation);
        let displacement = Vect::of(&to.translation) - start;
        let translation = (start + displacement * part).map(|x| x as f32 + 0.0).0;
        if self.rotation == to.rotation {
            return Self { translation, rotation: self.rotation };
        }
        let (from, to) = shorter_arc::<V>(self, to);
        let turned = array_of(|i| from[i] + part * (to[i] - from[i]));
        Self { translation, rotation: V::from_half_turn(turned) }
    }
}
