//! The table of levels and movers: how many ended as constructed, of how many.

use asunder_jury::{Kind, LevelKind, Verdict};
use std::collections::BTreeMap;

/// What came of many walks.
#[derive(Debug, Default)]
pub(crate) struct Table {
    cells: BTreeMap<(LevelKind, Kind), [usize; 2]>,
    pub(crate) ticks: usize,
    penetrations: usize,
    refused: usize,
    ungrounded: usize,
    off_path: usize,
    moved_at_rest: usize,
    /// The greatest change of a mover's length.
    stretch: f64,
    faults: Vec<String>,
}

impl Table {
    pub(crate) fn note(&mut self, kind: LevelKind, mover: Kind, name: &str, verdict: Verdict) {
        let [ended, of] = self.cells.entry((kind, mover)).or_default();
        *ended += usize::from(verdict.is_clean());
        *of += 1;
        self.ticks += verdict.ticks;
        self.penetrations += verdict.penetrations;
        self.refused += verdict.refused;
        self.ungrounded += verdict.ungrounded;
        self.off_path += verdict.off_path;
        self.moved_at_rest += verdict.moved_at_rest;
        self.stretch = self.stretch.max(verdict.stretch.abs());
        if let Some(fault) = verdict.fault {
            self.faults.push(format!("{name}: {fault}"));
        }
    }

    /// Prints the table, and fails unless all is well.
    pub(crate) fn hold(&self, dimension: usize) {
        let movers = LevelKind::Floor.movers();
        let mut text = format!("\n{:<16}", format!("{dimension}D"));
        for mover in movers {
            text += &format!("{:>15}", format!("{mover:?}"));
        }
        for kind in LevelKind::ALL {
            text += &format!("\n{:<16}", format!("{kind:?}"));
            for mover in movers {
                let cell = self.cells.get(&(kind, *mover));
                let cell = cell.map(|[ended, of]| format!("{ended}/{of}")).unwrap_or_default();
                text += &format!("{cell:>15}");
            }
        }
        println!(
            "{text}\n{} ticks: {} penetrations, {} refused, {} off the ground, {} off the path, {} \
             moved at rest; longer or shorter by {:.1e} at most",
            self.ticks,
            self.penetrations,
            self.refused,
            self.ungrounded,
            self.off_path,
            self.moved_at_rest,
            self.stretch
        );
        if std::env::var_os("ASUNDER_SHOW").is_some() {
            self.faults.iter().for_each(|fault| println!("  {fault}"));
        }
        let first: Vec<&String> = self.faults.iter().take(4).collect();
        assert!(self.faults.is_empty(), "{} levels: {first:#?}", self.faults.len());
    }
}
