//! `asunder query`: one question, asked of every line of a file.
//!
//! JSON Lines in, one JSON line out for each, in the same order and in constant memory. A line that
//! cannot be answered yields an error in its place, and the run goes on.

mod complaint;
mod dimension;
mod line;
mod lines;

use crate::BAD_INPUT;
use clap::ValueEnum;
use lines::{Line, Lines};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Answer one question about every pair of shapes in a file
///
/// Reads JSON Lines and writes one line of JSON for each line it reads, in the same order.
/// Blank lines are passed over. Two numbers in every vector mean 2D, three mean 3D.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// What to ask of the shapes a and b of each line
    question: Question,
    /// The file to read; standard input where it is left out or is -
    file: Option<PathBuf>,
}

const EXAMPLES: &str = r#"Example:
  The file pairs.jsonl holds two lines, two discs that touch and two that do not:

    {"a":{"sphere":{"center":[0,0],"radius":1}},"b":{"sphere":{"center":[2,0],"radius":1}}}
    {"a":{"sphere":{"center":[0,0],"radius":1}},"b":{"sphere":{"center":[3,0],"radius":1}}}

  and `asunder query intersects pairs.jsonl` prints

    {"intersects":true}
    {"intersects":false}

  Where a shell leaves quotes alone, a line can be piped in:

    echo '{"a":{"point":[1,2]},"b":{"plane":{"normal":[0,1],"offset":0}}}' | asunder query side

Shapes:
  {"point":[x,y]}
  {"sphere":{"center":[x,y],"radius":r}}
  {"aabb":{"min":[x,y],"max":[x,y]}}
  {"obb":{"center":[x,y],"half_extents":[x,y],"rotation":[cos,sin]}}
  {"plane":{"normal":[x,y],"offset":d}}        every point p with normal·p = offset
  {"half_space":{"normal":[x,y],"offset":d}}   every point p with normal·p <= offset
  In 3D, vectors are [x,y,z] and rotations are quaternions [x,y,z,w]. Rotations and normals may have
  any length but zero.

Answers are exact for the 32-bit numbers nearest to those written. A line that cannot be answered
yields {"error":"line 7: ..."} in its place.

Exit code: 0 where every line was answered, 2 where one was not, and on bad usage."#;

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Question {
    /// Do a and b share a point? Touching counts
    Intersects,
    /// Do a and b overlap by more than a touch?
    Penetrates,
    /// On which side of the plane b does a lie: front, back or straddling?
    Side,
}

/// A line of output.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Intersects(bool),
    Penetrates(bool),
    Side(&'static str),
    Error(String),
}

/// Room for input read at once, and for answers not yet written.
const BUFFER: usize = 64 * 1024;

/// Answers every line of the file.
pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    let standard_input = Path::new("-");
    let path = args.file.as_deref().unwrap_or(standard_input);
    let output = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let answered = if path == standard_input {
        answer_all(args.question, io::stdin().lock(), output)
    } else {
        let file = File::open(path).map_err(|error| {
            let path = path.display();
            format!("cannot open {path}: {error}; expected a file of JSON Lines, or - for standard input")
        })?;
        answer_all(args.question, file, output)
    };
    match answered {
        Ok(true) => Ok(ExitCode::SUCCESS),
        Ok(false) => Ok(ExitCode::from(BAD_INPUT)),
        // Whoever was reading has seen enough.
        Err(Stop::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(ExitCode::SUCCESS)
        }
        Err(Stop::Write(error)) => Err(format!("cannot write the answers: {error}")),
        Err(Stop::Read(error)) => Err(format!("cannot read {}: {error}", path.display())),
    }
}

/// What can end a run before the input does.
enum Stop {
    Read(io::Error),
    Write(io::Error),
}

/// Writes an answer for every line, and says whether none of them is an error.
fn answer_all(question: Question, input: impl Read, mut output: impl Write) -> Result<bool, Stop> {
    let mut lines = Lines::new(BufReader::with_capacity(BUFFER, input));
    let mut clean = true;
    loop {
        // The next read may wait for a program that is itself waiting for these answers.
        if lines.would_read() {
            output.flush().map_err(Stop::Write)?;
        }
        let Some((number, line)) = lines.next().map_err(Stop::Read)? else {
            return Ok(clean);
        };
        let answer = match line {
            Line::Text([]) => continue,
            Line::Text(text) => line::answer(question, text).map_err(complaint::shortened),
            Line::TooLong => {
                Err(format!("longer than {} bytes; expected a pair of shapes", lines::LIMIT))
            }
            Line::Utf16 => Err(String::from("the file is UTF-16; save it as UTF-8")),
        };
        let answer = answer.unwrap_or_else(|error| {
            clean = false;
            Answer::Error(format!("line {number}: {error}"))
        });
        write(&answer, &mut output).map_err(Stop::Write)?;
    }
}

fn write(answer: &Answer, output: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *output, answer)?;
    output.write_all(b"\n")
}
