//! Private properties of other programs that kifu understands: those of Seki and of Fox.

use super::{
    Reader,
    node::draft::{Draft, PointMark, Target},
};
use crate::Property;
use core::time::Duration;
use kifu_core::{ByoYomi, Overtime, Parsed};
use kifu_goban::{Point, Rect};

/// The identifiers of these properties, each with the program that defines it.
pub(super) const DIALECTS: [(&str, &str); 11] = [
    ("MH", "Seki"),
    ("MS", "Seki"),
    ("XL", "Seki"),
    ("XR", "Seki"),
    ("XT", "Seki"),
    ("XB", "Seki"),
    ("TT", "Fox"),
    ("NB", "Pandanet"),
    ("NW", "Pandanet"),
    ("OS", "Pandanet"),
    ("RR", "Pandanet"),
];

/// Returns true if AP names Fox.
pub(crate) fn is_fox(application: impl AsRef<str>) -> bool {
    application.as_ref().contains("foxwq")
}

impl<'a> Reader<'a> {
    /// Reads XL, XR, XT and XB, the number of lines that Seki cuts off at each side. The rest becomes the view of the root.
    pub(super) fn cut_off(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        match *self.cut_off.get_or_init(|| self.remaining()) {
            Some(view) => {
                *draft.points_mut(PointMark::View) = Some(alloc::vec![view]).filter(|_| view != self.size.rect());
            }
            None => self.keep(identifier, property.value_spans(), draft, Target::Head),
        }
    }

    /// Returns the view that XL, XR, XT and XB leave. Returns `None` if they are not valid, or if the root has VW.
    fn remaining(&self) -> Option<Rect> {
        let game = self.game;
        let lines = |name| game.root_value(name).map_or(Some(0), |raw| raw.parse::<u8>().ok());
        let sides = ["XL", "XR", "XT", "XB"].map(lines);
        let (width, height) = (self.size.width(), self.size.height());
        match sides {
            [Some(left), Some(right), Some(top), Some(bottom)] if game.root_value("VW").is_none() => {
                let end = |from: u8, cut: u8| from.checked_sub(1)?.checked_sub(cut);
                let corner = end(width, right).zip(end(height, bottom)).and_then(|(x, y)| Point::new(x, y));
                let from =
                    Point::new(left, top).zip(corner).filter(|(from, to)| from.x() <= to.x() && from.y() <= to.y());
                from.map(|(from, to)| Rect::new(from, to))
            }
            _ => None,
        }
    }

    /// Reads TC and TT of Fox, the number of periods and the seconds of each.
    pub(super) fn fox_periods(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        match *self.periods.get_or_init(|| self.stated_periods()) {
            Some(periods) => self.record.info.time.all_mut().overtime = Some(Parsed::Value(periods)),
            None => self.keep(identifier, property.value_spans(), draft, Target::Head),
        }
    }

    fn stated_periods(&self) -> Option<Overtime> {
        let game = self.game;
        let number = |name| game.root_value(name).and_then(|raw| raw.parse::<u32>().ok()).filter(|&n| n > 0);
        let is_fox = game.applications().any(is_fox) && game.root_value("OT").is_none();
        let (count, seconds) = number("TC").zip(number("TT")).filter(|_| is_fox)?;
        Some(ByoYomi::Periods { count, each: Duration::from_secs(seconds.into()) }.into())
    }
}
