//! BM, TE, GB and others: the judgement of a move or of a position.

use super::draft::Draft;
use crate::{
    Property, codes,
    read::Reader,
    value::{self, Meaning},
};
use alloc::{
    format,
    string::{String, ToString},
};
use kifu_core::{Diagnostics, Judgement, MoveQuality, Severity, Span};
use kifu_goban::slot as judgements;

impl<'a> Reader<'a> {
    pub(super) fn judgement(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        let main = draft.main;
        let Some(at) = self.first(identifier, property, draft, main) else { return };
        let raw = self.raw(at);
        let value = match identifier {
            "V" => {
                let meaning = value::real(raw);
                self.meaning(identifier, at, meaning, "a number").map(|value| value.to_string())
            }
            "DO" | "IT" => {
                let meaning = match raw {
                    "" => Meaning::Exact(()),
                    _ if raw.trim().is_empty() || matches!(raw.trim(), "1" | "2") => Meaning::Loose((), String::new()),
                    _ => Meaning::None,
                };
                self.meaning(identifier, at, meaning, "no value").map(|()| String::new())
            }
            _ => {
                let meaning = value::double(raw);
                let emphasised = self.meaning(identifier, at, meaning, "a degree (1, or 2 for emphasis)");
                emphasised.map(|emphasised| if emphasised { "2" } else { "1" }.to_string())
            }
        };
        if value.is_some() && draft.mover.is_none() && EXCLUSIVE_JUDGEMENTS[0].contains(&identifier) {
            report_without_move(&mut self.diagnostics, identifier, property.span());
        }
        let mut judgement = draft.main_mut().details().map(|details| details.judgement).unwrap_or_default();
        if let Some(value) = value
            && add(&mut self.diagnostics, &mut judgement, property, (identifier, &value), self.version)
        {
            draft.main_mut().details_mut().judgement = judgement;
            return;
        }
        self.keep(identifier, core::iter::once(at), draft, main);
    }
}

/// Reports a judgement of a move in a node without a move.
pub(in crate::read) fn report_without_move(diagnostics: &mut Diagnostics, identifier: &str, at: Span) {
    let severity = if identifier == "KO" { Severity::Warning } else { codes::JUDGEMENT_WITHOUT_MOVE.severity };
    let code = codes::JUDGEMENT_WITHOUT_MOVE.with_severity(severity);
    let report = diagnostics.report(&code, at, || match identifier {
        "KO" => "KO allows an illegal move, but this node has no move; kept".to_string(),
        _ => format!("{identifier} ({}) judges a move, but this node has no move; kept", short_meaning(identifier)),
    });
    report.help(format!("move {identifier} to the node of the move"));
}

/// Adds a judgement to those of a node. Returns false, after a report, if it contradicts an earlier one.
pub(in crate::read) fn add(
    diagnostics: &mut Diagnostics,
    judgement: &mut Judgement,
    property: Property<'_>,
    (identifier, value): (&str, &str),
    version: u8,
) -> bool {
    if judgements::read(judgement, identifier, value) {
        return true;
    }
    if version == 3
        && let Some(quality) = pair(*judgement, identifier)
    {
        diagnostics.report(&codes::OLD_PROPERTY, property.name_span(), || match quality {
            MoveQuality::Doubtful => "BM and TE together mean a doubtful move in FF[3]; read as DO",
            _ => "BM and TE together mean an interesting move in FF[3]; read as IT",
        });
        judgement.of_move = Some(quality);
        return true;
    }
    // The same property twice is reported as such.
    if judgements::write(judgement).iter().all(|earlier| earlier.identifier != identifier) {
        diagnostics.report(&codes::CONTRADICTION, property.span(), || {
            let mut before = judgements::write(judgement).into_iter().map(|property| property.identifier);
            let earlier = before.find(|earlier| group(earlier) == group(identifier)).unwrap_or(identifier);
            let (meaning, earlier_meaning) = (short_meaning(identifier), short_meaning(earlier));
            format!("{identifier} ({meaning}) contradicts {earlier} ({earlier_meaning}) in this node; {earlier} counts")
        });
    }
    false
}

/// Returns what a property with a degree marks, for the message about a value that is not a degree.
pub(in crate::read) fn of_degree(identifier: &str) -> Option<&'static str> {
    Some(match identifier {
        "BM" => "marks a bad move: 1, or 2 for very bad",
        "DM" => "marks an even position: 1, or 2 for emphasis",
        "GB" => "marks a position as good for Black: 1, or 2 for very good",
        "GW" => "marks a position as good for White: 1, or 2 for very good",
        "HO" => "marks an interesting node: 1, or 2 for very interesting",
        "TE" => "marks a good move: 1, or 2 for very good",
        "UC" => "marks an unclear position: 1, or 2 for very unclear",
        _ => return None,
    })
}

/// Returns the meaning of a judgement in a few words.
fn short_meaning(identifier: &str) -> &'static str {
    match identifier {
        "BM" => "bad move",
        "DM" => "even position",
        "DO" => "doubtful move",
        "GB" => "good for Black",
        "GW" => "good for White",
        "HO" => "interesting node",
        "IT" => "interesting move",
        "TE" => "good move",
        "UC" => "unclear position",
        _ => "value of the position",
    }
}

/// The judgements that contradict each other: those of a move, and those of a position.
pub(crate) const EXCLUSIVE_JUDGEMENTS: [[&str; 4]; 2] = [["BM", "DO", "IT", "TE"], ["DM", "GB", "GW", "UC"]];

/// Returns the first of the judgements that contradict this one, or the same identifier if there are none.
pub(in crate::read) fn group(identifier: &str) -> &str {
    EXCLUSIVE_JUDGEMENTS.iter().find(|group| group.contains(&identifier)).map_or(identifier, |group| group[0])
}

/// Returns the meaning of BM and TE together in FF\[3\], if the other one was read before.
fn pair(before: Judgement, identifier: &str) -> Option<MoveQuality> {
    match (before.of_move?, identifier) {
        (MoveQuality::Bad(_), "TE") => Some(MoveQuality::Doubtful),
        (MoveQuality::Good(_), "BM") => Some(MoveQuality::Interesting),
        _ => None,
    }
}
