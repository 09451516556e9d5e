//! Fixes and guesses of damaged values and identifiers remove nothing that a person wrote, and hide no damage.

#[path = "fixes/mod.rs"]
mod fixes;

use fixes::{diagnostics, guessed, read, safely_fixed};
use kifu_core::{Comment, Diagnostics, Format, Record, Safety, Seat, Severity, Source, apply_fixes};
use kifu_goban::Go;
use kifu_sgf::Sgf;

#[test]
fn a_bracket_that_was_lost_before_a_value_is_put_back() {
    for (damaged, expected) in [
        ("(;FF[4]GM[1]AB[aa]AEoe][pe]AW[cc])", "(;FF[4]GM[1]AB[aa]AE[oe][pe]AW[cc])"),
        ("(;FF[4]GM[1]AB[aa]AE oe][pe]AW[cc])", "(;FF[4]GM[1]AB[aa]AE [oe][pe]AW[cc])"),
        ("(;GM[1]FF[4];Bmb];W[mc])", "(;GM[1]FF[4];B[mb];W[mc])"),
        ("(;GM[1]FF[4];Bmb][mc])", "(;GM[1]FF[4];B[mb];B[mc])"),
        ("(;GM[1]FF[4]SZ19];B[mc])", "(;GM[1]FF[4]SZ[19];B[mc])"),
        ("(;GM[1]FF[4]AB[aa](bb][cc][dd])", "(;GM[1]FF[4]AB[aa][bb][cc][dd])"),
        ("(;GM[1]FF[4]AB[aa][bb]cc]AW[dd])", "(;GM[1]FF[4]AB[aa][bb][cc]AW[dd])"),
        ("(;GM[1]FF[4]AB[aa][bb]\ncc]AW[dd])", "(;GM[1]FF[4]AB[aa][bb]\n[cc]AW[dd])"),
    ] {
        assert_eq!(guessed(damaged), expected);
    }
}

#[test]
fn a_text_that_is_there_twice_may_be_removed() {
    for (node, expected) in [
        ("C[a]C[a]", "C[a]"),
        ("C[a] [a][a]N[n]", "C[a]N[n]"),
        ("C[a]N[n]C[a]", "C[a]N[n]"),
        ("C[a][b]C[a][b]", "C[a\n\nb]"),
        ("C[a][b]C[b]", "C[a\n\nb\n\nb]"),
        ("C[ ]C[a]", "C[ \n\na]"),
        ("C[]C[a]", "C[a]"),
    ] {
        assert_eq!(guessed(&format!("(;GM[1]FF[4];{node})")), format!("(;GM[1]FF[4];{expected})"));
        assert!(!read(&safely_fixed(&format!("(;GM[1]FF[4];{node})"))).records.is_empty());
    }
}

#[test]
fn two_moves_in_a_node_become_two_nodes_and_many_do_not() {
    for (node, expected) in [
        ("B[aa][bb]", "B[aa];B[bb]"),
        ("B[aa]B[bb]", "B[aa];B[bb]"),
        ("W[][pr][nq][oq]", "W[][pr][nq][oq]"),
        ("W[]W[pr]W[nq]W[oq]", "W[]W[pr]W[nq]W[oq]"),
        ("B[ce][too much]", "B[ce][too much]"),
    ] {
        assert_eq!(guessed(&format!("(;GM[1]FF[4];{node})")), format!("(;GM[1]FF[4];{expected})"));
    }
}

#[test]
fn several_dates_become_one_value() {
    for (values, expected) in [
        ("[1996-05-06][1996-05-07]", "[1996-05-06,07]"),
        ("[1996-05-06,07] [1997][1998-02]", "[1996-05-06,07,1997,1998-02]"),
        ("[][1996-05-06][1996-05-07]", "[][1996-05-06][1996-05-07]"),
        ("[1996-05-06][May]", "[1996-05-06][May]"),
        ("[1996-05-06][1996-05-07", "[1996-05-06,07]"),
        ("[1996-05-06][7 May 1996]", "[1996-05-06,07]"),
        // One of them has a time of day, which the next fix moves.
        ("[1996-05-06 10:00][1996-05-07]", "[1996-05-06,07]KX[kifu:started:1996-05-06 10\\\\:00]"),
        ("[1996-05-06][1996-05-07 10:00]", "[1996-05-06,07]KX[sgf:DT:1996-05-06,1996-05-07 10:00]"),
    ] {
        let guess = guessed(&format!("(;GM[1]FF[4]DT{values};B[aa])"));
        assert!(guess.starts_with(&format!("(;GM[1]FF[4]DT{expected}")), "{guess}");
    }
}

#[test]
fn a_property_of_the_first_node_is_removed_elsewhere_if_it_says_the_same() {
    for (damaged, expected) in [
        ("(;GM[1]FF[4]CA[UTF-8];B[aa]GM[1]FF[4];W[bb]CA[UTF-8])", "(;GM[1]FF[4]CA[UTF-8];B[aa];W[bb])"),
        ("(;GM[1]FF[4]SZ[9];B[aa]SZ[13]FF[3])", "(;GM[1]FF[4]SZ[9];B[aa]SZ[13]FF[3])"),
        ("(;GM[1]FF[4];B[aa]ST[1])", "(;GM[1]FF[4];B[aa]ST[1])"),
        ("(;GM[1]FF[4]FF[3];B[aa]FF[3])", "(;GM[1]FF[4]FF[3];B[aa]FF[3])"),
    ] {
        assert_eq!(guessed(damaged), expected);
    }
}

#[test]
fn unknown_letters_stay_and_are_reported() {
    for text in [
        "(;B[aa](some text I wrote);W[bb])",
        "(;GM[1];W]b[cc];B[dd])",
        "(;GM[1]A]B[aa])",
        "(;GM[1]A()B[aa])",
        "(;GM[1];B()[aa])",
        "(;B(aa);W(bb))",
        "(;GM[1];B[aa];W]bb];B[dd])",
        "(;GM[1];B[aa]bb];W[cc])",
        "(;GM[1]C[a]b];W[cc]D]x[dd])",
        "(;GM[1]AB[aa](bb];W[cc])",
        "(;GM[11]AB[aa]bb])",
    ] {
        let letters = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
        let after = guessed(text);
        // A guess writes `b[cc]` in capitals.
        assert_eq!(letters(&after).to_lowercase(), letters(text).to_lowercase(), "{after}");
        assert!(
            diagnostics(&after).iter().any(|found| found.0 == Severity::Error || text.contains("C[")),
            "{after}: {:?}",
            diagnostics(&after)
        );
    }
    // Empty parentheses are removed.
    assert_eq!(guessed("(;B[aa](( ));W[bb]]())"), "(;B[aa];W[bb])");
}

#[test]
fn a_text_that_continues_after_its_bracket_is_reported() {
    for (damaged, expected) in [
        ("(;FF[4]GM[1]PB[a],PW[b];B[aa])", "(;FF[4]GM[1]PB[a]PW[b];B[aa])"),
        ("(;FF[4]GM[1]PB[a], PW[b];B[aa])", "(;FF[4]GM[1]PB[a] PW[b];B[aa])"),
        ("(;FF[4]GM[1]PB[a]-PW[b];B[aa])", "(;FF[4]GM[1]PB[a]PW[b];B[aa])"),
        ("(;GM[1];B[aa]C[x].;W[bb];B[cc])", "(;GM[1];B[aa]C[x];W[bb];B[cc])"),
        ("(;GM[1];B[aa]C[x]|\n;W[bb];B[cc])", "(;GM[1];B[aa]C[x]\n;W[bb];B[cc])"),
        ("(;GM[1];B[aa]C[x]\";W[bb])", "(;GM[1];B[aa]C[x];W[bb])"),
        ("(;GM[1];B[aa]C[x]-;W[])", "(;GM[1];B[aa]C[x];W[])"),
        // Then the node has two moves, and each gets its own.
        ("(;GM[1];B[aa]C[x],W[bb])", "(;GM[1];B[aa]C[x];W[bb])"),
        ("(;GM[1]FF[4]C[x].AB[bb:cc])", "(;GM[1]FF[4]C[x]AB[bb:cc])"),
        // Text that a person may have written stays.
        ("(;GM[1];B[aa]C[x]1;W[bb];B[cc])", "(;GM[1];B[aa]C[x]1;W[bb];B[cc])"),
        ("(;GM[1];B[aa]C[x]C{x};W[bb])", "(;GM[1];B[aa]C[x]C{x};W[bb])"),
        ("(;GM[1];B[aa]C[x] of many words;W[bb])", "(;GM[1];B[aa]C[x] of many words;W[bb])"),
    ] {
        let found: Vec<_> =
            diagnostics(damaged).into_iter().filter(|found| found.1 == "sgf/property-in-text").collect();
        assert!(matches!(found[..], [(found, ..)] if found == Severity::Error), "{damaged}: {found:?}");
        assert_eq!(guessed(damaged), expected);
    }
    for legal in [
        "(;FF[4]GM[1];B[aa]C[hello;W[ma\\];B[bb\\]])",
        "(;FF[4]GM[1];B[aa]C[B[aa\\],W[bb\\] and so on])",
        "(;FF[4]GM[1];B[aa]C[x] ;W[bb])",
    ] {
        assert_eq!(diagnostics(legal), []);
    }
    for prose in ["(;FF[4]GM[1]C[see [1] and B[1] here])", "(;FF[4]GM[1]C[see [1], B[2] here])"] {
        assert!(diagnostics(prose).iter().all(|found| found.1 == "sgf/unescaped-bracket"), "{:?}", diagnostics(prose));
    }
}

#[test]
fn letters_of_a_long_name_that_may_be_a_value_stay() {
    for (text, severity, expected) in [
        ("(;FF[4]GM[1]AB[aa]AEoe[pe])", Severity::Error, "(;FF[4]GM[1]AB[aa]AE[oe][pe])"),
        ("(;FF[4]GM[1];Bmb[mc])", Severity::Error, "(;FF[4]GM[1];Bmb[mc])"),
        ("(;FF[4]GM[1]PBlee[mc])", Severity::Warning, "(;FF[4]GM[1]PBlee[mc])"),
        ("(;FF[4]GM[1];aaB[mc])", Severity::Warning, "(;FF[4]GM[1];aaB[mc])"),
        ("(;FF[4]GM[1]CoPyright[x];Black[aa])", Severity::Warning, "(;FF[4]GM[1]CP[x];B[aa])"),
        ("(;FF[3]GM[1]AddBlack[aa];BadMove[1])", Severity::Note, "(;FF[3]GM[1]AB[aa];BM[1])"),
    ] {
        let found: Vec<_> =
            diagnostics(text).into_iter().filter(|found| found.1 == "sgf/long-name").map(|found| found.0).collect();
        assert!(!found.is_empty() && found.iter().all(|&found| found == severity), "{text}: {found:?}");
        assert_eq!(guessed(text), expected);
    }
}

#[test]
fn a_text_that_lost_its_bracket_is_reported() {
    for (damaged, expected) in [
        ("(;GM[1]PB[LeePW[Gu Li]KM[6.5];B[aa])", "(;GM[1]PB[Lee]PW[Gu Li]KM[6.5];B[aa])"),
        ("(;GM[1]PW[Gu LiKM[6.5]SZ[19];B[aa])", "(;GM[1]PW[Gu Li]KM[6.5]SZ[19];B[aa])"),
        ("(;GM[1];W[qd]C[Hello;B[dc];W[dd])", "(;GM[1];W[qd]C[Hello];B[dc];W[dd])"),
        ("(;GM[1];W[qd]C[Hello\nB[dc];W[dd])", "(;GM[1];W[qd]C[Hello]\n;B[dc];W[dd])"),
        ("(;GM[1]LB[aa:A][bb:B;W[qd]C[Hello];B[dc])", "(;GM[1]LB[aa:A][bb:B];W[qd]C[Hello];B[dc])"),
    ] {
        let property_in_text = |diagnostics: &(Severity, &str, Option<Safety>)| diagnostics.1 == "sgf/property-in-text";
        let found: Vec<_> = diagnostics(damaged).into_iter().filter(property_in_text).collect();
        assert_eq!(found, [(Severity::Error, "sgf/property-in-text", Some(Safety::Guess))], "{damaged}");
        assert_eq!(guessed(damaged), expected);
    }
    // Prose has brackets.
    for text in [
        "(;GM[1]C[White \\[B[dc\\] is better\\]])",
        "(;GM[1]C[Ida [9d\\]: hello])",
        "(;GM[1]C[see [1])",
        "(;GM[1]C[plan A[1])",
        "(;GM[1]C[move N[3])",
    ] {
        assert_eq!(diagnostics(text), [], "{text}");
    }
}

#[test]
fn a_property_that_lost_its_bracket_behind_a_text_is_reported() {
    for (damaged, expected) in [
        ("(;GM[1]PB[a]KM6.5]PW[White];B[ee])", "(;GM[1]PB[a]KM[6.5]PW[White];B[ee])"),
        ("(;GM[1]PB[Lee]PWGu Li];B[ee])", "(;GM[1]PB[Lee]PW[Gu Li];B[ee])"),
        ("(;GM[1]PB[a]\nBR1d]\nPW[White])", "(;GM[1]PB[a]\nBR[1d]\nPW[White])"),
        ("(;GM[1];B[ee]C[nice game]Baa];W[bb])", "(;GM[1];B[ee]C[nice game];B[aa];W[bb])"),
        ("(;GM[1]C[game]KM6.5];W[bb])", "(;GM[1]C[game]KM[6.5];W[bb])"),
    ] {
        assert_eq!(diagnostics(damaged), [(Severity::Error, "sgf/property-in-text", Some(Safety::Guess))], "{damaged}");
        // No safe fix removes the line break that shows the damage.
        let source = Source::from_text("a.sgf", damaged);
        let safe = apply_fixes(&Sgf::default(), &[], &source, Diagnostics::default(), Safety::Safe);
        assert_eq!(safe.source.text(), damaged);
        assert!(guessed(damaged).starts_with(&expected[..expected.len() - 8]), "{}", guessed(damaged));
    }
    // A bracket without an identifier before it is part of the text, and only lacks its escape.
    for text in ["(;GM[1]C[see [1] in the book])", "(;GM[1]C[[sic] Was it?])", "(;GM[1]PB[Ida [9d] of Bonn])"] {
        assert!(
            diagnostics(text).iter().all(|found| found.1 == "sgf/unescaped-bracket"),
            "{text}: {:?}",
            diagnostics(text)
        );
    }
}

#[test]
fn what_ends_a_text_takes_no_parenthesis_and_no_letter_along() {
    for (damaged, expected) in [
        ("(;GM[1];B[aa](;W[ce]C[var].)(;W[cf]C[second];B[cg]))", "(;GM[1];B[aa](;W[ce]C[var])(;W[cf]C[second];B[cg]))"),
        ("(;GM[1]PB[a].)(;GM[1]PB[c];B[aa];W[bb])", "(;GM[1]PB[a])(;GM[1]PB[c];B[aa];W[bb])"),
    ] {
        assert_eq!(guessed(damaged), expected);
        assert!(
            diagnostics(damaged).contains(&(Severity::Error, "sgf/property-in-text", Some(Safety::Guess))),
            "{damaged}"
        );
    }
    for text in [
        "(;GM[1];B[aa]C[x]\u{1F600};W[bb])",
        "(;GM[1];B[aa]C[x]\u{2665};W[bb])",
        "(;GM[1];B[aa]C[see [1]: ;B[bb] is good])",
    ] {
        let found = diagnostics(text);
        assert!(found.contains(&(Severity::Error, "sgf/property-in-text", None)), "{text}: {found:?}");
    }
}

#[test]
fn brackets_that_a_list_lost_are_put_back_at_once() {
    let letters = || 'b'..='r';
    let points: Vec<String> = letters().flat_map(|x| letters().map(move |y| format!("{x}{y}]\n"))).collect();
    let damaged = format!("(;GM[1]AB[aa]{})", points.concat());
    assert_eq!(guessed(&damaged), format!("(;GM[1]AB[aa][{})", points.join("[")));
    // A row of brackets in a text is one diagnostic.
    let damaged = format!("(;GM[1]C[a{};W[bb])", "]".repeat(300));
    assert_eq!(diagnostics(&damaged).len(), 1);
}

#[test]
fn what_is_left_of_a_damaged_property_stays() {
    for text in ["(;GM[1];W[qd]C(Hello (world)];B[dc];W[dd])", "(;GM[1];B[aa];W[bb]|PL[B]AE[aa];B[cc])"] {
        let source = Source::from_text("a.sgf", text);
        let fixed = apply_fixes(&Sgf::default(), &[], &source, Diagnostics::default(), Safety::Safe);
        assert!(fixed.source.text().starts_with(text), "{}", fixed.source.text());
    }
}

#[test]
fn a_bracket_that_is_meant_is_escaped() {
    // An escaped bracket is meant as text, and the output of such a record is not reported either.
    for text in ["(;GM[1]C[see C\\[x])", "(;GM[1]PB[Lee KM\\[6.5];B[aa])", "(;GM[1];B[aa]C[so;W\\[bb])"] {
        assert_eq!(diagnostics(text), [], "{text}");
        let written = Sgf::default().write(&read(text).records);
        assert_eq!(diagnostics(&written.text), [], "{}", written.text);
    }
}

#[test]
fn a_value_does_not_become_equal_to_one_that_is_kept_beside_it() {
    for text in [
        "(;GM[1]GM[UTF-8][1]SZ[9])",
        "(;GM[1]KM[6,5][6.5])",
        "(;GM[1]PL[white][W])",
        "(;GM[1];BL[5:00][300])",
        "(;GM[1]DT[2020-01-01 12:00][2020-01-01])",
        "(;GM[1]DT[2020.01.01][2020-01-01])",
    ] {
        assert_eq!(safely_fixed(text), text);
    }
    // Both GM properties have the same meaning, before the fixes and after them.
    assert_eq!(safely_fixed("(;GM[Go]GM[1])"), "(;GM[1])");
}

#[test]
fn a_value_that_lost_its_bracket_is_reported_whatever_its_type() {
    for damaged in [
        "(;FF[4]GM[1]GM[1;B[aa];W[bb])",
        "(;FF[4]GM[1]GM[1PB[Lee]PW[Kim];B[aa])",
        "(;FF[4]GM[1]FF[3;B[aa];W[bb])",
        // A pass, a long name of FF[3] and a lower-case name.
        "(;FF[4]GM[1];B[aa]C[good;W[];B[dd])",
        "(;FF[3]GM[1];B[aa]C[good;White[cc];B[dd])",
        "(;FF[4]GM[1];B[aa]C[good;w[cc];B[dd])",
        "(;FF[4]GM[1];B[aa]C[good;LB[cc:1];B[dd])",
        "(;FF[4]GM[1];B[aa]C[good\nLB[cc:1];B[dd])",
        "(;FF[4]GM[1];B[aa]C[good;V[3.5];B[dd])",
        // The record does not keep the text of CA, and another board size changes the meaning of
        // every move.
        "(;GM[1]FF[4]CA[UTF-8PB[Lee]PW[Cho]SZ[9];B[aa])",
        "(;GM[1]FF[4]PB[Lee SZ[9]KM[6.5];B[aa])",
        // KX, the private property of kifu itself.
        "(;GM[1]FF[4]SZ[9];B[aa]KX[sgf:XX:1;W[cc];B[dd])",
        "(;GM[1]FF[4]KX[sgf:XX:1SZ[9]PB[Lee];B[dd])",
        // A character of Shift_JIS without its first byte.
        "(;FF[4]GM[1]PB[\u{672c}\u{56e0}\u{574a}\\]PW[Lee];B[aa])",
        "(;FF[4]GM[1]PB[Lee (a\\]PW[Kim];B[aa])",
        "(;GM[1FF[4]SZ[19];B[aa];W[bb])",
        "(;FF[4]GM[go;B[aa];W[bb])",
        "(;GM[1];B[aa];W[bb]XX[abc;B[cc];W[dd])",
        "(;GM[1];B[aa];W[bb]TT[3;B[cc];W[dd])",
        "(;GM[1];B[aa](;W[bb]XX[abc)(;W[cc]))",
        "(;GM[1];B[aa];W[bb]XX[abcAB[cd][de])",
        "(;FF[4];B[aa];W[bb]KM[6.5;B[cc];W[dd])",
        "(;GM[1];B[aa]BL[1795.3;W[bb]WL[1780.2];B[cc])",
        "(;GM[1]KM[6.5;B[aa];W[bb])",
        "(;GM[1]HA[2AB[dd][pp];W[aa])",
        "(;GM[1]AB[dd[pp];W[aa])",
        "(;GM[1]TR[dd;W[aa])",
        "(;GM[1];B[aa]TE[1;W[bb])",
        "(;GM[1]LB[bb:1[cc:2])",
        "(;GM[1]AR[bb:aa[cc:dd])",
        "(;GM[1]C[abcC[hello there])",
    ] {
        let reported = diagnostics(damaged);
        let found = reported.iter().find(|found| found.1 == "sgf/property-in-text");
        assert_eq!(found.map(|found| found.0), Some(Severity::Error), "{damaged}: {reported:?}");
        assert_eq!(read(damaged).records.len(), 1, "{damaged}");
        // No safe fix removes anything.
        let letters = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
        assert_eq!(letters(&safely_fixed(damaged)), letters(damaged));
    }
    // Brackets that belong to the value.
    for text in ["(;GM[1]XX[see B[1\\]];B[aa])", "(;GM[1]C[B[1\\] is good])", "(;GM[1]XX[a\\[b];B[aa])"] {
        assert!(
            diagnostics(text).iter().all(|found| found.1 != "sgf/property-in-text"),
            "{text}: {:?}",
            diagnostics(text)
        );
    }
}

#[test]
fn the_second_of_two_root_properties_is_kept() {
    for (text, key, value) in [
        ("(;FF[4]GM[1]FF[3];B[aa])", "FF", "3"),
        ("(;GM[1]GM[3];B[aa])", "GM", "3"),
        ("(;CA[UTF-8]CA[Q7zQ];B[aa])", "CA", "Q7zQ"),
        ("(;FF[4]GM[1]GM[Lee vs Kim];B[aa])", "GM", "Lee vs Kim"),
    ] {
        let record = read(text).records.remove(0);
        let kept = record.info.foreign.iter().any(|foreign| foreign.key == key && foreign.values[..] == [value]);
        assert!(kept, "{text}: {:?}", record.info.foreign);
    }
}

#[test]
fn a_game_whose_type_is_damaged_is_an_error() {
    for text in ["(;GM[&quot;1];B[aa])", "(;GM[Lee];B[aa])"] {
        assert!(
            diagnostics(text).iter().any(|found| found.0 == Severity::Error && found.1 == "sgf/not-go"),
            "{:?}",
            diagnostics(text)
        );
    }
    for text in ["(;GM[11];B[aa])", "(;GM[chess];B[aa])", "(;GM[99];B[aa])"] {
        assert!(
            diagnostics(text).iter().all(|found| found.0 < Severity::Error || found.1 != "sgf/not-go"),
            "{:?}",
            diagnostics(text)
        );
    }
}

/// 1,800 seconds are half an hour or less than two seconds. A program that confuses them loses the time.
#[test]
fn a_number_with_an_ambiguous_comma_stays_a_text() {
    let bad = (Severity::Warning, "sgf/bad-value", None);
    for text in [
        "(;FF[4]GM[1]TM[1,800])",
        "(;FF[4]GM[1]KM[1,000])",
        "(;FF[4]GM[1]HA[1,0]AB[aa][bb])",
        "(;FF[4]GM[1]HA[2,0]AB[aa][bb])",
        "(;FF[4]GM[1];B[aa]BL[1,800])",
        "(;FF[4]GM[1];W[aa]WL[1,800])",
        "(;FF[4]GM[1];W[aa]V[1,250])",
        "(;FF[4]GM[1];W[aa]OW[1,0])",
        "(;FF[4]GM[1];B[aa]MN[1,0])",
    ] {
        assert_eq!(diagnostics(text), [bad], "{text}");
        assert_eq!(guessed(text), text);
    }
    assert_eq!(guessed("(;FF[4]GM[1]TM[1795,3];B[aa]BL[1795,300])"), "(;FF[4]GM[1]TM[1795.3];B[aa]BL[1795.300])");
}

#[test]
fn a_bracket_before_what_looks_like_sgf_is_not_escaped() {
    for text in [
        "(;GM[1]PB[Lee]PW]Cho]KM[6.5];B[aa])",
        "(;GM[1]C[x]C;[y];B[aa])",
        "(;GM[1]C[x]W;[bb];B[aa])",
        "(;GM[1]N[x]CBlack is good];B[aa])",
        "(;GM[1]C[Lee]PWCho];B[aa])",
        "(;GM[1]C[Lee]RE B+R]KM[6.5];B[aa])",
    ] {
        let warned = |text: &str| {
            diagnostics(text).iter().any(|found| found.1.starts_with("sgf/") && found.0 >= Severity::Warning)
        };
        assert!(!guessed(text).contains("\\]"), "{}", guessed(text));
        assert!(warned(&guessed(text)), "{}", guessed(text));
    }
    // Prose stays prose.
    for (damaged, expected) in [
        ("(;C[see [1]Black is good];B[aa])", "(;C[see [1\\]Black is good];B[aa])"),
        ("(;C[[a]B. Then W.];B[aa])", "(;C[[a\\]B. Then W.];B[aa])"),
        ("(;C[[a] C is good [b] too];B[aa])", "(;C[[a\\] C is good [b\\] too];B[aa])"),
    ] {
        assert_eq!(guessed(damaged), expected);
    }
}

#[test]
fn a_bracket_that_is_lost_after_capitals_is_reported() {
    for (damaged, fixed) in [
        ("(;GM[1]WR[9DKM[6.5];B[aa])", "(;GM[1]WR[9D]KM[6.5];B[aa])"),
        ("(;GM[1]RU[AGAKM[6.5];B[aa])", "(;GM[1]RU[AGA]KM[6.5];B[aa])"),
        ("(;GM[1]PB[AYAPW[Gu];B[aa])", "(;GM[1]PB[AYA]PW[Gu];B[aa])"),
        ("(;GM[1]PW[GUSZ[9];B[aa])", "(;GM[1]PW[GU]SZ[9];B[aa])"),
    ] {
        assert!(diagnostics(damaged).iter().any(|found| found.1 == "sgf/property-in-text"), "{damaged}");
        assert_eq!(guessed(damaged), fixed);
    }
    // The name of the next property is damaged.
    for damaged in [
        "(;GM[1]PB[Lee]:W[Gu Li];B[aa])",
        "(;GM[1]PW[Gu]{M[6.5];B[aa])",
        "(;GM[1]RE[B+RDT[2020-01-02];B[aa])",
        "(;GM[1]DT[2020-01-02][B[cc];W[dd])",
        "(;GM[1][Z[9]PB[Lee];W[dd])",
    ] {
        assert!(diagnostics(damaged).iter().any(|found| found.1 == "sgf/property-in-text"), "{damaged}");
    }
    for intended in ["(;GM[1]PB[[clan\\] Lee [9d\\]];B[aa])", "(;GM[1]PB[[clan] Lee [9d]];B[aa])"] {
        assert!(diagnostics(intended).iter().all(|found| found.1 != "sgf/property-in-text"), "{intended}");
    }
    let long_name = "(;GM[1]PW[ka\\]\nKoMi[6.5];B[aa])";
    assert!(diagnostics(long_name).iter().any(|found| found.1 == "sgf/property-in-text"));
    assert_eq!(guessed(long_name), "(;GM[1]PW[ka]\nKM[6.5];B[aa])");
    // Letters are exchanged with each other or with a bracket, or the size has no value.
    for damaged in ["(;GM[1]ZS[9]PB[Lee];B[aa])", "(;GM[1]PB[]APW[B];B[aa])", "(;GM[1]TO[3x30 byo-yomi];B[aa])"] {
        assert!(
            diagnostics(damaged).iter().any(|found| found.1 == "sgf/unknown-property" && found.0 > Severity::Note),
            "{damaged}"
        );
    }
    assert!(diagnostics("(;GM[1]SZ[];B[aa])").contains(&(Severity::Warning, "sgf/empty-value", None)));
    // Half a character took the first letter of the next property with it.
    for damaged in ["(;GM[1]PB[王篯肞W[Gu Li];B[aa])", "(;GM[1]PB[王篯肒M[6.5]PW[Gu];B[aa])"] {
        assert!(diagnostics(damaged).iter().any(|found| found.1 == "sgf/property-in-text"), "{damaged}");
        assert_eq!(guessed(damaged), damaged);
    }
    // A name with a rank in brackets.
    assert_eq!(diagnostics("(;GM[1]PB[NGM[2d\\]];B[aa])"), []);
}

#[test]
fn moves_and_sizes_that_have_no_effect_are_errors() {
    for text in [
        "(;GM[1];B[pd][W[dd];B[pq])",
        "(;GM[1]HA[2]B[dd][pp];W[dp])",
        "(;GM[1];B[pd]7W[dd])",
        "(;GM[1]AB[dd]p[d][dp])",
        "(;GM[1];B[dd];SZ[9]W[aa])",
    ] {
        assert!(diagnostics(text).iter().any(|found| found.0 == Severity::Error), "{text}: {:?}", diagnostics(text));
    }
    for text in ["(;GM[1];B[pd][])", "(;GM[1];B[pd];SZ[19])", "(;GM[1];B[pd]x1[some text])"] {
        assert!(diagnostics(text).iter().all(|found| found.0 < Severity::Error), "{text}: {:?}", diagnostics(text));
    }
}

#[test]
fn an_identifier_with_a_doubled_or_a_lost_letter_is_reported() {
    for (damaged, severity, guess) in [
        ("(;GM[1];WW[dd];B[aa])", Severity::Error, "(;GM[1];W[dd];B[aa])"),
        ("(;GM[1]AAB[aa][bb];B[cc])", Severity::Error, "(;GM[1]AB[aa][bb];B[cc])"),
        ("(;GM[1]Z[9];B[cc])", Severity::Error, "(;GM[1]SZ[9];B[cc])"),
        ("(;GM[1]PBB[Lee];B[cc])", Severity::Error, "(;GM[1]PB[Lee];B[cc])"),
        ("(;GM[1]KMM[6.5];B[cc])", Severity::Error, "(;GM[1]KM[6.5];B[cc])"),
        // Several properties are as likely.
        ("(;GM[1]P[Lee];B[cc])", Severity::Error, "(;GM[1]P[Lee];B[cc])"),
        ("(;GM[1]A[aa];B[cc])", Severity::Error, "(;GM[1]A[aa];B[cc])"),
        ("(;GM[1]S[9];B[cc])", Severity::Error, "(;GM[1]S[9];B[cc])"),
        // Only the first node has the players.
        ("(;GM[1];PBB[Lee]B[cc])", Severity::Warning, "(;GM[1];PB[Lee]B[cc])"),
        // The values do not fit.
        ("(;GM[1]WW[Lee];B[cc])", Severity::Note, "(;GM[1]WW[Lee];B[cc])"),
        ("(;GM[1]KTV[1];B[cc])", Severity::Note, "(;GM[1]KTV[1];B[cc])"),
    ] {
        let found = diagnostics(damaged);
        let unknown = found.iter().find(|found| found.1 == "sgf/unknown-property");
        assert_eq!(unknown.map(|found| found.0), Some(severity), "{damaged}: {found:?}");
        assert_eq!(guessed(damaged), guess);
    }
}

#[test]
fn sgf_inside_a_value_is_an_error() {
    for damaged in [
        "(;GM[1]PB[LeePW[Gu Li];B[aa])",
        "(;GM[1]PB[Lee\\]PW:[White]KM[6.5];B[aa])",
        "(;GM[1]GB[1[;B[pq];W[dd])",
        "(;GM[1]C[Good move]B;[pq];W[dd])",
    ] {
        let found = diagnostics(damaged);
        assert!(found.iter().any(|found| found.0 == Severity::Error), "{damaged}: {found:?}");
        assert_eq!(read(&guessed(damaged)).records.len(), 1, "{damaged}");
    }
}

#[test]
fn a_second_move_of_a_player_in_a_node_is_an_error_with_a_guess() {
    let damaged = "(;GM[1]SZ[9]HA[2];B[gc]B[cg];W[ee];B[cc])";
    assert!(diagnostics(damaged).contains(&(Severity::Error, "sgf/duplicate-property", Some(Safety::Guess))));
    assert_eq!(guessed(damaged), "(;GM[1]SZ[9]HA[2];B[gc];B[cg];W[ee];B[cc])");
    // The same move twice is one move.
    let equal = "(;GM[1]SZ[9];B[gc]B[gc];W[ee])";
    assert!(diagnostics(equal).iter().all(|found| found.0 < Severity::Error));
}

#[test]
fn a_name_after_a_doubled_bracket_does_not_become_a_move() {
    for damaged in ["(;GM[1]SZ[19]PB[Al]PW[]Wan]KM[6.5];B[pd];W[dd])", "(;GM[1]SZ[19];B[pd]C[]Wan];W[dd])"] {
        let moves = |text: &str| read(text).records[0].moves().count();
        assert_eq!(moves(&guessed(damaged)), 2, "{damaged}");
        assert!(diagnostics(&guessed(damaged)).iter().any(|found| found.0 == Severity::Error));
    }
}

#[test]
fn a_semicolon_in_place_of_the_bracket_of_the_header_is_replaced() {
    let whole = "(;SZ[9]PB[Al]PW[Bo]KM[6.5]RE[B+2];B[aa];W[bb])";
    assert_eq!(guessed(&whole.replace("Al]", "Al;")), whole);
    assert_eq!(guessed(&whole.replace("SZ[9]", "SZ[9;")), whole);
    // A node after a comment that lost its bracket.
    assert_eq!(guessed("(;SZ[9];B[aa]C[good;W[bb])"), "(;SZ[9];B[aa]C[good];W[bb])");
}

#[test]
fn a_damaged_name_of_a_player_or_the_komi_is_an_error() {
    let whole = "(;SZ[9]PB[Al]PW[Bo]KM[6.5]RE[B+2];B[aa];W[bb])";
    for (name, damaged) in [("PW", "PPW"), ("PW", "WP"), ("PB", "pb"), ("KM", "MK"), ("KM", "K"), ("RE", "RRE")] {
        let text = whole.replacen(name, damaged, 1);
        assert!(diagnostics(&text).iter().any(|found| found.0 == Severity::Error), "{text}");
    }
    // The game states the value elsewhere.
    let stated = whole.replace("PW[Bo]", "PPW[Bob]PW[Bo]");
    assert!(diagnostics(&stated).iter().all(|found| found.0 < Severity::Error), "{stated}");
}

#[test]
fn a_move_whose_identifier_lost_its_letter_is_an_error() {
    for damaged in ["H[cc]", "D[cc]", "X[cc]", "WB[cc]", "BE[cc]", "AX[cc][dd]", "QB[cc][dd]"] {
        let text = format!("(;SZ[9]PB[Al];B[aa];{damaged};B[bb])");
        assert_eq!(diagnostics(&text)[0].0, Severity::Error, "{text}");
        assert_eq!(guessed(&text), text);
    }
    // A node that has a move, other values, and properties of programs.
    for other in ["B[aa]H[cc]", "H[many]", "H[]", "HH[cc]", "KTV[cc]", "MULTIGOGM[1]"] {
        let text = format!("(;SZ[9]PB[Al];{other};W[bb])");
        assert!(diagnostics(&text).iter().all(|found| found.0 < Severity::Error), "{text}");
    }
    // A pass whose letter was doubled.
    assert_eq!(guessed("(;SZ[9];W[aa];BB[];W[bb])"), "(;SZ[9];W[aa];B[];W[bb])");
}

#[test]
fn a_letter_that_was_exchanged_with_its_bracket_goes_back() {
    let cases = [
        ("(;SZ[9]K[M6.5];B[aa])", "(;SZ[9]KM[6.5];B[aa])"),
        ("(;SZ[9]AB[aa]A[Wcc][dd];B[ab])", "(;SZ[9]AB[aa]AW[cc][dd];B[ab])"),
        ("(;S[Z9];B[ab])", "(;SZ[9];B[ab])"),
    ];
    for (text, mended) in cases {
        assert!(diagnostics(text).iter().any(|found| found.0 == Severity::Error), "{text}");
        assert_eq!(guessed(text), mended);
    }
    // Any text fits a text, so P[Wu] may be a name.
    assert_eq!(guessed("(;P[Wu];B[ab])"), "(;P[Wu];B[ab])");
}

#[test]
fn stones_that_a_text_took_are_errors() {
    let lists = ["AB[aa][bb]c[c][dd][ee]", "C[x]A\\[aa][bb]", "PB[Al]P][Bo]"];
    for list in lists {
        let text = format!("(;SZ[9]{list};B[ab])");
        assert!(diagnostics(&text).iter().any(|found| found.0 == Severity::Error), "{text}");
        assert_eq!(guessed(&text), text);
    }
}

#[test]
fn a_game_that_was_read_as_utf16_is_an_error() {
    let severity = |text: &str| diagnostics(text)[0].0;
    // The bytes of `(;SZ[9` in both orders.
    for stray in ["㬨婓㥛", "\u{283B}\u{535A}\u{5B39}"] {
        let text = format!("(;SZ[9];B[aa]){stray}");
        assert_eq!(severity(&text), Severity::Error, "{text}");
    }
    assert_eq!(severity("(;SZ[9];B[aa])棋譜"), Severity::Warning);
}

#[test]
fn a_backslash_in_the_text_hides_no_property() {
    // The text that is written has no backslash, so the property would be found only in the output.
    for text in ["(;PB[Lee SedolAPW[Hong Jans\\k];B[aa])", "(;C[Lee PW[Hong Jans\\k];B[aa])"] {
        assert!(diagnostics(text).iter().any(|found| found.0 == Severity::Error), "{text}");
    }
    // A pair of brackets is text.
    assert!(diagnostics("(;PB[Lee SedolAPW[Hong\\] Jansk];B[aa])").is_empty());
}

#[test]
fn a_property_of_a_dialect_with_stray_text_after_it_is_renamed_only_by_a_guess() {
    for (damaged, expected) in [
        ("(;GM[1]TE[Spring ]league];B[aa])", "(;GM[1]EV[Spring \\]league];B[aa])"),
        ("(;GM[1]RD[2021-04-17]PCSeoul];B[aa])", "(;GM[1]DT[2021-04-17]PC[Seoul];B[aa])"),
        ("(;GM[1]LT[60]LC[3]KM]6.5];B[aa])", "(;GM[1]OT[3x60 byo-yomi]KM]6.5];B[aa])"),
    ] {
        let (before, after) = (read(damaged), read(&safely_fixed(damaged)));
        assert_eq!(before.records, after.records, "{damaged}");
        let renamed = diagnostics(damaged).into_iter().find(|(_, code, _)| *code == "sgf/dialect-property");
        assert_eq!(renamed, Some((Severity::Warning, "sgf/dialect-property", Some(Safety::Guess))), "{damaged}");
        assert_eq!(guessed(damaged), expected);
    }
    assert_eq!(
        safely_fixed("(;GM[1]TE[Spring league]\nPC[Seoul];B[aa])"),
        "(;GM[1]EV[Spring league]\nPC[Seoul];B[aa])"
    );
}

#[test]
fn a_written_text_with_a_bracket_is_read_without_findings() {
    let starts = ["G", "X", "I", "A", "MULTIGO", "王", "a ", "a\n", "a]", "a;", ""];
    let names =
        ["KM", "AB", "BM", "HA", "FF", "GM", "W", "B", "PW", "PW:", "PW =", "KoMi", "Black", "White", "b", "x", "9d"];
    let endings = ["[6.5", "[1", "[aa", "[aa]", "[", "[x]\n", "[aa];W[bb]"];
    for start in starts {
        for (name, ending) in names.iter().flat_map(|name| endings.map(|ending| (name, ending))) {
            let text = format!("{start}{name}{ending}");
            let mut record = Record::<Go>::default();
            record.info.player_mut(Seat::Second).name = text.replace('\n', " ");
            record.info.event = text.replace('\n', " ");
            record.info.description = text.clone();
            let root = record.tree.root();
            record.tree[root].details_mut().comments = [Comment::from(&*text)].into();
            let written = Sgf::default().write(&[record.clone()]).text;
            let again = read(&written);
            assert!(again.diagnostics.iter().all(|found| found.severity < Severity::Warning), "{text:?}: {written}");
            assert_eq!(again.records[0].info, record.info, "{text:?}: {written}");
        }
    }
}

/// Escaping the bracket and closing the value would undo each other.
#[test]
fn a_bracket_before_a_long_name_has_no_guess() {
    for text in [
        "(;GM[1]WR[]\nnoteBR[5d]\nPB[Lee];B[pd])",
        "(;GM[1]PW[]\nresultRE[B+R];B[pd])",
        "(;GM[1]PW[b]\nnoteBR[5d];B[pd])",
    ] {
        assert_eq!(guessed(text), text);
    }
}

/// A private property is read to its own bracket, as a text is, so that its JSON stays whole.
#[test]
fn a_pair_of_brackets_belongs_to_the_value_of_a_private_property() {
    for (property, expected) in [
        ("CC[{\"a\":[1,2],\"b\":[[3],[4]]}]", &["{\"a\":[1,2\\],\"b\":[[3\\],[4\\]\\]}"][..]),
        ("LZ[move [A1] pv]", &["move [A1\\] pv"]),
        ("KT[[a] \\[ b\\] [c]]", &["[a\\] \\[ b\\] [c\\]"]),
        ("XX[a [b] c][d][[e]]", &["a [b\\] c", "d", "[e\\]"]),
    ] {
        let text = format!("(;GM[1];B[aa]{property}C[x];W[bb])");
        let game = read(&text);
        let severities = game.diagnostics.iter().map(|found| found.severity);
        assert!(severities.max() < Some(Severity::Error), "{text}");
        let tree = &game.records[0].tree;
        let details = tree.main_line().nth(1).and_then(|node| tree[node].details()).unwrap();
        assert_eq!(details.foreign.get("sgf", &property[..2]).unwrap().values, expected, "{text}");
        assert_eq!((details.comments[0].text.as_str(), tree.len()), ("x", 3), "{text}");
        assert_eq!(safely_fixed(&text), text);
    }
    let labels = "(;GM[1];LB[aa:[1]][bb:2];B[aa])";
    assert_eq!(guessed(labels), "(;GM[1];LB[aa:[1\\]][bb:2];B[aa])");
    // A value that lost its bracket does not take the next move with it.
    assert_eq!(read("(;GM[1];B[aa]XX[see [1] or;W[bb];B[cc])").records[0].tree.len(), 4);
}

/// Only a guess removes a bracket after a value that may contain a text.
#[test]
fn a_bracket_after_a_text_stays() {
    for text in ["(;GM[1];B[aa]XX[dd]]C[x])", "(;GM[1];B[aa]KT[dd]] ];W[bb])", "(;GM[1];LB[aa:x]]C[x])"] {
        assert_eq!(safely_fixed(text), text);
        assert!(!guessed(text).contains("]]"), "{text}");
    }
    assert_eq!(safely_fixed("(;GM[1];B[aa]]C[x];W[bb])"), "(;GM[1];B[aa]C[x];W[bb])");
}

#[test]
fn a_private_property_that_contains_a_property_is_reported() {
    for (text, fixed) in [
        ("(;GM[1]LC[5\u{56de}KO[6.5];B[aa])", "(;GM[1]LC[5\u{56de}]KM[6.5];B[aa])"),
        ("(;GM[1]XX[5 TT[30]KM[6.5];B[aa])", "(;GM[1]XX[5] TT[30]KM[6.5];B[aa])"),
        ("(;GM[1];B[aa]KT[H4sI;W[bb])", "(;GM[1];B[aa]KT[H4sI];W[bb])"),
    ] {
        assert!(diagnostics(text).iter().any(|found| found.1 == "sgf/property-in-text"), "{text}");
        assert_eq!(guessed(text), fixed);
    }
    for text in ["(;GM[1];B[aa]CC[{\"KM\":[1]}])", "(;GM[1];B[aa]XX[see KM[6.5\\] there])"] {
        assert!(diagnostics(text).iter().all(|found| found.1 != "sgf/property-in-text"), "{text}");
    }
}

/// A name of two letters that is on no list is rather a private property than a typing error.
#[test]
fn a_private_property_is_not_taken_for_a_text() {
    for text in [
        "(;GM[1];B[aa]CC[0.5])",
        "(;GM[1];B[aa]C[x]CC[0.5];W[bb]CC[0.4])",
        "(;GM[1]NG[Meijin];B[aa])",
        "(;GM[1];B[aa]VV[0.5])",
        "(;GM[1]PB[a]BP[b];B[aa])",
    ] {
        let found = diagnostics(text);
        let unknown = found.iter().find(|found| found.1 == "sgf/unknown-property");
        assert_eq!(unknown, Some(&(Severity::Note, "sgf/unknown-property", None)), "{text}");
        assert_eq!(guessed(text), text);
    }
    for (text, fixed) in [
        ("(;GM[1]PW[a]BP[b];B[aa])", "(;GM[1]PW[a]PB[b];B[aa])"),
        ("(;GM[1]ER[B+R];B[aa])", "(;GM[1]RE[B+R];B[aa])"),
        ("(;GM[1]MK[6.5];B[aa])", "(;GM[1]KM[6.5];B[aa])"),
        ("(;GM[1];B[aa];WW[bb];B[cc])", "(;GM[1];B[aa];W[bb];B[cc])"),
    ] {
        assert_eq!(guessed(text), fixed);
    }
}

/// A control character is a space, so the value that counts for the game is the next one.
#[test]
fn a_value_of_control_characters_is_empty() {
    for (text, fixed) in [
        ("(;GM[\u{1}][2];B[aa])", "(;GM[2];B[aa])"),
        ("(;SZ[\0][9];B[aa])", "(;SZ[9];B[aa])"),
        ("(;FF[\u{7f}][4]CP[x];B[aa])", "(;FF[4]CP[x];B[aa])"),
    ] {
        assert_eq!(safely_fixed(text), fixed);
    }
    assert_eq!(read("(;SZ[\0][9];B[aa])").records[0].setup.size.to_string(), "9x9");
}
