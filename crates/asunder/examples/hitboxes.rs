//! Which bone was hit? Hitboxes on bones, a shot. `cargo run --example hitboxes -p asunder`

use asunder::prelude::*;
use asunder::{Affine3, Error, Pose3, axis_angle};

fn main() -> Result<(), Error> {
    // Bones in the order of the skeleton; a hitbox lies in the space of its bone.
    let bones =
        vec![Bone::new("hips", None), Bone::new("head", Some(0)), Bone::new("arm.r", Some(0))];
    let mut rig = Rig::new("knight", bones)?;
    rig.add(Hitbox::new(0, Obb3::new([0.0, 0.3, 0.0], [0.25, 0.35, 0.15], [0.0, 0.0, 0.0, 1.0])))?;
    rig.add(Hitbox::new(1, Sphere3::new([0.0, 0.1, 0.0], 0.15)))?;
    rig.add(Hitbox::new(2, Capsule3::new([0.0, 0.0, 0.0], [0.5, 0.0, 0.0], 0.06)))?;

    // An engine gives the matrix of each bone, in the model's space, every frame.
    let at = |x, y| Affine3::from(Pose3::from_translation([x, y, 0.0]));
    let pose = |raised: f32| {
        let arm = Pose3::new([0.25, 1.4, 0.0], axis_angle([0.0, 0.0, 1.0], raised));
        [at(0.0, 0.9), at(0.0, 1.6), Affine3::from(arm)]
    };

    let mut world = World3::new();
    let bones = pose(0.0);
    let (bones, model) = (Bones::Global(&bones), at(5.0, 0.0));
    let knight = world.insert_rig(&rig, bones, &model, BodyKind::Moving, |_, collider| collider)?;
    let labels = rig.labels();
    let mut hits = Vec::new();
    for (frame, raised) in [0.0, 0.4, 0.8].into_iter().enumerate() {
        world.set_rig(knight, &rig, Bones::Global(&pose(raised)), &model)?;
        world.step();
        for height in [1.7, 1.4, 1.1, 0.2] {
            // From behind the arm's end, along -x.
            let shot = Ray3::new([9.0, height, 0.0], [-1.0, 0.0, 0.0]);
            let hit = world.view().ray(&shot).first();
            let label = hit.map_or("nothing", |hit| labels[usize::from(hit.region)]);
            println!("frame {frame}, a shot at {height} m hits {label}");
            hits.push(label);
        }
    }
    assert_eq!(hits[..4], ["head", "arm.r", "hips", "nothing"]);
    assert_eq!(hits[8], "arm.r", "the raised arm is before the head");
    Ok(())
}
