"""Pictures in the terminal: what is sent, what is drawn anew, and what a real terminal shows."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image, ImageChops, ImageStat

import exports
from tests.few import one_in
from tests.processes import PATIENCE
from tests.terminal.hands import AIMA, in_lecture, until
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.options import OpeningOptions
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.terminal.pixels import (
    ASK_KITTY,
    PixelQuestions,
    Pixels,
    encode_sixels,
    has_textual_image,
)
from visualizer.apps.tui.widgets.pictures import PixelView, TruePicture, slide_options
from visualizer.draw.picture.page.tree_page import sized_page
from visualizer.searching.run import Run

PROGRAMS = ("xterm", "Xvfb", "import")
MISSING = [name for name in PROGRAMS if shutil.which(name) is None]
if find_spec("textual_image") is None:
    MISSING.append("textual-image")
ALIKE = 4.0
"""The greatest mean difference, of 255, between what is seen and the export: letters are scaled
and colours few.
"""
STEP = 12
PROGRAM = """
import sys, threading
from pathlib import Path
from tests.processes import waits_until
from tests.terminal.hands import AIMA, in_lecture, until
from visualizer.searching.run import Run
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.options import OpeningOptions

app = VisualizerApp(Run(AIMA), begin=OpeningOptions(theme="dark", step=12))
app.wants_pixels = True

def there(selector):
    return app.is_running and app.screen_stack and any(widget.size for widget in app.screen.query(selector))

def press():
    waits_until(lambda: there("#timeline") and app.pixels is not None)
    app.call_from_thread(app.simulate_key, "l")
    waits_until(lambda: there("#picture"))
    view = app.screen.query_one("#picture")
    Path(sys.argv[1]).write_text("%d %d" % view.dots)

threading.Thread(target=press, daemon=True).start()
app.run()
"""


def finished() -> Run:
    """Return a textbook's search, to its end."""
    run = Run(AIMA)
    while not run.trace.finished:
        run.advance(step=1_000, seconds=1)
    return run


def drawing(size: tuple[int, int]) -> TruePicture:
    """Return what draws that search in an area."""
    run = finished()
    options = slide_options(Scene(run), "dark")
    return TruePicture(sized_page(run, options)[0], options, size)


TOKEN = re.compile(
    r"#(?P<name>\d+)(?:;2;(?P<colour>\d+;\d+;\d+))?|(?:!(?P<count>\d+))?(?P<letter>[?-~])|(?P<back>[$-])"
)
"""What sixels are made of: a colour, chosen or new, a letter of six dots or several, and back to
the left.
"""


def decoded(text: str) -> Image.Image:
    """Return the picture that sixels stand for."""
    found = re.fullmatch(r'\x1bP0;1;0q"1;1;(\d+);(\d+)(.*)\x1b\\', text, re.DOTALL)
    assert found is not None
    image = Image.new("RGB", (int(found[1]), int(found[2])))
    colours: dict[str, tuple[int, ...]] = {}
    name = ""
    x = 0
    top = 0
    for token in TOKEN.finditer(found[3]):
        if token["name"]:
            name = token["name"]
            if token["colour"]:
                colours[name] = tuple(
                    round(int(part) * 255 / 100) for part in token["colour"].split(";")
                )
        elif token["letter"]:
            for _ in range(int(token["count"] or 1)):
                for place in range(6):
                    if ord(token["letter"]) - 63 >> place & 1:
                        image.putpixel((x, top + place), colours[name])
                x += 1
        else:
            x = 0
            top = top + 6 * (token["back"] == "-")
    return image


@pytest.fixture
def cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the terminal's cells be of ten dots by twenty, wherever the tests run."""
    found = pytest.importorskip(
        "textual_image.renderable.sixel", reason="textual-image is not installed"
    )
    monkeypatch.setattr(found, "get_cell_size", lambda: SimpleNamespace(width=10, height=20))


@pytest.mark.usefixtures("cells")
def test_sixels_are_the_picture_within_a_percent_of_its_colours() -> None:
    """Every dot comes back, also in a last line of fewer than six rows; sixels know colours in
    percent.
    """
    image = Image.new("RGB", (40, 20), "#0d1117")
    for place in range(14):
        image.putpixel((3 * place, place), (10 * place, 200, 255 - 10 * place))
    difference = ImageChops.difference(decoded(encode_sixels(image)), image)

    assert not any(sum(band.histogram()[3:]) for band in difference.split())


@pytest.mark.usefixtures("cells")
@pytest.mark.parametrize("ground", ["#ffffff", "#fdfdfd", "#0d1117"])
def test_a_page_stays_of_one_colour(ground: str) -> None:
    """Neither a colour that is nearly the page's, nor many shades at the edges of letters, stain
    the page.
    """
    image = Image.new("RGB", (60, 60), ground)
    near = (
        (250, 250, 250),
        (248, 250, 250),
        (245, 248, 250),
        (253, 253, 253),
        (16, 20, 24),
        (12, 16, 20),
    )
    for place, colour in enumerate(near):
        image.paste(colour, (2 * place, 0, 2 * place + 2, 30))
    drawn = decoded(encode_sixels(image)).crop((0, 30, 60, 60))
    percent = [round(255 * round(100 * part / 255) / 100) for part in bytes.fromhex(ground[1:])]

    assert drawn.getcolors() == [(1800, tuple(percent))]


@pytest.mark.parametrize("step", one_in(2, [1, 12, 13, 22]))
def test_what_is_drawn_after_another_step_is_what_is_drawn_at_once(step: int) -> None:
    """Only changed parts are drawn; less than one dot in ten thousand, at the edge of a line,
    has another shade.
    """
    later = drawing((960, 500))
    for before in (11, 21):
        later.at(before)
    counts = (
        ImageChops.difference(later.at(step), drawing((960, 500)).at(step)).convert("L").histogram()
    )

    assert sum(counts[25:]) < 960 * 500 / 10_000


def test_a_picture_fills_its_area_with_the_colour_of_its_page() -> None:
    """Around a page of another shape its colour goes on."""
    image = drawing((1000, 300)).at(STEP)

    assert image.size == (1000, 300)
    assert (
        image.getpixel((2, 150))
        == image.getpixel((997, 150))
        == (
            13,
            17,
            23,
        )
    )


@pytest.mark.usefixtures("cells")
def test_bands_of_a_picture_take_whole_cells() -> None:
    """Each band has a line for each row of its cells, and the last band has the rest."""
    image = Image.new("RGB", (100, 140), "white")
    pixels = Pixels((10, 20))
    lines = pixels.lines(pixels.band_texts(image, (0, 0)), image)

    assert [bool(line.text) for line in lines] == [False, False, True, False, False, True, True]
    assert all(line.cell_length == 10 for line in lines)


def test_without_the_extra_nothing_is_asked(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Where textual-image is not installed, nothing is written to the terminal."""
    monkeypatch.setattr("visualizer.apps.tui.terminal.pixels.find_spec", lambda name: None)

    assert not has_textual_image()
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("cells")
@pytest.mark.parametrize(
    ("answers", "asked", "cell", "as_kitty"),
    [
        (["\x1b[?62;4;22c"], ["\x1b[c", "\x1b[16t"], (10, 20), False),
        (["\x1b[?62;4c", "\x1b[6;18;9t"], ["\x1b[c", "\x1b[16t"], (9, 18), False),
        (
            ["\x1b[?62;22c", "\x1b_Gi=31;OK\x1b\\", "\x1b[6;16;8t"],
            ["\x1b[c", ASK_KITTY, "\x1b[16t"],
            (8, 16),
            True,
        ),
        (["\x1b[?1;2c", "\x1b_Gi=31;ENOTSUP:no\x1b\\"], ["\x1b[c", ASK_KITTY], None, False),
        ([], ["\x1b[c"], None, False),
    ],
)
def test_the_terminal_is_asked_one_thing_after_the_other(
    answers: list[str], asked: list[str], cell: tuple[int, int] | None, as_kitty: bool
) -> None:
    """Sixels first, else kitty's way, and how large a cell is where its window does not tell."""
    written = list[str]()
    found = None
    questions = PixelQuestions(written.append)
    for answer in answers:
        found = questions.read_answer(answer) or found

    assert written == asked
    assert (found and found.cell) == cell
    assert (found is not None and found.picture_class is not None) is as_kitty


@pytest.mark.slow
@pytest.mark.usefixtures("cells")
async def test_lecture_mode_sends_each_step_s_picture() -> None:
    """A picture stands on the terminal at first, after a key, after many at once, and again
    behind a dialog.
    """
    app = VisualizerApp(finished(), begin=OpeningOptions(theme="dark", step=STEP))
    app.pixels = Pixels((10, 20))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("l")
        screen = app.screen
        explorer = in_lecture(screen)
        view = screen.query_one(PixelView)

        def stands() -> bool:
            if explorer.lecture is None:
                picture = None
            else:
                picture = explorer.lecture.picture
            if picture is None:
                kept = {}
            else:
                kept = picture.cache
            shown = view.image_on_terminal
            return shown is not None and kept.get(explorer.scene.step) is shown

        for keys in (), ("right",), ("left",) * 5, ("question_mark", "escape"):
            await pilot.press(*keys)
            await until(pilot, stands)
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: stands() and view.dots == (1200, 780))


@pytest.mark.slow
@pytest.mark.xterm
@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {' '.join(MISSING)}")
def test_xterm_shows_the_export(tmp_path: Path) -> None:
    """What is seen in xterm is the PNG of the same step on a slide."""
    picture = drawing((1920, 1080)).page.frame(STEP)
    export = Image.open(io.BytesIO(exports.format_named("png").bytes_of(picture))).convert("RGB")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as told:
        environment = os.environ | {"DISPLAY": f":{told.readline().strip()}", "LC_ALL": "C.UTF-8"}
    resources = ("decTerminalID: vt340", "numColorRegisters: 256", "maxGraphicSize: 4000x4000")
    words = [word for each in resources for word in ("-xrm", f"XTerm*{each}")]
    file = tmp_path / "dots"
    seen = tmp_path / "seen.png"
    command = [
        "xterm",
        "-u8",
        "-ti",
        "vt340",
        "-b",
        "0",
        "-bw",
        "0",
        "-geometry",
        "130x40+0+0",
        *words,
    ]
    terminal = subprocess.Popen(
        [*command, "-e", sys.executable, "-c", PROGRAM, str(file)], env=environment
    )
    try:
        difference = 255.0
        end = time.monotonic() + PATIENCE
        while difference > ALIKE and time.monotonic() < end:
            time.sleep(0.5)
            if file.exists() and file.read_text():
                width, high = map(int, file.read_text().split())
                subprocess.run(
                    ["import", "-window", "root", str(seen)], env=environment, check=True
                )
                size = min((width, width * 9 // 16), (high * 16 // 9, high))
                left = (width - size[0]) // 2
                top = (high - size[1]) // 2
                part = (
                    Image.open(seen).convert("RGB").crop((left, top, left + size[0], top + size[1]))
                )
                found = ImageStat.Stat(ImageChops.difference(part, export.resize(size))).mean
                difference = sum(found) / len(found)
        assert difference <= ALIKE
    finally:
        for process in (terminal, server):
            process.terminate()
            process.wait()
