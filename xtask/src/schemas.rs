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
    let or = |name: &str, older: &str| json!({"anyOf": [{"$ref": format!("#/$defs/{name}")}, {"type": older}]});
    vec![
        ("/$defs/Board", json!({"dependentRequired": {"width": ["height"], "height": ["width"]}})),
        ("/$defs/Board/properties/width", side.clone()),
        ("/$defs/Board/properties/height", side),
        ("/$defs/Board/properties/cutoff/items", json!({"enum": ["left", "right", "top", "bottom"]})),
        ("/$defs/Node/properties/turn", json!({"enum": ["B", "W", null]})),
        ("/$defs/Move", json!({"oneOf": [{"required": ["B"]}, {"required": ["W"]}]})),
        // The forms of the first dialects.
        ("/properties/game", or("Game", "string")),
        ("/$defs/Game/properties/time", json!({"anyOf": [{"$ref": "#/$defs/Time"}, {"type": ["number", "null"]}]})),
        ("/$defs/Game/properties/dates", json!({"type": ["array", "string"]})),
    ]
}

/// Returns what the types of the structs do not say of JGF 2.
fn of_jgf2() -> Vec<Refinement> {
    let side = json!({"minimum": 1, "maximum": 52});
    // The first files have one point in each entry, without `coords`.
    let flat = json!({"required": ["x", "y", "type"]});
    let types = json!({"required": ["type", "coords"], "properties": {"type": {"enum": ["black", "white", "clear"]}}});
    let setup = json!({"anyOf": [{"allOf": [{"$ref": "#/$defs/Points"}, types]}, flat.clone()]});
    let labels = json!({"required": ["coords"], "properties": {"coords": {"items": {"required": ["text"]}}}});
    vec![
        ("/$defs/Board/properties/size", side.clone()),
        ("/$defs/Board/properties/width", side.clone()),
        ("/$defs/Board/properties/height", side),
        ("/$defs/Node/properties/turn", json!({"enum": ["black", "white", null]})),
        (
            "/$defs/Move",
            json!({"required": ["color"], "anyOf": [{"required": ["x", "y"]}, {"required": ["pass"], "properties": {"pass": {"const": true}}}]}),
        ),
        ("/$defs/Move/properties/color", json!({"enum": ["black", "white"]})),
        ("/$defs/Node/properties/setup", json!({"items": setup})),
        (
            "/$defs/Points",
            json!({"if": {"required": ["type"], "properties": {"type": {"const": "label"}}}, "then": {"anyOf": [labels, flat]}}),
        ),
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
}
