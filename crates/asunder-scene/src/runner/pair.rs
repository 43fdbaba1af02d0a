//! Pairs of colliders, by name.

use super::Runner;
use asunder::prelude::*;
use asunder::{Shape, Vector};
use serde::Serialize;

/// Two shapes in one dimension. It serializes as a line of `asunder query` and `asunder explain`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PairOfShapes {
    /// Two shapes in 2D.
    In2d {
        /// The first shape.
        a: Shape2,
        /// The other.
        b: Shape2,
    },
    /// Two shapes in 3D.
    In3d {
        /// The first shape.
        a: Shape3,
        /// The other.
        b: Shape3,
    },
}

/// Two colliders of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPair {
    /// The name of the first collider.
    pub a: String,
    /// The name of the other.
    pub b: String,
    /// Their shapes.
    pub shapes: PairOfShapes,
}

/// Finds the pair of [`Runner::find_pair`].
pub(super) fn find(runner: &Runner, a: &str, b: &str) -> Result<NamedPair, String> {
    let in_3d = [a, b].map(|name| runner.world3.shapes_of(name).collect::<Vec<_>>());
    let in_2d = [a, b].map(|name| runner.world2.shapes_of(name).collect::<Vec<_>>());
    for (i, name) in [a, b].into_iter().enumerate() {
        if in_3d[i].is_empty() && in_2d[i].is_empty() {
            return Err(unknown(runner, name));
        }
    }
    if let Some((a, b, x, y)) = nearest(&in_3d) {
        return Ok(NamedPair { a, b, shapes: PairOfShapes::In3d { a: x, b: y } });
    }
    if let Some((a, b, x, y)) = nearest(&in_2d) {
        return Ok(NamedPair { a, b, shapes: PairOfShapes::In2d { a: x, b: y } });
    }
    Err(format!("{a:?} and {b:?} are not two colliders of one space; expected two in 3D, or in 2D"))
}

/// The nearest two of two lists, which are not the same collider.
fn nearest<V: Vector>(
    [a, b]: &[Vec<(&str, Shape<V>)>; 2],
) -> Option<(String, String, Shape<V>, Shape<V>)> {
    let mut best: Option<(f32, usize, usize)> = None;
    for (i, (name, x)) in a.iter().enumerate() {
        for (j, (other, y)) in b.iter().enumerate() {
            if name == other {
                continue;
            }
            let gap = match x.penetration(y) {
                Some(penetration) => -penetration.depth,
                None => x.distance(y).unwrap_or(f32::INFINITY),
            };
            if best.is_none_or(|(least, ..)| gap < least) {
                best = Some((gap, i, j));
            }
        }
    }
    let (_, i, j) = best?;
    let ((name, x), (other, y)) = (&a[i], &b[j]);
    Some(((*name).to_owned(), (*other).to_owned(), x.clone(), y.clone()))
}

/// The error message that no collider has a name.
fn unknown(runner: &Runner, name: &str) -> String {
    /// The most names that a message lists.
    const MOST: usize = 40;
    let in_3d = runner.world3().colliders().map(|id| runner.name3(id));
    let in_2d = runner.world2().colliders().map(|id| runner.name2(id));
    let mut names: Vec<&str> = in_3d.chain(in_2d).collect();
    names.sort_unstable();
    names.dedup();
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("there is no collider {name:?}; expected one of {}{more}", names.join(", "))
}
