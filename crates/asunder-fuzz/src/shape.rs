//! Shapes from bytes, as the jury sees them, and as the library reads them from the one format.

use crate::bytes::Bytes;
use asunder::{Shape, Vector};
use asunder_jury::{Depth, Frustum, Planes, Points, Shape as Judged};

/// A shape of any kind. It is valid ([`Judged::is_valid`]) unless it is a frustum without a point.
pub(crate) fn shape<const D: usize>(bytes: &mut Bytes<'_>) -> Judged<D> {
    match bytes.byte() % 13 {
        0 => Judged::Point(bytes.vector()),
        1 => Judged::Sphere { center: bytes.vector(), radius: bytes.length() },
        2 => {
            let ends: [[f32; 2]; D] = std::array::from_fn(|_| bytes.ordered());
            Judged::Aabb { min: ends.map(|[min, _]| min), max: ends.map(|[_, max]| max) }
        }
        3 => Judged::Obb {
            center: bytes.vector(),
            half_extents: std::array::from_fn(|_| bytes.length()),
            rotation: rotation::<D>(bytes),
        },
        4 => Judged::Plane { normal: bytes.direction(), offset: bytes.number() },
        5 => Judged::HalfSpace { normal: bytes.direction(), offset: bytes.number() },
        6 => Judged::Segment { a: bytes.vector(), b: bytes.vector() },
        7 => Judged::Ray { origin: bytes.vector(), direction: bytes.direction() },
        8 => Judged::Capsule { a: bytes.vector(), b: bytes.vector(), radius: bytes.length() },
        9 => Judged::Triangle { a: bytes.vector(), b: bytes.vector(), c: bytes.vector() },
        10 => Judged::Parallelepiped {
            center: bytes.vector(),
            edges: std::array::from_fn(|_| bytes.vector()),
        },
        11 => {
            let count = 1 + usize::from(bytes.byte() % 9);
            let points: Vec<[f32; D]> = (0..count).map(|_| bytes.vector()).collect();
            Judged::ConvexHull(Points::new(&points))
        }
        _ => Judged::Frustum(frustum(bytes)),
    }
}

fn frustum<const D: usize>(bytes: &mut Bytes<'_>) -> Frustum<D> {
    match bytes.byte() % 3 {
        0 if D == 3 => {
            let ([left, right], [bottom, top]) = (bytes.ordered(), bytes.ordered());
            let [near, far] = bytes.ordered();
            Frustum::Perspective {
                origin: bytes.vector(),
                rotation: rotation::<D>(bytes),
                slopes: [left, right, bottom, top],
                near: near.abs().min(far.abs()),
                far: near.abs().max(far.abs()),
            }
        }
        1 if D == 3 => Frustum::Projection {
            rows: std::array::from_fn(|_| bytes.vector()),
            depth: if bytes.byte().is_multiple_of(2) {
                Depth::ZeroToOne
            } else {
                Depth::MinusOneToOne
            },
        },
        _ => {
            let count = 1 + usize::from(bytes.byte() % 6);
            let planes: Vec<([f32; D], f32)> =
                (0..count).map(|_| (bytes.direction(), bytes.number())).collect();
            Frustum::HalfSpaces(Planes::new(&planes))
        }
    }
}

/// A rotation: none, about one axis, or any.
fn rotation<const D: usize>(bytes: &mut Bytes<'_>) -> [f32; 4] {
    let kind = bytes.byte();
    let mut rotation = if D == 2 {
        let [cos, sin] = bytes.direction();
        [cos, sin, 0.0, 0.0]
    } else {
        bytes.direction()
    };
    match kind % 4 {
        0 if D == 2 => rotation = [1.0, 0.0, 0.0, 0.0],
        0 => rotation = [0.0, 0.0, 0.0, 1.0],
        1 if D == 3 && (rotation[1] != 0.0 || rotation[3] != 0.0) => {
            (rotation[0], rotation[2]) = (0.0, 0.0);
        }
        _ => {}
    }
    rotation
}

/// What the library reads from the text of a shape: nothing, where it is none to the jury either.
///
/// # Panics
///
/// If the two disagree on whether it is one, or the library writes it differently than it reads it.
pub(crate) fn read<const D: usize, V: Vector>(judged: &Judged<D>) -> Option<Shape<V>> {
    let text = text(judged);
    let read: Result<Shape<V>, _> = serde_json::from_str(&text);
    if !judged.is_valid() {
        assert!(read.is_err() || is_all_of_space(judged), "no shape, yet read as one: {text}");
        return None;
    }
    let shape = match read {
        Ok(shape) => shape,
        Err(error) => panic!("a valid shape is refused: {text}: {error}"),
    };
    let again = serde_json::to_string(&shape).expect("shapes have a text");
    let again: Shape<V> = serde_json::from_str(&again).expect("the library reads what it writes");
    assert_eq!(again, shape, "written and read again: {text}");
    Some(shape)
}

/// Whether a shape is a projection that bounds nothing. It is a frustum to the library alone: the jury
/// refuses it, because no camera sees all there is.
fn is_all_of_space<const D: usize>(shape: &Judged<D>) -> bool {
    let Judged::Frustum(Frustum::Projection { rows, .. }) = shape else { return false };
    rows.iter().all(|row| row[..3].iter().all(|x| *x == 0.0))
}

/// A shape as `asunder query` reads it. Every number is the shortest that reads back as itself.
pub(crate) fn text<const D: usize>(shape: &Judged<D>) -> String {
    match shape {
        Judged::Point(point) => format!(r#"{{"point":{point:?}}}"#),
        Judged::Sphere { center, radius } => {
            format!(r#"{{"sphere":{{"center":{center:?},"radius":{radius:?}}}}}"#)
        }
        Judged::Aabb { min, max } => format!(r#"{{"aabb":{{"min":{min:?},"max":{max:?}}}}}"#),
        Judged::Obb { center, half_extents, rotation } => {
            let rotation = if D == 2 { &rotation[..2] } else { &rotation[..] };
            format!(
                r#"{{"obb":{{"center":{center:?},"half_extents":{half_extents:?},"rotation":{rotation:?}}}}}"#
            )
        }
        Judged::Plane { normal, offset } => {
            format!(r#"{{"plane":{{"normal":{normal:?},"offset":{offset:?}}}}}"#)
        }
        Judged::HalfSpace { normal, offset } => {
            format!(r#"{{"half_space":{{"normal":{normal:?},"offset":{offset:?}}}}}"#)
        }
        Judged::Segment { a, b } => format!(r#"{{"segment":{{"a":{a:?},"b":{b:?}}}}}"#),
        Judged::Ray { origin, direction } => {
            format!(r#"{{"ray":{{"origin":{origin:?},"direction":{direction:?}}}}}"#)
        }
        Judged::Capsule { a, b, radius } => {
            format!(r#"{{"capsule":{{"a":{a:?},"b":{b:?},"radius":{radius:?}}}}}"#)
        }
        Judged::Triangle { a, b, c } => {
            format!(r#"{{"triangle":{{"a":{a:?},"b":{b:?},"c":{c:?}}}}}"#)
        }
        Judged::Parallelepiped { center, edges } => {
            format!(r#"{{"parallelepiped":{{"center":{center:?},"edges":{edges:?}}}}}"#)
        }
        Judged::ConvexHull(points) => {
            format!(r#"{{"convex_hull":{{"points":{:?}}}}}"#, &points[..])
        }
        Judged::Frustum(frustum) => format!(r#"{{"frustum":{}}}"#, frustum_text(frustum)),
    }
}

fn frustum_text<const D: usize>(frustum: &Frustum<D>) -> String {
    match frustum {
        Frustum::Perspective { origin, rotation, slopes, near, far } => format!(
            r#"{{"origin":{origin:?},"rotation":{rotation:?},"slopes":{slopes:?},"near":{near:?},"far":{far:?}}}"#
        ),
        Frustum::HalfSpaces(planes) => {
            let planes: Vec<String> = planes
                .iter()
                .map(|(normal, offset)| format!(r#"{{"normal":{normal:?},"offset":{offset:?}}}"#))
                .collect();
            format!(r#"{{"half_spaces":[{}]}}"#, planes.join(","))
        }
        Frustum::Projection { rows, depth } => {
            let depth = match depth {
                Depth::ZeroToOne => "zero_to_one",
                Depth::MinusOneToOne => "minus_one_to_one",
            };
            let rows = rows.as_flattened();
            format!(r#"{{"projection":{rows:?},"layout":"rows","depth":"{depth}"}}"#)
        }
    }
}
