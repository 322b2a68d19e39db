"""Tak: build a road from edge to edge, with stacks that spread and walls that block."""

import os

import games
from games import (
    AnyPosition,
    Game,
    Option,
    Preset,
    Settings,
    Transcript,
    find_by_name,
    measured,
    shorten,
    size_option,
)
from games._notation import check_board_size
from games.tak import ptn, rules, takpy_rules
from games.tak.grid import TAK_RESERVES, USUAL_TAK_SIZE, read_spread
from games.tak.notation import MAX_HALF_KOMI, TakSetup, read_tak_move, read_tps
from games.tak.notation import empty_tak_setup as empty_board
from games.tak.position import TakPosition, mover_digit, tak_ending
from games.tak.scores import ORDERINGS, STAKES, flat_lead, in_opening, road_lead

TAK_RULES_VARIABLE = "VISUALIZER_TAK"
"""The environment variable that chooses the rules: `own`, in Python, or the library `takpy`."""


def uses_takpy() -> bool:
    """Return whether takpy is used; ValueError if it is chosen but does not work.

    The environment variable VISUALIZER_TAK chooses the rules. If it is not set, takpy is used
    wherever it works.
    """
    chosen = os.environ.get(TAK_RULES_VARIABLE, "")
    if chosen not in ("", "own", "takpy"):
        raise ValueError(f"{TAK_RULES_VARIABLE} is {shorten(chosen)}, but must be own or takpy")
    if chosen == "own":
        return False
    is_available = takpy_rules.takpy_library() is not None
    if chosen == "takpy" and not is_available:
        raise ValueError(
            f"{TAK_RULES_VARIABLE} is takpy, but takpy is not installed or does not work"
        )
    return is_available


def make_tak(setup: TakSetup, half_komi: int) -> AnyPosition:
    """Set up a position under the rules in use."""
    if uses_takpy():
        return takpy_rules.make_takpy_tak(setup, half_komi)
    return rules.make_own_tak(setup, half_komi)


def tak_rules_name() -> str:
    """Return the name of the rules in use, for the list of games."""
    try:
        is_takpy = uses_takpy()
    except ValueError:
        # Starting a game tells the user that the choice is wrong; listing the games does not.
        is_takpy = False
    if is_takpy:
        return games.library_version("takpy", "takpy")
    return "built-in rules"


def read(text: str, settings: Settings) -> AnyPosition:
    """Read a position in TPS; ValueError if it has another size than the settings."""
    setup = read_tps(text)
    check_board_size(setup.size, settings)
    return make_tak(setup, settings.get("half_komi", 0))


def find_move(position: TakPosition, word: str) -> str:
    """Return the legal move with a name in PTN, canonical or not; ValueError for other words."""
    move = read_tak_move(word, position.size)
    return str(find_by_name(position, move, lambda: violated_tak_rule(position, move)))


def violated_tak_rule(position: TakPosition, move: str) -> str:
    """Return the rule that forbids a move in canonical PTN."""
    placement = position.grid.placements.get(move)
    if placement is not None:
        _, square = placement
        return _forbidden_placement(position, move, square)
    if position.ply < 2:
        return "the first move of each side places a flat"
    return _forbidden_spread(position, move)


def _forbidden_placement(position: TakPosition, move: str, square: int) -> str:
    """Return the rule that forbids a placement."""
    if position.squares[square]:
        return f"{position.grid.names[square]} is occupied"
    if position.ply < 2:
        return "the first piece of each side is a flat"
    piece = "capstone" if move.startswith("C") else "stone"
    return f"no {piece} is left"


def _forbidden_spread(position: TakPosition, move: str) -> str:
    """Return the rule that forbids a spread."""
    square, lifted, _ = read_spread(position.grid, move)
    name = position.grid.names[square]
    # A digit for the owner of each piece, from the bottom to the top.
    pieces = position.squares[square].rstrip("SC")
    if not pieces:
        return f"there is no stack on {name}"
    if not pieces.endswith(mover_digit(position.ply)):
        side = GAME.side(maximizing=position.maximizing)
        return f"the stack on {name} does not belong to {side}"
    if lifted > len(pieces):
        plural = "s" if len(pieces) > 1 else ""
        return f"the stack on {name} has {len(pieces)} piece{plural}"
    # Nothing else is wrong with the move.
    return "the edge, a wall or a capstone blocks the way"


def note(position: TakPosition) -> str:
    """Say whose flat the player to move places in the opening, or return ""."""
    if in_opening(position):
        opponent = GAME.side(maximizing=not position.maximizing)
        return f"you place one of {opponent}'s flats"
    return ""


PRESETS = (
    Preset(
        "ordering-helps",
        "2,x,2,1,x/x2,1,x2/2,2,2C,2,x/x2,1,1C,x/1,x,1,x2 1 7",
        "White must stop a road on rank 3; scored order needs only a thirteenth of the nodes of "
        "natural order",
        counts=measured(
            depth=3, minimax=77098, alpha_beta=5131, ordered_alpha_beta=379, minimum=297, value=1
        ),
    ),
    Preset(
        "ordering-hurts",
        "x2,1,2,x/x,1,2,x2/2,1,2,2,x/x,2,1,x2/x,1,x,1,x 1 7",
        "here scored order needs more than twice the nodes of natural order: an order is only a "
        "guess",
        counts=measured(
            depth=3,
            minimax=202763,
            alpha_beta=4684,
            ordered_alpha_beta=11251,
            minimum=3462,
            value=1,
        ),
    ),
    Preset(
        "opening",
        "x5/x5/x5/x5/x5 1 1",
        "the empty board, where each player first places one of the opponent's flats, so the worst "
        "square is the best",
        counts=measured(
            depth=3, minimax=43946, alpha_beta=1873, ordered_alpha_beta=1872, minimum=1872, value=1
        ),
    ),
    Preset(
        "win-in-one",
        "x2,1,x2/1,x,2,1,x/2C,2S,1C,2,2/x2,1,2,x/x,2,1,1,1 1 9",
        "only one of White's 44 moves wins: the capture d4<, a spread, and scored order tries "
        "spreads last",
        counts=measured(
            depth=3,
            minimax=79427,
            alpha_beta=7863,
            ordered_alpha_beta=23473,
            minimum=1876,
            value=1000,
        ),
    ),
    Preset(
        "loss-in-one",
        "1,2,1,1,x/2,1,2,2,x/2,1,2C,1C,1/2,x,2,x2/2,1,2,x,1 1 15",
        "Black threatens to win in four ways, and of White's 37 moves only b4+ stops them all",
        counts=measured(
            depth=3, minimax=55651, alpha_beta=3900, ordered_alpha_beta=3127, minimum=194, value=0
        ),
    ),
    Preset(
        "tinue",
        "1,1,1,x2/x4,1/x2,2,2C,x/2,1,x3/1C,x2,2,2 1 9",
        "White cannot win at once, but d5 makes three threats that no reply stops: a win in three "
        "plies",
        title="Tinuë",
        counts=measured(
            depth=3,
            minimax=83601,
            alpha_beta=5122,
            ordered_alpha_beta=2472,
            minimum=2063,
            value=1000,
        ),
    ),
    Preset(
        "two-roads",
        "x4/2,2,21,2/1,1,2,1/x4 1 6",
        "on 4×4, c3- completes a road for both players at once: that is a win for the player who "
        "moves",
        counts=measured(
            depth=3,
            minimax=34141,
            alpha_beta=2118,
            ordered_alpha_beta=7152,
            minimum=398,
            value=1000,
        ),
    ),
    Preset(
        "small",
        "1S,11S,x/2S,1S,2S/112,2S,2S 1 10",
        "a 3×3 board with many walls, a few stacks and one empty square: a tree that fits on a "
        "slide",
        counts=measured(
            depth=3, minimax=28, alpha_beta=20, ordered_alpha_beta=6, minimum=6, value=0
        ),
    ),
)
"""Positions of Tak worth looking at, with measured numbers of nodes.

The numbers are for depth 3 and the evaluation flats: minimax, alpha-beta in natural order and in
the order scored, both cutting off at >=; minimum is the least that any order can reach.
"""


GAME = Game(
    name="tak",
    title="Tak",
    about=(
        "build a road from edge to edge: stacks spread, walls block, and there are many moves to "
        "order"
    ),
    sides=("White", "Black"),
    notation=(
        "TPS: rows from the top (x3: three empty squares, 12S: a stack with a wall on top), side 1 "
        "or 2, move"
    ),
    untold="how many spreads in a row have been played; 50 make a draw",
    depth=3,
    opponents={"tutorial-bot": "tutorial-bot"},
    presets=PRESETS,
    start=lambda settings: make_tak(
        empty_board(settings.get("size", USUAL_TAK_SIZE)), settings.get("half_komi", 0)
    ),
    read=read,
    evaluations={"flats": flat_lead, "roads": road_lead},
    stakes=STAKES,
    orderings=ORDERINGS,
    options=(
        size_option(min(TAK_RESERVES), max(TAK_RESERVES), USUAL_TAK_SIZE),
        Option(
            "half_komi",
            f"half flats added to Black's count, 0 to {MAX_HALF_KOMI}",
            "0",
            int,
            "komi (halves)",
            tuple(map(str, range(MAX_HALF_KOMI + 1))),
        ),
    ),
    sizes=tuple(map(str, TAK_RESERVES)),
    find_move=find_move,
    transcript=Transcript(
        "ptn",
        ptn.write_ptn,
        ptn.read_ptn,
        recognizes=ptn.is_ptn,
    ),
    target=TakPosition.landing,
    engine=tak_rules_name,
    ending=tak_ending,
    note=note,
)
