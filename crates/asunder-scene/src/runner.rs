//! The running of a scene.

mod actor;
mod armed;
mod attack;
mod axes;
mod budget;
mod clock;
mod collider;
mod figure;
mod models;
mod space;
mod sprite;

use crate::error::{SceneError, Source};
use crate::event::{Fnv, NamedEvent, Summary, Tally};
use crate::scene::{Owners, Scene, Solid};
use actor::Actor;
use asunder::glam::{Vec2, Vec3};
use asunder::world::{BodyKind, BodyOptions, ColliderId, LayerId, LayerSet, Layers};
use asunder::{World2, World3};
use attack::{Attacker, Dimension};
use clock::Clock;
use collider::Collider;
use figure::Figure;
use models::Models;
use space::{Space, Trouble};
use sprite::Sprite;
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Spanned;

/// A scene in motion: a world for what is in 3D, one for what is in 2D, and everybody's names.
///
/// ```
/// use asunder_scene::{Runner, Scene};
///
/// let mut runner = Runner::new(&Scene::demo())?;
/// while let Some(events) = runner.step()? {
///     events.iter().for_each(|event| println!("{event}"));
/// }
/// assert_eq!(runner.summary().events.blocked, 1);
/// # Ok::<(), asunder_scene::SceneError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Runner {
    file: String,
    clock: Clock,
    ticks: u32,
    deep: Space<Vec3>,
    flat: Space<Vec2>,
    actors: Vec<Actor>,
    sprites: Vec<Sprite>,
    deep_colliders: Vec<Collider<Vec3>>,
    flat_colliders: Vec<Collider<Vec2>>,
    warnings: Vec<String>,
    events: Vec<NamedEvent>,
    tally: Tally,
    hash: Fnv,
}

impl Runner {
    /// Reads the models and puts everything in its place.
    ///
    /// # Errors
    /// If a model cannot be read, a clip or layer does not exist, or something has no place. The
    /// message says where in the scene it is asked for.
    pub fn new(scene: &Scene) -> Result<Self, SceneError> {
        let (content, cast) = (scene.content(), Cast::of(scene));
        let clock = Clock::new(content.ticks_per_second);
        let (mut deep, mut flat) = (Space::new(cast.layers), Space::new(cast.layers));

        let mut models = Models::default();
        let mut actors = Vec::new();
        for entry in &content.actors {
            let figure = Arc::new(Figure::of(entry, &mut models, &cast)?);
            actors.push(Actor::enter(entry, figure, &cast, clock, &mut deep)?);
        }
        let mut sprites = Vec::new();
        for entry in &content.sprites {
            sprites.push(Sprite::enter(entry, &cast, clock, &mut flat)?);
        }
        let (mut deep_colliders, mut flat_colliders) = (Vec::new(), Vec::new());
        let mut bodies = Vec::new();
        for entry in &content.colliders {
            bodies.push(match &entry.shape {
                Solid::Deep(shape) => {
                    let (body, moving) = Collider::enter(entry, shape, &cast, &mut deep)?;
                    deep_colliders.extend(moving);
                    Attacker::Deep(body)
                }
                Solid::Flat(shape) => {
                    let (body, moving) = Collider::enter(entry, shape, &cast, &mut flat)?;
                    flat_colliders.extend(moving);
                    Attacker::Flat(body)
                }
            });
        }
        // In the order of `Content::names`.
        let attackers = { actors.iter().map(Attacker::Actor) }
            .chain(sprites.iter().map(|sprite| Attacker::Flat(sprite.body())))
            .chain(bodies);
        let attackers: BTreeMap<_, _> =
            content.names().map(|name| name.get_ref().as_str()).zip(attackers).collect();
        for entry in &content.attacks {
            match attack::prepare(entry, &attackers, &cast)? {
                (Dimension::Deep, attack) => deep.add_attack(attack),
                (Dimension::Flat, attack) => flat.add_attack(attack),
            }
        }

        let playing = actors.iter().map(Actor::playing_time).fold(None, longer);
        Ok(Self {
            file: cast.source.file.clone(),
            clock,
            ticks: clock::length(content, playing, cast.source)?,
            deep,
            flat,
            actors,
            sprites,
            deep_colliders,
            flat_colliders,
            warnings: models.warnings,
            events: Vec::new(),
            tally: Tally::default(),
            hash: Fnv::new(),
        })
    }

    /// What the models' files hold that was read otherwise than it stands there, or not at all: file,
    /// place and what became of it.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Runs the next tick and returns what happened in it; `None` after the last. The first is tick
    /// 0, in which everything is where the scene puts it.
    ///
    /// # Errors
    /// If something moves too far out, or a mover comes to an obstacle of a kind that movers do not
    /// know. The scene cannot go on from there.
    pub fn step(&mut self) -> Result<Option<&[NamedEvent]>, SceneError> {
        if self.clock.next_tick() > self.ticks {
            return Ok(None);
        }
        self.events.clear();
        self.play().map_err(|Trouble { name, problem }| SceneError::Run {
            file: self.file.clone(),
            tick: self.clock.tick(),
            name,
            problem,
        })?;
        for event in &self.events {
            self.tally.count(event.kind);
            self.hash.add_line(event);
        }
        Ok(Some(&self.events))
    }

    /// Goes to the next tick and lists what happens in it.
    fn play(&mut self) -> Result<(), Trouble> {
        let later = self.clock.advance();
        let tick = self.clock.tick();
        self.deep.begin_attacks(tick)?;
        self.flat.begin_attacks(tick)?;
        if later {
            self.advance()?;
        }
        self.deep.step(tick, &mut self.events)?;
        self.flat.step(tick, &mut self.events)
    }

    /// Puts everything where it is at this tick.
    fn advance(&mut self) -> Result<(), Trouble> {
        let clock = self.clock;
        self.actors.iter_mut().try_for_each(|actor| actor.advance(clock, &mut self.deep))?;
        self.sprites.iter().try_for_each(|sprite| sprite.advance(clock, &mut self.flat))?;
        for collider in &self.deep_colliders {
            collider.advance(clock, &mut self.deep)?;
        }
        self.flat_colliders.iter().try_for_each(|collider| collider.advance(clock, &mut self.flat))
    }

    /// The tick that was run last.
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.clock.tick()
    }

    /// The last tick there is.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// The world of the sprites and the 2D colliders, to be asked or drawn.
    #[must_use]
    pub fn world2(&self) -> &World2 {
        self.flat.world()
    }

    /// The world of the actors and the 3D colliders, to be asked or drawn.
    #[must_use]
    pub fn world3(&self) -> &World3 {
        self.deep.world()
    }

    /// What a 2D collider is called; nothing if it is none of [`world2`](Self::world2).
    #[must_use]
    pub fn name2(&self, id: ColliderId) -> &str {
        self.flat.name(id)
    }

    /// What a 3D collider is called; nothing if it is none of [`world3`](Self::world3).
    #[must_use]
    pub fn name3(&self, id: ColliderId) -> &str {
        self.deep.name(id)
    }

    /// The names of what is in contact, in the order of the colliders: 3D first, then 2D.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.deep.pairs().chain(self.flat.pairs())
    }

    /// Calls `each` with the corners of every triangle of every actor as it stands, and with the
    /// actor's place in the scene: for whatever draws them.
    pub fn triangles(&self, mut each: impl FnMut(usize, [Vec3; 3])) {
        for (place, actor) in self.actors.iter().enumerate() {
            actor.triangles(&mut |corners| each(place, corners));
        }
    }

    /// What it came to so far.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary {
            ticks: self.tick(),
            ticks_per_second: self.clock.per_second(),
            colliders: self.world3().colliders().count() + self.world2().colliders().count(),
            events: self.tally,
            in_contact: self.pairs().map(|(a, b)| (a.to_owned(), b.to_owned())).collect(),
            hash: self.hash.hex(),
        }
    }
}

/// What every entry of a scene is read against.
#[derive(Clone, Copy)]
struct Cast<'a> {
    source: &'a Source,
    layers: &'a Layers,
    owners: &'a Owners,
}

impl<'a> Cast<'a> {
    fn of(scene: &'a Scene) -> Self {
        Self { source: scene.source(), layers: scene.layers(), owners: scene.owners() }
    }

    /// The layer an entry names, or the default one.
    fn layer(&self, name: Option<&Spanned<String>>) -> Result<LayerId, SceneError> {
        let Some(name) = name else { return Ok(LayerId::DEFAULT) };
        self.layers.id(name.get_ref()).map_err(|error| self.source.invalid(name.span(), error))
    }

    /// The layers an entry names.
    fn layers_of(&self, names: &[Spanned<String>]) -> Result<LayerSet, SceneError> {
        names.iter().map(|name| self.layer(Some(name))).collect()
    }

    /// What holds for all colliders of the entry of a name.
    fn options(&self, name: &str, motion: BodyKind) -> BodyOptions {
        let options = BodyOptions::from(motion);
        self.owners.owner(name).map_or(options, |owner| options.owner(owner))
    }

    /// The error about the entry of this name.
    fn refuse(&self, name: &Spanned<String>, problem: impl ToString) -> SceneError {
        self.source.invalid(name.span(), problem)
    }
}

fn longer(longest: Option<f64>, seconds: Option<f64>) -> Option<f64> {
    match (longest, seconds) {
        (Some(a), Some(b)) => Some(if b > a { b } else { a }),
        (one, None) | (None, one) => one,
    }
}
