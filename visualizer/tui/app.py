"""The app: themes, remembered options, and which screen is shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, Monochrome
from textual.screen import Screen

from visualizer.errors import InputError
from visualizer.explanation import lessons
from visualizer.explanation.lessons import Lesson
from visualizer.explanation.tasks import Practice
from visualizer.playing import progress
from visualizer.playing.game_review import Review
from visualizer.playing.kept import Kept, new_file
from visualizer.playing.match import Match, match_from
from visualizer.recipe import Recipe, SearchSpec
from visualizer.run import Run
from visualizer.tui import no_colour
from visualizer.tui import remembered as memory
from visualizer.tui.ascii_looks import AsciiFilter
from visualizer.tui.beginning import AS_EVER, Beginning
from visualizer.tui.draft import Draft
from visualizer.tui.no_colour import ColourlessFilter, VisibleFilter
from visualizer.tui.palette import ActionProvider, Palette
from visualizer.tui.playing.review_screen import ReviewScreen
from visualizer.tui.playing.screen import PlayScreen
from visualizer.tui.practising import edit
from visualizer.tui.practising.screen import PracticeScreen
from visualizer.tui.remembered import Remembered
from visualizer.tui.screens.compare import CompareScreen
from visualizer.tui.screens.explore import ExploreScreen
from visualizer.tui.screens.lesson import LessonScreen
from visualizer.tui.screens.viewing import Chosen
from visualizer.tui.start.screen import StartScreen
from visualizer.tui.themes import THEMES
from visualizer.tui.turning import turned
from visualizer.tui.views import views

if TYPE_CHECKING:
    from visualizer.tui.pixels import Pixels

PATIENCE = 20
"""Seconds that a notice is shown."""


class VisualizerApp(App[None]):
    """Shows the explorer of a run, or the start screen to choose one.

    Without `remembered` it begins with the defaults and writes no file.
    """

    CSS_PATH: ClassVar[str | PurePath | list[str | PurePath] | None] = [
        "explorer.tcss",
        "start.tcss",
        "playing.tcss",
        "practising.tcss",
        "lessons.tcss",
    ]
    TITLE = "visualizer"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS = {ActionProvider}  # noqa: RUF012  as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True)]

    def __init__(
        self,
        run: Run | Match | Review | Practice | Lesson | None,
        *,
        ascii_only: bool = False,
        theme: str = "",
        begin: Beginning = AS_EVER,
        remembered: Remembered | None = None,
        notice: str = "",
        compared: Sequence[Run] = (),
    ) -> None:
        """Explore, play, practise, learn, compare several runs, or choose; `notice` is shown once at the beginning."""
        super().__init__()
        self.pixels: Pixels | None = None
        """Draws pictures in the terminal, None where that cannot or shall not show any; set before the app runs."""
        self.keeps = remembered is not None
        self.interrupted = False
        """Whether Ctrl-C ended the app while user-supplied code was running."""
        self.remembered = remembered or Remembered()
        self.shown = None if isinstance(run, Run) else run
        run = run if isinstance(run, Run) else None
        self.first_runs, self.begin, self.notice = [*compared] or ([] if run is None else [run]), begin, notice
        self.no_color = bool(os.environ.get("NO_COLOR"))  # Textual takes the empty word for a yes
        self.ascii_filter = AsciiFilter(enabled=ascii_only or self.remembered.ascii_only)
        self.colourless_filter = ColourlessFilter(enabled=self.no_color)
        self.own_filters = VisibleFilter(), self.colourless_filter, self.ascii_filter
        for each in THEMES.values():
            self.register_theme(each)
        wanted = no_colour.THEME if self.no_color else theme or begin.theme or self.remembered.theme
        self.theme = wanted if wanted in THEMES else "dark"
        if self.remembered.reduced_motion:
            self.animation_level = "none"

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters of every line on its way to the screen."""
        filters = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]
        return [*filters, *(each for each in self.own_filters if each.enabled)]

    def on_mount(self) -> None:
        """Show the first screen."""
        runs, self.first_runs = self.first_runs, []  # the screens hold them from now on
        if self.shown is not None:
            self.push_screen(self.screen_of(self.shown))
        elif runs:
            self.explore(runs[0], self.begin)
        else:
            self.choose()
        if len(runs) > 1:
            self.push_screen(CompareScreen(runs))
        if self.notice:
            self.notify(self.notice, markup=False, timeout=PATIENCE)

    # Which screen is shown.

    def screen_of(self, shown: Match | Review | Practice | Lesson) -> Screen[None]:
        """Return the first screen of what is no run."""
        if isinstance(shown, Match):
            return PlayScreen(shown, self.begin.changed, file=self.begin.file)
        if isinstance(shown, Lesson):
            return self.lesson_screen(shown)
        return ReviewScreen(shown, file=self.begin.file) if isinstance(shown, Review) else PracticeScreen(shown)

    def explore(self, run: Run, begin: Beginning = AS_EVER) -> None:
        """Open the explorer of a run, in place of one that is open."""
        self.remember(lambda kept: kept.opened(Draft.of(run.recipe).recipe()))
        remembered = self.remembered.views.get(shape(run), "")
        view = begin.view or (remembered if remembered in views() else "")
        explorer = ExploreScreen(run, view, begin.step, hide_leaves=self.begin.hide_leaves)
        if isinstance(self.screen, ExploreScreen):
            self.switch_screen(explorer)
        else:
            self.push_screen(explorer)

    def lesson_screen(self, lesson: Lesson, *, leads_back: bool = False) -> LessonScreen:
        """Return a lesson at the frame where it was left."""
        at = progress.frame(lesson.number) if self.keeps else 0
        return LessonScreen(lesson, 0 if at >= len(lesson.frames) else at, self.learned, leads_back=leads_back)

    def is_learned(self, number: int) -> bool:
        """Return whether a lesson has been read to its end."""
        return self.keeps and progress.frame(number) >= len(lessons.lesson(number).frames)

    def learned(self, lesson: Lesson, number: int) -> None:
        """Remember how far a lesson has been read."""
        if self.keeps:
            progress.keep_frame(lesson.number, number, len(lesson.frames))

    def practice(self) -> Practice:
        """Return the course of practice, of which it is kept what is solved."""
        return Practice(solved=(*progress.solved(),), changed=progress.keep_solved) if self.keeps else Practice()

    def choose(self, recipe: Recipe | None = None) -> None:
        """Open the start screen, with a recipe to begin with."""
        looks = replace(self.remembered, theme=self.theme, reduced_motion=self.animation_level == "none")
        lesson = next((number for number in lessons.numbers() if not self.is_learned(number)), None)
        screen = StartScreen(looks, recipe, ascii_only=self.ascii_filter.enabled,
                             lesson=None if lesson is None else lessons.lesson(lesson))  # fmt: skip
        self.push_screen(screen, self.chosen)

    def chosen(self, run: Run | Match | None) -> None:
        """Explore or play what was chosen; if nothing was, go back to the explorer, or leave if there is none."""
        if isinstance(run, Match):
            recipe = Recipe(run.where, run.movers[1].search or SearchSpec())
            self.push_screen(self.playing(run), lambda _: self.choose(recipe))
        elif run is not None:
            self.explore(run)
        elif not isinstance(self.screen, ExploreScreen):
            self.exit()

    def edit(self, explorer: ExploreScreen) -> None:
        """Open the tree of an explorer to play with."""
        try:
            self.push_screen(edit.opened(explorer.run, explorer.scene.focus))
        except InputError as error:
            explorer.say(str(error))

    def play_on(self, explorer: ExploreScreen) -> None:
        """Play on from the position in focus, against the search that is explored."""
        try:
            match = match_from(explorer.run, explorer.scene.focus)
        except InputError as error:
            explorer.say(str(error))
        else:
            self.push_screen(self.playing(match))

    def playing(self, match: Match) -> PlayScreen:
        """Return a screen to play a match that is kept in a new file; without `remembered` no file is written."""
        if not self.keeps:
            return PlayScreen(match, leads_back=True)
        kept = Kept(match, new_file(match))
        return PlayScreen(match, kept.said, file=kept.file, leads_back=True)

    def play_from(self, screen: ReviewScreen) -> None:
        """Play on from before the move in hand of a review, by the same players."""
        match = screen.review.match.copy()
        match.resigned, match.drawn = None, ""
        match.go_to(screen.number - 1)
        match.undone.clear()
        self.push_screen(self.playing(match))

    def show_review(self, screen: PlayScreen) -> None:
        """Review a match as far as it has been played; one of the same moves is shown again as far as it was."""
        match = screen.match
        if screen.reviewed is None or not screen.reviewed.match.stands_like(match):
            screen.reviewed = Review(match.copy())
        self.push_screen(
            ReviewScreen(screen.reviewed, file=screen.file, leads_back=True, turned=screen.table.turned)
        )  # fmt: skip

    # Messages of the screens.

    def on_chosen(self, message: Chosen) -> None:
        """Carry out and remember a choice."""
        what, value = message.what, message.value
        if what == "open":
            explorer = self.screen
            self.choose(explorer.run.recipe if isinstance(explorer, ExploreScreen) else None)
        elif what in ("learn", "practise"):
            opened = PracticeScreen(self.practice(), leads_back=True) if what == "practise" else \
                self.lesson_screen(lessons.lesson(int(value)), leads_back=True)  # fmt: skip
            self.push_screen(opened)
        elif what in ("play", "edit") and isinstance(self.screen, ExploreScreen):
            (self.play_on if what == "play" else self.edit)(self.screen)
        elif what == "play" and isinstance(self.screen, ReviewScreen):
            self.play_from(self.screen)
        elif what == "review" and isinstance(self.screen, PlayScreen):
            self.show_review(self.screen)
        elif what == "theme":
            self.use_theme(value)
        elif what == "view" and isinstance(self.screen, ExploreScreen):
            shown = shape(self.screen.run)
            self.remember(lambda kept: kept.viewed(shown, value))
        elif what == "signs":
            self.ascii_filter.enabled = value == "ascii"
            self.remember(lambda kept: replace(kept, ascii_only=value == "ascii"))
            for screen in self.screen_stack:
                for widget in screen.walk_children(with_self=True):
                    widget.refresh()
        elif what == "motion":
            self.animation_level = "none" if value == "reduced" else "full"
            self.remember(lambda kept: replace(kept, reduced_motion=value == "reduced"))

    def use_theme(self, name: str) -> None:
        """Use a theme, the next one if none is named; without colours there is only `mono`."""
        if self.no_color:
            return
        self.theme = name if name in THEMES else turned(THEMES, self.theme)
        self.remember(lambda kept: replace(kept, theme=self.theme))

    def action_command_palette(self) -> None:
        """Show what can be done, to be found by its words."""
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(id="--command-palette"))

    def action_theme(self) -> None:
        """Use the next theme."""
        self.use_theme("")

    def remember(self, change: Callable[[Remembered], Remembered]) -> None:
        """Remember a change of the options from now on."""
        self.remembered = change(self.remembered)
        if self.keeps:
            memory.keep(change)

    # Unforeseen errors.

    @property
    def failure(self) -> Exception | None:
        """Return the error that ended the app, None if none did."""
        return self._exception

    def _fatal_error(self) -> None:
        """End without Textual's traceback: the command says in a line what went wrong."""
        if os.environ.get("VISUALIZER_DEBUG"):
            super()._fatal_error()
        else:
            self._close_messages_no_wait()


def shape(run: Run) -> str:
    """Return the kind of tree for which a view is remembered: `book` for a textbook's, else `game`."""
    return "book" if run.game.explicit else "game"
