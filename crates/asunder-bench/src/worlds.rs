//! Worlds: many boxes that move, and who finds what overlaps, step after step.
//!
//! Before every step the scene moves, which is not timed. Then each contestant in turn takes over
//! where the boxes are and finds the pairs, which is. After the step all lists are compared; what
//! differs from the first's is counted as wrong, and it is asunder's to be held against the others.

mod own;
mod parry;
pub(crate) mod rapier;
mod scene;

use crate::table::{Answers, Row};
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

/// A peer, what it is called, and the ratio to reach beside it.
pub(crate) struct Entry<S> {
    name: &'static str,
    goal: Option<f64>,
    answers: Answers,
    contestant: Box<dyn Contestant<S>>,
}

impl<S> Entry<S> {
    /// One that rounds.
    pub(crate) fn new(
        name: &'static str,
        goal: Option<f64>,
        contestant: impl Contestant<S> + 'static,
    ) -> Self {
        Self { name, goal, answers: Answers::Rounded, contestant: Box::new(contestant) }
    }

    /// One that must find the same pairs as asunder.
    pub(crate) fn equal(
        name: &'static str,
        goal: Option<f64>,
        contestant: impl Contestant<S> + 'static,
    ) -> Self {
        Self { answers: Answers::Equal, ..Self::new(name, goal, contestant) }
    }
}

/// A work that goes on for a while.
pub(crate) trait Trial {
    /// Lets all take turns for so many steps: a row for each peer.
    fn rows(self: Box<Self>, work: &'static str, steps: usize) -> Vec<Row>;

    /// Lets asunder go on for so many steps, each in a [`counted_pass`]; how many things there are.
    fn alone(self: Box<Self>, times: usize) -> usize;
}

/// One pass of `--alone`. Instructions are counted from its beginning to its end, by this name.
#[inline(never)]
pub(crate) fn counted_pass(pass: impl FnOnce()) {
    pass();
}

/// Makes asunder's contestant.
type Own<S> = Box<dyn FnOnce(&S) -> Box<dyn Contestant<S>>>;
/// Makes the others, where they are wanted.
type Peers<S> = Box<dyn FnOnce(&S) -> Vec<Entry<S>>>;

/// A stage, and who is on it.
pub(crate) struct Contest<S> {
    stage: S,
    own: Own<S>,
    peers: Peers<S>,
}

impl<S: Stage + 'static> Contest<S> {
    pub(crate) fn boxed(
        stage: S,
        own: impl FnOnce(&S) -> Box<dyn Contestant<S>> + 'static,
        peers: impl FnOnce(&S) -> Vec<Entry<S>> + 'static,
    ) -> Box<dyn Trial> {
        Box::new(Self { stage, own: Box::new(own), peers: Box::new(peers) })
    }
}

impl<S: Stage> Trial for Contest<S> {
    fn rows(self: Box<Self>, work: &'static str, steps: usize) -> Vec<Row> {
        let Self { stage, own, peers } = *self;
        let (own, peers) = (own(&stage), peers(&stage));
        run(work, stage, own, peers, steps)
    }

    fn alone(self: Box<Self>, times: usize) -> usize {
        let Self { mut stage, own, .. } = *self;
        let mut own = own(&stage);
        // In the first step everything is new.
        stage.advance();
        own.step(&stage);
        for _ in 0..times {
            stage.advance();
            counted_pass(|| own.step(&stage));
        }
        stage.count()
    }
}

/// All boxes that overlap, among boxes along the axes: what a broad phase finds.
pub(crate) fn pairs_3d(crowd: Crowd, count: usize) -> Box<dyn Trial> {
    Contest::boxed(
        Scene::<3>::new(crowd, count),
        |scene| Box::new(own::Boxes3::new(scene, Threads::HERE)),
        move |scene| parry::three::peers(crowd, scene),
    )
}

/// The same in the plane.
pub(crate) fn pairs_2d(crowd: Crowd, count: usize) -> Box<dyn Trial> {
    Contest::boxed(
        Scene::<2>::new(crowd, count),
        |scene| Box::new(own::Boxes2::new(scene, Threads::HERE)),
        move |scene| parry::two::peers(crowd, scene),
    )
}

/// Whole ticks of turned boxes: placing all that moved, a step, events.
pub(crate) fn steps(crowd: Crowd, count: usize) -> Box<dyn Trial> {
    let goal = if crowd == Crowd::MostlyAtRest { 8.0 } else { 5.0 };
    Contest::boxed(
        Scene::<3>::new(crowd, count),
        |scene| Box::new(own::Turned::new(scene, Threads::HERE)),
        move |scene| vec![Entry::new(rapier::NAME, Some(goal), rapier::Sensors::new(scene))],
    )
}

const ONE_THREAD: &str = "asunder, one thread";
/// What two threads are to be faster by.
const ON_TWO: Option<f64> = Some(1.7);

/// All boxes that overlap, on two threads and on one.
pub(crate) fn tree_threads(count: usize) -> Box<dyn Trial> {
    let own = |scene: &Scene<3>, threads| own::Boxes3::new(scene, Threads::of_its_own(threads));
    Contest::boxed(
        Scene::<3>::new(Crowd::Uniform, count),
        move |scene| Box::new(own(scene, 2)),
        move |scene| vec![Entry::equal(ONE_THREAD, ON_TWO, own(scene, 1))],
    )
}

/// Whole ticks, on two threads and on one.
pub(crate) fn world_threads(count: usize) -> Box<dyn Trial> {
    let own = |scene: &Scene<3>, threads| own::Turned::new(scene, Threads::of_its_own(threads));
    Contest::boxed(
        Scene::<3>::new(Crowd::Uniform, count),
        move |scene| Box::new(own(scene, 2)),
        move |scene| vec![Entry::equal(ONE_THREAD, ON_TWO, own(scene, 1))],
    )
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

/// Lets all take turns; a row for each peer. Nanoseconds are per thing and step.
fn run<S: Stage>(
    work: &'static str,
    mut stage: S,
    own: Box<dyn Contestant<S>>,
    peers: Vec<Entry<S>>,
    steps: usize,
) -> Vec<Row> {
    let (mut all, mut labels) = (vec![own], Vec::new());
    for Entry { name, goal, answers, contestant } in peers {
        all.push(contestant);
        labels.push((name, goal, answers));
    }
    let count = all.len();
    let mut times = vec![Vec::with_capacity(steps); count];
    let mut wrong = vec![0; count];
    // In the first step everything is new; it is compared, and not counted.
    for step in 0..=steps {
        stage.advance();
        for turn in 0..count {
            let index = (step + turn) % count;
            let start = Instant::now();
            all[index].step(&stage);
            let time = start.elapsed();
            if step > 0 {
                times[index].push(time.as_secs_f64() * 1e9);
            }
        }
        let sorted = |contestant: &mut Box<dyn Contestant<S>>| {
            let mut pairs = contestant.pairs();
            pairs.sort_unstable();
            pairs
        };
        let found: Vec<Vec<Pair>> = all.iter_mut().map(sorted).collect();
        for index in 1..count {
            wrong[index] += differences(&found[0], &found[index]);
        }
    }
    let things = stage.count();
    let each: Vec<f64> = times.into_iter().map(|times| median(times) / things as f64).collect();
    let row = |(index, (peer, goal, peer_answers))| Row {
        work,
        count: things,
        asunder_ns: each[0],
        peer,
        peer_ns: each[index],
        peer_wrong: wrong[index],
        peer_answers,
        goal,
        limit_ns: None,
        level: asunder::batch::level(),
    };
    (1..).zip(labels).map(row).collect()
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

    /// Whoever compares the same numbers contradicts asunder wherever it differs: here, as it is asked
    /// about the scene of another step.
    #[test]
    fn a_difference_that_must_not_be_is_counted() {
        struct Late(own::Boxes3, Option<Scene<3>>);

        impl Contestant<Scene<3>> for Late {
            fn step(&mut self, scene: &Scene<3>) {
                let before = self.1.replace(scene.clone());
                self.0.step(before.as_ref().unwrap_or(scene));
            }

            fn pairs(&mut self) -> Vec<Pair> {
                self.0.pairs()
            }
        }

        let with = |peers: fn(&Scene<3>) -> Vec<Entry<Scene<3>>>| {
            let scene = Scene::<3>::new(Crowd::Uniform, 600);
            let own = |scene: &Scene<3>| -> Box<dyn Contestant<Scene<3>>> {
                Box::new(own::Boxes3::new(scene, Threads::HERE))
            };
            Contest::boxed(scene, own, peers).rows("", 3).remove(0)
        };
        fn late(scene: &Scene<3>) -> Late {
            Late(own::Boxes3::new(scene, Threads::HERE), None)
        }
        let rounds = with(|scene| vec![Entry::new("late", None, late(scene))]);
        assert!(rounds.peer_wrong > 0 && rounds.contradictions() == 0, "{rounds:?}");
        let equal = with(|scene| vec![Entry::equal("late", None, late(scene))]);
        assert_eq!(
            (equal.peer_wrong, equal.contradictions()),
            (rounds.peer_wrong, rounds.peer_wrong)
        );
    }

    /// Trees that compare the same boxes, and asunder itself, are such; who turns boxes in `f32` is not.
    #[test]
    fn who_compares_the_same_numbers_is_known() {
        let answers = |trial: Box<dyn Trial>| {
            trial.rows("", 1).iter().map(|row| row.peer_answers).collect::<Vec<_>>()
        };
        for crowd in [Crowd::Uniform, Crowd::MostlyAtRest] {
            assert_eq!(answers(pairs_3d(crowd, 50)), [Answers::Equal; 2]);
            assert_eq!(answers(pairs_2d(crowd, 50)), [Answers::Equal; 2]);
        }
        assert_eq!(answers(steps(Crowd::Uniform, 50)), [Answers::Rounded]);
        assert_eq!(answers(tree_threads(50)), [Answers::Equal]);
        assert_eq!(answers(world_threads(50)), [Answers::Equal]);
    }

    /// Every contestant answers the same question: brute force is the judge.
    #[test]
    fn all_find_the_same_pairs() {
        for crowd in [Crowd::Uniform, Crowd::Clusters, Crowd::MostlyAtRest] {
            for rows in [pairs_3d(crowd, 600).rows("", 3), pairs_2d(crowd, 600).rows("", 3)] {
                assert!(rows.iter().all(|row| row.peer_wrong == 0), "{crowd:?}: {rows:?}");
            }
            // The peer rounds; among so few pairs none is that near.
            let rows = steps(crowd, 600).rows("", 3);
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
