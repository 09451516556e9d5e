//! Messages about one point name it in A1 style, and as the file has it.

use kifu_core::{Format, Source};
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
