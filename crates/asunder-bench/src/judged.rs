//! `--judge`: how often the peer is wrong, on the jury's families. The table of `asunder score`.

use asunder::Intersects;
use asunder::prelude::*;
use asunder_jury::{Family, Ink, Kind, Rng, Scoreboard, Shape, intersects, pair};
use parry3d::math::{Pose3, Rot3, Vec3};
use parry3d::query::intersection_test;
use parry3d::shape::{Ball, Capsule, Cuboid, SharedShape};
use serde_json::json;
use std::process::ExitCode;

/// The pairs of kinds that are judged, and what they are called.
const KINDS: [(Kind, Kind, &str); 3] = [
    (Kind::Obb, Kind::Obb, "obb,obb"),
    (Kind::Sphere, Kind::Obb, "sphere,obb"),
    (Kind::Capsule, Kind::Obb, "capsule,obb"),
];

const NAMES: [&str; 2] = ["asunder", "parry3d 0.31.1"];

/// Asks both about so many pairs of each family; prints a table for each pair of kinds, or a JSON
/// object for each of its columns and families.
pub(crate) fn judge(pairs: u64, form: Form) -> ExitCode {
    let mut wrong = 0;
    for (a, b, kinds) in KINDS {
        let mut board = Scoreboard::new(NAMES);
        for family in Family::ALL {
            board.begin(family);
            let mut rng = Rng::new(1 ^ ((family as u64) << 32));
            for _ in 0..pairs {
                let (a, b) = pair::<3>(family, a, b, &mut rng);
                let own = shape(&a).intersects(&shape(&b));
                let ((pose1, shape1), (pose2, shape2)) = (peer(&a), peer(&b));
                let theirs = intersection_test(&pose1, &*shape1, &pose2, &*shape2);
                // An error would mean that it has no such test; there is one for each of these.
                let theirs = theirs.ok().map(|test| test.intersecting);
                board.count((&a, &b), intersects(&a, &b), &[Some(own), theirs]);
            }
        }
        match form {
            Form::Text => {
                println!("{pairs} pairs a family, {kinds} in 3D\n\n{}", board.table(Ink::Plain))
            }
            Form::Json => print_rows(kinds, &board),
        }
        wrong += board.wrong(0);
    }
    if wrong > 0 {
        eprintln!("asunder is wrong about {wrong} pairs");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// How a board is printed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    Text,
    Json,
}

fn print_rows(kinds: &str, board: &Scoreboard) {
    for (contestant, family, tally) in board.rows() {
        let row = json!({
            "contestant": contestant,
            "family": family.name(),
            "kinds": kinds,
            "pairs": tally.pairs,
            "false_positives": tally.false_positives,
            "false_negatives": tally.false_negatives,
            "worst_gap": tally.worst_gap,
            "worst_depth": tally.worst_depth,
        });
        println!("{row}");
    }
}

/// The jury's shape as the library's.
fn shape(judged: &Shape<3>) -> Shape3 {
    if let Shape::Sphere { center, radius } = *judged {
        Sphere3::new(center, radius).into()
    } else if let Shape::Obb { center, half_extents, rotation } = *judged {
        Obb3::new(center, half_extents, rotation).into()
    } else if let Shape::Capsule { a, b, radius } = *judged {
        Capsule3::new(a, b, radius).into()
    } else {
        unreachable!("only the kinds of `KINDS` are drawn")
    }
}

/// The jury's shape as the peer's, with its pose.
fn peer(judged: &Shape<3>) -> (Pose3, SharedShape) {
    let at = |place: [f32; 3]| Pose3::from_translation(place.into());
    if let Shape::Sphere { center, radius } = *judged {
        (at(center), SharedShape::new(Ball::new(radius)))
    } else if let Shape::Obb { center, half_extents, rotation } = *judged {
        let pose = Pose3::from_parts(center.into(), Rot3::from_array(unit(rotation)));
        (pose, SharedShape::new(Cuboid::new(half_extents.into())))
    } else if let Shape::Capsule { a, b, radius } = *judged {
        // Its ends are relative to its pose: about the origin nothing is lost.
        let (a, b): (Vec3, Vec3) = (a.into(), b.into());
        (at([0.0; 3]), SharedShape::new(Capsule::new(a, b, radius)))
    } else {
        unreachable!("only the kinds of `KINDS` are drawn")
    }
}

/// `q / |q|`, found in `f64` and rounded once: the peer is not to suffer from how it is asked.
fn unit(rotation: [f32; 4]) -> [f32; 4] {
    let wide = rotation.map(f64::from);
    let length = wide.iter().fold(0.0, |sum, x| sum + x * x).sqrt();
    wide.map(|x| (x / length) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both get the same shapes: a turned box reaches as far as it should, on either side.
    #[test]
    fn the_peer_is_asked_about_the_same_shapes() {
        let center = [5.0, 1.0, 0.0];
        let turned = Shape::Obb {
            center,
            half_extents: [1.0, 3.0, 1.0],
            // By 90 degrees about z, of length 2.
            rotation: [0.0, 0.0, 2f32.sqrt(), 2f32.sqrt()],
        };
        let ball = |x| Shape::Sphere { center: [x, 1.0, 0.0], radius: 1.0 };
        let rod = |x| Shape::Capsule { a: [x, -9.0, 0.0], b: [x, 9.0, 0.0], radius: 1.0 };
        for (other, meet) in [
            (ball(1.5), true),
            (ball(0.5), false),
            (rod(1.5), true),
            (rod(0.5), false),
            (turned, true),
        ] {
            assert_eq!(shape(&turned).intersects(&shape(&other)), meet, "{other:?}");
            let ((pose1, shape1), (pose2, shape2)) = (peer(&turned), peer(&other));
            let theirs = intersection_test(&pose1, &*shape1, &pose2, &*shape2);
            assert!(theirs.is_ok_and(|test| test.intersecting == meet), "{other:?}");
        }
    }
}
