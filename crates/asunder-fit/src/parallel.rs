//! Parallel maps whose results do not depend on the number of threads.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Maps every item, on as many threads as there are processors, each taking `batch` items at a time; the
/// results are in the order of the items. Every thread has a worker of its own.
///
/// `progress` is called after each item, from any thread, with the number of items done.
pub(crate) fn in_parallel<I: Sync, T: Send, W: FnMut(usize, &I) -> T>(
    items: &[I],
    batch: usize,
    progress: &(dyn Fn(usize) + Sync),
    worker: impl Fn() -> W + Sync,
) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = threads.min(items.len().div_ceil(batch));
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut worker = worker();
        let mut results = Vec::new();
        loop {
            let start = next.fetch_add(batch, Ordering::Relaxed);
            if start >= items.len() {
                return results;
            }
            let end = (start + batch).min(items.len());
            for (index, item) in (start..end).zip(&items[start..end]) {
                results.push((index, worker(index, item)));
                progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            }
        }
    };
    let mut results = thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut results = work();
        for helper in helpers {
            match helper.join() {
                Ok(more) => results.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
