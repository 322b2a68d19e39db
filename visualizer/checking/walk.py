"""Which positions are looked at: those near where games begin, and games to their ends, every move having its turn."""

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from itertools import count

import games
from games import Game
from visualizer import lookup
from visualizer.checking.facts import Fault, Origin, Place, Spot, ask, facts_of
from visualizer.checking.steadiness import behind
from visualizer.errors import InputError
from visualizer.plugins.discovery import read_settings
from visualizer.recipe import PositionSpec

NEAR = 400
"""Positions met in breadth between two games."""
BESIDE = 8
"""Moves that are tried in each position of a game; in breadth all are."""
ENOUGH = 40
"""Games that are played where breadth has come to an end."""
LONGEST = 1_000
"""Plies after which a game is given up: as deep as searches look."""

Stage = tuple[Spot, list[Spot] | None]
Tell = Callable[[Fault, Origin, tuple[str, ...]], None]


def beginnings(name: str, game: Game, tell: Callable[[Fault, PositionSpec], None]) -> list[Spot]:
    """Return the positions in which games begin, all different; that of a game without settings is the first.

    What cannot be read is told. InputError where the game needs a library that is not installed.
    """
    found: list[Spot] = []
    for what, where in _wheres(name, game):
        try:
            spot = _spot(game, where, what)
        except Fault as fault:
            tell(fault, where)
            continue
        if what == "default" and found and (difference := found[0].facts.differing(spot.facts)):
            tell(Fault("default", f"with the default of {next(iter(where.settings))} {difference}"), where)
        if all(each.facts != spot.facts for each in found):
            found.append(spot)
    return found


def _wheres(name: str, game: Game) -> Iterator[tuple[str, PositionSpec]]:
    yield "start", PositionSpec(name)
    for preset in game.presets:
        yield f"preset {preset.name}", PositionSpec(name, preset.name)
    for size in game.sizes:
        yield f"size {size}", PositionSpec(name, settings={"size": size})
    for option in game.options:
        yield "default", PositionSpec(name, settings={option.name: option.default})


def _spot(game: Game, where: PositionSpec, what: str) -> Spot:
    """Return a beginning; Fault if it cannot be had."""
    try:
        if what == "start":
            position = ask("start()", game.start, {}, may_refuse=True)
            facts = facts_of(position)
            return Spot(game, Origin(PositionSpec(where.game, facts.text), position, {}), (), position, facts)
        position = ask(f"read() of the {what}", lambda: lookup.resolve(where)[1], may_refuse=True)
        settings = read_settings(game, lookup.untold_settings(game, where))
        return Spot(game, Origin(where, position, settings), (), position, facts_of(position))
    except games.NotInstalled as error:
        raise InputError(str(error)) from error
    except ValueError as error:
        if isinstance(error.__cause__, games.NotInstalled):
            raise
        raise Fault(what, f"the {what} cannot be read: {error}") from error


class GameWalk:
    """A walk through a game, the same for the same seed.

    `games` counts what was played to its end, `plies` are those of the longest. What cannot be asked is told, and the
    walk goes on elsewhere.
    """

    def __init__(self, beginnings: Sequence[Spot], seed: int, tell: Tell) -> None:
        """Begin there; every second game is played from the first of them."""
        self.beginnings, self.tell = beginnings, tell
        self.games = self.plies = 0
        self.line: list[Spot] = []
        """The positions of the game at hand."""
        self._random = random.Random(seed)
        self._asked = 0
        self._waiting = deque(beginnings)
        self._met: set[Place] = set()
        self._tried, self._played = Counter[tuple[int, int, str]](), Counter[tuple[int, int, str]]()
        """How often a move was tried and played, by origin, ply and name."""

    def spots(self) -> Iterator[Stage]:
        """Yield each position twice: before its moves are played, and then with some of those behind it.

        The next one of a game is the first of these; behind its last there is none.

        It ends where breadth has met every position, after a few games.
        """
        for number in count():
            enough = self._asked + NEAR
            while self._waiting and self._asked < enough:
                yield from self._in_breadth()
            if not self.beginnings or (not self._waiting and number >= ENOUGH):
                return
            others = len(self.beginnings) - 1
            yield from self._game(self.beginnings[1 + number // 2 % others if others and number % 2 else 0])

    def _in_breadth(self) -> Iterator[Stage]:
        spot = self._waiting.popleft()
        yield spot, None
        after = self._after(spot, range(len(spot.facts.moves)))
        yield spot, after
        for each in after:
            if each.place not in self._met:
                self._met.add(each.place)
                self._waiting.append(each)

    def _game(self, spot: Spot) -> Iterator[Stage]:
        self.line = [spot]
        while spot.facts.moves and len(spot.path) < LONGEST:
            yield spot, None
            chosen = self._least(self._played, spot, 1)
            after = self._after(spot, dict.fromkeys(chosen + self._least(self._tried, spot, BESIDE)))
            yield spot, after + self._exchanged(after[:2])
            if not after:
                return
            self._played[_place(spot, chosen[0])] += 1
            spot = after[0]
            self.line.append(spot)
        self.games += 1
        self.plies = max(self.plies, len(spot.path))
        yield spot, None
        yield spot, []

    def _exchanged(self, after: Sequence[Spot]) -> list[Spot]:
        """Return the positions after two moves in either order: they are two, and often alike."""
        found = []
        for one, two in (after, after[::-1]) if len(after) == 2 else ():
            if two.path[-1] in one.facts.moves:
                found += self._after(one, [one.facts.moves.index(two.path[-1])])
        return found

    def _least(self, counted: Counter[tuple[int, int, str]], spot: Spot, most: int) -> list[int]:
        """Return the numbers of some moves that were counted least, by chance among equals."""
        numbers = range(len(spot.facts.moves))
        return sorted(numbers, key=lambda number: (counted[_place(spot, number)], self._random.random()))[:most]

    def _after(self, spot: Spot, numbers: Sequence[int] | dict[int, None]) -> list[Spot]:
        """Return the positions after some moves; what goes wrong is told."""
        found = []
        for number in numbers:
            self._tried[_place(spot, number)] += 1
            path = (*spot.path, spot.facts.moves[number])
            self._asked += 1
            try:
                found.append(behind(spot, number))
            except Fault as fault:
                self.tell(fault, spot.origin, path)
        return found


def _place(spot: Spot, number: int) -> tuple[int, int, str]:
    return id(spot.origin), len(spot.path), spot.facts.moves[number]
