use crate::{names, problem::Problem};
use kifu::model::Part;

/// The losses that the user accepts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Allowed {
    Everything,
    These(Vec<Part>),
}

impl Allowed {
    /// Parses the value of `--allow-loss`.
    pub(crate) fn parse(text: Option<&str>) -> Result<Self, Problem> {
        let Some(text) = text else { return Ok(Self::These(Vec::new())) };
        let mut parts = Vec::new();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let name = name.strip_prefix("loss/").unwrap_or(name);
            match Part::from_name(name) {
                Some(part) => parts.push(part),
                None if name == "all" => return Ok(Self::Everything),
                None => return Err(unknown(name)),
            }
        }
        match parts.is_empty() {
            true => Err(Problem::usage("--allow-loss= needs a part after =")
                .help("--allow-loss accepts every loss, --allow-loss=clock,mark accepts these two".to_owned())),
            false => Ok(Self::These(parts)),
        }
    }

    /// Returns true if the user accepts the loss of this part.
    pub(crate) fn has(&self, part: Part) -> bool {
        part.is_note()
            || match self {
                Self::Everything => true,
                Self::These(parts) => parts.contains(&part),
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
        assert_eq!(Allowed::parse(Some("all")).unwrap(), Allowed::Everything);
        let two = Allowed::parse(Some("loss/variation, clock")).unwrap();
        assert_eq!(two, Allowed::These(vec![Part::Variation, Part::Clock]));
        assert!(two.has(Part::Clock) && two.has(Part::Display) && !two.has(Part::Mark));
        let wrong = Allowed::parse(Some("variatoin")).unwrap_err();
        assert_eq!(wrong.help.as_deref(), Some("did you mean variation?"));
        assert!(Allowed::parse(Some(" ,")).is_err());
        assert_eq!(Allowed::parse(None).unwrap(), Allowed::These(Vec::new()));
    }
}
