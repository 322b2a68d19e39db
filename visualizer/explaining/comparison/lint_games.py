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
from visualizer.trace.rows import FIRST_DETOUR_INDEX, READ_LEAF_KINDS, Kind, MovePath, Trace
from visualizer.trace.visits import child_visits

GAME_VISITS_PER_TURN = 128
"""How many visits are checked, or made by the right search, before None is yielded."""
MAX_RIGHT_VISITS = 200_000
"""Visits in which the right search must find the result; it takes about a second."""
MAX_NAMED_UNTRIED = 3
"""Moves that a sentence names; the others are only counted."""
EARLY_LEAF = "early-leaf"
MOVES_LEFT = "moves-left"
WRONG_RESULT = "wrong-result"
RULE_FINDINGS = (EARLY_LEAF, MOVES_LEFT, WRONG_RESULT)
"""The errors that a comparison with a right search explains."""


def is_recorded_game(run: Run) -> bool:
    """Return whether a run is a recorded search of a game whose rules are known.

    A search by random samples does not count.
    """
    header = run.algorithm.header
    return header is not None and header.game is not None and not run.trace.is_sampled


def has_comparable_rules(run: Run) -> bool:
    """Return whether alpha-beta can check a run: a recording of a game without chance."""
    return is_recorded_game(run) and not run.has_chance


def findings_by_rules(run: Run) -> Iterator[Finding | None]:
    """Yield findings about leaves, moves and results that the rules forbid.

    Yield None every few visits, so that the caller can pause.
    """
    if not is_recorded_game(run):
        return
    recorded = RecordedGame(run)
    for row in range(len(run.trace)):
        if not recorded.is_in_probe(row):
            yield from recorded.check_early_leaf(row)
            yield from recorded.check_leaf_value(row)
            yield from recorded.check_moves_left(row)
        if row % GAME_VISITS_PER_TURN == 0:
            yield None
    if has_comparable_rules(run):
        yield from recorded.check_result()


class RecordedGame:
    """A recorded search of a game whose rules are known, with the findings about the search."""

    def __init__(self, run: Run) -> None:
        """Read the depth and the evaluation that the recording names."""
        self.run = run
        self.trace = run.trace
        self.depth: int | None = None
        self.evaluation: str | None = None
        header = run.algorithm.header
        if header is not None:
            self.depth = header.depth
            if header.evaluation in run.game.evaluations:
                self.evaluation = header.evaluation
        notes = self.trace.engine_notes
        visits_with_depth = (visit for visit in notes.entry_notes.values() if "depth" in visit)
        self.has_depth = self.depth is not None or any(visits_with_depth)
        self.beyond_limit = {*notes.beyond_horizon}
        """The rows of visits beyond the depth limit."""

    def is_in_probe(self, row: int) -> bool:
        """Return whether a visit is part of a probe (a side search), where other rules hold."""
        probe = self.trace.engine_notes.last_outermost_probe(row)
        return probe >= 0 and row <= self.trace.end(probe)

    def depth_at(self, row: int) -> int | None:
        """Return the depth limit of the pass that a visit belongs to; None for no limit."""
        pass_depth = self.trace.pass_depth(row)
        if pass_depth is None:
            return self.depth
        return pass_depth

    def outcome(self, row: int) -> float | None:
        """Return the outcome of the game at a visit, from MAX's side; None where it goes on."""
        return self.run.position(self.run.path(row)).outcome()

    def check_early_leaf(self, row: int) -> Iterator[Finding]:
        """Yield a finding if the game goes on at a leaf, although no depth limits the search."""
        trace = self.trace
        is_leaf = trace.kind(row) in (Kind.TERMINAL, Kind.LIMIT)
        # A leaf with a bound may have a value from a database or a proof that is not in the file.
        if not is_leaf or row in trace.engine_notes.bounds:
            return
        # The search may have stopped at its depth limit.
        if self.has_depth or self.depth_at(row) is not None:
            return
        if self.outcome(row) is not None or self.is_past_end(row):
            return
        # Engines may know that a game is won without visiting its last moves.
        if self.is_forced_win(self.run.path(row), trace.value(row)):
            return
        why = "it is a leaf, but the game is not over there, and the file sets no depth"
        yield Finding(row, EARLY_LEAF, why)

    def is_past_end(self, row: int) -> bool:
        """Return whether the game was already over, by the rules, at a node above a visit."""
        path = self.run.path(row)
        return any(self.run.position(path[:ply]).outcome() is not None for ply in range(len(path)))

    def is_forced_win(self, path: MovePath, value: float) -> bool:
        """Return whether the side that `value` favours can win within two plies.

        If that side is to move, it needs a winning move. Otherwise, it needs a winning reply to
        every move of the opponent.
        """
        # The sign is 1 if MAX is to move and -1 for MIN, and `value` is from MAX's side.
        sign = self.side_to_move(path)
        mover_value = value * sign
        if mover_value > 0:
            return self.can_win(path, sign)
        if mover_value == 0:
            return False
        children = self.children(path)
        # If a move ends the game, the opponent has no reply.
        goes_on = all(self.run.position(child).outcome() is None for child in children)
        return goes_on and all(self.can_win(child, -sign) for child in children)

    def side_to_move(self, path: MovePath) -> int:
        """Return 1 if MAX is to move at a path and -1 for MIN."""
        if self.run.position(path).maximizing:
            return 1
        return -1

    def can_win(self, path: MovePath, side: int) -> bool:
        """Return whether some move ends the game as a win for a side, 1 for MAX or -1 for MIN."""
        outcomes = [self.run.position(child).outcome() for child in self.children(path)]
        return any(outcome is not None and outcome * side > 0 for outcome in outcomes)

    def children(self, path: MovePath) -> list[MovePath]:
        """Return the paths to the positions after each legal move."""
        moves = self.run.position(path).moves()
        return [(*path, move) for move in range(len(moves))]

    def check_moves_left(self, row: int) -> Iterator[Finding]:
        """Yield a finding if a node returned without a cut before all legal moves were tried."""
        trace = self.trace
        if not self.must_try_all_moves(row):
            return
        visited = {trace.move(child): child for child in child_visits(trace, row, len(trace))}
        # A node where the search also does something else, such as a null move, is not checked.
        if any(move >= FIRST_DETOUR_INDEX for move in visited):
            return
        if self.has_won(row, [*visited.values()]):
            return
        names = self.run.choices(self.run.path(row))
        untried = [name for move, name in enumerate(names) if move not in visited]
        if not untried or self.is_past_end(row):
            return
        named_moves = self.run.game.join_moves(untried[:MAX_NAMED_UNTRIED])
        if len(untried) > MAX_NAMED_UNTRIED:
            named_moves = f"{named_moves} and {len(untried) - MAX_NAMED_UNTRIED:,} more"
        why = f"it returns without a cut, but legal moves were not tried: {named_moves}"
        yield Finding(row, MOVES_LEFT, why)

    def must_try_all_moves(self, row: int) -> bool:
        """Return whether a visit that was not cut should have tried all legal moves."""
        trace = self.trace
        if trace.kind(row) not in (Kind.FULL, Kind.SAMPLED):
            return False
        if row in trace.engine_notes.bounds or trace.is_chance(row):
            return False
        return not self.is_quiescence(row) and self.outcome(row) is None

    def is_quiescence(self, row: int) -> bool:
        """Return whether a visit may belong to quiescence search, which tries only noisy moves."""
        trace = self.trace
        if row in trace.stand_pat_values or row in self.beyond_limit:
            return True
        # A visit without a recorded depth counts as a visit above the limit.
        notes = trace.engine_notes.entry_notes.get(row, {})
        if notes.get("depth", 1) <= 0:
            return True
        depth = self.depth_at(row)
        return depth is not None and trace.depth(row) >= depth

    def has_won(self, row: int, children: Sequence[int]) -> bool:
        """Return whether one of the children, given as rows, is a won game for the side to move."""
        mover = 1 if self.trace.maximizing(row) else -1
        outcomes = [self.outcome(child) or 0 for child in children]
        return any(outcome * mover > 0 for outcome in outcomes)

    def check_leaf_value(self, row: int) -> Iterator[Finding]:
        """Yield a finding if the value of a finished game says that the loser has won."""
        trace = self.trace
        has_recorded_bound = row in trace.engine_notes.bounds
        if trace.kind(row) not in READ_LEAF_KINDS or has_recorded_bound:
            return
        outcome = self.outcome(row)
        if outcome is None:
            return
        value = trace.value(row)
        # A win may have any value with the right sign.
        has_wrong_sign = value * outcome < 0
        if has_wrong_sign:
            winner = self.run.game.side(maximizing=outcome > 0)
            why = f"{winner} has won there, but its value is {format_number(value)} for MAX"
            yield Finding(row, WRONG_RESULT, why)

    def check_result(self) -> Iterator[Finding | None]:
        """Yield findings if an alpha-beta search of the same depth contradicts the result.

        Yield None every few visits, so that the caller can pause.
        """
        roots = self.trace.roots()
        if not roots or self.trace.reason or not self.is_plain():
            return
        # The last pass of iterative deepening gives the result.
        root = roots[-1]
        depth = self.depth_at(root)
        scale = yield from self.find_scale(root, depth)
        if scale is None:
            return
        right_value = yield from self.search_right_value(depth, scale)
        if right_value is None:
            return

        limit = "to the end of the game"
        if depth is not None:
            limit = f"to depth {depth}"
        contradiction = f"but alpha-beta {limit} finds {format_number(right_value)}"
        yield from self.check_root_value(root, scale, right_value, contradiction)
        # With a depth limit, the engine may have run out of time, and answer from an earlier pass.
        if depth is None:
            yield from self.check_answer(root, scale, right_value, contradiction)

    def search_right_value(
        self, depth: int | None, scale: ValueScale
    ) -> Generator[None, None, float | None]:
        """Search the position with alpha-beta and return its value.

        Use the evaluation of `scale`, and search to the end of the game if `depth` is None. The
        result is None if the search takes too long, or if it finds only an estimate and `scale`
        compares only signs. Yield None every few visits, so that the caller can pause.
        """
        depth_limit: int | str = "all"
        if depth is not None:
            depth_limit = depth
        search = SearchSpec(
            depth=depth_limit,
            evaluation=scale.evaluation,
            options={"table": True},
            max_nodes=MAX_RIGHT_VISITS,
        )
        right_run = Run(Recipe(self.run.recipe.where, search), self.run.root)
        while not right_run.advance(step=right_run.trace.steps + GAME_VISITS_PER_TURN):
            yield None
        # The sign of an estimate at the depth limit does not prove who wins.
        has_limits = Kind.LIMIT in right_run.trace.column("kind")
        if right_run.trace.reason or (has_limits and not scale.is_exact):
            return None
        return right_run.trace.value(0)

    def check_root_value(
        self, root: int, scale: ValueScale, right_value: float, contradiction: str
    ) -> Iterator[Finding]:
        """Yield a finding if the value or bound of the root contradicts `right_value`.

        `root` is a row. `contradiction` ends the finding's sentence: `but alpha-beta to depth 3
        finds 5`.
        """
        value = self.trace.value(root)
        bound = bound_of(self.trace, root)
        if bound_holds(scale.comparable(value), bound, scale.comparable(right_value)):
            return
        result = format_number(value)
        if bound is not Bound.EXACT:
            result = f"{bound.value}{result}"
        yield Finding(root, WRONG_RESULT, f"its result is {result}, {contradiction}")

    def check_answer(
        self, root: int, scale: ValueScale, right_value: float, contradiction: str
    ) -> Iterator[Finding]:
        """Yield a finding if the answer that the engine states contradicts `right_value`.

        The finding is about the row `root`. `contradiction` ends its sentence: `but alpha-beta to
        depth 3 finds 5`.
        """
        answer = self.trace.engine_notes.answer
        if answer is None:
            return
        value, _ = answer
        if scale.comparable(value) != scale.comparable(right_value):
            yield Finding(
                root, WRONG_RESULT, f"the engine answers {format_number(value)}, {contradiction}"
            )

    def is_plain(self) -> bool:
        """Return whether the recording has no probes, reductions and the like."""
        notes = self.trace.engine_notes
        if notes.probes or notes.detours or self.trace.stand_pat_values:
            return False
        return not changes_depth(self.trace)

    def find_scale(self, root: int, depth: int | None) -> Generator[None, None, ValueScale | None]:
        """Find the evaluation that gives the leaves of a pass their values.

        `root` is the row of the pass's root. If no evaluation fits, but all values have the right
        signs, the result compares only signs. None if the values cannot be compared at all: some
        signs are wrong, several evaluations fit, or the game goes on at a leaf above the depth
        limit.

        Yield None every few visits, so that the caller can pause.
        """
        trace = self.trace
        evaluations = [*self.run.game.evaluations]
        if self.evaluation is not None:
            evaluations = [self.evaluation]
        has_right_signs = True
        for row in range(root, trace.end(root) + 1):
            if row % GAME_VISITS_PER_TURN == 0:
                yield None
            if trace.kind(row) not in READ_LEAF_KINDS:
                continue
            outcome = self.outcome(row)
            is_above_limit = outcome is None and trace.depth(row) != depth
            if is_above_limit:
                return None
            # Keep only the evaluations that give this leaf its value.
            evaluations = self.fitting_evaluations(row, outcome, evaluations)
            has_right_signs = has_right_signs and has_sign_of(trace.value(row), outcome)
            if not evaluations and not has_right_signs:
                return None
        if not evaluations:
            return ValueScale(None, is_exact=False)
        # In a search to the end of the game, all fitting evaluations give the same values.
        is_unambiguous = len(evaluations) == 1 or depth is None
        if is_unambiguous:
            return ValueScale(evaluations[0], is_exact=True)
        return None

    def fitting_evaluations(self, row: int, outcome: float | None, names: list[str]) -> list[str]:
        """Return the names of the evaluations in `names` that give a leaf its value."""
        value = self.trace.value(row)
        position = self.run.position(self.run.path(row))
        evaluations = self.run.game.evaluations
        return [name for name in names if value == evaluations[name](position, outcome)]


def changes_depth(trace: Trace) -> bool:
    """Return whether any visit records that its depth was reduced or extended."""
    return any(
        "reduced" in plan or "extended" in plan for plan in trace.engine_notes.entry_notes.values()
    )


class ValueScale(NamedTuple):
    """The evaluation by which values are compared; if it is unknown, only signs are compared."""

    evaluation: str | None
    is_exact: bool

    def comparable(self, value: float) -> float:
        """Return a value as it can be compared: the number itself, or only its sign."""
        if self.is_exact:
            return value
        return sign_of_value(value)


def has_sign_of(value: float, outcome: float | None) -> bool:
    """Return whether a value has the sign of a finished game's outcome; False before the end."""
    return outcome is not None and sign_of_value(value) == sign_of_value(outcome)


def sign_of_value(value: float) -> int:
    """Return 1 for a positive number, -1 for a negative one, 0 for 0."""
    if value > 0:
        return 1
    if value < 0:
        return -1
    return 0


def bound_holds(value: float, bound: Bound, right_value: float) -> bool:
    """Return whether a value, which may be a bound, agrees with the right value."""
    if bound is Bound.LOWER:
        return value <= right_value
    if bound is Bound.UPPER:
        return value >= right_value
    return bound is not Bound.EXACT or value == right_value
