//! The runner of a scene.

mod actor;
mod alignment;
mod attack;
mod budget;
mod carrier;
mod clock;
mod collider;
mod level;
mod models;
mod named_world;
mod nodes;
mod pair;
mod recorder;
mod rigged_model;
mod sprite;
mod walker;
mod weapon;

use crate::error::{SceneError, Source};
use crate::event::{Fnv, NamedEvent, Summary, Tally};
use crate::scene::{ColliderShape, Owners, Scene};
use actor::ActorBody;
use asunder::glam::{Vec2, Vec3};
use asunder::world::{BodyKind, BodyOptions, ColliderId, LayerId, LayerSet, Layers};
use asunder::{World2, World3};
use attack::{Attacker, Dimension};
use carrier::Carrier;
use clock::Clock;
use collider::{Inserted, MovingCollider};
pub use level::level_of_file;
use models::Models;
use named_world::{NamedWorld, RunError};
pub use nodes::triangle_at;
pub use pair::{NamedPair, PairOfShapes};
use rigged_model::RiggedModel;
use sprite::SpriteBody;
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Spanned;

pub use recorder::{ActorForm, ActorMeshes, SceneRecorder};

/// A runner of a scene: a 3D world, a 2D world, and the names of the colliders.
///
/// ```
/// use asunder_scene::{Runner, Scene};
///
/// let mut runner = Runner::new(&Scene::demo())?;
/// while let Some(events) = runner.step()? {
///     events.iter().for_each(|event| println!("{event}"));
/// }
/// assert_eq!(runner.summary().events.hit, 2);
/// # Ok::<(), asunder_scene::SceneError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Runner {
    file: String,
    clock: Clock,
    ticks: u32,
    world3: NamedWorld<Vec3>,
    world2: NamedWorld<Vec2>,
    actors: Vec<ActorBody>,
    sprites: Vec<SpriteBody>,
    colliders3: Vec<MovingCollider<Vec3>>,
    colliders2: Vec<MovingCollider<Vec2>>,
    carriers3: Vec<Carrier<Vec3>>,
    carriers2: Vec<Carrier<Vec2>>,
    warnings: Vec<String>,
    events: Vec<NamedEvent>,
    tally: Tally,
    hash: Fnv,
}

impl Runner {
    /// Reads the models and inserts all bodies.
    ///
    /// # Errors
    /// If a model cannot be read, a clip or layer does not exist, or something cannot be placed. The
    /// message names the place in the scene.
    pub fn new(scene: &Scene) -> Result<Self, SceneError> {
        let (content, context) = (scene.content(), SceneContext::of(scene));
        let clock = Clock::new(content.ticks_per_second);
        let owners = || content.names().map(|name| name.get_ref().clone()).collect();
        let (mut world3, mut world2) =
            (NamedWorld::new(context.layers, owners()), NamedWorld::new(context.layers, owners()));

        let mut models = Models::default();
        let mut actors = Vec::new();
        for entry in &content.actors {
            let rigged = Arc::new(RiggedModel::of(entry, &mut models, &context)?);
            actors.push(ActorBody::insert_into(entry, rigged, &context, clock, &mut world3)?);
        }
        let mut sprites = Vec::new();
        for entry in &content.sprites {
            sprites.push(SpriteBody::insert_into(entry, &context, clock, &mut world2)?);
        }
        let (mut colliders3, mut colliders2) = (Vec::new(), Vec::new());
        let (mut carriers3, mut carriers2) = (Vec::new(), Vec::new());
        let mut bodies = Vec::new();
        for entry in &content.colliders {
            bodies.push(match &entry.shape {
                ColliderShape::In3d(shape) => {
                    let Inserted { body, moving, carrier } =
                        collider::insert_into(entry, shape, &context, clock, &mut world3)?;
                    colliders3.extend(moving);
                    carriers3.extend(carrier);
                    Attacker::In3d(body)
                }
                ColliderShape::In2d(shape) => {
                    let Inserted { body, moving, carrier } =
                        collider::insert_into(entry, shape, &context, clock, &mut world2)?;
                    colliders2.extend(moving);
                    carriers2.extend(carrier);
                    Attacker::In2d(body)
                }
            });
        }
        if let Some(entry) = &content.level {
            level::insert_into(entry, &context, &mut world3, &mut models.warnings)?;
        }
        // In the order of `Content::names`; a level, the last of them, does not attack.
        let attackers = { actors.iter().map(Attacker::Actor) }
            .chain(sprites.iter().map(|sprite| Attacker::In2d(sprite.body())))
            .chain(bodies);
        let attackers: BTreeMap<_, _> =
            content.names().map(|name| name.get_ref().as_str()).zip(attackers).collect();
        for entry in &content.attacks {
            match attack::prepare(entry, &attackers, &context)? {
                (Dimension::In3d, attack) => world3.add_attack(attack),
                (Dimension::In2d, attack) => world2.add_attack(attack),
            }
        }

        let playing = actors.iter().map(ActorBody::playing_time).fold(None, longer);
        Ok(Self {
            file: context.source.file.clone(),
            clock,
            ticks: clock::last_tick(content, playing, context.source)?,
            world3,
            world2,
            actors,
            sprites,
            colliders3,
            colliders2,
            carriers3,
            carriers2,
            warnings: models.warnings,
            events: Vec::new(),
            tally: Tally::default(),
            hash: Fnv::new(),
        })
    }

    /// Warnings about the models' files: values that were read differently or left out, with their place.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Runs the next tick and returns its events; `None` after the last. The first is tick 0, at the
    /// initial positions.
    ///
    /// # Errors
    /// If something moves too far out, or a mover meets an obstacle of an unsupported kind. The scene
    /// cannot go on after that.
    pub fn step(&mut self) -> Result<Option<&[NamedEvent]>, SceneError> {
        if self.clock.next_tick() > self.ticks {
            return Ok(None);
        }
        self.events.clear();
        self.play().map_err(|RunError { name, problem }| SceneError::Run {
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

    /// Advances to the next tick and lists its events.
    fn play(&mut self) -> Result<(), RunError> {
        let later = self.clock.advance();
        let tick = self.clock.tick();
        self.world3.begin_attacks(tick)?;
        self.world2.begin_attacks(tick)?;
        if later {
            self.advance()?;
        }
        self.world3.step(tick, &mut self.events)?;
        self.world2.step(tick, &mut self.events)
    }

    /// Moves everything to its position at this tick.
    fn advance(&mut self) -> Result<(), RunError> {
        let clock = self.clock;
        for carrier in &self.carriers3 {
            carrier.advance(clock, &mut self.world3)?;
        }
        for carrier in &self.carriers2 {
            carrier.advance(clock, &mut self.world2)?;
        }
        self.actors.iter_mut().try_for_each(|actor| actor.advance(clock, &mut self.world3))?;
        self.sprites.iter_mut().try_for_each(|sprite| sprite.advance(clock, &mut self.world2))?;
        for collider in &mut self.colliders3 {
            collider.advance(clock, &mut self.world3)?;
        }
        let mut flat = self.colliders2.iter_mut();
        flat.try_for_each(|collider| collider.advance(clock, &mut self.world2))
    }

    /// The tick that was run last.
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.clock.tick()
    }

    /// The last tick of the scene.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// The world of the sprites and the 2D colliders, for queries and drawing.
    #[must_use]
    pub fn world2(&self) -> &World2 {
        self.world2.world()
    }

    /// The world of the actors and the 3D colliders, for queries and drawing.
    #[must_use]
    pub fn world3(&self) -> &World3 {
        self.world3.world()
    }

    /// The shapes of both colliders of an event, by its index in what [`step`](Self::step) returned last,
    /// where they are after that tick. `None` of an event between owners.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// # let scene = "ticks = 0\n[[sprite]]\nname = 'a'\nsize = [1, 1]\nposition = [0, 0]
    /// # [[sprite]]\nname = 'b'\nsize = [1, 1]\nposition = [1, 0]";
    /// # let scene = asunder_scene::Scene::from_toml(scene, "scene.toml").unwrap();
    /// # let mut runner = asunder_scene::Runner::new(&scene).unwrap();
    /// runner.step().unwrap();
    /// let Some(asunder_scene::PairOfShapes::In2d { a, b }) = runner.event_shapes(0) else { panic!() };
    /// assert!(a.intersects(&b) && !a.penetrates(&b), "they touch");
    /// assert!(runner.event_shapes(1).is_none(), "there is no second event");
    /// ```
    #[must_use]
    pub fn event_shapes(&self, index: usize) -> Option<PairOfShapes> {
        match index.checked_sub(self.world3.event_count()) {
            None => self.world3.event_shapes(index).map(|(a, b)| PairOfShapes::In3d { a, b }),
            Some(index) => {
                self.world2.event_shapes(index).map(|(a, b)| PairOfShapes::In2d { a, b })
            }
        }
    }

    /// The two colliders of these names, as they are now: each name is a collider's (`knight/head`) or an
    /// entry's (`knight`). Where a name means several, the pair is the nearest of all: the one that is
    /// deepest in one another, if any meet.
    ///
    /// # Errors
    /// If there is no collider of a name, or both are not in one dimension. The message lists the names.
    pub fn find_pair(&self, a: &str, b: &str) -> Result<NamedPair, String> {
        pair::find(self, a, b)
    }

    /// The name of a 2D collider; empty if it is not in [`world2`](Self::world2).
    #[must_use]
    pub fn name2(&self, id: ColliderId) -> &str {
        self.world2.name(id)
    }

    /// The name of a 3D collider; empty if it is not in [`world3`](Self::world3).
    #[must_use]
    pub fn name3(&self, id: ColliderId) -> &str {
        self.world3.name(id)
    }

    /// The names of the pairs in contact, in the order of the colliders: 3D first, then 2D.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.world3.pairs().chain(self.world2.pairs())
    }

    /// Calls `each` with the index of every actor and the vertices of each of its triangles in the current
    /// pose, for drawing.
    pub fn triangles(&self, mut each: impl FnMut(usize, [Vec3; 3])) {
        for (place, actor) in self.actors.iter().enumerate() {
            actor.triangles(&mut |corners| each(place, corners));
        }
    }

    /// The summary so far.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary {
            ticks: self.tick(),
            ticks_per_second: self.clock.per_second(),
            colliders: self.world3().colliders().count() + self.world2().colliders().count(),
            level_triangles: self.world3.level_triangles(),
            events: self.tally,
            in_contact: self.pairs().map(|(a, b)| (a.to_owned(), b.to_owned())).collect(),
            hash: self.hash.hex(),
        }
    }
}

/// The context in which entries of a scene are read.
#[derive(Clone, Copy)]
struct SceneContext<'a> {
    source: &'a Source,
    layers: &'a Layers,
    owners: &'a Owners,
}

impl<'a> SceneContext<'a> {
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

    /// The body options of the entry of a name.
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
