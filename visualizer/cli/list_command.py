"""`visualizer list`: what there is."""

from typing import Any

import rich_click as click

import exports
import games
from games import Game
from visualizer import ordering
from visualizer.algorithms import algorithms
from visualizer.cli.messages import note
from visualizer.cli.options import JSON, NO_COLOR, answer
from visualizer.errors import InputError
from visualizer.look.table import Table
from visualizer.playing.kept import folder
from visualizer.playing.movers import opponents
from visualizer.playing.progress import Tally, tallies


@click.command(epilog="Example: visualizer list games")
@click.argument("what", default="games", metavar="[games|algorithms|formats|scores]")
@JSON
@NO_COLOR
def command(*, what: str, as_json: bool, no_color: bool) -> int:
    """List the games, with notation, presets, evaluations and orderings; or the algorithms; or the formats.

    `scores`: your results by game and opponent, from the games in your state folder.
    """
    listed = {
        "games": list_games, "algorithms": list_algorithms, "formats": list_formats, "scores": list_scores,
    }  # fmt: skip
    if what not in listed:
        raise InputError(f"{what!r} is not one of {' '.join(listed)}")
    objects, lines = listed[what]()
    return answer(lines, objects)


def list_games() -> tuple[Any, str]:
    """Return all games; what is wrong with a broken one goes to standard error."""
    for reason in games.broken().values():
        note(reason)
    found = {name: games.load(name) for name in games.names() if name not in games.broken()}
    return {name: as_object(game) for name, game in found.items()}, "\n\n".join(map(as_text, found.values()))


def as_object(game: Game) -> dict[str, Any]:
    """Return a game for scripts."""
    return {
        "title": game.title,
        "about": game.about,
        "notation": game.notation,
        "presets": [
            {"name": preset.name, "about": preset.about, "position": preset.text, "settings": dict(preset.settings),
             "counts": dict(preset.counts), "source": preset.source}
            for preset in game.presets
        ],
        "evaluations": [*game.evaluations],
        "orderings": ordering.names(game),
        "sizes": [*game.sizes],
        "settings": {option.name: f"{option.about} (default {option.default})" for option in game.options},
        "depth": game.depth,
        "engine": game.engine(),
        "opponents": [{"name": name, "search": search.to_spec()} for name, search in opponents(game).items()],
    }  # fmt: skip


def as_text(game: Game) -> str:
    """Return a game for a person."""
    lines = [
        f"{game.name}: {game.about}",
        f"  notation     {game.notation}",
        f"  evaluations  {' '.join(game.evaluations)}",
        f"  orderings    {' '.join(ordering.names(game))}",
        f"  opponents    {' '.join(opponents(game))}",
    ]
    if game.sizes:
        lines.append(f"  sizes        {' '.join(game.sizes)}")
    lines += [f"  --set {option.name}=…  {option.about} (default {option.default})" for option in game.options]
    width = max((len(preset.name) for preset in game.presets), default=0)
    lines += [f"  -p {preset.name:<{width}}  {preset.about}" for preset in game.presets]
    return "\n".join(lines)


def list_algorithms() -> tuple[dict[str, Any], str]:
    """Return all algorithms and the orderings that serve every game."""
    searches = {
        name: {
            "about": found.about,
            "fail": [*found.fail],
            "options": {option.name: option.sentence() for option in found.options},
        }
        for name, found in algorithms().items()
    }
    rows = []
    for name, found in algorithms().items():
        rows += [(name, found.about), *((f"  --{option.key}", option.sentence()) for option in found.options)]
    rows += [("", "")] + [(f"-o {name}", found.about) for name, found in ordering.orderings().items()]
    return searches, Table(("algorithm", ""), tuple(rows)).text()


def list_formats() -> tuple[dict[str, Any], str]:
    """Return all formats."""
    objects = {name: {"endings": [*found.endings], "about": found.about} for name, found in exports.formats().items()}
    rows = tuple((" ".join(found.endings), found.about) for found in exports.formats().values())
    return objects, Table(("ending", ""), rows).text()


def list_scores() -> tuple[Any, str]:
    """Return how games against searches came out, by game and opponent."""
    rows = tuple(tallies(folder()))
    if not rows:
        return [], f"no game against a search is kept in {folder()}"
    return [row._asdict() for row in rows], Table(Tally._fields, rows).text()
