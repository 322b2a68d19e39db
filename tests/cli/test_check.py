"""`visualizer check`: what it prints, and its status."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.test_examples import EXAMPLES
from visualizer.your_code.grading.checking.check import GameReport, check_game_rules

UserFile = Callable[..., Path]
NIM = EXAMPLES["game"]


def test_a_correct_game_is_status_0(done: Call, user_file: UserFile) -> None:
    """Nothing is found, and what was looked at and counted is said."""
    out = done("check", str(user_file(NIM))).out
    assert re.fullmatch(
        r"no mistakes were found in 14 positions and 40 games played to the end, of up to \d plies, in [\d.]+ s\n"
        r"perft to depth 8: 3 9 23 31 21 7 1 0, in [\d.]+ s\n",
        out,
    )


def test_a_mistake_is_status_1(call: Call, user_file: UserFile) -> None:
    """A finding is one sentence with the moves that lead there."""
    file = user_file(NIM.replace("return (self.left, self.maximizing)", "return self.left"))
    result = call(f"check {file}")

    assert result.status == 1
    assert result.err == ""
    first, second, _ = result.out.splitlines()
    assert first.startswith("equal keys: key() is the same as after ")
    assert "maximizing is " in first
    assert re.search(r"\(\S+mine.py -p '\d first' -m '?[123 ]+'?\)$", first)
    assert second.startswith("1 mistake was found in ")


def test_findings_are_json(call: Call, user_file: UserFile) -> None:
    """A script gets what, where and why of each finding, and how much was looked at."""
    found = call(
        "check",
        str(user_file(NIM.replace('sides=("First", "Second")', 'sides=("A", "A")'))),
        "--json",
    )

    assert found.status == 1
    [finding] = found.json["findings"]
    assert finding.keys() == {"what", "where", "why"}
    assert finding["what"] == "sides"
    assert found.json.keys() == {
        "game",
        "findings",
        "positions",
        "games",
        "plies",
        "seed",
        "seconds",
        "perft",
    }
    assert found.json["perft"] == [3, 9, 23, 31, 21, 7, 1, 0]
    assert found.json["positions"] == 14


def test_an_exception_has_the_line_of_its_author(call: Call, user_file: UserFile) -> None:
    """What a game's code raises is a finding with the line that raised it, while loading and in
    play.
    """
    playing = call(
        "check", str(user_file(NIM.replace("return str(move)", "return [][move]"), "playing.py"))
    )

    assert playing.status == 1
    assert (
        "exception in name(): name() raised IndexError: list index out of range, in name "
        "(playing.py, line "
    ) in playing.out
    loading = call("check", str(user_file("\n1 / 0\n", "loading.py")))
    assert loading.status == 1
    assert (
        "loading: it cannot be loaded: ZeroDivisionError: division by zero, in loading.py, line 2"
        in loading.out
    )


def test_what_it_prints_is_no_result(call: Call, user_file: UserFile) -> None:
    """What a game prints goes to standard error."""
    result = call(
        "check",
        str(
            user_file(
                NIM.replace("return str(move)", 'print("hello") or 1\n        return str(move)')
            )
        ),
    )

    assert result.status == 0
    assert "hello" not in result.out
    assert "hello" in result.err


def test_ctrl_c_shows_what_was_found(
    call: Call, user_file: UserFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupted look says what it has found so far, and has status 1."""

    def interrupted(
        name: str, *, on_progress: Callable[[int], object], **asked: object
    ) -> GameReport:
        def interrupt(met: int) -> None:
            if met > 3:
                raise KeyboardInterrupt

        return check_game_rules(name, on_progress=interrupt)

    monkeypatch.setattr("visualizer.apps.cli.own_code_commands.check_game_rules", interrupted)
    result = call("check", str(user_file(NIM)))

    assert result.status == 1
    assert re.fullmatch(r"no mistakes were found in \d positions, in [\d.]+ s\n", result.out)
    assert result.err == "visualizer: stopped by Ctrl-C; here is what was found so far\n"


def test_other_commands_lead_to_check(call: Call, user_file: UserFile) -> None:
    """Where a game does not do what it must, the one line of any command says who knows more."""
    result = call("show", str(user_file(NIM.replace("def text(self)", "def words(self)"))))

    assert result.status == 2
    assert "does not do what a game must" in result.err
    assert "run visualizer check for details" in result.err
