"""Contests: pairs of games from distinct openings, their points, and games that go on too long."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import games
from tests.few import one_in
from visualizer.play.playing import contest as module
from visualizer.play.playing.contest import (
    Contest,
    ContestGame,
    ContestScore,
    find_openings,
    play_contest_game,
)
from visualizer.play.playing.movers import Mover, opponent_named
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec, SearchSpec
from visualizer.support.errors import InputError

EASY = Mover(SearchSpec("ordered-alpha-beta", depth=1))
HARD = Mover(SearchSpec("ordered-alpha-beta"))
ENDLESS = """
from games import Board, Cell, Game, Preset, Settings, result

class Endless:
    def __init__(self, place=0, maximizing=True):
        self.place, self.maximizing = place, maximizing
    def moves(self):
        return [0] if self.outcome() is None else []
    def play(self, move):
        return Endless((self.place + 1) % PERIOD, not self.maximizing)
    def outcome(self):
        return 1 if self.place == END else None
    def key(self):
        return (self.place, self.maximizing)
    def text(self):
        return str(self.place)
    def name(self, move):
        return "on"
    def board(self):
        return Board("Endless", ((Cell(),),))

GAME = Game(
    name="endless", title="Endless", about="goes on and on", sides=("First", "Second"), notation="a number",
    start=lambda settings: Endless(), read=lambda text, settings: Endless(int(text)), evaluations={"result": result},
    presets=(Preset("start", "0", "the start"),), depth=1,
)
"""
"""A game of one move in a circle of PERIOD places; the first player wins in the place END."""


def played(
    where: PositionSpec, games: int = 20, seed: int = 1, plies: int | None = None
) -> Contest:
    """Play a contest of a weak and a strong search in this process."""
    contest = Contest(
        where,
        EASY,
        HARD,
        games,
        seed,
        plies=plies,
    )
    contest.play(processes=1)
    return contest


# Pairs and openings.


def test_each_opening_is_played_with_both_sides() -> None:
    """Two games in a row have the same opening; A has the first side in one and the second side
    in the other.
    """
    tasks = Contest(PositionSpec("tictactoe"), EASY, HARD, 20, 1).tasks
    for one, other in zip(tasks[::2], tasks[1::2], strict=True):
        assert one.opening == other.opening
        assert one.first == EASY
        assert one.second == HARD
        assert one.a_is_first is True
        assert other.first == HARD
        assert other.second == EASY
        assert other.a_is_first is False


@pytest.mark.parametrize(
    "game", ["tictactoe", "connect-four", "othello", "hex", "italian-draughts", "tak"]
)
def test_openings_are_distinct_positions_that_go_on(game: str) -> None:
    """No two have equal keys, none is over, and they are so many plies from where games begin."""
    plies, drawn = find_openings(PositionSpec(game), 30, 5, 3)
    found = [resolve_position(where)[1] for where in drawn]

    assert plies == 3
    assert len({position.key() for position in found}) == 30
    assert all(position.outcome() is None and not position.maximizing for position in found)


def test_openings_of_tak_are_from_an_empty_board() -> None:
    """Where nothing is said they are of a new game, though the game's first preset is one in the
    middle.
    """
    assert all(
        where.position is not None and where.position.endswith(" 1 2")
        for where in find_openings(PositionSpec("tak"), 9, 1)[1]
    )


def test_the_seed_draws_the_openings() -> None:
    """The same seed draws the same, another others; fewer are the first of more."""
    drawn = find_openings(PositionSpec("tictactoe"), 20, 1)

    assert drawn == find_openings(PositionSpec("tictactoe"), 20, 1)
    assert find_openings(PositionSpec("tictactoe"), 20, 2) != drawn
    assert find_openings(PositionSpec("tictactoe"), 7, 1)[1] == drawn[1][:7]


@pytest.mark.parametrize(
    ("count", "plies"),
    [
        (1, 2),
        (72, 2),
        (73, 3),
        (252, 3),
        (253, 4),
        (756, 4),
    ],
)
def test_plies_are_the_fewest_that_give_enough(count: int, plies: int) -> None:
    """Tic-tac-toe has 72, 252 and 756 positions after 2, 3 and 4 plies."""
    found, drawn = find_openings(PositionSpec("tictactoe"), count, 1)

    assert found == plies
    assert len({where.position for where in drawn}) == count


def test_too_few_openings_are_refused_with_their_number() -> None:
    """After so many plies, and if these are not given, after as many as has the most."""
    with pytest.raises(
        InputError,
        match=("200 games need 100 different openings, but after 2 plies tictactoe has only 72; "),
    ):
        find_openings(PositionSpec("tictactoe"), 100, 1, 2)
    with pytest.raises(
        InputError,
        match="after any number of plies tictactoe has only 1,372; play at most 2,744 games",
    ):
        find_openings(PositionSpec("tictactoe"), 2_000, 1)
    with pytest.raises(InputError, match=r"after 9 plies tictactoe has none$"):
        find_openings(PositionSpec("tictactoe"), 1, 1, 9)


def test_openings_of_large_games_are_drawn_without_listing_them_all() -> None:
    """After five plies of Hex there are more positions than can be listed; ten are drawn from
    them.
    """
    assert (
        len(
            {
                where.position
                for where in find_openings(PositionSpec("hex", None, "", {"size": "7"}), 10, 1, 5)[
                    1
                ]
            }
        )
        == 10
    )


def test_settings_go_with_the_openings() -> None:
    """Those of the game and those of a preset, all but the size, which the notation tells."""
    where = find_openings(PositionSpec("tak", None, "", {"size": "4", "half_komi": "4"}), 1, 1)[1][
        0
    ]

    assert where.settings == {"half_komi": "4"}
    assert where.position is not None
    assert where.position.count("/") == 3


# Points.


def test_points_are_those_of_the_games() -> None:
    """Each game's points are what its last position says, from A's side."""
    contest = played(PositionSpec("tictactoe"))
    for number, task in enumerate(contest.tasks):
        match = task.match()
        while not match.is_over():
            match.play_next()
        outcome = match.position.outcome()

        assert outcome is not None
        assert contest.points[number] == (
            0.5 if not outcome else float((outcome > 0) == task.a_is_first)
        )
    score = contest.score()

    assert score is not None
    assert score.games[2] > score.games[0]
    assert sum(score.games) == 20


def test_a_search_against_itself_has_half_of_the_points() -> None:
    """What it wins in one game of a pair it loses in the other."""
    contest = Contest(PositionSpec("connect-four", None, "", {"size": "4x4"}), HARD, HARD, 10, 1)
    contest.play(processes=1)
    score = contest.score()

    assert score is not None
    assert score.games[0] == score.games[2]


def test_only_whole_pairs_count() -> None:
    """A game whose other one is not finished yet is left out."""
    contest = Contest(PositionSpec("tictactoe"), EASY, HARD, 6, 1)
    contest.found = {
        0: ("", 1),
        1: ("", 0.5),
        2: ("", 1),
        5: ("", 0),
    }

    assert contest.score() == ContestScore([(1, 0.5)])
    contest.found = {0: ("", 1), 3: ("", 1)}
    assert contest.score() is None


# Opponents by name.

STEPS = [
    (game, *pair)
    for game in ("tictactoe", "connect-four", "othello", "hex", "italian-draughts", "tak")
    for pair in (("middle", "easy"), ("hard", "middle"))
]


QUICK = ("tictactoe", "connect-four")
"""Games whose opponents usually meet."""


@pytest.mark.parametrize(
    ("game", "stronger", "weaker"),
    [
        pytest.param(
            *step, marks=[pytest.mark.slow] if step[1] == "hard" or step[0] not in QUICK else []
        )
        for step in STEPS
    ],
)
def test_opponents_are_ordered_in_strength(game: str, stronger: str, weaker: str) -> None:
    """Middle wins more than half of the points against easy, and hard against middle."""
    a, b = (opponent_named(games.load_game(game), name) for name in (stronger, weaker))
    contest = Contest(PositionSpec(game), a, b, 40 if game == "tictactoe" else 10, 1)
    contest.play(processes=1)
    score = contest.score()

    assert score is not None
    assert score.share > 0.5


# Games that go on.


@pytest.mark.parametrize(
    ("period", "end", "plies", "result"),
    one_in(
        2,
        [
            (2, -1, 4, 0),
            (6, -1, 12, 0),
            (400, -1, 400, 0),
            (500, 400, 400, 1),
            (500, 401, 400, 0),
        ],
    ),
)
def test_a_draw_by_repetition_or_length(
    user_file: Callable[[str], Path], period: int, end: int, plies: int, result: float
) -> None:
    """A position for the third time, or 400 plies, is a draw; a game that the rules end then is
    not.
    """
    game = str(user_file(ENDLESS.replace("PERIOD", str(period)).replace("END", str(end))))
    text, points = play_contest_game(
        ContestGame(
            PositionSpec(game, "0"),
            EASY,
            EASY,
            a_is_first=True,
        )
    )

    assert points == (1 if result else 0.5)
    assert f'"result": {result}' in text
    assert text.count("on") == plies + text.partition("\n")[0].count("on")


def test_a_drawn_match_is_over_and_can_be_taken_back() -> None:
    """It says why it is a draw."""
    match = ContestGame(
        PositionSpec("tictactoe"),
        EASY,
        EASY,
        a_is_first=True,
    ).match()
    match.drawn = "threefold repetition"

    assert match.is_over()
    assert match.outcome == 0
    assert match.end() == "a draw: threefold repetition"
    match.undo()
    assert not match.is_over()


# The file.


@pytest.mark.parametrize("cut", one_in(2, [3, 0, 200, 10, 500, 40, 1200, 900]))
def test_resuming_from_any_place(tmp_path: Path, cut: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the file was torn, the end is the same, and what was whole is not played again."""
    where = PositionSpec("tictactoe")
    whole = tmp_path / "whole.games"
    torn = tmp_path / "torn.games"
    contest = Contest(where, EASY, HARD, 10, 3)
    contest.play(whole, processes=1)
    torn.write_bytes(whole.read_bytes()[:cut])
    again = Contest(where, EASY, HARD, 10, 3)
    count = list[ContestGame]()

    def counted(task: ContestGame) -> tuple[str, float]:
        count.append(task)
        return play_contest_game(task)

    monkeypatch.setattr(module, "play_contest_game", counted)
    again.play(torn, resume=True, processes=1)

    assert torn.read_bytes() == whole.read_bytes()
    assert again.points == contest.points
    assert len(count) == 10 - max(0, whole.read_bytes()[:cut].count(b"; {") - 1)


def test_a_contest_that_grows_goes_on(tmp_path: Path) -> None:
    """More games of the same contest are added to its file."""
    file = tmp_path / "some.games"
    whole = tmp_path / "whole.games"
    Contest(PositionSpec("tictactoe"), EASY, HARD, 4, 3).play(file, processes=1)
    Contest(PositionSpec("tictactoe"), EASY, HARD, 10, 3).play(file, resume=True, processes=1)
    Contest(PositionSpec("tictactoe"), EASY, HARD, 10, 3).play(whole, processes=1)

    assert file.read_bytes() == whole.read_bytes()


OTHERS: dict[str, Callable[[str], str]] = {
    "another seed": lambda text: text,
    "text": lambda text: "some notes\n",
    "no text": lambda text: "\udcff",
    "an illegal move": lambda text: text.replace("\n", "\nz9 ", 1),
    "another result": lambda text: re.sub(
        '(?<="result": )-?[01]', lambda found: str(2 - int(found[0])), text, count=1
    ),
    "a game twice": lambda text: text + text,
}


@pytest.mark.parametrize("kind", [*OTHERS])
def test_a_file_of_something_else_is_refused(tmp_path: Path, kind: str) -> None:
    """One sentence with the file's name, and the file stays as it is."""
    file = tmp_path / "some.games"
    seed = 4 if kind == "another seed" else 3
    Contest(PositionSpec("tictactoe"), EASY, HARD, 4, 3).play(file, processes=1)
    file.write_bytes(
        OTHERS[kind](file.read_text(encoding="utf-8")).encode(errors="surrogateescape")
    )
    before = file.read_bytes()

    with pytest.raises(InputError, match=r"some\.games' holds the results of something else"):
        Contest(PositionSpec("tictactoe"), EASY, HARD, 4, seed).play(file, resume=True, processes=1)
    assert file.read_bytes() == before
