"""What values mean to the players, in words: who wins, who is ahead and by what."""

from collections.abc import Sequence
from typing import NamedTuple

from games import Standing
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

    `noun` is what both sides have then; `subject` and `adjective` say so by themselves, "it is level". Of a player who
    gets that with a move it is said what the player `has`, or has `at_least`; `leaves` says what a move does, and
    `state` stands in the label of a bound, "equal or better".
    """

    noun: str
    subject: str
    adjective: str
    has: str
    at_least: str
    leaves: str
    state: str

    def or_better(self, *, beyond: bool = False) -> str:
        """Return what a bound is: equal or better, or, where it lies `beyond` that, better than equal."""
        return f"better than {self.state}" if beyond else f"{self.state} or better"


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
    """Return how sentences say a standing that favours neither side, by its words; those of a game may be others.

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


class Meaning(NamedTuple):
    """What a value means to the players: who wins or is ahead and by what, and whether that is a bound.

    `sides` are the names of MAX and MIN.
    """

    standing: Standing
    bound: Bound
    sides: tuple[str, str]
    is_least: bool = False
    """Whether the side wins by more perhaps than is said."""

    @property
    def is_win_of_unknown_size(self) -> bool:
        """Whether a side wins, and another win may be greater or smaller by what is not known."""
        return self.standing.is_plain_win or self.is_least

    @property
    def side(self) -> str:
        """The name of the side that wins or is ahead."""
        return self.sides[self.standing.side < 0]

    @property
    def favoured(self) -> int:
        """The side that a bound favours: 1, -1, or 0 for an exact value."""
        return {Bound.LOWER: 1, Bound.UPPER: -1}.get(self.bound, 0)

    @property
    def to_whom(self) -> str:
        """The name of the side that a bound favours."""
        return self.sides[self.favoured < 0]

    @property
    def is_at_most(self) -> bool:
        """Whether a side wins or is ahead by no more than is said."""
        return self.favoured != 0 and self.standing.side == -self.favoured

    def how_much(self, *, beyond: bool = False) -> str:
        """Return the bound in words, for the side that wins or is ahead: `at least `, `at most ` or nothing.

        Where it lies `beyond` the value it is `more than ` or `less than `.
        """
        if not self.favoured:
            return ""
        if self.is_at_most:
            return "less than " if beyond else "at most "
        return "more than " if beyond else "at least "

    @property
    def label(self) -> str:
        """The meaning as it stands beside a value: `White a flat ahead`, `Black wins`, `a draw or better for X`.

        A bound that says nothing, such as at least a win for MIN, is "".
        """
        return self.label_of_bound()

    def label_of_bound(self, *, beyond: bool = False) -> str:
        """Return the label; where the bound lies `beyond` the value: `White more than a flat ahead`."""
        standing = self.standing
        how_much = self.how_much(beyond=beyond)
        if not (standing.side or self.favoured):
            return standing.words
        if not standing.side:
            return f"{even_words(standing.words).or_better(beyond=beyond)} for {self.to_whom}"
        if standing.is_plain_win:
            return "" if self.is_at_most else f"{self.side} wins"
        if standing.won and self.is_at_most:
            return f"{how_much}{self.win}"
        if standing.won:
            return f"{self.side} wins {how_much}{standing.words}"
        return f"{self.side} {how_much}{standing.words}"

    @property
    def win(self) -> str:
        """A win as a noun: `a win for White by 4 discs`."""
        return f"a win for {self.side} {self.standing.words}".rstrip()

    @property
    def clause(self) -> str:
        """The meaning as a clause: `White is at least a flat ahead`, `Black wins`, `it is level`."""
        return f"{self.subject} {self.predicate()}"

    @property
    def subject(self) -> str:
        """Of whom or what the clause is."""
        if self.standing.side:
            return self.side
        if self.favoured:
            return "the game"
        return even_words(self.standing.words).subject

    def predicate(self, copula: str = "is") -> str:
        """Return what the clause says of its subject: `is at least a flat ahead`, `wins_in_words`."""
        standing = self.standing
        if not standing.side:
            words = even_words(standing.words)
            state = f"{words.or_better()} for {self.to_whom}" if self.favoured else words.adjective
            return f"{copula} {state}"
        if not standing.won:
            return f"{copula} {self.how_much()}{standing.words}"
        if not standing.words:
            return "wins"
        if self.is_at_most:
            return can_at_best_win(standing)
        return f"wins {self.how_much()}{standing.words}"


def meaning_of(
    naming: Naming, node: int, known: Known | None = None, proved: Proved | None = None
) -> Meaning | None:
    """Return what is known at a node of who wins or is ahead, and whether that is a bound; None for nothing.

    A side wins, and by how much, if finished games prove it (`proved`, by default by those visited below). All else
    is an estimate, by the value `known`, by default that of the node: a mean of what chance may bring means
    nothing, nor does a value that the next child may still make better, or that only a won game should have.
    """
    stakes = naming.run.stakes
    root = naming.run.root
    sides = naming.run.game.sides
    if stakes is None:
        return None
    if known is None:
        bound, value = naming.tree.known(node)
    else:
        bound, value = known
    if proved is None:
        low, high = naming.tree.proved(node, value or 0)
    else:
        low, high = proved
    if low == high or low > 0 or high < 0:
        standing = stakes.standing(
            min(low, high, key=abs), root, over=True
        )  # who wins, or that nobody does
        is_least = low != high and bool(standing.words)
        return Meaning(
            standing.qualified("at least") if is_least else standing, Bound.EXACT, sides, is_least
        )
    if value is None or bound not in (Bound.EXACT, Bound.LOWER, Bound.UPPER):
        return None
    is_limit = (
        bound is Bound.LOWER and 0 >= value <= low or bound is Bound.UPPER and 0 <= value >= high
    )
    if not is_limit and (naming.run.has_chance or 0 != abs(value) >= stakes.least_win(root)):
        return None
    return Meaning(stakes.standing(value, root, over=is_limit), bound, sides)


class LineMeaning(NamedTuple):
    """What a search has found, as its best line shows it.

    A proof at the root may be that of another move, so only what is also proved after the best move is said of it. That
    need not hold to the line's end: replies further down may be proved by other moves than the line's.
    """

    meaning: Meaning
    holds_to_end: bool


def meaning_of_line(naming: Naming, known: Known, line: Sequence[int]) -> LineMeaning | None:
    """Return what the value `known` at the root means to the players by the best `line`; None for nothing."""
    if naming.run.stakes is None:
        return None  # before anything is proved: a proof goes through all passes
    value = known[1] or 0
    proved = naming.tree.proved_along((0, *line[:1]), value)
    meaning = meaning_of(naming, 0, known, proved)
    if meaning is None:
        return None
    to_end = naming.tree.proved_along((0, *line), value)
    return LineMeaning(meaning, holds_to_end=to_end == proved)


def label_of_line(naming: Naming, known: Known, line: Sequence[int]) -> str:
    """Return what the value `known` at the root means by the best `line` as a label; "" for nothing."""
    if known[1] is None:
        found = None
    else:
        found = meaning_of_line(naming, known, line)
    if found is None:
        return ""
    return found.meaning.label


def label_of_mean(naming: Naming, node: int) -> str:
    """Return the label of a node whose value is a mean, which stands beside it in every view; "" for any other."""
    if naming.tree.bound(node) in SAMPLE_BOUNDS:
        return label_of_value(naming, node)
    return ""


def label_of_answer(naming: Naming) -> str:
    """Return what a search has found as a label, as far as its best line shows it; "" if nothing is."""
    result = naming.tree.result()
    return label_of_line(naming, (result.bound, result.value), result.line)


def meaning_by(naming: Naming, child: int | None, value: float) -> Meaning | None:
    """Return the meaning of the value of a child, whatever bound that is; None is the child for not moving on."""
    return meaning_of(
        naming, child or 0, (Bound.EXACT, value), NOTHING_PROVED if child is None else None
    )


def meaning_asked(naming: Naming, value: float, bound: Bound = Bound.EXACT) -> Meaning | None:
    """Return what a value would mean that a search asks for; None where the evaluation does not say.

    To the end of the game it is a result, and so is the greatest value that there is; else it may be an estimate.
    """
    stakes = naming.run.stakes
    root = naming.run.root
    if stakes is None:
        return None
    deepens = naming.tree.trace.passes is Passes.REPLACE and naming.tree.pass_name
    is_greatest = 0 != abs(value) == stakes.greatest(root)
    if naming.run.has_chance and not is_greatest:
        return None
    at_end = naming.run.recipe.search.depth == "all" and not deepens
    standing = stakes.standing(value, root, over=is_greatest or at_end)
    return Meaning(standing, bound, naming.run.game.sides)


def label_of_value(naming: Naming, node: int) -> str:
    """Return what is known of a visited node's value as a label, `White at least a flat ahead`; "" if nothing is.

    A value that the next child may still make better is no such knowledge; of a mean it is said for whom it is.
    """
    bound, value = naming.tree.known(node)
    if bound is Bound.MEAN:
        return naming.view_of_mean(node).whose.lstrip()
    if bound is Bound.PROVEN:
        return naming.proof(node)
    if value is None:
        found = None
    else:
        found = meaning_of(naming, node, (bound, value))
    return "" if found is None else found.label


def worth_clause(naming: Naming, node: int, copula: str = "is") -> str:
    """Return what a node that has returned is worth as a clause; "" where nothing is known or said of it."""
    if label_of_value(naming, node):
        found = meaning_of(naming, node)
    else:
        found = None
    return "" if found is None else f"{found.subject} {found.predicate(copula)}"


def describe_best(naming: Naming, found: LineMeaning, side: str, line: Sequence[str]) -> str:
    """Say what a search has found: the best move for the side to move, if there is one, and what it leads to.

    `line` are the moves of the best line, as people call them.
    """
    meaning = found.meaning
    if not line:
        return meaning.clause
    move = naming.run.game.called(line[0])
    whole = naming.run.game.in_a_row(line)
    is_even = not meaning.standing.side
    is_others = not is_even and meaning.side != side
    if not found.holds_to_end:
        behind = f"; best line {whole}"
    elif len(line) > 1 or is_others:
        behind = f" after {whole}"
    else:
        behind = ""  # the move itself leads there
    if is_even:
        return f"{side}'s best is {move}, which {even_words(meaning.standing.words).leaves}{behind}"
    if is_others:
        return f"{move} is best for {side}, but {meaning.clause}{behind}"
    return f"{move} is best for {side}, who {meaning.predicate()}{behind}"


def describe_holding(
    naming: Naming, bound: float, child: int | None, by: str, node: int, *, lower: bool
) -> str:
    """Say what MAX (`lower`) or MIN has at a node with a move: `Black wins with e3`, `MAX has 3 with a1`."""
    meaning = meaning_by(naming, child, short_neighbour(bound))
    if meaning is not None and meaning.standing.side == (1 if lower else -1):
        return f"{meaning.clause} with {by}"
    has = naming.has(bound, node, lower=lower)
    if meaning is not None:
        standing = meaning.standing
        side = naming.run.game.sides[not lower]
        worse = f"is {standing.words.replace('ahead', 'behind')}"
        if standing.won:
            worse = f"loses {standing.words}".rstrip()
        elif not standing.side:
            worse = even_words(standing.words).has
        has = f"{side} {worse} ({naming.view(node).value(bound).named})"
    return f"{has} with {by}"


def can_at_best_win(standing: Standing) -> str:
    """Return what a side can do for which a win is no more than a bound: `can at best win by 4 discs`."""
    return f"can at best win {standing.words}".rstrip()


def wins_in_words(standing: Standing) -> str:
    """Return the verb of the side that has won, with how far it won where that is said."""
    return f"wins {standing.words}".rstrip()


def search_depth_words(run: Run) -> str:
    """Return how deep the search of a game has looked for its value, `depth 3`; "" where it is not limited by that."""
    limited = run.algorithm.applies("depth") and not run.algorithm.samples
    if limited and not run.game.explicit and run.depth != NO_DEPTH_LIMIT:
        return f"depth {run.depth:,}"
    return ""


def has_only_leaf_values(run: Run) -> bool:
    """Return whether only leaves have values in a search: those that are written down."""
    return (
        run.game.explicit
        and run.recipe.search.evaluation in run.game.evaluations
        and run.applies("evaluation")
    )


def has_unwritten_nodes(run: Run, tree: TreeAtStep) -> bool:
    """Return whether the pass at hand has come to inner nodes of a written tree at the depth limit."""
    if not has_only_leaf_values(run) or not tree.passes:
        return False
    root = run.trace.roots()[tree.passes - 1]
    return (
        Kind.LIMIT
        in run.trace.rows[root * ROW_BYTES + KIND_OFFSET : tree.visits * ROW_BYTES : ROW_BYTES]
    )
