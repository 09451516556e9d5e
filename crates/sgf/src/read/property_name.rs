//! Checks the name of a property: unknown, of another game or of another version.

use super::{Reader, dialects::DIALECTS, structure::lost_bracket};
use crate::{PROPERTIES, Property, PropertyDef, codes, games, slot, value};
use alloc::{format, vec::Vec};
use kifu_core::{Edits, Safety, Severity};

impl<'a> Reader<'a> {
    /// Reports a name that is long, unknown or of another version.
    pub(super) fn report_name(
        &mut self,
        property: Property<'a>,
        name: &str,
        identifier: &str,
        known: Option<&'static PropertyDef>,
    ) {
        if name != identifier && !name.contains(|c: char| c.is_ascii_whitespace()) {
            self.report_long_name(property, identifier);
        }
        let Some(known) = known else { return self.report_unknown(property, identifier) };
        if !known.versions.contains(&self.version) {
            let (first, last, version) = (known.versions.start(), known.versions.end(), self.version);
            let states = self.states_version;
            self.diagnostics.report(&codes::PROPERTY_NOT_IN_VERSION, property.name_span(), || {
                let range = if first == last { format!("FF[{first}]") } else { format!("FF[{first}] to FF[{last}]") };
                let is = if states { "is" } else { "declares no version, which means" };
                format!("{identifier} is a property of {range}, but this file {is} FF[{version}]; read anyway")
            });
        }
    }

    /// Reports a property that the standard does not define for go.
    fn report_unknown(&mut self, property: Property<'a>, identifier: &str) {
        let is_odd = !identifier.bytes().all(|b| b.is_ascii_uppercase());
        let capitals = identifier.to_ascii_uppercase();
        if is_odd && PropertyDef::find(&capitals, 1).is_some() {
            return self.report_lower_case(property, identifier, &capitals);
        }
        let program = DIALECTS.iter().find(|(known, _)| *known == identifier).map(|(_, program)| program);
        let (info, message) = if let Some(program) = program {
            (
                &codes::UNKNOWN_PROPERTY,
                format!("{identifier} is a private property of {program}; it has no effect (kept in the file)"),
            )
        } else if is_odd {
            let has_small = identifier.bytes().any(|b| b.is_ascii_lowercase());
            let what = if has_small { "small letters" } else { "characters other than letters" };
            let message =
                format!("{identifier} has {what}, but SGF allows only capitals; it has no effect (kept in the file)");
            (&codes::ODD_IDENTIFIER, message)
        } else if let Some(game) = PropertyDef::other_game(identifier).and_then(games::name) {
            (
                &codes::PROPERTY_OF_OTHER_GAME,
                format!("{identifier} is a property of {game}, not of go; it has no effect (kept in the file)"),
            )
        } else if identifier == slot::IDENTIFIER {
            return;
        } else {
            (
                &codes::UNKNOWN_PROPERTY,
                format!("{identifier} is not in the SGF standard; it has no effect (kept in the file)"),
            )
        };
        if info.code == codes::UNKNOWN_PROPERTY.code && program.is_none() && self.report_misspelt(property, identifier)
        {
            return;
        }
        // `7W[dd]` and `p[dp]` are probably moves or stones that the record does not have, so they are errors.
        let is_play = is_odd
            && property.values().all(|raw| raw.len() <= 2)
            && property.values().any(|raw| value::point(raw).value().is_some());
        let severity = if is_play { Severity::Error } else { info.severity };
        self.diagnostics.report(&info.with_severity(severity), property.name_span(), || message);
    }

    /// Reports an identifier that is probably a standard one with a typing error: `WW[dd]`, `S[9]`, `ZS[9]` and `PB[]APW[B]`. Returns
    /// false if it is not.
    fn report_misspelt(&mut self, property: Property<'a>, identifier: &str) -> bool {
        let fits = |known: &&PropertyDef| {
            // The version does not count, because the written file has another one.
            let is_of_go = known.game.is_none_or(|game| game == 1);
            is_of_go && property.values().all(|raw| known.is_text() || lost_bracket::fits(known, raw))
        };
        let takes_letter = self.follows_empty_value(property);
        let is_likely = |known: &&PropertyDef| {
            is_misspelling(identifier, known.identifier)
                || takes_letter && identifier.len() == 3 && identifier.get(1..) == Some(known.identifier)
        };
        let likely = PROPERTIES.iter().filter(is_likely).filter(fits);
        let mut likely: Vec<&PropertyDef> = likely.collect();
        // A property that takes texts is unlikely if another one is possible, because any value is valid as a text.
        if likely.iter().any(|known| !known.is_text()) {
            likely.retain(|known| !known.is_text());
        }
        let likely: Vec<&str> = likely.iter().map(|known| known.identifier).collect();
        if likely.is_empty() {
            return false;
        }
        let is_missing = likely.iter().any(|name| self.is_missing(property, name));
        let severity = if is_missing { Severity::Error } else { Severity::Warning };
        let at = property.name_span();
        let report = self.diagnostics.report(&codes::UNKNOWN_PROPERTY.with_severity(severity), at, || {
            let names = likely.join(" or ");
            format!("{identifier} is not in the SGF standard, perhaps {names}; it has no effect (kept in the file)")
        });
        if let [name] = likely[..] {
            report.fix(Safety::Guess, || format!("write {name}"), || Edits::one(at, name));
        }
        true
    }

    /// Returns true if the value before a property is empty: in `PB[]APW[B]`, a letter and a bracket were exchanged.
    fn follows_empty_value(&self, property: Property<'a>) -> bool {
        self.game.text[..property.name_span().start as usize].ends_with("[]")
    }

    /// Returns true if the record is incomplete without a property that has this identifier: a move, stones, the size, or in the first
    /// node a player, the komi, the handicap or the result, if the node does not state them elsewhere.
    fn is_missing(&self, property: Property<'a>, identifier: &str) -> bool {
        match identifier {
            "B" | "W" | "AB" | "AW" | "AE" | "SZ" => true,
            "PB" | "PW" | "KM" | "HA" | "RE" => {
                let is_in_root = property.name_span().start < self.game.root().span().end;
                is_in_root && self.game.root_value(identifier).is_none()
            }
            _ => false,
        }
    }

    /// Reports the identifier of a property of go in lower-case letters. It is an error if the record is incomplete without it.
    fn report_lower_case(&mut self, property: Property<'a>, identifier: &str, capitals: &str) {
        let severity = if self.is_missing(property, capitals) { Severity::Error } else { Severity::Warning };
        let at = property.name_span();
        let has_value = property.values().next().is_some_and(|raw| !raw.is_empty());
        let report = self.diagnostics.report(&codes::ODD_IDENTIFIER.with_severity(severity), at, || {
            format!(
                "{identifier} is not an SGF identifier ({capitals} is); {identifier} has no effect (kept in the file)"
            )
        });
        if has_value {
            report.fix(Safety::Guess, || format!("write {capitals}"), || Edits::one(at, capitals));
        }
    }

    /// Reports a property of the early versions that FF\[3\] replaced by another.
    pub(super) fn report_old(&mut self, identifier: &str, property: Property<'a>, new: &str) {
        self.diagnostics.report(&codes::OLD_PROPERTY, property.name_span(), || {
            format!("{identifier} was replaced by {new} in FF[3]; read as {new}")
        });
    }
}

/// Returns true if an identifier is a standard one with one of its letters doubled, only one of its two letters, or the two
/// exchanged.
fn is_misspelling(identifier: &str, standard: &str) -> bool {
    let (odd, right) = (identifier.as_bytes(), standard.as_bytes());
    match odd.len() {
        1 => right.len() == 2 && right.contains(&odd[0]),
        2 if right.len() == 2 => odd[0] == right[1] && odd[1] == right[0],
        len if len == right.len() + 1 => {
            (0..right.len()).any(|at| odd[..=at] == right[..=at] && odd[at + 1..] == right[at..])
        }
        _ => false,
    }
}
