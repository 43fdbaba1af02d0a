//! An external program: lines to its standard input, answers from its standard output.
//!
//! One thread writes the questions, one reads the answers, a third compares them with the truth. So no
//! pipe can fill while both sides block, whether the program answers line by line or at the end.

use super::group::Group;
use super::methods::Predicate;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// A running program.
#[derive(Debug)]
pub(super) struct Program {
    group: Group,
    answers: Receiver<std::io::Result<Vec<u8>>>,
    /// The number of lines it has read.
    taken: Arc<AtomicU64>,
    /// The number of its answers.
    read: u64,
    question: Predicate,
    timeout: Duration,
}

/// The most bytes of an answer.
const LIMIT: u64 = 64 * 1024;

/// The most answers waiting to be compared.
const WAITING: usize = 1024;

impl Program {
    /// Starts `command` in the shell, and begins to write `lines` to it.
    pub(super) fn start(
        command: &str,
        question: Predicate,
        timeout: Duration,
        lines: impl Iterator<Item = String> + Send + 'static,
    ) -> Result<Self, String> {
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut started = Command::new(shell);
        started.args([flag, command]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut group = Group::start(&mut started)
            .map_err(|error| format!("cannot start {shell} {flag} {command:?}: {error}"))?;
        let child = group.leader();
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{command:?} has no pipes; expected both to be there"));
        };

        let taken = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&taken);
        thread::spawn(move || {
            let mut input = BufWriter::new(input);
            for line in lines {
                // A program that stops reading is detected by its missing answers.
                if writeln!(input, "{line}").is_err() {
                    return;
                }
                count.fetch_add(1, Ordering::Relaxed);
            }
            let _ = input.flush();
        });

        let (sender, answers) = sync_channel(WAITING);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let result = output.by_ref().take(LIMIT).read_until(b'\n', &mut line);
                let ended = matches!(result, Ok(0) | Err(_));
                if !matches!(result, Ok(0)) && sender.send(result.map(|_| line)).is_err() {
                    return;
                }
                if ended {
                    return;
                }
            }
        });
        Ok(Self { group, answers, taken, read: 0, question, timeout })
    }

    /// Its answer to the next line; an error is the message. Blank lines are ignored.
    pub(super) fn answer(&mut self) -> Result<bool, String> {
        let number = self.read + 1;
        let place = format!("the program's answer to line {number}");
        let Some(answer) = self.next_line(&place)? else {
            return Err(format!(
                "{place} is missing: it ended with {}, after {} of its answers",
                self.status(),
                self.read,
            ));
        };
        self.read = number;
        let name = self.question.name();
        let value: Option<serde_json::Value> = serde_json::from_slice(&answer).ok();
        value.and_then(|value| value.get(name)?.as_bool()).ok_or_else(|| {
            format!("{place} is {}; expected {{\"{name}\":true}} or false", excerpt(&answer))
        })
    }

    /// Checks that there are no further answers.
    pub(super) fn finish(self) -> Result<(), String> {
        let place = format!("the end of the program's {} answers", self.read);
        match self.next_line(&place)? {
            None => Ok(()),
            Some(more) => {
                Err(format!("{place} is followed by {}; expected no more", excerpt(&more)))
            }
        }
    }

    /// The next line that is not blank; `None` at the end.
    fn next_line(&self, place: &str) -> Result<Option<Vec<u8>>, String> {
        let taken = || self.taken.load(Ordering::Relaxed);
        let (mut before, mut since) = (taken(), Instant::now());
        loop {
            // Blank lines do not extend the timeout.
            let answer = match self.timeout.checked_sub(since.elapsed()) {
                Some(left) => self.answers.recv_timeout(left),
                None => Err(RecvTimeoutError::Timeout),
            };
            match answer {
                Ok(Ok(line)) if line.trim_ascii().is_empty() => {}
                Ok(Ok(line)) => return Ok(Some(line)),
                Ok(Err(error)) => return Err(format!("cannot read {place}: {error}")),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                // It may read all lines first.
                Err(RecvTimeoutError::Timeout) if taken() != before => {
                    (before, since) = (taken(), Instant::now());
                }
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = self.timeout.as_secs_f64();
                    return Err(format!(
                        "{place} did not come within {seconds} seconds; expected a line for each \
                         that it reads, at the latest when its input ends (see --timeout)"
                    ));
                }
            }
        }
    }

    /// Its exit status, after the end of its output.
    fn status(&mut self) -> String {
        // A program may close its output and run on.
        for _ in 0..20 {
            match self.group.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => thread::sleep(Duration::from_millis(50)),
                Err(error) => return error.to_string(),
            }
        }
        String::from("its output closed")
    }
}

/// The start of an answer, made printable.
fn excerpt(answer: &[u8]) -> String {
    const MOST: usize = 80;
    let text = String::from_utf8_lossy(answer.trim_ascii());
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
        .chars()
        .flat_map(|c| if c.is_control() { c.escape_debug().collect() } else { vec![c] })
        .collect()
}
