"""How two or three searches of one position are laid out and painted side by side, or as a race."""

from asyncio import to_thread
from collections.abc import Sequence
from functools import partial

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from visualizer.boards.shapes import is_worth_drawing
from visualizer.comparison.compare import Comparison, compare
from visualizer.comparison.sentences import sentences
from visualizer.errors import InputError
from visualizer.picture.charts.race import Race
from visualizer.run import Run
from visualizer.tui.cells.bars import draw_race
from visualizer.tui.cells.styled_lines import Hit, Line, Rendering, width_of, wrapped
from visualizer.tui.panes import panes
from visualizer.tui.panes.board import size_of
from visualizer.tui.replay.playback import Playback
from visualizer.tui.scene import Scene
from visualizer.tui.screens.headings import BETWEEN, heading
from visualizer.tui.screens.looking import suitable_view
from visualizer.tui.screens.sides import Sides, common_heading, name_line, node_bars, race_word
from visualizer.tui.screens.watch import WatchScreen
from visualizer.tui.views import views
from visualizer.tui.widgets import Canvas, StyledText, Timeline

NARROWEST = {2: 54, 3: 40}
"""Least columns of each side, by the number of searches; on a narrower screen one is shown at a time."""
WIDE_ENOUGH, MOST_FOR_BOARD = 100, 0.42
"""Least columns of a screen with a board, and the largest share of its lines that a board may take."""
RACE_SECONDS = 20
"""Longest time that a race takes to play, unless a speed is chosen."""
FRAME = 2
"""Lines and columns of a pane's frame."""


class SidesScreen(WatchScreen):
    """Shows several runs: the leading one is stepped, the others stand where they correspond to it."""

    def __init__(self, runs: Sequence[Run], view: str = "", step: int = 0, align: str = "") -> None:
        """Compare runs of one position in a view, by default the one that suits the tree, from a step on.

        A race begins at step 0. `align` is the way of aligning them, "" for the usual one.
        """
        super().__init__()
        self.sides = Sides(runs, view)
        self.sides.chosen_mode = align
        self.playback = Playback(self.sides.leader.run, 0 if self.sides.is_race else step)
        self.samples = self.scene.run.algorithm.samples
        self.verdict = ""
        """The sentences of the finished comparison; "" before it is begun, a space while it is computed."""

    @property
    def scene(self) -> Scene:  # type: ignore[override]  # here it is the leading side's, as is the view
        """Return the scene of the leading search."""
        return self.sides.leader.scene

    @property
    def view_name(self) -> str:  # type: ignore[override]
        """Return the view of the leading search."""
        return self.sides.leader.view

    # Making and painting.

    def parts(self) -> ComposeResult:
        """Lay out the heading, a view for each search, the bars, the sentence, the timeline and the keys."""
        yield StyledText(id="header")
        with Horizontal(id="sides"):
            for number in range(len(self.sides)):
                with Vertical(id=f"side-{number}", classes="versus" if number == 0 else "versus next"):
                    yield StyledText(id=f"name-{number}")
                    yield Canvas(partial(self.draw_side, number), id=f"view-{number}")
        with Horizontal(id="told"):
            with Vertical(id="words"):
                yield Canvas(lambda _, width, height: node_bars(self.sides, width), id="bars", classes="pane")
                yield Canvas(self.draw_words, id="why", classes="pane")
            yield Canvas(panes()["board"].draw, id="board", classes="pane")
        yield Timeline(id="timeline")

    def on_mount(self) -> None:
        """Begin to search, each side with the view that suits its tree."""
        self.search()
        for side in self.sides:
            side.view = side.view or suitable_view(side.run)
        self.sides.show(self.playback.step, {})

    def make_room(self) -> None:
        """Show all sides, or only the leading one where there is no room."""
        width, height = self.size
        for number in range(len(self.sides)):
            self.query_one(f"#side-{number}").display = self.all_fit or number == self.sides.lead
        self.playback.within = RACE_SECONDS if self.sides.is_race else 0
        self.set_class(self.sides.is_race, "-race")
        lines = len(self.sides) + 3 - self.sides.is_race  # which says its scale on top
        bars, why = (lines if height >= 22 else 0), 5 if height >= 30 or self.sides.is_race else 4
        first = self.sides.runs[0]
        board = first.root.board()
        columns, least, lines = size_of(board)
        has_room = width >= WIDE_ENOUGH and is_worth_drawing(board) and not self.sides.is_race
        wishes = (lines + FRAME, least + FRAME) if has_room else ()
        wish = next((each for each in wishes if each <= height * MOST_FOR_BOARD), 0)
        self.give_lines("told", max(bars + why, wish))
        self.give_lines("bars", bars)
        self.query_one("#board").display = wish > 0
        self.query_one("#board").styles.width = columns + 2 * FRAME + 1
        super().make_room()

    @property
    def all_fit(self) -> bool:
        """Return whether all sides have room."""
        return self.sides.is_race or self.size.width >= NARROWEST[len(self.sides)] * len(self.sides)

    def race(self) -> Race:
        """Return the race at this step, on a scale that fits all sides."""
        trees, plies = [side.scene.tree for side in self.sides], [side.plies for side in self.sides]
        return Race.of(trees, plies, *self.common_size())

    def common_size(self) -> tuple[int, int]:
        """Return the columns and lines that every side has."""
        sizes = [self.query_one(f"#view-{number}").size for number in range(len(self.sides)) if self.all_fit]
        width, height = zip(*sizes or [self.query_one(f"#view-{self.sides.lead}").size], strict=True)
        return min(width), min(height)

    def header(self) -> Line:
        """Return the heading; for a race its scale too, which on a narrow screen takes the place of the depth."""
        line = common_heading(self.sides)
        if not self.sides.is_race:
            return line
        scale: Line = [(self.race().scale_words(), "strong")]
        short = heading(self.sides.runs[0], named=False)
        ways = [[*line, BETWEEN, *scale], [*short, *scale], [short[0], BETWEEN, *scale]]
        return next((way for way in ways if width_of(way) <= self.size.width), ways[-1])

    def draw_words(self, scene: Scene, width: int, height: int) -> Rendering:
        """Say what happens in this step; in a race, who has finished, and at its end what it shows."""
        if not self.sides.is_race:
            return panes()["why"].draw(scene, width, height)
        over = self.sides.is_over and self.verdict.strip()
        words = self.verdict if over else " ".join(map(race_word, self.sides, self.sides.names()))
        return Rendering(wrapped(scene.spelled(words), width, "strong" if over else "text"), title="what it shows")

    def hits(self) -> Sequence[Hit]:
        """Return the clickable places of the leading side's tree, none in another view."""
        canvas = self.query_one(f"#view-{self.sides.lead}", Canvas)
        return canvas.rendering().hits if self.view_name == "tree" else ()

    def draw_side(self, number: int, scene: Scene, width: int, height: int) -> Rendering:
        """Draw a side; the roots of trees are in one row."""
        view = self.sides[number].view
        if view == "overview":
            return draw_race(self.race(), number, scene.run.game)
        return views()[view].draw(scene, self.common_size()[0] if view == "tree" else width, height)

    def show(self, **changes: object) -> None:
        """Show the leading search's step, and the others at the step that corresponds."""
        self.sides.show(self.playback.step, {"folded": None} | changes)
        self.paint()

    def paint(self) -> None:
        """Paint every widget."""
        if not self.is_mounted:
            return
        names = self.sides.names()
        if self.sides.is_over and self.sides.is_race and not self.verdict:
            self.verdict = " "
            self.run_worker(self.judge())
        for number, side in enumerate(self.sides):
            side.scene = side.scene.at()
            self.query_one(f"#view-{number}", Canvas).show(side.scene)
            self.query_one(f"#name-{number}", StyledText).say(name_line(self.sides, side, names[number]))
        self.query_one("#header", StyledText).say(self.header())
        for name in ("bars", "why", "board"):
            self.query_one(f"#{name}", Canvas).show(self.scene)
        self.playback.run = self.sides.clock()
        one_at_a_time = "" if self.all_fit else f" · side {self.sides.lead + 1} of {len(self.sides)} (tab)"
        remark = f"aligned by {self.sides.mode}{one_at_a_time}"
        said = self.playback.note or self.playback.alike() or remark
        self.query_one(Timeline).show(self.sides.beat, self.playback.progress(), said)

    def comparison(self) -> Comparison:
        """Return the comparison of the runs as they are."""
        runs = {run.recipe.search: run for run in self.sides.runs}
        searches = [run.recipe.search for run in self.sides.runs]
        return compare(self.sides.runs[0].recipe.where, searches, lambda recipe: runs[recipe.search])

    async def judge(self) -> None:
        """Show what a race has come to, or the error where two searches that must agree do not."""
        try:
            self.verdict = sentences(await to_thread(self.comparison))
        except InputError as error:
            self.verdict = str(error)
        self.paint()
