"""Plots of sweeps: every kind in every theme and format, never blank; wrong input in one
sentence.
"""

from __future__ import annotations

import builtins
import io
import random
import re
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

from tests.few import one_in
from visualizer.explaining.measures.sureness import clustered_interval, wilson_interval
from visualizer.look.themes import THEMES
from visualizer.play.sweeping.plots import (
    EXAMPLE_SWEEP,
    PLOT_FILE_ENDINGS,
    PLOT_KINDS,
    PlotRow,
    check_plot,
    comparable_results,
    draw_plot,
    plot_titles,
    read_sweep_results,
    usual_plot_kind,
)
from visualizer.play.sweeping.plots.drawings import budget_points, search_without_budget
from visualizer.play.sweeping.plots.style import count_words, label_log_axis, times_words
from visualizer.play.sweeping.sweep import RESULT_COLUMNS, plan_sweep, sweep
from visualizer.support.errors import InputError

pytest.importorskip("matplotlib")
HEADER = ",".join(RESULT_COLUMNS)


def result(
    game: str, name: str, depth: int | None, search: str, nodes: int, **more: Any
) -> PlotRow:
    """Return a row, by default of a finished search in natural order."""
    return PlotRow(
        game,
        name,
        depth,
        search,
        search.partition(",")[0],
        more.get("ordering", "natural"),
        nodes,
        more.get("complete", True),
        more.get("minimum"),
        more.get("iterations"),
        more.get("right", True),
    )


def some(
    games: int = 1, positions: int = 3, depths: tuple[int | None, ...] = (1, 2, 3)
) -> list[PlotRow]:
    """Return made-up results of three searches."""
    dice = random.Random(1)
    return [
        result(
            f"game {game}",
            f"position {position}",
            depth,
            search,
            (depth or 4) * 10 * place + dice.randint(1, 9),
            ordering="scored" if place == 1 else "natural",
            minimum=5,
        )
        for game in range(games)
        for position in range(positions)
        for depth in depths
        for place, search in (
            (9, "minimax"),
            (2, "alpha-beta"),
            (1, "ordered-alpha-beta"),
        )
    ]


def pixels(png: bytes) -> Any:
    """Return a picture's pixels, a row for each line."""
    from matplotlib.image import imread

    return imread(io.BytesIO(png), format="png")


def ink(png: bytes) -> float:
    """Return which share of a picture is not its background."""
    shown = pixels(png)
    return float((abs(shown - shown[0, 0]).sum(axis=2) > 0.05).mean())


DRAWN = [
    pytest.param(kind, theme, marks=[] if number == place % len(THEMES) else pytest.mark.slow)
    for place, kind in enumerate(PLOT_KINDS)
    for number, theme in enumerate(THEMES)
]
"""Every kind in every theme; usually every kind in one theme."""


@pytest.mark.parametrize(("kind", "theme"), one_in(4, DRAWN))
def test_no_plot_is_blank(kind: str, theme: str) -> None:
    """There is ink, on a page as large as a slide, with the page's colour at its corner; mono
    has no colour.
    """
    png = draw_plot(read_sweep_results(EXAMPLE_SWEEP), ".png", kind, theme)
    shown = pixels(png)

    assert shown.shape[1] == 1920
    assert shown.shape[0] >= 1080
    assert 0.03 < ink(png) < 0.6
    corner = "#" + "".join(f"{round(float(part) * 255):02X}" for part in shown[0, 0, :3])
    assert corner == THEMES[theme].page
    if theme == "mono":
        assert float((shown[:, :, :3].max(axis=2) - shown[:, :, :3].min(axis=2)).max()) < 0.02


@pytest.mark.parametrize("ending", one_in(2, PLOT_FILE_ENDINGS))
def test_formats(ending: str) -> None:
    """Each is what its ending says, and the same for the same results."""
    data = draw_plot(some(), ending, "growth")

    assert data == draw_plot(some(), ending, "growth")
    assert {
        ".svg": b"<?xml",
        ".png": b"\x89PNG",
        ".pdf": b"%PDF",
    }[ending] == data[: 5 if ending == ".svg" else 4]


def test_the_text_is_large() -> None:
    """No text is smaller than a 50th of the page's height: it can be read from the last row."""
    from matplotlib.text import Text

    from visualizer.play.sweeping.plots.drawings import draw_distribution, draw_growth, draw_saving

    for drawn in (draw_growth, draw_saving, draw_distribution):
        figure = drawn(read_sweep_results(EXAMPLE_SWEEP), THEMES["light"], "")
        written = [text for text in figure.findobj(Text) if text.get_text()]
        smallest = min(float(text.get_fontsize()) for text in written)

        assert smallest / 72 > figure.get_figheight() / 50 * 0.95, (drawn, smallest)
        assert len(written) > 5


def test_all_text_is_on_the_page(usually: Callable[[int], int]) -> None:
    """Nothing is cut off at an edge, with many searches and long names too."""
    from visualizer.play.sweeping.plots.drawings import draw_distribution, draw_growth, draw_saving

    more = [
        result(
            "game 0",
            f"position {position}",
            depth,
            f"alpha-beta,ordering=killer+history+scored,seed={seed}",
            7,
        )
        for position in range(3)
        for depth in (1, 2, 3)
        for seed in range(3)
    ]
    for results in (
        [*some(), *more],
        read_sweep_results(EXAMPLE_SWEEP),
        some(games=8),
    )[: usually(3)]:
        for drawn in (draw_growth, draw_saving, draw_distribution):
            figure = drawn(results, THEMES["light"], "")
            figure.draw_without_rendering()
            width, height = figure.get_size_inches() * figure.dpi
            keys = [text for legend in figure.legends for text in legend.get_texts()]
            for text in (
                *figure.texts,
                *keys,
                *(text for axes in figure.axes for text in (*axes.texts, axes.title)),
            ):
                box = text.get_window_extent()

                assert box.x0 > -2, (drawn.__name__, text.get_text())
                assert box.x1 < width + 2, (drawn.__name__, text.get_text())
                assert box.y0 > -2, (drawn.__name__, text.get_text())
                assert box.y1 < height + 2, (drawn.__name__, text.get_text())


def test_the_kind_is_chosen() -> None:
    """Choice where samples can be judged, growth for several depths, else saving for several
    games, else the rest.
    """
    assert (
        usual_plot_kind(
            [
                *some(),
                result(
                    "game 0",
                    "position 0",
                    None,
                    "mcts,seed=1",
                    9,
                    iterations=9,
                ),
            ]
        )
        == "choice"
    )
    assert usual_plot_kind(some()) == "growth"
    assert usual_plot_kind(some(2, depths=(3,))) == "saving"
    assert usual_plot_kind(some(1, depths=(3,))) == "distribution"


def test_the_share_of_best_moves() -> None:
    """A point is a budget: its share is taken over seeds and positions, its place the median of
    what was visited.
    """
    rows = [
        result(
            "hex",
            f"position {n % 2}",
            None,
            f"mcts,iterations={games},seed={n}",
            3 * games + n % 2,
            iterations=games,
            right=n < games // 10,
        )
        for games in (10, 30)
        for n in range(4)
    ]
    points = [(visited, share) for visited, _, share, _ in budget_points(rows)]

    assert points == [(30.5, 0.25), (90.5, 0.75)]
    assert {search_without_budget(row.search) for row in rows} == {"mcts"}
    assert len(draw_plot(rows, ".svg", "choice")) > 20_000
    with pytest.raises(InputError, match="include minimax in the sweep"):
        draw_plot([replace(row, right=None) for row in rows], ".svg", "choice")


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        (
            [(0, 3), (1, 2)],
            "share of all seeds of 5 positions; the band is a 95 % interval for the mean of such",
        ),
        (
            [(0, 1)],
            (
                "share of the seeds of one position; the band is a 95 % interval for that "
                "position alone"
            ),
        ),
        (
            [(0, 1), (1, 1)],
            "one position each; the band is a 95 % interval for that position alone",
        ),
        (
            [(0, 1), (1, 4_000)],
            "the band is a 95 % interval for such positions, or for a single one",
        ),
    ],
)
def test_the_band_is_named(shape: list[tuple[int, int]], words: str) -> None:
    """The line under the title says what the band is, in its length; without colours there is
    none to name.
    """
    from visualizer.play.sweeping.plots.drawings import choice_subtitle, draw_choice

    rows = [
        result(f"game {game}", f"position {n}", None, "mcts,iterations=9,seed=1", 9)
        for game, count in shape
        for n in range(count)
    ]

    assert "band" not in choice_subtitle(rows, THEMES["mono"])
    figure = draw_choice(rows, THEMES["light"], "")
    said = figure.texts[1]
    assert words in said.get_text()
    assert said.get_window_extent().x1 < figure.get_size_inches()[0] * figure.dpi


def test_a_position_counts_once() -> None:
    """However many seeds it has; by what the positions vary, not the seeds, the band is wide."""
    rows = [
        result(
            "hex",
            f"position {position}",
            None,
            f"mcts,iterations=9,seed={seed}",
            9,
            right=position > 0,
        )
        for position in range(4)
        for seed in range(40 if position else 10)
    ]
    ((_, low, share, high),) = budget_points(rows)

    assert share == 0.75
    assert (low, high) == clustered_interval([0, 1, 1, 1])
    assert low < 0.2
    assert high > 0.95
    lone = [row for row in rows if row.name == "position 0"]
    low, high = wilson_interval(0, 10)
    assert budget_points(lone) == [(9, low, 0, high)]
    assert budget_points(lone[:1]) == [(9, 0, 0, 0)]


def test_stopped_searches_are_no_results() -> None:
    """A comparison takes the deepest depth at which every search finished; a hollow point says
    "at least".
    """
    results = [
        *some(1, 2, (1, 2)),
        *(
            result(
                "game 0",
                f"position {n}",
                3,
                "minimax",
                99,
                complete=False,
            )
            for n in (0, 1)
        ),
    ]
    depth, rows = comparable_results(results, "game 0", "minimax")

    assert depth == 2
    assert {len(several) for several in rows.values()} == {2}
    svg = draw_plot(results, ".svg", "growth").decode()
    assert svg != draw_plot([*some(1, 2, (1, 2))], ".svg", "growth").decode()


@pytest.mark.parametrize("words", [count_words, times_words])
def test_no_two_ticks_have_the_same_words(words: Callable[[float], str]) -> None:
    """However few numbers a logarithmic axis shows, its ticks are two or more, and differ."""
    for low, high in (
        (15, 18),
        (15, 30),
        (9, 13),
        (1.2, 1.3),
        (2, 90),
        (150, 151),
        (3, 4_000_000),
    ):
        axes = Figure().subplots()
        axes.set_xscale("log")
        axes.set_xlim(low, high)
        label_log_axis(axes.xaxis, words)
        said = [words(tick) for tick in axes.xaxis.get_major_locator()() if low <= tick <= high]

        assert len({*said}) == len(said), (low, high, said)
        assert len(said) > 1 or high - low < 2, (low, high, said)


def test_depths_of_a_search_are_points_of_its_line() -> None:
    """Searches that differ in their plies alone are not pooled."""
    row = PlotRow("g", "p", 1, "alpha-beta", "alpha-beta", "natural", 10, True, None, None, True)
    found = budget_points(
        [
            row,
            replace(
                row,
                depth=2,
                nodes=50,
                right=False,
            ),
            replace(row, depth=3, nodes=90),
        ]
    )

    assert [(nodes, share) for nodes, _, share, _ in found] == [
        (10, 1),
        (50, 0),
        (90, 1),
    ]


def test_names_of_searches_differ() -> None:
    """Algorithm and ordering where that is enough, else all the words."""
    several = [
        result("tak", "a", 1, search, 1) for search in ("alpha-beta", "alpha-beta,cut=>", "minimax")
    ]

    assert [*plot_titles(several).values()] == ["alpha-beta", "alpha-beta,cut=>", "minimax"]
    mixed = [
        result(
            "tak",
            "a",
            1,
            "ordered-alpha-beta",
            1,
            ordering="scored",
        ),
        result(
            "tree",
            "a",
            1,
            "ordered-alpha-beta",
            1,
            ordering="best",
        ),
    ]
    assert plot_titles(mixed) == {"ordered-alpha-beta": "ordered-alpha-beta"}


def test_the_example_is_a_sweep_of_today() -> None:
    """The results that come with the program are those of this program; checked to depth 2."""
    import csv

    text = (
        files("visualizer.play.sweeping.plots").joinpath("example.csv").read_text(encoding="utf-8")
    )
    rows = [*csv.DictReader(io.StringIO(text))]

    assert [*rows[0]] == [*RESULT_COLUMNS]
    fresh = sweep(plan_sweep(["tak", "othello", "connect-four"], "random:10", "1-2"), processes=1)
    wanted = [row for row in rows if int(row["depth"]) <= 2]
    assert len(wanted) == len(fresh)
    for old, new in zip(wanted, fresh, strict=True):
        for column in (
            "position",
            "search",
            "value",
            "best_move",
            "nodes",
            "leaves",
            "minimum_nodes",
        ):
            assert old[column] == str(new[column]), (old, new)


# On the command line.


def row(depth: str = "1", nodes: str = "3") -> str:
    """Return a file of one row."""
    return f"{HEADER}\ntree,a,,,{depth},minimax,minimax,natural,leaf,1,1,{nodes},1,0,0,0,true,0,,\n"


def test_plot_of_a_sweep(call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a sweep to a picture, of an unfinished sweep with a torn last line too; a dollar sign
    is one.
    """
    monkeypatch.chdir(tmp_path)
    sweep(plan_sweep(["tictactoe"], "random:3", "1-3"), file="results.csv", processes=1)
    whole = Path("results.csv").read_bytes()
    for data in (whole, whole[:-20], whole.replace(b"tictactoe,", rb"$\frac{$,")):
        Path("results.csv").write_bytes(data)
        for kind in PLOT_KINDS:
            done = call(
                "plot",
                "results.csv",
                "--kind",
                kind,
                "--theme",
                "dark",
                "--title",
                r"Mine for $5, or $\x{",
                "-O",
                f"{kind}.svg",
                "--force",
            )

            assert done.status == 0
            assert done.out == f"{kind}.svg\n"
            assert done.err == ""
            assert Path(f"{kind}.svg").read_bytes().rstrip().endswith(b"</svg>")


WRONG: dict[str, tuple[list[str], str, str]] = {
    "no file": ([], "", "'results.csv' cannot be read"),
    "empty": ([], "\n", "the column 'game' is missing"),
    "other columns": ([], "a,b\n1,2\n", "the column 'game' is missing"),
    "no rows": ([], f"{HEADER}\n", "no results yet"),
    "nodes": ([], row(nodes="many"), "results.csv, line 2: "),
    "depth": ([], row(depth="x"), "'depth' is 'x'; allowed is a number of plies, or all"),
    "short row": ([], f"{HEADER}\ntree,a\n", "results.csv, line 2: "),
    "not text": ([], "\udcff\udc80", "not a text file"),
    "ending": (["-O", "plot.gif"], f"{HEADER}\n", "'plot.gif'"),
    "kind": (["--kind", "pie"], f"{HEADER}\n", "growth saving choice distribution"),
    "theme": (["--theme", "pink"], f"{HEADER}\n", "light dark mono"),
    "folder": (["-O", "no/such.svg"], f"{HEADER}\n", "no folder"),
    "growth to the end": (["--kind", "growth"], row(depth="all"), "--kind saving"),
    "one search": (["--kind", "distribution"], row(), "two searches"),
}


@pytest.mark.parametrize("name", [*WRONG])
def test_wrong_input(
    call: Any,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Status 2, one line, nothing written."""
    monkeypatch.chdir(tmp_path)
    words, text, what = WRONG[name]
    if text:
        Path("results.csv").write_bytes(text.encode("utf-8", "surrogateescape"))
    done = call("plot", "results.csv", *([] if "-O" in words else ["-O", "plot.svg"]), *words)

    assert done.status == 2, done
    assert done.out == "", done
    assert done.err.count("\n") == 1, done
    assert what in done.err
    assert not [path for path in tmp_path.iterdir() if path.name != "results.csv"]


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence says how to get it; nothing else of the program needs it."""
    monkeypatch.setattr("visualizer.play.sweeping.plots.find_spec", lambda name: None)

    with pytest.raises(InputError, match="pip install matplotlib"):
        check_plot("plot.svg", "light", None)
    there = builtins.__import__
    asked = list[str]()

    def without(name: str, *rest: Any) -> Any:
        asked.append(name)
        if re.match("matplotlib", name):
            raise ImportError(name)
        return there(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    assert read_sweep_results(EXAMPLE_SWEEP)
    assert sweep(plan_sweep(["tree"], "random:1", [1]), processes=1)
