//! The pose at a fraction of the time from one to another.

use super::{Skin, SkinError};
use crate::array::Mapped as _;
use crate::exact::widen;
use crate::linalg::{Matrix, Vect};
use crate::space::{Affine, WideAffine};
use glam::Vec3;

impl Skin {
    /// The matrices of the pose at a fraction of the time from one to another, written over `between`, which is
    /// reused from frame to frame. A [`History`](crate::History) shows this between two ticks; a client that
    /// draws it shows what the server validates shots against.
    ///
    /// Each joint goes as a box does that is placed by its matrix: the centre of what it moves goes straight,
    /// and it turns by the smaller angle. Bit for bit: a matrix that is the same in both poses, or whose joint
    /// moves nothing, is that of `from`. Otherwise let `c` be the centre of the box around the vertices as
    /// modelled that the joint moves, `A₀` and `A₁` the linear parts of both matrices, and `Rᵢ` the right-handed
    /// frame whose first axis is along the first column of `Aᵢ`, and the second in the plane of the first two.
    /// `R` is the rotation whose quaternion is interpolated between theirs, component by component, by the
    /// smaller angle. The rest, `Rᵢᵀ Aᵢ`, and the image of `c` are interpolated number by number. The matrix has
    /// as its linear part `R` after that rest, and maps `c` to that image. Where the first two columns of one lie
    /// in a line, up to 10⁻⁹ of their lengths, linear parts are interpolated number by number. All is computed in
    /// `f64`, and each number of the matrix is rounded once. A fraction that is no number from 0 to 1 counts as
    /// the nearer end.
    ///
    /// It takes some 200 ns a joint.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::{Affine3, Skin, axis_angle};
    ///
    /// // An arm of two metres along x that turns by a quarter about the shoulder.
    /// let arm = [[0.0, -0.5, 0.0], [2.0, 0.0, 0.0], [0.0, 0.5, 0.0]];
    /// let skin = Skin::try_new(arm, [[(0, 1.0)]; 3], [[0, 1, 2]])?;
    /// let turned = |angle: f32| Affine3::from(Pose3::new([0.0; 3], axis_angle([0.0, 0.0, 1.0], angle)));
    /// let mut between = Vec::new();
    /// let (start, end) = ([turned(0.0)], [turned(core::f32::consts::FRAC_PI_2)]);
    /// skin.between(&start, &end, 0.5, &mut between)?;
    /// let tip = skin.posed(&between)?.triangle(0).unwrap().corners()[1];
    /// // Its centre, a metre out, went straight, from (1, 0) to (0, 1); the arm is as long as before.
    /// let half = 0.5_f32.sqrt();
    /// assert!(tip.distance(Vec3::new(0.5 + half, 0.5 + half, 0.0)) < 1e-6, "{tip}");
    /// # use asunder::glam::Vec3;
    /// # Ok::<(), asunder::SkinError>(())
    /// ```
    ///
    /// # Errors
    /// If either pose is none of the skin, as [`posed`](Self::posed) has it, or what is between is none, which
    /// happens near [`f32::MAX`] alone. Then `between` is empty.
    pub fn between(
        &self,
        from: &[Affine<Vec3>],
        to: &[Affine<Vec3>],
        fraction: f32,
        between: &mut Vec<Affine<Vec3>>,
    ) -> Result<(), SkinError> {
        between.clear();
        self.posed(from)?;
        self.posed(to)?;
        let data = &*self.0;
        let joint_count = data.reaches.len();
        if !(fraction > 0.0 && fraction < 1.0) {
            let nearer = if fraction >= 1.0 { to } else { from };
            between.extend_from_slice(&nearer[..joint_count]);
            return Ok(());
        }
        let joints = data.reaches.iter().zip(&data.centers);
        between.extend(from.iter().zip(to).zip(joints).map(|((from, to), (reach, center))| {
            if reach.is_none() || from == to {
                *from
            } else {
                matrix_between(from, to, fraction, *center)
            }
        }));
        self.posed(between).map(|_| ()).inspect_err(|_| between.clear())
    }
}

/// The matrix of a joint that moves what has this centre.
fn matrix_between(
    from: &Affine<Vec3>,
    to: &Affine<Vec3>,
    fraction: f32,
    center: Vect<Vec3, f64>,
) -> Affine<Vec3> {
    let part = widen(fraction);
    let lerp = |from: Vect<Vec3, f64>, to: Vect<Vec3, f64>| from + (to - from) * part;
    let [start, end] = [from, to].mapped(WideAffine::from);
    let moved = lerp(start.map_point(center), end.map_point(center));
    let turns = Turned::of(&start.columns).zip(Turned::of(&end.columns));
    let linear = match turns {
        Some((from, to)) => {
            let axes = rotation_between(&from.rotation, &to.rotation, part);
            Matrix::from_columns(|i| axes.times(lerp(from.rest[i], to.rest[i])))
        }
        None => Matrix::from_columns(|i| lerp(start.columns[i], end.columns[i])),
    };
    Affine { columns: linear.to_f32(), translation: (moved - linear.times(center)).to_f32() }
}

/// A linear map as a rotation after the rest: what it does to a box along the axes, and how that is turned.
struct Turned {
    /// A unit quaternion.
    rotation: [f64; 4],
    rest: Matrix<Vec3, f64>,
}

impl Turned {
    /// `None` where the images of the first two axes lie in a line, as far as `f64` shows.
    fn of(columns: &Matrix<Vec3, f64>) -> Option<Self> {
        /// Less of a length than this is what rounding left.
        const LEAST: f64 = 1e-9;
        let length = columns[0].length();
        if !(length > 0.0) {
            return None;
        }
        let x = columns[0].map(|it| it / length);
        let across = columns[1] - x * columns[1].dot(x);
        let (height, whole) = (across.length(), columns[1].length());
        if !(height > LEAST * whole) {
            return None;
        }
        let y = across.map(|it| it / height);
        let axes = [x, y, x.cross(y)];
        let rest = columns
            .map(|column| Vect([axes[0].dot(column), axes[1].dot(column), axes[2].dot(column)]));
        Some(Self { rotation: quaternion(&axes), rest })
    }
}

/// The unit quaternion of a frame: from the largest of its squares (Shepperd 1978).
fn quaternion([x, y, z]: &[Vect<Vec3, f64>; 3]) -> [f64; 4] {
    let (a, b, c) = (x[0], y[1], z[2]);
    let squares = [1.0 + a - b - c, 1.0 - a + b - c, 1.0 - a - b + c, 1.0 + a + b + c];
    let largest = (1..4).fold(0, |best, i| if squares[i] > squares[best] { i } else { best });
    let (xy, xz, yz) = (x[1] + y[0], x[2] + z[0], y[2] + z[1]);
    let (i, j, k) = (y[2] - z[1], z[0] - x[2], x[1] - y[0]);
    let q = match largest {
        0 => [squares[0], xy, xz, i],
        1 => [xy, squares[1], yz, j],
        2 => [xz, yz, squares[2], k],
        _ => [i, j, k, squares[3]],
    };
    let length = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
    q.mapped(|it| it / length)
}

/// The images of the coordinate axes under the rotation at a part of the way from one to another: by the smaller
/// angle, component by component.
fn rotation_between(from: &[f64; 4], to: &[f64; 4], part: f64) -> Matrix<Vec3, f64> {
    let cosine = from[0] * to[0] + from[1] * to[1] + from[2] * to[2] + from[3] * to[3];
    let to = if cosine < 0.0 { to.mapped(|it| 0.0 - it) } else { *to };
    let at = |i: usize| from[i] + part * (to[i] - from[i]);
    let (x, y, z, w) = (at(0), at(1), at(2), at(3));
    // They are at most at right angles, so that its square is a half at least.
    let scale = 2.0 / (x * x + y * y + z * z + w * w);
    let (xx, yy, zz) = (x * x * scale, y * y * scale, z * z * scale);
    let (xy, xz, yz) = (x * y * scale, x * z * scale, y * z * scale);
    let (xw, yw, zw) = (x * w * scale, y * w * scale, z * w * scale);
    Matrix::from_arrays(&[
        [1.0 - yy - zz, xy + zw, xz - yw],
        [xy - zw, 1.0 - xx - zz, yz + xw],
        [xz + yw, yz - xw, 1.0 - xx - yy],
    ])
}
