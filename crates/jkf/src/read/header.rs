//! The header: texts under the names of KIF.

use super::Reader;
use crate::{codes, derived};
use alloc::{borrow::Cow, string::String, vec::Vec};
use kifu_core::{Field, NamedValue, Safety, Severity};
use kifu_json::{
    Kind, Value,
    record::{excerpt, pointer_step},
};
use kifu_shogiban::{
    Color, Handicap,
    fields::{FIELDS, SYNONYMS},
};

/// The headers that state something of the position at the start.
#[derive(Debug, Default)]
pub(super) struct StartHeaders<'d> {
    /// The name of the handicap, 手合割.
    pub(super) handicap: Option<(Value<'d>, String)>,
    /// The player to move, 手番.
    pub(super) to_move: Option<(Value<'d>, String)>,
    /// The pieces in hand, 先手の持駒 and 後手の持駒.
    pub(super) hands: [Option<(Value<'d>, String)>; 2],
    /// True if the players are called 下手 and 上手, false if they are called 先手 and 後手.
    pub(super) is_handicap: Option<bool>,
    /// The places of the headers of the record, in the order of the text.
    places: Vec<u32>,
}

/// Returns the player of a word at the start of a text, true for 下手 and 上手, and the rest.
pub(super) fn split_player(text: &str) -> Option<(Color, bool, &str)> {
    [(Color::Black, false), (Color::White, false), (Color::Black, true), (Color::White, true)]
        .into_iter()
        .find_map(|(color, is_handicap)| Some((color, is_handicap, text.strip_prefix(color.player_name(is_handicap))?)))
}

impl<'d> Reader<'d> {
    pub(super) fn header(&mut self, header: Value<'d>, start: &mut StartHeaders<'d>) {
        // A header may have millions of keys, so the known ones are few.
        let mut seen: Vec<&'static str> = Vec::new();
        for (key, value) in header.members().filter(|(_, value)| value.kind() != Kind::Missing) {
            let size = key.len() + 2 * size_of::<NamedValue>();
            if !self.json.take(size + value.span().range().len(), value.span().start) {
                return;
            }
            let Some(text) = self.json.text(&excerpt(&key), value).map(Cow::into_owned) else {
                if value.is_null() {
                    self.json.report_wrong_kind(&excerpt(&key), "a text", value);
                }
                self.keep_in_game(&alloc::format!("/header/{}", pointer_step(&key)), value);
                continue;
            };
            self.header_text(&key, text, value, start, &mut seen);
        }
    }

    fn header_text(
        &mut self,
        key: &str,
        text: String,
        value: Value<'d>,
        start: &mut StartHeaders<'d>,
        seen: &mut Vec<&'static str>,
    ) {
        match key {
            "手合割" if start.handicap.is_none() => {
                start.handicap = Some((value, text));
                return;
            }
            "手番" if start.to_move.is_none() => {
                start.to_move = Some((value, text));
                return;
            }
            _ => {}
        }
        if let Some((color, is_handicap, rest)) = split_player(key) {
            let hand = &mut start.hands[color as usize];
            match rest {
                "" if start.is_handicap.is_none_or(|other| other == is_handicap) => {
                    start.is_handicap = Some(is_handicap);
                    self.record.info.player_mut(color.seat()).name = text;
                    return;
                }
                "の持駒" | "の持ち駒" | "持駒" if hand.is_none() => {
                    *hand = Some((value, text));
                    return;
                }
                _ => {}
            }
        }
        let usual = SYNONYMS.iter().find(|(name, _)| *name == key).map_or(key, |(_, usual)| usual);
        if let Some(field) = Field::find(&FIELDS, usual)
            && !seen.contains(&field.key())
            && (text.trim().is_empty() || field.holds(&text))
        {
            seen.push(field.key());
            field.read(&mut self.record, &text);
            return;
        }
        start.places.push(value.span().start);
        self.record.info.headers.push(NamedValue::new(key, text));
    }

    /// Keeps the headers about the start that were not used, in the order of the text, and reports a handicap that is not that of the
    /// position.
    pub(super) fn unused_headers(&mut self, start: StartHeaders<'d>) {
        let handicap = self.record.setup.handicap();
        let mut unused: Vec<(Value<'d>, String)> = Vec::new();
        if let Some((value, name)) = start.handicap {
            // json-kifu-format keeps the spaces after the name.
            let named = Handicap::from_name(name.trim());
            let is_other = matches!(name.trim(), "" | "その他");
            // The name of a position that has none.
            if named.is_none() && !is_other || is_other && handicap.is_some() && !name.is_empty() {
                unused.push((value, name));
            } else if named.is_some() && named != handicap {
                self.report_other_handicap(value, &name, named);
                unused.push((value, name));
            }
        }
        unused.extend(start.to_move.into_iter().chain(start.hands.into_iter().flatten()));
        let mut places = start.places;
        for (value, text) in unused {
            let at = value.span().start;
            let index = places.partition_point(|other| *other < at);
            places.insert(index, at);
            self.record.info.headers.insert(index, NamedValue::new(value.key().unwrap_or_default(), text));
        }
    }

    /// Reports a header that names another handicap. If the record does not state its position, the fix writes that of the header, unless
    /// the other player moves first.
    fn report_other_handicap(&mut self, value: Value<'_>, name: &str, named: Option<Handicap>) {
        let root = self.root;
        let is_stated = root.get_present("initial").is_some();
        let done = if is_stated { "the position of `initial` was used" } else { "read as the even game" };
        // Problems often have a position and 平手.
        let is_usual = named.is_none_or(|named| named == Handicap::Even);
        let severity = if is_usual { Severity::Note } else { codes::HANDICAP_DIFFERS.severity };
        let code = codes::HANDICAP_DIFFERS.with_severity(severity);
        let report = self.json.diagnostics.report(&code, value.span(), || {
            alloc::format!("the header 手合割 names {}, but `initial` does not; {done}", excerpt(name))
        });
        // The player of the first move shows whether the game has this handicap.
        let mut nodes = root.get("moves").into_iter().flat_map(Value::elements);
        let first = nodes.find_map(|node| node.get("move")?.get("color")?.raw().parse().ok().and_then(derived::color));
        let fits = |handicap: &Handicap| first.is_none_or(|color| color == handicap.first_to_move());
        let named = named.filter(|named| !is_stated && root.get("initial").is_none() && fits(named));
        let Some(preset) = named.and_then(Handicap::jkf) else { return };
        report.with(|found| {
            let json = alloc::format!(r#"{{"preset":"{preset}"}}"#);
            match root.set_member("initial", &json, root.get("moves")) {
                Some(edits) => found.fix(Safety::Guess, alloc::format!("insert the preset {preset:?}"), edits),
                None => found,
            }
        });
    }
}
