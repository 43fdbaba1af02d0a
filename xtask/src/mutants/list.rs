//! The list of constants, as `testdata/constants.txt` has it.

use std::fs;

/// A number of the library.
#[derive(Debug, PartialEq)]
pub(super) struct Entry {
    /// Where it is, from the library's folder of sources on.
    pub(super) file: String,
    /// The text that has it, found there exactly once.
    pub(super) text: String,
    /// What holds it to its value.
    pub(super) guard: Guard,
}

/// What holds a number to its value.
#[derive(Debug, PartialEq)]
pub(super) enum Guard {
    /// Tests, of which one fails when it is weakened.
    Tests(Mutant),
    /// One of the scripts in `proofs/`, which `cargo xtask proofs` weakens it in.
    Proof(String),
    /// Nothing: no answer's truth rests on it.
    None,
}

/// A number that is weaker than what was derived.
#[derive(Debug, PartialEq)]
pub(super) struct Mutant {
    /// The text instead.
    pub(super) weaker: String,
    /// What the names of the tests contain of which one must fail.
    pub(super) tests: String,
}

impl Mutant {
    /// The source with the weaker number.
    pub(super) fn apply(&self, entry: &Entry, source: &str) -> Result<String, String> {
        let Entry { file, text, .. } = entry;
        match source.matches(text.as_str()).count() {
            1 => Ok(source.replacen(text, &self.weaker, 1)),
            found => Err(format!("{file}: `{text}` is there {found} times, once expected")),
        }
    }
}

pub(super) fn read(path: &str) -> Result<Vec<Entry>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    parse(&text).map_err(|(line, error)| format!("{path}:{line}: {error}"))
}

/// The entries, or the number of a line and what is wrong there.
fn parse(text: &str) -> Result<Vec<Entry>, (usize, &'static str)> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut file = "";
    // The text of an entry, what it is replaced by, and the line.
    let mut open: Option<(&str, Option<&str>)> = None;
    for (i, line) in text.lines().enumerate() {
        let wrong = |error| Err((i + 1, error));
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(".rs]")) {
            file = &line[1..=name.len() + 3];
            continue;
        }
        let Some(end) = line.strip_prefix("    ") else {
            if open.is_some() {
                return wrong("the entry above does not say what holds it");
            }
            open = Some(match line.split_once(" => ") {
                Some((text, weaker)) => (text, Some(weaker)),
                None => (line, None),
            });
            continue;
        };
        let tests = end.strip_prefix("caught by ").map(String::from);
        let script = end.strip_prefix("proved by proofs/").map(String::from);
        let (text, guard) = match (open.take(), tests, script) {
            (Some((text, Some(weaker))), Some(tests), None) => {
                (text, Guard::Tests(Mutant { weaker: String::from(weaker), tests }))
            }
            (Some((text, None)), None, Some(script)) => (text, Guard::Proof(script)),
            (Some((text, None)), None, None) if end.starts_with("free: ") => (text, Guard::None),
            _ => return wrong("`TEXT => WEAKER` needs `caught by`, `TEXT` `proved by` or `free:`"),
        };
        entries.push(Entry { file: String::from(file), text: String::from(text), guard });
    }
    if open.is_some() {
        Err((text.lines().count(), "the last entry has no end"))
    } else {
        Ok(entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "# about\n[a/b.rs]\n\nconst A: f64 = 2.0; => const A: f64 = 1.0;\n    \
                         caught by a::b\nconst B: f64 = 3.0;\n    free: decides nothing\n\
                         const C: f64 = 4.0;\n    proved by proofs/c.g\n";

    #[test]
    fn a_list_is_read() {
        let [a, b, c] = parse(SHEET).unwrap().try_into().unwrap();
        assert_eq!((a.file.as_str(), b.file.as_str(), b.guard), ("a/b.rs", "a/b.rs", Guard::None));
        assert_eq!(c.guard, Guard::Proof("c.g".into()));
        let Guard::Tests(mutant) = &a.guard else { panic!("{a:?}") };
        assert_eq!(mutant.tests, "a::b");
        let source = "// A.\nconst A: f64 = 2.0;\n";
        assert_eq!(mutant.apply(&a, source).unwrap(), "// A.\nconst A: f64 = 1.0;\n");
        let error = mutant.apply(&a, &source.repeat(2)).unwrap_err();
        assert_eq!(error, "a/b.rs: `const A: f64 = 2.0;` is there 2 times, once expected");
    }

    #[test]
    fn an_entry_without_an_end_is_told() {
        for (text, line) in [
            ("[a.rs]\nx => y\n    free: no\n", 3),
            ("[a.rs]\nx\n    caught by y\n", 3),
            ("[a.rs]\nx => y\n    proved by proofs/y.g\n", 3),
            ("[a.rs]\nx\ny\n", 3),
            ("[a.rs]\nx => y\n", 2),
        ] {
            assert_eq!(parse(text).unwrap_err().0, line, "{text}");
        }
    }
}
