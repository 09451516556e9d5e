//! `kifu explain KO`: what the table says of a property, in words.

use super::{Kind, PROPERTIES, PropertyDef, Type, Value};
use crate::{
    dialects::{Dialect, PrivateProperty, private_property},
    document::parse,
    games, slot,
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
    &["CR", "CS"],
    &["MA", "MS"],
    &["SQ", "SS"],
    &["TR", "TS"],
    &["AE", "RP"],
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
    &["BO", "WO"],
    &["NP", "NR", "NS"],
    &["AS", "CS", "MS", "SS", "TS"],
    &["CO", "CV", "DI", "MI"],
    &["IP", "IY", "SU"],
    &["IP", "IS"],
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
    ("IP", 9, "End"),
    ("IY", 9, "true"),
    ("SE", 9, "c3"),
    ("SU", 9, "Standard"),
    ("IS", 11, "lastmove:on"),
    ("IP", 11, ""),
    ("AA", 18, "ee"),
];

/// Values that the type does not describe, by identifier and GM number (0 for every game).
const MEANINGS: &[(&str, u8, &str)] = &[
    ("MN", 0, "the number of the move"),
    ("DM", 0, "1, or 2 for emphasis"),
    ("V", 0, "a number; a positive one is good for Black"),
    ("AP", 0, "the name of the program, a colon and its version"),
    ("CA", 0, "the name of a charset, such as UTF-8"),
    ("GM", 0, "the number of the game: 1 for go"),
    ("ST", 0, "the sum of 1 (show siblings, not children) and 2 (do not mark them on the board)"),
    ("DT", 0, "dates as YYYY-MM-DD, YYYY-MM or YYYY; commas separate several dates"),
    (
        "RE",
        0,
        "`B+` or `W+` with a score, `R` (resignation), `T` (time) or `F` (forfeit); `0` (draw), `Void` or `?` (unknown)",
    ),
    ("RO", 0, "a number, and the type of the round in parentheses"),
    ("TM", 0, "a number of seconds"),
    ("BL", 0, "a number of seconds"),
    ("WL", 0, "a number of seconds"),
    ("OB", 0, "a number of moves"),
    ("OW", 0, "a number of moves"),
    ("OM", 0, "a number of moves"),
    ("OP", 0, "a number of seconds"),
    ("OV", 0, "a number of seconds"),
    ("PM", 0, "0 (no numbers), 1 (the numbers of the moves) or 2 (modulo 100)"),
    ("BR", 0, "a text such as 5d or 12k; `?` marks an uncertain rank, `*` an established one"),
    ("WR", 0, "a text such as 5d or 12k; `?` marks an uncertain rank, `*` an established one"),
    ("HA", 1, "the number of handicap stones, from 2; AB places them"),
    ("KI", 0, "a whole number"),
    ("BS", 0, "0 for a human, another number for a program"),
    ("WS", 0, "0 for a human, another number for a program"),
    ("RU", 19, "`full`, `fast` or `kids`, then a colon and variants with commas between them"),
    ("CO", 6, "`b` (Black), `w` (White), `c` (centred) or `n` (no cube)"),
    ("DI", 6, "two digits, one for each die"),
    ("MI", 6, "a list, each `length`, `game`, `bs` or `ws` (the scores), a colon and a number"),
    ("RE", 6, "like RE of other games, but with the number of points before the `R` of a resignation"),
    ("RU", 6, "`Crawford`, `Crawford:CrawfordGame` or `Jacoby`"),
    ("AS", 9, "`Black`, `White` or `None`"),
    ("IP", 9, "`End`; without IP the position before the first move is shown first"),
    ("IY", 9, "`true` (row numbers increase from the bottom to the top) or `false`"),
    ("SU", 9, "`Standard`, `Scrambled-eggs`, `Parachute`, `Gemma` or `Custom`"),
    ("IS", 11, "a list, each `tried`, `marked`, `lastmove`, `headings` or `lock`, then a colon and `on` or `off`"),
    ("IP", 11, "empty"),
];

/// Properties that a later version replaced: the old one, the new one, and how the values differ.
const REPLACED: &[(&str, &str, &str)] = &[
    ("L", "LB", "which states the letter of each point"),
    ("M", "MA", "which has the same values"),
    ("KI", "KM", "which is half of KI"),
    ("OM", "OT", "which describes overtime in words"),
    ("OP", "OT", "which describes overtime in words"),
];

/// Returns what the table says of each property with this identifier, which may be a long name such as `AddBlack`.
pub(crate) fn explain(name: &str) -> Option<String> {
    let identifier = &*parse::identifier(name);
    let standard = PROPERTIES.iter().filter(|property| property.identifier == identifier).map(page);
    let private = private_property(identifier).map(|(dialect, property)| private_page(dialect, property));
    let own = (identifier == slot::IDENTIFIER).then(|| SLOT.to_string());
    let pages: Vec<String> = standard.chain(private).chain(own).collect();
    (!pages.is_empty()).then(|| pages.join("\n"))
}

/// The page of the private property of kifu.
const SLOT: &str = "KX: data that SGF has no property for

* Private property of kifu; other programs keep it or ignore it
* Value: the format that the data is from, a name, and the value; `kifu` stands for the record itself
* Place: any node
* Example: `KX[kifu:started:2017-01-04 21\\\\:18]`, the time of day at which the game started
";

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
    let PropertyDef { identifier, versions, about, .. } = property;
    let mut out = format!("{identifier}: {about}\n\n");
    let (first, last) = (versions.start(), versions.end());
    let versions = if first == last { format!("FF[{first}]") } else { format!("FF[{first}] to FF[{last}]") };
    let _ = writeln!(out, "* Value: {}", value_in_words(property));
    let _ = writeln!(out, "* Place: {}", place(property));
    let _ = writeln!(out, "* Versions: {versions}");
    let _ = writeln!(out, "* Games: {}", games_in_words(property));
    if let Some((_, new, how)) = REPLACED.iter().find(|(old, ..)| old == identifier) {
        let _ = writeln!(out, "* Replaced by: {new}, {how}");
    }
    let related = related(property);
    if !related.is_empty() {
        let _ = writeln!(out, "* See also: {}", related.join(", "));
    }
    let _ = writeln!(out, "* Example: `{}`", example(property));
    out
}

/// Returns the games that have a property.
fn games_in_words(property: &PropertyDef) -> String {
    if let Some(game) = property.game {
        return games::name(game).unwrap_or_default().to_string();
    }
    // FF[1] and FF[2] have no games of their own, but only go has komi.
    if property.identifier == "KI" {
        return "go".to_string();
    }
    let others: Vec<&str> = PropertyDef::other_games(property.identifier, 0).collect();
    match &others[..] {
        [] => "all".to_string(),
        // These have a property of their own.
        others => format!("all except {}", others.join(" and ")),
    }
}

fn place(property: &PropertyDef) -> &'static str {
    match property.kind {
        Kind::Move if matches!(property.identifier, "B" | "W") => {
            "any node that sets up no position, but not the first"
        }
        Kind::Move => "a node with a move",
        Kind::Setup => "a node that sets up a position, without a move",
        Kind::Root => "the first node",
        Kind::GameInfo if (property.game, property.identifier) == (Some(11), "IP") => {
            "one node: that which is shown first"
        }
        Kind::GameInfo => "one node of each path, usually the first",
        Kind::Inherit => "any node; it also applies to the nodes after it",
        Kind::Any => "any node",
    }
}

fn value_in_words(property: &PropertyDef) -> String {
    let number = property.game.unwrap_or(0);
    if let Some((.., meaning)) = MEANINGS.iter().find(|(name, game, _)| *name == property.identifier && *game == number)
    {
        return (*meaning).to_string();
    }
    match property.value {
        Value::One(of) => type_in_words(of, number),
        Value::List(of) => format!("a list, each {}", type_in_words(of, number)),
        Value::Elist(of) => format!("a list, each {}; or one empty value", type_in_words(of, number)),
    }
}

/// Describes a type in the game with a GM number, or in all games for 0.
fn type_in_words(of: Type, game: u8) -> String {
    match (of, game) {
        (Type::None, _) => "no value, written as `[]`",
        (Type::Number, _) => "a whole number",
        (Type::Range(low, high), _) => return format!("a number from {low} to {high}"),
        (Type::Real, _) => "a number, such as 6.5",
        (Type::Double, _) => "1, or 2 for emphasis",
        (Type::Color, _) => "B or W",
        (Type::SimpleText, _) => "a text on one line",
        (Type::Text, _) => "a text",
        (Type::Point, 1 | 18) => "a point in two letters: column and row from the upper left",
        (Type::Point, 9) => "a square: the letter of its column and the number of its row",
        (Type::Point, 19) => "a point: the digit of its column and the digit of its row",
        (Type::Point, _) => {
            "a point in the notation of the game, in go two letters: column and row from the upper left"
        }
        (Type::Move, _) => "a move in the notation of the game, in go a point; empty for a pass",
        (Type::Stone, 19) => "a stone: its point, and its prongs if other stones are on the point",
        (Type::Stone, _) => "a stone in the notation of the game, in go its point",
        (Type::PointPoint, _) => "two points with a colon between them",
        (Type::PointText, _) => "a point, a colon and a text",
        (Type::StonePoint, _) => "a stone, a colon and a point",
        (Type::TextText, _) => "two texts with a colon between them",
        (Type::Size, _) => "a number, or columns and rows with a colon between them",
        (Type::Figure, _) => "no value, or a sum of flags, a colon and a title",
    }
    .to_string()
}

/// Returns the identifiers of properties about the same thing that exist in the same game and in the same version.
fn related(property: &PropertyDef) -> Vec<&'static str> {
    let mut related: Vec<&str> = Vec::new();
    let groups = RELATED.iter().filter(|group| group.contains(&property.identifier));
    for other in groups.copied().flatten() {
        let found = PropertyDef::find(other, property.game.unwrap_or(1));
        let (first, last) = (property.versions.start(), property.versions.end());
        let is_in_game = found.is_some_and(|other| other.versions.start() <= last && first <= other.versions.end());
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
        assert!(REPLACED.iter().all(|(old, new, _)| is_known(old) && is_known(new)));
        for (identifier, game, _) in VALUES.iter().chain(MEANINGS) {
            let game = Some(*game).filter(|game| *game > 0);
            let mut rows = PROPERTIES.iter().filter(|property| property.identifier == *identifier);
            assert!(rows.any(|property| property.game == game), "{identifier} {game:?}");
        }
    }

    /// A page of a game with its own notation does not describe that of go.
    #[test]
    fn pages_of_one_game_describe_its_own_notation() {
        for property in PROPERTIES.iter().filter(|property| property.game.is_some()) {
            let page = page(property);
            assert!(!page.contains("notation of the game"), "{page}");
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
        let pages = explain("RE").unwrap();
        let (all, backgammon) = pages.split_once("\nRE: ").unwrap();
        assert!(all.contains("* Games: all except backgammon\n") && backgammon.contains("* Games: backgammon\n"));
        assert!(all.contains("KI") && !backgammon.contains("KI"), "KI is of go: {backgammon}");
        let part = |identifier, part: &str| explain(identifier).unwrap().contains(part);
        assert!(part("IP", "* Value: `End`; without IP the position before the first move is shown first\n"));
        assert!(part("IP", "`IP[]`") && part("IS", "`IS[lastmove:on]`"));
        assert!(!part("BO", "in go") && part("SE", "* Value: a square: the letter"));
        for (old, new, _) in REPLACED {
            assert!(part(old, &format!("* Replaced by: {new}, ")));
        }
        assert_eq!(explain("ZZ"), None);
    }
}
