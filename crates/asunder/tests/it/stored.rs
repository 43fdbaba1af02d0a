//! A mover of the library as a shape of the jury.

use crate::judged::Space;
use asunder::Shape;
use asunder_jury as jury;
use std::array::from_fn;

/// A shape as the library stores it at another place.
pub(crate) fn placed<const D: usize, V: Space<D>>(
    judged: &jury::Shape<D>,
    moved: &Shape<V>,
) -> jury::Shape<D> {
    let at = array::<D, V>;
    match (*judged, moved) {
        (jury::Shape::Obb { half_extents, rotation, .. }, Shape::Obb(x)) => {
            jury::Shape::Obb { center: at(x.center()), half_extents, rotation }
        }
        (jury::Shape::Parallelepiped { edges, .. }, Shape::Parallelepiped(x)) => {
            jury::Shape::Parallelepiped { center: at(x.center()), edges }
        }
        (jury::Shape::Sphere { radius, .. }, Shape::Sphere(x)) => {
            jury::Shape::Sphere { center: at(x.center()), radius }
        }
        (jury::Shape::Capsule { radius, .. }, Shape::Capsule(x)) => {
            jury::Shape::Capsule { a: at(x.a()), b: at(x.b()), radius }
        }
        (_, Shape::Point(x)) => jury::Shape::Point(at(*x)),
        (_, Shape::Segment(x)) => jury::Shape::Segment { a: at(x.a()), b: at(x.b()) },
        (_, Shape::Aabb(x)) => jury::Shape::Aabb { min: at(x.min()), max: at(x.max()) },
        (_, Shape::Triangle(x)) => {
            jury::Shape::Triangle { a: at(x.a()), b: at(x.b()), c: at(x.c()) }
        }
        (_, Shape::ConvexHull(x)) => {
            let points: Vec<[f32; D]> = x.points().map(at).collect();
            jury::Shape::ConvexHull(jury::List::new(&points))
        }
        (judged, moved) => unreachable!("{judged:?} became {moved:?}"),
    }
}

pub(crate) fn array<const D: usize, V: Space<D>>(vector: V) -> [f32; D] {
    let numbers = vector.to_array();
    from_fn(|i| numbers[i])
}
