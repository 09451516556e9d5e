//! The spans of the parts of a record in a JGF 1 text: which member has which part.

use crate::read::{
    header::{older_keys::current_pointer, players::seat},
    slot::{is_identifier, of_clock},
};
use alloc::{borrow::Cow, format, vec, vec::Vec};
use kifu_core::{HeaderField, InfoText, NodeId, Part, PartSpans, Seat, SourceMap, Span};
use kifu_goban::{analysis::IDENTIFIERS as ANALYSES, slot::IDENTIFIERS};
use kifu_json::{
    Document, Kind, Value,
    record::{HeaderSpans, slot},
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
            add_node(node, is_root, &mut parts);
        }
        if let Some(root) = document.root().filter(|_| is_root) {
            add_header(root, &mut parts);
        }
        parts
    })
}

fn add_node(value: Value<'_>, is_root: bool, parts: &mut PartSpans) {
    let mut played = None;
    for (key, member) in value.members().filter(|(_, member)| !member.is_null()) {
        let span = member.member_span();
        let part = match &*key {
            // If there are two moves, the last counts.
            "move" => {
                played = Some(span);
                continue;
            }
            "setup" | "turn" if is_root => Part::Setup,
            "setup" | "turn" => Part::Action,
            "name" => Part::Name,
            "comments" => {
                parts.add(Part::CommentAuthor, span);
                Part::Comment
            }
            "markup" | "score" | "VW" | "DD" | "AR" | "LN" => Part::Mark,
            "solution" => Part::Judgement,
            slot::FOREIGN => {
                for part in [Part::Clock, Part::Judgement, Part::Analysis, Part::Bookmark] {
                    add_if_new(part, span, parts);
                }
                Part::Foreign
            }
            identifier if IDENTIFIERS.contains(&identifier) => Part::Judgement,
            identifier if ANALYSES.contains(&identifier) => Part::Analysis,
            identifier if is_identifier(identifier) => {
                if of_clock(identifier).is_some() {
                    add_if_new(Part::Clock, span, parts);
                }
                Part::Foreign
            }
            _ => Part::Foreign,
        };
        parts.add(part, span);
    }
    played.into_iter().for_each(|span| parts.add_move(span));
}

fn add_if_new(part: Part, span: Span, parts: &mut PartSpans) {
    if !parts.has(part) {
        parts.add(part, span);
    }
}

fn add_header(root: Value<'_>, parts: &mut PartSpans) {
    for (section, value) in root.members() {
        let whole = match &*section {
            "tree" => continue,
            "board" => Part::Setup,
            "settings" | "player" | "display" => Part::Display,
            "record" | "game" | "info" if value.kind() == Kind::Object => {
                for (key, member) in value.members() {
                    if let Some(part) = part_of(&pointer_of(&section, &key)) {
                        parts.add_to_game(part, member.member_span());
                    }
                }
                continue;
            }
            _ => match part_of(&pointer_of("", &section)) {
                Some(part) => part,
                None => continue,
            },
        };
        parts.add_to_game(whole, value.member_span());
    }
}

/// Returns the JSON pointer of a member of the header, that of the final dialect for an older key.
fn pointer_of(section: &str, key: &str) -> Cow<'static, str> {
    match current_pointer(section, key) {
        Some(current) => Cow::Borrowed(current),
        None => Cow::Owned(format!("/{section}/{key}")),
    }
}

/// Returns the part of a record that a member of the header contains. `None` for members that describe the file.
fn part_of(pointer: &str) -> Option<Part> {
    Some(match pointer {
        "/record/version" | "/game/type" => return None,
        "/record/charset" => Part::Charset,
        "/record/application" => Part::Application,
        "/record/transcriber" | "/record/annotator" | "/record/source" | "/record/copyright" => Part::Text,
        "/game/opening" | "/game/comment" => Part::Text,
        "/game/name" => Part::Title,
        "/game/result" => Part::Outcome,
        "/game/dates" => Part::Dates,
        "/game/players" | "/game/players/black" | "/game/players/white" => Part::Players,
        "/game/event" | "/game/location" | "/game/round" => Part::Event,
        "/game/komi" | "/game/handicap" | "/game/rules" => Part::Terms,
        "/game/time" | "/game/time/overtime" => Part::Time,
        "/board" => Part::Setup,
        _ => Part::Foreign,
    })
}

/// Returns the spans of the members of the header of the record at `source_map`.
pub(crate) fn header(text: &str, source_map: &SourceMap) -> Vec<(HeaderField, Span)> {
    HeaderSpans::collect(text, source_map, |root, spans| {
        for (section, value) in root.members() {
            match &*section {
                "board" => spans.add(value, [HeaderField::Fact("size".into())]),
                "tree" => {
                    let first = value.element(0).into_iter().flat_map(Value::members);
                    let setup = first.filter(|(key, _)| matches!(&**key, "setup" | "turn"));
                    setup.for_each(|(_, member)| spans.add(member, [HeaderField::Setup]));
                }
                "record" | "game" | "info" if value.kind() == Kind::Object => {
                    value.members().for_each(|(key, member)| add_fields(&pointer_of(&section, &key), member, spans));
                }
                _ => add_fields(&pointer_of("", &section), value, spans),
            }
        }
    })
}

/// Adds the fields that a member of the header states.
fn add_fields(pointer: &str, member: Value<'_>, spans: &mut HeaderSpans) {
    use HeaderField::{Dates, End, MainTime, Outcome, Overtime, Start, Text};
    let fact = |name: &str| HeaderField::Fact(name.into());
    let field = match pointer {
        "/record/application" => Text(InfoText::Application),
        "/record/transcriber" => Text(InfoText::Transcriber),
        "/record/annotator" => Text(InfoText::Annotator),
        "/record/copyright" => Text(InfoText::Copyright),
        "/record/source" => return spans.add(member, [InfoText::Source, InfoText::Address].map(Text)),
        "/game/name" => Text(InfoText::Name),
        "/game/location" => Text(InfoText::Place),
        "/game/event" => Text(InfoText::Event),
        "/game/round" => Text(InfoText::Round),
        "/game/opening" => Text(InfoText::Opening),
        "/game/comment" => Text(InfoText::Description),
        "/game/result" => Outcome,
        "/game/dates" => return spans.add(member, [Dates, Start, End]),
        "/game/rules" => fact("rules"),
        "/game/komi" => fact("komi"),
        "/game/handicap" => fact("handicap"),
        "/board" => fact("size"),
        "/game/players" => return spans.add_players(member, seat),
        "/game/players/black" => return spans.add_player(member, &Seat::First),
        "/game/players/white" => return spans.add_player(member, &Seat::Second),
        "/game/time" if member.kind() == Kind::Object => {
            let part = |key| member.get(key).into_iter();
            part("main").for_each(|part| spans.add(part, [MainTime(None)]));
            return part("overtime").for_each(|part| spans.add(part, [Overtime(None)]));
        }
        "/game/time" => MainTime(None),
        "/game/time/overtime" => Overtime(None),
        _ => return,
    };
    spans.add(member, [field]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Jgf1;
    use alloc::string::String;
    use kifu_core::{Format, Source};

    /// Returns the fields of the header with the text at their places.
    fn fields(text: &str) -> Vec<(HeaderField, String)> {
        let source = Source::from_text("game.jgf", text);
        let reading = Jgf1::default().read(&source);
        let found = Jgf1::default().header_spans(&source, &reading.source_maps[0]).unwrap();
        found.into_iter().map(|(field, span)| (field, source.slice(span).into())).collect()
    }

    #[test]
    fn the_place_of_a_field_is_its_own_member() {
        let text = r#" {"game":{"players":[{"color":"black","name":"B"}],"komi":7,"time":{"main":60,"overtime":"x"}},
            "board":{"width":9,"height":9},"tree":[{"setup":{"B":[[1,1]]}}]}"#;
        let expected = [
            (HeaderField::PlayerName(Seat::First), r#""name":"B""#),
            (HeaderField::Fact("komi".into()), r#""komi":7"#),
            (HeaderField::MainTime(None), r#""main":60"#),
            (HeaderField::Overtime(None), r#""overtime":"x""#),
            (HeaderField::Fact("size".into()), r#""board":{"width":9,"height":9}"#),
            (HeaderField::Setup, r#""setup":{"B":[[1,1]]}"#),
        ];
        assert_eq!(fields(text), expected.map(|(field, text)| (field, text.into())));
    }

    #[test]
    fn older_keys_have_places_too() {
        let text = r#"{"info":{"white":{"rank":"5d"},"komi":7,"typist":"T"},"time":60,"tree":[{}]}"#;
        let expected = [
            (HeaderField::PlayerRank(Seat::Second), r#""rank":"5d""#),
            (HeaderField::Fact("komi".into()), r#""komi":7"#),
            (HeaderField::Text(InfoText::Transcriber), r#""typist":"T""#),
            (HeaderField::MainTime(None), r#""time":60"#),
        ];
        assert_eq!(fields(text), expected.map(|(field, text)| (field, text.into())));
        let source = Source::from_text("game.jgf", text);
        let reading = Jgf1::default().read(&source);
        let root = reading.records[0].tree.root();
        let wanted = [Part::Terms, Part::Players, Part::Time].map(|part| (root, part));
        let found = Jgf1::default().locate(&source, &reading.source_maps[0], &wanted);
        let found: Vec<_> = found.into_iter().flatten().map(|span| source.slice(span)).collect();
        assert_eq!(found, [r#""komi":7"#, r#""white":{"rank":"5d"}"#, r#""time":60"#]);
    }
}
