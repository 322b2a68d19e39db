"""The two ways to write a tree, read with one pass over its signs and no recursion, so that depth harms nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

DEEPEST = 1_000
WIDEST = 65_535
EXACT = 2**53
TOKEN = re.compile(
    r"\s*(?:(?P<number>[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?P<name>[^\W\d][\w'.+-]*)|(?P<sign>[\[\](),=;]))"
)
CLOSING = {"[": "]", "(": ")"}


@dataclass(slots=True, eq=False)
class Node:
    """A node of a written tree: a leaf has a value and no children. `number` counts the nodes in reading order."""

    number: int
    name: str = ""
    value: float = 0
    children: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int


def _tokens(text: str) -> list[_Token]:
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            rest = text[at:].lstrip()
            raise ValueError(f"{rest[:1]!r} at character {len(text) - len(rest) + 1} is not part of a tree")
        kind = match.lastgroup or ""
        found.append(_Token(kind, match[kind], match.start(kind) + 1))
        at = match.end()
    return found


def parse(text: str) -> tuple[Node, bool]:
    """Read `[[3,12,8],[2,4,6]]` or `A(B(3,12), C(2,4))`, with `max` or `min` in front if wanted.

    Returns the root and whether MAX moves there; a ValueError says where the text goes wrong.

    >>> [child.value for child in parse("min [3, 2.5]")[0].children]
    [3, 2.5]
    """
    tokens = _tokens(text)
    maximizing = True
    if tokens and tokens[0].text.lower() in ("max", "min") and not (len(tokens) > 1 and tokens[1].text in "(="):
        maximizing = tokens.pop(0).text.lower() == "max"
    if not tokens:
        raise ValueError("a tree is missing; write for example [[3,12,8],[2,4,6]]")
    return _Parser(tokens).tree(), maximizing


class _Parser:
    """Reads signs from left to right; `open` are the branches that have not been closed yet."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.open: list[tuple[Node, str]] = []
        self.count = 0
        self.root: Node | None = None

    def tree(self) -> Node:
        place = 0
        while place < len(self.tokens):
            if self.root is not None and not self.open:
                raise self.wrong(place, "nothing, the tree is complete")
            place = self.node(place)
            place = self.close(place)
        if self.open:
            raise ValueError(f"{len(self.open):,} {'bracket is' if len(self.open) == 1 else 'brackets are'} not closed")
        assert self.root is not None  # there was at least one sign, and each is part of a node
        return self.root

    def wrong(self, place: int, expected: str) -> ValueError:
        if place >= len(self.tokens):
            return ValueError(f"the tree ends where {expected} is expected")
        token = self.tokens[place]
        return ValueError(f"{token.text!r:.40} at character {token.at}, where {expected} is expected")

    def text(self, place: int) -> str:
        return self.tokens[place].text if place < len(self.tokens) else ""

    def node(self, place: int) -> int:
        """Read a number, `name=number`, or the beginning of a branch; return the place behind it."""
        name = ""
        if place < len(self.tokens) and self.tokens[place].kind == "name":
            name, place = self.text(place), place + 1
            if self.text(place) == "=":
                place += 1
            elif self.text(place) != "(":
                raise self.wrong(place, f"( or = behind the name {name!r:.40}")
        if place < len(self.tokens) and self.tokens[place].kind == "number":
            self.add(Node(self.count, name, _value(self.tokens[place])))
            return place + 1
        opening = self.text(place)
        if opening not in CLOSING:
            raise self.wrong(place, "a number or a branch")
        node = Node(self.count, name)
        self.add(node)
        self.open.append((node, CLOSING[opening]))
        if len(self.open) > DEEPEST:
            raise ValueError(f"the tree is more than {DEEPEST:,} plies deep, which is the most that is searched")
        return self.node_or_empty(place + 1)

    def node_or_empty(self, place: int) -> int:
        if self.text(place) in ("]", ")"):
            raise self.wrong(place, "a number or a branch (a branch has at least one child)")
        return place

    def add(self, node: Node) -> None:
        self.count += 1
        if not self.open:
            self.root = node
            return
        siblings = self.open[-1][0].children
        if len(siblings) == WIDEST:
            raise ValueError(f"a branch has more than {WIDEST:,} children, which is the most that is searched")
        siblings.append(node)

    def close(self, place: int) -> int:
        """Read closing brackets and the comma behind them; return the place of the next node."""
        while self.open and self.tokens[place - 1].text not in CLOSING:
            text = self.text(place)
            if text == self.open[-1][1]:
                _check_names(self.open.pop()[0])
                place += 1
                continue
            if text in (",", ";"):
                return self.node_or_empty(place + 1)
            raise self.wrong(place, f"a comma or {self.open[-1][1]}")
        return place


def _value(token: _Token) -> float:
    text = token.text.replace("−", "-")
    value = float(text) if any(sign in text for sign in ".eE") else int(text[:20])
    if len(text) > 20 and isinstance(value, int) or not -EXACT <= value <= EXACT:
        raise ValueError(f"{token.text!r:.40} at character {token.at} is not a number from -2^53 to 2^53")
    return value


def _check_names(node: Node) -> None:
    seen: set[str] = set()
    for place, child in enumerate(node.children, 1):
        name = child.name or str(place)
        if name in seen:
            raise ValueError(f"two branches of one node are named {name!r:.40}; names must differ")
        seen.add(name)


def write(root: Node, *, maximizing: bool) -> str:
    """Return a tree in the notation that reads back, with `min` in front if MIN moves at the root.

    >>> write(parse("A(B(3,12),2)")[0], maximizing=True)
    'A(B(3,12), 2)'
    """
    parts: list[str] = [] if maximizing else ["min "]
    todo: list[Node | str] = [root]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            parts.append(item)
        elif not item.children:
            parts.append(f"{item.name}={item.value!r}" if item.name else repr(item.value))
        else:
            opening, closing = ("(", ")") if item.name else ("[", "]")
            parts.append(item.name + opening)
            todo.append(closing)
            comma = ", " if any(child.name and child.children for child in item.children) else ","
            for place, child in enumerate(reversed(item.children)):
                if place:
                    todo.append(comma)
                todo.append(child)
    return "".join(parts)
