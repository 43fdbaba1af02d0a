//! The scratch memory of long exact numbers, one per thread.
//!
//! Numbers are copied freely, so none of them owns its limbs. They lie side by side in a stack of
//! the thread's own, which a [scope](scoped) cuts back to where it was. The memory itself stays, so
//! that what is asked again and again allocates nothing.

use super::{Dyadic, Number};
use core::cell::RefCell;

/// Limbs, least significant first, of one number after another.
struct LimbStack {
    limbs: Vec<u64>,
    /// How many scopes are open.
    scopes: usize,
}

thread_local! {
    static SCRATCH: RefCell<LimbStack> = const { RefCell::new(LimbStack { limbs: Vec::new(), scopes: 0 }) };
}

/// So many limbs, a mebibyte, stay with a thread; more are given back when the last scope ends.
const LASTING: usize = 1 << 17;

/// Works on the limbs; new ones go on top.
pub(super) fn with_limbs<R>(work: impl FnOnce(&mut Vec<u64>) -> R) -> R {
    SCRATCH.with_borrow_mut(|scratch| {
        debug_assert!(scratch.scopes > 0, "a long number outside of every scope");
        work(&mut scratch.limbs)
    })
}

/// A scope, which ends where it goes out of one: also where its work panics.
struct Scope {
    mark: usize,
}

impl Scope {
    #[inline(never)]
    fn open() -> Self {
        SCRATCH.with_borrow_mut(|scratch| {
            scratch.scopes += 1;
            Self { mark: scratch.limbs.len() }
        })
    }
}

impl Drop for Scope {
    #[inline(never)]
    fn drop(&mut self) {
        SCRATCH.with_borrow_mut(|scratch| {
            scratch.scopes -= 1;
            scratch.limbs.truncate(self.mark);
            if scratch.scopes == 0 && scratch.limbs.capacity() > LASTING {
                scratch.limbs.shrink_to(LASTING);
            }
        });
    }
}

/// Does some work and frees what its numbers took. None of them may be part of what it returns.
#[inline(always)]
pub(super) fn scoped<R>(work: impl FnOnce() -> R) -> R {
    let _scope = Scope::open();
    work()
}

/// Does some work and frees what its numbers took, but for those it returns.
#[inline(always)]
pub(super) fn keeping<N: Number, const K: usize>(work: impl FnOnce() -> [N; K]) -> [N; K] {
    let mark = height();
    let mut kept = work();
    keep(mark, &mut |visit| kept.iter_mut().for_each(|number| number.each_dyadic(visit)));
    kept
}

fn height() -> usize {
    with_limbs(|limbs| limbs.len())
}

/// Shows numbers to a visitor.
type Show<'n> = dyn FnMut(&mut dyn FnMut(&mut Dyadic)) + 'n;

/// Moves the numbers that are shown to a mark, and frees everything else above it.
#[inline(never)]
fn keep(mark: usize, show: &mut Show<'_>) {
    with_limbs(|limbs| {
        // They are copied to the top, and everything between the mark and the copies removed.
        let top = limbs.len();
        show(&mut |number| {
            number.moved(|place, len| {
                if place < mark {
                    return place;
                }
                let moved = mark + (limbs.len() - top);
                limbs.extend_from_within(place..place + len);
                moved
            });
        });
        limbs.drain(mark..top);
    });
}

#[cfg(test)]
mod tests {
    use super::super::{EpsilonPolynomial, Surd};
    use super::*;

    /// A number of more limbs than lie in the number itself.
    fn long<N: Number>(x: f32) -> N {
        N::of(f32::MAX) + N::of(x) + N::of(f32::from_bits(1))
    }

    fn keeps_what_is_returned<N: Number>() {
        N::scoped(|| {
            let before = long::<N>(3.0);
            let expected = [before * long(5.0), before, N::ZERO];
            let base = height();
            let kept = N::keeping(|| {
                let product = before * before * long(7.0);
                [before * long(5.0), before, (product - before) * N::ZERO]
            });
            assert_eq!(kept, expected);
            let room = height() - base;
            N::scoped(|| assert_eq!(kept[0] + before, expected[0] + before));
            assert_eq!(height() - base, room, "a scope leaves nothing");
            N::scoped(|| {
                let product = before * long(5.0);
                assert!(product == kept[0] && room < height() - base, "nor does what is kept");
            });
        });
    }

    #[test]
    fn what_is_returned_is_kept_and_nothing_else() {
        keeps_what_is_returned::<Dyadic>();
        keeps_what_is_returned::<Surd>();
        keeps_what_is_returned::<EpsilonPolynomial<Dyadic>>();
        keeps_what_is_returned::<EpsilonPolynomial<Surd>>();
    }

    #[test]
    fn a_panic_ends_a_scope_too() {
        let panicking = || Dyadic::scoped(|| panic!("{:?}", long::<Dyadic>(1.0)));
        assert!(std::panic::catch_unwind(panicking).is_err());
        SCRATCH.with_borrow(|scratch| {
            assert_eq!((scratch.scopes, scratch.limbs.len()), (0, 0));
        });
    }

    #[test]
    fn much_memory_is_given_back() {
        Dyadic::scoped(|| {
            while height() <= 2 * LASTING {
                let _ = long::<Dyadic>(1.0);
            }
        });
        SCRATCH.with_borrow(|scratch| assert!(scratch.limbs.capacity() <= 2 * LASTING));
    }
}
