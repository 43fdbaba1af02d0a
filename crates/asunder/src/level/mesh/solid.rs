//! The inside of a closed mesh, by exact parity.

use super::edges::point_of;
use super::{Mesh, OpenEdge};
use crate::index::Reach;
use crate::level::parts::{PartSearch as _, Parts as _};
use crate::linalg::Vect;
use crate::query::move_until_contact::{is_movable, position};
use crate::shape::{AnyShape, Frustum, Point, ShapeRef, Triangle, orientation};
use core::cmp::Ordering;
use core::ops::ControlFlow::Continue;
use glam::Vec3;

/// What lies inside of a closed mesh: where a ray to infinity crosses its triangles an odd number of times.
///
/// A mesh is *closed* if each of its edges belongs to an even number of triangles, whichever way these are
/// turned. Edges are the same if their ends have the same coordinates.
impl Mesh<Vec3> {
    /// Whether the mesh is closed, so that it has an inside.
    ///
    /// The first call takes O(n log n) for `n` triangles, and its result is kept.
    ///
    /// # Errors
    /// An edge that belongs to an odd number of triangles.
    ///
    /// ```
    /// use asunder::Mesh3;
    ///
    /// let corners = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// assert!(Mesh3::new(corners, faces).check_closed().is_ok());
    /// let open = Mesh3::new(corners, faces[..3].to_vec()).check_closed().unwrap_err();
    /// assert!(open.to_string().contains("is not closed"));
    /// ```
    pub fn check_closed(&self) -> Result<(), OpenEdge> {
        let Some((place, k)) = self.edges().open else { return Ok(()) };
        let [a, b, c] = self.triangle_at(place).corners();
        let ends = [[a, b], [b, c], [c, a]][k];
        Err(OpenEdge { triangle: self.0.indices.numbers[place as usize], a: ends[0], b: ends[1] })
    }

    /// Whether a closed mesh contains a point: whether that lies inside or on its surface. Exact. No mesh
    /// contains a point that is not finite.
    ///
    /// The cost is that of a ray: it counts the triangles that a ray crosses, whose start is moved by
    /// less than any number, so that it meets no edge and no vertex (Edelsbrunner and Mücke 1990,
    /// "Simulation of Simplicity").
    ///
    /// # Errors
    /// If the mesh is not [closed](Self::check_closed).
    ///
    /// ```
    /// use asunder::{Mesh3, glam::vec3};
    ///
    /// let corners = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let tetrahedron = Mesh3::new(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]);
    /// let contains = |x| tetrahedron.contains(&vec3(x, 1.0, 1.0)).unwrap();
    /// assert!(contains(2.0), "on the surface");
    /// assert!(!contains(2.0000002) && !contains(-1e-45));
    /// ```
    pub fn contains(&self, point: &Vec3) -> Result<bool, OpenEdge> {
        self.check_closed()?;
        Ok(point.is_finite() && (self.intersects(point) || self.crosses_odd_times(point)))
    }

    /// Whether a shape lies wholly inside of a closed mesh, without touching its surface. Exact.
    ///
    /// Unbounded shapes never do. A frustum, which stores no point of its own, must contain one of `f32`
    /// near its middle.
    ///
    /// # Errors
    /// If the mesh is not [closed](Self::check_closed).
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Mesh3;
    ///
    /// let corners = [[0.0; 3], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]];
    /// let tetrahedron = Mesh3::new(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]);
    /// let ball = |radius| Sphere3::new([1.0, 1.0, 1.0], radius);
    /// assert_eq!(tetrahedron.encloses(&ball(0.99999994)), Ok(true));
    /// assert_eq!(tetrahedron.encloses(&ball(1.0)), Ok(false), "it touches the faces");
    /// ```
    pub fn encloses(&self, shape: &impl AnyShape<Vector = Vec3>) -> Result<bool, OpenEdge> {
        self.check_closed()?;
        let shape = shape.as_shape_ref();
        // Which of its points is asked about makes no difference, since it does not meet the surface.
        Ok(shape.is_finite()
            && !self.intersects(&shape)
            && point_in(&shape).is_some_and(|point| self.crosses_odd_times(&point)))
    }

    /// Whether a shape shares a point with a closed mesh and its inside. Exact; touching counts. For a frustum
    /// inside, as [`encloses`](Self::encloses) has it.
    ///
    /// # Errors
    /// If the mesh is not [closed](Self::check_closed).
    pub fn solid_intersects(&self, shape: &impl AnyShape<Vector = Vec3>) -> Result<bool, OpenEdge> {
        Ok(self.encloses(shape)? || self.intersects(shape))
    }

    /// Whether a ray from a point that is not on the surface crosses it an odd number of times.
    fn crosses_odd_times(&self, point: &Vec3) -> bool {
        let from = point_of::<Vec3>(&point.to_array());
        let mut reach = Reach::of_ray(&point.to_array(), &[1.0, 0.0, 0.0]);
        let mut is_odd = false;
        self.search(&mut reach, &mut |_, part, _| {
            if let ShapeRef::Triangle(triangle) = part {
                is_odd ^= is_crossed(triangle, &from);
            }
            Continue(())
        });
        is_odd
    }
}

/// Whether a ray along the first axis crosses a triangle that its start does not lie on. The start is moved by
/// ε along the second axis and by ε² along the third, so that in the shadow along the ray it lies on no edge.
fn is_crossed(Triangle { a, b, c }: &Triangle<Vec3>, from: &Point) -> bool {
    let [a, b, c] = [a, b, c].map(point_of::<Vec3>);
    let turns = [turn_around(&a, &b, from), turn_around(&b, &c, from), turn_around(&c, &a, from)];
    if turns[0] == Ordering::Equal || turns.iter().any(|turn| *turn != turns[0]) {
        return false;
    }
    // Seen from where the ray leads, the triangle turns counterclockwise if it faces there.
    orientation::side(&a, &b, &c, from) == turns[0].reverse()
}

/// On which side of the shadow of an edge along the first axis the moved start lies; `Equal` if the edge has
/// no length there.
fn turn_around(a: &Point, b: &Point, from: &Point) -> Ordering {
    let compare = |t: usize| b.wide[t].total_cmp(&a.wide[t]);
    orientation::turn(0, a, b, from).then(compare(2).reverse()).then(compare(1))
}

/// A point of a bounded shape; `None` for others, and where none is found.
fn point_in(shape: &ShapeRef<'_, Vec3>) -> Option<Vec3> {
    if let ShapeRef::Frustum(frustum) = shape {
        return point_in_frustum(frustum);
    }
    // What moves is bounded, and stores a point of its own.
    is_movable(shape).then(|| Vec3::from_array(position(shape)))
}

fn point_in_frustum(frustum: &Frustum<Vec3>) -> Option<Vec3> {
    if !frustum.is_bounded() {
        return None;
    }
    // The mean of its vertices, each as often as it ends an edge, lies inside of what is not flat.
    let (mut sum, mut ends) = (Vect::<Vec3, f64>::zero(), 0.0);
    frustum.lines(|from, to| {
        sum = sum + Vect::of(&from.to_array()) + Vect::of(&to.to_array());
        ends += 2.0;
    });
    let middle = Vec3::from_array((sum / ends).to_f32());
    let nearest = frustum.closest_point(&middle)?;
    [middle, nearest].into_iter().find(|point| frustum.contains(point))
}
