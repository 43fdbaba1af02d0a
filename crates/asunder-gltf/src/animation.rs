//! Animation clips: curves that translate, rotate and scale nodes over time.

use crate::matrix::Trs;
use crate::model::Transform;
use crate::rotation::{slerp, unit};

/// A named animation of a model's nodes, such as a walk or an attack.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Its name in the file, or `clip3` for a nameless fourth clip.
    pub name: String,
    /// The time of its last keyframe in seconds. It starts at 0.
    pub duration: f32,
    /// The track of each animated node; at most one for a node.
    pub tracks: Vec<Track>,
}

/// The curves of one node in a clip; a property without a curve stays as it is at rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The animated node: an index into [`Model::nodes`](crate::Model::nodes).
    pub node: usize,
    /// The node's position relative to its parent.
    pub translation: Option<Curve<3>>,
    /// The node's rotation relative to its parent, a quaternion (x, y, z, w) of any length but 0.
    pub rotation: Option<Curve<4>>,
    /// The node's scale along its own axes.
    pub scale: Option<Curve<3>>,
}

impl Track {
    /// The node's local transform at `time`; `None` for a node with a matrix, which glTF does not let an
    /// animation target.
    pub(crate) fn trs(&self, rest: &Transform, time: f32) -> Option<Trs> {
        let rest = rest.trs()?;
        let vector = |curve: &Option<Curve<3>>, rest: [f64; 3]| match curve {
            Some(curve) => curve.at(time, lerp),
            None => rest,
        };
        let rotation = match &self.rotation {
            Some(curve) => curve.at(time, |a, b, t| slerp(unit(a), unit(b), t)),
            None => rest.rotation,
        };
        let translation = vector(&self.translation, rest.translation);
        Some(Trs { translation, rotation, scale: vector(&self.scale, rest.scale) })
    }
}

impl Trs {
    /// The transform at the fraction `t` between two: translation and scale interpolated linearly,
    /// rotation spherically along the shorter arc.
    pub(crate) fn blend(&self, other: &Self, t: f64) -> Self {
        Self {
            translation: lerp(self.translation, other.translation, t),
            rotation: slerp(unit(self.rotation), unit(other.rotation), t),
            scale: lerp(self.scale, other.scale, t),
        }
    }
}

/// The interpolation between keyframes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// The value of the previous keyframe.
    Step,
    /// Linear interpolation; spherical, along the shorter arc, for rotations.
    Linear,
    /// A cubic Hermite spline with given tangents at each keyframe.
    CubicSpline,
}

/// A value of `N` numbers over time, defined by keyframes.
///
/// Before the first keyframe and after the last, their values hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve<const N: usize> {
    interpolation: Interpolation,
    /// Increasing and not empty.
    times: Vec<f32>,
    /// One for each time; for a cubic spline three: in-tangent, value, out-tangent.
    values: Vec<[f32; N]>,
}

impl<const N: usize> Curve<N> {
    /// A curve through checked keyframes.
    pub(crate) fn new(
        interpolation: Interpolation,
        times: Vec<f32>,
        values: Vec<[f32; N]>,
    ) -> Self {
        debug_assert!(!times.is_empty());
        debug_assert_eq!(values.len(), times.len() * interpolation.values_per_key());
        Curve { interpolation, times, values }
    }

    /// The interpolation between its keyframes.
    #[must_use]
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// The keyframes' times in seconds, increasing. Of equal ones the last counts at its time.
    #[must_use]
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// The curve's value at the keyframe with this index.
    ///
    /// # Panics
    ///
    /// If there is no such keyframe.
    #[must_use]
    pub fn key(&self, index: usize) -> [f32; N] {
        let values = self.interpolation.values_per_key();
        self.values[index * values + values / 2]
    }

    /// The value at `time`; `blend(a, b, t)` interpolates from a to b.
    fn at(&self, time: f32, blend: impl Fn([f64; N], [f64; N], f64) -> [f64; N]) -> [f64; N] {
        let key = |index: usize| self.key(index).map(f64::from);
        let next = self.times.partition_point(|&start| start <= time);
        if next == 0 {
            return key(0);
        }
        let last = next - 1;
        if next == self.times.len() {
            return key(last);
        }
        let start = f64::from(self.times[last]);
        let span = f64::from(self.times[next]) - start;
        let t = (f64::from(time) - start) / span;
        match self.interpolation {
            Interpolation::Step => key(last),
            Interpolation::Linear => blend(key(last), key(next), t),
            Interpolation::CubicSpline => {
                let slope = |index: usize| self.values[index].map(|x| f64::from(x) * span);
                hermite(key(last), slope(3 * last + 2), key(next), slope(3 * next), t)
            }
        }
    }
}

impl Interpolation {
    /// The number of values in the file for each keyframe.
    pub(crate) fn values_per_key(self) -> usize {
        match self {
            Interpolation::Step | Interpolation::Linear => 1,
            Interpolation::CubicSpline => 3,
        }
    }
}

fn lerp<const N: usize>(a: [f64; N], b: [f64; N], t: f64) -> [f64; N] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t)
}

/// The cubic from `a` (leaving along `out`) to `b` (arriving along `into`): glTF 2.0, appendix C.5.
fn hermite<const N: usize>(
    a: [f64; N],
    out: [f64; N],
    b: [f64; N],
    into: [f64; N],
    t: f64,
) -> [f64; N] {
    let (t2, t3) = (t * t, t * t * t);
    let (to_a, along_out) = (2.0 * t3 - 3.0 * t2 + 1.0, t3 - 2.0 * t2 + t);
    let (to_b, along_into) = (3.0 * t2 - 2.0 * t3, t3 - t2);
    std::array::from_fn(|i| to_a * a[i] + along_out * out[i] + to_b * b[i] + along_into * into[i])
}
