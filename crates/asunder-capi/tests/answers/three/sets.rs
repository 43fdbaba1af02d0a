//! Sets, in space. `two/sets.rs` is derived from this file; see `tests/derived.rs`.

use super::pairs::{Lists, of_c};
use crate::{asked, message};
use asunder_capi::*;
use asunder_jury::{Family, Kind, Rng, pair};
use std::ptr;

/// Sets answer as single questions do, for one against many and for pairs.
#[test]
fn sets_answer_as_pairs_do() {
    let mut rng = Rng::new(7);
    let mut found = [0; 2];
    for kind in [Kind::Sphere, Kind::Aabb, Kind::Obb, Kind::Capsule] {
        let mut lists = Lists::default();
        let mut draw = || {
            let (a, b) = pair(Family::Grid, kind, kind, &mut rng);
            [of_c(&a, &mut lists), of_c(&b, &mut lists)]
        };
        let shapes: Vec<_> = (0..100).flat_map(|_| draw()).collect();
        let kind = shapes[0].kind;
        // SAFETY: all pointers are to local values and as long as they say.
        unsafe {
            let set: AsuSet3 = asked(|to| asu_set3_create(kind, to));
            let status = asu_set3_push(set, shapes.as_ptr(), shapes.len());
            assert_eq!(status, AsuStatus::AsuOk, "{}", message());
            assert_eq!(asked(|to| asu_set3_length(set, to)), 200);
            let mut numbers = [0; 200];
            for (shape, inner) in shapes.iter().flat_map(|shape| [(shape, false), (shape, true)]) {
                let ask_set = if inner { asu_set3_penetrating } else { asu_set3_intersecting };
                let ask_each = if inner { asu_penetrates_each3 } else { asu_intersects_each3 };
                let to = numbers.as_mut_ptr();
                let count = asked(|count| ask_set(set, shape, to, 200, count));
                let mut each = [false; 200];
                let status = ask_each(shape, shapes.as_ptr(), 200, each.as_mut_ptr());
                assert_eq!(status, AsuStatus::AsuOk);
                let one_by_one = shapes.iter().map(|other| {
                    let ask = if inner { asu_penetrates3 } else { asu_intersects3 };
                    let meets: bool = asked(|to| ask(shape, other, to));
                    meets
                });
                assert!(one_by_one.clone().eq(each));
                let expected = (0..200).zip(one_by_one).filter(|(_, meets)| *meets);
                assert!(expected.map(|(i, _)| i).eq(numbers[..count].iter().copied()));
                found[usize::from(inner)] += count;
            }
            let pairs: Vec<[u32; 2]> = (0..200).map(|i| [i, (7 * i + 1) % 200]).collect();
            for inner in [false, true] {
                let ask =
                    if inner { asu_set3_penetrating_pairs } else { asu_set3_intersecting_pairs };
                let (from, to) = (pairs.as_ptr().cast(), numbers.as_mut_ptr());
                let count = asked(|count| ask(set, set, from, 200, to, 200, count));
                let expected = (0..200).filter(|&i: &u32| {
                    let [a, b] = pairs[i as usize].map(|n| &shapes[n as usize]);
                    let ask = if inner { asu_penetrates3 } else { asu_intersects3 };
                    asked(|to| ask(a, b, to))
                });
                assert!(expected.eq(numbers[..count].iter().copied()));
            }
            // The last takes the place of one that goes.
            assert_eq!(asu_set3_swap_remove(set, 0), AsuStatus::AsuOk);
            assert_eq!(asked(|to| asu_set3_length(set, to)), 199);
            let to = numbers.as_mut_ptr();
            let count = asked(|count| asu_set3_intersecting(set, &shapes[199], to, 200, count));
            assert!(numbers[..count].contains(&0), "it meets itself");
            assert_eq!(asu_set3_swap_remove(set, 199), AsuStatus::AsuInvalidArgument);
            assert_eq!(asu_set3_clear(set), AsuStatus::AsuOk);
            assert_eq!(asked(|to| asu_set3_length(set, to)), 0);
            assert_eq!(asu_set3_destroy(set), AsuStatus::AsuOk);
            assert_eq!(asu_set3_destroy(set), AsuStatus::AsuStale);
            assert_eq!(asu_set3_push(set, ptr::null(), 0), AsuStatus::AsuStale);
        }
    }
    assert!(found[1] > 500 && found[0] > found[1], "{found:?}");
}
