"""Plays the matches of docs/matches.md again: `python tools/matches.py [TABLE ...]`.

Writes the tables of the page. Each cell is a match between two searches, as `visualizer match`
plays it, and takes some seconds to some minutes.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from visualizer.look.table import Table
from visualizer.play.playing.contest import Contest
from visualizer.play.playing.movers import read_opponent
from visualizer.searching.lookup import load_game
from visualizer.searching.recipe import PositionSpec

PAGE = Path(__file__).parents[1] / "docs" / "matches.md"
SEED = 1


class Line(NamedTuple):
    """A row of a table: matches of one game between pairs of searches, by column."""

    title: str
    game: str
    pairs: Sequence[tuple[str, str]]
    games: Sequence[int]
    size: str = ""

    def cells(self) -> Iterator[str]:
        """Play each match; yield A's points with their interval, bold if one side is better."""
        where = PositionSpec(self.game, None, "", {"size": self.size} if self.size else {})
        for pair, games in zip(self.pairs, self.games, strict=True):
            begun = time.process_time()
            a, b = (read_opponent(load_game(self.game), words) for words in pair)
            contest = Contest(where, a, b, games, SEED)
            contest.play(processes=1)
            score = contest.score()
            assert score is not None
            took = time.process_time() - begun
            match = f"{self.game} {self.size} {' against '.join(pair)}"
            print(f"{match}: {score.sentences()[-1]}; {took:.0f} s", flush=True)
            won, _, lost = score.openings
            words = f"{score.scored}, {won}:{lost}".replace(" points", "")
            yield f"**{words}**" if score.is_sure else words


def mcts(title: str, option: str, games: Sequence[int]) -> Line:
    """Return matches of Hex 5×5 between MCTS with an option set to scored and without it."""
    plain = [f"mcts,iterations={iterations}" for iterations in ITERATIONS]
    return Line(title, "hex", [(f"{words},{option}=scored", words) for words in plain], games)


def against_plain(title: str, game: str, added: str, plain: str, games: Sequence[int]) -> Line:
    """Return matches between MCTS with something added and without, at several iterations."""
    pairs = [
        (f"mcts,iterations={number}{plain}{added}", f"mcts,iterations={number}{plain}")
        for number in ITERATIONS
    ]
    return Line(title, game, pairs[: len(games)], games)


def equal_nodes(search: str, games: Sequence[int]) -> Line:
    """Return matches of Tak between scored and natural order, both stopped after n nodes a move."""
    words = [f"{search},max-nodes={nodes}" for nodes in NODES]
    pairs = [(f"{name},ordering=scored", f"{name},ordering=natural") for name in words]
    return Line(f"`{search}`", "tak", pairs, games, "4")


def one_more(game: str, games: Sequence[int], evaluation: str = "", size: str = "") -> Line:
    """Return matches in which A looks one ply further than B."""
    name = "ordered-alpha-beta" + (f",evaluation={evaluation}" if evaluation else "")
    pairs = [
        (f"{name},depth={depth + 1}", f"{name},depth={depth}") for depth in range(1, len(games) + 1)
    ]
    words = f"{game} --size {size}" if size else game
    return Line(f"{words}, {evaluation}" if evaluation else words, game, pairs, games, size)


def opponents(game: str, games: Sequence[int]) -> Line:
    """Return the matches between a game's opponents."""
    return Line(game, game, (("middle", "easy"), ("hard", "middle")), games)


ITERATIONS = (100, 400, 1600)
NODES = (300, 1000, 3000)
TABLES: dict[str, tuple[Sequence[str], list[Line]]] = {
    "mcts": (
        ("scored", *(f"{iterations:,} iterations" for iterations in ITERATIONS)),
        [mcts("expansions", "ordering", (200, 80, 30)), mcts("playouts", "playouts", (60, 30, 20))],
    ),
    "priors-and-proofs": (
        ("added", *(f"{iterations:,} iterations" for iterations in ITERATIONS)),
        [
            against_plain(
                "priors, hex", "hex", ",selection=puct", ",ordering=scored", (400, 100, 100)
            ),
            against_plain(
                "priors, connect-four",
                "connect-four",
                ",selection=puct",
                ",ordering=scored",
                (400, 100, 100),
            ),
            against_plain("solver, hex", "hex", ",solver=yes", "", (400, 100, 100)),
            against_plain(
                "solver, connect-four", "connect-four", ",solver=yes", "", (400, 100, 100)
            ),
        ],
    ),
    "equal-nodes": (
        ("search", *(f"{nodes:,} nodes" for nodes in NODES)),
        [
            equal_nodes("alpha-beta,depth=4", (80, 80, 40)),
            equal_nodes("iterative-deepening,depth=8", (80, 60, 20)),
        ],
    ),
    "one-ply": (
        ("game, evaluation", "2 against 1", "3 against 2", "4 against 3", "5 against 4"),
        [
            one_more("tictactoe", (400, 400, 400, 400)),
            one_more("connect-four", (200, 200, 200, 100)),
            one_more("othello", (100, 100, 30)),
            one_more("othello", (100, 60, 40), "weights"),
            one_more("hex", (100, 100, 100), "distance"),
            one_more("italian-draughts", (100, 100, 100, 60)),
            one_more("tak", (100, 40), "", "4"),
        ],
    ),
    "opponents": (
        ("game", "middle against easy", "hard against middle"),
        [
            opponents("tictactoe", (400, 400)),
            opponents("connect-four", (100, 150)),
            opponents("othello", (60, 40)),
            opponents("hex", (40, 40)),
            opponents("italian-draughts", (60, 80)),
            opponents("tak", (40, 30)),
        ],
    ),
}


def main(names: list[str]) -> None:
    """Play the matches of these tables, or of all, and write each table into the page."""
    if unknown := [name for name in names if name not in TABLES]:
        sys.exit(f"there is no table {unknown[0]!r}; there are: {' '.join(TABLES)}")
    for name in names or TABLES:
        heads, lines = TABLES[name]
        rows = [(line.title, *line.cells()) for line in lines]
        filled = tuple((*row, *[""] * (len(heads) - len(row))) for row in rows)
        begin = f"<!-- matches: {name} -->\n"
        end = "<!-- end -->"
        before, found, after = PAGE.read_text(encoding="utf-8").partition(begin)
        assert found, name
        written = Table(tuple(heads), filled).markdown(marked_up=True)
        PAGE.write_text(
            f"{before}{begin}\n{written}\n{end}{after.partition(end)[2]}", encoding="utf-8"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
