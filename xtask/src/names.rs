//! `cargo xtask names`: the library is written in the words of its field.
//!
//! The glossary of CONTRIBUTING.md gives the field's term for each idea, and the words that do not stand
//! for it. No identifier of the library contains such a word, and no two of its types have one name. Closures
//! over indices, and macros, do not grow in number.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::layers::{is_test, rust_files};
use crate::steps::Outcome;
use crate::tokens::tokens;

/// Where the glossary is, under [`HEADING`].
const GLOSSARY: &str = "CONTRIBUTING.md";
const HEADING: &str = "## Glossary";

/// The source directory that the rule is about.
const SOURCE: &str = "crates/asunder/src";

/// Words that a file may use all the same: a public field that `asunder query` prints by this name.
const ALLOWED: [(&str, &str); 1] = [("query/explain.rs", "text")];

/// Text that stands in the library no more often than it did.
struct Counted {
    text: &'static str,
    most: usize,
    /// The file in which it may stand as often as it likes.
    home: &'static str,
    instead: &'static str,
}

const COUNTED: [Counted; 2] = [
    // It falls as modules come to use `linalg`.
    Counted {
        text: "array(|",
        most: 40,
        home: "linalg.rs",
        instead: "use the operators of `linalg::Vect`",
    },
    Counted {
        text: "macro_rules!",
        most: 12,
        home: "",
        instead: "write a generic function, or a row of a macro that is there",
    },
];

/// Looks at every file of the library but its tests.
pub(crate) fn check() -> Outcome {
    let glossary = fs::read_to_string(GLOSSARY).map_err(|error| format!("{GLOSSARY}: {error}"))?;
    let glossary = Glossary::of(&glossary);
    if glossary.replaced.is_empty() {
        return Err(format!("{GLOSSARY}: no word stands in the last column under `{HEADING}`"));
    }
    let mut found = Vec::new();
    let mut types = BTreeMap::new();
    let mut counts = [0; COUNTED.len()];
    for file in rust_files(Path::new(SOURCE))? {
        let source =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.strip_prefix(SOURCE).unwrap_or(&file);
        if is_test(name) {
            continue;
        }
        let name = name.display().to_string();
        for (count, counted) in counts.iter_mut().zip(&COUNTED) {
            if name != counted.home {
                *count += code(&source).matches(counted.text).count();
            }
        }
        found.extend(glossary.faults(&name, &source));
        found.extend(homonyms(&name, &source, &mut types));
    }
    if found.is_empty() {
        return counts.iter().zip(&COUNTED).try_for_each(|(&count, counted)| counted.kept(count));
    }
    Err(format!("{}\nthe glossary in {GLOSSARY} has the field's terms", found.join("\n")))
}

impl Counted {
    /// Refuses more of it than there were.
    fn kept(&self, count: usize) -> Outcome {
        let Self { text, most, instead, .. } = self;
        if count <= *most {
            return Ok(());
        }
        Err(format!("`{text}` stands in the library {count} times, not {most}: {instead}"))
    }
}

/// The terms of the field, and the words that are not used for them.
struct Glossary {
    /// Each as its words: `time of impact` has three.
    terms: Vec<Vec<String>>,
    replaced: BTreeSet<String>,
}

impl Glossary {
    /// Reads the table's first and last column.
    fn of(document: &str) -> Self {
        let section = document.split(HEADING).nth(1).unwrap_or_default();
        let section = section.split("\n## ").next().unwrap_or_default();
        let (mut terms, mut replaced) = (Vec::new(), BTreeSet::new());
        for row in section.lines().filter_map(|line| line.strip_prefix('|')?.strip_suffix('|')) {
            let term = row.split('|').next().unwrap_or_default().trim().to_lowercase();
            terms.push(term.split([' ', '-']).map(String::from).collect());
            let last = row.rsplit('|').next().unwrap_or_default();
            replaced.extend(last.split('`').skip(1).step_by(2).map(String::from));
        }
        Self { terms, replaced }
    }

    /// The identifiers that contain a replaced word which is no part of a term.
    fn faults(&self, file: &str, source: &str) -> Vec<String> {
        let mut found = Vec::new();
        for token in tokens(code(source)) {
            let words: Vec<String> = parts(token.text).collect();
            for (i, word) in words.iter().enumerate() {
                let is_allowed = ALLOWED.contains(&(file, word));
                if self.replaced.contains(word) && !is_allowed && !self.is_in_term(&words, i) {
                    found.push(format!("{file}:{}: `{}` says `{word}`", token.line, token.text));
                }
            }
        }
        found
    }

    /// Whether word `i` stands in one of the terms: that of `one_way` in `one-way platform` does.
    fn is_in_term(&self, words: &[String], i: usize) -> bool {
        self.terms.iter().filter(|term| term.len() > 1).any(|term| {
            words.windows(2).enumerate().any(|(start, pair)| {
                (start..start + 2).contains(&i) && term.windows(2).any(|of_term| of_term == pair)
            })
        })
    }
}

/// The types of a file that have the name of one before; adds the others to `types`.
fn homonyms(file: &str, source: &str, types: &mut BTreeMap<String, String>) -> Vec<String> {
    let mut found = Vec::new();
    for pair in tokens(code(source)).windows(2) {
        let [keyword, name] = pair else { continue };
        let defines = matches!(keyword.text, "struct" | "enum" | "trait" | "union");
        if !defines || !name.text.starts_with(char::is_uppercase) {
            continue;
        }
        let place = format!("{file}:{}", name.line);
        if let Some(first) = types.get(name.text) {
            found.push(format!("{place}: the type `{}` is defined at {first}, too", name.text));
        } else {
            types.insert(String::from(name.text), place);
        }
    }
    found
}

/// A source without its unit tests.
fn code(source: &str) -> &str {
    source.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default()
}

/// The words of an identifier, in small letters: `a_bit`, `ABit` and `A_BIT` have two.
fn parts(identifier: &str) -> impl Iterator<Item = String> + '_ {
    identifier.split('_').flat_map(|part| {
        let is_shouted = !part.contains(char::is_lowercase);
        let mut words: Vec<String> = Vec::new();
        for char in part.chars() {
            if words.is_empty() || char.is_uppercase() && !is_shouted {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(char.to_lowercase());
            }
        }
        words
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# Words\n`no`\n## Glossary\n| term | meaning | not |\n|---|---|---|\n\
                         | displacement | `vector` | `way`, `course` |\n| one-way platform | a floor | |\n\
                         ## More\n| `x` |\n";

    #[test]
    fn the_last_column_has_the_words_that_are_replaced() {
        let words: Vec<String> = Glossary::of(TABLE).replaced.into_iter().collect();
        assert_eq!(words, ["course", "way"]);
    }

    #[test]
    fn identifiers_fall_into_words() {
        let of = |name: &str| parts(name).collect::<Vec<_>>();
        assert_eq!(of("wide_courseTo"), ["wide", "course", "to"]);
        assert_eq!(of("MeetingWay2"), ["meeting", "way2"]);
        assert_eq!(of("THE_WAY"), ["the", "way"]);
    }

    #[test]
    fn a_replaced_word_is_a_fault_in_code_alone_and_not_in_a_term() {
        let source = "/// A way.\nstruct Gap;\nfn set_one_way(x: &str) { let _ = \"way\"; }\n\
                      fn on_way() {}\n#[cfg(test)]\nmod tests {\n    struct Way;\n}\n";
        let faults = Glossary::of(TABLE).faults("a.rs", source);
        assert_eq!(faults, ["a.rs:4: `on_way` says `way`"]);
    }

    #[test]
    fn a_type_is_defined_once() {
        let mut types = BTreeMap::new();
        assert!(homonyms("a.rs", "struct Gap;\nenum Axis {}\n", &mut types).is_empty());
        let found = homonyms("b.rs", "struct Side;\n\ntrait Gap {}\n", &mut types);
        assert_eq!(found, ["b.rs:3: the type `Gap` is defined at a.rs:1, too"]);
    }
}
