"""The app: it opens the screens and holds the theme and the other looks."""

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

    from visualizer.apps.activities.exploring import Session
    from visualizer.apps.tui.terminal.keyboard import TerminalAnswer
    from visualizer.play.playing.game_review import Review
    from visualizer.play.playing.match import Match
    from visualizer.teach.lessons import Lesson
    from visualizer.teach.tasks import Practice, SearchPractice
    from visualizer.trace.rows import MovePath

INPUT_EVENTS = (events.InputEvent, events.Paste)
MOVING_KEYS = frozenset("left right up down pageup pagedown home end".split())  # noqa: SIM905
"""Keys that never open or close a screen."""
QUIT_ACTIONS = ("quit", "app.quit")
"""The actions that leave the program."""


def changed_settings(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that differ from their defaults."""
    defaults = options.PERSONAL_SETTINGS
    return {name: word for name, word in settings.items() if word != defaults[name].default}


class VisualizerApp(App[None]):
    """Shows a run, a match, a lesson or practice, or the start screen to choose one.

    Options of the command line come before remembered ones. Without `remembered`, no file is read
    or written. Screens other than the explorer are imported when they are opened, so that the
    first frame of a search comes early.
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
        """Begin with the screen of `run`, or with the start screen if `run` is None.

        `begin` says how the run is opened. If there are `compared` runs, they are shown side by
        side instead. `notice` is a message to show once. If `remembered` is None, the app saves no
        options, matches or progress. Settings that are missing in `settings` have their defaults.
        """
        super().__init__()
        self.first_activity = run
        self.compared = compared
        self.opening_options = begin
        self.notice = notice
        self.saves_files = remembered is not None
        """Whether options, matches and progress are saved in files."""
        self.remembered = remembered or RememberedOptions()
        # An empty NO_COLOR allows colours, while Textual would take them away.
        self.no_color = bool(os.environ.get("NO_COLOR"))
        self.ascii_filter = AsciiFilter(enabled=ascii_only or self.remembered.ascii)
        self.colourless_filter = ColourlessFilter(enabled=self.no_color)
        self.own_filters = VisibleFilter(), self.colourless_filter, self.ascii_filter
        self.settings = changed_settings(settings)
        """The settings that differ from their defaults."""
        self.theme = self.first_theme(begin.theme)
        if self.remembered.reduced_motion:
            self.animation_level = "none"
        self.wants_pixels = False
        """Whether to ask the terminal which pictures it can show."""
        self.pixels: Pixels | None = None
        """Draws pictures in the terminal; None if it cannot or should not, or has not answered."""
        self.pixel_questions: PixelQuestions | None = None
        self.is_leaving = False
        """Whether the program is being left."""
        self.only_moving_keys_wait = True
        """Whether all keys that wait to be handled are moving keys (see `is_moving_key`)."""
        self.interrupted = False
        """Whether Ctrl-C ended the app while user-supplied code was running."""

    def first_theme(self, requested: str) -> str:
        """Return the theme to begin with: `requested`, the configured one, or the one used last.

        In a terminal without colours, return the colourless theme. If the theme is unknown, return
        the dark one.
        """
        chosen = requested or self.settings.get("theme") or self.remembered.theme
        # The package that provides the theme may be broken by now.
        with suppress(InputError):
            offer_themes([*own_themes(), chosen])
        self.register_offered_themes()
        if self.no_color:
            return COLOURLESS_THEME
        if chosen not in OFFERED_THEMES:
            return "dark"
        return chosen

    def register_offered_themes(self) -> None:
        """Let Textual know the themes that are offered."""
        for theme in OFFERED_THEMES.values():
            self.register_theme(theme)

    def on_mount(self) -> None:
        """Show the first screen, and ask the terminal which pictures it can show."""
        if self.wants_pixels and self._driver is not None:
            self.pixel_questions = PixelQuestions(self._driver.write)
        runs = self.compared
        activity = self.first_activity
        if runs:
            activity = runs[0]
        # From now on only screens refer to the runs, whose memory is freed when the screens close.
        self.first_activity = None
        self.compared = ()
        if isinstance(activity, Run):
            self.explore(activity, self.opening_options)
        else:
            self.push_screen(self.screen_of(activity))
        if len(runs) > 1:
            self.show_side_by_side(runs)
        if self.notice:
            self.notify(self.notice, markup=False, timeout=NOTICE_SECONDS)

    def show_side_by_side(self, runs: Sequence[Run]) -> None:
        """Compare runs, on a screen over the explorer of the first."""
        from visualizer.apps.tui.screens.compare import CompareScreen

        begin = self.opening_options
        self.push_screen(CompareScreen(runs, begin.view, begin.step, begin.align))

    def explore(self, run: Run, opening: OpeningOptions = DEFAULT_OPENING) -> None:
        """Open the explorer of a run with some options; it replaces an explorer in front."""
        if opening.is_kept:
            self.remember(lambda remembered: remembered.with_recent(concise_recipe(run.recipe)))
        # Whether leaves are hidden was decided when the program was started.
        explorer = ExploreScreen(
            run,
            opening.view or self.preferred_view(run),
            min(opening.step, run.trace.last_step),
            hide_leaves=self.opening_options.hide_leaves,
            read_from=opening.read_from,
        )
        self.prepare_session(explorer.session, opening)
        if isinstance(self.screen, ExploreScreen):
            self.switch_screen(explorer)
        else:
            self.push_screen(explorer)

    def prepare_session(self, session: Session, opening: OpeningOptions) -> None:
        """Go to the requested step or moment of an explorer's session, and set its speed."""
        session.wait_for(opening.step)
        if "pace" in self.settings:
            session.chosen_speed = PLAYING_SPEEDS.index(int(self.settings["pace"]))
        if opening.moment is not None:
            session.go_to_moment(opening.moment)
        # A user who opens a search in its middle should know how to reach its beginning.
        if opening.step:
            session.note = fill_in_keys("<first> goes to the beginning, <previous> one step back")
        elif opening.moment is not None:
            note = "<back_line> goes back one line, <compare> shows the right search"
            session.note = fill_in_keys(note)

    def preferred_view(self, run: Run) -> str:
        """Return the name of the view to open a run in, "" if the run itself should decide.

        It is the view in the user's settings or, without a setting, the view last used for trees
        that are drawn like the tree of this run.
        """
        chosen = self.settings.get("view")
        if chosen:
            return chosen
        # A view that was remembered long ago may not exist any more.
        remembered = self.remembered.views.get(run.game.drawing_style, "")
        if remembered not in views():
            return ""
        return remembered

    def screen_of(
        self, activity: Match | Review | Practice | SearchPractice | Lesson | None
    ) -> Screen[None]:
        """Return the screen that shows a match, a review, practice or a lesson.

        For None, return the start screen, from which all activities can be opened.
        """
        from visualizer.apps.tui.board_screens.review_screen import ReviewScreen
        from visualizer.apps.tui.board_screens.screen import PlayScreen
        from visualizer.apps.tui.practice_screens.screens import PracticeScreen, StepsScreen
        from visualizer.play.playing.game_review import Review
        from visualizer.play.playing.match import Match
        from visualizer.teach.tasks import Practice, SearchPractice

        match activity:
            case Match():
                return PlayScreen(
                    activity, self.opening_options.changed, file=self.opening_options.file
                )
            case Review():
                return ReviewScreen(activity, file=self.opening_options.file)
            case Practice():
                return PracticeScreen(activity)
            case SearchPractice():
                return StepsScreen(activity)
            case None:
                return self.doors_screen()
            case _:
                return self.lesson_screen(activity)

    def doors_screen(self) -> Screen[None]:
        """Return the start screen, from which all activities can be opened."""
        from visualizer.apps.tui.start.doors import DoorsScreen, doors

        # The list is rebuilt whenever the screen is shown, with the searches opened meanwhile.
        return DoorsScreen(
            lambda: doors(self.remembered.recent, is_progress_saved=self.saves_files),
            is_progress_saved=self.saves_files,
        )

    def lesson_screen(self, lesson: Lesson) -> Screen[None]:
        """Return the screen of a lesson, at the frame where the reader left it."""
        from visualizer.apps.activities.lesson import LessonReading
        from visualizer.apps.tui.screens.lesson import LessonScreen
        from visualizer.play.playing import progress

        if not self.saves_files:
            return LessonScreen(LessonReading(lesson, 0))
        # A lesson that was read to its end begins again.
        frame = progress.frames_read(lesson.number) % len(lesson.frames)
        return LessonScreen(LessonReading(lesson, frame, progress.keep_frame))

    def choose(self, recipe: Recipe | None = None) -> None:
        """Open the start screen, filled in with a recipe."""
        from visualizer.apps.tui.start.screen import StartScreen

        self.push_screen(
            StartScreen(self.remembered.recent, self.display_values, recipe), self.open_chosen
        )

    def open_chosen(self, chosen: Run | Match | None) -> None:
        """Explore a run, or play a match, that the user has chosen in the start form.

        None means that the user closed the form. If the form was the first screen, so that there is
        none to go back to, the program ends.
        """
        from visualizer.apps.tui.start.doors import DoorsScreen

        if isinstance(chosen, Run):
            self.explore(chosen)
        elif chosen is not None:
            # After the match, the form opens again with the position and the opponent's search.
            recipe = Recipe(chosen.where, chosen.movers[1].search or SearchSpec())
            self.action_play_on(chosen, lambda _: self.choose(recipe))
        elif not isinstance(self.screen, ExploreScreen | DoorsScreen):
            self.exit()

    def action_play_on(self, match: Match, when_left: Callable[[None], None] | None = None) -> None:
        """Play a match, autosaved in a new file; `when_left` is called when the user leaves it."""
        from visualizer.apps.tui.board_screens.screen import PlayScreen
        from visualizer.play.playing.kept import AutosavedMatch, new_autosave_file

        screen = PlayScreen(match)
        if self.saves_files:
            autosaved = AutosavedMatch(match, new_autosave_file(match))
            screen.changed = autosaved.save_or_explain
            screen.file = autosaved.file
        self.push_screen(screen, when_left)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters that every line passes on its way to the screen."""
        # A filter of this program replaces Textual's own filter for terminals without colours.
        filters = [
            line_filter
            for line_filter in super().get_line_filters()
            if not isinstance(line_filter, Monochrome)
        ]
        enabled = [line_filter for line_filter in self.own_filters if line_filter.enabled]
        return [*filters, *enabled]

    @property
    def display_values(self) -> Mapping[str, str]:
        """Return the theme, the signs (`ascii`, `unicode`) and the motion (`reduced`, `full`)."""
        signs = "ascii" if self.ascii_filter.enabled else "unicode"
        motion = "reduced" if self.animation_level == "none" else "full"
        return {
            "theme": self.theme,
            "signs": signs,
            "motion": motion,
        }

    def action_signs(self, word: str) -> None:
        """Draw everything in `ascii` or in `unicode`."""
        self.ascii_filter.enabled = word == "ascii"
        self.remember(lambda remembered: replace(remembered, ascii=word == "ascii"))
        for screen in self.screen_stack:
            for widget in screen.walk_children(with_self=True):
                widget.refresh()

    def action_motion(self, word: str) -> None:
        """Allow `full` motion, or `reduced` motion without blinking and gliding."""
        self.animation_level = "none" if word == "reduced" else "full"
        self.remember(lambda remembered: replace(remembered, reduced_motion=word == "reduced"))

    def action_theme(self, name: str = "") -> None:
        """Use a theme, or the next one if `name` is "". Without colours, the theme stays."""
        if self.no_color:
            return
        offer_all_themes()
        self.register_offered_themes()
        if name in OFFERED_THEMES:
            self.theme = name
        else:
            self.theme = next_word(OFFERED_THEMES, self.theme)
        self.remember(lambda remembered: replace(remembered, theme=self.theme))

    def remember(self, change: Callable[[RememberedOptions], RememberedOptions]) -> None:
        """Change the remembered options, in this app and in their file."""
        self.remembered = change(self.remembered)
        if self.saves_files:
            options.update_options(change)

    def refresh_css(self, animate: bool = True) -> None:
        """Apply the colours of the theme."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            # Before the first screen, parsing the style sheet would only delay the first frame.
            self.stylesheet.set_variables(self.get_css_variables())

    def get_driver_class(self) -> type[Driver]:
        """Return the class of the driver, which reads from the terminal and writes to it.

        On Unix, return this program's own class, which distinguishes answers of the terminal from
        keys.
        """
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":
            return usual
        from visualizer.apps.tui.terminal.keyboard import TerminalDriver

        return TerminalDriver

    def on_terminal_answer(self, message: TerminalAnswer) -> None:
        """Take an answer of the terminal."""
        if self.pixel_questions is not None:
            self.pixels = self.pixel_questions.read_answer(message.text) or self.pixels

    def post_message(self, message: Message) -> bool:
        """Queue a message. A key that leaves the program overtakes waiting arrows and the like.

        Thousands of these may wait if an arrow key is held down on a slow line. Any other waiting
        key is handled first: it may open a text field, where the key that leaves is a letter.
        """
        if isinstance(message, INPUT_EVENTS) and not message.is_forwarded and self.screen_stack:
            self.exit_before_moving_keys(message)
        return super().post_message(message)

    def exit_before_moving_keys(self, pressed: events.Event) -> None:
        """Leave the program if `pressed` is a key that does so and only moving keys wait before it.

        The moving keys that wait, such as arrows, are dropped.
        """
        receiver = self.focused or self.screen
        has_waiting_keys = bool(self.message_queue_size or receiver.message_queue_size)
        if not has_waiting_keys:
            self.only_moving_keys_wait = True
        key = ""
        if isinstance(pressed, events.Key):
            key = pressed.key
        if self.is_moving_key(key):
            return
        if has_waiting_keys and self.only_moving_keys_wait and self.leaves_program(key):
            self.exit()
        # Until this key is handled, which is not a moving key, no later key may leave the program.
        self.only_moving_keys_wait = False

    def leaves_program(self, key: str) -> bool:
        """Return whether a key leaves the program on the screen in front."""
        bound = self.screen.active_bindings.get(key)
        return bound is not None and bound.binding.action in QUIT_ACTIONS

    def is_moving_key(self, key: str) -> bool:
        """Return whether a key only moves the selection, a list or the step on this screen.

        Such a key can be dropped when the user leaves the program.
        """
        if key in MOVING_KEYS:
            return True
        place = getattr(self.screen, "place", "")
        for action in actions_of(place):
            # The actions of this group go to another step, except `go`, which opens a dialog.
            if action.group == "time" and action.name != "go" and key in action.keys:
                return True
        return False

    def exit(self, *status: Any, **more: Any) -> None:
        """Leave the program, and drop the input that has not been handled yet."""
        self.is_leaving = True
        super().exit(*status, **more)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, but no input once the program is being left."""
        is_input = isinstance(event, INPUT_EVENTS)
        if is_input and not self.is_leaving:
            # Without a pause, no signal and no other task would run until no key waits.
            await asyncio.sleep(0)
        # During the pause, the program may have begun to leave.
        if not (is_input and self.is_leaving):
            await super().on_event(event)

    async def run_action(
        self, action: Any, default_namespace: DOMNode | None = None, *more: Any
    ) -> bool:
        """Do the action of a key or a click, and report errors.

        The action is skipped if it comes from a click on a screen that has been closed or covered
        meanwhile.
        """
        if isinstance(default_namespace, Widget):
            if self.screen not in default_namespace.ancestors_with_self:
                return False
        target, name, parameters = self._parse_action(action, default_namespace or self)
        if isinstance(target, ActionScreen) and name in ACTION_NAMES:
            # `prepare` stops a jump in progress, which a refused action must not do.
            if not target.check_action(name, parameters):
                return False
            with target.showing_errors():
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
        """Show an error for some seconds."""
        self.notify(
            str(error),
            severity="error",
            markup=False,
            timeout=NOTICE_SECONDS,
        )

    def action_offer_to_leave(self) -> None:
        """Ask whether to leave the program; used on a screen without a screen to go back to."""
        from visualizer.apps.tui.screens.dialog import ListDialog

        def leave(is_sure: bool | None) -> None:
            if is_sure:
                self.exit()

        lines = [("no, stay", False), ("yes, leave", True)]
        self.push_screen(ListDialog("leave the program?", lines), leave)

    def action_open(self) -> None:
        """Open the form for another position or search, filled in with the explorer's recipe."""
        recipe = None
        if isinstance(self.screen, ExploreScreen):
            recipe = self.screen.run.recipe
        self.choose(recipe)

    action_choose = choose

    def action_watch(self) -> None:
        """Open the last search again; if there is none, a textbook's tree at its first cutoff.

        If the last search cannot be opened any more, say why, and open the start form with it.
        """
        from visualizer.apps.tui.start.doors import FIRST_RECIPE

        recent = self.remembered.recent
        if not recent:
            # This search has cutoffs, so that the first one can be shown.
            run = Run(FIRST_RECIPE).finish()
            first_cut = run.trace.cut_step(run.trace.cuts[0]) or 0
            self.explore(run, DEFAULT_OPENING._replace(step=first_cut))
            return
        try:
            run = Run(recent[0])
        except InputError as error:
            self.complain(error)
            self.choose(recent[0])
        else:
            self.explore(run)

    def action_play(self, name: str, position: str | None = None) -> None:
        """Play the game `name` against a search, from its first position or a preset's."""
        from visualizer.play.playing.match import Match
        from visualizer.play.playing.movers import HUMAN_MOVER, MOVE_SECONDS, USUAL_OPPONENT, Mover
        from visualizer.searching.lookup import opening_position

        start = opening_position(PositionSpec(name, position))
        opponent = Mover(USUAL_OPPONENT, "", MOVE_SECONDS)
        self.action_play_on(Match(start, HUMAN_MOVER, opponent))

    def action_learn(self, number: str) -> None:
        """Open a lesson."""
        from visualizer.teach import lessons

        lesson = lessons.read_lesson(int(number))
        self.push_screen(self.lesson_screen(lesson))

    def action_practise(self) -> None:
        """Open the course of practice, with the trees solved so far."""
        from visualizer.apps.tui.practice_screens.screens import PracticeScreen
        from visualizer.play.playing import progress
        from visualizer.teach.tasks import Practice

        practice = Practice()
        if self.saves_files:
            solved = tuple(progress.solved_trees())
            practice = Practice(solved=solved, changed=progress.keep_solved)
        self.push_screen(PracticeScreen(practice))

    def action_be_the_search(self, run: Run) -> None:
        """Let the user search a written tree by hand."""
        from visualizer.apps.tui.practice_screens.screens import StepsScreen
        from visualizer.teach.tasks import practice_with

        self.push_screen(StepsScreen(practice_with(run)))

    def action_edit(self, run: Run, at: MovePath) -> None:
        """Open the editor of a finished search's tree, at the first leaf if `at` is the root."""
        from visualizer.apps.tui.practice_screens.edit import EditScreen
        from visualizer.teach.tree_editing import first_leaf

        self.push_screen(EditScreen(run, at or first_leaf(run)))

    def action_view(self, name: str) -> None:
        """Remember a view for all trees that are drawn like this tree."""
        if not isinstance(self.screen, ExploreScreen):
            return
        shape = self.screen.run.game.drawing_style
        views_by_shape = {**self.remembered.views, shape: name}
        self.remember(lambda remembered: replace(remembered, views=views_by_shape))

    def action_command_palette(self) -> None:
        """Show the palette, which finds actions by their words."""
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    action_palette = action_command_palette

    @property
    def failure(self) -> Exception | None:
        """Return the error that ended the app, None if none did."""
        return self._exception

    def _fatal_error(self) -> None:
        """End without Textual's traceback: the command prints one line about the error."""
        if os.environ.get("VISUALIZER_DEBUG"):
            super()._fatal_error()
        else:
            self._close_messages_no_wait()
