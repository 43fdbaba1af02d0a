//! Points in space, kept so that asking how far they reach along an axis is quick.

/// Three numbers: a point, or an axis.
pub(super) type Vec3 = [f64; 3];

/// Three directions of length one at right angles.
pub(super) type Frame = [Vec3; 3];

/// How many points are asked at once: no sum runs over them, so the compiler may use any width.
const LANES: usize = 4;

/// How many times so many points a chunk holds, in which an extreme point is searched for.
const CHUNK: usize = 64;

/// So many points, component by component.
type Block = [[f64; LANES]; 3];

/// Points, in blocks; the last block is filled up with points it has.
#[derive(Clone, Debug, Default)]
pub(super) struct Cloud {
    blocks: Vec<Block>,
    count: usize,
}

impl Cloud {
    pub(super) fn of(points: impl IntoIterator<Item = Vec3>) -> Self {
        let mut cloud = Self::default();
        points.into_iter().for_each(|point| cloud.push(point));
        cloud
    }

    pub(super) fn push(&mut self, point: Vec3) {
        let lane = self.count % LANES;
        if lane == 0 {
            self.blocks.push(point.map(|x| [x; LANES]));
        } else if let Some(block) = self.blocks.last_mut() {
            for (numbers, x) in block.iter_mut().zip(point) {
                numbers[lane] = x;
            }
        }
        self.count += 1;
    }

    /// How many points there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn point(&self, i: usize) -> Vec3 {
        self.blocks[i / LANES].map(|numbers| numbers[i % LANES])
    }

    /// How far the points reach along an axis, backward and forward.
    pub(super) fn interval(&self, axis: Vec3) -> [f64; 2] {
        interval(&self.blocks, axis)
    }

    /// The first point that reaches farthest back along an axis, and the first farthest forward.
    pub(super) fn extremes(&self, axis: Vec3) -> [usize; 2] {
        let mut best = [(f64::INFINITY, 0), (f64::NEG_INFINITY, 0)];
        for (chunk, blocks) in self.blocks.chunks(CHUNK).enumerate() {
            let [low, high] = interval(blocks, axis);
            if low < best[0].0 {
                best[0] = (low, chunk);
            }
            if high > best[1].0 {
                best[1] = (high, chunk);
            }
        }
        best.map(|(value, chunk)| {
            let first = chunk * CHUNK * LANES;
            (first..self.count).find(|&i| dot(self.point(i), axis) == value).unwrap_or(0)
        })
    }

    /// The volume of the points' box along a frame, each edge longer by `rind`.
    pub(super) fn volume(&self, frame: &Frame, rind: f64) -> f64 {
        frame.iter().fold(1.0, |volume, &axis| {
            let [low, high] = self.interval(axis);
            volume * (high - low + rind)
        })
    }
}

fn interval(blocks: &[Block], axis: Vec3) -> [f64; 2] {
    let (mut low, mut high) = ([f64::INFINITY; LANES], [f64::NEG_INFINITY; LANES]);
    for [x, y, z] in blocks {
        for lane in 0..LANES {
            let at = (x[lane] * axis[0] + y[lane] * axis[1]) + z[lane] * axis[2];
            low[lane] = if at < low[lane] { at } else { low[lane] };
            high[lane] = if at > high[lane] { at } else { high[lane] };
        }
    }
    let least = low.into_iter().fold(f64::INFINITY, |a, b| if b < a { b } else { a });
    [least, high.into_iter().fold(f64::NEG_INFINITY, |a, b| if b > a { b } else { a })]
}

/// Rounded as [`interval`] rounds.
pub(super) fn dot(a: Vec3, b: Vec3) -> f64 {
    (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]
}

pub(super) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The direction with length one; `None` if it has no length.
pub(super) fn unit(a: Vec3) -> Option<Vec3> {
    let length = dot(a, a).sqrt();
    (length > 0.0 && length.is_finite()).then(|| a.map(|x| x / length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use asunder_jury::Rng;

    #[test]
    fn extremes_reach_as_far_as_the_interval() {
        let mut rng = Rng::new(2);
        for count in [1, 3, 4, 5, 255, 256, 257, 1000] {
            let points: Vec<Vec3> =
                (0..count).map(|_| [(); 3].map(|()| rng.between(-1.0, 1.0))).collect();
            let cloud = Cloud::of(points.iter().copied());
            assert!((0..count).all(|i| cloud.point(i) == points[i]));
            for _ in 0..20 {
                let axis = [(); 3].map(|()| rng.between(-1.0, 1.0));
                let along = |point: &Vec3| dot(*point, axis);
                let low = points.iter().map(along).fold(f64::INFINITY, f64::min);
                let high = points.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
                assert_eq!(cloud.interval(axis), [low, high]);
                assert_eq!(cloud.extremes(axis).map(|i| along(&points[i])), [low, high]);
            }
        }
    }
}
