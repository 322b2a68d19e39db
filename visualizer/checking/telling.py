"""What a game says in words: how it has ended, what people call a move or a position, what an outcome counts."""

from collections.abc import Iterator

from visualizer.checking.asking import Fault, ask, is_number, shown
from visualizer.checking.spot import Spot


def words(spot: Spot) -> Iterator[Fault]:
    """Check that labels and sentences are lines of text."""
    game, position, outcome = spot.game, spot.position, spot.facts.outcome
    if game.node_label is not None:
        yield from _text("node_label", ask("node_label", game.node_label, position))
    if game.ending is not None and outcome is not None:
        yield from _text("ending", ask("ending", game.ending, position, outcome))
    for move in spot.facts.legal:
        if game.move_label is not None:
            yield from _text("move_label", ask("move_label", game.move_label, position, move))


def counted(spot: Spot) -> Iterator[Fault]:
    """Check that an outcome counts from -1 to 1 in a random game."""
    outcome = spot.facts.outcome
    if outcome is None:
        return
    counts = ask("counting", lambda: spot.game.counting(spot.origin.position)(outcome))
    if not is_number(counts) or abs(counts) > 1:
        yield Fault(
            "counting", f"counting says {shown(counts)} of the outcome {shown(outcome)}; from -1 to 1 is allowed"
        )


def left_out(spot: Spot) -> Iterator[Fault]:
    """Check that what may be left out when moves are written is a legal move."""
    if spot.facts.outcome is None:
        move = ask("unwritten", spot.game.unwritten, spot.position)
        if move is not None and move not in spot.facts.legal:
            yield Fault("unwritten", f"unwritten is {shown(move)}, which is no legal move; return one, or None")


def _text(what: str, words: object) -> Iterator[Fault]:
    if not isinstance(words, str) or not (words.isprintable() or not words):
        yield Fault(what, f"{what} is {shown(words)}; return a line of text")
