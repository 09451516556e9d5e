//! What can be asked of a format.

use crate::{
    Violation,
    law::{Kept, OPTIONS},
};
use kifu_core::{Format, Game, OptionValues};

pub(crate) fn options<G: Game>(format: &dyn Format<G>) -> Kept {
    let info = format.info();
    let broken = |message: String| Err(Violation::new(OPTIONS, info.id, message));
    for option in info.options {
        if option.about.trim().is_empty() || option.values.to_string().trim().is_empty() {
            return broken(format!("the option {} has no description, or no values", option.name));
        }
        let words: &[&str] = match option.values {
            OptionValues::OneOf(words) => words,
            OptionValues::Charset => &["utf-8"],
            // Which texts are allowed is known to people only.
            _ => &[],
        };
        for word in words {
            if let Err(error) = format.with_option(option.name, word) {
                return broken(format!("it should take {}={word}, and refuses it: {error}", option.name));
            }
        }
        match format.with_option(option.name, "\u{0}no such value") {
            Ok(_) => return broken(format!("{} takes a value that makes no sense", option.name)),
            Err(error) if error.name != option.name => {
                return broken(format!("a bad value of {} is refused as one of {}", option.name, error.name));
            }
            Err(_) => {}
        }
    }
    match format.with_option("no-such-option", "1") {
        Ok(_) => broken("an option that there is not is taken".into()),
        Err(error) if error.allowed != info.options => {
            broken("an option that there is not is refused without the list of those that there are".into())
        }
        Err(_) => Ok(()),
    }
}
