//! Shapes as line segments, to be drawn.

use super::{
    Aabb, Capsule, HalfSpace, Obb, Parallelepiped, Plane, Ray, Segment, Shape, Sphere, Triangle,
};
use crate::exact::widen;
use crate::linalg::{Matrix, Vect};
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
            Self::Segment(segment) => segment.lines(line),
            Self::Ray(ray) => ray.lines(line),
            Self::Capsule(capsule) => capsule.lines(line),
            Self::Triangle(triangle) => triangle.lines(line),
            Self::Frustum(frustum) => frustum.lines(line),
            Self::ConvexHull(hull) => hull.lines(line),
            Self::Parallelepiped(parallelepiped) => parallelepiped.lines(line),
        }
    }
}

fn cross<V: Vector>(point: V, line: &mut impl FnMut(V, V)) {
    for axis in 0..V::DIM {
        let end = |side: f32| {
            let mut end = point.to_array();
            end[axis] += side;
            V::from_array(end)
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
                    let mut arm = Vect::<V, f32>::zero();
                    (arm[along], arm[across]) = (turn.cos * self.radius, turn.sin * self.radius);
                    V::from_array((Vect(self.center) + arm).0)
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
            let normal = Vect::<V, f64>(rows[i]) * side / norm;
            let middle = normal.dot(Vect::of(&self.center)) + 0.0;
            let offset = middle + widen(self.half_extents[i]);
            let scale = if offset.abs() < f64::from(f32::MAX) { 1.0 } else { 0.25 };
            Plane { normal: (normal * scale).to_f32(), offset: (offset * scale) as f32 }
        })
    }
}

impl<V: Vector> Plane<V> {
    /// Calls `line` with the outline of a square of side two around the plane's point nearest to
    /// the origin, and with its normal, half as long; never, if that point is too far out for `f32`.
    pub fn lines(&self, mut line: impl FnMut(V, V)) {
        let (frame, length) = frame_along(Vect::<V, f64>::of(&self.normal));
        let away = widen(self.offset) / length;
        let foot = frame[0] * away;
        let rotation = V::rotation_from_columns(&frame.to_arrays());
        let patch = Vect::<V, f32>::splat(PATCH as f32);
        let flat = patch - Vect::along_axis(0, PATCH as f32);
        let center = foot.to_f32();
        if Vect::<V, f64>::of(&center).is_finite() {
            let patch = Obb::<V>::from_facts(center, flat.0, rotation);
            patch.lines(&mut line);
            let tip = foot + frame[0] * 0.5;
            line(V::from_array(center), V::from_array(tip.to_f32()));
        }
    }
}

impl<V: Vector> HalfSpace<V> {
    /// Calls `line` with the outline that [`Plane::lines`] gives its boundary.
    pub fn lines(&self, line: impl FnMut(V, V)) {
        self.boundary().lines(line);
    }
}

impl<V: Vector> Segment<V> {
    /// Calls `line` with the segment.
    pub fn lines(&self, mut line: impl FnMut(V, V)) {
        line(self.a(), self.b());
    }
}

impl<V: Vector> Ray<V> {
    /// Calls `line` with the ray up to `t = 1`, and with the strokes of an arrow's head there.
    pub fn lines(&self, mut line: impl FnMut(V, V)) {
        let (origin, direction) = (Vect::<V, f64>::of(&self.origin), Vect::of(&self.direction));
        let at = |along: f64, aside: Vect<V, f64>, side: f64| {
            V::from_array((origin + direction * along + aside * side).to_f32())
        };
        let (frame, length) = frame_along(direction);
        let tip = at(1.0, direction, 0.0);
        line(self.origin(), tip);
        for i in 1..V::DIM {
            line(tip, at(0.8, frame[i], 0.1 * length));
            line(tip, at(0.8, frame[i], -0.1 * length));
        }
    }
}

impl<V: Vector> Capsule<V> {
    /// Calls `line` with the segments of a circle around each axis at both ends, and with lines
    /// along the side from end to end: two in 2D, four in 3D.
    pub fn lines(&self, mut line: impl FnMut(V, V)) {
        let end = |center| Sphere::<V> { center, radius: self.radius };
        end(self.a).lines(&mut line);
        if self.a == self.b {
            return;
        }
        end(self.b).lines(&mut line);
        let (a, b) = (Vect::<V, f64>::of(&self.a), Vect::of(&self.b));
        let (frame, _) = frame_along(b - a);
        let radius = widen(self.radius);
        for i in 1..V::DIM {
            for side in [radius, -radius] {
                let beside = |p: Vect<V, f64>| V::from_array((p + frame[i] * side).to_f32());
                line(beside(a), beside(b));
            }
        }
    }
}

impl<V: Vector> Triangle<V> {
    /// Calls `line` with the three edges.
    pub fn lines(&self, mut line: impl FnMut(V, V)) {
        let [a, b, c] = self.corners();
        [(a, b), (b, c), (c, a)].into_iter().for_each(|(p, q)| line(p, q));
    }
}

impl<V: Vector> Parallelepiped<V> {
    /// Calls `line` with every edge.
    pub fn lines(&self, mut line: impl FnMut(V, V)) {
        V::BOX_EDGES.iter().for_each(|&(i, j)| line(self.corner(i), self.corner(j)));
    }
}

/// Unit vectors at right angles, the first along a direction that is not zero, and its length.
fn frame_along<V: Vector>(direction: Vect<V, f64>) -> (Matrix<V, f64>, f64) {
    let length = direction.length();
    // Without the coordinate axis nearest to the direction, the others are independent of it.
    let steepest = direction.steepest_axis();
    let mut frame = Matrix::from_columns(|_| direction.map(|x| x / length));
    for i in 1..V::DIM {
        let mut rest = Vect::<V, f64>::axis((steepest + i) % V::DIM);
        for k in 0..i {
            rest = rest - frame[k] * rest.dot(frame[k]);
        }
        let length = rest.length();
        frame[i] = rest.map(|x| x / length);
    }
    (frame, length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Capsule2, Capsule3, Parallelepiped3, Plane3, Ray2, Ray3, Segment2, Triangle2};
    use glam::{Vec2, Vec3, vec2, vec3};

    fn lines_of<V: Vector>(shape: impl Into<Shape<V>>) -> Vec<(V, V)> {
        let mut lines = Vec::new();
        shape.into().lines(|from, to| lines.push((from, to)));
        lines
    }

    #[test]
    fn straight_shapes_are_their_edges() {
        let segment = Segment2::new([1.0, 2.0], [3.0, 4.0]);
        assert_eq!(lines_of(segment), [(vec2(1.0, 2.0), vec2(3.0, 4.0))]);
        let [a, b, c] = [Vec2::ZERO, Vec2::X, Vec2::Y];
        assert_eq!(lines_of(Triangle2::new(a, b, c)), [(a, b), (b, c), (c, a)]);
        let edges = [[1.0, 0.0, 0.0], [0.5, 2.0, 0.0], [0.25, 0.0, 4.0]];
        let lines = lines_of(Parallelepiped3::new([0.0; 3], edges));
        let along = |edge: [f32; 3]| {
            lines.iter().filter(|(from, to)| *to - *from == Vec3::from(edge) * 2.0).count()
        };
        assert_eq!((lines.len(), edges.map(along)), (12, [4, 4, 4]));
    }

    #[test]
    fn a_ray_is_an_arrow() {
        let lines = lines_of(Ray2::new([1.0, 0.0], [0.0, 10.0]));
        let tip = vec2(1.0, 10.0);
        let head = [(tip, vec2(2.0, 8.0)), (tip, vec2(0.0, 8.0))];
        assert_eq!(lines[0], (vec2(1.0, 0.0), tip));
        assert!(lines[1..] == head || lines[1..] == [head[1], head[0]], "{lines:?}");
        let ray = Ray3::new([0.0; 3], [1.0, 2.0, 2.0]);
        let lines = lines_of(ray);
        assert_eq!((lines.len(), lines[0].1), (5, ray.direction()));
        for (tip, end) in &lines[1..] {
            let back = (*end - *tip).dot(ray.direction()) / 9.0;
            let aside = *end - ray.direction() * 0.8;
            assert!((back + 0.2).abs() < 1e-6 && (aside.length() - 0.3).abs() < 1e-6);
        }
    }

    /// Every end of a line is at the radius from one end of the segment; the lines along the side
    /// run from one to the other, at right angles to their offsets, evenly around.
    #[test]
    fn a_capsule_is_its_round_ends_and_its_sides() {
        let (a, b) = (vec3(1.0, 2.0, 3.0), vec3(2.0, 4.0, 5.0));
        let lines = lines_of(Capsule3::new(a, b, 0.5));
        let (sides, round) = (&lines[6 * CIRCLE..], &lines[..6 * CIRCLE]);
        for (i, (from, to)) in round.iter().enumerate() {
            let center = if i < 3 * CIRCLE { a } else { b };
            let at = |p: Vec3| ((p - center).length() - 0.5).abs() < 1e-6;
            assert!(at(*from) && at(*to));
        }
        assert_eq!(sides.len(), 4);
        for (from, to) in sides {
            assert!(((*to - *from) - (b - a)).length() < 1e-6);
            assert!(((*from - a).length() - 0.5).abs() < 1e-6);
            assert!((*from - a).dot(b - a).abs() < 1e-6);
        }
        let offsets: Vec3 = sides.iter().map(|(from, _)| *from - a).sum();
        assert!(offsets.length() < 1e-6 && (sides[0].0 - a).dot(sides[2].0 - a).abs() < 1e-6);
        assert_eq!(lines_of(Capsule3::new(a, a, 0.5)).len(), 3 * CIRCLE);
        assert_eq!(lines_of(Capsule2::new([0.0; 2], [1.0, 1.0], 0.5)).len(), 2 * CIRCLE + 2);
    }

    /// The square that stands for a plane lies in it, at any tilt.
    #[test]
    fn a_plane_is_a_square_of_it() {
        for normal in [vec3(1.0, 1.0, 1.0), vec3(0.0, -2.0, 0.0), vec3(3.0, -1.0, 2.0)] {
            let lines = lines_of(Plane3::new(normal, 6.0));
            let (tip, patch) = lines.split_last().unwrap();
            for (from, to) in patch {
                let off = |p: &Vec3| (p.dot(normal) - 6.0).abs() / normal.length();
                assert!(off(from) < 1e-6 && off(to) < 1e-6, "{normal}: {from} {to}");
                let length = (*to - *from).length();
                assert!(length < 1e-6 || (length - 2.0).abs() < 1e-6, "{normal}: {length}");
            }
            assert!((tip.1 - tip.0 - normal.normalize() * 0.5).length() < 1e-6);
        }
    }
}
