//! What is asked. A new question is a line in one of these files.

mod angles;
mod metrics;
mod pairs;
mod placed;
mod refused;
mod session;
mod sets;
mod worlds;

use crate::case::Case;
use crate::sheet::Sheet;

/// Asks everything.
pub(crate) fn ask(cases: &[Case], sheet: &mut Sheet) {
    pairs::ask(cases, sheet);
    placed::ask(cases, sheet);
    worlds::ask(cases, sheet);
    session::ask(sheet);
    sets::ask(cases, sheet);
    angles::ask(sheet);
    refused::ask(sheet);
    metrics::ask(cases, sheet);
}
