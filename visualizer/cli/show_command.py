"""`visualizer show`: draw the position."""

from dataclasses import asdict
from typing import Any

import rich_click as click

from visualizer import strict_json
from visualizer.boards.text import draw, side_of
from visualizer.cli.options import WHERE, read_where, with_options
from visualizer.cli.running import aside
from visualizer.look import numbers
from visualizer.look.lines import print_lines
from visualizer.lookup import resolve, resolve_evaluation


@click.command(epilog="Example: visualizer show tictactoe -p fork")
@with_options(WHERE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, as_json: bool, **values: Any) -> None:
    """Draw the position."""
    with aside():
        game, position = resolve(read_where(values))
        board, outcome, text = position.board(), position.outcome(), position.text()
        _, evaluate = resolve_evaluation(game, None)
        result = None if outcome is None else evaluate(position, outcome)
    side = game.side(maximizing=position.maximizing)
    if as_json:
        shown = {"game": game.name, "position": text, "to_move": side, "over": outcome is not None,
                 "result": None if result is None else numbers.plain(result), "board": asdict(board)}  # fmt: skip
        print_lines(strict_json.write(shown))
        return
    turn = side_of(game, board, first=position.maximizing)
    words = f"{turn} to move" if result is None else f"over: {numbers.show(result)}"
    print_lines("\n".join([f"{board.title}, {words}", "", *draw(board), "", text]))
