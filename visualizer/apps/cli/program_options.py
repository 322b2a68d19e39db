"""The options of a program that is run as it is, for `watch`, `export` and `compare`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import rich_click as click

from visualizer.apps.cli.common_options import is_switch_given, print_result
from visualizer.apps.cli.messages import add_note
from visualizer.apps.cli.running import progress_line
from visualizer.apps.cli.screen import ScreenChoice, show_explorer
from visualizer.apps.cli.values import FILE_TYPE, OptionValue, whole_number_type
from visualizer.apps.tui.options import OpeningOptions
from visualizer.searching.run import Run
from visualizer.support.errors import InputError

if TYPE_CHECKING:
    from visualizer.your_code.programs.watched import WatchedProgram
    from visualizer.your_code.programs.worker import ProgramRequest

UNCUT = "uncut"
"""The name under which `--against` knows the program itself without its cuts."""
PROGRAM_EXTENSIONS = (".py", ".ipynb")
PROGRAM_PANEL = "A program as it is"
MAX_PROGRAM_NODES = 2_000_000

CALL_OPTION = click.option(
    "--call",
    type=OptionValue("EXPRESSION"),
    help='Load FILE as a module, and evaluate this in it: "minimax(Board(), 0, True)".',
)
PROGRAM_OPTIONS = (
    CALL_OPTION,
    click.option(
        "--function",
        "recursive",
        type=OptionValue("NAME"),
        help="The recursive function that searches, if FILE has several.",
    ),
    click.option(
        "--search",
        "search_number",
        type=whole_number_type("the number of the search", 1),
        help="Show the Nth search, if the program searches several times.",
    ),
    click.option(
        "--board",
        type=OptionValue("EXPRESSION"),
        help="What is shown as the board, of the variables in a call.",
    ),
    click.option(
        "--roles",
        type=OptionValue("ROLE=NAME,..."),
        help="What parameters are for: alpha, beta, depth, turn; and value, of a result.",
    ),
    click.option("--stdin", type=FILE_TYPE, help="What the program reads from standard input."),
)


class ProgramOptions(NamedTuple):
    """The options of a program, as the user gave them; None for those left out."""

    call: str | None = None
    function: str | None = None
    search: int | None = None
    board: str | None = None
    roles: str | None = None
    stdin: str | None = None

    @classmethod
    def taken_from(cls, values: dict[str, Any]) -> ProgramOptions:
        """Take the options out of the values of a command."""
        return cls(
            values.pop("call"),
            values.pop("recursive"),
            values.pop("search_number"),
            values.pop("board"),
            values.pop("roles"),
            values.pop("stdin"),
        )

    def given(self) -> list[str]:
        """Return the names of the options that were given."""
        return [name for name, value in self._asdict().items() if value is not None]

    def request(self, file: str, arguments: tuple[str, ...], **limits: Any) -> ProgramRequest:
        """Return the request to run a program with arguments; InputError for wrong roles."""
        from visualizer.your_code.programs.roles import parse_roles
        from visualizer.your_code.programs.worker import ProgramRequest

        check_expression("--call", self.call)
        check_expression("--board", self.board)
        if self.stdin is not None and not Path(self.stdin).is_file():
            raise InputError(f"--stdin {self.stdin!r:.200} is not a file")
        return ProgramRequest(
            file,
            arguments,
            stdin=self.stdin,
            call=self.call,
            function=self.function,
            board=self.board,
            roles=parse_roles(self.roles or ""),
            **limits,
        )


def is_program(name: str) -> bool:
    """Return whether an argument names a program: a file, and no function in it."""
    return name.endswith(PROGRAM_EXTENSIONS)


def check_expression(option: str, text: str | None) -> None:
    """Raise InputError if the text of an option is no expression of Python."""
    if text is None:
        return
    try:
        compile(text, option, "eval")
    except (SyntaxError, ValueError) as error:
        raise InputError(
            f"{option} {text!r:.200} is no expression of Python: {error.args[0]}"
        ) from error


def run_program(
    request: ProgramRequest, search: int | None, *, against: str | None, kind: type[Run] = Run
) -> WatchedProgram:
    """Run a program with a line of progress; `against` is "uncut" or None, else InputError."""
    from visualizer.your_code.programs.watched import watch_program

    if against not in (None, UNCUT):
        raise InputError(
            f"--against {against!r:.60} is for FILE.py:FUNCTION; a program is held against itself, "
            f"with --against {UNCUT}"
        )
    with progress_line() as show_progress:
        show_progress(f"running {request.file} (Ctrl-C stops) ")
        return watch_program(
            request,
            search,
            against_uncut=against is not None,
            kind=kind,
        )


def show_program(watched: WatchedProgram, screen: ScreenChoice) -> int:
    """Show a program's search on the screen, in line mode or as data; return the status."""
    sentences = watched.sentences()
    if is_switch_given("as_json"):
        print_result("", watched.as_object())
        return watched.status
    if screen.is_full():
        explore_program(watched, screen, sentences)
    else:
        step_through_program(watched, screen, sentences)
    return watched.status


def step_through_program(
    watched: WatchedProgram, screen: ScreenChoice, sentences: list[str]
) -> None:
    """Step through a program's search in line mode, from the first line that is to be seen."""
    from visualizer.apps.dialogue.stepping import StepLines

    for sentence in [*sentences, *watched.boards()]:
        add_note(sentence)
    screen.run_in_line_mode(StepLines(watched.run, moment=watched.first_moment))


def explore_program(watched: WatchedProgram, screen: ScreenChoice, sentences: list[str]) -> None:
    """Show a program's search in the explorer, from the first line that is to be seen."""
    options = OpeningOptions(
        screen.theme or "",
        moment=watched.first_moment,
        pixels=screen.pixels,
        is_kept=False,
    )
    run = watched.run
    show_explorer(
        [run],
        [run.recipe.search],
        options,
        sentences,
        ascii_only=screen.ascii_only,
    )
