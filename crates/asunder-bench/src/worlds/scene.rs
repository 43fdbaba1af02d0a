//! Boxes that drift through a room, the same on every run.

use super::Stage;
use asunder_jury::Rng;
use std::array::from_fn;

/// How the boxes of a scene lie and move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Crowd {
    /// Spread evenly, so that each overlaps three to four others; all move.
    Uniform,
    /// In clusters of 256 that drift, and every thousandth box twelve times as large; all move.
    Clusters,
    /// As `Uniform`, but one box of twenty moves.
    MostlyAtRest,
}

/// The corners of a box along the coordinate axes.
pub(crate) type Bounds<const D: usize> = [[f32; D]; 2];

/// Boxes with half extents of 0.3 to 0.7 that move by about 0.03 a step along each axis, and turn
/// back at the walls.
#[derive(Clone, Debug)]
pub(crate) struct Scene<const D: usize> {
    pub(crate) centers: Vec<[f32; D]>,
    pub(crate) half_extents: Vec<[f32; D]>,
    pub(crate) bounds: Vec<Bounds<D>>,
    /// How the boxes are turned, where turned ones are asked about: rotations of length one.
    pub(crate) turns: Vec<[f32; 4]>,
    /// Which boxes move.
    pub(crate) movers: Vec<u32>,
    velocities: Vec<[f32; D]>,
    /// The room's size along each axis.
    size: f32,
}

impl<const D: usize> Scene<D> {
    #[expect(clippy::disallowed_methods, reason = "the size of a room is no answer")]
    pub(crate) fn new(crowd: Crowd, count: usize) -> Self {
        let mut rng = Rng::new(count as u64 * 31 + crowd as u64);
        // Boxes one unit wide: in such a room each overlaps between three and four others.
        let size = match D {
            2 => (1.0125 * count as f64).sqrt(),
            _ => (2.16 * count as f64).cbrt(),
        };
        let clustered = crowd == Crowd::Clusters;
        let size = if clustered { 3.0 * size } else { size };
        let mut scene = Self {
            centers: Vec::with_capacity(count),
            half_extents: Vec::with_capacity(count),
            bounds: vec![[[0.0; D]; 2]; count],
            turns: Vec::with_capacity(count),
            movers: Vec::new(),
            velocities: Vec::with_capacity(count),
            size: size as f32,
        };
        let (mut middle, mut drift) = ([0.0; D], [0.0; D]);
        for i in 0..count {
            if i % 256 == 0 {
                middle = from_fn(|_| rng.between(0.0, size));
                drift = from_fn(|_| if clustered { 0.03 * bell(&mut rng) } else { 0.0 });
            }
            let large = clustered && i % 1000 == 999;
            let scale = if large { 12.0 } else { 1.0 };
            scene.half_extents.push(from_fn(|_| (scale * rng.between(0.3, 0.7)) as f32));
            scene.centers.push(from_fn(|axis| {
                let at = if clustered && !large {
                    (middle[axis] + 2.0 * bell(&mut rng)).clamp(0.0, size)
                } else {
                    rng.between(0.0, size)
                };
                at as f32
            }));
            scene.velocities.push(from_fn(|axis| (drift[axis] + 0.03 * bell(&mut rng)) as f32));
            scene.turns.push(turn(&mut rng));
            if crowd != Crowd::MostlyAtRest || i % 20 == 7 {
                scene.movers.push(i as u32);
            }
        }
        (0..count).for_each(|i| scene.bound(i));
        scene
    }

    fn bound(&mut self, i: usize) {
        let (center, half) = (self.centers[i], self.half_extents[i]);
        self.bounds[i] =
            [from_fn(|axis| center[axis] - half[axis]), from_fn(|axis| center[axis] + half[axis])];
    }
}

impl<const D: usize> Stage for Scene<D> {
    fn advance(&mut self) {
        for at in 0..self.movers.len() {
            let i = self.movers[at] as usize;
            for axis in 0..D {
                let to = self.centers[i][axis] + self.velocities[i][axis];
                if (0.0..=self.size).contains(&to) {
                    self.centers[i][axis] = to;
                } else {
                    self.velocities[i][axis] = -self.velocities[i][axis];
                }
            }
            self.bound(i);
        }
    }

    fn count(&self) -> usize {
        self.bounds.len()
    }
}

fn turn(rng: &mut Rng) -> [f32; 4] {
    let wide: [f64; 4] = from_fn(|_| bell(rng));
    let length = wide.iter().fold(0.0, |sum, x| sum + x * x).sqrt();
    wide.map(|x| (x / length) as f32)
}

/// Normally distributed, nearly: the sum of twelve even draws, mean 0, variance 1.
fn bell(rng: &mut Rng) -> f64 {
    (0..12).fold(-6.0, |sum, _| sum + rng.between(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overlaps<const D: usize>(scene: &Scene<D>) -> usize {
        let meet = |a: &Bounds<D>, b: &Bounds<D>| {
            (0..D).all(|axis| a[0][axis] <= b[1][axis] && b[0][axis] <= a[1][axis])
        };
        let boxes = &scene.bounds;
        (0..boxes.len())
            .map(|i| boxes[..i].iter().filter(|other| meet(&boxes[i], other)).count())
            .sum()
    }

    /// What the studies of broad phases use: a handful of neighbours each.
    #[test]
    fn each_box_overlaps_a_few_others() {
        for (three, two) in [
            (Scene::<3>::new(Crowd::Uniform, 4000), Scene::<2>::new(Crowd::Uniform, 4000)),
            (
                Scene::<3>::new(Crowd::MostlyAtRest, 4000),
                Scene::<2>::new(Crowd::MostlyAtRest, 4000),
            ),
        ] {
            for overlaps in [overlaps(&three), overlaps(&two)] {
                let each = 2.0 * overlaps as f64 / 4000.0;
                assert!((3.0..4.5).contains(&each), "{each}");
            }
        }
    }

    #[test]
    fn movers_move_and_the_others_rest() {
        let mut scene = Scene::<3>::new(Crowd::MostlyAtRest, 1000);
        let before = scene.clone();
        (0..5).for_each(|_| scene.advance());
        assert_eq!(scene.movers.len(), 50);
        for i in 0..1000 {
            let moves = scene.movers.contains(&(i as u32));
            assert_eq!(scene.centers[i] != before.centers[i], moves, "{i}");
        }
    }
}
