//! The paths of Rust source that start at the crate's root.
//!
//! Reading tokens is enough: it tells code from comments and literals, and a path is a run of
//! tokens wherever it stands.

/// The first name of every path behind `crate::`, with its line: `query` of `crate::query::side`,
/// both `shape` and `rig` of `crate::{shape::Obb, rig}`, `*` of `crate::*`.
pub(super) fn crate_paths(source: &str) -> Vec<(usize, &str)> {
    let tokens = tokens(source);
    let mut found = Vec::new();
    for (at, window) in tokens.windows(4).enumerate() {
        let [root, colon, again, first] = window else { continue };
        if (root.text, colon.text, again.text) != ("crate", ":", ":") {
            continue;
        }
        if first.text == "{" {
            found.extend(entries(&tokens[at + 4..]).iter().map(|token| (token.line, token.text)));
        } else {
            found.push((first.line, first.text));
        }
    }
    found
}

/// The first token of each entry of a `{…}` group whose opening brace stands before `tokens`.
fn entries<'s>(tokens: &[Token<'s>]) -> Vec<Token<'s>> {
    let mut entries = Vec::new();
    let mut depth = 0;
    let mut starts = true;
    for &token in tokens {
        match token.text {
            "{" => depth += 1,
            "}" if depth == 0 => break,
            "}" => depth -= 1,
            _ if starts && depth == 0 => entries.push(token),
            _ => {}
        }
        starts = token.text == ",";
    }
    entries
}

/// A word or a single mark of punctuation.
#[derive(Clone, Copy, Debug)]
struct Token<'s> {
    line: usize,
    text: &'s str,
}

/// The tokens of `source`; white space, comments and literals other than numbers leave none.
fn tokens(source: &str) -> Vec<Token<'_>> {
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

#[cfg(test)]
mod tests {
    use super::crate_paths;

    #[track_caller]
    fn check(source: &str, expected: &[(usize, &str)]) {
        assert_eq!(crate_paths(source), expected, "{source}");
    }

    #[test]
    fn a_path_is_found_wherever_it_stands() {
        check("use crate::rig::Rig;", &[(1, "rig")]);
        check("fn f(a: &crate::shape::Obb) -> crate :: tree::Id {}", &[(1, "shape"), (1, "tree")]);
        check("let a = [1];\n\n    $crate::world::step(a)", &[(3, "world")]);
    }

    #[test]
    fn a_group_gives_the_first_name_of_each_entry() {
        check(
            "use crate::{\n    shape::{Aabb, Obb},\n    query::side as q, rig, tree::*,\n};\nf(a, b)",
            &[(2, "shape"), (3, "query"), (3, "rig"), (3, "tree")],
        );
        check("use crate::{};", &[]);
    }

    #[test]
    fn other_uses_of_the_word_are_no_paths() {
        check("pub(crate) fn f() {} fn g(my_crate: u8) {} my_crate::a::b()", &[]);
    }

    #[test]
    fn comments_are_skipped() {
        check("// crate::a\n/// [crate::b]\n//! crate::c\ncrate::d", &[(4, "d")]);
        check("/* crate::a /* crate::b */\n crate::c */ crate::d", &[(2, "d")]);
        check("crate::a // crate::b", &[(1, "a")]);
    }

    #[test]
    fn literals_are_skipped() {
        check(r#"f("crate::a \" crate::b", crate::c)"#, &[(1, "c")]);
        check("f(\"one\ntwo\", crate::c)", &[(2, "c")]);
        check("f(r\"crate::a \\\", b\"\\\\\", crate::c)", &[(1, "c")]);
        check("f(br#\"crate::a \" crate::b\"#, crate::c)", &[(1, "c")]);
        check(r"f('\'', '\\', '/', b'\x22', '\u{e9}', 'é', crate::c)", &[(1, "c")]);
        check("f('\"', crate::c, '\"')", &[(1, "c")]);
    }

    #[test]
    fn a_lifetime_opens_no_literal() {
        check("fn f<'a>(a: &'a crate::b::B<'a>) -> &'a str {}", &[(1, "b")]);
        check("fn f(a: &'static str) { crate::b::c::<'_>(a) }", &[(1, "b")]);
    }
}
