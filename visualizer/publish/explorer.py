"""Web pages on which a search is explored; everything that they show is computed here.

The page's script computes nothing. It opens one block, to_base64 and in base64: columns of numbers,
a table of strings, a sentence for each step, and what each step changes in the fields of nodes.

Every 512th step has a key state: its differences from the last step. A node that is entered later
already has its final fields there, but is hidden.
"""

import json
import struct
from base64 import b64encode
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from itertools import islice, pairwise
from pathlib import Path
from typing import Any
from zlib import compress

from exports.html import Numbered
from exports.svg import SvgWriter, short_number
from games import Board, Cell, Player, Turn
from visualizer.draw.boards.contents import (
    Mark,
    board_with_marks,
    describe_pile,
    drawn_places,
    is_worth_drawing,
    piece_kind,
    square_name,
)
from visualizer.draw.boards.shapes import board_drawing_size, board_grid, draw_board_shapes
from visualizer.draw.picture.layout.node_words import edge_words
from visualizer.draw.picture.layout.whole_tree import whole_tree
from visualizer.draw.picture.model import TURN_SHAPES, Box, NodeWindow
from visualizer.draw.picture.page.options import FIT_PAGE, FOLD_NOTHING, PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.draw.picture.shapes.drawing import MAX_PICTURE_TEXT
from visualizer.explaining.explanation.explainer import explain_step
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.explanation.standings import label_of_value
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.legend import STATE_LOOKS, State
from visualizer.look.numbers import format_number
from visualizer.look.text import clip_text
from visualizer.look.themes import STYLED_THEME, THEMES, style_variables
from visualizer.look.web_page import PAGE_KIT, PAGE_THEMES, fill_template, theme_rules
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, visible
from visualizer.trace.labels import mean_caption, node_being_cut, unvisited_state, value_label
from visualizer.trace.rows import KIND_OFFSET, ROW_BYTES, Kind, MovePath
from visualizer.trace.tree_at_step import TreeAtStep

WEB_PAGE_ENDINGS = (".html", ".htm")
EXPLORER_PARTS = Path(__file__).parent / "explorer"
MAX_EXPLORER_VISITS = 100_000
MAX_EXPLORER_BOOK_NODES = 60
"""Written trees of at most this many nodes are drawn as in a book."""
KEY_STATE_STEPS = 512
"""The number of steps from one key state to the next."""
MAX_SENTENCE_LENGTH = 2000
NODE_FIELDS = ("state", "value", "whose", "entry", "now", "said")
"""The fields that a node shows. `whose` says what the node's value means.

A field is stored as a number: the id of a string, or for `said` the step whose sentence is about
the node.
"""
STATE_FIELD = NODE_FIELDS.index("state")
MEANING_FIELD = NODE_FIELDS.index("whose")
SENTENCE_FIELD = NODE_FIELDS.index("said")
EXPLORER_BOARD_FONT_SIZE = 10.0
"""The text size of boards, in the units of their drawing."""
BOOK_MARGIN_POINTS = 26
"""The margin around the book's picture."""
# The characters for numbers in the code of a board. The first 94 are the printable ASCII
# characters, so that most boards take one byte per cell. The others begin at Ā.
FIRST_CHARACTER_CODE = ord("!")
PLAIN_CHARACTER_COUNT = 94
NEXT_CHARACTER_CODE = ord("Ā")

NodeChange = tuple[int, int, int]
"""The number of a node, the number of one of its fields, and what the field holds from then on."""
BOOK_PICTURE_OPTIONS = PictureOptions(
    page=FIT_PAGE, fold=FOLD_NOTHING, node_windows="all", caption="none", legend=False, board=False
)


def check_web_page_name(name: str) -> None:
    """Raise InputError for a file name that is not one of a web page."""
    if not name.lower().endswith(WEB_PAGE_ENDINGS):
        raise InputError(
            f"a page that explores is saved as {' or '.join(WEB_PAGE_ENDINGS)}, not as {name!r:.80}"
        )


def explorer_page(
    runs: Mapping[str, Run],
    title: str = "",
    watch: Callable[[int, int], None] = lambda done, total: None,
) -> bytes:
    """Return the HTML of a page that explores one search, or several searches side by side.

    `runs` maps the names of the searches to their runs. While a search is worked out, `watch` is
    called with the number of steps done so far and the number of all steps of this search.
    InputError for a search with too many visits.
    """
    for run in runs.values():
        _refuse_large_search(run)
    sides = []
    for name, run in runs.items():
        # A single search needs only the title of the page.
        heading = name if len(runs) > 1 else ""
        sides.append(PackedRun(run, heading, watch))

    block = ColumnBlock()
    header = {
        "fields": NODE_FIELDS,
        "key": KEY_STATE_STEPS,
        "legend": _state_legend(),
        "sides": [side.add_to(block) for side in sides],
    }
    title = visible(title) or sides[0].title
    subtitle = sides[0].subtitle if len(sides) == 1 else ""
    parts = {
        "title": escape(clip_text(title, MAX_PICTURE_TEXT)),
        "subtitle": escape(clip_text(subtitle, MAX_PICTURE_TEXT)),
        "theme": PAGE_THEMES[0],
        "style": _page_colours() + explorer_part("states.css") + explorer_part("style.css"),
        "script": PAGE_KIT + explorer_part("script.js"),
        "block": block.to_base64(header),
    }
    return fill_template(EXPLORER_PARTS / "page.html", parts).encode()


def _refuse_large_search(run: Run) -> None:
    """Raise InputError for a search with too many visits for a page."""
    if len(run.trace) > MAX_EXPLORER_VISITS:
        raise InputError(
            f"the search has {len(run.trace):,} visits, and a page explores "
            f"{MAX_EXPLORER_VISITS:,} at most; "
            "limit it with --max-nodes or --depth"
        )


def _state_legend() -> dict[str, list[str]]:
    """Return the sign and the words of each state, by the CSS class of the state."""
    legend = {}
    for state, look in STATE_LOOKS.items():
        # The page has room for the words before the colon only, such as "cut: left before …".
        word, _, _ = look.word.partition(":")
        legend[state_token(state)] = [look.glyph, word]
    return legend


def _page_colours() -> str:
    """Return the style rules of the themes; paper is light, whichever theme is chosen."""
    print_colours = style_variables(THEMES["light"])
    return f"{theme_rules(PAGE_THEMES)}@media print{{:root[data-theme]{{{print_colours}}}}}"


def explorer_part(name: str) -> str:
    """Return the text of a file that is a part of the page."""
    return (EXPLORER_PARTS / name).read_text(encoding="utf-8")


class ColumnBlock:
    """A growing block of bytes: columns of numbers, and lists of strings."""

    def __init__(self) -> None:
        """Begin empty."""
        self.parts: list[bytes] = []

    def append_numbers(self, column: Sequence[int]) -> tuple[str, int]:
        """Append the bytes of a column of numbers; return their type and the number of bytes.

        The type is a code of `struct`: B, H or I for one, two or four bytes per number, whichever
        is enough for the largest number.
        """
        largest = max(column, default=0)
        if largest < 1 << 8:
            code = "B"
        elif largest < 1 << 16:
            code = "H"
        else:
            code = "I"
        self.parts.append(struct.pack(f"<{len(column)}{code}", *column))
        return code, len(self.parts[-1])

    def append_strings(self, lines: Sequence[str]) -> tuple[str, int]:
        """Append strings, one per line; return the type "lines" and the number of bytes."""
        self.parts.append("\n".join(lines).encode())
        return "lines", len(self.parts[-1])

    def to_base64(self, header: Mapping[str, Any]) -> str:
        """Return the block as a base64 string, compressed with zlib.

        The block begins with the size of the JSON header (as four bytes) and the header. All
        columns and strings follow, in the order in which they were added.
        """
        head = json.dumps(
            header, allow_nan=False, ensure_ascii=False, separators=(",", ":")
        ).encode()
        size = struct.pack("<I", len(head))
        compressed = compress(b"".join((size, head, *self.parts)), 9)
        return b64encode(compressed).decode()


class PackedRun:
    """The columns of a run's page: what each node shows at every step.

    Nodes are numbered: visited nodes in the order of their first visit, then the unvisited nodes of
    the book's picture.

    A node shows fields (`NODE_FIELDS`): its states, its value and so on. Methods return them as a
    dictionary from the number of a field to a string, or to a step for the field `said`.
    """

    def __init__(self, run: Run, name: str, watch: Callable[[int, int], None]) -> None:
        """Go through all steps of a run and record what changes on the page.

        `name` is the heading of the search if the page has several searches, else "". `watch` is
        called before each step, with the step and the last step.
        """
        self.run = run
        self.name = name
        self.trace = run.trace
        words = [run.algorithm.title, *run.headings(), mean_caption(run.trace)]
        self.subtitle = visible(", ".join(filter(None, words)))
        self.strings = Numbered({"": 0})
        """The id of each string."""

        is_book = _is_book_tree(run)
        page = TreePage(run, _page_options(is_book=is_book))
        self.title = visible(page.words.title)
        self.book_boxes: dict[MovePath, Box] = {}
        """The boxes of a small tree, drawn as in a book, by path from left to right; else empty."""
        if is_book:
            self.book_boxes = book_layout(run, page)

        self._number_nodes()
        self.changes: list[NodeChange] = []
        self.step_starts = [0]
        """The index in `changes` of the first change of each step; at the end `len(changes)`."""
        self.sentences: list[str] = []
        self.current: list[int] = []
        """The current node at each step."""
        self.best: frozenset[int] = frozenset()
        """The nodes of the best line at the last step."""
        for step in range(self.trace.last_step + 1):
            watch(step, self.trace.last_step)
            self._add_step(step)

    def _number_nodes(self) -> None:
        """Assign numbers to the visited nodes, then to the unvisited nodes of the book."""
        self.nodes = [*TreeAtStep(self.trace).nodes()]
        self.number = {node: number for number, node in enumerate(self.nodes)}
        self.paths = [*map(self.run.path, self.nodes)]
        visited = {*self.paths}
        self.paths += [path for path in self.book_boxes if path not in visited]
        self.unentered: dict[int, None] = {}
        """The numbers of the nodes in the book's picture that have not been entered yet."""
        if self.book_boxes:
            self.unentered = dict.fromkeys(range(len(self.paths)))
        self.shown = [-1] * len(NODE_FIELDS) * len(self.paths)
        """What the fields of all nodes hold now, node by node; -1 for a field not set yet."""
        self.states = [""] * len(self.paths)
        """The states that each node shows, as a string of CSS classes."""

    def _add_step(self, step: int) -> None:
        """Record what a step changes, its sentence, and its current node (or the root, 0)."""
        tree = TreeAtStep(self.trace, step)
        naming = Naming(self.run, tree)
        self.sentences.append(visible(clip_text(explain_step(naming), MAX_SENTENCE_LENGTH)))
        node = tree.current
        if node is not None:
            self._update_nodes(naming, node)
        self.current.append(0 if node is None else self.number[node])
        self._update_unentered(tree)
        self.step_starts.append(len(self.changes))

    def _update_unentered(self, tree: TreeAtStep) -> None:
        """Record what the book's picture shows for nodes that the search has not entered yet."""
        for number in self.unentered.copy():
            # The visited nodes have the first numbers. All other nodes are never entered.
            is_ever_entered = number < len(self.nodes)
            if is_ever_entered and tree.entered(self.nodes[number]):
                del self.unentered[number]
            else:
                self._show(number, self._unvisited_fields(tree, number))

    def _update_nodes(self, naming: Naming, node: int) -> None:
        """Record how an event at `node` changes what the page shows.

        The event may change the node itself, its parent, ancestors that are now proved to be won,
        nodes that join or leave the best line, and all nodes below a node that is entered again.
        """
        tree = naming.tree
        changed_nodes: set[int] = set()
        if self._may_change_best_line(tree, node):
            changed_nodes |= self._update_best_line(tree)
        # A node has the number of its first visit, so a later visit has another number.
        is_entered_again = tree.entering and tree.visit(node) != node
        if is_entered_again and not self.trace.is_sampled:
            changed_nodes.update(self._outdated_nodes(tree, node))

        self._leave_previous(tree.step, node)
        self._show(
            self.number[node], {**self._visited_fields(naming, node), SENTENCE_FIELD: tree.step}
        )
        # The entry of a node changes its parent's value only if it discards the node's old value.
        may_discard_value = self.trace.may_revisit and not self.trace.is_sampled
        if not tree.entering or may_discard_value:
            parent = tree.parent(node)
            self._update_parent(naming, parent)
            changed_nodes.discard(parent)
            if self._may_prove_winner(tree.visit(node)):
                self._update_proofs(naming, parent)
        for changed in changed_nodes - {node}:
            self._show(self.number[changed], self._visited_fields(naming, changed))

    def _may_change_best_line(self, tree: TreeAtStep, node: int) -> bool:
        """Return whether an event at a node may change the best line from the root."""
        # The best line begins with a child of the root, and goes on with what was found below it.
        if self.trace.depth(tree.visit(node)) <= 1:
            return True
        # A random game updates the means of all nodes on its way, from the leaf to the root.
        return self.trace.is_sampled and not tree.entering

    def _leave_previous(self, step: int, node: int) -> None:
        """Record that the current node of the previous step is no longer the current one."""
        previous = self.current[-1]
        if step > 1 and previous != self.number[node]:
            state = self.states[previous].replace(f" {State.CURRENT}", "")
            self._show(previous, {STATE_FIELD: state})

    def _update_parent(self, naming: Naming, parent: int) -> None:
        """Record what the parent of a changed node now shows; do nothing if `parent` is -1."""
        if parent < 0:
            return
        fields: dict[int, str | int] = {**self._visited_fields(naming, parent)}
        # The sentence of a cutoff is about the node whose other children are cut.
        if parent == node_being_cut(naming.tree):
            fields[SENTENCE_FIELD] = naming.tree.step
        self._show(self.number[parent], fields)

    def _update_best_line(self, tree: TreeAtStep) -> frozenset[int]:
        """Store the best line at a step; return the nodes that have joined or left it."""
        line = tree.principal_variation()
        best: frozenset[int] = frozenset()
        if line:
            # The line does not include the root, which is node 0.
            best = frozenset((0, *line))
        changed = self.best ^ best
        self.best = best
        return changed

    def _outdated_nodes(self, tree: TreeAtStep, node: int) -> Iterator[int]:
        """Yield the nodes whose state becomes "earlier" as `node` is entered again.

        They are all nodes below it that do not have this state yet.
        """
        pending = deque(tree.known_children(node))
        while pending:
            descendant = pending.popleft()
            # If a node has this state, all nodes below it have it, too.
            if self.states[self.number[descendant]] != State.EARLIER:
                pending += tree.known_children(descendant)
                yield descendant

    def _update_proofs(self, naming: Naming, parent: int) -> None:
        """Record at each ancestor of `parent` which side is now proved to win, if any."""
        tree = naming.tree
        possible_winners = {Turn.MIN, Turn.MAX}
        ancestor = parent
        while ancestor >= 0 and possible_winners:
            # Before all moves are searched, only the side to move can be proved to win: for that
            # side one winning move is enough.
            if len(tree.known_children(ancestor)) < tree.move_count(ancestor):
                possible_winners &= {tree.turn(ancestor)}
            if possible_winners and ancestor != parent:
                label = visible(label_of_value(naming, ancestor))
                self._show(self.number[ancestor], {MEANING_FIELD: label})
            ancestor = tree.parent(ancestor)

    def _may_prove_winner(self, row: int) -> bool:
        """Return whether a visit and the visits below it may prove which side wins.

        Only finished games and values from a transposition table can prove this.
        """
        # Without stakes, a value does not tell who wins.
        if self.run.stakes is None:
            return False
        # A row is ROW_BYTES bytes, one of them its kind. A slice with a stride takes the kinds of
        # all rows from the visit to its last descendant; a loop would be far slower.
        first = row * ROW_BYTES + KIND_OFFSET
        end = (self.trace.end(row) + 1) * ROW_BYTES
        kinds = self.trace.rows[first:end:ROW_BYTES]
        return Kind.TERMINAL in kinds or Kind.TABLE in kinds

    def _show(self, node_number: int, fields: Mapping[int, str | int]) -> None:
        """Record those `fields` of a node that differ from what the node shows now."""
        self.states[node_number] = str(fields.get(STATE_FIELD, self.states[node_number]))
        for field, content in fields.items():
            # A string is stored by its id. The field `said` holds a step, which needs no id.
            stored = self.strings[content] if isinstance(content, str) else content
            # The list has all fields of node 0, then all fields of node 1, and so on.
            index = node_number * len(NODE_FIELDS) + field
            if self.shown[index] != stored:
                self.shown[index] = stored
                self.changes.append((node_number, field, stored))

    def _visited_fields(self, naming: Naming, node: int) -> dict[int, str]:
        """Return the fields of a visited node, except `said`, which depends on the event."""
        tree = naming.tree
        path = self.paths[self.number[node]]
        states = " ".join(map(state_token, self._states_of(tree, node)))
        value = value_label(tree, node) or self._written_value(path)
        meaning = label_of_value(naming, node)
        if self.trace.is_sampled:
            visits = count_in_words(tree.returned_count(node), "visit", "visits")
            meaning = ", ".join(filter(None, (meaning, visits)))
        # In the order of NODE_FIELDS.
        strings = (states, value, visible(meaning), *windows_at(self.run, tree, node))
        return dict(enumerate(strings))

    def _states_of(self, tree: TreeAtStep, node: int) -> list[State]:
        """Return the states of a visited node; on the best line, "best" replaces "done"."""
        state = tree.status(node)
        if node not in self.best:
            states = [state]
        elif state is State.DONE:
            states = [State.BEST]
        else:
            states = [state, State.BEST]
        if node == tree.current and not tree.at_end:
            states.append(State.CURRENT)
        return states

    def _unvisited_fields(self, tree: TreeAtStep, number: int) -> dict[int, str | int]:
        """Return the fields of a node in the book's picture before its first visit."""
        path = self.paths[number]
        state = unvisited_state(tree, path)
        states = state_token(state)
        # Only the root of a pruned subtree is crossed out.
        if state is State.PRUNED and tree.node_at(path[:-1]) is None:
            states += " ghost"
        # In the order of NODE_FIELDS. The node has no windows yet, and no sentence is about it.
        strings = (states, self._written_value(path), "", "", "")
        return {**dict(enumerate(strings)), SENTENCE_FIELD: 0}

    def _written_value(self, path: MovePath) -> str:
        """Return the value of a leaf of a written tree, which books show from the start, or ""."""
        value = self.run.written_value(path)
        if value is None:
            return ""
        return format_number(value)

    def add_to(self, block: ColumnBlock) -> dict[str, Any]:
        """Add the columns of this run to a block; return the other data that the script needs."""
        boards = BoardEncoder(self.run, self.strings)
        movers = Numbered()
        columns = self._columns(boards, movers)
        packed = {name: block.append_numbers(column) for name, column in columns.items()}
        # The columns have added strings to the table, so it is complete only now.
        packed["texts"] = block.append_strings([*self.strings])
        packed["sentences"] = block.append_strings(self.sentences)

        picture = None
        if self.book_boxes:
            picture = book_picture_data([self.book_boxes[path] for path in self.paths])
        point_of_view = ""
        # Each mean has its own point of view.
        if not self.trace.is_sampled:
            point_of_view = f"for {visible(self.run.game.side(maximizing=True))}"
        return {
            "name": visible(self.name),
            "title": self.title,
            "last": self.trace.last_step,
            "movers": [*movers],
            "whose": point_of_view,
            "columns": packed,
            "picture": picture,
            "bases": boards.bases,
            "cells": boards.drawn_cells,
        }

    def _columns(self, boards: "BoardEncoder", movers: Numbered) -> dict[str, Sequence[int]]:
        """Return the columns by name: lists with a number for each node, or for each step.

        Such a number may be the id of a string, a board or a mover. New ones are added to
        `self.strings`, `boards` and `movers`.
        """
        final_tree = TreeAtStep(self.trace)
        number_of = {path: number for number, path in enumerate(self.paths)}
        place_of = {
            path: place for place, path in enumerate(self._display_order(final_tree, number_of))
        }
        first_steps = self._first_steps()
        columns: dict[str, Sequence[int]] = {
            "parent": [number_of[path[:-1]] if path else 0 for path in self.paths],
            "place": [place_of[path] for path in self.paths],
            "move": [self.strings[self._edge_text(path)] for path in self.paths],
            "mover": self._mover_numbers(final_tree, movers),
            "board": [*map(boards.encode, self.paths)],
            "first": first_steps,
            "current": self.current,
            "cuts": self._cut_steps(),
            **self._change_columns(first_steps),
        }
        if self.run.game.explicit:
            # The address of a page may name a node by its moves in the notation of the tree.
            columns["written"] = [self.strings[self._written_path(path)] for path in self.paths]
        return columns

    def _first_steps(self) -> list[int]:
        """Return the step at which each node appears."""
        # All nodes of a book's picture are shown from the beginning.
        if self.book_boxes:
            return [0] * len(self.paths)
        return [*map(self.trace.enter_step, self.nodes)]

    def _edge_text(self, path: MovePath) -> str:
        """Return the words at the edge above a node."""
        if not path:
            return "root"
        return clip_text(edge_words(self.run, path))

    def _written_path(self, path: MovePath) -> str:
        """Return the moves to a node in the notation of the tree, "" for the root."""
        if not path:
            return ""
        return self.run.notation_of_move(path)

    def _cut_steps(self) -> list[int]:
        """Return the steps with cutoffs, in order."""
        steps = {self.trace.cut_step(row) for row in self.trace.cuts}
        return sorted(step for step in steps if step)

    def _display_order(
        self, final_tree: TreeAtStep, number_of: Mapping[MovePath, int]
    ) -> Iterable[MovePath]:
        """Return all paths, with siblings in the order in which the page shows them.

        In a small tree, which the page draws as in a book, siblings are ordered from left to right.
        In a search by random games, siblings with more visits come first; in any other search,
        siblings visited earlier. `final_tree` is the tree after the last step, and `number_of` has
        the numbers of the nodes.
        """
        if self.book_boxes:
            return self.book_boxes.keys()
        if not self.trace.is_sampled:
            return self.paths

        def visit_count(path: MovePath) -> int:
            return final_tree.returned_count(self.nodes[number_of[path]])

        return sorted(self.paths, key=visit_count, reverse=True)

    def _mover_numbers(self, final_tree: TreeAtStep, movers: Numbered) -> list[int]:
        """Return the number in `movers` of each node's mover.

        A mover is the shape, the sign and the name of the side to move. The name is False for a
        leaf, where nobody is to move: the script tests for it.
        """
        numbers = []
        for node_number, path in enumerate(self.paths):
            turn = self._turn(final_tree, node_number)
            shape = TURN_SHAPES[turn]
            name: str | bool = False
            if turn is not None:
                name = visible(self.run.mover(path, turn))
            numbers.append(movers[shape.value, shape.sign, name])
        return numbers

    def _turn(self, final_tree: TreeAtStep, node_number: int) -> int | None:
        """Return whose turn it is at a node, None at a leaf."""
        # The visited nodes have the first numbers.
        if node_number < len(self.nodes):
            node = self.nodes[node_number]
            return final_tree.turn(node) if final_tree.move_count(node) else None
        path = self.paths[node_number]
        return self.run.turn(path) if self.run.is_inner(path) else None

    def _change_columns(self, first_steps: Sequence[int]) -> dict[str, list[int]]:
        """Return the columns for the fields of nodes: final fields, changes, and key states.

        `first_steps` has the step at which each node appears.
        """
        packer = _ChangePacker(self.shown, first_steps)
        for step, (start, end) in enumerate(pairwise(self.step_starts)):
            packer.add_step(step, self.changes[start:end])
        return {
            "final": self.shown,
            **change_columns("change", packer.step_starts, packer.changes),
            **change_columns("key", packer.key_state_starts, packer.key_fields),
        }


class _ChangePacker:
    """Collects the changes that the script needs, and the key states.

    A key state, every KEY_STATE_STEPS steps, has all fields that differ from the end of the search.
    """

    def __init__(self, final: Sequence[int], first_steps: Sequence[int]) -> None:
        """Start without steps.

        `final` has the fields of all nodes at the end of the search, node by node. `first_steps`
        has the step at which each node appears.
        """
        self.final = final
        self.first_steps = first_steps
        self.changes: list[NodeChange] = []
        self.step_starts = [0]
        """The index in `changes` of the first change of each step; at the end `len(changes)`."""
        self.key_fields: list[NodeChange] = []
        """The fields of all key states."""
        self.key_state_starts = [0]
        """The index in `key_fields` of each key state's first field; at the end their number."""
        self._not_final: dict[tuple[int, int], int] = {}
        """The fields that now differ from the end: what they hold, by node and field."""

    def add_step(self, step: int, changes: Sequence[NodeChange]) -> None:
        """Add the changes of the next step, and a key state if this step has one.

        The script starts with the final fields of all nodes. So a field that is final when its node
        appears needs no change.
        """
        for node, field, stored in changes:
            is_final = stored == self.final[node * len(NODE_FIELDS) + field]
            was_final = (node, field) not in self._not_final
            self._not_final.pop((node, field), None)
            if not is_final:
                self._not_final[node, field] = stored
            appears_now = self.first_steps[node] == step
            is_final_from_start = appears_now and is_final and was_final
            if not is_final_from_start:
                self.changes.append((node, field, stored))
        self.step_starts.append(len(self.changes))
        if step % KEY_STATE_STEPS == 0:
            for (node, field), stored in sorted(self._not_final.items()):
                self.key_fields.append((node, field, stored))
            self.key_state_starts.append(len(self.key_fields))


def change_columns(
    name: str, starts: list[int], changes: Sequence[NodeChange]
) -> dict[str, list[int]]:
    """Return changes as four columns, whose names begin with `name`.

    The first column is `starts`, the index in `changes` of the first change of each step or key
    state. The other columns have the three numbers of each change.
    """
    return {
        f"{name}Begins": starts,
        f"{name}Nodes": [node for node, _, _ in changes],
        f"{name}Fields": [field for _, field, _ in changes],
        f"{name}Texts": [stored for _, _, stored in changes],
    }


def windows_at(run: Run, tree: TreeAtStep, node: int) -> tuple[str, str]:
    """Return the windows of a visited node in words, on entry and now.

    Both are "" for a leaf, and in a search without windows.
    """
    if not tree.move_count(node):
        return "", ""
    window = tree.window_on_entry(node)
    if window is None:
        return "", ""
    low, high = tree.window(node)
    cut_sign = ""
    if low >= high and tree.is_cut(node):
        cut_sign = run.recipe.search.cut_sign
    return NodeWindow(*window).words, NodeWindow(low, high, cut_sign).words


def state_token(state: State) -> str:
    """Return the CSS class of a state: its name without spaces."""
    return state.value.replace(" ", "-")


def _is_book_tree(run: Run) -> bool:
    """Return whether a run searches a written tree that is small enough for a book's picture."""
    # Count no further than the limit: a written tree may have millions of nodes.
    counted = islice(run.written_paths(), MAX_EXPLORER_BOOK_NODES + 1)
    count = sum(1 for _ in counted)
    return 0 < count <= MAX_EXPLORER_BOOK_NODES


def _page_options(*, is_book: bool) -> PictureOptions:
    """Return the options of the book's picture; for any other tree, only the title is needed."""
    if is_book:
        return BOOK_PICTURE_OPTIONS
    return replace(BOOK_PICTURE_OPTIONS, fold=1)


def book_layout(run: Run, page: TreePage) -> dict[MovePath, Box]:
    """Return the boxes of a small tree by path, from left to right; {} if they do not fit."""
    layout = whole_tree(run, page.limits)
    boxes = page.frame(0).boxes
    if layout is None or len(boxes) != len(layout.nodes):
        return {}
    return {node.path: box for node, box in zip(layout.nodes, boxes, strict=True)}


def book_picture_data(boxes: Sequence[Box]) -> dict[str, Any]:
    """Return the data of the book's picture for the script.

    `view` is the left, top, width and height of the picture. `boxes` has a row for each box: its
    measures, rounded to a tenth of a point, and its label.
    """
    left = min(box.x - box.width / 2 for box in boxes) - BOOK_MARGIN_POINTS
    top = min(box.y for box in boxes) - BOOK_MARGIN_POINTS
    right = max(box.x + box.width / 2 for box in boxes) + BOOK_MARGIN_POINTS
    bottom = max(box.y + box.height for box in boxes) + BOOK_MARGIN_POINTS
    rows: list[list[Any]] = []
    for box in boxes:
        measures = (box.x, box.y, box.width, box.height, box.incoming_edge_y, box.outgoing_edge_y)
        rows.append([*(round(measure, 1) for measure in measures), visible(box.label)])
    return {"view": [*map(round, (left, top, right - left, bottom - top))], "boxes": rows}


class BoardEncoder:
    """Encodes boards as short strings.

    The code of a board has a character for the empty board, a character for the contents of each
    cell, and the captions. Each empty board and each cell's contents are drawn only once, and the
    script copies the drawing.
    """

    def __init__(self, run: Run, strings: Numbered) -> None:
        """Begin without boards; `strings` gives each code its id."""
        self.run = run
        self.strings = strings
        self.sides = [visible(run.game.side(maximizing=side)) for side in (True, False)]
        self.is_drawn = is_worth_drawing(run.root.board())
        self.bases: list[dict[str, Any]] = []
        """The empty boards, in the order of their numbers."""
        self.drawn_cells: list[list[str]] = []
        """The drawn contents of cells, in the order of their numbers."""
        self.base_numbers = Numbered()
        """The numbers of the empty boards, by what distinguishes them."""
        self.cell_numbers = Numbered()
        """The numbers of the contents of cells, by piece and mark."""
        self.cell_places: dict[int, list[tuple[int, int]]] = {}
        """By empty board: the row and column of each cell, in the order of a code's characters."""

    def encode(self, path: MovePath) -> int:
        """Encode the board at a path, with the last move marked; return the id of the string.

        In games whose boards are not drawn, this is the empty string.
        """
        if not self.is_drawn:
            return self.strings[""]
        board, marks = board_with_marks(self.run, path)
        base = self._base_number(board)
        characters = [character_of_number(base)]
        for row, column in self.cell_places[base]:
            cell = board.cells[row][column]
            number = self._cell_number(board, cell, marks.get((row, column)))
            characters.append(character_of_number(number))
        captions = map(visible, board.captions)
        return self.strings["\t".join(("".join(characters), *captions))]

    def _cell_number(self, board: Board, cell: Cell, mark: Mark | None) -> int:
        """Return the number of a cell's contents, and draw them if they are new."""
        # New contents get the next number, and are not drawn yet.
        number = self.cell_numbers[cell, mark]
        if number == len(self.drawn_cells):
            self.drawn_cells.append(self._draw_cell(board, cell, mark))
        return number

    def _base_number(self, board: Board) -> int:
        """Return the number of a board without its pieces, and draw it if it is new."""
        playable = tuple(tuple(cell.playable for cell in row) for row in board.cells)
        base = self.base_numbers[playable, board.slant, board.edges, board.columns, board.rows]
        if base == len(self.bases):
            self._draw_base(board, base)
        return base

    def _draw_base(self, board: Board, base: int) -> None:
        """Draw a board without its pieces; `base` is the number of this empty board."""
        bare = tuple(tuple(Cell(playable=cell.playable) for cell in row) for row in board.cells)
        empty = replace(
            board,
            cells=bare,
            captions=(),
            layers={},
        )
        shapes = draw_board_shapes(
            empty,
            STYLED_THEME,
            0,
            0,
            EXPLORER_BOARD_FONT_SIZE,
            marks={},
        )
        places = drawn_places(empty)
        grid = board_grid(empty, 0, 0, EXPLORER_BOARD_FONT_SIZE)
        middles = map(grid.middle, places)
        size = board_drawing_size(empty, EXPLORER_BOARD_FONT_SIZE)
        self.cell_places[base] = places
        # The script draws the contents of cells at the spots, the middles of the cells.
        self.bases.append(
            {
                "size": [round(side + EXPLORER_BOARD_FONT_SIZE / 2, 1) for side in size],
                "svg": SvgWriter().shapes(shapes),
                "spots": [[float(short_number(x)), float(short_number(y))] for x, y in middles],
                "names": [visible(square_name(board, *place)) for place in places],
            }
        )
        self.cell_size = grid.cell

    def _draw_cell(self, board: Board, cell: Cell, mark: Mark | None) -> list[str]:
        """Return the contents of a cell as SVG, with the cell's middle at (0, 0), and in words."""
        one_cell_board = replace(
            board,
            cells=((cell,),),
            columns=(),
            rows=(),
            captions=(),
            layers={},
            chequered=False,
            edges=(Player.NOBODY, Player.NOBODY),
        )
        marks = {(0, 0): mark} if mark else {}
        grid = board_grid(one_cell_board, 0, 0, EXPLORER_BOARD_FONT_SIZE)
        writer = SvgWriter()
        writer.left, writer.top = grid.middle((0, 0))
        # A board of one cell may be drawn with another cell size than the whole board.
        scale = self.cell_size / grid.cell
        shapes = draw_board_shapes(
            one_cell_board,
            STYLED_THEME,
            0,
            0,
            EXPLORER_BOARD_FONT_SIZE,
            marks=marks,
        )
        # The first shape is the square itself, which the empty board shows. A square that is never
        # played on, such as a white one in draughts, has no shapes at all here.
        svg = writer.shapes(shapes[1:])
        if scale != 1 and svg:
            svg = f'<g transform="scale({scale:.3f})">{svg}</g>'
        return [svg, visible(self._words(cell, mark))]

    def _words(self, cell: Cell, mark: Mark | None) -> str:
        """Describe a cell for a screen reader, such as "White king (arrived)"; "" if empty."""
        words = ""
        if cell.piece:
            owner = self.sides[cell.owner - 1] if cell.owner else ""
            # A label may repeat the kind of the piece, which is said once.
            parts = dict.fromkeys(filter(None, (owner, piece_kind(cell), cell.label)))
            words = " ".join(parts) + describe_pile(cell, self.sides)
        if mark:
            words += f" ({mark.value})"
        return words


def character_of_number(number: int) -> str:
    """Return the character for a number in the code of a board.

    >>> character_of_number(0), character_of_number(93), character_of_number(94)
    ('!', '~', 'Ā')
    """
    if number < PLAIN_CHARACTER_COUNT:
        return chr(FIRST_CHARACTER_CODE + number)
    return chr(NEXT_CHARACTER_CODE + number - PLAIN_CHARACTER_COUNT)
