//! Containers and buffers, also truncated and damaged ones.

use std::fs;
use std::path::PathBuf;

use asunder_gltf::{GltfError, Model};

use crate::fixture::{arm, container};

/// A folder of its own for a test that needs files.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("asunder-gltf-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_model_is_the_same_in_every_container() {
    let arm = arm();
    let expected = arm.read().unwrap();
    let from_memory = |file: &[u8]| Model::from_slice(file, "fixture.glb").unwrap();

    let embedded = arm.gltf(&arm.data_uri());
    assert_eq!(from_memory(&embedded), expected);
    let marked = [b"\xef\xbb\xbf", &embedded[..]].concat();
    assert_eq!(from_memory(&marked), expected);

    let folder = folder("containers");
    fs::write(folder.join("my arm.bin"), &arm.binary).unwrap();
    fs::write(folder.join("arm.gltf"), arm.gltf("my%20arm.bin")).unwrap();
    fs::write(folder.join("arm.v2.glb"), arm.glb()).unwrap();
    for (file, name) in [("arm.gltf", "arm"), ("arm.v2.glb", "arm.v2")] {
        let mut model = Model::open(folder.join(file)).unwrap();
        assert_eq!(model.name, name);
        model.name.clone_from(&expected.name);
        assert_eq!(model, expected, "{file}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn unknown_chunks_are_skipped() {
    let mut glb = arm().glb();
    glb.extend([4, 0, 0, 0]);
    glb.extend(b"XTRA1234");
    let length = (glb.len() as u32).to_le_bytes();
    glb[8..12].copy_from_slice(&length);
    assert!(Model::from_slice(&glb, "arm").is_ok());
}

#[test]
fn files_that_cannot_be_opened_are_named() {
    let folder = folder("missing");
    let message = Model::open(folder.join("none.glb")).unwrap_err().to_string();
    assert!(message.contains("none.glb: cannot be read"), "{message}");

    fs::write(folder.join("arm.gltf"), arm().gltf("lost.bin")).unwrap();
    let message = Model::open(folder.join("arm.gltf")).unwrap_err().to_string();
    assert!(message.contains("lost.bin: cannot be read"), "{message}");

    for uri in ["../arm.bin", "/etc/hostname", "https://example.org/arm.bin"] {
        fs::write(folder.join("arm.gltf"), arm().gltf(uri)).unwrap();
        let message = Model::open(folder.join("arm.gltf")).unwrap_err().to_string();
        let expected = format!(
            "buffers[0].uri is {uri:?}; expected the relative path of a file beside the model"
        );
        assert!(message.contains(&expected), "{message}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn damaged_containers_are_described() {
    let glb = arm().glb();
    let message = |glb: &[u8]| Model::from_slice(glb, "arm.glb").unwrap_err().to_string();
    let with = |offset: usize, bytes: &[u8]| {
        let mut glb = glb.clone();
        glb[offset..offset + bytes.len()].copy_from_slice(bytes);
        message(&glb)
    };
    assert_eq!(with(4, &[1]), "arm.glb: byte 4: the container's version is 1; expected 2");
    assert!(
        with(8, &[0xff; 4]).contains("byte 8: the stated length is 4294967295 but the file has")
    );
    assert!(with(8, &[3, 0, 0, 0]).contains("byte 8: the stated length is 3 but"));
    assert!(
        with(12, &[0xff; 4]).contains("byte 12: a chunk of 4294967295 bytes; expected no more")
    );
    assert!(with(16, b"NOSJ").contains("the first chunk is of kind 0x4a534f4e; expected JSON"));
    assert!(with(20, b"!").contains("is not glTF: expected value at line 1 column 1"));
    assert!(message(b"").contains("is not glTF: EOF while parsing"));
    assert!(message(&[0xff, 0xfe, b'{', 0]).contains("expected a .glb container or glTF 2.0 JSON"));
    assert!(message(&container(b"", b"")).contains("is not glTF"));
    assert!(matches!(Model::from_slice(&glb[..30], "arm"), Err(GltfError::Container { .. })));
}

#[test]
fn every_prefix_of_a_file_is_refused() {
    let arm = arm();
    for file in [arm.glb(), arm.gltf(&arm.data_uri())] {
        for end in 0..file.len() {
            assert!(Model::from_slice(&file[..end], "arm").is_err(), "{end} bytes were enough");
        }
    }
}

#[test]
fn damaged_bytes_never_panic() {
    let arm = arm();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: usize| {
        // xorshift64*, Marsaglia 2003 and Vigna 2016
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % below
    };
    let (mut read, mut refused) = (0, 0);
    for original in [arm.glb(), arm.gltf(&arm.data_uri())] {
        for round in 0..4000 {
            let mut file = original.clone();
            for _ in 0..=round % 4 {
                let place = random(file.len());
                // Replacing digits by digits keeps the JSON valid and damages its values.
                file[place] = match file[place] {
                    b'0'..=b'9' if round % 2 == 0 => b'0' + random(10) as u8,
                    byte => byte ^ (1 << random(8)),
                };
            }
            match Model::from_slice(&file, "arm") {
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().starts_with("arm: "), "{error}");
                }
                Ok(model) => {
                    read += 1;
                    let mut pose = model.rest_pose();
                    let mut positions = Vec::new();
                    for clip in &model.clips {
                        model.sample(clip, 0.5, &mut pose);
                    }
                    for mesh in &model.meshes {
                        model.posed_positions(mesh, &pose, &mut positions);
                    }
                }
            }
        }
    }
    assert!(read > 500 && refused > 500, "{read} read, {refused} refused: no test of both");
}
