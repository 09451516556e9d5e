//! `board`: its size, and the sides where it continues unseen.
//!
//! Width and height are those of the visible part, and the coordinates of the file count from its upper left corner. The file does not
//! state how many lines are hidden, so the whole board has the size of the format's option `full`. `section` is another way to show a
//! part: it hides lines of a board whose size the file states.

use crate::{
    FULL_SIZE, codes,
    points::Window,
    read::{Reader, root_node},
};
use alloc::{format, string::String};
use kifu_core::{Decimal, Parsed, Severity};
use kifu_goban::{Mark, Point, Rect, Size};
use kifu_json::{
    Kind, Value,
    record::{excerpt, pointer_step, slot},
};

/// The sides of a board that are cut off, or the number of lines that are hidden on each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sides<T> {
    left: T,
    right: T,
    top: T,
    bottom: T,
}

impl<T> Sides<T> {
    fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        Some(match name {
            "left" => &mut self.left,
            "right" => &mut self.right,
            "top" => &mut self.top,
            "bottom" => &mut self.bottom,
            _ => return None,
        })
    }
}

impl Sides<u8> {
    /// Returns what is visible of a board if these lines are hidden.
    fn view(self, size: Size) -> Option<Rect> {
        let last = |whole: u8, before: u8, after: u8| {
            whole.checked_sub(before)?.checked_sub(after)?.checked_sub(1).map(|last| before + last)
        };
        let (x, y) = last(size.width(), self.left, self.right).zip(last(size.height(), self.top, self.bottom))?;
        Some(Rect::new(Point::new(self.left, self.top)?, Point::new(x, y)?))
    }
}

/// One direction of a board that is cut off.
struct Direction {
    /// The number of hidden lines before the visible ones.
    before: u8,
    /// The number of lines of the whole board.
    whole: u8,
}

impl Direction {
    /// Returns the direction for `visible` lines of a board that has `full` lines. `cut` states the sides that are cut off.
    fn of(visible: u8, full: u8, cut: (bool, bool)) -> Self {
        let whole = if cut == (false, false) { visible } else { full.max(visible) };
        let hidden = whole - visible;
        let before = match cut {
            (true, true) => hidden / 2,
            (true, false) => hidden,
            _ => 0,
        };
        Self { before, whole }
    }
}

impl Reader {
    /// Reads `board`, and the size in the places of the first dialects.
    pub(super) fn board(&mut self, root: Value<'_>) {
        let board = root.get("board");
        if let Some(board) = board.filter(|board| board.kind() != Kind::Object && !board.is_null()) {
            self.keep_wrong("board", "/board", "an object", board);
        }
        let board = board.filter(|board| board.kind() == Kind::Object);
        let visible = self.visible_size(root, board);
        let (mut cut, mut section) = (Sides::<bool>::default(), None);
        for (key, value) in board.into_iter().flat_map(Value::members).filter(|(_, value)| !value.is_null()) {
            match &*key {
                "width" | "height" | "size" | "coordinates" => {}
                "cutoff" | "cutOff" => cut = self.cut_sides(value),
                "section" => section = Some(value),
                _ => self.keep_unknown(&format!("/board/{}", pointer_step(&key)), value),
            }
        }
        let full = full_in_slot(root).unwrap_or(self.full);
        let [x, y] = [
            Direction::of(visible.width(), full.width(), (cut.left, cut.right)),
            Direction::of(visible.height(), full.height(), (cut.top, cut.bottom)),
        ];
        let window = corner(x.before, y.before)
            .zip(corner(x.before + visible.width() - 1, y.before + visible.height() - 1))
            .and_then(|(from, to)| Window::of(Rect::new(from, to)));
        // Both sizes are at most 52, so the whole board is a board.
        let (Some(whole), Some(window)) = (Size::new(x.whole, y.whole), window) else { return };
        self.window = window;
        self.record.setup.size = whole;
        if whole != visible {
            self.add_view(window.rect);
        }
        self.report_cut_off(board, cut, visible, whole);
        if let Some(section) = section {
            self.section(section, whole == visible);
        }
    }

    /// Returns the size of the visible board.
    fn visible_size(&mut self, root: Value<'_>, board: Option<Value<'_>>) -> Size {
        let (width, height) = (stated(board, "width"), stated(board, "height"));
        // The places of the first dialects.
        let older = [
            stated(board, "size"),
            stated(root.get("game"), "size"),
            stated(Some(root), "size"),
            stated(root.get("info"), "size"),
        ];
        let mut older = older.into_iter().flatten().peekable();
        // It states a side that `board` does not state, or both.
        let used = match (width, height) {
            (Some(_), Some(_)) => None,
            _ => older.peek().copied(),
        };
        if let Some(used) = used {
            let at = used.key_span().unwrap_or(used.span());
            let sides = match (width, height) {
                (None, None) => "width and height",
                (None, Some(_)) => "width",
                _ => "height",
            };
            self.json.diagnostics.report(&codes::OLDER_KEY, at, || {
                format!("{} is an older key; read as the {sides} of board", used.pointer())
            });
        }
        let mut side = |name: &str, value: Option<Value<'_>>| {
            let value = value.or_else(|| used.and_then(|used| side_of(used, name)))?;
            let number = self.json.number(name, value);
            let number = number.as_ref().and_then(Parsed::value).copied();
            let whole = number.and_then(Decimal::to_integer);
            if let (Some(number), None) = (number, whole) {
                self.json.diagnostics.report(&codes::BAD_SIZE, value.span(), || {
                    format!("the {name} of the board is {number}, not a whole number; read as 19")
                });
            }
            whole
        };
        let sides = [side("width", width), side("height", height)];
        let at = board.or(used).unwrap_or(root);
        let is_missing = |value: Option<Value<'_>>, name| value.or_else(|| side_of(used?, name)).is_none();
        let missing = [is_missing(width, "width"), is_missing(height, "height")];
        if missing[0] != missing[1] {
            let missing = if missing[1] { "height" } else { "width" };
            self.json.diagnostics.report(&codes::BAD_SIZE.with_severity(Severity::Warning), at.span(), || {
                format!("the {missing} of the board is missing; read as 19")
            });
        }
        let is_stated = [width, height, used].iter().any(Option::is_some);
        let [width, height] = sides.map(|side| side.unwrap_or(19));
        let size = u8::try_from(width).ok().zip(u8::try_from(height).ok());
        if let Some(size) = size.and_then(|(width, height)| Size::new(width, height)) {
            if is_stated && sides.contains(&None) {
                self.keep_sizes(root, board);
            } else {
                older.for_each(|older| self.compare_size(older, size, Some(older.id()) == used.map(Value::id)));
            }
            return size;
        }
        self.json.diagnostics.report(&codes::BAD_SIZE, at.span(), || {
            format!("board size {width}x{height} is impossible (1x1 to 52x52); read as 19x19")
        });
        self.keep_sizes(root, board);
        Size::default()
    }

    /// Reports a size in the place of an earlier dialect that is not the size of the board, and keeps it.
    fn compare_size(&mut self, older: Value<'_>, size: Size, is_used: bool) {
        let is_side = |(name, side)| side_of(older, name).is_some_and(|value| is_number(value, side));
        if [("width", size.width()), ("height", size.height())].into_iter().all(is_side) {
            return;
        }
        let pointer = older.pointer();
        self.report_disagreement(
            older,
            &match is_used {
                true => format!("{pointer} is an older key of both sides, but the board is {size} (kept in the file)"),
                false => format!(
                    "{pointer} is an older key, but the board is {size}; {pointer} has no effect (kept in the file)"
                ),
            },
        );
        self.keep_in_game(&pointer, older);
    }

    /// Keeps the members with a size that was not understood.
    fn keep_sizes(&mut self, root: Value<'_>, board: Option<Value<'_>>) {
        for key in ["width", "height", "size"] {
            if let Some(value) = board.and_then(|board| board.get(key)) {
                self.keep_in_game(&format!("/board/{key}"), value);
            }
        }
        for of in [root.get("game"), Some(root), root.get("info")].into_iter().flatten() {
            if let Some(value) = of.get("size") {
                self.keep_in_game(&value.pointer(), value);
            }
        }
    }

    /// Reads `cutoff`: a list of sides.
    fn cut_sides(&mut self, value: Value<'_>) -> Sides<bool> {
        let mut cut = Sides::default();
        if value.kind() != Kind::Array {
            self.keep_wrong("cutoff", "/board/cutoff", "a list of sides", value);
            return cut;
        }
        for side in value.elements() {
            let name = side.string().unwrap_or_default();
            match cut.get_mut(&name) {
                Some(side) => *side = true,
                None => {
                    self.json.diagnostics.report(&codes::BAD_CUT_OFF, side.span(), || {
                        format!(
                            "{} is not a side (left, right, top or bottom); it has no effect (kept in the file)",
                            side.raw()
                        )
                    });
                    self.keep_in_game("/board/cutoff/-", side);
                }
            }
        }
        cut
    }

    /// Reports sides whose hidden lines are unknown, or that cannot be cut off.
    fn report_cut_off(&mut self, board: Option<Value<'_>>, cut: Sides<bool>, visible: Size, whole: Size) {
        let Some(stated) = board.and_then(|board| board.get("cutoff").or_else(|| board.get("cutOff"))) else { return };
        let directions = [
            ("left", "right", cut.left, cut.right, visible.width(), whole.width()),
            ("top", "bottom", cut.top, cut.bottom, visible.height(), whole.height()),
        ];
        for (first, second, is_first, is_second, visible, whole) in directions {
            if !is_first && !is_second {
                continue;
            }
            if visible == whole {
                self.json.diagnostics.report(&codes::BAD_CUT_OFF, stated.span(), || {
                    let side = if is_first { first } else { second };
                    format!("the board has {whole} lines, so none is cut off at the {side}; it has no effect (kept in the file)")
                });
                for (name, is_cut) in [(first, is_first), (second, is_second)] {
                    if is_cut {
                        let raw = kifu_json::quote(name);
                        self.json.keep_raw(&mut self.foreign, "/board/cutoff/-", stated.span().start, raw);
                    }
                }
            } else if is_first && is_second {
                self.json.diagnostics.report(&codes::BAD_CUT_OFF, stated.span(), || {
                    let hidden = whole - visible;
                    format!(
                        "both {first} and {second} are cut off; half of the {hidden} hidden lines was read as {first}"
                    )
                });
            }
        }
    }

    /// Reads `section`: the number of lines that are hidden on each side of a board whose size is stated.
    fn section(&mut self, value: Value<'_>, is_whole: bool) {
        if value.kind() != Kind::Object {
            return self.keep_wrong("section", "/board/section", "an object", value);
        }
        let mut hidden = Sides::<u8>::default();
        let mut wrong = None;
        for (key, lines) in value.members() {
            let number = lines.integer().and_then(|lines| u8::try_from(lines).ok());
            match hidden.get_mut(&key).zip(number) {
                Some((side, number)) => *side = number,
                None => wrong = wrong.or(Some(lines)),
            }
        }
        let size = self.record.setup.size;
        match hidden.view(size).filter(|_| wrong.is_none() && is_whole) {
            Some(view) if view == size.rect() => {}
            Some(view) => self.add_view(view),
            None => {
                self.json.diagnostics.report(&codes::BAD_CUT_OFF, wrong.unwrap_or(value).member_span(), || {
                    let why = match wrong {
                        Some(member) => format!(
                            "section takes the number of hidden lines for left, right, top and bottom, not {} for {:?}",
                            excerpt(member.raw()),
                            excerpt(&member.key().unwrap_or_default())
                        ),
                        None if !is_whole => String::from(
                            "section hides lines of a board whose size is stated, but width and height state only the part that cutoff shows",
                        ),
                        None => format!("section hides all lines of the {size} board"),
                    };
                    format!("{why}; section has no effect (kept in the file)")
                });
                self.keep_in_game("/board/section", value);
            }
        }
    }

    /// Reads XL, XR, XT and XB of the first node, the hidden lines that Seki writes in SGF. Returns false if they are not valid, or if
    /// the board has another view.
    pub(in crate::read) fn hidden_by_seki(&mut self, node: Value<'_>) -> bool {
        let mut hidden = Sides::<u8>::default();
        let mut is_stated = false;
        for (key, name) in [("XL", "left"), ("XR", "right"), ("XT", "top"), ("XB", "bottom")] {
            let Some(value) = node.get(key) else { continue };
            let lines = value.string().and_then(|text| text.parse().ok());
            let (Some(lines), Some(side)) = (lines, hidden.get_mut(name)) else { return false };
            *side = lines;
            is_stated = true;
        }
        let size = self.record.setup.size;
        let has_view = node.get("VW").is_some() || root_node(&mut self.record).details().is_some();
        match hidden.view(size).filter(|_| is_stated && !has_view) {
            Some(view) if view == size.rect() => true,
            Some(view) => {
                self.add_view(view);
                true
            }
            None => false,
        }
    }

    fn add_view(&mut self, view: Rect) {
        root_node(&mut self.record).details_mut().marks.extend([Mark::View(view.into())]);
    }
}

/// Returns the size of the whole board, which kifu writes into the slot if it is not the usual one.
fn full_in_slot(root: Value<'_>) -> Option<Size> {
    let slot = root.get("record")?.get(slot::FOREIGN)?.get(slot::KIFU)?;
    slot.get(FULL_SIZE)?.string()?.parse().ok()
}

fn corner(x: u8, y: u8) -> Option<Point> {
    Point::new(x, y)
}

/// Returns a side of a size in the place of an earlier dialect: an object with both sides, or one value for both.
fn side_of<'v>(size: Value<'v>, name: &str) -> Option<Value<'v>> {
    if size.kind() == Kind::Object { size.get(name) } else { Some(size) }
}

/// Returns true for this number, or a text with it.
fn is_number(value: Value<'_>, number: u8) -> bool {
    let text = value.string().or_else(|| value.number());
    text.and_then(|text| text.trim().parse::<Decimal>().ok()) == Some(Decimal::from(i64::from(number)))
}

/// Returns a member that is not null.
fn stated<'v>(object: Option<Value<'v>>, key: &str) -> Option<Value<'v>> {
    object.and_then(|object| object.get_present(key))
}
