//! What survives being written.

use super::{decode, decoded, shown};
use crate::{
    Case, Generate, Violation,
    law::{ADMITS, CLEAN, KEEPS, Kept, STABLE},
    part_of, record, seed, without,
};
use arbitrary::Unstructured;
use kifu_core::{Diagnostics, Format, Game, Loss, Part, Record, Severity, Source, losses};

/// Writes records and reads them again.
fn again<G: Game>(format: &dyn Format<G>, records: &[Record<G>]) -> (String, Vec<Record<G>>) {
    let text = format.write(records).text;
    let read = format.read(&Source::from_text("again", text.clone())).records;
    (text, read)
}

pub(crate) fn stable<G: Game>(format: &dyn Format<G>, case: &Case) -> Kept {
    let (source, _) = decode(format, case);
    let records = format.read(&source).records;
    twice(format, &records).map_err(|message| Violation::new(STABLE, &case.name, message))
}

fn twice<G: Game>(format: &dyn Format<G>, records: &[Record<G>]) -> Result<(), String> {
    let (first, read) = again(format, records);
    let second = format.write(&read).text;
    if first == second {
        return Ok(());
    }
    let at = first.bytes().zip(second.bytes()).take_while(|(a, b)| a == b).count();
    let rest = |text: &str| shown(text.get(at..).unwrap_or_default());
    Err(format!("written the second time, byte {at} on is {} and was {}", rest(&second), rest(&first)))
}

pub(crate) fn clean<G: Game>(format: &dyn Format<G>, case: &Case) -> Kept {
    let is_clean = |diagnostics: &Diagnostics| diagnostics.at_least(Severity::Warning) == 0;
    let (source, of_charset) = decode(format, case);
    let reading = format.read(&source);
    if reading.records.is_empty() || !is_clean(&of_charset) || !is_clean(&reading.diagnostics) {
        return Ok(());
    }
    let writing = format.write(&reading.records);
    let (again, mut diagnostics) = decoded(format, &case.file_name(), writing.encode().0, None);
    // Either the charset lacks a character, which the encoder reports, or the format breaks the law `prints`.
    if again.text() != writing.text {
        return Ok(());
    }
    diagnostics.append(format.read(&again).diagnostics);
    match diagnostics.iter().find(|found| found.severity >= Severity::Warning) {
        Some(found) => {
            let message = format!("the written file has {}: {}", found.code, shown(&found.message));
            Err(Violation::new(CLEAN, &case.name, message))
        }
        None => Ok(()),
    }
}

/// What would be lost of the records in these parts.
fn lost_of<G: Game>(parts: &[Part], format: &dyn Format<G>, records: &[Record<G>]) -> Option<Loss> {
    losses(format, records, &format.write(records)).into_iter().find(|loss| parts.contains(&loss.part))
}

/// The parts that a format holds within limits.
fn partly<G: Game>(format: &dyn Format<G>) -> impl Iterator<Item = Part> {
    format.info().partly.iter().map(|(part, _)| *part)
}

fn sentence(loss: &Loss) -> String {
    let node = loss.node.map_or_else(String::new, |node| format!(" at node {}", node.index()));
    format!("it says it holds `{}`, and lost{node}: {}", loss.part.name(), loss.message)
}

pub(crate) fn admits<G: Game>(format: &dyn Format<G>, case: &Case) -> Kept {
    let (source, _) = decode(format, case);
    // What it has read is within its limits.
    let parts: Vec<Part> = format.info().holds.iter().copied().chain(partly(format)).collect();
    for record in format.read(&source).records {
        if let Some(loss) = lost_of(&parts, format, &[record]) {
            return Err(Violation::new(ADMITS, &case.name, sentence(&loss)));
        }
    }
    Ok(())
}

/// How many records are made up.
const RECORDS: u64 = 300;

pub(crate) fn keeps<G: Generate>(format: &dyn Format<G>) -> Kept {
    let holds = format.info().holds;
    for number in 0..RECORDS {
        let broken =
            |what: &str, message: String| Err(Violation::new(KEEPS, format!("record {number}{what}"), message));
        let made = match record::<G>(&mut Unstructured::new(&seed(number))) {
            Ok(made) => made,
            Err(error) => return broken("", format!("it could not be made up: {error}")),
        };
        // The parts one by one, so that none hides behind another.
        for &part in holds {
            if let Some(loss) = lost_of(holds, format, &[part_of(part, &made)]) {
                return broken(&format!(", {} alone", part.name()), sentence(&loss));
            }
        }
        // What is held in part may be lost, and yet the second time it is written as the first.
        let others = Part::ALL.into_iter().filter(|&part| !holds.contains(&part) && !partly(format).any(|p| p == part));
        let whole = others.fold(made, |record, part| without(part, &record));
        if let Some(loss) = lost_of(holds, format, std::slice::from_ref(&whole)) {
            return broken("", sentence(&loss));
        }
        if let Err(message) = twice(format, std::slice::from_ref(&whole)) {
            return Err(Violation::new(STABLE, format!("record {number}"), message));
        }
    }
    Ok(())
}
