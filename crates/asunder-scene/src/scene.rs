//! Scene files.

mod collider_shape;
mod entries;
mod level;
mod numbers;
mod owners;
mod walking;

use crate::error::{SceneError, Source};
use crate::file;
use asunder::world::{Layers, Response};
use asunder_fit::read_toml;
use entries::{LayerTable, ResponseName};
use std::path::Path;

pub(crate) use collider_shape::ColliderShape;
pub(crate) use entries::{Actor, Attack, Clips, Collider, Content, Sprite, Weapon};
pub(crate) use level::Level;
pub(crate) use numbers::Finite;
pub(crate) use owners::Owners;
pub(crate) use walking::{Carry, Numbers, Walk};

/// A scene as a file describes it: actors, sprites and colliders, and their motion.
///
/// Scenes are TOML. Every entry but an attack has a `name`; all else but what is marked *required*
/// may be left out. 3D and 2D live side by side and do not meet.
///
/// ```toml
/// seconds = 2.0             # or ticks = 120; without either, until every actor has done its clips
/// ticks_per_second = 60     # this is what is taken if left out
///
/// [layers]                  # besides the layer "default"; two layers touch until said otherwise
/// names = ["fighter", "wall", "walker"]
/// responses = [["fighter", "fighter", "overlap"], ["walker", "wall", "block"]]
///                           # ignore, touch, overlap or block; see asunder::world::Response
///
/// [level]                   # what is solid in a glTF file: `asunder inspect --level map.glb` tells; or, above
///                           # all tables, level = "map.glb", or level = { model = "map.glb", layer = "wall" }
/// name = "map"              # "level"; its hulls are called map/tower and so on
/// model = "map.glb"         # required: from the scene's folder; or builtin = "dungeon"
/// layer = "wall"            # "default"
/// ignore = ["walker"]       # as of an actor
/// owner = "king"            # nobody's
///
/// [[actor]]                 # an animated character; hitboxes are fitted to its bones
/// name = "knight"           # its hitboxes are called knight/head and so on
/// model = "knight.glb"      # required: a glTF file, from the scene's folder; or builtin = "fighter"
/// clip = "Idle"             # over and over; or clips = ["Idle", "Walk"], one after another and over
///                           # again; or clips = "all"; without any, the pose of rest
/// start_seconds = 0.5       # how far into its clips it is at the start
/// hitboxes = "fitted"       # or "file": the colliders in the model's file; or "knight.toml": a rig, as
///                           # `asunder fit -o` writes it, on the nodes of the same names; or those of
///                           # another model, or of a .qc of Source, by its name, in the scene's folder
///                           # or below it
/// without = ["Cape"]        # nodes that get no fitted hitboxes, nor what hangs on them
/// only = ["hips"]           # the nodes that get some, with all that hangs on them; if left out, all
/// regions = { "Bone.012" = "hand.l" }    # regions of bones, for fitted hitboxes: bones of one region share
///                           # a hitbox
/// hitbox_scale = 1.0        # what a unit of a .qc is in the model's: 0.0254 from inches to metres
/// hitbox_rotation = [0, 0, 0, 1]    # from the axes of a .qc's bones to those of the model's
/// attack = ["hand.r"]       # hitboxes that hit, by the names they have in events; all others can be
/// hurt = ["head"]           # hit, but for what the file says of them; these in any case
/// layer = "fighter"         # "default"
/// attack_layer = "blade"    # of the hitboxes that hit; if left out, the layer of the others
/// ignore = ["wall"]         # layers that pass through it, whatever the responses say
/// owner = "king"            # "knight": whose it is; see below
/// position = [0, 0, 0]
/// yaw_degrees = 90          # about y, from z towards x; or rotation = [x, y, z, w]
/// scale = 1.0
/// velocity = [0, 0, 0]      # per second
/// mover = false             # true: see below
///                           # [actor.walk] has the keys of [collider.walk]: it walks, see below
///
/// [[actor.weapon]]          # held by the actor above; its hitboxes are called knight/sword
/// name = "sword"
/// model = "sword.glb"       # required: its pose of rest
/// bone = "hand.r"           # required: a node of the actor's model
/// position = [0, 0, 0]      # in the bone's own space
/// rotation = [0, 0, 0, 1]
/// scale = 1.0
/// hitboxes = "fitted"       # or "file": then called knight/sword.blade, where the file has regions
/// role = "attack"           # or "hurt", "push"
///
/// [[sprite]]                # a 2D box
/// name = "coin"
/// size = [16, 16]           # required: before scaling
/// pivot = [0.5, 0.5]        # the point, in fractions of the size, that is placed and turned about
/// position = [0, 0]
/// degrees = 0               # from x towards y
/// scale = [1, 1]
/// velocity = [0, 0]         # per second
/// spin_degrees = 0          # per second
/// layer = "fighter"         # "default"
/// ignore = ["wall"]         # as of an actor
/// owner = "purse"           # nobody's
///                           # [sprite.walk] has the keys of [collider.walk]: it walks, see below
///
/// [[collider]]              # a shape, in 2D or 3D, as `asunder query` writes it
/// name = "wall"
/// shape = { aabb = { min = [0, 0, 0], max = [1, 3, 1] } }    # required
/// layer = "wall"            # "default"
/// ignore = ["walker"]       # as of an actor
/// owner = "king"            # nobody's
/// fixed = true              # false; planes and half-spaces are always fixed. Two fixed ones never
///                           # pair
/// velocity = [0, 0, 0]      # per second
/// mover = false             # true: see below
/// surface_velocity = [0, 0, 0]      # per second: of a conveyor, which takes along who walks on it
///
/// [[collider]]
/// name = "hero"
/// shape = { capsule = { a = [4, 0.4, 0], b = [4, 1.4, 0], radius = 0.4 } }
///
/// [collider.walk]           # the collider above walks: see below
/// velocity = [3, 0, 0]      # required: per second, relative to what it stands on
/// then = [{ from_tick = 90, velocity = [0, 0, 3] }]      # what it is from a tick on
/// gravity = 15              # 0; against `up`, per second and second
/// jump_speed = 6            # 0
/// jump_ticks = [30]         # when it jumps, if it stands on something then
/// up = [0, 1, 0]            # the y axis; zeros where nothing is up, as seen from above
/// step_height = 0.3         # 0: how high a ledge it climbs
/// max_slope = 45            # in degrees: the steepest floor
/// snap = 0.3                # 0: how far down it is led to keep standing
/// ledge = 0                 # how far it goes past a corner that stands out of a wall
/// keep_speed = false        # true: a slope takes nothing from its speed
/// max_slides = 6            # how often it turns in a tick
/// yields = "walker"         # or "met": who gives way where two walk into one another
///
/// [[collider]]
/// name = "lift"
/// shape = { aabb = { min = [6, -1, 0], max = [8, 0, 1] } }
///
/// [collider.carry]          # the collider above takes along who stands on it: see below
/// path = [[0, 3, 0]]        # displacements from its start, to which it goes one after another
/// speed = 1                 # required with a path: per second
/// wait_seconds = 2          # 0; at each end of the path, and at each point of it
/// once = false              # true: it stays at the last; else it goes back, over and over
/// spin_degrees = 0          # per second; in 3D about y, from z towards x
/// pivot = [7, 0, 0.5]       # about what it turns, at its start; the middle of the box around it
///
/// [[attack]]                # what hits, for some ticks: see below
/// by = "knight"             # required: an actor, a sprite or a collider
/// hitboxes = ["hand.r"]     # of an actor, by the names they have in events; if left out, all those
///                           # that hit
/// from_tick = 30            # required: the first tick in which it can hit
/// until_tick = 45           # the last one; if left out, the scene's last
/// rehit_after = 10          # after how many ticks it hits a victim again; never, if left out
/// ```
///
/// A *level* is fixed, in 3D, and where its file has it, as `asunder inspect --level` lists it: all triangles that are solid are
/// one body, and each hull that is solid is a collider. What walks, walks on it where its layer blocks; rays and attacks hit it; events with it
/// tell the triangle, and the node of the file that it belongs to. What in the file moves stands still, and says so.
///
/// An `owner` is an actor, a sprite or a collider that belongs to nobody else. What belongs to one
/// owner ignores each other, the owner included. An actor that has none is its own; other entries
/// that have none are nobody's, but for those that own something, which are their own, too.
///
/// An *attack* is swept from tick to tick, turning included: the middle of each box goes straight,
/// and the box turns about it. (A blade that turns about its hilt by much in one tick thereby cuts the
/// corner: give it more ticks.) It hits all that its layers do not [ignore](asunder::world::Response::Ignore), but nothing
/// of its owner's. Each owner, and each entry that is nobody's, is one victim and hit once: where it
/// was met first. See [`begin_attack`](asunder::world::World::begin_attack).
///
/// A *mover* stops where it would begin to penetrate what blocks it: colliders on layers that
/// respond to its own with `block`. A collider that is a mover is an `aabb` or an `obb`. An actor
/// that is one moves as a single box around the model at rest, called by the actor's name: that box
/// meets what blocks, and the hitboxes, which go along, meet everything else.
///
/// What *walks* slides along what blocks it, over steps, down slopes, and stands on floors: an `aabb`, an
/// `obb`, a `sphere` or a `capsule`, a sprite, or the box of an actor, as of a mover; see
/// [`walk_body`](asunder::world::World::walk_body), whose options the keys are. Its velocity along `up` is its own:
/// gravity and jumps are added to the one in the file. An actor that walks keeps its heading, and a sprite its
/// angle.
///
/// What *carries* takes along who walks and stands on it, and pushes who is in its way and blocks it. Where
/// there is no room it is `crushed`, which is told once until it is free again; the carrier goes on. See
/// [`carry`](asunder::world::World::carry). What has a `velocity` of its own goes back to its course.
///
/// Where something is at a tick is computed from the start, not from the tick before, so nothing
/// drifts; movers and what walks alone go step by step. In a tick carriers move first, then actors, then sprites, then colliders, each in the
/// order of the file: a mover meets those after it where they were the tick before. A number of the
/// file is read as `f64`, as TOML defines, and rounded once more to `f32`.
///
/// A scene may come from anybody: what would take all memory, or more than some seconds a tick, is
/// refused by name. A level has at most a million triangles. There are at most 100,000 colliders in 3D, and as many in 2D; a `convex_hull` has
/// at most 64 points, all of a space 1,024, and those that attack in a tick 16; at most 500,000 contacts last at once; and the hitboxes of open attacks, times
/// the colliders of their space, are at most a million; walkers have at most 20,000 colliders near them in a tick. A model may lie anywhere, as it is shown in no
/// message; what `hitboxes` names may not, as messages quote a line of it.
#[derive(Debug)]
pub struct Scene {
    source: Source,
    content: Content,
    layers: Layers,
    owners: Owners,
}

impl Scene {
    /// Reads a scene file.
    ///
    /// # Errors
    /// If the file cannot be read, is no regular file or larger than 8 MiB, or is not a scene. Files that it
    /// refers to are read by [`Runner::new`](crate::Runner::new).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, SceneError> {
        let path = path.as_ref();
        let failed = |cause| SceneError::Io { file: path.display().to_string(), cause };
        let text = file::read_text(path).map_err(failed)?;
        Self::from_toml(&text, path)
    }

    /// Reads a scene from text. `path` names it in messages, and files that it refers to are relative to
    /// that path's folder.
    ///
    /// # Errors
    /// If the text is not a scene.
    pub fn from_toml(text: &str, path: impl AsRef<Path>) -> Result<Self, SceneError> {
        let path = path.as_ref();
        let source = Source {
            file: path.display().to_string(),
            folder: path.parent().unwrap_or(Path::new("")).to_owned(),
            text: text.to_owned(),
        };
        let content: Content =
            read_toml(text).map_err(|(place, problem)| source.invalid(place, problem))?;
        content.check_names(&source)?;
        let layers = layers(&content.layers, &source)?;
        let owners = Owners::of(&content, &source)?;
        Ok(Self { source, content, layers, owners })
    }

    /// The scene that `asunder demo` shows: a punch and a kick that land, a walker who climbs a step, slides
    /// along a wall and rides a lift, and sprites that turn into one another.
    ///
    /// ```
    /// assert!(asunder_scene::Runner::new(&asunder_scene::Scene::demo()).is_ok());
    /// ```
    ///
    /// # Panics
    /// Never: the scene is part of the program, and tests read it.
    #[must_use]
    pub fn demo() -> Self {
        Self::from_toml(include_str!("../scenes/demo.toml"), "demo.toml")
            .expect("tests read the built-in scene")
    }

    /// Every key of a scene file with what it means, as a TOML file: what the [documentation of a
    /// scene](Self) shows.
    ///
    /// ```
    /// assert!(asunder_scene::Scene::keys().contains("[[actor.weapon]]"));
    /// ```
    #[must_use]
    pub fn keys() -> String {
        let documentation = include_str!("scene.rs").lines().filter_map(|line| {
            line.strip_prefix("///").map(|text| text.strip_prefix(' ').unwrap_or(text))
        });
        let block = documentation.skip_while(|line| *line != "```toml").skip(1);
        block.take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect()
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    pub(crate) fn content(&self) -> &Content {
        &self.content
    }

    pub(crate) fn layers(&self) -> &Layers {
        &self.layers
    }

    pub(crate) fn owners(&self) -> &Owners {
        &self.owners
    }
}

fn layers(table: &LayerTable, source: &Source) -> Result<Layers, SceneError> {
    let mut layers = Layers::new();
    for name in &table.names {
        layers =
            layers.layer(name.get_ref()).map_err(|error| source.invalid(name.span(), error))?;
    }
    for (a, b, response) in &table.responses {
        for name in [a, b] {
            layers.id(name.get_ref()).map_err(|error| source.invalid(name.span(), error))?;
        }
        let response = match response {
            ResponseName::Ignore => Response::Ignore,
            ResponseName::Touch => Response::Touch,
            ResponseName::Overlap => Response::Overlap,
            ResponseName::Block => Response::Block,
        };
        layers = layers
            .respond(a.get_ref(), b.get_ref(), response)
            .map_err(|error| source.invalid(a.span(), error))?;
    }
    Ok(layers)
}
