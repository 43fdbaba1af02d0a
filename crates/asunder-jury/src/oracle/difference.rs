//! The set of differences of two bodies, and where 0 lies in it.

use super::body::Body;
use super::guess::{Guess, Member, guess};
use super::nearest::{Corral, Generator, cone_holds};
use super::number::Number;
use super::vector::{Vector, add, dot, is_zero, negated, rank, scaled, zero};
use dashu_int::IBig;
use std::cmp::Ordering;

/// The Minkowski sum of bodies. Without its radii, it is the *core*.
#[derive(Clone, Debug)]
pub(super) struct Sum<const D: usize> {
    bodies: Vec<Body<D>>,
    radius: IBig,
}

/// How far 0 is from the core, beside the radius.
#[derive(Clone, Debug)]
pub(super) enum Approach<const D: usize> {
    /// Farther than the radius.
    Apart,
    /// At just that distance, with the nearest point of the core: 0 itself if the radius is 0.
    /// Then 0 may be interior to the core.
    At(Generator<D>),
    /// Nearer: 0 is interior to the sum.
    Within,
}

impl<const D: usize> Sum<D> {
    pub(super) fn new(bodies: impl IntoIterator<Item = Body<D>>) -> Self {
        let bodies: Vec<_> = bodies.into_iter().collect();
        let radius = bodies.iter().map(|body| &body.radius).sum();
        Self { bodies, radius }
    }

    pub(super) fn radius(&self) -> &IBig {
        &self.radius
    }

    /// How the distance of 0 compares with the radius.
    pub(super) fn approach(&self) -> Approach<D> {
        let guess = guess(self);
        if let Some(Guess { towards: Some(x), .. }) = &guess
            && self.is_beyond(x)
        {
            return Approach::Apart;
        }
        self.approach_from(self.first_corral(guess))
    }

    /// A corral to begin with: the one that is guessed, if it is one.
    fn first_corral(&self, guess: Option<Guess<D>>) -> Corral<D> {
        let first = || Corral::new(self.sum_of(|hull| hull[0].clone()));
        let corral = guess.and_then(|guess| {
            Corral::of(guess.members.iter().map(|member| self.generator(member)).collect())
        });
        corral.unwrap_or_else(first)
    }

    /// The point of the core nearest to 0.
    ///
    /// It proves itself, from above as a sum of generators with positive shares, and from below as
    /// nothing of the core lies on the near side of the plane through it that faces 0.
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
            let lowest = self.lowest(x);
            let (level, height) = (dot(x, &lowest.vector), dot(x, x));
            if (&level * weight).compare(&(&height * &lowest.weight)) != Ordering::Less {
                return nearest;
            }
            corral.admit(lowest);
        }
    }

    /// Whether the core lies beyond the plane with this normal at the radius from 0.
    fn is_beyond(&self, normal: &Vector<D>) -> bool {
        if self.rays().any(|ray| dot(normal, ray).is_negative()) {
            return false;
        }
        let lowest = self.lowest(normal);
        let level = dot(normal, &lowest.vector);
        let reach = &lowest.weight * &Number::Whole(self.radius.clone());
        let square = &dot(normal, normal) * &(&reach * &reach);
        level.is_positive() && (&level * &level).compare(&square) == Ordering::Greater
    }

    /// The search for the nearest point, from a corral of the sum.
    fn approach_from(&self, mut corral: Corral<D>) -> Approach<D> {
        let square = Number::Whole(&self.radius * &self.radius);
        loop {
            let nearest = corral.nearest();
            let Generator { vector: x, weight } = &nearest;
            if is_zero(x) {
                // A corral of one point more than dimensions is solid.
                let interior = !square.is_zero() || corral.is_full();
                return if interior { Approach::Within } else { Approach::At(nearest) };
            }
            let length = dot(x, x);
            if length.compare(&(&square * &(weight * weight))) == Ordering::Less {
                return Approach::Within;
            }
            if let Some(ray) = self.rays().find(|ray| dot(x, ray).is_negative()) {
                corral.admit(Generator { vector: ray.clone(), weight: Number::ZERO });
                continue;
            }
            // The core lies beyond the plane of its lowest point, seen along x.
            let lowest = self.lowest(x);
            let level = dot(x, &lowest.vector);
            let reach = &square * &(&length * &(&lowest.weight * &lowest.weight));
            if level.is_positive() && (&level * &level).compare(&reach) == Ordering::Greater {
                return Approach::Apart;
            }
            if (&level * weight).compare(&(&length * &lowest.weight)) != Ordering::Less {
                // x is the nearest point; neither nearer than the radius nor farther.
                return Approach::At(nearest);
            }
            corral.admit(lowest);
        }
    }

    /// Whether 0 is interior.
    pub(super) fn holds_0_within(&self) -> bool {
        match self.approach() {
            Approach::Apart => false,
            Approach::Within => true,
            Approach::At(nearest) => is_zero(&nearest.vector) && self.core_holds_0_within(),
        }
    }

    /// Whether 0, a point of the core, is interior to it.
    ///
    /// It is interior relative to the plane of the core exactly if one can go on from any other such
    /// point, through 0, and still be in the core (Rockafellar, "Convex analysis", 1970, theorem
    /// 6.4).
    pub(super) fn core_holds_0_within(&self) -> bool {
        let middle = self.middle();
        self.is_solid() && self.leads_on(&Generator::origin(), &negated(&middle))
    }

    /// Whether a step in the direction, if it is short enough, leads from a point of the core to
    /// points of it.
    pub(super) fn leads_on(&self, from: &Generator<D>, direction: &Vector<D>) -> bool {
        cone_holds(direction, |x| {
            if let Some(ray) = self.rays().find(|ray| dot(x, ray).is_negative()) {
                return Some(ray.clone());
            }
            let step = self.lowest(x).direction_from(from);
            dot(x, &step).is_negative().then_some(step)
        })
    }

    /// Whether the core spans all dimensions.
    fn is_solid(&self) -> bool {
        let hulls = self.bodies.iter().flat_map(|body| &body.hulls);
        let across =
            hulls.flat_map(|hull| hull[1..].iter().map(|point| point.direction_from(&hull[0])));
        rank(self.rays().cloned().chain(across)) == D
    }

    /// The direction from 0 to a point of the core that is interior relative to its plane.
    fn middle(&self) -> Vector<D> {
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

    /// A point of the core lowest along `x`, as if there were no rays.
    fn lowest(&self, x: &Vector<D>) -> Generator<D> {
        self.sum_of(|hull| {
            let (first, rest) = hull.split_first().expect("a hull has points");
            let (mut lowest, mut level) = (first, dot(x, &first.vector));
            for point in rest {
                let height = dot(x, &point.vector);
                let lower = if point.weight.compare(&lowest.weight) == Ordering::Equal {
                    height.compare(&level)
                } else {
                    (&height * &lowest.weight).compare(&(&level * &point.weight))
                };
                if lower == Ordering::Less {
                    (lowest, level) = (point, height);
                }
            }
            lowest.clone()
        })
    }

    /// A point of the core highest along `x`, as if there were no rays.
    pub(super) fn highest(&self, x: &Vector<D>) -> Generator<D> {
        self.lowest(&negated(x))
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
