"""What values mean to the players, in words: who wins, who is ahead and by what."""

from collections.abc import Sequence
from dataclasses import replace

from games import AnyPosition, Stakes, Standing
from visualizer.algorithms import TO_THE_END
from visualizer.explanation.naming import Naming
from visualizer.look.numbers import next_to
from visualizer.run import Run
from visualizer.trace.proved import NOTHING, Proved
from visualizer.trace.rows import KIND_OFFSET, SIZE, Kind, Passes
from visualizer.trace.tree_at_step import Bound, TreeAtStep
from visualizer.trace.visits_at_step import Known

NOUNS = {"level": "a level game", "nothing decided": "an undecided game"}
"""What a player has where neither is ahead, by the words that stand alone."""
ADJECTIVES = {"nothing decided": "undecided"}
CLAUSES = {"nothing decided": "nothing is decided"}
KEEPS = {"nothing decided": "keeps the game open"}
"""What a player does, instead of having it, with a move after which nothing is decided."""

UNWRITTEN = "inner nodes at the depth limit have no value and count 0"
AT_LEAST, AT_MOST = "at least ", "at most "


def standing_of(
    naming: Naming, node: int, known: Known | None = None, proved: Proved | None = None
) -> tuple[Standing, Bound] | None:
    """Return what is known at a node of who wins or is ahead, and whether that is a bound; None for nothing.

    A side wins, and by how much, if finished games prove it (`proved`, by default by those visited below). All else
    is an estimate, by the value `known`, by default that of the node: a mean of what chance may bring means
    nothing, nor does a value that the next child may still make better, or that only a won game should have.
    """
    stakes, root = naming.run.stakes, naming.run.root
    if stakes is None:
        return None
    bound, value = naming.tree.known(node) if known is None else known
    low, high = naming.tree.proved(node, value or 0) if proved is None else proved
    if low == high or low > 0 or high < 0:
        return _proved_standing(stakes, root, low, high), Bound.EXACT
    if value is None or bound not in (Bound.EXACT, Bound.LOWER, Bound.UPPER):
        return None
    is_limit = bound is Bound.LOWER and 0 >= value <= low or bound is Bound.UPPER and 0 <= value >= high
    if not is_limit and (naming.run.has_chance or 0 != abs(value) >= stakes.least_win(root)):
        return None
    return stakes.standing(value, root, over=is_limit), bound


def _proved_standing(stakes: Stakes, root: AnyPosition, low: float, high: float) -> Standing:
    """Return the standing at the end of a game whose result lies in between, which says who wins or that nobody."""
    standing = stakes.standing(min(low, high, key=abs), root, over=True)
    if low == high or not standing.words:
        return standing
    preposition, _, amount = standing.words.partition(" ")  # "by 4 discs"
    return replace(standing, words=f"{preposition} {AT_LEAST}{amount}")


def standing_by(naming: Naming, child: int | None, value: float) -> Standing | None:
    """Return the standing by the value of a child, whatever bound that is; None is the child for not moving on."""
    found = standing_of(naming, child or 0, (Bound.EXACT, value), NOTHING if child is None else None)
    return None if found is None else found[0]


def meant(naming: Naming, value: float) -> Standing | None:
    """Return what a value would mean that a search asks for; None where the evaluation does not say.

    To the end of the game it is a result, and so is the greatest value that there is; else it may be an estimate.
    """
    stakes, root = naming.run.stakes, naming.run.root
    if stakes is None:
        return None
    deepens = naming.tree.trace.passes is Passes.REPLACE and naming.tree.pass_name
    is_greatest = 0 != abs(value) == stakes.greatest(root)
    if naming.run.has_chance and not is_greatest:
        return None
    at_end = naming.run.recipe.search.depth == "all" and not deepens
    return stakes.standing(value, root, over=is_greatest or at_end)


def player_name(naming: Naming, side: int) -> str:
    """Return the name of MAX (1) or of MIN (-1)."""
    return naming.run.game.side(maximizing=side > 0)


def label_of(naming: Naming, node: int) -> str:
    """Return what is known of a visited node's value as a label, `White at least a flat ahead`; "" if nothing is.

    A value that the next child may still make better is no such knowledge; of a mean it is said for whom it is.
    """
    bound, value = naming.tree.known(node)
    if bound is Bound.MEAN:
        return naming.view_of_mean(node).whose.lstrip()
    if bound is Bound.PROVEN:
        return naming.proof(node)
    found = None if value is None else standing_of(naming, node)
    return "" if found is None else format_label(naming, *found)


def format_label(naming: Naming, standing: Standing, bound: Bound = Bound.EXACT) -> str:
    """Return a standing as it stands beside a value: `White a flat ahead`, `Black wins`, `X at least a draw`.

    A bound that says nothing, such as at least a win for MIN, is "".
    """
    how_much, favoured = _limit(standing, bound)
    if not standing.side:
        even = standing.words
        return f"at least {ADJECTIVES.get(even, even)} for {player_name(naming, favoured)}" if favoured else even
    if standing.is_plain_win:
        return "" if favoured == -standing.side else f"{player_name(naming, standing.side)} wins"
    if standing.won and how_much == AT_MOST:
        return f"{how_much}{format_win(naming, standing)}"
    return f"{player_name(naming, standing.side)} {'wins ' if standing.won else ''}{how_much}{standing.words}"


def format_win(naming: Naming, standing: Standing) -> str:
    """Return a win as a noun: `a win for White by 4 discs`."""
    return f"a win for {player_name(naming, standing.side)} {standing.words}".rstrip()


def format_clause(naming: Naming, standing: Standing, bound: Bound = Bound.EXACT) -> str:
    """Return a standing as a clause: `White is at least a flat ahead`, `Black wins`, `it is level`."""
    how_much, favoured = _limit(standing, bound)
    if not standing.side:
        even = standing.words
        return f"{player_name(naming, favoured)} {at_least(even)}" if favoured else CLAUSES.get(even, f"it is {even}")
    player = player_name(naming, standing.side)
    if standing.won and how_much == AT_MOST and standing.words:
        return f"{player} has at most a win {standing.words}"
    if standing.won:
        return f"{player} wins {how_much if standing.words else ''}{standing.words}".rstrip()
    return f"{player} is {how_much}{standing.words}"


def clause_of(naming: Naming, node: int) -> str:
    """Return what a node that has returned is worth as a clause; "" where nothing is known or said of it."""
    found = standing_of(naming, node) if label_of(naming, node) else None
    return "" if found is None else format_clause(naming, *found)


def describe_best(naming: Naming, standing: Standing, side: str, after: str, best: Sequence[str]) -> str:
    """Say what a search has found: the best move for the side to move, if there is one, and what it leads to."""
    clause = format_clause(naming, standing)
    if not best:
        return f"{clause}{after}"
    move = naming.run.game.called(best[0])
    if not standing.side:
        return f"{move} is best for {side}: {clause}{after}"
    if player_name(naming, standing.side) != side:
        return f"{move} is best for {side}, but {clause}{after}"
    alone = after == f" after {best[0]}"  # the move itself leads there
    return f"{move} is best for {side}, who {clause.removeprefix(side).strip()}{'' if alone else after}"


def holding(naming: Naming, bound: float, child: int | None, by: str, node: int, *, lower: bool) -> str:
    """Say what MAX (`lower`) or MIN has at a node with a move: `Black wins with e3`, `MAX has 3 with a1`."""
    standing = standing_by(naming, child, next_to(bound))
    if standing is not None and (standing.side > 0) == lower and standing.side:
        return f"{format_clause(naming, standing)} with {by}"
    means = f" ({format_label(naming, standing)})" if standing is not None else ""
    return f"{naming.has(bound, node, lower=lower)}{means} with {by}"


def _limit(standing: Standing, bound: Bound) -> tuple[str, int]:
    """Return `at least `, `at most ` or nothing, and which side a bound favours: 1, -1, or 0 for an exact value."""
    if bound not in (Bound.LOWER, Bound.UPPER):
        return "", 0
    favoured = 1 if bound is Bound.LOWER else -1
    return AT_LEAST if standing.side == favoured else AT_MOST, favoured


def at_least(even: str) -> str:
    """Return what a player has, or does, at least, where neither is ahead.

    >>> at_least("level"), at_least("nothing decided")
    ('has at least a level game', 'at least keeps the game open')
    """
    return f"at least {KEEPS[even]}" if even in KEEPS else f"has at least {NOUNS.get(even, even)}"


def wins(standing: Standing) -> str:
    """Return the verb of the side that has won, with how far it won where that is said."""
    return f"wins {standing.words}".rstrip()


def depth_of_values(run: Run) -> str:
    """Return how deep the search of a game has looked for its value, `depth 3`; "" where it is not limited by that."""
    limited = run.algorithm.applies("depth") and not run.algorithm.samples
    return f"depth {run.depth:,}" if limited and not run.game.explicit and run.depth != TO_THE_END else ""


def is_unwritten(run: Run) -> bool:
    """Return whether only leaves have values in a search: those that are written down."""
    return run.game.explicit and run.recipe.search.evaluation in run.game.evaluations and not run.algorithm.is_recording


def has_unwritten(run: Run, tree: TreeAtStep) -> bool:
    """Return whether the pass at hand has come to inner nodes of a written tree at the depth limit."""
    if not is_unwritten(run) or not tree.passes:
        return False
    root = run.trace.roots()[tree.passes - 1]
    return Kind.LIMIT in run.trace.rows[root * SIZE + KIND_OFFSET : tree.visits * SIZE : SIZE]
