//! What can be asked of a format.

use crate::{
    Violation,
    law::{Kept, OPTIONS},
};
use kifu_core::{Format, Game};

pub(crate) fn options<G: Game>(format: &dyn Format<G>) -> Kept {
    let info = format.info();
    let broken = |message: String| Err(Violation::new(OPTIONS, info.id, message));
    for option in info.options {
        if option.about.trim().is_empty() || option.values.trim().is_empty() {
            return broken(format!("the option {} says not what it does, or takes", option.name));
        }
        // `array or object`: each of the words can be given. What is told in more words cannot be tried.
        let words: Vec<&str> =
            option.values.split([',', '|', ' ']).filter(|word| !word.is_empty() && *word != "or").collect();
        let is_list = words.len() > 1
            && words.iter().all(|word| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)));
        for word in words.iter().filter(|_| is_list) {
            if let Err(error) = format.with_option(option.name, word) {
                return broken(format!("it says it takes {}={word}, and refuses it: {error}", option.name));
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
