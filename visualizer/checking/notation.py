"""A position's text: `read` makes the same position of it, and refuses other texts in a sentence."""

from collections.abc import Iterator

from visualizer import lookup
from visualizer.checking.asking import Fault, ask, shown
from visualizer.checking.facts import facts_of, text_of
from visualizer.checking.spot import Spot
from visualizer.checking.values import differing_values

STRANGE = ("?", "\u0663", "-1 1", "[", "W W W", "1" * 500)
"""Texts that are positions of hardly any game, and that readers have failed at."""


def read_back(spot: Spot) -> Iterator[Fault]:
    """Check that the text is read as a position with the same answers and values."""
    text = spot.facts.text
    try:
        position = ask("read()", spot.game.read, text, spot.origin.settings, may_refuse=True)
    except ValueError as error:
        yield Fault("text not read back", f"text() is {shown(text)}, and read() refuses it: {error}")
        return
    found = facts_of(position)
    known = () if spot.game.untold else ("key",)
    difference = spot.facts.differing(found, "text", "maximizing", "outcome", "moves", *known)
    if difference := difference or differing_values(spot.game, spot.position, position, found.outcome):
        yield Fault(
            "text not read back",
            f"after read() has read {shown(text)}, {difference}; let text() tell all that the future depends on, and "
            "key() nothing else",
        )


def strange_texts(spot: Spot) -> Iterator[Fault]:
    """Check that any text is read as a position, or refused by a ValueError with a sentence."""
    for text in (*STRANGE, spot.facts.text + " x", spot.facts.text[:-1]):
        try:
            facts_of(ask(f"read({text[:20]!r})", spot.game.read, text, spot.origin.settings, may_refuse=True))
        except ValueError as error:
            if not str(error):
                yield Fault(
                    "refusal without a word", f"read({text[:20]!r}) raises an empty ValueError; say what is wrong"
                )


def sizes_contradicted(spot: Spot) -> Iterator[Fault]:
    """Check that the text of one size is refused where another is asked for."""
    game = spot.game
    if len(game.sizes) < 2:
        return
    try:
        first, second = (lookup.read_settings(game, {"size": size}) for size in game.sizes[:2])
        text = text_of(ask("start()", game.start, first, may_refuse=True))
        position = ask("read()", game.read, text, second, may_refuse=True)
    except ValueError:
        return
    if text_of(position) == text:
        yield Fault(
            "size contradicted",
            f"read() takes {shown(text)} where size {game.sizes[1]} is asked for; let it raise ValueError",
        )
