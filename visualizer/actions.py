"""What a person can do while stepping: one table for keys, footer, help, palette, line mode and README."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do.

    `keys` are those of the explorer, the first one shown; `line` is what line mode reads. Either may be missing.
    `label` is the word in the footer, if it stands there.
    """

    name: str
    group: str
    keys: tuple[str, ...]
    line: str
    about: str
    label: str = ""
    shown: str = ""
    """What stands in the footer for the key, if it is not the first key's own sign."""


ACTIONS = (
    Action("play", "time", ("space",), "", "play, or stop playing", "play"),
    Action("next", "time", ("right",), "n", "one step forward"),
    Action("previous", "time", ("left",), "p", "one step back", "step", "←→"),
    Action("next_cut", "time", ("x",), "x", "to the next cutoff", "cut"),
    Action("previous_cut", "time", ("X",), "X", "to the previous cutoff"),
    Action("over", "time", ("n",), "o", "over the next child, without its steps", "over"),
    Action("finish", "time", ("f",), "f", "finish the innermost open node", "finish"),
    Action("next_change", "time", ("i",), "", "to the next change of the selected node"),
    Action("previous_change", "time", ("I",), "", "to the previous change of the selected node"),
    Action("next_visit", "time", ("right_parenthesis",), ")", "to the next visit of the selected node"),
    Action("previous_visit", "time", ("left_parenthesis",), "(", "to the previous visit of the selected node"),
    Action("next_pass", "time", ("right_curly_bracket",), "}", "to the next pass of a search that has several"),
    Action("previous_pass", "time", ("left_curly_bracket",), "{", "to the beginning of this pass, or the one before"),
    Action("source", "time", ("s",), "s", "from a table's answer to the visit that stored it, and back"),
    Action("first", "time", ("home", "g"), "<", "to the beginning"),
    Action("last", "time", ("end", "G"), ">", "to the end"),
    Action("go", "time", ("colon",), ":", "to a step, a share or a node: `12`, `50%`, `e3 a2`"),
    Action("backwards", "time", ("p",), "", "play backwards"),
    Action("slower", "time", ("left_square_bracket",), "", "play slower"),
    Action("faster", "time", ("right_square_bracket",), "", "play faster"),
    Action("breakpoint", "time", ("b",), "", "stop playing at the selected node, or no longer"),
    Action("break_cuts", "time", ("B",), "", "at cutoffs playing rests, stops, or goes on"),
    Action("sibling_above", "selection", ("up",), "", "select the sibling above, tried before"),
    Action("sibling_below", "selection", ("down",), "", "select the sibling below, tried after"),
    Action("child", "selection", ("enter",), "", "select the first child"),
    Action("parent", "selection", ("backspace",), "", "select the parent"),
    Action("wedge", "selection", ("z",), "", "select the next nodes drawn as one; enter lists them"),
    Action("running", "selection", ("full_stop",), "", "back to the running point"),
    Action("find", "selection", ("slash",), "", "find a move or a value"),
    Action("view", "looks", ("v",), "", "the next view", "view"),
    Action("view_tree", "looks", ("1",), "", "the tree, as in a book"),
    Action("view_columns", "looks", ("2",), "", "move lists, in columns"),
    Action("view_overview", "looks", ("3",), "", "the whole search at a glance"),
    Action("nearer", "looks", ("plus",), "", "draw more of the tree"),
    Action("farther", "looks", ("minus",), "", "draw less of the tree"),
    Action("fit", "looks", ("equals_sign",), "", "draw the usual amount"),
    Action("reroot", "looks", ("r",), "", "draw only what is below the selected node"),
    Action("unroot", "looks", ("u",), "", "draw what is above again"),
    Action("leaves", "looks", ("L",), "", "hide a textbook's leaves until they are visited, or show them"),
    Action("windows", "looks", ("W",), "", "windows in the tree: of the open path, of all nodes, of none"),
    Action("heat", "looks", ("h",), "", "lay a heat map over the board: scores, then the game's own"),
    Action("rank", "looks", ("O",), "", "sort columns of random games by upper bound, visits or order of expansion"),
    Action("pane", "looks", ("tab",), "", "the next pane beside the tree", "pane"),
    Action("lecture", "looks", ("l",), "", "the tree as large as it goes, with one sentence, for a class", "lecture"),
    Action("theme", "looks", ("T",), "", "the next theme"),
    Action("why", "words", ("w",), "w", "say why at length: the chain of bounds, and what if", "why"),
    Action("playout", "words", ("R",), "r", "watch the random game of this iteration, move by move"),
    Action("copy", "words", ("y",), "", "copy position, path, sentence or command"),
    Action("tree", "words", (), "t", "print the tree as known now"),
    Action("board", "words", (), "b", "draw the position of the current node"),
    Action("compare", "compare", ("c",), "", "compare with another search, side by side", "compare"),
    Action("export", "files", ("e",), "e", "write what is seen to a file", "export"),
    Action("open", "files", ("o",), "", "choose another position or search", "open"),
    Action("help", "program", ("question_mark", "f1"), "?", "list all keys", "help"),
    Action("palette", "program", ("ctrl+p",), "", "find an action by its name"),
    Action("quit", "program", ("q", "ctrl+c"), "q", "leave", "quit"),
)

COMPARING = (
    Action("side", "compare", ("tab",), "", "the other search leads", "side"),
    Action("align", "compare", ("a",), "", "align by root move, by step, by node", "align"),
    Action("differences", "compare", ("d",), "", "list where the most nodes are saved", "differences"),
    Action("summary", "compare", ("s",), "", "the comparison in numbers", "numbers"),
    Action("side_view", "compare", ("V",), "", "the next view on this side only"),
    Action("swap", "compare", ("S",), "", "swap the sides"),
    Action("change", "compare", ("c",), "", "another search for this side", "change"),
    Action("back", "compare", ("escape",), "", "back to one search"),
)
"""What there is beside when searches are compared; `tab`, `c` and `s` have a meaning of their own there."""

LINES = {action.line: action for action in ACTIONS if action.line}

SIGNS = {
    "space": "space", "right": "→", "left": "←", "up": "↑", "down": "↓", "colon": ":", "slash": "/", "plus": "+",
    "minus": "-", "equals_sign": "=", "full_stop": ".", "question_mark": "?", "left_square_bracket": "[",
    "right_square_bracket": "]", "left_parenthesis": "(", "right_parenthesis": ")", "left_curly_bracket": "{",
    "right_curly_bracket": "}", "enter": "enter", "backspace": "⌫", "home": "home", "end": "end", "tab": "tab",
}  # fmt: skip


def sign(key: str) -> str:
    """Return how a key is written for a person.

    >>> sign("right"), sign("x")
    ('→', 'x')
    """
    return SIGNS.get(key, key)
