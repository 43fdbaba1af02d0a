//! The sentence of an explanation.

use core::cmp::Ordering;

/// The sentence for an answer: `along` names the axis that decides, `gap` is its rounded gap.
pub(super) fn of(sign: Ordering, along: &str, gap: f32) -> String {
    match sign {
        Ordering::Greater => {
            format!("They are apart: along {along} there is a gap of {}.", length(gap))
        }
        Ordering::Equal => {
            format!("They touch: along {along} the gap is exactly zero.")
        }
        Ordering::Less if gap.is_infinite() => {
            format!("They penetrate: along {along} they overlap without end.")
        }
        Ordering::Less => {
            format!("They penetrate: the least overlap is {}, along {along}.", length(gap.abs()))
        }
    }
}

/// A length that is not zero, in the fewest digits that identify it.
fn length(x: f32) -> String {
    if x == 0.0 {
        return String::from("less than 2⁻¹⁴⁹");
    }
    let digits = format!("{x:?}");
    digits.strip_suffix(".0").map(str::to_owned).unwrap_or(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_that_rounds_to_zero_is_named_as_such() {
        let sentence = |sign, gap| of(sign, "x", gap);
        assert_eq!(
            sentence(Ordering::Greater, 0.0),
            "They are apart: along x there is a gap of less than 2⁻¹⁴⁹."
        );
        assert_eq!(
            sentence(Ordering::Less, 0.0),
            "They penetrate: the least overlap is less than 2⁻¹⁴⁹, along x."
        );
        assert_eq!(
            sentence(Ordering::Greater, f32::from_bits(1)),
            "They are apart: along x there is a gap of 1e-45."
        );
        assert_eq!(
            sentence(Ordering::Less, -2.0),
            "They penetrate: the least overlap is 2, along x."
        );
        assert_eq!(
            sentence(Ordering::Less, f32::NEG_INFINITY),
            "They penetrate: along x they overlap without end."
        );
    }
}
