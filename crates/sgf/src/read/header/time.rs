//! TM and OT: the time of the players.

use super::unparsed;
use crate::{
    read::{Reader, seconds},
    value::{self, Meaning},
};
use alloc::string::ToString;
use kifu_core::{MainTime, Overtime, Parsed, Span};

impl<'a> Reader<'a> {
    /// Reads TM, in seconds.
    pub(super) fn time_limit(&mut self, at: Span) {
        let raw = self.raw(at);
        let meaning = match seconds::time(raw) {
            Meaning::Exact(main) => Meaning::Exact(MainTime(main)),
            Meaning::Loose(main, written) => Meaning::Loose(MainTime(main), written),
            Meaning::None if self.is_negative("TM", at) => {
                self.record.info.time.all_mut().main = Some(Parsed::Text(unparsed(raw)));
                return;
            }
            Meaning::None => Meaning::None,
        };
        let time = self.stated("TM", at, meaning, "a time in seconds");
        self.record.info.time.all_mut().main = Some(time);
    }

    /// Reads OT.
    pub(super) fn overtime(&mut self, at: Span) {
        let raw = self.raw(at);
        let text = value::simple_text(raw);
        if let Some(overtime) = self.overtime_of_smartgo(&text) {
            let meaning = Meaning::Loose((), overtime.to_string());
            let _ = self.meaning("OT", at, meaning, "an overtime");
            self.record.info.time.all_mut().overtime = Some(Parsed::Value(overtime));
            return;
        }
        self.record.info.time.all_mut().overtime = Some(Parsed::exact(&text));
    }

    /// Returns the overtime in the text of OT, if it has a meaning.
    pub(in crate::read) fn overtime_in(&self, text: &str) -> Option<Overtime> {
        Parsed::<Overtime>::exact(text).value().copied().or_else(|| self.overtime_of_smartgo(text))
    }
}
