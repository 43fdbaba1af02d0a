//! Reading of untrusted TOML.

use serde::de::DeserializeOwned;
use std::ops::Range;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// The greatest depth of nested brackets, which is also the limit of the crate `toml`.
const DEEPEST: usize = 80;

/// Deserializes TOML; an error is the range of the text at fault, and the problem.
///
/// # Errors
/// If the text is not TOML, lacks fields of `T` or has others, or nests brackets more than 80 deep.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, (Range<usize>, String)> {
    if let Some(place) = too_deep(text) {
        return Err((place, format!("more than {DEEPEST} brackets are open here; close some")));
    }
    toml::from_str(text)
        .map_err(|error| (error.span().unwrap_or_default(), error.message().to_owned()))
}

/// The first bracket inside [`DEEPEST`] others.
///
/// The parser recurses for each bracket, and its own limit does not hold where it has skipped a bracket
/// whose end it reads: each counts as one level less, so that a text can overflow the stack. Here a
/// bracket is closed only by its counterpart, so that the depth is the parser's, or more.
fn too_deep(text: &str) -> Option<Range<usize>> {
    let mut open = Vec::new();
    for token in Source::new(text).lex() {
        let kind = token.kind();
        match kind {
            TokenKind::LeftSquareBracket => open.push(TokenKind::RightSquareBracket),
            TokenKind::LeftCurlyBracket => open.push(TokenKind::RightCurlyBracket),
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                open.pop_if(|expected| *expected == kind);
            }
            TokenKind::Dot
            | TokenKind::Equals
            | TokenKind::Comma
            | TokenKind::Whitespace
            | TokenKind::Comment
            | TokenKind::Newline
            | TokenKind::LiteralString
            | TokenKind::BasicString
            | TokenKind::MlLiteralString
            | TokenKind::MlBasicString
            | TokenKind::Atom
            | TokenKind::Eof => {}
        }
        if open.len() > DEEPEST {
            return Some(token.span().start()..token.span().end());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml::Table;

    fn read(text: &str) -> Result<Table, (Range<usize>, String)> {
        read_toml(text)
    }

    #[test]
    fn brackets_may_be_open_to_a_depth() {
        let nested = |depth: usize| format!("x = {}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(read(&nested(DEEPEST)).is_ok());
        let (place, problem) = read(&nested(DEEPEST + 1)).unwrap_err();
        assert_eq!((place, problem.contains("80 brackets")), (84..85, true));
    }

    #[test]
    fn brackets_beside_one_another_or_in_strings_are_not_counted() {
        let beside = format!("x = [{}]\n{}", "[1],".repeat(1000), "[[y]]\nz = {}\n".repeat(1000));
        assert!(read(&beside).is_ok());
        assert!(read(&format!("x = '{0}' # {0}\n", "[{".repeat(1000))).is_ok());
    }

    /// Each `{}` lacks a key, and is skipped; the tables after them are as deep as the text likes.
    #[test]
    fn skipped_brackets_do_not_pay_for_open_ones() {
        let text = format!("x = {{ {}y = {}", "{},".repeat(100_000), "{a = ".repeat(100_000));
        assert!(read(&text).unwrap_err().1.contains("80 brackets"));
    }
}
