"""Compares games that sgfmill reads from a file and from what kifu wrote of it.

Each line of the input is a JSON object: `name`, `original` (the text of one game), `written` (the texts that kifu wrote of it, by way of
each format) and `told` (the properties about which kifu reported something, with the code). Each line of the output is a JSON object for
a difference: `name`, `way`, `node`, `property`, `before`, `after` and `reason` (empty if there is none), and one at last with counts.
"""

import json
import sys

from sgfmill import sgf, sgf_grammar, sgf_properties

MOVES = {"B", "W"}
SETUP = {"AB", "AW", "AE", "PL"}
# What the text declares about itself: kifu writes UTF-8 and FF[4].
OF_TEXT = {"FF", "CA", "GM"}
# The root gets these if a node is split: the properties of the game and of the position.
HEAD = SETUP | OF_TEXT | {
    "AP", "ST", "SZ", "AN", "BR", "BT", "CP", "DT", "EV", "GN", "GC", "ON", "OT", "PB", "PC", "PW", "RE", "RO", "RU",
    "SO", "TM", "US", "WR", "WT", "HA", "KM", "N", "VW", "PM", "DD", "TC", "TT", "XL", "XR", "XT", "XB", "KX",
}
# Properties of FF[1] to FF[3] and what FF[4] has for them.
RENAMED = {"M": "MA", "L": "LB", "KI": "KM"}
# Properties of FF[4] and the properties in which some programs write the same value.
DIALECTS = {"DT": ["RD"], "EV": ["TE"], "HA": ["HD"], "KM": ["KO"]}
# Properties from which kifu reads overtime, by the server that writes them.
OVERTIME = {"Fox": ("TC", "TT"), "Cyberoro and Sina": ("LC", "LT"), "Pandanet": ("OM", "OP")}


def values(node, name):
    """Returns the values of a property as sgfmill understands them, or their texts."""
    texts = sorted(raw.decode("utf-8", "replace").strip() for raw in node.get_raw_list(name))
    # sgfmill understands any text as a value of TE and KO.
    if any(name in others for others in DIALECTS.values()):
        return texts
    try:
        value = node.get(name)
    except (ValueError, KeyError):
        return texts
    if isinstance(value, (set, frozenset, list, tuple)):
        return sorted(map(repr, value))
    if isinstance(value, str):
        return [value.replace("\r\n", "\n").replace("\r", "\n").rstrip()]
    return [repr(value)]


def nodes(game):
    """Returns the nodes in the order of the text: the depth of each, and its properties. A node with setup and a move becomes two."""
    out = []
    stack = [(game.get_root(), 0, True)]
    while stack:
        node, depth, is_root = stack.pop()
        names = [name for name in node.properties() if name not in OF_TEXT]
        members = {name: values(node, name) for name in names}
        if members.keys() & MOVES and (is_root or members.keys() & SETUP):
            out.append((depth, {name: value for name, value in members.items() if name in HEAD}))
            depth += 1
            members = {name: value for name, value in members.items() if name not in HEAD}
        out.append((depth, members))
        for child in reversed(list(node)):
            stack.append((child, depth + 1, False))
    return out


def read(text):
    return sgf.Sgf_game.from_string(text)


def reason(name, told, members, after):
    """Returns why kifu may have changed a property. `members` are the properties that the node had."""
    before = members.get(name)
    if name == "KX":
        return "kifu keeps here what SGF has no property for"
    if name in told:
        return "kifu reports it: " + told[name]
    if "*" in told:
        return "kifu reports it: " + told["*"]
    if name in RENAMED or any(new == name and old in told for old, new in RENAMED.items()):
        return "FF[4] has another property for it"
    if name == "SZ" and before is None:
        return "kifu writes the default size too"
    for old in DIALECTS.get(name, []):
        if before is None and old in told and members.get(old) == after:
            return "kifu reads it from " + old
    for server, parts in OVERTIME.items():
        if name == "OT" and before is None and all(part in told for part in parts):
            return "kifu reads the overtime of " + server
    if before is not None and all(not value.strip("'\" ") for value in before) and after is None:
        return "an empty value says nothing"
    if name in ("RE", "DT", "SO", "OT") and before and after:
        return "another spelling of the same value"
    return ""


def differences(original, written):
    """Yields each property that differs: the node, the name, the properties that the node had, and the value afterwards."""
    for index, ((depth, before), (other, after)) in enumerate(zip(original, written)):
        if depth != other:
            yield index, "tree", {"tree": [str(depth)]}, [str(other)]
            return
        for name in sorted(before.keys() | after.keys()):
            if before.get(name) != after.get(name):
                yield index, name, before, after.get(name)
    if len(original) != len(written):
        yield min(len(original), len(written)), "tree", {"tree": [str(len(original))]}, [str(len(written))]


def main():
    games = compared = unread = 0
    for line in sys.stdin:
        task = json.loads(line)
        games += 1
        try:
            original = nodes(read(task["original"]))
        except (ValueError, KeyError, IndexError, AssertionError):
            unread += 1
            continue
        for way, text in task["written"].items():
            compared += 1
            try:
                written = nodes(read(text))
            except (ValueError, KeyError, IndexError, AssertionError) as error:
                print(json.dumps({"name": task["name"], "way": way, "node": 0, "property": "tree", "before": None,
                                  "after": [str(error)], "reason": ""}))
                continue
            for node, name, members, after in differences(original, written):
                why = reason(name, task["told"], members, after)
                print(json.dumps({"name": task["name"], "way": way, "node": node, "property": name,
                                  "before": members.get(name), "after": after, "reason": why}))
    print(json.dumps({"games": games, "unread": unread, "compared": compared}))


main()
