//! Rotations from angles.

use crate::sheet::{Class, Sheet};
use asunder::{Rot2, axis_angle, yaw_pitch_roll};
use asunder_jury::Rng;

pub(super) fn ask(sheet: &mut Sheet) {
    let mut rng = Rng::new(4);
    for _ in 0..5_000 {
        let reach = rng.magnitude(-40..24);
        let mut angle = || rng.between(-reach, reach) as f32;
        let [x, y, z, radians] = [(); 4].map(|()| angle());
        let degrees = radians * 57.0;
        let mut note = |question: &str, answer: &dyn core::fmt::Debug| {
            sheet.note(Class::Metric, question, &format_args!("{x} {y} {z} {radians}"), answer);
        };
        note("angles/degrees", &Rot2::degrees(degrees));
        note("angles/radians", &Rot2::radians(radians));
        note("angles/axis-angle", &axis_angle([x, y, z], radians));
        note("angles/yaw-pitch-roll", &yaw_pitch_roll(x, y, z));
    }
}
