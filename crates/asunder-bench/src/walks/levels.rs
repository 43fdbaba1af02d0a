//! The levels: shapes, and where a walk over them leads.

use super::RADIUS;
use asunder::axis_angle;
use asunder::glam::Vec3;
use asunder::prelude::*;

/// A level, and the walk that it is made for.
pub(crate) struct Level {
    pub(crate) name: &'static str,
    pub(crate) shapes: fn() -> Vec<Shape3>,
    /// The velocity asked for; gravity comes to it.
    pub(crate) velocity: Vec3,
    /// Where the feet are in the end, from where they start.
    pub(crate) end: fn(Vec3) -> Vec3,
    /// The corner of the rectangle of starts, and its sides.
    starts: (Vec3, [Vec3; 2]),
}

pub(crate) const LEVELS: &[Level] = &[
    Level {
        name: "walk_tiles",
        shapes: || tiles(40),
        velocity: Vec3::new(3.2, 0.0, 2.4),
        end: |start| start + Vec3::new(6.4, 0.0, 4.8),
        starts: (Vec3::new(4.0, 0.0, 4.0), [Vec3::new(20.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 20.0)]),
    },
    Level {
        name: "walk_triangles",
        shapes: || triangles(40),
        velocity: Vec3::new(3.2, 0.0, 2.4),
        end: |start| start + Vec3::new(6.4, 0.0, 4.8),
        starts: (Vec3::new(4.0, 0.0, 4.0), [Vec3::new(20.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 20.0)]),
    },
    Level {
        name: "walk_wall",
        shapes: || wall(0.0),
        velocity: Vec3::new(2.4, 0.0, 3.2),
        end: |start| start + Vec3::new(0.0, 0.0, 6.4),
        starts: (Vec3::new(20.0 - RADIUS, 0.0, 4.0), [Vec3::ZERO, Vec3::new(0.0, 0.0, 20.0)]),
    },
    Level {
        name: "walk_wall_turned",
        shapes: || wall(30.0),
        velocity: turned(Vec3::new(2.4, 0.0, 3.2)),
        end: |start| start + turned(Vec3::new(0.0, 0.0, 6.4)),
        starts: (
            turned(Vec3::new(20.0 - RADIUS - 0.01, 0.0, 4.0)),
            [Vec3::ZERO, turned(Vec3::new(0.0, 0.0, 20.0))],
        ),
    },
    Level {
        name: "walk_corridor",
        shapes: corridor,
        velocity: Vec3::new(4.0, 0.0, 0.0),
        end: |start| Vec3::new(start.x + 8.0, 0.0, start.z),
        starts: (Vec3::new(4.0, 0.0, 0.0), [Vec3::new(20.0, 0.0, 0.0), Vec3::ZERO]),
    },
];

/// The cosine and sine of 30°.
const TURN: [f32; 2] = [0.866_025_4, 0.5];

/// A vector turned about the y axis by 30°.
const fn turned(x: Vec3) -> Vec3 {
    let [cos, sin] = TURN;
    Vec3::new(cos * x.x + sin * x.z, x.y, cos * x.z - sin * x.x)
}

impl Level {
    /// The feet of one of so many walkers at the start.
    pub(crate) fn start(&self, i: usize, count: usize) -> Vec3 {
        let (corner, sides) = self.starts;
        let part = i as f32 / count as f32;
        // The golden ratio's multiples fill the other side evenly.
        let other = (i as f32 * 0.618_034).fract();
        corner + (sides[0] * other + sides[1] * part)
    }
}

/// A floor of so many tiles of a metre each way.
fn tiles(count: u8) -> Vec<Shape3> {
    let tile = |x: u8, z: u8| {
        let [x, z] = [x, z].map(f32::from);
        Aabb3::new([x, -1.0, z], [x + 1.0, 0.0, z + 1.0]).into()
    };
    (0..count).flat_map(|x| (0..count).map(move |z| tile(x, z))).collect()
}

/// A floor of two triangles a square metre.
fn triangles(count: u8) -> Vec<Shape3> {
    let square = |x: u8, z: u8| -> [Shape3; 2] {
        let at = |x: u8, z: u8| [f32::from(x), 0.0, f32::from(z)];
        let [a, b, c, d] = [at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)];
        [Triangle3::new(a, b, c).into(), Triangle3::new(a, c, d).into()]
    };
    (0..count).flat_map(|x| (0..count).flat_map(move |z| square(x, z))).collect()
}

/// A floor of tiles, and a wall of them at x = 20, all of it turned about the y axis.
fn wall(degrees: f32) -> Vec<Shape3> {
    let turn = axis_angle([0.0, 1.0, 0.0], degrees.to_radians());
    let place = |[x, y, z]: [f32; 3]| {
        let center = Vec3::new(x, y, z);
        if degrees == 0.0 { center } else { turned(center) }
    };
    let block = |center: [f32; 3], half: [f32; 3]| -> Shape3 {
        Obb3::new(place(center), half, turn).into()
    };
    let mut shapes = Vec::new();
    for z in 0..40_u8 {
        let z = f32::from(z) + 0.5;
        for x in 0..20_u8 {
            shapes.push(block([f32::from(x) + 0.5, -0.5, z], [0.5; 3]));
        }
        for y in 0..3_u8 {
            shapes.push(block([20.5, f32::from(y) + 0.5, z], [0.5; 3]));
        }
    }
    shapes
}

/// A corridor 0.9 m wide.
fn corridor() -> Vec<Shape3> {
    let mut shapes = Vec::new();
    for x in 0..40_u8 {
        let x = f32::from(x);
        let block = |low: [f32; 2], high: [f32; 2]| -> Shape3 {
            Aabb3::new([x, low[0], low[1]], [x + 1.0, high[0], high[1]]).into()
        };
        shapes.push(block([-1.0, -1.5], [0.0, 1.5]));
        shapes.push(block([0.0, -1.5], [3.0, -0.45]));
        shapes.push(block([0.0, 0.45], [3.0, 1.5]));
    }
    shapes
}
