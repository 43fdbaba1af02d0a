//! Pictures of a scene: one moment, or all of it.
//!
//! 3D is on the left, with the characters under their hitboxes; 2D on the right, with where each sprite
//! was shortly before. A space without colliders is left out.

use crate::explain::wireframe::{patch, to_f64};
use crate::picture::{Animation, Hue, LineClass, Panel, Picture};
use crate::render::add_level;
use asunder::glam::Vec2;
use asunder::world::ColliderId;
use asunder::{Shape, Vector, World};
use asunder_scene::{EventKind, NamedEvent, Runner, Scene, SceneError};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The height of the panels.
const HEIGHT: f32 = 430.0;

/// How many ticks a hit stays marked, and who was crushed.
const HIT_TICKS: u32 = 15;

/// How many ticks back the earlier outlines of sprites go, and how far apart they are.
const EARLIER: (u32, u32) = (30, 6);

/// A scene at one tick.
pub(crate) fn still(scene: &Scene, tick: u32, heading: &str) -> Result<Picture, SceneError> {
    let mut camera = Camera::new(Runner::new(scene)?);
    while camera.step()? && camera.runner.tick() < tick {}
    let mut picture = heading_of(heading);
    if !camera.crushed.is_empty() {
        picture.legend(LineClass::Crushed, "crushed");
    }
    let (widths, panels) = (camera.widths(), camera.panels(Look::Meshes));
    for (width, panel) in widths.into_iter().zip(panels) {
        picture.panel(width, panel);
    }
    Ok(picture)
}

/// The whole scene, a frame for every few ticks.
pub(crate) fn animation(
    scene: &Scene,
    heading: &str,
    ticks_per_frame: u32,
) -> Result<Animation, SceneError> {
    let mut camera = Camera::new(Runner::new(scene)?);
    let rate = camera.runner.summary().ticks_per_second;
    let seconds = ticks_per_frame as f32 / rate as f32;
    let mut animation = Animation::new(heading_of(heading), camera.widths(), seconds);
    while camera.step()? {
        if camera.runner.tick().is_multiple_of(ticks_per_frame) {
            animation.frame(camera.panels(Look::Solids));
        }
    }
    Ok(animation)
}

/// The tick with the most contacts of a scene; the first of several.
pub(crate) fn busiest_tick(scene: &Scene) -> Result<u32, SceneError> {
    let mut runner = Runner::new(scene)?;
    let (mut most, mut tick) = (0, 0);
    while runner.step()?.is_some() {
        let contacts = runner.pairs().count();
        if contacts > most {
            (most, tick) = (contacts, runner.tick());
        }
    }
    Ok(tick)
}

fn heading_of(text: &str) -> Picture {
    let mut picture = Picture::new(text).with_height(HEIGHT);
    picture.legend(LineClass::Touching, "in contact");
    picture.legend(LineClass::Blocked, "blocked");
    picture.legend(LineClass::Idle, "hitbox");
    picture
}

/// How characters are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// As meshes under the lines of their hitboxes.
    Meshes,
    /// As their hitboxes, solid.
    Solids,
}

/// A runner, with what pictures show of the ticks before.
struct Camera {
    runner: Runner,
    /// The hits of the last ticks, with the numbers of their points.
    hits: VecDeque<(u32, Vec<f32>)>,
    /// Who was crushed in the last ticks, by what, and against what.
    crushed: VecDeque<(u32, [String; 3])>,
    /// The latest event worth a line.
    caption: String,
    /// The outlines of moving 2D colliders, for each of the last ticks.
    outlines: VecDeque<Vec<[Vec2; 2]>>,
    /// Movers and obstacles that stop them, by name.
    blocked: BTreeSet<(String, String)>,
    /// Where each 2D collider was first.
    start: BTreeMap<ColliderId, Shape<Vec2>>,
}

impl Camera {
    fn new(runner: Runner) -> Self {
        Self {
            runner,
            hits: VecDeque::new(),
            crushed: VecDeque::new(),
            caption: String::new(),
            outlines: VecDeque::new(),
            blocked: BTreeSet::new(),
            start: BTreeMap::new(),
        }
    }

    /// Runs the next tick; returns whether there was one.
    fn step(&mut self) -> Result<bool, SceneError> {
        let Some(events) = self.runner.step()? else { return Ok(false) };
        for event in events {
            if let (EventKind::Hit, Some(impact)) = (event.kind, &event.impact) {
                self.hits.push_back((event.tick, impact.point.clone()));
            }
            let pair = || (event.a.clone(), event.b.clone());
            match event.kind {
                EventKind::Blocked => drop(self.blocked.insert(pair())),
                EventKind::Unblocked => drop(self.blocked.remove(&pair())),
                EventKind::Crushed => {
                    let against = event.against.as_ref().unwrap_or(&event.b).clone();
                    self.crushed
                        .push_back((event.tick, [event.a.clone(), event.b.clone(), against]));
                }
                _ => {}
            }
        }
        let latest = events.iter().rfind(|event| is_worth_a_line(event));
        if let Some(event) = latest {
            let NamedEvent { tick, kind, a, b, .. } = event;
            self.caption = format!("tick {tick}  {}  {a} -> {b}", kind.word());
        }
        let tick = self.runner.tick();
        while self.hits.front().is_some_and(|(at, _)| at + HIT_TICKS < tick) {
            self.hits.pop_front();
        }
        while self.crushed.front().is_some_and(|(at, _)| at + HIT_TICKS < tick) {
            self.crushed.pop_front();
        }
        self.remember_outlines();
        Ok(true)
    }

    fn remember_outlines(&mut self) {
        let world = self.runner.world2();
        let mut lines = Vec::new();
        for id in world.colliders() {
            let Ok(shape) = world.shape(id) else { continue };
            let start = self.start.entry(id).or_insert_with(|| shape.clone());
            if start != shape && shape.is_bounded() {
                shape.lines(|a, b| lines.push([a, b]));
            }
        }
        self.outlines.push_back(lines);
        if self.outlines.len() > EARLIER.0 as usize + 1 {
            self.outlines.pop_front();
        }
    }

    /// Whether there is something in 3D, and in 2D.
    fn spaces(&self) -> [bool; 2] {
        let in_3d = self.runner.world3().colliders().next().is_some();
        [in_3d, self.runner.world2().colliders().next().is_some()]
    }

    fn widths(&self) -> Vec<f32> {
        match self.spaces() {
            [true, true] => vec![780.0, 440.0],
            _ => vec![1000.0],
        }
    }

    fn panels(&self, look: Look) -> Vec<Panel> {
        let [in_3d, in_2d] = self.spaces();
        let mut panels = Vec::new();
        if in_3d || !in_2d {
            panels.push(self.space(look));
        }
        if in_2d {
            panels.push(self.plane(look));
        }
        panels
    }

    /// The title of a panel: in an animation it stands still.
    fn title(&self, look: Look, what: &str, contacts: usize) -> String {
        match look {
            Look::Solids => what.to_owned(),
            Look::Meshes => {
                let s = if contacts == 1 { "" } else { "s" };
                format!("tick {}: {what}, {contacts} contact{s}", self.runner.tick())
            }
        }
    }

    /// The colour of a collider.
    fn state(&self, name: &str, is_touching: bool) -> LineClass {
        if self.crushed.iter().flat_map(|(_, names)| names).any(|it| it == name) {
            LineClass::Crushed
        } else if self.blocked.iter().any(|(a, b)| a == name || b == name) {
            LineClass::Blocked
        } else if is_touching {
            LineClass::Touching
        } else {
            LineClass::Idle
        }
    }

    fn space(&self, look: Look) -> Panel {
        let world = self.runner.world3();
        let mut panel = Panel::new(self.title(look, "hitboxes on bones", world.pairs().len()));
        let extent = extent(world);
        let mut levels = world.colliders().filter_map(|id| world.level(id).ok()?).peekable();
        if levels.peek().is_none() {
            ground(&mut panel, extent);
        }
        levels.for_each(|level| add_level(&mut panel, level));
        if look == Look::Meshes {
            self.runner.triangles(|actor, corners| {
                panel.triangle3(corners.map(|corner| corner.to_array()), actor);
            });
        }
        let touching = touching(world);
        let mut actors: Vec<&str> = Vec::new();
        for id in world.colliders() {
            let Ok(shape) = world.shape(id) else { continue };
            let state = self.state(self.runner.name3(id), touching.contains(&id));
            let entry = self.runner.name3(id).split_once('/').map(|(actor, _)| actor);
            if let (Look::Solids, Some(actor), Shape::Obb(hitbox)) = (look, entry, shape) {
                let place = actors.iter().position(|known| *known == actor);
                let number = place.unwrap_or_else(|| {
                    actors.push(actor);
                    actors.len() - 1
                });
                let hue = if state == LineClass::Touching {
                    Hue::Touching
                } else {
                    Hue::Character(number)
                };
                let corners: Vec<[f32; 3]> =
                    hitbox.corners().map(|corner| corner.to_array()).collect();
                if let Ok(corners) = <&[[f32; 3]; 8]>::try_from(corners.as_slice()) {
                    panel.box3(corners, hue);
                    continue;
                }
            }
            lines_of(shape, extent, |a, b| panel.line3(a, b, state));
        }
        for (text, at) in labels(world, |id| self.runner.name3(id)) {
            panel.label3(at.to_array(), text);
        }
        for (_, point) in &self.hits {
            if let Ok(point) = <[f32; 3]>::try_from(point.as_slice()) {
                panel.hit3(point);
            }
        }
        panel.caption(self.caption.clone());
        panel
    }

    fn plane(&self, look: Look) -> Panel {
        let world = self.runner.world2();
        let mut panel = Panel::new(self.title(look, "sprites", world.pairs().len()));
        let extent = extent(world);
        let ages = (1..=EARLIER.0 / EARLIER.1).map(|step| (step * EARLIER.1) as usize);
        for lines in ages.filter_map(|age| self.outlines.iter().rev().nth(age)) {
            for [a, b] in lines {
                panel.line2(a.to_array(), b.to_array(), LineClass::Earlier);
            }
        }
        let touching = touching(world);
        for id in world.colliders() {
            let Ok(shape) = world.shape(id) else { continue };
            let state = self.state(self.runner.name2(id), touching.contains(&id));
            let mut outline: Vec<[f32; 2]> = Vec::new();
            lines_of(shape, extent, |a, b| {
                let (a, b) = ([a[0], a[1]], [b[0], b[1]]);
                panel.line2(a, b, state);
                outline.extend([a, b]);
            });
            if shape.is_bounded() && outline.len() > 4 {
                panel.area2(around(&outline), state);
            }
        }
        for (text, at) in labels(world, |id| self.runner.name2(id)) {
            panel.label2(at.to_array(), text);
        }
        for (_, point) in &self.hits {
            if let Ok(point) = <[f32; 2]>::try_from(point.as_slice()) {
                panel.hit2(point);
            }
        }
        panel
    }
}

/// Whether an event is worth the line under a picture.
fn is_worth_a_line(event: &NamedEvent) -> bool {
    matches!(
        event.kind,
        EventKind::Meet
            | EventKind::Part
            | EventKind::Blocked
            | EventKind::Hit
            | EventKind::Crushed
    )
}

/// The colliders of a world that are in contact.
fn touching<V: Vector>(world: &World<V>) -> BTreeSet<ColliderId> {
    world.pairs().iter().flat_map(|&(a, b)| [a, b]).collect()
}

/// The middle of what is bounded in a world, and half of its size along each axis.
fn extent<V: Vector>(world: &World<V>) -> ([f64; 3], [f64; 3]) {
    let mut ends = [(f64::INFINITY, f64::NEG_INFINITY); 3];
    for id in world.colliders() {
        let Ok(shape) = world.shape(id) else { continue };
        if !shape.is_bounded() {
            continue;
        }
        shape.lines(|a, b| {
            for point in [to_f64(a), to_f64(b)] {
                for (t, (low, high)) in ends.iter_mut().enumerate() {
                    *low = low.min(point[t]);
                    *high = high.max(point[t]);
                }
            }
        });
    }
    let is_empty = !(ends[0].0 <= ends[0].1);
    let ends = if is_empty { [(-1.0, 1.0); 3] } else { ends };
    (ends.map(|(low, high)| f64::midpoint(low, high)), ends.map(|(low, high)| (high - low) / 2.0))
}

/// The lines of a shape; of one without bounds, those near the rest.
fn lines_of<V: Vector>(
    shape: &Shape<V>,
    (middle, half): ([f64; 3], [f64; 3]),
    mut line: impl FnMut([f32; 3], [f32; 3]),
) {
    let size = half.iter().fold(0.0, |most: f64, &x| most.max(x));
    let narrow = |p: [f64; 3]| p.map(|x| x as f32);
    let mut draw = |lines: Vec<[[f64; 3]; 2]>| {
        lines.into_iter().for_each(|[a, b]| line(narrow(a), narrow(b)));
    };
    match shape {
        Shape::Plane(plane) => {
            let (normal, offset) = (to_f64(plane.normal()), f64::from(plane.offset()));
            draw(patch::<V>(normal, offset, middle, 0.8 * size, false));
        }
        Shape::HalfSpace(half_space) => {
            let (normal, offset) = (to_f64(half_space.normal()), f64::from(half_space.offset()));
            draw(patch::<V>(normal, offset, middle, 0.8 * size, true));
        }
        _ if shape.is_bounded() => {
            let mut lines = Vec::new();
            shape.lines(|a, b| lines.push([to_f64(a), to_f64(b)]));
            draw(lines);
        }
        _ => {}
    }
}

/// A grid on the ground under what is bounded: at height zero, if that is at its feet.
fn ground(panel: &mut Panel, (middle, half): ([f64; 3], [f64; 3])) {
    let size = half[0].max(half[2]).max(1e-3);
    let foot = middle[1] - half[1];
    let height = if foot.abs() < 0.2 * half[1].max(size) { 0.0 } else { foot };
    let rough = size / 5.0;
    let decade = decade_below(rough);
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * decade);
    let step = step.into_iter().find(|step| *step >= rough).unwrap_or(rough);
    let ends = |t: usize| {
        let low = ((middle[t] - half[t]) / step).floor() - 1.0;
        let high = ((middle[t] + half[t]) / step).ceil() + 1.0;
        (low, high)
    };
    let ((left, right), (back, front)) = (ends(0), ends(2));
    let at = |x: f64, z: f64| [x * step, height, z * step].map(|x| x as f32);
    for i in 0..=(right - left) as u32 {
        let x = left + f64::from(i);
        panel.line3(at(x, back), at(x, front), LineClass::Faint);
    }
    for i in 0..=(front - back) as u32 {
        let z = back + f64::from(i);
        panel.line3(at(left, z), at(right, z), LineClass::Faint);
    }
}

/// The greatest power of ten that is not above a number.
fn decade_below(x: f64) -> f64 {
    let mut decade = 1.0;
    while decade > x && decade > 1e-30 {
        decade /= 10.0;
    }
    while decade * 10.0 <= x {
        decade *= 10.0;
    }
    decade
}

/// The corners of the convex polygon around some points, in order (Andrew 1979).
fn around(points: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let mut points = points.to_vec();
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    let turn = |a: [f32; 2], b: [f32; 2], c: [f32; 2]| {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let chain = |points: &mut dyn Iterator<Item = [f32; 2]>| {
        let mut chain: Vec<[f32; 2]> = Vec::new();
        for point in points {
            while let [.., a, b] = chain.as_slice()
                && turn(*a, *b, point) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut lower = chain(&mut points.iter().copied());
    lower.extend(chain(&mut points.iter().rev().copied()));
    lower
}

/// The labels of a world: names and highest points. Hitboxes have their actor's name.
fn labels<'a, V: Vector>(
    world: &World<V>,
    name: impl Fn(ColliderId) -> &'a str,
) -> BTreeMap<&'a str, V> {
    let names: BTreeSet<&str> = world.colliders().map(&name).collect();
    let mut labels: BTreeMap<&str, V> = BTreeMap::new();
    for id in world.colliders() {
        let Ok(shape) = world.shape(id) else { continue };
        if !shape.is_bounded() {
            continue;
        }
        let whose = name(id).split('/').next().unwrap_or_default();
        // Entries called "coin 1", "coin 2" are of a kind, whose first is labelled with the kind's name.
        let whose = match whose.rsplit_once(' ') {
            Some((kind, "1")) => kind,
            Some((kind, number))
                if number.parse::<u32>().is_ok()
                    && names.contains(format!("{kind} 1").as_str()) =>
            {
                continue;
            }
            _ => whose,
        };
        shape.lines(|a, b| {
            for point in [a, b] {
                let at = labels.entry(whose).or_insert(point);
                if point.to_array()[1] > at.to_array()[1] {
                    *at = point;
                }
            }
        });
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_polygon_around_points_is_convex() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.5, 0.5], [0.5, 0.0]];
        assert_eq!(around(&square), [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    }

    #[test]
    fn decades() {
        for (x, decade) in [(1.0, 1.0), (0.5, 0.1), (99.0, 10.0), (0.02, 0.01)] {
            assert!((decade_below(x) - decade).abs() < 1e-12, "{x}");
        }
        assert!(decade_below(0.0) > 0.0);
    }

    /// A scene in one space has one panel, and what has no bounds is drawn near the rest.
    #[test]
    fn a_scene_of_sprites_is_one_panel() {
        let scene = "ticks = 3\n[[sprite]]\nname = 'coin'\nsize = [2, 2]\nvelocity = [60, 0]
                     [[collider]]\nname = 'floor'
                     shape = { half_space = { normal = [0, 1], offset = -1 } }";
        let scene = Scene::from_toml(scene, "scene.toml").unwrap();
        let svg = still(&scene, 3, "coins").unwrap().svg();
        assert_eq!(svg.matches("class=\"panel\"").count(), 1);
        assert!(svg.contains("tick 3: sprites, 1 contact<"), "{svg}");
        assert!(svg.contains("class=\"area touching\""));
        let moving = animation(&scene, "coins", 1).unwrap().svg();
        assert_eq!(moving.matches("<g class=\"f").count(), 4);
    }
}
