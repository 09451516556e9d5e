//! Renders findings as one line each: `game.sgf:3:12: warning[sgf/bad-value]: …`, which editors can jump to.

use super::{Finding, Page};
use crate::{problem::Problem, visible};
use std::fmt::Write;

pub(super) fn finding(page: &Page<'_>, finding: &Finding<'_>, out: &mut String) {
    let diagnostic = finding.diagnostic;
    let _ = write!(out, "{}", visible::line(page.name));
    if let Some(at) = finding.start() {
        let _ = write!(out, ":{}", page.position(at));
    }
    let (severity, code, message) = (diagnostic.severity, diagnostic.code, visible::line(&diagnostic.message));
    let _ = writeln!(out, ": {severity}[{code}]: {message}");
}

pub(crate) fn problem(problem: &Problem) -> String {
    let place = problem.place.as_deref().map(|place| {
        let name = visible::line(place.source.name()).into_owned();
        format!("{name}:{}: ", place.source.position(place.span.start))
    });
    let code = problem.code.map_or_else(String::new, |code| format!("[{code}]"));
    let (place, message) = (place.unwrap_or_default(), visible::line(&problem.message));
    let help = problem.help.as_deref().map(|help| format!(" ({})", visible::line(help))).unwrap_or_default();
    format!("{place}{}{code}: {message}{help}\n", problem.severity)
}
