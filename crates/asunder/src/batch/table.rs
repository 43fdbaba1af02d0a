//! Shapes of any kind that sets hold, a line of memory each, asked by pairs of their numbers.
//!
//! A [`Set`](super::Set) holds one kind, and holds it twice. Where shapes of all kinds come and go and
//! only pairs are asked about, as in a world, this is half of the memory, and a shape that moves is
//! written once.

use super::forms::LaneShape;
use super::kernels::{Kind, answer_kinds, ask_left_open};
use super::mask::Mask;
use super::stage::{Batch, Operand, QUAD, Records};
use crate::array::Mapped as _;
use crate::query::predicate::Rule;
use crate::shape::{AnyShape as _, Shape};
use crate::simd::{LANES, Lanes};
use crate::space::Vector;

/// The numbers of shapes, by the number of each. Whoever asks knows their kinds, and the shapes.
#[derive(Clone, Debug, Default)]
pub(crate) struct BatchTable {
    lines: Vec<Lanes>,
}

impl BatchTable {
    /// Makes room for shapes with numbers below `count`.
    pub(crate) fn grow(&mut self, count: usize) {
        if self.lines.len() < count {
            self.lines.resize(count, Lanes::ZERO);
        }
    }

    /// The lines of all numbers there is room for, for shapes to be [put](put) into.
    pub(crate) fn lines_mut(&mut self) -> &mut [Lanes] {
        &mut self.lines
    }

    /// Which pairs of a shape of the one kind and a shape of the other are as `rule` asks: answer `n`
    /// of the mask is that of the shapes `pairs[n]`. Where a proof is not found among the numbers,
    /// `shape` is asked for the shapes that were put.
    pub(crate) fn ask<'s, V: Vector>(
        &self,
        kinds: [Kind; 2],
        pairs: &[(u32, u32)],
        rule: Rule,
        mask: &mut Mask,
        shape: &dyn Fn(u32) -> Option<&'s Shape<V>>,
    ) {
        let records = Records { len: self.lines.len(), stride: LANES / QUAD };
        let sources =
            [false, true].mapped(|second| Operand::picked(&self.lines, records, pairs, second));
        let [a, b] = sources;
        let batch = Batch { a, b, len: pairs.len(), rule };
        answer_kinds::<V>(kinds, batch, mask, &|index| {
            let (p, q) = (shape(pairs[index].0), shape(pairs[index].1));
            p.zip(q).is_some_and(|(p, q)| ask_left_open(p.as_shape_ref(), q.as_shape_ref(), rule))
        });
    }
}

/// Puts a shape into a line, in place of the one that was there, if any. Its kind, if it is one that can
/// be asked about; else nothing is put.
pub(crate) fn put<V: Vector>(line: &mut Lanes, shape: &Shape<V>) -> Option<Kind> {
    match shape {
        Shape::Sphere(sphere) => write(line, sphere, Kind::Sphere),
        Shape::Aabb(aabb) => write(line, aabb, Kind::Aabb),
        Shape::Obb(obb) => write(line, obb, Kind::Obb),
        Shape::Capsule(capsule) => write(line, capsule, Kind::Capsule),
        Shape::Point(_)
        | Shape::Segment(_)
        | Shape::Ray(_)
        | Shape::Plane(_)
        | Shape::HalfSpace(_)
        | Shape::Triangle(_)
        | Shape::Frustum(_)
        | Shape::ConvexHull(_)
        | Shape::Parallelepiped(_) => None,
    }
}

/// Writes the numbers of a form into a line of its own.
fn write<V: Vector, F: LaneShape<V>>(line: &mut Lanes, shape: &F, kind: Kind) -> Option<Kind> {
    const { assert!(F::FIELDS <= LANES, "a line holds one shape") };
    shape.fields(
        #[inline(always)]
        |field, x| line.0[field] = x,
    );
    Some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::separation::meet;
    use crate::shape::{Aabb, Capsule, Obb, Sphere};
    use asunder_jury::Rng;
    use glam::Vec3;

    /// Whole numbers, so that many touch.
    fn random(rng: &mut Rng) -> Shape<Vec3> {
        let mut whole = |low: f64, high: f64| rng.between(low, high).round() as f32;
        let at = [(); 3].map(|()| whole(-3.0, 3.0));
        let size = [(); 3].map(|()| whole(0.0, 2.0));
        let turn = [whole(-1.0, 1.0), whole(-1.0, 1.0), whole(-1.0, 1.0), 1.0];
        let far = [0, 1, 2].map(|i| at[i] + size[i]);
        match rng.below(5) {
            0 => Sphere::new(at, size[0]).into(),
            1 => Aabb::new(at, far).into(),
            2 => Obb::new(at, size, turn).into(),
            3 => Capsule::new(at, far, size[0]).into(),
            _ => Shape::Point(at.into()),
        }
    }

    #[test]
    fn answers_are_those_of_the_single_question() {
        let mut rng = Rng::new(5);
        let shapes: Vec<_> = (0..400).map(|_| random(&mut rng)).collect();
        let mut table = BatchTable::default();
        table.grow(shapes.len());
        let lines = table.lines_mut().iter_mut();
        let kinds: Vec<_> = lines.zip(&shapes).map(|(line, shape)| put(line, shape)).collect();
        let kinds = &kinds;
        let (mut mask, mut met) = (Mask::new(), [[0; 2]; 2]);
        for a in [Kind::Sphere, Kind::Aabb, Kind::Obb, Kind::Capsule] {
            for b in [Kind::Sphere, Kind::Aabb, Kind::Obb, Kind::Capsule] {
                let of = |kind| (0..400u32).filter(move |&i| kinds[i as usize] == Some(kind));
                let pairs: Vec<_> =
                    of(a).zip(of(b).skip(1)).chain(of(a).skip(7).zip(of(b))).collect();
                assert!(pairs.len() > 64, "{a:?} {b:?}");
                for rule in [Rule::Closed, Rule::Open] {
                    let shape = |i: u32| shapes.get(i as usize);
                    table.ask([a, b], &pairs, rule, &mut mask, &shape);
                    for (n, &(i, j)) in pairs.iter().enumerate() {
                        let (p, q) = (&shapes[i as usize], &shapes[j as usize]);
                        let expected = meet(p, q, rule);
                        assert_eq!(mask.get(n), expected, "{rule:?} {p:?} {q:?}");
                        met[rule as usize][usize::from(expected)] += 1;
                    }
                }
            }
        }
        assert!(met.iter().flatten().all(|&count| count > 100), "{met:?}");
    }
}
