//! Reads every fixture with the library, with one trial per case: the library finds the format, reads the same records as the
//! format, no other format loses anything, and the library recognises what each format writes. The law `means` in the crate of the format tests the records themselves.

use kifu::{Hints, Library};
use kifu_conformance::{Case, Expect, FileTrial, GameVisitor, Generate, dump, generated_games, snapshot};
use libtest_mimic::{Arguments, Failed, Trial};
use std::{
    fs,
    path::{Path, PathBuf},
};

fn main() {
    let mut trials = generated_games(Fixtures { tried: Vec::new(), trials: Vec::new() });
    let tried = trials.tried;
    trials.trials.push(Trial::test("every-format-is-tried", move || {
        let missing: Vec<_> = Library::default().ids().into_iter().filter(|id| !tried.contains(id)).collect();
        match missing.is_empty() {
            true => Ok(()),
            false => {
                Err(format!("formats of games that `generated_games` does not have: {}", missing.join(", ")).into())
            }
        }
    }));
    libtest_mimic::run(&Arguments::from_args(), trials.trials).exit();
}

/// The trials of every format of every game.
struct Fixtures {
    tried: Vec<&'static str>,
    trials: Vec<Trial>,
}

impl GameVisitor for Fixtures {
    fn visit<G: Generate>(mut self) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
        for format in Library::default().formats_of::<G>().map(|format| format.info().id) {
            let mut cases: Vec<PathBuf> =
                fs::read_dir(root.join(format)).expect("fixtures are there").flatten().map(|e| e.path()).collect();
            cases.sort();
            for case in cases.into_iter().filter(|case| case.is_dir()) {
                let name = case.file_name().unwrap_or_default().to_string_lossy().into_owned();
                self.trials.push(Trial::test(format!("{format}/{name}"), move || fixture::<G>(&case, format)));
            }
            self.tried.push(format);
        }
        self
    }
}

fn fixture<G: Generate>(folder: &Path, format: &str) -> Result<(), Failed> {
    let case = Case::in_folder(folder)?;
    let name = format!("input.{}", case.extension);
    let library = Library::default();
    let mut hints = Hints::default();
    hints.charset.clone_from(&case.charset);
    let record = folder.join("record.snap");
    let opened = match library.read(&name, case.bytes.clone(), &hints) {
        // The library refuses a file that the format would read without a record.
        Err(error) if case.known.contains_key("means") => return Ok(snapshot(&record, &format!("{error}\n"))?),
        opened => opened?,
    };
    let detected = library.detect(&name, &case.bytes)?;
    if detected.info().id != format {
        return Err(format!("detected as {}", detected.info().id).into());
    }
    let Some(reading) = opened.games.of::<G>() else {
        return Err(format!("not {}", G::NAME).into());
    };
    snapshot(&record, &dump(&opened.source, reading))?;
    let found = Expect::of(opened.diagnostics().max_severity());
    if case.expect != Some(found) {
        return Err(format!("{:?} expected, {found:?} found", case.expect).into());
    }
    // The laws of each format are tested in its own crate. This test covers conversions between formats.
    let format = library.formats_of::<G>().find(|of| of.info().id == format).ok_or("not in the library")?;
    let file = FileTrial::new(format, &case);
    for other in library.formats_of::<G>() {
        let id = other.info().id;
        for index in 0..file.reading().records.len() {
            let conversion = file.convert(other, index).ok_or("the format reads fewer records than the library")?;
            if let Some(violation) = conversion.broken.first() {
                return Err(violation.to_string().into());
            }
            // A part that the format does not hold at all, or not with every value, may be lost. The law `admits` tests that.
            let holds = |part| other.info().holds.contains(&part);
            if let Some(loss) = conversion.losses.iter().find(|loss| holds(loss.part)) {
                return Err(format!("lost in {id}: {}", loss.message).into());
            }
        }
        // The law `detects`, with all formats of the library: the output is recognised without its extension.
        if !reading.records.is_empty() {
            let (bytes, _) = other.write(&reading.records).encode();
            let detected = library.detect("output", &bytes)?.info().id;
            if detected != id {
                return Err(format!("what is written as {id} is detected as {detected}").into());
            }
        }
    }
    Ok(())
}
