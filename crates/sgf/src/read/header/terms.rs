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

/// Parts of AP of programs that count komi in quarters of a stone or in hundredths.
const FOX_KOMI: [&str; 3] = ["foxwq", "SGFC:2.0", "YuanYu"];

impl<'a> Reader<'a> {
    /// KI, twice the komi.
    pub(super) fn old_komi(&mut self, at: Span, draft: &mut Draft) {
        let raw = self.raw(at);
        self.diagnostics.report(
            &codes::OLD_PROPERTY,
            at,
            || "KI is twice the komi, which is KM since FF[3]; read as that",
        );
        let half =
            value::number(raw).value().and_then(|twice| twice.checked_mul(5)).map(|tenths| Decimal::new(tenths, 1));
        match half {
            Some(komi) => self.record.terms.komi = Some(Parsed::Value(komi.normalized())),
            None => self.keep("KI", core::iter::once(at), draft, Target::Head),
        }
    }

    /// HA.
    pub(super) fn handicap(&mut self, at: Span) {
        let raw = self.raw(at);
        // `7.0` and `7.` are whole numbers too. With a comma a whole number is ambiguous.
        let whole = || value::real(raw).value().filter(|_| !raw.contains(',')).and_then(Decimal::to_integer);
        let meaning = match value::number(raw) {
            Meaning::None => whole().map_or(Meaning::None, |n| Meaning::Loose(n, n.to_string())),
            meaning => meaning,
        };
        let meaning = match meaning {
            Meaning::Exact(n) => u32::try_from(n).map_or(Meaning::None, Meaning::Exact),
            Meaning::Loose(n, written) => u32::try_from(n).map_or(Meaning::None, |n| Meaning::Loose(n, written)),
            Meaning::None => Meaning::None,
        };
        let handicap = self.stated("HA", at, meaning, "a number of stones");
        if let Parsed::Value(few @ 0..=1) = handicap {
            self.diagnostics.report(&codes::ODD_HANDICAP, at, || {
                format!("a handicap of {few} means that there is none; read as it stands")
            });
        }
        self.record.terms.handicap = Some(handicap);
    }

    /// KM.
    pub(super) fn komi(&mut self, at: Span) {
        let raw = self.raw(at);
        let meaning = value::real(raw);
        let mut komi = self.stated("KM", at, meaning, "a number");
        if let Parsed::Value(stated) = komi {
            let fox = self.game.applications().any(|raw| FOX_KOMI.iter().any(|program| raw.contains(program)));
            let points = fox.then(|| fox_points(stated)).flatten();
            if points.is_some() || stated > Decimal::from(100) || stated < Decimal::from(-100) {
                let report = self.diagnostics.report(&codes::ODD_KOMI, at, || match points {
                    Some(points) => {
                        format!("the program that wrote this file counts komi so; {stated} read as {points} points")
                    }
                    None => format!("a komi of {stated} is hardly meant in points; read as it stands"),
                });
                if let Some(likely) = points.or_else(|| fox_points(stated)) {
                    let title = || format!("write KM[{likely}]");
                    let report = report.fix(Safety::Guess, title, || Edits::one(at, likely.to_string()));
                    if points.is_none() {
                        report.help(format!("some servers write so for {likely} points"));
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

/// The komi in points of a number as Fox and similar programs write it, in hundredths or in quarters of a stone.
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
