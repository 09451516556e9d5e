//! `move`: the move of a node.

use crate::{codes, read::Reader};
use alloc::{borrow::ToOwned, format};
use kifu_goban::{Color, Move, draft::Draft};
use kifu_json::{
    Value,
    record::{excerpt, pointer_step},
};

impl Reader {
    /// Returns the move of a node that has no other member, if it has exactly the form of the format. This is the fast path for
    /// almost all nodes.
    pub(super) fn plain_move(&self, node: Value<'_>) -> Option<Move> {
        let mut members = node.children();
        let play = members.next().filter(|member| member.has_key("move"))?;
        let mut members_of_move = play.children();
        let mut next = |key: &str| members_of_move.next().filter(|member| member.has_key(key));
        let color = match next("color")?.raw() {
            "\"black\"" => Color::Black,
            "\"white\"" => Color::White,
            _ => return None,
        };
        let (x, y) = (next("x")?.integer()?, next("y")?.integer()?);
        let has_more = members_of_move.next().is_some() || members.next().is_some();
        Some(Move::play(color, self.point(x, y)?)).filter(|_| !has_more)
    }

    /// Reads the move. Reports a move that cannot be read.
    pub(super) fn play(&mut self, value: Value<'_>) -> Option<Move> {
        let color = value.get("color");
        let Some(color) = color.and_then(|color| self.color(color)) else {
            let at = color.unwrap_or(value).span();
            self.json.diagnostics.report(&codes::BAD_MOVE, at, || {
                let what = match color {
                    Some(color) => format!("{} is not a colour (black or white)", excerpt(color.raw())),
                    None => "the move has no colour (black or white)".to_owned(),
                };
                format!("{what}; the move was left out (kept in the file)")
            });
            return None;
        };
        if value.get("pass").and_then(Value::boolean) == Some(true) {
            if let Some(side) = value.get("x").or(value.get("y")) {
                self.json.diagnostics.report(
                    &codes::PASS_WITH_POINT,
                    side.member_span(),
                    || "a pass with a point; read as a pass",
                );
            }
            return Some(Move::pass(color));
        }
        let mut side = |key| value.get(key).and_then(|side| self.json.integer(key, side));
        let Some((x, y)) = side("x").zip(side("y")) else {
            let is_wrong = |side: Value<'_>| {
                !side.raw().is_empty()
                    && side.integer().is_none()
                    && side.string().is_none_or(|text| text.trim().parse::<i64>().is_err())
            };
            let wrong =
                ["x", "y"].into_iter().find_map(|key| Some((key, value.get(key).filter(|&side| is_wrong(side))?)));
            let at = wrong.map_or(value, |(_, side)| side).span();
            self.json.diagnostics.report(&codes::BAD_MOVE, at, || {
                let what = match wrong {
                    Some((key, side)) => format!("{key} is {}, not a whole number", excerpt(side.raw())),
                    None => "the move has no point (x and y) and is not a pass".to_owned(),
                };
                format!("{what}; the move was left out (kept in the file)")
            });
            return None;
        };
        let Some(at) = self.point(x, y) else {
            let size = self.size;
            // The coordinate that is outside the board.
            let wrong = if (0..i64::from(size.width())).contains(&x) { "y" } else { "x" };
            let wrong = value.get(wrong).unwrap_or(value).span();
            self.json.diagnostics.report(&codes::IMPOSSIBLE_POINT, wrong, || {
                format!("the point ({x}, {y}) is outside the {size} board; the move was left out (kept in the file)")
            });
            return None;
        };
        Some(Move::play(color, at))
    }

    /// Reads the members of a move other than its colour and its point.
    pub(super) fn rest_of_move(&mut self, value: Value<'_>, draft: &mut Draft) {
        let is_pass = value.get("pass").and_then(Value::boolean) == Some(true);
        const KNOWN: [&str; 6] = ["color", "pass", "x", "y", "timeLeft", "periodsLeft"];
        for (key, member) in value.members().filter(|(key, member)| !member.is_null() || !KNOWN.contains(&&**key)) {
            match &*key {
                "color" => {}
                "pass" if member.boolean().is_some() => {}
                "x" | "y" if !is_pass => {}
                "timeLeft" => self.time_left(member, draft),
                "periodsLeft" => self.periods_left(member, draft),
                "x" | "y" => self.keep_in_node(draft, draft.main, &format!("/move/{key}"), member),
                _ => {
                    self.json.report_unknown(member);
                    self.keep_in_node(draft, draft.main, &format!("/move/{}", pointer_step(&key)), member);
                }
            }
        }
    }
}
