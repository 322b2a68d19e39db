"""A film: pictures of a run at some of its steps, on one canvas, each made when it is asked for; and its pages.

The pages are its pictures, and with a cover a title page before and a result page after them. Exercises are films, too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from visualizer.errors import InputError
from visualizer.explanation.code_line import CodeLine, code_line, code_lines
from visualizer.explanation.english.steps import describe_effort
from visualizer.explanation.explainer import explain_step, summarize_step
from visualizer.explanation.naming import Naming
from visualizer.explanation.own_code import CodeView, track_of
from visualizer.explanation.standings import label_of
from visualizer.look.legend import State
from visualizer.look.numbers import show
from visualizer.look.shapes import Drawing, Shape, Text
from visualizer.look.text import clip
from visualizer.look.themes import DRAWN
from visualizer.measures.summary import counts
from visualizer.picture.model import SHAPES, Area, Box, BoxShape, Picture
from visualizer.picture.page.options import PictureOptions
from visualizer.picture.page.tree_page import TreePage
from visualizer.picture.shapes.drawing import (
    LEGEND_ROW,
    LINE,
    LONGEST_WORDS,
    draw,
    entries_of,
    key_shapes,
    legend_rows,
    lines_in,
)
from visualizer.picture.shapes.nodes import Drawn
from visualizer.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.tree_at_step import TreeAtStep

MOST_FRAMES = 400
"""The usual limit of the number of frames."""
NO_LINE = CodeLine(None, "")
LARGE, MEDIUM = 2.6, 1.5
"""Text sizes of the title and of the words below it, in units of the size in pictures."""
MARGIN = 0.09
"""The margin as a part of the page's width."""
ABOVE, ABOVE_LEGEND = 0.36, 0.22
"""Where a page's words begin, as a part of its height: without a legend below them, and with one."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of a film, with what a format may say beside it.

    It stands for the chosen steps from `first` to `last`, which look alike, and shows the last one: `sentence` explains
    it, `counts` says what has been visited by then. `windows` has a row for each open node, with turn, move, value and
    its bounds if there are any; `code` is the line of the pseudocode. `name` is the heading of a frame that is no step,
    `summary` the sentence as a caption may have it, if that is another.
    """

    picture: Picture
    first: int
    last: int
    sentence: str
    counts: str
    windows: tuple[tuple[str, ...], ...] = ()
    code: CodeLine = NO_LINE
    name: str = ""
    summary: str = ""

    @property
    def heading(self) -> str:
        """Return the name, or else the steps that it shows.

        >>> Frame(None, 3, 3, "", "").heading, Frame(None, 3, 5, "", "").heading
        ('step 3', 'steps 3–5')
        """
        steps = f"step {self.last:,}" if self.first == self.last else f"steps {self.first:,}–{self.last:,}"
        return self.name or steps


@dataclass(frozen=True, slots=True)
class Film:
    """A sequence of frames; each iteration makes them again, one at a time.

    `title` and `subtitle` are those of every picture, `width` and `height` those of the canvas in points. `most` is the
    greatest number of frames, `left_out` the number of chosen steps beyond it; the last step is always shown. `last` is
    the last step of the run, `code` the pseudocode where pictures do not have it. With a `cover`, formats of pages
    begin with a title page, which has a legend of `states`, and end with a result page of `result`, the sentence and
    the counts of the whole run; without one, those of the last frame.
    """

    title: str
    subtitle: str
    width: float
    height: float
    most: int
    frames: Callable[[], Iterator[Frame]]
    last: int = 0
    code: tuple[str, ...] = ()
    cover: bool = False
    left_out: int = 0
    begin: int = 0
    """The frame at which a format with a slider begins."""
    states: tuple[State, ...] = ()
    result: tuple[str, str] | None = None

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames; successive ones that look alike are merged into one."""
        before: Frame | None = None
        for frame in self.frames():
            if before is not None and look_alike(before.picture, frame.picture):
                frame = replace(frame, first=before.first)  # noqa: PLW2901  merged
            elif before is not None:
                yield before
            before = frame
        if before is not None:
            yield before

    def watched(self, watch: Callable[[int, int], None]) -> Film:
        """Return the film that calls `watch` before each frame, with the number made and the most; an error ends it."""

        def frames() -> Iterator[Frame]:
            for number, frame in enumerate(self.frames()):
                watch(number, self.most)
                yield frame

        return replace(self, frames=frames)


def film_of(page: TreePage, steps: Sequence[int], most: int = MOST_FRAMES) -> Film:
    """Return the film of some steps of a run, with `most` frames at most."""
    kept = steps if len(steps) <= most else [*steps[: most - 1], steps[-1]]

    def frame(step: int) -> Frame:
        tree = TreeAtStep(page.run.trace, step)
        sentence, counted = told(page.run, tree)
        rows, line = tuple(windows(page.run, tree)), code_line(page.run, tree)
        summary = summarize_step(Naming(page.run, tree), sentence)
        return Frame(page.frame(step, sentence), step, step, sentence, counted, rows, line, summary=summary)

    return Film(
        title=page.words.title,
        subtitle=page.words.subtitle,
        width=page.plan.width,
        height=page.plan.height,
        most=len(kept),
        frames=lambda: map(frame, kept),
        last=page.run.trace.last_step,
        code=tuple(code_lines(page.run)) if page.run.algorithm.pseudocode and page.code is None else (),
        cover=page.options.cover,
        left_out=len(steps) - len(kept),
        result=result_of(page.run) if page.options.cover else None,
    )


def film_of_lines(page: TreePage, most: int = MOST_FRAMES) -> Film:
    """Return the film of the lines that a person's own code has run through, with `most` frames at most."""
    run, track = page.run, track_of(page.run)
    film = film_of(page, range(len(track)), most)
    kept = range(len(track)) if len(track) <= most else [*range(most - 1), len(track) - 1]

    def frame(moment: int) -> Frame:
        tree, view = TreeAtStep(run.trace, track.steps[moment]), CodeView(run, moment)
        sentence, counted = told(run, tree)
        sentence = track.said.get(moment, sentence)
        name = f"{moment + 1:,} of {len(track):,}: line {view.line}"
        return Frame(page.frame(tree.step, sentence, moment), moment, moment, sentence, counted, name=name)

    begin = bisect_left(kept, min(track.said, default=0))
    return replace(film, frames=lambda: map(frame, kept), last=len(track) - 1, begin=min(begin, len(kept) - 1))


def told(run: Run, tree: TreeAtStep) -> tuple[str, str]:
    """Return what a step of a run says, and what has been visited by then."""
    return explain_step(Naming(run, tree)), counts(tree).words()


def result_of(run: Run) -> tuple[str, str]:
    """Return what a whole run has found, without its counts, and these."""
    tree = TreeAtStep(run.trace)
    sentence, counted = told(run, tree)
    return sentence.replace(f" {describe_effort(tree)}", "") if tree.at_end else sentence, counted


def windows(run: Run, tree: TreeAtStep) -> Iterator[tuple[str, ...]]:
    """Yield a row for each open node: turn, move, value so far, and bounds if the search has them."""
    for node in tree.path:
        shape = SHAPES[tree.turn(node) if tree.move_count(node) else None]
        path = run.path(node)
        bounds = map(show, tree.window(node)) if tree.has_window else ()
        value = value_label(tree, node) or "?"
        whose = f" {label_of(Naming(run, tree), node)}" if run.trace.adds and value != "?" else ""
        yield f"{shape.sign} {shape}", run.full_name(path) if path else "root", f"{value}{whose}", *bounds


def look_alike(picture: Picture, other: Picture) -> bool:
    """Return whether two pictures of a film are the same except for captions and tags."""
    return replace(picture, captions=(), tags=()) == replace(other, captions=(), tags=())


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a film, and the lines of a speaker's notes."""

    drawing: Drawing
    notes: tuple[str, ...] = ()


def pages_of(film: Film) -> Iterator[Page]:
    """Yield the pages of a film."""
    drawn, frame = Drawn(), None
    for number, frame in enumerate(film):
        if film.cover and not number:
            picture = replace(frame.picture, states=film.states, tags=(), tiles=())
            yield Page(_page(film, picture, film.title, film.subtitle, LARGE))
        yield Page(draw(frame.picture, drawn), tuple(filter(None, (frame.sentence, frame.counts))))
    if film.cover and frame is not None:
        sentence, counts = film.result or (frame.sentence, frame.counts)
        yield Page(_page(film, replace(frame.picture, states=(), tags=(), boxes=()), sentence, counts, MEDIUM))


def _page(film: Film, picture: Picture, heading: str, words: str, size: float) -> Drawing:
    """Return a page of a heading and fainter words below it; `size` is that of the heading, in units of the text size.

    `picture` is any of the film, for theme and text size, with the states of which there is a legend at the bottom.
    """
    theme, unit = DRAWN[picture.theme], picture.plan.size * picture.plan.larger
    left, y, shapes = MARGIN * film.width, (ABOVE_LEGEND if picture.states else ABOVE) * film.height, list[Shape]()
    for text, relative, colour in ((heading, size, theme.text), (words, MEDIUM, theme.faint)):
        for line in lines_in(text, relative * unit, film.width - 2 * left):
            y += LINE * relative * unit
            shapes.append(Text(left, y, line, relative * unit, colour, "start", bold=relative == LARGE))
        y += LINE * relative * unit / 2
    wide = film.width - 2 * left
    high = legend_rows([words for _, words in entries_of(picture)], wide, unit) * LEGEND_ROW * unit
    bottom = film.height - picture.plan.heading.y
    if y + high <= bottom:
        shapes += key_shapes(picture, Area(left, bottom - high, wide, high), theme, unit)
    page = "" if picture.transparent else theme.page
    title, said = clip(film.title, LONGEST_WORDS), clip(f"{heading} {words}", LONGEST_WORDS)
    return Drawing(film.width, film.height, page, title, said, tuple(shapes), picture.font)


REMEDY = "use a smaller tree, a larger --page or a smaller --text-size"
TASK = "Fill in the value of each node"
BOUNDS = " and, below each node that has a visited child, its α and β on entry"
CROSS = ", and cross out the branches that are never visited"
FOR_STUDENTS = {"natural order": "from left to right", "to the end": "", "fail-soft": ""}
"""What a sheet says instead of some words of a heading: what is usual needs none."""

FOR_TEACHERS = f"Name: {'_' * 28} · Points: {'_' * 6}"
"""What stands behind the heading of a sheet to fill in."""
APART = " · "
SIZES = (9.0, 8.0, 7.0, 6.0)
"""Text sizes to try until a tree fits its page: small ones, as paper is read from near."""


class SheetPage(TreePage):
    """A tree laid out as a solution, below a heading with lines for a name and points."""

    def subtitle(self) -> Sequence[str]:
        """Return the words below the title.

        The rule is a sentence: `cut where α ≥ β`.
        """
        said = (FOR_STUDENTS.get(word, word) for word in super().subtitle())
        words = ", ".join(word.replace("cut α", "cut where α") for word in said if word)
        return [APART.join(filter(None, (words, FOR_TEACHERS)))]

    def longest_captions(self) -> Sequence[int | str]:
        """Return the captions of the solution, or what is to be done where that is longer."""
        told, task = super().longest_captions(), task_of(self.run)
        letters = sum(each if isinstance(each, int) else len(each) for each in told)
        return told if letters > len(task) else [task]


def for_students(subtitle: str) -> str:
    """Return the words below a sheet's title without the lines for a name and points."""
    return subtitle.removesuffix(FOR_TEACHERS).removesuffix(APART)


def task_of(run: Run) -> str:
    """Say what is to be done on a sheet."""
    return f"{TASK}{f'{BOUNDS}{CROSS}' if run.trace.has_window else ''}."


def sheet_of(run: Run, options: PictureOptions) -> TreePage:
    """Lay a tree out as a solution on a sheet; InputError if it does not fit at any text size."""
    sizes = SIZES if options.text_size is None else (options.text_size,)
    for size in sizes:
        page = SheetPage(run, replace(as_solution(options), text_size=size))
        if page.is_whole:
            return page
    raise InputError(f"a tree is too large to be filled in on this page; {REMEDY}")


def as_solution(options: PictureOptions) -> PictureOptions:
    """Return the options of the solution's picture: the whole tree, every window on entry, and why each cut happens."""
    return replace(options, node_windows="entry", caption="cuts", pruned=True, ghosts=True)


def exercise_film(pages: Sequence[TreePage]) -> Film:
    """Return the sheets of trees that are laid out as solutions: first all to be filled in, then all solved.

    InputError if a search is not finished, plays random games, or is too large for its page.
    """
    for page in pages:
        if page.run.trace.adds:
            raise InputError(
                f"{page.run.algorithm.title} plays random games, so its results cannot be worked out by hand"
            )
        if not page.run.trace.finished or page.run.trace.reason:
            raise InputError("the search was stopped, so there is no solution")
        if not page.is_whole:
            raise InputError(f"the tree is too large to be filled in on this page; {REMEDY}")
    first, count = pages[0], len(pages)
    return Film(
        title="Exercise" if count == 1 else f"{count} exercises",
        subtitle=for_students(first.words.subtitle),
        width=first.plan.width,
        height=first.plan.height,
        most=2 * count,
        frames=lambda: _frames(pages),
    )


def _frames(pages: Sequence[TreePage]) -> Iterator[Frame]:
    """Yield the pages."""
    for heading in ("Exercise", "Solution"):
        for number, page in enumerate(pages, 1):
            solved = page.frame(page.run.trace.last_step)
            blank = tuple(map(_blank, solved.boxes))
            picture = replace(solved, boxes=blank, captions=(task_of(page.run),), states=(), tags=())
            if heading == "Solution":
                picture = replace(solved, subtitle=for_students(solved.subtitle))
            name = f"{heading} {number}" if len(pages) > 1 else heading
            picture = replace(picture, title=f"{name}: {picture.title}")
            yield Frame(picture, number, number, " ".join(picture.captions), "", name=name)


def _blank(box: Box) -> Box:
    """Return a node with its move alone and, of a leaf, its value."""
    return replace(
        box,
        state=State.DONE,
        value=box.value if box.shape is BoxShape.LEAF else "",
        window=None,
        order=0,
        looks="",
        tags=(),
        on_best_line=False,
        is_cut=False,
        is_ghost=False,
        answered_from="",
    )
