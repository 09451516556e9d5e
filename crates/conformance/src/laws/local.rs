//! The law of damage to one byte in a character of several bytes.

use super::{described, shown};
use crate::{
    Case, Random, Violation,
    law::{LOCAL, Verdict},
};
use kifu_core::{
    Charset, CharsetSource, Diagnostics, Format, Game, Loss, MOJIBAKE, NodeId, Part, ReadOutput, Safety, Severity,
    Source, Span, WriteOutput, apply_fixes, difference,
};
use std::collections::BTreeSet;

/// The number of places that the suite damages in each file.
pub(crate) const PLACES: usize = 3;

/// Charsets with multi-byte characters.
const CHARSETS: [&str; 8] = ["UTF-8", "gb18030", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR", "UTF-16LE", "UTF-16BE"];

/// The minimum number of non-ASCII characters in a file. At least half of them must be undamaged, and one changed byte may damage
/// two.
const ENOUGH: usize = 4;

/// Tests the law `damage-stays-local` on a file.
///
/// The test damages the file itself, and its text in every charset that can encode it, declared in the file. At some `places`, the
/// same in every run, it removes, doubles and changes one byte of a character. The charset, all other values and the result of
/// fixing them must not change. Files with errors or garbled text are already damaged and are not tested.
///
/// ```
/// use kifu_conformance::{Case, damage_stays_local};
/// let case = Case::new("names", "sgf", "(;PB[本因坊秀策]PW[井上幻庵因碩]KM[6.5];B[qd])".as_bytes());
/// assert!(damage_stays_local(&kifu_sgf::Sgf::default(), &case, 10).is_ok());
/// ```
///
/// # Errors
/// A violation if another value changes, with the damaged byte and the changed value.
pub fn damage_stays_local<G: Game>(format: &dyn Format<G>, case: &Case, places: usize) -> Result<(), Violation> {
    let (source, diagnostics) = super::decode(format, case);
    // Garbled text is fixed from the evidence of the whole file, so damage may change other values; a file in several charsets is
    // not tested.
    let is_garbled = diagnostics.iter().any(|diagnostic| diagnostic.code == MOJIBAKE.code);
    let is_broken = || is_garbled || format.read(&source).diagnostics.at_least(Severity::Error) > 0;
    let is_tried = source.segments().len() == 1 && source.text().chars().filter(|c| !c.is_ascii()).count() >= ENOUGH;
    if !is_tried || is_broken() {
        return Ok(());
    }
    let is_sure = diagnostics.is_empty() && case.charset.is_none();
    if is_sure && CHARSETS.contains(&source.charset().name()) {
        Undamaged::new(format, case, source.clone(), diagnostics).try_places(source.charset().name(), places)?;
    }
    for name in CHARSETS {
        let charset = Charset::new(name);
        let Some(text) = declaring(format, &source, name) else { continue };
        let (bytes, missing) = WriteOutput::new(text.clone(), charset.clone()).encode();
        let (written, diagnostics) = format.decode(&case.file_name(), bytes, None);
        // Damage may change a guessed charset, but not a declared or expected one.
        let is_declared = matches!(
            written.segments()[0].found,
            CharsetSource::Declared | CharsetSource::Mark | CharsetSource::ValidUtf8 | CharsetSource::Expected
        );
        let is_read =
            is_declared && written.text() == text && *written.charset() == charset && written.segments().len() == 1;
        if missing.is_empty() && is_read {
            Undamaged::new(format, case, written, diagnostics).try_places(&format!("written in {name}"), places)?;
        }
    }
    Ok(())
}

/// Returns the text of a source with another charset declared: at the place of the old declaration, or as the format writes it.
fn declaring<G: Game>(format: &dyn Format<G>, source: &Source, charset: &str) -> Option<String> {
    let text = source.text();
    // A charset that the format does not write is none of its charsets.
    if let Some(option) = format.info().charset_option() {
        format.with_option(option, charset).ok()?;
    }
    let declared = format.charsets(text.as_bytes());
    if declared.is_empty() || declared.iter().any(|declared| text.get(declared.at.clone()).is_none()) {
        let format = format.with_option(format.info().charset_option()?, charset).ok()?;
        return Some(format.write(&format.read(source).records).text);
    }
    let (mut out, mut copied) = (String::with_capacity(text.len()), 0);
    for declared in declared {
        out.push_str(&text[copied..declared.at.start]);
        out.push_str(charset);
        copied = declared.at.end;
    }
    out.push_str(&text[copied..]);
    Some(out)
}

/// A file without damage, and the result of fixing it.
struct Undamaged<'a, G: Game> {
    format: &'a dyn Format<G>,
    case: &'a Case,
    source: Source,
    reading: ReadOutput<G>,
    fixed: [Source; 2],
}

const SAFETIES: [Safety; 2] = [Safety::Safe, Safety::Guess];

impl<'a, G: Game> Undamaged<'a, G> {
    fn new(format: &'a dyn Format<G>, case: &'a Case, source: Source, diagnostics: Diagnostics) -> Self {
        let fix = |safety| apply_fixes(format, &[], &source, diagnostics.clone(), safety).source.into_owned();
        let fixed = SAFETIES.map(fix);
        let reading = read(format, &source, diagnostics);
        Self { format, case, source, reading, fixed }
    }

    fn try_places(&self, how: &str, places: usize) -> Verdict {
        let bytes = self.source.bytes();
        let is_utf16 = self.source.charset().name().starts_with("UTF-16");
        // Only non-ASCII characters are damaged. In UTF-16, an ASCII character has a zero byte.
        let is_of_character = |at: &usize| match is_utf16 {
            true => *at >= 2 && bytes[at & !1] != 0 && bytes.get(at | 1).is_some_and(|byte| *byte != 0),
            false => bytes[*at] >= 0x80,
        };
        let candidates: Vec<usize> = (0..bytes.len()).filter(is_of_character).collect();
        let mut random = Random::new(0x9E37_79B9_7F4A_7C15 ^ bytes.len() as u64);
        for _ in 0..places.min(candidates.len()) {
            let at = candidates[random.below(candidates.len())];
            let (before, after) = bytes.split_at(at);
            // None of these bytes is syntax, because that would be a different kind of damage.
            let changed = *random.pick(b"5Gz\x80\x8D\x9F\xA0\xA4\xB5\xC6\xD7\xE8\xF9\xFE");
            let damages = [
                ("without", [before, &after[1..]].concat()),
                ("doubled", [before, &after[..1], after].concat()),
                ("changed", [before, &[changed], &after[1..]].concat()),
            ];
            for (what, damaged) in damages {
                self.try_one(damaged).map_err(|message| {
                    let changed = if what == "changed" { format!(" to {changed:#04x}") } else { String::new() };
                    let message = format!("{how}, byte {at} ({:#04x}) {what}{changed}: {message}", bytes[at]);
                    Violation::new(LOCAL, &self.case.name, message)
                })?;
            }
        }
        Ok(())
    }

    fn try_one(&self, bytes: Vec<u8>) -> Result<(), String> {
        let (source, diagnostics) = self.format.decode(&self.case.file_name(), bytes, None);
        let charsets = |source: &Source| source.segments().iter().map(|s| s.charset.clone()).collect::<Vec<_>>();
        if charsets(&source) != charsets(&self.source) {
            return Err(format!(
                "the charset is {:?}, but was {:?} before the damage",
                charsets(&source),
                charsets(&self.source)
            ));
        }
        self.one_token(&self.source, &source)?;
        let reading = read(self.format, &source, diagnostics.clone());
        let changes = difference(&self.reading.records, &reading.records);
        let places: BTreeSet<_> = changes.iter().map(|change| (change.record, change.node, change.part)).collect();
        let is_one = places.len() <= 1 || self.is_of_one_token(&source, &reading) || self.is_followed(&changes);
        if !is_one {
            let changes: Vec<_> =
                changes.iter().map(|change| shown(&described(change, &self.reading.records))).collect();
            return Err(format!("several values changed: {}", changes.join("; ")));
        }
        for (safety, before) in SAFETIES.iter().zip(&self.fixed) {
            let fixed = apply_fixes(self.format, &[], &source, diagnostics.clone(), *safety);
            // After the damage there may be too little garbled text for a confident fix: then the text may stay unchanged.
            let kept = self.one_token(before, &fixed.source);
            kept.or_else(|message| self.one_token(&source, &fixed.source).map_err(|_| message))
                .map_err(|message| format!("after {safety:?} fixes {message}"))?;
        }
        Ok(())
    }

    /// Returns true if all changes are those of the damaged token: without it, the file has the same record but for one value. This
    /// is so if the damage is in the key of a header, which becomes another one.
    fn is_of_one_token(&self, damaged: &Source, reading: &ReadOutput<G>) -> bool {
        let changed = changed(self.source.text(), damaged.text());
        let tokens = self.format.layout(&self.source).tokens;
        let text = self.source.text();
        let holds = |token: &Span| token.start <= changed.start && changed.end <= token.end;
        tokens.into_iter().filter(holds).any(|token| {
            let without = [&text[..token.start as usize], &text[token.end as usize..]].concat();
            let without = self.format.read(&Source::from_text(self.case.file_name(), without));
            let changes = difference(&without.records, &reading.records);
            let places: BTreeSet<_> = changes.iter().map(|change| (change.record, change.node, change.part)).collect();
            places.len() <= 1
        })
    }

    /// Returns true if the format is contextual, and all changes are of the first changed node and of nodes after it: the moves after a
    /// damaged one or after a damaged start position, and the result, which may name the player to move. If the start position is not known
    /// any more, its words are a header, and the moves are kept as text.
    fn is_followed(&self, changes: &[Loss]) -> bool {
        let has_start = changes.iter().any(|change| change.part == Part::Setup);
        let is_beside = |part: Part| {
            part == Part::Outcome || has_start && matches!(part, Part::Terms | Part::Header | Part::Foreign)
        };
        let changes = changes.iter().filter(|change| !is_beside(change.part));
        let start = |change: &Loss| {
            let record = self.reading.records.get(change.record).filter(|_| change.part == Part::Setup)?;
            Some(record.tree.root())
        };
        let node = |change: &Loss| change.node.or_else(|| start(change));
        let nodes: Option<Vec<_>> = changes.map(|change| Some((change.record, node(change)?))).collect();
        let Some(&(record, first)) = nodes.as_ref().and_then(|nodes| nodes.iter().min()) else { return false };
        let Some(tree) = self.reading.records.get(record).map(|record| &record.tree) else { return false };
        let is_after = |node: NodeId| {
            node == first || tree.get(node).is_none() || tree.ancestors(node).any(|above| above == first)
        };
        self.format.info().contextual && nodes.into_iter().flatten().all(|(of, node)| of == record && is_after(node))
    }

    /// Returns an error if two texts differ in more than one token of the first.
    fn one_token(&self, before: &Source, after: &Source) -> Result<(), String> {
        let (a, b) = (before.text(), after.text());
        if a == b {
            return Ok(());
        }
        let changed = changed(a, b);
        let tokens = self.format.layout(before).tokens;
        let holds = |token: &Span| token.start <= changed.start && changed.end <= token.end;
        match tokens.iter().any(holds) {
            true => Ok(()),
            false => Err(format!(
                "more than one token is changed: {} is {}",
                shown(before.slice(changed)),
                shown(&b[changed.start as usize..])
            )),
        }
    }
}

/// Returns the part of a text that differs from another text.
fn changed(a: &str, b: &str) -> Span {
    let same = |(a, b): &(char, char)| a == b;
    let start: usize = a.chars().zip(b.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let rest = a[start..].chars().rev().zip(b[start..].chars().rev());
    let end = a.len() - rest.take_while(same).map(|(c, _)| c.len_utf8()).sum::<usize>();
    Span::new(start, end.max(start))
}

fn read<G: Game>(format: &dyn Format<G>, source: &Source, mut diagnostics: Diagnostics) -> ReadOutput<G> {
    let mut reading = format.read(source);
    diagnostics.append(std::mem::take(&mut reading.diagnostics));
    reading.diagnostics = diagnostics;
    reading
}
