//! What the editor knows about a game, and the check of single values.

use super::DocumentEditError;
use crate::{
    Game, Kind, PropertyDef, Type, Value,
    document::parse::Odd,
    games,
    value::{self, Meaning},
};
use alloc::{borrow::ToOwned, string::String, vec::Vec};
use kifu_goban::{Color, Point, Size};

/// The properties of a game that its nodes are checked against, looked up once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The GM number, with the changes of GM so far.
    pub(super) game_type: u8,
    /// The size of the board, with the changes of SZ so far.
    pub(super) size: Size,
    /// True if a bracket is missing, so that a new one might end a value elsewhere.
    pub(super) is_unclosed: bool,
}

impl Known {
    pub(super) fn of(game: Game<'_>) -> Self {
        let is_unclosed = |odd| odd == Odd::UnclosedValue;
        Self {
            game_type: game.game_type(),
            size: size(game.root_value("SZ")),
            is_unclosed: game.game.open_ended || game.game.oddities.iter().any(|odd| is_unclosed(odd.kind)),
        }
    }

    /// Returns what is known after the root gets this value of a property, or loses the property.
    pub(super) fn with_root(self, identifier: &str, raw: Option<&str>) -> Self {
        match identifier {
            "GM" => Self { game_type: raw.map_or(1, |raw| games::number(raw).unwrap_or(0)), ..self },
            "SZ" => Self { size: size(raw), ..self },
            _ => self,
        }
    }

    /// Returns the raw values, if a property of this game may have them.
    pub(super) fn raw(
        &self,
        identifier: &str,
        texts: &[&str],
        is_root: bool,
    ) -> Result<Vec<String>, DocumentEditError> {
        check(identifier)?;
        if texts.is_empty() {
            return Err(DocumentEditError::NoValue(identifier.to_owned()));
        }
        let known = PropertyDef::find(identifier, self.game_type);
        if known.is_some_and(|known| known.kind == Kind::Root) && !is_root {
            return Err(DocumentEditError::RootProperty(identifier.to_owned()));
        }
        let known = known.map(|known| known.value);
        if matches!(known, Some(Value::One(_))) && texts.len() > 1 {
            return Err(DocumentEditError::OneValue(identifier.to_owned()));
        }
        let raw = |text: &&str| {
            let value = value::escape(text, value::TextPlace::Whole).into_owned();
            match known.is_none_or(|known| self.allows(identifier, known, &value)) {
                true => Ok(value),
                false => Err(DocumentEditError::Value { identifier: identifier.to_owned(), value }),
            }
        };
        texts.iter().map(raw).collect()
    }

    /// Returns true if a property with values of this kind may have this one, on the board of the game.
    fn allows(&self, identifier: &str, known: Value, raw: &str) -> bool {
        if identifier == "GM" {
            return matches!(value::number(raw), Meaning::Exact(1..=255));
        }
        // The forms of points and moves differ in other games, so any value is allowed there.
        if self.game_type != 1 {
            return true;
        }
        let (Value::One(of) | Value::List(of) | Value::Elist(of)) = known;
        match of {
            _ if raw.is_empty() && matches!(known, Value::List(_)) => false,
            // Each point of L gets a letter, so L has no rectangles.
            Type::Point if identifier == "L" => {
                matches!(value::point(raw), Meaning::Exact(point) if self.size.contains(point))
            }
            Type::Number if identifier == "HA" => value::number(raw).value().is_some_and(|stones| stones >= 2),
            Type::Real if identifier == "TM" => {
                matches!(value::real(raw), Meaning::Exact(seconds) if seconds.to_duration().is_some())
            }
            Type::SimpleText if identifier == "RE" => matches!(value::outcome(raw), Meaning::Exact(_)),
            Type::SimpleText if identifier == "DT" => value::dates(raw).is_some() && !raw.contains(char::is_whitespace),
            Type::Move if raw.is_empty() => true,
            Type::Move => matches!(value::point(raw), Meaning::Exact(point) if self.size.contains(point)),
            _ => {
                crate::read::is_valid(of, raw)
                    && self.points(of, raw).into_iter().flatten().all(|point| self.size.contains(point))
            }
        }
    }

    /// Returns the points that a value names: two corners of a rectangle, two ends of a line, or one point.
    fn points(&self, of: Type, raw: &str) -> [Option<Point>; 2] {
        let point = |raw| value::point(raw).value();
        match of {
            Type::Move => [value::play(raw, Color::Black, self.size).value().and_then(|played| played.at), None],
            Type::Point | Type::Stone => match value::rect(raw).value() {
                Some(rect) => [Some(rect.upper_left()), Some(rect.lower_right())],
                None => [None; 2],
            },
            Type::PointPoint => value::compose(raw).map_or([None; 2], |(from, to)| [point(from), point(to)]),
            Type::PointText => [value::compose(raw).and_then(|(at, _)| point(at)), None],
            _ => [None; 2],
        }
    }

    /// Returns the first value of a property with a point that a board of this size does not have.
    pub(super) fn off_board<'v>(
        &self,
        size: Size,
        identifier: &str,
        mut values: impl Iterator<Item = &'v str>,
    ) -> Option<&'v str> {
        let (Value::One(of) | Value::List(of) | Value::Elist(of)) = PropertyDef::find(identifier, 1)?.value;
        values.find(|raw| self.points(of, raw).into_iter().flatten().any(|point| !size.contains(point)))
    }
}

/// Returns the size that a value of SZ states. Without a size it is 19.
fn size(raw: Option<&str>) -> Size {
    raw.and_then(|raw| value::size(raw).value()).unwrap_or_default()
}

/// Returns an error for what is not an identifier, and for CA.
pub(super) fn check(identifier: &str) -> Result<(), DocumentEditError> {
    match identifier {
        "CA" => Err(DocumentEditError::Charset),
        "" => Err(DocumentEditError::Identifier(String::new())),
        _ if !identifier.bytes().all(|b| b.is_ascii_uppercase()) => {
            Err(DocumentEditError::Identifier(identifier.to_owned()))
        }
        _ => Ok(()),
    }
}
