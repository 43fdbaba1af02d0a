//! Sorting of items that are no plain numbers, by machine code that all of them share.
//!
//! The standard library's sorts are compiled anew for every type of item and every comparison, several thousand
//! lines of LLVM IR each. What is sorted here are places, so that one copy serves; only short lists, and the
//! moves, are compiled for the items.

use core::cmp::Ordering;

/// Lists of no more items are sorted by insertion.
const SHORT: usize = 16;

/// Sorts a list; equal items stay in their order.
pub(crate) fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, &T::cmp);
}

/// Sorts a list by a comparison; equal items stay in their order.
pub(crate) fn sort_by<T>(list: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) {
    if list.len() > SHORT {
        for (i, j) in swaps(list.len(), &|i, j| compare(&list[i], &list[j])) {
            list.swap(i as usize, j as usize);
        }
        return;
    }
    let mut end = 1;
    while end < list.len() {
        let mut place = end;
        while place > 0 && compare(&list[place], &list[place - 1]) == Ordering::Less {
            list.swap(place, place - 1);
            place -= 1;
        }
        end += 1;
    }
}

/// Which items to swap, one pair after the other, so that so many come into order.
fn swaps(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<(u32, u32)> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    order.sort_by(|&i, &j| compare(i as usize, j as usize));
    let mut swaps = Vec::new();
    // Each swap puts the item of one place there; what stood there waits where that one was.
    for first in 0..len {
        let mut place = first;
        loop {
            let from = order[place] as usize;
            order[place] = place as u32;
            if from == first {
                break;
            }
            swaps.push((place as u32, from as u32));
            place = from;
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut state = 1_u64;
        for len in (0..40).chain([1000, 4096]) {
            for values in [1, 3, 1 << 20] {
                let mut next = || {
                    state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                    state >> 33
                };
                let list: Vec<(u64, usize)> = (0..len).map(|i| (next() % values, i)).collect();
                let (mut own, mut expected) = (list.clone(), list);
                sort_by(&mut own, &|a, b| a.0.cmp(&b.0));
                expected.sort_by_key(|it| it.0);
                assert_eq!(own, expected, "{len} items: equal ones stay in their order");
                own.reverse();
                sort(&mut own);
                assert_eq!(own, expected, "{len} items");
            }
        }
    }
}
