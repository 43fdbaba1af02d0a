//! Simple fitting methods, for comparison.

use crate::enclosing::{EnclosingShape, box_along, principal_axes};
use crate::rig_builder::RigBuilder;
use crate::{Assignment, Detail, Fit, FitError, Options};
use asunder_gltf::Model;

/// A simple method of fitting boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Baseline {
    /// A box along the axes of every bone.
    Aabb,
    /// A box along the principal axes of every bone's vertices.
    Pca,
}

/// Fits a box to every bone by a simple method: around the vertices it moves most, in the bind pose. No
/// bones are merged, nothing is mirrored, and no clip is read.
///
/// # Errors
/// As for [`fit`](crate::fit).
pub fn baseline(model: &Model, baseline: Baseline) -> Result<Fit, FitError> {
    let options = Options {
        assignment: Assignment::Strongest,
        merge_below: 0.0,
        detail: Detail::Bones,
        ..Options::default()
    };
    baseline_like(model, baseline, &options)
}

/// Fits a box by a simple method to the same bones that [`fit`](crate::fit) and [`fit_to`](crate::fit_to)
/// fit with these options, merged alike: for a comparison of as many hitboxes.
///
/// # Errors
/// As for [`fit`](crate::fit).
pub fn baseline_like(
    model: &Model,
    baseline: Baseline,
    options: &Options,
) -> Result<Fit, FitError> {
    const AXES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let builder = RigBuilder::of(model, options)?;
    builder.build_with(|_, cloud| {
        let axes = match baseline {
            Baseline::Aabb => AXES,
            Baseline::Pca => principal_axes(cloud),
        };
        Ok(EnclosingShape { shape: box_along(cloud, axes, builder.margin)?.into(), volume: 0.0 })
    })
}
