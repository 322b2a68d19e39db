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
    """Return the words for a standing (such as a draw) that favours neither side.

    Games have different words for it: `words` is what this game calls it.

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
        """Return the word for a bound, as seen by the side that wins or is ahead; "" if exact.

        The word is "at least " or "at most ". With `beyond`, the bound itself is excluded: "more
        than " or "less than ".
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
        """Return the meaning as a label: `White at least a flat ahead`; "" if it says nothing.

        With `beyond`, the bound itself is excluded: `White more than a flat ahead`.
        """
        standing = self.standing
        if not standing.side:
            return self._label_of_even(beyond=beyond)
        if standing.is_plain_win:
            # "At most a win" would say nothing, since nothing is better than a win.
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
        """Return the clause without its subject: `is at least a flat ahead`, `wins`."""
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
    """Return what a node's value means for the players: who wins or is ahead; None if unknown.

    `proved` is the range of results that finished games prove, by default those visited below the
    node. If they prove no result, the meaning is an estimate by `known`: a bound and a value, by
    default the node's own.
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
    is_exact = proved.low == proved.high
    proves_winner = proved.low > 0 or proved.high < 0
    if is_exact or proves_winner:
        return _proved_meaning(naming, stakes, proved)
    return _estimated_meaning(naming, stakes, known, proved)


def _estimated_meaning(
    naming: Naming, stakes: Stakes, known: Known, proved: Proved
) -> Meaning | None:
    """Return the meaning of a value that finished games do not prove; None if it has none.

    These values have none: means, sums, values that may still improve, and estimates that are as
    large as only a win should be.
    """
    bound, value = known
    if value is None or bound not in (Bound.EXACT, Bound.LOWER, Bound.UPPER):
        return None

    # A bound that a finished game has set is proved, although it does not decide who wins.
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
    """Return what a proved range of results means: who wins, and by how much at least."""
    sides = naming.run.game.sides
    # Of a win by 2 to 5 points, the 2 are proved, and of one by −5 to −2 points, the −2.
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
    """Return what the root's value means, and whether the line's nodes prove the same.

    `known` is the root's bound and value, and `line` has the nodes of the best line. None if the
    value has no meaning.
    """
    # Ask this first, since a proof goes through all passes.
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
    """Return a label for what the root's value means, `White wins`; "" if it means nothing.

    `known` is the root's bound and value, and `line` has the nodes of the best line.
    """
    _, value = known
    if value is None:
        return ""
    found = meaning_of_line(naming, known, line)
    if found is None:
        return ""
    return found.meaning.label


def label_of_mean(naming: Naming, node: int) -> str:
    """Return the label of a node whose value is a mean, for every view; "" for other nodes."""
    # Only samples have means. A view asks for each node it draws, and finding a bound takes long.
    if not naming.tree.trace.is_sampled or naming.tree.bound(node) not in SAMPLE_BOUNDS:
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
    """Return what a value means that a search only asks for; None if values have no meaning.

    In a search to the end of the game, such a value is a result, not an estimate. In any search,
    the greatest possible value is a result, too.
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
    """Return a label for what a node's value means, `White at least a flat ahead`.

    The label of a mean names the side that the mean counts for. "" if the value has no meaning, or
    may still improve.
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
    """Say which move is best for `side`, the side to move, and what it leads to.

    `line` has the names of the best line's moves. If it is empty, say only what the value means.
    """
    meaning = found.meaning
    if not line:
        return meaning.clause
    move = naming.run.game.name_with_word(line[0])
    whole = naming.run.game.join_moves(line)
    is_even = not meaning.standing.side
    opponent_is_ahead = not is_even and meaning.side != side
    # The line follows unless the first move alone leads to the result.
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
    """Say what a side has secured at a node by a move: `Black wins with e3`.

    A lower bound is MAX's, and an upper bound MIN's. The move leads to `child`, and `by` is its
    name. Without a child, the bound is the value of standing pat (refusing all noisy moves).
    """
    meaning = meaning_by(naming, child, short_neighbour(bound))
    if meaning is None:
        return f"{naming.value_clause(bound, node, lower=lower)} with {by}"
    standing = meaning.standing
    maximizer, minimizer = naming.run.game.sides
    side = maximizer if lower else minimizer
    if standing.side and meaning.side == side:
        return f"{meaning.clause} with {by}"

    # The opponent is better off, so say it of this side: it loses, or is behind.
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
