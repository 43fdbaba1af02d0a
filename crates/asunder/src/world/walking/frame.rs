//! Rigid motions in `f64`, from one pose to another.

use crate::array::Mapped as _;
use crate::exact::widen;
use crate::linalg::{Matrix, Vect};
use crate::query::move_until_contact::position;
use crate::shape::AnyShape as _;
use crate::space::{Pose, Vector};
use crate::world::body::{Body, LastPlacement};

/// The pose that says where a body is: that at which it was placed, or where its first collider is, not
/// turned.
pub(super) fn frame_of<V: Vector>(body: &Body<V>) -> Pose<V> {
    match body.placed {
        LastPlacement::Pose(pose) => pose,
        LastPlacement::Poses(_) | LastPlacement::Shapes => Pose::from_translation(place_of(body)),
    }
}

/// The position of the first collider of a body.
pub(super) fn place_of<V: Vector>(body: &Body<V>) -> V::Array<f32> {
    let first = body.parts.first();
    first.map_or(Vect::<V, f32>::zero().0, |part| position(&part.shape.as_shape_ref()))
}

/// The middle of the bounds of a body.
pub(super) fn middle_of<V: Vector>(body: &Body<V>) -> Vect<V, f64> {
    (Vect::of(&body.bounds.min) + Vect::of(&body.bounds.max)) * 0.5
}

/// The image of a point under a pose.
pub(super) fn placed_point<V: Vector>(pose: &Pose<V>, point: Vect<V, f64>) -> Vect<V, f64> {
    let (axes, norm) = V::frame::<f64>(pose.rotation, 0);
    Vect::of(&pose.translation) + Matrix::from_arrays(&axes).times(point) / norm
}

/// The point whose image under a pose this is.
pub(super) fn local_point<V: Vector>(pose: &Pose<V>, point: Vect<V, f64>) -> Vect<V, f64> {
    let (axes, norm) = V::frame::<f64>(pose.rotation, 0);
    let offset = point - Vect::of(&pose.translation);
    Matrix::from_arrays(&axes).each(|axis| axis.dot(offset)) / norm
}

/// The displacement of a point by the rigid motion from one pose to another. A motion that does not turn
/// displaces all points alike.
pub(super) fn displacement<V: Vector>(
    from: &Pose<V>,
    to: &Pose<V>,
    point: Vect<V, f64>,
) -> Vect<V, f64> {
    if from.rotation == to.rotation {
        return Vect::of(&to.translation) - Vect::of(&from.translation);
    }
    placed_point(to, local_point(from, point)) - point
}

/// The product of two quaternions: `outer` after `inner`.
pub(super) fn product([a, b, c, d]: [f64; 4], [x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [
        (d * x + a * w) + (b * z - c * y),
        (d * y + b * w) + (c * x - a * z),
        (d * z + c * w) + (a * y - b * x),
        (d * w - a * x) - (b * y + c * z),
    ]
}

/// The quaternion that turns one pose's rotation into another's, by half a turn at most.
pub(super) fn turn_between<V: Vector>(from: &Pose<V>, to: &Pose<V>) -> [f64; 4] {
    if from.rotation == to.rotation {
        return NO_TURN;
    }
    let [x, y, z, w] = V::half_turn(from.rotation);
    let turn = product(V::half_turn(to.rotation), [0.0 - x, 0.0 - y, 0.0 - z, w]);
    if turn[3] < 0.0 { turn.mapped(|x| 0.0 - x) } else { turn }
}

/// The quaternion that turns nothing.
pub(super) const NO_TURN: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// The part of a turn that is about `up`; in 2D all of it.
pub(super) fn turn_about<V: Vector>(turn: [f64; 4], up: &V::Array<f32>) -> [f64; 4] {
    if V::IN_PLANE {
        return turn;
    }
    let up = [widen(up[0]), widen(up[1]), widen(up[V::DIM - 1])];
    let square = up[0] * up[0] + up[1] * up[1] + up[2] * up[2];
    let along = (turn[0] * up[0] + turn[1] * up[1] + turn[2] * up[2]) / square;
    let about = [along * up[0], along * up[1], along * up[2], turn[3]];
    let square = about.iter().fold(0.0, |sum, x| sum + x * x);
    if square > 0.0 && square.is_finite() { about.mapped(|x| x / square.sqrt()) } else { NO_TURN }
}

/// The sine of half the angle of a turn.
pub(super) fn half_sine([x, y, z, _]: [f64; 4]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}
