"""What `make run` starts: on a terminal, a search at its first cut; elsewhere, a comparison and diagrams."""

import sys
from pathlib import Path

import games

GAME, PRESET = games.DEMONSTRATION
POSITION = [GAME, "-p", PRESET]
ALGORITHM = "ordered-alpha-beta"
DIAGRAMS = Path("diagrams")


def demonstrate() -> None:
    """Open a search at its first cut on a terminal; elsewhere print the comparison and write four diagrams."""
    from visualizer.apps.cli import main

    if sys.stdin.isatty() and sys.stdout.isatty():
        main(["open", *POSITION, "-a", ALGORITHM, "--step", str(first_cut())])
    for words in (["compare", *POSITION], export_words()):
        try:
            main(words)
        except SystemExit as ended:
            if ended.code:
                raise


def first_cut() -> int:
    """Return the step of the first cut."""
    from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
    from visualizer.searching.run import Run

    trace = Run(Recipe(PositionSpec(GAME, PRESET), SearchSpec(ALGORITHM))).finish().trace
    return trace.cut_step(trace.cuts[0]) or 0


def export_words() -> list[str]:
    """Return the command that writes the diagrams, over those that it wrote before."""
    DIAGRAMS.mkdir(exist_ok=True)
    files = [
        word
        for ending in ("dot", "svg", "png", "pdf")
        for word in ("-O", str(DIAGRAMS / f"{GAME}.{ending}"))
    ]
    return ["export", *POSITION, "-a", ALGORITHM, "--force", *files]


if __name__ == "__main__":
    try:
        demonstrate()
    except KeyboardInterrupt:
        sys.exit(1)
