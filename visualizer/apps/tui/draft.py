"""A draft: a position and a search as words that may still be wrong, and what reading them comes to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Self, TypeVar

from games import AnyPosition, Game
from visualizer.searching.algorithms import algorithms, options_of_algorithm
from visualizer.searching.lookup import (
    concise_recipe,
    default_text,
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

    `position` is None for the first position by the settings. `search` holds, as typed, only what differs from the
    defaults.
    """

    search: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, recipe: Recipe) -> Self:
        """Return the draft of a recipe, without what is the default anyway."""
        recipe = concise_recipe(recipe)
        where = recipe.where
        search = recipe.search.changes()
        draft = cls(where.game, where.position, where.moves, {**where.settings})
        if draft.default("algorithm") == recipe.search.algorithm:
            search.pop("algorithm", None)
        return replace(draft, search=search)

    @classmethod
    def first(cls, name: str) -> Self:
        """Return the first preset of a game, by its name or its file, and the default search."""
        return cls.of(Recipe(PositionSpec(name)))

    def at(self, **changes: Any) -> Self:
        """Return the draft with some fields changed; a search written elsewhere is of its own position only."""
        changed = replace(self, **changes)
        if changed.tells_position and changed.where() != self.where():
            return replace(changed, search={})
        return changed

    @property
    def tells_position(self) -> bool:
        """Return whether the search comes with its position, so that it can be made of no other one."""
        return PlugInSource.of(self.search.get("algorithm", "")).tells_position

    def searching(self, key: str, text: str) -> Self:
        """Return the draft with an option of the search changed; a value that is the default is dropped.

        When the algorithm changes, options that only the former one has are dropped too.
        """
        search = {**self.search, key: text}
        if not text or text == self.at(search=search).default(key):
            del search[key]
        changed = self.at(search=search)
        if changed.word("algorithm") not in algorithms():
            return changed
        left = {*COMMON_OPTIONS, *(option.name for option in changed.algorithm_options())}
        return self.at(search={name: word for name, word in search.items() if name in left})

    def algorithm_options(self) -> list[SearchOption]:
        """Return the options that only the algorithm has and that do something, none for an unknown algorithm."""
        name = self.word("algorithm")
        if name not in algorithms():
            return []
        return [
            each
            for each in options_of_algorithm(name)
            if each.name not in COMMON_OPTIONS and not each.is_idle(self.word)
        ]

    def shows(self, key: str) -> bool:
        """Return whether a common option is offered; searches by random games or written elsewhere have few."""
        if self.tells_position:
            return key in ("algorithm", "max_nodes")
        found = algorithms().get(self.word("algorithm"))
        return found is None or found.style.offers(applies=found.applies(key))

    def default(self, key: str) -> str:
        """Return the default of an option of the search, "" where it depends on a game that cannot be loaded."""
        if key in COMMON_OPTIONS and key != "ordering":
            search = ""
        else:
            search = self.word("algorithm")
        found = result_or_none(default_text, key, self.where(), search, self.search)
        return found or (SearchSpec().algorithm if key == "algorithm" else "")

    def word(self, key: str) -> str:
        """Return the value of an option of the search, as chosen or by default."""
        return self.search.get(key) or self.default(key)

    def where(self) -> PositionSpec:
        """Return the position."""
        return PositionSpec(self.game, self.position, self.moves.strip(), dict(self.settings))

    def recipe(self) -> Recipe:
        """Return the recipe; InputError if it cannot be made."""
        return Recipe(
            self.where(), SearchSpec().given({"algorithm": self.word("algorithm"), **self.search})
        )

    def command(self) -> str:
        """Return the command that opens the same, whether it is right or wrong."""
        return command_line("open", self, self.word("algorithm"), self.search)


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """What reading a draft came to: game and position as far as they could be read, and the run if nothing is wrong.

    `played` are the legal moves from the start of `moves`. `wrong` holds
    a sentence for each wrong part: `game`, `position`, `moves`, an option of the search, or `search` where the options
    contradict each other.
    """

    game: Game | None = None
    root: AnyPosition | None = None
    played: tuple[str, ...] = ()
    run: Run | None = None
    wrong: Mapping[str, str] = field(default_factory=dict)
    lacks_position: bool = False
    """Whether nothing is typed yet, which is no mistake."""


def check_draft(draft: Draft) -> CheckedDraft:
    """Read a draft; whatever is wrong with it, or with a user-supplied game, becomes a sentence.

    The position is resolved once: the moves are played from it, and the run begins where they lead.
    """
    wrong: dict[str, str] = {}
    game = attempt(wrong, "game", partial(load_game, draft.game))
    if game is None:
        return CheckedDraft(wrong=wrong)
    root = attempt(wrong, "position", lambda: resolve_position(draft.at(moves=""))[1])
    if root is None and draft.position is not None and not draft.position.strip():
        return CheckedDraft(
            game, wrong={"position": f"Type a position: {game.notation}"}, lacks_position=True
        )
    names: tuple[str, ...] = ()
    if root is not None:
        root, names = _play(wrong, game, root, draft.moves)
    for key, text in draft.search.items():
        if key != "algorithm":
            option = COMMON_OPTIONS.get(key) or option_of(draft.word("algorithm"), key)
            attempt(wrong, key, partial(option.value, text))
    if root is not None and not wrong:
        run = attempt(wrong, "search", partial(_run, draft, root))
        return CheckedDraft(
            game, root, names, run, {option_to_blame(draft, root): text for text in wrong.values()}
        )
    return CheckedDraft(game, root, names, None, wrong)


def _run(draft: Draft, root: AnyPosition) -> Run:
    return Run(draft.recipe(), root)


def option_to_blame(draft: Draft, root: AnyPosition) -> str:
    """Return the option without which the search could be made, the one chosen last if several; else `search`."""
    for key in reversed(draft.search):
        without = draft.at(
            search={other: text for other, text in draft.search.items() if other != key}
        )
        if result_or_none(_run, without, root) is not None:
            return key
    return "search"


def _play(
    wrong: dict[str, str], game: Game, root: AnyPosition, text: str
) -> tuple[AnyPosition, tuple[str, ...]]:
    """Play moves as long as they are legal; return the position reached and their names."""
    played: list[tuple[str, AnyPosition]] = []
    attempt(
        wrong,
        "moves",
        lambda: played.extend(
            (before.name(move), after) for before, move, after in game.played(root, text)
        ),
    )
    return played[-1][1] if played else root, tuple(name for name, _ in played)


def game_or_none(name: str) -> Game | None:
    """Return a game, None if it cannot be loaded."""
    return result_or_none(load_game, name)


def result_or_none(do: Callable[..., Attempted], *arguments: object) -> Attempted | None:
    """Return what a function returns for some arguments, None if it fails."""
    return attempt({}, "", partial(do, *arguments))


def attempt(wrong: dict[str, str], part: str, do: Callable[[], Attempted]) -> Attempted | None:
    """Return what `do` returns; if it fails, return None and put a sentence about the part into `wrong`."""
    try:
        return do()
    except InputError as error:
        cause = error.__cause__  # a game's own words suffice: what was typed stands beside them
        wrong[part] = str(cause if type(cause) is ValueError else error)
    except ValueError as error:
        wrong[part] = str(error)
    except (Exception, SystemExit) as error:  # noqa: BLE001  whatever a user-supplied file raises becomes a sentence
        wrong[part] = f"{type(error).__name__}: {error}"
    return None
