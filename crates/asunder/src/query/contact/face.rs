//! The contact points of a face of one shape and the nearest feature of the other, by clipping.

use super::clip::{CORNERS, Polygon};
use super::feature::{self, Feature};
use super::{MOST, Touch};
use crate::array::Mapped as _;
use crate::linalg::Vect;
use crate::query::closest_point::saturated;
use crate::query::proximity::{Core, Detail, Proximity, origin, proximity};
use crate::shape::ShapeRef;
use crate::space::Vector;

/// Cosine and sine of a multiple of 22.5 degrees, up to rounding.
fn around(sixteenth: usize) -> [f64; 2] {
    const QUARTER: [[f64; 2]; 4] = [
        [1.0, 0.0],
        [0.923_879_532_511_286_7, 0.382_683_432_365_089_8],
        [core::f64::consts::FRAC_1_SQRT_2, core::f64::consts::FRAC_1_SQRT_2],
        [0.382_683_432_365_089_8, 0.923_879_532_511_286_7],
    ];
    let [cosine, sine] = QUARTER[sixteenth % 4];
    match sixteenth / 4 % 4 {
        0 => [cosine, sine],
        1 => [0.0 - sine, cosine],
        2 => [0.0 - cosine, 0.0 - sine],
        _ => [sine, 0.0 - cosine],
    }
}

/// The points and features of a contact, before rounding.
pub(super) struct Manifold<V: Vector> {
    touches: [Touch<V>; MOST],
    count: usize,
    pub(super) features: [Feature; 2],
}

impl<V: Vector> Manifold<V> {
    pub(super) fn empty(features: [Feature; 2]) -> Self {
        let none = Touch { on_a: Vect::zero(), on_b: Vect::zero(), depth: 0.0 };
        Self { touches: [none; MOST], count: 0, features }
    }

    pub(super) fn push(&mut self, touch: Touch<V>) {
        self.touches[self.count] = touch;
        self.count += 1;
    }

    pub(super) fn points(&self) -> &[Touch<V>] {
        &self.touches[..self.count]
    }
}

/// A face is perpendicular to the contact's normal if the cosine between the normals is at most this below
/// one.
pub(super) const ACROSS: f64 = 1.0 / (1u64 << 31) as f64;

/// The distance along the normal, relative to the pair's size, up to which points count as touching.
pub(super) const TOUCHING: f64 = 1.0 / (1u64 << 22) as f64;

/// The distance from a face's plane, relative to the pair's size, up to which a corner belongs to the face.
const COPLANAR: f64 = 1.0 / (1u64 << 40) as f64;

/// A face is plump if it is longer, in 3D also wider, than this part of the pair's size: clipping to the sides
/// of a thinner one is decided by rounding, so that its points are looked at one by one.
pub(super) const PLUMP: f64 = 1.0 / 1024.0;

/// How far from a shape a contact point may be, relative to the pair's size: a quarter of what is promised.
const OFF: f64 = 1.0 / (1u64 << 24) as f64;

/// One of the two shapes.
struct FaceSide<'a, V: Vector> {
    shape: ShapeRef<'a, V>,
    /// The core; `None` for a plane or half-space.
    core: Option<Core<'a, V>>,
    /// The unit direction to the other shape.
    facing: Vect<V, f64>,
    /// How far rays are followed: beyond the other shape.
    reach: f64,
}

/// A face, and the cosine between its normal and the direction to the other shape.
struct FacePolygon<V: Vector> {
    polygon: Polygon<V>,
    feature: Feature,
    cosine: f64,
    /// The unit normal and the height of the face's plane along it; `None` for a plane's.
    plane: Option<(Vect<V, f64>, f64)>,
}

/// The contact points if a face touches; none if only edges or corners do.
pub(super) fn manifold<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    found: &Proximity<V>,
) -> Manifold<V> {
    let origin = origin(a, b);
    let normal = Vect(found.normal);
    let (own, other) = (&a, &b);
    let cores = [own, other].mapped(|shape| Core::of(shape, origin));
    let sizes = || cores.iter().flatten().map(|core| (core.size, core.is_unbounded()));
    let far = sizes().fold(0.0, |sum, (size, _)| sum + size);
    // The corners of an unbounded shape may lie far from where it touches one that is bounded.
    let is_one_bounded = sizes().any(|(_, is_unbounded)| !is_unbounded);
    let near = sizes().filter(|(_, is_unbounded)| !(*is_unbounded && is_one_bounded));
    let size = near.fold(0.0, |sum, (size, _)| sum + size);
    let reach = if far > 0.0 { 2.0 * far } else { 1.0 };
    let [core_a, core_b] = cores;
    let a = FaceSide { shape: *own, core: core_a, facing: -normal, reach };
    let b = FaceSide { shape: *other, core: core_b, facing: normal, reach };
    let faces = [a.face(COPLANAR * far), b.face(COPLANAR * far)];
    let cosine = |face: &Option<FacePolygon<V>>| face.as_ref().map_or(-1.0, |face| face.cosine);
    let is_first = cosine(&faces[0]) > cosine(&faces[1]);
    let features = [a.touching(&faces[0], size), b.touching(&faces[1], size)];
    let mut manifold = Manifold::empty(features);
    let [face_a, face_b] = &faces;
    let (reference, incident) = if is_first { (&a, &b) } else { (&b, &a) };
    let (own, other) = if is_first { (face_a, face_b) } else { (face_b, face_a) };
    let (Some(own), Some(core)) = (own, &incident.core) else { return manifold };
    if own.cosine < 1.0 - ACROSS {
        return manifold;
    }
    let polygon = match other {
        Some(other) => other.polygon,
        None => incident.corners(core),
    };
    let up = reference.facing;
    let clip = |polygon: Polygon<V>| {
        if own.polygon.corners().is_empty() {
            polygon
        } else {
            polygon.clipped_to(&own.polygon, up)
        }
    };
    // A tilted face may lack the deepest vertex, or an end of the deepest edge.
    let is_tilted = other.as_ref().is_some_and(|face| face.cosine < 1.0 - ACROSS);
    let deepest = is_tilted.then(|| {
        let mut deepest = incident.furthest(core, incident.facing, COPLANAR * far);
        deepest.arrange(incident.facing);
        clip(deepest)
    });
    let clipped = [Some(clip(polygon)), deepest];
    let floor = up.dot(core.corner_along(incident.facing));
    let is_sure = reference
        .core
        .as_ref()
        .is_none_or(|core| !core.is_unbounded() && own.polygon.is_plump(PLUMP * size));
    let mut touches: [Option<Touch<V>>; 2 * (2 * CORNERS + 2)] = [None; 2 * (2 * CORNERS + 2)];
    let mut count = 0;
    for &corner in clipped.iter().flatten().flat_map(Polygon::corners) {
        let depth = 0.0 - found.gap - (up.dot(corner) - floor);
        if depth >= 0.0 - TOUCHING * size {
            let at = |reach: f64| Vect::of(&origin) + (corner + up * reach);
            // Along `up` the face's plane may rise, if the face is only nearly across it.
            let reach = match (&own.plane, &reference.core) {
                (Some((outward, height)), Some(core)) => {
                    (height - outward.dot(corner)) / outward.dot(up) + core.radius
                }
                _ => depth - core.radius,
            };
            let (own, opposite) = (at(0.0 - core.radius), at(reach));
            if !is_sure && !lies_on(reference.shape, opposite, OFF * size) {
                continue;
            }
            let (on_a, on_b) = if is_first { (opposite, own) } else { (own, opposite) };
            let touch = Touch { on_a, on_b, depth };
            if !touches[..count].iter().flatten().any(|known| touch.is_at(known)) {
                touches[count] = Some(touch);
                count += 1;
            }
        }
    }
    manifold.keep(&touches[..count], up);
    manifold
}

/// Whether a point is no further from a shape than `off` and a rounding of its coordinates.
fn lies_on<V: Vector>(shape: ShapeRef<'_, V>, point: Vect<V, f64>, off: f64) -> bool {
    let rounded = V::from_array(point.map(saturated).0);
    let off = off + 0.5 * f64::from(f32::EPSILON) * point.norm1();
    let near = proximity(ShapeRef::Point(&rounded), shape, Detail::Gap);
    near.is_some_and(|near| near.gap <= off)
}

impl<V: Vector> FaceSide<'_, V> {
    /// The face whose normal is nearest to the direction to the other shape. A plane's has no corners.
    fn face(&self, tolerance: f64) -> Option<FacePolygon<V>> {
        let Some(core) = &self.core else {
            return Some(FacePolygon {
                polygon: Polygon::empty(),
                feature: Feature::Face(0),
                cosine: 2.0,
                plane: None,
            });
        };
        if let Some((i, outward)) = core.facing_face(self.facing) {
            let polygon = self.furthest(core, outward, tolerance);
            if polygon.corners().len() >= V::DIM {
                return Some(self.face_of(core, i, outward, polygon, tolerance));
            }
        }
        // The next nearest normal, until one is that of a face. Those of a frustum point out, of other shapes either way.
        let is_frustum = matches!(self.shape, ShapeRef::Frustum(_));
        let mut last: Option<(f64, usize)> = None;
        loop {
            let mut best: Option<(f64, usize, Vect<V, f64>)> = None;
            for i in 0..core.normals() {
                let Some(normal) = core.normal(i).unit() else { continue };
                let along = normal.dot(self.facing);
                let cosine = along.abs();
                let is_left =
                    last.is_none_or(|last| cosine < last.0 || cosine == last.0 && i > last.1);
                let is_left = is_left && (along > 0.0 || !is_frustum);
                if is_left && best.as_ref().is_none_or(|best| cosine > best.0) {
                    let outward = if along < 0.0 { -normal } else { normal };
                    best = Some((cosine, i, outward));
                }
            }
            let (cosine, i, outward) = best?;
            let polygon = self.furthest(core, outward, tolerance);
            let bounds = || {
                let top = outward.dot(core.support_point(outward));
                core.plane_height(i).is_none_or(|height| height <= top + tolerance)
            };
            if polygon.corners().len() >= V::DIM && bounds() {
                let face = self.face_of(core, i, outward, polygon, tolerance);
                return Some(FacePolygon { cosine, ..face });
            }
            last = Some((cosine, i));
        }
    }

    /// The face with normal `i` and these corners.
    fn face_of(
        &self,
        core: &Core<'_, V>,
        i: usize,
        outward: Vect<V, f64>,
        mut polygon: Polygon<V>,
        tolerance: f64,
    ) -> FacePolygon<V> {
        polygon.arrange(self.facing);
        if core.is_unbounded() || V::IN_PLANE {
            polygon.keep_vertices(self.facing);
        }
        let feature = match V::DIM {
            2 => feature::furthest(self.shape, core, outward, tolerance, self.reach),
            _ => Feature::Face(feature::face(self.shape, core, i, outward)),
        };
        let height = outward.dot(core.corner_along(outward));
        let cosine = outward.dot(self.facing);
        FacePolygon { polygon, feature, cosine, plane: Some((outward, height)) }
    }

    /// The corners furthest along a direction, up to `tolerance`. Of more than a polygon holds, those furthest in as
    /// many directions within the face.
    fn furthest(&self, core: &Core<'_, V>, along: Vect<V, f64>, tolerance: f64) -> Polygon<V> {
        let top = along.dot(core.corner_along(along)) - tolerance;
        let mut list = [0; CORNERS];
        if let Some(corners) = core.level_corners(along, top, &mut list) {
            let mut polygon = Polygon::empty();
            corners.iter().for_each(|&i| polygon.push(Vect(core.corner(i))));
            return polygon;
        }
        let level = || {
            let corners = (0..core.corner_count()).map(|i| core.corner_ahead(i, self.reach));
            corners.filter(move |corner| along.dot(*corner) >= top)
        };
        let mut polygon = Polygon::empty();
        if level().nth(CORNERS).is_none() {
            level().for_each(|corner| polygon.push(corner));
            return polygon;
        }
        let first = along.cross(Vect::axis(along.flattest_axis()));
        let second = along.cross(first);
        let mut best = [(f64::NEG_INFINITY, Vect::zero()); CORNERS];
        for corner in level() {
            let [x, y] = [first.dot(corner), second.dot(corner)];
            for (k, best) in best.iter_mut().enumerate() {
                let [cosine, sine] = around(k);
                let height = cosine * x + sine * y;
                if height > best.0 {
                    *best = (height, corner);
                }
            }
        }
        for (k, (_, corner)) in best.iter().enumerate() {
            if !best[..k].iter().any(|(_, known)| known == corner) {
                polygon.push(*corner);
            }
        }
        polygon
    }

    /// The corners of a shape without faces: all, if there are one or two; of a degenerate shape with more,
    /// the furthest.
    fn corners(&self, core: &Core<'_, V>) -> Polygon<V> {
        if core.corner_count() > 2 {
            return self.furthest(core, self.facing, 0.0);
        }
        let mut polygon = Polygon::empty();
        (0..core.corner_count()).for_each(|i| polygon.push(core.corner_ahead(i, self.reach)));
        polygon
    }

    /// The feature that touches: the face perpendicular to the normal, or the support edge or vertex.
    fn touching(&self, face: &Option<FacePolygon<V>>, size: f64) -> Feature {
        match (face, &self.core) {
            (Some(face), _) if face.cosine >= 1.0 - ACROSS => face.feature,
            (_, Some(core)) => {
                feature::furthest(self.shape, core, self.facing, TOUCHING * size, self.reach)
            }
            (_, None) => Feature::Face(0),
        }
    }
}

impl<V: Vector> Manifold<V> {
    /// Keeps as many points as a contact may have: the deepest, the one furthest from it, and those
    /// furthest to either side of the line through these two (Gregorius 2013).
    pub(super) fn keep(&mut self, touches: &[Option<Touch<V>>], up: Vect<V, f64>) {
        let all = || touches.iter().flatten().enumerate();
        let count = all().count();
        let most = if V::IN_PLANE { 2 } else { MOST };
        let mut chosen = [0, 1, 2, 3];
        if count > most {
            let best = |value: &dyn Fn(&Touch<V>) -> f64| {
                let pick = |best: (usize, f64), (i, touch): (usize, &Touch<V>)| {
                    let value = value(touch);
                    if value > best.1 { (i, value) } else { best }
                };
                all().fold((0, f64::NEG_INFINITY), pick).0
            };
            let touch = |i: usize| all().nth(i).map_or(self.touches[0], |(_, touch)| *touch);
            let deepest = best(&|touch| touch.depth);
            let first = touch(deepest);
            let offset = |touch: &Touch<V>| touch.on_a - first.on_a;
            let far = best(&|touch| offset(touch).square());
            let across = up.cross(offset(&touch(far)));
            let side = |touch: &Touch<V>| across.dot(offset(touch));
            chosen = [deepest, far, best(&side), best(&|touch| 0.0 - side(touch))];
            chosen[most..].fill(deepest);
        }
        for (i, touch) in all() {
            if chosen.contains(&i) {
                self.push(*touch);
            }
        }
    }
}
