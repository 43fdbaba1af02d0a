//! Standard output, whose failures are the command's, and standard error, whose failures are not.

use crate::json;
use crate::printable::{Ink, Page, message, printable};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Room for answers not yet written.
const BUFFER: usize = 64 * 1024;

/// Standard output, which reports that it cannot be written to. The standard library's own passes
/// over a descriptor that is not open for writing. (A descriptor that was closed when the process
/// began it has replaced by the null device, before any of this is run.)
pub(crate) fn output() -> io::Result<BufWriter<File>> {
    #[cfg(unix)]
    let descriptor = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(windows)]
    let descriptor =
        std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
    Ok(BufWriter::with_capacity(BUFFER, File::from(descriptor)))
}

/// What it means for the command that answers were written, or not.
pub(crate) fn written(result: io::Result<()>) -> Result<(), String> {
    match result {
        // Whoever was reading has seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write to standard output: {error}"))
        }
        _ => Ok(()),
    }
}

/// Prints an answer for people.
pub(crate) fn answer(page: &Page) -> Result<(), String> {
    written(output().and_then(|mut output| {
        output.write_all(page.text().as_bytes())?;
        output.flush()
    }))
}

/// Prints an answer for programs: a line of JSON.
pub(crate) fn answer_json(value: &impl Serialize) -> Result<(), String> {
    answer_lines(std::slice::from_ref(value))
}

/// Prints an answer for programs: JSON Lines.
pub(crate) fn answer_lines(values: &[impl Serialize]) -> Result<(), String> {
    written(output().and_then(|mut output| {
        values.iter().try_for_each(|value| json::write_line(&mut output, value))?;
        output.flush()
    }))
}

/// Whether standard output is looked at by someone who wants colours.
pub(crate) fn ink() -> Ink {
    if io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        Ink::Colours
    } else {
        Ink::Plain
    }
}

/// Says on standard error why the command failed.
pub(crate) fn error(text: &str) {
    say(&format!("error: {}", message(text)));
}

/// Says on standard error what someone should know beside the answer.
pub(crate) fn warning(text: &str) {
    say(&format!("warning: {}", message(text)));
}

/// Says on standard error that the library is wrong, in a line of any length: it is to be reported whole.
pub(crate) fn fault(line: &str) {
    say(&printable(line));
}

/// Says on standard error what was done, where someone looks.
pub(crate) fn note(text: &str) {
    if io::stderr().is_terminal() {
        say(&message(text));
    }
}

/// The answer and the exit code stand without it, so that nobody need hear.
fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
