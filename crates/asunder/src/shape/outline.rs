//! Shapes as line segments, for whatever draws them.

use super::{Aabb, HalfSpace, Obb, Plane, Shape, Sphere};
use crate::exact::widen;
use crate::space::{Rot2, Vector};

/// Segments of a circle's outline.
const CIRCLE: usize = 32;

/// Half the side of the square that stands for a plane.
const PATCH: f64 = 1.0;

impl<V: Vector> Shape<V> {
    /// Calls `line` with the ends of every segment of the shape's outline.
    ///
    /// A box is its edges, a sphere a circle around each axis, a point a small cross, a plane or
    /// half-space a square of side two around its point nearest to the origin, with its normal.
    /// Ends are rounded, and infinite where they are too large for `f32`: this is for looking, not for
    /// deciding.
    pub fn lines(&self, mut line: impl FnMut(V, V)) {
        match self {
            Self::Point(point) => cross(*point, &mut line),
            Self::Sphere(sphere) => sphere.lines(line),
            Self::Aabb(aabb) => aabb.lines(line),
            Self::Obb(obb) => obb.lines(line),
            Self::Plane(plane) => plane.lines(line),
            Self::HalfSpace(half_space) => half_space.lines(line),
        }
    }
}

fn cross<V: Vector>(point: V, line: &mut impl FnMut(V, V)) {
    for axis in 0..V::DIM {
        let end = |side: f32| {
            let p = point.to_array();
            V::from_array(V::array(|j| if j == axis { p[j] + side } else { p[j] }))
        };
        line(end(-0.05), end(0.05));
    }
}

impl<V: Vector> Sphere<V> {
    /// Calls `line` with the segments of a circle around each axis (in 2D, of the circle).
    pub fn lines(&self, mut line: impl FnMut(V, V)) {
        for across in 1..V::DIM {
            for along in 0..across {
                let at = |step: usize| {
                    let turn = Rot2::degrees((step * 360) as f32 / CIRCLE as f32);
                    V::from_array(V::array(|j| {
                        let reach = if j == along { turn.cos } else { turn.sin };
                        let moves = j == along || j == across;
                        self.center[j] + if moves { reach * self.radius } else { 0.0 }
                    }))
                };
                (0..CIRCLE).for_each(|step| line(at(step), at(step + 1)));
            }
        }
    }
}

impl<V: Vector> Aabb<V> {
    /// Calls `line` with every edge.
    pub fn lines(&self, mut line: impl FnMut(V, V)) {
        V::BOX_EDGES.iter().for_each(|&(i, j)| line(self.corner(i), self.corner(j)));
    }
}

impl<V: Vector> Obb<V> {
    /// Calls `line` with every edge.
    pub fn lines(&self, mut line: impl FnMut(V, V)) {
        V::BOX_EDGES.iter().for_each(|&(i, j)| line(self.corner(i), self.corner(j)));
    }

    /// The edges, as pairs of [corners](Self::corners): four in 2D, twelve in 3D.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = (V, V)> + use<'_, V> {
        V::BOX_EDGES.iter().map(|&(i, j)| (self.corner(i), self.corner(j)))
    }

    /// The planes of the faces, normals pointing out: two for each axis, the negative side first.
    ///
    /// Numbers are rounded to nearest; a question about the box itself is asked of the box. Normals
    /// are unit vectors, but shorter where the offset along one would be no finite number.
    pub fn planes(&self) -> impl ExactSizeIterator<Item = Plane<V>> + use<'_, V> {
        let (rows, norm) = V::frame::<f64>(self.rotation, 0);
        (0..2 * V::DIM).map(move |face| {
            let (i, side) = (face / 2, if face % 2 == 0 { -1.0 } else { 1.0 });
            let normal = V::array(|j| side * rows[i][j] / norm);
            let middle = (0..V::DIM).fold(0.0, |sum, j| sum + normal[j] * widen(self.center[j]));
            let offset = middle + widen(self.half_extents[i]);
            let scale = if offset.abs() < f64::from(f32::MAX) { 1.0 } else { 0.25 };
            Plane {
                normal: V::array(|j| (normal[j] * scale) as f32),
                offset: (offset * scale) as f32,
            }
        })
    }
}

impl<V: Vector> Plane<V> {
    /// Calls `line` with the outline of a square of side two around the plane's point nearest to
    /// the origin, and with its normal, half as long; never, if that point is too far out for `f32`.
    pub fn lines(&self, mut line: impl FnMut(V, V)) {
        let normal = V::array(|j| widen(self.normal[j]));
        let square = (0..V::DIM).fold(0.0, |sum, j| sum + normal[j] * normal[j]);
        let foot = V::array(|j| normal[j] * (widen(self.offset) / square));
        let columns = V::array(|i| {
            // The normal, then coordinate axes turned out of it.
            let steepest = (0..V::DIM)
                .fold(0, |best, j| if normal[j].abs() > normal[best].abs() { j } else { best });
            let axis = (steepest + i) % V::DIM;
            V::array(|j| {
                if i == 0 {
                    normal[j]
                } else {
                    let unit = if j == axis { 1.0 } else { 0.0 };
                    unit - normal[j] * (normal[axis] / square)
                }
            })
        });
        // In 3D the two turned axes are made square by the rotation nearest to them.
        let rotation = V::rotation_from_columns(&columns);
        let flat = V::array(|i| if i == 0 { 0.0 } else { PATCH as f32 });
        let center = V::array(|j| foot[j] as f32);
        if (0..V::DIM).all(|j| center[j].is_finite()) {
            let patch = Obb::<V>::from_facts(center, flat, rotation);
            patch.lines(&mut line);
            let tip = V::array(|j| (foot[j] + 0.5 * normal[j] / square.sqrt()) as f32);
            line(V::from_array(center), V::from_array(tip));
        }
    }
}

impl<V: Vector> HalfSpace<V> {
    /// Calls `line` with the outline that [`Plane::lines`] gives its boundary.
    pub fn lines(&self, line: impl FnMut(V, V)) {
        self.boundary().lines(line);
    }
}
