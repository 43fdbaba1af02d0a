//! Lines of `asunder query` as the jury's shapes.

use asunder_jury::{Depth, Frustum, Planes, Points, Shape as Judged};
use serde_json::Value;
use std::array::from_fn;

pub(crate) fn number(value: &Value) -> f32 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number")) as f32
}

fn numbers<const N: usize>(value: &Value) -> [f32; N] {
    let list = list(value);
    assert_eq!(list.len(), N, "{value}");
    from_fn(|i| number(&list[i]))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

/// How many dimensions the first list of numbers has in a shape that has one.
pub(crate) fn dimensions(shape: &Value) -> usize {
    let (kind, value) = entry(shape);
    match kind {
        "point" => list(value).len(),
        "obb" | "sphere" | "parallelepiped" => list(&value["center"]).len(),
        "aabb" => list(&value["min"]).len(),
        "plane" | "half_space" => list(&value["normal"]).len(),
        "segment" | "capsule" | "triangle" => list(&value["a"]).len(),
        "ray" => list(&value["origin"]).len(),
        "convex_hull" => list(&value["points"][0]).len(),
        "frustum" => match value.get("half_spaces") {
            Some(bounds) => list(&bounds[0]["normal"]).len(),
            None => 3,
        },
        other => panic!("no kind is called {other}"),
    }
}

fn entry(shape: &Value) -> (&str, &Value) {
    let object = shape.as_object().and_then(|object| object.iter().next());
    let (kind, value) = object.unwrap_or_else(|| panic!("{shape} is no shape"));
    (kind, value)
}

pub(crate) fn shape<const D: usize>(shape: &Value) -> Judged<D> {
    let (kind, value) = entry(shape);
    let vector = |name: &str| numbers::<D>(&value[name]);
    match kind {
        "point" => Judged::Point(numbers(value)),
        "sphere" => Judged::Sphere { center: vector("center"), radius: number(&value["radius"]) },
        "aabb" => Judged::Aabb { min: vector("min"), max: vector("max") },
        "obb" => Judged::Obb {
            center: vector("center"),
            half_extents: vector("half_extents"),
            rotation: {
                let rotation = list(&value["rotation"]);
                from_fn(|i| rotation.get(i).map_or(0.0, number))
            },
        },
        "plane" => Judged::Plane { normal: vector("normal"), offset: number(&value["offset"]) },
        "half_space" => {
            Judged::HalfSpace { normal: vector("normal"), offset: number(&value["offset"]) }
        }
        "segment" => Judged::Segment { a: vector("a"), b: vector("b") },
        "ray" => Judged::Ray { origin: vector("origin"), direction: vector("direction") },
        "capsule" => {
            Judged::Capsule { a: vector("a"), b: vector("b"), radius: number(&value["radius"]) }
        }
        "triangle" => Judged::Triangle { a: vector("a"), b: vector("b"), c: vector("c") },
        "parallelepiped" => Judged::Parallelepiped {
            center: vector("center"),
            edges: from_fn(|i| numbers(&value["edges"][i])),
        },
        "convex_hull" => {
            let points: Vec<_> = list(&value["points"]).iter().map(numbers).collect();
            Judged::ConvexHull(Points::new(&points))
        }
        "frustum" => Judged::Frustum(frustum(value)),
        other => panic!("no kind is called {other}"),
    }
}

fn frustum<const D: usize>(value: &Value) -> Frustum<D> {
    if let Some(bounds) = value.get("half_spaces") {
        let bound = |bound: &Value| (numbers(&bound["normal"]), number(&bound["offset"]));
        let bounds: Vec<_> = list(bounds).iter().map(bound).collect();
        return Frustum::HalfSpaces(Planes::new(&bounds));
    }
    if let Some(matrix) = value.get("projection") {
        assert_eq!(value["layout"], "rows", "{value}");
        let matrix: [f32; 16] = numbers(matrix);
        let depth = match value["depth"].as_str() {
            Some("zero_to_one") => Depth::ZeroToOne,
            Some("minus_one_to_one") => Depth::MinusOneToOne,
            other => panic!("no depth is called {other:?}"),
        };
        return Frustum::Projection { rows: from_fn(|i| from_fn(|j| matrix[4 * i + j])), depth };
    }
    Frustum::Perspective {
        origin: numbers(&value["origin"]),
        rotation: numbers(&value["rotation"]),
        slopes: numbers(&value["slopes"]),
        near: number(&value["near"]),
        far: number(&value["far"]),
    }
}
