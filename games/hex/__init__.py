"""Hex: join your two edges before the other side joins theirs; there are no draws."""

from games import Game, Option, Settings, Transcript, check_length, described, find_by_name, result, size_option
from games._options import check_size
from games._squares import is_transcript, split_moves
from games.hex.grid import DEFAULT_SIZE, LARGEST, SMALLEST, SWAP
from games.hex.notation import LONGEST_TEXT, read_board, read_games
from games.hex.rules import Hex, position
from games.hex.scores import ORDERINGS, STAKES, distance


def start(settings: Settings) -> Hex:
    """Return the empty board."""
    return position(settings.get("size", DEFAULT_SIZE), swap=settings.get("swap") == "on")


def read(text: str, settings: Settings) -> Hex:
    """Read rows of signs, which imply the size, or the cells in the order played, which need the size in the settings.

    ValueError if the text is neither, or contradicts the settings.
    """
    check_length(text, LONGEST_TEXT)
    if is_transcript(text):
        if "size" not in settings:
            raise ValueError("the cells in the order played do not say how large the board is; give its size too")
        return GAME.after(start(settings), text, " of the transcript")
    here = read_board(text, swap=settings.get("swap") == "on")
    check_size(here.size, settings)
    return here


def find_move(here: Hex, word: str) -> int:
    """Return the legal move with that name, in either case; ValueError if there is none."""
    name = here.grid.read_move(word)
    if here.result is None:
        if name == "swap" and not here.may_swap:
            rule = "only White may swap, instead of placing a first stone" if here.swap else "the setting swap is off"
            raise ValueError(f"'swap' is not a legal move here: {rule}")
        if here.grid.cells.get(name, SWAP) & ~here.empty:
            raise ValueError(f"there is a stone on cell {name} already")
    return int(find_by_name(here, name))


GAME = Game(
    **described(__file__),
    start=start,
    read=read,
    evaluations={"result": result, "distance": distance},
    stakes=STAKES,
    orderings=ORDERINGS,
    options=(
        size_option(SMALLEST, LARGEST, DEFAULT_SIZE),
        Option("swap", "on: White may take over Black's first stone by the move swap", "off", choices=("on", "off")),
    ),
    sizes=tuple(map(str, range(SMALLEST, LARGEST + 1))),
    split_moves=split_moves,
    transcript=Transcript(read=read_games),
    find_move=find_move,
    target=Hex.landing,
    moves_left=lambda position: position.empty.bit_count(),
    ending=lambda position, outcome: (
        f"{'Black joins top and bottom' if outcome > 0 else 'White joins left and right'} and wins"
    ),
)
