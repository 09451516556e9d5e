//! Tests of `kifu fix`.

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use std::fs;

/// Shift_JIS characters whose second bytes are `\` and `]`, and a byte pair that encoders write differently. None of these bytes
/// may change.
const SHIFT_JIS: &[u8] =
    b"(;GM[1]FF[4]CA[Shift_JIS]SZ[9]PB[\x83\x5c\x83\x5d \x81\xca \xfa\x54]\r\n;AddBlack[aa]C[\x95\x5c]\r\n;B[ee]\r\n";

#[test]
fn only_the_fixed_bytes_change() {
    let folder = Folder::with(&[("a.sgf", SHIFT_JIS)]);
    folder.kifu(["fix", "a.sgf", "-o", "b.sgf"]).ends(0).says("2 fixes made in 1 of 1 file\n");
    let mut expected = SHIFT_JIS.to_vec();
    let long = expected.windows(8).position(|bytes| bytes == b"AddBlack").unwrap();
    expected.splice(long..long + 8, *b"AB");
    // The fix inserts the parenthesis after the last token, before the line end.
    expected.insert(expected.len() - 2, b')');
    assert_eq!(fs::read(folder.path("b.sgf")).unwrap(), expected);
    assert_eq!(fs::read(folder.path("a.sgf")).unwrap(), SHIFT_JIS);
}

#[test]
fn fixing_twice_equals_fixing_once() {
    let folder = Folder::with(&[("a.sgf", SHIFT_JIS)]);
    folder.kifu(["fix", "--in-place", "a.sgf"]).ends(0);
    let once = fs::read(folder.path("a.sgf")).unwrap();
    let before = fs::metadata(folder.path("a.sgf")).unwrap().modified().unwrap();
    folder.kifu(["fix", "--in-place", "a.sgf"]).ends(0).says("nothing to fix in 1 file\n");
    assert_eq!(fs::read(folder.path("a.sgf")).unwrap(), once);
    assert_eq!(fs::metadata(folder.path("a.sgf")).unwrap().modified().unwrap(), before, "not even written");
    assert_eq!(folder.files(), ["a.sgf"]);
}

#[test]
fn a_name_over_many_lines_is_fixed_in_one_run() {
    let name = ["Ida"; 60].join("\r\n");
    let text = format!("(;GM[1]SZ[9]PB[{name}\n\nclub])");
    let folder = Folder::with(&[("a.sgf", text.as_bytes())]);
    folder.kifu(["fix", "a.sgf", "-o", "b.sgf"]).ends(0).says("1 fix made in 1 of 1 file\n");
    assert_eq!(folder.read("b.sgf"), format!("(;GM[1]SZ[9]PB[{}  club])", ["Ida"; 60].join(" ")));
}

#[test]
fn a_dry_run_shows_and_writes_nothing() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9]\n;AddBlack[aa]\n;B[ee])\n"), ("b.sgf", b"(;GM[1]SZ[9])\n")]);
    let ran = folder.kifu(["fix", "-n", "a.sgf", "b.sgf"]).ends(0).says("1 fix would be made in 1 of 2 files\n");
    assert_eq!(ran.out, "--- a.sgf\n+++ a.sgf\n@@ -1,3 +1,3 @@\n (;GM[1]SZ[9]\n-;AddBlack[aa]\n+;AB[aa]\n ;B[ee])\n");
    assert_eq!(folder.read("a.sgf"), "(;GM[1]SZ[9]\n;AddBlack[aa]\n;B[ee])\n");
}

#[test]
fn guesses_are_made_when_asked_for() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9]C[see [1] here])")]);
    assert_eq!(folder.kifu(["fix", "a.sgf"]).ends(0).out, "(;GM[1]SZ[9]C[see [1] here])");
    assert_eq!(folder.kifu(["fix", "--guess", "a.sgf"]).ends(0).out, "(;GM[1]SZ[9]C[see [1\\] here])");
}

#[test]
fn fixes_are_made_until_none_is_left() {
    // More fixes of one code than `Limits::diagnostics_per_code`.
    let text = format!("(;GM[1]SZ[9]{})", ";AddBlack[aa]".repeat(2_500));
    let folder = Folder::with(&[("a.sgf", text.as_bytes())]);
    let ran = folder.kifu(["fix", "a.sgf"]).ends(0).says("2500 fixes made");
    assert_eq!(ran.out, text.replace("AddBlack", "AB"));
}

#[test]
fn the_number_that_check_states_is_named_if_it_differs() {
    // The merged list has a label again. With single quotes, the first fix makes the last one unnecessary.
    let (more, fewer) =
        ("(;GM[1]SZ[9];LB[aa:A][aa:A]LB[aa:A][zz:B])", r#"{"record":{"format":"JGF","version":2},'tree':['it\'s']}"#);
    let folder = Folder::with(&[("more.sgf", more.as_bytes()), ("fewer.jgf", fewer.as_bytes())]);
    for (file, stated, made) in [("more.sgf", 2, "3 fixes"), ("fewer.jgf", 3, "2 fixes")] {
        folder.kifu(["check", file]).prints(&format!("kifu fix can fix {stated}"));
        folder.kifu(["fix", file]).says(&format!("{made} made in 1 of 1 file (kifu check states {stated}"));
        let ran = folder.kifu(["fix", "--format", "json", file]);
        ran.says(&format!(r#""fixes":{},"fixable":{stated},"#, &made[..1]));
    }
}

#[test]
fn what_is_left_is_listed_as_check_lists_it() {
    // The komi without a number is a warning.
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9]KM[x];B[zz]")]);
    let left = folder.kifu(["fix", "--format", "json", "a.sgf", "-o", "b.sgf"]).ends(1);
    let codes: Vec<_> = left.findings().iter().map(|found| found["code"].clone()).collect();
    assert_eq!(codes, ["sgf/bad-value", "sgf/impossible-point"]);
    let listed = folder.kifu(["check", "--format", "json", "b.sgf"]).ends(1);
    assert_eq!(listed.findings().len(), 2);
}

#[test]
fn standard_input_is_not_fixed_in_place() {
    let folder = Folder::with(&[]);
    let ran = folder.kifu_with(["fix", "--in-place", "-"], b"(;GM[1]SZ[9]").ends(2).prints_nothing();
    ran.says("standard input cannot be changed in place").says("goes to standard output");
}

#[test]
fn a_fix_that_cannot_be_made_is_reported() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9];B[zz]")]);
    let ran = folder.kifu(["fix", "a.sgf"]).ends(1).says("1 fix made in 1 of 1 file; 1 error left (see kifu check)\n");
    assert_eq!(ran.out, "(;GM[1]SZ[9];B[zz])");
}

#[test]
fn files_go_where_they_are_wanted() {
    let folder = Folder::with(&[("in/a.sgf", b"(;GM[1]SZ[9]"), ("in/b/c.sgf", b"(;GM[1]SZ[9])")]);
    folder.kifu(["fix", "in"]).ends(2).says("--in-place");
    folder.kifu(["fix", "in", "-o", "out"]).ends(0);
    assert_eq!(
        (folder.read("out/a.sgf"), folder.read("out/b/c.sgf")),
        ("(;GM[1]SZ[9])".into(), "(;GM[1]SZ[9])".into())
    );
    folder.kifu(["fix", "in", "-o", "out"]).ends(2).says("file/exists");
    folder.kifu(["fix", "-n", "-i", "in"]).ends(2).says("cannot be used with");
    let ran = folder.kifu_with(["fix", "-"], b"(;GM[1]SZ[9]").ends(0);
    assert_eq!(ran.out, "(;GM[1]SZ[9])");
}

#[cfg(unix)]
#[test]
fn the_findings_of_files_that_are_not_written_count() {
    let folder = Folder::with(&[("in/a.sgf", b"(;GM[1]SZ[9];B[zz]"), ("in/b.sgf", b"(;GM[1]SZ[9];B[ee]")]);
    folder
        .kifu(["fix", "in", "-o", "out/"])
        .ends(1)
        .says("2 fixes made in 2 of 2 files; 1 error left (see kifu check)\n");
    folder.write("in/b.sgf", b"(;GM[1]SZ[9];B[ff]");
    let ran = folder.kifu(["fix", "in", "nowhere.sgf", "-o", "out/"]).ends(2);
    ran.says("no fix made in 3 files, 1 not read, 2 not written; 1 error left (see kifu check)\n");
    assert!(folder.read("out/b.sgf").contains("B[ee]"));
    let ran = folder.kifu(["fix", "--format", "json", "in", "nowhere.sgf", "-o", "out/"]).ends(2);
    let end = ran.err.lines().last().unwrap();
    for count in
        [r#""files":3,"#, r#""failed":1,"#, r#""errors":1,"#, r#""fixes":0,"fixable":2,"fixed":0,"unwritten":2,"#]
    {
        assert!(end.contains(count), "{end}");
    }
}

#[test]
fn a_file_fixed_in_place_keeps_its_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9]")]);
    fs::set_permissions(folder.path("a.sgf"), PermissionsExt::from_mode(0o604)).unwrap();
    symlink("a.sgf", folder.path("link.sgf")).unwrap();
    folder.kifu(["fix", "-i", "link.sgf"]).ends(0);
    assert_eq!(folder.read("a.sgf"), "(;GM[1]SZ[9])");
    assert!(folder.path("link.sgf").is_symlink());
    assert_eq!(fs::metadata(folder.path("a.sgf")).unwrap().permissions().mode() & 0o777, 0o604);
}

/// Diagnostics of the charset remain after a fix, because fixes do not change the charset.
#[test]
fn findings_about_the_charset_remain_after_a_fix() {
    let bytes = b"(;CA[UTF-8]PB[\xce\xe2\xc7\xe5\xd4]PW[\xce\xe2\xc7\xe5\xd4\xb4];B[aa]))";
    let folder = Folder::with(&[("a.sgf", bytes)]);
    folder.kifu(["check", "a.sgf"]).ends(1).prints("error[text/charset-ambiguous]");
    folder.kifu(["fix", "a.sgf"]).ends(1).says("1 fix made in 1 of 1 file; 1 error left (see kifu check)\n");
}

/// Places are those of the original file, unless it is replaced.
#[test]
fn places_are_those_of_the_file_that_is_there() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]FF[4]SZ[9];AddBlack[aa];B[zz])")]);
    let original = r#""bytes":[33,35]"#;
    folder.kifu(["fix", "--dry-run", "--format", "json", "a.sgf"]).ends(1).says(original);
    folder.kifu(["fix", "-o", "b.sgf", "--format", "json", "a.sgf"]).ends(1).says(original);
    let ran = folder.kifu(["fix", "--in-place", "--format", "json", "a.sgf"]).ends(1).says(r#""bytes":[27,29]"#);
    ran.says(r#"{"type":"fixed","file":"a.sgf","fixes":1}"#);
    assert_eq!(&folder.read("a.sgf")[27..29], "zz");
}

#[test]
fn fixed_files_are_named() {
    let long = b"(;GM[1]SZ[9];AddBlack[aa])";
    let folder = Folder::with(&[("in/a.sgf", long), ("in/b.sgf", b"(;GM[1]SZ[9])"), ("in/c.sgf", long)]);
    let ran = folder.kifu(["fix", "--in-place", "in"]).ends(0);
    ran.says("in/a.sgf: 1 fix\nin/c.sgf: 1 fix\n2 fixes made in 2 of 3 files\n");
}

/// What `patch` calls a line ends at a line feed.
#[test]
fn a_file_with_other_line_ends_has_a_valid_diff() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9]\r;AddBlack[aa])\r")]);
    let ran = folder.kifu(["fix", "--dry-run", "a.sgf"]).ends(0);
    let end = "\n\\ No newline at end of file\n";
    let (before, after) = ("(;GM[1]SZ[9]\r;AddBlack[aa])\r", "(;GM[1]SZ[9]\r;AB[aa])\r");
    assert_eq!(ran.out, format!("--- a.sgf\n+++ a.sgf\n@@ -1 +1 @@\n-{before}{end}+{after}{end}"));
}

/// After the fix all of the text is in ASCII, so no charset can be seen any more, and none is needed.
#[test]
fn the_last_text_in_another_charset_can_be_fixed() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]FF[4]SZ[19]RE[\xba\xda\xd6\xd0\xc5\xcc\xca\xa4];B[aa])")]);
    folder.kifu(["fix", "--in-place", "a.sgf"]).ends(0).says("1 fix made in 1 of 1 file\n");
    assert_eq!(folder.read("a.sgf"), "(;GM[1]FF[4]SZ[19]RE[B+R];B[aa])");
}

/// The semicolon is the only one before the first property.
#[test]
fn no_guess_removes_the_first_node() {
    for text in ["(;[W[aa];BL[30]AE[ss][ba]RE[B+R])", "(;junk;GM[1]SZ[19];B[aa])"] {
        let folder = Folder::with(&[("a.sgf", text.as_bytes())]);
        folder.kifu(["fix", "--guess", "--in-place", "a.sgf"]);
        assert!(!folder.kifu(["check", "a.sgf"]).out.contains("file/no-record"), "{}", folder.read("a.sgf"));
    }
}

#[test]
fn an_input_that_is_not_a_record_keeps_no_name() {
    let folder = Folder::with(&[
        ("a/g.sgf", b"hello"),
        ("b/g.sgf", b"(;GM[1]SZ[9]AddBlack[ee])"),
        ("c/g.sgf", b"(;GM[1]SZ[9]AddBlack[gg])"),
    ]);
    let ran = folder.kifu(["fix", "a/g.sgf", "b/g.sgf", "c/g.sgf", "-o", "out"]).ends(2);
    ran.says("c/g.sgf is not written: out/g.sgf is already the output of b/g.sgf")
        .says("1 fix made in 1 of 3 files, 1 not written");
    assert_eq!(folder.read("out/g.sgf"), "(;GM[1]SZ[9]AB[ee])");
}

/// With its damage the file is read as JGF 1, and without it as JGF 2: the fix would change what the moves are.
#[test]
fn a_fix_keeps_the_format() {
    let damaged = b"{\"record\":{\"format\":\"JGF\"},\"board\":{\"width\":9,\"height\":9},\"tree\":[{},\n{\"move\":\xA0{\"color\":\"black\",\"x\":4,\"y\":4},\"comments\":[{\"name\":\"Ida\",\"comment\":\"Here.\"}]}]}\n";
    let folder = Folder::with(&[("a.jgf", damaged)]);
    folder.kifu(["info", "a.jgf"]).prints("format      jgf1");
    let ran = folder.kifu(["fix", "-i", "a.jgf"]).ends(1);
    ran.says("after the fixes the file would be read as another format; choose its format")
        .says("no fix made in 1 file (kifu check states 1)");
    folder.kifu(["fix", "-i", "--from", "jgf2", "a.jgf"]).says("1 fix made in 1 of 1 file");
}
