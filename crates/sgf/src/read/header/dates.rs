//! DT: the days on which the game was played.

use super::unparsed;
use crate::{
    codes,
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
                self.report_time_of_day(at, &written, started, (has_zone, has_more_times));
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

    /// Reports a DT with a time of day, which is read as the start of the game. If the text states a time zone or more times, the record
    /// keeps it.
    ///
    /// The fix moves the time, or the whole text, into the slot. It is a guess, because other programs show what DT contains.
    fn report_time_of_day(
        &mut self,
        at: Span,
        written: &str,
        started: Option<PartialDateTime>,
        (has_zone, has_more_times): (bool, bool),
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
        let what = if ignored.is_some() { "the whole value" } else { "the time" };
        report.fix(
            Safety::Guess,
            || format!("write DT[{written}], and move {what} to KX"),
            || {
                let start = started.map_or_else(String::new, |started| {
                    format!("[kifu:started:{}]", started.to_string().replace(':', "\\\\:"))
                });
                let kept = ignored.map_or_else(String::new, |_| {
                    let kept = value::normalized(&text[at.range()]);
                    format!("[sgf:DT:{}]", value::escape_in_slot(&kept, value::TextPlace::Whole))
                });
                let value = Span { start: at.start - 1, end: at.end + 1 };
                Edits::one(value, format!("[{written}]{}{start}{kept}", slot::IDENTIFIER))
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
