//! The paths of Rust source that start at the crate's root.
//!
//! Reading tokens is enough: a path is a run of them wherever it stands.

use crate::tokens::{Token, tokens};

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
