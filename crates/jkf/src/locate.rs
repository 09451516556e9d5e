//! The spans of the parts of a record in a JKF text: which member has which part.

use alloc::{vec, vec::Vec};
use kifu_core::{HeaderField, NodeId, Part, PartSpans, SourceMap, Span};
use kifu_json::{Document, Kind, Value, record::HeaderSpans};
use kifu_shogiban::{
    Color,
    fields::{FIELDS, SYNONYMS, header_fields},
};

/// Returns the spans of parts of the record at `source_map`.
pub(crate) fn locate(text: &str, source_map: &SourceMap, wanted: &[(NodeId, Part)]) -> Vec<Option<Span>> {
    let Some(own) = text.get(source_map.span.range()).filter(|_| !wanted.is_empty()) else {
        return vec![None; wanted.len()];
    };
    let document = Document::parse_only(own);
    let root_at = source_map.starts.first().and_then(|start| start.checked_sub(source_map.span.start));
    source_map.locate(wanted, |start| {
        let (mut parts, is_root) = (PartSpans::default(), root_at == Some(start));
        if let Some(node) = document.value_at(start).filter(|value| value.span().start == start) {
            add_node(node, &mut parts);
        }
        if let Some(root) = document.root().filter(|_| is_root) {
            add_header(root, &mut parts);
        }
        parts
    })
}

fn add_node(value: Value<'_>, parts: &mut PartSpans) {
    let mut ending = None;
    for (key, member) in value.members().filter(|(_, member)| !member.is_null()) {
        let span = member.member_span();
        match &*key {
            "move" => {
                parts.add_move(span);
                parts.add(Part::Foreign, span);
            }
            // A move in the same node comes first.
            "special" => ending = Some(span),
            "time" => parts.add(Part::Clock, span),
            "forks" => parts.add(Part::Variation, span),
            "comments" => {
                for part in [Part::Comment, Part::CommentAuthor, Part::Analysis, Part::Bookmark] {
                    parts.add(part, span);
                }
            }
            _ => parts.add(Part::Foreign, span),
        }
    }
    ending.into_iter().for_each(|span| parts.add_move(span));
}

fn add_header(root: Value<'_>, parts: &mut PartSpans) {
    for (section, value) in root.members() {
        match &*section {
            "moves" => {}
            "initial" => parts.add_to_game(Part::Setup, value.member_span()),
            "header" if value.kind() == Kind::Object => {
                for (key, member) in value.members() {
                    parts.add_to_game(part_of(&key), member.member_span());
                }
            }
            _ => parts.add_to_game(Part::Foreign, value.member_span()),
        }
    }
}

/// Returns the spans of the members of the header of the record at `source_map`.
pub(crate) fn header(text: &str, source_map: &SourceMap) -> Vec<(HeaderField, Span)> {
    HeaderSpans::collect(text, source_map, |root, spans| {
        for (section, value) in root.members() {
            match &*section {
                "initial" => spans.add(value, [HeaderField::Fact("start".into())]),
                "header" => value.members().for_each(|(key, member)| spans.add(member, header_fields(&key))),
                _ => {}
            }
        }
    })
}

/// Returns the part of a record that a header contains.
fn part_of(key: &str) -> Part {
    let usual = SYNONYMS.iter().find(|(name, _)| *name == key).map_or(key, |(_, usual)| usual);
    let is_player = Color::ALL.iter().any(|color| [false, true].into_iter().any(|is| color.player_name(is) == key));
    match usual {
        _ if is_player => Part::Players,
        "手合割" | "手番" => Part::Setup,
        "開始日時" | "終了日時" => Part::Dates,
        "棋戦" | "場所" => Part::Event,
        "表題" => Part::Title,
        "持ち時間" | "先手持ち時間" | "後手持ち時間" | "秒読み" => Part::Time,
        "最大手数" | "持将棋" => Part::Terms,
        _ if FIELDS.iter().any(|field| field.key() == usual) => Part::Text,
        _ => Part::Header,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Jkf;
    use kifu_core::{Format, InfoText, Seat, Source};

    #[test]
    fn the_place_of_a_field_is_its_member() {
        let text = r#" {"header":{"先手":"あさ","棋戦":"名人戦"},"initial":{"preset":"HIRATE"},"moves":[{}]}"#;
        let source = Source::from_text("a.jkf", text);
        let reading = Jkf::default().read(&source);
        let found = Jkf::default().header_spans(&source, &reading.source_maps[0]).unwrap();
        let found: Vec<_> = found.into_iter().map(|(field, span)| (field, source.slice(span))).collect();
        let expected = [
            (HeaderField::PlayerName(Seat::First), r#""先手":"あさ""#),
            (HeaderField::Text(InfoText::Event), r#""棋戦":"名人戦""#),
            (HeaderField::Fact("start".into()), r#""initial":{"preset":"HIRATE"}"#),
        ];
        assert_eq!(found, expected);
    }
}
