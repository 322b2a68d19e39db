"""What a person does about challenges in a tree to play with: asks for one, and to be shown."""

from typing import Protocol

from games.tree.notation import Node
from visualizer.errors import InputError
from visualizer.explanation.challenges import Challenge, judgement, next_challenge
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.tui.cells.styled_lines import Line, wrapped


class Challenged(Protocol):
    """A screen with a tree that is changed, and perhaps a challenge."""

    run: Run
    challenge: Challenge | None

    @property
    def at(self) -> MovePath:
        """Return the path to the node at hand."""

    def change(self, root: Node, at: MovePath) -> None:
        """Show the search of another tree."""

    def make_room(self) -> None:
        """Lay out anew."""


def do_challenge(screen: Challenged) -> None:
    """Set the next challenge for the tree as it is; InputError if there is none."""
    screen.challenge = next_challenge(screen.run, screen.challenge)
    screen.make_room()


def do_show_way(screen: Challenged) -> None:
    """Show a tree that meets the challenge, which can be undone; InputError without one."""
    if screen.challenge is None:
        raise InputError("there is no challenge; c sets one")
    screen.change(screen.challenge.solution, screen.at)


def challenge_lines(screen: Challenged, width: int) -> list[Line]:
    """Return the challenge, and whether it is met; nothing without one."""
    if screen.challenge is None:
        return []
    is_met, words = screen.challenge.is_met(screen.run), judgement(screen.challenge, screen.run)
    more = " c: the next one" if is_met else " (c: another, C: show me)"
    return wrapped(f"{words}{more}", width, "best" if is_met else "title")
