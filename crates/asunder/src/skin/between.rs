//! The pose at a fraction of the time from one to another.

use super::{Skin, SkinError};
use crate::dimension::Dimension as _;
use crate::exact::widen;
use crate::linalg::{Matrix, Vect};
use crate::shape::right_angled;
use crate::space::{Affine, Pose, WideAffine};
use glam::Vec3;

impl Skin {
    /// The matrices of the pose at a fraction of the time from one to another, written over `between`, which is
    /// reused from frame to frame. A [`History`](crate::History) shows this between two ticks; a client that
    /// draws it shows what the server validates shots against.
    ///
    /// Each joint goes as a box does that is placed by its matrix: the centre of what it moves goes straight,
    /// and it turns by the smaller angle. Bit for bit: a matrix that is the same in both poses, or whose joint
    /// moves nothing, is that of `from`. Otherwise let `c` be the centre of the box around the vertices as
    /// modelled that the joint moves; `Rᵢ` the rotation, four numbers of `f32`, of an
    /// [`Obb`](crate::Obb) that is [placed](crate::Obb::enclosing) by the matrix `Mᵢ`; and `Lᵢ = Rᵢᵀ Mᵢ` the
    /// rest of its linear part, how it scales and shears. Then `R` is that of [`Pose::between`]
    /// of both at the fraction; `L` and the image of `c` are interpolated number by number; the matrix has the
    /// linear part `R L`, and maps `c` to that image. All is computed in `f64`, and each number of the matrix
    /// is rounded once. A fraction that is no number from 0 to 1 counts as the nearer end.
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
    let (from, to) = (Motion::of(from, center), Motion::of(to, center));
    let part = widen(fraction);
    let lerp = |from: Vect<Vec3, f64>, to: Vect<Vec3, f64>| from + (to - from) * part;
    let pose = |rotation| Pose::<Vec3> { translation: [0.0; 3], rotation };
    let turned = pose(from.rotation).between(&pose(to.rotation), fraction).rotation;
    let axes = axes_of(turned);
    let linear = Matrix::from_columns(|i| axes.times(lerp(from.rest[i], to.rest[i])));
    let moved = lerp(from.center, to.center) - linear.times(center);
    Affine { columns: linear.to_f32(), translation: moved.to_f32() }
}

/// How a matrix moves a joint.
struct Motion {
    rotation: [f32; 4],
    /// What the rotation is applied to.
    rest: Matrix<Vec3, f64>,
    /// The image of the centre.
    center: Vect<Vec3, f64>,
}

impl Motion {
    fn of(matrix: &Affine<Vec3>, center: Vect<Vec3, f64>) -> Self {
        let wide = WideAffine::from(matrix);
        let rotation =
            Vec3::rotation_from_columns(&right_angled::<Vec3>(&wide.columns).to_arrays());
        let back = axes_of(rotation).transposed();
        let rest = Matrix::from_columns(|i| back.times(wide.columns[i]));
        Self { rotation, rest, center: wide.map_point(center) }
    }
}

/// The images of the coordinate axes under a rotation.
fn axes_of(rotation: [f32; 4]) -> Matrix<Vec3, f64> {
    let (rows, norm) = Vec3::frame::<f64>(rotation, 0);
    Matrix::from_arrays(&rows).map(|row| row.map(|x| x / norm))
}
