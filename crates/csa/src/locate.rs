//! Finds the fields of the header in a text: which line states which field.

use crate::{
    document::{each_statement, header as parts},
    scanner::Token,
    times::seat_of_time,
};
use alloc::{vec, vec::Vec};
use kifu_core::{HeaderField, InfoText, Part, Seat, Span};
use kifu_shogiban::{analysis::is_like_analysis, fields::header_fields};

/// Returns the spans of the headers of the game at `span`, and of its ending.
pub(crate) fn header(text: &str, span: Span) -> Vec<(HeaderField, Span)> {
    let (mut found, mut has_moves) = (Vec::new(), false);
    each_statement(text, span.start as usize, |statement| {
        let fields = match statement.token {
            Token::Move => {
                has_moves = true;
                return;
            }
            Token::Ending => vec![HeaderField::Outcome],
            Token::Name if statement.text.starts_with("N+") => vec![HeaderField::PlayerName(Seat::First)],
            Token::Name if statement.text.starts_with("N-") => vec![HeaderField::PlayerName(Seat::Second)],
            Token::Header => parts(statement.text).map(|(key, _)| fields_of(key)).unwrap_or_default(),
            Token::Even | Token::Rank | Token::Pieces | Token::Side if !has_moves => {
                vec![HeaderField::Fact("start".into())]
            }
            _ => return,
        };
        found.extend(fields.into_iter().map(|field| (field, statement.shown())));
    });
    found
}

/// Returns the part that a line contains beside a move.
pub(crate) fn part_of_line(line: &str) -> Option<Part> {
    match line.strip_prefix("'*") {
        Some(comment) if is_like_analysis(comment) => Some(Part::Analysis),
        Some(_) => Some(Part::Comment),
        None if line.starts_with('\'') => Some(Part::Foreign),
        // The time after a move: `+7776FU,T5`, or in a line of its own.
        None if line.starts_with('T') || line.contains(",T") => Some(Part::Clock),
        None => None,
    }
}

/// Returns the fields that a header with this key states.
fn fields_of(key: &str) -> Vec<HeaderField> {
    if key == "START_TIME" {
        return header_fields("開始日時");
    }
    if let Some(seat) = seat_of_time(key) {
        return vec![HeaderField::MainTime(seat.clone()), HeaderField::Overtime(seat)];
    }
    vec![match key {
        "EVENT" => HeaderField::Text(InfoText::Event),
        "SITE" => HeaderField::Text(InfoText::Place),
        "END_TIME" => HeaderField::End,
        "OPENING" => HeaderField::Text(InfoText::Opening),
        "MAX_MOVES" => HeaderField::Fact("max moves".into()),
        "JISHOGI" => HeaderField::Fact("impasse".into()),
        "NOTE" => HeaderField::Text(InfoText::Description),
        // The others have the keys of KIF.
        _ => return header_fields(key),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Csa, fields::FIELDS};
    use kifu_core::{Format, Source};

    #[test]
    fn the_place_of_a_field_is_its_line() {
        let text = "V3.0\nN+A\nPI\n+\n+7776FU\n%TORYO\n/\nN+B\nN-C\n$TIME:60+0+0\n$EVENT:x\nPI\n+\n+2726FU\n";
        let source = Source::from_text("a.csa", text);
        let reading = Csa::default().read(&source);
        let found = |game: usize| {
            let found = Csa::default().header_spans(&source, &reading.source_maps[game]).unwrap();
            found.into_iter().map(|(field, span)| (field, source.slice(span))).collect::<Vec<_>>()
        };
        let start = || HeaderField::Fact("start".into());
        let names = [Seat::First, Seat::Second].map(HeaderField::PlayerName);
        let first = [(names[0].clone(), "N+A"), (start(), "PI"), (start(), "+"), (HeaderField::Outcome, "%TORYO")];
        assert_eq!(found(0), first);
        let second = [
            (names[0].clone(), "N+B"),
            (names[1].clone(), "N-C"),
            (HeaderField::MainTime(None), "$TIME:60+0+0"),
            (HeaderField::Overtime(None), "$TIME:60+0+0"),
            (HeaderField::Text(InfoText::Event), "$EVENT:x"),
            (start(), "PI"),
            (start(), "+"),
        ];
        assert_eq!(found(1), second);
    }

    #[test]
    fn the_place_of_a_part_is_its_line() {
        let text = "V3.0\nPI\n+\n/\nPI\n+\n+7776FU,T5\n'*好手\n'** 30 -3334FU\n'engine\n-3334FU\nT2\n";
        let source = Source::from_text("a.csa", text);
        let reading = Csa::default().read(&source);
        let nodes: Vec<_> = reading.records[1].tree.main_line().collect();
        let parts = [Part::Action, Part::Clock, Part::Comment, Part::Analysis, Part::Foreign, Part::Name];
        let wanted = parts.map(|part| (nodes[1], part)).into_iter().chain([(nodes[2], Part::Clock)]);
        let found = Csa::default().locate(&source, &reading.source_maps[1], &wanted.collect::<Vec<_>>());
        let found: Vec<_> = found.into_iter().map(|span| span.map(|span| source.slice(span))).collect();
        let expected = ["+7776FU,T5", "+7776FU,T5", "'*好手", "'** 30 -3334FU", "'engine"]
            .map(Some)
            .into_iter()
            .chain([None, Some("T2")]);
        assert!(found.iter().copied().eq(expected), "{found:?}");
    }

    #[test]
    fn every_header_of_the_table_is_a_field() {
        for field in &FIELDS {
            assert!(!matches!(fields_of(field.key())[..], [HeaderField::Custom(_)]), "{}", field.key());
        }
    }
}
