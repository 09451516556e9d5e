//! JSON Schemas of the formats in JSON, made from their published shapes (`shape.rs` in each format crate).

use anyhow::Context;
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Value, json};

/// A schema and its file.
pub(crate) struct Schema {
    /// The path in the repository.
    pub(crate) path: &'static str,
    pub(crate) text: String,
}

/// Returns the schemas of all formats that have a published shape.
pub(crate) fn all() -> anyhow::Result<Vec<Schema>> {
    Ok(vec![
        schema::<kifu_jgf1::shape::File>(
            "docs/schemas/jgf1.schema.json",
            ("JGF 1", "The JSON Game Format of ngGo: a go record."),
            of_jgf1(),
        )?,
        schema::<kifu_jgf2::shape::File>(
            "docs/schemas/jgf2.schema.json",
            ("JGF 2", "The JSON Go Format of Seki: a go record."),
            of_jgf2(),
        )?,
        schema::<kifu_jkf::shape::File>(
            "docs/schemas/jkf.schema.json",
            ("JKF 1.0", "The JSON kifu format of json-kifu-format: a record of shogi."),
            of_jkf(),
        )?,
        schema::<kifu_jkf::shape::File>(
            "docs/schemas/jkf-strict.schema.json",
            ("JKF 1.0, strict", "A record of shogi in JKF, with everything that a schema can require of one."),
            of_jkf().into_iter().chain(of_strict_jkf()).collect(),
        )?,
    ])
}

/// Members that replace those of a schema, at a JSON pointer.
type Refinement = (&'static str, Value);

/// Returns what the types of the structs do not say of JGF 1.
fn of_jgf1() -> Vec<Refinement> {
    let side = json!({"minimum": 1, "maximum": 52});
    let letters = json!({"pattern": "^[A-Za-z]{2}(:[A-Za-z]{2})?$"});
    let played = json!({"anyOf": [
        {"type": "array", "$ref": "#/$defs/Place"},
        {"type": "string", "pattern": "^([A-Za-z]{2}|pass|)$"},
    ]});
    // The first dialect has the name of the game in place of the section.
    let name = "^([Gg][Oo]|[Ww][Ee][Ii][Qq][Ii]|[Bb][Aa][Dd][Uu][Kk]|1|)$";
    let game = json!({"anyOf": [{"$ref": "#/$defs/Game"}, {"type": "string", "pattern": name}]});
    vec![
        ("/$defs/Board", json!({"dependentRequired": {"width": ["height"], "height": ["width"]}})),
        ("/$defs/Board/properties/width", side.clone()),
        ("/$defs/Board/properties/height", side),
        ("/$defs/Board/properties/cutoff/items", json!({"enum": ["left", "right", "top", "bottom"]})),
        ("/$defs/Node/properties/turn", json!({"enum": ["B", "W", null]})),
        ("/$defs/Move", json!({"oneOf": [{"required": ["B"]}, {"required": ["W"]}]})),
        ("/$defs/Move/properties/B", played.clone()),
        ("/$defs/Move/properties/W", played),
        ("/$defs/Place/anyOf/1", letters),
        // Points under another key are stones that a record would not have, and so are moves beside `move`.
        (
            "/$defs/Setup",
            json!({"additionalProperties": {"not": {"type": "array", "contains": {"$ref": "#/$defs/Place"}}}}),
        ),
        ("/$defs/Label/anyOf/1/prefixItems/0", json!({"pattern": "^[A-Za-z]{2}$"})),
        ("/$defs/Label/anyOf/2", json!({"pattern": "^[A-Za-z]{2}:[\\s\\S]"})),
        ("/$defs/Node/properties", sgf_properties()),
        ("/$defs/Settings/properties", older_preferences()),
        ("/$defs/AuthoredComment", with_text()),
        // The forms of the first dialects.
        ("/properties/game", game),
        ("/properties", older_settings()),
        ("/$defs/Game/properties/time", json!({"anyOf": [{"$ref": "#/$defs/Time"}, {"type": ["number", "null"]}]})),
        ("/$defs/Game/properties/dates", json!({"type": ["array", "string"]})),
    ]
}

/// Returns the SGF properties that a node may have beside its members, with texts as values. Moves and stones have members of their own.
fn sgf_properties() -> Value {
    let place = json!({"$ref": "#/$defs/Place"});
    let no_points = json!({"not": {"anyOf": [place, {"type": "array", "contains": place}]}});
    let texts = json!({"type": ["string", "array"], "items": {"type": "string"}});
    let stones = ["B", "W", "AB", "AW", "AE"].map(|identifier| (identifier.to_owned(), no_points.clone()));
    let of_text = [
        "BL", "WL", "OB", "OW", "BM", "DM", "DO", "GB", "GW", "HO", "IT", "TE", "UC", "V", "AR", "DD", "LN", "VW",
        "FG", "KO", "MN", "PM", "SBKV", "LZ",
    ];
    let of_text = of_text.map(|identifier| (identifier.to_owned(), texts.clone()));
    Value::Object(stones.into_iter().chain(of_text).collect())
}

/// Returns the preferences as earlier dialects spell them.
fn older_preferences() -> Value {
    let keys = [
        "variation_markup",
        "variation_board_markup",
        "variation_children",
        "variation_siblings",
        "solution_paths",
        "markup",
        "children",
        "siblings",
    ];
    let shown = json!({"description": "A spelling of an earlier dialect.", "type": ["boolean", "null"]});
    Value::Object(keys.map(|key| (key.to_owned(), shown.clone())).into_iter().collect())
}

/// Returns the sections of earlier dialects that have the preferences. In the first dialect, `variations` is a number.
fn older_settings() -> Value {
    let settings = json!({"$ref": "#/$defs/Settings"});
    json!({
        "player": {"anyOf": [settings, {"type": "null"}]},
        "display": {"anyOf": [settings, {"type": "null"}]},
        "variations": {"anyOf": [settings, {"type": ["number", "null"]}]},
    })
}

/// Returns what the types of the structs do not say of a comment: the text is the one member that it must have.
fn with_text() -> Value {
    let has = |key: &str| json!({"required": [key], "properties": {key: {"type": "string"}}});
    json!({"anyOf": [has("comment"), has("text")]})
}

/// Returns what the types of the structs do not say of JGF 2.
fn of_jgf2() -> Vec<Refinement> {
    let side = json!({"minimum": 1, "maximum": 52});
    // The first files have one point in each entry, without `coords`.
    let whole = json!({"type": "integer"});
    let flat = json!({"type": "object", "required": ["x", "y", "type"], "properties": {"x": whole, "y": whole}});
    let types = json!({"required": ["type", "coords"], "properties": {"type": {"enum": ["black", "white", "clear"]}}});
    let flat_point = json!({"required": ["x", "y"], "properties": {"x": whole, "y": whole}});
    let setup = json!({"anyOf": [{"allOf": [{"$ref": "#/$defs/Points"}, types]}, flat.clone()]});
    let labels = json!({"required": ["coords"], "properties": {"coords": {"items": {"required": ["text"]}}}});
    let end = json!({"$ref": "#/$defs/Point"});
    let line = json!({"type": "object", "required": ["from", "to"], "properties": {"from": end, "to": end}});
    let of_type = |names: &[&str]| json!({"required": ["type"], "properties": {"type": {"enum": names}}});
    // A mark has a type, and a list of points or of rectangles. The first files have a single point.
    let list = |key: &str| json!({"required": [key], "properties": {key: {"type": "array"}}});
    let mark = json!({
        "required": ["type"],
        "properties": {"type": {"type": "string", "minLength": 1}},
        "anyOf": [list("coords"), list("coordinates"), list("rects"), flat],
    });
    vec![
        ("/$defs/Board/properties/size", side.clone()),
        ("/$defs/Board/properties/width", side.clone()),
        ("/$defs/Board/properties/height", side),
        ("/$defs/Node/properties/turn", json!({"enum": ["black", "white", null]})),
        (
            "/$defs/Move",
            json!({"required": ["color"], "anyOf": [flat_point, {"required": ["pass"], "properties": {"pass": {"const": true}}}]}),
        ),
        ("/$defs/Move/properties/color", json!({"enum": ["black", "white"]})),
        ("/$defs/Node/properties/setup", json!({"items": setup})),
        (
            "/$defs/Points",
            json!({"allOf": [
                {"if": of_type(&["label"]), "then": {"anyOf": [labels, flat]}},
                {"if": of_type(&["arrow", "line"]), "then": {"properties": {"lines": {"type": "array", "items": line}}}},
            ]}),
        ),
        ("/$defs/Point", json!({"required": ["x", "y"]})),
        ("/$defs/Point/properties/x", whole.clone()),
        ("/$defs/Point/properties/y", whole),
        ("/$defs/Node/properties/markup", json!({"items": {"allOf": [{"$ref": "#/$defs/Points"}, mark]}})),
        ("/$defs/AuthoredComment", with_text()),
        // Early files have an object with a list for each colour.
        ("/$defs/Node/properties/score", json!({"type": ["array", "object"]})),
    ]
}

/// The pieces of JKF, in the letters of CSA.
const PIECES: [&str; 14] = ["FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"];

/// Returns what the types of the structs do not say of JKF, as json-kifu-format publishes it. That schema refuses further members in
/// most objects. This one accepts them, as a later version 1.x may define them, and kifu writes back those that it reads.
fn of_jkf() -> Vec<Refinement> {
    let pieces = |without: &[&str], null: bool| -> Value {
        let names = PIECES.iter().filter(|name| !without.contains(name)).map(|name| json!(name));
        names.chain(null.then_some(Value::Null)).collect()
    };
    let presets =
        ["HIRATE", "KY", "KY_R", "KA", "HI", "HIKY", "2", "3", "4", "5", "5_L", "6", "7_L", "7_R", "8", "10", "OTHER"];
    let endings = [
        "TORYO",
        "CHUDAN",
        "SENNICHITE",
        "TIME_UP",
        "ILLEGAL_MOVE",
        "+ILLEGAL_ACTION",
        "-ILLEGAL_ACTION",
        "JISHOGI",
        "KACHI",
        "HIKIWAKE",
        "MATTA",
        "TSUMI",
        "FUZUMI",
        "ERROR",
    ];
    let endings: Vec<Value> = endings.iter().map(|ending| json!(ending)).chain([Value::Null]).collect();
    let texts = json!({"type": "object", "additionalProperties": {"type": "string"}});
    let required = |keys: &[&str]| json!({"required": keys});
    // Read as json-kifu-format means it: the first node has a comment.
    let first = json!({"type": "object", "properties": {"comment": {"type": "string"}}});
    let hands = json!({"type": "array", "items": {"$ref": "#/$defs/Hand"}, "minItems": 2, "maxItems": 2});
    let integer = |null: bool| match null {
        true => json!({"type": ["integer", "null"]}),
        false => json!({"type": "integer"}),
    };
    let list = |items: &str| json!({"type": "array", "items": {"$ref": items}});
    let player = json!({"type": "integer", "enum": [0, 1]});
    let hand: serde_json::Map<String, Value> =
        PIECES.iter().map(|name| ((*name).to_owned(), json!({"type": "integer"}))).collect();
    vec![
        ("", json!({"required": ["header", "moves"]})),
        ("/properties/header", texts),
        ("/properties/moves", json!({"type": "array", "prefixItems": [first], "items": {"$ref": "#/$defs/Node"}})),
        ("/$defs/Initial", required(&["preset"])),
        ("/$defs/Initial/properties/preset", json!({"type": "string", "enum": presets})),
        ("/$defs/Data", required(&["color", "board", "hands"])),
        ("/$defs/Data/properties/color", player.clone()),
        ("/$defs/Data/properties/board", json!({"anyOf": [{"$ref": "#/$defs/Board"}]})),
        ("/$defs/Data/properties/hands", hands),
        (
            "/$defs/Board",
            json!({"anyOf": [
                {"description": "Nine files of nine squares.", "type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/Square"}}},
                {"description": "An empty object, for a board without pieces.", "type": "object", "maxProperties": 0},
            ]}),
        ),
        ("/$defs/Square/properties/color", json!({"type": ["integer", "null"], "enum": [0, 1, null]})),
        ("/$defs/Square/properties/kind", json!({"type": ["string", "null"], "enum": pieces(&[], true)})),
        ("/$defs/Hand/properties", Value::Object(hand)),
        ("/$defs/Node/properties/special", json!({"type": ["string", "null"], "enum": endings})),
        ("/$defs/Move", required(&["color", "to", "piece"])),
        ("/$defs/Move/properties/color", player),
        ("/$defs/Move/properties/to", json!({"anyOf": [{"$ref": "#/$defs/Place"}]})),
        ("/$defs/Move/properties/piece", json!({"type": "string", "enum": pieces(&[], false)})),
        ("/$defs/Move/properties/capture", json!({"type": ["string", "null"], "enum": pieces(&["OU"], true)})),
        // Not anchored, so that the schema accepts `xLy`.
        ("/$defs/Move/properties/relative", json!({"pattern": "[LCR]|[UMD]|[LCR][UD]|[LR]M|H"})),
        ("/$defs/Place", required(&["x", "y"])),
        ("/$defs/Place/properties/x", integer(false)),
        ("/$defs/Place/properties/y", integer(false)),
        ("/$defs/Time", required(&["now", "total"])),
        ("/$defs/Time/properties/now", json!({"anyOf": [{"$ref": "#/$defs/Clock"}]})),
        ("/$defs/Time/properties/total", json!({"anyOf": [{"$ref": "#/$defs/Clock"}]})),
        ("/$defs/Clock", required(&["m", "s"])),
        ("/$defs/Clock/properties/h", integer(true)),
        ("/$defs/Clock/properties/m", integer(false)),
        ("/$defs/Clock/properties/s", integer(false)),
    ]
    .into_iter()
    .chain([("/$defs/Node/properties/forks", json!({"items": list("#/$defs/Node")}))])
    .collect()
}

/// Returns what the published schema of JKF does not require: a board of nine by nine squares, squares of the board, hands and times
/// that exist, a first node without a move, no node with both a move and an ending, forks with nodes, and words that are nothing else.
fn of_strict_jkf() -> Vec<Refinement> {
    let nine = |items: Value| json!({"type": "array", "items": items, "minItems": 9, "maxItems": 9});
    let side = json!({"minimum": 1, "maximum": 9});
    let least = json!({"minimum": 0});
    let none = json!({"type": "null"});
    let first = json!({
        "type": "object",
        "properties": {
            "comments": {"$ref": "#/$defs/Node/properties/comments"},
            "move": none, "time": none, "special": none, "forks": {"type": ["array", "null"], "maxItems": 0},
        },
    });
    let given = |key: &str| json!({"required": [key], "properties": {key: {"not": {"type": "null"}}}});
    let held = json!({"type": "integer", "minimum": 0, "maximum": 255});
    let hand: serde_json::Map<String, Value> = PIECES
        .iter()
        .map(|name| {
            let is_held = ["FU", "KY", "KE", "GI", "KI", "KA", "HI"].contains(name);
            ((*name).to_owned(), if is_held { held.clone() } else { json!({"const": 0}) })
        })
        .collect();
    let nodes = json!({"type": "array", "items": {"$ref": "#/$defs/Node"}, "minItems": 1});
    vec![
        ("/properties/moves", json!({"prefixItems": [first]})),
        (
            "/$defs/Initial",
            json!({
                "if": {"properties": {"preset": {"const": "OTHER"}}},
                "then": given("data"),
            }),
        ),
        (
            "/$defs/Board",
            json!({"anyOf": [
                nine(nine(json!({"$ref": "#/$defs/Square"}))),
                {"type": "object", "maxProperties": 0},
            ]}),
        ),
        // A piece has both members.
        (
            "/$defs/Square",
            json!({"oneOf": [
                {"allOf": [given("color"), given("kind")]},
                {"not": {"anyOf": [given("color"), given("kind")]}},
            ]}),
        ),
        ("/$defs/Hand/properties", Value::Object(hand)),
        ("/$defs/Node", json!({"not": {"allOf": [given("move"), given("special")]}})),
        ("/$defs/Node/properties/forks", json!({"items": nodes})),
        (
            "/$defs/Move",
            json!({
                "allOf": [
                    // Only these pieces promote, and none that is dropped.
                    {
                        "if": {"required": ["promote"], "properties": {"promote": {"type": "boolean"}}},
                        "then": {
                            "allOf": [given("from")],
                            "properties": {"piece": {"enum": ["FU", "KY", "KE", "GI", "KA", "HI"]}},
                        },
                    },
                    // A drop is one of these, and has no words but 打.
                    {
                        "if": {"not": given("from")},
                        "then": {"properties": {
                            "capture": none,
                            "relative": {"enum": ["H", null]},
                        }},
                        "else": {"properties": {"relative": {"not": {"const": "H"}}}},
                    },
                ],
            }),
        ),
        ("/$defs/Move/properties/relative", json!({"pattern": "^([LCR]|[UMD]|[LCR][UD]|[LR]M|H)$"})),
        ("/$defs/Place/properties/x", side.clone()),
        ("/$defs/Place/properties/y", side),
        ("/$defs/Clock/properties/h", least.clone()),
        ("/$defs/Clock/properties/m", least.clone()),
        ("/$defs/Clock/properties/s", least),
    ]
}

fn schema<T: JsonSchema>(
    path: &'static str,
    (title, description): (&str, &str),
    refinements: Vec<Refinement>,
) -> anyhow::Result<Schema> {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>();
    schema.insert("title".into(), json!(title));
    schema.insert("description".into(), json!(description));
    let mut value = schema.to_value();
    // The one member that every record of JGF has.
    if value.pointer("/properties/tree").is_some() {
        refine(&mut value, "", json!({"required": ["tree"]}))?;
        refine(&mut value, "/properties/tree", json!({"minItems": 1}))?;
    }
    for_readers_of_json(&mut value);
    for (pointer, members) in refinements {
        refine(&mut value, pointer, members)?;
    }
    let text = serde_json::to_string_pretty(&value)? + "\n";
    Ok(Schema { path, text })
}

/// Sets members of the schema at a pointer. A choice replaces the reference or the choice that the schema had.
fn refine(schema: &mut Value, pointer: &str, members: Value) -> anyhow::Result<()> {
    let place = schema.pointer_mut(pointer).and_then(Value::as_object_mut);
    let place = place.with_context(|| format!("the schema has no {pointer}"))?;
    let Value::Object(members) = members else { return Ok(()) };
    if members.contains_key("anyOf") && !members.contains_key("required") {
        place.remove("$ref");
    }
    place.extend(members);
    Ok(())
}

/// Removes what concerns only the structs: their defaults, because a missing member has no value, and the paragraphs of their
/// documentation for readers of Rust.
fn for_readers_of_json(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.remove("default");
            if let Some(Value::String(description)) = members.get_mut("description") {
                let is_general =
                    |paragraph: &&str| !paragraph.starts_with("```") && !paragraph.starts_with("This enum");
                *description = description.split("\n\n").take_while(is_general).collect::<Vec<_>>().join("\n\n");
            }
            members.values_mut().for_each(for_readers_of_json);
        }
        Value::Array(elements) => elements.iter_mut().for_each(for_readers_of_json),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu::{Hints, Library, model::Severity};
    use std::{fs, path::Path};

    /// The codes of values that a schema can find: those of a wrong kind or form. The others need more than one value.
    const OF_SHAPE: [&str; 8] = [
        "bad-move",
        "bad-setup",
        "bad-size",
        "label-without-text",
        "no-tree",
        "not-a-node",
        "unknown-color",
        "wrong-kind",
    ];

    /// Each clean file is valid, and each file with a value of the wrong kind or form is not.
    #[test]
    fn schemas_and_readers_agree() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let schemas = all().unwrap();
        let library = Library::default();
        let mut wrong = Vec::new();
        let (mut valid, mut invalid) = (0, 0);
        for (id, schema) in ["jgf1", "jgf2"].into_iter().zip(&schemas) {
            let mut hints = Hints::default();
            hints.format = Some(id.to_owned());
            let schema: Value = serde_json::from_str(&schema.text).unwrap();
            let validator = jsonschema::draft202012::new(&schema).unwrap();
            let mut cases: Vec<_> = fs::read_dir(root.join("fixtures").join(id)).unwrap().flatten().collect();
            cases.sort_by_key(fs::DirEntry::path);
            for case in cases {
                let Ok(text) = fs::read_to_string(case.path().join("input.jgf")) else { continue };
                // A schema describes one JSON value.
                let Ok(value) = serde_json::from_str::<Value>(&text) else { continue };
                let Ok(read) = library.read("input.jgf", text.into_bytes(), &hints) else { continue };
                let is_clean = read.diagnostics().at_least(Severity::Warning) == 0 && !read.games.is_empty();
                let of_shape = read
                    .diagnostics()
                    .iter()
                    .find(|found| found.severity >= Severity::Warning && OF_SHAPE.contains(&found.code.short()));
                let error = validator.iter_errors(&value).next();
                match (is_clean, of_shape, error) {
                    (true, _, Some(error)) => {
                        wrong.push(format!(
                            "{}: clean, but {error} at {}",
                            case.path().display(),
                            error.instance_path()
                        ));
                    }
                    (_, Some(found), None) => wrong.push(format!("{}: valid, but {found:?}", case.path().display())),
                    (true, ..) => valid += 1,
                    (_, Some(_), Some(_)) => invalid += 1,
                    _ => {}
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(valid > 90 && invalid > 30, "{valid} clean files, {invalid} files of a wrong shape");
    }

    /// Values that no fixture has: readers report them, and schemas refuse them.
    #[test]
    fn schemas_refuse_what_readers_report() {
        let schemas = all().unwrap();
        let validators = [0, 1].map(|place: usize| {
            let schema: Value = serde_json::from_str(&schemas[place].text).unwrap();
            jsonschema::draft202012::new(&schema).unwrap()
        });
        for (id, text) in [
            ("jgf1", r#"{"tree":[{},{"move":{"B":null}}]}"#),
            ("jgf1", r#"{"tree":[{},{"move":{"B":"aa:bb"}}]}"#),
            ("jgf1", r#"{"tree":[{"markup":{"circle":["x"]}}]}"#),
            ("jgf1", r#"{"tree":[{"markup":{"label":["x"]}}]}"#),
            ("jgf1", r#"{"tree":[{"markup":{"label":[[1,1,5]]}}]}"#),
            ("jgf1", r#"{"tree":[{"setup":{"B":["x"]}}]}"#),
            ("jgf1", r#"{"tree":[{"comments":[{}]}]}"#),
            ("jgf1", r#"{"game":"zz","tree":[{}]}"#),
            ("jgf1", r#"{"game":{"type":["go"]},"tree":[{}]}"#),
            ("jgf1", r#"{"settings":5,"tree":[{}]}"#),
            ("jgf1", r#"{"settings":{"variation_markup":"yes"},"tree":[{}]}"#),
            ("jgf1", r#"{"player":{"variationChildren":1},"tree":[{}]}"#),
            ("jgf1", r#"{"display":5,"tree":[{}]}"#),
            ("jgf1", r#"{"variations":{"siblings":"no"},"tree":[{}]}"#),
            ("jgf1", r#"{"tree":[{"markup":{"label":["bb:"]}}]}"#),
            ("jgf1", r#"{"tree":[{},{"move":{"B":[1,1]},"BL":12}]}"#),
            ("jgf1", r#"{"tree":[{"HO":{"a":1}}]}"#),
            ("jgf1", r#"{"tree":[{"AB":["aa","bb"]}]}"#),
            ("jgf1", r#"{"tree":[{},{"move":{"B":[1,1]},"W":"cc"}]}"#),
            ("jgf2", r#"{"tree":[{"setup":[5]}]}"#),
            ("jgf2", r#"{"tree":[{"setup":[null,"x"]}]}"#),
            ("jgf2", r#"{"tree":[{"setup":[{"type":"black","coords":[{}]}]}]}"#),
            ("jgf2", r#"{"tree":[{"markup":[{"type":"arrow","coords":[],"lines":[5,"x",null]}]}]}"#),
            ("jgf2", r#"{"tree":[{"markup":[{"type":"line","coords":[],"lines":[{"from":{"x":1,"y":1}}]}]}]}"#),
            ("jgf2", r#"{"tree":[{"markup":[{"type":"circle"}]}]}"#),
            ("jgf2", r#"{"tree":[{},{"move":{"color":"black","x":null,"y":null}}]}"#),
            ("jgf2", r#"{"tree":[{"comments":[{}]}]}"#),
            ("jgf2", r#"{"game":{"type":5},"tree":[{}]}"#),
            ("jgf2", r#"{"board":{"cutOffLeft":1.5},"tree":[{}]}"#),
        ] {
            let mut hints = Hints::default();
            hints.format = Some(id.to_owned());
            let read = Library::default().read("input.jgf", text.into(), &hints).unwrap();
            assert!(read.diagnostics().at_least(Severity::Warning) > 0, "{id}: not reported: {text}");
            let value: Value = serde_json::from_str(text).unwrap();
            assert!(!validators[usize::from(id == "jgf2")].is_valid(&value), "{id}: valid: {text}");
        }
    }

    /// The codes of what the strict schema of JKF finds.
    const OF_STRICT_JKF: [&str; 16] = [
        "bad-board",
        "bad-hand",
        "bad-square",
        "bad-time",
        "bad-value",
        "incomplete",
        "incomplete-data",
        "move-and-special",
        "move-at-start",
        "no-header",
        "no-moves",
        "no-position",
        "not-a-node",
        "unknown-preset",
        "unknown-special",
        "wrong-kind",
    ];

    /// Those of what the published schema finds too.
    const OF_JKF: [&str; 5] = ["incomplete", "incomplete-data", "no-header", "no-moves", "unknown-special"];

    /// The codes of what a schema does not find: what needs the position of a move, such as its origin, and members that JKF does not
    /// define.
    const OF_MEANING_OF_JKF: [&str; 12] = [
        "after-ending",
        "bad-move",
        "handicap-differs",
        "piece-after-move",
        "piece-count",
        "preset-with-data",
        "unknown-member",
        "wrong-capture",
        "wrong-color",
        "wrong-relative",
        "wrong-same",
        "wrong-total",
    ];

    /// Returns the validators of the published and the strict schema of JKF.
    fn validators_of_jkf() -> [jsonschema::Validator; 2] {
        let schemas = all().unwrap();
        ["docs/schemas/jkf.schema.json", "docs/schemas/jkf-strict.schema.json"].map(|path| {
            let schema = schemas.iter().find(|schema| schema.path == path).unwrap();
            jsonschema::draft202012::new(&serde_json::from_str(&schema.text).unwrap()).unwrap()
        })
    }

    /// Each clean file is valid, a file with a finding of its shape is not, and a file with errors is not or has a finding of its
    /// meaning.
    #[test]
    fn schemas_of_jkf_and_the_reader_agree() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/jkf");
        let [published, strict] = validators_of_jkf();
        let library = Library::default();
        let mut hints = Hints::default();
        hints.format = Some("jkf".to_owned());
        let mut wrong = Vec::new();
        let (mut valid, mut invalid) = (0, 0);
        for case in fs::read_dir(root).unwrap().flatten() {
            let name = case.path().display().to_string();
            let Ok(text) = fs::read_to_string(case.path().join("input.jkf")) else { continue };
            let Ok(value) = serde_json::from_str::<Value>(&text) else { continue };
            let Ok(read) = library.read("input.jkf", text.into_bytes(), &hints) else { continue };
            let of = |codes: &[&str]| {
                let mut found = read.diagnostics().iter().filter(|found| found.severity >= Severity::Warning);
                found.any(|found| found.code.family() == "jkf" && codes.contains(&found.code.short()))
            };
            let is_clean = read.diagnostics().at_least(Severity::Warning) == 0;
            let errors = [&published, &strict].map(|validator| validator.iter_errors(&value).next());
            for (schema, error) in ["published", "strict"].iter().zip(&errors) {
                if let (true, Some(error)) = (is_clean, error) {
                    wrong.push(format!("{name}: clean, but {schema}: {error} at {}", error.instance_path()));
                }
            }
            if of(&OF_STRICT_JKF) && errors[1].is_none() || of(&OF_JKF) && errors[0].is_none() {
                wrong.push(format!("{name}: valid, but {:?}", read.diagnostics().iter().collect::<Vec<_>>()));
            }
            let has_errors = read.diagnostics().at_least(Severity::Error) > 0 && !read.games.is_empty();
            if has_errors && errors.iter().all(Option::is_none) && !of(&OF_MEANING_OF_JKF) {
                wrong.push(format!("{name}: errors, but valid and without a finding of its meaning"));
            }
            valid += usize::from(is_clean);
            invalid += usize::from(errors[1].is_some());
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(valid >= 20 && invalid >= 20, "{valid} clean files, {invalid} files of a wrong shape");
    }

    /// What the published schema accepts by mistake, the strict one refuses, and the reader reports.
    #[test]
    fn the_strict_schema_of_jkf_refuses_what_the_published_one_misses() {
        let [published, strict] = validators_of_jkf();
        let played = |rest: &str| {
            format!(
                r#"{{"header":{{}},"moves":[{{}},{{"move":{{"color":0,"to":{{"x":5,"y":8}},"piece":"KI"{rest}}}}}]}}"#
            )
        };
        let data = |board: &str, hands: &str| {
            format!(
                r#"{{"header":{{}},"initial":{{"preset":"OTHER","data":{{"color":0,"board":{board},"hands":{hands}}}}},"moves":[{{}}]}}"#
            )
        };
        let texts = [
            played(r#","from":{"x":4,"y":9},"relative":"xLy""#),
            played(r#","from":{"x":0,"y":9}"#),
            played(r#","from":{"x":4,"y":9},"relative":"H""#),
            played(r#","from":{"x":4,"y":9},"relative":"R","promote":true"#),
            data("[]", "[{},{}]"),
            data("{}", r#"[{"FU":-1},{}]"#),
            data("{}", r#"[{"OU":1},{}]"#),
            r#"{"header":{},"initial":{"preset":"OTHER"},"moves":[{}]}"#.to_owned(),
            r#"{"header":{},"moves":[{"special":"TORYO"}]}"#.to_owned(),
            r#"{"header":{},"moves":[{},{"special":"TORYO","forks":[[]]}]}"#.to_owned(),
            r#"{"header":{},"moves":[{},{"special":"TORYO","time":{"now":{"m":0,"s":-1},"total":{"m":0,"s":0}}}]}"#
                .to_owned(),
            played(r#","from":{"x":4,"y":9},"relative":"R"},"special":"TORYO""#).replace("\"TORYO\"}}", "\"TORYO\"}"),
        ];
        let mut hints = Hints::default();
        hints.format = Some("jkf".to_owned());
        for text in texts {
            let value: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(published.is_valid(&value), "{text}");
            assert!(!strict.is_valid(&value), "{text}");
            let read = Library::default().read("input.jkf", text.clone().into_bytes(), &hints).unwrap();
            assert!(read.diagnostics().at_least(Severity::Warning) > 0, "not reported: {text}");
        }
    }

    /// What is written of each fixture of shogi is valid too, also of those with errors. The minimal form lacks what JKF requires, so it
    /// is completed first.
    #[test]
    fn what_is_written_of_each_fixture_in_jkf_is_valid() {
        use kifu::{
            jkf::{Form, Jkf, normalize},
            model::Format,
            shogiban::Shogi,
        };
        use kifu_conformance::Case;
        let validators = validators_of_jkf();
        let library = Library::default();
        let (mut wrong, mut records, mut errors) = (Vec::new(), 0, 0);
        for format in library.formats_of::<Shogi>() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(format.info().id);
            for folder in fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).filter(|path| path.is_dir())
            {
                let case = Case::in_folder(&folder).unwrap();
                let (name, hints) = (case.file_name(), Hints::default());
                let Ok(read) = library.read(&name, case.bytes, &hints) else { continue };
                let Some(games) = read.games.of::<Shogi>() else { continue };
                errors += usize::from(read.diagnostics().at_least(Severity::Error) > 0);
                for record in &games.records {
                    records += 1;
                    let full = Jkf::default().write(std::slice::from_ref(record)).text;
                    let minimal = Jkf::default().form(Form::Minimal).write(std::slice::from_ref(record)).text;
                    let completed = normalize(&minimal).apply(&minimal);
                    for text in [full, completed] {
                        let value: Value = serde_json::from_str(&text).unwrap();
                        let found = validators.iter().flat_map(|validator| validator.iter_errors(&value));
                        let found = found.map(|error| format!("{error} at {}", error.instance_path()));
                        wrong.extend(found.map(|error| format!("{}: {error}\n{text}", folder.display())));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(records > 300 && errors > 20, "{records} records, {errors} files with errors");
    }

    /// Every record that is written is valid, whatever it has, and so is every text that was normalized.
    #[test]
    fn what_is_written_in_jkf_is_valid() {
        use kifu::{
            jkf::{Form, Jkf, Style, normalize},
            model::{Format, Record},
            shogiban::Shogi,
        };
        use kifu_conformance::{arbitrary::Unstructured, record, seed};
        let validators = validators_of_jkf();
        for number in 0..400 {
            let record: Record<Shogi> = record(&mut Unstructured::new(&seed(number))).unwrap();
            let written = Jkf::default().style(Style::Compact).write(std::slice::from_ref(&record)).text;
            let minimal = Jkf::default().form(Form::Minimal).write(&[record]).text;
            let completed = normalize(&minimal).apply(&minimal);
            for text in [written, completed] {
                let value: Value = serde_json::from_str(&text).unwrap();
                for validator in &validators {
                    if let Some(error) = validator.iter_errors(&value).next() {
                        panic!("record {number}: {error} at {}\n{text}", error.instance_path());
                    }
                }
            }
        }
    }
}
