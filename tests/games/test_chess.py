"""Chess by python-chess: the rules are the library's, so what is tested is what stands around them."""

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
from games.chess import GAME, Chess, captures, material
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
    chess.library.cache_clear()
    yield
    chess.library.cache_clear()


def random_game(seed: int, plies: int = 80) -> Iterator[Chess]:
    """Play a random game."""
    chance, position = random.Random(seed), GAME.start({})
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
    assert str(caught.value) == chess.HOW_TO_GET_IT
    assert f"{sys.executable} -m pip install chess" in chess.HOW_TO_GET_IT


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
from visualizer.apps.cli import main
main(["list", "games"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert {"chess", "openspiel"} <= {line.partition(":")[0] for line in done.stdout.splitlines()}


# With it.


def entries() -> Sequence[object]:
    """Read the table of perft; entries with many leaves are marked slow."""
    rows = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            depth, leaves, fen = line.split(" ", 2)
            marks = [pytest.mark.slow] if int(leaves) > QUICK else []
            rows.append(pytest.param(int(depth), int(leaves), fen, marks=marks))
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
        assert (again.key(), again.text()) == (position.key(), position.text())
        names = [position.name(move) for move in position.moves()]
        if position.outcome() is None:
            assert names == [position.state.san(move) for move in position.state.legal_moves]
        assert [GAME.find_move(position, name) for name in names] == list(position.moves())


@with_library
@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_colours_can_be_exchanged(seed: int) -> None:
    """On the mirrored board with colours exchanged, moves are as many and results and material are negated."""
    for position in random_game(seed, 60):
        mirrored = Chess(position.state.mirror())
        outcome, other = position.outcome(), mirrored.outcome()
        assert len(mirrored.moves()) == len(position.moves())
        assert (other is None) == (outcome is None)
        assert material(mirrored, other) == -material(position, outcome)
        ours = sorted(map(tuple, captures(position, position.moves())))
        assert sorted(map(tuple, captures(mirrored, mirrored.moves()))) == ours


@with_library
def test_positions_never_change() -> None:
    """Playing makes another position."""
    position = GAME.start({})
    before = position.text()
    after = position.play(GAME.find_move(position, "e4"))
    assert position.text() == before
    assert after.text() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


@with_library
@pytest.mark.parametrize(
    ("fen", "outcome"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -1),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 1),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
        ("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", 0),
        ("8/8/4k3/8/8/3RK3/8/8 w - - 149 90", None),
        ("8/8/4k3/8/8/3RK3/8/8 w - - 150 90", 0),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 150 90", 1),
    ],
)
def test_ends_of_games(fen: str, outcome: float | None) -> None:
    """Mate, stalemate, too few pieces and 75 quiet moves end a game, and a mate counts before the clock."""
    position = GAME.read(fen, {})
    assert position.outcome() == outcome
    assert (position.moves() == ()) == (outcome is not None)


@with_library
def test_captures_come_by_victim_then_attacker() -> None:
    """The pawn takes the queen first, then the rook takes it, then the knight takes a pawn; promotions count too."""
    position: Any = GAME.read("6k1/1P6/8/2pq4/N1P5/3R4/8/6K1 w - - 0 1", {})
    names = [position.name(move) for move in position.moves()]
    rows = dict(zip(names, captures(position, position.moves()), strict=True))
    assert (rows["cxd5"], rows["Rxd5"], rows["Nxc5"]) == ((90, -1, 0), (90, -4, 0), (10, -2, 0))
    assert (rows["b8=Q+"], rows["b8=N"], rows["Kf1"]) == ((0, 0, 80), (0, 0, 20), (0, 0, 0))
    passing: Any = GAME.read("6k1/8/8/3Pp3/8/8/8/6K1 w - e6 0 2", {})
    move = GAME.find_move(passing, "dxe6")
    assert [*captures(passing, [move])] == [(10, -1, 0)]


@with_library
@pytest.mark.parametrize(
    ("word", "move"),
    [("Nf3", "Nf3"), ("Nf3!?", "Nf3"), ("Ng1f3", "Nf3"), ("e2e4", "e4"), ("e4!", "e4")],
)
def test_other_spellings(word: str, move: str) -> None:
    """More letters than needed and marks are read."""
    position = GAME.start({})
    assert position.name(GAME.find_move(position, word)) == move


@with_library
def test_moves_may_be_numbered() -> None:
    """The text of a game's moves can be pasted."""
    run = Run(Recipe(PositionSpec("chess", "opening", moves="1. f3 e5 2.g4 2... Qh4#")))
    assert run.root.outcome() == -1


@with_library
@pytest.mark.parametrize(
    ("fen", "says"),
    [
        ("", "is not a FEN"),
        ("x" * 5_000_000, "is not a FEN"),
        ("\ud800", "is not a FEN"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "is not a FEN"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", "is not a FEN"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "is not a FEN"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "eight rows"),
        ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "eight rows of eight squares"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "the position cannot be: no white king"),
        ("8/8/8/8/8/8/8/K6k w KQ - 0 1", "the king or a rook is not on the square that castling needs"),
        ("8/8/8/8/8/8/8/K5Rk w - - 0 1", "the side that is not to move is in check"),
        ("P7/8/8/8/8/8/8/K1k5 w - - 0 1", "pawns on backrank"),
        ("8/8/8/8/8/8/8/K6k w - e6 0 1", "no pawn has just passed"),
    ],
)
def test_malformed_positions_are_refused(fen: str, says: str) -> None:
    """One sentence says what is wrong."""
    with pytest.raises(ValueError, match=says) as caught:
        GAME.read(fen, {})
    assert str(caught.value).isprintable()


@with_library
@pytest.mark.parametrize("word", ["--", "Z0", "0000", "e5", "", "O-O", "Nf3" * 10, "\x00"])
def test_what_is_no_legal_move_is_refused(word: str) -> None:
    """A null move, which the library would read, is none."""
    with pytest.raises(ValueError, match=r"is not a (legal )?move"):
        GAME.find_move(GAME.start({}), word)


@with_library
@pytest.mark.parametrize("name", PRESETS)
def test_presets_keep_their_promises(name: str) -> None:
    """The counts and the value of each preset are what a search finds."""
    counts = PRESETS[name].counts
    for algorithm in ("alpha-beta", "ordered-alpha-beta"):
        run = Run(Recipe(PositionSpec("chess", name), SearchSpec(algorithm))).finish()
        assert (len(run.trace), run.trace.value(0)) == (counts[algorithm], counts["value"])
        assert run.recipe.search.depth == counts["depth"]
    assert GAME.read(PRESETS[name].text, {}).text() == PRESETS[name].text


@with_library
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if preset.counts["minimax"] > 20_000 else [])
     for name, preset in PRESETS.items()],
)  # fmt: skip
def test_minimax_of_the_presets(name: str) -> None:
    """So are minimax's."""
    run = Run(Recipe(PositionSpec("chess", name), SearchSpec("minimax"))).finish()
    assert (len(run.trace), run.trace.value(0)) == (PRESETS[name].counts["minimax"], PRESETS[name].counts["value"])


@with_library
def test_sentences_of_the_presets() -> None:
    """The moves that they name are the best ones, and the end game ends in three plies."""

    def best(name: str, depth: int | str = 3) -> str:
        run = Run(Recipe(PositionSpec("chess", name), SearchSpec("ordered-alpha-beta", depth=depth))).finish()
        return str(summary(run)["best_move"])

    assert best("ordering-helps") == "Qxc1"
    assert best("ordering-hurts") == "Qh5+"
    assert best("smothered-mate") == "Qg8+"
    assert best("morphy") == "Ra6"
    assert best("end-game", "all") == "Kf7"
    last = Run(Recipe(PositionSpec("chess", "end-game"), SearchSpec("minimax", depth="all"))).finish()
    assert len(last.trace) == PRESETS["end-game"].counts["minimax"]
    morphy: Any = GAME.read(PRESETS["morphy"].text, {})
    assert [morphy.name(move) for move in morphy.moves() if mates_soon(morphy.play(move))] == ["Ra6"]


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
    assert (board.columns[0], board.rows[0]) == ("a", "8")
    assert board.captions == ("White 39  Black 39  castling KQkq",)
    position = GAME.start({})
    assert GAME.target(position, GAME.find_move(position, "Nf3")) == (5, 5)


@with_library
@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "Black is mated, and White wins"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Black is stalemated, a draw"),
        ("8/8/4k3/8/8/4K3/8/6N1 w - - 0 1", "neither side can mate: a draw"),
        ("8/8/4k3/8/8/4K3/8/6R1 w - - 150 100", "75 moves without a capture or a pawn move: a draw"),
    ],
)
def test_how_a_game_has_ended(fen: str, words: str) -> None:
    """Who is mated, or by which rule it is a draw; only where there are moves can one play on."""
    position = chess.read(fen, {})
    outcome = position.outcome()
    assert outcome is not None and chess.ending(position, outcome) == words
    on = position.unfinished()
    assert (on is None) is ("mated" in words)
    assert on is None or (on.outcome() is None and on.moves() and on.play(on.moves()[0]).outcome() is None)


@with_library
def test_moves_in_uci() -> None:
    """Engines' own words for moves are taken, too: of pieces, castling and promotions."""
    position = chess.read("r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1", {})
    for word, name in (("e1g1", "O-O"), ("a1d1", "Rd1"), ("h1h8", "Rxh8+")):
        assert position.name(chess.find_move(position, word)) == name
    promoted = chess.read("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", {})
    assert promoted.name(chess.find_move(promoted, "a7a8n")) == "a8=N"
