"""Chess by python-chess: the rules are the library's, so what is tested is what stands around
them.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import NotInstalled, chess
from games.chess import GAME, Chess, chess_material, score_chess_captures
from visualizer.explaining.measures.estimate import perft
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError

DATA = Path(__file__).parents[1] / "data" / "perft" / "chess.txt"
QUICK = 10_000
PRESETS = {preset.name: preset for preset in GAME.presets}


@pytest.fixture
def library() -> None:
    """Leave out what needs python-chess where there is none."""
    pytest.importorskip("chess", reason="python-chess is not installed")


with_library = pytest.mark.usefixtures("library")


@pytest.fixture
def without_library(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide python-chess."""
    monkeypatch.setitem(sys.modules, "chess", None)
    chess.python_chess.cache_clear()
    yield
    chess.python_chess.cache_clear()


def random_game(seed: int, plies: int = 80) -> Iterator[Chess]:
    """Play a random game."""
    chance = random.Random(seed)
    position = GAME.start({})
    for _ in range(plies):
        assert isinstance(position, Chess)
        yield position
        moves = position.moves()
        if not moves:
            return
        position = position.play(chance.choice(moves))


# Without the library.


@pytest.mark.usefixtures("without_library")
@pytest.mark.parametrize("position", [None, "opening", PRESETS["opening"].text])
def test_without_the_library_one_sentence_says_how_to_get_it(position: str | None) -> None:
    """Whatever is asked for, the sentence is the same and names the command."""
    with pytest.raises(InputError) as caught:
        Run(Recipe(PositionSpec("chess", position)))
    assert str(caught.value) == chess.PYTHON_CHESS_MISSING
    assert f"{sys.executable} -m pip install chess" in chess.PYTHON_CHESS_MISSING


@pytest.mark.parametrize("wrong", ["\0" * 300, "x" * 5_000])
def test_what_is_no_fen_is_quoted_in_short(wrong: str) -> None:
    """Of a long text the sentence shows the beginning, also where each sign is escaped."""
    with pytest.raises(ValueError, match="is not a FEN") as caught:
        GAME.read(wrong, {})
    assert len(str(caught.value)) < 130


@pytest.mark.usefixtures("without_library")
def test_another_module_named_chess_is_not_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of somebody's own, chess.py, does not count."""
    monkeypatch.setitem(sys.modules, "chess", random)
    with pytest.raises(NotInstalled):
        GAME.start({})


def test_the_game_is_listed_without_loading_the_library() -> None:
    """`visualizer list` works, and says nothing on standard error, where there is none."""
    program = """
import sys
sys.modules["chess"] = sys.modules["pyspiel"] = None
from visualizer.apps.cli import run_command_line
run_command_line(["list", "games"])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=False, encoding="utf-8"
    )

    assert done.returncode == 0
    assert done.stderr == ""
    assert {"chess", "openspiel"} <= {line.partition(":")[0] for line in done.stdout.splitlines()}


# With it.


def entries() -> Sequence[object]:
    """Read the table of perft; entries with many leaves are marked slow."""
    rows = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            depth, leaves, fen = line.split(" ", 2)
            if int(leaves) > QUICK:
                marks = [pytest.mark.slow]
            else:
                marks = []
            rows.append(
                pytest.param(
                    int(depth),
                    int(leaves),
                    fen,
                    marks=marks,
                )
            )
    return rows


@with_library
@pytest.mark.parametrize(("depth", "leaves", "fen"), entries())
def test_perft(depth: int, leaves: int, fen: str) -> None:
    """The published numbers of leaves are reached."""
    assert perft(GAME.read(fen, {}), depth) == leaves


@with_library
@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_fen_and_san_read_back(seed: int) -> None:
    """Positions and moves are written canonically and read back, in natural order the library's."""
    for position in random_game(seed):
        again = GAME.read(position.text(), {})

        assert again.key() == position.key()
        assert again.text() == position.text()
        names = [position.name(move) for move in position.moves()]
        if position.outcome() is None:
            assert names == [position.state.san(move) for move in position.state.legal_moves]
        assert [GAME.find_move(position, name) for name in names] == list(position.moves())


@with_library
@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_colours_can_be_exchanged(seed: int) -> None:
    """On the mirrored board with colours exchanged, moves are as many and results and material
    are negated.
    """
    for position in random_game(seed, 60):
        mirrored = Chess(position.state.mirror())
        outcome = position.outcome()
        other = mirrored.outcome()

        assert len(mirrored.moves()) == len(position.moves())
        assert (other is None) == (outcome is None)
        assert chess_material(mirrored, other) == -chess_material(position, outcome)
        ours = sorted(map(tuple, score_chess_captures(position, position.moves())))
        assert sorted(map(tuple, score_chess_captures(mirrored, mirrored.moves()))) == ours


@with_library
def test_captures_come_by_victim_then_attacker() -> None:
    """The pawn takes the queen first, then the rook takes it, then the knight takes a pawn;
    promotions count too.
    """
    position: Any = GAME.read("6k1/1P6/8/2pq4/N1P5/3R4/8/6K1 w - - 0 1", {})
    names = [position.name(move) for move in position.moves()]
    rows = dict(zip(names, score_chess_captures(position, position.moves()), strict=True))

    assert rows["cxd5"] == (90, -1, 0)
    assert rows["Rxd5"] == (90, -4, 0)
    assert rows["Nxc5"] == (10, -2, 0)
    assert rows["b8=Q+"] == (0, 0, 80)
    assert rows["b8=N"] == (0, 0, 20)
    assert rows["Kf1"] == (0, 0, 0)
    passing: Any = GAME.read("6k1/8/8/3Pp3/8/8/8/6K1 w - e6 0 2", {})
    move = GAME.find_move(passing, "dxe6")
    assert [*score_chess_captures(passing, [move])] == [(10, -1, 0)]


@with_library
def test_sentences_of_the_presets() -> None:
    """The moves that they name are the best ones, and the end game ends in three plies."""

    def best(name: str, depth: int | str = 3) -> str:
        run = Run(
            Recipe(PositionSpec("chess", name), SearchSpec("ordered-alpha-beta", depth=depth))
        ).finish()
        return str(summary(run)["best_move"])

    assert best("ordering-helps") == "Qxc1"
    assert best("ordering-hurts") == "Qh5+"
    assert best("smothered-mate") == "Qg8+"
    assert best("morphy") == "Ra6"
    assert best("end-game", "all") == "Kf7"
    last = Run(
        Recipe(PositionSpec("chess", "end-game"), SearchSpec("minimax", depth="all"))
    ).finish()
    assert len(last.trace) == PRESETS["end-game"].counts["minimax"]
    morphy: Any = GAME.read(PRESETS["morphy"].text, {})
    assert [morphy.name(move) for move in morphy.moves() if mates_soon(morphy.play(move))] == [
        "Ra6"
    ]


def mates_soon(after: Chess) -> bool:
    """Say whether White mates at once, or next whatever Black replies."""
    replies = [after.play(reply) for reply in after.moves()]
    if not replies:
        return after.outcome() == 1
    return all(any(reply.play(move).outcome() == 1 for move in reply.moves()) for reply in replies)


@with_library
def test_the_board_is_drawn() -> None:
    """White's pieces are capitals, the eighth rank is on top."""
    board = GAME.start({}).board()

    assert "".join(cell.label for cell in board.cells[0]) == "rnbqkbnr"
    assert "".join(cell.label for cell in board.cells[7]) == "RNBQKBNR"
    assert board.columns[0] == "a"
    assert board.rows[0] == "8"
    assert board.captions == ("White 39  Black 39  castling KQkq",)
    position = GAME.start({})
    assert GAME.target(position, GAME.find_move(position, "Nf3")) == (5, 5)
