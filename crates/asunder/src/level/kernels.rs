//! The concrete functions behind the questions of a level (see `dimension`).

use super::parts::{PartHit, PartSearch};
use super::questions;
use crate::query::cast::CastHit;
use crate::query::contact::Contact;
use crate::query::distance::ClosestPoints;
use crate::query::explain::Explanation;
use crate::query::predicate::Rule;
use crate::query::ray_cast::RayHit;
use crate::query::ray_cast::line::Line;
use crate::shape::ShapeRef;
use crate::space::Vector;

macro_rules! kernels {
    ($(fn $kernel:ident($($argument:ident: $Type:ty),*) -> $Out:ty => $body:path;)*) => {
        /// The questions of a level, once for each dimension.
        pub trait LevelKernels: Sized {
            $(
                #[doc(hidden)]
                fn $kernel(level: &dyn PartSearch<Self>, $($argument: $Type),*) -> $Out
                where
                    Self: Vector;
            )*
        }
        kernels! { @implement glam::Vec2; $(fn $kernel($($argument: $Type),*) -> $Out => $body;)* }
        kernels! { @implement glam::Vec3; $(fn $kernel($($argument: $Type),*) -> $Out => $body;)* }
    };
    (@implement $V:ty; $(fn $kernel:ident($($argument:ident: $Type:ty),*) -> $Out:ty => $body:path;)*) => {
        impl LevelKernels for $V {
            $(
                fn $kernel(level: &dyn PartSearch<Self>, $($argument: $Type),*) -> $Out {
                    $body(level, $($argument),*)
                }
            )*
        }
    };
}

kernels! {
    fn level_meets(shape: ShapeRef<'_, Self>, rule: Rule) -> bool => questions::meets;

    fn level_parts(shape: ShapeRef<'_, Self>) -> Vec<u32> => questions::parts;

    fn level_line(line: &Line<Self>) -> Option<PartHit<RayHit<Self>>> => questions::line;

    fn level_lines(line: &Line<Self>) -> Vec<PartHit<RayHit<Self>>> => questions::lines;

    fn level_cast(
        shape: ShapeRef<'_, Self>,
        motion: &<Self as Vector>::Array<f32>
    ) -> Option<PartHit<CastHit<Self>>> => questions::cast;

    fn level_swept(
        shape: ShapeRef<'_, Self>,
        motion: &<Self as Vector>::Array<f32>,
        rule: Rule
    ) -> bool => questions::swept;

    fn level_nearest(shape: ShapeRef<'_, Self>) -> Option<PartHit<f32>> => questions::nearest;

    fn level_closest(
        shape: ShapeRef<'_, Self>
    ) -> Option<PartHit<ClosestPoints<Self>>> => questions::closest;

    fn level_contacts(
        shape: ShapeRef<'_, Self>
    ) -> Vec<PartHit<Contact<Self>>> => questions::contacts;

    fn level_explained(
        shape: ShapeRef<'_, Self>
    ) -> Option<PartHit<Explanation<Self>>> => questions::explained;
}
