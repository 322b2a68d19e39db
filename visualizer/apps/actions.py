"""The actions: one table for keys, footers, help, palette, line mode and documentation.

The method `action_NAME` of a screen, or of a dialogue of line mode, carries out the row NAME.
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
    """The kinds of searches with footer entries of their own."""

    SAMPLES = "samples"
    """A search by random games."""
    CODE = "code"
    """A search by the student's own code."""


class Footer(NamedTuple):
    """The entry of an action in the footer."""

    word: str
    sign: str = ""
    """The sign for the key, if it is not the first key's."""
    not_on: Sequence[str] = ()
    """The action's screens that leave the entry out."""
    is_late: bool = False
    """Whether the entry is dropped first if the footer is too narrow."""
    instead_of: str = ""
    """The action whose entry this one replaces, if it is for one kind of search only."""
    only_for: FooterKind | None = None


class Action(NamedTuple):
    """An action: the method `action_NAME` of the screens that have its keys."""

    name: str
    group: str
    about: str
    where: Sequence[str] = ()
    """The screens on which the keys work."""
    keys: Sequence[str] = ()
    """The keys by their names in Textual; the first one is shown."""
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
"""Groups of screens on which the same actions work."""

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
        Footer(
            "line",
            sign="j k",
            instead_of="next_cut",
            only_for=FooterKind.CODE,
        ),
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
    Action(
        "searches",
        "code",
        "the searches of your program; choose one to see it",
        EXPLORER_SCREEN,
        ("S",),
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
        "lecture mode: a large tree and one sentence, for showing to a class; also of searches "
        "side by side",
        (*TREE_DRAWING_SCREENS, "sides"),
        ("l",),
        Footer("lecture", is_late=True),
    ),
    Action("theme", "looks", "the next theme", ALL_SCREENS, ("T",)),
    Action("play_on", "playing", "play on from here against this search", EXPLORER_SCREEN, ("m",)),
    Action(
        "choose",
        "playing",
        "choose the square: where a move begins, then where it ends; in the list, open the search "
        "of that move",
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
"""The actions in the order of the footer, the palette and the documentation."""

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
"""The sentence for each jump that leads nowhere."""

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
        "searches": ("S", "searches"),
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
"""The letters and words for each action in line mode, by screen; help shows the first two."""
COMMANDS_WITH_ARGUMENT = frozenset({"go", "reason", "to_move", "export", "predict"})
"""The actions that take the rest of a line as an argument."""
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
"""The help of line mode, where it differs from that of the screens."""

BASE_SCREENS = {"lesson": "explorer"}
"""Screens that extend another one: its keys work there too, unless they have a use of their own."""


def describe_failed_jump(trace: Trace, name: str) -> str:
    """Return why a jump leads nowhere, by the name of its action."""
    replacement = jump_instead_of(trace, name)
    if replacement:
        key = main_key_of(replacement)
        return f"searches by random games cut nothing; {key} goes to the next iteration"
    return JUMP_FAILURES.get(name, JUMP_FAILURES["next"])


@lru_cache
def actions_of(screen: str) -> tuple[Action, ...]:
    """Return the actions that work on a screen: its own, then those of a screen it extends.

    >>> [action.name for action in actions_of("start")]
    ['theme', 'quit']
    """
    own_actions = tuple(action for action in _BOUND_ACTIONS if screen in action.where)
    if screen not in BASE_SCREENS:
        return own_actions
    own_keys = {key for action in own_actions for key in action.keys}
    base_actions = actions_of(BASE_SCREENS[screen])
    # The screen's own actions have the first right to their keys.
    inherited = [action for action in base_actions if own_keys.isdisjoint(action.keys)]
    return (*own_actions, *inherited)


def line_mode_help(name: str) -> str:
    """Return the help of line mode for an action.

    >>> line_mode_help("quit")
    'leave'
    """
    if name in LINE_MODE_HELP:
        return LINE_MODE_HELP[name]
    return next(action.about for action in ACTIONS if action.name == name)


def footer_of(screen: str, kinds: Collection[FooterKind] = ()) -> list[tuple[Action, Footer]]:
    """Return the actions in a screen's footer with their entries, help and quit last.

    `kinds` are the kinds of the searches on the screen. An entry that is only for one of them
    replaces the entry of another action, `instead_of`; entries for other kinds are left out.
    """
    usual_entries = list[tuple[Action, Footer]]()
    replacements = dict[str, tuple[Action, Footer]]()
    for action, footer in footers_on(screen):
        if footer.only_for is None:
            usual_entries.append((action, footer))
        elif footer.only_for in kinds:
            replacements[footer.instead_of] = (action, footer)

    entries = [replacements.get(entry[0].name, entry) for entry in usual_entries]

    def sorting_key(entry: tuple[Action, Footer]) -> tuple[bool, bool]:
        action, footer = entry
        # Help and quit are the group "program"; False is sorted before True.
        is_help_or_quit = action.group == "program"
        return is_help_or_quit, footer.is_late

    return sorted(entries, key=sorting_key)


def footers_on(screen: str) -> Iterator[tuple[Action, Footer]]:
    """Yield the actions of a screen that have an entry in its footer, for all kinds of searches."""
    for action in actions_of(screen):
        footer = action.footer
        # An action without keys was unbound by the user.
        if footer is not None and action.keys and screen not in footer.not_on:
            yield action, footer


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
    """Return the sign of a key, as people write it.

    >>> key_sign("right"), key_sign("x")
    ('→', 'x')
    """
    return KEY_SIGNS.get(key, key)


EDITING_KEYS = {"enter", "tab", "escape", "space", "backspace", "delete", "insert"}
CURSOR_KEYS = {"home", "end", "pageup", "pagedown", "up", "down", "left", "right"}
NAMED_KEYS = frozenset(EDITING_KEYS | CURSOR_KEYS)
KEY_SPELLINGS = {
    "solidus": "slash",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "low_line": "underscore",
}
"""The names of characters that differ in Textual from those in Unicode."""
_BOUND_ACTIONS: list[Action] = [*ACTIONS]
"""The table with the keys that the user has chosen."""


def use_keys(keys: Mapping[str, Any]) -> list[str]:
    """Bind actions to the user's own keys, before any screen is made.

    `keys` maps the name of an action to a key or a list of keys; an empty list leaves the action
    without a key. A key is taken from the action that had it before. If two actions of a screen
    have the same key in `keys`, the first one gets it.

    Return a sentence for each mistake in `keys`.
    """
    default_actions = {action.name: action for action in ACTIONS if action.where and action.keys}
    own_keys_by_action, faults = read_own_keys(keys, default_actions)
    keys_by_action = {
        name: own_keys_by_action.get(name, tuple(action.keys))
        for name, action in default_actions.items()
    }
    for name, own_keys in own_keys_by_action.items():
        for key in own_keys:
            faults += take_key_from_others(key, name, keys_by_action, default_actions)
    _apply_keys(keys_by_action, default_actions)
    return faults


def _apply_keys(
    keys_by_action: Mapping[str, tuple[str, ...]], default_actions: Mapping[str, Action]
) -> None:
    """Put the keys in `keys_by_action` into the table of actions, and their signs into the footers.

    `default_actions` are the actions with their usual keys, by name.
    """
    new_signs = new_footer_signs(keys_by_action, default_actions)
    for index, action in enumerate(ACTIONS):
        footer = action.footer
        if footer is not None:
            # The signs of an action are the same on all of its screens.
            screen = action.where[0]
            signs = [new_signs.get((screen, sign), sign) for sign in footer.sign]
            footer = footer._replace(sign="".join(signs))
        keys_now = keys_by_action.get(action.name, action.keys)
        _BOUND_ACTIONS[index] = action._replace(keys=keys_now, footer=footer)
    actions_of.cache_clear()


def new_footer_signs(
    keys_by_action: Mapping[str, tuple[str, ...]], default_actions: Mapping[str, Action]
) -> dict[tuple[str, str], str]:
    """Return which signs of keys to replace in the footers of screens, and by which signs.

    If the user has chosen x instead of → in the explorer, the result has the entry
    ("explorer", "→"): "x". A footer may show the signs of two keys together, such as ←→.
    """
    new_signs = {}
    for name, keys in keys_by_action.items():
        if keys:
            usual_sign = key_sign(default_actions[name].keys[0])
            for screen in default_actions[name].where:
                new_signs[screen, usual_sign] = key_sign(keys[0])
    return new_signs


def read_own_keys(
    keys: Mapping[str, Any], default_actions: Mapping[str, Action]
) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Return the user's keys for each action, and a sentence for each action with bad keys.

    `keys` maps the name of an action to a key or a list of keys, as the user writes them. The
    result has the names of keys in Textual. `default_actions` are the actions that may have keys.
    """
    own_keys = dict[str, tuple[str, ...]]()
    faults = list[str]()
    for name, given in keys.items():
        fault = fault_of_own_keys(name, given, default_actions)
        if fault:
            faults.append(fault)
        else:
            key_names = [given] if isinstance(given, str) else given
            own_keys[name] = tuple(map(read_key, key_names))
    return own_keys, faults


def fault_of_own_keys(name: str, given: Any, default_actions: Mapping[str, Action]) -> str:
    """Return what is wrong with the keys `given` for the action `name`, or "" if all are good."""
    if name not in default_actions:
        return f"no action with keys is called {name!r:.60}{did_you_mean(name, default_actions)}"
    key_names = [given] if isinstance(given, str) else given
    are_texts = isinstance(key_names, list) and all(isinstance(each, str) for each in key_names)
    if not are_texts:
        example = 'write one as in "x", or several as in ["x", "X"]'
        return f"the keys of {name} are {given!r:.60}; {example}"
    wrong_keys = [key_name for key_name in key_names if not read_key(key_name)]
    if not wrong_keys:
        return ""
    names = " ".join(sorted(NAMED_KEYS))
    allowed = f"a character, f1 to f12, or one of {names}, perhaps behind ctrl+, shift+ or alt+"
    return f"{wrong_keys[0]!r:.60}, for {name}, is not a key: write {allowed}"


def take_key_from_others(
    key: str,
    name: str,
    keys_by_action: dict[str, tuple[str, ...]],
    default_actions: Mapping[str, Action],
) -> list[str]:
    """Take a key from all actions on the screens of the action `name`, which keeps it.

    This changes `keys_by_action`. Return a sentence for each action that loses the key.
    """
    # The user has given the key to another action as well, which has taken it already.
    if key not in keys_by_action[name]:
        return []
    faults = list[str]()
    for other_name, action in default_actions.items():
        if other_name == name or key not in keys_by_action[other_name]:
            continue
        # On different screens two actions may share a key.
        shared_screens = [
            screen for screen in action.where if screen in default_actions[name].where
        ]
        if shared_screens:
            keys_by_action[other_name] = tuple(
                each for each in keys_by_action[other_name] if each != key
            )
            reason = f"{key_in_config(key)} is bound twice ({shared_screens[0]}): it does {name}"
            faults.append(
                f"{reason}, and no longer {other_name}; give that another key, or [] for none"
            )
    return faults


def bound_actions() -> Sequence[Action]:
    """Return the table with the keys that the user has chosen."""
    return _BOUND_ACTIONS


def bound_keys(*names: str) -> list[str]:
    """Return the current keys of some actions, under their names in Textual."""
    return [key for action in _BOUND_ACTIONS if action.name in names for key in action.keys]


def main_key_of(name: str) -> str:
    """Return the first current key of an action, as people write it.

    >>> main_key_of("next_cut"), main_key_of("next")
    ('x', '→')
    """
    # The user may have unbound all keys of the action.
    return next(map(key_sign, bound_keys(name)), "(no key)")


ACTION_NAMES = frozenset(action.name for action in ACTIONS)


def fill_in_keys(text: str) -> str:
    """Return a text in which each name of an action, such as `<next>`, is replaced by its key.

    Users may choose other keys, so sentences are written with names of actions. The keys are filled
    in when a sentence is shown.

    >>> fill_in_keys("<next_cut> goes to the next cut")
    'x goes to the next cut'
    """

    def key_or_text(match: re.Match[str]) -> str:
        name = match[1]
        if name in ACTION_NAMES:
            return main_key_of(name)
        # A word between < and > may also be part of a comparison such as α <β> γ.
        return match[0]

    return re.sub(r"<(\w+)>", key_or_text, text)


@contextmanager
def errors_with_keys() -> Iterator[None]:
    """Turn a ValueError into an InputError that names keys instead of actions."""
    try:
        yield
    except ValueError as error:
        # Rules and exercises know actions, but no keys: they are below this file.
        raise InputError(fill_in_keys(str(error))) from error


def read_key(word: str) -> str:
    """Return the name that Textual has for a key, or "" for a word that names no key.

    >>> [read_key(word) for word in ("x", "]", "ctrl+r", "pageup", "strg+r")]
    ['x', 'right_square_bracket', 'ctrl+r', 'pageup', '']
    """
    modifiers, plus, key = word.rpartition("+")
    # The word "+" is a key itself, without modifiers.
    if len(word) == 1:
        key = word
        plus = ""
    if plus and not {"ctrl", "shift", "alt"}.issuperset(modifiers.split("+")):
        return ""
    if len(key) == 1 and key.isprintable() and not key.isspace():
        return f"{modifiers}{plus}{_character_key(key)}"
    is_function_key = re.fullmatch("f([1-9]|1[0-2])", key) is not None
    is_known = key in NAMED_KEYS or key in KEY_SIGNS or is_function_key
    return word if is_known else ""


def _character_key(character: str) -> str:
    """Return the name of a character's key in Textual: `a`, `right_square_bracket`."""
    if character.isalnum():
        return character
    # Textual forms names of keys from those of Unicode, with a few exceptions.
    unicode_name = unicodedata.name(character, "").lower()
    name = unicode_name.replace("-", "_").replace(" ", "_")
    return KEY_SPELLINGS.get(name, name)


def key_in_config(key: str) -> str:
    """Return what a user writes in config.toml for a key, given by its name in Textual.

    >>> key_in_config("right_square_bracket"), key_in_config("right"), key_in_config("ctrl+r")
    (']', 'right', 'ctrl+r')
    """
    if key in NAMED_KEYS:
        return key
    return key_sign(key)
