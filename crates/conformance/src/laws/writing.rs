//! The laws of writing records.

use super::{decode, decoded, described, shown};
use crate::{
    Case, FileTrial, Generate, Law, Violation,
    law::{ADMITS, CLEAN, KEEPS, LINES, STABLE, Verdict},
    part_of, record, seed, shrink,
};
use arbitrary::Unstructured;
use kifu_core::{Diagnostic, Diagnostics, Format, Game, Loss, OptionSetting, Part, Record, Severity, Source, losses};
use std::{env, ops::Range, slice::from_ref};

pub(crate) fn stable<G: Generate>(format: &dyn Format<G>, case: &Case) -> Verdict {
    let file = FileTrial::new(format, case);
    let Err(violation) = stable_in(&file) else { return Ok(()) };
    // If no single game breaks the law, the whole file is the smallest example.
    let one = file.reading.records.iter().find_map(|record| stable_record(format, &case.name, record).err());
    Err(one.unwrap_or(violation))
}

pub(crate) fn stable_in<G: Game>(file: &FileTrial<'_, G>) -> Verdict {
    twice(file.format, &file.writing().text).map_err(|message| Violation::new(STABLE, &file.case.name, message))
}

/// Tests the law on one record, and reports the smallest record that breaks it.
fn stable_record<G: Generate>(format: &dyn Format<G>, case: &str, record: &Record<G>) -> Verdict {
    let twice = |record: &Record<G>| twice(format, &format.write(from_ref(record)).text);
    if twice(record).is_ok() {
        return Ok(());
    }
    let small = shrink(record.clone(), |record| twice(record).is_err());
    let message = twice(&small).err().unwrap_or_default();
    Err(Violation::new(STABLE, case, message).with_record(&small))
}

/// Returns an error if an output of the format is different after reading and writing it again.
fn twice<G: Game>(format: &dyn Format<G>, first: &str) -> Result<(), String> {
    let read = format.read(&Source::from_text("again", first)).records;
    let second = format.write(&read).text;
    if first == second {
        return Ok(());
    }
    let at = first.bytes().zip(second.bytes()).take_while(|(a, b)| a == b).count();
    let rest = |text: &str| shown(text.get(at..).unwrap_or_default());
    Err(format!("the second output differs from byte {at} on: {} instead of {}", rest(&second), rest(first)))
}

pub(crate) fn clean<G: Generate>(format: &dyn Format<G>, case: &Case) -> Verdict {
    let file = FileTrial::new(format, case);
    let Some(found) = unclean(&file) else { return Ok(()) };
    let has_code = |record: &Record<G>| {
        let writing = format.write(from_ref(record));
        let again = decoded(format, &case.file_name(), writing.encode().0, None);
        first_finding(format, &writing.text, &again).filter(|other| other.code == found.code)
    };
    let Some(record) = file.reading.records.iter().find(|record| has_code(record).is_some()) else {
        return Err(unclean_file(case, &found));
    };
    let small = shrink(record.clone(), |record| has_code(record).is_some());
    Err(unclean_file(case, &has_code(&small).unwrap_or(found)).with_record(&small))
}

pub(crate) fn clean_in<G: Game>(file: &FileTrial<'_, G>) -> Verdict {
    unclean(file).map_or(Ok(()), |found| Err(unclean_file(file.case, &found)))
}

fn unclean_file(case: &Case, found: &Diagnostic) -> Violation {
    let message = format!("the output has {}: {}", found.code, shown(&found.message));
    Violation::new(CLEAN, &case.name, message)
}

/// Returns the first warning or error in the output, if the file has none.
fn unclean<G: Game>(file: &FileTrial<'_, G>) -> Option<Diagnostic> {
    let is_clean = |diagnostics: &Diagnostics| diagnostics.at_least(Severity::Warning) == 0;
    let is_input_clean = is_clean(&file.of_charset) && is_clean(&file.reading.diagnostics);
    if file.reading.records.is_empty() || !is_input_clean {
        return None;
    }
    first_finding(file.format, &file.writing().text, file.decoded())
}

/// Returns the first warning or error in an output that was encoded and decoded again.
fn first_finding<G: Game>(
    format: &dyn Format<G>,
    text: &str,
    (again, of_charset): &(Source, Diagnostics),
) -> Option<Diagnostic> {
    // Either the charset lacks a character, which the encoder reports, or the format breaks the law `prints`.
    if again.text() != text {
        return None;
    }
    let mut diagnostics = of_charset.clone();
    diagnostics.append(format.read(again).diagnostics);
    diagnostics.iter().find(|found| found.severity >= Severity::Warning).cloned()
}

/// Returns the first loss of a record in these parts.
fn lost_of<G: Game>(parts: &[Part], format: &dyn Format<G>, record: &Record<G>) -> Option<Loss> {
    let records = from_ref(record);
    losses(format, records, &format.write(records)).into_iter().find(|loss| parts.contains(&loss.part))
}

/// Returns the parts that a format holds partly.
pub(crate) fn partly<G: Game>(format: &dyn Format<G>) -> impl Iterator<Item = Part> {
    format.info().partly.iter().map(|partly| partly.part)
}

/// Returns true if the charset has all characters of the records. A missing one is a loss of its own, and it may change the text and the
/// moves around it, so the claims of a format do not cover it.
pub(crate) fn is_encodable<G: Game>(format: &dyn Format<G>, records: &[Record<G>]) -> bool {
    format.write(records).encode().1.is_empty()
}

/// Tests that a record is written without a loss in these parts.
fn holds<G: Generate>(law: Law, case: &str, parts: &[Part], format: &dyn Format<G>, record: &Record<G>) -> Verdict {
    let Some(first) = lost_of(parts, format, record) else { return Ok(()) };
    let part = [first.part];
    let small = shrink(record.clone(), |record| lost_of(&part, format, record).is_some());
    let loss = lost_of(&part, format, &small).unwrap_or(first);
    let message =
        format!("the format claims to hold `{}`, but lost {}", loss.part.name(), described(&loss, from_ref(&small)));
    Err(Violation::new(law, case, message).with_record(&small))
}

pub(crate) fn admits<G: Generate>(format: &dyn Format<G>, case: &Case) -> Verdict {
    let (source, _) = decode(format, case);
    // The records come from a file in this format, so they are within the limits that `partly` describes.
    let parts: Vec<Part> = format.info().holds.iter().copied().chain(partly(format)).collect();
    let records = format.read(&source).records;
    let mut written = records.iter().filter(|record| is_encodable(format, from_ref(*record)));
    written.try_for_each(|record| holds(ADMITS, &case.name, &parts, format, record))
}

/// The number of generated records.
const RECORDS: u64 = 300;

/// The environment variable that selects one generated record to test.
pub(crate) const ONE_RECORD: &str = "KIFU_RECORD";

pub(crate) fn keeps<G: Generate>(format: &dyn Format<G>) -> Verdict {
    numbers().try_for_each(|number| keeps_one(format, number))
}

/// Returns the numbers of the generated records to test.
fn numbers() -> Range<u64> {
    let one: Option<u64> = env::var(ONE_RECORD).ok().and_then(|number| number.parse().ok());
    one.map_or(0..RECORDS, |number| number..number.saturating_add(1))
}

/// Tests that generated records are single lines with the options of `record_per_line`.
pub(crate) fn lines<G: Generate>(format: &dyn Format<G>) -> Verdict {
    let broken = |case: String, message: String| Violation::new(LINES, case, message);
    let Some(options) = format.info().record_per_line else { return Ok(()) };
    let mut chosen: Option<Box<dyn Format<G>>> = None;
    for &OptionSetting { name, value } in options {
        let next = chosen.as_deref().unwrap_or(format).with_option(name, value);
        chosen =
            Some(next.map_err(|error| broken(format!("{name}={value}"), format!("the option is refused: {error}")))?);
    }
    let format = chosen.as_deref().unwrap_or(format);
    for number in numbers() {
        let Ok(made) = record::<G>(&mut Unstructured::new(&seed(number))) else { continue };
        let is_line = |record: &Record<G>| !format.write(from_ref(record)).text.trim_end().contains(['\n', '\r']);
        if !is_line(&made) {
            let smallest = shrink(made, |record| !is_line(record));
            let message = "the record is written in several lines".to_owned();
            return Err(broken(format!("record {number}"), message).with_record(&smallest).with_number(number));
        }
    }
    Ok(())
}

/// Tests the law `stable` on generated records.
pub(crate) fn stable_generated<G: Generate>(format: &dyn Format<G>) -> Verdict {
    numbers().try_for_each(|number| {
        let made = generated(STABLE, number)?;
        stable_record(format, &format!("record {number}"), &made).map_err(|violation| violation.with_number(number))
    })
}

/// Returns the generated record with this number.
fn generated<G: Generate>(law: Law, number: u64) -> Result<Record<G>, Violation> {
    record::<G>(&mut Unstructured::new(&seed(number))).map_err(|error| {
        let message = format!("the record could not be generated: {error}");
        Violation::new(law, format!("record {number}"), message).with_number(number)
    })
}

fn keeps_one<G: Generate>(format: &dyn Format<G>, number: u64) -> Verdict {
    let of_record = |violation: Violation| violation.with_number(number);
    let case = format!("record {number}");
    let made = generated(KEEPS, number)?;
    let parts = format.info().holds;
    // Test the parts one by one, so that no fault hides another.
    for &part in parts {
        let case = format!("{case}, {} alone", part.name());
        holds(KEEPS, &case, parts, format, &part_of(part, &made)).map_err(of_record)?;
    }
    // The other parts may be lost, but no other part with them.
    holds(KEEPS, &case, parts, format, &made).map_err(of_record)
}
