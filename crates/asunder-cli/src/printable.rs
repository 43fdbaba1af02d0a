//! Text from files, made safe to print: it cannot steer a terminal, and a message stays short.

use std::fmt::{self, Write as _};

/// Whether a terminal shows a character as it stands. Others begin escape sequences (C0, DEL and C1,
/// which holds U+009B), break lines, or turn the direction in which the rest of the line is read.
pub(crate) fn is_shown(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(c, '\u{2028}' | '\u{2029}');
    !c.is_control() && !turns && !breaks
}

fn shown(c: char) -> char {
    if is_shown(c) { c } else { char::REPLACEMENT_CHARACTER }
}

/// A name from a file as a part of a line.
pub(crate) fn printable(name: &str) -> String {
    name.chars().map(shown).collect()
}

/// The most lines of a message: what is wrong, and the line of a file that it is about; a file may
/// have been read on behalf of another.
const MOST_LINES: usize = 3;

/// The most characters of a line of a message.
const MOST_CHARACTERS: usize = 600;

/// A message as it is printed. A line break is kept where the next line is indented, as quoted lines
/// of files are; any other came from a file.
pub(crate) fn message(text: &str) -> String {
    const QUOTED: &str = "\n    ";
    let lines = text.trim_end().split(QUOTED).take(MOST_LINES);
    lines.map(|line| shortened(&printable(line))).collect::<Vec<_>>().join(QUOTED)
}

/// A line without its middle, where it is long.
fn shortened(line: &str) -> String {
    let length = line.chars().count();
    if length <= MOST_CHARACTERS {
        return line.to_owned();
    }
    let start: String = line.chars().take(MOST_CHARACTERS / 2).collect();
    let end: String = line.chars().skip(length - MOST_CHARACTERS / 2).collect();
    format!("{start}...{end}")
}

/// What stands out on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Bold,
    Red,
    Green,
    Yellow,
}

/// An answer for people. Whatever is written to it is made printable: escape sequences are its own
/// alone.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    text: String,
    ink: Ink,
}

/// Whether a page has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Plain,
    Colours,
}

impl Page {
    pub(crate) fn new(ink: Ink) -> Self {
        Self { text: String::new(), ink }
    }

    /// Adds text that stands out.
    pub(crate) fn paint(&mut self, style: Style, text: &str) {
        let code = match style {
            Style::Bold => "1",
            Style::Red => "31",
            Style::Green => "32",
            Style::Yellow => "33",
        };
        match self.ink {
            Ink::Plain => self.push(text),
            Ink::Colours => {
                self.text.push_str("\u{1b}[");
                self.text.push_str(code);
                self.text.push('m');
                self.push(text);
                self.text.push_str("\u{1b}[0m");
            }
        }
    }

    /// Adds text that holds nothing of any file, colours included.
    pub(crate) fn push_own(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.text.extend(text.chars().map(|c| if c == '\n' { c } else { shown(c) }));
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
    }

    /// Adds a line.
    pub(crate) fn line(&mut self, line: fmt::Arguments<'_>) {
        // A page takes whatever comes.
        let _ = self.write_fmt(line);
        self.text.push('\n');
    }
}

impl fmt::Write for Page {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_replaced() {
        for c in ['\u{0}', '\u{7}', '\u{1b}', '\u{7f}', '\u{80}', '\u{9b}', '\u{9f}', '\u{61c}']
            .into_iter()
            .chain('\u{200e}'..='\u{200f}')
            .chain('\u{2028}'..='\u{202e}')
            .chain('\u{2066}'..='\u{2069}')
        {
            assert_eq!(printable(&format!("a{c}b")), "a\u{fffd}b", "{:x}", u32::from(c));
        }
        for text in ["plain", "ä ö", "דג", "日本", "👩‍🚀"] {
            assert_eq!(printable(text), text);
        }
    }

    #[test]
    fn a_message_is_a_few_short_lines() {
        let told = message("scene.toml:1:2: no\n    size = 1\nforged\n");
        assert_eq!(told, "scene.toml:1:2: no\n    size = 1\u{fffd}forged");
        let long = message(&format!("{}\n    {}", "a".repeat(10_000), "\u{e4}".repeat(10_000)));
        let lengths: Vec<usize> = long.lines().map(|line| line.trim().chars().count()).collect();
        assert_eq!(lengths, [603, 603]);
        assert_eq!(message(&"\n    x".repeat(50)).lines().count(), 3);
    }

    #[test]
    fn a_page_has_no_escapes_but_its_own() {
        let mut page = Page::new(Ink::Colours);
        page.paint(Style::Red, "a\u{1b}[2Jb");
        page.line(format_args!("c\u{9b}d"));
        assert_eq!(page.text(), "\u{1b}[31ma\u{fffd}[2Jb\u{1b}[0mc\u{fffd}d\n");
        let mut page = Page::new(Ink::Plain);
        page.paint(Style::Bold, "a");
        assert_eq!(page.text(), "a");
    }
}
