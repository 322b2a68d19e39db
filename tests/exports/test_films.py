"""Films: one canvas, a frame a look, whole on the disk or not at all, and every format opened by
a program not ours.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfReader

import exports
from tests.exports.geometry import texts
from tests.exports.pictures import HOSTILE, made_up, run_of
from tests.films import film_of_run
from tests.processes import PATIENCE, ROOT
from tests.trees import Tree, trees
from visualizer.draw.picture.film import Film, Frame, PictureSidebar, look_alike
from visualizer.draw.picture.model import Picture
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage, sized_page
from visualizer.draw.picture.shapes.drawing import board_caption_lines, draw_picture
from visualizer.draw.picture.shapes.nodes import DrawnParts
from visualizer.explaining.measures.summary import visit_counts
from visualizer.look.shapes import Group, Pen, Polygon
from visualizer.publish.outputs import ExportRequest, export_to, outputs_of
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.jumps import all_steps, change_steps, cut_steps, read_steps
from visualizer.trace.tree_at_step import TreeAtStep

AIMA = "aima-5.2"


def film(steps: str = "changes", **options: object) -> Film:
    """Return a film of AIMA's tree."""
    return film_of_run(run_of("tree", AIMA), read_steps(steps), PictureOptions(**options))  # type: ignore[arg-type]  # as they are named


def hostile_film() -> Film:
    """Return a film of pictures whose every word is hostile."""
    pictures = [made_up(word) for word in HOSTILE]
    frames = [
        Frame(
            picture,
            number,
            number,
            word,
            word,
            make_sidebar=partial(PictureSidebar, ((word,) * 5,)),
        )
        for number, (picture, word) in enumerate(zip(pictures, HOSTILE, strict=True))
    ]
    plan = pictures[0].plan
    return Film(
        HOSTILE[0],
        HOSTILE[1],
        plan.width,
        plan.height,
        len(frames),
        lambda: iter(frames),
        9,
        lambda: HOSTILE,
        cover=True,
    )


# The film itself.


@given(tree=trees(4, 3), data=st.data())
def test_a_picture_does_not_depend_on_the_one_before(tree: Tree, data: st.DataObject) -> None:
    """Whatever was drawn before, a step has the picture and the shapes that it has alone."""
    run = Run(
        Recipe(
            PositionSpec("tree", str(tree)),
            SearchSpec(data.draw(st.sampled_from(("alpha-beta", "pvs")))),
        )
    ).finish()
    options = PictureOptions(
        page=data.draw(st.sampled_from(("fit", "16:9"))),
        fold=data.draw(st.sampled_from((5, 200))),
        node_windows=data.draw(st.sampled_from(("path", "all"))),
        ghosts=data.draw(st.booleans()),
    )
    layout = TreePage(run, options)
    drawn = DrawnParts()
    for step in data.draw(st.lists(st.integers(0, run.trace.last_step), min_size=2, max_size=6)):
        picture = layout.frame(step)

        assert picture == TreePage(run, options).frame(step)
        assert sorted(map(repr, draw_picture(picture, drawn).shapes)) == sorted(
            map(repr, draw_picture(picture).shapes)
        )


def export_film(
    names: list[str],
    run: Run,
    wanted: ExportRequest,
    *,
    force: bool = False,
) -> None:
    """Write a film to files or folders."""
    export_to(
        outputs_of(names, film=True),
        run,
        wanted,
        force=force,
    )


def test_all_frames_have_one_canvas_and_the_words_of_their_steps() -> None:
    """Size and plan are those of the film; each frame has the words of its step, the open path
    and a line of code.
    """
    whole = film()
    frames = [*whole]

    assert {frame.picture.plan for frame in frames} == {frames[0].picture.plan}
    assert whole.width == 960
    assert whole.height == 540
    assert whole.max_frames == len(frames) == 13
    cut = next(frame for frame in frames if frame.last == 12)
    assert cut.sentence.startswith("Cut at C")
    assert cut.counts == "7 nodes, 4 leaves, 1 cutoff, 2 pruned"
    beside = cut.make_sidebar()
    assert beside.windows == (
        ("▲ MAX", "root", "≥3", "3", "+∞"),
        ("▼ MIN", "C (a2)", "≤2", "3", "2"),
    )
    assert beside.code.number is not None
    assert "if α ≥ β" in whole.code()[beside.code.number]


def test_what_a_step_changed_stands_out() -> None:
    """A node that has a new value or window by what its child returned is drawn heavier, at that
    step alone.
    """
    layout = TreePage(run_of("tree", AIMA), PictureOptions())
    changed = {
        step: [box.move for box in layout.frame(step).boxes if box.is_changed] for step in range(23)
    }

    assert {step: moves for step, moves in changed.items() if moves} == {
        4: ["a1"],
        9: [""],
        12: ["a2"],
        16: ["a3"],
        18: ["a3"],
        20: ["a3"],
    }
    weights = {step: outline_of(layout.frame(step), "a2").width for step in (11, 12, 14)}
    assert weights[12] > 1.5 * weights[14]


def outline_of(picture: Picture, move: str) -> Pen:
    """Return the pen of the outline of the first node that a move leads to."""
    box = next(box for box in picture.boxes if box.move == move)
    group = next(
        shape
        for shape in draw_picture(picture).shapes
        if isinstance(shape, Group) and shape.key == box.key
    )
    outline = group.shapes[0]
    assert isinstance(outline, Polygon)
    assert outline.pen is not None
    return outline.pen


def test_a_textbook_tree_fills_its_slide() -> None:
    """On a slide its letters have 18 points, no words around it are smaller, and it is wide and
    high.
    """
    picture = sized_page(run_of("tree", AIMA), PictureOptions(page="16:9"))[0].frame(12)

    assert picture.plan.size >= 18
    assert min(text.size for text in texts(draw_picture(picture).shapes)) >= picture.plan.size
    assert (
        max(box.y + box.height for box in picture.boxes) - min(box.y for box in picture.boxes)
        > 0.55 * 540
    )
    assert max(box.x for box in picture.boxes) - min(box.x for box in picture.boxes) > 0.7 * 960
    assert "leaf" not in picture.subtitle


def test_captions_of_boards_break_between_sides() -> None:
    """What is said of one side stays in one line, where there is room for that."""
    assert board_caption_lines("White 14+0  Black 15+0", 10, 120) == ["White 14+0", "Black 15+0"]
    assert board_caption_lines("White 14+0  Black 15+0", 10, 220) == ["White 14+0  Black 15+0"]


def test_frames_that_look_alike_are_one() -> None:
    """Drawn one ply deep, what happens further down is no frame of its own, and the frame says
    which steps it is.
    """
    frames = [*film("all", plies=1, page="fit")]

    assert len(frames) < 23
    assert not any(look_alike(one.picture, other.picture) for one, other in pairwise(frames))
    assert [step for frame in frames for step in range(frame.first, frame.last + 1)] == [*range(23)]
    assert any(frame.heading.startswith("steps ") for frame in frames)


def test_a_film_that_is_too_long_ends_with_its_last_step_and_says_so(tmp_path: Path) -> None:
    """Of 23 steps the first four and the last are shown, and the remedy is named."""
    with pytest.warns(
        exports.ExportWarning, match=r"to 5 frames, .* 18 steps .* --max-frames, .* --steps every:N"
    ):
        export_film(
            [f"{tmp_path}/a.svg"],
            run_of("tree", AIMA),
            ExportRequest(steps=all_steps, max_frames=5),
        )

    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == [
        f"00{number}.svg" for number in range(1, 6)
    ]
    assert "step 3 of 22" in (tmp_path / "a/004.svg").read_text()
    assert "Finished" in (tmp_path / "a/005.svg").read_text()


def test_a_film_can_be_watched_and_ended() -> None:
    """Before each frame it is told how many there are; an error then ends it."""
    seen: list[tuple[int, int]] = []

    def watch(made: int, most: int) -> None:
        seen.append((made, most))
        if made == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        [*film().with_watcher(watch)]
    assert seen == [(number, 13) for number in range(4)]


# The formats.


def test_a_pdf_has_a_page_a_frame_with_text_and_its_type() -> None:
    """Pages are as large as the canvas, hold the words as text, and embed every font that they
    use.
    """
    pages = PdfReader(
        io.BytesIO(exports.format_named("pdf").film_of(film("changes", cover=True)))
    ).pages

    assert len(pages) == 15
    assert {tuple(page.mediabox)[2:] for page in pages} == {(960, 540)}
    assert "AIMA figure 5.2, MAX to move" in " ".join(pages[0].extract_text().split())
    assert "Cut at C" in pages[8].extract_text()
    assert "11 nodes, 7 leaves" in pages[-1].extract_text()
    assert "Finished" in pages[-1].extract_text()
    for page in pages:
        fonts = page["/Resources"]["/Font"].values()  # type: ignore[index]  # a PDF's own dictionaries
        assert all(
            "/FontFile2" in font.get_object()["/DescendantFonts"][0]["/FontDescriptor"]
            for font in fonts
        )


@pytest.mark.parametrize("game", ["tree", "othello"])
def test_a_cover_has_the_legend_and_the_result_of_the_whole_run(game: str) -> None:
    """Whichever steps the film shows, and also where its pages have no room for the legend;
    --no-legend is obeyed.
    """
    run = Run(Recipe(PositionSpec(game, "small" if game == "othello" else None))).finish()
    for has_legend in (True, False):
        made = film_of_run(run, cut_steps, PictureOptions(cover=True, legend=has_legend))
        pages = PdfReader(io.BytesIO(exports.format_named("pdf").film_of(made))).pages

        assert ("cut: left before its last child" in pages[0].extract_text()) == has_legend
        words = " ".join(pages[-1].extract_text().split())
        assert "Finished: " in words
        assert visit_counts(TreeAtStep(run.trace)).words() in words


def test_a_pdf_of_hostile_words_can_be_read() -> None:
    """Each page has its words, cut or replaced."""
    pages = PdfReader(io.BytesIO(exports.format_named("pdf").film_of(hostile_film()))).pages

    assert len(pages) == len(HOSTILE) + 2
    assert "<script>alert" in pages[1].extract_text()


def test_pages_that_are_too_long_are_made_smaller_and_say_so() -> None:
    """No page is longer than what readers open."""
    huge = replace(hostile_film(), width=28_800)
    with pytest.warns(exports.ExportWarning, match="drawn at 50% .* at most 14,400 points"):
        pages = PdfReader(io.BytesIO(exports.format_named("pdf").film_of(huge))).pages

    assert float(pages[0].mediabox.width) == 14_400


def test_stills_are_numbered_in_a_folder_that_formats_may_share(tmp_path: Path) -> None:
    """The folder is named like the file, and each still is a picture of one size."""
    export_film(
        [f"{tmp_path}/a.svg", f"{tmp_path}/a.png"],
        run_of("tree", AIMA),
        ExportRequest(steps=read_steps("3-5")),
    )
    folder = tmp_path / "a"

    assert sorted(path.name for path in folder.iterdir()) == [
        f"00{n}.{kind}" for n in (1, 2, 3) for kind in ("png", "svg")
    ]
    assert {Image.open(io.BytesIO(path.read_bytes())).size for path in folder.glob("*.png")} == {
        (1920, 1080)
    }
    assert all(ET.parse(path).getroot().get("width") == "960" for path in folder.glob("*.svg"))


# On the disk.


@pytest.mark.parametrize(
    "others",
    [
        ["notes.txt"],
        ["001.svg", "notes.txt"],
        ["001.svg"],
        [],
    ],
)
def test_a_folder_that_no_film_made_stays(tmp_path: Path, others: list[str]) -> None:
    """Even with force a folder stays that holds anything else, or numbered pictures of another
    program, or nothing.
    """
    folder = tmp_path / "a"
    folder.mkdir()
    for name in others:
        (folder / name).write_text("<svg>mine</svg>")

    with pytest.raises(exports.ExportError, match="not a film"):
        export_film(
            [f"{tmp_path}/a.svg"],
            run_of("tree", AIMA),
            ExportRequest(steps=change_steps),
            force=True,
        )
    assert sorted(path.name for path in folder.iterdir()) == sorted(others)


def test_a_film_takes_the_place_of_a_film_with_force_alone(tmp_path: Path) -> None:
    """What was in the folder is gone, and nothing is left beside it."""
    name = [f"{tmp_path}/a.svg"]
    run = run_of("tree", AIMA)
    export_film(name, run, ExportRequest(steps=change_steps))

    with pytest.raises(exports.ExportError, match="already exists"):
        export_film(name, run, ExportRequest(steps=read_steps("3-4")))
    assert len([*(tmp_path / "a").iterdir()]) == 13
    export_film(
        name,
        run,
        ExportRequest(steps=read_steps("3-4")),
        force=True,
    )
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["001.svg", "002.svg"]
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_film_that_fails_half_way_leaves_what_was_there(tmp_path: Path) -> None:
    """Neither the old folder nor the one beside it is touched, and nothing is left over."""
    export_film([f"{tmp_path}/a.svg"], run_of("tree", AIMA), ExportRequest(steps=read_steps("3-4")))

    def stills() -> Iterator[tuple[str, bytes]]:
        yield "001.svg", b"new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        exports.save_files(
            {str(tmp_path / "a"): stills(), str(tmp_path / "b"): stills()},
            force=True,
            marks=[b"svg"],
        )
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert len([*(tmp_path / "a").iterdir()]) == 2


def test_a_folder_that_comes_while_a_film_is_made_stays(tmp_path: Path) -> None:
    """What others have put there meanwhile is not replaced, although it was free before."""

    def stills() -> Iterator[tuple[str, bytes]]:
        (tmp_path / "a").mkdir()
        (tmp_path / "a/notes.txt").touch()
        yield "001.svg", b"new"

    with pytest.raises(exports.ExportError, match="not a film"):
        exports.save_files(
            {str(tmp_path / "a"): stills()}, force=True, marks=exports.folder_marks()
        )
    assert [path.name for path in tmp_path.rglob("*")] == ["a", "notes.txt"]


@pytest.mark.parametrize("interruption", [OSError, KeyboardInterrupt])
def test_a_film_that_cannot_take_its_place_leaves_the_old_one_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, interruption: type[BaseException]
) -> None:
    """Where the second of the two moves fails the first is undone, and nothing is left over."""
    folder = tmp_path / "a"
    run = run_of("tree", AIMA)
    move = Path.replace
    export_film([f"{folder}.svg"], run, ExportRequest(steps=read_steps("3-4")))

    def fail(path: Path, target: Path) -> Path:
        if path.suffix == ".part":
            raise interruption
        return move(path, target)

    monkeypatch.setattr(Path, "replace", fail)

    with pytest.raises((exports.ExportError, KeyboardInterrupt)):
        export_film(
            [f"{folder}.svg"],
            run,
            ExportRequest(steps=change_steps),
            force=True,
        )
    assert [*tmp_path.iterdir()] == [folder]
    assert len([*folder.iterdir()]) == 2


KILLED = """
import sys
from itertools import count
from pathlib import Path
import exports
from exports.svg import SVG_MARK
from tests.killing import killed

def save(word):
    stills = ((f"{place:03}.svg", SVG_MARK + word) for place in range(3))
    exports.save_files({str(folder / "a"): stills}, force=True, marks=[SVG_MARK])

def film(path):
    return " ".join(still.read_bytes()[len(SVG_MARK):].decode() for still in sorted(path.iterdir()))

for moment in count():
    folder = Path(sys.argv[1], str(moment))
    folder.mkdir()
    save(b"old")
    goes_on = killed(lambda: save(b"new"), moment)
    there, others = folder / "a", [*folder.glob("a.old-*")]
    print(film(there) if there.exists() else f"none, {film(others[0])} beside", len(others))
    if not goes_on:
        break
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
def test_a_kill_leaves_a_whole_film(tmp_path: Path) -> None:
    """Killed at any moment, the old or the new film is whole: in its place, but for a moment
    beside it.
    """
    program = [sys.executable, "-c", KILLED, str(tmp_path)]
    done = subprocess.run(
        program, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE
    )

    assert done.stderr == ""
    left = [line for line, _ in groupby(done.stdout.splitlines())]
    assert left == ["old old old 0", "none, old old old beside 1", "new new new 1", "new new new 0"]
