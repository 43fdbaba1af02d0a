//! Lines for `asunder query`: each is answered or refused, in its place.

use asunder_cli::query::{Question, answer_all};
use clap::ValueEnum;
use serde_json::Value;

/// Asks a question, which the first byte chooses, of the lines that the other bytes are.
///
/// # Panics
///
/// If a line has no answer, or an answer is no JSON or does not say which line it is about.
pub fn query(data: &[u8]) {
    let Some((&first, lines)) = data.split_first() else { return };
    let questions = Question::value_variants();
    let question = questions[usize::from(first) % questions.len()];
    let mut output = Vec::new();
    let clean = answer_all(question, lines, &mut output).expect("bytes can be read and written");
    let text = String::from_utf8(output).expect("answers are UTF-8");
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();

    // Lines are told apart as `query` documents it: blank ones pass, UTF-16 is one answer.
    let is_asked = |line: &&[u8]| !line.trim_ascii().is_empty();
    let asked = lines.split(|&byte| byte == b'\n').filter(is_asked).count();
    assert!(answers.len() <= asked, "{} answers to {asked} lines", answers.len());
    let refused = answers.iter().filter_map(|answer| answer.get("error"));
    let mut last = 0;
    for error in refused.clone() {
        let error = error.as_str().expect("an error is a text");
        let number = error.strip_prefix("line ").and_then(|rest| rest.split_once(": "));
        let (number, problem) = number.unwrap_or_else(|| panic!("no line: {error}"));
        let number: usize = number.parse().unwrap_or_else(|_| panic!("no number: {error}"));
        assert!(number > last && !problem.is_empty(), "after line {last}: {error}");
        last = number;
    }
    assert_eq!(clean, refused.count() == 0, "{text}");
}
