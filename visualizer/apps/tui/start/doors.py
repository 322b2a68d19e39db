"""The first screen: doors to learn, to watch a search and to play, and one to all choices."""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static

from games import Game
from visualizer.apps.actions import bound_keys, main_key_of
from visualizer.apps.activities.exploring import Session
from visualizer.apps.tui.cells.styled_lines import Line, Rendering, with_ellipsis, wrap_words
from visualizer.apps.tui.draft import Draft
from visualizer.apps.tui.panes import step
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.action_screen import ScreenClock
from visualizer.apps.tui.screens.dialog import ListDialog
from visualizer.apps.tui.screens.foreground import ForegroundScreen
from visualizer.apps.tui.start.choices import draft_title, games_on_offer, recent_entries
from visualizer.apps.tui.start.fields import titled_line
from visualizer.apps.tui.start.sentences import COMMAND_LABEL
from visualizer.apps.tui.terminal.pane_layout import SCREEN_TOO_SMALL, start_classes
from visualizer.apps.tui.views import views
from visualizer.apps.tui.widgets import Canvas, Choices, KeyBar, StyledText
from visualizer.play.playing import progress
from visualizer.searching.lookup import load_game
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.teach import lessons
from visualizer.teach.tasks import COURSE_LENGTH

FIRST_RECIPE = Recipe(PositionSpec("tree", "aima-5.2"), SearchSpec("alpha-beta"))
"""The search to watch before any other was opened, at its first cutoff."""
DOOR_KEYS = [
    ("↑↓", "choose", ""),
    ("enter", "open", "screen.open"),
    (main_key_of("theme"), "theme", "app.theme"),
    (main_key_of("quit"), "quit", "app.quit"),
]

LESSON_KEYS_HINT = "enter chooses, a digit opens a lesson, escape closes"
STEPS_BEFORE_CUTOFF = 3
"""The demo begins so many steps before its first cutoff."""
MIN_COLUMNS_WITH_DEMO = 78
"""Minimum columns of a screen with room for the demo."""
DEMO_TICK_SECONDS = 1 / 10
"""Seconds between two ticks of the demo's clock."""
DOOR_INDENT_COLUMNS = 5
"""Columns of the list's margin and of the letters before the words."""
SMALL_BOARD_PRESET = "whole-game"
"""The preset of a game on a board so small that it can be played to its end quickly."""


@dataclass(frozen=True, slots=True)
class Door:
    """A way into the program, opened by the first letter of its name.

    `lines` describe the activity behind the door, and where the user stopped.
    """

    name: str
    command: str
    lines: tuple[str, ...]


def doors(recent: Sequence[Recipe], *, is_progress_saved: bool) -> tuple[Door, ...]:
    """Return the entries of the first screen, called doors: learn, watch, play and choose.

    `recent` are the recipes opened last, the latest first. `is_progress_saved` says whether the
    program knows which lessons the user has read.
    """
    play_line = "against a search, and see how much each move cost"
    choose_line = "any game, position and search, including your own"
    return (
        learning_door(is_progress_saved=is_progress_saved),
        watching_door(recent),
        Door("play", "visualizer play tictactoe", (play_line,)),
        Door("choose", "visualizer --help", (choose_line,)),
    )


def learning_door(*, is_progress_saved: bool) -> Door:
    """Return the door to the lessons, with the next one."""
    number = next_lesson_number(is_progress_saved=is_progress_saved)
    lessons_line = "lessons, from minimax to MCTS, and trees to solve"
    next_line = name_next_lesson(number, is_progress_saved=is_progress_saved)
    return Door("learn", f"visualizer lesson {number or 1}", (lessons_line, next_line))


def watching_door(recent: Sequence[Recipe]) -> Door:
    """Return the entry "watch", which opens the search that was opened last, or a first one."""
    last_opened = recent_entries(recent[:1])
    if last_opened:
        draft = last_opened[0].draft
        watch_line = f"go on with {last_opened[0].title}"
    else:
        draft = Draft.of(FIRST_RECIPE)
        watch_line = f"a first cutoff: {draft_title(draft)}"
    return Door("watch", draft.command(), ("a search, step by step", watch_line))


def next_lesson_number(*, is_progress_saved: bool) -> int:
    """Return the number of the lesson to read next, or 0 if all have been read.

    It is the first unfinished lesson from the last opened one on or, if the rest is finished, the
    first unfinished lesson of all. If the user's progress is not saved, it is the first lesson.
    """
    numbers = lessons.lesson_numbers()
    if not is_progress_saved:
        return numbers[0]
    unfinished = [number for number in numbers if has_unread_frames(number)]
    last_opened = progress.last_lesson()
    for number in unfinished:
        if number >= last_opened:
            return number
    return unfinished[0] if unfinished else 0


def has_unread_frames(number: int) -> bool:
    """Return whether a lesson was not read to its end."""
    return progress.frames_read(number) < len(lessons.read_lesson(number).frames)


def name_next_lesson(number: int, *, is_progress_saved: bool) -> str:
    """Return words for the lesson to read next, such as "go on with lesson 2, frame 5".

    `number` is the lesson; if it is 0, the words are "". `is_progress_saved` says whether the
    program knows which frames the user has read.
    """
    if not number:
        return ""
    frames_read = progress.frames_read(number) if is_progress_saved else 0
    if frames_read:
        return f"go on with lesson {number}, frame {frames_read + 1}"
    if number == lessons.lesson_numbers()[0]:
        return f"begin with lesson {number}"
    return f"go on with lesson {number}"


def games_to_play() -> list[tuple[str, tuple[str, ...]]]:
    """Return the games to play, each as a title and the arguments of `visualizer play`.

    Games on the full board come first, then the same games on a small board.
    """
    whole_games: list[tuple[str, tuple[str, ...]]] = []
    small_games: list[tuple[str, tuple[str, ...]]] = []
    for game in playable_games():
        whole_games.append((game.title, (game.name,)))
        if any(preset.name == SMALL_BOARD_PRESET for preset in game.presets):
            title = f"{game.title} on a small board"
            small_games.append((title, (game.name, SMALL_BOARD_PRESET)))
    return [*whole_games, *small_games]


def playable_games() -> Iterator[Game]:
    """Yield the installed games for two sides, the simplest first."""
    for name, install_hint in games_on_offer().items():
        if install_hint:
            continue
        game = load_game(name)
        # A tree has no sides that could play.
        if game.spoken_sides:
            yield game


class CutDemo(Vertical):
    """A textbook tree and the sentence of the step, playing until a key is pressed.

    Without animations, the demo shows the first cutoff and does not play.
    """

    def compose(self) -> ComposeResult:
        """Yield the tree and the sentence of a search shortly before its first cutoff.

        If the user wants no motion, show the step of the cutoff itself.
        """
        run = Run(FIRST_RECIPE).finish()
        first_cut = run.trace.cuts[0]
        # Every cut of a finished search has a step; the 0 is for the type checker.
        cut_step = run.trace.cut_step(first_cut) or 0
        self.is_still = self.app.animation_level == "none"
        first_step = cut_step if self.is_still else cut_step - STEPS_BEFORE_CUTOFF
        self.session = Session(run, first_step, chosen_speed=0)
        yield Canvas(views()["tree"].draw, id="tree")
        yield Canvas(self.draw_sentence, id="words")

    def draw_sentence(self, scene: Scene, width: int, height: int) -> Rendering:
        """Draw the sentence of the step."""
        sentence = scene.spelled(step.sentence_or_hint(scene))
        return Rendering(wrap_words(sentence, width))

    def on_mount(self) -> None:
        """Begin to play."""
        ScreenClock(self.screen, DEMO_TICK_SECONDS, self.play)
        self.paint()

    def play(self, seconds: float) -> None:
        """Play the demo for `seconds`, again and again; do nothing while a screen covers it."""
        # A tick may still come after the screen was left.
        is_hidden = not self.is_attached or not self.screen.is_current
        if self.is_still or is_hidden:
            return
        step_before = self.session.step
        # The session stops at the end: then play again.
        if not self.session.playing:
            self.session.play(1)
        self.session.tick(seconds)
        if self.session.step != step_before:
            self.paint()

    def paint(self) -> None:
        """Draw the current step."""
        scene = Scene(self.session.run, self.session.step, large=True)
        for canvas in self.query(Canvas):
            canvas.show(scene)


class DoorsScreen(ForegroundScreen[None]):
    """The screen with the doors; the app opens the chosen one."""

    CSS_PATH = "start.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *((name[0], f"open('{name}')") for name in ("learn", "watch", "play", "choose")),
        *((key, "app.theme") for key in bound_keys("theme")),
        *((key, "app.quit") for key in bound_keys("quit")),
        ("escape", "app.offer_to_leave"),
    ]

    def __init__(
        self, make_doors: Callable[[], Sequence[Door]], *, is_progress_saved: bool
    ) -> None:
        """Make the screen. `make_doors` is called now, and whenever the screen resumes.

        `is_progress_saved` says whether the program knows which lessons the user has read.
        """
        super().__init__()
        self.make_doors = make_doors
        self.doors = make_doors()
        self.is_progress_saved = is_progress_saved

    def compose(self) -> ComposeResult:
        """Yield the widgets: the list of doors, the demo, the command and the keys."""
        yield StyledText(lambda width, _: [[(" Search Tree Visualizer", "title")]], id="header")
        with Horizontal(id="ways"):
            yield Choices(id="doors", markup=False)
            yield CutDemo(id="demo")
        yield StyledText(self.draw_command, id="same")
        yield KeyBar(lambda: DOOR_KEYS, id="keys")
        yield Static(SCREEN_TOO_SMALL, id="too-small")

    def draw_command(self, width: int, height: int) -> list[Line]:
        """Draw the command of the highlighted door."""
        return [
            with_ellipsis([(COMMAND_LABEL, "dim"), (self.highlighted_door.command, "text")], width)
        ]

    def on_screen_resume(self) -> None:
        """List the doors again: progress and recent drafts may have changed."""
        self.doors = self.make_doors()
        self.list_doors()
        self.query_one(Choices).focus()
        self.query_one("#same", StyledText).show()

    def list_doors(self) -> None:
        """Show the list of doors, with their lines wrapped to the width of the list."""
        # The user may leave the program before this is drawn.
        if not self.query(Choices):
            return
        listed = self.query_one(Choices)
        room = max(1, listed.content_size.width - DOOR_INDENT_COLUMNS)
        options = []
        for door in self.doors:
            words = "\n".join(textwrap.fill(line, room) for line in door.lines if line)
            about = textwrap.indent(f"{words}\n", "   ")
            options.append(titled_line(f"{door.name[0]}  {door.name}", about, "\n"))
        listed.list(options, listed.highlighted or 0)

    def on_resize(self, event: events.Resize) -> None:
        """Show the demo if the screen has room, or a message if the screen is too small."""
        has_demo = self.size.width >= MIN_COLUMNS_WITH_DEMO
        self.update_classes(start_classes(*self.size) | {"-cut": has_demo})
        # The list must have its new width before its lines are wrapped.
        self.call_after_refresh(self.list_doors)

    def on_key(self, event: events.Key) -> None:
        """Stop the demo, because the user has pressed a key."""
        self.query_one(CutDemo).is_still = True

    @property
    def highlighted_door(self) -> Door:
        """Return the highlighted door."""
        return self.doors[self.query_one(Choices).highlighted or 0]

    def on_option_list_option_highlighted(self) -> None:
        """Show the command of the highlighted door."""
        self.query_one("#same", StyledText).show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the chosen door."""
        self.action_open(self.doors[event.option_index].name)

    def action_open(self, name: str = "") -> None:
        """Open a door, by default the highlighted one; "learn" and "play" open a list first."""
        name = name or self.highlighted_door.name
        if name == "learn":
            entries = learning_entries(is_progress_saved=self.is_progress_saved)
            dialog = LessonsDialog(name, entries, below=LESSON_KEYS_HINT)
            self.app.push_screen(dialog, self.take_lesson)
        elif name == "play":
            self.app.push_screen(ListDialog(name, games_to_play()), self.take_game)
        else:
            self.run_app_action(name)

    def take_lesson(self, choice: str | None) -> None:
        """Open the chosen lesson, or trees to solve."""
        if choice == "practise":
            self.run_app_action(choice)
        elif choice is not None:
            self.run_app_action("learn", choice)

    def take_game(self, choice: tuple[str, ...] | None) -> None:
        """Play the chosen game."""
        if choice is not None:
            self.run_app_action("play", *choice)


class LessonsDialog(ListDialog[str]):
    """Lists the lessons and the trees to solve; a digit opens its lesson as well."""

    def on_key(self, event: events.Key) -> None:
        """Open the lesson with a digit."""
        if event.character in {value for _, value in self.lines}:
            self.dismiss(event.character)


def learning_entries(*, is_progress_saved: bool) -> list[tuple[str, str]]:
    """Return the entries of the list "learn": a line for each lesson and its number as a string.

    The last entry is for trees to solve. If the user's progress is saved, the line of a lesson ends
    with this progress.
    """
    entries = []
    for number in lessons.lesson_numbers():
        lesson = lessons.read_lesson(number)
        line = f"lesson {number}: {lesson.title}"
        if is_progress_saved:
            read_so_far = progress.describe_lesson_progress(number, len(lesson.frames))
            line = f"{line} {read_so_far}".rstrip()
        entries.append((line, str(number)))
    trees_line = f"trees to solve: a course of {COURSE_LENGTH}, then new ones"
    return [*entries, (trees_line, "practise")]
