//! The core of a shape in `f64`: the shape without its radius.

use super::SLACK;
use super::measure::{half_edges, reach};
use crate::exact::{Certain, Estimate, Number, widen};
use crate::linalg::{Matrix, Vect};
use crate::query::generators::{AnySpan, Generators, Spanned};
use crate::shape::{BLUNT, Frustum, FrustumForm, ShapeRef, Structure};
use crate::space::Vector;

/// A vector in `f64`.
pub(crate) type Wide<V> = <V as Vector>::Array<f64>;

/// The smaller of two numbers.
#[inline(always)]
pub(crate) fn lesser(x: f64, y: f64) -> f64 {
    if y < x { y } else { x }
}

/// By how much the heights of one face's corners may differ, relative to the core's size: 2⁻⁴⁰.
const LEVEL: f64 = 1.0 / (1u64 << 40) as f64;

/// The most points that a shape other than a hull has, and the most rays.
const FEW: usize = 8;

/// `conv(points ± halves) + cone(rays)`, relative to an origin.
#[derive(Clone, Copy)]
pub(crate) struct Core<'a, V: Vector> {
    shape: &'a ShapeRef<'a, V>,
    /// The unit axes, if the shape is a box.
    axes: Option<Matrix<V, f64>>,
    points: [Vect<V, f64>; FEW],
    count: usize,
    /// The vertices, if the shape is a hull; then `points` is empty.
    hull: Option<&'a Structure<V>>,
    origin: V::Array<f32>,
    /// The origin in `f64`.
    seen_from: Vect<V, f64>,
    /// The displacement of the core since it was made.
    moved: Vect<V, f64>,
    halves: Matrix<V, f64>,
    half_count: usize,
    rays: [Vect<V, f64>; FEW],
    ray_count: usize,
    pub(crate) radius: f64,
    /// A bound on the taxicab distance of any point from the origin.
    pub(crate) size: f64,
    /// A bound on how far the points are from the true ones, apart from rounding in proportion to `size`.
    pub(crate) error: f64,
}

/// A stored point of a shape, or one near it; `None` if it stores none.
pub(crate) fn reference<V: Vector>(shape: ShapeRef<'_, V>) -> Option<V::Array<f32>> {
    Some(match shape {
        ShapeRef::Ray(ray) => ray.origin,
        ShapeRef::ConvexHull(hull) => hull.structure().corners[0],
        ShapeRef::Frustum(frustum) => match frustum.form() {
            FrustumForm::Perspective { origin, .. } => origin.to_array(),
            FrustumForm::HalfSpaces(_) | FrustumForm::Projection { .. } => {
                if frustum.points() == 0 {
                    return None;
                }
                let (x, w) = frustum.point::<f64>(0);
                let corner = (Vect::<V, f64>(x) / w).to_f32();
                Vect::<V, f64>::of(&corner).is_finite().then_some(corner)?
            }
        },
        other => return other.reference_point(),
    })
}

impl<'a, V: Vector> Core<'a, V> {
    /// The core of a shape. `None` for planes and half-spaces, and for a frustum whose parts cannot be
    /// computed.
    pub(crate) fn of(shape: &'a ShapeRef<'a, V>, origin: V::Array<f32>) -> Option<Self> {
        let mut core = Self::blank(shape, origin);
        core.fill()?;
        Some(core)
    }

    /// A core to be [filled](Self::fill): it is large, and one that is filled where it stays is not copied.
    #[inline(always)]
    pub(crate) fn blank(shape: &'a ShapeRef<'a, V>, origin: V::Array<f32>) -> Self {
        let zero = Vect::zero();
        Self {
            shape,
            axes: None,
            points: [zero; FEW],
            count: 0,
            hull: None,
            origin,
            seen_from: Vect::of(&origin),
            moved: zero,
            halves: Matrix::diagonal(zero),
            half_count: 0,
            rays: [zero; FEW],
            ray_count: 0,
            radius: 0.0,
            size: 0.0,
            error: 0.0,
        }
    }

    /// What [`of`](Self::of) says of the shape.
    pub(crate) fn fill(&mut self) -> Option<()> {
        let shape = self.shape;
        let core = self;
        core.radius = widen(shape.radius());
        match *shape {
            ShapeRef::Ray(ray) => {
                core.add_points(&[ray.origin]);
                core.add_ray(Vect::of(&ray.direction));
            }
            ShapeRef::Aabb(aabb) => {
                let (low, high) = (core.place(&aabb.min), core.place(&aabb.max));
                core.add_point((low + high) * 0.5);
                core.add_axes(Matrix::identity(), (high - low) * 0.5);
            }
            ShapeRef::Obb(obb) => {
                core.add_points(&[obb.center]);
                core.add_axes(Matrix::unit_axes(obb.rotation), Vect::of(&obb.half_extents));
            }
            ShapeRef::Parallelepiped(shape) => {
                core.add_points(&[shape.center]);
                core.halves = Matrix::of(&shape.edges);
                core.half_count = V::DIM;
            }
            ShapeRef::ConvexHull(hull) => {
                core.hull = Some(hull.structure());
                core.count = hull.structure().corners.len();
                core.size = core.point(0).norm1() + hull.structure().reach;
            }
            ShapeRef::Frustum(frustum) => core.add_frustum(frustum)?,
            other => {
                let (points, count) = other.vertices()?;
                core.add_points(&points[..count]);
            }
        }
        core.size += (0..V::DIM).fold(core.radius, |sum, i| sum + core.halves[i].norm1());
        Some(())
    }

    fn place(&self, x: &V::Array<f32>) -> Vect<V, f64> {
        Vect::of(x) - self.seen_from
    }

    fn add_point(&mut self, point: Vect<V, f64>) {
        self.points[self.count] = point;
        self.count += 1;
        self.size = self.size.larger(point.norm1());
    }

    fn add_points(&mut self, points: &[V::Array<f32>]) {
        for point in points {
            let placed = self.place(point);
            self.add_point(placed);
        }
    }

    fn add_axes(&mut self, axes: Matrix<V, f64>, half: Vect<V, f64>) {
        self.halves = half_edges(&axes, half);
        self.half_count = V::DIM;
        self.axes = Some(axes);
    }

    fn add_ray(&mut self, ray: Vect<V, f64>) {
        if let Some(ray) = ray.unit() {
            self.rays[self.ray_count] = ray;
            self.ray_count += 1;
        }
    }

    /// Adds the corners and rays of a frustum. Its corners are computed, with an error bound from
    /// [`Estimate`]. Those of a perspective are computed around zero and then moved to its origin, which
    /// may be far away.
    fn add_frustum(&mut self, frustum: &Frustum<V>) -> Option<()> {
        // Corners are computed relative to `origin`, and then moved by `at`.
        let zero = Vect::<V, f32>::zero().0;
        let (origin, at, near) = match frustum.form() {
            FrustumForm::Perspective { origin, slopes, near, far, .. } => {
                let rotation = frustum.rotation_array()?;
                let at_zero = Frustum::perspective_facts(zero, rotation, slopes, near, far).ok();
                (zero, self.place(&origin.to_array()), at_zero)
            }
            FrustumForm::HalfSpaces(_) | FrustumForm::Projection { .. } => {
                (self.origin, Vect::zero(), None)
            }
        };
        let frustum = near.as_ref().unwrap_or(frustum);
        for i in 0..frustum.points() {
            let (point, error) = corner_of(frustum, i);
            let own = point - Vect::of(&origin);
            let is_enough = error <= NEAR_ENOUGH * point.norm1()
                && error <= NEAR_ENOUGH_HERE * (at + own).norm1();
            let (own, error) =
                if is_enough { (own, error) } else { certain_corner_of(frustum, &origin, i) };
            self.error = self.error.larger(error);
            self.add_point(at + own);
        }
        for i in 0..frustum.rays() {
            self.add_ray(V::Exact::scoped(|| Vect::<V, V::Exact>(frustum.ray(i)).approximate()));
        }
        Some(())
    }

    pub(crate) fn is_unbounded(&self) -> bool {
        self.ray_count > 0
    }

    /// The unit directions of the rays.
    pub(crate) fn rays(&self) -> &[Vect<V, f64>] {
        &self.rays[..self.ray_count]
    }

    /// The number of half edges.
    pub(super) fn half_count(&self) -> usize {
        self.half_count
    }

    #[inline(always)]
    fn point(&self, i: usize) -> Vect<V, f64> {
        let point = match self.hull {
            None => self.points[i],
            Some(hull) => hull.columns.corner(i) - self.seen_from,
        };
        point + self.moved
    }

    /// The same core, displaced.
    pub(crate) fn moved(&self, by: Vect<V, f64>) -> Self {
        let mut moved = *self;
        moved.displace(by);
        moved
    }

    /// Displaces the core.
    pub(crate) fn displace(&mut self, by: Vect<V, f64>) {
        self.moved = self.moved + by;
        self.size += by.norm1();
    }

    /// The number of corners; each stands once more for each ray that starts there: see
    /// [`corner_ahead`](Self::corner_ahead).
    pub(crate) fn corner_count(&self) -> usize {
        (self.count * (1 + self.ray_count)) << self.half_count
    }

    /// A corner, by its index.
    #[inline(always)]
    pub(crate) fn corner(&self, i: usize) -> Wide<V> {
        if self.hull.is_some() { self.point(i).0 } else { self.corner_of_few(i) }
    }

    /// A corner, or the point so far ahead of it along the ray that its index stands for.
    pub(crate) fn corner_ahead(&self, i: usize, reach: f64) -> Vect<V, f64> {
        let corner = Vect(self.corner(i));
        match (i >> self.half_count) % (1 + self.ray_count) {
            0 => corner,
            k => corner + self.rays[k - 1] * reach,
        }
    }

    fn corner_of_few(&self, i: usize) -> Wide<V> {
        let (i, sides) = (i >> self.half_count, i & ((1 << self.half_count) - 1));
        let mut corner = self.point(i / (1 + self.ray_count));
        for k in 0..self.half_count {
            let ahead = sides >> k & 1 == 1;
            corner = if ahead { corner + self.halves[k] } else { corner - self.halves[k] };
        }
        corner.0
    }

    /// The index of the shape's vertex at a corner.
    pub(crate) fn vertex_of(&self, i: usize) -> usize {
        let (point, sides) = (i >> self.half_count, i & ((1 << self.half_count) - 1));
        ((point / (1 + self.ray_count)) << self.half_count) | sides
    }

    /// The index of the support point along a direction.
    #[inline]
    pub(crate) fn furthest(&self, direction: &Wide<V>) -> usize {
        self.furthest_from(direction, usize::MAX)
    }

    /// The support point along a direction.
    pub(crate) fn support_point(&self, direction: Vect<V, f64>) -> Vect<V, f64> {
        Vect(self.corner(self.furthest(&direction.0)))
    }

    /// The support point along a direction, up to what a walk along a hull's edges may lack of it.
    pub(crate) fn corner_along(&self, direction: Vect<V, f64>) -> Vect<V, f64> {
        Vect(self.corner(self.furthest_from(&direction.0, 0)))
    }

    /// The index of the support point; a hull of many corners is walked from `near`, if that is one.
    #[inline(always)]
    pub(crate) fn furthest_from(&self, direction: &Wide<V>, near: usize) -> usize {
        match self.hull {
            Some(hull) if near < self.count => hull.furthest(direction, near),
            Some(_) | None => self.first_furthest(Vect(*direction)),
        }
    }

    /// The first of the corners furthest along a direction.
    fn first_furthest(&self, direction: Vect<V, f64>) -> usize {
        if let Some(hull) = self.hull {
            return hull.columns.first_highest(direction, self.seen_from, self.moved);
        }
        let (mut best, mut height) = (0, f64::NEG_INFINITY);
        for i in 0..self.count {
            let at = direction.dot(self.point(i));
            if at > height {
                (best, height) = (i, at);
            }
        }
        let mut corner = (best * (1 + self.ray_count)) << self.half_count;
        for k in 0..self.half_count {
            corner |= usize::from(direction.dot(self.halves[k]) > 0.0) << k;
        }
        corner
    }

    /// The interval that is the projection on an axis of the core without its rays.
    #[inline]
    pub(crate) fn extent(&self, axis: &Wide<V>) -> [f64; 2] {
        let axis = Vect::<V, f64>(*axis);
        if let Some(hull) = self.hull {
            return hull.columns.interval(axis, self.seen_from, self.moved);
        }
        let first = axis.dot(self.point(0));
        let (mut low, mut high) = (first, first);
        for i in 1..self.count {
            let at = axis.dot(self.point(i));
            (low, high) = (lesser(low, at), high.larger(at));
        }
        let reach = reach(axis, &self.halves, self.half_count);
        [low - reach, high + reach]
    }

    /// How far the core spreads from its middle, its rays left out: half of the sum of the edge lengths of the box around
    /// it.
    pub(crate) fn spread(&self) -> f64 {
        (0..V::DIM).fold(self.radius, |sum, i| {
            let [low, high] = self.extent(&Vect::<V, f64>::axis(i).0);
            sum + 0.5 * (high - low)
        })
    }

    /// The upper end of the [`extent`](Self::extent) along an axis.
    #[inline]
    pub(crate) fn highest(&self, axis: &Wide<V>) -> f64 {
        match self.hull {
            Some(hull) if self.moved == Vect::zero() => {
                hull.columns.highest(Vect(*axis), self.seen_from)
            }
            _ => self.extent(axis)[1],
        }
    }

    /// Whether a ray leads along an axis, or nearly does.
    pub(crate) fn goes_on_along(&self, axis: Vect<V, f64>) -> bool {
        self.rays().iter().any(|ray| axis.dot(*ray) > SLACK)
    }

    /// Whether the support set along a unit vector is a face: at least `V::DIM` corners, up to rounding.
    pub(crate) fn has_face(&self, outward: &Wide<V>) -> bool {
        let [_, high] = self.extent(outward);
        let reach = if self.size > 0.0 { self.size } else { 1.0 };
        let level = high - LEVEL * reach;
        let outward = Vect::<V, f64>(*outward);
        let highest = |&i: &usize| outward.dot(self.corner_ahead(i, reach)) >= level;
        !self.goes_on_along(outward)
            && (0..self.corner_count()).filter(highest).nth(V::DIM - 1).is_some()
    }

    /// As [`has_face`](Self::has_face), where a corner is known that is furthest along the vector, up to rounding:
    /// the corners of a hull at one height are joined by edges.
    pub(crate) fn has_face_at(&self, outward: &Wide<V>, near: usize) -> bool {
        let Some(hull) = self.hull else { return self.has_face(outward) };
        let direction = Vect::<V, f64>(*outward);
        let height = |corner: usize| direction.dot(self.point(corner));
        let level = height(near) - LEVEL * self.size;
        let beside = |corner: usize, known: usize| {
            let others = hull.neighbours_of(corner).iter().map(|&other| other as usize);
            others.filter(move |&other| other != known && height(other) >= level)
        };
        let mut of_top = beside(near, near);
        let Some(second) = of_top.next() else { return false };
        V::IN_PLANE || of_top.next().is_some() || beside(second, near).next().is_some()
    }

    /// The center of a shape with half edges, the mean of a hull's corners; some corner of any other.
    pub(crate) fn middle(&self) -> Vect<V, f64> {
        match self.hull {
            Some(hull) => hull.middle - self.seen_from + self.moved,
            None => self.point(0),
        }
    }

    /// The source of edge directions and face normals, which do not depend on the origin. Not asked of frusta, whose
    /// generators take long to make, nor of boxes, which have axes.
    fn span(&self) -> AnySpan<'a, V, f64> {
        self.shape.span(0)
    }

    /// The number of edge directions.
    pub(crate) fn directions(&self) -> usize {
        match (*self.shape, self.axes) {
            (ShapeRef::Frustum(frustum), _) => frustum.edges(),
            (_, Some(_)) => V::DIM,
            (_, None) => self.span().directions(),
        }
    }

    pub(crate) fn direction(&self, i: usize) -> Vect<V, f64> {
        match (*self.shape, self.axes) {
            (ShapeRef::Frustum(frustum), _) if frustum.rotation_array().is_none() => {
                V::Exact::scoped(|| Vect::<V, V::Exact>(frustum.edge(i).1).approximate())
            }
            (ShapeRef::Frustum(frustum), _) => Vect(frustum.edge::<f64>(i).1),
            (_, Some(axes)) => axes[i],
            (_, None) => Vect(self.span().direction(i)),
        }
    }

    /// The number of face normals, opposite ones counted once.
    pub(crate) fn normals(&self) -> usize {
        match (*self.shape, self.axes) {
            (ShapeRef::Frustum(frustum), _) => frustum.plane_count(),
            (_, Some(_)) => V::DIM,
            (_, None) => self.span().normals(),
        }
    }

    /// A face normal, which may have lost digits.
    fn normal_in_f64(&self, i: usize) -> Vect<V, f64> {
        match (*self.shape, self.axes) {
            (ShapeRef::Frustum(frustum), _) => Vect(frustum.plane::<f64>(i).0),
            (_, Some(axes)) => axes[i],
            (_, None) => Vect(self.span().normal(i)),
        }
    }

    pub(crate) fn normal(&self, i: usize) -> Vect<V, f64> {
        let normal = self.normal_in_f64(i);
        let is_clear =
            |[x, y]: [Vect<V, f64>; 2]| normal.square() > BLUNT * BLUNT * (x.square() * y.square());
        if V::EDGES == 0 || self.sides_of(i).is_none_or(is_clear) {
            return normal;
        }
        V::Exact::scoped(|| Vect::<V, V::Exact>(self.shape.span(0).normal(i)).approximate())
    }

    /// The height of a frustum's plane along its unit normal; `None` for other shapes.
    pub(crate) fn plane_height(&self, i: usize) -> Option<f64> {
        let ShapeRef::Frustum(frustum) = self.shape else { return None };
        let (normal, offset) = frustum.plane::<f64>(i);
        let normal = Vect::<V, f64>(normal);
        Some((offset - normal.dot(self.seen_from)) / normal.length())
    }

    /// The face of a polyhedron that faces a direction most, with its unit normal; `None` for other shapes.
    pub(crate) fn facing_face(&self, direction: Vect<V, f64>) -> Option<(usize, Vect<V, f64>)> {
        let normals = &self.hull?.planes.as_ref()?.normals;
        let zero = Vect::zero();
        let face = normals.first_highest(direction, zero, zero);
        Some((face, normals.corner(face)))
    }

    /// The corners of a hull no lower along a direction than `top`, by their indices in order, if there are no more
    /// than fit: those above one height are joined by edges.
    pub(crate) fn level_corners<'l>(
        &self,
        direction: Vect<V, f64>,
        top: f64,
        list: &'l mut [usize],
    ) -> Option<&'l [usize]> {
        let hull = self.hull?;
        let first = hull.furthest(&direction.0, 0);
        if !(direction.dot(self.point(first)) >= top) {
            return None;
        }
        let mut count = 1;
        *list.first_mut()? = first;
        let mut next = 0;
        while next < count {
            for &corner in hull.neighbours_of(list[next]) {
                let corner = corner as usize;
                let is_level = direction.dot(self.point(corner)) >= top;
                if is_level && !list[..count].contains(&corner) {
                    *list.get_mut(count)? = corner;
                    count += 1;
                }
            }
            next += 1;
        }
        let list = &mut list[..count];
        list.sort_unstable();
        Some(list)
    }

    /// The sides whose cross product is a face's normal; `None` for shapes whose normals keep their digits.
    fn sides_of(&self, i: usize) -> Option<[Vect<V, f64>; 2]> {
        Some(match *self.shape {
            ShapeRef::Triangle(_) => [self.direction(0), self.direction(1)],
            ShapeRef::Parallelepiped(_) => [self.direction(i), self.direction((i + 1) % V::DIM)],
            ShapeRef::ConvexHull(hull) => {
                let structure = hull.structure();
                let [from, x, y] = structure.faces[i]
                    .map(|corner| self.place(&structure.corners[corner as usize]));
                [x - from, y - from]
            }
            _ => return None,
        })
    }

    /// The cross product of an edge direction and one of another core, with its digits also where the two
    /// are nearly parallel.
    #[cold]
    #[inline(never)]
    pub(super) fn certain_cross(&self, i: usize, other: &Core<'_, V>, j: usize) -> Vect<V, f64> {
        // The span of a frustum has its corners, which take long and have no part in this.
        let direction = |core: &Core<'_, V>, slot: usize, i: usize| match core.shape {
            ShapeRef::Frustum(frustum) => Vect(frustum.edge::<V::Exact>(i).1),
            shape => Vect(shape.span::<V::Exact>(slot).direction(i)),
        };
        V::Exact::scoped(|| direction(self, 0, i).cross(direction(other, 1, j)).approximate())
    }
}

/// Corners whose error is more than this part of their distance from zero are computed in exact numbers:
/// 2⁻⁴⁸.
const NEAR_ENOUGH: f64 = 1.0 / (1u64 << 48) as f64;
/// So are those whose error is more than this part of their distance from the origin of coordinates: 2⁻⁴³.
const NEAR_ENOUGH_HERE: f64 = 1.0 / (1u64 << 43) as f64;

/// A corner of a frustum relative to `origin`, and a bound on its error, by exact numbers.
#[cold]
#[inline(never)]
fn certain_corner_of<V: Vector>(
    frustum: &Frustum<V>,
    origin: &V::Array<f32>,
    i: usize,
) -> (Vect<V, f64>, f64) {
    let point: Vect<V, f64> = V::Exact::scoped(|| {
        let (x, w) = frustum.point::<V::Exact>(i);
        let scale = w.approximate();
        (Vect(x) - Vect::of(origin) * w).map(|x| (x.approximate() / scale).to_f64())
    });
    let error = 8.0 * f64::EPSILON * point.norm1();
    (point, error)
}

/// A corner of a frustum, and a bound on its error: infinite if the estimate is uncertain.
fn corner_of<V: Vector>(frustum: &Frustum<V>, i: usize) -> (Vect<V, f64>, f64) {
    let (x, w) = frustum.point::<Estimate>(i);
    let [low, high] = w.range();
    let mut error = if low > 0.0 { 0.0 } else { f64::INFINITY };
    let point = Vect::<V, Estimate>(x).map(|x| {
        let [least, most] = x.range();
        let ends = [least / low, least / high, most / low, most / high];
        let from = ends.iter().fold(f64::INFINITY, |m, &x| lesser(m, x));
        let to = ends.iter().fold(f64::NEG_INFINITY, |m, &x| m.larger(x));
        error += to - from;
        0.5 * (from + to)
    });
    if error < f64::INFINITY {
        return (point, error);
    }
    let (x, w) = frustum.point::<f64>(i);
    let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
    ((Vect(x) / w).map(finite), f64::INFINITY)
}
