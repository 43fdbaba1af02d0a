//! How much work an evaluation is, so that it ends in time.

use crate::FitError;
use crate::skinned_mesh::SkinnedMesh;
use asunder_gltf::Model;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the steps of an evaluation, on all threads. Every frame adds the same steps in whatever order, so
/// whether they are too many does not depend on the threads.
#[derive(Debug)]
pub(crate) struct Work<'a> {
    done: AtomicU64,
    most: u64,
    model: &'a Model,
    vertices: usize,
    frames: usize,
}

impl<'a> Work<'a> {
    /// The work of posing every node and vertex in some frames, done in advance.
    pub(crate) fn new(most: u64, model: &'a Model, skinned: &SkinnedMesh, frames: usize) -> Self {
        let (done, vertices) = (AtomicU64::new(0), skinned.counts.len());
        let work = Self { done, most, model, vertices, frames };
        work.add_for_each_frame(model.nodes.len().saturating_add(skinned.steps_of_pose()));
        work
    }

    /// Adds as many steps for each frame.
    pub(crate) fn add_for_each_frame(&self, steps: usize) {
        self.add((steps as u64).saturating_mul(self.frames as u64));
    }

    /// Adds steps.
    pub(crate) fn add(&self, steps: u64) {
        // So that additions after too much do not wrap around.
        if !self.is_too_much() {
            self.done.fetch_add(
                if steps < u64::MAX / 2 { steps } else { u64::MAX / 2 },
                Ordering::Relaxed,
            );
        }
    }

    pub(crate) fn is_too_much(&self) -> bool {
        self.done.load(Ordering::Relaxed) > self.most
    }

    /// # Errors
    /// If it is too much.
    pub(crate) fn check(&self) -> Result<(), FitError> {
        if !self.is_too_much() {
            return Ok(());
        }
        let Self { most, vertices, frames, .. } = *self;
        Err(FitError::TooManySteps { model: self.model.name.clone(), frames, vertices, most })
    }
}
