//! The random numbers of the families: seeded, small, the same on every platform.

/// A seeded stream of random numbers: the same seed gives the same pairs everywhere.
///
/// The generator is SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", 2014). Everything drawn from it uses only `+ - * /` and `sqrt`, which round alike
/// on every platform.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A uniformly distributed number in `[low, high)`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * unit
    }

    /// One of `0..count`.
    ///
    /// # Panics
    ///
    /// If `count` is zero.
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.between(0.0, 1.0) < probability
    }

    /// 1 or -1.
    pub fn sign(&mut self) -> f64 {
        if self.chance(0.5) { 1.0 } else { -1.0 }
    }

    /// 2 to the power of one of `exponents`, which lie in `-1022..=1023`.
    ///
    /// # Panics
    ///
    /// If there are no exponents.
    pub fn power_of_two(&mut self, exponents: std::ops::Range<i32>) -> f64 {
        let exponent = exponents.start + self.below(exponents.len()) as i32;
        f64::from_bits(((1023 + exponent) as u64) << 52)
    }

    /// A positive number whose binary exponent is one of `exponents`: equally likely.
    ///
    /// # Panics
    ///
    /// If there are no exponents.
    pub fn magnitude(&mut self, exponents: std::ops::Range<i32>) -> f64 {
        self.power_of_two(exponents) * self.between(1.0, 2.0)
    }

    /// A random finite `f32`, each bit pattern equally likely.
    pub fn any_finite(&mut self) -> f32 {
        loop {
            let value = f32::from_bits((self.bits() >> 32) as u32);
            if value.is_finite() {
                return value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_reproducible() {
        // The published test values of SplitMix64 for seed 1234567.
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.bits(), 6_457_827_717_110_365_317);
        assert_eq!(rng.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn draws_stay_in_their_ranges() {
        let mut rng = Rng::new(1);
        let mut seen = [false; 3];
        for _ in 0..1000 {
            assert!((-2.0..3.0).contains(&rng.between(-2.0, 3.0)));
            assert!((0.25..4.0).contains(&rng.magnitude(-2..2)));
            assert!(rng.any_finite().is_finite());
            seen[rng.below(3)] = true;
        }
        assert_eq!(seen, [true; 3]);
    }
}
