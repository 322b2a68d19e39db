"""Games in files are written in other formats, read by what their content tells, and refused
where there is none.
"""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

import games
from tests.cli.conftest import Call
from tests.cli.test_wrong_input import is_refused
from tests.playing.random_games import random_match
from visualizer.play.playing.game_file import (
    match_file_contents,
    match_file_endings,
    open_game_file,
)
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import Mover
from visualizer.searching.recipe import PositionSpec

NAMES = [
    name
    for name in games.game_names()
    if name not in games.broken_games() and name not in ("chess", "openspiel", "tree")
]
ENDS = ["unfinished", "finished", "resigned", "drawn"]
"""How a game ends that is converted."""


def game_of(name: str, end: str) -> Match:
    """Play a game at random from the first position, by two people with names, up to an end."""
    match = random_match(PositionSpec(name, None, "", {}), 3, 400 if end == "finished" else 7)
    match = Match(
        PositionSpec(name, games.load_game(name).start({}).text()),
        Mover(None, "Zoë"),
        Mover(None, "B [x]"),
    )
    other = random_match(match.where, 3, 400 if end == "finished" else 7)
    for move in other.moves:
        match.play(move)
    if end == "resigned":
        match.resign()
    if end == "drawn":
        match.drawn = "agreed"
    return match


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("name", NAMES)
def test_every_format_is_written_from_every_other(
    name: str, end: str, call: Call, folder: Path
) -> None:
    """The moves stay the same; what a format cannot tell is noted, and all else comes back as it
    was.
    """
    match = game_of(name, end)
    if (
        end in ("resigned", "drawn")
        and match.is_over()
        and not (match.resigned is not None or match.drawn)
    ):
        pytest.skip("it ended before")
    for first, second in permutations(match_file_endings(match), 2):
        source = Path(f"a{first}")
        target = Path(f"b{second}")
        source.write_bytes(match_file_contents(match, str(source)))
        target.unlink(missing_ok=True)
        result = call(f"convert {source} --game {name} -O {target}")

        assert result.status == 0
        assert result.out == f"{target}\n"
        told, again = (
            open_game_file(str(file), 1, PositionSpec(name)).match for file in (source, target)
        )
        assert again.moves == match.moves
        assert again.start.text() == match.start.text()
        lost = result.err
        if "who played" not in lost:
            assert [str(mover) for mover in again.movers] == [str(mover) for mover in told.movers]
        if "how it ended" not in lost:
            assert (again.outcome is None) == (told.outcome is None)
            assert not told.is_over() or (again.outcome or 0) * (told.outcome or 0) >= 0
        if second == ".game" or ".txt" not in (first, second):
            assert "left out" not in lost


def test_a_file_that_tells_its_game_needs_no_name(call: Call, folder: Path) -> None:
    """The tags of SGF, GGF, PTN and PDN say which game it is, whatever the file is called."""
    for name in ("hex", "othello", "tak", "italian-draughts"):
        match = game_of(name, "unfinished")
        for number, ending in enumerate(match.game.transcript.endings):
            if ending == "txt":
                continue
            file = folder / f"{name}{number}.txt"
            file.write_bytes(match_file_contents(match, f"x.{ending}"))

            assert call(f"convert {file} -O {name}{number}.game").status == 0
            assert open_game_file(f"{name}{number}.game").match.moves == match.moves
            assert call(f"show {file}").out.endswith(f"{match.position.text()}\n")
            assert call(f"review {file} -a ordered-alpha-beta -d 1").status == 0
            assert call(f"open {file} -d 1 --plain", stdin="q\n").status == 0


def test_bare_moves_are_read_as_those_of_the_game_that_is_named(call: Call, folder: Path) -> None:
    """In `review`, `show` and `export`."""
    Path("o.txt").write_text("f5d6c3d3c4f4f6", encoding="utf-8")
    Path("h.txt").write_text("a1 b2 c3", encoding="utf-8")
    last = Match(PositionSpec("othello", None, "f5d6c3d3c4f4f6"), Mover(), Mover()).position.text()

    assert call("show o.txt --game othello --json").json["position"] != ""
    assert call("show h.txt --game hex --size 3 --json").json["position"] == "b../.w./..b w"
    assert len(call("review o.txt --game othello -d 1 --json").json["moves"]) == 7
    assert call("export o.txt --game othello -O o.sgf").status == 0
    assert last.split()[1] == "O"


def test_a_position_is_written_as_a_game_that_begins_there(call: Call, folder: Path) -> None:
    """`convert` and `show` take a file that holds a position alone."""
    Path("p.txt").write_text("XXOX-O---\n", encoding="utf-8")
    Path("d.pdn").write_text("B:W21,22:B1,2\n", encoding="utf-8")

    assert call("convert p.txt --game tictactoe -O p.game").status == 0
    assert open_game_file("p.game").match.position.text() == "XXOX-O---"
    assert call("convert d.pdn -O d2.pdn").status == 0
    assert open_game_file("d2.pdn").match.position.text() == "B:W21,22:B1,2"
    shown = call("convert p.txt --game tictactoe -O -")
    assert shown.status == 0
    assert shown.out == "XXOX-O---\n"
    assert shown.err == ""
    assert call("show p.txt --game tictactoe").out.endswith("XXOX-O---\n")


NO_GAMES = {
    "a.fen": b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
    "a.pgn": b'[Event "x"]\n[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n',
    "a.wtb": bytes(range(256)) * 2,
    "empty.txt": b"",
    "comment.txt": b"; only a comment\n",
}
"""Files that hold no game of a game that this program plays."""


@pytest.mark.parametrize(
    "name", ["othello", "hex", "connect-four", "tak", "italian-draughts", "tictactoe", "kalah"]
)
@pytest.mark.parametrize("file", NO_GAMES)
def test_a_file_that_holds_no_game_is_refused(
    file: str, name: str, call: Call, folder: Path
) -> None:
    """In one sentence, whatever it is asked for, and nothing is written."""
    if (file, name) == ("a.pgn", "tak"):
        pytest.skip("1. e4 e5 are moves of Tak as well")
    Path(file).write_bytes(NO_GAMES[file])
    before = sorted(folder.iterdir())
    for line in (
        f"play {name} --load {file} --save x.game --plain",
        f"open {file} --game {name} --plain",
        f"review {file} --game {name}",
        f"show {file} --game {name}",
        f"convert {file} --game {name} -O x.game",
    ):
        is_refused(call(line))

    assert sorted(folder.iterdir()) == before


LOADED = {
    "o.txt": "f5d6c3d3c4f4f6",
    "o.ggf": "(;GM[Othello]PB[one]PW[two]RE[?]TY[8]BO[8 ---------------------------O*------*O"
    "--------------------------- *]B[F5//2.4]W[D6]B[C5]W[F4]B[D3];)",
    "o.sgf": "(;GM[2]SZ[8]PB[one]PW[two];B[f5];W[d6];B[c3])",
    "letters.sgf": "(;GM[2]SZ[8]PB[one]PW[two];B[fe];W[df];B[cc])",
}
"""Games of Othello in which White, whom the search plays, is to move."""


@pytest.mark.parametrize("file", LOADED)
@pytest.mark.parametrize("stdin", ["", "quit\n", "moves\nreview\ndone\n"])
def test_loading_a_game_plays_nothing(
    file: str,
    stdin: str,
    call: Call,
    folder: Path,
) -> None:
    """Until the first move is asked for; and the players keep the names that the file gives
    them.
    """
    Path(file).write_text(LOADED[file], encoding="utf-8")
    moves = open_game_file(file, 1, PositionSpec("othello")).match.moves

    assert call(f"play othello --load {file} --save s.game --plain", stdin=stdin).status == 0
    header, text = Path("s.game").read_text(encoding="utf-8").split("\n", 1)
    assert text.strip() == "".join(moves)
    if file != "o.txt":
        found = json.loads(header.removeprefix("; "))
        assert found["first_name"] == "one"
        assert found["second_name"] == "two"
    again = call("play s.game --plain", stdin=stdin)
    assert again.status == 0
    assert Path("s.game").read_text(encoding="utf-8").split("\n", 1)[1] == text


def test_a_loaded_game_goes_on_with_the_first_move(call: Call, folder: Path) -> None:
    """The search plays first if it is its turn, then the person, then the search again."""
    Path("o.txt").write_text("f5d6c3d3c4f4f6", encoding="utf-8")
    result = call("play othello --load o.txt --save s.game -d 1 --plain", stdin="search\n")

    assert result.status == 0
    assert len(open_game_file("s.game").match.moves) == 8
    moves = open_game_file("s.game").match
    move = moves.position.name(moves.position.moves()[0])
    Path("s.game").unlink()
    call("play othello --load o.txt --save s.game -d 1 --plain", stdin=f"{move}\n")
    assert len(open_game_file("s.game").match.moves) == 10


def test_what_sgf_cannot_tell_is_refused(call: Call, folder: Path) -> None:
    """A game that begins elsewhere is written in GGF or as .game, not in SGF."""
    match = random_match(PositionSpec("othello", "-----OX--XO----- X", "", {"size": "4"}), 1, 4)
    Path("a.game").write_bytes(match_file_contents(match, "a.game"))

    assert call("convert a.game -O a.sgf").status == 0  # it is the first position of this size
    later = Match(PositionSpec("othello", match.position.text()), Mover(), Mover())
    Path("b.game").write_bytes(match_file_contents(later, "b.game"))
    refused = call("convert b.game -O b.sgf")
    assert refused.status == 2
    assert "GGF (.ggf) can tell it" in refused.err
    assert call("convert b.game -O b.ggf").status == 0
    assert open_game_file("b.ggf").match.start.text() == match.position.text()


OPENING = f"{'-' * 27}O*------*O{'-' * 27}"
TAGGED = {
    "a.ggf": (
        f"(;GM[Othello]PC[GGS]DT[?]PB[A]PW[B]TI[5:00]TY[8]BO[8 {OPENING} *]B[D3];)",
        "the tags PC and TI",
    ),
    "a.ptn": ('[Event "Final"]\n[Size "5"]\n[Player1 "A"]\n\n1. a1 e5 2. c3 *\n', "the tag EVENT"),
    "a.sgf": ("(;FF[4]GM[11]SZ[5]DT[2026]PB[A];B[a1];W[b2])", "the tag DT"),
    "a.pdn": ('[Site "Rome"]\n[White "A"]\n[GameType "22"]\n\n1. 21-17 *\n', "the tag SITE"),
}


@pytest.mark.parametrize("file", TAGGED)
def test_tags_that_are_not_kept_are_noted(file: str, call: Call, folder: Path) -> None:
    """What a tag says that no game keeps is named, in the same format and in that of saved
    games.
    """
    text, lost = TAGGED[file]
    Path(file).write_text(text, encoding="utf-8")
    for target in (f"b{Path(file).suffix}", "b.game"):
        assert (
            call(f"convert {file} -O {target}").err == f"visualizer: {target}: left out: {lost}\n"
        )
        assert not call(f"convert {target} -O c{Path(target).suffix}").err
