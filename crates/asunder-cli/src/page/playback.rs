//! What the page and the stills show: shapes tick by tick, events, explanations, skins.
//!
//! It is filled tick by tick from a recording, and asks the library to explain the pair of each event.

use super::support;
use super::surface;
use asunder::glam::{Vec2, Vec3};
use asunder::level::Parts as _;
use asunder::recording::SkinnedMesh;
use asunder::world::ColliderId;
use asunder::{Explain, Explanation, Level, Shape, Vector};
use asunder_scene::triangle_at;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A recording, ready to be shown.
#[derive(Debug, Default)]
pub(crate) struct Playback {
    pub(crate) title: String,
    pub(crate) ticks_per_second: u32,
    /// The first and the last tick.
    pub(crate) ticks: [u32; 2],
    pub(crate) space: Stage<Vec3>,
    pub(crate) plane: Stage<Vec2>,
    /// What is in the recording and cannot be shown.
    pub(crate) warnings: Vec<String>,
}

/// What a collider is.
#[derive(Clone, Debug)]
pub(crate) enum Figure<V: Vector> {
    Shape(Shape<V>),
    Level(Level<V>),
}

impl<V: Vector> From<Shape<V>> for Figure<V> {
    fn from(shape: Shape<V>) -> Self {
        Self::Shape(shape)
    }
}

impl<V: Vector> PartialEq for Figure<V> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Shape(a), Self::Shape(b)) => a == b,
            // It is asked at every tick, and this number is kept.
            (Self::Level(a), Self::Level(b)) => a.hash() == b.hash(),
            _ => false,
        }
    }
}

impl<V: Vector> Figure<V> {
    /// The lines of its outline; of a level, the edges at which its surface turns or ends.
    pub(crate) fn lines(&self, mut line: impl FnMut(V, V)) {
        match self {
            Self::Shape(shape) => shape.lines(line),
            Self::Level(level) => {
                let surface = surface::of(level);
                let at = |corner: u32| surface.vertices[corner as usize];
                surface.edges.iter().for_each(|[a, b]| line(at(*a), at(*b)));
            }
        }
    }

    pub(crate) fn level(&self) -> Option<&Level<V>> {
        match self {
            Self::Shape(_) => None,
            Self::Level(level) => Some(level),
        }
    }
}

/// What is shown of one world.
#[derive(Debug)]
pub(crate) struct Stage<V: Vector> {
    pub(crate) owners: Vec<String>,
    pub(crate) colliders: Vec<Track<V>>,
    pub(crate) events: Vec<Happening<V>>,
    pub(crate) probes: Vec<Probe<V>>,
    pub(crate) skins: Vec<SkinTrack>,
    indices: BTreeMap<ColliderId, usize>,
}

/// A collider and its shapes over time.
#[derive(Debug)]
pub(crate) struct Track<V: Vector> {
    pub(crate) about: About,
    /// The index of its owner's name.
    pub(crate) owner: usize,
    /// The ticks at which its shape changed; `None` where it is not in the world.
    pub(crate) keys: Vec<(u32, Option<Figure<V>>)>,
}

/// The names of a collider.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct About {
    /// Its whole name, as events print it.
    pub(crate) name: String,
    /// Whose it is: the actor, or the collider itself.
    pub(crate) owner: String,
    pub(crate) bone: String,
    pub(crate) region: String,
    pub(crate) layer: String,
    pub(crate) is_fixed: bool,
}

/// An event with its explanation.
#[derive(Debug)]
pub(crate) struct Happening<V: Vector> {
    pub(crate) tick: u32,
    pub(crate) kind: Kind,
    /// Indices of colliders.
    pub(crate) pair: [usize; 2],
    /// The index of what stopped the first of the pair, which the second crushed.
    pub(crate) against: Option<usize>,
    /// The triangle of the one of the pair that is a level.
    pub(crate) part: Option<u32>,
    pub(crate) impact: Option<Impact<V>>,
    pub(crate) explained: Option<Explained<V>>,
}

/// The kinds of an event, in the order of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Enter,
    Exit,
    Blocked,
    Unblocked,
    Hit,
    Crushed,
}

impl Kind {
    pub(crate) const ALL: [Self; 6] =
        [Self::Enter, Self::Exit, Self::Blocked, Self::Unblocked, Self::Hit, Self::Crushed];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Enter => "enter",
            Self::Exit => "exit",
            Self::Blocked => "blocked",
            Self::Unblocked => "unblocked",
            Self::Hit => "hit",
            Self::Crushed => "crushed",
        }
    }
}

/// Where a mover was stopped or an attack hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Impact<V> {
    pub(crate) point: V,
    pub(crate) normal: V,
    pub(crate) fraction: f32,
}

/// The answer of `a.explain(&b)`, and what of the shapes lies nearest along the deciding axis.
#[derive(Debug)]
pub(crate) struct Explained<V: Vector> {
    pub(crate) explanation: Explanation<V>,
    /// The corners of `a` and of `b` that face one another: a corner, an edge, or a face.
    pub(crate) support: [Vec<V>; 2],
}

/// A question that was asked, and what it found: a ray, a sweep, a shot, a walk.
#[derive(Debug)]
pub(crate) struct Probe<V> {
    pub(crate) tick: u32,
    /// What it is called on the page.
    pub(crate) label: String,
    pub(crate) from: V,
    pub(crate) to: V,
    /// Where it ended, if it hit.
    pub(crate) hit: Option<(V, usize)>,
    /// The tick that it looked at, and the fraction to the next, if that was in the past.
    pub(crate) seen: Option<(u32, f32)>,
    /// The outline of what was swept, at the place where it stopped.
    pub(crate) outline: Vec<[V; 2]>,
    /// Whether it is a motion of a mover, which is shown at its tick alone: the next one has the next.
    pub(crate) is_walk: bool,
}

/// The skin of an actor, and its bones over time.
#[derive(Debug)]
pub(crate) struct SkinTrack {
    pub(crate) owner: usize,
    pub(crate) mesh: Arc<SkinnedMesh<Vec3>>,
    pub(crate) bones: usize,
    /// For each tick the matrices of all bones, three rows of four.
    pub(crate) palettes: Vec<[f32; 12]>,
}

impl<V: Vector> Default for Stage<V> {
    fn default() -> Self {
        Self {
            owners: Vec::new(),
            colliders: Vec::new(),
            events: Vec::new(),
            probes: Vec::new(),
            skins: Vec::new(),
            indices: BTreeMap::new(),
        }
    }
}

impl<V: Vector> Stage<V> {
    /// Whether there is nothing to show.
    pub(crate) fn is_empty(&self) -> bool {
        self.colliders.is_empty() && self.probes.is_empty() && self.skins.is_empty()
    }

    /// The index of an owner, which is added if it is new.
    pub(crate) fn owner(&mut self, name: &str) -> usize {
        self.owners.iter().position(|known| known == name).unwrap_or_else(|| {
            self.owners.push(name.to_owned());
            self.owners.len() - 1
        })
    }

    /// The index of a collider that has been placed.
    pub(crate) fn index(&self, id: ColliderId) -> Option<usize> {
        self.indices.get(&id).copied()
    }

    /// Sets the shape of a collider from a tick on. `about` is asked once for each.
    pub(crate) fn place(
        &mut self,
        tick: u32,
        id: ColliderId,
        figure: impl Into<Figure<V>>,
        about: impl FnOnce() -> About,
    ) {
        let index = match self.index(id) {
            Some(index) => index,
            None => {
                let about = about();
                let owner = self.owner(&about.owner);
                self.colliders.push(Track { about, owner, keys: Vec::new() });
                self.indices.insert(id, self.colliders.len() - 1);
                self.colliders.len() - 1
            }
        };
        let (keys, figure) = (&mut self.colliders[index].keys, Some(figure.into()));
        if keys.last().is_none_or(|(_, last)| *last != figure) {
            keys.push((tick, figure));
        }
    }

    /// Takes colliders out of the world for which `is_there` does not hold.
    pub(crate) fn keep(&mut self, tick: u32, is_there: impl Fn(ColliderId) -> bool) {
        for (&id, &index) in &self.indices {
            let keys = &mut self.colliders[index].keys;
            if keys.last().is_some_and(|(_, last)| last.is_some()) && !is_there(id) {
                keys.push((tick, None));
            }
        }
    }

    /// Adds an event, with the explanation of its pair as the shapes are now. `against` is what stopped who
    /// was crushed.
    pub(crate) fn happen(
        &mut self,
        tick: u32,
        kind: Kind,
        pair: [ColliderId; 2],
        against: Option<ColliderId>,
        impact: Option<Impact<V>>,
    ) {
        let [Some(a), Some(b)] = pair.map(|id| self.index(id)) else { return };
        let part = self.part(tick, [a, b], impact.as_ref());
        let explained = self.explained(tick, [a, b], part);
        let against = against.and_then(|id| self.index(id));
        let pair = [a, b];
        self.events.push(Happening { tick, kind, pair, against, part, impact, explained });
    }

    /// The triangle of a level that an event is about: the one at the impact, or the first that the other
    /// one meets, or the nearest.
    fn part(&self, tick: u32, pair: [usize; 2], impact: Option<&Impact<V>>) -> Option<u32> {
        let [a, b] = pair.map(|index| self.colliders[index].at(tick));
        let (level, other) = match (a?, b?) {
            (Figure::Level(level), Figure::Shape(other))
            | (Figure::Shape(other), Figure::Level(level)) => (level, other),
            _ => return None,
        };
        let at_impact = impact.and_then(|it| triangle_at(level, it.point, it.normal));
        at_impact
            .or_else(|| level.parts_intersecting(other).first().copied())
            .or_else(|| level.closest_points(other).map(|nearest| nearest.part))
    }

    fn explained(&self, tick: u32, pair: [usize; 2], part: Option<u32>) -> Option<Explained<V>> {
        let shape = |index: usize| match self.colliders[index].at(tick)? {
            Figure::Shape(shape) => Some(shape.clone()),
            Figure::Level(level) => level.part(part?),
        };
        let (a, b) = (shape(pair[0])?, shape(pair[1])?);
        let explanation = a.explain(&b)?;
        let direction = explanation.decisive().1.direction;
        let support = [support::towards(&a, direction, -1.0), support::towards(&b, direction, 1.0)];
        Some(Explained { explanation, support })
    }
}

impl<V: Vector> Track<V> {
    /// The shape at a tick, if it is in the world then.
    pub(crate) fn at(&self, tick: u32) -> Option<&Figure<V>> {
        let after = self.keys.partition_point(|&(from, _)| from <= tick);
        self.keys[..after].last()?.1.as_ref()
    }
}
