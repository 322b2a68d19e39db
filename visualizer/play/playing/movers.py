"""Who chooses the moves of a side: a person, or a search under its own words or under a name."""

from dataclasses import dataclass
from math import inf

from games import AnyPosition, Game, did_you_mean
from visualizer.searching.algorithms import algorithms
from visualizer.searching.lookup import ALGORITHM_FOR_CHANCE
from visualizer.searching.recipe import SearchSpec
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import unknown_name_error

USUAL_OPPONENT = SearchSpec("ordered-alpha-beta")
"""What one plays against if nothing is said, in games without chance."""
MOVE_SECONDS = 2.0
"""How long a search without a name may think about a move."""


@dataclass(frozen=True, slots=True)
class Mover:
    """Who chooses the moves of a side: a person if there is no search.

    A search that has a name thinks to its end on every machine; another answers with what it has after some seconds.
    """

    search: SearchSpec | None = None
    name: str = ""
    seconds: float = inf

    @property
    def is_person(self) -> bool:
        """Return whether a person moves."""
        return self.search is None

    @property
    def called(self) -> str:
        """What a sentence calls it: its name, else its algorithm and how deep it looks, if that is said."""
        search = self.search
        if self.name or search is None:
            return str(self)
        return search.algorithm + (
            f" to depth {search.depth}" if isinstance(search.depth, int) else ""
        )

    @property
    def described(self) -> str:
        """Return it beside a side's name: `easy bot`, `tutorial-bot`, `alpha-beta to depth 4`."""
        if self.name and not self.name.endswith("bot"):
            return f"{self.name} bot"
        return self.called

    def __str__(self) -> str:
        """Return the opponent's name, the search in the grammar of the command line, or `person`."""
        return self.name or ("person" if self.search is None else self.search.to_spec())


HUMAN_MOVER = Mover()


def usual_opponent_for(game: Game, position: AnyPosition) -> SearchSpec:
    """Return what one plays against if nothing is said, from a position on."""
    if game.chance(position):
        return SearchSpec(ALGORITHM_FOR_CHANCE)
    return USUAL_OPPONENT


def opponents(game: Game) -> dict[str, SearchSpec]:
    """Return the searches to play against by name: those of a game, and `easy`, `middle` and `hard`.

    Where the game does not say what these three are, they are ordered searches to one ply, to half of its default depth
    and to all of it (to the end of the game for none).
    """
    if game.depth is None:
        half = 3
    else:
        half = (game.depth + 1) // 2
    depths: dict[str, int | str] = {"easy": 1, "middle": half, "hard": game.depth or "all"}
    algorithm = ALGORITHM_FOR_CHANCE if game.rolls else USUAL_OPPONENT.algorithm
    usual = {name: SearchSpec(algorithm, depth=depth) for name, depth in depths.items()}
    return {
        **{name: SearchSpec.typed(words) for name, words in game.opponents.items()},
        **{name: search for name, search in usual.items() if name not in game.opponents},
    }


def opponent_named(game: Game, name: str) -> Mover:
    """Return the opponent with a name; InputError lists the game's opponents."""
    known = opponents(game)
    if name not in known:
        raise unknown_name_error(f"{game.name} has no opponent", name, known)
    return Mover(known[name], name)


def read_opponent(game: Game, words: str, seconds: float = inf) -> Mover:
    """Return the opponent with a name, else the search in the grammar of the command line; InputError if neither.

    A search without a name has n seconds for a move.
    """
    known = opponents(game)
    if words.isidentifier() and words not in known and words not in algorithms():
        hint = did_you_mean(words, [*known, *algorithms().names()])
        raise InputError(
            f"no search or opponent is called {words!r:.60}{hint}; opponents: {' '.join(known)}; "
            f"searches: {' '.join(algorithms().names())}"
        )
    if words in known:
        return opponent_named(game, words)
    return Mover(SearchSpec.typed(words), "", seconds)
