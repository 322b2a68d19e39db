"""A draft: what has been chosen on the start screen so far, as words, and what is wrong with it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Self, TypeVar

from games import AnyPosition, Game, Preset
from visualizer.algorithms import algorithm, algorithms, all_options, options_of
from visualizer.errors import InputError
from visualizer.lookup import default_depth, default_ordering, load_game, resolve
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run
from visualizer.search_options import COMMON, SearchOption, written

Attempted = TypeVar("Attempted")


@dataclass(frozen=True, slots=True)
class Draft:
    """A position and a search that may still be wrong.

    `position` is a preset's name or notation, None for the first position by the settings. `search` holds, as typed,
    only what differs from the defaults.
    """

    game: str
    position: str | None = None
    moves: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    search: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, recipe: Recipe) -> Self:
        """Return the draft of a recipe: what is a default anyway is not written out."""
        where, game = recipe.where, load_game(recipe.where.game)
        position = game.presets[0].name if where.position is None and not where.settings else where.position
        draft = cls(where.game, position, where.moves, dict(where.settings))
        for key, text in recipe.search.changes().items():
            draft = draft.searching(key, text)
        return draft

    @classmethod
    def first(cls, game: Game) -> Self:
        """Return the game's first preset and the default search."""
        return cls(game.name, game.presets[0].name)

    def at(self, **changes: Any) -> Self:
        """Return the draft with some of it changed."""
        return replace(self, **changes)

    def searching(self, key: str, text: str) -> Self:
        """Return the draft with another word for the search; a default is forgotten.

        With another algorithm, the options that only the former one has are forgotten.
        """
        search = {**self.search, key: text}
        if not text or text == self.at(search=search).default(key):
            del search[key]
        changed = self.at(search=search)
        if key != "algorithm" or changed.word("algorithm") not in algorithms():
            return changed
        left = {*COMMON, *(option.name for option in changed.algorithm_options())}
        return self.at(search={name: word for name, word in search.items() if name in left})

    def algorithm_options(self) -> list[SearchOption]:
        """Return the options that only the algorithm has, none while there is no such algorithm."""
        name = self.word("algorithm")
        return [option for option in options_of(name) if option.name not in COMMON] if name in algorithms() else []

    def shows(self, key: str) -> bool:
        """Say whether a common option is offered: of a search by random games only those that it heeds."""
        found = algorithms().get(self.word("algorithm"))
        return found is None or found.sampling is None or found.applies(key)

    def option(self, key: str) -> SearchOption:
        """Return an option of the search, as the algorithm has it."""
        own = {} if key in COMMON else {option.name: option for option in self.algorithm_options()}
        return own.get(key) or all_options()[key]

    def default(self, key: str) -> str:
        """Return what a word of the search is if nothing is said of it."""
        usual = self.option(key).default
        return self._default_of_game(key) if usual is None else written(usual)

    def _default_of_game(self, key: str) -> str:
        try:
            game = load_game(self.game)
            if key == "evaluation":
                return next(iter(game.evaluations))
            if key == "depth":
                return str(default_depth(game, self.where()))
            return default_ordering(game, algorithm(self.word("algorithm")))
        except InputError:
            return ""

    def word(self, key: str) -> str:
        """Return a word of the search, as chosen or by default."""
        return self.search.get(key) or self.default(key)

    def where(self) -> Where:
        """Return the position."""
        return Where(self.game, self.position, self.moves.strip(), dict(self.settings))

    def recipe(self) -> Recipe:
        """Return what was chosen; InputError says what cannot be."""
        return Recipe(self.where(), Search().given(self.search))

    def command(self) -> str:
        """Return the command that opens the same, whether it can be or not."""
        words = [word for key, text in self.search.items() for word in self.option(key).words(text)]
        return shlex.join(["visualizer", "open", *self.where().words(), *words])


def preset_of(draft: Draft, game: Game | None) -> Preset | None:
    """Return the preset that a draft names, if it names one."""
    presets = game.presets if game is not None else ()
    return next((preset for preset in presets if preset.name == draft.position), None)


@dataclass(frozen=True, slots=True)
class Checked:
    """What a draft came to: the game and the position as far as they could be read, and the run if all is well.

    `draft` is what was read, None while nothing was. `played` are the moves that could be played. `wrong` holds a
    sentence for each part that is wrong: game, position, moves, or a word of the search, or `search` for what its words
    make together.
    """

    draft: Draft | None = None
    game: Game | None = None
    root: AnyPosition | None = None
    played: tuple[str, ...] = ()
    run: Run | None = None
    wrong: Mapping[str, str] = field(default_factory=dict)


def check(draft: Draft) -> Checked:
    """Read a draft; whatever is wrong with it, or with another person's game in it, becomes a sentence.

    Its position is resolved once: the moves are played from there, and the run begins where they lead.
    """
    wrong: dict[str, str] = {}
    game = attempt(wrong, "game", partial(load_game, draft.game))
    if game is None:
        return Checked(draft, wrong=wrong)
    root = attempt(wrong, "position", lambda: resolve(draft.at(moves="").where())[1])
    if root is None and draft.position is not None and not draft.position.strip():
        return Checked(draft, game, wrong={"position": f"Type a position: {game.notation}"})
    names: tuple[str, ...] = ()
    if root is not None:
        root, names = _play(wrong, game, root, draft.moves)
    for key, text in draft.search.items():
        if key != "algorithm":
            attempt(wrong, key, partial(draft.option(key).value, text))
    if root is not None and not wrong:
        run = attempt(wrong, "search", partial(_run, draft, root))
        return Checked(draft, game, root, names, run, {blamed(draft, root): text for text in wrong.values()})
    return Checked(draft, game, root, names, None, wrong)


def _run(draft: Draft, root: AnyPosition) -> Run:
    return Run(draft.recipe(), root)


def blamed(draft: Draft, root: AnyPosition) -> str:
    """Return the word, of several the one chosen last, without which the search could be made, else `search`."""
    for key in reversed(draft.search):
        without = draft.at(search={other: text for other, text in draft.search.items() if other != key})
        if attempt({}, key, partial(_run, without, root)) is not None:
            return key
    return "search"


def _play(wrong: dict[str, str], game: Game, root: AnyPosition, text: str) -> tuple[AnyPosition, tuple[str, ...]]:
    """Play moves as far as they are legal."""
    names, reached = list[str](), [root]

    def play() -> None:
        for before, move, after in game.played(root, text):
            names.append(before.name(move))
            reached.append(after)

    attempt(wrong, "moves", play)
    return reached[-1], tuple(names)


def loaded(name: str) -> Game | None:
    """Return a game, None if it cannot be loaded."""
    return attempt({}, "game", partial(load_game, name))


def attempt(wrong: dict[str, str], part: str, do: Callable[[], Attempted]) -> Attempted | None:
    """Return what `do` returns, or None and a sentence about the part."""
    try:
        return do()
    except InputError as error:
        cause = error.__cause__  # where a game was asked, its own words suffice: what was typed stands beside them
        wrong[part] = str(cause if type(cause) is ValueError else error)
    except ValueError as error:
        wrong[part] = str(error)
    except (Exception, SystemExit) as error:  # noqa: BLE001  whatever a user-supplied file raises becomes a sentence
        wrong[part] = f"{type(error).__name__}: {error}"
    return None
