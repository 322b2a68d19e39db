"""Compares perft of our rules with other libraries, in leaves a second from Python; `make
bench-peers` installs them.

Ours is counted by `visualizer.explaining.measures.estimate`, the others by loops of the same kind:
ask whether the game is over, list the moves, make each of them; moves of the last ply are only
counted. They are timed only if both find the same number of leaves. MCTS is compared too, in
iterations a second, with ours recorded.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from typing import Any

from games import AnyPosition, Game, connect_four, italian_draughts, othello
from tests.benchmarks.measure import cpu
from visualizer.explaining.measures.estimate import perft
from visualizer.look.table import Table
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

PAIRS = 7
DRAUGHTS = italian_draughts.GAME
OTHELLO = othello.GAME
CONNECT_FOUR = connect_four.GAME
MIDDLE_OF_DRAUGHTS = "W:W17,18,21,22,23,24,27,28,29,30,31,32:B1,2,4,5,6,7,8,9,11,12,14,16"
KINGS = "W:WK23,K26:BK2"
MIDDLE_OF_OTHELLO = "e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3"
MIDDLE_OF_CONNECT_FOUR = "236275173141"


@dataclass(frozen=True, slots=True)
class Peer:
    """A library: its name, its distribution and its module; how it sets up a position and counts.

    `about` says how it is used, and where its rules are known to differ from ours.
    """

    name: str
    distribution: str
    module: str
    set_up: Callable[[Game, str], Any]
    perft: Callable[[Any, int], int]
    about: str


@dataclass(frozen=True, slots=True)
class Match:
    """A comparison: a position in our notation and its name, the depth in plies, and the goal
    for ours / theirs.
    """

    peer: Peer
    game: Game
    text: str
    words: str
    depth: int
    goal: float

    def ours(self) -> AnyPosition:
        """Return the position in our rules."""
        if self.text:
            return self.game.read(self.text, {})
        return self.game.start({})

    def theirs(self) -> Any:
        """Return the position in the library."""
        return self.peer.set_up(self.game, self.text)


def draughts_board(game: Game, text: str) -> Any:
    """Set up a board of pydraughts; it reads the same FEN."""
    return import_module("draughts").Board("italian", text or "startpos")


def draughts_perft(board: Any, depth: int) -> int:
    """Count with `push` and `pop`, its fastest way; a player without a move has lost, so nothing
    else ends the game.
    """
    moves = board.legal_moves()
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        board.push(move)
        leaves += draughts_perft(board, depth - 1)
        board.pop()
    return leaves


def spiel_state(game: Game, text: str) -> Any:
    """Play the moves in OpenSpiel: columns from 0, or squares row by row from 0."""
    state = import_module("pyspiel").load_game(game.name.replace("-", "_")).new_initial_state()
    for word in game.split_moves(text):
        column = "abcdefgh".find(word[0])
        state.apply_action(int(word) - 1 if column < 0 else 8 * (int(word[1]) - 1) + column)
    return state


def spiel_perft(state: Any, depth: int) -> int:
    """Count on clones of states."""
    if state.is_terminal():
        return 0
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    leaves = 0
    for action in actions:
        child = state.clone()
        child.apply_action(action)
        leaves += spiel_perft(child, depth - 1)
    return leaves


def easy_game(game: Game, text: str) -> Any:
    """Play the moves in one of easyAI's own games, without players, so that copies are cheap.

    Its Othello names the row first and starts with the colours exchanged, so left and right are
    mirrored: our f5 is its E3.
    """
    name = "Reversi" if game is OTHELLO else "ConnectFour"
    position = getattr(import_module(f"easyAI.games.{name}"), name)([None, None])
    for word in game.split_moves(text):
        column = "hgfedcba".find(word[0])
        position.play_move(
            int(word) - 1 if column < 0 else f"{'ABCDEFGH'[int(word[1]) - 1]}{column + 1}"
        )
    return position


def easy_perft(game: Any, depth: int) -> int:
    """Count on copies, as its own search does in games that cannot unmake a move, which is all
    of these.
    """
    if game.is_over():
        return 0
    moves = game.possible_moves()
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        child = game.copy()
        child.make_move(move)
        child.switch_player()
        leaves += easy_perft(child, depth - 1)
    return leaves


PYDRAUGHTS = Peer(
    "pydraughts",
    "pydraughts",
    "draughts",
    draughts_board,
    draughts_perft,
    "moves made and taken back on one board; of the kings met (the fourth priority) it "
    "compares only the first, and two"
    " ways round the same pieces are two moves to it: the positions and depths here were "
    "chosen to agree",
)
OPENSPIEL = Peer(
    "OpenSpiel",
    "open_spiel",
    "pyspiel",
    spiel_state,
    spiel_perft,
    "states in C++ used from Python, by clone() and apply_action()",
)
EASYAI = Peer(
    "easyAI",
    "easyAI",
    "easyAI",
    easy_game,
    easy_perft,
    "the games it brings, with copies as in its Negamax; its Othello ends when one side "
    "cannot move, where ours passes:"
    " the positions and depths here were chosen to agree",
)

MATCHES = (
    Match(PYDRAUGHTS, DRAUGHTS, "", "first position", 4, 20),
    Match(PYDRAUGHTS, DRAUGHTS, MIDDLE_OF_DRAUGHTS, "middle game", 4, 20),
    Match(PYDRAUGHTS, DRAUGHTS, KINGS, "three kings", 5, 20),
    Match(OPENSPIEL, OTHELLO, "", "first position", 7, 0.4),
    Match(OPENSPIEL, OTHELLO, MIDDLE_OF_OTHELLO, "after 24 plies", 5, 0.4),
    Match(OPENSPIEL, CONNECT_FOUR, "", "first position", 7, 1),
    Match(OPENSPIEL, CONNECT_FOUR, MIDDLE_OF_CONNECT_FOUR, "after 12 plies", 7, 1),
    Match(EASYAI, OTHELLO, "", "first position", 5, 30),
    Match(EASYAI, OTHELLO, MIDDLE_OF_OTHELLO, "after 24 plies", 3, 30),
    Match(EASYAI, CONNECT_FOUR, "", "first position", 4, 30),
    Match(EASYAI, CONNECT_FOUR, MIDDLE_OF_CONNECT_FOUR, "after 12 plies", 4, 30),
)

Row = tuple[str, int | str, int | None, int | None, str, str]
ITERATIONS = 1_000
MCTS_GOAL = 1.0


def mcts_row() -> Row:
    """Compare our recorded MCTS on Hex 7×7 with OpenSpiel's UCT in Python on its own Hex in C++.

    Both play one random game in each iteration. OpenSpiel expands all children of a leaf at once.
    """
    search = import_module("open_spiel.python.algorithms.mcts")
    dice = import_module("numpy").random.RandomState
    game = import_module("pyspiel").load_game("hex(board_size=7)")
    evaluator = search.RandomRolloutEvaluator(1, dice(1))
    bot = search.MCTSBot(
        game,
        1.4142,
        ITERATIONS,
        evaluator,
        solve=False,
        random_state=dice(1),
    )
    recipe = Recipe(
        PositionSpec("hex", None, "", {"size": "7"}),
        SearchSpec("mcts", options={"iterations": ITERATIONS}),
    )
    pairs = [
        (cpu(lambda: Run(recipe).finish()), cpu(lambda: bot.mcts_search(game.new_initial_state())))
        for _ in range(PAIRS)
    ]
    ratios = [theirs / ours for ours, theirs in pairs]
    ours, theirs = map(statistics.median, zip(*pairs, strict=True))
    ratio = statistics.median(ratios)
    result = f"{ratio:.2f} ({min(ratios):.2f} to {max(ratios):.2f})" + (
        ", missed" if ratio < MCTS_GOAL else ""
    )
    what = "MCTS, Hex 7×7, first position, iterations / OpenSpiel"
    return (
        what,
        ITERATIONS,
        round(ITERATIONS / ours),
        round(ITERATIONS / theirs),
        result,
        f"{MCTS_GOAL:g}",
    )


HEADS = (
    "ours / theirs",
    "leaves",
    "ours a second",
    "theirs a second",
    f"ratio: median (lowest to highest) of {PAIRS} pairs",
    "to reach, at least",
)
MISSING = (
    "is not installed and not measured; after `make bench-peers`, .venv-peers/set-up.log says why."
)


def measure(match: Match) -> Row:
    """Count with both, then time both in turn; ours is repeated so that both take about the same
    time.
    """
    ours = match.ours()
    theirs = match.theirs()
    depth = match.depth
    what = f"{match.game.title}, {match.words}, depth {depth} / {match.peer.name}"
    leaves = perft(ours, depth)
    found = match.peer.perft(theirs, depth)
    if found != leaves:
        return (
            what,
            f"{leaves:,} / {found:,}",
            None,
            None,
            "leaves differ, so it is not timed",
            f"{match.goal:g}",
        )

    def peer() -> None:
        match.peer.perft(theirs, depth)

    def own() -> None:
        for _ in range(times):
            perft(ours, depth)

    times = 1
    times = max(1, round(cpu(peer) / cpu(own)))
    pairs = [(cpu(own) / times, cpu(peer)) for _ in range(PAIRS)]
    ratios = [slow / quick for quick, slow in pairs]
    our_seconds, their_seconds = map(statistics.median, zip(*pairs, strict=True))
    ratio = statistics.median(ratios)
    result = f"{ratio:.2f} ({min(ratios):.2f} to {max(ratios):.2f})" + (
        ", missed" if ratio < match.goal else ""
    )
    return (
        what,
        leaves,
        round(leaves / our_seconds),
        round(leaves / their_seconds),
        result,
        f"{match.goal:g}",
    )


def installed(peer: Peer) -> str | None:
    """Return the version of a library, None if it is not installed or cannot be loaded."""
    try:
        import_module(peer.module)
        return version(peer.distribution)
    except ImportError:
        return None


def main() -> None:
    """Compare with each installed library; print a table in Markdown, and a line about each
    library.
    """
    versions = {peer.name: installed(peer) for peer in (PYDRAUGHTS, OPENSPIEL, EASYAI)}
    rows = tuple(measure(match) for match in MATCHES if versions[match.peer.name])
    if versions[OPENSPIEL.name]:
        rows += (mcts_row(),)
    else:
        rows += ()
    if rows:
        print(Table(HEADS, rows).markdown())
        print(f"\nPython {sys.version.split()[0]}; times are CPU times.")
    for peer in (PYDRAUGHTS, OPENSPIEL, EASYAI):
        found = versions[peer.name]
        print(f"{peer.name} {found}: {peer.about}." if found else f"{peer.name} {MISSING}")


if __name__ == "__main__":
    main()
