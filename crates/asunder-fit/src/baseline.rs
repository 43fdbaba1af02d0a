//! What others fit: for comparison.

use crate::plan::Plan;
use crate::solid::{Solid, box_along, principal_axes};
use crate::{Assignment, Fit, FitError, Options};
use asunder_gltf::Model;

/// A plain way to fit boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Baseline {
    /// A box along the axes of every bone.
    Aabb,
    /// A box along the principal axes of every bone's vertices.
    Pca,
}

/// Fits a box to every bone in a plain way: around the vertices it moves most, when they are bound to
/// it. No bones are merged, nothing is mirrored, and no clip is looked at.
///
/// # Errors
/// As for [`fit`](crate::fit).
pub fn baseline(model: &Model, baseline: Baseline) -> Result<Fit, FitError> {
    const AXES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let options =
        Options { assignment: Assignment::Strongest, merge_below: 0.0, ..Options::default() };
    let plan = Plan::of(model, &options)?;
    plan.build_with(|_, cloud| {
        let axes = match baseline {
            Baseline::Aabb => AXES,
            Baseline::Pca => principal_axes(cloud),
        };
        Ok(Solid { shape: box_along(cloud, axes, plan.room)?.into(), volume: 0.0 })
    })
}
