//! Parallelepipeds: boxes that may be sheared.

use super::nearest::{Ratio, nearest};
use super::transform::check_map;
use super::{Obb, ShapeError, check};
use crate::exact::Number;
use crate::linalg::Vect;
use crate::space::{Affine, Component, Vector};

/// A box that may be sheared: every point `center + s·u + t·v + r·w` with `s`, `t`, `r` from -1 to 1,
/// for the *half*-edges `u`, `v`, `w`. In 2D, a parallelogram with two of them.
///
/// It is what any affine map makes of a box. The half-edges may be any vectors: along one plane or
/// line, or zero, they give a flat shape, a segment or a point.
///
/// ```
/// use asunder::prelude::*;
///
/// // A square of side two, sheared to the right.
/// let sheared = Parallelepiped2::new([0.0, 0.0], [[1.0, 0.0], [0.5, 1.0]]);
/// let corners = sheared.corners().map(|corner| corner.to_array());
/// assert!(corners.eq([[-1.5, -1.0], [0.5, -1.0], [-0.5, 1.0], [1.5, 1.0]]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parallelepiped<V: Vector> {
    pub(crate) center: V::Array<f32>,
    pub(crate) edges: V::Array<V::Array<f32>>,
}

impl<V: Vector> Parallelepiped<V> {
    /// The parallelepiped around `center` with the given half-edges.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new<E: Component + Into<V::Array<f32>>>(
        center: impl Into<V::Array<f32>>,
        edges: impl Into<V::Array<E>>,
    ) -> Self {
        check::valid(Self::try_new(center, edges))
    }

    /// The parallelepiped around `center` with the given half-edges, from numbers that may be bad.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn try_new<E: Component + Into<V::Array<f32>>>(
        center: impl Into<V::Array<f32>>,
        edges: impl Into<V::Array<E>>,
    ) -> Result<Self, ShapeError> {
        let (center, edges) = (center.into(), edges.into());
        Self::try_from_facts(center, V::array(|i| edges[i].into()))
    }

    /// The parallelepiped with these facts, if they are finite.
    pub(super) fn try_from_facts(
        center: V::Array<f32>,
        edges: V::Array<V::Array<f32>>,
    ) -> Result<Self, ShapeError> {
        check::finite_vector::<V>("center", &center)?;
        (0..V::DIM).try_for_each(|i| check::finite_vector::<V>("edges", &edges[i]))?;
        Ok(Self { center, edges })
    }

    /// What a map makes of a box, whatever the map: turned, scaled, mirrored, skewed or flattened.
    ///
    /// Each number of the image is the `f32` nearest to the true one; from there on every answer is
    /// exact for the image. [`Obb::enclosing`] contains it.
    ///
    /// # Errors
    /// If the map is not finite or the image lies too far out.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Affine2;
    ///
    /// let square = Obb2::new([3.0, 0.0], [1.0, 1.0], [1.0, 0.0]);
    /// let shear = Affine2::from_rows([[1.0, 0.5], [0.0, 1.0]], [0.0, 10.0]);
    /// let image = Parallelepiped2::image(&shear, &square)?;
    /// assert_eq!(image, Parallelepiped2::new([3.0, 10.0], [[1.0, 0.0], [0.5, 1.0]]));
    /// assert!(square.affine_image(&shear).is_err(), "it is no box any more");
    /// # Ok::<(), asunder::ShapeError>(())
    /// ```
    pub fn image(map: &Affine<V>, local: &Obb<V>) -> Result<Self, ShapeError> {
        check_map(map)?;
        let center = V::array(|j| nearest(&CenterComponent { map, local, j }));
        let edges = V::array(|i| V::array(|j| nearest(&EdgeComponent { map, local, i, j })));
        Self::try_from_facts(center, edges)
    }

    /// The center.
    #[must_use]
    pub fn center(&self) -> V {
        V::from_array(self.center)
    }

    /// The half-edges: the vectors from the center to the centers of the faces.
    #[must_use]
    pub fn edges(&self) -> V::Array<V> {
        V::array(|i| V::from_array(self.edges[i]))
    }

    /// The corner on the positive side of half-edge `i` where bit `i` of `index` is set.
    pub(super) fn corner(&self, index: usize) -> V {
        let reach = (0..V::DIM).fold(Vect::<V, f64>::zero(), |sum, i| {
            let edge = Vect::of(&self.edges[i]);
            if index >> i & 1 == 1 { sum + edge } else { sum - edge }
        });
        V::from_array((Vect::of(&self.center) + reach).to_f32())
    }

    /// The corners, four in 2D, eight in 3D, rounded to nearest up to a unit in the last place of
    /// `f64`: bit `i` of a corner's index is its side along half-edge `i`. A coordinate too large
    /// for `f32` is infinite.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = V> + use<'_, V> {
        (0..1 << V::DIM).map(|index| self.corner(index))
    }
}

/// Component `j` of the image of a box's center.
struct CenterComponent<'a, V: Vector> {
    map: &'a Affine<V>,
    local: &'a Obb<V>,
    j: usize,
}

impl<V: Vector> Ratio<V> for CenterComponent<'_, V> {
    fn parts<N: Number>(&self) -> (N, N) {
        let Self { map, local, j } = *self;
        (map_component(map, Vect::<V, N>::of(&local.center), j) + N::of(map.translation[j]), N::ONE)
    }
}

/// Component `j` of the image of a box's half-edge `i`.
struct EdgeComponent<'a, V: Vector> {
    map: &'a Affine<V>,
    local: &'a Obb<V>,
    i: usize,
    j: usize,
}

impl<V: Vector> Ratio<V> for EdgeComponent<'_, V> {
    fn parts<N: Number>(&self) -> (N, N) {
        let Self { map, local, i, j } = *self;
        let (rows, norm) = V::frame::<N>(local.rotation, 0);
        let along = map_component(map, Vect(rows[i]), j);
        (along * N::of(local.half_extents[i]), norm)
    }
}

/// Component `j` of what the map's linear part makes of a vector.
fn map_component<V: Vector, N: Number>(map: &Affine<V>, v: Vect<V, N>, j: usize) -> N {
    (0..V::DIM).fold(N::ZERO, |sum, k| sum + N::of(map.columns[k][j]) * v[k])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Affine2, Affine3, Obb2, Obb3, Parallelepiped2, Parallelepiped3};

    const UNTURNED: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

    #[test]
    fn edges_may_be_anything_finite() {
        let point = Parallelepiped3::new([1.0; 3], [[0.0; 3]; 3]);
        assert!(point.corners().all(|corner| corner == glam::Vec3::ONE));
        assert!(Parallelepiped2::try_new([0.0; 2], [[f32::MAX, 0.0], [f32::MAX, 0.0]]).is_ok());
        assert_eq!(
            Parallelepiped2::try_new([0.0; 2], [[0.0, 1.0], [0.0, f32::INFINITY]]),
            Err(ShapeError::NotFinite { field: "edges", value: f32::INFINITY })
        );
        let error = Parallelepiped2::try_new([f32::NAN, 0.0], [[0.0; 2]; 2]).unwrap_err();
        assert_eq!(error.to_string(), "center is NaN; expected a finite number");
        let vectors = [glam::Vec3::X, glam::Vec3::Y, glam::Vec3::Z];
        assert_eq!(Parallelepiped3::new(glam::Vec3::ZERO, vectors).edges(), vectors);
    }

    #[test]
    fn corners_have_the_sides_their_bits_say() {
        let skewed = Parallelepiped3::new(
            [10.0, 20.0, 30.0],
            [[1.0, 0.0, 0.0], [0.5, 2.0, 0.0], [0.25, 0.0, 4.0]],
        );
        let corners: Vec<_> = skewed.corners().map(|corner| corner.to_array()).collect();
        assert_eq!(corners.len(), 8);
        assert_eq!(corners[0b000], [8.25, 18.0, 26.0]);
        assert_eq!(corners[0b011], [11.25, 22.0, 26.0]);
        assert_eq!(corners[0b100], [8.75, 18.0, 34.0]);
        assert_eq!(corners[0b111], [11.75, 22.0, 34.0]);
        let far = Parallelepiped2::new([f32::MAX, 0.0], [[f32::MAX, 0.0], [0.0, 1.0]]);
        assert!(far.corners().any(|corner| corner.x == f32::INFINITY));
    }

    #[test]
    fn a_box_under_the_map_that_moves_nothing_is_itself() {
        let turned = Obb3::new([1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [0.0, 0.0, 1.0, 1.0]);
        let image = Parallelepiped3::image(&Affine3::identity(), &turned);
        let edges = [[0.0, 4.0, 0.0], [-5.0, 0.0, 0.0], [0.0, 0.0, 6.0]];
        assert_eq!(image, Ok(Parallelepiped3::new([1.0, 2.0, 3.0], edges)));
    }

    #[test]
    fn a_map_may_mirror_skew_and_flatten() {
        let unit = Obb3::new([1.0, 0.0, 0.0], [1.0; 3], UNTURNED);
        let rows = [[-1.0, 2.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]];
        let map = Affine3::from_rows(rows, [0.0, 0.0, 7.0]);
        let edges = [[-1.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.0; 3]];
        let flat = Parallelepiped3::new([-1.0, 0.0, 7.0], edges);
        assert_eq!(Parallelepiped3::image(&map, &unit), Ok(flat));
    }

    #[test]
    fn images_beyond_the_numbers_are_refused() {
        let unit = Obb2::new([0.0; 2], [2.0; 2], [1.0, 0.0]);
        let stretch = |x| {
            let map = Affine2::from_rows([[x, 0.0], [0.0, 1.0]], [0.0; 2]);
            Parallelepiped2::image(&map, &unit)
        };
        assert!(stretch(f32::MAX / 2.0).is_ok());
        assert_eq!(
            stretch((f32::MAX / 2.0).next_up()),
            Err(ShapeError::NotFinite { field: "edges", value: f32::INFINITY })
        );
        let refused = stretch(f32::NAN).unwrap_err().to_string();
        assert_eq!(refused, "map is NaN; expected a finite number");
    }
}
