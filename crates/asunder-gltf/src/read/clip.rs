//! Animations: channels of keyframes, collected into one track for each node.

use std::collections::BTreeMap;

use crate::accessor::{FLOAT, QUANTIZED};
use crate::document::Document;
use crate::json::Json;
use crate::read::name;
use crate::{Clip, Curve, GltfError, Interpolation, Node, Track, Transform};

pub(crate) fn read(document: &Document<'_>, nodes: &[Node]) -> Result<Vec<Clip>, GltfError> {
    let animations = document.root.get("animations").objects()?;
    animations.enumerate().map(|(index, item)| clip(document, nodes, index, &item)).collect()
}

fn clip<'a>(
    document: &Document<'a>,
    nodes: &[Node],
    index: usize,
    animation: &Json<'a>,
) -> Result<Clip, GltfError> {
    let mut tracks = BTreeMap::new();
    let mut duration = 0.0;
    for channel in animation.get("channels").objects()? {
        let target = channel.get("target");
        let path = target.get("path");
        let part = path.string()?;
        // Morph weights move no node; a pointer (KHR_animation_pointer) targets anything but these
        // properties; and a channel without a node is skipped, as the specification says.
        let Some(reference) = target.get("node").present() else { continue };
        if part == "weights" || part == "pointer" {
            continue;
        }
        let node = document.index(&reference, "nodes")?;
        if matches!(nodes[node].rest, Transform::Matrix(_)) {
            let expected = format!("a node without a matrix, which nodes[{node}] has");
            return Err(reference.expected(expected));
        }
        let track = tracks.entry(node).or_insert(Track {
            node,
            translation: None,
            rotation: None,
            scale: None,
        });
        let sampler = sampler(animation, &channel)?;
        let end = match part {
            "translation" => {
                place(&path, &mut track.translation, curve(document, &sampler, FLOAT)?)?
            }
            "scale" => place(&path, &mut track.scale, curve(document, &sampler, FLOAT)?)?,
            "rotation" => {
                let rotation = curve(document, &sampler, QUANTIZED)?;
                let zero = |key: &usize| rotation.key(*key) == [0.0; 4];
                if let Some(key) = (0..rotation.times().len()).find(zero) {
                    let output = sampler.get("output");
                    let found = format!("zero at keyframe {key}");
                    return Err(output.found(found, "quaternions that are not zero"));
                }
                place(&path, &mut track.rotation, rotation)?
            }
            _ => return Err(path.expected("translation, rotation, scale or weights")),
        };
        if end > duration {
            duration = end;
        }
    }
    let tracks = tracks.into_values().collect();
    Ok(Clip { name: name(animation, "clip", index)?, duration, tracks })
}

/// The sampler of this animation that a channel names.
fn sampler<'a>(animation: &Json<'a>, channel: &Json<'a>) -> Result<Json<'a>, GltfError> {
    let reference = channel.get("sampler");
    let samplers = animation.get("samplers");
    let sampler = samplers
        .at(reference.count()?)
        .present()
        .ok_or_else(|| reference.expected(format!("an index into {}", samplers.path())))?;
    Ok(sampler.reached_from(&reference))
}

/// Puts a curve into its slot, which must be free, and returns its last time.
fn place<const N: usize>(
    path: &Json<'_>,
    slot: &mut Option<Curve<N>>,
    curve: Curve<N>,
) -> Result<f32, GltfError> {
    if slot.is_some() {
        return Err(path.expected("each part of a node only once in an animation"));
    }
    let end = curve.times().last().copied().unwrap_or_default();
    *slot = Some(curve);
    Ok(end)
}

fn curve<'a, const N: usize>(
    document: &Document<'a>,
    sampler: &Json<'a>,
    allowed: &[crate::accessor::Component],
) -> Result<Curve<N>, GltfError> {
    let (input, output) = (sampler.get("input"), sampler.get("output"));
    let interpolation = match sampler.get("interpolation").present() {
        None => Interpolation::Linear,
        Some(name) => match name.string()? {
            "LINEAR" => Interpolation::Linear,
            "STEP" => Interpolation::Step,
            "CUBICSPLINE" => Interpolation::CubicSpline,
            _ => return Err(name.expected("LINEAR, STEP or CUBICSPLINE")),
        },
    };
    let times: Vec<f32> =
        document.floats::<1>(&input, FLOAT)?.into_iter().map(|[time]| time).collect();
    let pairs = times.windows(2).enumerate();
    if let Some((i, pair)) = pairs.clone().find(|(_, pair)| pair[1] < pair[0]) {
        let found = format!("{} after {}", pair[1], pair[0]);
        return Err(input.at(i + 1).found(found, "times that increase"));
    }
    // The specification forbids equal times, but exporters write them where a value jumps.
    let mut equal = pairs.filter(|(_, pair)| pair[1] == pair[0]);
    if let Some((i, pair)) = equal.next() {
        let more = match equal.count() {
            0 => String::new(),
            more => format!("; so it is {more} more times"),
        };
        let time = pair[0];
        let message = format!("{time} comes twice; at that time the later value counts{more}");
        document.warn(&input.at(i + 1), message)?;
    }
    let values = document.floats::<N>(&output, allowed)?;
    let needed = times.len() * interpolation.values_per_key();
    if values.len() != needed {
        let expected = format!("{needed}: {} for each time", interpolation.values_per_key());
        return Err(output.found(format!("{} values", values.len()), expected));
    }
    Ok(Curve::new(interpolation, times, values))
}
