use crate::{Format, Game, ReadOutput};
use alloc::vec::Vec;

/// Decodes and reads the bytes of a file. The diagnostics of the charset come before those of the format.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Lines; // a format of a game whose moves are numbers
/// let reading = kifu_core::read_bytes(&Lines, "game.toy", b"toy\n7\n".to_vec());
/// assert!(reading.records[0].moves().eq(&[7]));
/// ```
pub fn read_bytes<G: Game>(format: &dyn Format<G>, name: &str, bytes: Vec<u8>) -> ReadOutput<G> {
    let (source, mut diagnostics) = format.decode(name, bytes, None);
    let mut output = format.read(&source);
    diagnostics.append(core::mem::take(&mut output.diagnostics));
    output.diagnostics = diagnostics;
    output
}
