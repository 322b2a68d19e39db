"""The README and CONTRIBUTING are true: their commands run, their examples work."""

from __future__ import annotations

import importlib.util
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType

import pytest

import exports
import games
from visualizer.actions import ACTIONS, COMPARING, Action, sign
from visualizer.cli import visualizer
from visualizer.cli.manners import mind_manners
from visualizer.ordering import OrderingContext
from visualizer.picture.frame import Layout
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run
from visualizer.trace.playhead import Playhead
from visualizer.trace.rows import Kind

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("visualizer ")
]


@pytest.mark.parametrize("line", COMMANDS)
def test_readme_commands_work_when_pasted(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command of the README's tour ends with status 0 and nothing on standard error."""
    monkeypatch.chdir(tmp_path)
    assert mind_manners(visualizer, shlex.split(line)[1:]) == 0
    assert not capsys.readouterr().err


@pytest.mark.parametrize("action", [*ACTIONS, *COMPARING], ids=lambda action: action.name)
def test_readme_lists_all_keys(action: Action) -> None:
    """The README's table of keys has every action of the one table, with its keys, line-mode letter and words."""
    keys = " ".join(f"`{sign(key)}`" for key in action.keys)
    line = f"`{action.line}`" if action.line else ""
    about = f"side by side: {action.about}" if action in COMPARING else action.about
    assert f"| {keys} | {line} | {about} |".replace("|  |", "| |") in README.replace("|  |", "| |")


def test_readme_pictures_exist() -> None:
    """Every picture that the README shows is there."""
    for picture in re.findall(r"!\[[^]]*\]\(([^)]+)\)", README):
        assert (ROOT / picture).is_file(), picture


def example(kind: str, folder: Path) -> ModuleType:
    """Return an example of CONTRIBUTING as a module."""
    found = re.search(rf"<!-- example: {kind} -->\n```python\n(.*?)```", CONTRIBUTING, re.DOTALL)
    assert found is not None
    path = folder / f"{kind}_example.py"
    path.write_text(found[1], encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def test_example_game_is_whole(tmp_path: Path) -> None:
    """The example game is read and searched from a user-supplied file: of seven, the first player takes three."""
    example("game", tmp_path)
    name = str(tmp_path / "game_example.py")
    run = Run(Recipe(Where(name), Search("ordered-alpha-beta"))).finish()
    end = Playhead(run.trace, run.trace.last_step)
    assert end.value(0) == 1
    assert run.move_name(run.path(end.principal_variation()[0])) == "3"
    assert games.load(name).read("4 second", {}).text() == "4 second"


def test_example_search_finds_the_value(tmp_path: Path) -> None:
    """The example search finds tic-tac-toe's draw, and leaves nodes early."""
    module = example("search", tmp_path)
    run = Run(Recipe(Where("tictactoe", "corner"), Search(f"{tmp_path / 'search_example.py'}:first_win"))).finish()
    assert run.trace.value(0) == 0
    assert any(row.kind is Kind.CUT for row in run.trace)
    assert module.ALGORITHM.fail["soft"] is module.first_win


def test_example_ordering_orders(tmp_path: Path) -> None:
    """The example ordering sorts moves by name."""
    kind = example("ordering", tmp_path).ORDERING
    game = games.load("tictactoe")
    made = kind.make(OrderingContext(game, game.evaluations["result"], 9, 0))
    position = game.start({})
    names = [position.name(move) for _, move in made.order(position, position.moves(), lambda: ())]
    assert names == sorted(names)
    assert names[:2] == ["a1", "a2"]


def test_example_format_writes(tmp_path: Path) -> None:
    """The example format writes a line for each box."""
    made = example("format", tmp_path).FORMAT
    assert isinstance(made, exports.Format)
    picture = Layout(Run(Recipe(Where("tree"))).finish()).frame(12)
    assert made.bytes_of(picture, lambda: None).count(b"\n") == len(picture.boxes) - 1
