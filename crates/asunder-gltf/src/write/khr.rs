//! Shapes of `KHR_implicit_shapes`: a shape at the origin, on a node that transforms it.

use asunder::{Capsule3, Obb3, Shape3, ShapeError, Sphere3};
use serde_json::{Value, json};

use crate::collider::Fidelity;
use crate::json::Json;

/// A shape in the form of `KHR_implicit_shapes`, with the transform of its node.
#[derive(Clone, Debug)]
pub(crate) struct ImplicitShape {
    translation: [f32; 3],
    /// A unit quaternion, up to rounding.
    rotation: [f32; 4],
    /// The shape as it is read back: at the origin, a capsule along y.
    local: Shape3,
    /// Whether it is the original shape, each number rounded.
    pub(crate) fidelity: Fidelity,
}

const NO_ROTATION: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

impl ImplicitShape {
    /// The form of a shape; `None` if it is unbounded, or lies too far out.
    ///
    /// The format has no flat shapes: a flat one gets a thickness of 2⁻²⁰ of its size.
    pub(crate) fn of(shape: &Shape3) -> Option<Self> {
        use Fidelity::{Encloses, Exact};
        match shape {
            Shape3::Sphere(sphere) => Self::sphere(sphere.center().to_array(), sphere.radius()),
            Shape3::Point(point) => Self::sphere(point.to_array(), 0.0),
            Shape3::Capsule(capsule) => {
                let (a, b) = (capsule.a().to_array(), capsule.b().to_array());
                Self::capsule(a, b, capsule.radius())
            }
            Shape3::Segment(segment) => {
                Self::capsule(segment.a().to_array(), segment.b().to_array(), 0.0)
            }
            Shape3::Obb(obb) => Self::cuboid(obb, Exact),
            Shape3::Aabb(aabb) => {
                let (min, max) = (aabb.min().to_array(), aabb.max().to_array());
                let mean = |i: usize| (f64::from(min[i]) + f64::from(max[i])) / 2.0;
                let half = |i: usize| (f64::from(max[i]) - f64::from(min[i])) / 2.0;
                let axes = [0, 1, 2];
                let center = axes.map(|i| mean(i) as f32);
                let half_extents = axes.map(|i| half(i) as f32);
                Self::cuboid(&Obb3::try_new(center, half_extents, NO_ROTATION).ok()?, Exact)
            }
            Shape3::Triangle(triangle) => {
                let corners = [triangle.a(), triangle.b(), triangle.c()];
                Self::cuboid(&Obb3::from_points(corners).ok()?, Encloses("a triangle"))
            }
            Shape3::ConvexHull(hull) => {
                Self::cuboid(&Obb3::from_points(hull.points()).ok()?, Encloses("a convex hull"))
            }
            Shape3::Parallelepiped(shape) => {
                let corners: Vec<_> = shape.corners().collect();
                Self::cuboid(&Obb3::from_points(corners).ok()?, Encloses("a skewed box"))
            }
            _ => None,
        }
    }

    fn sphere(center: [f32; 3], radius: f32) -> Option<Self> {
        let [radius] = thickened([radius]);
        Self::at_origin(center, NO_ROTATION, Sphere3::try_new([0.0; 3], radius), Fidelity::Exact)
    }

    fn cuboid(obb: &Obb3, fidelity: Fidelity) -> Option<Self> {
        let q = obb.rotation().to_array().map(f64::from);
        let length = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
        let rotation = q.map(|x| (x / length) as f32);
        let half_extents = thickened(obb.half_extents().to_array());
        let local = Obb3::try_new([0.0; 3], half_extents, NO_ROTATION);
        Self::at_origin(obb.center().to_array(), rotation, local, fidelity)
    }

    fn capsule(a: [f32; 3], b: [f32; 3], radius: f32) -> Option<Self> {
        let axes = [0, 1, 2];
        let along = axes.map(|i| f64::from(b[i]) - f64::from(a[i]));
        // The ends may be swapped: upward, the rotation stays far from a half turn.
        let along = if along[1] < 0.0 { along.map(|x| -x) } else { along };
        let [x, y, z] = along;
        let height = (x * x + y * y + z * z).sqrt();
        let end = (height / 2.0) as f32;
        if end == 0.0 {
            return Self::sphere(a, radius);
        }
        let middle = axes.map(|i| ((f64::from(a[i]) + f64::from(b[i])) / 2.0) as f32);
        // The shortest rotation from y to the axis v: (y × v, |v| + y · v).
        let quaternion = [z, 0.0, -x, height + y];
        let length = (z * z + x * x + (height + y) * (height + y)).sqrt();
        let rotation = quaternion.map(|part| (part / length) as f32 + 0.0);
        let radius = if radius > 0.0 { radius } else { least_thickness(end) };
        let local = Capsule3::try_new([0.0, -end, 0.0], [0.0, end, 0.0], radius);
        Self::at_origin(middle, rotation, local, Fidelity::Exact)
    }

    fn at_origin<S: Into<Shape3>>(
        translation: [f32; 3],
        rotation: [f32; 4],
        local: Result<S, ShapeError>,
        fidelity: Fidelity,
    ) -> Option<Self> {
        Some(Self { translation, rotation, local: local.ok()?.into(), fidelity })
    }

    /// Whether the node at `item`, with the shape `local`, is still as it was written.
    pub(crate) fn is_unedited(&self, item: &Json<'_>, local: &Shape3) -> bool {
        let translation = item.get("translation").floats_or([0.0; 3]).ok();
        let rotation = item.get("rotation").floats_or(NO_ROTATION).ok();
        let scale = item.get("scale").floats_or([1.0; 3]).ok();
        item.get("matrix").present().is_none()
            && (translation, rotation) == (Some(self.translation), Some(self.rotation))
            && scale == Some([1.0; 3])
            && *local == self.local
    }

    /// The entry in the list of shapes.
    pub(super) fn shape(&self) -> String {
        let (kind, parameters) = match &self.local {
            Shape3::Sphere(sphere) => {
                ("sphere", format!(r#"{{"radius":{}}}"#, number(sphere.radius())))
            }
            Shape3::Capsule(capsule) => {
                let radius = number(capsule.radius());
                let height = doubled(capsule.b().y);
                let ends = format!(r#""radiusBottom":{radius},"radiusTop":{radius}"#);
                ("capsule", format!(r#"{{"height":{height},{ends}}}"#))
            }
            Shape3::Obb(obb) => {
                let [x, y, z] = obb.half_extents().to_array().map(doubled);
                ("box", format!(r#"{{"size":[{x},{y},{z}]}}"#))
            }
            _ => unreachable!("what is written is a ball, a rod or a block"),
        };
        // The extra marks it as written by this crate, so that it is replaced the next time.
        format!(r#"{{"type":"{kind}","{kind}":{parameters},"extras":{{"asunder_hitbox":true}}}}"#)
    }

    /// The fields of the node's transform.
    pub(super) fn transform_fields(&self) -> String {
        let list =
            |numbers: &[f32]| numbers.iter().map(|&x| number(x)).collect::<Vec<_>>().join(",");
        let mut fields = String::new();
        if self.translation != [0.0; 3] {
            fields += &format!(r#","translation":[{}]"#, list(&self.translation));
        }
        if self.rotation != NO_ROTATION {
            fields += &format!(r#","rotation":[{}]"#, list(&self.rotation));
        }
        fields
    }
}

/// The sizes, with a thickness in place of zeros.
fn thickened<const N: usize>(sizes: [f32; N]) -> [f32; N] {
    let largest = sizes.iter().fold(0.0, |most, &size| if size > most { size } else { most });
    sizes.map(|size| if size > 0.0 { size } else { least_thickness(largest) })
}

/// 2⁻²⁰ of a size, or of one.
fn least_thickness(size: f32) -> f32 {
    const THIN: f32 = 1.0 / 1_048_576.0;
    let thin = size * THIN;
    if thin > 0.0 { thin } else { THIN }
}

/// A number in the fewest digits that every reader parses to the same `f32`, directly or by way of `f64`.
pub(super) fn number(x: f32) -> String {
    let short = json!(x).to_string();
    let shortest = format!("{x}");
    // `Display` never writes an exponent: very large and small numbers take the other form.
    let brief =
        shortest.len() < short.len() && shortest.parse::<f64>().is_ok_and(|y| y as f32 == x);
    if brief { shortest } else { short }
}

/// Twice a number, as text.
fn doubled(x: f32) -> String {
    let twice = 2.0 * x;
    if twice.is_finite() { number(twice) } else { json!(2.0 * f64::from(x)).to_string() }
}

/// A shape as `asunder query` reads it, in numbers that every reader parses to the same bits.
pub(super) fn exact(shape: &Shape3) -> String {
    fn text(value: &Value, to: &mut String) {
        match value {
            Value::Number(it) => match it.as_f64() {
                Some(wide) => *to += &number(wide as f32),
                None => *to += &it.to_string(),
            },
            Value::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    to.push(if i == 0 { '[' } else { ',' });
                    text(item, to);
                }
                *to += if items.is_empty() { "[]" } else { "]" };
            }
            Value::Object(fields) => {
                for (i, (key, field)) in fields.iter().enumerate() {
                    to.push(if i == 0 { '{' } else { ',' });
                    *to += &Value::from(key.as_str()).to_string();
                    to.push(':');
                    text(field, to);
                }
                *to += if fields.is_empty() { "{}" } else { "}" };
            }
            other => *to += &other.to_string(),
        }
    }
    let mut written = String::new();
    if let Ok(value) = serde_json::to_value(shape) {
        text(&value, &mut written);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_from_either_width() {
        let mut bits = 0x9e37_79b9_u32;
        for _ in 0..200_000 {
            bits ^= bits << 13;
            bits ^= bits >> 17;
            bits ^= bits << 5;
            let x = f32::from_bits(bits);
            if !x.is_finite() {
                continue;
            }
            let text = number(x);
            assert_eq!(text.parse::<f32>().unwrap().to_bits(), x.to_bits(), "{text}");
            assert_eq!((text.parse::<f64>().unwrap() as f32).to_bits(), x.to_bits(), "{text}");
            let value: Value = serde_json::from_str(&text).unwrap();
            assert_eq!((value.as_f64().unwrap() as f32).to_bits(), x.to_bits(), "{text}");
        }
        let texts = [0.1, -2.5, 1.0, 0.0, -0.0, 1e-30].map(number);
        assert_eq!(texts, ["0.1", "-2.5", "1", "0", "-0", "1.0000000031710769e-30"]);
    }
}
