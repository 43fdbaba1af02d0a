//! The lines of a stream, of any length, in constant memory.

use std::io::{self, BufRead, BufReader, Read};

/// The most bytes of a line.
pub(super) const LIMIT: usize = 1024 * 1024;

/// Reads a stream line by line. The byte order mark of UTF-8 is skipped.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    number: u64,
    ended: bool,
}

pub(super) enum InputLine<'a> {
    /// A line without the white space around it.
    Text(&'a [u8]),
    /// A line of more than [`LIMIT`] bytes.
    TooLong,
    /// The whole stream, which is encoded as UTF-16.
    Utf16,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: BufReader<R>) -> Self {
        Self { input, line: Vec::new(), number: 0, ended: false }
    }

    /// Whether the next line needs another read.
    pub(super) fn would_read(&self) -> bool {
        self.input.buffer().is_empty()
    }

    /// The next line and its number, counted from 1.
    pub(super) fn next(&mut self) -> io::Result<Option<(u64, InputLine<'_>)>> {
        if self.ended {
            return Ok(None);
        }
        self.line.clear();
        let most = LIMIT as u64 + 1;
        let length = self.input.by_ref().take(most).read_until(b'\n', &mut self.line)?;
        if length == 0 {
            return Ok(None);
        }
        self.number += 1;
        let mut line = self.line.as_slice();
        if self.number == 1 {
            if is_utf16(line) {
                self.ended = true;
                return Ok(Some((1, InputLine::Utf16)));
            }
            line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        }
        if length > LIMIT && !line.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
            return Ok(Some((self.number, InputLine::TooLong)));
        }
        Ok(Some((self.number, InputLine::Text(line.trim_ascii()))))
    }
}

/// Whether a stream starts like UTF-16: by its byte order mark, or by a brace of two bytes.
fn is_utf16(start: &[u8]) -> bool {
    let marks: [&[u8]; 4] = [b"\xFF\xFE", b"\xFE\xFF", b"{\0", b"\0{"];
    marks.iter().any(|mark| start.starts_with(mark))
}
