//! The places of the fields of a header.

use crate::{Document, Kind, Value};
use alloc::{borrow::Cow, vec::Vec};
use kifu_core::{HeaderField, Seat, SourceMap, Span};

/// The places of the fields of a header: each field is at its member.
///
/// ```
/// use kifu_core::{HeaderField, Seat, SourceMap, Span};
/// use kifu_json::record::HeaderSpans;
/// let text = r#"[1] {"komi": 6.5, "players": [{"color": "black", "name": "A"}], "white": {"rank": "9p"}}"#;
/// let source_map = SourceMap::new(Span::new(4, text.len()), vec![4]);
/// let found = HeaderSpans::collect(text, &source_map, |root, spans| {
///     for (key, value) in root.members() {
///         match &*key {
///             "komi" => spans.add(value, [HeaderField::Fact("komi".into())]),
///             "players" => spans.add_players(value, |color| Seat::Other(color.into())),
///             _ => spans.add_player(value, &Seat::Second),
///         }
///     }
/// });
/// let found: Vec<_> = found.iter().map(|(field, span)| (field, &text[span.range()])).collect();
/// let expected = [
///     (HeaderField::Fact("komi".into()), r#""komi": 6.5"#),
///     (HeaderField::PlayerName(Seat::Other("black".into())), r#""name": "A""#),
///     (HeaderField::PlayerRank(Seat::Second), r#""rank": "9p""#),
/// ];
/// assert!(found.into_iter().eq(expected.iter().map(|(field, text)| (field, *text))));
/// ```
#[derive(Debug)]
pub struct HeaderSpans {
    found: Vec<(HeaderField, Span)>,
    /// The start of the record in the text.
    start: u32,
}

impl HeaderSpans {
    /// Returns the places that `add` collects from the root of the record at `source_map`.
    #[must_use]
    pub fn collect(
        text: &str,
        source_map: &SourceMap,
        add: impl FnOnce(Value<'_>, &mut Self),
    ) -> Vec<(HeaderField, Span)> {
        let mut spans = Self { found: Vec::new(), start: source_map.span.start };
        let document = Document::parse_only(text.get(source_map.span.range()).unwrap_or_default());
        if let Some(root) = document.root() {
            add(root, &mut spans);
        }
        spans.found
    }

    /// Adds the fields that a member states. A member that is null states nothing.
    pub fn add(&mut self, member: Value<'_>, fields: impl IntoIterator<Item = HeaderField>) {
        if member.is_null() {
            return;
        }
        let Span { start, end } = member.member_span();
        let span = Span { start: start + self.start, end: end + self.start };
        self.found.extend(fields.into_iter().map(|field| (field, span)));
    }

    /// Adds the fields of players: a list whose members have a colour, or an object with the colours as keys.
    pub fn add_players(&mut self, players: Value<'_>, seat: impl Fn(&str) -> Seat) {
        let color = |player: Value<'_>| Some(Cow::into_owned(player.get("color")?.string()?));
        let of_list = players.elements().filter_map(|player| Some((color(player)?, player)));
        let of_object = players.members().map(|(color, player)| (color.into_owned(), player));
        for (color, player) in of_list.chain(of_object) {
            self.add_player(player, &seat(&color));
        }
    }

    /// Adds the fields of a player: an object, or only the name.
    pub fn add_player(&mut self, player: Value<'_>, seat: &Seat) {
        if player.kind() != Kind::Object {
            return self.add(player, [HeaderField::PlayerName(seat.clone())]);
        }
        for (key, member) in player.members() {
            let field = match &*key {
                "name" => HeaderField::PlayerName,
                "rank" => HeaderField::PlayerRank,
                "team" => HeaderField::PlayerTeam,
                "country" => HeaderField::PlayerCountry,
                _ => continue,
            };
            self.add(member, [field(seat.clone())]);
        }
    }
}
