//! A game built without optimisation runs the library's kernels at full speed: no kernel is generic
//! in a way that would compile it inside the game's crate.
//!
//! The game is a loop in a crate of its own, `asunder-unoptimised`; both loops call the library that these
//! tests have built already.

#[path = "../../../asunder-unoptimised/src/lib.rs"]
#[expect(unreachable_pub, reason = "what is public in the crate it is from is not here")]
mod optimised;

/// How many times as long as from optimised code a call may take. What is left to the game is the loop, the
/// indexing and the call itself: that makes about one and a half, kernels in the wrong crate eighty.
const LIMIT: f64 = 3.0;

#[test]
fn an_unoptimised_game_runs_optimised_kernels() {
    // Other tests run beside this one: the best of several turns counts.
    let (mut slow, mut fast) = (f64::MAX, f64::MAX);
    for _ in 0..5 {
        let (in_game, hits) = asunder_unoptimised::measure();
        let (here, expected) = optimised::measure();
        assert_eq!(hits, expected, "both builds give the same answers");
        assert!(hits > 1000, "{hits} hits tell little");
        slow = slow.min(in_game);
        fast = fast.min(here);
    }
    println!("{slow:.1} ns a call from unoptimised code, {fast:.1} ns from optimised");
    assert!(slow <= LIMIT * fast, "{slow:.1} ns against {fast:.1} ns: {:.1} times", slow / fast);
}
