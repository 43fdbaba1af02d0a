//! The answers over C's border are those of the library, bit for bit: every two kinds of shapes of every
//! family, touching ones among them, in 2D and 3D; whole sessions of worlds; and bad arguments.

mod one_dimension;
mod refused;
mod refused_more;
mod three;
mod two;

use asunder::Feature;
use asunder_capi::{AsuStatus, asu_last_error_message};
use std::fmt::Debug;
use std::mem::MaybeUninit;

/// Calls a function of C that writes one result.
fn asked<T: Copy>(call: impl FnOnce(*mut T) -> AsuStatus) -> T {
    let mut answer = MaybeUninit::uninit();
    let status = call(answer.as_mut_ptr());
    assert_eq!(status, AsuStatus::AsuOk, "{}", message());
    // SAFETY: the call was answered, so the result is written.
    unsafe { answer.assume_init() }
}

/// The message of the last failure.
fn message() -> String {
    let mut buffer = [0_u8; 512];
    // SAFETY: the buffer is as long as its length says.
    let length = unsafe { asu_last_error_message(buffer.as_mut_ptr().cast(), buffer.len()) };
    String::from_utf8_lossy(&buffer[..length.min(buffer.len() - 1)]).into_owned()
}

/// Equal as they are printed, which tells apart every two floats but NaNs.
fn same(question: &str, c: impl Debug, rust: impl Debug, of: &impl Debug) {
    assert_eq!(format!("{c:?}"), format!("{rust:?}"), "{question} of {of:?}");
}

/// A variant of an enum of C as Rust's prints.
fn word(variant: impl Debug) -> String {
    format!("{variant:?}").trim_start_matches("Asu").to_owned()
}

fn feature(feature: Feature) -> (&'static str, u32) {
    match feature {
        Feature::Vertex(index) => ("Vertex", index),
        Feature::Edge(index) => ("Edge", index),
        Feature::Face(index) => ("Face", index),
    }
}
