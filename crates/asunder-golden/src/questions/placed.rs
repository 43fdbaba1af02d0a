//! Shapes under poses, maps and rigs, and what is computed from one shape alone.

use crate::case::{Case, Drawn, Space, rotation};
use crate::sheet::{Class, Sheet};
use asunder::glam::{Vec2, Vec3};
use asunder::{
    Affine, Affine3, Bone, Bones, Hitbox, Obb, Parallelepiped, Pose, Pose3, Rig, Shape, Vector,
    axis_angle,
};
use asunder_jury::Rng;
use core::fmt::Debug;

pub(super) fn ask(cases: &[Case], sheet: &mut Sheet) {
    let mut rng = Rng::new(1);
    for case in cases {
        for drawn in [&case.a, &case.b] {
            if case.dimension == 2 {
                ask_in::<Vec2>(case, drawn, &mut rng, sheet);
            } else {
                ask_in::<Vec3>(case, drawn, &mut rng, sheet);
            }
        }
    }
    rigs(sheet);
}

/// A number in `[-reach, reach)`.
fn number(rng: &mut Rng, reach: f64) -> f32 {
    rng.between(-reach, reach) as f32
}

fn pose<V: Vector>(rng: &mut Rng) -> Pose<V> {
    let numbers = [(); 4].map(|()| number(rng, 1.0));
    Pose::new(V::array(|_| number(rng, 10.0)), rotation::<V>(&numbers))
}

fn map<V: Vector>(rng: &mut Rng) -> Affine<V> {
    let columns = V::array(|_| V::array(|_| number(rng, 2.0)));
    Affine::from_columns(columns, V::array(|_| number(rng, 10.0)))
}

fn ask_in<V: Space>(case: &Case, drawn: &Drawn, rng: &mut Rng, sheet: &mut Sheet) {
    let shape = drawn.shape::<V>();
    let (pose, map) = (pose::<V>(rng), map::<V>(rng));
    let mut note = |question: &str, answer: &dyn Debug| {
        let name = format!("{}d/{}/{question}", V::DIM, shape.kind());
        sheet.note(Class::Metric, &name, case, answer);
    };
    note("transformed", &shape.try_transformed(&pose));
    let mut lines = Vec::new();
    shape.lines(|from, to| lines.push((from, to)));
    note("lines", &lines);
    match &shape {
        Shape::Sphere(sphere) => note("enclosing", &asunder::Sphere::enclosing(sphere, &map)),
        Shape::Aabb(aabb) => {
            note("from-local-aabb", &Obb::from_local_aabb(aabb, &Affine::from(pose)));
            note("from-local-aabb-skewing", &Obb::from_local_aabb(aabb, &map));
        }
        Shape::Obb(obb) => {
            note("affine-image", &obb.affine_image(&Affine::from(pose)));
            note("image", &Parallelepiped::image(&map, obb));
            note("enclosing", &Obb::enclosing(obb, &map));
            note("axes", &obb.axes());
            note("corners", &obb.corners().collect::<Vec<V>>());
            note("project", &obb.project(V::array(|i| map.translation().to_array()[i])));
        }
        _ => {}
    }
}

/// A chain of bones that bends, with a box, a ball and a held box on every one.
fn rigs(sheet: &mut Sheet) {
    const BONES: usize = 8;
    let mut rng = Rng::new(2);
    for _ in 0..50 {
        let turn = |rng: &mut Rng| {
            let axis = [0; 3].map(|_| number(rng, 1.0));
            let at = [0; 3].map(|_| number(rng, 2.0));
            Affine3::from(Pose3::new(at, axis_angle(axis, number(rng, 3.0))))
        };
        let binds = [(); BONES].map(|()| turn(&mut rng));
        let bone = |(i, bind): (u16, &Affine3)| {
            Bone::new(format!("bone {i}"), i.checked_sub(1)).with_inverse_bind(*bind)
        };
        let bones = (0..).zip(&binds).map(bone).collect();
        let mut rig = match Rig::new("chain", bones) {
            Ok(rig) => rig,
            Err(error) => unreachable!("turns can be undone: {error}"),
        };
        for bone in 0..BONES {
            let size = [0; 3].map(|_| rng.between(0.0, 1.0) as f32);
            let center = [0; 3].map(|_| number(&mut rng, 1.0));
            let shapes: [Shape<Vec3>; 2] = [
                Obb::new(center, size, [0; 4].map(|_| number(&mut rng, 1.0))).into(),
                asunder::Sphere3::new(center, size[0]).into(),
            ];
            let [turned, ball] = shapes;
            let held = rig.attach(&format!("bone {bone}"), turned.clone(), &pose::<Vec3>(&mut rng));
            sheet.note(Class::Metric, "rig/attach", &bone, &held);
            let added = [turned, ball].map(|shape| rig.add(Hitbox::new(bone as u16, shape)));
            sheet.note(Class::Metric, "rig/add", &bone, &added);
        }
        let mut matrices = vec![turn(&mut rng)];
        for i in 1..BONES {
            matrices.push(matrices[i - 1].after(&turn(&mut rng)));
        }
        for world in [turn(&mut rng), map::<Vec3>(&mut rng)] {
            let global = rig.place(Bones::Global(&matrices), &world);
            let skinning = rig.place(Bones::Skinning(&matrices), &world);
            sheet.note(Class::Metric, "rig/place", &"chain", &(global, skinning));
        }
    }
}
