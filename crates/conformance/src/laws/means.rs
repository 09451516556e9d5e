//! The law of the meaning of a file. All other laws compare a format with itself. This law compares
//! it with the result that a person checked, and with other formats.

use super::{decode, described};
use crate::{
    Case, Expect, Generate, Twin, Violation, dump,
    law::{MEANS, Verdict},
    snapshot::{bless_expect, compared, is_blessing, snapshot},
};
use kifu_core::{Confidence, Format, Part, Record, Sample, Severity, difference};
use std::{collections::BTreeSet, sync::Arc};

/// The maximum number of differences to a twin in a message.
const SHOWN: usize = 5;

pub(crate) fn means<G: Generate>(format: &dyn Format<G>, twins: &[Arc<dyn Format<G>>], case: &Case) -> Verdict {
    let broken = |message: String| Violation::new(MEANS, &case.name, message);
    let (source, mut diagnostics) = decode(format, case);
    let mut output = format.read(&source);
    diagnostics.append(std::mem::take(&mut output.diagnostics));
    is_as_read(case, &dump(&source, &output)).map_err(broken)?;
    is_as_expected(case, Expect::of(diagnostics.max_severity())).map_err(broken)?;
    case.twin.as_ref().map_or(Ok(()), |twin| is_same_as(twin, twins, &output.records)).map_err(broken)
}

/// Returns true if the case is known to fail. What the format reads in it is then not what the file means, and is not written.
fn is_known(case: &Case) -> bool {
    case.known.contains_key(MEANS.name)
}

fn is_as_read(case: &Case, text: &str) -> Result<(), String> {
    match &case.folder {
        Some(folder) if !is_known(case) => snapshot(&folder.join("record.snap"), text),
        None if case.snapshot.is_none() => Ok(()),
        _ => compared("record.snap", case.snapshot.as_deref(), text),
    }
}

fn is_as_expected(case: &Case, found: Expect) -> Result<(), String> {
    let found = found.name();
    let message = match (case.expect, &case.folder) {
        (Some(expect), _) if expect.name() == found => return Ok(()),
        (None, None) => return Ok(()),
        (Some(expect), _) => format!("case.toml has expect = \"{}\", but the diagnostics are: {found}", expect.name()),
        (None, Some(_)) => {
            format!("case.toml does not state which diagnostics to expect; the diagnostics are: {found}")
        }
    };
    match &case.folder {
        Some(folder) if is_blessing() && !is_known(case) => {
            bless_expect(folder, found).map_err(|error| format!("case.toml: {error}"))
        }
        _ => Err(format!(
            "{message}. If they are right, write expect = \"{found}\", or run the test with INSTA_UPDATE=always, which writes it"
        )),
    }
}

fn is_same_as<G: Generate>(twin: &Twin, formats: &[Arc<dyn Format<G>>], records: &[Record<G>]) -> Result<(), String> {
    let name = &twin.name;
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let sample = Sample::new(&twin.bytes, extension);
    let claims = |format: &dyn Format<G>| extension.is_some_and(|e| format.info().extensions.contains(&e));
    let ranked = formats.iter().map(|format| ((format.detect(&sample), claims(&**format)), format));
    let best = ranked.max_by_key(|(rank, _)| *rank).filter(|(rank, _)| rank.0 > Confidence::No);
    let Some((_, format)) = best else {
        let ids: Vec<_> = formats.iter().map(|format| format.info().id).collect();
        return Err(format!(
            "no format recognises {name}; the suite was given [{}]. `Suite::twins` adds a format",
            ids.join(", ")
        ));
    };
    let (source, mut diagnostics) = format.decode(name, twin.bytes.clone(), None);
    let output = format.read(&source);
    diagnostics.append(output.diagnostics);
    if let Some(found) = diagnostics.iter().find(|found| found.severity == Severity::Error) {
        return Err(format!("{name} has errors, so the comparison proves nothing: {}: {}", found.code, found.message));
    }
    let id = format.info().id;
    let changes = difference(&output.records, records);
    let (left_out, counted): (Vec<_>, Vec<_>) =
        changes.iter().partition(|change| twin.leave_out.contains_key(&change.part));
    if !counted.is_empty() {
        let shown: Vec<_> = counted.iter().take(SHOWN).map(|change| described(change, &output.records)).collect();
        let more = counted.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
        return Err(format!(
            "the record differs from the game of {name}. Changes from {id} to this format:\n  {}{more}",
            shown.join("\n  ")
        ));
    }
    let differ: BTreeSet<Part> = left_out.iter().map(|change| change.part).collect();
    match twin.leave_out.keys().find(|part| !differ.contains(part)) {
        Some(part) => Err(format!("{name} has the same `{}`; remove this part from leave-out", part.name())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_goban::Go;
    use kifu_sgf::Sgf;
    use std::fs;

    fn tried(case: &Case) -> Result<(), String> {
        let twins: Vec<Arc<dyn Format<Go>>> = vec![Arc::new(Sgf::default())];
        means(&Sgf::default(), &twins, case).map_err(|broken| broken.message)
    }

    fn with_twin(twin: Twin) -> Result<(), String> {
        tried(&Case::new("one", "sgf", b"(;SZ[9]EV[Meijin];B[cc];W[gg])").with_twin(twin))
    }

    #[test]
    fn a_twin_says_the_same() {
        assert_eq!(with_twin(Twin::new("twin.sgf", b"(;FF[4]SZ[9]EV[Meijin];B[cc];W[gg])")), Ok(()));
        let other = with_twin(Twin::new("twin.sgf", b"(;SZ[9]EV[Meijin];B[cc];W[gf])")).unwrap_err();
        assert!(
            other.ends_with("sgf to this format:\n  node 2 (W[gf]), action: White G4 (W[gf]) became White G3 (W[gg])"),
            "{other}"
        );
    }

    #[test]
    fn a_part_may_differ_where_the_case_gives_a_reason() {
        let twin = || Twin::new("twin.sgf", b"(;SZ[9];B[cc];W[gg])");
        let other = with_twin(twin()).unwrap_err();
        assert!(other.ends_with("event: event \"Meijin\" was added"), "{other}");
        assert_eq!(with_twin(twin().leave_out(Part::Event, "a reason")), Ok(()));
        let twin = twin().leave_out(Part::Event, "a reason").leave_out(Part::Dates, "a reason");
        assert_eq!(with_twin(twin).unwrap_err(), "twin.sgf has the same `dates`; remove this part from leave-out");
    }

    #[test]
    fn a_twin_is_read_by_another_format_and_without_errors() {
        let unknown = with_twin(Twin::new("twin.jgf", b"{}")).unwrap_err();
        assert_eq!(unknown, "no format recognises twin.jgf; the suite was given [sgf]. `Suite::twins` adds a format");
        let broken = with_twin(Twin::new("twin.sgf", b"(;SZ[9]EV[Meijin];B[cc];W[gg]B[zz])")).unwrap_err();
        assert!(broken.starts_with("twin.sgf has errors, so the comparison"), "{broken}");
    }

    #[test]
    fn a_folder_needs_what_a_person_has_read() {
        let text = b"(;SZ[9x9])";
        let mut case = Case::new("one", "sgf", text);
        assert_eq!(tried(&case), Ok(())); // a case without a folder has no snapshot to compare with
        let folder = tempfile::tempdir().unwrap();
        case.folder = Some(folder.path().into());
        let missing = tried(&case).unwrap_err();
        assert!(missing.starts_with("record.snap does not exist") && missing.contains("\ncharset: UTF-8"), "{missing}");
        let record = "charset: UTF-8 (ValidUtf8)\n\nrecord at 0..10\nboard: 9x9\n0: -\n";
        fs::write(folder.path().join("record.snap"), format!("---\nsource: a.rs\n---\n{record}")).unwrap();
        let missing = tried(&case).unwrap_err();
        assert!(
            missing.starts_with("case.toml does not state which diagnostics to expect; the diagnostics are: warnings"),
            "{missing}"
        );
        case.expect = Some(Expect::Errors);
        let other = tried(&case).unwrap_err();
        assert!(other.starts_with("case.toml has expect = \"errors\", but the diagnostics are: warnings."), "{other}");
        assert!(other.contains("write expect = \"warnings\", or run the test with INSTA_UPDATE=always"), "{other}");
        case.expect = Some(Expect::Warnings);
        assert_eq!(tried(&case), Ok(()));
    }

    #[test]
    fn a_known_failure_leaves_no_pending_snapshot() {
        let folder = tempfile::tempdir().unwrap();
        let mut case = Case::new("one", "sgf", b"(;SZ[9])").with_snapshot("another text", Expect::Clean);
        case.folder = Some(folder.path().into());
        case.known.insert("means".into(), "a reason".into());
        let message = tried(&case).unwrap_err();
        assert!(message.starts_with("the text differs from record.snap:\n"), "{message}");
        assert!(message.contains("\n-another text\n+charset: UTF-8"), "{message}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
