//! Spherical interpolation of rotations without trigonometric functions.
//!
//! `slerp(a, b, t) = (sin((1−t)θ)·a + sin(tθ)·b) / sin θ`, where θ is the angle between the
//! quaternions. Both quotients are functions of `cos θ` alone: `sin(tθ)/sin θ` is the
//! hypergeometric series `t·₂F₁(1+t, 1−t; 3/2; (1−cos θ)/2)`, which + − × ÷ can sum
//! (D. Eberly, *A Fast and Accurate Algorithm for Computing SLERP*, 2011, uses its first terms).
//! Along the shorter arc θ is at most a right angle, where every term is less than half the one before;
//! so the sum is complete to the last bit of `f64` after at most 53 terms, and after three or four for
//! the small angles between neighbouring keyframes.

/// The normalized quaternion `q`; zero stays zero.
pub(crate) fn unit(q: [f64; 4]) -> [f64; 4] {
    let length = dot(q, q).sqrt();
    if length > 0.0 { q.map(|x| x / length) } else { q }
}

/// The rotation at the fraction `t` (0 to 1) of the shorter arc from unit quaternion `a` to `b`.
pub(crate) fn slerp(a: [f64; 4], b: [f64; 4], t: f64) -> [f64; 4] {
    let cosine = dot(a, b);
    // q and −q are one rotation: of the two, the one nearer to `a` gives the shorter arc.
    let (b, cosine) = if cosine < 0.0 { (b.map(|x| -x), -cosine) } else { (b, cosine) };
    let versine = if cosine < 1.0 { 1.0 - cosine } else { 0.0 };
    let (from, to) = (sine_ratio(1.0 - t, versine), sine_ratio(t, versine));
    std::array::from_fn(|i| from * a[i] + to * b[i])
}

/// `sin(tθ) / sin θ` for `t` in 0..=1, where `versine = 1 − cos θ` in 0..=1.
fn sine_ratio(t: f64, versine: f64) -> f64 {
    let (mut sum, mut term, mut i) = (t, t, 1.0);
    // The remaining terms sum to less than the last: the loop ends when that is below half an ulp.
    while term > sum * (f64::EPSILON / 2.0) {
        term *= (i * i - t * t) / (i * (2.0 * i + 1.0)) * versine;
        sum += term;
        i += 1.0;
    }
    sum
}

fn dot(a: [f64; 4], b: [f64; 4]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the platform's sine is the oracle here")]
    fn the_series_is_the_ratio_of_sines() {
        for step in 1..=1000 {
            let angle = std::f64::consts::FRAC_PI_2 * f64::from(step) / 1000.0;
            let half = (angle / 2.0).sin();
            let versine = 2.0 * half * half;
            for t in [0.0, 1e-9, 0.1, 0.25, 0.5, 0.9, 1.0 - 1e-9, 1.0] {
                let expected = (t * angle).sin() / angle.sin();
                let error = (sine_ratio(t, versine) - expected).abs();
                assert!(error < 1e-15, "θ = {angle}, t = {t}: off by {error:e}");
            }
        }
    }

    #[test]
    fn the_halfway_rotation_is_the_normalized_sum() {
        let a = unit([1.0, 2.0, 3.0, 4.0]);
        for b in [[4.0, 1.0, -2.0, 3.0], [-1.0, -2.0, -3.5, -4.0], [2.0, -1.0, 4.0, -3.0]] {
            let b = unit(b);
            let sign = if dot(a, b) < 0.0 { -1.0 } else { 1.0 };
            let expected = unit(std::array::from_fn(|i| a[i] + sign * b[i]));
            let found = slerp(a, b, 0.5);
            for i in 0..4 {
                assert!((found[i] - expected[i]).abs() < 1e-15, "{found:?} {expected:?}");
            }
        }
    }

    #[test]
    fn the_ends_are_the_quaternions_themselves() {
        let (a, b) = (unit([1.0, 2.0, 3.0, 4.0]), unit([4.0, 1.0, -2.0, 3.0]));
        assert_eq!(slerp(a, b, 0.0), a);
        assert_eq!(slerp(a, a, 0.3), a.map(|x| 0.7 * x + 0.3 * x));
        assert_eq!(unit([0.0; 4]), [0.0; 4]);
    }
}
