//! Lines of JSON that are safe on a terminal: characters that [`is_shown`] refuses are escaped.

use crate::printable::is_shown;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// Writes a value as a line.
pub(crate) fn write_line(output: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *output, Escaping))?;
    output.write_all(b"\n")
}

/// A formatter of JSON without white space that escapes such characters, as `\u009b`.
#[derive(Clone, Copy, Debug)]
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((start, c)) = rest.char_indices().find(|&(_, c)| !is_shown(c)) {
            writer.write_all(&rest.as_bytes()[..start])?;
            // All of them have sixteen bits at most.
            write!(writer, "\\u{:04x}", u32::from(c))?;
            rest = &rest[start + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_back_and_steers_nothing() {
        let text = "a\u{1b}[31m\u{7f}\u{9b}2J\u{202e}b\u{2066}\u{61c}\n\"ä\\";
        let mut line = Vec::new();
        write_line(&mut line, &text).expect("a list takes all");
        let line = String::from_utf8(line).expect("JSON is text");
        assert!(line.trim_end().chars().all(is_shown), "{line:?}");
        let read: String = serde_json::from_str(&line).expect("what is written is JSON");
        assert_eq!(read, text);
    }
}
