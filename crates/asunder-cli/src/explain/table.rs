//! An explanation as text: the sentence, and a table of the axes.

use super::answer::verdict;
use asunder::{Explanation, Finding, Interval, Projected, Vector};
use core::cmp::Ordering;
use std::fmt::Write as _;

/// The cells of a row: name, interval of a, of b, gap; and the verdict.
type Row = ([String; 4], String);

pub(super) fn of<V: Vector>(explanation: &Explanation<V>) -> String {
    let head = ["axis", "a", "b", "gap"].map(String::from);
    let rows: Vec<Row> = explanation
        .axes
        .iter()
        .map(|axis| match &axis.finding {
            Finding::Projected(along) => {
                let cells = [axis.name.clone(), ends(along.a), ends(along.b), gap(along)];
                (cells, verdict(along.sign).to_owned())
            }
            Finding::Skipped(why) => {
                let blank = String::new;
                ([axis.name.clone(), blank(), blank(), blank()], format!("skipped: {why}"))
            }
        })
        .collect();
    let width = |column: usize| {
        let cells = rows.iter().map(|(cells, _)| &cells[column]).chain([&head[column]]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: [usize; 4] = std::array::from_fn(width);
    let mut text = format!("{}\n\n", explanation.text);
    let mut line = |mark: char, cells: &[String; 4], end: &str| {
        let [name, a, b, gap] = cells;
        let [w0, w1, w2, w3] = widths;
        let row = format!("{mark} {name:w0$}  {a:>w1$}  {b:>w2$}  {gap:>w3$}  {end}");
        let _ = writeln!(text, "{}", row.trim_end());
    };
    line(' ', &head, "");
    for (i, (cells, end)) in rows.iter().enumerate() {
        line(if i == explanation.deciding { '>' } else { ' ' }, cells, end);
    }
    match explanation.omitted {
        0 => {}
        1 => text.push_str("  and one axis with a smaller gap, or none\n"),
        count => {
            let _ = writeln!(text, "  and {count} axes with smaller gaps, or none");
        }
    }
    text
}

pub(super) fn ends(interval: Interval) -> String {
    format!("{} .. {}", short(interval.min), short(interval.max))
}

/// The gap, shown as zero only if it is zero.
pub(super) fn gap<V: Vector>(along: &Projected<V>) -> String {
    match along.sign {
        Ordering::Greater if along.gap == 0.0 => String::from("< 2⁻¹⁴⁹"),
        Ordering::Less if along.gap == 0.0 => String::from("> -2⁻¹⁴⁹"),
        _ => short(along.gap),
    }
}

/// A number in six digits.
fn short(x: f32) -> String {
    if x == 0.0 {
        return String::from("0");
    }
    if !(1e-4..1e6).contains(&x.abs()) {
        return if x.is_finite() { scientific(x) } else { format!("{x}") };
    }
    let whole = x.abs() as u32;
    let digits = 6_usize.saturating_sub(if whole == 0 { 0 } else { whole.ilog10() as usize + 1 });
    trimmed(&format!("{x:.digits$}"))
}

fn scientific(x: f32) -> String {
    let text = format!("{x:.5e}");
    match text.split_once('e') {
        Some((significand, exponent)) => format!("{}e{exponent}", trimmed(significand)),
        None => text,
    }
}

/// A number without trailing zeros.
fn trimmed(text: &str) -> String {
    if !text.contains('.') {
        return text.to_owned();
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (x, text) in [
            (0.0, "0"),
            (2.0, "2"),
            (-0.25, "-0.25"),
            (0.085_786_44, "0.085786"),
            (2.414_213_6, "2.41421"),
            (123_456.79, "123457"),
            (999_999.94, "1000000"),
            (1e6, "1e6"),
            (1.234_567_8e-7, "1.23457e-7"),
            (1e-45, "1.4013e-45"),
            (f32::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(short(x), text);
        }
    }
}
