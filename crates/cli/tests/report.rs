//! Tests of the report of findings: the overview, and the formats for programs.

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use serde_json::{Value, json};
use serde_sarif::sarif::Sarif;
use std::{collections::BTreeMap, fs, path::Path, process::Command};

/// Eleven files: three with two kinds of findings, one that is not a record, and others without findings.
fn club() -> Folder {
    let folder = Folder::with(&[
        ("in/a.sgf", b"(;GM[1]FF[4]SZ[9];B[zz];W[zz];B[zz];W[zz];B[zz];W[zz]"),
        ("in/b.sgf", b"(;GM[1]FF[4]SZ[9];B[zz])"),
        ("in/c.sgf", b"(;GM[1]FF[4]SZ[9];Black[ee])(;GM[1]FF[4]SZ[9];B[aa](;W[bb])(;W[cc];B[zz]))"),
        ("in/letter.sgf", b"Dear Sir"),
    ]);
    for n in 1..=7 {
        folder.write(format!("in/clean-{n}.sgf"), b"(;GM[1]FF[4]SZ[9];B[ee])");
    }
    folder
}

#[test]
fn many_files_get_an_overview() {
    let folder = club();
    let ran = folder.kifu(["check", "in"]).ends(1).says_nothing();
    assert_eq!(
        ran.out,
        concat!(
            "         code                  count  files  fix  guess  first in\n",
            "error    sgf/impossible-point      8      3              in/a.sgf:1:21\n",
            "error    file/no-record            1      1              in/letter.sgf\n",
            "warning  sgf/long-name             1      1    1         in/c.sgf:1:19\n",
            "warning  sgf/unclosed-tree         1      1    1         in/a.sgf:1:54\n",
            "\n",
            "11 files, 7 clean, 9 errors, 2 warnings, 1 note (-v shows notes); kifu fix can fix 2\n",
            "kifu fix --dry-run in              shows 2 safe fixes\n",
            "kifu check --full in               lists every finding\n",
            "kifu explain sgf/impossible-point  describes a code\n",
        )
    );
    // A command to paste has the options that decide what is found.
    let ran = folder.kifu(["check", "--strict", "--ignore", "file/*", "--no-rules", "--all", "in"]).ends(1);
    ran.prints("\nkifu check --full --strict --ignore 'file/*' --no-rules --all in   lists every finding\n");
    let table = folder.kifu(["check", "-q", "in"]).ends(1).prints("sgf/impossible-point").prints_not("warning");
    assert!(!table.out.contains("kifu explain"), "{}", table.out);
    // Few files get the table where it is asked for.
    let ran = folder.kifu(["check", "--statistics", "in/a.sgf"]).ends(1).prints("first in\n").prints_not("-->");
    ran.prints("\n1 file, 0 clean, 6 errors, 1 warning, 0 notes");
}

#[test]
fn everything_is_listed_on_request() {
    let folder = club();
    let ran = folder.kifu(["check", "--full", "in"]).ends(1).says_nothing();
    assert_eq!(ran.out.matches("error[sgf/impossible-point]").count(), 8);
    ran.prints(" --> in/c.sgf:1:70, game 2, after move 2 (variation from 2)\n")
        .prints("error[file/no-record]")
        .prints("\nerror    sgf/impossible-point      8      3              in/a.sgf:1:21\n");
    // Of a few files, the findings are listed, but only some of each code.
    let ran = folder.kifu(["check", "in/a.sgf"]).ends(1).prints("3 more of these in in/a.sgf are not shown");
    assert_eq!(ran.out.matches("error[sgf/impossible-point]").count(), 3 + 1);
    let ran = folder.kifu(["check", "--full", "in/a.sgf"]).ends(1).prints_not("not shown");
    assert_eq!(ran.out.matches("error[sgf/impossible-point]").count(), 6);
}

#[test]
fn every_format_has_the_same_counts() {
    let folder = club();
    let lines: Vec<Value> = json_lines(&folder.kifu(["check", "-v", "--format", "json", "in"]).ends(1).out);
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for line in lines.iter().filter(|line| line["type"] == "finding") {
        *counts.entry(line["code"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    let summary = lines.last().unwrap();
    let rows = summary["codes"].as_array().unwrap().iter();
    let rows: BTreeMap<String, u64> =
        rows.map(|row| (row["code"].as_str().unwrap().to_owned(), row["count"].as_u64().unwrap())).collect();
    assert_eq!(counts, rows);
    assert_eq!(counts["sgf/impossible-point"], 8);
    let all: u64 = counts.values().sum();
    let sarif: Value =
        serde_json::from_str(&folder.kifu(["check", "-v", "--format", "sarif", "in"]).ends(1).out).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len() as u64, all);
    for format in ["github", "concise"] {
        assert_eq!(folder.kifu(["check", "-v", "--format", format, "in"]).ends(1).out.lines().count() as u64, all);
    }
    let problem = "--statistics prints a table of codes, which this format does not have";
    for format in ["github", "sarif"] {
        folder.kifu(["check", "--statistics", "--format", format, "in"]).ends(2).says(problem);
    }
    // Only the summary.
    let lines = json_lines(&folder.kifu(["check", "--statistics", "--format", "json", "in"]).ends(1).out);
    assert_eq!((lines.len(), &lines[1]), (2, summary));
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn a_finding_has_its_place_and_its_fix() {
    let folder = club();
    let ran = folder.kifu(["check", "--format", "json", "in/c.sgf"]).ends(1);
    let found = ran.findings();
    assert_eq!(
        found[0]["fix"],
        json!({"title": "write B", "safety": "safe", "edits": [
            {"span": [18, 23], "bytes": [18, 23], "from": {"line": 1, "column": 19}, "to": {"line": 1, "column": 24}, "text": "B"},
        ]})
    );
    assert_eq!(
        (&found[0]["record"], &found[0]["move"], &found[0]["played"], &found[0]["point"]),
        (&0.into(), &1.into(), &json!("Black E5 (B[ee])"), &json!("E5"))
    );
    let place = ["record", "node", "move", "played", "point", "variation"].map(|key| found[1][key].clone());
    assert_eq!(place, [json!(1), json!(4), json!(2), Value::Null, Value::Null, json!(2)]);
    // In a file that is not UTF-8, the bytes are not those of the text.
    let file = b"(;GM[1]FF[4]CA[GBK]SZ[9]C[\xCE\xE2\xC7\xE5];Black[ee])";
    folder.write("in/gbk.sgf", file);
    let found = &folder.kifu(["check", "--format", "json", "in/gbk.sgf"]).ends(0).findings()[0];
    assert_eq!((&found["span"], &found["bytes"]), (&json!([34, 39]), &json!([32, 37])));
    assert_eq!(&file[32..37], b"Black");
    folder.write("a.kif", "手数----指手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ７六歩(77)\n".as_bytes());
    let found = &folder.kifu(["check", "--format", "json", "a.kif"]).findings()[0];
    assert_eq!((&found["move"], &found["point"]), (&3.into(), &json!("７六")));
}

#[test]
fn programs_are_told_what_people_are_told() {
    let folder = club();
    folder.write("texts/a.txt", b"Dear Sir");
    // A folder without a record is not a clean folder.
    let ran = folder.kifu(["check", "texts"]).ends(0);
    ran.says("texts: no file was read; 1 file has an unknown extension: 1 .txt (--all reads them)\n");
    let ran = folder.kifu(["check", "--format", "json", "texts"]).ends(0);
    let note: Value = serde_json::from_str(&ran.err).unwrap();
    assert_eq!((&note["type"], &note["severity"]), (&json!("problem"), &json!("note")));
    folder.kifu(["check", "--format", "github", "texts"]).ends(0).says("::notice::texts: no file was read; ");
    let sarif: Value = serde_json::from_str(&folder.kifu(["check", "--format", "sarif", "texts"]).ends(0).out).unwrap();
    let invocation = &sarif["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], true);
    assert_eq!(invocation["toolExecutionNotifications"][0]["level"], "note");
    // The start of a report comes first, and the end has what was done.
    let summary = |ran: &kifu::Ran| {
        let lines = json_lines(&ran.err);
        assert_eq!(lines[0]["type"], "start");
        lines.last().unwrap().clone()
    };
    let ran = folder.kifu(["fix", "--dry-run", "--format", "json", "in", "nowhere.sgf"]).ends(2);
    let end = summary(&ran);
    let counts = ["files", "failed", "fixes", "fixed"].map(|key| end[key].as_u64());
    assert_eq!(counts, [12, 1, 2, 2].map(Some));
    let ran = folder.kifu(["convert", "--format", "json", "in", "nowhere.sgf", "--to", "jgf2", "-o", "out"]).ends(2);
    let end = summary(&ran);
    let counts = ["files", "failed", "converted", "refused", "no_game"].map(|key| end[key].as_u64());
    assert_eq!(counts, [12, 1, 7, 3, 1].map(Some));
    // The same counts for people.
    let ran = folder.kifu(["fix", "--dry-run", "in", "nowhere.sgf"]).ends(2);
    ran.says("2 fixes would be made in 2 of 12 files, 1 not read; 9 errors left (see kifu check)\n");
    let ran = folder.kifu(["convert", "--force", "in", "nowhere.sgf", "--to", "jgf2", "-o", "out"]).ends(2);
    ran.says("3 refused; accept with --allow-loss=input\n")
        .says("12 files, 7 converted, 3 refused (kifu check shows why), 1 without a game (-v shows why), 1 not read\n");
    let ran = folder.kifu(["convert", "in", "--to", "jgf2", "-o", "out"]).ends(2);
    ran.says(
        "11 files, 0 converted, 3 refused (kifu check shows why), 1 without a game (-v shows why), 7 not written\n",
    );
}

#[test]
fn concise_lines_are_for_editors() {
    let folder = club();
    let ran = folder.kifu(["check", "--format", "concise", "in/b.sgf", "in/letter.sgf"]).ends(1);
    let mut lines = ran.out.lines();
    assert!(lines.next().unwrap().starts_with("in/b.sgf:1:21: error[sgf/impossible-point]: the point zz "));
    assert!(lines.next().unwrap().starts_with("in/letter.sgf: error[file/no-record]: "));
    assert_eq!(lines.next(), None);
    ran.says("2 files, 2 errors, 0 warnings, 0 notes\n");
    let ran = folder.kifu(["check", "--format", "concise", "nowhere.sgf"]).ends(2);
    assert!(ran.err.starts_with("error[file/unreadable]: cannot read nowhere.sgf: "), "{}", ran.err);
    let ran = folder.kifu(["convert", "--format", "concise", "in", "--to", "jgf2", "-o", "out"]).ends(1);
    let is_line =
        |line: &str| line.starts_with("in/") || line.starts_with("3 refused;") || line.starts_with("11 files,");
    assert!(ran.err.lines().all(is_line), "{}", ran.err);
}

#[test]
fn github_shows_annotations() {
    let folder = club();
    folder.write("in/odd, name: 100%.sgf", b"(;GM[1]FF[4]SZ[9];B[zz])");
    let ran = folder.kifu(["check", "--format", "github", "in", "nowhere.sgf"]).ends(2);
    // A runner takes the lines that start with `::`, and reads the properties and the message of each.
    let commands: Vec<_> = ran.out.lines().chain(ran.err.lines()).map(annotation).collect();
    assert_eq!(commands.len(), 12 + 1, "{}{}", ran.out, ran.err);
    let odd = commands.iter().find(|(_, properties, _)| properties["file"] == "in/odd, name: 100%.sgf").unwrap();
    assert_eq!((odd.0.as_str(), odd.1["title"].as_str()), ("error", "sgf/impossible-point"));
    let place = ["line", "endLine", "col", "endColumn"].map(|key| odd.1[key].as_str());
    assert_eq!(place, ["1", "1", "21", "23"]);
    let unread = commands.iter().find(|(.., message)| message.starts_with("cannot read nowhere.sgf")).unwrap();
    assert_eq!(unread.1["title"], "file/unreadable");
    // A name cannot control the terminal.
    folder.write("in/\u{1b}[31m.sgf", b"(;GM[1]FF[4]SZ[9];B[zz])");
    let ran = folder.kifu(["check", "--format", "github", "in"]).ends(1);
    assert!(!ran.out.contains('\u{1b}') && ran.out.contains("u{1b}[31m.sgf"), "{}", ran.out);
    // In a property, a line end has an escape of its own.
    if cfg!(unix) {
        folder.write("in/two\nlines.sgf", b"(;GM[1]FF[4]SZ[9];B[zz])");
        folder.kifu(["check", "--format", "github", "in"]).ends(1).prints("file=in/two%0Alines.sgf,");
    }
    assert!(commands.iter().any(|(.., message)| message.ends_with("(game 2, after move 2 (variation from 2))")));
}

#[test]
fn services_know_files_by_their_paths_in_the_repository() {
    let folder = club();
    let first = |args: &[&str], workspace: Option<&str>, of: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        command.args(args).current_dir(folder.path(of)).env_remove("GITHUB_WORKSPACE");
        if let Some(workspace) = workspace {
            command.env("GITHUB_WORKSPACE", folder.path(workspace));
        }
        String::from_utf8(command.output().unwrap().stdout).unwrap().lines().next().unwrap().to_owned()
    };
    let github = ["check", "--format", "github"];
    let file =
        |path, workspace, of| annotation(&first(&[&github[..], &[path]].concat(), workspace, of)).1["file"].clone();
    assert_eq!(file("./in/b.sgf", None, ""), "in/b.sgf");
    assert_eq!(file("./b.sgf", None, "in"), "b.sgf");
    assert_eq!(file("./b.sgf", Some(""), "in"), "in/b.sgf");
    let absolute = folder.path("in/b.sgf");
    assert_eq!(file(absolute.to_str().unwrap(), Some(""), "in"), "in/b.sgf");
    assert_eq!(file(absolute.to_str().unwrap(), Some("out"), ""), absolute.to_str().unwrap());
    let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(["check", "--format", "sarif", "./b.sgf"])
        .current_dir(folder.path("in"))
        .env("GITHUB_WORKSPACE", folder.path(""))
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let place = &report["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "in/b.sgf");
}

/// Parses a command as the runner of GitHub Actions does.
fn annotation(line: &str) -> (String, BTreeMap<String, String>, String) {
    let (command, message) = line.strip_prefix("::").expect(line).split_once("::").expect(line);
    let (name, properties) = command.split_once(' ').unwrap_or((command, ""));
    let data = |text: &str| text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
    let property = |text: &str| data(&text.replace("%3A", ":").replace("%2C", ","));
    let properties = properties.split(',').filter_map(|pair| pair.split_once('='));
    let properties = properties.map(|(key, value)| (key.to_owned(), property(value))).collect();
    (name.to_owned(), properties, data(message))
}

/// Returns the schema that OASIS publishes. The package `serde-sarif` contains it.
fn schema_of_sarif() -> Value {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", "host-tuple"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let package = metadata["packages"].as_array().unwrap().iter().find(|package| package["name"] == "serde-sarif");
    let manifest = Path::new(package.unwrap()["manifest_path"].as_str().unwrap());
    let schema = fs::read_to_string(manifest.with_file_name("src").join("schema.json")).unwrap();
    serde_json::from_str(&schema).unwrap()
}

#[test]
fn sarif_has_the_published_shape() {
    let mut schema = schema_of_sarif();
    // Its pattern for languages is not a regular expression, and kifu states none.
    for part in ["run", "toolComponent"] {
        schema["definitions"][part]["properties"]["language"] = json!({"type": "string"});
    }
    assert_eq!(schema["title"], "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema");
    let schema = jsonschema::draft7::options().should_validate_formats(true).build(&schema).unwrap();
    let valid = |text: &str| {
        let report: Value = serde_json::from_str(text).unwrap();
        // The types that are made from the schema read it too.
        serde_json::from_str::<Sarif>(text).unwrap();
        let errors: Vec<_> =
            schema.iter_errors(&report).take(3).map(|error| format!("{error} at {}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        report
    };
    let folder = club();
    folder.write("in/a b.sgf", b"(;GM[1]FF[4]SZ[9];B[zz])");
    let report = valid(&folder.kifu(["check", "-v", "--format", "sarif", "in", "nowhere.sgf"]).ends(2).out);
    let run = &report["runs"][0];
    let rules: Vec<_> = run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
    let results = run["results"].as_array().unwrap();
    assert!(results.iter().all(|result| rules.contains(&&result["ruleId"])), "every code is a rule");
    let spaced = results.iter().map(|result| &result["locations"][0]["physicalLocation"]);
    let spaced = spaced.into_iter().find(|place| place["artifactLocation"]["uri"] == "in/a%20b.sgf").unwrap();
    assert_eq!(spaced["region"], json!({"startLine": 1, "startColumn": 21, "endLine": 1, "endColumn": 23}));
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let problem = &run["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(problem["descriptor"]["id"], "file/unreadable");
    // Without findings, and on standard error.
    valid(&folder.kifu(["check", "--format", "sarif", "in/clean-1.sgf"]).ends(0).out);
    valid(&folder.kifu(["fix", "--dry-run", "--format", "sarif", "in", "nowhere.sgf"]).ends(2).err);
    valid(&folder.kifu(["convert", "--format", "sarif", "in", "--to", "jgf2", "-o", "out"]).ends(1).err);
    // A game of a collection whose output exists is a notification.
    folder.write("two.sgf", b"(;GM[1]SZ[9];B[ee])(;GM[1]SZ[9];B[ff])");
    folder.write("out/two-1.jgf", b"mine");
    let report =
        valid(&folder.kifu(["convert", "--format", "sarif", "two.sgf", "--to", "jgf2", "-o", "out"]).ends(2).err);
    let problem = &report["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(problem["descriptor"]["id"], "file/exists");
    // Everything that the fixtures contain.
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(["check", "-v", "--all", "--format", "sarif", "."])
        .env_remove("GITHUB_WORKSPACE")
        .current_dir(fixtures)
        .output()
        .unwrap();
    let report = valid(&String::from_utf8(output.stdout).unwrap());
    assert!(report["runs"][0]["results"].as_array().unwrap().len() > 1_000);
}

#[test]
fn the_schema_of_the_report_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let schema = fs::read_to_string(root.join("docs/schemas/report.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let valid = |text: &str| {
        let lines = json_lines(text);
        for line in &lines {
            let error = schema.iter_errors(line).next();
            assert!(error.is_none(), "{}\n{line}", error.unwrap());
        }
        lines.len()
    };
    let run = |folder: &Path, args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_kifu")).args(args).current_dir(folder).output().unwrap();
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let [report, problems] = run(&root.join("fixtures"), &["check", "-v", "--all", "--format", "json", ".", "nowhere"]);
    assert!(valid(&report) > 1_000 && valid(&problems) == 1);
    let folder = club();
    let many = "(;GM[1]SZ[9]".to_owned() + &";B[zz]".repeat(2_000) + ")";
    folder.write("in/many.sgf", many.as_bytes());
    let [report, problems] = run(&folder.path(""), &["check", "--format", "json", "in"]);
    assert!(valid(&report) > 1_000 && problems.is_empty());
    assert!(report.contains(
        r#"{"type":"more","file":"in/many.sgf","code":"sgf/impossible-point","severity":"error","times":1000}"#
    ));
    let [records, report] = run(&folder.path(""), &["fix", "--dry-run", "--format", "json", "in"]);
    assert!(valid(&report) > 2 && records.starts_with("--- in/a.sgf"));
    let [differences, problems] = run(&folder.path(""), &["diff", "--format", "json", "in/b.sgf", "in/c.sgf"]);
    assert!(valid(&differences) > 3 && valid(&problems) == 2);
    let [_, note] = run(&folder.path(""), &["check", "--format", "json", "out"]);
    assert_eq!(valid(&note), 1);
    let [_, report] = run(&folder.path(""), &["convert", "-v", "--format", "json", "in", "--to", "jgf2", "-o", "out"]);
    assert!(valid(&report) > 2);
    // The schema is not empty: it rejects a line with another member.
    assert!(
        !schema.is_valid(&json!({"type": "start", "version": 1, "program": "kifu", "command": "check", "more": 1}))
    );
}

#[test]
fn a_report_can_be_cut_off() {
    let folder = Folder::with(&[("a.sgf", "(;GM[1]SZ[9];B[zz])\n".repeat(20_000).as_bytes())]);
    // The status is that of the findings so far.
    let script = format!("('{}' check --full a.sgf; echo $? > status) | head -n 1", env!("CARGO_BIN_EXE_kifu"));
    if cfg!(unix) {
        let ran = kifu::ran(Command::new("sh").args(["-c", &script]).current_dir(folder.path("")), b"").says_nothing();
        assert!(ran.out.starts_with("error[sgf/impossible-point]"), "{}", ran.out);
        assert_eq!(folder.read("status"), "1\n");
    }
}

#[cfg(unix)]
#[test]
fn a_report_that_is_cut_off_before_the_first_error_still_ends_with_its_status() {
    // More than a pipe buffers.
    let warnings = format!("(;FF[4]GM[1]{})", ";Black[aa]".repeat(10_000));
    let folder = Folder::with(&[("a.sgf", warnings.as_bytes()), ("clean/a.sgf", warnings.as_bytes())]);
    folder.write("b.sgf", b"(;GM[1]SZ[9];B[zz])\n");
    for (command, status) in [
        ("check --format sarif a.sgf b.sgf", 1),
        ("check --format json a.sgf b.sgf", 1),
        ("check --format json a.sgf b.sgf missing.sgf", 1),
        ("check --format json clean", 0),
        ("check --format json clean missing.sgf", 2),
        ("fix --dry-run a.sgf b.sgf", 1),
    ] {
        let script = format!("('{}' {command} 2>/dev/null; echo $? > status) | head -c 1", env!("CARGO_BIN_EXE_kifu"));
        kifu::ran(Command::new("sh").args(["-c", &script]).current_dir(folder.path("")), b"");
        assert_eq!(folder.read("status"), format!("{status}\n"), "{command}");
    }
}
