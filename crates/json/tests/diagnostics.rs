//! Each diagnostic code: its place, the value that was read, and the effect of its fix.

use kifu_core::{Safety, Severity};
use kifu_json::{CODES, Document, Value};
use std::collections::BTreeSet;

/// A text, the codes of its diagnostics in the order of the text, and the values that were read.
const CASES: &[(&str, &[&str], &[&str])] = &[
    ("", &["empty"], &[]),
    (" // nothing\n", &["empty", "comment"], &[]),
    ("hello world", &["empty", "stray-text"], &[]),
    ("{} and more", &["stray-text"], &["{}"]),
    ("{\"x\": 1}} ]", &["stray-text"], &["{\"x\":1}"]),
    ("{} {}", &["further-value"], &["{}", "{}"]),
    ("{}\n{}", &[], &["{}", "{}"]),
    ("{\"a\":[\n{\"a\":[1,\n{\"a\":\n{\"a\":2}}]}]}", &[], &["{\"a\":[{\"a\":[1,{\"a\":{\"a\":2}}]}]}"]),
    ("{\"a\":[1\n{\"a\":2}", &["unclosed-bracket"], &["{\"a\":[1]}", "{\"a\":2}"]),
    ("{},\n{}", &["extra-comma"], &["{}", "{}"]),
    ("JGF = {\"a\": 1};\n", &["statement", "statement"], &["{\"a\":1}"]),
    ("var x = 5; let y = 6;", &["statement", "statement", "statement", "further-value", "statement"], &["5", "6"]),
    ("export default {};", &["stray-text", "statement"], &["{}"]),
    ("callback({});", &["stray-text", "stray-text", "statement"], &["{}"]),
    ("[1, /* two */ 3]", &["comment"], &["[1,3]"]),
    ("[1] /* open", &["unclosed-comment"], &["[1]"]),
    ("[1] /*/", &["unclosed-comment"], &["[1]"]),
    ("\u{FEFF}[\u{A0}1]", &["odd-space", "odd-space"], &["[1]"]),
    ("[1 2 \"a\"{}]", &["missing-comma", "missing-comma", "missing-comma"], &["[1,2,\"a\",{}]"]),
    ("{\"a\": 1 \"b\": 2}", &["missing-comma"], &["{\"a\":1,\"b\":2}"]),
    ("{\"a\": 1; \"b\": 2}", &["missing-comma"], &["{\"a\":1,\"b\":2}"]),
    ("[,1,,2]", &["extra-comma", "extra-comma"], &["[1,2]"]),
    ("{,}", &["extra-comma"], &["{}"]),
    ("[1,]", &["trailing-comma"], &["[1]"]),
    ("{\"a\":1,}", &["trailing-comma"], &["{\"a\":1}"]),
    ("[1,,]", &["trailing-comma", "extra-comma"], &["[1]"]),
    ("{\"a\" 1}", &["missing-colon"], &["{\"a\":1}"]),
    ("{\"a\" = 1}", &["missing-colon"], &["{\"a\":1}"]),
    ("{\"a\": , \"b\"}", &["missing-value", "missing-value"], &["{\"a\":null,\"b\":null}"]),
    ("{\"a\": 1, [2], :3}", &["missing-key", "missing-key"], &["{\"a\":1,\"\":[2],\"\":3}"]),
    ("{a: 1, $b_2: 2, 3: 3, true: 4, é: 5}", &["bare-key"; 5], &["{\"a\":1,\"$b_2\":2,\"3\":3,\"true\":4,\"é\":5}"]),
    ("{\"a\": 1, \"\\u0061\": 2}", &["duplicate-key"], &["{\"a\":1,\"a\":2}"]),
    ("[{\"a\": [1}]", &["mismatched-bracket"], &["[{\"a\":[1]}]"]),
    ("{\"tree\": [{\"x\": 15}}", &["mismatched-bracket"], &["{\"tree\":[{\"x\":15}]}"]),
    ("{\"a\": [1, {\"b\": 2", &["unclosed-bracket"], &["{\"a\":[1,{\"b\":2}]}"]),
    ("[1,", &["trailing-comma", "unclosed-bracket"], &["[1]"]),
    ("{\"a\":", &["missing-value", "unclosed-bracket"], &["{\"a\":null}"]),
    (
        "{\"color\": black, \"date\": 2023-06-12, \"day\": 2023/06/12}",
        &["bare-text"; 3],
        &["{\"color\":\"black\",\"date\":\"2023-06-12\",\"day\":\"2023/06/12\"}"],
    ),
    ("[NaN, -Infinity, undefined, None, True, False]", &["odd-literal"; 6], &["[null,null,null,null,true,false]"]),
    ("[+1, .5, 6., 007, 0x1F, -.5e1]", &["odd-number"; 6], &["[1,0.5,6,7,31,-0.5e1]"]),
    ("{'a': 'it\\'s \"x\"'}", &["single-quotes", "single-quotes", "unknown-escape"], &["{\"a\":\"it's \\\"x\\\"\"}"]),
    ("[\"open]", &["unclosed-string", "unclosed-bracket"], &["[\"open]\"]"]),
    (
        "{\n\"a\": \"x,\n\"b\": [\"y],\n\"c\": \"z\"\n}",
        &["missing-quote"; 2],
        &["{\"a\":\"x\",\"b\":[\"y\"],\"c\":\"z\"}"],
    ),
    ("{\n\"a\": \"x\n}", &["missing-quote"], &["{\"a\":\"x\"}"]),
    ("{\n\"a\": x\",\n\"b\": 1\n}", &["bare-text", "stray-text"], &["{\"a\":\"x\",\"b\":1}"]),
    ("{\"\"komi\": 6.5, \"rules\"\": 1}", &["doubled-quote"; 2], &["{\"komi\":6.5,\"rules\":1}"]),
    ("[\"\"Lee Sedol\", \"Gu\"\"]", &["doubled-quote"; 2], &["[\"Lee Sedol\",\"Gu\"]"]),
    ("{\"a\": \"\"x\"\"\n}", &["doubled-quote"; 2], &["{\"a\":\"x\"}"]),
    ("[\"\"\", \"\"]", &["doubled-quote"], &["[\"\",\"\"]"]),
    (
        "{\"color:\"black\",\"n\":1}",
        // The warnings after this place follow from the exchange.
        &["exchanged-quotes", "unclosed-string"],
        &["{\"color:\":\"black\",\",\":\"n\",\":1}\":null}"],
    ),
    ("[\"\" x, \"a\" \"b\"]", &["missing-comma", "bare-text", "missing-comma"], &["[\"\",\"x\",\"a\",\"b\"]"]),
    ("[\"a\nb\tc\"]", &["control-character"], &["[\"a\\nb\\tc\"]"]),
    ("[\"\\q\", \"\\x41\", \"\\u12\"]", &["unknown-escape"; 3], &["[\"q\",\"A\",\"\\\\u12\"]"]),
    ("[\"\\ud83d\", \"\\ud83d\\ude00\"]", &["lone-surrogate"], &["[\"\\ud83d\",\"😀\"]"]),
    // A part of the file may be inside such a string.
    ("{\"n\": 1, 'x\": {\"y\": 2}}", &["unclosed-string"], &["{\"n\":1,\"x\\\": {\\\"y\\\": 2}}\":null}"]),
    // Numbers that were separated from their value.
    ("{\"x\":1 0}", &["missing-comma", "bare-key", "missing-value"], &["{\"x\":1,\"0\":null}"]),
    ("[1 : 2]", &["stray-text", "missing-comma"], &["[1,2]"]),
];

#[test]
fn each_finding_has_its_code() {
    let mut seen = BTreeSet::new();
    for (text, codes, read) in CASES {
        let (document, diagnostics) = Document::parse(text);
        assert_eq!(diagnostics.iter().map(|d| d.code.short()).collect::<Vec<_>>(), *codes, "{text}");
        assert_eq!(document.roots().map(Value::compact).collect::<Vec<_>>(), *read, "{text}");
        seen.extend(diagnostics.iter().map(|d| d.code));
        for diagnostic in diagnostics.iter() {
            let info = CODES.iter().find(|info| info.code == diagnostic.code).unwrap();
            // A few codes are errors if other values are affected.
            let may_be_worse = ["missing-value", "missing-quote", "unclosed-string"].contains(&info.code.short());
            let is_worse = may_be_worse && diagnostic.severity == Severity::Error;
            assert!(is_worse || info.severity == diagnostic.severity, "{text}");
        }
    }
    let untold: Vec<_> =
        CODES.iter().map(|info| info.code.short()).filter(|code| !seen.iter().any(|c| c.short() == *code)).collect();
    assert_eq!(untold, ["too-large"], "each code has a case");
}

#[test]
fn fixes_cure() {
    for (text, codes, read) in CASES {
        for safety in [Safety::Safe, Safety::Guess] {
            let (_, diagnostics) = Document::parse(text);
            let guesses = diagnostics.iter().filter(|d| d.fix.as_ref().is_some_and(|fix| fix.safety == safety)).count();
            let alone = !codes.contains(&"missing-quote") || guesses == 1;
            for diagnostic in diagnostics.into_iter().filter(|_| alone) {
                let Some(fix) = diagnostic.fix.filter(|fix| fix.safety == safety) else { continue };
                let fixed = fix.edits.apply(text);
                let (document, diagnostics) = Document::parse(&fixed);
                assert!(diagnostics.iter().count() < codes.len(), "{text} -> {fixed}: {diagnostics:?}");
                assert_eq!(document.roots().map(Value::compact).collect::<Vec<_>>(), *read, "{text} -> {fixed}");
            }
        }
    }
}

/// Damage that separates a part of a value, or hides other values in a string, is an error. No fix hides the damage.
#[test]
fn lost_parts_of_values_are_errors() {
    for (text, code, fixed) in [
        ("{\"komi\":6,5}", "missing-value", Some("{\"komi\":6.5}")),
        ("{\"komi\": 6 , 5}", "missing-value", None),
        ("{\"x\":1 0}", "missing-value", None),
        ("{\"n\": 1, 'x\": {\"y\": 2}}", "unclosed-string", None),
        ("{\"n\": {\"y\":1'},{\"z\":2}}", "exchanged-quotes", None),
        ("{\"move:\"{\"x\":1}}", "exchanged-quotes", None),
        ("{\"color\":\"white,\"\"name\":\"B\"}", "exchanged-quotes", None),
        ("{\n\"version: 2},\n\"n\": \"x\"}", "missing-quote", None),
    ] {
        let (_, reported) = Document::parse(text);
        let errors: Vec<_> = reported.iter().filter(|found| found.severity == Severity::Error).collect();
        assert_eq!(errors[0].code.short(), code, "{text}: {reported:?}");
        let fixes: Vec<_> =
            reported.iter().filter_map(|found| found.fix.as_ref()).map(|fix| fix.edits.apply(text)).collect();
        assert_eq!(fixes, fixed.into_iter().collect::<Vec<_>>(), "{text}");
    }
    // In these the text alone is damaged.
    for text in ["{\"x\": \"Lee}", "{\n\"x\": \"Lee,\n\"y\": 2}", "{\"a\": [1 2], \"komi\": 6.}"] {
        let (_, reported) = Document::parse(text);
        assert_eq!(reported.at_least(Severity::Error), 0, "{text}: {reported:?}");
    }
}

#[test]
fn a_mark_between_a_key_and_its_object_does_not_part_them() {
    for (text, severity, fixed) in [
        ("[{\"move\":,{\"x\":1}},{\"y\":2}]", Severity::Warning, "[{\"move\":{\"x\":1}},{\"y\":2}]"),
        ("[{\"move\",{\"x\":1}},{\"y\":2}]", Severity::Warning, "[{\"move\":{\"x\":1}},{\"y\":2}]"),
        ("[{\"move\":}{\"x\":1}},{\"y\":2}]", Severity::Error, "[{\"move\":{\"x\":1}},{\"y\":2}]"),
        ("{\"tree\" , [{\"x\":1}]}", Severity::Warning, "{\"tree\" : [{\"x\":1}]}"),
        ("[{\"setup\":][{\"x\":1}]}]", Severity::Error, "[{\"setup\":[{\"x\":1}]}]"),
    ] {
        let (damaged, reported) = Document::parse(text);
        let (whole, nothing) = Document::parse(fixed);
        assert!(nothing.is_empty() && damaged.root().unwrap().compact() == whole.root().unwrap().compact(), "{text}");
        let found: Vec<_> = reported.iter().map(|found| found.severity).collect();
        assert_eq!(found, [severity], "{text}: {reported:?}");
        let fix = reported.iter().find_map(|found| found.fix.as_ref()).unwrap();
        assert_eq!((fix.edits.apply(text).as_str(), fix.safety), (fixed, Safety::Guess));
    }
    // The value is missing: nothing that could be one follows.
    for text in ["{\"komi\":,\"x\":1}", "{\"komi\",\"x\":1}"] {
        let (_, reported) = Document::parse(text);
        assert_eq!(reported.iter().next().unwrap().code.short(), "missing-value");
    }
}

#[test]
fn places_and_words() {
    let text = "{\n  \"tree\": [{\"x\": 15}\n}";
    let (document, diagnostics) = Document::parse(text);
    let one = diagnostics.iter().next().unwrap();
    assert_eq!(document.slice(one.span.unwrap()), "}");
    assert_eq!(one.message, "a `[` is not closed before this `}`; read as closed");
    assert_eq!(one.notes.len(), 1);
    assert_eq!(document.slice(one.notes[0].span.unwrap()), "[");
    assert_eq!(one.fix.as_ref().unwrap().edits.apply(text), "{\n  \"tree\": [{\"x\": 15}]\n}");

    let (_, diagnostics) = Document::parse("] } 12 a /* c */ b");
    let strays: Vec<_> = diagnostics.iter().filter_map(|d| d.span).map(|span| (span.start, span.end)).collect();
    assert_eq!(strays, [(0, 3), (7, 18), (9, 16)]);
}

#[test]
fn pages_are_written() {
    for info in CODES {
        assert!(info.title.starts_with(char::is_lowercase) || info.title.starts_with("JSON"), "{}", info.code);
        assert!(!info.title.ends_with('.') && info.page.len() > 60, "{}", info.code);
    }
    assert_eq!(CODES.iter().map(|info| info.code).collect::<BTreeSet<_>>().len(), CODES.len());
}
