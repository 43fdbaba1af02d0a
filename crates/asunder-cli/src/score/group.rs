//! Process groups, which are killed as a whole.

use std::io;
use std::process::{Child, Command, ExitStatus};
#[cfg(unix)]
use std::sync::{Arc, Mutex};

/// A child that leads a process group of its own. The group, with all processes that it starts and that
/// stay in it, is killed when dropped, and when a signal ends this process.
#[derive(Debug)]
pub(super) struct Group {
    leader: Child,
    #[cfg(unix)]
    watch: Option<signal_hook::iterator::Handle>,
    /// Locked by the thread that ends the group, so that none goes on after a signal.
    #[cfg(unix)]
    ending: Arc<Mutex<()>>,
}

impl Group {
    /// Starts a command.
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        {
            std::os::unix::process::CommandExt::process_group(command, 0);
            let leader = command.spawn()?;
            // A terminal's signals go to its foreground group only, which this one is not.
            let ending = Arc::default();
            let watch = watch(rustix::process::Pid::from_child(&leader), Arc::clone(&ending)).ok();
            Ok(Self { leader, watch, ending })
        }
        #[cfg(not(unix))]
        Ok(Self { leader: command.spawn()? })
    }

    pub(super) fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// The exit status of the leader, if it ended.
    pub(super) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.leader.try_wait()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        #[cfg(unix)]
        let _held = self.ending.lock();
        #[cfg(unix)]
        {
            if let Some(watch) = &self.watch {
                watch.close();
            }
            kill(rustix::process::Pid::from_child(&self.leader));
        }
        // It may have ended by itself.
        let _ = self.leader.kill();
        let _ = self.leader.wait();
    }
}

#[cfg(unix)]
fn kill(group: rustix::process::Pid) {
    // The group may have ended.
    let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
}

/// Kills a group before this process ends by a signal.
#[cfg(unix)]
fn watch(
    group: rustix::process::Pid,
    ending: Arc<Mutex<()>>,
) -> io::Result<signal_hook::iterator::Handle> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let handle = signals.handle();
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let _held = ending.lock();
            kill(group);
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    Ok(handle)
}
