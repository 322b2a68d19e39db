"""Which positions a sweep searches: a game's presets, the lines of a file, or positions drawn at random."""

import random
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from games import AnyPosition, Game
from visualizer.errors import InputError, as_input_error, read_text
from visualizer.lookup import load_game, preset_of, resolve, settings_of
from visualizer.plugins.discovery import read_settings
from visualizer.recipe import PositionSpec
from visualizer.search_options import read_count

PRESETS = "presets"
RANDOM = "random:"
PLIES = 12
"""Plies from the start to a random position, by default."""
TRIES = 100
MOST = 100_000


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A position of a sweep: its name there, and what names it, with every setting."""

    name: str
    where: PositionSpec


def named_positions(game_name: str, positions: str, settings: Mapping[str, str], seed: int) -> list[NamedPosition]:
    """Return the positions of a game that `presets`, `random:N`, `random:N:PLIES` or a file's name stands for.

    InputError says what is wrong, for a file with the number of the line.
    """
    game = load_game(game_name)
    if positions == PRESETS:
        wheres = ((preset.name, PositionSpec(game_name, preset.name, "", settings)) for preset in game.presets)
        return [NamedPosition(name, written_out(where)) for name, where in wheres]
    if positions.startswith(RANDOM):
        return [*_at_random(game_name, game, positions, settings, seed)]
    return [*_from_file(game_name, positions, settings)]


def written_out(where: PositionSpec) -> PositionSpec:
    """Return the same position in the game's own notation, with the settings that a preset brings.

    A tree that was grown from settings stays as it was asked for: the settings say it all, and shorter.
    """
    game, position = resolve(where)
    settings, text = settings_of(game, where), position.text()
    try:
        game.read(text, read_settings(game, settings))
    except ValueError:
        preset = preset_of(game, where)
        return PositionSpec(where.game, preset.text if preset else where.position, "", settings)
    return PositionSpec(where.game, text, "", settings)


def _from_file(game_name: str, file: str, settings: Mapping[str, str]) -> Iterator[NamedPosition]:
    """Read one notation a line, the name of a preset too; `#` begins a comment, at the start or behind a space."""
    allowed = f"; allowed: {PRESETS}, {RANDOM}N, {RANDOM}N:PLIES, FILE"
    text = read_text(file, f"the positions {file!r:.80}", allowed)
    name, empty = Path(file).name, True
    for number, line in enumerate(text.split("\n"), 1):
        notation = f" {line}".split(" #", 1)[0].strip()
        if not notation:
            continue
        empty = False
        with as_input_error(f"line {number} of {file}: "):
            yield NamedPosition(f"{name}:{number}", written_out(PositionSpec(game_name, notation, "", settings)))
    if empty:
        raise InputError(f"the file {file!r:.80} has no position; one notation a line is read")


def _at_random(
    game_name: str, game: Game, asked: str, settings: Mapping[str, str], seed: int
) -> Iterator[NamedPosition]:
    """Draw positions: the same for the same seed, and fewer are the first of more.

    A game whose start is drawn by a setting `seed`, as a random tree is, has the seeds from `seed` on.
    """
    count, plies = _read_random(asked)
    if any(option.name == "seed" for option in game.options):
        if plies is not None or "seed" in settings:
            raise InputError(f"{asked!r} of {game.name} are starts with the seeds from --seed on; leave out the rest")
        for number in range(count):
            where = PositionSpec(game_name, None, "", {**settings, "seed": str(seed + number)})
            yield NamedPosition(f"random {number + 1}", written_out(where))
        return
    with as_input_error():
        start = game.start(read_settings(game, dict(settings)))
    seen: set[Hashable] = set()
    for number in range(count):
        dice = random.Random(f"{game.name} {seed} {number}")
        text = _played(start, PLIES if plies is None else plies, dice, seen).text()
        yield NamedPosition(f"random {number + 1}", written_out(PositionSpec(game_name, text, "", settings)))


def _read_random(asked: str) -> tuple[int, int | None]:
    """Read `random:N` or `random:N:PLIES`."""
    count, colon, plies = asked.removeprefix(RANDOM).partition(":")
    number = read_count("the number of random positions", 1, MOST)(count)
    return number, read_count("the number of random plies", 0)(plies) if colon else None


def _played(start: AnyPosition, plies: int, dice: random.Random, seen: set[Hashable]) -> AnyPosition:
    """Return a position so many random plies from the start, in which the game goes on.

    A playout that ends sooner, or comes to a position drawn before, is played again; where that does not help, as in
    small games, the position is one from the middle of the last playout.
    """
    line: list[AnyPosition] = []
    for _ in range(TRIES):
        line = [start]
        while len(line) <= plies and line[-1].outcome() is None:
            moves = line[-1].moves()
            line.append(line[-1].play(moves[dice.randrange(len(moves))]))
        if len(line) > plies and line[-1].outcome() is None and line[-1].key() not in seen:
            seen.add(line[-1].key())
            return line[-1]
    return line[(len(line) - 1) // 2]
