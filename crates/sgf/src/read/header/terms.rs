//! KM, KI and HA: the terms of the game.

use crate::{
    codes,
    read::{
        Reader,
        node::draft::{Draft, Target},
    },
    value::{self, Meaning},
};
use alloc::{format, string::ToString};
use kifu_core::{Decimal, Edits, Parsed, Safety, Span};

/// Parts of AP that identify programs that write komi in hundredths of a point or of a stone, with the programs' names.
const FOX_KOMI: [(&str, &str); 3] = [("foxwq", "Fox"), ("SGFC:2.0", "SGFC 2.0"), ("YuanYu", "YuanYu")];

/// The values of [`fox_points`] in hundredths of a stone.
const FOX_KOMI_IN_STONES: [i64; 4] = [275, 325, 350, 375];

impl<'a> Reader<'a> {
    /// Reads KI, which is twice the komi.
    pub(super) fn old_komi(&mut self, at: Span, draft: &mut Draft) {
        let meaning = value::number(self.raw(at));
        let tenths = self.meaning("KI", at, meaning, "a whole number, twice the komi").and_then(|n| n.checked_mul(5));
        match tenths.map(|tenths| Decimal::new(tenths, 1).normalized()) {
            Some(komi) if !self.has_komi() => {
                self.diagnostics.report(&codes::OLD_PROPERTY, at, || {
                    format!("KI (twice the komi) was replaced by KM in FF[3]; read as KM[{komi}]")
                });
                self.record.terms.komi = Some(Parsed::Value(komi));
                return;
            }
            Some(_) => {
                let other = self.name_of_komi();
                self.diagnostics
                    .report(&codes::DISAGREEMENT, at, || {
                        format!(
                            "KI and {other} both state the komi; {other} counts, and KI has no effect (kept in the file)"
                        )
                    })
                    .help("remove KI, which KM replaced in FF[3]");
            }
            None => {}
        }
        self.keep("KI", core::iter::once(at), draft, Target::Head);
    }

    /// Reads HA.
    pub(super) fn handicap(&mut self, at: Span) {
        let handicap = self.stated("HA", at, stones(self.raw(at)), "a number of stones");
        if let Parsed::Value(few @ 0..=1) = handicap {
            self.diagnostics.report(&codes::ODD_HANDICAP, at, || {
                format!("HA[{few}] is not allowed in SGF (2 or more); read as a handicap of {few}")
            });
        }
        self.record.terms.handicap = Some(handicap);
    }

    /// Reads KM.
    pub(super) fn komi(&mut self, at: Span) {
        let raw = self.raw(at);
        let meaning = value::real(raw);
        let mut komi = self.stated("KM", at, meaning, "a number");
        if let Parsed::Value(stated) = komi {
            let program_of = |raw: &str| FOX_KOMI.iter().find(|(part, _)| raw.contains(part)).map(|(_, name)| *name);
            let program = self.game.applications().find_map(program_of);
            let points = program.and_then(|_| fox_points(stated));
            if points.is_some() || stated > Decimal::from(100) || stated < Decimal::from(-100) {
                let report = self.diagnostics.report(&codes::ODD_KOMI, at, || match points {
                    Some(points) => {
                        let program = program.unwrap_or_default();
                        let is_in_stones = stated.to_integer().is_some_and(|komi| FOX_KOMI_IN_STONES.contains(&komi));
                        let unit = if is_in_stones { "stone (1 stone = 2 points)" } else { "point" };
                        format!(
                            "komi {stated}: {program} counts komi in hundredths of a {unit}; read as {points} points"
                        )
                    }
                    None => format!("komi {stated} is probably not in points; read as {stated} points anyway"),
                });
                if let Some(likely) = points.or_else(|| fox_points(stated)) {
                    let title = || format!("write KM[{likely}]");
                    let report = report.fix(Safety::Guess, title, || Edits::one(at, likely.to_string()));
                    if points.is_none() {
                        report.help(format!("some servers write {likely} points in this way"));
                    }
                }
            }
            if let Some(points) = points {
                komi = Parsed::Value(points);
            }
        }
        self.record.terms.komi = Some(komi);
    }
}

/// Parses a number of handicap stones.
pub(in crate::read) fn stones(raw: &str) -> Meaning<u32> {
    // `7.0` and `7.` are whole numbers too. With a comma a whole number is ambiguous.
    let whole = || value::real(raw).value().filter(|_| !raw.contains(',')).and_then(Decimal::to_integer);
    let meaning = match value::number(raw) {
        Meaning::None => whole().map_or(Meaning::None, |n| Meaning::Loose(n, n.to_string())),
        meaning => meaning,
    };
    match meaning {
        Meaning::Exact(n) => u32::try_from(n).map_or(Meaning::None, Meaning::Exact),
        Meaning::Loose(n, written) => u32::try_from(n).map_or(Meaning::None, |n| Meaning::Loose(n, written)),
        Meaning::None => Meaning::None,
    }
}

/// Returns the komi in points if `stated` is a komi in hundredths of a point (`750`) or of a stone, which is two points
/// (`375`). Fox and similar programs write komi in this way.
fn fox_points(stated: Decimal) -> Option<Decimal> {
    let points = match stated.to_integer()? {
        50 => "0.5",
        550 | 275 => "5.5",
        650 | 325 => "6.5",
        700 | 350 => "7",
        750 | 375 => "7.5",
        _ => return None,
    };
    points.parse().ok()
}
