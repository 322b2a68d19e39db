"""What a page knows of a search is what the tree at each step says, and its block is as small as
promised.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.explorer_page.block import looks_at, sides_of
from tests.hostile import HOSTILE, recording
from visualizer.draw.boards.contents import drawn_places
from visualizer.draw.picture.model import NodeWindow
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.explanation.standings import label_of_value
from visualizer.look.numbers import format_number
from visualizer.publish import explorer
from visualizer.publish.explorer import check_web_page_name, explorer_page
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recorded_recipe
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.labels import value_label
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

CHANCE = "[~[1/2: 4, 1/2: 8], ~[1/4: [1, 2], 3/4: 9]]"


SMALL = "[[[3,1],[5,2]],[[0,6],[4,4]]]"
CORNER = "XO-X-O---"
RUNS = [
    ("tree", None, "alpha-beta"),
    ("tree", None, "mtdf"),
    ("tree", SMALL, "pvs"),
    ("tree", SMALL, "iterative-deepening"),
    ("tree", CHANCE, "star1,bounds=0:10"),
    ("tree", CHANCE, "expectiminimax"),
    ("tree", SMALL, "mcts,iterations=30"),
    ("tictactoe", CORNER, "pvs,table=yes"),
    ("tictactoe", CORNER, "iterative-deepening,table=yes,depth=4"),
    ("tictactoe", CORNER, "mcts,iterations=40,solver=yes"),
    ("tictactoe", CORNER, "mtdf,depth=3"),
    ("tictactoe", CORNER, "negamax,max-nodes=70"),
    ("einstein", None, "expectiminimax,depth=1,max-nodes=300"),
    ("tak", "ordering-helps", "ordered-alpha-beta,depth=2"),
]


def expected(run: Run, tree: TreeAtStep) -> dict[MovePath, tuple[str, ...]]:
    """Return what each visited node is to show at a step, worked out without looking at the step
    before.
    """
    naming = Naming(run, tree)
    found = dict[MovePath, tuple[str, ...]]()
    line = tree.principal_variation()
    if line:
        best = {0, *line}
    else:
        best = set[int]()
    for node in tree.nodes():
        if node not in best:
            states = {tree.status(node).value}
        else:
            states = {tree.status(node).value, "best"} - {"done"}
        if node == tree.current and not tree.at_end:
            states |= {"current"}
        else:
            states |= set()
        entry = now = ""
        if tree.move_count(node) and (window := tree.window_on_entry(node)) is not None:
            entry = NodeWindow(*window).words
            low, high = tree.window(node)
            now = NodeWindow(
                low, high, run.recipe.search.cut_sign * (low >= high and tree.is_cut(node))
            ).words
        path = run.path(node)
        is_written = run.game.explicit and not run.is_inner(path)
        value = value_label(tree, node) or (
            format_number(run.evaluated(path)) if is_written else ""
        )
        count = tree.returned_count(node)
        visits = [f"{count} visit{'s' * (count != 1)}"] * run.trace.is_sampled
        whose = ", ".join(filter(None, [label_of_value(naming, node), *visits]))
        found[path] = (" ".join(sorted(states)), value, whose, entry, now)
    return found


GAMES_WITH_BOARDS = (
    "connect-four",
    "einstein",
    "hex",
    "italian-draughts",
    "kalah",
    "othello",
    "tak",
    "tictactoe",
)


@pytest.mark.parametrize("game", GAMES_WITH_BOARDS)
def test_each_board_has_its_squares(game: str) -> None:
    """Every square of the board is on the page, those that no piece can stand on, too."""
    algorithm = "expectiminimax" if game == "einstein" else "alpha-beta"
    run = Run(Recipe(PositionSpec(game), SearchSpec(algorithm, depth=1))).finish()
    _, (side,) = sides_of(explorer_page({"": run}))
    base = side["bases"][0]

    assert len(base["spots"]) == len(base["names"]) == len(drawn_places(run.root.board()))


@pytest.mark.parametrize(("game", "position", "search"), RUNS)
def test_each_node_shows_at_each_step_what_the_tree_says(
    game: str, position: str | None, search: str
) -> None:
    """In searches with one pass and several, second looks, samples, chance, tables, and one that
    was stopped.
    """
    run = Run(Recipe(PositionSpec(game, position), SearchSpec.typed(search, SearchSpec()))).finish()
    head, (side,) = sides_of(explorer_page({"": run}))
    last = run.trace.last_step
    paths = [*map(run.path, TreeAtStep(run.trace).nodes())]

    assert side["last"] == last
    assert len(side["sentences"]) == last + 1
    for step in range(0, last + 1, max(1, last // 200)):
        tree = TreeAtStep(run.trace, step)
        wanted = expected(run, tree)
        looks = looks_at(head, side, step)
        shown = {
            paths[node]: (" ".join(sorted(state.split())), *words)
            for node, (state, *words, _) in looks.items()
            if node < len(paths) and paths[node] in wanted
        }

        assert shown == wanted, step
        assert side["sentences"][step] == explain(run, step)
        if tree.current is not None:
            assert looks[side["current"][step]][-1] == step
            assert paths[side["current"][step]] == run.path(tree.current)
        assert (len(looks) > len(wanted)) <= bool(side["picture"])


def test_unvisited_nodes_of_a_written_tree_are_to_come_or_pruned() -> None:
    """They are there from the beginning, a leaf with its value; below one that is pruned they
    are no more drawn.
    """
    run = Run(Recipe(PositionSpec("tree", "[[3,12],[2,[4,6]]]"), SearchSpec())).finish()
    head, (side,) = sides_of(explorer_page({"": run}))

    assert {look[0] for look in looks_at(head, side, 0).values()} == {"to-come"}
    states = [looks_at(head, side, run.trace.last_step)[node][:2] for node in range(9)]
    assert states[6:] == [
        ("pruned", ""),
        ("pruned ghost", "4"),
        ("pruned ghost", "6"),
    ]
    assert len(side["picture"]["boxes"]) == 9


def test_siblings_of_random_games_stand_by_visits() -> None:
    """The order is that of the end, at every step, so that no row jumps."""
    search = SearchSpec.typed("mcts,iterations=60", SearchSpec())
    run = Run(Recipe(PositionSpec("tictactoe", CORNER), search)).finish()
    head, (side,) = sides_of(explorer_page({"": run}))
    looks = looks_at(head, side, run.trace.last_step)
    first_moves = sorted(
        (side["place"][node], node) for node in looks if node and not side["parent"][node]
    )
    visits = [int(looks[node][2].split()[-2].replace(",", "")) for _, node in first_moves]

    assert len(visits) > 2
    assert visits == sorted(visits, reverse=True)


def test_only_small_written_trees_are_pictures() -> None:
    """Sixty nodes have places, one more is an outline, and so is a game."""
    for leaves, is_picture in ((59, True), (60, False)):
        tree = f"[{','.join(map(str, range(leaves)))}]"
        run = Run(Recipe(PositionSpec("tree", tree), SearchSpec())).finish()

        assert (sides_of(explorer_page({"": run}))[1][0]["picture"] is not None) is is_picture
    game = Run(Recipe(PositionSpec("tictactoe", CORNER), SearchSpec())).finish()

    assert sides_of(explorer_page({"": game}))[1][0]["picture"] is None


@pytest.mark.filterwarnings("ignore:.*is unknown in the header")
def test_hostile_names_stay_words(tmp_path: Path) -> None:
    """No sign steers a terminal, ends the script or makes an element, in a page with such names
    everywhere.
    """
    told = recorded_recipe(recording(tmp_path))

    assert told is not None
    run = Run(told[0]).finish()
    page = explorer_page({"": run}, f"</script><img src=x>{HOSTILE}")
    head, (side,) = sides_of(page)
    assert page.decode().count("</script>") == 2
    assert b"<img" not in page
    for words in (*side["texts"], *side["sentences"], side["title"], head["sides"][0]["name"]):
        assert all(letter.isprintable() or letter == "\t" for letter in words)


def test_what_is_no_page_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of another kind, and a search that is too long."""
    with pytest.raises(InputError, match=r"saved as \.html or \.htm, not as 'a\.pdf'"):
        check_web_page_name("a.pdf")
    run = Run(Recipe(PositionSpec("tree", None), SearchSpec())).finish()
    monkeypatch.setattr(explorer, "MAX_EXPLORER_VISITS", 10)
    with pytest.raises(InputError, match="11 visits, and a page explores 10 at most"):
        explorer_page({"": run})
