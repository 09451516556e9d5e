//! Fixes of problems whose meaning is known leave every record equal.

#[path = "fixes/mod.rs"]
mod fixes;

use fixes::{guessed, read, safely_fixed};
use kifu_core::difference;

/// A fix is safe if the record stays equal. Each text that is fixed is compared as a record too.
#[test]
fn what_is_known_is_fixed() {
    for (text, expected) in [
        // Lists of one property that follow each other.
        ("(;GM[1];AB[aa]AB[bb]\nAB[cc:dd]TR[aa])", "(;GM[1];AB[aa][bb]\n[cc:dd]TR[aa])"),
        ("(;GM[1];LB[aa:x] LB[bb:y])", "(;GM[1];LB[aa:x] [bb:y])"),
        ("(;GM[1];CR[aa]N[n]CR[bb][cc];B[dd])", "(;GM[1];CR[aa][bb][cc]N[n];B[dd])"),
        // Texts.
        ("(;GM[1];C[a][b;c]N[n])", "(;GM[1];C[a\n\nb;c]N[n])"),
        ("(;GM[1];C[a]N[n]C[b]\n;C[a]C[b]C[c])", "(;GM[1];C[a\n\nb]N[n]\n;C[a\n\nb\n\nc])"),
        // FF, GM and CA with the same value.
        ("(;FF[4]GM[1]CA[UTF-8]FF[4]GM[1]CA[UTF-8])", "(;FF[4]GM[1]CA[UTF-8])"),
        // Setup before a move, and two moves.
        ("(;GM[1]AB[aa]W[bb]C[c])", "(;GM[1]AB[aa];W[bb]C[c])"),
        ("(;GM[1];AB[aa]AE[cc]W[bb]C[c]TE[1]WL[3])", "(;GM[1];AB[aa]AE[cc];W[bb]C[c]TE[1]WL[3])"),
        ("(;GM[1];B[bb]AB[aa]C[c]AE[cc]\n)", "(;GM[1];AB[aa]AE[cc];B[bb]C[c]\n)"),
        ("(;GM[1];W[bb]N[n]AB[aa])", "(;GM[1];N[n]AB[aa];W[bb])"),
        ("(;GM[1];C[c]W[bb]AB[aa][dd])", "(;GM[1];AB[aa][dd];C[c]W[bb])"),
        ("(;GM[1];B[aa]C[c]LB[aa:1]W[bb](;B[cc])(;B[dd]))", "(;GM[1];B[aa]C[c]LB[aa:1];W[bb](;B[cc])(;B[dd]))"),
    ] {
        assert_eq!(safely_fixed(text), expected);
        assert!(difference(&read(text).records, &read(expected).records).is_empty(), "{text}");
    }
    for text in [
        // Another order of setup is another position.
        "(;GM[1];AB[aa]AW[aa]AB[aa])",
        "(;GM[1];AB[aa]C[c]AB[bb])",
        "(;GM[1];LB[aa:A]CR[bb]LB[aa:B])",
        // White space at the end of a text belongs to it, and a bracket may be damage.
        "(;GM[1];C[a[x][b])",
        "(;GM[1];C[a ][b])",
        "(;GM[1];C[a]N[n]C[b)",
        // An empty list has a meaning of its own.
        "(;GM[1];DD[]DD[aa])",
        "(;GM[1];AB[aa]x AB[bb])",
        "(;GM[1]FF[4]FF[3])",
        "(;GM[1]KM[6.5]KM[6.5])",
        "(;GM[1];B[aa]FF[4]FF[4])",
        // These properties would belong to another node.
        "(;GM[1];AB[aa]MN[3]W[bb])",
        "(;GM[1];AB[aa]W[bb]PB[x])",
        "(;GM[1];B[aa]W[bb]C[c])",
        "(;GM[1];B[aa]WL[20]W[bb])",
    ] {
        assert_eq!(safely_fixed(text), text);
    }
    // There may be millions of properties and texts, so a fix moves or joins only a few.
    let over = format!("(;GM[1];W[bb]{})", "AB[aa]N[n]".repeat(101));
    assert!(safely_fixed(&over).starts_with("(;GM[1];W[bb]AB[aa]"));
    let texts = format!("(;GM[1];C{})", "[a]".repeat(101));
    assert_eq!(safely_fixed(&texts), texts);
    assert_eq!(guessed("(;GM[1]KM[6.5]KM[6.5])"), "(;GM[1]KM[6.5])");
}
