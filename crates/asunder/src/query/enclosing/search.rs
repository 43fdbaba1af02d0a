//! The search for the oriented box of least volume around points.

use super::calipers::least_rectangle;
use super::cloud::{Cloud, Frame, Vec3};
use super::simplex;
use crate::array::{Mapped as _, array_of};
use crate::exact::widen;
use crate::linalg::{Vect, max, min};
use crate::shape::ConvexHull;
use crate::sort::sort_by;

/// What is added to each edge before volumes are compared: half a unit in the last place of the
/// largest coordinate, so that flat points, too, get a box of least area. The largest is one.
const RIND: f64 = 1.0 / (1u64 << 24) as f64;

/// A box along other axes must be better by more than rounding them to `f32` can take away again.
const BETTER: f64 = 1.0 - 2.0 * RIND;

/// Up to so many points the search sees them all, of more the extremal ones.
const FEW: usize = 128;

/// The search looks for extremal points along the vectors of whole numbers up to this.
const FINEST: i32 = 2;

/// The cosine from which on two faces count as parallel.
const PARALLEL: f64 = 0.9995;

/// How many of the frames to start from are refined: the best.
const REFINED: usize = 6;

/// How many rounds of refining there may be, each with the extremal points of the last.
const ROUNDS: usize = 8;

const UNTURNED: Frame = [Vect([1.0, 0.0, 0.0]), Vect([0.0, 1.0, 0.0]), Vect([0.0, 0.0, 1.0])];

/// The axes of a box of about least volume around the points, which are finite.
///
/// The box of least volume of a few extremal points is searched for. Where points stick out of it,
/// they join the few, until none does: the box found is that of all points then.
pub(crate) fn least_box(points: &[[f32; 3]]) -> [[f64; 3]; 3] {
    least_frame(points).mapped(|axis| axis.0)
}

/// The same, as vectors.
fn least_frame(points: &[[f32; 3]]) -> Frame {
    let Some(scale) = Scale::of(points) else { return UNTURNED };
    let all = Cloud::of(points.iter().map(|point| scale.scaled(point)));
    let few = if points.len() <= FEW { points.to_vec() } else { extremal(points, &all) };
    let Ok(hull) = ConvexHull::<glam::Vec3>::try_new(few) else { return UNTURNED };
    let corners = &hull.structure().corners;
    let mut seen = Cloud::of(corners.iter().map(|corner| scale.scaled(corner)));
    let by_volume = |a: &FramedBox, b: &FramedBox| a.volume.total_cmp(&b.volume);
    let mut found: Vec<FramedBox> = starts(&hull, &seen);
    sort_by(&mut found, &by_volume);
    found.truncate(REFINED);
    for _ in 0..ROUNDS {
        found = found.into_iter().map(|found| found.refined(&seen)).collect();
        // The sort is stable: of equals the first start stays first.
        sort_by(&mut found, &by_volume);
        found.dedup_by(|b, a| b.volume * BETTER <= a.volume && b.is_about(a));
        let known = seen.count();
        for FramedBox { frame, .. } in &found {
            let found = all.extremes(frame);
            for (axis, [least, greatest]) in frame.iter().zip(found) {
                let [[low, high]] = seen.intervals(&[*axis]);
                let [least, greatest] = [least, greatest].mapped(|i| all.point(i));
                if least.dot(*axis) < low - RIND {
                    seen.push(least);
                }
                if greatest.dot(*axis) > high + RIND {
                    seen.push(greatest);
                }
            }
        }
        if seen.count() == known {
            break;
        }
        found.truncate(REFINED / 2);
    }
    let unturned = FramedBox::of(UNTURNED, &all);
    let best = found.into_iter().map(|found| FramedBox::of(found.frame, &all));
    best.fold(unturned, |best, next| if next.volume < best.volume * BETTER { next } else { best })
        .frame
}

/// Where the points lie, and how large they are.
struct Scale {
    middle: Vec3,
    factor: f64,
}

impl Scale {
    /// `None` if the points all coincide.
    fn of(points: &[[f32; 3]]) -> Option<Self> {
        let ends = |t: usize| {
            points
                .iter()
                .map(|point| widen(point[t]))
                .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
                    [min(x, low), max(x, high)]
                })
        };
        let ends: [[f64; 2]; 3] = array_of(ends);
        let largest =
            ends.iter().fold(0.0, |largest, [low, high]| max(0.5 * (high - low), largest));
        let middle = Vect(ends.mapped(|[low, high]| 0.5 * (low + high)));
        (largest > 0.0).then_some(Self { middle, factor: 1.0 / largest })
    }

    fn scaled(&self, point: &[f32; 3]) -> Vec3 {
        (Vect::of(point) - self.middle) * self.factor
    }
}

/// The points that reach farthest along some directions, with repetitions.
fn extremal(points: &[[f32; 3]], all: &Cloud) -> Vec<[f32; 3]> {
    let steps = || -FINEST..=FINEST;
    let directions: Vec<Vec3> = steps()
        .flat_map(|x| steps().flat_map(move |y| steps().map(move |z| [x, y, z])))
        .filter(|direction| {
            // Of opposite ones and multiples, one: the first component that is not zero is positive.
            let first = direction.iter().find(|x| **x != 0);
            let halved = direction.iter().all(|x| x % 2 == 0);
            !halved && first.is_some_and(|x| *x > 0)
        })
        .map(|direction| Vect(direction.mapped(f64::from)))
        .collect();
    let mut few = Vec::with_capacity(2 * directions.len());
    let (threes, rest) = directions.as_chunks::<3>();
    for three in threes {
        few.extend(all.extremes(three).as_flattened().iter().map(|&i| points[i]));
    }
    for &one in rest {
        few.extend(all.extremes(&[one]).as_flattened().iter().map(|&i| points[i]));
    }
    few
}

/// What the search starts from: the coordinate axes, frames along the faces of the hull, or along
/// its edge where it has no face, and rotations at most some 16° from any.
fn starts(hull: &ConvexHull<glam::Vec3>, seen: &Cloud) -> Vec<FramedBox> {
    let mut found = vec![FramedBox::of(UNTURNED, seen)];
    let wide = |v: glam::Vec3| Vec3::of(&v.to_array());
    let faces = hull.faces().map(|face| {
        let [a, b, c] = face.mapped(wide);
        (b - a).cross(c - a)
    });
    let line = hull.edges().map(|(a, b)| wide(b) - wide(a));
    let mut along: Vec<Vec3> = faces.filter_map(Vect::normalized).collect();
    if along.is_empty() {
        along.extend(line.filter_map(Vect::normalized));
    }
    let mut distinct: Vec<Vec3> = Vec::new();
    for face in along {
        if distinct.iter().all(|&other| !(face.dot(other).abs() > PARALLEL)) {
            distinct.push(face);
        }
    }
    found.extend(distinct.into_iter().map(|face| {
        let frame = frame_along(face);
        FramedBox::of(turned_about(seen, &frame, 0).unwrap_or(frame), seen)
    }));
    // Rotations as vectors along their axes, as long as the tangent of half their angle: those that
    // no symmetry of a box makes smaller lie within √2 - 1 of zero along each axis.
    let grid = || [-0.27, 0.0, 0.27].into_iter();
    let grid = grid().flat_map(|x| grid().flat_map(move |y| grid().map(move |z| Vect([x, y, z]))));
    found.extend(grid.map(|by| FramedBox::of(turned(&UNTURNED, by), seen).settled(seen, 0.1, 20)));
    found
}

/// A frame, and the volume of the box along it.
#[derive(Clone, Copy, Debug)]
struct FramedBox {
    frame: Frame,
    volume: f64,
}

impl FramedBox {
    fn of(frame: Frame, cloud: &Cloud) -> Self {
        Self { frame, volume: cloud.volume(&frame, RIND) }
    }

    /// Whether the box is the other's, whichever of its axes is the first.
    fn is_about(&self, other: &Self) -> bool {
        self.frame.iter().all(|&a| other.frame.iter().any(|&b| a.dot(b).abs() > 1.0 - 1e-9))
    }

    /// The least box in the neighbourhood, of this size and by so many steps of the simplex method.
    fn settled(self, cloud: &Cloud, size: f64, steps: usize) -> Self {
        let volume = |by: Vec3| cloud.volume(&turned(&self.frame, by), RIND);
        let (by, volume) = simplex::least(size, steps, volume);
        Self { frame: turned(&self.frame, by), volume }
    }

    /// A least box for these points: turned about each of its axes to the least rectangle across it,
    /// then by small rotations, until neither makes it smaller.
    fn refined(self, cloud: &Cloud) -> Self {
        let mut best = self;
        best.volume = cloud.volume(&best.frame, RIND);
        for size in [0.05, 0.02, 0.005, 0.05, 0.02, 0.005] {
            let before = best.volume;
            for axis in 0..3 {
                if let Some(frame) = turned_about(cloud, &best.frame, axis) {
                    let next = Self::of(frame, cloud);
                    best = if next.volume < best.volume { next } else { best };
                }
            }
            let next = best.settled(cloud, size, 60);
            best = if next.volume < best.volume { next } else { best };
            if !(best.volume < before * (1.0 - 1e-5)) {
                break;
            }
        }
        best
    }
}

/// A frame turned about one of its axes, to the least rectangle in the plane across it.
fn turned_about(cloud: &Cloud, frame: &Frame, axis: usize) -> Option<Frame> {
    let (normal, u, v) = (frame[axis], frame[(axis + 1) % 3], frame[(axis + 2) % 3]);
    let flat = |i| {
        let point = cloud.point(i);
        [point.dot(u), point.dot(v)]
    };
    let [x, y] = least_rectangle((0..cloud.count()).map(flat).collect())?;
    let side = (u * x + v * y).normalized()?;
    let mut turned = *frame;
    (turned[(axis + 1) % 3], turned[(axis + 2) % 3]) = (side, normal.cross(side));
    Some(turned)
}

/// A frame turned by the rotation about `by`, by the angle whose half has the tangent `|by|`.
fn turned(frame: &Frame, by: Vec3) -> Frame {
    let scale = 2.0 / (1.0 + by.square());
    frame.mapped(|axis| {
        let across = by.cross(axis);
        axis + (across + by.cross(across)) * scale
    })
}

/// Three directions at right angles, the first along a direction of length one, the second as near
/// as can be to the coordinate axis that is farthest from it.
fn frame_along(first: Vec3) -> Frame {
    let farther = |a: usize, b: usize| if first[b].abs() < first[a].abs() { b } else { a };
    let axis = UNTURNED[farther(farther(0, 1), 2)];
    let third = first.cross(axis);
    let length = third.length();
    let third = third.map(|x| x / length);
    [first, third.cross(first), third]
}
