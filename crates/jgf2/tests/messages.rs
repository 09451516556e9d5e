//! Messages about one point name it in A1 style, and as the file has it.

use kifu_core::{Format, Safety, Severity, Source};
use kifu_jgf2::Jgf2;

fn messages(node: &str) -> Vec<String> {
    let text = format!(r#"{{"board": {{"width": 19, "height": 19}}, "tree": [{node}]}}"#);
    let output = Jgf2::default().read(&Source::from_text("a.jgf", &text));
    output.diagnostics.iter().map(|found| found.message.to_string()).collect()
}

#[test]
fn a_point_with_two_setups_has_its_a1_name() {
    let stones = r#"{"setup": [{"type": "black", "coords": [{"x": 2, "y": 2}]}, {"type": "white", "coords": [{"x": 2, "y": 2}]}]}"#;
    let expected = "another entry of this node has a different setup for C17 (2, 2); the last entry counts";
    assert!(messages(stones).iter().any(|message| message == expected), "{:?}", messages(stones));
}

#[test]
fn a_line_of_one_point_has_its_a1_name() {
    let line = r#"{"markup": [{"type": "line", "coords": [], "lines": [{"from": {"x": 2, "y": 2}, "to": {"x": 2, "y": 2}}]}]}"#;
    let expected = "this line has both ends at C17 (2, 2); it has no effect (kept in the file)";
    assert!(messages(line).iter().any(|message| message == expected), "{:?}", messages(line));
}

#[test]
fn a_misspelt_key_is_an_error_with_a_guess() {
    let read = |text: &str| Jgf2::default().read(&Source::from_text("a.jgf", text));
    for (damaged, guess) in [
        (
            r#"{"tree": [{}, {"mov": {"color": "black", "x": 0, "y": 0}}]}"#,
            r#"{"tree": [{}, {"move": {"color": "black", "x": 0, "y": 0}}]}"#,
        ),
        (
            r#"{"boarrd": {"width": 9, "height": 9}, "tree": [{}]}"#,
            r#"{"board": {"width": 9, "height": 9}, "tree": [{}]}"#,
        ),
        (
            r#"{"players": [{"color": "black", "nam": "Lee"}], "tree": [{}]}"#,
            r#"{"players": [{"color": "black", "name": "Lee"}], "tree": [{}]}"#,
        ),
    ] {
        let output = read(damaged);
        let found = output.diagnostics.iter().find(|found| found.code.0 == "jgf2/unknown-member").unwrap();
        assert_eq!(found.severity, Severity::Error, "{damaged}");
        let fix = found.fix.as_ref().unwrap();
        assert_eq!((fix.safety, fix.edits.apply(damaged).as_str()), (Safety::Guess, guess));
    }
    // The right key is there as well, or no key resembles it.
    for (text, severity) in [
        (r#"{"tree": [{}, {"moove": {}, "move": {"color": "black", "x": 0, "y": 0}}]}"#, Severity::Error),
        (r#"{"tree": [{}], "mode": 1}"#, Severity::Note),
        (r#"{"tree": [{}], "": 1}"#, Severity::Note),
    ] {
        let output = read(text);
        let found = output.diagnostics.iter().find(|found| found.code.0 == "jgf2/unknown-member").unwrap();
        assert_eq!((found.severity, &found.fix), (severity, &None), "{text}");
    }
}

#[test]
fn a_misspelt_colour_of_a_player_is_an_error_with_a_guess() {
    let read = |text: &str| Jgf2::default().read(&Source::from_text("a.jgf", text));
    let damaged = r#"{"players": [{"color": "blakc", "name": "Lee"}], "tree": [{}]}"#;
    let found = read(damaged).diagnostics.into_iter().find(|found| found.code.0 == "jgf2/bad-value").unwrap();
    let message = r#"a player has the colour "blakc", perhaps "black"; read as a player of neither colour"#;
    assert_eq!((found.severity, found.message.as_str()), (Severity::Error, message));
    let fix = found.fix.unwrap();
    assert_eq!(fix.safety, Safety::Guess);
    assert_eq!(fix.edits.apply(damaged), damaged.replace("blakc", "black"));
    // The key of an object, with a player or with a name only.
    for player in [r#"{"name": "Lee"}"#, r#""Lee""#] {
        let object = format!(r#"{{"players": {{"white ": {player}}}, "tree": [{{}}]}}"#);
        assert_eq!(read(&object).diagnostics.max_severity(), Some(Severity::Error), "{object}");
    }
    // Another colour may be of a game with more players.
    let other = read(&damaged.replace("blakc", "blue"));
    assert_eq!(other.diagnostics.max_severity(), Some(Severity::Note), "{:?}", other.diagnostics);
}

#[test]
fn a_damaged_type_of_the_game_is_an_error() {
    let read = |name: &str| {
        let text = format!(r#"{{"game": {{"type": "{name}"}}, "tree": [{{}}]}}"#);
        Jgf2::default().read(&Source::from_text("a.jgf", text)).diagnostics
    };
    for name in ["gi", "g", "ggo", "g0", "weiqqi", "badk"] {
        assert_eq!(read(name).max_severity(), Some(Severity::Error), "{name}");
    }
    for name in ["chess", "shogi", "hex", "Lines of Action"] {
        assert_eq!(read(name).max_severity(), Some(Severity::Note), "{name}");
    }
    assert_eq!(read("go").max_severity(), None);
}
