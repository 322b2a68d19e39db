"""What comes in on standard input, and what goes out: nothing that steers a terminal, and an
error stands alone.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable, Iterator
from gzip import compress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.cli.conftest import Call, Result
from tests.cli.test_wrong_input import is_refused
from tests.few import one_in
from tests.processes import PATIENCE
from visualizer.searching.events.lines import GrowingLines
from visualizer.searching.events.recordings import FOLLOWED_RECORDINGS
from visualizer.searching.run import Run

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"

# What a game puts into every text that it is asked for: it would clear the screen, name the window,
# ring, go back.
STEERING = "\x1b[2J\x1b]0;x\x07\x9b1m\r\b\x7f\u202e"

RUDE_GAME = f"""
from dataclasses import dataclass

from games import Board, Cell, Game, MoveScores, Option, Player, Preset

BAD = {STEERING!r}


@dataclass(frozen=True)
class Nim:
    left: int = 5
    maximizing: bool = True

    def moves(self):
        return range(1, min(3, self.left) + 1)

    def play(self, move):
        return Nim(self.left - move, not self.maximizing)

    def outcome(self):
        return None if self.left else (-1 if self.maximizing else 1)

    def key(self):
        return (self.left, self.maximizing)

    def text(self):
        return f"{{BAD}}{{self.left}}"

    def name(self, move):
        return f"{{BAD}}{{move}}"

    def board(self):
        return Board(f"Nim{{BAD}}", ((Cell("label", Player.FIRST, label=BAD),),), columns=(BAD,), rows=(BAD,), captions=(BAD,))


def read(text, settings):
    if text == "small":
        return Nim(3)
    raise ValueError(f"{{BAD}} cannot be read")


GAME = Game(
    name=f"nim{{BAD}}", title=f"Nim{{BAD}}", about=BAD, sides=(f"First{{BAD}}", f"Second{{BAD}}"), notation=BAD,
    start=lambda settings: Nim(), read=read,
    evaluations={{f"result{{BAD}}": lambda position, outcome: outcome or 0}},
    orderings={{"scored": MoveScores(BAD, (f"one{{BAD}}", f"two{{BAD}}"), lambda position, moves: [(m, 1) for m in moves])}},
    presets=(Preset("small", "small", BAD),),
)
"""


def harmless(text: str) -> bool:
    """Say whether a text has nothing in it that a terminal would obey."""
    return all(letter.isprintable() for letter in text.replace("\n", ""))


SHOWN: dict[str, list[str]] = {
    "search": ["--leaves", "-o", "scored"],
    "explain": [],
    "compare": ["-s", "minimax", "-s", "alpha-beta"],
    "compare as CSV": ["--csv"],
    "compare as Markdown": ["--markdown"],
    "show": [],
    "moves": ["-o", "scored"],
    "perft": ["-d", "2", "--divide"],
    "open": ["--plain"],
    "play": [],
}


@pytest.mark.parametrize("command", SHOWN)
def test_a_game_cannot_steer_the_terminal(
    call: Call, user_file: Callable[..., Path], command: str
) -> None:
    """Control characters in the names, sides, boards and errors of a game are replaced wherever
    it is shown.
    """
    file = user_file(RUDE_GAME, "nim.py")
    word = command.split(maxsplit=1)[0]
    result = call(
        word,
        str(file),
        *SHOWN[command],
        stdin="n\nn\nw\nb\nt\nm\nzz\n1\n",
    )

    assert result.status == 0
    assert "�" in result.out
    assert harmless(result.out + result.err)
    refused = call(word, str(file), "-p", "other", *SHOWN[command])
    assert "�" in refused.err
    is_refused(refused, "cannot be read")


@pytest.mark.parametrize("command", ["search", "compare", "show", "moves", "perft"])
def test_json_escapes_what_a_game_says(
    call: Call, user_file: Callable[..., Path], command: str
) -> None:
    """In JSON nothing is replaced: what the game says is there, escaped."""
    if command != "compare":
        more = SHOWN[command]
    else:
        more = []
    result = call(command, str(user_file(RUDE_GAME, "nim.py")), *more, "--json")

    assert harmless(result.out)
    assert any(STEERING in text for text in texts(result.json))


def texts(value: Any) -> Iterator[str]:
    """Give all texts in an object of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        value = [*value.values()]
    if isinstance(value, list):
        for part in value:
            yield from texts(part)


@pytest.mark.skipif(
    os.name == "nt" or sys.platform == "darwin", reason="file names are Unicode there"
)
@pytest.mark.parametrize("ending", one_in(3, [".svg", ".pdf", ".png"]))
def test_a_name_that_is_not_utf_8_is_drawn(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """A lone surrogate in the name of a search or in a title is replaced in a plot, in every
    format.
    """
    name = os.fsdecode(b"\xff.py")
    Path(name).write_text("def score(position, move):\n    return 0\n", encoding="utf-8")
    searches = ["-s", "minimax", "-s", f"alpha-beta,ordering={name}:score"]

    assert call("compare tree", *searches, "--plot", f"bars{ending}").status == 0
    assert call(f"plot example --title {name} -O growth{ending}").status == 0
    assert all(Path(f"{kind}{ending}").stat().st_size > 1000 for kind in ("bars", "growth"))


@pytest.mark.parametrize(
    "line",
    [
        "explain tree --step abc",
        "explain tree --steps 9-5",
        "export tree -O t.svg --root 99",
        "compare tree -s minimax -O a.svg",
        "compare tree -s minimax -s pvs --page fit -O a.svg",
        "export tree -O - --format pdf",
    ],
)
def test_what_is_wrong_is_said_before_the_search(
    call: Call, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """A step that is no number, moves that are not legal, and what cannot be drawn cost no
    search.
    """
    monkeypatch.setattr(Run, "advance", pytest.fail)
    is_refused(call(*line.split()))


def test_notes_come_behind_the_result(call: Call) -> None:
    """Without an error they are said, a line each."""
    result = call("explain tictactoe -a minimax --cut > --max-nodes 50 --step 3")

    assert result.status == 1
    assert len(result.out.splitlines()) == 1
    assert [line.split()[1] for line in result.err.splitlines()] == ["no", "the"]


# Standard input.


class Endless:
    """A file like /dev/zero: it has no end and no line's end, and keeps count of what is taken."""

    def __init__(self) -> None:
        self.taken = 0

    def isatty(self) -> bool:
        return False

    def readline(self, size: int = -1) -> str:
        assert size >= 0, "the line has no end"
        self.taken += size
        return "\0" * size

    def __iter__(self) -> Endless:
        raise AssertionError("the lines have no end")


@pytest.mark.parametrize("words", [["play", "tictactoe"], ["open", "tree", "--plain"]])
def test_a_line_without_end(call: Call, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    """Of a line that has no end no more is read than a line may have."""
    endless = Endless()
    result = with_input(call, monkeypatch, endless, words)

    assert result.status == 2
    assert result.err.count("\n") == 1
    assert "line 1 of standard input has more than 100,000 characters" in result.err
    assert endless.taken <= 100_001


def with_input(
    call: Call, monkeypatch: pytest.MonkeyPatch, stdin: object, words: list[str]
) -> Result:
    """Call the command line with a standard input of one's own."""
    monkeypatch.setattr("tests.cli.conftest.io.TextIOWrapper", lambda *_, **__: stdin)
    return call(*words)


@pytest.mark.parametrize("words", [["play", "tictactoe"], ["open", "tree", "--plain"]])
def test_lines_that_are_not_text(call: Call, words: list[str]) -> None:
    """Bytes that are not UTF-8 are named in one line."""
    result = call(*words, stdin=b"\xe9\n")

    assert result.status == 2
    assert result.err == "visualizer: standard input is not text: the byte 0xe9 is not utf-8\n"


def test_how_long_the_input_is_said_to_be(call: Call) -> None:
    """Of input that is too long it is said what is allowed, not how much of it was read."""
    result = call("show tree -p -", stdin="1" * 12_000_000)
    is_refused(result, "has more than 5,000,000 characters")


# Damaged files.

GOOD = [
    '{"search": "my bot"}',
    '{"enter": null, "max": true, "children": 2}',
    '{"leaf": "a", "value": 3}',
    '{"leaf": "b", "value": 7}',
    '{"leave": 7, "best": "b"}',
    '{"result": 7, "best": "b"}',
]
ZIPPED = compress("".join(f"{line}\n" for line in GOOD).encode(), mtime=0)


def damaged() -> Iterator[tuple[str, bytes]]:
    """Go through all ways to invert a byte of a good file, or to cut it off behind a byte."""
    for place in range(len(ZIPPED)):
        yield (
            f"inverted {place}",
            ZIPPED[:place] + bytes([ZIPPED[place] ^ 0xFF]) + ZIPPED[place + 1 :],
        )
    for place in range(1, len(ZIPPED)):
        yield f"cut {place}", ZIPPED[:place]


DAMAGED = [*damaged()]
USUAL = [
    each
    for number, each in enumerate(DAMAGED)
    if number % 9 == 0 or each[0].split()[1] in ("12", "13", "14")
]


def check_damaged(
    call: Call,
    file: Path,
    name: str,
    data: bytes,
) -> None:
    """Search a damaged file, also while following it: it is refused in a sentence, or its search
    is the good one's.
    """
    file.write_bytes(ZIPPED)
    right = call(f"search {file}").out
    for place, words in enumerate(([], ["--follow"])):
        bad = file.with_name(f"{name.replace(' ', '-')}-{place}.jsonl.gz")
        bad.write_bytes(data)
        found: list[Result] = []
        searching = Thread(target=lambda: found.append(call(f"search {bad}", *words)), daemon=True)  # noqa: B023
        searching.start()
        searching.join(PATIENCE)
        assert found, f"{name} {words}: it hangs"
        [result] = found
        if result.status == 0:
            assert result.out == right, name
            assert result.err == "", name
        else:
            assert result.status in (1, 2), name
            assert result.err.count("\n") == 1, name
            assert "went wrong" not in result.err, name
        FOLLOWED_RECORDINGS.pop(str(bad), None)


@pytest.mark.parametrize(("name", "data"), USUAL, ids=[name for name, _ in USUAL])
def test_a_damaged_file_is_refused(
    call: Call,
    tmp_path: Path,
    name: str,
    data: bytes,
) -> None:
    """Of a compressed file with a wrong byte, or without its end, one sentence is said;
    following it does not hang.
    """
    check_damaged(call, tmp_path / "told.jsonl.gz", name, data)


@pytest.mark.slow
def test_any_damage_is_refused(call: Call, tmp_path: Path) -> None:
    """Wherever a byte is inverted, or the file ends."""
    for name, data in DAMAGED:
        check_damaged(call, tmp_path / "told.jsonl.gz", name, data)


@pytest.mark.parametrize("words", [[], ["--follow"]], ids=["read", "followed"])
@pytest.mark.parametrize("before", [[], GOOD[:3]], ids=["the first", "a later one"])
def test_a_line_of_a_file_without_end(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, before: list[str], words: list[str]
) -> None:
    """A line with more characters than any has is refused by its number, and no more than that
    is read of it.
    """
    monkeypatch.setattr("visualizer.searching.events.lines.MAX_EVENT_LINE_BYTES", 100_000)
    file = tmp_path / f"long{len(before)}{len(words)}.jsonl"
    file.write_text("".join(f"{line}\n" for line in before) + "{" + "a" * 300_000, encoding="utf-8")
    result = call(f"search {file}", *words)
    is_refused(result, f"line {len(before) + 1} has more than 100,000 characters")
    FOLLOWED_RECORDINGS.pop(str(file), None)


class Broken:
    """A stream that tells one line and then fails with any error."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.lines = [b'{"search": "x"}\n']

    def read1(self, size: int = -1) -> bytes:
        if self.lines:
            return self.lines.pop()
        raise self.error

    def close(self) -> None:
        raise OSError("it cannot be closed either")


@pytest.mark.parametrize(
    "error",
    [
        OSError(5, "Input/output error"),
        zlib.error("Error -3"),
        RuntimeError("odd"),
    ],
    ids=str,
)
def test_what_ends_a_reader_is_told(error: Exception) -> None:
    """Whatever stops the thread that reads is raised behind the lines that it has read, even if
    closing fails, too.
    """
    lines = GrowingLines(Broken(error), follows=True)

    assert lines.take(5, wait=True) == ['{"search": "x"}\n']
    with pytest.raises(type(error)):
        lines.take(5, wait=True)
    assert lines.ended
    assert lines.take(5, wait=True) == []


def test_a_position_is_read_from_a_file(call: Call, tmp_path: Path) -> None:
    """-p @FILE is what the file holds; one that is not there, or is no text, is one sentence."""
    file = tmp_path / "t.txt"
    file.write_text("[[3,5],[2,9]]\n", encoding="utf-8")
    told, typed = (call(f"show tree -p {text}") for text in (f"@{file}", "[[3,5],[2,9]]"))

    assert told.status == 0
    assert told.out == typed.out
    assert "▼" in told.out
    file.write_bytes(b"\xff\xfe\x00")
    assert call(f"search tree -p @{file}").status == 2
    missing = call("search tree -p @nothing.txt")
    assert missing.status == 2
    assert (
        missing.err
        == "visualizer: the file 'nothing.txt' of -p cannot be read: No such file or directory\n"
    )


@pytest.mark.parametrize("kind", ["svg", "dot", "txt", "json", "graphml", "tex", "typst"])
def test_a_still_goes_to_standard_output(call: Call, tmp_path: Path, kind: str) -> None:
    """`-O -` prints the same bytes as a file would hold, and nothing else; no file of that name
    appears.
    """
    file = tmp_path / "still"

    printed = call(f"export tree --step 12 -O - --format {kind}")
    call(f"export tree --step 12 -O {file} --format {kind}")

    assert printed.status == 0
    assert printed.err == ""
    assert printed.out == file.read_text(encoding="utf-8")
    assert not Path("-").exists()


def test_a_game_goes_to_standard_output_in_its_own_notation(call: Call, tmp_path: Path) -> None:
    """`export FILE.game -O -` prints the moves alone."""
    file = tmp_path / "example.ptn"

    printed = call("export example.game -O -")
    call(f"export example.game -O {file}")

    assert printed.status == 0
    assert printed.out == file.read_text(encoding="utf-8")
