//! What tells the record formats in JSON apart: the format and version that a record states, the forms of the members of nodes, and
//! the members of the header.

use super::is_misspelling;
use crate::{Document, Kind, Value};
use alloc::{format, string::String, vec::Vec};
use kifu_core::{Confidence, Sample};

/// The maximum length of a name before an equals sign at the start of a file, as in `window.game = {…}`. Longer text is prose.
const MAX_NAME: usize = 64;

/// The lengths of the longer samples that detection examines if no member decides. The first node of a game almost always comes soon
/// after its header, but a comment may be long.
const LENGTHS: [usize; 2] = [1 << 20, 1 << 23];

/// The lists of both versions whose elements are not nodes.
const LISTS: [&str; 7] = ["players", "dates", "comments", "setup", "markup", "score", "coords"];

/// The lists of nodes in JKF, whose moves have a colour too.
const LISTS_OF_JKF: [&str; 2] = ["moves", "forks"];

/// A member of an object at the start of a file, with the place of the object.
///
/// This enum is exhaustive: an object is the outermost one, a value of another object, or an element of a list, and only the lists in
/// `tree` have a meaning of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member<'a> {
    /// A member of the outermost object, with its key.
    OfRoot(&'a str),
    /// A member of an object that is a member of the outermost object, with the keys of both, as in `"game": {"name": …}`.
    OfSection(&'a str, &'a str),
    /// A member of an object that is a member of another object than the outermost one, with the keys of both.
    Of(&'a str, &'a str),
    /// A member of an element of a list that may be the tree, with its key, as in `"tree": [{"move": …}]`. Damage may leave one node
    /// without its list, so this is also a member of an object `tree`.
    OfNode(&'a str),
    /// A list that is itself an element of the list `tree` of the outermost object, as in `"tree": [{}, [[…]]]`.
    ListInTree,
}

/// A function that judges a member: how certain it is that the text has the format, or `None` if the member does not decide.
///
/// ```
/// use kifu_core::{Confidence, Sample};
/// use kifu_json::{Value, record::{Detected, Judge, Member, detect}};
/// let is_move = |member: Member<'_>, _: Value<'_>| (member == Member::OfNode("move")).then_some(Confidence::Certain);
/// let judge: Judge<'_> = &is_move;
/// let sample = Sample::new(br#"{"tree": [{"move": {}}]}"#, None);
/// assert_eq!(detect(&sample, "tree", &[judge]), Detected::Judged(Confidence::Certain));
/// ```
pub type Judge<'a> = &'a dyn Fn(Member<'_>, Value<'_>) -> Option<Confidence>;

/// What [`detect`] found in the start of a file.
///
/// This enum is exhaustive: a text is an object or not, it states its format or not, and a member decides or not.
///
/// ```
/// use kifu_core::{Confidence, Sample};
/// use kifu_json::record::{Detected, Member, detect};
/// let by_move = |member: Member<'_>, value: kifu_json::Value<'_>| match member {
///     Member::OfNode("move") if value.get("color").is_some() => Some(Confidence::Certain),
///     Member::OfNode("move") => Some(Confidence::No),
///     _ => None,
/// };
/// let by_version = |member: Member<'_>, _: kifu_json::Value<'_>| (member == Member::OfSection("record", "version")).then_some(Confidence::No);
/// let found = |text: &str| detect(&Sample::new(text.as_bytes(), None), "tree", &[&by_move, &by_version]);
/// // What the record states counts first.
/// let stated = r#"{"record": {"format": "JGF", "version": 2}, "tree": [{"move": {"B": [1, 1]}}]}"#;
/// assert_eq!(found(stated), Detected::Stated(2));
/// // The nodes decide before the other judges, although the version comes before the move.
/// let text = r#"{"record": {"version": 2}, "tree": [{"move": {"color": "black"}}]}"#;
/// assert_eq!(found(text), Detected::Judged(Confidence::Certain));
/// // What only looks like a node is weak evidence.
/// let text = r#"{"x": [{"move": {"color": "black"}}], "tree": [{}]}"#;
/// assert_eq!(found(text), Detected::Judged(Confidence::Likely));
/// assert_eq!(found(r#"{"tree": []}"#), Detected::Unjudged { version: None, has_record: false, has_tree: true });
/// assert_eq!(found("a letter"), Detected::NotAnObject);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detected {
    /// The record states that its format is JGF in this version, 2 or higher. JGF 1 has no member for the format.
    Stated(u32),
    /// A member decided.
    Judged(Confidence),
    /// No member decided.
    Unjudged {
        /// The first number of `record.version`, or of a member `version` of the first object.
        version: Option<u32>,
        /// True if the object has an object `record`.
        has_record: bool,
        /// True if the object has a list `tree`.
        has_tree: bool,
    },
    /// The text is not a JSON object.
    NotAnObject,
}

/// Finds out what the start of a file states about its format, or asks judges about its members.
///
/// The first judge knows the nodes, which are in the list `nodes` of the outermost object. It is asked about them in ever longer samples
/// before the other judges are asked about every member. Outside of that list, only damage makes nodes, and data of other formats may look
/// like a node. There the first judge is asked last, its answer is at most likely, and a version beside a `tree` counts more.
#[must_use]
pub fn detect(sample: &Sample<'_>, nodes: &str, judges: &[Judge<'_>]) -> Detected {
    let (of_nodes, others) = judges.split_at(judges.len().min(1));
    let Some(mut head) = document(sample.text()) else { return Detected::NotAnObject };
    if let Some(version) = stated_version(&head) {
        return Detected::Stated(version);
    }
    let Some(mut found) = judged(&head, of_nodes, Within::List(nodes)) else { return Detected::NotAnObject };
    let longer: Vec<Sample<'_>> = LENGTHS.into_iter().filter_map(|len| sample.longer(len)).collect();
    for longer in &longer {
        if found.is_some() {
            break;
        }
        let Some(document) = document(longer.text()) else { return Detected::NotAnObject };
        let Some(judged) = judged(&document, of_nodes, Within::List(nodes)) else { return Detected::NotAnObject };
        (head, found) = (document, judged);
    }
    if let Some(confidence) = found.or_else(|| judged(&head, others, Within::Everything)?) {
        return Detected::Judged(confidence);
    }
    match unjudged(&head) {
        whole @ Detected::Unjudged { version: Some(_), has_tree: true, .. } => whole,
        unjudged => match judged(&head, of_nodes, Within::Other(nodes)).flatten() {
            Some(confidence) => Detected::Judged(confidence.min(Confidence::Likely)),
            None => unjudged,
        },
    }
}

/// The first version of JGF whose records state their format.
const FIRST_STATED: u32 = 2;

/// Returns the version that a record of JGF states together with the name of the format.
fn stated_version(document: &Document<'_>) -> Option<u32> {
    let record = document.root()?.get("record")?;
    let is_jgf = record.get("format")?.string()? == "JGF";
    first_number(record.get("version")?).filter(|version| is_jgf && *version >= FIRST_STATED)
}

/// The part of a document whose members a judge is asked about.
#[derive(Clone, Copy)]
enum Within<'a> {
    Everything,
    /// The members of the outermost object, and all of the list that is its member with this key.
    List(&'a str),
    /// The rest.
    Other(&'a str),
}

/// Returns what the judges say. Returns `None` if the document is not an object.
fn judged(document: &Document<'_>, judges: &[Judge<'_>], within: Within<'_>) -> Option<Option<Confidence>> {
    let root = document.root().filter(|root| root.kind() == Kind::Object)?;
    let list = match within {
        Within::Everything => 0..0,
        Within::List(key) | Within::Other(key) => root.get(key).map_or(0..0, |list| list.span().range()),
    };
    let is_in_list = |value: Value<'_>| {
        let is_of_root = || value.parent().is_some_and(|parent| parent.id() == root.id());
        list.contains(&(value.span().start as usize)) || is_of_root()
    };
    let is_asked = |value: &Value<'_>| match within {
        Within::Everything => true,
        Within::List(_) => is_in_list(*value),
        Within::Other(_) => !is_in_list(*value),
    };
    let asked = || document.values().skip(1).filter(is_asked);
    Some(judges.iter().find_map(|judge| asked().find_map(|value| ask(judge, value, root))))
}

/// Asks a judge about a value, if it is a member or a list in the tree.
fn ask(judge: Judge<'_>, value: Value<'_>, root: Value<'_>) -> Option<Confidence> {
    let parent = value.parent()?;
    let parent_key = parent.key();
    let Some(key) = value.key() else {
        let is_tree = parent.parent().is_some_and(|outer| outer.id() == root.id()) && parent_key? == "tree";
        let is_in_tree = value.kind() == Kind::Array && parent.kind() == Kind::Array && is_tree;
        return if is_in_tree { judge(Member::ListInTree, value) } else { None };
    };
    let is_section = || parent.parent().is_some_and(|outer| outer.id() == root.id());
    let member = match &parent_key {
        Some(parent) if parent == "tree" => Member::OfNode(&key),
        Some(parent) if is_section() => Member::OfSection(parent, &key),
        Some(parent) => Member::Of(parent, &key),
        None if parent.id() == root.id() => Member::OfRoot(&key),
        None if !may_be_tree(parent.parent()?) => return None,
        None => Member::OfNode(&key),
    };
    judge(member, value)
}

/// Returns true for a list whose elements may be nodes. Damage may hide that it is the tree.
fn may_be_tree(list: Value<'_>) -> bool {
    let is_other = |key: &str| LISTS.contains(&key) || LISTS_OF_JKF.contains(&key);
    // A list without a key may be a variation: its list has the key then.
    let key = list.key().or_else(|| list.parent()?.key());
    list.kind() == Kind::Array && key.is_none_or(|key| !is_other(&key))
}

fn unjudged(document: &Document<'_>) -> Detected {
    let Some(root) = document.root() else { return Detected::NotAnObject };
    let version = root.get("record").and_then(|record| record.get("version")).or_else(|| root.get("version"));
    let version = version.and_then(first_number);
    let has = |key, kind| root.get(key).is_some_and(|value| value.kind() == kind);
    Detected::Unjudged { version, has_record: has("record", Kind::Object), has_tree: has("tree", Kind::Array) }
}

/// Returns the first number of a version: 2 of `"2.0.0"`.
fn first_number(version: Value<'_>) -> Option<u32> {
    version.string().or_else(|| version.number())?.split('.').next()?.trim().parse().ok()
}

/// Returns the document of a text that starts like JSON, or like an assignment of JSON to a name.
fn document(head: &str) -> Option<Document<'_>> {
    let start = head.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    let is_named = || {
        let name = start.split('=').next().unwrap_or_default();
        name.len() < MAX_NAME
            && start.contains('=')
            && name.trim_end().bytes().all(|b| b.is_ascii_alphanumeric() || b" _.$".contains(&b))
    };
    (start.starts_with(['{', '[', '/']) || is_named()).then(|| Document::parse_only(start))
}

/// Returns the reason why a text is not a record whose moves are in the list `list`, for [`kifu_core::Format::rejection`].
///
/// ```
/// use kifu_json::record::rejection;
/// assert_eq!(rejection("Dear Sir", "tree"), "no JSON object");
/// assert_eq!(rejection(r#"{"moves": []}"#, "tree"), "no list `tree`");
/// assert_eq!(rejection(r#"{"tree": "oak"}"#, "tree"), "`tree` is not a list");
/// assert_eq!(rejection(r#"{"game: {"name": "A"}, "tree": []}"#, "tree"), "the JSON is damaged before `tree`");
/// ```
#[must_use]
pub fn rejection(head: &str, list: &str) -> String {
    let document = document(head);
    let root = document.as_ref().and_then(Document::root).filter(|root| root.kind() == Kind::Object);
    match root.map(|root| root.get(list).map(Value::kind)) {
        None => "no JSON object".into(),
        Some(None) if head.contains(&format!("\"{list}\"")) => format!("the JSON is damaged before `{list}`"),
        Some(None) => format!("no list `{list}`"),
        Some(Some(Kind::Array)) => format!("the nodes in `{list}` have another form"),
        Some(Some(_)) => format!("`{list}` is not a list"),
    }
}

/// Returns true if the name of a game is probably a damaged form of one of the `known` names: it has one letter or two, another
/// character than a letter, or a typing error.
///
/// ```
/// use kifu_json::record::is_damaged_name;
/// assert!(is_damaged_name("gi", &["go"]) && is_damaged_name("weiqqi", &["go", "weiqi"]));
/// assert!(!is_damaged_name("chess", &["go", "weiqi"]));
/// ```
#[must_use]
pub fn is_damaged_name(name: &str, known: &[&str]) -> bool {
    let is_word = name.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '-');
    name.chars().count() < 3 || !is_word || known.iter().any(|known| is_misspelling(name, known, true))
}
