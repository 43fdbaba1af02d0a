//! Which common test a program resembles, by how often each is wrong in which families.

use asunder_jury::{Family, Scoreboard, Tally};

/// The least similarity that is called a resemblance.
const LEAST: f64 = 0.5;

/// The contestant, of those named, that another resembles most, with the similarity; `None` if none does.
pub(super) fn closest<'a>(
    board: &Scoreboard,
    contestant: &str,
    others: impl Iterator<Item = &'a str>,
) -> Option<(&'a str, f64)> {
    let own = tallies(board, contestant);
    let similar = others.map(|other| (other, similarity(&own, &tallies(board, other))));
    // Of equals, the first.
    similar.filter(|(_, share)| *share >= LEAST).fold(None, |best, (name, share)| match best {
        Some((_, most)) if share <= most => best,
        _ => Some((name, share)),
    })
}

fn tallies(board: &Scoreboard, contestant: &str) -> Vec<(Family, Tally)> {
    let rows = board.rows().filter(|(name, ..)| *name == contestant);
    rows.map(|(_, family, tally)| (family, *tally)).collect()
}

/// The part of the wrong answers of both that match in number, family by family, false positives and
/// false negatives apart (Bray and Curtis 1957); zero if nothing is wrong.
fn similarity(a: &[(Family, Tally)], b: &[(Family, Tally)]) -> f64 {
    let (mut shared, mut all) = (0, 0);
    for (family, x) in a {
        let Some((_, y)) = b.iter().find(|(other, _)| other == family) else { continue };
        for (m, n) in
            [(x.false_positives, y.false_positives), (x.false_negatives, y.false_negatives)]
        {
            shared += 2 * m.min(n);
            all += m + n;
        }
    }
    if all == 0 { 0.0 } else { shared as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asunder_jury::Shape;

    #[test]
    fn what_is_wrong_alike_is_similar() {
        let mut board = Scoreboard::new(["asunder", "sat", "ogre", "mine"]);
        let (ball, point) = (Shape::Sphere { center: [0.0; 2], radius: 1.0 }, [0.5, 0.0]);
        for (family, sat, ogre, mine) in
            [(Family::Game, 0, 9, 0), (Family::Resting, 6, 2, 4), (Family::Tiny, 2, 2, 2)]
        {
            board.begin(family);
            for i in 0..10 {
                let answers = [true, i >= sat, i >= ogre, i >= mine].map(Some);
                board.count((&ball, &Shape::Point(point)), true, &answers);
            }
        }
        let of = |name| closest(&board, name, ["sat", "ogre"].into_iter());
        // Four and two of six and two: 2 · 6 of 14.
        assert_eq!(of("mine"), Some(("sat", 12.0 / 14.0)));
        assert_eq!(of("asunder"), None, "what is never wrong resembles none");
    }
}
