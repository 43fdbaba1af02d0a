//! Short arrays, made and changed item by item.
//!
//! The standard library's `map` and `from_fn` are some 400 and 200 lines of LLVM IR for each type and closure; these are
//! a tenth.

/// An array of two, three or four items.
pub(crate) trait Mapped {
    /// What it holds.
    type Item;
    /// As many items of another type.
    type Of<T>;
    /// What a function makes of the items, the first first.
    fn mapped<T>(self, f: impl FnMut(Self::Item) -> T) -> Self::Of<T>;
}

impl<U> Mapped for [U; 2] {
    type Item = U;
    type Of<T> = [T; 2];
    #[inline(always)]
    fn mapped<T>(self, mut f: impl FnMut(U) -> T) -> [T; 2] {
        let [a, b] = self;
        [f(a), f(b)]
    }
}

impl<U> Mapped for [U; 3] {
    type Item = U;
    type Of<T> = [T; 3];
    #[inline(always)]
    fn mapped<T>(self, mut f: impl FnMut(U) -> T) -> [T; 3] {
        let [a, b, c] = self;
        [f(a), f(b), f(c)]
    }
}

impl<U> Mapped for [U; 4] {
    type Item = U;
    type Of<T> = [T; 4];
    #[inline(always)]
    fn mapped<T>(self, mut f: impl FnMut(U) -> T) -> [T; 4] {
        let [a, b, c, d] = self;
        [f(a), f(b), f(c), f(d)]
    }
}

/// The array of what a function makes of the places of its items, of which there is at least one.
#[inline(always)]
pub(crate) fn array_of<T: Copy, const N: usize>(mut f: impl FnMut(usize) -> T) -> [T; N] {
    let mut items = [f(0); N];
    let mut i = 1;
    while i < N {
        items[i] = f(i);
        i += 1;
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_made_in_their_order() {
        let mut calls = Vec::new();
        assert_eq!(["a", "bc"].mapped(str::len), [1, 2]);
        assert_eq!([1, 2, 3].mapped(|i| (calls.push(i), 2 * i).1), [2, 4, 6]);
        assert_eq!([4, 5, 6, 7].mapped(|i| (calls.push(i), i + 1).1), [5, 6, 7, 8]);
        assert_eq!(array_of::<_, 5>(|i| (calls.push(i), i * i).1), [0, 1, 4, 9, 16]);
        assert_eq!(calls, [1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4]);
    }
}
