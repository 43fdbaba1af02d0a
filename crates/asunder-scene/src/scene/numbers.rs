//! Checked numbers in a scene.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A finite number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Finite(pub(crate) f32);

impl<'de> Deserialize<'de> for Finite {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = f64::deserialize(deserializer)?;
        let number = read as f32;
        if number.is_finite() {
            return Ok(Self(number));
        }
        let most = f32::MAX;
        Err(D::Error::custom(format_args!(
            "the number is {read:?}; expected a number within ±{most:e}"
        )))
    }
}

/// `N` finite numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coordinates<const N: usize>(pub(crate) [f32; N]);

impl<const N: usize> Default for Coordinates<N> {
    fn default() -> Self {
        Self([0.0; N])
    }
}

impl<'de, const N: usize> Deserialize<'de> for Coordinates<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<Finite>::deserialize(deserializer)?;
        let numbers: [Finite; N] = list.try_into().map_err(|list: Vec<_>| {
            D::Error::custom(format_args!("there are {} numbers; expected {N}", list.len()))
        })?;
        Ok(Self(numbers.map(|Finite(number)| number)))
    }
}

/// A quaternion `[x, y, z, w]` of any length but zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quaternion(pub(crate) [f32; 4]);

impl<'de> Deserialize<'de> for Quaternion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Coordinates(numbers) = Coordinates::deserialize(deserializer)?;
        if numbers == [0.0; 4] {
            return Err(D::Error::custom(
                "the rotation is [0, 0, 0, 0] and has no direction; expected any other quaternion \
                 [x, y, z, w]",
            ));
        }
        Ok(Self(numbers))
    }
}
