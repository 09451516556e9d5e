//! The macro for the published shape of a format as plain structs.

/// Defines structs whose members are all optional, and that keep unknown members.
///
/// A format in JSON defines its published shape with it, in its feature `serde`: the structs implement `Serialize` and
/// `Deserialize` of the crate `serde`, and with the feature `schema` `JsonSchema` of the crate `schemars`. The crate that calls the
/// macro depends on these crates and on `serde_json`.
///
/// ```
/// kifu_json::shapes! {
///     /// A point.
///     Point {
///         /// The column, from 0.
///         x "x": Option<u8>,
///     }
/// }
/// let point: Point = serde_json::from_str(r#"{"x": 3, "hat": true}"#)?;
/// assert_eq!((point.x, point.other.len()), (Some(3), 1));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident $key:literal : $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(default)]
        #[non_exhaustive]
        pub struct $name {
            $(
                $(#[$field_doc])*
                #[serde(rename = $key, skip_serializing_if = "kifu_json::record::is_default")]
                pub $field: $type,
            )*
            /// Members that the specification does not have.
            #[serde(flatten)]
            pub other: serde_json::Map<String, serde_json::Value>,
        }
    )*};
}

/// Returns true for the value that a member has if it is missing.
///
/// ```
/// assert!(kifu_json::record::is_default(&0) && !kifu_json::record::is_default(&1));
/// ```
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
