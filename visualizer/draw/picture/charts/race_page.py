"""The race on a page: searches of one position beside each other, on one scale, as a still and as a film."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from visualizer.draw.picture.charts.race import Race, RaceRow, race_sentence
from visualizer.draw.picture.film import Film, Frame
from visualizer.draw.picture.model import Fill, Label, Tile
from visualizer.draw.picture.page.options import FILM_PAGE, FIT_PAGE, PAGE_TEXT_SIZE, PictureOptions
from visualizer.draw.picture.page.page_plan import PageWords, blank_picture, plan_page
from visualizer.draw.picture.page.tree_page import MAX_AUTOMATIC_TEXT_SIZE
from visualizer.draw.picture.shapes.drawing import LINE_HEIGHT
from visualizer.explaining.measures.summary import PlyCounts
from visualizer.look.text import clip_text
from visualizer.searching.recipe import SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.tree_at_step import TreeAtStep

RACE_FRAMES = 30
"""The number of frames of a race, about."""
SEARCH_GAP_LETTERS = 4
"""Distance between two searches, in letters."""
SEARCH_HUES = ("green", "blue", "vermillion")
OWN_HUES = {"minimax": "vermillion", "alpha-beta": "blue", "ordered-alpha-beta": "green"}
"""The hues of searches, as in plots."""
RACE_BAR_HEIGHT = 0.9
"""Height of a bar, and above it of a letter, in units of a line."""
RACE_CELL_GAP = 0.08
"""Width of the gap between two cells, in units of the text size."""
MIN_BAR_WIDTH = 1.5
"""The least width of a bar that is not empty, in points."""
SCALE_LETTERS = 90
WORDS_LETTERS = 110
MAX_NAME_SIZE = 2.2
"""Size of the letters of names and counts, in sizes of the text: the most."""
GHOST_CAPTION = "dotted: nodes that only another search visits"


def check_race(options: PictureOptions, count: int) -> None:
    """Raise InputError if `count` searches cannot stand side by side, or not on such a page."""
    if count not in (2, 3):
        raise InputError(f"a picture shows two or three searches side by side, not {count}")
    if options.page == FIT_PAGE:
        raise InputError(
            "for searches side by side the page cannot be 'fit'; give 16:9, 4:3, a4 or WxH"
        )


def hues_of(searches: Sequence[SearchSpec]) -> list[str]:
    """Return the hue of each search: its own wherever it stands, and for one that has none what the others leave.

    >>> [hues_of([SearchSpec(name) for name in names.split()]) for names in ("alpha-beta minimax", "pvs alpha-beta")]
    [['blue', 'vermillion'], ['green', 'blue']]
    """
    hues = list[str]()
    for search in searches:
        is_ordered = search.algorithm == "alpha-beta" and search.ordering not in (None, "natural")
        hues.append(OWN_HUES.get("ordered-alpha-beta" if is_ordered else search.algorithm, ""))
    left = [hue for hue in SEARCH_HUES if hue not in hues]
    return [
        hue if hue and hue not in hues[:number] else left.pop(0) for number, hue in enumerate(hues)
    ]


class RacePage:
    """A page with two or three finished searches side by side; its last caption is `sentence` at the end."""

    def __init__(
        self,
        runs: Sequence[Run],
        names: Sequence[str],
        words: tuple[str, str, str],
        options: PictureOptions,
    ) -> None:
        """Plan the page; `words` are its title, its subtitle and the sentence. InputError if it cannot be."""
        check_race(options, len(runs))
        self.runs = runs
        self.names = names
        self.options = options.on(FILM_PAGE)
        title, subtitle, self.sentence = words
        self.counters = [PlyCounts(run.trace) for run in runs]
        self.hues = hues_of([run.recipe.search for run in runs])
        longest = max(len(self.sentence), WORDS_LETTERS * len(runs))
        self.words = PageWords(title, subtitle, [SCALE_LETTERS, longest], [])
        self.last = max(run.trace.last_step for run in runs)
        sizes = (
            range(MAX_AUTOMATIC_TEXT_SIZE, int(PAGE_TEXT_SIZE) - 1, -1)
            if self.options.text_size is None
            else [self.options.text_size]
        )
        for size in sizes:  # the largest with which the words of a ply stand above its block
            self.plan = plan_page(
                self.options.page, replace(self.options, text_size=size).size, self.words
            )
            self.line = LINE_HEIGHT * self.plan.size
            self.columns = int(
                (self.plan.tree.width / self.plan.letter - SEARCH_GAP_LETTERS * (len(runs) - 1))
                / len(runs)
            )
            widest = max(map(len, (*names, *(f"{len(run.trace):,}  nodes" for run in runs))))
            self.large = max(1.0, min(MAX_NAME_SIZE, self.columns / widest))
            self.lines = int(self.plan.tree.height / self.line - 2 * self.large)
            race = self.race(self.last)
            rows = (row for number, run in enumerate(runs) for row in race.rows(number, run.game))
            if not race.is_compact and all(
                len(row.left) + len(row.right) < self.columns for row in rows
            ):
                break

    def film(self) -> Film:
        """Return the race as a film, at equal intervals of steps."""
        steps = sorted(
            {round(self.last * number / RACE_FRAMES) for number in range(RACE_FRAMES + 1)}
        )
        return Film(
            title=self.words.title,
            subtitle=self.words.subtitle,
            width=self.plan.width,
            height=self.plan.height,
            most=len(steps),
            frames=lambda: map(self.frame, steps),
            last=self.last,
            cover=self.options.cover,
        )

    def frame(self, step: int) -> Frame:
        """Return the race at a step, at which shorter searches have ended."""
        race = self.race(step)
        parts = [part for number in range(len(self.runs)) for part in self.search(race, number)]
        over = all(race.ended)
        words = " ".join(map(race_sentence, self.runs, self.trees(step), self.names))
        said = self.sentence if over else f"step {step:,} of {self.last:,}: {words}"
        picture = replace(
            blank_picture(self.words, self.plan, self.options),
            captions=(race.scale_words(blocks=True) + f"; {GHOST_CAPTION}" * over, said),
            tiles=tuple(part for part in parts if isinstance(part, Tile)),
            labels=tuple(part for part in parts if isinstance(part, Label)),
            legend=False,
        )
        counts = "; ".join(
            f"{name}: {race.header(number)}" for number, name in enumerate(self.names)
        )
        return Frame(picture, step, step, said, counts)

    def race(self, step: int) -> Race:
        """Return the numbers of the race at a step."""
        return Race.of(self.trees(step), self.counters, self.columns, self.lines, steady=True)

    def trees(self, step: int) -> list[TreeAtStep]:
        """Return the tree of each search at a step."""
        return [TreeAtStep(run.trace, min(step, run.trace.last_step)) for run in self.runs]

    def search(self, race: Race, number: int) -> Iterator[Tile | Label]:
        """Yield the tiles and labels of one search, from the top."""
        run = self.runs[number]
        left = self.plan.tree.x + number * (self.columns + SEARCH_GAP_LETTERS) * self.plan.letter
        y = self.plan.tree.y
        high = self.large * self.line
        size = self.large
        yield Label(
            left, y + 0.75 * high, clip_text(self.names[number], self.columns), bold=True, size=size
        )
        y += high
        count = f"{sum(race.now[number]):,}"
        yield Label(left, y + 0.75 * high, count, bold=True, size=size)
        beside = left + (len(count) * size + 1) * self.plan.letter
        longest = max(len(f"{sum(now):,}") for now in race.now)
        narrower = replace(race, width=self.columns - int((size - 1) * longest) - 1)
        rest = narrower.header(number).removeprefix(count).strip()
        yield Label(beside, y + 0.75 * high, rest, faint=not race.ended[number])
        y += high - self.line / 2
        for row in [*race.rows(number, run.game)][: race.height - 1]:
            y += self.line
            yield from self.row(race, row, (left, y), self.hues[number])

    def row(
        self, race: Race, row: RaceRow, place: tuple[float, float], hue: str
    ) -> Iterator[Tile | Label]:
        """Yield the labels of a line, and the tiles of its bar: what is filled, the gaps between its cells, the ghost.

        `place` is its upper left corner.
        """
        left, top = place
        letter = self.plan.letter
        if row.left:
            yield Label(left, top + 0.75 * self.line, row.left, faint=True)
        if row.right:
            yield Label(
                left + race.width * letter, top + 0.75 * self.line, row.right, "end", faint=True
            )
        bar = row.bar or 0
        begin = left + race.margins[0] * letter
        height = RACE_BAR_HEIGHT * self.line
        if row.ghost > bar:
            yield Tile(begin, top, row.ghost * letter, self.line, "grey", Fill.EMPTY)
        if bar:
            yield Tile(begin, top, max(MIN_BAR_WIDTH, bar * letter), height, hue)
        block = race.cells(race.scale)
        for cell in range(block, int(bar + 0.999), block):
            yield Tile(
                begin + (cell - RACE_CELL_GAP / 2) * letter,
                top,
                RACE_CELL_GAP * self.plan.size,
                height,
                hue,
                Fill.PAGE,
            )
