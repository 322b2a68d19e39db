"""What there is, and what a position is, without a search: `list`, `show`, `root_moves_as_objects`, `perft`."""

from collections.abc import Callable
from dataclasses import asdict
from inspect import getdoc
from typing import Any

import rich_click as click

import exports
import games
from games import AnyPosition, Game, shorten, turn_of
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
from visualizer.searching.algorithms import algorithms
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
from visualizer.support.plugins.discovery import Extensible, PlugIn, unused_games

LIST_NAMES = ("games", "algorithms", "formats", "themes", "scores")


@click.command(epilog="Example: visualizer list games")
@click.argument("what", default="games", type=ListedValue("|".join(LIST_NAMES), LIST_NAMES))
@JSON_FLAG
@NO_COLOR_FLAG
def list_command(*, what: str, as_json: bool, no_color: bool) -> int:
    """List the games, with notation, presets, evaluations and orderings; or algorithms, formats or themes.

    What an installed package has added is followed by its name.

    `scores`: your results by game and opponent, from the games in your state folder.
    """
    objects, lines = make_list(what)
    return print_result(lines, objects)


def make_list(what: str) -> tuple[Any, str]:
    """Return what there is for scripts, and for a person; InputError for a word that names no list.

    What is wrong with a broken game goes to standard error.
    """
    match what:
        case "games":
            for reason in (*games.broken_games().values(), *unused_games()):
                add_note(reason)
            found = {
                name: games.load_game(name)
                for name in games.game_names()
                if name not in games.broken_games()
            }
            objects = {name: game_as_object(game) for name, game in found.items()}
            return objects, "\n\n".join(map(game_as_text, found.values()))
        case "algorithms":
            return list_algorithms()
        case "formats":
            formats, origin = list_extensible(exports.formats())
            rows = [
                (" ".join(each.endings), f"{each.about}{origin(name)[0]}")
                for name, each in formats.items()
            ]
            objects = {
                name: {"endings": [*each.endings], "about": each.about, "package": origin(name)[1]}
                for name, each in formats.items()
            }
            return objects, Table(("ending", ""), tuple(rows)).text()
        case "themes":
            themes, origin = list_extensible(THEMES)
            own = own_themes()
            tone = {True: "dark", False: "light"}
            rows = [
                (name, f"{tone[each.is_dark]}{', your own' * (name in own)}{origin(name)[0]}")
                for name, each in themes.items()
            ]
            objects = {
                name: {"dark": each.is_dark, "package": origin(name)[1]}
                for name, each in themes.items()
            }
            return objects, Table(("theme", ""), tuple(rows)).text()
        case "scores":
            scores = tuple(tallies(autosave_folder()))
            nothing = f"there is no saved game against a search in {autosave_folder()}"
            return [row._asdict() for row in scores], Table(
                Tally._fields, scores
            ).text() if scores else nothing
    raise InputError(f"{shorten(what)} is not one of {' '.join(LIST_NAMES)}")


def list_extensible(
    things: Extensible[PlugIn],
) -> tuple[dict[str, PlugIn], Callable[[str], tuple[str, str | None]]]:
    """Return all things by name, and what tells in words and as data which package one comes from.

    What is wrong with a broken one, or one that is not used, goes to standard error.
    """
    found, broken = things.everything()
    for reason in (*broken.values(), *things.unused()):
        add_note(reason)

    def origin(name: str) -> tuple[str, str | None]:
        package = things.package(name)
        return "" if package is None else f" (from the package {package})", package

    return found, origin


def game_as_object(game: Game) -> dict[str, Any]:
    """Return a game for scripts."""
    return {
        "title": game.title,
        "about": game.about,
        "notation": game.notation,
        "presets": [
            {
                "name": preset.name,
                "about": preset.about,
                "position": preset.text,
                "settings": dict(preset.settings),
                "evaluation": preset.evaluation or next(iter(game.evaluations)),
                "counts": dict(preset.counts),
                "source": preset.source,
            }
            for preset in game.presets
        ],
        "evaluations": [*game.evaluations, *evaluations_of_packages(game)],
        "orderings": ordering.ordering_names(game),
        "sizes": [*game.sizes],
        "settings": {
            option.name: f"{option.about} (default {option.default})" for option in game.options
        },
        "depth": game.depth,
        "engine": game.engine(),
        "package": games.package_of_game(game.name),
        "opponents": [
            {"name": name, "search": search.to_spec()} for name, search in opponents(game).items()
        ],
    }


def game_as_text(game: Game) -> str:
    """Return a game for a person."""
    package = games.package_of_game(game.name)
    lines = [
        f"{game.name}: {game.about}{'' if package is None else f' (from the package {package})'}",
        f"  notation     {game.notation}",
        f"  evaluations  {' '.join([*game.evaluations, *evaluations_of_packages(game)])}",
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
    """Return all algorithms, the orderings that serve every game, and the evaluations of installed packages."""
    found_searches, origin = list_extensible(algorithms())
    searches = {
        name: {
            "about": found.about,
            "fail": [*found.fail],
            "options": {option.name: option.sentence() for option in found.options},
            "package": origin(name)[1],
        }
        for name, found in found_searches.items()
    }
    rows = []
    for name, found in found_searches.items():
        if origin(name)[1] is None:
            sign = "--{}"
        else:
            sign = f"-a {name},{{}}=…"
        rows.append((name, f"{found.about}{origin(name)[0]}"))
        rows += [(f"  {sign.format(option.key)}", option.sentence()) for option in found.options]
    orderings, origin = list_extensible(ordering.orderings())
    rows += [("", "")] + [
        (f"-o {name}", f"{each.about}{origin(name)[0]}") for name, each in orderings.items()
    ]
    evaluations, origin = list_extensible(added_evaluations())
    for name, function in evaluations.items():
        of, _, word = name.rpartition(".")
        about = (
            f"{f'for {of}: ' * bool(of)}{(getdoc(function) or word).splitlines()[0].rstrip('.')}"
        )
        rows.append((f"-e {word}", f"{about}{origin(name)[0]}"))
    return searches, Table(("algorithm", ""), tuple(rows)).text()


@click.command(epilog="Example: visualizer show tictactoe -p fork")
@with_common_options(POSITION_OPTIONS, WHICH_GAME_OPTION)
@JSON_FLAG
def show_command(*, which: tuple[str, ...], **values: Any) -> int:
    """Draw the position, or the last one of a game in a file."""
    with redirect_stdout_to_stderr():
        found = read_game_file(values, which, takes_position=True)
        if found is None:
            game, position = resolve_position(read_position_options(values))
        else:
            game = found.match.game
            position = found.match.position
        board = position.board()
        outcome = position.outcome()
        text = position.text()
        _, evaluate = resolve_evaluation(game, None)
        if outcome is None:
            result = None
        else:
            result = evaluate(position, outcome)
    turn = turn_of(position)
    shown = {
        "game": game.name,
        "position": text,
        "to_move": game.written_side(game.mover(turn)),
        "over": outcome is not None,
        "result": None if result is None else numbers.json_number(result),
        "board": asdict(board),
    }
    words = (
        f"{side_name(game, board, turn, lettered=True)} to move"
        if result is None
        else f"over: {numbers.format_number(result)}"
    )
    return print_result(
        "\n".join([f"{board.title}, {words}", "", *board_text(board), "", text]), shown
    )


@click.command(epilog="Example: visualizer moves tictactoe -o scored")
@with_common_options(POSITION_OPTIONS, SEARCH_OPTIONS)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def moves_command(**values: Any) -> int:
    """List the legal moves in the order in which a search tries them, with the ordering's scores."""
    recipe, _ = read_recipe(values)
    with redirect_stdout_to_stderr():
        run = Run(recipe)
        listed = root_moves_as_objects(run)
    note_unused_options([(recipe.search, run.recipe.search)])
    if not listed:
        return print_result("the game is over: there are no moves", listed)
    if len(listed[0]["components"]) > 1:
        names = [*listed[0]["components"]]
    else:
        names = []
    called = [run.game.called(run.move_name((number,))) for number in run.scored(())[0]]
    rows = tuple(
        (place, name, move["score"], *(move["components"][part] for part in names))
        for place, (name, move) in enumerate(zip(called, listed, strict=True), 1)
    )
    return print_result(Table(("", "move", "score", *names), rows).text(), listed)


def root_moves_as_objects(run: Run) -> list[dict[str, Any]]:
    """Return the moves of the root in the ordering's order, with scores from the mover's side."""
    order, scores = run.scored(())
    listed = []
    for number in order:
        if scores is not None:
            score = scores[number]
        else:
            score = None
        if score:
            components = {
                name: numbers.json_number(part) for name, part in score.components.items()
            }
        else:
            components = {}
        if score:
            total = numbers.json_number(score.total)
        else:
            total = None
        listed.append({"move": run.written((number,)), "score": total, "components": components})
    return listed


@click.command(epilog="Example: visualizer perft tictactoe -d 5 --divide")
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
    """Count positions N plies deep (perft); one that is reached in several ways counts each time."""
    parts = dict[str, int]()
    labels = dict[str, str]()
    with redirect_stdout_to_stderr():
        where = read_position_options(values)
        game, position = resolve_position(where)
        note_default_preset(game, where, position)
        listed = game.paths if paths else None
        if divide and depth and position.outcome() is None:
            for move in (listed or type(position).moves)(position):
                name = position.name(move)
                below = perft(position.play(move), depth - 1, count_ended=count_ended, moves=listed)
                parts[name] = parts.get(name, 0) + below
                labels[name] = game.label(position, move)
        if parts:
            count = sum(parts.values())
        else:
            count = perft(position, depth, count_ended=count_ended, moves=listed)
        result: dict[str, Any] = {
            "game": game.name,
            "position": position.text(),
            "depth": depth,
            "count": count,
        }
    lines = [*(f"{labels[name]}  {below:,}" for name, below in parts.items()), f"{count:,}"]
    return print_result("\n".join(lines), {**result, "divide": parts} if divide else result)


def note_default_preset(game: Game, where: PositionSpec, position: AnyPosition) -> None:
    """Note from which position is counted where none was named, and that is not the game's first."""
    preset = preset_of(game, where)
    if where.position is not None or where.moves or game.explicit:
        return
    if preset is not None and position.text() != game.start({}).text():
        add_note(
            f"counted from the preset {preset.name}, {position.text()}; choose another position with -p"
        )
