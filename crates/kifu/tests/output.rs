//! The extension of a file selects its charset, and the charset selects the extension. Characters that the charset does not have
//! are lost.

use kifu::{
    Error, Hints, Library,
    goban::Go,
    model::{
        Charset, FormatInfo, FormatOption, Game, GameBuilder, LineEnd, Node, OptionValues, Part, Record, SingleGame,
        Source, WriteOutput, lines,
    },
    sgf::Sgf,
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Generals;

impl Game for Generals {
    const NAME: &'static str = "generals";
    type Terms = ();
    type Setup = ();
    type Action = String;
    type Mark = ();
}

/// A format that writes Shift_JIS into `.kif` and UTF-8 into `.kifu`, as in KIF.
#[derive(Clone)]
struct Kif {
    charset: Charset,
}

impl Kif {
    const OPTIONS: [FormatOption<Self>; 1] =
        [FormatOption::new("encoding", OptionValues::Charset, "the charset to write", |kif, name| {
            kif.charset = Charset::new(name);
            kif.charset.is_known()
        })];
}

impl SingleGame<Generals> for Kif {
    const INFO: FormatInfo = FormatInfo::new("kif", "Moves on lines")
        .extensions(&["kif", "kifu"])
        .magic(&["手合割"])
        .holds(&[Part::Action])
        .options(&FormatOption::infos(&Self::OPTIONS));
    const OPTIONS: &'static [FormatOption<Self>] = &Self::OPTIONS;

    fn read_game(&self, source: &Source, game: &mut GameBuilder<Generals>) {
        for line in lines(source.text()).skip(1) {
            game.add(line.span.start, line.text);
        }
    }

    fn write_game(&self, record: &Record<Generals>) -> String {
        record.moves().fold(String::from("手合割：平手\n"), |text, played| format!("{text}{played}\n"))
    }

    fn encoding(&self) -> Charset {
        self.charset.clone()
    }

    fn expected_charset(&self, extension: Option<&str>) -> Option<Charset> {
        match extension {
            Some("kif") => Some(Charset::new("Shift_JIS")),
            Some("kifu") => Some(Charset::UTF_8),
            _ => None,
        }
    }

    fn extension(&self) -> &'static str {
        if self.charset == Charset::UTF_8 { "kifu" } else { "kif" }
    }

    fn output(&self, text: String) -> WriteOutput {
        WriteOutput::new(text, self.encoding()).line_end(LineEnd::CrLf)
    }
}

fn library() -> Library {
    Library::default().with(Kif { charset: Charset::new("Shift_JIS") })
}

fn record() -> Record<Generals> {
    let mut record = Record::default();
    record.tree.add(record.tree.root(), Node::new(Some("７六歩".to_owned())));
    record
}

#[test]
fn the_extension_chooses_the_charset() {
    let library = library();
    let charset = |name: &str, extension: &str| {
        let format = library.format_for(name, extension).unwrap();
        format.of::<Generals>().unwrap().write(&[record()]).charset.name().to_owned()
    };
    assert_eq!(charset("kif", "kif"), "Shift_JIS");
    assert_eq!(charset("kif", "KIFU"), "UTF-8");
    assert_eq!(charset("kif", "txt"), "Shift_JIS");
    // A charset in the options has priority.
    assert_eq!(charset("kif:encoding=euc-jp", "kifu"), "EUC-JP");
    assert!(library.format_for("chess", "kif").is_err());
}

#[test]
fn the_charset_chooses_the_extension() {
    let library = library();
    assert_eq!(library.format("kif").unwrap().extension(), "kif");
    assert_eq!(library.format("kif:encoding=utf-8").unwrap().extension(), "kifu");
    assert_eq!(library.format("sgf").unwrap().extension(), "sgf");
}

#[test]
fn a_file_is_saved_as_its_extension_and_its_format_want() {
    let (library, folder) = (library(), tempfile::tempdir().unwrap());
    let text = "手合割：平手\r\n７六歩\r\n";
    for (name, charset) in [("a.kif", "Shift_JIS"), ("a.kifu", "UTF-8")] {
        let path = folder.path().join(name);
        library.save(&path, &[record()]).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), Charset::new(charset).encode(text).0, "{name}");
        let opened = library.open(&path, &Hints::default()).unwrap();
        assert!(opened.diagnostics().is_empty(), "{:?}", opened.diagnostics());
        assert_eq!(opened.games.of::<Generals>().unwrap().records[0].tree.len(), 2);
    }
}

#[test]
fn what_cannot_be_encoded_has_its_place_in_the_text_before_line_ends_change() {
    let writing = WriteOutput::new("a\nb\r\nc\n가\n".into(), Charset::new("Shift_JIS")).line_end(LineEnd::CrLf);
    let (bytes, diagnostics) = writing.encode();
    assert_eq!(bytes, b"a\r\nb\r\nc\r\n?\r\n");
    let span = diagnostics.iter().next().unwrap().span.unwrap();
    assert_eq!(&writing.text[span.range()], "가");
}

#[test]
fn a_character_that_the_charset_lacks_is_a_loss_of_its_game() {
    let named = |name: &str| {
        let mut record: Record<Go> = Record::default();
        record.info.name = name.into();
        record
    };
    let records = [named("plain"), named("碁"), named("é 碁 棋")];
    let sgf = Sgf::default().encoding(Charset::new("windows-1252"));
    let losses = kifu::convert(&sgf, &records).outputs.remove(0).losses;
    let lost: Vec<_> = losses.iter().map(|loss| (loss.part, loss.record, loss.character)).collect();
    assert_eq!(lost, [(Part::Character, 1, Some('碁')), (Part::Character, 2, Some('棋'))]);
}

/// What is measured is what is written: the bytes, in the charset that a reader finds. A missing character does not hide other losses.
#[test]
fn a_missing_character_hides_no_loss() {
    let lost = |text: &str, format: &str| {
        let library = Library::default();
        let opened = library.read("game.sgf", text.into(), &Hints::default()).unwrap();
        let mut converted = library.format(format).unwrap().convert(&opened.games).unwrap();
        let losses = converted.outputs.remove(0).losses;
        losses.into_iter().map(|loss| (loss.part, loss.message)).collect::<Vec<_>>()
    };
    let missing = |charset, character| (Part::Character, format!("{charset} has no '{character}'; ? replaces it"));
    // Two letters that are one of UTF-8. The character that is missing in the comment does not make the comment a loss.
    let losses = lost("(;GM[1]CA[UTF-8]SZ[9]SO[Ã¼]C[a ☖];B[ee])", "sgf:encoding=windows-1252");
    assert_eq!(losses, [missing("windows-1252", '☖'), (Part::Text, r#"source "Ã¼" became "ü""#.into())]);
    for (text, charset) in [("①a", "Big5"), ("a횦", "EUC-KR")] {
        let sgf = |text: &str| lost(&format!("(;GM[1]CA[UTF-8]SZ[9]{text};B[ee])"), &format!("sgf:encoding={charset}"));
        let alone = sgf(&format!("SO[{text}]"));
        let [others @ .., (Part::Character, _)] =
            &sgf(&format!("SO[{text}]C[☖ é]")).into_iter().rev().collect::<Vec<_>>()[..]
        else {
            panic!("{charset}: the characters come first");
        };
        assert_eq!(others.len(), alone.len() + 1, "{charset}: {alone:?} {others:?}");
    }
}

/// A missing character that is a part of a move is the loss of the move.
#[test]
fn a_move_without_its_characters_is_lost() {
    let library = Library::default();
    let opened = library.read("game.csa", b"PI\n+\n+7776FU\n-3334FU\n".to_vec(), &Hints::default()).unwrap();
    let kif = library.format("kif:encoding=windows-1252").unwrap();
    let losses = kif.convert(&opened.games).unwrap().outputs.remove(0).losses;
    assert!(losses.iter().any(|loss| loss.part == Part::Action), "{losses:?}");
}

/// The library measures whether it would find the format again; the format alone cannot.
#[test]
fn an_output_that_another_format_claims_is_not_saved() {
    #[derive(Clone)]
    struct Diary;
    impl SingleGame<Generals> for Diary {
        const INFO: FormatInfo = FormatInfo::new("diary", "A diary").extensions(&["txt"]).magic(&["手合割：平手"]);
        fn read_game(&self, _: &Source, _: &mut GameBuilder<Generals>) {}
        fn write_game(&self, _: &Record<Generals>) -> String {
            String::new()
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let saved = |library: Library, name: &str| library.save(&folder.path().join(name), &[record()]);
    assert!(saved(library(), "a.kif").is_ok());
    // Both formats are certain, and the extension decides.
    assert!(saved(library().with(Diary), "a.kif").is_ok());
    let error = saved(library().with(Kif { charset: Charset::UTF_8 }).with(Diary), "a.txt").unwrap_err();
    assert!(
        matches!(&error, Error::Lossy { losses, .. } if losses.iter().any(|loss| loss.part == Part::Format)),
        "{error}"
    );
}
