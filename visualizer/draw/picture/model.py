"""Pictures before any format: boxes with places and words, the only input of exporters.

Lengths are in points; x grows to the right, y downwards. Boxes never change once they are made.
They are not frozen dataclasses, because films make thousands and that would take three times as
long.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum, auto
from typing import NamedTuple, Self

from games import CHANCE_OPPONENT, Board, Coordinates, Game
from visualizer.draw.boards.contents import Mark
from visualizer.look.legend import PRUNED_BRANCH_WORDS, STATE_LOOKS, State
from visualizer.look.numbers import asks_above, format_decimal, format_number, is_null_window
from visualizer.look.text import LETTER_WIDTH, clip_text


class BoxShape(StrEnum):
    """The outline of a box, which says who moves there; in text, a word and a sign."""

    sign: str

    MAX = "MAX", "▲"
    MIN = "MIN", "▼"
    CHANCE = CHANCE_OPPONENT, "~"
    LEAF = "leaf", "□"
    FOLDED = "folded nodes", "…"
    """Several children drawn as one; `lines` give their number and a remark, such as "to come"."""

    def __new__(cls, word: str, sign: str) -> Self:
        """Make a shape from its word and its sign."""
        shape = str.__new__(cls, word)
        shape._value_ = word
        shape.sign = sign
        return shape


TURN_SHAPES = {
    1: BoxShape.MAX,
    0: BoxShape.MIN,
    2: BoxShape.CHANCE,
    None: BoxShape.LEAF,
}
"""The shape of a node by the number of the player to move; None where nobody moves."""


@dataclass(frozen=True, slots=True)
class MarkedBoard:
    """A position, the marks of its last move, and a line of words below."""

    board: Board
    marks: Mapping[Coordinates, Mark] = field(default_factory=dict)
    words: str = ""


class NodeWindow(NamedTuple):
    """The window with which a node is searched; a null window is shown as its question.

    `cut_sign` is the sign of the cutoff rule, `≥` or `>`, once the search of the node is cut off,
    and `answer` the answer to a null window's question, once it is known.
    """

    alpha: float
    beta: float
    cut_sign: str = ""
    answer: str = ""

    @property
    def parts(self) -> tuple[str, str, str]:
        """Return the three parts of the window as written: alpha, a sign or "", and beta.

        A null window is written as a question about its bound: `3`, `<` and `?`.

        >>> from math import inf, nextafter
        >>> NodeWindow(3, inf).parts
        ('α 3', '', 'β +∞')
        >>> NodeWindow(5, 4, "≥").parts
        ('α 5', '≥', 'β 4')
        >>> NodeWindow(3, nextafter(3, inf)).parts
        ('3', '<', '?')
        """
        if is_null_window(self.alpha, self.beta):
            return self._question()
        return f"α {format_number(self.alpha)}", self.cut_sign, f"β {format_number(self.beta)}"

    def _question(self) -> tuple[str, str, str]:
        """Return a null window as a question in three parts: `3 < ?`, or `? < 3 (yes)` if answered.

        The question is whether the value of the node, `?`, is above or below a bound.
        """
        if asks_above(self.alpha, self.beta):
            low = format_number(self.alpha)
            high = "?"
        else:
            low = "?"
            high = format_number(self.beta)
        if self.answer:
            high = f"{high} ({self.answer})"
        return low, "<", high

    @property
    def words(self) -> str:
        """Return the window in one line."""
        return "  ".join(filter(None, self.parts))


class SignPlace(Enum):
    """The place of a sign beside a node."""

    BEFORE_VALUE = auto()
    AFTER_VALUE = auto()
    """In a picture, a disc on the frame."""
    AFTER_NAME = auto()
    AFTER_NAME_IF_ROOM = auto()


class Sign(NamedTuple):
    """A sign, or a short word, beside a node.

    `hue` names a colour of the theme; "" is the colour of words.
    """

    glyph: str
    place: SignPlace
    hue: str = ""


Signs = tuple[Sign, ...]
"""All signs beside a node, from left to right at each place."""
CUT_SIGN = Sign(STATE_LOOKS[State.CUT].glyph, SignPlace.AFTER_VALUE, STATE_LOOKS[State.CUT].hue)
"""Marks a node that was left before its last child."""
BOUND_SIGNS = {
    "α": Sign("α", SignPlace.AFTER_VALUE, "orange"),
    "β": Sign("β", SignPlace.AFTER_VALUE, "blue"),
}
"""Mark the move that set the bound at which another node is cut in this step."""


@dataclass(slots=True, unsafe_hash=True)
class Box:
    """A node or folded nodes as drawn; `x` is the middle, `y` the top.

    The node:
    `move` leads to the node and is written on the edge above it; `label` is a book's name for the
    node itself. `value` includes its bound ("≥3"), and `meaning` says what a final value means to
    the players. `window` is None if it is not shown. `order` is the node's position, from 1, in the
    order in which its siblings were tried, 0 if it was not tried. `signs` do not include the sign
    of the `state`. Folded nodes have `lines` of text instead; `has_last_event` says that the last
    event is among them. `is_ghost` marks a node below a pruned one, `is_changed` a node whose value
    or window the last event changed. In a search by random games, `level` is the part of the
    node that is filled to show its mean, from 0 to 1, None if the mean is unknown; `prior` is the
    prior probability of its move, None without priors.

    The place:
    `move_width` is the width for the move, 0 to leave it out. The edge from the parent ends at
    `incoming_edge_y`, above the box and its move. The edges to the children begin at
    `outgoing_edge_y`, below the box, its `board` and its window. `parent_key` is "" if the parent
    is not drawn, None if there is no edge above the box. `hangs_from` is the x at which the edge of
    a box begins that hangs alone from the line of breadcrumbs, 0 for any other box. `answered_from`
    is the key of the node from which a table has the value, "" if the value is not from a table.
    """

    key: str
    shape: BoxShape
    state: State
    ply: int
    move: str = ""
    value: str = ""
    window: NodeWindow | None = None
    order: int = 0
    score: str = ""
    signs: Signs = ()
    lines: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    on_best_line: bool = False
    has_last_event: bool = False
    is_ghost: bool = False
    is_changed: bool = False
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    move_width: float = 0
    incoming_edge_y: float = 0
    outgoing_edge_y: float = 0
    board: MarkedBoard | None = None
    label: str = ""
    meaning: str = ""
    parent_key: str | None = None
    answered_from: str = ""
    hangs_from: float = 0
    level: float | None = None
    prior: float | None = None

    @property
    def full_name(self) -> str:
        """Return the move, after a book's label for the node if any: `C (a2)`; "" for the root."""
        if self.label and self.move:
            return f"{self.label} ({self.move})"
        return self.move

    @property
    def is_cut(self) -> bool:
        """Return whether the node was left before its last child."""
        return CUT_SIGN in self.signs

    @property
    def bound_sign(self) -> Sign | None:
        """Return the sign of α or β if the node set this bound of the step's cut, else None."""
        return next((sign for sign in self.signs if sign.glyph in BOUND_SIGNS), None)

    @property
    def drawn_as(self) -> State:
        """Return the state to draw: CURRENT for folded nodes with the last event among them."""
        return State.CURRENT if self.has_last_event else self.state


def state_sign(state: State) -> Sign:
    """Return the sign of a state."""
    look = STATE_LOOKS[state]
    return Sign(look.glyph, SignPlace.BEFORE_VALUE, look.hue)


def glyphs_at(signs: Signs, place: SignPlace) -> str:
    """Return the signs at a place, in one word."""
    return "".join(sign.glyph for sign in signs if sign.place is place)


AFTER_NAME_PLACES = (SignPlace.AFTER_NAME, SignPlace.AFTER_NAME_IF_ROOM)


def signs_after_name(signs: Signs, places: Collection[SignPlace] = AFTER_NAME_PLACES) -> str:
    """Return the signs that follow a name, each after a space."""
    return "".join(f" {sign.glyph}" for sign in signs if sign.place in places)


class Fill(Enum):
    """How a tile is filled."""

    FULL = "in its colour"
    EMPTY = "in a light tint, with a dotted outline"
    PAGE = "in the page's colour: a gap"


class Tile(NamedTuple):
    """A rectangle of a chart; `hue` is a hue of the theme, or a state to look like its nodes."""

    x: float
    y: float
    width: float
    height: float
    hue: str | State
    fill: Fill = Fill.FULL


class Label(NamedTuple):
    """Words of a chart, at a baseline `y` and with their `anchor` (start, middle, end) at `x`.

    `size` is in units of the text size.
    """

    x: float
    y: float
    text: str
    anchor: str = "start"
    bold: bool = False
    faint: bool = False
    size: float = 1


class CodeRow(NamedTuple):
    """A row of code, with a `remark` at its right.

    `number` is the line number, 0 for an empty row and for one that continues a line. Variables are
    rows, too: the number is -1 for a variable that begins a row on the page, and -2 for one that
    continues the row of the variable before. `mark` is "now" for the current line, and "changed"
    for a variable that the line before has changed.
    """

    number: int = 0
    text: str = ""
    mark: str = ""
    remark: str = ""


class CodePane(NamedTuple):
    """The code beside a tree: a title, the text size in points, and rows."""

    title: str
    size: float
    rows: tuple[CodeRow, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on a page; `x` and `y` are its upper left corner."""

    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0


@dataclass(frozen=True, slots=True)
class PagePlan:
    """The places of the parts of a page, the same at every step.

    `size` is the text size of the tree in points; `larger` is the factor by which titles, captions
    and legend are larger. `cell` is the width of a cell of the board, 0 for the usual width.
    """

    width: float = 0
    height: float = 0
    heading: Area = Area()
    tree: Area = Area()
    board: Area = Area()
    caption: Area = Area()
    legend: Area = Area()
    size: float = 13
    larger: float = 1
    cell: float = 0

    @property
    def letter(self) -> float:
        """Return the width of a letter of the tree's text, in points."""
        return LETTER_WIDTH * self.size


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing of a tree at a step, or a chart of `tiles` and `labels` without boxes.

    `title` and `subtitle` come first, then the tree, `captions`, and a legend of the `states`
    that occur and of `tags` with their counts. Beside the tree is the position, `board`, or
    `code` instead. `breadcrumbs` is the line that names nodes above the drawn plies, "" for no
    line, and `stem` the x at which the tree hangs from this line. `turns` pair a y with the
    lines that say whose turn it is. `horizon` is the y of the line beyond which only noisy moves
    are searched, 0 for none. `is_whole` says that the whole tree is drawn, with straight edges;
    `kinds`, that types of nodes are marked.
    """

    title: str
    subtitle: str
    plan: PagePlan
    boxes: tuple[Box, ...] = ()
    states: tuple[State, ...] = ()
    captions: tuple[str, ...] = ()
    tags: tuple[tuple[str, int], ...] = ()
    board: MarkedBoard | None = None
    code: CodePane | None = None
    breadcrumbs: str = ""
    stem: float = 0
    turns: tuple[tuple[float, tuple[str, ...]], ...] = ()
    horizon: float = 0
    tiles: tuple[Tile, ...] = ()
    labels: tuple[Label, ...] = ()
    is_whole: bool = True
    kinds: bool = False
    legend: bool = True
    theme: str = "light"
    transparent: bool = False
    font: str = "mono"
    part: str = ""
    """The part of a film, such as `step 3`: not drawn, but part of the file's or slide's title."""

    @property
    def full_title(self) -> str:
        """The title of a file or slide, with the part of the film unless the title names it."""
        if not self.part or self.title.startswith(f"{self.part}:"):
            return self.title
        return f"{self.title}: {self.part}"


def without_unvisited(picture: Picture) -> Picture:
    """Return a picture without the nodes that are yet to be visited."""
    boxes = tuple(box for box in picture.boxes if box.state is not State.TO_COME)
    states = tuple(state for state in picture.states if state is not State.TO_COME)
    return replace(picture, boxes=boxes, states=states)


def boxes_top_down(picture: Picture) -> Iterator[tuple[Box, tuple[bool, ...]]]:
    """Yield the boxes, parents first, each with a flag for every edge on the path from the root.

    A flag says whether the edge leads to the last child of a node: an outline in text draws the
    branch to a last child as `└`, to any other child as `├`. The root has no flags.
    """
    children: dict[str, list[Box]] = {}
    for box in picture.boxes:
        children.setdefault(box.parent_key or "", []).append(box)

    # A stack, because trees may be deeper than Python's recursion. Children are pushed in reverse,
    # so that the first child is popped first.
    stack: list[tuple[Box, tuple[bool, ...]]] = [
        (box, ()) for box in reversed(children.get("", []))
    ]
    while stack:
        box, last_flags = stack.pop()
        yield box, last_flags
        for number_from_end, child in enumerate(reversed(children.get(box.key, []))):
            is_last = number_from_end == 0
            stack.append((child, (*last_flags, is_last)))


def describe_box(box: Box) -> str:
    """Describe a box in words, for tooltips and screen readers: "e4, MIN; value ≥3; open".

    Folded nodes are described by their lines and their state, and by whether the current node is
    one of them.
    """
    state = state_word(box)
    if box.shape is BoxShape.FOLDED:
        current = f"; {STATE_LOOKS[State.CURRENT].word}" if box.has_last_event else ""
        return f"{clip_text(', '.join(box.lines))} ({state}){current}"
    name = f"{clip_text(box.move) or 'root'}{signs_after_name(box.signs)}"
    if box.label:
        name += f", node {clip_text(box.label)}"
    # Whether a node is MAX, MIN or a leaf is unknown until it is visited.
    if box.state not in (State.PRUNED, State.TO_COME):
        name += f", {box.shape}"
    return "; ".join([name, *_box_details(box, state)])


def _box_details(box: Box, state: str) -> Iterator[str]:
    """Yield what is known about a node, except its name; `state` is its state in words."""
    if box.value:
        yield f"value {clip_text(box.value)}"
    yield state
    if box.window is not None:
        yield f"window {clip_text(box.window.words)}"
    if box.order:
        yield f"tried as number {box.order}"
    if box.score:
        yield f"score {clip_text(box.score)}"
    if box.prior is not None:
        yield f"prior {format_decimal(box.prior)}"
    tags = clip_text(", ".join(box.tags))
    if tags:
        yield tags


def state_word(box: Box) -> str:
    """Return the state of a node in words."""
    if box.is_ghost:
        return PRUNED_BRANCH_WORDS
    return STATE_LOOKS[box.state].word


def node_sentences(picture: Picture, game: Game, meaning: Callable[[int], str]) -> Iterator[str]:
    """Yield a line of words for each box of a picture, parents first.

    `meaning` returns what the value of a node means for the players, or "".
    """
    for box, _ in boxes_top_down(picture):
        words = ""
        # The key of a visited node is "n" and the node's number.
        if box.key.startswith("n"):
            words = meaning(int(box.key[1:]))
        yield summarize_box(box, game, words)


def summarize_box(box: Box, game: Game, meaning: str) -> str:
    """Return a line about a node: "ply 1: e4, MIN to move, ≥3 (White wins), open".

    `meaning` is what the value means for the players, or "". For folded nodes, return the words in
    their box.
    """
    if box.shape is BoxShape.FOLDED:
        # The lines say "pruned" in words, too.
        words = " ".join(box.lines).removeprefix(STATE_LOOKS[State.PRUNED].glyph)
        return f"ply {box.ply}: {words.strip()}"

    move = box.full_name or "the root"
    # A move that begins with a digit would look like a number of moves.
    if box.move[:1].isdigit():
        move = f"{game.move_word} {box.move}"
    # The words after the colon explain the state, as in the legend: they are not needed here.
    state, _, _ = state_word(box).partition(":")
    tags = clip_text(", ".join(box.tags))
    parts = (move, _turn_words(box, game), _value_in_words(box, meaning), state, tags)
    return f"ply {box.ply}: {', '.join(filter(None, parts))}"


def _value_in_words(box: Box, meaning: str) -> str:
    """Return the value of a node with its meaning for the players, if any."""
    if box.value == "?":
        return "no value yet"
    if meaning:
        return f"{box.value} ({meaning})"
    return box.value


def _turn_words(box: Box, game: Game) -> str:
    """Return whose turn it is at a node, with the side's name in the game: "White to move".

    Return "leaf" for a leaf, and "" for a pruned node, where the turn is unknown.
    """
    if box.state is State.PRUNED:
        return ""
    if box.shape is BoxShape.LEAF:
        return box.shape
    if box.shape is BoxShape.CHANCE:
        return f"{box.shape} to move"
    return f"{game.side(maximizing=box.shape is BoxShape.MAX)} to move"
