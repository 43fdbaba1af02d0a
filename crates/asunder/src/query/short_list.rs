//! Lists that are short nearly always, so that they need no memory of their own.

use core::ops::{Deref, DerefMut};

/// A list whose items stand in place; if they are more than `N`, in memory of their own.
#[derive(Clone, Debug)]
pub(crate) struct ShortList<T, const N: usize> {
    first: [T; N],
    count: usize,
    /// All of them, if they are more.
    all: Vec<T>,
}

impl<T: Clone, const N: usize> ShortList<T, N> {
    /// An empty list; `blank` stands where there are no items yet.
    pub(crate) fn new(blank: &T) -> Self {
        Self { first: core::array::from_fn(|_| blank.clone()), count: 0, all: Vec::new() }
    }

    pub(crate) fn push(&mut self, item: T) {
        match self.first.get_mut(self.count) {
            Some(next) => *next = item,
            None => {
                if self.all.is_empty() {
                    self.all.extend_from_slice(&self.first);
                }
                self.all.push(item);
            }
        }
        self.count += 1;
    }

    /// Keeps the items of which a condition holds, in their order.
    pub(crate) fn retain(&mut self, mut holds: impl FnMut(&T) -> bool) {
        let mut kept = 0;
        for i in 0..self.count {
            if holds(&self[i]) {
                self.swap(kept, i);
                kept += 1;
            }
        }
        if self.count > N && kept <= N {
            self.first[..kept].clone_from_slice(&self.all[..kept]);
            self.all.clear();
        } else {
            self.all.truncate(kept);
        }
        self.count = kept;
    }
}

impl<T, const N: usize> Deref for ShortList<T, N> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        self.first.get(..self.count).unwrap_or(&self.all)
    }
}

impl<T, const N: usize> DerefMut for ShortList<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.first.get_mut(..self.count).unwrap_or(&mut self.all)
    }
}

#[cfg(test)]
mod tests {
    use super::ShortList;

    #[test]
    fn it_is_the_list_that_grows() {
        for count in 0..9 {
            for kept in 0..=count {
                let (mut few, mut list) = (ShortList::<u32, 3>::new(&0), Vec::new());
                for i in 0..count {
                    few.push(i);
                    list.push(i);
                }
                assert_eq!(*few, *list);
                let holds = |i: &u32| (i * 7) % count < kept;
                few.retain(holds);
                list.retain(holds);
                assert_eq!(*few, *list);
                for i in 0..5 {
                    few.push(i);
                    list.push(i);
                }
                few.reverse();
                list.reverse();
                assert_eq!(*few, *list);
            }
        }
    }
}
