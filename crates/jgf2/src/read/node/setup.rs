//! `setup` and `turn`: the position that a node sets up.

use super::{
    entries, has_points,
    points::{EntryPoints, named, off_board_words, place_of},
};
use crate::{
    codes,
    read::{Reader, values::color_named},
};
use alloc::format;
use kifu_goban::{
    Color, Point, Points,
    draft::{Draft, Target},
};
use kifu_json::{Kind, Value};

/// The effect of an entry on its points.
#[derive(Clone, Copy)]
enum Stones {
    Add(Color),
    Clear,
}

impl Stones {
    fn of(entry: Value<'_>) -> Option<Self> {
        let name = entry.get("type").and_then(Value::string);
        // In early files the type is `stone`, and the colour is a separate member.
        let name = match name.as_deref() {
            Some("stone") => entry.get("color").and_then(Value::string),
            _ => name,
        };
        match name.as_deref()? {
            "black" | "B" => Some(Self::Add(Color::Black)),
            "white" | "W" => Some(Self::Add(Color::White)),
            "clear" | "empty" | "E" => Some(Self::Clear),
            _ => None,
        }
    }

    fn color(self) -> Option<Color> {
        match self {
            Self::Add(color) => Some(color),
            Self::Clear => None,
        }
    }
}

impl Reader {
    pub(super) fn turn(&mut self, value: Value<'_>, draft: &mut Draft) {
        let Some(text) = value.string() else {
            self.report_wrong_kind("turn", value);
            return self.keep_in_node(draft, Target::Head, "/turn", value);
        };
        match (draft.turn, draft.played) {
            (Some(color), Some(played)) if color == played.color => {
                self.json.diagnostics.report(&codes::DISAGREEMENT, value.span(), || {
                    format!(
                        "turn is {color}, the player of the move in this node; turn has no effect (kept in the file)"
                    )
                });
                self.keep_in_node(draft, draft.main, "/turn", value);
            }
            // The players alternate anyway, or the turn is part of the setup.
            (Some(_), _) => {}
            // A later member with this key, which is not a colour, counts.
            (None, _) if color_named(value).is_some() => {}
            (None, _) => {
                self.json.diagnostics.report(&codes::BAD_VALUE, value.span(), || {
                    format!("turn {text:?} is not a colour; it has no effect (kept in the file)")
                });
                self.keep_in_node(draft, Target::Head, "/turn", value);
            }
        }
    }

    pub(super) fn setup(&mut self, value: Value<'_>, draft: &mut Draft) {
        if !matches!(value.kind(), Kind::Array | Kind::Object) {
            self.json.diagnostics.report(
                &codes::BAD_SETUP,
                value.span(),
                || "a setup needs a list of entries; this setup was left out (kept in the file)",
            );
            return self.keep_in_node(draft, Target::Head, "/setup", value);
        }
        self.report_no_list("setup", value);
        for entry in entries(value) {
            let Some(stones) = Stones::of(entry).filter(|_| has_points(entry)) else {
                self.json.diagnostics.report(&codes::BAD_SETUP, entry.span(), || {
                    "an entry of setup needs a type (black, white or clear) and a list of points; the entry was left out (kept in the file)"
                });
                self.keep_in_node(draft, Target::Head, "/setup", entry);
                continue;
            };
            let is_kept = self.keep_rest(draft, Target::Head, "/setup", entry);
            let EntryPoints { rects, off_board } = self.points(entry);
            if let Some(first) = off_board {
                let size = self.size;
                self.json.diagnostics.report(&codes::IMPOSSIBLE_POINT, first.span(), || {
                    let problem = off_board_words(size, first);
                    format!("{problem}; the stone was left out (kept in the file)")
                });
            }
            let points: Points = rects.into_iter().collect();
            self.report_stone_twice(entry, stones, &points, draft);
            // kifu writes an entry with unknown members unchanged, after an entry with its points.
            if !is_kept {
                self.report_stone_again(entry, stones, &points, draft);
            }
            if !points.is_empty() {
                draft.setup.set(&points, stones.color());
            }
        }
    }

    fn report_stone_twice(&mut self, entry: Value<'_>, stones: Stones, points: &Points, draft: &Draft) {
        // Stones on a point that an earlier entry cleared are normal. Two colours on one point are a contradiction.
        let others = [(draft.setup.black(), Color::Black), (draft.setup.white(), Color::White)];
        let others = others.into_iter().filter(|(set, color)| stones.color() != Some(*color) && !set.is_empty());
        if let Some(point) = others.into_iter().find_map(|(set, _)| common(set, points)) {
            let name = named(point, self.size);
            self.json.diagnostics.report(&codes::STONE_TWICE, entry.span(), || {
                format!("another entry of this node has a different setup for {name}; the last entry counts")
            });
        }
    }

    /// Reports a point that an earlier entry sets up in the same way.
    fn report_stone_again(&mut self, entry: Value<'_>, stones: Stones, points: &Points, draft: &Draft) {
        let earlier = match stones {
            Stones::Add(Color::Black) => draft.setup.black(),
            Stones::Add(Color::White) => draft.setup.white(),
            Stones::Clear => draft.setup.clear(),
        };
        if let Some(point) = common(earlier, points) {
            let (name, at) = (named(point, self.size), place_of(point, entry, self.size));
            self.json
                .diagnostics
                .report(&codes::POINT_TWICE, at, || format!("an earlier entry has {name} too; read once"));
        }
    }
}

/// Returns the first common point of two sets.
fn common(a: &Points, b: &Points) -> Option<Point> {
    a.minus(&a.minus(b)).iter().next()
}
