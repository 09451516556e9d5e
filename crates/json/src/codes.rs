//! Every diagnostic that this crate gives.

use kifu_core::{Code, CodeInfo, Severity};

/// The codes of the family `json/`; the formats written in JSON have them in their own tables too.
///
/// ```
/// assert!(kifu_json::CODES.iter().all(|info| info.code.family() == "json"));
/// ```
pub const CODES: &[CodeInfo] = &[
    EMPTY,
    TOO_LARGE,
    STRAY_TEXT,
    FURTHER_VALUE,
    STATEMENT,
    COMMENT,
    UNCLOSED_COMMENT,
    ODD_SPACE,
    MISSING_COMMA,
    EXTRA_COMMA,
    TRAILING_COMMA,
    MISSING_COLON,
    MISSING_VALUE,
    MISSING_KEY,
    BARE_KEY,
    DUPLICATE_KEY,
    MISMATCHED_BRACKET,
    UNCLOSED_BRACKET,
    BARE_TEXT,
    ODD_LITERAL,
    ODD_NUMBER,
    SINGLE_QUOTES,
    MISSING_QUOTE,
    UNCLOSED_STRING,
    CONTROL_CHARACTER,
    UNKNOWN_ESCAPE,
    LONE_SURROGATE,
];

const fn warning(code: &'static str, title: &'static str, page: &'static str) -> CodeInfo {
    CodeInfo { code: Code(code), severity: Severity::Warning, title, page }
}

const fn error(code: &'static str, title: &'static str, page: &'static str) -> CodeInfo {
    CodeInfo { code: Code(code), severity: Severity::Error, title, page }
}

pub(crate) const EMPTY: CodeInfo = error(
    "json/empty",
    "there is no JSON value",
    "The text is empty, or holds nothing but white space, comments and text that is no JSON. A JSON text is a value: mostly an object, `{ … }`.\n\n```json\n// no record here\n```\n\nLook whether it is the right file; an empty one was perhaps never written to its end.",
);
pub(crate) const TOO_LARGE: CodeInfo = error(
    "json/too-large",
    "the text is larger than 4 GiB",
    "Places in a text are counted with 32 bits, so that a larger text has places without a number. Nothing of it was read. In the program `text/too-large` is said before.\n\n```text\nerror[json/too-large]: 4831838208 bytes are more than the 4 GiB a text can have; nothing of it was read\n```\n\nSplit the file: JSON lines, an object a line, can be cut between any two lines.",
);
pub(crate) const STRAY_TEXT: CodeInfo = error(
    "json/stray-text",
    "a piece of the text belongs nowhere",
    "Something stands where JSON has no place for it, and was skipped: a word outside of any value, a closing bracket that closes nothing, a colon in an array.\n\n```json\n{\"x\": 1}} and more\n```\n\nOften a quotation mark or a bracket is missing, or there is one too many, somewhat earlier.",
);
pub(crate) const FURTHER_VALUE: CodeInfo = warning(
    "json/further-value",
    "a further value follows on the same line",
    "A JSON text is one value. Several are read where each has a line of its own (JSON lines); these two share one line. Both are read, as values of their own.\n\n```json\n{\"a\": 1} {\"b\": 2}\n```\n\n`kifu fix` puts each on a line of its own; or put both into an array.",
);
pub(crate) const STATEMENT: CodeInfo = warning(
    "json/statement",
    "the value stands in a JavaScript statement",
    "JSON is a value alone: no name before it, no semicolon behind it. Examples in specifications and files saved from web pages have them; they are passed over.\n\n```json\nJGF = {\"record\": {}};\n```\n\n`kifu fix` takes them away.",
);
pub(crate) const COMMENT: CodeInfo = warning(
    "json/comment",
    "JSON has no comments",
    "A comment, `// …` or `/* … */`, is passed over here, and refused by strict readers.\n\n```json\n{\"komi\": 6.5} // as agreed\n```\n\n`kifu fix --guess` takes comments away; what they say is lost with them.",
);
pub(crate) const UNCLOSED_COMMENT: CodeInfo = error(
    "json/unclosed-comment",
    "a comment never ends",
    "After `/*` no `*/` follows: all the rest of the text is taken for a comment and not read.\n\n```json\n{\"komi\": 6.5} /* as agreed\n```\n\nClose the comment where it ends.",
);
pub(crate) const ODD_SPACE: CodeInfo = warning(
    "json/odd-space",
    "white space that JSON does not have",
    "JSON knows blanks, tabulators and line ends. Here stands another kind: a byte-order mark within the text, a no-break space, a full-width space, a form feed. Text copied from a web page or a word processor has them. It is passed over as white space; strict readers refuse it.\n\n```json\n{\"komi\":\u{3000}6.5}\n```\n\n`kifu fix` replaces it.",
);
pub(crate) const MISSING_COMMA: CodeInfo = warning(
    "json/missing-comma",
    "a comma is missing",
    "Two members or elements follow each other without a comma between them; they were read as if there were one.\n\n```json\n{\"x\": 15 \"y\": 3}\n```\n\n`kifu fix` puts it in.",
);
pub(crate) const EXTRA_COMMA: CodeInfo = warning(
    "json/extra-comma",
    "a comma too many",
    "A comma with nothing before it: at the start of an array or object, after another comma, or between two values of the outermost level. It was passed over.\n\n```json\n[1,, 2]\n```\n\nIn JavaScript `[1,, 2]` has three elements, the second undefined; here it has two. `kifu fix` takes the comma away in an object, and in a list with `--guess`; write the element, if one is missing.",
);
pub(crate) const TRAILING_COMMA: CodeInfo = warning(
    "json/trailing-comma",
    "a comma before a closing bracket",
    "JavaScript allows a comma after the last member or element, JSON does not. It was passed over.\n\n```json\n{\"x\": 15, \"y\": 3,}\n```\n\n`kifu fix` takes it away.",
);
pub(crate) const MISSING_COLON: CodeInfo = warning(
    "json/missing-colon",
    "no colon between a key and its value",
    "A value follows its key without a colon, or with `=` in its place; it was read as if there were a colon.\n\n```json\n{\"x\" 15}\n```\n\n`kifu fix` puts it in.",
);
pub(crate) const MISSING_VALUE: CodeInfo = warning(
    "json/missing-value",
    "a key without a value",
    "A key is followed by a comma or a closing bracket. It has no value: readers take it as absent, and it is written as `null`.\n\n```json\n{\"x\": , \"y\"}\n```\n\nWrite the value; `kifu fix --guess` writes `null`.",
);
pub(crate) const MISSING_KEY: CodeInfo = error(
    "json/missing-key",
    "a value without a key",
    "In an object each value has a key. This one has none, so that nobody will ask for it.\n\n```json\n{\"x\": 15, {\"y\": 3}}\n```\n\nOften a closing bracket is missing, or the outer braces should be `[ … ]`.",
);
pub(crate) const BARE_KEY: CodeInfo = warning(
    "json/bare-key",
    "a key without quotes",
    "JavaScript allows keys without quotes, JSON does not. It was read as if it had them.\n\n```json\n{x: 15}\n```\n\n`kifu fix` puts them around it.",
);
pub(crate) const DUPLICATE_KEY: CodeInfo = error(
    "json/duplicate-key",
    "a key is there twice",
    "Two members of one object have the same key. The last one counts, as for JavaScript's `JSON.parse` and most others; the others stay in the file and are not read.\n\n```json\n{\"name\": \"A\", \"name\": \"B\"}\n```\n\nDelete the one that is wrong.",
);
pub(crate) const MISMATCHED_BRACKET: CodeInfo = warning(
    "json/mismatched-bracket",
    "a bracket is closed by one of the other kind",
    "A `}` stands where a `]` is due, or the other way round. It was taken to close the innermost bracket of its own kind, and what was open inside of that was closed before it.\n\n```json\n{\"tree\": [{\"x\": 15}}\n```\n\n`kifu fix --guess` puts in what is missing. The bracket may well belong elsewhere: look at what was read.",
);
pub(crate) const UNCLOSED_BRACKET: CodeInfo = warning(
    "json/unclosed-bracket",
    "the text ends within an array or an object",
    "Brackets are still open at the end of the text; they were closed there. A file that was cut off, by a full disk or a broken download, looks like this: what stood behind is gone.\n\n```json\n{\"tree\": [{}\n```\n\nLook for a whole copy of the file. `kifu fix --guess` closes the brackets.",
);
pub(crate) const BARE_TEXT: CodeInfo = warning(
    "json/bare-text",
    "a text without quotes",
    "A value that is neither a number nor one of `true`, `false` and `null` is text, and text has quotes. It was read as if it had them.\n\n```json\n{\"color\": black, \"date\": 2023-06-12}\n```\n\n`kifu fix --guess` puts them around it.",
);
pub(crate) const ODD_LITERAL: CodeInfo = warning(
    "json/odd-literal",
    "a word of another language",
    "`NaN`, `Infinity`, `undefined` and Python's `None` are read as `null`, `True` and `False` as `true` and `false`. JSON spells the latter three in lower case and has none of the others.\n\n```json\n{\"komi\": NaN, \"pass\": True}\n```\n\n`kifu fix` replaces them.",
);
pub(crate) const ODD_NUMBER: CodeInfo = warning(
    "json/odd-number",
    "a number that JSON spells otherwise",
    "JSON's numbers have no plus sign, a digit before and behind the point, no zeros before them, and only decimal digits. The number was read for what it means; zeros before it were passed over.\n\n```json\n[+1, .5, 6., 007, 0x1F]\n```\n\n`kifu fix` writes it as JSON does; zeros before a number, which in old JavaScript make it octal, only with `--guess`.",
);
pub(crate) const SINGLE_QUOTES: CodeInfo = warning(
    "json/single-quotes",
    "a text in single quotes",
    "JavaScript and Python allow single quotes around a text, JSON does not. It was read as if they were double.\n\n```json\n{'name': 'A'}\n```\n\n`kifu fix` makes them double.",
);
pub(crate) const MISSING_QUOTE: CodeInfo = warning(
    "json/missing-quote",
    "a closing quotation mark is missing",
    "A string goes on over the end of its line, and nothing closes it, or what closes it opens the next string: a word follows right behind it. So its own closing mark was taken to be missing, and the string to end with its line, before a comma or bracket there.\n\n```json\n{\n  \"name\": \"Lee,\n  \"rank\": \"9p\"\n}\n```\n\n`kifu fix --guess` puts the mark in. No other fix of such a text is certain.",
);
pub(crate) const UNCLOSED_STRING: CodeInfo = warning(
    "json/unclosed-string",
    "a string never ends",
    "A quotation mark opens a string and none closes it: all the rest of the text was taken for it. Often the missing mark belongs much earlier, and strings and what stands between them have changed places from there on.\n\n```console\n$ printf '{\"tree\": [{}], \"x\": \"Lee}' | kifu check -\nwarning[json/unclosed-string]: no \" closes the string that begins here; it was read up to the end of the text\n```\n\nPut the mark where it belongs; `kifu fix --guess` puts it at the end of the text.",
);
pub(crate) const CONTROL_CHARACTER: CodeInfo = warning(
    "json/control-character",
    "a line end or another control character in a string",
    "In a string JSON has line ends, tabulators and other control characters only as escapes: `\\n`, `\\t`, `\\u0000`. It was read as it stands.\n\n```json\n{\"name\": \"Lee\nSedol\"}\n```\n\n`kifu fix` escapes it. Where a string runs over several lines, look whether its closing quotation mark is missing.",
);
pub(crate) const UNKNOWN_ESCAPE: CodeInfo = warning(
    "json/unknown-escape",
    "a backslash before something that JSON does not escape",
    "JSON's escapes are `\\\"` `\\\\` `\\/` `\\b` `\\f` `\\n` `\\r` `\\t` and `\\u` with four hexadecimal digits. JavaScript's others were read as JavaScript does: `\\'` is `'`, `\\x41` is `A`, before any other character the backslash is dropped. `\\u` and `\\x` without their digits stay as they are written.\n\n```json\n{\"folder\": \"C:\\games\"}\n```\n\nWrite `\\\\` for a backslash. `kifu fix` writes what means something to JavaScript as JSON does; a backslash that means nothing it takes away only with `--guess`.",
);
pub(crate) const LONE_SURROGATE: CodeInfo = error(
    "json/lone-surrogate",
    "half a character",
    "Characters beyond U+FFFF are escaped as two halves: `\\ud83d\\ude00` is 😀. Here one half stands alone and means no character; it was read as U+FFFD (�). Some program cut a text in the middle of a character.\n\n```json\n{\"name\": \"\\ud83d\"}\n```\n\nWrite the whole character, or take the half away.",
);
