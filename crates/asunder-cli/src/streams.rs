//! Standard output, whose errors are the command's, and standard error, whose errors are ignored.

use crate::json;
use crate::printable::{ColourMode, Page, message, printable};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};

/// The size of the output buffer.
const BUFFER: usize = 64 * 1024;

/// Standard output that reports write errors. The standard library's own ignores a descriptor that is not
/// open for writing. (A descriptor that was closed at the start of the process is the null device by
/// now.)
pub(crate) fn output() -> io::Result<BufWriter<File>> {
    #[cfg(unix)]
    let descriptor = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(windows)]
    let descriptor =
        std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
    Ok(BufWriter::with_capacity(BUFFER, File::from(descriptor)))
}

/// The result of the command after writing answers.
pub(crate) fn written(result: io::Result<()>) -> Result<(), String> {
    match result {
        // The reader has closed the pipe.
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

/// The colour mode of standard output.
pub(crate) fn colour_mode() -> ColourMode {
    if io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        ColourMode::Colours
    } else {
        ColourMode::Plain
    }
}

/// Prints the error of the command on standard error.
pub(crate) fn error(text: &str) {
    say(&format!("error: {}", message(text)));
}

/// Prints a warning on standard error.
pub(crate) fn warning(text: &str) {
    say(&format!("warning: {}", message(text)));
}

/// Prints on standard error that the library is wrong, in a line of any length, to be reported whole.
pub(crate) fn fault(line: &str) {
    say(&printable(line));
}

/// Prints a note on standard error, if that is a terminal.
pub(crate) fn note(text: &str) {
    if io::stderr().is_terminal() {
        say(&message(text));
    }
}

/// Prints a line on standard error; errors are ignored, as answers and exit code do not depend on it.
fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
