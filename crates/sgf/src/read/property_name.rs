//! Checks the name of a property: unknown, of another game or of another version.

use super::{
    Reader, conformity::has_no_meaning, long_name::report_long_name, messages::shown, structure::lost_bracket,
};
use crate::{Kind, PROPERTIES, Property, PropertyDef, codes, dialects::private_property, games, slot, value};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Diagnostics, Edits, Overtime, Parsed, Safety, Severity, Span, Typo};

impl<'a> Reader<'a> {
    /// Reports a name that is long, unknown or of another version. `has_move` is true if the node has a move, or is the first one.
    pub(super) fn report_name(
        &mut self,
        property: Property<'a>,
        name: &str,
        identifier: &str,
        known: Option<&'static PropertyDef>,
        has_move: bool,
    ) {
        if name != identifier && !name.contains(|c: char| c.is_ascii_whitespace()) {
            report_long_name(&mut self.diagnostics, property, identifier, self.version, Severity::Error);
        }
        let Some(known) = known else { return self.report_unknown(property, identifier, has_move) };
        // FF states the version, so it is right in every version.
        if !known.versions.contains(&self.version) && identifier != "FF" {
            let states = self.states_version;
            report_version(&mut self.diagnostics, property, known, self.version, states);
        }
    }

    /// Reports a property that the standard does not define for go.
    fn report_unknown(&mut self, property: Property<'a>, identifier: &str, has_move: bool) {
        let is_odd = !identifier.bytes().all(|b| b.is_ascii_uppercase());
        let capitals = identifier.to_ascii_uppercase();
        if is_odd && PropertyDef::find(&capitals, 1).is_some() {
            return self.report_lower_case(property, identifier, &capitals);
        }
        // Those of known programs are reported after they were read.
        if private_property(identifier).is_some() {
            return;
        }
        let (info, message) = if is_odd {
            let has_small = identifier.bytes().any(|b| b.is_ascii_lowercase());
            let what = if has_small { "small letters" } else { "characters other than letters" };
            let message =
                format!("{identifier} has {what}, but SGF allows only capitals; it has no effect (kept in the file)");
            (&codes::ODD_IDENTIFIER, message)
        } else if PropertyDef::other_games(identifier, 1).next().is_some() {
            return report_other_game(&mut self.diagnostics, property, 1);
        } else if identifier == slot::IDENTIFIER {
            return;
        } else {
            (
                &codes::UNKNOWN_PROPERTY,
                format!("{identifier} is not in the SGF standard; it has no effect (kept in the file)"),
            )
        };
        let is_unknown = info.code == codes::UNKNOWN_PROPERTY.code;
        if is_unknown
            && (self.report_letter_in_value(property, identifier)
                || self.report_misspelt(property, identifier, has_move)
                || self.report_like_play(property, identifier, has_move))
        {
            return;
        }
        // `7W[dd]` and `p[dp]` are probably moves or stones that the record does not have, so they are errors.
        let severity = if is_odd && are_points(property) { Severity::Error } else { info.severity };
        self.diagnostics.report(&info.with_severity(severity), property.name_span(), || message);
    }

    /// Reports an unknown identifier that was probably a move or stones. Returns false if it was not.
    fn report_like_play(&mut self, property: Property<'a>, identifier: &str, has_move: bool) -> bool {
        if !is_like_play(property, identifier, has_move) {
            return false;
        }
        let code = codes::UNKNOWN_PROPERTY.with_severity(Severity::Error);
        self.diagnostics.report(&code, property.name_span(), || {
            let is_one = property.values().nth(1).is_none();
            let what = if is_one { "a point, so it may be a move or a stone" } else { "points, so they may be stones" };
            format!("{identifier} is not in the SGF standard, but has {what}; it has no effect (kept in the file)")
        });
        true
    }

    /// Reports an identifier whose second letter and bracket were exchanged: `K[M6.5]` and `A[Wdd][pp]`. Returns false if it is not
    /// one. Texts are not examined, because any text fits them.
    fn report_letter_in_value(&mut self, property: Property<'a>, identifier: &str) -> bool {
        let Some(first) = property.value_spans().next().filter(|_| identifier.len() == 1) else { return false };
        let raw = self.raw(first);
        let Some(letter) = raw.get(..1) else { return false };
        let joined = format!("{identifier}{letter}");
        let Some(known) = PropertyDef::find(&joined, 1) else { return false };
        let is_likely = lost_bracket::fits(known, &raw[1..]);
        if !is_likely || !property.values().skip(1).all(|raw| lost_bracket::fits(known, raw)) {
            return false;
        }
        let at = Span { start: property.name_span().start, end: first.start + 1 };
        let severity = if self.is_missing(property, &joined) { Severity::Error } else { Severity::Warning };
        let report = self.diagnostics.report(&codes::UNKNOWN_PROPERTY.with_severity(severity), at, || {
            let raw = shown(raw);
            format!("{identifier}[{raw}] is probably {joined}[{}]; it has no effect (kept in the file)", &raw[1..])
        });
        report.fix(Safety::Guess, || format!("write {joined}["), || Edits::one(at, format!("{joined}[")));
        true
    }

    /// Reports an identifier that is probably a standard one with a typing error: `WW[dd]`, `S[9]`, `ZS[9]` and `PB[]APW[B]`. Returns
    /// false if it is not.
    fn report_misspelt(&mut self, property: Property<'a>, identifier: &str, has_move: bool) -> bool {
        let is_pass = !has_move && property.values().all(str::is_empty);
        let fits = |known: &&PropertyDef| {
            if is_pass && matches!(known.identifier, "B" | "W") {
                return true;
            }
            // The version does not count, because the written file has another one.
            let is_of_go = known.game.is_none_or(|game| game == 1);
            is_of_go && property.values().all(|raw| known.is_text() || lost_bracket::fits(known, raw))
        };
        let takes_letter = self.follows_empty_value(property);
        let is_likely = |known: &&PropertyDef| {
            is_misspelling(identifier, known.identifier)
                || takes_letter && identifier.len() == 3 && identifier.get(1..) == Some(known.identifier)
        };
        // A name of two letters may well be that of a private property, with any text. It is a typing error only if its value has the
        // form of the standard property, or if the record is incomplete without it.
        let has_form = |known: &&PropertyDef| property.values().all(|raw| has_form(known, raw));
        let is_evident = |known: &&PropertyDef| {
            identifier.len() != 2
                || known.identifier.len() == 2 && has_form(known)
                || self.is_missing(property, known.identifier)
        };
        let likely = PROPERTIES.iter().filter(is_likely).filter(fits).filter(is_evident);
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
        let is_like_play = is_like_play(property, identifier, has_move);
        let severity = if is_missing || is_like_play { Severity::Error } else { Severity::Warning };
        let at = property.name_span();
        let report = self.diagnostics.report(&codes::UNKNOWN_PROPERTY.with_severity(severity), at, || {
            let names = likely.join(" or ");
            format!("{identifier} is not in the SGF standard, perhaps {names}; it has no effect (kept in the file)")
        });
        // The fix of a mark would hide that `D[dd]` may be a move.
        if let [name] = likely[..]
            && (is_missing || !is_like_play)
        {
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
            _ if HEADER.contains(&identifier) => {
                let is_in_root =
                    self.game.game.nodes.get(1).is_none_or(|second| property.name_span().start < second.start);
                is_in_root && !self.stated_header().identifiers.contains(&identifier)
            }
            _ => false,
        }
    }

    /// Returns the severity of game information that is not in the first node.
    ///
    /// The standard allows it in any node, but in only one node of a path. If the first node has other game information, the two nodes
    /// were probably one, as in `(;PB[Lee];PW[Gu]`, and the record is incomplete.
    fn severity_elsewhere(&self, property: Property<'a>, identifier: &str) -> Severity {
        let is_cut = self.is_missing_header(property, identifier) && self.stated_header().has_game_info;
        if is_cut { Severity::Error } else { codes::GAME_INFO_ELSEWHERE.severity }
    }

    /// Reports game information in a later node: again, if the first node has some too, or only there.
    pub(super) fn report_game_info_elsewhere(&mut self, property: Property<'a>, identifier: &str) {
        let severity = self.severity_elsewhere(property, identifier);
        let is_again = self.stated_header().has_game_info;
        let info = if is_again { codes::GAME_INFO_AGAIN } else { codes::GAME_INFO_ELSEWHERE };
        let severity = severity.max(info.severity);
        self.diagnostics.report(&info.with_severity(severity), property.span(), || match is_again {
            true => format!(
                "{identifier} (game information) is in a later node, but the first node has game information, and SGF allows it once on a path; it has no effect here (kept in the file)"
            ),
            false => format!(
                "{identifier} (game information) is not in the first node; it has no effect here (kept in the file)"
            ),
        });
    }

    /// Reports a property that only the first node may have.
    pub(super) fn report_root_property_elsewhere(&mut self, property: Property<'a>, identifier: &str) {
        // Another board size changes the meaning of every move.
        let other_size = |raw| value::size(raw).value().is_some_and(|size| size != self.size);
        let is_other_size = identifier == "SZ" && property.values().next().is_some_and(other_size);
        let info = codes::ROOT_PROPERTY_ELSEWHERE;
        let severity = if is_other_size { Severity::Error } else { info.severity };
        let value = only_value(property).filter(|_| property.is_removable());
        let mut of_root = self.stated_header().of_root.iter();
        let is_same = value.is_some() && of_root.any(|(stated, of)| *stated == identifier && of.as_deref() == value);
        let report = self.diagnostics.report(&info.with_severity(severity), property.span(), || {
            let done = "it has no effect here (kept in the file)";
            match is_same {
                true => format!("{identifier} is allowed only in the first node, which has this value too; {done}"),
                false => format!("{identifier} is allowed only in the first node; {done}"),
            }
        });
        if is_same {
            // The record keeps the property.
            report.fix(
                Safety::Guess,
                || format!("remove the repeated {identifier}"),
                || Edits::one(property.span(), ""),
            );
        }
    }

    /// Returns true if a property of the header is in the second node, and the first node does not have it.
    fn is_missing_header(&self, property: Property<'a>, identifier: &str) -> bool {
        let is_in_second = || {
            let nodes = &self.game.game.nodes;
            let at = property.name_span().start;
            nodes.get(1).is_some_and(|second| at > second.start) && nodes.get(2).is_none_or(|third| at < third.start)
        };
        HEADER.contains(&identifier) && is_in_second() && !self.stated_header().identifiers.contains(&identifier)
    }

    fn stated_header(&self) -> &StatedHeader {
        self.stated_header.get_or_init(|| {
            let mut header = StatedHeader::default();
            for property in self.game.node(usize::from(self.game.game.rootless)).properties() {
                let identifier = property.identifier();
                if let Some(known) = PropertyDef::find(&identifier, 1) {
                    header.has_game_info |= known.kind == Kind::GameInfo;
                    let is_new = || header.of_root.iter().all(|(stated, _)| *stated != known.identifier);
                    if known.kind == Kind::Root && is_new() {
                        header.of_root.push((known.identifier, only_value(property).map(ToString::to_string)));
                    }
                }
                let known = HEADER.iter().copied().find(|known| *known == identifier);
                header.identifiers.extend(known.filter(|known| !header.identifiers.contains(known)));
            }
            // A fix gives each of these its standard name.
            for standard in self.renamed() {
                header.has_game_info = true;
                let known = HEADER.iter().copied().find(|known| *known == standard);
                header.identifiers.extend(known.filter(|known| !header.identifiers.contains(known)));
            }
            header
        })
    }

    /// Reports the identifier of a property of go in lower-case letters. It is an error if the record is incomplete without it.
    fn report_lower_case(&mut self, property: Property<'a>, identifier: &str, capitals: &str) {
        let is_text = PropertyDef::find(capitals, 1).is_some_and(PropertyDef::is_text);
        let is_list = is_text && property.values().nth(1).is_some() && are_points(property);
        let is_error = is_list || self.is_missing(property, capitals);
        let severity = if is_error { Severity::Error } else { Severity::Warning };
        let at = property.name_span();
        let has_value = property.values().next().is_some_and(|raw| !raw.is_empty());
        let report = self.diagnostics.report(&codes::ODD_IDENTIFIER.with_severity(severity), at, || {
            format!(
                "{identifier} is not an SGF identifier ({capitals} is); {identifier} has no effect (kept in the file)"
            )
        });
        // A text takes one value. `c[dd][ee]` are more likely stones of the list before it.
        if has_value && !is_list {
            report.fix(Safety::Guess, || format!("write {capitals}"), || Edits::one(at, capitals));
        }
    }

    /// Reports a value that the version of the file does not have. Only if the file states its version: many files without FF are
    /// of FF\[4\].
    pub(super) fn report_newer(&mut self, at: Span, what: impl FnOnce() -> String) {
        if self.states_version && self.version < 4 {
            let version = self.version;
            self.diagnostics.report(&codes::VALUE_NOT_IN_VERSION, at, || {
                format!("{}, but this file is FF[{version}]; read anyway", what())
            });
        }
    }

    /// Reports a property of the early versions that FF\[3\] replaced by another.
    pub(super) fn report_old(&mut self, identifier: &str, property: Property<'a>, new: &str) {
        self.diagnostics.report(&codes::OLD_PROPERTY, property.name_span(), || {
            format!("{identifier} was replaced by {new} in FF[3]; read as {new}")
        });
    }
}

/// Reports a property that the version of the file does not have. The file need not state its version.
pub(super) fn report_version(
    diagnostics: &mut Diagnostics,
    property: Property<'_>,
    known: &PropertyDef,
    version: u8,
    states: bool,
) {
    let (identifier, first, last) = (known.identifier, known.versions.start(), known.versions.end());
    diagnostics.report(&codes::PROPERTY_NOT_IN_VERSION, property.name_span(), || {
        let range = if first == last { format!("FF[{first}]") } else { format!("FF[{first}] to FF[{last}]") };
        let is = if states { "is" } else { "declares no version, which means" };
        format!("{identifier} is a property of {range}, but this file {is} FF[{version}]; read anyway")
    });
}

/// Reports a property that only other games than `game` have.
pub(super) fn report_other_game(diagnostics: &mut Diagnostics, property: Property<'_>, game: u8) {
    diagnostics.report(&codes::PROPERTY_OF_OTHER_GAME, property.name_span(), || {
        let identifier = property.identifier();
        let others: Vec<&str> = PropertyDef::other_games(&identifier, game).collect();
        let others = others.join(" and ");
        let game = games::name(game).map_or_else(|| format!("game {game}"), Into::into);
        format!("{identifier} is a property of {others}, not of {game}; it has no effect (kept in the file)")
    });
}

/// The properties of the header without which a record is incomplete.
const HEADER: [&str; 5] = ["PB", "PW", "KM", "HA", "RE"];

/// What the first node states.
#[derive(Default)]
pub(super) struct StatedHeader {
    /// Those of [`HEADER`] that the first node has.
    identifiers: Vec<&'static str>,
    has_game_info: bool,
    /// The first property of each kind that only the first node may have, with its value if it has one.
    of_root: Vec<(&'static str, Option<String>)>,
}

/// Returns the value of a property, if it has exactly one.
fn only_value(property: Property<'_>) -> Option<&str> {
    let mut values = property.values();
    values.next().filter(|_| values.next().is_none())
}

/// Returns true if an unknown property was probably a move or stones, because one letter of it was changed: `H[dd]`, `WB[dd]` and
/// `AX[dd][pp]`. `has_move` is true if its node has a move.
fn is_like_play(property: Property<'_>, identifier: &str, has_move: bool) -> bool {
    let has_one = property.values().nth(1).is_none();
    let is_color = |letter: u8| matches!(letter, b'B' | b'W');
    let is_play = match *identifier.as_bytes() {
        [_] => !has_move && has_one,
        [b'A', _] => true,
        [first, second] if has_one => !has_move && (is_color(first) || is_color(second)),
        [_, second] => is_color(second),
        _ => false,
    };
    is_play && are_points(property)
}

/// Returns true if the values of a property look like points: at least one is a point, and none is longer.
fn are_points(property: Property<'_>) -> bool {
    property.values().all(|raw| raw.len() <= 2) && property.values().any(|raw| value::point(raw).value().is_some())
}

/// Returns true if a value has a form that few texts have.
fn has_form(known: &PropertyDef, raw: &str) -> bool {
    match known.identifier {
        "DT" | "RE" => !has_no_meaning(known.identifier, raw),
        "OT" => Parsed::<Overtime>::exact(raw).value().is_some(),
        _ => !known.is_text(),
    }
}

/// Returns true if an identifier is a standard one with one of its letters doubled, only one of its two letters, or the two
/// exchanged.
fn is_misspelling(identifier: &str, standard: &str) -> bool {
    match Typo::of(identifier, standard) {
        Some(Typo::Doubled) => true,
        Some(Typo::Missing | Typo::Exchanged) => standard.len() == 2,
        _ => false,
    }
}
