//! What the fixes write.

use kifu_core::{Format, Safety, Source, apply_fixes};
use kifu_jkf::Jkf;

/// Makes the fixes of a text.
fn fixed(text: &str, safety: Safety) -> String {
    let source = Source::from_text("a.jkf", text);
    let found = Jkf::default().read(&source).diagnostics;
    apply_fixes(&Jkf::default(), &[], &source, found, safety).source.text().to_owned()
}

#[test]
fn an_origin_of_zeros_is_removed_where_the_move_is_a_drop() {
    // A move without a piece is left out.
    let text = r#"{"header": {}, "moves": [{}, {"move": {"color": 0, "from": {"x": 0, "y": 0}, "to": {"x": 4, "y": 5}}}, {"move": {"color": 1, "from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "piece": "FU", "capture": "FU"}}]}"#;
    assert_eq!(fixed(text, Safety::Safe), text.replace(r#", "capture": "FU""#, ""));
    let text = r#"{"header": {}, "moves": [{}, {"move": {"color": 0, "from": {"x": 0, "y": 0}, "to": {"x": 5, "y": 5}, "piece": "KA"}}]}"#;
    let expected = text.replace(r#""from": {"x": 0, "y": 0}, "#, "").replace(r#""KA""#, r#""KA", "relative": "H""#);
    assert_eq!(fixed(text, Safety::Safe), expected);
}

#[test]
fn a_handicap_is_inserted_where_its_player_moves_first() {
    let text = |played: &str| format!(r#"{{"header": {{"手合割": "香落ち"}}, "moves": [{{}}, {{"move": {played}}}]}}"#);
    let white = text(r#"{"color": 1, "from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "piece": "FU"}"#);
    let with_preset = white.replace(r#""moves""#, r#""initial": {"preset":"KY"}, "moves""#);
    assert_eq!(fixed(&white, Safety::Guess), with_preset);
    let black = text(r#"{"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}"#);
    assert_eq!(fixed(&black, Safety::Guess), black);
}
