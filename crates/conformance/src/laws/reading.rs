//! The laws of detecting and reading a file.

use super::{decode, described, shown};
use crate::{
    Case, FileTrial, Violation,
    law::{CODES, DETECTS, Law, SAME, SPANS, STREAMS, TILES, Verdict},
};
use kifu_core::{
    Code, Confidence, Diagnostics, Format, Game, GamesPerFile, NodeId, Part, ReadOutput, Record, Sample, Source, Span,
    difference,
};
use std::{collections::HashMap, ops::ControlFlow, slice};

pub(crate) fn detects<G: Game>(format: &dyn Format<G>, case: &Case) -> Verdict {
    detects_in(&FileTrial::new(format, case))
}

pub(crate) fn detects_in<G: Game>(file: &FileTrial<'_, G>) -> Verdict {
    let (format, case) = (file.format, file.case);
    let broken = |message: String| Err(Violation::new(DETECTS, &case.name, message));
    let confidence = |extension| format.detect(&Sample::new(&case.bytes, extension));
    let has_record = !file.reading.records.is_empty();
    // A file without a record need not be recognised.
    if confidence(Some(&case.extension)) == Confidence::No && has_record {
        return broken(format!("not recognised, with the extension {}", case.extension));
    }
    let is_own_extension = format.info().extensions.contains(&case.extension.as_str());
    if is_own_extension && confidence(Some(&case.extension)) < confidence(None) {
        return broken("with its extension, the confidence is lower than without".into());
    }
    if has_record && format.detect(&Sample::new(&file.encoded().0, None)) == Confidence::No {
        return broken(format!("written in {}, it is not recognised without an extension", file.writing().charset));
    }
    Ok(())
}

pub(crate) fn tiles<G: Game>(format: &dyn Format<G>, case: &Case) -> Verdict {
    let (source, _) = decode(format, case);
    tiled(format, &source).map_err(|message| Violation::new(TILES, &case.name, message))
}

/// Returns an error if the tokens of a text do not cover it without gaps and overlaps.
pub(crate) fn tiled<G: Game>(format: &dyn Format<G>, source: &Source) -> Result<(), String> {
    let mut at = 0;
    let text = source.text();
    for token in format.layout(source).tokens {
        if token.start != at {
            return Err(format!("a token starts at byte {}, but the next must start at byte {at}", token.start));
        }
        if token.is_empty() || text.get(token.range()).is_none() {
            return Err(format!("the token at bytes {} to {} is not a valid span of the text", token.start, token.end));
        }
        at = token.end;
    }
    match text.len() == at as usize {
        true => Ok(()),
        false => Err(format!("the tokens end at byte {at}, the text at {}", text.len())),
    }
}

pub(crate) fn spans<G: Game>(format: &dyn Format<G>, case: &Case) -> Verdict {
    let (source, _) = decode(format, case);
    let reading = format.read(&source);
    let kept = placed(&source, &reading).and_then(|()| located(format, &source, &reading));
    kept.map_err(|message| Violation::new(SPANS, &case.name, message))
}

/// The maximum number of nodes of a record whose parts are located.
const LOCATED: usize = 1_000;

/// Returns an error if the format locates a part outside of its node, or a part or a field of the game outside of the game.
pub(crate) fn located<G: Game>(format: &dyn Format<G>, source: &Source, reading: &ReadOutput<G>) -> Result<(), String> {
    for (i, (record, source_map)) in reading.records.iter().zip(&reading.source_maps).enumerate() {
        let tree = &record.tree;
        let parts = |node| Part::ALL.iter().filter(move |part| node == tree.root() || !part.is_of_game());
        let wanted: Vec<(NodeId, Part)> =
            tree.preorder().take(LOCATED).flat_map(|node| parts(node).map(move |part| (node, *part))).collect();
        let found = format.locate(source, source_map, &wanted);
        if found.len() != wanted.len() {
            return Err(format!("{} parts of record {i} were asked for, and {} located", wanted.len(), found.len()));
        }
        for (field, span) in format.header_spans(source, source_map).unwrap_or_default() {
            let is_inside = source_map.span.start <= span.start && span.end <= source_map.span.end;
            if !is_inside || source.text().get(span.range()).is_none() {
                let (start, end) = (span.start, span.end);
                return Err(format!("{field:?} of record {i} is located at bytes {start} to {end}"));
            }
        }
        let nodes = source_map.node_spans(wanted.iter().map(|(node, _)| *node));
        // A node may contain later nodes, but a text belongs to one node only.
        let mut owners: HashMap<(u32, u32), u32> = HashMap::new();
        for (((node, part), span), of_node) in wanted.into_iter().zip(found).zip(nodes) {
            let (Some(span), Some(of_node)) = (span, of_node) else { continue };
            // Data of the root may be anywhere in the header, and the header in the first node after the root.
            let is_root = node == tree.root();
            let start = if is_root { source_map.span.start } else { of_node.start };
            let is_inside = start <= span.start && span.end <= source_map.span.end;
            let is_own = is_root || *owners.entry((span.start, span.end)).or_insert(of_node.start) == of_node.start;
            if !is_inside || !is_own || source.text().get(span.range()).is_none() {
                let message = format!(
                    "`{}` of node {} of record {i}, which starts at byte {}, is located at bytes {} to {}",
                    part.name(),
                    node.index(),
                    of_node.start,
                    span.start,
                    span.end
                );
                return Err(message);
            }
        }
    }
    Ok(())
}

/// Returns an error if a span of the output is not inside the text.
pub(crate) fn placed<G: Game>(source: &Source, reading: &ReadOutput<G>) -> Result<(), String> {
    let text = source.text();
    let within = |what: &str, span: Span| match text.get(span.range()) {
        Some(_) => Ok(()),
        None => {
            Err(format!("{what} is at bytes {} to {}, which is not a valid span of the text", span.start, span.end))
        }
    };
    for found in reading.diagnostics.iter() {
        let what = found.code.0;
        for span in found.span.into_iter().chain(found.notes.iter().filter_map(|note| note.span)) {
            within(what, span)?;
        }
        for (span, _) in found.fix.iter().flat_map(|fix| fix.edits.iter()) {
            within(&format!("the fix of {what}"), span)?;
        }
    }
    if reading.source_maps.len() != reading.records.len() {
        return Err(format!("{} records have {} source_maps", reading.records.len(), reading.source_maps.len()));
    }
    for (i, (record, source_map)) in reading.records.iter().zip(&reading.source_maps).enumerate() {
        within(&format!("record {i}"), source_map.span)?;
        if let Some(node) = record.tree.preorder().find(|node| source_map.starts.get(node.index()).is_none()) {
            return Err(format!("node {} of record {i} has no span", node.index()));
        }
        for &start in &source_map.starts {
            within(&format!("a node of record {i}"), Span { start, end: start })?;
        }
    }
    Ok(())
}

pub(crate) fn codes<G: Game>(format: &dyn Format<G>, case: &Case) -> Verdict {
    codes_in(&FileTrial::new(format, case))
}

pub(crate) fn codes_in<G: Game>(file: &FileTrial<'_, G>) -> Verdict {
    let FileTrial { format, case, reading, .. } = file;
    let broken = |message| Err(Violation::new(CODES, &case.name, message));
    let listed = |code: Code| format.info().codes.iter().any(|info| info.code == code);
    if let Some(count) = reading.diagnostics.counts().find(|count| !listed(count.code)) {
        return broken(format!("{} is not among the codes of {}", count.code, format.info().id));
    }
    match reading.diagnostics.iter().find(|found| found.message.trim().is_empty()) {
        Some(found) => broken(format!("{} has no message", found.code)),
        None => Ok(()),
    }
}

/// Returns a violation if two outputs have different records, or the same records in different places.
fn alike<G: Game>(a: &ReadOutput<G>, b: &ReadOutput<G>, law: Law, case: &Case) -> Verdict {
    let broken = |message| Err(Violation::new(law, &case.name, message));
    if let Some(loss) = difference(&a.records, &b.records).first() {
        return broken(described(loss, &a.records));
    }
    if a.source_maps != b.source_maps {
        return broken("the records have different spans".into());
    }
    let count = |diagnostics: &Diagnostics| diagnostics.counts().map(|count| count.times).sum::<u64>();
    let (a, b) = (count(&a.diagnostics), count(&b.diagnostics));
    if a == b { Ok(()) } else { broken(format!("{a} diagnostics the first time, and {b} the second time")) }
}

pub(crate) fn same<G: Game>(format: &dyn Format<G>, case: &Case) -> Verdict {
    same_in(&FileTrial::new(format, case))
}

pub(crate) fn same_in<G: Game>(file: &FileTrial<'_, G>) -> Verdict {
    let FileTrial { format, case, source, reading, .. } = file;
    let again = format.read(source);
    alike(reading, &again, SAME, case)?;
    let mut pairs = reading.diagnostics.iter().zip(again.diagnostics.iter());
    if let Some((a, b)) = pairs.find(|(a, b)| a != b) {
        let message = format!(
            "the first reading reports {} {}, and the second reading reports {} {}",
            a.code,
            shown(&a.message),
            b.code,
            shown(&b.message)
        );
        return Err(Violation::new(SAME, &case.name, message));
    }
    match *file.writing() == format.write(&reading.records) {
        true => Ok(()),
        false => Err(Violation::new(SAME, &case.name, "the second output is different")),
    }
}

pub(crate) fn streams<G: Game>(format: &dyn Format<G>, case: &Case) -> Verdict {
    streams_in(&FileTrial::new(format, case))
}

pub(crate) fn streams_in<G: Game>(file: &FileTrial<'_, G>) -> Verdict {
    let FileTrial { format, case, source, reading: whole, .. } = file;
    let mut single = ReadOutput::default();
    let last = format.read_each(source, &mut |read| {
        single.records.push(read.record);
        single.source_maps.push(read.source_map);
        single.diagnostics.append(read.diagnostics);
        ControlFlow::Continue(())
    });
    single.diagnostics.append(last);
    alike(whole, &single, STREAMS, case)?;
    let mut given = 0;
    let _ = format.read_each(source, &mut |_| {
        given += 1;
        ControlFlow::Break(())
    });
    if given > 1 {
        let message = format!("the caller refused more games after the first one, but got {given} games");
        return Err(Violation::new(STREAMS, &case.name, message));
    }
    written_one_by_one(*format, &whole.records).map_err(|message| Violation::new(STREAMS, &case.name, message))
}

/// Returns an error if the output of a collection differs from the outputs of its games, one after the other. The collection has
/// the games of the file twice.
fn written_one_by_one<G: Game>(format: &dyn Format<G>, records: &[Record<G>]) -> Result<(), String> {
    if format.info().games == GamesPerFile::One || records.is_empty() {
        return Ok(());
    }
    let twice = [records, records].concat();
    let whole = format.write(&twice).text;
    let mut rest = whole.as_str();
    for (before, record) in twice.iter().enumerate() {
        let game = if before == 0 { format.write(slice::from_ref(record)) } else { format.write_next(record) }.text;
        let Some(behind) = rest.strip_prefix(&game) else {
            let (game, rest) = (shown(&game), shown(rest));
            return Err(format!("game {before} is written as {game}, but as {rest} in the collection"));
        };
        rest = behind;
    }
    match rest.is_empty() {
        true => Ok(()),
        false => Err(format!("the collection has {} after its games", shown(rest))),
    }
}
