"""The meaning of values to the players, in words: who wins, and who is ahead by how much."""

from collections.abc import Sequence
from typing import NamedTuple

from games import Stakes, Standing
from visualizer.explaining.explanation.naming import Naming
from visualizer.look.numbers import round_window_end
from visualizer.searching.algorithms import NO_DEPTH_LIMIT
from visualizer.searching.run import Run
from visualizer.trace.labels import SAMPLE_BOUNDS
from visualizer.trace.proved import NOTHING_PROVED, Proved
from visualizer.trace.rows import KIND_OFFSET, ROW_BYTES, Kind, Passes
from visualizer.trace.tree_at_step import Bound, TreeAtStep
from visualizer.trace.visits_at_step import Known


class EvenWords(NamedTuple):
    """The phrases in which sentences say that neither side is ahead, here for a draw."""

    noun: str
    """`a draw`"""
    subject: str
    """`it`, for the clause `it is a draw`."""
    adjective: str
    """`a draw`, for the same clause."""
    player_has: str
    """`has a draw`, after the name of a player."""
    player_gets: str
    """`gets at least a draw`, after the name of a player."""
    leads_to: str
    """`leads to a draw`, after the name of a move."""
    state: str
    """`a draw`, for the label of a bound: `a draw or better`."""

    def or_better(self, *, excludes_bound: bool = False) -> str:
        """Return a bound in words: `equal or better`.

        With `excludes_bound`, the bound itself is excluded: `better than equal`.
        """
        if excludes_bound:
            return f"better than {self.state}"
        return f"{self.state} or better"


EVEN_WORDS = {
    "level": EvenWords(
        noun="equality",
        subject="it",
        adjective="level",
        player_has="has equality",
        player_gets="gets at least equality",
        leads_to="leaves the sides level",
        state="equal",
    ),
    "nothing decided": EvenWords(
        noun="an undecided game",
        subject="nothing",
        adjective="decided",
        player_has="keeps the game undecided",
        player_gets="at least keeps the game undecided",
        leads_to="leaves the game undecided",
        state="undecided",
    ),
}
"""The phrases by the words of a `Standing` that favours neither side."""


def even_words(words: str) -> EvenWords:
    """Return the phrases for a standing that favours neither side, such as a draw.

    `words` is what the game calls the standing: "a draw" or "level", for example.

    >>> even_words("level").player_gets, even_words("a draw").leads_to
    ('gets at least equality', 'leads to a draw')
    """
    return EVEN_WORDS.get(words) or EvenWords(
        noun=words,
        subject="it",
        adjective=words,
        player_has=f"has {words}",
        player_gets=f"gets at least {words}",
        leads_to=f"leads to {words}",
        state=words,
    )


UNWRITTEN_VALUES_NOTE = "inner nodes at the depth limit have no value and count as 0"
"""A remark on trees from textbooks, in which only leaves have values."""


class Meaning(NamedTuple):
    """The meaning of a value to the players: who wins or is ahead, and by how much.

    `sides` are the names of MAX and MIN.
    """

    standing: Standing
    bound: Bound
    """Whether the value is exact, or a bound of the true value."""
    sides: tuple[str, str]
    may_win_by_more: bool = False
    """Whether the winning side may win by more."""

    @property
    def is_win_of_unknown_size(self) -> bool:
        """Whether a side wins by an unknown amount, so that two wins cannot be compared."""
        return self.standing.is_plain_win or self.may_win_by_more

    @property
    def side(self) -> str:
        """The name of the side that wins or is ahead."""
        maximizer, minimizer = self.sides
        return minimizer if self.standing.side < 0 else maximizer

    @property
    def favoured(self) -> int:
        """The side for which the true value may be better: 1 for MAX, -1 for MIN, 0 if exact."""
        return {Bound.LOWER: 1, Bound.UPPER: -1}.get(self.bound, 0)

    @property
    def favoured_side(self) -> str:
        """The name of the side for which the true value may be better."""
        maximizer, minimizer = self.sides
        return minimizer if self.favoured < 0 else maximizer

    @property
    def is_at_most(self) -> bool:
        """Whether the side that wins or is ahead may get less than the value, but not more."""
        return self.favoured != 0 and self.standing.side == -self.favoured

    def qualifier(self, *, excludes_bound: bool = False) -> str:
        """Return "at least " or "at most " for the side that wins or is ahead; "" if exact.

        With `excludes_bound`, return "more than " or "less than ".
        """
        if not self.favoured:
            return ""
        if excludes_bound:
            return "less than " if self.is_at_most else "more than "
        return "at most " if self.is_at_most else "at least "

    @property
    def label(self) -> str:
        """The label to show next to a value: `White a flat ahead`, `a draw or better for X`.

        It is "" for a bound that says nothing, such as "at most a win for MAX".
        """
        return self.label_of_bound()

    def label_of_bound(self, *, excludes_bound: bool = False) -> str:
        """Return the meaning as a label: `White at least a flat ahead`; "" if it says nothing.

        With `excludes_bound`, the bound itself is excluded: `White more than a flat ahead`.
        """
        standing = self.standing
        if not standing.side:
            return self._label_of_even(excludes_bound=excludes_bound)
        if standing.is_plain_win:
            # "At most a win" would say nothing, since nothing is better than a win.
            return "" if self.is_at_most else f"{self.side} wins"
        qualifier = self.qualifier(excludes_bound=excludes_bound)
        if standing.won and self.is_at_most:
            return f"{qualifier}{self.win}"
        if standing.won:
            return f"{self.side} wins {qualifier}{standing.words}"
        return f"{self.side} {qualifier}{standing.words}"

    def _label_of_even(self, *, excludes_bound: bool) -> str:
        """Return the label of a standing that favours neither side."""
        words = self.standing.words
        if not self.favoured:
            return words
        return (
            f"{even_words(words).or_better(excludes_bound=excludes_bound)} for {self.favoured_side}"
        )

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
    naming: Naming, node: int, bound_and_value: Known | None = None, proved: Proved | None = None
) -> Meaning | None:
    """Return what a node's value means for the players: who wins or is ahead; None if unknown.

    A result proved by finished games takes precedence over an estimate from the value. By default,
    both are taken from the tree's step; `bound_and_value` and `proved` replace them.
    """
    # Without stakes no value has a meaning, and looking for a proof would take time.
    stakes = naming.run.stakes
    if stakes is None:
        return None
    if bound_and_value is None:
        bound_and_value = naming.tree.bound_and_value(node)
    if proved is None:
        _, value = bound_and_value
        proved = naming.tree.proved_range(node, value or 0)
    is_exact = proved.low == proved.high
    proves_winner = proved.low > 0 or proved.high < 0
    if is_exact or proves_winner:
        return _proved_meaning(naming, stakes, proved)
    return _estimated_meaning(naming, stakes, bound_and_value, proved)


def _estimated_meaning(
    naming: Naming, stakes: Stakes, bound_and_value: Known, proved: Proved
) -> Meaning | None:
    """Return what a value means if finished games do not prove who wins.

    None for a mean, for a sum, and for a value that may still improve. None also for an estimate
    that is as large as a win, or that depends on chance.
    """
    bound, value = bound_and_value
    if value is None or bound not in (Bound.EXACT, Bound.LOWER, Bound.UPPER):
        return None

    # Finished games may prove "at least a draw", although they do not prove who wins.
    is_proved = False
    if bound is Bound.LOWER:
        is_proved = value <= 0 and value <= proved.low
    elif bound is Bound.UPPER:
        is_proved = value >= 0 and value >= proved.high
    root = naming.run.root
    # An unproved value as large as a win may be a result or an estimate: its meaning is unknown.
    is_as_large_as_win = value != 0 and abs(value) >= stakes.winning_value(root)
    if not is_proved and (naming.run.has_chance or is_as_large_as_win):
        return None
    return Meaning(stakes.assess(value, root, over=is_proved), bound, naming.run.game.sides)


def _proved_meaning(naming: Naming, stakes: Stakes, proved: Proved) -> Meaning:
    """Return what a proved range of results means: who wins, and by how much at least.

    Results from 2 to 5 prove that MAX wins by at least 2; results from −5 to −2, that MIN does.
    """
    sides = naming.run.game.sides
    smallest_win = min(proved, key=abs)
    standing = stakes.assess(smallest_win, naming.run.root, over=True)
    if proved.low == proved.high or not standing.words:
        return Meaning(standing, Bound.EXACT, sides)
    return Meaning(
        standing.qualified("at least"),
        Bound.EXACT,
        sides,
        may_win_by_more=True,
    )


class LineMeaning(NamedTuple):
    """The meaning of a search's result, as far as the best line shows it."""

    meaning: Meaning
    """A result proved both at the root and after the best move, or an estimate."""
    holds_to_end: bool
    """Whether the same result is proved at every node of the best line."""


def meaning_of_line(
    naming: Naming, bound_and_value: Known, line: Sequence[int]
) -> LineMeaning | None:
    """Return what the root's value means, and whether the best line proves the same result.

    `bound_and_value` is about the root. `line` has the nodes of the best line, without the root.
    None if the value has no meaning.
    """
    # Check this first, since looking for a proof takes long.
    if naming.run.stakes is None:
        return None
    _, root_value = bound_and_value
    value = root_value or 0
    # The results that are proved both at the root and after the best move.
    proved = naming.tree.proved_along((0, *line[:1]), value)
    meaning = meaning_of(naming, 0, bound_and_value, proved)
    if meaning is None:
        return None
    proved_at_end = naming.tree.proved_along((0, *line), value)
    return LineMeaning(meaning, holds_to_end=proved_at_end == proved)


def label_of_line(naming: Naming, bound_and_value: Known, line: Sequence[int]) -> str:
    """Return a label for what the root's value means, `White wins`; "" if it has no meaning.

    `bound_and_value` is about the root, and `line` has the nodes of the best line.
    """
    _, value = bound_and_value
    if value is None:
        return ""
    line_meaning = meaning_of_line(naming, bound_and_value, line)
    if line_meaning is None:
        return ""
    return line_meaning.meaning.label


def label_of_mean(naming: Naming, node: int) -> str:
    """Return the label of a node whose value is a mean; "" for other nodes."""
    # Check first whether there are samples, since this is asked for each node that is drawn.
    if not naming.tree.trace.is_sampled or naming.tree.bound(node) not in SAMPLE_BOUNDS:
        return ""
    return label_of_value(naming, node)


def label_of_answer(naming: Naming) -> str:
    """Return a label for what a search's result means, `White wins`; "" if it has no meaning."""
    result = naming.tree.result()
    return label_of_line(naming, (result.bound, result.value), result.line)


def meaning_by(naming: Naming, child: int | None, value: float) -> Meaning | None:
    """Return what `value` means as the exact value of a child, or of standing pat if None."""
    bound_and_value = (Bound.EXACT, value)
    if child is None:
        return meaning_of(naming, 0, bound_and_value, NOTHING_PROVED)
    return meaning_of(naming, child, bound_and_value)


def meaning_of_number(naming: Naming, value: float, bound: Bound = Bound.EXACT) -> Meaning | None:
    """Return what a number, such as an end of a window, would mean as the value of a position.

    In a search to the end of the game, every value is a result, not an estimate. The greatest
    possible value is always a result. None if values have no meaning.
    """
    stakes = naming.run.stakes
    if stakes is None:
        return None
    root = naming.run.root
    is_greatest = value != 0 and abs(value) == stakes.greatest_value(root)
    if naming.run.has_chance and not is_greatest:
        return None

    # With iterative deepening, each pass has a depth limit, even if the whole search has none.
    is_deepening = naming.tree.trace.passes is Passes.REPLACE and naming.tree.pass_name
    to_the_end = naming.run.recipe.search.depth == "all" and not is_deepening
    standing = stakes.assess(value, root, over=is_greatest or to_the_end)
    return Meaning(standing, bound, naming.run.game.sides)


def label_of_value(naming: Naming, node: int) -> str:
    """Return a label for what a node's value means, `White at least a flat ahead`.

    For a mean, the label is the side from which the mean is given. "" if the value has no meaning,
    or may still improve.
    """
    bound, value = naming.tree.bound_and_value(node)
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
    """Return what the value of a returned node means, as a clause: `White is a flat ahead`.

    `copula` is the verb in place of "is". "" if the value has no meaning.
    """
    if not label_of_value(naming, node):
        return ""
    meaning = meaning_of(naming, node)
    if meaning is None:
        return ""
    return f"{meaning.subject} {meaning.predicate(copula)}"


def describe_best(naming: Naming, result: LineMeaning, side: str, line: Sequence[str]) -> str:
    """Say which move is best for `side`, the side to move, and to what result it leads.

    `line` has the names of the best line's moves. If it is empty, say only what the value means.
    """
    meaning = result.meaning
    if not line:
        return meaning.clause
    move = naming.run.game.name_with_word(line[0])
    best_line = naming.run.game.join_moves(line)
    standing = meaning.standing
    is_even = not standing.side
    opponent_is_ahead = not is_even and meaning.side != side
    # Name the whole line unless the first move alone leads to the result.
    ending = ""
    if not result.holds_to_end:
        ending = f"; best line {best_line}"
    elif len(line) > 1 or opponent_is_ahead:
        ending = f" after {best_line}"
    if is_even:
        return f"{side}'s best is {move}, which {even_words(standing.words).leads_to}{ending}"
    if opponent_is_ahead:
        return f"{move} is best for {side}, but {meaning.clause}{ending}"
    return f"{move} is best for {side}, who {meaning.predicate()}{ending}"


def describe_secured_value(
    naming: Naming,
    node: int,
    bound: float,
    *,
    child: int | None,
    move_name: str,
    lower: bool,
) -> str:
    """Say what a side has secured by a move: `Black wins with e3`, `MAX has 3 with b2`.

    A `lower` bound is secured by MAX, an upper bound by MIN. `child` is the node after the move, or
    None for standing pat. Numbers are given from the point of view at `node`.
    """
    meaning = meaning_by(naming, child, round_window_end(bound))
    if meaning is None:
        return f"{naming.value_clause(bound, node, lower=lower)} with {move_name}"
    standing = meaning.standing
    maximizer, minimizer = naming.run.game.sides
    side = maximizer if lower else minimizer
    if standing.side and meaning.side == side:
        return f"{meaning.clause} with {move_name}"

    # The side has secured no more than a loss, a worse position or an even result.
    if standing.won:
        predicate = f"loses {standing.words}".rstrip()
    elif standing.side:
        predicate = f"is {standing.words.replace('ahead', 'behind')}"
    else:
        predicate = even_words(standing.words).player_has
    return f"{side} {predicate} ({naming.view(node).value(bound).named}) with {move_name}"


def can_at_best_win(standing: Standing) -> str:
    """Return the verb for a side that wins at most by some amount: `can at best win by 4 discs`."""
    return f"can at best win {standing.words}".rstrip()


def wins_in_words(standing: Standing) -> str:
    """Return the verb for the side that has won: `wins by 4 discs`, or `wins` without an amount."""
    return f"wins {standing.words}".rstrip()


def search_depth_words(run: Run) -> str:
    """Return the depth limit of a search, `depth 3`; "" without a limit or in a written tree."""
    is_limited = run.algorithm.applies("depth") and not run.algorithm.samples
    if not is_limited or run.game.explicit or run.depth == NO_DEPTH_LIMIT:
        return ""
    return f"depth {run.depth:,}"


def has_only_leaf_values(run: Run) -> bool:
    """Return whether a search gets its values only from the leaves of a written tree."""
    return (
        run.game.explicit
        and run.recipe.search.evaluation in run.game.evaluations
        and run.applies("evaluation")
    )


def has_unwritten_nodes(run: Run, tree: TreeAtStep) -> bool:
    """Return whether the current pass stops at inner nodes of a written tree, without values."""
    if not has_only_leaf_values(run) or not tree.passes:
        return False
    first = run.trace.roots()[tree.passes - 1] * ROW_BYTES + KIND_OFFSET
    kinds = run.trace.rows[first : tree.visits * ROW_BYTES : ROW_BYTES]
    return Kind.LIMIT in kinds
