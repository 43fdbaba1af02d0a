//! Moulds: the numbers of a family, from which a shape of any kind is cast.

use super::Family;
use super::rotation::{
    axes, compose, identity, quarter_turn, random, right_angle, small, whole_turn,
    whole_turn_about_an_axis, yaw,
};
use crate::Rng;
use std::array::from_fn;
use std::ops::Range;

/// Place, size and direction, of which each kind of shape takes what it has.
#[derive(Clone, Debug)]
pub(super) struct Mould<const D: usize> {
    pub(super) center: [f32; D],
    pub(super) half_extents: [f32; D],
    pub(super) rotation: [f32; 4],
    pub(super) normal: [f32; D],
}

impl<const D: usize> Mould<D> {
    fn set_rotation(&mut self, rotation: [f64; 4]) {
        self.rotation = nonzero(rotation.map(finite));
    }

    /// Turns the normal to one of the rotation's axes: not of unit length, but of whole numbers if
    /// the rotation is.
    fn set_normal(&mut self, rng: &mut Rng) {
        let axis = axes::<D>(self.rotation.map(f64::from))[rng.below(D)];
        let factor = rng.power_of_two(-3..4) * rng.sign();
        self.normal = nonzero(axis.map(|x| finite(x * factor)));
    }
}

/// The moulds of two shapes near each other.
pub(super) fn pair<const D: usize>(family: Family, rng: &mut Rng) -> [Mould<D>; 2] {
    let [mut a, mut b] = neighbours(family, rng);
    arrange(family, &mut a, &mut b, rng);
    a.set_normal(rng);
    b.set_normal(rng);
    for mould in [&mut a, &mut b] {
        distort(family, mould, rng);
    }
    [a, b]
}

/// The exponents of all sizes in a pair, where they are out of the ordinary.
fn scales(family: Family, rng: &mut Rng) -> Option<Range<i32>> {
    let first = match family {
        Family::Huge => rng.below(70) as i32,
        Family::Tiny => -(rng.below(70) as i32) - 30,
        _ => return None,
    };
    Some(first..first + 1 + rng.below(30) as i32)
}

/// Where the two are and how large, turned at random.
fn neighbours<const D: usize>(family: Family, rng: &mut Rng) -> [Mould<D>; 2] {
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
        let mut mould = Mould {
            center: center.map(finite),
            half_extents: half_extents.map(finite),
            rotation: [0.0; 4],
            normal: [0.0; D],
        };
        mould.set_rotation(random::<D>(rng));
        mould
    })
}

/// How the two lie to each other, where that is not at random.
fn arrange<const D: usize>(family: Family, a: &mut Mould<D>, b: &mut Mould<D>, rng: &mut Rng) {
    let turned = a.rotation.map(f64::from);
    match family {
        Family::Grid => {
            a.set_rotation(identity::<D>());
            b.set_rotation(identity::<D>());
        }
        // In the plane only a quarter turn leaves the top of a box level.
        Family::Resting if D == 2 => {
            a.set_rotation(quarter_turn::<D>(rng));
            b.set_rotation(quarter_turn::<D>(rng));
        }
        Family::Yaw | Family::Resting => {
            a.set_rotation(yaw::<D>(rng));
            b.set_rotation(yaw::<D>(rng));
        }
        Family::Parallel => {
            let askew = whole_turn::<D>(rng);
            a.set_rotation(askew);
            b.set_rotation(compose::<D>(askew, whole_turn_about_an_axis::<D>(rng)));
        }
        Family::RightAngle => b.rotation = right_angle::<D>(a.rotation, rng),
        Family::SameRotation => {
            let factor = [1.0, 1.0, -1.0, 2.0, -0.125][rng.below(5)];
            b.set_rotation(turned.map(|x| x * factor));
        }
        Family::NearParallel4 | Family::NearParallel6 => {
            let exponents = if family == Family::NearParallel4 { -17..-13 } else { -27..-18 };
            let angle = rng.magnitude(exponents);
            let nearly = compose::<D>(quarter_turn::<D>(rng), small::<D>(rng, angle));
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

/// What a family does to the numbers of one shape alone.
fn distort<const D: usize>(family: Family, mould: &mut Mould<D>, rng: &mut Rng) {
    match family {
        Family::Degenerate => {
            for _ in 0..1 + rng.below(D) {
                mould.half_extents[rng.below(D)] = 0.0;
            }
            if rng.chance(0.2) {
                mould.center = [0.0; D];
            }
        }
        Family::Subnormal => {
            let size = rng.magnitude(-149..-122);
            mould.half_extents = from_fn(|_| finite(rng.between(0.0, 2.0) * size));
            mould.center = from_fn(|_| finite(rng.between(-3.0, 3.0) * size));
            if rng.chance(0.5) {
                let length = rng.power_of_two(-149..-122);
                mould.normal = nonzero(mould.normal.map(|x| finite(f64::from(x) * length)));
            }
        }
        Family::WildRotation => {
            let mut wild = |x: f32| {
                let factor = if rng.chance(0.5) { rng.magnitude(-100..34) } else { 1.0 };
                finite(f64::from(x) * factor)
            };
            mould.rotation = nonzero(mould.rotation.map(&mut wild));
            mould.normal = nonzero(mould.normal.map(&mut wild));
        }
        Family::RandomBits => {
            mould.center = from_fn(|_| rng.any_finite());
            mould.half_extents = from_fn(|_| rng.any_finite().abs());
            mould.normal = nonzero(from_fn(|_| rng.any_finite()));
            let used = if D == 2 { 2 } else { 4 };
            mould.rotation = nonzero(from_fn(|i| if i < used { rng.any_finite() } else { 0.0 }));
        }
        Family::Overflow => {
            let size = rng.magnitude(121..128);
            mould.half_extents = from_fn(|_| finite(rng.between(0.0, 2.0) * size));
            mould.center = from_fn(|_| finite(rng.between(-3.0, 3.0) * size));
        }
        _ => {}
    }
}

/// The nearest `f32` that is finite.
pub(super) fn finite(value: f64) -> f32 {
    let nearest = value as f32;
    if nearest.is_finite() { nearest } else { f32::MAX.copysign(nearest) }
}

/// The same vector, or the shortest there is if it was zero.
pub(super) fn nonzero<const N: usize>(mut vector: [f32; N]) -> [f32; N] {
    if vector.iter().all(|x| *x == 0.0) {
        vector[0] = f32::from_bits(1);
    }
    vector
}
