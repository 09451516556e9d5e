//! The time of a move, and the total of the player.

use super::{Reader, wrong_total::WrongTotal};
use crate::codes;
use alloc::{format, string::String, vec::Vec};
use core::time::Duration;
use kifu_core::{Foreign, MoveTime, Node, Safety};
use kifu_json::{
    Kind, Value,
    record::{excerpt, pointer_step},
};
use kifu_shogiban::{Color, Shogi};

impl Reader<'_> {
    /// Reads the time of a node of this player.
    pub(super) fn time(&mut self, value: Value<'_>, mover: Color, node: &mut Node<Shogi>, kept: &mut Vec<Foreign>) {
        if value.kind() != Kind::Object {
            return self.keep_wrong(kept, ("", "time"), "an object", value);
        }
        let (now, total) = (value.get_present("now"), value.get_present("total"));
        let Some(spent) = now.and_then(duration).filter(|spent| MoveTime::from(*spent) != MoveTime::UNKNOWN) else {
            self.json.diagnostics.report(&codes::BAD_TIME, now.unwrap_or(value).span(), || {
                format!("{} is not the time of a move; it has no effect (kept in the file)", excerpt(value.raw()))
            });
            self.json.keep(kept, "/time", value);
            self.report_last_total(mover);
            return;
        };
        node.spent = MoveTime::from(spent);
        for (key, member) in value.members() {
            match &*key {
                "now" | "total" => self.unknown_of_time(&format!("/time/{key}"), member, kept),
                _ => self.keep_unknown(kept, "/time", &key, member),
            }
        }
        let sum = self.line.total(mover).saturating_add(spent);
        if let Some(normalizer) = &mut self.normalizer {
            return normalizer.time(value, spent, sum);
        }
        let is_settled = self.settle_total(mover, spent, total.and_then(duration));
        match total.map(duration) {
            Some(Some(stated)) if stated == sum => {}
            Some(Some(stated)) => {
                node.details_mut().clock.total = Some(stated);
                if !is_settled && self.line.knows_total(mover) {
                    let place = total.unwrap_or(value);
                    let edits = place.set(&total_json(sum));
                    self.wrong_total(mover, WrongTotal::new(place.span(), edits, stated, sum));
                }
            }
            Some(None) => {
                let total = total.unwrap_or(value);
                // A member that JKF does not have would be lost.
                let has_others = total.members().any(|(key, _)| !matches!(&*key, "h" | "m" | "s"));
                let is_safe = !has_others && self.line.knows_total(mover);
                let safety = if is_safe { Safety::Safe } else { Safety::Guess };
                self.json
                    .diagnostics
                    .report(&codes::BAD_TIME, total.span(), || {
                        format!("{} is not a total time; the sum was used", excerpt(total.raw()))
                    })
                    .fix(safety, || "write the sum", || total.set(&total_json(sum)));
            }
            None if self.is_complete != Some(false) => {
                self.json
                    .diagnostics
                    .report(
                        &codes::BAD_TIME,
                        value.span(),
                        || "the time has no total, which JKF requires; it was added up",
                    )
                    .with(|found| match value.set_member("total", &total_json(sum), None) {
                        Some(edits) => found.fix(Safety::Safe, "insert the sum", edits),
                        None => found,
                    });
            }
            None => {}
        }
    }

    fn unknown_of_time(&mut self, prefix: &str, value: Value<'_>, kept: &mut Vec<Foreign>) {
        for (key, member) in value.members() {
            if !matches!(&*key, "h" | "m" | "s") {
                self.json.report_unknown(member);
                self.json.keep(kept, &format!("{prefix}/{}", pointer_step(&key)), member);
            }
        }
    }
}

/// Returns the time of an object with hours, minutes and seconds.
fn duration(value: Value<'_>) -> Option<Duration> {
    let mut seconds = 0_u64;
    let mut has_seconds = [false; 2];
    for (key, member) in value.members() {
        let unit = match &*key {
            "h" if member.is_null() => continue,
            "h" => 3600,
            "m" => 60,
            "s" => 1,
            _ => continue,
        };
        if unit < 3600 {
            has_seconds[usize::from(unit == 1)] = true;
        }
        let number = u64::from(u32::try_from(member.integer()?).ok()?);
        seconds = seconds.checked_add(number.checked_mul(unit)?)?;
    }
    has_seconds.iter().all(|has| *has).then(|| Duration::from_secs(seconds))
}

/// Returns a total as JSON.
pub(crate) fn total_json(total: Duration) -> String {
    let seconds = total.as_secs();
    format!(r#"{{"h":{},"m":{},"s":{}}}"#, seconds / 3600, seconds / 60 % 60, seconds % 60)
}

pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
