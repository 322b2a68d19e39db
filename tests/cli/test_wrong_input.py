"""Whatever is wrong with what was asked: status 2, one line on standard error, nothing on
standard output or disk.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.conftest import Call, Result
from tests.cli.refused import FILES, REFUSED

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder that holds nothing but another folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.svg").mkdir()
    return tmp_path


def is_refused(result: Result, said: str = "") -> None:
    """Check that a call was refused in one line."""
    assert result.status == 2, result
    assert result.out == ""
    assert result.err.startswith("visualizer: ")
    assert result.err.count("\n") == 1
    assert result.err.endswith("\n")
    assert said in result.err
    assert "Traceback" not in result.err
    assert all(letter.isprintable() for letter in result.err[:-1])
    assert len(result.err) < 1_100


@pytest.mark.parametrize(("line", "said"), REFUSED.items(), ids=lambda text: text[:60])
def test_wrong_input(
    call: Call,
    folder: Path,
    line: str,
    said: str,
) -> None:
    """One line that names the bad value and what is allowed, and nothing else; nothing printed,
    nothing written.
    """
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    before = sorted(folder.rglob("*"))
    is_refused(call(line, stdin="[3,4]"), said)

    assert sorted(folder.rglob("*")) == before


LONG = "a" * 5_000
LONG_WORDS = (
    f"search tree --set {LONG}",
    f"search tree --save {LONG}",
    f"search tree --events {LONG}",
    f"search {LONG}.run",
    f"practice --tasks {LONG}",
    f"export tree -O {LONG}.svg",
    f"grade {LONG}.py:f",
)


@pytest.mark.parametrize("line", LONG_WORDS, ids=lambda line: line[:30])
def test_a_long_word_is_shown_in_short(call: Call, line: str) -> None:
    """However long a word is, the sentence that refuses it can be read."""
    result = call(line)
    is_refused(result)

    assert len(result.err) < 300


STANDARD_INPUT: dict[str, tuple[str | bytes, str]] = {
    "empty": (b"", "no tree is given"),
    "not UTF-8": (b"[1,\xff\xfe]", "not text"),
    "50 MB of numbers": (b"[" + b"1," * 25_000_000, "characters"),
    "50 MB of brackets": (b"[" * 50_000_000, "characters"),
    "50 MB of spaces": (b" " * 50_000_000, ""),
    "brackets": ("[" * 100_000, "deep"),
    "nul": ("\0", "not part of a tree"),
    "binary": (bytes(range(256)) * 20, ""),
    "a line too many": ("[1,2]\n[3]", "'[' at line 2, column 1"),
}


@pytest.mark.parametrize(("data", "said"), STANDARD_INPUT.values(), ids=STANDARD_INPUT.keys())
def test_wrong_standard_input(call: Call, data: str | bytes, said: str) -> None:
    """What comes in is read to a limit, and refused in one line."""
    is_refused(call("search tree -p -", stdin=data), said)


SAVED: dict[str, str | bytes] = {
    "nothing": "",
    "broken": '{"where": {"game": "tree"',
    "list": "[1, 2]",
    "number": "7",
    "null": "null",
    "no search": '{"where": {"game": "tree"}, "counts": {}}',
    "no counts": '{"where": {"game": "tree"}, "search": "minimax"}',
    "counts is text": '{"where": {"game": "tree"}, "search": "minimax", "counts": "x"}',
    "unknown key": '{"where": {"game": "tree", "colour": 1}, "search": "minimax", "counts": {}}',
    "unknown game": '{"where": {"game": "chequers"}, "search": "minimax", "counts": {}}',
    "game is a number": '{"where": {"game": 3}, "search": "minimax", "counts": {}}',
    "position is a list": (
        '{"where": {"game": "tree", "position": [1]}, "search": "minimax", "counts": {}}'
    ),
    "position is nothing": (
        '{"where": {"game": "tree", "position": []}, "search": "minimax", "counts": {}}'
    ),
    "moves is a number": (
        '{"where": {"game": "tree", "moves": 1}, "search": "minimax", "counts": {}}'
    ),
    "settings is a list": (
        '{"where": {"game": "tree", "settings": [1]}, "search": "minimax", "counts": {}}'
    ),
    "setting is a list": (
        '{"where": {"game": "tree", "settings": {"depth": [3]}}, "search": "minimax", "counts": {}}'
    ),
    "search is a number": '{"where": {"game": "tree"}, "search": 3, "counts": {}}',
    "search is wrong": '{"where": {"game": "tree"}, "search": "minimax,depth=-4", "counts": {}}',
    "counts differ": (
        '{"where": {"game": "tree"}, "search": "minimax", "counts": {"nodes": "many"}}'
    ),
    "deep": "[" * 100_000,
    "binary": bytes(range(256)),
    "surrogates": '{"where": {"game": "\\ud800"}, "search": "minimax", "counts": {}}',
}


@pytest.mark.parametrize("text", SAVED.values(), ids=SAVED.keys())
def test_wrong_saved_run(call: Call, folder: Path, text: str | bytes) -> None:
    """A saved run that is no saved run is refused, whatever is wrong inside."""
    (folder / "mine.run").write_bytes(text.encode() if isinstance(text, str) else text)
    is_refused(call("search mine.run"))


def test_saved_run_that_is_a_folder(call: Call, folder: Path) -> None:
    """A folder with such a name is refused; so is a position beside a saved run."""
    (folder / "folder.run").mkdir()
    is_refused(call("search folder.run"), "folder.run")
    (folder / "mine.run").write_text(
        '{"where": {"game": "tree"}, "search": "minimax", "counts": {}}', encoding="utf-8"
    )
    is_refused(call(f"search mine.run -p {AIMA}"), "--position")


USER_FUNCTIONS = {
    "raises": ("def f(*a): raise ValueError('two\\nlines')\n", "two"),
    "text": ("def f(*a): return 'seven'\n", "'seven'"),
    "markup": ("def f(*a): raise ValueError('[b]\\x1b[31mred')\n", "[b]"),
    "surrogates": ("def f(*a): raise ValueError('\\udcff')\n", "ValueError"),
    "syntax": ("def f(:\n", "SyntaxError"),
    "no function": ("g = 1\n", "'f'"),
    "exits": ("raise SystemExit(0)\n", "SystemExit"),
    "exits when called": ("def f(*a): raise SystemExit(0)\n", "SystemExit"),
    "nan": ("def f(*a): return float('nan')\n", "nan"),
    "infinite": ("def f(*a): return float('inf')\n", "inf"),
    "huge": ("def f(*a): return 10 ** 5000\n", ""),
    "complex": ("def f(*a): return 1j\n", "1j"),
    "long": ("def f(*a): raise ValueError('x' * 10 ** 6)\n", "ValueError"),
}


@pytest.mark.parametrize(("text", "said"), USER_FUNCTIONS.values(), ids=USER_FUNCTIONS.keys())
@pytest.mark.parametrize("option", ["-o", "-e", "-a"])
def test_own_functions(
    call: Call, user_file: Callable[..., Path], option: str, text: str, said: str
) -> None:
    """A user-supplied function that fails is named in one line."""
    if option == "-a" and "return" in text:
        return  # what a search returns is not looked at: its trace is
    result = call(f"search tree -p {AIMA} {option}", f"{user_file(text)}:f")
    is_refused(result, said)

    assert "mine.py" in result.err


GAMES_OF_ONES_OWN = {
    "syntax": "def (:\n",
    "no constant": "x = 1\n",
    "constant of another kind": "GAME = 3\n",
    "raises": "raise RuntimeError('no\\nway')\n",
    "exits": "raise SystemExit(0)\n",
    "imports": "import there_is_no_such_module\n",
}


@pytest.mark.parametrize("text", GAMES_OF_ONES_OWN.values(), ids=GAMES_OF_ONES_OWN.keys())
def test_own_games(call: Call, user_file: Callable[..., Path], text: str) -> None:
    """A user-supplied game that cannot be loaded is named in one line."""
    is_refused(call("search", str(user_file(text, "mygame.py"))), "mygame.py")


def test_a_whole_file_or_none(call: Call, folder: Path) -> None:
    """If one of several files cannot be written, none is, and what was there stays as it was."""
    (folder / "t.svg").write_text("mine", encoding="utf-8")
    is_refused(call("export tree -O t.svg -O no/t.svg"))

    assert (folder / "t.svg").read_text(encoding="utf-8") == "mine"
    assert {file.name for file in folder.iterdir()} == {"t.svg", "folder.svg"}


@pytest.mark.parametrize(
    "line",
    [
        "export tree -O a.svg -O b.pptx",
        "export example.game -O a.ptn -O a.html -O b.pptx",
        "exercise -n 1 -O b.pptx -O a.pdf",
        "compare tree -O a.svg -O b.pptx",
    ],
)
def test_a_missing_library_keeps_no_other_file_from_being_written(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """What can be made is, what cannot is named, and the status is 1; 2, and no search, where
    nothing is left.
    """
    monkeypatch.setitem(sys.modules, "pptx", None)
    result = call(line)

    assert result.status == 1
    assert (
        "visualizer: b.pptx is not written: slides need python-pptx, which is not installed"
        in result.err
    )
    made = {word for word in line.split() if word.startswith("a.")}
    assert {file.name for file in folder.iterdir()} == {"folder.svg", *made}
    monkeypatch.setattr("visualizer.searching.run.Run.advance", None)
    is_refused(call("export tree -O c.pptx"), "slides need python-pptx, which is not installed")


def test_a_name_of_two_lines_is_shown_in_one(
    call: Call, folder: Path, user_file: Callable[..., Path]
) -> None:
    """Whatever is said of a file whose name has a newline, it takes no second line, and the file
    is written.
    """
    mine = user_file("def look(problem, recorder): return recorder.leaf(0, 1)\n", "my\nne.py")
    for line, file in (
        ("export tree -O", "a\nb.svg"),
        ("exercise -n 1 -O", "a\nb.pdf"),
        ("exercise -n 1 --homework -O", "a\nb.html"),
        ("sweep --games tree --depths 1,2 -s alpha-beta -s minimax -O", "a\nb.csv"),
        ("plot 'a\nb.csv' -O", "a\nb.png"),
        ("review example.game -d 1 -O", "c\nd.html"),
    ):
        result = call(line, file)

        assert result.status == 0, result
        assert result.out.count("\n") == 1, result
        assert "�" in result.out
        assert Path(file).exists()
    match = [
        "match",
        "tictactoe",
        "--a",
        "easy",
        "--b",
        "hard",
        "--games",
        "10",
        "-O",
        "a\nb.games",
    ]

    assert "review 'a�b.games' --game" in call(*match).out
    assert "my�ne.py:look, natural order" in call(f"search tree -a '{mine}:look'").out
    assert "my�ne.py:look" in call(f"compare tree -s minimax -s '{mine}:look'").out
    for line in (
        "export tree -O 'no/a\nb.svg'",
        "lint 'x\ny.jsonl'",
        "open 'x\ny.run'",
        "review 'x\ny.game'",
    ):
        is_refused(call(line), "\\n")


def test_both_files_of_a_search_or_none(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the disk is full for one of them, the other is not written either."""
    fsync = os.fsync
    calls = list[int]()

    def fails(number: int) -> None:
        calls.append(number)
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, "full")
        fsync(number)

    monkeypatch.setattr("exports.atomic_files.os.fsync", fails)
    is_refused(call("search tree --save a.run --events b.jsonl"), "the disk is full")

    assert {file.name for file in folder.iterdir()} == {"folder.svg"}


WORDS = st.lists(
    st.sampled_from(
        [
            "tree",
            "tictactoe",
            "-p",
            "-m",
            "-d",
            "--cut",
            "--json",
            "--window",
            "-o",
            "[1,[2,3]]",
            "1",
            "-",
        ]
    )
    | st.text(max_size=6),
    max_size=6,
)


@given(st.sampled_from(["search", "show", "moves", "explain", "compare", "perft", "list"]), WORDS)
@settings(max_examples=150)
def test_any_words(call: Call, command: str, words: list[str]) -> None:
    """Whatever words are given, there is a result or one line."""
    result = call(command, *words, "--no-color")

    assert result.status in (0, 1, 2)
    if result.status == 2:
        is_refused(result)
    else:
        json.dumps(result.out)
