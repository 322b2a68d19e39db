"""A file of data runs no code that a person has not named, whatever words stand in it and
whatever lies beside it.
"""

import json
import random
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import pytest

import games
import visualizer
from visualizer.apps.tui.options import RememberedOptions
from visualizer.play.playing.contest import Contest
from visualizer.play.playing.game_file import open_game_file
from visualizer.play.playing.movers import Mover
from visualizer.play.playing.progress import tallies
from visualizer.play.sweeping.sweep import named_positions
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

CODE = """
with open({ran!r}, "a") as ran:
    ran.write(__file__ + "\\n")
from games.tictactoe import GAME
def value(position): return 0
"""
EMPTY = "---------"
PIECES = (
    "x",
    "x.py",
    ".py",
    ":",
    ":value",
    '"',
    "'",
    " ",
    "+",
    "killer+",
    "|",
    ",",
    "=",
    ".",
    "./",
    "../",
    "/",
    "~/",
    "link",
    "link.py",
    "trusted.py",
    ".jsonl",
    "é",
    "X.PY",
)
NAMES = (
    ("", "", '"', '" '),
    ("", " x/", "link/"),
    ("x.py", "x.py:y", "x+y.py", "link.py", "trusted.py"),
    ("", ":value"),
)
"""The beginnings, folders, files and ends of words such as a name of code may be, or may be
taken for.
"""


def random_word(dice: random.Random) -> str:
    """Return a word that looks like the name of code, or any other."""
    if dice.random() < 0.3:
        return "".join(dice.choices(PIECES, k=dice.randint(1, 6)))
    return "".join(map(dice.choice, NAMES))


def readings(word: str) -> Iterator[str]:
    """Yield the names of files that somebody might read in a word: what stands between its
    marks, or at its ends.
    """
    marks = [place for place, sign in enumerate(word) if sign in '":+|,= ']
    edges = sorted({0, len(word), *marks, *(place + 1 for place in marks)})
    yield from (word[begin:end] for begin, end in combinations(edges, 2))


def beside(tmp_path: Path, names: Iterable[str]) -> Path:
    """Make a folder with code under some names, with links, and with one trusted file."""
    folder = tmp_path / "here"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "far").mkdir(parents=True)
    (folder / "link").symlink_to("far", target_is_directory=True)
    (folder / "link.py").symlink_to("far/x.py")
    games.trust_files([folder / "trusted.py"])
    for name in ("trusted.py", "far/x.py", *names):
        path = folder / name
        if (
            name.strip(" ./")
            and not name.startswith("/")
            and ".." not in name
            and not path.exists()
        ):
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(CODE.format(ran=str(tmp_path / "ran")), encoding="utf-8")
    return folder


def ran(tmp_path: Path) -> list[str]:
    """Return which files have been run."""
    file = tmp_path / "ran"
    if file.exists():
        return sorted({*file.read_text(encoding="utf-8").splitlines()})
    return []


def events(word: str) -> Iterator[str]:
    """Yield files of events with a word in each field of the header, and in those of an event."""
    usual: dict[str, object] = {"search": "x", "game": "tictactoe"}
    for changed in (
        {"game": word},
        {"position": word},
        {"settings": {word: word}},
        {"passes": word},
        {"cut": word},
        dict.fromkeys(("search", "evaluation", "order"), word),
    ):
        yield json.dumps(usual | changed) + '\n{"leaf": null, "value": 1}'
    lines = (
        {"enter": None, "max": True},
        {
            "leaf": word,
            "value": 1,
            "tags": [word],
            "note": word,
        },
        {"leave": 1},
    )
    yield "\n".join(map(json.dumps, ({"search": "x"}, *lines)))


def searches(word: str) -> tuple[str, ...]:
    """Return searches with a word in each place that may name something."""
    quoted = '"' + word.replace('"', '""') + '"'
    return (
        word,
        quoted,
        *(f"minimax,{key}={each}" for key in ("ordering", "evaluation") for each in (word, quoted)),
    )


def runs(word: str) -> Iterator[dict[str, object]]:
    """Yield saved runs with a word in each field."""
    usual: dict[str, object] = {"game": "tictactoe", "position": "corner"}
    for key in ("game", "position", "moves"):
        yield {
            "where": usual | {key: word},
            "search": "minimax,depth=1",
            "counts": {},
        }
    yield {
        "where": usual | {"settings": {word: word}},
        "search": "minimax,depth=1",
        "counts": {},
    }
    for search in searches(word):
        yield {
            "where": usual,
            "search": search,
            "counts": {},
        }


def saved_games(word: str) -> Iterator[str]:
    """Yield saved games with a word in each field."""
    usual: dict[str, object] = {
        "game": "tictactoe",
        "settings": {},
        "position": EMPTY,
        "first": "person",
        "second": "minimax,depth=1",
        "result": None,
    }
    for key in ("game", "position", "first_name", "second_name"):
        yield f"; {json.dumps(usual | {key: word})}\na1 b2\n"
    yield f"; {json.dumps(usual | {'settings': {word: word}})}\na1 b2\n"
    for side, search in zip(["first", "second"] * 3, searches(word), strict=True):
        yield f"; {json.dumps(usual | {side: search})}\na1 b2\n"


def play_on(file: str) -> None:
    """Open a saved game and do with it what the commands do: search as its players do, and as
    the review does.
    """
    match = open_game_file(file).match
    for mover in match.movers:
        Run(
            Recipe(match.where_before(0), mover.search or SearchSpec(depth=1)), match.start
        ).advance(step=3)
    match.reply(match.movers[1]).advance(0.01)
    tallies(Path(file).parent)


def uses(word: str) -> Iterator[tuple[str, str, Callable[[str], object]]]:
    """Yield for every kind of data file and every field in it a name, a text, and what opens
    that file.
    """
    yield from (("a.jsonl", text, visualizer.search) for text in events(word))
    yield from (("a.run", json.dumps(run), visualizer.search) for run in runs(word))
    yield "options.json", json.dumps({"recent": [*runs(word)]}), remember
    yield from (("a.game", text, play_on) for text in saved_games(word))
    several = [*saved_games(word)]
    yield "a.games", several[0] + several[-1], play_on
    yield "a.games", several[-1] + several[0], play_on
    yield "a.games", several[-1], resume
    yield "a.txt", word, lambda file: [*named_positions("tictactoe", file, {}, 0)]


def remember(file: str) -> None:
    """Read a file as the one of what was opened last, and open all of it."""
    for recipe in RememberedOptions.loads(Path(file).read_text(encoding="utf-8")).recent:
        Run(recipe)


def resume(file: str) -> None:
    """Go on with a contest whose games are in a file."""
    player = Mover(SearchSpec("minimax", depth=1))
    Contest(
        PositionSpec("tictactoe"),
        player,
        player,
        2,
        1,
        plies=4,
    ).play(file, resume=True, processes=1)


KNOWN = {
    "x.py:y:value": "x.py:y",
    " x/x.py": " x/x.py",
    " x/x.py:value": " x/x.py",
    "link.py:value": "x.py",
}
"""Words that once had a file run, which lies beside."""


def tried(seed: int) -> Iterator[tuple[str, list[str]]]:
    """Yield words, and for each the names of files that lie beside."""
    dice = random.Random(seed)
    if seed == 0:
        yield from ((word, [name]) for word, name in KNOWN.items())
    for _ in range(20):
        word = random_word(dice)
        yield word, [name for name in readings(word) if dice.random() < 0.6]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 20))]
)
def test_data_runs_no_code_that_was_not_named(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a word in any field of any file of data may be read as, only a file that is
    trusted is ever run.
    """
    for word, names in tried(seed):
        folder = beside(tmp_path, names)
        monkeypatch.chdir(folder)
        for name, text, use in uses(word):
            (folder / name).write_text(text, encoding="utf-8")
            with suppress(ValueError):
                use(str(folder / name))

        assert {*ran(tmp_path)} <= {"trusted.py"}, word
