//! Every diagnostic that this crate gives.

use kifu_core::{
    Code, CodeInfo,
    Severity::{self, Error, Note, Warning},
};

pub(crate) const NO_GAME: Code = Code("sgf/no-game");
pub(crate) const STRAY_TEXT: Code = Code("sgf/stray-text");
pub(crate) const STRAY_INSIDE: Code = Code("sgf/stray-inside");
pub(crate) const MISSING_SEMICOLON: Code = Code("sgf/missing-semicolon");
pub(crate) const MISSING_PARENTHESIS: Code = Code("sgf/missing-parenthesis");
pub(crate) const SURPLUS_PARENTHESIS: Code = Code("sgf/surplus-parenthesis");
pub(crate) const EMPTY_VALUE: Code = Code("sgf/empty-value");
pub(crate) const DOUBLE_PARENTHESIS: Code = Code("sgf/double-parenthesis");
pub(crate) const SEVERAL_ROOTS: Code = Code("sgf/several-roots");
pub(crate) const UNCLOSED_TREE: Code = Code("sgf/unclosed-tree");
pub(crate) const UNCLOSED_VALUE: Code = Code("sgf/unclosed-value");
pub(crate) const EMPTY_TREE: Code = Code("sgf/empty-tree");
pub(crate) const NODE_AFTER_VARIATION: Code = Code("sgf/node-after-variation");
pub(crate) const UNESCAPED_BRACKET: Code = Code("sgf/unescaped-bracket");
pub(crate) const PROPERTY_IN_TEXT: Code = Code("sgf/property-in-text");
pub(crate) const LINE_BREAK_IN_NAME: Code = Code("sgf/line-break-in-name");
pub(crate) const VALUE_WITHOUT_IDENTIFIER: Code = Code("sgf/value-without-identifier");
pub(crate) const IDENTIFIER_WITHOUT_VALUE: Code = Code("sgf/identifier-without-value");
pub(crate) const BLANK_IN_IDENTIFIER: Code = Code("sgf/blank-in-identifier");
pub(crate) const CONTROL_CHARACTER: Code = Code("sgf/control-character");
pub(crate) const LONG_NAME: Code = Code("sgf/long-name");
pub(crate) const ODD_IDENTIFIER: Code = Code("sgf/odd-identifier");
pub(crate) const UNKNOWN_PROPERTY: Code = Code("sgf/unknown-property");
pub(crate) const PROPERTY_OF_OTHER_GAME: Code = Code("sgf/property-of-other-game");
pub(crate) const PROPERTY_NOT_IN_VERSION: Code = Code("sgf/property-not-in-version");
pub(crate) const OLD_PROPERTY: Code = Code("sgf/old-property");
pub(crate) const DUPLICATE_PROPERTY: Code = Code("sgf/duplicate-property");
pub(crate) const TOO_MANY_VALUES: Code = Code("sgf/too-many-values");
pub(crate) const BAD_VALUE: Code = Code("sgf/bad-value");
pub(crate) const LOOSE_VALUE: Code = Code("sgf/loose-value");
pub(crate) const ODD_KOMI: Code = Code("sgf/odd-komi");
pub(crate) const ODD_HANDICAP: Code = Code("sgf/odd-handicap");
pub(crate) const NEGATIVE_TIME: Code = Code("sgf/negative-time");
pub(crate) const IMPOSSIBLE_POINT: Code = Code("sgf/impossible-point");
pub(crate) const IMPOSSIBLE_MARK: Code = Code("sgf/impossible-mark");
pub(crate) const BAD_SIZE: Code = Code("sgf/bad-size");
pub(crate) const MOVE_IN_ROOT: Code = Code("sgf/move-in-root");
pub(crate) const SETUP_AND_MOVE: Code = Code("sgf/setup-and-move");
pub(crate) const TWO_MOVES: Code = Code("sgf/two-moves");
pub(crate) const CONTRADICTION: Code = Code("sgf/contradiction");
pub(crate) const ROOT_PROPERTY_ELSEWHERE: Code = Code("sgf/root-property-elsewhere");
pub(crate) const GAME_INFO_ELSEWHERE: Code = Code("sgf/game-info-elsewhere");
pub(crate) const POINT_TWICE: Code = Code("sgf/point-twice");
pub(crate) const STONE_TWICE: Code = Code("sgf/stone-twice");
pub(crate) const NOT_GO: Code = Code("sgf/not-go");
pub(crate) const UNKNOWN_VERSION: Code = Code("sgf/unknown-version");
pub(crate) const BAD_SLOT: Code = Code("sgf/bad-slot");

/// The codes of the family `sgf/`.
///
/// ```
/// use kifu_core::{Format, Source};
/// use kifu_sgf::{CODES, Sgf};
/// let reading = Sgf::default().read(&Source::from_text("game.sgf", "Hello! (;B[aa])"));
/// let found = reading.diagnostics.iter().next().unwrap();
/// assert_eq!(found.code.0, "sgf/stray-text");
/// assert!(CODES.iter().any(|info| info.code == found.code && !info.page.is_empty()));
/// ```
#[rustfmt::skip]
pub const CODES: &[CodeInfo] = &[
    info(NO_GAME, Error, "there is no game in this text", "An SGF file holds at least one game tree: `(;…)`. None was found, so nothing was read.\n\n```sgf\nHello!\n```\n\nCheck that the file is SGF at all; if only the start of its game is missing, write it."),
    info(STRAY_TEXT, Warning, "text outside of any game", "Something stands before the first parenthesis, between two games or behind the last one: often the head of a letter. It is skipped, and stays in the file. Properties such as `B[bb]` that stand there are an error: they are missing from the record.\n\n```sgf\nFrom: me\n(;B[aa])\n```\n\nDelete it if you do not want it. Move properties inside the parentheses, or put parentheses around them (`kifu fix --guess`)."),
    info(STRAY_INSIDE, Error, "text inside a game that is no property", "Inside a game only identifiers with values in brackets have a meaning. What stands beside them is skipped, and stays in the file. A lone `]` is a warning only.\n\n```sgf\n(;SZ[9];B[ee] 1. ;W[gc])\n```\n\nTake it out, or put it into a comment; a lone `]` is taken out by `kifu fix`."),
    info(MISSING_SEMICOLON, Warning, "a node does not start with a semicolon", "A node starts with `;`. A property stands where a node should start; a node is read there.\n\n```sgf\n(B[aa];W[bb])\n```\n\nInsert the semicolon (`kifu fix`)."),
    info(MISSING_PARENTHESIS, Warning, "a game does not start with a parenthesis", "A game starts with `(;`. A node or a property starts this text instead, and a game is read from there.\n\n```sgf\n;B[aa];W[bb]\n```\n\nInsert the parenthesis (`kifu fix`)."),
    info(SURPLUS_PARENTHESIS, Warning, "a parenthesis closes nothing", "There are more `)` than `(`. It is skipped, and stays in the file.\n\n```sgf\n(;B[aa]))\n```\n\nTake it out (`kifu fix`)."),
    info(EMPTY_VALUE, Note, "a property without a value", "The property is there and says nothing: it is read as if it were not. A board without a size has 19 lines.\n\n```sgf\n(;SZ[9]KM[])\n```\n\nTake it out, or write what it should say."),
    info(DOUBLE_PARENTHESIS, Warning, "a variation starts with two parentheses", "A variation starts with a node, not with a further parenthesis. It is read as if there were one.\n\n```sgf\n((;B[aa]))\n```\n\nTake out one pair of parentheses; where only the first is too much, `kifu fix` does it."),
    info(SEVERAL_ROOTS, Warning, "a game has several first nodes", "A game has one first node. Several stand here; they are read as variations that follow an empty one.\n\n```sgf\n((;B[aa])(;B[bb]))\n```\n\nWrite them as games of their own, or below a common first node."),
    info(UNCLOSED_TREE, Warning, "a parenthesis is never closed", "The file ends inside a game: often it was cut. Everything up to the end is read.\n\n```sgf\n(;B[aa];W[bb]\n```\n\nClose it (`kifu fix`), and look whether something is missing."),
    info(UNCLOSED_VALUE, Warning, "a value never ends", "The file ends inside the brackets of a value: often it was cut. The value is read up to the end.\n\n```sgf\n(;C[so far\n```\n\nClose it (`kifu fix --guess`), and look whether something is missing."),
    info(EMPTY_TREE, Warning, "parentheses without any node", "A game and a variation have at least one node. These parentheses are skipped.\n\n```sgf\n(;B[aa]())\n```\n\nTake them out (`kifu fix`)."),
    info(NODE_AFTER_VARIATION, Warning, "a node follows a variation", "After its variations a node has nothing more to come. What follows is read as one more variation.\n\n```sgf\n(;B[aa](;W[bb]);W[cc])\n```\n\nPut it into parentheses."),
    info(UNESCAPED_BRACKET, Warning, "a bracket inside a text is not escaped", "In a text `]` must be written `\\]`, or it ends the text. What follows here cannot be anything but more of the text, and is read as such.\n\n```sgf\n(;C[see [1] here])\n```\n\nEscape it (`kifu fix --guess`)."),
    info(PROPERTY_IN_TEXT, Warning, "a text contains what looks like a property", "A name, an event or another text of one line contains an identifier of SGF with a bracket, such as ` KM[`. Most likely the `]` that ends the text is missing or was escaped by mistake, and the property after it became part of the text. The text was read as it stands, so that property is not in the record.\n\n```sgf\n(;PB[Lee KM[6.5];B[qd])\n```\n\nEnd the text before the property (`kifu fix --guess`)."),
    info(LINE_BREAK_IN_NAME, Warning, "a name contains a line break", "The name, rank or team of a player goes over several lines. SGF reads a line break there as a space. Often a `]` is missing and the name took more along than the name.\n\n```sgf\n(;PB[Lee\nSedol];B[qd])\n```\n\nWrite it in one line (`kifu fix`), after a look at whether all of it is the name."),
    info(VALUE_WITHOUT_IDENTIFIER, Error, "a value without an identifier", "A value belongs to an identifier. It is skipped, and stays in the file.\n\n```sgf\n(;[aa])\n```\n\nWrite the identifier before it."),
    info(IDENTIFIER_WITHOUT_VALUE, Error, "an identifier without a value", "A property has at least one value, even if it is empty. The identifier is skipped, and stays in the file.\n\n```sgf\n(;B W[aa])\n```\n\nWrite its value, or `[]`."),
    info(BLANK_IN_IDENTIFIER, Warning, "blanks inside an identifier", "The letters of an identifier stand together. They are read as if they did.\n\n```sgf\n(;A B[aa])\n```\n\nTake the blanks out (`kifu fix`)."),
    info(CONTROL_CHARACTER, Note, "a control character", "NUL bytes, byte-order marks in the middle and the like are read as spaces; between properties that is a note, in a text a warning.\n\n```console\n$ printf '(;B[aa]\\000;W[bb])' | kifu check -v -\nnote[sgf/control-character]: control characters; read as spaces\n```\n\nTake it out, with an editor that shows it."),
    info(LONG_NAME, Note, "a long name of an early version", "FF[1] to FF[3] allow lower-case letters in identifiers, which mean nothing: `AddBlack` is `AB`, and is read as that. In a file of FF[4] it is a warning.\n\n```sgf\n(;Black[aa])\n```\n\nWrite the capitals only (`kifu fix`)."),
    info(ODD_IDENTIFIER, Warning, "an identifier of unusual letters", "An identifier consists of capitals. This one is kept as it is, as a property that only SGF knows.\n\n```sgf\n(;b[aa])\n```\n\nWrite it in capitals, if that is what it means."),
    info(UNKNOWN_PROPERTY, Note, "a property that the standard does not know", "Programs may have properties of their own. It is kept as it is.\n\n```sgf\n(;KGSDE[aa])\n```\n\nNothing needs to be done."),
    info(PROPERTY_OF_OTHER_GAME, Warning, "a property of another game", "The standard has this property for another game than this one. It is kept as it is.\n\n```sgf\n(;GM[1]DI[65])\n```\n\nCheck the game (GM); if it is right, take the property out."),
    info(PROPERTY_NOT_IN_VERSION, Note, "a property that this version does not have", "The standard has this property, but not in the version that the file says it is written in; one that says nothing is in FF[1]. It is read all the same.\n\n```sgf\n(;FF[3]AR[aa:bb])\n```\n\nRaise the version (`FF[4]`), if the program that reads the file minds."),
    info(OLD_PROPERTY, Note, "a property that FF[4] no longer has", "An early version says in another way what FF[4] says too. It is read as what FF[4] says instead, or kept as it is.\n\n```sgf\n(;FF[1]L[aa][bb])\n```\n\nNothing needs to be done."),
    info(DUPLICATE_PROPERTY, Warning, "a property stands twice in a node", "Lists are merged, texts are joined; of other properties the first counts, and the rest are kept as they are.\n\n```sgf\n(;C[a]C[b])\n```\n\nWrite it once."),
    info(TOO_MANY_VALUES, Warning, "a property has several values and may have one", "Comments are joined; of other properties the first value counts, and the rest are kept as foreign data. Values that are empty or the same are ignored.\n\n```sgf\n(;B[aa][bb])\n```\n\nWrite the one that is meant; another move belongs into a node of its own."),
    info(BAD_VALUE, Warning, "a value that cannot be understood", "The value is not of the type that the property has. It is kept as it is; of a move or a stone that is an error, for the record is without it.\n\n```sgf\n(;V[good])\n```\n\nWrite it as the standard says."),
    info(LOOSE_VALUE, Warning, "a value that is not written as the standard says", "Its meaning is certain, and it is read so.\n\n```sgf\n(;PL[white])\n```\n\nWrite it as the standard says (`kifu fix`)."),
    info(ODD_KOMI, Warning, "a komi that is not counted in points", "Some servers count komi in quarters of a stone or in hundredths. It is read as points where the program that wrote the file is known to do so; otherwise as it stands.\n\n```sgf\n(;KM[375]AP[foxwq])\n```\n\nWrite it in points, `KM[7.5]` (`kifu fix --guess`)."),
    info(ODD_HANDICAP, Note, "a handicap of less than two stones", "A handicap has at least two stones. It is read as it stands.\n\n```sgf\n(;HA[0])\n```\n\nLeave it out."),
    info(NEGATIVE_TIME, Note, "a time below zero", "The standard allows any number here, and no clock shows less than nothing. The value is kept, and is no time of the record.\n\n```sgf\n(;B[aa]BL[-70])\n```\n\nNothing needs to be done. If the player lost on time, RE says so: `RE[W+T]`."),
    info(IMPOSSIBLE_POINT, Error, "a move or stone on a point that the board does not have", "The move or stone is left out; its property is kept as it is.\n\n```sgf\n(;SZ[9];B[zz])\n```\n\nCorrect the size (SZ) or the point."),
    info(IMPOSSIBLE_MARK, Warning, "a mark on a point that the board does not have", "The mark is kept as it is, and shown nowhere.\n\n```sgf\n(;SZ[9];CR[zz])\n```\n\nCorrect the size (SZ) or the point."),
    info(BAD_SIZE, Error, "a size that no board has", "A go board has 1 to 52 columns and rows. The game is read as if it were 19.\n\n```sgf\n(;SZ[99])\n```\n\nWrite the size that the board has."),
    info(MOVE_IN_ROOT, Note, "a move in the first node", "The first node is the start of the game; the move becomes the node after it, and takes along what is said of it.\n\n```sgf\n(;SZ[9]B[aa])\n```\n\nWrite it as a node of its own."),
    info(SETUP_AND_MOVE, Warning, "stones are set up and a move is made in one node", "The standard forbids it. It is read as two nodes: first the setup, then the move with all that is said of it. PL beside a move is ignored where the players alternate, and kept without effect where one moves again.\n\n```sgf\n(;AB[aa]B[bb])\n```\n\nWrite two nodes."),
    info(TWO_MOVES, Warning, "two moves in one node", "The standard forbids it. It is read as two nodes, in the order of the text.\n\n```sgf\n(;B[aa]W[bb])\n```\n\nWrite two nodes."),
    info(CONTRADICTION, Warning, "two judgements that exclude each other", "A position is good for Black or for White, a move is bad or good. The first counts, the rest are kept as they are.\n\n```sgf\n(;GB[1]GW[1])\n```\n\nTake out the one that is wrong."),
    info(ROOT_PROPERTY_ELSEWHERE, Warning, "a property of the first node stands elsewhere", "Size, charset and the like belong to the first node. It is kept as it is, and has no effect.\n\n```sgf\n(;B[aa];SZ[9])\n```\n\nMove it to the first node."),
    info(GAME_INFO_ELSEWHERE, Note, "information about the game stands in a later node", "The standard allows it, for files that hold several games of one opening. It is kept as it is, where it stands.\n\n```sgf\n(;B[aa];PB[x])\n```\n\nNothing needs to be done."),
    info(POINT_TWICE, Warning, "something stands twice in a list", "A list of points has each point once, and each arrow, line and label stands once. What stands twice is read once. A second label at a point, and a point in the territory of both players, are kept.\n\n```sgf\n(;AB[aa][aa])\n```\n\nTake one out."),
    info(STONE_TWICE, Warning, "a point is set up twice", "A node sets a point up in two ways, say black and white. The last counts.\n\n```sgf\n(;AB[aa]AW[aa])\n```\n\nTake out the one that is wrong."),
    info(NOT_GO, Note, "a game other than go", "SGF has many games, each with its number in GM, and kifu reads go. This one is kept in the file; there is no record of it.\n\n```sgf\n(;GM[11])\n```\n\nNothing needs to be done."),
    info(UNKNOWN_VERSION, Error, "a version that does not exist", "There are FF[1] to FF[4]. The file names another; it is read as FF[4].\n\n```sgf\n(;FF[5])\n```\n\nWrite FF[4]."),
    info(BAD_SLOT, Warning, "a note of kifu that cannot be understood", "What other formats say and SGF cannot is kept in the private property KX. This one is not as kifu writes it; it is kept as it is.\n\n```sgf\n(;KX[x])\n```\n\nNothing needs to be done; if the property is another program's, it is safe there."),
];

const fn info(code: Code, severity: Severity, title: &'static str, page: &'static str) -> CodeInfo {
    CodeInfo { code, severity, title, page }
}
