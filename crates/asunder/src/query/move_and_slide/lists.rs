//! Lists that a slide fills anew, kept from one slide to the next so that it need not allocate.

use super::along::Blocker;
use super::body::PlacedBody;
use super::leg::{Blocked, NearPair};
use crate::linalg::Vect;
use crate::query::move_until_contact::Hit;
use crate::space::Vector;
use core::cell::{Ref, RefCell};
use core::ops::{Deref, DerefMut};

/// How many places of a body are kept: of each slide, the start of a leg, its end, and what is judged between.
const PLACES: usize = 6;

/// The lists of a slide. What they hold means nothing before it and after.
pub struct SlideLists<V: Vector> {
    /// The hits of a slide.
    slid: RefCell<Vec<Hit<V>>>,
    /// Where the body was asked for.
    pub(super) places: Places<V>,
    pub(super) passed: RefCell<Vec<bool>>,
    pub(super) near: Pool<NearPair>,
    pub(super) blocked: Pool<Blocked<V>>,
    pub(super) hits: Pool<Hit<V>>,
    pub(super) blockers: Pool<Blocker<V>>,
    pub(super) vectors: Pool<Vect<V, f64>>,
    pub(super) indices: Pool<usize>,
}

impl<V: Vector> Default for SlideLists<V> {
    fn default() -> Self {
        Self {
            slid: RefCell::default(),
            places: Places::default(),
            passed: RefCell::default(),
            near: Pool::default(),
            blocked: Pool::default(),
            hits: Pool::default(),
            blockers: Pool::default(),
            vectors: Pool::default(),
            indices: Pool::default(),
        }
    }
}

impl<V: Vector> SlideLists<V> {
    /// An empty list for the hits of a slide.
    pub(super) fn hits_of_slide(&self) -> Vec<Hit<V>> {
        self.slid.take()
    }

    /// Keeps the hits of a slide that have been read.
    pub(crate) fn keep_hits(&self, mut hits: Vec<Hit<V>>) {
        hits.clear();
        self.slid.replace(hits);
    }
}

impl<V: Vector> core::fmt::Debug for SlideLists<V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SlideLists").finish_non_exhaustive()
    }
}

/// Lists that are empty, for others to be filled.
pub(super) struct Pool<T>(RefCell<Vec<Vec<T>>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T> Pool<T> {
    /// An empty list, which goes back when it is dropped.
    pub(super) fn list(&self) -> List<'_, T> {
        List { items: self.0.borrow_mut().pop().unwrap_or_default(), pool: self }
    }

    /// A list of some items.
    pub(super) fn collected(&self, items: impl IntoIterator<Item = T>) -> List<'_, T> {
        let mut list = self.list();
        list.extend(items);
        list
    }
}

/// A list of a pool.
pub(super) struct List<'p, T> {
    items: Vec<T>,
    pool: &'p Pool<T>,
}

impl<T> Deref for List<'_, T> {
    type Target = Vec<T>;
    fn deref(&self) -> &Vec<T> {
        &self.items
    }
}

impl<T> DerefMut for List<'_, T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.items
    }
}

impl<T> Drop for List<'_, T> {
    fn drop(&mut self) {
        let mut items = core::mem::take(&mut self.items);
        if items.capacity() > 0 {
            items.clear();
            self.pool.0.borrow_mut().push(items);
        }
    }
}

/// The places where a body was asked for last.
pub(super) struct Places<V: Vector> {
    places: [RefCell<PlacedBody<V>>; PLACES],
    /// Their indices, that asked for last first.
    order: RefCell<[usize; PLACES]>,
}

impl<V: Vector> Default for Places<V> {
    fn default() -> Self {
        let order = RefCell::new(core::array::from_fn(|i| i));
        Self { places: core::array::from_fn(|_| RefCell::default()), order }
    }
}

impl<V: Vector> Places<V> {
    /// Forgets all of them: another body is asked for.
    pub(super) fn clear(&self) {
        for place in &self.places {
            if let Ok(mut place) = place.try_borrow_mut() {
                place.is_filled = false;
            }
        }
    }

    /// The body at a displacement, which `fill` places if it is not there yet; `None`, if it cannot.
    pub(super) fn at(
        &self,
        displacement: &V::Array<f32>,
        fill: impl Fn(&mut PlacedBody<V>) -> Option<()>,
    ) -> Option<Ref<'_, PlacedBody<V>>> {
        let mut order = self.order.borrow_mut();
        let is_there =
            |&i: &usize| self.places[i].try_borrow().is_ok_and(|placed| placed.is_at(displacement));
        if let Some(rank) = order.iter().position(is_there) {
            order[..=rank].rotate_right(1);
        } else {
            // Those asked for last are kept, and so are those that somebody looks at: fewer than there are.
            let (rank, mut placed) = (0..PLACES)
                .rev()
                .find_map(|rank| Some((rank, self.places[order[rank]].try_borrow_mut().ok()?)))?;
            placed.is_filled = false;
            fill(&mut placed)?;
            placed.displacement = *displacement;
            placed.is_filled = true;
            order[..=rank].rotate_right(1);
        }
        Some(self.places[order[0]].borrow())
    }
}
