"""Reads and writes the two notations of trees, in one pass and without recursion, so a tree may be deep."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

DEEPEST = 1_000
WIDEST = 65_535
MOST_NODES = 1_000_000
EXACT = 2**53
TOKEN = re.compile(
    r"\s*(?:(?P<number>[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?P<name>[^\W\d][\w'.+-]*)|(?P<sign>[\[\](),=;]))"
)
CLOSING = {"[": "]", "(": ")"}


@dataclass(slots=True, eq=False)
class Node:
    """A node of a written tree: a leaf has a value and no children. `number` counts the nodes in reading order, from 0.

    `label` and `edge` are what a book calls the node and the move that leads to it; they are no part of the notation.
    """

    number: int
    name: str = ""
    value: float = 0
    children: "list[Node]" = field(default_factory=list)
    label: str = ""
    edge: str = ""


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
    """Read `[[3,12,8],[2,4,6]]` or `A(B(3,12), C(2,4))`, with or without `max` or `min` in front.

    Returns the root and whether MAX moves there; ValueError says where the text is wrong.

    >>> [child.value for child in parse("min [3, 2.5]")[0].children]
    [3, 2.5]
    """
    return _Parser(text).read()


class _Parser:
    """Reads tokens from left to right: `now` is the next one, `then` the one after it.

    `open` are the branches not closed yet, with their closing brackets.
    """

    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.now, self.then = next(self.tokens, END), next(self.tokens, END)
        self.open: list[tuple[Node, str]] = []
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
        side, maximizing = self.now[1].lower(), True
        if side in ("max", "min") and not (self.then[1] in ("(", "=") and self.touches()):
            maximizing = side == "max"
            self.step()
        if self.now == END:
            raise ValueError("a tree is missing; write for example [[3,12,8],[2,4,6]]")
        return self.tree(), maximizing

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
        name = ""
        if self.now[0] == "name":
            name = self.now[1]
            if self.then[1] not in ("=", "(") or (self.then[1] == "(" and not self.touches()):
                self.step()
                raise self.wrong(f"( or = behind the name {name!r:.40}")
            self.step()
            if self.now[1] == "=":
                self.step()
        kind, text, _ = self.now
        if kind == "number":
            self.add(Node(self.count, name, _value(self.now)))
            self.step()
            return True
        if text not in CLOSING:
            raise self.wrong("a number or a branch (a branch has at least one child)")
        node = Node(self.count, name)
        self.add(node)
        self.open.append((node, CLOSING[text]))
        if len(self.open) > DEEPEST:
            raise ValueError(f"the tree is more than {DEEPEST:,} plies deep, which is the most that is searched")
        self.step()
        return False

    def more(self) -> bool:
        """Read what follows a node; return whether the tree is complete. ValueError for what cannot follow."""
        while self.open:
            text = self.now[1]
            if text in (",", ";"):
                self.step()
                return False
            if text != self.open[-1][1]:
                raise self.wrong(f"a comma or {self.open[-1][1]}")
            _check_names(self.open.pop()[0])
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
        siblings = self.open[-1][0].children
        if len(siblings) == WIDEST:
            raise ValueError(f"a branch has more than {WIDEST:,} children, which is the most that is searched")
        siblings.append(node)


def _value(token: _Token) -> float:
    text = token[1].replace("−", "-")
    value = float(text) if any(sign in text for sign in ".eE") else int(text[:20])
    if len(text) > 20 and isinstance(value, int) or not -EXACT <= value <= EXACT:
        raise ValueError(f"{token[1]!r:.40} at character {token[2]} is not a number from -2^53 to 2^53")
    return value


def _check_names(node: Node) -> None:
    seen: set[str] = set()
    for place, child in enumerate(node.children, 1):
        name = child.name or str(place)
        if name in seen:
            raise ValueError(f"two branches of one node are named {name!r:.40}; names must differ")
        seen.add(name)


def write(root: Node, *, maximizing: bool) -> str:
    """Return a tree in a notation that `parse` reads, with `min` in front if MIN moves at the root.

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
