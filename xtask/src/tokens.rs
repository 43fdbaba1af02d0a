//! Rust source as words and marks of punctuation, without comments and literals.

/// A word or a single mark of punctuation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'s> {
    pub(crate) line: usize,
    pub(crate) text: &'s str,
}

/// The tokens of `source`; white space, comments and literals other than numbers leave none.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let skipped = skipped(rest);
        let length = match skipped {
            Some(length) => length,
            None if is_word(first) => word(rest).len(),
            None => first.len_utf8(),
        };
        let text = &rest[..length];
        if skipped.is_none() && !first.is_whitespace() {
            tokens.push(Token { line, text });
        }
        line += text.matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// The word that `rest` starts with.
fn word(rest: &str) -> &str {
    let end = rest.find(|char| !is_word(char)).unwrap_or(rest.len());
    &rest[..end]
}

/// The length of the comment, string or character literal that `rest` starts with.
fn skipped(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(block_comment(rest));
    }
    match word(rest) {
        "" => quoted(rest),
        prefix @ ("r" | "br" | "cr") => {
            raw_string(&rest[prefix.len()..]).map(|length| prefix.len() + length)
        }
        _ => None,
    }
}

/// The length of a block comment, which may hold others.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        let tail = &rest.as_bytes()[at..];
        if tail.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if tail.starts_with(b"*/") {
            depth -= 1;
            at += 2;
        } else {
            at += 1;
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

/// The length of a string or character literal; a lifetime is neither.
fn quoted(rest: &str) -> Option<usize> {
    let mut chars = rest.chars();
    let quote = chars.next().filter(|char| matches!(char, '"' | '\''))?;
    let (second, third) = (chars.next(), chars.next());
    if quote == '\'' && second != Some('\\') && third != Some('\'') {
        return None;
    }
    let mut escaped = false;
    let end = rest.char_indices().skip(1).find(|&(_, char)| {
        let closes = char == quote && !escaped;
        escaped = char == '\\' && !escaped;
        closes
    });
    Some(end.map_or(rest.len(), |(at, _)| at + 1))
}

/// The length of a raw string, less its prefix: `rest` starts with its hashes, if any.
fn raw_string(rest: &str) -> Option<usize> {
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    let body = rest[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", &rest[..hashes]);
    Some(body.find(&close).map_or(rest.len(), |at| hashes + 1 + at + close.len()))
}
