"""The values of moves that a search has found, in numbers and words; descriptions of the search.

The best move has the value of the search itself. Random games give each move that they tried the
mean of their results. Where chance moves, no move is best, and the position has its expected value.
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
from visualizer.play.playing.win_proof import prove_moves_to_win
from visualizer.searching.algorithms import NO_DEPTH_LIMIT
from visualizer.searching.recipe import Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.bounds import FOR_MAX, Bound
from visualizer.trace.labels import SAMPLE_BOUNDS
from visualizer.trace.rows import Passes
from visualizer.trace.tree_at_step import Result, TreeAtStep

PROVEN_WORD = "proven"
"""Stands in place of a depth or a number of games if random games have proved their answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundMove:
    """What a search has found out about a move, before it is expressed in words."""

    run: Run
    tree: TreeAtStep
    move: str
    value: float | None
    """From MAX's side, None if the search has found no value."""
    bound: Bound
    meaning: Meaning | None
    line: tuple[str, ...]
    """The best line, this move first, with moves as people write them."""
    maximizing: bool
    """Whether MAX makes the move."""
    is_proven: bool = False
    moves_to_win: int = 0
    """In how many moves the winner wins, 0 if unknown."""
    count: int = 0
    """How many random games began with the move."""
    nodes: int = 1
    plies_before_root: int = 0
    """0 if the search began before the move, 1 if it began after the move."""

    def in_words(self) -> MoveValue:
        """Return what the search has found as a `MoveValue`, with the meaning in words.

        `limit` is left empty: the caller replaces it if the search was stopped.
        """
        clause = ""
        label = ""
        if self.value is not None:
            clause, label = value_in_words(self.run, self.meaning, self.bound, self.value)
        sign = ""
        if self.bound in (Bound.LOWER, Bound.UPPER):
            sign = self.bound.value

        depth = plies_looked_ahead(self.run, self.tree, self.plies_before_root)
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
            limit="",
            recipe=self.run.recipe,
            searched_position=self.run.root,
            game=self.run.game,
            games=self.tree.sample_count(0),
            visits=self.count,
            moves_to_win=self.moves_to_win,
        )

    def _effort(self, depth: int) -> str:
        """Say how far the search looked: `depth 4`, `searched to the end`, `400 games`, `proven`.

        `depth` is in plies, or NO_DEPTH_LIMIT; 0 for a search that has no depth. The result is ""
        if such a search played no random games either.
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
        """Return which side is ahead or has won; None if the value does not show this."""
        if self.meaning is None:
            return None
        standing = self.meaning.standing
        # Only an exact value proves a win.
        if standing.won and self.meaning.bound is not Bound.EXACT:
            return None
        return standing


def best_move_of(run: Run) -> MoveValue:
    """Return the best move of a search that has ended, with its value.

    If the search was stopped early, this is the best move of its last finished pass, or the best of
    the moves that it finished, or else the first move that it tries. If chance moves, the result
    has the move "" and the expected value of the position.
    """
    maximizing = run.root.maximizing
    if turn_of(run.root) == Turn.CHANCE:
        return value_found_by(run, "", maximizing=maximizing)
    move = run.notation_of_move((first_choice(run),))
    return value_found_by(run, move, maximizing=maximizing)


def value_found_by(
    run: Run, move: str, moves_before_root: tuple[str, ...] = (), *, maximizing: bool
) -> MoveValue:
    """Return the result of a search as the value of the move with the name `move`.

    By default, the move is the first of the search's best line. If the search began after the move,
    `moves_before_root` has the move as people write it; the line then begins with this move.
    `maximizing` says whether MAX makes the move.
    """
    tree = TreeAtStep(run.trace)
    result = tree.result()
    meaning = _meaning_of_result(run, tree, result, moves_before_root)
    moves_to_win = 0
    if meaning is not None:
        moves_to_win = _count_moves_to_win(
            run,
            result,
            meaning,
            moves_before_root,
            maximizing=maximizing,
        )
    # How many random games began with the best move; other searches have no samples.
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
        line=(*moves_before_root, *run.line(result.line)),
        maximizing=maximizing,
        is_proven=tree.value_by_solver(0) is not None,
        moves_to_win=moves_to_win,
        count=count,
        nodes=len(run.trace),
        plies_before_root=len(moves_before_root),
    )
    return replace(
        found.in_words(),
        limit=describe_answer_basis(run, tree),
        recipe=Recipe(run.recipe.where, search_as_ended(run)),
    )


def _meaning_of_result(
    run: Run, tree: TreeAtStep, result: Result, moves_before_root: tuple[str, ...]
) -> Meaning | None:
    """Return what the root's value means, such as a win; None if it has no value or no meaning.

    `moves_before_root` has the judged move if the search began after it, else it is empty.
    """
    if result.value is None:
        return None
    if tree.value_by_solver(0) is not None:
        return meaning_of_proof(run, result.value)

    line = result.line
    if moves_before_root:
        # `meaning_of_line` expects a line that begins with the judged move.
        line = []
    line_meaning = meaning_of_line(Naming(run, tree), (result.bound, result.value), line)
    if line_meaning is None:
        return None
    return line_meaning.meaning


def _count_moves_to_win(
    run: Run,
    result: Result,
    meaning: Meaning,
    moves_before_root: tuple[str, ...],
    *,
    maximizing: bool,
) -> int:
    """Return n if the winner wins in n moves (as in "mate in n"), or 0 if n is unknown.

    If the winner makes the judged move, it is the first of the n moves. `maximizing` says whether
    MAX makes the judged move. `moves_before_root` has this move if the search began after it, else
    it is empty.
    """
    is_exact = run.trace.finished and result.bound is Bound.EXACT
    if not is_exact or not meaning.standing.is_plain_win:
        return 0
    # `node` is the position after the judged move: the root (0), or the first node of the line.
    if moves_before_root:
        node = 0
    elif result.line:
        node = result.line[0]
    else:
        return 0

    max_wins = meaning.standing.side > 0
    moves = prove_moves_to_win(run, node, for_max=max_wins)
    if moves is None:
        return 0
    winner_makes_judged_move = max_wins is maximizing
    if winner_makes_judged_move:
        moves += 1
    return moves


def search_as_ended(run: Run) -> SearchSpec:
    """Return a search that gives the same answer as a run, even if the run was stopped early.

    For a run that was stopped, this is its search with the number of visited nodes as a limit.
    """
    search = run.recipe.search
    if run.trace.reason:
        return replace(search, max_nodes=max(1, len(run.trace)))
    return search


def best_move_with_distance(run: Run, countdown: Countdown) -> MoveValue:
    """Return the best move of a search that has ended, with the number of moves to a win.

    If the countdown after the search has found the move that wins fastest, or loses most slowly,
    this is the best move. Otherwise it is the best move of the search itself.
    """
    found = best_move_of(run)
    if countdown.move is None:
        return found
    move = run.notation_of_move((countdown.move,))
    # A search by random games has only a mean, but the countdown has proved a value.
    if found.games:
        proven = proven_move_value(run, move, countdown)
        return replace(proven, limit=found.limit, recipe=found.recipe)

    # The number of moves that the search has proved is for its own best move only.
    moves = 0
    if move == found.move:
        moves = found.moves_to_win
    return decided_move_value(countdown, replace(found, move=move, moves_to_win=moves))


def decided_move_value(
    countdown: Countdown, found: MoveValue, moves_before_root: tuple[str, ...] = ()
) -> MoveValue:
    """Return the value `found` with the line up to the win that a countdown has found.

    The result also has the countdown's number of moves to the win, if this is known.
    `moves_before_root` has the judged move if the search began after it, else it is empty.
    """
    moves = countdown.winner_moves
    # The countdown began after the judged move: count this move, too, if the winner makes it.
    if moves and moves_before_root and found.wins:
        moves += 1
    # Without a known winner, the number of moves would say nothing.
    if found.standing is None:
        moves = 0
    # If the countdown knows no number, keep the number that the search has proved.
    return replace(
        found, line=(*moves_before_root, *countdown.line), moves_to_win=moves or found.moves_to_win
    )


def proven_move_value(run: Run, move: str, countdown: Countdown) -> MoveValue:
    """Return the value of a move for which a countdown has proved who wins.

    `run` is a search by random games, which itself knows only the mean of the move's results.
    """
    tree = TreeAtStep(run.trace)
    count = _count_random_games(tree, countdown.move)
    value = 1 if countdown.max_is_winner else -1
    found = FoundMove(
        run=run,
        tree=tree,
        move=move,
        value=value,
        bound=Bound.EXACT,
        meaning=meaning_of_proof(run, value),
        line=(*countdown.line,),
        maximizing=run.root.maximizing,
        is_proven=True,
        moves_to_win=countdown.winner_moves,
        count=count,
        nodes=max(1, count),
    )
    move_value = found.in_words()
    if tree.value_by_solver(0) is not None:
        return move_value

    # The random games have proved nothing, so the effort is their number instead of "proven".
    effort = ""
    if count:
        effort = count_in_words(count, "game", "games")
    return replace(move_value, effort=effort)


def _count_random_games(tree: TreeAtStep, move: int | None) -> int:
    """Return how many random games began with a move, given its index; 0 for None."""
    if move is None:
        return 0
    node = tree.node_at((move,))
    if node is None:
        return 0
    return tree.returned_count(node)


def mean_move_values(run: Run) -> Iterator[MoveValue]:
    """Yield the value of each move that random games have tried.

    A move's value is the mean of its results so far, unless a solver has proved another value.
    """
    tree = TreeAtStep(run.trace)
    if not tree.visits:
        return
    for node in tree.children(0):
        bound, value = tree.bound_and_value(node)
        if bound in SAMPLE_BOUNDS and value is not None:
            yield _mean_move_value(run, tree, node, bound, value)


def _mean_move_value(
    run: Run, tree: TreeAtStep, node: int, bound: Bound, value: float
) -> MoveValue:
    """Return the value of the move that leads to `node`, a child of the root.

    `bound` says what `value` is: with PROVEN a proved value, otherwise the mean of random games.
    """
    path = run.path(node)
    # Only a proved value has a meaning, such as a win; a mean has none.
    is_proven = bound is Bound.PROVEN
    meaning = None
    if is_proven:
        bound = Bound.EXACT
        meaning = meaning_of_proof(run, value)
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


def meaning_of_proof(run: Run, value: float) -> Meaning:
    """Return the meaning of a value that was proved for a move of a search by random games.

    Values are from MAX's side: a win is above 0, a loss below 0, and a draw is 0.
    """
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
    """Return a value as a clause, `White is a flat ahead`, and a label, `White a flat ahead`.

    A label follows the name of a move. For a mean they are `the mean is +0.16 for White` and `+0.16
    for White`. For any other number without a meaning, they are `it is worth 3 to White` and `3 to
    White`.
    """
    first_side = run.game.sides[0]
    if bound is Bound.MEAN:
        mean = f"{format_mean(value)} for {first_side}"
        return f"the mean is {mean}", mean
    if meaning is not None:
        return meaning.clause, meaning.label or meaning.clause
    worth = f"{FOR_MAX.label(value, bound)} to {first_side}"
    return f"it is worth {worth}", worth


def plies_looked_ahead(run: Run, tree: TreeAtStep, plies_before_root: int = 0) -> int:
    """Return the depth of a search in plies, plus the plies that were played before its root.

    The result is 0 for a search that has no depth, such as MCTS, and NO_DEPTH_LIMIT for a search to
    the end of the game.
    """
    if not run.algorithm.applies("depth"):
        return 0
    depth = run.depth
    # Pass n of iterative deepening is n plies deep. If the last pass was stopped, the answer comes
    # from the pass before.
    if run.trace.reason and run.trace.passes is Passes.REPLACE:
        depth = tree.passes - 1
    # No pass has been finished, or the search goes to the end.
    if depth in (0, NO_DEPTH_LIMIT):
        return depth
    return depth + plies_before_root


def describe_searcher(run: Run, search: SearchSpec, depths: Collection[int] = ()) -> str:
    """Describe a search with its options and how far it looks: `ordered-alpha-beta to depth 4`.

    `search` is the search as the user specified it, `run` is one of its runs. `depths` are the
    depths reached in different positions: if they differ, the description ends `to depth 3–5`.
    """
    options = dict(search.options)
    # The limit at the end of the description already gives the number of games.
    options.pop("iterations", None)
    search = replace(search, options=options)
    if run.algorithm.applies("depth"):
        search = replace(search, depth=None)

    limited_depths = sorted({*depths} - {0, NO_DEPTH_LIMIT})
    if len(limited_depths) > 1:
        return f"{search.to_spec()} to depth {limited_depths[0]:,}–{limited_depths[-1]:,}"
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
    """Say why a search was stopped and what it had finished: `…; 3 of 20 moves were finished`.

    Return "" if the search ended by itself.
    """
    reason = run.trace.reason
    if not reason:
        return ""
    if run.algorithm.iterations(run.problem):
        games = count_in_words(tree.sample_count(0), "random game was", "random games were")
        return f"{reason}; {games} played"
    # The last pass was stopped, so the answer comes from the pass before.
    if tree.passes > 1:
        passes = count_in_words(tree.passes - 1, "pass was", "passes were")
        return f"{reason}; {passes} finished"

    finished = 0
    if tree.visits:
        finished = sum(tree.returned(child) for child in tree.children(0))
    moves = count_in_words(len(run.root.moves()), "move was", "moves were")
    return f"{reason}; {finished:,} of {moves} finished"
