//! Models that cannot be fitted: the error names the model, the bone and the problem.

use crate::fixture::Fixture;
use asunder_fit::{Assignment, Options, fit};
use asunder_gltf::matrix::IDENTITY;
use serde_json::json;

const TRIANGLE: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

fn error(fixture: Fixture, options: &Options) -> String {
    fit(&fixture.read(), options).unwrap_err().to_string()
}

#[test]
fn a_bind_matrix_that_flattens() {
    let mut fixture = Fixture::default();
    let mut flat = IDENTITY;
    flat[5] = 0.0;
    let joint = fixture.joint(json!({"name": "hip"}), flat);
    fixture.points(joint, &TRIANGLE);
    assert_eq!(
        error(fixture, &Options::default()),
        "fixture: the inverse bind matrix of bone \"hip\" flattens space; expected one that can be \
         inverted"
    );
}

#[test]
fn vertices_too_far_out() {
    let mut fixture = Fixture::default();
    let mut huge = IDENTITY;
    huge[0] = 1e30;
    let joint = fixture.joint(json!({"name": "hip"}), huge);
    fixture.points(joint, &TRIANGLE.map(|point| point.map(|x| x * 1e30)));
    let error = error(fixture, &Options::default());
    assert!(
        error.starts_with("fixture: no box fits the vertices of bone \"hip\": points is "),
        "{error}"
    );
}

#[test]
fn nothing_counts() {
    let mut fixture = Fixture::default();
    let joint = fixture.joint(json!({"name": "hip"}), IDENTITY);
    fixture.points(joint, &TRIANGLE);
    let options = Options { assignment: Assignment::AtLeast(1.5), ..Options::default() };
    let error = error(fixture, &options);
    assert!(error.starts_with("fixture: has nothing to fit hitboxes to"), "{error}");
}
