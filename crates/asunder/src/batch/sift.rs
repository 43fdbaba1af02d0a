//! A quick look at all of a set, and verdicts for the few shapes that it leaves.
//!
//! Where most shapes are far from a query, most blocks of lanes still hold one that is not, and a
//! verdict would be sought for all lanes. So a look that only finds what is apart goes first, and what
//! it leaves is put together into full blocks.

use super::forms::Formed;
use super::lane::Lane;
use super::mask::Mask;
use super::stage::{Against, MOST_STORED, define, flushes_subnormals, load, verdict};
use crate::query::cascade::Rule;
use crate::simd::{LANES, Lanes, Simd, dispatch, prelude::*};
use crate::space::Vector;

/// What a query shows to a quick look at shapes of a kind.
pub(super) trait Sieve<V: Vector, A: Formed<V>>: Formed<V> {
    /// The lanes of shapes that are certainly apart from the query.
    fn apart<N: Lane>(sieve: &Self::Form<N>, shape: &A::Form<N>) -> u32;
}

/// A set that is asked about one shape, and what its sieve and its verdicts see of that.
pub(super) struct Sifted<'s> {
    pub(super) shapes: &'s [Lanes],
    pub(super) sieve: &'s [Lanes],
    pub(super) query: &'s [Lanes],
    pub(super) len: usize,
    pub(super) rule: Rule,
}

/// So many blocks are looked at before verdicts are sought for what is left of them.
const STRETCH: usize = 32;

impl Sifted<'_> {
    /// Answers with `ask` what lanes leave open; says how many answers are yes.
    pub(super) fn answer<V: Vector, A: Against<V, B>, W: Sieve<V, A>, B: Formed<V>>(
        &self,
        mask: &mut Mask,
        ask: &dyn Fn(usize) -> bool,
    ) -> usize {
        if flushes_subnormals() {
            return define(self.len, mask, ask);
        }
        mask.reset(self.len);
        dispatch!(simd => self.run::<V, A, W, B, _>(simd, mask, ask))
    }

    #[inline(always)]
    fn run<V: Vector, A: Against<V, B>, W: Sieve<V, A>, B: Formed<V>, S: Simd>(
        &self,
        simd: S,
        mask: &mut Mask,
        ask: &dyn Fn(usize) -> bool,
    ) -> usize {
        let mut hits = 0;
        let mut left = [0; STRETCH * LANES];
        let mut together = [Lanes::ZERO; MOST_STORED];
        for stretch in (0..self.len).step_by(STRETCH * LANES) {
            let mut count = 0;
            for first in (stretch..self.len).step_by(LANES).take(STRETCH) {
                let mut near = self.near::<V, A, W, S>(simd, first);
                while near != 0 {
                    left[count] = first + near.trailing_zeros() as usize;
                    near &= near - 1;
                    count += 1;
                }
            }
            for left in left[..count].chunks(LANES) {
                for (lane, &index) in left.iter().enumerate() {
                    let block = &self.shapes[index / LANES * A::FIELDS..][..A::FIELDS];
                    for (field, lanes) in together.iter_mut().zip(block) {
                        field.0[lane] = lanes.0[index % LANES];
                    }
                }
                let verdict = verdict::<V, A, B, S>(simd, &together, self.query, self.rule);
                for (lane, &index) in left.iter().enumerate() {
                    let [meets, is_apart] =
                        [verdict.meet, verdict.apart].map(|all| all >> lane & 1 == 1);
                    if meets || !is_apart && ask(index) {
                        mask.set(index);
                        hits += 1;
                    }
                }
            }
        }
        hits
    }

    /// The lanes of the shapes from `first` on that the sieve leaves.
    #[inline(always)]
    fn near<V: Vector, A: Formed<V>, W: Sieve<V, A>, S: Simd>(&self, simd: S, first: usize) -> u32 {
        let block = &self.shapes[first / LANES * A::FIELDS..][..A::FIELDS];
        let mut apart = 0;
        for lane in (0..LANES).step_by(S::f32s::LEN) {
            let sieve = W::form(
                #[inline(always)]
                |field| load(simd, &self.sieve[field], lane),
            );
            let shape = A::form(
                #[inline(always)]
                |field| load(simd, &block[field], lane),
            );
            apart |= W::apart(&sieve, &shape) << lane;
        }
        let asked = self.len - first;
        !apart & if asked < LANES { (1 << asked) - 1 } else { (1 << LANES) - 1 }
    }
}
