"""What a search that has run has found of its moves, in numbers and in words."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from games import Standing, Turn, turn_of
from visualizer.algorithms import TO_THE_END
from visualizer.explanation.standings import Standings
from visualizer.look.numbers import with_sign
from visualizer.measures.summary import many
from visualizer.playing.move_value import MoveValue
from visualizer.playing.won_in import moves_to_win
from visualizer.recipe import SearchSpec
from visualizer.run import Run
from visualizer.trace.labels import bound_label
from visualizer.trace.rows import Passes
from visualizer.trace.tree_at_step import Bound, TreeAtStep

BoundedStanding = tuple[Standing, Bound]
"""Who wins or is ahead, and whether that is a bound."""


def best_of(run: Run) -> MoveValue:
    """Return the best move of a search that has ended.

    One that was stopped answers with its last finished pass, or with the best of the moves that it has finished; if it
    has finished none, with the first in its order. Where chance moves at the root no move is best: the value has none.
    """
    if turn_of(run.root) == Turn.CHANCE:
        return found_by(run, "", maximizing=run.root.maximizing)
    tree = TreeAtStep(run.trace)
    line = tree.result().line
    best = line[0] if line else (tree.best(0) or (0, None))[1] if tree.visits else None  # no line after a fail low
    index = run.order(())[0] if best is None else run.trace.move(best)
    return found_by(run, run.written((index,)), maximizing=run.root.maximizing)


def found_by(run: Run, move: str, ahead: tuple[str, ...] = (), *, maximizing: bool) -> MoveValue:
    """Return what a search has found of its best move, or of the one of MAX or of MIN `ahead` of what it searched."""
    tree, samples = TreeAtStep(run.trace), run.algorithm.samples
    result, is_proven = tree.result(), tree.proven(0) is not None
    value, line, standing, moves = result.value, result.line, None, 0
    if value is not None:
        standing = proved(value) if is_proven else Standings(run, tree).standing(0, (result.bound, value))
        is_known = run.trace.finished and result.bound is Bound.EXACT and not samples
        if is_known and standing is not None and standing[0].is_plain_win and (ahead or line):
            winner = standing[0].side > 0
            needed = moves_to_win(run, 0 if ahead else line[0], winner=winner)
            moves = 0 if needed is None else needed + (winner is maximizing)
    count = tree.returned_count(line[0]) if line and samples else 0
    found = valued(
        run, tree, move, value, result.bound, standing, (*ahead, *run.line(line)), maximizing=maximizing,
        is_proven=is_proven, moves=moves, count=count, nodes=len(run.trace), before=len(ahead),
    )  # fmt: skip
    recipe = run.recipe
    if run.trace.reason:  # it is told as far as it came
        recipe = replace(recipe, search=replace(recipe.search, max_nodes=max(1, len(run.trace))))
    return replace(found, limit=rests_on(run, tree), recipe=recipe)


def means(run: Run) -> Iterator[MoveValue]:
    """Yield what random games have found so far of each move that they tried: its mean, or what a solver has proved."""
    tree = TreeAtStep(run.trace)
    for node in tree.children(0) if tree.visits else ():
        bound, value = tree.known(node)
        if value is not None:
            path, is_proven = run.path(node), bound is Bound.PROVEN
            yield valued(
                run, tree, run.written(path), value, Bound.EXACT if is_proven else bound,
                proved(value) if is_proven else None, (run.move_name(path),), maximizing=run.root.maximizing,
                is_proven=is_proven, count=tree.returned_count(node), nodes=tree.visit_count(node),
            )  # fmt: skip


def valued(  # noqa: PLR0913  what is found of a move
    run: Run, tree: TreeAtStep, move: str, value: float | None, bound: Bound, standing: BoundedStanding | None,
    line: tuple[str, ...], *, maximizing: bool, is_proven: bool = False, moves: int = 0, count: int = 0, nodes: int = 1,
    before: int = 0,
) -> MoveValue:  # fmt: skip
    """Return what is found of a move in words, too; `moves` is in how many it wins, 0 where that is not known."""
    clause, label = ("", "") if value is None else meaning(run, standing, bound, value)
    depth = depth_of(run, tree, before)
    how = PROVEN if is_proven else how_deep(run, depth, count)
    sign, samples = bound.value if bound in (Bound.LOWER, Bound.UPPER) else "", run.algorithm.samples
    games = tree.returned_count(0) if samples and tree.visits else 0
    who = None if standing is None or (standing[0].won and standing[1] is not Bound.EXACT) else standing[0]
    return MoveValue(
        move, value, sign, who, clause, label, how, 0 if depth == TO_THE_END else depth, line,
        samples and not is_proven, maximizing, nodes, "", run.recipe, run.root, run.game, games, count, moves,
    )  # fmt: skip


PROVEN = "proven"
"""What is said of how deep a search by random games has looked that has proved its answer."""


def proved(value: float) -> BoundedStanding:
    """Return what a value means that the solver of a search by random games has proved."""
    return Standing((value > 0) - (value < 0), "" if value else "a draw", won=bool(value)), Bound.EXACT


def meaning(run: Run, standing: BoundedStanding | None, bound: Bound, value: float) -> tuple[str, str]:
    """Return what a value means as a clause and as words beside a move.

    `White is a flat ahead`, `White a flat ahead`; of a mean `the mean is +0.16 for White`, `+0.16 for White`; and where
    the evaluation is silent `it is worth 3 to White`, `3 to White`. Numbers are for MAX, as in lists and curves.
    """
    if bound is Bound.MEAN:
        mean = f"{with_sign(value)} for {run.game.sides[0]}"
        return f"the mean is {mean}", mean
    if standing is not None:
        standings = Standings(run, TreeAtStep(run.trace))
        clause = standings.clause(*standing)
        return clause, standings.label(*standing) or clause
    worth = f"{bound_label(bound, value, maximizing=run.root.maximizing)} to {run.game.sides[0]}"
    return f"it is worth {worth}", worth


def depth_of(run: Run, tree: TreeAtStep, before: int = 0) -> int:
    """Return how many plies a search has looked ahead, from n plies before its root; 0 for one without such a limit."""
    if run.algorithm.samples or not run.algorithm.applies("depth"):
        return 0
    is_cut_short = run.trace.reason and run.trace.passes is Passes.REPLACE
    depth = tree.passes - 1 if is_cut_short else run.depth
    return depth + before if depth and depth != TO_THE_END else depth


def how_deep(run: Run, depth: int, count: int) -> str:
    """Say how deep a search has looked, or how many games went into a mean."""
    if run.algorithm.samples:
        return many(count, "game", "games") if count else ""
    return "searched to the end" if depth == TO_THE_END else f"depth {depth:,}" if depth else ""


def searched_by(run: Run, asked: SearchSpec, depths: Collection[int] = ()) -> str:
    """Name the search of a run, as it was asked for, and say how far it looks: `ordered-alpha-beta to depth 4`.

    In a game it looks to several depths.
    """
    asked = replace(asked, options={name: value for name, value in asked.options.items() if name != "iterations"})
    if run.algorithm.applies("depth"):
        asked = replace(asked, depth=None)
    known = sorted({*depths} - {0, TO_THE_END})
    if len(known) > 1:
        return f"{asked.to_spec()} to depth {known[0]:,}–{known[-1]:,}"
    return f"{asked.to_spec()} {how_far(run)}".rstrip()


def how_far(run: Run) -> str:
    """Say how far the search of a run looks: `to depth 4`, `to the end`, `with 400 games`; "" if that is not said."""
    games = run.recipe.search.options.get("iterations") if run.algorithm.samples else None
    if games is not None:
        return f"with {many(games, 'game', 'games')}"
    if not run.algorithm.applies("depth"):
        return ""
    return "to the end" if run.depth == TO_THE_END else f"to depth {run.depth:,}"


def rests_on(run: Run, tree: TreeAtStep) -> str:
    """Say why a search was stopped, and what its answer rests on; "" for one that has come to its end."""
    reason = run.trace.reason
    if not reason:
        return ""
    if run.algorithm.samples:
        return f"{reason}; {many(tree.returned_count(0), 'random game was', 'random games were')} played"
    if tree.passes > 1:
        return f"{reason}; {many(tree.passes - 1, 'pass was', 'passes were')} finished"
    count = len(run.root.moves())
    done = sum(tree.returned(child) for child in tree.children(0)) if tree.visits else 0
    return f"{reason}; {done:,} of {many(count, 'move was', 'moves were')} finished"
