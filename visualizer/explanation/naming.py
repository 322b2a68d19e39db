"""Names of nodes, moves and players in sentences."""

from collections.abc import Collection, Iterator, Sequence

from games import AnyPosition, Game, probabilities, turn_of
from visualizer.look.numbers import odds, show, with_sign
from visualizer.run import Run
from visualizer.trace.bounds import OPPOSITE
from visualizer.trace.rows import Kind, MovePath
from visualizer.trace.tree_at_step import Bound, TreeAtStep


def nobody_plays(game: Game) -> bool:
    """Return whether the sides are only MAX and MIN: then a leaf is not won or lost, it has a number."""
    return game.sides == ("MAX", "MIN")


def ending(game: Game, position: AnyPosition, outcome: float) -> str:
    """Say who has won a finished game, and how, if the game tells."""
    if game.ending is not None:
        return game.ending(position, outcome)
    return f"{game.side(maximizing=outcome > 0)} wins" if outcome else "the game is a draw"


def sided(value: float, *, turned: bool) -> str:
    """Return a value, given from MAX's side, as people read it, if it is `turned` from MIN's."""
    return show(0 - value if turned else value)


STANDING_PAT = "standing pat"
"""What stands in the place of a move for not moving on."""


class Naming:
    """Names nodes at a step of a run."""

    def __init__(self, run: Run, tree: TreeAtStep, *, from_mover: bool = False) -> None:
        """Look at a run from a step; numbers are told `from_mover`, for whom they are said to be, or else for MAX."""
        self.run, self.tree, self.from_mover = run, tree, from_mover

    @property
    def is_in_passes(self) -> bool:
        """Whether the pass at hand is one of several, as far as is known, or has a name."""
        return bool(self.tree.pass_name) or self.tree.passes > 1

    def the_pass(self) -> str:
        """Return the pass at hand, by its name or number, as the beginning of a sentence."""
        name = self.tree.pass_name or f"{self.tree.passes:,}"
        return capitalized(name) if " " in name and "=" not in name else f"Pass {name}"

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
        return "" if outcome is None else ending(self.run.game, position, outcome)

    def names(self, node: int) -> Sequence[str]:
        """Return the moves from the root to a node."""
        return self.run.names(self.run.path(node))

    def move(self, node: int) -> str:
        """Return the move that led to a node."""
        return self.last(self.names(node))

    def way(self, child: int | None) -> str:
        """Return the move that led to a child, or, for None, that it is not moved on."""
        return STANDING_PAT if child is None else self.move(child)

    def place(self, node: int) -> str:
        """Return where a node is: its label in a book, or all moves from the root."""
        return self.at(self.run.path(node))

    def at(self, path: MovePath) -> str:
        """Return the place at the end of a path, visited or not: its label in a book, or all moves from the root."""
        return (self.run.node_label(path) if path else "") or self.called(self.run.names(path))

    def node(self, path: MovePath) -> int:
        """Return the node at the end of a path that has been visited."""
        node = self.tree.node_at(path)
        assert node is not None
        return node

    def with_number(self, path: MovePath) -> str:
        """Return what a sentence calls a node of a written tree: a leaf with its number, `C.1 (2)`."""
        name = self.at(path)
        return name if self.run.is_inner(path) else f"{name} ({show(self.run.evaluated(path))})"

    def branch(self, path: MovePath) -> str:
        """Return what a list calls a branch: the move to a node where both have a name, `a1 to B`."""
        move, label = self.run.names(path)[-1], self.run.node_label(path)
        named = self.run.is_inner(path) and label not in ("", None, move)
        return f"{move} to {self.with_number(path)}" if named else self.with_number(path)

    def choice(self, node: int) -> str:
        """Return the move that led to a node, and where it was made."""
        names, path = self.names(node), self.run.path(node)
        is_unclear = self.is_mere_number(names[-1])
        if self.run.written(path) != names[-1] or is_unclear and names[1:]:
            return self.at(path) if is_unclear else names[-1]  # either says where
        return f"{self.last(names)} {self.where(self.tree.parent(node))}"

    def where(self, node: int) -> str:
        """Return where a node is, with a preposition: `after e3 a2`, `at branch 2`, `at C`."""
        names = self.names(node)
        return f"{'after' if names and not nobody_plays(self.run.game) else 'at'} {self.place(node)}"

    def last(self, names: Sequence[str]) -> str:
        """Return the last of some moves from the root; all of them if its name is a mere number, and so ambiguous."""
        return self.called(names if names and self.is_mere_number(names[-1]) else names[-1:])

    def is_mere_number(self, name: str) -> bool:
        """Return whether a move's name is a number for which the game has no word such as `column`."""
        return name.isdigit() and not self.run.game.number_word

    def called(self, names: Sequence[str]) -> str:
        """Return moves as a sentence writes them: `e3 a2`, `columns 4 4`, `2d4 3:3c4`, `branch 2.1`."""
        word = self.run.game.number_word
        if word and names[1:]:
            return f"{plural(word)} {' '.join(names)}" if all(map(str.isdigit, names)) else self.rolled(names)
        between = "." if any(map(str.isdigit, names)) else " "
        return self.named(between.join(names)) if names else "the root"

    def rolled(self, names: Sequence[str]) -> str:
        """Return moves with a number before those that it allows, as players write a die: `2d4 3:3c4`, `3:3c4 roll 6`.

        Numbers alone would look like values.
        """
        *before, last = [f"{name}:" if name.isdigit() else f"{name} " for name in names]
        return "".join(before) + self.named(last[:-1])

    def named(self, name: str) -> str:
        """Put the game's word for a move before a name that is a mere number, or that has several of them."""
        if name.isdigit():
            return self.run.game.called(name)
        return f"{self.run.game.move_word} {name}" if name[:1].isdigit() and "." in name else name

    def moves(self, count: int) -> str:
        """Return a number of moves in the game's word."""
        return f"{count:,} {self.moves_word(count)}"

    def moves_word(self, count: int) -> str:
        """Return the game's word for one move or for several."""
        word = self.run.game.move_word
        return word if count == 1 else plural(word)

    def signed(self, node: int, *, turned: bool = False) -> str:
        """Return what a node that has returned is worth as a number with its bound's sign: `3`, `≥3`."""
        bound = self.tree.bound(node)
        sign = (OPPOSITE[bound] if turned else bound).value if bound in OPPOSITE else ""
        return f"{sign}{self.told(self.tree.returned_value(node), turned=turned)}"

    def turns(self, node: int) -> bool:
        """Return whether the numbers of a node are told from MIN's side; a leaf is that of who would be to move."""
        return self.from_mover and is_for_min(self.run, self.run.path(node))

    def told(self, value: float, *, turned: bool) -> str:
        """Return a value, given from MAX's side, as it is told: `−3 for MIN` where values are told by who moves."""
        return f"{sided(value, turned=turned)}{self.for_whom(maximizing=not turned) if value else ''}"

    def has(self, value: float, node: int, *, lower: bool, verbs: tuple[str, str] = ("has", "holds")) -> str:
        """Say what MAX (`lower`) or MIN has at a node: `MAX has 3`, or where numbers are MIN's, `holds MIN to −3`."""
        turned, sides = self.turns(node), self.run.game.sides
        side, mover = sides[not lower], sides[turned]
        verb = f"{verbs[1]} {mover} to" if self.from_mover and side != mover else verbs[0]
        return f"{side} {verb} {sided(value, turned=turned)}"

    def for_whom(self, *, maximizing: bool) -> str:
        """Return for whom a number is: ` for MIN`; "" where all are for MAX."""
        return f" for {self.run.game.side(maximizing=maximizing)}" if self.from_mover else ""

    def told_apart(self, node: int | None, sibling: int, others: Collection[str]) -> str:
        """Return the move that led to a node; where another move has its name, in place of which sibling's."""
        name = self.way(node)
        return f"{name} in place of {self.move(sibling)}" if name in others else name

    def bounded(self, bound: Bound, value: float, *, turned: bool = False) -> str:
        """Return a value with its bound, both given from MAX's side, in words."""
        bound = OPPOSITE.get(bound, bound) if turned else bound
        return {Bound.UPPER: "at most ", Bound.LOWER: "at least "}.get(bound, "") + self.told(value, turned=turned)

    def side_of_mean(self, node: int) -> str:
        """Return for whom a node's mean is: for who moved there; at the root, for who is to move."""
        return self.run.game.side(maximizing=self.tree.is_for_max(node))

    def mean(self, node: int, value: float) -> str:
        """Return a node's mean, given from MAX's side, as it is for that side: `+0.15 for O`."""
        return f"{with_sign(self.own(node, value))} for {self.side_of_mean(node)}"

    def own(self, node: int, value: float) -> float:
        """Return a value, given from MAX's side, from the side for whom a node's mean is."""
        return value if self.tree.is_for_max(node) else 0 - value

    def proof(self, node: int) -> str:
        """Say what is proven of a node by a search that otherwise samples: `proven: O wins`; "" if nothing is."""
        value = self.tree.proven(node)
        if value is None:
            return ""
        return f"proven: {f'{self.run.game.side(maximizing=value > 0)} wins' if value else 'a draw'}"

    def known(self, node: int) -> str:
        """Return what is known now of a node's value, in words; "" if nothing is."""
        tree = self.tree
        bound, value = tree.bound(node), tree.value(node)
        if bound is Bound.NONE or value is None:
            return ""
        if bound is Bound.MEAN:
            return f"on average {self.mean(node, value)}"
        if bound is Bound.PROVEN:
            return self.proof(node)
        if bound is Bound.SUM:
            return f"{show(value)} from the outcomes seen"
        turned = self.turns(node)
        if bound is Bound.SO_FAR:
            beyond = "above" if tree.maximizing(node) or turned else "below"
            return f"nothing {beyond} {self.told(value, turned=turned)}"
        return self.bounded(bound, value, turned=turned)


def is_for_min(run: Run, path: MovePath) -> bool:
    """Return whether MIN is to move at a path, or would be at a leaf, if the players move in turn."""
    return run.root.maximizing == len(path) % 2


def tree_in_words(run: Run) -> Iterator[str]:
    """Yield a line for each inner node, the root first: whose turn it is, and what is below it."""
    naming, paths = Naming(run, TreeAtStep(run.trace)), list[MovePath]([()])
    for path in paths:  # which grows meanwhile
        below = run.below(path)
        paths += filter(run.is_inner, below)
        position = run.position(path)
        branches, chances = [*map(naming.branch, below)], probabilities(position)
        if chances is not None:
            branches = [f"{branch}, probability {odds(p)}" for branch, p in zip(branches, chances, strict=True)]
        side = run.game.mover(turn_of(position))
        yield f"{capital(naming.at(path))}, {side} to move: {', '.join(branches)}"


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence; "" for none.

    >>> listed(["a1", "b2", "c3"]), listed(["a1"])
    ('a1, b2 and c3', 'a1')
    """
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def plural(word: str) -> str:
    """Return a game's word for several moves."""
    return f"{word}es" if word.endswith("ch") else f"{word}s"


def capitalized(text: str) -> str:
    """Return a text with a capital first letter, the rest as it is."""
    return text[:1].upper() + text[1:]


def capital(text: str) -> str:
    """Return a text with a capital first letter, unless it is a move such as `e3` that is written small."""
    return capitalized(text) if text.startswith(("the ", "branch", "move ", "moves ", "column")) else text
