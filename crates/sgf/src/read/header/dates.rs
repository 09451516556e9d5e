//! DT: the days on which the game was played.

use crate::{
    codes,
    read::{Reader, messages::shown},
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
    pub(super) fn dates(&mut self, at: Span) {
        let raw = self.raw(at);
        if let Some(dates) = value::dates(raw) {
            if raw.contains(char::is_whitespace) {
                let written: String = raw.chars().filter(|c| !c.is_whitespace()).collect();
                let _ = self.meaning("DT", at, Meaning::Loose((), written), "a list of dates");
            }
            self.record.info.dates = dates.into_iter().map(Parsed::Value).collect();
            return;
        }
        let Some(value::LooseDates { dates, time, .. }) = value::loose_dates(raw) else {
            report_bad_date(&mut self.diagnostics, raw, at);
            self.record.info.dates = alloc::vec![Parsed::Text(value::simple_text(raw).into_owned().into())];
            return;
        };
        let written = value::dates_text(&dates);
        let started = time.map(|time| PartialDateTime { date: dates[0], time: Some(time) });
        match started {
            None => drop(self.meaning("DT", at, Meaning::Loose((), written), "a list of dates")),
            Some(started) => self.report_time_of_day(at, &written, started),
        }
        if self.record.info.started.is_none() {
            self.record.info.started = started.map(Parsed::Value);
        }
        self.record.info.dates = dates.into_iter().map(Parsed::Value).collect();
    }

    /// Reports a DT with a time of day, which is read as the start of the game. The fix moves the time into the slot.
    fn report_time_of_day(&mut self, at: Span, written: &str, started: PartialDateTime) {
        let (text, is_rootless) = (self.game.text, self.game.game.rootless);
        let is_alone = self.counts_beside_others != Some(at);
        let report = self.diagnostics.report(&codes::LOOSE_VALUE, at, || {
            let shown = shown(&text[at.range()]);
            format!("DT[{shown}] has a time of day, which DT does not allow; read as DT[{written}] with the start time {started}")
        });
        let end = at.end as usize + 1;
        // The start of a game in the slot is read only in the root.
        if text.as_bytes().get(end - 1) == Some(&b']') && !is_rootless && is_alone {
            let title = || format!("write DT[{written}], and move the time to KX");
            report.fix(Safety::Safe, title, || {
                let time = started.to_string().replace(':', "\\\\:");
                let mut edits = Edits::one(at, written);
                let _ = edits.insert(end, format!("{}[kifu:started:{time}]", slot::IDENTIFIER));
                edits
            });
        }
    }
}

/// Reports a DT that is not a list of dates.
pub(in crate::read) fn report_bad_date(diagnostics: &mut Diagnostics, raw: &str, at: Span) {
    diagnostics
        .report(&codes::BAD_VALUE, at, || format!("DT[{}] is ambiguous or not a date; kept as text", shown(raw)))
        .help("write a date as YYYY, YYYY-MM or YYYY-MM-DD; separate several dates with commas");
}
