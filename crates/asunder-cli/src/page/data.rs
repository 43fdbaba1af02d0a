//! A playback as the page reads it: JSON, and a blob of numbers that the JSON points into.
//!
//! `docs/viewer.md` describes every field. A span is `[word, count]` in the blob.

use super::blob::{Blob, Span};
use super::playback::{Explained, Happening, Kind, Playback, Probe, SkinTrack, Stage, Track};
use super::tracks::{Run, Shown, runs};
use crate::printable::printable;
use asunder::{Finding, Vector};
use core::cmp::Ordering;
use serde::Serialize;

/// The version of this form: the page refuses any other.
pub(super) const VERSION: u32 = 1;

#[derive(Debug, Serialize)]
struct Data {
    version: u32,
    title: String,
    ticks_per_second: u32,
    first: u32,
    last: u32,
    kinds: [&'static str; 6],
    stages: Vec<StageData>,
}

#[derive(Debug, Serialize)]
struct StageData {
    dimension: usize,
    owners: Vec<String>,
    colliders: Vec<ColliderData>,
    /// The lists of axis names that explanations refer to.
    axes: Vec<Vec<String>>,
    events: Vec<EventData>,
    probes: Vec<ProbeData>,
    skins: Vec<SkinData>,
}

#[derive(Debug, Serialize)]
struct ColliderData {
    name: String,
    owner: usize,
    bone: String,
    region: String,
    layer: String,
    fixed: bool,
    runs: Vec<Run>,
}

#[derive(Debug, Serialize)]
struct EventData {
    tick: u32,
    /// An index into `kinds`.
    kind: usize,
    a: usize,
    b: usize,
    /// What stopped `a`, which `b` crushed.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<usize>,
    /// The triangle of the one of both that is a level.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<u32>,
    /// Point, normal, fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    impact: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explain: Option<ExplainData>,
}

#[derive(Debug, Serialize)]
struct ExplainData {
    intersects: bool,
    penetrates: bool,
    text: String,
    deciding: usize,
    omitted: usize,
    /// An index into `axes`.
    axes: usize,
    /// For each axis the direction, both intervals, the gap, and the sign of the gap: 1, 0, -1, or 2 for
    /// an axis that was skipped.
    rows: usize,
    /// The corners of `a` and `b` that face one another along the deciding axis.
    support: [Span; 2],
}

#[derive(Debug, Serialize)]
struct ProbeData {
    tick: u32,
    label: String,
    /// Both ends, and the point of the hit if there is one.
    line: Span,
    #[serde(skip_serializing_if = "Option::is_none")]
    hit: Option<usize>,
    /// The tick that it looked at, with a fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<f64>,
    outline: Span,
    /// Whether it is shown at its tick alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    walk: bool,
}

#[derive(Debug, Serialize)]
struct SkinData {
    owner: usize,
    bones: usize,
    positions: Span,
    indices: Span,
    joints: Span,
    weights: Span,
    /// For each tick and bone three rows of four numbers.
    palettes: Span,
}

/// The JSON of a playback, safe inside a script element, and its blob in base64.
pub(super) fn encoded(playback: &Playback) -> (String, String) {
    let mut blob = Blob::default();
    let mut stages = Vec::new();
    if !playback.space.is_empty() {
        stages.push(stage(&playback.space, &mut blob));
    }
    if !playback.plane.is_empty() {
        stages.push(stage(&playback.plane, &mut blob));
    }
    let data = Data {
        version: VERSION,
        title: printable(&playback.title),
        ticks_per_second: playback.ticks_per_second,
        first: playback.ticks[0],
        last: playback.ticks[1],
        kinds: Kind::ALL.map(Kind::word),
        stages,
    };
    // All keys are strings, and numbers that are not finite become null.
    let json = serde_json::to_string(&data).unwrap_or_default();
    (within_script(&json), blob.base64())
}

/// JSON in which no character can end the script element that it stands in, or begin a comment.
fn within_script(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            // These occur in strings alone, where an escape means the same.
            '<' => text.push_str("\\u003c"),
            '>' => text.push_str("\\u003e"),
            '&' => text.push_str("\\u0026"),
            '\u{2028}' => text.push_str("\\u2028"),
            '\u{2029}' => text.push_str("\\u2029"),
            _ => text.push(c),
        }
    }
    text
}

fn stage<V: Shown>(stage: &Stage<V>, blob: &mut Blob) -> StageData {
    let mut axes = Vec::new();
    StageData {
        dimension: V::DIM,
        owners: stage.owners.iter().map(|name| printable(name)).collect(),
        colliders: stage.colliders.iter().map(|track| collider(track, blob)).collect(),
        events: stage.events.iter().map(|event| happening(event, &mut axes, blob)).collect(),
        probes: stage.probes.iter().map(|it| probe(it, blob)).collect(),
        skins: stage.skins.iter().map(|it| skin(it, blob)).collect(),
        axes,
    }
}

fn collider<V: Shown>(track: &Track<V>, blob: &mut Blob) -> ColliderData {
    let about = &track.about;
    ColliderData {
        name: printable(&about.name),
        owner: track.owner,
        bone: printable(&about.bone),
        region: printable(&about.region),
        layer: printable(&about.layer),
        fixed: about.is_fixed,
        runs: runs(&track.keys, blob),
    }
}

/// The components of a vector.
pub(super) fn components<V: Vector>(vector: V) -> impl Iterator<Item = f32> {
    let array = vector.to_array();
    (0..V::DIM).map(move |t| array[t])
}

fn points<V: Vector>(all: &[V], blob: &mut Blob) -> Span {
    blob.floats(all.iter().flat_map(|&point| components(point)))
}

fn happening<V: Vector>(
    event: &Happening<V>,
    axes: &mut Vec<Vec<String>>,
    blob: &mut Blob,
) -> EventData {
    let impact = event.impact.map(|impact| {
        let place = components(impact.point).chain(components(impact.normal));
        blob.floats(place.chain([impact.fraction]))[0]
    });
    EventData {
        tick: event.tick,
        kind: event.kind as usize,
        a: event.pair[0],
        b: event.pair[1],
        against: event.against,
        part: event.part,
        impact,
        explain: event.explained.as_ref().map(|it| explain(it, axes, blob)),
    }
}

fn explain<V: Vector>(
    explained: &Explained<V>,
    axes: &mut Vec<Vec<String>>,
    blob: &mut Blob,
) -> ExplainData {
    let explanation = &explained.explanation;
    let names: Vec<String> = explanation
        .axes
        .iter()
        .map(|axis| match &axis.finding {
            Finding::Skipped(why) => format!("{} (skipped: {why})", axis.name),
            Finding::Projected(_) => axis.name.clone(),
        })
        .collect();
    let known = axes.iter().position(|known| *known == names).unwrap_or_else(|| {
        axes.push(names);
        axes.len() - 1
    });
    let rows = explanation.axes.iter().flat_map(|axis| {
        let mut row: Vec<f32> = Vec::with_capacity(V::DIM + 6);
        match &axis.finding {
            Finding::Projected(along) => {
                row.extend(components(along.direction));
                row.extend([along.a.min, along.a.max, along.b.min, along.b.max, along.gap]);
                row.push(match along.sign {
                    Ordering::Greater => 1.0,
                    Ordering::Equal => 0.0,
                    Ordering::Less => -1.0,
                });
            }
            Finding::Skipped(_) => {
                row.resize(V::DIM + 5, 0.0);
                row.push(2.0);
            }
        }
        row
    });
    ExplainData {
        intersects: explanation.intersects,
        penetrates: explanation.penetrates,
        text: explanation.text.clone(),
        deciding: explanation.deciding,
        omitted: explanation.omitted,
        axes: known,
        rows: blob.floats(rows)[0],
        support: [points(&explained.support[0], blob), points(&explained.support[1], blob)],
    }
}

fn probe<V: Vector>(probe: &Probe<V>, blob: &mut Blob) -> ProbeData {
    let ends = [Some(probe.from), Some(probe.to), probe.hit.map(|(point, _)| point)];
    let ends: Vec<V> = ends.into_iter().flatten().collect();
    let outline: Vec<V> = probe.outline.as_flattened().to_vec();
    ProbeData {
        tick: probe.tick,
        label: printable(&probe.label),
        line: points(&ends, blob),
        hit: probe.hit.map(|(_, collider)| collider),
        seen: probe.seen.map(|(tick, fraction)| f64::from(tick) + f64::from(fraction)),
        outline: points(&outline, blob),
        walk: probe.is_walk,
    }
}

fn skin(track: &SkinTrack, blob: &mut Blob) -> SkinData {
    let SkinTrack { owner, mesh, bones, palettes } = track;
    SkinData {
        owner: *owner,
        bones: *bones,
        positions: points(&mesh.positions, blob),
        indices: blob.words(mesh.triangles.as_flattened().iter().copied()),
        joints: blob.words(mesh.joints.as_flattened().iter().map(|&joint| u32::from(joint))),
        weights: blob.floats(mesh.weights.as_flattened().iter().copied()),
        palettes: blob.floats(palettes.as_flattened().iter().copied()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::playback::About;
    use asunder::world::BodyKind;
    use asunder::{Aabb2, Shape2, World2};

    /// A name from a file can neither end the script nor change the direction of the text.
    #[test]
    fn names_stay_inside_the_data() {
        let mut world = World2::new();
        let shape = Aabb2::new([0.0; 2], [1.0; 2]);
        let id = world.insert(shape, BodyKind::Fixed).unwrap().collider(0);
        let mut playback = Playback::default();
        let hostile = "</script><script>alert(1)//<!-- \u{202e}\u{7}\u{2028}\"\\ &amp;";
        let about = About {
            name: String::from(hostile),
            owner: String::from(hostile),
            bone: String::from(hostile),
            region: String::from(hostile),
            layer: String::from(hostile),
            is_fixed: true,
        };
        playback.title = String::from(hostile);
        playback.plane.place(0, id, Shape2::from(shape), || about);
        let (json, _) = encoded(&playback);
        let safe = |c: char| !matches!(c, '<' | '>' | '&') && crate::printable::is_shown(c);
        assert!(json.chars().all(safe), "{json}");
        let data: serde_json::Value = serde_json::from_str(&json).unwrap();
        let collider = &data["stages"][0]["colliders"][0];
        for name in [&data["title"], &collider["name"], &data["stages"][0]["owners"][0]] {
            let shown = "</script><script>alert(1)//<!-- \u{fffd}\u{fffd}\u{fffd}\"\\ &amp;";
            assert_eq!(name, shown);
        }
    }
}
