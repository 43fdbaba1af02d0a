//! Recordings of a world: what `asunder view` opens.

use crate::plugin::AsunderSystems;
use crate::space::Space;
use crate::world::{CollisionWorld, Note};
use asunder::Recorder;
use asunder::history::Tick;
use asunder::recording::Labels;
use asunder::world::BodyId;
use bevy_app::{App, AppExit, FixedPostUpdate, Last, Plugin, PostUpdate};
use bevy_ecs::change_detection::ResMut;
use bevy_ecs::message::MessageReader;
use bevy_ecs::name::Name;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs as _;
use bevy_ecs::system::Query;
use bevy_math::{Vec2, Vec3};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Records every step of a world into a file, which `asunder view` shows in a browser: colliders with the
/// names of their entities, events, contacts, walks.
///
/// The file is whole when the app exits, or when [`WorldRecorder::finish`] is called or the resource is
/// dropped. Add it after the [`AsunderPlugin`](crate::AsunderPlugin) of the same space.
#[derive(Clone, Debug)]
pub struct RecorderPlugin<V: Space = Vec3> {
    path: PathBuf,
    title: String,
    ticks_per_second: u32,
    space: core::marker::PhantomData<V>,
}

/// Records the world in the plane of x and y.
pub type RecorderPlugin2 = RecorderPlugin<Vec2>;
/// Records the world in space.
pub type RecorderPlugin3 = RecorderPlugin<Vec3>;

impl<V: Space> RecorderPlugin<V> {
    /// Records to a file, which is replaced; the extension is `.asndrc`. A second has 60 steps, unless
    /// [`ticks_per_second`](Self::ticks_per_second) says otherwise.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let (path, space) = (path.into(), core::marker::PhantomData);
        Self { path, title: String::from("a game"), ticks_per_second: 60, space }
    }

    /// The same with a title.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// The same with the number of steps in a second: 64 in Bevy's fixed updates.
    #[must_use]
    pub fn ticks_per_second(self, ticks_per_second: u32) -> Self {
        Self { ticks_per_second, ..self }
    }
}

impl<V: Space> Plugin for RecorderPlugin<V> {
    /// If the file cannot be created, that is an error in the log, and nothing is recorded.
    fn build(&self, app: &mut App) {
        match File::create(&self.path) {
            Ok(file) => {
                let output: Box<dyn Write + Send + Sync> = Box::new(BufWriter::new(file));
                let recorder = Recorder::new(output, &self.title, self.ticks_per_second);
                app.insert_resource(WorldRecorder::<V> {
                    recorder: Some(recorder),
                    path: self.path.clone(),
                    named: BTreeSet::new(),
                    space: core::marker::PhantomData,
                });
            }
            Err(error) => {
                log::error!(
                    "{}: cannot be created ({error}); nothing is recorded; expected a path in a folder that \
                     can be written",
                    self.path.display()
                );
                return;
            }
        }
        if let Some(mut world) = app.world_mut().get_resource_mut::<CollisionWorld<V>>() {
            world.notes = Some(Vec::new());
        }
        // One of the two steps the world, and a step is recorded once.
        app.add_systems(PostUpdate, record::<V>.after(AsunderSystems::Step))
            .add_systems(FixedPostUpdate, record::<V>.after(AsunderSystems::Step))
            .add_systems(Last, finish_at_exit::<V>);
    }
}

/// What records a world, as a resource.
#[derive(Resource)]
pub struct WorldRecorder<V: Space = Vec3> {
    recorder: Option<Recorder<Box<dyn Write + Send + Sync>>>,
    path: PathBuf,
    /// The bodies that have their names.
    named: BTreeSet<BodyId>,
    space: core::marker::PhantomData<V>,
}

impl<V: Space> core::fmt::Debug for WorldRecorder<V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("WorldRecorder")
            .field("path", &self.path)
            .field("records", &self.recorder.is_some())
            .finish()
    }
}

impl<V: Space> WorldRecorder<V> {
    /// The core's recorder, for notes of queries and shots; they belong to the step that is recorded next.
    /// `None` after [`finish`](Self::finish).
    pub fn core_mut(&mut self) -> Option<&mut Recorder<Box<dyn Write + Send + Sync>>> {
        self.recorder.as_mut()
    }

    /// Ends the recording and writes what is left of it. A second call does nothing.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        match self.recorder.take() {
            Some(recorder) => recorder.finish().map(|_| ()),
            None => Ok(()),
        }
    }

    fn finish_or_log(&mut self) {
        if let Err(error) = self.finish() {
            log::error!("{}: the recording is not whole: {error}", self.path.display());
        }
    }
}

impl<V: Space> Drop for WorldRecorder<V> {
    fn drop(&mut self) {
        self.finish_or_log();
    }
}

fn record<V: Space>(
    recording: Option<ResMut<'_, WorldRecorder<V>>>,
    world: Option<ResMut<'_, CollisionWorld<V>>>,
    names: Query<'_, '_, &Name>,
) {
    let Some(mut world) = world else { return };
    let world = &mut *world;
    // Once a recording has ended, nobody reads notes.
    let Some(mut recording) = recording else {
        world.notes = None;
        return;
    };
    let WorldRecorder { recorder: Some(recorder), named, path, .. } = &mut *recording else {
        world.notes = None;
        return;
    };
    let steps = world.core().steps();
    if steps == world.recorded_steps {
        return;
    }
    world.recorded_steps = steps;
    for note in world.notes.get_or_insert_default().drain(..) {
        match note {
            Note::Moved(moved) => recorder.moved(&moved),
            Note::AttackBegan(id, owner, colliders) => {
                recorder.begin_attack::<V>(id, owner, &colliders);
            }
            Note::AttackEnded(id) => recorder.end_attack::<V>(id),
        }
    }
    for (&id, owner) in &world.owners {
        if !named.insert(id) {
            continue;
        }
        let name_of = |entity| names.get(entity).map(|name| name.as_str().to_owned());
        let name = name_of(owner.entity).unwrap_or_else(|_| owner.entity.to_string());
        for part in world.parts_of_body(id) {
            let mut labels = Labels::new(name.as_str());
            if let Some(bone) = part.bone {
                let region = world.region(&part).unwrap_or_default();
                labels = labels.bone(name_of(bone).unwrap_or_default()).region(region);
            }
            recorder.label::<V>(part.collider, &labels);
        }
    }
    if let Err(error) = recorder.record(Tick(steps), world.core()) {
        log::error!("{}: the recording ends at step {steps}: {error}", path.display());
        recording.recorder = None;
    }
}

fn finish_at_exit<V: Space>(
    recording: Option<ResMut<'_, WorldRecorder<V>>>,
    mut exits: MessageReader<'_, '_, AppExit>,
) {
    if exits.read().next().is_some()
        && let Some(mut recording) = recording
    {
        recording.finish_or_log();
    }
}
