//! The public items of a source file, as their tokens: what a crate that uses this one can see change.
//!
//! An item in a private module counts as well, and so do all variants of an enum and all of a public trait:
//! rather one run too many than one too few. Bodies of functions, comments and literals do not count.

use crate::tokens::{Token, tokens};

/// The public items of a file, one text each.
pub(super) fn items(source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let texts: Vec<&str> = tokens.iter().map(|token: &Token<'_>| token.text).collect();
    let mut found = Vec::new();
    collect(&texts, &mut found);
    found
}

/// Collects the public items of a sequence of items, and of the modules, implementations and types in it.
fn collect(texts: &[&str], found: &mut Vec<String>) {
    let mut at = 0;
    // Where the attributes of the next item begin.
    let mut start = 0;
    while at < texts.len() {
        match texts[at] {
            "#" => {
                let bracket = if texts.get(at + 1) == Some(&"!") { at + 2 } else { at + 1 };
                at = past_group(texts, bracket);
                continue;
            }
            "pub" => {
                let restricted = texts.get(at + 1) == Some(&"(");
                let item = if restricted { past_group(texts, at + 1) } else { at + 1 };
                at = if restricted { item } else { public(texts, (start, item), found) };
                if !restricted {
                    start = at;
                }
                continue;
            }
            "mod" if is_test(&texts[start..at]) => {
                at = past_item(texts, at);
            }
            "impl" => {
                let end = end_of_header(texts, at);
                if texts[at..end].contains(&"for") {
                    found.push(texts[at..end].join(" "));
                }
                let past = past_group(texts, end);
                collect(inside(texts, end, past), found);
                at = past;
            }
            "mod" if texts.get(at + 2) == Some(&"{") => {
                let past = past_group(texts, at + 2);
                collect(inside(texts, at + 2, past), found);
                at = past;
            }
            // What a macro makes of its input may be public.
            _ if texts.get(at + 1) == Some(&"!") => {
                let past = past_item(texts, at);
                found.push(texts[at..past].join(" "));
                at = past;
            }
            "struct" | "enum" | "union" | "trait" | "fn" | "use" | "const" | "static" | "type" => {
                at = past_item(texts, at);
            }
            _ => {
                at += 1;
                continue;
            }
        }
        start = at;
    }
}

/// Collects a public item, whose attributes begin at `start` and which itself begins at `item`; returns
/// where it ends.
fn public(texts: &[&str], (start, item): (usize, usize), found: &mut Vec<String>) -> usize {
    // Before the word that says what it is there may be others: `const fn`, `async`.
    let end = end_of_header(texts, item);
    let header = &texts[item..end];
    let past = past_item(texts, item);
    let shown = match header.first() {
        // Its items are public, or they are not.
        Some(&"mod") if texts.get(end) == Some(&"{") => {
            collect(inside(texts, end, past), found);
            end
        }
        Some(&"struct" | &"union") if texts.get(end) == Some(&"{") => {
            fields(inside(texts, end, past), &header.join(" "), found);
            end
        }
        Some(&"enum" | &"trait" | &"use" | &"struct") => past,
        _ if header.contains(&"fn") => end,
        _ => past,
    };
    found.push(texts[start..shown].join(" "));
    past
}

/// Collects the public fields of a struct.
fn fields(texts: &[&str], of: &str, found: &mut Vec<String>) {
    let mut depth = 0_i32;
    let mut field = Vec::new();
    let end = [","];
    for &text in texts.iter().chain(&end) {
        match text {
            "<" | "(" | "[" | "{" => depth += 1,
            ">" | ")" | "]" | "}" if field.last() != Some(&"-") => depth -= 1,
            "," if depth == 0 => {
                let is_public =
                    field.windows(2).any(|pair: &[&str]| pair[0] == "pub" && pair[1] != "(");
                if is_public {
                    found.push(format!("{of} . {}", field.join(" ")));
                }
                field.clear();
                continue;
            }
            _ => {}
        }
        field.push(text);
    }
}

/// Whether attributes say that what follows is for tests.
fn is_test(attributes: &[&str]) -> bool {
    attributes.windows(4).any(|it| it == ["cfg", "(", "test", ")"])
}

/// Where the header of an item ends: at its body, its end, or what it is set to.
fn end_of_header(texts: &[&str], from: usize) -> usize {
    let mut at = from;
    while at < texts.len() && !matches!(texts[at], "{" | ";") {
        at = if matches!(texts[at], "(" | "[") { past_group(texts, at) } else { at + 1 };
    }
    at
}

/// Past an item: its body, or its semicolon.
fn past_item(texts: &[&str], from: usize) -> usize {
    let mut at = from;
    while at < texts.len() {
        match texts[at] {
            ";" => return at + 1,
            "{" => {
                at = past_group(texts, at);
                // What is set to a block, and `use a::{b};`, end with a semicolon after it.
                if texts.get(at) == Some(&";") {
                    at += 1;
                }
                return at;
            }
            "(" | "[" => at = past_group(texts, at),
            _ => at += 1,
        }
    }
    at
}

/// Past the group that begins at `from`, if one does there.
fn past_group(texts: &[&str], from: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = from;
    while at < texts.len() {
        match texts[at] {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at
}

/// What is between the marks of a group.
fn inside<'t, 's>(texts: &'t [&'s str], from: usize, past: usize) -> &'t [&'s str] {
    texts.get(from + 1..past.saturating_sub(1)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with items of every kind.
    const SOURCE: &str = r#"
        //! About.
        use std::fmt;
        pub use a::{B, C};
        pub mod open { pub fn within() -> u8 { 7 } fn hidden() {} }
        pub(crate) fn restricted(x: u8) {}
        /// A thing.
        #[derive(Clone, Debug)]
        pub struct Thing<V: Vector> { pub field: BTreeMap<V, u8>, secret: Vec<(u8, u8)>, pub(crate) own: u8 }
        pub struct Pair(pub u8, u8);
        #[non_exhaustive]
        pub enum Kind { One, Two { x: f32 } }
        impl<V: Vector> Thing<V> {
            #[must_use]
            pub const fn get(&self, at: [u8; 2]) -> &V { &self.field }
            fn private(&self) { pub_word(); }
        }
        impl fmt::Display for Pair { fn fmt(&self) -> fmt::Result { Ok(()) } }
        pub trait Ask { type Answer; fn ask(&self) -> Self::Answer { todo() } }
        pub const LIMIT: u32 = 1 << 4;
        macro_rules! aliases { ($A:ident) => { pub type $A = Thing<Vec2>; }; }
        aliases! { Thing2 }
        #[cfg(test)]
        mod tests { pub fn helper() {} }
        pub fn last<T>(t: T) -> Result<T, u8> where T: Into<u8> { t }
    "#;

    fn changed(from: &str, to: &str) -> bool {
        let other = SOURCE.replacen(from, to, 1);
        assert_ne!(other, SOURCE, "`{from}` is not there");
        items(&other) != items(SOURCE)
    }

    #[test]
    fn what_others_can_see_counts() {
        for (from, to) in [
            ("a::{B, C}", "a::{B}"),
            ("within() -> u8", "within() -> u16"),
            ("#[derive(Clone, Debug)]", "#[derive(Clone)]"),
            ("Thing<V: Vector> {", "Thing<V> {"),
            ("pub field: BTreeMap<V, u8>", "pub field: BTreeMap<V, u16>"),
            ("pub field: ", "field: "),
            ("Pair(pub u8, u8)", "Pair(pub u8, pub u8)"),
            ("#[non_exhaustive]", ""),
            ("Two { x: f32 }", "Two { y: f32 }"),
            ("pub const fn get", "pub fn get"),
            ("at: [u8; 2]", "at: [u8; 3]"),
            ("fmt::Display for Pair", "fmt::Debug for Pair"),
            ("type Answer;", "type Answer: Copy;"),
            ("1 << 4", "1 << 5"),
            ("{ pub type $A = Thing<Vec2>; }", "{ pub type $A = Thing<Vec3>; }"),
            ("aliases! { Thing2 }", "aliases! { Thing3 }"),
            ("where T: Into<u8>", "where T: Into<u16>"),
        ] {
            assert!(changed(from, to), "`{from}` became `{to}`");
        }
    }

    #[test]
    fn what_others_cannot_see_does_not() {
        for (from, to) in [
            ("//! About.", "//! About something else."),
            ("/// A thing.", "/// The thing."),
            ("-> u8 { 7 }", "-> u8 { 8 }"),
            ("fn hidden()", "fn concealed()"),
            ("restricted(x: u8)", "restricted(x: u16)"),
            ("secret: Vec<(u8, u8)>", "secret: Vec<u8>"),
            ("pub(crate) own: u8", "pub(crate) own: u16"),
            ("{ &self.field }", "{ &self.other }"),
            ("fn private(&self) { pub_word(); }", ""),
            ("{ Ok(()) }", "{ Err(()) }"),
            ("pub fn helper() {}", "pub fn helped() {}"),
            ("{ t }", "{ t.into() }"),
        ] {
            assert!(!changed(from, to), "`{from}` became `{to}`");
        }
    }

    #[test]
    fn each_item_is_one_text() {
        let found = items(SOURCE);
        let has = |text: &str| assert!(found.iter().any(|it| it == text), "{text}: {found:#?}");
        has("pub use a : : { B , C } ;");
        has("pub fn within ( ) - > u8");
        has("# [ must_use ] pub const fn get ( & self , at : [ u8 ; 2 ] ) - > & V");
        has("struct Thing < V : Vector > . pub field : BTreeMap < V , u8 >");
        has("impl fmt : : Display for Pair");
    }
}
