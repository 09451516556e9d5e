//! The seeds of the targets: the fixtures, and bytes for generating records.

use crate::Target;
use kifu_conformance::Case;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The maximum number of bytes of an input.
pub const MAX_LEN: usize = 4096;

/// The number of generated records.
const RECORDS: u8 = 32;

/// An input of a target, with its name.
pub type Seed = (String, Vec<u8>);

/// Returns the inputs of the fixtures in a folder, after the bytes that the target reads before a file. A long file is cut.
///
/// # Errors
/// An error if a fixture cannot be read.
pub fn seeds(fixtures: &Path, target: &Target) -> io::Result<Vec<Seed>> {
    let mut seeds = Vec::new();
    for format in folders(fixtures)? {
        for (n, folder) in folders(&format)?.into_iter().enumerate() {
            let case = Case::in_folder(&folder).map_err(io::Error::other)?;
            // Each file gets different edits and charsets. For `convert` an even first byte selects files.
            let mut bytes: Vec<u8> = (0..target.before).map(|i| ((n * 74 + i * 11) % 256) as u8).collect();
            bytes.extend(&case.bytes);
            bytes.truncate(MAX_LEN);
            seeds.push((format!("{}-{}", case.extension, case.name), bytes));
        }
    }
    if target.name == "convert" {
        seeds.extend((0..RECORDS).map(record));
    }
    Ok(seeds)
}

/// Returns bytes from which `convert` generates a record: an odd first byte selects that.
fn record(n: u8) -> Seed {
    let random = kifu_conformance::seed(n.into());
    (format!("record-{n}"), [2 * n + 1].into_iter().chain(random.into_iter().take(MAX_LEN / 2)).collect())
}

fn folders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    Ok(folders)
}
