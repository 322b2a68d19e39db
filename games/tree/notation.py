"""Written trees: their nodes, which are the positions of the game `tree`, and two notations."""

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from games import Board, Cell

MAX_INLINE_LEAVES = 24
"""The greatest number of children that the board shows; the rest are counted in words."""


def turn_after(*, maximizing: bool, chance: bool) -> bool:
    """Return whether MAX moves after a node: the turn changes unless chance moves at the node."""
    return maximizing if chance else not maximizing


class Node(NamedTuple):
    """A node of a written tree; a leaf is a node without children.

    `number` is the node's number in its tree, from 0, and 0 for a node that was added later.
    `maximizing` says that MAX is to move; where `chance` moves, it says who would move without
    chance. `own_name` is the name in the notation, "" if it has none. `value` is the value of a
    leaf. `odds` are the probabilities of the children of a chance node, () if all are equal.

    The other fields are for people, and not part of the notation. `label` is the name of the node,
    "" if another node of the tree has the same name. `move_name` is the name of the move to the
    node, from a book or, if the node `is_lettered`, made up by this program (`games.tree.names`).
    `title` is the title of the tree, at its root.
    """

    number: int
    maximizing: bool = True
    own_name: str = ""
    value: float = 0
    children: "tuple[Node, ...]" = ()
    chance: bool = False
    odds: tuple[Fraction, ...] = ()
    label: str = ""
    move_name: str = ""
    is_lettered: bool = False
    title: str = "Tree"

    def moves(self) -> Sequence[int]:
        """Return the indices of the children."""
        return range(len(self.children))

    def play(self, move: int) -> "Node":
        """Return the child with an index."""
        return self.children[move]

    def probabilities(self) -> Sequence[Fraction] | None:
        """Return the children's probabilities where chance moves, else None."""
        if not self.chance:
            return None
        if self.odds:
            return self.odds
        count = len(self.children)
        return (Fraction(1, count),) * count

    def outcome(self) -> float | None:
        """Return the value of a leaf, or None for an inner node."""
        return None if self.children else self.value

    def key(self) -> Hashable:
        """Return the node's number in its tree."""
        return self.number

    def text(self) -> str:
        """Return the subtree in the notation that `parse_tree` reads."""
        return write_tree(self)

    def name(self, move: int) -> str:
        """Return the child's name, or its number from 1."""
        return self.children[move].own_name or str(move + 1)

    def board(self) -> Board:
        """Return a row with a cell for each child or, for a leaf, with one cell for the leaf.

        The cell of a leaf shows its value, any other cell shows who moves there.
        """
        nodes = self.children or (self,)
        shown_nodes = nodes[:MAX_INLINE_LEAVES]
        hidden_count = len(nodes) - len(shown_nodes)
        if not self.children:
            captions: tuple[str, ...] = ("a leaf",)
        elif hidden_count:
            captions = (f"{hidden_count:,} more",)
        else:
            captions = ()
        return Board(
            title=self.title,
            cells=(tuple(Cell("label", label=node.cell_label) for node in shown_nodes),),
            columns=tuple(map(self.branch_label, self.moves()[:MAX_INLINE_LEAVES])),
            captions=captions,
        )

    @property
    def cell_label(self) -> str:
        """What the node's cell on the board shows: the value of a leaf, or who moves."""
        if not self.children:
            return repr(self.value)
        if self.chance:
            return "~"
        return "▲" if self.maximizing else "▼"

    def branch_label(self, move: int) -> str:
        """Return a branch's name as people read it: its `move_name`, else as in the notation."""
        return self.children[move].move_name or self.name(move)

    def nodes(self) -> "Iterator[Node]":
        """Yield the node and all its descendants in reading order."""
        # Without recursion, since a tree may be deep.
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += reversed(node.children)

    def paths(self) -> "Iterator[tuple[tuple[int, ...], Node]]":
        """Yield (path, node) for the node and all its descendants, in reading order."""
        stack: list[tuple[tuple[int, ...], Node]] = [((), self)]
        while stack:
            path, node = stack.pop()
            yield path, node
            stack += (((*path, move), node.children[move]) for move in reversed(node.moves()))

    def at(self, path: Sequence[int]) -> "Node":
        """Return the node at the end of a path."""
        node = self
        for move in path:
            node = node.children[move]
        return node

    def with_descendant(self, path: Sequence[int], subtree: "Node") -> "Node":
        """Return the tree with another subtree at the end of a path."""
        if not path:
            return subtree
        move, *rest = path
        child = self.children[move].with_descendant(rest, subtree)
        children = (*self.children[:move], child, *self.children[move + 1 :])
        return self._replace(children=children)


def normalized_odds(weights: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return probabilities in proportion to some weights, or () if all weights are equal.

    >>> normalized_odds([Fraction(1), Fraction(3)]), normalized_odds([Fraction(2), Fraction(2)])
    ((Fraction(1, 4), Fraction(3, 4)), ())
    """
    total = sum(weights)
    if len({*weights}) > 1:
        return tuple(weight / total for weight in weights)
    return ()


def write_tree(root: Node, *, for_programs: bool = False, begins_with_turn: bool = True) -> str:
    """Return a tree in a notation that `parse_tree` reads.

    `max` and `min` are left out where turns alternate, and probabilities where all are equal. If
    MIN moves at the root, the text begins with `min`, unless `begins_with_turn` is False. With
    `for_programs`, no space follows a comma, and a space always follows `max` and `min`.

    >>> write_tree(parse_tree("A(B(3,12),2)"))
    'A(B(3,12), 2)'
    >>> tree = parse_tree("max[max[2,9],min ~[50%:1,0.5:2],~[1/3:1,2/3:B(5)]]")
    >>> write_tree(tree)
    '[max[2,9], ~[1,2], ~[1/3: 1, 2/3: B(5)]]'
    >>> write_tree(tree, for_programs=True)
    '[max [2,9],~[1,2],~[1/3: 1,2/3: B(5)]]'
    """
    written = []
    if begins_with_turn and not root.maximizing:
        written.append("min ")
    # Without recursion, since a tree may be deep. The stack holds the nodes and strings to write.
    stack: list[Node | str] = [root]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            written.append(part)
        elif part.children:
            stack += reversed(_parts_of_branch(part, for_programs=for_programs))
        else:
            written.append(_write_leaf(part))
    return "".join(written)


def _write_leaf(leaf: Node) -> str:
    """Return the value of a leaf, after its name if it has one."""
    if leaf.own_name:
        return f"{leaf.own_name}={leaf.value!r}"
    return repr(leaf.value)


def _parts_of_branch(node: Node, *, for_programs: bool) -> list[Node | str]:
    """Return what to write for a branch: strings (brackets, commas …), and nodes for its children.

    If all children are leaves, this is one string, with the leaves already written.
    """
    chance = "~" if node.chance else ""
    opening, closing = ("(", ")") if node.own_name else ("[", "]")
    opening_text = f"{chance}{node.own_name}{opening}"
    # Most branches of a large tree have only leaves. Writing them here halves the time.
    if not node.odds and not any(child.children for child in node.children):
        leaves = ",".join(map(_write_leaf, node.children))
        return [f"{opening_text}{leaves}{closing}"]

    turn_words = [_turn_word(node, child, for_programs=for_programs) for child in node.children]
    comma = ","
    has_details = any(turn_words) or _has_details(node)
    # A space helps people to see where a child with a turn word or a probability ends.
    if has_details and not for_programs:
        comma = ", "
    parts: list[Node | str] = [opening_text]
    for move, child in enumerate(node.children):
        if move:
            parts.append(comma)
        if node.odds:
            parts.append(f"{node.odds[move]}: ")
        parts += (turn_words[move], child)
    parts.append(closing)
    return parts


def _turn_word(node: Node, child: Node, *, for_programs: bool) -> str:
    """Return `max` or `min` to write before a child, "" before a leaf or if turns alternate."""
    usual_turn = turn_after(maximizing=node.maximizing, chance=node.chance)
    if not child.children or child.maximizing is usual_turn:
        return ""
    word = "max" if child.maximizing else "min"
    # For people, there is no space before a square bracket: max[2,9].
    has_space = for_programs or child.chance or child.own_name
    return f"{word} " if has_space else word


def _has_details(node: Node) -> bool:
    """Return whether a branch has probabilities, or a child branch with a name or probabilities."""
    has_detailed_child = any(
        child.children and (child.own_name or child.odds) for child in node.children
    )
    return bool(node.odds) or has_detailed_child


# Reading, in one pass and without recursion, since a tree may be deep.

MAX_TREE_DEPTH = 1_000
MAX_TREE_CHILDREN = 65_535
MAX_TREE_NODES = 1_000_000
MAX_EXACT_INTEGER = 2**53
MAX_INTEGER_LENGTH = 20
TREE_TOKEN_PATTERN = re.compile(
    r"""\s*(?:(?P<number>[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)
    |(?P<name>[^\W\d][\w'.+-]*)
    |(?P<sign>[\[\](),=;~:/%]))""",
    re.VERBOSE,
)
BRACKET_PAIRS = {"[": "]", "(": ")"}
"""The closing bracket for each opening bracket."""
CHARACTER_POSITION_PATTERN = re.compile(r"at character (\d+)")
PROBABILITY_PATTERN = re.compile(
    r"[0-9]{1,16}/0*[1-9][0-9]{0,15}|([0-9]{1,16}\.?[0-9]{0,20}|\.[0-9]{1,20})%?"
)
MAX_PROBABILITY_DENOMINATOR = 10**15
"""The greatest common denominator of probabilities at one node."""


@dataclass(slots=True)
class _OpenBranch:
    """A branch whose closing bracket has not been read yet; more children may follow.

    `closing` is its closing bracket, and `character` the number of its first character.
    """

    number: int
    maximizing: bool
    own_name: str
    chance: bool
    closing: str
    character: int
    children: list[Node] = field(default_factory=list)
    odds: list[Fraction] = field(default_factory=list)
    children_maximizing: bool = field(init=False)

    def __post_init__(self) -> None:
        """Set `children_maximizing`: whether MAX moves at the children."""
        self.children_maximizing = turn_after(maximizing=self.maximizing, chance=self.chance)

    def to_node(self) -> Node:
        """Return the finished node; ValueError for wrong names or probabilities."""
        _check_names(self.children)
        return Node(
            self.number,
            self.maximizing,
            self.own_name,
            children=tuple(self.children),
            chance=self.chance,
            odds=_checked_probabilities(self),
        )


class _Token(NamedTuple):
    """A token of a written tree; `character` is the number of its first character, from 1.

    The kinds are number, name and sign, and "" at the end of the text.
    """

    kind: str
    text: str
    character: int


END_TOKEN = _Token("", "", 0)


def _tree_tokens(text: str) -> Iterator[_Token]:
    """Yield the tokens of a text: numbers, names, brackets and so on.

    ValueError for a character that is not part of a tree.
    """
    text = text.rstrip()
    start = 0
    while start < len(text):
        match = TREE_TOKEN_PATTERN.match(text, start)
        if match is None:
            rest = text[start:].lstrip()
            raise ValueError(
                f"{rest[:1]!r} at character {len(text) - len(rest) + 1} is not part of a tree"
            )
        kind = match.lastgroup or ""
        yield _Token(kind, match[kind], match.start(kind) + 1)
        start = match.end()


def parse_tree(text: str) -> Node:
    """Read a tree such as `[[3,12,8],[2,4,6]]` or `A(B(3,12), C(2,4))`.

    A branch may begin with `max` or `min`, the side to move, and with `~` if chance moves there.
    The children of a chance node may have probabilities: `~[1/3: 4, 2/3: 8]`. ValueError names the
    character where the text is wrong, or its line and column if the text has several lines.

    >>> [child.value for child in parse_tree("min [3, 2.5]").children]
    [3, 2.5]
    >>> parse_tree("~[25%: 3, 0.75: 2]").odds
    (Fraction(1, 4), Fraction(3, 4))
    """
    try:
        return _TreeParser(text).read()
    except ValueError as error:
        # The parser counts characters; in a text of several lines, people want line and column.
        replace_position = partial(_line_and_column, text.rstrip())
        raise ValueError(CHARACTER_POSITION_PATTERN.sub(replace_position, str(error))) from None


def _line_and_column(text: str, position: re.Match[str]) -> str:
    """Return "at line 2, column 3" in place of "at character 9" if the text has several lines.

    `position` is the match of the words "at character 9" in an error about `text`.
    """
    if "\n" not in text:
        return position[0]
    lines = text[: int(position[1]) - 1].split("\n")
    return f"at line {len(lines)}, column {len(lines[-1]) + 1}"


class _TreeParser:
    """Reads tokens from left to right, with one token of look-ahead.

    `token` is the next token to read, `following` the token after it, and `open` are the branches
    that are not closed yet.
    """

    def __init__(self, text: str) -> None:
        self.tokens = _tree_tokens(text)
        self.token = next(self.tokens, END_TOKEN)
        self.following = next(self.tokens, END_TOKEN)
        self.open: list[_OpenBranch] = []
        self.count = 0

    def advance(self) -> None:
        """Move on to the next token; ValueError for a character that is not part of a tree."""
        self.token = self.following
        self.following = next(self.tokens, END_TOKEN)

    def is_adjacent(self) -> bool:
        """Return whether no space separates the next two tokens."""
        _, text, character = self.token
        return self.following != END_TOKEN and self.following.character == character + len(text)

    def read(self) -> Node:
        """Read the whole text and return the root of the tree.

        MAX moves at the root unless the text begins with `min`.
        """
        root_maximizing = self.read_side() != "min"
        if self.token == END_TOKEN:
            raise ValueError("no tree is given; try, for example, [[3,12,8],[2,4,6]]")
        # Each round reads an opening bracket, or a leaf and the closing brackets after it.
        root: Node | None = None
        while root is None:
            leaf = self.read_leaf_or_opening(root_maximizing=root_maximizing)
            if leaf is not None:
                root = self.add_node(leaf)
        if self.token != END_TOKEN:
            raise self.unexpected_token("the end of the tree")
        return root

    def read_side(self) -> str:
        """Read the side to move and return it, `max` or `min`; "" if something else comes next.

        In `max(3,2)` and `min=4`, these words are not sides but names of nodes.
        """
        side = self.token.text.lower()
        is_name = self.following.text in ("(", "=") and self.is_adjacent()
        if side not in ("max", "min") or is_name:
            return ""
        self.advance()
        return side

    def unexpected_token(self, expected: str) -> ValueError:
        """Return the error for the next token; `expected` says what should be in its place."""
        _, text, character = self.token
        if text:
            return ValueError(
                f"{text!r:.40} at character {character}, where {expected} is expected"
            )
        if not self.open:
            return ValueError(f"the tree ends where {expected} is expected")
        bracket = "bracket is" if len(self.open) == 1 else "brackets are"
        return ValueError(f"the tree ends too soon: {len(self.open):,} {bracket} not closed")

    def read_leaf_or_opening(self, *, root_maximizing: bool) -> Node | None:
        """Read a leaf and return it, or read a branch up to its opening bracket and return None.

        The beginning of a branch is, for example, `1/3: min ~ B(`. ValueError if neither a leaf nor
        a branch comes next.
        """
        if not self.open:
            # At the root, the method `read` has already read the side to move.
            side = ""
            maximizing = root_maximizing
            first_token = self.token
        else:
            parent = self.open[-1]
            self.read_probability_of_child(parent)
            first_token = self.token
            side = self.read_side()
            maximizing = parent.children_maximizing
        chance = self.token.text == "~"
        if chance:
            self.advance()
        name = self.read_name()

        text = self.token.text
        if text in BRACKET_PAIRS:
            if side:
                maximizing = side == "max"
            branch = _OpenBranch(
                self.next_number(),
                maximizing,
                name,
                chance,
                closing=BRACKET_PAIRS[text],
                character=first_token.character,
            )
            self.open_branch(branch)
            return None
        if text and (chance or side):
            raise ValueError(
                f"{first_token.text!r} at character {first_token.character} belongs before a "
                f"branch, not before {text!r:.40}"
            )
        if self.token.kind == "number":
            return self.read_leaf(name, maximizing=maximizing)
        hint = " (a branch has at least one child)" if text in BRACKET_PAIRS.values() else ""
        raise self.unexpected_token(f"a number or a branch{hint}")

    def read_leaf(self, name: str, *, maximizing: bool) -> Node:
        """Read the value of a leaf and return the leaf; ValueError if the value is too large."""
        value = _leaf_value(self.token)
        self.advance()
        return Node(self.next_number(), maximizing, name, value)

    def open_branch(self, branch: _OpenBranch) -> None:
        """Begin a branch, and move on to its first child; ValueError if the tree is too deep."""
        self.open.append(branch)
        if len(self.open) > MAX_TREE_DEPTH:
            raise ValueError(
                f"the tree is more than {MAX_TREE_DEPTH:,} plies deep, which is the limit "
                "for searches"
            )
        self.advance()

    def read_name(self) -> str:
        """Read the name of a node and return it; "" if something else comes next.

        ValueError if the name is not followed by `=`, as in `b1=4`, or by `(`, as in `B(3,4)`.
        """
        kind, name, _ = self.token
        if kind != "name":
            return ""
        next_text = self.following.text
        # No space separates a name from its bracket: in `max (3,4)`, max is a side.
        is_name_of_branch = next_text == "(" and self.is_adjacent()
        self.advance()
        if next_text != "=" and not is_name_of_branch:
            raise self.unexpected_token(f"( or = after the name {name!r:.40}")
        if next_text == "=":
            self.advance()
        return name

    def read_probability_of_child(self, parent: _OpenBranch) -> None:
        """Read the probability before a child, if there is one, and add it to the parent.

        It is written `1/3:`, `0.25:` or `25%:`. ValueError if it is not above 0, or if the parent
        is not a chance node.
        """
        kind, text, character = self.token
        if kind != "number" or self.following.text not in ("/", "%", ":"):
            return
        if not parent.chance:
            raise ValueError(
                f"the probability {text!r:.40} at character {character} is not below a chance "
                "node (~)"
            )
        self.advance()
        # After the 1 of 1/3, two more tokens belong to the probability; after the 25 of 25%, one.
        remaining_tokens = {"/": 2, "%": 1}.get(self.token.text, 0)
        for _ in range(remaining_tokens):
            text += self.token.text
            self.advance()
        probability = read_probability(text, f" at character {character}")
        if self.token.text != ":":
            raise self.unexpected_token(f"a colon after the probability {text!r:.40}")
        self.advance()
        parent.odds.append(probability)

    def add_node(self, node: Node) -> Node | None:
        """Add a node to the innermost open branch, then close the branches that end after it.

        Return the root if all branches are closed, and None after a comma, since another child
        comes next. ValueError if neither a comma nor the right closing bracket follows.
        """
        while self.open:
            text = self.token.text
            branch = self.open[-1]
            branch.children.append(node)
            if branch.odds and len(branch.odds) < len(branch.children):
                raise ValueError(
                    f"the chance node at character {branch.character} has some children with a "
                    "probability and some without; give it for all or for none"
                )
            if text in (",", ";"):
                self.advance()
                return None
            if text != branch.closing:
                raise self.unexpected_token(f"a comma or {branch.closing}")
            self.open.pop()
            # The closed branch is a child of the branch that is open now, if there is one.
            node = branch.to_node()
            self.advance()
        return node

    def next_number(self) -> int:
        """Return the number for a new node; ValueError if the branch or the tree is too large."""
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
    """Read a probability above 0, such as `1/3`, `0.25` or `25%`; ValueError for any other text.

    `where` is the place of the text, for the message: " at character 5".

    >>> read_probability("1/3"), read_probability("25%")
    (Fraction(1, 3), Fraction(1, 4))
    """
    if not PROBABILITY_PATTERN.fullmatch(text):
        raise ValueError(f"{text!r:.40}{where} is not a probability, such as 1/3, 0.25 or 25%")
    probability = Fraction(text.rstrip("%"))
    if text.endswith("%"):
        probability /= 100
    if probability <= 0:
        raise ValueError(f"the probability {text!r}{where} is not greater than 0")
    return probability


def _leaf_value(token: _Token) -> float:
    """Return the value of a leaf; ValueError if it is too large to be exact."""
    _, written, character = token
    text = written.replace("−", "-")
    is_decimal = any(sign in text for sign in ".eE")
    # Converting an integer with millions of digits would take too long.
    if is_decimal or len(text) <= MAX_INTEGER_LENGTH:
        value = float(text) if is_decimal else int(text)
        if -MAX_EXACT_INTEGER <= value <= MAX_EXACT_INTEGER:
            return value
    raise ValueError(f"{written!r:.40} at character {character} is not a number from -2^53 to 2^53")


def _checked_probabilities(branch: _OpenBranch) -> tuple[Fraction, ...]:
    """Return the probabilities of a branch's children, () if all are equal.

    ValueError if they do not add up to 1, or if their common denominator is too large.
    """
    where = f"(chance node at character {branch.character})"
    total = Fraction(0)
    for probability in branch.odds:
        total += probability
        # Calculating with large denominators would make a search slow.
        if total.denominator > MAX_PROBABILITY_DENOMINATOR:
            raise ValueError(f"the probabilities are too finely divided {where}")
    if branch.odds and total != 1:
        raise ValueError(f"the probabilities add up to {total}, not to 1 {where}")
    return normalized_odds(branch.odds)


def _check_names(children: Sequence[Node]) -> None:
    """Raise ValueError if two branches of a node have the same name or number."""
    names: set[str] = set()
    for number, child in enumerate(children, 1):
        name = child.own_name or str(number)
        if name in names:
            raise ValueError(
                f"two branches of the same node are called {name!r:.40}; their names must differ"
            )
        names.add(name)
