//! Air: hits of hitboxes that miss the skin.

use crate::vector::{Vector, cross, difference, dot, wide};
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder::{PosedSkin, Shape3};

/// The number of lines over all frames and hitboxes, about: there is one at least for each hitbox in a frame.
const LINES: usize = 1 << 15;
/// The most lines at a hitbox in a frame.
const MOST: usize = 1 << 10;

/// The number of lines at each hitbox in each of so many frames.
pub(crate) fn lines(frames: usize, hitboxes: usize) -> usize {
    let each = LINES / (frames * hitboxes).max(1);
    each.clamp(1, MOST)
}

/// Hits of a hitbox.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Hits {
    /// The lines that hit it first of all hitboxes.
    pub(crate) all: u64,
    /// Those of them that miss the skin.
    pub(crate) air: u64,
}

impl Hits {
    pub(crate) fn add(&mut self, other: Self) {
        (self.all, self.air) = (self.all + other.all, self.air + other.air);
    }

    /// The share of the hits that miss the skin; zero where there are none.
    pub(crate) fn share(self) -> f64 {
        if self.all == 0 { 0.0 } else { self.air as f64 / self.all as f64 }
    }
}

/// Shoots `lines` lines at each hitbox, from far outside, and adds to `hits` which hitbox each hits first, and
/// whether it misses the skin all the way. The seed, and nothing else, decides where they go.
///
/// A line goes through two random points of the sphere around a hitbox. So lines are uniform, in place and in
/// direction, among those that meet the ball: of either kind a share of x² / 4r² has a chord shorter than x, and
/// no direction is preferred.
pub(crate) fn shoot(
    placed: &[Shape3],
    posed: &PosedSkin<'_>,
    seed: usize,
    lines: usize,
    hits: &mut [Hits],
) {
    let of_each: Vec<_> = placed.iter().map(|it| it.try_bounding_sphere().ok()).collect();
    let balls: Vec<Sphere3> = of_each.iter().flatten().copied().collect();
    // From one ball to beyond any other: as far as all reach.
    let reach = |axis: usize, side: f64| {
        let end = |ball: &Sphere3| side * f64::from(ball.center()[axis]) + f64::from(ball.radius());
        balls.iter().map(end).fold(f64::NEG_INFINITY, f64::max)
    };
    let far: f64 = (0..3).map(|axis| reach(axis, 1.0) + reach(axis, -1.0)).sum();
    let mut numbers = Numbers(seed as u64);
    for ball in &balls {
        for _ in 0..lines {
            let [p, q] = [numbers.direction(), numbers.direction()];
            let along = [0, 1, 2].map(|i| q[i] - p[i]);
            let length = along.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length == 0.0 {
                continue;
            }
            let (center, radius) = (ball.center(), f64::from(ball.radius()));
            let start = [0, 1, 2]
                .map(|i| (f64::from(center[i]) + radius * p[i] - far * (along[i] / length)) as f32);
            let Ok(ray) = Ray3::try_new(start, along.map(|x| x as f32)) else { continue };
            let mut first: Option<(f32, usize)> = None;
            let origin = wide(ray.origin().to_array());
            let direction = wide(ray.direction().to_array());
            for (index, (hitbox, ball)) in placed.iter().zip(&of_each).enumerate() {
                if let Some(ball) = ball
                    && is_clear(origin, direction, ball)
                {
                    continue;
                }
                if let Some(hit) = hitbox.ray_cast(&ray)
                    && first.is_none_or(|(fraction, _)| hit.fraction < fraction)
                {
                    first = Some((hit.fraction, index));
                }
            }
            if let Some(hits) = first.and_then(|(_, index)| hits.get_mut(index)) {
                hits.add(Hits { all: 1, air: u64::from(!posed.intersects(&ray)) });
            }
        }
    }
}

/// Whether a line surely misses a ball: by far more than the roundings of either.
fn is_clear(origin: Vector, direction: Vector, ball: &Sphere3) -> bool {
    const SLACK: f64 = 1e-5;
    let offset = difference(wide(ball.center().to_array()), origin);
    // As long as the distance from the line times the direction.
    let moment = cross(offset, direction);
    let (length, far) = (dot(direction, direction), dot(offset, offset));
    let radius = f64::from(ball.radius()) * (1.0 + SLACK);
    // A distance is rounded by some 2⁻⁵² of the way to it.
    dot(moment, moment) > (radius * radius + SLACK * SLACK * far) * length
}

/// Random numbers: SplitMix64 (Steele, Lea, Flood 2014).
struct Numbers(u64);

impl Numbers {
    /// A number from -1 to 1.
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 10) as f64 / (1u64 << 53) as f64 - 1.0
    }

    /// A direction, uniform on the sphere: that of a point of the ball in a cube (Marsaglia 1972).
    fn direction(&mut self) -> [f64; 3] {
        loop {
            let point = [self.number(), self.number(), self.number()];
            let square: f64 = point.iter().map(|x| x * x).sum();
            if 1e-6 < square && square <= 1.0 {
                let length = square.sqrt();
                return point.map(|x| x / length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asunder::{Affine3, Skin};

    /// Cauchy: of the lines that meet a convex body, those that meet another inside of it are as the surfaces are. A
    /// cube of half the width in a cube is hit by a quarter.
    #[test]
    fn the_share_of_air_is_that_of_the_surfaces() {
        let corners = [0_u8, 1, 2, 3, 4, 5, 6, 7];
        let corners = corners.map(|c| [0, 1, 2].map(|i| if c >> i & 1 == 1 { 0.5 } else { -0.5 }));
        let quads =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let faces = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        let skin = Skin::try_new(corners, [[(0, 1.0)]; 8], faces).unwrap();
        let matrices = [Affine3::identity()];
        let posed = skin.posed(&matrices).unwrap();
        let share = |half: f32| {
            let hitboxes = [Obb3::new([0.0; 3], [half; 3], [0.0, 0.0, 0.0, 1.0]).into()];
            let mut hits = [Hits::default()];
            shoot(&hitboxes, &posed, 7, 4000, &mut hits);
            assert!(hits[0].all > 1500 && hits[0].all < 4000, "{hits:?}");
            hits[0].share()
        };
        assert!((share(1.0) - 0.75).abs() < 0.03, "{}", share(1.0));
        assert_eq!(share(0.5), 0.0, "a box that is the skin");
    }
}
