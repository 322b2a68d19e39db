"""The first screen: doors to learn, to watch a search and to play, and one to all choices."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static

from visualizer.exercises import lessons
from visualizer.exercises.tasks import LESSONS
from visualizer.playing import progress
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.tui.cells.styled_lines import ellipsed
from visualizer.tui.draft import Draft
from visualizer.tui.screens.action_screen import Chosen
from visualizer.tui.screens.dialog import ListDialog
from visualizer.tui.start.choices import games_on_offer, opened, title_of_game, titled
from visualizer.tui.start.fields import entry
from visualizer.tui.start.sentences import SAME
from visualizer.tui.terminal.pane_layout import TOO_SMALL, is_tiny
from visualizer.tui.widgets import Choices, KeyBar, StyledText

FIRST = Recipe(PositionSpec("tree", "aima-5.2"), SearchSpec("alpha-beta"))
"""What is watched before anything else was, at its first cut."""
KEYS = [("↑↓", "choose", ""), ("enter", "open", "screen.open"), ("T", "theme", "app.theme"),
        ("q", "quit", "app.quit")]  # fmt: skip

DIGITS = "enter chooses, a digit opens a lesson, escape closes"


@dataclass(frozen=True, slots=True)
class Door:
    """A way in: its name, whose first letter is its key, a command, what is behind it, and where one stopped."""

    name: str
    command: str
    said: tuple[str, ...]


def doors(recent: Sequence[Recipe], *, keeps: bool) -> tuple[Door, ...]:
    """Return the doors; `recent` is what was opened last, and `keeps` says whether what was read is known."""
    number = next_lesson(keeps=keeps)
    last = next(iter(opened(recent[:1])), None)
    watched = Draft.of(FIRST) if last is None else last.draft
    return (
        Door("learn", f"visualizer lesson {number or 1}",
             ("lessons, from minimax to MCTS, and trees to solve", where_one_is(number, keeps=keeps))),
        Door("watch", watched.command(),
             ("a search thinks, step by step",
              f"a first cut: {titled(watched)}" if last is None else f"last: {last.title}")),
        Door("play", "visualizer play tictactoe", ("against a search, and see what each move gave away",)),
        Door("choose", "visualizer --help", ("any game, position and search, also your own",)),
    )  # fmt: skip


def next_lesson(*, keeps: bool) -> int:
    """Return the number of the last lesson, or the first behind it, that was not read to its end; 0 where all were."""
    if not keeps:
        return lessons.numbers()[0]
    left = [number for number in lessons.numbers() if progress.frame(number) < len(lessons.lesson(number).frames)]
    behind = [number for number in left if number >= progress.last_lesson()]
    return next(iter([*behind, *left]), 0)


def where_one_is(number: int, *, keeps: bool) -> str:
    """Say which lesson is next, and at which frame; "" where all were read."""
    read = progress.frame(number) if keeps and number else 0
    return f"you are at lesson {number}{f', frame {read + 1}' if read else ''}" if number else ""


class DoorsScreen(Screen[None]):
    """Shows the doors; what is behind them is opened by the app."""

    CSS_PATH = "start.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *((name[0], f"open('{name}')") for name in ("learn", "watch", "play", "choose")),
        ("T", "app.theme"),
        ("escape,q", "app.quit"),
    ]

    def __init__(self, make: Callable[[], Sequence[Door]], *, keeps: bool) -> None:
        """Show the doors that a function makes, which is asked again whenever the screen is come back to.

        `keeps` says whether what was read is known.
        """
        super().__init__()
        self.make, self.shown, self.keeps = make, make(), keeps

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield StyledText(lambda width, _: [[(" Search Tree Visualizer", "title")]], id="header")
        yield Choices(id="doors", markup=False)
        yield StyledText(lambda width, _: [ellipsed([(SAME, "dim"), (self.at.command, "text")], width)], id="same")
        yield KeyBar(lambda: KEYS, id="keys")
        yield Static(TOO_SMALL, id="too-small")

    def on_screen_resume(self) -> None:
        """List the doors as they are now."""
        listed = self.query_one(Choices)
        self.shown = self.make()
        options = [entry(f"{door.name[0]}  {door.name}", "\n   ".join(filter(None, door.said)) + "\n", "\n   ")
                   for door in self.shown]  # fmt: skip
        listed.list(options, listed.highlighted or 0)
        listed.focus()
        self.query_one("#same", StyledText).show()

    def on_resize(self, event: events.Resize) -> None:
        """Say where there is too little room."""
        self.set_class(is_tiny(*self.size), "-tiny")

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
                LessonsDialog(name, learning(keeps=self.keeps), below=DIGITS), partial(self.take, name)
            )
        elif name == "play":
            games = [(title_of_game(name), name) for name, missing in games_on_offer().items() if not missing]
            self.app.push_screen(ListDialog(name, games), partial(self.take, name))
        else:
            self.post_message(Chosen(name))

    def take(self, door: str, choice: str | None) -> None:
        """Open what was chosen behind a door."""
        if choice is not None:
            self.post_message(Chosen(choice) if choice == "practise" else Chosen(door, choice))


class LessonsDialog(ListDialog[str]):
    """Lists what there is to learn; a lesson's digit opens it, too."""

    def on_key(self, event: events.Key) -> None:
        """Open the lesson with a digit."""
        if event.character in {value for _, value in self.lines}:
            self.dismiss(event.character)


def learning(*, keeps: bool) -> list[tuple[str, str]]:
    """Return what there is to learn, with what opens it: the lessons by their numbers, and trees to solve.

    Where it is known, it is said how far each lesson was read.
    """
    each = map(lessons.lesson, lessons.numbers())
    found = [
        (f"lesson {lesson.number}: {lesson.title} "
         f"{progress.how_far(lesson.number, len(lesson.frames)) if keeps else ''}".rstrip(), str(lesson.number))
        for lesson in each
    ]  # fmt: skip
    return [*found, (f"trees to solve: a course of {LESSONS}, then new ones", "practise")]
