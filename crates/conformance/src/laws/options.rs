//! The law of the options of a format.

use crate::{
    Violation,
    law::{OPTIONS, Verdict},
};
use kifu_core::{Format, Game, OptionValues};

pub(crate) fn options<G: Game>(format: &dyn Format<G>) -> Verdict {
    let info = format.info();
    let broken = |message: String| Err(Violation::new(OPTIONS, info.id, message));
    for option in info.options {
        if option.about.trim().is_empty() || option.values.to_string().trim().is_empty() {
            return broken(format!("the option {} has no description, or no values", option.name));
        }
        let words: &[&str] = match option.values {
            OptionValues::OneOf(words) => words,
            OptionValues::Charset => &["utf-8"],
            // The allowed texts are described for people only, so they cannot be tested.
            _ => &[],
        };
        for word in words {
            if let Err(error) = format.with_option(option.name, word) {
                return broken(format!("{}={word} is documented, but refused: {error}", option.name));
            }
        }
        match format.with_option(option.name, "\u{0}no such value") {
            Ok(_) => return broken(format!("{} accepts an invalid value", option.name)),
            Err(error) if error.name != option.name => {
                return broken(format!("an invalid value of {} is reported as a value of {}", option.name, error.name));
            }
            Err(_) => {}
        }
    }
    match format.with_option("no-such-option", "1") {
        Ok(_) => broken("an unknown option is accepted".into()),
        Err(error) if error.allowed != info.options => {
            broken("an unknown option is refused, but the error does not list the options".into())
        }
        Err(_) => Ok(()),
    }
}
