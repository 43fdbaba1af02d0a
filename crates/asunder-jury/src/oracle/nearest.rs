//! The point of a convex set nearest to 0, exactly.
//!
//! Wolfe's method ("Finding the nearest point in a polytope", 1976) over the numbers of a field, with
//! rays beside points. It keeps a *corral*: a few points and rays, affinely independent, with positive
//! coefficients, such that no point of their affine hull is nearer to 0 than theirs. A generator on the
//! near side of that point is added; those whose coefficients would become negative are removed; the
//! distance decreases, so that no corral recurs and the search ends. The result is a proof, whatever the
//! path to it: the point is a combination with positive coefficients, hence in the set, and the whole set
//! lies beyond the plane through it that is perpendicular to it.

use super::number::Number;
use super::vector::{Vector, add, dot, is_zero, scaled, zero};
use std::cmp::Ordering;

/// The point `vector / weight`, or the ray along `vector` if the weight is 0.
#[derive(Clone, Debug)]
pub(super) struct Generator<const D: usize> {
    pub(super) vector: Vector<D>,
    /// Nonnegative.
    pub(super) weight: Number,
}

/// Affinely independent generators, and the nearest point to 0 of their hull.
#[derive(Clone, Debug)]
pub(super) struct Corral<const D: usize> {
    members: Vec<Generator<D>>,
    /// Positive; the point is `Σ coefficients · vector / total`, and `Σ coefficients · weight = total`.
    coefficients: Vec<Number>,
    total: Number,
}

impl<const D: usize> Corral<D> {
    /// The corral of one point.
    pub(super) fn new(point: Generator<D>) -> Self {
        let total = point.weight.clone();
        Self { members: vec![point], coefficients: vec![Number::ONE], total }
    }

    /// The corral of these members, if they are one.
    pub(super) fn of(members: Vec<Generator<D>>) -> Option<Self> {
        let (coefficients, total) = nearest_in_plane(&members)?;
        let proper = coefficients.iter().all(Number::is_positive);
        proper.then_some(Self { members, coefficients, total })
    }

    /// The nearest point, whose weight is positive.
    pub(super) fn nearest(&self) -> Generator<D> {
        let vector = self
            .members
            .iter()
            .zip(&self.coefficients)
            .fold(zero(), |sum, (member, coefficient)| {
                add(&sum, &scaled(&member.vector, coefficient))
            });
        Generator { vector, weight: self.total.clone() }
    }

    /// Whether the members span all dimensions, so that their nearest point is interior to what
    /// they generate.
    pub(super) fn is_full(&self) -> bool {
        self.members.len() == D + 1
    }

    /// Adds a generator on the near side of the nearest point, and finds the new nearest point.
    pub(super) fn admit(&mut self, generator: Generator<D>) {
        self.members.push(generator);
        self.coefficients.push(Number::ZERO);
        loop {
            let (wanted, total) =
                nearest_in_plane(&self.members).expect("the members of a corral are independent");
            if wanted.iter().all(Number::is_positive) {
                (self.coefficients, self.total) = (wanted, total);
                return;
            }
            self.minor_cycle(&wanted, &total);
        }
    }

    /// Moves from the present coefficients towards the wanted ones until the first become zero, and
    /// removes those.
    fn minor_cycle(&mut self, wanted: &[Number], total: &Number) {
        // Both over the same total.
        let present: Vec<Number> =
            self.coefficients.iter().map(|coefficient| coefficient * total).collect();
        let wanted: Vec<Number> =
            wanted.iter().map(|coefficient| coefficient * &self.total).collect();
        // The step as a fraction: to the first coefficient that becomes zero.
        let mut step: Option<(Number, Number)> = None;
        for (from, to) in present.iter().zip(&wanted) {
            if !to.is_positive() {
                let fall = from - to;
                let sooner = step.as_ref().is_none_or(|(up, down)| {
                    (from * down).compare(&(up * &fall)) == Ordering::Less
                });
                if sooner {
                    step = Some((from.clone(), fall));
                }
            }
        }
        let Some((up, down)) = step else { return };
        let rest = &down - &up;
        self.coefficients =
            present.iter().zip(&wanted).map(|(from, to)| &(from * &rest) + &(to * &up)).collect();
        self.total = &(&self.total * total) * &down;
        for place in (0..self.members.len()).rev() {
            if self.coefficients[place].is_zero() {
                self.members.remove(place);
                self.coefficients.remove(place);
            }
        }
    }
}

/// The coefficients, and their total, of the point nearest to 0 in the affine hull of the members; `None`
/// if the members are not affinely independent.
fn nearest_in_plane<const D: usize>(members: &[Generator<D>]) -> Option<(Vec<Number>, Number)> {
    if members.len() > D + 1 {
        return None;
    }
    let mut rows = if members.len() == D + 1 {
        // The plane is all of space: Σ share · vector = 0.
        let row = |i: usize| members.iter().map(move |member| member.vector[i].clone());
        (0..D).map(|i| row(i).chain([Number::ZERO]).collect()).collect()
    } else {
        stationary(members)
    };
    let weights = members.iter().map(|member| member.weight.clone());
    let mut last: Vec<Number> = weights.collect();
    last.resize(rows.len() + 1, Number::ZERO);
    last.push(Number::ONE);
    rows.push(last);
    let (mut coefficients, total) = solve(rows)?;
    coefficients.truncate(members.len());
    if total.is_negative() {
        return Some((coefficients.iter().map(|coefficient| -coefficient).collect(), -&total));
    }
    Some((coefficients, total))
}

/// The equations of the coefficients `c` with `Σ c · weight = 1` that minimize the square of
/// `Σ c · vector`: its derivatives are proportional to the weights. The Lagrange multiplier is the last
/// unknown.
fn stationary<const D: usize>(members: &[Generator<D>]) -> Vec<Vec<Number>> {
    let row = |member: &Generator<D>| {
        let products = members.iter().map(|other| dot(&member.vector, &other.vector));
        products.chain([member.weight.clone(), Number::ZERO]).collect()
    };
    members.iter().map(row).collect()
}

/// Solves `n` equations in `n` unknowns, each a row of coefficients and the right side: the
/// unknowns times the determinant, and the determinant, or the negatives of all; `None` if the
/// determinant is 0.
///
/// Elimination without fractions: each division is exact because every number on the way is a
/// minor of the whole (Bareiss, "Sylvester's identity and multistep integer-preserving Gaussian
/// elimination", 1968).
fn solve(mut rows: Vec<Vec<Number>>) -> Option<(Vec<Number>, Number)> {
    let size = rows.len();
    let mut before = Number::ONE;
    for column in 0..size {
        let found = (column..size).find(|row| !rows[*row][column].is_zero())?;
        rows.swap(column, found);
        let pivot = rows[column].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            if index != column {
                let factor = row[column].clone();
                for place in column + 1..=size {
                    let minor = &(&pivot[column] * &row[place]) - &(&factor * &pivot[place]);
                    row[place] = minor.exactly_over(&before);
                }
            }
        }
        before = pivot[column].clone();
    }
    Some((rows.into_iter().map(|mut row| row.swap_remove(size)).collect(), before))
}

/// Whether the vector is a nonnegative combination of the directions of a cone, of which `next` finds one
/// with a negative product with a given vector, if there is any.
pub(super) fn cone_contains<const D: usize>(
    vector: &Vector<D>,
    next: impl Fn(&Vector<D>) -> Option<Vector<D>>,
) -> bool {
    // It is if 0 is in the cone with apex at its negative.
    let mut corral =
        Corral::new(Generator { vector: super::vector::negated(vector), weight: Number::ONE });
    loop {
        let nearest = corral.nearest();
        if is_zero(&nearest.vector) {
            return true;
        }
        match next(&nearest.vector) {
            Some(direction) => corral.admit(Generator { vector: direction, weight: Number::ZERO }),
            None => return false,
        }
    }
}
