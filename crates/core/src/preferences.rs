//! The preferences for viewers that a record states.

use crate::Info;

/// The preferences for viewers that a record may state, see [`Info::preferences`].
///
/// They are the `settings` of JGF 2. JGF 1 states them as `settings`, `player` or `display`, and SGF states two of them as ST.
/// The default is what Seki, the viewer of JGF 2, does with a record that states nothing.
///
/// ```
/// use kifu_core::{Info, NamedValue, Preferences};
/// let mut info = Info::default();
/// assert_eq!(info.preferences(), Preferences::default());
/// info.display.push(NamedValue::new("rememberVariationPaths", "false"));
/// info.display.push(NamedValue::new("showSolutions", "1")); // not a truth value; ignored
/// let preferences = info.preferences();
/// assert!(!preferences.remember_variation_paths && !preferences.show_solutions);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Preferences {
    /// True if the last move is marked, by default.
    pub show_last_move: bool,
    /// True if the next move is marked; false by default.
    pub show_next_move: bool,
    /// True if the moves that lead to the solution of a problem are marked; false by default.
    pub show_solutions: bool,
    /// True if variations are shown on the board, by default.
    pub show_variations: bool,
    /// True if the variations of the current node are shown; false if those of the next node are, by default.
    pub show_sibling_variations: bool,
    /// True if a viewer goes forward into the variation that it visited last, by default; false if it goes into the first one.
    pub remember_variation_paths: bool,
    /// True if the coordinates of the board are shown, by default.
    pub show_coordinates: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            show_last_move: true,
            show_next_move: false,
            show_solutions: false,
            show_variations: true,
            show_sibling_variations: false,
            remember_variation_paths: true,
            show_coordinates: true,
        }
    }
}

impl Info {
    /// Returns the preferences that [`display`](Self::display) states, and the default of the others. A name that is not known
    /// and a value that is neither `true` nor `false` have no effect. If a name occurs twice, the last value counts, as in
    /// JSON.
    #[must_use]
    pub fn preferences(&self) -> Preferences {
        let mut preferences = Preferences::default();
        for entry in &self.display {
            let stated = match entry.value.as_str() {
                "true" => true,
                "false" => false,
                _ => continue,
            };
            let preference = match entry.name.as_str() {
                "showLastMove" => &mut preferences.show_last_move,
                "showNextMove" => &mut preferences.show_next_move,
                "showSolutions" => &mut preferences.show_solutions,
                "showVariations" => &mut preferences.show_variations,
                "showSiblingVariations" => &mut preferences.show_sibling_variations,
                "rememberVariationPaths" => &mut preferences.remember_variation_paths,
                "showCoordinates" => &mut preferences.show_coordinates,
                _ => continue,
            };
            *preference = stated;
        }
        preferences
    }
}
