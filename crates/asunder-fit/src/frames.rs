//! The frames of a model's clips to which hitboxes are fitted, and on which they are evaluated.

use crate::FitError;
use asunder_gltf::{Matrix, Model};

/// The rate at which clips are sampled, in frames per second.
pub const FRAME_RATE: u32 = 30;

/// The greatest duration of a clip, in seconds.
const LONGEST: f32 = 3600.0;

/// The most frames in all: those of the longest clip, and some more.
const MOST: u64 = 120_000;

/// A frame of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The clip: an index into [`Model::clips`]. `None` is the rest pose.
    pub clip: Option<usize>,
    /// The number of the frame: this many thirtieths of a second after the clip's start.
    pub number: u32,
}

impl Frame {
    /// Writes the pose of this frame over `pose`.
    ///
    /// # Panics
    /// If the model has no such clip.
    pub fn pose(self, model: &Model, pose: &mut Vec<Matrix>) {
        match self.clip {
            None => *pose = model.rest_pose(),
            Some(clip) => {
                model.sample(&model.clips[clip], self.number as f32 / FRAME_RATE as f32, pose);
            }
        }
    }
}

/// The frames of some clips, [`FRAME_RATE`] for each second: the first of each clip at its start, the
/// last at its end or less than a frame before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frames {
    list: Vec<Frame>,
}

impl Frames {
    /// Every frame of every clip, or the rest pose if there are no clips.
    ///
    /// # Errors
    /// If a clip lasts longer than an hour, or all of them have more than 120,000 frames.
    pub fn all(model: &Model) -> Result<Self, FitError> {
        Self::of(model, 0..model.clips.len())
    }

    /// Every frame of some clips of the model, or the rest pose if none are given.
    ///
    /// # Errors
    /// If a clip lasts longer than an hour, or all of them have more than 120,000 frames.
    ///
    /// # Panics
    /// If the model has no such clip.
    pub fn of(model: &Model, clips: impl IntoIterator<Item = usize>) -> Result<Self, FitError> {
        let (mut lasts, mut frames) = (Vec::new(), 0);
        for clip in clips {
            let it = &model.clips[clip];
            if !(it.duration <= LONGEST) {
                return Err(FitError::TooLong {
                    model: model.name.clone(),
                    clip: it.name.clone(),
                    seconds: it.duration,
                });
            }
            let last = (it.duration * FRAME_RATE as f32) as u32;
            lasts.push((clip, last));
            frames += u64::from(last) + 1;
        }
        if frames > MOST {
            let (model, clips) = (model.name.clone(), lasts.len());
            return Err(FitError::TooManyFrames { model, clips, frames, most: MOST });
        }
        let of_clip =
            |(clip, last)| (0..=last).map(move |number| Frame { clip: Some(clip), number });
        let mut list: Vec<Frame> = lasts.into_iter().flat_map(of_clip).collect();
        if list.is_empty() {
            list.push(Frame { clip: None, number: 0 });
        }
        Ok(Self { list })
    }

    /// The frames, clip by clip; at least one.
    #[must_use]
    pub fn list(&self) -> &[Frame] {
        &self.list
    }
}
