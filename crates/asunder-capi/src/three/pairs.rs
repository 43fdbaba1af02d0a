//! Questions about two shapes, in space. `two/pairs.rs` is derived from this file; see `tests/derived.rs`.

use super::made::shape_for_c;
use super::read::{Seen3, place, see, shape_at};
use super::shapes::{AsuPlane3, AsuShape3};
use crate::common::{AsuContainment, AsuFeature, AsuSide, tell};
use crate::pointer::{Out, OutList, read};
use crate::status::{AsuStatus, call};
use asunder::Contact;
use asunder::glam::Vec3;
use asunder::prelude::*;
use core::ffi::c_char;

/// The nearest points of two shapes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AsuClosestPoints3 {
    /// Whether there are such: false where the shapes share a point, or the nearest ones lie at infinity.
    pub found: bool,
    /// The point of the first.
    pub on_a: [f32; 3],
    /// The point of the second.
    pub on_b: [f32; 3],
}

/// The minimum translation of two shapes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AsuPenetration3 {
    /// Whether there is one: false where the shapes share no point.
    pub found: bool,
    /// The unit direction in which the first shape must move: from the second to the first.
    pub normal: [f32; 3],
    /// How far it must move so that they do not penetrate. Zero if and only if they merely touch.
    pub depth: f32,
}

/// A pair of points of a contact, one on each surface.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AsuContactPoint3 {
    /// On the surface of the first shape.
    pub on_a: [f32; 3],
    /// On the surface of the second.
    pub on_b: [f32; 3],
    /// The overlap here along the contact's normal.
    pub depth: f32,
}

/// The contact of two shapes: their minimum translation, and up to four points for a solver.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuContact3 {
    /// Whether there is one: false where the shapes share no point.
    pub found: bool,
    /// The unit normal, from the second shape to the first.
    pub normal: [f32; 3],
    /// How far the first must move along it: that of `asu_penetration3`, bit for bit.
    pub depth: f32,
    /// The feature of the first that touches.
    pub feature_a: AsuFeature,
    /// The feature of the second that touches.
    pub feature_b: AsuFeature,
    /// The points.
    pub points: [AsuContactPoint3; 4],
    /// How many of them count.
    pub point_count: u32,
}

impl AsuContact3 {
    pub(crate) fn new(contact: Option<Contact<Vec3>>) -> Self {
        let vertex = AsuFeature::from(asunder::Feature::Vertex(0));
        let mut answer = Self {
            found: contact.is_some(),
            normal: Default::default(),
            depth: 0.0,
            feature_a: vertex,
            feature_b: vertex,
            points: Default::default(),
            point_count: 0,
        };
        if let Some(contact) = contact {
            answer.normal = contact.normal.to_array();
            answer.depth = contact.depth;
            answer.feature_a = contact.feature_a.into();
            answer.feature_b = contact.feature_b.into();
            answer.point_count = contact.points().len() as u32;
            for (to, from) in answer.points.iter_mut().zip(contact.points()) {
                let (on_a, on_b) = (from.on_a.to_array(), from.on_b.to_array());
                *to = AsuContactPoint3 { on_a, on_b, depth: from.depth };
            }
        }
        answer
    }
}

/// Asks a pair of shapes one question.
///
/// # Safety
/// The pointers are good, as the crate's documentation asks.
#[inline]
unsafe fn pair<T: Copy>(
    a: *const AsuShape3,
    b: *const AsuShape3,
    answer: *mut T,
    ask: impl FnOnce(&Seen3<'_>, &Seen3<'_>) -> T,
) -> AsuStatus {
    call(|| {
        let [mut first, mut second] = [place(), place()];
        // SAFETY: the contract of this function.
        let (out, a, b) = unsafe {
            let out = Out::new(answer, "answer")?;
            let a = see(read(a, "a")?, &mut first).map_err(|failure| failure.of("a"))?;
            let b = see(read(b, "b")?, &mut second).map_err(|failure| failure.of("b"))?;
            (out, a, b)
        };
        out.write(ask(&a, &b));
        Ok(())
    })
}

/// Whether two shapes share a point. Exact; touching counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_intersects3(
    a: *const AsuShape3,
    b: *const AsuShape3,
    answer: *mut bool,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { pair(a, b, answer, |a, b| a.intersects(b)) }
}

/// Whether two shapes share inner points. Exact; touching does not count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_penetrates3(
    a: *const AsuShape3,
    b: *const AsuShape3,
    answer: *mut bool,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { pair(a, b, answer, |a, b| a.penetrates(b)) }
}

/// How `a` contains `b`. Exact; touching from within counts as containing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_containment3(
    a: *const AsuShape3,
    b: *const AsuShape3,
    answer: *mut AsuContainment,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { pair(a, b, answer, |a, b| a.containment(b).into()) }
}

/// The side of a plane on which a shape lies. Exact; touching the plane is straddling it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_side3(
    shape: *const AsuShape3,
    plane: *const AsuPlane3,
    answer: *mut AsuSide,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(answer, "answer")?;
            let plane = read(plane, "plane")?;
            let plane = Plane3::try_new(plane.normal, plane.offset)?;
            out.write(shape_at(shape, "shape")?.side(&plane).into());
        }
        Ok(())
    })
}

/// The distance of two shapes: zero if and only if they share a point, never more than the true one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_distance3(
    a: *const AsuShape3,
    b: *const AsuShape3,
    answer: *mut f32,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks. A distance is missing for
    // points that are not finite alone, which are refused.
    unsafe { pair(a, b, answer, |a, b| a.distance(b).unwrap_or(0.0)) }
}

/// The nearest points of two shapes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_closest_points3(
    a: *const AsuShape3,
    b: *const AsuShape3,
    answer: *mut AsuClosestPoints3,
) -> AsuStatus {
    let ask = |a: &Seen3<'_>, b: &Seen3<'_>| match a.closest_points(b) {
        Some(points) => AsuClosestPoints3 {
            found: true,
            on_a: points.on_a.to_array(),
            on_b: points.on_b.to_array(),
        },
        None => AsuClosestPoints3::default(),
    };
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { pair(a, b, answer, ask) }
}

/// The shortest translation of `a` after which it does not penetrate `b`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_penetration3(
    a: *const AsuShape3,
    b: *const AsuShape3,
    answer: *mut AsuPenetration3,
) -> AsuStatus {
    let ask = |a: &Seen3<'_>, b: &Seen3<'_>| match a.penetration(b) {
        Some(found) => {
            AsuPenetration3 { found: true, normal: found.normal.to_array(), depth: found.depth }
        }
        None => AsuPenetration3::default(),
    };
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { pair(a, b, answer, ask) }
}

/// The contact of two shapes that share a point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_contact3(
    a: *const AsuShape3,
    b: *const AsuShape3,
    answer: *mut AsuContact3,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { pair(a, b, answer, |a, b| AsuContact3::new(a.contact(b))) }
}

/// `a`, moved by the shortest translation so that it does not penetrate `b`, with its numbers rounded;
/// `found` is false if no such place is found.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_parted3(
    a: *const AsuShape3,
    b: *const AsuShape3,
    parted: *mut AsuShape3,
    found: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let (out, found) = (Out::new(parted, "parted")?, Out::new(found, "found")?);
            let (a, b) = (shape_at(a, "a")?, shape_at(b, "b")?);
            let parted = a.parted_from(&b);
            found.write(parted.is_some());
            if let Some(parted) = parted {
                out.write(shape_for_c(&parted));
            }
        }
        Ok(())
    })
}

/// Why two shapes meet, or do not, in a sentence: the axis that decides, and the gap or overlap along it.
/// As `asu_last_error_message`, it copies what fits into `buffer`; `length` is that of the whole sentence.
/// It takes microseconds for each axis: it is for debugging.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_explain3(
    a: *const AsuShape3,
    b: *const AsuShape3,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(length, "length")?;
            let _checked = OutList::new(buffer, capacity, "buffer")?;
            let (a, b) = (shape_at(a, "a")?, shape_at(b, "b")?);
            let text = a.explain(&b).map_or(String::new(), |explanation| explanation.text);
            tell(&text, buffer, capacity, &out);
        }
        Ok(())
    })
}
