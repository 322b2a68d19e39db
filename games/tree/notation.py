"""Written trees: nodes, and the two notations, read in one pass and written, without recursion: a tree may be deep."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple


@dataclass(slots=True, eq=False)
class Node:
    """A node of a written tree: a leaf has a value and no children. `number` counts the nodes in reading order, from 0.

    `label` and `edge` are what a book calls the node and the move that leads to it; they are no part of the notation.
    `maximizing` is who moves where that is said; None where MAX and MIN take turns. Where `chance` moves,
    `probabilities` are those of the children; none where all are equally likely.
    """

    number: int
    name: str = ""
    value: float = 0
    children: "list[Node]" = field(default_factory=list)
    label: str = ""
    edge: str = ""
    maximizing: bool | None = None
    chance: bool = False
    probabilities: tuple[Fraction, ...] = ()

    def odds(self) -> tuple[Fraction, ...] | None:
        """Return the probabilities of the children where chance moves, else None."""
        return (self.probabilities or (Fraction(1, len(self.children)),) * len(self.children)) if self.chance else None

    def nodes(self) -> "Iterator[Node]":
        """Yield the node and all below it in reading order, and no child before what is done with its parent."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo += reversed(node.children)

    def next_turn(self, child: "Node", *, maximizing: bool) -> bool:
        """Return whether MAX moves at a child, given whether MAX does here; a chance node takes no turn."""
        return maximizing is self.chance if child.maximizing is None else child.maximizing


DEEPEST = 1_000
WIDEST = 65_535
MOST_NODES = 1_000_000
EXACT = 2**53
TOKEN = re.compile(
    r"\s*(?:(?P<number>[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?P<name>[^\W\d][\w'.+-]*)|(?P<sign>[\[\](),=;~:/%]))"
)
CLOSING = {"[": "]", "(": ")"}
PROBABILITY = re.compile(r"[0-9]{1,16}/0*[1-9][0-9]{0,15}|([0-9]{1,16}\.?[0-9]{0,20}|\.[0-9]{1,20})%?")
FINEST = 10**15
"""The greatest common denominator of probabilities at one node."""


class _Open(NamedTuple):
    """A branch not closed yet, its closing bracket, where it begins, and the probabilities read of its children."""

    node: Node
    closing: str
    at: int
    odds: list[Fraction]


_Token = tuple[str, str, int]
"""Kind (number, name, sign, or nothing at the end), text, and the number of its first character, from 1."""


END: _Token = ("", "", 0)


def _tokens(text: str) -> Iterator[_Token]:
    """Yield the tokens of a text as they are read; ValueError for a character that is not part of a tree."""
    text, at = text.rstrip(), 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            rest = text[at:].lstrip()
            raise ValueError(f"{rest[:1]!r} at character {len(text) - len(rest) + 1} is not part of a tree")
        kind = match.lastgroup or ""
        yield kind, match[kind], match.start(kind) + 1
        at = match.end()


def parse(text: str) -> tuple[Node, bool]:
    """Read `[[3,12,8],[2,4,6]]` or `A(B(3,12), C(2,4))`, with or without `max` or `min` before any branch.

    Behind them `~` says that chance moves there; its children may have probabilities: `~[1/3: 4, 2/3: 8]`. Returns the
    root and whether MAX moves there; ValueError says where the text is wrong.

    >>> [child.value for child in parse("min [3, 2.5]")[0].children]
    [3, 2.5]
    >>> parse("~[25%: 3, 0.75: 2]")[0].odds()
    (Fraction(1, 4), Fraction(3, 4))
    """
    return _Parser(text).read()


class _Parser:
    """Reads tokens from left to right: `now` is the next one, `then` the one after it.

    `open` are the branches not closed yet.
    """

    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.now, self.then = next(self.tokens, END), next(self.tokens, END)
        self.open: list[_Open] = []
        self.count = 0
        self.root: Node | None = None

    def step(self) -> None:
        """Go to the next token; ValueError for a character that is not part of a tree."""
        self.now, self.then = self.then, next(self.tokens, END)

    def touches(self) -> bool:
        """Return whether `then` follows `now` without a space."""
        return self.then != END and self.then[2] == self.now[2] + len(self.now[1])

    def read(self) -> tuple[Node, bool]:
        """Read the whole text: the tree, and before it perhaps whose turn it is; ValueError says what is wrong."""
        maximizing = self.side()
        if self.now == END:
            raise ValueError("a tree is missing; write for example [[3,12,8],[2,4,6]]")
        return self.tree(), maximizing is not False

    def side(self) -> bool | None:
        """Read who moves, if that is said: whether it is MAX. A name that is followed by what it names says nothing."""
        side = self.now[1].lower()
        if side not in ("max", "min") or (self.then[1] in ("(", "=") and self.touches()):
            return None
        self.step()
        return side == "max"

    def tree(self) -> Node:
        """Read the whole tree and return its root; ValueError says what is wrong, and where."""
        while not (self.node() and self.more()):
            pass
        if self.now[0]:
            raise self.wrong("the end of the tree")
        assert self.root is not None  # there was at least one sign, and each is part of a node
        return self.root

    def wrong(self, expected: str) -> ValueError:
        """Return the error for an unexpected token."""
        _, text, at = self.now
        if not text:
            if self.open:
                bracket = "bracket is" if len(self.open) == 1 else "brackets are"
                return ValueError(f"the tree ends too soon: {len(self.open):,} {bracket} not closed")
            return ValueError(f"the tree ends where {expected} is expected")
        return ValueError(f"{text!r:.40} at character {at}, where {expected} is expected")

    def node(self) -> bool:
        """Read a leaf, or the opening of a branch; return whether it was a leaf. ValueError for anything else."""
        self.probability()
        begin = self.now
        maximizing = self.side() if self.open else None
        chance = self.now[1] == "~"
        if chance:
            self.step()
        name = self.name()
        kind, text, _ = self.now
        if text not in CLOSING and self.now[2] and (chance or maximizing is not None):
            raise ValueError(f"{begin[1]!r} at character {begin[2]} stands before a branch, not before {text!r:.40}")
        if kind == "number":
            self.add(Node(self.count, name, _value(self.now)))
            self.step()
            return True
        if text not in CLOSING:
            raise self.wrong("a number or a branch (a branch has at least one child)")
        node = Node(self.count, name, maximizing=maximizing, chance=chance)
        self.add(node)
        self.open.append(_Open(node, CLOSING[text], begin[2], []))
        if len(self.open) > DEEPEST:
            raise ValueError(f"the tree is more than {DEEPEST:,} plies deep, which is the most that is searched")
        self.step()
        return False

    def name(self) -> str:
        """Read a node's name, if it has one; ValueError for a name without a node."""
        if self.now[0] != "name":
            return ""
        name = self.now[1]
        if self.then[1] not in ("=", "(") or (self.then[1] == "(" and not self.touches()):
            self.step()
            raise self.wrong(f"( or = behind the name {name!r:.40}")
        self.step()
        if self.now[1] == "=":
            self.step()
        return name

    def probability(self) -> None:
        """Read a child's probability, if it has one; ValueError for one that is not above 0, or not a child of chance.

        It is `1/3`, `0.25` or `25%`, and a colon.
        """
        if not self.open or self.now[0] != "number" or self.then[1] not in ("/", "%", ":"):
            return
        (_, text, at), begin = self.now, self.open[-1]
        if not begin.node.chance:
            raise ValueError(f"the probability {text!r:.40} at character {at} is not below a chance node (~)")
        self.step()
        for _ in range({"/": 2, "%": 1}.get(self.now[1], 0)):
            text += self.now[1]
            self.step()
        found = read_probability(text, f" at character {at}")
        if self.now[1] != ":":
            raise self.wrong(f"a colon behind the probability {text!r:.40}")
        self.step()
        begin.odds.append(found)

    def more(self) -> bool:
        """Read what follows a node; return whether the tree is complete. ValueError for what cannot follow."""
        while self.open:
            text, begin = self.now[1], self.open[-1]
            if begin.odds and len(begin.odds) < len(begin.node.children):
                raise ValueError(
                    f"the chance node at character {begin.at} has children with a probability and without; "
                    "it is given for all or for none"
                )
            if text in (",", ";"):
                self.step()
                return False
            if text != begin.closing:
                raise self.wrong(f"a comma or {begin.closing}")
            self.open.pop()
            _check_names(begin.node)
            begin.node.probabilities = _checked(begin)
            self.step()
        return True

    def add(self, node: Node) -> None:
        """Add a node to the innermost open branch; ValueError if the branch or the tree becomes too large."""
        self.count += 1
        if self.count > MOST_NODES:
            raise ValueError(f"the tree has more than {MOST_NODES:,} nodes, which is the most that is read")
        if not self.open:
            self.root = node
            return
        siblings = self.open[-1].node.children
        if len(siblings) == WIDEST:
            raise ValueError(f"a branch has more than {WIDEST:,} children, which is the most that is searched")
        siblings.append(node)


def read_probability(text: str, where: str = "") -> Fraction:
    """Read a probability, `1/3`, `0.25` or `25%`, which is above 0; ValueError, which says where, for anything else.

    >>> read_probability("1/3"), read_probability("25%")
    (Fraction(1, 3), Fraction(1, 4))
    """
    if not PROBABILITY.fullmatch(text):
        raise ValueError(f"{text!r:.40}{where} is not a probability, such as 1/3, 0.25 or 25%")
    found = Fraction(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    if found <= 0:
        raise ValueError(f"the probability {text!r}{where} is not above 0")
    return found


def _value(token: _Token) -> float:
    text = token[1].replace("−", "-")
    value = float(text) if any(sign in text for sign in ".eE") else int(text[:20])
    if len(text) > 20 and isinstance(value, int) or not -EXACT <= value <= EXACT:
        raise ValueError(f"{token[1]!r:.40} at character {token[2]} is not a number from -2^53 to 2^53")
    return value


def _checked(begin: _Open) -> tuple[Fraction, ...]:
    """Return the probabilities of a node's children, none where all are equal; ValueError if their sum is not 1."""
    total = Fraction(0)
    for each in begin.odds:
        total += each
        if total.denominator > FINEST:
            raise ValueError(f"the probabilities of the chance node at character {begin.at} are too finely divided")
    if begin.odds and total != 1:
        raise ValueError(f"the probabilities of the chance node at character {begin.at} add up to {total}, not to 1")
    return tuple(begin.odds) if len({*begin.odds}) > 1 else ()


def _check_names(node: Node) -> None:
    seen: set[str] = set()
    for place, child in enumerate(node.children, 1):
        name = child.name or str(place)
        if name in seen:
            raise ValueError(f"two branches of one node are named {name!r:.40}; names must differ")
        seen.add(name)


def write(root: Node, *, maximizing: bool) -> str:
    """Return a tree in a notation that `parse` reads, with `min` in front if MIN moves at the root.

    Who moves below, and what is probable, is written where it does not follow.

    >>> from games.tree.notation import parse
    >>> write(parse("A(B(3,12),2)")[0], maximizing=True)
    'A(B(3,12), 2)'
    >>> write(parse("max[max[2,9],min ~[50%:1,0.5:2],~[1/3:1,2/3:B(5)]]")[0], maximizing=True)
    '[max[2,9], ~[1,2], ~[1/3: 1, 2/3: B(5)]]'
    """
    parts: list[str] = [] if maximizing else ["min "]
    todo: list[tuple[Node, bool] | str] = [(root, maximizing)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        node, turn = item
        if not node.children:
            parts.append(f"{node.name}={node.value!r}" if node.name else repr(node.value))
            continue
        opening, closing = ("(", ")") if node.name else ("[", "]")
        parts.append(f"{'~' if node.chance else ''}{node.name}{opening}")
        todo.append(closing)
        comma = ", " if node.probabilities or any(_is_long(node, child, turn) for child in node.children) else ","
        for place, child in reversed([*enumerate(node.children)]):
            todo.append((child, node.next_turn(child, maximizing=turn)))
            todo.append(_said_before(node, child, turn))
            if node.probabilities:
                todo.append(f"{node.probabilities[place]}: ")
            if place:
                todo.append(comma)
    return "".join(parts)


def _said_before(node: Node, child: Node, turn: bool) -> str:
    """Return who moves at a child as it is written, "" where it follows; `turn` is whether MAX moves at the node."""
    if not child.children or child.maximizing in (None, turn is node.chance):
        return ""
    return ("max" if child.maximizing else "min") + " " * (child.chance or bool(child.name))


def _is_long(node: Node, child: Node, turn: bool) -> bool:
    """Return whether a comma before a child is followed by a space."""
    return bool(child.children and (child.name or _said_before(node, child, turn) or child.probabilities))
