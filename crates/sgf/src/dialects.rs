//! The table of SGF dialects: what programs and servers write otherwise than the standard, and what kifu reads.

/// A program or server, and how its SGF files differ from the standard.
///
/// ```
/// use kifu_sgf::DIALECTS;
/// let fox = DIALECTS.iter().find(|dialect| dialect.program == "Fox").unwrap();
/// assert_eq!(fox.applications, ["foxwq"]);
/// assert!(fox.properties.iter().any(|property| property.identifier == "TT"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dialect {
    /// The name of the program or server.
    pub program: &'static str,
    /// Parts of AP; the AP of the program contains one of them. Empty if the program does not write AP.
    pub applications: &'static [&'static str],
    /// Another sign of these files, in words. Empty if there is none.
    pub sign: &'static str,
    /// The private properties of the program.
    pub properties: &'static [PrivateProperty],
    /// What the program writes, and what kifu reads.
    pub habits: &'static [Habit],
}

/// A property that only some programs know.
///
/// ```
/// use kifu_sgf::DIALECTS;
/// let mut properties = DIALECTS.iter().flat_map(|dialect| dialect.properties);
/// let dead = properties.find(|property| property.identifier == "KGSDE").unwrap();
/// assert_eq!(dead.about, "dead stones");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrivateProperty {
    /// The identifier.
    pub identifier: &'static str,
    /// The meaning, in a few words. Empty if it is not known.
    pub about: &'static str,
}

/// Something that a program writes otherwise than other programs.
///
/// ```
/// let habits = kifu_sgf::DIALECTS.iter().flat_map(|dialect| dialect.habits);
/// assert!(habits.clone().any(|habit| habit.written == "`KM[375]`"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Habit {
    /// An example, or a description. In Markdown.
    pub written: &'static str,
    /// What kifu reads, in words. In Markdown.
    pub read: &'static str,
}

impl Dialect {
    const fn new(program: &'static str, applications: &'static [&'static str]) -> Self {
        Self { program, applications, sign: "", properties: &[], habits: &[] }
    }

    const fn sign(self, sign: &'static str) -> Self {
        Self { sign, ..self }
    }

    const fn properties(self, properties: &'static [PrivateProperty]) -> Self {
        Self { properties, ..self }
    }

    const fn habits(self, habits: &'static [Habit]) -> Self {
        Self { habits, ..self }
    }

    /// Returns true if AP names the program.
    pub(crate) fn has_written(&self, application: &str) -> bool {
        self.applications.iter().any(|part| application.contains(part))
    }
}

/// Returns a private property of a program, and the program.
pub(crate) fn private_property(identifier: &str) -> Option<(&'static Dialect, &'static PrivateProperty)> {
    DIALECTS.iter().find_map(|dialect| {
        let property = dialect.properties.iter().find(|property| property.identifier == identifier)?;
        Some((dialect, property))
    })
}

const fn private(identifier: &'static str, about: &'static str) -> PrivateProperty {
    PrivateProperty { identifier, about }
}

const fn habit(written: &'static str, read: &'static str) -> Habit {
    Habit { written, read }
}

pub(crate) const FOX: Dialect = Dialect::new("Fox", &["foxwq"])
    .properties(&[private("TT", "seconds of a byo-yomi period"), private("RN", ""), private("RL", "")])
    .habits(&[
        habit("`AP[GNU Go:3.8]AP[foxwq]`", "every AP is examined; the first one is the application"),
        habit("`KM[375]`", "komi in hundredths of a stone, which is two points (275, 325, 350, 375): 7.5"),
        habit("`KM[650]`", "komi in hundredths of a point (50, 550, 650, 700, 750): 6.5"),
        habit("`TC[3]TT[30]`", "the overtime 3x30 byo-yomi"),
        habit("`RE[W+3.25]`", "a score in stones, if it ends with .25 or .75: W+6.5"),
        habit("`HA[0]`, and four moves of Black first", "moves; a note states that they are probably handicap stones"),
        habit("`HA[1]KM[0]`", "a game without komi: a handicap of 1"),
        habit("`BR[5段]`, `BR[P9段]`, `BR[3级]`", "ranks, as texts"),
    ]);

pub(crate) const CYBERORO: Dialect = Dialect::new("Sina and Cyberoro", &[])
    .sign("RD, or KO with a value, in the first node. Their files have neither AP nor FF")
    .properties(&[
        private("RD", "the date"),
        private("HD", "the handicap"),
        private("LC", "the number of byo-yomi periods"),
    ])
    .habits(&[
        habit("`TE[5th Meijin]` in the first node", "the event (EV)"),
        habit("`RD[2003-10-12]`", "the date (DT)"),
        habit("`KO[6.5]`", "the komi (KM)"),
        habit("`HD[2]`", "the handicap (HA)"),
        habit("`LT[60]LC[5]`", "the overtime 5x60 byo-yomi"),
        habit("`TM[3小时]`, `TM[1시간]`", "the main time in hours"),
        habit("`RE[黑中盘胜]`, `RE[흑불계승]`", "the result: B+R"),
        habit("`RE[294수 흑0.5집승]`", "the result B+0.5, if the game has 294 moves; otherwise a text"),
    ]);

pub(crate) const SMARTGO: Dialect = Dialect::new("SmartGo", &["SmartGo"])
    .properties(&[
        private("TY", "kind of a territory analysis"),
        private("TZ", "a territory analysis"),
        private("TU", "time used for a problem"),
        private("NN", "number of nodes"),
        private("DE", "depth"),
    ])
    .habits(&[
        habit("`OT[20 / 5]`", "20 moves in 5 minutes: the overtime 20/300 Canadian"),
        habit("`OM[20]OP[300.0]` in the first node", "the overtime 20/300 Canadian (FF[3])"),
        habit("`CH[1]`", "a check mark (FF[3]); no effect"),
    ]);

pub(crate) const LIZZIE: Dialect = Dialect::new("Lizzie and LizzieYzy", &["Lizzie"])
    .properties(&[
        private("LZ", "analysis of an engine"),
        private("LZ2", "analysis of a second engine"),
        private("LZOP", "analysis of the start position"),
        private("LZOP2", "analysis of the start position by a second engine"),
        private("DZ", "kind of the board"),
        private("FIT", "share of moves that an engine would play"),
    ])
    .habits(&[
        habit("`AP[Lizzie: 0.7]`", "the application `Lizzie v0.7`"),
        habit("`B[jj]` on 9x9", "a pass: the point beside the last corner of the board"),
        habit(
            "`LZ[KataGo 47.2 1.5k⏎move Q16 visits 812 winrate 5283 pv Q16 D4]`",
            "an analysis of the position after the move, and one of each candidate. With values that an analysis has no place for \
             (PDA, pvVisits), it is kept unchanged",
        ),
        habit("`LZ2`, `LZOP`, `LZOP2`", "kept unchanged"),
    ]);

/// The dialects of SGF, each with what kifu reads.
///
/// docs/dialects.md is made from this table.
///
/// ```
/// use kifu_sgf::DIALECTS;
/// let programs: Vec<_> = DIALECTS.iter().map(|dialect| dialect.program).collect();
/// assert!(programs.contains(&"KGS") && programs.contains(&"OGS"));
/// ```
pub const DIALECTS: &[Dialect] = &[
    FOX,
    Dialect::new("YuanYu, and files of gokifu.com", &["YuanYu", "SGFC:2.0"])
        .habits(&[habit("`KM[750]`, `KM[375]`", "komi as Fox writes it: 7.5")]),
    Dialect::new("KGS", &["CGoban"])
        .sign("PC names the KGS server")
        .properties(&[
            private("KGSDE", "dead stones"),
            private("KGSSB", "Black's score"),
            private("KGSSW", "White's score"),
        ])
        .habits(&[
            habit("`OT[5x30 byo-yomi]` with `OB[3]`", "periods left; with Canadian overtime moves left"),
            habit("`RE[B+Resign]`, `RE[W+21.50]`", "results, which keep their digits"),
            habit("`BR[11k?]`, `BR[-]`", "ranks, as texts"),
            habit("`C[alice [2k\\]: hi]`", "chat, as a comment"),
            habit("`KGSDE`, `KGSSB`, `KGSSW`", "kept unchanged; TB and TW have the territory"),
        ]),
    Dialect::new("OGS", &[])
        .sign("PC starts with `OGS:` or names online-go.com")
        .habits(&[
            habit("`(;W[dp](;B[pp]` for each move", "one line of moves without variations"),
            habit("`OT[86400 fischer]`", "an increment per move"),
            habit("`OT[60 simple]`", "60 seconds per move"),
            habit("`TM[0]OT[0 none]`", "no time limit: a main time of 0, and OT as a text"),
            habit("`BR[?]`", "an unknown rank, as a text"),
            habit("`C[bob: look at [1\\]]`", "brackets that are not escaped are read as text"),
        ]),
    Dialect::new("MultiGo", &["MultiGo"])
        .properties(&[private("MULTIGOGM", "whether the file is a game"), private("MULTIGOBM", "")])
        .habits(&[
            habit("GBK without CA", "the charset is detected"),
            habit("`AB[aa]AB[bb]`", "the lists are merged"),
            habit("no FF and no GM", "FF[1], with the properties of newer versions"),
            habit("`TM[24h]`", "86400 seconds"),
        ]),
    Dialect::new("Pandanet", &["GoPanda", "glGo"])
        .sign("EV or US names the server")
        .properties(&[
            private("OS", "observers"),
            private("RR", "kind of the game"),
            private("NB", ""),
            private("NW", ""),
        ])
        .habits(&[
            habit("`CoPyright[…]`", "the copyright (CP)"),
            habit("`KM[6.500000]`", "the komi, which keeps its digits"),
            habit("`LT[]`", "no effect (FF[3])"),
            habit("`BR[11k+]`, `WR[12k ]`", "ranks, as texts"),
            habit("`AP[GoPanda2.5.2]`", "the application, without a version"),
        ]),
    CYBERORO,
    Dialect::new("Tygem", &[])
        .sign("its client writes GIB; SGF files of its games have the form of Cyberoro")
        .habits(&[habit("as Sina and Cyberoro", "as Sina and Cyberoro"), habit("`BR[2段]`", "a rank, as a text")]),
    Dialect::new("KataGo", &[])
        .sign("no AP; RU is one word such as `koPOSITIONALscoreAREAtaxNONEsui0`")
        .habits(&[
            habit(
                "`C[0.53 0.47 0.00 0.5 v=800]`",
                "an analysis of the position before the move: chances of White, of Black and of no result, White's lead, visits. \
                 A comment with more than that stays a comment",
            ),
            habit("`RU[koSIMPLEscoreAREAtaxNONEsui0whbN]`", "a rule set: ko, scoring, tax, suicide, compensation"),
            habit("`HA[0]`", "a handicap of 0"),
            habit("`RE[Void]`, `RE[0]`", "no result; a draw"),
            habit("a last node without a move", "the comment of a search whose result was to resign"),
        ]),
    Dialect::new("KaTrain", &["KaTrain"])
        .properties(&[
            private("KT", "analysis of KataGo"),
            private("KTV", "version of KT"),
            private("KTSF", "link to a node"),
            private("KTSID", "number of a node"),
        ])
        .habits(&[habit("`KT[H4sI…]`", "kept unchanged: compressed data with the time of writing, which kifu cannot write again")]),
    Dialect::new("CGOS", &[])
        .sign("PC names the server")
        .properties(&[private("CC", "analysis of an engine, as JSON")])
        .habits(&[habit("`CC[{\"winrate\":0.13,…}]`", "kept unchanged; a comment of the engine is in C too")]),
    LIZZIE,
    Dialect::new("Sabaki", &["Sabaki", "analyze-sgf", "Ogatak"])
        .properties(&[private("SBKV", "Black's win rate in percent")])
        .habits(&[habit("`SBKV[48.75]`", "an analysis: Black's win rate after the move")]),
    SMARTGO,
    Dialect::new("EasyGo", &["EasyGo"]).habits(&[habit("the standard", "no difference from the standard is known")]),
    Dialect::new("Seki", &["Seki"])
        .properties(&[
            private("MH", "happy faces"),
            private("MS", "sad faces"),
            private("XL", "lines cut off at the left"),
            private("XR", "lines cut off at the right"),
            private("XT", "lines cut off at the top"),
            private("XB", "lines cut off at the bottom"),
        ])
        .habits(&[
            habit("`MH[aa]`, `MS[bb]`", "marks of the types happy and sad"),
            habit("`XL[6]XT[6]`", "the view of the first node (VW)"),
        ]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PropertyDef;

    #[test]
    fn private_properties_are_not_in_the_standard() {
        let mut seen = alloc::vec::Vec::new();
        for dialect in DIALECTS {
            for property in dialect.properties {
                let identifier = property.identifier;
                assert!(PropertyDef::find(identifier, 1).is_none(), "{identifier}");
                assert!(!seen.contains(&identifier), "{identifier}");
                seen.push(identifier);
            }
            assert!(!dialect.applications.is_empty() || !dialect.sign.is_empty(), "{}", dialect.program);
            assert!(!dialect.habits.is_empty(), "{}", dialect.program);
        }
    }
}
