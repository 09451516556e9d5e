//! The content of a node that new values are compared with.

use super::{DocumentEditError, known::Known};
use crate::{Kind, Node, PROPERTIES, PropertyDef, Type, Value, read::EXCLUSIVE_JUDGEMENTS, value};
use alloc::{
    borrow::ToOwned,
    collections::{BTreeMap, BTreeSet},
    format,
    string::String,
    vec::Vec,
};
use kifu_goban::{Point, Points, Rect};

/// The properties of a node, with the changes so far.
///
/// Comparing new values takes linear time: a property has at most the points of the largest board, and a value with a point
/// that is there already is refused.
#[derive(Debug, Default)]
pub(super) struct Content(BTreeMap<String, Entries>);

/// The values of a property, ready for comparison.
#[derive(Debug, Default)]
pub(super) struct Entries {
    /// The points of a list of points, or those with labels.
    points: BTreeSet<Point>,
    /// The ends of arrows or lines.
    lines: BTreeSet<(Point, Point)>,
    count: usize,
    has_empty: bool,
}

impl Content {
    pub(super) fn of(node: Node<'_>) -> Self {
        let mut content = Self::default();
        for property in node.properties() {
            let identifier = property.identifier();
            let of = list_of(&identifier);
            let entries = content.0.entry(identifier.clone().into_owned()).or_default();
            let rects = |raw| value::rect(raw).value();
            match of {
                // A file may have the same rectangle many times. `Points` joins them at little cost.
                Some(Type::Point | Type::Stone) => {
                    let points: Points = property.values().filter_map(rects).collect();
                    entries.points.extend(points.iter());
                }
                Some(Type::PointText) => entries.points.extend(property.values().filter_map(labelled)),
                Some(Type::PointPoint) => {
                    entries.lines.extend(property.values().filter_map(|raw| ends(&identifier, raw)));
                }
                _ => {}
            }
            entries.count += property.values().count();
            entries.has_empty |= property.values().any(value::is_blank);
        }
        content
    }

    pub(super) fn has(&self, identifier: &str) -> bool {
        self.0.contains_key(identifier)
    }

    /// Returns true if the node has game information.
    pub(super) fn has_game_info(&self, game_type: u8) -> bool {
        self.0.keys().any(|identifier| is_game_info(identifier, game_type))
    }

    /// Returns the entries of new values, or an error if the node may not have them beside its other content. With
    /// `further`, the existing values of the property stay.
    pub(super) fn compare(
        &self,
        known: &Known,
        identifier: &str,
        values: &[String],
        further: bool,
    ) -> Result<Entries, DocumentEditError> {
        self.check_together(known.game_type, identifier)?;
        let own = self.0.get(identifier).filter(|_| further);
        let has_empty = values.iter().any(String::is_empty) || own.is_some_and(|own| own.has_empty);
        let definition = PropertyDef::find(identifier, known.game_type).map(|definition| definition.value);
        let count = values.len() + own.map_or(0, |own| own.count);
        if matches!(definition, Some(Value::Elist(_))) && has_empty && count > 1 {
            return Err(DocumentEditError::EmptyBesideOthers(identifier.to_owned()));
        }
        let mut new = Entries { count: values.len(), has_empty, ..Entries::default() };
        // The notation of points differs in other games.
        let Some(of) = list_of(identifier).filter(|_| known.game_type == 1) else { return Ok(new) };
        let rivals = match identifier {
            "AB" | "AE" | "AW" => &["AB", "AE", "AW"][..],
            "TB" | "TW" => &["TB", "TW"],
            // The names of early versions for the same marks.
            "L" | "LB" => &["L", "LB"],
            "M" | "MA" => &["M", "MA"],
            _ => &[],
        };
        let rivals = rivals.iter().copied().filter(|rival| *rival != identifier).chain(further.then_some(identifier));
        let others: Vec<_> = rivals.filter_map(|other| Some((other, self.0.get(other)?))).collect();
        for raw in values {
            let rect = match of {
                Type::Point | Type::Stone => value::rect(raw).value(),
                Type::PointText => labelled(raw).map(Rect::from),
                _ => None,
            };
            for point in rect.into_iter().flat_map(Rect::iter) {
                let other = others.iter().find(|(_, other)| other.points.contains(&point)).map(|(other, _)| *other);
                let again = (!new.points.insert(point)).then_some(identifier);
                if let Some(other) = other.or(again) {
                    return Err(DocumentEditError::PointTwice {
                        identifier: identifier.to_owned(),
                        value: raw.clone(),
                        point: format!("{} ({point})", point.to_a1(known.size)),
                        other: other.to_owned(),
                    });
                }
            }
            if of == Type::PointPoint
                && let Some(ends) = ends(identifier, raw)
                && (others.iter().any(|(_, other)| other.lines.contains(&ends)) || !new.lines.insert(ends))
            {
                return Err(DocumentEditError::Repeated { identifier: identifier.to_owned(), value: raw.clone() });
            }
        }
        Ok(new)
    }

    /// Stores the entries of values that were compared.
    pub(super) fn store(&mut self, identifier: &str, new: Entries, further: bool) {
        match self.0.get_mut(identifier).filter(|_| further) {
            Some(entries) => {
                entries.points.extend(new.points);
                entries.lines.extend(new.lines);
                entries.count += new.count;
                entries.has_empty |= new.has_empty;
            }
            None => drop(self.0.insert(identifier.to_owned(), new)),
        }
    }

    pub(super) fn remove(&mut self, identifier: &str) {
        self.0.remove(identifier);
    }

    /// Returns an error for a second move in a node, for a move and setup in one node, and for two judgements that exclude
    /// each other. SGF requires separate nodes for moves and setup.
    fn check_together(&self, game_type: u8, identifier: &str) -> Result<(), DocumentEditError> {
        let is_setup = |identifier: &str| {
            PropertyDef::find(identifier, game_type).is_some_and(|definition| definition.kind == Kind::Setup)
        };
        let is_beside = |other: &&str| *other != identifier && self.has(other);
        let setup = PROPERTIES.iter().map(|definition| definition.identifier).filter(|other| is_setup(other));
        let moves = ["B", "W"].into_iter();
        let other = match identifier {
            "B" | "W" => moves.chain(setup).find(is_beside),
            _ if is_setup(identifier) => moves.into_iter().find(is_beside),
            _ => None,
        };
        if let Some(other) = other {
            let (identifier, other) = (identifier.to_owned(), other.to_owned());
            return Err(DocumentEditError::Together { identifier, other });
        }
        let judgements = EXCLUSIVE_JUDGEMENTS.iter().find(|group| group.contains(&identifier));
        match judgements.into_iter().flatten().copied().find(is_beside) {
            Some(other) => {
                let (identifier, other) = (identifier.to_owned(), other.to_owned());
                Err(DocumentEditError::Contradiction { identifier, other })
            }
            None => Ok(()),
        }
    }
}

/// Returns true if a property is game information.
pub(super) fn is_game_info(identifier: &str, game_type: u8) -> bool {
    PropertyDef::find(identifier, game_type).is_some_and(|definition| definition.kind == Kind::GameInfo)
}

/// Returns the type of the values of a list of go. Returns `None` for a property with one value.
fn list_of(identifier: &str) -> Option<Type> {
    match PropertyDef::find(identifier, 1)?.value {
        Value::List(of) | Value::Elist(of) => Some(of),
        Value::One(_) => None,
    }
}

/// Returns the point of a label.
fn labelled(raw: &str) -> Option<Point> {
    value::point(value::compose(raw)?.0).value()
}

/// Returns the ends of an arrow, or those of a line in ascending order, because a line has no direction.
fn ends(identifier: &str, raw: &str) -> Option<(Point, Point)> {
    let (from, to) = value::compose(raw)?;
    let (from, to) = value::point(from).value().zip(value::point(to).value())?;
    Some(if identifier == "LN" { (from.min(to), from.max(to)) } else { (from, to) })
}
