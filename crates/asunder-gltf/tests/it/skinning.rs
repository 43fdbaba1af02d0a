//! Models as skins: their bits, and rays at them in all clips and blends against all posed triangles.

use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::{RayHit, SkinError};
use asunder_gltf::{GltfError, Matrix, Model, Skeleton, Skinning};
use asunder_jury::Rng;
use std::time::Instant;

use crate::assets::asset;
use crate::fixture::arm;

/// The vertices of all meshes in a pose.
fn posed_positions(model: &Model, pose: &[Matrix]) -> Vec<[f32; 3]> {
    let (mut all, mut of_mesh) = (Vec::new(), Vec::new());
    for mesh in &model.meshes {
        model.posed_positions(mesh, pose, &mut of_mesh);
        all.extend(of_mesh.iter().copied());
    }
    all
}

/// Asserts that the skin has the vertices of the model in a pose.
fn assert_same(model: &Model, skinning: &Skinning, pose: &[Matrix]) {
    let mut matrices = Vec::new();
    skinning.matrices(pose, &mut matrices);
    let mesh = skinning.skin().posed(&matrices).unwrap().mesh();
    let vertices: Vec<[f32; 3]> = mesh.vertices().map(|it| it.to_array()).collect();
    assert_eq!(vertices, posed_positions(model, pose), "{}", model.name);
}

#[test]
fn a_skin_has_the_vertices_of_its_model() {
    let model = arm().read().unwrap();
    let skinning = Skinning::of(&model).unwrap();
    let skeleton = Skeleton::of(&model);
    assert_eq!(skinning.nodes().collect::<Vec<_>>(), skeleton.nodes);
    assert_same(&model, &skinning, &model.rest_pose());
    let (bend, mut pose) = (model.clip("bend").unwrap(), Vec::new());
    for time in [0.0, 0.3, 1.0] {
        model.sample(bend, time, &mut pose);
        assert_same(&model, &skinning, &pose);
    }
    assert_eq!(skinning.triangle(0), Some((0, 0)));
    assert_eq!(skinning.triangle(skinning.skin().rest().triangles().len() as u32), None);
}

/// A rigid mesh follows its node, and has triangles of its own.
#[test]
fn a_rigid_mesh_is_part_of_the_skin() {
    let mut arm = arm();
    arm.json["nodes"][2]["mesh"] = serde_json::json!(0);
    let model = arm.read().unwrap();
    let skinning = Skinning::of(&model).unwrap();
    let (bend, mut pose) = (model.clip("bend").unwrap(), Vec::new());
    model.sample(bend, 0.6, &mut pose);
    assert_same(&model, &skinning, &pose);
    let own = model.meshes[0].triangles.len() as u32;
    assert_eq!(skinning.triangle(own), Some((1, 0)));
    assert_eq!(skinning.skin().rest().triangles().len(), 2 * own as usize);
}

#[test]
fn a_model_with_weights_that_do_not_sum_to_one_is_refused() {
    let mut model = arm().read().unwrap();
    model.meshes[0].weights[3] = [0.25; 8];
    let error = Skinning::of(&model).unwrap_err();
    assert!(matches!(error, GltfError::Skin { cause: SkinError::Sum { vertex: 3, .. }, .. }));
    assert!(error.to_string().contains("sum to 2"), "{error}");
}

/// The first triangle that a line hits, among all.
fn brute(
    triangles: &[Triangle3],
    cast: impl Fn(&Triangle3) -> Option<RayHit<Vec3>>,
) -> Option<(u32, RayHit<Vec3>)> {
    let hits = (0..).zip(triangles).filter_map(|(number, it)| Some((number, cast(it)?)));
    hits.reduce(|best, hit| if hit.1.fraction < best.1.fraction { hit } else { best })
}

/// How many rays, over all models: 10,000, or as many as `ASUNDER_RAYS` says.
fn rays() -> usize {
    let asked = std::env::var("ASUNDER_RAYS").ok();
    asked.map_or(10_000, |text| text.parse().expect("ASUNDER_RAYS is a number"))
}

const MODELS: [&str; 5] = [
    "kaykit_Knight.glb",
    "kaykit_Mage.glb",
    "RobotExpressive_quaternius.glb",
    "greenman.glb",
    "Fox.glb",
];

/// Rays and segments at each model, in each of its clips and in blends of each with the next: the answer is that of
/// all posed triangles, bit for bit.
#[test]
fn rays_at_real_models_hit_what_all_posed_triangles_say() {
    for file in MODELS {
        let Some((_, model)) = asset(file) else { continue };
        let skinning = Skinning::of(&model).unwrap();
        let (mut rng, mut pose, mut matrices) = (Rng::new(24), Vec::new(), Vec::new());
        let clips = &model.clips;
        let poses = 2 * clips.len();
        let shots = rays().div_ceil(MODELS.len() * poses);
        let (mut times, mut hits) = (Vec::new(), 0);
        for number in 0..poses {
            let clip = &clips[number / 2];
            let time = rng.between(0.0, f64::from(clip.duration)) as f32;
            if number % 2 == 0 {
                model.sample(clip, time, &mut pose);
            } else {
                let other = &clips[(number / 2 + 1) % clips.len()];
                let weight = rng.between(0.0, 1.0) as f32;
                model.blend((clip, time), (other, other.duration * weight), weight, &mut pose);
            }
            skinning.matrices(&pose, &mut matrices);
            let posed = skinning.skin().posed(&matrices).unwrap();
            let mesh = posed.mesh();
            let triangles: Vec<_> = (0..).map_while(|it| mesh.triangle(it)).collect();
            let rays: Vec<(Ray3, Segment3)> = (0..shots)
                .filter_map(|shot| {
                    // At a vertex, or at a random point of the box around it, from outside.
                    let vertex = |rng: &mut Rng| triangles[rng.below(triangles.len())].corners()[0];
                    let (p, q) = (vertex(&mut rng), vertex(&mut rng));
                    let part = rng.between(0.0, 1.0) as f32;
                    let at = if shot % 4 == 0 { p } else { p.lerp(q, part) };
                    let mut number = || rng.between(-1.0, 1.0) as f32;
                    let size = (p - q).length() + 1.0;
                    let from = at + Vec3::new(number(), number(), number()) * 3.0 * size;
                    Some((Ray3::try_new(from, at - from).ok()?, Segment3::new(from, at)))
                })
                .collect();
            let shoot = |ray: &Ray3| {
                let start = Instant::now();
                let found = skinning.skin().posed(&matrices).unwrap().ray_cast(ray);
                (found, start.elapsed())
            };
            let found: Vec<_> = rays.iter().map(|(ray, _)| shoot(ray)).collect();
            for (number, ((ray, segment), (found, time))) in rays.iter().zip(found).enumerate() {
                times.push(time);
                let found = found.map(|it| (it.part, it.hit));
                assert_eq!(found, brute(&triangles, |it| it.ray_cast(ray)), "{file} {ray:?}");
                hits += usize::from(found.is_some());
                let within = posed.segment_cast(segment).map(|it| (it.part, it.hit));
                assert_eq!(posed.intersects(segment), within.is_some(), "{file} {segment:?}");
                // The rays take the most of the time: of segments every other one is compared.
                if number % 2 == 0 {
                    let expected = brute(&triangles, |it| it.segment_cast(segment));
                    assert_eq!(within, expected, "{file} {segment:?}");
                }
            }
        }
        times.sort_unstable();
        let asked = times.len();
        println!(
            "{file}: {asked} rays at {} triangles in {poses} poses, {hits} hit; {:?} a shot, 99 % within {:?}",
            skinning.skin().rest().triangles().len(),
            times[asked / 2],
            times[asked * 99 / 100],
        );
        assert!(hits > asked / 4 && hits < asked, "{file}: {hits} of {asked}");
    }
}
