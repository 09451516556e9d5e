//! The position at the start: a preset, or the pieces.

use super::{Reader, header::StartHeaders, header::split_player};
use crate::codes;
use alloc::{borrow::Cow, format, vec::Vec};
use kifu_core::{Edits, Safety};
use kifu_json::{
    Kind as JsonKind, Value,
    record::{excerpt, pointer_step},
};
use kifu_shogiban::{Board, Color, Handicap, Kind, Piece, Setup, Square, bod};

/// The preset for any other position.
pub(crate) const OTHER: &str = "OTHER";

/// What `initial.preset` states.
enum Preset {
    Handicap(Handicap),
    Other,
    Unknown,
}

impl<'d> Reader<'d> {
    pub(super) fn initial(&mut self, value: Option<Value<'d>>, mut headers: StartHeaders<'d>) {
        let setup = value.and_then(|value| match value.kind() {
            JsonKind::Object => self.start(value, &mut headers),
            _ => {
                self.json.report_wrong_kind("initial", "an object", value);
                self.keep_in_game("/initial", value);
                None
            }
        });
        self.record.setup = setup.unwrap_or_default();
        self.record.terms.is_handicap = headers.is_handicap.unwrap_or(self.record.setup.has_handicap());
        let value = value.filter(|value| value.kind() == JsonKind::Object);
        if let (Some(normalizer), Some(value)) = (&mut self.normalizer, value) {
            normalizer.initial(value, &self.record.setup);
        }
        self.unused_headers(headers);
    }

    /// Returns the position that `initial` states; `None` if it states none.
    fn start(&mut self, initial: Value<'d>, headers: &mut StartHeaders<'d>) -> Option<Setup> {
        for (key, member) in initial.members() {
            if !matches!(&*key, "preset" | "data") && member.kind() != JsonKind::Missing {
                self.json.report_unknown(member);
                self.keep_in_game(&format!("/initial/{}", pointer_step(&key)), member);
            }
        }
        let data = initial.get_present("data").filter(|data| match data.kind() {
            JsonKind::Object => true,
            _ => {
                self.json.report_wrong_kind("data", "an object", *data);
                self.keep_in_game("/initial/data", *data);
                false
            }
        });
        let preset = self.preset(initial, data.is_some());
        let given = data.map(|data| self.data(data, headers));
        match (preset, given) {
            (Preset::Handicap(handicap), None) => Some(handicap.setup()),
            (Preset::Handicap(handicap), Some(given)) => {
                if given != handicap.setup() {
                    self.report_preset_with_data(initial);
                }
                Some(given)
            }
            (Preset::Other | Preset::Unknown, Some(given)) => Some(given),
            (Preset::Other, None) => {
                self.json.diagnostics.report(
                    &codes::NO_POSITION,
                    initial.span(),
                    || "the preset is OTHER, but `data` with the position is missing; read as the even game",
                );
                None
            }
            (Preset::Unknown, None) => None,
        }
    }

    fn report_preset_with_data(&mut self, initial: Value<'_>) {
        let Some(preset) = initial.get_present("preset") else { return };
        self.json
            .diagnostics
            .report(&codes::PRESET_WITH_DATA, preset.span(), || {
                let preset = preset.string().unwrap_or_else(|| preset.raw().into());
                format!("the preset is {preset}, but `data` has another position; `data` was used")
            })
            .fix(Safety::Safe, || format!("write {OTHER:?}"), || preset.set("\"OTHER\""));
    }

    fn preset(&mut self, initial: Value<'_>, has_data: bool) -> Preset {
        let value = initial.get_present("preset");
        let Some(value) = value else {
            let done = if has_data { "`data` was used" } else { "read as the even game" };
            let report = self
                .json
                .diagnostics
                .report(&codes::UNKNOWN_PRESET, initial.span(), || format!("`initial` has no preset; {done}"));
            if has_data {
                report.with(|found| match initial.set_member("preset", "\"OTHER\"", initial.children().next()) {
                    Some(edits) => found.fix(Safety::Safe, "insert the preset OTHER", edits),
                    None => found,
                });
            }
            return Preset::Unknown;
        };
        let text = value.string().or_else(|| value.number());
        let found = match text.as_deref() {
            Some(OTHER) => Some(Preset::Other),
            Some(name) => Handicap::from_jkf(name).map(Preset::Handicap),
            None => None,
        };
        match found {
            Some(preset) if value.kind() == JsonKind::String => preset,
            // `{"preset": 6}`
            Some(preset) => {
                let name = text.unwrap_or_default().into_owned();
                self.json
                    .diagnostics
                    .report(&codes::WRONG_KIND, value.span(), || format!("preset is a number; read as {name:?}"))
                    .fix(Safety::Safe, || "write a text", || Edits::one(value.span(), format!("\"{name}\"")));
                preset
            }
            None => {
                let done = if has_data { "`data` was used" } else { "read as the even game" };
                self.json.diagnostics.report(&codes::UNKNOWN_PRESET, value.span(), || {
                    format!("{} is not a preset of JKF; {done}", excerpt(value.raw()))
                });
                self.keep_in_game("/initial/preset", value);
                Preset::Unknown
            }
        }
    }

    /// Returns the position of `data`.
    fn data(&mut self, data: Value<'d>, headers: &mut StartHeaders<'d>) -> Setup {
        let (mut color, mut board, mut hands) = (None, None, None);
        for (key, value) in data.members() {
            match &*key {
                "color" | "board" | "hands" if value.is_null() => {}
                "color" => color = Some(value),
                "board" => board = Some(value),
                "hands" => hands = Some(value),
                _ if value.kind() == JsonKind::Missing => {}
                _ => {
                    self.json.report_unknown(value);
                    self.keep_in_game(&format!("/initial/data/{}", pointer_step(&key)), value);
                }
            }
        }
        let board = self.board(board, data);
        let mut setup = Setup::new(board);
        self.hands(hands, data, &mut setup, headers);
        setup.to_move = self.side(color, data, headers);
        self.report_counts(&setup, data);
        setup
    }

    fn side(&mut self, value: Option<Value<'_>>, data: Value<'_>, headers: &mut StartHeaders<'d>) -> Color {
        if let Some(value) = value {
            let stated = self.json.integer("color", value).and_then(crate::derived::color);
            return stated.unwrap_or_else(|| {
                self.json.diagnostics.report(&codes::BAD_VALUE, value.span(), || {
                    format!("color is 0 (Black) or 1 (White); {} was read as 0", excerpt(value.raw()))
                });
                Color::Black
            });
        }
        // A parser of KIF leaves the header.
        let header = headers.to_move.take_if(|(_, text)| split_player(text).is_some());
        if let (Some(normalizer), Some((header, _))) = (&mut self.normalizer, &header) {
            normalizer.remove(*header);
        }
        match header.and_then(|(_, text)| split_player(&text).map(|(color, ..)| color)) {
            Some(color) => {
                self.report_missing("color", data, || "it was taken from the header 手番");
                color
            }
            None => {
                self.report_missing("color", data, || "read as 0 (Black)");
                Color::Black
            }
        }
    }

    fn report_missing(&mut self, key: &str, data: Value<'_>, done: impl FnOnce() -> &'static str) {
        self.json.diagnostics.report(&codes::INCOMPLETE_DATA, data.span(), || {
            format!("`data` has no {key}, which JKF requires; {}", done())
        });
    }

    fn board(&mut self, value: Option<Value<'_>>, data: Value<'_>) -> Board {
        let mut board = Board::EMPTY;
        let Some(value) = value else {
            self.json.diagnostics.report(
                &codes::BAD_BOARD,
                data.span(),
                || "`data` has no board; read as an empty board",
            );
            return board;
        };
        // The schema of JKF accepts this for an empty board.
        if value.kind() == JsonKind::Object && value.members().next().is_none() {
            return board;
        }
        if value.kind() != JsonKind::Array {
            self.json.diagnostics.report(&codes::BAD_BOARD, value.span(), || {
                format!("board is a list of nine files; {} was left out", excerpt(value.raw()))
            });
            return board;
        }
        let files = value.elements().count();
        if files != 9 {
            self.json.diagnostics.report(&codes::BAD_BOARD, value.span(), || {
                format!("the board has {files} files, not 9; missing squares are empty")
            });
        }
        for (file, squares) in (1..=9).zip(value.elements()) {
            let ranks = squares.elements().count();
            if ranks != 9 {
                self.json.diagnostics.report(&codes::BAD_BOARD, squares.span(), || {
                    format!("file {file} of the board has {ranks} squares, not 9; missing squares are empty")
                });
            }
            for (rank, square) in (1..=9).zip(squares.elements()) {
                let piece = self.square(square, (file, rank));
                if let Some(at) = Square::new(file, rank) {
                    board.set(at, piece);
                }
            }
        }
        board
    }

    fn square(&mut self, value: Value<'_>, (file, rank): (u8, u8)) -> Option<Piece> {
        let (mut color, mut kind) = (None, None);
        for (key, member) in value.members() {
            match &*key {
                "color" | "kind" if member.is_null() => {}
                "color" => color = Some(member),
                "kind" => kind = Some(member),
                _ if member.kind() == JsonKind::Missing => {}
                _ => {
                    self.json.report_unknown(member);
                    let pointer = format!("/initial/data/board/{}/{}/{}", file - 1, rank - 1, pointer_step(&key));
                    self.keep_in_game(&pointer, member);
                }
            }
        }
        if value.kind() == JsonKind::Object && color.is_none() && kind.is_none() {
            return None;
        }
        let side = color.and_then(|color| crate::derived::color(color.integer()?));
        let name = kind.and_then(Value::string);
        match (side, name.as_deref().and_then(Kind::from_csa)) {
            (Some(color), Some(kind)) => Some(Piece::new(color, kind)),
            _ => {
                self.json.diagnostics.report(&codes::BAD_SQUARE, value.span(), || {
                    format!(
                        "{} is not the piece of a square; the square {file}{rank} was left empty",
                        excerpt(value.raw())
                    )
                });
                None
            }
        }
    }

    fn hands(&mut self, value: Option<Value<'_>>, data: Value<'_>, setup: &mut Setup, headers: &mut StartHeaders<'d>) {
        let Some(value) = value else {
            let mut done = "read as empty hands";
            for color in Color::ALL {
                let header = &mut headers.hands[color as usize];
                let Some((member, Ok(hand))) = header.as_ref().map(|(member, text)| (*member, bod::parse_hand(text)))
                else {
                    continue;
                };
                *setup.hand_mut(color) = hand;
                if let Some(normalizer) = &mut self.normalizer {
                    normalizer.remove(member);
                }
                *header = None;
                done = "they were taken from the headers";
            }
            return self.report_missing("hands", data, || done);
        };
        let hands: Vec<Value<'_>> = value.elements().take(2).collect();
        if hands.len() != 2 || value.elements().count() != 2 {
            self.json.diagnostics.report(&codes::BAD_HAND, value.span(), || {
                format!(
                    "hands is a list of two objects, Black's and White's; {} was read as such",
                    excerpt(value.raw())
                )
            });
        }
        for (color, hand) in Color::ALL.into_iter().zip(hands) {
            for (key, count) in hand.members() {
                self.hand_count((color, &key), count, setup);
            }
        }
    }

    fn hand_count(&mut self, (color, key): (Color, &Cow<'_, str>), value: Value<'_>, setup: &mut Setup) {
        if value.kind() == JsonKind::Missing {
            return;
        }
        let kind = Kind::from_csa(key);
        let count = value.integer();
        if let (Some(kind), Some(count)) = (kind, count)
            && (kind.is_droppable() || count == 0)
            && u8::try_from(count).is_ok_and(|count| count == 0 || setup.hand_mut(color).add(kind, count))
        {
            return;
        }
        if kind.is_none() {
            self.json.report_unknown(value);
        } else {
            self.json.diagnostics.report(&codes::BAD_HAND, value.span(), || {
                format!("a hand cannot have {} of {key}; left out (kept in the file)", excerpt(value.raw()))
            });
        }
        self.keep_in_game(&format!("/initial/data/hands/{}/{}", color as usize, pointer_step(key)), value);
    }

    fn report_counts(&mut self, setup: &Setup, data: Value<'_>) {
        for surplus in setup.surplus() {
            self.json.diagnostics.report(&codes::PIECE_COUNT, data.span(), || format!("{surplus}; kept"));
        }
    }
}
