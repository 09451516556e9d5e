use crate::{config::Config, names, problem::Problem};
use kifu::model::Part;

/// The losses that the user accepts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Allowed {
    parts: Parts,
    /// The file with the settings that accept them, unless it is the command line.
    pub(crate) by: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
enum Parts {
    All,
    These(Vec<Part>),
}

impl Allowed {
    /// Returns the losses that the command line accepts with `given`, the value of `--allow-loss`, or else the settings.
    pub(crate) fn new(given: Option<&str>, settings: &Config) -> Result<Self, Problem> {
        let (text, by) = match given {
            Some(text) => (Some(text), None),
            None => (settings.allow_loss(), settings.allow_loss().map(|_| settings.name.clone())),
        };
        Ok(Self { parts: text.map_or(Ok(Parts::These(Vec::new())), Parts::parse)?, by })
    }

    /// Returns true if the user accepts the loss of this part.
    pub(crate) fn has(&self, part: Part) -> bool {
        part.is_note()
            || match &self.parts {
                Parts::All => true,
                Parts::These(parts) => parts.contains(&part),
            }
    }
}

impl Parts {
    /// Parses the value of `--allow-loss`.
    fn parse(text: &str) -> Result<Self, Problem> {
        let mut parts = Vec::new();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let name = name.strip_prefix("loss/").unwrap_or(name);
            match Part::from_name(name) {
                Some(part) => parts.push(part),
                None if name == "all" => return Ok(Self::All),
                None => return Err(unknown(name)),
            }
        }
        match parts.is_empty() {
            true => Err(Problem::usage("--allow-loss= needs a part after =")
                .help("--allow-loss accepts every loss, --allow-loss=clock,mark accepts these two".to_owned())),
            false => Ok(Self::These(parts)),
        }
    }
}

fn unknown(name: &str) -> Problem {
    let known: Vec<_> = Part::ALL.iter().map(|part| part.name()).collect();
    let problem =
        Problem::usage(format!("unknown part {name:?} in --allow-loss; the parts are: all, {}", known.join(", ")));
    problem.help(names::did_you_mean(name, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_named_as_in_their_codes() {
        let parsed = |text| Allowed::new(Some(text), &Config::default());
        assert_eq!(parsed("all").unwrap().parts, Parts::All);
        let two = parsed("loss/variation, clock").unwrap();
        assert_eq!(two.parts, Parts::These(vec![Part::Variation, Part::Clock]));
        assert!(two.has(Part::Clock) && two.has(Part::Display) && !two.has(Part::Mark));
        let wrong = parsed("variatoin").unwrap_err();
        assert_eq!(wrong.help.as_deref(), Some("did you mean variation?"));
        assert!(parsed(" ,").is_err());
        assert_eq!(Allowed::new(None, &Config::default()).unwrap().parts, Parts::These(Vec::new()));
    }
}
