"""What `make run` starts: on a terminal, the search to step through; elsewhere, a comparison and diagrams."""

import sys
from pathlib import Path

import games

GAME, PRESET = games.DEMONSTRATION
POSITION = [GAME, "-p", PRESET]
DIAGRAMS = Path("diagrams")


def demonstrate() -> None:
    """Step through ordered alpha-beta on a terminal; elsewhere print the comparison and write four diagrams."""
    from visualizer.cli import main

    if sys.stdin.isatty() and sys.stdout.isatty():
        main(["open", *POSITION, "-a", "ordered-alpha-beta"])
    for words in (["compare", *POSITION], export_words()):
        try:
            main(words)
        except SystemExit as ended:
            if ended.code:
                raise


def export_words() -> list[str]:
    """Return the command that writes the diagrams, over those that it wrote before."""
    DIAGRAMS.mkdir(exist_ok=True)
    files = [word for ending in ("dot", "svg", "png", "pdf") for word in ("-O", str(DIAGRAMS / f"{GAME}.{ending}"))]
    return ["export", *POSITION, "-a", "ordered-alpha-beta", "--force", *files]


if __name__ == "__main__":
    try:
        demonstrate()
    except KeyboardInterrupt:
        sys.exit(1)
