//! A recording as a playback.

use super::levels::Levels;
use super::skins::Skins;
use crate::page::playback::{About, Figure, Impact, Kind, Playback, Probe, SkinTrack, Stage};
use asunder::glam::Vec3;
use asunder::history::{ShotClaim, ShotFinding, ShotVerdict};
use asunder::recording::{
    ColliderRecord, RecordedMove, RecordedQuery, RecordedQuestion, RecordedWorld, Recording,
    RecordingError, SkinnedMesh,
};
use asunder::world::{BodyId, BodyKind, ColliderId, Event, Layers};
use asunder::{Affine3, Level, Mesh3, Shape, Skin, Vector};
use std::sync::Arc;

/// Reads every tick. A level is one of `given` that has its hash, or what the recording draws over it; a skin that is held
/// by its hash is one of `skins`, where nothing is drawn over its body.
pub(super) fn playback(
    recording: &Recording<'_>,
    given: &[Mesh3],
    skins: &[Skin],
) -> Result<Playback, RecordingError> {
    let (mut levels, mut skins) = (Levels::new(given), Skins::new(skins));
    let mut playback = Playback {
        title: recording.title().to_owned(),
        ticks_per_second: recording.ticks_per_second(),
        ..Playback::default()
    };
    let mut first = None;
    for recorded in recording {
        let recorded = recorded?;
        let tick = u32::try_from(recorded.tick.0).unwrap_or(u32::MAX);
        playback.ticks = [*first.get_or_insert(tick), tick];
        if let Some(world) = &recorded.in_3d {
            let find = |it: &ColliderRecord<Vec3>, hash| levels.find(world, it, hash);
            add(&mut playback.space, tick, world, find);
            for skin in &world.skins {
                let drawn = world.collider(skin.body.collider(0)).and_then(|it| it.level);
                if drawn.is_none_or(|hash| !levels.is_found(hash)) {
                    let (space, first) = (&mut playback.space, playback.ticks[0]);
                    add_skin(space, [first, tick], skin.body, &skin.mesh, &skin.joints);
                }
            }
            for pose in &world.skin_poses {
                if world.skins.iter().any(|drawn| drawn.body == pose.body) {
                    continue;
                }
                let name = world.collider(pose.body.collider(0)).map(|it| &*it.labels.name);
                if let Some(mesh) = skins.find(pose, name.unwrap_or_default())? {
                    let (space, first) = (&mut playback.space, playback.ticks[0]);
                    add_skin(space, [first, tick], pose.body, &mesh, &pose.matrices);
                }
            }
        }
        if let Some(world) = &recorded.in_2d {
            add(&mut playback.plane, tick, world, |it, hash| levels.miss(&it.labels.name, hash));
        }
    }
    playback.warnings = levels.missing;
    playback.warnings.extend(skins.missing);
    Ok(playback)
}

/// Adds a world at a tick.
fn add<V: Vector>(
    stage: &mut Stage<V>,
    tick: u32,
    world: &RecordedWorld<V>,
    mut find_level: impl FnMut(&ColliderRecord<V>, u64) -> Option<Level<V>>,
) {
    for collider in &world.colliders {
        let figure = match (&collider.shape, collider.level) {
            (Some(shape), _) => Some(Figure::Shape(shape.clone())),
            (None, Some(hash)) => find_level(collider, hash).map(Figure::Level),
            // What is recorded as a rig has no shape here.
            (None, None) => None,
        };
        if let Some(figure) = figure {
            stage.place(tick, collider.id, figure, || about(collider, &world.layers));
        }
    }
    stage.keep(tick, |id| world.collider(id).is_some());
    for event in &world.events {
        let (a, b) = event.colliders();
        let mut against = None;
        let (kind, impact) = match *event {
            Event::Enter { .. } => (Kind::Enter, None),
            Event::Exit { .. } => (Kind::Exit, None),
            Event::Unblocked { .. } => (Kind::Unblocked, None),
            Event::Crushed(crushed) => {
                against = Some(crushed.against);
                (Kind::Crushed, None)
            }
            Event::Blocked { point, normal, fraction, .. } => {
                (Kind::Blocked, Some(Impact { point, normal, fraction }))
            }
            Event::Hit(hit) => {
                let (point, normal, fraction) = (hit.point, hit.normal, hit.fraction);
                (Kind::Hit, Some(Impact { point, normal, fraction }))
            }
            _ => continue,
        };
        stage.happen(tick, kind, [a, b], against, impact);
    }
    for query in &world.queries {
        let probe = asked(stage, tick, query);
        stage.probes.extend(probe);
    }
    for moved in &world.moves {
        let probe = walk(stage, tick, moved);
        stage.probes.extend(probe);
    }
    for (claim, verdict) in &world.shots {
        let probe = shot(stage, tick, claim, verdict);
        stage.probes.push(probe);
    }
}

fn about<V: Vector>(collider: &ColliderRecord<V>, layers: &Layers) -> About {
    let labels = &collider.labels;
    let name =
        if labels.name.is_empty() { collider.id.to_string() } else { labels.name.to_string() };
    let whose = if labels.bone.is_empty() { None } else { name.rsplit_once('/') };
    let mut names = layers.names();
    let layer = names.find(|name| layers.id(name) == Ok(collider.layer)).unwrap_or_default();
    About {
        owner: whose.map_or(name.as_str(), |(owner, _)| owner).to_owned(),
        bone: labels.bone.to_string(),
        region: labels.region.to_string(),
        layer: layer.to_owned(),
        is_fixed: collider.kind == BodyKind::Fixed,
        name,
    }
}

/// The point `from + fraction · motion`.
fn along<V: Vector>(from: V, motion: V, fraction: f32) -> V {
    let (from, motion) = (from.to_array(), motion.to_array());
    V::from_array(V::array(|t| from[t] + fraction * motion[t]))
}

/// The vector from `a` to `b`.
fn between<V: Vector>(a: V, b: V) -> V {
    along(b, a, -1.0)
}

/// A query as lines; none for a shape without end that is no ray.
fn asked<V: Vector>(stage: &Stage<V>, tick: u32, query: &RecordedQuery<V>) -> Option<Probe<V>> {
    let outline = |shape: &Shape<V>, moved: V| {
        let mut lines = Vec::new();
        shape.lines(|a, b| lines.push([along(a, moved, 1.0), along(b, moved, 1.0)]));
        lines
    };
    let still = V::from_array(V::array(|_| 0.0));
    let (from, to, outline) = match (&query.question, &query.shape) {
        (RecordedQuestion::Cast { motion }, shape) => {
            let stop = query.hits.first().and_then(|hit| hit.fraction).unwrap_or(1.0);
            let mut lines = outline(shape, still);
            let from = middle(&lines)?;
            lines.extend(outline(shape, along(still, *motion, stop)));
            (from, along(from, *motion, 1.0), lines)
        }
        (_, Shape::Segment(segment)) => (segment.a(), segment.b(), Vec::new()),
        (_, Shape::Ray(ray)) => {
            let reach = query.hits.first().and_then(|hit| hit.fraction);
            let end = along(ray.origin(), ray.direction(), reach.map_or(20.0, |reach| 1.2 * reach));
            (ray.origin(), end, Vec::new())
        }
        (_, shape) => {
            let lines = outline(shape, still);
            let middle = middle(&lines)?;
            (middle, middle, lines)
        }
    };
    let what = match query.question {
        RecordedQuestion::Intersecting => "intersecting",
        RecordedQuestion::Line => "ray",
        RecordedQuestion::Cast { .. } => "sweep",
        _ => "near",
    };
    let name = if query.name.is_empty() { what } else { &*query.name };
    let hit = query.hits.first().and_then(|hit| Some((hit.point?, stage.index(hit.collider)?)));
    let found = hit.map_or("nothing", |(_, index)| &stage.colliders[index].about.name);
    Some(Probe {
        tick,
        label: format!("{name}: {found}"),
        from,
        to,
        hit,
        seen: query.moment.map(|(tick, fraction)| (small(tick.0), fraction)),
        outline,
        is_walk: false,
    })
}

/// A motion of a mover as lines: what was asked for, the way that was made, and from each contact as far
/// along its normal; none if it was to stay.
fn walk<V: Vector>(stage: &Stage<V>, tick: u32, moved: &RecordedMove<V>) -> Option<Probe<V>> {
    let motion = moved.motion.to_array();
    let length = (0..V::DIM).map(|t| motion[t] * motion[t]).sum::<f32>().sqrt();
    let name = |id: ColliderId| {
        let index = stage.index(id);
        index.map_or_else(|| id.to_string(), |index| stage.colliders[index].about.name.clone())
    };
    if !(length > 0.0) {
        return None;
    }
    let mut label = format!("walk: {}", name(moved.body.collider(0)));
    if moved.started_penetrating {
        label += " began inside an obstacle";
    }
    // One obstacle may stop a walk several times.
    let mut stopped_by: Vec<String> = Vec::new();
    for hit in &moved.hits {
        let name = name(hit.obstacle);
        if !stopped_by.contains(&name) {
            stopped_by.push(name);
        }
    }
    if !stopped_by.is_empty() {
        label += &format!(" stopped by {}", stopped_by.join(" and "));
    }
    let mut outline = vec![[moved.from, along(moved.from, moved.motion, 1.0)]];
    outline.extend(moved.hits.iter().map(|hit| [hit.point, along(hit.point, hit.normal, length)]));
    let (from, to) = (moved.from, moved.to);
    Some(Probe { tick, label, from, to, hit: None, seen: None, outline, is_walk: true })
}

fn small(tick: u64) -> u32 {
    u32::try_from(tick).unwrap_or(u32::MAX)
}

/// The middle of the first line; `None` if there is none or it is not finite.
fn middle<V: Vector>(lines: &[[V; 2]]) -> Option<V> {
    let [a, b] = *lines.first()?;
    let middle = along(a, between(a, b), 0.5);
    let numbers = middle.to_array();
    (0..V::DIM).all(|t| numbers[t].is_finite()).then_some(middle)
}

fn shot<V: Vector>(
    stage: &Stage<V>,
    tick: u32,
    claim: &ShotClaim<V>,
    verdict: &ShotVerdict,
) -> Probe<V> {
    let (from, to) = (claim.shot.a(), claim.shot.b());
    let name = |id: ColliderId| {
        let index = stage.index(id);
        index.map_or_else(|| id.to_string(), |index| stage.colliders[index].about.name.clone())
    };
    let at = |fraction: f32, id: ColliderId| {
        Some((along(from, between(from, to), fraction), stage.index(id)?))
    };
    let (label, hit) = match verdict.finding {
        ShotFinding::Hit { collider, fraction, .. } => {
            (format!("shot: hit {}", name(collider)), at(fraction, collider))
        }
        ShotFinding::Blocked { by, fraction, .. } => {
            (format!("shot: blocked by {}", name(by)), at(fraction, by))
        }
        ShotFinding::Missed { by, collider } => {
            (format!("shot: missed {} by {by:?}", name(collider)), None)
        }
        ShotFinding::Grazed { air, collider, fraction, .. } => {
            let label =
                format!("shot: through the air of {}, {air:?} beside the skin", name(collider));
            (label, at(fraction, collider))
        }
        ShotFinding::TooOld => (String::from("shot: too long ago to be looked up"), None),
        _ => (String::from("shot: the victim was not there"), None),
    };
    let seen = Some((small(verdict.moment.tick.0), verdict.moment.fraction));
    let seen_text = format!(", as at tick {}", verdict.moment.tick.0);
    let (label, outline) = (label + &seen_text, Vec::new());
    Probe { tick, label, from, to, hit, seen, outline, is_walk: false }
}

/// Adds the bones of a mesh at a tick; ticks at which it was not there keep its last bones.
fn add_skin(
    stage: &mut Stage<Vec3>,
    [first, tick]: [u32; 2],
    body: BodyId,
    mesh: &Arc<SkinnedMesh<Vec3>>,
    joints: &[Affine3],
) {
    let Some(owner) = stage.index(body.collider(0)).map(|index| stage.colliders[index].owner)
    else {
        return;
    };
    let known =
        stage.skins.iter().position(|track| track.owner == owner && Arc::ptr_eq(&track.mesh, mesh));
    let track = match known {
        Some(known) => &mut stage.skins[known],
        None => {
            let (mesh, bones) = (Arc::clone(mesh), joints.len());
            stage.skins.push(SkinTrack { owner, mesh, bones, palettes: Vec::new() });
            let last = stage.skins.len() - 1;
            &mut stage.skins[last]
        }
    };
    let rows: Vec<[f32; 12]> = joints
        .iter()
        .map(|joint| {
            let columns = [0, 1, 2].map(|i| joint.column(i)).map(|column| column.to_array());
            let moved = joint.translation().to_array();
            std::array::from_fn(|place| {
                let (row, column) = (place / 4, place % 4);
                if column == 3 { moved[row] } else { columns[column][row] }
            })
        })
        .collect();
    if rows.len() != track.bones || rows.is_empty() {
        return;
    }
    let passed = (tick - first) as usize;
    while track.palettes.len() < passed * track.bones {
        let begin = track.palettes.len().saturating_sub(track.bones);
        let last = track.palettes[begin..].to_vec();
        track.palettes.extend(if last.is_empty() { rows.clone() } else { last });
    }
    track.palettes.extend(rows);
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a call that errs where it should not fails the test")]
mod tests {
    use super::*;
    use asunder::Segment3;
    use asunder::glam::Vec2;
    use asunder::prelude::*;
    use asunder::recording::{Labels, QueryHit, Recorder};

    #[test]
    fn what_was_asked_is_drawn_where_it_was() {
        let mut world = World3::new();
        let runner = BodyOptions::from(BodyKind::Moving).owner(2);
        let runner = world.insert(Sphere3::new([3.0, 1.0, 4.0], 1.0), runner).unwrap();
        let mut recorder = Recorder::new(Vec::new(), "shots", 60);
        recorder.label::<Vec3>(runner.collider(0), &Labels::new("runner"));
        world.step();
        let mut history = History3::new(9);
        history.record(Tick(0), &world);
        let shot = Segment3::new([3.0, 1.0, 0.0], [3.0, 1.0, 12.0]);
        let claim = ShotClaim { shooter: 1, victim: 2, tick: Tick(0), fraction: 0.0, shot };
        let verdict = history.validate_shot(&world, &claim, Filter::new()).unwrap();
        recorder.shot(&claim, &verdict);
        // A box is cast: its outline is where it began and where it stopped.
        let question = RecordedQuestion::Cast { motion: Vec3::new(8.0, 0.0, 0.0) };
        let cast = Aabb3::new([-1.0; 3], [1.0; 3]);
        recorder.query(&RecordedQuery::<Vec3>::new(question, cast, [] as [QueryHit<Vec3>; 0]));
        recorder.record(Tick(0), &world).unwrap();
        let bytes = recorder.finish().unwrap();
        let playback = playback(&Recording::read(&bytes).unwrap(), &[], &[]).unwrap();
        let [sweep, shot] = &playback.space.probes[..] else {
            panic!("{:?}", playback.space.probes)
        };
        let (point, collider) = shot.hit.unwrap();
        assert_eq!((point.x, point.y, collider), (3.0, 1.0, 0));
        assert!((point.z - 3.0).abs() < 1e-5, "where the shot enters the sphere: {point}");
        assert!(shot.label.starts_with("shot: hit runner"), "{}", shot.label);
        // From the middle of the box's first edge.
        assert!(sweep.from.abs().max_element() <= 1.0, "{sweep:?}");
        assert_eq!(sweep.to - sweep.from, Vec3::new(8.0, 0.0, 0.0));
    }

    #[test]
    fn a_walk_says_what_stopped_it() {
        let layers = Layers::new().respond("default", "default", Response::Block).unwrap();
        let mut world = World2::with_layers(layers);
        let wall = world.insert(Aabb2::new([2.0, -1.0], [3.0, 1.0]), BodyKind::Fixed).unwrap();
        let mover = world.insert(Aabb2::new([0.0, 0.0], [1.0, 1.0]), BodyKind::Moving).unwrap();
        let mut recorder = Recorder::new(Vec::new(), "walk", 60);
        for (id, name) in [(wall, "wall"), (mover, "mover")] {
            recorder.label::<Vec2>(id.collider(0), &Labels::new(name));
        }
        let (from, motion) = (Vec2::new(0.5, 0.5), Vec2::new(4.0, 0.0));
        let stop = world.move_body(mover, motion).unwrap();
        recorder.moved(&RecordedMove::stop(mover, from, motion, &stop));
        world.step();
        recorder.record(Tick(0), &world).unwrap();
        let bytes = recorder.finish().unwrap();
        let playback = playback(&Recording::read(&bytes).unwrap(), &[], &[]).unwrap();
        let [walk] = &playback.plane.probes[..] else { panic!("{:?}", playback.plane.probes) };
        assert_eq!(walk.label, "walk: mover stopped by wall");
        assert_eq!((walk.from, walk.to, walk.is_walk), (from, stop.position, true));
        assert_eq!(walk.outline[0], [from, from + motion], "what was asked for");
        let [at, end] = walk.outline[1];
        assert_eq!((at.x, end - at), (2.0, Vec2::new(-4.0, 0.0)), "the normal of the wall");
    }
}
