//! Error messages about a line: the place, what was found, what was expected.

use serde_json::Error;
use serde_json::error::Category;

/// The form of a line about two shapes.
pub(super) const PAIR: &str = r#"{"a":SHAPE,"b":SHAPE}"#;

/// The form of a line about a shape cast.
pub(super) const CASTING: &str = r#"{"a":SHAPE,"motion":[x,y,z],"b":SHAPE}"#;

/// The form of a line about a mover.
pub(super) const MOVING: &str = r#"{"a":SHAPE,"motion":[x,y,z],"obstacles":[SHAPE,...]}"#;

/// The form of a line about a walk.
pub(super) const WALKING: &str = r#"{"a":SHAPE,"motion":[x,y,z],"obstacles":[SHAPE,...],"options":{"step_height":h,"max_slope":degrees,"snap":h,"up":[x,y,z]}}"#;

/// The form of a line about a shape and what it may be in.
pub(super) const INSIDE: &str = r#"{"a":SHAPE,"obstacles":[SHAPE,...]}"#;

/// The form of a shape.
const SHAPE: &str = r#"a shape such as {"sphere":{"center":[0,0,0],"radius":1}}"#;

/// The line is other JSON, or not JSON.
pub(super) fn other_line(text: &str, form: &str) -> String {
    format!("the line is {}; expected {form}", excerpt(text))
}

/// The line is not a JSON object of the right fields.
pub(super) fn bad_line(error: &Error, form: &str) -> String {
    let message = without_place(error);
    match error.classify() {
        Category::Data => format!("{message}; expected {form}"),
        Category::Syntax | Category::Eof | Category::Io => {
            format!("not JSON: {message} at byte {}", error.column())
        }
    }
}

/// The field `name` is not a list of numbers. It is known to be JSON.
pub(super) fn bad_vector(name: &str, text: &str, error: &Error) -> String {
    let message = without_place(error);
    if message == "number out of range" {
        let number = number_around(text, error.column());
        return format!("{name} is {number}; expected a number within ±{:e}", f32::MAX);
    }
    format!("{name}: {message}; expected a vector such as [1,0,0]")
}

/// The field `name` is not an object.
pub(super) fn no_shape(name: &str, text: &str) -> String {
    format!("{name} is {}; expected {SHAPE}", excerpt(text))
}

/// The field `name` is an object, but not a shape. It is known to be JSON.
pub(super) fn bad_shape(name: &str, text: &str, error: &Error) -> String {
    let message = without_place(error);
    if let Some(place) = message.strip_suffix(": number out of range") {
        let number = number_around(text, error.column());
        return format!("{name}.{place} is {number}; expected a number within ±{:e}", f32::MAX);
    }
    let kind = text.split('"').nth(1).unwrap_or_default();
    if kind.is_empty() {
        return no_shape(name, text);
    }
    if message == "expected value" {
        return format!("{name} has more than the one field `{kind}`; expected {SHAPE}");
    }
    // The library's own messages begin with the kind as their place.
    let joint = if message.starts_with(kind) { "." } else { ": " };
    format!("{name}{joint}{message}")
}

/// The message without line and column, which count from the start of the parsed text.
fn without_place(error: &Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&place).unwrap_or(&message).to_owned()
}

/// The number that contains or ends at the byte `column`, counted from 1.
fn number_around(text: &str, column: usize) -> &str {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E');
    let (before, after) = text.split_at_checked(column).unwrap_or((text, ""));
    let before = before.trim_end_matches(|c| !is_part(c));
    let start = before.trim_end_matches(is_part).len();
    let rest = if before.len() == column { after } else { "" };
    let end = before.len() + rest.len() - rest.trim_start_matches(is_part).len();
    excerpt(&text[start..end])
}

/// A message without its middle if that quotes a long text of the line.
pub(super) fn shortened(message: String) -> String {
    let length = message.chars().count();
    if length <= 400 {
        return message;
    }
    let start: String = message.chars().take(60).collect();
    let end: String = message.chars().skip(length - 200).collect();
    format!("{start}...{end}")
}

/// The start of a text, short enough for a message.
fn excerpt(text: &str) -> &str {
    const LENGTH: usize = 60;
    let end = text.char_indices().nth(LENGTH).map_or(text.len(), |(end, _)| end);
    &text[..end]
}
