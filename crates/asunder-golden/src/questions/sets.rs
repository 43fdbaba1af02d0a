//! Many at a time: the same questions to sets, which lanes answer, and what holds many points.

use crate::case::{Case, Space};
use crate::sheet::{Class, Sheet};
use asunder::batch::{Batched, Mask, Set};
use asunder::glam::{Vec2, Vec3};
use asunder::{Obb, Shape, Sphere};

/// A case, and its two shapes.
type Pair<'c, V> = (&'c Case, Shape<V>, Shape<V>);

pub(super) fn ask(cases: &[Case], sheet: &mut Sheet) {
    ask_in::<Vec2>(cases, sheet);
    ask_in::<Vec3>(cases, sheet);
}

fn ask_in<V: Space>(cases: &[Case], sheet: &mut Sheet) {
    let of_dimension = cases.iter().filter(|case| case.dimension == V::DIM);
    let pairs: Vec<Pair<'_, V>> =
        of_dimension.map(|case| (case, case.a.shape(), case.b.shape())).collect();
    let kinds = |(_, a, b): &Pair<'_, V>| (a.kind(), b.kind());
    for alike in pairs.chunk_by(|x, y| kinds(x) == kinds(y)) {
        let swapped: Vec<Pair<'_, V>> =
            alike.iter().map(|(case, a, b)| (*case, b.clone(), a.clone())).collect();
        for alike in [alike, &swapped] {
            ask_set(
                alike,
                |shape| if let Shape::Sphere(s) = shape { Some(*s) } else { None },
                sheet,
            );
            ask_set(alike, |shape| if let Shape::Aabb(s) = shape { Some(*s) } else { None }, sheet);
            ask_set(alike, |shape| if let Shape::Obb(s) = shape { Some(*s) } else { None }, sheet);
            ask_set(
                alike,
                |shape| if let Shape::Capsule(s) = shape { Some(*s) } else { None },
                sheet,
            );
        }
    }
    around::<V>(&pairs, sheet);
}

/// Asks of pairs of two kinds, of which a set may hold the first, which of all first ones a second
/// one meets: its own, and those of other families.
fn ask_set<V: Space, S: Batched<Vector = V>>(
    pairs: &[Pair<'_, V>],
    held: impl Fn(&Shape<V>) -> Option<S>,
    sheet: &mut Sheet,
) {
    let set: Set<S> = pairs.iter().filter_map(|(_, a, _)| held(a)).collect();
    if set.is_empty() {
        return;
    }
    let (mut closed, mut open) = (Mask::new(), Mask::new());
    for (case, a, b) in pairs.iter().step_by(5) {
        set.intersecting(b, &mut closed);
        set.penetrating(b, &mut open);
        let name = format!("{}d/set-{}-{}", V::DIM, a.kind(), b.kind());
        sheet.note(Class::Boolean, &name, case, &(&closed, &open));
    }
}

/// What holds the points that shapes begin with, of all families and kinds.
fn around<V: Space>(pairs: &[Pair<'_, V>], sheet: &mut Sheet) {
    const POINTS: usize = 64;
    for some in pairs.chunks(POINTS) {
        let points = || some.iter().map(|(case, ..)| V::array(|i| case.a.numbers[i]));
        let held = (Obb::<V>::from_points(points()), Sphere::<V>::from_points(points()));
        sheet.note(Class::Metric, &format!("{}d/from-points", V::DIM), some[0].0, &held);
    }
}
