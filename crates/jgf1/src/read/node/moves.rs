//! `move`: the move of a node.

use crate::{codes, points::PointValue, read::Reader};
use alloc::{borrow::ToOwned, format, string::ToString};
use kifu_goban::{Color, Move, draft::Draft};
use kifu_json::{
    Kind, Value,
    record::{excerpt, pointer_step},
};

/// The coordinate of the point outside a board up to 19x19 that early SGF files use for a pass: `tt`.
const PASS_COORDINATE: i64 = 19;

/// Returns the colour of a key of a move.
fn color_of(key: &str) -> Option<Color> {
    match key {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// Returns the colour that a value names, in any spelling.
pub(super) fn color_named(value: Value<'_>) -> Option<Color> {
    match value.string()?.to_ascii_lowercase().as_str() {
        "black" | "b" => Some(Color::Black),
        "white" | "w" => Some(Color::White),
        _ => None,
    }
}

impl Reader {
    /// Returns the move of a node that has no other member, if it has exactly the form of the format. This is the fast path for
    /// almost all nodes.
    pub(super) fn plain_move(&self, node: Value<'_>) -> Option<Move> {
        let mut members = node.children();
        let play = members.next().filter(|member| member.has_key("move"))?;
        let mut members_of_move = play.children();
        let at = members_of_move.next()?;
        let color = if at.has_key("B") {
            Color::Black
        } else if at.has_key("W") {
            Color::White
        } else {
            return None;
        };
        let has_more = members_of_move.next().is_some() || members.next().is_some() || play.kind() != Kind::Object;
        if has_more || at.kind() == Kind::Array && at.children().count() != 2 {
            return None;
        }
        Some(Move::play(color, self.window.point(at).on()?))
    }

    /// Reads the move. Reports a move that cannot be read.
    pub(super) fn play(&mut self, value: Value<'_>) -> Option<Move> {
        let mut colors = value.members().filter_map(|(key, at)| Some((color_of(&key)?, at)));
        let Some((color, at)) = colors.next() else {
            self.json.diagnostics.report(
                &codes::BAD_MOVE,
                value.span(),
                || "the move has no colour (B or W); the move was left out (kept in the file)",
            );
            return None;
        };
        if let Some((_, second)) = colors.next() {
            self.json.diagnostics.report(
                &codes::BAD_MOVE,
                second.member_span(),
                || "a second move in a node; the second was left out (kept in the file)",
            );
        }
        let text = at.string();
        if matches!(text.as_deref(), Some("pass" | "")) {
            return Some(Move::pass(color));
        }
        let size = self.window.size;
        match self.window.point(at) {
            PointValue::On(point) => Some(Move::play(color, point)),
            PointValue::Off(PASS_COORDINATE, PASS_COORDINATE) if size.tt_is_pass() => {
                self.json.diagnostics.report(&codes::PASS_OUTSIDE, at.span(), || {
                    format!("{} is outside the board, as a pass in early SGF files; read as a pass", at.compact())
                });
                Some(Move::pass(color))
            }
            PointValue::Off(x, y) => {
                self.json.diagnostics.report(&codes::IMPOSSIBLE_POINT, at.span(), || {
                    format!(
                        "the point ({x}, {y}) is outside the {size} board; the move was left out (kept in the file)"
                    )
                });
                None
            }
            PointValue::Wrong => {
                self.json.diagnostics.report(&codes::BAD_MOVE, at.span(), || {
                    let raw = excerpt(at.raw());
                    format!("{raw} is neither a point nor a pass; the move was left out (kept in the file)")
                });
                None
            }
        }
    }

    /// Reads the members of a move other than the move itself, or keeps a move that was not read.
    pub(super) fn rest_of_move(&mut self, value: Value<'_>, draft: &mut Draft) {
        let Some(played) = draft.played else { return self.keep_in_node(draft, draft.main, "/move", value) };
        let mut is_read = false;
        for (key, member) in value.members() {
            match (&*key, color_of(&key), member.boolean()) {
                (_, Some(color), _) if color == played.color && !is_read => is_read = true,
                // An early dialect has this member in the move.
                ("solution", _, Some(is_solution)) => {
                    draft.main_mut().node.details_mut().judgement.solution |= is_solution;
                }
                // ngGo writes it beside `"pass"`.
                ("pass", _, Some(is_pass)) if is_pass == played.at.is_none() => {}
                (_, is_color, _) => {
                    if is_color.is_none() {
                        self.json.report_unknown(member);
                    }
                    self.keep_in_node(draft, draft.main, &format!("/move/{}", pointer_step(&key)), member);
                }
            }
        }
    }

    /// Reads a colour. A spelling other than that of the format is read with a diagnostic.
    pub(super) fn color(&mut self, value: Value<'_>) -> Option<Color> {
        let text = value.string()?;
        let color = color_named(value)?;
        let letter = color.letter().to_string();
        if text != letter {
            let text = (*text).to_owned();
            self.json.diagnostics.report(&codes::WRONG_KIND, value.span(), || {
                format!("unusual spelling {text:?} of a colour; read as {letter}")
            });
        }
        Some(color)
    }
}
