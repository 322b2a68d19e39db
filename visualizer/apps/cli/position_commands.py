"""List games and plug-ins, and show positions: `list`, `show`, `moves`, `perft`."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import partial
from inspect import getdoc
from typing import Any, NamedTuple

import rich_click as click

import exports
import games
from games import AnyPosition, Game, Preset, shorten, turn_of
from visualizer.apps.cli.common_options import (
    JSON_FLAG,
    NO_COLOR_FLAG,
    print_result,
    with_common_options,
)
from visualizer.apps.cli.messages import add_note
from visualizer.apps.cli.position_options import (
    POSITION_OPTIONS,
    SEARCH_OPTIONS,
    WHICH_GAME_OPTION,
    note_unused_options,
    read_game_file,
    read_position_options,
    read_recipe,
)
from visualizer.apps.cli.running import redirect_stdout_to_stderr
from visualizer.apps.cli.values import ListedValue, whole_number_type
from visualizer.draw.boards.contents import board_text, side_name
from visualizer.explaining.measures.estimate import perft
from visualizer.look import numbers
from visualizer.look.table import Table
from visualizer.look.themes import THEMES, own_themes
from visualizer.play.playing.kept import autosave_folder
from visualizer.play.playing.movers import opponents
from visualizer.play.playing.progress import Tally, tallies
from visualizer.searching import ordering
from visualizer.searching.algorithms import Algorithm, algorithms
from visualizer.searching.lookup import (
    added_evaluations,
    evaluations_of_packages,
    preset_of,
    resolve_evaluation,
    resolve_position,
)
from visualizer.searching.recipe import PositionSpec
from visualizer.searching.run import Run
from visualizer.searching.search_options import MAX_SEARCH_DEPTH
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import PlugIn, PlugInRegistry, unused_games

LIST_NAMES = ("games", "algorithms", "formats", "themes", "scores")


@click.command(
    help="List the games, with notation, presets, evaluations and orderings; or algorithms, "
    "formats or themes.\n\n"
    "What an installed package has added is followed by its name.\n\n"
    "`scores`: your results by game and opponent, from the games in your state folder.",
    epilog="Example: visualizer list games",
)
@click.argument("what", default="games", type=ListedValue("|".join(LIST_NAMES), LIST_NAMES))
@JSON_FLAG
@NO_COLOR_FLAG
def list_command(*, what: str, as_json: bool, no_color: bool) -> int:
    """List games, algorithms, formats, themes or scores."""
    data, text = make_list(what)
    return print_result(text, data)


def make_list(name: str) -> tuple[Any, str]:
    """Return a list such as "games" as data for scripts and as text.

    Also note which plug-ins cannot be used, and why. InputError for a name without a list.
    """
    match name:
        case "games":
            return list_games()
        case "algorithms":
            return list_algorithms()
        case "formats":
            return list_formats()
        case "themes":
            return list_themes()
        case "scores":
            return list_scores()
    raise InputError(f"{shorten(name)} is not one of {' '.join(LIST_NAMES)}")


def list_games() -> tuple[dict[str, Any], str]:
    """Return all games that can be loaded, as data and as text; note why others cannot be."""
    broken = games.broken_games()
    for reason in (*broken.values(), *unused_games()):
        add_note(reason)
    names = [name for name in games.game_names() if name not in broken]
    playable = [games.load_game(name) for name in names]
    data = {name: game_as_object(game) for name, game in zip(names, playable, strict=True)}
    return data, "\n\n".join(map(game_as_text, playable))


def list_formats() -> tuple[dict[str, Any], str]:
    """Return all formats of files, as data and as text."""
    formats, origin_of = load_plug_ins(exports.formats())
    data = {}
    rows = []
    for name, file_format in formats.items():
        origin = origin_of(name)
        endings = " ".join(file_format.endings)
        rows.append((endings, f"{file_format.about}{origin.words}"))
        data[name] = {
            "endings": [*file_format.endings],
            "about": file_format.about,
            "package": origin.name,
        }
    return data, Table(("ending", ""), tuple(rows)).text()


def list_themes() -> tuple[dict[str, Any], str]:
    """Return all themes, as data and as text; the user's own are marked in the text."""
    themes, origin_of = load_plug_ins(THEMES)
    own_names = own_themes()
    data = {}
    rows = []
    for name, theme in themes.items():
        origin = origin_of(name)
        description = "dark" if theme.is_dark else "light"
        if name in own_names:
            description += ", your own"
        rows.append((name, f"{description}{origin.words}"))
        data[name] = {"dark": theme.is_dark, "package": origin.name}
    return data, Table(("theme", ""), tuple(rows)).text()


def list_scores() -> tuple[list[dict[str, Any]], str]:
    """Return the results of saved games, by game and opponent."""
    folder = autosave_folder()
    scores = tuple(tallies(folder))
    if not scores:
        return [], f"there is no saved game against a search in {folder}"
    return [row._asdict() for row in scores], Table(Tally._fields, scores).text()


class Origin(NamedTuple):
    """The package that a plug-in comes from; its name is None for our own plug-ins."""

    name: str | None

    @property
    def words(self) -> str:
        """Return the package in words, "" for our own plug-ins."""
        return "" if self.name is None else f" (from the package {self.name})"


def load_plug_ins(
    registry: PlugInRegistry[PlugIn],
) -> tuple[dict[str, PlugIn], Callable[[str], Origin]]:
    """Return all plug-ins of a kind by name, and a function that returns a plug-in's origin.

    Also note which plug-ins of this kind cannot be used, and why.
    """
    plug_ins, broken_reasons = registry.load_all()
    for reason in (*broken_reasons.values(), *registry.unused_sentences()):
        add_note(reason)
    return plug_ins, lambda name: Origin(registry.package(name))


def game_as_object(game: Game) -> dict[str, Any]:
    """Return a game as data for scripts."""
    settings = {
        option.name: f"{option.about} (default {option.default})" for option in game.options
    }
    named_searches = [
        {"name": name, "search": search.to_spec()} for name, search in opponents(game).items()
    ]
    return {
        "title": game.title,
        "about": game.about,
        "notation": game.notation,
        "presets": [preset_as_object(game, preset) for preset in game.presets],
        "evaluations": [*game.evaluations, *evaluations_of_packages(game)],
        "orderings": ordering.ordering_names(game),
        "sizes": [*game.sizes],
        "settings": settings,
        "depth": game.depth,
        "engine": game.engine(),
        "package": games.package_of_game(game.name),
        "opponents": named_searches,
    }


def preset_as_object(game: Game, preset: Preset) -> dict[str, Any]:
    """Return a preset as data for scripts."""
    # A preset without an evaluation uses the first one of its game.
    evaluation = preset.evaluation or next(iter(game.evaluations))
    return {
        "name": preset.name,
        "about": preset.about,
        "position": preset.text,
        "settings": dict(preset.settings),
        "evaluation": evaluation,
        "counts": dict(preset.counts),
        "source": preset.source,
    }


def game_as_text(game: Game) -> str:
    """Return a game as lines of text."""
    origin = Origin(games.package_of_game(game.name))
    evaluations = [*game.evaluations, *evaluations_of_packages(game)]
    lines = [
        f"{game.name}: {game.about}{origin.words}",
        f"  notation     {game.notation}",
        f"  evaluations  {' '.join(evaluations)}",
        f"  orderings    {' '.join(ordering.ordering_names(game))}",
        f"  opponents    {' '.join(opponents(game))}",
    ]
    if game.sizes:
        lines.append(f"  sizes        {' '.join(game.sizes)}")
    lines += [
        f"  --set {option.name}=…  {option.about} (default {option.default})"
        for option in game.options
    ]
    width = max((len(preset.name) for preset in game.presets), default=0)
    lines += [f"  -p {preset.name:<{width}}  {preset.about}" for preset in game.presets]
    return "\n".join(lines)


def list_algorithms() -> tuple[dict[str, Any], str]:
    """Return all algorithms, as data and as text.

    The text also has the orderings for all games and the evaluations of packages. Orderings and
    evaluations of a single game are listed with the game.
    """
    known_algorithms, origin_of = load_plug_ins(algorithms())
    data = {}
    rows = []
    for name, algorithm in known_algorithms.items():
        origin = origin_of(name)
        data[name] = {
            "about": algorithm.about,
            "fail": [*algorithm.fail],
            "options": {option.name: option.sentence() for option in algorithm.options},
            "package": origin.name,
        }
        rows += [(name, f"{algorithm.about}{origin.words}"), *option_rows(algorithm, origin)]
    rows += [("", ""), *ordering_rows(), *evaluation_rows()]
    return data, Table(("algorithm", ""), tuple(rows)).text()


def option_rows(algorithm: Algorithm, origin: Origin) -> list[tuple[str, str]]:
    """Return a row for each option that only this algorithm has: a flag and a sentence.

    `origin` is where the algorithm comes from.
    """
    rows = []
    for option in algorithm.options:
        # Algorithms of installed packages have no flags: their options follow their name.
        if origin.name is None:
            flag = f"--{option.key}"
        else:
            flag = f"-a {algorithm.name},{option.key}=…"
        rows.append((f"  {flag}", option.sentence()))
    return rows


def ordering_rows() -> list[tuple[str, str]]:
    """Return a row for each ordering that works in every game."""
    orderings, origin_of = load_plug_ins(ordering.orderings())
    return [
        (f"-o {name}", f"{each.about}{origin_of(name).words}") for name, each in orderings.items()
    ]


def evaluation_rows() -> list[tuple[str, str]]:
    """Return a row for each evaluation of installed packages: how to choose it, and what it is.

    A package may name an evaluation "GAME.NAME" if it is for a single game.
    """
    rows = []
    evaluations, origin_of = load_plug_ins(added_evaluations())
    for name, function in evaluations.items():
        game_name, _, short_name = name.rpartition(".")
        description = getdoc(function) or short_name
        first_line = description.splitlines()[0]
        about = first_line.rstrip(".")
        if game_name:
            about = f"for {game_name}: {about}"
        rows.append((f"-e {short_name}", f"{about}{origin_of(name).words}"))
    return rows


@click.command(epilog="Example: visualizer show tictactoe -p fork")
@with_common_options(POSITION_OPTIONS, WHICH_GAME_OPTION)
@JSON_FLAG
def show_command(*, which: tuple[str, ...], **values: Any) -> int:
    """Draw the position, or the last one of a game in a file."""
    # Rules of a user's own game may print, which must not mix with the answer.
    with redirect_stdout_to_stderr():
        opened_game = read_game_file(values, which, takes_position=True)
        if opened_game is None:
            game, position = resolve_position(read_position_options(values))
        else:
            game = opened_game.match.game
            position = opened_game.match.position
        board = position.board()
        text = position.text()
        result = result_of(game, position)
    turn = turn_of(position)
    data = {
        "game": game.name,
        "position": text,
        "to_move": game.written_side(game.mover(turn)),
        "over": result is not None,
        "result": None if result is None else numbers.json_number(result),
        "board": asdict(board),
    }
    if result is None:
        side = side_name(game, board, turn, lettered=True)
        status = f"{side} to move"
    else:
        status = f"over: {numbers.format_number(result)}"
    lines = [f"{board.title}, {status}", "", *board_text(board), "", text]
    return print_result("\n".join(lines), data)


def result_of(game: Game, position: AnyPosition) -> float | None:
    """Return the value of a finished game for the first player, or None if it is not finished."""
    outcome = position.outcome()
    if outcome is None:
        return None
    _, evaluate = resolve_evaluation(game, None)
    return evaluate(position, outcome)


@click.command(
    help="List the legal moves in the order in which a search tries them, with the ordering's "
    "scores.",
    epilog="Example: visualizer moves tictactoe -o scored",
)
@with_common_options(POSITION_OPTIONS, SEARCH_OPTIONS)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print a JSON list.",
)
def moves_command(**values: Any) -> int:
    """List the legal moves, ordered and scored as for a search."""
    recipe, _ = read_recipe(values)
    with redirect_stdout_to_stderr():
        run = Run(recipe)
        moves = root_moves_as_objects(run)
    note_unused_options([(recipe.search, run.recipe.search)])
    if not moves:
        return print_result("the game is over: there are no moves", moves)

    return print_result(root_move_table(run, moves).text(), moves)


def root_move_table(run: Run, moves: Sequence[dict[str, Any]]) -> Table:
    """Return a table of the root moves, with a column for each part of their scores.

    `moves` are the moves as `root_moves_as_objects` returns them.
    """
    components = [*moves[0]["components"]]
    if len(components) == 1:
        # A single part is the score itself.
        components = []
    # The path () leads to the root.
    order, _ = run.order_with_scores(())
    rows = []
    for rank, (move_index, move) in enumerate(zip(order, moves, strict=True), 1):
        name = run.game.name_with_word(run.move_name((move_index,)))
        parts = [move["components"][component] for component in components]
        rows.append((rank, name, move["score"], *parts))
    return Table(("", "move", "score", *components), tuple(rows))


def root_moves_as_objects(run: Run) -> list[dict[str, Any]]:
    """Return the root moves in the order in which they are tried, as data for scripts.

    Each move has a score from the point of view of the side to move, and the parts of the score.
    The score is None if the ordering gives none.
    """
    # The path () leads to the root.
    order, scores = run.order_with_scores(())
    moves = []
    for move_index in order:
        move: dict[str, Any] = {
            "move": run.notation_of_move((move_index,)),
            "score": None,
            "components": {},
        }
        # An ordering may give no scores at all, or none to some moves.
        score = None if scores is None else scores[move_index]
        if score:
            components = score.components.items()
            move["score"] = numbers.json_number(score.total)
            move["components"] = {name: numbers.json_number(part) for name, part in components}
        moves.append(move)
    return moves


@click.command(
    help="Count positions N plies deep (perft); one that is reached in several ways counts each "
    "time.",
    epilog="Example: visualizer perft tictactoe -d 5 --divide",
)
@with_common_options(POSITION_OPTIONS)
@click.option(
    "-d",
    "--depth",
    required=True,
    type=whole_number_type("the depth", 0, MAX_SEARCH_DEPTH),
    help="Plies.",
)
@JSON_FLAG
@click.option("--divide", is_flag=True, help="Count below each move.")
@click.option("--count-ended", is_flag=True, help="Count a game that ended earlier as 1, not 0.")
@click.option(
    "--paths", is_flag=True, help="Count captures that differ only in their path separately."
)
def perft_command(
    *, depth: int, divide: bool, count_ended: bool, paths: bool, **values: Any
) -> int:
    """Count positions at a depth, in all or below each move."""
    counts_by_name: dict[str, MoveCount] = {}
    # Rules of a user's own game may print, which must not mix with the counts.
    with redirect_stdout_to_stderr():
        where = read_position_options(values)
        game, position = resolve_position(where)
        note_default_preset(game, where, position)
        list_moves = game.paths if paths else None
        count_below = partial(perft, count_ended=count_ended, moves=list_moves)
        if divide and depth and position.outcome() is None:
            counts_by_name = divide_count(
                game, position, depth, count_below=count_below, list_moves=list_moves
            )
        if counts_by_name:
            total = sum(each.position_count for each in counts_by_name.values())
        else:
            total = count_below(position, depth)
        data: dict[str, Any] = {
            "game": game.name,
            "position": position.text(),
            "depth": depth,
            "count": total,
        }
    if divide:
        data["divide"] = {name: each.position_count for name, each in counts_by_name.items()}
    lines = [f"{each.label}  {each.position_count:,}" for each in counts_by_name.values()]
    return print_result("\n".join([*lines, f"{total:,}"]), data)


class MoveCount(NamedTuple):
    """The label of a move, and the number of positions below it."""

    label: str
    position_count: int


def divide_count(
    game: Game,
    position: AnyPosition,
    depth: int,
    *,
    count_below: Callable[[AnyPosition, int], int],
    list_moves: Callable[[AnyPosition], Iterable[Any]] | None,
) -> dict[str, MoveCount]:
    """Count the positions at `depth` below each move; return the counts by the move's name.

    They add up to the count of `position`. `list_moves` returns the moves of a position, by default
    the legal moves.
    """
    counts_by_name: dict[str, MoveCount] = {}
    moves = position.moves() if list_moves is None else list_moves(position)
    for move in moves:
        name = position.name(move)
        count = count_below(position.play(move), depth - 1)
        # Moves of a piece along different paths may share a name: add their counts.
        if name in counts_by_name:
            count += counts_by_name[name].position_count
        counts_by_name[name] = MoveCount(game.label(position, move), count)
    return counts_by_name


def note_default_preset(game: Game, where: PositionSpec, position: AnyPosition) -> None:
    """Note which preset was counted, if the user named no position and the game starts elsewhere.

    The user may want to compare the count with published perft counts from the game's start.
    """
    is_position_named = where.position is not None or bool(where.moves)
    # An explicit game has no start: each of its positions is a tree of its own.
    if is_position_named or game.explicit:
        return
    preset = preset_of(game, where)
    if preset is not None and position.text() != game.start({}).text():
        add_note(
            f"counted from the preset {preset.name}, {position.text()}; choose another position "
            "with -p"
        )
