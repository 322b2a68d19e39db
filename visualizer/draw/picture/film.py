"""A film: pictures of a run at some of its steps, on one canvas, each made when it is asked for; and its pages.

The pages are its pictures, and with a cover a title page before and a result page after them. Exercises are films, too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from visualizer.draw.picture.layout.placed_nodes import LayoutLimits
from visualizer.draw.picture.model import TURN_SHAPES, Area, Box, BoxShape, PagePlan, Picture
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.draw.picture.shapes.drawing import (
    LEGEND_ROW,
    LINE_HEIGHT,
    MAX_PICTURE_TEXT,
    draw_picture,
    legend_entries,
    legend_rows,
    legend_shapes,
    lines_in,
)
from visualizer.draw.picture.shapes.nodes import DrawnParts
from visualizer.explaining.explanation.code_line import CodeLine, code_line_at, code_lines
from visualizer.explaining.explanation.explainer import explain_step, summarize_step
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.explanation.own_code import CodeView, line_track_of
from visualizer.explaining.explanation.standings import label_of_mean
from visualizer.explaining.measures.summary import visit_counts
from visualizer.look.legend import State
from visualizer.look.numbers import format_number
from visualizer.look.shapes import Drawing, Shape, Text
from visualizer.look.text import clip_text
from visualizer.look.themes import PICTURE_THEMES
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.labels import value_label
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

MAX_FRAMES = 400
"""The usual limit of the number of frames."""
COVER_TITLE_SIZE = 2.6
COVER_WORDS_SIZE = 1.5
"""Text sizes of the title and of the words below it, in units of the size in pictures."""
COVER_MARGIN = 0.09
"""The margin as a part of the page's width."""
RESULT_PAGE_NAME = "result"
"""What the page is called that ends a film with a cover."""
COVER_TOP = 0.36
COVER_TOP_WITH_LEGEND = 0.22
"""Where a page's words begin, as a part of its height: without a legend below them, and with one."""


class PictureSidebar(NamedTuple):
    """What a format may show beside a picture of a film.

    `open_node_rows` has a row for each open node, with turn, move, value and its bounds if there are any; `code` is the line
    of the pseudocode, `summary` the sentence as a caption may have it, if that is another.
    """

    windows: tuple[tuple[str, ...], ...] = ()
    code: CodeLine = CodeLine(None, "")
    summary: str = ""


EMPTY_SIDEBAR = PictureSidebar()


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of a film, with what a format may say beside it.

    It stands for the chosen steps from `first` to `last`, which look alike, and shows the last one: `sentence` explains
    it, `counts` says what has been visited by then. `name` is the heading of a frame that is no step.
    `beside` returns the tables of formats that have room for them.
    """

    picture: Picture
    first: int
    last: int
    sentence: str
    counts: str
    name: str = ""
    beside: Callable[[], PictureSidebar] = lambda: EMPTY_SIDEBAR

    @property
    def heading(self) -> str:
        """Return the name, or else the steps that it shows.

        >>> Frame(None, 3, 3, "", "").heading, Frame(None, 3, 5, "", "").heading
        ('step 3', 'steps 3–5')
        """
        if self.first == self.last:
            steps = f"step {self.last:,}"
        else:
            steps = f"steps {self.first:,}–{self.last:,}"
        return self.name or steps

    def as_part(self) -> Frame:
        """Return the frame with a picture that says which part of a film it is."""
        return replace(self, picture=replace(self.picture, part=self.heading))


@dataclass(frozen=True, slots=True)
class Film:
    """A sequence of frames; each iteration makes them again, one at a time.

    `title` and `subtitle` are those of every picture, `width` and `height` those of the canvas in points. `most` is the
    greatest number of frames, `left_out` the number of chosen steps beyond it; the last step is always shown. `last` is
    the last step of the run, `code` returns the pseudocode where pictures do not have it. With a `cover`, pages
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
    code: Callable[[], Sequence[str]] = tuple
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
                yield before.as_part()
            before = frame
        if before is not None:
            yield before.as_part()

    def watched(self, watch: Callable[[int, int], None]) -> Film:
        """Return the film that calls `watch` before each frame, with the number made and the most; an error ends it."""

        def frames() -> Iterator[Frame]:
            for number, frame in enumerate(self.frames()):
                watch(number, self.most)
                yield frame

        return replace(self, frames=frames)


def film_of(page: TreePage, steps: Sequence[int], most: int = MAX_FRAMES) -> Film:
    """Return the film of some steps of a run, with `most` frames at most."""
    if len(steps) <= most:
        kept = steps
    else:
        kept = [*steps[: most - 1], steps[-1]]

    def frame(step: int) -> Frame:
        tree = TreeAtStep(page.run.trace, step)
        sentence, counted = step_words(page.run, tree)
        naming = Naming(page.run, tree)

        def beside() -> PictureSidebar:
            line = code_line_at(page.run, tree)
            return PictureSidebar(
                tuple(open_node_rows(naming)), line, summarize_step(naming, sentence)
            )

        return Frame(page.frame(step, sentence), step, step, sentence, counted, beside=beside)

    has_code = page.run.algorithm.pseudocode and page.code is None

    return Film(
        title=page.words.title,
        subtitle=page.words.subtitle,
        width=page.plan.width,
        height=page.plan.height,
        most=len(kept),
        frames=lambda: map(frame, kept),
        last=page.run.trace.last_step,
        code=partial(code_lines, page.run) if has_code else tuple,
        cover=page.options.cover,
        left_out=len(steps) - len(kept),
        result=result_words(page.run) if page.options.cover else None,
    )


def film_of_lines(page: TreePage, most: int = MAX_FRAMES) -> Film:
    """Return the film of the lines that a person's own code has run through, with `most` frames at most."""
    run = page.run
    track = line_track_of(page.run)
    film = film_of(page, range(len(track)), most)
    kept = range(len(track)) if len(track) <= most else [*range(most - 1), len(track) - 1]

    def frame(moment: int) -> Frame:
        tree = TreeAtStep(run.trace, track.steps[moment])
        view = CodeView(run, moment)
        sentence, counted = step_words(run, tree)
        sentence = track.said.get(moment, sentence)
        name = f"{moment + 1:,} of {len(track):,}: line {view.line}"
        return Frame(
            page.frame(tree.step, sentence, moment), moment, moment, sentence, counted, name=name
        )

    begin = bisect_left(kept, min(track.said, default=0))
    return replace(
        film, frames=lambda: map(frame, kept), last=len(track) - 1, begin=min(begin, len(kept) - 1)
    )


def step_words(run: Run, tree: TreeAtStep) -> tuple[str, str]:
    """Return what a step of a run says, and what has been visited by then."""
    return explain_step(Naming(run, tree)), visit_counts(tree).words()


def result_words(run: Run) -> tuple[str, str]:
    """Return what a whole run has found, without its counts, and these."""
    tree = TreeAtStep(run.trace)
    return explain_step(Naming(run, tree), with_effort=not tree.at_end), visit_counts(tree).words()


def open_node_rows(naming: Naming) -> Iterator[tuple[str, ...]]:
    """Yield a row for each open node: turn, move, value so far, and bounds if the search has them."""
    run = naming.run
    tree = naming.tree
    for node in tree.path:
        shape = TURN_SHAPES[tree.turn(node) if tree.move_count(node) else None]
        path = run.path(node)
        bounds = map(format_number, tree.window(node)) if tree.has_window else ()
        value = value_label(tree, node) or "?"
        worth = f"{value} {label_of_mean(naming, node)}".rstrip()
        yield f"{shape.sign} {shape}", run.full_name(path) if path else "root", worth, *bounds


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
    drawn = DrawnParts()
    frame = None
    for number, frame in enumerate(film):
        if film.cover and not number:
            picture = replace(frame.picture, states=film.states, tags=(), tiles=())
            yield Page(
                _cover_page(
                    film, replace(picture, part=""), film.title, film.subtitle, COVER_TITLE_SIZE
                )
            )
        drawing = draw_picture(frame.picture, drawn)
        if (drawing.width, drawing.height) != (film.width, film.height):
            drawing = replace(drawing, width=film.width, height=film.height)
        yield Page(drawing, tuple(filter(None, (frame.sentence, frame.counts))))
    if film.cover and frame is not None:
        sentence, counts = film.result or (frame.sentence, frame.counts)
        picture = replace(frame.picture, states=(), tags=(), boxes=(), part=RESULT_PAGE_NAME)
        yield Page(_cover_page(film, picture, sentence, counts, COVER_WORDS_SIZE))


def _cover_page(film: Film, picture: Picture, heading: str, words: str, size: float) -> Drawing:
    """Return a page of a heading and fainter words below it; `size` is that of the heading, in units of the text size.

    `picture` is any of the film, for theme and text size, with the states of which there is a legend at the bottom.
    """
    theme = PICTURE_THEMES[picture.theme]
    unit = picture.plan.size * picture.plan.larger
    left = COVER_MARGIN * film.width
    y = (COVER_TOP_WITH_LEGEND if picture.states else COVER_TOP) * film.height
    shapes = list[Shape]()
    for text, relative, colour in (
        (heading, size, theme.text),
        (words, COVER_WORDS_SIZE, theme.faint),
    ):
        for line in lines_in(text, relative * unit, film.width - 2 * left):
            y += LINE_HEIGHT * relative * unit
            shapes.append(
                Text(
                    left,
                    y,
                    line,
                    relative * unit,
                    colour,
                    "start",
                    bold=relative == COVER_TITLE_SIZE,
                )
            )
        y += LINE_HEIGHT * relative * unit / 2
    wide = film.width - 2 * left
    high = (
        legend_rows([words for _, words in legend_entries(picture)], wide, unit) * LEGEND_ROW * unit
    )
    bottom = film.height - picture.plan.heading.y
    if y + high <= bottom:
        shapes += legend_shapes(picture, Area(left, bottom - high, wide, high), theme, unit)
    page = "" if picture.transparent else theme.page
    title = clip_text(replace(picture, title=film.title).full_title, MAX_PICTURE_TEXT)
    said = clip_text(f"{heading} {words}", MAX_PICTURE_TEXT)
    return Drawing(film.width, film.height, page, title, said, tuple(shapes), picture.font)


TOO_LARGE_REMEDY = "use a smaller tree, a larger --page or a smaller --text-size"
SHEET_TASK = "Fill in the value of each node"
WINDOWS_TO_FILL_IN = " and, below each node that has a visited child, its α and β on entry"
CROSS_OUT_TASK = ", and cross out the branches that are never visited"
NAME_AND_POINTS = f"Name: {'_' * 28} · Points: {'_' * 6}"
"""What stands behind the heading of a sheet to fill in."""
SUBTITLE_SEPARATOR = " · "
SHEET_TEXT_SIZES = (9.0, 8.0, 7.0, 6.0)
"""Text sizes to try until a tree fits its page: small ones, as paper is read from near."""


class SheetPage(TreePage):
    """A tree on a sheet: to be filled in, below a heading with lines for a name and points, or its solution.

    What is to be filled in has the same size and place whatever is right there, and so has all else on its page.
    """

    def __init__(self, run: Run, options: PictureOptions, *, is_solution: bool) -> None:
        """Plan the page: of a solution every window on entry, and why each cut happens. InputError as for any page."""
        self.is_solution = is_solution
        options = replace(options, node_windows="entry", caption="cuts", pruned=True, ghosts=True)
        super().__init__(run, options if is_solution else replace(options, legend=False))

    def subtitle(self) -> Sequence[str]:
        """Return the words below the title.

        The rule is a sentence: `cut where α ≥ β`.
        """
        words = ", ".join(super().subtitle())
        return [
            words
            if self.is_solution
            else SUBTITLE_SEPARATOR.join(filter(None, (words, NAME_AND_POINTS)))
        ]

    def headings(self) -> list[str]:
        """Return the headings in words for students; what is usual needs none."""
        search = self.run.recipe.search
        instead = {"cut": f"cut where α {search.cut_sign} β"}
        if search.ordering == "natural":
            instead["ordering"] = "from left to right"
        if search.depth == "all":
            instead["depth"] = ""
        if search.fail == "soft":
            instead["fail"] = ""
        return self.run.headings(instead=instead)

    def longest_captions(self) -> Sequence[int | str]:
        """Return what is to be done, or the captions of the solution."""
        if self.is_solution:
            return super().longest_captions()
        return [sheet_task(self.run)]

    def _limits(self, size: float, *, has_boards: bool) -> tuple[LayoutLimits, PagePlan]:
        limits, plan = super()._limits(size, has_boards=has_boards)
        return limits._replace(evened=True), plan

    def picture(self) -> Picture:
        """Return the solution, or the tree to be filled in: its moves, and of a leaf its value."""
        solved = self.frame(self.run.trace.last_step)
        if self.is_solution:
            return solved
        assert self.before is not None  # which has just drawn it
        paths = [placed.path for placed in self.before.nodes]
        keys = {
            box.key: f"n{number}" for number, box in enumerate(solved.boxes)
        }  # they tell what was visited
        boxes = tuple(
            self._blank(box, path, keys) for box, path in zip(solved.boxes, paths, strict=True)
        )
        return replace(solved, boxes=boxes, captions=(sheet_task(self.run),), states=(), tags=())

    def _blank(self, box: Box, path: MovePath, keys: Mapping[str, str]) -> Box:
        """Return a node without what a search finds there."""
        run = self.run
        is_inner = self.run.is_inner(path)
        return Box(
            keys[box.key],
            TURN_SHAPES[run.turn(path)] if is_inner else BoxShape.LEAF,
            State.DONE,
            box.ply,
            move=box.move,
            label=box.label,
            value="" if is_inner else format_number(run.evaluated(path)),
            x=box.x,
            y=box.y,
            width=box.width,
            height=box.height,
            room=box.room,
            head=box.head,
            foot=box.foot,
            board=box.board,
            above=None if box.above is None else keys[box.above],
            hang=box.hang,
        )


class ExercisePages(NamedTuple):
    """The pages of a tree: the one to be filled in, and its solution."""

    task: SheetPage
    solution: SheetPage


def sheet_task(run: Run) -> str:
    """Say what is to be done on a sheet."""
    return f"{SHEET_TASK}{f'{WINDOWS_TO_FILL_IN}{CROSS_OUT_TASK}' if run.trace.has_window else ''}."


def lay_out_exercise(run: Run, options: PictureOptions) -> ExercisePages:
    """Lay a tree out, to be filled in and solved, with the size of text that is asked for."""
    return ExercisePages(
        SheetPage(run, options, is_solution=False), SheetPage(run, options, is_solution=True)
    )


def lay_out_sheet(run: Run, options: PictureOptions) -> ExercisePages:
    """Lay a tree out, to be filled in and solved, each with the largest text that fits; InputError if none does."""
    sizes = SHEET_TEXT_SIZES if options.text_size is None else (options.text_size,)

    def fitting(*, is_solution: bool) -> SheetPage:
        tried = (
            SheetPage(run, replace(options, text_size=size), is_solution=is_solution)
            for size in sizes
        )
        page = next((page for page in tried if page.is_whole), None)
        if page is None:
            raise InputError(
                f"a tree is too large to be filled in on this page; {TOO_LARGE_REMEDY}"
            )
        return page

    return ExercisePages(fitting(is_solution=False), fitting(is_solution=True))


def exercise_film(exercises: Sequence[ExercisePages]) -> Film:
    """Return the sheets of some trees: first all to be filled in, then all solved.

    InputError if a search is not finished, plays random games, or is too large for its page.
    """
    pages = [page for exercise in exercises for page in exercise]
    for page in pages:
        page.run.style.check_by_hand(page.run.algorithm.title)
        if not page.run.trace.finished or page.run.trace.reason:
            raise InputError("the search was stopped, so there is no solution")
        if not page.is_whole:
            raise InputError(
                f"the tree is too large to be filled in on this page; {TOO_LARGE_REMEDY}"
            )
    count = len(exercises)
    return Film(
        title="Exercise" if count == 1 else f"{count} exercises",
        subtitle=exercises[0].solution.words.subtitle,
        width=max(page.plan.width for page in pages),
        height=max(page.plan.height for page in pages),
        most=len(pages),
        frames=lambda: _sheet_frames(exercises),
    )


def _sheet_frames(exercises: Sequence[ExercisePages]) -> Iterator[Frame]:
    """Yield the pages."""
    for heading, pages in zip(("Exercise", "Solution"), zip(*exercises, strict=True), strict=True):
        for number, page in enumerate(pages, 1):
            if len(exercises) > 1:
                name = f"{heading} {number}"
            else:
                name = heading
            picture = page.picture()
            picture = replace(picture, title=f"{name}: {picture.title}")
            yield Frame(picture, number, number, " ".join(picture.captions), "", name=name)
