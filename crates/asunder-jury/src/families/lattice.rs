//! Pairs with small integer coordinates on a common lattice, mostly in one plane of it: plates on plates,
//! edges along edges, rays in faces. Every number is exact, and so is every tie.

use super::Family;
use super::polyhedron::{cross, dot};
use super::rotation::{integer_rotation, quarter_turn};
use super::shape_parameters::{finite, nonzero};
use crate::{Depth, Frustum, Kind, Planes, Points, Rng, Shape};
use std::array::from_fn;

/// The share of pairs that a family draws from a lattice.
pub(super) fn share(family: Family) -> f64 {
    match family {
        Family::Grid => 0.4,
        Family::Degenerate => 0.3,
        Family::Parallel | Family::Resting => 0.25,
        Family::Huge | Family::Tiny | Family::Far | Family::Subnormal | Family::Overflow => 0.15,
        Family::RightAngle | Family::SameRotation => 0.1,
        Family::Game
        | Family::Yaw
        | Family::NearParallel4
        | Family::NearParallel6
        | Family::NearTouch
        | Family::WildRotation
        | Family::RandomBits => 0.0,
    }
}

/// The points `unit · (origin + Σ cₖ · steps[k])` for small whole numbers `c`; the plane that the
/// shapes share is where the last of them is 0.
pub(super) struct Lattice<const D: usize> {
    origin: [f64; D],
    steps: [[f64; D]; D],
    /// Vectors perpendicular to all steps but the one of the same index, whose product with it is
    /// `volume`.
    normals: [[f64; D]; D],
    volume: f64,
    unit: f64,
    upright: bool,
}

impl<const D: usize> Lattice<D> {
    pub(super) fn new(family: Family, rng: &mut Rng) -> Self {
        // Near the largest numbers, only unit steps are exact.
        let upright = matches!(family, Family::Far | Family::Overflow) || rng.chance(0.5);
        let unit = match family {
            Family::Huge => rng.power_of_two(0..90),
            Family::Tiny => rng.power_of_two(-100..-30),
            Family::Subnormal => rng.power_of_two(-149..-140),
            Family::Overflow => rng.power_of_two(115..122),
            Family::Far => 1.0,
            Family::Game
            | Family::Yaw
            | Family::Grid
            | Family::Parallel
            | Family::RightAngle
            | Family::SameRotation
            | Family::NearParallel4
            | Family::NearParallel6
            | Family::Resting
            | Family::NearTouch
            | Family::Degenerate
            | Family::WildRotation
            | Family::RandomBits => rng.power_of_two(-3..3),
        };
        let mut origin = from_fn(|_| small(8, rng));
        if family == Family::Far {
            origin = origin.map(|x| x + rng.sign() * rng.power_of_two(18..23));
        }
        let turned = rng.below(D);
        let mut steps: [[f64; D]; D] =
            from_fn(|k| from_fn(|i| if i == (k + turned) % D { 1.0 } else { 0.0 }));
        if !upright {
            steps = [[0.0; D]; D];
            while volume(&steps) == 0.0 {
                steps = from_fn(|_| from_fn(|_| small(2, rng)));
            }
        }
        let volume = volume(&steps);
        let normals = normals(&steps).map(|normal| normal.map(|x| x * volume.signum()));
        Self { origin, steps, normals, volume: volume.abs(), unit, upright }
    }

    /// A shape on the lattice.
    pub(super) fn shape(&self, kind: Kind, rng: &mut Rng) -> Shape<D> {
        let flat = rng.chance(0.7);
        let length = |most: usize, rng: &mut Rng| finite(self.unit * rng.below(most + 1) as f64);
        let point = |rng: &mut Rng| self.point(self.place(flat, rng));
        match kind {
            Kind::Point => Shape::Point(point(rng)),
            Kind::Sphere => Shape::Sphere { center: point(rng), radius: length(3, rng) },
            Kind::Aabb => {
                let (p, q) = (point(rng), point(rng));
                Shape::Aabb {
                    min: from_fn(|i| if p[i] < q[i] { p[i] } else { q[i] }),
                    max: from_fn(|i| if p[i] < q[i] { q[i] } else { p[i] }),
                }
            }
            Kind::Obb => {
                let rotation = match D {
                    2 => [self.steps[0][0], self.steps[0][1], 0.0, 0.0],
                    _ if self.upright => quarter_turn::<D>(rng),
                    _ => integer_rotation::<D>(rng),
                };
                Shape::Obb {
                    center: point(rng),
                    half_extents: from_fn(|_| length(2, rng)),
                    rotation: rotation.map(finite),
                }
            }
            Kind::Plane | Kind::HalfSpace => {
                let (normal, offset) = self.side(self.across(rng), rng.sign(), self.height(rng));
                let factor = 1.0 + rng.below(2) as f64;
                let normal = normal.map(|x| finite(x * factor));
                let offset = finite(offset * factor);
                if kind == Kind::Plane {
                    Shape::Plane { normal, offset }
                } else {
                    Shape::HalfSpace { normal, offset }
                }
            }
            Kind::Segment => Shape::Segment { a: point(rng), b: point(rng) },
            Kind::Ray => {
                let factor = rng.power_of_two(-3..4);
                let along = self.step(self.place(flat, rng)).map(|x| finite(x * factor));
                let along = if along == [0.0; D] { self.steps[0].map(finite) } else { along };
                Shape::Ray { origin: point(rng), direction: along }
            }
            Kind::Capsule => {
                Shape::Capsule { a: point(rng), b: point(rng), radius: length(2, rng) }
            }
            Kind::Triangle => Shape::Triangle { a: point(rng), b: point(rng), c: point(rng) },
            Kind::Parallelepiped => Shape::Parallelepiped {
                center: point(rng),
                edges: from_fn(|k| {
                    let last = if k == D - 1 && !flat { 1.0 } else { 0.0 };
                    let place = from_fn(|i| if i == D - 1 { last } else { small(1, rng) });
                    self.step(place).map(|x| finite(self.unit * x))
                }),
            },
            Kind::ConvexHull => {
                let points: Vec<[f32; D]> = (0..1 + rng.below(9)).map(|_| point(rng)).collect();
                Shape::ConvexHull(Points::new(&points))
            }
            Kind::Frustum => Shape::Frustum(match rng.below(3) {
                0 if D == 3 => self.perspective(point(rng), rng),
                1 if D == 3 => self.projection(self.place(flat, rng), rng),
                _ => Frustum::HalfSpaces(self.half_spaces(rng)),
            }),
        }
    }

    /// The small integer coordinates of a point, in the common plane if `flat`.
    fn place(&self, flat: bool, rng: &mut Rng) -> [f64; D] {
        let last = if flat { 0.0 } else { small(1, rng) };
        from_fn(|k| if k == D - 1 { last } else { small(3, rng) })
    }

    fn step(&self, place: [f64; D]) -> [f64; D] {
        let sum = |i: usize| (0..D).fold(0.0, |sum, k| sum + place[k] * self.steps[k][i]);
        from_fn(sum)
    }

    fn point(&self, place: [f64; D]) -> [f32; D] {
        let step = self.step(place);
        from_fn(|i| finite(self.unit * (self.origin[i] + step[i])))
    }

    /// The axis of a lattice plane: mostly the common one.
    fn across(&self, rng: &mut Rng) -> usize {
        if rng.chance(0.7) { D - 1 } else { rng.below(D) }
    }

    /// The height of a parallel plane: mostly the one through the origin.
    fn height(&self, rng: &mut Rng) -> f64 {
        if rng.chance(0.6) { 0.0 } else { small(2, rng) }
    }

    /// A half-space's normal and offset: beneath (1) or above (-1) the plane at this height.
    fn side(&self, k: usize, sign: f64, height: f64) -> ([f64; D], f64) {
        let normal = self.normals[k].map(|x| sign * x);
        let offset = dot(normal, self.origin) + sign * height * self.volume;
        (normal, offset * self.unit)
    }

    /// Half-spaces with normals across the steps, always with a common point.
    fn half_spaces(&self, rng: &mut Rng) -> Planes<D> {
        let mut sides = Vec::new();
        for k in 0..D {
            let low = self.height(rng);
            let high = low + rng.below(3) as f64;
            for (sign, height) in [(-1.0, low), (1.0, high)] {
                if rng.chance(0.7) {
                    sides.push(self.side(k, sign, height));
                }
            }
        }
        if sides.is_empty() {
            sides.push(self.side(D - 1, rng.sign(), 0.0));
        }
        let sides: Vec<_> = sides
            .into_iter()
            .map(|(normal, offset)| (normal.map(finite), finite(offset)))
            .collect();
        Planes::new(&sides)
    }

    /// A perspective frustum along a coordinate axis, with simple slopes.
    fn perspective(&self, origin: [f32; D], rng: &mut Rng) -> Frustum<D> {
        let slopes: [usize; 4] = from_fn(|_| rng.below(5));
        let slope = |i: usize| [-1.0, -0.5, 0.0, 0.5, 1.0][i];
        let pair =
            |i: usize, j: usize| if i < j { [slope(i), slope(j)] } else { [slope(j), slope(i)] };
        let ([left, right], [bottom, top]) =
            (pair(slopes[0], slopes[1]), pair(slopes[2], slopes[3]));
        let near = rng.below(3) as f64;
        let far = near + rng.below(4) as f64;
        Frustum::Perspective {
            origin,
            rotation: nonzero(quarter_turn::<D>(rng).map(finite)),
            slopes: [left, right, bottom, top],
            near: finite(near * self.unit),
            far: finite(far * self.unit),
        }
    }

    /// A pyramid along the last step, from an apex of the lattice; truncated, and sometimes closed.
    fn projection(&self, apex: [f64; D], rng: &mut Rng) -> Frustum<D> {
        let row = |k: usize| -> [f64; 4] {
            let (normal, offset) = self.side(k, 1.0, apex[k]);
            from_fn(|i| if i < 3 { normal[i] } else { -offset })
        };
        let last = row(D - 1);
        let cut = self.unit * self.volume * rng.below(3) as f64;
        let with_constant = |factor: f64, constant: f64| -> [f64; 4] {
            from_fn(|i| factor * last[i] + if i == 3 { constant } else { 0.0 })
        };
        let depth = if rng.chance(0.5) { Depth::ZeroToOne } else { Depth::MinusOneToOne };
        let z = match (depth, rng.chance(0.5)) {
            // cut <= w
            (Depth::ZeroToOne, true) => with_constant(0.0, cut),
            // cut / 2 <= w <= cut
            (Depth::ZeroToOne, false) => with_constant(-1.0, cut),
            (Depth::MinusOneToOne, false) => with_constant(-3.0, 2.0 * cut),
            // cut / 2 <= w
            (Depth::MinusOneToOne, true) => with_constant(1.0, -cut),
        };
        Frustum::Projection { rows: [row(0), row(1), z, last].map(|row| row.map(finite)), depth }
    }
}

/// An integer of magnitude at most `most`.
fn small(most: usize, rng: &mut Rng) -> f64 {
    rng.below(2 * most + 1) as f64 - most as f64
}

/// Vectors perpendicular to all steps but the one of the same index.
fn normals<const D: usize>(steps: &[[f64; D]; D]) -> [[f64; D]; D] {
    from_fn(|k| {
        let next = steps[(k + 1) % D];
        match D {
            2 => from_fn(|i| [next[1], -next[0]][i] * if k == 0 { 1.0 } else { -1.0 }),
            _ => cross(next, steps[(k + 2) % D]),
        }
    })
}

/// The determinant.
fn volume<const D: usize>(steps: &[[f64; D]; D]) -> f64 {
    dot(normals(steps)[0], steps[0])
}
