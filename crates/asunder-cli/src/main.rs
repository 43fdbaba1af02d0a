//! The command `asunder`.

use std::process::ExitCode;

fn main() -> ExitCode {
    asunder_cli::run_command()
}
