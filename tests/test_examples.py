"""The examples in CONTRIBUTING and docs/extending.md work: a game, searches, an option, an
ordering and a format.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import exports
import games
from tests.few import one_in
from tests.films import film_of_run
from tests.narrow import added
from tests.oracles.contract import faults
from tests.oracles.trees import minimax
from tests.trees import prepared, some_trees
from visualizer import search
from visualizer.apps.cli import visualizer
from visualizer.apps.cli.messages import run_command
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.explaining.measures.summary import summary
from visualizer.searching.ordering import OrderingContext
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.jumps import cut_steps
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep

ROOT = Path(__file__).parents[1]
PAGES = "".join(
    (ROOT / name).read_text(encoding="utf-8") for name in ("CONTRIBUTING.md", "docs/extending.md")
)
EXAMPLES = dict(re.findall(r"<!-- example: ([\w ]+) -->\n```python\n(.*?)```", PAGES, re.DOTALL))


def example(kind: str, folder: Path) -> ModuleType:
    """Return an example of CONTRIBUTING or docs/extending.md as a module."""
    path = folder / f"{kind}_example.py"
    path.write_text(EXAMPLES[kind], encoding="utf-8")
    games.trust_files([path])
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def test_example_game_is_whole(tmp_path: Path) -> None:
    """The example game is read and searched from a user-supplied file: of seven, the first
    player takes three.
    """
    example("game", tmp_path)
    name = str(tmp_path / "game_example.py")
    run = Run(Recipe(PositionSpec(name), SearchSpec("ordered-alpha-beta"))).finish()
    end = TreeAtStep(run.trace, run.trace.last_step)

    assert end.value(0) == 1
    assert run.move_name(run.path(end.principal_variation()[0])) == "3"
    assert games.load_game(name).read("4 second", {}).text() == "4 second"


def test_example_search_finds_the_value(tmp_path: Path) -> None:
    """The example search finds tic-tac-toe's draw, and leaves nodes early."""
    module = example("search", tmp_path)
    run = Run(
        Recipe(
            PositionSpec("tictactoe", "corner"),
            SearchSpec(f"{tmp_path / 'search_example.py'}:first_win"),
        )
    ).finish()

    assert run.trace.value(0) == 0
    assert any(row.kind is Kind.CUT for row in run.trace)
    assert module.ALGORITHM.fail["soft"] is module.first_win


SMALL = PositionSpec("tree", "[[3,12,8],[2,4,6],[14,5,[9,4]]]")
COMING_BACK = ("second looks", "option")
"""The examples of searches that come back to nodes."""


@pytest.mark.parametrize("kind", one_in(2, COMING_BACK))
def test_example_searches_come_back_and_find_what_minimax_finds(kind: str, tmp_path: Path) -> None:
    """On random trees, their value is minimax's; at every step what is shown of them is what
    they reported.
    """
    algorithm = example(kind, tmp_path).ALGORITHM
    second = 0
    with added(algorithm):
        for seed, tree in enumerate(
            some_trees(
                12,
                plies=4,
                low=-4,
                high=4,
            )
        ):
            made, plain = (
                prepared(tree, seed % 2 == 0, algorithm=algorithm.name) for _ in range(2)
            )

            assert faults(made, plain) == []
            assert TreeAtStep(made.trace).value(0) == minimax(tree, seed % 2 == 0)
            second += len(made.trace) - summary(made)["distinct_nodes"]

    assert second > 0


def test_example_of_second_looks_is_watched_where_it_is_only_named(tmp_path: Path) -> None:
    """Of a function that is only named it is seen that it comes back, and the rows are those of
    the file added.
    """
    algorithm = example("second looks", tmp_path).ALGORITHM
    named = Run(Recipe(SMALL, SearchSpec(f"{tmp_path / 'second looks_example.py'}:scout"))).finish()
    with added(algorithm):
        assert Run(Recipe(SMALL, SearchSpec("scout"))).finish().trace.rows == named.trace.rows

    assert named.trace.revisits


def test_example_option_is_one_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is a flag, a key of the one word, a keyword and a name in JSON, and the first window is
    as wide as it says.
    """
    algorithm = example("option", tmp_path).ALGORITHM
    with added(algorithm):
        words = shlex.split("search tree -p [[3,5],[2]] -a aspiration --half-width 3 --json")

        assert run_command(visualizer, words) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["half_width"] == 3
        assert found["passes"] == 2
        assert found["value"] == 3
        assert SearchSpec.from_spec("aspiration,half-width=9").options == {"half_width": 9}
        own: Any = {"half_width": 4}
        wide = search(
            "tree",
            "[[3,5],[2]]",
            algorithm="aspiration",
            **own,
        )
        assert wide.trace.alpha(0) == -4
        assert wide.trace.beta(0) == 4
        assert wide.summary["passes"] == 1
        with pytest.raises(InputError, match="half-width: '0' is not a whole number from 1 to"):
            SearchSpec.from_spec("aspiration,half-width=0")


def test_example_ordering_orders(tmp_path: Path) -> None:
    """The example ordering sorts moves by name."""
    kind = example("ordering", tmp_path).ORDERING
    game = games.load_game("tictactoe")
    made = kind.make(OrderingContext(game, game.evaluations["result"], 9, 0))
    position = game.start({})
    names = [position.name(move) for _, move in made.order(position, position.moves(), lambda: ())]

    assert names == sorted(names)
    assert names[:2] == ["a1", "a2"]


def test_example_format_writes(tmp_path: Path) -> None:
    """The example format writes a line for each box, and of a film the sentences too."""
    made = example("format", tmp_path).FORMAT

    assert isinstance(made, exports.Format)
    run = Run(Recipe(PositionSpec("tree"))).finish()
    picture = TreePage(run).frame(12)
    assert made.bytes_of(picture).count(b"\n") == len(picture.boxes) - 1
    assert b"\nCut at C" in made.film_of(film_of_run(run, cut_steps))
