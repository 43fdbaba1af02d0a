//! A thread that encodes and writes what a recorder captures.

use super::capture::Tracks;
use super::encoder::{Encoder, Work};
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

/// How many ticks may wait before the recorder does.
const MOST_WAITING: usize = 64;

/// The thread, as the recorder holds it.
#[derive(Debug)]
pub(super) struct WritingThread<W> {
    /// `None` once the thread has ended.
    running: Option<(SyncSender<Work>, JoinHandle<io::Result<W>>)>,
    spent: Spent,
}

/// Work that is done, whose memory the recorder uses again.
type Spent = Arc<Mutex<Vec<Work>>>;

impl<W: Write + Send + 'static> WritingThread<W> {
    pub(super) fn start(mut encoder: Box<Encoder>, mut output: W) -> io::Result<Self> {
        let (sender, work) = sync_channel(MOST_WAITING);
        let spent = Spent::default();
        let done = Arc::clone(&spent);
        let thread = Builder::new().name("asunder recorder".to_owned()).spawn(move || {
            run(&work, &done, &mut encoder, &mut output)?;
            Ok(output)
        })?;
        Ok(Self { running: Some((sender, thread)), spent })
    }
}

/// Works until nothing more comes.
fn run(
    work: &Receiver<Work>,
    done: &Spent,
    encoder: &mut Encoder,
    output: &mut impl Write,
) -> io::Result<()> {
    for mut work in work {
        encoder.encode(&mut work);
        done.lock().unwrap_or_else(PoisonError::into_inner).push(work);
        encoder.write_to(output)?;
    }
    output.flush()
}

impl<W> WritingThread<W> {
    /// Gives work to the thread.
    ///
    /// # Errors
    /// What the thread could not write, or that it has ended with such an error before.
    pub(super) fn send(&mut self, work: Work) -> io::Result<()> {
        let sent = self.running.as_ref().is_some_and(|(sender, _)| sender.send(work).is_ok());
        if sent { Ok(()) } else { self.end().map(drop) }
    }

    /// Returns what is done to the recorder.
    pub(super) fn take_spent(&self, tracks: &mut Tracks) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.drain(..).for_each(|work| tracks.reuse(work));
    }

    /// Waits until everything is written; returns the output.
    ///
    /// # Errors
    /// What the thread could not write.
    pub(super) fn join(mut self) -> io::Result<W> {
        self.end()
    }

    fn end(&mut self) -> io::Result<W> {
        let Some((sender, thread)) = self.running.take() else {
            return Err(io::Error::other("the recording could not be written at an earlier tick"));
        };
        drop(sender);
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}
