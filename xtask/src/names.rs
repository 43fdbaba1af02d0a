//! `cargo xtask names`: the library is written in the words of its field.
//!
//! The glossary of CONTRIBUTING.md gives the field's term for each idea, and the words that stood for it
//! here. Those words, as parts of identifiers, and names that more than one type has may only become
//! fewer than `testdata/names.txt` says.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::layers::rust_files;
use crate::steps::{Outcome, agreed};
use crate::tokens::tokens;

/// Where the glossary is, under [`HEADING`].
const GLOSSARY: &str = "CONTRIBUTING.md";
const HEADING: &str = "## Glossary";

/// The source directory that the rule is about.
const SOURCE: &str = "crates/asunder/src";

/// What was counted when it was last agreed to.
const AGREED: &str = "testdata/names.txt";

/// How often each name occurs: a word of the glossary in identifiers, or `type NAME` in definitions.
type Counts = BTreeMap<String, usize>;

/// Counts, and compares with what was agreed to; with `ASUNDER_BLESS=1`, writes it instead.
pub(crate) fn check() -> Outcome {
    let glossary = fs::read_to_string(GLOSSARY).map_err(|error| format!("{GLOSSARY}: {error}"))?;
    let replaced = replaced(&glossary);
    if replaced.is_empty() {
        return Err(format!("{GLOSSARY}: no word stands in the last column under `{HEADING}`"));
    }
    let (mut counts, mut types) = (Counts::new(), Counts::new());
    for file in rust_files(Path::new(SOURCE))? {
        let source =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let is_test = file.ends_with("tests.rs") || file.iter().any(|part| part == "tests");
        if !is_test {
            count(&source, &replaced, &mut counts, &mut types);
        }
    }
    counts.extend(types.into_iter().filter(|(_, count)| *count > 1));
    let Some(agreed) = agreed(AGREED, || table(&counts))? else { return Ok(()) };
    compare(&agreed, &counts)
}

/// The words in the last column of the glossary's table.
fn replaced(glossary: &str) -> BTreeSet<String> {
    let section = glossary.split(HEADING).nth(1).unwrap_or_default();
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'));
    let columns = rows.filter_map(|row| row.rsplit('|').next());
    let words = columns.flat_map(|column| column.split('`').skip(1).step_by(2));
    words.map(String::from).collect()
}

/// Adds the words of a file's identifiers that are replaced, and the types that it defines.
fn count(source: &str, replaced: &BTreeSet<String>, words: &mut Counts, types: &mut Counts) {
    let source = source.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let tokens = tokens(source);
    for token in &tokens {
        for word in parts(token.text).filter(|word| replaced.contains(word)) {
            *words.entry(word).or_default() += 1;
        }
    }
    for pair in tokens.windows(2) {
        let [keyword, name] = pair else { continue };
        let defines = matches!(keyword.text, "struct" | "enum" | "trait" | "union");
        if defines && name.text.starts_with(char::is_uppercase) {
            *types.entry(format!("type {}", name.text)).or_default() += 1;
        }
    }
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

fn table(counts: &Counts) -> String {
    let mut text = String::new();
    for (name, count) in counts {
        let _ = writeln!(text, "{name} {count}");
    }
    text
}

fn compare(agreed: &str, counts: &Counts) -> Outcome {
    let agreed: Counts = agreed
        .lines()
        .filter_map(|line| {
            let (name, count) = line.rsplit_once(' ')?;
            Some((String::from(name), count.parse().ok()?))
        })
        .collect();
    let mut more = Vec::new();
    let mut fewer = 0;
    for name in agreed.keys().chain(counts.keys()).collect::<BTreeSet<_>>() {
        let [before, now] = [&agreed, counts].map(|all| all.get(name).copied().unwrap_or_default());
        if now > before {
            more.push(format!("{name}: {before} were agreed to, {now} there are"));
        }
        fewer += usize::from(now < before);
    }
    let (types, words): (Vec<_>, Vec<_>) =
        counts.iter().partition(|(name, _)| name.starts_with("type "));
    let words: usize = words.iter().map(|(_, count)| **count).sum();
    println!(
        "-- {words} identifiers with a word that the glossary replaces; {} names of more than one type",
        types.len()
    );
    if !more.is_empty() {
        return Err(format!(
            "{}\nthe glossary in {GLOSSARY} has the field's terms; a homonym wants the noun of what it is",
            more.join("\n")
        ));
    }
    if fewer > 0 {
        println!("-- fewer than {AGREED} says ({fewer} lines): write it anew with ASUNDER_BLESS=1");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# Words\n`no`\n## Glossary\n| term | meaning | here |\n|---|---|---|\n\
                         | displacement | `vector` | `way`, `course` |\n| hull | all | |\n## More\n| `x` |\n";

    #[test]
    fn the_last_column_has_the_words_that_are_replaced() {
        let words: Vec<String> = replaced(TABLE).into_iter().collect();
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
    fn code_counts_and_comments_and_tests_do_not() {
        let source = "/// A way.\nstruct Way;\nstruct Gap;\nfn way_of(x: &str) { let _ = \"way\"; }\n\
                      trait Gap {}\n#[cfg(test)]\nmod tests {\n    struct Way;\n}\n";
        let (mut words, mut types) = (Counts::new(), Counts::new());
        count(source, &replaced(TABLE), &mut words, &mut types);
        assert_eq!(table(&words), "way 2\n");
        assert_eq!(table(&types), "type Gap 2\ntype Way 1\n");
    }

    #[test]
    fn more_is_an_error_and_fewer_is_none() {
        let counts = |text: &str| {
            let mut counts = Counts::new();
            counts.insert(String::from("way"), text.len());
            counts
        };
        assert_eq!(compare("way 3\n", &counts("aaa")), Ok(()));
        assert_eq!(compare("way 3\n", &counts("a")), Ok(()));
        let error = compare("way 3\n", &counts("aaaa")).unwrap_err();
        assert!(error.starts_with("way: 3 were agreed to, 4 there are\n"), "{error}");
        assert!(compare("", &counts("a")).is_err());
    }
}
