//! A tube: elliptical rings along a bone, closed by a dome at each end, with skin weights.
//!
//! Every part of the fighter's body is a tube. Its weights pass from joint to joint along the tube, and
//! near a socket (a shoulder, the top of a thigh) a share goes to the joint there.

use super::math::{Vec3, sin_cos, smoothstep, vec3};
use super::skeleton::{Joint, SKELETON};

/// One cross-section: `[y, x radius, z radius, z offset]` in the frame of the tube's joint.
pub(super) type Section = [f64; 4];

/// Linear red, green, blue and alpha, 255 for 1.
pub(super) type Colour = [u8; 4];

/// A joint that takes a share of the weights around its position.
pub(super) struct Socket {
    pub(super) joint: Joint,
    /// The joint whose rest position is its centre.
    pub(super) at: Joint,
    /// Its radius.
    pub(super) radius: f64,
    /// Its share at the centre.
    pub(super) share: f64,
}

/// One part of the body, described in the frame of a joint at rest.
pub(super) struct Tube<'a> {
    pub(super) joint: Joint,
    /// The number of vertices of each ring.
    pub(super) around: u16,
    /// Cross-sections; a smooth curve is drawn through them.
    pub(super) sections: &'a [Section],
    /// The heights of the domes beyond the first and last section.
    pub(super) domes: [f64; 2],
    /// Colours, each with its first `y`.
    pub(super) colours: &'a [(f64, Colour)],
    /// Joints that the tube follows, each with its first `y`; weights are blended over
    /// [`Tube::BLEND`] either side.
    pub(super) follows: &'a [(f64, Joint)],
    pub(super) sockets: &'a [Socket],
}

/// The triangles and vertex attributes of a skinned, coloured glTF primitive.
#[derive(Default)]
pub(super) struct Geometry {
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
    pub(super) colours: Vec<Colour>,
    pub(super) joints: Vec<[u8; 4]>,
    pub(super) weights: Vec<[f32; 4]>,
    pub(super) triangles: Vec<[u16; 3]>,
}

impl Tube<'_> {
    /// Half the length over which weights are blended between joints, in metres.
    const BLEND: f64 = 0.07;
    /// Rings between one section and the next.
    const BETWEEN: usize = 2;
    /// Rings of a dome, its tip included.
    const DOME: u16 = 4;

    /// Adds the tube's vertices and triangles to `mesh`.
    pub(super) fn add_to(&self, mesh: &mut Geometry) {
        let rings = self.rings();
        let first = mesh.positions.len() as u16;
        let mut points = Vec::new();
        for &[y, radius_x, radius_z, z] in &rings {
            for k in 0..self.around {
                let (sin, cos) = sin_cos(360.0 * f64::from(k) / f64::from(self.around));
                points.push(vec3(radius_x * cos, y, z + radius_z * sin));
            }
        }
        // The tips are rings of radius zero: one vertex each.
        let last_ring = points.len() - usize::from(self.around);
        points.truncate(last_ring + 1);
        points.drain(1..usize::from(self.around));

        let triangles = self.triangles(rings.len() as u16);
        let rest = self.joint.rest();
        mesh.normals.extend(normals(&points, &triangles).map(|n| rest.rotation.apply(n).to_f32()));
        mesh.triangles.extend(triangles.iter().map(|t| t.map(|vertex| first + vertex)));
        for p in points {
            let model = rest.point(p);
            let (joints, weights) = four_strongest(&self.weights(p.y, model));
            mesh.positions.push(model.to_f32());
            mesh.colours.push(at_or_before(self.colours, p.y));
            mesh.joints.push(joints);
            mesh.weights.push(weights);
        }
    }

    /// Every ring from tip to tip.
    fn rings(&self) -> Vec<Section> {
        let last = self.sections.len() - 1;
        let dome = |end: usize, height: f64| {
            let [y, radius_x, radius_z, z] = self.sections[end];
            move |k: u16| {
                let (sin, cos) = sin_cos(90.0 * f64::from(k) / f64::from(Self::DOME));
                [y + height * sin, radius_x * cos, radius_z * cos, z]
            }
        };
        let mut rings: Vec<Section> = (1..=Self::DOME).rev().map(dome(0, -self.domes[0])).collect();
        for i in 0..last {
            let near = [i.saturating_sub(1), i, i + 1, (i + 2).min(last)];
            let near = near.map(|k| self.sections[k]);
            rings.extend(
                (0..Self::BETWEEN).map(|k| catmull_rom(near, k as f64 / Self::BETWEEN as f64)),
            );
        }
        rings.push(self.sections[last]);
        rings.extend((1..=Self::DOME).map(dome(last, self.domes[1])));
        rings
    }

    /// Triangles, counter-clockwise from outside, over `rings` rings whose first and last are
    /// single vertices.
    fn triangles(&self, rings: u16) -> Vec<[u16; 3]> {
        let n = self.around;
        let last = 1 + (rings - 2) * n;
        let vertex = |ring: u16, k: u16| match ring {
            0 => 0,
            _ if ring == rings - 1 => last,
            _ => 1 + (ring - 1) * n + k % n,
        };
        let mut triangles = Vec::new();
        for ring in 0..rings - 1 {
            for k in 0..n {
                let [a, b] = [vertex(ring, k), vertex(ring, k + 1)];
                let [c, d] = [vertex(ring + 1, k), vertex(ring + 1, k + 1)];
                if a != b {
                    triangles.push([a, c, b]);
                }
                if c != d {
                    triangles.push([b, c, d]);
                }
            }
        }
        triangles
    }

    /// The share of each joint at `y` along the tube; `model` is the same place in model space.
    fn weights(&self, y: f64, model: Vec3) -> [f64; SKELETON.len()] {
        let mut weights = [0.0; SKELETON.len()];
        weights[self.follows[0].1 as usize] = 1.0;
        let mut hand_over = |joint: Joint, share: f64| {
            weights.iter_mut().for_each(|weight| *weight *= 1.0 - share);
            weights[joint as usize] += share;
        };
        for &(begin, joint) in &self.follows[1..] {
            hand_over(joint, smoothstep(begin - Self::BLEND, begin + Self::BLEND, y));
        }
        for socket in self.sockets {
            let distance = (model - socket.at.rest().origin).length();
            let share = socket.share * (1.0 - smoothstep(0.0, socket.radius, distance));
            hand_over(socket.joint, share);
        }
        weights
    }
}

/// The value of the last step at or before `y`, or the first.
fn at_or_before<T: Copy>(steps: &[(f64, T)], y: f64) -> T {
    let index = steps.partition_point(|&(begin, _)| begin <= y);
    steps[index.saturating_sub(1)].1
}

/// The section at fraction `t` between the second and the third, on the Catmull-Rom curve.
fn catmull_rom(near: [Section; 4], t: f64) -> Section {
    std::array::from_fn(|i| {
        let [a, b, c, d] = near.map(|section| section[i]);
        let (slope_b, slope_c) = ((c - a) / 2.0, (d - b) / 2.0);
        let bend = 3.0 * (c - b) - 2.0 * slope_b - slope_c;
        let twist = slope_b + slope_c - 2.0 * (c - b);
        b + t * (slope_b + t * (bend + t * twist))
    })
}

/// Unit vertex normals: the sum of the adjoining triangles' normals, weighted by area.
fn normals(points: &[Vec3], triangles: &[[u16; 3]]) -> impl Iterator<Item = Vec3> {
    let mut sums = vec![vec3(0.0, 0.0, 0.0); points.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|vertex| points[usize::from(vertex)]);
        let normal = (b - a).cross(c - a);
        for vertex in triangle {
            let sum = &mut sums[usize::from(*vertex)];
            *sum = *sum + normal;
        }
    }
    sums.into_iter().map(Vec3::normalized)
}

/// The four greatest weights and their joints, summing to one; unused slots are zero.
fn four_strongest(weights: &[f64; SKELETON.len()]) -> ([u8; 4], [f32; 4]) {
    /// A share too small to see.
    const NEGLIGIBLE: f64 = 1.0 / 256.0;
    let mut used: Vec<(u8, f64)> =
        (0u8..).zip(*weights).filter(|&(_, weight)| weight > NEGLIGIBLE).collect();
    used.sort_by(|a, b| b.1.total_cmp(&a.1));
    used.truncate(4);
    let sum: f64 = used.iter().map(|&(_, weight)| weight).sum();
    let mut result = ([0; 4], [0.0; 4]);
    for (slot, (joint, weight)) in used.into_iter().enumerate() {
        result.0[slot] = joint;
        result.1[slot] = (weight / sum) as f32;
    }
    // The greatest takes the rounding of the others.
    result.1[0] = 1.0 - (result.1[1] + result.1[2] + result.1[3]);
    result
}
