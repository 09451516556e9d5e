use kifu_core::Charset;
use std::{fs, io, path::Path};

/// A fixture: a file, and what is said of it in the `case.toml` beside it.
///
/// ```
/// use kifu_conformance::Case;
/// let case = Case::new("two-moves", "sgf", b"(;SZ[9];B[cc];W[gg])");
/// assert_eq!(case.file_name(), "two-moves.sgf");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Case {
    /// The name of its folder.
    pub name: String,
    /// The extension of the file.
    pub extension: String,
    /// The file.
    pub bytes: Vec<u8>,
    /// The charset that is given with it.
    pub charset: Option<Charset>,
}

#[derive(serde::Deserialize)]
struct Stated {
    encoding: Option<String>,
}

impl Case {
    /// A case without a folder.
    ///
    /// ```
    /// use kifu_conformance::Case;
    /// assert_eq!(Case::new("one", "sgf", b"(;)").charset, None);
    /// ```
    #[must_use]
    pub fn new(name: &str, extension: &str, bytes: &[u8]) -> Self {
        Self { name: name.into(), extension: extension.into(), bytes: bytes.into(), charset: None }
    }

    /// The case in a folder: `input.…`, and `case.toml` where there is one.
    ///
    /// ```
    /// use kifu_conformance::Case;
    /// let case = Case::in_folder("../../fixtures/sgf/famous-ear-reddening-1846".as_ref())?;
    /// assert_eq!((case.name.as_str(), case.extension.as_str()), ("famous-ear-reddening-1846", "sgf"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Where there is no such file, or it cannot be read.
    pub fn in_folder(folder: &Path) -> io::Result<Self> {
        let mut inputs: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
        inputs.retain(|entry| entry.path().file_stem().is_some_and(|stem| stem == "input"));
        let [input] = &inputs[..] else {
            return Err(io::Error::other(format!("{} has {} files input.…, not one", folder.display(), inputs.len())));
        };
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let extension = input.path().extension().unwrap_or_default().to_string_lossy().into_owned();
        let mut case = Self::new(&name, &extension, &fs::read(input.path())?);
        let about = folder.join("case.toml");
        if about.exists() {
            let stated: Stated = toml::from_str(&fs::read_to_string(&about)?).map_err(io::Error::other)?;
            case.charset = stated.encoding.as_deref().map(Charset::new);
        }
        Ok(case)
    }

    /// A name for the file.
    ///
    /// ```
    /// assert_eq!(kifu_conformance::Case::new("a", "jgf", b"{}").file_name(), "a.jgf");
    /// ```
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.{}", self.name, self.extension)
    }
}
