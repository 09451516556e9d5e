//! Tests of what is reported: the options, `kifu.toml`, and `kifu config`.

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;

/// A long name (a warning with a safe fix), and a move on a stone (a finding of the rules).
const GAME: &[u8] = b"(;GM[1]FF[4]SZ[9]RU[Japanese];Black[ee];W[ee])";

/// Returns the codes of the findings, with their severities.
fn codes(folder: &Folder, args: &[&str]) -> Vec<String> {
    let ran = folder.kifu([&["check", "--format", "json"], args].concat());
    let code = |found: serde_json::Value| {
        format!("{} {}", found["severity"].as_str().unwrap(), found["code"].as_str().unwrap())
    };
    ran.findings().into_iter().map(code).collect()
}

const LONG: &str = "warning sgf/long-name";
const STONE: &str = "error rules/occupied-point";

#[test]
fn codes_are_chosen_on_the_command_line() {
    let folder = Folder::with(&[("a.sgf", GAME)]);
    let chosen = |args: &[&str]| codes(&folder, &[&["a.sgf"], args].concat());
    assert_eq!(chosen(&[]), [LONG, STONE]);
    assert_eq!(chosen(&["--ignore", "sgf/long-name"]), [STONE]);
    assert_eq!(chosen(&["--ignore", "rules/*"]), [LONG]);
    assert!(chosen(&["--ignore", "rules/*,sgf/*"]).is_empty());
    assert_eq!(chosen(&["--only", "rules/*"]), [STONE]);
    assert_eq!(chosen(&["--only", "rules/*", "--only", "sgf/long-name"]), [LONG, STONE]);
    assert_eq!(chosen(&["--deny", "sgf/*", "--ignore", "rules/*"]), ["error sgf/long-name"]);
    // The exit status follows.
    folder.kifu(["check", "a.sgf", "--ignore", "rules/*"]).ends(0).prints("1 file, 0 errors, 1 warning");
    folder
        .kifu(["check", "a.sgf", "--ignore", "rules/*", "--deny", "sgf/long-name"])
        .ends(1)
        .prints("1 error, 0 warnings");
    // A file that is not a record is a finding too.
    folder.write("letter.txt", b"Dear Sir");
    folder.kifu(["check", "letter.txt"]).ends(1).prints("file/no-record");
    folder.kifu(["check", "letter.txt", "--ignore", "file/no-record"]).ends(0).prints("1 file, 0 errors");
    folder.kifu(["check", "a.sgf", "--ignore", "sgf/longname"]).ends(2).says("did you mean sgf/long-name?");
    folder.kifu(["check", "a.sgf", "--only", "rule/*"]).ends(2).says("did you mean rules/*?");
}

#[test]
fn fixes_are_chosen_too() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]FF[4]SZ[9];Black[ee];W[gg")]);
    let fixed = |args: &[&str]| folder.kifu([&["fix", "a.sgf"], args].concat()).out;
    assert_eq!(fixed(&[]), "(;GM[1]FF[4]SZ[9];B[ee];W[gg");
    assert_eq!(fixed(&["--guess"]), "(;GM[1]FF[4]SZ[9];B[ee];W[gg])");
    assert_eq!(fixed(&["--guess", "--ignore", "sgf/long-name"]), "(;GM[1]FF[4]SZ[9];Black[ee];W[gg])");
    assert_eq!(fixed(&["--only", "sgf/unclosed-tree"]), "(;GM[1]FF[4]SZ[9];Black[ee];W[gg");
    folder.write("kifu.toml", b"ignore = [\"sgf/long-name\"]\n");
    assert_eq!(fixed(&["--guess"]), "(;GM[1]FF[4]SZ[9];Black[ee];W[gg])");
    folder.kifu(["fix", "--guess", "a.sgf", "-o", "b.sgf"]).ends(0).says_not("long-name");
}

#[test]
fn settings_are_found_upwards() {
    let folder = Folder::with(&[
        ("kifu.toml", b"ignore = ['rules/*']\n[folder.'club/old games']\ndeny = ['sgf/long-name']\n"),
        ("club/a.sgf", GAME),
        ("club/old games/deep/b.sgf", GAME),
        ("own/kifu.toml", b"only = ['rules/*']\n"),
        ("own/deep/c.sgf", GAME),
    ]);
    assert_eq!(codes(&folder, &["club/a.sgf"]), [LONG]);
    // The table of a folder adds to the other settings of its file.
    assert_eq!(codes(&folder, &["club/old games"]), ["error sgf/long-name"]);
    // Only the nearest file counts.
    assert_eq!(codes(&folder, &["own"]), [STONE]);
    assert_eq!(codes(&folder, &["."]), [LONG, "error sgf/long-name", STONE]);
    // The command line replaces a setting, and not the others.
    assert_eq!(codes(&folder, &["club/old games", "--ignore", "file/*"]), ["error sgf/long-name", STONE]);
    assert_eq!(codes(&folder, &["club/a.sgf", "--no-config"]), [LONG, STONE]);
    assert_eq!(codes(&folder, &["club/a.sgf", "--config", "own/kifu.toml"]), [STONE]);
    folder.kifu(["check", "club/a.sgf", "--config", "nowhere.toml"]).ends(2).says("cannot read nowhere.toml");
    // Standard input is in the current folder.
    let ran = folder.kifu_with(["check", "-", "--format", "concise"], GAME).ends(0);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
}

#[test]
fn settings_hold_for_the_run() {
    let folder = Folder::with(&[
        ("kifu.toml", "strict = true\nallow-loss = ['comment']\njobs = 1\n[format.sgf]\nencoding = 'gbk'\n".as_bytes()),
        ("a.sgf", "(;GM[1]FF[4]SZ[9]PB[柯洁];Black[ee])".as_bytes()),
        ("b.sgf", b"(;GM[1]FF[4]SZ[9];B[ee]C[a \xF0\x9F\x98\x80])"),
    ]);
    folder.kifu(["check", "a.sgf"]).ends(1).prints("warning[sgf/long-name]");
    folder.kifu(["check", "a.sgf", "--no-config"]).ends(0);
    folder.kifu(["check", "a.sgf", "--strict=false"]).ends(0);
    folder.kifu(["convert", "b.sgf", "--to", "sgf:encoding=utf-8", "-o", "c.sgf"]).ends(0);
    assert!(folder.read("c.sgf").contains("CA[UTF-8]"));
    folder.kifu(["convert", "a.sgf", "--to", "sgf", "-o", "d.sgf", "--allow-loss"]).ends(0);
    assert!(std::fs::read(folder.path("d.sgf")).unwrap().windows(6).any(|bytes| bytes == b"[\xBF\xC2\xBD\xE0]"));
    // A loss is reported although a code is ignored, unless it is allowed.
    folder.write("kifu.toml", b"ignore = ['loss/*']\n");
    folder.kifu(["convert", "b.sgf", "--to", "sgf:encoding=gbk", "-o", "e.sgf"]).ends(1).says("error[loss/character]");
    folder.write("kifu.toml", b"allow-loss = []\n");
    folder.kifu(["convert", "b.sgf", "--to", "sgf:encoding=gbk", "-o", "e.sgf"]).ends(1).says("error[loss/character]");
    folder.write("kifu.toml", b"allow-loss = ['all']\n");
    folder.kifu(["config"]).ends(0).prints("allow-loss  all");
    folder.write("kifu.toml", b"allow-loss = ['character']\n");
    folder.kifu(["convert", "b.sgf", "--to", "sgf:encoding=gbk", "-o", "e.sgf"]).ends(0);
}

#[test]
fn a_wrong_setting_is_an_error_with_its_place() {
    let folder = Folder::with(&[("in/a.sgf", GAME), ("in/b.sgf", GAME)]);
    for (text, place, message, help) in [
        ("ignor = []", "kifu.toml:1:1", "unknown key \"ignor\"", "did you mean ignore?"),
        ("jobs = 1\n\nignore = ['sgf/long-nam']", "kifu.toml:3:11", "unknown code", "did you mean sgf/long-name?"),
        ("ignore = 'sgf/long-name'", "kifu.toml:1:10", "'sgf/long-name' is not a list of texts", "['sgf/long-name']"),
        ("ignore = ['rules']", "kifu.toml:1:11", "unknown code \"rules\"", "did you mean rules/*?"),
        ("ignore = [1]", "kifu.toml:1:11", "1 is not a text", ""),
        ("jobs = 0", "kifu.toml:1:8", "0 is not a number of threads", "write a whole number from 1 to 512"),
        ("jobs = 100000", "kifu.toml:1:8", "100000 is not a number of threads", "write a whole number from 1 to 512"),
        ("strict = 'yes'", "kifu.toml:1:10", "'yes' is not true or false", ""),
        (
            "allow-loss = true",
            "kifu.toml:1:14",
            "true is not a list of texts",
            "write allow-loss = \"all\", or a list of parts",
        ),
        ("allow-loss = ['comments']", "kifu.toml:1:15", "unknown part \"comments\"", "did you mean comment?"),
        ("folder = 1", "kifu.toml:1:10", "1 is not a table", ""),
        ("[folder.old]\njobs = 1", "kifu.toml:2:1", "unknown key \"jobs\"", "the keys are ignore, only, deny"),
        ("[format.sfg]\n", "kifu.toml:1:9", "unknown format \"sfg\"", "did you mean sgf?"),
        ("[format.sgf]\nencodng = 'gbk'", "kifu.toml:2:11", "format sgf: ", "did you mean encoding?"),
        ("[format.sgf]\nencoding = 'gbx'", "kifu.toml:2:12", "format sgf: ", "did you mean GBK?"),
        ("[folder.'../x']\nonly = []", "kifu.toml:1:9", "\"../x\" is not the path of a folder below", "write it as in"),
        ("strict = ", "kifu.toml:1:", "", ""),
    ] {
        folder.write("in/kifu.toml", text.as_bytes());
        let ran = folder.kifu(["check", "in"]).ends(2).says(place).says(message).says(help);
        assert_eq!(ran.err.matches("error").count(), 1, "{}", ran.err);
        assert_eq!(ran.out, "", "nothing was checked");
    }
    folder.write("in/kifu.toml", b"strict = true\n  jobs = 0 # all\n");
    let excerpt =
        "error: 0 is not a number of threads\n --> in/kifu.toml:2:10\n  |\n2 |   jobs = 0 # all\n  |          ^\n";
    folder.kifu(["check", "in"]).ends(2).says(excerpt);
    let ran = folder.kifu(["check", "--format", "github", "in"]).ends(2);
    assert_eq!(ran.err, "::error file=in/kifu.toml,line=2,col=10::0 is not a number of threads\n");
    let ran = folder.kifu(["check", "--format", "concise", "in"]).ends(2);
    assert_eq!(
        ran.err,
        "in/kifu.toml:2:10: error: 0 is not a number of threads (write a whole number from 1 to 512)\n"
    );
    folder.write("in/kifu.toml", b"# caf\xE9\nstrict = true\n");
    folder.kifu(["check", "in"]).ends(2).says("in/kifu.toml is not UTF-8 (byte 5)").says("save the file as UTF-8");
}

#[test]
fn a_wrong_setting_stops_only_the_files_of_its_folder() {
    let folder = Folder::with(&[
        ("a/a.sgf", GAME),
        ("b/1.sgf", GAME),
        ("b/2.sgf", GAME),
        ("b/kifu.toml", b"ignor = []"),
        ("c/c.sgf", GAME),
        ("c/kifu.toml", b"\nignor = []"),
    ]);
    for command in [&["check"][..], &["fix", "-n"]] {
        let ran = folder.kifu([command, &["."]].concat()).ends(2).says("b/kifu.toml:1:1").says("c/kifu.toml:2:1");
        assert_eq!(ran.err.matches("unknown key").count(), 2, "{}", ran.err);
        ran.says("1 more file has this problem (-v lists them)");
    }
    folder.kifu(["check", "--statistics", "."]).ends(2).prints("4 files, 0 clean, 3 not read").prints("sgf/long-name");
    folder.kifu(["fix", "-n", "."]).ends(2).says("3 not read");
    let report: serde_json::Value =
        serde_json::from_str(&folder.kifu(["check", "--format", "sarif", "."]).out).unwrap();
    let told = report["runs"][0]["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    let line = |told: &serde_json::Value| {
        let place = &told["locations"][0]["physicalLocation"];
        (place["artifactLocation"]["uri"].as_str().unwrap().to_owned(), place["region"]["startLine"].as_u64())
    };
    let told: Vec<_> = told.iter().map(line).collect();
    assert_eq!(told, [("b/kifu.toml".to_owned(), Some(1)), ("c/kifu.toml".to_owned(), Some(2))]);
    let ran = folder.kifu(["check", "--format", "json", "."]);
    let told = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["file"].clone();
    assert_eq!(ran.err.lines().map(told).collect::<Vec<_>>(), ["b/kifu.toml", "c/kifu.toml"]);
    folder.write("b/kifu.toml", b"# \xFF");
    folder.kifu(["fix", "-n", "."]).ends(2).says("b/kifu.toml is not UTF-8").says("3 not read");
}

#[test]
fn settings_may_name_the_codes_of_a_pass_that_is_off() {
    let folder = Folder::with(&[("kifu.toml", b"ignore = ['rules/*']\n"), ("a.sgf", GAME)]);
    folder.kifu(["check", "--no-rules", "a.sgf"]).ends(0).says_nothing();
    folder.kifu(["check", "--no-rules", "--deny", "rules/ko", "a.sgf"]).ends(0).says_nothing();
    folder.kifu(["fix", "--no-rules", "-n", "a.sgf"]).ends(0);
}

#[test]
fn config_shows_what_holds() {
    let folder = Folder::with(&[
        (
            "kifu.toml",
            b"# of the club\nignore = ['rules/*', 'sgf/long-name']\njobs = 3\n[folder.'./old/']\ndeny = ['sgf/*']\n[folder.odl]\n",
        ),
        ("old/a.sgf", GAME),
    ]);
    let shown = |args: &[&str]| folder.kifu(args).ends(0).out;
    assert_eq!(
        shown(&["config", "old/a.sgf"]),
        concat!(
            "ignore        rules/*, sgf/long-name  kifu.toml:2\n",
            "only          all codes               default\n",
            "deny          sgf/*                   kifu.toml:5\n",
            "allow-loss    nothing                 default\n",
            "strict        false                   default\n",
            "jobs          3                       kifu.toml:3\n",
            "folder.\"odl\"  no such folder          kifu.toml:6\n",
        )
    );
    assert!(shown(&["config"]).contains("deny          nothing                 default\n"));
    assert!(shown(&["config", "--no-config", "old"]).contains("ignore      nothing    default\n"));
    let shown = shown(&["config", "--strict", "--jobs", "2"]);
    assert!(shown.contains("--strict\n") && shown.contains("--jobs\n"), "{shown}");
}

#[test]
fn a_path_given_by_hand_is_read_and_a_folder_says_what_was_ignored() {
    let folder = Folder::with(&[("in/a.txt", GAME), ("in/b.TXT", GAME), ("in/c", GAME), ("none/.hidden.sgf", GAME)]);
    folder.kifu(["check", "in/a.txt", "in/c"]).ends(1).prints("2 files, 2 errors");
    let passed = "in: no file was read; 3 files have an unknown extension: 1 without an extension, 1 .TXT, 1 .txt (--all reads them)\n";
    folder.kifu(["check", "in"]).ends(0).says(passed).prints("0 files,");
    folder.kifu(["check", "--all", "in"]).ends(1).says_nothing().prints("3 files,");
    folder
        .kifu(["check", "none"])
        .ends(0)
        .says("none: no file was read; 1 hidden file or folder was left out (name it to read it)\n");
    folder.kifu(["check", "-q", "in"]).ends(0).says_nothing();
}

#[test]
fn a_run_has_the_settings_of_the_folder_with_all_inputs() {
    let folder = Folder::with(&[
        ("kifu.toml", b"jobs = 1\n"),
        ("club/kifu.toml", b"strict = true\n[format.sgf]\nencoding = 'gbk'\n"),
        ("club/a.sgf", b"(;GM[1]FF[4]SZ[9];Black[ee])"),
        ("club/old/b.sgf", "(;GM[1]FF[4]SZ[9]PB[柯洁];B[ee])".as_bytes()),
        ("other/c.sgf", GAME),
    ]);
    folder.kifu(["check", "club"]).ends(1).prints("sgf/long-name");
    folder.kifu(["check", "club/a.sgf", "club/old/b.sgf"]).ends(1);
    // These two are in no folder that is strict.
    folder.kifu(["check", "--no-rules", "club/a.sgf", "other/c.sgf"]).ends(0);
    folder.kifu(["convert", "club/old/b.sgf", "--to", "sgf", "-o", "b.sgf"]).ends(0);
    assert!(std::fs::read(folder.path("b.sgf")).unwrap().windows(6).any(|bytes| bytes == b"[\xBF\xC2\xBD\xE0]"));
    let shown = folder.kifu(["config", "club/old"]).ends(0).out;
    assert!(shown.contains("club/kifu.toml:1\n") && shown.contains("format.sgf.encoding"), "{shown}");
    folder.kifu(["config"]).ends(0).prints("jobs        1          kifu.toml:1\n");
    folder.kifu(["config", "clbu"]).ends(2).says("cannot read clbu: no such file or directory");
    folder.write("other/kifu.toml", b"ignore = []\n");
    folder.kifu(["config", "other"]).ends(0).prints("ignore      nothing    other/kifu.toml:1\n");
}

#[test]
fn bad_numbers_are_explained() {
    let folder = Folder::with(&[("a.sgf", GAME)]);
    for number in ["0", "many", "-1", "513", "99999999999999999999"] {
        let args = ["check", "a.sgf", "--jobs", number];
        folder.kifu(args).ends(2).says("a number of threads is 1 to 512; without --jobs, kifu uses all cores");
    }
    folder.kifu(["show", "a.sgf", "--game", "0"]).ends(2).says("the games of a file have the numbers 1, 2, 3, …");
    folder.kifu(["show", "a.sgf", "--move", "-1"]).ends(2).says("a number of moves is 0 or more, in digits");
    folder.kifu(["show", "a.sgf", "--every", "x"]).ends(2).says("a number of moves is 0 or more, in digits");
}

#[test]
fn a_file_that_is_no_record_is_reported_whatever_is_chosen() {
    let folder = Folder::with(&[("a.sgf", GAME), ("bad.sgf", b"x")]);
    folder.kifu(["check", "--only", "rules/*", "bad.sgf"]).ends(1).prints("error[file/no-record]");
    folder.kifu(["check", "--ignore", "file/no-record", "bad.sgf"]).ends(0).prints("1 file, 0 errors");
}

#[test]
fn an_option_without_a_code_is_an_error() {
    let folder = Folder::with(&[("a.sgf", GAME)]);
    for option in ["--only=", "--ignore=", "--deny=,"] {
        let name = option.split('=').next().unwrap();
        folder.kifu(["check", option, "a.sgf"]).ends(2).says(&format!("{name} has no code"));
    }
}

#[test]
fn a_folder_that_is_missing_is_a_warning() {
    let settings: &[u8] = b"[folder.there]\nignore = ['sgf/*']\n[folder.\"*.sgf\"]\nignore = ['sgf/*']\n";
    let folder = Folder::with(&[("kifu.toml", settings), ("there/a.sgf", b"(;GM[1]SZ[9])")]);
    let ran = folder.kifu(["check", "there"]).ends(0);
    assert!(!ran.err.contains("there"), "{}", ran.err);
    ran.says("kifu.toml:3: [folder.\"*.sgf\"] is not a folder beside this file; its settings have no effect");
}

/// A wrong setting in a folder ends a report for programs, too.
#[test]
fn a_report_has_its_end_after_a_wrong_setting() {
    let folder = Folder::with(&[("in/a.sgf", GAME), ("in/sub/kifu.toml", b"ignore = 3\n"), ("in/sub/b.sgf", GAME)]);
    let ran = folder.kifu(["check", "--format", "json", "in"]).ends(2);
    assert!(ran.out.lines().last().unwrap().contains("\"type\":\"summary\""), "{}", ran.out);
    let ran = folder.kifu(["check", "--format", "sarif", "in"]).ends(2);
    assert!(serde_json::from_str::<serde_json::Value>(&ran.out).is_ok(), "{}", ran.out);
}

/// A file with settings may come with the records, from a person who wants to hide something.
#[test]
fn what_settings_hide_is_counted_and_their_file_is_named() {
    let settings = b"allow-loss = 'all'\nignore = ['sgf/*', 'rules/*', 'file/*']\n";
    let game = b"(;GM[1]FF[4]SZ[9]RU[Japanese];Black[ee];W[ee];B[zz])";
    let folder = Folder::with(&[("in/kifu.toml", settings), ("in/games/a.sgf", game), ("in/games/b.sgf", b"Dear Sir")]);
    let hidden = "in/kifu.toml hid 3 errors and 1 warning (--no-config reports them)";
    folder.kifu(["check", "in/games"]).ends(0).prints(&format!("2 files, 0 errors, 0 warnings, 0 notes\n{hidden}\n"));
    folder.kifu(["check", "--format", "concise", "in"]).ends(0).says(hidden);
    folder.kifu(["check", "--format", "github", "in"]).ends(0).says(&format!("::notice::{hidden}\n"));
    folder.kifu(["fix", "-n", "in"]).ends(0).says(hidden);
    let ran = folder.kifu(["check", "--format", "sarif", "in"]).ends(0);
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(report["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"], hidden);
    let summary = |args: &[&str]| {
        let ran = folder.kifu(args);
        let report = if ran.out.is_empty() { ran.err } else { ran.out };
        serde_json::from_str::<serde_json::Value>(report.lines().last().unwrap()).unwrap()["settings"].clone()
    };
    let json = |errors: u64, warnings: u64, losses: u64| {
        let hidden = serde_json::json!({"errors": errors, "warnings": warnings, "notes": 0});
        serde_json::json!([{"file": "in/kifu.toml", "hidden": hidden, "accepted_losses": losses}])
    };
    assert_eq!(summary(&["check", "--format", "json", "in"]), json(3, 1, 0));
    // The command line hides these itself.
    assert_eq!(summary(&["check", "--format", "json", "in/games/a.sgf", "--ignore", "rules/*"]), serde_json::json!([]));
    assert_eq!(summary(&["check", "--format", "json", "in", "--no-config"]), serde_json::json!([]));
    let convert = ["convert", "--format", "json", "in/games/a.sgf", "--to", "sgf", "-o", "a.sgf"];
    assert_eq!(summary(&convert), json(0, 0, 1));
}

#[test]
fn a_loss_that_settings_beside_the_inputs_accept_is_reported_with_q_too() {
    let settings = b"allow-loss = 'all'\n";
    let folder = Folder::with(&[("in/games/a.sgf", b"(;GM[1]FF[4]SZ[9];B[ee];B[zz])")]);
    let says = |place: &str, current: &str, args: &[&str]| {
        let file = folder.path(place).join("kifu.toml");
        std::fs::write(&file, settings).unwrap();
        let args = [&["convert", "--to", "sgf", "-o", "new.sgf", "--force"], args].concat();
        let ran = kifu::ran(folder.command(args).current_dir(folder.path(current)), b"").ends(0);
        std::fs::remove_file(file).unwrap();
        ran.err
    };
    let accepted = |file: &str| format!("{file} accepted 1 loss (--no-config refuses it)\n");
    for (place, current, path) in
        [("in/games", "", "in/games/a.sgf"), ("in/games", "in/games", "a.sgf"), ("in", "", "in/games/a.sgf")]
    {
        let name = if current.is_empty() { format!("{place}/kifu.toml") } else { "kifu.toml".to_owned() };
        assert_eq!(says(place, current, &["-q", path]), accepted(&name));
    }
    // The settings of the user, above the inputs and in the current folder or above it.
    assert_eq!(says("", "", &["-q", "in/games/a.sgf"]), "");
    assert_eq!(says("in", "in", &["-q", "games/a.sgf"]), "");
    assert!(says("in", "in", &["games/a.sgf"]).ends_with(&accepted("kifu.toml")));
    // So is an option.
    assert_eq!(says("in", "", &["-q", "in/games/a.sgf", "--allow-loss"]), "");
    assert_eq!(says("in", "", &["-q", "in/games/a.sgf", "--config", "in/kifu.toml"]), "");
}

/// A link may lead to a file that the readers of the messages must not see.
#[cfg(unix)]
#[test]
fn the_lines_of_settings_that_are_a_link_are_not_quoted() {
    let folder = Folder::with(&[("secret", b"root:hash\n"), ("in/a.sgf", GAME)]);
    std::os::unix::fs::symlink("../secret", folder.path("in/kifu.toml")).unwrap();
    for format in ["full", "concise", "json", "github", "sarif"] {
        let ran = folder.kifu(["check", "in", "--format", format]).ends(2).says("in/kifu.toml:1:");
        assert!(!format!("{ran:?}").contains("hash"), "{ran:?}");
    }
}
