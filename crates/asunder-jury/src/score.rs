//! The score of contestants: how often they are wrong, and by how much.

mod estimate;
mod table;

pub use estimate::{separation, size_of_error};

use crate::{Family, Shape};

/// The counts of one contestant's answers in one family.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// The number of pairs.
    pub pairs: u64,
    /// Answers "yes" where the truth is "no".
    pub false_positives: u64,
    /// Answers "no" where the truth is "yes".
    pub false_negatives: u64,
    /// The greatest distance of two shapes that were said to intersect, relative to the pair's size.
    /// `None` if there was none, or none could be estimated.
    pub worst_gap: Option<f64>,
    /// The greatest depth of two shapes that were said to be apart, relative to the pair's size.
    pub worst_depth: Option<f64>,
}

impl Tally {
    /// The number of wrong answers of either kind.
    pub fn wrong(&self) -> u64 {
        self.false_positives + self.false_negatives
    }

    fn count(
        &mut self,
        truth: bool,
        answer: bool,
        size_of_error: &mut impl FnMut() -> Option<f64>,
    ) {
        self.pairs += 1;
        let worst = match (truth, answer) {
            (true, true) | (false, false) => return,
            (false, true) => {
                self.false_positives += 1;
                &mut self.worst_gap
            }
            (true, false) => {
                self.false_negatives += 1;
                &mut self.worst_depth
            }
        };
        if let Some(size) = size_of_error()
            && worst.is_none_or(|worst| size > worst)
        {
            *worst = Some(size);
        }
    }
}

/// The tallies of several contestants, family by family.
///
/// ```
/// use asunder_jury::{Family, Kind, Rng, Scoreboard, Shape, intersects, pair};
///
/// let mut board = Scoreboard::new(["optimist"]);
/// board.begin(Family::Resting);
/// let mut rng = Rng::new(1);
/// for _ in 0..100 {
///     let (a, b) = pair::<3>(Family::Resting, Kind::Sphere, Kind::Aabb, &mut rng);
///     board.count((&a, &b), intersects(&a, &b), &[Some(true)]);
/// }
/// let (_, family, tally) = board.rows().next().expect("the optimist was asked");
/// assert_eq!((family, tally.pairs, tally.false_negatives), (Family::Resting, 100, 0));
/// ```
#[derive(Clone, Debug)]
pub struct Scoreboard {
    contestants: Vec<String>,
    families: Vec<(Family, Vec<Tally>)>,
}

impl Scoreboard {
    /// An empty board for contestants of these names.
    pub fn new<S: Into<String>>(contestants: impl IntoIterator<Item = S>) -> Self {
        let contestants = contestants.into_iter().map(Into::into).collect();
        Self { contestants, families: Vec::new() }
    }

    /// Begins a family, to which all further counts belong.
    pub fn begin(&mut self, family: Family) {
        self.families.push((family, vec![Tally::default(); self.contestants.len()]));
    }

    /// Counts the contestants' answers about one pair, in the order of their names: `None` is no answer,
    /// as are those left out at the end.
    ///
    /// # Panics
    ///
    /// If no family was begun, or there are more answers than contestants.
    pub fn count<const D: usize>(
        &mut self,
        (a, b): (&Shape<D>, &Shape<D>),
        truth: bool,
        answers: &[Option<bool>],
    ) {
        let (_, tallies) = self.families.last_mut().expect("a family was begun");
        assert!(
            answers.len() <= tallies.len(),
            "{} answers, {} names",
            answers.len(),
            tallies.len()
        );
        // Computed at most once, since it takes longer than most answers.
        let mut size = None;
        let mut size_of_error = || *size.get_or_insert_with(|| size_of_error(a, b, truth));
        for (tally, answer) in tallies.iter_mut().zip(answers) {
            if let Some(answer) = answer {
                tally.count(truth, *answer, &mut size_of_error);
            }
        }
    }

    /// The name of each contestant, the family and the tally, without contestants that answered nothing.
    pub fn rows(&self) -> impl Iterator<Item = (&str, Family, &Tally)> {
        let of = |place: usize| {
            self.families.iter().map(move |(family, tallies)| (*family, &tallies[place]))
        };
        let named = self.contestants.iter().enumerate();
        named
            .flat_map(move |(i, name)| {
                of(i).map(move |(family, tally)| (name.as_str(), family, tally))
            })
            .filter(|(_, _, tally)| tally.pairs > 0)
    }

    /// The board of some of its contestants, in another order. Names that it does not have are left out.
    pub fn select(&self, names: &[&str]) -> Self {
        let places: Vec<usize> = names
            .iter()
            .filter_map(|name| self.contestants.iter().position(|known| known == name))
            .collect();
        let of = |tallies: &[Tally]| places.iter().map(|&place| tallies[place]).collect();
        Self {
            contestants: places.iter().map(|&place| self.contestants[place].clone()).collect(),
            families: self.families.iter().map(|(family, all)| (*family, of(all))).collect(),
        }
    }

    /// The number of wrong answers of a contestant, by its index.
    pub fn wrong(&self, contestant: usize) -> u64 {
        self.families.iter().map(|(_, tallies)| tallies[contestant].wrong()).sum()
    }
}

/// Whether a table marks wrong answers in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Text alone.
    Plain,
    /// With the escape codes of a terminal.
    Color,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_holds_what_was_counted() {
        let ball = Shape::Sphere { center: [0.0; 2], radius: 1.0 };
        let (inside, outside) = (Shape::Point([0.5, 0.0]), Shape::Point([2.0, 0.0]));
        let mut board = Scoreboard::new(["right", "wrong", "silent"]);
        board.begin(Family::Game);
        board.begin(Family::NearTouch);
        for (point, truth) in [(inside, true), (outside, false), (outside, false)] {
            board.count((&ball, &point), truth, &[Some(truth), Some(!truth), None]);
        }
        assert_eq!((board.wrong(0), board.wrong(1)), (0, 3));
        let expected = "\
Wrong answers: false positives/false negatives

family      right  wrong
game            -      -
near-touch      0    2/1

Worst errors as a part of the pair's size: gap of a false positive/depth of a false negative

family      right      wrong
game            -          -
near-touch      -  5e-1/5e-1
";
        assert_eq!(board.table(Ink::Plain), expected);
        assert!(board.table(Ink::Color).contains("\x1b[91m    2/1\x1b[0m\n"));
        assert_eq!(board.rows().count(), 2);
        let some = board.select(&["wrong", "nobody", "right"]);
        let names: Vec<&str> = some.rows().map(|(name, ..)| name).collect();
        assert_eq!(names, ["wrong", "right"], "in the order asked for");
        assert_eq!((some.wrong(0), some.wrong(1)), (3, 0));
    }
}
