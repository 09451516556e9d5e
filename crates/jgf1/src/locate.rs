//! The spans of the parts of a record in a JGF 1 text: which member has which part.

use crate::read::slot::{is_identifier, of_clock};
use alloc::{vec, vec::Vec};
use kifu_core::{NodeId, Part, PartSpans, SourceMap, Span};
use kifu_goban::{analysis::IDENTIFIERS as ANALYSES, slot::IDENTIFIERS};
use kifu_json::{Document, Kind, Value, record::slot};

/// Returns the spans of parts of the record at `source_map`.
pub(crate) fn locate(text: &str, source_map: &SourceMap, wanted: &[(NodeId, Part)]) -> Vec<Option<Span>> {
    let Some(own) = text.get(source_map.span.range()).filter(|_| !wanted.is_empty()) else {
        return vec![None; wanted.len()];
    };
    let (document, _) = Document::parse(own);
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
            "record" | "game" if value.kind() == Kind::Object => {
                for (key, member) in value.members() {
                    if let Some(part) = part_of(&section, &key) {
                        parts.add_to_game(part, member.member_span());
                    }
                }
                continue;
            }
            _ => Part::Foreign,
        };
        parts.add_to_game(whole, value.member_span());
    }
}

/// Returns the part of a record that a member of the header contains. `None` for members that describe the file.
fn part_of(section: &str, key: &str) -> Option<Part> {
    Some(match (section, key) {
        ("record", "version") | ("game", "type") => return None,
        ("record", "charset") => Part::Charset,
        ("record", "application") => Part::Application,
        ("record", "transcriber" | "annotator" | "source" | "copyright") => Part::Text,
        ("game", "opening" | "comment") => Part::Text,
        ("game", "name") => Part::Title,
        ("game", "result") => Part::Outcome,
        ("game", "dates") => Part::Dates,
        ("game", "players") => Part::Players,
        ("game", "event" | "location" | "round") => Part::Event,
        ("game", "komi" | "handicap" | "rules") => Part::Terms,
        ("game", "time") => Part::Time,
        _ => Part::Foreign,
    })
}
