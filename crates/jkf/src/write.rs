//! The writer: from records to JSON.

mod header;
mod node;
mod tree;

use crate::{INFO, Jkf, TEXTS, line::Line, read::FIRST_NODE, slot};
use alloc::{format, string::String};
use core::time::Duration;
use kifu_core::{Foreign, Record};
use kifu_json::{Writer, record::ForeignData};
use kifu_shogiban::{Board, Color, Handicap, Kind, Setup, Shogi, Square};

pub(crate) use node::spent_json;

/// Returns the records as objects, with a line end after each.
pub(crate) fn write(records: &[Record<Shogi>], format: &Jkf) -> String {
    let mut text = String::new();
    for record in records {
        let record = &*record.with_texts_of(TEXTS);
        let mut out = format.style.writer();
        let mut foreign = slot::data_of_game(&record.info.foreign);
        out.begin_object();
        header::header(record, &mut foreign, &mut out);
        initial(&record.setup, &mut foreign, &mut out);
        tree::moves(record, &foreign, format, &mut out);
        foreign.write_members("", &[], &mut out);
        slot::write(&foreign, &mut out);
        text.push_str(&out.finish());
        text.push('\n');
    }
    text
}

fn initial(setup: &Setup, foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let preset = preset(setup);
    let has_data = preset.is_none() || foreign.members.iter().any(|entry| entry.key.starts_with("/initial/data/"));
    out.key("initial");
    out.begin_object();
    out.key("preset");
    out.string(preset.unwrap_or(crate::read::OTHER));
    if has_data {
        out.key("data");
        out.begin_object();
        data(setup, Some(foreign), out);
        foreign.write_members("/initial/data", &[], out);
        out.end();
    }
    foreign.write_members("/initial", &[], out);
    out.end();
}

/// Returns the name of a position. JKF does not state how many moves were played before it.
fn preset(setup: &Setup) -> Option<&'static str> {
    let mut start = setup.clone();
    start.moves_before = 0;
    start.handicap().and_then(Handicap::jkf)
}

/// Writes the members of a position.
pub(crate) fn write_data(setup: &Setup, out: &mut Writer) {
    data(setup, None, out);
}

fn data(setup: &Setup, mut foreign: Option<&mut ForeignData<'_>>, out: &mut Writer) {
    let mut rest = |prefix: String, out: &mut Writer| {
        if let Some(foreign) = &mut foreign {
            foreign.write_members(&prefix, &[], out);
        }
    };
    out.key("color");
    out.integer(setup.to_move as i64);
    out.key("board");
    out.begin_array();
    for file in 1..=9 {
        out.begin_array_inline();
        for rank in 1..=9 {
            out.begin_object_inline();
            square(&setup.board, (file, rank), out);
            rest(format!("/initial/data/board/{}/{}", file - 1, rank - 1), out);
            out.end();
        }
        out.end();
    }
    out.end();
    out.key("hands");
    out.begin_array();
    for color in Color::ALL {
        out.begin_object_inline();
        for kind in HANDS {
            out.key(kind.csa());
            out.integer(setup.hand(color).count(kind).into());
        }
        rest(format!("/initial/data/hands/{}", color as usize), out);
        out.end();
    }
    out.end();
}

/// The order of the pieces in hand in JKF.
const HANDS: [Kind; 7] = [Kind::Pawn, Kind::Lance, Kind::Knight, Kind::Silver, Kind::Gold, Kind::Bishop, Kind::Rook];

fn square(board: &Board, (file, rank): (u8, u8), out: &mut Writer) {
    let Some(piece) = Square::new(file, rank).and_then(|square| board.get(square)) else { return };
    out.key("color");
    out.integer(piece.color as i64);
    out.key("kind");
    out.string(piece.kind.csa());
}

/// Returns the foreign data of the first node, whose pointers start at the node.
fn of_first_node(foreign: &ForeignData<'_>) -> impl Iterator<Item = Foreign> {
    foreign.members.iter().filter_map(|entry| {
        let key = entry.key.strip_prefix(FIRST_NODE)?;
        Some(Foreign::new(INFO.id, String::from(key), entry.values.clone()))
    })
}

/// The state of a line at its start.
fn start() -> Line {
    Line::default()
}

fn seconds(time: Duration) -> [u64; 3] {
    let seconds = time.as_secs();
    [seconds / 3600, seconds / 60 % 60, seconds % 60]
}
