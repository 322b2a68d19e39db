"""What a search says of the moves of a position: what each is worth, which is best, in how many moves one wins.

The position is searched. A move is worth what that search found if it is its best move; else what the same search finds
after it, a ply less deep (at depth 1 the evaluation); where a search adds up samples, their mean. Where chance moves no
move is best; what the search found of the position is the value expected, which outcomes are held against.
"""

import time
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from math import inf

from games import AnyPosition, Standing, Turn, turn_of
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.explanation.standings import Meaning, meaning_of, meaning_of_line
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import format_mean
from visualizer.play.playing.decided import Countdown, first_choice, sides_alternate
from visualizer.play.playing.move_value import MoveValue, Verdict
from visualizer.searching.algorithms import NO_DEPTH_LIMIT
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.bounds import FOR_MAX, Bound, bound_of
from visualizer.trace.labels import SAMPLE_BOUNDS
from visualizer.trace.proved import NOTHING_PROVED, Proved
from visualizer.trace.rows import Kind, Passes
from visualizer.trace.tree_at_step import TreeAtStep

MAX_PROOF_VISITS = 200_000
MAX_LOOKUPS_AT_ONCE = 3_000
"""The visits of a search, and the nodes that are looked at, beyond which it takes too long while somebody waits."""


class TooLongError(Exception):
    """The proof needs more nodes than somebody who waits has time for."""


def moves_to_win(run: Run, node: int, *, winner: bool) -> int | None:
    """Return how many moves of its own MAX (True) or MIN needs from a node on to force a win; None if not known.

    Nothing is known where it would take too long to find out.
    """
    is_proof = run.trace.is_sound and not run.problem.options.get("quiescence")
    if len(run.trace) > MAX_PROOF_VISITS or not is_proof:
        return None
    proof = Proof(run, winner=winner)
    moves = 0
    with suppress(TooLongError):
        while not proof.wins(node, moves):
            moves += 1
            if not proof.needs(node, moves):
                return None
        return moves
    return None


class Proof:
    """What the nodes that a search has visited, in all its passes, prove of the moves that a side needs to win."""

    def __init__(self, run: Run, *, winner: bool) -> None:
        """Look at a search that has ended."""
        self.run = run
        self.tree = TreeAtStep(run.trace)
        self.trace = run.trace
        self.winner = winner
        self._wins = dict[tuple[int, int], bool]()
        self._needs = dict[tuple[int, int], bool]()

    def wins(self, node: int, moves: int) -> bool:
        """Return whether the side is known to win within some moves of its own, whatever the other side does."""
        key = node, moves
        if key not in self._wins:
            self._look()
            self._wins[key] = False  # where a table leads in a circle
            self._wins[key] = self._won_within(node, moves)
        return self._wins[key]

    def _look(self) -> None:
        """Count one more question about a node; TooLongError where there are too many."""
        if len(self._wins) + len(self._needs) >= MAX_LOOKUPS_AT_ONCE:
            raise TooLongError

    def _won_within(self, node: int, moves: int) -> bool:
        won = self._result(node)
        children = self.tree.known_children(node)
        if won is not None or any(self.wins(other, moves) for other in self._same(node)):
            return won is not False
        if not children:
            return False
        row = self._inner(node)
        if self.trace.maximizing(row) is self.winner:
            return moves > 0 and any(self.wins(child, moves - 1) for child in children)
        return len(children) == self.trace.move_count(row) and all(
            self.wins(child, moves) for child in children
        )

    def needs(self, node: int, moves: int) -> bool:
        """Return whether the side is known to need at least some moves of its own, if it can win at all."""
        key = node, moves
        if key not in self._needs:
            self._look()
            self._needs[key] = moves <= 0  # where a table leads in a circle
            self._needs[key] = moves <= 0 or self._put_off(node, moves)
        return self._needs[key]

    def _put_off(self, node: int, moves: int) -> bool:
        if (won := self._result(node)) is not None:
            return not won
        if self._without_a_win(node) >= moves or any(
            self.needs(other, moves) for other in self._same(node)
        ):
            return True
        position = self.run.position(self.run.path(node))
        is_own = position.maximizing is self.winner
        if is_own and moves == 1:
            return True
        rest = moves - is_own
        after = (
            (self.tree.child(node, index), position.play(move))
            for index, move in enumerate(position.moves())
        )
        answers = (
            rest == 1 and self._has_to_move(reached) if child is None else self.needs(child, rest)
            for child, reached in after  # the child is None for a move that was not visited
        )
        if is_own:
            return all(answers)
        return any(answers)

    def _has_to_move(self, position: AnyPosition) -> bool:
        """Return whether the side has to make a move, if it can win at all: the other need not end the game."""

        def is_won(reached: AnyPosition) -> bool:
            outcome = reached.outcome()
            return outcome is not None and (outcome > 0 if self.winner else outcome < 0)

        if position.outcome() is not None:
            return not is_won(position)
        return position.maximizing is self.winner or not all(
            is_won(position.play(move)) for move in position.moves()
        )

    def _result(self, node: int) -> bool | None:
        """Return whether the side has won where the game is over; None where it goes on."""
        row = self.tree.visit(node)
        if self.trace.kind(row) is not Kind.TERMINAL:
            return None
        if self.winner:
            return self.trace.value(row) > 0
        return self.trace.value(row) < 0

    def _same(self, node: int) -> Iterator[int]:
        """Yield the nodes whose values a table has answered there: they are the same position."""
        for row in self.tree.visits_to(node):
            if (source := self.trace.source(row)) >= 0:
                yield self.tree.node_of(source)

    def _inner(self, node: int) -> int:
        """Return the last visit to a node that has looked at its children."""
        return next(row for row in reversed(self.tree.visits_to(node)) if self.trace.children(row))

    def _without_a_win(self, node: int) -> int:
        """Return how many moves the side needs at least, since a visit has found no win before its depth limit."""
        found = 0
        depth = self.trace.depth(node)
        for row in self.tree.visits_to(node) if self._alternate else ():
            if (
                not self.trace.children(row)
                or self.trace.kind(row) is Kind.STOPPED
                or self.run.stakes is None
            ):
                continue
            bound = bound_of(self.trace, row)
            value = self.trace.value(row) * (1 if self.winner else -1)
            is_answered = bound in (Bound.EXACT, Bound.UPPER if self.winner else Bound.LOWER)
            if is_answered and not 0 < value >= self.run.stakes.least_win(self.run.root):
                limit = self._limits[bisect_right(self.trace.roots(), row) - 1]
                own = self.trace.maximizing(row) is self.winner
                # The side's own move or, a ply later, the other's may end the game.
                found = max(found, (limit - depth) // 2 + 1 if own else (limit - depth + 1) // 2)
        return found

    @cached_property
    def _limits(self) -> list[int]:
        """At which ply each pass has met its depth limit first; beyond all plies where it has met none."""
        trace = self.trace
        roots = self.trace.roots()
        limits = [len(trace)] * len(roots)
        for row in range(len(trace)):
            if trace.kind(row) is Kind.LIMIT:
                place = bisect_right(roots, row) - 1
                limits[place] = min(limits[place], trace.depth(row))
        return limits

    @cached_property
    def _alternate(self) -> bool:
        """Whether the sides have moved in turn everywhere."""
        return sides_alternate(self.trace)


def best_move_of(run: Run) -> MoveValue:
    """Return the best move of a search that has ended.

    One that was stopped answers with its last finished pass, or with the best of the moves that it has finished; if it
    has finished none, with the first in its order. Where chance moves at the root no move is best: the value has none.
    """
    if turn_of(run.root) == Turn.CHANCE:
        return line_found_by(run, "", maximizing=run.root.maximizing)
    return line_found_by(run, run.written((first_choice(run),)), maximizing=run.root.maximizing)


def line_found_by(
    run: Run, move: str, ahead: tuple[str, ...] = (), *, maximizing: bool
) -> MoveValue:
    """Return what a search has found of its best move, or of the one of MAX or of MIN `ahead` of what it searched."""
    tree = TreeAtStep(run.trace)
    result = tree.result()
    is_proven = tree.proven(0) is not None
    value = result.value
    line = result.line
    meaning = None
    moves = 0
    if value is not None:
        known = result.bound, value
        if is_proven:
            meaning = proved_meaning(run, value)
        elif (
            shown := meaning_of_line(Naming(run, tree), known, () if ahead else line)
        ) is not None:
            meaning = shown.meaning
        is_known = run.trace.finished and result.bound is Bound.EXACT
        if is_known and meaning is not None and meaning.standing.is_plain_win and (ahead or line):
            winner = meaning.standing.side > 0
            needed = moves_to_win(run, 0 if ahead else line[0], winner=winner)
            if needed is None:
                moves = 0
            else:
                moves = needed + (winner is maximizing)
    if line:
        count = tree.games(line[0])
    else:
        count = 0
    found = move_value_in_words(
        run,
        tree,
        move,
        value,
        result.bound,
        meaning,
        (*ahead, *run.line(line)),
        maximizing=maximizing,
        is_proven=is_proven,
        moves=moves,
        count=count,
        nodes=len(run.trace),
        before=len(ahead),
    )
    return replace(
        found,
        limit=describe_answer_basis(run, tree),
        recipe=Recipe(run.recipe.where, search_as_ended(run)),
    )


def search_as_ended(run: Run) -> SearchSpec:
    """Return the search of a run; one that was stopped is limited to the nodes that it visited."""
    search = run.recipe.search
    if run.trace.reason:
        return replace(search, max_nodes=max(1, len(run.trace)))
    return search


def best_move_with_distance(run: Run, countdown: Countdown) -> MoveValue:
    """Return the best move of a search that has ended; where it is decided, the fastest to win or slowest to lose."""
    found = best_move_of(run)
    if countdown.move is None:
        return found
    move = run.written((countdown.move,))
    if found.games:
        return replace(
            proven_move_value(run, move, countdown), limit=found.limit, recipe=found.recipe
        )
    if move == found.move:
        moves = found.moves
    else:
        moves = 0
    return decided_move_value(countdown, replace(found, move=move, moves=moves))


def decided_move_value(
    countdown: Countdown, found: MoveValue, ahead: tuple[str, ...] = ()
) -> MoveValue:
    """Return a value of a decided position with the line up to the win, and in how many moves it is won.

    `ahead` is the move before the position that was searched, if it is not that of the move.
    """
    moves = countdown.moves
    if moves and ahead:
        moves += found.wins
    if found.standing is None:
        moves = 0
    return replace(found, line=(*ahead, *countdown.line), moves=moves or found.moves)


def proven_move_value(run: Run, move: str, countdown: Countdown) -> MoveValue:
    """Return the value of a move that certainly decides the game, beside the means of random games."""
    tree = TreeAtStep(run.trace)
    if countdown.move is None:
        node = None
    else:
        node = tree.node_at((countdown.move,))
    if node is None:
        count = 0
    else:
        count = tree.returned_count(node)
    value = 1 if countdown.winner else -1
    found = move_value_in_words(
        run,
        tree,
        move,
        value,
        Bound.EXACT,
        proved_meaning(run, value),
        (*countdown.line,),
        maximizing=run.root.maximizing,
        is_proven=True,
        moves=countdown.moves,
        count=count,
        nodes=max(1, count),
    )
    if tree.proven(0) is not None:
        return found
    # Without a solver the random games prove nothing; that the game is over after this move does.
    return replace(found, how=count_in_words(count, "game", "games") if count else "")


def mean_move_values(run: Run) -> Iterator[MoveValue]:
    """Yield what random games have found so far of each move that they tried: its mean, or what a solver has proved."""
    tree = TreeAtStep(run.trace)
    for node in tree.children(0) if tree.visits else ():
        bound, value = tree.known(node)
        if bound in SAMPLE_BOUNDS and value is not None:
            path = run.path(node)
            is_proven = bound is Bound.PROVEN
            yield move_value_in_words(
                run,
                tree,
                run.written(path),
                value,
                Bound.EXACT if is_proven else bound,
                proved_meaning(run, value) if is_proven else None,
                (run.move_name(path),),
                maximizing=run.root.maximizing,
                is_proven=is_proven,
                count=tree.returned_count(node),
                nodes=tree.visit_count(node),
            )


def move_value_in_words(  # noqa: PLR0913  what is found of a move
    run: Run,
    tree: TreeAtStep,
    move: str,
    value: float | None,
    bound: Bound,
    meaning: Meaning | None,
    line: tuple[str, ...],
    *,
    maximizing: bool,
    is_proven: bool = False,
    moves: int = 0,
    count: int = 0,
    nodes: int = 1,
    before: int = 0,
) -> MoveValue:
    """Return what is found of a move in words, too; `moves` is in how many it wins, 0 where that is not known."""
    if value is None:
        clause = ""
        label = ""
    else:
        clause, label = value_in_words(run, meaning, bound, value)
    depth = plies_looked_ahead(run, tree, before)
    if bound in (Bound.LOWER, Bound.UPPER):
        sign = bound.value
    else:
        sign = ""
    if is_proven:
        how = PROVEN_WORD
    elif count:
        how = count_in_words(count, "game", "games")
    else:
        if depth == NO_DEPTH_LIMIT:
            how = "searched to the end"
        elif depth:
            how = f"depth {depth:,}"
        else:
            how = ""
    if meaning is None or (meaning.standing.won and meaning.bound is not Bound.EXACT):
        who = None
    else:
        who = meaning.standing
    return MoveValue(
        move,
        value,
        sign,
        who,
        clause,
        label,
        how,
        0 if depth == NO_DEPTH_LIMIT else depth,
        line,
        bound is Bound.MEAN,
        maximizing,
        nodes,
        "",
        run.recipe,
        run.root,
        run.game,
        tree.games(0),
        count,
        moves,
    )


PROVEN_WORD = "proven"
"""What is said of how deep a search by random games has looked that has proved its answer."""


def proved_meaning(run: Run, value: float) -> Meaning:
    """Return what a value means that the solver of a search by random games has proved."""
    standing = Standing((value > 0) - (value < 0), "" if value else "a draw", won=bool(value))
    return Meaning(standing, Bound.EXACT, run.game.sides)


def value_in_words(
    run: Run, meaning: Meaning | None, bound: Bound, value: float
) -> tuple[str, str]:
    """Return what a value means as a clause and as words beside a move.

    `White is a flat ahead`, `White a flat ahead`; of a mean `the mean is +0.16 for White`, `+0.16 for White`; and where
    the evaluation is silent `it is worth 3 to White`, `3 to White`. Numbers are for MAX, as in lists and curves.
    """
    if bound is Bound.MEAN:
        mean = f"{format_mean(value)} for {run.game.sides[0]}"
        return f"the mean is {mean}", mean
    if meaning is not None:
        return meaning.clause, meaning.label or meaning.clause
    worth = f"{FOR_MAX.label(value, bound)} to {run.game.sides[0]}"
    return f"it is worth {worth}", worth


def plies_looked_ahead(run: Run, tree: TreeAtStep, before: int = 0) -> int:
    """Return how many plies a search has looked ahead, from n plies before its root; 0 for one without such a limit."""
    if not run.algorithm.applies("depth"):
        return 0
    is_cut_short = run.trace.reason and run.trace.passes is Passes.REPLACE
    if is_cut_short:
        depth = tree.passes - 1
    else:
        depth = run.depth
    if depth and depth != NO_DEPTH_LIMIT:
        return depth + before
    return depth


def describe_searcher(run: Run, asked: SearchSpec, depths: Collection[int] = ()) -> str:
    """Name the search of a run, as it was asked for, and say how far it looks: `ordered-alpha-beta to depth 4`.

    In a game it looks to several depths.
    """
    asked = replace(
        asked,
        options={name: value for name, value in asked.options.items() if name != "iterations"},
    )
    if run.algorithm.applies("depth"):
        asked = replace(asked, depth=None)
    known = sorted({*depths} - {0, NO_DEPTH_LIMIT})
    if len(known) > 1:
        return f"{asked.to_spec()} to depth {known[0]:,}–{known[-1]:,}"
    return f"{asked.to_spec()} {describe_search_limit(run)}".rstrip()


def describe_search_limit(run: Run) -> str:
    """Say how far the search of a run looks: `to depth 4`, `to the end`, `with 400 games`; "" if that is not said."""
    if games := run.algorithm.iterations(run.problem):
        return f"with {count_in_words(games, 'game', 'games')}"
    if not run.algorithm.applies("depth"):
        return ""
    return "to the end" if run.depth == NO_DEPTH_LIMIT else f"to depth {run.depth:,}"


def describe_answer_basis(run: Run, tree: TreeAtStep) -> str:
    """Say why a search was stopped, and what its answer rests on; "" for one that has come to its end."""
    reason = run.trace.reason
    if not reason:
        return ""
    if run.algorithm.iterations(run.problem):
        return f"{reason}; {count_in_words(tree.games(0), 'random game was', 'random games were')} played"
    if tree.passes > 1:
        return f"{reason}; {count_in_words(tree.passes - 1, 'pass was', 'passes were')} finished"
    count = len(run.root.moves())
    if tree.visits:
        done = sum(tree.returned(child) for child in tree.children(0))
    else:
        done = 0
    return f"{reason}; {done:,} of {count_in_words(count, 'move was', 'moves were')} finished"


class MoveAnalysis:
    """A search of a position, and then of what follows its other moves, as far as they are asked for.

    `found` has what is known of moves by their names; it grows while the analysis is advanced. `best` is there once
    `has_best` is.
    """

    best: MoveValue

    def __init__(
        self,
        where: PositionSpec,
        position: AnyPosition,
        search: SearchSpec,
        seconds: float = inf,
        *,
        counts_down: bool = True,
    ) -> None:
        """Prepare to judge moves of a position of the game that `where` names; InputError says what is wrong.

        The search of the position itself may take `seconds`, and then answers with what it has. If it decides the game
        and the analysis `counts_down`, shallower searches find the fastest win, or the slowest loss.
        """
        self.where = where
        self.position = position
        self.search = search
        self.limit = seconds
        self.run = Run(Recipe(recipe_position(where, position), search), root=position)
        self.found: dict[str, MoveValue] = {}
        self.stopped: list[str] = []
        """Why searches were stopped before their end, such as by their limit of nodes."""
        self.waited = 0.0
        """Seconds of waiting for the search of the position."""
        self._counts_down = counts_down
        self._countdown: Countdown | None = None
        """How soon the game is decided; None before the search of the position has ended."""
        self._asked: list[str] = []
        self._asked_all = False
        self._after: dict[str, Run] = {}
        """The searches behind moves that have begun and not ended."""
        self._countdowns: dict[str, Countdown] = {}
        """Behind moves whose searches have ended, and decided the game."""

    # What is asked.

    def ask(self, *names: str) -> None:
        """Ask for moves beside the best one, by their names; they are next in turn."""
        self._asked = [*dict.fromkeys((*names, *self._asked))]

    def ask_all(self) -> None:
        """Ask for every legal move, in the order of the search."""
        if not self._asked_all:
            self._asked_all = True
            self.ask(*(self.names[index] for index in self.run.order(())))

    @property
    def has_best(self) -> bool:
        """Return whether the best move is known: the search of the position has ended, and what it decided counted."""
        return self._countdown is not None and self._countdown.finished

    @property
    def finished(self) -> bool:
        """Return whether all that is asked for is found."""
        return self.has_best and self._next is None

    @property
    def games(self) -> int:
        """Return how many random games the search plays, which look at all moves side by side; none for others."""
        return self.run.algorithm.iterations(self.run.problem)

    def has(self, *names: str) -> bool:
        """Return whether the best move and some others are found, or no more can be."""
        return self.has_best and (self.games > 0 or self.found.keys() >= {*names})

    @property
    def _next(self) -> str | None:
        """The next move that is asked for and has to be searched."""
        if self.games:
            return None
        return next((name for name in self._asked if name not in self.found), None)

    # Searching.

    def advance(self, seconds: float | None = None) -> bool:
        """Search on for some seconds, or until all that is asked for is found; return whether that is so.

        InputError for an error in user-supplied code.
        """
        if seconds is None:
            until = inf
        else:
            until = time.perf_counter() + seconds
        while not self.finished:
            if seconds is None:
                left = None
            else:
                left = max(0.0, until - time.perf_counter())
            if not self.has_best:
                self._search_position(left)
            elif self._next is not None:
                self._search_after(self._next, left)
            if seconds is not None and time.perf_counter() >= until:
                break
        return self.finished

    def hurry(self, reason: str) -> None:
        """End the search of the position where it stands: it answers with what it has."""
        self.run.stop(reason)
        self._count_down().give_up()
        self._take()

    def _search_position(self, seconds: float | None) -> None:
        """Let the search of the position go on, or count down behind it, and take the answer."""
        if self.run.trace.finished:
            self._count_down().advance(seconds)
        elif self._advance_run(seconds):
            self._count_down()
        self._take()

    def _advance_run(self, seconds: float | None) -> bool:
        """Let the search of the position go on, as long as it may; return whether it has ended."""
        begun = time.perf_counter()
        rest = self.limit - self.waited
        has_ended = self.run.advance(seconds=rest if seconds is None else min(seconds, rest))
        self.waited += time.perf_counter() - begun
        if not has_ended and self.waited >= self.limit:
            self.run.stop(f"{self.limit:g} seconds were up")
            return True
        return has_ended

    def _count_down(self) -> Countdown:
        """Return what finds out how soon the game is decided that the search of the position has found to be so."""
        if self._countdown is None:
            self._countdown = Countdown(self.run, self._prepare, self.limit)
            if not self._counts_down:
                self._countdown.give_up()
        return self._countdown

    def _prepare(self, position: AnyPosition, search: SearchSpec) -> Run:
        """Prepare a search of a position of the game."""
        return Run(Recipe(recipe_position(self.where, position), search), root=position)

    def _search_after(self, name: str, seconds: float | None) -> None:
        """Search the position after a move, or evaluate it where that is all there is to do."""
        run = self._after.get(name) or self._begin_after(name)
        if run is None or not run.advance(seconds=seconds):
            return
        countdown = self._countdowns.get(name) or self._countdowns.setdefault(
            name, Countdown(run, self._prepare)
        )
        if not countdown.advance(seconds):
            return
        maximizing = self.position.maximizing
        ahead = (self._label(name),)
        found = line_found_by(run, name, ahead, maximizing=maximizing)
        if countdown.move is None:
            self.found[name] = found
        else:
            self.found[name] = decided_move_value(countdown, found, ahead)
        self.stopped += filter(None, [run.trace.reason])
        del self._after[name], self._countdowns[name]

    def _begin_after(self, name: str) -> Run | None:
        """Prepare the search of the position after a move, a ply less deep; evaluate it if there is none."""
        after = self._after_move(name)
        depth = self.run.recipe.search.depth
        if depth == 1 or after.outcome() is not None:
            self.found[name] = self._evaluated(name, after)
            return None
        if isinstance(depth, int):
            less = self.search.given({"depth": str(depth - 1)})
        else:
            less = self.search
        self._after[name] = self._prepare(after, less)
        return self._after[name]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the moves of the position."""
        return (*map(self.position.name, self.position.moves()),)

    def _after_move(self, name: str) -> AnyPosition:
        """Return the position after a move."""
        return self.position.play(self.position.moves()[self.names.index(name)])

    def _label(self, name: str) -> str:
        """Return a move as people call it."""
        return self.run.choices(())[self.names.index(name)]

    # What is found.

    def _take(self) -> None:
        """Take what the search of the position has found: the best move once it has ended, and all means of samples."""
        self.found.update({each.move: each for each in mean_move_values(self.run)})
        if self.has_best:
            self.best = best_move_with_distance(self.run, self._count_down())
            self.stopped += filter(None, [self.run.trace.reason])
            if self.best.move:
                self.found[self.best.move] = self.best

    def _evaluated(self, name: str, after: AnyPosition) -> MoveValue:
        """Return what the evaluation gives the position after a move."""
        run = self.run
        outcome = after.outcome()
        value = run.problem.evaluate(after, outcome)
        tree = TreeAtStep(run.trace)
        if outcome is None:
            proved = NOTHING_PROVED
        else:
            proved = Proved(value, value)
        meaning = meaning_of(Naming(run, tree), 0, (Bound.EXACT, value), proved)
        maximizing = self.position.maximizing
        line = (self._label(name),)
        wins = (
            meaning is not None
            and meaning.standing.is_plain_win
            and (meaning.standing.side > 0) is maximizing
        )
        return move_value_in_words(
            run,
            tree,
            name,
            value,
            Bound.EXACT,
            meaning,
            line,
            maximizing=maximizing,
            moves=int(wins),
        )

    @property
    def so_far(self) -> MoveValue | None:
        """What the search of the position has found by now; None before it has found anything."""
        run = self.run
        if len(run.trace):
            found = line_found_by(run, "", maximizing=self.position.maximizing)
        else:
            found = None
        if found is not None and found.value is not None:
            return found
        return None

    def verdict(self, name: str) -> Verdict:
        """Return a move beside the best one, once both are found; a move that no sample has tried has no value."""
        found = self.found.get(name)
        if found is None:
            line = (self._label(name),)
            found = replace(
                self.best,
                move=name,
                value=None,
                bound="",
                standing=None,
                clause="",
                label="",
                line=line,
            )
        after = self._after_move(name)
        by_chance = turn_of(self.position) == Turn.CHANCE
        return Verdict(
            found,
            self.best,
            after.maximizing,
            self.run.game.sides,
            self.run.stakes,
            by_chance,
            is_over=after.outcome() is not None,
        )

    def best_among(self, names: Iterable[str]) -> MoveValue | None:
        """Return the best of some moves for the side to move, None if none of them is known."""
        meant = {*names}
        return next((each for each in self.ranked() if each.move in meant), None)

    def ranked(self) -> list[MoveValue]:
        """Return what is known, the best for the side to move first: of wins the fastest, of losses the slowest."""
        if self.has_best and not self.games:
            first = self.best.move
        else:
            first = None
        if self.position.maximizing:
            sign = -1
        else:
            sign = 1
        known = [
            (sign * each.value, each) for each in self.found.values() if each.value is not None
        ]
        return [
            each
            for _, each in sorted(
                known, key=lambda pair: (pair[0], pair[1].move != first, pair[1].delay)
            )
        ]


def recipe_position(where: PositionSpec, position: AnyPosition) -> PositionSpec:
    """Return a position of a game as a recipe names it."""
    return PositionSpec(where.game, position.text(), "", where.settings_beside_size())
