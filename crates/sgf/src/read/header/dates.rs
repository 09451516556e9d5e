//! DT: the days on which the game was played.

use super::unparsed;
use crate::{
    Node, Property, codes,
    document::parse::is_space_or_control,
    read::{
        Reader,
        messages::shown,
        node::draft::{Draft, Target},
    },
    slot,
    value::{self, Meaning},
};
use alloc::{
    format,
    string::{String, ToString},
};
use kifu_core::{Diagnostics, Edits, Parsed, PartialDateTime, Safety, Span};

impl<'a> Reader<'a> {
    /// Reads DT.
    pub(super) fn dates(&mut self, at: Span, draft: &mut Draft) {
        let raw = self.raw(at);
        if let Some(dates) = value::dates(raw) {
            if raw.contains(char::is_whitespace) {
                let written: String = raw.chars().filter(|c| !c.is_whitespace()).collect();
                let _ = self.meaning("DT", at, Meaning::Loose((), written), "a list of dates");
            }
            self.record.info.dates = dates.into_iter().map(Parsed::Value).collect();
            return;
        }
        let Some(value::LooseDates { dates, time, has_zone, has_more_times }) = value::loose_dates(raw) else {
            report_bad_date(&mut self.diagnostics, raw, at);
            self.record.info.dates = alloc::vec![Parsed::Text(unparsed(raw))];
            return;
        };
        let written = value::dates_text(&dates);
        let started = time.map(|time| PartialDateTime { date: dates[0], time: Some(time) });
        match started.is_none() && !has_more_times {
            true => drop(self.meaning("DT", at, Meaning::Loose((), written), "a list of dates")),
            false => {
                self.report_time_of_day(at, &written, started, (has_zone, has_more_times), draft.main);
                // The record has no place for them.
                if has_zone || has_more_times {
                    self.keep("DT", core::iter::once(at), draft, Target::Head);
                }
            }
        }
        if self.record.info.started.is_none() {
            self.record.info.started = started.map(Parsed::Value);
        }
        self.record.info.dates = dates.into_iter().map(Parsed::Value).collect();
    }

    /// Reports a DT with a time of day, which is read as the start of the game. The fix moves the time into the slot. If the text states
    /// a time zone or more times, the record keeps it, and the fix moves it into the slot too. The slot is read into the node `slot_of`.
    fn report_time_of_day(
        &mut self,
        at: Span,
        written: &str,
        started: Option<PartialDateTime>,
        (has_zone, has_more_times): (bool, bool),
        slot_of: Target,
    ) {
        let (text, is_rootless) = (self.game.text, self.game.game.rootless);
        let is_alone = self.counts_beside_others != Some(at);
        let ignored = match (started, has_zone, has_more_times) {
            (_, false, false) => None,
            (_, true, false) => Some("the time zone has no effect"),
            (Some(_), false, true) => Some("the other times have no effect"),
            (Some(_), true, true) => Some("the time zone and the other times have no effect"),
            (None, ..) => Some("times of later dates have no effect"),
        };
        let start = started.map_or_else(String::new, |started| format!(" with the start time {started}"));
        let report = self.diagnostics.report(&codes::LOOSE_VALUE, at, || {
            let shown = shown(&text[at.range()]);
            let ignored = ignored.map_or_else(String::new, |ignored| format!("; {ignored} (kept in the file)"));
            format!("DT[{shown}] has a time of day, which DT does not allow; read as DT[{written}]{start}{ignored}")
        });
        let end = at.end as usize + 1;
        // The slot would be between this value and the next.
        let is_last = !text.get(end..).unwrap_or_default().trim_start_matches(is_space_or_control).starts_with('[');
        // The start of a game in the slot is read only in the root.
        if text.as_bytes().get(end - 1) != Some(&b']') || is_rootless || !is_alone || !is_last {
            return;
        }
        let root = self.game.node(0);
        let has_slot = root.get(slot::IDENTIFIER).is_some();
        let start = started.map_or_else(String::new, |started| {
            format!("[kifu:started:{}]", started.to_string().replace(':', "\\\\:"))
        });
        if ignored.is_none() {
            // The slot may state another start already, which would count.
            let safety = if has_slot && states_start(root) { Safety::Guess } else { Safety::Safe };
            report.fix(
                safety,
                || format!("write DT[{written}], and move the time to KX"),
                || {
                    let mut edits = Edits::one(at, written);
                    let _ = edits.insert(end, format!("{}{start}", slot::IDENTIFIER));
                    edits
                },
            );
            return;
        }
        // Other values that are kept would be in another order.
        let is_kept_alone = root.properties().filter(|property| property.identifier() == "DT").nth(1).is_none()
            && !has_slot
            && slot_of == Target::Head;
        let safety = if is_kept_alone { Safety::Safe } else { Safety::Guess };
        report.fix(
            safety,
            || format!("write DT[{written}], and move the whole value to KX"),
            || {
                let kept = value::normalized(&text[at.range()]);
                let kept = value::escape_in_slot(&kept, value::TextPlace::Whole);
                let slot = format!("{}{start}[sgf:DT:{kept}]", slot::IDENTIFIER);
                Edits::one(Span { start: at.start - 1, end: at.end + 1 }, format!("[{written}]{slot}"))
            },
        );
    }
}

/// Returns the date at the start of a text, and the rest, which has a colon.
fn date_and_rest(raw: &str) -> Option<(&str, &str)> {
    let (date, rest) = raw.trim().split_once([' ', 'T', 't'])?;
    let is_date = rest.contains(':') && value::dates(date).is_some_and(|dates| dates.len() == 1);
    is_date.then(|| (date, rest.trim()))
}

/// Returns true if the slot of a node states the start of the game.
fn states_start(node: Node<'_>) -> bool {
    let slots = node.properties().filter(|property| property.identifier() == slot::IDENTIFIER);
    slots.flat_map(Property::values).filter_map(slot::note).any(|note| note.format == "kifu" && note.key == "started")
}

/// Reports a DT that is not a list of dates.
pub(in crate::read) fn report_bad_date(diagnostics: &mut Diagnostics, raw: &str, at: Span) {
    if let Some((date, time)) = date_and_rest(raw) {
        diagnostics
            .report(&codes::BAD_VALUE, at, || {
                format!(
                    "DT takes dates, and {:?} after the date is not a time of day; DT[{}] was kept as text",
                    shown(time),
                    shown(raw)
                )
            })
            .help(format!("write DT[{date}]"));
        return;
    }
    diagnostics
        .report(&codes::BAD_VALUE, at, || format!("DT[{}] is ambiguous or not a date; kept as text", shown(raw)))
        .help("write a date as YYYY, YYYY-MM or YYYY-MM-DD; separate several dates with commas");
}
