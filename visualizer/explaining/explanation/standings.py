"""The meaning of values to the players, in words: who wins, and who is ahead by how much."""

from collections.abc import Sequence
from typing import NamedTuple

from games import Stakes, Standing
from visualizer.explaining.explanation.naming import Naming
from visualizer.look.numbers import short_neighbour
from visualizer.searching.algorithms import NO_DEPTH_LIMIT
from visualizer.searching.run import Run
from visualizer.trace.labels import SAMPLE_BOUNDS
from visualizer.trace.proved import NOTHING_PROVED, Proved
from visualizer.trace.rows import KIND_OFFSET, ROW_BYTES, Kind, Passes
from visualizer.trace.tree_at_step import Bound, TreeAtStep
from visualizer.trace.visits_at_step import Known


class EvenWords(NamedTuple):
    """How sentences say that neither side is ahead.

    `noun` names the state; `subject` and `adjective` form a clause, "it is level". `has` and
    `at_least` follow the name of a player, `leaves` that of a move, and `state` is part of the
    label of a bound, "equal or better".
    """

    noun: str
    subject: str
    adjective: str
    has: str
    at_least: str
    leaves: str
    state: str

    def or_better(self, *, beyond: bool = False) -> str:
        """Return a bound in words: equal or better, or, `beyond` the value, better than equal."""
        if beyond:
            return f"better than {self.state}"
        return f"{self.state} or better"


EVEN_WORDS = {
    "level": EvenWords(
        noun="equality",
        subject="it",
        adjective="level",
        has="has equality",
        at_least="gets at least equality",
        leaves="leaves the sides level",
        state="equal",
    ),
    "nothing decided": EvenWords(
        noun="an undecided game",
        subject="nothing",
        adjective="decided",
        has="keeps the game undecided",
        at_least="at least keeps the game undecided",
        leaves="leaves the game undecided",
        state="undecided",
    ),
}
"""By the words of a `Standing` that favours neither side."""


def even_words(words: str) -> EvenWords:
    """Return the words for a standing that favours neither side; a game may have its own state.

    >>> even_words("level").at_least, even_words("a draw").leaves
    ('gets at least equality', 'leads to a draw')
    """
    return EVEN_WORDS.get(words) or EvenWords(
        noun=words,
        subject="it",
        adjective=words,
        has=f"has {words}",
        at_least=f"gets at least {words}",
        leaves=f"leads to {words}",
        state=words,
    )


UNWRITTEN_VALUES_NOTE = "inner nodes at the depth limit have no value and count as 0"
"""A remark on trees from textbooks, in which only leaves have values."""


class Meaning(NamedTuple):
    """The meaning of a value to the players: who wins or is ahead, and whether by at least that.

    `sides` are the names of MAX and MIN.
    """

    standing: Standing
    bound: Bound
    sides: tuple[str, str]
    is_least: bool = False
    """Whether the side may win by more."""

    @property
    def is_win_of_unknown_size(self) -> bool:
        """Whether a side wins by an unknown amount, so that two wins cannot be compared."""
        return self.standing.is_plain_win or self.is_least

    @property
    def side(self) -> str:
        """The name of the side that wins or is ahead."""
        maximizer, minimizer = self.sides
        return minimizer if self.standing.side < 0 else maximizer

    @property
    def favoured(self) -> int:
        """The side that may have more: 1 for a lower bound, -1 for an upper one, else 0."""
        return {Bound.LOWER: 1, Bound.UPPER: -1}.get(self.bound, 0)

    @property
    def favoured_side(self) -> str:
        """The name of the side that may have more."""
        maximizer, minimizer = self.sides
        return minimizer if self.favoured < 0 else maximizer

    @property
    def is_at_most(self) -> bool:
        """Whether the side that wins or is ahead may have less, but not more."""
        return self.favoured != 0 and self.standing.side == -self.favoured

    def qualifier(self, *, beyond: bool = False) -> str:
        """Return "at least " or "at most ", for the side that wins or is ahead; "" if exact.

        With `beyond`, which leaves out the value itself, "more than " or "less than ".
        """
        if not self.favoured:
            return ""
        if beyond:
            return "less than " if self.is_at_most else "more than "
        return "at most " if self.is_at_most else "at least "

    @property
    def label(self) -> str:
        """The label to show next to a value: `White a flat ahead`, `a draw or better for X`.

        A bound that says nothing, such as at most a win for MAX, is "".
        """
        return self.label_of_bound()

    def label_of_bound(self, *, beyond: bool = False) -> str:
        """Return the label; with `beyond`, `White more than a flat ahead`."""
        standing = self.standing
        if not standing.side:
            return self._label_of_even(beyond=beyond)
        if standing.is_plain_win:
            # At most a win is no information: nothing is better than that.
            return "" if self.is_at_most else f"{self.side} wins"
        qualifier = self.qualifier(beyond=beyond)
        if standing.won and self.is_at_most:
            return f"{qualifier}{self.win}"
        if standing.won:
            return f"{self.side} wins {qualifier}{standing.words}"
        return f"{self.side} {qualifier}{standing.words}"

    def _label_of_even(self, *, beyond: bool) -> str:
        """Return the label of a standing that favours neither side."""
        words = self.standing.words
        if not self.favoured:
            return words
        return f"{even_words(words).or_better(beyond=beyond)} for {self.favoured_side}"

    @property
    def win(self) -> str:
        """A win as a noun: `a win for White by 4 discs`."""
        return f"a win for {self.side} {self.standing.words}".rstrip()

    @property
    def clause(self) -> str:
        """The meaning as a clause: `White is at least a flat ahead`, `it is level`."""
        return f"{self.subject} {self.predicate()}"

    @property
    def subject(self) -> str:
        """The subject of the clause."""
        if self.standing.side:
            return self.side
        if self.favoured:
            return "the game"
        return even_words(self.standing.words).subject

    def predicate(self, copula: str = "is") -> str:
        """Return the rest of the clause: `is at least a flat ahead`, `wins`."""
        standing = self.standing
        if not standing.side:
            words = even_words(standing.words)
            state = words.adjective
            if self.favoured:
                state = f"{words.or_better()} for {self.favoured_side}"
            return f"{copula} {state}"
        if not standing.won:
            return f"{copula} {self.qualifier()}{standing.words}"
        if not standing.words:
            return "wins"
        if self.is_at_most:
            return can_at_best_win(standing)
        return f"wins {self.qualifier()}{standing.words}"


def meaning_of(
    naming: Naming, node: int, known: Known | None = None, proved: Proved | None = None
) -> Meaning | None:
    """Return the meaning of a node: who is known to win or to be ahead; None if unknown.

    A win counts as such if finished games prove it (`proved`; by default, those visited below).
    Anything else is an estimate, by the value `known` (by default, the node's). The mean of a
    chance node means nothing to the players, nor does a value that the next child may still
    improve, or one that only a won game should have.
    """
    # Without stakes no value has a meaning, and a proof would take time.
    stakes = naming.run.stakes
    if stakes is None:
        return None
    if known is None:
        known = naming.tree.known(node)
    if proved is None:
        _, value = known
        proved = naming.tree.proved(node, value or 0)
    if proved.low == proved.high or proved.low > 0 or proved.high < 0:
        return _proved_meaning(naming, stakes, proved)
    return _estimated_meaning(naming, stakes, known, proved)


def _estimated_meaning(
    naming: Naming, stakes: Stakes, known: Known, proved: Proved
) -> Meaning | None:
    """Return the meaning of a value that finished games do not prove; None if it has none."""
    bound, value = known
    if value is None or bound not in (Bound.EXACT, Bound.LOWER, Bound.UPPER):
        return None

    # A bound that a finished game has set is no estimate, even though it decides nothing.
    is_proved = False
    if bound is Bound.LOWER:
        is_proved = value <= 0 and value <= proved.low
    elif bound is Bound.UPPER:
        is_proved = value >= 0 and value >= proved.high
    root = naming.run.root
    would_be_won = value != 0 and abs(value) >= stakes.least_win(root)
    if not is_proved and (naming.run.has_chance or would_be_won):
        return None
    return Meaning(stakes.standing(value, root, over=is_proved), bound, naming.run.game.sides)


def _proved_meaning(naming: Naming, stakes: Stakes, proved: Proved) -> Meaning:
    """Return the meaning of a proved result; in a range, the least that the winner has proved."""
    sides = naming.run.game.sides
    least = min(proved, key=abs)
    standing = stakes.standing(least, naming.run.root, over=True)
    if proved.low == proved.high or not standing.words:
        return Meaning(standing, Bound.EXACT, sides)
    return Meaning(
        standing.qualified("at least"),
        Bound.EXACT,
        sides,
        is_least=True,
    )


class LineMeaning(NamedTuple):
    """The meaning of a search's result, as its best line shows it.

    The root may be proved by another move, so the meaning is what is proved after the best move.
    That need not hold to the line's end, since other replies may prove the positions further down.
    """

    meaning: Meaning
    holds_to_end: bool


def meaning_of_line(naming: Naming, known: Known, line: Sequence[int]) -> LineMeaning | None:
    """Return the meaning of the root's value `known`, by the best `line` (nodes); None for none."""
    # Before anything is proved, since a proof goes through all passes.
    if naming.run.stakes is None:
        return None
    _, root_value = known
    value = root_value or 0
    proved = naming.tree.proved_along((0, *line[:1]), value)
    meaning = meaning_of(naming, 0, known, proved)
    if meaning is None:
        return None
    proved_at_end = naming.tree.proved_along((0, *line), value)
    return LineMeaning(meaning, holds_to_end=proved_at_end == proved)


def label_of_line(naming: Naming, known: Known, line: Sequence[int]) -> str:
    """Return the meaning of the root's value `known`, by the best `line`, as a label; or ""."""
    _, value = known
    if value is None:
        return ""
    found = meaning_of_line(naming, known, line)
    if found is None:
        return ""
    return found.meaning.label


def label_of_mean(naming: Naming, node: int) -> str:
    """Return the label of a node whose value is a mean, for every view; "" for other nodes."""
    if naming.tree.bound(node) not in SAMPLE_BOUNDS:
        return ""
    return label_of_value(naming, node)


def label_of_answer(naming: Naming) -> str:
    """Return a search's result as a label, as far as its best line shows it; "" for none."""
    result = naming.tree.result()
    return label_of_line(naming, (result.bound, result.value), result.line)


def meaning_by(naming: Naming, child: int | None, value: float) -> Meaning | None:
    """Return the meaning of a child's value, taken as exact; `child` is None for standing pat."""
    known = (Bound.EXACT, value)
    if child is None:
        return meaning_of(naming, 0, known, NOTHING_PROVED)
    return meaning_of(naming, child, known)


def meaning_asked(naming: Naming, value: float, bound: Bound = Bound.EXACT) -> Meaning | None:
    """Return the meaning of a value that a search asks for; None if the evaluation has none.

    In a search to the end of the game it is a result, and so is the greatest possible value.
    Otherwise it may be an estimate.
    """
    stakes = naming.run.stakes
    if stakes is None:
        return None
    root = naming.run.root
    is_greatest = value != 0 and abs(value) == stakes.greatest(root)
    if naming.run.has_chance and not is_greatest:
        return None

    # A pass of iterative deepening has a depth limit although the whole search has none.
    is_deepening = naming.tree.trace.passes is Passes.REPLACE and naming.tree.pass_name
    to_the_end = naming.run.recipe.search.depth == "all" and not is_deepening
    standing = stakes.standing(value, root, over=is_greatest or to_the_end)
    return Meaning(standing, bound, naming.run.game.sides)


def label_of_value(naming: Naming, node: int) -> str:
    """Return the meaning of a visited node's value, `White at least a flat ahead`; "" for none.

    A mean is labelled with the side for whom it counts. A value that the next child may still
    improve has no meaning yet.
    """
    bound, value = naming.tree.known(node)
    if bound is Bound.MEAN:
        return naming.view_of_mean(node).for_player.lstrip()
    if bound is Bound.PROVEN:
        return naming.proof(node)
    if value is None:
        return ""
    meaning = meaning_of(naming, node, (bound, value))
    if meaning is None:
        return ""
    return meaning.label


def worth_clause(naming: Naming, node: int, copula: str = "is") -> str:
    """Return the meaning of a node that has returned as a clause; "" for none."""
    if not label_of_value(naming, node):
        return ""
    meaning = meaning_of(naming, node)
    if meaning is None:
        return ""
    return f"{meaning.subject} {meaning.predicate(copula)}"


def describe_best(naming: Naming, found: LineMeaning, side: str, line: Sequence[str]) -> str:
    """Say which move is best for the side to move, and where it leads.

    `line` holds the names of the moves of the best line. Without one, only the meaning is said.
    """
    meaning = found.meaning
    if not line:
        return meaning.clause
    move = naming.run.game.name_with_word(line[0])
    whole = naming.run.game.join_moves(line)
    is_even = not meaning.standing.side
    opponent_is_ahead = not is_even and meaning.side != side
    # A move that leads there by itself needs no line behind it.
    ending = ""
    if not found.holds_to_end:
        ending = f"; best line {whole}"
    elif len(line) > 1 or opponent_is_ahead:
        ending = f" after {whole}"
    if is_even:
        return f"{side}'s best is {move}, which {even_words(meaning.standing.words).leaves}{ending}"
    if opponent_is_ahead:
        return f"{move} is best for {side}, but {meaning.clause}{ending}"
    return f"{move} is best for {side}, who {meaning.predicate()}{ending}"


def describe_holding(
    naming: Naming,
    node: int,
    bound: float,
    *,
    child: int | None,
    by: str,
    lower: bool,
) -> str:
    """Say which bound MAX (`lower`) or MIN has at a node, by a move: `Black wins with e3`.

    `by` names the move that leads to `child`; None stands for standing pat.
    """
    meaning = meaning_by(naming, child, short_neighbour(bound))
    if meaning is None:
        return f"{naming.has(bound, node, lower=lower)} with {by}"
    standing = meaning.standing
    maximizer, minimizer = naming.run.game.sides
    side = maximizer if lower else minimizer
    if standing.side and meaning.side == side:
        return f"{meaning.clause} with {by}"

    # The side's best is no advantage: what favours the opponent is turned around.
    if standing.won:
        has = f"loses {standing.words}".rstrip()
    elif standing.side:
        has = f"is {standing.words.replace('ahead', 'behind')}"
    else:
        has = even_words(standing.words).has
    return f"{side} {has} ({naming.view(node).value(bound).named}) with {by}"


def can_at_best_win(standing: Standing) -> str:
    """Return the verb of a side whose win is an upper bound: `can at best win by 4 discs`."""
    return f"can at best win {standing.words}".rstrip()


def wins_in_words(standing: Standing) -> str:
    """Return the verb of the side that has won, `wins`, or with an amount, `wins by 4 discs`."""
    return f"wins {standing.words}".rstrip()


def search_depth_words(run: Run) -> str:
    """Return the depth limit of a game's search, `depth 3`; "" if the depth does not limit it."""
    is_limited = run.algorithm.applies("depth") and not run.algorithm.samples
    if not is_limited or run.game.explicit or run.depth == NO_DEPTH_LIMIT:
        return ""
    return f"depth {run.depth:,}"


def has_only_leaf_values(run: Run) -> bool:
    """Return whether the only values in a search are those written at a tree's leaves."""
    return (
        run.game.explicit
        and run.recipe.search.evaluation in run.game.evaluations
        and run.applies("evaluation")
    )


def has_unwritten_nodes(run: Run, tree: TreeAtStep) -> bool:
    """Return whether the current pass has cut off a written tree at inner nodes."""
    if not has_only_leaf_values(run) or not tree.passes:
        return False
    first = run.trace.roots()[tree.passes - 1] * ROW_BYTES + KIND_OFFSET
    kinds = run.trace.rows[first : tree.visits * ROW_BYTES : ROW_BYTES]
    return Kind.LIMIT in kinds
