//! Spheres and capsules beside parallelepipeds, in the plane and in space.
//!
//! The core of a round shape is a point or a segment `a − t·d`, a parallelepiped `c + Σ xᵢ·eᵢ`, so that the offsets from one
//! to the other are `(c − a) + Σ xᵢ·eᵢ + t·d` for shares `−1 ≤ xᵢ ≤ 1` and `0 ≤ t ≤ 1`. The shortest is sought in `f64`: share
//! by share, and of two that are at no end both at once. Its points mostly decide, as [of other figures](super::closest).
//! Where they leave a touch open, the shares that are at their ends, and the edges of the others, decide
//! [in integers](super::integers).
//!
//! *Lemma.* Let some shares stand at their ends, and let `o` be the shortest offset that the others make if they have no
//! ends. If they make it within their ends, the core and the parallelepiped are no further apart than `|o|`. If what each
//! share at an end adds as it leaves it has no negative product with `o`, they are no nearer.
//!
//! *Proof.* In the first case `o` leads from a point of the core to one of the parallelepiped. In the second, an offset is
//! the sum of `o`, of what the others add, which is perpendicular to `o`, and of what the shares at their ends add: its
//! product with `o` is at least `o²`, so that it is at least as long. ∎
//!
//! If all shares are at their ends, `o` is an offset `b` of corners. With one other, of an edge `m`, it is along
//! `m²·b − (m·b)·m`, and as long as `|m × b|/|m|`; with two, of `m` and `n`, along `k = m × n`, and as long as `|k·b|/|k|`.
//!
//! *Lemma.* Let lengths reach at most `2ʳ` steps together, for `r ≤ 31`. Then 64 bits hold products of two, 128 bits those of
//! four, and 256 bits the squares of `k·b` and of `k` times the radius.
//!
//! *Proof.* Products, and the components of cross products, are at most those of taxicab lengths, and those of cross
//! products at most those of Euclidean lengths: of four at most `2¹²⁴`, a difference of two `2¹²⁵`. The squares are at most
//! `2¹⁸⁶`. ∎

use super::axes::{self, FilteredAxes};
use super::closest::{by_points, over};
use super::figure::{Figure as _, LineOrSegment, SkewedBox};
use super::figures::RoundedFigure as _;
use super::integers::counted_box::{coarsened, finest_grid};
use super::integers::{Steps, counted, cross, dot, product};
use crate::array::Mapped as _;
use crate::exact::{is_zero, widen};
use crate::linalg::{Vect, clamp, min};
use crate::query::predicate::Rule;
use crate::shape::{AnyShape as _, Capsule, Parallelepiped, Sphere};
use crate::space::Vector;

/// The most bits of lengths.
const LENGTH_BITS: u32 = 31;

/// The most turns of the search for the shortest offset; most take two or three.
const TURNS: usize = 8;

/// How many shares an offset has: those of the half edges, and that of the segment.
const SHARES: usize = 4;

/// The ends of each share.
const ENDS: [[i8; 2]; SHARES] = [[-1, 1], [-1, 1], [-1, 1], [0, 1]];

pub(in crate::query::separation) fn sphere_parallelepiped<V: Vector>(
    a: &Sphere<V>,
    b: &Parallelepiped<V>,
    rule: Rule,
) -> bool {
    let core = Capsule { a: a.center, b: a.center, radius: a.radius };
    core_meets(&core, b, rule)
        .unwrap_or_else(|| super::touch_by_all_axes(a.as_shape_ref(), b.as_shape_ref(), rule))
}

pub(in crate::query::separation) fn capsule_parallelepiped<V: Vector>(
    a: &Capsule<V>,
    b: &Parallelepiped<V>,
    rule: Rule,
) -> bool {
    core_meets(a, b, rule)
        .unwrap_or_else(|| super::touch_by_all_axes(a.as_shape_ref(), b.as_shape_ref(), rule))
}

/// Whether a capsule, which may be a sphere, and a parallelepiped meet, by `rule`, if their shortest offset decides.
#[inline(always)]
fn core_meets<V: Vector>(a: &Capsule<V>, b: &Parallelepiped<V>, rule: Rule) -> Option<bool> {
    let place = a.place();
    // A sphere is a capsule without a length.
    let (core, skewed, radius) = (a.seen_from(place), b.seen_from(place), widen(a.radius));
    let shares = nearest_shares(&core, &skewed, radius);
    let [first, second, third, along] = shares;
    let corner = skewed.center + skewed.half_edges[0] * first + skewed.half_edges[1] * second;
    let corner = if V::IN_SPACE { corner + skewed.half_edges[2] * third } else { corner };
    let (points, reach) = ([core.point(along), corner], core.reach() + skewed.reach());
    match by_points(&core, &skewed, points, reach, radius) {
        Some(apart) => Some(!apart),
        None => core_touches(a, b, shares, rule),
    }
}

/// The same of a capsule that touches, or nearly does.
#[cold]
#[inline(never)]
fn core_touches<V: Vector>(
    a: &Capsule<V>,
    b: &Parallelepiped<V>,
    shares: [f64; SHARES],
    rule: Rule,
) -> Option<bool> {
    // Without a radius its core is all that it is.
    if is_zero(a.radius) {
        return None;
    }
    let counted =
        CountedOffsets::of(a, b).and_then(|offsets| offsets.meet(offsets.places(shares), rule));
    counted.or_else(|| {
        let place = a.place();
        let filtered = axes::filter(&a.seen_from(place), &b.seen_from(place));
        (filtered == Some(FilteredAxes::Penetrating)).then_some(true)
    })
}

/// The shares of an offset that is nearly the shortest, or clearly shorter than the radius.
#[inline(always)]
fn nearest_shares<V: Vector>(
    core: &LineOrSegment<V, false>,
    skewed: &SkewedBox<V>,
    radius: f64,
) -> [f64; SHARES] {
    let third = if V::IN_SPACE { skewed.half_edges[2] } else { Vect::zero() };
    let edges = [skewed.half_edges[0], skewed.half_edges[1], third, core.direction * -1.0];
    let squares = edges.mapped(Vect::square);
    // An offset that is certainly shorter than the radius decides as well as the shortest.
    let enough = radius * radius * 0.99;
    let (mut shares, mut offset, mut last) = ([0.0; SHARES], skewed.center - core.at, u32::MAX);
    for _ in 0..TURNS {
        for j in [3, 0, 1, 2] {
            let [low, high] = ENDS[j];
            let best = shares[j] - over(edges[j].dot(offset), squares[j]);
            let share = clamp(best, f64::from(low), f64::from(high));
            offset = offset + edges[j] * (share - shares[j]);
            shares[j] = share;
        }
        let free = (0..SHARES).fold(0_u32, |free, j| free | u32::from(is_free(shares, j)) << j);
        if offset.square() < enough || free == last && free.count_ones() <= 2 {
            break;
        }
        last = free;
        let (i, j) = (free.trailing_zeros() as usize, 31 - (free | 1).leading_zeros() as usize);
        if i >= j {
            continue;
        }
        // Of two edges both at once, as far as both shares stay within their ends.
        let (both, [a, b]) = (edges[i].dot(edges[j]), [i, j].mapped(|i| edges[i].dot(offset)));
        let area = squares[i] * squares[j] - both * both;
        let steps =
            [both * b - a * squares[j], both * a - b * squares[i]].mapped(|x| over(x, area));
        let ends = [0, 1].mapped(|k| f64::from(ENDS[[i, j][k]][usize::from(steps[k] > 0.0)]));
        let fits = [0, 1].mapped(|k| {
            let room = ends[k] - shares[[i, j][k]];
            if steps[k] * steps[k] > room * room { room / steps[k] } else { 1.0 }
        });
        let fit = min(fits[0], fits[1]);
        for k in [0, 1] {
            let own = [i, j][k];
            let reached = shares[own] + steps[k] * fit;
            let share = if fits[k] < 1.0 && fits[k] == fit { ends[k] } else { reached };
            offset = offset + edges[own] * (share - shares[own]);
            shares[own] = share;
        }
    }
    shares
}

/// Whether a share is at neither of its ends.
#[inline(always)]
fn is_free(shares: [f64; SHARES], j: usize) -> bool {
    let [low, high] = ENDS[j];
    f64::from(low) < shares[j] && shares[j] < f64::from(high)
}

/// The index of the end that a share stands at; `None` if it stands between both.
type SharePlace = Option<usize>;

/// All offsets from the core of a round shape to a parallelepiped.
struct CountedOffsets {
    /// From an end of the core to the center of the parallelepiped.
    between: Steps,
    /// The half edges, and the vector from the other end of the core.
    edges: [Steps; SHARES],
    radius: i64,
}

impl CountedOffsets {
    /// `None` if numbers have too many bits.
    #[inline(always)]
    fn of<V: Vector>(capsule: &Capsule<V>, skewed: &Parallelepiped<V>) -> Option<Self> {
        let [from, to] = [&capsule.a, &capsule.b].mapped(Vect::<V, f64>::of);
        let (center, edge) =
            (Vect::of(&skewed.center), |i: usize| Vect::<V, f64>::of(&skewed.edges[i]));
        let third = if V::IN_SPACE { edge(2) } else { Vect::zero() };
        let (edges, radius) = ([edge(0), edge(1), third, from - to], widen(capsule.radius));
        let reach = edges.mapped(Vect::norm1).into_iter().fold(radius, |reach, x| reach + x);
        let grid = finest_grid((center - from).norm1() + reach);
        let [first, second, third, _] = edges;
        let stored = [from, to, center, first, second, third];
        if !(grid.has_all(stored) & grid.has_widened(radius)) {
            return None;
        }
        let [a, b, c, d] = edges.mapped(|edge| counted(edge, &grid));
        let vectors = [counted(center - from, &grid), [grid.steps(radius), 0, 0], a, b, c, d];
        let ([between, [radius, ..], a, b, c, d], bits) = coarsened(vectors);
        (bits <= LENGTH_BITS).then_some(Self { between, edges: [a, b, c, d], radius })
    }

    /// Where some shares stand. Those of edges without a length stand at an end.
    #[inline(always)]
    fn places(&self, shares: [f64; SHARES]) -> [SharePlace; SHARES] {
        [0, 1, 2, 3].mapped(|j| {
            let is_between = is_free(shares, j) && self.edges[j] != [0; 3];
            (!is_between).then(|| usize::from(shares[j] >= f64::from(ENDS[j][1])))
        })
    }

    /// Whether the shapes meet, by `rule`, if the shortest offset has its shares in these places.
    fn meet(&self, places: [SharePlace; SHARES], rule: Rule) -> Option<bool> {
        let mut offset = self.between;
        for j in 0..SHARES {
            let share = places[j].map_or(0, |end| i64::from(ENDS[j][end]));
            offset = [0, 1, 2].mapped(|t| offset[t] + share * self.edges[j][t]);
        }
        let mut free = (0..SHARES).filter(|&j| places[j].is_none());
        let reach = u128::from(self.radius.unsigned_abs()).pow(2);
        match [free.next(), free.next(), free.next()] {
            [None, ..] => {
                let apart = rule.separates(square(offset).cmp(&reach));
                self.settled(places, apart, true, |edge| inner(offset, edge))
            }
            [Some(i), None, _] => {
                let edge = self.edges[i];
                let moment = square(cross(edge, offset));
                let apart = rule.separates(moment.cmp(&(reach * square(edge))));
                let (along, own) = (inner(edge, offset), inner(edge, edge));
                let is_within = is_within(i, -along, own);
                self.settled(places, apart, is_within, |other| {
                    own * inner(offset, other) - along * inner(edge, other)
                })
            }
            [Some(i), Some(j), None] => {
                let [first, second] = [i, j].mapped(|i| self.edges[i]);
                let normal: Steps = cross(first, second);
                if normal == [0; 3] {
                    return self.meet_at_ends(places, rule);
                }
                let (height, own) = (inner(normal, offset), inner(normal, normal));
                let heights = product(height.unsigned_abs(), height.unsigned_abs());
                let apart = rule.separates(heights.cmp(&product(reach, own.unsigned_abs())));
                let shares =
                    [cross(second, offset), cross(offset, first)].mapped(|x| inner(x, normal));
                let is_within = is_within(i, shares[0], own) && is_within(j, shares[1], own);
                self.settled(places, apart, is_within, |other| {
                    height.signum() * inner(normal, other)
                })
            }
            [Some(_), Some(_), Some(_)] => self.meet_at_ends(places, rule),
        }
    }

    /// The answer, if the offset of some places proves it: by whether it is too long, whether it is within the ends of the
    /// shares that stand at none, and its products with edges, times a positive number.
    #[inline(always)]
    fn settled(
        &self,
        places: [SharePlace; SHARES],
        is_apart: bool,
        is_within: bool,
        along: impl Fn(Steps) -> i128,
    ) -> Option<bool> {
        let leads_away = |j: usize| match places[j] {
            None => true,
            Some(0) => along(self.edges[j]) >= 0,
            Some(_) => along(self.edges[j]) <= 0,
        };
        let is_proven = if is_apart { (0..SHARES).all(leads_away) } else { is_within };
        is_proven.then_some(!is_apart)
    }

    /// The same where the edges of shares between their ends may lie in a plane, or on a line, as those of a capsule that lies
    /// on a face: then one of these shares may as well stand at an end.
    fn meet_at_ends(&self, places: [SharePlace; SHARES], rule: Rule) -> Option<bool> {
        let mut free = (0..SHARES).filter(|&j| places[j].is_none()).flat_map(|j| [(j, 0), (j, 1)]);
        free.find_map(|(j, end)| {
            let mut places = places;
            places[j] = Some(end);
            self.meet(places, rule)
        })
    }
}

/// Whether a quotient is within the ends of a share; the divisor is above zero.
#[inline(always)]
fn is_within(j: usize, x: i128, divisor: i128) -> bool {
    let [low, high] = ENDS[j].mapped(|end| i128::from(end) * divisor);
    low <= x && x <= high
}

#[inline(always)]
fn inner(a: Steps, b: Steps) -> i128 {
    dot(a.mapped(i128::from), b)
}

/// The square of a vector's length.
#[inline(always)]
fn square(a: Steps) -> u128 {
    inner(a, a).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::separation::{any_any, shape};
    use crate::shape::Shape;
    use asunder_jury::{Family, Kind, Rng, pair};
    use glam::{Vec2, Vec3};

    /// As the lemma says.
    #[test]
    fn integers_hold_the_products() {
        let length = std::hint::black_box(LENGTH_BITS);
        assert!(2 * length < 63, "cross products");
        assert!(4 * length + 1 < 127, "differences of products of four");
    }

    /// Asserts that the offsets decide, where they do, as the general formula, by all places of the shares; whether they
    /// decide by those that are proposed, and whether the shapes touch and have a radius.
    fn check<V: Vector>(round: &Shape<V>, skewed: &Shape<V>) -> [bool; 2] {
        let Shape::Parallelepiped(skewed) = skewed else { unreachable!("no parallelepiped") };
        let (core, is_sphere) = match round {
            Shape::Capsule(capsule) => (*capsule, false),
            Shape::Sphere(own) => {
                (Capsule { a: own.center, b: own.center, radius: own.radius }, true)
            }
            _ => unreachable!("no round shape"),
        };
        let known = [Rule::Closed, Rule::Open].map(|rule| {
            let general = any_any(round.as_shape_ref(), skewed.as_shape_ref(), rule);
            let known = core_meets(&core, skewed, rule);
            assert!(known.is_none_or(|known| known == general), "{rule:?} {round:?} {skewed:?}");
            let whole = match round {
                Shape::Sphere(sphere) if is_sphere => sphere_parallelepiped(sphere, skewed, rule),
                _ => capsule_parallelepiped(&core, skewed, rule),
            };
            assert_eq!(whole, general, "{rule:?} {round:?} {skewed:?}");
            if let Some(offsets) = CountedOffsets::of(&core, skewed).filter(|x| x.radius > 0) {
                for place in 0..3_usize.pow(4) {
                    let places = [1, 3, 9, 27].map(|by| [None, Some(0), Some(1)][place / by % 3]);
                    // Edges without a length have no share between their ends.
                    let has_ends = |j: usize| places[j].is_some() || offsets.edges[j] != [0; 3];
                    if (0..SHARES).all(has_ends)
                        && let Some(known) = offsets.meet(places, rule)
                    {
                        assert_eq!(known, general, "{places:?} {rule:?} {round:?} {skewed:?}");
                    }
                }
            }
            (known, general)
        });
        [
            known.iter().all(|known| known.0.is_some()),
            !is_zero(core.radius) && known.map(|(_, general)| general) == [true, false],
        ]
    }

    /// Of all families: how many touches of games, things at rest and grids there are, and how many are decided.
    fn check_families<const D: usize, V: Vector<Array<f32> = [f32; D]>>(
        turn: fn([f32; 4]) -> V::RotationArray,
    ) -> [u32; 2] {
        let mut rng = Rng::new(0x48);
        let mut touches = [0, 0];
        for family in Family::ALL {
            let (mut known, mut own) = (0, [0, 0]);
            for round in 0..200 {
                let kind = [Kind::Sphere, Kind::Capsule][round % 2];
                let (a, b) = pair::<D>(family, kind, Kind::Parallelepiped, &mut rng);
                let [is_known, touch] = check(&shape::<D, V>(&a, turn), &shape(&b, turn));
                known += u32::from(is_known);
                own[0] += u32::from(touch);
                own[1] += u32::from(touch && is_known);
            }
            println!("{D} {family:?} {known} of 200, {own:?} touching");
            if matches!(family, Family::Game | Family::Resting | Family::Grid) {
                touches = [0, 1].map(|i| touches[i] + own[i]);
            }
        }
        touches
    }

    #[test]
    fn offsets_agree_with_the_general_formula() {
        let touches =
            [check_families::<3, Vec3>(|q| q), check_families::<2, Vec2>(|[c, s, ..]| [c, s])];
        println!("{touches:?}");
        assert!(
            touches.iter().all(|[all, known]| *all > 20 && known * 10 >= all * 9),
            "{touches:?}"
        );
    }

    /// Round shapes about parallelepipeds of few whole numbers, flat ones and points among them, in units of any size, with
    /// radii that are the root of a whole number or one unit of the last place beside it.
    fn check_grids<const D: usize, V: Vector<Array<f32> = [f32; D]>>() -> [u32; 3] {
        let mut rng = Rng::new(0x49);
        let (mut touching, mut known, mut near) = (0, 0, 0);
        for round in 0..6000 {
            let unit = f32::from_bits(((27 + rng.below(200)) as u32) << 23);
            let mut whole = |size: f64| rng.between(-size, size).round() as f32;
            let mut point = |size: f64| [(); D].map(|()| whole(size) * unit);
            let edges = V::array(|_| point(1.4));
            let skewed = Parallelepiped { center: point(2.0), edges }.into();
            let (a, b) = (point(3.0), point(3.0));
            let radius = [0.0, 1.0, 1.0, 2.0, 3.0, 1.5][round % 6] * unit;
            let beside = [0, 0, 0, 1, u32::MAX][round / 6 % 5];
            let radius = f32::from_bits(radius.to_bits().wrapping_add(beside));
            let radius = if radius.is_finite() && radius >= 0.0 { radius } else { unit };
            let own = match round % 4 {
                0 => Sphere::<V>::new(a, radius).into(),
                1 => Capsule::<V>::new(a, a, radius).into(),
                _ => Capsule::<V>::new(a, b, radius).into(),
            };
            let [is_known, touch] = check::<V>(&own, &skewed);
            touching += u32::from(touch && beside == 0);
            known += u32::from(touch && is_known && beside == 0);
            near += u32::from(is_known && beside != 0);
        }
        [touching, known, near]
    }

    #[test]
    fn offsets_decide_touches_on_a_grid() {
        let counts = [check_grids::<2, Vec2>(), check_grids::<3, Vec3>()];
        println!("{counts:?}");
        assert!(
            counts
                .iter()
                .all(|&[all, known, near]| all > 80 && known * 10 > all * 9 && near > 1000)
        );
    }
}
