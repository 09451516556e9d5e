//! Finds the fields of the header in a text: which line states which field.

use crate::{
    document::{header as parts, lines},
    scanner::Token,
};
use alloc::{vec, vec::Vec};
use kifu_core::{HeaderField, Span};
use kifu_shogiban::fields::header_fields;

/// Returns the spans of the lines of the header, and of the line with the result.
pub(crate) fn header(text: &str) -> Vec<(HeaderField, Span)> {
    let (mut found, mut has_moves) = (Vec::new(), false);
    for line in lines(text) {
        let fields = match line.token {
            Token::Move | Token::Moves => {
                has_moves = true;
                continue;
            }
            Token::Summary => vec![HeaderField::Outcome],
            Token::Header if !has_moves => header_fields(parts(line.text).0),
            Token::Rank | Token::Side if !has_moves => vec![HeaderField::Fact("start".into())],
            _ => continue,
        };
        found.extend(fields.into_iter().map(|field| (field, line.shown())));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kif;
    use kifu_core::{Format, InfoText, Seat, Source};

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
