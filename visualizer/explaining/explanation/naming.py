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


def has_no_players(game: Game) -> bool:
    """Return whether a game has no players, only MAX and MIN, as in a written tree."""
    return game.sides == ("MAX", "MIN")


def describe_ending(game: Game, position: AnyPosition, outcome: float) -> str:
    """Say who has won a finished game, and how, in the game's own words if it has any."""
    if game.ending is not None:
        return game.ending(position, outcome)
    if not outcome:
        return "the game is a draw"
    return f"{game.side(maximizing=outcome > 0)} wins"


STANDING_PAT = "standing pat"
"""The name of the choice to make no move in quiescence search."""


class Perspective(Enum):
    """The player for whom values are given: always MAX, or the player to move, as in negamax."""

    MAX = auto()
    MOVER = auto()

    @classmethod
    def of(cls, run: Run) -> "Perspective":
        """Return the perspective from which a search itself has its values."""
        return cls.MOVER if run.algorithm.from_mover else cls.MAX

    def view_at(self, run: Run, path: MovePath) -> PointOfView:
        """Return the point of view from which values at the end of a path of moves are given.

        Players are assumed to take turns, so that leaves have a player to move, too.
        """
        if self is Perspective.MAX:
            return FOR_MAX
        # After an even number of plies, it is the turn of the player who moves at the root.
        is_root_player = len(path) % 2 == 0
        is_max = run.root.maximizing == is_root_player
        return PointOfView(not is_max, run.game.side(maximizing=is_max))


class Naming:
    """Names nodes and players at a step of a run, and knows for whom values are given.

    The names of a node two plies down in tic-tac-toe, in EinStein würfelt nicht, in a book, and in
    a tree with too many nodes for letters:

    ============= =========== ================= ====== ================
    move          b1          1b1               b1     branch 1.2
    place, at     a1 b1       1:1b1             b1     branch 1.2
    where         after a1 b1 after 1:1b1       at b1  at branch 1.2
    choice        b1 after a1 1b1 after roll 1  b1     branch 1.2
    with_number                                 b1 (3) branch 1.2 (3)
    ============= =========== ================= ====== ================

    With `with_move`, `where` gives both names that a book has for an inner node: `at B (a1)`. `at`,
    `move_at` and `with_number` take a path, visited or not; the others take a node.
    """

    def __init__(
        self, run: Run, tree: TreeAtStep, perspective: Perspective = Perspective.MAX
    ) -> None:
        """Name the nodes of a run as they are known at the tree's step."""
        self.run = run
        self.tree = tree
        self.perspective = perspective

    @property
    def mentions_pass(self) -> bool:
        """Whether sentences mention the current pass: it has a name, or is not the first."""
        return bool(self.tree.pass_name) or self.tree.passes > 1

    def pass_in_words(self) -> str:
        """Return the current pass as the beginning of a sentence: `Pass 2`, `Pass depth=3`."""
        name = self.tree.pass_name or f"{self.tree.passes:,}"
        # A name of several words needs no "Pass" before it.
        if " " in name and "=" not in name:
            return capitalized(name)
        return f"Pass {name}"

    def side(self, node: int) -> str:
        """Return who is to move at an inner node: a side, or chance."""
        return self.run.mover(self.run.path(node), self.tree.turn(node))

    def opponent(self, node: int) -> str:
        """Return the opponent of the side to move at an inner node."""
        return self.run.game.side(maximizing=not self.tree.maximizing(node))

    def ending_words(self, node: int) -> str:
        """Return how the game has ended at a node; "" if it goes on, or nobody plays it."""
        if self.tree.kind(node) is not Kind.TERMINAL or has_no_players(self.run.game):
            return ""
        position = self.run.position(self.run.path(node))
        outcome = position.outcome()
        if outcome is None:
            return ""
        return describe_ending(self.run.game, position, outcome)

    def names(self, node: int) -> Sequence[str]:
        """Return the moves from the root to a node."""
        return self.run.names(self.run.path(node))

    def move(self, node: int) -> str:
        """Return the move that led to a node."""
        return self.move_at(self.run.path(node))

    def move_at(self, path: MovePath) -> str:
        """Return the last move of a path, or all its moves if the last one is only a number."""
        names = self.run.names(path)
        if path and self._is_mere_number(names[-1]):
            return self._join_moves(names)
        return self._join_moves(names[-1:])

    def move_or_stand(self, child: int | None) -> str:
        """Return the move that led to a child; for None, `standing pat`."""
        if child is None:
            return STANDING_PAT
        return self.move(child)

    def distinct_move(self, node: int | None, sibling: int, other_names: Collection[str]) -> str:
        """Return a move's name, or `b2 instead of a1` if the name is among `other_names`.

        In this example, the move b2 leads to `node`, and a1 to `sibling`.
        """
        name = self.move_or_stand(node)
        if name not in other_names:
            return name
        return f"{name} instead of {self.move(sibling)}"

    def move_with_place(self, node: int) -> str:
        """Return the move that led to a node, and where it was made: `e3 after a2 b3`."""
        path = self.run.path(node)
        names = self.run.names(path)
        last_name = names[-1]
        is_number = self._is_mere_number(last_name)
        is_deep_branch = is_number and len(names) > 1
        if last_name == self.run.notation_of_move(path) and not is_deep_branch:
            return f"{self.move(node)} {self.where(self.tree.parent(node))}"
        # The name of a numbered branch, such as `branch 1.2`, says where the branch is.
        if is_number:
            return self.place_at(path)
        # A name from a book, such as `b1`, is used only once in the tree.
        return last_name

    def place(self, node: int) -> str:
        """Return where a node is."""
        return self.place_at(self.run.path(node))

    def place_at(self, path: MovePath) -> str:
        """Return the name of the node at the end of a path, visited or not: `B`, or `e3 a2`.

        The name is the node's label in a tree from a book, otherwise all moves from the root.
        """
        label = ""
        if path:
            label = self.run.node_label(path)
        return label or self._join_moves(self.run.names(path))

    def where(self, node: int, *, with_move: bool = False) -> str:
        """Return a node's name with a preposition: `after e3 a2`, `at the root`.

        In a tree from a book, `with_move` adds the move that leads to the node: `at B (a1)`.
        """
        path = self.run.path(node)
        if with_move and path and self.run.node_label(path):
            place = self.run.full_name(path)
        else:
            place = self.place_at(path)
        if path and not has_no_players(self.run.game):
            return f"after {place}"
        return f"at {place}"

    def with_number(self, path: MovePath) -> str:
        """Return the name of a node of a written tree; a leaf's name has its value: `b1 (3)`."""
        name = self.place_at(path)
        if self.run.is_inner(path):
            return name
        return f"{name} ({format_number(self.run.evaluated(path))})"

    def node(self, path: MovePath) -> int:
        """Return the node at the end of a path, which must have been visited."""
        node = self.tree.node_at(path)
        assert node is not None
        return node

    def _is_mere_number(self, name: str) -> bool:
        """Return whether the name of a move is a number, in a game without a word for numbers."""
        return name.isdigit() and not self.run.game.number_word

    def _join_moves(self, names: Sequence[str]) -> str:
        """Join the moves from the root for a sentence: `e3 a2`, `cols 4 4`, `branch 2.1`."""
        if not names:
            return "the root"
        if self.run.game.number_word and len(names) > 1:
            joined = self.run.game.join_moves(names)
            # Without a word such as "cols" in front, the numbers are rolls of dice.
            has_dice = joined[:1].isdigit()
            if has_dice:
                return self._join_rolls(names)
            return joined
        # Branches of a tree are numbered like sections of a book.
        has_number = any(map(str.isdigit, names))
        separator = "." if has_number else " "
        return self._with_word(separator.join(names))

    def _join_rolls(self, names: Sequence[str]) -> str:
        """Join rolls of dice with the moves made with them: `3:3c4` is roll 3, then move 3c4.

        A roll at the end is `roll 6`, since a number alone would look like a value.
        """
        parts = [f"{name}:" if name.isdigit() else f"{name} " for name in names]
        last = parts.pop()
        return "".join(parts) + self._with_word(last[:-1])

    def _with_word(self, name: str) -> str:
        """Add the game's word for a move before a number, or before numbers joined by dots."""
        if name.isdigit():
            return self.run.game.name_with_word(name)
        if name[:1].isdigit() and "." in name:
            return f"{self.run.game.move_word} {name}"
        return name

    def count_moves(self, count: int) -> str:
        """Return a number of moves, called by the game's word: `3 cells`."""
        return f"{count:,} {self.moves_word(count)}"

    def moves_word(self, count: int) -> str:
        """Return the game's word for one move or for several."""
        word = self.run.game.move_word
        if count == 1:
            return word
        return plural_of_move(word)

    def signed(self, node: int, view: PointOfView = FOR_MAX) -> str:
        """Return the value that a node has returned, with the sign of a bound: `3`, `≥3`."""
        words = view.value(self.tree.returned_value(node)).named
        bound = self.tree.bound(node)
        if bound in NEGATED_BOUND:
            return f"{view.bound(bound).value}{words}"
        return words

    def view(self, node: int) -> PointOfView:
        """Return the point of view from which a node's values are given."""
        return self.perspective.view_at(self.run, self.run.path(node))

    def value_clause(
        self, value: float, node: int, *, lower: bool, verbs: tuple[str, str] = ("has", "holds")
    ) -> str:
        """Say which value MAX has (if `lower`) or MIN at a node: `MAX has 3`.

        From the opponent's point of view: `MAX holds MIN to −3`. `verbs` has the verbs of these two
        clauses.
        """
        get_verb, hold_verb = verbs
        view = self.view(node)
        maximizer, minimizer = self.run.game.sides
        side = maximizer if lower else minimizer
        if view.player in ("", side):
            return f"{side} {get_verb} {view.show(value)}"
        return f"{side} {hold_verb} {view.player} to {view.show(value)}"

    def view_of_mean(self, node: int) -> PointOfView:
        """Return the point of view of a node's mean: the player whose move led to the node.

        At the root, it is the player to move.
        """
        is_max = self.tree.is_for_max(node)
        return PointOfView(not is_max, self.run.game.side(maximizing=is_max))

    def mean(self, node: int, value: float) -> str:
        """Format a mean of a node, given from MAX's side: `+0.15 for O`."""
        return self.view_of_mean(node).value(value).mean

    def detour(self, node: int) -> Detour | None:
        """Return how an engine came to a node that is not reached by a move, such as a null move.

        None for any other node.
        """
        return self.tree.trace.engine_notes.detours.get(self.run.path(node))

    def proof(self, node: int) -> str:
        """Say which result a sampling search has proven, `proven: O wins`; "" for none."""
        value = self.tree.value_by_solver(node)
        if value is None:
            return ""
        if not value:
            return "proven: a draw"
        return f"proven: {self.run.game.side(maximizing=value > 0)} wins"

    def known_words(self, node: int) -> str:
        """Return in words what is known of a node's value at the tree's step; "" for nothing."""
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
        shown_value = self.view(node).value(value, bound)
        # The next child of an open node may be better, so say only that no child was better so far.
        if bound in SO_FAR_BOUNDS:
            direction = shown_value.view.beyond(lower=bound is Bound.AT_MOST_SO_FAR)
            return f"nothing {direction} {shown_value.named}"
        return shown_value.clause


def tree_in_words(run: Run) -> Iterator[str]:
    """Yield a line for each inner node of a written tree: who moves there, and its branches.

    Lines go from the root down, level by level.
    """
    naming = Naming(run, TreeAtStep(run.trace))
    # The list is a queue that begins with the root. It is empty if there is no written tree.
    inner_nodes = [*islice(run.written_paths(), 1)]
    for path in inner_nodes:
        inner_nodes.extend(filter(run.is_inner, run.child_paths(path)))
        place = capitalize_node_name(naming.place_at(path))
        side = run.game.mover(turn_of(run.position(path)))
        branches = ", ".join(_branches_in_words(naming, path))
        yield f"{place}, {side} to move: {branches}"


def _branches_in_words(naming: Naming, path: MovePath) -> list[str]:
    """Return where each branch of an inner node leads, with its probability if chance moves."""
    run = naming.run
    branches = [_branch_in_words(naming, child) for child in run.child_paths(path)]
    chances = probabilities(run.position(path))
    if chances is None:
        return branches
    return [
        f"{branch}, probability {format_probability(chance)}"
        for branch, chance in zip(branches, chances, strict=True)
    ]


def _branch_in_words(naming: Naming, path: MovePath) -> str:
    """Return the node that a branch leads to, or `a1 to B` if the branch has its own name."""
    run = naming.run
    move = run.names(path)[-1]
    place = naming.with_number(path)
    if run.is_inner(path) and run.node_label(path) not in ("", move):
        return f"{move} to {place}"
    return place


def join_words(words: Sequence[str]) -> str:
    """Join words into a list for a sentence; "" for none.

    >>> join_words(["a1", "b2", "c3"]), join_words(["a1"])
    ('a1, b2 and c3', 'a1')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def plural_of_move(word: str) -> str:
    """Return the plural of a game's word for a move."""
    if word.endswith("ch"):
        return f"{word}es"
    return f"{word}s"


def capitalized(text: str) -> str:
    """Capitalize the first letter and leave the rest as it is, unlike `str.capitalize`."""
    return text[:1].upper() + text[1:]


PLURAL_MOVE_WORDS = {"cols", "moves"}
NAME_PREFIXES = {"the", "branch", "move", "col", "roll"}
"""Words with which the name of a node may begin, apart from moves."""


def capitalize_node_name(text: str) -> str:
    """Return a node's name as the beginning of a sentence.

    The name of a move, such as `e3`, keeps its lower-case letter.

    >>> [capitalize_node_name(name) for name in ("branch 1.2", "e3", "cols 4 4")]
    ['Branch 1.2', 'e3', 'The line cols 4 4']
    """
    first, _, _ = text.partition(" ")
    if first in PLURAL_MOVE_WORDS:
        return f"The line {text}"
    if first in NAME_PREFIXES:
        return capitalized(text)
    return text
