"""Written trees: nodes, which are the positions of the game `tree`, and the two notations they are read in."""

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from games import Board, Cell

MAX_INLINE_LEAVES = 24
"""The most children that the board shows; the rest are counted in words."""


class Node(NamedTuple):
    """A node of a written tree: a leaf has a value and no children. Nothing in it changes.

    `number` counts the nodes of a tree that was read or is random, from 0. `maximizing` is whether
    MAX is to move; where `chance` moves, whether MAX would be. `odds` are the probabilities of the
    children there; none where all are equally likely. `label` is what people call the node, ""
    where another node of its tree has that name too. `edge` is what they call the move that leads
    to it: as a book does, or by letters where it `is_lettered` (`games.tree.names`). `title` is
    what the tree is called, at its root. These are no part of the notation.
    """

    number: int
    maximizing: bool = True
    own_name: str = ""
    value: float = 0
    children: "tuple[Node, ...]" = ()
    chance: bool = False
    odds: tuple[Fraction, ...] = ()
    label: str = ""
    edge: str = ""
    is_lettered: bool = False
    title: str = "Tree"

    def moves(self) -> Sequence[int]:
        """Return the children's numbers, from 0."""
        return range(len(self.children))

    def play(self, move: int) -> "Node":
        """Go down to a child."""
        return self.children[move]

    def probabilities(self) -> Sequence[Fraction] | None:
        """Return the children's probabilities where chance moves, else None."""
        if self.chance:
            return self.odds or (Fraction(1, len(self.children)),) * len(self.children)
        return None

    def outcome(self) -> float | None:
        """Return a leaf's value, None for any other node."""
        return None if self.children else self.value

    def key(self) -> Hashable:
        """Return the node's number in its tree."""
        return self.number

    def text(self) -> str:
        """Return the subtree from here in the notation that `read` reads."""
        return write_tree(self)

    def name(self, move: int) -> str:
        """Return the child's name, or its number from 1."""
        return self.children[move].own_name or str(move + 1)

    def board(self) -> Board:
        """Return the children in a row: the values of leaves, for others a sign for the player to move there."""
        row = self.children or (self,)
        cells = tuple(
            Cell(
                "label",
                label=("~" if node.chance else "▼▲"[node.maximizing])
                if node.children
                else repr(node.value),
            )
            for node in row[:MAX_INLINE_LEAVES]
        )
        more = len(row) - MAX_INLINE_LEAVES
        return Board(
            title=self.title,
            cells=(cells,),
            columns=tuple(map(self.called, self.moves()[:MAX_INLINE_LEAVES])),
            captions=("a leaf",) if not self.children else (f"{more:,} more",) if more > 0 else (),
        )

    def called(self, move: int) -> str:
        """Return what people call a branch: by a book's name or letters, by the child's name or its number, from 1."""
        return self.children[move].edge or self.name(move)

    def nodes(self) -> "Iterator[Node]":
        """Yield the node and all below it in reading order."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo += reversed(node.children)

    def paths(self) -> "Iterator[tuple[tuple[int, ...], Node]]":
        """Yield the node and all below it in reading order, each after the path to it."""
        todo: list[tuple[tuple[int, ...], Node]] = [((), self)]
        while todo:
            path, node = todo.pop()
            yield path, node
            todo += (((*path, move), node.children[move]) for move in reversed(node.moves()))

    def at(self, path: Sequence[int]) -> "Node":
        """Return the node at the end of a path."""
        node = self
        for move in path:
            node = node.children[move]
        return node

    def put(self, path: Sequence[int], other: "Node") -> "Node":
        """Return the tree with another node, and all below that, at the end of a path."""
        if not path:
            return other
        place = path[0]
        children = self.children
        below = children[place].put(path[1:], other)
        return self._replace(children=(*children[:place], below, *children[place + 1 :]))


def normalized_odds(weights: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return probabilities in proportion to some weights; none where all are equally likely.

    >>> normalized_odds([Fraction(1), Fraction(3)]), normalized_odds([Fraction(2), Fraction(2)])
    ((Fraction(1, 4), Fraction(3, 4)), ())
    """
    total = sum(weights)
    if len({*weights}) > 1:
        return tuple(weight / total for weight in weights)
    return ()


def write_tree(root: Node, *, for_programs: bool = False, begins_with_turn: bool = True) -> str:
    """Return a tree in a notation that `parse_tree` reads, with `min` in front if MIN moves at the root.

    Who moves at the root is left out where it does not begin with the turn. Who moves below, and
    what is probable, is written where it does not follow. Programs are sent no space behind a
    comma, and one behind who moves.

    >>> write_tree(parse_tree("A(B(3,12),2)"))
    'A(B(3,12), 2)'
    >>> tree = parse_tree("max[max[2,9],min ~[50%:1,0.5:2],~[1/3:1,2/3:B(5)]]")
    >>> write_tree(tree)
    '[max[2,9], ~[1,2], ~[1/3: 1, 2/3: B(5)]]'
    >>> write_tree(tree, for_programs=True)
    '[max [2,9],~[1,2],~[1/3: 1,2/3: B(5)]]'
    """
    parts: list[str] = ["min "] if begins_with_turn and not root.maximizing else []
    todo: list[Node | str] = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        if not node.children:
            parts.append(f"{node.own_name}={node.value!r}" if node.own_name else repr(node.value))
            continue
        if node.own_name:
            opening = "("
            closing = ")"
        else:
            opening = "["
            closing = "]"
        parts.append(f"{'~' if node.chance else ''}{node.own_name}{opening}")
        todo.append(closing)
        following = node.maximizing is node.chance
        is_long = bool(node.odds)
        said = [""] * len(node.children)
        for place, child in enumerate(node.children):
            if child.children:
                if child.maximizing is not following:
                    is_apart = for_programs or child.chance or bool(child.own_name)
                    said[place] = ("max" if child.maximizing else "min") + " " * is_apart
                is_long = is_long or bool(said[place] or child.own_name or child.odds)
        comma = ", " if is_long and not for_programs else ","
        for place in reversed(node.moves()):
            todo += node.children[place], said[place]
            if node.odds:
                todo.append(f"{node.odds[place]}: ")
            if place:
                todo.append(comma)
    return "".join(parts)


# Reading, in one pass and without recursion, since a tree may be deep.

MAX_TREE_DEPTH = 1_000
MAX_TREE_CHILDREN = 65_535
MAX_TREE_NODES = 1_000_000
MAX_EXACT_INTEGER = 2**53
TREE_TOKEN_PATTERN = re.compile(
    r"\s*(?:(?P<number>[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?P<name>[^\W\d][\w'.+-]*)|(?P<sign>[\[\](),=;~:/%]))"
)
CLOSING_BRACKETS = {"[": "]", "(": ")"}
CHARACTER_POSITION_PATTERN = re.compile(r"at character (\d+)")
PROBABILITY_PATTERN = re.compile(
    r"[0-9]{1,16}/0*[1-9][0-9]{0,15}|([0-9]{1,16}\.?[0-9]{0,20}|\.[0-9]{1,20})%?"
)
MAX_PROBABILITY_DENOMINATOR = 10**15
"""The greatest common denominator of probabilities at one node."""


@dataclass(slots=True)
class _OpenBranch:
    """A branch not closed yet: what has been read of it, its closing bracket, and where it begins."""

    number: int
    maximizing: bool
    own_name: str
    chance: bool
    closing: str
    at: int
    children: list[Node] = field(default_factory=list)
    odds: list[Fraction] = field(default_factory=list)


_Token = tuple[str, str, int]
"""Kind (number, name, sign, or nothing at the end), text, and the number of its first character, from 1."""


END_TOKEN: _Token = ("", "", 0)


def _tree_tokens(text: str) -> Iterator[_Token]:
    """Yield the tokens of a text as they are read; ValueError for a character that is not part of a tree."""
    text = text.rstrip()
    at = 0
    while at < len(text):
        match = TREE_TOKEN_PATTERN.match(text, at)
        if match is None:
            rest = text[at:].lstrip()
            raise ValueError(
                f"{rest[:1]!r} at character {len(text) - len(rest) + 1} is not part of a tree"
            )
        kind = match.lastgroup or ""
        yield kind, match[kind], match.start(kind) + 1
        at = match.end()


def parse_tree(text: str) -> Node:
    """Read `[[3,12,8],[2,4,6]]` or `A(B(3,12), C(2,4))`, with or without `max` or `min` before any branch.

    Behind them `~` says that chance moves there; its children may have probabilities: `~[1/3: 4,
    2/3: 8]`. ValueError says where the text is wrong: at which character, or in several lines at
    which line and column.

    >>> [child.value for child in parse_tree("min [3, 2.5]").children]
    [3, 2.5]
    >>> parse_tree("~[25%: 3, 0.75: 2]").odds
    (Fraction(1, 4), Fraction(3, 4))
    """
    try:
        return _Parser(text).read()
    except ValueError as error:
        raise ValueError(
            CHARACTER_POSITION_PATTERN.sub(partial(_line_and_column, text.rstrip()), str(error))
        ) from None


def _line_and_column(text: str, place: re.Match[str]) -> str:
    """Say in which line of a text a character stands, if it has several."""
    before = text[: int(place[1]) - 1].split("\n")
    if "\n" in text:
        return f"at line {len(before)}, column {len(before[-1]) + 1}"
    return place[0]


class _Parser:
    """Reads tokens from left to right: `now` is the next one, `then` the one after it.

    `open` are the branches not closed yet.
    """

    def __init__(self, text: str) -> None:
        self.tokens = _tree_tokens(text)
        self.now, self.then = next(self.tokens, END_TOKEN), next(self.tokens, END_TOKEN)
        self.open: list[_OpenBranch] = []
        self.count = 0

    def step(self) -> None:
        """Go to the next token; ValueError for a character that is not part of a tree."""
        self.now, self.then = self.then, next(self.tokens, END_TOKEN)

    def touches(self) -> bool:
        """Return whether `then` follows `now` without a space."""
        return self.then != END_TOKEN and self.then[2] == self.now[2] + len(self.now[1])

    def read(self) -> Node:
        """Read the whole text: the tree, and before it perhaps whose turn it is; ValueError says what is wrong."""
        maximizing = self.side() is not False
        if self.now == END_TOKEN:
            raise ValueError("no tree is given; try, for example, [[3,12,8],[2,4,6]]")
        root: Node | None = None
        while root is None:
            leaf = self.node(maximizing=maximizing)
            root = leaf and self.close(leaf)
        if self.now[0]:
            raise self.wrong("the end of the tree")
        return root

    def side(self) -> bool | None:
        """Read who moves, if that is said: whether it is MAX. A name that is followed by what it names says nothing."""
        side = self.now[1].lower()
        if side not in ("max", "min") or (self.then[1] in ("(", "=") and self.touches()):
            return None
        self.step()
        return side == "max"

    def wrong(self, expected: str) -> ValueError:
        """Return the error for an unexpected token."""
        _, text, at = self.now
        if not text:
            if self.open:
                if len(self.open) == 1:
                    bracket = "bracket is"
                else:
                    bracket = "brackets are"
                return ValueError(
                    f"the tree ends too soon: {len(self.open):,} {bracket} not closed"
                )
            return ValueError(f"the tree ends where {expected} is expected")
        return ValueError(f"{text!r:.40} at character {at}, where {expected} is expected")

    def node(self, *, maximizing: bool) -> Node | None:
        """Read a leaf and return it, or the opening of a branch; ValueError for anything else.

        `maximizing` is whether MAX moves at the root.
        """
        begin = self.now
        side = None
        if self.open:
            above = self.open[-1]
            self.probability(above)
            begin = self.now
            side = self.side()
            maximizing = above.maximizing is above.chance
        chance = self.now[1] == "~"
        if chance:
            self.step()
        name = self.name()
        kind, text, _ = self.now
        if text not in CLOSING_BRACKETS and self.now[2] and (chance or side is not None):
            raise ValueError(
                f"{begin[1]!r} at character {begin[2]} belongs before a branch, not before "
                f"{text!r:.40}"
            )
        if kind == "number":
            value = _leaf_value(self.now)
            self.step()
            return Node(self.numbered(), maximizing, name, value)
        if text not in CLOSING_BRACKETS:
            raise self.wrong(
                "a number or a branch"
                + " (a branch has at least one child)" * (text in CLOSING_BRACKETS.values())
            )
        number = self.numbered()
        self.open.append(
            _OpenBranch(
                number,
                maximizing if side is None else side,
                name,
                chance,
                CLOSING_BRACKETS[text],
                begin[2],
            )
        )
        if len(self.open) > MAX_TREE_DEPTH:
            raise ValueError(
                f"the tree is more than {MAX_TREE_DEPTH:,} plies deep, which is the limit "
                "for searches"
            )
        self.step()
        return None

    def name(self) -> str:
        """Read a node's name, if it has one; ValueError for a name without a node."""
        if self.now[0] != "name":
            return ""
        name = self.now[1]
        if self.then[1] not in ("=", "(") or (self.then[1] == "(" and not self.touches()):
            self.step()
            raise self.wrong(f"( or = after the name {name!r:.40}")
        self.step()
        if self.now[1] == "=":
            self.step()
        return name

    def probability(self, above: _OpenBranch) -> None:
        """Read a child's probability, if it has one; ValueError for one that is not above 0, or not a child of chance.

        It is `1/3`, `0.25` or `25%`, and a colon.
        """
        kind, text, at = self.now
        if kind != "number" or self.then[1] not in ("/", "%", ":"):
            return
        if not above.chance:
            raise ValueError(
                f"the probability {text!r:.40} at character {at} is not below a chance node (~)"
            )
        self.step()
        for _ in range({"/": 2, "%": 1}.get(self.now[1], 0)):
            text += self.now[1]
            self.step()
        found = read_probability(text, f" at character {at}")
        if self.now[1] != ":":
            raise self.wrong(f"a colon after the probability {text!r:.40}")
        self.step()
        above.odds.append(found)

    def close(self, node: Node) -> Node | None:
        """Read what follows a node, and close the branches that end there; return the root if the tree is complete.

        ValueError for what cannot follow.
        """
        while self.open:
            text = self.now[1]
            begin = self.open[-1]
            begin.children.append(node)
            if begin.odds and len(begin.odds) < len(begin.children):
                raise ValueError(
                    f"the chance node at character {begin.at} has some children with a "
                    "probability and some "
                    "without; give it for all or for none"
                )
            if text in (",", ";"):
                self.step()
                return None
            if text != begin.closing:
                raise self.wrong(f"a comma or {begin.closing}")
            self.open.pop()
            _check_names(begin.children)
            odds = _checked_probabilities(begin)
            children = tuple(begin.children)
            node = Node(
                begin.number, begin.maximizing, begin.own_name, 0, children, begin.chance, odds
            )
            self.step()
        return node

    def numbered(self) -> int:
        """Return the number of the next node; ValueError if the innermost open branch or the tree becomes too large."""
        if self.count == MAX_TREE_NODES:
            raise ValueError(f"the tree has more than {MAX_TREE_NODES:,} nodes, which is the limit")
        if self.open and len(self.open[-1].children) == MAX_TREE_CHILDREN:
            raise ValueError(
                f"a branch has more than {MAX_TREE_CHILDREN:,} children, which is the limit "
                "for searches"
            )
        self.count += 1
        return self.count - 1


def read_probability(text: str, where: str = "") -> Fraction:
    """Read a probability, `1/3`, `0.25` or `25%`, which is above 0; ValueError, which says where, for anything else.

    >>> read_probability("1/3"), read_probability("25%")
    (Fraction(1, 3), Fraction(1, 4))
    """
    if not PROBABILITY_PATTERN.fullmatch(text):
        raise ValueError(f"{text!r:.40}{where} is not a probability, such as 1/3, 0.25 or 25%")
    found = Fraction(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    if found <= 0:
        raise ValueError(f"the probability {text!r}{where} is not greater than 0")
    return found


def _leaf_value(token: _Token) -> float:
    text = token[1].replace("−", "-")
    if any(sign in text for sign in ".eE"):
        value = float(text)
    else:
        value = int(text[:20])
    if (
        len(text) > 20
        and isinstance(value, int)
        or not -MAX_EXACT_INTEGER <= value <= MAX_EXACT_INTEGER
    ):
        raise ValueError(
            f"{token[1]!r:.40} at character {token[2]} is not a number from -2^53 to 2^53"
        )
    return value


def _checked_probabilities(begin: _OpenBranch) -> tuple[Fraction, ...]:
    """Return the probabilities of a node's children, none where all are equal; ValueError if their sum is not 1."""
    total = Fraction(0)
    for each in begin.odds:
        total += each
        if total.denominator > MAX_PROBABILITY_DENOMINATOR:
            raise ValueError(
                f"the probabilities are too finely divided (chance node at character {begin.at})"
            )
    if begin.odds and total != 1:
        raise ValueError(
            f"the probabilities add up to {total}, not to 1 (chance node at character {begin.at})"
        )
    return normalized_odds(begin.odds)


def _check_names(children: list[Node]) -> None:
    seen: set[str] = set()
    for place, child in enumerate(children, 1):
        name = child.own_name or str(place)
        if name in seen:
            raise ValueError(
                f"two branches of the same node are called {name!r:.40}; their names must differ"
            )
        seen.add(name)
