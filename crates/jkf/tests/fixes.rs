//! What the fixes write.

use kifu_core::{Format, Record, Safety, Source, apply_fixes};
use kifu_jkf::Jkf;
use kifu_shogiban::{Color, Shogi, ShogiRecord};

/// Makes the fixes of a text.
fn fixed(text: &str, safety: Safety) -> String {
    let source = Source::from_text("a.jkf", text);
    let found = Jkf::default().read(&source).diagnostics;
    apply_fixes(&Jkf::default(), &[], &source, found, safety).source.text().to_owned()
}

#[test]
fn an_origin_of_zeros_is_removed_where_the_move_is_a_drop() {
    // A move without a piece has no meaning. What the move before it states wrong has a fix.
    let text = r#"{"header": {}, "moves": [{}, {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU", "capture": "FU"}}, {"move": {"color": 1, "from": {"x": 0, "y": 0}, "to": {"x": 4, "y": 5}}}]}"#;
    assert_eq!(fixed(text, Safety::Safe), text.replace(r#", "capture": "FU""#, ""));
    let text = r#"{"header": {}, "moves": [{}, {"move": {"color": 0, "from": {"x": 0, "y": 0}, "to": {"x": 5, "y": 5}, "piece": "KA"}}]}"#;
    let expected = text.replace(r#""from": {"x": 0, "y": 0}, "#, "").replace(r#""KA""#, r#""KA", "relative": "H""#);
    assert_eq!(fixed(text, Safety::Safe), expected);
}

/// The second move cannot be read. From then on the position is not known, and what the moves state about it may be right.
#[test]
fn nothing_is_compared_with_an_unknown_position() {
    let text = r#"{"header": {}, "moves": [{},
  {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}},
  {"move": {"color": 1, "from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "piece": "F"}},
  {"move": {"color": 0, "from": {"x": 8, "y": 8}, "to": {"x": 3, "y": 3}, "piece": "KA", "promote": true, "relative": "U"}},
  {"move": {"from": {"x": 2, "y": 2}, "piece": "KA", "same": true, "promote": false, "capture": "UM"}},
  {"special": "TORYO"}]}"#;
    let found = Jkf::default().read(&Source::from_text("a.jkf", text));
    assert_eq!(
        found.diagnostics.iter().map(|found| found.code.0).collect::<Vec<_>>(),
        ["jkf/bad-move", "jkf/incomplete"]
    );
    assert_eq!(fixed(text, Safety::Guess), text);
    let record = &found.records[0];
    let actions = |record: &Record<Shogi>| -> Vec<String> {
        record.tree.main_line().filter_map(|node| record.tree[node].action.as_ref()).map(ToString::to_string).collect()
    };
    let line = actions(record);
    assert_eq!(line, ["☗７六歩(77)", "３四F(33)", "☗３三角成(88)", "☖３三角(22)", "投了"]);
    // The move takes a turn.
    assert_eq!(record.to_move(record.tree.main_line().last().unwrap()), Color::Black);
    // The square of the move is known, for `same`.
    let text = text.replace(r#"{"x": 8, "y": 8}, "to": {"x": 3, "y": 3}"#, r#"{"x": 8, "y": 8}, "same": true"#);
    let record = Jkf::default().read(&Source::from_text("a.jkf", &*text)).records.remove(0);
    assert_eq!(actions(&record)[2], "☗３四角成(88)");
}

/// One of the members of a move has a damaged key. What the others state is right, so nothing is written.
#[test]
fn a_damaged_key_changes_no_other_member() {
    let text = r#"{"header": {}, "moves": [{},
  {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}},
  {"move": {"color": 1, "from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "piece": "FU"}},
  {"move": {"color": 0, "from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "piece": "KA", "promote": true, "capture": "KA"}},
  {"move": {"color": 1, "from": {"x": 3, "y": 1}, "to": {"x": 2, "y": 2}, "piece": "GI", "same": true, "capture": "UM"}}]}"#;
    for (key, damaged) in [("promote", "promot"), ("capture", "captuure"), ("same", "sane")] {
        let (before, after) = text.rsplit_once(&format!("\"{key}\"")).unwrap();
        let damaged = format!("{before}\"{damaged}\"{after}");
        assert_eq!(fixed(&damaged, Safety::Safe), damaged);
    }
}

#[test]
fn the_letters_of_an_ending() {
    let text = r#"{"header": {}, "moves": [{}, {"special": "toryo"}]}"#;
    assert_eq!(fixed(text, Safety::Safe), text);
    assert_eq!(fixed(text, Safety::Guess), text.replace("toryo", "TORYO"));
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

/// A move under a damaged key is the move of its node, so that the moves after it are those of their players.
#[test]
fn a_move_under_another_key_is_read() {
    let text = r#"{"header": {}, "moves": [{},
  {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}},
  {"mXove": {"color": 1, "from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "piece": "FU"}, "note": {"to": 1}},
  {"move": {"color": 0, "from": {"x": 2, "y": 7}, "to": {"x": 2, "y": 6}, "piece": "FU"}}]}"#;
    let reading = Jkf::default().read(&Source::from_text("a.jkf", text));
    let found: Vec<_> = reading.diagnostics.iter().map(|found| found.code.0).collect();
    assert_eq!(found, ["jkf/unknown-member"; 2]);
    let moves: Vec<_> = reading.records[0].moves().map(ToString::to_string).collect();
    assert_eq!(moves, ["☗７六歩(77)", "☖３四歩(33)", "☗２六歩(27)"]);
    assert_eq!(fixed(text, Safety::Safe), text.replace("mXove", "move"));
    // Another key is an annotation, also beside an ending.
    for other in [
        text.replace("mXove", "best"),
        text.replace("mXove", "mvoe").replace("\"note\": {\"to\": 1}", "\"special\": \"TORYO\""),
    ] {
        let record = Jkf::default().read(&Source::from_text("a.jkf", other)).records.remove(0);
        assert_eq!(record.moves().count(), 2);
    }
    // Beside a move, the member has no effect.
    let twice = text.replace(
        "\"note\": {\"to\": 1}",
        "\"move\": {\"color\": 1, \"from\": {\"x\": 8, \"y\": 3}, \"to\": {\"x\": 8, \"y\": 4}, \"piece\": \"FU\"}",
    );
    let record = Jkf::default().read(&Source::from_text("a.jkf", &*twice)).records.remove(0);
    assert_eq!(record.moves().nth(1).unwrap().to_string(), "☖８四歩(83)");
    assert_eq!(fixed(&twice, Safety::Safe), twice);
}

/// A square under a damaged key is the origin or the destination, so that the move does not become a drop.
#[test]
fn a_square_under_another_key_is_read() {
    let text = r#"{"header": {}, "initial": {"preset": "OTHER", "data": {"color": 0, "board": [], "hands": [{"KI": 1}, {}]}}, "moves": [{},
  {"move": {"color": 0, "from": {"x": 5, "y": 8}, "to": {"x": 5, "y": 7}, "piece": "KI"}}]}"#;
    for key in ["from", "to"] {
        let damaged = text.replace(&format!("\"{key}\""), &format!("\"f{key}\""));
        let reading = Jkf::default().read(&Source::from_text("a.jkf", &*damaged));
        assert_eq!(reading.records[0].moves().next().unwrap().to_string(), "☗５七金(58)");
        assert!(fixed(&damaged, Safety::Safe).contains(&format!("\"{key}\"")));
    }
}
