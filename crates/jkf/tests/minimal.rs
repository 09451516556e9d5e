//! The minimal form has what the parser of KIF of json-kifu-format gives for the same game: the origin, the piece before the move, a
//! promotion, 同 in place of the square, the times, and an illegal action without its player. The facts are those of its published
//! examples and of its table of what each format states; the games are our own. The other minimal forms have what its parsers of KI2 and
//! CSA give.

use kifu_core::{Format, Source};
use kifu_jkf::{Form, Jkf, normalize};
use kifu_kif::Kif;
use serde_json::{Value, json};

/// Returns the moves that the minimal form has of a text in KIF.
fn moves(text: &str) -> Value {
    let reading = Kif::default().read(&Source::from_text("game.kif", text));
    assert!(reading.diagnostics.is_empty(), "{:?}", reading.diagnostics);
    let written = Jkf::default().form(Form::Minimal).write(&reading.records).text;
    let mut value: Value = serde_json::from_str(&written).unwrap();
    value["moves"].take()
}

fn at(file: u8, rank: u8) -> Value {
    json!({"x": file, "y": rank})
}

fn time(now: [u32; 2], total: [u32; 3]) -> Value {
    json!({"now": {"m": now[0], "s": now[1]}, "total": {"h": total[0], "m": total[1], "s": total[2]}})
}

#[test]
fn moves_drops_promotions_and_times() {
    let text = "手合割：平手\n手数----指手---------消費時間--\n\
        *始まり\n   1 ２六歩(27)   ( 0:05/00:00:05)\n*角道は後\n*飛車先から\n   2 ３四歩(33)   (75:00/01:15:00)\n   \
        3 ７六歩(77)   ( 0:55/00:01:00)\n   4 ８八角成(22)   ( 0:01/01:15:01)\n   5 同　銀(79)   ( 0:00/00:01:00)\n   \
        6 ４五角打     ( 0:09/01:15:10)\n   7 投了\n";
    let expected = json!([
        {"comments": ["始まり"]},
        {"comments": ["角道は後", "飛車先から"], "move": {"from": at(2, 7), "to": at(2, 6), "piece": "FU"}, "time": time([0, 5], [0, 0, 5])},
        {"move": {"from": at(3, 3), "to": at(3, 4), "piece": "FU"}, "time": time([75, 0], [1, 15, 0])},
        {"move": {"from": at(7, 7), "to": at(7, 6), "piece": "FU"}, "time": time([0, 55], [0, 1, 0])},
        {"move": {"from": at(2, 2), "to": at(8, 8), "piece": "KA", "promote": true}, "time": time([0, 1], [1, 15, 1])},
        {"move": {"from": at(7, 9), "same": true, "piece": "GI"}, "time": time([0, 0], [0, 1, 0])},
        {"move": {"to": at(4, 5), "piece": "KA"}, "time": time([0, 9], [1, 15, 10])},
        {"special": "TORYO"},
    ]);
    assert_eq!(moves(text), expected);
}

/// A piece that could promote and does not has no member, and neither has the piece that is taken. 同 in a fork is that of its line.
#[test]
fn forks_and_pieces_that_do_not_promote() {
    let text = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角(88)\n   4 同　銀(31)\n   5 中断\n\n\
        変化：4手\n   4 同　飛(82)\n\n変化：3手\n   3 ３三角成(88)\n   4 同　桂(21)\n";
    let pawn =
        |from: u8, to: u8, file: u8| json!({"move": {"from": at(file, from), "to": at(file, to), "piece": "FU"}});
    let same =
        |file: u8, rank: u8, piece: &str| json!({"move": {"from": at(file, rank), "same": true, "piece": piece}});
    let mut bishop = json!({"move": {"from": at(8, 8), "to": at(2, 2), "piece": "KA"}});
    bishop["forks"] = json!([[
        {"move": {"from": at(8, 8), "to": at(3, 3), "piece": "KA", "promote": true}},
        same(2, 1, "KE"),
    ]]);
    let mut silver = same(3, 1, "GI");
    silver["forks"] = json!([[same(8, 2, "HI")]]);
    let expected = json!([{}, pawn(7, 6, 7), pawn(3, 4, 3), bishop, silver, {"special": "CHUDAN"}]);
    assert_eq!(moves(text), expected);
}

/// 反則勝ち does not name the player who made the illegal action: the one who moved last.
#[test]
fn an_illegal_action_has_no_sign() {
    let text = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 反則勝ち\n";
    assert_eq!(moves(text)[2], json!({"special": "ILLEGAL_ACTION"}));
    // The player to move has no word in KIF, so the sign stays.
    let text = r#"{"header":{},"moves":[{},{"special":"+ILLEGAL_ACTION"}]}"#;
    let records = Jkf::default().read(&Source::from_text("game.jkf", text)).records;
    let written = Jkf::default().form(Form::Minimal).write(&records).text;
    assert!(written.contains(r#"{"special": "+ILLEGAL_ACTION"}"#), "{written}");
}

/// In a record without an origin, a move that states nothing would be one of KI2, made by a piece on the board if one can.
#[test]
fn drops_alone_are_drops() {
    let text = r#"{"header":{},"initial":{"preset":"OTHER","data":{"color":0,"board":{},"hands":[{"KI":1},{}]}},
        "moves":[{},{"move":{"color":0,"to":{"x":5,"y":5},"piece":"KI"}},{"move":{"color":1,"to":{"x":2,"y":2},"piece":"KA"}}]}"#;
    let records = Jkf::default().read(&Source::from_text("game.jkf", text)).records;
    let written = Jkf::default().form(Form::Minimal).write(&records).text;
    assert!(written.contains(r#"{"to": {"x": 5, "y": 5}, "piece": "KI", "relative": "H"}"#), "{written}");
    let again = Jkf::default().read(&Source::from_text("game.jkf", written)).records;
    assert_eq!(kifu_core::difference(&records, &again), []);
}

/// The game of the next test, in the form of a parser.
fn in_form(form: Form) -> (Value, String) {
    let text = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 ３四歩(33)\n   \
        3 ２二角成(88)   ( 0:01/00:00:06)\n   4 同　銀(31)\n   5 ４五角打\n   6 ４四歩(43)\n   7 ３四角(45)\n   8 ３三銀(22)\n   \
        9 ５二角(34)\n  10 同　金(61)\n  11 反則勝ち\n";
    let reading = Kif::default().read(&Source::from_text("game.kif", text));
    let write = |form| Jkf::default().form(form).write(&reading.records).text;
    let (written, full) = (write(form), write(Form::Full));
    let mut value: Value = serde_json::from_str(&written).unwrap();
    // What the parser leaves out is what the normaliser completes.
    let normal = normalize(&written).apply(&written);
    let [normal, full]: [Value; 2] = [normal, full].map(|text| serde_json::from_str(&text).unwrap());
    let moves =
        |value: &Value| value["moves"].as_array().unwrap().iter().map(|node| node["move"].clone()).collect::<Vec<_>>();
    assert_eq!(moves(&normal), moves(&full));
    (value["moves"].take(), written)
}

/// KI2 names the piece by words and not by its origin, and says 成 or 不成 where a piece may promote.
#[test]
fn the_form_of_a_parser_of_ki2() {
    let (moves, written) = in_form(Form::MinimalKi2);
    let of = |n: usize| moves[n]["move"].clone();
    assert_eq!(of(1), json!({"to": at(7, 6), "piece": "FU"}));
    assert_eq!(of(3), json!({"to": at(2, 2), "piece": "KA", "promote": true}));
    assert_eq!(of(4), json!({"piece": "GI", "same": true}));
    // The piece in hand is the only bishop of Black, so no word is needed.
    assert_eq!(of(5), json!({"to": at(4, 5), "piece": "KA"}));
    assert_eq!(of(9), json!({"to": at(5, 2), "piece": "KA", "promote": false}));
    // Both golds can take.
    assert_eq!(of(10), json!({"piece": "KI", "same": true, "relative": "R"}));
    assert_eq!(moves[11], json!({"special": "ILLEGAL_ACTION"}));
    assert!(!written.contains("from"), "{written}");
}

/// CSA has the piece after the move and the time of each move, and nothing that follows from the position.
#[test]
fn the_form_of_a_parser_of_csa() {
    let (moves, _) = in_form(Form::MinimalCsa);
    let of = |n: usize| moves[n]["move"].clone();
    assert_eq!(moves[1]["time"], json!({"now": {"m": 0, "s": 5}}));
    assert_eq!(of(3), json!({"from": at(8, 8), "to": at(2, 2), "piece": "UM"}));
    assert_eq!(of(4), json!({"from": at(3, 1), "to": at(2, 2), "piece": "GI"}));
    assert_eq!(of(5), json!({"to": at(4, 5), "piece": "KA"}));
    assert_eq!(of(9), json!({"from": at(3, 4), "to": at(5, 2), "piece": "KA"}));
    assert_eq!(moves[11], json!({"special": "-ILLEGAL_ACTION"}));
}
