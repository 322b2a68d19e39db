"""`visualizer show`: draw the position."""

from dataclasses import asdict
from typing import Any

import rich_click as click

from games import turn_of
from visualizer.boards.text import draw, side_of
from visualizer.cli.options import JSON, WHERE, answer, read_where, with_options
from visualizer.cli.running import aside
from visualizer.look import numbers
from visualizer.lookup import resolve, resolve_evaluation


@click.command(epilog="Example: visualizer show tictactoe -p fork")
@with_options(WHERE)
@JSON
def command(**values: Any) -> int:
    """Draw the position."""
    with aside():
        game, position = resolve(read_where(values))
        board, outcome, text = position.board(), position.outcome(), position.text()
        _, evaluate = resolve_evaluation(game, None)
        result = None if outcome is None else evaluate(position, outcome)
    turn = turn_of(position)
    shown = {"game": game.name, "position": text, "to_move": game.mover(turn), "over": outcome is not None,
             "result": None if result is None else numbers.plain(result), "board": asdict(board)}  # fmt: skip
    words = f"{side_of(game, board, turn)} to move" if result is None else f"over: {numbers.show(result)}"
    return answer("\n".join([f"{board.title}, {words}", "", *draw(board), "", text]), shown)
