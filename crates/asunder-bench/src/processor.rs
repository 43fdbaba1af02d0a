//! The time that a processor spends on a thread.

use std::time::Duration;

/// The time that a processor has spent on this thread: what others take of it does not count.
#[cfg(target_os = "linux")]
pub(crate) fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let nanoseconds = u32::try_from(time.tv_nsec).expect("less than a second");
    Duration::new(time.tv_sec.unsigned_abs(), nanoseconds)
}

/// Elsewhere the clock on the wall stands for it.
#[cfg(not(target_os = "linux"))]
pub(crate) fn processor_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
