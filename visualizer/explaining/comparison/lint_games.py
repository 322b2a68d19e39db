"""Findings by the rules of a game: early leaves, moves left out, wrong results.

A leaf, or a node that is left, may rest on knowledge that the file does not show. The file says so:
by a depth, a bound, a table's answer or a cut.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from visualizer.explaining.comparison.doubt import Finding
from visualizer.look.numbers import format_number
from visualizer.searching.recipe import Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.bounds import Bound, bound_of
from visualizer.trace.rows import FIRST_DETOUR_INDEX, READ_LEAF_KINDS, Kind, MovePath
from visualizer.trace.visits import child_visits

GAME_VISITS_PER_TURN = 128
"""Visits that are looked at, or made, before others have their turn."""
MAX_RIGHT_VISITS = 200_000
"""Visits in which the right search must find the result; it takes about a second."""
EARLY_LEAF = "early-leaf"
MOVES_LEFT = "moves-left"
WRONG_RESULT = "wrong-result"
RULE_FINDINGS = (EARLY_LEAF, MOVES_LEFT, WRONG_RESULT)
"""The errors whose cause a comparison with a right search shows."""


def is_recorded_game(run: Run) -> bool:
    """Return whether a run is a recording of a search by values of a game whose rules are known."""
    header = run.algorithm.header
    return header is not None and header.game is not None and not run.trace.adds


def has_comparable_rules(run: Run) -> bool:
    """Return whether a run is a recording that alpha-beta can check: a game without chance."""
    return is_recorded_game(run) and not run.has_chance


def findings_by_rules(run: Run) -> Iterator[Finding | None]:
    """Yield what cannot be right by the rules of the game, and None at pauses."""
    if not is_recorded_game(run):
        return
    recorded = RecordedGame(run)
    for row in range(len(run.trace)):
        if not recorded.is_in_probe(row):
            yield from recorded.early_leaf(row)
            yield from recorded.wrong_leaf(row)
            yield from recorded.moves_left(row)
        if row % GAME_VISITS_PER_TURN == 0:
            yield None
    if has_comparable_rules(run):
        yield from recorded.wrong_result()


class RecordedGame:
    """A recorded search of a game whose rules are known."""

    def __init__(self, run: Run) -> None:
        """Find out how deep the search says that it goes."""
        self.run = run
        self.trace = run.trace
        header = run.algorithm.header
        self.depth = None if header is None else header.depth
        told = None if header is None else header.evaluation
        if told in run.game.evaluations:
            self.evaluation = told
        else:
            self.evaluation = None
        said = self.trace.said
        self.tells_depth = self.depth is not None or any(
            "depth" in plan for plan in said.plans.values()
        )
        self.beyond = {*said.beyond}

    def is_in_probe(self, row: int) -> bool:
        """Return whether a visit is part of a probe, whose rules are its own."""
        probe = self.trace.said.outermost(row)
        return probe >= 0 and row <= self.trace.end(probe)

    def depth_at(self, row: int) -> int | None:
        """Return the limit of depth for the pass of a visit, None for none."""
        found = self.trace.pass_depth(row)
        return self.depth if found is None else found

    def outcome(self, row: int) -> float | None:
        """Return the outcome of the game at a visit, from MAX's side; None where it goes on."""
        return self.run.position(self.run.path(row)).outcome()

    def early_leaf(self, row: int) -> Iterator[Finding]:
        """Yield a leaf where the game goes on, although no depth is set."""
        trace = self.trace
        if trace.kind(row) not in (Kind.TERMINAL, Kind.LIMIT) or row in trace.said.bounds:
            return
        if self.tells_depth or self.depth_at(row) is not None or self.outcome(row) is not None:
            return
        if self.is_past_end(row) or self.is_seen_ahead(self.run.path(row), trace.value(row)):
            return
        yield Finding(
            row,
            EARLY_LEAF,
            "it is a leaf, but the game is not over there, and the file sets no depth",
        )

    def is_past_end(self, row: int) -> bool:
        """Return whether the game was over by its rules at some node above a visit."""
        path = self.run.path(row)
        return any(self.run.position(path[:ply]).outcome() is not None for ply in range(len(path)))

    def is_seen_ahead(self, path: MovePath, value: float) -> bool:
        """Return whether a value is a win in one or two plies, which engines see unvisited."""
        position = self.run.position(path)
        wins = 1 if position.maximizing else -1

        def can_win(here: MovePath, side: int) -> bool:
            outcomes = [self.run.position(below).outcome() for below in self.below(here)]
            return any(outcome is not None and outcome * side > 0 for outcome in outcomes)

        if value * wins > 0:
            return can_win(path, wins)
        after = self.below(path)
        goes_on = all(self.run.position(each).outcome() is None for each in after)
        return value * wins < 0 and goes_on and all(can_win(each, -wins) for each in after)

    def below(self, path: MovePath) -> list[MovePath]:
        """Return the paths to all positions that a legal move leads to."""
        return [(*path, move) for move in range(len(self.run.position(path).moves()))]

    def moves_left(self, row: int) -> Iterator[Finding]:
        """Yield a node that is left without a cut, although legal moves have not been visited."""
        trace = self.trace
        if (
            trace.kind(row) not in (Kind.FULL, Kind.SAMPLED)
            or row in trace.said.bounds
            or self.is_quiet(row)
        ):
            return
        if trace.is_chance(row) or self.outcome(row) is not None:
            return
        visited = {trace.move(child): child for child in child_visits(trace, row, len(trace))}
        if any(move >= FIRST_DETOUR_INDEX for move in visited) or self.has_won(
            row, [*visited.values()]
        ):
            return
        names = self.run.choices(self.run.path(row))
        left = [name for move, name in enumerate(names) if move not in visited]
        if left and not self.is_past_end(row):
            shown = self.run.game.in_a_row(left[:3])
            if len(left) <= 3:
                more = ""
            else:
                more = f" and {len(left) - 3:,} more"
            yield Finding(
                row,
                MOVES_LEFT,
                f"it returns without a cut, but legal moves were not tried: {shown}{more}",
            )

    def is_quiet(self, row: int) -> bool:
        """Return whether a visit is, or may be, one that tries only noisy moves."""
        trace = self.trace
        if (
            row in trace.stands
            or row in self.beyond
            or trace.said.plans.get(row, {}).get("depth", 1) <= 0
        ):
            return True
        depth = self.depth_at(row)
        return depth is not None and trace.depth(row) >= depth

    def has_won(self, row: int, children: Sequence[int]) -> bool:
        """Return whether a move wins at once for the side to move, so that none can be better."""
        if self.trace.maximizing(row):
            wins = 1
        else:
            wins = -1
        return any((self.outcome(child) or 0) * wins > 0 for child in children)

    # The result.

    def wrong_leaf(self, row: int) -> Iterator[Finding]:
        """Yield a finished game that the loser is said to have won."""
        trace = self.trace
        if (
            trace.kind(row) not in READ_LEAF_KINDS
            or row in trace.said.bounds
            or (outcome := self.outcome(row)) is None
        ):
            return
        value = trace.value(row)
        if value * outcome < 0:  # searches count wins as they like, but none as a loss
            winner = self.run.game.side(maximizing=outcome > 0)
            yield Finding(
                row,
                WRONG_RESULT,
                f"{winner} has won there, but its value is {format_number(value)} for MAX",
            )

    def wrong_result(self) -> Iterator[Finding | None]:
        """Yield a result that our search to the same depth contradicts."""
        trace = self.trace
        roots = self.trace.roots()
        if not roots or trace.reason or not self.is_plain():
            return
        root = roots[-1]
        depth = self.depth_at(root)
        scale = yield from self.scale_of_leaves(root, depth)
        if scale is None:
            return
        search = SearchSpec(
            depth="all" if depth is None else depth,
            evaluation=scale.evaluation,
            options={"table": True},
            max_nodes=MAX_RIGHT_VISITS,
        )
        right = Run(Recipe(self.run.recipe.where, search), self.run.root)
        while not right.advance(step=right.trace.steps + GAME_VISITS_PER_TURN):
            yield None
        has_limits = Kind.LIMIT in right.trace.column("kind")
        if right.trace.reason or (has_limits and not scale.is_exact):
            return
        found = right.trace.value(0)
        known = bound_of(trace, root)
        how = "to the end of the game" if depth is None else f"to depth {depth}"
        but = f"but alpha-beta {how} finds {format_number(found)}"
        if not bound_holds(scale.of(trace.value(root)), known, scale.of(found)):
            if known is not Bound.EXACT:
                sign_of_bound = known.value
            else:
                sign_of_bound = ""
            yield Finding(
                root,
                WRONG_RESULT,
                f"its result is {sign_of_bound}{format_number(trace.value(root))}, {but}",
            )
        answer = trace.said.answer
        # To a depth, an engine that runs out of time may answer what an earlier pass found.
        if depth is None and answer is not None and scale.of(answer[0]) != scale.of(found):
            yield Finding(
                root, WRONG_RESULT, f"the engine answers {format_number(answer[0])}, {but}"
            )

    def is_plain(self) -> bool:
        """Return whether the recording has no probes, reductions and the like."""
        said = self.trace.said
        changes_depth = any(
            name in plan for plan in said.plans.values() for name in ("reduced", "extended")
        )
        return not (changes_depth or said.probes or said.asides or self.trace.stands)

    def scale_of_leaves(
        self, root: int, depth: int | None
    ) -> Generator[None, None, ValueMeaning | None]:
        """Return what the values of a pass mean; None if unknown or if its leaves are too early."""
        trace = self.trace
        evaluations = self.run.game.evaluations
        if self.evaluation is None:
            names = [*evaluations]
        else:
            names = [self.evaluation]
        has_signs = True
        for row in range(root, trace.end(root) + 1):
            if row % GAME_VISITS_PER_TURN == 0:
                yield None
            if trace.kind(row) not in READ_LEAF_KINDS:
                continue
            position = self.run.position(self.run.path(row))
            outcome = self.outcome(row)
            if outcome is None and trace.depth(row) != depth:
                return None
            value = trace.value(row)
            names = [name for name in names if value == evaluations[name](position, outcome)]
            has_signs = (
                has_signs and outcome is not None and sign_of_value(value) == sign_of_value(outcome)
            )
            if not names and not has_signs:
                return None
        if not names:
            return ValueMeaning(None, is_exact=False)
        # At the end of a game all evaluations may agree; before, which one it is must be known.
        is_known = len(names) == 1 or depth is None
        if is_known:
            return ValueMeaning(names[0], is_exact=True)
        return None


class ValueMeaning(NamedTuple):
    """What values mean: those of an evaluation, or only their signs, which say who wins."""

    evaluation: str | None
    is_exact: bool

    def of(self, value: float) -> float:
        """Return what a value says that can be compared."""
        if self.is_exact:
            return value
        return sign_of_value(value)


def sign_of_value(value: float) -> int:
    """Return 1 for a positive number, -1 for a negative one, 0 for 0."""
    return (value > 0) - (value < 0)


def bound_holds(value: float, bound: Bound, right: float) -> bool:
    """Return whether a value, as the bound that it is, can be true where another is right."""
    if bound is Bound.LOWER:
        return value <= right
    if bound is Bound.UPPER:
        return value >= right
    return bound is not Bound.EXACT or value == right
