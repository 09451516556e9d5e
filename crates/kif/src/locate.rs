//! Finds the fields of the header in a text: which line states which field.

use crate::{document::header as parts, games::each_line, scanner::Token};
use alloc::{vec, vec::Vec};
use kifu_core::{HeaderField, Part, Span};
use kifu_shogiban::{analysis::is_like_analysis, fields::header_fields};

/// Returns the spans of the lines of the headers of all games, and of the lines with the results.
pub(crate) fn headers(text: &str) -> Vec<(HeaderField, Span)> {
    let (mut found, mut start) = (Vec::new(), 0);
    while start < text.len() {
        let mut has_moves = false;
        start = each_line(text, start, |line| {
            let fields = match line.token {
                Token::Move | Token::Moves => {
                    has_moves = true;
                    return;
                }
                Token::Summary => vec![HeaderField::Outcome],
                Token::Header if !has_moves => header_fields(parts(line.text).0),
                Token::Rank | Token::Side if !has_moves => vec![HeaderField::Fact("start".into())],
                _ => return,
            };
            found.extend(fields.into_iter().map(|field| (field, line.shown())));
        });
    }
    found
}

/// Returns the part that a line contains beside a move.
pub(crate) fn part_of_line(line: &str) -> Option<Part> {
    match line.strip_prefix('*') {
        Some(comment) if is_like_analysis(comment) => Some(Part::Analysis),
        Some(_) => Some(Part::Comment),
        None if line.starts_with('&') => Some(Part::Bookmark),
        None if line.starts_with('#') => Some(Part::Foreign),
        // The time of a move: `( 0:05/00:00:05)`.
        None if line.starts_with(|c: char| c.is_ascii_digit()) && line.contains(':') => Some(Part::Clock),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ki2, Kif};
    use alloc::{borrow::ToOwned, string::String};
    use kifu_core::{Format, InfoText, Seat, Source};
    use kifu_shogiban::Shogi;

    /// Returns the texts at the places of parts of the first move.
    fn at_first_move<const N: usize>(format: &dyn Format<Shogi>, text: &str, parts: [Part; N]) -> [Option<String>; N] {
        let source = Source::from_text("a.kif", text);
        let reading = format.read(&source);
        let node = reading.records[0].tree.main_line().nth(1).unwrap();
        let found = format.locate(&source, &reading.source_maps[0], &parts.map(|part| (node, part)));
        let mut texts = found.into_iter().map(|span| span.map(|span| source.slice(span).to_owned()));
        [(); N].map(|()| texts.next().unwrap())
    }

    #[test]
    fn the_place_of_a_part_is_its_line() {
        let text = "手合割：平手\n   1 ７六歩(77)   ( 0:05/00:00:05)\n*好手\n*である\n&定跡\n**解析 0 候補1 評価値 57\n   2 ３四歩(33)\n*他\n";
        let parts = [Part::Action, Part::Clock, Part::Comment, Part::Bookmark, Part::Analysis, Part::Name];
        let expected = [
            Some("1 ７六歩(77)   ( 0:05/00:00:05)"),
            Some("1 ７六歩(77)   ( 0:05/00:00:05)"),
            Some("*好手\n*である"),
            Some("&定跡"),
            Some("**解析 0 候補1 評価値 57"),
            None,
        ];
        assert_eq!(at_first_move(&Kif::default(), text, parts), expected.map(|text| text.map(String::from)));
        let text = "手合割：平手\n▲７六歩 △３四歩\n*好手\n";
        let found = at_first_move(&Ki2::default(), text, [Part::Action, Part::Comment]);
        assert_eq!(found, [Some("▲７六歩".to_owned()), None]);
    }

    #[test]
    fn the_place_of_a_field_is_its_line() {
        let text = "# 注意\n手合割：平手\n後手：羽生\n 先手：谷川 \n棋戦：名人戦\n天気：雨\n手数----指手---------消費時間--\n   1 ７六歩(77)\n棋戦：x\n   2 投了\nまで1手で先手の勝ち\n";
        let source = Source::from_text("a.kif", text);
        let reading = Kif::default().read(&source);
        let found = Kif::default().header_spans(&source, &reading.source_maps[0]).unwrap();
        let found: Vec<_> = found.into_iter().map(|(field, span)| (field, source.slice(span))).collect();
        let expected = [
            (HeaderField::Fact("start".into()), "手合割：平手"),
            (HeaderField::PlayerName(Seat::Second), "後手：羽生"),
            (HeaderField::PlayerName(Seat::First), "先手：谷川"),
            (HeaderField::Text(InfoText::Event), "棋戦：名人戦"),
            (HeaderField::Custom("天気".into()), "天気：雨"),
            (HeaderField::Outcome, "まで1手で先手の勝ち"),
        ];
        assert_eq!(found, expected);
    }
}
