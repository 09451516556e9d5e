//! Fixes and guesses of damaged games and variations remove nothing that a person wrote, and hide no damage.

#[path = "fixes/mod.rs"]
mod fixes;

use fixes::{diagnostics, guessed, read, safely_fixed};
use kifu_core::{Diagnostics, Format, Safety, Severity, Source, apply_fixes};
use kifu_goban::Go;
use kifu_sgf::Sgf;

#[test]
fn empty_parentheses_are_no_game() {
    let layout = |text: &str| Format::<Go>::layout(&Sgf::default(), &Source::from_text("a.sgf", text)).games.len();
    assert_eq!((layout("()(;B[aa])"), layout("(;B[aa])(())"), layout("()")), (1, 1, 0));
}

#[test]
fn a_parenthesis_too_many_is_one_finding() {
    for (damaged, expected) in [
        ("(;((;B[aa]))", "(;(;B[aa]))"),
        ("(;GM[1](((;B[aa])))", "(;GM[1]((;B[aa])))"),
        ("(;GM[1]((;B[aa])(;B[bb]))", "(;GM[1](;B[aa])(;B[bb]))"),
        ("(;GM[1]( (\n(;B[aa])(;B[bb]))", "(;GM[1] \n(;B[aa])(;B[bb]))"),
    ] {
        let found = diagnostics(damaged);
        assert_eq!(found, [(Severity::Warning, "sgf/double-parenthesis", Some(Safety::Safe))], "{damaged}");
        assert_eq!(guessed(damaged), expected);
    }
    // An opening parenthesis too many, and a closing one missing.
    assert_eq!(guessed("(;GM[1]((;B[aa])(;B[bb])"), "(;GM[1](;B[aa])(;B[bb]))");
    // If the fix removed the parenthesis, the last variation would be a separate game.
    assert_eq!(guessed("(;GM[1]((;B[aa]))(;B[bb])"), "(;GM[1]((;B[aa]))(;B[bb]))");
    // If the fix removed the parenthesis, the value before it would not end.
    for text in ["(;GM[1]PB[Black](laack](;B[qd])(;B[pd]))", "(;GM[1]C[a](y](;B[qd])(;B[pd]))"] {
        assert!(diagnostics(text).contains(&(Severity::Warning, "sgf/double-parenthesis", None)), "{text}");
    }
}

#[test]
fn moves_and_texts_after_a_game_are_errors() {
    for text in [
        "(;GM[1];W[bb])B[aa",
        "(;GM[1];W[bb]) B[aa",
        "(;GM[1];W[bb])\nC[so far",
        "(;GM[1];W[bb]);black[aa];white[bb]",
        "(;GM[1];W[bb]) White [aa]",
    ] {
        assert_eq!(
            diagnostics(text).iter().map(|found| (found.0, found.1)).collect::<Vec<_>>(),
            [(Severity::Error, "sgf/stray-text")]
        );
    }
    // No guess turns `black[aa]` into a private property, which would not be an error.
    assert_eq!(guessed("(;GM[1];W[bb]);black[aa];white[bb]"), "(;GM[1];W[bb]);black[aa];white[bb]");
    assert_eq!(diagnostics("(;GM[1];W[bb]) A[aa")[0].0, Severity::Warning);
}

#[test]
fn a_property_outside_of_every_game_is_an_error() {
    for text in [
        "(;GM[1];B[aa])\nPB[Lee]",
        "(;GM[1];B[aa])\nC[lost words]",
        "(;GM[1];B[aa]) C[x]",
        "C[lost words(;GM[1];B[aa])",
        "(;GM[1];B[aa])[aa]",
        "(;GM[1];B[aa]) b[cc] (;B[dd])",
    ] {
        assert!(
            diagnostics(text).iter().any(|found| (found.0, found.1) == (Severity::Error, "sgf/stray-text")),
            "{text}"
        );
    }
    for text in ["[sgf](;GM[1];B[aa])[/sgf]", "(;GM[1];B[aa]) [1] is the best", "From: ida\n(;GM[1];B[aa])"] {
        assert!(diagnostics(text).iter().all(|found| found.0 == Severity::Warning), "{text}: {:?}", diagnostics(text));
    }
}

#[test]
fn a_game_that_is_closed_too_early_is_an_error() {
    for (damaged, expected) in [
        ("(;GM[1]SZ[9];B[ee](;W[ce]))(;W[cf];B[cg]))", "(;GM[1]SZ[9];B[ee](;W[ce])(;W[cf];B[cg]))"),
        (
            "(;GM[1]SZ[9];B[ee];W[ce]);B[dc];W[aa](;B[bb])(;B[cc]))",
            "(;GM[1]SZ[9];B[ee];W[ce];B[dc];W[aa](;B[bb])(;B[cc]))",
        ),
    ] {
        assert!(diagnostics(damaged).iter().any(|found| found.0 == Severity::Error), "{damaged}");
        // After the safe fixes the error is still reported.
        let source = Source::from_text("a.sgf", damaged);
        let safe = apply_fixes(&Sgf::default(), &[], &source, Diagnostics::default(), Safety::Safe);
        assert!(safe.diagnostics.at_least(Severity::Error) > 0, "{damaged}");
        assert_eq!(guessed(damaged), expected);
    }
    // A second game of a collection has a header.
    let collection = "(;GM[1];B[aa])(;GM[1];B[bb]))";
    let second_tree = (Severity::Note, "sgf/several-trees", None);
    let surplus = (Severity::Warning, "sgf/surplus-parenthesis", Some(Safety::Safe));
    assert_eq!(diagnostics(collection), [second_tree, surplus]);
}

#[test]
fn a_game_that_cannot_be_closed_is_not_opened() {
    // The next game would become a variation of the first.
    let text = "\n;B[ee];W[dd]\n\u{FFFD}(;FF[4]GM[1];B[aa])";
    assert_eq!((safely_fixed(text).as_str(), read(text).records.len()), (text, 2));
}

#[test]
fn a_bracket_is_put_back_before_the_parentheses_of_variations() {
    for (damaged, expected) in [
        (
            "(;GM[1];B[cc](;W[dd]C[Black to play(;B[aa];W[bb]C[Right])(;B[dd]C[Wrong])))",
            "(;GM[1];B[cc](;W[dd]C[Black to play](;B[aa];W[bb]C[Right])(;B[dd]C[Wrong])))",
        ),
        (
            "(;GM[1]C[Black to play(;B[aa];W[bb]C[Right])(;B[dd]C[Wrong]))",
            "(;GM[1]C[Black to play](;B[aa];W[bb]C[Right])(;B[dd]C[Wrong]))",
        ),
        ("(;GM[1];B[aa](;W[bb]C[ok.)(;W[cc]))", "(;GM[1];B[aa](;W[bb]C[ok.])(;W[cc]))"),
        ("(;GM[1];B[aa](;W[bb]C[so (so))(;W[cc]))", "(;GM[1];B[aa](;W[bb]C[so (so)])(;W[cc]))"),
        ("(;GM[1]PB[Lee]PW[Kim)", "(;GM[1]PB[Lee]PW[Kim])"),
        ("(;GM[1];B[aa](;W[bb]C[(ok)))", "(;GM[1];B[aa](;W[bb]C[(ok)]))"),
        ("(;GM[1];B[aa](;W[bb]C[ok)", "(;GM[1];B[aa](;W[bb]C[ok]))"),
        ("(;GM[1]C[(ok)", "(;GM[1]C[(ok)])"),
    ] {
        assert_eq!(guessed(damaged), expected);
    }
}

#[test]
fn what_was_cut_off_stays_cut_off() {
    // A move without its point is not a pass.
    let cut = "(;GM[1];B[aa];W[";
    assert!(
        diagnostics(cut).iter().any(|found| found.0 == Severity::Error && found.1 == "sgf/bad-value"),
        "{:?}",
        diagnostics(cut)
    );
    assert_eq!(read(cut).records[0].moves().count(), 1);
    assert_eq!(guessed(cut), cut);
    // The decimal point at the end shows that the number was cut off.
    assert_eq!(safely_fixed("(;GM[1]KM[6."), "(;GM[1]KM[6.");
}

#[test]
fn a_game_that_follows_a_cut_one_is_a_game_of_its_own() {
    for (damaged, games, fixed) in [
        (
            "(;GM[1]SZ[19]PB[A];B[aa];W[bb]\n(;GM[1]SZ[9]PB[B]KM[6.5];B[ee];W[cc])",
            2,
            "(;GM[1]SZ[19]PB[A];B[aa];W[bb])\n(;GM[1]SZ[9]PB[B]KM[6.5];B[ee];W[cc])",
        ),
        // The next game starts in a variation, and has a text with brackets.
        ("(;GM[1];B[aa](;W[bb]\n(;C[a [1] b]G M[1];W[cc])", 2, "(;GM[1];B[aa](;W[bb]))\n(;C[a [1] b]GM[1];W[cc])"),
        // A collection in the parentheses of a game.
        ("(;GM[1];B[aa](;GM[1];W[bb])(;GM[1];W[cc]))", 3, "(;GM[1];B[aa])(;GM[1];W[bb])(;GM[1];W[cc])"),
        ("(;GM[1];B[aa]\n(;GM[1];B[bb]\n(;GM[1];B[cc]", 3, "(;GM[1];B[aa])\n(;GM[1];B[bb])\n(;GM[1];B[cc])"),
    ] {
        assert_eq!(read(damaged).records.len(), games, "{damaged}");
        assert!(
            diagnostics(damaged).contains(&(Severity::Warning, "sgf/unclosed-tree", Some(Safety::Safe))),
            "{damaged}"
        );
        assert_eq!(safely_fixed(damaged), fixed);
    }
    // A game may start without a semicolon. No safe fix changes the number of games.
    for (text, games) in [
        ("(;GM[1];B[aa](FF[4]SZ[9];B[aa])", 2),
        ("(;GM[1];B[aa](x FF[4];B[aa])", 1),
        ("(;GM[1] x (abFF[4]SZ[9];B[aa])", 1),
    ] {
        assert_eq!(read(text).records.len(), games, "{text}");
        assert_eq!(read(&safely_fixed(text)).records.len(), games, "{text}");
    }
    let sizes = |text: &str| read(text).records.iter().map(|record| record.setup.size.to_string()).collect::<Vec<_>>();
    assert_eq!(sizes("(;GM[1]SZ[13];B[aa]\n(;GM[1]SZ[9];B[ee])"), ["13x13", "9x9"]);
    for one in [
        "(;GM[1];B[aa](;C[(;GM[1\\])];W[bb]))",
        "(;GM[1];B[aa](;W[bb];GM[1]))",
        "(;GM[1];B[aa](;SZ[19]W[bb]))",
        "((;GM[1];B[aa])(;GM[1];B[bb]))",
        "(;(;GM[1];B[aa])(;GM[1];B[bb]))",
    ] {
        assert_eq!(read(one).records.len(), 1, "{one}");
    }
}

#[test]
fn a_variation_that_states_a_result_is_no_game() {
    let split = "(;GM[1]SZ[9](;C[a]RE[W+T]))(;C[b]RE[B+T]))";
    assert!(
        diagnostics(split).contains(&(Severity::Error, "sgf/surplus-parenthesis", Some(Safety::Guess))),
        "{:?}",
        diagnostics(split)
    );
    assert_eq!(guessed(split), "(;GM[1]SZ[9](;C[a]RE[W+T])(;C[b]RE[B+T]))");
    // Two games, and a parenthesis too many.
    let two = "(;GM[1]PB[a];B[aa])(;GM[1]PB[b];B[bb]))";
    assert!(
        diagnostics(two).contains(&(Severity::Warning, "sgf/surplus-parenthesis", Some(Safety::Safe))),
        "{:?}",
        diagnostics(two)
    );
}

#[test]
fn a_header_belongs_to_the_game_that_follows_it() {
    for (damaged, expected) in [
        ("e]PW[Kim]KM[6.5]SZ[9];B[cc];W[dd])", "e](;PW[Kim]KM[6.5]SZ[9];B[cc];W[dd])"),
        ("oo far]W[dd];B[ee])", "oo far](;W[dd];B[ee])"),
    ] {
        assert_eq!(safely_fixed(damaged), damaged);
        assert_eq!(guessed(damaged), expected);
        assert_eq!(read(expected).records.len(), 1);
    }
}

#[test]
fn parentheses_that_may_belong_to_damage_stay() {
    for text in [
        // The values of other games are unknown.
        "(;GM[2]C[x;B[a](;W[b])))",
        // Perhaps `)(`.
        "(;B[aa](;W[bb]();W[cc]))",
    ] {
        assert_eq!(safely_fixed(text), text);
    }
    assert!(diagnostics("(;GM[1]AB[nc])dd][ld])").iter().any(|found| found.0 == Severity::Error));
    assert!(diagnostics("(;GM[1]AB[nc]) [sic] see you").iter().all(|found| found.0 < Severity::Error));
}

#[test]
fn a_parenthesis_among_variations_is_an_error_and_a_guess() {
    let whole = "(;GM[1];B[pd](;W[dd];B[dp])(;W[dp];B[dd](;W[pp])(;W[qq])))";
    for (damaged, guess) in [
        // A `)` is missing between two variations.
        ("(;GM[1];B[pd](;W[dd];B[dp](;W[dp];B[dd](;W[pp])(;W[qq])))", whole),
        ("(;GM[1];B[pd](;W[dd];B[dp])(;W[dp];B[dd](;W[pp](;W[qq])))", whole),
        ("(;GM[1];B[pd](;W[dd];B[dp])(;W[dp];B[dd](;W[pp])(;W[qq]))", whole),
        // A `(` is missing before the second variation.
        ("(;GM[1];B[pd](;W[dd];B[dp]);W[dp];B[dd](;W[pp])(;W[qq])))", whole),
        ("(;GM[1];B[pd](;W[dd];B[dp])(;W[dp];B[dd](;W[pp]);W[qq])))", whole),
        // A `)` is doubled at the end.
        ("(;GM[1];B[pd](;W[dd];B[dp])(;W[dp];B[dd](;W[pp])(;W[qq]))))", whole),
    ] {
        assert!(diagnostics(damaged).iter().any(|found| found.0 == Severity::Error), "{damaged}");
        assert_eq!(safely_fixed(damaged), damaged);
        assert_eq!(guessed(damaged), guess);
    }
    // The `)` certainly belongs to the end: the text was cut off, or no variation is inside another one.
    for (damaged, fixed) in [
        ("(;GM[1];B[pd](;W[dd](;B[dp])(;B[pp];W[qq]", "(;GM[1];B[pd](;W[dd](;B[dp])(;B[pp];W[qq])))"),
        ("(;GM[1];B[pd](;W[dd];B[dp])(;W[dp];B[dd])", "(;GM[1];B[pd](;W[dd];B[dp])(;W[dp];B[dd]))"),
        ("(;GM[1];B[pd](;W[dd](;B[dp])(;B[pp]))(;W[dp])", "(;GM[1];B[pd](;W[dd](;B[dp])(;B[pp]))(;W[dp]))"),
        ("(;GM[1];B[pd];W[dd]))", "(;GM[1];B[pd];W[dd])"),
    ] {
        assert!(diagnostics(damaged).iter().all(|found| found.0 < Severity::Error), "{damaged}");
        assert_eq!(safely_fixed(damaged), fixed);
    }
    // Two variations without siblings: the end is as likely as any other place.
    let nested = "(;GM[1];B[pd](;W[dd](;B[dp];W[pp](;B[qq](;W[cc]))))";
    assert_eq!(guessed(nested), format!("{nested})"));
    assert!(diagnostics(nested).iter().any(|found| found.0 == Severity::Error));
}

#[test]
fn a_doubled_parenthesis_stays_if_the_rest_would_not_belong_to_the_game() {
    // Without the first parenthesis the game would end before the last value.
    for damaged in ["((;)[(M[]", "((;B[aa])C[x];W[bb](;B[cc])", "((;B[aa])(;W[bb])"] {
        let games = |text: &str| read(text).records.len();
        assert_eq!(games(&safely_fixed(damaged)), games(damaged), "{damaged}");
    }
    assert_eq!(safely_fixed("((;B[aa](;W[bb])(;W[cc]))"), "(;B[aa](;W[bb])(;W[cc]))");
}

#[test]
fn a_game_is_not_closed_for_parentheses_that_only_a_guess_removes() {
    // The character may be the rest of a damaged property, so removing the parentheses after it is a guess. As many `)` as remain
    // without that guess would be read as empty parentheses.
    let damaged = format!("(;GM[1]SZ[9];B[ee]'{}", "(".repeat(20));
    assert_eq!(safely_fixed(&damaged), damaged);
    assert_eq!(guessed(&damaged), "(;GM[1]SZ[9];B[ee]')");
}

#[test]
fn an_empty_first_node_is_ignored_if_the_header_follows() {
    let whole = &read("(;GM[1]SZ[9]PB[Lee]KM[6.5];B[aa](;W[bb])(;W[cc]))").records[0];
    let doubled = read("(;;GM[1]SZ[9]PB[Lee]KM[6.5];B[aa](;W[bb])(;W[cc]))");
    assert_eq!(&doubled.records[0], whole);
    assert_eq!(guessed("(;;GM[1]SZ[9];B[aa](;W[bb])(;W[cc]))"), "(;GM[1]SZ[9];B[aa](;W[bb])(;W[cc]))");
    // Without a header the node stays, and so it does before variations.
    for kept in ["(;;B[aa])", "(;(;GM[1]SZ[9];B[aa])(;B[bb]))", "(;C[x];GM[1])"] {
        assert!(!diagnostics(kept).iter().any(|found| found.1 == "sgf/empty-first-node"), "{kept}");
    }
}

#[test]
fn a_header_that_was_cut_in_two_is_an_error() {
    let severities = |text: &str| diagnostics(text).into_iter().map(|found| found.0).collect::<Vec<_>>();
    let cut = "(;SZ[9]PB[Al];PW[Bo]KM[6.5]RE[B+2];B[aa])";
    assert_eq!(severities(cut), [Severity::Error; 3]);
    // The standard allows all of it in a later node.
    assert_eq!(severities("(;SZ[9];PB[Al]PW[Bo];B[aa])"), [Severity::Note; 2]);
    assert_eq!(severities("(;SZ[9];EV[Cup];B[aa])"), [Severity::Note]);
    // The standard does not allow it after a node with game information.
    assert_eq!(severities("(;SZ[9]PB[Al]PW[Bo];B[aa]PB[Cy])"), [Severity::Warning]);
}
