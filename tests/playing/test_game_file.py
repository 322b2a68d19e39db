"""Games in files: round trips, the files of other programs, and files that are wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.few import one_in
from tests.playing.random_games import WHERES, random_match
from tests.processes import PATIENCE
from visualizer.draw.boards.shapes import board_drawing_size
from visualizer.play.playing.board_film import film_of_game
from visualizer.play.playing.game_file import (
    OpenedGame,
    match_file_contents,
    open_game_file,
    saved_game_text,
    transcript,
)
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER, Mover
from visualizer.play.playing.review_words import review_heading
from visualizer.searching.recipe import PositionSpec, SearchSpec
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import games_of_notation


def read(
    folder: Path,
    text: str,
    name: str = "a.game",
    number: int = 1,
    where: PositionSpec | None = None,
) -> OpenedGame:
    """Read a text as a file."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return open_game_file(str(file), number, where)


def name_of(where: PositionSpec) -> str:
    """Name a position in a test's name."""
    return " ".join(map(str, (where.game, where.position or "", *where.settings.values())))


@pytest.mark.parametrize("where", one_in(3, WHERES), ids=name_of)
def test_a_saved_game_reads_back(
    where: PositionSpec, tmp_path: Path, usually: Callable[[int], int]
) -> None:
    """After every move, finished, unfinished or given up, the file has the same moves, position
    and result.
    """
    for seed in range(usually(3)):
        whole = random_match(where, seed, 20 * usually(4))
        match = Match(where, HUMAN_MOVER, Mover(SearchSpec("minimax", depth=2), "", 2.5))
        for move in whole.moves:
            match.play(move)
            again = read(tmp_path, saved_game_text(match))

            assert again.match.moves == match.moves
            assert again.is_complete
            assert not again.notes
        if not match.is_over():
            match.resign()
        again = read(tmp_path, saved_game_text(match))

        assert again.match.position.text() == match.position.text()
        assert again.match.outcome == match.outcome
        assert again.match.movers == match.movers
        assert saved_game_text(again.match) == saved_game_text(match)


@pytest.mark.parametrize("where", WHERES, ids=name_of)
def test_the_notation_alone_reads_back(where: PositionSpec, tmp_path: Path) -> None:
    """What is exported is read as the same moves; PTN and PDN tell the position where the game
    begins, too.
    """
    match = random_match(where, 5)
    ending = match.game.transcript.ending
    tells = ending != "txt"
    if match.game.explicit:
        settings = {}
    else:
        settings = dict(where.settings)
    if tells:
        start = None
    else:
        start = PositionSpec(where.game, match.start.text(), "", settings)
    again = read(
        tmp_path, match_file_contents(match, f"x.{ending}").decode(), f"x.{ending}", 1, start
    )

    assert again.match.moves == match.moves
    assert again.match.start.text() == match.start.text()
    assert not again.names_players
    assert again.match.position.outcome() == match.position.outcome()


def test_the_header_has_what_scripts_rely_on() -> None:
    """Line 1 is JSON behind a semicolon; the rest is the game's own notation."""
    match = Match(
        PositionSpec("tak", None, "", {"size": "5"}),
        HUMAN_MOVER,
        Mover(SearchSpec("tutorial-bot"), "tutorial-bot"),
    )
    match.play("a1")
    first, rest = saved_game_text(match).split("\n", 1)

    assert json.loads(first.removeprefix("; ")) == {
        "game": "tak",
        "settings": {},
        "position": "x5/x5/x5/x5/x5 1 1",
        "first": "person",
        "second": "tutorial-bot",
        "result": None,
        "second_name": "tutorial-bot",
    }
    assert rest == (
        '[Size "5"]\n[Komi "0"]\n[Player1 "person"]\n[Player2 "tutorial-bot"]\n\n1. a1\n'
    )


@pytest.mark.parametrize("where", WHERES, ids=name_of)
def test_every_board_of_a_film_fits_on_its_page(where: PositionSpec) -> None:
    """Nothing is drawn outside of the page or over the words above and below, in every game."""
    match = random_match(where, 4, 12)
    film = film_of_game(match)
    frames = [*film.frames()]

    assert [frame.last for frame in frames] == [*range(len(match.turns) + 1)]
    for frame in frames:
        plan = frame.picture.plan
        board = frame.picture.board

        assert board is not None
        width, height = board_drawing_size(board.board, plan.size)
        assert plan.board.x >= 0
        assert plan.board.x + width <= plan.width + 0.01
        assert plan.board.y + height <= plan.caption.y
    assert not match.turns or frames[-1].sentence.startswith(f"{len(match.turns)}. ")


def test_how_a_game_ended_begins_with_a_capital() -> None:
    """Behind the last move of a film, and in the heading of a review."""
    match = Match(PositionSpec("tree", "[[3,12],[2,4]]"), HUMAN_MOVER, HUMAN_MOVER)
    for _ in range(2):
        match.play("1")
    *_, last = film_of_game(match).frames()

    assert last.sentence == "2. MIN plays a1. This leaf is worth 3."
    assert review_heading(Review(match))[-1] == "This leaf is worth 3."


@pytest.mark.parametrize(
    ("moves", "size", "mark"),
    [
        ("a1 c3 c1 b3 c2", "3", "R-0"),
        ("a1 c3 c1 b3", "3", "b3"),
        ("a1 c3 resign", "3", "0-1"),
    ],
)
def test_ptn_says_how_a_game_was_won(moves: str, size: str, mark: str) -> None:
    """R by a road, 1 where the other side gave up; an unfinished game has no result, and no tag
    for one.
    """
    match = Match(PositionSpec("tak", None, "", {"size": size}), HUMAN_MOVER, HUMAN_MOVER)
    for move in moves.split():
        if move == "resign":
            match.resign()
        else:
            match.play(move)

    assert transcript(match).rstrip().endswith(mark)
    assert ("Result" in transcript(match)) == match.is_over()


PTN = """[Site "PlayTak.com"]
[Size "5"]
[Komi "2"]
[Result "R-0"]

1. a1 e5 {an opening; with (brackets)}
2. c3! c4?! (2... d4 3. d3 (3. e3 {deeper}))
3. Cd3 $5 1c4-1' ; to the end of the line (
R-0

[Size "6"]
1. a1 f6 *
"""


def test_ptn_of_others(tmp_path: Path) -> None:
    """Comments, variations and marks are skipped, and it is said; settings and result come from
    the tags.
    """
    found = read(tmp_path, PTN, "a.ptn")

    assert found.match.moves == ["a1", "e5", "c3", "c4", "Cd3", "c4-"]
    assert found.match.resigned is False
    assert found.match.game.name == "tak"
    assert found.match.where.settings == {
        "size": "5",
        "half_komi": "4",
    }
    assert [note.partition(": ")[2] for note in found.notes] == [
        "skipped: 2 comments, 1 variation, 3 marks",
        "by the rules the game is not over, so its result counts as a resignation",
    ]
    assert read(tmp_path, PTN, "a.ptn", 2).match.moves == ["a1", "f6"]


PDN = """[Event "Campionato"]
[GameType "22"]
[Result "1-1"]

1. 21-17 { [%clock 1] } 12-16 2. 23-20? 16:23 (2... 5-6) 3. 28x19 1-1
"""


def test_pdn_of_others(tmp_path: Path) -> None:
    """A colon captures too; a draw that was agreed ends the game, though no rule does."""
    found = read(tmp_path, PDN, "a.pdn")

    assert found.match.moves == ["21-17", "12-16", "23-20", "16x23", "28x19"]
    assert [note.partition("a.pdn")[2] for note in found.notes] == [
        ": skipped: 1 comment, 1 variation, 1 mark"
    ]
    assert found.match.outcome == 0
    assert found.match.end() == "a draw: its file says so"
    assert transcript(found.match).endswith("1-1\n")
    assert read(tmp_path, saved_game_text(found.match)).match.outcome == 0


def test_what_cannot_be_kept_of_other_programs_is_said(tmp_path: Path) -> None:
    """A result that says nothing is left out; names in another encoding than UTF-8 do no harm."""
    file = tmp_path / "a.ptn"
    file.write_bytes('[Player1 "Zoë"]\n[Result "won"]\n\n1. a1 e5\n'.encode("latin-1"))
    found = open_game_file(str(file))

    assert found.match.moves == ["a1", "e5"]
    assert found.notes == (f"{file}: skipped: the result 'won'",)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("a1", "'a1' is not a legal move here: it flips no disc; legal: "),
        ("z9", "'z9' is not a move: a square such as d3, or pass"),
    ],
)
def test_a_bad_move_ends_the_game_before_it(wrong: str, why: str, tmp_path: Path) -> None:
    """The file is opened up to there, and one sentence names the move's number and why it cannot
    be played.
    """
    match = random_match(PositionSpec("othello"), 1, 20)
    text = saved_game_text(match).replace('"result": null', '"result": 1').rstrip()
    place = len(text) - 8
    found = read(tmp_path, text[:place] + wrong + text[place:])

    assert found.match.moves == match.moves[:16]
    assert found.is_complete is False
    assert found.match.outcome is None
    [note] = found.notes
    assert why in note
    assert note.endswith(", in move 17; the game is opened up to there")


NEXT = '\n\n[Size "4"]\n1. a1 b1'
"""Another game behind a broken one."""


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ("1. a1 e5 2. c3 (2. d3", "the '(' in line 2 opens a variation that is never closed"),
        ("1. a1 e5\n2. c3 ) c4", "line 3 has a ')' without the '(' that opens a variation"),
        ("1. a1 e5 2. c3 ] c4", "line 2: '] c4' closes something that was never opened"),
        ("1. a1 e5 2. c3 [c4", "line 2: '[c4' begins a tag that does not end"),
        ("1. a1 e5 2. c3 {c4", "line 2: '{c4' begins a comment that does not end"),
    ],
)
def test_what_is_broken_ends_the_game_before_it(broken: str, why: str, tmp_path: Path) -> None:
    """A game is opened up to a broken bracket, which is said; unless that is a comment without
    end, the next opens.
    """
    text = f'[Size "5"]\n{broken}'
    found = read(tmp_path, text, "a.ptn")

    assert [*found.match.moves] == ["a1", "e5", "c3"]
    assert not found.is_complete
    assert not found.match.is_over()
    assert found.notes[-1] == f"{tmp_path / 'a.ptn'}: {why}; the game is opened up to there"
    if "{" not in broken:
        (tmp_path / "two.ptn").write_text(text + NEXT, encoding="utf-8")
        second = open_game_file(str(tmp_path / "two.ptn"), 2)
        assert [*second.match.moves] == ["a1", "b1"]
        assert second.is_complete


HEADER = (
    '; {"game": "tictactoe", "settings": {}, "position": "---------", "first": '
    '"person", "second": "person", "result": null}'
)


WRONG = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "wrong_games.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [(name, *row) for name, rows in WRONG.items() for row in rows.items()],
)
def test_wrong_files_are_refused_in_a_sentence(
    name: str, text: str, error: str, tmp_path: Path
) -> None:
    """The sentence has the file, what is wrong, and where."""
    with pytest.raises(InputError, match=error) as caught:
        read(tmp_path, text, name)
    assert "\n" not in str(caught.value)


def test_code_that_a_file_names_is_run_only_if_it_is_trusted(tmp_path: Path) -> None:
    """A game, a search, an ordering or an evaluation of somebody's own stands in line 1 as in
    any file of data.
    """
    code = tmp_path / "mine.py"
    code.write_text("raise SystemExit('it has run')\n", encoding="utf-8")
    for text in (
        HEADER.replace('"tictactoe"', json.dumps(str(code))),
        HEADER.replace('"second": "person"', f'"second": "minimax,evaluation={code}:value"'),
        HEADER.replace('"second": "person"', f'"second": "{code}:search"'),
    ):
        with pytest.raises(InputError, match="add --trust"):
            read(tmp_path, text)


def test_the_ending_tells_the_game() -> None:
    """PTN is Tak's and PDN Italian draughts', SGF one of two games'; a plain text may be any
    game's.
    """
    assert [
        games_of_notation(name)
        for name in ("a.ptn", "b.PDN", "d.sgf", "e.ggf", "c.txt", "tak", "x.svg")
    ] == [
        ["tak"],
        ["italian-draughts"],
        ["hex", "othello"],
        ["othello"],
        [],
        [],
        [],
    ]


@pytest.mark.parametrize("seed", one_in(2, range(20)))
def test_pydraughts_opens_our_pdn(seed: int, tmp_path: Path) -> None:
    """Another program reads the variant, result and moves, and plays them by its own rules."""
    draughts = pytest.importorskip("draughts", reason="pydraughts is not installed")
    pdn = pytest.importorskip("draughts.PDN")
    where = PositionSpec("italian-draughts", None if seed % 2 else "W:W21-32:B1-12")
    match = random_match(where, seed, 120)
    if not match.is_over():
        match.resign()
    [game] = pdn.PDNReader(transcript(match)).games

    assert game.variant == "italian"
    assert game.moves == list(match.moves)
    assert game.game_ending == {1: "2-0", -1: "0-2"}[int(match.outcome or 0)]
    board = draughts.Board("italian", match.start.text())
    for move in game.moves:
        board.push(draughts.Move(board, pdn_move=move))
    assert board.turn == (draughts.WHITE if match.position.maximizing else draughts.BLACK)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
@pytest.mark.parametrize("apart", one_in(2, [3, 1]))
def test_a_kill_at_any_moment_loses_no_move(tmp_path: Path, apart: int) -> None:
    """Killed before whatever call to the system, a game has in its file, which opens whole, what
    it had shown.
    """
    program = [
        sys.executable,
        str(Path(__file__).parent / "kill_moments.py"),
        str(tmp_path),
        str(apart),
    ]
    done = subprocess.run(
        program,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )

    assert done.returncode == 0
    assert done.stderr == ""
    moments = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    met = {(shown, kept) for shown, kept, _ in moments}
    in_part = {shown for shown, _, beside in moments if beside}
    assert met <= {
        (0, 0),
        (0, 1),
        (1, 1),
        (1, 2),
        (2, 2),
        (2, 3),
        (3, 3),
    }, "a move was written in part"
    assert in_part, "a move was written in part"
    assert apart > 1 or (len(met) == 7 and in_part == {0, 1, 2}), (
        "each move was once written in part"
    )
