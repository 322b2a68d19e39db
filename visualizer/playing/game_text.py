"""A match as a text: a line of JSON, then its moves."""

import json
import re
from collections.abc import Sequence

from visualizer.playing.match import Match

BEGINNING = re.compile(r"^(?=; *\{)", re.MULTILINE)
"""Where a saved game begins."""


def written(match: Match) -> str:
    """Return the text of a saved game."""
    first, second = ("person" if mover.search is None else mover.search.grammar() for mover in match.movers)
    header = {
        "game": match.where.game, "settings": match.where.settings_beside_size(), "position": match.start.text(),
        "first": first, "second": second, "result": match.outcome,
    }  # fmt: skip
    return f"; {json.dumps(header)}\n{' '.join(match.moves)}\n"


def moves_of(match: Match, text: str) -> Sequence[str]:
    """Return the names of the moves in the text of a saved game."""
    return match.game.split_moves(text.partition("\n")[2])
