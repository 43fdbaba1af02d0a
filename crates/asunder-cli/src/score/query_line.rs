//! The jury's shapes as lines of `asunder query`.

use asunder_jury::{Depth, Frustum, Kind, Shape};

/// The name of a kind in the format of `asunder query`.
pub(super) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Point => "point",
        Kind::Sphere => "sphere",
        Kind::Aabb => "aabb",
        Kind::Obb => "obb",
        Kind::Plane => "plane",
        Kind::HalfSpace => "half_space",
        Kind::Segment => "segment",
        Kind::Ray => "ray",
        Kind::Capsule => "capsule",
        Kind::Triangle => "triangle",
        Kind::Parallelepiped => "parallelepiped",
        Kind::ConvexHull => "convex_hull",
        Kind::Frustum => "frustum",
    }
}

/// A line of `asunder query` about two shapes, without its end.
pub(super) fn line<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> String {
    format!(r#"{{"a":{},"b":{}}}"#, json(a), json(b))
}

/// A shape in the format of `asunder query`. Rust's debug format of floats and arrays of them is JSON, and
/// the shortest that parses to the same bits.
pub(super) fn json<const D: usize>(shape: &Shape<D>) -> String {
    let fields = match shape {
        Shape::Point(point) => format!("{point:?}"),
        Shape::Sphere { center, radius } => {
            format!(r#"{{"center":{center:?},"radius":{radius:?}}}"#)
        }
        Shape::Aabb { min, max } => format!(r#"{{"min":{min:?},"max":{max:?}}}"#),
        Shape::Obb { center, half_extents, rotation } => {
            let rotation = &rotation[..if D == 2 { 2 } else { 4 }];
            format!(
                r#"{{"center":{center:?},"half_extents":{half_extents:?},"rotation":{rotation:?}}}"#
            )
        }
        Shape::Plane { normal, offset } | Shape::HalfSpace { normal, offset } => {
            plane(normal, *offset)
        }
        Shape::Segment { a, b } => format!(r#"{{"a":{a:?},"b":{b:?}}}"#),
        Shape::Ray { origin, direction } => {
            format!(r#"{{"origin":{origin:?},"direction":{direction:?}}}"#)
        }
        Shape::Capsule { a, b, radius } => {
            format!(r#"{{"a":{a:?},"b":{b:?},"radius":{radius:?}}}"#)
        }
        Shape::Triangle { a, b, c } => format!(r#"{{"a":{a:?},"b":{b:?},"c":{c:?}}}"#),
        Shape::Parallelepiped { center, edges } => {
            format!(r#"{{"center":{center:?},"edges":{edges:?}}}"#)
        }
        Shape::ConvexHull(points) => format!(r#"{{"points":{points:?}}}"#),
        Shape::Frustum(frustum) => frustum_fields(frustum),
    };
    format!(r#"{{"{}":{fields}}}"#, kind_name(shape.kind()))
}

fn plane<const D: usize>(normal: &[f32; D], offset: f32) -> String {
    format!(r#"{{"normal":{normal:?},"offset":{offset:?}}}"#)
}

fn frustum_fields<const D: usize>(frustum: &Frustum<D>) -> String {
    match frustum {
        Frustum::Perspective { origin, rotation, slopes, near, far } => format!(
            r#"{{"origin":{origin:?},"rotation":{rotation:?},"slopes":{slopes:?},"near":{near:?},"far":{far:?}}}"#
        ),
        Frustum::HalfSpaces(planes) => {
            let planes: Vec<String> =
                planes.iter().map(|(normal, offset)| plane(normal, *offset)).collect();
            format!(r#"{{"half_spaces":[{}]}}"#, planes.join(","))
        }
        Frustum::Projection { rows, depth } => {
            let depth = match depth {
                Depth::ZeroToOne => "zero_to_one",
                Depth::MinusOneToOne => "minus_one_to_one",
            };
            let numbers = rows.as_flattened();
            format!(r#"{{"projection":{numbers:?},"layout":"rows","depth":"{depth}"}}"#)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asunder::Vector;
    use asunder::glam::{Vec2, Vec3};
    use asunder_jury::{Family, Rng, pair};

    /// The least, the greatest and random numbers, as the library reads them.
    #[test]
    fn what_is_written_reads_back_to_the_same_bits() {
        fn check<const D: usize, V: Vector>(kind: Kind, rng: &mut Rng) {
            for family in [Family::RandomBits, Family::Subnormal, Family::Overflow] {
                let (shape, _) = pair::<D>(family, kind, Kind::Point, rng);
                let text = json(&shape);
                let read: asunder::Shape<V> = serde_json::from_str(&text).expect(&text);
                let again = serde_json::to_string(&read).expect("a shape can be written");
                let numbers = |text: &str| -> Vec<u32> {
                    let parts =
                        text.split(|c: char| !matches!(c, '0'..='9' | '.' | 'e' | '-' | '+'));
                    parts.filter_map(|part| part.parse().ok()).map(f32::to_bits).collect()
                };
                assert_eq!(numbers(&text), numbers(&again), "{text} and {again}");
                assert_eq!(read.kind(), kind_name(kind));
            }
        }
        let mut rng = Rng::new(1);
        for kind in Kind::ALL {
            for _ in 0..200 {
                check::<3, Vec3>(kind, &mut rng);
                check::<2, Vec2>(kind, &mut rng);
            }
        }
    }

    #[test]
    fn a_frustum_is_written_in_each_of_its_ways() {
        let rows = [[1.0, 0.0, 0.0, 0.5], [0.0, 2.0, 0.0, 0.0], [0.0; 4], [0.0, 0.0, 0.0, 1.0]];
        let projection = Frustum::<3>::Projection { rows, depth: Depth::ZeroToOne };
        let expected = r#"{"frustum":{"projection":[1.0, 0.0, 0.0, 0.5, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0],"layout":"rows","depth":"zero_to_one"}}"#;
        assert_eq!(json(&Shape::Frustum(projection)), expected);
        let planes = Frustum::HalfSpaces(asunder_jury::List::new(&[([1.0, 0.0], 2.0)]));
        let expected = r#"{"frustum":{"half_spaces":[{"normal":[1.0, 0.0],"offset":2.0}]}}"#;
        assert_eq!(json(&Shape::Frustum(planes)), expected);
    }
}
