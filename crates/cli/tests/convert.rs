//! Tests of `kifu convert`.

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use std::fs;

const GAME: &[u8] = b"(;GM[1]SZ[9]PB[Gu];B[ee];W[gc])\n";
const THREE: &[u8] = b"(;GM[1]SZ[9];B[ee])(;GM[1]SZ[9];B[cc])(;GM[1]SZ[9];B[gg])";

#[test]
fn a_charset_that_the_format_does_not_write_is_explained() {
    let folder = Folder::with(&[("a.kifu", "手合割：平手\n   1 ７六歩(77)\n".as_bytes())]);
    for (to, about) in [
        ("csa:encoding=EUC-JP", "cannot be \"EUC-JP\"; it is the charset to write: Shift_JIS or UTF-8\n"),
        ("kif:encoding=utf-16", "cannot be \"utf-16\"; it is the charset to write; not UTF-16\n"),
        ("csa:encoding=shiftjs", "it takes the name of a charset"),
    ] {
        folder.kifu(["convert", "a.kifu", "--to", to]).ends(2).says(about);
    }
}

#[test]
fn a_file_without_a_game_of_the_format_counts_as_in_check() {
    let folder = Folder::with(&[
        ("in/none.sgf", b"()"),
        ("in/othello.sgf", b"(;GM[2]FF[4]SZ[8];KO[x])"),
        ("in/go.sgf", b"(;GM[1]SZ[9]KM[x];B[dd])"),
    ]);
    let counts = |args: &[&str]| {
        let ran = folder.kifu(args.iter().chain(&["--format", "json"]));
        let end: serde_json::Value =
            serde_json::from_str(ran.out.lines().chain(ran.err.lines()).last().unwrap()).unwrap();
        let count = |key: &str| end[key].as_u64().unwrap();
        (count("errors"), count("warnings"), count("notes"))
    };
    let checked = counts(&["check", "--no-rules", "in"]);
    // The file without a game of go has one error more: that it was not written.
    let more = |n| (checked.0 + n, checked.1, checked.2);
    assert_eq!(counts(&["convert", "in", "--to", "jgf2", "-o", "out/"]), more(1));
    // So has every file with a game, if the format is one of another game.
    assert_eq!(counts(&["convert", "in", "--to", "kif", "-o", "other/"]), more(2));
    folder.write("letter.sgf", b"hi");
    folder.kifu(["convert", "letter.sgf", "--to", "kif"]).ends(1).says("file/no-record");
}

#[test]
fn the_extension_of_the_output_chooses_the_format() {
    let folder = Folder::with(&[("a.kifu", "手合割：平手\n   1 ７六歩(77)\n".as_bytes()), ("a.sgf", GAME)]);
    folder.kifu(["convert", "a.kifu", "-o", "a.CSA"]).ends(0).says_nothing();
    assert!(folder.read("a.CSA").contains("+7776FU"));
    // The extension also chooses the charset.
    folder.kifu(["convert", "a.CSA", "-o", "a.kif"]).ends(0).says_nothing();
    assert!(String::from_utf8(fs::read(folder.path("a.kif")).unwrap()).is_err());
    folder.kifu(["convert", "a.kifu", "-o", "a.txt"]).ends(2).says("the extension .txt stands for no format");
    folder
        .kifu(["convert", "a.sgf", "-o", "a.jgf"])
        .ends(2)
        .says("several formats: jgf2, jgf1")
        .says("choose one of them with --to");
    for args in [&["convert", "a.sgf"][..], &["convert", "a.sgf", "-o", "-"], &["convert", "a.sgf", "-o", "out.sgf/"]] {
        folder.kifu(args).ends(2).says("the format to write is not stated").says("--to FORMAT");
    }
    // Several inputs need a folder, and the name of a folder does not choose a format.
    folder.kifu(["convert", "a.sgf", "a.kifu", "-o", "b.sgf"]).ends(2).says("the format to write is not stated");
    assert!(!folder.path("b.sgf").exists());
}

#[test]
fn one_file_goes_to_standard_output_or_to_a_file() {
    let folder = Folder::with(&[("a.sgf", GAME)]);
    let ran = folder.kifu(["convert", "a.sgf", "--to", "sgf"]).ends(0).says_nothing();
    assert_eq!(ran.out, "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Gu]\n;B[ee];W[gc])\n");
    assert_eq!(folder.kifu(["convert", "a.sgf", "--to", "sgf", "-o", "-"]).ends(0).out, ran.out);
    let to_file = folder.kifu(["convert", "a.sgf", "--to", "sgf", "-o", "b.sgf"]).ends(0).says_nothing();
    assert_eq!((to_file.out.as_str(), folder.read("b.sgf")), ("", ran.out));
    folder.kifu(["convert", "a.sgf", "--to", "jgf2", "-o", "new/deep/a.jgf"]).ends(0);
    folder.kifu(["diff", "a.sgf", "new/deep/a.jgf"]).ends(0).says_nothing();
}

#[test]
fn standard_input_is_a_file_without_a_name() {
    let folder = Folder::with(&[]);
    let ran = folder.kifu_with(["convert", "-", "--to", "sgf"], GAME).ends(0).says_nothing();
    assert!(ran.out.contains("PB[Gu]"));
    folder.kifu_with(["convert", "-", "--to", "sgf", "-o", "out/"], GAME).ends(0);
    assert_eq!(folder.files(), ["out/stdin.sgf"]);
    folder.kifu_with(["convert", "-", "--to", "sgf"], b"Dear Sir").ends(1).says("<stdin> is not in a known format");
    folder.kifu(["check", "-", "-"]).ends(2).says("standard input can be read only once");
}

#[test]
fn an_existing_file_is_left_as_it_is() {
    let folder = Folder::with(&[("a.sgf", GAME), ("b.sgf", b"mine")]);
    folder
        .kifu(["convert", "a.sgf", "--to", "sgf", "-o", "b.sgf"])
        .ends(2)
        .says("error[file/exists]: b.sgf exists")
        .says("--force");
    assert_eq!(folder.read("b.sgf"), "mine");
    folder.kifu(["convert", "a.sgf", "--to", "sgf", "-o", "b.sgf", "--force"]).ends(0);
    assert!(folder.read("b.sgf").contains("PB[Gu]"));
    assert_eq!(folder.files(), ["a.sgf", "b.sgf"], "no temporary file is left");
}

/// Programs get each file, people the first few.
#[test]
fn many_existing_files_are_counted() {
    let folder = Folder::with(&[]);
    (0..12).for_each(|n| folder.write(format!("in/{n}.sgf"), GAME));
    let again = |more: &[&str]| {
        folder.kifu(["convert", "in", "--to", "jgf2", "-o", "out"].iter().chain(more).copied().collect::<Vec<_>>())
    };
    again(&[]).ends(0);
    let ran = again(&[]).ends(2).says("error[file/exists]: 9 more files have this problem (-v lists them)");
    assert_eq!(ran.err.matches("exists already").count(), 3);
    ran.says("= help: --force overwrites it").says("12 files, 0 converted, 12 not written");
    for all in [["-v"], ["--format=json"]] {
        assert_eq!(again(&all).ends(2).err.matches("exists already").count(), 12);
    }
}

#[test]
fn a_game_whose_place_is_taken_stops_no_other() {
    let folder = Folder::with(&[("a.sgf", THREE), ("out/a-2.jgf", b"mine")]);
    let ran = folder.kifu(["convert", "a.sgf", "--to", "jgf2", "-o", "out"]).ends(2);
    ran.says("a-2.jgf exists already");
    assert_eq!(folder.read("out/a-2.jgf"), "mine");
    assert_eq!(folder.files(), ["a.sgf", "out/a-1.jgf", "out/a-2.jgf", "out/a-3.jgf"]);
}

#[cfg(unix)]
#[test]
fn overwriting_keeps_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::with(&[("a.sgf", GAME), ("real.sgf", b"mine")]);
    fs::set_permissions(folder.path("real.sgf"), PermissionsExt::from_mode(0o640)).unwrap();
    symlink("real.sgf", folder.path("link.sgf")).unwrap();
    folder.kifu(["convert", "a.sgf", "--to", "sgf", "-o", "link.sgf", "--force"]).ends(0);
    assert!(folder.read("real.sgf").contains("PB[Gu]"));
    assert!(folder.path("link.sgf").is_symlink());
    assert_eq!(fs::metadata(folder.path("real.sgf")).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn what_could_not_be_read_counts_as_lost() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9];B[zz];W[ee])")]);
    let ran = folder.kifu(["convert", "a.sgf", "--to", "sgf", "-o", "b.sgf"]).ends(1);
    let ran = ran.says("error[sgf/impossible-point]").says("error[loss/input]: 1 error in the input");
    ran.says("\n1 refused; accept with --allow-loss=input\n");
    assert_eq!(folder.files(), ["a.sgf"]);
    folder.kifu(["convert", "a.sgf", "--to", "sgf", "-o", "b.sgf", "--no-verify"]).ends(1);
    folder.kifu(["convert", "a.sgf", "--to", "sgf", "-o", "b.sgf", "--allow-loss=input"]).ends(0);
    assert_eq!(folder.files(), ["a.sgf", "b.sgf"]);
}

#[test]
fn with_strict_a_warning_refuses_too() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9];B[ee]")]);
    let ran = folder.kifu(["convert", "a.sgf", "--to", "sgf", "-o", "b.sgf"]).ends(0);
    ran.says("a.sgf: 1 warning while reading");
    let ran = folder.kifu(["convert", "a.sgf", "--to", "sgf", "--strict"]).ends(1);
    assert_eq!(
        ran.says("warning[sgf/unclosed-tree]")
            .says("1 warning in the input; with --strict, warnings count as errors")
            .says("--allow-loss=input")
            .out,
        ""
    );
}

#[test]
fn a_collection_becomes_numbered_files_in_a_folder() {
    let folder = Folder::with(&[("three.sgf", THREE)]);
    folder.kifu(["convert", "three.sgf", "--to", "jgf2", "-o", "out/"]).ends(0);
    assert_eq!(folder.files(), ["out/three-1.jgf", "out/three-2.jgf", "out/three-3.jgf", "three.sgf"]);
    assert!(folder.read("out/three-2.jgf").contains("\"x\": 2, \"y\": 2"));
}

#[test]
fn a_collection_in_one_file_is_refused() {
    let folder = Folder::with(&[("three.sgf", THREE)]);
    let ran = folder.kifu(["convert", "three.sgf", "--to", "jgf2", "-o", "one.jgf"]).ends(1);
    ran.says("error[loss/game]: the file has 3 games").says("-o DIR/ writes each game").says("--allow-loss=game\n");
    assert_eq!(folder.files(), ["three.sgf"]);
    folder.kifu(["convert", "three.sgf", "--to", "jgf2", "-o", "one.jgf", "--allow-loss=game"]).ends(0);
    let first = folder.read("one.jgf");
    assert!(first.contains("\"x\": 4, \"y\": 4") && !first.contains("\"x\": 6"), "{first}");
    // A format with many games per file accepts the whole collection.
    folder.kifu(["convert", "three.sgf", "--to", "sgf"]).ends(0).says_nothing();
}

#[test]
fn a_game_of_another_kind_is_not_left_out_in_silence() {
    let folder = Folder::with(&[("two.sgf", b"(;GM[1]SZ[9];B[ee])\n(;GM[2];B[aa])"), ("chess.sgf", b"(;GM[3];B[aa])")]);
    let ran = folder.kifu(["convert", "two.sgf", "--to", "sgf"]).ends(1);
    let ran = ran.says("1 of the 2 games in the file is not go, and would be left out\n --> two.sgf:2:1\n");
    assert_eq!(ran.out, "");
    let ran = folder.kifu(["convert", "two.sgf", "--to", "sgf", "--allow-loss=game"]).ends(0);
    assert_eq!(ran.out, "(;FF[4]GM[1]CA[UTF-8]SZ[9]\n;B[ee])\n");
    folder
        .kifu(["convert", "chess.sgf", "--to", "sgf", "--allow-loss"])
        .ends(1)
        .says("contains no game of go: this is chess; not written");
}

/// Wrong values in a game of another kind are warnings, because they are missing from no record.
#[test]
fn a_damaged_game_of_another_kind_does_not_refuse_the_others() {
    let hex = b"(;GM[11]SZ[x]KM[y]HA[2];B[4b]W[zz99]W[];AB[q];W[a1][b2]BL[z])";
    let folder = Folder::with(&[("two.sgf", &[hex.as_slice(), b"\n(;GM[1]SZ[9];B[ee])"].concat())]);
    let ran = folder.kifu(["convert", "two.sgf", "--to", "sgf"]).ends(1);
    ran.says("1 of the 2 games in the file is not go, and would be left out\n --> two.sgf:1:1\n").says_not("1 error");
    let ran = folder.kifu(["convert", "two.sgf", "--to", "sgf", "--allow-loss=game"]).ends(0);
    assert_eq!(ran.out, "(;FF[4]GM[1]CA[UTF-8]SZ[9]\n;B[ee])\n");
    folder.kifu(["check", "two.sgf"]).ends(0).prints("warning[sgf/bad-value]").prints("0 errors");
}

#[test]
fn a_folder_keeps_its_tree() {
    let folder = Folder::with(&[
        ("in/b/two.sgf", GAME),
        ("in/a.SGF", GAME),
        ("in/.hidden.sgf", GAME),
        ("in/.git/x.sgf", GAME),
        ("in/notes.txt", b"Dear Sir"),
        ("in/torn.sgf", b"(;SZ[9];B[zz])"),
    ]);
    let ran = folder.kifu(["convert", "in", "--to", "jgf2", "-o", "out"]).ends(1);
    ran.says("\n3 files, 2 converted, 1 refused (kifu check shows why)\n").says_not("notes");
    let made = |folder: &Folder| folder.files().into_iter().filter(|file| file.starts_with("out")).collect::<Vec<_>>();
    assert_eq!(made(&folder), ["out/a.jgf", "out/b/two.jgf"]);
    // The output folder is not read, although it is inside the input folder.
    let ran = folder.kifu(["convert", ".", "--to", "jgf2", "-o", "out", "--force", "--all"]).ends(1);
    ran.says("notes.txt is not in a known format")
        .says("\n4 files, 2 converted, 1 refused (kifu check shows why), 1 without a game");
    assert_eq!(made(&folder), ["out/a.jgf", "out/b/two.jgf", "out/in/a.jgf", "out/in/b/two.jgf"]);
}

#[test]
fn no_output_replaces_another_input() {
    let folder = Folder::with(&[("d/a.jgf", b"{\"board\":{\"size\":9},\"tree\":[{}]}"), ("d/a.sgf", GAME)]);
    let ran = folder.kifu(["convert", "d", "--to", "sgf", "-o", "d", "--force"]).ends(2);
    ran.says("error[file/same-output]: d/a.jgf is not written: d/a.sgf is another input");
    assert!(folder.read("d/a.sgf").contains("Gu"), "{}", folder.read("d/a.sgf"));
    folder.write("b/a.sgf", b"(;SZ[9])");
    let ran = folder.kifu(["fix", "b", "d/a.sgf", "-o", "d", "--force"]).ends(2);
    ran.says("b/a.sgf is not written: d/a.sgf is another input");
    assert!(folder.read("d/a.sgf").contains("Gu"));
}

#[test]
fn two_inputs_do_not_become_one_output() {
    let folder = Folder::with(&[
        ("in/a.sgf", GAME),
        ("in/a.json", b"{\"board\":{\"size\":9},\"tree\":[{}]}"),
        ("in/a-1.sgf", GAME),
        ("in/b.sgf", THREE),
    ]);
    let ran = folder.kifu(["convert", "in", "--to", "jgf2", "-o", "out", "--force"]).ends(2);
    ran.says("error[file/same-output]: in/a.sgf is not written: out/a.jgf is already the output of in/a.json")
        .says("4 files, 3 converted, 1 not written\n");
    assert!(!folder.read("out/a.jgf").contains("Gu"), "the first of them is written");
    // A game of a collection does not overwrite the output of another file either.
    folder.write("in/b-2.sgf", GAME);
    folder
        .kifu(["convert", "in/b.sgf", "in/b-2.sgf", "--to", "jgf2", "-o", "out", "--force"])
        .ends(2)
        .says("file/same-output");
    assert!(folder.read("out/b-2.jgf").contains("Gu"));
}

#[test]
fn one_bad_file_keeps_no_other_from_its_turn() {
    let folder = Folder::with(&[("a.sgf", GAME), ("letter.txt", b"Dear Sir"), ("z.sgf", GAME)]);
    let args = ["convert", "a.sgf", "letter.txt", "nowhere.sgf", "z.sgf", "--to", "jgf2", "-o", "out"];
    let ran = folder.kifu(args).ends(2);
    let ran = ran.says("error[file/no-record]: letter.txt is not in a known format");
    let ran = ran.says("= note: not sgf (no \"(;\")").says("= note: not jgf2, jgf1, jkf (no JSON object)");
    ran.says("error[file/unreadable]: cannot read nowhere.sgf: no such file")
        .says("\n4 files, 2 converted, 1 without a game, 1 not read");
    assert!(folder.path("out/z.jgf").is_file());
}

#[test]
fn several_inputs_need_a_folder() {
    let folder = Folder::with(&[("a.sgf", GAME), ("b.sgf", GAME), ("in/c.sgf", GAME)]);
    folder.kifu(["convert", "a.sgf", "b.sgf", "--to", "jgf2"]).ends(2).says("-o DIR");
    folder.kifu(["convert", "in", "--to", "jgf2"]).ends(2).says("-o DIR");
    folder.kifu(["convert", "a.sgf", "in", "--to", "jgf2", "-o", "b.sgf"]).ends(2).says("b.sgf is not a folder");
    folder.kifu(["convert", "a.sgf", "--to", "jgf2", "-o", "b.sgf/"]).ends(2).says("b.sgf is not a folder\n");
    assert_eq!(folder.files(), ["a.sgf", "b.sgf", "in/c.sgf"]);
}

#[test]
fn one_record_a_line() {
    let folder = Folder::with(&[("a.sgf", GAME), ("three.sgf", THREE), ("torn.sgf", b"(;SZ[9];B[zz])")]);
    let args = ["convert", "three.sgf", "torn.sgf", "a.sgf", "--to", "jgf2:players=object", "--lines"];
    let ran = folder.kifu(args).ends(1).says("\n3 files, 2 converted, 1 refused");
    assert_eq!(ran.out.lines().count(), 4);
    let last: serde_json::Value = serde_json::from_str(ran.out.lines().last().unwrap()).unwrap();
    assert_eq!(last["players"]["black"]["name"], "Gu");
    // kifu can read the stream that it wrote.
    folder.write("all.jsonl", ran.out.as_bytes());
    folder.kifu(["convert", "three.sgf", "a.sgf", "--to", "sgf", "-o", "sgf"]).ends(0);
    let back = folder.kifu(["convert", "all.jsonl", "--to", "sgf"]).ends(0);
    assert_eq!(back.out, folder.read("sgf/three.sgf") + &folder.read("sgf/a.sgf"));
    folder.kifu(["convert", "a.sgf", "--to", "jgf2", "--lines", "-o", "all.jsonl"]).ends(2).says("file/exists");
    folder.kifu(["convert", "a.sgf", "--to", "jgf2", "--lines", "-o", "all.jsonl", "--force"]).ends(0);
    assert_eq!(folder.read("all.jsonl").lines().count(), 1);
    folder.kifu(["convert", "a.sgf", "--to", "sgf", "--lines"]).ends(2).says("these can: jgf2");
}

#[test]
fn the_application_stays_unless_it_is_stamped() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]FF[4]AP[CGoban:3]SZ[9])")]);
    folder.kifu(["convert", "a.sgf", "--to", "sgf"]).ends(0).prints("AP[CGoban:3]");
    folder.kifu(["convert", "a.sgf", "--to", "sgf", "--stamp"]).ends(0).says_nothing().prints(concat!(
        "AP[kifu:",
        env!("CARGO_PKG_VERSION"),
        "]"
    ));
}

#[test]
fn a_charset_that_lacks_characters_refuses() {
    let folder = Folder::with(&[
        ("a.sgf", "(;GM[1]SZ[9]PB[柯洁]PW[柯洁])".as_bytes()),
        ("two.sgf", "(;GM[1]SZ[9]PB[é])\n(;GM[1]C[围棋\n围])".as_bytes()),
    ]);
    let ran = folder.kifu(["convert", "a.sgf", "--to", "sgf:encoding=shift_jis", "-o", "b.sgf"]).ends(1);
    let ran = ran.says("error[loss/character]: Shift_JIS has no '洁'; ? replaces it");
    let ran = ran.says(" --> a.sgf:1:17\n");
    assert_eq!(ran.err.matches("loss/character").count(), 1, "each character once");
    // Each character is reported at its first place in its game.
    let ran = folder.kifu(["convert", "two.sgf", "--to", "sgf:encoding=windows-1252", "-o", "b.sgf"]).ends(1);
    let ran = ran
        .says("has no '围'; ? replaces it\n --> two.sgf:2:10, game 2\n")
        .says("has no '棋'; ? replaces it\n --> two.sgf:2:11, game 2\n");
    assert_eq!(ran.err.matches(" --> two.sgf").count(), 2);
    folder.kifu(["convert", "a.sgf", "--to", "sgf:encoding=gbk", "-o", "b.sgf"]).ends(0);
    assert!(fs::read(folder.path("b.sgf")).unwrap().windows(6).any(|bytes| bytes == b"[\xBF\xC2\xBD\xE0]"));
    folder.kifu(["diff", "a.sgf", "b.sgf"]).ends(0);
}

#[test]
fn a_character_that_shift_jis_lacks_names_the_extension_for_utf_8() {
    let folder = Folder::with(&[("a.kifu", "先手：柯洁♥\n   1 ７六歩(77)\n".as_bytes())]);
    for to in [&["--to", "kif"][..], &["--to", "kif", "-o", "b.kif"]] {
        let ran = folder.kifu([&["convert", "a.kifu"], to].concat()).ends(1);
        let ran = ran.says("error[loss/character]: Shift_JIS has no '洁'; ? replaces it\n --> a.kifu:1:5\n");
        let ran = ran.says("= help: -o FILE.kifu writes UTF-8, which has every character\n");
        assert_eq!(ran.err.matches("FILE.kifu").count(), 1, "only once");
    }
    folder.kifu(["convert", "a.kifu", "--to", "kif", "-o", "b.kifu"]).ends(0);
    // SGF has no extension for UTF-8.
    folder.write("a.sgf", "(;GM[1]PB[柯洁])".as_bytes());
    let ran = folder.kifu(["convert", "a.sgf", "--to", "sgf:encoding=shift_jis", "-o", "b.sgf"]).ends(1);
    assert!(!ran.err.contains("= help"));
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_utf_8() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let folder = Folder::with(&[]);
    let name = OsStr::from_bytes(b"\x96\x7b.sgf");
    folder.write(name, GAME);
    folder
        .kifu([
            OsStr::new("convert"),
            name,
            OsStr::new("--to"),
            OsStr::new("jgf2"),
            OsStr::new("-o"),
            OsStr::new("out/"),
        ])
        .ends(0);
    assert!(folder.path("out").join(OsStr::from_bytes(b"\x96\x7b.jgf")).is_file());
    folder.kifu(["check", "--strict", "."]).ends(0).prints("2 files, 0 errors");
}

#[test]
fn what_others_would_read_otherwise_is_a_loss() {
    // The GBK bytes of these names are also valid UTF-8, but the declaration counts.
    let names = "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[叶]PW[肖];B[aa])".as_bytes();
    // The windows-1252 bytes of this name are UTF-8 for another name, and are read as UTF-8.
    let doubled = "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[Ã©lite];B[aa])".as_bytes();
    let folder = Folder::with(&[("names.sgf", names), ("doubled.sgf", doubled)]);
    folder.kifu(["convert", "names.sgf", "--to", "sgf:encoding=gbk", "-o", "new.sgf"]).ends(0);
    folder.kifu(["diff", "names.sgf", "new.sgf"]).ends(0);
    let ran = folder.kifu(["convert", "doubled.sgf", "--to", "sgf:encoding=windows-1252", "-o", "two.sgf"]).ends(1);
    ran.says("error[loss/players]").says("Black's name \"Ã©lite\" became \"élite\"");
    assert!(!folder.files().contains(&"two.sgf".to_owned()));
}

#[test]
fn a_guess_against_the_declaration_is_refused() {
    // 柯洁, 古力 and a sentence in GBK, in a file that declares ISO-8859-1.
    let gbk = b"(;GM[1]CA[ISO-8859-1]SZ[9]PB[\xBF\xC2\xBD\xE0]PW[\xB9\xC5\xC1\xA6]C[\xD5\xE2\xCA\xD6\xC6\xE5];B[ee])";
    let folder = Folder::with(&[("a.sgf", gbk)]);
    folder
        .kifu(["check", "a.sgf"])
        .ends(0)
        .prints("warning[text/charset-overruled]")
        .prints("\"¿Â½à\"")
        .prints("\"柯洁\"");
    let refused = folder.kifu(["convert", "a.sgf", "--to", "sgf"]).ends(1).says("error[loss/charset]");
    // The message shows both readings at the place of the declaration.
    refused.says("a.sgf:1:11").says("\"¿Â½à\"").says("\"柯洁\"").says("--allow-loss=charset");
    for args in [["--allow-loss=charset", "--to"], ["--encoding=gbk", "--to"]] {
        let args = ["convert", "a.sgf"].into_iter().chain(args).chain(["sgf"]);
        assert!(folder.kifu(args).ends(0).out.contains("PB[柯洁]"));
    }
    // If the two readings have different brackets, they have different games: ゾ is 83 5D in Shift_JIS, and 5D is `]`.
    let sjis = b"(;CA[UTF-8]PB[\x83\x5D\x83\x8C]PW[\x8A\xD6\x8E\x52];B[ee])";
    let folder = Folder::with(&[("b.sgf", sjis)]);
    folder.kifu(["check", "b.sgf"]).ends(1).prints("error[text/charset-ambiguous]");
    folder.kifu(["convert", "b.sgf", "--to", "sgf"]).ends(1).says("loss/charset").says_not("loss/input");
    // Valid UTF-8 does not count as a guess.
    let utf8 = "(;CA[GBK]SZ[9]PB[柯洁];B[ee])".as_bytes();
    let folder = Folder::with(&[("c.sgf", utf8)]);
    assert!(folder.kifu(["convert", "c.sgf", "--to", "sgf"]).ends(0).out.contains("PB[柯洁]"));
    // A charset that kifu cannot decode.
    let folder = Folder::with(&[("d.sgf", b"(;CA[IBM437]SZ[9]PB[Ren\x82 M\x84tig\x81];B[ee])")]);
    folder.kifu(["convert", "d.sgf", "--to", "sgf"]).ends(1).says("kifu cannot decode IBM437").says("loss/charset");
}

#[test]
fn a_cut_character_changes_nothing_else() {
    for declared in ["CA[UTF-8]", ""] {
        let file = [
            format!("(;GM[1]{declared}SZ[9]PB[").as_bytes(),
            b"\xE4\xBD\xA0\xE8\x8B\xA5\xE6\x9C\x89\xE5",
            b"]PW[Go]KM[6.5];B[ee])",
        ]
        .concat();
        let folder = Folder::with(&[("a.sgf", &file)]);
        folder.kifu(["check", "a.sgf"]).ends(0).prints("warning[text/damaged-character]");
        let ran = folder.kifu(["convert", "a.sgf", "--to", "sgf"]).ends(0);
        assert!(
            ran.out.contains("KM[6.5]PB[你若有\u{FFFD}]PW[Go]") || ran.out.contains("PB[你若有\u{FFFD}]"),
            "{}",
            ran.out
        );
        assert!(ran.out.contains("PW[Go]") && ran.out.contains("KM[6.5]"), "{}", ran.out);
    }
}

#[test]
fn a_charset_that_is_unknown_and_guessed_is_a_loss() {
    let folder = Folder::with(&[
        ("a.sgf", b"(;CA[x-foo]PB[\xce\xe2\xc7\xe5\xd4\xb4];B[aa])"),
        ("ascii.sgf", b"(;CA[x-foo]PB[Wu];B[aa])"),
        ("utf8.sgf", "(;CA[x-foo]PB[吴清源];B[aa])".as_bytes()),
    ]);
    folder.kifu(["convert", "a.sgf", "--to", "jgf2"]).ends(1).says("error[loss/charset]: unknown charset \"x-foo\"");
    folder.kifu(["convert", "a.sgf", "--to", "jgf2", "--allow-loss=charset"]).ends(0);
    // kifu does not guess if the bytes determine the charset.
    folder.kifu(["convert", "ascii.sgf", "--to", "jgf2"]).ends(0);
    folder.kifu(["convert", "utf8.sgf", "--to", "jgf2"]).ends(0);
}

#[test]
fn another_game_in_a_file_of_one_game_per_line_is_a_loss() {
    let text = "{\"game\": {\"type\": \"go\"}, \"tree\": [{}]}\n{\"game\": {\"type\": \"chess\"}, \"tree\": [{}]}\n";
    let folder = Folder::with(&[("a.jgf", text.as_bytes())]);
    for to in ["sgf", "jgf2"] {
        let ran = folder.kifu(["convert", "a.jgf", "--to", to]).ends(1);
        ran.says("error[loss/game]: 1 of the 2 games in the file is not go, and would be left out");
        folder.kifu(["convert", "a.jgf", "--to", to, "--allow-loss=game"]).ends(0);
    }
}

#[test]
fn an_input_that_is_not_written_has_no_output() {
    let folder = Folder::with(&[
        ("in/game.json", b"{\"meta\":1}"),
        ("in/game.sgf", b"(;GM[1]SZ[9];B[ee])"),
        ("in/lost.csa", b"PI\n+\n+7776FU\n"),
        ("in/lost.sgf", b"(;GM[1]SZ[9];B[aa])"),
        ("in/twice.gib", b"hi"),
        ("in/twice.sgf", b"(;GM[1]SZ[9];B[bb])"),
        ("in/twice.txt", b"(;GM[1]SZ[9];B[cc])"),
    ]);
    let ran = folder.kifu(["convert", "--all", "in", "--to", "jgf2", "-o", "out"]).ends(2);
    ran.says("7 files, 3 converted, 1 refused, 2 without a game, 1 not written")
        .says("in/twice.txt is not written: out/twice.jgf is already the output of in/twice.sgf");
    for (name, x) in [("game", 4), ("lost", 0), ("twice", 1)] {
        let written = folder.read(format!("out/{name}.jgf"));
        assert!(written.contains(&format!("\"x\": {x}, \"y\": {x}")), "{written}");
    }
}

/// A collection has numbers in its names, so the name without one is free for another input.
#[test]
fn a_collection_leaves_its_plain_name_to_others() {
    let folder = Folder::with(&[
        ("in/game.mgt", THREE),
        ("in/game.sgf", GAME),
        ("two/game.sgf", THREE),
        ("two/game-1.sgf", b"hello"),
    ]);
    let ran = folder.kifu(["convert", "in", "--to", "jgf2", "-o", "out"]).ends(0);
    ran.says("2 files, 2 converted\n");
    let made: Vec<_> = folder.files().into_iter().filter(|name| name.starts_with("out")).collect();
    assert_eq!(made, ["out/game-1.jgf", "out/game-2.jgf", "out/game-3.jgf", "out/game.jgf"]);
    // The name of a game may be reserved. The message says which game it is.
    let ran = folder.kifu(["convert", "two", "--to", "jgf2", "-o", "there"]).ends(2);
    ran.says("game 1 of two/game.sgf is not written: there/game-1.jgf is reserved for two/game-1.sgf");
}

#[test]
fn a_file_of_lines_is_replaced_only_by_what_was_converted() {
    let folder = Folder::with(&[("bad.sgf", b"(;GM[1]SZ[9];W[zz])"), ("l/a.sgf", GAME), ("l/b.sgf", GAME)]);
    let lines =
        |input: &str, output: &str| folder.kifu(["convert", input, "--to", "jgf2", "--lines", "-o", output, "--force"]);
    lines("bad.sgf", "bad.sgf").ends(1).says("1 refused");
    lines("nowhere.sgf", "l/a.sgf").ends(2).says("no such file");
    lines("bad.sgf", "new.jsonl").ends(1);
    assert!(!folder.path("new.jsonl").exists());
    assert!(folder.read("bad.sgf").contains("zz") && folder.read("l/a.sgf").contains("Gu"));
    // The next run cannot have its output among its inputs.
    lines("l", "l/all.jsonl").ends(0);
    lines("l", "l/all.jsonl").ends(2).says("l/all.jsonl is one of the inputs, and would be replaced by all of them");
    assert_eq!(folder.read("l/all.jsonl").lines().count(), 2);
    lines("l/a.sgf", "l/a.sgf").ends(0);
}

/// With links in the output folder, two paths are one file.
#[cfg(unix)]
#[test]
fn no_output_replaces_another_through_a_link() {
    use std::os::unix::fs::symlink;
    for (command, extension) in
        [(&["convert", "in", "--to", "jgf2", "-o", "out"][..], "jgf"), (&["fix", "in", "-o", "out"], "sgf")]
    {
        let folder = Folder::with(&[("in/a/x.sgf", GAME), ("in/b/x.sgf", GAME), ("out/a/readme", b"")]);
        symlink("a", folder.path("out/b")).unwrap();
        let ran = folder.kifu(command.iter().chain(&["--force"])).ends(2);
        ran.says(&format!("in/b/x.sgf is not written: out/b/x.{extension} is already the output of in/a/x.sgf"));
    }
    let folder = Folder::with(&[("in/a.sgf", GAME), ("in/b.sgf", GAME), ("out/a.jgf", b"")]);
    symlink("a.jgf", folder.path("out/b.jgf")).unwrap();
    let ran = folder.kifu(["convert", "in", "--to", "jgf2", "-o", "out", "--force"]).ends(2);
    ran.says("in/b.sgf is not written: out/b.jgf is already the output of in/a.sgf, through a link");
    // The run itself would make the place to which a link leads.
    for (link, to) in [("out/b.jgf", "a.jgf"), ("out/b", "a")] {
        let folder = Folder::with(&[
            ("in/a.sgf", GAME),
            ("in/b.sgf", GAME),
            ("in/a/x.sgf", GAME),
            ("in/b/x.sgf", GAME),
            ("out/x", b""),
        ]);
        symlink(to, folder.path(link)).unwrap();
        folder.kifu(["convert", "in", "--to", "jgf2", "-o", "out", "--force"]).ends(2).says("is a broken link");
    }
}

/// A link to nothing is named as the reason, with --force too.
#[cfg(unix)]
#[test]
fn a_dangling_link_is_not_written() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with(&[("a.sgf", GAME)]);
    symlink("nowhere", folder.path("d.jgf")).unwrap();
    symlink("nowhere", folder.path("out")).unwrap();
    for (output, force) in [("d.jgf", &["--force"][..]), ("d.jgf", &[]), ("out/a.jgf", &["--force"])] {
        let ran = folder.kifu(["convert", "a.sgf", "--to", "jgf2", "-o", output].iter().chain(force)).ends(2);
        ran.says("is a broken link");
    }
}

#[test]
fn what_the_output_folder_has_is_not_read() {
    let folder = Folder::with(&[("in/a.sgf", GAME), ("in/old/b.sgf", GAME)]);
    let ran = folder.kifu(["convert", "in", "--to", "jgf2", "-o", "in/old"]).ends(0);
    ran.says("1 output folder in an input: its files were not read\n").says("1 file, 1 converted\n");
    let ran = folder.kifu(["convert", "in", "--to", "jgf2", "--lines", "-o", "n/"]).ends(2);
    ran.says("--lines writes one file, and n/ is a folder");
}

#[test]
fn a_folder_is_not_replaced() {
    let folder = Folder::with(&[("in/a.sgf", GAME), ("out/a.jgf/x", b"x")]);
    for force in [&["--force"][..], &[]] {
        let args = ["convert", "in", "--to", "jgf2", "-o", "out"];
        let ran = folder.kifu(args.iter().chain(force.iter())).ends(2);
        ran.says("out/a.jgf: is a directory");
    }
}

#[test]
fn only_losses_can_be_accepted() {
    let folder =
        Folder::with(&[("in/a.sgf", "(;GM[1]SZ[9]PB[名];B[ee])".as_bytes()), ("in/b.csa", b"PI\n+\n+7776FU\n")]);
    let ran = folder.kifu(["convert", "in", "--to", "sgf:encoding=latin1", "-o", "out"]).ends(1);
    assert!(ran.err.contains("1 of 2 refused; accept with --allow-loss=character\n"), "{}", ran.err);
}

/// Nothing is played on a board that is not known.
#[test]
fn a_game_from_an_unknown_position_is_refused() {
    for start in ["手合割：十二枚落ち\n", "手合割：5五将棋\n", "手合割：その他\n", "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"]
    {
        let folder = Folder::with(&[("a.kifu", format!("{start}   1 ７六歩(77)\n").as_bytes())]);
        folder.kifu(["check", "a.kifu"]).ends(1).prints("(kept in the file)");
        for to in ["csa", "jkf", "usi", "kif"] {
            let refused = folder.kifu(["convert", "a.kifu", "--to", to]).ends(1).says("loss/input");
            assert_eq!(refused.out, "", "{start}");
        }
    }
    let folder = Folder::with(&[("a.kifu", "手合割：十九枚落ち\n   1 ５二玉(51)\n".as_bytes())]);
    folder.kifu(["convert", "a.kifu", "--to", "usi"]).ends(0).prints("4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
}

#[test]
fn each_game_of_a_kif_file_is_converted() {
    let two = "手合割：平手\n   1 ７六歩(77)\n手合割：角落ち\n   1 ３四歩(33)\n";
    let folder = Folder::with(&[("two.kifu", two.as_bytes())]);
    folder.kifu(["convert", "two.kifu", "--to", "csa"]).ends(0).prints("+7776FU\n/\nPI22KA\n-\n-3334FU\n");
    folder.kifu(["convert", "two.kifu", "-o", "one.jkf"]).ends(1).says("the file has 2 games");
    folder.kifu(["convert", "two.kifu", "--to", "kif", "-o", "out/"]).ends(0);
    let written: Vec<_> = folder.files().into_iter().filter(|file| file.starts_with("out/")).collect();
    assert_eq!(written.len(), 2, "{written:?}");
}

/// The user who accepts the loss of an ending does not accept that of its comment.
#[test]
fn what_belongs_to_a_lost_ending_is_told() {
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 封じ手 ( 0:09/00:00:09)\n*明日へ\n&封\nx\n";
    let folder = Folder::with(&[("a.kifu", text.as_bytes())]);
    for to in ["usi", "usi:notation=usen"] {
        let refused = folder.kifu(["convert", "a.kifu", "--to", to, "--allow-loss=action"]).ends(1);
        refused.says("loss/comment").says("loss/bookmark").says("loss/clock").says("loss/foreign");
        let ran = folder.kifu(["convert", "a.kifu", "--to", to, "--allow-loss", "-v"]).ends(0);
        assert!(!ran.err.contains("kept in the place"), "{}", ran.err);
    }
    folder.kifu(["convert", "a.kifu", "--to", "csa", "--allow-loss=bookmark,foreign"]).ends(1).says("loss/action");
}
