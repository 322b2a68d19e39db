"""`visualizer match`: the same result however it is done, and nothing lost whatever ends it."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.test_wrong_input import is_refused
from tests.few import one_in
from tests.processes import PATIENCE, ROOT, start, start_held

KEYS = [
    "game",
    "a",
    "b",
    "games",
    "wins_a",
    "draws",
    "wins_b",
    "pairs",
    "score",
    "low",
    "high",
    "p",
    "seed",
]
QUICK = "match tictactoe --a easy --b hard --games 20 --seed 1"
EIGHT = [
    "match",
    "connect-four",
    "--a",
    "ordered-alpha-beta,depth=2",
    "--b",
    "mcts,iterations=20",
    "--games",
    "8",
    "--seed",
    "7",
]


def test_the_score_as_json(done: Call) -> None:
    """It has the keys that scripts rely on; the searches are written in the one grammar."""
    found = done(f"{QUICK} --processes 1 --json").json

    assert [*found] == KEYS
    assert found["game"] == "tictactoe"
    assert found["a"] == "ordered-alpha-beta,depth=1"
    assert found["b"] == "ordered-alpha-beta,depth=all"
    assert found["games"] == found["wins_a"] + found["draws"] + found["wins_b"] == 20
    assert found["score"] == (found["wins_a"] + found["draws"] / 2) / 20
    assert found["low"] < found["score"] < found["high"]
    assert found["seed"] == 1
    assert found["pairs"] == {
        "won": 0,
        "even": 4,
        "lost": 6,
    }
    assert found["p"] == 0.03125


def test_the_score_in_words(done: Call) -> None:
    """What is played, who wins how often, and what that shows."""
    found = done(f"{QUICK} --processes 1")
    lines = found.out.splitlines()

    assert lines[0] == "tictactoe: 10 openings of 2 plies, each with both sides"
    assert lines[1:3] == [
        "A  ordered-alpha-beta,depth=1  (easy)",
        "B  ordered-alpha-beta,depth=all  (hard)",
    ]
    assert lines[3] == "A wins 4, B wins 16, 0 draws"
    assert lines[4:] == [
        "openings: A wins 0, B wins 6, 4 are even",
        "A has 4 of 20 points, 2 % to 38 %: B is better (p = 0.031)",
    ]


def test_a_decisive_game_is_offered(done: Call, tmp_path: Path) -> None:
    """The line behind the score is a command that reviews a game of the file in which the better
    search wins.
    """
    file = tmp_path / "some.games"
    offered = done(f"{QUICK} --processes 1 -O {file}").out.splitlines()[-1]
    command, _, said = offered.partition(" shows ")

    assert command == f"visualizer review {file} --game 3"
    assert said == "a decisive game"
    review = done(*shlex.split(command)[1:], "--plain").out
    assert review.startswith("Tic-tac-toe: X (easy) against O (hard)")
    assert "O has three in a row and wins" in review
    assert "decisive" not in done(f"{QUICK} --processes 1 -O {file} --force --json").out
    assert "decisive" not in done(f"{QUICK} --processes 1").out


@pytest.mark.parametrize(
    "command", one_in(2, ["review --json", "play --plain", "open --plain", "export -O -"])
)
def test_a_game_of_a_file_is_picked(call: Call, command: str, folder: Path) -> None:
    """`--game N` is the file's N-th game, by default the first, and another is refused in one
    sentence.
    """
    call(f"{QUICK} --processes 1 -O some.games")
    games = Path("some.games").read_text(encoding="utf-8").split("; {")
    shown = set()
    for number, option in {
        1: "",
        3: "--game 3",
        20: "--game 20",
    }.items():
        Path("single.game").write_text("; {" + games[number], encoding="utf-8")
        picked, single = (
            call(f"{command} {words}") for words in (f"some.games {option}", "single.game")
        )

        assert picked.status == 0
        assert picked.out == single.out
        shown.add(picked.out)

    assert len(shown) == 3
    is_refused(
        call(f"{command} some.games --game 21"),
        "there is no game 21 in 'some.games': there are 20 games\n",
    )


@pytest.mark.slow  # a sweep, whose processes are the same, is killed usually
def test_processes_and_a_kill_change_nothing(tmp_path: Path) -> None:
    """One process, two, and two that are killed and go on: the same score and the same file,
    byte for byte.
    """
    outs = []
    for name, words in {"one": ["--processes", "1"], "two": ["--processes", "2"]}.items():
        process = start(
            *EIGHT,
            *words,
            "--json",
            "-O",
            f"{name}.games",
            folder=tmp_path,
        )
        out, err = process.communicate(timeout=PATIENCE)

        assert process.returncode == 0, err
        assert err == b"", err
        outs.append(out)
    process = start_held(
        "written", 3, *EIGHT, "--processes", "2", "-O", "killed.games", folder=tmp_path
    )
    process.kill()
    process.communicate(
        timeout=PATIENCE
    )  # which ends only when no process of the match is left to hold the pipes
    torn = (tmp_path / "killed.games").read_bytes()

    assert torn.count(b"; {") == 3
    (tmp_path / "killed.games").write_bytes(torn[:-5])
    process = start(
        *EIGHT, "--processes", "2", "--resume", "--json", "-O", "killed.games", folder=tmp_path
    )
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert err == b"", err
    assert outs == [out, out]
    files = {(tmp_path / f"{name}.games").read_bytes() for name in ("one", "two", "killed")}
    assert len(files) == 1


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a signal is sent")
def test_sigterm_keeps_what_is_finished_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """It ends a match on several processes as Ctrl-C does, and no semaphore is left to be
    complained of.
    """
    process = start_held(
        "written", 2, *EIGHT, "--processes", "2", "-O", "some.games", folder=tmp_path
    )
    process.terminate()
    _, err = process.communicate(timeout=PATIENCE)

    assert process.returncode == 1
    assert (
        err.decode()
        == "visualizer: stopped by SIGTERM; 2 of 8 games are in some.games; --resume continues\n"
    )


@pytest.mark.slow
def test_progress_on_a_terminal(tmp_path: Path) -> None:
    """It says how many games are finished, how long the rest takes, and of --resume only where
    there is a file.
    """
    pexpect = pytest.importorskip("pexpect")
    for words, hint in (
        (["-O", str(tmp_path / "some.games")], r"\(Ctrl-C stops, --resume continues\)"),
        ([], "stops\\)"),
    ):
        command = shlex.join(
            [sys.executable, "-m", "tests.held", "told", "3", *EIGHT, "--processes", "1", *words]
        )
        child = pexpect.spawn(
            command,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            encoding="utf-8",
            timeout=PATIENCE,
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )
        child.expect(r"2 of 8 games, about \d+ seconds? left.*" + hint)
        child.expect(r"3 of 8 games, about \d+ seconds? left.*held")
        child.sendintr()
        child.expect("3 of 8 games are")
        child.expect(pexpect.EOF)


def test_resume_says_the_score_of_all_games(done: Call, tmp_path: Path) -> None:
    """Those that are in the file already, too; nothing is played again."""
    file = str(tmp_path / "some.games")
    first = done(f"{QUICK} --processes 1 -O {file}")
    before = Path(file).read_bytes()

    assert done(f"{QUICK} -O {file} --resume") == first
    assert Path(file).read_bytes() == before


def test_a_file_is_replaced_only_with_force(call: Call, tmp_path: Path) -> None:
    """Without it the file stays."""
    file = tmp_path / "some.games"
    file.write_text("mine", encoding="utf-8")
    found = call(f"{QUICK} -O {file}")

    assert found.status == 2
    assert found.out == ""
    assert file.read_text(encoding="utf-8") == "mine"
    assert "already exists; continue it with --resume or replace it with --force" in found.err
    assert call(f"{QUICK} --processes 1 -O {file} --force").status == 0
    assert file.read_text(encoding="utf-8").count("; {") == 20


@pytest.mark.slow
def test_options_that_do_nothing_are_named(call: Call) -> None:
    """As in other commands; an opponent's name has none."""
    found = call("match tictactoe --a mcts,iterations=5,depth=3 --b easy --games 2")

    assert found.status == 0
    assert found.err == "visualizer: no effect on mcts: -d 3\n"


def test_opponents_have_names_in_play_too(done: Call, tmp_path: Path) -> None:
    """Where searches play both sides, each is a search or an opponent's name."""
    words = [
        "play",
        "tictactoe",
        "--side",
        "none",
        "--a",
        "easy",
        "--b",
        "mcts,iterations=9",
        "--plain",
    ]
    found = done(*words, "--save", str(tmp_path / "some.game"))

    assert "X is played by easy bot, O by mcts with 9 games." in found.out
