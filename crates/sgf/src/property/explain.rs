//! `kifu explain KO`: what the table says of a property, in words.

use super::{Kind, PROPERTIES, PropertyDef, Type, Value};
use crate::{
    dialects::{Dialect, PrivateProperty, private_property},
    games,
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;
use kifu_goban::analysis::IDENTIFIERS;

/// Properties about the same thing.
const RELATED: &[&[&str]] = &[
    &["B", "W", "KO", "MN"],
    &["AB", "AW", "AE", "PL", "SZ"],
    &["C", "N", "GC"],
    &["DM", "GB", "GW", "UC", "HO", "V"],
    &["BM", "DO", "IT", "TE"],
    &["AR", "LN", "LB"],
    &["CR", "SQ", "TR", "MA", "SL", "LB", "M", "L"],
    &["DD", "VW"],
    &["FG", "PM", "MN", "VW"],
    &["AP", "CA", "FF", "GM", "ST", "SZ"],
    &["PB", "PW", "BR", "WR", "BT", "WT"],
    &["EV", "RO", "PC", "DT", "GN", "GC"],
    &["AN", "US", "SO", "CP"],
    &["RE", "RU", "KM", "HA", "KI"],
    &["TM", "OT", "BL", "WL", "OB", "OW", "OM", "OP", "OV", "LT"],
    &["TB", "TW", "TC", "RG", "SC"],
    &["BS", "WS", "ID"],
    &["CH", "SI", "EL", "EX", "SE"],
    &["BO", "WO", "NP", "NR", "NS", "RP"],
    &["AS", "CS", "MS", "SS", "TS"],
    &["CO", "CV", "DI", "MI"],
    &["IP", "IY", "SU", "IS"],
    &["AA", "AB", "AW"],
];

/// Values whose type alone does not suggest an example, by identifier and GM number (0 for every game).
const VALUES: &[(&str, u8, &str)] = &[
    ("W", 0, "dp"),
    ("MN", 0, "50"),
    ("AE", 0, "aa:cc"),
    ("PL", 0, "W"),
    ("C", 0, "A good start."),
    ("N", 0, "Variation 1"),
    ("V", 0, "-7.5"),
    ("DD", 0, "aa:jj"),
    ("VW", 0, "aa:jj"),
    ("AP", 0, "MyEditor:1.0"),
    ("CA", 0, "UTF-8"),
    ("FF", 0, "4"),
    ("GM", 0, "1"),
    ("AN", 0, "Nils Berg"),
    ("BR", 0, "5d"),
    ("WR", 0, "6d"),
    ("BT", 0, "Oslo"),
    ("WT", 0, "Bergen"),
    ("CP", 0, "2024 Ida Holm"),
    ("DT", 0, "1996-12-27,28"),
    ("EV", 0, "13th Meijin"),
    ("GN", 0, "Game 3"),
    ("GC", 0, "A quiet game."),
    ("ON", 0, "low Chinese"),
    ("OT", 0, "5x30 byo-yomi"),
    ("PB", 0, "Ida Holm"),
    ("PW", 0, "Nils Berg"),
    ("PC", 0, "Oslo"),
    ("RE", 0, "B+3.5"),
    ("RO", 0, "5 (final)"),
    ("RU", 0, "Japanese"),
    ("SO", 0, "Go World 42"),
    ("TM", 0, "1800"),
    ("US", 0, "Ida Holm"),
    ("BL", 0, "120.5"),
    ("WL", 0, "95"),
    ("OB", 0, "10"),
    ("HA", 1, "2"),
    ("TB", 1, "aa:cc"),
    ("KI", 0, "11"),
    ("ID", 0, "game-7"),
    ("TC", 0, "10"),
    ("OM", 0, "25"),
    ("OP", 0, "300"),
    ("RU", 19, "fast"),
    ("NP", 19, "12"),
    ("BO", 19, "22"),
    ("WO", 19, "28"),
    ("AS", 19, "46C:57"),
    ("CO", 6, "c"),
    ("CV", 6, "2"),
    ("DI", 6, "31"),
    ("MI", 6, "length:7"),
    ("RE", 6, "B+6R"),
    ("RU", 6, "Crawford"),
    ("AS", 9, "White"),
    ("IP", 9, "a1"),
    ("IY", 9, "true"),
    ("SE", 9, "c3"),
    ("SU", 9, "Standard"),
    ("IS", 11, "W:off"),
    ("IP", 11, "B"),
    ("AA", 18, "dd"),
];

/// Returns what the table says of each property with this identifier.
pub(crate) fn explain(identifier: &str) -> Option<String> {
    let standard = PROPERTIES.iter().filter(|property| property.identifier == identifier).map(page);
    let private = private_property(identifier).map(|(dialect, property)| private_page(dialect, property));
    let pages: Vec<String> = standard.chain(private).collect();
    (!pages.is_empty()).then(|| pages.join("\n"))
}

/// Returns the page of a private property.
fn private_page(dialect: &Dialect, property: &PrivateProperty) -> String {
    let about = if property.about.is_empty() { "of unknown meaning" } else { property.about };
    let mut out = format!("{}: {about}\n\n* Private property of {}\n", property.identifier, dialect.program);
    if IDENTIFIERS.contains(&property.identifier) {
        let _ = writeln!(out, "* Read as an analysis, if writing it back gives the same text");
    }
    out
}

fn page(property: &PropertyDef) -> String {
    let PropertyDef { identifier, value, kind, versions, game, about } = property;
    let mut out = format!("{identifier}: {about}\n\n");
    let (first, last) = (versions.start(), versions.end());
    let versions = if first == last { format!("FF[{first}]") } else { format!("FF[{first}] to FF[{last}]") };
    let games = game.map_or_else(|| "all".into(), |game| games::name(game).unwrap_or_default().to_string());
    let _ = writeln!(out, "* Value: {}", value_in_words(*value));
    let _ = writeln!(out, "* Place: {}", place(*kind));
    let _ = writeln!(out, "* Versions: {versions}");
    let _ = writeln!(out, "* Games: {games}");
    let related = related(property);
    if !related.is_empty() {
        let _ = writeln!(out, "* See also: {}", related.join(", "));
    }
    let _ = writeln!(out, "* Example: `{}`", example(property));
    out
}

fn place(kind: Kind) -> &'static str {
    match kind {
        Kind::Move => "a node with a move",
        Kind::Setup => "a node that sets up a position, without a move",
        Kind::Root => "the first node",
        Kind::GameInfo => "one node of each path, usually the first",
        Kind::Inherit => "any node; it also applies to the nodes after it",
        Kind::Any => "any node",
    }
}

fn value_in_words(value: Value) -> String {
    match value {
        Value::One(of) => type_in_words(of),
        Value::List(of) => format!("a list, each {}", type_in_words(of)),
        Value::Elist(of) => format!("a list, each {}; or one empty value", type_in_words(of)),
    }
}

fn type_in_words(of: Type) -> String {
    match of {
        Type::None => "no value, written as `[]`",
        Type::Number => "a whole number",
        Type::Range(low, high) => return format!("a number from {low} to {high}"),
        Type::Real => "a number, such as 6.5",
        Type::Double => "1, or 2 for emphasis",
        Type::Color => "B or W",
        Type::SimpleText => "a text on one line",
        Type::Text => "a text",
        Type::Point => "a point in the notation of the game, in go two letters: column and row from the upper left",
        Type::Move => "a move in the notation of the game, in go a point; empty for a pass",
        Type::Stone => "a stone in the notation of the game, in go its point",
        Type::PointPoint => "two points with a colon between them",
        Type::PointText => "a point, a colon and a text",
        Type::StonePoint => "a stone, a colon and a point",
        Type::TextText => "two texts with a colon between them",
        Type::Size => "a number, or columns and rows with a colon between them",
        Type::Figure => "no value, or a sum of flags, a colon and a title",
    }
    .to_string()
}

/// Returns the identifiers of properties about the same thing that exist in the same game.
fn related(property: &PropertyDef) -> Vec<&'static str> {
    let mut related: Vec<&str> = Vec::new();
    let groups = RELATED.iter().filter(|group| group.contains(&property.identifier));
    for other in groups.copied().flatten() {
        let is_in_game = PropertyDef::find(other, property.game.unwrap_or(1)).is_some();
        if *other != property.identifier && is_in_game && !related.contains(other) {
            related.push(other);
        }
    }
    related
}

/// Returns a property with a value.
fn example(property: &PropertyDef) -> String {
    let (Value::One(of) | Value::List(of) | Value::Elist(of)) = property.value;
    let game = property.game.unwrap_or(0);
    let stated = VALUES.iter().find(|(identifier, of, _)| *identifier == property.identifier && *of == game);
    let value = match (stated, of) {
        (Some((.., value)), _) => (*value).to_string(),
        (None, Type::None) => String::new(),
        (None, Type::Number | Type::Double) => "1".into(),
        (None, Type::Range(_, high)) => high.to_string(),
        (None, Type::Real) => "6.5".into(),
        (None, Type::Color) => "B".into(),
        (None, Type::Move) => "pd".into(),
        (None, Type::Point | Type::Stone) if game == 19 => "46".into(),
        (None, Type::Point | Type::Stone) => "dd".into(),
        (None, Type::PointPoint) => "dd:pp".into(),
        (None, Type::PointText) => "dd:A".into(),
        (None, Type::StonePoint) => "46:57".into(),
        (None, Type::TextText) => "a:b".into(),
        (None, Type::Size) => "19".into(),
        (None, Type::Figure) => "257:Figure 1".into(),
        (None, Type::SimpleText | Type::Text) => "text".into(),
    };
    format!("{}[{value}]", property.identifier)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sgf;
    use kifu_core::{Format, Source};

    /// The example of each property is correct in the last version that has it.
    #[test]
    fn examples_are_correct() {
        for property in PROPERTIES {
            let game = property.game.unwrap_or(1);
            let header = match property.identifier {
                "FF" => format!("GM[{game}]"),
                "GM" => "FF[4]".into(),
                _ => format!("FF[{}]GM[{game}]", property.versions.end()),
            };
            let example = example(property);
            let text = match property.kind {
                Kind::Root | Kind::GameInfo => format!("(;{header}{example})"),
                Kind::Move if !matches!(property.identifier, "B" | "W") => {
                    let player =
                        if property.identifier.starts_with('W') || property.identifier == "OW" { 'W' } else { 'B' };
                    format!("(;{header};{player}[pd]{example})")
                }
                _ => format!("(;{header};{example})"),
            };
            let read = Sgf::default().read(&Source::from_text("example.sgf", &text));
            let wrong =
                ["bad-value", "loose-value", "unknown-property", "property-of-other-game", "property-not-in-version"];
            let found = read.diagnostics.iter().find(|found| wrong.contains(&found.code.short()));
            assert!(found.is_none(), "{text}: {found:?}");
        }
    }

    #[test]
    fn related_properties_and_values_are_in_the_table() {
        let is_known = |identifier: &str| PROPERTIES.iter().any(|property| property.identifier == identifier);
        assert!(RELATED.iter().copied().flatten().all(|identifier| is_known(identifier)));
        for (identifier, game, _) in VALUES {
            let game = Some(*game).filter(|game| *game > 0);
            let mut rows = PROPERTIES.iter().filter(|property| property.identifier == *identifier);
            assert!(rows.any(|property| property.game == game), "{identifier} {game:?}");
        }
    }

    #[test]
    fn a_page_says_what_the_table_says() {
        assert_eq!(
            explain("KO").unwrap(),
            "KO: the move counts as legal under any rules\n\n\
             * Value: no value, written as `[]`\n\
             * Place: a node with a move\n\
             * Versions: FF[3] to FF[4]\n\
             * Games: all\n\
             * See also: B, W, MN\n\
             * Example: `KO[]`\n"
        );
        assert!(explain("RE").unwrap().contains("* Games: backgammon\n"));
        assert_eq!(explain("ZZ"), None);
    }
}
