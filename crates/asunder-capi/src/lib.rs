//! asunder for C and C++: a C ABI (`include/asunder.h`) and a C++17 wrapper (`include/asunder.hpp`).
//!
//! The functions are what the header declares, with the comments it shows; they are for C to call. From
//! Rust, use the crate `asunder`, whose answers these are, bit for bit.
//!
//! # What every call does
//!
//! - It returns an [`AsuStatus`]. Results are written only if that is `ASU_OK`.
//! - It checks what can be checked: null and misaligned pointers, handles that were destroyed, numbers that
//!   are not finite or describe no shape are statuses, with a message that `asu_last_error_message` copies.
//! - No panic leaves it: one would be a fault of the library, and is `ASU_PANIC`.
//! - It computes in the default floating-point mode, whatever the caller's is, which is set again at the end: on
//!   x86 and 64-bit ARM. On other processors with such modes, set the default one before a call.
//!
//! # Safety
//!
//! What cannot be checked is up to the caller of every function here: a pointer that is not null points to
//! memory as large as its type, or the count beside it, says; what is read has been written before, of the
//! union of a shape the member that its kind names; the axes of a prepared box are as they were prepared, for
//! they are not looked at again; and nobody writes to it, or reads results, during the
//! call. Arguments and results may be the same memory.

#![allow(
    clippy::missing_safety_doc,
    reason = "the crate's documentation says once what every pointer must be"
)]

mod callback;
mod camera;
mod common;
mod float_mode;
mod outlines;
mod pointer;
mod quick;
mod recorder;
mod registry;
mod skin;
mod sprite;
mod status;
mod three;
mod two;

pub use camera::*;
pub use common::*;
pub use outlines::*;
pub use recorder::*;
pub use skin::*;
pub use sprite::*;
pub use status::AsuStatus;
pub use three::*;
pub use two::*;
