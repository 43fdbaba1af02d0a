//! Recording what a scene does, and placing what was recorded as rigs.

use super::Runner;
use super::named_world::{NamedWorld, RunError};
use crate::error::SceneError;
use asunder::glam::Vec3;
use asunder::history::Tick;
use asunder::recording::{Labels, RecordedWorld, SkinnedMesh};
use asunder::world::AttackId;
use asunder::{Affine3, Level, Mesh3, Recorder, Shape3, Vector};
use std::io::{self, Write};

/// What a recording holds of a scene's actors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActorForm {
    /// The shapes of their hitboxes: anybody can read them.
    #[default]
    Shapes,
    /// Model, clip, time and place: a small part of the size, but only [`Runner::place_rigs`] of the same
    /// scene gives the shapes back.
    Rigs,
}

/// Whether a recording holds the meshes of a scene's actors and the triangles of its level, for drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActorMeshes {
    /// No meshes: of a level, its hash.
    #[default]
    LeftOut,
    /// Each mesh once, and the places of its joints at every tick. A level is one with a single joint that
    /// stays at rest, so that its positions and triangles are the level's, bit for bit.
    Drawn,
}

/// A recorder of a scene's run.
///
/// ```
/// use asunder::glam::Vec2;
/// use asunder::history::Tick;
/// use asunder::Recording;
/// use asunder_scene::{ActorForm, ActorMeshes, Runner, Scene, SceneRecorder};
///
/// let mut runner = Runner::new(&Scene::demo())?;
/// let mut recorder = SceneRecorder::new(&runner, Vec::new(), ActorForm::Shapes, ActorMeshes::LeftOut);
/// while runner.step()?.is_some() {
///     recorder.record(&runner)?;
/// }
/// let bytes = recorder.finish()?;
/// let recording = Recording::read(&bytes)?;
/// assert_eq!(recording.ticks().next_back(), Some(Tick(runner.ticks().into())));
/// let last = recording.at(Tick(runner.ticks().into()))?;
/// assert_eq!(last.world::<Vec2>().unwrap().difference(runner.world2()), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SceneRecorder<W: Write> {
    recorder: Recorder<W>,
    form: ActorForm,
    /// For each actor the numbers of its meshes.
    meshes: Vec<Vec<u32>>,
    open: [Vec<AttackId>; 2],
}

impl<W: Write> SceneRecorder<W> {
    /// A recorder of a runner that has not stepped yet.
    #[must_use]
    pub fn new(runner: &Runner, output: W, form: ActorForm, meshes: ActorMeshes) -> Self {
        let mut recorder = Recorder::new(output, &runner.file, runner.clock.per_second());
        label(&runner.world3, &mut recorder);
        label(&runner.world2, &mut recorder);
        for actor in &runner.actors {
            let (body, rig) = actor.hitboxes();
            for (part, hitbox) in (0..).zip(rig.hitboxes()) {
                let id = body.collider(part);
                let bone = rig.bones()[usize::from(hitbox.bone)].name.as_str();
                let labels = Labels::new(runner.name3(id)).bone(bone);
                recorder.label::<Vec3>(id, &labels.region(rig.label(usize::from(part))));
            }
        }
        let meshes_of_actors = match meshes {
            ActorMeshes::LeftOut => Vec::new(),
            ActorMeshes::Drawn => runner
                .actors
                .iter()
                .map(|actor| actor.meshes().iter().map(|mesh| recorder.mesh(mesh)).collect())
                .collect(),
        };
        if let (ActorMeshes::Drawn, Some((id, Level::Mesh(mesh)))) = (meshes, runner.world3.level())
        {
            let mesh = recorder.mesh(&at_rest(mesh));
            recorder.skin::<Vec3>(id.body, mesh, &[Affine3::identity()]);
        }
        let meshes = meshes_of_actors;
        Self { recorder, form, meshes, open: [Vec::new(), Vec::new()] }
    }

    /// Records the tick that the runner stepped last.
    ///
    /// # Errors
    /// If the output cannot be written, or the tick was recorded already.
    pub fn record(&mut self, runner: &Runner) -> io::Result<()> {
        if self.form == ActorForm::Rigs {
            for actor in &runner.actors {
                self.recorder.rig(actor.hitboxes().0, Some(&actor.rig_pose()));
            }
        }
        for (actor, meshes) in runner.actors.iter().zip(&self.meshes) {
            for (mesh, joints) in meshes.iter().zip(actor.joint_maps()) {
                self.recorder.skin(actor.hitboxes().0, *mesh, &joints);
            }
        }
        let tick = Tick(runner.tick().into());
        let [open3, open2] = &mut self.open;
        record(&runner.world3, tick, open3, &mut self.recorder)?;
        record(&runner.world2, tick, open2, &mut self.recorder)
    }

    /// Writes the end of the recording; returns the output.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.recorder.finish()
    }
}

impl<W: Write + Send + 'static> SceneRecorder<W> {
    /// This recorder, which from now on encodes and writes on a thread of its own: see
    /// [`Recorder::on_thread`].
    ///
    /// # Errors
    /// If the system starts no thread.
    pub fn on_thread(self) -> io::Result<Self> {
        let recorder = self.recorder.on_thread()?;
        Ok(Self { recorder, ..self })
    }
}

/// A mesh with one joint.
fn at_rest(mesh: &Mesh3) -> SkinnedMesh<Vec3> {
    SkinnedMesh {
        positions: mesh.vertices().collect(),
        triangles: mesh.triangles().collect(),
        joints: vec![[0; 4]; mesh.vertex_count()],
        weights: vec![[1.0, 0.0, 0.0, 0.0]; mesh.vertex_count()],
    }
}

fn label<V: Vector, W: Write>(world: &NamedWorld<V>, recorder: &mut Recorder<W>) {
    for id in world.world().colliders() {
        recorder.label::<V>(id, &Labels::new(world.name(id)));
    }
}

/// Records a world, unless it is empty.
fn record<V: Vector, W: Write>(
    world: &NamedWorld<V>,
    tick: Tick,
    open: &mut Vec<AttackId>,
    recorder: &mut Recorder<W>,
) -> io::Result<()> {
    if world.world().colliders().next().is_none() {
        return Ok(());
    }
    let attacks: Vec<_> = world.attacks_of_step().collect();
    open.retain(|&id| {
        let lasts = attacks.iter().any(|attack| attack.0 == id);
        if !lasts {
            recorder.end_attack::<V>(id);
        }
        lasts
    });
    for (id, owner, colliders) in attacks {
        if !open.contains(&id) {
            open.push(id);
            recorder.begin_attack::<V>(id, owner, colliders);
        }
    }
    world.moves().iter().for_each(|moved| recorder.moved(moved));
    recorder.record(tick, world.world())
}

impl Runner {
    /// Gives the colliders of actors that were recorded as [rigs](ActorForm::Rigs) their shapes: this runner
    /// is of the scene that was recorded.
    ///
    /// # Errors
    /// If a rig is none of the scene's, plays an unknown clip, or cannot be placed.
    pub fn place_rigs(&self, world: &mut RecordedWorld<Vec3>) -> Result<(), SceneError> {
        let mut shapes: Vec<Shape3> = Vec::new();
        for (body, pose) in &world.rigs {
            let actor = self.actors.iter().find(|actor| actor.hitboxes().0 == *body);
            let placed = match actor {
                Some(actor) => actor.place_rig(pose, &mut shapes),
                None => Err(RunError::new(&body.to_string(), "no actor of the scene is this rig")),
            };
            placed.map_err(|RunError { name, problem }| SceneError::Run {
                file: self.file.clone(),
                tick: self.tick(),
                name,
                problem,
            })?;
            let parts = world.colliders.iter_mut().filter(|collider| collider.id.body == *body);
            for (collider, shape) in parts.zip(shapes.drain(..)) {
                collider.shape = Some(shape);
            }
        }
        Ok(())
    }
}
