//! The spans of the parts of a record in a JGF 2 text: which member has which part.

use crate::read::header::players::seat;
use alloc::{vec, vec::Vec};
use kifu_core::{HeaderField, InfoText, NodeId, Part, PartSpans, SourceMap, Span};
use kifu_json::{
    Document, Kind, Value,
    record::{HeaderSpans, slot},
};

/// Returns the spans of parts of the record at `source_map`.
pub(crate) fn locate(text: &str, source_map: &SourceMap, wanted: &[(NodeId, Part)]) -> Vec<Option<Span>> {
    locate_counted(text, source_map, wanted, &mut 0)
}

/// Does the work of [`locate`]. Counts the visited members in `steps`, for a test of linear time.
fn locate_counted(
    text: &str,
    source_map: &SourceMap,
    wanted: &[(NodeId, Part)],
    steps: &mut usize,
) -> Vec<Option<Span>> {
    let Some(own) = text.get(source_map.span.range()).filter(|_| !wanted.is_empty()) else {
        return vec![None; wanted.len()];
    };
    let document = Document::parse_only(own);
    let root_at = source_map.starts.first().and_then(|start| start.checked_sub(source_map.span.start));
    source_map.locate(wanted, |start| {
        let (mut parts, is_root) = (PartSpans::default(), root_at == Some(start));
        if let Some(node) = document.value_at(start).filter(|value| value.span().start == start) {
            *steps += add_node(node, is_root, &mut parts);
        }
        if let Some(root) = document.root().filter(|_| is_root) {
            *steps += add_header(root, &mut parts);
        }
        parts
    })
}

/// Adds the parts of a node. Returns the number of members.
fn add_node(value: Value<'_>, is_root: bool, parts: &mut PartSpans) -> usize {
    let (mut steps, mut played) = (0, None);
    for (key, member) in value.members() {
        steps += 1;
        if member.is_null() {
            continue;
        }
        let span = member.member_span();
        let part = match &*key {
            "variations" if member.kind() == Kind::Array => continue,
            "move" => {
                // If there are two moves, the last counts.
                played = Some(span);
                for clock in ["timeLeft", "periodsLeft"].into_iter().filter_map(|key| member.get(key)) {
                    parts.add(Part::Clock, clock.member_span());
                }
                continue;
            }
            "setup" | "turn" if is_root => Part::Setup,
            "setup" | "turn" => Part::Action,
            "name" => Part::Name,
            "comments" => {
                parts.add(Part::CommentAuthor, span);
                Part::Comment
            }
            "markup" | "score" => Part::Mark,
            "solution" => Part::Judgement,
            slot::FOREIGN => {
                for part in [Part::Clock, Part::Judgement, Part::Analysis, Part::Bookmark] {
                    add_if_new(part, span, parts);
                }
                Part::Foreign
            }
            slot::SGF => {
                add_if_new(Part::Judgement, span, parts);
                add_if_new(Part::Analysis, span, parts);
                Part::Foreign
            }
            _ => Part::Foreign,
        };
        parts.add(part, span);
    }
    played.into_iter().for_each(|span| parts.add_move(span));
    steps
}

fn add_if_new(part: Part, span: Span, parts: &mut PartSpans) {
    if !parts.has(part) {
        parts.add(part, span);
    }
}

/// Adds the parts of the header. Returns the number of members.
fn add_header(root: Value<'_>, parts: &mut PartSpans) -> usize {
    let mut steps = 0;
    for (section, value) in root.members() {
        steps += 1;
        let whole = match &*section {
            "tree" => continue,
            "board" => Part::Setup,
            "players" => Part::Players,
            "settings" => Part::Display,
            "record" | "source" | "game" | "event" | "rules" if value.kind() == Kind::Object => {
                for (key, member) in value.members() {
                    steps += 1;
                    if let Some(part) = part_of(&section, &key) {
                        parts.add_to_game(part, member.member_span());
                    }
                }
                continue;
            }
            "meta" => {
                if !parts.has(Part::Header) {
                    parts.add_to_game(Part::Header, value.member_span());
                }
                Part::Foreign
            }
            _ => Part::Foreign,
        };
        parts.add_to_game(whole, value.member_span());
    }
    steps
}

/// Returns the part of a record that a member of the header contains. `None` for members that describe the file.
fn part_of(section: &str, key: &str) -> Option<Part> {
    Some(match (section, key) {
        ("record", "format" | "version") | ("game", "type") => return None,
        ("record", "charset") => Part::Charset,
        ("record", "generator") => Part::Application,
        ("record", "transcriber") | ("source", "name" | "url" | "copyright") => Part::Text,
        ("game", "opening" | "annotator" | "description") => Part::Text,
        ("game", "name") => Part::Title,
        ("game", "result") => Part::Outcome,
        ("game", "date" | "dates") => Part::Dates,
        ("game", "players") => Part::Players,
        ("event", "name" | "location" | "round") => Part::Event,
        ("rules", "ruleset" | "ruleSet" | "komi" | "handicap" | "allowSuicide" | "disallowRepeats")
        | ("game", "komi" | "handicap" | "rules") => Part::Terms,
        ("rules", "time" | "overtime" | "mainTime" | "overTime" | "numberOfPeriods" | "timePerPeriod")
        | ("game", "time") => Part::Time,
        _ => Part::Foreign,
    })
}

/// Returns the spans of the members of the header of the record at `source_map`.
pub(crate) fn header(text: &str, source_map: &SourceMap) -> Vec<(HeaderField, Span)> {
    HeaderSpans::collect(text, source_map, |root, spans| {
        for (section, value) in root.members() {
            match &*section {
                "board" => spans.add(value, [HeaderField::Fact("size".into())]),
                "players" => spans.add_players(value, seat),
                "tree" => {
                    let first = value.element(0).into_iter().flat_map(Value::members);
                    let setup = first.filter(|(key, _)| matches!(&**key, "setup" | "turn"));
                    setup.for_each(|(_, member)| spans.add(member, [HeaderField::Setup]));
                }
                _ => {
                    for (key, member) in value.members() {
                        match (&*section, &*key) {
                            ("game", "players") => spans.add_players(member, seat),
                            _ => spans.add(member, fields_of(&section, &key)),
                        }
                    }
                }
            }
        }
    })
}

/// Returns the fields that a member of the header states.
fn fields_of(section: &str, key: &str) -> Vec<HeaderField> {
    use HeaderField::{Dates, End, MainTime, Outcome, Overtime, Start, Text};
    let fact = |name: &str| HeaderField::Fact(name.into());
    let field = match (section, key) {
        ("record", "generator") => Text(InfoText::Application),
        ("record", "transcriber") => Text(InfoText::Transcriber),
        ("source", "name") => Text(InfoText::Source),
        ("source", "url") => Text(InfoText::Address),
        ("source", "copyright") => Text(InfoText::Copyright),
        ("game", "name") => Text(InfoText::Name),
        ("game", "opening") => Text(InfoText::Opening),
        ("game", "annotator") => Text(InfoText::Annotator),
        ("game", "description") => Text(InfoText::Description),
        ("event", "name") => Text(InfoText::Event),
        ("event", "location") => Text(InfoText::Place),
        ("event", "round") => Text(InfoText::Round),
        ("game", "result") => Outcome,
        ("game", "date" | "dates") => return vec![Dates, Start, End],
        ("rules", "ruleset" | "ruleSet") | ("game", "rules") => fact("rules"),
        ("rules" | "game", "komi" | "handicap") => fact(key),
        ("rules", "allowSuicide") => fact("suicide"),
        ("rules", "disallowRepeats") => fact("superko"),
        ("rules", "time" | "mainTime") | ("game", "time") => MainTime(None),
        ("rules", "overtime" | "overTime" | "numberOfPeriods" | "timePerPeriod") => Overtime(None),
        _ => return Vec::new(),
    };
    vec![field]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Jgf2;
    use alloc::{format, string::String};
    use kifu_core::{Format, Seat, Source};

    fn all(text: &str, game: usize, node: usize, expected: &[(Part, &str)]) {
        let source = Source::from_text("game.jgf", text);
        let reading = Jgf2::default().read(&source);
        let node = reading.records[game].tree.node(node).unwrap();
        let wanted: Vec<_> = expected.iter().map(|(part, _)| (node, *part)).collect();
        let found = Jgf2::default().locate(&source, &reading.source_maps[game], &wanted);
        let found: Vec<_> = found.into_iter().map(|span| span.map_or("-", |span| source.slice(span))).collect();
        assert_eq!(found, expected.iter().map(|(_, text)| *text).collect::<Vec<_>>(), "{text}");
    }

    const TEXT: &str = r#"{"record": {"format": "JGF", "version": 2, "generator": "p"},
        "game": {"type": "go", "name": "g", "result": "B+2", "dates": ["1846"], "annotator": "a"},
        "event": {"name": "Honinbo"}, "rules": {"komi": 6.5, "time": 60}, "board": {"size": 19},
        "players": [{"color": "black", "name": "A"}], "odd": 1, "tree": [{"comments": ["start"]},
        {"move": {"color": "black", "x": 3, "y": 3, "timeLeft": 3.5}, "comments": ["one"], "name": "n",
         "markup": [{"type": "circle", "coords": [[1, 1]]}], "strange": true}]}"#;

    #[test]
    fn the_place_of_a_part_is_its_member() {
        let root = [
            (Part::Setup, r#""board": {"size": 19}"#),
            (Part::Terms, r#""komi": 6.5"#),
            (Part::Players, r#""players": [{"color": "black", "name": "A"}]"#),
            (Part::Event, r#""name": "Honinbo""#),
            (Part::Dates, r#""dates": ["1846"]"#),
            (Part::Outcome, r#""result": "B+2""#),
            (Part::Time, r#""time": 60"#),
            (Part::Title, r#""name": "g""#),
            (Part::Text, r#""annotator": "a""#),
            (Part::Application, r#""generator": "p""#),
            (Part::Foreign, r#""odd": 1"#),
            (Part::Comment, r#""comments": ["start"]"#),
            (Part::Action, "-"),
            (Part::Name, "-"),
        ];
        all(TEXT, 0, 0, &root);
        let node = [
            (Part::Action, r#""move": {"color": "black", "x": 3, "y": 3, "timeLeft": 3.5}"#),
            (Part::Clock, r#""timeLeft": 3.5"#),
            (Part::ClockPrecision, r#""timeLeft": 3.5"#),
            (Part::Comment, r#""comments": ["one"]"#),
            (Part::Name, r#""name": "n""#),
            (Part::Mark, r#""markup": [{"type": "circle", "coords": [[1, 1]]}]"#),
            (Part::Foreign, r#""strange": true"#),
            (Part::Players, "-"),
        ];
        all(TEXT, 0, 1, &node);
    }

    #[test]
    fn the_place_of_a_field_is_its_own_member() {
        let text = r#"{"tree":[{}]}{"game":{"result":"B+2","komi":7},"rules":{"overtime":null,"allowSuicide":true},
            "players":[{"color":"white","name":"W"},{"color":"Black","rank":"5d"}],"board":{"size":9},"tree":[{"turn":"white"}]}"#;
        let source = Source::from_text("game.jgf", text);
        let reading = Jgf2::default().read(&source);
        let found = Jgf2::default().header_spans(&source, &reading.source_maps[1]).unwrap();
        let found: Vec<_> = found.into_iter().map(|(field, span)| (field, source.slice(span))).collect();
        let expected = [
            (HeaderField::Outcome, r#""result":"B+2""#),
            (HeaderField::Fact("komi".into()), r#""komi":7"#),
            (HeaderField::Fact("suicide".into()), r#""allowSuicide":true"#),
            (HeaderField::PlayerName(Seat::Second), r#""name":"W""#),
            (HeaderField::PlayerRank(Seat::First), r#""rank":"5d""#),
            (HeaderField::Fact("size".into()), r#""board":{"size":9}"#),
            (HeaderField::Setup, r#""turn":"white""#),
        ];
        assert_eq!(found, expected);
        assert!(Jgf2::default().header_spans(&source, &reading.source_maps[0]).unwrap().is_empty());
    }

    #[test]
    fn later_records_and_split_nodes_are_found() {
        let lines = "{\"tree\":[{}]}\n{\"rules\":{\"komi\":5},\"tree\":[{},{\"setup\":[{\"color\":\"black\",\"coords\":[[1,1]]}],\
                     \"move\":{\"color\":\"white\",\"x\":2,\"y\":2}}]}\n";
        let twice = r#"{"tree":[{},{"move":{"color":"white","x":2,"y":2},"move":{"color":"black","x":3,"y":3}}]}"#;
        all(twice, 0, 1, &[(Part::Action, r#""move":{"color":"black","x":3,"y":3}"#)]);
        all(lines, 1, 0, &[(Part::Terms, "\"komi\":5")]);
        all(lines, 1, 1, &[(Part::Action, "\"setup\":[{\"color\":\"black\",\"coords\":[[1,1]]}]")]);
        all(lines, 1, 2, &[(Part::Action, "\"move\":{\"color\":\"white\",\"x\":2,\"y\":2}")]);
    }

    #[test]
    fn any_number_of_parts_costs_one_look_at_each_member() {
        let nodes: String = (0..2_000).map(|n| format!(",{{\"name\":\"{n}\",\"comments\":[\"c\"]}}")).collect();
        let source = Source::from_text("game.jgf", format!("{{\"game\":{{\"name\":\"g\"}},\"tree\":[{{}}{nodes}]}}"));
        let reading = Jgf2::default().read(&source);
        let tree = &reading.records[0].tree;
        let mut wanted: Vec<_> = tree.preorder().flat_map(|node| [(node, Part::Comment), (node, Part::Name)]).collect();
        wanted.extend((0..2_000).map(|_| (tree.root(), Part::Title)));
        let mut steps = 0;
        let found = locate_counted(source.text(), &reading.source_maps[0], &wanted, &mut steps);
        assert_eq!(found.iter().flatten().count(), 6_000);
        assert_eq!(steps, 3 + 2 * 2_000);
    }
}
