"""The values of moves that a search has found, in numbers and words; descriptions of the search.

The best move has the value of the search itself. Random games give each move that they tried the
mean of their results. Where chance moves, no move is best: the value of the position is that which
is expected.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from games import Standing, Turn, turn_of
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.explanation.standings import Meaning, meaning_of_line
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import format_mean
from visualizer.play.playing.decided import Countdown, first_choice
from visualizer.play.playing.move_value import MoveValue
from visualizer.play.playing.win_proof import moves_to_win
from visualizer.searching.algorithms import NO_DEPTH_LIMIT
from visualizer.searching.recipe import Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.bounds import FOR_MAX, Bound
from visualizer.trace.labels import SAMPLE_BOUNDS
from visualizer.trace.rows import Passes
from visualizer.trace.tree_at_step import Result, TreeAtStep

PROVEN_WORD = "proven"
"""The words for how far a search by random games looked that proved its answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundMove:
    """The findings of a search about a move, before they are put into words."""

    run: Run
    tree: TreeAtStep
    move: str
    value: float | None
    """From MAX's side, None if the search has found no value."""
    bound: Bound
    meaning: Meaning | None
    line: tuple[str, ...]
    """The best line, this move first, as people write its moves."""
    maximizing: bool
    """Whether MAX makes the move."""
    is_proven: bool = False
    moves: int = 0
    """In how many moves the winner wins, 0 if unknown."""
    count: int = 0
    """How many random games began with the move."""
    nodes: int = 1
    plies_before: int = 0
    """Plies from the position before the move to the root of the search."""

    def in_words(self) -> MoveValue:
        """Return the findings about the move as a `MoveValue`, with their meaning in words."""
        clause = ""
        label = ""
        if self.value is not None:
            clause, label = value_in_words(self.run, self.meaning, self.bound, self.value)
        sign = ""
        if self.bound in (Bound.LOWER, Bound.UPPER):
            sign = self.bound.value

        depth = plies_looked_ahead(self.run, self.tree, self.plies_before)
        return MoveValue(
            move=self.move,
            value=self.value,
            bound=sign,
            standing=self._standing(),
            clause=clause,
            label=label,
            effort=self._effort(depth),
            depth=0 if depth == NO_DEPTH_LIMIT else depth,
            line=self.line,
            is_mean=self.bound is Bound.MEAN,
            maximizing=self.maximizing,
            nodes=self.nodes,
            # Whoever makes the findings of a stopped search adds why it was stopped.
            limit="",
            recipe=self.run.recipe,
            searched_position=self.run.root,
            game=self.run.game,
            games=self.tree.sample_count(0),
            visits=self.count,
            moves=self.moves,
        )

    def _effort(self, depth: int) -> str:
        """Say how far the search looked: `depth 4`, `400 games`; "" if it has no limit of plies.

        `depth` is in plies, 0 for a search without a limit, or NO_DEPTH_LIMIT.
        """
        if self.is_proven:
            return PROVEN_WORD
        if self.count:
            return count_in_words(self.count, "game", "games")
        if depth == NO_DEPTH_LIMIT:
            return "searched to the end"
        if depth:
            return f"depth {depth:,}"
        return ""

    def _standing(self) -> Standing | None:
        """Return which side is ahead or has won, None if unknown."""
        if self.meaning is None:
            return None
        standing = self.meaning.standing
        # A value that is only a bound does not say that a side wins.
        if standing.won and self.meaning.bound is not Bound.EXACT:
            return None
        return standing


def best_move_of(run: Run) -> MoveValue:
    """Return the best move of a search that has ended, with its value.

    For a search that was stopped early, it is the best move of its last finished pass, or else the
    best of the moves that it finished, or else the first that it tries. Where chance moves, no move
    is best: the result has the value of the position and the move "".
    """
    maximizing = run.root.maximizing
    if turn_of(run.root) == Turn.CHANCE:
        return line_found_by(run, "", maximizing=maximizing)
    move = run.notation_of_move((first_choice(run),))
    return line_found_by(run, move, maximizing=maximizing)


def line_found_by(
    run: Run, move: str, ahead: tuple[str, ...] = (), *, maximizing: bool
) -> MoveValue:
    """Return the value and the best line that a search found, as those of a move.

    `move` is the name of the move in the game's notation, and `maximizing` says whether MAX makes
    it. By default the search began before the move, so the line begins with it. If the search began
    after the move, `ahead` has the move as people write it, to be put in front of the line.
    """
    tree = TreeAtStep(run.trace)
    result = tree.result()
    meaning = _meaning_of_result(run, tree, result, ahead)
    moves = 0
    if meaning is not None:
        moves = _winning_moves(
            run,
            result,
            meaning,
            ahead,
            maximizing=maximizing,
        )
    # Only random games have samples: how many began with the best move?
    count = 0
    if result.line:
        count = tree.sample_count(result.line[0])

    found = FoundMove(
        run=run,
        tree=tree,
        move=move,
        value=result.value,
        bound=result.bound,
        meaning=meaning,
        line=(*ahead, *run.line(result.line)),
        maximizing=maximizing,
        is_proven=tree.proven(0) is not None,
        moves=moves,
        count=count,
        nodes=len(run.trace),
        plies_before=len(ahead),
    )
    return replace(
        found.in_words(),
        limit=describe_answer_basis(run, tree),
        recipe=Recipe(run.recipe.where, search_as_ended(run)),
    )


def _meaning_of_result(
    run: Run, tree: TreeAtStep, result: Result, ahead: tuple[str, ...]
) -> Meaning | None:
    """Return the meaning of the root's value, such as a win; None for no value or a mere number.

    `ahead` is the judged move if the search began after it, else empty.
    """
    if result.value is None:
        return None
    if tree.proven(0) is not None:
        return proved_meaning(run, result.value)

    line = result.line
    if ahead:
        # The line begins after the judged move, so it must not count as that move's line.
        line = []
    line_meaning = meaning_of_line(Naming(run, tree), (result.bound, result.value), line)
    if line_meaning is None:
        return None
    return line_meaning.meaning


def _winning_moves(
    run: Run,
    result: Result,
    meaning: Meaning,
    ahead: tuple[str, ...],
    *,
    maximizing: bool,
) -> int:
    """Return how many moves the winner needs, or 0 if this is unknown.

    The moves of the loser do not count. The first move is the one whose value the search has
    found: `maximizing` says whether MAX makes it. `ahead` has this move if the search began after
    it, else nothing.
    """
    is_exact = run.trace.finished and result.bound is Bound.EXACT
    if not is_exact or not meaning.standing.is_plain_win:
        return 0
    # Moves are counted from the position after the first move, which may be the root, node 0.
    if ahead:
        node = 0
    elif result.line:
        node = result.line[0]
    else:
        return 0

    max_wins = meaning.standing.side > 0
    moves = moves_to_win(run, node, winner=max_wins)
    if moves is None:
        return 0
    # The first move is the winner's own.
    if max_wins is maximizing:
        moves += 1
    return moves


def search_as_ended(run: Run) -> SearchSpec:
    """Return the search of a run; if it was stopped, with the nodes visited as its limit.

    Searching again with this limit gives the same answer.
    """
    search = run.recipe.search
    if run.trace.reason:
        return replace(search, max_nodes=max(1, len(run.trace)))
    return search


def best_move_with_distance(run: Run, countdown: Countdown) -> MoveValue:
    """Return the best move of a search that has ended, with the number of moves to a win.

    In a decided game this is the move that wins fastest or loses most slowly, as the countdown has
    found it.
    """
    found = best_move_of(run)
    if countdown.move is None:
        return found
    move = run.notation_of_move((countdown.move,))
    # A search by random games: its mean is replaced by the value that the countdown has proved.
    if found.games:
        proven = proven_move_value(run, move, countdown)
        return replace(proven, limit=found.limit, recipe=found.recipe)

    # The number of moves to a win that the search has proved holds for its own move only.
    moves = 0
    if move == found.move:
        moves = found.moves
    return decided_move_value(countdown, replace(found, move=move, moves=moves))


def decided_move_value(
    countdown: Countdown, found: MoveValue, ahead: tuple[str, ...] = ()
) -> MoveValue:
    """Return a move's value with the line up to the win and the number of moves to the win.

    The countdown has found both; all else is taken from `found`, the value before it. `ahead` is
    the judged move if the search began after it, else empty.
    """
    moves = countdown.moves
    # The countdown has not counted the winner's own move before the search.
    if moves and ahead and found.wins:
        moves += 1
    # If it is unknown who wins, so is the number of moves.
    if found.standing is None:
        moves = 0
    return replace(found, line=(*ahead, *countdown.line), moves=moves or found.moves)


def proven_move_value(run: Run, move: str, countdown: Countdown) -> MoveValue:
    """Return the value of a move that a countdown has proved to decide the game.

    `run` is a search by random games, which itself knows only the mean of the move's results.
    """
    tree = TreeAtStep(run.trace)
    count = _random_games_with(tree, countdown.move)
    value = 1 if countdown.winner else -1
    found = FoundMove(
        run=run,
        tree=tree,
        move=move,
        value=value,
        bound=Bound.EXACT,
        meaning=proved_meaning(run, value),
        line=(*countdown.line,),
        maximizing=run.root.maximizing,
        is_proven=True,
        moves=countdown.moves,
        count=count,
        nodes=max(1, count),
    )
    worded = found.in_words()
    if tree.proven(0) is not None:
        return worded

    # Without a solver the random games prove nothing; the end of the game after the move does.
    games = ""
    if count:
        games = count_in_words(count, "game", "games")
    return replace(worded, effort=games)


def _random_games_with(tree: TreeAtStep, move: int | None) -> int:
    """Return how many random games began with a move, given its index, or None for no move."""
    if move is None:
        return 0
    node = tree.node_at((move,))
    if node is None:
        return 0
    return tree.returned_count(node)


def mean_move_values(run: Run) -> Iterator[MoveValue]:
    """Yield the value of each move that random games have tried.

    It is the mean of their results so far, or the value that a solver has proved.
    """
    tree = TreeAtStep(run.trace)
    if not tree.visits:
        return
    for node in tree.children(0):
        bound, value = tree.known(node)
        if bound in SAMPLE_BOUNDS and value is not None:
            yield _mean_move_value(run, tree, node, bound, value)


def _mean_move_value(
    run: Run, tree: TreeAtStep, node: int, bound: Bound, value: float
) -> MoveValue:
    """Return the value of the move that leads to `node`, a child of the root.

    `value` is proved if `bound` is PROVEN, otherwise it is the mean of random games.
    """
    path = run.path(node)
    # A mean has no meaning such as a win; a proved value has one.
    is_proven = bound is Bound.PROVEN
    meaning = None
    if is_proven:
        bound = Bound.EXACT
        meaning = proved_meaning(run, value)
    found = FoundMove(
        run=run,
        tree=tree,
        move=run.notation_of_move(path),
        value=value,
        bound=bound,
        meaning=meaning,
        line=(run.move_name(path),),
        maximizing=run.root.maximizing,
        is_proven=is_proven,
        count=tree.returned_count(node),
        nodes=tree.visit_count(node),
    )
    return found.in_words()


def proved_meaning(run: Run, value: float) -> Meaning:
    """Return the meaning of a value, from MAX's side, that random games with a solver proved."""
    if value > 0:
        standing = Standing(1, "", won=True)
    elif value < 0:
        standing = Standing(-1, "", won=True)
    else:
        standing = Standing(0, "a draw", won=False)
    return Meaning(standing, Bound.EXACT, run.game.sides)


def value_in_words(
    run: Run, meaning: Meaning | None, bound: Bound, value: float
) -> tuple[str, str]:
    """Return the meaning of a value as a clause, and as a label to be put after a move.

    For a value with a meaning: `White is a flat ahead`, `White a flat ahead`. For a mean: `the mean
    is +0.16 for White`, `+0.16 for White`. For a mere number: `it is worth 3 to White`, `3 to
    White`. Numbers are from MAX's side.
    """
    first_side = run.game.sides[0]
    if bound is Bound.MEAN:
        mean = f"{format_mean(value)} for {first_side}"
        return f"the mean is {mean}", mean
    if meaning is not None:
        return meaning.clause, meaning.label or meaning.clause
    worth = f"{FOR_MAX.label(value, bound)} to {first_side}"
    return f"it is worth {worth}", worth


def plies_looked_ahead(run: Run, tree: TreeAtStep, plies_before: int = 0) -> int:
    """Return how many plies a search looked ahead.

    They are counted from a position that is `plies_before` plies before the root of the search. The
    result is 0 for a search without a limit of plies, NO_DEPTH_LIMIT for a search to the end of the
    game.
    """
    if not run.algorithm.applies("depth"):
        return 0
    depth = run.depth
    # An iterative deepening that was stopped answers with its last finished pass.
    if run.trace.reason and run.trace.passes is Passes.REPLACE:
        depth = tree.passes - 1
    if depth and depth != NO_DEPTH_LIMIT:
        return depth + plies_before
    return depth


def describe_searcher(run: Run, search: SearchSpec, depths: Collection[int] = ()) -> str:
    """Describe a search with its options and how far it looks: `ordered-alpha-beta to depth 4`.

    `search` is the search as the user specified it, `run` one of its runs. `depths` are the depths
    that it reached in a game: if they differ, the description says `to depth 3–5`.
    """
    options = dict(search.options)
    # The number of games is part of the limit that follows.
    options.pop("iterations", None)
    search = replace(search, options=options)
    if run.algorithm.applies("depth"):
        search = replace(search, depth=None)

    known = sorted({*depths} - {0, NO_DEPTH_LIMIT})
    if len(known) > 1:
        return f"{search.to_spec()} to depth {known[0]:,}–{known[-1]:,}"
    return f"{search.to_spec()} {describe_search_limit(run)}".rstrip()


def describe_search_limit(run: Run) -> str:
    """Say how far a search looks: `to depth 4`, `with 400 games`; "" without a limit."""
    games = run.algorithm.iterations(run.problem)
    if games:
        return f"with {count_in_words(games, 'game', 'games')}"
    if not run.algorithm.applies("depth"):
        return ""
    if run.depth == NO_DEPTH_LIMIT:
        return "to the end"
    return f"to depth {run.depth:,}"


def describe_answer_basis(run: Run, tree: TreeAtStep) -> str:
    """Say why a search was stopped, and on how much work its answer is based.

    The result is "" if the search ended by itself.
    """
    reason = run.trace.reason
    if not reason:
        return ""
    if run.algorithm.iterations(run.problem):
        games = count_in_words(tree.sample_count(0), "random game was", "random games were")
        return f"{reason}; {games} played"
    # The last pass was stopped, so the answer is that of the pass before.
    if tree.passes > 1:
        passes = count_in_words(tree.passes - 1, "pass was", "passes were")
        return f"{reason}; {passes} finished"

    finished = 0
    if tree.visits:
        finished = sum(tree.returned(child) for child in tree.children(0))
    moves = count_in_words(len(run.root.moves()), "move was", "moves were")
    return f"{reason}; {finished:,} of {moves} finished"
