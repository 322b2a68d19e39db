"""OpenSpiel's games: the rules are OpenSpiel's, so what is tested is what stands around them."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games import GameNotFound, openspiel
from games.openspiel import GAME, OpenSpiel, board_from_text
from visualizer.draw.boards import contents as drawer
from visualizer.explaining.measures.estimate import perft
from visualizer.explaining.measures.summary import summary
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import opponent_named
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.your_code.grading.checking.check import check_game_rules

PRESETS = {preset.name: preset for preset in GAME.presets}
SOME = (
    "amazons",
    "antichess",
    "breakthrough",
    "checkers",
    "chess",
    "clobber",
    "connect_four",
    "dots_and_boxes",
    "go",
    "gomoku",
    "havannah",
    "hex",
    "lines_of_action",
    "mancala",
    "mnk",
    "nim",
    "nine_mens_morris",
    "othello",
    "oware",
    "pentago",
    "quoridor",
    "tic_tac_toe",
    "twixt",
    "ultimate_tic_tac_toe",
    "y",
)
DICE = ("backgammon", "pig")


@pytest.fixture
def spiel() -> None:
    """Leave out what needs OpenSpiel where there is none."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")


with_spiel = pytest.mark.usefixtures("spiel")


@pytest.fixture
def without_spiel(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide OpenSpiel."""
    caches: list[Any] = [
        openspiel.open_spiel_library,
        openspiel.load_openspiel_game,
        games.load_game,
    ]

    def forget() -> None:
        for cache in caches:
            cache.cache_clear()

    monkeypatch.setitem(sys.modules, "pyspiel", None)
    forget()
    yield
    forget()


def run_of(name: str, position: str | None = None, **search: Any) -> Run:
    return Run(Recipe(PositionSpec(name, position), SearchSpec(**search))).finish()


def random_game(name: str, seed: int, plies: int = 40) -> Iterator[OpenSpiel]:
    """Play a random game."""
    chance = random.Random(seed)
    position = games.load_game(f"openspiel:{name}").start({})
    for _ in range(plies):
        assert isinstance(position, OpenSpiel)
        yield position
        moves = position.moves()
        if not moves:
            return
        position = position.play(chance.choice(moves))


# Without OpenSpiel.


@pytest.mark.usefixtures("without_spiel")
@pytest.mark.parametrize(
    "where",
    [
        PositionSpec("openspiel"),
        PositionSpec("openspiel:tic_tac_toe"),
        PositionSpec("openspiel", "nim"),
    ],
)
def test_without_openspiel_one_sentence_says_how_to_get_it(where: PositionSpec) -> None:
    """Whatever is asked for, the sentence is the same and names the command."""
    with pytest.raises(InputError) as caught:
        Run(Recipe(where))
    assert str(caught.value) == openspiel.OPENSPIEL_MISSING
    assert "pip install open_spiel" in openspiel.OPENSPIEL_MISSING


# With it.


@with_spiel
def test_known_counts_come_out_again() -> None:
    """The trees are those of our own games: tic-tac-toe, Connect Four on 4×4, Connect-3 on 3×3."""
    assert len(run_of("openspiel:tic_tac_toe").trace) == 18297
    assert len(run_of("openspiel:connect_four(rows=4,columns=4)", depth="all").trace) == 62889
    connect_three = "openspiel:connect_four(rows=3,columns=3,x_in_row=3)"
    assert len(run_of(connect_three, algorithm="minimax").trace) == 3278
    assert len(run_of(connect_three).trace) == 532
    connect_four = games.load_game("openspiel:connect_four").start({})
    assert [perft(connect_four, depth) for depth in range(1, 6)] == [7, 49, 343, 2401, 16807]
    assert perft(games.load_game("openspiel:othello").start({}), 5) == 1396


@with_spiel
def test_kalah_is_mancala() -> None:
    """Along random games Kalah and OpenSpiel's mancala have the same counts three plies deep,
    movers and winners.
    """
    for seed in range(4):
        here = games.load_game("kalah").start({})
        other = games.load_game("openspiel:mancala").start({})
        chance = random.Random(seed)
        while here.outcome() is None:
            assert here.maximizing == other.maximizing
            assert [perft(here, depth) for depth in (1, 2, 3)] == [
                perft(other, depth) for depth in (1, 2, 3)
            ]
            number = chance.randrange(len(here.moves()))
            here = here.play(here.moves()[number])
            other = other.play(other.moves()[number])
        result = here.outcome()
        won = other.outcome()

        assert result is not None
        assert (result > 0) - (result < 0) == won


@with_spiel
@pytest.mark.parametrize("name", DICE)
def test_games_with_dice(name: str) -> None:
    """Chance has the library's probabilities, which add up to 1; Star1 finds what expectiminimax
    finds, mcts plays.
    """
    game = games.load_game(f"openspiel:{name}")
    turns = set()
    for position in random_game(name, seed=1, plies=24):
        turn = games.turn_of(position)
        turns.add(turn)
        odds = position.probabilities()

        assert (odds is not None) is (turn is games.Turn.CHANCE)
        if odds is not None:
            assert len(odds) == len(position.moves())
            assert sum(odds) == pytest.approx(1)
            assert min(odds) > 0
            assert dict(zip(position.moves(), odds, strict=True)) == dict(
                position.state.chance_outcomes()
            )
        assert game.chance(position)

    assert turns == {*games.Turn}
    values = [
        summary(run_of(f"openspiel:{name}", algorithm=algorithm, depth=2))["value"]
        for algorithm in ("expectiminimax", "star1")
    ]
    assert values[0] == pytest.approx(values[1])
    assert run_of(f"openspiel:{name}", algorithm="mcts", options={"iterations": 5}).trace.finished
    with pytest.raises(
        InputError, match=r"^alpha-beta cannot search a game with chance events such as dice"
    ):
        run_of(f"openspiel:{name}", algorithm="alpha-beta")


@with_spiel
@pytest.mark.parametrize("name", DICE)
def test_nothing_is_wrong_with_a_game_with_dice(name: str) -> None:
    """A board of text alone is one, and that chance decides who begins is no mistake."""
    assert check_game_rules(f"openspiel:{name}", seconds=1).findings == ()


@with_spiel
def test_a_game_with_dice_is_played() -> None:
    """Searches play a whole game of pig; the rolls are among its moves, and the default
    opponents can search it.
    """
    game = games.load_game("openspiel:pig(winscore=15)")
    mover = opponent_named(game, "easy")
    match = Match(
        PositionSpec(game.name),
        mover,
        mover,
        seed=1,
    )
    while not match.is_over():
        match.play_next()

    assert any(move.startswith("Roll_") for move in match.moves)
    assert game.read(" ".join(match.moves), {}).outcome() == match.outcome != 0


@with_spiel
@pytest.mark.parametrize("name", [*SOME, *DICE])
def test_games_can_be_played_written_and_drawn(name: str) -> None:
    """In a random game names are words and all different, positions read back and never change,
    boards are drawn.
    """
    game = games.load_game(f"openspiel:{name}")

    assert game.name == f"openspiel:{name}"
    for position in [*random_game(name, seed=1)][::4]:
        before = (position.text(), str(position.state))
        again = game.read(position.text(), {})

        assert again.key() == position.key()
        assert again.text() == position.text()
        assert again.board() == position.board()
        names = [position.name(move) for move in position.moves()]
        assert len({*names}) == len(names)
        assert all(len(word.split()) == 1 for word in names)
        assert (position.outcome() is None) == bool(names)
        assert all(line.isprintable() for line in drawer.board_text(position.board()))
        for move in position.moves():
            position.play(move)
        assert (position.text(), str(position.state)) == before


@with_spiel
def test_every_game_that_fits_is_offered() -> None:
    """All of OpenSpiel's games for two, in turn, without secrets, whose chance is told, and no
    other.
    """
    kinds = openspiel.open_spiel_library().registered_games()
    fitting = {
        kind.short_name
        for kind in kinds
        if kind.default_loadable and not openspiel.why_unsearchable(kind)
    }

    assert {*SOME} <= fitting
    assert len(fitting) >= 30
    assert {*DICE} <= fitting
    assert not fitting & {
        "kuhn_poker",
        "goofspiel",
        "phantom_ttt",
        "matching_pennies_3p",
        "dark_hex",
        "efg_game",
    }


@with_spiel
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "OpenSpiel has no game ''"),
        ("tic_tac_to", "did you mean tic_tac_toe?"),
        ("kuhn_poker", "kuhn_poker hides information from the players"),
        ("dark_hex", "hides information from the players"),
        ("goofspiel", "is not a game in which the players take turns"),
        ("matching_pennies_3p", "is not for two players"),
        ("chinese_checkers(players=3)", "is not for two players"),
        ("efg_game", "needs parameters"),
        ("hex(board_size=abc)", "cannot be loaded: Wrong type for parameter board_size"),
        ("hex(board_size=3", "cannot be loaded: Missing closing bracket"),
        ("hex(no=1)", "cannot be loaded: Unknown parameter 'no'"),
        ("connect_four(rows=0)", "cannot be loaded: it crashes"),
        ("nim\x00", "is not the name"),
        ("nim\ud800", "is not the name"),
        ("n" * 1_000_000, "is not the name"),
    ],
)
def test_other_games_are_refused(name: str, says: str, capfd: pytest.CaptureFixture[str]) -> None:
    """One sentence says why, even where OpenSpiel would crash, and OpenSpiel itself says
    nothing.
    """
    with pytest.raises(GameNotFound, match=r"^there is no game called 'openspiel:") as caught:
        games.load_game(f"openspiel:{name}")
    assert says in str(caught.value)
    assert str(caught.value).isprintable()
    assert capfd.readouterr() == ("", "")


@with_spiel
def test_games_may_be_made_of_games() -> None:
    """Parameters may be games: misère tic-tac-toe, and a game that starts after some moves."""
    misere = run_of("openspiel:misere(game=tic_tac_toe())")

    assert misere.trace.value(0) == 0
    assert summary(misere)["best_move"] == "x(1,1)"
    later = games.load_game("openspiel:start_at(history=0;1,game=tic_tac_toe())")
    position = later.read("x(1,1) o(2,2)", {})
    assert position.text() == "x(1,1) o(2,2)"
    assert (
        "".join(cell.label or "." for row in position.board().cells for cell in row) == "xo..x...o"
    )


@with_spiel
def test_player_0_is_max_whoever_begins() -> None:
    """In OpenSpiel's chess White is player 1; a fool's mate is a win of Black, player 0."""
    position = games.load_game("openspiel:chess").read("f3 e5 g4", {})

    assert position.maximizing
    mate = position.play(games.load_game("openspiel:chess").find_move(position, "Qh4#"))
    assert mate.outcome() == 1
    assert mate.moves() == ()


@with_spiel
def test_scored_tries_wins_first_and_losses_last() -> None:
    """The mover's result is the score; other moves stay in natural order between them."""
    run = run_of("openspiel:tic_tac_toe", "x(0,0) o(1,0) x(0,1) o(1,1)", ordering="scored")
    order, scores = run.order_with_scores(())

    assert [run.choices(())[number] for number in order][:2] == ["x(0,2)", "x(1,2)"]
    assert scores is not None
    assert [scores[number].total for number in order] == [1, 0, 0, 0, 0]
    nim = run_of("openspiel:nim(pile_sizes=1;2)", "pile:1,_take:1;", ordering="scored")
    order, scores = nim.order_with_scores(())
    assert scores is not None
    assert [scores[number].total for number in order] == [0, -1]


@with_spiel
@pytest.mark.parametrize(
    "text", ["x(3,3)", "x(0,0) x(0,1)", "x" * 5_000_000, "\ud800", "x(0,0) " * 2]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    """A ValueError in one sentence."""
    with pytest.raises(
        ValueError, match=r"is not a legal move here|is longer than any move"
    ) as caught:
        GAME.read(text, {"game": "tic_tac_toe"})
    assert len(str(caught.value)) < 200


@with_spiel
def test_the_game_is_a_setting_too() -> None:
    """`openspiel --set game=NAME` is the same as `openspiel:NAME`."""
    where = PositionSpec("openspiel", settings={"game": "hex(board_size=3)"})

    assert summary(Run(Recipe(where)).finish())["nodes"] == 11703
    with pytest.raises(InputError, match="OpenSpiel has no game 'tik'"):
        Run(Recipe(PositionSpec("openspiel", settings={"game": "tik"})))


@with_spiel
@pytest.mark.parametrize("name", PRESETS)
def test_presets_keep_their_promises(name: str) -> None:
    """The counts and the value of each preset are what a search to the end finds."""
    counts = PRESETS[name].counts
    for algorithm in ("alpha-beta", "ordered-alpha-beta", "minimax"):
        if counts.get(algorithm, 10**6) < 20_000:
            run = run_of("openspiel", name, algorithm=algorithm)
            assert len(run.trace) == counts[algorithm]
            assert run.trace.value(0) == counts["value"]


@pytest.mark.slow
@with_spiel
@pytest.mark.parametrize(
    "name", [name for name, preset in PRESETS.items() if preset.counts.get("minimax", 0) > 20_000]
)
def test_large_minimax_counts_of_the_presets(name: str) -> None:
    """So are the large ones."""
    run = run_of("openspiel", name, algorithm="minimax")

    assert len(run.trace) == PRESETS[name].counts["minimax"]
    assert run.trace.value(0) == PRESETS[name].counts["value"]


# Drawing, which needs no library.


def shown(text: str) -> list[str]:
    return drawer.board_text(board_from_text("", text))


def test_grids_become_boards() -> None:
    """Rows of signs or words are cells, numbers and letters around them are labels, other lines
    captions.
    """
    assert shown("oox\n.x.\n.xo") == [" o  o  x", " ·  x  ·", " ·  x  o"]
    assert shown("2b.\n1.w\n ab\n") == ["   a  b", "2  b  ·", "1  ·  w"]
    assert shown("Komi 7.5\n\n 2 +X\n 1 O+\n   AB") == ["   A  B", "2  ·  X", "1  O  ·", "Komi 7.5"]
    assert shown("Black (x) to play:\n  a b\n1 - x 1\n2 o - 2\n3 - - 3\n  a b") == [
        "   a  b",
        "1  ·  x",
        "2  o  ·",
        "3  ·  ·",
        "Black (x) to play:",
    ]
    assert board_from_text("", ". x\n . .\n  o .").slant
    assert not board_from_text("", ". x\n. .\no .").slant


@pytest.mark.parametrize(
    "text", ["(0): 1 3 5 7", ".--.\n|  |\n.--.", "┌╴ ╶┐\n└╴ ╶┘", "  . . .\n1 . . x .\n2 . . . ."]
)
def test_other_lines_are_shown_as_they_are(text: str) -> None:
    """What is no grid keeps its look, without colours."""
    assert shown(f"\x1b[91m{text}\x1b[0m") == text.split("\n")


@given(st.text(" .x12|+-ab\n", max_size=80))
def test_whatever_is_printed_can_be_drawn(text: str) -> None:
    """Boards are rectangular, and as many labels as columns or none."""
    board = board_from_text("", text)
    widths = {len(row) for row in board.cells}

    assert len(widths) <= 1
    assert len(board.rows) in (0, len(board.cells))
    assert len(board.columns) in {0, *widths}
    shown(text)
