//! Worlds: many boxes that move, and who finds what overlaps, step after step.
//!
//! Before every step the scene moves, which is not timed. Then each contestant in turn takes over
//! where the boxes are and finds the pairs, which is. After the step all lists are compared; what
//! differs from the first's is counted as wrong, and it is asunder's to be held against the others.

mod own;
mod parry;
pub(crate) mod rapier;
mod scene;

use crate::table::Row;
use crate::timing::median;
use own::Threads;
use std::time::Instant;

pub(crate) use scene::{Crowd, Scene};

/// Two boxes by their numbers, the smaller first.
pub(crate) type Pair = (u32, u32);

/// What moves, step by step.
pub(crate) trait Stage {
    /// Moves everything by one step.
    fn advance(&mut self);

    /// How many things there are that a step's time is divided by.
    fn count(&self) -> usize;
}

/// One way of finding the pairs.
pub(crate) trait Contestant<S> {
    /// Takes over where everything on the stage is and finds what overlaps.
    fn step(&mut self, stage: &S);

    /// What the last step found.
    fn pairs(&mut self) -> Vec<Pair>;
}

/// A contestant, what it is called, and the ratio to reach beside it.
pub(crate) struct Entry<S> {
    name: &'static str,
    goal: Option<f64>,
    contestant: Box<dyn Contestant<S>>,
}

impl<S> Entry<S> {
    pub(crate) fn new(
        name: &'static str,
        goal: Option<f64>,
        contestant: impl Contestant<S> + 'static,
    ) -> Self {
        Self { name, goal, contestant: Box::new(contestant) }
    }
}

/// All boxes that overlap, among boxes along the axes: what a broad phase finds.
pub(crate) fn pairs_3d(work: &'static str, crowd: Crowd, count: usize, steps: usize) -> Vec<Row> {
    let scene = Scene::<3>::new(crowd, count);
    let own = Entry::new("asunder", None, own::Boxes3::new(&scene, Threads::HERE));
    let peers = parry::three::peers(crowd, &scene);
    run(work, scene, std::iter::once(own).chain(peers).collect(), steps)
}

/// The same in the plane.
pub(crate) fn pairs_2d(work: &'static str, crowd: Crowd, count: usize, steps: usize) -> Vec<Row> {
    let scene = Scene::<2>::new(crowd, count);
    let own = Entry::new("asunder", None, own::Boxes2::new(&scene, Threads::HERE));
    let peers = parry::two::peers(crowd, &scene);
    run(work, scene, std::iter::once(own).chain(peers).collect(), steps)
}

/// Whole ticks of turned boxes: placing all that moved, a step, events.
pub(crate) fn steps(work: &'static str, crowd: Crowd, count: usize, steps: usize) -> Vec<Row> {
    let scene = Scene::<3>::new(crowd, count);
    let goal = if crowd == Crowd::MostlyAtRest { 8.0 } else { 5.0 };
    let entries = vec![
        Entry::new("asunder", None, own::Turned::new(&scene, Threads::HERE)),
        Entry::new(rapier::NAME, Some(goal), rapier::Sensors::new(&scene)),
    ];
    run(work, scene, entries, steps)
}

/// The same on one thread and on two.
pub(crate) fn threads(
    work: &'static str,
    tree_alone: bool,
    count: usize,
    steps: usize,
) -> Vec<Row> {
    let scene = Scene::<3>::new(Crowd::Uniform, count);
    let entry = |name, goal, count| {
        let threads = Threads::of_its_own(count);
        if tree_alone {
            Entry::new(name, goal, own::Boxes3::new(&scene, threads))
        } else {
            Entry::new(name, goal, own::Turned::new(&scene, threads))
        }
    };
    let entries = vec![entry("asunder", None, 2), entry("asunder, one thread", Some(1.7), 1)];
    run(work, scene, entries, steps)
}

/// What holds the boxes of a scene.
type Make = fn(&Scene<3>) -> Box<dyn Contestant<Scene<3>>>;

/// Who holds boxes, and is asked how much memory that takes.
pub(crate) fn holders() -> Vec<(&'static str, Make)> {
    vec![
        ("asunder Tree3, boxes along the axes", |scene| {
            Box::new(own::Boxes3::new(scene, Threads::HERE))
        }),
        ("asunder World3, turned boxes", |scene| Box::new(own::Turned::new(scene, Threads::HERE))),
        (parry::OPTIMIZED_3D, |scene| Box::new(parry::three::Refitted::new(scene, true))),
        (rapier::NAME, |scene| Box::new(rapier::Sensors::new(scene))),
    ]
}

/// Lets the entries take turns; a row for each beside the first. Nanoseconds are per thing and step.
pub(crate) fn run<S: Stage>(
    work: &'static str,
    mut stage: S,
    mut entries: Vec<Entry<S>>,
    steps: usize,
) -> Vec<Row> {
    let count = entries.len();
    let mut times = vec![Vec::with_capacity(steps); count];
    let mut wrong = vec![0; count];
    // In the first step everything is new; it is compared, and not counted.
    for step in 0..=steps {
        stage.advance();
        for turn in 0..count {
            let index = (step + turn) % count;
            let start = Instant::now();
            entries[index].contestant.step(&stage);
            let time = start.elapsed();
            if step > 0 {
                times[index].push(time.as_secs_f64() * 1e9);
            }
        }
        let found: Vec<Vec<Pair>> = entries
            .iter_mut()
            .map(|entry| {
                let mut pairs = entry.contestant.pairs();
                pairs.sort_unstable();
                pairs
            })
            .collect();
        for index in 1..count {
            wrong[index] += differences(&found[0], &found[index]);
        }
    }
    let things = stage.count();
    let each: Vec<f64> = times.into_iter().map(|times| median(times) / things as f64).collect();
    let row = |index: usize| Row {
        work,
        count: things,
        asunder_ns: each[0],
        peer: entries[index].name,
        peer_ns: each[index],
        peer_wrong: wrong[index],
        goal: entries[index].goal,
        limit_ns: None,
        level: asunder::batch::level(),
    };
    (1..count).map(row).collect()
}

/// How many pairs are in one of two sorted lists alone.
pub(crate) fn differences(a: &[Pair], b: &[Pair]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < a.len() || j < b.len() {
        match (a.get(i), b.get(j)) {
            (Some(x), Some(y)) if x == y => (i, j) = (i + 1, j + 1),
            (Some(x), y) if y.is_none_or(|y| x < y) => (i, count) = (i + 1, count + 1),
            _ => (j, count) = (j + 1, count + 1),
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_differ_by_what_one_has_alone() {
        assert_eq!(differences(&[(0, 1), (0, 2)], &[(0, 1), (0, 2)]), 0);
        assert_eq!(differences(&[(0, 1), (0, 2)], &[(0, 2), (3, 4)]), 2);
        assert_eq!(differences(&[], &[(0, 2), (3, 4)]), 2);
    }

    /// Every contestant answers the same question: brute force is the judge.
    #[test]
    fn all_find_the_same_pairs() {
        for crowd in [Crowd::Uniform, Crowd::Clusters, Crowd::MostlyAtRest] {
            for rows in [pairs_3d("", crowd, 600, 3), pairs_2d("", crowd, 600, 3)] {
                assert!(rows.iter().all(|row| row.peer_wrong == 0), "{crowd:?}: {rows:?}");
            }
            // The peer rounds; among so few pairs none is that near.
            let rows = steps("", crowd, 600, 3);
            assert!(rows.iter().all(|row| row.peer_wrong == 0), "{crowd:?}: {rows:?}");
        }
        let mut scene = Scene::<3>::new(Crowd::Uniform, 300);
        let mut own = own::Boxes3::new(&scene, Threads::HERE);
        for _ in 0..3 {
            scene.advance();
            own.step(&scene);
            let boxes = &scene.bounds;
            let meet = |a: usize, b: usize| {
                (0..3).all(|k| boxes[a][0][k] <= boxes[b][1][k] && boxes[b][0][k] <= boxes[a][1][k])
            };
            let all = (0..300).flat_map(|b| (0..b).map(move |a| (a, b)));
            let mut expected: Vec<Pair> =
                all.filter(|&(a, b)| meet(a, b)).map(|(a, b)| (a as u32, b as u32)).collect();
            expected.sort_unstable();
            let mut pairs = own.pairs();
            pairs.sort_unstable();
            assert_eq!(pairs, expected);
        }
    }
}
