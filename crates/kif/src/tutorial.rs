//! A tutorial: paste a record, play, take back, and save.
//!
//! This page is for authors of editors and sites. A user pastes a game, plays through it, tries other moves, and saves it as a file.
//!
//! # Read what was pasted
//! Users paste KIF, KI2 or only a diagram. [`Kif`](crate::Kif) reads all of them, so your program need not ask. Reading never fails.
//! What is damaged is a diagnostic with its place, and everything else is read.
//!
//! ```
//! use kifu_core::{Format, Severity, Source};
//! use kifu_kif::Kif;
//!
//! let pasted = "先手：あさ\n後手：よる\n\n▲７六歩　　△３四歩　　▲２二角成　△同　銀\n▲５五桂\n";
//! let source = Source::from_text("pasted", pasted);
//! let reading = Kif::default().read(&source);
//!
//! let record = &reading.records[0];
//! assert_eq!(record.black().unwrap().name, "あさ");
//! let moves: Vec<String> = record.main_line().map(|played| played.to_string()).collect();
//! assert_eq!(moves, ["☗７六歩(77)", "☖３四歩(33)", "☗２二角成(88)", "☖２二銀(31)"]);
//!
//! // The last move is impossible. A message for the user, and its line:
//! let found = reading.diagnostics.iter().next().unwrap();
//! assert_eq!(found.severity, Severity::Error);
//! assert_eq!(found.message, "`▲５五桂`: black has no 桂 that can go there; kept as words");
//! assert_eq!(source.position(found.span.unwrap().start).line, 5);
//! # use kifu_shogiban::ShogiRecord;
//! ```
//!
//! The bytes of a file may be in Shift_JIS or UTF-8. [`read_bytes`](kifu_core::read_bytes) finds out which, and [`open`](crate::open)
//! reads the file first.
//!
//! ```
//! use kifu_core::read_bytes;
//! use kifu_kif::Kif;
//! let shift_jis = b"\x90\xE6\x8E\xE8\x81F\x82\xA0\x82\xB3\n   1 \x82V\x98Z\x95\xE0(77)\n".to_vec();
//! let reading = read_bytes(&Kif::default(), "game.kif", shift_jis);
//! assert_eq!(reading.records[0].black().unwrap().name, "あさ");
//! # use kifu_shogiban::ShogiRecord;
//! ```
//!
//! If a user may paste a record in any other format too, such as CSA, use the crate `kifu`, which detects the format.
//!
//! # Play through it
//! An [`Editor`](kifu_rules::Editor) has a record and a place in it, with the position there. Moves are played as the record has them,
//! even illegal ones.
//!
//! ```
//! use kifu_core::{Format, Source};
//! use kifu_kif::Kif;
//! use kifu_rules::{Editor, shogi::node_text};
//! use kifu_shogiban::{Color, Kind};
//!
//! let text = "▲７六歩　△３四歩　▲２二角成\n*角を換えた。\n△同　銀\n\n変化：3手\n▲６六歩\n";
//! let record = Kif::default().read(&Source::from_text("pasted", text)).records.remove(0);
//! let mut editor = Editor::new(record);
//!
//! editor.to_ply(3);
//! assert_eq!(editor.position().hand(Color::Black).count(Kind::Bishop), 1);
//! assert_eq!(editor.position().setup().to_string(), "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4");
//! let details = editor.record().tree[editor.node()].details().unwrap();
//! assert_eq!(details.comments[0].text, "角を換えた。");
//!
//! // The moves that can follow the second one, as a menu shows them:
//! editor.to_ply(2);
//! let menu: Vec<String> =
//!     editor.variations().map(|node| node_text(editor.record(), editor.position(), node)).collect();
//! assert_eq!(menu, ["☗２二角成", "☗６六歩"]);
//! editor.variation(1); // the second one
//! assert_eq!(editor.ply(), 3);
//! ```
//!
//! # Try a move, and take it back
//! A user drags a piece from one square to another. `moves_between` returns the moves that this can mean: two if the piece may promote,
//! so that your program can ask. `fault` returns what is wrong with a move, and `input` plays it. If the record has the move already,
//! `input` goes to it, and otherwise it adds a variation. Every change can be undone.
//!
//! ```
//! use kifu_core::{Format, Source};
//! use kifu_kif::Kif;
//! use kifu_rules::{Editor, Entered};
//! use kifu_shogiban::Square;
//!
//! let record = Kif::default().read(&Source::from_text("pasted", "▲７六歩　△３四歩　▲６六歩\n")).records.remove(0);
//! let mut editor = Editor::new(record);
//! editor.to_ply(2);
//!
//! let square = |text: &str| text.parse::<Square>();
//! let choices: Vec<_> = editor.position().moves_between(square("88")?, square("22")?).collect();
//! assert_eq!(choices.iter().map(ToString::to_string).collect::<Vec<_>>(), ["☗２二角(88)", "☗２二角成(88)"]);
//! assert!(editor.position().fault(&choices[1].into()).is_none());
//!
//! assert_eq!(editor.input(choices[1].into()), Entered::New);
//! assert_eq!(editor.ply(), 3);
//! assert!(editor.undo());
//! assert!(editor.redo());
//!
//! // An impossible move has a reason for the user.
//! let fault = editor.position().fault(&"☖３三角(22)".parse()?).unwrap();
//! assert_eq!(fault.to_string(), "☖３三角(22): ２二 has black's 馬");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Save it
//! [`Format::write`](kifu_core::Format::write) returns the text, and [`losses`](kifu_core::losses) what another format would lose. Here
//! the times of a KIF file do not fit into KI2:
//!
//! ```
//! use kifu_core::{Charset, Format, Part, Source, losses};
//! use kifu_kif::{Ki2, Kif};
//!
//! let text = "手合割：平手\n   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 投了\n";
//! let records = Kif::default().read(&Source::from_text("game.kif", text)).records;
//!
//! let ki2 = Ki2::default().encoding(Charset::UTF_8);
//! let written = ki2.write(&records);
//! assert!(written.text.ends_with("▲７六歩\nまで1手で先手の勝ち\n"));
//! let lost: Vec<Part> = losses(&ki2, &records, &written).iter().map(|loss| loss.part).collect();
//! assert_eq!(lost, [Part::Clock]);
//!
//! let kif = Kif::default().encoding(Charset::UTF_8);
//! let written = kif.write(&records);
//! assert!(losses(&kif, &records, &written).is_empty());
//! let (bytes, missing) = written.encode();
//! assert!(missing.is_empty()); // no character that the charset lacks
//! # let place = std::env::temp_dir().join(format!("kifu-tutorial-{}.kifu", std::process::id()));
//! std::fs::write(&place, bytes)?;
//! # std::fs::remove_file(place)?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Without `encoding`, files are in Shift_JIS, which every program reads, and have the extension `.kif` or `.ki2`. Files in UTF-8 have
//! the extension `.kifu` or `.ki2u`.
