"""What is drawn, before any format: boxes with places and words. Exporters take pictures and nothing else.

Lengths are in points; x grows to the right, y downwards. Boxes are never changed once made. They are not
frozen dataclasses, because thousands are made and that would take three times as long.
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
    """The outline of a box, which says who moves there: as text the mover in a word, with a sign for each."""

    sign: str

    MAX = "MAX", "▲"
    MIN = "MIN", "▼"
    CHANCE = CHANCE_OPPONENT, "~"
    LEAF = "leaf", "□"
    FOLDED = "folded nodes", "…"
    """Several children drawn as one; `lines` say how many they are and what became of them."""

    def __new__(cls, word: str, sign: str) -> Self:
        """Make a shape of its word and its sign."""
        made = str.__new__(cls, word)
        made._value_ = word
        made.sign = sign
        return made


TURN_SHAPES = {1: BoxShape.MAX, 0: BoxShape.MIN, 2: BoxShape.CHANCE, None: BoxShape.LEAF}
"""The shape of a node by the number of who moves there; None for nobody."""


@dataclass(frozen=True, slots=True)
class MarkedBoard:
    """A position with what its last move did to each cell, and a line of words below it."""

    board: Board
    marks: Mapping[Coordinates, Mark] = field(default_factory=dict)
    words: str = ""


class NodeWindow(NamedTuple):
    """The window with which a node is searched; a null window is shown as the question that it asks.

    `closed` is the sign of the rule by which the search is cut off there, `≥` or `>`, and empty while it is not.
    `answer` is that to the question of a null window, once it is known.
    """

    alpha: float
    beta: float
    closed: str = ""
    answer: str = ""

    @property
    def parts(self) -> tuple[str, str, str]:
        """Return alpha, what stands in the middle, if anything, and beta, as they are written.

        >>> from math import inf, nextafter
        >>> NodeWindow(3, inf).parts, NodeWindow(5, 4, "≥").parts, NodeWindow(3, nextafter(3, inf)).parts
        (('α 3', '', 'β +∞'), ('α 5', '≥', 'β 4'), ('3', '<', '?'))
        """
        if is_null_window(self.alpha, self.beta):
            if asks_above(self.alpha, self.beta):
                low = format_number(self.alpha)
                high = "?"
            else:
                low = "?"
                high = format_number(self.beta)
            return low, "<", f"{high} ({self.answer})" if self.answer else high
        return f"α {format_number(self.alpha)}", self.closed, f"β {format_number(self.beta)}"

    @property
    def words(self) -> str:
        """Return the window in one line."""
        return "  ".join(filter(None, self.parts))


class SignPlace(Enum):
    """Where a sign stands beside a node."""

    BEFORE_VALUE = auto()
    AFTER_VALUE = auto()
    """In a picture these are discs on the frame."""
    AFTER_NAME = auto()
    AFTER_NAME_IF_ROOM = auto()


class Sign(NamedTuple):
    """A sign, or a short word, beside a node; `hue` names a colour of the theme, "" for that of words."""

    glyph: str
    place: SignPlace
    hue: str = ""


Signs = tuple[Sign, ...]
"""All that stands beside a node, from the left at each place."""
CUT_SIGN = Sign(STATE_LOOKS[State.CUT].glyph, SignPlace.AFTER_VALUE, STATE_LOOKS[State.CUT].hue)
"""Says that a node was left before its last child."""
BOUND_SIGNS = {
    "α": Sign("α", SignPlace.AFTER_VALUE, "orange"),
    "β": Sign("β", SignPlace.AFTER_VALUE, "blue"),
}
"""Say that a move set the bound that cuts another node in this step."""


@dataclass(slots=True, unsafe_hash=True)
class Box:
    """A node as drawn; `x` is the middle, `y` the top.

    `above` is the key of the box from which an edge leads to it, in the look of this one: "" where that is not drawn,
    None where there is no edge. `answered_from` is that of the node where a table found its value, "" for none.
    `move` leads to the node and stands on the edge above it, `value` carries its bound ("≥3"), `window` is None where
    it is not shown, `order` is the place (from 1) in which the node was tried. `signs` stand beside it, in addition to
    that of its state. Folded nodes have `lines` of text instead, and `running` where the last event is among them.
    `is_ghost` says that the node lies below a pruned one, `is_changed` that the last event changed its value or window.
    `room` is the width for the move, 0 to leave it out; `head` is
    where the edge arrives above the box and its move, `foot` where those to its children part below it and its window;
    `board` stands between.
    `level` is how full a sampled node is, from 0 to 1, None where that is not known, and `prior` how likely its move
    was thought to be best, None for no prior.
    `label` is a book's name of the node itself, `stakes` what its final value means to the players. `hang` is the x
    from which its edge comes down where it stands alone below the line for the upper plies, else 0.
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
    running: bool = False
    is_ghost: bool = False
    is_changed: bool = False
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    room: float = 0
    head: float = 0
    foot: float = 0
    board: MarkedBoard | None = None
    label: str = ""
    stakes: str = ""
    above: str | None = None
    answered_from: str = ""
    hang: float = 0
    level: float | None = None
    prior: float | None = None

    @property
    def full_name(self) -> str:
        """Return the move, behind the node where a book has another name for that: `C (a2)`; "" for the root."""
        if self.label and self.move:
            return f"{self.label} ({self.move})"
        return self.move

    @property
    def is_cut(self) -> bool:
        """Return whether the node was left before its last child."""
        return CUT_SIGN in self.signs

    @property
    def bound_sign(self) -> Sign | None:
        """Return the sign of the bound that the move leading here set at a cut in this step, None for none."""
        return next((sign for sign in self.signs if sign.glyph in BOUND_SIGNS), None)

    @property
    def drawn_as(self) -> State:
        """Return the state whose look the box has: CURRENT where the last event is among folded nodes."""
        if self.running:
            return State.CURRENT
        return self.state


def state_sign(state: State) -> Sign:
    """Return the sign of a state."""
    return Sign(STATE_LOOKS[state].glyph, SignPlace.BEFORE_VALUE, STATE_LOOKS[state].hue)


def glyphs_at(signs: Signs, place: SignPlace) -> str:
    """Return the signs at a place."""
    return "".join(sign.glyph for sign in signs if sign.place is place)


AFTER_NAME_PLACES = (SignPlace.AFTER_NAME, SignPlace.AFTER_NAME_IF_ROOM)


def signs_after_name(signs: Signs, places: Collection[SignPlace] = AFTER_NAME_PLACES) -> str:
    """Return the signs behind a name, each after a space."""
    return "".join(f" {sign.glyph}" for sign in signs if sign.place in places)


class Fill(Enum):
    """How a tile is drawn."""

    FULL = "in its colour"
    EMPTY = "in a light tint, with a dotted outline"
    PAGE = "in the page's colour: a gap"


class Tile(NamedTuple):
    """A rectangle of a chart, in a hue of the theme or, where `hue` is a state, with the look of its nodes."""

    x: float
    y: float
    width: float
    height: float
    hue: str | State
    fill: Fill = Fill.FULL


class Label(NamedTuple):
    """Words of a chart; `y` is their baseline, `x` their start, middle or end as `anchor` says.

    `size` is that of the letters, in sizes of the text.
    """

    x: float
    y: float
    text: str
    anchor: str = "start"
    bold: bool = False
    faint: bool = False
    size: float = 1


class CodeRow(NamedTuple):
    """A row of code with its number, 0 for a row that goes on or is empty; `aside` stands behind it.

    A variable has the number -1, or -2 where it stands in the row of the one before. `mark` is "now" for the current
    line, "changed" for a variable that the line before has changed.
    """

    number: int = 0
    text: str = ""
    mark: str = ""
    aside: str = ""


class CodePane(NamedTuple):
    """The code beside a tree, with a text size: what is called, and rows."""

    title: str
    size: float
    rows: tuple[CodeRow, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of a page; `x` and `y` are its upper left corner."""

    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0


@dataclass(frozen=True, slots=True)
class PagePlan:
    """Where the parts of a page are, the same at every step.

    `size` is the size of the tree's text in points; titles and captions are larger by the factor `larger`. A cell of
    the board is `cell` wide, 0 for as wide as usual.
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
    """A drawing of a tree at a step.

    `title` and `subtitle` stand above, `captions` below, then a legend of `states` (those that occur) and `tags` (with
    their counts). `board` is the position beside the tree, `code` the code that stands there instead. `upper` is the
    line that stands for upper plies without room, and `stem` the x of the edge that goes on from there; `turns` give
    for a y the lines that say whose turn it is. `horizon` is the y of the line beyond which only noisy moves are
    searched, 0 for none.
    `is_whole` says that the whole tree is drawn, with straight edges, `kinds` that types of nodes are marked. A picture
    without boxes is a chart of `tiles` and `labels`.
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
    upper: str = ""
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
    """Which part of a film it is, `step 3`: it is not drawn, but tells its title from those of other pages."""

    @property
    def full_title(self) -> str:
        """The title that a file or a slide has, with the part of the film unless the title has it already."""
        has_part = not self.part or self.title.startswith(f"{self.part}:")
        return self.title if has_part else f"{self.title}: {self.part}"


def without_unvisited(picture: Picture) -> Picture:
    """Return a picture without the nodes that have not been visited yet."""
    boxes = tuple(box for box in picture.boxes if box.state is not State.TO_COME)
    return replace(
        picture,
        boxes=boxes,
        states=tuple(state for state in picture.states if state is not State.TO_COME),
    )


def boxes_top_down(picture: Picture) -> Iterator[tuple[Box, tuple[bool, ...]]]:
    """Yield the boxes, each behind its parent; with, for each edge on the way to it, whether that is a last child's."""
    children: dict[str, list[Box]] = {}
    for box in picture.boxes:
        children.setdefault(box.above or "", []).append(box)
    waiting: list[tuple[Box, tuple[bool, ...]]] = [
        (box, ()) for box in reversed(children.get("", []))
    ]
    while waiting:
        box, is_last = waiting.pop()
        yield box, is_last
        for number, child in enumerate(reversed(children.get(box.key, []))):
            waiting.append((child, (*is_last, not number)))


def describe_box(box: Box) -> str:
    """Describe a box in words."""
    state = state_word(box)
    inside = f"; {STATE_LOOKS[State.CURRENT].word}" if box.running else ""
    if box.shape is BoxShape.FOLDED:
        return f"{clip_text(', '.join(box.lines))} ({state}){inside}"
    is_seen = box.state not in (
        State.PRUNED,
        State.TO_COME,
    )  # MAX, MIN or leaf is unknown before that
    said = (
        f"{clip_text(box.move) or 'root'}{signs_after_name(box.signs)}"
        + (f", node {clip_text(box.label)}" if box.label else "")
        + (f", {box.shape}" if is_seen else ""),
        f"value {clip_text(box.value)}" if box.value else "",
        state,
        f"window {clip_text(box.window.words)}" if box.window is not None else "",
        f"tried as number {box.order}" if box.order else "",
        f"score {clip_text(box.score)}" if box.score else "",
        f"prior {format_decimal(box.prior)}" if box.prior is not None else "",
        clip_text(", ".join(box.tags)),
    )
    return "; ".join(filter(None, said))


def state_word(box: Box) -> str:
    """Return the state of a node in words."""
    if box.is_ghost:
        return PRUNED_BRANCH_WORDS
    return STATE_LOOKS[box.state].word


def node_sentences(picture: Picture, game: Game, meaning: Callable[[int], str]) -> Iterator[str]:
    """Yield the nodes from the root down; `meaning` returns what a node's value means to the players, or ""."""
    for box, _ in boxes_top_down(picture):
        if box.key.startswith("n"):
            node = int(box.key[1:])
        else:
            node = None
        yield summarize_box(box, game, "" if node is None else meaning(node))


def summarize_box(box: Box, game: Game, meaning: str) -> str:
    """Return a node in words: ply, move, side to move, value and state; of folded nodes, how many they are."""
    if box.shape is BoxShape.FOLDED:
        return f"ply {box.ply}: {' '.join(box.lines).removeprefix(STATE_LOOKS[State.PRUNED].glyph).strip()}"
    sides = {BoxShape.MAX: game.side(maximizing=True), BoxShape.MIN: game.side(maximizing=False)}
    if box.move[:1].isdigit():
        move = f"{game.move_word} {box.move}"
    else:
        move = box.full_name or "the root"
    turn: str = "" if box.state is State.PRUNED else box.shape  # unknown before a node is visited
    if turn and box.shape is not BoxShape.LEAF:
        turn = f"{sides.get(box.shape, box.shape)} to move"
    if box.value == "?":
        value = "no value yet"
    elif meaning:
        value = f"{box.value} ({meaning})"
    else:
        value = box.value
    parts = (move, turn, value, state_word(box).partition(":")[0], clip_text(", ".join(box.tags)))
    return f"ply {box.ply}: {', '.join(part for part in parts if part)}"
