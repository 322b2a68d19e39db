"""The race on a page: searches of one position side by side, as a still and as a film."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from visualizer.draw.picture.charts.race import Race, RaceRow, race_sentence
from visualizer.draw.picture.film import Film, Frame
from visualizer.draw.picture.model import Fill, Label, Tile
from visualizer.draw.picture.page.options import FILM_PAGE, FIT_PAGE, PAGE_TEXT_SIZE, PictureOptions
from visualizer.draw.picture.page.page_plan import PageWords, blank_picture, plan_page
from visualizer.draw.picture.page.tree_page import MAX_AUTOMATIC_TEXT_SIZE
from visualizer.draw.picture.shapes.drawing import LINE_HEIGHT, PAGE_MARGIN
from visualizer.explaining.measures.summary import PlyCounts
from visualizer.look.text import clip_text
from visualizer.searching.recipe import SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.tree_at_step import TreeAtStep

RACE_FRAMES = 30
"""About the number of frames of a race."""
SEARCH_GAP_LETTERS = 4
"""Distance between two searches, in letters."""
SEARCH_HUES = ("green", "blue", "vermillion")
USUAL_HUES = {
    "minimax": "vermillion",
    "alpha-beta": "blue",
    "ordered-alpha-beta": "green",
}
"""The hues that these searches also have in plots."""
LINE_BASELINE = 0.75
"""Distance of a baseline below the top of its line, in units of the line."""
RACE_BAR_HEIGHT = 0.9
"""Height of a bar, in units of a line."""
RACE_CELL_GAP = 0.08
"""Width of the gap between two cells, in units of the text size."""
MIN_BAR_WIDTH = 1.5
"""The least width of a bar that is not empty, in points."""
SCALE_LETTERS = 90
"""The greatest length of the caption with the scale."""
WORDS_LETTERS = 110
"""The greatest length of the words about each search."""
MAX_NAME_SIZE = 2.2
"""The greatest size of names and counts, in units of the text size."""
GHOST_CAPTION = "dotted: nodes that only another search visits"


def check_race(options: PictureOptions, count: int) -> None:
    """Raise InputError unless `count` searches fit side by side on the page of the options."""
    if count not in (2, 3):
        raise InputError(f"a picture shows two or three searches side by side, not {count}")
    if options.page == FIT_PAGE:
        raise InputError(
            "for searches side by side the page cannot be 'fit'; give 16:9, 4:3, a4 or WxH"
        )


def hues_of(searches: Sequence[SearchSpec]) -> list[str]:
    """Return a different hue for each search: the usual hue of its algorithm, or a spare one.

    A search gets a spare hue if its algorithm has no usual hue, or if an earlier search already has
    this hue. Spare hues are not the usual hue of any of the searches.

    >>> hues_of([SearchSpec("alpha-beta"), SearchSpec("minimax")])
    ['blue', 'vermillion']
    >>> hues_of([SearchSpec("pvs"), SearchSpec("alpha-beta")])
    ['green', 'blue']
    """
    usual_hues = [USUAL_HUES.get(_kind_of_search(search), "") for search in searches]
    spare_hues = [hue for hue in SEARCH_HUES if hue not in usual_hues]
    hues = list[str]()
    for usual_hue in usual_hues:
        is_available = usual_hue and usual_hue not in hues
        hues.append(usual_hue if is_available else spare_hues.pop(0))
    return hues


def _kind_of_search(search: SearchSpec) -> str:
    """Return the algorithm of a search, with a separate name for ordered alpha-beta."""
    if search.algorithm == "alpha-beta" and search.ordering not in (None, "natural"):
        return "ordered-alpha-beta"
    return search.algorithm


class RacePage:
    """A page with two or three finished searches side by side."""

    def __init__(
        self,
        runs: Sequence[Run],
        names: Sequence[str],
        words: tuple[str, str, str],
        options: PictureOptions,
    ) -> None:
        """Plan the page for two or three finished searches; InputError for more or fewer.

        `names` are the names of the searches. `words` are the title, the subtitle, and the sentence
        that sums up the race on its last frame.
        """
        check_race(options, len(runs))
        self.runs = runs
        self.names = names
        self.options = options.with_default_page(FILM_PAGE)
        title, subtitle, self.summary = words
        self.counters = [PlyCounts(run.trace) for run in runs]
        self.hues = hues_of([run.recipe.search for run in runs])
        longest_caption = max(len(self.summary), WORDS_LETTERS * len(runs))
        self.words = PageWords(title, subtitle, [SCALE_LETTERS, longest_caption], [])
        self.last = max(run.trace.last_step for run in runs)
        # Use the largest text with which the words of each ply fit above its block. If there is no
        # such size, use the smallest text.
        for size in self._text_sizes():
            self._plan_page(size)
            if self._has_roomy_rows():
                break

    def _text_sizes(self) -> Sequence[float]:
        """Return the text sizes to try, the largest first."""
        if self.options.text_size is not None:
            return [self.options.text_size]
        return range(MAX_AUTOMATIC_TEXT_SIZE, int(PAGE_TEXT_SIZE) - 1, -1)

    def _plan_page(self, size: float) -> None:
        """Plan the page for a text size, given in points for a page 540 points high."""
        size_on_this_page = replace(self.options, text_size=size).size
        self.plan = plan_page(
            self.options.page,
            size_on_this_page,
            self.words,
            margin=PAGE_MARGIN * size_on_this_page,
        )
        self.line_height = LINE_HEIGHT * self.plan.size
        searches = len(self.runs)
        letters = self.plan.tree.width / self.plan.letter
        gaps = SEARCH_GAP_LETTERS * (searches - 1)
        self.columns = int((letters - gaps) / searches)
        """The width of a search, in letters."""
        counts = [f"{len(run.trace):,}  nodes" for run in self.runs]
        longest = max(map(len, (*self.names, *counts)))
        self.heading_scale = max(1.0, min(MAX_NAME_SIZE, self.columns / longest))
        """The size of names and counts, in units of the text size."""
        # The name of a search and its count of nodes have a line each, in large letters.
        self.lines = int(self.plan.tree.height / self.line_height - 2 * self.heading_scale)
        """The number of lines of a search below its name and its count."""

    def _has_roomy_rows(self) -> bool:
        """Return whether the words of a ply have room above its block, for every search."""
        race = self.race(self.last)
        if race.is_compact:
            return False
        rows = (row for number, run in enumerate(self.runs) for row in race.rows(number, run.game))
        return all(len(row.left) + len(row.right) < self.columns for row in rows)

    def film(self) -> Film:
        """Return the race as a film of about 30 frames, at equally distant steps."""
        steps = {round(self.last * number / RACE_FRAMES) for number in range(RACE_FRAMES + 1)}
        return Film(
            title=self.words.title,
            subtitle=self.words.subtitle,
            width=self.plan.width,
            height=self.plan.height,
            max_frames=len(steps),
            frames=lambda: map(self.frame, sorted(steps)),
            last_step=self.last,
            cover=self.options.cover,
        )

    def frame(self, step: int) -> Frame:
        """Return the frame at a step; searches that are shorter show their last step."""
        race = self.race(step)
        captions = self._captions(race, step)
        parts = [
            part for number in range(len(self.runs)) for part in self.search_parts(race, number)
        ]
        picture = replace(
            blank_picture(self.words, self.plan, self.options),
            captions=captions,
            tiles=tuple(part for part in parts if isinstance(part, Tile)),
            labels=tuple(part for part in parts if isinstance(part, Label)),
            legend=False,
        )
        headers = [f"{name}: {race.header(number)}" for number, name in enumerate(self.names)]
        _, sentence = captions
        return Frame(
            picture,
            first=step,
            last=step,
            sentence=sentence,
            counts="; ".join(headers),
        )

    def _captions(self, race: Race, step: int) -> tuple[str, str]:
        """Return two captions: the scale, and how far each search is or, at the end, a summary."""
        scale = race.scale_words(on_page=True)
        if all(race.ended):
            return f"{scale}; {GHOST_CAPTION}", self.summary
        words = " ".join(map(race_sentence, self.runs, self.trees(step), self.names))
        return scale, f"step {step:,} of {self.last:,}: {words}"

    def race(self, step: int) -> Race:
        """Return the numbers of the race at a step."""
        return Race.of(
            self.trees(step),
            self.counters,
            self.columns,
            self.lines,
            steady=True,
        )

    def trees(self, step: int) -> list[TreeAtStep]:
        """Return the tree of each search at a step."""
        return [TreeAtStep(run.trace, min(step, run.trace.last_step)) for run in self.runs]

    def search_parts(self, race: Race, number: int) -> Iterator[Tile | Label]:
        """Yield the tiles and labels of a search, from the top down; `number` is its index."""
        columns_before = number * (self.columns + SEARCH_GAP_LETTERS)
        left = self.plan.tree.x + columns_before * self.plan.letter
        yield from self._heading_labels(race, number, left)
        # The name and the count take a large line each, and half a line stays free below them. `y`
        # is one line too high here, because the loop goes down by a line before each row.
        large_line = self.heading_scale * self.line_height
        y = self.plan.tree.y + large_line + (large_line - self.line_height / 2)
        max_rows = race.height - 1
        rows = [*race.rows(number, self.runs[number].game)][:max_rows]
        for row in rows:
            y += self.line_height
            yield from self._row_labels(race, row, left, y)
            yield from self._bar_tiles(race, row, (left, y), self.hues[number])

    def _heading_labels(self, race: Race, number: int, left: float) -> Iterator[Label]:
        """Yield the name of a search and, below it, its count of nodes, both in large letters.

        Words of the usual size follow the count. `left` is the x of the search's left edge.
        """
        line_height = self.heading_scale * self.line_height
        baseline = self.plan.tree.y + LINE_BASELINE * line_height
        yield Label(
            left,
            baseline,
            clip_text(self.names[number], self.columns),
            bold=True,
            size=self.heading_scale,
        )

        baseline = self.plan.tree.y + line_height + LINE_BASELINE * line_height
        count = f"{race.visited(number):,}"
        yield Label(
            left,
            baseline,
            count,
            bold=True,
            size=self.heading_scale,
        )
        words_left = left + (len(count) * self.heading_scale + 1) * self.plan.letter
        yield Label(
            words_left,
            baseline,
            self._words_beside_count(race, number),
            faint=not race.ended[number],
        )

    def _words_beside_count(self, race: Race, number: int) -> str:
        """Return the header of a search without the count, which is drawn in large letters."""
        longest_count = max(len(f"{sum(counts):,}") for counts in race.counts_at_step)
        # The words must fit beside a count whose letters are wider than theirs.
        extra_letters = int((self.heading_scale - 1) * longest_count)
        width = self.columns - extra_letters - 1
        return replace(race, width=width).header_words(number)

    def _row_labels(
        self,
        race: Race,
        row: RaceRow,
        left: float,
        top: float,
    ) -> Iterator[Label]:
        """Yield the labels at the left and at the right edge of a line, if it has words there.

        `left` and `top` are the upper left corner of the line.
        """
        baseline = top + LINE_BASELINE * self.line_height
        if row.left:
            yield Label(left, baseline, row.left, faint=True)
        if row.right:
            right = left + race.width * self.plan.letter
            yield Label(right, baseline, row.right, "end", faint=True)

    def _bar_tiles(
        self, race: Race, row: RaceRow, place: tuple[float, float], hue: str
    ) -> Iterator[Tile]:
        """Yield the tiles of a line's bar: a dotted ghost, the filled cells, gaps between nodes.

        `place` is the upper left corner of the line, in points, and `hue` the colour of the search.
        Cells are as wide as letters. Later tiles cover earlier ones.
        """
        left, top = place
        letter = self.plan.letter
        filled_cells = row.bar or 0
        left_margin, _ = race.margins
        begin = left + left_margin * letter
        height = RACE_BAR_HEIGHT * self.line_height
        if row.ghost > filled_cells:
            yield Tile(
                begin,
                top,
                width=row.ghost * letter,
                height=self.line_height,
                hue="grey",
                fill=Fill.EMPTY,
            )
        if filled_cells:
            yield Tile(
                begin,
                top,
                width=max(MIN_BAR_WIDTH, filled_cells * letter),
                height=height,
                hue=hue,
            )
        gap = RACE_CELL_GAP * self.plan.size
        cells_per_node = race.cells_per_node(race.nodes_per_cell)
        # There is a gap before each node but the first. The last cell may be filled only in part:
        # it counts if more than a rounding error of it is filled.
        begun_cells = int(filled_cells + 0.999)
        for cell in range(cells_per_node, begun_cells, cells_per_node):
            yield Tile(
                begin + (cell - RACE_CELL_GAP / 2) * letter,
                top,
                width=gap,
                height=height,
                hue=hue,
                fill=Fill.PAGE,
            )
