//! Boxes as a center, three axes and three half lengths in `f64`, tested on fifteen axes, with a
//! short cut for boxes that are "parallel".

use crate::draw;
use asunder::prelude::*;
use asunder_jury::Rng;

/// `Center`, `Axis[3]`, `AxisLen[3]`.
struct AxesBox {
    center: [f64; 3],
    axis: [[f64; 3]; 3],
    axis_len: [f64; 3],
}

impl AxesBox {
    fn obb(&self) -> Obb3 {
        let narrow = |v: [f64; 3]| v.map(|x| x as f32);
        Obb3::from_axes(narrow(self.center), self.axis.map(narrow), narrow(self.axis_len))
            .expect("the axes are orthogonal")
    }
}

/// The exhibit: fifteen axes, of which the last nine are skipped once any two axes have a cosine
/// above `cutoff`. The original's is 0.999999.
fn exhibit(a: &AxesBox, b: &AxesBox, cutoff: f64) -> bool {
    let difference = core::array::from_fn(|i| a.center[i] - b.center[i]);
    let c = a.axis.map(|p| b.axis.map(|q| draw::dot(p, q)));
    let size = c.map(|row| row.map(f64::abs));
    let d = a.axis.map(|axis| draw::dot(difference, axis));
    let parallel = size.iter().flatten().any(|&cosine| cosine > cutoff);
    for i in 0..3 {
        if d[i].abs() > a.axis_len[i] + draw::dot(b.axis_len, size[i]) {
            return false;
        }
    }
    for (j, axis) in b.axis.into_iter().enumerate() {
        let column = size.map(|row| row[j]);
        let r = draw::dot(difference, axis).abs();
        if r > draw::dot(a.axis_len, column) + b.axis_len[j] {
            return false;
        }
    }
    if parallel {
        return true;
    }
    for i in 0..3 {
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (m, n) = ((j + 1) % 3, (j + 2) % 3);
            let r = (d[l] * c[k][j] - d[k] * c[l][j]).abs();
            let r0 = a.axis_len[k] * size[l][j] + a.axis_len[l] * size[k][j];
            let r1 = b.axis_len[m] * size[i][n] + b.axis_len[n] * size[i][m];
            if r > r0 + r1 {
                return false;
            }
        }
    }
    true
}

const CUTOFF: f64 = 0.999999;
const NO_CUTOFF: f64 = f64::INFINITY;

fn random(rng: &mut Rng) -> AxesBox {
    AxesBox {
        center: core::array::from_fn(|_| rng.between(-2.0, 2.0)),
        axis: draw::rotation(rng),
        axis_len: core::array::from_fn(|_| rng.between(0.1, 1.5)),
    }
}

#[test]
fn the_same_boxes_get_the_same_answer() {
    let mut rng = Rng::new(51);
    let mut hits = 0;
    for _ in 0..2000 {
        let (a, b) = (random(&mut rng), random(&mut rng));
        let hit = a.obb().intersects(&b.obb());
        assert_eq!(hit, exhibit(&a, &b, NO_CUTOFF));
        hits += usize::from(hit);
    }
    assert!((500..1500).contains(&hits), "{hits} hits tell little");
}

/// Two girders 200 long and 1 thick cross at 0.08 degrees, edge towards edge, a tenth apart. Only
/// the cross product of their long edges parts them, and the short cut skips it.
#[test]
fn nearly_parallel_is_not_parallel() {
    let half = 0.5f64.sqrt();
    // About its long axis, z, each is turned by 45 degrees; the second leans along y besides.
    let sin = 0.0014f64;
    let cos = (1.0 - sin * sin).sqrt();
    let lean = |[x, y, z]: [f64; 3]| [x, y * cos - z * sin, y * sin + z * cos];
    let axis = [[half, half, 0.0], [-half, half, 0.0], [0.0, 0.0, 1.0]];
    let gap = 0.1;
    let girder = |x, axis| AxesBox { center: [x, 0.0, 0.0], axis, axis_len: [0.5, 0.5, 100.0] };
    let (a, b) = (girder(0.0, axis), girder(2.0 * half + gap, axis.map(lean)));
    assert!(cos > CUTOFF && cos < 1.0);

    assert!(exhibit(&a, &b, CUTOFF), "the exhibit reports a hit");
    assert!(!exhibit(&a, &b, NO_CUTOFF), "but for its short cut it would not");
    let (a, b) = (a.obb(), b.obb());
    assert!(!a.intersects(&b) && !b.intersects(&a));
    // The gap can be seen along x.
    let between = b.project([1.0, 0.0, 0.0]).min - a.project([1.0, 0.0, 0.0]).max;
    assert!((between - 0.1).abs() < 1e-4, "{between}");
}
