//! How many metrics are wrong: a row for each two kinds and each way of being wrong.

use super::law::{Class, faults};
use crate::judged::Space;
use asunder_jury::{Kind, Shape as Judged};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Two kinds in the order of their declaration.
type Kinds = [Kind; 2];

pub(crate) struct Table {
    dimensions: usize,
    asked: BTreeMap<Kinds, usize>,
    rows: BTreeMap<(Kinds, Class), Row>,
}

#[derive(Default)]
struct Row {
    wrong: usize,
    /// In multiples of what is allowed; infinite for an answer that is wrong by any measure.
    worst: f64,
    families: BTreeMap<&'static str, usize>,
}

impl Table {
    pub(crate) fn new(dimensions: usize) -> Self {
        Self { dimensions, asked: BTreeMap::new(), rows: BTreeMap::new() }
    }

    /// Asks for all metrics of a pair.
    pub(crate) fn ask<const D: usize, V: Space<D>>(
        &mut self,
        family: &'static str,
        a: &Judged<D>,
        b: &Judged<D>,
    ) {
        let mut kinds = [a.kind(), b.kind()];
        kinds.sort_unstable();
        *self.asked.entry(kinds).or_default() += 1;
        for (class, times) in faults::<D, V>(a, b) {
            // In full, so that a fault can be asked about at once.
            println!("{}, {times:.1e} times: {family} {a:?} {b:?}", class.name());
            let row = self.rows.entry((kinds, class)).or_default();
            row.wrong += 1;
            row.worst = if times > row.worst { times } else { row.worst };
            *row.families.entry(family).or_default() += 1;
        }
    }

    /// How many answers are wrong.
    pub(crate) fn faults(&self) -> usize {
        self.rows.values().map(|row| row.wrong).sum()
    }

    /// The table, without the pairs of kinds that nothing is wrong with.
    pub(crate) fn text(&self) -> String {
        let Self { dimensions, asked, rows } = self;
        let faulty: BTreeSet<_> = rows.keys().map(|(kinds, _)| kinds).collect();
        let total: usize = asked.values().sum();
        let wrong = self.faults();
        let clean = asked.len() - faulty.len();
        let mut text = format!(
            "# {dimensions}D: {total} pairs asked, {wrong} faults; nothing wrong with {clean} of {} \
             pairs of kinds\n# kinds, fault: asked, wrong, worst in multiples of what is allowed, \
             wrong in each family\n",
            asked.len()
        );
        for (([a, b], class), row) in rows {
            let Row { wrong, worst, families } = row;
            let families: Vec<_> =
                families.iter().map(|(name, count)| format!("{name} {count}")).collect();
            writeln!(
                text,
                "{a:?}-{b:?} {}: {} {wrong} {worst:.1e} ({})",
                class.name(),
                asked[&[*a, *b]],
                families.join(", ")
            )
            .expect("text takes everything");
        }
        text
    }
}
