"""Tak: build a road from edge to edge, with stacks that spread and walls that block."""

import os

import games
from games import AnyPosition, Game, Option, Settings, Transcript, described, find_by_name, shorten, size_option
from games._options import check_size
from games.tak import ptn, rules, takpy_rules
from games.tak.endings import ending
from games.tak.grid import DEFAULT_SIZE, RESERVES
from games.tak.notation import MOST_HALF_KOMI, Setup, read_move, read_tps
from games.tak.notation import start as empty_board
from games.tak.position import TakPosition
from games.tak.scores import ORDERINGS, STAKES, flats, in_opening, roads

VARIABLE = "VISUALIZER_TAK"
"""The environment variable that forces the rules: `own`, in Python, or `takpy`, used where it works."""


def uses_takpy() -> bool:
    """Return whether takpy is used; ValueError if the forced choice is not possible."""
    forced = os.environ.get(VARIABLE, "")
    if forced not in ("", "own", "takpy"):
        raise ValueError(f"{VARIABLE} is {shorten(forced)}, not own or takpy")
    if forced == "takpy" and takpy_rules.takpy() is None:
        raise ValueError(f"{VARIABLE} is takpy, but takpy is not installed or does not work")
    return forced != "own" and takpy_rules.takpy() is not None


def position(setup: Setup, half_komi: int) -> AnyPosition:
    """Set up a position under the rules in use."""
    return takpy_rules.position(setup, half_komi) if uses_takpy() else rules.position(setup, half_komi)


def engine() -> str:
    """Return the name of the rules in use; a forced choice that is not possible is ignored."""
    try:
        return games.library_version("takpy", "takpy") if uses_takpy() else "built-in rules"
    except ValueError:
        return "built-in rules"


def read(text: str, settings: Settings) -> AnyPosition:
    """Read a TPS, which implies the size; ValueError if it cannot be read or contradicts the size in the settings."""
    setup = read_tps(text)
    check_size(setup.size, settings)
    return position(setup, settings.get("half_komi", 0))


def find_move(position: TakPosition, word: str) -> str:
    """Return the legal move with that name in PTN, canonical or not; ValueError if there is none."""
    move = read_move(word, position.size)
    return str(find_by_name(position, move, lambda: why_not(position, move)))


def why_not(position: TakPosition, move: str) -> str:
    """Say by which rule a move, in canonical PTN, is not legal."""
    names, squares = position.grid.names, position.squares
    square = next(move[at : at + 2] for at in range(len(move)) if move[at : at + 2] in names)
    stack, side = squares[names.index(square)], 1 if position.maximizing else 2
    if move.endswith(square):
        if stack:
            return f"{square} is occupied"
        if position.ply < 2:
            return "the first piece of each side is a flat"
        return f"no {'capstone' if move.startswith('C') else 'stone'} is left"
    if position.ply < 2:
        return "the first move of each side places a flat"
    pieces = stack.rstrip("SC")
    if not pieces:
        return f"there is no stack on {square}"
    if not pieces.endswith(str(side)):
        return f"the stack on {square} is not {GAME.side(maximizing=position.maximizing)}'s"
    count = int(move[0]) if move[0].isdigit() else 1
    if count > len(pieces):
        return f"the stack on {square} has {len(pieces)} piece{'s' * (len(pieces) > 1)}"
    return "the edge, a wall or a capstone is in the way"


def note(position: TakPosition) -> str:
    """Say whose piece is placed in the first two moves."""
    return f"you place a flat of {GAME.side(maximizing=not position.maximizing)}'s" if in_opening(position) else ""


GAME = Game(
    **described(__file__),
    start=lambda settings: position(empty_board(settings.get("size", DEFAULT_SIZE)), settings.get("half_komi", 0)),
    read=read,
    evaluations={"flats": flats, "roads": roads},
    stakes=STAKES,
    orderings=ORDERINGS,
    options=(
        size_option(min(RESERVES), max(RESERVES), DEFAULT_SIZE),
        Option(
            "half_komi",
            f"halves of a flat added to Black's when flats are counted, 0 to {MOST_HALF_KOMI}",
            "0",
            int,
            "komi (halves)",
            tuple(map(str, range(MOST_HALF_KOMI + 1))),
        ),
    ),
    sizes=tuple(map(str, RESERVES)),
    find_move=find_move,
    transcript=Transcript("ptn", ptn.write, ptn.read),
    target=TakPosition.landing,
    engine=engine,
    ending=ending,
    note=note,
)
