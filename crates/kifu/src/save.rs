//! Saves records without loss, or not at all.

use crate::{AnyFormat, Error, Library, OpenFile, WholeFile, convert, library::in_usual_charset};
use kifu_core::{
    CHARSET_AMBIGUOUS, CHARSET_OVERRULED, CHARSET_UNKNOWN, CharsetSource, Code, CodeKind, Diagnostic, Game, Record,
    Severity,
};
use std::{ffi::OsStr, io::Write, path::Path};

impl Library {
    /// Writes records to a file, in the format of its extension. Replaces the file completely or not at all, and refuses to lose
    /// data of the records.
    ///
    /// This method only knows the records. To check that the records have all data of the file that they come from, call
    /// [`ensure_complete`](Self::ensure_complete). To accept losses, or to set options of the format, call [`convert`] and write
    /// its output.
    ///
    /// ```
    /// use kifu::{Error, Hints, Library, goban::Go};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = |name| folder.path().join(name);
    /// let library = Library::default();
    /// let mut opened = library.read("game.sgf", b"(;GM[1]SZ[9];B[ee])".to_vec(), &Hints::default())?;
    /// let go = opened.games.of_mut::<Go>().expect("SGF holds go");
    /// go.records[0].info.player_mut(kifu::model::Seat::First).name = "Ida".into();
    /// library.save(&path("game.sgf"), &go.records)?;
    /// assert_eq!(std::fs::read_to_string(path("game.sgf")).unwrap(), "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Ida]\n;B[ee])\n");
    /// // JGF 2 holds one game per file.
    /// let two = [go.records[0].clone(), go.records[0].clone()];
    /// assert!(matches!(library.save(&path("games.jgf"), &two), Err(Error::ManyGames { .. })));
    /// assert!(matches!(library.save(&path("games.sgf"), &two[..0]), Err(Error::NoGames { .. })));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoGames`], [`Error::NoFormatFor`], [`Error::ManyGames`], [`Error::Lossy`], or an error of [`WholeFile`]. The file is then unchanged.
    pub fn save<G: Game>(&self, path: &Path, records: &[Record<G>]) -> Result<(), Error> {
        if records.is_empty() {
            return Err(Error::NoGames { path: path.into() });
        }
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
        let claims = |format: &&dyn AnyFormat| format.info().extensions.contains(&extension.as_str());
        let Some((known, format)) = self.formats().filter(claims).find_map(|known| Some((known, known.of::<G>()?)))
        else {
            return Err(Error::NoFormatFor { path: path.into(), game: G::NAME });
        };
        let with_charset = in_usual_charset(known, &extension);
        let format = with_charset.as_deref().unwrap_or(known).of::<G>().unwrap_or(format);
        let converted = convert(format, records);
        let [output] = &converted.outputs[..] else {
            return Err(Error::ManyGames { path: path.into(), format: format.info().id, games: records.len() });
        };
        let of_format = self.loss_of_format(known, &output.written);
        let losses: Vec<_> =
            output.losses.iter().filter(|loss| !loss.part.is_note()).cloned().chain(of_format).collect();
        if !losses.is_empty() {
            return Err(Error::Lossy { path: path.into(), losses });
        }
        let mut file = WholeFile::replace(path)?;
        file.write_all(&output.written.encode().0).map_err(|error| Error::unwritable(path, error))?;
        file.finish()
    }

    /// Returns an error if a file has data that is not in its records: parts that could not be read, games other than the game of
    /// the format, or text that was read in a guessed charset instead of the declared one. Saving the records over the file would
    /// lose this data.
    ///
    /// ```
    /// use kifu::{Error, Hints, Library};
    /// let library = Library::default();
    /// let open = |text: &[u8]| library.read("game.sgf", text.to_vec(), &Hints::default());
    /// assert!(library.ensure_complete(&open(b"(;GM[1];B[aa])")?).is_ok());
    /// for text in ["(;GM[1];B[zz])", "(;GM[1];B[aa])(;GM[11];B[a1])"] {
    ///     let error = library.ensure_complete(&open(text.as_bytes())?).unwrap_err();
    ///     assert!(matches!(error, Error::Incomplete { .. }));
    /// }
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Incomplete`], with the first diagnostic about such data.
    pub fn ensure_complete(&self, file: &OpenFile) -> Result<(), Error> {
        let codes = self.get(file.format).map(|format| format.info().codes).unwrap_or_default();
        let other_game = |code: Code| codes.iter().any(|info| info.code == code && info.kind == CodeKind::OtherGame);
        let is_overruled = file.source.segments().iter().any(|segment| segment.found == CharsetSource::Overruled);
        let of_charset = [CHARSET_OVERRULED, CHARSET_AMBIGUOUS, CHARSET_UNKNOWN].map(|info| info.code);
        let is_lost = |found: &&Diagnostic| {
            let is_guess = is_overruled && of_charset.contains(&found.code);
            found.severity == Severity::Error || other_game(found.code) || is_guess
        };
        match file.diagnostics().iter().find(is_lost) {
            None => Ok(()),
            Some(found) => {
                Err(Error::Incomplete { name: file.source.name().to_owned(), diagnostic: Box::new(found.clone()) })
            }
        }
    }
}
