//! Distance or depth of two shapes in `f64`, with an error bound: the estimate behind every metric.
//!
//! A *core* is a shape without its radius. Cores that are apart are measured by their nearest points
//! (`nearest`); cores that meet, or nearly do, by the axis along which they overlap least (`axes`).
//! Planes and half-spaces, with one axis, have closed forms (`flat`), as do two boxes (`boxes`), and points and
//! segments beside what has few edges (`figures`).
//!
//! Nothing is decided here. The exact predicates say whether shapes meet or penetrate; this module says
//! by how much, and how far off that may be.
//!
//! | asked | answers | asked by |
//! |---|---|---|
//! | [`proximity`], [`proximity_after`] | any pair, the first shape displaced | distances, depths, contacts, casts, movers |
//! | [`by_centers`], [`by_figures`], [`OrientedBoxes`] | a few kinds, sooner | distances, depths, contacts, before they ask for any pair |
//! | [`overlap_of_hulls`] | hulls: whether they overlap, and by how much, in one search | depths, in place of the predicate |
//! | [`with_deepest_points`] | hulls: the points of an overlap that is known | contacts |
//! | [`certain_proximity`] | any pair, in exact numbers | distances and casts that turn, where the error is too large |
//! | [`proof`] | what exact predicates say of an estimate | whatever rounds one |

mod axes;
pub(crate) mod axis_aligned;
mod boxes;
mod certain;
mod epa;
mod figures;
mod flat;
mod measure;
mod nearest;
mod polytope;
pub(crate) mod proof;

use crate::linalg::Vect;
use crate::query::gjk::{Corner, Goal, MOST, Outcome, Simplex, SimplexSearch, search};
use crate::shape::{FrustumForm, ShapeRef};
use crate::space::Vector;
use axes::AxisSearch;
use certain::{CertainNearest, Certainty, exact_index, nearest_for_certain};
use nearest::{Nearest, NearestOutcome, nearest};
use polytope::reference;

pub(crate) use figures::{by_centers, by_figures};
pub(crate) use measure::OrientedBoxes;
pub(crate) use polytope::{Core, Wide};

/// The distance or depth of two shapes `a` and `b`, with its axis and points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proximity<V: Vector> {
    /// The unit axis from `b` to `a`: along it, `a` is parted from `b`.
    pub(crate) normal: Wide<V>,
    /// The gap along `normal`, radii included; below zero, minus the depth.
    pub(crate) gap: f64,
    /// A bound on how far `gap` is from the true distance or depth.
    pub(crate) error: f64,
    /// A bound on how far `gap` is from the true gap along `normal`. Infinite where rays may lead along it.
    pub(crate) along: f64,
    /// The point of `a` nearest to `b`; if they overlap, a deepest point of `a`. Zero if not asked for.
    pub(crate) on_a: Wide<V>,
    /// The point of `b` nearest to `a`; if they overlap, a deepest point of `b`. Zero if not asked for.
    pub(crate) on_b: Wide<V>,
}

/// Which fields of [`Proximity`] a caller needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Detail {
    /// The gap and the axis.
    Gap,
    /// The gap, whose last bits need not be those that [`Gap`](Self::Gap) has.
    Distance,
    /// Also the points.
    Points,
    /// Also the points, of shapes that are apart: of those without radii that meet, up to rounding, nothing is found.
    PointsIfApart,
}

impl Detail {
    /// Whether points are asked for.
    #[inline(always)]
    pub(crate) fn has_points(self) -> bool {
        match self {
            Detail::Gap | Detail::Distance => false,
            Detail::Points | Detail::PointsIfApart => true,
        }
    }

    /// The points that are found if they are asked for, otherwise zeros.
    #[inline(always)]
    fn points<V: Vector>(self, found: impl FnOnce() -> PointPair<V>) -> PointPair<V> {
        if self.has_points() { found() } else { (Vect::zero(), Vect::zero()) }
    }
}

/// A point of each shape.
type PointPair<V> = (Vect<V, f64>, Vect<V, f64>);

/// Bound on the rounding of the gap along an axis, relative to the pair's size: 2⁻⁴⁷, or 64 units of 2⁻⁵³.
/// The worst shapes that a search finds lose 49 of them (`tests::the_rounding_of_gaps_is_derived`).
pub(crate) const ROUNDING: f64 = 1.0 / (1u64 << 47) as f64;

/// A distance of at most this part of the pair's size counts as zero for GJK: 2⁻⁴⁵.
const TIGHT: f64 = 1.0 / (1u64 << 45) as f64;

/// The distance or depth of two shapes. `None` if a point is not finite, if both shapes are unbounded and no motion
/// parts them, or for what [`Detail::PointsIfApart`] leaves out.
pub(crate) fn proximity<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    detail: Detail,
) -> Option<Proximity<V>> {
    if let Some(boxes) = OrientedBoxes::of(a, b) {
        let overlap = boxes.overlap();
        let found = if overlap.gap > TIGHT * boxes.size {
            boxes.nearest(detail)
        } else {
            (!detail.has_points()).then_some(overlap)
        };
        if found.is_some() {
            return found;
        }
    }
    proximity_after(a, &Vect::<V, f64>::zero().0, b, detail)
}

/// As [`proximity`], with `a` displaced.
pub(crate) fn proximity_after<V: Vector>(
    a: ShapeRef<'_, V>,
    displacement: &Wide<V>,
    b: ShapeRef<'_, V>,
    detail: Detail,
) -> Option<Proximity<V>> {
    if !a.is_finite() || !b.is_finite() {
        return None;
    }
    let displacement = Vect(*displacement);
    if let Some(flat) = flat::PlaneSide::of(b) {
        return flat.under(a, displacement);
    }
    if let Some(flat) = flat::PlaneSide::of(a) {
        return flat.under(b, -displacement).map(|found| found.flipped().shifted(displacement));
    }
    if let Some(found) = by_figures(a, displacement, b) {
        return Some(found);
    }
    let mut cores = Cores::blank(&a, &b);
    cores.measure(displacement)?;
    let found = cores.proximity(displacement, detail)?;
    if found.error <= CLEAR * found.gap.abs() || found.gap > found.error {
        return Some(found);
    }
    Some(by_half_spaces(a, displacement, b, &found).unwrap_or(found))
}

/// An overlap is known well enough if its error is at most this part of it: 2⁻²⁶.
const CLEAR: f64 = 1.0 / (1u64 << 26) as f64;

/// The overlap of a frustum whose corners are too far out to measure by: along the normal of one of its
/// half-spaces, if none is less.
#[cold]
#[inline(never)]
fn by_half_spaces<V: Vector>(
    a: ShapeRef<'_, V>,
    displacement: Vect<V, f64>,
    b: ShapeRef<'_, V>,
    found: &Proximity<V>,
) -> Option<Proximity<V>> {
    let mut best: Option<Proximity<V>> = None;
    let mut offer = |own: Proximity<V>| {
        if best.is_none_or(|best| own.gap > best.gap) {
            best = Some(own);
        }
    };
    for (shape, other, by, is_first) in [(b, a, displacement, false), (a, b, -displacement, true)] {
        let ShapeRef::Frustum(frustum) = shape else { continue };
        let FrustumForm::HalfSpaces(half_spaces) = frustum.form() else { continue };
        for half_space in half_spaces {
            let side = flat::PlaneSide::of(ShapeRef::HalfSpace(half_space));
            let own = side.and_then(|side| side.under(other, by));
            own.map(|own| if is_first { own.flipped() } else { own })
                .into_iter()
                .for_each(&mut offer);
        }
    }
    let Proximity { normal, gap, error, along, .. } =
        best.filter(|best| best.gap + best.error >= found.gap - found.error)?;
    Some(Proximity { normal, gap, error, along, ..*found })
}

/// By how much a gap along a direction may fall short of the distance, for cores of a size whose points are
/// `distance` apart: the difference of the bounds, if that is little enough to be certain. What is computed from
/// points up to `far` away rounds in proportion to it.
fn shortfall(distance: f64, gap: f64, far: f64, size: f64) -> Option<f64> {
    let lacking = distance + ROUNDING * far - gap;
    if !(lacking <= CERTIFIED * size) {
        return None;
    }
    // What was added for rounding is no error of the gap.
    let is_rounding = lacking <= ROUNDED * far + TIGHT * size;
    Some(if is_rounding { TIGHT * size } else { lacking })
}

/// Components of a unit normal below this are rounding errors of zero. Dropping them turns the normal by
/// no more than rounding did, and keeps exact products short.
const NEGLIGIBLE: f64 = 1.0 / (1u64 << 40) as f64;

/// A unit normal in `f32`, as it is returned to the user.
pub(crate) fn rounded_normal<V: Vector>(normal: &Wide<V>) -> V::Array<f32> {
    Vect::<V, f64>(*normal).map(|x| if x.abs() < NEGLIGIBLE { 0.0 } else { x as f32 }).0
}

/// The origin of coordinates for a pair: a point of one of the shapes, so that pairs far from zero lose no
/// precision.
pub(crate) fn origin<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> V::Array<f32> {
    reference(a).or_else(|| reference(b)).unwrap_or(Vect::<V, f32>::zero().0)
}

impl<V: Vector> Proximity<V> {
    /// The same for the pair in the other order.
    pub(crate) fn flipped(self) -> Self {
        let normal = -Vect::<V, f64>(self.normal);
        Self { normal: normal.0, on_a: self.on_b, on_b: self.on_a, ..self }
    }

    /// The same with both points displaced.
    fn shifted(self, by: Vect<V, f64>) -> Self {
        let [on_a, on_b] = [self.on_a, self.on_b].map(|point| (Vect(point) + by).0);
        Self { on_a, on_b, ..self }
    }
}

/// The cores of two shapes, relative to one origin.
struct Cores<'a, V: Vector> {
    shapes: [&'a ShapeRef<'a, V>; 2],
    a: Core<'a, V>,
    b: Core<'a, V>,
    origin: V::Array<f32>,
    size: f64,
    /// A bound on the error of a gap along any axis.
    error: f64,
}

/// A ray and an axis are perpendicular, up to rounding, if the sine between the axis and the plane across
/// the ray is at most this.
pub(crate) const SLACK: f64 = 1.0 / (1u64 << 44) as f64;

/// If the bounds of GJK's certificate differ by more than this part of the pair's size, exact numbers find
/// another: 2⁻⁴³.
const CERTIFIED: f64 = 1.0 / (1u64 << 43) as f64;

/// With more pairs of edges than this, EPA is faster than the cross products of all.
const FEW_CROSSES: usize = 32;

/// A component of a unit normal below this is rounding: 2⁻⁶⁰, which moves no gap by as much as [`ROUNDING`].
const NOISE: f64 = 1.0 / (1u64 << 60) as f64;

/// What rounding adds to the error of cores that meet, as a part of their size: the gap along the best of the
/// normals and cross products lacks no more of a distance below [`TIGHT`].
const OVERLAPPING: f64 = 1.0 / (1u64 << 44) as f64;

/// The relative error of what exact numbers found, rounded: 2⁻⁴⁸.
const ROUNDED: f64 = 1.0 / (1u64 << 48) as f64;

impl<'a, V: Vector> Cores<'a, V> {
    /// The cores to be [measured](Self::measure): they are large, and stay where they are made.
    #[inline(always)]
    fn blank(a: &'a ShapeRef<'a, V>, b: &'a ShapeRef<'a, V>) -> Self {
        let origin = origin(*a, *b);
        Self {
            shapes: [a, b],
            a: Core::blank(a, origin),
            b: Core::blank(b, origin),
            origin,
            size: 0.0,
            error: 0.0,
        }
    }

    /// Fills the cores, the first displaced. `None` if one of the shapes has none.
    #[inline(always)]
    fn measure(&mut self, displacement: Vect<V, f64>) -> Option<()> {
        self.a.fill()?;
        self.a.displace(displacement);
        self.b.fill()?;
        self.size = self.a.size + self.b.size;
        self.error = ROUNDING * self.size + (self.a.error + self.b.error);
        Some(())
    }

    fn proximity(&self, displacement: Vect<V, f64>, detail: Detail) -> Option<Proximity<V>> {
        let (a, b) = (&self.a, &self.b);
        let least = TIGHT * self.size;
        let by = match detail {
            Detail::Distance => SimplexSearch::ByVolumes,
            Detail::Gap | Detail::Points | Detail::PointsIfApart => SimplexSearch::ByProjections,
        };
        let found = nearest(a, b, b.middle() - a.middle(), least, by);
        match &found {
            NearestOutcome::Apart(found) => {
                let certified = self.certified(found, detail);
                if certified.is_some() {
                    return certified;
                }
            }
            // No axis has a gap of more than `least` and the rounding of gaps, so that the overlap would say as
            // little about a normal.
            NearestOutcome::Meet(_) if detail == Detail::PointsIfApart && self.is_plain() => {
                return None;
            }
            NearestOutcome::Meet(simplex) => {
                let overlap = match self.overlap_inside(simplex, detail) {
                    Some(inside) => inside,
                    None => self.overlap(detail)?,
                };
                if overlap.gap + a.radius + b.radius <= least + self.error {
                    return Some(overlap);
                }
            }
            NearestOutcome::Unsure => {}
        }
        match self.for_certain(&found, displacement) {
            Certainty::Apart(nearest) => Some(self.certain(&nearest)),
            Certainty::Meet => self.overlap(detail),
            Certainty::Unknown => {
                self.overlap(detail).map(|found| Proximity { error: f64::INFINITY, ..found })
            }
        }
    }

    /// The nearest points in exact numbers, whose search begins with what floating-point numbers found.
    fn for_certain(&self, found: &NearestOutcome<V>, displacement: Vect<V, f64>) -> Certainty<V> {
        let (a, b) = (&self.a, &self.b);
        let begin = if let NearestOutcome::Apart(found) = found { found.simplex.count } else { 0 };
        let mut corners = [Corner::Vertex(0, 0); MOST];
        if let NearestOutcome::Apart(found) = found {
            for (corner, known) in corners.iter_mut().zip(&found.simplex.corners[..begin]) {
                *corner = match *known {
                    Corner::Vertex(i, j) => Corner::Vertex(exact_index(a, i), exact_index(b, j)),
                    ray => ray,
                };
            }
        }
        nearest_for_certain(self.shapes, displacement, &self.origin, &corners[..begin])
    }

    /// Whether both are bounded, without a radius, and given by their corners.
    fn is_plain(&self) -> bool {
        let is_frustum = |shape: &&ShapeRef<'_, V>| matches!(shape, ShapeRef::Frustum(_));
        let is_sharp = |core: &Core<'_, V>| core.radius == 0.0 && !core.is_unbounded();
        is_sharp(&self.a) && is_sharp(&self.b) && !self.shapes.iter().any(is_frustum)
    }

    /// What GJK found about cores that are apart, if its certificate holds: the gap along a direction, and a
    /// distance between two points that is hardly more.
    fn certified(&self, found: &Nearest<V>, detail: Detail) -> Option<Proximity<V>> {
        let (a, b) = (&self.a, &self.b);
        let far = self.size + found.reach();
        let distance = found.direction.length();
        let along = |axis: Vect<V, f64>| {
            let mut search = AxisSearch::new(a, b);
            search.offer_free(axis);
            let best = search.best?;
            Some((best, shortfall(distance, best.gap, far, self.size)?))
        };
        let (best, shortfall) =
            found.axis(a, b).and_then(along).or_else(|| found.axis_across(a, b).and_then(along))?;
        // Rounding turns a normal along a coordinate axis by less than it can tell.
        let normal = best.axis.map(|x| if x.abs() < NOISE { 0.0 } else { 0.0 - x });
        let points = detail.points(|| found.points(a, b));
        let error = self.error + shortfall;
        Some(self.placed(normal, best.gap, error, self.error, points))
    }

    /// What exact numbers found about cores that are apart.
    fn certain(&self, nearest: &CertainNearest<V>) -> Proximity<V> {
        let (a, b) = (&self.a, &self.b);
        let points = (nearest.on_a, nearest.on_b);
        let found = self.placed(-nearest.direction, 0.0, 0.0, self.error, points);
        let gap = nearest.gap;
        let cores = gap.abs() + if gap < 0.0 { a.radius + b.radius } else { 0.0 };
        Proximity { gap, error: ROUNDED * cores, ..found }
    }

    /// The axis of least overlap of cores with many edges, by EPA, if its bounds agree: from a tetrahedron
    /// around zero; or from a triangle that zero is on, along whose normal they do not overlap.
    fn overlap_inside(&self, simplex: &Simplex<V>, detail: Detail) -> Option<Proximity<V>> {
        let (a, b) = (&self.a, &self.b);
        if V::EDGES == 0 || a.is_unbounded() || b.is_unbounded() {
            return None;
        }
        if a.directions() * b.directions() <= FEW_CROSSES {
            return None;
        }
        let mut search = AxisSearch::new(a, b);
        let least = if simplex.count == 3 {
            let [p, q, r, _] = simplex.points.map(Vect::<V, f64>);
            search.offer((q - p).cross(r - p).unit()?);
            0.0
        } else {
            let inside = epa::inside(a, b, simplex, TIGHT * self.size)?;
            search.offer_free(inside.axis);
            inside.least
        };
        let best = search.best?;
        if !(0.0 - best.gap - least <= CERTIFIED * self.size) {
            return None;
        }
        let normal = -best.axis;
        let points = detail.points(|| self.touching_points(normal, best.gap));
        let error = self.error + CERTIFIED * self.size;
        Some(self.placed(normal, best.gap, error, self.error, points))
    }

    /// The axis of least overlap of cores that meet, or nearly do.
    fn overlap(&self, detail: Detail) -> Option<Proximity<V>> {
        let (a, b) = (&self.a, &self.b);
        let mut search = AxisSearch::new(a, b);
        search.offer_all();
        let best = search.best?;
        let normal = -best.axis;
        let points = detail.points(|| self.touching_points(normal, best.gap));
        let unbounded = a.is_unbounded() || b.is_unbounded();
        let along = if unbounded { f64::INFINITY } else { self.error };
        Some(self.placed(normal, best.gap, self.error + OVERLAPPING * self.size, along, points))
    }

    /// The shapes' relative position, given that of their cores.
    fn placed(
        &self,
        normal: Vect<V, f64>,
        gap: f64,
        error: f64,
        along: f64,
        (core_a, core_b): PointPair<V>,
    ) -> Proximity<V> {
        let (a, b) = (&self.a, &self.b);
        let origin = Vect::of(&self.origin);
        let at = |x: Vect<V, f64>, reach: f64| (origin + (x + normal * reach)).0;
        Proximity {
            normal: normal.0,
            gap: gap - (a.radius + b.radius),
            error,
            along,
            on_a: at(core_a, 0.0 - a.radius),
            on_b: at(core_b, b.radius),
        }
    }

    /// A pair of deepest points of cores that meet: those that touch once `a` is displaced by the depth.
    fn touching_points(&self, normal: Vect<V, f64>, gap: f64) -> PointPair<V> {
        let (a, b) = (&self.a, &self.b);
        // Slightly further than the overlap, so that the features facing each other are unambiguous.
        let away = normal * (self.size / 1024.0 - gap);
        let moved = a.moved(away);
        let start = -normal;
        match nearest(&moved, b, start, 0.0, SimplexSearch::ByProjections) {
            NearestOutcome::Apart(found) => {
                let (on_a, on_b) = found.points(&moved, b);
                (on_a - away, on_b)
            }
            NearestOutcome::Meet(_) | NearestOutcome::Unsure => {
                (a.support_point(start), b.support_point(normal))
            }
        }
    }
}

/// How two hulls lie, where that is certain.
pub(crate) enum HullOverlap<V: Vector> {
    /// They share no point.
    Apart,
    /// They overlap, and by so much.
    By(Proximity<V>),
}

/// How two hulls in space overlap, as [`proximity`] finds it of cores that meet: one search says whether they do and
/// where the depth is sought. `None` for other shapes and where they may merely touch.
pub(crate) fn overlap_of_hulls<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
) -> Option<HullOverlap<V>> {
    let (ShapeRef::ConvexHull(_), ShapeRef::ConvexHull(_)) = (a, b) else { return None };
    let mut cores = Cores::blank(&a, &b);
    cores.measure(Vect::zero())?;
    let start = cores.b.middle() - cores.a.middle();
    match search::<V>(&cores.a, &cores.b, &start.0, Goal::Decide { radius: 0.0 }) {
        Outcome::Apart(simplex) => {
            let axis = Vect::<V, f64>(simplex.nearest).unit()?;
            let gap = 0.0 - cores.b.highest(&(-axis).0) - cores.a.highest(&axis.0);
            (gap > cores.error).then_some(HullOverlap::Apart)
        }
        Outcome::Around(simplex) => {
            let found = cores.overlap_inside(&simplex, Detail::Gap)?;
            (found.gap < 0.0 - found.error).then_some(HullOverlap::By(found))
        }
        Outcome::Near(_) | Outcome::Nearest(_) | Outcome::At(_) | Outcome::Unknown => None,
    }
}

/// The deepest points of two hulls that overlap for certain, as [`proximity`] finds them, where that has found all
/// but the points.
pub(crate) fn with_deepest_points<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    found: &Proximity<V>,
) -> Option<Proximity<V>> {
    let (ShapeRef::ConvexHull(_), ShapeRef::ConvexHull(_)) = (a, b) else { return None };
    let mut cores = Cores::blank(&a, &b);
    cores.measure(Vect::zero())?;
    // Of cores that are apart the points are others.
    if !(found.gap < 0.0 - 2.0 * found.error) {
        return None;
    }
    let normal = Vect(found.normal);
    let points = cores.touching_points(normal, found.gap);
    Some(cores.placed(normal, found.gap, found.error, found.along, points))
}

/// How two shapes lie whose cores are apart, by exact numbers: with a gap that is right to the last places of
/// `f64` however small. `None` for planes and half-spaces, for cores that meet, and where the search ends without an answer.
#[cold]
#[inline(never)]
pub(crate) fn certain_proximity<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
) -> Option<Proximity<V>> {
    let still = Vect::zero();
    let mut cores = Cores::blank(&a, &b);
    cores.measure(still)?;
    let (start, least) = (cores.b.middle() - cores.a.middle(), TIGHT * cores.size);
    let found = nearest(&cores.a, &cores.b, start, least, SimplexSearch::ByProjections);
    match cores.for_certain(&found, still) {
        Certainty::Apart(nearest) => Some(cores.certain(&nearest)),
        Certainty::Meet | Certainty::Unknown => None,
    }
}

/// A point of `b` that `a` shares, within rounding, if GJK finds that the cores meet.
pub(crate) fn common_point<V: Vector>(a: &Core<'_, V>, b: &Core<'_, V>) -> Option<Wide<V>> {
    let (start, least) = (b.middle() - a.middle(), TIGHT * (a.size + b.size));
    match nearest(a, b, start, least, SimplexSearch::ByProjections) {
        NearestOutcome::Meet(simplex) => Some(Nearest::of(simplex).points(a, b).1.0),
        NearestOutcome::Apart(_) | NearestOutcome::Unsure => None,
    }
}

#[cfg(test)]
mod tests;
