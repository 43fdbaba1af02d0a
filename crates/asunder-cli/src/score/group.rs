//! A program with all that it starts, which is stopped with it.

use std::io;
use std::process::{Child, Command, ExitStatus};
#[cfg(unix)]
use std::sync::{Arc, Mutex};

/// A child that leads a process group of its own: whatever it starts, and does not move out of that
/// group, belongs to it. All of it is killed when dropped, and when this process is told to end.
#[derive(Debug)]
pub(super) struct Group {
    leader: Child,
    #[cfg(unix)]
    watch: Option<signal_hook::iterator::Handle>,
    /// Held by who ends it: once a signal does, nobody goes on from there.
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
            // A terminal's signals go to the group in front alone, which this is no part of.
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

    /// How the leader ended, if it did.
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
    // There may be nobody left.
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
