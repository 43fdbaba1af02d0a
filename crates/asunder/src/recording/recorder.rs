//! Writing a recording: what a recorder is asked for, and who encodes it.

use super::Labels;
use super::blocks::BlockKind;
use super::bytes::{put_string, put_uint};
use super::capture::Capture;
use super::encoder::{Encoder, Work};
use super::recorded::{RecordedAttack, RecordedMove, RecordedQuery, RigPose, SkinnedMesh};
use super::track::put_mesh;
use super::writing_thread::WritingThread;
use crate::history::{ShotClaim, ShotVerdict, Tick};
use crate::skin::{Skin, SkinError};
use crate::space::{Affine, Vector};
use crate::world::{AttackId, BodyId, ColliderId, World};
use glam::Vec3;
use std::io::{self, Write};

/// Writes what happens in worlds, tick by tick, into a `Vec<u8>`, a file, or whatever else takes bytes.
///
/// A tick is: step the world, note queries, motions and shots as they are made, then
/// [`record`](Self::record) the world. What is noted belongs to the tick that is recorded next. A recorder
/// takes a world in 3D, one in 2D, or one of each. [`finish`](Self::finish) writes the last block, without
/// which a recording cannot be read.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::recording::{Labels, RecordedQuestion, RecordedQuery};
/// use asunder::{Recorder, Recording};
///
/// let mut world = World2::new();
/// let coin = world.insert(Sphere2::new([3.0, 0.0], 1.0), BodyKind::Fixed)?;
/// let player = world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Moving)?;
/// let mut recorder = Recorder::new(Vec::new(), "a coin", 60);
/// recorder.label::<asunder::glam::Vec2>(coin.collider(0), &Labels::new("coin"));
/// for tick in 0..3 {
///     world.set_body_pose(player, &Pose2::from_translation([tick as f32, 0.0]))?;
///     world.step();
///     let look = Ray2::new([tick as f32, 0.0], [1.0, 0.0]);
///     let seen = world.view().ray(&look).first();
///     recorder.query(&RecordedQuery::new(RecordedQuestion::Line, look, &seen));
///     recorder.record(Tick(tick), &world)?;
/// }
/// let bytes = recorder.finish()?;
///
/// let recording = Recording::read(&bytes)?;
/// let tick = recording.at(Tick(1))?;
/// let then = tick.world::<asunder::glam::Vec2>().unwrap();
/// assert_eq!(then.events.len(), 1, "touching counts");
/// assert_eq!(&*then.collider(coin.collider(0)).unwrap().labels.name, "coin");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recorder<W: Write> {
    capture: Capture,
    destination: Destination<W>,
}

/// Who encodes what was captured, and writes it.
#[derive(Debug)]
enum Destination<W: Write> {
    Here(Box<Encoder>, W),
    Thread(WritingThread<W>),
}

impl<W: Write> Recorder<W> {
    /// A recorder that writes to `output`: a title, and how many ticks there are in a second.
    #[must_use]
    pub fn new(output: W, title: &str, ticks_per_second: u32) -> Self {
        let mut capture = Capture::default();
        let mut about = Vec::new();
        put_string(&mut about, title);
        put_uint(&mut about, ticks_per_second.into());
        capture.work.push(Work::Block(BlockKind::About, about));
        Self { capture, destination: Destination::Here(Box::default(), output) }
    }

    /// Names a collider of the world of a dimension, its bone and its region.
    pub fn label<V: Vector>(&mut self, id: ColliderId, labels: &Labels) {
        V::track(&mut self.capture.tracks).label(id, labels, &mut self.capture.strings);
    }

    /// Records a body as a rig from now on: by what places it, instead of by its shapes. `None` records its
    /// shapes again.
    ///
    /// Whoever reads the recording has to place it to the same shapes; the hash of a tick shows whether they
    /// did.
    pub fn rig<V: Vector>(&mut self, body: BodyId, pose: Option<&RigPose<V>>) {
        V::track(&mut self.capture.tracks).rig(body, pose, &mut self.capture.strings);
    }

    /// Adds a mesh to draw over bodies; returns its number for [`skin`](Self::skin).
    pub fn mesh<V: Vector>(&mut self, mesh: &SkinnedMesh<V>) -> u32 {
        let mut content = Vec::new();
        put_mesh(&mut content, mesh);
        self.capture.work.push(Work::Block(BlockKind::Mesh, content));
        self.capture.meshes += 1;
        self.capture.meshes - 1
    }

    /// Draws a mesh over a body from now on, with the maps of its joints from the mesh as modelled to the
    /// world.
    pub fn skin<V: Vector>(&mut self, body: BodyId, mesh: u32, joints: &[Affine<V>]) {
        V::track(&mut self.capture.tracks).skin(body, mesh, joints);
    }

    /// Records the [skin](Skin) of a body from now on, in the pose of these skinning matrices, which map to the
    /// world: what a [`History`](crate::History3::record_skin) is given, so that shots that were noted can be
    /// validated again.
    ///
    /// As of a level, a recording holds the [hash](Skin::hash) of a skin, not its triangles;
    /// [`RecordedSkinPose::posed`](super::RecordedSkinPose::posed) finds it again. A body has a skin once: the same
    /// one changes its pose, others come beside it. Nothing is drawn of it: [`skin`](Self::skin) is for that.
    ///
    /// ```
    /// use asunder::glam::Vec3;
    /// use asunder::prelude::*;
    /// use asunder::recording::RecordingError;
    /// use asunder::{Affine3, Recorder, Recording, Skin};
    ///
    /// let skin = Skin::try_new([[0.0; 3]], [[(0, 1.0)]], [[0, 0, 0]])?;
    /// let mut world = World3::new();
    /// let body = world.insert(Sphere3::new([0.0; 3], 1.0), BodyKind::Moving)?;
    /// let mut recorder = Recorder::new(Vec::new(), "one skin", 60);
    /// recorder.record_skin(body, &skin, &[Affine3::identity()])?;
    /// recorder.record(Tick(0), &world)?;
    /// let bytes = recorder.finish()?;
    ///
    /// let tick = Recording::read(&bytes)?.at(Tick(0))?;
    /// let pose = &tick.world::<Vec3>().unwrap().skin_poses[0];
    /// assert_eq!((pose.body, pose.skin), (body, skin.hash()));
    /// let skins = [skin];
    /// assert!(pose.posed(&skins)?.triangle(0).is_some());
    /// let hash = pose.skin;
    /// assert_eq!(pose.posed(&[]).unwrap_err(), RecordingError::NoSkin { hash });
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the matrices are no pose of the skin.
    pub fn record_skin(
        &mut self,
        body: BodyId,
        skin: &Skin,
        matrices: &[Affine<Vec3>],
    ) -> Result<(), SkinError> {
        skin.posed(matrices)?;
        let Capture { tracks, work, meshes, skins, .. } = &mut self.capture;
        let number = *skins.or_insert_with(skin.hash(), || {
            work.push(Work::Block(BlockKind::Skin, skin.hash().to_le_bytes().to_vec()));
            *meshes += 1;
            *meshes - 1
        });
        tracks.in_3d.skin(body, number, &matrices[..skin.joint_count()]);
        Ok(())
    }

    /// Notes an attack that [began](World::begin_attack), until it [ends](Self::end_attack).
    pub fn begin_attack<V: Vector>(&mut self, id: AttackId, owner: u64, colliders: &[ColliderId]) {
        let attack = RecordedAttack { id, owner, colliders: colliders.to_vec() };
        V::track(&mut self.capture.tracks).begin_attack(attack);
    }

    /// Notes the end of an attack.
    pub fn end_attack<V: Vector>(&mut self, id: AttackId) {
        V::track(&mut self.capture.tracks).end_attack(id);
    }

    /// Notes a query and what it found.
    pub fn query<V: Vector>(&mut self, query: &RecordedQuery<V>) {
        V::track(&mut self.capture.tracks).query(query);
    }

    /// Notes a motion of a mover.
    pub fn moved<V: Vector>(&mut self, moved: &RecordedMove<V>) {
        V::track(&mut self.capture.tracks).moved(moved);
    }

    /// Notes a shot as it was claimed, and the verdict.
    pub fn shot<V: Vector>(&mut self, shot_claim: &ShotClaim<V>, verdict: &ShotVerdict) {
        V::track(&mut self.capture.tracks).shot(shot_claim, verdict);
    }

    /// Records a world after the step of a tick: once for each tick and dimension, at rising ticks.
    ///
    /// It takes time in the order of the world's size: it looks at every shape, and writes those that moved.
    ///
    /// # Errors
    /// If the output cannot be written, or the tick is not after those before, or the world was recorded at
    /// it already ([`InvalidInput`](io::ErrorKind::InvalidInput)). [On a thread](Self::on_thread) an output that
    /// cannot be written is reported some ticks later, by [`finish`](Self::finish) at the latest.
    pub fn record<V: Vector>(&mut self, tick: Tick, world: &World<V>) -> io::Result<()> {
        V::capture_world(&mut self.capture, tick, world)?;
        self.pass_on()
    }

    /// Writes the last blocks; returns the output.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.capture.work.push(Work::Finish);
        self.pass_on()?;
        match self.destination {
            Destination::Here(_, mut output) => {
                output.flush()?;
                Ok(output)
            }
            Destination::Thread(thread) => thread.join(),
        }
    }

    /// Gives what was captured to whoever encodes it.
    fn pass_on(&mut self) -> io::Result<()> {
        let Self { capture, destination } = self;
        match destination {
            Destination::Here(encoder, output) => {
                for mut work in capture.work.drain(..) {
                    encoder.encode(&mut work);
                    capture.tracks.reuse(work);
                }
                encoder.write_to(output)
            }
            Destination::Thread(thread) => {
                thread.take_spent(&mut capture.tracks);
                capture.work.drain(..).try_for_each(|work| thread.send(work))
            }
        }
    }
}

impl<W: Write + Send + 'static> Recorder<W> {
    /// This recorder, which from now on encodes and writes on a thread of its own.
    ///
    /// [`record`](Self::record) then only reads the world and keeps its numbers, and waits where 64 ticks are
    /// not encoded yet. The bytes are the same. A recorder that is dropped before it
    /// [finishes](Self::finish) ends its thread.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::{Recorder, Recording};
    ///
    /// let mut recorder = Recorder::new(Vec::new(), "a still world", 60).on_thread()?;
    /// for tick in 0..100 {
    ///     recorder.record(Tick(tick), &World3::new())?;
    /// }
    /// let bytes = recorder.finish()?;
    /// assert_eq!(Recording::read(&bytes)?.ticks().count(), 100);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the system starts no thread, as in a browser.
    pub fn on_thread(self) -> io::Result<Self> {
        let destination = match self.destination {
            Destination::Here(encoder, output) => {
                Destination::Thread(WritingThread::start(encoder, output)?)
            }
            thread @ Destination::Thread(_) => thread,
        };
        Ok(Self { destination, ..self })
    }
}
