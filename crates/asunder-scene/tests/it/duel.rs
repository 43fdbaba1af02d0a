//! A duel of real models: the hits of a sword in the green man's hand on the knight, against brute force
//! on the triangles of both.

use crate::assets::assets;
use asunder::Aabb3;
use asunder_gltf::matrix::transform_point;
use asunder_gltf::{Clip, Collider, Matrix, Model, write_colliders};
use asunder_scene::{Runner, Scene};
use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs, process};

/// Positions of the knight, with the green man at the origin: the sword hits him fully, grazes him, or
/// misses.
const PLACES: [[f64; 3]; 6] = [
    [-0.6, 0.0, 1.9],
    [-0.6, 0.0, 1.5],
    [-0.1, 0.0, 1.7],
    [-1.2, 0.0, 1.7],
    [-0.7, 0.0, 2.4],
    [0.3, 0.0, 2.6],
];
/// The rotation of the sword in the hand: the inverse of the socket's in the rest pose.
const GRIP: [f64; 4] = [0.000_336_564_76, -0.028_276_019, -0.011_897_636, 0.999_529_3];
const KNIGHT: f64 = 0.8;

fn scene(folder: &Path, sword: &Path, place: [f64; 3]) -> String {
    let file = |name: &str| folder.join(name).display().to_string();
    format!(
        "ticks_per_second = 30\n\
         [layers]\nnames = ['body', 'blade']\n\
         responses = [['body', 'body', 'ignore'], ['blade', 'blade', 'ignore'],\n\
         ['blade', 'body', 'touch']]\n\
         [[actor]]\nname = 'greenman'\nmodel = '{}'\nclip = '3_attack'\n\
         layer = 'body'\nattack_layer = 'blade'\n\
         [[actor.weapon]]\nname = 'sword'\nmodel = '{}'\nbone = 'socket_hand_R'\nrotation = {GRIP:?}\n\
         hitboxes = 'file'\n\
         [[actor.weapon]]\nname = 'shield'\nmodel = '{}'\nbone = 'socket_hand_L'\nrole = 'hurt'\n\
         [[actor]]\nname = 'knight'\nmodel = '{}'\nclip = 'Idle'\nscale = {KNIGHT}\n\
         layer = 'body'\nposition = {place:?}\nyaw_degrees = 180\n",
        file("greenman.glb"),
        sword.display(),
        file("greenman_shield.glb"),
        file("kaykit_Knight.glb"),
    )
}

/// The sword with a box around its grip, its guard and its blade each, written into its file.
fn with_hitboxes(bytes: &[u8], sword: &Model) -> Vec<u8> {
    let mesh = &sword.meshes[0];
    let parts = [("grip", -1.0, 0.13), ("guard", 0.13, 0.24), ("blade", 0.23, 2.0)];
    let colliders: Vec<_> = parts
        .into_iter()
        .map(|(part, from, to)| {
            let points: Vec<_> =
                mesh.positions.iter().filter(|p| p[1] >= from && p[1] <= to).copied().collect();
            let around = Aabb3::from_points(points).unwrap();
            Collider { region: Some(part.to_owned()), ..Collider::new(mesh.node, part, around) }
        })
        .collect();
    write_colliders(bytes, "sword.glb", &colliders).unwrap().bytes
}

type Triangle = [[f64; 3]; 3];

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|i| a[i] - b[i])
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Whether the segment from `p` to `q` intersects the triangle (Möller and Trumbore 1997).
fn pierces(p: [f64; 3], q: [f64; 3], [a, b, c]: &Triangle) -> bool {
    let (way, e1, e2) = (minus(q, p), minus(*b, *a), minus(*c, *a));
    let h = cross(way, e2);
    let det = dot(e1, h);
    if det == 0.0 {
        return false;
    }
    let s = minus(p, *a);
    let u = dot(s, h) / det;
    let n = cross(s, e1);
    let (v, t) = (dot(way, n) / det, dot(e2, n) / det);
    u >= 0.0 && v >= 0.0 && u + v <= 1.0 && (0.0..=1.0).contains(&t)
}

fn meet(a: &Triangle, b: &Triangle) -> bool {
    let apart = (0..3).any(|i| {
        let range = |t: &Triangle| {
            let x = [t[0][i], t[1][i], t[2][i]];
            (x.into_iter().fold(f64::MAX, f64::min), x.into_iter().fold(f64::MIN, f64::max))
        };
        let ((a0, a1), (b0, b1)) = (range(a), range(b));
        a1 < b0 || b1 < a0
    });
    let edges =
        |t: &Triangle, other: &Triangle| (0..3).any(|i| pierces(t[i], t[(i + 1) % 3], other));
    !apart && (edges(a, b) || edges(b, a))
}

/// A model's triangles in a pose, each with the strongest bones of its vertices.
fn triangles(
    model: &Model,
    pose: &[Matrix],
    place: impl Fn([f64; 3]) -> [f64; 3],
) -> Vec<(Triangle, BTreeSet<String>)> {
    let (mut positions, mut all) = (Vec::new(), Vec::new());
    for mesh in &model.meshes {
        model.posed_positions(mesh, pose, &mut positions);
        let bone = |vertex: u32| {
            let node = match mesh.skin {
                None => mesh.node,
                Some(skin) => {
                    let weights = &mesh.weights[vertex as usize];
                    let most =
                        (0..8).fold(0, |best, i| if weights[i] > weights[best] { i } else { best });
                    model.skins[skin].joints[usize::from(mesh.joints[vertex as usize][most])]
                }
            };
            model.nodes[node].name.clone()
        };
        for corners in &mesh.triangles {
            let triangle = corners.map(|v| place(positions[v as usize].map(f64::from)));
            all.push((triangle, corners.iter().map(|&v| bone(v)).collect()));
        }
    }
    all
}

/// The rotation by a unit quaternion.
fn turned(q: [f64; 4], p: [f64; 3]) -> [f64; 3] {
    let u = [q[0], q[1], q[2]];
    let v = cross(u, p);
    let v = [0, 1, 2].map(|i| v[i] + q[3] * p[i]);
    let v = cross(u, v);
    [0, 1, 2].map(|i| p[i] + 2.0 * v[i])
}

#[test]
fn the_oracle_knows_triangles_that_cross() {
    let flat = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    let through = [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [1.5, 1.0, 1.0]];
    assert!(meet(&flat, &through) && meet(&through, &flat));
    let beside = through.map(|[x, y, z]| [x + 3.0, y, z]);
    let above = through.map(|[x, y, z]| [x, y, z + 1.5]);
    assert!(!meet(&flat, &beside) && !meet(&flat, &above));
}

#[test]
fn hits_are_those_of_the_triangles() {
    let Some(folder) = assets() else { return };
    let open = |file: &str| Model::open(folder.join(file)).unwrap();
    let [man, sword, knight] =
        ["greenman.glb", "greenman_sword.glb", "kaykit_Knight.glb"].map(open);
    let (swing, idle) = (man.clip("3_attack").unwrap(), knight.clip("Idle").unwrap());
    let socket = man.node("socket_hand_R").unwrap();
    let length = GRIP.iter().map(|x| x * x).sum::<f64>().sqrt();
    let grip = GRIP.map(|x| x / length);

    let own = env::temp_dir().join(format!("asunder-duel-{}", process::id()));
    fs::create_dir_all(&own).unwrap();
    let file = own.join("sword.glb");
    let bytes = fs::read(folder.join("greenman_sword.glb")).unwrap();
    fs::write(&file, with_hitboxes(&bytes, &sword)).unwrap();

    // Ticks at which the sword is in the knight, by boxes and by triangles; parts of the knight so.
    let (mut boxes, mut meshes, mut parts) = (0, 0, 0);
    for place in PLACES {
        let scene = Scene::from_toml(&scene(&folder, &file, place), "duel.toml").unwrap();
        let mut runner = Runner::new(&scene).unwrap();
        let known: BTreeSet<String> =
            runner.world3().colliders().map(|id| runner.name3(id).to_owned()).collect();
        assert!(known.contains("greenman/sword.blade") && known.contains("greenman/shield"));
        while runner.step().unwrap().is_some() {
            let tick = runner.tick();
            // Nothing but the sword is on the layer of blades, and nothing else meets.
            assert!(
                runner
                    .pairs()
                    .all(|(a, b)| a.starts_with("greenman/sword.") && b.starts_with("knight/"))
            );
            let hit: BTreeSet<&str> = runner.pairs().map(|(_, b)| b).collect();
            let time = |clip: &Clip| ((f64::from(tick) / 30.0) % f64::from(clip.duration)) as f32;
            let (mut pose, mut other) = (Vec::new(), Vec::new());
            man.sample(swing, time(swing), &mut pose);
            knight.sample(idle, time(idle), &mut other);
            let hand = pose[socket];
            let blade = triangles(&sword, &sword.rest_pose(), |p| {
                transform_point(&hand, turned(grip, p).map(|x| x as f32)).map(f64::from)
            });
            // Half a turn about y, then the scale, then the place.
            let body = triangles(&knight, &other, |[x, y, z]| {
                [place[0] - x * KNIGHT, y * KNIGHT, place[2] - z * KNIGHT]
            });
            let met: Vec<_> = body
                .iter()
                .filter(|(there, _)| blade.iter().any(|(edge, _)| meet(edge, there)))
                .map(|(_, bones)| bones)
                .collect();
            // What either hand may hold is in one box, swords and shields together: that is no close fit.
            let is_close = |name: &&str| !name.starts_with("knight/handslot");
            boxes += u32::from(hit.iter().any(is_close));
            meshes += u32::from(!met.is_empty());
            assert!(
                met.is_empty() || !hit.is_empty(),
                "tick {tick}: the blade is in {met:?}, unseen"
            );
            // A triangle that one bone moves lies in that bone's hitbox.
            let whole: BTreeSet<String> = met
                .iter()
                .filter(|bones| bones.len() == 1)
                .map(|bones| format!("knight/{}", bones.first().unwrap().to_lowercase()))
                .filter(|name| known.contains(name))
                .collect();
            parts += whole.len();
            for name in &whole {
                assert!(hit.contains(name.as_str()), "tick {tick}: the blade is in {name}, unseen");
            }
        }
    }
    fs::remove_dir_all(&own).unwrap();
    println!("{meshes} ticks by triangles, {boxes} by boxes; {parts} parts");
    assert!(meshes >= 20 && parts >= 50, "{meshes} ticks, {parts} parts: no test of hits");
    // Boxes see it a little before and after: they are around the triangles.
    assert!(boxes <= 2 * meshes, "{boxes} ticks by boxes, {meshes} by triangles");
}
