//! A fit as a table.

use super::Fitted;
use crate::printable::{ColourMode, Page, Style, printable};
use asunder_fit::{FRAME_RATE, Report};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The table of a result.
pub(super) fn of(result: &Fitted<'_>, colour_mode: ColourMode) -> Page {
    let (rig, report) = (result.fit.rig(), result.report);
    let over = match (report.frames, report.worst.frame.clip) {
        (_, None) => String::from("in the pose of rest"),
        (frames, Some(_)) => format!("over {frames} frames, {FRAME_RATE} per second"),
    };
    let bones: BTreeSet<u16> = rig.hitboxes().iter().map(|hitbox| hitbox.bone).collect();
    let mut page = Page::new(colour_mode);
    page.line(format_args!(
        "{}: {} hitboxes on {} of {} bones, {over}",
        printable(rig.name()),
        rig.hitboxes().len(),
        bones.len(),
        rig.bones().len(),
    ));
    if result.model.skins.is_empty() {
        page.push("No skin: every mesh is rigid, and all its vertices count.\n");
    }
    page.push("\n  coverage  ");
    coverage(&mut page, report.coverage, 6);
    page.line(format_args!("\n  overhang  {}", percent(report.overhang, 6)));
    page.line(format_args!("  air       {}", percent(report.air, 6)));
    page.push("  worst     ");
    coverage(&mut page, report.worst.coverage, 6);
    match result.worst_clip(report) {
        Some(clip) => {
            let (number, clip) = (report.worst.frame.number, printable(clip));
            page.line(format_args!(" in frame {number} of {clip}"));
        }
        None => page.push(" at rest\n"),
    }

    let wide = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let names = |index: usize| rig.bones()[usize::from(rig.hitboxes()[index].bone)].name.as_str();
    let count = rig.hitboxes().len();
    let bone_width = wide(&mut (0..count).map(|i| names(i).chars().count())).max(4);
    let region_width = wide(&mut (0..count).map(|i| rig.label(i).chars().count())).max(6);
    page.line(format_args!(
        "\n  {:bone_width$}  {:region_width$}  shape    coverage  overhang       air",
        "bone", "region"
    ));
    for (index, fits) in report.hitboxes.iter().enumerate() {
        let _ = write!(
            page,
            "  {:bone_width$}  {:region_width$}  {:7}  ",
            printable(names(index)),
            printable(rig.label(index)),
            rig.hitboxes()[index].shape.kind(),
        );
        coverage(&mut page, fits.coverage, 8);
        page.line(format_args!("  {}  {}", percent(fits.overhang, 8), percent(fits.air, 8)));
    }
    if !result.others.is_empty() {
        page.push("\n  compared         hitboxes  coverage  overhang     worst  these there\n");
        let mut row = |name: &str, hitboxes: usize, report: &Report, equal: Option<&Report>| {
            let _ = write!(page, "  {name:15}  {hitboxes:8}  ");
            coverage(&mut page, report.coverage, 8);
            let _ = write!(page, "  {}  ", percent(report.overhang, 8));
            coverage(&mut page, report.worst.coverage, 8);
            page.push(&equal.map_or(String::new(), |it| format!("  {}", percent(it.overhang, 11))));
            page.push("\n");
        };
        row("these", count, report, None);
        for other in result.others {
            let name = match other.name {
                "pca" => "PCA boxes",
                "aabb" => "per-joint AABBs",
                "pca as many" => "PCA, as many",
                _ => "AABBs, as many",
            };
            row(name, other.hitboxes, &other.report, Some(&other.equal));
        }
        page.push(
            "\n  \"these there\": the overhang of these hitboxes where they cover as much.\n",
        );
    }
    page
}

/// A share as a percentage, padded to a width.
fn percent(share: f64, width: usize) -> String {
    let number = width.saturating_sub(2);
    format!("{:number$.1} %", 100.0 * share)
}

/// The coverage: green from the goal on, yellow down to nine tenths, red below.
fn coverage(page: &mut Page, share: f64, width: usize) {
    let style = if share >= 0.98 {
        Style::Green
    } else if share >= 0.9 {
        Style::Yellow
    } else {
        Style::Red
    };
    page.paint(style, &percent(share, width));
}
