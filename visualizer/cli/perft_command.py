"""`visualizer perft`: count the ways to play some plies, to check a game's rules."""

from typing import Any

import rich_click as click

from games import AnyPosition, Game
from visualizer.cli.messages import note
from visualizer.cli.options import JSON, WHERE, answer, read_where, whole, with_options
from visualizer.cli.running import aside
from visualizer.lookup import preset_of, resolve
from visualizer.measures.estimate import perft
from visualizer.recipe import PositionSpec
from visualizer.search_options import DEEPEST


@click.command(epilog="Example: visualizer perft tictactoe -d 5 --divide")
@with_options(WHERE)
@click.option("-d", "--depth", metavar="N", required=True, callback=whole("the depth", 0, DEEPEST), help="Plies.")
@JSON
@click.option("--divide", is_flag=True, help="Count below each move.")
@click.option("--count-ended", is_flag=True, help="Count a game that ended before as 1, not 0.")
@click.option("--paths", is_flag=True, help="Keep apart captures that differ only in their path.")
def command(*, depth: int, divide: bool, count_ended: bool, paths: bool, **values: Any) -> int:
    """Count positions N plies deep (perft); one that is reached in several ways counts each time."""
    parts: dict[str, int] = {}
    with aside():
        where = read_where(values)
        game, position = resolve(where)
        note_preset(game, where, position)
        listed = game.paths if paths else None
        if divide and depth and position.outcome() is None:
            for move in (listed or type(position).moves)(position):
                name = position.name(move)
                below = perft(position.play(move), depth - 1, count_ended=count_ended, moves=listed)
                parts[name] = parts.get(name, 0) + below
        count = sum(parts.values()) if parts else perft(position, depth, count_ended=count_ended, moves=listed)
        result: dict[str, Any] = {"game": game.name, "position": position.text(), "depth": depth, "count": count}
    lines = [*(f"{name}  {below:,}" for name, below in parts.items()), f"{count:,}"]
    return answer("\n".join(lines), {**result, "divide": parts} if divide else result)


def note_preset(game: Game, where: PositionSpec, position: AnyPosition) -> None:
    """Note from which position is counted where none was named, and that is not the game's first."""
    preset = preset_of(game, where)
    if where.position is not None or where.moves or game.explicit:
        return
    if preset is not None and position.text() != game.start({}).text():
        note(f"counted from the preset {preset.name}, {position.text()}; -p names another position")
