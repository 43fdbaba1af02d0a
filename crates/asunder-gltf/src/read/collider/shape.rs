//! The shapes that colliders refer to: `box`, `capsule` and the others, whose defaults differ from
//! format to format.

use asunder::{Capsule3, ConvexHull3, Obb3, Shape3, ShapeError, Sphere3};

use serde_json::Value;

use crate::GltfError;
use crate::collider::Fidelity;
use crate::document::Document;
use crate::json::Json;
use crate::read::mesh;

/// The default values of a format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defaults {
    /// Height between the centers of the caps, and radius.
    capsule: (f64, f64),
    /// Height and radius.
    cylinder: (f64, f64),
    /// Whether the height of a capsule with one radius for both ends includes the caps.
    whole: bool,
}

/// `KHR_implicit_shapes`, release candidate of 2025.
pub(super) const KHR: Defaults =
    Defaults { capsule: (0.5, 0.25), cylinder: (0.5, 0.25), whole: false };
/// The draft of glTF 2.1.
pub(super) const CORE: Defaults =
    Defaults { capsule: (1.0, 0.5), cylinder: (2.0, 0.5), whole: false };
/// `OMI_physics_shape`. Its early drafts, which Godot writes, measured capsules from tip to tip.
pub(super) const OMI: Defaults = Defaults { whole: true, ..CORE };

/// A shape in the space of the object that refers to it.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) shape: Shape3,
    pub(super) fidelity: Fidelity,
}

impl Local {
    pub(super) fn exact(shape: impl Into<Shape3>) -> Self {
        Self { shape: shape.into(), fidelity: Fidelity::Exact }
    }

    pub(super) fn around(shape: impl Into<Shape3>, what: &'static str) -> Self {
        Self { shape: shape.into(), fidelity: Fidelity::Encloses(what) }
    }
}

/// The shape at `place`; `None`, with a warning, if it is unbounded or of an unknown kind.
pub(super) fn read<'a>(
    document: &Document<'a>,
    place: &Json<'a>,
    defaults: Defaults,
) -> Result<Option<Local>, GltfError> {
    let kind = place.get("type");
    let name = kind.string()?;
    // The early drafts of OMI had no separate object for the parameters.
    let parameters = place.get(name).present().unwrap_or_else(|| place.clone());
    let local = match name {
        "sphere" => {
            let radius = positive(&parameters.get("radius"), 0.5)?;
            Local::exact(valid(place, Sphere3::try_new([0.0; 3], radius as f32))?)
        }
        "box" => {
            let size = parameters.get("size");
            let half = match size.clone().present() {
                None => [0.5; 3],
                Some(size) => {
                    // As `f64`, since only the half must fit into an `f32`.
                    if size.value().and_then(Value::as_array).is_none_or(|list| list.len() != 3) {
                        return Err(size.expected("an array of 3 numbers"));
                    }
                    let mut half = [0.0; 3];
                    for (i, half) in half.iter_mut().enumerate() {
                        *half = (positive(&size.at(i), 1.0)? / 2.0) as f32;
                    }
                    half
                }
            };
            Local::exact(valid(place, unrotated_box([0.0; 3], half))?)
        }
        "capsule" => capsule(document, place, &parameters, defaults)?,
        "cylinder" => {
            let ends = RoundEnds::read(document, &parameters, defaults.cylinder)?;
            let [radius, half] = [round_up(ends.larger()), round_up(ends.height / 2.0)];
            Local::around(
                valid(place, unrotated_box([0.0; 3], [radius, half, radius]))?,
                "a cylinder",
            )
        }
        "plane" => match plane(place, &parameters)? {
            Some(local) => local,
            None => {
                let message = "is a plane without end, which is no hitbox; it is left out";
                document.warn(place, message)?;
                return Ok(None);
            }
        },
        // The names of earlier drafts follow those of today.
        "convexMesh" | "convex" | "hull" => shape_of_mesh(document, &parameters.get("mesh"), true)?,
        "mesh" | "trimesh" | "concave" => shape_of_mesh(document, &parameters.get("mesh"), false)?,
        _ => {
            let message = format!(
                "a shape of the type {name:?}, which is not known here, is left out; known are \
                 box, sphere, capsule, cylinder, plane, convexMesh and mesh"
            );
            document.warn(&kind, message)?;
            return Ok(None);
        }
    };
    Ok(Some(local))
}

/// A capsule along y, around two spheres whose radii may differ.
fn capsule(
    document: &Document<'_>,
    place: &Json<'_>,
    parameters: &Json<'_>,
    defaults: Defaults,
) -> Result<Local, GltfError> {
    let mut ends = RoundEnds::read(document, parameters, defaults.capsule)?;
    let has = |key: &str| parameters.get(key).present().is_some();
    if defaults.whole && has("radius") && has("height") && ends.top == ends.bottom {
        let between = ends.height - 2.0 * ends.top;
        ends.height = if between > 0.0 { between } else { 0.0 };
    }
    let half = ends.height / 2.0;
    if ends.top == ends.bottom {
        let end = half as f32;
        let capsule = Capsule3::try_new([0.0, -end, 0.0], [0.0, end, 0.0], ends.top as f32);
        return Ok(Local::exact(valid(place, capsule)?));
    }
    // A sphere of the larger radius around a point nearer to the larger sphere contains the smaller one.
    let (larger, smaller) = (ends.larger(), ends.top + ends.bottom - ends.larger());
    let reach = ends.height - (larger - smaller);
    let reach = if reach > 0.0 { reach } else { 0.0 };
    let up = if ends.top > ends.bottom { 1.0 } else { -1.0 };
    let [from, to] = [half * up, (half - reach) * up].map(|y| y as f32);
    // Each end is rounded by at most half an ulp.
    let slack = (f64::from(from.abs()) + f64::from(to.abs())) * f64::from(f32::EPSILON);
    let capsule = Capsule3::try_new([0.0, from, 0.0], [0.0, to, 0.0], round_up(larger + slack));
    Ok(Local::around(valid(place, capsule)?, "a tapered capsule"))
}

/// The two ends of a capsule or cylinder.
struct RoundEnds {
    height: f64,
    top: f64,
    bottom: f64,
}

impl RoundEnds {
    fn read(
        document: &Document<'_>,
        parameters: &Json<'_>,
        (height, radius): (f64, f64),
    ) -> Result<Self, GltfError> {
        let both = parameters.get("radius");
        let radius = match both.clone().present() {
            None => radius,
            Some(both) => {
                let message = "one radius, as early drafts had, is taken for both ends";
                document.warn(&both, message)?;
                not_negative(&both, radius)?
            }
        };
        let (top, bottom) = (parameters.get("radiusTop"), parameters.get("radiusBottom"));
        let ends = Self {
            height: positive(&parameters.get("height"), height)?,
            top: not_negative(&top, radius)?,
            bottom: not_negative(&bottom, radius)?,
        };
        if ends.larger() > 0.0 {
            return Ok(ends);
        }
        let place = top.present().or(bottom.present()).unwrap_or(both);
        Err(place.expected("a radius of more than 0 at one end or the other"))
    }

    fn larger(&self) -> f64 {
        if self.top > self.bottom { self.top } else { self.bottom }
    }
}

/// A finite plane as a flat box. `None` if it is infinite.
fn plane(place: &Json<'_>, parameters: &Json<'_>) -> Result<Option<Local>, GltfError> {
    let (Some(x), Some(z)) = (parameters.get("sizeX").present(), parameters.get("sizeZ").present())
    else {
        return Ok(None);
    };
    let [x, z] = [positive(&x, 1.0)?, positive(&z, 1.0)?].map(|size| (size / 2.0) as f32);
    Ok(Some(Local::exact(valid(place, unrotated_box([0.0; 3], [x, 0.0, z]))?)))
}

fn shape_of_mesh<'a>(
    document: &Document<'a>,
    reference: &Json<'a>,
    convex: bool,
) -> Result<Local, GltfError> {
    enclosing_points(reference, mesh::points(document, reference)?, convex)
}

/// The most points of a hull.
const MOST_HULL_POINTS: usize = 256;

/// The hull of a mesh's points if it is declared convex and has few points, else a box around them.
pub(super) fn enclosing_points(
    place: &Json<'_>,
    mut points: Vec<[f32; 3]>,
    convex: bool,
) -> Result<Local, GltfError> {
    if points.is_empty() {
        return Err(place.expected("a mesh with triangles"));
    }
    points.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    points.dedup();
    if convex && points.len() <= MOST_HULL_POINTS {
        return Ok(Local::exact(valid(place, ConvexHull3::try_new(points))?));
    }
    let what = if convex { "a convex mesh of many points" } else { "a mesh" };
    Ok(Local::around(valid(place, Obb3::from_points(points))?, what))
}

fn unrotated_box(center: [f32; 3], half_extents: [f32; 3]) -> Result<Obb3, ShapeError> {
    Obb3::try_new(center, half_extents, [0.0, 0.0, 0.0, 1.0])
}

/// The shape, or the error that its numbers are invalid.
pub(super) fn valid<T>(place: &Json<'_>, shape: Result<T, ShapeError>) -> Result<T, GltfError> {
    shape.map_err(|error| place.found(error.to_string(), "a shape of finite numbers"))
}

fn positive(place: &Json<'_>, default: f64) -> Result<f64, GltfError> {
    let Some(place) = place.clone().present() else { return Ok(default) };
    let number = place.number()?;
    // A number that rounds to zero counts as zero.
    if number as f32 > 0.0 { Ok(number) } else { Err(place.expected("more than 0")) }
}

pub(super) fn not_negative(place: &Json<'_>, default: f64) -> Result<f64, GltfError> {
    let Some(place) = place.clone().present() else { return Ok(default) };
    let number = place.number()?;
    if number >= 0.0 { Ok(number) } else { Err(place.expected("0 or more")) }
}

/// The `f32` at or above a number that is not negative.
fn round_up(number: f64) -> f32 {
    let nearest = number as f32;
    if f64::from(nearest) < number { nearest.next_up() } else { nearest }
}
