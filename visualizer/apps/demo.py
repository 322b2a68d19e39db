"""The demonstration of `make run`: a search at its first cut, or a comparison and diagrams."""

import sys
from pathlib import Path

import games

DEMO_GAME, DEMO_PRESET = games.DEMONSTRATION
DEMO_POSITION = [DEMO_GAME, "-p", DEMO_PRESET]
DEMO_ALGORITHM = "ordered-alpha-beta"
DEMO_DIAGRAM_FOLDER = Path("diagrams")


def demonstrate() -> None:
    """Show what the program can do: on a terminal, open a search at its first cutoff.

    Elsewhere, print a comparison of searches, and draw one of them to a file.
    """
    from visualizer.apps.cli import run_command_line

    if sys.stdin.isatty() and sys.stdout.isatty():
        step = str(first_cut())
        # This exits when the user leaves the screen, so the rest does not run on a terminal.
        run_command_line(["open", *DEMO_POSITION, "-a", DEMO_ALGORITHM, "--step", step])
    for arguments in (["compare", *DEMO_POSITION], demo_export_command()):
        try:
            run_command_line(arguments)
        # Every command exits at its end; a failed command ends the demonstration, too.
        except SystemExit as ended:
            if ended.code:
                raise


def first_cut() -> int:
    """Return the step of the first cut."""
    from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
    from visualizer.searching.run import Run

    recipe = Recipe(PositionSpec(DEMO_GAME, DEMO_PRESET), SearchSpec(DEMO_ALGORITHM))
    trace = Run(recipe).finish().trace
    return trace.cut_step(trace.cuts[0]) or 0


def demo_export_command() -> list[str]:
    """Return the command that writes the diagrams, replacing diagrams of an earlier run."""
    DEMO_DIAGRAM_FOLDER.mkdir(exist_ok=True)
    files = []
    for ending in ("dot", "svg", "png", "pdf"):
        files += ["-O", str(DEMO_DIAGRAM_FOLDER / f"{DEMO_GAME}.{ending}")]
    return ["export", *DEMO_POSITION, "-a", DEMO_ALGORITHM, "--force", *files]


if __name__ == "__main__":
    try:
        demonstrate()
    except KeyboardInterrupt:
        sys.exit(1)
