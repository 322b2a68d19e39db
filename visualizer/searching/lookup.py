"""Look up what a recipe names (game, position, evaluation), and fill in what it leaves out."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from typing import Any, NamedTuple

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
    format_option_value,
)
from visualizer.support.errors import InputError, RefusedError, as_input_error
from visualizer.support.plugins import discovery
from visualizer.support.plugins.discovery import (
    PlugInRegistry,
    PlugInSource,
    read_game_settings,
    unknown_name_error,
)
from visualizer.support.plugins.watchdog import WATCHDOG, check_user_number

GAME_NAME_PATTERN = re.compile(r"[a-z]{3,}(-[a-z0-9.]+)*")
"""The form that the name of a preset has."""
MAX_POSITION_LENGTH = 5_000_000
ALGORITHM_FOR_CHANCE = "star1"
"""The default search of a position in which chance may move."""
OPENING_PRESET = "opening"
"""The preset from which games are played, if it is not the first preset."""


class FileText(str):
    """A position's text that was read from a file; errors name the file."""

    __slots__ = ("file",)
    file: str


def load_game(name: str) -> Game:
    """Return a game by name or file; InputError lists the games.

    A file of events counts as a game, in which the moves are the recorded ones.
    """
    if PlugInSource.of(name) is PlugInSource.RECORDING:
        return game_of_recordings(name)
    return discovery.game_named(name)


def resolve_position(where: PositionSpec) -> tuple[Game, AnyPosition]:
    """Return the game and the position that `where` names, by default the game's first preset.

    InputError if the game, the position or one of the moves does not exist.
    """
    game = load_game(where.game)
    start = PositionSpec(where.game, where.position, "", {**where.settings})
    position = _last_position(game, start)
    if position is None:
        position = _read_position(game, start)
        # The tree of a recording may still grow, so it must be read again each time.
        if PlugInSource.of(where.game) is not PlugInSource.RECORDING:
            _last_read_position[:] = [(game, start, position)]
    with as_input_error(behind=" of --moves"):
        return game, game.after(position, where.moves)


_last_read_position: list[tuple[Game, PositionSpec, AnyPosition]] = []
"""The position read last: preparing one search asks for its position several times."""


def _last_position(game: Game, start: PositionSpec) -> AnyPosition | None:
    """Return the position that was read last if it is the position `start`, else None."""
    for last_game, last_start, position in _last_read_position:
        # If a user's file has been loaded again, its game is a different object.
        if last_game is game and last_start == start:
            return position
    return None


def _read_position(game: Game, where: PositionSpec) -> AnyPosition:
    """Read the position that `where` names, before its moves; InputError if it is wrong."""
    text = where.position
    if text is not None and len(text) > MAX_POSITION_LENGTH:
        raise InputError(
            f"the position is {len(text):,} characters long; "
            f"at most {MAX_POSITION_LENGTH:,} are allowed"
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
        if not text:
            raise InputError(str(error)) from error
        # The user named the preset correctly, so no other preset is suggested.
        preset_names = [] if preset else [each.name for each in game.presets]
        hint = _preset_hint(text, preset_names)
        raise InputError(f"{error}, in the {_source_of_text(text)}{hint}") from error


def _source_of_text(text: str) -> str:
    """Return words for the source of a position: the file, or the text that was typed."""
    if isinstance(text, FileText):
        return f"file {text.file!r:.200}"
    return f"position {clip_text(text, 60)!r}"


class PreparedSearch(NamedTuple):
    """Everything that a recipe names, looked up."""

    game: Game
    root: AnyPosition
    algorithm: Algorithm
    evaluate: Evaluation
    depth: int
    """The depth limit in plies."""
    recipe: Recipe
    """The recipe with values for all options, even for unused options."""


def prepare_search(recipe: Recipe, root: AnyPosition | None = None) -> PreparedSearch:
    """Look up everything that a recipe names; InputError if something does not exist or fit.

    `root` is the position to search, if the caller has read it already.
    """
    requested = recipe.search
    if root is None:
        game, root = resolve_position(recipe.where)
    else:
        game = load_game(recipe.where.game)
    chosen = algorithm(requested.algorithm)
    check_supported(chosen, game, root, requested)

    evaluation_name = requested.evaluation or default_evaluation(game, recipe.where)
    evaluation_name, evaluate = resolve_evaluation(game, evaluation_name)
    depth = chosen.fixed.get("depth") or requested.depth or default_depth(game, recipe.where)
    limit = depth_limit(chosen, depth)
    # If the algorithm cannot search that deep, the recipe gets the algorithm's greatest depth.
    if limit == chosen.max_depth and limit != NO_DEPTH_LIMIT:
        depth = limit

    ordering_name = requested.ordering
    if ordering_name is None:
        ordering_name = default_ordering(game, chosen, requested.options)
    search = replace(
        requested,
        ordering=ordering_name,
        evaluation=evaluation_name,
        depth=depth,
        options={option.name: _own_value(option, chosen, requested) for option in chosen.options},
    )
    # In a recording, the options of the recorded search override all others.
    search = replace(search, **_unused_defaults(chosen, game, ordering_name), **chosen.fixed)
    return PreparedSearch(game, root, chosen, evaluate, limit, Recipe(recipe.where, search))


def depth_limit(chosen: Algorithm, depth: int | str) -> int:
    """Return the depth limit in plies of an algorithm, given the wanted depth, or "all"."""
    if isinstance(depth, str) or not chosen.applies("depth"):
        return chosen.max_depth
    return min(depth, chosen.max_depth)


def check_supported(
    chosen: Algorithm, game: Game, root: AnyPosition, requested: SearchSpec
) -> None:
    """Raise InputError if an algorithm does not support a position or the requested options.

    `chosen` is the algorithm, `root` the position, and `requested` has the options.
    """
    check_fails(chosen, requested.fail)
    check_chance(chosen, game, root)
    check_quiescence(chosen, game, requested)
    check_bounds(chosen, requested)
    for name, refusal in chosen.refusals.items():
        if requested.options.get(name):
            raise InputError(refusal)


def _own_value(option: SearchOption, chosen: Algorithm, requested: SearchSpec) -> Any:
    """Return the requested value of an option of the algorithm `chosen`.

    If the value of another option makes this option do nothing, return the default.
    """

    def value_as_typed(name: str) -> str:
        return format_option_value(requested.options.get(name))

    if option.is_idle(value_as_typed):
        return option.default
    # The options of a user's search are still strings: they were read before it was loaded.
    if chosen.is_function and option.name in requested.options:
        return option.value(value_as_typed(option.name))
    return requested.value(option)


def _unused_defaults(chosen: Algorithm, game: Game, ordering_name: str) -> dict[str, Any]:
    """Return the defaults of the common options that make no difference to a search."""
    unused = {name for name in COMMON_OPTIONS if not chosen.applies(name)}
    if not ordering.has_weights(ordering_name, game):
        unused.add("weights")
    return {name: COMMON_OPTIONS[name].default for name in unused}


def check_chance(chosen: Algorithm, game: Game, root: AnyPosition) -> None:
    """Raise RefusedError if chance may move and the algorithm `chosen` cannot handle it."""
    if chosen.chance or chosen.source.is_user_search or not game.chance(root):
        return
    able_names = " ".join(each.name for each in algorithms().values() if each.chance)
    raise RefusedError(
        f"{chosen.name} cannot search a game with chance events such as dice; "
        f"these can: {able_names}"
    )


def check_quiescence(chosen: Algorithm, game: Game, requested: SearchSpec) -> None:
    """Raise InputError if quiescence is requested, but the algorithm or the game lacks it."""
    name = "quiescence"
    if not requested.options.get(name) or chosen.is_function:
        return
    able_algorithms = [each.name for each in algorithms().values() if each.has_option(name)]
    if chosen.name not in able_algorithms:
        raise InputError(
            f"{chosen.name} does not search beyond its depth limit; "
            f"--{name} works with {' '.join(able_algorithms)}"
        )
    if game.noisy is None:
        noisy_games = [each for each in games.game_names() if load_game(each).noisy is not None]
        raise InputError(
            f"{game.name} does not say which moves are noisy; "
            f"--{name} works with {' '.join(noisy_games)}"
        )


def check_bounds(chosen: Algorithm, requested: SearchSpec) -> None:
    """Raise InputError for bounds on leaf values if the algorithm `chosen` would ignore them.

    Only algorithms that can search chance nodes use bounds.
    """
    bounds = requested.options.get("bounds")
    if bounds is None or chosen.chance or chosen.source.is_user_search:
        return
    ends = format_option_value(bounds)
    window = f", or --window {ends}" if chosen.uses_window else ""
    raise InputError(
        f"{chosen.name} has no use for --bounds {ends}, "
        "which tell Star1 what outcomes of chance can be worth; "
        f"use the algorithm star1{window}"
    )


def exhaustive_search(where: PositionSpec) -> SearchSpec:
    """Return a search that cuts nothing: expectiminimax if chance may move, else minimax.

    InputError for a position that cannot be read.
    """
    has_chance = default_search(where).algorithm == ALGORITHM_FOR_CHANCE
    return SearchSpec("expectiminimax" if has_chance else "minimax")


def default_search(where: PositionSpec) -> SearchSpec:
    """Return the default search of a position: Star1 if chance may move, else alpha-beta.

    InputError for a position that cannot be read.
    """
    if load_game(where.game).chance is never:
        return SearchSpec()
    game, root = resolve_position(where)
    if game.chance(root):
        return SearchSpec(ALGORITHM_FOR_CHANCE)
    return SearchSpec()


def option_of(search: str, name: str) -> SearchOption:
    """Return an algorithm's option by name, or else the option of another algorithm."""
    if search in algorithms():
        for option in algorithms()[search].options:
            if option.name == name:
                return option
    return options_for_flags(search, [name])[name]


def default_as_typed(
    name: str, where: PositionSpec, search: str, options: Mapping[str, Any]
) -> str:
    """Return the default of an option as a user would type it, or "" if it has no default.

    `name` is the option, `where` the position, `search` the algorithm, and `options` has the values
    of the algorithm's own options. InputError if a position or file cannot be read.
    """
    if name == ALGORITHM_OPTION.name:
        return default_search(where).algorithm
    if name == ORDERING_OPTION.name:
        return default_ordering(load_game(where.game), algorithm(search), options)
    if name == EVALUATION_OPTION.name:
        return default_evaluation(load_game(where.game), where)
    if name == DEPTH_OPTION.name:
        return format_option_value(default_depth(load_game(where.game), where))
    return format_option_value(option_of(search, name).default)


def concise_recipe(recipe: Recipe) -> Recipe:
    """Return a recipe without the options that have their default values.

    If it names no position, it gets the name of the game's first preset. InputError for an unknown
    game.
    """
    where = recipe.where
    search = recipe.search
    game = load_game(where.game)
    if where.position is None and not where.settings:
        where = replace(where, position=game.presets[0].name)
    changes = search.changes()
    for name in changes.keys() - {ALGORITHM_OPTION.name}:
        # If the default depends on a file that was deleted, the option stays.
        with suppress(InputError):
            default = default_as_typed(name, where, search.algorithm, search.options)
            if changes[name] == default:
                del changes[name]
    typed_values = {ALGORITHM_OPTION.name: search.algorithm, **changes}
    return Recipe(where, SearchSpec().with_options(typed_values))


def _preset_hint(text: str, names: Sequence[str]) -> str:
    """Return a hint if an unreadable position looks like the name of a preset, else "".

    >>> _preset_hint("Cornr", ["start", "corner"])
    ' (did you mean the preset corner?)'
    >>> _preset_hint("opening", ["start", "corner"])
    ' (there is no preset with that name; the presets are: start corner)'
    """
    if not names:
        return ""
    names_by_lower_case = {name.casefold(): name for name in names}
    matches = get_close_matches(text.casefold(), names_by_lower_case, n=1)
    if matches:
        return f" (did you mean the preset {names_by_lower_case[matches[0]]}?)"
    if GAME_NAME_PATTERN.fullmatch(text):
        return f" (there is no preset with that name; the presets are: {' '.join(names)})"
    return ""


def preset_of(game: Game, where: PositionSpec) -> Preset | None:
    """Return the preset that `where` names, None if it has a notation or settings instead.

    By default, it is the game's first preset.
    """
    if where.position is None:
        return None if where.settings else game.presets[0]
    for preset in game.presets:
        if preset.name == where.position:
            return preset
    return None


def opening_position(where: PositionSpec) -> PositionSpec:
    """Return the position at which a match begins: `where`, or the game's opening by default.

    The default position of searches, the first preset, may be from the middle of a game.
    """
    if where.position is not None or where.settings:
        return where
    names = [preset.name for preset in load_game(where.game).presets]
    if OPENING_PRESET in names:
        return replace(where, position=OPENING_PRESET)
    return where


def game_settings(game: Game, where: PositionSpec) -> dict[str, str]:
    """Return all settings of a position, including those of its preset."""
    preset = preset_of(game, where)
    if preset is None:
        return dict(where.settings)
    return {**preset.settings, **where.settings}


def settings_outside_notation(game: Game, where: PositionSpec) -> dict[str, str]:
    """Return the settings, including the preset's, that are not part of a position's notation.

    In a game, they are all settings except the size; in a written tree, there are none.
    """
    if game.explicit:
        return {}
    return PositionSpec(where.game, settings=game_settings(game, where)).settings_except_size()


def position_title(game: Game, where: PositionSpec, board: Board) -> str:
    """Return the title of a textbook tree's preset, or of a game's board.

    >>> where = PositionSpec("tree", "cs188-quiz-2")
    >>> game, root = resolve_position(where)
    >>> position_title(game, where, root.board())
    'CS 188 quiz 2'
    >>> where = PositionSpec("hex", "ordering-helps")
    >>> game, root = resolve_position(where)
    >>> position_title(game, where, root.board())
    'Hex 4×4'
    """
    preset = preset_of(game, where) if game.explicit else None
    if preset is not None:
        return preset.title
    return board.title or game.title


def title_before_position(game: Game, where: PositionSpec) -> str:
    """Return the game's title, to be shown before a position; "" for a tree with its own title."""
    if game.explicit and where.position:
        return ""
    return game.title


def preset_words(game: Game, where: PositionSpec, *, named: bool) -> str:
    """Return the words between a game's title and a position in a heading, such as "opening, ".

    If `named` is false, do not name the preset.
    """
    # A written tree has the title of its preset already.
    if game.explicit:
        return "· "
    if not named:
        return ""
    preset = preset_of(game, where)
    if preset is None:
        return ""
    return f"{preset.title}, "


def default_depth(game: Game, where: PositionSpec) -> int | str:
    """Return the default depth: of the preset if its counts have one, else of the game."""
    preset = preset_of(game, where)
    if preset is not None and "depth" in preset.counts:
        return int(preset.counts["depth"])
    return game.depth or "all"


def default_evaluation(game: Game, where: PositionSpec) -> str:
    """Return the name of the preset's evaluation or, by default, of the game's first one."""
    preset = preset_of(game, where)
    if preset is not None and preset.evaluation:
        return preset.evaluation
    return next(iter(game.evaluations))


def has_other_evaluations(game: Game, name: str | None) -> bool:
    """Return whether a game has other evaluations, so that a heading must name this evaluation."""
    return [name] != [*game.evaluations]


def resolve_evaluation(game: Game, name: str | None) -> tuple[str, Evaluation]:
    """Return the name and the function of an evaluation, by default of the game's first one.

    The function returns values from MAX's side. A user's or a package's function raises InputError
    for a value that is not a finite number. InputError for an unknown name lists the evaluations.
    """
    if name is None:
        name = next(iter(game.evaluations))
    if name in game.evaluations:
        evaluate = game.evaluations[name]
        if games.is_built_in(game):
            return name, evaluate
        return name, _checked_evaluation(evaluate, f"the evaluation {name} of {game.name}")
    function = added_evaluation(game, name)
    if function is not None:
        return name, _users_evaluation(function, f"the evaluation {name}")
    known = [*game.evaluations, *evaluations_of_packages(game)]
    raise unknown_name_error(f"{game.name} has no evaluation", name, known, ", FILE.py:FUNCTION")


def _checked_evaluation(evaluate: Evaluation, title: str) -> Evaluation:
    """Return the evaluation of a user's game, with InputError for a bad value.

    `title` names the evaluation in errors.
    """

    def checked(position: AnyPosition, outcome: float | None) -> float:
        value = evaluate(position, outcome)
        if isinstance(value, bool):
            return int(value)
        return check_user_number(title, value)

    return checked


def _users_evaluation(function: Callable[..., Any], title: str) -> Evaluation:
    """Return a user's function as an evaluation, with InputError if it fails.

    The function takes the position and optionally the outcome. `title` names the function in
    errors.
    """
    takes_outcome = discovery.takes_arguments(function, 2)

    def evaluate(position: AnyPosition, outcome: float | None) -> float:
        arguments = (position, outcome) if takes_outcome else (position,)
        return check_user_number(title, WATCHDOG.call(title, function, *arguments))

    return evaluate


@cache
def added_evaluations() -> PlugInRegistry[Callable[..., Any]]:
    """Return the evaluations of packages, named `NAME` for every game or `GAME.NAME` for one."""
    return PlugInRegistry("evaluation", {}, callable)


def evaluations_of_packages(game: Game) -> dict[str, str]:
    """Return the names of the entry points with evaluations for a game, by evaluation.

    The entry point `NAME` is for all games, and `GAME.NAME` for a single game.
    """
    added = {}
    for point in added_evaluations().points:
        game_name, _, name = point.rpartition(".")
        is_for_game = game_name in ("", game.name)
        if is_for_game and name not in game.evaluations:
            added[name] = point
    return added


def added_evaluation(game: Game, name: str) -> Callable[..., Any] | None:
    """Return a user's or a package's evaluation by name; None if the name is unknown."""
    if PlugInSource.of(name) is PlugInSource.FUNCTION:
        function: Callable[..., Any] = discovery.user_function(name)
        return function
    point = evaluations_of_packages(game).get(name)
    if point is None:
        return None
    return added_evaluations()[point]


def stakes_of(game: Game, name: str | None) -> Stakes | None:
    """Return what the values of an evaluation mean to the players; None if it is unknown.

    `name` is None for the game's first evaluation. A user's or a package's function may say what
    its values mean in an attribute `stakes`.
    """
    if name is None:
        name = next(iter(game.evaluations))
    if name not in game.evaluations:
        stakes = getattr(added_evaluation(game, name), "stakes", None)
        if isinstance(stakes, Stakes):
            return stakes
    return game.stakes.get(name)


def default_ordering(game: Game, algorithm: Algorithm, options: Mapping[str, Any]) -> str:
    """Return the first of the algorithm's default orderings that the game has."""
    for name in algorithm.style.orderings(algorithm.ordering, options):
        if ordering.is_known_ordering(name, game):
            return name
    return "natural"
