//! The definition of a property: its values, and where it is allowed.

mod explain;
mod table;

use core::ops::RangeInclusive;
use table::{ROWS, Rows, identifier_index};

pub(crate) use explain::explain;
pub use table::PROPERTIES;

/// A property of the standard.
///
/// ```
/// use kifu_sgf::{Kind, PropertyDef, Value};
/// let komi = PropertyDef::find("KM", 1).unwrap();
/// assert_eq!((komi.kind, komi.about), (Kind::GameInfo, "komi"));
/// assert!(PropertyDef::find("KM", 11).is_none(), "hex has no komi");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropertyDef {
    /// The identifier.
    pub identifier: &'static str,
    /// The type and number of its values.
    pub value: Value,
    /// The nodes where the property is allowed.
    pub kind: Kind,
    /// The versions of the format that define it.
    pub versions: RangeInclusive<u8>,
    /// The GM number of the only game that has it. `None` if every game has it.
    pub game: Option<u8>,
    /// A short description.
    pub about: &'static str,
}

/// The nodes where a property is allowed.
///
/// This enum is exhaustive: FF\[4\] has no other kinds of properties.
///
/// ```
/// use kifu_sgf::{Kind, PROPERTIES, PropertyDef};
/// assert_eq!(PropertyDef::find("SZ", 1).unwrap().kind, Kind::Root);
/// assert!(PROPERTIES.iter().any(|property| property.kind == Kind::Inherit)); // DD, PM, VW
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// In a node with a move.
    Move,
    /// In a node that sets up a position.
    Setup,
    /// In the root.
    Root,
    /// In one node of each path, usually the root.
    GameInfo,
    /// In any node; the property applies to the nodes below it too.
    Inherit,
    /// In any node; the property applies to that node only.
    Any,
}

/// The number and the type of the values of a property.
///
/// This enum is exhaustive: FF\[4\] has no other numbers of values.
///
/// ```
/// use kifu_sgf::{PropertyDef, Type, Value};
/// let value = |identifier| PropertyDef::find(identifier, 1).unwrap().value;
/// assert_eq!(value("AE"), Value::List(Type::Point)); // AE[aa][bb]
/// assert_eq!(value("DD"), Value::Elist(Type::Point)); // DD[] ends the dimming
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Exactly one.
    One(Type),
    /// One or more.
    List(Type),
    /// One or more, or one that is empty.
    Elist(Type),
}

/// The type of one value.
///
/// ```
/// use kifu_sgf::{PropertyDef, Type, Value};
/// let value = |identifier| PropertyDef::find(identifier, 1).unwrap().value;
/// assert_eq!(value("FF"), Value::One(Type::Range(1, 4)));
/// assert_eq!(value("LB"), Value::List(Type::PointText)); // LB[aa:A]
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Type {
    /// An empty value.
    None,
    /// A whole number.
    Number,
    /// A whole number within bounds.
    Range(u8, u8),
    /// A number with digits after the point.
    Real,
    /// 1, or 2 for emphasis.
    Double,
    /// B or W.
    Color,
    /// A text of one line.
    SimpleText,
    /// A text of many lines.
    Text,
    /// A point, in the notation of the game.
    Point,
    /// A move, in the notation of the game.
    Move,
    /// A stone, in the notation of the game.
    Stone,
    /// Two points.
    PointPoint,
    /// A point and a text.
    PointText,
    /// A stone and a point.
    StonePoint,
    /// Two texts.
    TextText,
    /// A size, or columns and rows.
    Size,
    /// Nothing, or flags and a title.
    Figure,
}

impl PropertyDef {
    /// Returns the property with this identifier in the game with this GM number.
    ///
    /// ```
    /// use kifu_sgf::PropertyDef;
    /// assert_eq!(PropertyDef::find("RU", 1).unwrap().about, "rule set");
    /// assert_eq!(PropertyDef::find("RU", 6).unwrap().about, "variant"); // of backgammon
    /// assert_eq!(PropertyDef::find("XY", 1), None); // a private property
    /// ```
    #[must_use]
    pub fn find(identifier: &str, game: u8) -> Option<&'static Self> {
        Self::row(identifier, game).map(|row| &PROPERTIES[row])
    }

    /// Returns the index of the property in the table.
    pub(crate) fn row(identifier: &str, game: u8) -> Option<usize> {
        let Rows { first, last } = ROWS[identifier_index(identifier.as_bytes())?];
        let mut same = (usize::from(first)..=usize::from(last)).filter(|&row| PROPERTIES[row].identifier == identifier);
        let own = same.clone().find(|&row| PROPERTIES[row].game == Some(game));
        own.or_else(|| same.find(|&row| PROPERTIES[row].game.is_none()))
    }

    /// Returns the names of the games other than `game` that have a property of their own with this identifier.
    pub(crate) fn other_games(identifier: &str, game: u8) -> impl Iterator<Item = &'static str> + '_ {
        let rows = identifier_index(identifier.as_bytes()).map_or(Rows { first: 1, last: 0 }, |index| ROWS[index]);
        let rows = (usize::from(rows.first)..=usize::from(rows.last)).map(|row| &PROPERTIES[row]);
        let others = rows.filter(move |known| known.identifier == identifier && known.game != Some(game));
        others.filter_map(|known| crate::games::name(known.game?))
    }

    /// Returns true if its values are texts. Only in texts can an unescaped bracket be distinguished from the end of the
    /// value.
    #[must_use]
    pub fn is_text(&self) -> bool {
        matches!(self.value, Value::One(Type::SimpleText | Type::Text))
    }

    /// Returns true for a property whose values are texts or contain one.
    pub(crate) fn has_text(&self) -> bool {
        matches!(
            self.value,
            Value::One(Type::SimpleText | Type::Text | Type::Figure | Type::TextText) | Value::List(Type::PointText)
        )
    }
}

/// Returns the property of a shape.
pub(crate) fn shape_property(shape: kifu_goban::Shape) -> &'static str {
    use kifu_goban::Shape;
    match shape {
        Shape::Circle => "CR",
        Shape::Triangle => "TR",
        Shape::Square => "SQ",
        Shape::Cross => "MA",
        Shape::Selected => "SL",
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Type::{Point, SimpleText, StonePoint},
        Value::{List, One},
        *,
    };

    #[test]
    fn the_key_is_identifier_and_game() {
        let kind =
            |identifier, game| PropertyDef::find(identifier, game).map(|property| (property.value, property.game));
        assert_eq!(kind("AS", 19), Some((List(StonePoint), Some(19))));
        assert_eq!(kind("AS", 9), Some((One(SimpleText), Some(9))));
        assert_eq!(kind("AS", 1), None);
        assert_eq!(kind("SE", 9), Some((One(Point), Some(9))));
        assert_eq!(kind("SE", 1), Some((List(Point), None)));
        assert_eq!(kind("RE", 6).unwrap().1, Some(6));
        assert_eq!(kind("RE", 1).unwrap().1, None);
        for name in ["", "ZZ", "b", "ABC", "K1", "é"] {
            assert_eq!(kind(name, 1), None, "{name}");
        }
        let others = |identifier, game| PropertyDef::other_games(identifier, game).collect::<alloc::vec::Vec<_>>();
        assert_eq!(others("AS", 3), ["octi", "lines of action"]);
        assert_eq!(others("AS", 9), ["octi"]);
        assert_eq!(others("KM", 1), [""; 0]);
        assert_eq!(PROPERTIES.len(), COUNT);
        for property in PROPERTIES {
            let found = PropertyDef::find(property.identifier, property.game.unwrap_or(1)).unwrap();
            assert_eq!(found, property);
        }
    }

    const COUNT: usize = 111;
}
