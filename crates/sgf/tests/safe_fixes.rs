//! Fixes of problems whose meaning is known leave every record equal.

#[path = "fixes/mod.rs"]
mod fixes;

use fixes::{guessed, read, safely_fixed};
use kifu_core::{Edits, Format, Safety, Source, difference};
use kifu_sgf::{PROPERTIES, PropertyDef, Sgf, Type, Value};
use proptest::{collection::vec, prelude::*, sample::select};

/// A fix is safe if the record stays equal. Each text that is fixed is compared as a record too.
#[test]
fn what_is_known_is_fixed() {
    for (text, expected) in [
        // Lists of one property that follow each other.
        ("(;GM[1];AB[aa]AB[bb]\nAB[cc:dd]TR[aa])", "(;GM[1];AB[aa][bb]\n[cc:dd]TR[aa])"),
        ("(;GM[1];LB[aa:x] LB[bb:y])", "(;GM[1];LB[aa:x] [bb:y])"),
        ("(;GM[1];CR[aa]N[n]CR[bb][cc];B[dd])", "(;GM[1];CR[aa][bb][cc]N[n];B[dd])"),
        // Other lists are between them.
        ("(;GM[1];AB[aa]C[c]AB[bb])", "(;GM[1];AB[aa][bb]C[c])"),
        ("(;GM[1]AB[dd]AW[pp]AB[dp])", "(;GM[1]AB[dd][dp]AW[pp])"),
        ("(;GM[1];AB[dd]AW[pp]AB[dp]AW[pd]AB[qq])", "(;GM[1];AB[dd][dp][qq]AW[pp][pd])"),
        ("(;GM[1];AW[aa]AB[bb]AB[aa])", "(;GM[1];AW[aa]AB[bb][aa])"),
        ("(;GM[1];TR[dd]CR[pp]TR[dp])", "(;GM[1];TR[dd][dp]CR[pp])"),
        ("(;GM[1];TR[dd]CR[dd]TR[cc])", "(;GM[1];TR[dd][cc]CR[dd])"),
        ("(;GM[1];TB[aa]TW[aa]TB[bb])", "(;GM[1];TB[aa][bb]TW[aa])"),
        ("(;GM[1];LB[aa:A]CR[bb]LB[aa:B])", "(;GM[1];LB[aa:A][aa:B]CR[bb])"),
        // Empty properties.
        ("(;GM[1];AB[dd]AB[])", "(;GM[1];AB[dd])"),
        ("(;GM[1];TB[aa]TB[]DD[bb]DD[])", "(;GM[1];TB[aa]DD[bb])"),
        ("(;GM[1]PB[Ann]PB[]KM[6.5]KM[ ]SZ[9]SZ[])", "(;GM[1]PB[Ann]KM[6.5]SZ[9])"),
        ("(;GM[1]PB[]PB[Ann]KM[]KM[6.5]RE[]RE[B+R])", "(;GM[1]PB[Ann]KM[6.5]RE[B+R])"),
        ("(;GM[1];B[pd]VW[]VW[aa:cc]DD[]DD[bb]TB[]TB[aa])", "(;GM[1];B[pd]VW[aa:cc]DD[bb]TB[aa])"),
        ("(;GM[1];AB[]AB[dd]CR[]CR[aa])", "(;GM[1];AB[dd]CR[aa])"),
        ("(;GM[1];B[pd]C[]C[x])", "(;GM[1];B[pd]C[x])"),
        ("(;GM[1];B[pd]C[x]C[]N[]N[y])", "(;GM[1];B[pd]C[x]N[y])"),
        // What the first list has is left out.
        ("(;GM[1];AB[pd][dp]AB[dp][pp])", "(;GM[1];AB[pd][dp][pp])"),
        ("(;GM[1];AB[pd][dp]TR[aa]AB[dp][pp])", "(;GM[1];AB[pd][dp][pp]TR[aa])"),
        ("(;GM[1];CR[aa]CR[aa]N[n])", "(;GM[1];CR[aa]N[n])"),
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
        ("(;GM[1];AB[cc]B[aa]W[bb])", "(;GM[1];AB[cc];B[aa];W[bb])"),
        ("(;GM[1];AE[cc]PL[B]B[aa])", "(;GM[1];AE[cc]PL[B];B[aa])"),
        // A move in the first node.
        ("(;GM[1]SZ[9]B[aa]C[c];W[bb])", "(;GM[1]SZ[9];B[aa]C[c];W[bb])"),
        ("(;GM[1]B[aa]KM[7];W[bb])", "(;GM[1]KM[7];B[aa];W[bb])"),
        ("(;GM[1]W[aa]B[bb])", "(;GM[1];W[aa];B[bb])"),
    ] {
        assert_eq!(safely_fixed(text), expected);
        assert!(difference(&read(text).records, &read(expected).records).is_empty(), "{text}");
    }
    for text in [
        // Another order of setup is another position.
        "(;GM[1];AB[aa]AW[aa]AB[aa])",
        "(;GM[1];AB[dd]AW[aa:cc]AB[bb])",
        "(;GM[1];AB[dd]AE[bb]AB[bb])",
        // Each list of letters starts with A, and these are the corners of two rectangles.
        "(;FF[1]GM[1];L[aa]L[bb])",
        "(;FF[3]GM[1];VW[aa][cc]VW[dd][ee])",
        // The second comment is about the second move.
        "(;GM[1];B[pd]C[about Q16]W[dp]C[about D4])",
        // A third value, and what the first node means without the empty one.
        "(;GM[1]PB[]PB[Ann]PB[Bob])",
        "(;GM[1]OT[]OT[3x30]DT[]DT[2020])",
        "(;GM[1]TE[Cup x][])",
        // The first node would be empty.
        "(;B[aa];W[bb])",
        // A text that is there twice may be meant so.
        "(;GM[1];C[a]C[a])",
        "(;GM[1];C[a][a])",
        "(;GM[1]GC[a]GC[a])",
        // A bracket may be damage.
        "(;GM[1];C[a[x][b])",
        "(;GM[1];C[a]][b])",
        "(;GM[1];C[a]N[n]C[b)",
        "(;GM[1];AB[aa]x AB[bb])",
        "(;GM[1]FF[4]FF[3])",
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
    let over: String = (0..101).map(|name| format!("AB[aa]N[{name}]")).collect();
    let over = format!("(;GM[1];W[bb]{over})");
    assert!(safely_fixed(&over).starts_with("(;GM[1];W[bb]AB[aa]"));
    let texts: String = (0..101).map(|text| format!("[{text}]")).collect();
    let texts = format!("(;GM[1];C{texts})");
    assert_eq!(safely_fixed(&texts), texts);
}

/// Texts with escapes, and with white space where they are joined.
#[test]
fn texts_of_any_kind_are_joined() {
    for (text, expected) in [
        ("(;GM[1];C[a\\]b]C[c])", "(;GM[1];C[a\\]b\n\nc])"),
        ("(;GM[1];C[a]N[n]C[\\[b\\]: c\\\\])", "(;GM[1];C[a\n\n\\[b\\]: c\\\\]N[n])"),
        ("(;GM[1];C[a ]C[ c])", "(;GM[1];C[a \n\n c])"),
        ("(;GM[1];C[a ][ b][\nc])", "(;GM[1];C[a \n\n b\n\n\nc])"),
        ("(;GM[1];C[a\r\n][\r\nb])", "(;GM[1];C[a\r\n\n\n\r\nb])"),
        ("(;GM[1];C[a\r]C[b][c])", "(;GM[1];C[a\r\r\rb\n\nc])"),
        ("(;GM[1];C[a\r]C[\rb])", "(;GM[1];C[a\r\r\r\rb])"),
        ("(;GM[1];C[a\r]C[\r\nb])", "(;GM[1];C[a\r\r\r\r\nb])"),
        ("(;GM[1];C[a\\\n]C[\\\rb])", "(;GM[1];C[a\\\n\n\n\\\rb])"),
        ("(;GM[1]GC[a ]GC[b])", "(;GM[1]GC[a \n\nb])"),
        ("(;GM[1];C[\\\n]C[b])", "(;GM[1];C[b])"),
    ] {
        let fixed = safely_fixed(text);
        assert!(difference(&read(text).records, &read(&fixed).records).is_empty(), "{text:?}: {fixed:?}");
        assert_eq!(fixed, expected);
    }
    for text in [
        // The newlines at the joint would be one.
        "(;GM[1];C[a\n]C[\rb])",
        // Outside of the first node both texts are kept.
        "(;GM[1];B[aa]GC[a]GC[b])",
    ] {
        assert_eq!(safely_fixed(text), text);
    }
}

/// What the message of a repeated property says is what the record has.
#[test]
fn the_value_that_counts_is_named() {
    let counts = "cannot be read, so this one counts";
    for (text, message, guess) in [
        ("(;GM[1];B[pd]BL[x]BL[30])", counts, "(;GM[1];B[pd]BL[30])"),
        ("(;GM[1];B[pd]OB[x]OB[3])", counts, "(;GM[1];B[pd]OB[3])"),
        ("(;GM[1];B[pd]TE[x]TE[1])", counts, "(;GM[1];B[pd]TE[1])"),
        ("(;GM[1];B[pd]V[x]V[3])", counts, "(;GM[1];B[pd]V[3])"),
        ("(;GM[1];AB[aa]PL[x]PL[W])", counts, "(;GM[1];AB[aa]PL[W])"),
        ("(;GM[1]ST[9]ST[1])", counts, "(;GM[1]ST[1])"),
        // A move that cannot be read may be one of another node.
        ("(;GM[1];B[zz]B[pd];W[dd])", counts, "(;GM[1];B[zz]B[pd];W[dd])"),
        ("(;GM[1];B[zz]W[dd]B[pd];W[qq])", counts, ""),
        ("(;GM[1];B[pd]BL[x]BL[-3])", "it has no effect, and neither has the one before", ""),
        ("(;GM[1];B[pd]TE[x]TE[y])", "it has no effect, and neither has the one before", ""),
        ("(;GM[1];B[pd]WL[3]WL[4])", "both are kept in the file", ""),
        ("(;GM[1];B[pd]BL[30]BL[x])", "the first counts", ""),
        ("(;GM[1];B[pd]TE[1]TE[2])", "the first counts", ""),
        ("(;GM[1]DT[]DT[2020])", "is empty, so this one counts", "(;GM[1]DT[2020])"),
        ("(;GM[1]CA[GBK]CA[UTF-8]PB[張])", "the bytes agree with this one", "(;GM[1]CA[UTF-8]PB[張])"),
        ("(;GM[1]CA[UTF-8]CA[GBK]PB[張])", "the first counts", ""),
        ("(;GM[1]CA[GBK]CA[Big5]PB[張])", "it has no effect, and neither has the one before", ""),
    ] {
        let messages: Vec<_> = read(text).diagnostics.iter().map(|found| found.message.to_string()).collect();
        assert!(messages.iter().any(|found| found.contains(message)), "{text}: {messages:?}");
        if !guess.is_empty() {
            assert_eq!(guessed(text), guess);
        }
    }
}

/// A message names a repeated mark as players name its points.
#[test]
fn a_repeated_mark_is_named() {
    for (text, expected) in [
        ("(;GM[1];LB[cc:a]TR[dd]LB[cc:a])", "LB contains [cc:a] twice, at C17 (cc); read once"),
        ("(;GM[1];AR[aa:cc][aa:cc])", "AR contains [aa:cc] twice, from A19 (aa) to C17 (cc); read once"),
        (
            "(;GM[1];LN[aa:cc][cc:aa])",
            "LN contains [cc:aa] twice, from C17 (cc) to A19 (aa), once from each end; read once",
        ),
        // The value of a handicap that is a text.
        ("(;GM[1]HA[two])", "HA takes a number of stones; \"two\" was kept as text"),
    ] {
        let messages: Vec<_> = read(text).diagnostics.iter().map(|found| found.message.to_string()).collect();
        assert!(messages.iter().any(|message| message == expected), "{text}: {messages:?}");
    }
}

/// Other programs show the time of day in DT, so only a guess moves it to the slot, with all else that the record cannot hold.
#[test]
fn a_time_of_day_is_moved_only_as_a_guess() {
    let date = |raw: &str| format!("(;GM[1]DT[{raw}]PB[x])");
    for (raw, expected) in [
        ("2017-01-04 21:18:00", "2017-01-04]KX[kifu:started:2017-01-04 21\\\\:18\\\\:00"),
        ("2017/1/4 9:05pm", "2017-01-04]KX[kifu:started:2017-01-04 21\\\\:05"),
        ("2017-01-04,21:18", "2017-01-04]KX[kifu:started:2017-01-04 21\\\\:18"),
        ("2017-01-04T21:18:00Z", "2017-01-04]KX[kifu:started:2017-01-04 21\\\\:18\\\\:00][sgf:DT:2017-01-04T21:18:00Z"),
        (
            "2017-01-04T21:18:00+08:00",
            "2017-01-04]KX[kifu:started:2017-01-04 21\\\\:18\\\\:00][sgf:DT:2017-01-04T21:18:00+08:00",
        ),
        ("2017-01-04 21:18 +0800", "2017-01-04]KX[kifu:started:2017-01-04 21\\\\:18][sgf:DT:2017-01-04 21:18 +0800"),
        (
            "2017-01-04 21:18,2017-01-05 10:00",
            "2017-01-04,05]KX[kifu:started:2017-01-04 21\\\\:18][sgf:DT:2017-01-04 21:18,2017-01-05 10:00",
        ),
        ("2017-01-04 21:18 (JST)", "2017-01-04]KX[kifu:started:2017-01-04 21\\\\:18][sgf:DT:2017-01-04 21:18 (JST)"),
        ("2017-01-04,2017-01-05 21:18", "2017-01-04,05]KX[sgf:DT:2017-01-04,2017-01-05 21:18"),
        ("2017-01-04 21:18,2017-01-05", "2017-01-04,05]KX[kifu:started:2017-01-04 21\\\\:18"),
        (
            "2017-01-04T21:18:00.123Z",
            "2017-01-04]KX[kifu:started:2017-01-04 21\\\\:18\\\\:00][sgf:DT:2017-01-04T21:18:00.123Z",
        ),
    ] {
        let (text, expected) = (date(raw), date(expected));
        assert_eq!(safely_fixed(&text), text);
        assert_eq!(guessed(&text), expected);
        let [before, after] = [read(&text), read(&expected)];
        assert!(difference(&before.records, &after.records).is_empty(), "{text}");
        assert_eq!(after.diagnostics.iter().filter(|found| found.code.0 == "sgf/loose-value").count(), 0, "{text}");
        // What the record has is written in the same form.
        let written = Sgf::default().write(&before.records).text;
        assert_eq!(written.contains("[sgf:DT:"), expected.contains("[sgf:DT:"), "{written}");
    }
    for text in [
        // The end of the game, or a time zone.
        "(;GM[1]DT[2017-01-04 09:00-11:00])",
        // Other values are kept beside this one.
        "(;GM[1]DT[2017-01-04T21:18Z]DT[2018])",
        "(;GM[1]DT[2017-01-04T21:18Z]KX[sgf:DT:x])",
        "(;GM[1]DT[2017-01-04T21:18Z][2018])",
    ] {
        assert_eq!(safely_fixed(text), text);
    }
    // The slot comes after all values.
    let text = "(;GM[1]DT[2017-01-04 21:18][2017-01-04 21:18])";
    assert_eq!(safely_fixed(text), "(;GM[1]DT[2017-01-04 21:18])");
    assert_eq!(guessed(text), "(;GM[1]DT[2017-01-04]KX[kifu:started:2017-01-04 21\\\\:18])");
    for found in read(text).diagnostics.iter() {
        let Some(fix) = &found.fix else { continue };
        let fixed = String::from_utf8(Source::from_text("a.sgf", text).splice(&fix.edits).unwrap()).unwrap();
        assert!(difference(&read(text).records, &read(&fixed).records).is_empty(), "{fixed}");
    }
    let messages: Vec<_> =
        read("(;GM[1]DT[2017-01-04T21:18Z])").diagnostics.iter().map(|found| found.message.clone()).collect();
    assert_eq!(
        messages,
        [
            "DT[2017-01-04T21:18Z] has a time of day, which DT does not allow; read as DT[2017-01-04] with the start time 2017-01-04 21:18; the time zone has no effect (kept in the file)"
        ]
    );
}

/// A node with two moves is split where it is known to which move each property belongs.
#[test]
fn properties_after_a_second_move_belong_to_it() {
    // The record stays equal.
    for (text, expected) in [
        ("(;GM[1];B[aa]W[bb]BL[10])", "(;GM[1];B[aa]BL[10];W[bb])"),
        ("(;GM[1];B[aa]BL[10]OB[3]TE[1]W[bb])", "(;GM[1];B[aa]BL[10]OB[3]TE[1];W[bb])"),
        ("(;GM[1];W[aa]C[c]B[bb]WL[10]OW[3];W[cc])", "(;GM[1];W[aa]C[c]WL[10]OW[3];B[bb];W[cc])"),
    ] {
        assert_eq!(safely_fixed(text), expected);
        assert!(difference(&read(text).records, &read(expected).records).is_empty(), "{text}");
    }
    for (text, expected) in [
        ("(;GM[1];B[aa]W[bb]C[c])", "(;GM[1];B[aa];W[bb]C[c])"),
        ("(;GM[1];B[aa]W[bb]LB[cc:x]TR[dd]TE[1]N[n])", "(;GM[1];B[aa];W[bb]LB[cc:x]TR[dd]TE[1]N[n])"),
        ("(;GM[1];B[aa]W[bb]BL[10]WL[20]C[c])", "(;GM[1];B[aa]BL[10];W[bb]WL[20]C[c])"),
        ("(;GM[1];B[aa]WL[20]BL[10]W[bb])", "(;GM[1];B[aa]BL[10];W[bb]WL[20])"),
        ("(;GM[1];B[aa]WL[20]W[bb]BL[10]\n)", "(;GM[1];B[aa]BL[10];W[bb]WL[20]\n)"),
        ("(;GM[1];B[aa]TR[cc]W[bb]WL[20]C[c])", "(;GM[1];B[aa]TR[cc];W[bb]WL[20]C[c])"),
    ] {
        assert_eq!(safely_fixed(text), text);
        assert_eq!(guessed(text), expected);
        let record = read(expected).records.remove(0);
        assert_eq!(record.tree.len(), 3, "{text}");
    }
    for text in [
        "(;GM[1];B[aa]W[bb]MN[3])",
        "(;GM[1];B[aa]W[bb]XX[3]C[c])",
        "(;GM[1];B[aa]KO[]W[bb]C[c])",
        "(;GM[1];B[aa]W[bb]C[c]PB[x])",
    ] {
        assert_eq!(guessed(text), text);
    }
    let over = format!("(;GM[1];B[aa]W[bb]{})", "C[a]N[n]".repeat(51));
    assert!(guessed(&over).starts_with("(;GM[1];B[aa];W[bb]C[a"));
    let two_moves =
        |text: &str| read(text).diagnostics.iter().any(|found| found.code.0 == "sgf/two-moves" && found.fix.is_some());
    assert!(!two_moves(&over));
}

/// Each safe fix leaves the record equal, alone and together with the others.
#[test]
fn safe_fixes_do_not_disturb_each_other() {
    for text in [
        // The name of the third list is removed, and the second list is moved.
        "(;GM[1];LN[aa:bb]OW[3]LN[aa:cc]LN[aa:dd])",
        "(;GM[1];LN[aa:bb]OW[3]LN[aa:cc]KO[]LN[aa:dd])",
        // A text would continue up to the small letter.
        "(;GM[1];C[a]LN[aa:bb]N[n]LN[aa:cc]xOW[3])",
        "(;GM[1];C[a]KO[]C[b]xOW[3])",
        "(;GM[1];BM[1]C[a]BM[1]xTR[aa])",
        "(;GM[1]DT[2017]BM[1]B[]xAW[bb])",
        "(;GM[1];C[a]PL[W]xCR[aa]B[bb])",
        // W[x y] is kept in the node of the second move.
        "(;GM[1];W[x y]B[aa]W[bb])",
        // PL depends on the next node, and its other value is kept.
        "(;GM[1];W[bb]B[aa]PL[W];B[cc]W[dd]BL[3])",
        "(;GM[1];W[dd]PL[B];AW[bb]W[bb])",
        "(;GM[1];W[bb]PL[B][x];B[aa])",
        // The slot has a start already, or belongs to the node of the move.
        "(;GM[1]KX[kifu:started:2017-01-04]DT[2017/1/4 9:05pm])",
        "(;GM[1]AB[aa]W[bb]DT[2017-01-04T21:18Z])",
        // KO is read as KM, beside KI.
        "(;GM[1]KI[13]KO[6.5])",
        // TE is the event, or a judgement that occurs twice.
        "(;GM[1]TE[1]B[]AB[aa]TE[1])",
        "(;GM[1]TE[Cup x]TE[Cup x]TE[Cup x])",
        // An identifier without a value is an empty value.
        "(;GM[1]FG[]FG\\[])",
    ] {
        safe_fixes_leave_the_record_equal(text);
    }
}

/// Makes each safe fix of a text alone, then all of them at once, and then all that are found, one after the other.
fn safe_fixes_leave_the_record_equal(text: &str) {
    let before = read(text);
    let safe = before.diagnostics.iter().filter_map(|found| found.fix.as_ref());
    let safe: Vec<_> = safe.filter(|fix| fix.safety == Safety::Safe).map(|fix| &fix.edits).collect();
    let all = Edits::from_disjoint(&safe).edits;
    for edits in safe.into_iter().chain([&all]) {
        let fixed = Source::from_text("a.sgf", text).splice(edits).unwrap();
        let fixed = String::from_utf8(fixed).unwrap();
        assert!(difference(&before.records, &read(&fixed).records).is_empty(), "{text}: {fixed}");
    }
    let fixed = safely_fixed(text);
    assert!(difference(&before.records, &read(&fixed).records).is_empty(), "{text}: {fixed}");
}

/// A property that means the same as the first one in its node is ignored, however it is spelled.
#[test]
fn a_property_that_repeats_a_meaning_is_removed() {
    for (text, expected) in [
        ("(;GM[1]CA[utf-8]CA[UTF8])", "(;GM[1]CA[utf-8])"),
        ("(;GM[1]KM[6.5]KM[6.5])", "(;GM[1]KM[6.5])"),
        ("(;GM[1]KM[6.5]KM[6.50])", "(;GM[1]KM[6.5])"),
        ("(;GM[1]KM[6.5]PB[x]KM[7]KM[6.50])", "(;GM[1]KM[6.5]PB[x]KM[7])"),
        ("(;GM[1]KM[][6.5]KM[6.50][6.5])", "(;GM[1]KM[6.5])"),
        ("(;FF[4]GM[1]FF[04]GM[Go])", "(;FF[4]GM[1])"),
        // The first value has a fix of its own.
        ("(;GM[1]KM[6,5]KM[6.50])", "(;GM[1]KM[6.5])"),
        ("(;GM[1]DT[2020.1.2]DT[2020-01-02])", "(;GM[1]DT[2020-01-02])"),
        ("(;GM[1]DT[2020-01-02 12:00]DT[2020-01-02])", "(;GM[1]DT[2020-01-02 12:00])"),
        ("(;GM[1]RE[1\u{c218} \u{d751}\u{bd88}\u{acc4}\u{c2b9}]RE[B+R];B[aa])", "(;GM[1]RE[B+R];B[aa])"),
        ("(;GM[1]HA[2.0]HA[2]SZ[9]SZ[9:9])", "(;GM[1]HA[2]SZ[9])"),
        ("(;GM[1]AP[SmartGo]OT[20 / 5]OT[20/300 Canadian])", "(;GM[1]AP[SmartGo]OT[20/300 Canadian])"),
        // Texts that differ in their escapes.
        ("(;GM[1]PB[a\\]b]PB[\\a\\]b])", "(;GM[1]PB[a\\]b])"),
        ("(;GM[1];B[aa]TE[1]BL[90]N[n]BL[0:01:30]TE[1]N[n])", "(;GM[1];B[aa]TE[1]BL[90]N[n])"),
        ("(;GM[1];AB[aa]PL[W]PL[white])", "(;GM[1];AB[aa]PL[W])"),
    ] {
        assert_eq!(safely_fixed(text), expected);
        // Each fix alone leaves the record equal, too.
        for found in read(text).diagnostics.iter() {
            let Some(fix) = found.fix.as_ref().filter(|fix| fix.safety == Safety::Safe) else { continue };
            let fixed = Source::from_text("a.sgf", text).splice(&fix.edits).unwrap();
            let fixed = String::from_utf8(fixed).unwrap();
            assert!(difference(&read(text).records, &read(&fixed).records).is_empty(), "{text}: {fixed}");
        }
    }
    for text in [
        "(;GM[1]KM[6.5]KM[7.5])",
        "(;GM[1]PB[Lee]PB[Lee ])",
        "(;GM[1]KM[6.5]x KM[6.5])",
        // Programs are found by their names in AP.
        "(;GM[1]AP[SGFC v2.0]AP[SGFC:2.0]KM[375])",
        // The second one states more.
        "(;GM[1]DT[2020-01-02]DT[2020-01-02 12:00])",
        // A pass may occur twice, and PL beside a move depends on the number of PL.
        "(;GM[1];B[]W[]B[])",
        "(;GM[1];B[aa]PL[B]PL[B])",
        // It has no effect in this node.
        "(;GM[1];B[aa]KM[6.5]KM[6.5])",
        "(;TE[1]TE[1])",
    ] {
        assert_eq!(safely_fixed(text), text);
    }
    assert_eq!(guessed("(;GM[1];B[aa]KM[6.5]KM[6.5])"), "(;GM[1];B[aa]KM[6.5])");
}

/// Returns texts for the value of a property: good ones, an empty one, one that is not on the board, several, and one of another type.
fn values(known: &PropertyDef) -> [&'static str; 6] {
    let (Value::One(of) | Value::List(of) | Value::Elist(of)) = known.value;
    match of {
        Type::Point | Type::Move | Type::Stone => ["", "aa", "bb:cc", "ss", "aa][ss", "x y"],
        Type::PointPoint => ["", "aa:bb", "bb:cc", "aa:ss", "aa:bb][aa:ss", "x y"],
        Type::PointText => ["", "aa:1", "bb:b:2", "ss:3", "aa:1][ss:3", "x y"],
        Type::Color => ["", "B", "W", "b", "B][W", "x y"],
        Type::Size => ["", "9", "9:9", " 9", "9][13", "x y"],
        Type::Figure => ["", "1:f", "2:g", ":", "1:f][x", "x y"],
        _ => ["", "1", "2", "01", "1][2", "x y"],
    }
}

/// Returns the properties of go.
fn of_go() -> impl Iterator<Item = &'static PropertyDef> {
    PROPERTIES.iter().filter(|known| known.game.is_none_or(|game| game == 1))
}

/// Every property that occurs two or three times in a node, with values of every kind.
#[test]
fn no_safe_fix_of_a_repeated_property_changes_the_record() {
    for known in of_go() {
        let property = |value: &str| format!("{}[{value}]", known.identifier);
        let values = values(known);
        for (first, second) in values.into_iter().flat_map(|first| values.map(|second| (first, second))) {
            for between in ["", "N[n]", "AB[aa]"] {
                let pair = format!("{}{between}{}", property(first), property(second));
                let thrice = ["", "aa:1", "x y"].map(|third| format!("{pair}{}", property(third)));
                for properties in [pair].into_iter().chain(thrice) {
                    for (node, end) in [("SZ[9]", ""), ("SZ[9 ];B[hh]", ""), ("SZ[9];AW[bb]", ""), ("SZ[9];", "B[hh]")]
                    {
                        safe_fixes_leave_the_record_equal(&format!("(;GM[1]{node}{properties}{end})"));
                    }
                }
            }
        }
    }
}

/// Returns a node of any properties.
fn node() -> impl Strategy<Value = String> {
    // A few of them are frequent, so that many nodes have one twice.
    let frequent = ["B", "W", "AB", "AW", "AE", "PL", "C", "N", "LB", "TR", "BL", "DT", "KM", "TE"];
    let frequent = frequent.map(|identifier| PropertyDef::find(identifier, 1).unwrap());
    let known = prop_oneof![select(of_go().collect::<Vec<_>>()), select(frequent.to_vec())];
    let property = known.prop_flat_map(|known| {
        let value = select(values(known).to_vec());
        (value, select(vec!["", "", "", " ", "\n", "x"]))
            .prop_map(|(value, after)| format!("{}[{value}]{after}", known.identifier))
    });
    vec(property, 1..7).prop_map(|properties| properties.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20_000) })]

    #[test]
    fn no_safe_fix_of_a_node_changes_the_record(
        version in select(vec!["", "FF[3]", "FF[4]"]),
        first in prop_oneof![Just("SZ[9];".to_owned()), Just("SZ[9]".to_owned()), node()],
        second in node(),
        third in prop_oneof![Just(String::new()), node().prop_map(|node| format!(";{node}"))],
    ) {
        safe_fixes_leave_the_record_equal(&format!("(;GM[1]{version}{first};{second}{third})"));
    }
}

/// In early versions, two points of VW are the corners of a rectangle: `[jj:jj]` is not one.
#[test]
fn two_values_of_an_old_view_are_no_corners_after_a_fix() {
    for text in ["(;GM[1]SZ[19]VW[aa][jj:jj];B[aa])", "(;GM[1]FF[3]SZ[19]VW[jj:jj][aa];B[aa])"] {
        assert_eq!(safely_fixed(text), text);
    }
    let text = "(;GM[1]FF[4]SZ[19]VW[aa][jj:jj];B[aa])";
    assert_eq!(safely_fixed(text), text.replace("jj:jj", "jj"));
}

/// The charset of a later game is not that of the file, until the first value of CA names it.
#[test]
fn a_value_of_ca_does_not_become_the_first_one() {
    let text = "(;GM[1]FF[4]SZ[19]PB[日本];B[aa])(;GM[1]FF[4]CA[][gbk];B[aa])";
    assert_eq!(safely_fixed(text), text);
}
