//! What a scene's recording reads back.

use asunder::Recording;
use asunder::glam::{Vec2, Vec3};
use asunder::recording::{RecordedTick, RecordedWorld};
use asunder_scene::{ActorForm, ActorMeshes, EventKind, Runner, Scene, SceneRecorder};

fn recorded(scene: &Scene, form: ActorForm, meshes: ActorMeshes) -> Vec<u8> {
    let mut runner = Runner::new(scene).unwrap();
    let mut recorder = SceneRecorder::new(&runner, Vec::new(), form, meshes);
    while runner.step().unwrap().is_some() {
        recorder.record(&runner).unwrap();
    }
    recorder.finish().unwrap()
}

fn solid(tick: &RecordedTick) -> &RecordedWorld<Vec3> {
    tick.world().unwrap()
}

/// Placed anew, rigs have the shapes that a recording of shapes has, bit for bit.
#[test]
fn rigs_are_placed_as_they_were() {
    let scene = Scene::demo();
    let shapes = recorded(&scene, ActorForm::Shapes, ActorMeshes::LeftOut);
    let rigs = recorded(&scene, ActorForm::Rigs, ActorMeshes::LeftOut);
    assert!(rigs.len() < shapes.len() / 2, "{} and {} bytes", rigs.len(), shapes.len());
    let (shapes, rigs) = (Recording::read(&shapes).unwrap(), Recording::read(&rigs).unwrap());
    let runner = Runner::new(&scene).unwrap();
    let mut placed = 0;
    for (shapes, rigs) in shapes.iter().zip(&rigs) {
        let (shapes, mut rigs) = (shapes.unwrap(), rigs.unwrap());
        assert_eq!(solid(&shapes).hash, solid(&rigs).hash);
        placed += solid(&rigs).colliders.iter().filter(|known| known.shape.is_none()).count();
        runner.place_rigs(rigs.in_3d.as_mut().unwrap()).unwrap();
        assert_eq!(solid(&shapes).colliders, solid(&rigs).colliders);
    }
    assert!(placed > 1000, "{placed} shapes were left out");
    assert_eq!(rigs.ticks().count(), runner.ticks() as usize + 1);
}

/// The names are those of the events; motions, attacks and meshes are there.
#[test]
fn a_recording_has_names_motions_attacks_and_meshes() {
    let scene = Scene::demo();
    let bytes = recorded(&scene, ActorForm::Shapes, ActorMeshes::Drawn);
    let recording = Recording::read(&bytes).unwrap();
    let mut runner = Runner::new(&scene).unwrap();
    let (mut moves, mut attacks) = (0, 0);
    for read in &recording {
        let named = runner.step().unwrap().unwrap().to_vec();
        let read = read.unwrap();
        let mut names = Vec::new();
        let world = solid(&read);
        let name = |id| world.collider(id).unwrap().labels.name.to_string();
        names.extend(
            world.events.iter().map(|event| event.colliders()).map(|(a, b)| [name(a), name(b)]),
        );
        let flat = read.world::<Vec2>().unwrap();
        let name = |id| flat.collider(id).unwrap().labels.name.to_string();
        names.extend(
            flat.events.iter().map(|event| event.colliders()).map(|(a, b)| [name(a), name(b)]),
        );
        // Events between owners follow from those of colliders, which alone are recorded.
        let of_colliders =
            named.iter().filter(|e| !matches!(e.kind, EventKind::Meet | EventKind::Part));
        let expected: Vec<_> =
            of_colliders.map(|event| [event.a.clone(), event.b.clone()]).collect();
        assert_eq!(names, expected, "tick {}", read.tick.0);
        moves += world.moves.len() + flat.moves.len();
        attacks += world.attacks.len();

        // The mesh, drawn as the page does, is where the scene has its triangles.
        if read.tick.0 % 50 == 7 {
            let mut expected = Vec::new();
            runner.triangles(|_, corners| expected.extend(corners));
            let mut drawn = Vec::new();
            for skin in &world.skins {
                let vertex = |i: usize| {
                    let at = skin.mesh.positions[i];
                    let pairs = skin.mesh.joints[i].iter().zip(skin.mesh.weights[i]);
                    pairs.fold(Vec3::ZERO, |sum, (&joint, weight)| {
                        let map = &skin.joints[usize::from(joint)];
                        let image =
                            map.column(0) * at.x + map.column(1) * at.y + map.column(2) * at.z;
                        sum + weight * (image + map.translation())
                    })
                };
                drawn.extend(skin.mesh.triangles.iter().flatten().map(|&i| vertex(i as usize)));
            }
            assert_eq!(drawn.len(), expected.len());
            let far = drawn.iter().zip(&expected).filter(|(a, b)| a.distance(**b) > 1e-4).count();
            assert_eq!(far, 0, "of {} vertices", drawn.len());
        }
    }
    assert!(moves > 10, "{moves}");
    assert!(attacks > 0, "{attacks}");
}
