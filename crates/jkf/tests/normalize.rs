//! The normaliser: what the parsers of KIF, KI2 and CSA give becomes the same complete record. Each known defect of json-kifu-format and
//! of other programs is a test.

use kifu_core::{Format, Record, Source, difference};
use kifu_jkf::{Form, Jkf, Style, normalize};
use kifu_kif::Kif;
use kifu_rules::{Review, shogi::Position};
use kifu_shogiban::{Action, Color, Handicap, Kind, Shogi};
use serde_json::{Value, json};
use std::{fs, path::Path, slice::from_ref};

fn read(text: &str) -> Record<Shogi> {
    Jkf::default().read(&Source::from_text("game.jkf", text)).records.remove(0)
}

/// Returns the text after normalizing it, which must be the end of it.
fn normal(text: &str) -> String {
    let once = normalize(text).apply(text);
    let again = normalize(&once);
    assert!(again.is_empty(), "{once}\n{:?}", again.iter().collect::<Vec<_>>());
    once
}

fn moves(nodes: &str) -> String {
    format!(r#"{{"header":{{}},"moves":[{{}},{nodes}]}}"#)
}

fn to(x: u8, y: u8) -> String {
    format!(r#"{{"x":{x},"y":{y}}}"#)
}

/// The worked example of the specification.
#[test]
fn the_move_of_a_bishop_and_the_one_that_takes_it() {
    let start = r#"{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}}"#;
    let bishop = r#"{"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","promote":true}}"#;
    let silver = r#"{"move":{"from":{"x":3,"y":1},"piece":"GI","same":true}}"#;
    let text = normal(&moves(&format!("{start},{bishop},{silver}")));
    let value: Value = serde_json::from_str(&text).unwrap();
    let played = |n: usize| value["moves"][n]["move"].clone();
    assert_eq!(
        played(3),
        json!({"color": 0, "from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "piece": "KA", "promote": true, "capture": "KA"})
    );
    // The silver is outside of its zone, so it has no `promote`.
    assert_eq!(
        played(4),
        json!({"color": 1, "from": {"x": 3, "y": 1}, "to": {"x": 2, "y": 2}, "piece": "GI", "same": true, "capture": "UM"})
    );
    // The minimal form is the text that a parser of KIF gives.
    let format = Jkf::default().form(Form::Minimal).style(Style::Compact);
    let minimal = format.write(&[read(&text)]).text;
    assert!(minimal.contains(bishop) && minimal.contains(silver), "{minimal}");
}

/// What a parser leaves out of a complete move.
type Parser = fn(&mut serde_json::Map<String, Value>);

/// A parser of KIF gives no player, no capture, no relative words, and the square of 同 only by `same`.
fn of_kif(played: &mut serde_json::Map<String, Value>) {
    for key in ["color", "capture", "relative"] {
        played.remove(key);
    }
    if played.get("promote") == Some(&json!(false)) {
        played.remove("promote");
    }
    if played.contains_key("same") {
        played.remove("to");
    }
}

/// A parser of KI2 gives no player, no capture and no origin.
fn of_ki2(played: &mut serde_json::Map<String, Value>) {
    for key in ["color", "capture", "from"] {
        played.remove(key);
    }
    if played.contains_key("same") {
        played.remove("to");
    }
}

/// A parser of CSA gives the piece after the move.
fn of_csa(played: &mut serde_json::Map<String, Value>) {
    if played.get("promote") == Some(&json!(true)) {
        let kind = Kind::from_csa(played["piece"].as_str().unwrap()).unwrap();
        played.insert("piece".into(), kind.promoted().unwrap().csa().into());
    }
    for key in ["color", "capture", "relative", "same", "promote"] {
        played.remove(key);
    }
}

/// Changes each move, also those of forks.
fn each_move(value: &mut Value, change: Parser) {
    let mut waiting = vec![&mut value["moves"]];
    while let Some(list) = waiting.pop() {
        for node in list.as_array_mut().into_iter().flatten() {
            let Some(members) = node.as_object_mut() else { continue };
            for (key, member) in members {
                match (&**key, member) {
                    ("move", Value::Object(played)) => change(played),
                    ("forks", Value::Array(forks)) => waiting.extend(forks),
                    _ => {}
                }
            }
        }
    }
}

/// True if every move of a record can be made. JKF has no words for a move that could not be read.
fn is_legal(record: &Record<Shogi>) -> bool {
    let mut review = Review::<Shogi>::new(record);
    let mut is_legal = true;
    while let Some(node) = review.advance() {
        let position: &Position = review.position();
        is_legal &= match &record.tree[node].action {
            Some(Action::Move(played)) => position.fault(played).is_none(),
            Some(other) => other.mover(position.to_move()).is_none(),
            None => true,
        };
    }
    is_legal
}

/// True if a total is not the sum of the times. The normaliser would correct it.
fn has_totals(record: &Record<Shogi>) -> bool {
    let total = |node| record.tree[node].details().and_then(|details| details.clock.total);
    record.tree.preorder().any(|node| total(node).is_some())
}

/// The records of the fixtures in KIF, with every variation, reach the same complete text from what each parser gives.
#[test]
fn every_parser_gives_the_same_record() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/kif");
    let parsers: [(&str, Parser); 3] = [("kif", of_kif), ("ki2", of_ki2), ("csa", of_csa)];
    let mut tried = 0;
    for case in fs::read_dir(fixtures).unwrap() {
        let path = case.unwrap().path().join("input.kif");
        let Ok(bytes) = fs::read(&path) else { continue };
        let reading = kifu_core::read_bytes(&Kif::default(), "input.kif", bytes);
        let Some(record) = reading.records.first().filter(|record| is_legal(record) && !has_totals(record)) else {
            continue;
        };
        let full = Jkf::default().style(Style::Compact).write(from_ref(record)).text;
        assert!(normalize(&full).is_empty(), "{}", path.display());
        let complete: Value = serde_json::from_str(&full).unwrap();
        for (name, parser) in parsers {
            let mut value = complete.clone();
            each_move(&mut value, parser);
            let text = normal(&value.to_string());
            let found: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(found["moves"], complete["moves"], "{name}: {}", path.display());
            // The reader needs no normaliser.
            let records = [read(&value.to_string())];
            assert_eq!(difference(&records, &[read(&full)]), [], "{name}: {}", path.display());
        }
        tried += 1;
    }
    assert!(tried > 30, "{tried}");
}

/// json-kifu-format trusts the words of KI2, so that normalizing its output changes it: 直 where 上 is enough.
#[test]
fn words_are_computed_again() {
    let played = |square: String, piece: &str, relative: &str| {
        format!(r#"{{"move":{{"to":{square},"piece":"{piece}"{relative}}}}}"#)
    };
    let nodes = [
        played(to(5, 8), "KI", r#","relative":"LU""#),
        played(to(3, 4), "FU", ""),
        played(to(4, 8), "KI", r#","relative":"C""#),
    ];
    let value: Value = serde_json::from_str(&normal(&moves(&nodes.join(",")))).unwrap();
    assert_eq!(value["moves"][1]["move"]["relative"], "L");
    assert_eq!(value["moves"][3]["move"]["from"], json!({"x": 4, "y": 9}));
    assert_eq!(value["moves"][3]["move"]["relative"], "U");
}

/// shogi-kifu-converter infers an origin for a drop that a piece on the board could make too.
#[test]
fn a_drop_stays_a_drop() {
    let text = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/jkf/drop-that-a-piece-could-make/input.jkf"),
    )
    .unwrap();
    assert!(normalize(&text).is_empty());
    // Without the word, it is a drop in a complete record too.
    let bare = text.replace(r#", "relative": "H""#, "");
    assert_ne!(bare, text);
    assert_eq!(difference(&[read(&bare)], &[read(&text)]), []);
    assert!(normal(&bare).contains(r#""relative":"H""#));
}

/// json-kifu-format's normaliser of CSA leaves out forks, and its parser of KI2 finds the move before a fork wrong.
#[test]
fn forks_are_completed_with_the_move_before_them() {
    let first = format!(r#"{{"move":{{"from":{},"to":{},"piece":"FU"}}}}"#, to(7, 7), to(7, 6));
    let second = format!(r#"{{"move":{{"from":{},"to":{},"piece":"FU"}}}}"#, to(3, 3), to(3, 4));
    let third = format!(
        r#"{{"move":{{"from":{},"to":{},"piece":"UM"}},"forks":[[{{"move":{{"from":{},"to":{},"piece":"FU"}}}}]]}}"#,
        to(8, 8),
        to(2, 2),
        to(2, 7),
        to(2, 6)
    );
    let fourth = format!(
        r#"{{"move":{{"from":{0},"piece":"GI","same":true}},"forks":[[{{"move":{{"from":{1},"piece":"HI","same":true}}}}],[{{"special":"TORYO"}}]]}}"#,
        to(3, 1),
        to(8, 2)
    );
    let text = normal(&moves(&format!("{first},{second},{third},{fourth}")));
    let value: Value = serde_json::from_str(&text).unwrap();
    let fork = |n: usize, place: usize| value["moves"][n]["forks"][place][0]["move"].clone();
    assert_eq!(fork(3, 0), json!({"color": 0, "from": {"x": 2, "y": 7}, "to": {"x": 2, "y": 6}, "piece": "FU"}));
    // 同 of a fork is the square of the move before its node, 22, and not that of the node itself.
    assert_eq!(
        fork(4, 0),
        json!({"color": 1, "from": {"x": 8, "y": 2}, "to": {"x": 2, "y": 2}, "piece": "HI", "same": true, "promote": null, "capture": "UM"})
            .as_object()
            .map(|members| members.clone().into_iter().filter(|(_, value)| !value.is_null()).collect::<Value>())
            .unwrap()
    );
    assert_eq!(value["moves"][3]["move"]["piece"], "KA");
    assert_eq!(value["moves"][3]["move"]["promote"], true);
}

/// The board of preset 3 lacks the lance of file 1. json-kifu-format recognises the lance of file 9, so that a round trip changes it.
#[test]
fn each_handicap_becomes_its_preset_again() {
    for (handicap, name) in Handicap::ALL.into_iter().filter_map(|handicap| Some((handicap, handicap.jkf()?))) {
        let mut setup = handicap.setup();
        let full = |setup: &kifu_shogiban::Setup| {
            Jkf::default().style(Style::Compact).write(&[Record::<Shogi>::new(setup.clone())]).text
        };
        let preset = format!(r#""initial":{{"preset":"{name}"}}"#);
        assert!(full(&setup).contains(&preset), "{handicap}");
        // As a parser of CSA gives it: the pieces, which make the preset.
        setup.hand_mut(Color::Black).add(Kind::Pawn, 1);
        let text = full(&setup).replace(r#""FU":1"#, r#""FU":0"#);
        assert!(text.contains(r#""preset":"OTHER""#), "{handicap}");
        assert!(normal(&text).contains(&preset), "{handicap}: {}", normal(&text));
    }
}

#[test]
fn totals_are_added_up_for_each_player() {
    let time = |number: usize, rest: &str| {
        let (x, from, to_y) = [(7, 7, 6), (3, 3, 4), (2, 7, 6), (8, 3, 4)][number];
        format!(r#"{{"move":{{"from":{},"to":{},"piece":"FU"}}{rest}}}"#, to(x, from), to(x, to_y))
    };
    // Black's second time is missing, which counts as nothing. Seconds over a minute and an hour carry.
    let nodes = [
        time(0, r#","time":{"now":{"m":59,"s":50}}"#),
        time(1, r#","time":{"now":{"m":0,"s":7},"total":{"h":9,"m":9,"s":9}}"#),
        time(2, ""),
        time(3, r#","time":{"now":{"h":1,"m":2,"s":3}}"#),
        r#"{"special":"TORYO","time":{"now":{"m":0,"s":30}}}"#.into(),
    ];
    let value: Value = serde_json::from_str(&normal(&moves(&nodes.join(",")))).unwrap();
    let total = |n: usize| value["moves"][n]["time"]["total"].clone();
    assert_eq!(total(1), json!({"h": 0, "m": 59, "s": 50}));
    assert_eq!(total(2), json!({"h": 0, "m": 0, "s": 7}));
    assert_eq!(value["moves"][3].get("time"), None);
    assert_eq!(total(4), json!({"h": 1, "m": 2, "s": 10}));
    assert_eq!(value["moves"][4]["time"]["now"], json!({"m": 62, "s": 3}));
    assert_eq!(total(5), json!({"h": 1, "m": 0, "s": 20}));
}

#[test]
fn an_illegal_action_is_one_of_the_player_who_moved_last() {
    let first = format!(r#"{{"move":{{"from":{},"to":{},"piece":"FU"}}}}"#, to(7, 7), to(7, 6));
    let second = format!(r#"{{"move":{{"from":{},"to":{},"piece":"FU"}}}}"#, to(3, 3), to(3, 4));
    let ending = r#"{"special":"ILLEGAL_ACTION"}"#;
    assert!(normal(&moves(&format!("{first},{ending}"))).contains("\"+ILLEGAL_ACTION\""));
    assert!(normal(&moves(&format!("{first},{second},{ending}"))).contains("\"-ILLEGAL_ACTION\""));
}

/// White space, comments, unknown members and the order of members stay.
#[test]
fn nothing_else_changes() {
    let text = "{\n  \"moves\": [ {\"comments\": [\"x\"], \"mood\": 1},\n  {\"weather\": [ 1 ], \"move\": {\"piece\": \"FU\", \"eval\": 30, \"to\": {\"x\": 7, \"y\": 6}, \"from\": {\"x\": 7, \"y\": 7}}} ],\n  \"header\": {\"先手\":\"あさ\"}\n}\n";
    let expected = text.replace(
        "{\"piece\": \"FU\", \"eval\": 30, \"to\": {\"x\": 7, \"y\": 6}, \"from\": {\"x\": 7, \"y\": 7}}",
        "{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\",\"eval\":30}",
    );
    assert_eq!(normal(text), expected);
    // Members in another order are complete too, and so are nulls.
    let complete = moves(&format!(
        r#"{{"move":{{"to":{},"piece":"FU","from":{{"y":7, "x":7}},"capture":null,"color":0}}}}"#,
        to(7, 6)
    ));
    assert!(normalize(&complete).is_empty());
}

#[test]
fn headers_that_the_position_needs_are_removed() {
    let board: Vec<Vec<Value>> = vec![vec![json!({}); 9]; 9];
    let text = json!({
        "header": {"手番": "後手", "先手": "あさ", "先手の持駒": "飛", "後手の持駒": "金二"},
        "initial": {"preset": "OTHER", "data": {"board": board}},
        "moves": [{}],
    })
    .to_string();
    let value: Value = serde_json::from_str(&normal(&text)).unwrap();
    assert_eq!(value["header"], json!({"先手": "あさ"}));
    assert_eq!(value["initial"]["data"]["color"], 1);
    assert_eq!(value["initial"]["data"]["hands"][0]["HI"], 1);
    assert_eq!(value["initial"]["data"]["hands"][1]["KI"], 2);
}

/// json-kifu-format drops `initial` for その他 without a diagram, and keeps the header. The record is even.
#[test]
fn a_position_that_is_not_there_is_even() {
    let text = r#"{"header":{"手合割":"その他"},"moves":[{"comments":null}]}"#;
    let record = read(text);
    assert_eq!(record.setup.handicap(), Some(Handicap::Even));
    assert_eq!(record.info.headers[0].value, "その他");
    assert!(normalize(text).is_empty());
}

/// In a damaged text, a member may be read where it does not belong. Only a sound text has a fix that completes the moves.
#[test]
fn a_damaged_text_is_not_completed() {
    let nodes = r#"{"move":{"to":{"x":7,"y":6},"from":{"x":7,"y":7},"piece":"FU"}}"#;
    let fixes = |text: &str| {
        let read = Jkf::default().read(&Source::from_text("game.jkf", text));
        read.diagnostics.iter().filter(|found| found.code.0 == "jkf/incomplete" && found.fix.is_some()).count()
    };
    assert_eq!(fixes(&moves(nodes)), 1);
    // Two keys were torn apart, so that the quotation marks of the line are exchanged.
    let damaged = r#"{
  "header": {},
  "moves": [
    {},
    {"move": {"col"y": 6}, "pieceor": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}},
    {"move": {"color": 1, "from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "piece": "FU"}},
    {"special": "TORYO", "forks": [[{"move": {"color": 0, "from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "piece"KA"}}]]}
  ]
}"#;
    assert_eq!(fixes(damaged), 0);
}
