//! `--level`: which instructions batches use, on every thread.

use asunder::simd::{SimdLevel, at_level};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// A level by its name, if this processor has such instructions.
pub(crate) fn called(name: &str) -> Result<SimdLevel, String> {
    let level = match name {
        "baseline" => SimdLevel::Baseline,
        "avx2" => SimdLevel::Avx2,
        "avx512" => SimdLevel::Avx512,
        _ => return Err(String::from("expected `baseline`, `avx2` or `avx512`")),
    };
    at_level(level, || level).ok_or_else(|| format!("this processor has no {name}"))
}

/// So many threads of the level of this one: each thread has a level of its own.
pub(crate) fn threads(count: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    let level = called(asunder::batch::level());
    ThreadPoolBuilder::new()
        .num_threads(count)
        .spawn_handler(|thread| {
            let level = level.clone();
            let work = move || match level {
                Ok(level) => drop(at_level(level, || thread.run())),
                Err(_) => thread.run(),
            };
            std::thread::Builder::new().spawn(work).map(drop)
        })
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_have_the_level_of_who_starts_them() {
        for name in ["baseline", "avx2", "avx512"] {
            let Ok(level) = called(name) else { continue };
            let seen = at_level(level, || {
                let pool = threads(2).expect("threads start");
                pool.broadcast(|_| asunder::batch::level())
            });
            assert_eq!(seen, Some(vec![name; 2]));
        }
        assert_eq!(called("sse").unwrap_err(), "expected `baseline`, `avx2` or `avx512`");
    }
}
