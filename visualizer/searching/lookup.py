"""Looks up what the words of a recipe name: game, position, evaluation; and the defaults of what it leaves out."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from typing import Any

import games
from games import AnyPosition, Board, Evaluation, Game, Preset, Stakes, never
from visualizer.look.text import clip_text
from visualizer.searching import ordering
from visualizer.searching.algorithms import (
    NO_DEPTH_LIMIT,
    Algorithm,
    algorithm,
    algorithms,
    options_for_flags,
)
from visualizer.searching.events.recordings import game_of_recordings
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, check_fails
from visualizer.searching.search_options import (
    ALGORITHM_OPTION,
    COMMON_OPTIONS,
    DEPTH_OPTION,
    EVALUATION_OPTION,
    ORDERING_OPTION,
    SearchOption,
    written_option_value,
)
from visualizer.support.errors import InputError, RefusedError, as_input_error
from visualizer.support.plugins import discovery
from visualizer.support.plugins.discovery import (
    Extensible,
    PlugInSource,
    read_game_settings,
    unknown_name_error,
)
from visualizer.support.plugins.watchdog import WATCHDOG, check_user_number

GAME_NAME_PATTERN = re.compile(r"[a-z]{3,}(-[a-z0-9.]+)*")
"""The form of a preset's name."""
MAX_POSITION_LENGTH = 5_000_000
ALGORITHM_FOR_CHANCE = "star1"
"""The search that is used where chance moves and none is named."""
OPENING_PRESET = "opening"
"""The preset in which a game begins, where its first preset is another."""


class FileText(str):
    """A position's text that was read from a file, by whose name an error calls it."""

    __slots__ = ("file",)
    file: str


def load_game(name: str) -> Game:
    """Return a game by name or file; InputError lists the games.

    A file of events is a game whose moves are its labels.
    """
    if PlugInSource.of(name) is PlugInSource.RECORDING:
        return game_of_recordings(name)
    return discovery.game_named(name)


def resolve_position(where: PositionSpec) -> tuple[Game, AnyPosition]:
    """Return the game and the position that `where` names; InputError says what is wrong with it.

    Where it names none, that is the game's first preset.
    """
    game = load_game(where.game)
    start = PositionSpec(where.game, where.position, "", {**where.settings})
    known = next(iter(_last_read_position), None)
    if known is not None and known[0] is game and known[1] == start:
        position = known[2]
    else:
        position = _read_position(game, start)
        if PlugInSource.of(where.game) is not PlugInSource.RECORDING:  # labels may become more
            _last_read_position[:] = [(game, start, position)]
    with as_input_error(behind=" of --moves"):
        return game, game.after(position, where.moves)


_last_read_position: list[tuple[Game, PositionSpec, AnyPosition]] = []
"""The position that was read last: whoever asks for a search asks for its position several times."""


def _read_position(game: Game, where: PositionSpec) -> AnyPosition:
    """Return the position that `where` names, before its moves."""
    text = where.position
    if text is not None and len(text) > MAX_POSITION_LENGTH:
        raise InputError(
            f"the position is {len(text):,} characters long; at most {MAX_POSITION_LENGTH:,} are allowed"
        )
    preset = preset_of(game, where)
    settings = read_game_settings(game, game_settings(game, where))
    notation = preset.text if preset else text
    try:
        if notation is None:
            return game.start(settings)
        return game.read(notation, settings)
    except games.NotInstalled as error:
        raise InputError(str(error)) from error
    except ValueError as error:
        if preset:
            hint = ""
        else:
            hint = _presets_meant(text or "", [preset.name for preset in game.presets])
        if isinstance(text, FileText):
            place = f"file {text.file!r:.200}"
        else:
            place = f"position {clip_text(text or '', 60)!r}"
        raise InputError(f"{error}, in the {place}{hint}" if text else str(error)) from error


def prepare_search(
    recipe: Recipe, root: AnyPosition | None = None
) -> tuple[Game, AnyPosition, Algorithm, Evaluation, int, Recipe]:
    """Look up everything that a recipe names; InputError says what is wrong with it.

    `root` is the position to search, where that is known already. Returns the depth in plies, and the recipe with every
    default filled in, also of what is not used.
    """
    asked = recipe.search
    if root is None:
        game, root = resolve_position(recipe.where)
    else:
        game = load_game(recipe.where.game)
    found = algorithm(asked.algorithm)
    check_fails(found, asked.fail)
    if not found.chance and not found.source.is_user_search and game.chance(root):
        able = " ".join(each.name for each in algorithms().values() if each.chance)
        raise RefusedError(
            f"{found.name} cannot search a game with chance events such as dice; these can: {able}"
        )
    check_quiescence(found, game, asked)
    check_bounds(found, asked)
    for name, why in found.refused.items():
        if asked.options.get(name):
            raise InputError(why)
    evaluation, evaluate = resolve_evaluation(
        game, asked.evaluation or default_evaluation(game, recipe.where)
    )
    depth = found.fixed.get("depth") or asked.depth or default_depth(game, recipe.where)
    if isinstance(depth, str) or not found.applies("depth"):
        limit = NO_DEPTH_LIMIT
    else:
        limit = depth
    if limit > found.deepest:
        limit = depth = found.deepest

    def value_of(option: SearchOption) -> Any:
        if option.is_idle(lambda name: written_option_value(asked.options.get(name))):
            return option.default
        if (
            found.is_function and option.name in asked.options
        ):  # given as text, since it was not loaded before
            return option.value(written_option_value(asked.options[option.name]))
        return asked.value(option)

    search = replace(
        asked,
        ordering=default_ordering(game, found, asked.options)
        if asked.ordering is None
        else asked.ordering,
        evaluation=evaluation,
        depth=depth,
        options={option.name: value_of(option) for option in found.options},
    )
    unused = {name for name in COMMON_OPTIONS if not found.applies(name)}
    if ordering.has_weights(search.ordering or "", game):
        unused |= set()
    else:
        unused |= {"weights"}
    search = replace(
        search, **{name: COMMON_OPTIONS[name].default for name in unused}, **found.fixed
    )
    return game, root, found, evaluate, limit, Recipe(recipe.where, search)


def check_quiescence(found: Algorithm, game: Game, asked: SearchSpec) -> None:
    """Raise InputError for a search beyond the depth limit, if the algorithm has none or the game no noisy moves."""
    name = "quiescence"
    if not asked.options.get(name) or found.is_function:
        return
    able = [
        each.name
        for each in algorithms().values()
        if any(option.name == name for option in each.options)
    ]
    if found.name not in able:
        raise InputError(
            f"{found.name} does not search beyond its depth limit; --{name} works with {' '.join(able)}"
        )
    if game.noisy is None:
        having = " ".join(each for each in games.game_names() if load_game(each).noisy is not None)
        raise InputError(
            f"{game.name} does not say which moves are noisy; --{name} works with {having}"
        )


def check_bounds(found: Algorithm, asked: SearchSpec) -> None:
    """Raise InputError for bounds on leaf values for a search without chance, which would ignore them."""
    bounds = asked.options.get("bounds")
    if bounds is None or found.chance or found.source.is_user_search:
        return
    ends = written_option_value(bounds)
    window = f", or --window {ends}" if found.uses_window else ""
    raise InputError(
        f"{found.name} has no use for --bounds {ends}, which tell Star1 what outcomes of chance can be worth; "
        f"use the algorithm star1{window}"
    )


def whole_search(where: PositionSpec) -> SearchSpec:
    """Return the search that skips nothing: expectiminimax where chance may move, else minimax.

    InputError for a position that cannot be read.
    """
    return SearchSpec(
        "expectiminimax" if usual_search(where).algorithm == ALGORITHM_FOR_CHANCE else "minimax"
    )


def usual_search(where: PositionSpec) -> SearchSpec:
    """Return the search that is used where none is named: Star1 where chance may move, else alpha-beta.

    InputError for a position that cannot be read.
    """
    if load_game(where.game).chance is never:
        return SearchSpec()
    game, root = resolve_position(where)
    if game.chance(root):
        return SearchSpec(ALGORITHM_FOR_CHANCE)
    return SearchSpec()


def option_of(search: str, name: str) -> SearchOption:
    """Return an option as an algorithm has it, else as others have it."""
    if search in algorithms():
        own = algorithms()[search].options
    else:
        own = ()
    return (
        next((option for option in own if option.name == name), None)
        or options_for_flags(search, [name])[name]
    )


def default_text(name: str, where: PositionSpec, search: str, options: Mapping[str, Any]) -> str:
    """Return the default of an option of an algorithm with others in a position, as it is typed; "" for none.

    InputError where it depends on what cannot be read.
    """
    if name == ALGORITHM_OPTION.name:
        return usual_search(where).algorithm
    if name == ORDERING_OPTION.name:
        return default_ordering(load_game(where.game), algorithm(search), options)
    if name == EVALUATION_OPTION.name:
        return default_evaluation(load_game(where.game), where)
    if name == DEPTH_OPTION.name:
        return written_option_value(default_depth(load_game(where.game), where))
    return written_option_value(option_of(search, name).default)


def concise_recipe(recipe: Recipe) -> Recipe:
    """Return a recipe as a person asks for it: the first preset by its name, and no option that is the default.

    InputError where there is no such game.
    """
    where = recipe.where
    search = recipe.search
    game = load_game(recipe.where.game)
    if where.position is None and not where.settings:
        where = replace(where, position=game.presets[0].name)
    changes = search.changes()
    for name in changes.keys() - {ALGORITHM_OPTION.name}:
        with suppress(InputError):  # of a file that is gone nothing is the default
            if changes[name] == default_text(name, where, search.algorithm, search.options):
                del changes[name]
    return Recipe(where, SearchSpec().given({ALGORITHM_OPTION.name: search.algorithm, **changes}))


def _presets_meant(text: str, names: Sequence[str]) -> str:
    """Return a hint at the presets if a text that cannot be read looks like the name of one, else "".

    >>> _presets_meant("Cornr", ["start", "corner"]), _presets_meant("opening", ["start", "corner"])
    (' (did you mean the preset corner?)', ' (there is no preset with that name; the presets are: start corner)')
    """
    by_letters = {name.casefold(): name for name in names}
    if near := get_close_matches(text.casefold(), by_letters, n=1):
        return f" (did you mean the preset {by_letters[near[0]]}?)"
    if GAME_NAME_PATTERN.fullmatch(text):
        return f" (there is no preset with that name; the presets are: {' '.join(names)})"
    return ""


def preset_of(game: Game, where: PositionSpec) -> Preset | None:
    """Return the preset that `where` names, or the game's first where it says nothing at all; else None."""
    if where.position is None:
        if where.settings:
            return None
        return game.presets[0]
    return next((preset for preset in game.presets if preset.name == where.position), None)


def as_beginning(where: PositionSpec) -> PositionSpec:
    """Return where a game begins that is to be played, if `where` names no position: its first preset may be later."""
    is_open = where.position is None and not where.settings
    has_opening = is_open and any(
        preset.name == OPENING_PRESET for preset in load_game(where.game).presets
    )
    if has_opening:
        return replace(where, position=OPENING_PRESET)
    return where


def game_settings(game: Game, where: PositionSpec) -> dict[str, str]:
    """Return all settings of a position, those that its preset brings too."""
    preset = preset_of(game, where)
    return {**(preset.settings if preset else {}), **where.settings}


def untold_settings(game: Game, where: PositionSpec) -> dict[str, str]:
    """Return the settings, also of a preset, that a position's notation does not tell: all but the size.

    A tree that is written out has none.
    """
    if game.explicit:
        return {}
    return PositionSpec(where.game, settings=game_settings(game, where)).settings_beside_size()


def position_title(game: Game, where: PositionSpec, board: Board) -> str:
    """Return a position's title: of a textbook's tree that of its preset, of any other that of its board.

    >>> where = PositionSpec("tree", "cs188-quiz-2")
    >>> game, root = resolve_position(where)
    >>> position_title(game, where, root.board())
    'CS 188 quiz 2'
    >>> where = PositionSpec("hex", "ordering-helps")
    >>> game, root = resolve_position(where)
    >>> position_title(game, where, root.board())
    'Hex 4×4'
    """
    if game.explicit:
        preset = preset_of(game, where)
    else:
        preset = None
    if preset is not None:
        return preset.title
    return board.title or game.title


def title_before_position(game: Game, where: PositionSpec) -> str:
    """Return a game's title; "" before a tree that is given, whose own title or notation says what it is."""
    if game.explicit and where.position:
        return ""
    return game.title


def preset_words(game: Game, where: PositionSpec, *, named: bool) -> str:
    """Return what stands behind that title: a game's preset if it is `named`; a textbook's tree has it as title."""
    if game.explicit:
        return "· "
    if named:
        preset = preset_of(game, where)
    else:
        preset = None
    return "" if preset is None else f"{preset.title}, "


def default_depth(game: Game, where: PositionSpec) -> int | str:
    """Return the default depth: the one for which the preset has counts, else the game's."""
    preset = preset_of(game, where)
    if preset is not None:
        known = preset.counts.get("depth")
    else:
        known = None
    if known is not None:
        return int(known)
    return game.depth or "all"


def default_evaluation(game: Game, where: PositionSpec) -> str:
    """Return the name of the default evaluation: the preset's own if it has one, else the game's first."""
    preset = preset_of(game, where)
    if preset is not None:
        own = preset.evaluation
    else:
        own = ""
    return own or next(iter(game.evaluations))


def has_other_evaluations(game: Game, name: str | None) -> bool:
    """Return whether a game has other evaluations than this one, so that naming it is worth a word."""
    return [name] != [*game.evaluations]


def resolve_evaluation(game: Game, name: str | None) -> tuple[str, Evaluation]:
    """Return the name of an evaluation, the game's first if none is given, and its function; InputError lists them.

    Its values are from MAX's side; a user-supplied one raises InputError if it does not return a finite number.
    """
    if name is None:
        name = next(iter(game.evaluations))
    if name in game.evaluations:
        evaluate = game.evaluations[name]
        of_game = f"the evaluation {name} of {game.name}"
        if games.is_ours(game):
            return name, evaluate

        def checked(position: AnyPosition, outcome: float | None) -> float:
            value = evaluate(position, outcome)
            if isinstance(value, bool):
                return int(value)
            return check_user_number(of_game, value)

        return name, checked
    function = added_evaluation(game, name)
    if function is not None:
        what = f"the evaluation {name}"
        if discovery.takes_arguments(function, 2):
            return name, lambda position, outcome: check_user_number(
                what, WATCHDOG.call(what, function, position, outcome)
            )
        return name, lambda position, outcome: check_user_number(
            what, WATCHDOG.call(what, function, position)
        )
    every = [*game.evaluations, *evaluations_of_packages(game)]
    raise unknown_name_error(f"{game.name} has no evaluation", name, every, ", FILE.py:FUNCTION")


@cache
def added_evaluations() -> Extensible[Callable[..., Any]]:
    """Return the evaluations of installed packages: by name for every game, or as `GAME.NAME` for one."""
    return Extensible("evaluation", {}, callable)


def evaluations_of_packages(game: Game) -> dict[str, str]:
    """Return the names of the evaluations that installed packages add to a game, each with its entry point's."""
    parted = [(each.rpartition("."), each) for each in added_evaluations().points]
    return {
        name: each
        for (of, _, name), each in parted
        if of in ("", game.name) and name not in game.evaluations
    }


def added_evaluation(game: Game, name: str) -> Callable[..., Any] | None:
    """Return the function of an evaluation that the game itself has not, None if there is none of that name."""
    if PlugInSource.of(name) is PlugInSource.FUNCTION:
        found: Callable[..., Any] = discovery.user_function(name)
        return found
    point = evaluations_of_packages(game).get(name)
    if point is None:
        return None
    return added_evaluations()[point]


def stakes_of(game: Game, name: str | None) -> Stakes | None:
    """Return what the values of an evaluation mean, None where it does not say.

    A user-supplied function, or a package's, says it by an attribute `stakes`.
    """
    if name is None:
        name = next(iter(game.evaluations))
    if name in game.evaluations:
        return game.stakes.get(name)
    found = getattr(added_evaluation(game, name), "stakes", None)
    if isinstance(found, Stakes):
        return found
    return game.stakes.get(name)


def default_ordering(game: Game, algorithm: Algorithm, options: Mapping[str, Any]) -> str:
    """Return the first of the algorithm's orderings that the game has; for PUCT, whose priors are scores, scored."""
    wished = algorithm.style.orderings(algorithm.ordering, options)
    return next((name for name in wished if ordering.is_known_ordering(name, game)), "natural")
