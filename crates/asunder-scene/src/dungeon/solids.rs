//! Closed solids of a few triangles, whose fronts are outside.

/// Vertices and triangles.
#[derive(Debug)]
pub(super) struct Solid {
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) triangles: Vec<[u16; 3]>,
}

/// Two triangles for each side of a box: bit `i` of a corner's number is its end along axis `i`.
const SIDES: [[u16; 3]; 12] = [
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
];

impl Solid {
    /// A box along the axes.
    pub(super) fn cuboid(min: [f32; 3], max: [f32; 3]) -> Self {
        let corner = |number: usize| {
            std::array::from_fn(|t| if number >> t & 1 == 1 { max[t] } else { min[t] })
        };
        Self { positions: (0..8).map(corner).collect(), triangles: SIDES.to_vec() }
    }

    /// A box on the floor about a point in x and z, turned by the angle of `turn`, which is (cos, sin) times any
    /// length that floats hold exactly.
    pub(super) fn turned_box([x, z]: [f32; 2], half: f32, height: f32, turn: [f32; 2]) -> Self {
        let length = (turn[0] * turn[0] + turn[1] * turn[1]).sqrt();
        let [cos, sin] = turn.map(|part| part / length);
        let mut solid = Self::cuboid([-half, 0.0, -half], [half, height, half]);
        for [px, _, pz] in &mut solid.positions {
            (*px, *pz) = (x + cos * *px - sin * *pz, z + sin * *px + cos * *pz);
        }
        solid
    }

    /// A wedge that fills a box below the plane from its lower edge at the least z to its upper one at the
    /// greatest.
    pub(super) fn ramp(min: [f32; 3], max: [f32; 3]) -> Self {
        let positions = vec![
            [min[0], min[1], min[2]],
            [max[0], min[1], min[2]],
            [min[0], min[1], max[2]],
            [max[0], min[1], max[2]],
            [min[0], max[1], max[2]],
            [max[0], max[1], max[2]],
        ];
        let triangles = vec![
            // Below, behind, above, and the two sides.
            [0, 1, 3],
            [0, 3, 2],
            [2, 3, 5],
            [2, 5, 4],
            [0, 4, 5],
            [0, 5, 1],
            [0, 2, 4],
            [1, 5, 3],
        ];
        Self { positions, triangles }
    }

    /// A pillar of eight sides on the floor about a point in x and z.
    pub(super) fn pillar([x, z]: [f32; 2], radius: f32, height: f32) -> Self {
        // The root of one half.
        let d = radius * std::f32::consts::FRAC_1_SQRT_2;
        let r = radius;
        let ring = [[r, 0.0], [d, d], [0.0, r], [-d, d], [-r, 0.0], [-d, -d], [0.0, -r], [d, -d]];
        let level = |y: f32| ring.map(|[px, pz]| [x + px, y, z + pz]);
        let positions: Vec<[f32; 3]> = level(0.0).into_iter().chain(level(height)).collect();
        let mut triangles = Vec::new();
        for i in 0..8 {
            let next = (i + 1) % 8;
            triangles.extend([[i, 8 + i, 8 + next], [i, 8 + next, next]]);
        }
        for i in 1..7 {
            triangles.extend([[0, i, i + 1], [8, 8 + i + 1, 8 + i]]);
        }
        Self { positions, triangles }
    }
}

#[cfg(test)]
mod tests {
    use super::Solid;
    use asunder::Mesh3;

    /// Closed, and the sum of the signed volumes to the origin is that of the solid.
    #[test]
    fn solids_are_closed_and_their_fronts_are_outside() {
        for (solid, volume) in [
            (Solid::cuboid([1.0, 2.0, 3.0], [2.0, 4.0, 6.0]), 6.0),
            (Solid::turned_box([7.0, 3.0], 0.5, 2.0, [3.0, 4.0]), 2.0),
            (Solid::ramp([0.0, 1.0, 2.0], [2.0, 2.0, 5.0]), 3.0),
            (Solid::pillar([3.0, 4.0], 1.0, 3.0), 3.0 * 8.0_f32.sqrt()),
        ] {
            let triangles = solid.triangles.iter().map(|it| it.map(u32::from));
            let mesh = Mesh3::new(solid.positions.clone(), triangles);
            assert_eq!(mesh.check_closed(), Ok(()), "{solid:?}");
            let corner = |i: u16| solid.positions[usize::from(i)];
            let sum: f32 = solid.triangles.iter().map(|t| six_volumes(t.map(corner))).sum();
            assert!((sum / 6.0 - volume).abs() < 1e-3, "{} and {volume}: {solid:?}", sum / 6.0);
        }
    }

    fn six_volumes([a, b, c]: [[f32; 3]; 3]) -> f32 {
        a[0] * (b[1] * c[2] - b[2] * c[1])
            + a[1] * (b[2] * c[0] - b[0] * c[2])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    }
}
