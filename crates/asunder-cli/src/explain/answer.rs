//! An explanation as JSON.

use asunder::{Explanation, Finding, Interval, Projected, Vector};
use core::cmp::Ordering;
use serde::Serialize;

/// The output line.
#[derive(Debug, Serialize)]
pub(super) struct ExplanationLine {
    pub(super) explain: Explained,
}

/// The answer to `explain`. Infinite numbers are `null`, as JSON has none.
#[derive(Debug, Serialize)]
pub(crate) struct Explained {
    intersects: bool,
    penetrates: bool,
    axes: Vec<Axis>,
    /// The number of axes left out of a long list.
    #[serde(skip_serializing_if = "is_zero")]
    omitted: usize,
    text: String,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Axis {
    Projected {
        name: String,
        direction: Vec<f32>,
        a: [f32; 2],
        b: [f32; 2],
        gap: f32,
        along: &'static str,
        #[serde(skip_serializing_if = "is_false")]
        decides: bool,
    },
    Skipped {
        name: String,
        skipped: &'static str,
    },
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The relation of the shapes along an axis.
pub(super) fn verdict(sign: Ordering) -> &'static str {
    match sign {
        Ordering::Greater => "apart",
        Ordering::Equal => "touching",
        Ordering::Less => "overlapping",
    }
}

impl Explained {
    pub(crate) fn of<V: Vector>(explanation: &Explanation<V>) -> Self {
        let axis = |(i, axis): (usize, &asunder::Axis<V>)| {
            let name = axis.name.clone();
            match &axis.finding {
                Finding::Skipped(why) => Axis::Skipped { name, skipped: why },
                Finding::Projected(along) => projected(name, along, i == explanation.deciding),
            }
        };
        Self {
            intersects: explanation.intersects,
            penetrates: explanation.penetrates,
            axes: explanation.axes.iter().enumerate().map(axis).collect(),
            omitted: explanation.omitted,
            text: explanation.text.clone(),
        }
    }
}

fn projected<V: Vector>(name: String, along: &Projected<V>, decides: bool) -> Axis {
    let direction = along.direction.to_array();
    let ends = |interval: Interval| [interval.min, interval.max];
    Axis::Projected {
        name,
        direction: (0..V::DIM).map(|t| direction[t]).collect(),
        a: ends(along.a),
        b: ends(along.b),
        gap: along.gap,
        along: verdict(along.sign),
        decides,
    }
}
