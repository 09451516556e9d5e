//! Fixes the problems of a text.

#![allow(dead_code, reason = "each test uses some of it")]

use kifu_core::{Diagnostic, Diagnostics, Format, ReadOutput, Safety, Severity, Source, apply_fixes};
use kifu_goban::Go;
use kifu_sgf::Sgf;

pub(crate) fn read(text: &str) -> ReadOutput<Go> {
    Sgf::default().read(&Source::from_text("a.sgf", text))
}

/// Returns the text after `kifu fix --guess`.
pub(crate) fn guessed(text: &str) -> String {
    let source = Source::from_text("a.sgf", text);
    let fixed = apply_fixes(&Sgf::default(), &[], &source, Diagnostics::default(), Safety::Guess);
    assert!(fixed.stopped.is_none(), "{text}: {:?}", fixed.stopped);
    fixed.source.text().to_owned()
}

/// Returns the text after `kifu fix`, which leaves every record unchanged.
pub(crate) fn safely_fixed(text: &str) -> String {
    let source = Source::from_text("a.sgf", text);
    let fixed = apply_fixes(&Sgf::default(), &[], &source, Diagnostics::default(), Safety::Safe);
    assert!(fixed.stopped.is_none(), "{text}: {:?}", fixed.stopped);
    fixed.source.text().to_owned()
}

/// Returns the diagnostics of a text: severity, code and the safety of the fix.
pub(crate) fn diagnostics(text: &str) -> Vec<(Severity, &'static str, Option<Safety>)> {
    let line = |found: &Diagnostic| (found.severity, found.code.0, found.fix.as_ref().map(|fix| fix.safety));
    read(text).diagnostics.iter().map(line).collect()
}
