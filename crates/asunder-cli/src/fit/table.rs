//! A fit as a table.

use super::Fitted;
use asunder_fit::{FRAME_RATE, Report};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What to say of a result, on a terminal in colours.
pub(super) fn of(result: &Fitted<'_>, colours: bool) -> String {
    let (rig, report) = (result.fit.rig(), result.report);
    let paint = Paint(colours);
    let over = match (report.frames, report.worst.frame.clip) {
        (_, None) => String::from("in the pose of rest"),
        (frames, Some(_)) => format!("over {frames} frames, {FRAME_RATE} per second"),
    };
    let bones: BTreeSet<usize> = rig.hitboxes().iter().map(|hitbox| hitbox.bone).collect();
    let mut text = format!(
        "{}: {} hitboxes on {} of {} bones, {over}\n",
        rig.name(),
        rig.hitboxes().len(),
        bones.len(),
        rig.bones().len(),
    );
    if result.model.skins.is_empty() {
        text.push_str("No skin: every mesh is rigid, and all its vertices count.\n");
    }
    let _ = writeln!(text, "\n  coverage  {}", paint.coverage(report.coverage, 6));
    let _ = writeln!(text, "  overhang  {}", percent(report.overhang, 6));
    let place = match result.worst_clip(report) {
        Some(clip) => format!("in frame {} of {clip}", report.worst.frame.number),
        None => String::from("at rest"),
    };
    let _ = writeln!(text, "  worst     {} {place}", paint.coverage(report.worst.coverage, 6));

    let wide = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let names = |index: usize| rig.bones()[rig.hitboxes()[index].bone].name.as_str();
    let count = rig.hitboxes().len();
    let bone_width = wide(&mut (0..count).map(|i| names(i).chars().count())).max(4);
    let region_width = wide(&mut (0..count).map(|i| rig.label(i).chars().count())).max(6);
    let _ = writeln!(
        text,
        "\n  {:bone_width$}  {:region_width$}  shape    coverage  overhang",
        "bone", "region"
    );
    for (index, fits) in report.hitboxes.iter().enumerate() {
        let _ = writeln!(
            text,
            "  {:bone_width$}  {:region_width$}  {:7}  {}  {}",
            printable(names(index)),
            printable(rig.label(index)),
            rig.hitboxes()[index].shape.kind(),
            paint.coverage(fits.coverage, 8),
            percent(fits.overhang, 8),
        );
    }
    if !result.others.is_empty() {
        text.push_str("\n  compared         hitboxes  coverage  overhang     worst\n");
        let mut row = |name: &str, hitboxes: usize, report: &Report| {
            let _ = writeln!(
                text,
                "  {name:15}  {hitboxes:8}  {}  {}  {}",
                paint.coverage(report.coverage, 8),
                percent(report.overhang, 8),
                paint.coverage(report.worst.coverage, 8),
            );
        };
        row("these", count, report);
        for (name, fit, report) in result.others {
            let name = if *name == "pca" { "PCA boxes" } else { "per-joint AABBs" };
            row(name, fit.rig().hitboxes().len(), report);
        }
    }
    text
}

/// A share as a percentage, so many characters wide.
fn percent(share: f64, width: usize) -> String {
    let number = width.saturating_sub(2);
    format!("{:number$.1} %", 100.0 * share)
}

/// Names come from files, which must not steer the terminal.
pub(crate) fn printable(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// Colours, where there are any.
struct Paint(bool);

impl Paint {
    /// How much is covered: green from the goal on, yellow down to nine tenths, red below.
    fn coverage(&self, share: f64, width: usize) -> String {
        let colour = if share >= 0.98 {
            32
        } else if share >= 0.9 {
            33
        } else {
            31
        };
        let text = percent(share, width);
        if self.0 { format!("\u{1b}[{colour}m{text}\u{1b}[0m") } else { text }
    }
}
