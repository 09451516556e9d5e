//! Renders findings as one line each: `game.sgf:3:12: warning[sgf/bad-value]: …`, which editors can jump to.

use super::{Finding, Page};
use crate::visible;
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
