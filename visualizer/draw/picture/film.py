"""Films: pictures of a run at some of its steps, on one canvas, each made on demand.

A film's pages are its pictures, with a title page and a result page if it has a cover. Sheets of
exercises are films, too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from visualizer.draw.picture.layout.placed_nodes import LayoutLimits
from visualizer.draw.picture.model import TURN_SHAPES, Area, Box, PagePlan, Picture
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
from visualizer.look.themes import PICTURE_THEMES, Theme
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.labels import value_label
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

MAX_FRAMES = 400
"""The default limit on the number of frames."""
COVER_TITLE_SIZE = 2.6
"""Text size of the title of a cover, in units of the size in pictures."""
COVER_WORDS_SIZE = 1.5
"""Text size of the words below the title of a cover, in units of the size in pictures."""
COVER_MARGIN = 0.09
"""The margin of a cover, as a part of the page's width."""
NO_CODE: Callable[[], Sequence[str]] = tuple
"""In place of a function that returns the lines of code: returns ()."""
RESULT_PAGE_NAME = "result"
"""The name of the last page of a film with a cover."""
COVER_TOP = 0.36
"""Where the words of a cover begin, as a part of the page's height."""
COVER_TOP_WITH_LEGEND = 0.22
"""Where the words of a cover begin if there is a legend below them."""


class PictureSidebar(NamedTuple):
    """The tables that a format may show beside a picture of a film.

    `windows` has a row for each open node: turn, move, value, and the bounds if there are any.
    `code` is the current line of the pseudocode. `summary` is the sentence as a caption may
    shorten it, if that differs.
    """

    windows: tuple[tuple[str, ...], ...] = ()
    code: CodeLine = CodeLine(None, "")
    summary: str = ""


EMPTY_SIDEBAR = PictureSidebar()


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of a film, and the words that a format may show with it.

    The frame is for the chosen steps from `first` to `last`, which look alike, and shows the last
    one: `sentence` explains it, and `counts` says how much has been visited by then. `name` is
    the heading of a frame that does not show steps of a search, else "". `make_sidebar` returns the
    tables for formats with room for them.
    """

    picture: Picture
    first: int
    last: int
    sentence: str
    counts: str
    name: str = ""
    make_sidebar: Callable[[], PictureSidebar] = lambda: EMPTY_SIDEBAR

    @property
    def heading(self) -> str:
        """Return the name, or the steps that the frame shows.

        >>> Frame(None, 3, 3, "", "").heading, Frame(None, 3, 5, "", "").heading
        ('step 3', 'steps 3–5')
        """
        if self.name:
            return self.name
        if self.first == self.last:
            return f"step {self.last:,}"
        return f"steps {self.first:,}–{self.last:,}"

    def with_part_name(self) -> Frame:
        """Return the frame with a picture that names its part of the film, such as "step 3"."""
        return replace(self, picture=replace(self.picture, part=self.heading))


@dataclass(frozen=True, slots=True)
class Film:
    """A sequence of frames; each iteration makes them again, one at a time.

    Every picture has the `title` and the `subtitle`. The canvas is `width` by `height` points.
    `max_frames` is the greatest number of frames, and `steps_without_frame` how many chosen steps
    have no frame because of this limit. `last_step` is the last step of the run. `code` returns the
    pseudocode, for formats that show it beside the pictures. If `cover`, the pages begin with a
    title page, with a legend of the `states`, and end with a result page: the `result` is a
    sentence and counts, None to take both from the last frame.
    """

    title: str
    subtitle: str
    width: float
    height: float
    max_frames: int
    frames: Callable[[], Iterator[Frame]]
    last_step: int = 0
    code: Callable[[], Sequence[str]] = NO_CODE
    cover: bool = False
    steps_without_frame: int = 0
    first_shown_frame: int = 0
    """The frame at which a format with a slider begins."""
    states: tuple[State, ...] = ()
    result: tuple[str, str] | None = None

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames; successive frames that look alike are merged into one."""
        merged: Frame | None = None  # the frames since the last one that was yielded
        for frame in self.frames():
            if merged is None:
                merged = frame
            elif look_alike(merged.picture, frame.picture):
                # The later frame is shown, for the steps of both.
                merged = replace(frame, first=merged.first)
            else:
                yield merged.with_part_name()
                merged = frame
        if merged is not None:
            yield merged.with_part_name()

    def with_watcher(self, watch: Callable[[int, int], None]) -> Film:
        """Return the film with a function that is called before each frame is made.

        `watch` gets the number of frames so far and the greatest number of frames. An error that it
        raises ends the film.
        """

        def frames() -> Iterator[Frame]:
            for number, frame in enumerate(self.frames()):
                watch(number, self.max_frames)
                yield frame

        return replace(self, frames=frames)


def first_and_last(steps: Sequence[int], max_count: int) -> Sequence[int]:
    """Return all steps or, if they are too many, the first ones and the last one.

    >>> first_and_last(range(100), 4)
    [0, 1, 2, 99]
    """
    if len(steps) > max_count:
        return [*steps[: max_count - 1], steps[-1]]
    return steps


def film_of(page: TreePage, steps: Sequence[int], max_frames: int = MAX_FRAMES) -> Film:
    """Return the film of some steps of a run.

    If there are too many steps, only the first steps and the last one are shown.
    """
    shown_steps = first_and_last(steps, max_frames)
    code = NO_CODE
    if page.run.algorithm.pseudocode and page.code is None:
        code = partial(code_lines, page.run)
    return Film(
        title=page.words.title,
        subtitle=page.words.subtitle,
        width=page.plan.width,
        height=page.plan.height,
        max_frames=len(shown_steps),
        frames=lambda: map(partial(frame_at_step, page), shown_steps),
        last_step=page.run.trace.last_step,
        code=code,
        cover=page.options.cover,
        steps_without_frame=len(steps) - len(shown_steps),
        result=result_words(page.run) if page.options.cover else None,
    )


def frame_at_step(page: TreePage, step: int) -> Frame:
    """Return the frame that shows a step: its picture and the words that explain it."""
    tree = TreeAtStep(page.run.trace, step)
    sentence, counts = step_words(page.run, tree)
    naming = Naming(page.run, tree)
    return Frame(
        page.frame(step, sentence),
        first=step,
        last=step,
        sentence=sentence,
        counts=counts,
        # Summaries and tables take time, and only formats with a sidebar ask for them.
        make_sidebar=partial(sidebar_of, naming, sentence),
    )


def sidebar_of(naming: Naming, sentence: str) -> PictureSidebar:
    """Return the tables beside the picture of a step; `sentence` is the step's explanation."""
    return PictureSidebar(
        windows=tuple(open_node_rows(naming)),
        code=code_line_at(naming.run, naming.tree),
        summary=summarize_step(naming, sentence),
    )


def film_of_lines(page: TreePage, max_frames: int = MAX_FRAMES) -> Film:
    """Return the film of the lines that a user's own code has run.

    Each frame shows one moment: the code has run one more line. If there are too many moments, only
    the first moments and the last one are shown.
    """
    track = line_track_of(page.run)
    all_moments = range(len(track))
    moments = first_and_last(all_moments, max_frames)
    # A slider begins at the first moment for which the code itself has a remark.
    first_shown = bisect_left(moments, min(track.notes, default=0))
    return replace(
        # Apart from its frames, the film is the same as a film of equally many steps.
        film_of(page, all_moments, max_frames),
        frames=lambda: map(partial(frame_at_moment, page), moments),
        last_step=len(track) - 1,
        first_shown_frame=min(first_shown, len(moments) - 1),
    )


def frame_at_moment(page: TreePage, moment: int) -> Frame:
    """Return the frame for a line that a user's own code has run.

    `moment` is the number of the line in the order in which lines were run, from 0.
    """
    run = page.run
    track = line_track_of(run)
    tree = TreeAtStep(run.trace, track.steps[moment])
    explanation, counts = step_words(run, tree)
    # The code's own remark, if there is one, says more than the explanation of the step.
    sentence = track.notes.get(moment, explanation)
    line = CodeView(run, moment).line
    return Frame(
        page.frame(tree.step, sentence, moment),
        first=moment,
        last=moment,
        sentence=sentence,
        counts=counts,
        name=f"{moment + 1:,} of {len(track):,}: line {line}",
    )


def step_words(run: Run, tree: TreeAtStep) -> tuple[str, str]:
    """Return the explanation of a step, and how much has been visited by then."""
    return explain_step(Naming(run, tree)), visit_counts(tree).words()


def result_words(run: Run) -> tuple[str, str]:
    """Return the result of a whole run in a sentence without counts, and the counts."""
    tree = TreeAtStep(run.trace)
    sentence = explain_step(Naming(run, tree), with_effort=not tree.at_end)
    return sentence, visit_counts(tree).words()


def open_node_rows(naming: Naming) -> Iterator[tuple[str, ...]]:
    """Yield a row of words for each node on the current path, from the root down.

    A row has the player to move, the move that leads to the node, its value so far and, in a search
    with windows, alpha and beta.
    """
    run = naming.run
    tree = naming.tree
    for node in tree.path:
        turn = tree.turn(node) if tree.move_count(node) else None
        shape = TURN_SHAPES[turn]
        path = run.path(node)
        name = run.full_name(path) if path else "root"
        value = value_label(tree, node) or "?"
        mean_label = label_of_mean(naming, node)  # "for X", or "" if the value is not a mean
        value_words = f"{value} {mean_label}".rstrip()
        window_ends = map(format_number, tree.window(node)) if tree.has_window else ()
        yield f"{shape.sign} {shape}", name, value_words, *window_ends


def look_alike(first: Picture, second: Picture) -> bool:
    """Return whether two pictures of a film differ at most in their captions and tags."""
    return replace(first, captions=second.captions, tags=second.tags) == second


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a film, and the lines of its speaker's notes."""

    drawing: Drawing
    notes: tuple[str, ...] = ()


def pages_of(film: Film) -> Iterator[Page]:
    """Yield the pages of a film: its frames and, with a cover, a title page and a result page."""
    drawn = DrawnParts()  # parts that successive pages share are drawn once
    last_frame = None
    for frame in film:
        if film.cover and last_frame is None:
            yield title_page(film, frame.picture)
        drawing = draw_picture(frame.picture, drawn)
        # Pictures of several trees differ in size, but the pages of a file must not.
        if (drawing.width, drawing.height) != (film.width, film.height):
            drawing = replace(drawing, width=film.width, height=film.height)
        yield Page(drawing, tuple(filter(None, (frame.sentence, frame.counts))))
        last_frame = frame
    if film.cover and last_frame is not None:
        yield result_page(film, last_frame)


def title_page(film: Film, picture: Picture) -> Page:
    """Return the title page of a film, with a legend of all its states.

    `picture` gives the theme and the text size.
    """
    cover = replace(
        picture,
        states=film.states,
        tags=(),
        tiles=(),
        part="",
    )
    words = CoverWords(film.title, film.subtitle, COVER_TITLE_SIZE, is_bold=True)
    return Page(_cover_page(film, cover, words))


def result_page(film: Film, last_frame: Frame) -> Page:
    """Return the last page of a film, with the result in words.

    The picture of `last_frame` gives the theme and the text size.
    """
    sentence, counts = film.result or (last_frame.sentence, last_frame.counts)
    picture = replace(
        last_frame.picture,
        states=(),
        tags=(),
        boxes=(),
        part=RESULT_PAGE_NAME,
    )
    words = CoverWords(sentence, counts, COVER_WORDS_SIZE, is_bold=False)
    return Page(_cover_page(film, picture, words))


class CoverWords(NamedTuple):
    """The words of a title page or result page."""

    heading: str
    words: str
    """Fainter words below the heading."""
    heading_size: float
    """The text size of the heading, in units of the size in pictures."""
    is_bold: bool


def _cover_page(film: Film, picture: Picture, cover: CoverWords) -> Drawing:
    """Return a page with a heading, fainter words below, and a legend at the bottom.

    `picture` gives the theme and the text size, and the legend explains its states, if any.
    """
    theme = PICTURE_THEMES[picture.theme]
    caption_size = picture.plan.size * picture.plan.larger  # in points
    left = COVER_MARGIN * film.width
    width = film.width - 2 * left
    top = COVER_TOP_WITH_LEGEND if picture.states else COVER_TOP
    area = Area(left, top * film.height, width, 0)

    shapes, y = _cover_lines(
        cover.heading,
        area,
        cover.heading_size * caption_size,
        theme.text,
        bold=cover.is_bold,
    )
    words_shapes, y = _cover_lines(
        cover.words,
        replace(area, y=y),
        COVER_WORDS_SIZE * caption_size,
        theme.faint,
    )
    legend = _cover_legend(film, picture, replace(area, y=y), theme, caption_size)
    return Drawing(
        width=film.width,
        height=film.height,
        page="" if picture.transparent else theme.page,
        title=clip_text(replace(picture, title=film.title).full_title, MAX_PICTURE_TEXT),
        words=clip_text(f"{cover.heading} {cover.words}", MAX_PICTURE_TEXT),
        shapes=(*shapes, *words_shapes, *legend),
        font=picture.font,
    )


def _cover_lines(
    words: str, area: Area, size: float, colour: str, *, bold: bool = False
) -> tuple[list[Shape], float]:
    """Write words into an area from the top down; return the shapes and the y of the room below.

    Half a line stays free after the words.
    """
    y = area.y
    shapes: list[Shape] = []
    for line in lines_in(words, size, area.width):
        y += LINE_HEIGHT * size
        shapes.append(
            Text(
                area.x,
                y,
                line,
                size,
                colour,
                "start",
                bold=bold,
            )
        )
    return shapes, y + LINE_HEIGHT * size / 2


def _cover_legend(
    film: Film, picture: Picture, free_area: Area, theme: Theme, size: float
) -> list[Shape]:
    """Draw the legend at the bottom of a cover; return [] if there is not enough room.

    `free_area` is the room below the words of the cover; its height is not used.
    """
    entries = [entry for _, entry in legend_entries(picture)]
    height = legend_rows(entries, free_area.width, size) * LEGEND_ROW * size
    bottom = film.height - picture.plan.heading.y
    if free_area.y + height > bottom:
        return []
    area = Area(free_area.x, bottom - height, free_area.width, height)
    return legend_shapes(picture, area, theme, size)


TOO_LARGE_REMEDY = "use a smaller tree, a larger --page or a smaller --text-size"
SHEET_TASK = "Fill in the value of each node"
WINDOWS_TO_FILL_IN = " and, below each node that has a visited child, its α and β on entry"
CROSS_OUT_TASK = ", and cross out the branches that are never visited"
NAME_AND_POINTS = f"Name: {'_' * 28} · Points: {'_' * 6}"
"""Follows the subtitle of a sheet to fill in."""
SUBTITLE_SEPARATOR = " · "
SHEET_TEXT_SIZES = (9.0, 8.0, 7.0, 6.0)
"""Text sizes to try until a tree fits its sheet: small ones, since paper is read from near."""


class SheetPage(TreePage):
    """A tree on a sheet of paper: a task to fill in, with lines for a name and points, or solved.

    All boxes to fill in are equally large, so that the layout gives no answer away.
    """

    def __init__(self, run: Run, options: PictureOptions, *, is_solution: bool) -> None:
        """Plan the page of a task or of its solution.

        A solution shows every window on entry, says why each cut happens, and has a legend.
        InputError if nothing has been visited.
        """
        self.is_solution = is_solution
        options = replace(
            options,
            node_windows="entry",
            caption="cuts",
            pruned=True,
            ghosts=True,
        )
        if not is_solution:
            options = replace(options, legend=False)
        super().__init__(run, options)

    def subtitle(self) -> Sequence[str]:
        """Return the parts of the subtitle; a task also has lines for a name and for points."""
        words = ", ".join(super().subtitle())
        if self.is_solution:
            return [words]
        parts = filter(None, (words, NAME_AND_POINTS))
        return [SUBTITLE_SEPARATOR.join(parts)]

    def headings(self) -> list[str]:
        """Return the search's options in words for students; usual options are left out."""
        search = self.run.recipe.search
        # These words replace the usual headings of options; "" leaves a heading out.
        replacements = {"cut": f"cut where α {search.cut_sign} β"}
        if search.ordering == "natural":
            replacements["ordering"] = "from left to right"
        if search.depth == "all":
            replacements["depth"] = ""
        if search.fail == "soft":
            replacements["fail"] = ""
        return self.run.headings(replacements=replacements)

    def longest_captions(self) -> Sequence[int | str]:
        """Return the task, or the captions of the solution."""
        if self.is_solution:
            return super().longest_captions()
        return [sheet_task(self.run)]

    def _limits_and_plan(self, size: float, *, has_boards: bool) -> tuple[LayoutLimits, PagePlan]:
        """Return the limits and the plan of a page on which all inner nodes are equally wide."""
        limits, plan = super()._limits_and_plan(size, has_boards=has_boards)
        return limits._replace(equal_widths=True), plan

    def picture(self) -> Picture:
        """Return the picture of the solution, or of the task.

        A task shows the moves and the values of leaves, but nothing that the search has found.
        """
        solved = self.frame(self.run.trace.last_step)
        if self.is_solution:
            return solved
        assert self.last_boxes is not None  # `frame` has just drawn the boxes
        paths = [placed.path for placed in self.last_boxes.nodes]
        # Files contain the keys of boxes, and a solution's keys tell which nodes are visited.
        keys = {box.key: f"n{number}" for number, box in enumerate(solved.boxes)}
        boxes = [
            self._box_to_fill_in(box, path, keys)
            for box, path in zip(solved.boxes, paths, strict=True)
        ]
        return replace(
            solved,
            boxes=tuple(boxes),
            captions=(sheet_task(self.run),),
            states=(),
            tags=(),
        )

    def _box_to_fill_in(self, box: Box, path: MovePath, keys: Mapping[str, str]) -> Box:
        """Return the box of a node for a task, without what the search has found.

        `box` is the node's box in the solution. `keys` maps the keys of boxes in the solution to
        keys in the task.
        """
        is_inner = self.run.is_inner(path)
        turn = self.run.turn(path) if is_inner else None
        value = "" if is_inner else format_number(self.run.evaluated(path))
        # Only harmless fields are copied, so that a field added later gives no answer away.
        return Box(
            key=keys[box.key],
            shape=TURN_SHAPES[turn],
            state=State.DONE,
            ply=box.ply,
            move=box.move,
            label=box.label,
            value=value,
            x=box.x,
            y=box.y,
            width=box.width,
            height=box.height,
            move_width=box.move_width,
            incoming_edge_y=box.incoming_edge_y,
            outgoing_edge_y=box.outgoing_edge_y,
            board=box.board,
            parent_key=None if box.parent_key is None else keys[box.parent_key],
            hangs_from=box.hangs_from,
        )


class ExercisePages(NamedTuple):
    """The two pages of a tree: to be filled in, and solved."""

    task: SheetPage
    solution: SheetPage


def sheet_task(run: Run) -> str:
    """Return the task of a sheet in words."""
    if run.trace.has_window:
        return f"{SHEET_TASK}{WINDOWS_TO_FILL_IN}{CROSS_OUT_TASK}."
    return f"{SHEET_TASK}."


def lay_out_exercise(run: Run, options: PictureOptions) -> ExercisePages:
    """Lay out a tree to be filled in, and its solution, in the given text size."""
    task = SheetPage(run, options, is_solution=False)
    solution = SheetPage(run, options, is_solution=True)
    return ExercisePages(task, solution)


def lay_out_sheet(run: Run, options: PictureOptions) -> ExercisePages:
    """Lay out a tree to be filled in, and its solution, each in the largest text that fits.

    InputError if no text size fits.
    """
    task = largest_sheet_page(run, options, is_solution=False)
    solution = largest_sheet_page(run, options, is_solution=True)
    return ExercisePages(task, solution)


def largest_sheet_page(run: Run, options: PictureOptions, *, is_solution: bool) -> SheetPage:
    """Return a sheet, the solution or the task, in the largest text with which the tree fits.

    If the options have a text size, only this size is tried. InputError if no size fits.
    """
    sizes = SHEET_TEXT_SIZES if options.text_size is None else (options.text_size,)
    for size in sizes:
        page = SheetPage(run, replace(options, text_size=size), is_solution=is_solution)
        if page.is_whole:
            return page
    raise InputError(f"a tree is too large to be filled in on this page; {TOO_LARGE_REMEDY}")


def exercise_film(exercises: Sequence[ExercisePages]) -> Film:
    """Return the sheets of some trees as a film: first all tasks, then all solutions.

    InputError if a search has not finished or plays random games, or if its tree does not fit.
    """
    pages = [page for exercise in exercises for page in exercise]
    # All pages are checked before the first is drawn.
    for page in pages:
        check_sheet(page)
    title = "Exercise"
    if len(exercises) > 1:
        title = f"{len(exercises)} exercises"
    return Film(
        title=title,
        subtitle=exercises[0].solution.words.subtitle,
        width=max(page.plan.width for page in pages),
        height=max(page.plan.height for page in pages),
        max_frames=len(pages),
        frames=lambda: _sheet_frames(exercises),
    )


def check_sheet(page: SheetPage) -> None:
    """Raise InputError if a tree cannot be worked out by hand, or does not fit its page."""
    page.run.style.check_by_hand(page.run.algorithm.title)
    if not page.run.trace.finished or page.run.trace.reason:
        raise InputError("the search was stopped, so there is no solution")
    if not page.is_whole:
        raise InputError(f"the tree is too large to be filled in on this page; {TOO_LARGE_REMEDY}")


def _sheet_frames(exercises: Sequence[ExercisePages]) -> Iterator[Frame]:
    """Yield a frame for each task, then one for each solution, both numbered from 1.

    The sheets of a single tree have no numbers.
    """
    tasks = [exercise.task for exercise in exercises]
    solutions = [exercise.solution for exercise in exercises]
    for heading, pages in (("Exercise", tasks), ("Solution", solutions)):
        for number, page in enumerate(pages, 1):
            name = f"{heading} {number}" if len(exercises) > 1 else heading
            picture = page.picture()
            picture = replace(picture, title=f"{name}: {picture.title}")
            sentence = " ".join(picture.captions)
            yield Frame(
                picture,
                first=number,
                last=number,
                sentence=sentence,
                counts="",
                name=name,
            )
