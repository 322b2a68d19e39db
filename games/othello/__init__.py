"""Othello: enclose lines of discs to flip them; the corners stay yours."""

from games import Game, Option, Settings, whole_number
from games.othello import rules
from games.othello.grid import DEFAULT_SIZE, SIZES
from games.othello.notation import check_length, is_transcript, read_board, read_move, split_moves
from games.othello.presets import PRESETS
from games.othello.rules import Othello, forced_pass
from games.othello.scores import ORDERINGS, discs, seed, weights


def find_move(position: Othello, word: str) -> int:
    ...
