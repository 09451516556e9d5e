//! Decoding, charset detection, and edits that copy every byte they do not touch.
#![cfg(feature = "encoding")]

use kifu_text::{
    Charset, CharsetDeclaration, CharsetSource, DecodeOptions, Diagnostics, Edits, Severity, Source, Span,
};
use proptest::prelude::*;

const CHARSETS: [&str; 12] = [
    "UTF-8",
    "Shift_JIS",
    "EUC-JP",
    "ISO-2022-JP",
    "GBK",
    "gb18030",
    "Big5",
    "EUC-KR",
    "windows-1252",
    "ISO-8859-2",
    "UTF-16LE",
    "UTF-16BE",
];

/// Creates a declaration without a place in the file.
fn declare(from: usize, name: &str) -> CharsetDeclaration {
    CharsetDeclaration::of_part(Charset::new(name), from..from, from..usize::MAX)
}

/// Encodes the text, with a byte-order mark if the charset needs one.
fn encode(charset: &Charset, text: &str) -> (Vec<u8>, Diagnostics) {
    let (bytes, diagnostics) = charset.encode(text);
    ([charset.byte_order_mark(), &bytes].concat(), diagnostics)
}

fn decode(bytes: &[u8], declared: Option<&str>) -> (Source, Vec<String>) {
    let declared: Vec<_> = declared.map(|name| declare(0, name)).into_iter().collect();
    let (source, diagnostics) = Source::decode("test", bytes.to_vec(), None, &declared);
    (source, diagnostics.into_iter().map(|d| d.code.0.to_string()).collect())
}

#[test]
fn the_order_of_evidence() {
    let sjis = b"(;C[\x8a\xae])";
    assert_eq!(decode(sjis, Some("Shift_JIS")).0.text(), "(;C[完])");
    let asked = Source::decode("test", sjis.to_vec(), Some(&Charset::new("GBK")), &[declare(0, "Shift_JIS")]);
    assert_eq!(asked.0.segments()[0].found, CharsetSource::Asked);
    let marked = decode(b"\xFF\xFE(\0;\0", Some("GBK"));
    assert_eq!((marked.0.text(), marked.0.segments()[0].found), ("(;", CharsetSource::Mark));
    let valid = decode("(;C[囲碁])".as_bytes(), None);
    assert_eq!(
        (valid.0.text(), valid.0.segments()[0].found, valid.1.len()),
        ("(;C[囲碁])", CharsetSource::ValidUtf8, 0)
    );
}

/// The bytes of each character of a text, in every charset that has all of them, also in a long line and after invalid bytes.
#[test]
fn every_character_has_its_bytes() {
    let start = "(;PB[棋士]\n;B[pd]C[".to_owned();
    let texts = [start.clone() + &"棋 a士 ".repeat(3_000) + "\n棋])", start + "é ü])"];
    let mut charsets = 0;
    for (charset, text) in CHARSETS.iter().flat_map(|charset| texts.iter().map(move |text| (charset, text))) {
        let charset = Charset::new(charset);
        let (bytes, missing) = encode(&charset, text);
        if !missing.is_empty() {
            continue;
        }
        charsets += 1;
        let (source, _) = Source::decode("test", bytes, Some(&charset), &[]);
        assert_eq!(source.text(), text);
        let mut before = charset.byte_order_mark().len();
        let step = (text.len() / 500).max(1);
        for (n, (at, c)) in text.char_indices().enumerate() {
            if n % step != 0 && at + 200 < text.len() {
                continue;
            }
            let span = Span::new(at, at + c.len_utf8());
            let range = source.bytes_of(span);
            assert!(range.start >= before, "{charset}: {c:?} at {at}");
            before = range.end;
            // Escape sequences of ISO-2022-JP are between characters.
            if charset.name() != "ISO-2022-JP" {
                let (of_character, _) = charset.encode(&c.to_string());
                assert_eq!(source.bytes()[range], of_character, "{charset}: {c:?} at {at}");
            }
        }
        let all = source.bytes_of(Span::new(0, text.len() + 9));
        assert_eq!(all, charset.byte_order_mark().len()..source.bytes().len(), "{charset}");
    }
    assert!(charsets >= 12, "{charsets}");
    let (damaged, _) = Source::decode("test", b"a\xFFb\xE6\xA3\x8Bc".to_vec(), Some(&Charset::UTF_8), &[]);
    assert_eq!(damaged.text(), "a\u{FFFD}b棋c");
    let ranges = [(1, 4), (4, 5), (5, 8), (8, 9)].map(|(start, end)| damaged.bytes_of(Span::new(start, end)));
    assert_eq!(ranges, [1..2, 2..3, 3..6, 6..7]);
}

#[test]
fn a_second_byte_may_be_a_bracket() {
    // 表 ends with 5C, ー in the middle with 5B, ソ with 5C in Shift_JIS.
    let text = "(;C[表ーソ])";
    let (bytes, diagnostics) = Charset::new("Shift_JIS").encode(text);
    assert!(diagnostics.is_empty());
    assert!(bytes.contains(&0x5C));
    assert_eq!(decode(&bytes, Some("Shift_JIS")).0.text(), text);
}

#[test]
fn a_declared_charset_is_contradicted_by_valid_utf8_and_by_invalid_bytes() {
    let (source, diagnostics) = decode("(;CA[GBK]C[囲碁])".as_bytes(), Some("GBK"));
    assert_eq!((source.charset(), &diagnostics[..]), (&Charset::UTF_8, &["text/charset-contradicted".to_string()][..]));
    let (source, diagnostics) =
        decode(b"(;CA[UTF-8]C[\xce\xa7\xc6\xe5\xca\xc7\xd6\xd0\xb9\xfa\xb5\xc4\xd3\xce\xcf\xb7])", Some("UTF-8"));
    assert_eq!((source.charset().name(), diagnostics[0].as_str()), ("GBK", "text/charset-overruled"));
    let (source, diagnostics) = decode(b"(;CA[klingon]C[x])", Some("klingon"));
    assert_eq!((source.charset(), diagnostics[0].as_str()), (&Charset::UTF_8, "text/charset-unknown"));
}

/// Encodes the text in a charset and decodes it with the declared one.
fn written(name: &str, text: &str, declared: Option<&str>) -> (String, String, Vec<String>) {
    let (bytes, diagnostics) = encode(&Charset::new(name), text);
    assert!(diagnostics.is_empty(), "{name} has no such letters");
    let (source, diagnostics) = decode(&bytes, declared);
    (source.text().into(), source.charset().name().into(), diagnostics)
}

#[test]
fn french_quotations_are_no_other_script() {
    for text in [
        "(;C[«\u{A0}É\u{A0}»\u{A0}! coup «\u{A0}non\u{A0}» «\u{A0}été\u{A0}»];B[aa])",
        "(;C[«\u{A0}É\u{A0}»\u{A0}! «\u{A0}À\u{A0}»\u{A0}? “É”! ‘Ô’… «Ï»])",
        "(;C[“É” – “À” – «Ç» — «Ù»…])",
    ] {
        let (read, charset, diagnostics) = written("windows-1252", text, Some("windows-1252"));
        assert_eq!((&*read, &*charset, diagnostics), (text, "windows-1252", vec![]));
    }
    // A letter and a sign that ends the word can be valid UTF-8.
    for text in ["(;C[Weiß…])", "(;C[Gruß\u{A0}!])", "(;C[HYVÄ… VOCÊ…])", "(;C[CAFÉ\u{A0}! OÙ\u{A0}:])", "(;C[é…»])"]
    {
        let (read, charset, diagnostics) = written("windows-1252", text, Some("windows-1252"));
        assert_eq!((&*read, &*charset, diagnostics), (text, "windows-1252", vec![]));
    }
    for text in ["(;PB[voilà])", "(;PB[À])", "(;PB[źle])", "(;PB[stąd])", "(;PB[ñ])", "(;PB[Å])", "(;PB[碁])"] {
        assert_eq!(written("UTF-8", text, Some("windows-1252")).0, text);
    }
    let text = "(;PB[Jérôme]C[«\u{A0}À\u{A0}»\u{A0}! «\u{A0}été\u{A0}»\u{A0}?])";
    assert_eq!(written("UTF-8", text, Some("gb18030")).0, text);
}

#[test]
fn alphabets_tell_neighbours_apart() {
    for (name, text, read_as) in [
        // The letters ő and ű, which only Hungarian has, are õ and û in windows-1252.
        ("windows-1250", "(;PB[Mérő László]C[Üres háromszög, de nem volt jobb. Őszintén.])", "windows-1250"),
        ("ISO-8859-2", "(;C[A létra sötétnek kedvez. Gyönyörű forma! Sűrű állás, űr a közepén.])", "windows-1250"),
        ("windows-1252", "(;C[As ações e os sermões, põe a pedra aí; é um bom lance.])", "windows-1252"),
        ("windows-1252", "(;C[Être sûr, août à Besançon, où est le maître ? Voilà.])", "windows-1252"),
        ("windows-1252", "(;C[Võib-olla mängis ta nõrgalt; see käik õnnestus küll.])", "windows-1252"),
        // A few words of Cyrillic are not half-width kana, nor Chinese.
        ("KOI8-R", "(;PB[Тимур Санкин]PW[Илья Шикшин])", "KOI8-U"),
        ("KOI8-R", "(;PB[Юрий Плющ]PW[Сергей Павлов])", "KOI8-U"),
        // Letters within ASCII words are not two-byte characters.
        ("ISO-8859-2", "(;PB[Łukasz Książek]PW[Sołdan])", "ISO-8859-2"),
    ] {
        assert_eq!(written(name, text, None), (text.into(), read_as.into(), vec!["text/charset-guessed".into()]));
    }
}

#[test]
fn a_latin_charset_is_contradicted_by_letters_side_by_side() {
    let overruled = vec!["text/charset-overruled".to_string()];
    for (name, text) in [
        ("GBK", "(;PB[柯洁]PW[古力]C[这手棋过于保守])"),
        ("Shift_JIS", "(;PB[本因坊秀策]C[この手はやや甘い。])"),
        ("EUC-KR", "(;PB[이창호]PW[조훈현])"),
        ("windows-1251", "(;PB[Илья Шикшин]C[Чёрные сдались.])"),
    ] {
        assert_eq!(written(name, text, Some("ISO-8859-1")), (text.into(), name.into(), overruled.clone()));
    }
    for text in ["(;PB[Jürgen Müller])", "(;C[«Déjà vu», «été», «où ça ?»])", "(;C[ÄÖÜ äöü])"] {
        assert_eq!(written("windows-1252", text, Some("ISO-8859-1")), (text.into(), "windows-1252".into(), vec![]));
    }
    assert_eq!(written("GBK", "(;PB[柯洁])", Some("ISO-8859-1")).2, [""; 0], "too little to be certain of");
}

/// Returns the messages about garbled text in a UTF-8 file, and the text with all fixes applied.
fn with_fixes(text: &str) -> (Vec<String>, String) {
    let (source, diagnostics) = Source::decode("test", text.into(), None, &[]);
    let found: Vec<_> = diagnostics.iter().filter(|found| found.code.0 == "text/mojibake").collect();
    let fixes: Vec<Edits> = found.iter().filter_map(|found| found.fix.as_ref()).map(|fix| fix.edits.clone()).collect();
    let bytes = source.splice(&Edits::from_disjoint(&fixes).edits).unwrap();
    (found.iter().map(|found| found.message.clone()).collect(), String::from_utf8(bytes).unwrap())
}

/// Garbles the text as a program does that opens bytes in `charset` as windows-1252.
fn broken(charset: &str, text: &str) -> String {
    read_as("windows-1252", charset, text)
}

/// Garbles the text as a program does that opens bytes in `charset` as `other`.
fn read_as(other: &str, charset: &str, text: &str) -> String {
    let (bytes, diagnostics) = encode(&Charset::new(charset), text);
    assert!(diagnostics.is_empty());
    Source::decode("test", bytes, Some(&Charset::new(other)), &[]).0.text().into()
}

#[test]
fn text_that_was_read_in_the_wrong_charset_is_fixed() {
    for (charset, text) in [
        ("UTF-8", "(;PB[Frédéric]C[l’été, « voilà » – où ça ?\n10 €])"),
        ("UTF-8", "(;PB[囲碁]PW[이창호]EV[第44期名人戦]C[Чёрные сдались. 😀])"),
        ("Shift_JIS", "(;PB[本因坊秀策]PW[井上幻庵因碩]EV[御城碁]C[この手はやや甘い。])"),
        ("GBK", "(;PB[柯洁]PW[古力]C[这手棋过于保守，应该在上边打入。])"),
        ("Big5", "(;PB[吳清源]PW[林海峰]C[這手棋稍嫌保守，應該打入上邊。])"),
        ("EUC-KR", "(;PB[이창호]PW[조훈현]C[여기서 백이 손을 빼자 흑은 귀를 크게 차지했다.])"),
        ("windows-1251", "(;PB[Илья Шикшин]C[Чёрные сдались, группа белых ещё не жива.])"),
    ] {
        let (diagnostics, fixed) = with_fixes(&broken(charset, text));
        assert!(
            diagnostics[0].ends_with(&format!("({charset} opened as windows-1252 by another program). Not changed")),
            "{diagnostics:?}"
        );
        assert_eq!(fixed, text);
    }
    // Letters and signs of all kinds.
    for text in [
        "(;PB[Phan Văn Dương]PW[Nguyễn Hữu Phương Sơn]C[Trường Đại học, nước cờ …])",
        "(;EV[第Ⅱ期 名人戦]PC[㈱日本棋院])",
        "(;PB[이세돌 ㅎㅎ]C[ㅋㅋㅋ 잘 두었다 ㅠㅠ])",
        "(;PB[Өлзий]C[Үүнээс e\u{301}te\u{301} 25℃ √2 ≥ 3 👨‍👩‍👧 ❤️ 🇯🇵])",
        "(;PB[ชาติชาย])",
    ] {
        assert_eq!(with_fixes(&broken("UTF-8", text)).1, text);
    }
    // Garbled twice, fixed twice. ISO-8859-1 has control characters where windows-1252 has signs.
    for text in
        ["(;PB[Müller])", "(;PB[Frédéric Émile]C[Ça été très à propos])", "(;PB[古力]C[围棋中国人])", "(;PB[Иванов])"]
    {
        let latin1 = |text: &str| text.bytes().map(char::from).collect::<String>();
        for twice in [broken("UTF-8", &broken("UTF-8", text)), latin1(&latin1(text))] {
            assert_eq!(with_fixes(&with_fixes(&twice).1).1, text, "{twice:?}");
        }
    }
    assert_eq!(with_fixes("(;PB[\u{E5}\u{9B}\u{B2}\u{E7}\u{A2}\u{81}])").1, "(;PB[囲碁])");
    for (outer, text) in [
        ("windows-1251", "(;PB[Nguyễn Văn Hồ]C[nước cờ hay])"),
        ("windows-1250", "(;PB[이세돌]PW[柯洁]C[Łukasz])"),
        ("KOI8-R", "(;PB[柯洁]EV[第三届围棋])"),
    ] {
        // Every letter of ISO-8859-1 has two bytes in UTF-8, and these charsets have characters for both.
        let once: String = text.bytes().map(char::from).collect();
        let twice = read_as(outer, "UTF-8", &once);
        if !twice.contains('\u{FFFD}') {
            assert_eq!(with_fixes(&with_fixes(&twice).1).1, text, "{outer}: {twice:?}");
        }
    }
    // A character that was lost before the text was garbled stays lost, and does not prevent fixing the rest.
    assert_eq!(with_fixes("(;PB[cafï¿½ Ã©tÃ©])").1, "(;PB[caf\u{FFFD} été])");
    // A character whose last byte was lost stays, and so does correct text.
    assert_eq!(with_fixes("(;PB[å›²ç¢]PW[Müller])").1, "(;PB[囲ç¢]PW[Müller])");
    assert_eq!(
        with_fixes("(;C[Ã©]PB[Müller])"),
        (
            vec![
                "garbled text: \"Ã©\" was probably \"é\" (UTF-8 opened as windows-1252 by another program). Not changed".into()
            ],
            "(;C[é]PB[Müller])".into()
        )
    );
}

#[test]
fn utf_8_that_was_read_in_a_national_charset_is_fixed() {
    for (charset, text) in [
        ("GBK", "(;PB[围棋世界]PW[古力]C[这手棋很好。])"),
        ("GBK", "(;PB[柯洁]PW[古力]EV[春兰杯])"),
        ("Shift_JIS", "(;PB[羽根直樹]PW[林海峰]EV[第44期名人戦]RE[白半目勝ち])"),
        ("windows-1251", "(;PB[Илья Шикшин]C[Чёрные сдались, группа белых жива.])"),
        ("KOI8-R", "(;PB[Илья Шикшин]C[Чёрные сдались, группа белых жива.])"),
        ("windows-1250", "(;PB[Łukasz Żółtowski]C[Białe zagrały źle – koniec gry.])"),
        ("windows-1250", "(;C[Mówił „tak” – «nie»; 20°C ± 1])"),
        ("windows-1251", "(;C[Партия «Спартак — Динамо», тур № 5])"),
        ("KOI8-R", "(;C[Партия «Спартак — Динамо», тур № 5])"),
        ("GBK", "(;EV[第Ⅱ期名人战决赛])"),
        ("Shift_JIS", "(;EV[第Ⅱ期名人戦])"),
    ] {
        let broken = read_as(charset, "UTF-8", text);
        assert!(!broken.contains('\u{FFFD}'), "{broken}");
        let (diagnostics, fixed) = with_fixes(&broken);
        assert!(
            diagnostics[0].ends_with(&format!("(UTF-8 opened as {charset} by another program). Not changed")),
            "{broken}: {diagnostics:?}"
        );
        assert_eq!(fixed, text);
    }
    // Half a character and the bracket after it became one character. The fix restores the bracket.
    let broken = read_as("GBK", "UTF-8", "(;PB[围]PW[棋棋]EV[古力])");
    assert_eq!(broken, "(;PB[鍥碷PW[妫嬫\u{E5D0}]EV[鍙ゅ姏])");
    assert_eq!(with_fixes(&broken).1, "(;PB[围]PW[棋棋]EV[古力])");
    // The character before the line end is lost. The bytes that are left of it stay.
    let broken = read_as("GBK", "UTF-8", "(;C[这手棋很好\n应该在上边打])");
    assert_eq!(with_fixes(&broken).1, "(;C[这手棋很濂\u{FFFD}\n应该在上边打])");
    // The first letter of a word may be the one that was lost.
    let text = read_as("windows-1251", "UTF-8", "(;PB[Иванов]PW[Ильин])").replace('\u{98}', "\u{FFFD}");
    assert_eq!(with_fixes(&text).1, "(;PB[Р\u{FFFD}ванов]PW[Р\u{FFFD}льин])");
    // Polish text stays, although a part of it looks like Polish in another charset.
    let text = format!("(;PB[ĆĆ]C[{}])", "zażółć gęślą jaźń");
    assert_eq!(with_fixes(&read_as("windows-1250", "UTF-8", &text)).1, text);
    // Three characters may be a name, even if they are repeated, or a text about garbled text.
    for text in [
        "(;PB[鍥存])",
        "(;PB[鍋島]PW[Smith])(;PB[Lee]PW[鍋島])(;PB[鍋島]PW[Kim])",
        "(;C[鍥存 was to be 围棋, and 这手 was a word])",
    ] {
        assert_eq!(with_fixes(text), (vec![], text.into()));
    }
}

#[test]
fn text_that_is_not_garbled_is_not_changed() {
    for text in [
        "(;PB[Frédéric Ångström]C[„Spaß“, «été», “comblé”… ÉTÉ» “VOILÀ” Ä Å]PW[ESPAÑA “MAÇÔ])",
        "(;C[25° ½ Â ã © ± ²])",
        "(;C[Müller² é® ë… É’ Ö“])",
        "(;C[¯¯¯¯¯¯¯¯ ········ ——————…… ½½½½½½½½ «»«»«»«»])",
        "(;C[The letters of Icelandic: áéýúíóþæðö, of Italian: àèìòù])",
        "(;PB[碁]C[é])",
        "(;PB[1±Þ])",
        "(;C[«\u{A0}É\u{A0}»\u{A0}! coup «\u{A0}non\u{A0}» «\u{A0}été\u{A0}» «\u{A0}À\u{A0}»\u{A0}?])",
    ] {
        assert_eq!(with_fixes(text), (vec![], text.into()));
    }
    // A correct text about garbled text.
    assert_eq!(with_fixes("(;C[Für é stand überall Ã©, für Öl stand Ã–l.])").0, [""; 0]);
}

#[test]
fn garbled_text_without_a_certain_fix_is_reported_only() {
    let text = broken("Shift_JIS", "(;PB[本因坊秀策]PW[井上幻庵因碩]C[この手はやや甘い。])");
    let bytes = Charset::new("windows-1252").encode(&text).0;
    let (_, diagnostics) = Source::decode("test", bytes, Some(&Charset::new("windows-1252")), &[]);
    let found = diagnostics.iter().next().unwrap();
    assert_eq!((found.code.0, &found.fix), ("text/mojibake", &None));
    assert!(found.help.as_ref().unwrap().starts_with("windows-1252 does not have the characters"));
    // Seven characters are valid in several charsets.
    let (_, diagnostics) = Source::decode("test", "(;BR[1±Þ]WR[1±Þ]EV[½Â°\u{AD}±Þ ´ë±¹])".into(), None, &[]);
    assert!(
        diagnostics.iter().all(|found| found.code.0 == "text/mojibake" && found.fix.is_none() && found.help.is_some())
    );
    assert_eq!(diagnostics.iter().count(), 3);
}

#[test]
fn escape_sequences_contradict_every_charset_but_their_own() {
    let text = "(;PB[本因坊秀策])";
    for declared in ["GBK", "UTF-8", "windows-1252", "Shift_JIS"] {
        let (read, charset, diagnostics) = written("ISO-2022-JP", text, Some(declared));
        assert_eq!(
            (&*read, &*charset, &*diagnostics[0]),
            (text, "ISO-2022-JP", "text/charset-contradicted"),
            "{declared}"
        );
    }
    assert_eq!(written("ISO-2022-JP", text, Some("ISO-2022-JP")).2, [""; 0]);
    // A name in UTF-8 does not change the charset of the others.
    let mixed = b"(;CA[ISO-2022-JP]PB[\x1B$B;3ED\x1B(B]PW[\xC3\xA9])";
    let (source, diagnostics) = decode(mixed, Some("ISO-2022-JP"));
    assert_eq!((source.charset().name(), &*diagnostics[0]), ("ISO-2022-JP", "text/undecodable"));
    assert!(source.text().contains("PB[山田]"), "{}", source.text());
    // A malformed escape sequence does not change the charset.
    let broken = b"(;CA[ISO-2022-JP]RO[\x1B]PB[\x1B$BK\\0x\x1B(B]C[\x1B$B:8>e$NDj@P$O:G8e$^$G\x1B(B])";
    let (source, diagnostics) = decode(broken, Some("ISO-2022-JP"));
    assert_eq!((source.charset().name(), &*diagnostics[0]), ("ISO-2022-JP", "text/undecodable"));
    assert!(source.text().ends_with("C[左上の定石は最後まで])"));
    // A single escape is only a control character.
    assert_eq!(written("UTF-8", "(;PB[\x1B a])", Some("GBK")).1, "GBK");
}

#[test]
fn a_cut_character_does_not_change_the_charset() {
    let mut bytes = "(;PB[囲碁]PW[棋譜]C[日本棋院の対局の記録]".as_bytes().to_vec();
    bytes.extend_from_slice(b"GN[\xE6\x97])");
    let (source, diagnostics) = decode(&bytes, Some("UTF-8"));
    assert_eq!((source.charset(), &diagnostics[..]), (&Charset::UTF_8, &["text/damaged-character".to_string()][..]));
    assert!(source.text().ends_with("GN[\u{FFFD}])"));
    let at = source.text().find("PB").unwrap();
    let spliced = source.splice(&Edits::one(Span::new(at, at + 2), "PW")).unwrap();
    assert_eq!(spliced.len(), bytes.len());
    assert!(spliced.ends_with(b"GN[\xE6\x97])"), "the broken bytes stay as they are");
    let at = source.text().find("])").unwrap();
    let spliced = source.splice(&Edits::one(Span::at(at), "!")).unwrap();
    assert!(spliced.ends_with(b"GN[\xE6\x97!])"));
}

#[test]
fn undecodable_bytes_are_an_error_with_a_place() {
    let (source, diagnostics) =
        Source::decode("x", b"(;C[\x81\xFF]\n)".to_vec(), Some(&Charset::new("Shift_JIS")), &[]);
    let first = diagnostics.iter().next().unwrap();
    assert_eq!((first.code.0, first.severity), ("text/undecodable", Severity::Error));
    assert_eq!(source.slice(first.span.unwrap()), "\u{FFFD}");
}

#[test]
fn games_of_one_file_may_differ_in_charset() {
    let part = |text: &str, name: &str| Charset::new(name).encode(text).0;
    let (first, second) = (part("(;CA[Shift_JIS]C[名人戦])\n", "Shift_JIS"), part("(;CA[GBK]C[围棋])\n", "GBK"));
    let declared = [declare(0, "Shift_JIS"), declare(first.len(), "GBK")];
    let bytes = [first.clone(), second].concat();
    let (source, diagnostics) = Source::decode("two", bytes.clone(), None, &declared);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert_eq!(source.text(), "(;CA[Shift_JIS]C[名人戦])\n(;CA[GBK]C[围棋])\n");
    assert_eq!(source.segments().len(), 2);
    let at = source.text().find('围').unwrap();
    let spliced = source.splice(&Edits::one(Span::new(at, at + 3), "棋")).unwrap();
    assert_eq!(spliced[..first.len()], first);
    assert_eq!(Source::decode("two", spliced, None, &declared).0.text(), source.text().replace('围', "棋"));
}

#[test]
fn edits_beside_broken_sequences_leave_them() {
    let insert = |name: &str, bytes: &[u8], at: usize| {
        let (source, _) = Source::decode("test", bytes.to_vec(), Some(&Charset::new(name)), &[]);
        let mut edits = Edits::default();
        edits.insert(at, "X").unwrap();
        source.splice(&edits).unwrap()
    };
    // Half a surrogate pair, before a letter and before another half.
    assert_eq!(insert("UTF-16LE", b"\x00\xD8a\0", 3), b"\x00\xD8X\0a\0");
    assert_eq!(insert("UTF-16BE", b"\xD8\x00\xD8\x01\0a", 3), b"\xD8\x00\0X\xD8\x01\0a");
    assert_eq!(insert("UTF-16BE", b"\xD8\x00\xD8\x01\0a", 6), b"\xD8\x00\xD8\x01\0X\0a");
    assert_eq!(insert("UTF-16BE", b"\xD8\x00\xDC\x00\0a", 4), b"\xD8\x00\xDC\x00\0X\0a");
    // Three bytes of four, and a letter instead of the last.
    assert_eq!(insert("gb18030", b"\x81\x30\x81a", 3), b"\x81X\x30\x81a");
    // Escape characters that start no escape sequence, and the control characters of other charsets with states.
    for bytes in [&b"a\x1Bb"[..], b"a\x1B$b", b"a\x1B(b", b"a\x0Eb", b"a\x0Fb", b"a\x1B\x1Bb", b"a\x1B"] {
        let text = Charset::new("ISO-2022-JP").decode(bytes);
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let expected: Vec<u8> = {
                // Every character is one byte, also a damaged one.
                let before = text[..at].chars().count();
                [&bytes[..before], b"X", &bytes[before..]].concat()
            };
            assert_eq!(insert("ISO-2022-JP", bytes, at), expected, "{bytes:x?} {at}");
        }
    }
}

/// Control characters that switch the state of ISO-2022-JP cannot be text in it.
#[test]
fn control_characters_of_iso_2022_jp_are_reported_at_their_places() {
    let charset = Charset::new("ISO-2022-JP");
    for control in ['\x0E', '\x0F', '\x1B'] {
        let text = format!("é 碁{control}碁 a{control}");
        let (bytes, diagnostics) = charset.encode(&text);
        assert_eq!(charset.decode(&bytes), "? 碁?碁 a?");
        let found: Vec<&str> = diagnostics.iter().map(|found| &text[found.span.unwrap().range()]).collect();
        assert_eq!(found, ["é", &control.to_string(), &control.to_string()], "{control:?}");
    }
}

#[test]
fn no_character_is_written_as_another() {
    for name in ["EUC-JP", "Shift_JIS"] {
        let (bytes, diagnostics) = Charset::new(name).encode("(;C[¥‾ 5¥])");
        // The standard would encode the first as 0x5C, which is decoded as a backslash.
        assert_eq!((&*bytes, diagnostics.is_empty()), (&b"(;C[?? 5?])"[..], false), "{name}");
        let (source, _) = Source::decode("test", b"(;C[a])".to_vec(), Some(&Charset::new(name)), &[]);
        assert_eq!(source.splice(&Edits::one(Span::new(4, 5), "5¥")).unwrap_err().character, '¥', "{name}");
    }
    let (bytes, diagnostics) = Charset::new("ISO-2022-JP").encode("5¥");
    assert!(diagnostics.is_empty());
    assert_eq!(Source::decode("test", bytes, Some(&Charset::new("ISO-2022-JP")), &[]).0.text(), "5¥");
}

#[test]
fn unencodable_text_is_reported() {
    let source = Source::decode("x", b"(;C[\x8a\xae])".to_vec(), Some(&Charset::new("Shift_JIS")), &[]).0;
    let error = source.splice(&Edits::one(Span::at(4), "\u{1F600}")).unwrap_err();
    assert_eq!((error.character, error.charset.name()), ('\u{1F600}', "Shift_JIS"));
    let (bytes, diagnostics) = Charset::new("Big5").encode("a\u{1F600}b");
    assert_eq!(bytes, b"a?b");
    assert_eq!(diagnostics.iter().next().unwrap().code.0, "text/not-big5");
}

proptest! {
    /// Any edits of any text in any charset: the decoded result is the edited text, and the bytes before the first edit and after
    /// the last are unchanged, including damaged ones.
    #[test]
    fn splicing_is_editing(
        charset in 0..CHARSETS.len(),
        lines in prop::collection::vec("[a-z\\[\\]\\\\;]{0,8}(名人|棋譜|ソ表|é|ß|가나)?[A-Z]{0,3}", 1..6),
        junk in prop::collection::vec(any::<u8>(), 0..4),
        picks in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..5, "[a-z名\\]]{0,3}"), 0..5),
    ) {
        let charset = Charset::new(CHARSETS[charset]);
        let (mut bytes, _) = encode(&charset, &lines.join("\n"));
        let wide = charset.name().starts_with("UTF-16");
        if !wide && charset.name() != "ISO-2022-JP" {
            let middle = bytes.iter().position(|&b| b == b'\n').unwrap_or(0);
            bytes.splice(middle..middle, junk);
        }
        let (source, _) = Source::decode("x", bytes.clone(), Some(&charset), &[]);
        prop_assert_eq!(source.splice(&Edits::default()).unwrap(), bytes.clone());
        let text = source.text();
        let borders: Vec<usize> = (0..=text.len()).filter(|&i| text.is_char_boundary(i)).collect();
        let mut edits = Edits::default();
        for (pick, len, new) in picks {
            let i = pick.index(borders.len());
            let j = (i + len).min(borders.len() - 1);
            let _ = edits.replace(Span::new(borders[i], borders[j]), new);
        }
        let Ok(spliced) = source.splice(&edits) else { return Ok(()) };
        let again = Source::decode("x", spliced.clone(), Some(&charset), &[]).0;
        let around_broken = text.contains('\u{FFFD}');
        // Some bytes decode to text that is encoded otherwise. Then the length of a part does not show where it ends.
        let even = encode(&charset, text).0 == bytes;
        if !around_broken {
            prop_assert_eq!(again.text(), edits.apply(text));
        }
        if let (Some((first, _)), Some((last, _))) = (edits.iter().next(), edits.iter().last()) {
            let before = encode(&charset, &text[..first.start as usize]).0.len();
            // The byte-order mark is only at the start.
            let after = charset.encode(&text[last.end as usize..]).0.len();
            if even && charset.name() != "ISO-2022-JP" {
                prop_assert_eq!(&spliced[..before], &bytes[..before]);
                prop_assert_eq!(&spliced[spliced.len() - after..], &bytes[bytes.len() - after..]);
            }
        }
    }
}

/// Every character, alone and between others, in every charset of game records.
#[test]
fn what_is_written_is_what_was_asked_for() {
    let all: Vec<char> = ('\0'..='\u{FFFF}').filter(|c| *c != '\n').chain('\u{1F000}'..='\u{20FFF}').collect();
    let text: String = all.iter().flat_map(|c| [*c, '\n']).collect();
    for name in [
        "UTF-8",
        "UTF-16LE",
        "UTF-16BE",
        "Shift_JIS",
        "EUC-JP",
        "ISO-2022-JP",
        "GBK",
        "gb18030",
        "Big5",
        "EUC-KR",
        "windows-1250",
        "windows-1251",
        "windows-1252",
        "windows-1253",
        "windows-1254",
        "windows-1255",
        "windows-1256",
        "windows-1257",
        "windows-1258",
        "windows-874",
        "ISO-8859-2",
        "ISO-8859-3",
        "ISO-8859-4",
        "ISO-8859-5",
        "ISO-8859-6",
        "ISO-8859-7",
        "ISO-8859-8",
        "ISO-8859-10",
        "ISO-8859-13",
        "ISO-8859-14",
        "ISO-8859-15",
        "ISO-8859-16",
        "KOI8-R",
        "KOI8-U",
        "IBM866",
        "macintosh",
        "x-mac-cyrillic",
        "x-user-defined",
    ] {
        let charset = Charset::new(name);
        let (bytes, diagnostics) = encode(&charset, &text);
        let (source, _) = Source::decode("test", bytes, Some(&charset), &[]);
        let read: Vec<&str> = source.text().split('\n').collect();
        let mut missing = 0;
        let mut changed = String::new();
        for (c, read) in all.iter().zip(&read) {
            let lost = *c != '?' && *read == "?";
            missing += u64::from(lost);
            if !lost && *read != c.to_string() {
                changed.push_str(&format!("U+{:04X} {c} is read as {read:?}; ", *c as u32));
            }
        }
        assert_eq!(changed, "", "{name}");
        assert_eq!(
            diagnostics.counts().map(|count| count.times).sum::<u64>(),
            missing,
            "{name}: not every loss is told"
        );
    }
}

/// Returns the end in the bytes of each character, by its end in the text; 0 is mapped to 0.
fn ends(bytes: &[u8], charset: &Charset) -> Vec<(usize, usize)> {
    let len = |end: usize| Source::decode("test", bytes[..end].to_vec(), Some(charset), &[]).0.text().len();
    let mut ends = vec![(0, 0)];
    let whole = Source::decode("test", bytes.to_vec(), Some(charset), &[]).0.text().to_owned();
    let borders: Vec<usize> = (1..=whole.len()).filter(|&at| whole.is_char_boundary(at)).collect();
    for end in 1..=bytes.len() {
        let text = Source::decode("test", bytes[..end].to_vec(), Some(charset), &[]).0.text().to_owned();
        // Half a character is read as U+FFFD, which the whole text does not have.
        let next = borders.get(ends.len() - 1);
        if Some(&len(end)) == next && whole.starts_with(&text) {
            ends.push((text.len(), end));
        }
    }
    ends
}

/// Applies every edit of a text, and every pair of edits of small texts. The result is read as the edited text, and the bytes of
/// the characters before and after are unchanged.
fn every_edit(bytes: &[u8], charset: &str, news: &[&str]) {
    let charset = Charset::new(charset);
    let (source, diagnostics) = Source::decode("test", bytes.to_vec(), Some(&charset), &[]);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let text = source.text();
    let ends = ends(bytes, &charset);
    assert_eq!(ends.len(), text.chars().count() + 1, "{charset}: {ends:?}");
    let spans = || (0..ends.len()).flat_map(|from| (from..ends.len()).map(move |to| (from, to)));
    let check = |made: &[(usize, usize, &str)]| {
        let mut edits = Edits::default();
        for &(from, to, new) in made {
            if edits.replace(Span::new(ends[from].0, ends[to].0), new).is_err() {
                return;
            }
        }
        let spliced = source.splice(&edits).unwrap();
        let (again, diagnostics) = Source::decode("test", spliced.clone(), Some(&charset), &[]);
        assert_eq!(
            (again.text(), diagnostics.iter().count()),
            (&*edits.apply(text), 0),
            "{charset}: {made:?} {spliced:x?}"
        );
        let (first, last) = (made[0].0, made[made.len() - 1].1);
        assert!(spliced.starts_with(&bytes[..ends[first].1]), "{charset}: {made:?} {spliced:x?}");
        if let Some((_, end)) = ends.get(last + 1) {
            assert!(spliced.ends_with(&bytes[*end..]), "{charset}: {made:?} {spliced:x?}");
        }
    };
    for (from, to) in spans() {
        for new in news {
            check(&[(from, to, new)]);
            for (from2, to2) in spans().filter(|&(from2, to2)| from2 >= to && to - from < 3 && to2 - from2 < 2) {
                for new2 in &news[..3] {
                    check(&[(from, to, new), (from2, to2, new2)]);
                }
            }
        }
    }
}

#[test]
fn every_edit_of_utf16() {
    let text = "(é[碁\u{1F600}]\n\\Ȁb";
    for (charset, encode) in
        [("UTF-16LE", u16::to_le_bytes as fn(u16) -> [u8; 2]), ("UTF-16BE", u16::to_be_bytes as fn(u16) -> [u8; 2])]
    {
        let bare: Vec<u8> = text.encode_utf16().flat_map(encode).collect();
        every_edit(&bare, charset, &["", "x", "\u{1F600}é", "\n"]);
        let marked: Vec<u8> = "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(encode).collect();
        let (source, diagnostics) = Source::decode("test", marked.clone(), None, &[]);
        assert_eq!((source.text(), diagnostics.is_empty()), (text, true));
        for (at, c) in text.char_indices() {
            let edit = Edits::one(Span::new(at, at + c.len_utf8()), "囲x");
            let spliced = source.splice(&edit).unwrap();
            assert_eq!(spliced[..2], marked[..2], "the mark stays");
            let (again, diagnostics) = Source::decode("test", spliced, None, &[]);
            assert_eq!((again.text(), diagnostics.is_empty()), (&*edit.apply(text), true));
        }
    }
}

#[test]
fn every_edit_of_iso_2022_jp() {
    for bytes in [
        &b"a\x1B$B@P\x1B(Bb\x1B$B4K8k\x1B(B[\x1B$B!]\x1B(B"[..],
        // All states: Roman, kana, both editions of the kanji, and supplementary kanji immediately after each other.
        b"a\x1B(J\\~\x1B(I12\x1B$@0l\x1B$B0l\x1B(Bb",
        b"\x1B$B0lFs\x1B(Ja\x1B(B\n\x1B$B;0\x1B(B",
        // A state that continues after a line end, and one that is not closed.
        b"a\x1B(J\\\nb\x1B(B\nc\x1B$B0lFs",
    ] {
        every_edit(bytes, "ISO-2022-JP", &["", "x", "碁", "¥一a", "\n"]);
    }
}

#[test]
fn a_declaration_is_not_contradicted_by_chance() {
    // 小山 and 叶肖 in GBK, and 木村 in EUC-JP with its neighbours, are valid UTF-8 too.
    for (name, bytes) in [("GBK", &b"PB[\xD0\xA1\xC9\xBD]"[..]), ("GBK", b"PB[\xD2\xB6]PW[\xD0\xA4]")] {
        let declared = CharsetDeclaration::of_file(Charset::new(name), 0..0);
        let (source, diagnostics) = Source::decode("game", bytes.to_vec(), None, &[declared]);
        assert_eq!((source.charset().name(), diagnostics.is_empty()), (name, true), "{}", source.text());
    }
    // Text meant as UTF-8 is read as UTF-8, even if it has few letters.
    for text in ["PB[Jérôme]", "PB[Caf\u{E9}]", "PB[Шикин]", "PB[碁]"] {
        for name in ["GBK", "Shift_JIS", "windows-1252"] {
            let declared = CharsetDeclaration::of_file(Charset::new(name), 0..0);
            let (source, _) = Source::decode("game", text.as_bytes().to_vec(), None, &[declared]);
            assert_eq!(source.text(), text, "declared {name}");
        }
    }
}

#[test]
fn many_declarations_take_linear_time() {
    let time = |games: usize| {
        let game = b"(;CA[klingon]C[\xCE\xE2\xC7\xE5])";
        let bytes = game.repeat(games);
        let declared: Vec<_> = (0..games)
            .map(|n| n * game.len())
            .map(|start| {
                let at = start + 5..start + 12;
                CharsetDeclaration::of_part(Charset::new("klingon"), at, start..start + game.len())
            })
            .collect();
        let start = cpu_time::ThreadTime::now();
        let (source, diagnostics) = Source::decode("games", bytes, None, &declared);
        let last = diagnostics.iter().last().and_then(|found| found.span).unwrap();
        assert_eq!(source.slice(last), "klingon");
        start.elapsed()
    };
    // Another program may disturb a measurement. A quadratic algorithm takes 64 times as long every time.
    let measured: Vec<_> = (0..6).map(|_| (time(4_000), time(32_000))).collect();
    assert!(measured.iter().any(|(small, large)| *large < *small * 32), "8 times the games took {measured:?}");
}

#[test]
fn declarations_in_shifted_text_are_at_character_boundaries() {
    // Names between the bytes of 囲 and 碁 in a damaged file. The bytes are two ASCII letters each, and the text continues.
    let bytes = b"(;CA[ISO-2022-JP]C[\x1B$B0O8k0O8k\x1B(B])".to_vec();
    let text = "(;CA[ISO-2022-JP]C[囲碁囲碁])";
    let start = bytes.windows(3).position(|bytes| bytes == b"\x1B$B").unwrap() + 3;
    for (from, to, marked) in [(0, 2, "囲"), (1, 4, "囲碁"), (2, 8, "碁囲碁"), (0, 1, "")] {
        let at = start + from..start + to;
        let declared =
            [declare(0, "ISO-2022-JP"), CharsetDeclaration::of_part(Charset::new("klingon"), at, 2..usize::MAX)];
        let (source, found) = Source::decode("test", bytes.clone(), None, &declared);
        assert_eq!(source.text(), text);
        assert_eq!(found.iter().map(|found| source.slice(found.span.unwrap())).collect::<Vec<_>>(), [marked]);
    }
}

#[test]
fn an_edited_source_stays_in_its_charsets() {
    // `吴` in GBK, `пл` in windows-1251, `é` in windows-1252.
    let bytes = b"a\xCE\xE2b\xEF\xEBc\xE9d".to_vec();
    let declared = [declare(0, "GBK"), declare(4, "windows-1251"), declare(7, "windows-1252")];
    let (source, _) = Source::decode("test", bytes, None, &declared);
    assert_eq!(source.text(), "a吴bплcéd");
    let at = |text: &str| {
        let start = source.text().find(text).unwrap();
        Span::new(start, start + text.len())
    };
    let starts = |edits: &Edits| {
        let (edited, diagnostics) = source.edited(edits).unwrap();
        assert_eq!(edited.text(), edits.apply(source.text()));
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        edited.segments().iter().map(|segment| segment.start).collect::<Vec<_>>()
    };
    let mut edits = Edits::one(at("a"), "吴吴");
    assert_eq!(starts(&edits), [0, 7, 10]);
    edits.replace(at("b"), "").unwrap();
    assert_eq!(starts(&edits), [0, 6, 9]);
    edits.replace(at("л"), "").unwrap();
    edits.insert(source.text().len(), "é").unwrap();
    assert_eq!(starts(&edits), [0, 6, 8]);
    // An edit across a border is encoded in the charset of its start.
    assert_eq!(starts(&Edits::one(at("吴bп"), "x")), [0, 2, 4]);
    assert_eq!(starts(&Edits::one(at("吴bплc"), "x")), [0, 2, 2]);
    assert!(source.edited(&Edits::one(at("п"), "吴")).is_err());
}

#[test]
fn an_edit_behind_half_a_character_has_its_place() {
    let iso = Charset::new("ISO-2022-JP");
    let text = |source: &Source| source.text().to_owned();
    let (source, _) = Source::decode("test", b"a\x1B$B9u9".to_vec(), Some(&iso), &[]);
    assert_eq!(text(&source), "a黒\u{FFFD}");
    let end = source.text().len();
    let (edited, _) = source.edited(&Edits::one(Span::new(end, end), "b")).unwrap();
    assert!(edited.text().starts_with("a黒") && edited.text().ends_with('b'), "{:?}", edited.text());
    // The charset ends at the border and not at the end of the file.
    let long = b"9u".repeat(100);
    let bytes = [b"a\x1B$B", &*long, b"9", b"b\xE9"].concat();
    let declared = [declare(0, "ISO-2022-JP"), declare(bytes.len() - 2, "windows-1252")];
    let (source, _) = Source::decode("test", bytes, None, &declared);
    let whole = format!("a{}", "黒".repeat(100));
    assert_eq!(text(&source), format!("{whole}\u{FFFD}bé"));
    for (at, wanted) in [(whole.len()..whole.len() + 3, "xbé"), (whole.len() + 3..whole.len() + 4, "\u{FFFD}xé")] {
        let (edited, _) = source.edited(&Edits::one(at.into(), "x")).unwrap();
        assert_eq!(text(&edited), format!("{whole}{wanted}"));
    }
}

#[test]
fn the_expected_charset_is_taken_where_the_bytes_are_text_in_it() {
    let shift_jis = Charset::new("Shift_JIS");
    let mut options = DecodeOptions::default();
    options.expected = Some(&shift_jis);
    let decode = |bytes: &[u8]| Source::decode_with("test", bytes.to_vec(), &options);
    let text = "先手：羽生善治\n後手：谷川浩司\n";
    let (bytes, _) = shift_jis.encode(text);
    let (source, diagnostics) = decode(&bytes);
    assert_eq!((source.text(), source.segments()[0].found), (text, CharsetSource::Expected));
    assert!(diagnostics.is_empty());

    // A damaged character does not change the charset.
    let (source, diagnostics) = decode(&[&bytes[..bytes.len() - 2], b"\n"].concat());
    assert_eq!(source.segments()[0].found, CharsetSource::Expected);
    assert!(diagnostics.iter().all(|found| found.code.0 != "text/charset-guessed"));

    // In Shift_JIS nearly all of these bytes are half-width kana.
    for (charset, text) in [("GBK", "黑方：古力先生\n白方：常昊先生\n"), ("EUC-JP", text)] {
        let charset = Charset::new(charset);
        let (source, diagnostics) = decode(&charset.encode(text).0);
        assert_eq!(
            (source.text(), source.charset(), source.segments()[0].found),
            (text, &charset, CharsetSource::Guessed)
        );
        assert_eq!(diagnostics.iter().count(), 1);
    }
    let (source, _) = decode(text.as_bytes());
    assert_eq!(source.segments()[0].found, CharsetSource::ValidUtf8);
}
