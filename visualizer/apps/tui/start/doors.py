"""The first screen: doors to learn, to watch a search and to play, and one to all choices."""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static

from visualizer.apps.actions import bound_keys, main_key_of
from visualizer.apps.activities.exploring import Session
from visualizer.apps.tui.cells.styled_lines import Rendering, with_ellipsis, wrap_words
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
"""What is watched before anything else was, at its first cut."""
DOOR_KEYS = [
    ("↑↓", "choose", ""),
    ("enter", "open", "screen.open"),
    (main_key_of("theme"), "theme", "app.theme"),
    (main_key_of("quit"), "quit", "app.quit"),
]

LESSON_KEYS_HINT = "enter chooses, a digit opens a lesson, escape closes"
STEPS_BEFORE_CUTOFF = 3
"""Steps before its first cutoff at which the search beside the doors begins."""
MIN_COLUMNS_WITH_DEMO = 78
"""Columns of the screen from which on there is room for that tree."""
DEMO_TICK_SECONDS = 1 / 10
"""Seconds between two looks at whether its next step is due."""
DOOR_INDENT_COLUMNS = 5
"""Columns that the list of doors keeps free: its margin, and what stands before the words."""
SMALL_BOARD_PRESET = "whole-game"
"""The preset of a game that is small enough to be played, or searched, to its end in a moment."""


@dataclass(frozen=True, slots=True)
class Door:
    """A way in: its name, whose first letter is its key, a command, what is behind it, and where one stopped."""

    name: str
    command: str
    said: tuple[str, ...]


def doors(recent: Sequence[Recipe], *, keeps: bool) -> tuple[Door, ...]:
    """Return the doors; `recent` is what was opened last, and `keeps` says whether what was read is known."""
    number = next_lesson(keeps=keeps)
    last = next(iter(recent_entries(recent[:1])), None)
    if last is None:
        watched = Draft.of(FIRST_RECIPE)
    else:
        watched = last.draft
    return (
        Door(
            "learn",
            f"visualizer lesson {number or 1}",
            (
                "lessons, from minimax to MCTS, and trees to solve",
                name_next_lesson(number, keeps=keeps),
            ),
        ),
        Door(
            "watch",
            watched.command(),
            (
                "a search, step by step",
                f"a first cutoff: {draft_title(watched)}"
                if last is None
                else f"go on with {last.title}",
            ),
        ),
        Door(
            "play",
            "visualizer play tictactoe",
            ("against a search, and see how much each move cost",),
        ),
        Door("choose", "visualizer --help", ("any game, position and search, including your own",)),
    )


def next_lesson(*, keeps: bool) -> int:
    """Return the number of the last lesson, or the first behind it, that was not read to its end; 0 where all were."""
    if not keeps:
        return lessons.lesson_numbers()[0]
    left = [
        number
        for number in lessons.lesson_numbers()
        if progress.frames_read(number) < len(lessons.read_lesson(number).frames)
    ]
    behind = [number for number in left if number >= progress.last_lesson()]
    return next(iter([*behind, *left]), 0)


def name_next_lesson(number: int, *, keeps: bool) -> str:
    """Say which lesson is next, and at which frame; "" where all were read."""
    if keeps and number:
        read = progress.frames_read(number)
    else:
        read = 0
    frame = f", frame {read + 1}" if read else ""
    is_begun = bool(read) or number != lessons.lesson_numbers()[0]
    return f"{'go on' if is_begun else 'begin'} with lesson {number}{frame}" if number else ""


def games_to_play() -> list[tuple[str, tuple[str, ...]]]:
    """Return the titles of games that two sides play, each with its name: whole ones, then those on a small board."""
    found = [load_game(name) for name, missing in games_on_offer().items() if not missing]
    played = [game for game in found if game.spoken_sides]
    small = [
        game for game in played if any(preset.name == SMALL_BOARD_PRESET for preset in game.presets)
    ]
    return [
        *((game.title, (game.name,)) for game in played),
        *((f"{game.title} on a small board", (game.name, SMALL_BOARD_PRESET)) for game in small),
    ]


class CutDemo(Vertical):
    """A textbook's tree and the sentence of the step, which plays by itself until a key is pressed.

    Where animations are off it stands still at the first cutoff.
    """

    def compose(self) -> ComposeResult:
        """Lay out the tree and the sentence, some steps before the first cutoff."""
        run = Run(FIRST_RECIPE).finish()
        cut = run.trace.cut_step(run.trace.cuts[0]) or 0
        self.is_still = self.app.animation_level == "none"
        self.session = Session(
            run, cut if self.is_still else cut - STEPS_BEFORE_CUTOFF, chosen_speed=0
        )
        yield Canvas(views()["tree"].draw, id="tree")
        yield Canvas(
            lambda scene, width, _: Rendering(
                wrap_words(scene.spelled(step.sentence_or_hint(scene)), width)
            ),
            id="words",
        )

    def on_mount(self) -> None:
        """Begin to play."""
        ScreenClock(self.screen, DEMO_TICK_SECONDS, self.play)
        self.paint()

    def play(self, seconds: float) -> None:
        """Play on, at the end from the beginning, as long as no key was pressed and nothing covers it."""
        if (
            self.is_still or not self.is_attached or not self.screen.is_current
        ):  # a tick may come after it is left
            return
        before = self.session.step
        if not self.session.playing:
            self.session.play(1)
        self.session.tick(seconds)
        if self.session.step != before:
            self.paint()

    def paint(self) -> None:
        """Draw the step."""
        scene = Scene(self.session.run, self.session.step, large=True)
        for canvas in self.query(Canvas):
            canvas.show(scene)


class DoorsScreen(ForegroundScreen[None]):
    """Shows the doors; what is behind them is opened by the app."""

    CSS_PATH = "start.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *((name[0], f"open('{name}')") for name in ("learn", "watch", "play", "choose")),
        *((key, "app.theme") for key in bound_keys("theme")),
        *((key, "app.quit") for key in bound_keys("quit")),
        ("escape", "app.offer_to_leave"),
    ]

    def __init__(self, make: Callable[[], Sequence[Door]], *, keeps: bool) -> None:
        """Show the doors that a function makes, which is asked again whenever the screen is come back to.

        `keeps` says whether what was read is known.
        """
        super().__init__()
        self.make = make
        self.shown = make()
        self.keeps = keeps

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield StyledText(lambda width, _: [[(" Search Tree Visualizer", "title")]], id="header")
        with Horizontal(id="ways"):
            yield Choices(id="doors", markup=False)
            yield CutDemo(id="demo")
        yield StyledText(
            lambda width, _: [
                with_ellipsis([(COMMAND_LABEL, "dim"), (self.at.command, "text")], width)
            ],
            id="same",
        )
        yield KeyBar(lambda: DOOR_KEYS, id="keys")
        yield Static(SCREEN_TOO_SMALL, id="too-small")

    def on_screen_resume(self) -> None:
        """List the doors as they are now."""
        self.shown = self.make()
        self.list_doors()
        self.query_one(Choices).focus()
        self.query_one("#same", StyledText).show()

    def list_doors(self) -> None:
        """List the doors, with what is said of them in as many lines as it takes."""
        if not self.query(Choices):  # the program was left before this was drawn
            return
        listed = self.query_one(Choices)
        room = max(1, listed.content_size.width - DOOR_INDENT_COLUMNS)
        said = [
            "\n".join(textwrap.fill(text, room) for text in filter(None, door.said))
            for door in self.shown
        ]
        options = [
            titled_line(f"{door.name[0]}  {door.name}", textwrap.indent(f"{words}\n", "   "), "\n")
            for door, words in zip(self.shown, said, strict=True)
        ]
        listed.list(options, listed.highlighted or 0)

    def on_resize(self, event: events.Resize) -> None:
        """Say where there is too little room, and use what there is."""
        self.update_classes(
            start_classes(*self.size) | {"-cut": self.size.width >= MIN_COLUMNS_WITH_DEMO}
        )
        self.call_after_refresh(self.list_doors)

    def on_key(self, event: events.Key) -> None:
        """Stop the search beside the doors: somebody is there."""
        self.query_one(CutDemo).is_still = True

    @property
    def at(self) -> Door:
        """Return the door at hand."""
        return self.shown[self.query_one(Choices).highlighted or 0]

    def on_option_list_option_highlighted(self) -> None:
        """Say another command."""
        self.query_one("#same", StyledText).show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the door that was chosen."""
        self.action_open(self.shown[event.option_index].name)

    def action_open(self, name: str = "") -> None:
        """Open a door, by default the one at hand; behind two of them are several things to choose from."""
        name = name or self.at.name
        if name == "learn":
            self.app.push_screen(
                LessonsDialog(name, learning_entries(keeps=self.keeps), below=LESSON_KEYS_HINT),
                self.take_lesson,
            )
        elif name == "play":
            self.app.push_screen(ListDialog(name, games_to_play()), self.take_game)
        else:
            self.tell_app(name)

    def take_lesson(self, choice: str | None) -> None:
        """Open the lesson that was chosen, or trees to solve."""
        if choice == "practise":
            self.tell_app(choice)
        elif choice is not None:
            self.tell_app("learn", choice)

    def take_game(self, choice: tuple[str, ...] | None) -> None:
        """Play the game that was chosen."""
        if choice is not None:
            self.tell_app("play", *choice)


class LessonsDialog(ListDialog[str]):
    """Lists what there is to learn; a lesson's digit opens it as well."""

    def on_key(self, event: events.Key) -> None:
        """Open the lesson with a digit."""
        if event.character in {value for _, value in self.lines}:
            self.dismiss(event.character)


def learning_entries(*, keeps: bool) -> list[tuple[str, str]]:
    """Return what there is to learn, with what opens it: the lessons by their numbers, and trees to solve.

    Where it is known, it is said how far each lesson was read.
    """
    each = map(lessons.read_lesson, lessons.lesson_numbers())
    found = [
        (
            f"lesson {lesson.number}: {lesson.title} "
            f"{progress.describe_lesson_progress(lesson.number, len(lesson.frames)) if keeps else ''}".rstrip(),
            str(lesson.number),
        )
        for lesson in each
    ]
    return [*found, (f"trees to solve: a course of {COURSE_LENGTH}, then new ones", "practise")]
