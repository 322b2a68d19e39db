"""A search that one explores on a page of the web: all that the page shows at any step, worked out here.

The page's script derives nothing. It opens one block, deflated and in base64: columns of numbers, a table of texts, a
sentence for each step, and what changes in each step, as (node, field, text). A key state stands for every 512th step,
as what is different there from the last step; a node that comes later has its last looks, and is hidden.
"""

import json
import struct
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from html import escape
from itertools import islice, pairwise
from pathlib import Path
from typing import Any
from zlib import compress

from exports.html import Numbered
from exports.svg import SvgWriter, short_number
from games import Board, Cell, Player
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
"""The most visits of a search on a page."""
MAX_EXPLORER_BOOK_NODES = 60
"""The most nodes of a written tree that is drawn as in a book."""
KEY_STATE_STEPS = 512
"""Steps from one key state to the next."""
MAX_SENTENCE_LENGTH = 2000
"""Letters of a sentence, at most."""
NODE_FIELDS = ("state", "value", "whose", "entry", "now", "said")
"""What a node shows, each as the number of a text; the last is the step whose sentence is about it."""
WHOSE_FIELD = NODE_FIELDS.index("whose")
SENTENCE_FIELD = NODE_FIELDS.index("said")
EXPLORER_BOARD_FONT_SIZE = 10.0
"""The text size of boards, in units of their drawing."""
BOOK_MARGIN_POINTS = 26
"""Room around the book's picture, in points."""
FIRST_LETTER_CODE = 33
NEXT_LETTER_CODE = 256
PLAIN_LETTER_COUNT = 94
"""The letters that stand for numbers in the text of a board: these many from one on, the rest from another."""
NodeChange = tuple[int, int, int]
"""The number of a node, that of a field, and that of the text that it shows from a step on."""
BOOK_PICTURE_OPTIONS = PictureOptions(
    page=FIT_PAGE, fold=FOLD_NOTHING, node_windows="all", caption="none", legend=False, board=False
)


def check_web_page_name(name: str) -> None:
    """Raise InputError for the name of a file that is no page of the web."""
    if not name.lower().endswith(WEB_PAGE_ENDINGS):
        raise InputError(
            f"a page that explores is saved as {' or '.join(WEB_PAGE_ENDINGS)}, not as {name!r:.80}"
        )


def explorer_page(
    runs: Mapping[str, Run],
    title: str = "",
    watch: Callable[[int, int], None] = lambda done, most: None,
) -> bytes:
    """Return the page of a search, or of several side by side, by their names.

    `watch` is told how many steps are worked out, of how many. InputError for a search with nothing in it, or with too
    much.
    """
    for run in runs.values():
        if len(run.trace) > MAX_EXPLORER_VISITS:
            raise InputError(
                f"the search has {len(run.trace):,} visits, and a page explores {MAX_EXPLORER_VISITS:,} at most; "
                "limit it with --max-nodes or --depth"
            )
    sides = [PackedRun(run, name if len(runs) > 1 else "", watch) for name, run in runs.items()]
    block = ColumnBlock()
    legend = {
        state_token(state): [look.glyph, look.word.partition(":")[0]]
        for state, look in STATE_LOOKS.items()
    }
    found = {
        "fields": NODE_FIELDS,
        "key": KEY_STATE_STEPS,
        "legend": legend,
        "sides": [side.written(block) for side in sides],
    }
    title = visible(title) or sides[0].title
    colours = f"{theme_rules(PAGE_THEMES)}@media print{{:root[data-theme]{{{style_variables(THEMES['light'])}}}}}"
    parts = {
        "title": escape(clip_text(title, MAX_PICTURE_TEXT)),
        "subtitle": escape(clip_text(sides[0].subtitle, MAX_PICTURE_TEXT))
        if len(sides) == 1
        else "",
        "theme": PAGE_THEMES[0],
        "style": colours + explorer_part("states.css") + explorer_part("style.css"),
        "script": PAGE_KIT + explorer_part("script.js"),
        "block": block.deflated(found),
    }
    return fill_template(EXPLORER_PARTS / "page.html", parts).encode()


def explorer_part(name: str) -> str:
    """Return a part of the page."""
    return (EXPLORER_PARTS / name).read_text(encoding="utf-8")


class ColumnBlock:
    """Columns of numbers and lists of texts, one behind the other."""

    def __init__(self) -> None:
        """Begin empty."""
        self.parts = list[bytes]()

    def numbers(self, column: Sequence[int]) -> tuple[str, int]:
        """Add a column, with as few bytes a number as the greatest takes; return its type and its bytes."""
        most = max(column, default=0)
        if most < 1 << 8:
            code = "B"
        elif most < 1 << 16:
            code = "H"
        else:
            code = "I"
        self.parts.append(struct.pack(f"<{len(column)}{code}", *column))
        return code, len(self.parts[-1])

    def texts(self, lines: Sequence[str]) -> tuple[str, int]:
        """Add texts, a line each; return their type and their bytes."""
        self.parts.append("\n".join(lines).encode())
        return "lines", len(self.parts[-1])

    def deflated(self, found: Mapping[str, Any]) -> str:
        """Return all behind what says how to read it, deflated and in base64."""
        head = json.dumps(
            found, allow_nan=False, ensure_ascii=False, separators=(",", ":")
        ).encode()
        return b64encode(
            compress(b"".join((struct.pack("<I", len(head)), head, *self.parts)), 9)
        ).decode()


class PackedRun:
    """A run with all that its page shows, at every step.

    Its nodes have numbers: those visited in the order of their first visit, then what the book's picture has besides.
    """

    def __init__(self, run: Run, name: str, watch: Callable[[int, int], None]) -> None:
        """Go through all steps; `name` stands above it where there are several."""
        is_small = (
            0
            < sum(1 for _ in islice(run.written_paths(), MAX_EXPLORER_BOOK_NODES + 1))
            <= MAX_EXPLORER_BOOK_NODES
        )
        page = TreePage(
            run, BOOK_PICTURE_OPTIONS if is_small else replace(BOOK_PICTURE_OPTIONS, fold=1)
        )
        self.run = run
        self.name = name
        self.trace = run.trace
        self.title = visible(page.words.title)
        words = [run.algorithm.title, *run.headings(), mean_caption(run.trace)]
        self.subtitle = visible(", ".join(filter(None, words)))
        self.texts = Numbered({"": 0})
        if is_small:
            self.book = book_layout(run, page)
        else:
            self.book = {}
        self.nodes = [*TreeAtStep(self.trace).nodes()]
        self.number = {node: number for number, node in enumerate(self.nodes)}
        self.paths = [*map(run.path, self.nodes)]
        known = {*self.paths}
        self.paths += [path for path in self.book if path not in known]
        self.waiting = dict.fromkeys(range(len(self.paths)) if self.book else ())
        """The nodes of the book's picture that have not been entered yet."""
        self.looks, self.states = [-1] * len(NODE_FIELDS) * len(self.paths), [""] * len(self.paths)
        self.changes = list[NodeChange]()
        self.begins = [0]
        self.sentences = list[str]()
        self.current = list[int]()
        self.best = frozenset[int]()
        for step in range(self.trace.last_step + 1):
            watch(step, self.trace.last_step)
            self._go(step)

    # What changes in a step.

    def _go(self, step: int) -> None:
        """Note what a step changes, and what it says."""
        tree = TreeAtStep(self.trace, step)
        naming = Naming(self.run, tree)
        self.sentences.append(visible(clip_text(explain_step(naming), MAX_SENTENCE_LENGTH)))
        node = tree.current
        if node is not None:
            self._update(naming, node)
        self.current.append(0 if node is None else self.number[node])
        for number in self.waiting.copy():
            if number < len(self.nodes) and tree.entered(self.nodes[number]):
                del self.waiting[number]
            else:
                self._show(number, self._unvisited(tree, number))
        self.begins.append(len(self.changes))

    def _update(self, naming: Naming, node: int) -> None:
        """Note the looks of what an event at a node may change.

        These are the node itself, its parent, who is known to win above it, and the best line. What is below a node
        that is visited again is known from an earlier visit only.
        """
        tree = naming.tree
        step = naming.tree.step
        touched = set[int]()
        before = self.current[-1]
        is_plain_entry = tree.entering and (self.trace.adds or not self.trace.comes_back)
        if (self.trace.adds and not is_plain_entry) or self.trace.depth(tree.visit(node)) <= 1:
            if line := tree.principal_variation():
                best = frozenset((0, *line))
            else:
                best = frozenset[int]()
            touched |= self.best ^ best
            self.best = best
        if tree.entering and tree.visit(node) != node and not self.trace.adds:
            below = [*tree.known_children(node)]
            for child in below:  # which grows meanwhile
                if self.states[self.number[child]] != State.EARLIER:
                    below += tree.known_children(child)
                    touched.add(child)
        if step > 1 and before != self.number[node]:
            self._show(before, {0: self.states[before].replace(f" {State.CURRENT}", "")})
        self._show(self.number[node], {**self._look(naming, node), SENTENCE_FIELD: step})
        above = parent = tree.parent(node)
        if parent >= 0 and not is_plain_entry:
            if parent == node_being_cut(tree):
                said = {SENTENCE_FIELD: step}
            else:
                said = {}
            self._show(self.number[parent], {**self._look(naming, parent), **said})
            touched.discard(parent)
        if not is_plain_entry and self._may_prove(tree.visit(node)):
            proofs = {0, 1}
        else:
            proofs = set[int]()
        while above >= 0 and proofs:
            if len(tree.known_children(above)) < tree.move_count(above):
                proofs &= {tree.turn(above)}  # to whom one move is enough
            if proofs and above != parent:
                self._show(
                    self.number[above], {WHOSE_FIELD: visible(label_of_value(naming, above))}
                )
            above = tree.parent(above)
        for each in touched - {node}:
            self._show(self.number[each], self._look(naming, each))

    def _may_prove(self, row: int) -> bool:
        """Return whether a visit may change who is known to win above it: there are finished games in it."""
        kinds = self.trace.rows[
            row * ROW_BYTES + KIND_OFFSET : (self.trace.end(row) + 1) * ROW_BYTES : ROW_BYTES
        ]
        return self.run.stakes is not None and (Kind.TERMINAL in kinds or Kind.TABLE in kinds)

    def _show(self, number: int, look: Mapping[int, str | int]) -> None:
        """Note how a node looks from this step on, by its fields."""
        self.states[number] = str(look.get(0, self.states[number]))
        for field, found in look.items():
            if isinstance(found, int):
                text = found
            else:
                text = self.texts[found]
            slot = number * len(NODE_FIELDS) + field
            if self.looks[slot] != text:
                self.looks[slot] = text
                self.changes.append((number, field, text))

    def _look(self, naming: Naming, node: int) -> dict[int, str]:
        """Return how a visited node looks: its fields but for the step that says something of it."""
        tree = naming.tree
        trace = self.trace
        state = tree.status(node)
        is_best = node in self.best
        words = [*[state] * (not is_best or state is not State.DONE), *[State.BEST] * is_best]
        words += [State.CURRENT] * (node == tree.current and not tree.at_end)
        value = value_label(tree, node)
        whose = label_of_value(naming, node)
        value = value or self._written_value(self.paths[self.number[node]])
        if trace.adds:
            whose = ", ".join(
                filter(None, (whose, count_in_words(tree.returned_count(node), "visit", "visits")))
            )
        return dict(
            enumerate(
                (
                    " ".join(map(state_token, words)),
                    value,
                    visible(whose),
                    *windows_at(self.run, tree, node),
                )
            )
        )

    def _unvisited(self, tree: TreeAtStep, number: int) -> dict[int, str | int]:
        """Return how a node of the book's picture looks before it is visited."""
        path = self.paths[number]
        state = unvisited_state(tree, path)
        is_below = state is State.PRUNED and tree.node_at(path[:-1]) is None
        looks = f"{state_token(state)}{' ghost' * is_below}", self._written_value(path), "", "", ""
        return {**dict(enumerate(looks)), SENTENCE_FIELD: 0}

    def _written_value(self, path: MovePath) -> str:
        """Return the value of a leaf of a written tree, which a book shows from the beginning."""
        value = self.run.written_value(path)
        if value is None:
            return ""
        return format_number(value)

    # What is written.

    def written(self, block: ColumnBlock) -> dict[str, Any]:
        """Write the columns to a block; return what the script needs to know besides."""
        run = self.run
        whole = TreeAtStep(self.trace)
        boards = BoardTexts(self.run, self.texts)
        index = {path: number for number, path in enumerate(self.paths)}
        visited = lambda path: -whole.returned_count(self.nodes[index[path]])  # noqa: E731
        order = self.book or (sorted(self.paths, key=visited) if self.trace.adds else self.paths)
        places = {path: number for number, path in enumerate(order)}
        turns = [whole.turn(node) if whole.move_count(node) else None for node in self.nodes]
        turns += [
            run.turn(path) if run.is_inner(path) else None for path in self.paths[len(turns) :]
        ]
        movers = Numbered()
        if self.book:
            firsts = [0] * len(self.paths)
        else:
            firsts = [*map(self.trace.enter_step, self.nodes)]
        columns = {
            "parent": [index[path[:-1]] if path else 0 for path in self.paths],
            "place": [places[path] for path in self.paths],
            "move": [
                self.texts[clip_text(edge_words(run, path)) if path else "root"]
                for path in self.paths
            ],
            "mover": [
                movers[
                    TURN_SHAPES[turn].value,
                    TURN_SHAPES[turn].sign,
                    turn is not None and visible(run.mover(path, turn)),
                ]
                for turn, path in zip(turns, self.paths, strict=True)
            ],
            "board": [*map(boards.text, self.paths)],
            "first": firsts,
            "current": self.current,
            "cuts": sorted({step for row in self.trace.cuts if (step := self.trace.cut_step(row))}),
            **self._state(firsts),
        }
        if run.game.explicit:  # an address may have the numbers of moves, too
            columns["written"] = [
                self.texts[run.written(path) if path else ""] for path in self.paths
            ]
        written = {name: block.numbers(column) for name, column in columns.items()}
        written |= {"texts": block.texts([*self.texts]), "sentences": block.texts(self.sentences)}
        if self.book:
            picture = book_picture_data([self.book[path] for path in self.paths])
        else:
            picture = None
        return {
            "name": visible(self.name),
            "title": self.title,
            "last": self.trace.last_step,
            "movers": [*movers],
            "whose": "" if self.trace.adds else f"for {visible(run.game.side(maximizing=True))}",
            "columns": written,
            "picture": picture,
            "bases": boards.bases,
            "cells": boards.drawn,
        }

    def _state(self, firsts: Sequence[int]) -> dict[str, list[int]]:
        """Return the columns of the last state, of the changes of each step, and of the key states.

        What a node shows at first is no change where it is what it shows at last.
        """
        changes = list[NodeChange]()
        begins = [0]
        keys = list[NodeChange]()
        key_begins = [0]
        different = dict[tuple[int, int], int]()
        for step, (begin, end) in enumerate(pairwise(self.begins)):
            for number, field, text in self.changes[begin:end]:
                is_last = text == self.looks[number * len(NODE_FIELDS) + field]
                was_different = different.pop((number, field), None) is not None
                if not is_last:
                    different[number, field] = text
                if not is_last or was_different or firsts[number] != step:
                    changes.append((number, field, text))
            begins.append(len(changes))
            if step % KEY_STATE_STEPS == 0:
                keys += [(*slot, text) for slot, text in sorted(different.items())]
                key_begins.append(len(keys))
        return {
            "final": self.looks,
            **change_columns("change", begins, changes),
            **change_columns("key", key_begins, keys),
        }


def change_columns(
    name: str, begins: list[int], found: Sequence[NodeChange]
) -> dict[str, list[int]]:
    """Return changes as columns: where those of each step begin, then nodes, fields and texts."""
    nodes, fields, texts = ([each[place] for each in found] for place in range(3))
    return {
        f"{name}Begins": begins,
        f"{name}Nodes": nodes,
        f"{name}Fields": fields,
        f"{name}Texts": texts,
    }


def windows_at(run: Run, tree: TreeAtStep, node: int) -> tuple[str, str]:
    """Return the window of a visited node on entry, and now; "" where it has none."""
    if not tree.move_count(node) or (window := tree.window_on_entry(node)) is None:
        return "", ""
    low, high = tree.window(node)
    if low >= high and tree.is_cut(node):
        closed = run.recipe.search.cut_sign
    else:
        closed = ""
    return NodeWindow(*window).words, NodeWindow(low, high, closed).words


def state_token(state: State) -> str:
    """Return a state as a word without a space, of which several may stand beside each other."""
    return state.value.replace(" ", "-")


def book_layout(run: Run, page: TreePage) -> dict[MovePath, Box]:
    """Return the boxes of a small tree as in a book, by their paths from the left; none where they have no room."""
    layout = whole_tree(run, page.limits)
    boxes = page.frame(0).boxes
    if layout is None or len(boxes) != len(layout.nodes):
        return {}
    return {each.path: box for each, box in zip(layout.nodes, boxes, strict=True)}


def book_picture_data(boxes: Sequence[Box]) -> dict[str, Any]:
    """Return which part of the plane the book's picture takes, and of each box its places and its name."""
    left = min(box.x - box.width / 2 for box in boxes) - BOOK_MARGIN_POINTS
    top = min(box.y for box in boxes) - BOOK_MARGIN_POINTS
    right = max(box.x + box.width / 2 for box in boxes) + BOOK_MARGIN_POINTS
    bottom = max(box.y + box.height for box in boxes) + BOOK_MARGIN_POINTS
    places = ((box.x, box.y, box.width, box.height, box.head, box.foot) for box in boxes)
    rounded = ([round(each, 1) for each in place] for place in places)
    return {
        "view": [*map(round, (left, top, right - left, bottom - top))],
        "boxes": [[*place, visible(box.label)] for place, box in zip(rounded, boxes, strict=True)],
    }


class BoardTexts:
    """Boards as short texts: a letter for the empty board, then one for what is on each cell, then the captions.

    What the letters stand for is drawn once, and the script puts it in its place.
    """

    def __init__(self, run: Run, texts: Numbered) -> None:
        """Begin with none; `texts` numbers them."""
        self.run = run
        self.texts = texts
        self.sides = [visible(run.game.side(maximizing=side)) for side in (True, False)]
        self.is_drawn = is_worth_drawing(run.root.board())
        self.bases = list[dict[str, Any]]()
        self.drawn = list[list[str]]()
        self.known = Numbered()
        self.cells = Numbered()
        self.places = dict[int, list[tuple[int, int]]]()

    def text(self, path: MovePath) -> int:
        """Return the number of the text of a board, with what the last move did; 0 for none."""
        if not self.is_drawn:
            return 0
        board, marks = board_with_marks(self.run, path)
        playable = tuple(tuple(cell.playable for cell in row) for row in board.cells)
        looks = replace(board, cells=(), captions=(), spoken=(), layers={})
        base = self._base(board, (playable, looks.slant, looks.edges, looks.columns, looks.rows))
        letters = [letter_of_number(base)]
        for y, x in self.places[base]:
            cell = board.cells[y][x]
            mark = marks.get((y, x))
            number = self.cells[cell, mark]
            if number == len(self.drawn):
                self.drawn.append(self._drawn(board, cell, mark))
            letters.append(letter_of_number(number))
        return self.texts["\t".join(("".join(letters), *map(visible, board.captions)))]

    def _base(self, board: Board, key: Any) -> int:
        """Return the number of an empty board, which is drawn if it is new."""
        base = self.known[key]
        if base == len(self.bases):
            bare = tuple(tuple(Cell(playable=cell.playable) for cell in row) for row in board.cells)
            empty = replace(board, cells=bare, captions=(), layers={})
            shapes = draw_board_shapes(empty, STYLED_THEME, 0, 0, EXPLORER_BOARD_FONT_SIZE, {})
            places = drawn_places(empty)
            grid = board_grid(empty, 0, 0, EXPLORER_BOARD_FONT_SIZE)
            middles = map(grid.middle, places)
            self.places[base] = places
            self.bases.append(
                {
                    "size": [
                        round(side + EXPLORER_BOARD_FONT_SIZE / 2, 1)
                        for side in board_drawing_size(empty, EXPLORER_BOARD_FONT_SIZE)
                    ],
                    "svg": SvgWriter().shapes(shapes),
                    "spots": [[float(short_number(x)), float(short_number(y))] for x, y in middles],
                    "names": [visible(square_name(board, *place)) for place in places],
                }
            )
            self.cell = grid.cell
        return base

    def _drawn(self, board: Board, cell: Cell, mark: Mark | None) -> list[str]:
        """Return what is on a cell as SVG around its middle, and in words."""
        one = replace(
            board,
            cells=((cell,),),
            columns=(),
            rows=(),
            captions=(),
            layers={},
            chequered=False,
            edges=(Player.NOBODY, Player.NOBODY),
        )
        if mark:
            marks = {(0, 0): mark}
        else:
            marks = {}
        grid = board_grid(one, 0, 0, EXPLORER_BOARD_FONT_SIZE)
        writer = SvgWriter()
        writer.left, writer.top = grid.middle((0, 0))
        scale = self.cell / grid.cell
        svg = writer.shapes(
            draw_board_shapes(one, STYLED_THEME, 0, 0, EXPLORER_BOARD_FONT_SIZE, marks)[1:]
        )  # without the ground
        said = [self.sides[cell.owner - 1] if cell.owner else "", piece_kind(cell), cell.label]
        if cell.piece:
            words = " ".join(dict.fromkeys(filter(None, said))) + describe_pile(cell, self.sides)
        else:
            words = ""
        words += f" ({mark.value})" if mark else ""
        return [
            f'<g transform="scale({scale:.3f})">{svg}</g>' if scale != 1 and svg else svg,
            visible(words),
        ]


def letter_of_number(number: int) -> str:
    """Return the letter that stands for a number.

    >>> letter_of_number(0), letter_of_number(93), letter_of_number(94)
    ('!', '~', 'Ā')
    """
    return chr(
        FIRST_LETTER_CODE + number
        if number < PLAIN_LETTER_COUNT
        else NEXT_LETTER_CODE + number - PLAIN_LETTER_COUNT
    )
