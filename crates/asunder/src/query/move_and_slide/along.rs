//! The rest of a motion, along what was met.

use super::lists::SlideLists;
use crate::linalg::Vect;
use crate::query::closest_point::saturated;
use crate::query::move_until_contact::ContactNormals;
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
    pub(super) normals: ContactNormals<V>,
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
    motion: Vect<V, f64>,
    blockers: &[Blocker<V>],
    walls: &[Vect<V, f64>],
    lists: &SlideLists<V>,
    penetrates: impl Fn(&V::Array<f32>, &Blocker<V>) -> bool,
) -> V::Array<f32> {
    let length = motion.length();
    let mut normals = lists.vectors.list();
    let met = blockers.iter().flat_map(|blocker| blocker.normals.iter());
    let met = met.map(|normal| Vect::of(&normal.to_array()));
    for normal in met.chain(walls.iter().copied()) {
        if !normals.contains(&normal) {
            normals.push(normal);
        }
    }
    let leads_into = |displacement: Vect<V, f64>, normal: Vect<V, f64>| {
        displacement.dot(normal) < -PARALLEL * length
    };
    let is_free = |displacement: Vect<V, f64>| {
        let motion = displacement.map(saturated).0;
        !walls.iter().any(|&wall| leads_into(displacement, wall))
            && blockers.iter().all(|blocker| {
                let all = &blocker.normals;
                !all.iter().all(|normal| leads_into(displacement, Vect::of(&normal.to_array())))
                    || !penetrates(&motion, blocker)
            })
    };
    let onto_face = |&normal: &Vect<V, f64>| motion - normal * motion.dot(normal);
    let onto_crease = |a: Vect<V, f64>, b: Vect<V, f64>| {
        let crease = a.cross(b);
        let square = crease.square();
        if square > PARALLEL { crease * (motion.dot(crease) / square) } else { Vect::zero() }
    };
    let single = normals.iter().map(onto_face);
    let pairs = normals.iter().enumerate().filter(|_| V::EDGES != 0);
    let pairs = pairs.flat_map(|(i, a)| normals[..i].iter().map(move |&b| onto_crease(*a, b)));
    let candidates = core::iter::once(motion).chain(single).chain(pairs);
    let candidates = candidates.map(|displacement| lifted(displacement, &normals));
    let mut best: Option<(f64, Vect<V, f64>)> = None;
    for displacement in candidates {
        let square = displacement.square();
        if best.is_none_or(|(most, _)| square > most) && is_free(displacement) {
            best = Some((square, displacement));
        }
    }
    match best {
        Some((square, displacement)) if square > PARALLEL * PARALLEL * length * length => {
            displacement.map(saturated).0
        }
        _none => Vect::<V, f32>::zero().0,
    }
}

/// A displacement along faces, turned away from those that are not axis-aligned by just so much that
/// rounding it to `f32` does not turn it into them. From axis-aligned ones it is not turned. A face that
/// it leads into is ignored: its obstacle is missed.
pub(super) fn lifted<V: Vector>(
    mut displacement: Vect<V, f64>,
    normals: &[Vect<V, f64>],
) -> Vect<V, f64> {
    let length = displacement.length();
    let lift = f64::from(f32::EPSILON) * 2.0 * length;
    let axis_aligned = |normal: &Vect<V, f64>| (0..V::DIM).find(|&t| normal[t].abs() == 1.0);
    let is_missed = |along: f64| along < -PARALLEL * length;
    for normal in normals.iter().filter(|normal| axis_aligned(normal).is_none()) {
        let along = displacement.dot(*normal);
        if !is_missed(along) && along <= lift {
            let lift = if along < 0.0 { lift - along } else { lift };
            displacement = displacement + *normal * lift;
        }
    }
    for normal in normals {
        let along = displacement.dot(*normal);
        if let Some(axis) = axis_aligned(normal).filter(|_| along < 0.0 && !is_missed(along)) {
            displacement[axis] = 0.0;
        }
    }
    displacement
}
