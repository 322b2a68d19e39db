"""Measures how fast the explorer paints: CPU time from a key to the finished lines of all
widgets, at 549,946 nodes.
"""

from __future__ import annotations

import asyncio
import os
import pty
import random
import statistics
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from typing import Any

from textual.screen import Screen

from visualizer.apps.cli.screen import freeze_startup_objects
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.options import OpeningOptions
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.compare import CompareScreen
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.screens.sides import ALIGNMENTS
from visualizer.apps.tui.terminal.pixels import Pixels
from visualizer.apps.tui.widgets.painted import Painted
from visualizer.apps.tui.widgets.pictures import TruePicture, slide_options
from visualizer.draw.picture.page.tree_page import sized_page
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.recorder import SAMPLED, Recorder

Line = tuple[str, str, str]
FRAMES = 200
PICTURES = 60
PASSES = 20_000
ROWS_A_PASS = 5
SIZES = (
    (80, 24),
    (120, 40),
    (200, 60),
)


def painted(screen: Screen[None]) -> None:
    """Render every visible line."""
    for widget in screen.query(Painted):
        if widget.display and widget.size.area:
            for y in range(widget.size.height):
                widget.render_line(y)


def frames(screen: ExploreScreen, act: Callable[[int], None]) -> list[float]:
    """Return the CPU milliseconds of each of `FRAMES` frames, after a first frame that is not
    measured.
    """
    act(0)
    painted(screen)
    took = []
    for number in range(FRAMES):
        begun = time.process_time()
        act(number)
        painted(screen)
        took.append((time.process_time() - begun) * 1000)
    return took


def painting() -> Iterator[Line]:
    """Measure stepping and jumping in each view at each size."""
    run = Run(Recipe(PositionSpec("tictactoe"), SearchSpec("minimax"))).finish()
    dice = random.Random(1)
    freeze_startup_objects()

    async def measure(size: tuple[int, int]) -> list[Line]:
        lines: list[Line] = []
        app = VisualizerApp(run)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, ExploreScreen)
            for view in ("tree", "columns", "overview"):
                screen.choose_view(view)
                await pilot.pause()
                for name, act in actions(screen, dice):
                    took = sorted(frames(screen, act))
                    what = f"{view} {size[0]}×{size[1]}, {name}: median / worst of {FRAMES}"
                    lines.append(
                        (what, f"{statistics.median(took):.1f} / {took[-1]:.1f} ms", "16 / 33 ms")
                    )
        return lines

    for size in SIZES:
        yield from asyncio.run(measure(size))


def actions(screen: ExploreScreen, dice: random.Random) -> list[tuple[str, Callable[[int], None]]]:
    """Return what is measured: keys that step, and jumps to anywhere."""
    return [
        ("a step", lambda number: screen.perform("over" if number % 3 == 0 else "next")),
        ("a jump anywhere", lambda number: screen.seek(dice.randrange(screen.run.trace.steps))),
    ]


def many_passes() -> Iterator[Line]:
    """Measure a frame in a search with very many short passes."""
    run = Run(Recipe(PositionSpec("tree"), SearchSpec("alpha-beta")))
    run.trace.revisits = True
    recorder = Recorder(run.trace, revisits=True)
    for number in range(PASSES):
        recorder.begin_pass(f"pass {number + 1}")
        recorder.enter(0, maximizing=True, children=3)
        recorder.enter(number % 3, maximizing=False, children=3)
        for leaf, value in enumerate((3.0, 12.0, 8.0)[: ROWS_A_PASS - 2]):
            recorder.leaf(leaf, value)
        recorder.leave(3.0)
        recorder.leave(3.0, SAMPLED)
    recorder.close()
    dice = random.Random(1)
    freeze_startup_objects()

    async def measure(size: tuple[int, int]) -> list[Line]:
        lines: list[Line] = []
        async with VisualizerApp(run).run_test(size=size) as pilot:
            await pilot.pause()
            screen = pilot.app.screen
            assert isinstance(screen, ExploreScreen)
            for view in ("tree", "columns", "overview"):
                screen.choose_view(view)
                await pilot.pause()
                for name, act in actions(screen, dice):
                    took = sorted(frames(screen, act))
                    what = (
                        f"{PASSES:,} passes, {len(run.trace):,} rows, {view} 120×40, "
                        f"{name}: median / worst"
                    )
                    lines.append(
                        (what, f"{statistics.median(took):.1f} / {took[-1]:.1f} ms", "16 ms")
                    )
        return lines

    yield from asyncio.run(measure((120, 40)))


def playing() -> Iterator[Line]:
    """Measure the CPU of a painted frame while playing at 1,000 steps a second."""
    run = Run(Recipe(PositionSpec("tictactoe"), SearchSpec("minimax"))).finish()

    async def measure() -> float:
        app = VisualizerApp(run, begin=OpeningOptions(view="columns"))
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, ExploreScreen)
            took = frames(screen, lambda number: screen.seek(400_000 + number * 33))
            return statistics.median(took)

    yield (
        "frames a second that playing at 1,000 steps a second leaves room for",
        f"{1000 / asyncio.run(measure()):.0f}",
        "20",
    )


def side_by_side() -> Iterator[Line]:
    """Measure the CPU of a painted frame with two big searches side by side, aligned in each
    way.
    """
    runs = [
        Run(Recipe(PositionSpec("tictactoe"), SearchSpec("minimax", ordering=order))).finish()
        for order in ("natural", "scored")
    ]

    dice = random.Random(1)
    freeze_startup_objects()

    async def measure() -> list[Line]:
        lines: list[Line] = []
        app = VisualizerApp(None, compared=runs)
        async with app.run_test(size=(160, 48)) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, CompareScreen)
            for mode in ALIGNMENTS:
                screen.sides.chosen_alignment = mode
                took = []
                for _ in range(FRAMES // 2):
                    begun = time.process_time()
                    screen.session.seek(dice.randrange(runs[0].trace.steps))
                    screen.show()
                    painted(screen)
                    took.append((time.process_time() - begun) * 1000)
                what = (
                    f"two searches of 549,946 nodes side by side, by {mode}, 160×48: "
                    f"median / worst of {len(took)}"
                )
                lines.append((what, f"{statistics.median(took):.1f} / {max(took):.1f} ms", "33 ms"))
        return lines

    yield from asyncio.run(measure())


def true_pictures() -> Iterator[Line]:
    """Measure a step of a picture in pixels, from the key to what is sent, drawn ahead and not
    drawn ahead.
    """
    pixels = Pixels((10, 20))
    size = 1920, 1060
    for game in ("tree", "tak", "othello"):
        run = Run(Recipe(PositionSpec(game), SearchSpec("alpha-beta"))).finish()
        options = slide_options(Scene(run), "dark")
        drawn = TruePicture(sized_page(run, options)[0], options, size)
        before = drawn.at(0)
        took = []
        for step in range(1, min(PICTURES, run.trace.last_step)):
            begun = time.process_time()
            image = drawn.at(step)
            ahead = time.process_time()
            pixels.band_texts(image, (0, 0), before)
            ended = time.process_time()
            before = image
            took.append(((ended - ahead) * 1000, (ended - begun) * 1000))
        known, new = zip(*took, strict=True)
        what = (
            f"picture of {game}, {size[0]}×{size[1]}, a step: median / worst, drawn ahead; "
            "when it was not"
        )
        times = (f"{statistics.median(each):.0f} / {max(each):.0f}" for each in (known, new))
        yield what, f"{'; '.join(times)} ms", "100 ms"


def opening() -> Iterator[Line]:
    """Measure the first frame of a search that has only begun, a resize, memory, and the start
    of the program.
    """

    async def measure() -> tuple[float, float]:
        app = VisualizerApp(
            Run(Recipe(PositionSpec("tak", "opening"), SearchSpec("minimax", depth=9)))
        )
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, ExploreScreen)
            first = statistics.median(frames(screen, lambda number: screen.perform("next"))[:1])
            screen.run.stop("measured")
            await pilot.pause()
            begun = time.process_time()
            await pilot.resize_terminal(100, 30)
            painted(screen)
            return first, (time.process_time() - begun) * 1000

    first, resized = asyncio.run(measure())
    yield "first step of a search that never ends", f"{first:.1f} ms", "50 ms"
    yield "resize", f"{resized:.1f} ms", "50 ms"
    yield "memory with 549,946 nodes", memory(), "200 MB"
    yield "visualizer open tak to the first frame, wall", f"{started():.2f} s", "0.6 s"


def memory() -> str:
    """Return the peak memory of a process that explores tic-tac-toe's whole tree, if the system
    reports it.
    """
    code = (
        "import asyncio\n"
        "from tests.benchmarks.explorer import explore_all\n"
        "asyncio.run(explore_all())\n"
        "print(*(line.split()[1] for line in open('/proc/self/status') if "
        "line.startswith('VmHWM')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
    )
    return (
        f"{int(done.stdout.split()[-1]) / 1024:.0f} MB" if done.returncode == 0 else "not told here"
    )


async def explore_all() -> None:
    """Open the whole of tic-tac-toe and go to its end."""
    app = VisualizerApp(Run(Recipe(PositionSpec("tictactoe"), SearchSpec("minimax"))).finish())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("end")
        await pilot.pause()


def started() -> float:
    """Return the wall seconds until `visualizer open tak` has painted its first frame in a
    terminal of 120×40.
    """
    times = []
    for _ in range(5):
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(ours, (40, 120))
        begun = time.perf_counter()
        command = [sys.executable, "-m", "visualizer", "open", "tak"]
        with subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        ) as program:
            os.close(theirs)
            painted = b""
            while b"step 0 of" not in painted:
                painted += os.read(ours, 65_536)
            times.append(time.perf_counter() - begun)
            program.kill()
        os.close(ours)
    return statistics.median(times)


SECTIONS: tuple[Any, ...] = (painting, many_passes, playing, side_by_side, true_pictures, opening)
