"""The app: which screen is shown, and how it looks."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, Monochrome
from textual.widget import Widget

from visualizer.apps.actions import ACTION_NAMES, actions_of, bound_keys, fill_in_keys
from visualizer.apps.activities.exploring import PLAYING_SPEEDS
from visualizer.apps.tui import options
from visualizer.apps.tui.options import (
    DEFAULT_OPENING,
    OpeningOptions,
    RememberedOptions,
    next_word,
)
from visualizer.apps.tui.palette import ActionProvider, Palette
from visualizer.apps.tui.screens.action_screen import ActionScreen
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.screens.foreground import NOTICE_SECONDS
from visualizer.apps.tui.terminal.ascii_looks import (
    COLOURLESS_THEME,
    AsciiFilter,
    ColourlessFilter,
    VisibleFilter,
)
from visualizer.apps.tui.terminal.pixels import PixelQuestions, Pixels
from visualizer.apps.tui.themes import OFFERED_THEMES, offer_all_themes, offer_themes
from visualizer.apps.tui.views import views
from visualizer.look.themes import own_themes
from visualizer.searching.lookup import concise_recipe
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.support.plugins.watchdog import faults_as_input_errors

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.driver import Driver
    from textual.message import Message
    from textual.screen import Screen

    from visualizer.apps.tui.terminal.keyboard import TerminalAnswer
    from visualizer.play.playing.game_review import Review
    from visualizer.play.playing.match import Match
    from visualizer.teach.lessons import Lesson
    from visualizer.teach.tasks import Practice, SearchPractice
    from visualizer.trace.rows import MovePath

INPUT_EVENTS = (events.InputEvent, events.Paste)
MOVING_KEYS = frozenset("left right up down pageup pagedown home end".split())  # noqa: SIM905
"""Keys that open and close nothing on any screen."""
QUIT_ACTIONS = ("quit", "app.quit")
"""The actions of keys that leave."""


class VisualizerApp(App[None]):
    """Shows the explorer of a run, or the start screen to choose one.

    It looks as is asked for, else as is remembered; without `remembered` as by default, and no file is written. What
    the explorer can do without is imported when it is opened, so that the first frame of a search comes early.
    """

    CSS_PATH = "explorer.tcss"
    TITLE = "visualizer"
    COMMAND_PALETTE_BINDING = next(iter(bound_keys("palette")), "ctrl+p")
    COMMANDS = {ActionProvider}  # noqa: RUF012  as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True)
    ]

    def __init__(
        self,
        run: Run | Match | Review | Practice | SearchPractice | Lesson | None,
        *,
        ascii_only: bool = False,
        begin: OpeningOptions = DEFAULT_OPENING,
        remembered: RememberedOptions | None = None,
        settings: Mapping[str, str] = MappingProxyType({}),
        notice: str = "",
        compared: Sequence[Run] = (),
    ) -> None:
        """Explore, play, practise, learn, compare several runs, or choose; `notice` is shown once at the beginning.

        `settings` are those of `tui.options`; what they do not say is as usual.
        """
        super().__init__()
        self.keeps = remembered is not None
        self.remembered = remembered or RememberedOptions()
        self.no_color = bool(os.environ.get("NO_COLOR"))  # Textual takes the empty word for a yes
        self.ascii_filter = AsciiFilter(enabled=ascii_only or self.remembered.ascii)
        self.colourless_filter = ColourlessFilter(enabled=self.no_color)
        self.own_filters = VisibleFilter(), self.colourless_filter, self.ascii_filter
        self.settings = {
            name: word
            for name, word in settings.items()
            if word != options.PERSONAL_SETTINGS[name].default
        }
        """What differs from what is usual."""
        chosen = begin.theme or self.settings.get("theme") or self.remembered.theme
        with suppress(InputError):  # of a package that is broken by now
            offer_themes([*own_themes(), chosen])
        for each in OFFERED_THEMES.values():
            self.register_theme(each)
        wanted = COLOURLESS_THEME if self.no_color else chosen
        self.theme = wanted if wanted in OFFERED_THEMES else "dark"
        if self.remembered.reduced_motion:
            self.animation_level = "none"
        self.wants_pixels = False
        """Whether the terminal is asked what pictures it can show."""
        self.pixels: Pixels | None = None
        """Draws pictures in the terminal, None where that cannot or shall not show any, or has not answered yet."""
        self.pixel_questions: PixelQuestions | None = None
        self.is_leaving = False
        """Whether the program is being left."""
        self.waits_behind_moves = True
        """Whether all that is pressed and waits are keys that only move something."""
        self.interrupted = False
        """Whether Ctrl-C ended the app while user-supplied code was running."""
        self.first = run
        self.compared = compared
        self.begin = begin
        self.notice = notice

    def on_mount(self) -> None:
        """Show the first screen, and ask the terminal what it can show."""
        if self.wants_pixels and self._driver is not None:
            self.pixel_questions = PixelQuestions(self._driver.write)
        runs = self.compared
        begin = self.begin
        first = next(iter(runs), self.first)
        self.first, self.compared = None, ()  # the screens hold them from now on
        if isinstance(first, Run):
            self.explore(first, begin)
        else:
            self.push_screen(self.screen_of(first))
        if len(runs) > 1:
            from visualizer.apps.tui.screens.compare import CompareScreen

            self.push_screen(
                CompareScreen(runs, self.begin.view, self.begin.step, self.begin.align)
            )
        if self.notice:
            self.notify(self.notice, markup=False, timeout=NOTICE_SECONDS)

    # Which screen is shown.

    def explore(self, run: Run, begin: OpeningOptions = DEFAULT_OPENING) -> None:
        """Open the explorer of a run, in place of one that is open."""
        if begin.is_kept:
            self.remember(lambda kept: kept.opened(concise_recipe(run.recipe)))
        remembered = self.remembered.views.get(run.game.drawn_like, "")
        view = begin.view or self.settings.get("view") or remembered * (remembered in views())
        explorer = ExploreScreen(
            run,
            view,
            min(begin.step, run.trace.last_step),
            hide_leaves=self.begin.hide_leaves,
            read_from=begin.read_from,
        )
        explorer.session.wait_for(begin.step)
        if "pace" in self.settings:
            explorer.session.chosen_speed = PLAYING_SPEEDS.index(int(self.settings["pace"]))
        if begin.moment is not None:
            explorer.session.stand_at(begin.moment)
            explorer.session.note = fill_in_keys(
                "<back_line> goes back one line, <compare> shows the right search"
            )
        if begin.step:
            explorer.session.note = fill_in_keys(
                "<first> goes to the beginning, <previous> one step back"
            )
        if isinstance(self.screen, ExploreScreen):
            self.switch_screen(explorer)
        else:
            self.push_screen(explorer)

    def screen_of(
        self, shown: Match | Review | Practice | SearchPractice | Lesson | None
    ) -> Screen[None]:
        """Return the screen that shows something else than a run; for None the doors to all there is."""
        from visualizer.apps.tui.board_screens.review_screen import ReviewScreen
        from visualizer.apps.tui.board_screens.screen import PlayScreen
        from visualizer.apps.tui.practice_screens.screens import PracticeScreen, StepsScreen
        from visualizer.apps.tui.start.doors import DoorsScreen, doors
        from visualizer.play.playing.game_review import Review
        from visualizer.play.playing.match import Match
        from visualizer.teach.tasks import Practice, SearchPractice

        match shown:
            case Match():
                return PlayScreen(shown, self.begin.changed, file=self.begin.file)
            case Review():
                return ReviewScreen(shown, file=self.begin.file)
            case Practice():
                return PracticeScreen(shown)
            case SearchPractice():
                return StepsScreen(shown)
            case None:
                return DoorsScreen(
                    lambda: doors(self.remembered.recent, keeps=self.keeps), keeps=self.keeps
                )
            case _:
                return self.lesson_screen(shown)

    def lesson_screen(self, lesson: Lesson) -> Screen[None]:
        """Return the screen of a lesson, at the frame where it was left."""
        from visualizer.apps.activities.lesson import LessonReading
        from visualizer.apps.tui.screens.lesson import LessonScreen
        from visualizer.play.playing import progress

        if self.keeps:
            at = progress.frames_read(lesson.number)
        else:
            at = 0
        if self.keeps:
            kept = [progress.keep_frame]
        else:
            kept = []
        return LessonScreen(LessonReading(lesson, at % len(lesson.frames), *kept))

    def choose(self, recipe: Recipe | None = None) -> None:
        """Open the start screen, with a recipe to begin with."""
        from visualizer.apps.tui.start.screen import StartScreen

        self.push_screen(StartScreen(self.remembered.recent, self.looks, recipe), self.chosen)

    def chosen(self, run: Run | Match | None) -> None:
        """Explore or play what was chosen; if nothing was, go back to the explorer, or leave if there is none."""
        from visualizer.apps.tui.start.doors import DoorsScreen

        if isinstance(run, Run):
            self.explore(run)
        elif run is not None:
            recipe = Recipe(run.where, run.movers[1].search or SearchSpec())
            self.action_play_on(run, lambda _: self.choose(recipe))
        elif not isinstance(self.screen, ExploreScreen | DoorsScreen):
            self.exit()

    def action_play_on(self, match: Match, left: Callable[[None], None] | None = None) -> None:
        """Play a match, which is kept in a new file if anything is; `left` is called when its screen is left."""
        from visualizer.apps.tui.board_screens.screen import PlayScreen
        from visualizer.play.playing.kept import AutosavedMatch, new_autosave_file

        screen = PlayScreen(match)
        if self.keeps:
            kept = AutosavedMatch(match, new_autosave_file(match))
            screen.changed = kept.said
            screen.file = kept.file
        self.push_screen(screen, left)

    # How it looks.

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters of every line on its way to the screen."""
        filters = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]
        return [*filters, *(each for each in self.own_filters if each.enabled)]

    @property
    def looks(self) -> Mapping[str, str]:
        """Return the word for each way in which things look now."""
        return {
            "theme": self.theme,
            "signs": "ascii" if self.ascii_filter.enabled else "unicode",
            "motion": "reduced" if self.animation_level == "none" else "full",
        }

    def action_signs(self, word: str) -> None:
        """Show everything in `ascii`, or in `unicode`."""
        self.ascii_filter.enabled = word == "ascii"
        self.remember(lambda kept: replace(kept, ascii=word == "ascii"))
        for screen in self.screen_stack:
            for widget in screen.walk_children(with_self=True):
                widget.refresh()

    def action_motion(self, word: str) -> None:
        """Let things blink and glide, or not where motion is `reduced`."""
        self.animation_level = "none" if word == "reduced" else "full"
        self.remember(lambda kept: replace(kept, reduced_motion=word == "reduced"))

    def action_theme(self, name: str = "") -> None:
        """Use a theme, the next one if none is named; without colours there is only `mono`."""
        if self.no_color:
            return
        offer_all_themes()
        for each in OFFERED_THEMES.values():
            self.register_theme(each)
        if name in OFFERED_THEMES:
            self.theme = name
        else:
            self.theme = next_word(OFFERED_THEMES, self.theme)
        self.remember(lambda kept: replace(kept, theme=self.theme))

    def remember(self, change: Callable[[RememberedOptions], RememberedOptions]) -> None:
        """Remember a change of the options from now on."""
        self.remembered = change(self.remembered)
        if self.keeps:
            options.update_options(change)

    def refresh_css(self, animate: bool = True) -> None:
        """Show the colours of the theme; before the first screen no style sheet need be parsed for that."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    # The terminal.

    def get_driver_class(self) -> type[Driver]:
        """Return the driver that knows answers from keys, where a terminal is driven by Textual's own for Unix."""
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":
            return usual
        from visualizer.apps.tui.terminal.keyboard import TerminalDriver

        return TerminalDriver

    def on_terminal_answer(self, message: TerminalAnswer) -> None:
        """Take what the terminal has answered."""
        if self.pixel_questions is not None:
            self.pixels = self.pixel_questions.take(message.text) or self.pixels

    # Keys that wait.

    def post_message(self, message: Message) -> bool:
        """Take a message into the queue; a key that leaves does so ahead of keys that only move something.

        Thousands of these may wait, say of an arrow key that was held down on a slow line. Behind any other key, such
        as one that opens a line to type in, it cannot be known yet what the same key will do.
        """
        if isinstance(message, INPUT_EVENTS) and not message.is_forwarded and self.screen_stack:
            self.look_ahead(message)
        return super().post_message(message)

    def look_ahead(self, pressed: events.Event) -> None:
        """Leave by a key before it is handled, if all that waits before it only moves something."""
        waits = self.message_queue_size or (self.focused or self.screen).message_queue_size
        if not waits:
            self.waits_behind_moves = True
        if isinstance(pressed, events.Key):
            key = pressed.key
        else:
            key = ""
        if self.only_moves(key):
            return
        if waits and self.waits_behind_moves and self.is_left_by(key):
            self.exit()
        self.waits_behind_moves = False

    def is_left_by(self, key: str) -> bool:
        """Return whether a key leaves the program here."""
        bound = self.screen.active_bindings.get(key)
        return bound is not None and bound.binding.action in QUIT_ACTIONS

    def only_moves(self, key: str) -> bool:
        """Return whether a key opens and closes nothing here."""
        place = getattr(self.screen, "place", "")
        actions = (each for each in actions_of(place) if each.group == "time" and each.name != "go")
        return key in MOVING_KEYS or any(key in action.keys for action in actions)

    def exit(self, *status: Any, **more: Any) -> None:
        """Leave; what was pressed and has not been handled yet is dropped."""
        self.is_leaving = True
        super().exit(*status, **more)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, but nothing that is pressed once the program is being left."""
        is_pressed = isinstance(event, INPUT_EVENTS)
        if is_pressed and not self.is_leaving:
            await asyncio.sleep(
                0
            )  # or nothing else would be heard of, no signal either, until no key waits
        if not (is_pressed and self.is_leaving):
            await super().on_event(event)

    # What keys and screens tell.

    async def run_action(
        self, action: Any, default_namespace: DOMNode | None = None, *more: Any
    ) -> bool:
        """Do the action of a key or a click; what cannot be done is said.

        A click on a screen that has been closed or covered meanwhile does nothing: it meant no other.
        """
        if (
            isinstance(default_namespace, Widget)
            and self.screen not in default_namespace.ancestors_with_self
        ):
            return False
        target, name, parameters = self._parse_action(action, default_namespace or self)
        if isinstance(target, ActionScreen) and name in ACTION_NAMES:
            if not target.check_action(name, parameters):
                return False
            with target.errors_said():
                target.prepare(name)
                await super().run_action(action, default_namespace, *more)
            target.finish()
            return True
        try:
            with faults_as_input_errors():
                return await super().run_action(action, default_namespace, *more)
        except InputError as error:
            self.complain(error)
            return True

    def complain(self, error: InputError) -> None:
        """Say what cannot be done."""
        self.notify(str(error), severity="error", markup=False, timeout=NOTICE_SECONDS)

    def action_offer_to_leave(self) -> None:
        """Ask whether to leave, where there is nothing to go back to."""
        from visualizer.apps.tui.screens.dialog import ListDialog

        lines = [("no, stay", False), ("yes, leave", True)]
        self.push_screen(
            ListDialog("leave the program?", lines), lambda yes: self.exit() if yes else None
        )

    def action_open(self) -> None:
        """Choose another position or search; the one that is explored is filled in."""
        self.choose(self.screen.run.recipe if isinstance(self.screen, ExploreScreen) else None)

    action_choose = choose

    def action_watch(self) -> None:
        """Open what was opened last, or a tree at its first cut; where that is gone, say so and let one choose."""
        from visualizer.apps.tui.start.doors import FIRST_RECIPE

        recent = self.remembered.recent[:1]
        try:
            run = Run(*recent or [FIRST_RECIPE])
        except InputError as error:
            self.complain(error)
            self.choose(*recent)
        else:
            if recent:
                trace = run.trace
            else:
                trace = run.finish().trace
            self.explore(
                run,
                DEFAULT_OPENING
                if recent
                else DEFAULT_OPENING._replace(step=trace.cut_step(trace.cuts[0]) or 0),
            )

    def action_play(self, name: str, position: str | None = None) -> None:
        """Play a game against a search, from its beginning or a preset."""
        from visualizer.play.playing.match import Match
        from visualizer.play.playing.movers import HUMAN_MOVER, MOVE_SECONDS, USUAL_OPPONENT, Mover
        from visualizer.searching.lookup import as_beginning

        where = as_beginning(PositionSpec(name, position))
        against = Mover(USUAL_OPPONENT, "", MOVE_SECONDS)
        self.action_play_on(Match(where, HUMAN_MOVER, against))

    def action_learn(self, number: str) -> None:
        """Open a lesson."""
        from visualizer.teach import lessons

        self.push_screen(self.lesson_screen(lessons.read_lesson(int(number))))

    def action_practise(self) -> None:
        """Open the course of practice; what is solved is kept."""
        from visualizer.apps.tui.practice_screens.screens import PracticeScreen
        from visualizer.play.playing import progress
        from visualizer.teach.tasks import Practice

        if self.keeps:
            kept = Practice(solved=(*progress.solved_trees(),), changed=progress.keep_solved)
        else:
            kept = Practice()
        self.push_screen(PracticeScreen(kept))

    def action_be_the_search(self, run: Run) -> None:
        """Let a person be the search of a written tree."""
        from visualizer.apps.tui.practice_screens.screens import StepsScreen
        from visualizer.teach.tasks import practice_with

        self.push_screen(StepsScreen(practice_with(run)))

    def action_edit(self, run: Run, at: MovePath) -> None:
        """Open a finished search to play with its tree, with a node at hand, the first leaf in place of the root."""
        from visualizer.apps.tui.practice_screens.edit import EditScreen
        from visualizer.teach.tree_editing import first_leaf

        self.push_screen(EditScreen(run, at or first_leaf(run)))

    def action_view(self, name: str) -> None:
        """Remember a view for the shape of tree that is explored."""
        if isinstance(self.screen, ExploreScreen):
            shape = self.screen.run.game.drawn_like
            self.remember(lambda kept: replace(kept, views={**kept.views, shape: name}))

    def action_command_palette(self) -> None:
        """Show what can be done, to be found by its words."""
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    action_palette = action_command_palette

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
