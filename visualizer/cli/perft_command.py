"""`visualizer perft`: count the ways to play some plies, to check a game's rules."""

from typing import Any

import rich_click as click

from visualizer import strict_json
from visualizer.cli.options import WHERE, read_where, with_options
from visualizer.cli.running import aside
from visualizer.look.lines import print_lines
from visualizer.lookup import resolve
from visualizer.measures.perft import perft
from visualizer.search_options import DEEPEST, read_count


@click.command(epilog="Example: visualizer perft tictactoe -d 5 --divide")
@with_options(WHERE)
@click.option("-d", "--depth", metavar="N", required=True, help="Plies.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--divide", is_flag=True, help="Count below each move.")
@click.option("--count-ended", is_flag=True, help="Count a game that ended before as 1, not 0.")
@click.option("--paths", is_flag=True, help="Keep apart captures that differ only in their path.")
def command(*, depth: str, as_json: bool, divide: bool, count_ended: bool, paths: bool, **values: Any) -> None:
    """Count the ways to play exactly N plies: a position that is reached in several ways counts as often."""
    plies = read_count("the depth", 0, DEEPEST)(depth)
    parts: dict[str, int] = {}
    with aside():
        game, position = resolve(read_where(values))
        listed = game.paths if paths else None
        if divide and plies and position.outcome() is None:
            for move in (listed or type(position).moves)(position):
                name = position.name(move)
                below = perft(position.play(move), plies - 1, count_ended=count_ended, moves=listed)
                parts[name] = parts.get(name, 0) + below
        count = sum(parts.values()) if parts else perft(position, plies, count_ended=count_ended, moves=listed)
        result: dict[str, Any] = {"game": game.name, "position": position.text(), "depth": plies, "count": count}
    if as_json:
        print_lines(strict_json.write({**result, "divide": parts} if divide else result))
        return
    for name, below in parts.items():
        print_lines(f"{name}  {below:,}")
    print_lines(f"{count:,}")
