//! Finds the parts of a record in an SGF text: which property states which part.

use crate::{
    Game,
    document::parse::{self, Parser},
    slot,
};
use alloc::{string::ToString, vec, vec::Vec};
use core::cell::OnceCell;
use kifu_core::{HeaderField, InfoText, NodeId, Part, PartSpans, Seat, SourceMap, Span};
use kifu_goban::{analysis::IDENTIFIERS as ANALYSES, slot as judgements};

/// Returns the spans of parts of the game at `source_map`, in the order of `wanted`.
pub(crate) fn locate(text: &str, source_map: &SourceMap, wanted: &[(NodeId, Part)]) -> Vec<Option<Span>> {
    locate_counted(text, source_map, wanted, &mut 0)
}

/// Like [`locate`], and adds the number of properties that were examined to `steps`.
fn locate_counted(
    text: &str,
    source_map: &SourceMap,
    wanted: &[(NodeId, Part)],
    steps: &mut usize,
) -> Vec<Option<Span>> {
    let not_found = || vec![None; wanted.len()];
    let Some(text) = text.get(source_map.span.range()).filter(|_| !wanted.is_empty()) else { return not_found() };
    let mut index = parse::Game::default();
    if !Parser::new(text).next(&mut index) {
        return not_found();
    }
    let game = Game { text, game: &index };
    let sorted = OnceCell::new();
    let starts_node = |at: u32| {
        let sorted: &Vec<u32> = sorted.get_or_init(|| {
            let mut starts = source_map.starts.clone();
            starts.sort_unstable();
            starts
        });
        sorted.binary_search(&(at + source_map.span.start)).is_ok()
    };
    source_map.locate(wanted, |start| match index.nodes.binary_search_by_key(&start, |node| node.start) {
        // The root of a game with several first nodes is not in the text. The header may be in the first of them.
        Ok(0) if index.rootless => parts_of(game, 1, &starts_node, steps),
        Ok(node) => parts_of(game, node, &starts_node, steps),
        // The node of a second move starts at the property of the move.
        Err(node) => second_move(game, node, start, steps),
    })
}

/// Returns the span of the move that starts at `start`, in the node of the text before the one with the index `next`.
fn second_move(game: Game<'_>, next: usize, start: u32, steps: &mut usize) -> PartSpans {
    let mut parts = PartSpans::default();
    let Some(node) = next.checked_sub(1) else { return parts };
    for property in game.node(node).properties() {
        *steps += 1;
        if property.span().start == start {
            parts.add_move(property.span());
            break;
        }
    }
    parts
}

/// Returns the spans of the parts of one node of the text. `starts_node` returns true for the start of a node of the record.
fn parts_of(game: Game<'_>, node: usize, starts_node: &dyn Fn(u32) -> bool, steps: &mut usize) -> PartSpans {
    let (mut parts, mut moves) = (PartSpans::default(), 0);
    if node >= game.game.nodes.len() {
        return parts;
    }
    for property in game.node(node).properties() {
        *steps += 1;
        let span = property.span();
        match &*property.identifier() {
            // The second move is a node of its own.
            "B" | "W" if moves > 0 && starts_node(span.start) => {}
            // The record has at most two moves of a node; further ones are foreign data.
            "B" | "W" if moves < 2 => {
                moves += 1;
                parts.add_move(span);
            }
            "AB" | "AW" | "AE" | "PL" => [Part::Setup, Part::Action].into_iter().for_each(|part| parts.add(part, span)),
            slot::IDENTIFIER => {
                let of_slot = [Part::Header, Part::CommentAuthor, Part::Analysis, Part::Bookmark, Part::Foreign];
                of_slot.into_iter().for_each(|part| parts.add(part, span));
            }
            // A comment of KataGo is an analysis.
            "C" => [Part::Comment, Part::Analysis].into_iter().for_each(|part| parts.add(part, span)),
            identifier => part_of(identifier).into_iter().for_each(|part| parts.add(part, span)),
        }
    }
    parts
}

/// Returns the spans of the properties of the header of the game at `source_map`.
pub(crate) fn header(text: &str, source_map: &SourceMap) -> Vec<(HeaderField, Span)> {
    let mut index = parse::Game::default();
    let Some(text) = text.get(source_map.span.range()).filter(|text| Parser::new(text).next(&mut index)) else {
        return Vec::new();
    };
    let game = Game { text, game: &index };
    // The header of a game with several first nodes may be in the first of them.
    let root = usize::from(index.rootless);
    if root >= index.nodes.len() {
        return Vec::new();
    }
    let (mut found, first) = (Vec::new(), source_map.span.start);
    for property in game.node(root).properties() {
        let Span { start, end } = property.span();
        let span = Span { start: start + first, end: end + first };
        found.extend(fields_of(&property.identifier()).into_iter().map(|field| (field, span)));
    }
    found
}

/// Returns the fields of the header that a property states.
fn fields_of(identifier: &str) -> Vec<HeaderField> {
    use HeaderField::{
        Dates, End, Fact, MainTime, Outcome, Overtime, PlayerName, PlayerRank, PlayerTeam, Setup, Start,
    };
    let fact = |name: &str| Fact(name.to_string());
    let field = match identifier {
        "SZ" => fact("size"),
        "RU" => fact("rules"),
        "KM" | "KI" => fact("komi"),
        "HA" | "HD" => fact("handicap"),
        "AB" | "AW" | "AE" | "PL" => Setup,
        "PB" => PlayerName(Seat::First),
        "PW" => PlayerName(Seat::Second),
        "BR" => PlayerRank(Seat::First),
        "WR" => PlayerRank(Seat::Second),
        "BT" => PlayerTeam(Seat::First),
        "WT" => PlayerTeam(Seat::Second),
        "GN" => HeaderField::Text(InfoText::Name),
        "EV" => HeaderField::Text(InfoText::Event),
        "RO" => HeaderField::Text(InfoText::Round),
        "PC" => HeaderField::Text(InfoText::Place),
        "ON" => HeaderField::Text(InfoText::Opening),
        "AN" => HeaderField::Text(InfoText::Annotator),
        "US" => HeaderField::Text(InfoText::Transcriber),
        "CP" => HeaderField::Text(InfoText::Copyright),
        "AP" => HeaderField::Text(InfoText::Application),
        "GC" => HeaderField::Text(InfoText::Description),
        "SO" => return [InfoText::Source, InfoText::Address].map(HeaderField::Text).into(),
        "DT" | "RD" => return vec![Dates, Start, End],
        "RE" => Outcome,
        "TM" => MainTime(None),
        "OT" | "TC" | "TT" | "LC" | "LT" | "OM" | "OP" => Overtime(None),
        _ => return Vec::new(),
    };
    vec![field]
}

/// Returns the part of a record that a property states. Returns `None` for properties of the file.
fn part_of(identifier: &str) -> Option<Part> {
    Some(match identifier {
        "FF" | "GM" => return None,
        "CA" => Part::Charset,
        "SZ" => Part::Setup,
        "RU" | "KM" | "KI" | "HA" | "HD" => Part::Terms,
        "GN" => Part::Title,
        "GC" | "ON" | "AN" | "US" | "SO" | "CP" => Part::Text,
        "AP" => Part::Application,
        "PB" | "PW" | "BR" | "WR" | "BT" | "WT" => Part::Players,
        "EV" | "RO" | "PC" => Part::Event,
        "DT" | "RD" => Part::Dates,
        "RE" => Part::Outcome,
        "TM" | "OT" | "TC" | "TT" | "LC" | "LT" | "OM" | "OP" => Part::Time,
        "ST" => Part::Display,
        "N" => Part::Name,
        "BL" | "WL" | "OB" | "OW" => Part::Clock,
        "CR" | "TR" | "SQ" | "MA" | "SL" | "M" | "DD" | "VW" | "TB" | "TW" | "LB" | "L" | "AR" | "LN" | "MH" | "MS"
        | "XL" | "XR" | "XT" | "XB" => Part::Mark,
        _ if ANALYSES.contains(&identifier) => Part::Analysis,
        _ if judgements::IDENTIFIERS.contains(&identifier) => Part::Judgement,
        _ => Part::Foreign,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sgf;
    use alloc::{format, string::String};
    use kifu_core::{Format, Source};

    /// Returns the text at the spans of the parts of node `node` in game `game`.
    fn slices(text: &str, game: usize, node: usize, parts: &[Part]) -> Vec<Option<String>> {
        let source = Source::from_text("game.sgf", text);
        let reading = Sgf::default().read(&source);
        let node = reading.records[game].tree.node(node).unwrap();
        let wanted: Vec<_> = parts.iter().map(|part| (node, *part)).collect();
        let found = Sgf::default().locate(&source, &reading.source_maps[game], &wanted);
        found.into_iter().map(|span| span.map(|span| source.slice(span).into())).collect()
    }

    fn all(text: &str, game: usize, node: usize, expected: &[(Part, &str)]) {
        let parts: Vec<_> = expected.iter().map(|(part, _)| *part).collect();
        let found = slices(text, game, node, &parts);
        let found: Vec<_> = found.iter().map(|found| found.as_deref().unwrap_or("-")).collect();
        assert_eq!(found, expected.iter().map(|(_, text)| *text).collect::<Vec<_>>(), "{text}");
    }

    #[test]
    fn the_place_of_a_part_is_its_property() {
        let text = "(;FF[4]GM[1]SZ[19]KM[6.5]PB[A]PW[B]EV[Honinbo]DT[1846]RE[B+2]TM[60]GN[g]GC[x\\]y]AP[p:1]ST[2]XX[1]\n\
                    ;B[pd]C[one\\] two]N[n]BL[3.5]TE[1]CR[aa][bb]LB[cc:1]XY[2])";
        let root = [
            (Part::Setup, "SZ[19]"),
            (Part::Terms, "KM[6.5]"),
            (Part::Players, "PB[A]PW[B]"),
            (Part::Event, "EV[Honinbo]"),
            (Part::Dates, "DT[1846]"),
            (Part::Outcome, "RE[B+2]"),
            (Part::Time, "TM[60]"),
            (Part::Title, "GN[g]"),
            (Part::Text, "GC[x\\]y]"),
            (Part::Application, "AP[p:1]"),
            (Part::Display, "ST[2]"),
            (Part::Foreign, "XX[1]"),
            (Part::Action, "-"),
            (Part::Comment, "-"),
        ];
        all(text, 0, 0, &root);
        let node = [
            (Part::Action, "B[pd]"),
            (Part::Comment, "C[one\\] two]"),
            (Part::Name, "N[n]"),
            (Part::Clock, "BL[3.5]"),
            (Part::ClockPrecision, "BL[3.5]"),
            (Part::Judgement, "TE[1]"),
            (Part::Mark, "CR[aa][bb]LB[cc:1]"),
            (Part::Foreign, "XY[2]"),
            (Part::Players, "-"),
        ];
        all(text, 0, 1, &node);
    }

    #[test]
    fn the_place_of_a_field_is_its_own_property() {
        let text = "(;B[aa])\n(;FF[4]GM[1]SZ[19]PB[A]KM[6.5]AW[cc]RU[aga]PW[B]TM[60]RE[B+2]OT[x]PW[C];PB[D])";
        let source = Source::from_text("game.sgf", text);
        let reading = Sgf::default().read(&source);
        let found = Sgf::default().header_spans(&source, &reading.source_maps[1]).unwrap();
        let at = |field: HeaderField| found.iter().find(|(of, _)| *of == field).map(|(_, span)| source.slice(*span));
        let fact = |name: &str| HeaderField::Fact(name.into());
        assert_eq!([fact("size"), fact("rules"), fact("komi")].map(at), ["SZ[19]", "RU[aga]", "KM[6.5]"].map(Some));
        let names = [Seat::First, Seat::Second].map(HeaderField::PlayerName);
        assert_eq!(names.map(at), ["PB[A]", "PW[B]"].map(Some));
        let times = [HeaderField::MainTime(None), HeaderField::Overtime(None)];
        assert_eq!(times.map(at), ["TM[60]", "OT[x]"].map(Some));
        let others = [HeaderField::Setup, HeaderField::Outcome, HeaderField::Dates];
        assert_eq!(others.map(at), [Some("AW[cc]"), Some("RE[B+2]"), None]);
        let found = Sgf::default().header_spans(&source, &reading.source_maps[0]).unwrap();
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn nodes_split_from_one_have_their_own_actions() {
        all("(;SZ[9]B[bb]W[cc])", 0, 1, &[(Part::Action, "B[bb]")]);
        all("(;SZ[9]B[bb]W[cc])", 0, 2, &[(Part::Action, "W[cc]")]);
        let text = "(;AB[aa]B[bb]W[cc];W[dd]B[ee];AW[ff]PL[B]W[gg])";
        all(text, 0, 0, &[(Part::Setup, "AB[aa]"), (Part::Action, "-")]);
        let source = Source::from_text("game.sgf", text);
        let reading = Sgf::default().read(&source);
        let tree = &reading.records[0].tree;
        let nodes: Vec<_> = tree.main_line().skip(1).collect();
        let wanted: Vec<_> = nodes.iter().map(|node| (*node, Part::Action)).collect();
        let found = Sgf::default().locate(&source, &reading.source_maps[0], &wanted);
        let found: Vec<_> = found.into_iter().map(|span| source.slice(span.unwrap())).collect();
        assert_eq!(found, ["B[bb]", "W[cc]", "W[dd]", "B[ee]", "AW[ff]PL[B]", "W[gg]"]);
    }

    #[test]
    fn the_second_move_is_not_a_part_of_the_first_node() {
        // The third property has the move of the other player.
        for text in ["(;SZ[9];B[ee]B[cg]W[gc]C[x])", "(;SZ[9];B[ee]W[zz]W[gc]C[x])"] {
            all(text, 0, 1, &[(Part::Action, "B[ee]"), (Part::Comment, "C[x]"), (Part::Clock, "-")]);
            all(text, 0, 2, &[(Part::Action, "W[gc]"), (Part::Comment, "-"), (Part::Foreign, "-")]);
            let found = slices(text, 0, 1, &[Part::Foreign]);
            assert_ne!(found[0].as_deref(), Some("W[gc]"), "{text}");
        }
    }

    #[test]
    fn later_games_and_games_without_parentheses_are_found() {
        all("(;B[aa]) between (;KM[5];W[bb]C[c])", 1, 0, &[(Part::Terms, "KM[5]")]);
        all("(;B[aa]) between (;KM[5];W[bb]C[c])", 1, 1, &[(Part::Action, "W[bb]"), (Part::Comment, "C[c]")]);
        all(";GM[1]KM[5];Black[qd]", 0, 0, &[(Part::Terms, "KM[5]")]);
        all(";GM[1]KM[5];Black[qd]", 0, 1, &[(Part::Action, "Black[qd]")]);
        all("((;KM[5];B[aa])(;W[bb]))", 0, 0, &[(Part::Terms, "KM[5]")]);
    }

    #[test]
    fn any_number_of_parts_costs_one_look_at_each_property() {
        let nodes: String = (0..2_000).map(|n| format!(";B[pd]C[{n}]N[n]")).collect();
        let marks: String = (0..2_000).map(|n| format!("X{}[1]", ["A", "B", "C"][n % 3])).collect();
        let text = format!("(;SZ[19]{marks}{nodes})");
        let source = Source::from_text("game.sgf", text);
        let reading = Sgf::default().read(&source);
        let tree = &reading.records[0].tree;
        let mut wanted: Vec<_> = tree.preorder().flat_map(|node| [(node, Part::Comment), (node, Part::Name)]).collect();
        wanted.extend((0..2_000).map(|_| (tree.root(), Part::Foreign)));
        let mut steps = 0;
        let found = locate_counted(source.text(), &reading.source_maps[0], &wanted, &mut steps);
        assert_eq!(found.iter().flatten().count(), 6_000);
        assert_eq!(steps, 1 + 2_000 + 3 * 2_000);
    }
}
