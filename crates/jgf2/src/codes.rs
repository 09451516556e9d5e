//! Every diagnostic that this crate gives: its own, and those of the JSON it is written in.

use kifu_core::{
    Code, CodeInfo,
    Severity::{self, Error, Note, Warning},
};

pub(crate) const NO_RECORD: Code = Code("jgf2/no-record");
pub(crate) const NO_TREE: Code = Code("jgf2/no-tree");
pub(crate) const NOT_A_NODE: Code = Code("jgf2/not-a-node");
pub(crate) const NOT_GO: Code = Code("jgf2/not-go");
pub(crate) const UNKNOWN_VERSION: Code = Code("jgf2/unknown-version");
pub(crate) const OLDER_KEY: Code = Code("jgf2/older-key");
pub(crate) const WRONG_KIND: Code = Code("jgf2/wrong-kind");
pub(crate) const BAD_VALUE: Code = Code("jgf2/bad-value");
pub(crate) const DISAGREEMENT: Code = Code("jgf2/disagreement");
pub(crate) const PLAYERS_OBJECT: Code = Code("jgf2/players-object");
pub(crate) const PLAYER_WITHOUT_COLOR: Code = Code("jgf2/player-without-color");
pub(crate) const COLOR_TWICE: Code = Code("jgf2/color-twice");
pub(crate) const BAD_SIZE: Code = Code("jgf2/bad-size");
pub(crate) const BAD_CUT_OFF: Code = Code("jgf2/bad-cut-off");
pub(crate) const BAD_MOVE: Code = Code("jgf2/bad-move");
pub(crate) const BAD_SETUP: Code = Code("jgf2/bad-setup");
pub(crate) const BAD_MARK: Code = Code("jgf2/bad-mark");
pub(crate) const BAD_SCORE: Code = Code("jgf2/bad-score");
pub(crate) const LABEL_WITHOUT_TEXT: Code = Code("jgf2/label-without-text");
pub(crate) const IMPOSSIBLE_POINT: Code = Code("jgf2/impossible-point");
pub(crate) const IMPOSSIBLE_MARK: Code = Code("jgf2/impossible-mark");
pub(crate) const POINT_TWICE: Code = Code("jgf2/point-twice");
pub(crate) const ODD_KOMI: Code = Code("jgf2/odd-komi");
pub(crate) const UNKNOWN_MEMBER: Code = Code("jgf2/unknown-member");
pub(crate) const STONE_TWICE: Code = Code("jgf2/stone-twice");
pub(crate) const PASS_WITH_POINT: Code = Code("jgf2/pass-with-point");
pub(crate) const MOVE_IN_ROOT: Code = Code("jgf2/move-in-root");
pub(crate) const SETUP_AND_MOVE: Code = Code("jgf2/setup-and-move");
pub(crate) const VARIATIONS_FIRST: Code = Code("jgf2/variations-first");
pub(crate) const VARIATIONS_AND_MORE: Code = Code("jgf2/variations-and-more");
pub(crate) const NODE_AFTER_VARIATIONS: Code = Code("jgf2/node-after-variations");
pub(crate) const BAD_VARIATION: Code = Code("jgf2/bad-variation");

/// The codes of the families `jgf2/` and `json/`.
///
/// ```
/// use kifu_core::{Format, Source};
/// use kifu_jgf2::{CODES, Jgf2};
/// // What is wrong with the JSON and what is wrong with the record: both have their pages here.
/// let text = r#"{"record": {"format": "JGF", "version": 2}, "board": {"size": 9}, "tree": [{}, 3,]}"#;
/// let reading = Jgf2::default().read(&Source::from_text("game.jgf", text));
/// let mut said: Vec<_> = reading.diagnostics.iter().map(|found| found.code.0).collect();
/// said.sort();
/// assert_eq!(said, ["jgf2/not-a-node", "json/trailing-comma"]);
/// assert!(said.iter().all(|code| CODES.iter().any(|info| info.code.0 == *code)));
/// ```
pub const CODES: &[CodeInfo] = &{
    let mut all = [OWN[0]; OWN.len() + kifu_json::CODES.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < OWN.len() { OWN[i] } else { kifu_json::CODES[i - OWN.len()] };
        i += 1;
    }
    all
};

#[rustfmt::skip]
const OWN: &[CodeInfo] = &[
    info(NO_RECORD, Error, "there is no JGF 2 record in this JSON", "A record is an object with a list `tree`, and usually with `record`, `game`, `board` and the like. Nothing of the kind was found.\n\n```json\n{\"a\": 1}\n```\n\nCheck that the file is JGF 2 at all."),
    info(NO_TREE, Error, "the record has no tree", "The moves stand in the list `tree`, whose first element is the start. It is missing, empty or no list; the record has no moves.\n\n```json\n{\"board\": {\"size\": 9}}\n```\n\nWrite `\"tree\": [{}]`, or with the moves behind the `{}`."),
    info(NOT_A_NODE, Error, "an element of the tree is no node", "The elements of a tree and of a variation are objects. This one is skipped, and stays in the file. A whole record inside of a node is none either: a bracket is missing before it.\n\n```json\n{\"tree\": [{}, 3]}\n```\n\nTake it out, or write the node that it stands for."),
    info(NOT_GO, Note, "a game other than go", "`game.type` names another game. The record stays in the file and is not read.\n\n```json\n{\"game\": {\"type\": \"chess\"}, \"tree\": [{}]}\n```\n\nNothing needs to be done; of a game of go write `go`."),
    info(UNKNOWN_VERSION, Warning, "a version that is not 2", "`record.version` is 2. The record is read as such all the same.\n\n```json\n{\"record\": {\"version\": 7}, \"tree\": [{}]}\n```\n\nWrite 2."),
    info(OLDER_KEY, Note, "a key of an earlier version", "The format has another name or another form for this since. It is read as what it is called today.\n\n```json\n{\"rules\": {\"ruleSet\": \"Japanese\"}, \"tree\": [{}]}\n```\n\nNothing needs to be done; `kifu convert --to jgf2` writes what is called so today."),
    info(WRONG_KIND, Warning, "a value of another kind than the format wants", "A text where a number should be, or the like. Where the meaning is certain it is read so; otherwise it is kept as it is.\n\n```json\n{\"rules\": {\"komi\": \"6.5\"}, \"tree\": [{}]}\n```\n\nWrite it as the format says: here `6.5`, without quotes."),
    info(BAD_VALUE, Warning, "a value that cannot be understood", "The value is of the kind that the format wants, and has no meaning there. It is kept as a text, or as it is.\n\n```json\n{\"game\": {\"date\": \"yesterday\"}, \"tree\": [{}]}\n```\n\nWrite it as the format says: here `2016-03-09`."),
    info(DISAGREEMENT, Warning, "two members disagree", "They say the same thing in two ways, and not the same. One counts, the other is kept as it is.\n\n```json\n{\"board\": {\"size\": 9, \"width\": 13, \"height\": 13}, \"tree\": [{}]}\n```\n\nTake out the one that is wrong."),
    info(PLAYERS_OBJECT, Warning, "players as an object", "The specification wants a list; Seki writes an object. Both are read.\n\n```json\n{\"players\": {\"black\": {\"name\": \"Gu\"}}, \"tree\": [{}]}\n```\n\nNothing needs to be done; `kifu convert --to jgf2` writes the list, `--to jgf2:players=object` the object."),
    info(PLAYER_WITHOUT_COLOR, Warning, "a player without a colour", "Nobody knows who of the two this is. It is kept as it is, and is no player of the record.\n\n```json\n{\"players\": [{\"name\": \"Gu\"}], \"tree\": [{}]}\n```\n\nName the colour: `{\"color\": \"black\", \"name\": \"Gu\"}`."),
    info(COLOR_TWICE, Warning, "two players of one colour", "A colour has one player. The first counts, the second is kept as it is.\n\n```json\n{\"players\": [{\"color\": \"black\", \"name\": \"Gu\"}, {\"color\": \"black\", \"name\": \"Lee\"}], \"tree\": [{}]}\n```\n\nGive each the colour that was theirs."),
    info(BAD_SIZE, Error, "a size that no board has", "A board has 1 to 52 columns and rows. The game is read as if it were 19×19.\n\n```json\n{\"board\": {\"width\": 0, \"height\": 9}, \"tree\": [{}]}\n```\n\nWrite the size that the board has."),
    info(BAD_CUT_OFF, Warning, "more is cut off than the board has", "Lines may be cut off at each side of the board, so that a part of it is shown; here nothing would remain. They are kept as they are, and the whole board is shown.\n\n```json\n{\"board\": {\"size\": 9, \"cutOffLeft\": 5, \"cutOffRight\": 5}, \"tree\": [{}]}\n```\n\nCut off less."),
    info(BAD_MOVE, Error, "a move that cannot be understood", "A move has a colour, and a point (`x`, `y`) or `\"pass\": true`. This one is left out of the game; its text is kept.\n\n```json\n{\"tree\": [{}, {\"move\": {\"color\": \"black\"}}]}\n```\n\nWrite the point, or that it is a pass."),
    info(BAD_SETUP, Error, "a setup that cannot be understood", "An entry of a setup has a type, black, white or clear, and a list of points on the board. This one is left out of the game; its text is kept.\n\n```json\n{\"tree\": [{\"setup\": [{\"type\": \"red\", \"coords\": []}]}]}\n```\n\nWrite the type and the points."),
    info(BAD_MARK, Warning, "a mark that cannot be understood", "An entry of a markup has a type and a list of points on the board. It is kept as it is, and shown nowhere.\n\n```json\n{\"tree\": [{\"markup\": [{\"type\": \"circle\"}]}]}\n```\n\nWrite the type and the points."),
    info(BAD_SCORE, Warning, "a score that cannot be understood", "An entry of a score has a colour and a list of points on the board. It is kept as it is.\n\n```json\n{\"tree\": [{\"score\": [{\"color\": \"red\", \"coords\": []}]}]}\n```\n\nWrite the colour and the points."),
    info(LABEL_WITHOUT_TEXT, Warning, "a label without a text", "A label shows a text at its point, and here there is none. It is read as an empty label.\n\n```json\n{\"tree\": [{\"markup\": [{\"type\": \"label\", \"coords\": [{\"x\": 0, \"y\": 0}]}]}]}\n```\n\nWrite the text beside the point: `{\"x\": 0, \"y\": 0, \"text\": \"A\"}`."),
    info(IMPOSSIBLE_POINT, Error, "a move or stone on a point that the board does not have", "Points are counted from 0, so that a board of 9 has none beyond 8. The move or stone is left out of the game; its text is kept.\n\n```json\n{\"board\": {\"size\": 9}, \"tree\": [{}, {\"move\": {\"color\": \"black\", \"x\": 9, \"y\": 0}}]}\n```\n\nCorrect the board or the point."),
    info(IMPOSSIBLE_MARK, Warning, "a mark on a point that the board does not have", "Points are counted from 0, so that a board of 9 has none beyond 8. The mark is kept as it is, and shown nowhere.\n\n```json\n{\"board\": {\"size\": 9}, \"tree\": [{\"markup\": [{\"type\": \"circle\", \"coords\": [{\"x\": 9, \"y\": 0}]}]}]}\n```\n\nCorrect the board or the point."),
    info(POINT_TWICE, Warning, "a list names a point twice", "A list of points has each point once, and each arrow, line and label stands once. What stands twice is read once; a point in the territory of both players is kept for both.\n\n```json\n{\"tree\": [{\"setup\": [{\"type\": \"black\", \"coords\": [{\"x\": 0, \"y\": 0}, {\"x\": 0, \"y\": 0}]}]}]}\n```\n\nTake one out."),
    info(UNKNOWN_MEMBER, Note, "a member that the format has no word for", "Programs may write members of their own. It is kept as it is, in its place.\n\n```json\n{\"tree\": [{}, {\"move\": {\"color\": \"black\", \"x\": 0, \"y\": 0, \"thought\": 12}}]}\n```\n\nNothing needs to be done; if it is a slip of the pen, write what the format calls it."),
    info(STONE_TWICE, Warning, "a point is set up twice", "Two entries of one node set the same point up in two ways. The last entry counts.\n\n```json\n{\"tree\": [{\"setup\": [{\"type\": \"black\", \"coords\": [{\"x\": 0, \"y\": 0}]}, {\"type\": \"white\", \"coords\": [{\"x\": 0, \"y\": 0}]}]}]}\n```\n\nTake out the one that is wrong."),
    info(PASS_WITH_POINT, Warning, "a pass with a point", "A move is a pass or has a point. It is read as a pass; the point is kept as it is.\n\n```json\n{\"tree\": [{}, {\"move\": {\"color\": \"black\", \"pass\": true, \"x\": 0, \"y\": 0}}]}\n```\n\nTake out the pass or the point."),
    info(MOVE_IN_ROOT, Warning, "a move in the first node", "The first node is the start of the game; the move becomes the node after it, and takes along what is said of it.\n\n```json\n{\"tree\": [{\"move\": {\"color\": \"black\", \"x\": 0, \"y\": 0}}]}\n```\n\nWrite a node `{}` before it."),
    info(SETUP_AND_MOVE, Warning, "stones are set up and a move is made in one node", "A node does one or the other. It is read as two nodes: first the setup, then the move with all that is said of it.\n\n```json\n{\"tree\": [{}, {\"setup\": [{\"type\": \"black\", \"coords\": [{\"x\": 0, \"y\": 0}]}], \"move\": {\"color\": \"white\", \"x\": 1, \"y\": 0}}]}\n```\n\nWrite two nodes."),
    info(VARIATIONS_FIRST, Warning, "variations before any node", "The first element of a tree is a node. They are read as variations of an empty start.\n\n```json\n{\"tree\": [{\"variations\": [[{}], [{}]]}]}\n```\n\nWrite a node `{}` before them."),
    info(VARIATIONS_AND_MORE, Warning, "variations in a node that says something else too", "Variations stand in an object of their own. The node is read first, and the variations after it.\n\n```json\n{\"tree\": [{}, {\"name\": \"A\", \"variations\": [[{}]]}]}\n```\n\nWrite two objects: `{\"name\": \"A\"}, {\"variations\": [[{}]]}`."),
    info(NODE_AFTER_VARIATIONS, Warning, "a node follows variations", "After its variations a list has nothing more to come. The node is read as one more variation.\n\n```json\n{\"tree\": [{}, {\"variations\": [[{}]]}, {}]}\n```\n\nWrite it as the last variation: `{\"variations\": [[{}], [{}]]}`."),
    info(BAD_VARIATION, Error, "a variation that is no list", "A variation is a list of nodes. This one is skipped, and stays in the file.\n\n```json\n{\"tree\": [{}, {\"variations\": [3]}]}\n```\n\nWrite a list: `{\"variations\": [[{}]]}`."),
    info(ODD_KOMI, Warning, "a komi that is hardly meant in points", "Some servers count komi in hundredths of a point or in quarters of a stone: 375 is 7.5 points. It is read as it stands, because JGF 2 says nothing of who wrote it so.\n\n```json\n{\"rules\": {\"komi\": 375}, \"tree\": [{}]}\n```\n\nWrite the komi in points."),
];

const fn info(code: Code, severity: Severity, title: &'static str, page: &'static str) -> CodeInfo {
    CodeInfo { code, severity, title, page }
}
