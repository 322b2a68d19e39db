"""Games in files: kept while they are played, gone on with, opened at a move, exported."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Call
from tests.cli.test_wrong_input import is_refused
from tests.clock import visits_take
from tests.few import one_in


@pytest.fixture
def game(call: Call, tmp_path: Path) -> Path:
    """Play three moves of tic-tac-toe against a search; return the file."""
    file = tmp_path / "a.game"
    assert call(f"play tictactoe --save {file}", stdin="a1\nb3\n").status == 0
    return file


def moves_of(file: Path) -> list[str]:
    """Return the moves in a file, without its first line."""
    return file.read_text(encoding="utf-8").splitlines()[1].split()


def header_of(file: Path) -> dict[str, Any]:
    """Return what a file's first line says."""
    found: dict[str, Any] = json.loads(
        file.read_text(encoding="utf-8").splitlines()[0].removeprefix("; ")
    )
    return found


def test_a_game_goes_on_where_it_was_kept(game: Path, call: Call) -> None:
    """The search that played plays on, and the same file has all moves."""
    before = moves_of(game)
    result = call(f"play {game}", stdin=" c3\n")

    assert result.err == ""
    assert "You play X (MAX). O is played by ordered-alpha-beta to the end." in result.out
    assert moves_of(game)[: len(before)] == before
    assert len(moves_of(game)) > len(before)


def test_other_players_go_on_with_a_game(game: Path, call: Call) -> None:
    """Options say who plays on; the file says so from then on."""
    call(f"play {game} --side both", stdin="c3\n")
    header = header_of(game)

    assert header["first"] == "person"
    assert header["second"] == "person"
    assert moves_of(game)[-1] == "c3"


def test_a_game_that_nobody_names_is_kept_by_game_and_time(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in the folder for state, and a terminal is told where; a game without a move leaves
    nothing.
    """
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path / "state"))
    call("play hex --side both")

    assert not [*tmp_path.rglob("*.game")]
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    result = call("play hex --side both", stdin="a1\nb2\n")
    [file] = (tmp_path / "state" / "games").glob("hex-2*.game")
    assert result.err == f"visualizer: the game is saved in {file}\n"
    assert moves_of(file) == [
        "a1",
        "b2",
    ]


def test_a_game_that_cannot_be_kept_is_played_all_the_same(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line says why, once."""
    (tmp_path / "state").touch()
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path / "state"))
    result = call("play tictactoe --side both", stdin="c3\na1\n")

    assert (
        result.err
        == "visualizer: the game was not saved: its folder cannot be created: Not a directory\n"
    )
    assert result.out.rstrip().endswith("X to move")


def test_a_game_that_cannot_be_saved_is_not_begun(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where `--save` names the file and the disk is full, the one line comes before the first
    move.
    """

    def fails(number: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("exports.atomic_files.os.fsync", fails)
    result = call(f"play tictactoe --plain --save {tmp_path}/x.game", stdin="b2\n")

    assert result.status == 2
    assert result.out == ""
    assert (
        result.err == f"visualizer: '{tmp_path / 'x.game'}' cannot be written: the disk is full\n"
    )
    assert not [*tmp_path.iterdir()]


def test_a_file_that_is_there_stays(game: Path, call: Call) -> None:
    """`--save` replaces a game only with --force."""
    before = game.read_bytes()
    result = call(f"play tictactoe --save {game}", stdin="a1\n")

    assert result.status == 2
    assert result.out == ""
    assert game.read_bytes() == before
    assert "already exists; --force replaces it" in result.err
    assert call(f"play tictactoe --side both --save {game} --force", stdin="c3\n").status == 0
    assert moves_of(game) == ["c3"]


def test_a_game_with_a_bad_move_is_left_as_it_is(game: Path, call: Call) -> None:
    """It is opened up to there, and goes on in a new file: what follows the bad move is not
    lost.
    """
    game.write_text(game.read_text(encoding="utf-8").rstrip() + " a1 c3\n", encoding="utf-8")
    before = game.read_bytes()
    result = call(f"play {game} --side both", stdin="c3\n")

    assert "'a1' is not a legal move here" in result.err
    assert "in move 5; the game is opened up to there" in result.err
    assert game.read_bytes() == before
    assert "the game is saved in" in result.err


@pytest.mark.parametrize("name", ["a.ptn", "a.pdn"])
def test_games_of_others_open(name: str, call: Call, tmp_path: Path) -> None:
    """A foreign game's moves are exported as they were, and `play` and `open` take it."""
    moves = {"a.ptn": "1. a1 e5 2. c3 {why}", "a.pdn": "1. 21-17 12-16 2. 23-20 {why} *"}[name]
    (tmp_path / name).write_text(moves, encoding="utf-8")
    out = tmp_path / f"b.{name[2:]}"
    result = call("export", str(tmp_path / name), "-O", str(out))

    assert result.err == f"visualizer: {tmp_path / name}: skipped: 1 comment\n"
    assert out.read_text(encoding="utf-8").splitlines()[-1] == moves.replace(" {why}", "")
    assert "to move" in call("play", str(tmp_path / name), "--side", "both").out
    assert call("open", str(tmp_path / name), "--move", "2", "--plain").status == 0


@pytest.mark.parametrize(
    ("name", "tags"),
    [
        ("a.ptn", '[Player1 "Ann O\'Neil"]\n[Player2 "Bo, 2nd"]'),
        ("a.pdn", '[White "Ann O\'Neil"]\n[Black "Bo, 2nd"]'),
    ],
)
def test_names_of_players_survive(
    name: str,
    tags: str,
    call: Call,
    tmp_path: Path,
) -> None:
    """They are in a review, in a saved game that goes on, also against a search, and in what is
    exported of either.
    """
    moves, more = {"a.ptn": ("1. a1 e5", "c3"), "a.pdn": ("1. 21-17 12-16", "23-20")}[name]
    (tmp_path / name).write_text(f"{tags}\n\n{moves} *\n", encoding="utf-8")
    ann, bo = tags.splitlines()

    def names(file: Path) -> tuple[bool, bool]:
        out = tmp_path / f"out.{name[2:]}"
        assert call(f"export {file} -O {out} --force").status == 0
        return ann in out.read_text(encoding="utf-8"), bo in out.read_text(encoding="utf-8")

    assert names(tmp_path / name) == (True, True)
    assert (
        "White (Ann O'Neil) against Black (Bo, 2nd)"
        in call("review", str(tmp_path / name), "-d", "1").out
    )
    for words, known in {"": (True, True), "--side second -d 1": (False, True)}.items():
        file = tmp_path / "kept.game"
        options = words.split() or ["--side", "both"]
        call(
            "play",
            str(tmp_path / name),
            *options,
            "--save",
            str(file),
            "--force",
            stdin=f"{more}\nquit\n",
        )
        call(f"play {file}", stdin="moves\n")

        assert names(file) == known


def test_a_transcript_is_loaded(call: Call, tmp_path: Path) -> None:
    """A text without the name of its game is played on where the game is named, and can be kept
    as a game.
    """
    (tmp_path / "a.txt").write_text("f5d6c3d3c4", encoding="utf-8")
    file = tmp_path / "b.game"
    result = call(f"play othello --load {tmp_path}/a.txt --side both --save {file}")

    assert result.status == 0
    assert moves_of(file) == ["f5d6c3d3c4"]
    assert call(f"export {file} -O {tmp_path}/b.txt").status == 0
    assert (tmp_path / "b.txt").read_text(encoding="utf-8") == "f5d6c3d3c4\n"


def test_open_steps_through_the_search_of_a_move(game: Path, call: Call) -> None:
    """A search's move is searched by that search, a person's by the options or the game's
    default.
    """
    second = call(f"open {game} --move 2 --plain").out

    assert second.startswith(
        "Tic-tac-toe, O to move: ordered alpha-beta, scored order, to the end.\nX: a1\n"
    )
    assert call(f"open {game} --move 3 --plain").out.startswith(
        "Tic-tac-toe, X to move: alpha-beta, nat"
    )
    asked = call(f"open {game} --move 3 -a minimax --plain").out
    assert asked.startswith("Tic-tac-toe, X to move: minimax")


def test_one_of_several_games(game: Path, call: Call, tmp_path: Path) -> None:
    """`--game` picks one of a file with games one after the other."""
    other = tmp_path / "b.game"
    call(f"play tictactoe --side both --save {other}", stdin="c3\n")
    both = tmp_path / "c.games"
    both.write_text(
        game.read_text(encoding="utf-8") + "\n" + other.read_text(encoding="utf-8"),
        encoding="utf-8",
    )

    assert call(f"export {both} --game 2 -O {tmp_path}/c.txt").status == 0
    assert (tmp_path / "c.txt").read_text(encoding="utf-8") == "c3\n"
    assert call(f"export {both} -O {tmp_path}/d.txt").status == 0
    assert (tmp_path / "d.txt").read_text(encoding="utf-8").split() == moves_of(game)


def test_a_review_is_json_words_or_pages(game: Path, call: Call, tmp_path: Path) -> None:
    """By the search that is asked for, else by the player's; pages are written whole, and stay."""
    found = call(f"review {game} -a alpha-beta --json").json

    assert found["game"] == "tictactoe"
    assert found["search"] == "alpha-beta"
    assert len(found["moves"]) == len(moves_of(game))
    in_words = call(f"review {game}")
    assert "No move gave anything away." in in_words.out
    assert in_words.err == ""
    pages = [tmp_path / name for name in ("r.html", "r.md")]
    written = call(f"review {game} -O {tmp_path}/r.html -O {tmp_path}/r.md")
    assert written.out.split() == [*map(str, pages)]
    assert all(page.stat().st_size > 300 for page in pages)
    is_refused(call(f"review {game} -O {tmp_path}/r.md"), "already exists")


def test_json_page_and_line_mode_review_by_the_same_search(call: Call, tmp_path: Path) -> None:
    """That is not the one-ply search of an easy opponent; another that is asked for takes over
    no depth.
    """
    file = str(tmp_path / "easy.game")
    page = tmp_path / "page.md"
    call(f"play tictactoe -p XX-OO---- --opponent easy --save {file}", stdin="c2\n")

    assert call(f"review {file} --json").json["search"] == "ordered-alpha-beta"
    assert call(f"review {file} -O {page}").status == 0
    for text in (page.read_text(encoding="utf-8"), call(f"review {file}").out):
        assert "eviewed by ordered-alpha-beta" in text
        assert "depth=1" not in text
    assert (
        "After c2, it is a draw (searched to the end: "
        in call(f"play {file} --plain", stdin="review\n").out
    )
    for words in (
        ["review", file, "--json"],
        ["open", file, "--move", "2", "--plain"],
        ["play", file, "--plain"],
    ):
        assert call(*words, "-a", "mcts", "--iterations", "9").err == ""


def test_a_game_is_exported_as_a_film_of_boards(game: Path, call: Call, tmp_path: Path) -> None:
    """A frame for the beginning and for each move, with who played it; and the moves beside it."""
    names = [str(tmp_path / name) for name in ("f.html", "f.svg", "f.txt")]
    result = call(
        f"export {game}", *(word for name in names for word in ("-O", name)), "--theme", "dark"
    )

    assert result.status == 0
    assert result.err == ""
    stills = sorted((tmp_path / "f").glob("*.svg"))
    assert len(stills) == len(moves_of(game)) + 1
    assert "X to move." in stills[0].read_text(encoding="utf-8")
    assert f"4. O plays {moves_of(game)[3]}." in stills[4].read_text(encoding="utf-8")
    assert (tmp_path / "f.html").read_text(encoding="utf-8").count("X plays") >= 1
    again = call(f"export {game} -O {tmp_path}/f.html")
    assert again.status == 2
    assert "already exists" in again.err


@pytest.mark.parametrize(
    ("words", "said", "status"),
    one_in(
        2,
        [
            (
                ["--try", "e2<"],
                "Move 21, d1 was played. e2<: yes, the best move: White wins in 2 (depth 3).",
                0,
            ),
            (
                ["--move", "21", "--try", "a5"],
                (
                    "Move 21, d1 was played. a5: no: Black wins in 1 (depth 3); Black answers "
                    "d1. Find a better one."
                ),
                1,
            ),
            (
                ["--move", "19", "--try", "d2"],
                "Move 19, e2 was played. d2: yes, the best move: White wins in 2 (depth 3).",
                0,
            ),
        ],
    ),
)
def test_a_better_move_is_found_from_the_command_line(
    words: list[str], said: str, status: int, call: Call
) -> None:
    """A try is accepted, or refuted by a line; the status says so too."""
    result = call("review example.game -a ordered-alpha-beta -d 3", *words)

    assert result.status == status
    assert result.out == f"{said}\n"
    assert result.err == ""


def test_a_game_begins_at_its_beginning(call: Call) -> None:
    """Not at Tak's first preset, which is worth searching; a position that is named is played
    from.
    """
    boards = [call("play tak", *words, "--plain").out for words in ((), ("-p", "ordering-helps"))]
    assert ["White 21+1  Black 21+1" in board for board in boards] == [True, False]


def test_scores_are_counted_by_game_and_opponent(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Won, drawn, lost and unfinished, from the person's side, of the games kept without a name."""
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path))

    assert "there is no saved game against a search in" in call("list scores").out
    for lines in ("c1\n", "c2\nresign\n", "c2\n"):
        call("play tictactoe -p XX-OO---- --opponent easy", stdin=lines)
    call("play tictactoe -p XX-OO---- --second --opponent hard", stdin="a1\n")
    call("play hex --side both", stdin="a1\n")
    (tmp_path / "games" / "broken.game").write_text("; {", encoding="utf-8")
    assert call("list scores --json").json == [
        {
            "game": "tictactoe",
            "opponent": "easy",
            "won": 1,
            "drawn": 0,
            "lost": 1,
            "unfinished": 1,
        },
        {
            "game": "tictactoe",
            "opponent": "hard",
            "won": 0,
            "drawn": 0,
            "lost": 1,
            "unfinished": 0,
        },
    ]
    assert "tictactoe  easy" in call("list scores").out


def test_a_review_by_searches_that_were_stopped_says_so(game: Path, call: Call) -> None:
    """The status is 1, and one line says how many there were and why."""
    result = call(f"review {game} --max-nodes 50 --json")

    assert result.status == 1
    assert len(result.json["moves"]) == 4
    assert (
        "stopped: the limit of 50 nodes was reached (--max-nodes); the review uses what was "
        "known by then"
    ) in result.err


def test_a_finished_game_points_to_its_review(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal, and only when the game is over."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    file = str(tmp_path / "a.game")

    assert "review" not in call(f"play tictactoe -p XX-OO---- --save {file}", stdin="c2\n").err
    result = call(f"play tictactoe -p XX-OO---- --save {file} --force", stdin="c1\n")
    assert result.err == f"visualizer: visualizer review {file} says what each move gave away\n"


def test_a_search_that_ran_out_of_time_is_opened_as_far_as_it_came(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file has its nodes, also after the game has gone on; the same search is stepped
    through.
    """
    visits_take(monkeypatch, 0.001)
    file = tmp_path / "a.game"
    search = ["-a", "minimax", "-d", "5", "--seconds", "0.2"]
    call("play hex --size 7", *search, "--second", "--save", str(file))
    stopped = header_of(file)["stopped"]

    assert [*stopped] == ["1"]
    assert 150 < stopped["1"] <= 200
    call(f"play {file} --side both", stdin="g7\n")
    assert header_of(file)["stopped"] == stopped
    assert moves_of(file)[-1] == "g7"
    file.write_text(
        file.read_text(encoding="utf-8").replace('"first": "person"', '"first": "minimax,depth=5"')
    )
    said = call(f"open {file} --move 1 --plain", stdin="last\nq\n").out
    assert f"the limit of {stopped['1']:,} nodes was reached" in said
