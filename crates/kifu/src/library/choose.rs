//! Which format does a name with options mean?

use super::Library;
use crate::{AnyFormat, Error};
use std::ops::Deref;

impl Library {
    /// Returns the format with this identifier, with options after a colon: `sgf`, `sgf:encoding=gb18030,…`.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// assert!(library.format("jgf2:style=compact,players=object").is_ok());
    /// let error = library.format("jgf2:style=nice").err().unwrap();
    /// assert!(error.to_string().starts_with("format jgf2: style cannot be \"nice\""));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// An error if the format or the option does not exist; the error lists the known ones.
    pub fn format(&self, name: &str) -> Result<Chosen<'_>, Error> {
        let (id, options) = name.split_once(':').unwrap_or((name, ""));
        let unknown = || Error::UnknownFormat { name: id.into(), known: self.ids() };
        let format = self.get(id).ok_or_else(unknown)?;
        let mut chosen = Chosen::Plain(format);
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            let bad = |error| Error::BadOption { format: format.info().id, error };
            chosen = Chosen::With(chosen.with_option(key, value).map_err(bad)?);
        }
        Ok(chosen)
    }

    /// Returns the format with this identifier, with options after a colon, for a file with the extension `extension`. It writes
    /// the usual charset of such files, unless the options name a charset.
    ///
    /// This applies to formats that have an option for the charset and [expect](kifu_core::Format::expected_charset) a charset:
    /// `.kifu` is KIF in UTF-8.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// let sgf = library.format_for("sgf:encoding=gbk", "sgf")?;
    /// let opened = library.read("game.sgf", b"(;GM[1];B[aa])".to_vec(), &kifu::Hints::default())?;
    /// let converted = sgf.convert(&opened.games).expect("both are go");
    /// assert_eq!(converted.outputs[0].written.charset.name(), "GBK");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`format`](Self::format).
    pub fn format_for(&self, name: &str, extension: &str) -> Result<Chosen<'_>, Error> {
        let chosen = self.format(name)?;
        let (_, options) = name.split_once(':').unwrap_or((name, ""));
        let names_charset = chosen
            .info()
            .charset_option()
            .is_some_and(|charset| options.split(',').any(|option| option.split('=').next() == Some(charset)));
        Ok(match in_usual_charset(&*chosen, extension).filter(|_| !names_charset) {
            Some(format) => Chosen::With(format),
            None => chosen,
        })
    }
}

/// Returns the format with the usual charset of files with this extension; `None` if no charset is usual.
pub(crate) fn in_usual_charset(format: &dyn AnyFormat, extension: &str) -> Option<Box<dyn AnyFormat>> {
    let charset = format.expected_charset(Some(&extension.to_ascii_lowercase()))?;
    format.with_option(format.info().charset_option()?, charset.name()).ok()
}

/// A format that was chosen by name.
///
/// ```
/// use kifu::{Chosen, Library};
/// let library = Library::default();
/// assert!(matches!(library.format("sgf")?, Chosen::Plain(_)));
/// assert!(matches!(library.format("sgf:encoding=gbk")?, Chosen::With(_)));
/// # Ok::<(), kifu::Error>(())
/// ```
#[non_exhaustive]
pub enum Chosen<'a> {
    /// The format of the library, unchanged.
    Plain(&'a dyn AnyFormat),
    /// A copy of the format with its own options.
    With(Box<dyn AnyFormat>),
}

impl Deref for Chosen<'_> {
    type Target = dyn AnyFormat;

    fn deref(&self) -> &dyn AnyFormat {
        match self {
            Self::Plain(format) => *format,
            Self::With(format) => &**format,
        }
    }
}
