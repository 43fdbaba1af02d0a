//! Maps and boxes in `f64`, written without the library.

use asunder::Affine3;
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder_jury::Rng;

pub(crate) type Vec64 = [f64; 3];

/// An affine map: three columns and a translation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Map(pub(crate) [Vec64; 4]);

impl From<&Affine3> for Map {
    fn from(map: &Affine3) -> Self {
        let wide = |v: Vec3| v.to_array().map(f64::from);
        Self([
            wide(map.column(0)),
            wide(map.column(1)),
            wide(map.column(2)),
            wide(map.translation()),
        ])
    }
}

impl Map {
    pub(crate) fn apply(&self, [x, y, z]: Vec64) -> Vec64 {
        [0, 1, 2].map(|j| self.0[0][j] * x + self.0[1][j] * y + self.0[2][j] * z + self.0[3][j])
    }

    /// What the magnitudes that form each coordinate of an image sum to, for a point whose own
    /// coordinates sum to such.
    pub(crate) fn magnitudes(&self, point: Vec64) -> Vec64 {
        Self(self.0.map(|column| column.map(f64::abs))).apply(point.map(f64::abs))
    }

    pub(crate) fn after(&self, inner: &Self) -> Self {
        let origin = self.apply([0.0; 3]);
        let column = |i: usize| minus(self.apply(inner.0[i]), origin);
        Self([column(0), column(1), column(2), self.apply(inner.0[3])])
    }

    /// The inverse, by Gauss's elimination with the largest pivot.
    pub(crate) fn inverse(&self) -> Self {
        let mut rows: [[f64; 6]; 3] = std::array::from_fn(|j| {
            let unit = |i: usize| if i == j { 1.0 } else { 0.0 };
            let c = &self.0;
            [c[0][j], c[1][j], c[2][j], unit(0), unit(1), unit(2)]
        });
        for k in 0..3 {
            let pivot = (k..3).max_by(|&a, &b| rows[a][k].abs().total_cmp(&rows[b][k].abs()));
            rows.swap(k, pivot.expect("there are rows left"));
            let divisor = rows[k][k];
            rows[k] = rows[k].map(|x| x / divisor);
            for other in (0..3).filter(|&other| other != k) {
                let (factor, row) = (rows[other][k], rows[k]);
                (0..6).for_each(|i| rows[other][i] -= factor * row[i]);
            }
        }
        let column = |i: usize| [0, 1, 2].map(|j| rows[j][3 + i]);
        let linear = Self([column(0), column(1), column(2), [0.0; 3]]);
        let [a, b, c, _] = linear.0;
        Self([a, b, c, linear.apply(self.0[3]).map(|x| -x)])
    }
}

pub(crate) fn minus(a: Vec64, b: Vec64) -> Vec64 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn dot(a: Vec64, b: Vec64) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn random_rotation(rng: &mut Rng) -> [f32; 4] {
    loop {
        let q: [f32; 4] = std::array::from_fn(|_| rng.between(-1.0, 1.0) as f32);
        if q.iter().map(|x| x * x).sum::<f32>() > 0.01 {
            return q;
        }
    }
}

/// The axes a quaternion of any length turns the coordinate axes to: v + 2 q × (q × v + w v).
pub(crate) fn axes(q: [f32; 4]) -> [Vec64; 3] {
    let q = q.map(f64::from);
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [x, y, z, w] = q.map(|x| x / length);
    let cross = |b: Vec64| [y * b[2] - z * b[1], z * b[0] - x * b[2], x * b[1] - y * b[0]];
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|v| {
        let first = cross(v);
        let second = cross([0, 1, 2].map(|i| first[i] + w * v[i]));
        [0, 1, 2].map(|i| v[i] + 2.0 * second[i])
    })
}

/// A box's middle, axes and half extents.
pub(crate) fn facts(obb: &Obb3) -> (Vec64, [Vec64; 3], Vec64) {
    let wide = |v: Vec3| v.to_array().map(f64::from);
    (wide(obb.center()), axes(obb.rotation().to_array()), wide(obb.half_extents()))
}

pub(crate) fn corners(obb: &Obb3) -> [Vec64; 8] {
    let (center, axes, half) = facts(obb);
    std::array::from_fn(|c| {
        let side = |i: usize| if c >> i & 1 == 1 { half[i] } else { -half[i] };
        [0, 1, 2].map(|j| center[j] + (0..3).map(|i| side(i) * axes[i][j]).sum::<f64>())
    })
}

/// How far a point lies outside a box, along the axis where that is most; negative inside.
pub(crate) fn outside(obb: &Obb3, point: Vec64) -> f64 {
    let (center, axes, half) = facts(obb);
    let offset = minus(point, center);
    (0..3).map(|i| dot(offset, axes[i]).abs() - half[i]).fold(f64::MIN, f64::max)
}
