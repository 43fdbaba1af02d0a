//! Labels that do not cover one another.

type Point = [f32; 2];

/// The height of a line of text, and the mean width of a character, in pixels.
const LINE: f32 = 14.0;
const CHARACTER: f32 = 6.8;

/// How far above its anchor a label stands.
pub(super) const LIFT: f32 = 7.0;

/// A label with its place: the middle of its base line.
#[derive(Debug)]
pub(super) struct PlacedLabel<'a> {
    pub(super) anchor: Point,
    pub(super) at: Point,
    pub(super) text: &'a str,
}

/// Places every label above its anchor, within the panel, and higher where another is in its way.
pub(super) fn place<'a>(
    labels: impl Iterator<Item = (Point, &'a str)>,
    [width, _]: Point,
) -> Vec<PlacedLabel<'a>> {
    let mut labels: Vec<(Point, &str)> = labels.collect();
    // From the lowest, so that none has to go past another.
    labels
        .sort_by(|(p, a), (q, b)| q[1].total_cmp(&p[1]).then(p[0].total_cmp(&q[0])).then(a.cmp(b)));
    let mut placed: Vec<PlacedLabel<'_>> = Vec::new();
    for (anchor, text) in labels {
        let half = half_width(text);
        let x = anchor[0].clamp(half.min(width / 2.0), (width - half).max(width / 2.0));
        let mut at = [x, anchor[1] - LIFT];
        while let Some(other) = placed.iter().find(|other| covers(other, at, half)) {
            at[1] = other.at[1] - LINE;
        }
        placed.push(PlacedLabel { anchor, at, text });
    }
    placed
}

/// Half of the width of a text, with a margin.
fn half_width(text: &str) -> f32 {
    0.5 * CHARACTER * text.chars().count() as f32 + 3.0
}

/// Whether a label covers a part of one at a place.
fn covers(label: &PlacedLabel<'_>, at: Point, half: f32) -> bool {
    let (across, down) = ((label.at[0] - at[0]).abs(), (label.at[1] - at[1]).abs());
    across < half_width(label.text) + half && down < LINE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_at_one_point_are_stacked() {
        let anchors = [([50.0, 80.0], "blade"), ([52.0, 79.0], "crate"), ([51.0, 90.0], "coin")];
        let placed = place(anchors.into_iter(), [200.0, 100.0]);
        let at = |text: &str| placed.iter().find(|label| label.text == text).unwrap().at;
        assert_eq!(at("coin"), [51.0, 83.0], "the lowest is where it belongs");
        assert_eq!((at("blade")[1], at("crate")[1]), (69.0, 55.0));
        for (i, a) in placed.iter().enumerate() {
            for b in &placed[i + 1..] {
                assert!(!covers(a, b.at, half_width(b.text)), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn labels_stay_in_the_panel() {
        let long = "a rather long name";
        let placed = place([([1.0, 50.0], long), ([199.0, 80.0], "b")].into_iter(), [200.0, 100.0]);
        for label in placed {
            let half = half_width(label.text);
            assert!(half <= label.at[0] && label.at[0] <= 200.0 - half, "{label:?}");
        }
    }
}
