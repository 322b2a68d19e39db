"""Makes the pictures of README and docs/ again: `python tools/pictures.py`."""

import asyncio
import io
import re
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import chdir
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import resvg_py
from PIL import Image

from exports import shapes
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.options import OpeningOptions
from visualizer.apps.tui.screens.compare_dialogs import usual_counterpart
from visualizer.play.sweeping.plots import draw_plot, read_sweep_results
from visualizer.play.sweeping.sweep import plan_sweep, sweep
from visualizer.publish.homework import make_homework
from visualizer.publish.outputs import ExportRequest, export_to, outputs_of
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.teach.lessons import read_lesson
from visualizer.teach.sheet import FillIn
from visualizer.teach.tasks import Practice, practice_with
from visualizer.your_code.watching.watched import CodeLimits, watch_file

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
AIMA = Recipe(PositionSpec("tree"))
TAK = Recipe(PositionSpec("tak", "ordering-helps"), SearchSpec("ordered-alpha-beta", depth=3))
HEX = Recipe(PositionSpec("hex", None, "", {"size": "5"}), SearchSpec("mcts", seed=1))
WIDTH = 1200


def dots(svg: str, width: int = WIDTH) -> bytes:
    """Return a screenshot as a bitmap, in the bundled font, with cells as wide as Textual's."""
    svg = svg.replace("font-size: 20px", "font-size: 20.265px").replace(
        "Fira Code", shapes.MONO_FAMILY
    )
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace(
        "<svg ", '<svg xml:space="preserve" ', 1
    )
    size = re.search(r'viewBox="0 0 ([\d.]+)', svg)
    assert size is not None  # Textual writes it
    fonts = [str(shapes.MONO_REGULAR), str(shapes.MONO_BOLD)]
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, zoom=width / float(size[1]), dpi=96, font_files=fonts)
    )


async def screens(
    app: VisualizerApp, size: tuple[int, int], steps: Sequence[Sequence[str]]
) -> list[bytes]:
    """Return a screenshot after each group of keys."""
    pictures = []
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.3)
        for keys in steps:
            await pilot.press(*keys)
            await pilot.pause(0.1)
            pictures.append(dots(app.export_screenshot()))
    return pictures


def still(name: str, app: VisualizerApp, size: tuple[int, int], *keys: str) -> None:
    """Make one picture of a screen."""
    (FOLDER / f"{name}.png").write_bytes(asyncio.run(screens(app, size, [keys]))[0])


def animation(
    name: str, app: VisualizerApp, size: tuple[int, int], steps: Sequence[Sequence[str]]
) -> None:
    """Make an animation with a frame for each group of keys; the last one is shown longer."""
    frames = [
        Image.open(io.BytesIO(data)).convert("P", palette=Image.Palette.ADAPTIVE, colors=64)
        for data in asyncio.run(screens(app, size, steps))
    ]
    times = [900] * (len(frames) - 1) + [3000]
    frames[0].save(
        FOLDER / f"{name}.gif", save_all=True, append_images=frames[1:], duration=times, loop=0
    )


def browsed(name: str, page: bytes, fragment: str, size: tuple[int, int]) -> None:
    """Make a picture of a page in a browser; without Chromium the old picture stays."""
    browser = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if browser is None:
        print(f"{name}.png stays as it is: it takes Chromium")
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_bytes(page)
        options = [
            "--headless=new",
            "--no-sandbox",
            "--hide-scrollbars",
            f"--user-data-dir={folder}/profile",
        ]
        picture = [f"--window-size={size[0]},{size[1]}", f"--screenshot={FOLDER / name}.png"]
        subprocess.run(
            [browser, *options, *picture, f"{file.as_uri()}{fragment}"],
            check=True,
            capture_output=True,
        )


def film() -> bytes:
    """Return AIMA's film as a page."""
    with TemporaryDirectory() as folder:
        export_to(outputs_of([f"{folder}/film.html"]), Run(AIMA).finish(), ExportRequest())
        return Path(folder, "film.html").read_bytes()


def homework() -> bytes:
    """Return AIMA's tree as homework, half filled in and checked by a script on the page."""
    page = make_homework([("line 1", FillIn(AIMA.where))]).page()
    fields = {
        "root-alpha": "−∞",
        "root-beta": "+∞",
        "root-value": "3",
        "1-value": "3",
        "2-alpha": "3",
        "2-beta": "3",
        "2-value": "≤2",
    }
    filled = "".join(f"write('{field}', '{text}');" for field, text in fields.items())
    return (
        page
        + f"""<script>
        const field = name => document.getElementById(`tree-1-${{name}}`);
        const write = (name, text) => {{
          field(name).value = text;
          field(name).dispatchEvent(new Event("input", {{bubbles: true}}));
        }};
        {filled}
        field("2-3-pruned").click();
        document.querySelector("[type=submit]").click();
    </script>""".encode()
    )


def own_code() -> Run:
    """Return what the example of docs/grading.md does with AIMA's tree, line by line."""
    page = (FOLDER.parent / "grading.md").read_text(encoding="utf-8")
    example = re.search(r"<!-- example: try.py -->\n```python\n(.*?)```", page, re.DOTALL)
    assert example is not None
    with TemporaryDirectory() as folder, chdir(folder):
        Path("mine.py").write_text(example[1], encoding="utf-8")
        return watch_file("mine.py:alpha_beta", AIMA, CodeLimits()).run


def main() -> None:
    """Make all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    tree = Run(AIMA).finish()
    export_to(outputs_of([str(FOLDER / "aima.png")]), tree, ExportRequest(12), force=True)
    browsed("film", film(), "#12", (1200, 640))
    browsed("homework", homework(), "", (1200, 820))
    exploring()
    starting()
    practising()
    comparing()
    animation("stepping", VisualizerApp(Run(AIMA)), (80, 24), [[], *(["right"] for _ in range(22))])
    searches()


def exploring() -> None:
    """Make the pictures of the explorer's views."""
    still("tree", VisualizerApp(Run(AIMA)), (100, 30), "x")
    still("columns", VisualizerApp(Run(TAK)), (120, 40), "colon", "2", "9", "1", "enter")
    still(
        "mcts",
        VisualizerApp(Run(HEX).finish()),
        (120, 40),
        "colon",
        *"90",
        "percent_sign",
        "enter",
        "right_curly_bracket",
        "right",
    )
    still("overview", VisualizerApp(Run(TAK)), (120, 30), "3", "colon", "2", "9", "1", "enter")
    still("lecture", VisualizerApp(Run(AIMA)), (120, 40), "x", "l")
    watched = VisualizerApp(own_code(), begin=OpeningOptions(view="tree"))
    still("your-code", watched, (100, 30), *["right"] * 9, *["j"] * 3)


def starting() -> None:
    """Make the pictures of the first screen and of the form for a search."""
    doors = VisualizerApp(None)
    # Without animation the small tree of the first screen stays at its cutoff.
    doors.animation_level = "none"
    still("doors", doors, (80, 24))
    still("start", VisualizerApp(None), (120, 36), "c")


def comparing() -> None:
    """Make the pictures of searches next to each other."""
    compared = [Run(TAK).finish(), Run(usual_counterpart(TAK)).finish()]
    still("compare", VisualizerApp(None, compared=compared), (120, 40), "x", "x", "x")
    racing = [*compared, Run(replace(TAK, search=SearchSpec("minimax", depth=3))).finish()]
    still("race", VisualizerApp(None, compared=racing), (120, 40), "3", "colon", *"10262", "enter")


def practising() -> None:
    """Make the pictures of practice, of a lesson, and of a tree to play with."""
    practice = Practice()
    practice.begin(1)
    filled = (
        "up 5 down minus i tab i tab tab minus i tab i tab tab tab tab 5 tab tab 5 tab i tab tab "
        "tab x tab 4"
    )
    still("practice", VisualizerApp(practice), (80, 24), *filled.split(), "enter")
    hand = "down down down b 3 enter down down 3 enter a 3 enter down down down"
    still("steps", VisualizerApp(practice_with(Run(AIMA))), (80, 24), *hand.split())
    still("lesson", VisualizerApp(read_lesson(2)), (80, 24), *["enter"] * 4)
    still(
        "edit",
        VisualizerApp(Run(AIMA)),
        (80, 24),
        "E",
        "c",
        "c",
        "right",
        "right",
        "right",
        "4",
        "enter",
    )


def searches() -> None:
    """Make the pictures of docs/searches.md."""
    tictactoe = Run(
        Recipe(PositionSpec("tictactoe", "corner"), SearchSpec(options={"table": True}))
    )
    in_columns = VisualizerApp(tictactoe, begin=OpeningOptions(view="columns"))
    still("table", in_columns, (120, 30), "colon", "4", "4", "enter")
    negamax = Recipe(PositionSpec("tree"), SearchSpec("negamax"))
    still("negamax", VisualizerApp(Run(negamax)), (120, 32), "x")
    pvs = Recipe(PositionSpec("tree"), SearchSpec("pvs"))
    still("pvs", VisualizerApp(Run(pvs)), (120, 32), *["right"] * 10)
    mtdf = Recipe(PositionSpec("othello", None, "", {"size": "4"}), SearchSpec("mtdf", depth="all"))
    still("mtdf", VisualizerApp(Run(mtdf).finish()), (120, 32), "end")
    deepening = Recipe(PositionSpec("othello", "ordering-helps"), SearchSpec("iterative-deepening"))
    still(
        "deepening",
        VisualizerApp(Run(deepening).finish()),
        (120, 32),
        *["colon", "9", "0", "percent_sign", "enter"],
    )
    cut = Recipe(
        PositionSpec("tree", "star1-cut"), SearchSpec("star1", options={"bounds": (0, 10)})
    )
    still("chance", VisualizerApp(Run(cut)), (120, 32), "x")
    choosing()


def choosing() -> None:
    """Make the plot of how often a best move is chosen, from the sweep next to it on the page."""
    specs = [
        "minimax",
        *(f"mcts,iterations={10**digits}" for digits in (1, 2, 3)),
        *(f"alpha-beta,max-nodes={nodes}" for nodes in (30, 300)),
    ]
    plan = plan_sweep(["tictactoe"], "random:10:3", "all", specs, seeds=10)
    with TemporaryDirectory() as folder:
        file = Path(folder, "results.csv")
        sweep(plan, file=file, processes=1)
        plot = draw_plot(read_sweep_results(str(file)), ".png", "choice")
        (FOLDER / "choice.png").write_bytes(plot)


if __name__ == "__main__":
    main()
