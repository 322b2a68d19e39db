"""What is read and written: names of moves, a position's text, and what a game says in words."""

from collections.abc import Callable, Iterator
from typing import Any

from visualizer.checking.facts import Fault, Spot, ask, facts_of, fitting, is_number, shown, text_of
from visualizer.checking.values import differing_values
from visualizer.plugins.discovery import read_settings

STRANGE = ("?", "\u0663", "-1 1", "[", "W W W", "1" * 500)
"""Texts that are positions of hardly any game, and that readers have failed at."""


def names_differ(spot: Spot) -> None:
    """Check that two moves of a position have two names."""
    names = spot.facts.moves
    for number, name in enumerate(names):
        if names.index(name) != number:
            raise Fault(
                "two moves with one name",
                f"two moves are named {name!r}, so that neither can be played by its name; let name() tell them apart",
            )


def names_are_words(spot: Spot) -> None:
    """Check that a name is one word to whoever splits a text into moves."""
    for name in spot.facts.moves:
        split = ask("split_moves()", lambda word: [*spot.game.split_moves(word)], name)
        if split != [name]:
            raise Fault(
                "name of several words",
                f"the move {name!r} is read as {shown(split)}; write it without spaces, or let split_moves allow them",
            )


def name_read_back(spot: Spot, name: str) -> None:
    """Check that a name stands for the move that has it: both lead to the same position."""
    if spot.facts.moves.count(name) > 1:
        return
    position = spot.position
    meant = ask("play()", position.play, spot.facts.legal[spot.facts.moves.index(name)])
    try:
        found = ask("find_move()", spot.game.find_moves, position, name, may_refuse=True)
    except ValueError as error:
        why = f"the legal move {name!r} is refused ({error}); let find_move find each name()"
        raise Fault("name not read back", why) from error
    for move in found:
        position = ask("play()", position.play, move)
    if difference := facts_of(meant).differing(facts_of(position)):
        raise Fault("name not read back", f"the move {name!r} is read as another one: after them {difference}")


def text_read_back(spot: Spot) -> None:
    """Check that the text is read as a position with the same answers and values."""
    text = spot.facts.text
    try:
        position = ask("read()", spot.game.read, text, spot.origin.settings, may_refuse=True)
    except ValueError as error:
        raise Fault("text not read back", f"text() is {shown(text)}, and read() refuses it: {error}") from error
    found = facts_of(position)
    known = () if spot.game.untold else ("key",)
    difference = spot.facts.differing(found, "text", "maximizing", "outcome", "moves", *known)
    if difference := difference or differing_values(spot.game, spot.position, position, found.outcome):
        raise Fault(
            "text not read back",
            f"after read() has read {shown(text)}, {difference}; let text() tell all that the future depends on, and "
            "key() nothing else",
        )


def strange_texts(spot: Spot) -> Iterator[Fault]:
    """Check that any text is read as a position, or refused by a ValueError with a sentence."""
    for text in (*STRANGE, spot.facts.text + " x", spot.facts.text[:-1]):
        reading = f"read({text[:20]!r})"
        try:
            position = ask(reading, spot.game.read, text, spot.origin.settings, may_refuse=True)
        except ValueError as error:
            if not str(error):
                yield Fault("refusal without a word", f"{reading} raises an empty ValueError; say what is wrong")
            continue
        try:
            facts_of(position)
        except Fault as fault:
            yield Fault("text of no position", f"{reading} is not refused, and of what it returns: {fault.why}")


def sizes_contradicted(spot: Spot) -> Iterator[Fault]:
    """Check that the text of one size is refused where another is asked for."""
    game = spot.game
    if len(game.sizes) < 2:
        return
    try:
        first, second = (read_settings(game, {"size": size}) for size in game.sizes[:2])
        text = text_of(ask("start()", game.start, first, may_refuse=True))
        position = ask("read()", game.read, text, second, may_refuse=True)
    except ValueError:
        return
    if text_of(position) == text:
        yield Fault(
            "size contradicted",
            f"read() takes {shown(text)} where size {game.sizes[1]} is asked for; let it raise ValueError",
        )


def sentences(spot: Spot) -> Iterator[Fault]:
    """Check that labels and sentences are lines of text."""
    game, position, outcome = spot.game, spot.position, spot.facts.outcome
    asked: list[tuple[str, Callable[..., str] | None, list[Any]]] = [("node_label", game.node_label, [position])]
    asked += [("note", game.note, [position])] if outcome is None else [("ending", game.ending, [position, outcome])]
    asked += [("move_label", game.move_label, [position, move]) for move in spot.facts.legal]
    for what, function, arguments in asked:
        words = "" if function is None else ask(what, function, *arguments)
        if not isinstance(words, str) or not (words.isprintable() or not words):
            yield Fault(what, f"{what} is {shown(words)}; return a line of text")


def counted(spot: Spot) -> None:
    """Check that an outcome counts from -1 to 1 in a random game."""
    outcome = spot.facts.outcome
    if outcome is not None:
        counts = ask("counting", lambda: spot.game.counting(spot.origin.position)(outcome))
        what = f"what the outcome {shown(outcome)} counts"
        fitting("counting", what, counts, is_number(counts) and abs(counts) <= 1, "from -1 to 1 is allowed")


def left_out(spot: Spot) -> None:
    """Check that what may be left out when moves are written is a legal move."""
    if spot.facts.outcome is None:
        move = ask("unwritten", spot.game.unwritten, spot.position)
        is_legal = move is None or move in spot.facts.legal
        fitting("unwritten", "unwritten", move, is_legal, "return a legal move, or None")
