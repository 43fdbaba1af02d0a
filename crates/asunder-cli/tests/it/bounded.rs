//! The command with limited memory.

use crate::Run;
use std::process::{Command, Output};

/// Runs `asunder` with an address space of at most `mib` MiB.
pub(crate) fn bounded(arguments: &[&str], mib: usize) -> Run {
    let limit = format!("ulimit -v {} && exec \"$0\" \"$@\"", mib << 10);
    let Output { stdout, stderr, status } = Command::new("sh")
        .args(["-c", &limit, env!("CARGO_BIN_EXE_asunder")])
        .args(arguments)
        .output()
        .unwrap();
    Run {
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
        // `None` if a signal ended it, as lack of memory does.
        code: status.code().unwrap_or(-1),
    }
}
