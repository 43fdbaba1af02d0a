//! A fit as JSON.

use super::Fitted;
use asunder_fit::Report;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct FitAnswer<'a> {
    model: &'a str,
    hitboxes: usize,
    coverage: f64,
    overhang: f64,
    air: f64,
    worst: Worst<'a>,
    bones: Vec<Bone<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lost: Vec<Lost<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    compare: Vec<Other<'a>>,
}

#[derive(Debug, Serialize)]
struct Worst<'a> {
    /// `None` without clips: the rest pose.
    clip: Option<&'a str>,
    frame: u32,
    coverage: f64,
}

#[derive(Debug, Serialize)]
struct Bone<'a> {
    bone: &'a str,
    shape: &'a str,
    region: &'a str,
    coverage: f64,
    overhang: f64,
    air: f64,
}

#[derive(Debug, Serialize)]
struct Other<'a> {
    boxes: &'a str,
    hitboxes: usize,
    coverage: f64,
    overhang: f64,
    worst: Worst<'a>,
    /// Ours, fitted to cover as much.
    at_equal_coverage: Equal,
}

#[derive(Debug, Serialize)]
struct Equal {
    coverage: f64,
    overhang: f64,
}

/// A region of the body without a hitbox of its own.
#[derive(Debug, Serialize)]
struct Lost<'a> {
    region: &'a str,
    #[serde(rename = "in")]
    home: &'a str,
}

pub(super) fn of<'a>(result: &'a Fitted<'_>) -> FitAnswer<'a> {
    let worst = |report: &'a Report| Worst {
        clip: result.worst_clip(report),
        frame: report.worst.frame.number,
        coverage: rounded(report.worst.coverage),
    };
    let (rig, report) = (result.fit.rig(), result.report);
    let bones = rig.hitboxes().iter().zip(&report.hitboxes).enumerate();
    let bones = bones.map(|(index, (hitbox, fits))| Bone {
        bone: &rig.bones()[usize::from(hitbox.bone)].name,
        shape: hitbox.shape.kind(),
        region: rig.label(index),
        coverage: rounded(fits.coverage),
        overhang: rounded(fits.overhang),
        air: rounded(fits.air),
    });
    let compare = result.others.iter().map(|other| Other {
        boxes: other.name,
        hitboxes: other.hitboxes,
        coverage: rounded(other.report.coverage),
        overhang: rounded(other.report.overhang),
        worst: worst(&other.report),
        at_equal_coverage: Equal {
            coverage: rounded(other.equal.coverage),
            overhang: rounded(other.equal.overhang),
        },
    });
    let lost = result.fit.lost_regions().iter().map(|[region, home]| Lost { region, home });
    FitAnswer {
        model: &result.model.name,
        hitboxes: rig.hitboxes().len(),
        coverage: rounded(report.coverage),
        overhang: rounded(report.overhang),
        air: rounded(report.air),
        worst: worst(report),
        bones: bones.collect(),
        lost: lost.collect(),
        compare: compare.collect(),
    }
}

/// A share rounded to six places, the precision of the sampling.
fn rounded(share: f64) -> f64 {
    (share * 1e6).round() / 1e6
}
