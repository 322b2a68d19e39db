"""Drafts: a position and a search in words that may still be wrong."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Self, TypeVar

from games import AnyPosition, Game
from visualizer.searching.algorithms import algorithms, options_of_algorithm
from visualizer.searching.lookup import (
    concise_recipe,
    default_as_typed,
    load_game,
    option_of,
    resolve_position,
)
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, command_line
from visualizer.searching.run import Run
from visualizer.searching.search_options import COMMON_OPTIONS, SearchOption
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import PlugInSource

Attempted = TypeVar("Attempted")


@dataclass(frozen=True, slots=True)
class Draft(PositionSpec):
    """A position and a search that may still be wrong.

    `position` is None for the first position by the settings. `search` has the words, as typed, of
    the options that differ from their defaults.
    """

    search: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, recipe: Recipe) -> Self:
        """Return the draft of a recipe; values that are the defaults are left out."""
        recipe = concise_recipe(recipe)
        where = recipe.where
        search = recipe.search.changes()
        draft = cls(where.game, where.position, where.moves, {**where.settings})
        if draft.default("algorithm") == recipe.search.algorithm:
            search.pop("algorithm", None)
        return replace(draft, search=search)

    @classmethod
    def first(cls, name: str) -> Self:
        """Return the first preset of a game, given by name or file, and the default search."""
        return cls.of(Recipe(PositionSpec(name)))

    def with_changes(self, **changes: Any) -> Self:
        """Return the draft with some fields changed.

        A recorded search fits only the position that was recorded with it. If such a search is
        chosen and the position changes, the search is dropped.
        """
        changed = replace(self, **changes)
        if changed.has_recorded_position and changed.where() != self.where():
            return replace(changed, search={})
        return changed

    @property
    def has_recorded_position(self) -> bool:
        """Return whether the search comes with its position and fits no other."""
        return PlugInSource.of(self.search.get("algorithm", "")).has_own_position

    def with_option(self, key: str, text: str) -> Self:
        """Return the draft with an option of the search set to `text`.

        A value that is the default is left out. If the option is the algorithm, the options that
        only the previous algorithm has are dropped.
        """
        search = {**self.search, key: text}
        if not text or text == self.with_changes(search=search).default(key):
            del search[key]
        changed = self.with_changes(search=search)
        # While the name of an algorithm is being typed, its options are not known.
        if changed.word("algorithm") not in algorithms():
            return changed
        own_options = {option.name for option in changed.algorithm_options()}
        valid_names = own_options.union(COMMON_OPTIONS)
        return self.with_changes(
            search={name: word for name, word in search.items() if name in valid_names}
        )

    def algorithm_options(self) -> list[SearchOption]:
        """Return the chosen algorithm's own options that have an effect with the values chosen.

        Options that all algorithms have are not among them. An unknown algorithm has no options.
        """
        name = self.word("algorithm")
        if name not in algorithms():
            return []
        own_options = [
            option for option in options_of_algorithm(name) if option.name not in COMMON_OPTIONS
        ]
        return [option for option in own_options if not option.is_idle(self.word)]

    def offers_option(self, key: str) -> bool:
        """Return whether a common option is offered for this search.

        Searches by random games, and recorded searches, have few of them.
        """
        if self.has_recorded_position:
            return key in ("algorithm", "max_nodes")
        algorithm = algorithms().get(self.word("algorithm"))
        # While the name of an algorithm is being typed, all options are offered.
        return algorithm is None or algorithm.style.offers(applies=algorithm.applies(key))

    def default(self, key: str) -> str:
        """Return an option's default; "" if that depends on a game that cannot be loaded."""
        algorithm = ""
        # The defaults of all other common options are the same for every algorithm.
        if key not in COMMON_OPTIONS or key == "ordering":
            algorithm = self.word("algorithm")
        find_default = partial(default_as_typed, key, self.where(), algorithm, self.search)
        default = result_or_none(find_default)
        if not default and key == "algorithm":
            return SearchSpec().algorithm
        return default or ""

    def word(self, key: str) -> str:
        """Return the value of an option of the search, as chosen or by default."""
        return self.search.get(key) or self.default(key)

    def where(self) -> PositionSpec:
        """Return the position."""
        moves = self.moves.strip()
        return PositionSpec(self.game, self.position, moves, dict(self.settings))

    def recipe(self) -> Recipe:
        """Return the recipe; InputError if the draft is wrong."""
        options = {"algorithm": self.word("algorithm"), **self.search}
        return Recipe(self.where(), SearchSpec().with_options(options))

    def command(self) -> str:
        """Return the command that opens this position and search, even if the draft is wrong."""
        return command_line("open", self, self.word("algorithm"), self.search)


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """The result of reading a draft, as far as it could be read.

    `run` is None if anything is wrong. `played` are the legal moves from the start of `moves`.
    `errors` has a sentence for each wrong part: `game`, `position`, `moves`, an option of the
    search, or `search` if the options contradict each other.
    """

    game: Game | None = None
    root: AnyPosition | None = None
    played: tuple[str, ...] = ()
    run: Run | None = None
    errors: Mapping[str, str] = field(default_factory=dict)
    lacks_position: bool = False
    """Whether no position is typed yet, which is no mistake."""


def check_draft(draft: Draft) -> CheckedDraft:
    """Read a draft, and describe each error by a sentence about the wrong part.

    The parts are read in this order: game, position, moves, options. If all of them are right, a
    run is made that begins after the moves. An error in a user's game is described as well.
    """
    # The sentence about the error in each wrong part of the draft.
    errors: dict[str, str] = {}
    game = attempt(errors, "game", partial(load_game, draft.game))
    if game is None:
        return CheckedDraft(errors=errors)
    root = attempt(errors, "position", partial(_read_position, draft))
    # An empty text is not a mistake: the user has yet to type a position.
    if root is None and draft.position is not None and not draft.position.strip():
        request = f"Type a position: {game.notation}"
        return CheckedDraft(game, errors={"position": request}, lacks_position=True)
    names: tuple[str, ...] = ()
    if root is not None:
        root, names = _play_moves(errors, game, root, draft.moves)
    check_options(draft, errors)
    if root is None or errors:
        return CheckedDraft(game, root, names, errors=errors)
    # Each part is right by itself, but the options may still contradict each other.
    run = attempt(errors, "search", partial(_make_run, draft, root))
    if errors:
        errors = {option_to_blame(draft, root): errors["search"]}
    return CheckedDraft(
        game,
        root,
        names,
        run,
        errors=errors,
    )


def check_options(draft: Draft, errors: dict[str, str]) -> None:
    """Read the options one by one; add a sentence about each wrong value to `errors`."""
    for key, text in draft.search.items():
        if key != "algorithm":
            option = COMMON_OPTIONS.get(key) or option_of(draft.word("algorithm"), key)
            attempt(errors, key, partial(option.value, text))


def _read_position(draft: Draft) -> AnyPosition:
    """Return the position of the draft, before its moves are played."""
    _, position = resolve_position(draft.with_changes(moves=""))
    return position


def _make_run(draft: Draft, root: AnyPosition) -> Run:
    return Run(draft.recipe(), root)


def option_to_blame(draft: Draft, root: AnyPosition) -> str:
    """Return the option without which the search of the draft would be possible, else `search`.

    The draft's options contradict each other. If the search is possible without any of several
    options, return the one that the user chose last.
    """
    for key in reversed(draft.search):
        others = {name: text for name, text in draft.search.items() if name != key}
        if result_or_none(_make_run, draft.with_changes(search=others), root) is not None:
            return key
    return "search"


def _play_moves(
    errors: dict[str, str], game: Game, root: AnyPosition, text: str
) -> tuple[AnyPosition, tuple[str, ...]]:
    """Play the moves in `text` from the position `root`, up to the first illegal move.

    Return the position reached and the names of the moves played. An error about an illegal move is
    added to `errors`, under "moves".
    """
    positions = [root]
    names: list[str] = []

    def play_all() -> None:
        for before, move, after in game.play_moves(root, text):
            names.append(before.name(move))
            positions.append(after)

    attempt(errors, "moves", play_all)
    return positions[-1], tuple(names)


def game_or_none(name: str) -> Game | None:
    """Return a game, or None if it cannot be loaded."""
    return result_or_none(load_game, name)


def result_or_none(do: Callable[..., Attempted], *arguments: object) -> Attempted | None:
    """Return the result of a function for some arguments, or None if it fails."""
    return attempt({}, "", partial(do, *arguments))


def attempt(errors: dict[str, str], part: str, do: Callable[[], Attempted]) -> Attempted | None:
    """Return the result of `do`. If `do` fails, add a sentence to `errors`, and return None.

    The key of the sentence is `part`, the part of the draft that `do` reads.
    """
    try:
        return do()
    except InputError as error:
        errors[part] = str(error)
        # Next to the field with the typed text, the game's own words say enough.
        if type(error.__cause__) is ValueError:
            errors[part] = str(error.__cause__)
    except ValueError as error:
        errors[part] = str(error)
    except (Exception, SystemExit) as error:  # noqa: BLE001  a user's file may raise anything
        errors[part] = f"{type(error).__name__}: {error}"
    return None
