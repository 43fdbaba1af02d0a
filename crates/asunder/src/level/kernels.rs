//! The concrete functions behind the questions of a level (see `dimension`).

use super::parts::{PartHit, PartSearch};
use super::questions;
use crate::dimension::kernels;
use crate::query::cast::CastHit;
use crate::query::contact::Contact;
use crate::query::distance::ClosestPoints;
use crate::query::explain::Explanation;
use crate::query::predicate::Rule;
use crate::query::ray_cast::RayHit;
use crate::query::ray_cast::line::Line;
use crate::shape::ShapeRef;
use crate::space::Vector;

kernels! {
    LevelKernels:

    fn level_meets(level: &dyn PartSearch<Self>, shape: ShapeRef<'_, Self>, rule: Rule) -> bool {
        questions::meets(level, shape, rule)
    }

    fn level_parts(level: &dyn PartSearch<Self>, shape: ShapeRef<'_, Self>) -> Vec<u32> {
        questions::parts(level, shape)
    }

    fn level_line(
        level: &dyn PartSearch<Self>,
        line: &Line<Self>
    ) -> Option<PartHit<RayHit<Self>>> {
        questions::line(level, line)
    }

    fn level_lines(level: &dyn PartSearch<Self>, line: &Line<Self>) -> Vec<PartHit<RayHit<Self>>> {
        questions::lines(level, line)
    }

    fn level_cast(
        level: &dyn PartSearch<Self>,
        shape: ShapeRef<'_, Self>,
        motion: &<Self as Vector>::Array<f32>
    ) -> Option<PartHit<CastHit<Self>>> {
        questions::cast(level, shape, motion)
    }

    fn level_swept(
        level: &dyn PartSearch<Self>,
        shape: ShapeRef<'_, Self>,
        motion: &<Self as Vector>::Array<f32>,
        rule: Rule
    ) -> bool {
        questions::swept(level, shape, motion, rule)
    }

    fn level_nearest(
        level: &dyn PartSearch<Self>,
        shape: ShapeRef<'_, Self>
    ) -> Option<PartHit<f32>> {
        questions::nearest(level, shape)
    }

    fn level_closest(
        level: &dyn PartSearch<Self>,
        shape: ShapeRef<'_, Self>
    ) -> Option<PartHit<ClosestPoints<Self>>> {
        questions::closest(level, shape)
    }

    fn level_contacts(
        level: &dyn PartSearch<Self>,
        shape: ShapeRef<'_, Self>
    ) -> Vec<PartHit<Contact<Self>>> {
        questions::contacts(level, shape)
    }

    fn level_explained(
        level: &dyn PartSearch<Self>,
        shape: ShapeRef<'_, Self>
    ) -> Option<PartHit<Explanation<Self>>> {
        questions::explained(level, shape)
    }
}
