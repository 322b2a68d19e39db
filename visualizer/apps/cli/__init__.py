"""The command line: each command is in a file of this folder, which is loaded when it is used."""

import gc
import os
import sys
from importlib import import_module

import rich_click as click

from games import did_you_mean, shorten
from visualizer import __version__
from visualizer.apps.cli.messages import run_command

RECURSION_LIMIT = 5_000
"""Frames allowed outside a search: an oracle takes two for each of a thousand plies."""

COMMAND_GROUPS = {
    "Learn": {
        "lesson": ("learning_commands", "Take a lesson: how game searches think, frame by frame."),
        "practice": (
            "learning_commands",
            "Practise on trees: fill them in and learn why an answer is wrong.",
        ),
        "exercise": (
            "exercise_command",
            "Write worksheets of trees to fill in, or homework as a web page.",
        ),
    },
    "Watch": {
        "open": ("open_commands", "Step through a search."),
        "explain": ("search_commands", "Explain a search in sentences."),
        "search": ("search_commands", "Run a search and print the result."),
        "show": ("position_commands", "Draw the position."),
        "moves": ("position_commands", "List the legal moves in search order."),
        "serve": ("open_commands", "Open the visualizer in a browser on this machine."),
        "list": ("position_commands", "List games, algorithms, formats and themes."),
    },
    "Compare": {
        "compare": ("compare_commands", "Compare several searches of one position."),
        "sweep": (
            "sweep_commands",
            "Search many positions to many depths and save the results to a file.",
        ),
        "plot": ("sweep_commands", "Plot the results of a sweep."),
        "match": ("play_commands", "Let two searches play many games against each other."),
        "diff": ("compare_commands", "Show where two runs differ."),
    },
    "Play": {
        "play": ("play_commands", "Play against a search."),
        "review": ("play_commands", "Show how much each move of a game cost."),
    },
    "Export": {
        "export": ("export_command", "Save the tree as a picture or in another file format."),
        "convert": ("convert_command", "Write a game or a position in another format."),
    },
    "Your own code": {
        "grade": ("grade_command", "Grade a search of your own: is this really alpha-beta?"),
        "watch": ("watch_command", "Watch a search of your own, line by line, beside its tree."),
        "helper": (
            "own_code_commands",
            "Print a helper file that lets your bot record its search.",
        ),
        "check": ("own_code_commands", "Find mistakes in a game of your own."),
        "lint": ("compare_commands", "Find errors in a recorded search."),
        "perft": ("position_commands", "Count positions N plies deep (perft)."),
    },
    "This program": {
        "doctor": (
            "doctor_command",
            "Check what is installed, and tell what a report of a bug needs.",
        ),
        "completion": (
            "completion_command",
            "Print the script that completes commands in your shell.",
        ),
        "config": ("config_command", "Print all settings, as config.toml takes them."),
    },
}
"""Commands by purpose: the file that holds `NAME_command`, and a line of help."""
COMMAND_ROWS = {
    name: (title, *row) for title, group in COMMAND_GROUPS.items() for name, row in group.items()
}
"""Each command with its group, its file and its line of help."""


class CommandGroup(click.RichGroup):
    """The commands, which are listed without being imported."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the help."""
        return [*COMMAND_ROWS]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Return a placeholder for a command, with only its line of help."""
        if name not in COMMAND_ROWS:
            return None
        group, _, about = COMMAND_ROWS[name]
        return click.RichCommand(name=name, help=about, panel=group)

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name of a command, the command itself, and the arguments after its name.

        This imports the command's module. UsageError for an unknown name suggests a similar one.
        """
        if arguments[0] not in COMMAND_ROWS and not context.resilient_parsing:
            context.fail(
                "there is no command "
                f"{shorten(arguments[0])}{did_you_mean(arguments[0], COMMAND_ROWS)}"
            )
        # Click finds the placeholder by its name, and only the named command is then imported.
        name, placeholder, rest = super().resolve_command(context, arguments)
        if placeholder is None:
            return name, None, rest
        _, file, _ = COMMAND_ROWS[placeholder.name or ""]
        command = getattr(
            import_module(f"visualizer.apps.cli.{file}"), f"{placeholder.name}_command"
        )
        return name, command, rest


@click.group(
    cls=CommandGroup,
    help="Watch a game-tree search think: minimax and alpha-beta, step by step, on real games and "
    "textbook trees.\n\nWithout a command, the start screen opens.",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: visualizer explain tree --cuts",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.option("--no-color", is_flag=True, help="Turn colour off (setting NO_COLOR does the same).")
@click.option(
    "--ascii", "ascii_only", is_flag=True, help="Draw the start screen with ASCII characters only."
)
@click.option("--pixels", metavar="WORD", help="Pictures on the start screen: auto or no.")
@click.option(
    "--trust",
    "trusted",
    metavar="FILE.py",
    multiple=True,
    help="Which code a data file is allowed to run.",
)
@click.pass_context
def visualizer(
    context: click.Context,
    *,
    no_color: bool,
    ascii_only: bool,
    pixels: str | None,
    trusted: tuple[str, ...],
) -> None:
    """Run a command, or open the start screen."""
    # The entry point has disabled garbage collection for the time of the imports.
    gc.enable()
    if trusted:
        import_module("visualizer.support.plugins.discovery").trust_user_files(trusted)
    if context.invoked_subcommand is None:
        screen = import_module("visualizer.apps.cli.screen")
        context.exit(screen.show_start_screen(ascii_only=ascii_only, pixels=pixels))


def run_command_line(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION_LIMIT))
    words = sys.argv[1:] if arguments is None else arguments
    # A shell asks for completions.
    if "_VISUALIZER_COMPLETE" in os.environ:
        import_module("visualizer.apps.cli.completion_command")
    sys.exit(run_command(visualizer, words))
