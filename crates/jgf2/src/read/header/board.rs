//! `board`: its size, and the lines that are cut off.

use crate::{
    codes,
    read::{Reader, root_node},
};
use alloc::{format, string::String, vec::Vec};
use kifu_core::{Parsed, Severity};
use kifu_goban::{Mark, Point, Rect, Size};
use kifu_json::{Kind, Value, record::pointer_step};

/// The numbers of a board.
#[derive(Default)]
struct BoardNumbers {
    width: Option<i64>,
    height: Option<i64>,
    size: Option<i64>,
    cut_off: CutOff,
}

impl BoardNumbers {
    fn set(&mut self, key: &str, number: i64) {
        match key {
            "width" => self.width = Some(number),
            "height" => self.height = Some(number),
            "size" => self.size = Some(number),
            "cutOffLeft" => self.cut_off.left = number,
            "cutOffRight" => self.cut_off.right = number,
            "cutOffTop" => self.cut_off.top = number,
            _ => self.cut_off.bottom = number,
        }
    }
}

/// The number of lines that are cut off on each side.
#[derive(Default, PartialEq, Eq)]
struct CutOff {
    left: i64,
    right: i64,
    top: i64,
    bottom: i64,
}

impl CutOff {
    fn members(&self) -> [(&'static str, i64); 4] {
        [("cutOffLeft", self.left), ("cutOffRight", self.right), ("cutOffTop", self.top), ("cutOffBottom", self.bottom)]
    }

    /// Returns the rest of the board, or `None` if this board does not have that many lines.
    fn view(&self, size: Size) -> Option<Rect> {
        let (width, height) = (i64::from(size.width()), i64::from(size.height()));
        let is_possible = self.members().iter().all(|(_, lines)| (0..i64::from(Size::MAX)).contains(lines))
            && self.left + self.right < width
            && self.top + self.bottom < height;
        if !is_possible {
            return None;
        }
        let corner = |x: i64, y: i64| Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        let upper_left = corner(self.left, self.top)?;
        Some(Rect::new(upper_left, corner(width - 1 - self.right, height - 1 - self.bottom)?))
    }
}

impl Reader {
    pub(super) fn board(&mut self, board: Value<'_>) {
        if board.kind() != Kind::Object {
            if !board.is_null() {
                self.keep_wrong("board", "/board", "an object", board);
            }
            return;
        }
        let numbers = self.board_numbers(board);
        self.board_size(board, &numbers);
        if numbers.cut_off != CutOff::default() {
            self.cut_off(board, &numbers.cut_off);
        }
    }

    fn board_numbers(&mut self, board: Value<'_>) -> BoardNumbers {
        const KNOWN: [&str; 7] = ["width", "height", "size", "cutOffLeft", "cutOffRight", "cutOffTop", "cutOffBottom"];
        let mut numbers = BoardNumbers::default();
        for (key, value) in board.members().filter(|(_, value)| !value.is_null()) {
            if !KNOWN.contains(&&*key) {
                self.keep_unknown(&format!("/board/{}", pointer_step(&key)), value);
                continue;
            }
            let number = self.json.number(&key, value);
            let number = number.as_ref().and_then(Parsed::value);
            match number.and_then(|number| number.to_integer()) {
                Some(number) => numbers.set(&key, number),
                None => {
                    // `number` has reported a value that is not a number.
                    if number.is_some() {
                        self.report_wrong(&key, "a whole number", value);
                    }
                    self.keep_in_game(&format!("/board/{key}"), value);
                }
            }
        }
        numbers
    }

    fn board_size(&mut self, board: Value<'_>, numbers: &BoardNumbers) {
        let &BoardNumbers { width, height, size, .. } = numbers;
        if size.is_none() && width.is_some() != height.is_some() {
            let missing = if width.is_some() { "height" } else { "width" };
            self.json.diagnostics.report(&codes::BAD_SIZE.with_severity(Severity::Warning), board.span(), || {
                format!("the {missing} of the board is missing; read as 19")
            });
        }
        let side = |side: Option<i64>| u8::try_from(side.or(size).unwrap_or(19)).ok();
        match side(width).zip(side(height)).and_then(|(width, height)| Size::new(width, height)) {
            Some(size) => self.size = size,
            None => {
                let [width, height] = [width, height].map(|side| side.or(size).unwrap_or(19));
                self.json.diagnostics.report(&codes::BAD_SIZE, board.span(), || {
                    format!("board size {width}x{height} is impossible (1x1 to 52x52); read as 19x19")
                });
                for key in ["width", "height", "size"] {
                    if let Some(value) = board.get(key) {
                        self.keep_in_game(&format!("/board/{key}"), value);
                    }
                }
            }
        }
        if let (Some(stated), Some(value)) = (size, board.get("size"))
            && (width.is_some_and(|width| width != stated) || height.is_some_and(|height| height != stated))
        {
            let [width, height] = [width, height].map(|side| side.unwrap_or(stated));
            self.report_disagreement(
                value,
                &format!(
                    "size {stated} contradicts width {width} and height {height}, which count; \
                     size has no effect (kept in the file)"
                ),
            );
            self.keep_in_game("/board/size", value);
        }
        self.record.setup.size = self.size;
    }

    /// Reads the lines that are cut off. The rest of the board is the view at the start.
    fn cut_off(&mut self, board: Value<'_>, cut_off: &CutOff) {
        if let Some(view) = cut_off.view(self.size) {
            root_node(&mut self.record).details_mut().marks.extend([Mark::View(view.into())]);
            return;
        }
        let size = self.size;
        self.json.diagnostics.report(&codes::BAD_CUT_OFF, board.span(), || {
            let stated = cut_off.members().into_iter().filter(|(_, lines)| *lines != 0);
            let stated: Vec<String> = stated.map(|(key, lines)| format!("{key} {lines}")).collect();
            format!(
                "impossible on a {size} board: {}; these values have no effect (kept in the file)",
                stated.join(", ")
            )
        });
        // `board_numbers` has already kept members that are not numbers.
        for (key, _) in cut_off.members().into_iter().filter(|(_, lines)| *lines != 0) {
            if let Some(value) = board.get(key) {
                self.keep_in_game(&format!("/board/{key}"), value);
            }
        }
    }
}
