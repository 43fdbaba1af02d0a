//! Text from files, made safe to print: no control sequences, and short messages.

use std::fmt::{self, Write as _};

/// Whether a terminal shows a character as it is. Others begin escape sequences (C0, DEL and C1,
/// which has U+009B), break lines, or change the direction of the rest of the line.
pub(crate) fn is_shown(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(c, '\u{2028}' | '\u{2029}');
    !c.is_control() && !turns && !breaks
}

fn shown(c: char) -> char {
    if is_shown(c) { c } else { char::REPLACEMENT_CHARACTER }
}

/// A name from a file, for a part of a line.
pub(crate) fn printable(name: &str) -> String {
    name.chars().map(shown).collect()
}

/// The most lines of a message: the problem, and the line of a file that it is about; a file may have been
/// read for another.
const MOST_LINES: usize = 3;

/// The most characters of a line of a message.
const MOST_CHARACTERS: usize = 600;

/// A message made printable. A line break is kept if the next line is indented, as quoted lines of files
/// are; any other came from a file.
pub(crate) fn message(text: &str) -> String {
    const QUOTED: &str = "\n    ";
    let lines = text.trim_end().split(QUOTED).take(MOST_LINES);
    lines.map(|line| shortened(&printable(line))).collect::<Vec<_>>().join(QUOTED)
}

/// A line, without its middle if it is long.
fn shortened(line: &str) -> String {
    let length = line.chars().count();
    if length <= MOST_CHARACTERS {
        return line.to_owned();
    }
    let start: String = line.chars().take(MOST_CHARACTERS / 2).collect();
    let end: String = line.chars().skip(length - MOST_CHARACTERS / 2).collect();
    format!("{start}...{end}")
}

/// A style of highlighted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Bold,
    Red,
    Green,
    Yellow,
}

/// A page of text for people. Everything written to it is made printable; only its own escape sequences
/// remain.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    text: String,
    colour_mode: ColourMode,
}

/// Whether a page has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColourMode {
    Plain,
    Colours,
}

impl Page {
    pub(crate) fn new(colour_mode: ColourMode) -> Self {
        Self { text: String::new(), colour_mode }
    }

    /// Adds highlighted text.
    pub(crate) fn paint(&mut self, style: Style, text: &str) {
        let code = match style {
            Style::Bold => "1",
            Style::Red => "31",
            Style::Green => "32",
            Style::Yellow => "33",
        };
        match self.colour_mode {
            ColourMode::Plain => self.push(text),
            ColourMode::Colours => {
                self.text.push_str("\u{1b}[");
                self.text.push_str(code);
                self.text.push('m');
                self.push(text);
                self.text.push_str("\u{1b}[0m");
            }
        }
    }

    /// Adds trusted text, which may have escape sequences.
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
        // Writing to a page cannot fail.
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
        let mut page = Page::new(ColourMode::Colours);
        page.paint(Style::Red, "a\u{1b}[2Jb");
        page.line(format_args!("c\u{9b}d"));
        assert_eq!(page.text(), "\u{1b}[31ma\u{fffd}[2Jb\u{1b}[0mc\u{fffd}d\n");
        let mut page = Page::new(ColourMode::Plain);
        page.paint(Style::Bold, "a");
        assert_eq!(page.text(), "a");
    }
}
