//! The most vertices of hulls for each question: more would take over a second for a line.
//!
//! Touching is decided exactly, over candidate axes whose number grows with the vertices of both shapes,
//! each measured over all vertices. Until hulls do better, such lines are refused.

use super::Question;
use asunder::{Shape, Vector};

/// The most vertices of a hull beside a shape of another kind, and of each of two hulls.
struct CornerLimits {
    beside_another: usize,
    of_two: usize,
}

/// The limits of a question. The comments give the processor time in seconds, of a release build, of the
/// slowest case by the number of vertices: spheres, cylinders, discs, grids, a moment curve and random
/// bits, in 3D and 2D, equal, touching, stacked, coplanar, overlapping and apart; and each beside every
/// other kind of shape.
fn limits(question: Question) -> CornerLimits {
    let (beside_another, of_two) = match question {
        // 1024: 0.4; 128: 0.9.
        Question::Intersects | Question::Closest => (1024, 128),
        // 512: 0.8, 1024: 3.2; 96: 0.12.
        Question::Distance => (512, 96),
        // 1024: 0.4; 128: 0.8.
        Question::Containment => (1024, 128),
        // 4096: 1.0; 96: 0.4.
        Question::Penetrates => (2048, 96),
        // 4096: 0.8; 192: 0.4.
        Question::Contains => (2048, 192),
        // 1024: 0.4; 96: 0.25.
        Question::Penetration | Question::Contact => (1024, 96),
        // 512: 0.3, 1024: 0.95; 96: 0.35.
        Question::Explain => (512, 96),
        // 1024: 0.7; of two, there are none.
        Question::Ray => (1024, 1024),
        // 4096: less than 0.1, and four times as many take four times as long; of two, there are none.
        Question::Side => (16_384, 16_384),
        // 256: 0.6; 16: 0.7, 32: more than 3.
        Question::Cast => (256, 16),
        // 1024: 0.4; of two, there are none.
        Question::Move | Question::Depenetrate => (1024, 1024),
        // A walk is some thirty moves.
        Question::Slide => (256, 16),
    };
    CornerLimits { beside_another, of_two }
}

/// Refuses shapes of a line whose hulls have too many vertices; the obstacles of a mover count together.
pub(super) fn check<V: Vector>(
    question: Question,
    shapes: &[(&str, &[Shape<V>])],
) -> Result<(), String> {
    let corners = |shape: &Shape<V>| match shape {
        Shape::ConvexHull(hull) => hull.points().len(),
        _ => 0,
    };
    let counts = || shapes.iter().map(|(name, all)| (name, all.iter().map(corners).sum::<usize>()));
    let CornerLimits { beside_another, of_two } = limits(question);
    let (limits, why) = if counts().filter(|(_, count)| *count > 0).count() > 1 {
        (of_two, " where both are hulls")
    } else {
        (beside_another, "")
    };
    match counts().find(|(_, count)| *count > limits) {
        None => Ok(()),
        Some((name, count)) => {
            let question = question.name();
            Err(format!(
                "{name} has {count} points in hulls, and {question} may take over a second; expected at \
                 most {limits}{why}"
            ))
        }
    }
}
