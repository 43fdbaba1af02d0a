//! The sentence of an explanation.

use core::cmp::Ordering;

/// What decides, in words: `along` names the axis, `gap` its gap as it was rounded.
pub(super) fn of(verdict: Ordering, along: &str, gap: f32) -> String {
    match verdict {
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

/// A length that is not zero, as short as it can be written.
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
    fn no_gap_is_told_that_nobody_can_see() {
        let tell = |verdict, gap| of(verdict, "x", gap);
        assert_eq!(
            tell(Ordering::Greater, 0.0),
            "They are apart: along x there is a gap of less than 2⁻¹⁴⁹."
        );
        assert_eq!(
            tell(Ordering::Less, 0.0),
            "They penetrate: the least overlap is less than 2⁻¹⁴⁹, along x."
        );
        assert_eq!(
            tell(Ordering::Greater, f32::from_bits(1)),
            "They are apart: along x there is a gap of 1e-45."
        );
        assert_eq!(tell(Ordering::Less, -2.0), "They penetrate: the least overlap is 2, along x.");
        assert_eq!(
            tell(Ordering::Less, f32::NEG_INFINITY),
            "They penetrate: along x they overlap without end."
        );
    }
}
