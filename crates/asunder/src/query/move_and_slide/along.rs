//! The rest of a motion, along what was met.

use super::body::{length, plus};
use crate::exact::widen;
use crate::query::closest_point::saturated;
use crate::query::proximity::{Wide, dot};
use crate::space::Vector;

/// An obstacle that stops a part of a body, and the normals of their contact.
#[derive(Clone)]
pub(super) struct Blocker<V: Vector> {
    /// The index of the part.
    pub(super) part: usize,
    /// The index of the obstacle.
    pub(super) obstacle: usize,
    /// The unit normals, of which the first stops the motion least. More than one where vertices or
    /// edges meet: a motion that leads into none, or not into all, leaves or passes the obstacle.
    pub(super) normals: Vec<V>,
}

/// Speeds towards a face below this part of the whole speed are treated as zero: rounded normals leave as
/// much.
pub(super) const PARALLEL: f64 = 1e-6;

/// The projection of a motion that leads into none of the obstacles that were met: the longest of those
/// onto faces and creases.
///
/// Along a plane that separates the mover from an obstacle it penetrates nothing, and of the planes where
/// vertices or edges meet one is enough. A motion into all of them may miss the obstacle all the same,
/// since it may be behind the mover by now: the exact sweep decides. Besides, it leads against none of
/// the `walls`, which are the level normals of slopes too steep to be climbed.
pub(super) fn slide_along<V: Vector>(
    motion: &Wide<V>,
    blockers: &[Blocker<V>],
    walls: &[Wide<V>],
    penetrates: impl Fn(&V::Array<f32>, &Blocker<V>) -> bool,
) -> V::Array<f32> {
    let length = length::<V>(motion);
    let mut normals: Vec<Wide<V>> = Vec::new();
    let met = blockers.iter().flat_map(|blocker| &blocker.normals).map(widened::<V>);
    for normal in met.chain(walls.iter().copied()) {
        if !normals.contains(&normal) {
            normals.push(normal);
        }
    }
    let leads_into = |displacement: &Wide<V>, normal: &Wide<V>| {
        dot::<V>(displacement, normal) < -PARALLEL * length
    };
    let is_free = |displacement: &Wide<V>| {
        let motion = V::array(|t| saturated(displacement[t]));
        !walls.iter().any(|wall| leads_into(displacement, wall))
            && blockers.iter().all(|blocker| {
                let all = &blocker.normals;
                !all.iter().all(|normal| leads_into(displacement, &widened::<V>(normal)))
                    || !penetrates(&motion, blocker)
            })
    };
    let onto_face = |normal: &Wide<V>| plus::<V>(motion, -dot::<V>(motion, normal), normal);
    let onto_crease = |a: &Wide<V>, b: &Wide<V>| {
        let crease = V::cross(a, b);
        let square = dot::<V>(&crease, &crease);
        let part = dot::<V>(motion, &crease) / square;
        V::array(|t| if square > PARALLEL { part * crease[t] } else { 0.0 })
    };
    let single = normals.iter().map(onto_face);
    let pairs = normals.iter().enumerate().filter(|_| V::EDGES != 0);
    let pairs = pairs.flat_map(|(i, a)| normals[..i].iter().map(move |b| onto_crease(a, b)));
    let candidates = core::iter::once(*motion).chain(single).chain(pairs);
    let candidates = candidates.map(|displacement| lifted::<V>(&displacement, &normals));
    let mut best: Option<(f64, Wide<V>)> = None;
    for displacement in candidates {
        let square = dot::<V>(&displacement, &displacement);
        if best.is_none_or(|(most, _)| square > most) && is_free(&displacement) {
            best = Some((square, displacement));
        }
    }
    match best {
        Some((square, displacement)) if square > PARALLEL * PARALLEL * length * length => {
            V::array(|t| saturated(displacement[t]))
        }
        _none => V::array(|_| 0.0),
    }
}

/// A displacement along faces, turned away from those that are not axis-aligned by just so much that
/// rounding it to `f32` does not turn it into them. From axis-aligned ones it is not turned. A face that
/// it leads into is ignored: its obstacle is missed.
pub(super) fn lifted<V: Vector>(displacement: &Wide<V>, normals: &[Wide<V>]) -> Wide<V> {
    let length = length::<V>(displacement);
    let lift = f64::from(f32::EPSILON) * 2.0 * length;
    let axis_aligned = |normal: &Wide<V>| (0..V::DIM).find(|&t| normal[t].abs() == 1.0);
    let is_missed = |along: f64| along < -PARALLEL * length;
    let mut displacement = *displacement;
    for normal in normals.iter().filter(|normal| axis_aligned(normal).is_none()) {
        let along = dot::<V>(&displacement, normal);
        if !is_missed(along) && along <= lift {
            let lift = if along < 0.0 { lift - along } else { lift };
            displacement = plus::<V>(&displacement, lift, normal);
        }
    }
    for normal in normals {
        let along = dot::<V>(&displacement, normal);
        if let Some(axis) = axis_aligned(normal).filter(|_| along < 0.0 && !is_missed(along)) {
            displacement[axis] = 0.0;
        }
    }
    displacement
}

fn widened<V: Vector>(x: &V) -> Wide<V> {
    let x = x.to_array();
    V::array(|t| widen(x[t]))
}
