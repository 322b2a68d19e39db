"""Who chooses the moves of a side: a person, a search, or an opponent with a name."""

from dataclasses import dataclass
from math import inf

from games import AnyPosition, Game, did_you_mean
from visualizer.searching.algorithms import algorithms
from visualizer.searching.lookup import ALGORITHM_FOR_CHANCE
from visualizer.searching.recipe import SearchSpec
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import unknown_name_error

USUAL_OPPONENT = SearchSpec("ordered-alpha-beta")
"""The default opponent in games without chance."""
MOVE_SECONDS = 2.0
"""How long a search without a name may search for a move."""


@dataclass(frozen=True, slots=True)
class Mover:
    """Who chooses the moves of a side: a search, or a person if `search` is None.

    A search with a name is never stopped, so that it plays the same on every machine. Any other
    search answers after `seconds` with what it has found.
    """

    search: SearchSpec | None = None
    name: str = ""
    seconds: float = inf

    @property
    def is_person(self) -> bool:
        """Whether a person moves."""
        return self.search is None

    @property
    def sentence_name(self) -> str:
        """The mover in sentences: its name, or its algorithm and depth, or `person`."""
        if self.name or self.search is None:
            return str(self)
        if isinstance(self.search.depth, int):
            return f"{self.search.algorithm} to depth {self.search.depth}"
        return self.search.algorithm

    @property
    def label(self) -> str:
        """The mover next to the name of its side: `easy bot`, `tutorial-bot`, `person`."""
        if self.name and not self.name.endswith("bot"):
            return f"{self.name} bot"
        return self.sentence_name

    def __str__(self) -> str:
        """Return the opponent's name, the search as typed on the command line, or `person`."""
        if self.name:
            return self.name
        if self.search is None:
            return "person"
        return self.search.to_spec()


HUMAN_MOVER = Mover()


def usual_opponent_for(game: Game, position: AnyPosition) -> SearchSpec:
    """Return the search that plays by default from a position on, with or without chance."""
    if game.chance(position):
        return SearchSpec(ALGORITHM_FOR_CHANCE)
    return USUAL_OPPONENT


def opponents(game: Game) -> dict[str, SearchSpec]:
    """Return a game's opponents by name: its own, and `easy`, `middle` and `hard`.

    A game may define these three itself. By default, they search to one ply, to half of the game's
    default depth, and to its default depth (or to the end if the game has no default depth).
    """
    found = {name: SearchSpec.typed(words) for name, words in game.opponents.items()}
    for name, search in _usual_opponents(game).items():
        found.setdefault(name, search)
    return found


def _usual_opponents(game: Game) -> dict[str, SearchSpec]:
    """Return the default searches for `easy`, `middle` and `hard`."""
    # A search to the end of the game has no half, so take 3 plies.
    half = 3
    if game.depth is not None:
        half = (game.depth + 1) // 2
    depths: dict[str, int | str] = {
        "easy": 1,
        "middle": half,
        "hard": game.depth or "all",
    }

    algorithm_name = USUAL_OPPONENT.algorithm
    # Alpha-beta cannot search positions with chance.
    if game.involves_chance:
        algorithm_name = ALGORITHM_FOR_CHANCE
    return {name: SearchSpec(algorithm_name, depth=depth) for name, depth in depths.items()}


def opponent_named(game: Game, name: str) -> Mover:
    """Return the opponent with a name; InputError lists the game's opponents."""
    known = opponents(game)
    if name not in known:
        raise unknown_name_error(f"{game.name} has no opponent", name, known)
    return Mover(known[name], name)


def read_opponent(game: Game, words: str, seconds: float = inf) -> Mover:
    """Return the opponent that `words` describe: the name of an opponent, or a search.

    A search without a name has `seconds` for a move. InputError if the words describe neither.
    """
    known = opponents(game)
    if words in known:
        return opponent_named(game, words)
    # A single word that is unknown is more likely a mistyped name than a search.
    if words.isidentifier() and words not in algorithms():
        hint = did_you_mean(words, [*known, *algorithms().names()])
        raise InputError(
            f"no search or opponent is called {words!r:.60}{hint}; opponents: {' '.join(known)}; "
            f"searches: {' '.join(algorithms().names())}"
        )
    return Mover(SearchSpec.typed(words), "", seconds)
