"""Whatever is wrong with what was asked: status 2, one line on standard error, nothing on standard output or disk."""

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

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"
LONE_SURROGATE = os.fsdecode(b"\xff\xfe")

# Words after `visualizer`, and what the line must say: the bad value, and what is allowed.
WRONG: dict[str, tuple[list[str], str]] = {
    "command": (["serach", "tree"], "serach"),
    "no game": (["search"], "GAME"),
    "bounds": (["search", "tree", "--bounds", "0,10"], "alpha-beta has no use for --bounds 0,10"),
    "bounds, in a word": (["search", "tree", "-a", "pvs,bounds=0:10"], "use the algorithm star1, or --window 0,10"),
    "bounds, without a window": (
        ["explain", "tree", "-a", "minimax", "--bounds", "0,10"], "worth; use the algorithm star1\n",
    ),
    "bounds, compared": (["compare", "tree", "--bounds", "0,10"], "minimax has no use for --bounds 0,10"),
    "bounds, told apart": (["diff", "tree", "-s", "alpha-beta,bounds=0:9", "-s", "minimax"], "use the algorithm star1"),
    "bounds, opened": (["open", "tree", "--bounds", "0,10", "--plain"], "alpha-beta has no use for --bounds 0,10"),
    "game": (["search", "chequers"], "'chequers'"),
    "game, nearly": (["search", "tictacto"], "tictactoe"),
    "game, empty": (["search", ""], "''"),
    "game, path": (["search", "../../etc/passwd"], "passwd"),
    "game, file": (["search", "./missing.py"], "missing.py"),
    "game, played": (["search", "lost.game"], "play, review"),
    "game, notation": (["moves", "lost.ptn"], "play, review"),
    "check, no game": (["check", "chequers"], "'chequers'"),
    "check, a run": (["check", "a.run"], "not a game"),
    "a folder without a name": (["exercise", "-O", ".svg"], "does not name a folder"),
    "a folder that is this one": (["exercise", "-O", "./..svg"], "does not name a folder"),
    "a folder that is above": (["export", "tree", "--steps", "1-2", "-O", "...png"], "does not name a folder"),
    "two games": (["search", "tree", "tak"], "tak"),
    "option": (["search", "tree", "--dept", "3"], "--dept"),
    "option's value": (["search", "tree", "-d"], "-d"),
    "algorithm": (["search", "tree", "-a", "alfa-beta"], "alpha-beta"),
    "ordering": (["search", "tree", "-o", "bset"], "best"),
    "orderings compared": (["compare", "tree", "-o", "natural,best"], "-s alpha-beta,ordering=best"),
    "a file from show": (["show", "tree", "-O", "tree.svg"], "visualizer export"),
    "ordering of another game": (["search", "tree", "-o", "scored"], "'scored'"),
    "evaluation": (["search", "tree", "-e", "leave"], "leaf"),
    "preset": (["search", "tree", "-p", "aima-9.9"], "aima-9.9"),
    "depth 0": (["search", "tree", "-d", "0"], "'0'"),
    "depth -1": (["search", "tree", "-d", "-1"], "'-1'"),
    "depth 1.5": (["search", "tree", "-d", "1.5"], "'1.5'"),
    "depth 10**9": (["search", "tree", "-d", "10**9"], "'10**9'"),
    "depth 1000000000": (["search", "tree", "-d", "1000000000"], "1000000000"),
    "depth all all": (["search", "tree", "-d", "ALL"], "all"),
    "depth, long": (["search", "tree", "-d", "9" * 5000], "999"),
    "depth, other digits": (["search", "tree", "-d", "٣"], "٣"),
    "depth, empty": (["search", "tree", "-d", ""], "''"),
    "window, swapped": (["search", "tree", "--window", "3,1"], "3,1"),
    "window, empty": (["search", "tree", "--window", "3,3"], "3,3"),
    "window, nan": (["search", "tree", "--window", "nan,1"], "'nan'"),
    "window, one": (["search", "tree", "--window", "3"], "'3'"),
    "window, three": (["search", "tree", "--window", "1,2,3"], "2,3"),
    "window, words": (["search", "tree", "--window", "a,b"], "'a'"),
    "window, huge": (["search", "tree", "--window", "0,1e300"], "1e300"),
    "cut =>": (["search", "tree", "--cut", "=>"], "'=>'"),
    "cut > with hard": (["search", "tree", "--cut", ">", "--fail", "hard"], "hard"),
    "fail": (["search", "tree", "--fail", "firm"], "'firm'"),
    "seed": (["search", "tree", "--seed", "x"], "'x'"),
    "max nodes 0": (["search", "tree", "--max-nodes", "0"], "'0'"),
    "max nodes -5": (["search", "tree", "--max-nodes", "-5"], "'-5'"),
    "set without value": (["search", "tree", "--set", "foo"], "'foo'"),
    "set, unknown": (["search", "tree", "--set", "foo=1"], "'foo'"),
    "set, bad value": (["search", "tree", "--set", "depth=99"], "99"),
    "set, no key": (["search", "tree", "--set", "=3"], "=3"),
    "set for a written tree": (["search", "tree", "-p", AIMA, "--set", "depth=3"], "depth"),
    "size of a game without": (["search", "tree", "--size", "3"], "size"),
    "size, twice": (["show", "tak", "--size", "5", "--set", "size=6"], "6"),
    "size, contradiction": (["show", "tak", "-p", "x3/x3/x3 1 1", "--size", "5"], "5"),
    "size, too large": (["show", "tak", "--size", "99"], "99"),
    "move, illegal": (["show", "tictactoe", "-m", "a1 a1"], "move 2"),
    "move, unknown": (["show", "tictactoe", "-m", "j9"], "j9"),
    "move after the end": (["show", "tictactoe", "-p", "XXXOO----", "-m", "c3"], "c3"),
    "move in a tree": (["show", "tree", "-p", AIMA, "-m", "4"], "'4'"),
    "position, short": (["show", "tictactoe", "-p", "XO"], "nine"),
    "position, signs": (["show", "tictactoe", "-p", "XOZ------"], "Z"),
    "position, empty": (["show", "tictactoe", "-p", ""], ""),
    "position, empty tree": (["show", "tree", "-p", ""], "tree"),
    "position, brackets": (["show", "tree", "-p", "[[1,2]"], "bracket"),
    "position, empty branch": (["show", "tree", "-p", "[]"], "]"),
    "position, number": (["show", "tree", "-p", "[1e400]"], "1e400"),
    "position, nan": (["show", "tree", "-p", "[nan]"], "nan"),
    "position, names": (["show", "tree", "-p", "A(B=1, B=2)"], "'B'"),
    "position, Tak": (["show", "tak", "-p", "x9/x9 1 1"], "x9"),
    "position, control characters": (["show", "tree", "-p", "\x1b[31m[1]"], "not part of a tree"),
    "position, surrogates": (["show", "tree", "-p", LONE_SURROGATE], "not part of a tree"),
    "position, markup": (["show", "tree", "-p", "[b]"], "b"),
    "position, brackets without end": (["search", "tree", "-p", "[" * 100_000], "deep"),
    "position, 5,000 deep": (["search", "tree", "-p", "[" * 5_000 + "1" + "]" * 5_000], "deep"),
    "game, control characters": (["search", "tr\x07ee\x1b[1m"], "there is no game"),
    "game, surrogates": (["search", LONE_SURROGATE], "there is no game"),
    "game, markup": (["search", "[b]tree[/b]"], "[b]tree[/b]"),
    "game, lines": (["search", "a\nb\r\nc"], "there is no game"),
    "ordering, markup": (["search", "tree", "-o", "[red]x[/red]"], "[red]x[/red]"),
    "own ordering, missing": (["search", "tree", "-o", "./mine.py:score"], "./mine.py"),
    "own evaluation, missing": (["search", "tree", "-e", "./mine.py:value"], "./mine.py"),
    "own search, missing": (["search", "tree", "-a", "./mine.py:search"], "./mine.py"),
    "saved run, missing": (["search", "missing.run"], "missing.run"),
    "save ending": (["search", "tree", "--save", "file.txt"], "file.txt"),
    "save, missing folder": (["search", "tree", "--save", "no/such/file.run"], "no/such"),
    "perft depth": (["perft", "tree", "-d", "x"], "'x'"),
    "perft depth -1": (["perft", "tree", "-d", "-1"], "'-1'"),
    "perft without depth": (["perft", "tree"], "-d"),
    "perft too deep": (["perft", "tree", "-d", "1000000"], "1000000"),
    "explain step": (["explain", "tree", "-p", AIMA, "--step", "23"], "22"),
    "explain step -1": (["explain", "tree", "-p", AIMA, "--step", "-1"], "-1"),
    "explain steps": (["explain", "tree", "-p", AIMA, "--steps", "5-3"], "5-3"),
    "explain steps, open": (["explain", "tree", "-p", AIMA, "--steps", "5"], "'5'"),
    "explain both": (["explain", "tree", "-p", AIMA, "--step", "1", "--cuts"], "--cuts"),
    "compare twice the same": (["compare", "tree", "-s", "minimax", "-s", "minimax"], "minimax"),
    "compare grammar": (["compare", "tree", "-s", "minimax,deep=3"], "deep=3"),
    "compare grammar, value": (["compare", "tree", "-s", "minimax,depth=x"], "'x'"),
    "compare grammar, name": (["compare", "tree", "-s", "minmax"], "minimax"),
    "compare grammar, empty": (["compare", "tree", "-s", ""], "''"),
    "compare a search beside searches": (["compare", "tree", "-s", "minimax", "-a", "alpha-beta"], "--algorithm"),
    "compare a theme of no plot": (["compare", "tree", "--theme", "dark"], "--theme dark"),
    "compare two formats": (["compare", "tree", "--json", "--csv"], "--csv"),
    "command, mistyped": (["serch"], "there is no command 'serch' (did you mean search?); see visualizer --help"),
    "command, lines": (["a\nb"], "there is no command 'a\\nb'"),
    "list": (["list", "colours"], "'colours'"),
    "export without file": (["export", "tree"], "-O"),
    "export ending": (["export", "tree", "-O", "t.xyz"], "t.xyz"),
    "export no ending": (["export", "tree", "-O", "t"], "'t'"),
    "export missing folder": (["export", "tree", "-O", "no/such/t.svg"], "no/such"),
    "export folder": (["export", "tree", "-O", "folder.svg"], "folder.svg"),
    "export second wrong": (["export", "tree", "-O", "t.svg", "-O", "t.xyz"], "t.xyz"),
    "export second folder": (["export", "tree", "-O", "t.svg", "-O", "folder.svg"], "folder.svg"),
    "export step": (["export", "tree", "-p", AIMA, "-O", "t.svg", "--step", "23"], "22"),
    "export step -1": (["export", "tree", "-p", AIMA, "-O", "t.svg", "--step", "-1"], "-1"),
    "export root": (["export", "tree", "-p", AIMA, "-O", "t.svg", "--root", "2 3"], "'c3'"),
    "export theme": (["export", "tree", "-O", "t.svg", "--theme", "pink"], "'pink'"),
    "export page": (["export", "tree", "-O", "t.svg", "--page", "16x"], "'16x'"),
    "export page size": (["export", "tree", "-O", "t.svg", "--page", "10x99999"], "'10x99999'"),
    "export caption": (["export", "tree", "-O", "t.svg", "--caption", "how"], "'how'"),
    "export windows": (["export", "tree", "-O", "t.svg", "--node-windows", "some"], "'some'"),
    "export boards": (["export", "tree", "-O", "t.svg", "--node-boards", "few"], "'few'"),
    "export text size": (["export", "tree", "-O", "t.svg", "--text-size", "0"], "'0'"),
    "export plies": (["export", "tree", "-O", "t.svg", "--plies", "x"], "'x'"),
    "export fold": (["export", "tree", "-O", "t.svg", "--fold", "0"], "'0'"),
    "export engine": (["export", "tree", "-O", "t.svg", "--engine", "dott"], "dott"),
}  # fmt: skip


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


@pytest.mark.parametrize(("words", "said"), WRONG.values(), ids=WRONG.keys())
def test_wrong_input(call: Call, folder: Path, words: list[str], said: str) -> None:
    """One line that names the bad value; nothing printed, nothing written."""
    is_refused(call(*words), said)
    assert [file.name for file in folder.iterdir()] == ["folder.svg"]
    assert not [*(folder / "folder.svg").iterdir()]


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
    is_refused(call("search", "tree", "-p", "-", stdin=data), said)


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
    "position is a list": '{"where": {"game": "tree", "position": [1]}, "search": "minimax", "counts": {}}',
    "position is nothing": '{"where": {"game": "tree", "position": []}, "search": "minimax", "counts": {}}',
    "moves is a number": '{"where": {"game": "tree", "moves": 1}, "search": "minimax", "counts": {}}',
    "settings is a list": '{"where": {"game": "tree", "settings": [1]}, "search": "minimax", "counts": {}}',
    "setting is a list": '{"where": {"game": "tree", "settings": {"depth": [3]}}, "search": "minimax", "counts": {}}',
    "search is a number": '{"where": {"game": "tree"}, "search": 3, "counts": {}}',
    "search is wrong": '{"where": {"game": "tree"}, "search": "minimax,depth=-4", "counts": {}}',
    "counts differ": '{"where": {"game": "tree"}, "search": "minimax", "counts": {"nodes": "many"}}',
    "deep": "[" * 100_000,
    "binary": bytes(range(256)),
    "surrogates": '{"where": {"game": "\\ud800"}, "search": "minimax", "counts": {}}',
}


@pytest.mark.parametrize("text", SAVED.values(), ids=SAVED.keys())
def test_wrong_saved_run(call: Call, folder: Path, text: str | bytes) -> None:
    """A saved run that is no saved run is refused, whatever is wrong inside."""
    (folder / "mine.run").write_bytes(text.encode() if isinstance(text, str) else text)
    is_refused(call("search", "mine.run"))


def test_saved_run_that_is_a_folder(call: Call, folder: Path) -> None:
    """A folder with such a name is refused; so is a position beside a saved run."""
    (folder / "folder.run").mkdir()
    is_refused(call("search", "folder.run"), "folder.run")
    (folder / "mine.run").write_text('{"where": {"game": "tree"}, "search": "minimax", "counts": {}}', encoding="utf-8")
    is_refused(call("search", "mine.run", "-p", AIMA), "--position")


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
def test_own_functions(call: Call, user_file: Callable[..., Path], option: str, text: str, said: str) -> None:
    """A user-supplied function that fails is named in one line."""
    if option == "-a" and "return" in text:
        return  # what a search returns is not looked at: its trace is
    result = call("search", "tree", "-p", AIMA, option, f"{user_file(text)}:f")
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
    is_refused(call("export", "tree", "-O", "t.svg", "-O", "no/t.svg"))
    assert (folder / "t.svg").read_text(encoding="utf-8") == "mine"
    assert {file.name for file in folder.iterdir()} == {"t.svg", "folder.svg"}


@pytest.mark.parametrize(
    "words",
    [
        ["export", "tree", "-O", "a.svg", "-O", "b.pptx"],
        ["export", "example.game", "-O", "a.ptn", "-O", "a.html", "-O", "b.pptx"],
        ["exercise", "-n", "1", "-O", "b.pptx", "-O", "a.pdf"],
        ["compare", "tree", "-O", "a.svg", "-O", "b.pptx"],
    ],
    ids=["export", "game", "exercise", "compare"],
)
def test_a_missing_library_keeps_no_other_file_from_being_written(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    """What can be made is, what cannot is named, and the status is 1; 2, and no search, where nothing is left."""
    monkeypatch.setitem(sys.modules, "pptx", None)
    result = call(*words)
    assert result.status == 1
    assert "visualizer: b.pptx is not written: slides need python-pptx, which is not installed" in result.err
    made = {word for word in words if word.startswith("a.")}
    assert {file.name for file in folder.iterdir()} == {"folder.svg", *made}
    monkeypatch.setattr("visualizer.searching.run.Run.advance", None)
    is_refused(call("export", "tree", "-O", "c.pptx"), "slides need python-pptx, which is not installed")


def test_a_name_of_two_lines_is_shown_in_one(call: Call, folder: Path, user_file: Callable[..., Path]) -> None:
    """Whatever is said of a file whose name has a newline, it takes no second line, and the file is written."""
    mine = user_file("def look(problem, recorder): return recorder.leaf(0, 1)\n", "my\nne.py")
    for words in (
        ["export", "tree", "-O", "a\nb.svg"],
        ["exercise", "-n", "1", "-O", "a\nb.pdf"],
        ["exercise", "-n", "1", "--homework", "-O", "a\nb.html"],
        ["sweep", "--games", "tree", "--depths", "1,2", "-s", "alpha-beta", "-s", "minimax", "-O", "a\nb.csv"],
        ["plot", "a\nb.csv", "-O", "a\nb.png"],
        ["review", "example.game", "-d", "1", "-O", "c\nd.html"],
    ):
        result = call(*words)
        assert (result.status, result.out.count("\n")) == (0, 1), result
        assert "�" in result.out and Path(words[-1]).exists()
    match = ["match", "tictactoe", "--a", "easy", "--b", "hard", "--games", "10", "-O", "a\nb.games"]
    assert "review 'a�b.games' --game" in call(*match).out
    assert "my�ne.py:look, natural order" in call("search", "tree", "-a", f"{mine}:look").out
    assert "my�ne.py:look" in call("compare", "tree", "-s", "minimax", "-s", f"{mine}:look").out
    for words in (
        ["export", "tree", "-O", "no/a\nb.svg"],
        ["lint", "x\ny.jsonl"],
        ["open", "x\ny.run"],
        ["review", "x\ny.game"],
    ):
        is_refused(call(*words), "\\n")


def test_both_files_of_a_search_or_none(call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the disk is full for one of them, the other is not written either."""
    fsync, calls = os.fsync, list[int]()

    def fails(number: int) -> None:
        calls.append(number)
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, "full")
        fsync(number)

    monkeypatch.setattr("exports.atomic_files.os.fsync", fails)
    is_refused(call("search", "tree", "--save", "a.run", "--events", "b.jsonl"), "the disk is full")
    assert {file.name for file in folder.iterdir()} == {"folder.svg"}


WORDS = st.lists(
    st.sampled_from(["tree", "tictactoe", "-p", "-m", "-d", "--cut", "--json", "--window", "-o", "[1,[2,3]]", "1", "-"])
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
