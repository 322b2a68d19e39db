"""Names of nodes, moves and players in sentences."""

from collections.abc import Collection, Iterator, Sequence
from enum import Enum, auto
from itertools import islice

from games import AnyPosition, Game, probabilities, turn_of
from visualizer.look.numbers import format_number, format_probability
from visualizer.searching.run import Run
from visualizer.trace.bounds import FOR_MAX, NEGATED_BOUND, SO_FAR_BOUNDS, PointOfView
from visualizer.trace.rows import Detour, Kind, MovePath
from visualizer.trace.tree_at_step import Bound, TreeAtStep


def nobody_plays(game: Game) -> bool:
    """Return whether the sides are only MAX and MIN: then a leaf is not won or lost, it has a number."""
    return game.sides == ("MAX", "MIN")


def describe_ending(game: Game, position: AnyPosition, outcome: float) -> str:
    """Say who has won a finished game, and how, if the game tells."""
    if game.ending is not None:
        return game.ending(position, outcome)
    return f"{game.side(maximizing=outcome > 0)} wins" if outcome else "the game is a draw"


STANDING_PAT = "standing pat"
"""What stands in the place of a move for not moving on."""


class Perspective(Enum):
    """For whom values are told: all for MAX, or each for who is to move at its node, as negamax has them."""

    MAX = auto()
    MOVER = auto()

    @classmethod
    def of(cls, run: Run) -> "Perspective":
        """Return the one from which a search itself has its values."""
        if run.algorithm.from_mover:
            return cls.MOVER
        return cls.MAX

    def at(self, run: Run, path: MovePath) -> PointOfView:
        """Return for whom values at a path are told; a leaf is that of who would be to move, if players take turns."""
        if self is Perspective.MAX:
            return FOR_MAX
        is_min = run.root.maximizing == len(path) % 2
        return PointOfView(is_min, run.game.side(maximizing=not is_min))


class Naming:
    """Names nodes and players at a step of a run, and says for whom values are told.

    What a sentence calls a node two plies down: in tic-tac-toe, in EinStein würfelt nicht, in a book, and in
    a tree with too many nodes for letters:

    ============= =========== ================= ====== ================
    move          b1          1b1               b1     branch 1.2
    place, at     a1 b1       1:1b1             b1     branch 1.2
    where         after a1 b1 after 1:1b1       at b1  at branch 1.2
    choice        b1 after a1 1b1 after roll 1  b1     branch 1.2
    with_number                                 b1 (3) branch 1.2 (3)
    ============= =========== ================= ====== ================

    With `with_move`, `where` says both names that a book has for an inner node: `at B (a1)`. `at`, `move_at` and
    `with_number` take a path, visited or not; the others take a node.
    """

    def __init__(
        self, run: Run, tree: TreeAtStep, perspective: Perspective = Perspective.MAX
    ) -> None:
        """Look at a run from a step."""
        self.run = run
        self.tree = tree
        self.perspective = perspective

    @property
    def is_in_passes(self) -> bool:
        """Whether the pass at hand is one of several, as far as is known, or has a name."""
        return bool(self.tree.pass_name) or self.tree.passes > 1

    def the_pass(self) -> str:
        """Return the pass at hand, by its name or number, as the beginning of a sentence."""
        name = self.tree.pass_name or f"{self.tree.passes:,}"
        if " " in name and "=" not in name:
            return capitalized(name)
        return f"Pass {name}"

    def side(self, node: int) -> str:
        """Return who is to move at an inner node: a side, or chance."""
        return self.run.mover(self.run.path(node), self.tree.turn(node))

    def other(self, node: int) -> str:
        """Return who is not to move at an inner node."""
        return self.run.game.side(maximizing=not self.tree.maximizing(node))

    def ended(self, node: int) -> str:
        """Say how the game has ended at a node; "" where it goes on, or where nobody plays."""
        if self.tree.kind(node) is not Kind.TERMINAL or nobody_plays(self.run.game):
            return ""
        position = self.run.position(self.run.path(node))
        outcome = position.outcome()
        if outcome is None:
            return ""
        return describe_ending(self.run.game, position, outcome)

    def names(self, node: int) -> Sequence[str]:
        """Return the moves from the root to a node."""
        return self.run.names(self.run.path(node))

    # Moves.

    def move(self, node: int) -> str:
        """Return the move that led to a node."""
        return self.move_at(self.run.path(node))

    def move_at(self, path: MovePath) -> str:
        """Return the last move of a path; all of them if its name is a mere number, and so ambiguous."""
        names = self.run.names(path)
        is_unclear = path and self._is_mere_number(names[-1])
        return self._written(names if is_unclear else names[-1:])

    def way(self, child: int | None) -> str:
        """Return the move that led to a child, or, for None, that it is not moved on."""
        if child is None:
            return STANDING_PAT
        return self.move(child)

    def told_apart(self, node: int | None, sibling: int, others: Collection[str]) -> str:
        """Return the move that led to a node; where another move has its name, instead of which sibling's."""
        name = self.way(node)
        return f"{name} instead of {self.move(sibling)}" if name in others else name

    def choice(self, node: int) -> str:
        """Return the move that led to a node, and where it was made."""
        path = self.run.path(node)
        names = self.run.names(path)
        is_unclear = self._is_mere_number(names[-1])
        if self.run.written(path) != names[-1] or (is_unclear and names[1:]):
            return self.at(path) if is_unclear else names[-1]  # either says where
        return f"{self.move(node)} {self.where(self.tree.parent(node))}"

    # Nodes.

    def place(self, node: int) -> str:
        """Return where a node is."""
        return self.at(self.run.path(node))

    def at(self, path: MovePath) -> str:
        """Return the place at the end of a path, visited or not: its label in a book, or all moves from the root."""
        return (self.run.node_label(path) if path else "") or self._written(self.run.names(path))

    def where(self, node: int, *, with_move: bool = False) -> str:
        """Return where a node is, with a preposition; behind a book's label perhaps with the move that leads there."""
        path = self.run.path(node)
        has_both = with_move and path and self.run.node_label(path)
        if has_both:
            place = self.run.full_name(path)
        else:
            place = self.at(path)
        return f"{'after' if path and not nobody_plays(self.run.game) else 'at'} {place}"

    def with_number(self, path: MovePath) -> str:
        """Return the place at the end of a path in a written tree, of a leaf with its number."""
        name = self.at(path)
        if self.run.is_inner(path):
            return name
        return f"{name} ({format_number(self.run.evaluated(path))})"

    def node(self, path: MovePath) -> int:
        """Return the node at the end of a path that has been visited."""
        node = self.tree.node_at(path)
        assert node is not None
        return node

    # How names are written.

    def _is_mere_number(self, name: str) -> bool:
        """Return whether a move's name is a number for which the game has no word such as `column`."""
        return name.isdigit() and not self.run.game.number_word

    def _written(self, names: Sequence[str]) -> str:
        """Return moves as a sentence writes them: `e3 a2`, `cols 4 4`, `2d4 3:3c4`, `branch 2.1`."""
        if not names:
            return "the root"
        if self.run.game.number_word and names[1:]:
            in_a_row = self.run.game.in_a_row(names)
            if in_a_row[:1].isdigit():
                return self._rolled(names)
            return in_a_row
        if any(map(str.isdigit, names)):
            between = "."
        else:
            between = " "
        return self._with_word(between.join(names))

    def _rolled(self, names: Sequence[str]) -> str:
        """Return moves with a number before those that it allows, as players write a die: `2d4 3:3c4`, `3:3c4 roll 6`.

        Numbers alone would look like values.
        """
        *before, last = [f"{name}:" if name.isdigit() else f"{name} " for name in names]
        return "".join(before) + self._with_word(last[:-1])

    def _with_word(self, name: str) -> str:
        """Put the game's word for a move before a name that is a mere number, or that has several of them."""
        if name.isdigit():
            return self.run.game.called(name)
        if name[:1].isdigit() and "." in name:
            return f"{self.run.game.move_word} {name}"
        return name

    def moves(self, count: int) -> str:
        """Return a number of moves in the game's word."""
        return f"{count:,} {self.moves_word(count)}"

    def moves_word(self, count: int) -> str:
        """Return the game's word for one move or for several."""
        word = self.run.game.move_word
        if count == 1:
            return word
        return plural_of_move(word)

    def signed(self, node: int, view: PointOfView = FOR_MAX) -> str:
        """Return what a node that has returned is worth as a number with its bound's sign: `3`, `≥3`."""
        bound = self.tree.bound(node)
        if bound in NEGATED_BOUND:
            sign = view.bound(bound).value
        else:
            sign = ""
        return f"{sign}{view.value(self.tree.returned_value(node)).named}"

    def view(self, node: int) -> PointOfView:
        """Return from whose side the values of a node are told."""
        return self.perspective.at(self.run, self.run.path(node))

    def has(
        self, value: float, node: int, *, lower: bool, verbs: tuple[str, str] = ("has", "holds")
    ) -> str:
        """Say what MAX (`lower`) or MIN has at a node: `MAX has 3`, or where numbers are MIN's, `holds MIN to −3`."""
        view = self.view(node)
        side = self.run.game.sides[not lower]
        if view.player not in ("", side):
            verb = f"{verbs[1]} {view.player} to"
        else:
            verb = verbs[0]
        return f"{side} {verb} {view.show(value)}"

    def view_of_mean(self, node: int) -> PointOfView:
        """Return for whom a node's mean is: for who moved there; at the root, for who is to move."""
        is_max = self.tree.is_for_max(node)
        return PointOfView(not is_max, self.run.game.side(maximizing=is_max))

    def mean(self, node: int, value: float) -> str:
        """Return a node's mean, given from MAX's side, as it is for that side: `+0.15 for O`."""
        return self.view_of_mean(node).value(value).mean

    def aside(self, node: int) -> Detour | None:
        """Return what is known of a node that no move leads to, None for any other."""
        asides = self.tree.trace.said.asides
        if asides:
            return asides.get(self.run.path(node))
        return None

    def proof(self, node: int) -> str:
        """Say what is proven of a node by a search that otherwise samples: `proven: O wins`; "" if nothing is."""
        value = self.tree.proven(node)
        if value is None:
            return ""
        return (
            f"proven: {f'{self.run.game.side(maximizing=value > 0)} wins' if value else 'a draw'}"
        )

    def known(self, node: int) -> str:
        """Return what is known now of a node's value, in words; "" if nothing is."""
        tree = self.tree
        bound = tree.bound(node)
        value = tree.value(node)
        if bound is Bound.NONE or value is None:
            return ""
        if bound is Bound.MEAN:
            return f"on average {self.mean(node, value)}"
        if bound is Bound.PROVEN:
            return self.proof(node)
        if bound is Bound.SUM:
            return f"{format_number(value)} from the outcomes seen"
        said = self.view(node).value(value, bound)
        if bound in SO_FAR_BOUNDS:
            return f"nothing {said.view.beyond(lower=bound is Bound.AT_MOST_SO_FAR)} {said.named}"
        return said.clause


def tree_in_words(run: Run) -> Iterator[str]:
    """Yield a line for each inner node of a written tree, the root first: whose turn it is, and what is below it."""
    naming = Naming(run, TreeAtStep(run.trace))
    paths = [*islice(run.written_paths(), 1)]

    def branch(path: MovePath) -> str:
        """Return the move to a node where both have a name, `a1 to B`."""
        move = run.names(path)[-1]
        named = run.is_inner(path) and run.node_label(path) not in ("", move)
        if named:
            return f"{move} to {naming.with_number(path)}"
        return naming.with_number(path)

    for path in paths:  # which grows meanwhile
        below = run.below(path)
        paths += filter(run.is_inner, below)
        position = run.position(path)
        branches = [*map(branch, below)]
        chances = probabilities(position)
        if chances is not None:
            branches = [
                f"{branch}, probability {format_probability(p)}"
                for branch, p in zip(branches, chances, strict=True)
            ]
        side = run.game.mover(turn_of(position))
        yield f"{capitalize_sentence(naming.at(path))}, {side} to move: {', '.join(branches)}"


def join_words(words: Sequence[str]) -> str:
    """Return words as a list in a sentence; "" for none.

    >>> join_words(["a1", "b2", "c3"]), join_words(["a1"])
    ('a1, b2 and c3', 'a1')
    """
    if len(words) > 1:
        return f"{', '.join(words[:-1])} and {words[-1]}"
    return "".join(words)


def plural_of_move(word: str) -> str:
    """Return a game's word for several moves."""
    if word.endswith("ch"):
        return f"{word}es"
    return f"{word}s"


def capitalized(text: str) -> str:
    """Return a text with a capital first letter, the rest as it is."""
    return text[:1].upper() + text[1:]


PLURAL_MOVE_WORDS = {"cols", "moves"}
NAME_PREFIXES = {"the", "branch", "move", "col", "roll"}
"""The words with which names of nodes begin that are no mere moves."""


def capitalize_sentence(text: str) -> str:
    """Return a text as a sentence begins with it: a move such as `e3` stays small, `cols 4 4` are called "the line"."""
    first = text.partition(" ")[0]
    if first in PLURAL_MOVE_WORDS:
        return f"The line {text}"
    if first in NAME_PREFIXES:
        return capitalized(text)
    return text
