//! Batches against their definition, at every level of SIMD, over all kinds and families.

use crate::judged::Space;
use asunder::batch::{Batched, Mask, Obb3Set, Set, Sphere3Set};
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::simd::{SimdLevel, at_level};
use asunder::{Aabb, Capsule, Intersects, Obb, Penetrates, Shape, Sphere, Vector};
use asunder_jury::{self as jury, Family, Kind, Rng};

const LEVELS: [SimdLevel; 3] = [SimdLevel::Baseline, SimdLevel::Avx2, SimdLevel::Avx512];

/// The kinds that sets hold.
const HELD: [Kind; 4] = [Kind::Sphere, Kind::Aabb, Kind::Obb, Kind::Capsule];

/// A shape of a set, among those of any kind.
trait Held<V: Vector>: Batched<Vector = V> + Into<Shape<V>> + PartialEq {
    fn held(shape: &Shape<V>) -> Self;
}
macro_rules! impl_held {
    ($($Kind:ident),*) => {
        $(impl<V: Vector> Held<V> for $Kind<V> {
            fn held(shape: &Shape<V>) -> Self {
                match shape {
                    Shape::$Kind(shape) => *shape,
                    other => panic!("drawn as another kind: {other:?}"),
                }
            }
        })*
    };
}
impl_held!(Sphere, Aabb, Obb, Capsule);

/// Does `$body` with `$Type` for the type of a held kind.
macro_rules! with_held {
    ($kind:expr, $V:ty, $Type:ident => $body:expr) => {
        match $kind {
            Kind::Sphere => {
                type $Type<V> = Sphere<V>;
                $body
            }
            Kind::Aabb => {
                type $Type<V> = Aabb<V>;
                $body
            }
            Kind::Obb => {
                type $Type<V> = Obb<V>;
                $body
            }
            Kind::Capsule => {
                type $Type<V> = Capsule<V>;
                $body
            }
            other => panic!("no set holds {other:?}"),
        }
    };
}

// After the macro that it uses.
mod lengths;

fn set_of<V: Vector, S: Held<V>>(shapes: &[Shape<V>]) -> Set<S> {
    shapes.iter().map(S::held).collect()
}

/// Asserts that a batch says of each question what the question says, at every level.
#[track_caller]
fn assert_defined(
    batch: impl Fn(&mut Mask) -> usize,
    expected: &[bool],
    case: impl Fn(usize) -> String,
) {
    for level in LEVELS {
        // What a mask held before does not matter.
        let mut mask = Mask::new();
        Sphere3Set::from_iter([Sphere3::new([0.0; 3], 1.0); 100])
            .intersecting(&Sphere3::new([0.0; 3], 1.0), &mut mask);
        let Some(count) = at_level(level, || batch(&mut mask)) else { continue };
        assert_eq!(mask.len(), expected.len());
        for (index, &expected) in expected.iter().enumerate() {
            assert_eq!(mask.get(index), expected, "{level:?}, {index}: {}", case(index));
        }
        let places: Vec<usize> = (0..expected.len()).filter(|&i| expected[i]).collect();
        assert_eq!((count, mask.count()), (places.len(), places.len()));
        assert!(mask.iter().eq(places.iter().copied()));
        let mut list = vec![7];
        mask.append_to(&mut list);
        assert!(list[1..].iter().map(|&i| i as usize).eq(places));
    }
}

/// One of two questions.
type Ask<V> = fn(&Shape<V>, &Shape<V>) -> bool;

fn questions<V: Vector>() -> [(bool, Ask<V>); 2] {
    [(false, |a, b| a.intersects(b)), (true, |a, b| a.penetrates(b))]
}

fn drawn<const D: usize, V: Space<D>>(
    family: Family,
    kinds: [Kind; 2],
    count: usize,
    rng: &mut Rng,
) -> (Vec<Shape<V>>, Vec<Shape<V>>) {
    let draw = |_| {
        let (a, b) = jury::pair::<D>(family, kinds[0], kinds[1], rng);
        (V::shape(&a), V::shape(&b))
    };
    (0..count).map(draw).unzip()
}

/// One shape of every drawn pair against all the others.
fn check_many<V: Vector, S: Held<V>>(shapes: &[Shape<V>], queries: &[Shape<V>]) {
    let set = set_of::<V, S>(shapes);
    for query in queries {
        for (open, ask) in questions::<V>() {
            let expected: Vec<bool> = shapes.iter().map(|shape| ask(shape, query)).collect();
            let batch = |mask: &mut Mask| {
                if open { set.penetrating(query, mask) } else { set.intersecting(query, mask) }
            };
            assert_defined(batch, &expected, |i| {
                format!("{:?} {query:?}, penetrates {open}", shapes[i])
            });
        }
    }
}

/// The drawn pairs side by side, and by index in some disorder.
fn check_two<V: Vector, S: Held<V>, T: Held<V>>(a: &[Shape<V>], b: &[Shape<V>], rng: &mut Rng) {
    let (set_a, set_b) = (set_of::<V, S>(a), set_of::<V, T>(b));
    let mut pairs: Vec<(u32, u32)> = (0..a.len() as u32).map(|i| (i, i)).collect();
    for i in 0..pairs.len() {
        pairs.swap(i, rng.below(a.len()));
        pairs.push((rng.below(a.len()) as u32, rng.below(b.len()) as u32));
    }
    for (open, ask) in questions::<V>() {
        let case = |i: usize, j: usize| format!("{:?} {:?}, penetrates {open}", a[i], b[j]);
        let expected: Vec<bool> = a.iter().zip(b).map(|(a, b)| ask(a, b)).collect();
        let zip = |mask: &mut Mask| {
            if open {
                set_a.penetrates_zip(&set_b, mask)
            } else {
                set_a.intersects_zip(&set_b, mask)
            }
        };
        assert_defined(zip, &expected, |i| case(i, i));
        let expected: Vec<bool> =
            pairs.iter().map(|&(i, j)| ask(&a[i as usize], &b[j as usize])).collect();
        let by_index = |mask: &mut Mask| {
            if open {
                set_a.penetrates_pairs(&set_b, &pairs, mask)
            } else {
                set_a.intersects_pairs(&set_b, &pairs, mask)
            }
        };
        assert_defined(by_index, &expected, |n| case(pairs[n].0 as usize, pairs[n].1 as usize));
    }
}

fn many_answer_as_one<const D: usize, V: Space<D>>(family: Family) {
    let mut rng = Rng::new(0xBA7C + family as u64);
    let count = if std::env::var_os("ASUNDER_LONG").is_some() { 60 } else { 9 };
    for held in HELD {
        for kind in Kind::ALL {
            let (shapes, queries) = drawn::<D, V>(family, [held, kind], count, &mut rng);
            with_held!(held, V, S => check_many::<V, S<V>>(&shapes, &queries));
        }
    }
}

fn pairs_answer_as_one<const D: usize, V: Space<D>>(family: Family) {
    let mut rng = Rng::new(0xBA7D + family as u64);
    let count = if std::env::var_os("ASUNDER_LONG").is_some() { 2000 } else { 100 };
    for first in HELD {
        for second in HELD {
            let (a, b) = drawn::<D, V>(family, [first, second], count, &mut rng);
            with_held!(first, V, S => with_held!(second, V, T => {
                check_two::<V, S<V>, T<V>>(&a, &b, &mut rng);
            }));
        }
    }
}

#[test]
fn one_against_many_is_each_question() {
    for family in Family::ALL {
        many_answer_as_one::<3, Vec3>(family);
        many_answer_as_one::<2, Vec2>(family);
    }
}

#[test]
fn pairs_are_each_question() {
    for family in Family::ALL {
        pairs_answer_as_one::<3, Vec3>(family);
        pairs_answer_as_one::<2, Vec2>(family);
    }
}

/// The jury, which shares no code with any of it, agrees.
#[test]
fn the_jury_agrees() {
    let mut rng = Rng::new(4);
    for family in Family::ALL {
        for kinds in
            [[Kind::Obb, Kind::Obb], [Kind::Sphere, Kind::Obb], [Kind::Capsule, Kind::Aabb]]
        {
            let pairs: Vec<_> =
                (0..32).map(|_| jury::pair::<3>(family, kinds[0], kinds[1], &mut rng)).collect();
            let a: Vec<Shape<Vec3>> = pairs.iter().map(|pair| Vec3::shape(&pair.0)).collect();
            let b: Vec<Shape<Vec3>> = pairs.iter().map(|pair| Vec3::shape(&pair.1)).collect();
            let expected: Vec<bool> = pairs.iter().map(|(a, b)| jury::intersects(a, b)).collect();
            with_held!(kinds[0], Vec3, S => with_held!(kinds[1], Vec3, T => {
                let (a, b) = (set_of::<Vec3, S<Vec3>>(&a), set_of::<Vec3, T<Vec3>>(&b));
                assert_defined(|mask| a.intersects_zip(&b, mask), &expected, |i| {
                    format!("{family:?} {:?}", pairs[i])
                });
            }));
        }
    }
}

/// Rays along faces and edges and beside them, of directions that are nearly so: of whatever size, and
/// a part of which is nothing beside the rest.
#[test]
fn rays_along_faces() {
    let steps = [-1.0, 0.0, 1.0];
    let grid = |x: usize| [x % 3, x / 3 % 3, x / 9].map(|i| steps[i]);
    let sizes = [[1.0; 3], [0.0, 1.0, 1.0], [1e-30, 1.0, 3.0]];
    let boxes: Vec<Aabb3> = (0..27)
        .flat_map(|at| sizes.map(|size| Aabb3::from_center_half_extents(grid(at), size)))
        .collect();
    let set: Set<Aabb<Vec3>> = boxes.iter().copied().collect();
    let (least, tiny, near) = (f32::from_bits(1), 1e-30, 1e-7);
    for origin in (0..27).map(grid) {
        for toward in (0..27).map(grid).filter(|toward| *toward != [0.0; 3]) {
            for scale in
                [[1.0; 3], [1.0, least, 1.0], [tiny, 1.0, near], [f32::MAX, least, 1.0], [least; 3]]
            {
                let ray = Ray3::new(
                    [0, 1, 2].map(|i| 2.0 * origin[i]),
                    [0, 1, 2].map(|i| scale[i] * toward[i]),
                );
                for (open, ask) in questions::<Vec3>() {
                    let query = Shape::from(ray);
                    let expected: Vec<bool> =
                        boxes.iter().map(|&aabb| ask(&aabb.into(), &query)).collect();
                    let batch = |mask: &mut Mask| {
                        if open {
                            set.penetrating(&ray, mask)
                        } else {
                            set.intersecting(&ray, mask)
                        }
                    };
                    assert_defined(batch, &expected, |i| format!("{:?} {ray:?} {open}", boxes[i]));
                }
            }
        }
    }
}

/// A set too large for the nearest memory, its pairs in disorder, and all of it in order.
#[test]
fn a_large_set_is_asked_in_any_order() {
    let boxes = 6000;
    let row: Obb3Set = (0..boxes)
        .map(|i| Obb3::new([i as f32, 0.0, 0.0], [0.5, 0.5, 0.25], [0.0, 0.0, 0.0, 1.0]))
        .collect();
    let pairs: Vec<(u32, u32)> =
        (0..boxes).map(|n| n * 2311 % boxes).map(|i| (i, (i + 1 + i % 2) % boxes)).collect();
    let expected: Vec<bool> = pairs.iter().map(|&(i, j)| i.abs_diff(j) == 1).collect();
    assert_defined(
        |mask| row.intersects_pairs(&row, &pairs, mask),
        &expected,
        |n| format!("{:?}", pairs[n]),
    );
    assert_defined(
        |mask| row.penetrates_pairs(&row, &pairs, mask),
        &vec![false; 6000],
        |n| format!("{:?}", pairs[n]),
    );
    // Side by side with as many, of which every other one has moved on.
    let moved: Obb3Set = (0..boxes)
        .map(|i| {
            let x = (i + 3 * (i % 2)) as f32;
            Obb3::new([x, 0.0, 0.0], [0.5, 0.5, 0.25], [0.0, 0.0, 0.0, 1.0])
        })
        .collect();
    let expected: Vec<bool> = (0..boxes).map(|i| i % 2 == 0).collect();
    assert_defined(|mask| row.intersects_zip(&moved, mask), &expected, |i| format!("{i}"));
    // One against all of it, and a camera against as many upright boxes.
    let ball = Sphere3::new([3000.0, 0.0, 0.0], 2.5);
    let expected: Vec<bool> = (0..boxes).map(|i| i.abs_diff(3000) <= 3).collect();
    assert_defined(|mask| row.intersecting(&ball, mask), &expected, |i| format!("{i}"));
    let upright: Set<Aabb<Vec3>> = (0..3 * boxes)
        .map(|i| Aabb3::new([i as f32, -1.0, -4.0], [i as f32 + 0.5, 1.0, -3.0]))
        .collect();
    let at = [9000.0, 0.0, 0.0];
    let eye = Frustum3::perspective(at, [0.0, 0.0, 0.0, 1.0], [-1.0, 1.0, -1.0, 1.0], 0.5, 100.0);
    // At a depth of four it is eight wide.
    let seen = |i: u32| i as f32 <= 9004.0 && i as f32 + 0.5 >= 8996.0;
    let expected: Vec<bool> = (0..3 * boxes).map(seen).collect();
    assert_defined(|mask| upright.intersecting(&eye, mask), &expected, |i| format!("{i}"));
}

/// A set gives back the bits that it was given, whatever is done to it in between.
#[test]
fn a_set_is_a_list() {
    fn check<V: Vector, S: Held<V>>(shapes: &[Shape<V>], rng: &mut Rng) {
        let bits = |shape: &S| format!("{shape:?}");
        let mut list: Vec<S> = Vec::new();
        let mut set = Set::<S>::new();
        for step in 0..300 {
            let shape = S::held(&shapes[rng.below(shapes.len())]);
            match rng.below(if list.is_empty() { 1 } else { 4 }) {
                0 | 1 => {
                    list.push(shape);
                    set.push(&shape);
                }
                2 => {
                    let index = rng.below(list.len());
                    list[index] = shape;
                    set.set(index, &shape);
                }
                _ => {
                    let index = rng.below(list.len());
                    assert_eq!(bits(&set.swap_remove(index)), bits(&list.swap_remove(index)));
                }
            }
            if step == 150 {
                list.clear();
                set.clear();
            }
            assert_eq!((set.len(), set.is_empty()), (list.len(), list.is_empty()));
            assert!(set.iter().map(|s| bits(&s)).eq(list.iter().map(bits)));
        }
    }
    let mut rng = Rng::new(9);
    for family in [Family::Game, Family::RandomBits, Family::Subnormal] {
        for held in HELD {
            let (shapes, _) = drawn::<3, Vec3>(family, [held, Kind::Point], 40, &mut rng);
            with_held!(held, Vec3, S => check::<Vec3, S<Vec3>>(&shapes, &mut rng));
        }
    }
    let zero = Sphere3Set::from_iter([Sphere3::new([-0.0, 0.0, 0.0], 0.0)]);
    assert!(zero.get(0).center().x.is_sign_negative());
}

#[test]
#[should_panic(expected = "pair (1, 2) names a shape that is not there: there are 2")]
fn a_pair_beyond_the_set_is_refused() {
    let two = Sphere3Set::from_iter([Sphere3::new([0.0; 3], 1.0); 2]);
    two.intersects_pairs(&two, &[(0, 1), (1, 2)], &mut Mask::new());
}
