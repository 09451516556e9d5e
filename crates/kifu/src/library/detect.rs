//! Which format does a file have?

use super::Library;
use crate::{AnyFormat, Error, Rejection};
use kifu_core::{Confidence, Loss, Part, Sample, WriteOutput, extension};

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

    /// Returns the loss of an output whose format this library would not find again: it would read the file in another format than the
    /// one that wrote it, or in none. [`convert`](crate::convert()) knows one format only, and cannot measure this.
    ///
    /// ```
    /// use kifu::{Library, model::{Part, WriteOutput}};
    /// let library = Library::default();
    /// let csa = library.format("csa")?;
    /// assert!(library.loss_of_format(&*csa, &WriteOutput::utf8("V2.2\nPI\n+\n".into())).is_none());
    /// let loss = library.loss_of_format(&*csa, &WriteOutput::utf8("(;GM[1])".into())).unwrap();
    /// assert_eq!((loss.part, &*loss.message), (Part::Format, "kifu would read the output as sgf"));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn loss_of_format(&self, format: &dyn AnyFormat, written: &WriteOutput) -> Option<Loss> {
        let name = format!("output.{}", format.extension());
        let message = match self.detect(&name, &written.encode().0) {
            Ok(found) if found.info().id == format.info().id => return None,
            Ok(found) => format!("kifu would read the output as {}", found.info().id),
            Err(error) => format!("kifu would not read the output again: {error}"),
        };
        Some(Loss::new(Part::Format, 0, None, message))
    }

    /// Returns the format of a file, and its confidence. Formats are ranked by confidence. Of several certain formats, the one that is
    /// certain of the shortest beginning of the file counts, and then the one that has the extension.
    pub(super) fn recognise(&self, name: &str, bytes: &[u8]) -> Result<(&dyn AnyFormat, Confidence), Error> {
        if bytes.trim_ascii().is_empty() {
            return Err(Error::Empty { name: name.into() });
        }
        let extension = extension(name);
        let sample = Sample::new(bytes, extension.as_deref());
        let ranked: Vec<_> = self.formats().map(|format| (format.detect(&sample), format)).collect();
        let best = ranked.iter().map(|(confidence, _)| *confidence).max().unwrap_or(Confidence::No);
        if best == Confidence::No {
            return Err(Error::NotRecognised { name: name.into(), tried: self.rejections(&sample), help: None });
        }
        let mut found: Vec<_> =
            ranked.into_iter().filter(|(confidence, _)| *confidence == best).map(|(_, format)| format).collect();
        if found.len() > 1 && best == Confidence::Certain {
            found = certain_first(found, &sample);
        }
        let claims = |format: &&dyn AnyFormat| {
            sample.extension.is_some_and(|extension| format.info().extensions.contains(&extension))
        };
        if found.iter().any(claims) {
            found.retain(claims);
        }
        match found[..] {
            [format] => Ok((format, best)),
            _ => Err(Error::Tie { name: name.into(), formats: found.iter().map(|format| format.info().id).collect() }),
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

/// Returns those of several formats that are certain of the shortest beginning of a file, in lines. A comment of one format may have lines
/// of another.
fn certain_first<'f>(formats: Vec<&'f dyn AnyFormat>, sample: &Sample<'_>) -> Vec<&'f dyn AnyFormat> {
    let certain = |end: &usize| -> Vec<_> {
        let beginning = Sample::new(&sample.bytes[..*end], sample.extension);
        formats.iter().copied().filter(|format| format.detect(&beginning) == Confidence::Certain).collect()
    };
    let ends: Vec<usize> = memchr::memchr_iter(b'\n', sample.bytes).map(|newline| newline + 1).collect();
    match ends.get(ends.partition_point(|end| certain(end).is_empty())) {
        Some(end) => certain(end),
        None => formats,
    }
}
