//! Which format does a file have?

use super::Library;
use crate::{AnyFormat, Error, Rejection};
use kifu_core::{Confidence, Sample, extension};

impl Library {
    /// Detects the format of a file, by its content and then by its extension.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// assert_eq!(library.detect("game.txt", b"(;GM[1]SZ[19];B[pd])")?.info().id, "sgf"); // the content counts
    /// assert!(library.detect("letter.txt", b"Dear Sir").is_err());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// An error if the file is empty, if no format recognises it, or if several formats recognise it equally well.
    pub fn detect(&self, name: &str, bytes: &[u8]) -> Result<&dyn AnyFormat, Error> {
        self.recognise(name, bytes).map(|(format, _)| format)
    }

    /// Returns the format of a file, and its confidence. Formats are ranked by confidence, and then by whether they have the
    /// extension.
    pub(super) fn recognise(&self, name: &str, bytes: &[u8]) -> Result<(&dyn AnyFormat, Confidence), Error> {
        if bytes.trim_ascii().is_empty() {
            return Err(Error::Empty { name: name.into() });
        }
        let extension = extension(name);
        let sample = Sample::new(bytes, extension.as_deref());
        let claims = |format: &dyn AnyFormat| {
            sample.extension.is_some_and(|extension| format.info().extensions.contains(&extension))
        };
        let ranked: Vec<_> = self.formats().map(|format| ((format.detect(&sample), claims(format)), format)).collect();
        let best = ranked.iter().map(|(rank, _)| *rank).max().filter(|best| best.0 > Confidence::No);
        let found: Vec<_> = ranked.into_iter().filter(|(rank, _)| Some(*rank) == best).collect();
        match found[..] {
            [] => Err(Error::NotRecognised { name: name.into(), tried: self.rejections(&sample), help: None }),
            [((confidence, _), format)] => Ok((format, confidence)),
            _ => {
                let formats = found.iter().map(|(_, format)| format.info().id).collect();
                Err(Error::Tie { name: name.into(), formats })
            }
        }
    }

    /// Returns the formats with the reasons why a file does not have them. Those that have its extension come first.
    pub(super) fn rejections(&self, sample: &Sample<'_>) -> Vec<Rejection> {
        let rejection = |format: &dyn AnyFormat| Rejection {
            format: format.info().id,
            reason: format.rejection(sample),
            has_extension: sample.extension.is_some_and(|extension| format.info().extensions.contains(&extension)),
        };
        let mut all: Vec<_> = self.formats().map(rejection).collect();
        all.sort_by_key(|rejection| !rejection.has_extension);
        all
    }
}
