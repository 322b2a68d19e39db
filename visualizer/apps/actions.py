"""What a person can do while stepping: one table for keys, footer, help, palette, line mode and documentation.

A method `action_NAME` of a screen, or of a dialogue of line mode, does what the row NAME says.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from games import did_you_mean
from visualizer.support.errors import InputError
from visualizer.trace.jumps import jump_instead_of
from visualizer.trace.rows import Trace


class FooterKind(Enum):
    """What has entries of its own in the footer."""

    SAMPLES = "samples"
    """A search by random games."""
    CODE = "code"
    """The student's own code."""


class Footer(NamedTuple):
    """The entry of an action in the footer."""

    word: str
    sign: str = ""
    """What stands for the key, if it is not the first key's own sign."""
    not_on: Sequence[str] = ()
    """The screens of the action in whose footer it does not stand."""
    is_late: bool = False
    """Whether it stands there only where there is room for all that is not."""
    instead_of: str = ""
    """The action whose place it takes, if it is only for one kind."""
    only_for: FooterKind | None = None


class Action(NamedTuple):
    """One thing to do: the method `action_NAME` of the screens on which its keys work."""

    name: str
    group: str
    about: str
    where: Sequence[str] = ()
    """The screens on which its keys work."""
    keys: Sequence[str] = ()
    """The keys of the screens, the first one shown."""
    footer: Footer | None = None


WATCHED_SCREENS = ("explorer", "sides", "lecture")
STEPPED_SCREENS = ("explorer", "sides")
TREE_DRAWING_SCREENS = ("explorer", "lecture")
BOARD_SCREENS = "play", "review"
PLAY_SCREEN = ("play",)
REVIEW_SCREEN = ("review",)
EXERCISE_SCREENS = "practice", "steps"
PRACTICE_SCREEN = ("practice",)
BY_HAND_SCREEN = ("steps",)
EXPLORER_SCREEN = ("explorer",)
SIDES_SCREEN = ("sides",)
LESSON_SCREEN = ("lesson",)
EDIT_SCREEN = ("edit",)
SCREENS_WITH_CONTENT = (*WATCHED_SCREENS, *BOARD_SCREENS, "practice", "edit", "steps")
ALL_SCREENS = (*WATCHED_SCREENS, "start", *BOARD_SCREENS, "practice", "edit", "steps")
"""Screens on which the same actions work."""

ACTIONS: Sequence[Action] = (
    Action("play", "time", "play, or stop playing", WATCHED_SCREENS, ("space",), Footer("play")),
    Action("next", "time", "one step forward", WATCHED_SCREENS, ("right",)),
    Action(
        "previous", "time", "one step back", WATCHED_SCREENS, ("left",), Footer("step", sign="←→")
    ),
    Action(
        "next_cut",
        "time",
        "to the next cutoff or second look (of several alike in a row, only the first)",
        WATCHED_SCREENS,
        ("x",),
        Footer("cut"),
    ),
    Action(
        "previous_cut", "time", "to the previous cutoff or second look", WATCHED_SCREENS, ("X",)
    ),
    Action(
        "over",
        "time",
        "past the next child, skipping its steps",
        WATCHED_SCREENS,
        ("n",),
        Footer("over", not_on=("sides",)),
    ),
    Action(
        "finish",
        "time",
        "finish the innermost open node",
        WATCHED_SCREENS,
        ("f",),
        Footer("finish", not_on=("sides",)),
    ),
    Action(
        "next_change", "time", "to the next change of the selected node", EXPLORER_SCREEN, ("i",)
    ),
    Action(
        "previous_change",
        "time",
        "to the previous change of the selected node",
        EXPLORER_SCREEN,
        ("I",),
    ),
    Action(
        "next_visit",
        "time",
        "to the next visit of the selected node",
        EXPLORER_SCREEN,
        ("right_parenthesis",),
    ),
    Action(
        "previous_visit",
        "time",
        "to the previous visit of the selected node",
        EXPLORER_SCREEN,
        ("left_parenthesis",),
    ),
    Action(
        "next_pass",
        "time",
        "to the next pass, in a search with several passes",
        WATCHED_SCREENS,
        ("right_curly_bracket",),
        Footer("iteration", instead_of="next_cut", only_for=FooterKind.SAMPLES),
    ),
    Action(
        "previous_pass",
        "time",
        "to the beginning of this pass, or of the one before",
        WATCHED_SCREENS,
        ("left_curly_bracket",),
    ),
    Action(
        "source",
        "time",
        "from a table's answer to the visit that stored it, and back",
        EXPLORER_SCREEN,
        ("s",),
    ),
    Action("first", "time", "to the beginning", WATCHED_SCREENS, ("home", "g")),
    Action(
        "last",
        "time",
        "to the end; follow a search that is still running",
        WATCHED_SCREENS,
        ("end", "G"),
    ),
    Action(
        "go",
        "time",
        "to a step, a percentage or a node: `12`, `50%`, `e3 a2`",
        STEPPED_SCREENS,
        ("colon",),
    ),
    Action("backwards", "time", "play backwards", WATCHED_SCREENS, ("p",)),
    Action("slower", "time", "play slower", STEPPED_SCREENS, ("left_square_bracket",)),
    Action("faster", "time", "play faster", STEPPED_SCREENS, ("right_square_bracket",)),
    Action(
        "breakpoint", "time", "toggle a breakpoint at the selected node", EXPLORER_SCREEN, ("b",)
    ),
    Action("break_cuts", "time", "at cutoffs: pause, stop, or play on", EXPLORER_SCREEN, ("B",)),
    Action(
        "line",
        "code",
        "the next line of your code",
        EXPLORER_SCREEN,
        ("j",),
        Footer("line", sign="j k", instead_of="next_cut", only_for=FooterKind.CODE),
    ),
    Action("back_line", "code", "back one line of your code", EXPLORER_SCREEN, ("k",)),
    Action(
        "line_over",
        "code",
        "past the calls that your line makes",
        EXPLORER_SCREEN,
        ("J",),
        Footer("over", instead_of="over", only_for=FooterKind.CODE),
    ),
    Action(
        "out",
        "code",
        "out of your call, to where it returns to",
        EXPLORER_SCREEN,
        ("U",),
        Footer("out", instead_of="finish", only_for=FooterKind.CODE),
    ),
    Action(
        "calls",
        "code",
        "your open calls; choose one to see it",
        EXPLORER_SCREEN,
        ("C",),
        Footer("calls", instead_of="view", only_for=FooterKind.CODE),
    ),
    Action("vars", "code", "print the variables of your call"),
    Action("side", "sides", "the other search leads", SIDES_SCREEN, ("tab",), Footer("side")),
    Action(
        "align",
        "sides",
        "align by position, by root move, by step",
        SIDES_SCREEN,
        ("a",),
        Footer("align"),
    ),
    Action(
        "differences",
        "sides",
        "list where most nodes are saved",
        SIDES_SCREEN,
        ("d",),
        Footer("differences"),
    ),
    Action(
        "summary", "sides", "the comparison in numbers", SIDES_SCREEN, ("s",), Footer("numbers")
    ),
    Action("side_view", "sides", "the next view on this side only", SIDES_SCREEN, ("V",)),
    Action("swap", "sides", "swap the sides", SIDES_SCREEN, ("S",)),
    Action(
        "change", "sides", "another search for this side", SIDES_SCREEN, ("c",), Footer("change")
    ),
    Action(
        "sibling_above",
        "selection",
        "select the sibling above, tried before",
        WATCHED_SCREENS,
        ("up",),
    ),
    Action(
        "sibling_below",
        "selection",
        "select the sibling below, tried after",
        WATCHED_SCREENS,
        ("down",),
    ),
    Action(
        "child",
        "selection",
        "select the first child, or list the folded nodes",
        WATCHED_SCREENS,
        ("enter",),
    ),
    Action("parent", "selection", "select the parent", WATCHED_SCREENS, ("backspace",)),
    Action(
        "folded", "selection", "select the next folded nodes, to list them", WATCHED_SCREENS, ("z",)
    ),
    Action("running", "selection", "back to the running point", WATCHED_SCREENS, ("full_stop",)),
    Action("find", "selection", "find a move or a value", STEPPED_SCREENS, ("slash",)),
    Action("view", "looks", "the next view", STEPPED_SCREENS, ("v",), Footer("view")),
    Action("view_tree", "looks", "the tree, as in a book", STEPPED_SCREENS, ("1",)),
    Action("view_columns", "looks", "move lists, in columns", STEPPED_SCREENS, ("2",)),
    Action("view_overview", "looks", "the whole search at a glance", STEPPED_SCREENS, ("3",)),
    Action("nearer", "looks", "draw more of the tree", WATCHED_SCREENS, ("plus",)),
    Action("farther", "looks", "draw less of the tree", WATCHED_SCREENS, ("minus",)),
    Action("fit", "looks", "draw the usual amount", WATCHED_SCREENS, ("equals_sign",)),
    Action("reroot", "looks", "draw only what is below the selected node", EXPLORER_SCREEN, ("r",)),
    Action("unroot", "looks", "draw what is above it again", EXPLORER_SCREEN, ("u",)),
    Action(
        "leaves",
        "looks",
        "hide or show a textbook tree's unvisited leaves",
        TREE_DRAWING_SCREENS,
        ("L",),
    ),
    Action(
        "windows",
        "looks",
        "windows in the tree: on the open path, at all nodes, at none",
        TREE_DRAWING_SCREENS,
        ("W",),
    ),
    Action(
        "kinds",
        "looks",
        "mark what had to be searched: PV, cut and all nodes, as Knuth and Moore do",
        EXPLORER_SCREEN,
        ("K",),
    ),
    Action(
        "heat",
        "looks",
        "heat map on the board: scores first, then the game's own maps",
        EXPLORER_SCREEN,
        ("h",),
    ),
    Action(
        "rank",
        "looks",
        "sort columns of random games by upper bound, visits or order of expansion",
        EXPLORER_SCREEN,
        ("O",),
        Footer("sort", instead_of="finish", only_for=FooterKind.SAMPLES),
    ),
    Action(
        "pane",
        "looks",
        "the next pane beside the tree",
        EXPLORER_SCREEN,
        ("tab",),
        Footer("pane", is_late=True),
    ),
    Action(
        "lecture",
        "looks",
        "lecture mode: a large tree and one sentence, for showing to a class; also of searches side by side",
        (*TREE_DRAWING_SCREENS, "sides"),
        ("l",),
        Footer("lecture", is_late=True),
    ),
    Action("theme", "looks", "the next theme", ALL_SCREENS, ("T",)),
    Action("play_on", "playing", "play on from here against this search", EXPLORER_SCREEN, ("m",)),
    Action(
        "choose",
        "playing",
        "choose the square: where a move begins, then where it ends; in the list, open the search of that move",
        BOARD_SCREENS,
        ("enter",),
        Footer("play", not_on=("review",)),
    ),
    Action(
        "point_up",
        "playing",
        "point at the square above; in the list, the move before",
        BOARD_SCREENS,
        ("up",),
    ),
    Action(
        "point_down",
        "playing",
        "point at the square below; in the list, the move after",
        BOARD_SCREENS,
        ("down",),
        Footer("square", sign="↑↓←→", not_on=("review",)),
    ),
    Action(
        "point_left",
        "playing",
        "point at the square on the left; in a review, the position before",
        BOARD_SCREENS,
        ("left",),
    ),
    Action(
        "point_right",
        "playing",
        "point at the square on the right; in a review, the position after",
        BOARD_SCREENS,
        ("right",),
    ),
    Action("undo", "playing", "take back a move", PLAY_SCREEN, ("u",), Footer("undo")),
    Action("redo", "playing", "redo a move", PLAY_SCREEN, ("U", "ctrl+r")),
    Action(
        "values",
        "playing",
        "the search's value of each of your moves, on the squares",
        PLAY_SCREEN,
        ("h",),
        Footer("values"),
    ),
    Action("reason", "playing", "why the search made its move", PLAY_SCREEN, ("w",), Footer("why")),
    Action(
        "review",
        "playing",
        "review: what each move cost, worst first, with better moves for you to find",
        PLAY_SCREEN,
        ("v",),
        Footer("review"),
    ),
    Action(
        "type",
        "playing",
        "type a move (or just start typing); tab completes it",
        BOARD_SCREENS,
        ("colon", "slash"),
        Footer("type", not_on=("review",)),
    ),
    Action(
        "not_mine",
        "playing",
        "why not mine? your move against the search's; the worse one is refuted",
        PLAY_SCREEN,
        ("N",),
        Footer("why not mine"),
    ),
    Action(
        "record",
        "playing",
        "to the list of moves and back: each position with its search",
        PLAY_SCREEN,
        ("tab",),
        Footer("moves"),
    ),
    Action(
        "hint", "playing", "a hint: what the search would play", PLAY_SCREEN, ("H",), Footer("hint")
    ),
    Action(
        "hurry",
        "playing",
        "make the search move at once",
        PLAY_SCREEN,
        ("space",),
        Footer("answer"),
    ),
    Action("let_search", "playing", "let the search move for you", PLAY_SCREEN, ("s",)),
    Action(
        "turn_board",
        "playing",
        "turn the board",
        BOARD_SCREENS,
        ("t",),
        Footer("turn", not_on=("review",)),
    ),
    Action("resign", "playing", "resign", PLAY_SCREEN, ("R",)),
    Action("pause", "playing", "pause the searches, or let them go on", BOARD_SCREENS, ("p",)),
    Action(
        "pace_slower",
        "playing",
        "search against search: slower",
        PLAY_SCREEN,
        ("left_square_bracket",),
    ),
    Action(
        "pace_faster",
        "playing",
        "search against search: faster",
        PLAY_SCREEN,
        ("right_square_bracket",),
    ),
    Action(
        "better",
        "playing",
        "find a better move: try on the position before it; again for another try",
        REVIEW_SCREEN,
        ("f",),
        Footer("find better"),
    ),
    Action(
        "show_best",
        "playing",
        "show the better move and its line on the board",
        REVIEW_SCREEN,
        ("s",),
        Footer("show it"),
    ),
    Action(
        "at_length",
        "playing",
        "everything known about the move and the better one",
        REVIEW_SCREEN,
        ("w",),
    ),
    Action(
        "play_from",
        "playing",
        "play on from before the move, as a new game",
        REVIEW_SCREEN,
        ("m",),
        Footer("play on"),
    ),
    Action(
        "search_by", "playing", "review by another search", REVIEW_SCREEN, ("S",), Footer("search")
    ),
    Action(
        "export_review",
        "playing",
        "save the review as a web page",
        REVIEW_SCREEN,
        ("e",),
        Footer("export"),
    ),
    Action("moves", "playing", "the legal moves"),
    Action("pieces", "playing", "where the pieces are"),
    Action("next_mistake", "playing", "the move that gave away most after this one"),
    Action("to_move", "playing", "another move by its number: `move 12`"),
    Action("worst", "playing", "the moves that cost something"),
    Action("every_move", "playing", "what every move cost"),
    Action(
        "enter_child",
        "steps",
        "enter the next child; a leaf returns its value at once",
        BY_HAND_SCREEN,
        ("down",),
        Footer("next child"),
    ),
    Action(
        "cut_rest", "steps", "cut the children that are left", BY_HAND_SCREEN, ("x",), Footer("cut")
    ),
    Action(
        "type_alpha",
        "steps",
        "change α; its value is typed next",
        BY_HAND_SCREEN,
        ("a",),
        Footer("α"),
    ),
    Action(
        "type_beta",
        "steps",
        "change β; its value is typed next",
        BY_HAND_SCREEN,
        ("b",),
        Footer("β"),
    ),
    Action(
        "take_number",
        "steps",
        "hand the typed number up, or set α or β to it; at the end, go to the next tree",
        BY_HAND_SCREEN,
        ("enter",),
        Footer("return"),
    ),
    Action(
        "erase_number",
        "steps",
        "delete a character of the number",
        BY_HAND_SCREEN,
        ("backspace", "delete"),
    ),
    Action("from_the_root", "steps", "start over at the root", BY_HAND_SCREEN, ("r",)),
    Action("earlier_tree", "steps", "the previous tree", BY_HAND_SCREEN, ("N",)),
    Action(
        "check",
        "practice",
        "check; if all is right, the next tree",
        PRACTICE_SCREEN,
        ("enter",),
        Footer("check"),
    ),
    Action(
        "strike",
        "practice",
        "cross out the current edge, or undo that",
        PRACTICE_SCREEN,
        ("x",),
        Footer("strike"),
    ),
    Action(
        "field_next", "practice", "the next field", PRACTICE_SCREEN, ("tab",), Footer("next field")
    ),
    Action("field_before", "practice", "the previous field", PRACTICE_SCREEN, ("shift+tab",)),
    Action("field_up", "practice", "the field above", PRACTICE_SCREEN, ("up",)),
    Action("field_down", "practice", "the field below", PRACTICE_SCREEN, ("down",)),
    Action("field_left", "practice", "the field on the left", PRACTICE_SCREEN, ("left",)),
    Action("field_right", "practice", "the field on the right", PRACTICE_SCREEN, ("right",)),
    Action(
        "erase",
        "practice",
        "delete a letter, or a stroke",
        PRACTICE_SCREEN,
        ("backspace", "delete"),
    ),
    Action(
        "clue", "practice", "a hint without the answer", EXERCISE_SCREENS, ("h",), Footer("hint")
    ),
    Action(
        "show_answer",
        "practice",
        "show the answer to this question, and why",
        EXERCISE_SCREENS,
        ("s",),
        Footer("show"),
    ),
    Action(
        "watch_search",
        "practice",
        "watch the search behind this question",
        EXERCISE_SCREENS,
        ("w",),
        Footer("watch"),
    ),
    Action("next_tree", "practice", "the next tree", EXERCISE_SCREENS, ("n",), Footer("next tree")),
    Action("tree_before", "practice", "the previous tree", PRACTICE_SCREEN, ("b",)),
    Action("rule", "practice", "cut at α ≥ β, or at α > β", EXERCISE_SCREENS, ("c",)),
    Action("hardness", "practice", "fail-soft, or fail-hard", EXERCISE_SCREENS, ("f",)),
    Action(
        "level",
        "practice",
        "what is asked: all, values, cuts, windows, looks",
        PRACTICE_SCREEN,
        ("l",),
    ),
    Action(
        "go_on",
        "lesson",
        "go on: to the next frame, the question, the next lesson",
        LESSON_SCREEN,
        ("enter",),
        Footer("go on"),
    ),
    Action("go_back", "lesson", "back one frame", LESSON_SCREEN, ("backspace",), Footer("back")),
    Action(
        "choose_value",
        "edit",
        "take the typed value or probability; else explore the tree as it is",
        EDIT_SCREEN,
        ("enter",),
        Footer("take"),
    ),
    Action("erase_value", "edit", "delete a letter of the value", EDIT_SCREEN, ("backspace",)),
    Action(
        "more",
        "edit",
        "raise the current leaf by one, as does the wheel",
        EDIT_SCREEN,
        ("plus", "equals_sign"),
        Footer("more"),
    ),
    Action(
        "less",
        "edit",
        "lower the current leaf by one; a typed value becomes negative",
        EDIT_SCREEN,
        ("minus",),
        Footer("less"),
    ),
    Action(
        "challenge",
        "edit",
        "a challenge; again, another one",
        EDIT_SCREEN,
        ("c",),
        Footer("challenge"),
    ),
    Action("show_way", "edit", "show a tree that meets the challenge", EDIT_SCREEN, ("C",)),
    Action(
        "node_above", "edit", "to the parent", EDIT_SCREEN, ("up",), Footer("node", sign="↑↓←→")
    ),
    Action("node_below", "edit", "to the first child", EDIT_SCREEN, ("down",)),
    Action("node_left", "edit", "to the node on the left", EDIT_SCREEN, ("left",)),
    Action("node_right", "edit", "to the node on the right", EDIT_SCREEN, ("right",)),
    Action("take_back", "edit", "undo the last change", EDIT_SCREEN, ("u",), Footer("undo")),
    Action("change_again", "edit", "redo a change", EDIT_SCREEN, ("U", "ctrl+r")),
    Action(
        "exchange_before",
        "edit",
        "swap with the previous branch",
        EDIT_SCREEN,
        ("less_than_sign",),
        Footer("exchange", sign="< >"),
    ),
    Action(
        "exchange_after", "edit", "swap with the next branch", EDIT_SCREEN, ("greater_than_sign",)
    ),
    Action(
        "add_leaf",
        "edit",
        "add a leaf beside a leaf, or below a branch",
        EDIT_SCREEN,
        ("a",),
        Footer("add"),
    ),
    Action("add_below", "edit", "make a branch of a leaf", EDIT_SCREEN, ("A",)),
    Action("remove", "edit", "delete the branch", EDIT_SCREEN, ("d", "delete"), Footer("remove")),
    Action(
        "sort_best",
        "edit",
        "sort the branches, the best first",
        EDIT_SCREEN,
        ("s",),
        Footer("sort"),
    ),
    Action("sort_worst", "edit", "sort the branches, the worst first", EDIT_SCREEN, ("S",)),
    Action("copy_tree", "edit", "copy the tree as text", EDIT_SCREEN, ("y",)),
    Action("export_tree", "edit", "save the changed tree to a file", EDIT_SCREEN, ("e",)),
    Action(
        "practise_tree",
        "edit",
        "practise with this tree: fill it in",
        EDIT_SCREEN,
        ("p",),
        Footer("practise"),
    ),
    Action(
        "why",
        "words",
        "explain at length: the chain of bounds, and what-ifs",
        STEPPED_SCREENS,
        ("w",),
        Footer("why"),
    ),
    Action(
        "playout",
        "words",
        "watch the random game of this iteration, move by move",
        STEPPED_SCREENS,
        ("R",),
        Footer("playout", instead_of="over", only_for=FooterKind.SAMPLES),
    ),
    Action("copy", "words", "copy position, path, sentence or command", STEPPED_SCREENS, ("y",)),
    Action("tree", "words", "print the tree as far as it is known", EXPLORER_SCREEN),
    Action("board", "words", "draw the position of the current node", EXPLORER_SCREEN),
    Action(
        "compare",
        "compare",
        "compare with another search, side by side",
        EXPLORER_SCREEN,
        ("c",),
        Footer("compare", is_late=True),
    ),
    Action(
        "be_the_search",
        "files",
        "be the search: make its moves by hand on a textbook tree",
        EXPLORER_SCREEN,
        ("Y",),
        Footer("by hand", is_late=True),
    ),
    Action(
        "edit",
        "files",
        "experiment with a textbook tree: change leaves; swap, add and sort branches",
        EXPLORER_SCREEN,
        ("E",),
        Footer("edit"),
    ),
    Action(
        "editor",
        "files",
        "edit the position as text in your own editor, `$VISUAL` or `$EDITOR`",
        EXPLORER_SCREEN,
        ("ctrl+e",),
    ),
    Action(
        "export",
        "files",
        "save what you see to a file",
        STEPPED_SCREENS,
        ("e",),
        Footer("export", is_late=True),
    ),
    Action(
        "open",
        "files",
        "choose another position or search",
        EXPLORER_SCREEN,
        ("o",),
        Footer("open", is_late=True),
    ),
    Action(
        "predict",
        "predicting",
        "predict what comes next: questions before decisive steps; press again to stop",
        EXPLORER_SCREEN,
        ("P",),
        Footer("predict"),
    ),
    Action("back", "program", "back to where you came from", SCREENS_WITH_CONTENT, ("escape",)),
    Action(
        "help",
        "program",
        "list all keys",
        SCREENS_WITH_CONTENT,
        ("question_mark", "f1"),
        Footer("help"),
    ),
    Action("palette", "program", "find an action by its name", SCREENS_WITH_CONTENT, ("ctrl+p",)),
    Action("quit", "program", "leave", ALL_SCREENS, ("q", "ctrl+c"), Footer("quit")),
)
"""The order is that of the footer, the palette and the documentation."""

JUMP_FAILURES: Mapping[str, str] = {
    "next": "this is the last step",
    "previous": "this is the beginning",
    "next_cut": "there is no further cutoff",
    "previous_cut": "there is no cutoff before this step",
    "over": "this is the last step",
    "finish": "no node is open: the search has finished",
    "next_change": "nothing more changes there",
    "previous_change": "nothing changes there before",
    "next_visit": "this node is not visited again after this step",
    "previous_visit": "this node was not visited before this step",
    "next_pass": "no pass begins after this step",
    "previous_pass": "no pass begins before this step",
    "source": "no table answered here",
    "line": "this is the last line",
    "back_line": "this is the first line",
    "line_over": "this is the last line of every open call",
    "out": "no further call is open",
}
"""What to say where a jump leads nowhere."""

LINE_COMMANDS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "explorer": {
        "next": ("n", "next", ""),
        "previous": ("p", "previous", "back"),
        "next_cut": ("x", "next cut", "cut"),
        "previous_cut": ("X", "previous cut"),
        "over": ("o", "over"),
        "finish": ("f", "finish"),
        "next_visit": (")", "next visit"),
        "previous_visit": ("(", "previous visit"),
        "next_pass": ("}", "next pass"),
        "previous_pass": ("{", "previous pass"),
        "source": ("s", "source"),
        "first": ("<", "first"),
        "last": (">", "last"),
        "go": (":", "go"),
        "line": ("l", "line"),
        "back_line": ("L", "back line"),
        "line_over": ("j", "line over"),
        "out": ("u", "out"),
        "vars": ("v", "vars"),
        "calls": ("c", "calls"),
        "kinds": ("k", "kinds"),
        "why": ("w", "why"),
        "playout": ("r", "playout"),
        "tree": ("t", "tree"),
        "board": ("b", "board"),
        "edit": ("m", "edit"),
        "export": ("e", "export"),
        "predict": ("d", "predict"),
        "help": ("?", "help"),
        "quit": ("q", "quit"),
    },
    "edit": {
        "go": ("go", "to"),
        "choose_value": ("x", "explore"),
        "more": ("+", "more"),
        "less": ("-", "less"),
        "challenge": ("c", "challenge"),
        "show_way": ("C", "show"),
        "node_above": ("up", "parent"),
        "node_below": ("down", "child"),
        "node_left": ("left",),
        "node_right": ("right",),
        "take_back": ("u", "undo"),
        "change_again": ("U", "redo"),
        "exchange_before": ("<", "exchange before"),
        "exchange_after": (">", "exchange after", "exchange"),
        "add_leaf": ("a", "add"),
        "add_below": ("A", "add below"),
        "remove": ("d", "remove"),
        "sort_best": ("s", "sort"),
        "sort_worst": ("S", "sort worst"),
        "copy_tree": ("y", "text"),
        "practise_tree": ("p", "practise"),
        "tree": ("t", "tree"),
        "back": ("q", "done", "quit"),
        "help": ("?", "help"),
    },
    "play": {
        "undo": ("u", "undo"),
        "redo": ("U", "redo"),
        "values": ("values",),
        "reason": ("w", "why"),
        "review": ("v", "review"),
        "hint": ("h", "hint"),
        "let_search": ("s", "search"),
        "resign": ("resign",),
        "moves": ("m", "moves"),
        "pieces": ("board",),
        "help": ("?", "help", ""),
        "quit": ("q", "quit"),
    },
    "review": {
        "show_best": ("b", "best"),
        "next_mistake": ("n", "next"),
        "to_move": ("move",),
        "worst": ("worst", "review"),
        "every_move": ("all",),
        "back": ("q", "done", "quit"),
        "help": ("?", "help", ""),
    },
    "steps": {
        "from_the_root": ("again",),
        "clue": ("h", "hint"),
        "show_answer": ("s", "show"),
        "next_tree": ("n", "next"),
        "tree": ("t", "tree"),
        "help": ("?", "help", ""),
        "quit": ("q", "quit"),
    },
    "practice": {
        "clue": ("h", "hint"),
        "show_answer": ("s", "show"),
        "next_tree": ("n", "next"),
        "tree": ("t", "tree"),
        "help": ("?", "help", ""),
        "quit": ("q", "quit"),
    },
    "lesson": {
        "go_on": ("",),
        "go_back": ("<",),
        "quit": ("q", "quit"),
    },
}
"""The letters and words by which the line mode of each screen calls an action; help shows the first two."""
COMMANDS_WITH_ARGUMENT = frozenset({"go", "reason", "to_move", "export", "predict"})
"""The actions that take what stands behind the word of line mode."""
LINE_MODE_HELP: Mapping[str, str] = {
    "values": "what the search thinks of each of your moves",
    "reason": "why the search made its move; followed by a move, why not that one: `why b2`",
    "review": "what each move cost, worst first, with better moves for you to find",
    "show_best": "tell the better move",
    "clue": "a hint about the answer",
    "show_answer": "the answer, and why",
    "choose_value": "explore the tree as it is",
    "more": "raise the current leaf by one",
    "less": "lower the current leaf by one",
    "copy_tree": "print the tree as text, as `-p` takes it",
    "export": "save what you see to a file: `export tree.svg`",
    "help": "list the commands",
}
"""What the help of line mode says, where it is not what the screens say."""

BASE_SCREENS = {"lesson": "explorer"}
"""The screens on which those keys work, too, that are not their own."""


def describe_failed_jump(trace: Trace, name: str) -> str:
    """Say why a jump, by the name of its action, leads nowhere."""
    if other := jump_instead_of(trace, name):
        return (
            f"searches by random games cut nothing; {main_key_of(other)} goes to the next iteration"
        )
    return JUMP_FAILURES.get(name, JUMP_FAILURES["next"])


@lru_cache
def actions_of(screen: str) -> tuple[Action, ...]:
    """Return the actions that work on a screen, in the order of the table, its own first where it is upon another.

    >>> [action.name for action in actions_of("start")]
    ['theme', 'quit']
    """
    own = tuple(action for action in _BOUND_ACTIONS if screen in action.where)
    taken = {key for action in own for key in action.keys}
    if screen in BASE_SCREENS:
        below = actions_of(BASE_SCREENS[screen])
    else:
        below = ()
    return own + tuple(action for action in below if not taken & {*action.keys})


def line_mode_help(name: str) -> str:
    """Return what the help of line mode says of an action.

    >>> line_mode_help("quit")
    'leave'
    """
    return LINE_MODE_HELP.get(name) or next(
        action.about for action in ACTIONS if action.name == name
    )


def footer_of(screen: str, kinds: Collection[FooterKind] = ()) -> list[tuple[Action, Footer]]:
    """Return the actions in a screen's footer with their entries, help and quit last.

    Those that are only for some kinds take the places of others.
    """
    usual = list[tuple[Action, Footer]]()
    instead = dict[str, tuple[Action, Footer]]()
    for action in actions_of(screen):
        footer = action.footer
        if footer is None or not action.keys or screen in footer.not_on:
            continue
        if footer.only_for is None:
            usual.append((action, footer))
        elif footer.only_for in kinds:
            instead[footer.instead_of] = action, footer
    shown = [instead.get(action.name, (action, footer)) for action, footer in usual]
    return sorted(shown, key=lambda entry: (entry[0].group == "program", entry[1].is_late))


KEY_SIGNS = {
    "right": "→",
    "left": "←",
    "up": "↑",
    "down": "↓",
    "colon": ":",
    "slash": "/",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "full_stop": ".",
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "backspace": "⌫",
    "less_than_sign": "<",
    "greater_than_sign": ">",
}


def key_sign(key: str) -> str:
    """Return how a key is written for a person.

    >>> key_sign("right"), key_sign("x")
    ('→', 'x')
    """
    return KEY_SIGNS.get(key, key)


# A person's own keys.

NAMED_KEYS = frozenset(
    "enter tab escape space backspace delete insert home end pageup pagedown up down left right".split()  # noqa: SIM905
)
KEY_SPELLINGS = {
    "solidus": "slash",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "low_line": "underscore",
}
"""The keys that the screens call otherwise than Unicode does."""
_BOUND_ACTIONS: list[Action] = [*ACTIONS]
"""The table with a person's own keys."""


def use_keys(keys: Mapping[str, Any]) -> list[str]:
    """Give actions other keys, before a screen is made; return a sentence about each that does not do as it was told.

    `keys` has for actions, by name, a key, several, or an empty list for none. A key that is given to two actions of a
    screen stays with the first; one that was another action's is taken from that.
    """
    wanted = dict[str, tuple[str, ...]]()
    faults = list[str]()
    usual = {action.name: action for action in ACTIONS if action.where and action.keys}
    for name, given in keys.items():
        words = [given] if isinstance(given, str) else given
        if name not in usual:
            faults.append(f"no action with keys is called {name!r:.60}{did_you_mean(name, usual)}")
        elif not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            faults.append(
                f'the keys of {name} are {given!r:.60}; write one as in "x", or several as in ["x", "X"]'
            )
        elif wrong := [word for word in words if not read_key(word)]:
            allowed = f"a character, f1 to f12, or one of {' '.join(sorted(NAMED_KEYS))}, perhaps behind ctrl+, shift+ or alt+"
            faults.append(f"{wrong[0]!r:.60}, for {name}, is not a key: write {allowed}")
        else:
            wanted[name] = tuple(map(read_key, words))
    bound = {name: wanted.get(name, action.keys) for name, action in usual.items()}
    for name, key in ((name, key) for name, several in wanted.items() for key in several):
        for other, action in usual.items():
            if other == name or key not in bound[other] or key not in bound[name]:
                continue
            if screens := [place for place in action.where if place in usual[name].where]:
                bound[other] = tuple(each for each in bound[other] if each != key)
                twice = f"{typed_key(key)} is bound twice ({screens[0]}): it does {name}"
                faults.append(
                    f"{twice}, and no longer {other}; give that another key, or [] for none"
                )
    signs = {
        (place, key_sign(usual[name].keys[0])): key_sign(several[0])
        for name, several in bound.items()
        if several
        for place in usual[name].where
    }
    for number, action in enumerate(ACTIONS):
        footer = action.footer
        if footer is not None:
            footer = footer._replace(
                sign="".join(signs.get((action.where[0], each), each) for each in footer.sign)
            )
        _BOUND_ACTIONS[number] = action._replace(
            keys=bound.get(action.name, action.keys), footer=footer
        )
    actions_of.cache_clear()
    return faults


def bound_actions() -> Sequence[Action]:
    """Return the table with a person's own keys."""
    return _BOUND_ACTIONS


def bound_keys(*names: str) -> list[str]:
    """Return the keys that now do some actions, as the screens call them."""
    return [key for action in _BOUND_ACTIONS if action.name in names for key in action.keys]


def main_key_of(name: str) -> str:
    """Return the key that now does an action, as a person reads it.

    >>> main_key_of("next_cut"), main_key_of("next")
    ('x', '→')
    """
    return next(map(key_sign, bound_keys(name)), "(no key)")


ACTION_NAMES = frozenset(action.name for action in ACTIONS)


def fill_in_keys(text: str) -> str:
    """Return a text with the keys that now do actions in place of their names, as in `<next>`.

    Facts and exercises name actions so; whatever shows their sentences to a person puts in the keys, last of all.

    >>> fill_in_keys("<next_cut> goes to the next cut")
    'x goes to the next cut'
    """
    return re.sub(
        r"<(\w+)>",
        lambda found: main_key_of(found[1]) if found[1] in ACTION_NAMES else found[0],
        text,
    )


@contextmanager
def errors_with_keys() -> Iterator[None]:
    """Raise InputError in place of a ValueError, with the keys in place of the names of actions."""
    try:
        yield
    except ValueError as error:
        raise InputError(fill_in_keys(str(error))) from error


def read_key(word: str) -> str:
    """Return what the screens call a key, "" for what is none.

    >>> [read_key(word) for word in ("x", "]", "ctrl+r", "pageup", "strg+r")]
    ['x', 'right_square_bracket', 'ctrl+r', 'pageup', '']
    """
    if len(word) > 1:
        held, plus, key = word.rpartition("+")
    else:
        held = ""
        plus = ""
        key = word
    if not {*held.split("+")} <= ({"ctrl", "shift", "alt"} if plus else {""}):
        return ""
    if len(key) == 1 and key.isprintable() and not key.isspace():
        name = unicodedata.name(key, "").lower().replace("-", "_").replace(" ", "_")
        return f"{held}{plus}{key if key.isalnum() else KEY_SPELLINGS.get(name, name)}"
    if key in NAMED_KEYS or key in KEY_SIGNS or re.fullmatch("f([1-9]|1[0-2])", key):
        return word
    return ""


def typed_key(key: str) -> str:
    """Return a key as a person writes it.

    >>> typed_key("right_square_bracket"), typed_key("right"), typed_key("ctrl+r")
    (']', 'right', 'ctrl+r')
    """
    if key in NAMED_KEYS:
        return key
    return key_sign(key)
