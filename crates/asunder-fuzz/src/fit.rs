//! A model that strangers send, as `asunder fit` fits hitboxes to it.

use asunder_fit::{Frames, Options, ShapeChoice, evaluate, fit_to, rig_from_toml, rig_to_toml};
use asunder_gltf::{Model, write_colliders};

/// How much work an input may be: frames, times what moves in each.
const WORK: usize = 1 << 18;

/// Reads bytes as a model, and if they are one, fits hitboxes to it and judges them.
///
/// # Panics
///
/// If the same model gets other hitboxes the second time, a share is none, or hitboxes do not come back
/// from what they are written as.
pub fn fit(data: &[u8]) {
    let Ok(model) = Model::from_slice(data, "fuzz") else { return };
    let frames = match Frames::all(&model) {
        Ok(frames) => frames,
        Err(error) => return assert!(error.to_string().starts_with("fuzz: "), "{error}"),
    };
    let of_meshes = model.meshes.iter().map(|mesh| mesh.positions.len() + mesh.triangles.len());
    let moving = model.nodes.len() + of_meshes.sum::<usize>();
    if frames.list().len().saturating_mul(moving) > WORK {
        return;
    }
    let shapes = [ShapeChoice::Obb, ShapeChoice::Capsule, ShapeChoice::Sphere, ShapeChoice::Best];
    let options = Options { shape: shapes[data.len() % 4], ..Options::default() };
    let [fit, again] = [(); 2].map(|()| fit_to(&model, &options, &frames));
    let fit = match (fit, again) {
        (Ok(fit), Ok(again)) => {
            assert_eq!(fit, again, "a model gets the same hitboxes each time");
            fit
        }
        // By its words: an error about what is no number is not equal to itself.
        (Err(error), Err(again)) => {
            let error = error.to_string();
            assert!(error.starts_with("fuzz"), "{error}");
            return assert_eq!(error, again.to_string(), "a model is refused for the same reason");
        }
        (fit, again) => panic!("{fit:?} and then {again:?}"),
    };
    // A pose may throw a hitbox too far out, which is refused.
    if let Ok(report) = evaluate(&model, &fit, &frames, &|_| ()) {
        let each = report.hitboxes.iter().flat_map(|it| [it.coverage, it.overhang, it.air]);
        for share in
            each.chain([report.coverage, report.overhang, report.air, report.worst.coverage])
        {
            assert!((0.0..=1.0).contains(&share), "{report:?}");
        }
    }
    let text = rig_to_toml(fit.rig());
    let read = rig_from_toml(&text, "fuzz.toml").unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(&read, fit.rig(), "what was written comes back");
    // Refused is what stands too far out, or on a node that was itself written so.
    if let Ok(written) = write_colliders(data, "fuzz", &fit.rigging().colliders()) {
        assert!(Model::from_slice(&written.bytes, "fuzz").is_ok(), "what was written can be read");
    }
}
