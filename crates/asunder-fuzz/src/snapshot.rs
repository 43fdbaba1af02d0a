//! The bytes of a snapshot that strangers send: read or refused, and a world like any other.

use asunder::glam::{Vec2, Vec3};
use asunder::world::{BodyId, BodyKind, LayerId, Snapshot, WalkOptions};
use asunder::{Pose, Ray, Sphere, Vector, World};

/// The bytes of the sum at the end.
const SUM: usize = 8;

/// Reads bytes as a snapshot, as they are and with a sum that agrees with them; and plays on with what
/// was read.
///
/// # Panics
///
/// If what was read is written as another state, goes on differently the second time, or an error says
/// nothing.
pub fn snapshot(data: &[u8]) {
    read::<Vec2>(data);
    read::<Vec3>(data);
    if let Some(forged) = forged(data) {
        read::<Vec2>(&forged);
        read::<Vec3>(&forged);
    }
}

/// Bytes that end with a sum, with one that agrees with them.
pub(crate) fn forged(data: &[u8]) -> Option<Vec<u8>> {
    let (content, _) = data.split_last_chunk::<SUM>()?;
    Some([content, &sum(content).to_le_bytes()].concat())
}

/// The sum of a snapshot's bytes, of worlds and of skins, as their format describes it.
fn sum(state: &[u8]) -> u64 {
    let words = state.chunks(8).map(|chunk| {
        let mut eight = [0; 8];
        eight[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(eight)
    });
    words.chain([state.len() as u64]).fold(0xcbf2_9ce4_8422_2325, |sum: u64, word| {
        let mixed = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    })
}

fn read<V: Vector>(data: &[u8]) {
    let snapshot = match Snapshot::<V>::try_from_bytes(data) {
        Ok(snapshot) => snapshot,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error says something");
            return;
        }
    };
    let bytes = snapshot.to_bytes();
    match Snapshot::<V>::try_from_bytes(&bytes) {
        Ok(again) => {
            assert_eq!(again.hash(), snapshot.hash(), "written and read again");
            assert_eq!(again.to_bytes(), bytes, "written and read again");
            assert_eq!(play(&again), play(&snapshot), "read again, it goes on as it does");
        }
        Err(error) => panic!("the library refuses what it wrote: {error}"),
    }
}

/// The hashes of a world while it is asked, changed and emptied.
fn play<V: Vector>(snapshot: &Snapshot<V>) -> Vec<u64> {
    let mut world = World::<V>::new();
    world.restore(snapshot);
    let mut hashes = vec![world.hash()];
    let one = V::array(|_| 1.0);
    let newcomer = world.insert(Sphere::new(one, 1.0), BodyKind::Moving);
    assert!(newcomer.is_ok(), "there is room for one more");
    let colliders: Vec<_> = world.colliders().collect();
    for id in &colliders {
        assert!(world.shape(*id).is_ok() && world.collider(*id).is_ok(), "{id} is there");
    }
    let mut bodies: Vec<BodyId> = colliders.iter().map(|id| id.body).collect();
    bodies.dedup();
    for turn in 0..3u8 {
        world.step();
        hashes.push(world.hash());
        let ray = Ray::new(V::array(|_| 0.0), one);
        let seen = world.view().ray(&ray).all();
        assert!(seen.iter().all(|found| colliders.contains(&found.collider)), "what is there");
        let pose = Pose::from_translation(V::array(|_| f32::from(turn) - 1.0));
        for body in &bodies {
            // What stands goes with what it stands on, and who cannot walk is refused.
            let _ = world.carry(*body, &pose);
            let _ = world.walk_body(*body, one, 0.5, &WalkOptions::default());
        }
        for body in &bodies {
            // One that lies too far out, or cannot go anywhere, is refused.
            let _ = world.set_body_pose(*body, &pose);
            let _ = world.move_body(*body, one);
            let owned = world.set_body_owner(*body, (turn > 0).then_some(u64::from(turn)));
            let ignored = world.set_ignore(body.collider(0), LayerId::DEFAULT);
            assert!(owned.and(ignored).is_ok(), "{body} is there");
        }
    }
    for body in bodies {
        assert!(world.remove(body).is_ok(), "{body} was there");
    }
    world.step();
    assert!(world.pairs().is_empty() && world.colliders().next().is_none(), "all is gone");
    hashes.push(world.hash());
    hashes
}
