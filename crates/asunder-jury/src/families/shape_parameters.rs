//! Shape parameters of a family, from which a shape of any kind is built.

use super::Family;
use super::rotation::{
    axes, compose, identity, integer_rotation, integer_rotation_about_axis, quarter_turn,
    random_rotation, right_angle, small_rotation, yaw_rotation,
};
use crate::Rng;
use std::array::from_fn;
use std::ops::Range;

/// The position, size and direction of a shape of any kind.
#[derive(Clone, Debug)]
pub(super) struct ShapeParameters<const D: usize> {
    pub(super) center: [f32; D],
    pub(super) half_extents: [f32; D],
    pub(super) rotation: [f32; 4],
    pub(super) normal: [f32; D],
}

impl<const D: usize> ShapeParameters<D> {
    fn set_rotation(&mut self, rotation: [f64; 4]) {
        self.rotation = nonzero(rotation.map(finite));
    }

    /// Sets the normal to one of the rotation's axes: not a unit vector, but integral if the quaternion is.
    fn set_normal(&mut self, rng: &mut Rng) {
        let axis = axes::<D>(self.rotation.map(f64::from))[rng.below(D)];
        let factor = rng.power_of_two(-3..4) * rng.sign();
        self.normal = nonzero(axis.map(|x| finite(x * factor)));
    }
}

/// The parameters of two shapes near each other.
pub(super) fn pair<const D: usize>(family: Family, rng: &mut Rng) -> [ShapeParameters<D>; 2] {
    let [mut a, mut b] = neighbours(family, rng);
    arrange(family, &mut a, &mut b, rng);
    a.set_normal(rng);
    b.set_normal(rng);
    for parameters in [&mut a, &mut b] {
        distort(family, parameters, rng);
    }
    [a, b]
}

/// The exponents of all sizes in a pair of extreme sizes.
fn scales(family: Family, rng: &mut Rng) -> Option<Range<i32>> {
    let first = match family {
        Family::Huge => rng.below(70) as i32,
        Family::Tiny => -(rng.below(70) as i32) - 30,
        _ => return None,
    };
    Some(first..first + 1 + rng.below(30) as i32)
}

/// The positions and sizes of both, with random rotations.
fn neighbours<const D: usize>(family: Family, rng: &mut Rng) -> [ShapeParameters<D>; 2] {
    let world = match family {
        Family::Game | Family::Yaw => 100.0,
        Family::Far => rng.magnitude(18..25),
        _ => rng.magnitude(-3..7),
    };
    let place: [f64; D] = from_fn(|_| rng.between(-world, world));
    let apart = if family == Family::Resting { 0.7 } else { 1.6 };
    let on_grid = matches!(family, Family::Grid | Family::Resting);
    let scales = scales(family, rng);
    [(); 2].map(|()| {
        let mut center: [f64; D] = from_fn(|i| place[i] + rng.between(-apart, apart));
        let mut half_extents: [f64; D] = from_fn(|_| rng.between(0.1, 2.0));
        if on_grid {
            center = center.map(|x| (x * 2.0).round() / 2.0);
            half_extents = from_fn(|_| (1 + rng.below(4)) as f64 / 4.0);
        }
        if let Some(exponents) = &scales {
            center = from_fn(|_| rng.sign() * rng.magnitude(exponents.clone()));
            half_extents = from_fn(|_| rng.magnitude(exponents.clone()));
        }
        let mut parameters = ShapeParameters {
            center: center.map(finite),
            half_extents: half_extents.map(finite),
            rotation: [0.0; 4],
            normal: [0.0; D],
        };
        parameters.set_rotation(random_rotation::<D>(rng));
        parameters
    })
}

/// Changes the relative rotations, as the family demands.
fn arrange<const D: usize>(
    family: Family,
    a: &mut ShapeParameters<D>,
    b: &mut ShapeParameters<D>,
    rng: &mut Rng,
) {
    let turned = a.rotation.map(f64::from);
    match family {
        Family::Grid => {
            a.set_rotation(identity::<D>());
            b.set_rotation(identity::<D>());
        }
        // In 2D only a quarter turn keeps the top of a box horizontal.
        Family::Resting if D == 2 => {
            a.set_rotation(quarter_turn::<D>(rng));
            b.set_rotation(quarter_turn::<D>(rng));
        }
        Family::Yaw | Family::Resting => {
            a.set_rotation(yaw_rotation::<D>(rng));
            b.set_rotation(yaw_rotation::<D>(rng));
        }
        Family::Parallel => {
            let askew = integer_rotation::<D>(rng);
            a.set_rotation(askew);
            b.set_rotation(compose::<D>(askew, integer_rotation_about_axis::<D>(rng)));
        }
        Family::RightAngle => b.rotation = right_angle::<D>(a.rotation, rng),
        Family::SameRotation => {
            let factor = [1.0, 1.0, -1.0, 2.0, -0.125][rng.below(5)];
            b.set_rotation(turned.map(|x| x * factor));
        }
        Family::NearParallel4 | Family::NearParallel6 => {
            let exponents = if family == Family::NearParallel4 { -17..-13 } else { -27..-18 };
            let angle = rng.magnitude(exponents);
            let nearly = compose::<D>(quarter_turn::<D>(rng), small_rotation::<D>(rng, angle));
            b.set_rotation(compose::<D>(turned, nearly));
            if rng.chance(0.3) {
                a.half_extents[rng.below(D)] *= 50.0;
                b.half_extents[rng.below(D)] *= 50.0;
            }
        }
        Family::Degenerate => {
            b.center = a.center;
            if rng.chance(0.3) {
                b.rotation = a.rotation;
            }
        }
        _ => {}
    }
}

/// Changes the parameters of one shape, as the family demands.
fn distort<const D: usize>(family: Family, parameters: &mut ShapeParameters<D>, rng: &mut Rng) {
    match family {
        Family::Degenerate => {
            for _ in 0..1 + rng.below(D) {
                parameters.half_extents[rng.below(D)] = 0.0;
            }
            if rng.chance(0.2) {
                parameters.center = [0.0; D];
            }
        }
        Family::Subnormal => {
            let size = rng.magnitude(-149..-122);
            parameters.half_extents = from_fn(|_| finite(rng.between(0.0, 2.0) * size));
            parameters.center = from_fn(|_| finite(rng.between(-3.0, 3.0) * size));
            if rng.chance(0.5) {
                let length = rng.power_of_two(-149..-122);
                parameters.normal =
                    nonzero(parameters.normal.map(|x| finite(f64::from(x) * length)));
            }
        }
        Family::WildRotation => {
            let mut wild = |x: f32| {
                let factor = if rng.chance(0.5) { rng.magnitude(-100..34) } else { 1.0 };
                finite(f64::from(x) * factor)
            };
            parameters.rotation = nonzero(parameters.rotation.map(&mut wild));
            parameters.normal = nonzero(parameters.normal.map(&mut wild));
        }
        Family::RandomBits => {
            parameters.center = from_fn(|_| rng.any_finite());
            parameters.half_extents = from_fn(|_| rng.any_finite().abs());
            parameters.normal = nonzero(from_fn(|_| rng.any_finite()));
            let used = if D == 2 { 2 } else { 4 };
            parameters.rotation =
                nonzero(from_fn(|i| if i < used { rng.any_finite() } else { 0.0 }));
        }
        Family::Overflow => {
            let size = rng.magnitude(121..128);
            parameters.half_extents = from_fn(|_| finite(rng.between(0.0, 2.0) * size));
            parameters.center = from_fn(|_| finite(rng.between(-3.0, 3.0) * size));
        }
        _ => {}
    }
}

/// The nearest finite `f32`.
pub(super) fn finite(value: f64) -> f32 {
    let nearest = value as f32;
    if nearest.is_finite() { nearest } else { f32::MAX.copysign(nearest) }
}

/// The same vector, or the least positive one if it was zero.
pub(super) fn nonzero<const N: usize>(mut vector: [f32; N]) -> [f32; N] {
    if vector.iter().all(|x| *x == 0.0) {
        vector[0] = f32::from_bits(1);
    }
    vector
}
