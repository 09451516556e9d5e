//! Reads `kifu.toml`. Everything that it does not know is an error, with its place.

use super::{Config, FolderCodes, Setting, resolved};
use crate::{args, choose::Codes, names, problem::Problem, render::lines::Lines};
use kifu::{
    Library,
    model::{CodeInfo, LineColumn, Part, Source, Span},
};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    fs,
    num::NonZeroUsize,
    ops::Range,
    path::{Component, Path, PathBuf},
};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// The keys of a file, and of a folder in it.
const KEYS: [&str; 8] = ["jobs", "strict", "allow-loss", "ignore", "only", "deny", "folder", "format"];
const FOLDER_KEYS: [&str; 3] = ["ignore", "only", "deny"];

/// Reads a file with settings.
pub(super) fn file(
    path: &Path,
    library: &Library,
    known: &BTreeMap<&'static str, CodeInfo>,
) -> Result<Config, Problem> {
    let current = resolved(Path::new(""));
    let name = path.strip_prefix(&current).unwrap_or(path).to_string_lossy();
    let bytes = fs::read(path).map_err(|error| Problem::unreadable(&name, &error))?;
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(&name, error.utf8_error().valid_up_to()))?;
    let source = Source::from_text(&*name, &*text);
    let reader = Reader { source, lines: Lines::new(&text), is_link: path.is_symlink(), library, known };
    let table = DeTable::parse(&text).map_err(|error| reader.syntax(&error))?;
    let mut config = reader.read(table.get_ref())?;
    path.clone_into(&mut config.path);
    config.name = name.into_owned();
    Ok(config)
}

fn not_utf8(name: &str, at: usize) -> Problem {
    Problem::usage(format!("{name} is not UTF-8 (byte {at})")).help("save the file as UTF-8".to_owned())
}

struct Reader<'a> {
    source: Source,
    lines: Lines<'a>,
    /// True if the file is a link. It may have come with the records and lead to a file that the user keeps secret, so no message quotes
    /// its lines.
    is_link: bool,
    library: &'a Library,
    known: &'a BTreeMap<&'static str, CodeInfo>,
}

type Value<'a> = Spanned<DeValue<'a>>;

impl Reader<'_> {
    fn read(&self, table: &DeTable<'_>) -> Result<Config, Problem> {
        let mut config = Config::default();
        for (key, value) in table {
            match &**key.get_ref() {
                "jobs" => config.jobs = Some(self.setting(value, self.jobs(value)?)),
                "strict" => config.strict = Some(self.setting(value, self.boolean(value)?)),
                "allow-loss" => config.allow_loss = Some(self.setting(value, self.parts(value)?)),
                "folder" => {
                    for (path, folder) in self.table(value)? {
                        let line = self.position(path.span().start).line;
                        let codes = self.codes(self.table(folder)?, &FOLDER_KEYS)?;
                        config.folders.entry(self.folder(path)?).or_default().push(Setting { value: codes, line });
                    }
                }
                "format" => {
                    for (id, options) in self.table(value)? {
                        self.format(id, self.table(options)?, &mut config)?;
                    }
                }
                name if FOLDER_KEYS.contains(&name) => {}
                name => return Err(self.unknown(key, name, &KEYS)),
            }
        }
        config.codes = self.codes(table, &KEYS)?;
        Ok(config)
    }

    /// Reads the path of a folder below that of the file.
    fn folder(&self, path: &Spanned<toml::de::DeString<'_>>) -> Result<PathBuf, Problem> {
        let text = &**path.get_ref();
        let mut inside = PathBuf::new();
        for part in Path::new(text).components() {
            match part {
                Component::Normal(name) => inside.push(name),
                Component::CurDir => {}
                _ => {
                    let problem = Problem::usage(format!("{text:?} is not the path of a folder below this one"));
                    return Err(self.at(path.span(), problem.help("write it as in [folder.\"old games\"]".to_owned())));
                }
            }
        }
        Ok(inside)
    }

    fn codes(&self, table: &DeTable<'_>, keys: &[&str]) -> Result<FolderCodes, Problem> {
        let mut codes = FolderCodes::default();
        for (key, value) in table {
            let place = match &**key.get_ref() {
                "ignore" => &mut codes.ignore,
                "only" => &mut codes.only,
                "deny" => &mut codes.deny,
                name if keys.contains(&name) => continue,
                name => return Err(self.unknown(key, name, keys)),
            };
            let mut all = Vec::new();
            for (name, span) in self.texts(value)? {
                Codes::parse([&*name], self.known).map_err(|problem| self.at(span, problem))?;
                all.push(name);
            }
            let codes = Codes::parse(all.iter().map(|name| &**name), self.known)?;
            *place = Some(self.setting(value, codes));
        }
        Ok(codes)
    }

    /// Reads the options of a format.
    fn format(
        &self,
        id: &Spanned<toml::de::DeString<'_>>,
        options: &DeTable<'_>,
        config: &mut Config,
    ) -> Result<(), Problem> {
        let name = &**id.get_ref();
        let format = self.library.format(name).map_err(|error| self.at(id.span(), error.into()))?;
        for (option, value) in options {
            let text = match value.get_ref() {
                DeValue::String(text) => Cow::from(&**text),
                DeValue::Boolean(yes) => Cow::from(yes.to_string()),
                DeValue::Integer(number) => Cow::from(number.as_str().to_owned()),
                _ => return Err(self.wrong(value, "a text, a number, true or false")),
            };
            let option_name = &**option.get_ref();
            if let Err(error) = format.with_option(option_name, &text) {
                let error = kifu::Error::BadOption { format: format.info().id, error };
                return Err(self.at(value.span(), error.into()));
            }
            config.formats.push(self.setting(value, (name.to_owned(), option_name.to_owned(), text.into_owned())));
        }
        Ok(())
    }

    fn jobs(&self, value: &Value<'_>) -> Result<NonZeroUsize, Problem> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => args::threads(number.as_str()),
            _ => None,
        };
        number.ok_or_else(|| {
            self.wrong(value, "a number of threads")
                .help(format!("write a whole number from 1 to {}", args::MOST_THREADS))
        })
    }

    fn boolean(&self, value: &Value<'_>) -> Result<bool, Problem> {
        match value.get_ref() {
            DeValue::Boolean(yes) => Ok(*yes),
            _ => Err(self.wrong(value, "true or false")),
        }
    }

    /// Reads the parts whose loss is accepted, as `--allow-loss` takes them.
    fn parts(&self, value: &Value<'_>) -> Result<String, Problem> {
        if let DeValue::String(text) = value.get_ref()
            && &**text == "all"
        {
            return Ok("all".to_owned());
        }
        let names = self.texts(value).map_err(|problem| match problem.help {
            None => problem.help("write allow-loss = \"all\", or a list of parts".to_owned()),
            Some(_) => problem,
        })?;
        for (name, span) in &names {
            if name == "all" {
                return Ok("all".to_owned());
            }
            if Part::from_name(name.strip_prefix("loss/").unwrap_or(name)).is_none() {
                let problem = Problem::usage(format!("unknown part {name:?} of a record"));
                let parts = Part::ALL.iter().map(|part| part.name());
                let help = names::did_you_mean(name, parts.clone())
                    .unwrap_or_else(|| format!("the parts are all, {}", parts.collect::<Vec<_>>().join(", ")));
                return Err(self.at(span.clone(), problem.help(help)));
            }
        }
        Ok(names.into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(","))
    }

    fn texts(&self, value: &Value<'_>) -> Result<Vec<(String, Range<usize>)>, Problem> {
        let DeValue::Array(values) = value.get_ref() else {
            let text = self.source.text().get(value.span()).unwrap_or_default();
            let help = matches!(value.get_ref(), DeValue::String(_)).then(|| format!("write it as a list: [{text}]"));
            return Err(self.wrong(value, "a list of texts").help(help));
        };
        let text = |value: &Value<'_>| match value.get_ref() {
            DeValue::String(text) => Ok((text.to_string(), value.span())),
            _ => Err(self.wrong(value, "a text")),
        };
        values.iter().map(text).collect()
    }

    fn table<'t, 'd>(&self, value: &'t Value<'d>) -> Result<&'t DeTable<'d>, Problem> {
        match value.get_ref() {
            DeValue::Table(table) => Ok(table),
            _ => Err(self.wrong(value, "a table")),
        }
    }

    fn setting<T>(&self, at: &Value<'_>, value: T) -> Setting<T> {
        Setting { value, line: self.position(at.span().start).line }
    }

    fn position(&self, at: usize) -> LineColumn {
        self.lines.position(u32::try_from(at).unwrap_or(u32::MAX))
    }

    /// Returns a problem with its place in the file.
    fn at(&self, span: Range<usize>, problem: Problem) -> Problem {
        if self.is_link {
            let message = format!("{}:{}: {}", self.source.name(), self.position(span.start), problem.message);
            return Problem { file: Some(self.source.name().to_owned()), message, ..problem };
        }
        problem.at(self.source.clone(), Span::new(span.start, span.end))
    }

    fn wrong(&self, value: &Value<'_>, wanted: &str) -> Problem {
        let text = self.source.text().get(value.span()).unwrap_or_default();
        self.at(value.span(), Problem::usage(format!("{} is not {wanted}", text.lines().next().unwrap_or_default())))
    }

    fn unknown(&self, key: &Spanned<toml::de::DeString<'_>>, name: &str, known: &[&str]) -> Problem {
        let help = names::did_you_mean(name, known.iter().copied());
        let help = help.unwrap_or_else(|| format!("the keys are {}", known.join(", ")));
        self.at(key.span(), Problem::usage(format!("unknown key {name:?}")).help(help))
    }

    fn syntax(&self, error: &toml::de::Error) -> Problem {
        self.at(error.span().unwrap_or_default(), Problem::usage(error.message().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_conformance::assert_linear;

    #[test]
    fn many_tables_of_folders_take_linear_time() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::default();
        let make = |size| {
            let path = folder.path().join(format!("{size}.toml"));
            let tables: String = (0..size).map(|n| format!("[folder.\"x{n}\"]\n")).collect();
            fs::write(&path, tables).unwrap();
            path
        };
        assert_linear("tables of folders", 20_000, make, |path| {
            assert!(file(path, &library, &BTreeMap::new()).is_ok());
        });
    }
}
