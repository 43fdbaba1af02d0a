//! Writing of colliders: what is read back, by this crate and another, and what stays unchanged.

use asunder::prelude::*;
use asunder::{Follow, Role};
use asunder_gltf::{Collider, Model, Purpose, Rigging, write_colliders};
use serde_json::{Value, json};

use crate::fixture::arm;

/// A generator of shapes: xorshift64*, Marsaglia 2003 and Vigna 2016.
struct ShapeGenerator(u64);

impl ShapeGenerator {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number with all bits of its mantissa, between −8 and 8.
    fn number(&mut self) -> f32 {
        let sign = if self.bits() & 1 == 0 { 8.0 } else { -8.0 };
        sign * ((self.bits() >> 40) as f32 / 16_777_216.0)
    }

    fn vector(&mut self) -> [f32; 3] {
        std::array::from_fn(|_| self.number())
    }

    fn length(&mut self) -> f32 {
        self.number().abs() + 1e-3
    }

    fn lengths(&mut self) -> [f32; 3] {
        std::array::from_fn(|_| self.length())
    }

    fn rotation(&mut self) -> [f32; 4] {
        std::array::from_fn(|_| self.number())
    }
}

/// One shape of every kind that a rig takes.
fn shapes(generator: &mut ShapeGenerator) -> Vec<Shape3> {
    let min = generator.vector();
    let size = generator.lengths();
    let max = [0, 1, 2].map(|i| min[i] + size[i]);
    vec![
        Sphere3::new(generator.vector(), generator.length()).into(),
        Capsule3::new(generator.vector(), generator.vector(), generator.length()).into(),
        Obb3::new(generator.vector(), generator.lengths(), generator.rotation()).into(),
        Aabb3::new(min, max).into(),
        Segment3::new(generator.vector(), generator.vector()).into(),
        Triangle3::new(generator.vector(), generator.vector(), generator.vector()).into(),
        ConvexHull3::new((0..9).map(|_| generator.vector())).into(),
        Parallelepiped3::new(
            generator.vector(),
            [generator.vector(), generator.vector(), generator.vector()],
        )
        .into(),
        Shape3::Point(generator.vector().into()),
    ]
}

/// The fields of a collider that do not depend on where it was read.
fn path_independent_fields(collider: &Collider) -> impl PartialEq + std::fmt::Debug + '_ {
    let Collider { node, name, shape, role, region, follow, extras, .. } = collider;
    (*node, name, shape, *role, region, *follow, extras)
}

#[track_caller]
fn check_same(found: &[Collider], expected: &[Collider]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(path_independent_fields(found), path_independent_fields(expected));
    }
}

fn write(bytes: &[u8], colliders: &[Collider]) -> Vec<u8> {
    write_colliders(bytes, "arm", colliders).unwrap().bytes
}

fn read(bytes: &[u8]) -> Model {
    Model::from_slice(bytes, "arm").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn what_is_written_is_read_back_to_the_last_bit() {
    let arm = arm();
    let files = [arm.glb(), arm.gltf(&arm.data_uri())];
    let mut generator = ShapeGenerator(0x9e37_79b9_7f4a_7c15);
    for round in 0..50 {
        let mut colliders = Vec::new();
        for (i, shape) in shapes(&mut generator).into_iter().enumerate() {
            let mut collider = Collider::new(i % 3, format!("box \"{i}\"\n"), shape);
            collider.role = [Some(Role::Attack), Some(Role::Hurt), Some(Role::Push), None][i % 4];
            collider.follow =
                [Follow::PositionRotation, Follow::Position, Follow::PositionScale][i % 3];
            collider.region = (i % 2 == 0).then(|| format!("arm.{i}"));
            collider.extras = (i == 3).then(|| String::from(r#"{"deep":{"er":[1]}}"#));
            colliders.push(collider);
        }
        let file = &files[round % 2];
        let written = write(file, &colliders);
        let model = read(&written);
        check_same(&model.colliders, &colliders);
        let rigging = Rigging::of(&model, &model.colliders).unwrap();
        let meant = colliders.iter().filter(|it| it.role.is_some()).count();
        assert_eq!(rigging.rig().hitboxes().len(), meant);

        // Again, with fewer, with none, and with all of them again.
        assert_eq!(write(&written, &colliders), written, "writing twice adds nothing");
        let fewer = write(&written, &colliders[2..5]);
        check_same(&read(&fewer).colliders, &colliders[2..5]);
        let none = write(&fewer, &[]);
        assert_eq!(read(&none).colliders, []);
        assert_eq!(read(&none).nodes.len(), model.nodes.len(), "no node's index changes");
        check_same(&read(&write(&none, &colliders)).colliders, &colliders);
    }
}

#[test]
fn bounds_of_what_floats_can_say_come_back() {
    let tiny = f32::from_bits(1);
    let shapes: [Shape3; 8] = [
        Sphere3::new([0.0; 3], 0.0).into(),
        Sphere3::new([f32::MAX; 3], tiny).into(),
        Capsule3::new([0.0; 3], [0.0; 3], 1.0).into(),
        Capsule3::new([0.0; 3], [tiny, 0.0, 0.0], 0.0).into(),
        Capsule3::new([0.0, 1.0, 0.0], [0.0, -1.0, 0.0], 1.0).into(),
        Obb3::new([0.0; 3], [0.0; 3], [0.0, 0.0, 0.0, 1e-30]).into(),
        Obb3::new([-0.0; 3], [f32::MAX, 0.0, tiny], [1e30, 0.0, 0.0, 1e30]).into(),
        Aabb3::new([-f32::MAX; 3], [f32::MAX; 3]).into(),
    ];
    let colliders: Vec<_> =
        shapes.into_iter().map(|shape| Collider::new(2, "hitbox", shape)).collect();
    let found = read(&write(&arm().glb(), &colliders)).colliders;
    check_same(&found, &colliders);
    for (found, expected) in found.iter().zip(&colliders) {
        // Equality takes −0 for 0; the bits must agree too.
        let text = |shape: &Shape3| serde_json::to_string(shape).unwrap();
        assert_eq!(text(&found.shape), text(&expected.shape));
    }
}

#[test]
fn everything_else_stays_byte_for_byte() {
    let text = r#"{
  "extras": {"z": 1.00, "a": 1e2, "big": 123456789012345678901234567890},
  "asset": {"version": "2.0", "generator": "caf\u00e9"},
  "extensions": {"VENDOR_thing": {"list": [ ]}},
  "extensionsUsed": [ "VENDOR_thing" ],
  "buffers": [{"uri": "not%20here.bin", "byteLength": 12}],
  "nodes": [
    {"name": "root", "children": [1]},
    {"name": "bone", "translation": [0.10, 2, 3.000], "VENDOR": null},
    {}
  ],
  "scenes": [{"nodes": [0, 2]}]
}"#;
    let fist = Sphere3::new([0.0, 0.5, 0.0], 0.25);
    let colliders =
        [Collider::new(1, "a", fist), Collider::new(2, "b", fist), Collider::new(0, "c", fist)];
    let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
    for (before, after) in [(text.as_bytes(), ""), (&marked, "\u{feff}")] {
        let written = String::from_utf8(write(before, &colliders)).unwrap();
        // Without the additions the file is the original.
        let mut rest = written.clone();
        for added in [
            r#","KHR_implicit_shapes":{"shapes":[{"type":"sphere","sphere":{"radius":0.25},"extras":{"asunder_hitbox":true}}]}"#,
            r#","KHR_implicit_shapes","KHR_physics_rigid_bodies""#,
            r#","children":[3]"#,
            r#""children":[4]"#,
            ",5",
        ] {
            assert_eq!(rest.matches(added).count(), 1, "{added} in {rest}");
            rest = rest.replacen(added, "", 1);
        }
        let nodes = rest.find(r#",{"name":"a""#).unwrap();
        let end = rest[nodes..].find("\n  ]").unwrap();
        rest.replace_range(nodes..nodes + end, "");
        assert_eq!(rest, format!("{after}{text}"));
    }
    let none = write(text.as_bytes(), &[]);
    assert_eq!(String::from_utf8(none).unwrap(), text);
}

#[test]
fn a_containers_other_chunks_stay() {
    let arm = arm();
    let mut glb = arm.glb();
    let (json, binary) = (glb[20..].to_vec(), arm.binary.clone());
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    assert!(json.len() > length && !binary.is_empty());
    glb.extend([4, 0, 0, 0]);
    glb.extend(b"XTRA1234");
    let stated = (glb.len() as u32).to_le_bytes();
    glb[8..12].copy_from_slice(&stated);
    let written = write(&glb, &[Collider::new(1, "hand", Sphere3::new([0.0; 3], 1.0))]);
    assert_eq!(written.len() % 4, 0);
    let stated = u32::from_le_bytes(written[8..12].try_into().unwrap()) as usize;
    assert_eq!(stated, written.len());
    let text = u32::from_le_bytes(written[12..16].try_into().unwrap()) as usize;
    assert_eq!(written[20 + text..], glb[20 + length..], "all chunks behind the text");
    let (old, mut new) = (read(&glb), read(&written));
    new.colliders.clear();
    new.nodes.truncate(old.nodes.len());
    assert_eq!(
        (new.nodes, new.meshes, new.skins, new.clips),
        (old.nodes, old.meshes, old.skins, old.clips)
    );
}

#[test]
fn who_edits_the_node_is_believed() {
    let block = Obb3::new([0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0.1, 0.2, 0.3, 0.4]);
    let arm = arm();
    let written = write(&arm.gltf(&arm.data_uri()), &[Collider::new(1, "hand", block)]);
    let edited = |change: &dyn Fn(&mut Value)| {
        let mut json: Value = serde_json::from_slice(&written).unwrap();
        change(&mut json);
        let model = read(json.to_string().as_bytes());
        let [found] = model.colliders.as_slice() else { panic!("{:?}", model.colliders) };
        assert_eq!(found.node, 1);
        let Shape3::Obb(found) = &found.shape else { panic!("{found:?}") };
        *found
    };
    assert_eq!(edited(&|_| {}), block);
    let moved = edited(&|json| json["nodes"][3]["translation"][1] = json!(7));
    assert_eq!(moved.center().to_array(), [0.1, 7.0, 0.3]);
    let shapes = "/extensions/KHR_implicit_shapes/shapes/0/box/size/2";
    let grown = edited(&|json| *json.pointer_mut(shapes).unwrap() = json!(4));
    assert_eq!(grown.half_extents().to_array(), [0.4, 0.5, 2.0]);
    let scaled = edited(&|json| json["nodes"][3]["scale"] = json!([2, 2, 2]));
    assert!((scaled.half_extents().z - 1.2).abs() < 1e-6);
    let unknown = edited(&|json| {
        json["nodes"][3]["extras"].as_object_mut().unwrap().remove("asunder_shape");
    });
    assert!((unknown.center() - block.center()).length() < 1e-6);
}

#[test]
fn nodes_that_others_built_on_are_left_alone() {
    let arm = arm();
    let fist = Collider::new(1, "hand", Sphere3::new([0.0; 3], 1.0));
    let written = write(&arm.gltf(&arm.data_uri()), std::slice::from_ref(&fist));
    let mut json: Value = serde_json::from_slice(&written).unwrap();
    json["nodes"].as_array_mut().unwrap().push(json!({"name": "ring"}));
    json["nodes"][3]["children"] = json!([4]);
    let again = write(json.to_string().as_bytes(), &[fist]);
    let model = read(&again);
    assert_eq!((model.nodes[4].parent, model.nodes[3].parent), (Some(3), Some(1)));
    assert_eq!(model.colliders.len(), 2, "the old one has become somebody else's");
}

/// The corners of boxes, and the ends and radii of round shapes, in the space of the parent, by an
/// independent glTF reader and linear algebra.
fn read_independently(bytes: &[u8]) -> Vec<(usize, &'static str, Vec<[f64; 3]>, f64)> {
    let file = gltf::Gltf::from_slice_without_validation(bytes).unwrap();
    let shapes = file.extension_value("KHR_implicit_shapes").unwrap()["shapes"].clone();
    let mut seen = Vec::new();
    for parent in file.nodes() {
        for child in parent.children() {
            let Some(body) = child.extension_value("KHR_physics_rigid_bodies") else { continue };
            let role = body.get("trigger").or(body.get("collider")).unwrap();
            let shape = &shapes[role["geometry"]["shape"].as_u64().unwrap() as usize];
            let (t, q, s) = child.transform().decomposed();
            assert_eq!(s, [1.0; 3]);
            let square: f64 = q.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
            assert!((square - 1.0).abs() < 1e-6, "a unit quaternion");
            let at = |p: [f64; 3]| {
                // q p q*, by cross products.
                let [x, y, z, w] = q.map(f64::from);
                let cross = |a: [f64; 3], b: [f64; 3]| {
                    [
                        a[1] * b[2] - a[2] * b[1],
                        a[2] * b[0] - a[0] * b[2],
                        a[0] * b[1] - a[1] * b[0],
                    ]
                };
                let u = [x, y, z];
                let v = cross(u, p);
                let v = [0, 1, 2].map(|i| v[i] + w * p[i]);
                let v = cross(u, v);
                [0, 1, 2].map(|i| p[i] + 2.0 * v[i] + f64::from(t[i]))
            };
            let (kind, points, radius) = match shape["type"].as_str().unwrap() {
                "sphere" => ("sphere", vec![at([0.0; 3])], shape["sphere"]["radius"].as_f64()),
                "capsule" => {
                    let half = shape["capsule"]["height"].as_f64().unwrap() / 2.0;
                    let ends = vec![at([0.0, -half, 0.0]), at([0.0, half, 0.0])];
                    ("capsule", ends, shape["capsule"]["radiusTop"].as_f64())
                }
                _ => {
                    let half = |i: usize| shape["box"]["size"][i].as_f64().unwrap() / 2.0;
                    let sign =
                        |n: usize, i: usize| if n >> i & 1 == 0 { -half(i) } else { half(i) };
                    let corner = |n: usize| at([sign(n, 0), sign(n, 1), sign(n, 2)]);
                    ("box", (0..8).map(corner).collect(), Some(0.0))
                }
            };
            seen.push((parent.index(), kind, points, radius.unwrap()));
        }
    }
    seen
}

#[test]
fn an_independent_reader_sees_the_same_shapes() {
    let mut generator = ShapeGenerator(77);
    for _ in 0..100 {
        let (a, b) = (generator.vector(), generator.vector());
        let sphere = Sphere3::new(a, generator.length());
        let capsule = Capsule3::new(a, b, generator.length());
        let block = Obb3::new(b, generator.lengths(), generator.rotation());
        let colliders = [
            Collider::new(0, "sphere", sphere),
            Collider::new(1, "capsule", capsule),
            Collider::new(2, "box", block),
        ];
        let seen = read_independently(&write(&arm().glb(), &colliders));
        let order: Vec<_> = seen.iter().map(|it| (it.0, it.1)).collect();
        assert_eq!(order, [(0, "sphere"), (1, "capsule"), (2, "box")]);
        let near = |found: [f64; 3], expected: [f32; 3]| {
            (0..3).all(|i| (found[i] - f64::from(expected[i])).abs() < 1e-5)
        };
        assert!(near(seen[0].2[0], a));
        assert_eq!(seen[0].3 as f32, sphere.radius());
        let ends = &seen[1].2;
        let forward = near(ends[0], a) && near(ends[1], b);
        assert!(forward || near(ends[1], a) && near(ends[0], b), "{ends:?} {capsule:?}");
        assert_eq!(seen[1].3 as f32, capsule.radius());
        for corner in block.corners() {
            let found = seen[2].2.iter().any(|&found| near(found, corner.to_array()));
            assert!(found, "{corner} of {block:?} in {:?}", seen[2].2);
        }
    }
}

#[test]
fn what_the_format_lacks_is_enclosed_for_others_and_reported() {
    let skewed =
        Parallelepiped3::new([0.0; 3], [[1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    let colliders = [Collider::new(1, "hand", skewed)];
    let written = write_colliders(&arm().glb(), "arm", &colliders).unwrap();
    assert_eq!(
        written.warnings[0].to_string(),
        "collider 0 (\"hand\"): a skewed box, which other programs see as a box around it"
    );
    let corners = &read_independently(&written.bytes)[0].2;
    let largest = corners.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    assert!((1.5 - 1e-6..2.5).contains(&largest), "{corners:?}");
}

#[test]
fn rigs_go_out_and_come_back() {
    let model = arm().read().unwrap();
    let mut colliders = vec![
        Collider::new(1, "", Sphere3::new([0.0; 3], 0.5)),
        Collider::new(1, "", Obb3::new([0.1; 3], [0.2; 3], [0.0, 0.0, 0.0, 1.0])),
    ];
    colliders[0].role = Some(Role::Push);
    colliders[1].region = Some(String::from("arm.l"));
    let rigging = Rigging::of(&model, &colliders).unwrap();
    let out = rigging.colliders();
    let named: Vec<_> = out.iter().map(|it| (it.name.as_str(), it.purpose)).collect();
    assert_eq!(
        named,
        [("elbow.hitbox", Purpose::Solid), ("elbow.hitbox.2", Purpose::Trigger)],
        "what pushes is solid"
    );
    let again = read(&write(&arm().glb(), &out));
    let back = Rigging::of(&again, &again.colliders).unwrap();
    assert_eq!(back.rig().hitboxes(), rigging.rig().hitboxes());
    assert_eq!((back.rig().bones(), back.nodes()), (rigging.rig().bones(), rigging.nodes()));
    assert_eq!(Rigging::by_name(&model, rigging.rig().clone()).unwrap(), rigging);
}

#[test]
fn what_cannot_be_written_is_named() {
    let message = |bytes: &[u8], collider: Collider| {
        write_colliders(bytes, "arm.glb", &[collider]).unwrap_err().to_string()
    };
    let arm = arm();
    let glb = arm.glb();
    let sphere = Sphere3::new([0.0; 3], 1.0);
    assert_eq!(
        message(&glb, Collider::new(9, "hand", sphere)),
        "arm.glb: collider 0 (\"hand\") is on nodes[9]; expected a node of the file that was not \
         written for a collider"
    );
    let written = write(&glb, &[Collider::new(1, "hand", sphere)]);
    assert!(message(&written, Collider::new(3, "hand", sphere)).contains("is on nodes[3]"));
    let plane = Plane3::new([0.0, 1.0, 0.0], 0.0);
    assert!(
        message(&glb, Collider::new(1, "floor", plane)).contains("is a plane; expected a bounded")
    );
    assert!(message(b"{", Collider::new(0, "", sphere)).contains("is not glTF: EOF"));
    assert!(message(b"[]", Collider::new(0, "", sphere)).contains("is not glTF: invalid type"));
    assert!(message(&glb[..40], Collider::new(0, "", sphere)).contains("byte 8"));
    let text = br#"{"asset":{"version":"2.0"},"nodes":7}"#;
    assert!(message(text, Collider::new(0, "", sphere)).contains("is not glTF"));
}

/// Found by fuzzing: a node whose collider's shape is missing got the first shape that was added.
#[test]
fn a_shape_that_is_added_is_no_other_nodes() {
    let json = r#"{"asset":{"version":"2.0"},"nodes":[{"name":"arm"},{"extensions":
        {"KHR_physics_rigid_bodies":{"trigger":{"geometry":{"shape":0}}}}}]}"#;
    let collider = Collider::new(0, "hand", Sphere3::new([0.0; 3], 1.0));
    let error = write_colliders(json.as_bytes(), "arm.gltf", &[collider]).unwrap_err().to_string();
    assert!(error.contains("nodes[1]") && error.contains("one of the 0 shapes"), "{error}");
    assert_eq!(write_colliders(json.as_bytes(), "arm.gltf", &[]).unwrap().bytes, json.as_bytes());
}
