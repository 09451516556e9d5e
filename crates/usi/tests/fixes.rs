//! What the fixes write.

use kifu_core::{Format, Safety, Source, apply_fixes};
use kifu_usi::Usi;

/// Makes the fixes of a text.
fn fixed(text: &str, safety: Safety) -> String {
    let source = Source::from_text("a.usi", text);
    let found = Usi::default().read(&source).diagnostics;
    apply_fixes(&Usi::default(), &[], &source, found, safety).source.text().to_owned()
}

#[test]
fn guesses() {
    for (text, expected) in [
        (
            "position startpos moves 7G7F 3c3d 8H2B+ 3a2b b*4E RESIGN\n",
            "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e resign\n",
        ),
        ("Game 1\nposition startpos moves 7g7f\n", "# Game 1\nposition startpos moves 7g7f\n"),
    ] {
        assert_eq!(fixed(text, Safety::Safe), text);
        assert_eq!(fixed(text, Safety::Guess), expected);
    }
}

#[test]
fn a_doubtful_text_has_no_guesses() {
    for text in [
        "position startpos moves 7g7x 3C3X\n",
        "positionstartpos moves 7g7f\nposition startpos\n",
        "lnsgkgsnl/1r5b1 b\nposition startpos\n",
    ] {
        assert_eq!(fixed(text, Safety::Guess), text);
    }
}
