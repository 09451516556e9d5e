//! The table of properties, one row for each, and its index.

use super::{Kind, PropertyDef, Type, Value};
use core::ops::RangeInclusive;

use Kind::{Any, GameInfo, Inherit, Move, Root, Setup};
use Type::{
    Color, Double, Figure, None as Nothing, Number, Point, PointPoint, PointText, Range, Real, SimpleText, Size, Stone,
    StonePoint, Text, TextText,
};
use Value::{Elist, List, One};

/// Every property of FF\[1\] to FF\[4\]. The key is identifier and game, because a few identifiers stand for several
/// properties.
///
/// Source: the FF\[4\] definition and its list of properties, and the earlier definitions for properties that FF\[4\] left
/// out.
///
/// ```
/// use kifu_sgf::PROPERTIES;
/// // Only hex has IS.
/// assert!(PROPERTIES.iter().any(|property| property.identifier == "IS" && property.game == Some(11)));
/// // The table also has properties that FF[4] left out.
/// assert!(PROPERTIES.iter().any(|property| property.identifier == "M" && property.versions == (1..=2)));
/// ```
#[rustfmt::skip]
pub const PROPERTIES: &[PropertyDef] = &[
    property("B", One(Type::Move), Move, 1..=4, None, "Black plays"),
    property("KO", One(Nothing), Move, 3..=4, None, "the move counts as legal under any rules"),
    property("MN", One(Number), Move, 3..=4, None, "sets the move number"),
    property("W", One(Type::Move), Move, 1..=4, None, "White plays"),
    property("AB", List(Stone), Setup, 1..=4, None, "black stones are set up"),
    property("AE", List(Point), Setup, 1..=4, None, "points are emptied"),
    property("AW", List(Stone), Setup, 1..=4, None, "white stones are set up"),
    property("PL", One(Color), Setup, 1..=4, None, "whose turn it is"),
    property("C", One(Text), Any, 1..=4, None, "comment"),
    property("DM", One(Double), Any, 3..=4, None, "the position is even"),
    property("GB", One(Double), Any, 1..=4, None, "good for Black"),
    property("GW", One(Double), Any, 1..=4, None, "good for White"),
    property("HO", One(Double), Any, 3..=4, None, "something interesting happens here"),
    property("N", One(SimpleText), Any, 1..=4, None, "name of the node"),
    property("UC", One(Double), Any, 3..=4, None, "the position is unclear"),
    property("V", One(Real), Any, 1..=4, None, "value of the position"),
    property("BM", One(Double), Move, 1..=4, None, "bad move"),
    property("DO", One(Nothing), Move, 3..=4, None, "doubtful move"),
    property("IT", One(Nothing), Move, 3..=4, None, "interesting move"),
    property("TE", One(Double), Move, 1..=4, None, "tesuji, good move"),
    property("AR", List(PointPoint), Any, 4..=4, None, "arrows"),
    property("CR", List(Point), Any, 3..=4, None, "circles"),
    property("DD", Elist(Point), Inherit, 4..=4, None, "dimmed points"),
    property("LB", List(PointText), Any, 3..=4, None, "labels"),
    property("LN", List(PointPoint), Any, 4..=4, None, "lines"),
    property("MA", List(Point), Any, 3..=4, None, "crosses"),
    property("SL", List(Point), Any, 1..=4, None, "selected points"),
    property("SQ", List(Point), Any, 4..=4, None, "squares"),
    property("TR", List(Point), Any, 3..=4, None, "triangles"),
    property("AP", One(TextText), Root, 4..=4, None, "the program that wrote the file"),
    property("CA", One(SimpleText), Root, 4..=4, None, "charset"),
    property("FF", One(Range(1, 4)), Root, 2..=4, None, "version of the format"),
    property("GM", One(Number), Root, 1..=4, None, "the game"),
    property("ST", One(Range(0, 3)), Root, 4..=4, None, "how variations are shown"),
    property("SZ", One(Size), Root, 1..=4, None, "size of the board"),
    property("AN", One(SimpleText), GameInfo, 3..=4, None, "annotator"),
    property("BR", One(SimpleText), GameInfo, 1..=4, None, "Black's rank"),
    property("BT", One(SimpleText), GameInfo, 3..=4, None, "Black's team"),
    property("CP", One(SimpleText), GameInfo, 3..=4, None, "copyright"),
    property("DT", One(SimpleText), GameInfo, 1..=4, None, "date"),
    property("EV", One(SimpleText), GameInfo, 1..=4, None, "event"),
    property("GN", One(SimpleText), GameInfo, 1..=4, None, "name of the game"),
    property("GC", One(Text), GameInfo, 1..=4, None, "comment on the game"),
    property("ON", One(SimpleText), GameInfo, 3..=4, None, "opening"),
    property("OT", One(SimpleText), GameInfo, 4..=4, None, "overtime"),
    property("PB", One(SimpleText), GameInfo, 1..=4, None, "Black's name"),
    property("PC", One(SimpleText), GameInfo, 1..=4, None, "place"),
    property("PW", One(SimpleText), GameInfo, 1..=4, None, "White's name"),
    property("RE", One(SimpleText), GameInfo, 1..=4, None, "result"),
    property("RO", One(SimpleText), GameInfo, 1..=4, None, "round"),
    property("RU", One(SimpleText), GameInfo, 3..=4, None, "rule set"),
    property("SO", One(SimpleText), GameInfo, 1..=4, None, "source"),
    property("TM", One(Real), GameInfo, 1..=4, None, "time limit"),
    property("US", One(SimpleText), GameInfo, 1..=4, None, "who entered the game"),
    property("WR", One(SimpleText), GameInfo, 1..=4, None, "White's rank"),
    property("WT", One(SimpleText), GameInfo, 3..=4, None, "White's team"),
    property("BL", One(Real), Move, 1..=4, None, "Black's time left"),
    property("OB", One(Number), Move, 3..=4, None, "Black's moves left in overtime"),
    property("OW", One(Number), Move, 3..=4, None, "White's moves left in overtime"),
    property("WL", One(Real), Move, 1..=4, None, "White's time left"),
    property("FG", One(Figure), Any, 1..=4, None, "a figure is printed"),
    property("PM", One(Range(0, 2)), Inherit, 4..=4, None, "move numbers in printed figures"),
    property("VW", Elist(Point), Inherit, 1..=4, None, "the part of the board that is shown"),
    property("HA", One(Number), GameInfo, 1..=4, Some(1), "handicap"),
    property("KM", One(Real), GameInfo, 1..=4, Some(1), "komi"),
    property("TB", Elist(Point), Any, 1..=4, Some(1), "Black's territory"),
    property("TW", Elist(Point), Any, 1..=4, Some(1), "White's territory"),
    property("RU", One(SimpleText), GameInfo, 4..=4, Some(19), "variant"),
    property("BO", List(Point), GameInfo, 4..=4, Some(19), "Black's octi squares"),
    property("WO", List(Point), GameInfo, 4..=4, Some(19), "White's octi squares"),
    property("NP", One(Number), GameInfo, 4..=4, Some(19), "number of prongs of each player at the start"),
    property("NR", One(Number), GameInfo, 4..=4, Some(19), "number of pods in the reserve of each player at the start"),
    property("NS", One(Number), GameInfo, 4..=4, Some(19), "number of superprongs of each player at the start"),
    property("AS", List(StonePoint), Any, 4..=4, Some(19), "arrows from stones to points"),
    property("CS", List(Stone), Any, 4..=4, Some(19), "circled stones"),
    property("MS", List(Stone), Any, 4..=4, Some(19), "marked stones"),
    property("SS", List(Stone), Any, 4..=4, Some(19), "squared stones"),
    property("TS", List(Stone), Any, 4..=4, Some(19), "triangled stones"),
    property("RP", List(Stone), Setup, 4..=4, Some(19), "stones are removed"),
    property("CO", One(SimpleText), Setup, 4..=4, Some(6), "position of the cube"),
    property("CV", One(Number), Setup, 4..=4, Some(6), "value of the cube"),
    property("DI", One(Number), Setup, 4..=4, Some(6), "dice without a move"),
    property("MI", List(TextText), GameInfo, 4..=4, Some(6), "match information"),
    property("RE", One(SimpleText), GameInfo, 4..=4, Some(6), "result"),
    property("RU", One(SimpleText), GameInfo, 4..=4, Some(6), "variant"),
    property("AS", One(SimpleText), Any, 4..=4, Some(9), "who adds the stones"),
    property("IP", One(SimpleText), GameInfo, 4..=4, Some(9), "the position that a viewer shows first"),
    property("IY", One(SimpleText), GameInfo, 4..=4, Some(9), "whether the board is inverted"),
    property("SE", One(Point), Any, 4..=4, Some(9), "marks a stone and the squares that it can move to"),
    property("SU", One(SimpleText), GameInfo, 4..=4, Some(9), "type of the set-up"),
    property("IS", List(TextText), Root, 4..=4, Some(11), "settings of the viewer"),
    property("IP", One(SimpleText), GameInfo, 4..=4, Some(11), "the node that a viewer shows first"),
    property("AA", List(Point), Setup, 4..=4, Some(18), "arrows are added"),
    property("KI", One(Number), GameInfo, 1..=2, None, "twice the komi"),
    property("L", List(Point), Any, 1..=2, None, "letters"),
    property("M", List(Point), Any, 1..=2, None, "simple marks"),
    property("CH", One(Double), Any, 1..=3, None, "check mark"),
    property("SI", One(Double), Any, 3..=3, None, "sigma"),
    property("BS", One(Number), GameInfo, 1..=3, None, "Black's species"),
    property("WS", One(Number), GameInfo, 1..=3, None, "White's species"),
    property("ID", One(SimpleText), GameInfo, 3..=3, None, "identifier of the game"),
    property("TC", One(Number), Any, 3..=3, None, "territory count"),
    property("OM", One(Number), Any, 3..=3, None, "moves in an overtime period"),
    property("OP", One(Real), Any, 3..=3, None, "length of an overtime period"),
    property("OV", One(Real), Any, 3..=3, None, "overhead of the operator"),
    property("LT", One(Nothing), Any, 3..=3, None, "players lose on time"),
    property("RG", List(Point), Any, 1..=3, None, "region"),
    property("SC", List(Point), Any, 1..=3, None, "secure stones"),
    property("SE", List(Point), Any, 3..=3, None, "selfplay test marks"),
    property("EL", One(Number), Any, 1..=2, None, "evaluation"),
    property("EX", One(Type::Move), Any, 1..=2, None, "expected move"),
];

const fn property(
    identifier: &'static str,
    value: Value,
    kind: Kind,
    versions: RangeInclusive<u8>,
    game: Option<u8>,
    about: &'static str,
) -> PropertyDef {
    PropertyDef { identifier, value, kind, versions, game, about }
}

/// Returns a different number for each identifier of one or two capitals.
pub(super) const fn identifier_index(identifier: &[u8]) -> Option<usize> {
    const fn letter(byte: u8) -> Option<usize> {
        if byte.is_ascii_uppercase() { Some((byte - b'A') as usize) } else { None }
    }
    match *identifier {
        [one] => letter(one),
        [one, two] => match (letter(one), letter(two)) {
            (Some(one), Some(two)) => Some(26 + 26 * one + two),
            _ => None,
        },
        _ => None,
    }
}

/// The rows of the table that have one identifier. `None` if `first` is greater than `last`.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    pub(super) first: u8,
    pub(super) last: u8,
}

/// The rows of each identifier, by its index.
pub(super) static ROWS: [Rows; 702] = {
    let mut rows = [Rows { first: 1, last: 0 }; 702];
    let mut row = 0;
    while row < PROPERTIES.len() {
        if let Some(index) = identifier_index(PROPERTIES[row].identifier.as_bytes()) {
            let is_new = rows[index].first > rows[index].last;
            let first = if is_new { row as u8 } else { rows[index].first };
            rows[index] = Rows { first, last: row as u8 };
        }
        row += 1;
    }
    rows
};
