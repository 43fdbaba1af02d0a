//! Minkowski sums of bodies, and where 0 lies in them.

use super::body::Body;
use super::guess::{Guess, Member, guess};
use super::nearest::{Corral, Generator, cone_contains};
use super::number::Number;
use super::vector::{Vector, add, dot, is_zero, negated, rank, scaled, zero};
use dashu_int::IBig;
use std::cmp::Ordering;

/// The Minkowski sum of bodies. Without its radii, it is the *core*.
#[derive(Clone, Debug)]
pub(super) struct MinkowskiSum<const D: usize> {
    bodies: Vec<Body<D>>,
    radius: IBig,
}

/// The location of 0: its distance from the core compared with the radius.
#[derive(Clone, Debug)]
pub(super) enum OriginLocation<const D: usize> {
    /// Farther than the radius: 0 is outside.
    Apart,
    /// At that distance, with the nearest point of the core: 0 itself if the radius is 0.
    /// Then 0 may be interior to the core.
    At(Generator<D>),
    /// Nearer: 0 is interior to the sum.
    Within,
}

impl<const D: usize> MinkowskiSum<D> {
    pub(super) fn new(bodies: impl IntoIterator<Item = Body<D>>) -> Self {
        let bodies: Vec<_> = bodies.into_iter().collect();
        let radius = bodies.iter().map(|body| &body.radius).sum();
        Self { bodies, radius }
    }

    pub(super) fn radius(&self) -> &IBig {
        &self.radius
    }

    /// Compares the distance of 0 from the core with the radius.
    pub(super) fn locate_origin(&self) -> OriginLocation<D> {
        let guess = guess(self);
        if let Some(Guess { towards: Some(x), .. }) = &guess
            && self.is_beyond(x)
        {
            return OriginLocation::Apart;
        }
        self.locate_origin_from(self.first_corral(guess))
    }

    /// The first corral: the guessed one, if it is valid.
    fn first_corral(&self, guess: Option<Guess<D>>) -> Corral<D> {
        let first = || Corral::new(self.sum_of(|hull| hull[0].clone()));
        let corral = guess.and_then(|guess| {
            Corral::of(guess.members.iter().map(|member| self.generator(member)).collect())
        });
        corral.unwrap_or_else(first)
    }

    /// The point of the core nearest to 0.
    ///
    /// The result is a proof: the point is a combination of generators with positive coefficients, and the
    /// core lies beyond the plane through it that is perpendicular to it.
    pub(super) fn nearest(&self) -> Generator<D> {
        let mut corral = self.first_corral(guess(self));
        loop {
            let nearest = corral.nearest();
            let Generator { vector: x, weight } = &nearest;
            if is_zero(x) {
                return nearest;
            }
            if let Some(ray) = self.rays().find(|ray| dot(x, ray).is_negative()) {
                corral.admit(Generator { vector: ray.clone(), weight: Number::ZERO });
                continue;
            }
            let lowest_point = self.lowest_point(x);
            let (level, height) = (dot(x, &lowest_point.vector), dot(x, x));
            if (&level * weight).compare(&(&height * &lowest_point.weight)) != Ordering::Less {
                return nearest;
            }
            corral.admit(lowest_point);
        }
    }

    /// Whether the core lies beyond the plane with this normal at the radius from 0.
    fn is_beyond(&self, normal: &Vector<D>) -> bool {
        if self.rays().any(|ray| dot(normal, ray).is_negative()) {
            return false;
        }
        let lowest_point = self.lowest_point(normal);
        let level = dot(normal, &lowest_point.vector);
        let reach = &lowest_point.weight * &Number::Whole(self.radius.clone());
        let square = &dot(normal, normal) * &(&reach * &reach);
        level.is_positive() && (&level * &level).compare(&square) == Ordering::Greater
    }

    /// The search for the nearest point, from a corral of the sum.
    fn locate_origin_from(&self, mut corral: Corral<D>) -> OriginLocation<D> {
        let square = Number::Whole(&self.radius * &self.radius);
        loop {
            let nearest = corral.nearest();
            let Generator { vector: x, weight } = &nearest;
            if is_zero(x) {
                // A corral with one point more than dimensions is full-dimensional.
                let interior = !square.is_zero() || corral.is_full();
                return if interior { OriginLocation::Within } else { OriginLocation::At(nearest) };
            }
            let length = dot(x, x);
            if length.compare(&(&square * &(weight * weight))) == Ordering::Less {
                return OriginLocation::Within;
            }
            if let Some(ray) = self.rays().find(|ray| dot(x, ray).is_negative()) {
                corral.admit(Generator { vector: ray.clone(), weight: Number::ZERO });
                continue;
            }
            // The core lies beyond the plane through its lowest point along x.
            let lowest_point = self.lowest_point(x);
            let level = dot(x, &lowest_point.vector);
            let reach = &square * &(&length * &(&lowest_point.weight * &lowest_point.weight));
            if level.is_positive() && (&level * &level).compare(&reach) == Ordering::Greater {
                return OriginLocation::Apart;
            }
            if (&level * weight).compare(&(&length * &lowest_point.weight)) != Ordering::Less {
                // x is the nearest point, exactly at the radius.
                return OriginLocation::At(nearest);
            }
            corral.admit(lowest_point);
        }
    }

    /// Whether 0 is interior.
    pub(super) fn has_interior_origin(&self) -> bool {
        match self.locate_origin() {
            OriginLocation::Apart => false,
            OriginLocation::Within => true,
            OriginLocation::At(nearest) => {
                is_zero(&nearest.vector) && self.core_has_interior_origin()
            }
        }
    }

    /// Whether 0, a point of the core, is interior to it.
    ///
    /// It is in the relative interior exactly if the segment from any other such point can be prolonged
    /// through 0 within the core (Rockafellar, "Convex analysis", 1970, theorem
    /// 6.4).
    pub(super) fn core_has_interior_origin(&self) -> bool {
        let relative_interior_point = self.relative_interior_point();
        self.is_full_dimensional()
            && self.continues_along(&Generator::origin(), &negated(&relative_interior_point))
    }

    /// Whether a sufficiently short step in the direction leads from a point of the core to another.
    pub(super) fn continues_along(&self, from: &Generator<D>, direction: &Vector<D>) -> bool {
        cone_contains(direction, |x| {
            if let Some(ray) = self.rays().find(|ray| dot(x, ray).is_negative()) {
                return Some(ray.clone());
            }
            let step = self.lowest_point(x).direction_from(from);
            dot(x, &step).is_negative().then_some(step)
        })
    }

    /// Whether the core spans all dimensions.
    fn is_full_dimensional(&self) -> bool {
        let hulls = self.bodies.iter().flat_map(|body| &body.hulls);
        let across =
            hulls.flat_map(|hull| hull[1..].iter().map(|point| point.direction_from(&hull[0])));
        rank(self.rays().cloned().chain(across)) == D
    }

    /// A multiple of a point in the relative interior of the core.
    fn relative_interior_point(&self) -> Vector<D> {
        let Generator { vector, weight } = self.sum_of(|hull| {
            let sum = |sum: Generator<D>, point: &Generator<D>| Generator {
                vector: add(&sum.vector, &point.vector),
                weight: &sum.weight + &point.weight,
            };
            hull.iter().fold(Generator { vector: zero(), weight: Number::ZERO }, sum)
        });
        let along = self.rays().fold(zero(), |sum, ray| add(&sum, ray));
        add(&vector, &scaled(&along, &weight))
    }

    /// A point of the core lowest along `x`, rays left out.
    fn lowest_point(&self, x: &Vector<D>) -> Generator<D> {
        self.sum_of(|hull| {
            let (first, rest) = hull.split_first().expect("a hull has points");
            let (mut lowest_point, mut level) = (first, dot(x, &first.vector));
            for point in rest {
                let height = dot(x, &point.vector);
                let lower = if point.weight.compare(&lowest_point.weight) == Ordering::Equal {
                    height.compare(&level)
                } else {
                    (&height * &lowest_point.weight).compare(&(&level * &point.weight))
                };
                if lower == Ordering::Less {
                    (lowest_point, level) = (point, height);
                }
            }
            lowest_point.clone()
        })
    }

    /// The support point of the core along `x`, rays left out.
    pub(super) fn support_point(&self, x: &Vector<D>) -> Generator<D> {
        self.lowest_point(&negated(x))
    }

    fn generator(&self, member: &Member) -> Generator<D> {
        match member {
            Member::Point(places) => {
                let mut places = places.iter();
                self.sum_of(|hull| hull[places.next().map_or(0, |place| *place)].clone())
            }
            Member::Ray(place) => Generator {
                vector: self.rays().nth(*place).cloned().unwrap_or_else(zero),
                weight: Number::ZERO,
            },
        }
    }

    /// The sum of a point of each hull, chosen in their order.
    pub(super) fn sum_of(
        &self,
        mut choose: impl FnMut(&[Generator<D>]) -> Generator<D>,
    ) -> Generator<D> {
        let sums = self.bodies.iter().map(|body| body.sum_of(&mut choose));
        sums.reduce(|sum, point| sum.plus(&point)).unwrap_or_else(Generator::origin)
    }

    pub(super) fn hulls(&self) -> impl Iterator<Item = &Vec<Generator<D>>> {
        self.bodies.iter().flat_map(|body| &body.hulls)
    }

    pub(super) fn rays(&self) -> impl Iterator<Item = &Vector<D>> {
        self.bodies.iter().flat_map(|body| &body.rays)
    }
}
