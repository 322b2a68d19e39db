"""What views and panes draw, without Textual: exact sizes, nothing that jumps, and states that
agree with the trace.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.few import crossed, one_in
from tests.terminal.hands import AIMA, TAK, TICTACTOE, letters_of, picture_of
from tests.terminal.searches import recipe_of, searched
from visualizer.apps.activities.exploring import PLAYING_SPEEDS, Session
from visualizer.apps.tui.cells import position_picture
from visualizer.apps.tui.cells.large_words import enlarge_words
from visualizer.apps.tui.cells.styled_lines import (
    Rendering,
    clip_to_cells,
    fit_line,
    put_in_frame,
    width_of,
    wrap_words,
)
from visualizer.apps.tui.draft import CheckedDraft
from visualizer.apps.tui.panes import panes
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.terminal import pane_layout
from visualizer.apps.tui.terminal.ascii_looks import SINGLE_SIGNS, with_single_signs
from visualizer.apps.tui.themes import STYLE_NAMES
from visualizer.apps.tui.views import overview, views
from visualizer.look.legend import STATE_LOOKS, State
from visualizer.searching.lookup import load_game
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

STOPPED = recipe_of("tak", "opening", "minimax,depth=5,max-nodes=3000")
DEEP = recipe_of("tree", "[[[[1,2],[3,4]],[[5,6],[7,8]]],[[[9,1],[2,3]],[[4,5],[6,7]]]]")
RECIPES = {
    "aima": AIMA,
    "tak": TAK,
    "tictactoe": TICTACTOE,
    "stopped": STOPPED,
    "deep": DEEP,
}
SIZES = [
    (1, 1),
    (2, 2),
    (3, 1),
    (1, 9),
    (5, 3),
    (12, 4),
    (22, 7),
    (54, 15),
    (86, 28),
    (200, 60),
]
USUAL = [(80, 24), (148, 40)]
DRAWN: dict[str, Callable[[Scene, int, int], Rendering]] = {
    **{f"view {name}": view.draw for name, view in views().items()},
    **{f"pane {name}": pane.draw for name, pane in panes().items()},
    "pane whole": overview.draw_whole_overview,
}


@cache
def run_of(name: str) -> Run:
    return Run(RECIPES[name]).finish()


def some_steps(run: Run, count: int = 6) -> list[int]:
    """Return some steps: the ends, the first, and others spread evenly."""
    last = run.trace.last_step
    return sorted({0, 1, 2, 3, last - 1, last, *(last * part // count for part in range(count))})


def all_scenes(name: str) -> Iterator[Scene]:
    """Go through scenes of a run: steps, and at some of them selections, another top, heat and
    zoom.
    """
    run = run_of(name)
    for step in some_steps(run):
        scene = Scene(run, step)
        yield scene
        if step > 2:
            first = run.order_with_scores(())[0][0]
            yield scene.at(selected=(), zoom=-3)
            yield scene.at(selected=(first,), heat=1)
            yield scene.at(top=(first,), zoom=3)
            yield scene.at(selected=(run.order_with_scores(())[0][-1],), heat=2)


@pytest.mark.parametrize(("what", "name"), one_in(2, crossed(DRAWN, RECIPES)))
def test_every_drawing_fits(what: str, name: str, usually: Callable[[int], int]) -> None:
    """At any size no drawing is higher than asked or uses a style that is none; a line can be made
    exactly as wide.

    No line of a view is wider than its space, or than 60 columns where there are fewer.
    """
    is_view = what.startswith("view")
    for (place, (width, height)), (number, scene) in product(
        enumerate(SIZES + USUAL * is_view), enumerate(all_scenes(name))
    ):
        if (place + number) % (4 // usually(2)):
            # a half or a quarter of the scenes at each size, and as many sizes of each scene
            continue
        drawn = DRAWN[what](scene, width, height)

        assert len(drawn.lines) <= height, (scene.step, width, height)
        for line in drawn.lines:
            assert width_of(fit_line(line, width)) == width
            assert not is_view or width_of(line) <= max(width, 60), letters_of(line)
            assert all(part in STYLE_NAMES for _, style in line for part in style.split("+")), line


@given(st.text("ab 取👍🏽\u200d\ufe0fe\u0301ｱé", max_size=8), st.integers(0, 8))
def test_names_of_any_letters_are_cut_to_fit(name: str, width: int) -> None:
    """Wide letters, accents and joined ones too: a line takes exactly the cells that it has."""
    assert width_of(fit_line([(name, "text")], width)) == width
    assert width_of([(clip_to_cells(name, width), "text")]) == width


@pytest.mark.parametrize(
    ("what", "name", "size"),
    crossed(
        [what for what in DRAWN if what.startswith("pane")],
        RECIPES,
        [
            (80, 24),
            (120, 40),
            (200, 60),
        ],
    ),
)
def test_no_pane_cuts_its_words(what: str, name: str, size: tuple[int, int]) -> None:
    """At the usual sizes no line of words in a pane is wider than the pane; code, a board and a
    legend may be.
    """
    width = {
        "pane why": size[0] - 4,
        "pane passes": size[0] - 4,
        "pane code": size[0] // 2 - 4,
        "pane whole": size[0] // 2 - 4,
    }.get(what, pane_layout.side_width(size[0]) - 4)
    if what in ("pane code", "pane whole") and size[0] < 110:
        pytest.skip("there is no such pane at this size")
    for scene in all_scenes(name):
        for line in DRAWN[what](scene.at(heat=0), width, 7).lines:
            assert width_of(line) <= width, letters_of(line)


@pytest.mark.parametrize(("view", "name"), crossed(["tree", "columns", "overview"], RECIPES))
def test_every_hit_leads_to_a_node(view: str, name: str) -> None:
    """Where a click means a node, the node exists, and its move stands there; hits do not cover
    each other.
    """
    run = run_of(name)
    nodes: dict[MovePath, Any] = {(): run.root}
    for scene in all_scenes(name):
        drawn = views()[view].draw(scene, 120, 36)
        taken: dict[int, list[range]] = {}
        for hit in drawn.hits:
            for length in range(1, len(hit.path) + 1):
                if hit.path[:length] not in nodes:
                    above = nodes[hit.path[: length - 1]]
                    nodes[hit.path[:length]] = above.play(above.moves()[hit.path[length - 1]])
            if not 0 <= hit.y < len(drawn.lines):
                continue
            line = letters_of(drawn.lines[hit.y])
            if view == "columns":
                assert run.move_name(hit.path)[: hit.right - hit.left] in line[hit.left : hit.right]
                spaces = taken.setdefault(hit.y, [])
                assert all(hit.right <= other.start or other.stop <= hit.left for other in spaces)
                spaces.append(range(hit.left, hit.right))


# Nothing jumps.


@pytest.mark.parametrize(
    ("name", "size"),
    crossed(
        RECIPES,
        [
            (54, 15),
            (86, 28),
            (148, 40),
            (60, 6),
            (30, 5),
        ],
    ),
)
def test_no_cell_of_the_overview_moves(
    name: str, size: tuple[int, int], usually: Callable[[int], int]
) -> None:
    """In the overview the cells of a node are the same at every step in which it is drawn."""
    run = run_of(name)
    places: dict[tuple[int, ...], set[tuple[int, int, int]]] = {}
    for step in some_steps(run, usually(60)):
        drawn = views()["overview"].draw(Scene(run, step), *size)
        now: dict[tuple[int, ...], set[tuple[int, int, int]]] = {}
        for hit in drawn.hits:
            now.setdefault(hit.path, set()).add((hit.y, hit.left, hit.right))
        for path, cells in now.items():
            assert places.setdefault(path, cells) == cells, f"{path} moves at step {step}"


@pytest.mark.parametrize(
    ("name", "size"),
    crossed(
        ["aima", "tak", "tictactoe", "deep"],
        [
            (54, 15),
            (86, 28),
            (148, 40),
        ],
    ),
)
def test_the_overview_paints_a_cut_in_its_step(name: str, size: tuple[int, int]) -> None:
    """However narrow its node: in that step it is drawn as cut, what it cuts off below it, and
    "here" points at it.
    """
    run = run_of(name)
    for row in [*run.trace.cuts][:: max(1, len(run.trace.cuts) // 20)]:
        step = run.trace.cut_step(row)

        assert step is not None
        scene = Scene(run, step)
        drawn = views()["overview"].draw(scene, *size)
        rows = [letters_of(line) for line in drawn.lines]
        here = next(line for line in rows if "▸ here ✂" in line)
        at = here.index("▸ here")
        ply = len(run.path(row))
        bands = [y for y, line in enumerate(rows) if line[:1].isdigit()]
        assert ", ply " in here or "root" in here
        shown = len(bands) > ply and here.index("▸") < size[0] - len(here.strip())
        assert not shown or rows[[*bands, rows.index(here)][ply + 1] - 1][at] in "▀▝", (step, here)
        cut_off = {text[:1] for line in drawn.lines for text, style in line if style == "cut-off"}
        assert cut_off == ({"╱"} if len(bands) > ply + 1 else set()), step


def test_nothing_is_drawn_as_cut_where_nothing_is_skipped() -> None:
    """A window that closes at a node's last child cuts nothing: no view or pane has the style or
    sign of one.
    """
    run = searched("tree", "[[3,12],[4,2]]")
    for step in range(1, run.trace.last_step + 1):
        for draw in (
            *(view.draw for view in views().values()),
            panes()["window"].draw,
            panes()["why"].draw,
        ):
            drawn = draw(Scene(run, step, windows="all"), 70, 16)
            if draw is views()["overview"].draw:
                legend = drawn.lines[-1]
            else:
                legend = []
            styles = {style for line in drawn.lines if line is not legend for _, style in line}

            assert not styles & {"cut", "cut-off", "pruned", "pruned-note", "alarm", "hatch"}, step
            assert drawn.frame == "frame"
            assert not any(
                "≥ β" in letters_of(line)
                for line in drawn.lines
                if draw is not panes()["window"].draw and draw is not panes()["why"].draw
            )


def test_a_shallow_tree_fills_the_overview() -> None:
    """Its two plies share all lines but the root's, the marks' and the legend's."""
    drawn = views()["overview"].draw(Scene(run_of("aima"), 22), 86, 28)
    assert len([line for line in drawn.lines if "█" in letters_of(line)[10:]]) >= 23


@pytest.mark.parametrize("name", ["tak", "tictactoe", "deep"])
def test_no_move_of_a_column_changes_its_order(name: str) -> None:
    """In the columns the moves of the root stand in the order tried, at every step."""
    run = run_of(name)
    order = run.order_with_scores(())[0]
    for step in some_steps(run, 40)[1:]:
        drawn = views()["columns"].draw(Scene(run, step, selected=()), 80, 24)
        shown = [hit.path[-1] for hit in drawn.hits if len(hit.path) == 1]
        first = order.index(shown[0])

        assert shown == [*order[first : first + len(shown)]]


# What is drawn is what the trace says.


@pytest.mark.parametrize("name", ["aima", "tak", "tictactoe", "deep"])
def test_struck_moves_are_those_never_visited(name: str, usually: Callable[[int], int]) -> None:
    """In a column a move is struck exactly when its node was cut before the move was tried."""
    run = run_of(name)
    for step in some_steps(run, usually(40))[1:]:
        scene = Scene(run, step)
        tree = TreeAtStep(run.trace, step)
        drawn = views()["columns"].draw(scene, 200, 60)
        for hit in drawn.hits:
            line = drawn.lines[hit.y]
            glyph = letters_of(line)[hit.left : hit.right].lstrip(" 0123456789")[0]
            parent = tree.node_at(hit.path[:-1])

            assert parent is not None
            tried = {run.trace.move(child) for child in tree.children(parent)}
            pruned = hit.path[-1] not in tried and tree.is_cut(parent)
            assert (glyph == STATE_LOOKS[State.PRUNED].glyph) == pruned
            row = tree.node_at(hit.path)
            if row is not None and tree.is_cut(row) and row != tree.current:
                assert glyph == STATE_LOOKS[State.CUT].glyph


def test_states_differ_by_glyph_alone() -> None:
    """Without any colour each state has a glyph of its own, in Unicode and in ASCII; so have the
    overview's blocks.
    """
    glyphs = [look.glyph for look in STATE_LOOKS.values()]

    assert len(glyphs) == len(set(glyphs))
    signs = [with_single_signs(look.glyph) for look in STATE_LOOKS.values()]
    different = {
        State.TO_COME,
        State.OPEN,
        State.CURRENT,
        State.DONE,
        State.BEST,
        State.CUT,
        State.PRUNED,
    }
    assert len({with_single_signs(STATE_LOOKS[state].glyph) for state in different}) == len(
        different
    ), signs
    told_apart = {*overview.STATE_BLOCKS} - {
        State.OPEN
    }  # which looks like the current one, and that has a mark below
    assert len({overview.STATE_BLOCKS[state] for state in told_apart}) == len(told_apart)
    assert len({with_single_signs(overview.STATE_BLOCKS[state]) for state in told_apart}) == len(
        told_apart
    )


@pytest.mark.parametrize("name", one_in(3, RECIPES))
def test_ascii_keeps_every_width(name: str) -> None:
    """Translated to ASCII, each line of each drawing takes as many cells as before."""
    for scene, draw in product(all_scenes(name), DRAWN.values()):
        for line in draw(scene, 80, 20).lines:
            words = letters_of(line)

            assert with_single_signs(words).isascii()
            assert len(with_single_signs(words)) == cell_len(words)


def test_ascii_has_one_sign_for_each() -> None:
    """Every sign that is translated takes one cell and becomes one."""
    assert all(
        cell_len(sign) == 1 and len(to) == 1 and to.isascii() for sign, to in SINGLE_SIGNS.items()
    )


# The helpers.


@pytest.mark.parametrize("width", [0, 1, 2, 3, 10])
@pytest.mark.parametrize("height", [0, 1, 2, 5])
def test_a_frame_has_its_size(width: int, height: int) -> None:
    """A frame around anything is as wide and high as asked, if there is room for a frame at all."""
    lines = put_in_frame([[("some words", "text")]], width, height, "a long title")
    if width >= 2 and height >= 2:
        assert len(lines) == height
        assert {width_of(line) for line in lines} == {width}


def test_wrapping_loses_no_word() -> None:
    """A wrapped text has all its words in order, and lines as wide as asked unless one word is
    wider.
    """
    words = "a cutoff at branch 2: its first leaf gives MIN 2, and MAX already has 3"
    for width in range(1, 90):
        lines = wrap_words(words, width)

        assert " ".join(letters_of(line) for line in lines).split() == words.split()
        assert all(width_of(line) <= width or " " not in letters_of(line) for line in lines)


@pytest.mark.parametrize(
    ("zoom", "size"),
    one_in(
        3,
        crossed(
            [-3, 0, 3],
            [
                (54, 14),
                (86, 24),
                (148, 44),
            ],
        ),
    ),
)
def test_where_the_search_runs_is_always_drawn(zoom: int, size: tuple[int, int]) -> None:
    """However much is folded, the node of the step is there, with its sign."""
    for game in RECIPES:
        run = run_of(game)
        for step in range(1, min(run.trace.last_step, 2000), 37):
            scene = Scene(run, step, zoom=zoom)
            drawn = views()["tree"].draw(scene, *size)
            places = [hit.y for hit in drawn.hits if hit.path == scene.running_path]
            signs = any(
                STATE_LOOKS[State.CURRENT].glyph in letters_of(drawn.lines[y]) for y in places
            )

            assert places, (game, step)
            assert signs or not scene.running_path, (game, step)


def test_a_search_that_has_not_begun_is_drawn() -> None:
    """Before the search has entered the root, every view and pane has something to show."""
    for drawn in (*(view.draw for view in views().values()), overview.draw_whole_overview):
        assert drawn(Scene(Run(TAK)), 60, 12).lines


def test_columns_of_random_games_have_the_same_titles_at_every_step() -> None:
    """Before anything was sampled, too, they are wins, mean and upper bound, and the first move
    is announced.
    """
    run = searched("hex", search="mcts,iterations=2", size="3")
    drawn = [
        [letters_of(line)[:40] for line in views()["columns"].draw(Scene(run, step), 40, 12).lines]
        for step in (0, 1)
    ]

    assert drawn[0] == drawn[1]
    assert all(word in drawn[0][2] for word in ("wins", "mean", "upper"))
    assert "a1 next, of 9 new" in drawn[0][3]


def test_random_games_are_counted_alike_everywhere() -> None:
    """Timeline and counts agree at every step; no legend has what never happens; nothing is ever
    done with.
    """
    run = searched("hex", search="mcts,iterations=12", size="3")
    for step in range(run.trace.last_step + 1):
        drawn = [letters_of(line) for line in panes()["counts"].draw(Scene(run, step), 22, 6).lines]

        assert Session(run, step).remark().split()[0] == drawn[0].split()[-1]
        tree = picture_of("tree", Scene(run, step), 40, 12)
        assert "done" not in tree
    legend = letters_of(views()["overview"].draw(Scene(run, 9), 50, 12).lines[-1])

    assert "visited" in legend
    assert "cut" not in legend
    assert "pruned" not in legend


def test_a_leaf_that_was_just_entered_is_said_to_be_open() -> None:
    """A leaf counts once its value is known; until then the counts say that one more is open, as
    it is drawn.
    """
    run = searched("tree", "aima-5.2")
    for step in range(run.trace.last_step + 1):
        tree = TreeAtStep(run.trace, step)
        drawn = panes()["counts"].draw(Scene(run, step), 30, 6)
        counted = letters_of(drawn.lines[1]).removeprefix("leaves").strip()
        entered = sum(not tree.move_count(node) for node in tree.nodes())

        assert entered == sum(map(int, counted.removesuffix("open").split("+")))


@pytest.mark.parametrize("width", range(12, 90, 7))
def test_a_legend_ends_with_a_whole_word(width: int) -> None:
    """Where the legend of the overview has no room for an entry, it leaves out both its sign and
    its word.
    """
    run = searched("tictactoe", "only-move", "iterative-deepening")
    shown = letters_of(views()["overview"].draw(Scene(run, 9), width, 12).lines[-1]).split()

    assert not shown or shown[-1] in ("visited", "cut", "open", "line", "pruned", "come", "earlier")


def test_a_board_is_named_by_its_last_moves() -> None:
    """Where there is no room for all moves that led to a board, the first ones are left out."""
    run = searched("othello", search="ordered-alpha-beta,depth=4")
    step = next(step for step in range(99) if len(Scene(run, step).focus) == 4)
    scene = Scene(run, step)
    title = panes()["board"].draw(scene, 14, 14).title

    assert title == f"board · … {scene.names(scene.focus)[-2:]}"
    assert panes()["board"].draw(scene, 40, 14).title == f"board · {scene.names(scene.focus)}"


def test_who_moved_last_stands_below_the_board() -> None:
    """A side whose pieces are dark or light says so in its own brackets, where these have room,
    and is in no others.
    """
    run = searched("connect-four", search="alpha-beta,depth=2", size="4x4")
    drawn = panes()["board"].draw(Scene(run, 2), 30, 20)

    assert "last col 1 by Yellow (light)" in [letters_of(line) for line in drawn.lines]
    narrow = [letters_of(line) for line in panes()["board"].draw(Scene(run, 2), 20, 20).lines]
    assert "last col 1 by Yellow" in narrow
    assert all(line.count("(") == line.count(")") for line in narrow)


def test_how_many_a_large_node_stands_for_is_never_cut_short() -> None:
    """A large node that stands for its siblings, too, says how many they are, as large as its
    move.
    """
    run = searched("kalah", search="alpha-beta,depth=3")
    ways = [f"{move} +{more}" for move in "abcdef" for more in range(1, 6)]
    said = set()
    for step in range(0, run.trace.last_step, 7):
        for size in ((100, 30), (160, 60)):
            drawn = picture_of("tree", Scene(run, step, large=True), *size)

            assert " an…" not in drawn
            assert "… more" not in drawn
            said |= {
                way for way in ways if all(row.strip() in drawn for row in enlarge_words(way, 5))
            }

    assert said


def test_a_move_keeps_its_name_beside_how_often_it_was_visited() -> None:
    """However narrow it is, no move of a search by random games is an ellipsis before its
    visits.
    """
    run = searched("hex", search="mcts,iterations=200")
    for width in (28, 32, 40, 54):
        names = letters_of(
            views()["tree"].draw(Scene(run, run.trace.last_step), width, 14).lines[2]
        )

        assert re.search(r"[a-e][1-5] ×\d+", names)
        assert "… ×" not in names


@pytest.mark.parametrize("algorithm", ["ordered-alpha-beta", "mcts"])
def test_at_the_end_columns_follow_the_best_line(algorithm: str) -> None:
    """The first column is the root's, the next that of its best move, and so on while there is
    room.
    """
    run = searched("hex", search=algorithm, size="3")
    scene = Scene(run, run.trace.last_step)
    head = letters_of(views()["columns"].draw(scene, 60, 12).lines[0])
    best = run.line(scene.tree.result().line)[0]

    assert head.count("╭") >= 2
    assert f"after {best}" in head.split("╭")[2]


@pytest.mark.parametrize(
    "where", [PositionSpec("tree", "aima-5.2"), PositionSpec("tictactoe", "only-move")], ids=str
)
def test_roots_beside_each_other_stand_in_one_row(where: PositionSpec) -> None:
    """At every size the roots of minimax and alpha-beta, compared, are as far from the top."""
    runs = [
        Run(Recipe(where, SearchSpec(algorithm))).finish()
        for algorithm in ("minimax", "alpha-beta")
    ]
    for size in product(range(26, 100, 14), range(8, 40, 6)):
        rows = set()
        for run, other in (runs, runs[::-1]):
            drawn = views()["tree"].draw(Scene(run, 12, others=(other,)), *size)
            rows.add(min(hit.y for hit in drawn.hits if hit.path == ()))

        assert len(rows) == 1, size


def test_a_count_of_moves_to_come_is_no_move() -> None:
    """Where moves are folded their count has a plus, which tells it from a branch with a number
    for a name.
    """
    run = run_of("tak")
    lines = picture_of("tree", Scene(run, 7), 86, 24)

    assert "+41" in lines
    assert not re.search(r"[^+\d]41\b", lines)


@pytest.mark.parametrize("name", ["aima", "tak", "tictactoe"])
def test_all_games_have_one_pace_up_to_the_first_cut(name: str) -> None:
    """Two steps a second until something is cut, then as suits the tree; the pace is always
    said.
    """
    run = run_of(name)
    first = run.trace.cut_step(run.trace.cuts[0]) or 0

    assert {Session(run, step).speed for step in range(first)} == {1}
    assert "2/s" in Session(run, first - 1).progress()
    later = Session(run, first)
    assert f"{PLAYING_SPEEDS[later.speed]}/s" in later.progress()


@pytest.mark.parametrize("width", [34, 60, 100])
def test_a_tree_stands_above_the_middle_of_its_legend(width: int) -> None:
    """Where a position is a small tree, it and its legend have as much room on the left as on
    the right.
    """
    game = load_game("tree")
    checked = CheckedDraft(game, game.read("[[2,7],[1,8]]", {}))
    lines = [
        letters_of(line).rstrip() for line in position_picture.draw_position(checked, width, 20)
    ]
    for shown in (lines[: lines.index("")], lines[-1:]):
        left = min(len(line) - len(line.lstrip()) for line in shown)
        assert abs(left - (width - max(map(len, shown)))) <= 1


@pytest.mark.parametrize(
    "size",
    [
        (54, 16),
        (80, 24),
        (120, 40),
    ],
)
def test_no_sign_breaks_the_frame_of_a_node(size: tuple[int, int]) -> None:
    """At every step strong and dashed frames have both sides: a sign and a value move aside for
    them.
    """
    asked = 0
    for name in ("aima-5.2", "cs188-four-plies"):
        run = searched("tree", name)
        for step in range(run.trace.last_step + 1):
            drawn = views()["tree"].draw(Scene(run, step), *size)
            lines = ["".join(words for words, _ in line) for line in drawn.lines]

            assert not any(line.count(side) % 2 for line in lines for side in "║╎")
            asked += any(re.search("║ ?▸ ?[0-9]+[?]", line) is not None for line in lines)

    assert asked >= 3 or size[0] < 80
