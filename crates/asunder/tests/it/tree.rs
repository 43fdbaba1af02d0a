//! The tree on its own: every question against a look at all boxes.

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::tree::{Tree, Tree2};
use asunder::{Aabb, Shape, Vector};
use asunder_jury::{self as jury, Family, Kind, Rng};
use std::collections::BTreeMap;

/// A tree and what it should hold, after many calls in no order.
struct Life<V: Vector> {
    tree: Tree<V>,
    boxes: BTreeMap<u32, Aabb<V>>,
}

/// How many numbers boxes have.
const NUMBERS: usize = 300;

fn aabb<const D: usize, V: Space<D>>(shape: &jury::Shape<D>) -> Aabb<V> {
    match V::shape(shape) {
        Shape::Aabb(aabb) => aabb,
        other => panic!("drawn as another kind: {other:?}"),
    }
}

impl<V: Vector> Life<V> {
    fn new() -> Self {
        Self { tree: Tree::new(), boxes: BTreeMap::new() }
    }

    /// Sets, removes and sorts in, with boxes of a family.
    fn live<const D: usize>(&mut self, family: Family, kind: Kind, rng: &mut Rng) -> Shape<V>
    where
        V: Space<D>,
    {
        let mut last = None;
        for _ in 0..NUMBERS {
            let (a, b) = jury::pair::<D>(family, Kind::Aabb, kind, rng);
            let (number, aabb) = (rng.below(NUMBERS) as u32, aabb::<D, V>(&a));
            if rng.chance(0.2) {
                self.tree.remove(number);
                self.boxes.remove(&number);
            } else {
                let motion = if rng.chance(0.5) { BodyKind::Fixed } else { BodyKind::Moving };
                self.tree.set(number, &aabb, motion);
                self.boxes.insert(number, aabb);
            }
            last = Some(V::shape(&b));
        }
        match rng.below(3) {
            0 => self.tree.settle(),
            1 => drop(self.tree.moved_pairs().len()),
            _ => {}
        }
        assert_eq!(
            (self.tree.len(), self.tree.is_empty()),
            (self.boxes.len(), self.boxes.is_empty())
        );
        for number in 0..NUMBERS as u32 {
            let expected = self.boxes.get(&number).copied();
            assert_eq!(self.tree.contains(number), expected.is_some());
            assert_eq!(self.tree.get(number), expected);
        }
        last.expect("there are numbers")
    }

    /// The numbers whose boxes are as asked.
    fn all(&self, is_asked: impl Fn(&Aabb<V>) -> bool) -> Vec<u32> {
        self.boxes.iter().filter(|(_, aabb)| is_asked(aabb)).map(|(&number, _)| number).collect()
    }
}

fn sorted(mut found: Vec<u32>) -> Vec<u32> {
    found.sort_unstable();
    found
}

/// What intersects a shape of any kind, and what overlaps a box, is told exactly.
fn finds_what_intersects<const D: usize, V: Space<D>>(family: Family) -> usize {
    let mut rng = Rng::new(0x7BEE + family as u64);
    let mut life = Life::<V>::new();
    let mut count = 0;
    for kind in Kind::ALL {
        let shape = life.live::<D>(family, kind, &mut rng);
        let mut found = Vec::new();
        life.tree.intersecting(&shape, |number| found.push(number));
        let expected = life.all(|aabb| aabb.intersects(&shape));
        assert_eq!(sorted(found), expected, "{family:?} {shape:?}");
        count += expected.len();

        let asked = aabb::<D, V>(&jury::pair::<D>(family, Kind::Aabb, Kind::Aabb, &mut rng).0);
        let expected = life.all(|aabb| aabb.intersects(&asked));
        let mut found = Vec::new();
        life.tree.overlapping(&asked, |number| found.push(number));
        assert_eq!(sorted(found), expected);
        assert_eq!(life.tree.any_overlapping(&asked, |_| true), !expected.is_empty());
        let mut looked_at = Vec::new();
        let wanted = expected.get(expected.len() / 2).copied();
        let any = life.tree.any_overlapping(&asked, |number| {
            assert!(looked_at.last().copied() != wanted || wanted.is_none(), "it stops");
            looked_at.push(number);
            Some(number) == wanted
        });
        assert_eq!(any, wanted.is_some());
        life.tree.any_overlapping(&asked, |number| {
            assert!(expected.contains(&number));
            false
        });
    }
    count
}

#[test]
fn shapes_find_the_boxes_they_intersect() {
    for family in [Family::Game, Family::Grid, Family::RandomBits, Family::Subnormal] {
        let found =
            finds_what_intersects::<3, Vec3>(family) + finds_what_intersects::<2, Vec2>(family);
        assert!(found > 10, "{family:?}: {found}");
    }
}

/// A box on its way is shown whatever it meets, no later than it does, and first what it meets first.
fn casts_miss_nothing<const D: usize, V: Space<D>>(family: Family) -> usize {
    let mut rng = Rng::new(0xCA57 + family as u64);
    let (mut life, mut count) = (Life::<V>::new(), 0);
    for _ in 0..12 {
        life.live::<D>(family, Kind::Aabb, &mut rng);
        // From where one box is to another.
        let boxes: Vec<&Aabb<V>> = life.boxes.values().collect();
        let (moving, to) = (*boxes[rng.below(boxes.len())], *boxes[rng.below(boxes.len())]);
        let motion = V::array(|i| to.min().to_array()[i] - moving.min().to_array()[i]);
        let mut shown = BTreeMap::new();
        life.tree.cast(&moving, motion, 1.0, |number, fraction| {
            assert!(shown.insert(number, fraction).is_none(), "{number} twice");
            1.0
        });
        let mut first = f64::INFINITY;
        for (number, aabb) in &life.boxes {
            let Some(hit) = moving.cast(motion, aabb) else { continue };
            let fraction = f64::from(hit.fraction.next_up());
            assert!(shown.get(number).is_some_and(|&told| told <= fraction), "{moving:?} {aabb:?}");
            first = first.min(fraction);
            count += 1;
        }
        let mut nearest = 1.0;
        life.tree.cast(&moving, motion, 1.0, |number, _| {
            if let Some(hit) = moving.cast(motion, &life.boxes[&number]) {
                nearest = f64::from(hit.fraction.next_up()).min(nearest);
            }
            nearest
        });
        assert_eq!(nearest, first.min(1.0));
        let mut looked_at = 0;
        life.tree.cast(&moving, motion, 1.0, |_, _| {
            looked_at += 1;
            -1.0
        });
        assert!(looked_at <= 1, "it stops");
        let nowhere = V::array(|_| f32::NAN);
        life.tree.cast(&moving, nowhere, 1.0, |number, _| panic!("{number} was met nowhere"));
    }
    count
}

#[test]
fn boxes_on_their_way_meet_what_they_meet() {
    for family in [Family::Game, Family::Grid] {
        let met = casts_miss_nothing::<3, Vec3>(family) + casts_miss_nothing::<2, Vec2>(family);
        assert!(met > 40, "{family:?}: {met}");
    }
}

/// Among boxes on whole numbers, whose distances are known: all within a distance, and the nearest.
#[test]
fn near_boxes_are_found() {
    let mut rng = Rng::new(77);
    let mut whole = |size: usize| rng.below(size) as f32;
    let mut tree = Tree2::new();
    let mut boxes = Vec::new();
    for number in 0..NUMBERS as u32 {
        let min = [whole(60), whole(60)];
        let aabb = Aabb2::new(min, [min[0] + whole(4), min[1] + whole(4)]);
        tree.set(number, &aabb, if number % 3 == 0 { BodyKind::Fixed } else { BodyKind::Moving });
        boxes.push(aabb);
    }
    let gap = |a: &Aabb2, b: &Aabb2| -> f64 {
        let apart = (a.min() - b.max()).max(b.min() - a.max()).max(Vec2::ZERO);
        f64::from(apart.length_squared())
    };
    for round in 0..100 {
        if round == 50 {
            tree.settle();
        }
        let min = [whole(60), whole(60)];
        let asked = Aabb2::new(min, [min[0] + 1.0, min[1] + 1.0]);
        let within = f64::from(whole(7));
        let mut found = Vec::new();
        tree.near(&asked, within, |number, told| {
            assert!(told * told <= gap(&asked, &boxes[number as usize]), "{number}");
            found.push(number);
            within
        });
        let mut expected = Vec::new();
        for (number, aabb) in (0..).zip(&boxes) {
            if gap(&asked, aabb) <= within * within {
                expected.push(number);
            }
        }
        // What is told to be within is there within a rounding, which whole numbers do not see.
        assert_eq!(sorted(found), expected);
        let mut least = f64::INFINITY;
        tree.near(&asked, f64::INFINITY, |number, _| {
            least = gap(&asked, &boxes[number as usize]).min(least);
            least.sqrt()
        });
        let expected = boxes.iter().map(|aabb| gap(&asked, aabb)).fold(f64::INFINITY, f64::min);
        assert_eq!(least, expected);
        for nothing in [-1.0, f64::NAN] {
            tree.near(&asked, nothing, |number, _| panic!("{number} is not so near"));
        }
    }
}

#[test]
fn a_cleared_tree_is_new() {
    let mut tree = Tree2::new();
    let unit = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    tree.set(0, &unit, BodyKind::Moving);
    tree.set(9, &unit, BodyKind::Moving);
    assert_eq!(tree.moved_pairs(), [(0, 9)]);
    tree.clear();
    assert!(tree.is_empty() && tree.last_pairs().is_empty() && tree.moved_pairs().is_empty());
    tree.overlapping(&unit, |number| panic!("{number} was forgotten"));
    tree.set(9, &unit, BodyKind::Moving);
    tree.set(9, &unit, BodyKind::Fixed);
    tree.remove(3);
    assert_eq!((tree.len(), tree.moved_pairs().len()), (1, 0));
}

#[test]
fn a_point_that_is_nowhere_finds_nothing() {
    let mut tree = Tree2::new();
    tree.set(0, &Aabb2::new([0.0, 0.0], [1.0, 1.0]), BodyKind::Moving);
    for x in [f32::NAN, f32::INFINITY] {
        let nowhere = Shape::Point(Vec2::new(x, 0.5));
        tree.intersecting(&nowhere, |number| panic!("{number} holds a point that is nowhere"));
    }
}

#[test]
#[should_panic(expected = "number boxes from zero on")]
fn the_last_number_is_refused() {
    Tree2::new().set(u32::MAX, &Aabb2::new([0.0, 0.0], [1.0, 1.0]), BodyKind::Moving);
}

/// What is answered may only narrow a search: a larger limit brings nothing back, whatever came before.
#[test]
fn a_search_is_never_widened() {
    let mut tree = Tree2::new();
    for number in 0..40 {
        let x = number as f32;
        tree.set(number, &Aabb2::new([x, 0.0], [x + 1.0, 1.0]), BodyKind::Moving);
    }
    let unit = Aabb2::new([-1.0, 0.0], [-1.0, 1.0]);
    let ray = Ray2::new([-1.0, 0.5], [1.0, 0.0]);
    for settled in [false, true] {
        if settled {
            tree.settle();
        }
        for (answer, expected) in [(f64::INFINITY, 3), (f64::NAN, 1), (-1.0, 1)] {
            let mut counts = [0; 3];
            let mut count = |i: usize| counts[i] += 1;
            tree.along(&ray, 3.0, |_, _| {
                count(0);
                answer
            });
            tree.cast(&unit, [3.0, 0.0], 1.0, |_, _| {
                count(1);
                answer
            });
            tree.near(&unit, 3.0, |_, _| {
                count(2);
                answer
            });
            assert_eq!(counts, [expected; 3], "{answer} {settled}");
        }
    }
}
