//! The planes of a polyhedron's faces, for passes over all of them.

use super::columns::{Columns, Heights, LANES};
use crate::array::{Mapped as _, array_of};
use crate::exact::{Number as _, UNIT};
use crate::linalg::Vect;
use crate::space::Vector;

/// The sine between two edges of a face below which its normal is computed in exact numbers: above it, `f64` turns their
/// product by less than 2⁻⁴², and that only.
pub(crate) const BLUNT: f64 = 1.0 / 256.0;

/// Errors of the product of two edges, relative to the product of their lengths.
const PRODUCT: f64 = 10.0 * UNIT;

/// A bound on the error of heights over a face, relative to the taxicab length from the first corner to a point and the
/// polyhedron's reach; of slopes, relative to the direction's. The length of a product is no less than [`BLUNT`] of the
/// edges'; what comes after it adds less than a hundred units.
pub(crate) const HEIGHT: f64 = PRODUCT / BLUNT + 100.0 * UNIT;

/// The planes of the faces of a polyhedron.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FacePlanes<V: Vector> {
    /// The unit normals.
    pub(crate) normals: Columns<V>,
    /// How far each plane is along its normal, from the first corner; the places that are left in the last block are
    /// infinitely far, so that every point is below them.
    offsets: Box<[Heights]>,
}

impl<V: Vector> FacePlanes<V> {
    /// Those of these faces; `None` if there are so few that they are no polyhedron's.
    pub(super) fn of(corners: &[V::Array<f32>], faces: &[[u32; 3]]) -> Option<Self> {
        if faces.len() < 2 {
            return None;
        }
        let normals: Option<Vec<_>> = faces.iter().map(|face| normal::<V>(corners, face)).collect();
        let normals = Columns::of_vectors(&normals?);
        let from = Vect::<V, f64>::of(&corners[0]);
        let offset = |(i, face): (usize, &[u32; 3])| {
            normals.corner(i).dot(Vect::of(&corners[face[0] as usize]) - from)
        };
        let offsets: Vec<f64> = faces.iter().enumerate().map(offset).collect();
        let block = |own: &[f64]| array_of(|k| own.get(k).copied().unwrap_or(f64::INFINITY));
        Some(Self { offsets: offsets.chunks(LANES).map(block).collect(), normals })
    }

    /// How fast heights over the faces change along a direction.
    #[inline(always)]
    pub(crate) fn slopes(&self, direction: Vect<V, f64>) -> impl Iterator<Item = Heights> {
        self.normals.along(direction)
    }

    /// The heights over the faces of a point, seen from the first corner.
    #[inline(always)]
    pub(crate) fn heights(&self, point: Vect<V, f64>) -> impl Iterator<Item = Heights> {
        let along = self.normals.along(point);
        along.zip(&self.offsets).map(|(along, offset)| array_of(|k| along[k] - offset[k]))
    }

    /// The height of such a point over a face.
    #[inline(always)]
    pub(crate) fn height(&self, face: usize, point: Vect<V, f64>) -> f64 {
        self.normals.corner(face).dot(point) - self.offsets[face / LANES][face % LANES]
    }
}

/// The unit normal of a face: of a thin one by exact numbers.
fn normal<V: Vector>(corners: &[V::Array<f32>], face: &[u32; 3]) -> Option<Vect<V, f64>> {
    let [from, x, y] = face.mapped(|corner| Vect::<V, f64>::of(&corners[corner as usize]));
    let (x, y) = (x - from, y - from);
    let normal = x.cross(y);
    if normal.square() > BLUNT * BLUNT * (x.square() * y.square()) {
        return normal.unit();
    }
    V::Exact::scoped(|| {
        let [from, x, y] = face.mapped(|corner| Vect::<V, V::Exact>::of(&corners[corner as usize]));
        (x - from).cross(y - from).approximate().unit()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::query::predicate::tests::assert_covers;
    use crate::shape::ConvexHull;
    use asunder_jury::Rng;
    use glam::{Vec2, Vec3};

    /// Of vectors of length one: each coordinate of their product is a difference of two products, and the squares of
    /// either add up to one at most.
    #[test]
    fn the_error_is_derived() {
        let edge = Roundoff::unit(1.0);
        let product = edge * edge - edge * edge;
        assert_covers(PRODUCT / UNIT, product.error * SLACK);
        // Then the product is divided by its length; a point is moved, and multiplied, and the offset subtracted.
        let normal = Roundoff::unit(8.0);
        let point = Roundoff::unit(2.0);
        let along = normal * point + Roundoff::ZERO + Roundoff::ZERO;
        assert!(HEIGHT > PRODUCT / BLUNT + (along - along).error * SLACK * UNIT);
    }

    /// Thin faces and others, small and large: every corner is below every plane, those of the face are on it, and the
    /// normal is that of exact numbers.
    #[test]
    fn planes_are_those_of_the_faces() {
        type Exact = <Vec3 as crate::dimension::Dimension>::Exact;
        let mut rng = Rng::new(0x91);
        let mut thin = 0;
        for round in 0..400 {
            let scale = [1.0, 1e12, 1e-18][round % 3];
            // Rods of triangles that hardly turn, and points anywhere.
            let flat = if round % 2 == 0 { 1e-3 } else { 1.0 };
            let point = |rng: &mut Rng| {
                let size = [1.0, flat, flat * flat];
                size.map(|size| (rng.between(-size, size) * scale) as f32)
            };
            let hull = ConvexHull::<Vec3>::new((0..12).map(|_| point(&mut rng)));
            let structure = hull.structure();
            let planes = structure.planes.as_ref().expect("a polyhedron");
            let first = structure.columns.corner(0);
            for (i, face) in structure.faces.iter().enumerate() {
                let [a, b, c] = face.mapped(|k| structure.columns.corner(k as usize));
                let (x, y) = (b - a, c - a);
                thin += u32::from(x.cross(y).length() <= BLUNT * x.length() * y.length());
                let exact = Exact::scoped(|| {
                    let of = |k: u32| Vect::<Vec3, Exact>::of(&structure.corners[k as usize]);
                    let [a, b, c] = face.mapped(of);
                    (b - a).cross(c - a).approximate().unit().expect("no face is a line")
                });
                let off = planes.normals.corner(i) - exact;
                assert!(off.length() <= PRODUCT / BLUNT, "{off:?} {face:?} {hull:?}");
                for (k, _) in structure.corners.iter().enumerate() {
                    let height = planes.height(i, structure.columns.corner(k) - first);
                    let error = HEIGHT * 2.0 * structure.reach;
                    let is_on_it = face.contains(&(k as u32));
                    assert!(height <= error && !(is_on_it && height < -error), "{height} {hull:?}");
                }
            }
            let last = planes.heights(Vect::zero()).last().expect("a block");
            let count = structure.faces.len() % LANES;
            assert!((count..LANES).all(|k| count == 0 || last[k] == f64::NEG_INFINITY));
        }
        assert!(thin > 500, "{thin}");
    }

    #[test]
    fn flat_hulls_have_none() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        assert!(ConvexHull::<Vec2>::new(square).structure().planes.is_none());
        let flat = ConvexHull::<Vec3>::new(square.map(|[x, y]| [x, y, 0.0]));
        assert!(flat.structure().planes.is_none());
    }
}
