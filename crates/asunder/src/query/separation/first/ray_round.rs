//! A ray and a sphere or a capsule, in `f32`: the filters before all others.
//!
//! For an origin `o` seen from the centre, a direction `v` and a radius `r`, the line comes nearer to the centre than
//! the radius, if `(o·v)² − (o² − r²)·v²` is above zero (Ericson 2005, §5.3.2). It comes nearer to the line through a
//! capsule's core `c` than that, if `r²·(v×c)² − (o·(v×c))²` is, for `o` seen from an end of the core (§5.1.9).

use crate::array::Mapped as _;
use crate::exact::UNIT_F32;
use crate::linalg::{Vect, max};
use crate::shape::{Capsule, Ray, Sphere};
use crate::space::Vector;

/// Errors of `o² − r²`, relative to `o² + r²`; of that times `v²` less `(o·v)²`, relative to these times `v²`.
const SQUARES: f32 = 24.0 * UNIT_F32;

/// Errors of the difference of the squares of two volumes, relative to `(o² + r²)·v²·c²`.
const VOLUMES: f32 = 40.0 * UNIT_F32;

/// Added to the squares of lengths: what underflow takes from a coordinate, and a processor that takes subnormal
/// numbers for zero, is less than the error that this makes.
const SMALL: f32 = 1e-30;

/// More than underflow takes from a product of squares.
const UNDERFLOW: f32 = 2e-36;

/// Squares, and errors, above this could overflow a product.
const LIMIT: f32 = 1e20;

/// Whether a ray certainly comes inside of a sphere, or certainly shares no point with it.
#[inline(always)]
pub(crate) fn sphere_clearly_meets_ray<V: Vector>(
    sphere: &Sphere<V>,
    ray: &Ray<V>,
) -> Option<bool> {
    let from = Vect::<V, f32>(ray.origin) - Vect(sphere.center);
    let direction = Vect::<V, f32>(ray.direction);
    let radius = sphere.radius * sphere.radius;
    let (far, fast, back) = (from.square(), direction.square(), from.dot(direction));
    let (gap, back_square) = (far - radius, back * back);
    let error = SQUARES * (far + radius + SMALL);
    let product_error = error * (fast + SMALL) + UNDERFLOW;
    let beside = gap * fast - back_square;
    // Whether the sign of `back` is certain.
    let is_clear = back_square > UNIT_F32 * product_error;
    let leads_away = (back > 0.0) & is_clear & (gap > error);
    let comes_near = (back < 0.0) & is_clear & (beside < -product_error);
    let is_apart = (beside > product_error) | leads_away;
    let is_met = (gap < -error) | comes_near;
    ((product_error < LIMIT) & (is_apart | is_met)).then_some(is_met)
}

/// Whether a ray and a capsule certainly share no point: in 3D, as the line passes beside the endless cylinder around
/// the capsule.
#[inline(always)]
pub(crate) fn capsule_clearly_meets_ray<V: Vector>(
    capsule: &Capsule<V>,
    ray: &Ray<V>,
) -> Option<bool> {
    if V::EDGES == 0 {
        return None;
    }
    let a = Vect::<V, f32>(capsule.a);
    let (from, direction) = (Vect::<V, f32>(ray.origin) - a, Vect::<V, f32>(ray.direction));
    let core = Vect::<V, f32>(capsule.b) - a;
    let radius = capsule.radius * capsule.radius;
    let axis = direction.cross(core);
    let volume = from.dot(axis);
    let [far, fast, long] = [from, direction, core].mapped(|x| x.square() + SMALL);
    // The square of an area may be lost, too.
    let error = VOLUMES * (far + radius) * (fast * long + SMALL) + UNDERFLOW;
    let is_apart = volume * volume - radius * axis.square() > error;
    (is_apart & (max(error, far + radius) < LIMIT)).then_some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::Number as _;
    use crate::query::predicate::Rule;
    use crate::query::predicate::tests::assert_covers;
    use crate::query::separation::{any_any, shape};
    use crate::shape::{AnyShape as _, Shape};
    use asunder_jury::{Family, Kind, Rng, pair};
    use glam::{Vec2, Vec3};

    /// The errors, added up for vectors of length one: that of a dot product is no more than if all of both vectors lay
    /// along one coordinate axis (Cauchy and Schwarz), and its two additions round the sum once more each.
    #[test]
    fn the_errors_are_derived() {
        let (from, direction) = (Roundoff::unit(1.0), Roundoff::unit(0.0));
        let core = from;
        let dot = |x: Roundoff, y: Roundoff| x * y + Roundoff::ZERO + Roundoff::ZERO;
        let one = Roundoff::unit(0.0);
        let radius = Roundoff::unit(0.0) * Roundoff::unit(0.0);
        let square = |x: Roundoff| dot(x, x);
        let gap = square(from) - Roundoff::ZERO;
        let back = dot(from, direction).at_most(one);
        let beside = gap * square(direction) - back * back;
        let of_radius = (radius - Roundoff::ZERO) * square(direction) - Roundoff::ZERO;
        let worst = beside.error.max(of_radius.error).max(gap.error);
        assert_covers(f64::from(SQUARES / UNIT_F32), worst * SLACK);
        // Each coordinate of the product of two vectors is a difference of two products.
        let axis = direction * core - direction * core;
        let volume = dot(from, axis).at_most(one);
        let own = axis.at_most(one);
        let volumes = volume * volume - Roundoff::ZERO;
        let areas = radius * square(own) - Roundoff::ZERO;
        assert_covers(f64::from(VOLUMES / UNIT_F32), volumes.error.max(areas.error) * SLACK);
    }

    /// What a processor that flushes takes: up to 2⁻¹²⁶ of each number, product and sum.
    #[test]
    fn underflow_is_covered() {
        let lost = f64::from(f32::MIN_POSITIVE);
        let constants = [SQUARES, VOLUMES, SMALL, UNDERFLOW, LIMIT];
        let [squares, volumes, small, underflow, limit] =
            std::hint::black_box(constants).map(f64::from);
        // Of a square, six products and sums, and as much as a flushed coordinate takes from one of that size.
        assert!(squares * small > 6.0 * lost + 8.0 * lost * small.sqrt());
        assert!(underflow > 20.0 * lost);
        // Of the square of an area, and of a volume, whose products are flushed, too.
        assert!(volumes * small > 7.0 * lost);
        // Where the areas of a direction and a core are too small for their squares, a volume is off by what was lost of
        // an area, times a length that is limited.
        let area = lost.sqrt();
        assert!(underflow > 2.0 * limit * area * 6.0 * lost);
        // No product of squares overflows before its error is too large.
        assert!(limit / squares < f64::from(f32::MAX) && limit / volumes < f64::from(f32::MAX));
    }

    fn agrees<V: Vector>(ray: &Shape<V>, shape: &Shape<V>) -> bool {
        let Shape::Ray(ray) = ray else { unreachable!("a ray was asked for") };
        let known = match shape {
            Shape::Sphere(sphere) => sphere_clearly_meets_ray(sphere, ray),
            Shape::Capsule(capsule) => capsule_clearly_meets_ray(capsule, ray),
            _other => unreachable!("a round shape was asked for"),
        };
        let Some(known) = known else { return false };
        for rule in [Rule::Closed, Rule::Open] {
            let exact = any_any(ray.as_shape_ref(), shape.as_shape_ref(), rule);
            assert_eq!(known, exact, "{rule:?} {ray:?} {shape:?}");
        }
        true
    }

    fn scaled<const D: usize, V: Vector<Array<f32> = [f32; D]>>(
        shape: Shape<V>,
        scale: f32,
    ) -> Shape<V> {
        let vector = |x: [f32; D]| x.map(|x| x * scale);
        match shape {
            Shape::Ray(ray) => Ray::new(vector(ray.origin), vector(ray.direction)).into(),
            Shape::Sphere(ball) => Sphere::new(vector(ball.center), ball.radius * scale).into(),
            Shape::Capsule(own) => {
                Capsule::new(vector(own.a), vector(own.b), own.radius * scale).into()
            }
            other => other,
        }
    }

    fn compare<const D: usize, V: Vector<Array<f32> = [f32; D]>>(
        turn: fn([f32; 4]) -> V::RotationArray,
    ) -> [u32; 2] {
        let mut rng = Rng::new(0x9a);
        let mut known = [0; 2];
        for family in Family::ALL {
            for (kind, known) in [Kind::Sphere, Kind::Capsule].into_iter().zip(&mut known) {
                for round in 0..600 {
                    let (a, b) = pair::<D>(family, Kind::Ray, kind, &mut rng);
                    let (a, b) = (shape::<D, V>(&a, turn), shape::<D, V>(&b, turn));
                    let is_scaled = matches!(family, Family::Game);
                    let scale = [1.0, 1e-34, 1e-16, 1e12][if is_scaled { round % 4 } else { 0 }];
                    let is_known = agrees(&scaled(a, scale), &scaled(b, scale));
                    *known += u32::from(is_known && is_scaled && round % 4 == 0);
                }
            }
        }
        known
    }

    /// Rays and round shapes of all families and of all magnitudes, and what the general formula says. Of the 150 of
    /// games as they are, so many are known.
    #[test]
    fn what_is_certain_is_right() {
        let space = compare::<3, Vec3>(|q| q);
        let [spheres, capsules] = space;
        assert!(spheres > 145 && capsules > 90, "{space:?}");
        let plane = compare::<2, Vec2>(|[cos, sin, ..]| [cos, sin]);
        assert!(plane[0] > 145 && plane[1] == 0, "{plane:?}");
    }

    /// Capsules whose core, and rays whose direction, are of other magnitudes than the distance: the square of the area
    /// that they span may be less than the smallest `f32`.
    #[test]
    fn small_areas_are_left_open() {
        let ray = |origin: f32, direction: f32| {
            Ray::<Vec3>::new([0.0, 0.0, origin], [direction, 0.0, 0.0])
        };
        let capsule =
            |core: f32, radius: f32| Capsule::<Vec3>::new([0.0; 3], [0.0, core, 0.0], radius);
        // Both begin deep inside.
        for (ray, capsule) in
            [(ray(5e6, 1e-11), capsule(1e-12, 1e7)), (ray(5e3, 1e-10), capsule(1e-10, 1e4))]
        {
            assert_eq!(capsule_clearly_meets_ray(&capsule, &ray), None);
        }
        let mut rng = Rng::new(0x9c);
        let mut known = [0; 2];
        for _ in 0..30_000 {
            let mut vector = |powers: f64| {
                // A power of two.
                let exponent = 1023 + rng.between(-powers, powers) as i64;
                let scale = f64::from_bits((exponent as u64) << 52);
                [0; 3].map(|_| (rng.between(-1.0, 1.0) * scale) as f32)
            };
            let (origin, a) = (vector(30.0), vector(30.0));
            let (direction, core) = (vector(46.0), vector(46.0));
            let b = [0, 1, 2].map(|t| a[t] + core[t]);
            let radius = vector(30.0)[0].abs();
            let Ok(ray) = Ray::<Vec3>::try_new(origin, direction) else { continue };
            let ray = Shape::from(ray);
            let rod = Shape::from(Capsule::<Vec3>::new(a, b, radius));
            known[0] += u32::from(agrees(&ray, &rod));
            known[1] += u32::from(agrees(&ray, &Sphere::<Vec3>::new(a, radius).into()));
        }
        assert!(known[0] > 300 && known[1] > 20_000, "{known:?}");
    }

    /// Rays that graze a sphere, a cylinder or a point of a flat one, to within a few units of the last place.
    #[test]
    fn grazing_rays_are_left_open_or_known_rightly() {
        let mut rng = Rng::new(0x9b);
        let mut known = 0;
        for _ in 0..20_000 {
            let mut vector = |size: f64| Vect::<Vec3, f64>::from_fn(|_| rng.between(-size, size));
            let (a, core, direction, aside) = (vector(50.0), vector(2.0), vector(3.0), vector(1.0));
            let across = direction.cross(core);
            let (Some(normal), Some(beside)) = (across.unit(), direction.cross(aside).unit())
            else {
                continue;
            };
            let radius = rng.between(0.0, 1.0);
            let ahead = rng.between(-8.0, 2.0);
            let off = radius * (1.0 + rng.between(-1e-6, 1e-6));
            let origin = |normal: Vect<Vec3, f64>| (a + normal * off + direction * ahead).to_f32();
            let ball = Sphere::<Vec3>::new(a.to_f32(), radius as f32);
            let rod = Capsule::<Vec3>::new(a.to_f32(), (a + core).to_f32(), radius as f32);
            let ray = |from: [f32; 3]| Shape::from(Ray::<Vec3>::new(from, direction.to_f32()));
            known += u32::from(agrees(&ray(origin(beside)), &ball.into()));
            known += u32::from(agrees(&ray(origin(normal)), &rod.into()));
        }
        assert!(known > 1000, "{known}");
    }
}
