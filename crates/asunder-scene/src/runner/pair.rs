//! Pairs of colliders, by name.

use super::Runner;
use super::named_world::NamedWorld;
use asunder::level::Parts as _;
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
    let in_3d = [a, b].map(|name| runner.world3.shapes_of(name).collect::<Shapes<_>>());
    let in_2d = [a, b].map(|name| runner.world2.shapes_of(name).collect::<Shapes<_>>());
    for (i, name) in [a, b].into_iter().enumerate() {
        if in_3d[i].is_empty() && in_2d[i].is_empty() {
            return Err(unknown(runner, name));
        }
    }
    let in_3d = of_level(&runner.world3, in_3d);
    if let Some((a, b, x, y)) = nearest(&in_3d) {
        return Ok(NamedPair { a, b, shapes: PairOfShapes::In3d { a: x, b: y } });
    }
    if let Some((a, b, x, y)) = nearest(&in_2d) {
        return Ok(NamedPair { a, b, shapes: PairOfShapes::In2d { a: x, b: y } });
    }
    Err(format!("{a:?} and {b:?} are not two colliders of one space; expected two in 3D, or in 2D"))
}

/// The same lists, with the one part of the level replaced by those of its triangles that are nearest to the shapes of the
/// other list: the deepest of those it meets, or else the nearest.
fn of_level<V: Vector>(world: &NamedWorld<V>, lists: [Shapes<V>; 2]) -> [Shapes<V>; 2] {
    let Some((id, level)) = world.level() else { return lists };
    let name = world.name(id);
    let parts = |shapes: &Shapes<V>| -> Shapes<V> {
        let others = shapes.iter().filter(|(other, _)| other != name);
        let nearest = others.filter_map(|(_, shape)| {
            let contacts = level.contacts(shape);
            let deepest = contacts.iter().max_by(|p, q| p.depth.total_cmp(&q.depth));
            let part =
                deepest.map(|it| it.part).or_else(|| Some(level.closest_points(shape)?.part))?;
            Some((format!("{name}, {}", world.part(part)?), level.part(part)?))
        });
        nearest.collect()
    };
    let expand = |own: &Shapes<V>, other: &Shapes<V>| -> Shapes<V> {
        let (of_level, mut rest): (Shapes<V>, Shapes<V>) =
            own.iter().cloned().partition(|(label, _)| label == name);
        if !of_level.is_empty() {
            rest.extend(parts(other));
        }
        rest
    };
    [expand(&lists[0], &lists[1]), expand(&lists[1], &lists[0])]
}

/// Shapes with their names.
type Shapes<V> = Vec<(String, Shape<V>)>;

/// The nearest two of two lists, which are not the same collider.
fn nearest<V: Vector>([a, b]: &[Shapes<V>; 2]) -> Option<(String, String, Shape<V>, Shape<V>)> {
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
    Some((name.clone(), other.clone(), x.clone(), y.clone()))
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
