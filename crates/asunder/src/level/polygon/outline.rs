//! The outline of a polygon that was divided into parts: which of the parts' edges are inner ones.

use crate::array::Mapped as _;
use crate::checksum::Sum;
use crate::linalg::Vect;
use crate::shape::{Point, orientation::turn};
use crate::space::Vector;
use core::cmp::Ordering;

/// The neighbours of a vertex that is passed more than once.
const SHARED: [u32; 2] = [u32::MAX; 2];

/// The vertices of a polygon, its edges, and the corners of its parts.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::level) struct Outline<V: Vector> {
    vertices: Box<[V::Array<f32>]>,
    /// For each vertex those before and after it, the inside to the left.
    neighbours: Box<[[u32; 2]]>,
    /// The corners of all parts, counterclockwise.
    corners: Box<[u32]>,
    /// Where the corners of each part begin, and where those of the last one end.
    first: Box<[u32]>,
}

impl<V: Vector> Outline<V> {
    pub(super) fn new(vertices: Box<[V::Array<f32>]>, pieces: super::pieces::Pieces) -> Self {
        let mut neighbours = vec![[None; 2]; vertices.len()];
        let mut is_shared = vec![false; vertices.len()];
        for [a, b] in pieces.outline {
            for (vertex, end, other) in [(a, 1, b), (b, 0, a)] {
                let known = neighbours[vertex as usize][end].replace(other);
                is_shared[vertex as usize] |= known.is_some();
            }
        }
        let neighbours = neighbours
            .into_iter()
            .zip(is_shared)
            .map(|(pair, is_shared)| match pair {
                [Some(before), Some(after)] if !is_shared => [before, after],
                _ => SHARED,
            })
            .collect();
        Self { vertices, neighbours, corners: pieces.corners.into(), first: pieces.first.into() }
    }

    /// The same parts of moved vertices; where they are mirrored, in the other direction.
    pub(in crate::level) fn mapped(
        &self,
        is_mirrored: bool,
        map: impl FnMut(&V::Array<f32>) -> V::Array<f32>,
    ) -> Self {
        let mut outline =
            Self { vertices: self.vertices.iter().map(map).collect(), ..self.clone() };
        if is_mirrored {
            outline.neighbours.iter_mut().for_each(|pair| pair.reverse());
            for range in self.first.windows(2) {
                outline.corners[range[0] as usize..range[1] as usize].reverse();
            }
        }
        outline
    }

    pub(super) fn part_count(&self) -> usize {
        self.first.len() - 1
    }

    fn corners_of(&self, part: u32) -> Option<&[u32]> {
        let (from, to) = (self.first.get(part as usize)?, self.first.get(part as usize + 1)?);
        self.corners.get(*from as usize..*to as usize)
    }

    /// The corners of a part.
    pub(super) fn part(&self, part: u32) -> impl ExactSizeIterator<Item = V::Array<f32>> {
        let corners = self.corners_of(part).unwrap_or(&[]);
        corners.iter().map(|&vertex| self.vertices[vertex as usize])
    }

    pub(in crate::level) fn size(&self) -> usize {
        let Self { vertices, neighbours, corners, first } = self;
        size_of_val(&**vertices)
            + size_of_val(&**neighbours)
            + size_of_val(&**corners)
            + size_of_val(&**first)
    }

    pub(in crate::level) fn add_to(&self, sum: &mut Sum) {
        sum.add_floats(
            self.vertices.iter().flat_map(|&vertex| Vect::<V, f32>(vertex).components()),
        );
        for numbers in [self.neighbours.as_flattened(), &self.corners, &self.first] {
            sum.add_all(numbers.iter().map(|&number| u64::from(number)));
        }
    }

    /// The normal of a contact at a corner of a part: where the corner is not one of the outline, or a blunter
    /// one, and the normal points beyond it, that of the edge of the outline there that is nearest to it.
    pub(in crate::level) fn smoothed(&self, part: u32, normal: V) -> Option<V> {
        /// Below this part of the whole a component is rounding.
        const ROUNDING: f64 = 1e-6;
        let corners = self.corners_of(part)?;
        let at = |vertex: u32| Vect::<V, f64>::of(&self.vertices[vertex as usize]);
        let toward = Vect::<V, f64>::of(&normal.to_array());
        let height = |&k: &usize| (at(corners[k]) - at(corners[0])).dot(toward);
        let first =
            (1..corners.len()).fold(0, |best, k| if height(&k) > height(&best) { k } else { best });
        let count = corners.len();
        for beside in [(first + 1) % count, (first + count - 1) % count] {
            // The contact is with an edge, or this tells not at which corner it is.
            let along = (at(corners[beside]) - at(corners[first])).unit()?;
            if along.dot(toward).abs() <= ROUNDING {
                return None;
            }
        }
        let corner = corners[first];
        let neighbours = self.neighbours[corner as usize];
        if neighbours == SHARED {
            return None;
        }
        let [before, after] = neighbours;
        let out = |from: u32, to: u32| {
            let along = at(to) - at(from);
            let mut across = Vect::<V, f64>::zero();
            (across[0], across[1]) = (along[1], 0.0 - along[0]);
            across.unit()
        };
        let (p, q) = (out(before, corner)?, out(corner, after)?);
        let across = |a: Vect<V, f64>, b: Vect<V, f64>| a[0] * b[1] - a[1] * b[0];
        let [a, b, c] = [before, corner, after].mapped(|vertex| {
            let vertex = &self.vertices[vertex as usize];
            Point::new([vertex[0], vertex[1], 0.0])
        });
        let stands_out = turn(2, &a, &b, &c) == Ordering::Greater;
        if stands_out && across(p, toward) >= -ROUNDING && across(toward, q) >= -ROUNDING {
            return None;
        }
        let (by_p, by_q) = (p.dot(toward), q.dot(toward));
        let (face, by) = if by_p > by_q { (p, by_p) } else { (q, by_q) };
        (by > 0.0).then(|| V::from_array(face.map(|x| x as f32 + 0.0).0))
    }
}
