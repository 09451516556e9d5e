//! Reading of a move, and the comparison of what it states with the position.
//!
//! A complete move states its player, its origin and its piece. The parsers of KIF, KI2 and CSA leave something out:
//! * KIF: the player, and the square after 同.
//! * KI2: also the origin, which follows from the relative words.
//! * CSA: nothing of these, but its piece is the one after the move.

use super::{Reader, tree::states_origins};
use crate::{
    codes,
    derived::{self, Derived},
    normalize::{Normalizer, edits_of, move_json},
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{CodeInfo, Edits, Foreign, Safety, Severity, one_line};
use kifu_json::{
    Kind as JsonKind, Value,
    record::{excerpt, is_misspelling},
};
use kifu_rules::shogi::{Relative, Resolved};
use kifu_shogiban::{Action, Color, Kind, Move, Square};

/// The members of a move, as the text has them.
#[derive(Clone, Copy, Default)]
pub(super) struct Stated<'d> {
    color: Option<Value<'d>>,
    from: Option<Value<'d>>,
    to: Option<Value<'d>>,
    piece: Option<Value<'d>>,
    same: Option<Value<'d>>,
    promote: Option<Value<'d>>,
    capture: Option<Value<'d>>,
    relative: Option<Value<'d>>,
}

impl<'d> Stated<'d> {
    fn place(&mut self, key: &str) -> Option<&mut Option<Value<'d>>> {
        Some(match key {
            "color" => &mut self.color,
            "from" => &mut self.from,
            "to" => &mut self.to,
            "piece" => &mut self.piece,
            "same" => &mut self.same,
            "promote" => &mut self.promote,
            "capture" => &mut self.capture,
            "relative" => &mut self.relative,
            _ => return None,
        })
    }
}

/// What is wrong with a move, and its place: a move that cannot be read, or one that is not stated as JKF states it.
struct Deviation<'d> {
    code: &'static CodeInfo,
    at: Value<'d>,
    message: String,
}

impl<'d> Reader<'d> {
    /// Reads a move in the current position. If it cannot be read, it is reported and kept.
    pub(super) fn played(&mut self, value: Value<'d>, kept: &mut Vec<Foreign>) -> Option<Move> {
        if value.kind() != JsonKind::Object {
            self.report_bad_move(&Deviation {
                code: &codes::BAD_MOVE,
                at: value,
                message: format!("a move is an object, and {} is none; kept as words", excerpt(value.raw())),
            });
            self.json.keep(kept, "/move", value);
            return None;
        }
        let mut stated = Stated::default();
        let (mut unknown, mut renamed): (Vec<Foreign>, _) = (Vec::new(), None);
        for (key, member) in value.members() {
            match stated.place(&key) {
                Some(_) if member.is_null() => {}
                Some(place) => *place = Some(member),
                None if member.kind() == JsonKind::Missing => {}
                None if renamed.is_none() && square(member).is_some() => {
                    let meant = ["from", "to"].into_iter().find(|known| is_misspelling(&key, known, true));
                    match meant.filter(|meant| value.get(meant).is_none()) {
                        Some(meant) => renamed = Some((key, meant, member)),
                        None => self.keep_unknown(&mut unknown, "/move", &key, member),
                    }
                }
                None => self.keep_unknown(&mut unknown, "/move", &key, member),
            }
        }
        if let Some((_, meant, member)) = &renamed
            && let Some(place) = stated.place(meant)
        {
            *place = Some(*member);
        }
        for (pointer, place) in [("/move/from", stated.from), ("/move/to", stated.to)] {
            let members = place.into_iter().flat_map(Value::members);
            for (key, member) in members.filter(|(key, member)| !is_of_place(key) && member.kind() != JsonKind::Missing)
            {
                self.keep_unknown(&mut unknown, pointer, &key, member);
            }
        }
        if self.is_complete.is_none() {
            self.is_complete = Some(stated.color.is_some());
            if stated.color.is_none() && self.normalizer.is_none() {
                self.report_incomplete(value);
            }
        }
        match self.resolve(value, &stated) {
            Ok((played, deviation)) => {
                if let Some((key, meant, member)) = renamed {
                    self.renamed(&key, meant, member);
                    // A complete move would have the square twice.
                    self.normalizer.iter_mut().for_each(Normalizer::keep_moves);
                }
                // One of the unknown members may be a damaged key.
                let is_sound = unknown.is_empty();
                let deviation = deviation.or_else(|| self.lacks(value, &stated).filter(|_| is_sound));
                // A damaged key, or a drop of a piece that is not in hand: the origin may be lost.
                let has_no_origin = played.from.is_none() && stated.from.is_none();
                let lacks_piece = has_no_origin && self.position.hand(played.color).count(played.kind) == 0;
                self.line.is_doubtful |= lacks_piece || unknown.iter().any(is_like_key);
                let is_doubtful = self.line.is_doubtful;
                let derived = Derived::of(&played, &self.position, &self.line);
                match (&mut self.normalizer, deviation) {
                    // No fix writes what follows from an unknown position.
                    (Some(normalizer), _) if self.line.is_unread && normalizer.only_moves => {}
                    (Some(normalizer), _) => normalizer.played(value, &played, &derived),
                    (None, Some(deviation)) => self.report_deviation(value, &deviation, (&played, &derived)),
                    (None, None) if is_doubtful => {}
                    (None, None) => self.compare(value, &stated, &played, &derived),
                }
                kept.append(&mut unknown);
                Some(played)
            }
            Err(bad) => {
                if let Some((.., member)) = renamed {
                    self.json.report_unknown(member);
                }
                self.report_bad_move(&bad);
                self.json.keep(kept, "/move", value);
                None
            }
        }
    }

    /// Returns what a move lacks in a record whose first move is complete.
    fn lacks(&self, value: Value<'d>, stated: &Stated<'d>) -> Option<Deviation<'d>> {
        let Stated { color, to, piece, .. } = *stated;
        let missing = [("color", color), ("to", to), ("piece", piece)].into_iter().find(|(_, member)| member.is_none());
        let (key, _) = missing.filter(|_| self.is_complete == Some(true))?;
        let message = format!("the move has no {key}, which JKF requires; completed by playing the moves before it");
        Some(Deviation { code: &codes::INCOMPLETE, at: value, message })
    }

    fn report_bad_move(&mut self, bad: &Deviation<'_>) {
        self.json.diagnostics.report(bad.code, bad.at.span(), || bad.message.clone());
    }

    /// Reports a move that is not stated as JKF states it. The fix writes all of its members.
    fn report_deviation(&mut self, value: Value<'_>, found: &Deviation<'_>, (played, derived): (&Move, &Derived)) {
        let report = self.json.diagnostics.report(found.code, found.at.span(), || found.message.clone());
        if !self.line.is_doubtful {
            let edits = || value.set(&move_json(value, played, derived));
            report.fix(Safety::Safe, || "write the move as JKF states it", edits);
        }
    }

    fn report_incomplete(&mut self, value: Value<'_>) {
        let root = self.root;
        // In a text with errors, a member may be read where it does not belong.
        let is_sound = self.json.diagnostics.at_least(Severity::Error) == 0;
        self.json
            .diagnostics
            .report(
                &codes::INCOMPLETE,
                value.span(),
                || "the move has no color, which JKF requires; the moves of this record were completed by playing them",
            )
            .with(|found| {
                let edits = if is_sound { edits_of(root) } else { Edits::default() };
                if edits.is_empty() { found } else { found.fix(Safety::Safe, "complete the moves", edits) }
            });
    }

    /// Returns the move that the text means.
    fn resolve(
        &mut self,
        value: Value<'d>,
        stated: &Stated<'d>,
    ) -> Result<(Move, Option<Deviation<'d>>), Deviation<'d>> {
        let bad = |code, at, message| Err(Deviation { code, at, message });
        let kind = match stated.piece {
            None => None,
            Some(piece) => match piece.string().as_deref().and_then(Kind::from_csa) {
                Some(kind) => Some(kind),
                None => {
                    let message = format!("{} is not a piece of JKF; kept as words", excerpt(piece.raw()));
                    return bad(&codes::BAD_MOVE, piece, message);
                }
            },
        };
        let to = match stated.to {
            Some(to) => match square(to) {
                Some(to) => to,
                None => {
                    let message = format!("{} is not a square; kept as words", excerpt(to.raw()));
                    return bad(&codes::BAD_MOVE, to, message);
                }
            },
            None => match self.line.last_to.filter(|_| stated.same.and_then(Value::boolean) == Some(true)) {
                Some(to) => to,
                None => {
                    let message = match stated.same {
                        Some(_) => {
                            "the square of the move before this one, which `same` means, is not known; kept as words"
                        }
                        None => "the move has no square `to`; kept as words",
                    };
                    return bad(&codes::BAD_MOVE, value, message.into());
                }
            },
        };
        let from = match stated.from {
            Some(from) => match square(from) {
                Some(from) => Some(from),
                None if is_zero(from) => None,
                None => {
                    let message =
                        format!("{} is not a square, so the origin is unknown; kept as words", excerpt(from.raw()));
                    return bad(&codes::BAD_MOVE, from, message);
                }
            },
            None => None,
        };
        let on_board = from.and_then(|from| self.position.piece(from));
        let Some(kind) = kind.or(on_board.map(|piece| piece.kind)) else {
            let message = "the move has no piece; kept as words";
            return bad(&codes::BAD_MOVE, value, message.into());
        };
        let color = self.color(stated, from, kind);
        let promotes = self.promotes(stated);
        let (from, deviation) = match from {
            None => self.origin(value, stated, (color, kind, to))?,
            from => (from, None),
        };
        if let Some(zero) = stated.from.filter(|_| from.is_none()) {
            let message = || "the square 00 as the origin means a drop, which has no origin in JKF; read as a drop";
            let report = self.json.diagnostics.report(&codes::BAD_VALUE, zero.span(), message);
            report.fix(Safety::Safe, || "remove it", || zero.remove());
        }
        let mut played = from.map_or(Move::drop(color, kind, to), |from| Move::new(color, kind, from, to));
        played.promotes = promotes;
        played.promotes = derived::promotes(&played);
        // CSA states the piece after the move.
        let before = on_board.filter(|piece| piece.color == color && piece.kind.promoted() == Some(kind));
        let Some(before) = before else { return Ok((played, deviation)) };
        let deviation = stated.color.map(|_| Deviation {
            code: &codes::PIECE_AFTER_MOVE,
            at: stated.piece.unwrap_or(value),
            message: format!("JKF states the piece before the move, {}; read as a promotion", before.kind.csa()),
        });
        (played.kind, played.promotes) = (before.kind, true);
        Ok((played, deviation))
    }

    /// Returns the player of a move: the one that is stated, unless the piece shows that the other one, who is to move, is meant.
    fn color(&mut self, stated: &Stated<'_>, from: Option<Square>, kind: Kind) -> Color {
        let to_move = self.position.to_move();
        let owner = from.and_then(|from| self.position.piece(from)).map(|piece| piece.color);
        let Some(value) = stated.color else { return owner.unwrap_or(to_move) };
        let Some(color) = self.json.integer("color", value).and_then(derived::color) else {
            self.json.diagnostics.report(&codes::BAD_VALUE, value.span(), || {
                format!("color is 0 (Black) or 1 (White); {} was read as {to_move}", excerpt(value.raw()))
            });
            return owner.unwrap_or(to_move);
        };
        if color == to_move {
            return color;
        }
        let holds = |color: Color| match from {
            Some(_) => owner == Some(color),
            None => self.position.hand(color).count(kind) > 0,
        };
        let is_wrong = holds(to_move) && !holds(color) && !self.line.is_doubtful;
        if self.normalizer.is_none() {
            // A record may have such a move, and then nothing is wrong with its JSON.
            let severity = if is_wrong { Severity::Warning } else { Severity::Note };
            let code = codes::WRONG_PLAYER.with_severity(severity);
            let report = self.json.diagnostics.report(&code, value.span(), || match is_wrong {
                true => {
                    format!("the move is one of {color}, but {to_move} is to move with this piece; read as {to_move}")
                }
                false => format!("the move is one of {color}, but {to_move} is to move; kept"),
            });
            if is_wrong {
                let json = (to_move as u8).to_string();
                report.fix(Safety::Safe, || format!("write {json}"), || value.set(&json));
            }
        }
        if is_wrong { to_move } else { color }
    }

    fn promotes(&mut self, stated: &Stated<'_>) -> bool {
        let Some(value) = stated.promote else { return false };
        let promotes = value.boolean();
        if promotes.is_none() {
            self.json.report_wrong_kind("promote", "true or false", value);
        }
        promotes == Some(true)
    }

    /// Returns the origin of a move that states none, or `None` for a drop.
    ///
    /// In a complete record such a move is a drop, also if a piece on the board could go there. Only the parser of KI2 leaves out
    /// origins: then no move of the record has one.
    fn origin(
        &mut self,
        value: Value<'d>,
        stated: &Stated<'d>,
        (color, kind, to): (Color, Kind, Square),
    ) -> Result<(Option<Square>, Option<Deviation<'d>>), Deviation<'d>> {
        let words = match stated.relative {
            None => Relative::default(),
            Some(relative) => relative.string().as_deref().and_then(Relative::from_jkf).unwrap_or_default(),
        };
        if words.is_drop {
            return Ok((None, None));
        }
        let has_words = words != Relative::default();
        let is_of_ki2 = stated.color.is_none() && !self.states_origins();
        if !has_words && !is_of_ki2 {
            return Ok((None, None));
        }
        let found = self.position.resolve(color, kind, to, words);
        let message = match found {
            Resolved::From(from) => {
                let deviation = (!is_of_ki2).then(|| Deviation {
                    code: &codes::NO_ORIGIN,
                    at: value,
                    message: format!(
                        "the move has the relative words {words}, but no origin; it was found by the words"
                    ),
                });
                return Ok((Some(from), deviation));
            }
            Resolved::Drop => return Ok((None, None)),
            Resolved::Ambiguous => format!("more than one {kind} of {color} can go to {to}"),
            Resolved::None => format!("{color} has no {kind} that can go to {to}"),
        };
        let message = format!("{message}; kept as words");
        if let Some(normalizer) = self.normalizer.as_mut().filter(|_| is_of_ki2) {
            normalizer.keep_moves();
        }
        Err(Deviation { code: &codes::BAD_MOVE, at: value, message })
    }

    fn states_origins(&mut self) -> bool {
        *self.states_origins.get_or_insert_with(|| states_origins(self.root))
    }

    /// Reports members that differ from the position.
    fn compare(&mut self, value: Value<'_>, stated: &Stated<'_>, played: &Move, derived: &Derived) {
        // What a record leaves out is reported once, unless this move is complete.
        let is_complete = stated.color.is_some();
        let mut check = Check { reader: self, value, is_complete, safety: Safety::Safe };
        let is_right = (stated.same.and_then(Value::boolean) == Some(true)) == derived.same;
        let wanted = || derived.same.then(|| "true".to_string());
        check.member(&codes::WRONG_SAME, ("same", stated.same), is_right, wanted, || match derived.same {
            true => format!("the move goes to {}, the square of the move before it, but `same` is not true", played.to),
            false => format!("`same` is true, but the move before it does not go to {}", played.to),
        });
        let is_right = match stated.promote.map(Value::boolean) {
            Some(Some(promote)) => derived.promote == Some(promote) && (!promote || played.may_promote()),
            // A value of another type is reported already.
            Some(None) => true,
            None => derived.promote.is_none(),
        };
        let wanted = || derived.promote.filter(|_| played.may_promote()).map(|promote| promote.to_string());
        // Without its promotion, the move would be another one.
        check.safety = if played.promotes { Safety::Guess } else { Safety::Safe };
        check.member(&codes::WRONG_PROMOTE, ("promote", stated.promote), is_right, wanted, || {
            match (played.may_promote(), played.promotes) {
                (false, true) => format!("this {} cannot promote in this move; kept", played.kind),
                (false, false) => format!("this {} cannot promote in this move; read without `promote`", played.kind),
                (true, _) => {
                    format!("this {} could promote, so `promote` is true or false; read as false", played.kind)
                }
            }
        });
        check.safety = Safety::Safe;
        let is_right = match stated.capture {
            Some(value) => derived.capture.is_some_and(|kind| value.string().is_some_and(|name| name == kind.csa())),
            None => derived.capture.is_none(),
        };
        let wanted = || derived.capture.map(|kind| format!("\"{}\"", kind.csa()));
        check.member(&codes::WRONG_CAPTURE, ("capture", stated.capture), is_right, wanted, || {
            let on_board = derived.capture.map_or("nothing", Kind::csa);
            match stated.capture {
                Some(value) => format!("the move captures {on_board}, not {}", excerpt(value.raw())),
                None => format!("the move captures {on_board}, but has no `capture`"),
            }
        });
        let Some(words) = &derived.relative else { return };
        let is_right = match stated.relative {
            Some(value) => !words.is_empty() && value.string().is_some_and(|text| text == **words),
            None => words.is_empty(),
        };
        let wanted = || (!words.is_empty()).then(|| format!("\"{words}\""));
        check.member(&codes::WRONG_RELATIVE, ("relative", stated.relative), is_right, wanted, || {
            let stated = stated.relative.map(|value| excerpt(value.raw()));
            match (stated, &**words) {
                (Some(stated), "") => format!("relative is {stated}, but no word is needed to tell the pieces apart"),
                (Some(stated), words) => format!("relative is {stated}, but {words:?} tells the pieces apart"),
                (None, words) => format!("relative is missing, but {words:?} tells the pieces apart"),
            }
        });
    }
}

/// The comparison of one move.
struct Check<'r, 'd, 'v> {
    reader: &'r mut Reader<'d>,
    value: Value<'v>,
    is_complete: bool,
    safety: Safety,
}

impl Check<'_, '_, '_> {
    /// Reports a member that is not right, with the fix that sets, inserts or removes it.
    fn member(
        &mut self,
        code: &CodeInfo,
        (key, stated): (&'static str, Option<Value<'_>>),
        is_right: bool,
        wanted: impl FnOnce() -> Option<String>,
        message: impl FnOnce() -> String,
    ) {
        if is_right || stated.is_none() && !self.is_complete {
            return;
        }
        let at = stated.map_or(self.value.span(), Value::span);
        let (value, safety) = (self.value, self.safety);
        self.reader.json.diagnostics.report(code, at, message).with(|found| match (stated, wanted()) {
            (Some(stated), Some(json)) => found.fix(safety, format!("write {json}"), stated.set(&json)),
            (Some(stated), None) => found.fix(safety, format!("remove {key:?}"), stated.remove()),
            (None, Some(json)) => match value.set_member(key, &json, None) {
                Some(edits) => found.fix(safety, format!("insert {key:?}: {json}"), edits),
                None => found,
            },
            (None, None) => found,
        });
    }
}

/// Returns true if the key of an unknown member may be a damaged one of a move.
fn is_like_key(member: &Foreign) -> bool {
    const KEYS: [&str; 7] = ["color", "from", "piece", "same", "promote", "capture", "relative"];
    let key = member.key.rsplit('/').next().unwrap_or_default();
    KEYS.iter().any(|known| is_misspelling(key, known, true))
}

/// Returns the words of a move that cannot be read: what it states, as KIF has it, with `?` for what it does not. If all of it can be read,
/// its origin is not known.
pub(crate) fn meaning_of_move(value: Value<'_>) -> Action {
    let text = |key| value.get_present(key).and_then(Value::string);
    let is_same = value.get_present("same").and_then(Value::boolean) == Some(true);
    let to = match value.get_present("to") {
        None if is_same => Some("同　".into()),
        to => to.and_then(square).map(|to| to.to_string()),
    };
    let stated = text("piece");
    let kind = stated.as_deref().and_then(Kind::from_csa);
    let piece = match (kind, stated) {
        (Some(kind), _) => kind.to_string(),
        (None, Some(piece)) => one_line(&piece),
        (None, None) => "?".into(),
    };
    let relative = text("relative").and_then(|relative| Relative::from_jkf(&relative)).unwrap_or_default();
    let promotes = value.get_present("promote").and_then(Value::boolean) == Some(true);
    let promotion = if promotes { "成" } else { "" };
    let is_readable = to.is_some() && kind.is_some();
    let from = match value.get_present("from").and_then(square).filter(|_| !is_readable).map(Square::digits) {
        Some((file, rank)) => format!("({file}{rank})"),
        None => "(??)".into(),
    };
    let words = match value.string() {
        Some(text) => one_line(&text),
        None => format!("{}{piece}{relative}{promotion}{from}", to.unwrap_or("??".into())),
    };
    match Action::words(&words) {
        action @ Action::Words(_) if Action::looks_like_move(&words) => action,
        _ => Action::words(&format!("{words}(??)")),
    }
}

/// Returns the square of an object with `x` and `y`.
fn square(value: Value<'_>) -> Option<Square> {
    let coordinate = |key| value.get(key).and_then(Value::integer).and_then(|number| u8::try_from(number).ok());
    Square::new(coordinate("x")?, coordinate("y")?)
}

fn is_of_place(key: &str) -> bool {
    matches!(key, "x" | "y")
}

/// Returns true for the square 00, which some programs write for a drop.
fn is_zero(value: Value<'_>) -> bool {
    ["x", "y"].iter().all(|key| value.get(key).and_then(Value::integer) == Some(0))
}
