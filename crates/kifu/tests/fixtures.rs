//! Every fixture: what it is read as, and the laws that hold for it. A trial a case.

use kifu::{
    AnyFormat, Hints, Library, Reading,
    core::{Edits, Safety, Severity, Source, difference},
};
use libtest_mimic::{Arguments, Failed, Trial};
use std::{
    fs,
    path::{Path, PathBuf},
};

mod dump;

/// What `case.toml` says of a case.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    about: String,
    source: String,
    licence: String,
    encoding: Option<String>,
    expect: Expect,
    /// The formats in which the program's own trials show the case.
    #[serde(default, rename = "as")]
    _as: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Expect {
    Clean,
    Warnings,
    Errors,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut trials = Vec::new();
    for format in ["sgf", "jgf2"] {
        let mut cases: Vec<PathBuf> =
            fs::read_dir(root.join(format)).expect("fixtures are there").flatten().map(|e| e.path()).collect();
        cases.sort();
        for case in cases.into_iter().filter(|case| case.is_dir()) {
            let name = case.file_name().unwrap_or_default().to_string_lossy().into_owned();
            trials.push(Trial::test(format!("{format}/{name}"), move || fixture(&case, format)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn fixture(folder: &Path, format: &str) -> Result<(), Failed> {
    let case: Case = toml::from_str(&fs::read_to_string(folder.join("case.toml"))?)?;
    if case.about.is_empty() || case.source.is_empty() || case.licence.is_empty() {
        return Err("about, source and licence are stated".into());
    }
    let extension = if format == "sgf" { "sgf" } else { "jgf" };
    let name = format!("input.{extension}");
    let bytes = fs::read(folder.join(&name))?;
    let library = Library::default();
    let mut hints = Hints::default();
    hints.charset = case.encoding.as_deref().map(kifu::core::Charset::new);
    let opened = match library.read(&name, bytes.clone(), &hints) {
        Err(error) if case.expect == Expect::Errors => return snapshot(folder, "record", &format!("{error}\n")),
        opened => opened?,
    };
    let detected = library.detect(&name, &bytes)?;
    if detected.info().id != format {
        return Err(format!("detected as {}", detected.info().id).into());
    }
    let Reading::Go(reading) = &opened.reading else { return Err("not go".into()) };
    snapshot(folder, "record", &dump::records(&opened.source, reading))?;

    let worst = match opened.diagnostics().worst() {
        None | Some(Severity::Note) => Expect::Clean,
        Some(Severity::Warning) => Expect::Warnings,
        Some(Severity::Error) => Expect::Errors,
    };
    if worst != case.expect {
        return Err(format!("{:?} expected, {worst:?} found", case.expect).into());
    }
    laws(&library, detected, &opened.source, &bytes, reading)
}

/// The source prints as it was, the tokens tile it, fixes apply and settle, records survive their own format.
fn laws(
    library: &Library,
    format: AnyFormat<'_>,
    source: &Source,
    bytes: &[u8],
    reading: &kifu::core::Reading<kifu::goban::Go>,
) -> Result<(), Failed> {
    if source.splice(&Edits::default()).as_deref() != Ok(bytes) {
        return Err("the source does not print as it was".into());
    }
    let AnyFormat::Go(format) = format else { return Err("not go".into()) };
    let layout = format.layout(source);
    let mut at = 0;
    for token in layout.tokens {
        if token.start != at || token.is_empty() || source.text().get(token.range()).is_none() {
            return Err(format!("the tokens do not tile the text at {at}").into());
        }
        at = token.end;
    }
    if at as usize != source.text().len() {
        return Err("the tokens end before the text".into());
    }
    for other in library.go.iter() {
        for converted in kifu::convert(other, &reading.records).outputs {
            if let Some(loss) = converted.losses.first() {
                return Err(format!("lost in {}: {}", other.info().id, loss.message).into());
            }
        }
    }
    fixes(AnyFormat::Go(format), source, reading)?;
    let again = format.read(&Source::from_text("again", format.write(&reading.records).text));
    match difference(&reading.records, &again.records).first() {
        Some(loss) => Err(format!("written twice: {}", loss.message).into()),
        None => Ok(()),
    }
}

/// Safe fixes leave the records as they are, and after some rounds there is none left.
fn fixes(format: AnyFormat<'_>, source: &Source, reading: &kifu::core::Reading<kifu::goban::Go>) -> Result<(), Failed> {
    let (mut source, mut said) = (source.clone(), reading.diagnostics.clone());
    for _ in 0..20 {
        let safe = said.iter().filter_map(|said| said.fix.as_ref()).filter(|fix| fix.safety == Safety::Safe);
        let (edits, _) = Edits::from_disjoint(safe.map(|fix| fix.edits.clone()).collect());
        if edits.is_empty() {
            return Ok(());
        }
        let bytes = source.splice(&edits).map_err(|error| error.to_string())?;
        let charset = source.charset().clone();
        let asked = (source.segments().len() == 1).then_some(&charset);
        source = format.decode("mended", bytes, asked).0;
        let Reading::Go(mended) = format.read(&source) else { return Err("not go".into()) };
        if let Some(change) = difference(&reading.records, &mended.records).first() {
            return Err(format!("a safe fix changed the record: {}", change.message).into());
        }
        said = mended.diagnostics;
    }
    Err("the fixes do not settle".into())
}

/// Compares with the snapshot beside the input.
fn snapshot(folder: &Path, name: &str, shown: &str) -> Result<(), Failed> {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.remove_input_file();
    settings.remove_info();
    settings.bind(|| insta::assert_snapshot!(name, shown));
    Ok(())
}
