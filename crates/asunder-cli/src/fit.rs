//! `asunder fit`: a model's hitboxes, and their quality.

mod answer;
mod drawing;
mod export;
mod table;

use crate::{files, streams};
use asunder_fit::{
    Baseline, Detail, Fit, FitError, Frame, Frames, Options, Report, Selection, ShapeChoice,
    baseline, baseline_like, evaluate, fit_to,
};
use asunder_gltf::Model;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Fit hitboxes to the bones of a model, and tell how well they fit
///
/// Reads a glTF model, fits a hitbox to every bone that moves vertices, and judges all of them over
/// every frame of every clip, 30 frames per second: coverage is the share of the skinned vertices that
/// lie in some hitbox, overhang the share of the hitboxes' volume that is outside the mesh, air the share
/// of lines that hit a hitbox and miss the mesh.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLE)]
pub(crate) struct FitArgs {
    /// The model, a .glb or .gltf file
    model: PathBuf,
    /// Look at these clips only: `--clip Walk Run` or `--clip Walk,Run`, behind the model
    #[arg(long, value_name = "NAME", num_args = 1..)]
    clip: Vec<String>,
    /// What hitboxes are made of
    #[arg(long, value_enum, default_value_t = Shape::Best)]
    shape: Shape,
    /// Merge regions until there are at most so many hitboxes; head, hands and feet last longest
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max: Option<u32>,
    /// How many hitboxes a body gets
    #[arg(long, value_enum, default_value_t = DetailChoice::Regions)]
    detail: DetailChoice,
    /// Merge joints smaller than this percentage of the model, from 0 to 100, into those they hang on
    #[arg(long, value_name = "PERCENT", default_value = "2", value_parser = size_percentage)]
    min_size: f32,
    /// Leave these nodes out, and what hangs on them: `--without Cape 1H_Sword`
    #[arg(long, value_name = "NODE", num_args = 1..)]
    without: Vec<String>,
    /// Fit to these nodes alone, and what hangs on them
    #[arg(long, value_name = "NODE", num_args = 1..)]
    only: Vec<String>,
    /// Give bones a region: `--region Bone.012=hand.l`. Bones of one region share a hitbox
    #[arg(long, value_name = "BONE=NAME", num_args = 1.., value_parser = bone_and_region)]
    region: Vec<(String, String)>,
    /// The percentage of the vertices to cover, from 1 to 100: the more, the larger the hitboxes
    #[arg(long, value_name = "PERCENT", default_value = "98", value_parser = percentage)]
    coverage: f64,
    /// Also evaluate the boxes that others would fit, along each bone's axes and along the principal axes: a box
    /// for every bone, and as many as these; and these where they cover as much
    #[arg(long)]
    compare: bool,
    /// Write the hitboxes: a .toml file, or the model with colliders of KHR_physics_rigid_bodies in it, a
    /// .glb or .gltf as the model is
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw the model and its hitboxes in the worst frame, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw this frame instead, counted from 0, or the pose of `rest`
    #[arg(long, value_name = "CLIP:FRAME", requires = "svg")]
    at: Option<String>,
    /// Print the answer as a line of JSON
    #[arg(long)]
    json: bool,
}

/// What hitboxes may be made of.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Shape {
    /// Oriented boxes
    Obb,
    Capsule,
    Sphere,
    /// Whichever of these is the smallest around the same vertices, bone by bone
    Best,
}

/// How many hitboxes a body may get.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum DetailChoice {
    /// One for each region of the body: fingers are in the hand, toes in the foot
    Regions,
    /// One for each bone
    Bones,
}

const EXAMPLE: &str = r#"Examples:
  asunder fit knight.glb                       a table of all hitboxes
  asunder fit knight.glb --compare             beside boxes that others would fit
  asunder fit knight.glb -o knight.toml        hitboxes to read, edit and load
  asunder fit knight.glb -o armed.glb          the model with its hitboxes as colliders in it
  asunder fit knight.glb --without Cape Sword  without what is worn or held
  asunder fit knight.glb --svg k.svg --at rest a picture
  asunder fit knight.glb --clip Walk Run       for two clips alone
  asunder fit knight.glb --max 8 --json        at most 8 hitboxes; for machines:

    {"model":"knight","hitboxes":8,"coverage":0.987,"overhang":0.21,"air":0.35,
     "worst":{"clip":"Walk","frame":12,"coverage":0.961},
     "bones":[{"bone":"head","shape":"obb","region":"head","coverage":0.998,"overhang":0.18,"air":0.2}]}

A vertex belongs to the bone that moves it most. First hitboxes hold all that belongs to their bones;
then they are trimmed where that saves the most volume, down to the coverage asked for. What is left out
of one may be in another: a bone's coverage counts its vertices that are in some hitbox.

Exit code: 0 where hitboxes were fitted, 2 on bad usage or bad input."#;

/// Fits, evaluates, and prints. What would refuse the outputs is found before the work is done.
pub(crate) fn run(args: &FitArgs) -> Result<ExitCode, String> {
    let model = args.checked_model()?;
    let frames = frames(&model, &args.clip)?;
    let drawn = args.at.as_deref().map(|at| frame_at(&model, at)).transpose()?;
    export::check(args.out.as_deref(), &args.model)?;
    let work = Work { model: &model, frames: &frames, progress: FrameProgress::new(&frames) };
    let options = args.options();
    let fit = work.fit(&options)?;
    let report = work.evaluate("evaluating", &fit)?;
    let others = if args.compare { work.compare(&options)? } else { Vec::new() };
    drop(work);
    if !fit.lost_regions().is_empty() {
        let lost = fit.lost_regions().iter().map(|[region, home]| format!("{region} (in {home})"));
        let lost = lost.collect::<Vec<_>>().join(", ");
        streams::warning(&format!("{}: no hitbox of its own has {lost}", model.name));
    }
    args.write(&Fitted { model: &model, fit: &fit, report: &report, others: &others }, drawn)?;
    Ok(ExitCode::SUCCESS)
}

impl FitArgs {
    /// The model with the nodes that are asked for; an error if an output would replace a file that it consists of.
    fn checked_model(&self) -> Result<Model, String> {
        let outputs: Vec<&Path> = self.out.iter().chain(&self.svg).map(PathBuf::as_path).collect();
        files::check(&[&self.model], &outputs)?;
        let model = Model::open(&self.model).map_err(|error| error.to_string())?;
        if !outputs.is_empty() {
            let beside = export::files_beside(&self.model)?;
            files::check(&beside.iter().map(PathBuf::as_path).collect::<Vec<_>>(), &outputs)?;
        }
        let selection = Selection { without: self.without.clone(), only: self.only.clone() };
        selection.of(&model).map_err(|error| error.to_string())
    }

    fn options(&self) -> Options {
        Options {
            shape: match self.shape {
                Shape::Obb => ShapeChoice::Obb,
                Shape::Capsule => ShapeChoice::Capsule,
                Shape::Sphere => ShapeChoice::Sphere,
                Shape::Best => ShapeChoice::Best,
            },
            max: self.max.map(|max| max as usize),
            coverage: self.coverage,
            merge_below: self.min_size,
            detail: match self.detail {
                DetailChoice::Regions => Detail::Regions,
                DetailChoice::Bones => Detail::Bones,
            },
            regions: self.region.clone(),
            ..Options::default()
        }
    }

    /// Writes what is asked for: hitboxes, a picture of the frame to draw or of the worst one, and the answer.
    fn write(&self, result: &Fitted<'_>, drawn: Option<Frame>) -> Result<(), String> {
        if let Some(path) = &self.out {
            export::write(path, &self.model, result.fit)?;
        }
        if let Some(path) = &self.svg {
            let frame = drawn.unwrap_or(result.report.worst.frame);
            files::write(path, drawing::draw(result, frame).as_bytes())?;
        }
        if self.json {
            streams::answer_json(&answer::of(result))
        } else {
            streams::answer(&table::of(result, streams::colour_mode()))
        }
    }
}

/// What is fitted to, and evaluated over, with its progress.
struct Work<'a> {
    model: &'a Model,
    frames: &'a Frames,
    progress: FrameProgress,
}

impl Work<'_> {
    fn fit(&self, options: &Options) -> Result<Fit, String> {
        self.progress.say("fitting");
        fit_to(self.model, options, self.frames).map_err(|error| error.to_string())
    }

    fn evaluate(&self, name: &str, fit: &Fit) -> Result<Report, String> {
        self.progress.say(name);
        evaluate(self.model, fit, self.frames, &|done| self.progress.show(done))
            .map_err(|error| error.to_string())
    }

    /// The baselines, each beside hitboxes of ours that cover as much.
    fn compare(&self, options: &Options) -> Result<Vec<Compared>, String> {
        type Make = fn(&Model, Baseline, &Options) -> Result<Fit, FitError>;
        let every_bone: Make = |model, kind, _| baseline(model, kind);
        let baselines = [
            ("pca", every_bone, Baseline::Pca),
            ("aabb", every_bone, Baseline::Aabb),
            ("pca as many", baseline_like, Baseline::Pca),
            ("aabb as many", baseline_like, Baseline::Aabb),
        ];
        let compared = baselines.into_iter().map(|(name, make, kind)| {
            let other = make(self.model, kind, options).map_err(|error| error.to_string())?;
            let report = self.evaluate(name, &other)?;
            let equal = self.fit(&Options { coverage: report.coverage, ..options.clone() })?;
            let equal = self.evaluate("evaluating", &equal)?;
            Ok(Compared { name, hitboxes: other.rig().hitboxes().len(), report, equal })
        });
        compared.collect()
    }
}

/// The results of a run.
#[derive(Clone, Copy, Debug)]
struct Fitted<'a> {
    model: &'a Model,
    fit: &'a Fit,
    report: &'a Report,
    /// The baselines.
    others: &'a [Compared],
}

/// A baseline.
#[derive(Debug)]
struct Compared {
    name: &'static str,
    hitboxes: usize,
    report: Report,
    /// The report of our hitboxes where they are fitted to cover as much.
    equal: Report,
}

impl Fitted<'_> {
    /// The clip of the worst frame; `None` for the rest pose.
    fn worst_clip(&self, report: &Report) -> Option<&str> {
        self.clip_of(report.worst.frame)
    }

    /// The clip of a frame; `None` for the rest pose.
    fn clip_of(&self, frame: Frame) -> Option<&str> {
        frame.clip.map(|clip| self.model.clips[clip].name.as_str())
    }
}

/// The frames of the named clips, or of all.
fn frames(model: &Model, names: &[String]) -> Result<Frames, String> {
    let position = |name: &str| model.clips.iter().position(|clip| clip.name == name);
    let mut clips = Vec::new();
    // A name may have a comma in it; otherwise commas separate names.
    let separated = names.iter().flat_map(|name| match position(name) {
        Some(_) => vec![name.as_str()],
        None => name.split(',').collect(),
    });
    for name in separated {
        clips.push(position(name).ok_or_else(|| match model.clips.as_slice() {
            [] => format!("{}: has no clips; leave out --clip", model.name),
            clips => {
                let list: Vec<&str> = clips.iter().map(|clip| clip.name.as_str()).collect();
                format!("{}: there is no clip {name:?}; it has {}", model.name, list.join(", "))
            }
        })?);
    }
    if names.is_empty() { Frames::all(model) } else { Frames::of(model, clips) }.map_err(|error| {
        let hint = match error {
            FitError::TooManyFrames { .. } => ", with --clip",
            FitError::TooLong { .. } => "; --clip looks at others alone",
            _ => "",
        };
        format!("{error}{hint}")
    })
}

/// The frame that `CLIP:FRAME` names, or the rest pose.
fn frame_at(model: &Model, text: &str) -> Result<Frame, String> {
    if text == "rest" {
        return Ok(Frame { clip: None, number: 0 });
    }
    let parts =
        text.rsplit_once(':').and_then(|(clip, number)| Some((clip, number.parse::<u32>().ok()?)));
    let Some((name, number)) = parts else {
        return Err(format!("--at {text}: expected CLIP:FRAME, as Walk:12, or rest"));
    };
    let of_clip = frames(model, &[name.to_owned()])?;
    let found = of_clip.list().iter().find(|frame| frame.number == number);
    found.copied().ok_or_else(|| {
        let last = of_clip.list().last().map_or(0, |frame| frame.number);
        format!("--at {text}: expected a frame from 0 to {last}, the last of {name}")
    })
}

fn bone_and_region(text: &str) -> Result<(String, String), String> {
    match text.rsplit_once('=') {
        Some((bone, region)) if !bone.is_empty() && !region.is_empty() => {
            Ok((bone.to_owned(), region.to_owned()))
        }
        _ => Err(String::from("expected BONE=NAME, as Bone.012=hand.l")),
    }
}

fn size_percentage(text: &str) -> Result<f32, String> {
    let number: f32 = text.trim_end_matches('%').trim().parse().map_err(|_| "it is no number")?;
    if (0.0..=100.0).contains(&number) {
        Ok(number / 100.0)
    } else {
        Err(String::from("expected a percentage from 0 to 100"))
    }
}

fn percentage(text: &str) -> Result<f64, String> {
    let number: f64 = text.trim_end_matches('%').trim().parse().map_err(|_| "it is no number")?;
    if (1.0..=100.0).contains(&number) {
        Ok(number / 100.0)
    } else if 0.0 < number && number < 1.0 {
        // Most likely a fraction.
        Err(format!("expected a percentage from 1 to 100, as {} is", 100.0 * number))
    } else {
        Err(String::from("expected a percentage from 1 to 100"))
    }
}

/// A progress bar on standard error, hidden if that is no terminal.
struct FrameProgress(ProgressBar);

impl FrameProgress {
    fn new(frames: &Frames) -> Self {
        let template = "{spinner} {msg:8} {wide_bar} {pos}/{len} frames {elapsed}";
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(frames.list().len() as u64).with_style(style);
        // Fitting reads some frames many times, so that only the elapsed time shows its progress.
        if !bar.is_hidden() {
            bar.enable_steady_tick(std::time::Duration::from_millis(100));
        }
        Self(bar)
    }

    fn say(&self, what: &str) {
        self.0.set_message(what.to_owned());
        self.0.set_position(0);
        self.0.tick();
    }

    fn show(&self, done: usize) {
        self.0.set_position(done as u64);
    }
}

impl Drop for FrameProgress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
