//! Meshes that are hard for the shapes they are asked about, with those shapes.

use crate::build::{Place, judged_shape_at};
use crate::surfaces::{bumpy, cube, grid, sphere, tetrahedron};
use asunder_jury::{Family, Kind, Rng, Shape, motion, pair};
use std::array::from_fn;

/// The triangles of a soup that are drawn beside a shape of their own.
const SOUP: usize = 24;

/// A shape and the displacement along which it is swept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<const D: usize> {
    pub(crate) shape: Shape<D>,
    pub(crate) motion: [f32; D],
}

/// The vertices and triangles of a mesh, and how shapes near it are drawn.
#[derive(Debug)]
pub(crate) struct Scenery<const D: usize> {
    pub(crate) vertices: Vec<[f32; D]>,
    pub(crate) triangles: Vec<[u32; 3]>,
    family: Family,
    /// The shapes of a soup, each beside a triangle of it; none beside a surface.
    shapes: Vec<(Shape<D>, Shape<D>)>,
    size: f32,
}

impl<const D: usize> Scenery<D> {
    /// Two of three are soups of a family of pairs; the others, in space, are surfaces.
    pub(crate) fn drawn(number: usize, rng: &mut Rng) -> Self {
        let family = Family::ALL[rng.below(Family::ALL.len())];
        if number.is_multiple_of(3) && D == 3 {
            Self::surface(rng)
        } else {
            Self::soup(family, rng)
        }
    }

    /// Triangles of a family, each placed so that it is hard for a shape of its own.
    fn soup(family: Family, rng: &mut Rng) -> Self {
        let mut kinds = Kind::ALL.iter().cycle().skip(rng.below(Kind::ALL.len()));
        let mut draw = || {
            let kind = *kinds.next().expect("without end");
            pair::<D>(family, Kind::Triangle, kind, rng)
        };
        let shapes: Vec<_> = (0..SOUP).map(|_| draw()).collect();
        let corners = shapes.iter().flat_map(|(triangle, _)| corners(triangle));
        let corner = |i: u32| [3 * i, 3 * i + 1, 3 * i + 2];
        // One is there twice, one has a corner of two others, one is a point.
        let more = [corner(3), [0, 4, 8], [5; 3]];
        let triangles = (0..SOUP as u32).map(corner).chain(more).collect();
        Self { vertices: corners.collect(), triangles, family, shapes, size: 1.0 }
    }

    /// A surface whose triangles share vertices, near or far out, large or small.
    fn surface(rng: &mut Rng) -> Self {
        let number = |rng: &mut Rng| (rng.between(-4.0, 4.0) * 4.0).round() as f32 / 4.0;
        let mut corner = || from_fn(|_| number(rng));
        let corners = [corner(), corner(), corner(), corner()];
        let (steps, spread) = (1 + rng.below(7) as i32, 1 + rng.below(5) as i32);
        let height = |x: i32, z: i32| ((x * steps + z * spread).rem_euclid(5)) as f32 * 0.25;
        let surface = match rng.below(6) {
            0 => grid(4, 1.0, |_, _| 0.0),
            1 => grid(5, 1.0, height),
            2 => tetrahedron(corners),
            3 => cube(corners[0].map(|x| -x.abs() - 0.25), corners[1].map(|x| x.abs() + 0.25)),
            4 => sphere(1),
            _ => bumpy(1),
        };
        let size = [1.0, 1.0, 1.0 / 1024.0, 1e-3, 1e30, 1e-38][rng.below(6)];
        let away: [f32; 3] =
            if size == 1.0 && rng.chance(0.3) { [1e6, -1e6, 5e5] } else { [0.0; 3] };
        let surface = surface.map(|vertex| from_fn(|t| vertex[t] * size + away[t]));
        let vertices = surface.vertices.iter().map(|vertex| from_fn(|t| vertex[t])).collect();
        let triangles = surface.triangles;
        Self { vertices, triangles, family: Family::Game, shapes: Vec::new(), size }
    }

    pub(crate) fn judged_triangles(&self) -> Vec<Shape<D>> {
        let triangle = |corners: &[u32; 3]| {
            let [a, b, c] = corners.map(|index| self.vertices[index as usize]);
            Shape::Triangle { a, b, c }
        };
        self.triangles.iter().map(triangle).collect()
    }

    /// The shape of a turn, and a displacement for it.
    pub(crate) fn ask(&mut self, turn: usize, rng: &mut Rng) -> Asked<D> {
        if self.shapes.is_empty() {
            return self.ask_near_surface(turn, rng);
        }
        let (triangle, shape) = self.shapes[turn % self.shapes.len()];
        // The first turns ask what was drawn with the mesh; later ones draw shapes beside those triangles' like.
        let shape = if turn < self.shapes.len() {
            shape
        } else {
            let (_, fresh) = pair::<D>(self.family, Kind::Triangle, shape.kind(), rng);
            if rng.chance(0.5) { fresh } else { shape }
        };
        Asked { shape, motion: motion(self.family, &shape, &triangle, rng) }
    }

    fn ask_near_surface(&self, turn: usize, rng: &mut Rng) -> Asked<D> {
        let kind = Kind::ALL[turn % Kind::ALL.len()];
        let at = self.vertices[rng.below(self.vertices.len())];
        let (size, whole) = (self.size, rng.chance(0.5));
        let shape = judged_shape_at(kind, Place { at, size, whole }, rng);
        let motion = from_fn(|_| {
            let step = rng.between(-4.0, 4.0);
            (if whole { (step * 4.0).round() / 4.0 } else { step }) as f32 * size
        });
        Asked { shape, motion }
    }
}

fn corners<const D: usize>(triangle: &Shape<D>) -> [[f32; D]; 3] {
    let Shape::Triangle { a, b, c } = *triangle else { unreachable!("as asked") };
    [a, b, c]
}
