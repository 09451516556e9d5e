//! The position at the start: the handicap, or a diagram with the pieces in hand and the side to move.

use super::keys::not_of_hand;
use crate::{
    codes,
    document::{Line, header, is_gap, split_tail, trim, trim_start},
    notation,
};
use alloc::{format, string::String, vec::Vec};
use kifu_core::{Edits, GameBuilder, NamedValue, Safety, Severity, Span};
use kifu_shogiban::{
    Board, Color, Handicap, Setup, Shogi, Square,
    bod::{self, Rank},
};

/// The name of any other position, which a diagram shows.
pub(crate) const OTHER: &str = "その他";

/// What the lines before the moves say about the start.
#[derive(Debug, Default)]
pub(crate) struct Start<'a> {
    handicap: Option<(Span, &'a str)>,
    /// The ranks of the diagram, each with its place and its text.
    ranks: Vec<(Span, &'a str, Rank<'a>)>,
    hands: [Option<(Span, &'a str, &'a str)>; 2],
    /// The headers with other keys whose values are pieces in hand.
    likely_hands: Vec<(Span, &'a str)>,
    to_move: Option<Color>,
    /// The number in the line below the diagram.
    moves_before: u32,
    /// The square of the last move, for 同, from the same line.
    pub(crate) last_to: Option<Square>,
    /// True if the players are called 下手 and 上手, false if they are called 先手 and 後手.
    pub(crate) is_handicap: Option<bool>,
}

/// Returns the player of a word at the start of a text, true for 下手 and 上手, and the rest.
pub(crate) fn split_player(text: &str) -> Option<(Color, bool, &str)> {
    [(Color::Black, false), (Color::White, false), (Color::Black, true), (Color::White, true)]
        .into_iter()
        .find_map(|(color, is_handicap)| Some((color, is_handicap, text.strip_prefix(color.player_name(is_handicap))?)))
}

impl<'a> Start<'a> {
    /// Notes a header that is the line of pieces in hand if a diagram has none.
    pub(super) fn add_likely_hand(&mut self, key: &'a str, line: Span) {
        self.likely_hands.push((line, key));
    }

    /// Reads a rank of a diagram, and returns the words after it.
    pub(crate) fn rank(&mut self, line: &Line<'a>) -> &'a str {
        let text = trim(split_tail(line.text).0);
        let Some(rank) = bod::parse_rank(text) else { return "" };
        let behind = rank.behind;
        self.ranks.push((line.shown(), text, rank));
        behind
    }

    /// Reads the line of the side to move: `後手番`.
    pub(crate) fn side(&mut self, line: &str) {
        self.to_move = split_player(line).map(|(color, ..)| color);
    }

    /// Reads the line below a diagram, and returns the text of the last move: `手数＝33  △７六銀(87)  まで`.
    pub(crate) fn caption<'t>(&mut self, line: &'t str) -> &'t str {
        let text = trim(line.split_once(['＝', '=']).unwrap_or_default().1);
        let (digits, rest) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
        self.moves_before = digits.parse().unwrap_or(0);
        let last_move = trim(trim(rest).trim_end_matches("まで"));
        self.last_to = notation::parse(last_move).and_then(|text| text.to);
        last_move
    }

    /// Reads a header that says something about the start. Returns false for other headers, and for a second one with the same key.
    pub(crate) fn header(&mut self, line: &Line<'a>) -> bool {
        let (key, value) = header(line.text);
        // The word 手合割 with a damaged character: its value would else be lost, and each move would be that of the other player.
        let is_damaged = key.contains(char::REPLACEMENT_CHARACTER) && Handicap::from_name(value).is_some();
        match if is_damaged { "手合割" } else { key } {
            "手合割" if self.handicap.is_none() => {
                let value = trim(split_tail(value).0);
                self.handicap = Some((line.span_of(value), value));
                return true;
            }
            "手番" => {
                let side = split_player(value).map(|(color, ..)| color);
                self.to_move = side.or(self.to_move);
                return side.is_some();
            }
            _ => {}
        }
        let Some(color) = player_of_hand(key) else { return false };
        let place = &mut self.hands[color as usize];
        let is_first = place.is_none();
        if is_first {
            *place = Some((line.span_of(value), key, value));
        }
        is_first
    }

    /// Returns the value of a header with this key that was read as a part of the start.
    pub(crate) fn value(&self, key: &str) -> Option<&'a str> {
        let of_hand = |color| self.hands[color as usize].map(|(.., value)| value);
        match key {
            "手合割" => self.handicap.map(|(_, value)| value),
            _ => player_of_hand(key).and_then(of_hand),
        }
    }

    /// Sets the position of the record, and whether its players are called 下手 and 上手. Returns false if the position is not known: nothing
    /// can be played from it.
    pub(crate) fn finish(&self, game: &mut GameBuilder<Shogi>) -> bool {
        let handicap = self.handicap.and_then(|(_, name)| Handicap::from_name(name));
        // Many programs write 平手 before every diagram.
        let named = handicap.filter(|handicap| self.ranks.is_empty() || *handicap != Handicap::Even);
        let board = self.board(named.is_some(), game);
        let setup = match board {
            Some(board) => Some(self.diagram(board, handicap, game)),
            None => {
                self.hands_without_diagram(game);
                named.map(Handicap::setup).or_else(|| self.even_game(game))
            }
        };
        let is_known = setup.is_some();
        let setup = setup.map_or(Setup::new(Board::EMPTY), |mut setup| {
            setup.to_move = self.to_move.unwrap_or(setup.to_move);
            setup.moves_before = self.moves_before;
            setup
        });
        let has_board = if is_known { Some(board.is_some()) } else { None };
        self.handicap_text(handicap, has_board, &setup, game);
        game.record_mut().terms.is_handicap = self.is_handicap.unwrap_or(setup.has_handicap());
        game.record_mut().setup = setup;
        is_known
    }

    /// Returns the position of the diagram. A handicap with the same board states the player to move.
    fn diagram(&self, board: Board, handicap: Option<Handicap>, game: &mut GameBuilder<Shogi>) -> Setup {
        let mut setup = Setup::new(board);
        if let Some(handicap) = handicap.filter(|handicap| board == *handicap.board()) {
            setup.to_move = handicap.first_to_move();
        }
        for color in Color::ALL {
            if let Some((span, _, text)) = self.hands[color as usize] {
                self.hand(span, text, color, &mut setup, game);
            }
        }
        if self.hands.contains(&None) {
            for (span, key) in &self.likely_hands {
                let code = codes::BAD_HAND.with_severity(Severity::Warning);
                let report = game.report(&code, *span, || not_of_hand(key));
                report.help("the keys are 先手の持駒 and 後手の持駒");
            }
        }
        self.report_counts(&setup, game);
        setup
    }

    /// Returns the position of the even game if the text states no position. A text that does, but not one that can be read, has none.
    fn even_game(&self, game: &mut GameBuilder<Shogi>) -> Option<Setup> {
        let stated = self.handicap.filter(|(_, text)| !text.is_empty());
        match stated {
            _ if !self.ranks.is_empty() => None,
            None => Some(Setup::default()),
            Some((span, text)) => {
                report_unknown(span, text, game);
                None
            }
        }
    }

    /// Keeps the pieces in hand as headers.
    fn hands_without_diagram(&self, game: &mut GameBuilder<Shogi>) {
        let hands = || self.hands.into_iter().flatten();
        // They come before a repeated header with the same key.
        let headers = hands().map(|(_, key, value)| NamedValue::new(key, value));
        game.record_mut().info.headers.splice(0..0, headers);
        for (span, _, value) in hands() {
            if self.ranks.is_empty() && !matches!(value, "" | "なし") {
                let message = || "there are pieces in hand, but no diagram; kept as a header";
                game.report(&codes::HAND_WITHOUT_DIAGRAM, span, message);
            }
        }
    }

    /// Returns the board of the diagram, if there is one. `is_named` is true if the handicap states the position too.
    fn board(&self, is_named: bool, game: &mut GameBuilder<Shogi>) -> Option<Board> {
        let first = self.ranks.first()?.0;
        let mut board = Board::EMPTY;
        let mut ranks: Vec<(Span, &str, &Rank<'_>)> = Vec::new();
        let mut surplus = self.ranks.len().saturating_sub(9);
        let warning = codes::BAD_RANK.with_severity(Severity::Warning);
        for (span, text, rank) in &self.ranks {
            let is_twice = |before: &Rank<'_>| rank.number.is_some() && before == rank;
            if surplus > 0 && ranks.last().is_some_and(|(.., before)| is_twice(before)) {
                surplus -= 1;
                let message =
                    || "this rank is equal to the one before it; ignored, because the diagram has too many ranks";
                let report = game.report(&warning, *span, message);
                report.fix(Safety::Safe, || "remove the rank", || Edits::one(*span, ""));
                continue;
            }
            ranks.push((*span, text, rank));
        }
        let count = ranks.len();
        for (rank, (span, text, parsed)) in (1..=9).zip(ranks) {
            if let Some(number) = parsed.number.filter(|number| *number != rank && count == 9) {
                let message = || {
                    format!(
                        "this is rank {rank} of the diagram, but its name is that of rank {number}; read as rank {rank}"
                    )
                };
                game.report(&warning, span, message).help("check whether a rank is missing or in the wrong place");
            }
            let mut report = |span, message: &dyn Fn() -> String| {
                game.report(&codes::BAD_RANK, span, message)
                    .help("each square has two characters: a space or `v`, and a piece or `・`");
            };
            if !parsed.has_nine {
                report(span, &|| "this rank does not have nine squares; what cannot be read was left empty".into());
            }
            for square in &parsed.unknown {
                let at = span.start as usize + (square.as_ptr() as usize - text.as_ptr() as usize);
                let message = || format!("`{square}` is not a square of a diagram; read as empty");
                report(Span::new(at, at + square.len()), &message);
            }
            for (file, piece) in (1..=9).rev().zip(parsed.squares) {
                if let Some(square) = Square::new(file, rank) {
                    board.set(square, piece);
                }
            }
        }
        if count != 9 {
            let span = Span { end: self.ranks.last().map_or(first.end, |rank| rank.0.end), ..first };
            let ranks = if count == 1 { "rank" } else { "ranks" };
            let done =
                if is_named { "it was left out" } else { "it was left out, and so were the moves (kept in the file)" };
            game.report(&codes::RANK_COUNT, span, || format!("the diagram has {count} {ranks}, not 9; {done}"));
            return None;
        }
        Some(board)
    }

    fn hand(&self, span: Span, text: &str, color: Color, setup: &mut Setup, game: &mut GameBuilder<Shogi>) {
        match bod::parse_hand(text.trim_matches(is_gap)) {
            Ok(hand) => *setup.hand_mut(color) = hand,
            Err(rest) => {
                let at = span.end - rest.len() as u32;
                let message = || format!("`{rest}` is not a piece in hand; the whole line was left out");
                game.report(&codes::BAD_HAND, Span { start: at, ..span }, message);
            }
        }
    }

    /// Reports the kinds that the diagram and the hands have too many pieces of, at the diagram.
    fn report_counts(&self, setup: &Setup, game: &mut GameBuilder<Shogi>) {
        let (Some((first, ..)), Some((last, ..))) = (self.ranks.first(), self.ranks.last()) else { return };
        for surplus in setup.surplus() {
            let span = Span { end: last.end, ..*first };
            game.report(&codes::PIECE_COUNT, span, || format!("{surplus}; kept"));
        }
    }

    /// Keeps the text of a handicap that the position does not say. `has_board` is `None` if the position is not known: then there is always
    /// a text.
    fn handicap_text(
        &self,
        handicap: Option<Handicap>,
        has_board: Option<bool>,
        setup: &Setup,
        game: &mut GameBuilder<Shogi>,
    ) {
        let stated = self.handicap.filter(|(_, text)| !text.is_empty());
        let text = match (stated, has_board) {
            (Some((_, text)), None) if handicap.is_none() => text,
            (_, None) => OTHER,
            (Some((_, text)), _) if text != OTHER && (handicap.is_none() || handicap != setup.handicap()) => text,
            _ => return,
        };
        game.record_mut().info.headers.insert(0, NamedValue::new("手合割", text));
        if let (Some(handicap), Some((span, _)), Some(true)) = (handicap, stated, has_board) {
            let message = || format!("the diagram is not the position of {handicap}; the diagram was used");
            let report = game.report(&codes::HANDICAP_AGAINST_DIAGRAM, span, message);
            report.fix(Safety::Guess, || format!("write {OTHER}"), || Edits::one(span, OTHER));
        }
    }
}

/// Reports a handicap whose position is not known.
fn report_unknown(span: Span, text: &str, game: &mut GameBuilder<Shogi>) {
    let sides = ["左", "右"].map(|side| format!("{side}{text}"));
    let lacks_side = sides.iter().all(|name| Handicap::from_name(name).is_some());
    let what = match text {
        OTHER => format!("{OTHER} needs a diagram, and there is none"),
        _ if lacks_side => format!("{text} can be {} or {}, and there is no diagram", sides[0], sides[1]),
        _ => format!("{text} is not a known handicap, and there is no diagram"),
    };
    let message = || format!("{what}; the moves were left out (kept in the file)");
    let report = game.report(&codes::UNKNOWN_HANDICAP, span, message);
    match Handicap::nearest_name(text) {
        Some(name) => report.fix(Safety::Guess, || format!("write {name}"), || Edits::one(span, name)),
        None if lacks_side => report.help("write the side of the piece that White lacks"),
        None => report.help("add a diagram, or the name of a handicap that `kifu explain kif/unknown-handicap` lists"),
    };
}

/// Returns the player of a key for pieces in hand, such as 先手の持駒, 後手 持ち駒 or ▲持駒.
pub(crate) fn player_of_hand(key: &str) -> Option<Color> {
    let mark = key.chars().next().and_then(|mark| Some((Color::from_mark(mark)?, &key[mark.len_utf8()..])));
    let (color, rest) = split_player(key).map(|(color, _, rest)| (color, rest)).or(mark)?;
    let rest = trim_start(rest);
    matches!(trim_start(rest.strip_prefix('の').unwrap_or(rest)), "持駒" | "持ち駒").then_some(color)
}
