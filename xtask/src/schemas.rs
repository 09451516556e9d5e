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

/// Returns the SGF properties that a node may have beside its members: texts. Moves and stones are no such properties.
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

fn schema<T: JsonSchema>(
    path: &'static str,
    (title, description): (&str, &str),
    refinements: Vec<Refinement>,
) -> anyhow::Result<Schema> {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>();
    schema.insert("title".into(), json!(title));
    schema.insert("description".into(), json!(description));
    // The one member that every record has.
    schema.insert("required".into(), json!(["tree"]));
    let mut value = schema.to_value();
    refine(&mut value, "/properties/tree", json!({"minItems": 1}))?;
    without_defaults(&mut value);
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

/// Removes the defaults, which are those of the structs: a missing member has no value.
fn without_defaults(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.remove("default");
            members.values_mut().for_each(without_defaults);
        }
        Value::Array(elements) => elements.iter_mut().for_each(without_defaults),
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
}
