//! `asunder query`: one question, asked of every line of a file.
//!
//! JSON Lines in, one JSON line out for each, in the same order and in constant memory. A line that
//! cannot be answered yields an error in its place, and the run goes on.

mod answers;
mod corners;
mod dimension;
mod help;
mod line;
mod lines;
mod messages;

use crate::{BAD_INPUT, json, streams};
use answers::Answer;
use clap::ValueEnum;
use lines::{InputLine, Lines};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) use line::Shapes;

/// Answer one question about every pair of shapes in a file
///
/// Reads JSON Lines and writes one line of JSON for each line it reads, in the same order.
/// Blank lines are passed over. Two numbers in every vector mean 2D, three mean 3D.
#[derive(Debug, clap::Args)]
#[command(after_long_help = help::LONG)]
pub(crate) struct QueryArgs {
    /// What to ask of the shapes a and b of each line
    question: Question,
    /// The file to read; standard input where it is left out or is -
    file: Option<PathBuf>,
}

/// What can be asked of the shapes of a line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Question {
    /// Do a and b share a point? Touching counts
    Intersects,
    /// Do a and b overlap by more than a touch?
    Penetrates,
    /// Is b part of a, whole? Touching from within counts
    Contains,
    /// Does a contain b, only intersect it, or are they disjoint?
    Containment,
    /// On which side of the plane b does a lie: front, back or straddling?
    Side,
    /// How far are a and b apart? Zero where they intersect
    Distance,
    /// Which points of a and b are nearest to each other? null where they intersect
    Closest,
    /// How deep does a reach into b, and which way out is the shortest? null where they are apart
    Penetration,
    /// Where do a and b touch, and with which of their features? null where they are apart
    Contact,
    /// Where does a, a ray or segment, first meet b?
    Ray,
    /// Where does a, on its way along a motion, first meet b?
    Cast,
    /// Where does a, on its way along a motion, stop so as to penetrate no obstacle?
    Move,
    /// How far does a walk along a motion: along obstacles, over steps, down to the floor?
    Slide,
    /// How far is a moved to penetrate no obstacle? null where no place is found
    Depenetrate,
    /// Why do a and b meet, or why not?
    Explain,
}

impl Question {
    /// Its name on the command line.
    fn name(self) -> String {
        self.to_possible_value().map(|it| it.get_name().to_owned()).unwrap_or_default()
    }
}

/// The size of the input buffer.
const BUFFER: usize = 64 * 1024;

/// Answers every line of the file.
pub(crate) fn run(args: &QueryArgs) -> Result<ExitCode, String> {
    let standard_input = Path::new("-");
    let path = args.file.as_deref().unwrap_or(standard_input);
    let input: Box<dyn Read> =
        if path == standard_input { Box::new(io::stdin().lock()) } else { Box::new(open(path)?) };
    let output = streams::output().map_err(StreamError::Write);
    let answered = output.and_then(|output| answer_all(args.question, input, output));
    match answered {
        Ok(true) => Ok(ExitCode::SUCCESS),
        Ok(false) => Ok(ExitCode::from(BAD_INPUT)),
        Err(StreamError::Write(error)) => streams::written(Err(error)).map(|()| ExitCode::SUCCESS),
        Err(StreamError::Read(error)) => Err(format!("cannot read {}: {error}", path.display())),
    }
}

/// Opens a file of lines.
pub(crate) fn open(path: &Path) -> Result<File, String> {
    File::open(path).map_err(|error| {
        let path = path.display();
        format!(
            "cannot open {path}: {error}; expected a file of JSON Lines, or - for standard input"
        )
    })
}

/// An error that ends a run before the input does.
#[derive(Debug)]
pub enum StreamError {
    /// The input cannot be read.
    Read(io::Error),
    /// The answers cannot be written.
    Write(io::Error),
}

/// Writes an answer for every line, and returns whether none of them is an error.
///
/// # Errors
/// If the input cannot be read, or an answer cannot be written; never because of the content of a line.
pub fn answer_all(
    question: Question,
    input: impl Read,
    mut output: impl Write,
) -> Result<bool, StreamError> {
    let mut lines = Lines::new(BufReader::with_capacity(BUFFER, input));
    let mut clean = true;
    loop {
        // The next read may block for a program that waits for these answers.
        if lines.would_read() {
            output.flush().map_err(StreamError::Write)?;
        }
        let Some((number, line)) = lines.next().map_err(StreamError::Read)? else {
            return Ok(clean);
        };
        let answer = match text(line) {
            Ok([]) => continue,
            Ok(text) => line::answer(question, text).map_err(messages::shortened),
            Err(error) => Err(error),
        };
        let answer = answer.unwrap_or_else(|error| {
            clean = false;
            Some(Answer::Error(format!("line {number}: {error}")))
        });
        write(answer.as_ref(), &mut output).map_err(StreamError::Write)?;
    }
}

/// Reads the one pair of shapes of a stream, for `explain`; an error is the message.
pub(crate) fn only_pair(input: impl Read) -> Result<Shapes, String> {
    let mut lines = Lines::new(BufReader::with_capacity(BUFFER, input));
    let mut found = None;
    while let Some((number, line)) = lines.next().map_err(|error| error.to_string())? {
        let told = |error: String| format!("line {number}: {error}");
        let text = match text(line).map_err(told)? {
            [] => continue,
            text => text,
        };
        if found.is_some() {
            return Err(told(String::from("a second pair; expected one line only")));
        }
        found =
            Some(line::shapes(Question::Explain, text).map_err(messages::shortened).map_err(told)?);
    }
    found.ok_or_else(|| format!("there is no line; expected {}", messages::PAIR))
}

/// The text of a line; an error if it cannot be read.
fn text(line: InputLine<'_>) -> Result<&[u8], String> {
    match line {
        InputLine::Text(text) => Ok(text),
        InputLine::TooLong => {
            Err(format!("longer than {} bytes; expected a pair of shapes", lines::LIMIT))
        }
        InputLine::Utf16 => Err(String::from("the file is UTF-16; save it as UTF-8")),
    }
}

/// Writes an answer; `null` if there is none.
fn write(answer: Option<&Answer>, output: &mut impl Write) -> io::Result<()> {
    json::write_line(output, &answer)
}
